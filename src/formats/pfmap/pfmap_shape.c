/* SPDX-License-Identifier: MIT */
/* Shapes of tiles for wanted heights.
 *
 * Of four corners at most two heights are possible, and neither two opposite corners alone may be
 * high. Where heights are given at corners, these are lowered until every tile can be shaped, so
 * that tiles meet; where they are given inside of tiles, as our heightmaps do, each tile gets the
 * shape that fits its own samples best, so that cliffs stay cliffs. */
#include <math.h>
#include <string.h>

#include "formats/pfmap/pfmap_heights.h"

typedef struct error { /* in levels */
    double sum, most;
    size_t off, count; /* places that are off by more than a tenth, and all */
} error;

static void count_error(error *e, double got, double wanted)
{
    double by = fabs(got - wanted);

    e->sum += by;
    e->most = by > e->most ? by : e->most;
    e->off += by > 0.1;
    e->count++;
}

/* ---- Corners --------------------------------------------------------------------------------- */

const uint8_t ptl_pfmap_types[16] = {
    PTL_PFMAP_FLAT,       PTL_PFMAP_CONCAVE_SE, PTL_PFMAP_CONCAVE_SW, PTL_PFMAP_RAMP_SN,
    PTL_PFMAP_CONCAVE_NW, PTL_PFMAP_NO_TYPE,    PTL_PFMAP_RAMP_WE,    PTL_PFMAP_CONVEX_SW,
    PTL_PFMAP_CONCAVE_NE, PTL_PFMAP_RAMP_EW,    PTL_PFMAP_NO_TYPE,    PTL_PFMAP_CONVEX_SE,
    PTL_PFMAP_RAMP_NS,    PTL_PFMAP_CONVEX_NE,  PTL_PFMAP_CONVEX_NW,  PTL_PFMAP_FLAT,
};

typedef struct corners { /* of a tile, in the grid of all */
    int16_t *at[4];
} corners;

static corners corners_of(int16_t *grid, uint32_t columns, size_t tile)
{
    int16_t *nw = grid + tile / columns * (columns + 1) + tile % columns;

    return (corners){ { nw, nw + 1, nw + columns + 2, nw + columns + 1 } };
}

/* The lowest corner, the highest, and the highest below that. */
static void range_of(const corners *c, int *least, int *most, int *next)
{
    *least = *most = *c->at[0];
    for (int i = 1; i < 4; i++) {
        *least = *c->at[i] < *least ? *c->at[i] : *least;
        *most  = *c->at[i] > *most ? *c->at[i] : *most;
    }
    *next = *least;
    for (int i = 0; i < 4; i++)
        *next = *c->at[i]<*most && * c->at[i]> * next ? *c->at[i] : *next;
}

static unsigned high_corners(const corners *c, int most)
{
    unsigned bits = 0;

    for (unsigned i = 0; i < 4; i++)
        bits |= (unsigned)(*c->at[i] == most) << i;
    return bits;
}

/* Lowers corners until the tile can be shaped; whether any was. */
static bool lower(const corners *c)
{
    bool changed = false;

    for (;;) {
        int      least, most, next;
        unsigned high;

        range_of(c, &least, &most, &next);
        high = high_corners(c, most);
        if (next == least && ptl_pfmap_types[high] != PTL_PFMAP_NO_TYPE)
            return changed;
        if (next == least) /* two opposite ones: of these, the southern stays */
            high = high & 3;
        for (unsigned i = 0; i < 4; i++)
            if (high >> i & 1)
                *c->at[i] = (int16_t)next;
        changed = true;
    }
}

typedef struct agenda { /* tiles that are to be looked at, each at most once in it */
    uint32_t *ring;
    bool     *listed;
    size_t    first, count, room;
} agenda;

static void list_tile(agenda *a, size_t tile)
{
    if (a->listed[tile])
        return;
    a->listed[tile]                          = true;
    a->ring[(a->first + a->count) % a->room] = (uint32_t)tile;
    a->count++;
}

static size_t next_tile(agenda *a)
{
    size_t tile = a->ring[a->first];

    a->first = (a->first + 1) % a->room;
    a->count--;
    a->listed[tile] = false;
    return tile;
}

static void list_around(agenda *a, size_t tile, uint32_t columns, uint32_t rows)
{
    int64_t row = (int64_t)(tile / columns), col = (int64_t)(tile % columns);

    for (int64_t r = row - 1; r <= row + 1; r++)
        for (int64_t k = col - 1; k <= col + 1; k++)
            if (r >= 0 && k >= 0 && r < rows && k < columns && (r != row || k != col))
                list_tile(a, (size_t)r * columns + (size_t)k);
}

/* Corners only ever fall, and never below the lowest of their tile, so this ends. */
static void make_meet(ptl_job *job, int16_t *grid, const pfmap_heights *h)
{
    size_t count = (size_t)h->columns * h->rows;
    agenda a     = { .ring   = ptl_arena_array(job, count, sizeof *a.ring),
                     .listed = ptl_arena_array(job, count, sizeof *a.listed),
                     .room   = count };

    if (!ptl_ok(job))
        return;
    for (size_t i = 0; i < count; i++)
        list_tile(&a, i);
    while (a.count > 0) {
        size_t  tile = next_tile(&a);
        corners c    = corners_of(grid, h->columns, tile);

        if (lower(&c))
            list_around(&a, tile, h->columns, h->rows);
    }
}

