/* SPDX-License-Identifier: MIT */
/* Inside of the rasterizer: a piece of the picture, and triangles laid into its samples. */
#ifndef PTL_RENDER_RASTER_FILL_H
#define PTL_RENDER_RASTER_FILL_H

#include "render/raster_shade.h"

enum { PTL_TILE = 64 }; /* pixels a side: its samples stay near the processor */

typedef struct ptl_tile {
    uint32_t  left, top, width, height; /* pixels */
    unsigned  samples;                  /* of a pixel                                     */
    float    *depth; /* of each sample, larger is nearer                          */
    uint16_t *color; /* of each sample: light and alpha, multiplied, 65535 for 1  */
} ptl_tile;

/* Pixels that a triangle may touch, the last ones included, within bounds. */
typedef struct ptl_box {
    int32_t left, right, top, bottom;
} ptl_box;

ptl_box ptl_box_of(const ptl_screen_triangle *triangle, const ptl_box *within);

/* Nothing is there yet. */
void ptl_tile_clear(const ptl_tile *tile);

/* Lays a triangle into the tile. Returns how much work that was: pixels that were looked at, colors
 * that were found (for cut-outs one for each sample), and what it takes to begin. */
uint64_t ptl_tile_fill(const ptl_tile *tile, const ptl_screen_triangle *triangle);

/* The sum of light and alpha over the samples of a pixel of the tile. */
void ptl_tile_sum(const ptl_tile *tile, uint32_t x, uint32_t y, uint32_t sum[4]);

#endif
