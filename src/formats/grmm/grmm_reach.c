/* SPDX-License-Identifier: MIT */
/* Which parts of a map can be reached: through doors and locks, over rims and along links. */
#include <stdio.h>

#include "formats/grmm/grmm_private.h"

typedef struct searcher {
    ptl_job        *job;
    const ptl_grmm *map;
    ptl_access     *r;
} searcher;

/* ---- Steps ----------------------------------------------------------------------------------- */

static uint32_t cell_number(const searcher *s, ptl_grmm_place p)
{
    return ptl_access_cell(s->r, p.level, p.row, p.column);
}

static uint16_t steps_from(const searcher *s, ptl_grmm_place here)
{
    uint16_t ways = 0;

    for (int d = 0; d < PTL_GRMM_NOWHERE; d++) {
        ptl_grmm_direction to = (ptl_grmm_direction)d;

        if (ptl_grmm_step(s->map, here, to, PTL_GRMM_EXPLORER) == PTL_GRMM_OPEN)
            ways |= (uint16_t)(PTL_ACCESS_NORTH << d);
        else if (ptl_grmm_step(s->map, here, to, PTL_GRMM_KEYS) == PTL_GRMM_OPEN)
            ways |= (uint16_t)(PTL_ACCESS_NORTH << (d + PTL_ACCESS_LOCKS));
    }
    return ways;
}

/* What leads somewhere else, as long as no link says where: to and from outside of the map. */
static uint16_t gates_of(uint8_t floor)
{
    switch (floor) {
    case PTL_GRMM_OPEN_PIT:
    case PTL_GRMM_HIDDEN_PIT:
    case PTL_GRMM_CLOSED_PIT:
    case PTL_GRMM_TELEPORT:
        return PTL_ACCESS_OUT;
    case PTL_GRMM_CEILING_PIT:
    case PTL_GRMM_TELEPORT_DEST:
        return PTL_ACCESS_IN;
    case PTL_GRMM_STAIRS_DOWN:
    case PTL_GRMM_STAIRS_UP:
    case PTL_GRMM_ENTRANCE:
    case PTL_GRMM_EXIT:
        return PTL_ACCESS_IN | PTL_ACCESS_OUT;
    default:
        return 0;
    }
}

static void fill_level(const searcher *s, uint16_t level)
{
    const ptl_grmm_level *l  = &s->map->levels.data[level];
    uint16_t             *at = s->r->ways + s->r->levels[level].first;

    for (uint32_t row = 0; row < l->rows; row++)
        for (uint32_t column = 0; column < l->columns; column++, at++) {
            ptl_grmm_place here  = { level, (uint16_t)row, (uint16_t)column };
            uint8_t        floor = grmm_value(l, PTL_GRMM_FLOOR, grmm_index(l, row, column));

            if (floor == PTL_GRMM_EMPTY || !ptl_grmm_may_stand(floor, PTL_GRMM_KEYS))
                continue;
            *at = (uint16_t)(PTL_ACCESS_STAND | gates_of(floor) | steps_from(s, here));
        }
}

/* ---- Rims ------------------------------------------------------------------------------------ */

/* Floors reach so far; bottom and right are the last. */
typedef struct extent {
    uint32_t top, left, bottom, right;
    bool     any;
} extent;

static extent floors_of(const ptl_grmm_level *l)
{
    extent to = { .top = UINT32_MAX, .left = UINT32_MAX };

    for (uint32_t row = 0; row < l->rows; row++)
        for (uint32_t column = 0; column < l->columns; column++) {
            if (grmm_value(l, PTL_GRMM_FLOOR, grmm_index(l, row, column)) == PTL_GRMM_EMPTY)
                continue;
            to.any    = true;
            to.top    = row < to.top ? row : to.top;
            to.bottom = row;
            to.left   = column < to.left ? column : to.left;
            to.right  = column > to.right ? column : to.right;
        }
    return to;
}

/* Whether a level goes on at its other side here. Openings at both rims of the level say so, and
 * doors: a rim of floors that merely ends is rock. */
