/* SPDX-License-Identifier: MIT */
/* Cells of a PixelPerfectEngine map as a layer to draw: what a map and a container of maps share.
 */
#ifndef PTL_FORMATS_TILE_CELLS_H
#define PTL_FORMATS_TILE_CELLS_H

#include <portolan/ppe.h>

#include "hubs/tiles.h"

/* Fills in size, cells and light; the tile of a cell is its id. Light is that of the graphics
 * section if the setting "light" asks for it; returns whether a section was left out. */
bool ptl_tile_cells(ptl_job *job, ptl_tile_layer *out, const ptl_ppe *map);

/* Notes, once for a picture, that so many sections were. */
void ptl_tile_note_light(ptl_job *job, size_t count);

#endif
