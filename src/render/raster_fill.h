/* SPDX-License-Identifier: MIT */
/* Inside of the rasterizer: a piece of the picture, and triangles laid into its samples. */
#ifndef PTL_RENDER_RASTER_FILL_H
#define PTL_RENDER_RASTER_FILL_H

#include "render/raster_shade.h"

/* Rows of the picture that one worker draws at a time. */
typedef struct ptl_band {
    uint32_t  top, rows, width;
    unsigned  samples;
    float    *depth; /* of each sample, larger is nearer                          */
    uint16_t *color; /* of each sample: light and alpha, multiplied, 65535 for 1  */
} ptl_band;

/* Returns how much work that was: pixels that were looked at, colors that were found (for cut-outs
 * one for each sample), and what it takes to begin. */
uint64_t ptl_band_fill(const ptl_band *band, const ptl_screen_triangle *triangle);

#endif
