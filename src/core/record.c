/* SPDX-License-Identifier: MIT */
/* What the walkers over record tables share: getting at values. */
#include "core/record.h"

#include <string.h>

#include "core/json.h"

size_t ptl_kind_size(ptl_kind kind)
{
    static const size_t sizes[] = {
        [PTL_KIND_U8]    = 1,
        [PTL_KIND_U16]   = 2,
        [PTL_KIND_U32]   = 4,
        [PTL_KIND_U64]   = 8,
        [PTL_KIND_I16]   = 2,
        [PTL_KIND_I32]   = 4,
        [PTL_KIND_I64]   = 8,
        [PTL_KIND_F32]   = 4,
        [PTL_KIND_F64]   = 8,
        [PTL_KIND_BOOL]  = sizeof(bool),
        [PTL_KIND_TEXT]  = sizeof(ptl_str),
        [PTL_KIND_BYTES] = sizeof(ptl_u8s),
        [PTL_KIND_JSON]  = sizeof(ptl_str),
    };

    return sizes[kind];
}

size_t ptl_field_size(const ptl_field *field)
{
    return field->kind == PTL_KIND_RECORD ? field->record->size : ptl_kind_size(field->kind);
}

size_t ptl_field_stride(const ptl_field *field)
{
    return field->stride ? field->stride : ptl_field_size(field);
}

void *ptl_field_element(const ptl_field *field, ptl_list list, size_t index)
{
    return (char *)list.data + index * ptl_field_stride(field) + field->inside;
}

bool ptl_kind_signed(ptl_kind kind)
{
    return kind == PTL_KIND_I16 || kind == PTL_KIND_I32 || kind == PTL_KIND_I64;
}

ptl_list ptl_field_list(const ptl_field *field, const void *record)
{
    ptl_list list;

    memcpy(&list, (const char *)record + field->offset, sizeof list);
    return list;
}

static uint64_t load(ptl_kind kind, const void *value)
{
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;

    switch (ptl_kind_size(kind)) {
    case 1:
        return *(const uint8_t *)value;
    case 2:
        memcpy(&u16, value, sizeof u16);
        return kind == PTL_KIND_I16 ? (uint64_t)(int64_t)(int16_t)u16 : u16;
    case 4:
        memcpy(&u32, value, sizeof u32);
        return kind == PTL_KIND_I32 ? (uint64_t)(int64_t)(int32_t)u32 : u32;
    default:
        memcpy(&u64, value, sizeof u64);
        return u64;
    }
}

uint64_t ptl_field_bits(const ptl_field *field, const void *value)
{
    uint64_t whole = load(field->kind, value);

    return field->bits ? whole >> field->shift & (UINT64_MAX >> (64 - field->bits)) : whole;
}

uint64_t ptl_field_most(const ptl_field *field)
{
    unsigned bits = field->bits ? field->bits : (unsigned)ptl_kind_size(field->kind) * 8;

    return UINT64_MAX >> (64 - bits);
}

bool ptl_field_plain(const ptl_field *field, ptl_json_plain *out)
{
    bool     sign = ptl_kind_signed(field->kind) && !field->bits; /* slices have none */
    unsigned size, bits;

    if (field->kind > PTL_KIND_F64)
        return false;
    size          = (unsigned)ptl_kind_size(field->kind);
    bits          = field->bits ? field->bits : size * 8;
    out->size     = (uint8_t)size;
    out->shift    = field->shift;
    out->stride   = field->stride ? field->stride : (uint16_t)size;
    out->real     = field->kind >= PTL_KIND_F32;
    out->negative = sign;
    out->most     = UINT64_MAX >> (64 - bits) >> sign;
    return true;
}

static uint64_t side(const ptl_field *field, const void *record, size_t at)
{
    uint32_t size;

    memcpy(&size, (const char *)record + at, sizeof size);
    return (uint64_t)size + field->rim;
}

uint64_t ptl_field_across(const ptl_field *field, const void *record)
{
    return side(field, record, field->across);
}

uint64_t ptl_field_down(const ptl_field *field, const void *record)
{
    return side(field, record, field->down);
}

bool ptl_field_there(const ptl_field *field, const void *record)
{
    uint8_t kind;

    if (field->kinds == 0)
        return true;
    kind = *((const uint8_t *)record + field->kind_at);
    return kind < 8 * sizeof field->kinds && field->kinds >> kind & 1;
}

/* Field by field: what lies between them may be anything. */
static bool record_empty(const ptl_record *record, const void *data)
{
    for (size_t i = 0; i < record->count; i++)
        if (ptl_field_there(&record->fields[i], data) && !ptl_field_empty(&record->fields[i], data))
            return false;
    return true;
}

static bool value_empty(const ptl_field *field, const void *value)
{
    ptl_list list;

    if (field->kind == PTL_KIND_RECORD)
        return record_empty(field->record, value);
    if (field->kind < PTL_KIND_TEXT || field->kind > PTL_KIND_JSON)
        return ptl_field_bits(field, value) == 0;
    memcpy(&list, value, sizeof list);
    return list.count == 0;
}

/* Slices and members of structs share their list with other fields, which say how many there are:
 * such a field is empty when all its own values are. */
static bool list_empty(const ptl_field *field, ptl_list list)
{
    size_t i = 0;

    while ((field->bits || field->stride) && i < list.count &&
           value_empty(field, ptl_field_element(field, list, i)))
        i++;
    return i == list.count;
}

bool ptl_field_empty(const ptl_field *field, const void *record)
{
    const char *at = (const char *)record + field->offset;

    if (field->shape == PTL_COLUMNS)
        return ptl_field_list(&field->record->fields[0], record).count == 0;
    if (field->shape != PTL_ONE)
        return list_empty(field, ptl_field_list(field, record));
    for (size_t i = 0; i < (field->fixed ? field->fixed : 1u); i++)
        if (!value_empty(field, at + i * ptl_field_size(field)))
            return false;
    return true;
}

const char *ptl_field_value_name(const ptl_field *field, uint64_t value)
{
    for (const ptl_name *n = ptl_field_names(field); n && *n->name; n++)
        if ((uint64_t)n->value == value)
            return n->name;
    return NULL;
}
