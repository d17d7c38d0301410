/* SPDX-License-Identifier: MIT */
/* Walls and doors between cells become cells of their own. */
#include "core/arena.h"
#include "core/num.h"
#include "hubs/ground.h"
#include "hubs/ledger.h"

typedef struct widener {
    ptl_job                *job;
    const ptl_ground_level *from;
    ptl_ground_widened     *out;
    uint32_t                across;
} widener;

/* ---- Edges ----------------------------------------------------------------------------------- */

/* What an edge that is no plain opening becomes. */
static const uint8_t edge_cells[PTL_GROUND_EDGES] = {
    [PTL_GROUND_OPEN]           = PTL_GROUND_FLOOR,
    [PTL_GROUND_WALL]           = PTL_GROUND_ROCK,
    [PTL_GROUND_EDGE_DOOR]      = PTL_GROUND_DOOR,
    [PTL_GROUND_EDGE_LOCKED]    = PTL_GROUND_LOCKED_DOOR,
    [PTL_GROUND_EDGE_ARCHWAY]   = PTL_GROUND_ARCHWAY,
    [PTL_GROUND_EDGE_SECRET]    = PTL_GROUND_SECRET_DOOR,
    [PTL_GROUND_EDGE_ONE_WAY]   = PTL_GROUND_ONE_WAY_DOOR,
    [PTL_GROUND_EDGE_WAY_BACK]  = PTL_GROUND_ONE_WAY_DOOR,
    [PTL_GROUND_EDGE_ILLUSORY]  = PTL_GROUND_SECRET_BLOCK,
    [PTL_GROUND_EDGE_INVISIBLE] = PTL_GROUND_BARRIER,
};

static bool is_rock(const ptl_ground_cell *cell)
{
    return !cell || cell->kind == PTL_GROUND_ROCK;
}

/* Floor between two cells where nothing stands: like both where they agree. */
static ptl_ground_cell floor_between(const ptl_ground_cell *a, const ptl_ground_cell *b)
{
    uint8_t same = (uint8_t)(a->bits & b->bits);

    return (ptl_ground_cell){ .kind  = PTL_GROUND_FLOOR,
                              .bits  = same & (PTL_GROUND_WATER | PTL_GROUND_SLIDES),
                              .color = b->color };
}

/* Between two cells that nobody may stand on: a wide door goes on, other things do not. */
static ptl_ground_cell between_shut(const ptl_ground_cell *a, const ptl_ground_cell *b)
{
    ptl_ground_cell cell = *b;

    if (a->kind != b->kind)
        cell.kind = PTL_GROUND_BARRIER;
    return cell;
}

/* The cell for the edge of a cell to the north, or to the west. */
static ptl_ground_cell edge_cell(const widener *w, int64_t row, int64_t column, bool north)
{
    ptl_ground_direction   d    = north ? PTL_GROUND_NORTH : PTL_GROUND_WEST;
    const ptl_ground_cell *b    = ptl_ground_at(w->from, row, column);
    const ptl_ground_cell *a    = ptl_ground_at(w->from, row - north, column - !north);
    ptl_ground_cell        cell = { .kind = PTL_GROUND_ROCK };
    ptl_ground_edge_kind   edge;
    bool                   stand_a, stand_b;

    if (is_rock(a) || is_rock(b))
        return cell;
    stand_a = ptl_ground_may_stand(a);
    stand_b = ptl_ground_may_stand(b);
    edge    = ptl_ground_edge_at(w->from, row, column, d);
    if (edge == PTL_GROUND_OPEN && !stand_a && !stand_b)
        return between_shut(a, b);
    cell      = floor_between(a, b);
    cell.kind = edge_cells[edge];
    if (!north)
        cell.bits |= PTL_GROUND_ACROSS;
    if (edge == PTL_GROUND_EDGE_WAY_BACK)
        cell.bits |= PTL_GROUND_BACK;
    if (ptl_ground_may_stand(&cell) && stand_a && stand_b &&
        !ptl_ground_joined(w->from, row, column, d))
        cell.kind = PTL_GROUND_BARRIER; /* the side of a bridge */
    return cell;
}

/* Where four edges meet. It is open where all of them are and whoever goes around it may: else it
 * would lead from one corner to the opposite one. */
