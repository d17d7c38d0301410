/* SPDX-License-Identifier: MIT */
/* Texts and properties of damaged files: what is left of them, and what stands for the rest. */
#include <string.h>

#include "core/bytes.h"
#include "core/utf8.h"
#include "formats/grmm/grmm_private.h"

/* ---- Line ends ------------------------------------------------------------------------------ */

/* LF that stand alone, or those behind a CR. */
static uint64_t count_line_ends(ptl_span file, uint64_t start, uint64_t end, bool behind_cr)
{
    uint64_t count = 0;

    for (uint64_t i = start; i < end; i++)
        count += file.data[i] == '\n' && (i > start && file.data[i - 1] == '\r') == behind_cr;
    return count;
}

/* Walls are 10, which is LF: that all of them stand behind a CR is no accident. */
static bool is_translated(ptl_span file)
{
    enum { FEW = 4 };
    uint64_t both = count_line_ends(file, 0, file.size, true);

    if (both == 0 || count_line_ends(file, 0, file.size, false) > 0)
        return false;
    return both >= FEW ||
           (file.size >= 12 && 8 + (uint64_t)ptl_load_u32le(file.data + 4) == file.size - both);
}

ptl_span ptl_grmm_mend_line_ends(ptl_job *job, ptl_span file)
{
    uint8_t *data;
    size_t   size = 0;

    if (!is_translated(file))
        return file;
    data = ptl_arena_raw(job, file.size);
    for (size_t i = 0; data && i < file.size; i++)
        if (file.data[i] != '\r' || i + 1 == file.size || file.data[i + 1] != '\n')
            data[size++] = file.data[i];
    ptl_find(job, PTL_WARNING, 0, "grmm-salvage",
             "every LF became CR LF, as in texts of Windows, which is undone; places are counted "
             "without these CR");
    return data ? (ptl_span){ data, size } : file;
}

/* ---- Texts ---------------------------------------------------------------------------------- */

static ptl_str with_returns(ptl_job *job, ptl_span file, uint64_t start, uint64_t end)
{
    uint64_t size = end - start + count_line_ends(file, start, end, false);
    char    *text = ptl_arena_raw(job, size), *to = text;

    for (uint64_t i = start; text && i < end; i++) {
        if (file.data[i] == '\n' && (i == start || file.data[i - 1] != '\r'))
            *to++ = '\r';
        *to++ = (char)file.data[i];
    }
    return (ptl_str){ text ? text : "", text ? (size_t)size : 0 };
}

ptl_str ptl_grmm_mend_text(ptl_job *job, ptl_span file, uint64_t start, uint64_t end,
                           uint64_t claimed)
{
    uint64_t   size = end - start < UINT16_MAX ? end - start : UINT16_MAX;
    uint64_t   bare = count_line_ends(file, start, start + size, false);
    ptl_cursor in   = ptl_cursor_part(job, file, start, start + size, "the text");

    if (bare > 0 && claimed == size + bare)
        return with_returns(job, file, start, start + size);
    return ptl_chars(&in, size);
}

/* ---- The map -------------------------------------------------------------------------------- */

/* Where a long text ends; 0 when it does not end inside of the chunk. */
static uint64_t end_of_text(ptl_span file, uint64_t at, uint64_t end)
{
    uint64_t size = end >= at + 2 && at != 0 ? ptl_load_u16le(file.data + at) : UINT64_MAX;

    return size <= end - at - 2 ? at + 2 + size : 0;
}

/* A time such as "2026-12-31 23:59:59" behind its length: nothing else looks like it. */
static uint64_t find_time(ptl_span file, uint64_t at, uint64_t end)
{
    static const char form[] = "dddd-dd-dd dd:dd:dd";

    for (; at + sizeof form <= end; at++) {
        size_t same = 0;

        for (; same < sizeof form - 1; same++) {
            uint8_t c = file.data[at + 1 + same];

            if (form[same] == 'd' ? c < '0' || c > '9' : c != (uint8_t)form[same])
                break;
        }
        if (same == sizeof form - 1)
            return at;
    }
    return 0;
}

/* Texts in front of the time of creation are kept if their sizes lead there. */
static void mend_titles(ptl_job *job, ptl_span file, uint64_t start, uint64_t time, ptl_grmm *map)
{
    uint64_t at[4]   = { start };
    ptl_str *texts[] = { &map->title, &map->game, &map->author };

    for (int i = 0; i < 3; i++)
        at[i + 1] = end_of_text(file, at[i], time);
    for (int i = 0; i < 3; i++)
        if (at[i + 1] != 0 && (i == 0 || at[3] == time))
            *texts[i] = ptl_grmm_mend_text(job, file, at[i] + 2, at[i + 1], 0);
}

void ptl_grmm_mend_map(ptl_job *job, ptl_span file, const grmm_piece *prop, ptl_grmm *map)
{
    uint64_t time    = find_time(file, prop->start, prop->end);
    unsigned version = prop->end - prop->start >= 2 ? ptl_load_u16le(file.data + prop->start) : 0;

    if (version >= 1 && version <= 4)
        map->version = (uint16_t)version;
    map->title   = (ptl_str){ "Recovered map", 13 };
    map->created = (ptl_str){ "1970-01-01 00:00:00", 19 };
    map->game = map->author = map->remarks = (ptl_str){ "", 0 };
    if (time == 0)
        return;
    mend_titles(job, file, prop->start + 2, time, map);
    map->created = ptl_grmm_mend_text(job, file, time + 1, time + 20, 0);
    if (prop->end - time >= 22)
        map->remarks = ptl_grmm_mend_text(job, file, time + 22, prop->end,
                                          ptl_load_u16le(file.data + time + 20));
}

