/* SPDX-License-Identifier: MIT */
/* A record as a page for people: names in one column, values in the other. */
#include <math.h>
#include <string.h>

#include "core/json.h"
#include "core/num.h"
#include "core/real.h"
#include "core/record.h"
#include "core/utf8.h"

enum { NAME_WIDTH = 20, WIDEST_COLUMN = 48 };

typedef struct unit_name {
    const char *one, *many;
} unit_name;

static const unit_name units[] = {
    [PTL_UNIT_NONE]     = { NULL, NULL },
    [PTL_UNIT_BYTES]    = { "byte", "bytes" },
    [PTL_UNIT_CELLS]    = { "cell", "cells" },
    [PTL_UNIT_CHUNKS]   = { "chunk", "chunks" },
    [PTL_UNIT_FANS]     = { "fan", "fans" },
    [PTL_UNIT_PIXELS]   = { "pixel", "pixels" },
    [PTL_UNIT_SQUARES]  = { "square unit", "square units" },
    [PTL_UNIT_TILES]    = { "tile", "tiles" },
    [PTL_UNIT_VERTICES] = { "vertex", "vertices" },
    [PTL_UNIT_WORLD]    = { "unit", "units" },
};

static void page_words(ptl_buf *out, const ptl_record *record, const void *data);

static void page_label(ptl_buf *out, const char *name)
{
    for (; *name; name++)
        ptl_put_char(out, *name == '_' ? ' ' : *name);
}

static void page_text(ptl_buf *out, ptl_list text)
{
    char shown[160];

    ptl_put_text(out, ptl_quote(shown, sizeof shown, text.data, text.count));
}

/* Formats are read anew each time; a page has too many blanks, words and numbers for that. */
static void page_blanks(ptl_buf *out, size_t count)
{
    uint8_t *to = ptl_buf_room(out, count);

    if (!to)
        return;
    memset(to, ' ', count);
    out->size += count;
}

static void page_unsigned(ptl_buf *out, uint64_t value)
{
    char text[PTL_NUM_MAX];

    ptl_put(out, text, ptl_format_u64(text, value));
}

