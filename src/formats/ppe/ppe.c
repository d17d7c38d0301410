/* SPDX-License-Identifier: MIT */
/* PixelPerfectEngine tile maps (.map, .mbf): reading, writing and the format's row. Little-endian.
 *
 *   at  size  field
 *    0     4  flags: layout, sections, coder, bits for the game's author
 *    4   4+4  width and height in cells, signed; N is their product
 *   12        the payload, plain or through one coder:
 *       4N      cells, left to right, then top to bottom
 *      32N      corners, four of 8 bytes for each cell    with flag 4
 *   1-8 N       logic values of 8 to 64 bits              new layout with flag 0
 *             whatever follows is kept
 * What we know beyond this table: docs/formats/ppe.md */
#include <string.h>

#include "core/bytes.h"
#include "core/codec.h"
#include "core/cursor.h"
#include "core/num.h"
#include "core/words.h"
#include "formats/ppe/ppe_private.h"

const ptl_name ptl_ppe_layout_names[] = { { PTL_PPE_OLD, "old" },
                                          { PTL_PPE_NEW, "new" },
                                          { 0, "" } };
const ptl_name ptl_ppe_coder_names[]  = { { PTL_PPE_PLAIN, "none" }, { PTL_PPE_RLE, "rle" },
                                          { PTL_PPE_LZW, "lzw" },    { PTL_PPE_ZLIB, "zlib" },
                                          { PTL_PPE_ZSTD, "zstd" },  { 0, "" } };
const ptl_name ptl_ppe_width_names[]  = {
     { 0, "8" }, { 1, "16" }, { 2, "32" }, { 3, "64" }, { 0, "" }
};
static const ptl_name unit_names[] = { { 0, "element" }, { 1, "byte" }, { 0, "" } };

static const ptl_name tile_words[]   = { { PTL_PPE_EMPTY, "empty" }, { 0, "" } };
static const ptl_name mirror_words[] = {
    { 0, "none" }, { 1, "x" }, { 2, "y" }, { 3, "xy" }, { 0, "" }
};
static const ptl_name transform_words[] = {
    { 0, "none" },   { 1, "x" },      { 2, "y" },       { 3, "xy" }, { 4, "swap" },
    { 5, "swap_x" }, { 6, "swap_y" }, { 7, "swap_xy" }, { 0, "" },
};

/* ---- Records -------------------------------------------------------------------------------- */

#define CORNER(name, help, kind)                                                                   \
    {                                                                                              \
#name, help, kind, PTL_ONE, .offset = offsetof(ptl_ppe_corner, name)                       \
    }

static const ptl_field corner_fields[] = {
    CORNER(red, "128 is neutral, below darkens, above brightens", PTL_KIND_U8),
    CORNER(green, "the same", PTL_KIND_U8),
    CORNER(blue, "the same", PTL_KIND_U8),
    CORNER(alpha, "255 is opaque", PTL_KIND_U8),
    CORNER(light_x, "direction of the light", PTL_KIND_I16),
    CORNER(light_y, "the same, downwards", PTL_KIND_I16),
};

static const ptl_record corner_record = { "a corner", sizeof(ptl_ppe_corner), corner_fields, 6,
                                          .one_line = true };

#define MAP(member) .offset = offsetof(ptl_ppe, member)
#define FLAG(name, help, first, count)                                                             \
    {                                                                                              \
        name, help, PTL_KIND_U32, PTL_ONE, MAP(flags), .shift = first, .bits = count,              \
                                                       .optional = true                            \
    }
#define CELLS                                                                                      \
    PTL_KIND_U32, PTL_GRID, MAP(cells), .across = offsetof(ptl_ppe, width),                        \
                                        .down = offsetof(ptl_ppe, height)
#define OLD .kinds = 1u << PTL_PPE_OLD, .kind_at = offsetof(ptl_ppe, layout), .optional = true
#define NEW .kinds = 1u << PTL_PPE_NEW, .kind_at = offsetof(ptl_ppe, layout), .optional = true

