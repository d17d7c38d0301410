/* SPDX-License-Identifier: MIT */
/* Sheets of tiles that stand for the values of a field: colors, numbers, simple signs, and pictures
 * made smaller. Everything is drawn with whole numbers: same sheet, same pixels, everywhere. */
#ifndef PTL_RENDER_SWATCH_H
#define PTL_RENDER_SWATCH_H

#include "hubs/grid.h"
#include "render/image.h"

typedef struct ptl_swatch {
    ptl_job  *job;
    ptl_image image;
    uint32_t  columns, width, height; /* tiles side by side, and pixels of each */
    uint32_t  count;
} ptl_swatch;

/* A sheet as large as a set says, all clear; false, and the job failed, without memory. */
bool ptl_swatch_begin(ptl_job *job, ptl_swatch *sheet, const ptl_tiled_set *set);

/* The PNG, in the job's arena. */
ptl_span ptl_swatch_png(ptl_swatch *sheet);

/* Part of a tile, its corners in pixels of the tile; what is outside of it is left out. */
void ptl_swatch_fill(ptl_swatch *sheet, uint32_t tile, ptl_rgba color);
void ptl_swatch_box(ptl_swatch *sheet, uint32_t tile, int32_t x, int32_t y, int32_t width,
                    int32_t height, ptl_rgba color);
void ptl_swatch_line(ptl_swatch *sheet, uint32_t tile, const int32_t from[2], const int32_t to[2],
                     ptl_rgba color);
void ptl_swatch_triangle(ptl_swatch *sheet, uint32_t tile, const int32_t corners[3][2],
                         ptl_rgba color);

/* A number in its middle. */
void ptl_swatch_number(ptl_swatch *sheet, uint32_t tile, int64_t number, ptl_rgba color);

/* Part of a picture, as large as the tile: pixels are the mean of those they stand for. The picture
 * goes on from its other side where the part leaves it. */
void ptl_swatch_picture(ptl_swatch *sheet, uint32_t tile, const ptl_image *picture,
                        const uint32_t part[4]);

/* A color for a number: neighbors are told apart. */
ptl_rgba ptl_swatch_color(uint32_t number);

/* The whole sheet: every tile has the color and the number of its value, counted from `least`. */
ptl_span ptl_swatch_numbers(ptl_job *job, const ptl_tiled_set *set, int64_t least);

#endif
