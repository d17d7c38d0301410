/* SPDX-License-Identifier: MIT */
/* Scenes made elsewhere: checked in full, and copied as far as exports change them. */
#include <math.h>
#include <string.h>

#include "core/json.h"
#include "hubs/scene.h"

typedef struct look {
    ptl_job         *job;
    const ptl_scene *scene;
} look;

/* Fails at the place that ptl_path named before. */
static void expect(look *l, bool fine, const char *what)
{
    if (!fine)
        ptl_fail(l->job, PTL_E_ARG, PTL_NOWHERE, "scene-unsound", "%s", what);
}

static bool all_finite(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

static bool is_in(uint32_t index, size_t count)
{
    return index == PTL_SCENE_NONE || index < count;
}

/* A list that has elements has a place for them. */
#define IS_LIST(list) ((list).data || (list).count == 0)

static bool is_text(ptl_str text)
{
    return text.data || text.size == 0;
}

/* Extras go into files as they are: they have to be one object of JSON. */
static bool is_extras(look *l, ptl_str extras)
{
    ptl_job     own = { .heap = l->job->heap, .depth = l->job->depth };
    ptl_json_in in  = ptl_json_in_of(&own, (ptl_span){ (const uint8_t *)extras.data, extras.size });
    bool        object;

    if (!is_text(extras) || extras.size == 0)
        return is_text(extras);
    object = ptl_json_peek(&in) == '{';
    ptl_json_skip(&in);
    ptl_json_end(&in);
    ptl_json_in_free(&in);
    if (ptl_starved(&own))
        ptl_fail(l->job, own.error.status, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
    return object && ptl_ok(&own);
}

static void look_at_words(look *l, ptl_str name, ptl_str extras)
{
    expect(l, is_text(name), "a name has a size but no letters");
    expect(l, is_extras(l, extras), "extras are not a JSON object");
}

static bool begins(const ptl_u8s *bytes, const char *magic, size_t size)
{
    return bytes->count >= size && memcmp(bytes->data, magic, size) == 0;
}

/* Exports go by the media type; without one the image is looked at when it is loaded. */
const char *ptl_scene_image_wrong(const ptl_scene_image *image)
{
    if (!IS_LIST(image->bytes))
        return "an image has a size but no bytes";
    if (!memchr(image->file.name, 0, sizeof image->file.name) ||
        (image->file.needed && !image->file.role))
        return "an image has a name without an end, or no role";
    if (!image->media_type || image->bytes.count == 0)
        return NULL;
    if (strcmp(image->media_type, "image/png") == 0)
        return begins(&image->bytes, "\x89PNG\r\n\x1A\n", 8) ? NULL : "an image is no PNG";
    if (strcmp(image->media_type, "image/jpeg") == 0)
        return begins(&image->bytes, "\xFF\xD8\xFF", 3) ? NULL : "an image is no JPEG";
    return "an image is neither PNG nor JPEG";
}

/* ---- One thing each -------------------------------------------------------------------------- */

static void look_at_image(look *l, size_t number)
{
    const char *wrong = ptl_scene_image_wrong(&l->scene->images.data[number]);

    ptl_path(l->job, "images[%zu]", number);
    expect(l, !wrong, wrong);
}

static void look_at_material(look *l, size_t number)
{
    const ptl_scene_material *m = &l->scene->materials.data[number];

    ptl_path(l->job, "materials[%zu]", number);
    expect(l, is_in(m->image, l->scene->images.count), "there is no such image");
    expect(l, all_finite(m->color, 4) && isfinite(m->cutoff), "a number is not finite");
    expect(l, m->alpha >= PTL_ALPHA_OPAQUE && m->alpha <= PTL_ALPHA_BY_IMAGE, "no kind of alpha");
    look_at_words(l, m->name, m->extras);
}

static bool lists_fit(const ptl_scene_part *p, size_t vertices)
{
    size_t joints = vertices * p->influences;

    return IS_LIST(p->position) && IS_LIST(p->normal) && IS_LIST(p->uv) && IS_LIST(p->color) &&
           IS_LIST(p->joint) && IS_LIST(p->weight) && IS_LIST(p->index) &&
           p->position.count == 3 * vertices && p->index.count % 3 == 0 &&
           (p->normal.count == 0 || p->normal.count == 3 * vertices) &&
           (p->uv.count == 0 || p->uv.count == 2 * vertices) &&
           (p->color.count == 0 || p->color.count == 4 * vertices) &&
           (p->influences == 0 || p->influences == 4 || p->influences == 8) &&
           p->joint.count == joints && p->weight.count == joints;
}

static void look_at_part(look *l, const ptl_scene_part *p)
{
    size_t vertices = p->position.count / 3;
    bool   inside   = true;

    if (!lists_fit(p, vertices)) { /* nor can they be looked at */
        expect(l, false, "the lists of a part do not fit together");
        return;
    }
    expect(l, is_in(p->material, l->scene->materials.count), "there is no such material");
    expect(l,
           all_finite(p->position.data, p->position.count) &&
               all_finite(p->normal.data, p->normal.count) && all_finite(p->uv.data, p->uv.count) &&
               all_finite(p->weight.data, p->weight.count),
           "a number is not finite");
    for (size_t i = 0; i < p->index.count; i++)
        inside = inside && p->index.data[i] < vertices;
    expect(l, inside, "a triangle has a vertex that is not there");
    expect(l, is_extras(l, p->extras), "extras are not a JSON object");
}

static void look_at_node(look *l, size_t number)
{
    const ptl_scene_node *n = &l->scene->nodes.data[number];

    ptl_path(l->job, "nodes[%zu]", number);
    expect(l,
           is_in(n->parent, l->scene->nodes.count) && is_in(n->mesh, l->scene->meshes.count) &&
               is_in(n->skin, l->scene->skins.count),
           "it names a node, mesh or skin that is not there");
    expect(l,
           all_finite(n->translation, 3) && all_finite(n->rotation, 4) && all_finite(n->scale, 3),
           "a number is not finite");
    look_at_words(l, n->name, n->extras);
}

/* Joints of a mesh's vertices are places in the list of the skin it is shown with. */
static void look_at_joints(look *l, const ptl_scene_node *node)
{
    const ptl_scene_mesh *mesh   = &l->scene->meshes.data[node->mesh];
    size_t                joints = l->scene->skins.data[node->skin].joints.count;
    bool                  inside = true;

    for (size_t i = 0; i < mesh->parts.count; i++)
        for (size_t k = 0; k < mesh->parts.data[i].joint.count; k++)
            inside = inside && mesh->parts.data[i].joint.data[k] < joints;
    expect(l, inside, "a vertex has a joint that is not in its skin");
}

static void look_at_skin(look *l, size_t number)
{
    const ptl_scene_skin *s      = &l->scene->skins.data[number];
    bool                  inside = is_in(s->root, l->scene->nodes.count);

    ptl_path(l->job, "skins[%zu]", number);
    if (!IS_LIST(s->joints) || !IS_LIST(s->inverse_bind) || !is_text(s->name)) {
        expect(l, false, "a list has a size but no elements");
        return;
    }
    for (size_t i = 0; i < s->joints.count; i++)
        inside = inside && s->joints.data[i] < l->scene->nodes.count;
    expect(l, inside, "there is no such node");
    expect(l,
           s->inverse_bind.count == 16 * s->joints.count &&
               all_finite(s->inverse_bind.data, s->inverse_bind.count),
           "each joint needs a matrix of finite numbers");
}

static void look_at_channel(look *l, const ptl_scene_channel *c)
{
    size_t each   = (c->path == PTL_PATH_ROTATION ? 4u : 3u) * (c->cubic ? 3u : 1u);
    bool   rising = true;

    if (!IS_LIST(c->times) || !IS_LIST(c->values)) {
        expect(l, false, "a list has a size but no elements");
        return;
    }
    for (size_t i = 1; i < c->times.count; i++)
        rising = rising && c->times.data[i] > c->times.data[i - 1];
    expect(l,
           c->node < l->scene->nodes.count && c->path >= PTL_PATH_TRANSLATION &&
               c->path <= PTL_PATH_SCALE,
           "a channel moves nothing that is there");
    expect(l, c->times.count > 0 && c->values.count == each * c->times.count,
           "the numbers of values and times of a channel differ");
    expect(l,
           rising && all_finite(c->times.data, c->times.count) &&
               all_finite(c->values.data, c->values.count),
           "times do not rise, or a number is not finite");
}

/* ---- All ------------------------------------------------------------------------------------- */

/* Going up from any node one comes to an end, or to one from which another came to an end. */
static void look_for_rings(look *l)
{
    const ptl_scene_node *nodes = l->scene->nodes.data;
    size_t                count = l->scene->nodes.count;
    uint32_t             *walk  = ptl_arena_array(l->job, count, sizeof *walk);

    for (size_t i = 0; i < count && walk; i++) {
        uint32_t at = (uint32_t)i;

        for (; at != PTL_SCENE_NONE && walk[at] == 0; at = nodes[at].parent)
            walk[at] = (uint32_t)i + 1;
        ptl_path(l->job, "nodes[%zu]", i);
        expect(l, at == PTL_SCENE_NONE || walk[at] != i + 1, "a node is above itself");
    }
}

static void look_at_lists(look *l)
{
    const ptl_scene *s    = l->scene;
    bool             fine = IS_LIST(s->images) && IS_LIST(s->materials) && IS_LIST(s->meshes) &&
                IS_LIST(s->nodes) && IS_LIST(s->skins) && IS_LIST(s->clips);

    for (size_t i = 0; fine && i < s->meshes.count; i++)
        fine = IS_LIST(s->meshes.data[i].parts);
    for (size_t i = 0; fine && i < s->clips.count; i++)
        fine = IS_LIST(s->clips.data[i].channels) && is_text(s->clips.data[i].name);
    expect(l, fine, "a list has a size but no elements");
    expect(l, s->tile >= 0 && isfinite(s->tile), "the side of a tile is not a length");
    expect(l, fabsf(s->look[0]) <= 360 && fabsf(s->look[1]) <= 90,
           "pictures cannot look from there: degrees are -360 to 360 and -90 to 90");
    look_at_words(l, s->name, s->extras);
}

static void look_at_meshes(look *l)
{
    const ptl_scene *s = l->scene;

    for (size_t i = 0; i < s->meshes.count && ptl_ok(l->job); i++) {
        ptl_path(l->job, "meshes[%zu]", i);
        look_at_words(l, s->meshes.data[i].name, s->meshes.data[i].extras);
        for (size_t k = 0; k < s->meshes.data[i].parts.count && ptl_ok(l->job); k++) {
            ptl_path(l->job, "meshes[%zu]/parts[%zu]", i, k);
            look_at_part(l, &s->meshes.data[i].parts.data[k]);
        }
    }
}

static void look_at_all(look *l)
{
    const ptl_scene *s = l->scene;

    look_at_lists(l);
    for (size_t i = 0; i < s->images.count && ptl_ok(l->job); i++)
        look_at_image(l, i);
    for (size_t i = 0; i < s->materials.count && ptl_ok(l->job); i++)
        look_at_material(l, i);
    if (ptl_ok(l->job))
        look_at_meshes(l);
    for (size_t i = 0; i < s->nodes.count && ptl_ok(l->job); i++)
        look_at_node(l, i);
    for (size_t i = 0; i < s->skins.count && ptl_ok(l->job); i++)
        look_at_skin(l, i);
    for (size_t i = 0; i < s->nodes.count && ptl_ok(l->job); i++)
        if (s->nodes.data[i].mesh != PTL_SCENE_NONE && s->nodes.data[i].skin != PTL_SCENE_NONE)
            look_at_joints(l, &s->nodes.data[i]);
    for (size_t i = 0; i < s->clips.count && ptl_ok(l->job); i++)
        for (size_t k = 0; k < s->clips.data[i].channels.count && ptl_ok(l->job); k++) {
            ptl_path(l->job, "clips[%zu]/channels[%zu]", i, k);
            look_at_channel(l, &s->clips.data[i].channels.data[k]);
        }
    if (ptl_ok(l->job))
        look_for_rings(l);
    l->job->path[0] = 0;
}

void ptl_scene_look_at(ptl_job *job, const ptl_scene *scene)
{
    look_at_all(&(look){ job, scene });
}

void ptl_scene_look_at_motion(ptl_job *job, const ptl_scene *scene, const ptl_scene_clip *clip)
{
    look l = { .job = job, .scene = scene };

    look_at_lists(&l);
    for (size_t i = 0; i < scene->nodes.count && ptl_ok(job); i++)
        look_at_node(&l, i);
    for (size_t i = 0; clip && i < clip->channels.count && ptl_ok(job); i++)
        look_at_channel(&l, &clip->channels.data[i]);
    if (ptl_ok(job))
        look_for_rings(&l);
    job->path[0] = 0;
}

/* ---- The copy -------------------------------------------------------------------------------- */

static void copy_part(ptl_job *job, ptl_scene_part *p)
{
    PTL_COPY_LIST(job, p->position);
    PTL_COPY_LIST(job, p->normal);
    PTL_COPY_LIST(job, p->uv);
    PTL_COPY_LIST(job, p->color);
    PTL_COPY_LIST(job, p->joint);
    PTL_COPY_LIST(job, p->weight);
    PTL_COPY_LIST(job, p->index);
}

/* Welding works on lists of vertices; nothing else does. */
static void copy_meshes(ptl_job *job, ptl_scene *scene)
{
    PTL_COPY_LIST(job, scene->meshes);
    for (size_t i = 0; i < scene->meshes.count && ptl_ok(job); i++) {
        PTL_COPY_LIST(job, scene->meshes.data[i].parts);
        for (size_t k = 0; k < scene->meshes.data[i].parts.count && ptl_ok(job); k++)
            copy_part(job, &scene->meshes.data[i].parts.data[k]);
    }
}

void *ptl_scene_adopt(ptl_job *job, const void *hub)
{
    look       l   = { job, hub };
    ptl_scene *own = ptl_arena_copy(job, hub, 1, sizeof *own);

    if (!own)
        return NULL;
    look_at_all(&l);
    if (!ptl_ok(job))
        return NULL;
    PTL_COPY_LIST(job, own->images);
    PTL_COPY_LIST(job, own->materials);
    PTL_COPY_LIST(job, own->nodes);
    if (ptl_setting_of(job, "weld"))
        copy_meshes(job, own);
    return ptl_ok(job) ? own : NULL;
}
