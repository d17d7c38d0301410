/* SPDX-License-Identifier: MIT */
/* Changes as JSON: an object for each record that changed, with where it is now. What changed
 * comes as pairs of old and new, so that whoever makes it true elsewhere can see whether it fits.
 */
#include <string.h>

#include "core/changes.h"

/* ---- Pieces ---------------------------------------------------------------------------------- */

bool ptl_field_names_element(const ptl_field *field)
{
    return ptl_field_standing(field) == PTL_KEY && field->shape == PTL_ONE && !field->fixed &&
           !field->kinds && field->kind < PTL_KIND_RECORD;
}

static void put_path(ptl_buf *out, const ptl_spot *spot)
{
    if (!spot->outer)
        return;
    put_path(out, spot->outer);
    ptl_put_format(out, "%s\"%s\"", spot->outer->outer ? ", " : "", spot->field->name);
    if (spot->is != PTL_NO_INDEX)
        ptl_put_format(out, ", %u", spot->is);
}

/* What tells an element from others in its list. */
static void put_keys_of(ptl_buf *out, const ptl_record *record, const void *element)
{
    const char *between = "{ ";

    for (size_t f = 0; f < record->count; f++) {
        const ptl_field *field = &record->fields[f];

        if (!ptl_field_names_element(field))
            continue;
        ptl_put_format(out, "%s\"%s\": ", between, field->name);
        ptl_value_write(out, field, (const char *)element + field->offset);
        between = ", ";
    }
    ptl_put_text(out, between[0] == '{' ? "null" : " }");
}

static bool has_keys(const ptl_spot *spot)
{
    for (; spot->outer; spot = spot->outer)
        for (size_t f = 0; spot->is != PTL_NO_INDEX && f < spot->record->count; f++)
            if (ptl_field_names_element(&spot->record->fields[f]))
                return true;
    return false;
}

/* An entry for each index of the path; returns how many there are. What changes itself has its old
 * keys where this is read, what it is inside of those of now. */
static size_t put_keys(ptl_buf *out, const ptl_spot *spot, bool now)
{
    size_t count;

    if (!spot->outer)
        return 0;
    count = put_keys(out, spot->outer, true);
    if (spot->is == PTL_NO_INDEX)
        return count;
    ptl_put_text(out, count > 0 ? ", " : "");
    put_keys_of(out, spot->record, now ? spot->after : spot->before);
    return count + 1;
}

static void put_place(ptl_buf *out, const ptl_spot *spot)
{
    ptl_put_text(out, "{ \"at\": [");
    put_path(out, spot);
    ptl_put_char(out, ']');
    if (!has_keys(spot))
        return;
    ptl_put_text(out, ",\n      \"keys\": [");
    put_keys(out, spot, false);
    ptl_put_char(out, ']');
}

/* Runs of elements by where they were; -1 is for new ones. */
static void put_runs(ptl_buf *out, const ptl_align *align)
{
    uint32_t end;

    ptl_put_char(out, '[');
    for (uint32_t i = 0; i < align->now; i = end) {
        bool fresh = align->was[i] == PTL_ALONE;

        for (end = i + 1; end < align->now && (fresh ? align->was[end] == PTL_ALONE
                                                     : align->was[end] == align->was[i] + end - i);)
            end++;
        ptl_put_text(out, i > 0 ? ", " : "");
        if (fresh)
            ptl_put_format(out, "[-1, %u]", end - i);
        else
            ptl_put_format(out, "[%u, %u]", align->was[i], end - i);
    }
    ptl_put_char(out, ']');
}

/* An element of a list, or a row of columns as a list of its values. */
static void put_element(ptl_buf *out, const ptl_field *field, const void *record, size_t index)
{
    if (field->shape != PTL_COLUMNS) {
        ptl_value_write(out, field, ptl_field_element(field, ptl_field_list(field, record), index));
        return;
    }
    ptl_put_char(out, '[');
    for (size_t c = 0; c < field->record->count; c++) {
        const ptl_field *column = &field->record->fields[c];
        ptl_list         list   = ptl_field_list(column, record);

        if (index >= list.count)
            break;
        ptl_put_text(out, c > 0 ? ", " : "");
        ptl_value_write(out, column, ptl_field_element(column, list, index));
    }
    ptl_put_char(out, ']');
}

