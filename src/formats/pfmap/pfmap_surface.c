/* SPDX-License-Identifier: MIT */
/* What a map means: places, corners, heights, normals, materials, blend modes, passability. */
#include <math.h>
#include <string.h>

#include "formats/pfmap/pfmap_private.h"

enum { N = PTL_PFMAP_CHUNK };

/* ---- Places --------------------------------------------------------------------------------- */

uint64_t ptl_pfmap_file_number(const ptl_pfmap *map, uint32_t row, uint32_t col)
{
    uint64_t chunk = (uint64_t)(row / N) * (map ? map->width / N : 0) + col / N;

    return chunk * N * N + (uint64_t)(row % N) * N + col % N;
}

size_t ptl_pfmap_index(const ptl_pfmap *map, uint64_t number)
{
    uint64_t chunk = number / (N * N), in_chunk = number % (N * N);
    uint64_t across = map ? map->width / N : 0;
    uint64_t row, col;

    if (across == 0)
        return SIZE_MAX;
    row = chunk / across * N + in_chunk / N;
    col = chunk % across * N + in_chunk % N;
    return (size_t)(row * map->width + col);
}

/* Splits a distance in tiles into a tile and a part of it; true when it is inside. */
static bool split(double distance, uint32_t tiles, uint32_t *whole, double *part)
{
    bool     inside = tiles > 0 && distance >= 0 && distance <= tiles;
    uint32_t last   = tiles > 0 ? tiles - 1 : 0;

    *whole = distance >= tiles ? last : distance > 0 ? (uint32_t)distance : 0;
    *part  = distance - *whole;
    return inside;
}

bool ptl_pfmap_place_at(ptl_pfmap_place *out, const ptl_pfmap *map, double x, double z)
{
    static const ptl_pfmap none;
    double                 across, down;
    bool                   inside;

    if (!out)
        return false;
    map            = map ? map : &none;
    across         = map->width / 2.0 - x / PTL_PFMAP_TILE;
    down           = z / PTL_PFMAP_TILE + map->height / 2.0;
    inside         = split(across, map->width, &out->col, &out->fx);
    inside         = split(down, map->height, &out->row, &out->fz) && inside;
    out->chunk_row = out->row / N;
    out->chunk_col = out->col / N;
    return inside;
}

/* ---- Shapes --------------------------------------------------------------------------------- */

/* Bit c: corner c (NW, NE, SE, SW) stands at base + ramp. */
static const uint8_t raised[16] = {
    0x0,                /* flat                          */
    0x3, 0xC, 0x9, 0x6, /* ramps up to N, S, W, E         */
    0x2, 0x7,           /* concave and convex SW          */
    0x1, 0xB,           /* SE                             */
    0x4, 0xE,           /* NW                             */
    0x8, 0xD,           /* NE                             */
};

void ptl_pfmap_corners(int out[4], const ptl_pfmap_tile *tile)
{
    for (int c = 0; c < 4 && out && tile; c++)
        out[c] = tile->base + (raised[tile->type & 15] >> c & 1 ? tile->ramp : 0);
}

bool ptl_pfmap_cut_nw_se(const ptl_pfmap_tile *tile)
{
    return tile && (tile->type == PTL_PFMAP_CONCAVE_SW || tile->type == PTL_PFMAP_CONVEX_SW ||
                    tile->type == PTL_PFMAP_CONCAVE_NE || tile->type == PTL_PFMAP_CONVEX_NE);
}

/* The plane under a place of a tile: height at the north-west corner of the plane, and its rise
 * in levels to the east and to the south. */
typedef struct plane {
    double origin, east, south;
} plane;

static plane plane_at(const ptl_pfmap_tile *tile, double fx, double fz)
{
    int  h[4];
    bool first; /* the half with the corner NE, or NW */

    ptl_pfmap_corners(h, tile);
    if (ptl_pfmap_cut_nw_se(tile)) {
        first = fx >= fz;
        return first ? (plane){ h[0], h[1] - h[0], h[2] - h[1] }
                     : (plane){ h[0], h[2] - h[3], h[3] - h[0] };
    }
    first = fx + fz <= 1;
    return first ? (plane){ h[0], h[1] - h[0], h[3] - h[0] }
                 : (plane){ h[1] + h[3] - h[2], h[2] - h[3], h[2] - h[1] };
}

