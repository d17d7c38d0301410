/* SPDX-License-Identifier: MIT */
/* Maps made of ground: a tile for each cell, and what it means in the logic section. And the other
 * way, where somebody says what tiles mean. */
#include "formats/attach.h"
#include "formats/ppe/ppe_private.h"
#include "formats/ppe_meaning.h"
#include "hubs/ledger.h"
#include "render/ground_sheet.h"

/* ---- From ground ----------------------------------------------------------------------------- */

static void make_cells(ptl_job *job, ptl_ppe *map, const ptl_ground_level *from)
{
    uint64_t  count = (uint64_t)from->rows * from->columns;
    uint32_t *cells = ptl_arena_array(job, count, sizeof *cells);
    uint64_t *logic = ptl_arena_array(job, count, sizeof *logic);

    map->layout      = PTL_PPE_NEW;
    map->flags       = PTL_PPE_EXTRA;
    map->logic_width = 1; /* 16 bits */
    map->width       = from->columns;
    map->height      = from->rows;
    if (!cells || !logic)
        return;
    for (size_t i = 0; i < count; i++) {
        cells[i] = ptl_sheet_image(&from->cells[i]);
        logic[i] = ptl_ppe_logic_of(&from->cells[i]);
    }
    map->cells.data  = cells;
    map->logic.data  = logic;
    map->cells.count = map->logic.count = (size_t)count;
}

void ptl_ppe_from_ground(ptl_job *job, void *native, const void *hub, ptl_attachments *attached)
{
    ptl_ground_widened wide;

    if (!ptl_ground_fit(job, &wide, hub, PPE_USUAL_CELL, PTL_GROUND_SIDE))
        return;
    make_cells(job, native, &wide.level);
    if (!ptl_ok(job))
        return;
    ptl_attach(job, attached, "ground-tiles.tga", ptl_sheet_tga(job));
    ptl_ppe_say_ground(job, &wide.level);
}

/* ---- To ground ------------------------------------------------------------------------------- */

static void refuse_tile(ptl_job *job, const ptl_ppe *map, size_t at, uint16_t tile)
{
    ptl_path(job, "cells[%zu,%zu]", at % map->width, at / map->width);
    if (tile == PTL_PPE_EMPTY)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "ppe-meaning",
                 "what empty cells mean is not said: add a line such as \"empty rock\"");
    else
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "ppe-meaning",
                 "what tile %u means is not said: add a line such as \"%u floor\"", tile, tile);
}

static void read_by_list(ptl_job *job, const ptl_ppe *map, ptl_ground_level *to, ptl_str text)
{
    const ptl_ground_cell *meanings = ptl_ppe_read_meaning(job, text);

    for (size_t i = 0; i < map->cells.count && meanings && ptl_ok(job); i++) {
        uint16_t tile = ptl_ppe_cell_of(map, map->cells.data[i]).tile;

        to->cells[i] = meanings[tile];
        if (to->cells[i].kind == PPE_UNKNOWN)
            refuse_tile(job, map, i, tile);
    }
}

/* Where a container has a layer of logic values, they are its tiles. */
static uint64_t logic_at(const ptl_ppe *map, size_t at)
{
    return map->logic.count > 0 ? map->logic.data[at]
                                : ptl_ppe_cell_of(map, map->cells.data[at]).tile;
}

static void read_by_logic(ptl_job *job, const ptl_ppe *map, ptl_ground_level *to)
{
    if (map->logic.count == 0 && job->inside == 0)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "ppe-meaning",
                 "the map has no logic section that could say what its tiles mean");
    for (size_t i = 0; i < map->cells.count && ptl_ok(job); i++)
        if (!ptl_ppe_cell_of_logic(&to->cells[i], logic_at(map, i))) {
            ptl_path(job, "logic[%zu,%zu]", i % map->width, i / map->width);
            ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "ppe-meaning",
                     "logic value %llu is no kind of ground: see docs/carry.md",
                     (unsigned long long)logic_at(map, i));
        }
}

/* Colors are those of tiles that are ours. */
static void read_colors(const ptl_ppe *map, ptl_ground_level *to)
{
    for (size_t i = 0; i < map->cells.count; i++) {
        uint16_t tile = ptl_ppe_cell_of(map, map->cells.data[i]).tile;

        if (to->cells[i].kind == PTL_GROUND_FLOOR && tile < PTL_GROUND_COLORS)
            to->cells[i].color = (uint8_t)tile;
    }
}

void ptl_ppe_to_ground(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    const ptl_ppe     *map   = native;
    const ptl_setting *given = ptl_setting_of(job, "meaning");
    ptl_ground_level  *to;

    (void)files;
    if (!given) {
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "ppe-meaning",
                 "what tiles mean is not known: --meaning FILE says so (info --meaning-template "
                 "makes one), or --meaning logic");
        return;
    }
    to = ptl_ground_add_level(job, hub, map->height, map->width, PTL_NOWHERE);
    if (!to)
        return;
    if (ptl_setting_is(given, "logic")) {
        read_by_logic(job, map, to);
        if (map->logic.count > 0)
            read_colors(map, to);
    } else {
        read_by_list(job, map, to, (ptl_str){ given->data, given->size });
    }
    ptl_ground_turn(to);
    ptl_ledger_dropped(job, ptl_ledger_count(map->corners.count),
                       "# {corner has|corners have} light, which is left out");
}

/* ---- A list to begin with -------------------------------------------------------------------- */

void ptl_ppe_meaning_page(ptl_job *job, ptl_buf *out, const void *native)
{
    const ptl_ppe *map    = native;
    uint32_t      *counts = ptl_arena_array(job, PPE_TILE_IDS, sizeof *counts);

    for (size_t i = 0; i < map->cells.count && counts; i++)
        counts[ptl_ppe_cell_of(map, map->cells.data[i]).tile]++;
    if (counts)
        ptl_ppe_put_meaning(out, counts);
}
