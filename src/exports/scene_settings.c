/* SPDX-License-Identifier: MIT */
/* Settings of exports over scenes and their work on the scene, and files beside the output. */
#include "exports/export.h"

#include <errno.h>
#include <string.h>

#include "core/num.h"
#include "hubs/scene_optimize.h"
#include "hubs/scene_weld.h"
#include "render/load.h"

const ptl_setting_info ptl_scene_settings[] = {
    { "weld", NULL, NULL, "merge vertices that are equal in everything", PTL_WHEN_SCENE },
    { "optimize", NULL, NULL,
      "merge equal vertices, and order triangles and vertices for graphics cards", PTL_WHEN_SCENE },
    { "scale", "FACTOR", NULL, "make everything larger or smaller (1); tiles take whole numbers",
      PTL_WHEN_SCENE },
    { 0 },
};

static void weld_all(ptl_job *job, ptl_scene *scene)
{
    for (size_t i = 0; i < scene->meshes.count; i++)
        for (size_t k = 0; k < scene->meshes.data[i].parts.count; k++)
            ptl_scene_weld(job, &scene->meshes.data[i].parts.data[k]);
}

/* Multiplies what has no parent; a skin's joints hang below something, so they follow. */
static void scale_all(ptl_job *job, ptl_scene *scene, const ptl_setting *setting)
{
    const char *text = setting->data, *end = text + setting->size;
    double      factor;

    if (ptl_parse_f64(text, end, &factor) != end || !(factor > 1e-6 && factor < 1e6)) {
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "scale takes a number between a millionth and a million");
        return;
    }
    for (size_t i = 0; i < scene->nodes.count; i++)
        for (int k = 0; k < 3 && scene->nodes.data[i].parent == PTL_SCENE_NONE; k++) {
            ptl_scene_node *node = &scene->nodes.data[i];

            node->scale[k]       = (float)((double)node->scale[k] * factor);
            node->translation[k] = (float)((double)node->translation[k] * factor);
        }
}

void ptl_scene_export(ptl_job *job, ptl_buf *out, void *hub, const ptl_export *export,
                      const ptl_side *side)
{
    const ptl_setting *scale = ptl_setting_of(job, "scale");

    if (scale)
        scale_all(job, hub, scale);
    if (ptl_ok(job) && ptl_setting_of(job, "weld"))
        weld_all(job, hub);
    if (ptl_ok(job) && ptl_setting_of(job, "optimize"))
        ptl_scene_optimize(job, hub);
    if (ptl_ok(job))
        ptl_scene_load(job, hub, &(ptl_files){ 0 }); /* what a bridge or a caller left open */
    if (ptl_ok(job))
        export->write[PTL_HUB_SCENE](job, out, hub, side);
}

void ptl_tiles_export(ptl_job *job, ptl_buf *out, void *hub, const ptl_export *export,
                      const ptl_side *side)
{
    if (((const ptl_tiles *)hub)->picture)
        export->write[PTL_HUB_TILES](job, out, hub, side);
    else
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "tiles-missing",
                 "there are no images of tiles to draw it with");
}

void ptl_side_put(ptl_job *job, const ptl_side *side, const char *name, const void *data,
                  size_t size)
{
    if (ptl_ok(job) && !side->files.put)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "write",
                 "%s cannot go beside an output that is not a file", name);
    int before = errno;

    errno = 0;
    if (ptl_ok(job) && !side->files.put(side->files.user, name, data, size))
        ptl_fail_write(job, name);
    errno = errno ? errno : before;
}
