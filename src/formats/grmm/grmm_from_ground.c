/* SPDX-License-Identifier: MIT */
/* A map made of ground: floors and walls by tables, notes where the editor allows
 * them. */
#include <string.h>

#include "core/utf8.h"
#include "formats/grmm/grmm_edit.h"
#include "formats/grmm/grmm_ground_words.h"
#include "hubs/ledger.h"

enum {
    WATER      = 8, /* the color of floors that is blue in the editor's usual theme */
    TITLE_SIZE = 100,
    TEXT_SIZE  = 4000,
    STORY_SIZE = 8000,
};

typedef struct maker {
    ptl_job                *job;
    const ptl_ground_level *from;
    ptl_grmm_level         *to;
    uint8_t                *noted; /* cells that have a note */
    size_t                  cut, moved, lost, portcullises;
    ptl_ledger_line         heights, dangers;
} maker;

/* ---- Texts ----------------------------------------------------------------------------------- */

/* At most so many characters, of which the editor counts. */
static ptl_str cut_text(maker *m, ptl_str text, size_t most)
{
    size_t at = 0;

    for (size_t i = 0; i < most && at < text.size; i++) {
        uint32_t code;
        size_t   size = ptl_utf8_decode(text.data + at, text.size - at, &code);

        at += size > 0 ? size : 1;
    }
    m->cut += at < text.size;
    return ptl_grmm_copy_text(m->job, text.data ? text.data : "", at);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* In version 4 a bridge has the number of the other axis. */
static uint8_t orientation_of(const ptl_ground_cell *cell)
{
    bool across = cell->bits & PTL_GROUND_ACROSS;
    bool faces  = cell->kind == PTL_GROUND_ONE_WAY_DOOR || cell->kind == PTL_GROUND_ARROW;

    if (faces && cell->bits & PTL_GROUND_BACK)
        return across ? PTL_GRMM_WEST : PTL_GRMM_SOUTH;
    return cell->kind == PTL_GROUND_BRIDGE ? !across : across;
}

static uint8_t color_of(const ptl_ground_cell *cell)
{
    return cell->color > 0 || !(cell->bits & PTL_GROUND_WATER) ? cell->color : WATER;
}

static uint8_t wall_of(const maker *m, uint32_t row, uint32_t column, ptl_ground_direction d)
{
    return ptl_grmm_ground_walls[ptl_ground_edge_at(m->from, row, column, d)];
}

static void make_cell(maker *m, uint32_t row, uint32_t column)
{
    const ptl_ground_cell *cell = ptl_ground_at(m->from, row, column);
    size_t                 at   = grmm_index(m->to, row, column);

    if (cell) {
        m->to->layer[PTL_GRMM_FLOOR].data[at]       = ptl_grmm_ground_floors[cell->kind];
        m->to->layer[PTL_GRMM_ORIENTATION].data[at] = orientation_of(cell);
        m->to->layer[PTL_GRMM_COLOR].data[at]       = color_of(cell);
    }
    m->to->layer[PTL_GRMM_WALL_NORTH].data[at] = wall_of(m, row, column, PTL_GROUND_NORTH);
    m->to->layer[PTL_GRMM_WALL_WEST].data[at]  = wall_of(m, row, column, PTL_GROUND_WEST);
}

/* What a plan has no sign for. */
static void count_unseen(maker *m, uint32_t row, uint32_t column)
{
    size_t                          at = (size_t)row * m->from->columns + column;
    static const ptl_ground_heights level;

    if (m->from->heights && memcmp(&m->from->heights[at], &level, sizeof level) != 0)
        ptl_ledger_add(&m->heights, row, column);
    if (m->from->cells[at].bits & (PTL_GROUND_DANGER | PTL_GROUND_SLIDES))
        ptl_ledger_add(&m->dangers, row, column);
}

static void make_cells(maker *m)
{
    for (int i = 0; i < PTL_GRMM_TRAIL; i++) {
        uint8_t *cells = ptl_arena_take(m->job, grmm_cells(m->to));

        m->to->layer[i] = (ptl_u8s){ cells, cells ? grmm_cells(m->to) : 0 };
    }
    for (uint32_t row = 0; row <= m->to->rows && ptl_ok(m->job); row++) {
        for (uint32_t column = 0; column <= m->to->columns; column++) {
            make_cell(m, row, column);
            if (row < m->to->rows && column < m->to->columns)
                count_unseen(m, row, column);
        }
        ptl_worked(m->job, m->to->columns);
    }
}

/* ---- Notes ----------------------------------------------------------------------------------- */

static bool is_id(ptl_str id)
{
    for (size_t i = 0; i < id.size; i++)
        if (!((id.data[i] >= '0' && id.data[i] <= '9') ||
              (id.data[i] >= 'a' && id.data[i] <= 'z') || (id.data[i] >= 'A' && id.data[i] <= 'Z')))
            return false;
    return id.size == 1 || id.size == 2;
}

/* Whether a note may stand there: ids on plain floor, comments on any, one in a cell. */
static bool is_free(const maker *m, int64_t row, int64_t column, bool plain)
{
    const ptl_ground_cell *cell = ptl_ground_at(m->from, row, column);

    return cell && !m->noted[(size_t)row * m->from->columns + (size_t)column] &&
           (plain ? cell->kind == PTL_GROUND_FLOOR : cell->kind != PTL_GROUND_ROCK);
}

/* The cell that is meant, or the first beside it that will do; false when there is none. */
static bool find_cell(maker *m, int64_t *row, int64_t *column, bool plain)
{
    static const int8_t near[][2] = { { 0, 0 }, { 0, 1 },  { 1, 0 },   { 0, -1 }, { -1, 0 },
                                      { 1, 1 }, { 1, -1 }, { -1, -1 }, { -1, 1 } };

    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        if (is_free(m, *row + near[i][0], *column + near[i][1], plain)) {
            *row += near[i][0];
            *column += near[i][1];
            m->moved += i > 0;
            return true;
        }
    return false;
}

/* An id that the editor does not take, and has no text to itself, stands in front of the text. */
static ptl_str join_texts(maker *m, ptl_str id, ptl_str text)
{
    ptl_buf buf = ptl_buf_of(m->job, NULL);
    ptl_str out;

    ptl_put(&buf, id.data, id.size);
    ptl_put_text(&buf, text.size > 0 ? ": " : "");
    ptl_put(&buf, text.data, text.size);
    out = cut_text(m, (ptl_str){ (char *)buf.data, buf.size }, TEXT_SIZE);
    ptl_buf_free(&buf);
    return out;
}

static void make_note(maker *m, int64_t row, int64_t column, ptl_str id, ptl_str text)
{
    bool          marked = is_id(id);
    ptl_grmm_note note   = {
          .kind = marked ? PTL_GRMM_CUSTOM_ID : PTL_GRMM_COMMENT,
          .id   = marked ? ptl_grmm_copy_text(m->job, id.data, id.size) : (ptl_str){ "", 0 },
          .text = marked || id.size == 0 ? cut_text(m, text, TEXT_SIZE) : join_texts(m, id, text),
          .at   = PTL_NOWHERE
    };
    ptl_grmm_notes *notes = &m->to->notes;
    ptl_grmm_note  *more;

    if ((!marked && note.text.size == 0) || !find_cell(m, &row, &column, marked)) {
        m->lost++;
        return;
    }
    more = ptl_arena_append(m->job, notes->data, notes->count, 1, sizeof *more);
    if (!more)
        return;
    note.row           = (uint16_t)row;
    note.column        = (uint16_t)column;
    more[notes->count] = note;
    *notes             = (ptl_grmm_notes){ more, notes->count + 1 };
    m->noted[(size_t)row * m->from->columns + (size_t)column] = 1;
}

static void make_notes(maker *m)
{
    static const ptl_str none = { "", 0 }, portcullis = { "portcullis", 10 };
    size_t               count = (size_t)m->from->rows * m->from->columns;

    m->noted = ptl_arena_take(m->job, count);
    for (size_t i = 0; i < m->from->notes.count && ptl_ok(m->job); i++) {
        const ptl_ground_note *n = &m->from->notes.data[i];

        make_note(m, n->row, n->column, n->id, n->text);
    }
    for (size_t i = 0; i < count && ptl_ok(m->job); i++)
        if (m->from->cells[i].kind == PTL_GROUND_PORTCULLIS) {
            m->portcullises++;
            if (!m->noted[i])
                make_note(m, (int64_t)(i / m->from->columns), (int64_t)(i % m->from->columns), none,
                          portcullis);
        }
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void say_losses(ptl_job *job, const maker *m)
{
    ptl_find_count(job, PTL_LOSS, "grmm-from-dungeon", m->portcullises,
                   "# {portcullis is a locked door|portcullises are locked doors} with a comment");
    ptl_find_count(
        job, PTL_LOSS, "grmm-from-dungeon", m->moved,
        "# {note stands|notes stand} beside {its cell|their cells}: one note a cell, and "
        "ids on plain floor");
    ptl_find_count(
        job, PTL_LOSS, "grmm-from-dungeon", m->lost,
        "# {note has|notes have} no text, or no floor to stand on, and {is|are} left out");
    ptl_find_count(job, PTL_LOSS, "grmm-from-dungeon", m->cut,
                   "# {text is|texts are} longer than the editor takes, and cut");
    ptl_ledger_dropped(job, m->heights,
                       "# {cell is|cells are} not level, which a plan cannot show");
    ptl_ledger_dropped(job, m->dangers,
                       "# {cell hurts or is|cells hurt or are} slippery, which a plan "
                       "has no sign for");
}

static void make_level(maker *m, const ptl_ground_level *from, ptl_grmm_level *to, ptl_str title)
{
    m->from = from;
    m->to   = to;
    *to     = (ptl_grmm_level){ .location    = title,
                                .name        = cut_text(m, from->name, TITLE_SIZE),
                                .elevation   = from->elevation,
                                .rows        = from->rows,
                                .columns     = from->columns,
                                .remarks     = { "", 0 },
                                .coordinates = { .row_start = 1, .column_start = 1 },
                                .regions     = { .rows = 16, .columns = 16, .own_coordinates = 1 },
                                .at          = PTL_NOWHERE };
    make_cells(m);
    if (ptl_ok(m->job))
        make_notes(m);
}

void ptl_grmm_from_ground(ptl_job *job, void *native, const void *hub, ptl_attachments *attached)
{
    const ptl_ground *from = hub;
    ptl_grmm         *map  = native;
    maker             m    = { .job = job };
    ptl_grmm_level   *levels;

    (void)attached;
    ptl_grmm_begin(job, map, "Dungeon", "2000-01-01 00:00:00", 4);
    if (from->title.size > 0)
        map->title = cut_text(&m, from->title, TITLE_SIZE);
    map->remarks = cut_text(&m, from->remarks, STORY_SIZE);
    if (from->levels.count > PTL_GRMM_MAX_LEVELS)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grmm-limit",
                 "%zu levels; a map has at most %d", from->levels.count, PTL_GRMM_MAX_LEVELS);
    levels = ptl_arena_array(job, from->levels.count, sizeof *levels);
    for (size_t i = 0; i < from->levels.count && ptl_ok(job); i++)
        make_level(&m, &from->levels.data[i], &levels[i], map->title);
    if (!ptl_ok(job))
        return;
    map->levels.data           = levels;
    map->levels.count          = from->levels.count;
    map->state.list.open.count = ptl_grmm_open_count(map);
    map->state.list.open.data  = ptl_arena_take(job, map->state.list.open.count);
    say_losses(job, &m);
}
