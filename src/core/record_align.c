/* SPDX-License-Identifier: MIT */
/* Which element of a list is which of another: by keys where its records have some, by what it
 * holds, by its place between others. And numbers that count such elements, which follow them. */
#include <string.h>

#include "core/compare.h"

typedef struct sides {
    const ptl_field *field;
    const void      *data[2]; /* the records the lists are in */
    ptl_list         list[2];
} sides;

size_t ptl_list_count(const ptl_field *field, const void *record)
{
    size_t most = 0, count;

    if (field->shape != PTL_COLUMNS)
        return ptl_field_list(field, record).count;
    for (size_t i = 0; i < field->record->count; i++) {
        count = ptl_field_list(&field->record->fields[i], record).count;
        most  = count > most ? count : most;
    }
    return most;
}

static bool elements_same(const void *of, size_t was, size_t is)
{
    const sides *s = of;

    return ptl_value_same(s->field, ptl_field_element(s->field, s->list[0], was),
                          ptl_field_element(s->field, s->list[1], is), PTL_MEANING);
}

static bool elements_alike(const void *of, size_t was, size_t is)
{
    const sides *s = of;

    return ptl_record_alike(s->field->record, ptl_field_element(s->field, s->list[0], was),
                            ptl_field_element(s->field, s->list[1], is)) >= 50;
}

/* Keys first: what is called the same is the same, whatever is in it. Then what is the same but for
 * its name. */
static uint64_t element_token(const void *of, bool now, size_t index, unsigned turn)
{
    static const ptl_regard turns[2][3] = { { PTL_MEANING, PTL_MEANING, PTL_MEANING },
                                            { PTL_KEYS, PTL_MEANING, PTL_REST } };
    const sides            *s           = of;
    const void             *value       = ptl_field_element(s->field, s->list[now], index);

    if (s->field->kind != PTL_KIND_RECORD)
        return ptl_value_hash(s->field, value, PTL_MEANING);
    return ptl_record_hash(s->field->record, value,
                           turns[ptl_record_keyed(s->field->record)][turn]);
}

/* ---- Columns --------------------------------------------------------------------------------- */

static bool rows_same(const void *of, size_t was, size_t is)
{
    const sides *s = of;

    for (size_t c = 0; c < s->field->record->count; c++) {
        const ptl_field *column = &s->field->record->fields[c];
        ptl_list a = ptl_field_list(column, s->data[0]), b = ptl_field_list(column, s->data[1]);

        if ((was < a.count) != (is < b.count) ||
            (was < a.count && !ptl_value_same(column, ptl_field_element(column, a, was),
                                              ptl_field_element(column, b, is), PTL_MEANING)))
            return false;
    }
    return true;
}

static uint64_t row_token(const void *of, bool now, size_t index, unsigned turn)
{
    const sides *s    = of;
    uint64_t     hash = 0;

    (void)turn;
    for (size_t c = 0; c < s->field->record->count; c++) {
        const ptl_field *column = &s->field->record->fields[c];
        ptl_list         list   = ptl_field_list(column, s->data[now]);

        if (index < list.count)
            hash = (hash ^
                    ptl_value_hash(column, ptl_field_element(column, list, index), PTL_MEANING)) *
                   UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return hash;
}

const ptl_align *ptl_list_align(ptl_job *job, const ptl_field *field, const void *a, const void *b)
{
    bool          columns = field->shape == PTL_COLUMNS, records = field->kind == PTL_KIND_RECORD;
    sides         s  = { .field = field, .data = { a, b } };
    ptl_sequences of = { .of     = &s,
                         .before = ptl_list_count(field, a),
                         .now    = ptl_list_count(field, b),
                         .same   = columns ? rows_same : elements_same,
                         .token  = columns ? row_token : element_token,
                         .turns  = 1 };

    if (!columns) {
        s.list[0] = ptl_field_list(field, a);
        s.list[1] = ptl_field_list(field, b);
    }
    if (!columns && records && ptl_record_keyed(field->record)) {
        of.turns = 3;
        of.moves = true;
    }
    if (!columns && records)
        of.alike = elements_alike;
    if ((columns || !records) && of.before == of.now) /* values have their places */
        return ptl_align_plain(job, of.before, of.now);
    return ptl_align_make(job, &of);
}

/* ---- Numbers that count elements ------------------------------------------------------------- */

static bool has_target(const ptl_record *record, int target)
{
    for (size_t i = 0; i < record->count; i++) {
        const ptl_record *inner = ptl_field_record(&record->fields[i]);

        if (ptl_field_target(&record->fields[i]) == target || (inner && has_target(inner, target)))
            return true;
    }
    return false;
}

typedef struct numbers { /* of elements of one list */
    int              target;
    const ptl_align *now;    /* what they are to become, or NULL                        */
    uint32_t        *counts; /* how often each is there, of `most` elements             */
    size_t           most;
} numbers;

static void walk_numbers(const ptl_record *record, void *data, const numbers *n);

static void renumber_value(const ptl_field *field, void *value, const ptl_align *now)
{
    uint64_t first = field->standing & PTL_FROM_ONE ? 1 : 0, number = ptl_field_bits(field, value);
    uint64_t fresh;

    if (number < first || number - first >= now->before || now->is[number - first] == PTL_ALONE)
        return;
    fresh = (now->is[number - first] + first) << field->shift;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    fresh <<= 64 - 8 * ptl_field_size(field);
#endif
    ptl_value_put(field, value, &fresh);
}

static void count_value(const ptl_field *field, const void *value, const numbers *n)
{
    uint64_t number = ptl_field_bits(field, value) - (field->standing & PTL_FROM_ONE ? 1 : 0);

    if (number < n->most)
        n->counts[number]++;
}

static void walk_field(const ptl_field *field, void *data, const numbers *n)
{
    ptl_list list  = { (char *)data + field->offset, field->fixed ? field->fixed : 1u };
    bool     mine  = ptl_field_target(field) == n->target && field->kind <= PTL_KIND_I64;
    bool     below = field->kind == PTL_KIND_RECORD && has_target(field->record, n->target);

    if (field->shape != PTL_ONE)
        list = ptl_field_list(field, data);
    for (size_t i = 0; (mine || below) && i < list.count; i++) {
        void *value = ptl_field_element(field, list, i);

        if (mine && n->now)
            renumber_value(field, value, n->now);
        else if (mine)
            count_value(field, value, n);
        else
            walk_numbers(field->record, value, n);
    }
}

static void walk_numbers(const ptl_record *record, void *data, const numbers *n)
{
    for (size_t i = 0; i < record->count; i++) {
        const ptl_field *field = &record->fields[i];

        if (field->shape == PTL_COLUMNS)
            walk_numbers(field->record, data, n);
        else if (ptl_field_there(field, data) && (n->now || !ptl_field_aside(field)))
            walk_field(field, data, n);
    }
}

void ptl_record_renumber(const ptl_record *record, void *data, int target, const ptl_align *now)
{
    walk_numbers(record, data, &(numbers){ .target = target, .now = now });
}

uint32_t *ptl_record_count_numbers(ptl_job *job, const ptl_record *record, const void *data,
                                   int target, size_t most)
{
    numbers n = { .target = target, .most = most };

    n.counts = ptl_arena_array(job, (uint64_t)most + 1, sizeof *n.counts);
    if (n.counts)
        walk_numbers(record, (void *)data, &n);
    return n.counts;
}
