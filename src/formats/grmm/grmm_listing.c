/* SPDX-License-Identifier: MIT */
/* Notes and links as people look for them: in reading order, region by region where coordinates
 * begin anew in each, and with a place that says which cell is meant. Legends, `info --notes` and
 * findings share it. */
#include <stdio.h>
#include <stdlib.h>

#include "formats/grmm/grmm_private.h"

bool ptl_grmm_lists_by_region(const ptl_grmm_level *level)
{
    const ptl_grmm_regions *r = &level->regions;

    return r->enabled && r->own_coordinates && r->rows > 0 && r->columns > 0;
}

/* Regions from the north and from the west, whatever corner they are counted from. */
static uint64_t region_place(const ptl_grmm *map, size_t index, uint16_t cell_row,
                             uint16_t cell_column)
{
    const ptl_grmm_level *level = &map->levels.data[index];
    uint32_t              rows = ptl_grmm_region_rows(level), row = cell_row / level->regions.rows;

    if (ptl_grmm_coordinates_of(map, index)->origin == 1 && cell_row < level->rows)
        row = rows - 1 - (level->rows - 1 - cell_row) / level->regions.rows;
    return (uint64_t)row << 32 | cell_column / level->regions.columns;
}

typedef struct listed { /* a note or a link by the row and column of its region */
    uint64_t region;
    uint32_t place; /* in reading order */
    uint32_t number;
} listed;

static int by_region(const void *a, const void *b)
{
    const listed *x = a, *y = b;

    if (x->region != y->region)
        return x->region < y->region ? -1 : 1;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static void sort_by_region(ptl_job *job, const ptl_grmm *map, size_t index, uint32_t *order)
{
    const ptl_grmm_notes *notes = &map->levels.data[index].notes;
    listed               *list  = ptl_arena_array(job, notes->count, sizeof *list);

    for (size_t i = 0; list && i < notes->count; i++) {
        const ptl_grmm_note *note = &notes->data[order[i]];

        list[i] =
            (listed){ region_place(map, index, note->row, note->column), (uint32_t)i, order[i] };
    }
    if (list && notes->count > 0)
        qsort(list, notes->count, sizeof *list, by_region);
    for (size_t i = 0; list && i < notes->count; i++)
        order[i] = list[i].number;
}

uint32_t *ptl_grmm_list_notes(ptl_job *job, const ptl_grmm *map, size_t index)
{
    const ptl_grmm_level *level = &map->levels.data[index];
    uint32_t             *order = ptl_arena_array(job, level->notes.count, sizeof *order);

    if (!order)
        return NULL;
    ptl_grmm_reading_order(order, level);
    if (ptl_grmm_lists_by_region(level))
        sort_by_region(job, map, index, order);
    return ptl_ok(job) ? order : NULL;
}

bool ptl_grmm_same_region(const ptl_grmm *map, size_t index, const ptl_grmm_note *a,
                          const ptl_grmm_note *b)
{
    return region_place(map, index, a->row, a->column) ==
           region_place(map, index, b->row, b->column);
}

/* A link by its end in this level, by its start where both are. */
void ptl_grmm_list_links(ptl_job *job, const ptl_grmm *map, size_t index, uint32_t *links,
                         size_t count)
{
    bool    regions = ptl_grmm_lists_by_region(&map->levels.data[index]);
    listed *list    = count > 1 ? ptl_arena_array(job, count, sizeof *list) : NULL;

    for (size_t i = 0; list && i < count; i++) {
        const ptl_grmm_link *link   = &map->links.data[links[i]];
        bool                 start  = link->from_level == index;
        uint16_t             row    = start ? link->from_row : link->to_row;
        uint16_t             column = start ? link->from_column : link->to_column;

        list[i] = (listed){ regions ? region_place(map, index, row, column) : 0,
                            (uint32_t)row << 16 | column, links[i] };
    }
    if (list)
        qsort(list, count, sizeof *list, by_region);
    for (size_t i = 0; list && i < count; i++)
        links[i] = list[i].number;
}

/* ---- Regions --------------------------------------------------------------------------------- */

struct grmm_region_at {
    uint64_t               place; /* level, row and column, as a number that sorts */
    const ptl_grmm_region *region;
};

static uint64_t number_of(ptl_grmm_place place)
{
    return (uint64_t)place.level << 32 | (uint64_t)place.row << 16 | place.column;
}

/* Of several regions in one place the first of the list counts. */
static int by_place(const void *a, const void *b)
{
    const struct grmm_region_at *x = a, *y = b;

    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return (x->region > y->region) - (x->region < y->region);
}

static int compare_place(const void *wanted, const void *entry)
{
    uint64_t x = *(const uint64_t *)wanted, y = ((const struct grmm_region_at *)entry)->place;

    return (x > y) - (x < y);
}

static void keep_first_ones(grmm_region_index *index)
{
    size_t kept = 0;

    for (size_t i = 0; i < index->count; i++)
        if (kept == 0 || index->data[kept - 1].place != index->data[i].place)
            index->data[kept++] = index->data[i];
    index->count = kept;
}

grmm_region_index ptl_grmm_index_regions(ptl_job *job, const ptl_grmm *map)
{
    grmm_region_index out   = { .map = map };
    size_t            total = 0;

    for (size_t i = 0; i < map->levels.count; i++)
        total += map->levels.data[i].regions.list.count;
    out.data = total > 0 ? ptl_arena_array(job, total, sizeof *out.data) : NULL;
    for (size_t i = 0; out.data && i < map->levels.count; i++)
        for (size_t k = 0; k < map->levels.data[i].regions.list.count; k++) {
            const ptl_grmm_region *region = &map->levels.data[i].regions.list.data[k];
            ptl_grmm_place         place  = { (uint16_t)i, region->row, region->column };

            out.data[out.count++] = (struct grmm_region_at){ number_of(place), region };
        }
    if (out.count > 0)
        qsort(out.data, out.count, sizeof *out.data, by_place);
    keep_first_ones(&out);
    return out;
}

const ptl_grmm_region *ptl_grmm_indexed_region(const grmm_region_index *index, ptl_grmm_place place)
{
    const struct grmm_region_at *found;
    uint64_t                     wanted;
    ptl_grmm_place               at;

    if (index->count == 0 || !ptl_grmm_region_place(index->map, place, &at))
        return NULL;
    wanted = number_of(at);
    found  = bsearch(&wanted, index->data, index->count, sizeof *index->data, compare_place);
    return found ? found->region : NULL;
}

const char *ptl_grmm_region_title(char out[GRMM_TITLE], const grmm_region_index *index,
                                  ptl_grmm_place place)
{
    const ptl_grmm_region *region = ptl_grmm_indexed_region(index, place);
    uint64_t               at;

    if (region && region->name.size > 0)
        return ptl_quote(out, GRMM_TITLE, region->name.data, region->name.size);
    at = region_place(index->map, place.level, place.row, place.column);
    snprintf(out, GRMM_TITLE, "region %lu, %lu", (unsigned long)(at & UINT32_MAX) + 1,
             (unsigned long)(at >> 32) + 1);
    return out;
}

const char *ptl_grmm_place_text(char out[GRMM_PLACE], const grmm_region_index *index,
                                ptl_grmm_place place)
{
    char cell[32], region[GRMM_TITLE];
    bool in = ptl_grmm_lists_by_region(&index->map->levels.data[place.level]);

    snprintf(out, GRMM_PLACE, "(%s)%s%s", ptl_grmm_cell_name(cell, index->map, place),
             in ? " of " : "", in ? ptl_grmm_region_title(region, index, place) : "");
    return out;
}
