/* SPDX-License-Identifier: MIT */
/* Records from JSON: members in any order, none twice; in JSON of our own none unknown, none
 * missing. */
#include <stdio.h>
#include <string.h>

#include "core/arena.h"
#include "core/json.h"
#include "core/near.h"
#include "core/record.h"
#include "core/utf8.h"

static void read_record(ptl_json_in *in, const ptl_record *record, void *data, bool outermost);

static bool is_key(ptl_str key, const char *name)
{
    return key.size == strlen(name) && memcmp(key.data, name, key.size) == 0;
}

/* ---- Single values -------------------------------------------------------------------------- */

static const ptl_name *find_name(const ptl_name *names, ptl_str text)
{
    for (const ptl_name *n = names; n && *n->name; n++)
        if (text.size == strlen(n->name) && memcmp(text.data, n->name, text.size) == 0)
            return n;
    return NULL;
}

/* The value of a text: that of its name, or of several names together. */
static bool find_value(const ptl_field *field, ptl_str text, uint64_t *out)
{
    const ptl_name *names =
                       ptl_field_names(field) ? ptl_field_names(field) : ptl_field_words(field),
                   *found;
    const char *comma;
    ptl_str     one = text;

    for (*out = 0;; text = (ptl_str){ comma + 1, text.size - one.size - 1 }) {
        comma =
            field->naming == PTL_JOINED && text.size > 0 ? memchr(text.data, ',', text.size) : NULL;
        one.data = text.data;
        one.size = comma ? (size_t)(comma - text.data) : text.size;
        found    = find_name(names, one);
        if (!found)
            return false;
        *out |= (uint64_t)found->value;
        if (!comma)
            return true;
    }
}

enum { NAMES_SHOWN = 80 };

/* Puts a name behind others with a comma between; dots once there is no more room. */
static void list_name(char list[NAMES_SHOWN + 8], const char *name)
{
    size_t      size = strlen(list), more = strlen(name);
    const char *between = size > 0 ? ", " : "; allowed: ";

    if (size + strlen(between) + more < NAMES_SHOWN) {
        memcpy(list + size, between, strlen(between));
        memcpy(list + size + strlen(between), name, more + 1);
    } else if (size > 0 && list[size - 1] != '.') {
        memcpy(list + size, ", ...", 6);
    }
}

static void refuse_value(ptl_json_in *in, const ptl_field *field, ptl_str text, uint64_t at)
{
    const ptl_name *lists[] = { ptl_field_names(field), ptl_field_words(field) };
    ptl_near        near    = ptl_near_to(text);
    char            shown[48], words[PTL_JSON_PLACE], all[NAMES_SHOWN + 8] = "";

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (const ptl_name *name = lists[i]; name && name->name[0]; name++) {
            ptl_near_offer_word(&near, name->name);
            list_name(all, name->name);
        }
    in->about.name = field->name;
    ptl_json_place_words(in, words);
    ptl_fail(in->job, PTL_E_SYNTAX, at, "json-name", "\"%s\"%s is not one of the names of %s%s",
             ptl_quote(shown, sizeof shown, text.data, text.size), words, field->name,
             ptl_near_text(&near, all));
}

static bool named_value(ptl_json_in *in, const ptl_field *field, uint64_t *out)
{
    const char *start;
    uint64_t    at;
    ptl_str     text;

    if ((!ptl_field_names(field) && !ptl_field_words(field)) || ptl_json_peek(in) != '"')
        return false;
    start = in->at;
    at    = ptl_json_offset(in);
    text  = ptl_json_string(in);
    if (find_value(field, text, out))
        return true;
    if (ptl_kind_size(field->kind) == 8 && ptl_ok(in->job)) { /* large numbers are strings too */
        in->at = start;
        return false;
    }
    refuse_value(in, field, text, at);
    return true;
}

static uint64_t read_integer(ptl_json_in *in, const ptl_field *field)
{
    uint64_t most = ptl_field_most(field), value = 0;
    int64_t  least = -(int64_t)(most >> 1) - 1;

    if (named_value(in, field, &value))
        return value << field->shift;
    in->about.name = field->name;
    in->about.low  = field->low;
    in->about.high = field->high;
    if (ptl_kind_signed(field->kind) && !field->bits) /* slices have no sign */
        value = (uint64_t)ptl_json_i64(in, least, (int64_t)(most >> 1));
    else
        value = ptl_json_u64(in, most) << field->shift;
    in->about.name = NULL;
    in->about.low = in->about.high = 0;
    return value;
}

