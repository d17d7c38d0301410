/* SPDX-License-Identifier: MIT */
/* Record tables: a made-up struct with every kind and every shape, through every walker. */
#include "core/record.h"

#include <stdio.h>

#include "core/json.h"
#include "fixture.h"

/* ---- A chart -------------------------------------------------------------------------------- */

#define LIST(type)                                                                                 \
    struct {                                                                                       \
        type  *data;                                                                               \
        size_t count;                                                                              \
    }

typedef struct point {
    int16_t x;
    int32_t y;
    bool    lit;
} point;

typedef struct level {
    ptl_str  name;
    uint8_t  depth;
    point    middle;
    ptl_f32s heights;
} level;

typedef struct chart {
    uint8_t  u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    int16_t  i16;
    int32_t  i32;
    int64_t  i64;
    float    f32;
    double   f64;
    bool     truth;
    ptl_str  text;
    ptl_u8s  bytes;

    uint16_t packed; /* colour, form and flag */
    int16_t  halves; /* two slices of a signed integer */
    uint8_t  kind;
    int64_t  mood;

    uint32_t across, down;
    LIST(uint16_t) cells; /* cell and fog */
    ptl_u8s twist;
    point   home, spare;
    LIST(level) levels;

    ptl_f32s x, y; /* side by side with tag and light */
    LIST(ptl_str) tag;
    ptl_u8s light;

    ptl_u8s u8s;
    LIST(uint16_t) u16s;
    ptl_u32s u32s;
    LIST(uint64_t) u64s;
    LIST(int16_t) i16s;
    LIST(int32_t) i32s;
    LIST(int64_t) i64s;
    ptl_f32s f32s;
    LIST(double) f64s;
    LIST(bool) truths;
    LIST(ptl_str) texts;
    LIST(ptl_u8s) pieces;
    LIST(point) points;
} chart;

static const ptl_field point_fields[] = {
    { "x", "east", PTL_KIND_I16, PTL_ONE, .offset = offsetof(point, x) },
    { "y", "south", PTL_KIND_I32, PTL_ONE, .offset = offsetof(point, y), .low = -9, .high = 9 },
    { "lit", "by a lamp", PTL_KIND_BOOL, PTL_ONE, .offset = offsetof(point, lit),
      .optional = true },
};
static const ptl_record point_record = { "a point", sizeof(point), point_fields, .count = 3 };

static const ptl_field level_fields[] = {
    { "name", "as painted on the door", PTL_KIND_TEXT, PTL_ONE, .offset = offsetof(level, name) },
    { "depth", "below ground", PTL_KIND_U8, PTL_ONE, .offset = offsetof(level, depth), .low = 1,
      .high = 9 },
    { "middle", "its middle", PTL_KIND_RECORD, PTL_ONE, .offset = offsetof(level, middle),
      .optional = true, .record = &point_record },
    { "heights", "of the steps", PTL_KIND_F32, PTL_LIST, .offset = offsetof(level, heights),
      .optional = true },
};
static const ptl_record level_record = { "a level", sizeof(level), level_fields, .count = 4 };

static const ptl_name form_names[] = { { 0, "flat" }, { 5, "round" }, { 0, NULL } };
static const ptl_name mood_names[] = { { -1, "grim" }, { 0, "calm" }, { 7, "merry" }, { 0, NULL } };

#define AT(member) .offset = offsetof(chart, member)
#define CELLS .across = offsetof(chart, across), .down = offsetof(chart, down)

static const ptl_field row_fields[] = {
    { "x", "east", PTL_KIND_F32, PTL_LIST, AT(x) },
    { "y", "south", PTL_KIND_F32, PTL_LIST, AT(y) },
    { "tag", "a word", PTL_KIND_TEXT, PTL_LIST, AT(tag) },
    { "light", "grey level", PTL_KIND_U8, PTL_LIST, AT(light), .high = 100 },
};
static const ptl_record row_record = { "a row", sizeof(chart), row_fields, .count = 4 };

static const ptl_field chart_fields[] = {
    { "u8", "8 bits", PTL_KIND_U8, PTL_ONE, AT(u8) },
    { "u16", "16 bits", PTL_KIND_U16, PTL_ONE, AT(u16) },
    { "u32", "32 bits", PTL_KIND_U32, PTL_ONE, AT(u32) },
    { "u64", "64 bits", PTL_KIND_U64, PTL_ONE, AT(u64) },
    { "i16", "16 bits", PTL_KIND_I16, PTL_ONE, AT(i16) },
    { "i32", "32 bits", PTL_KIND_I32, PTL_ONE, AT(i32) },
    { "i64", "64 bits", PTL_KIND_I64, PTL_ONE, AT(i64) },
    { "f32", "single", PTL_KIND_F32, PTL_ONE, AT(f32) },
    { "f64", "double", PTL_KIND_F64, PTL_ONE, AT(f64) },
    { "truth", "or not", PTL_KIND_BOOL, PTL_ONE, AT(truth) },
    { "text", "any \"text\"", PTL_KIND_TEXT, PTL_ONE, AT(text) },
    { "bytes", "any bytes", PTL_KIND_BYTES, PTL_ONE, AT(bytes), .optional = true },
    { "colour", "low bits", PTL_KIND_U16, PTL_ONE, AT(packed), .bits = 4, .high = 12 },
    { "form", "named bits", PTL_KIND_U16, PTL_ONE, AT(packed), .shift = 4, .bits = 3,
      .names = form_names },
    { "flag", "top bit", PTL_KIND_U16, PTL_ONE, AT(packed), .shift = 15, .bits = 1,
      .optional = true },
    { "low", "half", PTL_KIND_I16, PTL_ONE, AT(halves), .bits = 8 },
    { "high", "half", PTL_KIND_I16, PTL_ONE, AT(halves), .shift = 8, .bits = 8 },
    { "kind", "of chart", PTL_KIND_U8, PTL_ONE, AT(kind), .names = form_names },
    { "mood", "of the maker", PTL_KIND_I64, PTL_ONE, AT(mood), .names = mood_names },
    { "across", "cells along x", PTL_KIND_U32, PTL_ONE, AT(across) },
    { "down", "cells along y", PTL_KIND_U32, PTL_ONE, AT(down) },
    { "cell", "what is there", PTL_KIND_U16, PTL_GRID, AT(cells), CELLS, .bits = 10, .high = 999 },
    { "fog", "how much of it is seen", PTL_KIND_U16, PTL_GRID, AT(cells), CELLS, .shift = 10,
      .bits = 6 },
    { "twist", "slopes", PTL_KIND_U8, PTL_GRID, AT(twist), CELLS, .optional = true },
    { "home", "where it begins", PTL_KIND_RECORD, PTL_ONE, AT(home), .record = &point_record },
    { "spare", "where else", PTL_KIND_RECORD, PTL_ONE, AT(spare), .optional = true,
      .record = &point_record },
    { "levels", "from top to bottom", PTL_KIND_RECORD, PTL_LIST, AT(levels),
      .record = &level_record },
    { "rows", "x, y, tag and light", PTL_KIND_RECORD, PTL_COLUMNS, .optional = true,
      .record = &row_record },
    { "u8s", "list", PTL_KIND_U8, PTL_LIST, AT(u8s), .optional = true },
    { "u16s", "list", PTL_KIND_U16, PTL_LIST, AT(u16s) },
    { "u32s", "list", PTL_KIND_U32, PTL_LIST, AT(u32s) },
    { "u64s", "list", PTL_KIND_U64, PTL_LIST, AT(u64s), .high = 5 },
    { "i16s", "list", PTL_KIND_I16, PTL_LIST, AT(i16s), .low = -5, .high = 5 },
    { "i32s", "list", PTL_KIND_I32, PTL_LIST, AT(i32s) },
    { "i64s", "list", PTL_KIND_I64, PTL_LIST, AT(i64s) },
    { "f32s", "list", PTL_KIND_F32, PTL_LIST, AT(f32s) },
    { "f64s", "list", PTL_KIND_F64, PTL_LIST, AT(f64s) },
    { "truths", "list", PTL_KIND_BOOL, PTL_LIST, AT(truths) },
    { "texts", "list", PTL_KIND_TEXT, PTL_LIST, AT(texts) },
    { "pieces", "list", PTL_KIND_BYTES, PTL_LIST, AT(pieces) },
    { "points", "list", PTL_KIND_RECORD, PTL_LIST, AT(points), .record = &point_record },
};
static const ptl_record chart_record = { "a chart", sizeof(chart), chart_fields,
                                         .count = COUNT(chart_fields) };

