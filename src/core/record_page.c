/* SPDX-License-Identifier: MIT */
/* A record as a page for people: names in one column, values in the other. */
#include <math.h>
#include <string.h>

#include "core/json.h"
#include "core/num.h"
#include "core/real.h"
#include "core/record.h"
#include "core/utf8.h"

enum { NAME_WIDTH = 20 };

static void page_words(ptl_buf *out, const ptl_record *record, const void *data);
static void page_row(ptl_buf *out, const ptl_record *record, const void *data);

static void page_label(ptl_buf *out, const char *name)
{
    for (; *name; name++)
        ptl_put_char(out, *name == '_' ? ' ' : *name);
}

static void page_text(ptl_buf *out, ptl_list text)
{
    char shown[160];

    ptl_put_text(out, ptl_quote(shown, sizeof shown, text.data, text.count));
}

static void page_float(ptl_buf *out, const ptl_field *field, const void *value)
{
    char   text[PTL_NUM_MAX];
    double number;
    float  single;

    if (field->kind == PTL_KIND_F32) {
        memcpy(&single, value, sizeof single);
        number = (double)single;
    } else {
        memcpy(&number, value, sizeof number);
    }
    if (fabs(number) < 1e15) /* people want three decimals, not all of them, and no -0 */
        number = ptl_round(number * 1000) / 1000 + 0.0;
    if (isfinite(number))
        ptl_put(out, text, ptl_format_f64(text, number));
    else
        ptl_put_text(out, "not finite");
}

static void page_value(ptl_buf *out, const ptl_field *field, const void *value)
{
    const char *name;
    ptl_list    list;
    uint64_t    bits;

    switch (field->kind) {
    case PTL_KIND_TEXT:
    case PTL_KIND_JSON:
        memcpy(&list, value, sizeof list);
        page_text(out, list);
        return;
    case PTL_KIND_BYTES:
        memcpy(&list, value, sizeof list);
        ptl_put_format(out, "%zu bytes", list.count);
        return;
    case PTL_KIND_BOOL:
        ptl_put_text(out, *(const bool *)value ? "yes" : "no");
        return;
    case PTL_KIND_F32:
    case PTL_KIND_F64:
        page_float(out, field, value);
        return;
    case PTL_KIND_RECORD:
        page_words(out, field->record, value);
        return;
    default:
        bits = ptl_field_bits(field, value);
        name = ptl_field_value_name(field, bits);
        if (name)
            ptl_put_text(out, name);
        else if (ptl_kind_signed(field->kind))
            ptl_put_format(out, "%lld", (long long)bits);
        else
            ptl_put_format(out, "%llu", (unsigned long long)bits);
    }
}

static bool is_shown(const ptl_field *field, const void *data)
{
    return ptl_field_there(field, data) && !(field->optional && ptl_field_empty(field, data));
}

static bool is_zero_count(const ptl_field *field, const void *data)
{
    return field->shape == PTL_ONE && !field->fixed && field->kind <= PTL_KIND_I64 &&
           !field->names && ptl_field_bits(field, (const char *)data + field->offset) == 0;
}

static void page_list(ptl_buf *out, const ptl_field *field, ptl_list list)
{
    bool records = field->kind == PTL_KIND_RECORD;
    bool range   = list.count == 2 && (field->kind == PTL_KIND_F32 || field->kind == PTL_KIND_F64);

    for (size_t i = 0; i < list.count; i++) {
        const void *value = ptl_field_element(field, list, i);

        if (i > 0 && records)
            ptl_put_format(out, "\n%*s", NAME_WIDTH, "");
        else if (i > 0)
            ptl_put_text(out, range ? " to " : " ");
        if (records)
            page_row(out, field->record, value);
        else
            page_value(out, field, value);
    }
}

static void page_field(ptl_buf *out, const ptl_field *field, const void *data)
{
    const char *at = (const char *)data + field->offset;

    if (field->shape == PTL_COLUMNS)
        ptl_put_format(out, "%zu rows", ptl_field_list(&field->record->fields[0], data).count);
    else if (field->shape != PTL_ONE)
        page_list(out, field, ptl_field_list(field, data));
    else if (field->fixed)
        page_list(out, field, (ptl_list){ (void *)at, field->fixed });
    else
        page_value(out, field, at);
}

/* A record in a list: its values side by side. */
static void page_row(ptl_buf *out, const ptl_record *record, const void *data)
{
    for (size_t i = 0; i < record->count; i++) {
        ptl_put_text(out, i > 0 ? "  " : "");
        page_field(out, &record->fields[i], data);
    }
}

/* A record inside a page: its fields on one line, counts of nothing left out. */
static void page_words(ptl_buf *out, const ptl_record *record, const void *data)
{
    const char *between = "";

    for (size_t i = 0; i < record->count; i++) {
        const ptl_field *field = &record->fields[i];

        if (is_zero_count(field, data) || !is_shown(field, data))
            continue;
        ptl_put_text(out, between);
        page_label(out, field->name);
        ptl_put_char(out, ' ');
        page_field(out, field, data);
        between = ", ";
    }
    if (!*between)
        ptl_put_text(out, "none");
}

void ptl_record_page(ptl_buf *out, const ptl_record *record, const void *data)
{
    for (size_t i = 0; i < record->count && ptl_ok(out->job); i++) {
        const ptl_field *field = &record->fields[i];
        size_t           width = strlen(field->name);

        if (!is_shown(field, data))
            continue;
        page_label(out, field->name);
        ptl_put_format(out, "%*s", (int)(width < NAME_WIDTH ? NAME_WIDTH - width : 1), "");
        page_field(out, field, data);
        ptl_put_char(out, '\n');
    }
}
