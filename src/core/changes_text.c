/* SPDX-License-Identifier: MIT */
/* Changes for people: first how many of what, then a line for each, folded where there are many. */
#include "core/changes.h"

#include <stdio.h>
#include <string.h>

enum { SHOWN = 120 }; /* most characters of one value */

bool ptl_change_means(const ptl_change *change)
{
    if (change->field && ptl_field_aside(change->field))
        return false;
    for (const ptl_spot *s = change->spot; s->outer; s = s->outer)
        if (ptl_field_aside(s->field))
            return false;
    return true;
}

/* ---- What follows from something else ---------------------------------------------------------
 */

/* Where a list has an element for each of a list of the document, how that one changed. */
static const ptl_align *leader_of(const ptl_changes *all, const ptl_change *c)
{
    int target = c->kind == PTL_CHANGE_LIST && c->spot->outer ? ptl_field_target(c->field) : -1;

    for (size_t i = 0; target >= 0 && i < all->count && !all->data[i].spot->outer; i++)
        if (all->data[i].kind == PTL_CHANGE_LIST &&
            all->data[i].field == &all->data[i].spot->record->fields[target])
            return all->data[i].align;
    return NULL;
}

/* Poses that came with their joint, in every frame, are no changes of their own for people. */
static bool goes_with(const ptl_changes *all, const ptl_change *c)
{
    const ptl_align *leader = leader_of(all, c);

    return leader && leader->before == c->align->before && leader->now == c->align->now &&
           memcmp(leader->was, c->align->was, leader->now * sizeof *leader->was) == 0;
}

/* ---- Counting -------------------------------------------------------------------------------- */

static ptl_tally *tally_of(ptl_job *job, ptl_tallies *all, const ptl_field *field, const char *what)
{
    ptl_tally *grown;

    for (size_t i = 0; i < all->count; i++)
        if (what ? all->data[i].what == what : all->data[i].field == field && !all->data[i].what)
            return &all->data[i];
    grown = ptl_arena_grow(job, all->data, all->count, 1, &all->room, sizeof *all->data);
    if (!grown)
        return NULL;
    all->data         = grown;
    grown[all->count] = (ptl_tally){ .field = field, .what = what };
    return &grown[all->count++];
}

static void count_align(ptl_job *job, ptl_tally *tally, const ptl_align *align)
{
    bool *steady = tally && align ? ptl_align_steady(job, align) : NULL;

    if (!steady)
        return;
    for (uint32_t i = 0; i < align->before; i++)
        tally->removed += align->is[i] == PTL_ALONE;
    for (uint32_t i = 0; i < align->now; i++) {
        tally->added += align->was[i] == PTL_ALONE;
        tally->moved += align->was[i] != PTL_ALONE && !steady[i];
    }
}

static void count_change(ptl_job *job, ptl_tallies *all, const ptl_change *c)
{
    static const char cells[] = "cells", rows[] = "rows", columns[] = "columns";
    ptl_tally        *tally;

    switch (c->kind) {
    case PTL_CHANGE_LIST:
        count_align(job, tally_of(job, all, c->field, NULL), c->align);
        return;
    case PTL_CHANGE_SHAPE:
        count_align(job, tally_of(job, all, c->field, rows), c->shape.rows);
        count_align(job, tally_of(job, all, c->field, columns), c->shape.columns);
        return;
    case PTL_CHANGE_CELLS:
        tally = tally_of(job, all, c->field, cells);
        if (tally)
            tally->changed += (uint64_t)c->cells.width * c->cells.height;
        return;
    case PTL_CHANGE_RUN:
        tally = tally_of(job, all, c->field, NULL);
        if (tally)
            tally->changed += c->run.count;
        return;
    default:
        if (!c->spot->outer || c->spot->is == PTL_NO_INDEX)
            tally = tally_of(job, all, c->field, NULL);
        else
            return; /* the element is counted */
        if (tally)
            tally->changed++;
    }
}

ptl_tallies ptl_changes_count(ptl_job *job, const ptl_changes *changes, bool meaning)
{
    ptl_tallies     all  = { 0 };
    const ptl_spot *last = NULL;
    ptl_tally      *tally;

    for (size_t i = 0; i < changes->count && ptl_ok(job); i++) {
        const ptl_change *c = &changes->data[i];

        if (ptl_change_means(c) != meaning || goes_with(changes, c))
            continue;
        if (c->spot != last && c->spot->is != PTL_NO_INDEX) {
            tally = tally_of(job, &all, c->spot->field, NULL);
            if (tally)
                tally->changed++;
        }
        last = c->spot;
        count_change(job, &all, c);
    }
    return all;
}

