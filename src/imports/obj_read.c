/* SPDX-License-Identifier: MIT */
/* Wavefront OBJ in, with its MTL: one mesh of triangles, a part for every run of one material.
 *
 *   v x y z [w] [r g b]     vt u [v [w]]     vn x y z
 *   f v[/vt][/vn] ...       counted from 1, or backwards from -1; polygons become fans
 *   usemtl NAME   mtllib FILE   o NAME      g, s and all others are passed over
 *
 * '#' begins a comment, '\' at the end of a line continues it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/num.h"
#include "core/words.h"
#include "imports/import.h"

enum { MATERIALS = 4096, LIBRARIES = 64 }; /* most of each: they are looked up one by one */

typedef struct corner {
    uint32_t position, uv, normal; /* counted from 0; PTL_SCENE_NONE: none */
} corner;

typedef struct run { /* triangles of one material */
    uint32_t material;
    size_t   first; /* corner */
} run;

typedef struct material {
    ptl_str            name;
    ptl_str            map; /* file of its colors */
    ptl_scene_material look;
} material;

typedef struct reader {
    ptl_job         *job;
    const ptl_files *files;
    const char      *start, *at, *end; /* the text; `at` is inside the line being read */
    bool             library;          /* the text is an MTL: only worth warnings      */
    ptl_buf          positions, uvs, normals, corners, runs, materials;
    ptl_str          name;
    size_t           colors, lines, libraries;
} reader;

/* ---- Words of a line ------------------------------------------------------------------------ */