static ptl_ground_cell post_cell(const widener *w, int64_t row, int64_t column)
{
    const ptl_ground_cell edges[] = { edge_cell(w, row, column, true),
                                      edge_cell(w, row, column, false),
                                      edge_cell(w, row, column - 1, true),
                                      edge_cell(w, row - 1, column, false) };
    ptl_ground_cell       post    = edges[0];
    unsigned              shut = 0, of[PTL_GROUND_KINDS] = { 0 };

    for (unsigned i = 0; i < 4; i++) {
        const ptl_ground_cell *around = ptl_ground_at(w->from, row - (i & 1), column - (i >> 1));

        shut += !around || !ptl_ground_may_stand(around);
        of[edges[i].kind]++;
        post.bits &= edges[i].bits;
    }
    if (of[PTL_GROUND_FLOOR] == 4)
        post.kind = shut <= 1 ? PTL_GROUND_FLOOR : PTL_GROUND_BARRIER;
    else if (of[PTL_GROUND_FLOOR] + of[PTL_GROUND_BARRIER] == 4)
        post.kind = PTL_GROUND_BARRIER;
    else if (of[post.kind] < 4 || ptl_ground_may_stand(&post))
        post.kind = PTL_GROUND_ROCK;
    return post;
}

static ptl_ground_cell cell_of(const widener *w, uint32_t row, uint32_t column)
{
    uint32_t r = row / w->across, c = column / w->across;
    bool     north = w->across > 1 && row % w->across == 0;
    bool     west  = w->across > 1 && column % w->across == 0;

    if (north && west)
        return post_cell(w, r, c);
    if (north || west)
        return edge_cell(w, r, c, north);
    return *ptl_ground_at(w->from, r, c);
}

/* ---- Heights --------------------------------------------------------------------------------- */

static int direction_of_climb(uint8_t kind)
{
    return kind == PTL_GROUND_STAIRS_UP ? 1 : kind == PTL_GROUND_STAIRS_DOWN ? -1 : 0;
}

static bool is_pit(uint8_t kind)
{
    return kind == PTL_GROUND_PIT || kind == PTL_GROUND_HIDDEN_PIT;
}

static bool has_shapes(const ptl_ground_level *level)
{
    for (size_t i = 0; i < (size_t)level->rows * level->columns; i++)
        if (is_pit(level->cells[i].kind) || direction_of_climb(level->cells[i].kind))
            return true;
    return false;
}

/* Where one enters stairs; they climb, or fall, away from there. */
static ptl_ground_direction entry_of(const ptl_ground_level *level, uint32_t row, uint32_t column)
{
    int d = PTL_GROUND_NORTH;

    while (d < PTL_GROUND_WEST && !ptl_ground_joined(level, row, column, (ptl_ground_direction)d))
        d++;
    return (ptl_ground_direction)d;
}

/* How many cells a corner (NW, NE, SE, SW) at a place inside of stairs is from where they begin. */
static int climbed(ptl_ground_direction entry, uint32_t i, uint32_t j, uint32_t inside, int corner)
{
    int down = (int)i + (corner >= 2), right = (int)j + (corner == 1 || corner == 2);
    int all = (int)inside;

    switch (entry) {
    case PTL_GROUND_NORTH:
        return down;
    case PTL_GROUND_SOUTH:
        return all - down;
    case PTL_GROUND_WEST:
        return right;
    default:
        return all - right;
    }
}

static ptl_ground_heights built_heights(const widener *w, uint32_t row, uint32_t column)
{
    uint32_t           r = row / w->across, c = column / w->across;
    uint32_t           walls = w->across > 1, inside = w->across - walls;
    uint32_t           i = row % w->across, j = column % w->across;
    uint8_t            kind  = cell_of(w, row, column).kind;
    int                climb = direction_of_climb(kind);
    ptl_ground_heights at    = { { 0 } };

    if (i < walls || j < walls)
        return at;
    for (int k = 0; k < 4; k++)
        at.corner[k] = (int16_t)(is_pit(kind) ? -PTL_GROUND_STEP
                                 : climb      ? climb * PTL_GROUND_STEP *
                                               climbed(entry_of(w->from, r, c), i - walls,
                                                       j - walls, inside, k)
                                         : 0);
    return at;
}

static int32_t clamped(int64_t height)
{
    return height > PTL_GROUND_HEIGHT    ? PTL_GROUND_HEIGHT
           : height < -PTL_GROUND_HEIGHT ? -PTL_GROUND_HEIGHT
                                         : (int32_t)height;
}