void ptl_tallies_write(ptl_buf *out, const ptl_tallies *tallies)
{
    static const char *const words[] = { "added", "removed", "moved", "changed" };
    const char              *between = "";

    for (size_t i = 0; i < tallies->count; i++) {
        const ptl_tally *t          = &tallies->data[i];
        uint64_t         of[]       = { t->added, t->removed, t->moved, t->changed };
        const char      *in_between = ": ";

        if (of[0] + of[1] + of[2] + of[3] == 0)
            continue;
        ptl_put_format(out, "%s%s", between, t->what ? t->what : t->field->name);
        between = "; ";
        if (t->field->shape == PTL_ONE && !t->what) /* there is one of it */
            continue;
        for (size_t k = 0; k < 4; k++)
            if (of[k] > 0) {
                ptl_put_format(out, "%s%llu %s", in_between, (unsigned long long)of[k], words[k]);
                in_between = ", ";
            }
    }
}

/* ---- Places and values ----------------------------------------------------------------------- */

void ptl_spot_path(ptl_buf *out, const ptl_spot *spot)
{
    if (!spot->outer)
        return;
    ptl_spot_path(out, spot->outer);
    if (spot->outer->outer)
        ptl_put_char(out, '/');
    ptl_put_text(out, spot->field->name);
    if (spot->is != PTL_NO_INDEX)
        ptl_put_format(out, "[%u]", spot->is);
}

static const char *word_of(const ptl_field *field, const void *value)
{
    for (const ptl_name *n = ptl_field_words(field); n && *n->name; n++)
        if (field->kind <= PTL_KIND_I64 && (uint64_t)n->value == ptl_field_bits(field, value))
            return n->name;
    return NULL;
}

/* A value as JSON has it or by its word, harmless on a terminal, and not too long. */
static void put_value(ptl_buf *out, const ptl_field *field, const void *value)
{
    ptl_buf text = ptl_buf_of(out->job, NULL);
    char    shown[SHOWN];

    if (!value) {
        ptl_put_text(out, "nothing");
        return;
    }
    if (word_of(field, value)) {
        ptl_put_text(out, word_of(field, value));
        return;
    }
    ptl_value_write(&text, field, value);
    ptl_put_text(out, ptl_quote(shown, sizeof shown, (const char *)text.data, text.size));
    ptl_buf_free(&text);
}

static void put_field(ptl_buf *out, const ptl_field *field, const void *record)
{
    const char *at = (const char *)record + field->offset;

    if (!ptl_field_there(field, record)) {
        ptl_put_text(out, "nothing");
        return;
    }
    for (size_t i = 0; i < (field->fixed ? field->fixed : 1u); i++) {
        ptl_put_text(out, i > 0 ? " " : "");
        put_value(out, field, at + i * ptl_field_size(field));
    }
}

/* What people call an element: its keys. */
static void put_keys(ptl_buf *out, const ptl_record *record, const void *data)
{
    const char *between = " (";

    for (size_t f = 0; f < record->count; f++) {
        const ptl_field *field = &record->fields[f];

        if (ptl_field_standing(field) != PTL_KEY || field->shape != PTL_ONE ||
            ptl_field_empty(field, data))
            continue;
        ptl_put_format(out, "%s%s ", between, field->name);
        put_field(out, field, data);
        between = ", ";
    }
    if (*between == ',')
        ptl_put_char(out, ')');
}

/* ---- Lines ----------------------------------------------------------------------------------- */

typedef struct page {
    ptl_buf *out;
    bool     meaning;
    size_t   most;
    /* Lines of one place: a list, or the grids of a record. */
    const ptl_spot  *outer;
    const ptl_field *field;
    size_t           shown, hidden;
    const ptl_spot  *headed; /* whose heading was the last */
} page;

static void end_fold(page *p)
{
    if (p->hidden > 0) {
        ptl_put_text(p->out, "... ");
        ptl_spot_path(p->out, p->outer);
        ptl_put_format(p->out, "%s%s: %zu more\n", p->outer->outer ? "/" : "", p->field->name,
                       p->hidden);
    }
    p->shown = p->hidden = 0;
}

/* Whether there is room for another line about this field of this record. */
static bool has_room(page *p, const ptl_spot *outer, const ptl_field *field)
{
    if (p->outer != outer || p->field != field) {
        end_fold(p);
        p->outer = outer;
        p->field = field;
    }
    if (p->shown < p->most) {
        p->shown++;
        return true;
    }
    p->hidden++;
    return false;
}

/* Records that take a line are named in it; others by a line of their own, above the first change.
 */
