/* SPDX-License-Identifier: MIT */
/* What terrain means to units on foot: a cell for each quarter of a tile, because that is how
 * finely the engine says where they can go. */
#include "formats/pfmap/pfmap_private.h"
#include "hubs/ground.h"
#include "hubs/ledger.h"

enum { QUARTERS = 2, UNITS = PTL_PFMAP_TILE / QUARTERS }; /* of a tile's side; of a quarter's */

static int16_t height_at(const ptl_pfmap_tile *tile, uint32_t row, uint32_t col, int corner)
{
    double fx = (col % QUARTERS + (corner == 1 || corner == 2)) / (double)QUARTERS;
    double fz = (row % QUARTERS + (corner >= 2)) / (double)QUARTERS;

    return (int16_t)(ptl_pfmap_height_in(tile, fx, fz) * 100 / UNITS);
}

static void read_cell(const ptl_pfmap *map, ptl_ground_level *to, const uint8_t *open,
                      const uint8_t *wide, size_t at)
{
    uint32_t              row = (uint32_t)(at / to->columns), col = (uint32_t)(at % to->columns);
    const ptl_pfmap_tile *tile = pfmap_tile(map, row / QUARTERS, col / QUARTERS);
    ptl_ground_cell      *cell = &to->cells[at];
    bool                  wet  = ptl_pfmap_is_water(tile);

    cell->kind = open[at] ? PTL_GROUND_FLOOR : wet ? PTL_GROUND_BARRIER : PTL_GROUND_ROCK;
    cell->bits =
        PTL_GROUND_TURNED | (wet ? PTL_GROUND_WATER : 0) | (wide[at] ? PTL_GROUND_SWIM : 0);
    cell->color = (uint8_t)(tile->top % PTL_GROUND_COLORS);
    for (int i = 0; i < 4; i++)
        to->heights[at].corner[i] = height_at(tile, row, col, i);
}

static void say_ledger(ptl_job *job, const ptl_pfmap *map)
{
    ptl_ledger_line covers = { 0 };

    for (size_t i = 0; i < map->tiles.count; i++)
        if (map->tiles.data[i].cover)
            ptl_ledger_add(&covers, (uint32_t)(i / map->width), (uint32_t)(i % map->width));
    ptl_ledger_approximated(job, ptl_ledger_count(map->materials.count),
                            "# {material is|materials are} told by {its color|their colors} alone");
    ptl_ledger_dropped(job, covers, "# {tile has|tiles have} grass, which is left out");
    ptl_ledger_dropped(job, ptl_ledger_count(map->splats.count),
                       "# {splat is|splats are} left out");
}

void ptl_pfmap_to_ground(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    const ptl_pfmap  *map = native;
    ptl_ground       *out = hub;
    ptl_ground_level *to  = ptl_ground_add_level(job, out, (uint64_t)map->height * QUARTERS,
                                                 (uint64_t)map->width * QUARTERS, PTL_NOWHERE);
    uint8_t          *open, *wide; /* to those on foot, and to boats */

    (void)files;
    if (!to || !ptl_ground_give_heights(job, to))
        return;
    open = ptl_arena_take(job, (uint64_t)to->rows * to->columns);
    wide = ptl_arena_take(job, (uint64_t)to->rows * to->columns);
    if (!open || !wide)
        return;
    out->title = (ptl_str){ ptl_pfmap_title(job), 0 };
    if (out->title.data)
        out->title.size = strlen(out->title.data);
    ptl_pfmap_passable(open, map, PTL_PFMAP_GROUND);
    ptl_pfmap_passable(wide, map, PTL_PFMAP_SWIMMER);
    for (size_t i = 0; i < (size_t)to->rows * to->columns && ptl_ok(job); i++)
        read_cell(map, to, open, wide, i);
    say_ledger(job, map);
}