/* Those that are on one side alone. */
static void put_alone(ptl_buf *out, const ptl_field *field, const void *record,
                      const uint32_t *other, uint32_t count)
{
    const char *between = "";

    ptl_put_char(out, '[');
    for (uint32_t i = 0; i < count && ptl_ok(out->job); i++)
        if (other[i] == PTL_ALONE) {
            ptl_put_text(out, between);
            put_element(out, field, record, i);
            between = ", ";
        }
    ptl_put_char(out, ']');
}

static void put_range(ptl_buf *out, const ptl_field *field, const void *record, size_t from,
                      size_t count)
{
    ptl_put_char(out, '[');
    for (size_t i = 0; i < count && ptl_ok(out->job); i++) {
        ptl_put_text(out, i > 0 ? ", " : "");
        put_element(out, field, record, from + i);
    }
    ptl_put_char(out, ']');
}

/* ---- One change of each kind ----------------------------------------------------------------- */

static void put_one(ptl_buf *out, const ptl_field *field, const void *record)
{
    const char *at = (const char *)record + field->offset;

    if (!ptl_field_there(field, record)) {
        ptl_put_text(out, "null");
        return;
    }
    ptl_put_text(out, field->fixed ? "[" : "");
    for (size_t i = 0; i < (field->fixed ? field->fixed : 1u); i++) {
        ptl_put_text(out, i > 0 ? ", " : "");
        ptl_value_write(out, field, at + i * ptl_field_size(field));
    }
    ptl_put_text(out, field->fixed ? "]" : "");
}

static void write_value(ptl_buf *out, const ptl_change *c)
{
    ptl_put_format(out, "\"%s\": [", c->field->name);
    put_one(out, c->field, c->spot->before);
    ptl_put_text(out, ", ");
    put_one(out, c->field, c->spot->after);
    ptl_put_char(out, ']');
}

static void write_list(ptl_buf *out, const ptl_change *c)
{
    ptl_put_format(out, "\"%s\": { \"was\": %u, \"runs\": ", c->field->name, c->align->before);
    put_runs(out, c->align);
    ptl_put_text(out, ", \"out\": ");
    put_alone(out, c->field, c->spot->before, c->align->is, c->align->before);
    ptl_put_text(out, ", \"in\": ");
    put_alone(out, c->field, c->spot->after, c->align->was, c->align->now);
    ptl_put_text(out, " }");
}

static void write_run(ptl_buf *out, const ptl_change *c)
{
    ptl_put_format(out, "{ \"field\": \"%s\", \"at\": %u, \"was\": ", c->field->name, c->run.is);
    put_range(out, c->field, c->spot->before, c->run.was, c->run.count);
    ptl_put_text(out, ", \"is\": ");
    put_range(out, c->field, c->spot->after, c->run.is, c->run.count);
    ptl_put_text(out, " }");
}

/* Goes on to the next cell, row by row, whose row or column is gone; false behind the last. */
static bool next_gone(const ptl_reshape *shape, size_t at[2])
{
    for (; at[1] < shape->rows->before; at[1]++, at[0] = 0)
        for (; at[0] < shape->columns->before; at[0]++)
            if (shape->rows->is[at[1]] == PTL_ALONE || shape->columns->is[at[0]] == PTL_ALONE)
                return true;
    return false;
}

/* What cells held that go with their rows and columns: one value where it is the same in all. */
static void put_gone(ptl_buf *out, const ptl_change *c, const ptl_field *field)
{
    const void *first = NULL, *cell;
    bool        even  = true;

    for (size_t at[2] = { 0 }; even && next_gone(&c->shape, at); at[0]++) {
        cell  = ptl_grid_cell(field, c->spot->before, at[0], at[1]);
        first = first ? first : cell;
        even  = ptl_value_same(field, first, cell, PTL_WHOLE);
    }
    if (even) {
        ptl_value_write(out, field, first);
        return;
    }
    ptl_put_char(out, '[');
    for (size_t at[2] = { 0 }, i = 0; next_gone(&c->shape, at) && ptl_ok(out->job); at[0]++, i++) {
        ptl_put_text(out, i > 0 ? ", " : "");
        ptl_value_write(out, field, ptl_grid_cell(field, c->spot->before, at[0], at[1]));
    }
    ptl_put_char(out, ']');
}

/* Cells may mean something else now, and some of their fields were not there before. */
static bool has_cells(const ptl_field *field, const void *record)
{
    return ptl_field_there(field, record) && ptl_field_list(field, record).count > 0;
}