static uint64_t offset_of(const reader *r)
{
    return (uint64_t)(r->at - r->start);
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* How long the mark of a continued line is that stands here: a backslash and the end of the line.
 */
static size_t continued(const reader *r)
{
    if (r->end - r->at < 2 || r->at[0] != '\\' || !is_line_end(r->at[1]))
        return 0;
    return r->end - r->at > 2 && r->at[1] == '\r' && r->at[2] == '\n' ? 3 : 2;
}

static void skip_blanks(reader *r)
{
    while (r->at < r->end) {
        size_t more = continued(r);

        if (*r->at != ' ' && *r->at != '\t' && more == 0)
            break;
        r->at += more > 0 ? more : 1;
    }
}

/* The next word of the line; empty at its end, or where a comment begins. */
static ptl_str next_word(reader *r)
{
    const char *begin;

    skip_blanks(r);
    begin = r->at;
    if (r->at < r->end && *r->at == '#')
        return (ptl_str){ begin, 0 };
    while (r->at < r->end && *r->at != ' ' && *r->at != '\t' && !is_line_end(*r->at) &&
           continued(r) == 0)
        r->at++;
    return (ptl_str){ begin, (size_t)(r->at - begin) };
}

/* The rest of the line without outer blanks: names may have blanks inside. */
static ptl_str rest_of_line(reader *r)
{
    const char *begin, *end;

    skip_blanks(r);
    begin = r->at;
    while (r->at < r->end && !is_line_end(*r->at))
        r->at++;
    for (end = r->at; end > begin && (end[-1] == ' ' || end[-1] == '\t');)
        end--;
    return (ptl_str){ begin, (size_t)(end - begin) };
}

static void skip_line(reader *r)
{
    while (r->at < r->end && (!is_line_end(*r->at) || continued(r) > 0)) {
        size_t more = continued(r);

        r->at += more > 0 ? more : 1;
    }
    while (r->at < r->end && is_line_end(*r->at))
        r->at++;
}

/* ---- Numbers -------------------------------------------------------------------------------- */

static void fail_at(reader *r, ptl_str word, const char *rule, const char *wanted)
{
    char shown[32];

    ptl_fail(r->job, PTL_E_SYNTAX, (uint64_t)(word.data - r->start), rule, "\"%s\" is not %s",
             ptl_quote(shown, sizeof shown, word.data, word.size), wanted);
}

static float number_of(reader *r, ptl_str word)
{
    float value = 0;

    if (word.size == 0 ||
        ptl_parse_f32(word.data, word.data + word.size, &value) != word.data + word.size ||
        !isfinite(value)) {
        if (word.size == 0 && !r->library)
            ptl_fail(r->job, PTL_E_SYNTAX, (uint64_t)(word.data - r->start), "obj-number",
                     "a number is missing");
        else if (!r->library)
            fail_at(r, word, "obj-number", "a number");
        return 0;
    }
    return value;
}

/* At least so many numbers; returns how many there were, of which `room` are kept. */
static size_t numbers(reader *r, float *out, size_t least, size_t room)
{
    size_t  count = 0;
    ptl_str word;

    while ((word = next_word(r)).size > 0 && ptl_ok(r->job)) {
        if (count < room)
            out[count] = number_of(r, word);
        count++;
    }
    if (count < least && !r->library)
        ptl_fail(r->job, PTL_E_SYNTAX, offset_of(r), "obj-number", "%zu numbers are not %zu", count,
                 least);
    return count;
}

static void read_position(reader *r)
{
    float values[3] = { 0 };

    r->colors += numbers(r, values, 3, 3) >= 6;
    ptl_put(&r->positions, values, sizeof values);
}

static void read_uv(reader *r)
{
    float values[2] = { 0 };

    numbers(r, values, 1, 2);
    values[1] = 1 - values[1]; /* counted from below */
    ptl_put(&r->uvs, values, sizeof values);
}

static void read_normal(reader *r)
{
    float values[3] = { 0 };

    numbers(r, values, 3, 3);
    ptl_put(&r->normals, values, sizeof values);
}

/* ---- Faces ---------------------------------------------------------------------------------- */

/* One of the numbers of a corner: from 1 on, or from -1 backwards. */
static uint32_t index_of(reader *r, ptl_str word, const char **at, const ptl_buf *list,
                         size_t width, const char *what)
{
    size_t      count = list->size / (width * sizeof(float));
    int64_t     value = 0;
    const char *after = ptl_parse_i64(*at, word.data + word.size, &value);

    if (!after || value == 0 || value > (int64_t)count || value < -(int64_t)count ||
        count >= PTL_SCENE_NONE) {
        char shown[32];

        ptl_fail(r->job, PTL_E_SYNTAX, (uint64_t)(*at - r->start), "obj-index",
                 "\"%s\" names no %s: there are %zu so far",
                 ptl_quote(shown, sizeof shown, word.data, word.size), what, count);
        return 0;
    }
    *at = after;
    return (uint32_t)(value > 0 ? value - 1 : (int64_t)count + value);
}

/* v, v/vt, v//vn or v/vt/vn. */
static corner corner_of(reader *r, ptl_str word)
{
    const char *at = word.data, *end = word.data + word.size;
    corner      c = { 0, PTL_SCENE_NONE, PTL_SCENE_NONE };

    c.position = index_of(r, word, &at, &r->positions, 3, "vertex");
    if (ptl_ok(r->job) && at < end && *at == '/' && ++at < end && *at != '/')
        c.uv = index_of(r, word, &at, &r->uvs, 2, "texture place");
    if (ptl_ok(r->job) && at < end && *at == '/' && ++at < end)
        c.normal = index_of(r, word, &at, &r->normals, 3, "normal");
    if (ptl_ok(r->job) && at != end)
        fail_at(r, word, "obj-index", "a corner of a face");
    return c;
}

static void read_face(reader *r)
{
    corner  first = { 0 }, before = { 0 };
    size_t  count = 0;
    ptl_str word;

    while ((word = next_word(r)).size > 0 && ptl_ok(r->job)) {
        corner c = corner_of(r, word);

        if (count >= 2) {
            ptl_put(&r->corners, &first, sizeof first);
            ptl_put(&r->corners, &before, sizeof before);
            ptl_put(&r->corners, &c, sizeof c);
        }
        first  = count == 0 ? c : first;
        before = c;
        count++;
    }
    if (count < 3)
        ptl_fail(r->job, PTL_E_SYNTAX, offset_of(r), "obj-face", "a face has %zu corners", count);
}

/* ---- Materials ------------------------------------------------------------------------------ */

static material *material_at(const reader *r, size_t index)
{
    return (material *)(void *)r->materials.data + index;
}

static size_t material_count(const reader *r)
{
    return r->materials.size / sizeof(material);
}

/* A material by its name; a new one when there is none. */
static uint32_t material_named(reader *r, ptl_str name)
{
    material made = { .look = {
                          .color = { 1, 1, 1, 1 }, .image = PTL_SCENE_NONE, .cutoff = 0.5f } };

    for (size_t i = 0; i < material_count(r); i++)
        if (material_at(r, i)->name.size == name.size &&
            memcmp(material_at(r, i)->name.data, name.data, name.size) == 0)
            return (uint32_t)i;
    if (material_count(r) == MATERIALS)
        ptl_fail(r->job, PTL_E_LIMIT, PTL_NOWHERE, "limit-materials", "more than %d materials",
                 MATERIALS);
    made.name = ptl_import_text(r->job, name.data, name.size);
    ptl_put(&r->materials, &made, sizeof made);
    return (uint32_t)(material_count(r) - 1);
}

static void read_use(reader *r)
{
    run next = { material_named(r, rest_of_line(r)), r->corners.size / sizeof(corner) };

    ptl_put(&r->runs, &next, sizeof next);
}

/* The file of a map is what follows its options: the last word, where there are any. */
static ptl_str map_file(reader *r)
{
    ptl_str rest = rest_of_line(r);
    size_t  from = rest.size;

    if (rest.size == 0 || rest.data[0] != '-')
        return rest;
    while (from > 0 && rest.data[from - 1] != ' ' && rest.data[from - 1] != '\t')
        from--;
    return (ptl_str){ rest.data + from, rest.size - from };
}

/* Gloss has no place in a scene, but a note of it has. */
static ptl_str gloss_notes(ptl_job *job, const float gloss[3])
{
    char   text[128], *at = text;
    size_t size;

    if (!(gloss[0] > 0 || gloss[1] > 0 || gloss[2] > 0))
        return (ptl_str){ "", 0 };
    at += sprintf(at, "{\"specular\": [");
    for (int i = 0; i < 3; i++) {
        at += ptl_format_f32(at, gloss[i]);
        at += sprintf(at, "%s", i < 2 ? ", " : "]}");
    }
    size = (size_t)(at - text);
    return ptl_import_text(job, text, size);
}

static void read_material_line(reader *r, ptl_str key, material *m)
{
    float  values[3] = { 0 };
    size_t count;

    if (ptl_str_is(key, "Kd")) {
        count = numbers(r, values, 0, 3);
        for (int i = 0; i < 3 && count > 0; i++)
            m->look.color[i] = values[count < 3 ? 0 : i];
    } else if (ptl_str_is(key, "Ks") && numbers(r, values, 0, 3) >= 3) {
        m->look.extras = gloss_notes(r->job, values);
    } else if (ptl_str_is(key, "d") || ptl_str_is(key, "Tr")) {
        count = numbers(r, values, 0, 1);
        if (count > 0)
            m->look.color[3] = ptl_str_is(key, "d") ? values[0] : 1 - values[0];
    } else if (ptl_str_is(key, "map_Kd")) {
        m->map = map_file(r);
        m->map = ptl_import_text(r->job, m->map.data, m->map.size);
    }
}

/* Materials in the text of a library; what is wrong with it costs colors and nothing else. */
static void read_library_text(reader *of, ptl_span text)
{
    reader   r       = *of;
    uint32_t current = PTL_SCENE_NONE;

    r.library = true;
    r.start = r.at = (const char *)text.data;
    r.end          = r.start + text.size;
    while (r.at < r.end && ptl_ok(r.job)) {
        ptl_str key = next_word(&r);

        if (ptl_str_is(key, "newmtl"))
            current = material_named(&r, rest_of_line(&r));
        else if (current != PTL_SCENE_NONE && ptl_ok(r.job))
            read_material_line(&r, key, material_at(&r, current));
        skip_line(&r);
    }
    of->materials = r.materials;
}

static void read_library(reader *r)
{
    ptl_str  name = rest_of_line(r);
    ptl_span text = { 0 };
    char     shown[96];

    if (r->libraries++ < LIBRARIES)
        text = ptl_import_load(r->job, r->files, name, "materials");
    if (text.data)
        read_library_text(r, text);
    else
        ptl_warn(r->job, (uint64_t)(name.data - r->start), "file-missing",
                 "%s (materials) is not there",
                 ptl_quote(shown, sizeof shown, name.data, name.size));
}

/* ---- Lines ---------------------------------------------------------------------------------- */

static void read_object(reader *r)
{
    ptl_str name = rest_of_line(r);

    if (r->name.size == 0)
        r->name = ptl_import_text(r->job, name.data, name.size);
}

static void count_line(reader *r)
{
    r->lines++;
}

static const struct {
    const char *key;
    void (*read)(reader *r);
} keys[] = {
    { "v", read_position }, { "vt", read_uv },          { "vn", read_normal },  { "f", read_face },
    { "usemtl", read_use }, { "mtllib", read_library }, { "o", read_object },   { "l", count_line },
    { "p", count_line },    { "curv", count_line },     { "surf", count_line },
};

static void read_lines(reader *r)
{
    while (r->at < r->end && ptl_ok(r->job)) {
        ptl_str key = next_word(r);

        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            if (ptl_str_is(key, keys[i].key))
                keys[i].read(r);
        skip_line(r);
    }
}

/* ---- The scene ------------------------------------------------------------------------------ */

/* Corners from..to as a part whose every corner is a vertex. */
static void fill_part(reader *r, ptl_scene_part *part, size_t from, size_t to)
{
    const corner *corners   = (const corner *)(const void *)r->corners.data;
    const float  *positions = (const float *)(const void *)r->positions.data;
    const float  *uvs       = (const float *)(const void *)r->uvs.data;
    const float  *normals   = (const float *)(const void *)r->normals.data;
    unsigned      lists =
        (r->uvs.size > 0 ? PTL_PART_UV : 0u) | (r->normals.size > 0 ? PTL_PART_NORMAL : 0u);

    if (!ptl_scene_part_reserve(r->job, part, to - from, to - from, lists))
        return;
    for (size_t i = from; i < to; i++) {
        size_t at = i - from;

        part->index.data[at] = (uint32_t)at;
        memcpy(part->position.data + 3 * at, positions + 3 * (size_t)corners[i].position,
               3 * sizeof(float));
        if (corners[i].uv != PTL_SCENE_NONE)
            memcpy(part->uv.data + 2 * at, uvs + 2 * (size_t)corners[i].uv, 2 * sizeof(float));
        if (corners[i].normal != PTL_SCENE_NONE)
            memcpy(part->normal.data + 3 * at, normals + 3 * (size_t)corners[i].normal,
                   3 * sizeof(float));
    }
}

/* A run without triangles makes no part. */
static void fill_mesh(reader *r, ptl_scene_mesh *mesh)
{
    const run *runs  = (const run *)(const void *)r->runs.data;
    size_t     count = r->runs.size / sizeof(run), total = r->corners.size / sizeof(corner);

    if (!ptl_scene_parts(r->job, mesh, count))
        return;
    mesh->parts.count = 0;
    for (size_t i = 0; i < count && ptl_ok(r->job); i++) {
        size_t          end  = i + 1 < count ? runs[i + 1].first : total;
        ptl_scene_part *part = &mesh->parts.data[mesh->parts.count];

        if (end == runs[i].first)
            continue;
        mesh->parts.count++;
        part->material = runs[i].material;
        fill_part(r, part, runs[i].first, end);
    }
}

/* Several materials may show one image. */
static uint32_t image_named(reader *r, ptl_scene *scene, ptl_str name)
{
    for (size_t i = 0; i < scene->images.count; i++)
        if (name.size > 0 && strcmp(scene->images.data[i].file.name, name.data) == 0)
            return (uint32_t)i;
    ptl_import_image(r->job, r->files, &scene->images.data[scene->images.count], name);
    return (uint32_t)scene->images.count++;
}

static void fill_scene(reader *r, ptl_scene *out)
{
    size_t materials = material_count(r);

    if (!ptl_scene_reserve(r->job, out, materials, materials, 1, 1))
        return;
    out->images.count = 0;
    for (size_t i = 0; i < materials && ptl_ok(r->job); i++) {
        const material *m = material_at(r, i);

        out->materials.data[i]      = m->look;
        out->materials.data[i].name = m->name;
        if (m->map.size > 0)
            out->materials.data[i].image = image_named(r, out, m->map);
    }
    out->meshes.data[0].name = r->name;
    out->nodes.data[0].name  = r->name;
    out->nodes.data[0].mesh  = 0;
    fill_mesh(r, &out->meshes.data[0]);
}

static void obj_read(ptl_job *job, ptl_span source, const char *name, void *hub,
                     const ptl_files *files)
{
    ptl_scene *out   = hub;
    reader     r     = { .job = job, .files = files, .name = { "", 0 } };
    run        plain = { PTL_SCENE_NONE, 0 };

    (void)name;
    r.start = r.at = (const char *)source.data;
    r.end          = r.start + source.size;
    r.positions = r.uvs = r.normals = r.corners = r.runs = r.materials = ptl_buf_of(job, NULL);
    ptl_put(&r.runs, &plain, sizeof plain);
    read_lines(&r);
    if (ptl_ok(job) && r.corners.size == 0)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "obj-face", "there is no face in it");
    if (ptl_ok(job))
        fill_scene(&r, out);
    ptl_find_count(job, PTL_LOSS, "obj-colors", r.colors,
                   "# {vertex has a color, which is|vertices have colors, which are} dropped");
    ptl_find_count(job, PTL_LOSS, "obj-lines", r.lines,
                   "# {point, line or curve is|points, lines or curves are} dropped");
    ptl_buf_free(&r.positions);
    ptl_buf_free(&r.uvs);
    ptl_buf_free(&r.normals);
    ptl_buf_free(&r.corners);
    ptl_buf_free(&r.runs);
    ptl_buf_free(&r.materials);
}

