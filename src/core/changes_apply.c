/* SPDX-License-Identifier: MIT */
/* Changes from JSON, made true in a record: every old value has to be there, and what is not is
 * said with its place. The text is anybody's: all sizes and numbers in it are looked at. */
#include <stdio.h>
#include <string.h>

#include "core/changes_apply.h"
#include "core/words.h"

void ptl_apply_misfit(ptl_applying *a, const char *what, const char *why)
{
    ptl_path(a->job, "%s%s%s", a->path, *a->path && *what ? "/" : "", what);
    ptl_fail(a->job, PTL_E_SYNTAX, PTL_NOWHERE, "patch-misfit", "the patch does not fit: %s", why);
}

void ptl_apply_bad(ptl_applying *a, uint64_t at, const char *why)
{
    ptl_fail(a->job, PTL_E_SYNTAX, at, "patch-syntax", "%s", why);
}

/* ---- Fields and values ----------------------------------------------------------------------- */

const ptl_field *ptl_apply_field_named(ptl_applying *a, ptl_str name, uint64_t at)
{
    for (size_t f = 0; f < a->record->count; f++)
        if (ptl_str_is(name, a->record->fields[f].name))
            return &a->record->fields[f];
    ptl_apply_bad(a, at, "the format has no field of this name here");
    return NULL;
}

const ptl_field *ptl_apply_next_field(ptl_applying *a)
{
    uint64_t at = ptl_json_offset(a->in);

    return ptl_apply_field_named(a, ptl_json_key(a->in), at);
}

/* A single value in memory of its own. */
static void *read_one(ptl_applying *a, const ptl_field *field)
{
    void *value = ptl_arena_take(a->job, ptl_field_size(field));

    if (value)
        ptl_value_read(a->in, field, value);
    return ptl_ok(a->job) ? value : NULL;
}

/* All that a field is, which is no list; NULL for null. */
static char *read_whole(ptl_applying *a, const ptl_field *field)
{
    size_t size = ptl_field_size(field), count = 0;
    size_t most  = field->fixed ? field->fixed : 1u;
    char  *value = ptl_arena_take(a->job, size * most);

    if (ptl_json_peek(a->in) == 'n') {
        ptl_json_skip(a->in);
        return NULL;
    }
    if (!field->fixed) {
        if (value)
            ptl_value_read(a->in, field, value);
        return value;
    }
    ptl_json_open(a->in, '[');
    for (bool first = true; ptl_json_next(a->in, ']', &first); count++) {
        if (value && count < most)
            ptl_value_read(a->in, field, value + count * size);
        else
            ptl_json_skip(a->in);
    }
    if (count != most)
        ptl_apply_bad(a, ptl_json_offset(a->in), "this list is not as long as its field");
    return value;
}

void ptl_apply_expect(ptl_applying *a, char close, bool *first)
{
    if (!ptl_json_next(a->in, close, first) && ptl_ok(a->job))
        ptl_apply_bad(a, ptl_json_offset(a->in), "a pair of an old and a new value is expected");
}

void ptl_apply_no_more(ptl_applying *a, char close, bool *first)
{
    if (ptl_json_next(a->in, close, first))
        ptl_apply_bad(a, ptl_json_offset(a->in), "a pair has no third value");
}

/* ---- Runs ------------------------------------------------------------------------------------ */

/* Pairs of where a run was and how long it is; all but new elements are taken at most once, so that
 * lists grow by what the text holds alone. */
