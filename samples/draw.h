/* SPDX-License-Identifier: MIT */
/* Small pictures for the samples: paletted, painted in whole numbers, the same on every machine. */
#ifndef SAMPLES_DRAW_H
#define SAMPLES_DRAW_H

#include <stdbool.h>
#include <stdint.h>

enum { DRAW_SHADES = 14 }; /* of one ramp */

typedef struct draw_color {
    uint8_t r, g, b;
} draw_color;

/* Entry 0 is for transparent texels; ramp n has the DRAW_SHADES entries from 1 + n * DRAW_SHADES.
 */
typedef struct draw_palette {
    draw_color color[256];
    int        count;
    int clear; /* every so many entries one is transparent, the first of them; 0: only entry 0 */
} draw_palette;

typedef struct draw_image {
    const draw_palette *palette;
    int                 width, height; /* at most 256 each way */
    uint8_t             pixel[256 * 256];
} draw_image;

/* What a surface looks like at one place: a ramp of the palette and a brightness of 0 to 255. */
typedef struct draw_texel {
    int ramp, level;
} draw_texel;

/* A palette of ramps, each blended from dark over middle to bright. */
draw_palette draw_palette_of(const draw_color (*ramps)[3], int count);

/* Starts an empty, transparent picture. */
void draw_begin(draw_image *image, const draw_palette *palette, int width, int height);

/* Paints one pixel; levels between two shades are dithered. */
void draw_put(draw_image *image, int x, int y, draw_texel texel);

/* 8-bit uncompressed BMP, bottom-up. */
bool draw_write_bmp(const draw_image *image, const char *path);

/* 8-bit uncompressed TGA with a palette of colors with alpha, top-down. */
bool draw_write_tga(const draw_image *image, const char *path);

/* ---- Patterns: all of them repeat after `period` texels each way ---------------------------- */

/* A number for a place, as good as random. */
uint32_t draw_hash(int x, int y, uint32_t seed);

/* Soft noise of 0 to 255 with features of `cell` texels, a divisor of the period. */
int draw_noise(int x, int y, int cell, int period, uint32_t seed);

/* Noise of several sizes, from `cell` texels down to 2. */
int draw_cloud(int x, int y, int cell, int period, uint32_t seed);

typedef struct draw_piece { /* a stone, brick or plank under a texel */
    uint32_t id;
    int      edge; /* distance to its border, sixteenths of a texel; 0 in the joint */
    int      lit;  /* -16 to 16: how far toward the bright upper left side         */
} draw_piece;

/* Rounded stones, about `cell` texels each. */
draw_piece draw_cobble(int x, int y, int cell, int period, uint32_t seed);

/* Courses of bricks, every other one shifted by half a brick. */
draw_piece draw_brick(int x, int y, int width, int height, int period, uint32_t seed);

int draw_min(int a, int b);
int draw_max(int a, int b);
int draw_clamp(int value, int low, int high);

/* The largest whole number whose square is not above `value`. */
int draw_root(int64_t value);

#endif
