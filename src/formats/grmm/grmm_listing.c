/* SPDX-License-Identifier: MIT */
/* Notes as people look for them: in reading order, region by region where coordinates begin anew in
 * each, and with a place that says which cell is meant. Legends, `info --notes` and findings share
 * it. */
#include <stdio.h>
#include <string.h>

#include "formats/grmm/grmm_private.h"

bool ptl_grmm_lists_by_region(const ptl_grmm_level *level)
{
    const ptl_grmm_regions *r = &level->regions;

    return r->enabled && r->own_coordinates && r->rows > 0 && r->columns > 0;
}

/* Regions from the north and from the west, whatever corner they are counted from. */
static void region_place(const ptl_grmm *map, size_t index, const ptl_grmm_note *note,
                         uint32_t out[2])
{
    const ptl_grmm_level *level = &map->levels.data[index];
    uint32_t              rows = ptl_grmm_region_rows(level), row = note->row / level->regions.rows;

    if (ptl_grmm_coordinates_of(map, index)->origin == 1 && note->row < level->rows)
        row = rows - 1 - (level->rows - 1 - note->row) / level->regions.rows;
    out[0] = note->column / level->regions.columns;
    out[1] = row;
}

/* One pass of a sort that keeps the order of equals: by column of regions (0) or by row (1). */
static void sort_pass(ptl_job *job, const ptl_grmm *map, size_t index, const uint32_t *from,
                      uint32_t *to, int by)
{
    const ptl_grmm_notes *notes  = &map->levels.data[index].notes;
    uint32_t             *starts = ptl_arena_array(job, UINT16_MAX + 2, sizeof *starts);
    uint32_t              place[2];

    if (!starts)
        return;
    for (size_t i = 0; i < notes->count; i++) {
        region_place(map, index, &notes->data[from[i]], place);
        starts[place[by] + 1]++;
    }
    for (size_t i = 1; i <= UINT16_MAX; i++)
        starts[i] += starts[i - 1];
    for (size_t i = 0; i < notes->count; i++) {
        region_place(map, index, &notes->data[from[i]], place);
        to[starts[place[by]]++] = from[i];
    }
}

uint32_t *ptl_grmm_list_notes(ptl_job *job, const ptl_grmm *map, size_t index)
{
    const ptl_grmm_level *level = &map->levels.data[index];
    uint32_t             *order = ptl_arena_array(job, level->notes.count, sizeof *order);
    uint32_t             *spare;

    if (!order)
        return NULL;
    ptl_grmm_reading_order(order, level);
    if (!ptl_grmm_lists_by_region(level) || level->notes.count == 0)
        return order;
    spare = ptl_arena_array(job, level->notes.count, sizeof *spare);
    if (!spare)
        return NULL;
    sort_pass(job, map, index, order, spare, 0);
    sort_pass(job, map, index, spare, order, 1);
    return ptl_ok(job) ? order : NULL;
}

bool ptl_grmm_same_region(const ptl_grmm *map, size_t index, const ptl_grmm_note *a,
                          const ptl_grmm_note *b)
{
    uint32_t of_a[2], of_b[2];

    region_place(map, index, a, of_a);
    region_place(map, index, b, of_b);
    return memcmp(of_a, of_b, sizeof of_a) == 0;
}

const char *ptl_grmm_region_title(char out[GRMM_TITLE], const ptl_grmm *map, ptl_grmm_place place)
{
    const ptl_grmm_region *region = ptl_grmm_region_of(map, place);
    const ptl_grmm_note    there  = { .row = place.row, .column = place.column };
    uint32_t               at[2];

    if (region && region->name.size > 0)
        return ptl_quote(out, GRMM_TITLE, region->name.data, region->name.size);
    region_place(map, place.level, &there, at);
    snprintf(out, GRMM_TITLE, "region %lu, %lu", (unsigned long)at[0] + 1,
             (unsigned long)at[1] + 1);
    return out;
}

const char *ptl_grmm_place_text(char out[GRMM_PLACE], const ptl_grmm *map, ptl_grmm_place place)
{
    char cell[32], region[GRMM_TITLE];
    bool in = ptl_grmm_lists_by_region(&map->levels.data[place.level]);

    snprintf(out, GRMM_PLACE, "(%s)%s%s", ptl_grmm_cell_name(cell, map, place), in ? " of " : "",
             in ? ptl_grmm_region_title(region, map, place) : "");
    return out;
}
