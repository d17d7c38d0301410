/* SPDX-License-Identifier: MIT */
/* Whether two records are the same, and numbers by which records that may be are found. */
#include <string.h>

#include "core/compare.h"
#include "core/hash.h"

/* Nothing that is written depends on it, and a collision that somebody made only makes the list of
 * changes longer. */
static const ptl_hash_key key = { UINT64_C(0x243F6A8885A308D3), UINT64_C(0x9E3779B97F4A7C15) };

static bool counts(const ptl_field *field, ptl_regard regard)
{
    switch (regard) {
    case PTL_WHOLE:
        return true;
    case PTL_MEANING:
        return !ptl_field_aside(field);
    case PTL_KEYS:
        return ptl_field_standing(field) == PTL_KEY;
    case PTL_REST:
        return ptl_field_standing(field) == PTL_STANDING_NONE;
    }
    return false;
}

/* Keys are those of the record itself: of records inside of it all counts that means anything. */
static ptl_regard inside(ptl_regard regard)
{
    return regard == PTL_WHOLE ? PTL_WHOLE : PTL_MEANING;
}

bool ptl_record_keyed(const ptl_record *record)
{
    for (size_t i = 0; i < record->count; i++)
        if (ptl_field_standing(&record->fields[i]) == PTL_KEY)
            return true;
    return false;
}

/* ---- The same -------------------------------------------------------------------------------- */

static bool same_bytes(ptl_list a, ptl_list b, size_t stride)
{
    return a.count == b.count &&
           (a.count == 0 || a.data == b.data || memcmp(a.data, b.data, a.count * stride) == 0);
}

bool ptl_value_same(const ptl_field *field, const void *a, const void *b, ptl_regard regard)
{
    ptl_list x, y;

    if (field->kind == PTL_KIND_RECORD)
        return ptl_record_same(field->record, a, b, inside(regard));
    if (field->kind < PTL_KIND_TEXT)
        return ptl_field_bits(field, a) == ptl_field_bits(field, b);
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return same_bytes(x, y, 1);
}

enum { BLOCK = 512 }; /* elements that are compared byte by byte first */

static bool blocks_same(const ptl_field *field, ptl_list x, ptl_list y, ptl_regard regard)
{
    size_t stride = ptl_field_stride(field), end;

    for (size_t from = 0; from < x.count; from = end) {
        end = from + BLOCK < x.count ? from + BLOCK : x.count;
        if (field->kind < PTL_KIND_TEXT &&
            memcmp((char *)x.data + from * stride, (char *)y.data + from * stride,
                   (end - from) * stride) == 0)
            continue;
        for (size_t i = from; i < end; i++)
            if (!ptl_value_same(field, ptl_field_element(field, x, i),
                                ptl_field_element(field, y, i), regard))
                return false;
    }
    return true;
}

/* Most lists are the same byte by byte; where they are not, that may be due to what lies between
 * the values, or to other slices of them. */
static bool lists_same(const ptl_field *field, const void *a, const void *b, ptl_regard regard)
{
    ptl_list x = ptl_field_list(field, a), y = ptl_field_list(field, b);

    if (x.count != y.count)
        return false;
    if (field->kind < PTL_KIND_TEXT && !field->bits && !field->stride)
        return same_bytes(x, y, ptl_field_stride(field));
    return blocks_same(field, x, y, regard);
}

bool ptl_field_same(const ptl_field *field, const void *a, const void *b, ptl_regard regard)
{
    const char *x = (const char *)a + field->offset, *y = (const char *)b + field->offset;

    if (ptl_field_there(field, a) != ptl_field_there(field, b))
        return false;
    if (!ptl_field_there(field, a))
        return true;
    if (field->shape == PTL_COLUMNS)
        return ptl_record_same(field->record, a, b, regard);
    if (field->shape != PTL_ONE)
        return lists_same(field, a, b, regard);
    for (size_t i = 0; i < (field->fixed ? field->fixed : 1u); i++)
        if (!ptl_value_same(field, x + i * ptl_field_size(field), y + i * ptl_field_size(field),
                            regard))
            return false;
    return true;
}

bool ptl_record_same(const ptl_record *record, const void *a, const void *b, ptl_regard regard)
{
    for (size_t i = 0; i < record->count; i++)
        if (counts(&record->fields[i], regard) && !ptl_field_same(&record->fields[i], a, b, regard))
            return false;
    return true;
}

unsigned ptl_record_alike(const ptl_record *record, const void *a, const void *b)
{
    size_t same = 0, all = 0;

    for (size_t i = 0; i < record->count; i++) {
        const ptl_field *field = &record->fields[i];

        if (ptl_field_aside(field) || (!ptl_field_there(field, a) && !ptl_field_there(field, b)))
            continue;
        if (field->optional && ptl_field_empty(field, a) && ptl_field_empty(field, b))
            continue;
        all++;
        same += ptl_field_same(field, a, b, PTL_MEANING);
    }
    return all == 0 ? 100 : (unsigned)(same * 100 / all);
}

/* ---- Hashes ---------------------------------------------------------------------------------- */

static uint64_t add(uint64_t hash, uint64_t word)
{
    return ptl_hash_word(hash, word, key.factor);
}

uint64_t ptl_value_hash(const ptl_field *field, const void *value, ptl_regard regard)
{
    ptl_list list;

    if (field->kind == PTL_KIND_RECORD)
        return ptl_record_hash(field->record, value, inside(regard));
    if (field->kind < PTL_KIND_TEXT)
        return ptl_field_bits(field, value);
    memcpy(&list, value, sizeof list);
    return ptl_hash_text(key, (ptl_str){ list.data, list.count });
}

static uint64_t hash_list(const ptl_field *field, ptl_list list, ptl_regard regard)
{
    uint64_t hash = key.start ^ list.count;

    if (field->kind < PTL_KIND_TEXT && !field->bits && !field->stride)
        return ptl_hash_text(key, (ptl_str){ list.data, list.count * ptl_field_size(field) });
    for (size_t i = 0; i < list.count; i++)
        hash = add(hash, ptl_value_hash(field, ptl_field_element(field, list, i), regard));
    return hash;
}

static uint64_t hash_field(const ptl_field *field, const void *data, ptl_regard regard)
{
    ptl_list fixed = { (char *)data + field->offset, field->fixed ? field->fixed : 1u };

    if (!ptl_field_there(field, data))
        return 0;
    if (field->shape == PTL_COLUMNS)
        return ptl_record_hash(field->record, data, regard);
    return hash_list(field, field->shape == PTL_ONE ? fixed : ptl_field_list(field, data), regard);
}

uint64_t ptl_record_hash(const ptl_record *record, const void *data, ptl_regard regard)
{
    uint64_t hash = key.start;

    for (size_t i = 0; i < record->count; i++)
        if (counts(&record->fields[i], regard))
            hash = add(hash, hash_field(&record->fields[i], data, regard) + i);
    return hash;
}
