/* SPDX-License-Identifier: MIT */
/* Scenes as Permafrost models: every mesh in its place, textures beside the model, one skeleton.
 *
 * What the format or the engine has no room for is dropped, what the scene lacks is invented, and
 * all of it is reported. Numbers are rounded to the six decimals that files have. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/words.h"
#include "formats/pfobj/pfobj_make.h"
#include "render/image_look.h"
#include "render/png_write.h"

double ptl_pfobj_tidy6(double value)
{
    return ptl_pfobj_round6(value) + 0.0;
}

/* The job of reading notes is its own: what is wrong with them, but for want of memory, is nobody's
 * fault. */
void ptl_pfobj_read_notes(const maker *m, ptl_str extras, const ptl_record *record, void *out)
{
    ptl_job own = { .heap = m->job->heap, .arena = m->job->arena, .depth = m->job->depth };

    if (extras.size > 0 && extras.data[0] == '{')
        ptl_record_read(&own, (ptl_span){ (const uint8_t *)extras.data, extras.size }, record, out);
    if (!ptl_ok(&own))
        memcpy(out, record->blank, record->size);
    if (ptl_starved(&own))
        ptl_fail(m->job, own.error.status, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
}

/* ---- Textures ------------------------------------------------------------------------------- */

/* One white pixel, for materials without an image: the engine wants one. */
static const uint8_t white_png[] = {
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48,
    0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00,
    0x00, 0x90, 0x77, 0x53, 0xDE, 0x00, 0x00, 0x00, 0x0C, 0x49, 0x44, 0x41, 0x54, 0x78,
    0xDA, 0x63, 0xF8, 0xFF, 0xFF, 0x3F, 0x00, 0x05, 0xFE, 0x02, 0xFE, 0x33, 0x12, 0x95,
    0x14, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
};

static const struct {
    const char *magic;
    size_t      size;
    const char *endings; /* the first is the usual one */
} kinds[] = {
    { "\x89PNG", 4, ".png" }, { "\xFF\xD8\xFF", 3, ".jpg .jpeg" },
    { "BM", 2, ".bmp" },      { "GIF8", 4, ".gif" },
    { "8BPS", 4, ".psd" },
};

static bool has_ending(ptl_str name, const char *endings)
{
    for (const char *at = endings; *at; at += strspn(at, " ")) {
        size_t size = strcspn(at, " "), same = 0;

        while (same < size && name.size > size &&
               (name.data[name.size - size + same] | 0x20) == (at[same] | 0x20))
            same++;
        if (same == size)
            return true;
        at += size;
    }
    return false;
}

/* The file name in a path, as web addresses and disks have them; without dots in front, which make
 * files that systems hide and programs obey. */
static ptl_str base_name(ptl_str path)
{
    ptl_str name = path;

    for (size_t i = path.size; i-- > 0 && name.size == path.size;)
        if (path.data[i] == '/' || path.data[i] == '\\')
            name = (ptl_str){ path.data + i + 1, path.size - i - 1 };
    while (name.size > 0 && name.data[0] == '.')
        name = (ptl_str){ name.data + 1, name.size - 1 };
    return name;
}

/* How many bytes at the end of a name are its extension, the dot included. */
static size_t ending_of(ptl_str name)
{
    for (size_t i = name.size; i-- > 1 && name.size - i <= 5;)
        if (name.data[i] == '.')
            return name.size - i;
    return 0;
}

/* A name whose extension says what the bytes are. */
static pfobj_word texture_word(ptl_str name, const ptl_u8s *bytes, size_t number)
{
    char   text[512];
    size_t ending = ending_of(name), stem = name.size - ending;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (bytes->count >= kinds[i].size &&
            memcmp(bytes->data, kinds[i].magic, kinds[i].size) == 0 &&
            (name.size == 0 || !has_ending(name, kinds[i].endings))) {
            int size = snprintf(text, sizeof text, "%.*s%.4s", stem > 400 ? 400 : (int)stem,
                                name.data, kinds[i].endings);

            if (stem == 0)
                size = snprintf(text, sizeof text, "texture%zu%.4s", number + 1, kinds[i].endings);
            return ptl_pfobj_word_of((ptl_str){ text, (size_t)size }, "texture", number, 4);
        }
    return ptl_pfobj_word_of(name, "texture", number, ending);
}

/* Letters, digits and what may stand between them: names of files that are made. */
static void make_plain(pfobj_word *w)
{
    for (size_t i = 0; i < w->size; i++) {
        char c = w->text[i], low = (char)(c | 0x20);
        bool plain = (low >= 'a' && low <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
                     (i > 0 && (c == '-' || c == '.'));

        if (!plain)
            w->text[i] = '_';
    }
}

static bool is_free_beside(const maker *m, const pfobj_word *w, ptl_span bytes)
{
    const ptl_files *files = m->attached->files;

    return !files || !files->is_free || !m->attached->stem ||
           files->is_free(files->user, w->text, bytes.data, bytes.size);
}

/* A name that no other image has, and no file beside the model that may not be replaced. */
static pfobj_word name_beside(const maker *m, pfobj_word w, const names_before *before,
                              ptl_span bytes)
{
    char   text[512];
    size_t ending = ending_of((ptl_str){ w.text, w.size });
    int    size;

    make_plain(&w);
    w              = ptl_pfobj_free_word(w, before, ending);
    w.text[w.size] = 0;
    if (is_free_beside(m, &w, bytes))
        return w;
    size = snprintf(text, sizeof text, "%.200s-%s", m->attached->stem, w.text);
    w    = ptl_pfobj_word_of((ptl_str){ text, (size_t)size }, "texture", 0, ending);
    make_plain(&w);
    return ptl_pfobj_free_word(w, before, ending);
}

/* The scene goes, its images stay. */
static void attach(maker *m, ptl_str name, ptl_span bytes)
{
    uint8_t *copy = ptl_arena_raw(m->job, bytes.size);

    if (!copy || !name.data)
        return;
    memcpy(copy, bytes.data, bytes.size);
    m->attached->data[m->attached->count++] = (ptl_attachment){ name.data, { copy, bytes.size } };
}

static bool is_shown(const ptl_scene *scene, size_t image)
{
    for (size_t i = 0; i < scene->materials.count; i++)
        if (scene->materials.data[i].image == image)
            return true;
    return false;
}

/* A picture as PNG in color, in memory of the job; as it was when it cannot be read. */
static ptl_u8s in_color(maker *m, ptl_image *image, ptl_u8s bytes)
{
    ptl_buf out = ptl_buf_of(m->job, NULL);

    if (ptl_image_expand(m->job, image)) {
        ptl_png_write(m->job, &out, image, PTL_PNG_USUAL);
        bytes = (ptl_u8s){ ptl_arena_copy(m->job, out.data, out.size, 1), out.size };
    }
    ptl_buf_free(&out);
    return bytes;
}

/* What the engine can show: gray pictures get colors, packed ones become PNG, and those it cannot
 * read are said. The job of reading a picture is its own: what is wrong with it is no failure. */
static ptl_u8s shown_by_engine(maker *m, size_t index)
{
    ptl_u8s        bytes = m->scene->images.data[index].bytes;
    ptl_span       file  = { bytes.data, bytes.count };
    ptl_image_seen seen  = ptl_image_look(m->job, file);
    ptl_job        own   = { .heap = m->job->heap, .arena = m->job->arena };
    ptl_image      image = { 0 };
    bool           gray  = seen.channels == 1 || seen.channels == 2;

    if (!seen.kind || seen.broken || !ptl_image_read(&own, &image, file, NULL)) {
        m->lost.alien += !seen.kind || seen.broken || seen.packed;
        return bytes;
    }
    m->clear[index] = image.has_alpha;
    m->lost.gray += gray;
    return gray || seen.packed ? in_color(m, &image, bytes) : bytes;
}

/* Every image in use gets a name of its own, and becomes a file when its bytes are there. */
static void name_images(maker *m, ptl_str *names)
{
    for (size_t i = 0; i < m->scene->images.count && ptl_ok(m->job); i++) {
        const ptl_scene_image *image  = &m->scene->images.data[i];
        names_before           before = { names, i, sizeof *names };
        ptl_str                name   = base_name(ptl_scene_text(image->file.name));
        ptl_u8s                bytes  = image->bytes;
        pfobj_word             w;

        if (!is_shown(m->scene, i))
            continue;
        m->lost.samplers += image->sharp && !image->broken;
        m->lost.alien += image->broken;
        if (image->broken) /* becomes no file, and needs no name */
            continue;
        if (bytes.count > 0)
            bytes = shown_by_engine(m, i);
        w = texture_word(name, &bytes, i);
        if (bytes.count > 0)
            w = name_beside(m, w, &before, (ptl_span){ bytes.data, bytes.count });
        else
            w = ptl_pfobj_free_word(w, &before, ending_of((ptl_str){ w.text, w.size }));
        names[i] = ptl_pfobj_keep_word(m->job, w.text, w.size);
        ptl_pfobj_say_renamed(m, name, names[i], "images", i);
        if (bytes.count > 0 && ptl_ok(m->job))
            attach(m, names[i], (ptl_span){ bytes.data, bytes.count });
    }
}

/* ---- Materials ------------------------------------------------------------------------------ */

typedef struct material_notes {
    double        ambient;
    pfobj_doubles diffuse, specular;
    ptl_str       texture;
} material_notes;

#define NOTE(member) .offset = offsetof(material_notes, member)

static const ptl_field material_fields[] = {
    { "ambient", "share of the ambient light", PTL_KIND_F64, PTL_ONE, NOTE(ambient) },
    { "diffuse", "color", PTL_KIND_F64, PTL_LIST, NOTE(diffuse) },
    { "specular", "color of the gloss", PTL_KIND_F64, PTL_LIST, NOTE(specular) },
    { "texture", "file", PTL_KIND_TEXT, PTL_ONE, NOTE(texture) },
};
static const material_notes material_blank = { .ambient = 1 };
static const ptl_record material_record = { "a material", sizeof(material_notes), material_fields,
                                            4, .blank = &material_blank };

/* What was noted counts as long as the color in the scene is still the one made of it. */
static double noted(const pfobj_doubles *notes, int i, double otherwise, bool checked)
{
    double value = notes->count == 3 ? notes->data[i] : otherwise;
    double shown = value < 0 ? 0 : value > 1 ? 1 : value;

    if (!isfinite(value) || (checked && fabs(shown - otherwise) > 1e-6))
        return otherwise;
    return value;
}

/* The texture is left empty where there is none. */
static void fill_material(maker *m, ptl_pfobj_material *to, const ptl_scene_material *from,
                          const ptl_str *images)
{
    material_notes notes = material_blank;

    ptl_pfobj_read_notes(m, from->extras, &material_record, &notes);
    to->ambient = ptl_pfobj_tidy6(isfinite(notes.ambient) ? notes.ambient : 1);
    for (int i = 0; i < 3; i++) {
        to->diffuse[i]  = ptl_pfobj_tidy6(noted(&notes.diffuse, i, (double)from->color[i], true));
        to->specular[i] = ptl_pfobj_tidy6(noted(&notes.specular, i, 0, false));
    }
    if (from->image != PTL_SCENE_NONE && !m->scene->images.data[from->image].broken) {
        to->texture = images[from->image];
    } else if (notes.texture.size > 0) {
        pfobj_word w = ptl_pfobj_word_of(notes.texture, "texture", 0, ending_of(notes.texture));
        to->texture  = ptl_pfobj_keep_word(m->job, w.text, w.size);
    } else {
        m->lost.colors++;
    }
    m->lost.blends += from->alpha == PTL_ALPHA_BLEND || from->color[3] < 1;
    m->lost.sided += from->double_sided && !m->backs;
    m->lost.cutoffs += from->alpha == PTL_ALPHA_MASK && fabsf(from->cutoff - 0.5f) > 1e-3f;
    m->lost.cuts +=
        from->alpha == PTL_ALPHA_OPAQUE && from->image != PTL_SCENE_NONE && m->clear[from->image];
}

static bool has_plain_parts(const ptl_scene *scene)
{
    for (size_t i = 0; i < scene->meshes.count; i++)
        for (size_t k = 0; k < scene->meshes.data[i].parts.count; k++)
            if (scene->meshes.data[i].parts.data[k].material == PTL_SCENE_NONE)
                return true;
    return scene->materials.count == 0;
}

static ptl_str add_white(maker *m, const ptl_str *images)
{
    names_before before = { images, m->scene->images.count, sizeof *images };
    ptl_span     bytes  = { white_png, sizeof white_png };
    pfobj_word   w      = name_beside(m, (pfobj_word){ "white.png", 9 }, &before, bytes);
    ptl_str      name   = ptl_pfobj_keep_word(m->job, w.text, w.size);

    if (m->lost.colors > 0)
        attach(m, name, bytes);
    return name;
}

/* The last material is one for parts without any, if there are such. */
static void make_materials(maker *m)
{
    static const ptl_scene_material plain = { .color = { 1, 1, 1, 1 }, .image = PTL_SCENE_NONE };
    size_t   given = m->scene->materials.count, count = given + has_plain_parts(m->scene);
    size_t   pictures = m->scene->images.count;
    ptl_str *images   = ptl_arena_array(m->job, pictures, sizeof *images), white;

    m->clear                 = ptl_arena_array(m->job, pictures, sizeof *m->clear);
    m->attached->data        = ptl_arena_array(m->job, pictures + 1, sizeof *m->attached->data);
    m->model->materials.data = ptl_arena_array(m->job, count, sizeof *m->model->materials.data);
    if (count > PFOBJ_MATERIALS)
        ptl_fail(m->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "pfobj-materials",
                 "%zu materials are more than the %d the engine has room for", count,
                 PFOBJ_MATERIALS);
    if (!ptl_ok(m->job))
        return;
    name_images(m, images);
    for (size_t i = 0; i < count && ptl_ok(m->job); i++) {
        const ptl_scene_material *from = i < given ? &m->scene->materials.data[i] : &plain;

        fill_material(m, &m->model->materials.data[i], from, images);
        m->model->materials.data[i].name =
            ptl_pfobj_material_name(m, i < given ? from->name : ptl_scene_text("default"), i);
    }
    m->model->materials.count = count;
    white                     = add_white(m, images);
    for (size_t i = 0; i < count; i++)
        if (m->model->materials.data[i].texture.size == 0)
            m->model->materials.data[i].texture = white;
}

/* ---- Vertices ------------------------------------------------------------------------------- */

typedef struct placed_mesh { /* a mesh where a node has it */
    const ptl_scene_mesh *mesh;
    uint32_t              skin, bone; /* of its vertices: one of them, or neither */
    ptl_pfobj_matrix      matrix;
    bool                  moved;  /* the matrix is not that of staying */
    bool                  turned; /* and it mirrors                    */
} placed_mesh;

static double determinant(const ptl_pfobj_matrix *m)
{
    const double(*a)[4] = m->m;

    return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
           a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
           a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

/* A mesh below a bone moves along with it; its place is then that of the bind pose. */
static placed_mesh place_mesh(const maker *m, uint32_t node)
{
    static const ptl_pfobj_matrix unit = { { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 } } };
    const ptl_scene_node         *n    = &m->scene->nodes.data[node];
    placed_mesh      p = { &m->scene->meshes.data[n->mesh], n->skin, PTL_SCENE_NONE, unit };
    ptl_pfobj_matrix undo;

    if (n->skin != PTL_SCENE_NONE) {
        p.matrix = m->settled[n->skin];
    } else {
        p.bone   = m->held[node];
        p.matrix = m->worlds[node];
        if (p.bone != PTL_SCENE_NONE &&
            ptl_pfobj_invert(&undo, &m->worlds[m->bones[p.bone].node])) {
            undo     = ptl_pfobj_multiply(&m->bones[p.bone].bind, &undo);
            p.matrix = ptl_pfobj_multiply(&undo, &p.matrix);
        }
    }
    p.moved  = memcmp(&p.matrix, &unit, sizeof unit) != 0;
    p.turned = determinant(&p.matrix) < 0;
    return p;
}

static void put_position(const placed_mesh *p, const float *from, double to[3])
{
    double         place[3] = { (double)from[0], (double)from[1], (double)from[2] };
    ptl_pfobj_vec3 moved;

    if (p->moved) {
        moved    = ptl_pfobj_apply(&p->matrix, place);
        place[0] = moved.x;
        place[1] = moved.y;
        place[2] = moved.z;
    }
    for (int i = 0; i < 3; i++)
        to[i] = ptl_pfobj_round6(place[i]);
}

static bool put_unit(const double n[3], double to[3])
{
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);

    for (int i = 0; i < 3 && length > 1e-30; i++)
        to[i] = ptl_pfobj_round6(n[i] / length);
    return length > 1e-30;
}

/* By the transpose of the inverse, times the determinant: length does not matter. */
static bool put_normal(const placed_mesh *p, const float *from, double to[3])
{
    const double(*a)[4] = p->matrix.m;
    double n[3] = { (double)from[0], (double)from[1], (double)from[2] }, turned[3] = { 0 };

    for (int row = 0; row < 3 && p->moved; row++)
        for (int k = 0; k < 3; k++) {
            int r1 = (row + 1) % 3, r2 = (row + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;

            turned[row] += (a[r1][k1] * a[r2][k2] - a[r1][k2] * a[r2][k1]) * n[k];
        }
    for (int i = 0; i < 3 && p->turned; i++)
        turned[i] = -turned[i];
    return put_unit(p->moved ? turned : n, to);
}

static void put_face_normal(ptl_pfobj_vertex *corners, const bool *there)
{
    const double *a = corners[0].position, *b = corners[1].position, *c = corners[2].position;
    double        n[3], face[3] = { 0, 1, 0 };

    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;

        n[i] = (b[j] - a[j]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[j] - a[j]);
    }
    put_unit(n, face);
    for (int i = 0; i < 3; i++)
        if (!there[i])
            memcpy(corners[i].normal, face, sizeof face);
}

/* Six at most, greatest first, none that six decimals make nothing of. */
static void keep_weights(maker *m, ptl_pfobj_vertex *v, ptl_pfobj_weight *list, unsigned count)
{
    unsigned kept = ptl_pfobj_tidy_weights(list, count), used = 0;

    if (kept > PTL_PFOBJ_WEIGHTS) {
        m->lost.weights++;
        kept = PTL_PFOBJ_WEIGHTS;
    }
    for (; used < kept; used++) {
        list[used].weight = ptl_pfobj_round6(list[used].weight);
        if (!(list[used].weight > 0))
            break;
    }
    v->weights.data = ptl_arena_raw(m->job, used * sizeof *list);
    if (v->weights.data) {
        memcpy(v->weights.data, list, used * sizeof *list);
        v->weights.count = used;
    }
}

static void put_weights(maker *m, const placed_mesh *p, const ptl_scene_part *part, size_t vertex,
                        ptl_pfobj_vertex *v)
{
    ptl_pfobj_weight list[8];
    unsigned         count = 0;

    if (p->bone != PTL_SCENE_NONE && !m->bones[p->bone].still)
        list[count++] = (ptl_pfobj_weight){ m->bones[p->bone].joint, 1 };
    for (uint32_t i = 0; i < part->influences && p->skin != PTL_SCENE_NONE; i++) {
        size_t      at = vertex * part->influences + i;
        const bone *b  = &m->bones[m->places[p->skin][part->joint.data[at]]];

        if (!b->still)
            list[count++] = (ptl_pfobj_weight){ b->joint, (double)part->weight.data[at] };
    }
    if (count > 0)
        keep_weights(m, v, list, count);
}

static void put_triangle(maker *m, const placed_mesh *p, const ptl_scene_part *part, size_t index,
                         ptl_pfobj_vertex *to)
{
    static const uint8_t plain[] = { 0, 1, 2 }, turned[] = { 0, 2, 1 };
    bool                 there[3];

    for (size_t k = 0; k < 3; k++) {
        size_t vertex = part->index.data[3 * index + (p->turned ? turned : plain)[k]];

        put_position(p, part->position.data + 3 * vertex, to[k].position);
        there[k] =
            part->normal.count > 0 && put_normal(p, part->normal.data + 3 * vertex, to[k].normal);
        if (part->uv.count > 0) {
            to[k].texture[0] = ptl_pfobj_round6((double)part->uv.data[2 * vertex]);
            to[k].texture[1] = ptl_pfobj_tidy6(1 - (double)part->uv.data[2 * vertex + 1]);
        }
        to[k].material =
            part->material != PTL_SCENE_NONE ? part->material : (uint32_t)m->scene->materials.count;
        put_weights(m, p, part, vertex, &to[k]);
    }
    put_face_normal(to, there);
}

/* ---- Order of triangles --------------------------------------------------------------------- */

typedef struct mesh_notes {
    ptl_u32s order; /* pairs of a part and a number of triangles */
} mesh_notes;

static const ptl_field mesh_fields[] = {
    { "order", "pairs of a part and a number of triangles", PTL_KIND_U32, PTL_LIST,
      .offset = offsetof(mesh_notes, order) },
};
static const mesh_notes mesh_blank;
static const ptl_record mesh_record = { "a mesh", sizeof(mesh_notes), mesh_fields, 1,
                                        .blank = &mesh_blank };

/* Whether the pairs name every triangle of every part once. */
static bool order_fits(const ptl_scene_mesh *mesh, const ptl_u32s *order)
{
    bool fits = order->count > 0 && order->count % 2 == 0;

    for (size_t p = 0; p < mesh->parts.count && fits; p++) {
        uint64_t triangles = 0;

        for (size_t i = 0; i < order->count; i += 2)
            if (order->data[i] == p)
                triangles += order->data[i + 1];
        fits = triangles == mesh->parts.data[p].index.count / 3;
    }
    for (size_t i = 0; i < order->count && fits; i += 2)
        fits = order->data[i] < mesh->parts.count;
    return fits;
}

/* The triangles in the order they once had, where that was noted; else part by part. */
static ptl_u32s order_of(const maker *m, const ptl_scene_mesh *mesh)
{
    mesh_notes notes = { 0 };
    uint32_t  *plain;

    if (mesh->extras.size > 0 && mesh->parts.count <= PFOBJ_MATERIALS)
        ptl_pfobj_read_notes(m, mesh->extras, &mesh_record, &notes);
    if (order_fits(mesh, &notes.order))
        return notes.order;
    plain = ptl_arena_array(m->job, 2 * (uint64_t)mesh->parts.count, sizeof *plain);
    for (size_t i = 0; i < mesh->parts.count && plain; i++) {
        plain[2 * i]     = (uint32_t)i;
        plain[2 * i + 1] = (uint32_t)(mesh->parts.data[i].index.count / 3);
    }
    return (ptl_u32s){ plain, plain ? 2 * mesh->parts.count : 0 };
}

static bool has_back(const maker *m, const ptl_scene_part *part)
{
    return m->backs && part->material != PTL_SCENE_NONE &&
           m->scene->materials.data[part->material].double_sided;
}

/* The triangle behind the one that is there, seen from its other side. */
static void put_back(ptl_pfobj_vertex *face)
{
    static const uint8_t turned[] = { 0, 2, 1 };

    for (int i = 0; i < 3; i++) {
        face[3 + i] = face[turned[i]];
        for (int k = 0; k < 3; k++)
            face[3 + i].normal[k] = 0.0 - face[turned[i]].normal[k];
    }
}

static void put_mesh(maker *m, const placed_mesh *p, size_t *at)
{
    ptl_u32s  order = order_of(m, p->mesh);
    uint32_t *next  = ptl_arena_array(m->job, p->mesh->parts.count, sizeof *next);

    for (size_t i = 0; i < order.count && next; i += 2) {
        uint32_t              number = order.data[i];
        const ptl_scene_part *part   = &p->mesh->parts.data[number];

        for (uint32_t k = 0; k < order.data[i + 1] && ptl_ok(m->job); k++, *at += 3) {
            put_triangle(m, p, part, next[number]++, &m->model->vertices.data[*at]);
            if (has_back(m, part)) {
                put_back(&m->model->vertices.data[*at]);
                *at += 3;
            }
        }
    }
}

static void make_vertices(maker *m)
{
    ptl_pfobj_vertices   *list  = &m->model->vertices;
    const ptl_scene_node *nodes = m->scene->nodes.data;
    uint64_t              count = 0;
    size_t                at    = 0;

    for (size_t i = 0; i < m->scene->nodes.count; i++)
        for (size_t k = 0; nodes[i].mesh != PTL_SCENE_NONE &&
                           k < m->scene->meshes.data[nodes[i].mesh].parts.count;
             k++) {
            const ptl_scene_part *part = &m->scene->meshes.data[nodes[i].mesh].parts.data[k];

            count += part->index.count / 3 * (has_back(m, part) ? 6 : 3);
        }
    if (count == 0)
        ptl_fail(m->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "pfobj-empty",
                 "there is no triangle that a model could be made of");
    list->data = ptl_arena_array(m->job, count, sizeof *list->data);
    for (size_t i = 0; i < m->scene->nodes.count && ptl_ok(m->job); i++)
        if (nodes[i].mesh != PTL_SCENE_NONE) {
            placed_mesh p = place_mesh(m, (uint32_t)i);

            put_mesh(m, &p, &at);
        }
    list->count = ptl_ok(m->job) ? (size_t)count : 0;
}

/* ---- The whole ------------------------------------------------------------------------------ */

static size_t count_colors(const ptl_scene *scene)
{
    size_t count = 0;

    for (size_t i = 0; i < scene->meshes.count; i++)
        for (size_t k = 0; k < scene->meshes.data[i].parts.count; k++)
            count += scene->meshes.data[i].parts.data[k].color.count > 0;
    return count;
}

/* Images that end at their rim, where coordinates go beyond it. */
static size_t count_clamped(const ptl_scene *scene)
{
    size_t count = 0;

    for (size_t i = 0; i < scene->meshes.count; i++)
        for (size_t k = 0; k < scene->meshes.data[i].parts.count; k++) {
            const ptl_scene_part *part   = &scene->meshes.data[i].parts.data[k];
            uint32_t              image  = part->material == PTL_SCENE_NONE
                                               ? part->material
                                               : scene->materials.data[part->material].image;
            bool                  beyond = false;

            if (image == PTL_SCENE_NONE || !scene->images.data[image].clamped)
                continue;
            for (size_t v = 0; v < part->uv.count && !beyond; v++)
                beyond = part->uv.data[v] < -1e-4f || part->uv.data[v] > 1.0001f;
            count += beyond;
        }
    return count;
}

/* What materials and images have that the engine does not. */
static void say_looks(const maker *m)
{
    ptl_job *job = m->job;

    ptl_find_count(job, PTL_LOSS, "pfobj-double-sided", m->lost.sided,
                   "# {material is|materials are} seen from both sides, and now from one; "
                   "double-sided gives faces a back");
    ptl_find_count(job, PTL_LOSS, "pfobj-cutoff", m->lost.cutoffs,
                   "# {material is|materials are} cut out at another alpha than 0.5, at which the "
                   "engine does it");
    ptl_find_count(job, PTL_LOSS, "pfobj-cutoff", m->lost.cuts,
                   "# opaque {material has an image|materials have images} with alpha, where the "
                   "engine leaves out pixels of 0.5 and less");
    ptl_find_count(job, PTL_LOSS, "pfobj-samplers", m->lost.samplers,
                   "# {image is|images are} shown without blending pixels, which the engine does");
    ptl_find_count(job, PTL_LOSS, "pfobj-samplers", count_clamped(m->scene),
                   "# {part of a mesh goes|parts of meshes go} beyond the rim of an image that "
                   "ends there: the engine repeats it");
    ptl_find_count(job, PTL_LOSS, "pfobj-image", m->lost.gray,
                   "# gray {image is|images are} written in color, as PNG: the engine shows gray "
                   "ones black");
    ptl_find_count(job, PTL_LOSS, "pfobj-image", m->lost.alien,
                   "# {image is|images are} broken, or of a kind that neither we nor the engine "
                   "can read");
}

static void say_losses(const maker *m)
{
    ptl_job *job = m->job;

    ptl_find_count(job, PTL_LOSS, "pfobj-no-texture", m->lost.colors,
                   "# {material has|materials have} no image: one white pixel is invented for "
                   "{it|them}, beside the model");
    ptl_find_count(job, PTL_LOSS, "pfobj-blend", m->lost.blends,
                   "# {material is|materials are} partly transparent: the engine draws a pixel or "
                   "leaves it out");
    ptl_find_count(job, PTL_LOSS, "pfobj-colors", count_colors(m->scene),
                   "# {part of a mesh has|parts of meshes have} colors of vertices, which are "
                   "dropped");
    ptl_find_count(job, PTL_LOSS, "pfobj-weights", m->lost.weights,
                   "# {vertex has|vertices have} more than six weights, of which the greatest are "
                   "kept");
    ptl_find_count(job, PTL_LOSS, "pfobj-bind", m->lost.bind,
                   "# {joint has|joints have} no bind pose: the pose at rest is taken");
    ptl_find_count(job, PTL_LOSS, "pfobj-tips", m->lost.tips,
                   "# {joint gets|joints get} a tip, which only drawings of bones use");
    ptl_find_count(job, PTL_LOSS, "pfobj-sets", m->lost.sets,
                   "# {animation is|animations are} dropped: the engine has room for 32");
    ptl_find_count(
        job, PTL_LOSS, "pfobj-motion", m->lost.motions,
        "# {node moves a mesh and cannot become a joint: its motion is|nodes move meshes "
        "and cannot become joints: their motion is} dropped");
    ptl_find_count(job, PTL_LOSS, "pfobj-still", m->lost.still_sets,
                   "# {animation moves no joint and is|animations move no joint and are} dropped");
    ptl_find_count(job, PTL_LOSS, "pfobj-shear", m->lost.shears,
                   "# {transform is|transforms are} sheared, by up to %d thousandths, which is "
                   "dropped",
                   (int)(m->lost.shear * 1000 + 0.5));
}

void ptl_pfobj_from_scene(ptl_job *job, void *native, const void *hub, ptl_attachments *attached)
{
    const ptl_scene *scene = hub;
    maker            m     = { .job      = job,
                               .scene    = scene,
                               .model    = native,
                               .attached = attached,
                               .scale =
                                   ptl_pfobj_setting_number(job, "scale", 1, 1e-6, 1e6, "0.000001 to 1000000"),
                               .backs = ptl_setting_of(job, "double-sided") != NULL,
                               .rate  = ptl_pfobj_rate(job) };

    m.model->version = (ptl_str){ "1.0", 3 };
    m.order          = ptl_scene_order(job, scene);
    m.placings       = ptl_arena_array(job, scene->nodes.count, sizeof *m.placings);
    m.worlds         = ptl_arena_array(job, scene->nodes.count, sizeof *m.worlds);
    if (!ptl_ok(job) || !ptl_scene_may_unfold(job, scene))
        return;
    ptl_scene_rest(scene, m.placings);
    ptl_pfobj_make_worlds(&m);
    ptl_pfobj_make_bones(&m);
    make_materials(&m);
    if (ptl_ok(job))
        ptl_pfobj_make_joints(&m);
    if (ptl_ok(job))
        make_vertices(&m);
    if (ptl_ok(job))
        ptl_pfobj_make_sets(&m);
    if (ptl_ok(job))
        ptl_pfobj_measure(job, m.model);
    say_losses(&m);
    say_looks(&m);
    if (!ptl_setting_of(job, "mirror"))
        ptl_find(job, PTL_NOTE, PTL_NOWHERE, "pfobj-frame",
                 "left and right are as in the document, which today's engine shows mirrored; "
                 "mirror x writes what today's exporter does");
}
