/* SPDX-License-Identifier: MIT */
/* The map and the models of a scene: found, opened, and shown by their own formats. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/companions.h"
#include "core/order.h"
#include "formats/pfscene/pfscene_scene.h"

/* Hands on what is not the end of all. */
static void hear(void *user, const ptl_diag *diag)
{
    const ptl_listener *to = user;

    if (diag->severity != PTL_ERROR && to->hear)
        to->hear(to->user, diag);
}

/* A document of a format as a scene that lives on without it. */
static bool take_part(ptl_job *job, ptl_scene *out, const char *format, const ptl_part_place *place,
                      const ptl_files *files)
{
    ptl_doc *doc = ptl_part_open(job, format, place, files);

    if (doc)
        ptl_part_fill(job, out, PTL_HUB_SCENE, doc, files);
    if (ptl_ok(job))
        ptl_scene_own_texts(job, out);
    ptl_doc_free(doc);
    return ptl_ok(job);
}

/* The same; where that fails it is said what is left out, unless more of it would fail, too. */
static bool try_part(pfscene_stage *stage, const ptl_job *with, ptl_scene *out, const char *format,
                     const ptl_part_place *place, const char *rule)
{
    ptl_job own = *with;
    char    shown[96];

    own.listener = (ptl_listener){ hear, &stage->job->listener };
    if (take_part(&own, out, format, place, stage->files))
        return true;
    *out = (ptl_scene){ 0 };
    if (ptl_starved(&own) || own.error.status == PTL_E_STOPPED || own.error.status == PTL_E_ARG)
        ptl_fail(stage->job, own.error.status, PTL_NOWHERE, own.error.rule, "%s",
                 own.error.message);
    ptl_quote(shown, sizeof shown, place->path.data, place->path.size);
    if (own.error.status == PTL_E_IO)
        ptl_find(stage->job, PTL_WARNING, PTL_NOWHERE, rule, "%s %s is not there and left out",
                 place->file.role, shown);
    else
        ptl_find(stage->job, PTL_WARNING, PTL_NOWHERE, rule, "%s %s is left out: %s",
                 place->file.role, shown, own.error.message);
    return false;
}

/* ---- The map -------------------------------------------------------------------------------- */

bool ptl_pfscene_map_place(ptl_job *job, const char *stem, ptl_part_place *out)
{
    const ptl_setting *given = ptl_setting_of(job, "map");
    int                size;

    *out = (ptl_part_place){ .info = { .format = "pfmap", .name = "map", .there = true },
                             .file = { .role = "map", .needed = true, .exact = true } };
    if (given)
        out->bytes = (ptl_span){ given->data, given->size };
    size = snprintf(out->file.name, sizeof out->file.name, "%s.pfmap", stem ? stem : "");
    if (!stem || !*stem || size < 0 || (size_t)size >= sizeof out->file.name)
        out->file.name[0] = 0;
    out->path = (ptl_str){ out->file.name, strlen(out->file.name) };
    return given || out->file.name[0];
}

static void take_map(pfscene_stage *stage)
{
    ptl_part_place place;

    if (ptl_pfscene_map_place(stage->job, stage->job->name, &place) &&
        (place.bytes.data || stage->files->load))
        try_part(stage, stage->job, &stage->ground, "pfmap", &place, "pfscene-map");
}

/* What stands beside the part of the map that is asked for is not there. */
static void crop(pfscene_stage *stage)
{
    ptl_scene_box box, all = { { INFINITY, 0, INFINITY }, { -INFINITY, 0, -INFINITY } };

    for (size_t i = 0; i < stage->ground.meshes.count; i++)
        for (int k = 0; k < 3 && ptl_scene_mesh_bounds(&box, &stage->ground.meshes.data[i]);
             k += 2) {
            all.least[k] = box.least[k] < all.least[k] ? box.least[k] : all.least[k];
            all.most[k]  = box.most[k] > all.most[k] ? box.most[k] : all.most[k];
        }
    if (stage->ground.meshes.count == 0)
        ptl_fail(stage->job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "crop counts in tiles of the map, which is not there");
    else
        ptl_pfscene_keep_in(stage->job, &stage->crowd, &all);
}

/* ---- Models --------------------------------------------------------------------------------- */

/* Textures are beside their model, or among those of maps. */
static void find_texture(pfscene_stage *stage, ptl_scene_image *image, ptl_str folder)
{
    ptl_companion near = image->file, shared = image->file;
    int      size = snprintf(near.name, sizeof near.name, "%.*s%s", (int)folder.size, folder.data,
                             image->file.name);
    ptl_span bytes;

    near.folder   = "models";
    shared.folder = "map_textures";
    if (!image->file.name[0] || size < 0 || (size_t)size >= sizeof near.name)
        near.name[0] = 0;
    bytes       = ptl_files_keep(stage->job, stage->files, &near);
    image->file = near;
    if (!bytes.data && shared.name[0]) {
        bytes = ptl_files_keep(stage->job, stage->files, &shared);
        if (bytes.data)
            image->file = shared;
    }
    image->bytes = (ptl_u8s){ (uint8_t *)bytes.data, bytes.size };
}

