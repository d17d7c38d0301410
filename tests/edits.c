/* SPDX-License-Identifier: MIT */
/* A generic editor over record tables. */
#include "edits.h"

#include <math.h>
#include <string.h>

#include "formats/format.h"

typedef struct site {
    const ptl_field *field;
    void            *at;     /* a value, or the head of a list or text        */
    ptl_list        *others; /* a list to exchange it with, of the same shape */
    bool             list;
} site;

/* ---- Walking --------------------------------------------------------------------------------- */

typedef struct walk {
    size_t wanted, seen;
    site   found;
} walk;

static void walk_record(walk *w, const ptl_record *record, void *data);

static void meet(walk *w, site s)
{
    if (w->seen++ == w->wanted)
        w->found = s;
}

static bool same_elements(const ptl_field *a, const ptl_field *b)
{
    return a->kind == b->kind && a->record == b->record &&
           ptl_field_stride(a) == ptl_field_stride(b);
}

/* Another list of the record whose elements are of the same kind. */
static ptl_list *find_other(const ptl_record *record, const ptl_field *field, void *data)
{
    for (size_t i = 0; i < record->count; i++) {
        const ptl_field *f = &record->fields[i];

        if ((f->shape == PTL_LIST || f->shape == PTL_GRID) && f->offset != field->offset &&
            same_elements(f, field))
            return (ptl_list *)(void *)((char *)data + f->offset);
    }
    return NULL;
}

static void walk_value(walk *w, const ptl_field *field, void *value)
{
    if (field->kind == PTL_KIND_RECORD)
        walk_record(w, field->record, value);
    else
        meet(w, (site){ .field = field, .at = value, .list = field->kind >= PTL_KIND_TEXT });
}

static void walk_list(walk *w, const ptl_record *record, const ptl_field *field, void *data)
{
    ptl_list list    = ptl_field_list(field, data);
    size_t   which[] = { 0, list.count / 2, list.count - 1 };

    meet(w, (site){ .field  = field,
                    .at     = (char *)data + field->offset,
                    .others = find_other(record, field, data),
                    .list   = true });
    for (size_t i = 0; i < 3 && i < list.count; i++)
        walk_value(w, field, ptl_field_element(field, list, which[i]));
}

static void walk_record(walk *w, const ptl_record *record, void *data)
{
    static const ptl_field place = { .name = "at", .kind = PTL_KIND_U64 };

    for (size_t i = 0; i < record->count; i++) {
        const ptl_field *field = &record->fields[i];
        char            *at    = (char *)data + field->offset;

        if (field->shape == PTL_COLUMNS)
            walk_record(w, field->record, data);
        else if (field->shape != PTL_ONE)
            walk_list(w, record, field, data);
        else
            for (size_t k = 0; k < (field->fixed ? field->fixed : 1u); k++)
                walk_value(w, field, at + k * ptl_field_size(field));
    }
    if (record->placed)
        meet(w, (site){ .field = &place, .at = (char *)data + record->at });
}

static size_t walk_all(const ptl_doc *doc, size_t wanted, site *out)
{
    walk w = { .wanted = wanted };

    walk_record(&w, doc->format->record, doc->native);
    *out = w.found;
    return w.seen;
}

size_t edit_sites(const ptl_doc *doc)
{
    site none;

    return walk_all(doc, SIZE_MAX, &none);
}

static site site_at(const ptl_doc *doc, size_t number)
{
    site   s;
    size_t count = edit_sites(doc);

    walk_all(doc, number % (count ? count : 1), &s);
    return s;
}

const char *edit_site_name(const ptl_doc *doc, size_t number)
{
    return site_at(doc, number).field->name;
}

/* ---- Editing --------------------------------------------------------------------------------- */

static void put_real(const site *s, unsigned edit)
{
    static const double values[] = { 0, 1, -1, 0.5, 1e-300, 1e9, -1e9, 3e38, -3e38, 1e300, 0 };
    double              value    = values[edit % 11];
    float               small;

    value = edit % 11 == 10 ? (double)NAN : edit == 11 ? (double)INFINITY : value;
    small = (float)fmax(-3.4e38, fmin(3.4e38, value));
    if (isnan(value) || isinf(value))
        small = (float)value;
    if (s->field->kind == PTL_KIND_F32)
        memcpy(s->at, &small, sizeof small);
    else
        memcpy(s->at, &value, sizeof value);
}

/* In any byte order. */
static void put_bits(const site *s, uint64_t bits)
{
    const ptl_field *f     = s->field;
    uint64_t         mask  = f->bits ? UINT64_MAX >> (64 - f->bits) : UINT64_MAX;
    ptl_field        plain = { .kind = f->kind };
    uint64_t         whole = ptl_field_bits(&plain, s->at);
    uint8_t          u8;
    uint16_t         u16;
    uint32_t         u32;

    whole = (whole & ~(mask << f->shift)) | (bits & mask) << f->shift;
    u8    = (uint8_t)(f->kind == PTL_KIND_BOOL ? whole & 1 : whole);
    u16   = (uint16_t)whole;
    u32   = (uint32_t)whole;
    switch (ptl_kind_size(f->kind)) {
    case 1:
        memcpy(s->at, &u8, 1);
        break;
    case 2:
        memcpy(s->at, &u16, 2);
        break;
    case 4:
        memcpy(s->at, &u32, 4);
        break;
    default:
        memcpy(s->at, &whole, 8);
    }
}

static void put_whole(const site *s, unsigned edit)
{
    uint64_t now      = ptl_field_bits(s->field, s->at);
    uint64_t values[] = { 0,          1,         2,       now + 1,   2 * now,
                          99,         9999,      99999,   INT32_MAX, (uint64_t)INT32_MAX + 1,
                          UINT64_MAX, now ^ 128, now - 1, 64,        32,
                          UINT16_MAX };

    put_bits(s, values[edit % 16]);
}

static void put_list(const site *s, unsigned edit)
{
    static const char nasty[] = "\\\"#\n\r\t \x80\xff\0x_bounds {[]} \xe2\x80\xae";
    ptl_list         *list    = s->at, other;

    if (s->field->shape == PTL_ONE && edit % 4 == 3) {
        *list = (ptl_list){ (char *)nasty + edit / 4 * 4, sizeof nasty - 1 - edit / 4 * 4 };
    } else if (edit % 4 == 3 && s->others) {
        other      = *list;
        *list      = *s->others;
        *s->others = other;
    } else if (edit % 4 == 2) {
        list->count = 0;
    } else if (list->count > 0) {
        list->count = edit % 4 == 0 ? list->count - 1 : list->count / 2;
    }
}

void edit_document(ptl_doc *doc, size_t number, unsigned edit)
{
    site s = site_at(doc, number);

    edit %= EDITS_PER_SITE;
    ptl_doc_open(doc, doc->format);
    if (s.list)
        put_list(&s, edit);
    else if (s.field->kind == PTL_KIND_F32 || s.field->kind == PTL_KIND_F64)
        put_real(&s, edit);
    else
        put_whole(&s, edit);
}