static bool is_rim(const searcher *s, ptl_grmm_place first, ptl_grmm_place last, bool across)
{
    const ptl_grmm_level *l   = &s->map->levels.data[first.level];
    ptl_grmm_cell         a   = ptl_grmm_cell_at(s->map, first.level, first.row, first.column);
    ptl_grmm_cell         b   = ptl_grmm_cell_at(s->map, last.level, last.row, last.column);
    uint8_t               out = across ? a.west : a.north, in = across ? b.east : b.south;
    bool                  rim = across ? first.column == 0 && last.column + 1u == l->columns
                                       : first.row == 0 && last.row + 1u == l->rows;

    return a.floor != PTL_GRMM_EMPTY && b.floor != PTL_GRMM_EMPTY &&
           (rim || (out != PTL_GRMM_NO_WALL && in != PTL_GRMM_NO_WALL));
}

/* One leaves a cell over its rim and comes into the other over the opposite one, or the other way
 * round. */
static void join_rim(const searcher *s, ptl_grmm_place first, ptl_grmm_place last, bool across)
{
    ptl_grmm_cell      a       = ptl_grmm_cell_at(s->map, first.level, first.row, first.column);
    ptl_grmm_cell      b       = ptl_grmm_cell_at(s->map, last.level, last.row, last.column);
    ptl_grmm_direction outward = across ? PTL_GRMM_WEST : PTL_GRMM_NORTH;
    ptl_grmm_direction inward  = across ? PTL_GRMM_EAST : PTL_GRMM_SOUTH;
    uint8_t            wall[2] = { across ? a.west : a.north, across ? b.east : b.south };
    bool               there, back;

    if (!is_rim(s, first, last, across))
        return;
    there = ptl_grmm_edge_lets(wall[0], outward, PTL_GRMM_KEYS) &&
            ptl_grmm_edge_lets(wall[1], outward, PTL_GRMM_KEYS);
    back = ptl_grmm_edge_lets(wall[0], inward, PTL_GRMM_KEYS) &&
           ptl_grmm_edge_lets(wall[1], inward, PTL_GRMM_KEYS);
    if (there)
        ptl_access_add_link(s->job, s->r, cell_number(s, first), cell_number(s, last), back);
    else if (back)
        ptl_access_add_link(s->job, s->r, cell_number(s, last), cell_number(s, first), false);
}

static void join_rims(const searcher *s, uint16_t level)
{
    extent to = floors_of(&s->map->levels.data[level]);

    for (uint32_t row = to.top; to.any && row <= to.bottom; row++)
        join_rim(s, (ptl_grmm_place){ level, (uint16_t)row, (uint16_t)to.left },
                 (ptl_grmm_place){ level, (uint16_t)row, (uint16_t)to.right }, true);
    for (uint32_t column = to.left; to.any && column <= to.right; column++)
        join_rim(s, (ptl_grmm_place){ level, (uint16_t)to.top, (uint16_t)column },
                 (ptl_grmm_place){ level, (uint16_t)to.bottom, (uint16_t)column }, false);
}

/* ---- Links ----------------------------------------------------------------------------------- */

/* Who enters a pit or a teleport goes nowhere else from there. A link that cannot be followed says
 * no more than none. */
static void join_links(const searcher *s)
{
    for (size_t i = 0; i < s->map->links.count; i++) {
        const ptl_grmm_link *l    = &s->map->links.data[i];
        ptl_grmm_link_kind   kind = ptl_grmm_kind_of_link(s->map, l);
        bool                 both = kind == PTL_GRMM_LINK_STAIRS || kind == PTL_GRMM_LINK_DOOR;
        uint32_t             from, to;

        if (kind >= PTL_GRMM_LINK_STALE)
            continue;
        from = cell_number(s, (ptl_grmm_place){ l->from_level, l->from_row, l->from_column });
        to   = cell_number(s, (ptl_grmm_place){ l->to_level, l->to_row, l->to_column });
        ptl_access_add_link(s->job, s->r, from, to, both);
        s->r->ways[from] &= (uint16_t) ~(PTL_ACCESS_IN | PTL_ACCESS_OUT);
        s->r->ways[to] &= (uint16_t) ~(PTL_ACCESS_IN | PTL_ACCESS_OUT);
        if (ptl_grmm_carries_away(
                ptl_grmm_cell_at(s->map, l->from_level, l->from_row, l->from_column).floor))
            s->r->ways[from] &=
                (uint16_t) ~(PTL_ACCESS_STEPS | PTL_ACCESS_STEPS << PTL_ACCESS_LOCKS);
    }
}

