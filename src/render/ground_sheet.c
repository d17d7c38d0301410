/* SPDX-License-Identifier: MIT */
/* Drawing a sheet of images for ground: patterns in four shades of a color each. No coder is
 * needed, and the bytes are the same on every machine. */
#include "render/ground_sheet.h"

#include <stdio.h>
#include <string.h>

#include "core/arena.h"

/* ---- Images ---------------------------------------------------------------------------------- */

typedef enum pattern {
    FLAGS,
    BRICKS,
    PLANKS,
    WAVES,
    STEPS,
    HOLE,
    CROSS,
    BARS,
    DISC,
    SPECKS
} pattern;

typedef struct look {
    uint32_t color : 24;
    uint32_t drawn : 8; /* pattern */
} look;

static const look looks[PTL_SHEET_IMAGES] = {
    /* Floors: what the editor's usual theme has on paper. */
    { 0xF2F2EE, FLAGS },
    { 0xA56462, FLAGS },
    { 0xF89782, FLAGS },
    { 0xF9D277, FLAGS },
    { 0xAEA179, FLAGS },
    { 0xA8C066, FLAGS },
    { 0xD4E09D, FLAGS },
    { 0xB2DAEA, FLAGS },
    { 0x84AFCC, FLAGS },
    { 0xBA8CBB, FLAGS },
    { 0x3F77A8, WAVES },
#define OF(kind) [PTL_GROUND_COLORS + (kind)]
    OF(PTL_GROUND_FLOOR)        = { 0x5F574E, BRICKS }, /* rock: plain floor has other images */
    OF(PTL_GROUND_DOOR)         = { 0x9A6A3C, PLANKS },
    OF(PTL_GROUND_LOCKED_DOOR)  = { 0x6E4A2A, PLANKS },
    OF(PTL_GROUND_ARCHWAY)      = { 0xC9C2B4, STEPS },
    OF(PTL_GROUND_SECRET_DOOR)  = { 0x6B6358, BRICKS },
    OF(PTL_GROUND_PORTCULLIS)   = { 0x7D7F86, BARS },
    OF(PTL_GROUND_STAIRS_UP)    = { 0xD8D2C4, STEPS },
    OF(PTL_GROUND_STAIRS_DOWN)  = { 0x9C968A, STEPS },
    OF(PTL_GROUND_ENTRANCE)     = { 0x6FA86B, CROSS },
    OF(PTL_GROUND_EXIT)         = { 0xA86B6B, CROSS },
    OF(PTL_GROUND_TRAP)         = { 0xB5462F, CROSS },
    OF(PTL_GROUND_PIT)          = { 0x3B3733, HOLE },
    OF(PTL_GROUND_COLUMN)       = { 0xBDB6A8, DISC },
    OF(PTL_GROUND_STATUE)       = { 0x9AA3A0, DISC },
    OF(PTL_GROUND_BRIDGE)       = { 0xA07C50, PLANKS },
    OF(PTL_GROUND_TELEPORT)     = { 0x7A5FB0, DISC },
    OF(PTL_GROUND_ONE_WAY_DOOR) = { 0x8A6A4C, PLANKS },
    OF(PTL_GROUND_ARROW)        = { 0xC0B060, STEPS },
    OF(PTL_GROUND_SECRET_BLOCK) = { 0x665E54, BRICKS },
    OF(PTL_GROUND_BARRIER)      = { 0x8C8C94, BARS },
    OF(PTL_GROUND_PLATE)        = { 0xC4BEB0, HOLE },
    OF(PTL_GROUND_SPINNER)      = { 0xB0A0C0, DISC },
    OF(PTL_GROUND_LID)          = { 0xA8A090, HOLE },
    OF(PTL_GROUND_HIDDEN_PIT)   = { 0xD8D4C8, HOLE },
    OF(PTL_GROUND_LANDING)      = { 0xC0D0C8, HOLE },
#undef OF
};

uint8_t ptl_sheet_image(const ptl_ground_cell *cell)
{
    if (cell->kind == PTL_GROUND_ROCK)
        return PTL_GROUND_COLORS + PTL_GROUND_FLOOR;
    if (cell->bits & PTL_GROUND_WATER &&
        (cell->kind == PTL_GROUND_FLOOR || cell->kind == PTL_GROUND_BARRIER))
        return PTL_SHEET_WATER;
    return cell->kind == PTL_GROUND_FLOOR ? cell->color : (uint8_t)(PTL_GROUND_COLORS + cell->kind);
}

