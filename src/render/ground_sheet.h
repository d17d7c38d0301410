/* SPDX-License-Identifier: MIT */
/* Pictures of ground that was carried from a program that has none, or others. */
#ifndef PTL_RENDER_GROUND_SHEET_H
#define PTL_RENDER_GROUND_SHEET_H

#include "hubs/ground.h"

enum {
    PTL_SHEET_TILE   = 32, /* pixels along one side of an image */
    PTL_SHEET_ACROSS = 8,  /* images side by side               */
    PTL_SHEET_WATER  = PTL_GROUND_COLORS,
    PTL_SHEET_IMAGES = PTL_GROUND_COLORS + PTL_GROUND_KINDS,
    PTL_SHEET_SIDE   = PTL_SHEET_TILE * PTL_SHEET_ACROSS,
};

/* Which image shows a cell: floors by their color, water, other kinds by themselves. */
uint8_t ptl_sheet_image(const ptl_ground_cell *cell);

/* The color of an image, 0xRRGGBB, and what it is called: "floor-3", "water", "door". */
uint32_t    ptl_sheet_color(uint8_t image);
const char *ptl_sheet_name(char out[24], uint8_t image);

/* All images on one square sheet, or in a row, and one of them over and over; in the arena, NULL
 * without memory. BMP is what Egoboo and Permafrost take, TGA what PixelPerfectEngine does, which
 * finds all tiles in the first row of a sheet only; the first color of their palettes is not used,
 * because engines see through it. */
ptl_span ptl_sheet_bmp(ptl_job *job);
ptl_span ptl_sheet_tga(ptl_job *job);
ptl_span ptl_sheet_bmp_of(ptl_job *job, uint8_t image, uint32_t side);

/* A picture as BMP of indices into a palette of 0xRRGGBB. Its rows are of whole words. */
ptl_span ptl_sheet_put_bmp(ptl_job *job, const uint8_t *pixels, uint32_t width, uint32_t height,
                           const uint32_t *palette, uint32_t colors);

#endif
