/* SPDX-License-Identifier: MIT */
/* Cells of a PixelPerfectEngine map as a layer to draw: what a map and a container of maps share.
 */
#ifndef PTL_FORMATS_TILE_CELLS_H
#define PTL_FORMATS_TILE_CELLS_H

#include <portolan/ppe.h>

#include "hubs/tiles.h"

typedef struct ptl_tile_unseen { /* what maps hold and layers do not show */
    size_t lights;               /* graphics sections that were not asked for */
    size_t logic;                /* logic values other than 0 */
    size_t data;                 /* cells with data of the game in p bits or palette */
} ptl_tile_unseen;

/* Fills in size, cells and light; the tile of a cell is its id. Light is that of the graphics
 * section if the setting "light" asks for it. What is not shown is added to `unseen`. */
void ptl_tile_cells(ptl_job *job, ptl_tile_layer *out, const ptl_ppe *map, ptl_tile_unseen *unseen);

/* Says it, once for each kind. */
void ptl_tile_say_unseen(ptl_job *job, const ptl_tile_unseen *unseen);

#endif