static const ptl_field map_fields[] = {
    { "layout", "of the cells", PTL_KIND_U8, PTL_ONE, MAP(layout), .names = ptl_ppe_layout_names },
    { "coder", "what the payload goes through", PTL_KIND_U8, PTL_ONE, MAP(coder),
      .names = ptl_ppe_coder_names, .standing = PTL_MANNER },
    { "rle_unit", "what runs count", PTL_KIND_U8, PTL_ONE, MAP(rle_bytes), .names = unit_names,
      .optional = true, .standing = PTL_MANNER },
    { "logic_width", "bits of a logic value", PTL_KIND_U8, PTL_ONE, MAP(logic_width),
      .names = ptl_ppe_width_names, .optional = true },
    { "user", "flags of the game's author", PTL_KIND_U8, PTL_ONE, MAP(user), .optional = true },
    FLAG("extra", "old layout: p holds data; new layout: there is a logic section", 0, 1),
    FLAG("palette_data", "the palette selector holds data of the game's author", 1, 1),
    FLAG("axis_swap", "old layout: the lowest bit of p swaps the axes", 2, 1),
    FLAG("graphics", "there is a graphics section", 4, 1),
    FLAG("reserved_5", "bits 5 to 7 of the flags", 5, 3),
    FLAG("reserved_12", "bits 12 to 15", 12, 4),
    FLAG("reserved_18", "bits 18 to 23", 18, 6),
    { "width", "cells across", PTL_KIND_U32, PTL_ONE, MAP(width), .low = 1, .high = INT32_MAX },
    { "height", "cells down", PTL_KIND_U32, PTL_ONE, MAP(height), .low = 1, .high = INT32_MAX },
    { "tile", "65535 is empty", CELLS, .bits = 16, PTL_WORDS(tile_words) },
    { "mirror", "old layout: 1 mirrors left and right, 2 top and bottom", CELLS, .shift = 16,
      .bits = 2, PTL_WORDS(mirror_words), OLD },
    { "p", "old layout: six more bits", CELLS, .shift = 18, .bits = 6, OLD },
    { "selector", "old layout: palette", CELLS, .shift = 24, .bits = 8, OLD },
    { "palette", "new layout: palette", CELLS, .shift = 16, .bits = 12, NEW },
    { "transform", "new layout: mirror as in the old, 4 swaps the axes before that", CELLS,
      .shift = 28, .bits = 3, PTL_WORDS(transform_words), NEW },
    { "priority", "new layout: 1 is drawn above everything", CELLS, .shift = 31, .bits = 1, NEW },
    { "corners", "four for each cell: upper left, upper right, lower left, lower right",
      PTL_KIND_RECORD, PTL_LIST, MAP(corners), .across = offsetof(ptl_ppe, width),
      .down = offsetof(ptl_ppe, height), .record = &corner_record, .optional = true },
    { "logic", "values that mean what the game wants", PTL_KIND_U64, PTL_GRID, MAP(logic),
      .across = offsetof(ptl_ppe, width), .down = offsetof(ptl_ppe, height), .optional = true },
    { "tail", "what follows the payload", PTL_KIND_BYTES, PTL_ONE, MAP(tail), .optional = true },
};

static const ptl_record map_record = { "a PixelPerfectEngine map", sizeof(ptl_ppe), map_fields,
                                       sizeof map_fields / sizeof *map_fields };

/* ---- The header ----------------------------------------------------------------------------- */

uint32_t ptl_ppe_header_flags(const ptl_ppe *map)
{
    if (!map)
        return 0;
    return map->flags | (uint32_t)map->layout << PPE_FLAG_LAYOUT |
           (map->coder && map->coder <= PTL_PPE_ZSTD
                ? 1u << (PPE_FLAG_CODER + map->coder - PTL_PPE_RLE)
                : 0) |
           (uint32_t)map->logic_width << PPE_FLAG_WIDTH | (uint32_t)map->user << PPE_FLAG_USER;
}