uint32_t ptl_sheet_color(uint8_t image)
{
    return looks[image].color;
}

const char *ptl_sheet_name(char out[24], uint8_t image)
{
    if (image < PTL_GROUND_COLORS)
        snprintf(out, 24, "floor-%u", image);
    else if (image == PTL_SHEET_WATER)
        snprintf(out, 24, "water");
    else if (image == PTL_GROUND_COLORS + PTL_GROUND_FLOOR)
        snprintf(out, 24, "rock");
    else
        snprintf(out, 24, "%s", ptl_ground_word((uint8_t)(image - PTL_GROUND_COLORS)));
    return out;
}

/* ---- Patterns -------------------------------------------------------------------------------- */

enum { SHADES = 4 }; /* of a color: itself, lighter, darker, and that of lines */

/* Specks that repeat with every image, so that images meet without a seam. */
static uint8_t speck(uint32_t x, uint32_t y)
{
    uint32_t mixed = x * 0x9E3779B1u ^ y * 0x85EBCA77u;

    mixed ^= mixed >> 15;
    mixed *= 0xC2B2AE3Du;
    return mixed >> 28 < 3 ? 2 : mixed >> 28 > 12 ? 1 : 0;
}

static bool is_line(pattern drawn, uint32_t x, uint32_t y)
{
    int32_t from_x = (int32_t)x - PTL_SHEET_TILE / 2, from_y = (int32_t)y - PTL_SHEET_TILE / 2;

    switch (drawn) {
    case FLAGS:
        return x == 0 || y == 0;
    case BRICKS:
        return y % 8 == 0 || (x + y / 8 % 2 * 8) % 16 == 0;
    case PLANKS:
        return x % 8 == 0 || y == 4 || y == 28;
    case WAVES:
        return (y + x / 4 % 2 * 2) % 8 == 0;
    case STEPS:
        return y % 8 < 2;
    case HOLE:
        return x > 3 && x < 28 && y > 3 && y < 28 && (x < 6 || x > 25 || y < 6 || y > 25);
    case CROSS:
        return (x > y ? x - y : y - x) < 2 || (x + y > 29 && x + y < 34);
    case BARS:
        return x % 8 < 3 || y % 16 < 3;
    case DISC:
        return from_x * from_x + from_y * from_y < 100 && from_x * from_x + from_y * from_y > 64;
    default:
        return false;
    }
}

/* An index into the palette: black, then four shades of each image. */
static uint8_t pixel_of(uint8_t image, uint32_t x, uint32_t y)
{
    bool line = is_line((pattern)looks[image].drawn, x, y);

    return (uint8_t)(1 + image * SHADES + (line ? 3 : speck(x, y)));
}

static uint32_t shaded(uint32_t color, uint32_t percent)
{
    uint32_t out = 0;

    for (unsigned shift = 0; shift < 24; shift += 8) {
        uint32_t part = (color >> shift & 255) * percent / 100;

        out |= (part < 255 ? part : 255) << shift;
    }
    return out;
}

enum { COLORS = 1 + PTL_SHEET_IMAGES * SHADES };

static void fill_palette(uint32_t palette[COLORS])
{
    static const uint8_t percents[SHADES] = { 100, 106, 93, 70 };

    palette[0] = 0;
    for (unsigned i = 1; i < COLORS; i++)
        palette[i] = shaded(looks[(i - 1) / SHADES].color, percents[(i - 1) % SHADES]);
}

static uint8_t *draw_sheet(ptl_job *job)
{
    uint8_t *pixels = ptl_arena_take(job, (uint64_t)PTL_SHEET_SIDE * PTL_SHEET_SIDE);

    for (uint32_t i = 0; i < (uint32_t)PTL_SHEET_SIDE * PTL_SHEET_SIDE && pixels; i++) {
        uint32_t x = i % PTL_SHEET_SIDE, y = i / PTL_SHEET_SIDE;
        uint32_t image = y / PTL_SHEET_TILE * PTL_SHEET_ACROSS + x / PTL_SHEET_TILE;

        if (image < PTL_SHEET_IMAGES)
            pixels[i] = pixel_of((uint8_t)image, x % PTL_SHEET_TILE, y % PTL_SHEET_TILE);
    }
    return pixels;
}

/* ---- Files ----------------------------------------------------------------------------------- */

