/* SPDX-License-Identifier: MIT */
/* Records as JSON. One member a line, one row of a grid or table a line, so that a map reads well
 * in an editor, under jq and in a line-by-line diff. */
#include <math.h>
#include <string.h>

#include "core/json.h"
#include "core/record.h"
#include "core/utf8.h"

enum {
    PER_LINE = 16, /* numbers of a plain list on one line */
    FLAT     = 99, /* a depth that means: all on one line */
};

static void write_record(ptl_buf *out, const ptl_record *record, const void *data, const char *tag,
                         unsigned depth);

static void new_line(ptl_buf *out, unsigned depth)
{
    size_t blanks = depth >= FLAT ? 0 : depth * 2;
    char  *room   = ptl_buf_quick(out, blanks + 1);

    if (!room)
        return;
    room[0] = depth >= FLAT ? ' ' : '\n';
    memset(room + 1, ' ', blanks);
    out->size += blanks + 1;
}

/* A comma, or what else has two characters. */
static inline void put_two(ptl_buf *out, const char *two)
{
    char *room = ptl_buf_quick(out, 2);

    if (room) {
        memcpy(room, two, 2);
        out->size += 2;
    }
}

static void write_hex(ptl_buf *out, const uint8_t *data, size_t size)
{
    static const char digits[] = "0123456789abcdef";

    ptl_put_char(out, '"');
    for (size_t i = 0; i < size; i++) {
        uint8_t *room = ptl_buf_room(out, 2);

        if (!room)
            return;
        room[0] = (uint8_t)digits[data[i] >> 4];
        room[1] = (uint8_t)digits[data[i] & 15];
        out->size += 2;
    }
    ptl_put_char(out, '"');
}

static void write_text(ptl_buf *out, const char *data, size_t size)
{
    if (ptl_utf8_valid(data, size)) {
        ptl_json_put_string(out, data, size);
        return;
    }
    ptl_put_text(out, "{ \"hex\": ");
    write_hex(out, (const uint8_t *)data, size);
    ptl_put_text(out, " }");
}

static void write_integer(ptl_buf *out, const ptl_field *field, const void *value)
{
    uint64_t    bits = ptl_field_bits(field, value);
    const char *name = ptl_field_value_name(field, bits);

    if (name)
        ptl_json_put_string(out, name, strlen(name));
    else if (ptl_kind_signed(field->kind))
        ptl_json_put_i64(out, (int64_t)bits);
    else
        ptl_json_put_u64(out, bits);
}

/* Whether values of a field are numbers that go straight into the buffer: no names, no signs. */
static bool plain_out(const ptl_field *field, ptl_json_plain *what)
{
    return ptl_field_plain(field, what) && !ptl_kind_signed(field->kind) && !ptl_field_names(field);
}

static void write_value(ptl_buf *out, const ptl_field *field, const void *value, unsigned depth)
{
    ptl_list list;

    switch (field->kind) {
    case PTL_KIND_F32:
        ptl_json_put_f32_bits(out, (uint32_t)ptl_field_bits(field, value));
        break;
    case PTL_KIND_F64:
        ptl_json_put_f64_bits(out, ptl_field_bits(field, value));
        break;
    case PTL_KIND_BOOL:
        ptl_put_text(out, *(const bool *)value ? "true" : "false");
        break;
    case PTL_KIND_TEXT:
        memcpy(&list, value, sizeof list);
        write_text(out, list.data, list.count);
        break;
    case PTL_KIND_BYTES:
        memcpy(&list, value, sizeof list);
        write_hex(out, list.data, list.count);
        break;
    case PTL_KIND_JSON:
        memcpy(&list, value, sizeof list);
        ptl_put(out, list.count > 0 ? list.data : "null", list.count > 0 ? list.count : 4);
        break;
    case PTL_KIND_RECORD:
        write_record(out, field->record, value, NULL, depth);
        break;
    default:
        write_integer(out, field, value);
    }
}

/* Values of a list on one line, from one to another. */
static void write_line(ptl_buf *out, const ptl_field *field, ptl_list list, size_t from, size_t to,
                       unsigned depth)
{
    ptl_json_plain what;
    bool           plain = plain_out(field, &what);
    size_t         first = from, got;

    while (from < to && ptl_ok(out->job)) {
        const void *value = ptl_field_element(field, list, from);

        if (from > first)
            put_two(out, ", ");
        got = plain ? ptl_json_put_run(out, &what, value, to - from) : 0;
        if (got == 0)
            write_value(out, field, value, depth);
        from += got > 0 ? got : 1;
    }
}

static void write_list(ptl_buf *out, const ptl_field *field, ptl_list list, unsigned depth)
{
    size_t width  = field->kind == PTL_KIND_RECORD ? 1 : PER_LINE;
    bool   broken = depth < FLAT && (list.count > width || field->kind == PTL_KIND_RECORD);

    if (!broken)
        width = list.count;
    ptl_put_char(out, '[');
    for (size_t i = 0; i < list.count && ptl_ok(out->job); i += width) {
        if (i > 0)
            ptl_put_char(out, ',');
        if (broken)
            new_line(out, depth + 1);
        write_line(out, field, list, i, list.count - i < width ? list.count : i + width, depth + 1);
    }
    if (broken && list.count > 0)
        new_line(out, depth);
    ptl_put_char(out, ']');
}