static uint64_t cell_limit(ptl_job *job)
{
    const ptl_setting *given = ptl_setting_of(job, "max-cells");
    uint64_t           limit = PTL_PPE_MAX_CELLS;
    const char        *end   = given ? (const char *)given->data + given->size : NULL;

    if (given && (ptl_parse_u64(given->data, end, &limit) != end || limit < 1 || limit > INT32_MAX))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "max-cells is a number from 1 to %ld",
                 (long)INT32_MAX);
    return limit;
}

/* Maps of 2018 had the length of the file after the flags; nothing else says so. */
static bool is_2018(ptl_span source)
{
    uint64_t w, h;

    if (source.size < PPE_HEADER_2018 || ptl_load_u32le(source.data) & PPE_FLAGS_AFTER_2018 ||
        ptl_load_u32le(source.data + 4) != source.size)
        return false;
    w = ptl_load_u32le(source.data + 8);
    h = ptl_load_u32le(source.data + 12);
    return w > 0 && h > 0 && w <= INT32_MAX && h <= INT32_MAX &&
           w * h == (source.size - PPE_HEADER_2018) / PPE_CELL &&
           (source.size - PPE_HEADER_2018) % PPE_CELL == 0;
}

/* Whether what follows a header of 12 bytes can be what it promises. */
static bool fits(ptl_span source, const ptl_ppe *map)
{
    if (map->width < 1 || map->width > INT32_MAX || map->height < 1 || map->height > INT32_MAX)
        return false;
    return map->coder ||
           (ppe_cells(map) <= source.size && PPE_HEADER + ptl_ppe_plan_of(map).size <= source.size);
}

static void read_size(ptl_job *job, uint64_t at, const char *what, uint32_t size)
{
    if (size < 1 || size > INT32_MAX)
        ptl_fail(job, PTL_E_SYNTAX, at, "ppe-size", "%s is %ld; allowed: 1 to %ld", what,
                 (long)(int32_t)size, (long)INT32_MAX);
}