const ptl_align *ptl_apply_runs(ptl_applying *a, uint32_t before, uint64_t fresh_most)
{
    ptl_buf    map = ptl_buf_of(a->job, NULL);
    ptl_align *out = ptl_arena_take(a->job, sizeof *out);
    uint8_t   *room;

    if (out)
        out->is = ptl_arena_array(a->job, before, sizeof *out->is);
    if (out && out->is && before > 0)
        memset(out->is, 0xFF, before * sizeof *out->is);
    ptl_json_open(a->in, '[');
    for (bool first = true; ptl_json_next(a->in, ']', &first);) {
        uint64_t at    = ptl_json_offset(a->in);
        bool     inner = true;
        int64_t  from;
        uint64_t count;

        ptl_json_open(a->in, '[');
        ptl_apply_expect(a, ']', &inner);
        from = ptl_json_i64(a->in, -1, UINT32_MAX - 1);
        ptl_apply_expect(a, ']', &inner);
        count = ptl_json_u64(a->in, UINT32_MAX - 1);
        ptl_apply_no_more(a, ']', &inner);
        if (from < 0 ? count > fresh_most
                     : (uint64_t)from > before || count > before - (uint64_t)from)
            ptl_apply_bad(a, at, "a run is longer than what there is");
        fresh_most -= from < 0 && ptl_ok(a->job) ? count : 0;
        for (uint64_t i = 0; i < count && ptl_ok(a->job); i++) {
            uint32_t was = from < 0 ? PTL_ALONE : (uint32_t)((uint64_t)from + i);

            if (was != PTL_ALONE && out->is[was] != PTL_ALONE)
                ptl_apply_bad(a, at, "an element is taken twice");
            if (was != PTL_ALONE)
                out->is[was] = (uint32_t)(map.size / sizeof was);
            room = ptl_buf_room(&map, sizeof was);
            if (room) {
                memcpy(room, &was, sizeof was);
                map.size += sizeof was;
            }
        }
    }
    if (ptl_ok(a->job)) {
        out->before = before;
        out->now    = (uint32_t)(map.size / sizeof *out->was);
        out->was    = ptl_arena_copy(a->job, map.data, out->now, sizeof *out->was);
    }
    ptl_buf_free(&map);
    return ptl_ok(a->job) ? out : NULL;
}

/* What new elements may be at most: the text has at least a character for each. */
uint64_t ptl_apply_most(const ptl_applying *a)
{
    return (uint64_t)(a->in->end - a->in->start);
}

/* { "was": 3, "runs": [...] }, the members in this order, behind the first key; what follows is
 * left to the caller. */
static const ptl_align *read_was(ptl_applying *a, const ptl_field *field, ptl_str key, bool *first)
{
    uint64_t at = ptl_json_offset(a->in);
    size_t   count;

    if (!ptl_str_is(key, "was"))
        ptl_apply_bad(a, at, "\"was\" comes first");
    count = (size_t)ptl_json_u64(a->in, UINT32_MAX - 1);
    if (ptl_ok(a->job) && count != ptl_list_count(field, a->data)) {
        char why[96];

        snprintf(why, sizeof why, "it is for a list of %zu, and here are %zu", count,
                 ptl_list_count(field, a->data));
        ptl_apply_misfit(a, field->name, why);
    }
    ptl_apply_expect(a, '}', first);
    if (!ptl_str_is(ptl_json_key(a->in), "runs"))
        ptl_apply_bad(a, at, "\"runs\" come second");
    return ptl_ok(a->job) ? ptl_apply_runs(a, (uint32_t)count, ptl_apply_most(a)) : NULL;
}

static ptl_str open_first(ptl_applying *a, bool *first)
{
    ptl_json_open(a->in, '{');
    ptl_apply_expect(a, '}', first);
    return ptl_json_key(a->in);
}

/* What numbers count has to be what it was, as far as keys tell: otherwise they mean others. */
static void read_counted(ptl_applying *a, const ptl_field *field)
{
    ptl_list list = ptl_field_list(field, a->data);
    size_t   i    = 0;

    ptl_json_open(a->in, '[');
    for (bool first = true; ptl_json_next(a->in, ']', &first); i++) {
        ptl_apply_step s = { .field = field, .index = i };
        char           place[64];

        ptl_apply_keys(a, &s);
        if (!ptl_ok(a->job) ||
            (i < list.count && ptl_apply_is(&s, ptl_field_element(field, list, i))))
            continue;
        snprintf(place, sizeof place, "%s[%zu]", field->name, i);
        ptl_apply_misfit(a, place, "numbers in the patch count another element here");
    }
}

