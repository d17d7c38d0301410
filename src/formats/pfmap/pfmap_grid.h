/* SPDX-License-Identifier: MIT */
/* Terrain for Tiled: what its files share. */
#ifndef PTL_FORMATS_PFMAP_GRID_H
#define PTL_FORMATS_PFMAP_GRID_H

#include "formats/pfmap/pfmap_private.h"

enum { /* sets of tiles, in the order in which a grid has them */
       PFMAP_SHAPES,
       PFMAP_HEIGHTS,
       PFMAP_RAMPS,
       PFMAP_MATERIALS,
       PFMAP_MARKS, /* one tile, painted where something is so */
       PFMAP_BLENDS,
       PFMAP_COVERS,
       PFMAP_SETS
};

/* Adds all of them; false without memory. */
bool ptl_pfmap_add_sets(ptl_job *job, ptl_grid *grid, const ptl_pfmap *map);

/* Tiles of a set that stand for something. */
uint32_t ptl_pfmap_set_values(const ptl_pfmap *map, unsigned set);

/* Takes over a property that names a material or a splat; false when it is none. */
bool ptl_pfmap_take_list(ptl_job *job, ptl_pfmap *map, ptl_str name, ptl_str now);

#endif
