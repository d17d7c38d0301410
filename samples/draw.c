/* SPDX-License-Identifier: MIT */
/* Palettes, patterns and the BMP writer of the samples; whole numbers only. */
#include "draw.h"

#include <stdio.h>
#include <string.h>

int draw_min(int a, int b)
{
    return a < b ? a : b;
}

int draw_max(int a, int b)
{
    return a > b ? a : b;
}

int draw_clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

int draw_root(int64_t value)
{
    int64_t root = 0;

    for (int64_t bit = (int64_t)1 << 30; bit > 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= value)
            root += bit;
    return (int)root;
}

/* ---- Pictures ------------------------------------------------------------------------------- */

static uint8_t blend(int from, int to, int step, int steps)
{
    return (uint8_t)((from * (steps - step) + to * step + steps / 2) / steps);
}

static draw_color between(draw_color from, draw_color to, int step, int steps)
{
    return (draw_color){ blend(from.r, to.r, step, steps), blend(from.g, to.g, step, steps),
                         blend(from.b, to.b, step, steps) };
}

draw_palette draw_palette_of(const draw_color (*ramps)[3], int count)
{
    draw_palette palette = { .color = { { 0, 255, 0 } }, .count = 1 };
    const int    half    = DRAW_SHADES / 2;

    for (int i = 0; i < count; i++)
        for (int shade = 0; shade < DRAW_SHADES; shade++)
            palette.color[palette.count++] =
                shade < half ? between(ramps[i][0], ramps[i][1], shade, half)
                             : between(ramps[i][1], ramps[i][2], shade - half, half - 1);
    return palette;
}

void draw_begin(draw_image *image, const draw_palette *palette, int width, int height)
{
    image->palette = palette;
    image->width   = width;
    image->height  = height;
    memset(image->pixel, 0, sizeof image->pixel);
}

void draw_put(draw_image *image, int x, int y, draw_texel texel)
{
    static const uint8_t bayer[4][4] = {
        { 0, 8, 2, 10 }, { 12, 4, 14, 6 }, { 3, 11, 1, 9 }, { 15, 7, 13, 5 }
    };
    int level = draw_clamp(texel.level, 0, 255) * (DRAW_SHADES - 1) * 16 / 255;
    int shade = (level + bayer[y & 3][x & 3]) / 16;

    image->pixel[y * image->width + x] =
        (uint8_t)(1 + texel.ramp * DRAW_SHADES + draw_clamp(shade, 0, DRAW_SHADES - 1));
}

