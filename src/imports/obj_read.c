/* SPDX-License-Identifier: MIT */
/* Wavefront OBJ in: a mesh for every object, a part for every run of one material.
 *
 *   v x y z [w]             vt u [v [w]]     vn x y z
 *   v x y z r g b [a]       numbers from 0 to 1, linear like the colors of glTF
 *   f v[/vt][/vn] ...       counted from 1, or backwards from -1; polygons become fans
 *   usemtl NAME   mtllib FILE   o NAME      g, s and all others are dropped, which is reported
 *
 * '#' begins a comment, '\' at the end of a line continues it. */
#include <stdio.h>
#include <string.h>

#include "core/num.h"
#include "imports/obj_reader.h"

typedef struct corner {
    uint32_t position, uv, normal; /* counted from 0; PTL_SCENE_NONE: none */
} corner;

typedef struct tint { /* of a position */
    uint8_t rgba[4];
    bool    given;
} tint;

typedef struct run { /* triangles of one object and obj_material */
    uint32_t material, object;
    size_t   first; /* corner */
} run;

/* ---- Vertices ------------------------------------------------------------------------------- */

/* The colors of positions are a list of their own, which begins with the first of them. */
static void put_tint(obj_reader *r, const float *values, size_t count)
{
    size_t before = r->positions.size / (3 * sizeof(float));
    tint   white = { { 255, 255, 255, 255 }, false }, own = white;

    own.given = count >= 6;
    if (!own.given && r->tints.size == 0)
        return;
    while (r->tints.size < before * sizeof(tint) && ptl_ok(r->job))
        ptl_put(&r->tints, &white, sizeof white);
    for (size_t i = 0; i < 4 && own.given && i + 3 < count; i++)
        own.rgba[i] = ptl_import_byte(values[3 + i]);
    ptl_put(&r->tints, &own, sizeof own);
}

static void read_position(obj_reader *r)
{
    float values[7] = { 0 };

    put_tint(r, values, ptl_obj_numbers(r, values, 3, 7));
    ptl_put(&r->positions, values, 3 * sizeof *values);
}

static void read_uv(obj_reader *r)
{
    float values[2] = { 0 };

    ptl_obj_numbers(r, values, 1, 2);
    values[1] = 1 - values[1]; /* counted from below */
    ptl_put(&r->uvs, values, sizeof values);
}

static void read_normal(obj_reader *r)
{
    float values[3] = { 0 };

    ptl_obj_numbers(r, values, 3, 3);
    ptl_put(&r->normals, values, sizeof values);
}

/* ---- Faces ---------------------------------------------------------------------------------- */