#define STR(text)                                                                                  \
    {                                                                                              \
        text, sizeof(text) - 1                                                                     \
    }
#define OF(array)                                                                                  \
    {                                                                                              \
        array, COUNT(array)                                                                        \
    }

static uint8_t  few_u8s[]    = { 0, 1, 255 };
static uint16_t few_u16s[]   = { 0, 1, 65535 };
static uint32_t few_u32s[]   = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UINT32_MAX };
static uint64_t few_u64s[]   = { 0, 9007199254740991, 9007199254740992, UINT64_MAX };
static int16_t  few_i16s[]   = { INT16_MIN, -1, 0, INT16_MAX };
static int32_t  few_i32s[]   = { INT32_MIN, -1, 0, INT32_MAX };
static int64_t  few_i64s[]   = { INT64_MIN, -9007199254740992, -1, 0, INT64_MAX };
static float    few_f32s[]   = { 0, -0.0f, 0.1f, 1e-45f, 3.4028235e38f };
static double   few_f64s[]   = { 0, -0.0, 0.1, 5e-324, 1.7976931348623157e308, 1e22 };
static bool     few_bools[]  = { true, false };
static ptl_str  few_texts[]  = { STR(""), STR("\n\"\\\x01"), STR("\xC3\xA9"), STR("\xFF\0") };
static ptl_u8s  few_bytes[]  = { { NULL, 0 }, OF(few_u8s) };
static point    few_points[] = { { -1, 9, true }, { 2, -9, false } };
static level    few_levels[] = {
       { STR("cellar"), 1, { 1, 2, true }, { few_f32s, 2 } },
       { STR("\xFFpit"), 9, { 0, 0, false }, { NULL, 0 } },
};
static uint16_t few_cells[]  = { 0, 1 | 63 << 10, 999, 7 << 10, 5, 6 };
static uint8_t  few_twists[] = { 1, 2, 3, 4, 5, 6 };
static float    few_xs[] = { 1, 2.5f, 3 }, few_ys[] = { -1, -2, -3 };
static uint8_t  few_lights[] = { 100 };

static chart full_chart(void)
{
    return (chart){
        .u8     = 255,
        .u16    = 65535,
        .u32    = UINT32_MAX,
        .u64    = UINT64_MAX,
        .i16    = INT16_MIN,
        .i32    = INT32_MIN,
        .i64    = INT64_MIN,
        .f32    = 0.1f,
        .f64    = 0.1,
        .truth  = true,
        .text   = STR("\xC3\x28 is not UTF-8"),
        .bytes  = OF(few_u8s),
        .packed = 0x8000 | 5 << 4 | 12,
        .halves = (int16_t)-2 /* 0xFE and 0xFF */,
        .kind   = 5,
        .mood   = -1,
        .across = 3,
        .down   = 2,
        .cells  = OF(few_cells),
        .twist  = OF(few_twists),
        .home   = { -5, 6, true },
        .spare  = { 1, 0, false },
        .levels = OF(few_levels),
        .x      = OF(few_xs),
        .y      = OF(few_ys),
        .tag    = { few_texts + 1, 2 },
        .light  = OF(few_lights),
        .u8s    = OF(few_u8s),
        .u16s   = OF(few_u16s),
        .u32s   = OF(few_u32s),
        .u64s   = OF(few_u64s),
        .i16s   = OF(few_i16s),
        .i32s   = OF(few_i32s),
        .i64s   = OF(few_i64s),
        .f32s   = OF(few_f32s),
        .f64s   = OF(few_f64s),
        .truths = OF(few_bools),
        .texts  = OF(few_texts),
        .pieces = OF(few_bytes),
        .points = OF(few_points),
    };
}

/* ---- A shelf of things of several kinds ----------------------------------------------------- */

typedef struct thing {
    uint64_t at; /* where it stands in the file; not a field */
    uint8_t  kind;
    float    corner[3];
    int32_t  radius;
    uint8_t  sides[2];
    ptl_str  names[2];
} thing;

typedef struct shelf {
    LIST(thing) things;
} shelf;

enum { BOX, BALL };

static const ptl_name  thing_names[]  = { { BOX, "box" }, { BALL, "ball" }, { 0, NULL } };
static const ptl_field thing_fields[] = {
    { "kind", "what it is", PTL_KIND_U8, PTL_ONE, .offset = offsetof(thing, kind),
      .names = thing_names },
    { "corner", "x, y and z", PTL_KIND_F32, PTL_ONE, .offset = offsetof(thing, corner), .fixed = 3,
      .kinds = 1 << BOX, .kind_at = offsetof(thing, kind) },
    { "radius", "of a ball", PTL_KIND_I32, PTL_ONE, .offset = offsetof(thing, radius), .low = 1,
      .high = 9, .kinds = 1 << BALL, .kind_at = offsetof(thing, kind) },
    { "sides", "left and right", PTL_KIND_U8, PTL_ONE, .offset = offsetof(thing, sides), .fixed = 2,
      .optional = true, .high = 4 },
    { "names", "two", PTL_KIND_TEXT, PTL_ONE, .offset = offsetof(thing, names), .fixed = 2,
      .optional = true },
};
static const ptl_record thing_record = { "a thing",
                                         sizeof(thing),
                                         thing_fields,
                                         COUNT(thing_fields),
                                         .one_line = true,
                                         .placed   = true,
                                         .at       = offsetof(thing, at) };

static const ptl_field  shelf_fields[] = { { "things", "on it", PTL_KIND_RECORD, PTL_LIST,
                                             .offset = offsetof(shelf, things),
                                             .record = &thing_record } };
static const ptl_record shelf_record   = { "a shelf", sizeof(shelf), shelf_fields, .count = 1 };

/* ---- Comparing without JSON ----------------------------------------------------------------- */

static bool same_record(const ptl_record *record, const void *a, const void *b);

