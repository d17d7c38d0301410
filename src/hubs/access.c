/* SPDX-License-Identifier: MIT */
/* Parts of maps: joined cells first, then steps from where the map is played, there and back. */
#include "hubs/access.h"

#include <stdlib.h>
#include <string.h>

bool ptl_access_begin(ptl_job *job, ptl_access *r, ptl_access_level *levels, size_t count)
{
    uint64_t cells = 0;

    *r = (ptl_access){ .levels = levels, .level_count = count, .home = PTL_ACCESS_ANYWHERE };
    for (size_t i = 0; i < count; i++) {
        levels[i].first = (uint32_t)cells;
        cells += (uint64_t)levels[i].rows * levels[i].columns;
        if (cells > PTL_ACCESS_CELLS)
            return false;
    }
    r->cells = (uint32_t)cells;
    r->ways  = cells > 0 ? ptl_arena_array(job, cells, sizeof *r->ways) : NULL;
    return r->ways != NULL;
}

void ptl_access_add_link(ptl_job *job, ptl_access *r, uint32_t from, uint32_t to, bool both)
{
    void *data = ptl_arena_grow(job, r->links.data, r->links.count, 1, &r->links.room,
                                sizeof *r->links.data);

    if (!data)
        return;
    r->links.data                   = data;
    r->links.data[r->links.count++] = (ptl_access_link){ from, to, both };
    r->directed |= !both;
}

/* ---- Joined cells -----------------------------------------------------------------------------
 */

/* The cell above, or, where there is none, how many cells are below and with it, negative. */
typedef int32_t over;

static uint32_t top_of(over *cells, uint32_t cell)
{
    while (cells[cell] >= 0) {
        if (cells[cells[cell]] >= 0)
            cells[cell] = cells[cells[cell]];
        cell = (uint32_t)cells[cell];
    }
    return cell;
}

static void join(over *cells, uint32_t a, uint32_t b)
{
    uint32_t small;

    a = top_of(cells, a);
    b = top_of(cells, b);
    if (a == b)
        return;
    small = cells[a] > cells[b] ? a : b; /* counts are negative */
    a     = small == a ? b : a;
    cells[a] += cells[small];
    cells[small] = (over)a;
}

typedef enum joining { EITHER_WAY, BOTH_WAYS, SAME_STATE } joining;

static bool is_joined(const ptl_access *r, joining how, uint32_t a, uint32_t b, unsigned step,
                      unsigned back)
{
    bool there = r->ways[a] & (step | step << PTL_ACCESS_LOCKS);
    bool again = r->ways[b] & (back | back << PTL_ACCESS_LOCKS);

    if (how == BOTH_WAYS)
        return there && again;
    return (there || again) && (how == EITHER_WAY || r->state[a] == r->state[b]);
}

static void join_level(const ptl_access *r, const ptl_access_level *l, joining how, over *cells)
{
    for (uint32_t row = 0, at = l->first; row < l->rows; row++)
        for (uint32_t column = 0; column < l->columns; column++, at++) {
            if (column + 1 < l->columns &&
                is_joined(r, how, at, at + 1, PTL_ACCESS_EAST, PTL_ACCESS_WEST))
                join(cells, at, at + 1);
            if (row + 1 < l->rows &&
                is_joined(r, how, at, at + l->columns, PTL_ACCESS_SOUTH, PTL_ACCESS_NORTH))
                join(cells, at, at + l->columns);
        }
}

/* Links lead elsewhere: what they join is no part that lies side by side. */
static over *join_cells(ptl_job *job, const ptl_access *r, joining how)
{
    over *cells = ptl_arena_raw(job, (uint64_t)r->cells * sizeof *cells);

    if (!cells)
        return NULL;
    memset(cells, 0xFF, (size_t)r->cells * sizeof *cells); /* -1: each by itself */
    for (size_t i = 0; i < r->level_count; i++)
        join_level(r, &r->levels[i], how, cells);
    for (size_t i = 0; i < r->links.count && how != SAME_STATE; i++)
        if (how == EITHER_WAY || r->links.data[i].both)
            join(cells, r->links.data[i].from, r->links.data[i].to);
    return cells;
}

/* ---- Where it is played -----------------------------------------------------------------------
 */

/* The most joined cells of those that have any on the level; PTL_ACCESS_ANYWHERE: there are none.
 */
static uint32_t largest_on(const ptl_access *r, const ptl_access_level *l, over *cells)
{
    uint32_t largest = PTL_ACCESS_ANYWHERE;

    for (uint32_t i = l->first; i < l->first + l->rows * l->columns; i++) {
        uint32_t top = top_of(cells, i);

        if (r->ways[i] & PTL_ACCESS_STAND &&
            (largest == PTL_ACCESS_ANYWHERE || cells[top] < cells[largest]))
            largest = top;
    }
    return largest;
}

