/* SPDX-License-Identifier: MIT */
/* What a record table says about itself: JSON Schema, and field tables in Markdown. */
#include <string.h>

#include "core/json.h"
#include "core/record.h"

static void schema_object(ptl_buf *out, const ptl_record *record, const char *tag);

static void put_string(ptl_buf *out, const char *text)
{
    ptl_json_put_string(out, text, strlen(text));
}

/* ---- JSON Schema ---------------------------------------------------------------------------- */

static void schema_integer(ptl_buf *out, const ptl_field *field)
{
    unsigned bits = field->bits ? field->bits : (unsigned)ptl_kind_size(field->kind) * 8;
    int64_t  low = field->low, high = field->high;
    bool     wide = bits == 64;

    if (low == 0 && high == 0 && !wide) {
        bool is_signed = ptl_kind_signed(field->kind) && !field->bits;

        high = (int64_t)(UINT64_MAX >> (64 - bits + is_signed));
        low  = is_signed ? -high - 1 : 0;
    }
    if (wide && low == 0 && high == 0)
        ptl_put_text(out, "{ \"type\": [\"integer\", \"string\"] }");
    else
        ptl_put_format(out, "{ \"type\": \"integer\", \"minimum\": %lld, \"maximum\": %lld }",
                       (long long)low, (long long)high);
}

static void schema_names(ptl_buf *out, const ptl_name *names)
{
    ptl_put_text(out, "{ \"enum\": [");
    for (const ptl_name *n = names; *n->name; n++) {
        ptl_put_text(out, n > names ? ", " : "");
        put_string(out, n->name);
    }
    ptl_put_text(out, "] }");
}

/* One name of many, or several with commas between: names of bits are plain words. */
static void schema_joined(ptl_buf *out, const ptl_name *names)
{
    ptl_put_text(out, "{ \"type\": \"string\", \"pattern\": \"^(");
    for (int pass = 0; pass < 2; pass++) {
        for (const ptl_name *n = names; *n->name; n++)
            ptl_put_format(out, "%s%s", n > names ? "|" : "", n->name);
        ptl_put_text(out, pass == 0 ? ")(,(" : "))*$\" }");
    }
}

static void schema_words(ptl_buf *out, const ptl_field *field)
{
    ptl_put_text(out, "{ \"anyOf\": [");
    schema_integer(out, field);
    ptl_put_text(out, ", ");
    if (field->naming == PTL_JOINED)
        schema_joined(out, ptl_field_words(field));
    else
        schema_names(out, ptl_field_words(field));
    ptl_put_text(out, "] }");
}

static void schema_value(ptl_buf *out, const ptl_field *field)
{
    switch (field->kind) {
    case PTL_KIND_F32:
    case PTL_KIND_F64:
        ptl_put_format(out,
                       "{ \"anyOf\": [{ \"type\": \"number\" }, "
                       "{ \"type\": \"string\", \"pattern\": \"^0x[0-9a-f]{%d}$\" }] }",
                       field->kind == PTL_KIND_F32 ? 8 : 16);
        break;
    case PTL_KIND_BOOL:
        ptl_put_text(out, "{ \"type\": \"boolean\" }");
        break;
    case PTL_KIND_TEXT:
        ptl_put_text(out, "{ \"type\": [\"string\", \"object\"] }");
        break;
    case PTL_KIND_BYTES:
        ptl_put_text(out, "{ \"type\": \"string\", \"pattern\": \"^([0-9a-f]{2})*$\" }");
        break;
    case PTL_KIND_JSON:
        ptl_put_text(out, "{ }");
        break;
    case PTL_KIND_RECORD:
        schema_object(out, field->record, NULL);
        break;
    default:
        if (ptl_field_names(field))
            schema_names(out, ptl_field_names(field));
        else if (ptl_field_words(field))
            schema_words(out, field);
        else
            schema_integer(out, field);
    }
}

static void schema_columns(ptl_buf *out, const ptl_field *group)
{
    ptl_put_text(out, "\"type\": \"array\", \"items\": { \"type\": \"array\", \"prefixItems\": [");
    for (size_t i = 0; i < group->record->count; i++) {
        ptl_put_text(out, i > 0 ? ", " : "");
        schema_value(out, &group->record->fields[i]);
    }
    ptl_put_text(out, "], \"items\": false, \"minItems\": 1 }");
}

static void schema_field(ptl_buf *out, const ptl_field *field)
{
    ptl_put_text(out, "{ \"description\": ");
    put_string(out, field->help);
    ptl_put_text(out, ", ");
    if (field->shape == PTL_COLUMNS) {
        schema_columns(out, field);
    } else if (field->shape == PTL_ONE && !field->fixed) {
        ptl_put_text(out, "\"allOf\": [");
        schema_value(out, field);
        ptl_put_text(out, "]");
    } else {
        ptl_put_text(out, "\"type\": \"array\", ");
        if (field->fixed)
            ptl_put_format(out, "\"minItems\": %u, \"maxItems\": %u, ", field->fixed, field->fixed);
        ptl_put_text(out, "\"items\": ");
        if (field->shape == PTL_GRID)
            ptl_put_text(out, "{ \"type\": \"array\", \"items\": ");
        schema_value(out, field);
        ptl_put_text(out, field->shape == PTL_GRID ? " }" : "");
    }
    ptl_put_text(out, " }");
}

