/* SPDX-License-Identifier: MIT */
/* Walls of tables joined into as few and as long lines as there can be. */
#include <stdlib.h>

#include "hubs/table.h"

#define NONE SIZE_MAX

typedef struct stretch { /* a part of a line of the grid, or between its lines */
    float line, from, to;
    bool  upright;
} stretch;

typedef struct tip { /* one end of a stretch: twice its number, and one more for its last point */
    ptl_table_point at;
    size_t          end;
} tip;

typedef struct joiner {
    ptl_job *job;
    stretch *list;
    size_t   count;
    size_t  *partner; /* of each end: the only other one at its place, or NONE */
    bool    *used;
} joiner;

/* ---- Straight on ----------------------------------------------------------------------------- */

static int by_place(const void *first, const void *second)
{
    const stretch *a = first, *b = second;

    if (a->upright != b->upright)
        return a->upright ? 1 : -1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return (a->to > b->to) - (a->to < b->to);
}

static stretch stretch_of(const ptl_table_wall *wall)
{
    if (wall->x0 == wall->x1)
        return (stretch){ wall->x0, wall->y0, wall->y1, true };
    return (stretch){ wall->y0, wall->x0, wall->x1, false };
}

static void collect(joiner *j, const ptl_table_level *level, unsigned kinds, unsigned who)
{
    for (size_t i = 0; i < level->walls.count; i++)
        if (level->walls.data[i].who & who && kinds >> level->walls.data[i].kind & 1)
            j->list[j->count++] = stretch_of(&level->walls.data[i]);
}

static void merge(joiner *j)
{
    size_t kept = 0;

    qsort(j->list, j->count, sizeof *j->list, by_place);
    for (size_t i = 0; i < j->count; i++) {
        stretch *last = &j->list[kept > 0 ? kept - 1 : 0], next = j->list[i];

        if (kept == 0 || last->upright != next.upright || last->line != next.line ||
            last->to < next.from)
            j->list[kept++] = next;
        else if (last->to < next.to)
            last->to = next.to;
    }
    j->count = kept;
}

/* ---- Round corners --------------------------------------------------------------------------- */

static ptl_table_point point_of(const joiner *j, size_t end)
{
    const stretch *s     = &j->list[end / 2];
    float          along = end % 2 ? s->to : s->from;

    return s->upright ? (ptl_table_point){ s->line, along } : (ptl_table_point){ along, s->line };
}

static int by_point(const void *first, const void *second)
{
    const tip *a = first, *b = second;

    if (a->at.y != b->at.y)
        return a->at.y < b->at.y ? -1 : 1;
    if (a->at.x != b->at.x)
        return a->at.x < b->at.x ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}

/* Where a third one meets them, two ends are no corner. */
static void pair_up(joiner *j, tip *tips)
{
    size_t count = 2 * j->count, next;

    for (size_t i = 0; i < count; i++) {
        tips[i]       = (tip){ point_of(j, i), i };
        j->partner[i] = NONE;
    }
    qsort(tips, count, sizeof *tips, by_point);
    for (size_t i = 0; i < count; i = next) {
        next = i + 1;
        while (next < count && tips[next].at.x == tips[i].at.x && tips[next].at.y == tips[i].at.y)
            next++;
        if (next - i == 2) {
            j->partner[tips[i].end]     = tips[i + 1].end;
            j->partner[tips[i + 1].end] = tips[i].end;
        }
    }
}

/* The end a line begins at that goes through a stretch; in a ring, this stretch is the first. */
static size_t beginning(const joiner *j, size_t number)
{
    size_t end = 2 * number;

    while (j->partner[end] != NONE) {
        end = j->partner[end] ^ 1;
        if (end == 2 * number)
            break;
    }
    return end;
}

static void follow(joiner *j, ptl_table_lines *out, size_t number, size_t *points)
{
    ptl_table_line *line = &out->lines.data[out->lines.count++];
    size_t          end  = beginning(j, number);

    line->point          = *points;
    out->points[*points] = point_of(j, end);
    *points += 1;
    while (end != NONE && !j->used[end / 2]) {
        j->used[end / 2] = true;
        end ^= 1;
        out->points[*points] = point_of(j, end);
        *points += 1;
        end = j->partner[end];
    }
    line->count = *points - line->point;
}

void ptl_table_join(ptl_job *job, ptl_table_lines *out, const ptl_table_level *level,
                    unsigned kinds, unsigned who)
{
    joiner j = { .job = job, .list = ptl_arena_array(job, level->walls.count, sizeof *j.list) };
    tip   *tips;
    size_t points = 0;

    *out = (ptl_table_lines){ 0 };
    if (!j.list)
        return;
    collect(&j, level, kinds, who);
    merge(&j);
    tips            = ptl_arena_array(job, 2 * (uint64_t)j.count, sizeof *tips);
    j.partner       = ptl_arena_array(job, 2 * (uint64_t)j.count, sizeof *j.partner);
    j.used          = ptl_arena_array(job, j.count, sizeof *j.used);
    out->lines.data = ptl_arena_array(job, j.count, sizeof *out->lines.data);
    out->points     = ptl_arena_array(job, 2 * (uint64_t)j.count, sizeof *out->points);
    if (!ptl_ok(job))
        return;
    pair_up(&j, tips);
    for (size_t i = 0; i < j.count; i++)
        if (!j.used[i])
            follow(&j, out, i, &points);
}
