/* SPDX-License-Identifier: MIT */
/* Inside of the rasterizer: a piece of the picture, and triangles laid into its samples.
 *
 * What is solid leaves only its number in the samples it covers; colors are found at the end, and
 * only of what is still seen then. */
#ifndef PTL_RENDER_RASTER_FILL_H
#define PTL_RENDER_RASTER_FILL_H

#include "render/raster_shade.h"

enum {
    PTL_TILE        = 64, /* pixels a side: its samples stay near the processor              */
    PTL_GROUPS      = PTL_SAMPLES_MOST / PTL_LANES,
    PTL_NUMBERS     = 65533,
    PTL_NUMBER_BITS = 16,
    PTL_SHADES      = 512, /* triangles whose shading is remembered; a power of two           */
};

/* What a sample shows: nothing, a color, or one of PTL_NUMBERS triangles (from 1 on), which covered
 * the samples of the pixel in the upper half; of cut-outs without texture, each sample alone. */
#define PTL_OWNER_NONE UINT32_C(0)
#define PTL_OWNER_COLOR UINT32_C(0xFFFFFFFF)

typedef struct ptl_tile {
    uint32_t          left, top, width, height; /* pixels */
    unsigned          samples;                  /* of a pixel                                     */
    unsigned          stride;                   /* the same, filled up to whole lanes             */
    const ptl_sample *sample;
    ptl_places        place[PTL_GROUPS]; /* of the samples, from the middle of their pixel */
    unsigned          all;   /* bits of all samples                                         */
    float            *depth; /* of each sample, larger is nearer                            */
    uint32_t         *owner; /* of each sample                                              */
    uint16_t         *color; /* light and alpha, multiplied, 65535 for 1: where one is owner */

    const ptl_screen_triangle *triangles;
    const uint32_t            *numbered; /* the triangle that is number 1, and so on */
    ptl_shade                 *shades;   /* PTL_SHADES of them                       */
} ptl_tile;

/* Sets up all but the memory of a tile, for so many samples of a pixel. */
void ptl_tile_begin(ptl_tile *out, unsigned samples);

/* Samples of a pixel in the memory of a tile. */
static inline unsigned ptl_tile_stride(unsigned samples)
{
    return samples < PTL_LANES ? PTL_LANES : samples;
}

/* Pixels that a triangle may touch, the last ones included, within bounds. */
typedef struct ptl_box {
    int32_t left, right, top, bottom;
} ptl_box;

ptl_box ptl_box_of(const ptl_screen_triangle *triangle, const ptl_box *within);

/* Nothing is there yet. */
void ptl_tile_clear(const ptl_tile *tile);

/* Lays a triangle into the tile. Those that blend want colors in all samples. Returns how much work
 * that was: pixels that were looked at, colors that are to be found (for cut-outs one for each
 * sample), and what it takes to begin. */
uint64_t ptl_tile_fill(const ptl_tile *tile, const ptl_screen_triangle *triangle, uint32_t number);

/* Puts colors into all samples; numbers may be given anew after that. */
void ptl_tile_color(const ptl_tile *tile);

/* The sum of light and alpha over the samples of a pixel of the tile. */
void ptl_tile_sum(const ptl_tile *tile, uint32_t x, uint32_t y, uint32_t sum[4]);

#endif
