/* SPDX-License-Identifier: MIT */
/* Permafrost scenes as scenes of glTF: the map as it shows itself, and on it a node for each
 * entity.
 *
 * A model is there once, however many entities have it; only skeletons are there for each, because
 * in glTF a skin stands where its joints do. The engine's X grows to the west and its view mirrors
 * everything: models are mirrored as the map is, and so are the transforms of entities. Entities
 * stand as in the first frame of their animation, and all animations are one clip. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/pfscene/pfscene_scene.h"

/* ---- Counting ------------------------------------------------------------------------------- */

/* A model that is a single node needs no other than that of the entity. */
static bool is_single(const ptl_scene *model)
{
    return model->nodes.count == 1;
}

static size_t nodes_of(const ptl_scene *model)
{
    return 1 + (is_single(model) ? 0 : model->nodes.count);
}

/* The animation an entity begins with: that of its name, or the first. */
static const ptl_scene_clip *clip_of(const ptl_scene *model, const ptl_pfscene_stand *stand)
{
    if (!stand->animated)
        return NULL;
    for (size_t i = 0; i < model->clips.count; i++)
        if (ptl_str_same(model->clips.data[i].name, stand->clip))
            return &model->clips.data[i];
    return model->clips.count > 0 ? &model->clips.data[0] : NULL;
}

typedef struct sizes {
    uint64_t images, materials, meshes, nodes, skins, channels;
} sizes;

static void add_lists(sizes *sum, const ptl_scene *scene)
{
    sum->images += scene->images.count;
    sum->materials += scene->materials.count;
    sum->meshes += scene->meshes.count;
}

static sizes sizes_of(const pfscene_stage *stage)
{
    sizes sum = { .nodes = stage->ground.nodes.count + 1 };

    add_lists(&sum, &stage->ground);
    for (size_t i = 0; i < stage->crowd.model_count; i++)
        add_lists(&sum, &stage->models[i].scene);
    for (size_t i = 0; i < stage->crowd.count; i++) {
        const ptl_scene      *model = &stage->models[stage->crowd.model[i]].scene;
        const ptl_scene_clip *clip;
        ptl_pfscene_stand     stand;

        ptl_pfscene_stand_of(&stand, stage->crowd.entity[i]);
        clip = clip_of(model, &stand);
        sum.nodes += nodes_of(model);
        sum.skins += model->skins.count;
        sum.channels += clip ? clip->channels.count : 0;
    }
    return sum;
}

/* ---- Models --------------------------------------------------------------------------------- */

/* Puts images, materials and meshes behind those that are there; meshes then begin at *first. */
static void add_shapes(ptl_scene *out, const ptl_scene *from, uint32_t *first)
{
    uint32_t images = (uint32_t)out->images.count, materials = (uint32_t)out->materials.count;

    *first = (uint32_t)out->meshes.count;
    for (size_t i = 0; i < from->images.count; i++)
        out->images.data[out->images.count++] = from->images.data[i];
    for (size_t i = 0; i < from->materials.count; i++) {
        ptl_scene_material *to = &out->materials.data[out->materials.count++];

        *to = from->materials.data[i];
        if (to->image != PTL_SCENE_NONE)
            to->image += images;
    }
    for (size_t i = 0; i < from->meshes.count; i++) {
        ptl_scene_mesh *to = &out->meshes.data[out->meshes.count++];

        *to = from->meshes.data[i];
        for (size_t k = 0; k < to->parts.count; k++)
            to->parts.data[k].material += materials;
    }
}

static void add_ground(pfscene_stage *stage)
{
    ptl_scene *out = stage->out, *ground = &stage->ground;
    uint32_t   first;

    add_shapes(out, ground, &first);
    for (size_t i = 0; i < ground->nodes.count; i++)
        out->nodes.data[out->nodes.count++] = ground->nodes.data[i];
    out->tile = ground->tile;
}

/* ---- Entities ------------------------------------------------------------------------------- */

static uint32_t moved(uint32_t index, uint32_t by)
{
    return index == PTL_SCENE_NONE ? index : index + by;
}

/* What is stored is the opposite turn, and all of it is seen in a mirror. */
static void put_stand(ptl_scene_node *node, const ptl_pfscene_stand *stand)
{
    const double *q      = stand->rotation;
    double        length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);

    for (int i = 0; i < 3; i++) {
        node->translation[i] = (float)((i == 0 ? -1 : 1) * stand->position[i]);
        node->scale[i]       = (float)stand->scale[i];
    }
    for (int i = 0; i < 4 && length > 1e-12 && length < 1e150; i++)
        node->rotation[i] = (float)((i == 0 ? -1 : 1) * q[i] / length);
}

static ptl_str notes_of(ptl_job *job, const ptl_pfscene_thing *entity,
                        const ptl_pfscene_stand *stand)
{
    ptl_buf text = ptl_buf_of(job, NULL);

    ptl_put_text(&text, "{\"model\": ");
    ptl_scene_put_string(&text, entity->model);
    ptl_put_format(&text, ", \"faction\": %lld}", (long long)stand->faction);
    return ptl_scene_keep(job, &text);
}

/* The nodes of a model below that of an entity. One with a skin stays where its joints are,
 * whatever it hangs on, so that it hangs on nothing. */
