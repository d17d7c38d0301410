/* SPDX-License-Identifier: MIT */
/* Which element of a list is which of another: by keys where its records have some, by what it
 * holds, by its place between others. And numbers that count such elements, which follow them. */
#include <string.h>

#include "core/compare.h"

typedef struct sides {
    const ptl_field *field;
    const void      *data[2]; /* the records the lists are in */
    ptl_list         list[2];
    const uint64_t  *places[2]; /* of nested records */
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

/* ---- Trees ----------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t hash = (a ^ b) * UINT64_C(0x9E3779B97F4A7C15);

    return hash ^ hash >> 29;
}

uint32_t ptl_record_depth(const ptl_record *record, const void *element)
{
    uint32_t depth;

    memcpy(&depth, (const char *)element + record->depth, sizeof depth);
    return depth < PTL_DEEPEST ? depth : PTL_DEEPEST - 1;
}

/* What an element is called where it stands: its key, or all that it says. */
static uint64_t name_of(const ptl_record *record, const void *element)
{
    uint64_t key = record->key ? record->key(element) : 0;

    return key ? key : ptl_record_hash(record, element, PTL_MEANING);
}

const uint64_t *ptl_list_places(ptl_job *job, const ptl_field *field, const void *record)
{
    uint64_t  inside[PTL_DEEPEST] = { 0 };
    ptl_list  list                = ptl_field_list(field, record);
    uint64_t *out;

    if (field->shape != PTL_LIST || field->kind != PTL_KIND_RECORD || !field->record->nested)
        return NULL;
    out = ptl_arena_array(job, (uint64_t)list.count + 1, sizeof *out);
    for (size_t i = 0; out && i < list.count; i++) {
        const void *element = ptl_field_element(field, list, i);
        uint32_t    depth   = ptl_record_depth(field->record, element);

        out[i] = inside[depth];
        if (i + 1 < list.count && depth + 1 < PTL_DEEPEST &&
            ptl_record_depth(field->record, ptl_field_element(field, list, i + 1)) > depth)
            inside[depth + 1] = mix(inside[depth] + depth, name_of(field->record, element));
    }
    return out;
}

/* Of each element what it stands inside of, or PTL_ALONE. */
uint32_t *ptl_list_parents(ptl_job *job, const ptl_field *field, const void *record)
{
    uint32_t  last[PTL_DEEPEST];
    ptl_list  list = ptl_field_list(field, record);
    uint32_t *out  = ptl_arena_array(job, (uint64_t)list.count + 1, sizeof *out);

    memset(last, 0xFF, sizeof last);
    for (uint32_t i = 0; out && i < list.count; i++) {
        uint32_t depth = ptl_record_depth(field->record, ptl_field_element(field, list, i));

        out[i]      = depth > 0 ? last[depth - 1] : PTL_ALONE;
        last[depth] = i;
    }
    return out;
}

/* What stands inside of something else now is something else. */
static void drop_strays(ptl_job *job, const sides *s, const ptl_align *align)
{
    const uint32_t *before = ptl_list_parents(job, s->field, s->data[0]);
    const uint32_t *now    = ptl_list_parents(job, s->field, s->data[1]);

    for (uint32_t i = 0; before && now && i < align->now; i++) {
        uint32_t was = align->was[i];

        if (was != PTL_ALONE &&
            before[was] != (now[i] != PTL_ALONE ? align->was[now[i]] : PTL_ALONE)) {
            align->was[i]               = PTL_ALONE;
            align->is[was]              = PTL_ALONE;
            ((ptl_align *)align)->plain = false;
        }
    }
}

/* ---- Elements -------------------------------------------------------------------------------- */

static bool elements_same(const void *of, size_t was, size_t is)
{
    const sides *s = of;

    if (s->places[0] && s->places[0][was] != s->places[1][is])
        return false;
    return ptl_value_same(s->field, ptl_field_element(s->field, s->list[0], was),
                          ptl_field_element(s->field, s->list[1], is), PTL_MEANING);
}

static bool keys_differ(const ptl_record *record, const void *a, const void *b)
{
    uint64_t x = record->key ? record->key(a) : 0, y = x ? record->key(b) : 0;

    return x && y && x != y;
}

static bool elements_alike(const void *of, size_t was, size_t is)
{
    const sides      *s      = of;
    const ptl_record *record = s->field->record;
    const void       *a      = ptl_field_element(s->field, s->list[0], was);
    const void       *b      = ptl_field_element(s->field, s->list[1], is);

    if (s->places[0] &&
        (ptl_record_depth(record, a) != ptl_record_depth(record, b) || keys_differ(record, a, b)))
        return false;
    return ptl_record_alike(record, a, b) >= 50;
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
    if (s->places[0] && turn == 0)
        return mix(s->places[now][index], name_of(s->field->record, value));
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
    const ptl_align *out;

    if (!columns) {
        s.list[0] = ptl_field_list(field, a);
        s.list[1] = ptl_field_list(field, b);
    }
    if (!columns && records && ptl_record_keyed(field->record)) {
        of.turns = 3;
        of.moves = true;
    }
    if (!columns && records && field->record->nested) {
        s.places[0] = ptl_list_places(job, field, a);
        s.places[1] = ptl_list_places(job, field, b);
        of.turns    = 2;
        if (!ptl_ok(job))
            return NULL;
    }
    if (!columns && records)
        of.alike = elements_alike;
    if ((columns || !records) && of.before == of.now) /* values have their places */
        return ptl_align_plain(job, of.before, of.now);
    out = ptl_align_make(job, &of);
    if (out && s.places[0])
        drop_strays(job, &s, out);
    return ptl_ok(job) ? out : NULL;
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