static bool has_heading(const ptl_spot *spot)
{
    return spot->is != PTL_NO_INDEX && !spot->record->one_line && ptl_record_keyed(spot->record);
}

static void put_heading(page *p, const ptl_spot *spot)
{
    while (spot->outer && !has_heading(spot))
        spot = spot->outer;
    if (!has_heading(spot) || p->headed == spot)
        return;
    p->headed = spot;
    ptl_put_text(p->out, "@ ");
    ptl_spot_path(p->out, spot);
    put_keys(p->out, spot->record, spot->after);
    ptl_put_char(p->out, '\n');
}

static void put_place(page *p, char mark, const ptl_spot *spot, const ptl_field *field)
{
    put_heading(p, spot);
    ptl_put_char(p->out, mark);
    ptl_put_char(p->out, ' ');
    ptl_spot_path(p->out, spot);
    if (spot->is != PTL_NO_INDEX && !has_heading(spot))
        put_keys(p->out, spot->record, spot->after);
    if (field && spot->outer)
        ptl_put_char(p->out, spot->is != PTL_NO_INDEX && !has_heading(spot) ? ' ' : '/');
    if (field)
        ptl_put_text(p->out, field->name);
}

static void element_line(page *p, char mark, const ptl_change *c, uint32_t index, bool now)
{
    const void *side = now ? c->spot->after : c->spot->before;

    if (!has_room(p, c->spot, c->field))
        return;
    put_place(p, mark, c->spot, c->field);
    ptl_put_format(p->out, "[%u]", index);
    if (c->field->shape == PTL_LIST) {
        const void *value = ptl_field_element(c->field, ptl_field_list(c->field, side), index);

        if (c->field->kind == PTL_KIND_RECORD && !c->field->record->one_line &&
            ptl_record_keyed(c->field->record)) {
            put_keys(p->out, c->field->record, value);
        } else {
            ptl_put_text(p->out, ": ");
            put_value(p->out, c->field, value);
        }
    }
    ptl_put_char(p->out, '\n');
}

static void moved_line(page *p, const ptl_change *c, uint32_t was, uint32_t is)
{
    if (!has_room(p, c->spot, c->field))
        return;
    put_place(p, '>', c->spot, c->field);
    ptl_put_format(p->out, "[%u]", is);
    if (c->field->shape == PTL_LIST && c->field->kind == PTL_KIND_RECORD)
        put_keys(p->out, c->field->record,
                 ptl_field_element(c->field, ptl_field_list(c->field, c->spot->after), is));
    ptl_put_format(p->out, ": was [%u]\n", was);
}

static void list_lines(page *p, const ptl_change *c)
{
    bool *steady = ptl_align_steady(p->out->job, c->align);

    for (uint32_t i = 0; steady && i < c->align->before; i++)
        if (c->align->is[i] == PTL_ALONE)
            element_line(p, '-', c, i, false);
    for (uint32_t i = 0; steady && i < c->align->now; i++) {
        if (c->align->was[i] == PTL_ALONE)
            element_line(p, '+', c, i, true);
        else if (!steady[i])
            moved_line(p, c, c->align->was[i], i);
    }
}

/* Runs of lines that came or went: "rows 3 to 5 added". */
static void line_runs(page *p, const ptl_change *c, const uint32_t *map, uint32_t count,
                      const char *what, bool added)
{
    uint32_t end;

    for (uint32_t i = 0; i < count; i = end) {
        end = i + 1;
        if (map[i] != PTL_ALONE)
            continue;
        while (end < count && map[end] == PTL_ALONE)
            end++;
        if (!has_room(p, c->spot, c->field))
            continue;
        put_place(p, added ? '+' : '-', c->spot, NULL);
        ptl_put_format(p->out, "%s%s", c->spot->outer ? ": " : "", what);
        if (end - i > 1)
            ptl_put_format(p->out, "s %u to %u", i, end - 1);
        else
            ptl_put_format(p->out, " %u", i);
        ptl_put_format(p->out, " %s\n", added ? "added" : "removed");
    }
}

static void shape_lines(page *p, const ptl_change *c)
{
    const ptl_align *lines[] = { c->shape.rows, c->shape.columns };

    for (size_t i = 0; i < 2; i++) {
        const char *what = i == 0 ? "row" : "column";

        line_runs(p, c, lines[i]->is, lines[i]->before, what, false);
        line_runs(p, c, lines[i]->was, lines[i]->now, what, true);
    }
}

static void put_cell(ptl_buf *out, const ptl_field *field, const void *cell)
{
    static const uint64_t zero[4];

    put_value(out, field, cell ? cell : zero); /* a layer that is not there is all zero */
}

