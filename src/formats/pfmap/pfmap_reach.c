/* SPDX-License-Identifier: MIT */
/* Which parts of a terrain can be reached on the ground, and ramps that lead nowhere. */
#include "formats/pfmap/pfmap_private.h"

enum { LEAST = 8 }; /* quarters of tiles worth a word: those of two */

static const ptl_pfmap_tile *beside(const ptl_pfmap *map, size_t i, int edge)
{
    uint32_t row = (uint32_t)(i / map->width), column = (uint32_t)(i % map->width);
    bool     there[4] = { row > 0, column + 1 < map->width, row + 1 < map->height, column > 0 };
    size_t   at[4]    = { i - map->width, i + 1, i + map->width, i - 1 };

    return there[edge] ? &map->tiles.data[at[edge]] : NULL;
}

/* ---- Regions --------------------------------------------------------------------------------- */

static bool is_at_cliff(const ptl_pfmap *map, size_t i)
{
    const ptl_pfmap_tile *tile = &map->tiles.data[i];

    for (int edge = 0; edge < 4 && tile->type == PTL_PFMAP_FLAT; edge++) {
        const ptl_pfmap_tile *other = beside(map, i, edge);

        if (other && other->type == PTL_PFMAP_FLAT && other->base != tile->base)
            return true;
    }
    return false;
}

/* At a cliff the engine closes the half of a tile that is away from it. What stays open along the
 * cliff is cut off by that, and nobody misses it. */
static void forget_cliffs(ptl_access *r, const ptl_pfmap *map)
{
    for (uint32_t i = 0; i < r->cells; i++)
        if (r->state[i] == PTL_ACCESS_APART) {
            uint32_t row = i / (2 * map->width) / 2, column = i % (2 * map->width) / 2;

            if (is_at_cliff(map, (size_t)row * map->width + column))
                r->state[i] = PTL_ACCESS_NOBODY;
        }
}

/* Quarters of tiles, as the engine bakes them: whoever may be in two neighbors may step from one to
 * the other. */
bool ptl_pfmap_reach(ptl_job *job, ptl_access *out, const ptl_pfmap *map)
{
    uint32_t          across = 2 * map->width, down = 2 * map->height;
    ptl_access_level *level = ptl_arena_array(job, 1, sizeof *level);
    uint8_t          *open;

    if (!level)
        return false;
    *level = (ptl_access_level){ down, across, 0 };
    if (!ptl_access_begin(job, out, level, 1))
        return false;
    open = ptl_arena_array(job, out->cells, 1);
    if (!open)
        return false;
    ptl_pfmap_passable(open, map, PTL_PFMAP_GROUND);
    for (uint32_t row = 0, at = 0; row < down; row++)
        for (uint32_t column = 0; column < across; column++, at++) {
            if (!open[at])
                continue;
            out->ways[at] =
                (uint16_t)(PTL_ACCESS_STAND |
                           (row > 0 && open[at - across] ? PTL_ACCESS_NORTH : 0) |
                           (column + 1 < across && open[at + 1] ? PTL_ACCESS_EAST : 0) |
                           (row + 1 < down && open[at + across] ? PTL_ACCESS_SOUTH : 0) |
                           (column > 0 && open[at - 1] ? PTL_ACCESS_WEST : 0));
        }
    if (!ptl_access_find(job, out))
        return false;
    forget_cliffs(out, map);
    return true;
}

static void check_regions(ptl_job *job, const ptl_pfmap *map)
{
    ptl_access       r;
    ptl_access_parts parts;
    char             text[PTL_ACCESS_TEXT];

    if (!ptl_pfmap_reach(job, &r, map))
        return;
    parts = ptl_access_list(job, &r);
    for (size_t i = 0; i < parts.count; i++) {
        ptl_access_part p = parts.data[i];
        uint64_t        n;

        if (p.cells < LEAST)
            continue;
        p.row /= 2, p.column /= 2, p.top /= 2, p.left /= 2, p.bottom /= 2, p.right /= 2;
        n = ptl_pfmap_file_number(map, p.row, p.column);
        PTL_FIND(job, PTL_NOTE, ptl_pfmap_name_tile(job, map, "tile", n),
                 ptl_pfmap_tile_offset(map, n), "pfmap-unreachable",
                 "no way on the ground leads to %s",
                 ptl_access_part_text(text, &p, "tile", "quarters of tiles"));
    }
}

/* ---- Ramps ----------------------------------------------------------------------------------- */

/* The corners of an edge in two tiles beside each other: mine, and theirs. */
static const uint8_t edge_corners[4][2][2] = {
    { { PTL_PFMAP_NW, PTL_PFMAP_NE }, { PTL_PFMAP_SW, PTL_PFMAP_SE } },
    { { PTL_PFMAP_NE, PTL_PFMAP_SE }, { PTL_PFMAP_NW, PTL_PFMAP_SW } },
    { { PTL_PFMAP_SW, PTL_PFMAP_SE }, { PTL_PFMAP_NW, PTL_PFMAP_NE } },
    { { PTL_PFMAP_NW, PTL_PFMAP_SW }, { PTL_PFMAP_NE, PTL_PFMAP_SE } },
};

/* How far the ground beside a ramp is above its edge; 0 where they meet anywhere. */
static int gap_at(const ptl_pfmap_tile *tile, const ptl_pfmap_tile *other, int edge)
{
    const uint8_t(*corner)[2] = edge_corners[edge];
    int mine[4], theirs[4], gap[2];

    ptl_pfmap_corners(mine, tile);
    ptl_pfmap_corners(theirs, other);
    for (int i = 0; i < 2; i++)
        gap[i] = theirs[corner[1][i]] - mine[corner[0][i]];
    return gap[0] == 0 || gap[1] == 0 ? 0 : gap[0];
}

/* A ramp that units may climb, and where its two ends are. */
static bool is_walked(const ptl_pfmap_tile *t)
{
    return t->type >= PTL_PFMAP_RAMP_SN && t->type <= PTL_PFMAP_RAMP_WE && t->ramp == 1 &&
           t->pathable && t->base >= -1;
}

static void check_ramp(ptl_job *job, const ptl_pfmap *map, uint64_t n)
{
    static const char *const names[] = { "north", "east", "south", "west" };
    size_t                   i       = ptl_pfmap_index(map, n);
    const ptl_pfmap_tile    *t       = &map->tiles.data[i];
    bool                     upright = t->type == PTL_PFMAP_RAMP_SN || t->type == PTL_PFMAP_RAMP_NS;

    for (int edge = upright ? PTL_PFMAP_NORTH : PTL_PFMAP_EAST; edge < 4; edge += 2) {
        const ptl_pfmap_tile *other = beside(map, i, edge);
        int                   gap   = other ? gap_at(t, other, edge) : 0;

        if (gap != 0)
            PTL_FIND(job, PTL_NOTE, ptl_pfmap_name_tile(job, map, "tile", n),
                     ptl_pfmap_tile_offset(map, n), "pfmap-ramp-end",
                     "the ramp does not meet the tile to the %s, which is %d %s %s", names[edge],
                     gap < 0 ? -gap : gap, gap == 1 || gap == -1 ? "level" : "levels",
                     gap < 0 ? "lower" : "higher");
    }
}

void ptl_pfmap_check_reach(ptl_job *job, const ptl_pfmap *map)
{
    if (!pfmap_has_tiles(map))
        return;
    for (uint64_t n = 0; n < map->tiles.count; n++)
        if (is_walked(&map->tiles.data[ptl_pfmap_index(map, n)]))
            check_ramp(job, map, n);
    check_regions(job, map);
}
