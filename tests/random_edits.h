/* SPDX-License-Identifier: MIT */
/* Random edits of any document, by its record table: values, cells, elements that come and go. */
#ifndef PTL_TESTS_RANDOM_EDITS_H
#define PTL_TESTS_RANDOM_EDITS_H

#include <string.h>

#include "core/compare.h"
#include "formats/format.h"
#include "support.h"

typedef struct editor {
    ptl_doc *doc;
    ptl_job  job;
    uint64_t state; /* of the dice */
    bool     values_only;
} editor;

static inline uint64_t roll(editor *e, uint64_t sides)
{
    e->state ^= e->state << 13;
    e->state ^= e->state >> 7;
    e->state ^= e->state << 17;
    return sides ? e->state % sides : 0;
}

static inline void edit_value(editor *e, const ptl_field *field, void *value)
{
    static char words[][8] = { "tower", "cellar", "x", "crypt 2" };
    ptl_str     text       = { words[roll(e, 4)], 0 };
    uint64_t    bits       = roll(e, 4);
    float       f32        = (float)bits * 16;
    double      f64        = (double)bits / 4;

    if (field->kind == PTL_KIND_TEXT) {
        text.size = strlen(text.data);
        memcpy(value, &text, sizeof text);
    } else if (field->kind == PTL_KIND_F32) {
        memcpy(value, &f32, sizeof f32);
    } else if (field->kind == PTL_KIND_F64) {
        memcpy(value, &f64, sizeof f64);
    } else if (field->kind == PTL_KIND_BOOL) {
        *(bool *)value = bits & 1;
    } else if (field->kind < PTL_KIND_F32) {
        bits <<= field->shift; /* little-endian machines run this */
        ptl_value_put(field, value, &bits);
    }
}

/* Doubles an element, or takes one away. */
static inline void edit_list(editor *e, const ptl_field *field, void *record)
{
    ptl_list list   = ptl_field_list(field, record), out;
    size_t   stride = ptl_field_stride(field), at = (size_t)roll(e, list.count);
    bool     grow = roll(e, 2);

    out.count = grow ? list.count + 1 : list.count - 1;
    out.data  = ptl_arena_array(&e->job, out.count, stride);
    memcpy(out.data, list.data, at * stride);
    if (grow) {
        memcpy((char *)out.data + at * stride, (char *)list.data + at * stride, stride);
        memcpy((char *)out.data + (at + 1) * stride, (char *)list.data + at * stride,
               (list.count - at) * stride);
    } else {
        memcpy((char *)out.data + at * stride, (char *)list.data + (at + 1) * stride,
               (list.count - at - 1) * stride);
    }
    memcpy((char *)record + field->offset, &out, sizeof out);
}

/* One edit somewhere in a record, or in one inside of it. */
static inline void edit_record(editor *e, const ptl_record *record, void *data)
{
    const ptl_field *field = &record->fields[roll(e, record->count)];
    ptl_list         list;

    if (!ptl_field_there(field, data) || field->shape == PTL_COLUMNS || ptl_field_aside(field) ||
        field->kind == PTL_KIND_JSON || field->kind == PTL_KIND_BYTES)
        return;
    if (field->shape == PTL_ONE && field->kind == PTL_KIND_RECORD) {
        edit_record(e, field->record, (char *)data + field->offset);
        return;
    }
    if (field->shape == PTL_ONE) {
        edit_value(e, field, (char *)data + field->offset);
        return;
    }
    list = ptl_field_list(field, data);
    if (list.count == 0)
        return;
    if (field->kind == PTL_KIND_RECORD && roll(e, 3) > 0)
        edit_record(e, field->record, ptl_field_element(field, list, (size_t)roll(e, list.count)));
    else if (field->kind == PTL_KIND_RECORD && !e->values_only)
        edit_list(e, field, data);
    else if (field->kind != PTL_KIND_RECORD)
        edit_value(e, field, ptl_field_element(field, list, (size_t)roll(e, list.count)));
}

/* A file with some edits; where these cannot be written, what it was. */
static inline ptl_bytes edited(const void *data, size_t size, const char *format, uint64_t seed,
                               size_t edits, bool values_only)
{
    ptl_doc  *doc  = must_read(data, size, &(ptl_read_opts){ .format = format });
    editor    e    = { .doc = doc, .state = seed * 2654435761u + 88172645463325252u };
    ptl_bytes made = { 0 }, last = must_write(doc, NULL);
    ptl_doc  *again;

    e.values_only = values_only;
    for (size_t i = 0; i < edits; i++) {
        e.job = ptl_doc_job(doc);
        for (size_t k = 0; k < 8; k++)
            edit_record(&e, doc->format->record, ptl_doc_open(doc, doc->format));
        if (ptl_write(&made, doc, NULL, NULL) == PTL_OK &&
            ptl_read(&again, made.data, made.size, &(ptl_read_opts){ .format = format }, NULL) ==
                PTL_OK) {
            ptl_doc_free(again);
            ptl_bytes_free(&last);
            last = made;
        } else {
            ptl_bytes_free(&made);
            ptl_doc_free(doc);
            doc = must_read(last.data, last.size, &(ptl_read_opts){ .format = format });
        }
    }
    ptl_doc_free(doc);
    return last;
}

#endif