static void read_header(ptl_job *job, ptl_span source, ptl_ppe *map)
{
    uint64_t limit = cell_limit(job);
    bool     one_coder;

    if (source.size < PPE_HEADER) {
        ptl_fail(job, PTL_E_SYNTAX, source.size, "ppe-header",
                 "a file of size %zu is shorter than the header of %d bytes", source.size,
                 PPE_HEADER);
        return;
    }
    one_coder   = ptl_ppe_take_flags(map, ptl_load_u32le(source.data));
    map->width  = ptl_load_u32le(source.data + 4);
    map->height = ptl_load_u32le(source.data + 8);
    if (!fits(source, map) && is_2018(source)) {
        map->header = PPE_HEADER_2018;
        map->width  = ptl_load_u32le(source.data + 8);
        map->height = ptl_load_u32le(source.data + 12);
        ptl_warn(job, 4, "ppe-header-2018",
                 "the header is of the form of 2018, which is read but not written");
    }
    read_size(job, map->header - 8u, "width", map->width);
    read_size(job, map->header - 4u, "height", map->height);
    if (ptl_ok(job) && map->height > limit / map->width)
        ptl_fail(job, PTL_E_LIMIT, map->header - 8u, "ppe-too-large",
                 "%lu x %lu cells exceed the limit of %llu", (unsigned long)map->width,
                 (unsigned long)map->height, (unsigned long long)limit);
    if (!one_coder)
        ptl_fail(job, PTL_E_SYNTAX, 1, "ppe-coders",
                 "more than one coder is set (0x%lx), and no order to undo them is known",
                 (unsigned long)(ptl_load_u32le(source.data) & 0xF00));
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* Which section a plain payload ends in. */
static void fail_short(ptl_job *job, const ppe_plan *plan, ptl_span source, uint64_t header)
{
    uint64_t left = source.size - header;
    unsigned i    = 0;

    for (; i + 1 < plan->count && left >= plan->section[i].count * plan->section[i].unit; i++)
        left -= plan->section[i].count * plan->section[i].unit;
    ptl_fail(job, PTL_E_SYNTAX, source.size, "truncated",
             "the file ends inside the %s: %llu bytes of payload are needed, %llu are there",
             plan->section[i].name, (unsigned long long)plan->size,
             (unsigned long long)(source.size - header));
}

/* The payload of a file without a coder: left in place where that is possible. */
static uint8_t *plain_payload(ptl_job *job, const ptl_ppe *map, ptl_span source, uint64_t size)
{
    const uint8_t *from = source.data + map->header;
    uint8_t       *copy;

    if (job->source_owned && (uintptr_t)from % sizeof(uint32_t) == 0) {
        job->source_kept = true;
        return (uint8_t *)from;
    }
    copy = ptl_arena_raw(job, size);
    if (copy)
        memcpy(copy, from, (size_t)size);
    return copy;
}

static uint8_t *read_payload(ptl_job *job, ptl_ppe *map, ptl_span source, uint64_t *end)
{
    ppe_plan plan  = ptl_ppe_plan_of(map);
    ptl_span coded = { source.data + map->header, source.size - map->header };
    uint64_t used  = plan.size;
    uint8_t *payload;

    if (map->coder && !ptl_setting_of(job, "max-cells")) /* who says how many means it */
        ptl_expand(job, map->header - 8u, ppe_cells(map), source.size);
    if (!ptl_ok(job)) {
        return NULL;
    } else if (map->coder) {
        payload = ptl_ppe_decode(job, map, coded, &used);
    } else if (coded.size < plan.size) {
        fail_short(job, &plan, source, map->header);
        return NULL;
    } else {
        payload = plain_payload(job, map, source, plan.size);
    }
    *end = map->header + used;
    return ptl_ok(job) ? payload : NULL;
}

static void take_corners(ptl_ppe_corner *corners, size_t count)
{
    uint8_t bytes[PPE_CORNER];

    for (size_t i = 0; i < count && !PTL_LITTLE_ENDIAN; i++) {
        memcpy(bytes, &corners[i], sizeof bytes);
        corners[i].light_x = (int16_t)ptl_load_u16le(bytes + 4);
        corners[i].light_y = (int16_t)ptl_load_u16le(bytes + 6);
    }
}

static uint64_t load_value(const uint8_t *from, unsigned width)
{
    switch (width) {
    case 0:
        return *from;
    case 1:
        return ptl_load_u16le(from);
    case 2:
        return ptl_load_u32le(from);
    default:
        return ptl_load_u32le(from) | (uint64_t)ptl_load_u32le(from + 4) << 32;
    }
}

/* Sections of a payload that belongs to the document become its lists. */
static void take_sections(ptl_job *job, ptl_ppe *map, uint8_t *payload)
{
    size_t n   = (size_t)ppe_cells(map);
    map->cells = (ptl_u32s){ (uint32_t *)(void *)payload, n };
    for (size_t i = 0; i < n && !PTL_LITTLE_ENDIAN; i++)
        map->cells.data[i] = ptl_load_u32le(payload + PPE_CELL * i);
    payload += PPE_CELL * n;
    if (map->flags & PTL_PPE_GRAPHICS) {
        map->corners = (ptl_ppe_corners){ (ptl_ppe_corner *)(void *)payload, PPE_CELL_CORNERS * n };
        take_corners(map->corners.data, map->corners.count);
        payload += PPE_CORNER * map->corners.count;
    }
    if (!ptl_ppe_has_logic(map))
        return;
    map->logic.data  = ptl_arena_raw(job, sizeof(uint64_t) * (uint64_t)n);
    map->logic.count = map->logic.data ? n : 0;
    for (size_t i = 0; i < map->logic.count; i++)
        map->logic.data[i] = load_value(payload + (i << map->logic_width), map->logic_width);
}

static void ppe_read(ptl_job *job, ptl_span source, void *native)
{
    ptl_ppe   *map = native;
    ptl_cursor in  = ptl_cursor_of(job, source);
    uint64_t   end = 0;
    uint8_t   *payload;

    if (ptl_ppe_is_csv(source)) {
        ptl_ppe_read_csv(job, source, map, cell_limit(job));
        return;
    }
    read_header(job, source, map);
    payload = ptl_ok(job) ? read_payload(job, map, source, &end) : NULL;
    if (!payload)
        return;
    take_sections(job, map, payload);
    in.at = end;
    if (ptl_ok(job) && ptl_left(&in) > 0) {
        ptl_warn(job, end, "trailing-bytes", "bytes after the payload: %llu",
                 (unsigned long long)ptl_left(&in));
        map->tail = ptl_u8_array(&in, ptl_left(&in));
    }
}

/* ---- Whether the parts fit ------------------------------------------------------------------ */

static void settle_count(ptl_job *job, const char *what, uint64_t count, uint64_t wanted)
{
    if (count == wanted)
        return;
    ptl_path(job, "%s", what);
    ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "ppe-count", "%s: %llu values, %llu are needed", what,
             (unsigned long long)count, (unsigned long long)wanted);
}