/* Adds bits to a value: fields that are slices of one integer arrive one after another. */
static void merge(void *value, size_t size, uint64_t bits)
{
    uint8_t  u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;

    switch (size) {
    case 1:
        u8 = (uint8_t)(*(uint8_t *)value | bits);
        memcpy(value, &u8, 1);
        break;
    case 2:
        memcpy(&u16, value, 2);
        u16 = (uint16_t)(u16 | bits);
        memcpy(value, &u16, 2);
        break;
    case 4:
        memcpy(&u32, value, 4);
        u32 |= (uint32_t)bits;
        memcpy(value, &u32, 4);
        break;
    default:
        memcpy(&u64, value, 8);
        u64 |= bits;
        memcpy(value, &u64, 8);
    }
}

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef", *found = c ? strchr(digits, c) : NULL;

    return found ? (int)(found - digits) : -1;
}

static ptl_list read_hex(ptl_json_in *in)
{
    uint64_t at   = (ptl_json_peek(in), ptl_json_offset(in));
    ptl_str  text = ptl_json_string(in);
    uint8_t *data = ptl_ok(in->job) ? ptl_arena_raw(in->job, text.size / 2) : NULL;
    bool     good = text.size % 2 == 0;

    for (size_t i = 0; data && good && i < text.size; i += 2) {
        int high = hex_digit(text.data[i]), low = hex_digit(text.data[i + 1]);

        good        = high >= 0 && low >= 0;
        data[i / 2] = (uint8_t)((unsigned)high << 4 | (unsigned)low);
    }
    if (!good)
        ptl_fail(in->job, PTL_E_SYNTAX, at, "json-hex",
                 "bytes are spelled with pairs of the digits 0 to 9 and a to f");
    return data && good ? (ptl_list){ data, text.size / 2 } : (ptl_list){ 0 };
}

/* { "hex": "..." }: text that is not UTF-8. */
static ptl_list read_hex_text(ptl_json_in *in)
{
    ptl_list list = { 0 };
    bool     seen = false;

    ptl_json_open(in, '{');
    for (bool first = true; ptl_json_next(in, '}', &first);) {
        uint64_t at = ptl_json_offset(in);

        if (!is_key(ptl_json_key(in), "hex") || seen)
            ptl_fail(in->job, PTL_E_SYNTAX, at, "json-member",
                     "text that is not UTF-8 has one member, \"hex\"");
        list = read_hex(in);
        seen = true;
    }
    if (!seen)
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_json_offset(in) - 1, "json-missing",
                 "the member \"hex\" is missing");
    return list;
}

static ptl_list read_text(ptl_json_in *in)
{
    ptl_list list = { 0 };
    ptl_str  text;

    if (ptl_json_peek(in) == '{')
        return read_hex_text(in);
    text      = ptl_json_string(in);
    list.data = ptl_arena_take(in->job, (uint64_t)text.size + 1); /* ends with a NUL besides */
    if (list.data && text.size > 0)
        memcpy(list.data, text.data, text.size);
    list.count = list.data ? text.size : 0;
    return list;
}

/* Any value as it stands there. */
static ptl_list read_raw(ptl_json_in *in)
{
    const char *begin = (ptl_json_peek(in), in->at);
    ptl_list    list  = { 0 };

    ptl_json_skip(in);
    list.data = ptl_arena_raw(in->job, (uint64_t)(in->at - begin));
    if (list.data) {
        list.count = (size_t)(in->at - begin);
        memcpy(list.data, begin, list.count);
    }
    return list;
}