/* One of the numbers of a corner: from 1 on, or from -1 backwards. */
static uint32_t index_of(obj_reader *r, ptl_str word, const char **at, const ptl_buf *list,
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
static corner corner_of(obj_reader *r, ptl_str word)
{
    const char *at = word.data, *end = word.data + word.size;
    corner      c = { 0, PTL_SCENE_NONE, PTL_SCENE_NONE };

    c.position = index_of(r, word, &at, &r->positions, 3, "vertex");
    if (ptl_ok(r->job) && at < end && *at == '/' && ++at < end && *at != '/')
        c.uv = index_of(r, word, &at, &r->uvs, 2, "texture place");
    if (ptl_ok(r->job) && at < end && *at == '/' && ++at < end)
        c.normal = index_of(r, word, &at, &r->normals, 3, "normal");
    if (ptl_ok(r->job) && at != end)
        ptl_obj_fail(r, word, "obj-index", "a corner of a face");
    return c;
}

static void read_face(obj_reader *r)
{
    corner  first = { 0 }, before = { 0 };
    size_t  count = 0;
    bool    bare  = false;
    ptl_str word;

    while ((word = ptl_obj_word(r)).size > 0 && ptl_ok(r->job)) {
        corner c = corner_of(r, word);

        if (count >= 2) {
            ptl_put(&r->corners, &first, sizeof first);
            ptl_put(&r->corners, &before, sizeof before);
            ptl_put(&r->corners, &c, sizeof c);
        }
        bare   = bare || c.normal == PTL_SCENE_NONE;
        first  = count == 0 ? c : first;
        before = c;
        count++;
    }
    if (count < 3)
        ptl_fail(r->job, PTL_E_SYNTAX, ptl_obj_offset(r), "obj-face", "a face has %zu corner%s",
                 count, count == 1 ? "" : "s");
    r->lost.smooth += r->smooth && bare;
}

static void begin_run(obj_reader *r, uint32_t material, uint32_t object)
{
    run next = { material, object, r->corners.size / sizeof(corner) };

    ptl_put(&r->runs, &next, sizeof next);
}

static const run *last_run(const obj_reader *r)
{
    return (const run *)(const void *)r->runs.data + r->runs.size / sizeof(run) - 1;
}

static void read_use(obj_reader *r)
{
    uint32_t material = ptl_obj_material_named(r, ptl_obj_rest(r));

    if (ptl_ok(r->job))
        begin_run(r, material, last_run(r)->object);
}

/* ---- Lines ---------------------------------------------------------------------------------- */

static size_t object_count(const obj_reader *r)
{
    return r->objects.size / sizeof(ptl_str);
}

/* An object without faces gives its place to the next. */
static void read_object(obj_reader *r)
{
    ptl_str  name    = ptl_obj_rest(r);
    ptl_str *current = (ptl_str *)(void *)r->objects.data + object_count(r) - 1;

    name = ptl_import_text(r->job, name.data, name.size);
    if (!ptl_ok(r->job))
        return;
    if (r->object_first == r->corners.size) {
        *current = name;
        return;
    }
    ptl_put(&r->objects, &name, sizeof name);
    r->object_first = r->corners.size;
    if (ptl_ok(r->job))
        begin_run(r, last_run(r)->material, (uint32_t)(object_count(r) - 1));
}

static void count_line(obj_reader *r)
{
    r->lost.lines++;
}

static void read_group(obj_reader *r)
{
    ptl_str name = ptl_obj_rest(r);

    r->lost.groups += name.size > 0 && !ptl_str_is(name, "default");
}

static void read_smoothing(obj_reader *r)
{
    ptl_str group = ptl_obj_word(r);

    r->smooth = group.size > 0 && !ptl_str_is(group, "off") && !ptl_str_is(group, "0");
}

static const struct {
    const char *key;
    void (*read)(obj_reader *r);
} keys[] = {
    { "v", read_position }, { "vt", read_uv },       { "vn", read_normal },
    { "f", read_face },     { "usemtl", read_use },  { "mtllib", ptl_obj_read_library },
    { "o", read_object },   { "g", read_group },     { "s", read_smoothing },
    { "l", count_line },    { "p", count_line },     { "vp", count_line },
    { "curv", count_line }, { "curv2", count_line }, { "surf", count_line },
};

static void read_line(obj_reader *r, ptl_str key)
{
    size_t i = 0;

    while (i < sizeof keys / sizeof *keys && !ptl_str_is(key, keys[i].key))
        i++;
    if (i < sizeof keys / sizeof *keys)
        keys[i].read(r);
    else
        r->lost.words += key.size > 0;
}

static void read_lines(obj_reader *r)
{
    while (r->at < r->end && ptl_ok(r->job)) {
        read_line(r, ptl_obj_word(r));
        ptl_obj_skip_line(r);
    }
}

/* ---- The scene ------------------------------------------------------------------------------ */

/* Which lists the corners of a part have something for. */
static unsigned lists_of(const obj_reader *r, const corner *corners, size_t count)
{
    const tint *tints = (const tint *)(const void *)r->tints.data;
    size_t      most  = r->tints.size / sizeof(tint);
    unsigned    lists = 0;

    for (size_t i = 0; i < count; i++) {
        const corner *c = &corners[i];

        lists |= c->uv != PTL_SCENE_NONE ? PTL_PART_UV : 0u;
        lists |= c->normal != PTL_SCENE_NONE ? PTL_PART_NORMAL : 0u;
        lists |= c->position < most && tints[c->position].given ? PTL_PART_COLOR : 0u;
    }
    return lists;
}

static void fill_colors(const obj_reader *r, ptl_scene_part *part, const corner *corners)
{
    const tint *tints = (const tint *)(const void *)r->tints.data;
    size_t      most  = r->tints.size / sizeof(tint);

    part->display = true; /* as the programs that write them have it */
    for (size_t i = 0; i < part->color.count / 4; i++)
        if (corners[i].position < most)
            memcpy(part->color.data + 4 * i, tints[corners[i].position].rgba, 4);
        else
            memset(part->color.data + 4 * i, 255, 4);
}

/* So many corners as a part whose every corner is a vertex. */
static void fill_part(obj_reader *r, ptl_scene_part *part, const corner *corners, size_t count)
{
    const float *positions = (const float *)(const void *)r->positions.data;
    const float *uvs       = (const float *)(const void *)r->uvs.data;
    const float *normals   = (const float *)(const void *)r->normals.data;

    if (!ptl_scene_part_reserve(r->job, part, count, count, lists_of(r, corners, count)))
        return;
    for (size_t i = 0; i < count; i++) {
        const corner *c = &corners[i];

        part->index.data[i] = (uint32_t)i;
        memcpy(part->position.data + 3 * i, positions + 3 * (size_t)c->position, 3 * sizeof(float));
        if (c->uv != PTL_SCENE_NONE)
            memcpy(part->uv.data + 2 * i, uvs + 2 * (size_t)c->uv, 2 * sizeof(float));
        if (c->normal != PTL_SCENE_NONE)
            memcpy(part->normal.data + 3 * i, normals + 3 * (size_t)c->normal, 3 * sizeof(float));
    }
    fill_colors(r, part, corners);
    ptl_import_normals(part);
}

/* The runs of one object from `at` on; returns where those of the next begin. A run without
 * triangles makes no part. */
static size_t fill_mesh(obj_reader *r, ptl_scene_mesh *mesh, size_t at)
{
    const corner *corners = (const corner *)(const void *)r->corners.data;
    const run    *runs    = (const run *)(const void *)r->runs.data;
    size_t        count = r->runs.size / sizeof(run), total = r->corners.size / sizeof(corner);
    size_t        end = at;

    while (end < count && runs[end].object == runs[at].object)
        end++;
    if (!ptl_scene_parts(r->job, mesh, end - at))
        return end;
    mesh->parts.count = 0;
    for (size_t i = at; i < end && ptl_ok(r->job); i++) {
        size_t          to   = i + 1 < count ? runs[i + 1].first : total;
        ptl_scene_part *part = &mesh->parts.data[mesh->parts.count];

        if (to == runs[i].first)
            continue;
        mesh->parts.count++;
        part->material = runs[i].material;
        fill_part(r, part, corners + runs[i].first, to - runs[i].first);
    }
    return end;
}

/* Several materials may show one image. */
static uint32_t image_named(obj_reader *r, ptl_scene *scene, ptl_str name)
{
    uint32_t *number = ptl_names_at(r->job, &r->image_names, name, (uint32_t)scene->images.count);

    if (number && *number == scene->images.count)
        ptl_import_image(r->job, r->files, &scene->images.data[scene->images.count++], name);
    return number ? *number : PTL_SCENE_NONE;
}

/* A material that says how solid it is, or has an image that does, is blended; one that has such
 * an image alone is cut out by it, as our own are. */
static ptl_scene_alpha alpha_of(obj_reader *r, const obj_material *m)
{
    bool own = m->mask.size > 0 && ptl_str_same(m->mask, m->map);

    r->lost.maps += m->mask.size > 0 && !own;
    return m->look.color[3] < 1 || (own && m->dissolves) ? PTL_ALPHA_BLEND
           : own                                         ? PTL_ALPHA_MASK
                                                         : PTL_ALPHA_OPAQUE;
}

static void fill_material(obj_reader *r, ptl_scene *out, size_t index)
{
    const obj_material *from = ptl_obj_material(r, index);
    ptl_scene_material *to   = &out->materials.data[index];

    *to       = from->look;
    to->name  = from->name;
    to->alpha = alpha_of(r, from);
    if (from->map.size > 0)
        to->image = image_named(r, out, from->map);
}

static void fill_scene(obj_reader *r, ptl_scene *out)
{
    const ptl_str *names     = (const ptl_str *)(const void *)r->objects.data;
    size_t         materials = ptl_obj_material_count(r), objects = object_count(r), at = 0;

    objects -= objects > 1 && r->object_first == r->corners.size; /* nothing came after its name */
    if (!ptl_scene_reserve(r->job, out, materials, materials, objects, objects))
        return;
    out->images.count = 0;
    for (size_t i = 0; i < materials && ptl_ok(r->job); i++)
        fill_material(r, out, i);
    for (size_t i = 0; i < objects && ptl_ok(r->job); i++) {
        out->meshes.data[i].name = names[i];
        out->nodes.data[i].name  = names[i];
        out->nodes.data[i].mesh  = (uint32_t)i;
        at                       = fill_mesh(r, &out->meshes.data[i], at);
    }
}

static void say_losses(const obj_reader *r)
{
    ptl_find_count(r->job, PTL_LOSS, "obj-lines", r->lost.lines,
                   "# {point, line or curve is|points, lines or curves are} dropped");
    ptl_find_count(r->job, PTL_LOSS, "obj-groups", r->lost.groups,
                   "# {group of faces is|groups of faces are} dropped: scenes have objects");
    ptl_find_count(r->job, PTL_LOSS, "obj-smoothing", r->lost.smooth,
                   "# {face without normals is to be smooth, and is|faces without normals are to "
                   "be smooth, and are} flat");
    ptl_find_count(r->job, PTL_LOSS, "obj-words", r->lost.words,
                   "# {line begins with a word that is|lines begin with words that are} not known, "
                   "and {is|are} dropped");
    ptl_find_count(r->job, PTL_LOSS, "obj-maps", r->lost.maps,
                   "# {image|images} of materials for things other than color {is|are} dropped");
    ptl_find_count(r->job, PTL_LOSS, "obj-maps", r->lost.options,
                   "# {option of an image is|options of images are} dropped, such as scale and "
                   "offset");
    ptl_find_count(
        r->job, PTL_LOSS, "obj-looks", r->lost.looks,
        "# {value of a material is|values of materials are} dropped, such as gloss and glow");
}

static void read_scene(obj_reader *r, ptl_scene *out)
{
    static const ptl_str nameless = { "", 0 };

    ptl_put(&r->objects, &nameless, sizeof nameless);
    begin_run(r, PTL_SCENE_NONE, 0);
    read_lines(r);
    if (ptl_ok(r->job) && r->corners.size == 0)
        ptl_fail(r->job, PTL_E_SYNTAX, PTL_NOWHERE, "obj-face", "there is no face in it");
    if (ptl_ok(r->job))
        fill_scene(r, out);
    say_losses(r);
}

static void obj_read(ptl_job *job, ptl_span source, const char *name, void *hub,
                     const ptl_files *files)
{
    obj_reader r       = { .job = job, .files = files };
    ptl_buf   *bufs[8] = { &r.positions, &r.tints, &r.uvs,       &r.normals,
                           &r.corners,   &r.runs,  &r.materials, &r.objects };

    (void)name;
    r.start = r.at = (const char *)source.data;
    r.end          = r.start + source.size;
    for (size_t i = 0; i < 8; i++)
        *bufs[i] = ptl_buf_of(job, NULL);
    read_scene(&r, hub);
    for (size_t i = 0; i < 8; i++)
        ptl_buf_free(bufs[i]);
}

/* ---- Recognizing ---------------------------------------------------------------------------- */

/* There is no mark of it. A text whose lines all begin with words of the format, among them one
 * that no other of our texts has, will be one; a good name helps. */
static int obj_probe(ptl_span head, uint64_t size, const char *name)
{
    static const char known[] = " v vt vn vp f l p o g s usemtl mtllib ";
    obj_reader        r       = { .start = (const char *)head.data, .at = (const char *)head.data };
    bool              sure    = false;

    r.end = r.start + head.size;
    while (r.at < r.end) {
        ptl_str key = ptl_obj_word(&r);
        char    word[16];

        if (key.size > 8 || (key.size > 0 && key.data + key.size == r.end && size > head.size))
            break;
        snprintf(word, sizeof word, " %.*s ", (int)key.size, key.data);
        if (key.size > 0 && !strstr(known, word))
            return 0;
        sure = sure || ptl_str_is(key, "v") || ptl_str_is(key, "mtllib") || ptl_str_is(key, "o");
        ptl_obj_skip_line(&r);
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