static void shape_by_corners(ptl_job *job, ptl_pfmap_tile *tiles, const pfmap_heights *h, error *e)
{
    size_t   count = ((size_t)h->columns + 1) * ((size_t)h->rows + 1);
    int16_t *grid  = ptl_arena_raw(job, (uint64_t)count * sizeof *grid);

    for (size_t i = 0; i < count && grid; i++)
        grid[i] = (int16_t)floor((double)h->level[i] + 0.5);
    if (grid)
        make_meet(job, grid, h);
    if (!ptl_ok(job))
        return;
    for (size_t i = 0; i < (size_t)h->columns * h->rows; i++) {
        corners c = corners_of(grid, h->columns, i);
        int     least, most, next;

        range_of(&c, &least, &most, &next);
        tiles[i].type = ptl_pfmap_types[high_corners(&c, most)];
        tiles[i].base = (int16_t)least;
        tiles[i].ramp = (uint8_t)(most - least);
    }
    for (size_t i = 0; i < count; i++)
        count_error(e, grid[i], (double)h->level[i]);
}

/* ---- Samples --------------------------------------------------------------------------------- */

typedef struct fit {
    double *weight; /* of each type at each sample: 0 at the base, 1 at the top of the ramp */
    double *wanted; /* at each sample of a tile, in levels                                  */
    size_t  count;
} fit;

static void weigh(fit *f, uint32_t per_tile)
{
    for (uint8_t type = 0; type < PTL_PFMAP_TYPES; type++)
        for (size_t i = 0; i < f->count; i++) {
            ptl_pfmap_tile tile = { .type = type, .ramp = 1 };
            double         fx   = ((double)(i % per_tile) + 0.5) / per_tile;
            double         fz   = ((double)(i / per_tile) + 0.5) / per_tile;

            f->weight[type * f->count + i] = ptl_pfmap_height_in(&tile, fx, fz) / PTL_PFMAP_LEVEL;
        }
}

static double clamped(double value, double least, double most)
{
    double whole = floor(value + 0.5);

    return whole < least ? least : whole > most ? most : whole;
}

/* Base and ramp of a type by least squares, in whole levels; the squared error. */
static double fit_type(const fit *f, uint8_t type, double *base, double *ramp)
{
    const double *w = f->weight + type * f->count, n = (double)f->count;
    double        sw = 0, sww = 0, sy = 0, swy = 0, off = 0, squares = 0;

    for (size_t i = 0; i < f->count; i++) {
        sw += w[i];
        sww += w[i] * w[i];
        sy += f->wanted[i];
        swy += w[i] * f->wanted[i];
    }
    *ramp = type == PTL_PFMAP_FLAT
                ? 0
                : clamped((n * swy - sw * sy) / (n * sww - sw * sw), 0, PTL_PFMAP_MAX_HEIGHT);
    *base = clamped((sy - *ramp * sw) / n, -PTL_PFMAP_MAX_HEIGHT, PTL_PFMAP_MAX_HEIGHT);
    for (size_t i = 0; i < f->count; i++) {
        off = *base + *ramp * w[i] - f->wanted[i];
        squares += off * off;
    }
    return squares;
}

static void fit_tile(const fit *f, ptl_pfmap_tile *tile, error *e)
{
    double best = INFINITY, base, ramp;

    for (uint8_t type = 0; type < PTL_PFMAP_TYPES; type++) {
        double squares = fit_type(f, type, &base, &ramp);

        if (squares + 1e-9 * (double)f->count >= best)
            continue;
        best       = squares;
        tile->type = ramp > 0 ? type : PTL_PFMAP_FLAT;
        tile->base = (int16_t)base;
        tile->ramp = (uint8_t)ramp;
    }
    for (size_t i = 0; i < f->count; i++)
        count_error(e, tile->base + tile->ramp * f->weight[tile->type * f->count + i],
                    f->wanted[i]);
}

static void shape_by_samples(ptl_job *job, ptl_pfmap_tile *tiles, const pfmap_heights *h, error *e)
{
    size_t across = (size_t)h->columns * h->per_tile;
    fit    f      = { .count = (size_t)h->per_tile * h->per_tile };

    f.weight = ptl_arena_array(job, PTL_PFMAP_TYPES * (uint64_t)f.count, sizeof *f.weight);
    f.wanted = ptl_arena_array(job, f.count, sizeof *f.wanted);
    if (!ptl_ok(job))
        return;
    weigh(&f, h->per_tile);
    for (size_t i = 0; i < (size_t)h->columns * h->rows; i++) {
        const float *from =
            h->level + i / h->columns * h->per_tile * across + i % h->columns * h->per_tile;

        for (size_t k = 0; k < f.count; k++)
            f.wanted[k] = (double)from[k / h->per_tile * across + k % h->per_tile];
        fit_tile(&f, &tiles[i], e);
    }
}

void ptl_pfmap_heights_shape(ptl_job *job, ptl_pfmap_tile *tiles, const pfmap_heights *heights)
{
    error e = { 0 };

    if (heights->per_tile > 0)
        shape_by_samples(job, tiles, heights, &e);
    else
        shape_by_corners(job, tiles, heights, &e);
    if (ptl_ok(job))
        ptl_find(job, e.off > 0 ? PTL_LOSS : PTL_NOTE, PTL_NOWHERE, "pfmap-heights",
                 "%zu of %zu %s are off by more than a tenth of a level: %d.%02d levels in the "
                 "mean, %d.%02d at most",
                 e.off, e.count, heights->per_tile > 0 ? "samples" : "corners",
                 (int)(e.sum / (double)e.count), (int)(e.sum / (double)e.count * 100) % 100,
                 (int)e.most, (int)(e.most * 100) % 100);
}
