/* SPDX-License-Identifier: MIT */
/* Scenes as bytes: one walk over the scene serves both directions, so that they cannot differ.
 *
 *   number        4 bytes; floats by their bits
 *   text          size, bytes, zeros up to a multiple of 4
 *   list          count, elements one after another, zeros up to a multiple of 4
 *   scene         "PTLS", name, extras, tile, then the lists of images, materials, meshes, nodes,
 *                 skins and clips, each element member by member
 *
 * All is little-endian. Lists of numbers begin at multiples of 4, so that they can stay where they
 * are. */
#include "imports/scene_pack.h"

#include <string.h>

#include "core/bytes.h"
#include "core/companions.h"
#include "core/cursor.h"

typedef struct walk { /* one of out and in is there */
    ptl_buf    *out;
    ptl_cursor *in;
    ptl_job    *job;
} walk;

/* ---- Values ---------------------------------------------------------------------------------- */

static void pass_number(walk *w, uint32_t *value)
{
    if (w->out)
        ptl_put_u32le(w->out, *value);
    else
        *value = ptl_u32le(w->in);
}

static bool pass_flag(walk *w, bool value)
{
    uint32_t number = value;

    pass_number(w, &number);
    return number != 0;
}

static void pass_floats(walk *w, float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;

        memcpy(&bits, &values[i], sizeof bits);
        pass_number(w, &bits);
        memcpy(&values[i], &bits, sizeof bits);
    }
}

/* Claims more elements than there are bytes for, each taking at least `least` of them: then there
 * are none, and the job fails. */
static size_t pass_count(walk *w, size_t count, size_t least)
{
    uint32_t number = (uint32_t)count;

    if (w->out && count > UINT32_MAX)
        ptl_fail(w->job, PTL_E_LIMIT, PTL_NOWHERE, "limit-memory", "a list is too long");
    pass_number(w, &number);
    return w->out || ptl_need(w->in, (uint64_t)number * least) ? number : 0;
}

static void pass_padding(walk *w)
{
    static const uint8_t zeros[3];

    if (w->out)
        ptl_put(w->out, zeros, (size_t)(-(w->out->gone + w->out->size) & 3));
    else
        ptl_take(w->in, -w->in->at & 3);
}

static void pass_text(walk *w, ptl_str *text)
{
    size_t size = pass_count(w, text->size, 1);

    if (w->out)
        ptl_put(w->out, text->data, size);
    else
        *text = ptl_chars(w->in, size);
    pass_padding(w);
}

/* ---- Lists of numbers ------------------------------------------------------------------------ */

static void pass_u8s(walk *w, ptl_u8s *list)
{
    size_t count = pass_count(w, list->count, 1);

    if (w->out)
        ptl_put(w->out, list->data, count);
    else
        *list = ptl_u8_array(w->in, count);
    pass_padding(w);
}

static void get_u16s(walk *w, ptl_u16s *list, size_t count)
{
    const uint8_t *bytes = ptl_take(w->in, 2 * (uint64_t)count);

    list->data  = bytes ? ptl_arena_raw(w->job, 2 * (uint64_t)count) : NULL;
    list->count = list->data ? count : 0;
    for (size_t i = 0; i < list->count; i++)
        list->data[i] = ptl_load_u16le(bytes + 2 * i);
}

static void pass_u16s(walk *w, ptl_u16s *list)
{
    size_t count = pass_count(w, list->count, 2);

    for (size_t i = 0; w->out && i < count; i++)
        ptl_put_u16le(w->out, list->data[i]);
    if (!w->out)
        get_u16s(w, list, count);
    pass_padding(w);
}

static void pass_u32s(walk *w, ptl_u32s *list)
{
    size_t count = pass_count(w, list->count, 4);

    if (w->out)
        ptl_put_u32le_array(w->out, list->data, count);
    else
        *list = ptl_u32le_array(w->in, count);
}

static void pass_f32s(walk *w, ptl_f32s *list)
{
    size_t count = pass_count(w, list->count, 4);

    if (w->out)
        ptl_put_f32le_array(w->out, list->data, count);
    else
        *list = ptl_f32le_array(w->in, count);
}

/* ---- Elements -------------------------------------------------------------------------------- */

/* The list that is written, or room for one that is read; each element takes at least so many
 * bytes. */
static void *pass_room(walk *w, void *list, size_t *count, size_t size, size_t least)
{
    size_t number = pass_count(w, *count, least);

    if (!w->out)
        list = ptl_arena_array(w->job, number, size);
    *count = list ? number : 0;
    return list;
}

#define PASS_ROOM(w, list, least)                                                                  \
    ((list).data = pass_room(w, (list).data, &(list).count, sizeof *(list).data, least))

static void pass_image(walk *w, ptl_scene_image *image)
{
    ptl_str name = { image->file.name, strlen(image->file.name) };

    pass_text(w, &name);
    if (!w->out) {
        image->file = (ptl_companion){ .role = "texture", .needed = true, .exact = true };
        ptl_companion_call(&image->file, name);
    }
    image->first_is_clear = pass_flag(w, image->first_is_clear);
    image->sharp          = pass_flag(w, image->sharp);
    image->clamped        = pass_flag(w, image->clamped);
    pass_u8s(w, &image->bytes);
}