/* The member whose value means nothing, or NULL. */
static const char *meaningless(const ptl_ppe *map)
{
    return map->layout > PTL_PPE_NEW                            ? "layout"
           : map->coder > PTL_PPE_ZSTD                          ? "coder"
           : map->logic_width > 3                               ? "logic_width"
           : map->rle_bytes > 1                                 ? "rle_bytes"
           : map->flags & ~(PPE_KNOWN_FLAGS | PTL_PPE_RESERVED) ? "flags"
                                                                : NULL;
}

static void settle_header(ptl_job *job, const ptl_ppe *map)
{
    const char *wrong = meaningless(map);

    if (wrong) {
        ptl_path(job, "%s", wrong);
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "ppe-flags",
                 "layout, coder, width of logic values or flags have a value without a meaning");
    }
    if (map->header != PPE_HEADER && map->header != PPE_HEADER_2018 &&
        map->header != PPE_HEADER_NONE)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "ppe-header",
                 "a header of %u bytes; allowed: %d, %d", map->header, PPE_HEADER, PPE_HEADER_2018);
    if (map->width < 1 || map->width > INT32_MAX || map->height < 1 || map->height > INT32_MAX)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "ppe-size",
                 "%lu x %lu cells; allowed: 1 to %ld each way", (unsigned long)map->width,
                 (unsigned long)map->height, (long)INT32_MAX);
}

static void settle_logic(ptl_job *job, const ptl_ppe *map)
{
    uint64_t most = UINT64_MAX >> (64 - (8u << map->logic_width));

    for (size_t i = 0; map->logic_width < 3 && i < map->logic.count; i++)
        if (map->logic.data[i] > most) {
            ptl_path(job, "logic[%zu,%zu]", i % map->width, i / map->width);
            ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "ppe-logic",
                     "logic value %llu does not fit in %u bits",
                     (unsigned long long)map->logic.data[i], 8u << map->logic_width);
            return;
        }
}

