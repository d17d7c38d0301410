/* SPDX-License-Identifier: MIT */
/* What the files that build the scene of a terrain share. */
#ifndef PTL_FORMATS_PFMAP_SCENE_H
#define PTL_FORMATS_PFMAP_SCENE_H

#include "formats/pfmap/pfmap_private.h"

/* Tiles that have water over them. */
size_t ptl_pfmap_water_tiles(const ptl_pfmap *map);

/* Makes the last mesh, node and material of the scene the water over so many tiles. */
bool ptl_pfmap_fill_water(ptl_job *job, ptl_scene *scene, const ptl_pfmap *map, size_t tiles);

#endif
