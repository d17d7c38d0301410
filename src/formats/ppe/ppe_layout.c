/* SPDX-License-Identifier: MIT */
/* From one layout of cells to the other. Nothing is dropped silently: p bits of the old layout
 * become a logic section of the new one, and what the old layout has no room for is listed. */
#include <string.h>

#include "formats/ppe/ppe_private.h"

enum { OLD_PALETTES = 256, FREE_P = 6 };

static bool own_cells(ptl_job *job, ptl_ppe *map)
{
    size_t    size  = map->cells.count * sizeof *map->cells.data;
    uint32_t *cells = ptl_arena_raw(job, size);

    if (cells)
        memcpy(cells, map->cells.data, size);
    map->cells.data = cells;
    return cells;
}

/* ---- To the new layout ---------------------------------------------------------------------- */

static size_t cells_with_p(const ptl_ppe *map)
{
    size_t count = 0;

    for (size_t i = 0; i < map->cells.count; i++)
        count += ptl_ppe_cell_of(map, map->cells.data[i]).p != 0;
    return count;
}

/* What is left of the p bits goes where data of the game belongs. */
static void p_to_logic(ptl_job *job, ptl_ppe *map)
{
    size_t with = cells_with_p(map);

    if (with == 0) {
        if (map->flags & PTL_PPE_EXTRA)
            ptl_find(job, PTL_NOTE, PTL_NOWHERE, "ppe-p-unused",
                     "the flag for data in the p bits is cleared: no cell has any");
        map->flags &= ~(uint32_t)PTL_PPE_EXTRA;
        return;
    }
    map->logic.data  = ptl_arena_array(job, map->cells.count, sizeof *map->logic.data);
    map->logic.count = map->logic.data ? map->cells.count : 0;
    map->logic_width = 0;
    map->flags |= PTL_PPE_EXTRA;
    for (size_t i = 0; i < map->logic.count; i++)
        map->logic.data[i] = ptl_ppe_cell_of(map, map->cells.data[i]).p;
    ptl_find_count(job, PTL_NOTE, "ppe-p-logic", with,
                   "the p bits of # {cell|cells} become a logic section of 8 bits");
}

static void to_new(ptl_job *job, ptl_ppe *map)
{
    ptl_ppe target    = { .layout = PTL_PPE_NEW };
    bool    in_engine = ptl_setting_is(ptl_setting_of(job, "attributes"), "engine");

    if (in_engine) {
        ptl_find(job, PTL_NOTE, PTL_NOWHERE, "ppe-p-engine",
                 "cells whose p bits become swap and priority: %zu", cells_with_p(map));
        map->flags &= ~(uint32_t)PTL_PPE_EXTRA;
    } else {
        p_to_logic(job, map);
    }
    for (size_t i = 0; i < map->cells.count && ptl_ok(job); i++) {
        uint32_t     word = map->cells.data[i];
        ptl_ppe_cell cell =
            in_engine ? ptl_ppe_cell_in_engine(map, word) : ptl_ppe_cell_of(map, word);

        cell.p = 0;
        ptl_ppe_word_of(&map->cells.data[i], &target, &cell);
    }
    map->flags &= ~(uint32_t)PTL_PPE_AXIS_SWAP;
    map->layout = PTL_PPE_NEW;
}

/* ---- To the old layout ---------------------------------------------------------------------- */

static bool logic_fits(const ptl_ppe *map)
{
    unsigned bits = map->flags & PTL_PPE_AXIS_SWAP ? FREE_P - 1 : FREE_P;

    for (size_t i = 0; i < map->logic.count; i++)
        if (map->logic.data[i] >> bits)
            return false;
    return map->logic_width == 0;
}

static bool has_swap(const ptl_ppe *map)
{
    for (size_t i = 0; i < map->cells.count; i++)
        if (ptl_ppe_cell_of(map, map->cells.data[i]).transform & PTL_PPE_SWAP)
            return true;
    return false;
}

/* What the old layout has no room for. */
typedef struct losses {
    size_t palettes, priorities, corners, values;
} losses;

static losses losses_of(const ptl_ppe *map)
{
    losses lost = { .corners = map->corners.count };

    for (size_t i = 0; i < map->cells.count; i++) {
        ptl_ppe_cell cell = ptl_ppe_cell_of(map, map->cells.data[i]);

        lost.palettes += cell.palette >= OLD_PALETTES;
        lost.priorities += cell.priority;
    }
    if (!logic_fits(map))
        lost.values = map->logic.count;
    return lost;
}

static void report_loss(ptl_job *job, size_t count, const char *what)
{
    if (count > 0)
        ptl_find(job, PTL_LOSS, PTL_NOWHERE, "ppe-lost", "the old layout has no room for %s: %zu",
                 what, count);
}

static void report_losses(ptl_job *job, const ptl_ppe *map)
{
    losses lost = losses_of(map);
    bool   any  = lost.palettes || lost.priorities || lost.corners || lost.values;

    report_loss(job, lost.palettes, "palette selectors above 255");
    report_loss(job, lost.priorities, "cells with priority");
    report_loss(job, lost.corners, "corners of the graphics section");
    report_loss(job, lost.values, "values of the logic section");
    if (any && !ptl_setting_is(ptl_setting_of(job, "loss"), "allow"))
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "ppe-loss",
                 "the old layout would lose palettes above 255: %zu, priorities: %zu, corners: "
                 "%zu, logic values: %zu; the setting loss=allow writes it anyway",
                 lost.palettes, lost.priorities, lost.corners, lost.values);
}

static void to_old(ptl_job *job, ptl_ppe *map)
{
    ptl_ppe target;
    bool    carries;

    if (has_swap(map))
        map->flags |= PTL_PPE_AXIS_SWAP;
    carries = map->logic.count > 0 && logic_fits(map);
    report_losses(job, map);
    target        = *map;
    target.layout = PTL_PPE_OLD;
    for (size_t i = 0; i < map->cells.count && ptl_ok(job); i++) {
        ptl_ppe_cell cell = ptl_ppe_cell_of(map, map->cells.data[i]);

        cell.p = carries ? (uint8_t)map->logic.data[i] : 0;
        ptl_ppe_word_of(&map->cells.data[i], &target, &cell);
    }
    target.flags &= ~(uint32_t)(PTL_PPE_GRAPHICS | (carries ? 0 : PTL_PPE_EXTRA));
    target.logic_width = ptl_ppe_has_logic(map) ? 0 : map->logic_width;
    target.logic       = (ptl_u64s){ 0 };
    target.corners     = (ptl_ppe_corners){ 0 };
    *map               = target;
}

void ptl_ppe_change_layout(ptl_job *job, ptl_ppe *map, ptl_ppe_layout layout)
{
    if (layout == map->layout || !own_cells(job, map))
        return;
    if (layout == PTL_PPE_NEW)
        to_new(job, map);
    else
        to_old(job, map);
}
