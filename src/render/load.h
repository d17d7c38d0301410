/* SPDX-License-Identifier: MIT */
/* Loading the images that hubs name. Faults in one are reported, and stop nothing. */
#ifndef PTL_RENDER_LOAD_H
#define PTL_RENDER_LOAD_H

#include "hubs/plan.h"
#include "hubs/scene.h"
#include "hubs/tiles.h"

/* Each takes its hub: images become PNG or JPEG, alpha follows them. */
void ptl_scene_load(ptl_job *job, void *scene, const ptl_files *files);

/* The same, and colors that are means of images are settled. */
void ptl_plan_load(ptl_job *job, void *plan, const ptl_files *files);

/* Decodes the sheets and fills the table of colors: gives the tiles their picture, unless no sheet
 * is there. */
void ptl_tiles_load(ptl_job *job, void *tiles, const ptl_files *files);

#endif
