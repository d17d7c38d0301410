/* SPDX-License-Identifier: MIT */
/* The Permafrost terrain sample: an island with a snowy mountain, a lake and a walled height, 64 by
 * 64 tiles.
 *
 * The land is first a height for every corner of every tile, in 256ths of a level. Four rounded
 * corners make a tile, as the editor does it: those at the top are high, all others low, and the
 * pattern of the high ones is the type. What people built is laid over that, tile by tile. */
#include "sample_pfmap.h"

#include <portolan/pfmap.h>

enum {
    SIZE       = 64,  /* tiles along one side */
    LEVEL      = 256, /* parts of a level     */
    KEEP       = 5,   /* level of the walled height */
    KEEP_WEST  = 13,
    KEEP_EAST  = 24,
    KEEP_NORTH = 17,
    KEEP_SOUTH = 26, /* its tiles */
    ROAD       = 18, /* column of the road up to it */
};

/* ---- The land ------------------------------------------------------------------------------- */

/* How far out a corner is from the middle of an ellipse, in thousandths: 1000 is its rim. */
static int outness(int x, int y, int middle_x, int middle_y, int half_x, int half_y)
{
    int64_t dx = (x - middle_x) * 1000 / half_x, dy = (y - middle_y) * 1000 / half_y;

    return draw_root(dx * dx + dy * dy);
}

/* Height on a line of points; x grows, the last one is far out. */
static int along(const int (*line)[2], int x)
{
    int i = 0;

    while (line[i + 1][0] <= x)
        i++;
    return line[i][1] +
           (line[i + 1][1] - line[i][1]) * (x - line[i][0]) / (line[i + 1][0] - line[i][0]);
}

static int land_at(int x, int y)
{
    static const int shore[][2] = { { 0, 420 },       { 450, 330 },   { 700, 260 },
                                    { 860, 130 },     { 960, 20 },    { 1010, -120 },
                                    { 1100, -300 },   { 1300, -700 }, { 1500, -768 },
                                    { 1 << 20, -768 } };
    static const int peak[][2]  = {
         { 0, 1800 }, { 250, 1500 }, { 600, 640 }, { 1000, 0 }, { 1 << 20, 0 }
    };
    static const int lake[][2] = { { 0, -1050 }, { 500, -760 }, { 1000, 0 }, { 1 << 20, 0 } };
    int              rough     = draw_noise(x, y, 8, SIZE, 11) - 128;
    int              out       = outness(x, y, 31, 32, 27, 24) + rough * 5 / 4;

    return along(shore, draw_max(out, 0)) +
           along(peak, draw_max(outness(x, y, 43, 22, 13, 11) + rough / 2, 0)) +
           along(lake, draw_max(outness(x, y, 30, 43, 7, 5) + rough / 2, 0)) +
           (draw_noise(x, y, 4, SIZE, 12) - 128) * (out < 900) / 2;
}

/* The level of a corner, -3 to 9; halves go up, on both sides of zero. */
static int level_at(int x, int y)
{
    int part = land_at(x, y);

    return draw_clamp((part + LEVEL / 2 + 16 * LEVEL) / LEVEL - 16, -3, PTL_PFMAP_ENGINE_HEIGHT);
}

/* ---- Tiles ---------------------------------------------------------------------------------- */

/* Types by the high corners: bits NW, NE, SE, SW. Opposite corners have no type and stay flat. */
static const uint8_t type_of_high[16] = {
    [0x0] = PTL_PFMAP_FLAT,       [0x3] = PTL_PFMAP_RAMP_SN,    [0xC] = PTL_PFMAP_RAMP_NS,
    [0x9] = PTL_PFMAP_RAMP_EW,    [0x6] = PTL_PFMAP_RAMP_WE,    [0x2] = PTL_PFMAP_CONCAVE_SW,
    [0x7] = PTL_PFMAP_CONVEX_SW,  [0x1] = PTL_PFMAP_CONCAVE_SE, [0xB] = PTL_PFMAP_CONVEX_SE,
    [0x4] = PTL_PFMAP_CONCAVE_NW, [0xE] = PTL_PFMAP_CONVEX_NW,  [0x8] = PTL_PFMAP_CONCAVE_NE,
    [0xD] = PTL_PFMAP_CONVEX_NE,  [0xF] = PTL_PFMAP_FLAT,
};

static void shape_tile(ptl_pfmap_tile *tile, int x, int y)
{
    int h[4] = { level_at(x, y), level_at(x + 1, y), level_at(x + 1, y + 1), level_at(x, y + 1) };
    int low  = draw_min(draw_min(h[0], h[1]), draw_min(h[2], h[3]));
    int top = draw_max(draw_max(h[0], h[1]), draw_max(h[2], h[3])), high = 0;

    for (int c = 0; c < 4; c++)
        high |= (h[c] == top) << c;
    tile->type = type_of_high[high];
    tile->base = (int16_t)low;
    tile->ramp = (uint8_t)(tile->type == PTL_PFMAP_FLAT ? 0 : top - low);
}

static isle_material ground_of(const ptl_pfmap_tile *tile, int x, int y)
{
    int height = 2 * tile->base + tile->ramp; /* in half levels, at the middle */
    int patch  = draw_noise(x, y, 4, SIZE, 13);

    if (tile->base < 0)
        return height <= -3 ? ISLE_SEABED : ISLE_SAND;
    if (height <= 0 && patch < 170)
        return ISLE_SAND;
    if (height >= 12)
        return ISLE_SNOW;
    return height >= 8 && patch < 140 ? ISLE_ROCK : ISLE_GRASS;
}