/* The path of a model up to its name. */
static ptl_str folder_of(const ptl_companion *file)
{
    const char *slash = strrchr(file->name, '/');

    return (ptl_str){ file->name, slash ? (size_t)(slash + 1 - file->name) : 0 };
}

static void take_model(pfscene_stage *stage, const ptl_job *mirrored, size_t index)
{
    const pfscene_model *model = &stage->crowd.models[index];
    ptl_part_place       place = ptl_pfscene_model_place(model->path);
    ptl_scene           *scene = &stage->models[index].scene;

    if (!try_part(stage, mirrored, scene, PTL_PFSCENE_PARTS, &place, "pfscene-model"))
        ptl_scene_reserve(stage->job, scene, 0, 0, 0, 1);
    for (size_t i = 0; i < scene->images.count && ptl_ok(stage->job); i++)
        if (scene->images.data[i].file.needed)
            find_texture(stage, &scene->images.data[i], folder_of(&place.file));
}

static void take_models(pfscene_stage *stage)
{
    size_t       count    = stage->job->setting_count;
    ptl_setting *settings = ptl_arena_array(stage->job, count + 1, sizeof *settings);
    ptl_job      mirrored = *stage->job;

    stage->models = ptl_arena_array(stage->job, stage->crowd.model_count, sizeof *stage->models);
    if (!ptl_ok(stage->job))
        return;
    for (size_t i = 0; i < count; i++)
        settings[i] = stage->job->settings[i];
    settings[count]        = (ptl_setting){ "mirror", "x", 1 };
    mirrored.settings      = settings;
    mirrored.setting_count = count + 1;
    for (size_t i = 0; i < stage->crowd.model_count && ptl_ok(stage->job); i++)
        take_model(stage, &mirrored, i);
}

void ptl_pfscene_set_stage(pfscene_stage *stage)
{
    bool any = false;

    stage->crowd = ptl_pfscene_crowd_of(stage->job, stage->native);
    if (ptl_ok(stage->job))
        take_map(stage);
    if (ptl_ok(stage->job) && ptl_setting_of(stage->job, "crop"))
        crop(stage);
    if (ptl_ok(stage->job))
        take_models(stage);
    for (size_t i = 0; ptl_ok(stage->job) && i < stage->crowd.model_count; i++)
        any = any || stage->models[i].scene.meshes.count > 0;
    if (!any && stage->ground.meshes.count == 0)
        ptl_fail(stage->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "pfscene-nothing",
                 "neither the map nor any model is there, so that there is nothing to show");
}

/* ---- Images --------------------------------------------------------------------------------- */

static bool by_file(const void *of, uint32_t a, uint32_t b)
{
    const ptl_scene_image *images = of;
    int                    less   = strcmp(images[a].file.name, images[b].file.name);

    return less ? less < 0 : a < b;
}

static bool same_file(const ptl_scene_image *a, const ptl_scene_image *b)
{
    return a->file.name[0] && strcmp(a->file.name, b->file.name) == 0 &&
           a->first_is_clear == b->first_is_clear && a->sharp == b->sharp &&
           a->clamped == b->clamped &&
           (a->file.folder == b->file.folder ||
            (a->file.folder && b->file.folder && strcmp(a->file.folder, b->file.folder) == 0));
}

/* Those that nothing refers to any longer are not needed. */
void ptl_pfscene_share_images(pfscene_stage *stage)
{
    ptl_scene *out   = stage->out;
    uint32_t  *order = ptl_arena_array(stage->job, out->images.count, sizeof *order);
    uint32_t  *first = ptl_arena_array(stage->job, out->images.count, sizeof *first);

    if (!ptl_ok(stage->job))
        return;
    ptl_put_in_order(order, out->images.count, by_file, out->images.data);
    for (size_t i = 0, k = 0; i < out->images.count; i++) {
        if (!same_file(&out->images.data[order[i]], &out->images.data[order[k]]))
            k = i;
        first[order[i]] = order[k];
    }
    for (size_t i = 0; i < out->materials.count; i++)
        if (out->materials.data[i].image != PTL_SCENE_NONE)
            out->materials.data[i].image = first[out->materials.data[i].image];
    for (size_t i = 0; i < out->images.count; i++)
        if (first[i] != i)
            out->images.data[i] = (ptl_scene_image){ .file = { .role = "texture" } };
}