static void schema_required(ptl_buf *out, const ptl_record *record, const char *tag)
{
    const char *between = "";

    ptl_put_text(out, "\"required\": [");
    if (tag && !record->untagged) {
        ptl_put_text(out, "\"portolan\"");
        between = ", ";
    }
    for (size_t i = 0; i < record->count; i++)
        if (!record->fields[i].optional && record->fields[i].kinds == 0) {
            ptl_put_text(out, between);
            put_string(out, record->fields[i].name);
            between = ", ";
        }
    ptl_put_text(out, "]");
}

static void schema_object(ptl_buf *out, const ptl_record *record, const char *tag)
{
    ptl_put_text(out, "{ \"type\": \"object\", \"additionalProperties\": false,\n");
    schema_required(out, record, tag);
    ptl_put_text(out, ",\n\"properties\": {\n");
    if (tag)
        ptl_put_format(out,
                       "\"$schema\": { \"type\": \"string\" },\n"
                       "\"portolan\": { \"const\": \"%s\" },\n"
                       "\"lenient\": { \"type\": \"boolean\" },\n",
                       tag);
    for (size_t i = 0; i < record->count; i++) {
        put_string(out, record->fields[i].name);
        ptl_put_text(out, ": ");
        schema_field(out, &record->fields[i]);
        ptl_put_text(out, i + 1 < record->count ? ",\n" : "\n");
    }
    ptl_put_text(out, "} }");
}

void ptl_record_schema(ptl_buf *out, const ptl_record *record, const char *title, const char *tag)
{
    ptl_put_text(out,
                 "{ \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n\"title\": ");
    put_string(out, title);
    ptl_put_text(out, ",\n\"allOf\": [");
    schema_object(out, record, tag);
    ptl_put_text(out, "] }\n");
}

/* ---- Markdown ------------------------------------------------------------------------------- */

static void fields_kind(ptl_buf *out, const ptl_field *field)
{
    static const char *const names[]  = { "u8",  "u16", "u32",  "u64",  "i16",   "i32",  "i64",
                                          "f32", "f64", "bool", "text", "bytes", "json", "record" };
    static const char *const shapes[] = { "", "list of ", "rows of ", "" };

    if (field->shape == PTL_COLUMNS)
        ptl_put_text(out, "table");
    else if (field->fixed)
        ptl_put_format(out, "%u x %s", field->fixed, names[field->kind]);
    else if (field->bits)
        ptl_put_format(out, "%s%u bits", shapes[field->shape], field->bits);
    else
        ptl_put_format(out, "%s%s", shapes[field->shape], names[field->kind]);
}

static void fields_legal(ptl_buf *out, const ptl_field *field)
{
    const ptl_name *names =
        ptl_field_names(field) ? ptl_field_names(field) : ptl_field_words(field);

    if (!ptl_field_names(field) && (field->low != 0 || field->high != 0))
        ptl_put_format(out, "%lld to %lld", (long long)field->low, (long long)field->high);
    else if (!ptl_field_names(field))
        ptl_put_text(out, "any");
    if (ptl_field_words(field))
        ptl_put_text(out, field->naming == PTL_JOINED ? ", or with commas between " : ", or ");
    for (const ptl_name *n = names; n && *n->name; n++)
        ptl_put_format(out, "%s`%s`", n > names ? ", " : "", n->name);
}

static void fields_of(ptl_buf *out, const ptl_record *record, const char *prefix)
{
    for (size_t i = 0; i < record->count; i++) {
        const ptl_field *field = &record->fields[i];

        ptl_put_format(out, "| `%s%s`%s | ", prefix, field->name,
                       field->optional || field->kinds ? " *" : "");
        fields_kind(out, field);
        ptl_put_text(out, " | ");
        fields_legal(out, field);
        ptl_put_format(out, " | %s |\n", field->help);
        if (ptl_field_record(field)) {
            ptl_buf deeper = ptl_buf_of(out->job, NULL);

            ptl_put_format(&deeper, "%s%s%s", prefix, field->name,
                           field->shape == PTL_ONE ? "." : "[].");
            ptl_put_char(&deeper, 0);
            if (deeper.data)
                fields_of(out, field->record, (const char *)deeper.data);
            ptl_buf_free(&deeper);
        }
    }
}

void ptl_record_fields(ptl_buf *out, const ptl_record *record)
{
    ptl_put_text(out, "| field | kind | legal | meaning |\n| --- | --- | --- | --- |\n");
    fields_of(out, record, "");
}
