/* SPDX-License-Identifier: MIT */
/* Scenes of documents: the format fills them, then their images are loaded. */
#include <portolan/scene.h>

#include "flow/source.h"

static void settle_alpha(ptl_scene *scene)
{
    for (size_t i = 0; i < scene->materials.count; i++) {
        ptl_scene_material *m = &scene->materials.data[i];

        if (m->alpha == PTL_ALPHA_BY_IMAGE)
            m->alpha =
                m->image != PTL_SCENE_NONE && ptl_image_has_alpha(&scene->images.data[m->image])
                    ? PTL_ALPHA_MASK
                    : PTL_ALPHA_OPAQUE;
    }
}

void ptl_scene_fill(ptl_job *job, ptl_scene *scene, const ptl_doc *doc, const ptl_write_opts *opts)
{
    if (doc->format->to_scene) {
        doc->format->to_scene(job, scene, doc->native, &opts->files);
    } else if (doc->format->to_tiles) {
        ptl_tiles        tiles = { 0 };
        ptl_tile_picture picture;
        bool             there = ptl_tiles_fill(job, &tiles, &picture, doc, opts);

        ptl_scene_tiles(job, scene, there ? &picture : NULL);
    } else {
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "conversion",
                 "%s has no third dimension to make a scene of", doc->format->info.name);
        return;
    }
    ptl_images_load(job, scene->images.data, scene->images.count, doc, &opts->files);
    settle_alpha(scene);
}

ptl_status ptl_scene_make(ptl_scene **out, const ptl_doc *doc, const ptl_write_opts *opts,
                          ptl_diag *err)
{
    static const ptl_write_opts defaults;
    ptl_job                     job;

    if (!out || !doc)
        return ptl_refuse(err, "ptl_scene_make needs a document and a place for the scene");
    opts = opts ? opts : &defaults;
    *out = ptl_beside_begin(&job, doc, opts, PTL_WHEN_SCENE, sizeof **out);
    if (ptl_ok(&job))
        ptl_scene_fill(&job, *out, doc, opts);
    if (!ptl_ok(&job)) {
        ptl_beside_free(*out);
        *out = NULL;
    }
    return ptl_job_end(&job, err);
}

void ptl_scene_free(ptl_scene *scene)
{
    ptl_beside_free(scene);
}