static void page_signed(ptl_buf *out, int64_t value)
{
    if (value < 0)
        ptl_put_char(out, '-');
    page_unsigned(out, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

static void page_count(ptl_buf *out, size_t count, const char *one, const char *many)
{
    page_unsigned(out, count);
    ptl_put_char(out, ' ');
    ptl_put_text(out, count == 1 ? one : many);
}

static void page_float(ptl_buf *out, const ptl_field *field, const void *value)
{
    char   text[PTL_NUM_MAX];
    double number;
    float  single;

    if (field->kind == PTL_KIND_F32) {
        memcpy(&single, value, sizeof single);
        number = (double)single;
    } else {
        memcpy(&number, value, sizeof number);
    }
    if (fabs(number) < 1e15) /* people want three decimals, not all of them, and no -0 */
        number = ptl_round(number * 1000) / 1000 + 0.0;
    if (isfinite(number))
        ptl_put(out, text, ptl_format_f64(text, number));
    else
        ptl_put_text(out, "not finite");
}

static void page_value(ptl_buf *out, const ptl_field *field, const void *value)
{
    const char *name;
    ptl_list    list;
    uint64_t    bits;

    switch (field->kind) {
    case PTL_KIND_TEXT:
    case PTL_KIND_JSON:
        memcpy(&list, value, sizeof list);
        page_text(out, list);
        return;
    case PTL_KIND_BYTES:
        memcpy(&list, value, sizeof list);
        page_count(out, list.count, "byte", "bytes");
        return;
    case PTL_KIND_BOOL:
        ptl_put_text(out, *(const bool *)value ? "yes" : "no");
        return;
    case PTL_KIND_F32:
    case PTL_KIND_F64:
        page_float(out, field, value);
        return;
    case PTL_KIND_RECORD:
        page_words(out, field->record, value);
        return;
    default:
        bits = ptl_field_bits(field, value);
        name = ptl_field_value_name(field, bits);
        if (name)
            ptl_put_text(out, name);
        else if (ptl_kind_signed(field->kind))
            page_signed(out, (int64_t)bits);
        else
            page_unsigned(out, bits);
    }
}

static bool is_shown(const ptl_field *field, const void *data)
{
    return ptl_field_there(field, data) && !(field->optional && ptl_field_empty(field, data));
}

static bool is_zero_count(const ptl_field *field, const void *data)
{
    return field->shape == PTL_ONE && !field->fixed && field->kind <= PTL_KIND_I64 &&
           !ptl_field_names(field) &&
           ptl_field_bits(field, (const char *)data + field->offset) == 0;
}

static void page_list(ptl_buf *out, const ptl_field *field, ptl_list list)
{
    bool real  = field->kind == PTL_KIND_F32 || field->kind == PTL_KIND_F64;
    bool range = list.count == 2 && (real || field->fixed);

    for (size_t i = 0; i < list.count; i++) {
        if (i > 0)
            ptl_put_text(out, range ? " to " : " ");
        page_value(out, field, ptl_field_element(field, list, i));
    }
}

static void page_field(ptl_buf *out, const ptl_field *field, const void *data)
{
    const char *at   = (const char *)data + field->offset;
    ptl_list    list = field->shape == PTL_LIST || field->shape == PTL_GRID
                           ? ptl_field_list(field, data)
                           : (ptl_list){ (void *)at, field->fixed };

    if (field->shape == PTL_COLUMNS)
        page_count(out, ptl_field_list(&field->record->fields[0], data).count, "row", "rows");
    else if (field->shape != PTL_ONE && field->kind == PTL_KIND_RECORD)
        page_count(out, list.count, "entry", "entries");
    else if (field->shape != PTL_ONE || field->fixed)
        page_list(out, field, list);
    else
        page_value(out, field, at);
}

/* ---- Tables --------------------------------------------------------------------------------- */

typedef struct table {
    const ptl_field *field; /* the list it shows */
    ptl_list         list;
    ptl_buf          cell; /* room for one after the other */
    bool             has_units;
    size_t           width[PTL_RECORD_FIELDS];
} table;

static bool is_number(const ptl_field *field)
{
    return field->shape == PTL_ONE && !field->fixed && field->kind <= PTL_KIND_F64 &&
           !ptl_field_names(field);
}

/* A column nobody has anything in is not worth its room. */
static bool is_column(const table *t, const ptl_field *field)
{
    size_t i = 0;

    while (i < t->list.count && !is_shown(field, ptl_field_element(t->field, t->list, i)))
        i++;
    return i < t->list.count;
}

/* Above the rows stand two lines: names, and units where there are some. */
typedef enum line {
    LINE_NAMES,
    LINE_UNITS,
    LINE_VALUES,
} line;

static void make_cell(table *t, line kind, const ptl_field *field, const void *row)
{
    t->cell.size = 0;
    if (kind == LINE_NAMES)
        page_label(&t->cell, field->name);
    else if (kind == LINE_UNITS)
        ptl_put_text(&t->cell, field->unit ? units[field->unit].many : "");
    else if (ptl_field_there(field, row))
        page_field(&t->cell, field, row);
    if (kind == LINE_VALUES && t->cell.size == 0)
        ptl_put_char(&t->cell, '-');
}

static size_t cell_width(const table *t)
{
    return ptl_utf8_columns((const char *)t->cell.data, t->cell.size);
}

static void widen(table *t, size_t column)
{
    size_t width = cell_width(t);

    if (width > t->width[column])
        t->width[column] = width < WIDEST_COLUMN ? width : WIDEST_COLUMN;
}

static void measure(table *t)
{
    const ptl_record *record = t->field->record;

    for (size_t c = 0; c < record->count; c++) {
        const ptl_field *field = &record->fields[c];

        if (!is_column(t, field))
            continue;
        t->has_units |= field->unit != PTL_UNIT_NONE;
        for (line kind = LINE_NAMES; kind < LINE_VALUES; kind++) {
            make_cell(t, kind, field, NULL);
            widen(t, c);
        }
        for (size_t i = 0; i < t->list.count && ptl_ok(t->cell.job); i++) {
            make_cell(t, LINE_VALUES, field, ptl_field_element(t->field, t->list, i));
            widen(t, c);
        }
    }
}

/* Nothing follows the last word of a line. */
static void page_line(ptl_buf *out, table *t, line kind, const void *row)
{
    const ptl_record *record = t->field->record;
    size_t            blanks = 0;

    for (size_t c = 0; c < record->count && ptl_ok(out->job); c++) {
        const ptl_field *field = &record->fields[c];
        size_t           pad;

        if (t->width[c] == 0)
            continue;
        make_cell(t, kind, field, row);
        pad = cell_width(t) < t->width[c] ? t->width[c] - cell_width(t) : 0;
        if (t->cell.size == 0) {
            blanks += pad + 2;
            continue;
        }
        page_blanks(out, blanks + (is_number(field) ? pad : 0));
        ptl_put(out, t->cell.data, t->cell.size);
        blanks = 2 + (is_number(field) ? 0 : pad);
    }
}

static void page_table(ptl_buf *out, const ptl_field *field, const void *data)
{
    table t = { .field = field,
                .list  = ptl_field_list(field, data),
                .cell  = ptl_buf_of(out->job, NULL) };

    if (t.list.count == 0) {
        ptl_put_text(out, "none");
        return;
    }
    measure(&t);
    page_line(out, &t, LINE_NAMES, NULL);
    if (t.has_units) {
        ptl_put_char(out, '\n');
        page_blanks(out, NAME_WIDTH);
        page_line(out, &t, LINE_UNITS, NULL);
    }
    for (size_t i = 0; i < t.list.count && ptl_ok(out->job); i++) {
        ptl_put_char(out, '\n');
        page_blanks(out, NAME_WIDTH);
        page_line(out, &t, LINE_VALUES, ptl_field_element(field, t.list, i));
    }
    ptl_buf_free(&t.cell);
}

/* ---- Lines ---------------------------------------------------------------------------------- */

static bool is_single(const ptl_field *field, const void *data)
{
    return field->kind <= PTL_KIND_I64 && !field->fixed &&
           ptl_field_bits(field, (const char *)data + field->offset) == 1;
}

static bool is_word(const ptl_field *field, const void *data)
{
    return !is_zero_count(field, data) && is_shown(field, data);
}

static bool has_nothing(const ptl_record *record, const void *data)
{
    size_t i = 0;

    while (i < record->count && !is_word(&record->fields[i], data))
        i++;
    return i == record->count;
}

static void page_unit(ptl_buf *out, const char *first, const char *second)
{
    ptl_put_text(out, first);
    ptl_put_text(out, second);
}

/* "64 tiles", "1 tile"; a record says once what all its numbers count: "tiles: flat 3, ramp 1". */
static void page_measured(ptl_buf *out, const ptl_field *field, const void *data)
{
    const unit_name *unit  = &units[field->unit];
    bool             group = field->kind == PTL_KIND_RECORD;

    if (field->unit && group && !has_nothing(field->record, (const char *)data + field->offset))
        page_unit(out, unit->many, ": ");
    page_field(out, field, data);
    if (field->unit && !group)
        page_unit(out, " ", is_single(field, data) ? unit->one : unit->many);
}

/* A record inside a page: its fields on one line, counts of nothing left out. */
static void page_words(ptl_buf *out, const ptl_record *record, const void *data)
{
    const char *between = "";

    for (size_t i = 0; i < record->count; i++) {
        const ptl_field *field = &record->fields[i];

        if (!is_word(field, data))
            continue;
        ptl_put_text(out, between);
        page_label(out, field->name);
        ptl_put_char(out, ' ');
        page_measured(out, field, data);
        between = ", ";
    }
    if (!*between)
        ptl_put_text(out, "none");
}

void ptl_record_page(ptl_buf *out, const ptl_record *record, const void *data)
{
    for (size_t i = 0; i < record->count && ptl_ok(out->job); i++) {
        const ptl_field *field = &record->fields[i];
        size_t           width = strlen(field->name);

        if (!is_shown(field, data))
            continue;
        page_label(out, field->name);
        page_blanks(out, width < NAME_WIDTH ? NAME_WIDTH - width : 1);
        if (field->shape == PTL_LIST && field->kind == PTL_KIND_RECORD)
            page_table(out, field, data);
        else
            page_measured(out, field, data);
        ptl_put_char(out, '\n');
    }
}