/* Reads one value to `to`, which holds zeros or other slices of the same integer. */
static void read_value(ptl_json_in *in, const ptl_field *field, void *to)
{
    ptl_json_plain what;
    ptl_list       list;
    bool           yes;

    if (!field->bits && ptl_field_plain(field, &what) && ptl_json_run(in, &what, to, 1, true) > 0)
        return;
    switch (field->kind) {
    case PTL_KIND_F32:
        merge(to, 4, ptl_json_f32_bits(in));
        break;
    case PTL_KIND_F64:
        merge(to, 8, ptl_json_f64_bits(in));
        break;
    case PTL_KIND_BOOL:
        yes = ptl_json_bool(in);
        memcpy(to, &yes, sizeof yes);
        break;
    case PTL_KIND_TEXT:
    case PTL_KIND_BYTES:
    case PTL_KIND_JSON:
        list = field->kind == PTL_KIND_TEXT    ? read_text(in)
               : field->kind == PTL_KIND_BYTES ? read_hex(in)
                                               : read_raw(in);
        memcpy(to, &list, sizeof list);
        break;
    case PTL_KIND_RECORD:
        read_record(in, field->record, to, false);
        break;
    default:
        merge(to, ptl_kind_size(field->kind), read_integer(in, field));
    }
}

void ptl_value_read(ptl_json_in *in, const ptl_field *field, void *to)
{
    read_value(in, field, to);
}

void ptl_value_put(const ptl_field *field, void *to, const void *value)
{
    size_t   size = ptl_field_size(field);
    uint64_t mask, bits;

    if (!field->bits) {
        memcpy(to, value, size);
        return;
    }
    mask = ptl_field_most(field) << field->shift;
    bits = ptl_field_bits(&(ptl_field){ .kind = field->kind }, to) & ~mask;
    bits |= ptl_field_bits(&(ptl_field){ .kind = field->kind }, value) & mask;
    memset(to, 0, size);
    merge(to, size, bits);
}

/* ---- Lists ---------------------------------------------------------------------------------- */

/* Takes as many elements as there are in plain spelling; false when there was none. */
static bool read_run(ptl_json_in *in, const ptl_field *field, ptl_buf *values, bool first)
{
    ptl_json_plain what;
    size_t         before = values->size, room, got;

    if (!ptl_field_plain(field, &what))
        return false;
    do {
        room = ptl_buf_room(values, what.size) ? (values->capacity - values->size) / what.size : 0;
        got  = room > 0 ? ptl_json_run(in, &what, values->data + values->size, room, first) : 0;
        values->size += got * what.size;
        first = first && got == 0;
    } while (got > 0 && got == room);
    return values->size > before;
}

static void read_element(ptl_json_in *in, const ptl_field *field, ptl_buf *values)
{
    size_t   size = ptl_field_size(field);
    uint8_t *room = ptl_buf_room(values, size);

    if (!room)
        return;
    memset(room, 0, size);
    read_value(in, field, room);
    values->size += size;
}

/* Puts collected values into the record: a new list, or slices or members added to the one that is
 * there. */
static void store_list(ptl_json_in *in, const ptl_field *field, void *data, ptl_buf *values,
                       uint64_t at)
{
    ptl_list list = ptl_field_list(field, data);
    size_t   size = ptl_field_size(field), count = values->size / size;

    if (list.data && list.count != count) {
        ptl_fail(in->job, PTL_E_SYNTAX, at, "json-count",
                 "%s has %zu values, the fields it belongs to have %zu", field->name, count,
                 list.count);
        return;
    }
    if (!list.data)
        list.data = ptl_arena_array(in->job, count, ptl_field_stride(field));
    if (!list.data)
        return;
    list.count = count;
    if (field->bits)
        for (size_t i = 0; i < count; i++)
            merge(ptl_field_element(field, list, i), size,
                  ptl_field_bits(&(ptl_field){ .kind = field->kind }, values->data + i * size));
    else if (field->stride)
        for (size_t i = 0; i < count; i++)
            memcpy(ptl_field_element(field, list, i), values->data + i * size, size);
    else if (count > 0)
        memcpy(list.data, values->data, values->size);
    memcpy((char *)data + field->offset, &list, sizeof list);
}

static void read_list(ptl_json_in *in, const ptl_field *field, void *data, uint64_t at)
{
    ptl_buf values = ptl_json_list(in);
    bool    first;

    ptl_json_open(in, '[');
    for (first = !read_run(in, field, &values, true); ptl_json_next(in, ']', &first);) {
        read_element(in, field, &values);
        read_run(in, field, &values, false);
    }
    store_list(in, field, data, &values, at);
    ptl_json_list_free(in, &values);
}

