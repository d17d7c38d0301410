/* SPDX-License-Identifier: MIT */
/* Three states of a map before they are merged: where one side added or took away rows or columns
 * of a level, notes and links of the others are counted as that side counts. */
#include "core/compare.h"
#include "formats/grmm/grmm_private.h"

typedef struct uniting {
    ptl_job         *job;
    ptl_grmm        *side[3]; /* base, mine, other */
    const ptl_align *to[3];   /* levels of the base on each side */
    bool            *changed;
} uniting;

/* The list of levels, and the first grid of a level. */
static const ptl_field *levels_field(void)
{
    const ptl_field *field = ptl_grmm_record.fields;

    while (field->offset != offsetof(ptl_grmm, levels) || field->shape != PTL_LIST)
        field++;
    return field;
}

static ptl_reshape reshape_of(const uniting *u, size_t side, uint32_t level)
{
    const ptl_record *record = levels_field()->record;
    const void       *a      = &u->side[0]->levels.data[level];
    const void       *b      = &u->side[side]->levels.data[u->to[side]->is[level]];
    size_t            first  = 0;

    while (record->fields[first].shape != PTL_GRID)
        first++;
    return ptl_grids_align(u->job, record, ptl_grids_beside(record, first, a, b), a, b);
}

static void move(uint16_t *row, uint16_t *column, const ptl_reshape *shape)
{
    uint32_t y = *row < shape->rows->before ? shape->rows->is[*row] : PTL_ALONE;
    uint32_t x = *column < shape->columns->before ? shape->columns->is[*column] : PTL_ALONE;

    if (y == PTL_ALONE || x == PTL_ALONE)
        return; /* the cell is gone, and so will be what was in it */
    *row    = (uint16_t)y;
    *column = (uint16_t)x;
}

static void move_all(ptl_grmm *map, uint32_t level, const ptl_reshape *shape)
{
    ptl_grmm_notes *notes = &map->levels.data[level].notes;

    for (size_t i = 0; i < notes->count; i++)
        move(&notes->data[i].row, &notes->data[i].column, shape);
    for (size_t i = 0; i < map->links.count; i++) {
        ptl_grmm_link *link = &map->links.data[i];

        if (link->from_level == level)
            move(&link->from_row, &link->from_column, shape);
        if (link->to_level == level)
            move(&link->to_row, &link->to_column, shape);
    }
}

/* A level that one side gave another shape. What both did to it is left to the merge. */
static void unite_level(uniting *u, uint32_t level)
{
    ptl_reshape mine = reshape_of(u, 1, level), other = reshape_of(u, 2, level);
    size_t      stays = mine.rows ? 2 : 1;

    if (!mine.rows == !other.rows || !ptl_ok(u->job))
        return;
    move_all(u->side[0], level, mine.rows ? &mine : &other);
    move_all(u->side[stays], u->to[stays]->is[level], mine.rows ? &mine : &other);
    u->changed[0] = u->changed[stays] = true;
}

void ptl_grmm_unite(ptl_job *job, void *const sides[3], bool changed[3])
{
    uniting u = { .job = job, .side = { sides[0], sides[1], sides[2] }, .changed = changed };

    for (size_t s = 1; s < 3; s++)
        u.to[s] = ptl_list_align(job, levels_field(), sides[0], sides[s]);
    for (uint32_t i = 0; ptl_ok(job) && i < u.side[0]->levels.count; i++)
        if (u.to[1]->is[i] != PTL_ALONE && u.to[2]->is[i] != PTL_ALONE)
            unite_level(&u, i);
}
