/* SPDX-License-Identifier: MIT */
/* Where one can go: from a cell to its neighbor, and all the way through stairs, pits and
 * teleports. The editor itself stops nobody; these rules follow what the symbols mean in games. */
#include <string.h>

#include "formats/call.h"
#include "formats/grmm/grmm_private.h"

/* ---- One step ------------------------------------------------------------------------------- */

/* One-way doors NE lead north through a north edge and east through a west edge; SW the other way.
 */
static bool one_way_lets(uint8_t wall, ptl_grmm_direction d)
{
    bool north_east = d == PTL_GRMM_NORTH || d == PTL_GRMM_EAST;

    return north_east == (wall == PTL_GRMM_WALL_ONE_WAY_NE);
}

bool ptl_grmm_edge_lets(uint8_t wall, ptl_grmm_direction d, unsigned who)
{
    switch (wall) {
    case PTL_GRMM_NO_WALL:
    case PTL_GRMM_WALL_DOOR:
    case PTL_GRMM_WALL_ARCHWAY:
        return true;
    case PTL_GRMM_WALL_ILLUSORY:
    case PTL_GRMM_WALL_SECRET:
        return !(who & PTL_GRMM_PLAYER);
    case PTL_GRMM_WALL_LOCKED:
        return who & (PTL_GRMM_MASTER | PTL_GRMM_KEYS);
    case PTL_GRMM_WALL_ONE_WAY_NE:
    case PTL_GRMM_WALL_ONE_WAY_SW:
        return who & PTL_GRMM_MASTER || one_way_lets(wall, d);
    default:
        return false;
    }
}

bool ptl_grmm_may_stand(uint8_t floor, unsigned who)
{
    switch (floor) {
    case PTL_GRMM_LOCKED_DOOR:
        return who & (PTL_GRMM_MASTER | PTL_GRMM_KEYS);
    case PTL_GRMM_SECRET_DOOR:
    case PTL_GRMM_SECRET_BLOCK:
        return !(who & PTL_GRMM_PLAYER);
    case PTL_GRMM_BARRIER:
    case PTL_GRMM_COLUMN:
    case PTL_GRMM_STATUE:
        return false;
    default:
        return ptl_grmm_floor_name(floor) != NULL;
    }
}

static bool along(ptl_grmm_direction axis, ptl_grmm_direction d)
{
    return axis == PTL_GRMM_NOWHERE || (axis & 1) == (d & 1);
}

static bool may_enter(const ptl_grmm_cell *cell, ptl_grmm_direction d, unsigned who)
{
    bool against = d == (cell->facing ^ 2);

    if (cell->floor == PTL_GRMM_ONE_WAY ||
        (cell->floor == PTL_GRMM_ARROW && !(who & PTL_GRMM_CALM)))
        return !against;
    return cell->floor != PTL_GRMM_BRIDGE || along(cell->facing, d);
}

static bool may_leave(const ptl_grmm_cell *cell, ptl_grmm_direction d, unsigned who)
{
    if (cell->floor == PTL_GRMM_ARROW && !(who & PTL_GRMM_CALM))
        return d == cell->facing;
    return cell->floor != PTL_GRMM_BRIDGE || along(cell->facing, d);
}

static bool neighbor(const ptl_grmm *map, ptl_grmm_place from, ptl_grmm_direction d,
                     ptl_grmm_place *to)
{
    static const int      down[] = { -1, 0, 1, 0 }, right[] = { 0, 1, 0, -1 };
    const ptl_grmm_level *level;
    int                   row, column;

    if (!map || from.level >= map->levels.count || (unsigned)d >= PTL_GRMM_NOWHERE)
        return false;
    level  = &map->levels.data[from.level];
    row    = from.row + down[d];
    column = from.column + right[d];
    *to    = (ptl_grmm_place){ from.level, (uint16_t)row, (uint16_t)column };
    return from.row < level->rows && from.column < level->columns && row >= 0 && column >= 0 &&
           row < (int)level->rows && column < (int)level->columns;
}

ptl_grmm_step_result ptl_grmm_step(const ptl_grmm *map, ptl_grmm_place from, ptl_grmm_direction d,
                                   unsigned who)
{
    ptl_grmm_place to;
    ptl_grmm_cell  a, b;

    if (!neighbor(map, from, d, &to))
        return PTL_GRMM_OUTSIDE;
    a = ptl_grmm_cell_at(map, from.level, from.row, from.column);
    b = ptl_grmm_cell_at(map, to.level, to.row, to.column);
    if (a.floor == PTL_GRMM_EMPTY || b.floor == PTL_GRMM_EMPTY)
        return PTL_GRMM_VOID;
    if (!ptl_grmm_edge_lets(d == PTL_GRMM_NORTH   ? a.north
                            : d == PTL_GRMM_EAST  ? a.east
                            : d == PTL_GRMM_SOUTH ? a.south
                                                  : a.west,
                            d, who))
        return PTL_GRMM_WALLED;
    return ptl_grmm_may_stand(b.floor, who) && may_enter(&b, d, who) && may_leave(&a, d, who)
               ? PTL_GRMM_OPEN
               : PTL_GRMM_BLOCKED;
}

/* ---- All the way ---------------------------------------------------------------------------- */

enum { UNSEEN = UINT32_MAX };

typedef struct search {
    const ptl_grmm *map;
    unsigned        who;
    size_t         *first; /* first cell of each level              */
    uint32_t       *from;  /* the cell each cell was reached from   */
    uint32_t       *queue;
    size_t          head, tail;
} search;