static void pass_material(walk *w, ptl_scene_material *m)
{
    uint32_t alpha = m->alpha;

    pass_text(w, &m->name);
    pass_floats(w, m->color, 4);
    pass_number(w, &m->image);
    pass_number(w, &alpha);
    m->alpha = alpha <= PTL_ALPHA_BY_IMAGE ? (ptl_scene_alpha)alpha : PTL_ALPHA_OPAQUE;
    pass_floats(w, &m->cutoff, 1);
    m->double_sided = pass_flag(w, m->double_sided);
    pass_text(w, &m->extras);
}

static void pass_part(walk *w, ptl_scene_part *p)
{
    pass_number(w, &p->material);
    pass_f32s(w, &p->position);
    pass_f32s(w, &p->normal);
    pass_f32s(w, &p->uv);
    pass_u8s(w, &p->color);
    pass_number(w, &p->influences);
    pass_u16s(w, &p->joint);
    pass_f32s(w, &p->weight);
    pass_u32s(w, &p->index);
    pass_text(w, &p->extras);
    p->welded = w->out && p->welded; /* which cannot be seen, so it is not believed */
}

static void pass_mesh(walk *w, ptl_scene_mesh *mesh)
{
    pass_text(w, &mesh->name);
    pass_text(w, &mesh->extras);
    PASS_ROOM(w, mesh->parts, 40);
    for (size_t i = 0; i < mesh->parts.count && ptl_ok(w->job); i++)
        pass_part(w, &mesh->parts.data[i]);
}

static void pass_node(walk *w, ptl_scene_node *n)
{
    pass_text(w, &n->name);
    pass_number(w, &n->parent);
    pass_number(w, &n->mesh);
    pass_number(w, &n->skin);
    pass_floats(w, n->translation, 3);
    pass_floats(w, n->rotation, 4);
    pass_floats(w, n->scale, 3);
    pass_text(w, &n->extras);
}

static void pass_skin(walk *w, ptl_scene_skin *s)
{
    pass_text(w, &s->name);
    pass_u32s(w, &s->joints);
    pass_f32s(w, &s->inverse_bind);
    pass_number(w, &s->root);
}

static void pass_channel(walk *w, ptl_scene_channel *c)
{
    uint32_t path = c->path;

    pass_number(w, &c->node);
    pass_number(w, &path);
    c->path  = path <= PTL_PATH_SCALE ? (ptl_scene_path)path : PTL_PATH_TRANSLATION;
    c->step  = pass_flag(w, c->step);
    c->cubic = pass_flag(w, c->cubic);
    pass_f32s(w, &c->times);
    pass_f32s(w, &c->values);
}

static void pass_clip(walk *w, ptl_scene_clip *clip)
{
    pass_text(w, &clip->name);
    PASS_ROOM(w, clip->channels, 24);
    for (size_t i = 0; i < clip->channels.count && ptl_ok(w->job); i++)
        pass_channel(w, &clip->channels.data[i]);
}

/* ---- The whole ------------------------------------------------------------------------------- */

static void pass_shapes(walk *w, ptl_scene *s)
{
    PASS_ROOM(w, s->images, 20);
    for (size_t i = 0; i < s->images.count && ptl_ok(w->job); i++)
        pass_image(w, &s->images.data[i]);
    PASS_ROOM(w, s->materials, 40);
    for (size_t i = 0; i < s->materials.count && ptl_ok(w->job); i++)
        pass_material(w, &s->materials.data[i]);
    PASS_ROOM(w, s->meshes, 12);
    for (size_t i = 0; i < s->meshes.count && ptl_ok(w->job); i++)
        pass_mesh(w, &s->meshes.data[i]);
}

static void pass_motion(walk *w, ptl_scene *s)
{
    PASS_ROOM(w, s->nodes, 60);
    for (size_t i = 0; i < s->nodes.count && ptl_ok(w->job); i++)
        pass_node(w, &s->nodes.data[i]);
    PASS_ROOM(w, s->skins, 16);
    for (size_t i = 0; i < s->skins.count && ptl_ok(w->job); i++)
        pass_skin(w, &s->skins.data[i]);
    PASS_ROOM(w, s->clips, 8);
    for (size_t i = 0; i < s->clips.count && ptl_ok(w->job); i++)
        pass_clip(w, &s->clips.data[i]);
}

static void pass_scene(walk *w, ptl_scene *s)
{
    uint32_t magic = 0x534c5450; /* PTLS */

    pass_number(w, &magic);
    if (magic != 0x534c5450)
        ptl_fail(w->job, PTL_E_SYNTAX, 0, "import-answer", "this is not a scene");
    pass_text(w, &s->name);
    pass_text(w, &s->extras);
    pass_floats(w, &s->tile, 1);
    pass_shapes(w, s);
    pass_motion(w, s);
}

void ptl_scene_pack(ptl_buf *out, ptl_scene *scene)
{
    pass_scene(&(walk){ .out = out, .job = out->job }, scene);
}

void ptl_scene_unpack(ptl_job *job, ptl_scene *scene, ptl_span packed)
{
    ptl_cursor in;

    job->source_owned = true; /* so that lists stay where they are */
    in                = ptl_cursor_of(job, packed);
    pass_scene(&(walk){ .in = &in, .job = job }, scene);
    if (ptl_ok(job) && ptl_left(&in) > 0)
        ptl_fail(job, PTL_E_SYNTAX, in.at, "import-answer", "bytes follow the scene");
    if (ptl_ok(job))
        ptl_scene_look_at(job, scene);
}