/* A list whose length is settled: three coordinates, four corners. */
static void read_fixed(ptl_json_in *in, const ptl_field *field, char *to, uint64_t at)
{
    ptl_json_plain what;
    size_t         count = 0;
    bool           first;

    ptl_json_open(in, '[');
    if (!field->bits && ptl_field_plain(field, &what))
        count = ptl_json_run(in, &what, to, field->fixed, true);
    for (first = count == 0; ptl_json_next(in, ']', &first); count++) {
        if (count < field->fixed)
            read_value(in, field, to + count * ptl_field_size(field));
        else
            ptl_json_skip(in);
    }
    if (count != field->fixed)
        ptl_fail(in->job, PTL_E_SYNTAX, at, "json-count", "%s has %zu values, not %u", field->name,
                 count, field->fixed);
}

/* Returns how many values a row has; whether that is right is known when the sizes are. */
static size_t read_grid(ptl_json_in *in, const ptl_field *field, void *data, uint64_t at)
{
    ptl_buf values = ptl_json_list(in);
    size_t  across = 0, size = ptl_field_size(field);

    in->about = (ptl_json_about){ .in_grid = true };
    ptl_json_open(in, '[');
    for (bool first = true; ptl_json_next(in, ']', &first);) {
        uint64_t row_at = ptl_json_offset(in);
        size_t   before = values.size, width;
        bool     first_in_row;

        ptl_json_open(in, '[');
        first_in_row = !read_run(in, field, &values, true);
        while (ptl_json_next(in, ']', &first_in_row)) {
            in->about.column = (values.size - before) / size;
            read_element(in, field, &values);
            read_run(in, field, &values, false);
        }
        in->about.row++;
        width = (values.size - before) / size;
        if (before == 0)
            across = width;
        if (width != across || width == 0)
            ptl_fail(in->job, PTL_E_SYNTAX, row_at, "json-count",
                     "this row of %s has %zu values, the first has %zu", field->name, width,
                     across);
    }
    in->about.in_grid = false;
    store_list(in, field, data, &values, at);
    ptl_json_list_free(in, &values);
    return across;
}

static void read_row(ptl_json_in *in, const ptl_record *record, ptl_buf *columns, size_t row)
{
    uint64_t at = ptl_json_offset(in);
    size_t   c  = 0;

    ptl_json_open(in, '[');
    for (bool first = true; ptl_json_next(in, ']', &first); c++) {
        const ptl_field *column = &record->fields[c];

        if (c == record->count || columns[c].size != row * ptl_field_size(column)) {
            ptl_fail(in->job, PTL_E_SYNTAX, ptl_json_offset(in), "json-count",
                     "a row of %s has more values than the row before it or than the %zu there are",
                     record->name, (size_t)record->count);
            return;
        }
        read_element(in, column, &columns[c]);
    }
    if (c == 0)
        ptl_fail(in->job, PTL_E_SYNTAX, at, "json-count", "a row of %s is empty", record->name);
}

/* How many more values all of the columns have room for, and where these go; 0 when some column
 * ended early, or there is no memory. */
static size_t rows_room(const ptl_json_plain *what, ptl_buf *columns, size_t count, size_t row,
                        uint8_t **to)
{
    size_t least = SIZE_MAX;

    for (size_t c = 0; c < count; c++) {
        size_t room;

        to[c] =
            columns[c].size == row * what[c].size ? ptl_buf_room(&columns[c], what[c].size) : NULL;
        room  = to[c] ? (columns[c].capacity - columns[c].size) / what[c].size : 0;
        least = room < least ? room : least;
    }
    return count > 0 ? least : 0;
}

/* Takes as many rows as there are in plain spelling; returns the row after them. */
static size_t read_rows(ptl_json_in *in, const ptl_record *record, ptl_buf *columns, size_t row,
                        bool first)
{
    ptl_json_plain what[PTL_RECORD_COLUMNS];
    uint8_t       *to[PTL_RECORD_COLUMNS];
    size_t         count = record->count, room, got;

    for (size_t c = 0; c < count; c++)
        if (!ptl_field_plain(&record->fields[c], &what[c]))
            return row;
    do {
        room = rows_room(what, columns, count, row, to);
        got  = ptl_json_rows(in, what, to, count, room, first);
        for (size_t c = 0; c < count; c++)
            columns[c].size += got * what[c].size;
        row += got;
        first = first && got == 0;
    } while (got > 0 && got == room);
    return row;
}