static uint32_t number_of(const search *s, ptl_grmm_place p)
{
    return (uint32_t)(s->first[p.level] + (size_t)p.row * s->map->levels.data[p.level].columns +
                      p.column);
}

static ptl_grmm_place place_of(const search *s, uint32_t number)
{
    size_t   level = s->map->levels.count - 1;
    uint32_t columns;

    while (s->first[level] > number)
        level--;
    columns = s->map->levels.data[level].columns;
    number -= (uint32_t)s->first[level];
    return (ptl_grmm_place){ (uint16_t)level, (uint16_t)(number / columns),
                             (uint16_t)(number % columns) };
}

static void reach(search *s, ptl_grmm_place place, uint32_t from)
{
    uint32_t number = number_of(s, place);

    if (s->from[number] != UNSEEN)
        return;
    s->from[number]     = from;
    s->queue[s->tail++] = number;
}

bool ptl_grmm_carries_away(uint8_t floor)
{
    return floor == PTL_GRMM_OPEN_PIT || floor == PTL_GRMM_HIDDEN_PIT || floor == PTL_GRMM_TELEPORT;
}

/* Who enters a pit or a teleport is carried away, and goes nowhere else from there; without a link
 * it is floor. A closed pit has a lid. */
static void go_on(search *s, ptl_grmm_place here, bool start)
{
    uint8_t        floor = ptl_grmm_cell_at(s->map, here.level, here.row, here.column).floor;
    uint32_t       from  = number_of(s, here);
    ptl_grmm_place to;
    bool           linked = floor > PTL_GRMM_CLOSED_PIT && floor <= PTL_GRMM_TELEPORT_DEST &&
                  ptl_grmm_link_from(&to, s->map, here) != NULL;

    if (linked)
        reach(s, to, from);
    if (linked && ptl_grmm_carries_away(floor) && !start)
        return;
    for (int d = 0; d < PTL_GRMM_NOWHERE; d++)
        if (ptl_grmm_step(s->map, here, (ptl_grmm_direction)d, s->who) == PTL_GRMM_OPEN &&
            neighbor(s->map, here, (ptl_grmm_direction)d, &to))
            reach(s, to, from);
}

static bool begin_search(ptl_job *job, search *s)
{
    size_t total = 0;

    s->first = ptl_arena_array(job, s->map->levels.count, sizeof *s->first);
    for (size_t i = 0; s->first && i < s->map->levels.count; i++) {
        s->first[i] = total;
        total += (size_t)s->map->levels.data[i].rows * s->map->levels.data[i].columns;
    }
    s->from  = ptl_arena_array(job, total, sizeof *s->from);
    s->queue = ptl_arena_array(job, total, sizeof *s->queue);
    if (s->from)
        memset(s->from, 0xFF, total * sizeof *s->from);
    return ptl_ok(job);
}

/* The way back from the goal, turned round. */
static void trace(ptl_job *job, const search *s, uint32_t start, uint32_t goal, ptl_grmm_path *out)
{
    size_t   count = 1;
    uint32_t at    = goal;

    for (; at != start; at = s->from[at])
        count++;
    out->data = ptl_arena_array(job, count, sizeof *out->data);
    if (!out->data)
        return;
    out->count = count;
    for (at = goal; count-- > 0; at = s->from[at])
        out->data[count] = place_of(s, at);
}

static bool is_cell(const ptl_grmm *map, ptl_grmm_place p)
{
    return p.level < map->levels.count && p.row < map->levels.data[p.level].rows &&
           p.column < map->levels.data[p.level].columns;
}

static bool search_path(ptl_job *job, search *s, ptl_grmm_place start, ptl_grmm_place goal)
{
    uint32_t first, last;

    if (!begin_search(job, s))
        return false;
    first = number_of(s, start);
    last  = number_of(s, goal);
    reach(s, start, first);
    while (s->head < s->tail && s->from[last] == UNSEEN) {
        uint32_t here = s->queue[s->head++];

        go_on(s, place_of(s, here), here == first);
    }
    return s->from[last] != UNSEEN;
}

/* The search has memory of its own, which is much more than the way needs. */
static void find_path(ptl_job *job, search *s, ptl_grmm_place start, ptl_grmm_place goal,
                      ptl_grmm_path *out)
{
    ptl_job     aside  = *job;
    ptl_memory *memory = ptl_memory_begin(&aside);

    if (memory && search_path(&aside, s, start, goal))
        trace(job, s, number_of(s, start), number_of(s, goal), out);
    if (ptl_ok(job))
        job->error = aside.error;
    ptl_memory_free(memory);
}

ptl_status ptl_grmm_find_path(ptl_grmm_path *out, const ptl_doc *doc, ptl_grmm_place start,
                              ptl_grmm_place goal, unsigned who, ptl_diag *err)
{
    ptl_job     job;
    ptl_memory *memory;
    search      s = { .who = who };

    if (!out)
        return ptl_call_nowhere(err);
    *out  = (ptl_grmm_path){ 0 };
    s.map = ptl_call_derive(&job, &memory, doc, &ptl_format_grmm);
    if (s.map && is_cell(s.map, start) && is_cell(s.map, goal))
        find_path(&job, &s, start, goal, out);
    else
        ptl_fail(&job, PTL_E_ARG, PTL_NOWHERE, "argument",
                 "a way leads from one cell of a map to another");
    return ptl_call_derived(&out->memory, &job, memory, err);
}

void ptl_grmm_path_free(ptl_grmm_path *path)
{
    if (!path)
        return;
    ptl_memory_free(path->memory);
    *path = (ptl_grmm_path){ 0 };
}