/* Marks the tops of parts that one begins in: HOME in the states. */
static void choose_homes(ptl_access *r, over *cells)
{
    for (size_t i = 0; i < r->level_count && r->home == PTL_ACCESS_ANYWHERE; i++) {
        uint32_t largest = largest_on(r, &r->levels[i], cells);

        if (largest != PTL_ACCESS_ANYWHERE)
            r->state[largest] = PTL_ACCESS_HOME;
    }
    if (r->home != PTL_ACCESS_ANYWHERE)
        r->state[top_of(cells, r->home)] = PTL_ACCESS_HOME;
    for (uint32_t i = 0; i < r->cells; i++)
        if (r->ways[i] & PTL_ACCESS_IN)
            r->state[top_of(cells, i)] = PTL_ACCESS_HOME;
}

/* Every cell gets the state of its top. */
static void spread_homes(ptl_access *r, over *cells)
{
    for (uint32_t i = 0; i < r->cells; i++)
        if (cells[i] >= 0)
            r->state[i] = r->state[top_of(cells, i)];
    for (uint32_t i = 0; i < r->cells; i++)
        if (!(r->ways[i] & PTL_ACCESS_STAND))
            r->state[i] = PTL_ACCESS_NOBODY;
        else if (r->state[i] != PTL_ACCESS_HOME)
            r->state[i] = PTL_ACCESS_APART;
}

/* ---- There and back ---------------------------------------------------------------------------
 */

enum { THERE = 1, BACK = 2, KEYLESS = 4, START = 8 }; /* bits: how a cell was reached */

typedef struct walk {
    const ptl_access *r;
    uint8_t          *seen;
    uint8_t           mark;
    uint32_t         *queue;
    size_t            head, tail;
    ptl_access_link  *links; /* in the order of where they begin, seen in this direction */
    size_t            link_count;
} walk;

static int by_from(const void *a, const void *b)
{
    uint32_t x = ((const ptl_access_link *)a)->from, y = ((const ptl_access_link *)b)->from;

    return (x > y) - (x < y);
}

static bool list_links(ptl_job *job, walk *w)
{
    const ptl_access *r = w->r;

    w->link_count = 0;
    w->links      = ptl_arena_array(job, 2 * (uint64_t)r->links.count + 1, sizeof *w->links);
    for (size_t i = 0; w->links && i < r->links.count; i++) {
        ptl_access_link l = r->links.data[i];

        if (w->mark != BACK || l.both)
            w->links[w->link_count++] = l;
        if (w->mark == BACK || l.both)
            w->links[w->link_count++] = (ptl_access_link){ l.to, l.from, l.both };
    }
    if (w->links)
        qsort(w->links, w->link_count, sizeof *w->links, by_from);
    return w->links != NULL;
}

static void arrive(walk *w, uint32_t cell)
{
    if (w->seen[cell] & w->mark || !(w->r->ways[cell] & PTL_ACCESS_STAND))
        return;
    w->seen[cell] |= w->mark;
    w->queue[w->tail++] = cell;
}

static void follow_links(walk *w, uint32_t cell)
{
    size_t low = 0, high = w->link_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (w->links[middle].from < cell)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < w->link_count && w->links[low].from == cell; low++)
        arrive(w, w->links[low].to);
}

/* Whether a step may be made: from a cell, or on the way back, into it. */
static bool may_step(const walk *w, uint32_t cell, uint32_t other, unsigned d)
{
    unsigned step = w->mark == BACK ? 1u << ((d + 2) % 4) : 1u << d;

    if (w->mark != KEYLESS)
        step |= step << PTL_ACCESS_LOCKS;
    return w->r->ways[w->mark == BACK ? other : cell] & step;
}

static void step_around(walk *w, const ptl_access_level *l, uint32_t cell)
{
    uint32_t row = (cell - l->first) / l->columns, column = (cell - l->first) % l->columns;
    struct {
        bool     there;
        uint32_t cell;
    } next[4] = { { row > 0, cell - l->columns },
                  { column + 1 < l->columns, cell + 1 },
                  { row + 1 < l->rows, cell + l->columns },
                  { column > 0, cell - 1 } };

    for (unsigned d = 0; d < 4; d++)
        if (next[d].there && may_step(w, cell, next[d].cell, d))
            arrive(w, next[d].cell);
}

static const ptl_access_level *level_of(const ptl_access *r, uint32_t cell)
{
    size_t low = 0, high = r->level_count;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (r->levels[middle].first <= cell)
            low = middle;
        else
            high = middle;
    }
    return &r->levels[low];
}