/* ---- A level -------------------------------------------------------------------------------- */

typedef struct tail { /* what follows the two names of a level */
    int16_t  elevation;
    uint32_t rows, columns;
    uint8_t  own;
    uint64_t remarks; /* bytes, as claimed */
} tail;

enum { TAIL = 9 }; /* bytes of it, without the remarks */

static bool tail_at(ptl_span file, uint64_t at, uint64_t end, tail *out)
{
    const uint8_t *data = file.data + at;

    if (at == 0 || end < at + TAIL)
        return false;
    *out = (tail){ (int16_t)ptl_load_u16le(data), ptl_load_u16le(data + 2),
                   ptl_load_u16le(data + 4), data[6], ptl_load_u16le(data + 7) };
    return true;
}

static bool is_side(uint32_t side)
{
    return side >= 1 && side <= PTL_GRMM_MAX_SIDE;
}

bool ptl_grmm_sized(const ptl_grmm_level *level)
{
    return is_side(level->rows) && is_side(level->columns);
}

void ptl_grmm_name_mend(grmm_mend *m)
{
    char name[GRMM_SHOWN];

    ptl_grmm_level_name(name, sizeof name, m->level);
    ptl_quote(m->name, sizeof m->name, name, strlen(name));
}

void ptl_grmm_say_lost(const grmm_mend *m, uint64_t at, const char *why)
{
    ptl_path(m->job, "lvls/lvl[%zu]", m->index);
    ptl_find(m->job, PTL_LOSS, at, "grmm-salvage", "the level \"%s\" is lost: %s", m->name, why);
}

/* A size nobody confirms may be a wrong one: a large one is not believed. */
void ptl_grmm_size_by_notes(grmm_mend *m)
{
    enum { LARGE = 1 << 20 };
    ptl_grmm_level *level = m->level;
    bool            blank = true;

    for (int i = 0; i < PTL_GRMM_LAYERS; i++)
        blank = blank && level->layer[i].count == 0;
    if (!blank || (ptl_grmm_sized(level) && grmm_cells(level) <= LARGE))
        return;
    level->rows = level->columns = 0;
    for (size_t i = 0; i < level->notes.count; i++) {
        const ptl_grmm_note *n = &level->notes.data[i];

        level->rows    = n->row >= level->rows ? n->row + 1u : level->rows;
        level->columns = n->column >= level->columns ? n->column + 1u : level->columns;
    }
}

static bool fills(const tail *t, uint64_t at, uint64_t end)
{
    return t->own <= 1 && at + TAIL + t->remarks == end;
}

/* Where the elevation stands when the sizes of the names lie: where what follows makes sense. */
static uint64_t find_tail(const grmm_mend *m, const grmm_piece *prop, const grmm_piece *cell)
{
    uint64_t rim = m->document ? 0 : 1, cells = ptl_grmm_vote_cells(m->file, cell, 0);
    tail     t;

    for (uint64_t at = prop->start + 4; tail_at(m->file, at, prop->end, &t); at++)
        if (fills(&t, at, prop->end) && is_side(t.rows) && is_side(t.columns) &&
            t.elevation >= -200 && t.elevation <= 200 &&
            (cells == 0 || (t.rows + rim) * (t.columns + rim) == cells))
            return at;
    return 0;
}

/* The two names, in front of the elevation: by the size of the first, or by that of the second. */
static void mend_names(grmm_mend *m, uint64_t start, uint64_t end)
{
    uint64_t first = end_of_text(m->file, start, end);

    if (first == 0 || end - first < 2)
        for (first = start + 2; first + 2 < end; first++)
            if (end_of_text(m->file, first, end) == end)
                break;
    if (end - first < 2)
        first = end;
    m->level->location = ptl_grmm_mend_text(m->job, m->file, start + 2, first, 0);
    if (first < end)
        m->level->name = ptl_grmm_mend_text(m->job, m->file, first + 2, end, 0);
}

static void take_tail(grmm_mend *m, const tail *t, uint64_t at, uint64_t end)
{
    uint64_t start = at + TAIL, stop = start + t->remarks < end ? start + t->remarks : end;

    m->level->elevation       = t->elevation;
    m->level->rows            = t->rows;
    m->level->columns         = t->columns;
    m->level->own_coordinates = t->own;
    m->level->remarks         = ptl_grmm_mend_text(m->job, m->file, start, stop, t->remarks);
}

/* By the sizes as they are, as long as all else makes sense; else wherever sense is. */
void ptl_grmm_mend_properties(grmm_mend *m, const grmm_piece *prop, const grmm_piece *cell)
{
    uint64_t first = end_of_text(m->file, prop->start, prop->end);
    uint64_t plain = end_of_text(m->file, first, prop->end), found = plain;
    tail     t     = { 0 };
    bool     there = tail_at(m->file, plain, prop->end, &t);

    m->level->location = (ptl_str){ "Recovered level", 15 };
    m->level->name = m->level->remarks = (ptl_str){ "", 0 };
    if (!there || !fills(&t, plain, prop->end))
        found = find_tail(m, prop, cell);
    if (found == 0 && there && is_side(t.rows) && is_side(t.columns))
        found = plain;
    if (found != 0 && tail_at(m->file, found, prop->end, &t)) {
        mend_names(m, prop->start, found);
        take_tail(m, &t, found, prop->end);
    }
    ptl_path(m->job, "lvls/lvl[%zu]/prop", m->index);
    ptl_find(m->job, PTL_LOSS, prop->at, "grmm-salvage",
             found ? "the properties of a level are damaged; some may be wrong"
                   : "the name and the size of a level are lost");
}