static void read_columns(ptl_json_in *in, const ptl_field *group, void *data, uint64_t at)
{
    const ptl_record *record = group->record;
    ptl_buf           columns[PTL_RECORD_COLUMNS];
    size_t            row;
    bool              first;

    for (size_t c = 0; c < record->count; c++)
        columns[c] = ptl_json_list(in);
    ptl_json_open(in, '[');
    row = read_rows(in, record, columns, 0, true);
    for (first = row == 0; ptl_json_next(in, ']', &first);) {
        read_row(in, record, columns, row);
        row = read_rows(in, record, columns, row + 1, false);
    }
    for (size_t c = 0; c < record->count; c++) {
        if (columns[c].size > 0)
            store_list(in, &record->fields[c], data, &columns[c], at);
        ptl_json_list_free(in, &columns[c]);
    }
}

/* ---- Records -------------------------------------------------------------------------------- */

typedef struct seen { /* what is known of each field */
    uint64_t at;      /* where its value began; 0 when it was not there */
    size_t   across;  /* values in a row of a grid                      */
} seen;

static void read_field(ptl_json_in *in, const ptl_field *field, void *data, seen *value)
{
    switch (field->shape) {
    case PTL_ONE:
        if (field->fixed)
            read_fixed(in, field, (char *)data + field->offset, value->at);
        else
            read_value(in, field, (char *)data + field->offset);
        break;
    case PTL_LIST:
        read_list(in, field, data, value->at);
        break;
    case PTL_GRID:
        value->across = read_grid(in, field, data, value->at);
        break;
    case PTL_COLUMNS:
        read_columns(in, field, data, value->at);
        break;
    }
}

static void check_grid(ptl_json_in *in, const ptl_field *field, const void *data, const seen *grid)
{
    ptl_list list   = ptl_field_list(field, data);
    uint64_t across = ptl_field_across(field, data), down = ptl_field_down(field, data);

    /* Sides are at most 2^32 + 255 each: divide rather than multiply. */
    if (across == 0 ? list.count > 0 : list.count % across != 0 || list.count / across != down)
        ptl_fail(in->job, PTL_E_SYNTAX, grid->at, "json-count",
                 "%s has %zu values, the sizes %llu and %llu ask for %llu", field->name, list.count,
                 (unsigned long long)across, (unsigned long long)down,
                 (unsigned long long)across * down);
    else if (list.count > 0 && grid->across != across)
        ptl_fail(in->job, PTL_E_SYNTAX, grid->at, "json-count",
                 "%s has rows of %zu values, the sizes ask for rows of %llu", field->name,
                 grid->across, (unsigned long long)across);
}

static void check_complete(ptl_json_in *in, const ptl_record *record, const void *data,
                           const seen *fields, uint64_t end)
{
    for (size_t i = 0; i < record->count; i++) {
        const ptl_field *field = &record->fields[i];

        if (!fields[i].at && !field->optional && ptl_field_there(field, data))
            ptl_fail(in->job, PTL_E_SYNTAX, end, "json-missing", "the member \"%s\" is missing",
                     field->name);
        if (fields[i].at && !ptl_field_there(field, data))
            ptl_fail(in->job, PTL_E_SYNTAX, fields[i].at, "json-member",
                     "%s of this kind has no member \"%s\"", record->name, field->name);
        if (fields[i].at && field->shape == PTL_GRID)
            check_grid(in, field, data, &fields[i]);
    }
}

static size_t find_field(const ptl_record *record, ptl_str name)
{
    size_t i = 0;

    while (i < record->count && (strlen(record->fields[i].name) != name.size ||
                                 memcmp(record->fields[i].name, name.data, name.size) != 0))
        i++;
    return i;
}

/* What a blank record has there makes room for what is read. */
static void clear_field(const ptl_field *field, void *data)
{
    size_t size = field->shape == PTL_ONE ? ptl_field_size(field) : sizeof(ptl_list);

    memset((char *)data + field->offset, 0, field->fixed ? size * field->fixed : size);
}

static void refuse_member(ptl_json_in *in, const ptl_record *record, ptl_str key, uint64_t at)
{
    ptl_near near = ptl_near_to(key);
    char     shown[48];

    for (size_t i = 0; i < record->count; i++)
        ptl_near_offer_word(&near, record->fields[i].name);
    ptl_fail(in->job, PTL_E_SYNTAX, at, "json-member", "%s has no member \"%s\"%s", record->name,
             ptl_quote(shown, sizeof shown, key.data, key.size), ptl_near_text(&near, ""));
}

