/* SPDX-License-Identifier: MIT */
/* Ways from one hub to another. */
#ifndef PTL_BRIDGES_BRIDGE_H
#define PTL_BRIDGES_BRIDGE_H

#include "hubs/plan.h"
#include "hubs/scene.h"
#include "render/tile_picture.h"

/* Fills a plan with the picture of tile layers, or where there is none (NULL) with their ids. */
void ptl_plan_tiles(ptl_job *job, ptl_plan *plan, const ptl_tiles *tiles,
                    const ptl_tile_picture *picture);

/* Fills a scene with tile layers; fails where there is no picture of them (NULL). */
void ptl_scene_tiles(ptl_job *job, ptl_scene *scene, const ptl_tile_picture *picture);

#endif