bool ptl_grmm_reach(ptl_job *job, ptl_access *out, const ptl_grmm *map)
{
    searcher          s      = { job, map, out };
    ptl_access_level *levels = ptl_arena_array(job, map->levels.count, sizeof *levels);

    for (size_t i = 0; levels && i < map->levels.count; i++)
        levels[i] = (ptl_access_level){ map->levels.data[i].rows, map->levels.data[i].columns, 0 };
    if (!levels || !ptl_access_begin(job, out, levels, map->levels.count))
        return false;
    for (size_t i = 0; i < map->levels.count && ptl_ok(job); i++) {
        fill_level(&s, (uint16_t)i);
        join_rims(&s, (uint16_t)i);
    }
    join_links(&s);
    out->directed = true;
    return ptl_ok(job) && ptl_access_find(job, out);
}

/* ---- What is said of it ---------------------------------------------------------------------- */

static const struct {
    const char *rule, *text;
    uint32_t    least; /* cells worth a word */
} words[PTL_ACCESS_STATES] = {
    [PTL_ACCESS_APART]  = { .rule = "grmm-unreachable", .text = "no way leads into", .least = 2 },
    [PTL_ACCESS_CLOSED] = { .rule  = "grmm-no-way-in",
                            .text  = "ways lead out of, and none into",
                            .least = 1 },
    [PTL_ACCESS_TRAP]   = { .rule  = "grmm-trap",
                            .text  = "ways lead into, and none out of",
                            .least = 1 },
};

enum { CELLS_TEXT = GRMM_PLACE + 96 };

/* The first of them with its region, and two corners around all. */
static const char *cells_text(char out[CELLS_TEXT], const ptl_access_part *p,
                              const grmm_region_index *regions)
{
    ptl_grmm_place first = { (uint16_t)p->level, (uint16_t)p->row, (uint16_t)p->column };
    ptl_grmm_place from  = { (uint16_t)p->level, (uint16_t)p->top, (uint16_t)p->left };
    ptl_grmm_place to    = { (uint16_t)p->level, (uint16_t)p->bottom, (uint16_t)p->right };
    char           name[GRMM_PLACE], corner[2][32];

    ptl_grmm_place_text(name, regions, first);
    if (p->cells == 1)
        snprintf(out, CELLS_TEXT, "%s", name);
    else
        snprintf(out, CELLS_TEXT, "the %lu cells around %s, from (%s) to (%s)",
                 (unsigned long)p->cells, name, ptl_grmm_cell_name(corner[0], regions->map, from),
                 ptl_grmm_cell_name(corner[1], regions->map, to));
    return out;
}

void ptl_grmm_check_reach(ptl_job *job, const grmm_region_index *regions)
{
    ptl_access       r;
    ptl_access_parts parts;

    if (!ptl_ok(job) || !ptl_grmm_reach(job, &r, regions->map))
        return;
    parts = ptl_access_list(job, &r);
    for (size_t i = 0; i < parts.count; i++) {
        const ptl_access_part *p  = &parts.data[i];
        const ptl_grmm_level  *l  = &regions->map->levels.data[p->level];
        uint64_t               at = l->layer_at[0] > 0 ? l->layer_at[0] : PTL_NOWHERE;
        char                   text[CELLS_TEXT];

        if (p->cells < words[p->state].least)
            continue;
        PTL_FIND(job, PTL_NOTE,
                 ptl_path(job, "levels[%zu]/floor[%lu,%lu]", p->level, (unsigned long)p->column,
                          (unsigned long)p->row),
                 at, words[p->state].rule, "%s %s", words[p->state].text,
                 cells_text(text, p, regions));
    }
}