static void add_nodes(pfscene_stage *stage, const pfscene_actor *model, uint32_t above)
{
    ptl_scene *out    = stage->out;
    uint32_t   before = (uint32_t)out->nodes.count, skins = (uint32_t)out->skins.count;

    for (size_t i = 0; i < model->scene.nodes.count; i++) {
        ptl_scene_node *to = &out->nodes.data[out->nodes.count++];

        *to = model->scene.nodes.data[i];
        if (to->skin == PTL_SCENE_NONE)
            to->parent = to->parent == PTL_SCENE_NONE ? above : to->parent + before;
        to->mesh = moved(to->mesh, model->mesh);
        to->skin = moved(to->skin, skins);
    }
    for (size_t i = 0; i < model->scene.skins.count && ptl_ok(stage->job); i++) {
        ptl_scene_skin *to = &out->skins.data[out->skins.count];

        *to = model->scene.skins.data[i];
        PTL_COPY_LIST(stage->job, to->joints);
        for (size_t k = 0; to->joints.data && k < to->joints.count; k++)
            to->joints.data[k] += before;
        to->root = moved(to->root, before);
        out->skins.count++;
    }
}

/* Where the node is when the animation begins. */
static void begin_with(ptl_scene_node *node, const ptl_scene_channel *channel)
{
    float *const places[] = { node->translation, node->rotation, node->scale };
    size_t       width    = channel->path == PTL_PATH_ROTATION ? 4 : 3;

    if (channel->values.count >= width)
        memcpy(places[channel->path], channel->values.data, width * sizeof(float));
}

static void add_motion(pfscene_stage *stage, const ptl_scene_clip *clip, uint32_t before)
{
    ptl_scene_clip *all = &stage->out->clips.data[0];

    for (size_t i = 0; i < clip->channels.count; i++) {
        ptl_scene_channel *to = &all->channels.data[all->channels.count++];

        *to = clip->channels.data[i];
        to->node += before;
        begin_with(&stage->out->nodes.data[to->node], to);
    }
}

static void add_entity(pfscene_stage *stage, size_t index, uint32_t above)
{
    const ptl_pfscene_thing *entity = stage->crowd.entity[index];
    const pfscene_actor     *model  = &stage->models[stage->crowd.model[index]];
    uint32_t                 number = (uint32_t)stage->out->nodes.count++;
    ptl_scene_node          *node   = &stage->out->nodes.data[number];
    const ptl_scene_clip    *clip;
    ptl_pfscene_stand        stand;

    ptl_pfscene_stand_of(&stand, entity);
    put_stand(node, &stand);
    node->name   = entity->name;
    node->parent = above;
    node->extras = notes_of(stage->job, entity, &stand);
    clip         = clip_of(&model->scene, &stand);
    if (is_single(&model->scene)) {
        node->mesh = moved(model->scene.nodes.data[0].mesh, model->mesh);
        return;
    }
    add_nodes(stage, model, number);
    if (clip && ptl_ok(stage->job))
        add_motion(stage, clip, number + 1);
}

static void add_entities(pfscene_stage *stage)
{
    uint32_t above = (uint32_t)stage->out->nodes.count++;

    stage->out->nodes.data[above].name = ptl_scene_text("entities");
    for (size_t i = 0; i < stage->crowd.model_count; i++)
        add_shapes(stage->out, &stage->models[i].scene, &stage->models[i].mesh);
    for (size_t i = 0; i < stage->crowd.count && ptl_ok(stage->job); i++)
        add_entity(stage, i, above);
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* Room for all, with nothing in it yet. */
static bool reserve(pfscene_stage *stage)
{
    ptl_scene *out = stage->out;
    ptl_job   *job = stage->job;
    sizes      sum = sizes_of(stage);

    if (sum.nodes >= UINT32_MAX || sum.channels >= UINT32_MAX || sum.images >= UINT32_MAX ||
        sum.materials >= UINT32_MAX || sum.meshes >= UINT32_MAX)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-memory", "there are too many nodes");
    out->skins.data = ptl_arena_array(job, sum.skins, sizeof *out->skins.data);
    out->clips.data = ptl_arena_array(job, 1, sizeof *out->clips.data);
    if (!ptl_ok(job) || !ptl_scene_reserve(job, out, (size_t)sum.images, (size_t)sum.materials,
                                           (size_t)sum.meshes, (size_t)sum.nodes))
        return false;
    out->clips.data[0].name = ptl_scene_text("idle");
    out->clips.data[0].channels.data =
        ptl_arena_array(job, sum.channels, sizeof *out->clips.data[0].channels.data);
    out->clips.count  = sum.channels > 0;
    out->images.count = out->materials.count = out->meshes.count = out->nodes.count = 0;
    return ptl_ok(job);
}

static void say_losses(const pfscene_stage *stage)
{
    size_t places = 0;

    for (size_t i = 0; i < stage->native->sections.count; i++) {
        const ptl_pfscene_section *section = &stage->native->sections.data[i];

        if (ptl_str_is(section->name, "regions") || ptl_str_is(section->name, "cameras"))
            places += section->things.count;
    }
    ptl_find_count(
        stage->job, PTL_LOSS, "pfscene-places", places,
        "# {region or camera is|regions and cameras are} dropped: the game does not show "
        "{it|them}");
}

void ptl_pfscene_to_scene(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    pfscene_stage stage = { .job = job, .native = native, .out = hub, .files = files };

    ptl_pfscene_set_stage(&stage);
    if (!ptl_ok(job) || !reserve(&stage))
        return;
    add_ground(&stage);
    add_entities(&stage);
    if (!ptl_ok(job))
        return;
    ptl_pfscene_share_images(&stage);
    stage.out->name =
        stage.ground.name.size > 0 ? stage.ground.name : ptl_scene_text("Permafrost scene");
    say_losses(&stage);
}
