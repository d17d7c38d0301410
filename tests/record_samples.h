/* SPDX-License-Identifier: MIT */
/* Made-up structs that use every kind and every shape of the record tables. */
#ifndef PTL_TESTS_RECORD_SAMPLES_H
#define PTL_TESTS_RECORD_SAMPLES_H

#include "core/json.h"
#include "core/record.h"
#include "fixture.h"
#include <stdio.h>

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

    uint16_t packed; /* color, form and flag */
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

static const ptl_name form_names[] = { { 0, "flat" }, { 5, "round" }, { 0, "" } };
static const ptl_name mood_names[] = { { -1, "grim" }, { 0, "calm" }, { 7, "merry" }, { 0, "" } };

#define AT(member) .offset = offsetof(chart, member)
#define CELLS .across = offsetof(chart, across), .down = offsetof(chart, down)

static const ptl_field row_fields[] = {
    { "x", "east", PTL_KIND_F32, PTL_LIST, AT(x) },
    { "y", "south", PTL_KIND_F32, PTL_LIST, AT(y) },
    { "tag", "a word", PTL_KIND_TEXT, PTL_LIST, AT(tag) },
    { "light", "gray level", PTL_KIND_U8, PTL_LIST, AT(light), .high = 100 },
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
    { "color", "low bits", PTL_KIND_U16, PTL_ONE, AT(packed), .bits = 4, .high = 12 },
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

static inline chart full_chart(void)
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

static const ptl_name  thing_names[]  = { { BOX, "box" }, { BALL, "ball" }, { 0, "" } };
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

static thing few_things[] = {
    { 100, BOX, { 1, 2.5f, -3 }, 0, { 0, 4 }, { { NULL, 0 }, { NULL, 0 } } },
    { 200, BALL, { 0, 0, 0 }, 7, { 0, 0 }, { { NULL, 0 }, STR("b") } },
    { 300, BALL, { 0, 0, 0 }, 1, { 0, 0 }, { { NULL, 0 }, { NULL, 0 } } },
};

/* ---- Comparing without JSON ----------------------------------------------------------------- */

static inline bool same_record(const ptl_record *record, const void *a, const void *b);

static inline bool same_value(const ptl_field *field, const void *a, const void *b)
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

static inline bool same_record(const ptl_record *record, const void *a, const void *b)
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

#endif
