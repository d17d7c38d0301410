/* SPDX-License-Identifier: MIT */
/* Objects of tile layers in plans: outlines and names. */
#ifndef PTL_BRIDGES_TILE_MARKS_H
#define PTL_BRIDGES_TILE_MARKS_H

#include "hubs/plan.h"
#include "hubs/tiles.h"

/* Draws them on a layer "objects", if the setting of that name asks for it. The box says where the
 * upper left pixel is and how large one is. */
void ptl_tile_marks_draw(ptl_pen *pen, const ptl_tiles *tiles, const ptl_plan_box *pixel);

#endif
