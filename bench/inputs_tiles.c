/* SPDX-License-Identifier: MIT */
/* Tile maps to draw, and a sheet of 256 tiles of 16 x 16 pixels in 128 colors, or in thousands. */
#include <portolan/ppe.h>
#include <string.h>

#include "inputs.h"

enum { LATTICE = 24, TERRAINS = 8, KINDS = 32, SHADES = 16, HEAD = 18 };

/* ---- Maps ----------------------------------------------------------------------------------- */

static uint32_t scatter(uint32_t x, uint32_t y, uint32_t seed)
{
    uint32_t h = x * 0x9E3779B1u ^ y * 0x85EBCA77u ^ seed * 0xC2B2AE3Du;

    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return h ^ h >> 15;
}

/* Heights of 0 to 255 on a lattice, blended between its points. */
static uint32_t cloud(uint32_t x, uint32_t y, uint32_t step, uint32_t seed)
{
    uint32_t left = x / step, top = y / step, fx = x % step, fy = y % step;
    uint32_t upper =
        (scatter(left, top, seed) & 255) * (step - fx) + (scatter(left + 1, top, seed) & 255) * fx;
    uint32_t lower = (scatter(left, top + 1, seed) & 255) * (step - fx) +
                     (scatter(left + 1, top + 1, seed) & 255) * fx;

    return (upper * (step - fy) + lower * fy) / (step * step);
}

static uint32_t terrain(uint32_t x, uint32_t y)
{
    return cloud(x, y, LATTICE, 5) * TERRAINS / 256;
}

/* Tiles of a terrain: plain, one for every way it may border on a lower one, and variants. */
static uint16_t tile_at(uint32_t x, uint32_t y)
{
    uint32_t here = terrain(x, y), chance = scatter(x, y, 9);
    uint32_t border = (terrain(x + 1, y) < here) | (terrain(x, y + 1) < here) << 1 |
                      (x > 0 && terrain(x - 1, y) < here) << 2 |
                      (y > 0 && terrain(x, y - 1) < here) << 3;
    uint32_t kind = border > 0 ? border : chance % 12 == 0 ? 16 + (chance >> 8) % 16 : 0;

    return (uint16_t)(here * KINDS + kind);
}

static bool make_map(ptl_doc **out, unsigned doublings)
{
    uint32_t width = UINT32_C(16) << (doublings + 1) / 2, height = UINT32_C(16) << doublings / 2;

    if (ptl_ppe_new(out, PTL_PPE_OLD, width, height, NULL, NULL) != PTL_OK)
        return false;
    for (uint32_t i = 0; i < width * height; i++)
        ptl_ppe_of(*out)->cells.data[i] = tile_at(i % width, i / width);
    return true;
}

static uint64_t sum_map(const ptl_doc *doc)
{
    const ptl_ppe *map = ptl_ppe_of(doc);

    return map ? sum_bytes(UINT64_C(0xCBF29CE484222325), map->cells.data, 4 * map->cells.count) : 0;
}

static uint64_t count_pixels(const ptl_doc *doc)
{
    return ptl_ppe_of(doc)->cells.count * SHEET_TILE * SHEET_TILE;
}

const input_kind input_tiles = { "map", make_map, sum_map, count_pixels };

/* ---- Sheets --------------------------------------------------------------------------------- */

static uint8_t shade_at(uint32_t x, uint32_t y)
{
    uint32_t tile = y / SHEET_TILE * (SHEET_SIDE / SHEET_TILE) + x / SHEET_TILE;
    uint32_t light =
        cloud(x % SHEET_TILE, y % SHEET_TILE, 4, tile + 1) / 20 + (scatter(x, y, 3) % 4 == 0);

    return (uint8_t)(tile / KINDS * SHADES + (light < SHADES ? light : SHADES - 1));
}

static void put_color(uint8_t *to, uint8_t shade, uint32_t wobble)
{
    to[0] = (uint8_t)(shade + (wobble & 3));
    to[1] = (uint8_t)(shade % SHADES * 15 + (wobble >> 2 & 7));
    to[2] = (uint8_t)(shade / SHADES * 30 + (wobble >> 5 & 3));
}

/* Writes a TGA; returns its size. */
static size_t make_sheet(uint8_t *head, bool true_color)
{
    uint8_t *to = head + HEAD;

    head[1]  = !true_color; /* a palette */
    head[2]  = true_color ? 2 : 1;
    head[5]  = true_color ? 0 : SHEET_COLORS;
    head[7]  = true_color ? 0 : 24;
    head[13] = head[15] = SHEET_SIDE >> 8;
    head[16]            = true_color ? 24 : 8;
    head[17]            = 0x20; /* from the top */
    for (uint32_t i = 0; i < SHEET_COLORS && !true_color; i++, to += 3)
        put_color(to, (uint8_t)i, 0);
    for (uint32_t i = 0; i < SHEET_SIDE * SHEET_SIDE; i++, to += true_color ? 3 : 1) {
        uint8_t shade = shade_at(i % SHEET_SIDE, i / SHEET_SIDE);

        if (true_color)
            put_color(to, shade, scatter(i % SHEET_SIDE, i / SHEET_SIDE, 77));
        else
            *to = shade;
    }
    return (size_t)(to - head);
}

sheet sheet_of(bool true_color)
{
    static uint8_t rooms[2][HEAD + 3 * SHEET_COLORS + 3 * SHEET_SIDE * SHEET_SIDE];
    static size_t  sizes[2]; /* of what is made already */

    if (sizes[true_color] == 0)
        sizes[true_color] = make_sheet(rooms[true_color], true_color);
    return (sheet){ rooms[true_color], sizes[true_color], HEAD, true_color };
}

void sheet_pixel(const sheet *s, uint32_t tile, uint32_t x, uint32_t y, uint8_t rgba[4])
{
    const uint8_t *map    = s->data + s->start, *at;
    uint32_t       across = SHEET_SIDE / SHEET_TILE;
    size_t         place =
        (size_t)(tile / across * SHEET_TILE + y) * SHEET_SIDE + tile % across * SHEET_TILE + x;

    at      = s->true_color ? map + 3 * place : map + 3 * (map + 3 * SHEET_COLORS)[place];
    rgba[0] = at[2];
    rgba[1] = at[1];
    rgba[2] = at[0];
    rgba[3] = s->true_color || at != map ? 255 : 0;
    if (rgba[3] == 0)
        memset(rgba, 0, 4);
}
