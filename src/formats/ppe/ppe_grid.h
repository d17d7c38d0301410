/* SPDX-License-Identifier: MIT */
/* Maps for Tiled: what their files share. */
#ifndef PTL_FORMATS_PPE_GRID_H
#define PTL_FORMATS_PPE_GRID_H

#include "formats/ppe/ppe_private.h"

typedef enum ptl_ppe_paint { /* layers; the first is also the number of the set of its tiles */
                             PPE_TILES,
                             PPE_PRIORITY,
                             PPE_PALETTE,
                             PPE_BITS,
                             PPE_LOGIC,
                             PPE_PAINTS
} ptl_ppe_paint;

enum { PPE_MOST_NUMBERS = 8192 }; /* of a sheet of numbers */

/* The set of tiles, of the sheet that the settings name, or of numbers; cells are as large. */
bool ptl_ppe_add_tiles(ptl_job *job, ptl_grid *grid, ptl_grid_map *map, uint32_t count);

/* A set of numbers for a layer that needs so many at least; its number. */
uint16_t ptl_ppe_add_numbers(ptl_job *job, ptl_grid *grid, const ptl_ppe *map, ptl_ppe_paint paint,
                             uint32_t count);

#endif
