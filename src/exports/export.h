/* SPDX-License-Identifier: MIT */
/* One row per export: a target that is written and not read back. */
#ifndef PTL_EXPORTS_EXPORT_H
#define PTL_EXPORTS_EXPORT_H

#include "core/buf.h"
#include "hubs/plan.h"
#include "hubs/scene.h"
#include "render/tile_picture.h"

/* Where an export puts the files that go beside its output. */
typedef struct ptl_side {
    ptl_files   files;
    const char *stem; /* their name without extension */
} ptl_side;

/* Written over one hub or over either; a plan is taken where there is one, unless the setting
 * "view" asks for another look than "plan". */
typedef struct ptl_export {
    ptl_export_info info;
    void (*write_scene)(ptl_job *job, ptl_buf *out, const ptl_scene *scene, const ptl_side *side);
    /* Pictures of tiles, pixel by pixel, where nothing is asked for that only a plan can do. */
    void (*write_tiles)(ptl_job *job, ptl_buf *out, const ptl_tile_picture *picture,
                        const ptl_side *side);
    void (*write_plan)(ptl_job *job, ptl_buf *out, const ptl_plan *plan, const ptl_side *side);
    bool paged;  /* holds several pages of a plan; others are given plans of one page */
    bool shapes; /* takes the shapes of a scene alone: no file beside the document is loaded */
} ptl_export;

/* Settings of every export over scenes, and their work on the scene. */
extern const ptl_setting_info ptl_scene_settings[];
void                          ptl_scene_apply(ptl_job *job, ptl_scene *scene);

/* Settings of every export over plans; as rows, for those that have more. */
#define PTL_PLAN_SETTINGS                                                                          \
    { "level", "N|NAME", NULL, "draw only this page: its number, or a part of its name",           \
      PTL_WHEN_PLAN },                                                                             \
        { "pages", "HOW", "sheet each all",                                                        \
          "all on one sheet, a file each, or all as pages of one file", PTL_WHEN_PLAN },           \
        { "layers", "LIST", NULL, "draw only these layers, or with - or + in front fewer or more", \
          PTL_WHEN_PLAN },                                                                         \
        { "crop", "X,Y,W,H", NULL, "draw this part of a page only, in cells or units",             \
          PTL_WHEN_PLAN },                                                                         \
        { "scale", "FACTOR", NULL, "make everything larger or smaller (1)", PTL_WHEN_PLAN },       \
    {                                                                                              \
        "background", "COLOR", NULL,                                                               \
            "behind everything, such as #ffffff, or transparent; scenes fade between two, with ,", \
            PTL_WHEN_SCENE | PTL_WHEN_PLAN                                                         \
    }
extern const ptl_setting_info ptl_plan_settings[];

/* Chooses and lays out what the settings ask for and writes it; pages that do not fit into the
 * output go beside it. */
void ptl_plan_write(ptl_job *job, ptl_buf *out, ptl_plan *plan, const ptl_export *export,
                    const ptl_side *side);

/* All exports, in the order they are listed; NULL ends them. */
extern const ptl_export *const ptl_exports[];

/* The names the images of a scene get beside the output, in the job's arena; NULL for those without
 * bytes, and instead of the list without memory. Letters, digits and "._-" only, ending in what
 * they are, and no name twice, in any case of letters, unless the bytes are the same. */
const char **ptl_scene_image_names(ptl_job *job, const ptl_scene *scene);

void ptl_put_base64(ptl_buf *out, const uint8_t *data, size_t size);

/* Puts a file beside the output; fails the job when that cannot be. */
void ptl_side_put(ptl_job *job, const ptl_side *side, const char *name, const void *data,
                  size_t size);

#endif