static const ptl_align *read_numbers_of(ptl_applying *a, const ptl_field *field)
{
    bool             first = true;
    ptl_str          key   = open_first(a, &first);
    const ptl_align *align = NULL;

    if (!ptl_str_is(key, "keys")) {
        align = read_was(a, field, key, &first);
        if (!ptl_json_next(a->in, '}', &first))
            return align;
        key = ptl_json_key(a->in);
    }
    if (!ptl_str_is(key, "keys"))
        ptl_apply_bad(a, ptl_json_offset(a->in), "numbers have was, runs, keys");
    if (ptl_ok(a->job))
        read_counted(a, field);
    ptl_apply_no_more(a, '}', &first);
    return align;
}

void ptl_changes_read_numbers(ptl_json_in *in, const ptl_record *record, void *data)
{
    ptl_applying a    = { .in = in, .job = in->job, .record = record, .data = data };
    uint64_t     left = ptl_record_targets(record);

    ptl_json_open(in, '{');
    for (bool first = true; ptl_json_next(in, '}', &first);) {
        uint64_t         at    = ptl_json_offset(in);
        const ptl_field *field = ptl_apply_next_field(&a);
        const ptl_align *align;

        if (field && !(left >> (field - record->fields) & 1))
            ptl_apply_bad(&a, at, "nothing counts the elements of this field, or it comes twice");
        if (field)
            left &= ~(UINT64_C(1) << (field - record->fields));
        align = ptl_ok(in->job) ? read_numbers_of(&a, field) : NULL;
        if (align && ptl_ok(in->job))
            ptl_record_renumber(record, data, (int)(field - record->fields), align);
    }
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* One of the lists that columns are made of, or the list itself. */
static const ptl_field *part_of(const ptl_field *field, size_t index)
{
    if (field->shape != PTL_COLUMNS)
        return index == 0 ? field : NULL;
    return index < field->record->count ? &field->record->fields[index] : NULL;
}

/* The elements that stay, in their new order, with zeros where new ones come. */
static void rearrange(ptl_applying *a, const ptl_field *part, const ptl_align *align)
{
    ptl_list old = ptl_field_list(part, a->data), list = { 0 };
    size_t   stride = ptl_field_stride(part);

    list.data = ptl_arena_array(a->job, align->now, stride);
    if (!list.data)
        return;
    for (uint32_t i = 0; i < align->now; i++) {
        if (align->was[i] != PTL_ALONE && align->was[i] < old.count) {
            memcpy((char *)list.data + i * stride, (char *)old.data + align->was[i] * stride,
                   stride);
            list.count = i + 1;
        }
    }
    if (part->shape != PTL_COLUMNS && old.count == align->before)
        list.count = align->now;
    memcpy(a->data + part->offset, &list, sizeof list);
}

typedef struct element { /* of a list, or a row: the values of its columns, NULL past the last */
    void *value[8];
} element;

static element read_element(ptl_applying *a, const ptl_field *field)
{
    element  e     = { { NULL } };
    size_t   count = 0;
    uint64_t at    = ptl_json_offset(a->in);

    if (field->shape != PTL_COLUMNS) {
        e.value[0] = read_one(a, field);
        return e;
    }
    ptl_json_open(a->in, '[');
    for (bool first = true; ptl_json_next(a->in, ']', &first); count++) {
        const ptl_field *part = count < 8 ? part_of(field, count) : NULL;

        if (!part)
            ptl_apply_bad(a, at, "a row has more values than there are columns");
        else
            e.value[count] = read_one(a, part);
    }
    return e;
}

static bool is_element(ptl_applying *a, const ptl_field *field, size_t index, const element *e)
{
    const ptl_field *part;

    for (size_t c = 0; c < 8 && (part = part_of(field, c)); c++) {
        ptl_list list = ptl_field_list(part, a->data);

        if ((index < list.count) != (e->value[c] != NULL))
            return false;
        if (e->value[c] &&
            !ptl_value_same(part, ptl_field_element(part, list, index), e->value[c], PTL_WHOLE))
            return false;
    }
    return true;
}

static void put_element(ptl_applying *a, const ptl_field *field, size_t index, const element *e)
{
    const ptl_field *part;

    for (size_t c = 0; c < 8 && (part = part_of(field, c)); c++) {
        ptl_list list = ptl_field_list(part, a->data);

        if (e->value[c] && list.data) {
            ptl_value_put(part, ptl_field_element(part, list, index), e->value[c]);
            list.count = index + 1 > list.count ? index + 1 : list.count;
            memcpy(a->data + part->offset, &list, sizeof list);
        }
    }
}

static void say_element(ptl_applying *a, const ptl_field *field, size_t index)
{
    char place[64];

    snprintf(place, sizeof place, "%s[%zu]", field->name, index);
    ptl_apply_misfit(a, place, "it is not what was there when the patch was made");
}

/* "out": what goes must be what is there; "in": what comes. */
static void read_alone(ptl_applying *a, const ptl_field *field, const uint32_t *map, uint32_t count,
                       bool out)
{
    uint64_t at = ptl_json_offset(a->in);
    uint32_t i  = 0;

    ptl_json_open(a->in, '[');
    for (bool first = true; ptl_json_next(a->in, ']', &first); i++) {
        element e = read_element(a, field);

        while (i < count && map[i] != PTL_ALONE)
            i++;
        if (i >= count) {
            ptl_apply_bad(a, at, "there are more elements than the runs ask for");
        } else if (ptl_ok(a->job) && out && !is_element(a, field, i, &e)) {
            say_element(a, field, i);
        } else if (ptl_ok(a->job) && !out) {
            put_element(a, field, i, &e);
        }
    }
    while (i < count && map[i] != PTL_ALONE)
        i++;
    if (i < count && ptl_ok(a->job))
        ptl_apply_bad(a, at, "there are fewer elements than the runs ask for");
}

static void apply_list(ptl_applying *a, const ptl_field *field)
{
    bool             first = true;
    ptl_str          key   = open_first(a, &first);
    const ptl_align *align = ptl_ok(a->job) ? read_was(a, field, key, &first) : NULL;
    const ptl_field *part;

    ptl_apply_expect(a, '}', &first);
    if (!align || !ptl_str_is(ptl_json_key(a->in), "out")) {
        ptl_apply_bad(a, ptl_json_offset(a->in), "\"out\" comes third");
        return;
    }
    read_alone(a, field, align->is, align->before, true);
    for (size_t c = 0; ptl_ok(a->job) && (part = part_of(field, c)); c++)
        rearrange(a, part, align);
    ptl_apply_expect(a, '}', &first);
    if (!ptl_str_is(ptl_json_key(a->in), "in"))
        ptl_apply_bad(a, ptl_json_offset(a->in), "\"in\" comes last");
    if (ptl_ok(a->job))
        read_alone(a, field, align->was, align->now, false);
    ptl_apply_no_more(a, '}', &first);
}

static void apply_lists(ptl_applying *a)
{
    ptl_json_open(a->in, '{');
    for (bool first = true; ptl_json_next(a->in, '}', &first);) {
        uint64_t         at    = ptl_json_offset(a->in);
        const ptl_field *field = ptl_apply_next_field(a);

        if (field && field->shape != PTL_LIST && field->shape != PTL_COLUMNS)
            ptl_apply_bad(a, at, "this field is no list");
        if (ptl_ok(a->job))
            apply_list(a, field);
    }
}

/* Columns may be shorter than others: what comes behind their ends needs memory, up to the end of
 * its run, once. */
static void make_room(ptl_applying *a, const ptl_field *field, size_t index, size_t end, element *e,
                      bool roomy[8])
{
    const ptl_field *part;

    for (size_t c = 0; c < 8 && ptl_ok(a->job) && (part = part_of(field, c)); c++) {
        ptl_list list   = ptl_field_list(part, a->data);
        size_t   stride = ptl_field_stride(part);
        char    *longer;

        if (!e->value[c] || index < list.count || roomy[c])
            continue;
        *a->cells += end; /* the text is anybody's, and this may come often */
        ptl_expand(a->job, ptl_json_offset(a->in), *a->cells, ptl_apply_most(a));
        longer = ptl_ok(a->job) ? ptl_arena_array(a->job, end, stride) : NULL;
        if (longer && list.count > 0)
            memcpy(longer, list.data, list.count * stride);
        if (longer)
            memcpy(a->data + part->offset, &(ptl_list){ longer, list.count }, sizeof list);
        roomy[c] = true;
    }
}

/* "was": what is there, up to where this returns; "is": what comes there. */
static size_t apply_run(ptl_applying *a, const ptl_field *field, size_t from, size_t end, bool put)
{
    uint64_t at       = ptl_json_offset(a->in);
    bool     roomy[8] = { false };
    size_t   i        = from;

    ptl_json_open(a->in, '[');
    for (bool first = true; ptl_json_next(a->in, ']', &first); i++) {
        element e = read_element(a, field);

        if (i >= end && put)
            ptl_apply_bad(a, at, "there are more new elements than old ones");
        else if (i >= end)
            ptl_apply_misfit(a, field->name, "the list is too short");
        else if (ptl_ok(a->job) && !put && !is_element(a, field, i, &e))
            say_element(a, field, i);
        if (!put || !ptl_ok(a->job))
            continue;
        make_room(a, field, i, end, &e, roomy);
        if (ptl_ok(a->job))
            put_element(a, field, i, &e);
    }
    return i;
}

/* { "field": "vertices", "at": 3, "was": [...], "is": [...] } */
static void apply_item(ptl_applying *a)
{
    static const char *const names[] = { "field", "at", "was", "is" };
    const ptl_field         *field   = NULL;
    size_t                   index = 0, member = 0, end = 0;

    ptl_json_open(a->in, '{');
    for (bool first = true; ptl_json_next(a->in, '}', &first); member++) {
        uint64_t at = ptl_json_offset(a->in);

        if (member >= 4 || !ptl_str_is(ptl_json_key(a->in), names[member])) {
            ptl_apply_bad(a, at, "the members are field, at, was, is");
        } else if (member == 0) {
            field = ptl_apply_field_named(a, ptl_json_string(a->in), at);
            if (field && field->shape != PTL_LIST && field->shape != PTL_COLUMNS)
                ptl_apply_bad(a, at, "this field is no list");
        } else if (member == 1) {
            index = (size_t)ptl_json_u64(a->in, UINT32_MAX - 1);
            end   = field ? ptl_list_count(field, a->data) : 0;
        } else {
            end = apply_run(a, field, index, end, member == 3);
        }
    }
}

static void apply_items(ptl_applying *a)
{
    ptl_json_open(a->in, '[');
    for (bool first = true; ptl_json_next(a->in, ']', &first);)
        apply_item(a);
}

/* ---- Values ---------------------------------------------------------------------------------- */

typedef struct pending { /* values are put when all old ones were looked at: some share memory */
    const ptl_field *field;
    char            *value;
} pending;

static bool is_value(const ptl_applying *a, const ptl_field *field, const char *old)
{
    const char *at = a->data + field->offset;

    if (!old || !ptl_field_there(field, a->data))
        return !old && !ptl_field_there(field, a->data);
    for (size_t i = 0; i < (field->fixed ? field->fixed : 1u); i++)
        if (!ptl_value_same(field, at + i * ptl_field_size(field), old + i * ptl_field_size(field),
                            PTL_WHOLE))
            return false;
    return true;
}

static void put_values(ptl_applying *a, const pending *values, size_t count)
{
    for (size_t v = 0; v < count; v++) {
        const ptl_field *field = values[v].field;
        size_t           size  = ptl_field_size(field);

        for (size_t i = 0; values[v].value && i < (field->fixed ? field->fixed : 1u); i++)
            ptl_value_put(field, a->data + field->offset + i * size, values[v].value + i * size);
    }
}

/* Sizes of grids change with their shapes alone. */
static bool is_side(const ptl_applying *a, const ptl_field *field)
{
    for (size_t f = 0; f < a->record->count; f++) {
        const ptl_field *grid = &a->record->fields[f];

        if (grid->shape == PTL_GRID && ptl_field_list(grid, a->data).count > 0 &&
            (grid->across == field->offset || grid->down == field->offset))
            return true;
    }
    return false;
}

static void apply_values(ptl_applying *a)
{
    pending values[PTL_RECORD_FIELDS];
    size_t  count = 0;

    ptl_json_open(a->in, '{');
    for (bool first = true; ptl_json_next(a->in, '}', &first);) {
        uint64_t         at    = ptl_json_offset(a->in);
        const ptl_field *field = ptl_apply_next_field(a);
        bool             inner = true;
        const char      *old;

        if (field && (field->shape != PTL_ONE || count == PTL_RECORD_FIELDS || is_side(a, field)))
            ptl_apply_bad(a, at, "this field has no single value");
        if (!ptl_ok(a->job))
            return;
        ptl_json_open(a->in, '[');
        ptl_apply_expect(a, ']', &inner);
        old = read_whole(a, field);
        ptl_apply_expect(a, ']', &inner);
        values[count++] = (pending){ field, read_whole(a, field) };
        ptl_apply_no_more(a, ']', &inner);
        if (ptl_ok(a->job) && !is_value(a, field, old))
            ptl_apply_misfit(a, field->name,
                             "the value is not what it was when the patch was made");
    }
    if (ptl_ok(a->job))
        put_values(a, values, count);
}

/* ---- One record -------------------------------------------------------------------------------
 */

static const struct part {
    char name[8];
    void (*run)(ptl_applying *);
} parts[] = { { "lists", apply_lists },       { "shapes", ptl_apply_shapes },
              { "layers", ptl_apply_layers }, { "cells", ptl_apply_cells },
              { "items", apply_items },       { "values", apply_values } };

enum { PARTS = sizeof parts / sizeof *parts, CELLS = 4 }; /* those before the cells are done */

/* A part, which comes behind those before it; returns the number of those that are done. */
static size_t apply_part(ptl_applying *a, ptl_str name, uint64_t at, size_t done)
{
    while (done < PARTS && !ptl_str_is(name, parts[done].name))
        done++;
    if (done == PARTS) {
        ptl_apply_bad(a, at, "this member is unknown, comes twice or comes too late");
        return done;
    }
    if (done >= CELLS)
        ptl_apply_leaving(a);
    parts[done].run(a);
    return done + 1;
}

static void apply_one(ptl_applying *a)
{
    size_t        done = 0, member = 0;
    ptl_apply_way to = { .count = 0 };

    ptl_json_open(a->in, '{');
    for (bool first = true; ptl_json_next(a->in, '}', &first); member++) {
        uint64_t at  = ptl_json_offset(a->in);
        ptl_str  key = ptl_json_key(a->in);

        if (member == 0 && ptl_str_is(key, "at")) {
            ptl_apply_place(a, &to);
            continue;
        }
        if (member == 1 && ptl_str_is(key, "keys")) {
            ptl_apply_place_keys(a, &to);
            continue;
        }
        if (member == 0)
            ptl_apply_bad(a, at, "\"at\" comes first");
        ptl_apply_enter(a, &to);
        to.count = 0;
        if (ptl_ok(a->job))
            done = apply_part(a, key, at, done);
    }
    ptl_apply_leaving(a);
}

void ptl_changes_apply(ptl_json_in *in, const ptl_record *record, void *data)
{
    uint64_t cells = 0;

    ptl_json_open(in, '[');
    for (bool first = true; ptl_json_next(in, ']', &first);) {
        ptl_applying a = {
            .in = in, .job = in->job, .record = record, .data = data, .cells = &cells
        };

        apply_one(&a);
    }
}