static void put_all_gone(ptl_buf *out, const ptl_change *c)
{
    const char *between = "";

    if (!next_gone(&c->shape, (size_t[]){ 0, 0 }))
        return;
    ptl_put_text(out, ", \"out\": { ");
    for (size_t f = 0; f < c->spot->record->count; f++) {
        const ptl_field *field = &c->spot->record->fields[f];

        if (!(c->grids >> f & 1) || !has_cells(field, c->spot->before))
            continue;
        ptl_put_format(out, "%s\"%s\": ", between, field->name);
        put_gone(out, c, field);
        between = ", ";
    }
    ptl_put_text(out, " }");
}

static void write_shape(ptl_buf *out, const ptl_change *c)
{
    ptl_put_format(out, "\"%s\": { \"was\": [%u, %u], \"columns\": ", c->field->name,
                   c->shape.columns->before, c->shape.rows->before);
    put_runs(out, c->shape.columns);
    ptl_put_text(out, ", \"rows\": ");
    put_runs(out, c->shape.rows);
    put_all_gone(out, c);
    ptl_put_text(out, " }");
}

static void write_layer(ptl_buf *out, const ptl_change *c)
{
    ptl_put_format(out, "\"%s\": %s", c->field->name,
                   ptl_field_list(c->field, c->spot->after).count > 0 ? "true" : "false");
}

static void put_cell(ptl_buf *out, const ptl_change *c, const ptl_field *field, size_t at[2],
                     bool now)
{
    static const uint64_t zero[4];
    size_t                x = at[0], y = at[1];
    const void           *cell = NULL;

    if (now || ptl_reshape_was(&c->shape, at[0], at[1], &x, &y))
        cell = ptl_grid_cell(field, now ? c->spot->after : c->spot->before, x, y);
    ptl_value_write(out, field, cell ? cell : zero);
}

/* All values of a rectangle, row by row. */
static void put_each(ptl_buf *out, const ptl_change *c, const ptl_field *field, bool now)
{
    ptl_put_char(out, '[');
    for (uint32_t y = 0; y < c->cells.height; y++)
        for (uint32_t x = 0; x < c->cells.width && ptl_ok(out->job); x++) {
            ptl_put_text(out, x + y > 0 ? ", " : "");
            put_cell(out, c, field, (size_t[]){ c->cells.x + x, c->cells.y + y }, now);
        }
    ptl_put_char(out, ']');
}

static void write_cells(ptl_buf *out, const ptl_change *c)
{
    ptl_put_format(out,
                   "{ \"x\": %u, \"y\": %u, \"width\": %u, \"height\": %u, \"of\": [%llu, %llu]",
                   c->cells.x, c->cells.y, c->cells.width, c->cells.height,
                   (unsigned long long)ptl_field_across(c->field, c->spot->after),
                   (unsigned long long)ptl_field_down(c->field, c->spot->after));
    ptl_put_text(out, c->even ? "" : ", \"each\": true");
    for (size_t f = 0; f < c->spot->record->count; f++) {
        const ptl_field *field = &c->spot->record->fields[f];

        if (!(c->grids >> f & 1))
            continue;
        ptl_put_format(out, ", \"%s\": [", field->name);
        for (unsigned now = 0; now < 2; now++) {
            ptl_put_text(out, now ? ", " : "");
            if (c->even)
                put_cell(out, c, field, (size_t[]){ c->cells.x, c->cells.y }, now);
            else
                put_each(out, c, field, now);
        }
        ptl_put_char(out, ']');
    }
    ptl_put_text(out, " }");
}

/* ---- All of them ----------------------------------------------------------------------------- */

static const struct section {
    ptl_change_kind kind;
    char            name[8];
    char            brackets[3];
    void (*write)(ptl_buf *out, const ptl_change *change);
} sections[] = { /* in the order in which they have to be done */
                 { PTL_CHANGE_LIST, "lists", "{}", write_list },
                 { PTL_CHANGE_SHAPE, "shapes", "{}", write_shape },
                 { PTL_CHANGE_LAYER, "layers", "{}", write_layer },
                 { PTL_CHANGE_CELLS, "cells", "[]", write_cells },
                 { PTL_CHANGE_RUN, "items", "[]", write_run },
                 { PTL_CHANGE_VALUE, "values", "{}", write_value }
};

/* Sizes of grids follow from their shapes. */
static bool follows(const ptl_change *all, size_t count, const ptl_change *value)
{
    for (size_t i = 0; i < count; i++)
        if (all[i].kind == PTL_CHANGE_SHAPE && value->kind == PTL_CHANGE_VALUE &&
            (value->field->offset == all[i].field->across ||
             value->field->offset == all[i].field->down))
            return true;
    return false;
}