double ptl_pfmap_height_in(const ptl_pfmap_tile *tile, double fx, double fz)
{
    plane p;

    if (!tile)
        return 0;
    p = plane_at(tile, fx, fz);
    return PTL_PFMAP_LEVEL * (p.origin + p.east * fx + p.south * fz);
}

double ptl_pfmap_height(const ptl_pfmap *map, double x, double z)
{
    ptl_pfmap_place       place;
    const ptl_pfmap_tile *tile;

    ptl_pfmap_place_at(&place, map, x, z);
    tile = ptl_pfmap_tile_at(map, place.row, place.col);
    return tile ? ptl_pfmap_height_in(tile, place.fx, place.fz) : 0;
}

/* East is -x: a plane that rises by e levels to the east falls in x, four units on eight. */
void ptl_pfmap_normal_in(double out[3], const ptl_pfmap_tile *tile, double fx, double fz)
{
    static const ptl_pfmap_tile level;
    plane                       p      = plane_at(tile ? tile : &level, fx, fz);
    double                      length = sqrt(4 + p.east * p.east + p.south * p.south);

    if (!out)
        return;
    out[0] = p.east / length;
    out[1] = 2 / length;
    out[2] = -p.south / length;
}

void ptl_pfmap_normal(double out[3], const ptl_pfmap *map, double x, double z)
{
    ptl_pfmap_place       place;
    const ptl_pfmap_tile *tile;

    ptl_pfmap_place_at(&place, map, x, z);
    tile = ptl_pfmap_tile_at(map, place.row, place.col);
    ptl_pfmap_normal_in(out, tile, place.fx, place.fz);
}

uint16_t ptl_pfmap_material_in(const ptl_pfmap_tile *tile, double fx, double fz)
{
    plane p;

    if (!tile)
        return 0;
    p = plane_at(tile, fx, fz);
    return tile->ramp >= 2 && (p.east != 0 || p.south != 0) ? tile->side : tile->top;
}

void ptl_pfmap_blend_modes(uint8_t out[4], const ptl_pfmap *map, const ptl_pfmap_tile *tile)
{
    static const uint8_t none[4];
    bool                 single;

    if (!out)
        return;
    if (!tile) {
        memset(out, 0, 4);
        return;
    }
    single = memcmp(tile->edge_blend, none, 4) == 0 && tile->blend != 0;
    memcpy(out, tile->edge_blend, 4);
    if (single && ptl_pfmap_version(map) < 12)
        memset(out, tile->blend, 4);
}

const pfmap_half ptl_pfmap_halves[2][2] = {
    { { { PTL_PFMAP_NW, PTL_PFMAP_SW, PTL_PFMAP_NE }, 0.25, 0.25 },
      { { PTL_PFMAP_SE, PTL_PFMAP_NE, PTL_PFMAP_SW }, 0.75, 0.75 } },
    { { { PTL_PFMAP_NE, PTL_PFMAP_NW, PTL_PFMAP_SE }, 0.75, 0.25 },
      { { PTL_PFMAP_SW, PTL_PFMAP_SE, PTL_PFMAP_NW }, 0.25, 0.75 } },
};

/* ---- Passability ---------------------------------------------------------------------------- */

typedef struct nav {
    uint8_t         *out;
    const ptl_pfmap *map;
    ptl_pfmap_mover  mover;
} nav;

static uint8_t *cell(const nav *n, uint32_t row, uint32_t col, int south, int east)
{
    size_t across = 2 * (size_t)n->map->width;

    return &n->out[(2 * (size_t)row + (size_t)south) * across + 2 * (size_t)col + (size_t)east];
}

static bool passes_whole(const ptl_pfmap_tile *t, ptl_pfmap_mover mover)
{
    if (t->pathable == 0)
        return false;
    if (mover == PTL_PFMAP_SWIMMER)
        return t->base + t->ramp <= -1; /* the engine looks at the ramp of flat tiles, too */
    return t->base >= -1 && (t->type == PTL_PFMAP_FLAT || t->ramp <= 1);
}

/* The quarter of a corner tile that may stay open when the tile is closed, as its corner; the
 * engine does not ask there whether the tile is pathable. */
static int free_quarter(const ptl_pfmap_tile *t)
{
    static const int8_t corner[16] = {
        -1,           -1,           -1,           -1,           -1,
        PTL_PFMAP_SW, PTL_PFMAP_NE, PTL_PFMAP_SE, PTL_PFMAP_NW, PTL_PFMAP_NW,
        PTL_PFMAP_SE, PTL_PFMAP_NE, PTL_PFMAP_SW,
    };

    return corner[t->type & 15];
}

