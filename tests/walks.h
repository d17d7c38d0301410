/* SPDX-License-Identifier: MIT */
/* Where one can walk, measured before and after a map was carried to another engine. */
#ifndef PTL_TESTS_WALKS_H
#define PTL_TESTS_WALKS_H

#include <portolan/egoboo.h>
#include <portolan/grmm.h>
#include <portolan/mpd.h>
#include <portolan/pfmap.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

enum { WALK_EAST = 1, WALK_SOUTH = 2, WALK_OPEN = 4 };

typedef struct walks { /* bits of each cell: it is open, and so is the way to its neighbors */
    uint32_t  rows, columns;
    uint8_t  *cells;
    uint32_t *parts; /* which part of the map it belongs to: cells in one can be walked between */
} walks;

static walks walks_new(uint32_t rows, uint32_t columns)
{
    size_t count = (size_t)rows * columns;

    return (walks){ rows, columns, calloc(count, 1), calloc(count, sizeof(uint32_t)) };
}

static void walks_free(walks *w)
{
    free(w->cells);
    free(w->parts);
}

static bool walks_at(const walks *w, int64_t row, int64_t column, uint8_t bit)
{
    return row >= 0 && column >= 0 && row < w->rows && column < w->columns &&
           w->cells[row * w->columns + column] & bit;
}

/* Cells that are open side by side are joined, where nothing is between them. */
static void walks_join_open(walks *w)
{
    for (uint32_t row = 0; row < w->rows; row++)
        for (uint32_t column = 0; column < w->columns; column++) {
            uint8_t *cell = &w->cells[(size_t)row * w->columns + column];

            if (!(*cell & WALK_OPEN))
                continue;
            *cell |= walks_at(w, row, column + 1, WALK_OPEN) ? WALK_EAST : 0;
            *cell |= walks_at(w, row + 1, column, WALK_OPEN) ? WALK_SOUTH : 0;
        }
}

static uint32_t walks_root(uint32_t *parts, uint32_t cell)
{
    while (parts[cell] != cell)
        cell = parts[cell] = parts[parts[cell]];
    return cell;
}

static void walks_part(walks *w)
{
    uint32_t count = w->rows * w->columns;

    for (uint32_t i = 0; i < count; i++)
        w->parts[i] = i;
    for (uint32_t i = 0; i < count; i++) {
        if (w->cells[i] & WALK_EAST)
            w->parts[walks_root(w->parts, i)] = walks_root(w->parts, i + 1);
        if (w->cells[i] & WALK_SOUTH)
            w->parts[walks_root(w->parts, i)] = walks_root(w->parts, i + w->columns);
    }
    for (uint32_t i = 0; i < count; i++)
        w->parts[i] = walks_root(w->parts, i);
}

/* ---- Of maps --------------------------------------------------------------------------------- */

static bool grmm_joins(const ptl_grmm *map, ptl_grmm_place a, ptl_grmm_direction d)
{
    ptl_grmm_place b = { a.level, (uint16_t)(a.row + (d == PTL_GRMM_SOUTH)),
                         (uint16_t)(a.column + (d == PTL_GRMM_EAST)) };

    return ptl_grmm_walkable(map, a.level, a.column + 0.5, a.row + 0.5, PTL_GRMM_EXPLORER) &&
           ptl_grmm_walkable(map, b.level, b.column + 0.5, b.row + 0.5, PTL_GRMM_EXPLORER) &&
           (ptl_grmm_step(map, a, d, PTL_GRMM_EXPLORER) == PTL_GRMM_OPEN ||
            ptl_grmm_step(map, b, (ptl_grmm_direction)(d ^ 2), PTL_GRMM_EXPLORER) == PTL_GRMM_OPEN);
}

static walks walks_of_grmm(const ptl_grmm *map, size_t level)
{
    walks w = walks_new(map->levels.data[level].rows, map->levels.data[level].columns);

    for (uint32_t i = 0; i < w.rows * w.columns; i++) {
        ptl_grmm_place at = { (uint16_t)level, (uint16_t)(i / w.columns),
                              (uint16_t)(i % w.columns) };

        if (ptl_grmm_walkable(map, level, at.column + 0.5, at.row + 0.5, PTL_GRMM_EXPLORER))
            w.cells[i] = WALK_OPEN;
        w.cells[i] |= grmm_joins(map, at, PTL_GRMM_EAST) ? WALK_EAST : 0;
        w.cells[i] |= grmm_joins(map, at, PTL_GRMM_SOUTH) ? WALK_SOUTH : 0;
    }
    walks_part(&w);
    return w;
}