/* ---- Recognizing ---------------------------------------------------------------------------- */

/* There is no mark of it. A text whose lines all begin with words of the format, among them one
 * that no other of our texts has, will be one; a good name helps. */
static int obj_probe(ptl_span head, uint64_t size, const char *name)
{
    static const char known[] = " v vt vn vp f l p o g s usemtl mtllib ";
    reader            r       = { .start = (const char *)head.data, .at = (const char *)head.data };
    bool              sure    = false;

    r.end = r.start + head.size;
    while (r.at < r.end) {
        ptl_str key = next_word(&r);
        char    word[16];

        if (key.size > 8 || (key.size > 0 && key.data + key.size == r.end && size > head.size))
            break;
        snprintf(word, sizeof word, " %.*s ", (int)key.size, key.data);
        if (key.size > 0 && !strstr(known, word))
            return 0;
        sure = sure || ptl_str_is(key, "v") || ptl_str_is(key, "mtllib") || ptl_str_is(key, "o");
        skip_line(&r);
    }
    return !sure ? 0 : ptl_has_extension(name, "obj") ? 70 : 40;
}

const ptl_importer ptl_import_obj = {
    .info  = { .name       = "obj",
               .title      = "Wavefront OBJ with MTL",
               .extensions = "obj",
               .media_type = "model/obj" },
    .text  = true,
    .hub   = PTL_HUB_SCENE,
    .probe = obj_probe,
    .read  = obj_read,
};