static void cells_values(page *p, const ptl_change *c, const ptl_field *field)
{
    size_t x = c->cells.x, y = c->cells.y, was_x, was_y;
    bool   was = ptl_reshape_was(&c->shape, x, y, &was_x, &was_y);

    ptl_put_format(p->out, " %s", field->name);
    if (!c->even)
        return;
    ptl_put_char(p->out, ' ');
    put_cell(p->out, field, was ? ptl_grid_cell(field, c->spot->before, was_x, was_y) : NULL);
    ptl_put_text(p->out, " -> ");
    put_cell(p->out, field, ptl_grid_cell(field, c->spot->after, x, y));
}

static void cells_line(page *p, const ptl_change *c)
{
    const char *between = ":";

    if (!has_room(p, c->spot, c->field))
        return;
    put_place(p, '~', c->spot, NULL);
    if (c->cells.width * c->cells.height == 1)
        ptl_put_format(p->out, "%scell %u,%u", c->spot->outer ? ": " : "", c->cells.x, c->cells.y);
    else
        ptl_put_format(p->out, "%scells %u,%u to %u,%u", c->spot->outer ? ": " : "", c->cells.x,
                       c->cells.y, c->cells.x + c->cells.width - 1,
                       c->cells.y + c->cells.height - 1);
    for (size_t f = 0; f < c->spot->record->count; f++)
        if (c->grids >> f & 1) {
            ptl_put_text(p->out, between);
            cells_values(p, c, &c->spot->record->fields[f]);
            between = ",";
        }
    ptl_put_text(p->out, c->even ? "\n" : " (various)\n");
}

static void row_values(ptl_buf *out, const ptl_field *field, const void *record, size_t row)
{
    bool             columns = field->shape == PTL_COLUMNS;
    const ptl_field *fields  = columns ? field->record->fields : field;

    for (size_t f = 0; f < (columns ? field->record->count : 1u); f++) {
        ptl_list list = ptl_field_list(&fields[f], record);

        if (row < list.count) {
            ptl_put_text(out, f > 0 ? " " : "");
            put_value(out, &fields[f], ptl_field_element(&fields[f], list, row));
        }
    }
}

static void run_lines(page *p, const ptl_change *c)
{
    for (uint32_t i = 0; i < c->run.count; i++) {
        if (!has_room(p, c->spot, c->field)) {
            p->hidden += c->run.count - i - 1;
            return;
        }
        put_place(p, '~', c->spot, c->field);
        ptl_put_format(p->out, "[%u]: ", c->run.is + i);
        row_values(p->out, c->field, c->spot->before, c->run.was + i);
        ptl_put_text(p->out, " -> ");
        row_values(p->out, c->field, c->spot->after, c->run.is + i);
        ptl_put_char(p->out, '\n');
    }
}

static void value_line(page *p, const ptl_change *c)
{
    const ptl_spot *outer = c->spot->is != PTL_NO_INDEX ? c->spot->outer : c->spot;

    if (!has_room(p, outer, c->spot->is != PTL_NO_INDEX ? c->spot->field : c->field))
        return;
    put_place(p, '~', c->spot, c->field);
    ptl_put_text(p->out, ": ");
    put_field(p->out, c->field, c->spot->before);
    ptl_put_text(p->out, " -> ");
    put_field(p->out, c->field, c->spot->after);
    ptl_put_char(p->out, '\n');
}

static void layer_line(page *p, const ptl_change *c)
{
    bool now = ptl_field_list(c->field, c->spot->after).count > 0;

    put_place(p, now ? '+' : '-', c->spot, c->field);
    ptl_put_text(p->out, now ? ": the layer is there\n" : ": the layer is gone\n");
}

void ptl_changes_text(ptl_buf *out, const ptl_changes *changes, bool meaning, size_t most)
{
    static void (*const lines[])(page *, const ptl_change *) = {
        [PTL_CHANGE_VALUE] = value_line, [PTL_CHANGE_LIST] = list_lines,
        [PTL_CHANGE_RUN] = run_lines,    [PTL_CHANGE_SHAPE] = shape_lines,
        [PTL_CHANGE_LAYER] = layer_line, [PTL_CHANGE_CELLS] = cells_line,
    };
    page p = { .out = out, .meaning = meaning, .most = most };

    for (size_t i = 0; i < changes->count && ptl_ok(out->job); i++) {
        const ptl_change *c = &changes->data[i];

        if (ptl_change_means(c) == meaning && !goes_with(changes, c))
            lines[c->kind](&p, c);
    }
    end_fold(&p);
}
