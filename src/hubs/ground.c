/* SPDX-License-Identifier: MIT */
/* Making dungeons. */
#include "hubs/ground.h"

#include "core/arena.h"
#include "hubs/ledger.h"

ptl_ground_level *ptl_ground_add_level(ptl_job *job, ptl_ground *dungeon, uint64_t rows,
                                       uint64_t columns, uint64_t offset)
{
    ptl_ground_level *level = NULL;

    if (rows < 1 || rows > PTL_GROUND_SIDE || columns < 1 || columns > PTL_GROUND_SIDE)
        ptl_fail(job, PTL_E_SYNTAX, offset, "dungeon-size",
                 "a level of %llu x %llu cells; allowed: 1 to %d each", (unsigned long long)columns,
                 (unsigned long long)rows, PTL_GROUND_SIDE);
    else
        ptl_expand(job, offset, rows * columns, job->source.size);
    if (ptl_ok(job))
        level = ptl_arena_grow(job, dungeon->levels.data, dungeon->levels.count, 1,
                               &dungeon->levels.room, sizeof *level);
    if (!level)
        return NULL;
    dungeon->levels.data = level;
    level += dungeon->levels.count;
    *level =
        (ptl_ground_level){ .name    = { "", 0 },
                            .rows    = (uint32_t)rows,
                            .columns = (uint32_t)columns,
                            .cells   = ptl_arena_array(job, rows * columns, sizeof *level->cells) };
    dungeon->levels.count += level->cells != NULL;
    return level->cells ? level : NULL;
}

bool ptl_ground_give_edges(ptl_job *job, ptl_ground_level *level)
{
    uint64_t count = ((uint64_t)level->rows + 1) * ((uint64_t)level->columns + 1);

    level->edges = ptl_arena_array(job, count, sizeof *level->edges);
    return level->edges != NULL;
}

bool ptl_ground_give_heights(ptl_job *job, ptl_ground_level *level)
{
    level->heights =
        ptl_arena_array(job, (uint64_t)level->rows * level->columns, sizeof *level->heights);
    return level->heights != NULL;
}

ptl_ground_cell *ptl_ground_at(const ptl_ground_level *level, int64_t row, int64_t column)
{
    bool inside = row >= 0 && column >= 0 && row < level->rows && column < level->columns;

    return inside ? &level->cells[(size_t)row * level->columns + (size_t)column] : NULL;
}

void ptl_ground_add_note(ptl_job *job, ptl_ground_level *level, int64_t row, int64_t column,
                         ptl_str id, ptl_str text)
{
    ptl_ground_note *more;

    if (!ptl_ground_at(level, row, column)) {
        ptl_find(job, PTL_LOSS, PTL_NOWHERE, "dungeon-notes",
                 "a note outside of the dungeon is left out");
        return;
    }
    more = ptl_arena_grow(job, level->notes.data, level->notes.count, 1, &level->notes.room,
                          sizeof *more);
    if (!more)
        return;
    level->notes.data          = more;
    more[level->notes.count++] = (ptl_ground_note){ (uint32_t)row, (uint32_t)column, id, text };
}

static bool is_open(const ptl_ground_level *level, int64_t row, int64_t column)
{
    const ptl_ground_cell *cell = ptl_ground_at(level, row, column);

    return cell && cell->kind != PTL_GROUND_ROCK;
}

void ptl_ground_turn(ptl_ground_level *level)
{
    for (int64_t row = 0; row < level->rows; row++)
        for (int64_t column = 0; column < level->columns; column++) {
            ptl_ground_cell *cell = ptl_ground_at(level, row, column);
            bool across = is_open(level, row, column - 1) && is_open(level, row, column + 1);
            bool down   = is_open(level, row - 1, column) && is_open(level, row + 1, column);

            if (!(cell->bits & PTL_GROUND_TURNED) && across && !down)
                cell->bits |= PTL_GROUND_ACROSS;
        }
}

const ptl_ground_level *ptl_ground_first(ptl_job *job, const ptl_ground *ground)
{
    if (ground->levels.count == 0) {
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "carry-empty",
                 "there is no level that could be carried");
        return NULL;
    }
    ptl_ledger_dropped(job, ptl_ledger_count(ground->levels.count - 1),
                       "# {level is|levels are} left out: the format has one, and --level says "
                       "which");
    return &ground->levels.data[0];
}