/* Whether a quarter of a tile is open, its neighbors left out of account. */
static bool is_open(const ptl_pfmap_tile *t, ptl_pfmap_mover mover, int south, int east)
{
    int quarter = free_quarter(t), h[4], world;

    if (passes_whole(t, mover))
        return true;
    if (quarter < 0 || south != (quarter == PTL_PFMAP_SE || quarter == PTL_PFMAP_SW) ||
        east != (quarter == PTL_PFMAP_NE || quarter == PTL_PFMAP_SE))
        return false;
    ptl_pfmap_corners(h, t);
    world = PTL_PFMAP_LEVEL * h[quarter];
    return mover == PTL_PFMAP_GROUND ? world >= -1 : world <= -1;
}

static void open_tile(const nav *n, uint32_t row, uint32_t col)
{
    const ptl_pfmap_tile *t = pfmap_tile(n->map, row, col);

    for (int i = 0; i < 4; i++)
        *cell(n, row, col, i >> 1, i & 1) = is_open(t, n->mover, i >> 1, i & 1);
}

/* Flat tiles of different heights. */
static bool is_cliff(const ptl_pfmap_tile *a, const ptl_pfmap_tile *b)
{
    return a->type == PTL_PFMAP_FLAT && b->type == PTL_PFMAP_FLAT && a->base != b->base;
}

static void close_half(const nav *n, uint32_t row, uint32_t col, bool rows, int which)
{
    for (int i = 0; i < 2; i++)
        *cell(n, row, col, rows ? which : i, rows ? i : which) = 0;
}

/* At a cliff each tile loses the half away from the other. */
static void close_cliff(const nav *n, uint32_t row, uint32_t col, bool south)
{
    uint32_t              r = row + south, c = col + !south;
    const ptl_pfmap_tile *a, *b;

    if (r == n->map->height || c == n->map->width)
        return;
    a = pfmap_tile(n->map, row, col);
    b = pfmap_tile(n->map, r, c);
    if (!is_cliff(a, b))
        return;
    close_half(n, row, col, south, 0);
    close_half(n, r, c, south, 1);
}

void ptl_pfmap_passable(uint8_t *out, const ptl_pfmap *map, ptl_pfmap_mover mover)
{
    nav n = { out, map, mover };

    if (!out || !map)
        return;
    if (!pfmap_has_tiles(map)) {
        memset(out, 0, 4 * (size_t)map->width * map->height);
        return;
    }
    for (uint32_t row = 0; row < map->height; row++)
        for (uint32_t col = 0; col < map->width; col++)
            open_tile(&n, row, col);
    for (uint32_t row = 0; row < map->height; row++)
        for (uint32_t col = 0; col < map->width; col++) {
            close_cliff(&n, row, col, true);
            close_cliff(&n, row, col, false);
        }
}

/* A tile loses its northern half to a cliff in the south, and so on. */
bool ptl_pfmap_walkable(const ptl_pfmap *map, double x, double z, ptl_pfmap_mover mover)
{
    ptl_pfmap_place       p;
    const ptl_pfmap_tile *t;
    int64_t               row, col;

    if (!ptl_pfmap_place_at(&p, map, x, z) || !pfmap_has_tiles(map))
        return false;
    t   = pfmap_tile(map, p.row, p.col);
    row = (int64_t)p.row + (p.fz < 0.5 ? 1 : -1);
    col = (int64_t)p.col + (p.fx < 0.5 ? 1 : -1);
    if (row >= 0 && row < map->height && is_cliff(t, pfmap_tile(map, (uint32_t)row, p.col)))
        return false;
    if (col >= 0 && col < map->width && is_cliff(t, pfmap_tile(map, p.row, (uint32_t)col)))
        return false;
    return is_open(t, mover, p.fz >= 0.5, p.fx >= 0.5);
}

ptl_footing ptl_pfmap_footing(const void *native, double x, double z)
{
    ptl_pfmap_place place;

    if (!ptl_pfmap_place_at(&place, native, x, z))
        return PTL_FOOTING_NONE;
    return ptl_pfmap_walkable(native, x, z, PTL_PFMAP_GROUND) ? PTL_FOOTING_OPEN
                                                              : PTL_FOOTING_CLOSED;
}