static void ppe_settle(ptl_job *job, const void *native)
{
    const ptl_ppe *map = native;
    uint64_t       n;

    settle_header(job, map);
    if (!ptl_ok(job))
        return;
    n = ppe_cells(map);
    settle_count(job, "cells", map->cells.count, n);
    settle_count(job, "corners", map->corners.count,
                 map->flags & PTL_PPE_GRAPHICS ? PPE_CELL_CORNERS * n : 0);
    settle_count(job, "logic", map->logic.count, ptl_ppe_has_logic(map) ? n : 0);
    if (ptl_ok(job))
        settle_logic(job, map);
    if (ptl_ok(job))
        ptl_ppe_warn_flags(job, map);
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void put_corners(ptl_buf *out, const ptl_ppe_corners *corners)
{
    for (size_t i = 0; i < corners->count && ptl_ok(out->job); i++) {
        const ptl_ppe_corner *c = &corners->data[i];

        ptl_put(out, (const uint8_t[]){ c->red, c->green, c->blue, c->alpha }, 4);
        ptl_put_u16le(out, (uint16_t)c->light_x);
        ptl_put_u16le(out, (uint16_t)c->light_y);
    }
}

static void put_logic(ptl_buf *out, const ptl_ppe *map)
{
    uint8_t bytes[8];

    for (size_t i = 0; i < map->logic.count && ptl_ok(out->job); i++) {
        ptl_store_u32le(bytes, (uint32_t)map->logic.data[i]);
        ptl_store_u32le(bytes + 4, (uint32_t)(map->logic.data[i] >> 32));
        ptl_put(out, bytes, (size_t)1 << map->logic_width);
    }
}

static void put_payload(ptl_buf *out, const ptl_ppe *map)
{
    ptl_put_u32le_array(out, map->cells.data, map->cells.count);
    put_corners(out, &map->corners);
    put_logic(out, map);
}

static int level_of(ptl_job *job, const ptl_ppe *map)
{
    const ptl_setting *given = ptl_setting_of(job, "effort") ? ptl_setting_of(job, "effort")
                                                             : ptl_setting_of(job, "level");
    const char        *end   = given ? (const char *)given->data + given->size : NULL;
    ptl_codec          codec = map->coder == PTL_PPE_ZLIB ? PTL_CODEC_ZLIB : PTL_CODEC_ZSTD;
    int                most  = ptl_codec_levels(codec);
    uint64_t           level = 0;

    if (!given)
        return 0;
    if (map->coder < PTL_PPE_ZLIB)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "effort belongs to the coders zlib and zstd");
    else if (!ptl_codec_there(codec))
        return 0; /* which is said when it is to be used */
    else if (ptl_parse_u64(given->data, end, &level) != end || level < 1 || level > (uint64_t)most)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "level is a number from 1 to %d for %s",
                 most, ptl_codec_name(codec));
    return (int)level;
}

/* Runs that count bytes, unless a reader would take them for runs that count elements. */
static void put_runs(ptl_buf *out, const ptl_ppe *map, const uint8_t *payload)
{
    ppe_plan     plan = ptl_ppe_plan_of(map);
    ptl_buf      runs = ptl_buf_of(out->job, NULL);
    ppe_rle_walk as_elements;

    ptl_ppe_rle_encode(&runs, payload, &plan, map->rle_bytes);
    as_elements = ptl_ppe_rle_measure((ptl_span){ runs.data, runs.size }, &plan, false);
    if (map->rle_bytes && !as_elements.rule && as_elements.used == runs.size) {
        ptl_find(out->job, PTL_LOSS, PTL_NOWHERE, "ppe-rle-bytes",
                 "runs count elements: counting bytes, these would be read wrong");
        runs.size = 0;
        ptl_ppe_rle_encode(&runs, payload, &plan, false);
    }
    ptl_put(out, runs.data, runs.size);
    ptl_buf_free(&runs);
}

static void put_coded(ptl_buf *out, const ptl_ppe *map)
{
    ptl_buf payload = ptl_buf_of(out->job, NULL);
    int     level   = level_of(out->job, map);

    put_payload(&payload, map);
    if (!ptl_ok(out->job))
        ;
    else if (map->coder == PTL_PPE_RLE)
        put_runs(out, map, payload.data);
    else if (map->coder == PTL_PPE_LZW)
        ptl_ppe_lzw_encode(out, payload.data, payload.size);
    else
        ptl_stream_encode(out, map->coder == PTL_PPE_ZLIB ? PTL_CODEC_ZLIB : PTL_CODEC_ZSTD,
                          (ptl_span){ payload.data, payload.size }, level);
    ptl_buf_free(&payload);
}