static void write_grid(ptl_buf *out, const ptl_field *field, const void *data, unsigned depth)
{
    ptl_list list   = ptl_field_list(field, data);
    size_t   across = (size_t)ptl_field_across(field, data);

    if (across == 0 || across > list.count)
        across = across == 0 ? 1 : list.count;
    ptl_put_char(out, '[');
    for (size_t i = 0; i < list.count && ptl_ok(out->job); i += across) {
        if (i > 0)
            put_two(out, "],");
        new_line(out, depth + 1);
        ptl_put_char(out, '[');
        write_line(out, field, list, i, list.count - i < across ? list.count : i + across,
                   depth + 1);
    }
    if (list.count > 0) {
        ptl_put_char(out, ']');
        new_line(out, depth);
    }
    ptl_put_char(out, ']');
}

/* Columns may end early, the later ones first: the rows get shorter. */
static void write_row(ptl_buf *out, const ptl_record *record, const void *data, size_t row,
                      unsigned depth)
{
    for (size_t c = 0; c < record->count; c++) {
        const ptl_field *column = &record->fields[c];
        ptl_list         list   = ptl_field_list(column, data);

        if (row >= list.count)
            return;
        if (c > 0)
            put_two(out, ", ");
        write_value(out, column, ptl_field_element(column, list, row), depth);
    }
}

/* Rows of numbers behind the first `row`, in which there are all of them; returns the row after. */
static size_t write_rows(ptl_buf *out, const ptl_record *record, const void *data, size_t row,
                         unsigned depth)
{
    ptl_json_plain what[PTL_RECORD_COLUMNS];
    const uint8_t *from[PTL_RECORD_COLUMNS];
    size_t         rows = SIZE_MAX;

    for (size_t c = 0; c < record->count; c++) {
        const ptl_field *column = &record->fields[c];
        ptl_list         list   = ptl_field_list(column, data);

        if (row >= list.count || !plain_out(column, &what[c]))
            return row;
        from[c] = ptl_field_element(column, list, row);
        rows    = list.count < rows ? list.count : rows;
    }
    return row + ptl_json_put_rows(out, what, from, record->count, rows - row, depth * 2);
}

static void write_columns(ptl_buf *out, const ptl_field *group, const void *data, unsigned depth)
{
    const ptl_record *record = group->record;
    size_t            rows   = ptl_field_list(&record->fields[0], data).count;

    ptl_put_char(out, '[');
    for (size_t row = 0; row < rows && ptl_ok(out->job);) {
        if (row > 0)
            ptl_put_char(out, ',');
        new_line(out, depth + 1);
        ptl_put_char(out, '[');
        write_row(out, record, data, row, depth);
        ptl_put_char(out, ']');
        row = depth < FLAT ? write_rows(out, record, data, row + 1, depth + 1) : row + 1;
    }
    if (rows > 0)
        new_line(out, depth);
    ptl_put_char(out, ']');
}

static void write_field(ptl_buf *out, const ptl_field *field, const void *data, unsigned depth)
{
    switch (field->shape) {
    case PTL_ONE:
        if (field->fixed)
            write_list(out, field, (ptl_list){ (char *)data + field->offset, field->fixed }, FLAT);
        else
            write_value(out, field, (const char *)data + field->offset, depth);
        break;
    case PTL_LIST:
        write_list(out, field, ptl_field_list(field, data), depth);
        break;
    case PTL_GRID:
        write_grid(out, field, data, depth);
        break;
    case PTL_COLUMNS:
        write_columns(out, field, data, depth);
        break;
    }
}

/* A member's name, on a line of its own, with the comma behind the member before. */
static void write_name(ptl_buf *out, const char *name, bool comma, unsigned depth)
{
    size_t size = strlen(name), blanks = depth >= FLAT ? 0 : depth * 2;
    char  *room = ptl_buf_quick(out, size + blanks + 6);

    if (!room)
        return;
    *room = ',';
    room += comma;
    *room++ = depth >= FLAT ? ' ' : '\n';
    for (; blanks > 0; blanks--)
        *room++ = ' ';
    *room++ = '"';
    memcpy(room, name, size);
    memcpy(room + size, "\": ", 3);
    out->size = (size_t)(room + size + 3 - (char *)out->data);
}

static void write_record(ptl_buf *out, const ptl_record *record, const void *data, const char *tag,
                         unsigned depth)
{
    const char *between = "";

    if (record->one_line)
        depth = FLAT;
    ptl_put_char(out, '{');
    if (tag) {
        new_line(out, depth + 1);
        ptl_put_format(out, "\"portolan\": \"%s\"", tag);
        between = ",";
        if (out->job->lenient) {
            ptl_put_text(out, between);
            new_line(out, depth + 1);
            ptl_put_text(out, "\"lenient\": true");
        }
    }
    for (size_t i = 0; i < record->count && ptl_ok(out->job); i++) {
        const ptl_field *field = &record->fields[i];

        if (!ptl_field_there(field, data) || (field->optional && ptl_field_empty(field, data)))
            continue;
        write_name(out, field->name, *between == ',', depth + 1);
        write_field(out, field, data, depth + 1);
        between = ",";
    }
    if (*between)
        new_line(out, depth);
    ptl_put_char(out, '}');
}

void ptl_value_write(ptl_buf *out, const ptl_field *field, const void *value)
{
    write_value(out, field, value, FLAT);
}

void ptl_record_write(ptl_buf *out, const ptl_record *record, const void *data, const char *tag)
{
    write_record(out, record, data, tag, 0);
    ptl_put_char(out, '\n');
}
