/* SPDX-License-Identifier: MIT */
/* Where one can get to on ground, with keys and without. */
#include "hubs/ground.h"

enum { TOO_STEEP = 50 }; /* hundredths of a side, where it slides */

/* By how much a cell rises from the side one enters to the opposite one. */
static int rise_along(const ptl_ground_heights *h, ptl_ground_direction d)
{
    static const uint8_t far_side[4][2] = { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 0 } };
    const uint8_t       *to = far_side[d], *from = far_side[d ^ 2];

    return (h->corner[to[0]] + h->corner[to[1]] - h->corner[from[0]] - h->corner[from[1]]) / 2;
}

static bool slides_back(const ptl_ground_level *l, uint32_t cell, ptl_ground_direction d)
{
    return l->heights && l->cells[cell].bits & PTL_GROUND_SLIDES &&
           rise_along(&l->heights[cell], d) >= TOO_STEEP;
}

bool ptl_ground_is_slide(const ptl_ground_level *level, uint32_t cell)
{
    for (int d = 0; d < 4; d++)
        if (slides_back(level, cell, (ptl_ground_direction)d))
            return true;
    return false;
}

/* Neither up what slides, nor onto it from below. */
static uint16_t steps_from(ptl_access *out, const ptl_ground_level *l, uint32_t row,
                           uint32_t column)
{
    static const int8_t down[] = { -1, 0, 1, 0 }, right[] = { 0, 1, 0, -1 };
    uint16_t            ways = 0;

    for (unsigned i = 0; i < 4; i++) {
        ptl_ground_direction d = (ptl_ground_direction)i;
        int64_t              to;

        if (!ptl_ground_step_with_keys(l, row, column, d))
            continue;
        to = ((int64_t)row + down[i]) * l->columns + column + right[i];
        if (slides_back(l, (uint32_t)to, d) || slides_back(l, row * l->columns + column, d)) {
            out->directed = true;
            continue;
        }
        if (ptl_ground_step(l, row, column, d))
            ways |= (uint16_t)(PTL_ACCESS_NORTH << i);
        else
            ways |= (uint16_t)(PTL_ACCESS_NORTH << (i + PTL_ACCESS_LOCKS));
    }
    return ways;
}

void ptl_ground_reach(ptl_access *out, const ptl_ground *ground)
{
    const ptl_ground_level *l  = ground->levels.data;
    uint16_t               *at = out->ways;

    for (uint32_t row = 0; row < l->rows; row++)
        for (uint32_t column = 0; column < l->columns; column++, at++) {
            const ptl_ground_cell *cell   = &l->cells[(size_t)row * l->columns + column];
            bool                   locked = ptl_ground_is_locked(cell);

            if (!ptl_ground_may_stand(cell) && !locked)
                continue;
            out->directed |= locked || cell->kind == PTL_GROUND_ONE_WAY_DOOR ||
                             cell->kind == PTL_GROUND_ARROW || l->edges;
            *at = (uint16_t)(PTL_ACCESS_STAND | steps_from(out, l, row, column));
        }
}