static uint8_t named(const ptl_setting *setting, const ptl_name *names, uint8_t otherwise)
{
    for (; setting && *names->name; names++)
        if (ptl_setting_is(setting, names->name))
            return (uint8_t)names->value;
    return otherwise;
}

/* A setting that would change nothing is refused, not ignored. */
static void demand(ptl_job *job, const char *setting, bool has_effect, const char *needs)
{
    if (ptl_setting_of(job, setting) && !has_effect)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "%s has an effect only with %s", setting,
                 needs);
}

/* By the setting, or by the name of the output. */
static bool wants_csv(const ptl_job *job)
{
    const ptl_setting *form = ptl_setting_of(job, "form");

    return form ? ptl_setting_is(form, "csv") : ptl_has_extension(job->target, "csv");
}

static void ppe_write(ptl_job *job, ptl_buf *out, const void *native)
{
    ptl_ppe            map    = *(const ptl_ppe *)native;
    const ptl_setting *layout = ptl_setting_of(job, "layout");

    if (wants_csv(job)) {
        static const char *const binary[] = { "layout", "attributes", "loss",    "coder",
                                              "effort", "level",      "rle-unit" };

        for (size_t i = 0; i < sizeof binary / sizeof *binary; i++)
            demand(job, binary[i], false, "map files, which CSV is not");
        if (ptl_ok(job))
            ptl_ppe_write_csv(job, out, &map);
        return;
    }
    demand(job, "attributes", ptl_setting_is(layout, "new"), "the layout \"new\"");
    demand(job, "loss", ptl_setting_is(layout, "old"), "the layout \"old\"");
    ptl_ppe_change_layout(job, &map, named(layout, ptl_ppe_layout_names, map.layout));
    map.coder     = named(ptl_setting_of(job, "coder"), ptl_ppe_coder_names, map.coder);
    map.rle_bytes = named(ptl_setting_of(job, "rle-unit"), unit_names, map.rle_bytes);
    demand(job, "rle-unit", map.coder == PTL_PPE_RLE, "the coder \"rle\"");
    if (map.header == PPE_HEADER_2018)
        ptl_find(job, PTL_LOSS, PTL_NOWHERE, "ppe-header-2018",
                 "the header of 2018 becomes the current one");
    ptl_put_u32le(out, ptl_ppe_header_flags(&map));
    ptl_put_u32le(out, map.width);
    ptl_put_u32le(out, map.height);
    if (map.coder) {
        put_coded(out, &map);
        ptl_find_count(job, PTL_LOSS, "trailing-bytes", map.tail.count,
                       "# {byte|bytes} after the payload {is|are} dropped: a coded payload goes on "
                       "to the end of the file");
        return;
    }
    level_of(job, &map); /* which there is none of, and which may not be asked for */
    put_payload(out, &map);
    ptl_put(out, map.tail.data, map.tail.count);
}

static bool ppe_verbatim(const void *native)
{
    const ptl_ppe *map = native;

    return map->coder == PTL_PPE_PLAIN && map->header == PPE_HEADER;
}

/* ---- New maps and the row ------------------------------------------------------------------- */

static void ppe_prepare(ptl_job *job, void *native)
{
    (void)job;
    ((ptl_ppe *)native)->header = PPE_HEADER;
}

ptl_ppe *ptl_ppe_of(const ptl_doc *doc)
{
    return ptl_doc_open(doc, &ptl_format_ppe);
}

const ptl_ppe *ptl_ppe_view(const ptl_doc *doc)
{
    return ptl_doc_look(doc, &ptl_format_ppe);
}

