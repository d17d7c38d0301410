/* SPDX-License-Identifier: MIT */
/* Terrain made from a heightmap: what the files that do so share. */
#ifndef PTL_FORMATS_PFMAP_HEIGHTS_H
#define PTL_FORMATS_PFMAP_HEIGHTS_H

#include "formats/pfmap/pfmap_private.h"
#include "hubs/heightmap.h"

/* Heights in levels, on a grid over tiles. */
typedef struct pfmap_heights {
    uint32_t columns, rows; /* of the map, in tiles                                       */
    uint32_t per_tile;      /* samples along a tile; 0: at its corners, one more each way */
    float   *level;         /* row by row from the north-west                             */
} pfmap_heights;

/* The heights of a picture, by the settings "height-step" and "max-level", in the job's arena. */
bool ptl_pfmap_heights_read(ptl_job *job, pfmap_heights *out, const ptl_heightmap *from);

/* Shapes the tiles, which are columns x rows, and says how far they are from what was wanted. */
void ptl_pfmap_heights_shape(ptl_job *job, ptl_pfmap_tile *tiles, const pfmap_heights *heights);

#endif