static void build_land(ptl_pfmap *map)
{
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            ptl_pfmap_tile *tile  = ptl_pfmap_tile_at(map, (uint32_t)y, (uint32_t)x);
            int             grass = draw_noise(x, y, 8, SIZE, 14);

            shape_tile(tile, x, y);
            tile->top  = (uint16_t)ground_of(tile, x, y);
            tile->side = ISLE_ROCK;
            if (tile->top == ISLE_GRASS)
                tile->cover = grass > 150 ? 1 : grass > 110 ? 2 : 0;
        }
}

/* ---- What people built ---------------------------------------------------------------------- */

static void pave(ptl_pfmap *map, int x, int y, ptl_pfmap_type type, int base, isle_material top)
{
    ptl_pfmap_tile *tile = ptl_pfmap_tile_at(map, (uint32_t)y, (uint32_t)x);

    tile->type        = (uint8_t)type;
    tile->base        = (int16_t)base;
    tile->ramp        = type == PTL_PFMAP_FLAT ? 0 : 1;
    tile->top         = (uint16_t)top;
    tile->cover       = 0;
    tile->no_bump_map = top == ISLE_ROAD;
}

/* A height with sheer walls; its corners are cut. A road leads up from the south, a ramp a level,
 * until it meets the land. */
static void build_keep(ptl_pfmap *map)
{
    int level = KEEP, y = KEEP_SOUTH + 1;

    for (int row = KEEP_NORTH; row <= KEEP_SOUTH; row++)
        for (int col = KEEP_WEST; col <= KEEP_EAST; col++) {
            int  edge_x = draw_min(col - KEEP_WEST, KEEP_EAST - col);
            int  edge_y = draw_min(row - KEEP_NORTH, KEEP_SOUTH - row);
            bool road   = (col == ROAD || col == ROAD + 1) && row > (KEEP_NORTH + KEEP_SOUTH) / 2;

            if (edge_x + edge_y >= 2)
                pave(map, col, row, PTL_PFMAP_FLAT, KEEP, road ? ISLE_ROAD : ISLE_GRASS);
        }
    for (; level > draw_max(level_at(ROAD, y), level_at(ROAD + 2, y)); y++) {
        level--;
        pave(map, ROAD, y, PTL_PFMAP_RAMP_SN, level, ISLE_ROAD);
        pave(map, ROAD + 1, y, PTL_PFMAP_RAMP_SN, level, ISLE_ROAD);
    }
}

/* ---- Edges ---------------------------------------------------------------------------------- */

/* How two neighbors meet, the same seen from both: not at all at a cliff, with a seam along roads,
 * otherwise blurred. Corners a0, a1 of one face b0, b1 of the other. */
static uint8_t blend_between(const ptl_pfmap_tile *a, const ptl_pfmap_tile *b, const int corner[4])
{
    int ha[4], hb[4];

    ptl_pfmap_corners(ha, a);
    ptl_pfmap_corners(hb, b);
    if (ha[corner[0]] != hb[corner[1]] || ha[corner[2]] != hb[corner[3]])
        return PTL_PFMAP_NO_BLEND;
    return (a->top == ISLE_ROAD) != (b->top == ISLE_ROAD) ? PTL_PFMAP_EDGE : PTL_PFMAP_BLUR;
}

static void blend_edges(ptl_pfmap *map)
{
    static const int east[4]  = { PTL_PFMAP_NE, PTL_PFMAP_NW, PTL_PFMAP_SE, PTL_PFMAP_SW };
    static const int south[4] = { PTL_PFMAP_SW, PTL_PFMAP_NW, PTL_PFMAP_SE, PTL_PFMAP_NE };

    for (uint32_t y = 0; y < SIZE; y++)
        for (uint32_t x = 0; x < SIZE; x++) {
            ptl_pfmap_tile *tile = ptl_pfmap_tile_at(map, y, x);

            if (x + 1 < SIZE)
                tile->edge_blend[PTL_PFMAP_EAST] = tile[1].edge_blend[PTL_PFMAP_WEST] =
                    blend_between(tile, tile + 1, east);
            if (y + 1 < SIZE)
                tile->edge_blend[PTL_PFMAP_SOUTH] = tile[SIZE].edge_blend[PTL_PFMAP_NORTH] =
                    blend_between(tile, tile + SIZE, south);
        }
}

/* ---- The whole ------------------------------------------------------------------------------ */

void sample_pfmap(make_folder *folder)
{
    const char *path = make_path(folder, "island.pfmap");
    ptl_doc    *doc  = NULL;
    ptl_diag    err  = { 0 };
    bool        good = path && ptl_pfmap_new(&doc, 2, 2, NULL, &err) == PTL_OK;

    for (int i = 0; good && i < ISLE_MATERIALS; i++)
        good = ptl_pfmap_add_material(doc, isle_names[i][0], isle_names[i][1], &err) == PTL_OK;
    good = good && ptl_pfmap_add_splat(doc, ISLE_GRASS, ISLE_FLOWERS, &err) == PTL_OK;
    if (good) {
        build_land(ptl_pfmap_of(doc));
        build_keep(ptl_pfmap_of(doc));
        blend_edges(ptl_pfmap_of(doc));
        good = ptl_write_file(path, doc, &(ptl_write_opts){ .overwrite = true }, &err) == PTL_OK;
    }
    if (path && !good)
        make_failed(folder, "island.pfmap", err.message);
    ptl_doc_free(doc);
    isle_make_textures(folder);
}