/* Bytes stand where they did only in a payload without a coder. */
static uint64_t ppe_place(const void *native, const ptl_field *field, size_t index)
{
    const ptl_ppe *map = native;

    if (map->header == PPE_HEADER_NONE)
        return PTL_NOWHERE;
    if (field->offset == offsetof(ptl_ppe, cells) && map->coder == PTL_PPE_PLAIN)
        return map->header + PPE_CELL * (uint64_t)index + field->shift / 8;
    return field->offset == offsetof(ptl_ppe, width)    ? map->header - 8u
           : field->offset == offsetof(ptl_ppe, height) ? map->header - 4u
                                                        : PTL_NOWHERE;
}

static const ptl_setting_info ppe_settings[] = {
    { "max-cells", "NUMBER", NULL, "read maps of up to this many cells instead of 67108864",
      PTL_WHEN_READING },
    { "form", "NAME", "binary csv",
      "write a map file, or the CSV of PixelPerfectEditor (by the name: .ppe.csv)",
      PTL_WHEN_WRITING },
    { "layout", "NAME", "old new", "write cells in this layout and list what is lost",
      PTL_WHEN_WRITING },
    { "attributes", "NAME", "header engine",
      "for --layout new: what old p bits mean, by the header or as today's engine loads them",
      PTL_WHEN_WRITING },
    { "loss", "NAME", "refuse allow", "whether --layout may lose something", PTL_WHEN_WRITING },
    { "coder", "NAME", "none rle lzw zlib zstd", "write the payload through this coder",
      PTL_WHEN_WRITING },
    { "effort", "NUMBER", NULL, "effort of zlib (1 to 12) or zstd (1 to 22)", PTL_WHEN_WRITING,
      .alias = "level" },
    { "rle-unit", "NAME", "element byte", "what runs of --coder rle count", PTL_WHEN_WRITING },
    { "tileset", "FILE", NULL,
      "pictures and scenes: the image whose tiles the ids count, row by row",
      PTL_WHEN_TILES | PTL_WHEN_GRID },
    { "tile", "WxH", NULL, "pictures and scenes: pixels of a tile of --tileset, such as 16x16",
      PTL_WHEN_TILES | PTL_WHEN_GRID },
    { "light", NULL, NULL, "pictures and scenes: draw the light of graphics sections",
      PTL_WHEN_TILES },
    { "scale", "FACTOR", NULL, "make everything larger or smaller (1); tiles take whole numbers",
      PTL_WHEN_TILES },
    { "meaning", "logic|FILE", "logic",
      "carried to another format: what tiles mean, by the logic section or a list",
      PTL_WHEN_GROUND },
    { "cell", "TILES", NULL,
      "made from another map: tiles of a cell across, one of them for its walls (2)",
      PTL_WHEN_IMPORTING },
    { "size", "WxH", NULL, "cells of a new map (32x32)", PTL_WHEN_MAKING },
    { 0 },
};

const ptl_format ptl_format_ppe = {
    .info         = { .name       = "ppe",
                      .title      = "PixelPerfectEngine tile map",
                      .extensions = "map mbf ppe.csv",
                      .media_type = "application/x-pixelperfectengine-map",
                      .settings   = ppe_settings },
    .record       = &map_record,
    .rules        = ptl_ppe_rules,
    .probe        = ptl_ppe_probe,
    .prepare      = ppe_prepare,
    .make         = ptl_ppe_make,
    .read         = ppe_read,
    .settle       = ppe_settle,
    .write        = ppe_write,
    .verbatim     = ppe_verbatim,
    .check        = ptl_ppe_check,
    .fix          = ptl_ppe_fix,
    .place        = ppe_place,
    .to           = { [PTL_HUB_TILES]  = ptl_ppe_to_tiles,
                      [PTL_HUB_GROUND] = ptl_ppe_to_ground,
                      [PTL_HUB_GRID]   = ptl_ppe_to_grid },
    .from         = { [PTL_HUB_GROUND] = ptl_ppe_from_ground, [PTL_HUB_GRID] = ptl_ppe_from_grid },
    .meaning      = ptl_ppe_meaning_page,
    .home         = ptl_ppe_home,
    .facts_record = &ptl_ppe_facts_record,
    .facts        = ptl_ppe_facts,
};
