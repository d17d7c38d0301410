/* SPDX-License-Identifier: MIT */
/* Values outside of their legal range, with the logical path that leads to them. */
#include <stdio.h>
#include <string.h>

#include "core/num.h"
#include "core/record.h"

typedef struct walk {
    ptl_job *job;
    uint64_t inside; /* where the record that is looked at stands */
    char     path[48];
} walk;

static void check_record(walk *w, const ptl_record *record, const void *data, ptl_place *place);

static bool is_legal(const ptl_field *field, uint64_t bits)
{
    if (field->low == 0 && field->high == 0)
        return !ptl_field_names(field) || ptl_field_value_name(field, bits);
    if (ptl_kind_signed(field->kind))
        return (int64_t)bits >= field->low && (int64_t)bits <= field->high;
    return bits >= (uint64_t)field->low && bits <= (uint64_t)field->high;
}

/* "[3]", or "[3,4]" in a grid; empty for a single value. */
static void put_index(char *out, size_t size, const ptl_field *field, const void *data, size_t i)
{
    size_t across;

    out[0] = 0;
    if (field->shape == PTL_GRID) {
        across = (size_t)ptl_field_across(field, data);
        across = across ? across : 1;
        snprintf(out, size, "[%zu,%zu]", i % across, i / across);
    } else if (field->shape == PTL_LIST || field->fixed) {
        snprintf(out, size, "[%zu]", i);
    }
}

static void report(walk *w, const ptl_field *field, uint64_t bits, const char *index,
                   uint64_t offset)
{
    char value[PTL_NUM_MAX + 1];

    value[ptl_kind_signed(field->kind) ? ptl_format_i64(value, (int64_t)bits)
                                       : ptl_format_u64(value, bits)] = 0;
    ptl_path(w->job, "%s%s%s", w->path, field->name, index);
    if (ptl_field_names(field))
        ptl_find(w->job, PTL_ERROR, offset, "range", "%s is %s, which has no meaning", field->name,
                 value);
    else
        ptl_find(w->job, PTL_ERROR, offset, "range", "%s is %s; allowed: %lld to %lld", field->name,
                 value, (long long)field->low, (long long)field->high);
}

/* Where an element stands: as the outermost record's callback knows, or where the record it is
 * part of begins. */
static uint64_t place_of(const walk *w, const ptl_field *field, const void *data, size_t i,
                         ptl_place *place)
{
    return place ? place(data, field, i) : w->inside;
}

static void check_value(walk *w, const ptl_field *field, const void *value, const void *data,
                        size_t i, ptl_place *place)
{
    size_t used = strlen(w->path);
    char   index[48];

    if (field->kind == PTL_KIND_RECORD) {
        uint64_t outer = w->inside;

        if (field->record->placed)
            memcpy(&w->inside, (const char *)value + field->record->at, sizeof w->inside);
        put_index(index, sizeof index, field, data, i);
        snprintf(w->path + used, sizeof w->path - used, "%s%s/", field->name, index);
        check_record(w, field->record, value, NULL);
        w->path[used] = 0;
        w->inside     = outer;
    } else if (field->kind <= PTL_KIND_I64 && !is_legal(field, ptl_field_bits(field, value))) {
        if (!ptl_wants(w->job, PTL_ERROR, "range"))
            return;
        put_index(index, sizeof index, field, data, i);
        report(w, field, ptl_field_bits(field, value), index, place_of(w, field, data, i, place));
    }
}

static void check_list(walk *w, const ptl_field *field, const void *data, ptl_place *place)
{
    ptl_list list = ptl_field_list(field, data);

    for (size_t i = 0; i < list.count && ptl_ok(w->job); i++)
        check_value(w, field, ptl_field_element(field, list, i), data, i, place);
}

static void check_fixed(walk *w, const ptl_field *field, const void *data, ptl_place *place)
{
    const char *first = (const char *)data + field->offset;

    for (size_t i = 0; i < (field->fixed ? field->fixed : 1u); i++)
        check_value(w, field, first + i * ptl_field_size(field), data, i, place);
}

/* Long lists are worth a look only when some of their values are not legal. */
static bool has_rule(const ptl_field *field)
{
    return field->kind == PTL_KIND_RECORD || field->low != 0 || field->high != 0 ||
           ptl_field_names(field);
}

static void check_record(walk *w, const ptl_record *record, const void *data, ptl_place *place)
{
    for (size_t i = 0; i < record->count; i++) {
        const ptl_field *field = &record->fields[i];

        if (!ptl_field_there(field, data))
            continue;
        if (field->shape == PTL_COLUMNS)
            check_record(w, field->record, data, place);
        else if (has_rule(field) && field->shape == PTL_ONE)
            check_fixed(w, field, data, place);
        else if (has_rule(field))
            check_list(w, field, data, place);
    }
}

void ptl_record_check(ptl_job *job, const ptl_record *record, const void *data, ptl_place *place)
{
    walk w = { .job = job, .inside = PTL_NOWHERE };

    check_record(&w, record, data, place);
}
