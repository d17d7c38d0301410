/* SPDX-License-Identifier: MIT */
/* Scenes that somebody else made: looked through, and copied as far as exports change them. */
#include <math.h>

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

/* ---- One thing each -------------------------------------------------------------------------- */

static void look_at_material(look *l, size_t number)
{
    const ptl_scene_material *m = &l->scene->materials.data[number];

    ptl_path(l->job, "materials[%zu]", number);
    expect(l, is_in(m->image, l->scene->images.count), "there is no such image");
    expect(l, all_finite(m->color, 4) && isfinite(m->cutoff), "a number is not finite");
    expect(l, m->alpha >= PTL_ALPHA_OPAQUE && m->alpha <= PTL_ALPHA_BY_IMAGE, "no kind of alpha");
}

static bool lists_fit(const ptl_scene_part *p, size_t vertices)
{
    size_t joints = vertices * p->influences;

    return p->position.count == 3 * vertices && p->index.count % 3 == 0 &&
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

    expect(l, lists_fit(p, vertices), "the lists of a part do not fit together");
    expect(l, is_in(p->material, l->scene->materials.count), "there is no such material");
    expect(l,
           all_finite(p->position.data, p->position.count) &&
               all_finite(p->normal.data, p->normal.count) && all_finite(p->uv.data, p->uv.count) &&
               all_finite(p->weight.data, p->weight.count),
           "a number is not finite");
    for (size_t i = 0; i < p->index.count; i++)
        inside = inside && p->index.data[i] < vertices;
    expect(l, inside, "a triangle has a vertex that is not there");
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

    for (size_t i = 1; i < c->times.count; i++)
        rising = rising && c->times.data[i] > c->times.data[i - 1];
    expect(l,
           c->node < l->scene->nodes.count && c->path >= PTL_PATH_TRANSLATION &&
               c->path <= PTL_PATH_SCALE,
           "a channel moves nothing that is there");
    expect(l, c->times.count > 0 && c->values.count == each * c->times.count,
           "a channel has not as many values as times");
    expect(l,
           rising && all_finite(c->times.data, c->times.count) &&
               all_finite(c->values.data, c->values.count),
           "times do not rise, or a number is not finite");
}

/* ---- All ------------------------------------------------------------------------------------- */

/* Going up from any node one comes to an end: to a root, or to where one has been before this. */
static void look_for_rings(look *l)
{
    const ptl_scene_node *nodes = l->scene->nodes.data;
    size_t                count = l->scene->nodes.count;
    uint32_t             *from = ptl_arena_array(l->job, count, sizeof *from); /* by whom, from 1 */

    for (size_t i = 0; i < count && ptl_ok(l->job); i++) {
        uint32_t at = (uint32_t)i;

        while (at != PTL_SCENE_NONE && from[at] == 0) {
            from[at] = (uint32_t)i + 1;
            at       = nodes[at].parent;
        }
        ptl_path(l->job, "nodes[%zu]", i);
        expect(l, at == PTL_SCENE_NONE || from[at] != i + 1, "a node is above itself");
    }
}

static void look_at_all(look *l)
{
    const ptl_scene *s = l->scene;

    for (size_t i = 0; i < s->materials.count && ptl_ok(l->job); i++)
        look_at_material(l, i);
    for (size_t i = 0; i < s->meshes.count; i++)
        for (size_t k = 0; k < s->meshes.data[i].parts.count && ptl_ok(l->job); k++) {
            ptl_path(l->job, "meshes[%zu]/parts[%zu]", i, k);
            look_at_part(l, &s->meshes.data[i].parts.data[k]);
        }
    for (size_t i = 0; i < s->nodes.count && ptl_ok(l->job); i++)
        look_at_node(l, i);
    for (size_t i = 0; i < s->skins.count && ptl_ok(l->job); i++)
        look_at_skin(l, i);
    for (size_t i = 0; i < s->nodes.count && ptl_ok(l->job); i++)
        if (s->nodes.data[i].mesh != PTL_SCENE_NONE && s->nodes.data[i].skin != PTL_SCENE_NONE)
            look_at_joints(l, &s->nodes.data[i]);
    for (size_t i = 0; i < s->clips.count; i++)
        for (size_t k = 0; k < s->clips.data[i].channels.count && ptl_ok(l->job); k++) {
            ptl_path(l->job, "clips[%zu]/channels[%zu]", i, k);
            look_at_channel(l, &s->clips.data[i].channels.data[k]);
        }
    if (ptl_ok(l->job))
        look_for_rings(l);
    l->job->path[0] = 0;
}

void ptl_scene_look_at_motion(ptl_job *job, const ptl_scene *scene, const ptl_scene_clip *clip)
{
    look l = { job, scene };

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