static bool same_value(const ptl_field *field, const void *a, const void *b)
{
    ptl_list one, two;

    if (field->kind == PTL_KIND_RECORD)
        return same_record(field->record, a, b);
    if (field->kind != PTL_KIND_TEXT && field->kind != PTL_KIND_BYTES)
        return memcmp(a, b, ptl_kind_size(field->kind)) == 0;
    memcpy(&one, a, sizeof one);
    memcpy(&two, b, sizeof two);
    return one.count == two.count && (one.count == 0 || memcmp(one.data, two.data, one.count) == 0);
}

static bool same_record(const ptl_record *record, const void *a, const void *b)
{
    for (size_t i = 0; i < record->count; i++) {
        const ptl_field *field = &record->fields[i];
        ptl_list         one, two;

        if (field->shape == PTL_COLUMNS) {
            if (!same_record(field->record, a, b))
                return false;
            continue;
        }
        one = (ptl_list){ (char *)a + field->offset, field->fixed ? field->fixed : 1 };
        two = (ptl_list){ (char *)b + field->offset, field->fixed ? field->fixed : 1 };
        if (field->shape != PTL_ONE) {
            one = ptl_field_list(field, a);
            two = ptl_field_list(field, b);
        }
        if (one.count != two.count)
            return false;
        for (size_t k = 0; k < one.count; k++)
            if (!same_value(field, (char *)one.data + k * ptl_field_size(field),
                            (char *)two.data + k * ptl_field_size(field)))
                return false;
    }
    return true;
}

/* ---- Out and back --------------------------------------------------------------------------- */

/* The record as text in a static place, terminated. */
static const char *written(const ptl_record *record, const void *data, const char *tag)
{
    static char text[16384];
    fixture     f;
    ptl_buf     out;

    fixture_begin(&f, NULL, 0);
    out = ptl_buf_of(&f.job, NULL);
    ptl_record_write(&out, record, data, tag);
    CHECK(ptl_ok(&f.job));
    CHECK(out.size < sizeof text);
    memcpy(text, out.data, out.size);
    text[out.size] = 0;
    ptl_buf_free(&out);
    fixture_end(&f);
    return text;
}

static void read_back(fixture *f, const char *text, size_t size, const ptl_record *record,
                      void *data)
{
    fixture_begin(f, text, size);
    memset(data, 0, record->size);
    ptl_record_read(&f->job, f->job.source, record, data);
}

/* `data` survives the way to text and back, and the text does not change. */
static void check_round_trip(const ptl_record *record, const void *data, void *back)
{
    char    text[16384];
    fixture f;

    strcpy(text, written(record, data, "chart"));
    read_back(&f, text, strlen(text), record, back);
    CHECK_TEXT(f.job.error.message, "");
    CHECK(same_record(record, data, back));
    CHECK_TEXT(written(record, back, "chart"), text);
    fixture_end(&f);
}

static void a_full_chart_comes_back(void)
{
    chart before = full_chart(), after;

    check_round_trip(&chart_record, &before, &after);
}

static void an_empty_chart_comes_back(void)
{
    chart before = { 0 }, after;

    check_round_trip(&chart_record, &before, &after);
}

static void floats_that_are_no_numbers_come_back(void)
{
    static const uint32_t bits32[] = { 0x7F800000, 0xFF800000, 0x7FC00001, 0x7F800001, 0xFFFFFFFF };
    static const uint64_t bits64[] = { 0x7FF0000000000000, 0x7FF0000000000001, UINT64_MAX };
    float                 f32s[COUNT(bits32)];
    double                f64s[COUNT(bits64)];
    chart                 before = { .f32s = OF(f32s), .f64s = OF(f64s) }, after;

    memcpy(f32s, bits32, sizeof bits32);
    memcpy(f64s, bits64, sizeof bits64);
    check_round_trip(&chart_record, &before, &after);
}

static void values_without_a_name_come_back(void)
{
    for (int64_t value = -3; value < 9; value++) {
        chart before = { .kind   = (uint8_t)value,
                         .packed = (uint16_t)((value & 7) << 4),
                         .mood   = value * 9007199254740993 },
              after;

        check_round_trip(&chart_record, &before, &after);
    }
}

static void members_come_in_any_order(void)
{
    ptl_field  turned[COUNT(chart_fields)];
    ptl_record backwards = { "a chart", sizeof(chart), turned, .count = COUNT(turned) };
    chart      before    = full_chart(), after;
    fixture    f;
    char       text[16384];

    for (size_t i = 0; i < COUNT(turned); i++)
        turned[i] = chart_fields[COUNT(turned) - 1 - i];
    strcpy(text, written(&backwards, &before, NULL));
    CHECK(strstr(text, "\"points\"") < strstr(text, "\"across\""));
    read_back(&f, text, strlen(text), &chart_record, &after);
    CHECK_TEXT(f.job.error.message, "");
    CHECK(same_record(&chart_record, &before, &after));
    fixture_end(&f);
}

static void a_text_reads_well(void)
{
    static const char want[] = "{\n"
                               "  \"portolan\": \"level\",\n"
                               "  \"name\": { \"hex\": \"ff706974\" },\n"
                               "  \"depth\": 3,\n"
                               "  \"middle\": {\n"
                               "    \"x\": 0,\n"
                               "    \"y\": -2\n"
                               "  },\n"
                               "  \"heights\": [0, -0.0]\n"
                               "}\n";
    level             one    = { STR("\xFFpit"), 3, { 0, -2, false }, { few_f32s, 2 } };

    CHECK_TEXT(written(&level_record, &one, "level"), want);
    CHECK_TEXT(written(&(ptl_record){ .name = "nothing" }, "", NULL), "{}\n");
}

static void lists_grids_and_tables_read_well(void)
{
    chart       full = full_chart();
    const char *text = written(&chart_record, &full, NULL);

    CHECK(strstr(text, "\"u32s\": [\n"
                       "    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,\n"
                       "    4294967295\n"
                       "  ],\n"));
    CHECK(strstr(text, "\"cell\": [\n    [0, 1, 999],\n    [0, 5, 6]\n  ],\n"
                       "  \"fog\": [\n    [0, 63, 0],\n    [7, 0, 0]\n  ],\n"));
    CHECK(strstr(text, "\"rows\": [\n    [1, -1, \"\\n\\\"\\\\\\u0001\", 100],\n"
                       "    [2.5, -2, \"\xC3\xA9\"],\n    [3, -3]\n  ],\n"));
    CHECK(strstr(text, "\"colour\": 12,\n  \"form\": \"round\",\n  \"flag\": 1,\n"
                       "  \"low\": 254,\n  \"high\": 255,\n"
                       "  \"kind\": \"round\",\n  \"mood\": \"grim\",\n"));
    CHECK(strstr(text, "\"u64s\": [0, 9007199254740991, \"9007199254740992\", "
                       "\"18446744073709551615\"],\n"));
    CHECK(strstr(text, "\"pieces\": [\"\", \"0001ff\"],\n"));
}

static void sixteen_values_are_one_line(void)
{
    static const ptl_field fields[] = {
        { "list", "", PTL_KIND_U32, PTL_LIST, AT(u32s) },
        { "rows", "", PTL_KIND_RECORD, PTL_COLUMNS, .record = &row_record },
    };
    static const ptl_record record = { "lists", sizeof(chart), fields, .count = 2 };
    chart                   data   = { .u32s = { few_u32s, 16 } };

    CHECK_TEXT(written(&record, &data, NULL),
               "{\n  \"list\": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],\n"
               "  \"rows\": []\n}\n");
}