static void write_section(ptl_buf *out, const struct section *s, const ptl_change *all,
                          size_t count)
{
    bool any = false;

    for (size_t i = 0; i < count && ptl_ok(out->job); i++) {
        if (all[i].kind != s->kind || follows(all, count, &all[i]))
            continue;
        if (any)
            ptl_put_text(out, ",");
        else
            ptl_put_format(out, ",\n      \"%s\": %c", s->name, s->brackets[0]);
        ptl_put_text(out, "\n        ");
        s->write(out, &all[i]);
        any = true;
    }
    if (any)
        ptl_put_format(out, "\n      %c", s->brackets[1]);
}

void ptl_changes_write(ptl_buf *out, const ptl_changes *changes)
{
    size_t end;

    ptl_put_char(out, '[');
    for (size_t i = 0; i < changes->count && ptl_ok(out->job); i = end) {
        const ptl_spot *spot = changes->data[i].spot;

        for (end = i + 1; end < changes->count && changes->data[end].spot == spot;)
            end++;
        ptl_put_text(out, i > 0 ? ",\n    " : "\n    ");
        put_place(out, spot);
        for (size_t s = 0; s < sizeof sections / sizeof *sections; s++)
            write_section(out, &sections[s], changes->data + i, end - i);
        ptl_put_text(out, " }");
    }
    ptl_put_text(out, changes->count > 0 ? "\n  ]" : "]");
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool has_target(const ptl_field *field, unsigned target)
{
    const ptl_record *inner = ptl_field_record(field);

    return ptl_field_target(field) == (int)target ||
           (inner && ptl_record_targets(inner) >> target & 1);
}

/* Whether elements on the way to a record are known by such a number. */
static bool is_found_by(const ptl_spot *spot, unsigned target)
{
    for (; spot->outer; spot = spot->outer)
        for (size_t f = 0; spot->is != PTL_NO_INDEX && f < spot->record->count; f++)
            if (ptl_field_names_element(&spot->record->fields[f]) &&
                ptl_field_target(&spot->record->fields[f]) == (int)target)
                return true;
    return false;
}

/* Whether there may be numbers in a change that count elements of a list. */
static bool counts(const ptl_change *c, unsigned target)
{
    if (is_found_by(c->spot, target))
        return true;
    if (c->kind != PTL_CHANGE_CELLS)
        return c->kind != PTL_CHANGE_SHAPE && has_target(c->field, target);
    for (size_t f = 0; f < c->spot->record->count; f++)
        if (c->grids >> f & 1 && has_target(&c->spot->record->fields[f], target))
            return true;
    return false;
}

static void put_counted(ptl_buf *out, const ptl_field *field, const void *document)
{
    ptl_list list = ptl_field_list(field, document);

    ptl_put_text(out, "\"keys\": [");
    for (size_t i = 0; i < list.count && ptl_ok(out->job); i++) {
        ptl_put_text(out, i > 0 ? ", " : "");
        put_keys_of(out, field->record, ptl_field_element(field, list, i));
    }
    ptl_put_text(out, "] }");
}

/* How the elements of a list come to be in another order, where they do, and which they were, where
 * numbers count them. */
static void put_numbers_of(ptl_buf *out, const ptl_changes *changes, const ptl_spot *document,
                           unsigned target, const char **between)
{
    const ptl_field *field = &document->record->fields[target];
    const ptl_align *align = NULL;
    bool             any   = false;

    for (size_t i = 0; i < changes->count; i++) {
        const ptl_change *c = &changes->data[i];

        if (c->kind == PTL_CHANGE_LIST && c->field == field && !c->spot->outer)
            align = c->align;
        any = any || counts(c, target);
    }
    if (!align && !any)
        return;
    ptl_put_format(out, "%s \"%s\": { ", *between, field->name);
    if (align) {
        ptl_put_format(out, "\"was\": %u, \"runs\": ", align->before);
        put_runs(out, align);
        ptl_put_text(out, ", ");
    }
    put_counted(out, field, document->before);
    *between = ",";
}

void ptl_changes_write_numbers(ptl_buf *out, const ptl_changes *changes)
{
    const ptl_spot *document = changes->count > 0 ? changes->data[0].spot : NULL;
    const char     *between  = "";
    uint64_t        targets;

    while (document && document->outer)
        document = document->outer;
    targets = document ? ptl_record_targets(document->record) : 0;
    ptl_put_char(out, '{');
    for (unsigned t = 0; t < 64; t++)
        if (targets >> t & 1)
            put_numbers_of(out, changes, document, t, &between);
    ptl_put_text(out, *between ? " }" : "}");
}