static void put_u16(uint8_t *at, uint32_t value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static void put_u32(uint8_t *at, uint32_t value)
{
    put_u16(at, value & 0xFFFF);
    put_u16(at + 2, value >> 16);
}

enum { BMP_HEAD = 54, PER_METER = 2835 };

/* Rows from the last to the first, each of whole words. */
ptl_span ptl_sheet_put_bmp(ptl_job *job, const uint8_t *pixels, uint32_t width, uint32_t height,
                           const uint32_t *palette, uint32_t colors)
{
    uint32_t start = BMP_HEAD + 4 * colors, pitch = (width + 3) / 4 * 4;
    uint64_t size = start + (uint64_t)pitch * height;
    uint8_t *out  = pixels ? ptl_arena_take(job, size) : NULL;

    if (!out)
        return (ptl_span){ 0 };
    memcpy(out, "BM", 2);
    put_u32(out + 2, (uint32_t)size);
    put_u32(out + 10, start);
    put_u32(out + 14, 40); /* size of this header */
    put_u32(out + 18, width);
    put_u32(out + 22, height);
    put_u16(out + 26, 1); /* planes */
    put_u16(out + 28, 8); /* bits of a pixel */
    put_u32(out + 34, pitch * height);
    put_u32(out + 38, PER_METER);
    put_u32(out + 42, PER_METER);
    put_u32(out + 46, colors);
    for (uint32_t i = 0; i < colors; i++)
        put_u32(out + BMP_HEAD + 4 * i, palette[i]);
    for (uint32_t row = 0; row < height; row++)
        memcpy(out + start + (size_t)pitch * (height - 1 - row), pixels + (size_t)width * row,
               width);
    return (ptl_span){ out, (size_t)size };
}

ptl_span ptl_sheet_bmp(ptl_job *job)
{
    uint32_t palette[COLORS];

    fill_palette(palette);
    return ptl_sheet_put_bmp(job, draw_sheet(job), PTL_SHEET_SIDE, PTL_SHEET_SIDE, palette, COLORS);
}

ptl_span ptl_sheet_bmp_of(ptl_job *job, uint8_t image, uint32_t side)
{
    uint32_t palette[COLORS];
    uint8_t *pixels = ptl_arena_take(job, (uint64_t)side * side);

    fill_palette(palette);
    for (uint32_t i = 0; i < side * side && pixels; i++)
        pixels[i] = pixel_of(image, i % side % PTL_SHEET_TILE, i / side % PTL_SHEET_TILE);
    return ptl_sheet_put_bmp(job, pixels, side, side, palette, COLORS);
}

enum { TGA_HEAD = 18 };

/* All images side by side. */
static void put_row(uint8_t *out, const uint8_t *pixels)
{
    for (size_t y = 0; y < PTL_SHEET_TILE; y++)
        for (size_t i = 0; i < PTL_SHEET_IMAGES; i++, out += PTL_SHEET_TILE) {
            size_t left = i % PTL_SHEET_ACROSS * PTL_SHEET_TILE;
            size_t top  = i / PTL_SHEET_ACROSS * PTL_SHEET_TILE + y;

            memcpy(out, pixels + top * PTL_SHEET_SIDE + left, PTL_SHEET_TILE);
        }
}

/* Indices of one byte, colors of three, rows from the first. */
ptl_span ptl_sheet_tga(ptl_job *job)
{
    enum { WIDTH = PTL_SHEET_TILE * PTL_SHEET_IMAGES };
    uint32_t palette[COLORS];
    size_t   size   = TGA_HEAD + 3 * COLORS + (size_t)WIDTH * PTL_SHEET_TILE;
    uint8_t *pixels = draw_sheet(job), *out = ptl_arena_take(job, size);

    if (!pixels || !out)
        return (ptl_span){ 0 };
    fill_palette(palette);
    out[1] = out[2] = 1; /* there is a palette, and indices into it */
    put_u16(out + 5, COLORS);
    out[7] = 24; /* bits of a color */
    put_u16(out + 12, WIDTH);
    put_u16(out + 14, PTL_SHEET_TILE);
    out[16] = 8;    /* bits of a pixel      */
    out[17] = 0x20; /* the first row is on top */
    for (uint32_t i = 0; i < COLORS; i++) {
        out[TGA_HEAD + 3 * i]     = (uint8_t)palette[i];
        out[TGA_HEAD + 3 * i + 1] = (uint8_t)(palette[i] >> 8);
        out[TGA_HEAD + 3 * i + 2] = (uint8_t)(palette[i] >> 16);
    }
    put_row(out + TGA_HEAD + 3 * COLORS, pixels);
    return (ptl_span){ out, size };
}