/* Passages may be NULL. */
static walks walks_of_mpd(const ptl_mpd *mesh, const ptl_passages *passages)
{
    walks w = walks_new(mesh->sizey, mesh->sizex);

    for (uint32_t i = 0; i < w.rows * w.columns; i++) {
        uint32_t x = i % w.columns, y = i / w.columns;

        if (ptl_mpd_walkable(mesh, passages, (x + 0.5) * PTL_MPD_TILE, (y + 0.5) * PTL_MPD_TILE))
            w.cells[i] = WALK_OPEN;
    }
    walks_join_open(&w);
    walks_part(&w);
    return w;
}

/* Quarters of tiles, as the engine has them. */
static walks walks_of_pfmap(const ptl_pfmap *map)
{
    walks w = walks_new(2 * map->height, 2 * map->width);

    ptl_pfmap_passable(w.cells, map, PTL_PFMAP_GROUND);
    for (uint32_t i = 0; i < w.rows * w.columns; i++)
        w.cells[i] = w.cells[i] ? WALK_OPEN : 0;
    walks_join_open(&w);
    walks_part(&w);
    return w;
}

/* Whole tiles, where all quarters of each say the same. */
static walks walks_of_tiles(const ptl_pfmap *map)
{
    walks fine = walks_of_pfmap(map), w = walks_new(map->height, map->width);

    for (uint32_t i = 0; i < w.rows * w.columns; i++) {
        uint32_t row = i / w.columns * 2, column = i % w.columns * 2, open = 0;

        for (uint32_t k = 0; k < 4; k++)
            open += walks_at(&fine, row + k / 2, column + k % 2, WALK_OPEN);
        if (open != 0 && open != 4)
            test_fail(__FILE__, __LINE__, "tile %u, %u is open in part", (unsigned)column / 2,
                      (unsigned)row / 2);
        w.cells[i] = open ? WALK_OPEN : 0;
    }
    walks_free(&fine);
    walks_join_open(&w);
    walks_part(&w);
    return w;
}

/* ---- Compared -------------------------------------------------------------------------------- */

/* The edge of a cell that became `across` cells is open where the cells were joined, and shut where
 * both are open and were not. */
static void check_edge(const walks *before, const walks *after, uint32_t across, uint32_t row,
                       uint32_t column, uint8_t bit)
{
    bool     east = bit == WALK_EAST;
    uint32_t r = (row + !east) * across, c = (column + east) * across;
    bool     joined = walks_at(before, row, column, bit);

    if (!walks_at(before, row, column, WALK_OPEN) ||
        !walks_at(before, row + !east, column + east, WALK_OPEN))
        return;
    for (uint32_t i = 1; i < across; i++)
        if (walks_at(after, r + (east ? i : 0), c + (east ? 0 : i), WALK_OPEN) != joined)
            test_fail(__FILE__, __LINE__, "the %s edge of cell %u, %u is %s",
                      east ? "eastern" : "southern", (unsigned)column, (unsigned)row,
                      joined ? "shut" : "open");
}

static void check_cell(const walks *before, const walks *after, uint32_t across, uint32_t row,
                       uint32_t column)
{
    uint32_t walls = across > 1;

    for (uint32_t i = walls; i < across; i++)
        for (uint32_t j = walls; j < across; j++)
            if (walks_at(after, row * across + i, column * across + j, WALK_OPEN) !=
                walks_at(before, row, column, WALK_OPEN))
                test_fail(__FILE__, __LINE__, "cell %u, %u changed", (unsigned)column,
                          (unsigned)row);
    if (across > 1) {
        check_edge(before, after, across, row, column, WALK_EAST);
        check_edge(before, after, across, row, column, WALK_SOUTH);
    }
}

/* Cells that were in one part of the map are, and those of different parts are not. */
static void check_parts(const walks *before, const walks *after, uint32_t across)
{
    uint32_t  count = before->rows * before->columns;
    uint32_t *there = calloc(count, sizeof *there); /* 1 + the part each part became */
    uint32_t *back  = calloc((size_t)after->rows * after->columns, sizeof *back);

    for (uint32_t i = 0; i < count; i++) {
        uint32_t row = i / before->columns * across + across / 2;
        uint32_t to =
            after->parts[row * after->columns + i % before->columns * across + across / 2];
        uint32_t from = before->parts[i];

        if (!(before->cells[i] & WALK_OPEN))
            continue;
        if ((there[from] && there[from] != to + 1) || (back[to] && back[to] != from + 1))
            test_fail(__FILE__, __LINE__, "cell %u, %u is in another part of the map",
                      (unsigned)(i % before->columns), (unsigned)(i / before->columns));
        there[from] = to + 1;
        back[to]    = from + 1;
    }
    free(there);
    free(back);
}

static void check_walks(const walks *before, const walks *after, uint32_t across)
{
    for (uint32_t i = 0; i < before->rows * before->columns; i++)
        check_cell(before, after, across, i / before->columns, i % before->columns);
    check_parts(before, after, across);
}

#endif