/* From all starts, and from where one may come in; on the way back, from where one may leave. */
static void go(ptl_job *job, walk *w, uint8_t mark)
{
    unsigned gate = mark == BACK ? PTL_ACCESS_OUT : PTL_ACCESS_IN;

    w->mark = mark;
    w->head = w->tail = 0;
    if (!list_links(job, w))
        return;
    for (uint32_t i = 0; i < w->r->cells; i++)
        if (w->r->state[i] == PTL_ACCESS_HOME && (w->seen[i] & START || w->r->ways[i] & gate))
            arrive(w, i);
    while (w->head < w->tail) {
        uint32_t cell = w->queue[w->head++];

        step_around(w, level_of(w->r, cell), cell);
        follow_links(w, cell);
    }
}

/* One begins in the largest room of each part of which every step can be taken back. */
static void choose_starts(walk *w, over *parts, over *rooms)
{
    const ptl_access *r    = w->r;
    uint32_t         *best = w->queue; /* of each top of a part: the room, plus one */

    memset(best, 0, (size_t)r->cells * sizeof *best);
    for (uint32_t i = 0; i < r->cells; i++) {
        uint32_t *of = &best[top_of(parts, i)];

        if (rooms[i] < 0 && r->state[i] == PTL_ACCESS_HOME &&
            (*of == 0 || rooms[i] < rooms[*of - 1]))
            *of = i + 1;
    }
    if (r->home != PTL_ACCESS_ANYWHERE)
        best[top_of(parts, r->home)] = top_of(rooms, r->home) + 1;
    for (uint32_t i = 0; i < r->cells; i++)
        if (r->state[i] == PTL_ACCESS_HOME && best[top_of(parts, i)] == top_of(rooms, i) + 1)
            w->seen[i] |= START;
}

static ptl_access_state state_of(uint8_t seen)
{
    if (!(seen & THERE))
        return PTL_ACCESS_CLOSED;
    if (!(seen & BACK))
        return PTL_ACCESS_TRAP;
    return seen & KEYLESS ? PTL_ACCESS_HOME : PTL_ACCESS_KEYED;
}

static void walk_homes(ptl_job *job, ptl_access *r, over *parts)
{
    walk  w     = { .r = r };
    over *rooms = join_cells(job, r, BOTH_WAYS);

    w.seen  = ptl_arena_take(job, r->cells);
    w.queue = ptl_arena_raw(job, (uint64_t)r->cells * sizeof *w.queue);
    if (!rooms || !w.seen || !w.queue)
        return;
    choose_starts(&w, parts, rooms);
    go(job, &w, THERE);
    go(job, &w, BACK);
    go(job, &w, KEYLESS);
    for (uint32_t i = 0; i < r->cells; i++)
        if (r->state[i] == PTL_ACCESS_HOME)
            r->state[i] = (uint8_t)state_of(w.seen[i]);
}

bool ptl_access_find(ptl_job *job, ptl_access *r)
{
    over *parts = join_cells(job, r, EITHER_WAY);

    r->state = ptl_arena_take(job, r->cells);
    if (!parts || !r->state)
        return false;
    choose_homes(r, parts);
    spread_homes(r, parts);
    if (r->directed)
        walk_homes(job, r, parts);
    return ptl_ok(job);
}

/* ---- Parts ------------------------------------------------------------------------------------
 */

static void add_cell(ptl_access_part *part, uint32_t row, uint32_t column)
{
    part->left   = column < part->left ? column : part->left;
    part->right  = column > part->right ? column : part->right;
    part->bottom = row;
    part->cells++;
}

static void list_level(const ptl_access *r, size_t level, over *cells, uint32_t *number,
                       ptl_access_parts *out)
{
    const ptl_access_level *l = &r->levels[level];

    for (uint32_t row = 0, at = l->first; row < l->rows; row++)
        for (uint32_t column = 0; column < l->columns; column++, at++) {
            uint32_t *of = &number[top_of(cells, at)];

            if (r->state[at] < PTL_ACCESS_APART)
                continue;
            if (*of == 0) {
                out->data[out->count] = (ptl_access_part){ .state  = (ptl_access_state)r->state[at],
                                                           .level  = level,
                                                           .row    = row,
                                                           .column = column,
                                                           .top    = row,
                                                           .left   = column,
                                                           .right  = column };
                *of                   = (uint32_t)++out->count;
            }
            add_cell(&out->data[*of - 1], row, column);
        }
}

ptl_access_parts ptl_access_list(ptl_job *job, const ptl_access *r)
{
    ptl_access_parts out   = { 0 };
    over            *cells = join_cells(job, r, SAME_STATE);
    uint32_t        *number;
    size_t           count = 0;

    for (uint32_t i = 0; cells && i < r->cells; i++)
        count += cells[i] < 0 && r->state[i] >= PTL_ACCESS_APART;
    number   = cells && count > 0 ? ptl_arena_array(job, r->cells, sizeof *number) : NULL;
    out.data = number ? ptl_arena_array(job, count, sizeof *out.data) : NULL;
    for (size_t i = 0; out.data && i < r->level_count; i++)
        list_level(r, i, cells, number, &out);
    return out;
}