/* Reads the value of a member whose name was taken. */
static void read_known(ptl_json_in *in, const ptl_record *record, void *data, seen *fields,
                       size_t i)
{
    if (in->at >= in->end || (*in->at != '[' && *in->at != '{'))
        ptl_json_peek(in);
    fields[i].at = ptl_json_offset(in);
    if (record->blank)
        clear_field(&record->fields[i], data);
    read_field(in, &record->fields[i], data, &fields[i]);
}

/* Takes members as long as they come in the order of the table; false when there was none. */
static bool read_in_order(ptl_json_in *in, const ptl_record *record, void *data, seen *fields,
                          size_t i, bool first)
{
    bool any = false;

    for (; i < record->count; i++)
        if (!fields[i].at && ptl_json_named(in, record->fields[i].name, first && !any)) {
            read_known(in, record, data, fields, i);
            any = true;
        }
    return any;
}

static void read_member(ptl_json_in *in, const ptl_record *record, void *data, seen *fields,
                        bool outermost)
{
    uint64_t at  = ptl_json_offset(in);
    ptl_str  key = ptl_json_key(in);
    size_t   i   = find_field(record, key);
    char     shown[48];

    if (outermost && (is_key(key, "portolan") || is_key(key, "$schema"))) {
        ptl_json_skip(in);
        return;
    }
    if (outermost && !record->blank && is_key(key, "lenient")) {
        in->job->lenient = ptl_json_bool(in) || in->job->lenient;
        return;
    }
    if (!ptl_ok(in->job))
        return;
    if (i == record->count && record->blank) {
        ptl_json_skip(in);
        return;
    }
    ptl_quote(shown, sizeof shown, key.data, key.size);
    if (i == record->count) {
        refuse_member(in, record, key, at);
        return;
    }
    if (fields[i].at)
        ptl_fail(in->job, PTL_E_SYNTAX, at, "json-member", "the member \"%s\" comes twice", shown);
    read_known(in, record, data, fields, i);
}

static void read_record(ptl_json_in *in, const ptl_record *record, void *data, bool outermost)
{
    seen     fields[PTL_RECORD_FIELDS];
    uint64_t at = (ptl_json_peek(in), ptl_json_offset(in));
    bool     first;

    memset(fields, 0, record->count * sizeof *fields);
    if (record->blank)
        memcpy(data, record->blank, record->size);
    if (record->blank && record->placed)
        memcpy((char *)data + record->at, &at, sizeof at);
    ptl_json_open(in, '{');
    for (first = !read_in_order(in, record, data, fields, 0, true); ptl_json_next(in, '}', &first);)
        read_member(in, record, data, fields, outermost);
    if (ptl_ok(in->job) && !record->blank)
        check_complete(in, record, data, fields, ptl_json_offset(in) - 1);
}

void ptl_record_read_all(ptl_json_in *in, const ptl_record *record, void *data)
{
    read_record(in, record, data, true);
    if (ptl_ok(in->job))
        ptl_json_end(in);
    ptl_json_in_free(in);
}

void ptl_record_read(ptl_job *job, ptl_span json, const ptl_record *record, void *data)
{
    ptl_json_in in = ptl_json_in_of(job, json);

    ptl_record_read_all(&in, record, data);
}

ptl_str ptl_record_tag(ptl_span json)
{
    static const char name[] = "portolan";
    const char       *at = json.data ? (const char *)json.data : "", *end = at + json.size, *word;
    const char       *wanted[] = { "{", "\"", name, "\"", ":", "\"" };

    at += ptl_utf8_mark(at, json.size);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        size_t size = strlen(wanted[i]);

        while (i != 2 && i != 3 && at < end && *at && strchr(" \t\r\n", *at))
            at++;
        if ((size_t)(end - at) < size || memcmp(at, wanted[i], size) != 0)
            return (ptl_str){ "", 0 };
        at += size;
    }
    for (word = at; at < end && *at != '"' && *at != '\\'; at++)
        ;
    return at < end && *at == '"' ? (ptl_str){ word, (size_t)(at - word) } : (ptl_str){ "", 0 };
}