static void put_u16(uint8_t *at, unsigned value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static void put_u32(uint8_t *at, unsigned value)
{
    put_u16(at, value & 0xFFFF);
    put_u16(at + 2, value >> 16);
}

bool draw_write_bmp(const draw_image *image, const char *path)
{
    uint8_t  head[54 + 256 * 4] = { 'B', 'M' };
    unsigned colors = (unsigned)image->palette->count, start = 54 + 4 * colors;
    unsigned stride = ((unsigned)image->width + 3) & ~3u, size = stride * (unsigned)image->height;
    static const uint8_t zeros[4];
    FILE                *file = fopen(path, "wb");
    bool                 good;

    if (!file)
        return false;
    put_u32(head + 2, start + size);
    put_u32(head + 10, start);
    put_u32(head + 14, 40); /* size of this header */
    put_u32(head + 18, (unsigned)image->width);
    put_u32(head + 22, (unsigned)image->height);
    put_u16(head + 26, 1); /* planes */
    put_u16(head + 28, 8); /* bits of a pixel */
    put_u32(head + 34, size);
    put_u32(head + 38, 2835); /* pixels of a meter */
    put_u32(head + 42, 2835);
    put_u32(head + 46, colors);
    for (unsigned i = 0; i < colors; i++) {
        head[54 + 4 * i] = image->palette->color[i].b;
        head[55 + 4 * i] = image->palette->color[i].g;
        head[56 + 4 * i] = image->palette->color[i].r;
    }
    good = fwrite(head, 1, start, file) == start;
    for (int y = image->height - 1; y >= 0; y--) {
        good &= fwrite(image->pixel + y * image->width, 1, (size_t)image->width, file) ==
                (size_t)image->width;
        good &= fwrite(zeros, 1, stride - (unsigned)image->width, file) ==
                stride - (unsigned)image->width;
    }
    return fclose(file) == 0 && good;
}

bool draw_write_tga(const draw_image *image, const char *path)
{
    uint8_t  head[18 + 256 * 4] = { 0, 1, 1 }; /* no id, a palette, indices as they are */
    unsigned colors = (unsigned)image->palette->count, start = 18 + 4 * colors;
    int      clear = image->palette->clear > 0 ? image->palette->clear : 256;
    size_t   size  = (size_t)image->width * (size_t)image->height;
    FILE    *file  = fopen(path, "wb");
    bool     good;

    if (!file)
        return false;
    put_u16(head + 5, colors);
    head[7] = 32; /* bits of a color */
    put_u16(head + 12, (unsigned)image->width);
    put_u16(head + 14, (unsigned)image->height);
    head[16] = 8;    /* bits of a pixel */
    head[17] = 0x28; /* from the top down, with 8 bits of alpha */
    for (unsigned i = 0; i < colors; i++) {
        head[18 + 4 * i] = image->palette->color[i].b;
        head[19 + 4 * i] = image->palette->color[i].g;
        head[20 + 4 * i] = image->palette->color[i].r;
        head[21 + 4 * i] = (int)i % clear == 0 ? 0 : 255;
    }
    good = fwrite(head, 1, start, file) == start && fwrite(image->pixel, 1, size, file) == size;
    return fclose(file) == 0 && good;
}

/* ---- Patterns ------------------------------------------------------------------------------- */

uint32_t draw_hash(int x, int y, uint32_t seed)
{
    uint32_t h = (uint32_t)x * 0x9E3779B1u ^ seed * 0xC2B2AE3Du;

    h = (h ^ h >> 16) * 0x85EBCA77u + (uint32_t)y * 0x27D4EB2Fu;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return h ^ h >> 15;
}

static int wrap(int value, int period)
{
    return (value % period + period) % period;
}

int draw_noise(int x, int y, int cell, int period, uint32_t seed)
{
    int cells = period / cell, left, top, fx, fy, n[4], upper, lower;

    x    = wrap(x, period);
    y    = wrap(y, period);
    left = x / cell;
    top  = y / cell;
    for (int i = 0; i < 4; i++)
        n[i] = (int)(draw_hash((left + (i & 1)) % cells, (top + i / 2) % cells, seed) & 255);
    fx    = (2 * (x % cell) + 1) * 128 / cell;
    fy    = (2 * (y % cell) + 1) * 128 / cell;
    fx    = fx * fx / 256 * (768 - 2 * fx) / 256; /* smooth at both ends */
    fy    = fy * fy / 256 * (768 - 2 * fy) / 256;
    upper = n[0] * (256 - fx) + n[1] * fx;
    lower = n[2] * (256 - fx) + n[3] * fx;
    return (upper / 256 * (256 - fy) + lower / 256 * fy) / 256;
}

int draw_cloud(int x, int y, int cell, int period, uint32_t seed)
{
    int sum = 0, weight = 0;

    for (int share = cell; cell >= 2; cell /= 2, share = share * 2 / 3) {
        sum += share * draw_noise(x, y, cell, period, seed + (uint32_t)cell);
        weight += share;
    }
    return sum / weight;
}

draw_piece draw_cobble(int x, int y, int cell, int period, uint32_t seed)
{
    int        cells = period / cell, best = 1 << 30, next = 1 << 30;
    draw_piece piece = { 0 };

    x = wrap(x, period);
    y = wrap(y, period);
    for (int i = 0; i < 9; i++) {
        int      column = x / cell + i % 3 - 1, row = y / cell + i / 3 - 1;
        uint32_t id = draw_hash(wrap(column, cells), wrap(row, cells), seed);
        int      dx = 16 * x + 8 - (16 * column + 4 + (int)(id & 7)) * cell;
        int      dy = 16 * y + 8 - (16 * row + 4 + (int)(id >> 3 & 7)) * cell;
        int      d  = draw_root((int64_t)dx * dx + (int64_t)dy * dy);

        if (d < best) {
            next      = best;
            best      = d;
            piece.id  = id;
            piece.lit = draw_clamp(-(dx + 2 * dy) / cell, -16, 16);
        } else if (d < next) {
            next = d;
        }
    }
    piece.edge = draw_clamp((next - best) / 2 - 8, 0, 255);
    return piece;
}

draw_piece draw_brick(int x, int y, int width, int height, int period, uint32_t seed)
{
    int row, column, dx, dy;

    y      = wrap(y, period);
    row    = y / height;
    x      = wrap(x + row % 2 * (width / 2), period);
    column = x / width;
    dx     = x % width;
    dy     = y % height;
    return (draw_piece){
        .id   = draw_hash(column, row, seed),
        .edge = 16 * (dx < dy ? dx : dy),
        .lit  = draw_clamp(16 - 12 * (dx < dy ? dx : dy), 0, 16) -
               (dx == width - 1 || dy == height - 1 ? 12 : 0),
    };
}
