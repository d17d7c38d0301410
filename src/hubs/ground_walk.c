/* SPDX-License-Identifier: MIT */
/* Where one can go on ground. */
#include "hubs/ground.h"

/* ---- Cells ----------------------------------------------------------------------------------- */

enum { SHUT = 1, ONWARD = 2, ALONG = 4, PUSHES = 8, LOCK = 16 }; /* bits */

static const uint8_t cell_rules[PTL_GROUND_KINDS] = {
    [PTL_GROUND_ROCK]         = SHUT,
    [PTL_GROUND_LOCKED_DOOR]  = SHUT | LOCK,
    [PTL_GROUND_PORTCULLIS]   = SHUT | LOCK,
    [PTL_GROUND_COLUMN]       = SHUT,
    [PTL_GROUND_STATUE]       = SHUT,
    [PTL_GROUND_BARRIER]      = SHUT,
    [PTL_GROUND_BRIDGE]       = ALONG,
    [PTL_GROUND_ONE_WAY_DOOR] = ONWARD,
    [PTL_GROUND_ARROW]        = ONWARD | PUSHES,
};

bool ptl_ground_may_stand(const ptl_ground_cell *cell)
{
    return !(cell_rules[cell->kind] & SHUT);
}

bool ptl_ground_is_locked(const ptl_ground_cell *cell)
{
    return cell_rules[cell->kind] & LOCK;
}

static ptl_ground_direction facing(const ptl_ground_cell *cell)
{
    return (ptl_ground_direction)((cell->bits & PTL_GROUND_ACROSS ? 1 : 0) +
                                  (cell->bits & PTL_GROUND_BACK ? 2 : 0));
}

static bool is_along(const ptl_ground_cell *cell, ptl_ground_direction d)
{
    return !(cell_rules[cell->kind] & ALONG) || (facing(cell) & 1) == (d & 1);
}

static bool may_enter(const ptl_ground_cell *cell, ptl_ground_direction d, bool keys)
{
    bool against = d == (facing(cell) ^ 2);

    return (ptl_ground_may_stand(cell) || (keys && ptl_ground_is_locked(cell))) &&
           is_along(cell, d) && !(cell_rules[cell->kind] & ONWARD && against);
}

static bool may_leave(const ptl_ground_cell *cell, ptl_ground_direction d)
{
    return cell->kind != PTL_GROUND_ROCK && is_along(cell, d) &&
           (!(cell_rules[cell->kind] & PUSHES) || d == facing(cell));
}

/* ---- Edges ----------------------------------------------------------------------------------- */

enum { CLOSED, BOTH_WAYS, TO_NORTH_EAST, TO_SOUTH_WEST, WITH_KEYS };

static const uint8_t edge_rules[PTL_GROUND_EDGES] = {
    [PTL_GROUND_OPEN]          = BOTH_WAYS,
    [PTL_GROUND_EDGE_DOOR]     = BOTH_WAYS,
    [PTL_GROUND_EDGE_LOCKED]   = WITH_KEYS,
    [PTL_GROUND_EDGE_ARCHWAY]  = BOTH_WAYS,
    [PTL_GROUND_EDGE_SECRET]   = BOTH_WAYS,
    [PTL_GROUND_EDGE_ILLUSORY] = BOTH_WAYS,
    [PTL_GROUND_EDGE_ONE_WAY]  = TO_NORTH_EAST,
    [PTL_GROUND_EDGE_WAY_BACK] = TO_SOUTH_WEST,
};

static bool edge_lets(ptl_ground_edge_kind edge, ptl_ground_direction d, bool keys)
{
    bool north_east = d == PTL_GROUND_NORTH || d == PTL_GROUND_EAST;

    return edge_rules[edge] == BOTH_WAYS || (keys && edge_rules[edge] == WITH_KEYS) ||
           edge_rules[edge] == (north_east ? TO_NORTH_EAST : TO_SOUTH_WEST);
}

static const int8_t down[] = { -1, 0, 1, 0 }, right[] = { 0, 1, 0, -1 };

static bool is_rock(const ptl_ground_level *level, int64_t row, int64_t column)
{
    const ptl_ground_cell *cell = ptl_ground_at(level, row, column);

    return !cell || cell->kind == PTL_GROUND_ROCK;
}

ptl_ground_edge_kind ptl_ground_edge_at(const ptl_ground_level *level, int64_t row, int64_t column,
                                        ptl_ground_direction d)
{
    const ptl_ground_edge *edge;
    bool                   wall;

    if (!level->edges) {
        wall = is_rock(level, row, column) != is_rock(level, row + down[d], column + right[d]);
        return wall ? PTL_GROUND_WALL : PTL_GROUND_OPEN;
    }
    row += d == PTL_GROUND_SOUTH;
    column += d == PTL_GROUND_EAST;
    if (row < 0 || column < 0 || row > level->rows || column > level->columns)
        return PTL_GROUND_WALL;
    edge = &level->edges[(size_t)row * (level->columns + 1) + (size_t)column];
    return (ptl_ground_edge_kind)(d & 1 ? edge->west : edge->north);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static bool may_step(const ptl_ground_level *level, int64_t row, int64_t column,
                     ptl_ground_direction d, bool keys)
{
    const ptl_ground_cell *from = ptl_ground_at(level, row, column);
    const ptl_ground_cell *to   = ptl_ground_at(level, row + down[d], column + right[d]);

    return from && to && may_leave(from, d) && may_enter(to, d, keys) &&
           edge_lets(ptl_ground_edge_at(level, row, column, d), d, keys);
}

bool ptl_ground_step(const ptl_ground_level *level, int64_t row, int64_t column,
                     ptl_ground_direction d)
{
    return may_step(level, row, column, d, false);
}

bool ptl_ground_step_with_keys(const ptl_ground_level *level, int64_t row, int64_t column,
                               ptl_ground_direction d)
{
    return may_step(level, row, column, d, true);
}

bool ptl_ground_joined(const ptl_ground_level *level, int64_t row, int64_t column,
                       ptl_ground_direction d)
{
    const ptl_ground_cell *from = ptl_ground_at(level, row, column);
    const ptl_ground_cell *to   = ptl_ground_at(level, row + down[d], column + right[d]);

    return from && to && ptl_ground_may_stand(from) && ptl_ground_may_stand(to) &&
           (ptl_ground_step(level, row, column, d) ||
            ptl_ground_step(level, row + down[d], column + right[d],
                            (ptl_ground_direction)(d ^ 2)));
}