/* A part of a cell that has heights; sides are shorter now, and heights more of them. */
static ptl_ground_heights part_heights(const widener *w, uint32_t row, uint32_t column)
{
    uint32_t           n = w->across, r = row / n, c = column / n;
    uint32_t           last_r = w->from->rows - 1, last_c = w->from->columns - 1;
    ptl_ground_heights at;
    const int16_t     *h;

    h = w->from
            ->heights[(size_t)(r < last_r ? r : last_r) * w->from->columns +
                      (c < last_c ? c : last_c)]
            .corner;
    for (int k = 0; k < 4; k++) {
        int64_t y   = r > last_r ? n : row % n + (k >= 2);
        int64_t x   = c > last_c ? n : column % n + (k == 1 || k == 2);
        int64_t top = h[0] * (n - x) + h[1] * x, bottom = h[3] * (n - x) + h[2] * x;

        at.corner[k] = (int16_t)clamped((top * (n - y) + bottom * y) / n);
    }
    return at;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void count_one_ways(const widener *w)
{
    static const ptl_ground_direction ways[] = { PTL_GROUND_NORTH, PTL_GROUND_WEST };

    for (uint32_t row = 0; row < w->from->rows; row++)
        for (uint32_t column = 0; column < w->from->columns; column++)
            for (int i = 0; i < 2; i++) {
                ptl_ground_direction d = ways[i], back = (ptl_ground_direction)(d ^ 2);

                if (!ptl_ground_joined(w->from, row, column, d) ||
                    ptl_ground_step(w->from, row, column, d) ==
                        ptl_ground_step(w->from, (int64_t)row - !i, (int64_t)column - i, back))
                    continue;
                if (w->out->one_ways++ == 0) {
                    w->out->row    = row;
                    w->out->column = column;
                }
            }
}

static void widen_notes(const widener *w)
{
    ptl_ground_level *to = &w->out->level;

    to->notes.count = to->notes.room = w->from->notes.count;
    to->notes.data =
        ptl_arena_copy(w->job, w->from->notes.data, w->from->notes.count, sizeof *to->notes.data);
    for (size_t i = 0; i < to->notes.count && to->notes.data; i++) {
        to->notes.data[i].row    = to->notes.data[i].row * w->across + w->across / 2;
        to->notes.data[i].column = to->notes.data[i].column * w->across + w->across / 2;
    }
}

void ptl_ground_widen(ptl_job *job, ptl_ground_widened *out, const ptl_ground_level *level,
                      uint32_t across)
{
    widener           w      = { job, level, out, across };
    ptl_ground_level *to     = &out->level;
    bool              shaped = level->heights || has_shapes(level);

    *out        = (ptl_ground_widened){ .level = *level };
    to->rows    = level->rows * across + (across > 1);
    to->columns = level->columns * across + (across > 1);
    to->edges   = NULL;
    to->heights = NULL;
    to->cells   = ptl_arena_array(job, (uint64_t)to->rows * to->columns, sizeof *to->cells);
    if (!to->cells || (shaped && !ptl_ground_give_heights(job, to)))
        return;
    for (uint32_t row = 0; row < to->rows && ptl_ok(job); row++) {
        for (uint32_t column = 0; column < to->columns; column++) {
            size_t at = (size_t)row * to->columns + column;

            to->cells[at] = cell_of(&w, row, column);
            if (shaped)
                to->heights[at] =
                    level->heights ? part_heights(&w, row, column) : built_heights(&w, row, column);
        }
        ptl_worked(job, to->columns);
    }
    count_one_ways(&w);
    widen_notes(&w);
}

/* How many cells a cell becomes across: as asked for, else as many as walls need. */
static uint32_t across_of(ptl_job *job, const ptl_ground_level *level, uint32_t usual)
{
    const ptl_setting *given = ptl_setting_of(job, "cell");
    const char        *end   = given ? (const char *)given->data + given->size : NULL;
    uint64_t           least = level->edges ? 2 : 1, across = level->heights ? 1 : usual;

    if (given && (ptl_parse_u64(given->data, end, &across) != end || across < least ||
                  across > PTL_GROUND_ACROSS_MOST))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "cell is a number from %d to %d%s",
                 (int)least, PTL_GROUND_ACROSS_MOST,
                 level->edges ? ": walls between cells need room" : "");
    return ptl_ok(job) ? (uint32_t)across : 1;
}

bool ptl_ground_fit(ptl_job *job, ptl_ground_widened *out, const ptl_ground *ground, uint32_t usual,
                    uint32_t most)
{
    const ptl_ground_level *level  = ptl_ground_first(job, ground);
    uint32_t                across = level ? across_of(job, level, usual) : 1;

    if (!ptl_ok(job))
        return false;
    if ((uint64_t)level->rows * across + 1 > most || (uint64_t)level->columns * across + 1 > most)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "carry-size",
                 "%lu x %lu cells, each %lu across with room for walls; there may be %lu each way",
                 (unsigned long)level->columns, (unsigned long)level->rows, (unsigned long)across,
                 (unsigned long)most);
    else
        ptl_ground_widen(job, out, level, across);
    if (!ptl_ok(job))
        return false;
    ptl_ledger_approximated(job, (ptl_ledger_line){ out->one_ways, out->row, out->column },
                            "# {way that led one way leads|ways that led one way lead} both ways");
    return true;
}