static void what_is_optional_and_empty_is_left_out(void)
{
    static const char *const optional[] = {
        "bytes", "flag", "twist", "spare", "rows", "u8s", "lit"
    };
    chart       empty = { .packed = 12, .bytes = { few_u8s, 0 } };
    const char *text;

    memset(&empty.spare, 0xFF, sizeof empty.spare); /* what lies between members does not count */
    empty.spare.x   = 0;
    empty.spare.y   = 0;
    empty.spare.lit = false;
    text            = written(&chart_record, &empty, NULL);
    for (size_t i = 0; i < COUNT(optional); i++) {
        char member[32];

        snprintf(member, sizeof member, "\"%s\"", optional[i]);
        CHECK(!strstr(text, member));
    }
    CHECK(strstr(text, "\"colour\": 12,\n  \"form\": \"flat\",\n  \"low\""));
}

static void negative_zero_is_not_empty(void)
{
    static const ptl_field field = { "z", "", PTL_KIND_F32, PTL_ONE, .optional = true };
    float                  zero = 0, minus = -0.0f;

    CHECK(ptl_field_empty(&field, &zero));
    CHECK(!ptl_field_empty(&field, &minus));
}

/* ---- What is refused ------------------------------------------------------------------------ */

/* Reads a text in which @ marks where it is wrong; without a mark it must be right. */
static void check_marked(const ptl_record *record, const char *marked, const char *rule)
{
    char        text[1024];
    const char *mark = strchr(marked, '@');
    size_t      at   = mark ? (size_t)(mark - marked) : strlen(marked);
    fixture     f;
    union {
        chart c;
        level l;
        thing t;
    } data;

    memcpy(text, marked, at);
    strcpy(text + at, mark ? mark + 1 : "");
    read_back(&f, text, strlen(text), record, &data);
    if (!ptl_ok(&f.job) != (rule != NULL) || (rule && f.last.offset != at) ||
        (rule && strcmp(f.last.rule, rule) != 0) || f.heard != (rule ? 1 : 0))
        test_fail(__FILE__, __LINE__, "%s\n  %s at %llu: %s", marked, rule ? f.last.rule : "",
                  (unsigned long long)f.last.offset, f.last.message);
    fixture_end(&f);
}

static void members_must_fit_the_record(void)
{
    static const struct {
        const char *text, *rule;
    } rows[] = {
        { "{\"name\":\"a\",\"depth\":1}", NULL },
        { "{\"portolan\":\"level\",\"name\":\"a\",\"depth\":1}", NULL },
        { "{\"depth\":1,\"$schema\":{\"any\":[1]},\"portolan\":7,\"name\":\"a\"}", NULL },
        { "{\"n\\u0061me\":\"a\",\"depth\":1}", NULL },
        { "{\"name\":\"a\"@}", "json-missing" },
        { "{@}", "json-missing" },
        { "{\"name\":\"a\",\"depth\":1, @\"colour\":1}", "json-member" },
        { "{@\"\":\"a\"}", "json-member" },
        { "{@\"nam\":\"a\"}", "json-member" },
        { "{@\"names\":\"a\"}", "json-member" },
        { "{@\"name\\u0000\":\"a\"}", "json-member" },
        { "{\"name\":\"a\",\n @\"name\":\"b\",\"depth\":1}", "json-member" },
        { "{\"name\":\"a\",\"depth\":0,@\"depth\":0}", "json-member" },
        { "{\"name\":\"a\",\"depth\":1,\"middle\":{\"x\":1@}}", "json-missing" },
        { "{\"name\":\"a\",\"depth\":1,\"middle\":{@\"portolan\":1}}", "json-member" },
        { "{\"name\":\"a\",\"depth\":1,\"middle\":@[]}", "json-kind" },
        { "{\"name\":\"a\",\"depth\":1} @x", "json-syntax" },
        { "{\"name\":\"a\",\"depth\":@256}", "json-range" },
        { "{\"name\":\"a\",\"depth\":@-1}", "json-range" },
        { "{\"name\":\"a\",\"depth\":@1.5}", "json-range" },
        { "{\"name\":\"a\",\"depth\":@null}", "json-kind" },
        { "{\"name\":@null,\"depth\":1}", "json-kind" },
        { "{\"name\":@1,\"depth\":1}", "json-kind" },
        { "{\"name\":\"a\",\"depth\":1,\"heights\":@1}", "json-kind" },
        { "{\"name\":\"a\",\"depth\":1,\"heights\":[1, @\"x\"]}", "json-number" },
        { "{\"name\":\"a\",\"depth\":1,\"heights\":[@1e39]}", "json-number" },
        { "{\"name\":\"a\",\"depth\":1,\"heights\":[@[1]]}", "json-kind" },
        { "@[]", "json-kind" },
        { "@", "json-syntax" },
        { "@x", "json-syntax" },
        { "{\"name\" @\"a\"}", "json-syntax" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        check_marked(&level_record, rows[i].text, rows[i].rule);
}

static void texts_may_be_bytes(void)
{
    static const struct {
        const char *text, *rule;
    } rows[] = {
        { "{\"name\":{\"hex\":\"\"},\"depth\":1}", NULL },
        { "{\"name\":{ \"hex\" : \"00ff7a\" },\"depth\":1}", NULL },
        { "{\"name\":{\"hex\":@\"f\"},\"depth\":1}", "json-hex" },
        { "{\"name\":{\"hex\": @\"fg\"},\"depth\":1}", "json-hex" },
        { "{\"name\":{\"hex\":@\"gf\"},\"depth\":1}", "json-hex" },
        { "{\"name\":{\"hex\":@\"FF\"},\"depth\":1}", "json-hex" },
        { "{\"name\":{\"hex\":@\"0\\u0000\"},\"depth\":1}", "json-hex" },
        { "{\"name\":{\"hex\":@7},\"depth\":1}", "json-kind" },
        { "{\"name\":{@},\"depth\":1}", "json-missing" },
        { "{\"name\":{@\"dec\":\"00\"},\"depth\":1}", "json-member" },
        { "{\"name\":{\"hex\":\"00\",@\"hex\":\"00\"},\"depth\":1}", "json-member" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        check_marked(&level_record, rows[i].text, rows[i].rule);
}

static void names_must_be_known(void)
{
    static const ptl_field fields[] = {
        { "form", "", PTL_KIND_U16, PTL_ONE, AT(packed), .shift = 4, .bits = 3,
          .names = form_names },
        { "mood", "", PTL_KIND_I64, PTL_ONE, AT(mood), .names = mood_names, .optional = true },
    };
    static const ptl_record record = { "a thing", sizeof(chart), fields, .count = 2 };
    static const struct {
        const char *text, *rule;
    } rows[] = {
        { "{\"form\":\"round\"}", NULL },
        { "{\"form\":7}", NULL },
        { "{\"form\":@8}", "json-range" },
        { "{\"form\":@\"\"}", "json-name" },
        { "{\"form\":@\"roun\"}", "json-name" },
        { "{\"form\":@\"rounder\"}", "json-name" },
        { "{\"form\":@\"Round\"}", "json-name" },
        { "{\"form\":@\"5\"}", "json-name" },
        { "{\"form\":@true}", "json-kind" },
        { "{\"form\":0,\"mood\":\"merry\"}", NULL },
        { "{\"form\":0,\"mood\":\"-9007199254740993\"}", NULL }, /* large numbers are strings */
        { "{\"form\":0,\"mood\":@\"merrier\"}", "json-range" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        check_marked(&record, rows[i].text, rows[i].rule);
}

static void grids_must_have_their_sizes(void)
{
    static const ptl_field fields[] = {
        { "across", "", PTL_KIND_U32, PTL_ONE, AT(across) },
        { "down", "", PTL_KIND_U32, PTL_ONE, AT(down) },
        { "cell", "", PTL_KIND_U16, PTL_GRID, AT(cells), CELLS, .bits = 10 },
        { "fog", "", PTL_KIND_U16, PTL_GRID, AT(cells), CELLS, .shift = 10, .bits = 6 },
        { "twist", "", PTL_KIND_U8, PTL_GRID, AT(twist), CELLS, .optional = true },
    };
    static const ptl_record record = { "a map", sizeof(chart), fields, .count = COUNT(fields) };
    static const struct {
        const char *text, *rule;
    } rows[] = {
        { "{\"across\":2,\"down\":1,\"cell\":[[1,2]],\"fog\":[[3,4]]}", NULL },
        { "{\"fog\":[[3],[4]],\"cell\":[[1],[2]],\"down\":2,\"across\":1}", NULL },
        { "{\"across\":0,\"down\":0,\"cell\":[],\"fog\":[]}", NULL },
        { "{\"across\":0,\"down\":7,\"cell\":[],\"fog\":[],\"twist\":[]}", NULL },
        { "{\"across\":2,\"down\":2,\"cell\":[[1,2], @[3]],\"fog\":[[1,2],[3,4]]}", "json-count" },
        { "{\"across\":2,\"down\":2,\"cell\":[[1,2], @[3,4,5]]}", "json-count" },
        { "{\"across\":2,\"down\":2,\"cell\":[@[],[1,2]]}", "json-count" },
        { "{\"across\":2,\"down\":2,\"cell\":[[1,2],@[]]}", "json-count" },
        { "{\"across\":0,\"down\":1,\"cell\":[@[]],\"fog\":[[]]}", "json-count" },
        { "{\"across\":2,\"down\":2,\"cell\": @[[1,2]],\"fog\":[[1,2]]}", "json-count" },
        { "{\"across\":2,\"down\":1,\"cell\":@[[1,2],[3,4]],\"fog\":[[1,2],[3,4]]}", "json-count" },
        { "{\"across\":1,\"down\":1,\"cell\":@[],\"fog\":[]}", "json-count" },
        /* the right number of values in rows of the wrong width */
        { "{\"across\":2,\"down\":1,\"cell\":@[[1],[2]],\"fog\":[[1,2]]}", "json-count" },
        { "{\"across\":2,\"down\":1,\"cell\":[[1,2]],\"fog\":@[[1],[2]]}", "json-count" },
        { "{\"twist\":@[[1,2,3],[4,5,6]],\"across\":2,\"down\":3,\"cell\":[[1,2],[1,2],[1,2]],"
          "\"fog\":[[1,2],[1,2],[1,2]]}",
          "json-count" },
        /* slices of one list must be of one length */
        { "{\"across\":2,\"down\":1,\"cell\":[[1,2]],\"fog\":@[[1]]}", "json-count" },
        { "{\"across\":1,\"down\":1,\"cell\":[],\"fog\":@[[1]]}", "json-count" },
        { "{\"across\":1,\"down\":1,\"cell\":[[@1024]],\"fog\":[[1]]}", "json-range" },
        { "{\"across\":1,\"down\":1,\"cell\":[[1023]],\"fog\":[[@64]]}", "json-range" },
        { "{\"across\":1,\"down\":1,\"cell\":[@1],\"fog\":[[1]]}", "json-kind" },
        { "{\"across\":4294967295,\"down\":4294967295,\"cell\":@[[1]],\"fog\":[[1]]}",
          "json-count" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        check_marked(&record, rows[i].text, rows[i].rule);
}

static void columns_may_end_early_but_not_begin_late(void)
{
    static const ptl_field fields[] = {
        { "rows", "", PTL_KIND_RECORD, PTL_COLUMNS, .optional = true, .record = &row_record },
    };
    static const ptl_record record = { "a table", sizeof(chart), fields, .count = 1 };
    static const struct {
        const char *text, *rule;
    } rows[] = {
        { "{}", NULL },
        { "{\"rows\":[]}", NULL },
        { "{\"rows\":[[1,2,\"a\",3]]}", NULL },
        { "{\"rows\":[[1,2,\"a\",3],[1,2,\"b\"],[1,2],[1],[1]]}", NULL },
        { "{\"rows\":[[1,2,\"a\"],[1,2,\"b\",@9]]}", "json-count" },
        { "{\"rows\":[[1],[1,@2]]}", "json-count" },
        { "{\"rows\":[[1,2,\"a\",3,@4]]}", "json-count" },
        { "{\"rows\":[[1], @[]]}", "json-count" },
        { "{\"rows\":[@1]}", "json-kind" },
        { "{\"rows\":[[1,2,\"a\",@256]]}", "json-range" },
        { "{\"rows\":@{}}", "json-kind" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        check_marked(&record, rows[i].text, rows[i].rule);
}

static void cut_anywhere_a_chart_fails_once(void)
{
    chart       full = full_chart(), back;
    const char *text = written(&chart_record, &full, "chart");
    size_t      size = strlen(text) - 1; /* the last line end may be missing */

    for (size_t length = 0; length < size; length++) {
        char    *cut  = malloc(length ? length : 1); /* of its own, for the sanitizer */
        uint32_t line = 1, column = 1;
        fixture  f;

        CHECK(cut != NULL);
        memcpy(cut, text, length);
        read_back(&f, cut, length, &chart_record, &back);
        CHECK_UINT(f.job.error.status, PTL_E_SYNTAX);
        CHECK_UINT(f.heard, 1);
        CHECK(f.last.offset <= length);
        for (size_t i = 0; i < f.last.offset; i++) {
            column = text[i] == '\n' ? 1 : column + 1;
            line += text[i] == '\n';
        }
        CHECK_UINT(f.last.line, line);
        CHECK_UINT(f.last.column, column);
        fixture_end(&f);
        free(cut);
    }
}

static void every_failed_allocation_ends_the_reading(void)
{
    chart       full    = full_chart(), back;
    const char *text    = written(&chart_record, &full, "chart");
    size_t      fail_at = 1;

    for (bool failed = true; failed; fail_at++) {
        fixture f;

        fixture_begin(&f, text, strlen(text));
        f.fail_at = fail_at;
        back      = (chart){ 0 };
        ptl_record_read(&f.job, f.job.source, &chart_record, &back);
        failed = !ptl_ok(&f.job);
        if (failed)
            CHECK_FAILED(&f, PTL_E_MEMORY, "memory");
        fixture_end(&f);
    }
    CHECK(fail_at > 20);
}

static void every_failed_allocation_ends_the_writing(void)
{
    chart  full    = full_chart();
    size_t fail_at = 1;

    for (bool failed = true; failed; fail_at++) {
        fixture f;
        ptl_buf out;

        fixture_begin(&f, NULL, 0);
        f.fail_at = fail_at;
        out       = ptl_buf_of(&f.job, NULL);
        ptl_record_write(&out, &chart_record, &full, "chart");
        ptl_record_page(&out, &chart_record, &full);
        ptl_record_schema(&out, &chart_record, "Chart", "chart");
        ptl_record_fields(&out, &chart_record);
        failed = !ptl_ok(&f.job);
        if (failed)
            CHECK_FAILED(&f, PTL_E_MEMORY, "memory");
        ptl_buf_free(&out);
        fixture_end(&f);
    }
    CHECK(fail_at > 5);
}

/* ---- Nesting -------------------------------------------------------------------------------- */

typedef struct tree tree;
struct tree {
    uint8_t size;
    LIST(tree) below;
};

static const ptl_record tree_record;
static const ptl_field  tree_fields[] = {
     { "size", "", PTL_KIND_U8, PTL_ONE, .offset = offsetof(tree, size), .high = 1 },
     { "below", "", PTL_KIND_RECORD, PTL_LIST, .offset = offsetof(tree, below), .optional = true,
       .record = &tree_record },
};
static const ptl_record tree_record = { "a tree", sizeof(tree), tree_fields, .count = 2 };

static void a_record_may_nest_as_deep_as_the_limit(void)
{
    tree        trees[34] = { { 0 } }, back;
    char        text[16384];
    fixture     f;
    const char *deepest;

    for (size_t i = 0; i + 1 < COUNT(trees); i++) { /* each an object in a list: twice as deep */
        trees[i].below.data  = &trees[i + 1];
        trees[i].below.count = 1;
    }
    trees[31].below.count = 0;
    trees[31].size        = 2;
    check_round_trip(&tree_record, &trees[0], &back);

    fixture_begin(&f, NULL, 0); /* the path does not fit, and is cut */
    ptl_record_check(&f.job, &tree_record, &trees[0], NULL);
    CHECK_UINT(f.heard, 1);
    CHECK(strncmp(f.last.path, "below[0]/below[0]/", 18) == 0);
    fixture_end(&f);

    trees[31].below.count = 1; /* object 33 would be at depth 65 */
    trees[32].below.count = 0;
    strcpy(text, written(&tree_record, &trees[0], NULL));
    read_back(&f, text, strlen(text), &tree_record, &back);
    CHECK_FAILED(&f, PTL_E_LIMIT, "limit-depth");
    deepest = strrchr(text, '{');
    CHECK_UINT(f.last.offset, (size_t)(deepest - text));
    fixture_end(&f);
}

static void what_is_skipped_may_nest_no_deeper(void)
{
    char    text[300] = "{\"$schema\":";
    tree    back;
    fixture f;

    memset(text + 11, '[', 64);
    read_back(&f, text, strlen(text), &tree_record, &back);
    CHECK_FAILED(&f, PTL_E_LIMIT, "limit-depth");
    CHECK_UINT(f.last.offset, 11 + 63);
    fixture_end(&f);
}

/* ---- Ranges --------------------------------------------------------------------------------- */

static const chart *placed; /* what the place callback must be asked about */

static uint64_t chart_place(const void *data, const ptl_field *field, size_t index)
{
    CHECK(data == placed);
    return (uint64_t)(field - (field->offset >= offsetof(chart, x) &&
                                       field->offset <= offsetof(chart, light)
                                   ? row_fields
                                   : chart_fields)) *
               100 +
           index;
}

typedef struct findings {
    char   text[4096];
    size_t count;
} findings;

static void note_finding(void *user, const ptl_diag *d)
{
    findings *all  = user;
    size_t    used = strlen(all->text);

    CHECK_TEXT(d->rule, "range");
    CHECK_UINT(d->severity, PTL_ERROR);
    CHECK_UINT(d->status, PTL_OK);
    all->count++;
    if (d->offset == PTL_NOWHERE)
        snprintf(all->text + used, sizeof all->text - used, "%s: %s\n", d->path, d->message);
    else
        snprintf(all->text + used, sizeof all->text - used, "%s @%llu: %s\n", d->path,
                 (unsigned long long)d->offset, d->message);
}

static const char *findings_of(const chart *data, ptl_place *place)
{
    static findings all;
    fixture         f;

    fixture_begin(&f, NULL, 0);
    f.job.text     = false;
    f.job.listener = (ptl_listener){ note_finding, &all };
    all            = (findings){ .count = 0 };
    placed         = data;
    ptl_record_check(&f.job, &chart_record, data, place);
    CHECK(ptl_ok(&f.job)); /* findings stop nothing */
    fixture_end(&f);
    return all.text;
}

static void legal_values_are_not_found(void)
{
    chart empty = { 0 };

    CHECK_TEXT(findings_of(&empty, chart_place), "");
}

static void illegal_values_are_found_with_their_path(void)
{
    uint16_t cells[8]  = { [3] = 1000, [7] = 1023 };
    level    levels[3] = { [0].depth = 1, [1].depth = 9, [2].depth = 10, [2].middle.y = -10 };
    uint8_t  lights[3] = { 100, 101, 0 };
    uint64_t u64s[]    = { 5, 6, UINT64_MAX };
    int16_t  i16s[]    = { -5, -6, 5, 6 };
    point    points[]  = { { 0, 10, false } };
    chart    bad       = { .packed = 13 | 1 << 4,
                           .kind   = 1,
                           .mood   = -2,
                           .across = 4,
                           .down   = 2,
                           .cells  = OF(cells),
                           .home   = { 0, -10, false },
                           .levels = OF(levels),
                           .light  = OF(lights),
                           .u64s   = OF(u64s),
                           .i16s   = OF(i16s),
                           .points = OF(points) };

    CHECK_TEXT(findings_of(&bad, chart_place),
               "colour @1200: colour is 13, allowed are 0 to 12\n"
               "form @1300: form is 1, which has no meaning\n"
               "kind @1700: kind is 1, which has no meaning\n"
               "mood @1800: mood is -2, which has no meaning\n"
               "cell[3,0] @2103: cell is 1000, allowed are 0 to 999\n"
               "cell[3,1] @2107: cell is 1023, allowed are 0 to 999\n"
               "home/y: y is -10, allowed are -9 to 9\n"
               "levels[2]/depth: depth is 10, allowed are 1 to 9\n"
               "levels[2]/middle/y: y is -10, allowed are -9 to 9\n"
               "light[1] @301: light is 101, allowed are 0 to 100\n"
               "u64s[1] @3101: u64s is 6, allowed are 0 to 5\n"
               "u64s[2] @3102: u64s is 18446744073709551615, allowed are 0 to 5\n"
               "i16s[1] @3201: i16s is -6, allowed are -5 to 5\n"
               "i16s[3] @3203: i16s is 6, allowed are -5 to 5\n"
               "points[0]/y: y is 10, allowed are -9 to 9\n");
    bad = (chart){ .kind = 1 };
    CHECK_TEXT(findings_of(&bad, NULL), "kind: kind is 1, which has no meaning\n");
}

/* ---- Things of several kinds ---------------------------------------------------------------- */

static thing few_things[] = {
    { 100, BOX, { 1, 2.5f, -3 }, 0, { 0, 4 }, { { NULL, 0 }, { NULL, 0 } } },
    { 200, BALL, { 0, 0, 0 }, 7, { 0, 0 }, { { NULL, 0 }, STR("b") } },
    { 300, BALL, { 0, 0, 0 }, 1, { 0, 0 }, { { NULL, 0 }, { NULL, 0 } } },
};

static void things_come_back_on_a_line_each(void)
{
    static const char want[] = "{\n  \"things\": [\n"
                               "    { \"kind\": \"box\", \"corner\": [1, 2.5, -3], "
                               "\"sides\": [0, 4] },\n"
                               "    { \"kind\": \"ball\", \"radius\": 7, "
                               "\"names\": [\"\", \"b\"] },\n"
                               "    { \"kind\": \"ball\", \"radius\": 1 }\n"
                               "  ]\n}\n";
    shelf             before = { OF(few_things) }, after;

    CHECK_TEXT(written(&shelf_record, &before, NULL), want);
    check_round_trip(&shelf_record, &before, &after);
}

static void a_kind_has_its_own_members(void)
{
    static const struct {
        const char *text, *rule;
    } rows[] = {
        { "{\"kind\":\"box\",\"corner\":[1,2,3]}", NULL },
        { "{\"corner\":[1,2,3],\"kind\":\"box\"}", NULL },
        { "{\"kind\":\"ball\",\"radius\":1}", NULL },
        { "{\"kind\":200}", NULL },
        { "{\"kind\":\"box\"@}", "json-missing" },
        { "{\"kind\":\"ball\"@}", "json-missing" },
        { "{\"kind\":\"box\",\"corner\":[1,2,3],\"radius\":@1}", "json-member" },
        { "{\"corner\":@[1,2,3],\"kind\":\"ball\",\"radius\":1}", "json-member" },
        { "{\"kind\":200,\"radius\":@1}", "json-member" },
        { "{\"kind\":\"box\",\"corner\": @[1,2]}", "json-count" },
        { "{\"kind\":\"box\",\"corner\":@[1,2,3,4]}", "json-count" },
        { "{\"kind\":\"box\",\"corner\":@[]}", "json-count" },
        { "{\"kind\":\"box\",\"corner\":@1}", "json-kind" },
        { "{\"kind\":\"box\",\"corner\":[1,@\"2\",3]}", "json-number" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        check_marked(&thing_record, rows[i].text, rows[i].rule);
}

static void placed_records_say_where_they_stand(void)
{
    thing    things[] = { few_things[0], few_things[1], few_things[2] };
    shelf    all      = { OF(things) };
    findings found    = { .count = 0 };
    fixture  f;

    things[0].radius   = 10; /* a box has none */
    things[0].sides[1] = 5;
    things[2].radius   = 0;
    fixture_begin(&f, NULL, 0);
    f.job.text     = false;
    f.job.listener = (ptl_listener){ note_finding, &found };
    ptl_record_check(&f.job, &shelf_record, &all, NULL);
    CHECK_TEXT(found.text, "things[0]/sides[1] @100: sides is 5, allowed are 0 to 4\n"
                           "things[2]/radius @300: radius is 0, allowed are 1 to 9\n");
    fixture_end(&f);
}

/* ---- Pages and descriptions ----------------------------------------------------------------- */

/* What a walker wrote, in a static place, terminated. */
static const char *kept(fixture *f, ptl_buf *out)
{
    static char text[32768];

    CHECK(ptl_ok(&f->job));
    CHECK(out->size < sizeof text);
    memcpy(text, out->data, out->size);
    text[out->size] = 0;
    ptl_buf_free(out);
    fixture_end(f);
    return text;
}

static const char *page_of(const ptl_record *record, const void *data)
{
    fixture f;
    ptl_buf out;

    fixture_begin(&f, NULL, 0);
    out = ptl_buf_of(&f.job, NULL);
    ptl_record_page(&out, record, data);
    return kept(&f, &out);
}

static void a_page_is_for_people(void)
{
    double                 range[] = { -1.23456, 1e22 }, huge = 1.7976931348623157e308;
    chart                  full = full_chart();
    const char            *page;
    static const ptl_field one    = { "a_long_name_that_passes", "", PTL_KIND_F64, PTL_ONE,
                                      .offset = 0 };
    const ptl_record       record = { "a number", sizeof huge, &one, .count = 1 };

    full.f64s.data  = range;
    full.f64s.count = 2;
    full.f32        = 2.71828f;
    full.f64        = -0.0004;
    page            = page_of(&chart_record, &full);
    CHECK(strncmp(page, "u8                  255\n", 24) == 0);
    CHECK(strstr(page, "\nu64                 18446744073709551615\n"));
    CHECK(strstr(page, "\ni64                 -9223372036854775808\n"));
    CHECK(strstr(page, "\nf32                 2.718\n"));
    CHECK(strstr(page, "\nf64                 0\n"));
    CHECK(strstr(page, "\ntruth               yes\n"));
    CHECK(strstr(page, "\ntext                \\xc3( is not UTF-8\n"));
    CHECK(strstr(page, "\nbytes               3 bytes\n"));
    CHECK(strstr(page, "\nform                round\n"));
    CHECK(strstr(page, "\nmood                grim\n"));
    CHECK(strstr(page, "\nhome                x -5, y 6, lit yes\n"));
    CHECK(strstr(page, "\nlevels              cellar  1  x 1, y 2, lit yes  0 to 0\n"
                       "                    \\xffpit  9  none  \n"));
    CHECK(strstr(page, "\nrows                3 rows\n"));
    CHECK(strstr(page, "\ntruths              yes no\n"));
    CHECK(strstr(page, "\nf64s                -1.235 to 1e22\n"));
    CHECK(strstr(page, "\nu64s                0 9007199254740991 9007199254740992 "
                       "18446744073709551615\n"));
    CHECK_TEXT(page_of(&record, &huge), "a long name that passes 1.7976931348623157e308\n");
    memset(&huge, 0xFF, sizeof huge);
    CHECK_TEXT(page_of(&record, &huge), "a long name that passes not finite\n");
}

static const char *schema_of(const ptl_record *record, const char *tag)
{
    fixture f;
    ptl_buf out;

    fixture_begin(&f, NULL, 0);
    out = ptl_buf_of(&f.job, NULL);
    ptl_record_schema(&out, record, "A \"chart\"", tag);
    return kept(&f, &out);
}

static void a_schema_is_json_and_says_what_is_legal(void)
{
    static const char *const wanted[] = {
        "\"$schema\": \"https://json-schema.org/draft/2020-12/schema\"",
        "\"title\": \"A \\\"chart\\\"\"",
        "\"required\": [\"portolan\", \"u8\", ",
        "\"portolan\": { \"const\": \"chart\" }",
        "\"additionalProperties\": false",
        "\"description\": \"any \\\"text\\\"\"",
        "\"u8\": { \"description\": \"8 bits\", \"allOf\": "
        "[{ \"type\": \"integer\", \"minimum\": 0, \"maximum\": 255 }] }",
        "\"minimum\": 0, \"maximum\": 4294967295 }",
        "\"minimum\": -32768, \"maximum\": 32767 }",
        "\"minimum\": -2147483648, \"maximum\": 2147483647 }",
        "\"i64\": { \"description\": \"64 bits\", \"allOf\": "
        "[{ \"type\": [\"integer\", \"string\"] }] }",
        "\"colour\": { \"description\": \"low bits\", \"allOf\": "
        "[{ \"type\": \"integer\", \"minimum\": 0, \"maximum\": 12 }] }",
        "\"flag\": { \"description\": \"top bit\", \"allOf\": "
        "[{ \"type\": \"integer\", \"minimum\": 0, \"maximum\": 1 }] }",
        "\"high\": { \"description\": \"half\", \"allOf\": "
        "[{ \"type\": \"integer\", \"minimum\": 0, \"maximum\": 255 }] }",
        "{ \"enum\": [\"grim\", \"calm\", \"merry\"] }",
        "\"f32\": { \"description\": \"single\", \"allOf\": [{ \"anyOf\": [{ \"type\": \"number\" "
        "}, "
        "{ \"type\": \"string\", \"pattern\": \"^0x[0-9a-f]{8}$\" }] }] }",
        "\"pattern\": \"^0x[0-9a-f]{16}$\"",
        "\"cell\": { \"description\": \"what is there\", \"type\": \"array\", \"items\": "
        "{ \"type\": \"array\", \"items\": "
        "{ \"type\": \"integer\", \"minimum\": 0, \"maximum\": 999 } } }",
        "\"prefixItems\": [",
        "\"required\": [\"x\", \"y\"]",
    };
    const char *text = schema_of(&chart_record, "chart");
    fixture     f;
    ptl_json_in in;

    for (size_t i = 0; i < COUNT(wanted); i++)
        if (!strstr(text, wanted[i]))
            test_fail(__FILE__, __LINE__, "the schema has no %s", wanted[i]);
    CHECK(!strstr(text, "\"twist\", "));
    for (int with = 0; with < 2; with++) {
        text = schema_of(&chart_record, with ? "chart" : NULL);
        fixture_begin(&f, text, strlen(text));
        in = ptl_json_in_of(&f.job, f.job.source);
        ptl_json_skip(&in);
        ptl_json_end(&in);
        CHECK_TEXT(f.job.error.message, "");
        ptl_json_in_free(&in);
        fixture_end(&f);
    }
    CHECK(!strstr(schema_of(&chart_record, NULL), "portolan"));
    text = schema_of(&shelf_record, NULL);
    CHECK(strstr(text, "\"required\": [\"kind\"]"));
    CHECK(strstr(text, "\"type\": \"array\", \"minItems\": 3, \"maxItems\": 3, \"items\": "));
}

static void fields_make_a_table(void)
{
    fixture f;
    ptl_buf out;

    fixture_begin(&f, NULL, 0);
    out = ptl_buf_of(&f.job, NULL);
    ptl_record_fields(&out, &level_record);
    CHECK_TEXT(kept(&f, &out), "| field | kind | legal | meaning |\n"
                               "| --- | --- | --- | --- |\n"
                               "| `name` | text | any | as painted on the door |\n"
                               "| `depth` | u8 | 1 to 9 | below ground |\n"
                               "| `middle` * | record | any | its middle |\n"
                               "| `middle.x` | i16 | any | east |\n"
                               "| `middle.y` | i32 | -9 to 9 | south |\n"
                               "| `middle.lit` * | bool | any | by a lamp |\n"
                               "| `heights` * | list of f32 | any | of the steps |\n");
}

static void fields_name_shapes_and_names(void)
{
    fixture     f;
    ptl_buf     out;
    const char *text;

    fixture_begin(&f, NULL, 0);
    out = ptl_buf_of(&f.job, NULL);
    ptl_record_fields(&out, &chart_record);
    text = kept(&f, &out);
    CHECK(strstr(text, "| `form` | 3 bits | `flat`, `round` | named bits |\n"));
    CHECK(strstr(text, "| `cell` | rows of 10 bits | 0 to 999 | what is there |\n"));
    CHECK(strstr(text, "| `twist` * | rows of u8 | any | slopes |\n"));
    CHECK(strstr(text, "| `rows` * | table | any | x, y, tag and light |\n"
                       "| `rows[].x` | list of f32 | any | east |\n"));
    CHECK(strstr(text, "| `levels[].middle.y` | i32 | -9 to 9 | south |\n"));
    CHECK(strstr(text, "| `pieces` | list of bytes | any | list |\n"));
    fixture_begin(&f, NULL, 0);
    out = ptl_buf_of(&f.job, NULL);
    ptl_record_fields(&out, &shelf_record);
    CHECK(strstr(kept(&f, &out), "| `things[].corner` * | 3 x f32 | any | x, y and z |\n"));
}

/* ---- Tags ----------------------------------------------------------------------------------- */

static void a_tag_is_found_in_front(void)
{
    static const struct {
        const char *text, *tag;
    } rows[] = {
        { "{\"portolan\":\"mpd\"", "mpd" },  { " {\r\n\t\"portolan\" : \"mpd\", ", "mpd" },
        { "{\"portolan\":\"md2\"}", "md2" }, { "{\"portolan\":\"\"}", "" },
        { "{\"portolan\":\"mpd", "" },       { "{\"portolan\":\"m\\u0070d\"}", "" },
        { "{\"portolan\":7}", "" },          { "{\"other\":1,\"portolan\":\"mpd\"}", "" },
        { "{\"portola\":\"mpd\"}", "" },     { "{ \" portolan\":\"mpd\"}", "" },
        { "[\"portolan\":\"mpd\"]", "" },    { "", "" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t  size = strlen(rows[i].text);
        char   *text = malloc(size ? size : 1); /* of its own, for the sanitizer */
        ptl_str tag;

        CHECK(text != NULL);
        memcpy(text, rows[i].text, size);
        tag = ptl_record_tag((ptl_span){ (const uint8_t *)text, size });
        CHECK_BYTES(tag.data, tag.size, rows[i].tag, strlen(rows[i].tag));
        free(text);
    }
    CHECK_UINT(ptl_record_tag((ptl_span){ NULL, 0 }).size, 0);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(a_full_chart_comes_back),
        TEST(an_empty_chart_comes_back),
        TEST(floats_that_are_no_numbers_come_back),
        TEST(values_without_a_name_come_back),
        TEST(members_come_in_any_order),
        TEST(a_text_reads_well),
        TEST(lists_grids_and_tables_read_well),
        TEST(sixteen_values_are_one_line),
        TEST(what_is_optional_and_empty_is_left_out),
        TEST(negative_zero_is_not_empty),
        TEST(members_must_fit_the_record),
        TEST(texts_may_be_bytes),
        TEST(names_must_be_known),
        TEST(grids_must_have_their_sizes),
        TEST(columns_may_end_early_but_not_begin_late),
        TEST(cut_anywhere_a_chart_fails_once),
        TEST(every_failed_allocation_ends_the_reading),
        TEST(every_failed_allocation_ends_the_writing),
        TEST(a_record_may_nest_as_deep_as_the_limit),
        TEST(what_is_skipped_may_nest_no_deeper),
        TEST(legal_values_are_not_found),
        TEST(illegal_values_are_found_with_their_path),
        TEST(things_come_back_on_a_line_each),
        TEST(a_kind_has_its_own_members),
        TEST(placed_records_say_where_they_stand),
        TEST(a_page_is_for_people),
        TEST(a_schema_is_json_and_says_what_is_legal),
        TEST(fields_make_a_table),
        TEST(fields_name_shapes_and_names),
        TEST(a_tag_is_found_in_front),
    };

    return run_tests("record", tests, COUNT(tests));
}
