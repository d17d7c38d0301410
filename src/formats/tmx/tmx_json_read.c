/* SPDX-License-Identifier: MIT */
/* Documents from JSON: objects and lists become elements, all other members their attributes.
 *
 *   { "layers":[ { "data":[1, 2, 3, 4], "width":2, ... } ], "width":2, ... }
 *
 * The cells of a layer or chunk, its member "data", are a list of numbers or a base64 text; how
 * that is coded, and how large it is, may come after it. */
#include <string.h>

#include "core/json.h"
#include "formats/tmx/tmx_private.h"

typedef struct reader {
    ptl_job     *job;
    ptl_json_in  in;
    ptl_tmx_tree tree;
    ptl_tiled   *doc;
    unsigned     opaque; /* members open whose names are the user's own */
} reader;

static void read_inside(reader *r, size_t index, char bracket);

/* ---- Values ---------------------------------------------------------------------------------- */

/* How strings are spelled that could be spelled in two ways; the first of each kind tells. */
static void note_spelling(reader *r, const char *begin, const char *end)
{
    for (const char *at = begin; at < end; at++) {
        if (*at == '/' && at[-1] == '\\')
            r->doc->spelling |= PTL_TILED_SLASHES;
        if (*at == 'u' && at[-1] == '\\')
            r->doc->spelling |= PTL_TILED_ASCII;
    }
}

static ptl_str read_string(reader *r)
{
    const char *begin;
    ptl_str     text;

    ptl_json_peek(&r->in);
    begin = r->in.at;
    text  = ptl_json_string(&r->in);
    if (text.data != begin + 1) /* something in it was escaped */
        note_spelling(r, begin + 1, r->in.at);
    return text;
}

static void read_scalar(reader *r, char kind, ptl_str name, ptl_buf *attributes)
{
    const char *begin = r->in.at;
    ptl_str     text;

    if (kind == '"') {
        text = read_string(r);
        ptl_tmx_put(attributes, name, ptl_tmx_copy(r->job, text.data, text.size), PTL_TILED_TEXT);
        return;
    }
    ptl_json_skip(&r->in);
    text = ptl_tmx_copy(r->job, begin, (size_t)(r->in.at - begin));
    ptl_tmx_put(attributes, name, text,
                kind == '0'   ? PTL_TILED_NUMBER
                : kind == 'n' ? PTL_TILED_NULL
                              : PTL_TILED_BOOL);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* The next value of a list; a line that ends after a comma says that lists are wrapped. */
static bool next_in_list(reader *r, bool *first)
{
    const char *before = r->in.at;
    bool        more   = ptl_json_next(&r->in, ']', first);

    if (more && r->in.end - before > 1 && before[0] == ',' &&
        (before[1] == '\n' || before[1] == '\r') && !(r->doc->spelling & PTL_TILED_STEPS))
        r->doc->spelling |= PTL_TILED_WRAPPED;
    return more;
}

/* Numbers in brackets; -1 is what some programs make of 4294967295. */
static ptl_u32s read_numbers(reader *r)
{
    ptl_u32s cells = { NULL, 0 };
    size_t   room  = 0;

    ptl_json_open(&r->in, '[');
    for (bool first = true; next_in_list(r, &first);) {
        uint32_t *grown = ptl_arena_grow(r->job, cells.data, cells.count, 1, &room, sizeof *grown);

        if (!grown)
            break;
        cells.data                = grown;
        cells.data[cells.count++] = (uint32_t)ptl_json_i64(&r->in, INT32_MIN, UINT32_MAX);
        ptl_source_passed(r->job, ptl_json_offset(&r->in));
    }
    return ptl_ok(r->job) ? cells : (ptl_u32s){ NULL, 0 };
}

static void read_data(reader *r, uint32_t level, char kind)
{
    ptl_tiled_element *e =
        ptl_tmx_add(&r->tree, level, ptl_tmx_word("data"), ptl_json_offset(&r->in));
    size_t  index = r->tree.elements.count - 1;
    ptl_str text;

    if (e && kind == '[') {
        ptl_u32s cells = read_numbers(r);

        r->tree.elements.data[index].cells = cells;
        r->tree.elements.data[index].list  = true;
    } else if (e) {
        text      = read_string(r);
        e->packed = ptl_tmx_copy(r->job, text.data, text.size);
    }
}

/* Chunks are coded as the layer says that they are in. */
static void unpack(reader *r, size_t index, const size_t *inside)
{
    ptl_tiled_element       *data = &r->tree.elements.data[index], *all = r->tree.elements.data;
    const ptl_tiled_element *owner = &all[inside[data->level - 1]];
    uint32_t                 up    = data->level - 1;
    ptl_tmx_coding           coding;

    while (up > 0 && !ptl_tmx_has(&all[inside[up]], "encoding"))
        up--;
    coding = ptl_tmx_coding_of(ptl_tmx_value(&all[inside[up]], "encoding"),
                               ptl_tmx_value(&all[inside[up]], "compression"));
    if (coding < PTL_TMX_BASE64 || coding == PTL_TMX_UNKNOWN)
        ptl_fail(r->job, PTL_E_UNSUPPORTED, data->at, "tmx-coding",
                 "cells in a text must be base64, plain or packed with zlib, gzip or zstd");
    if (ptl_ok(r->job))
        data->cells =
            ptl_tmx_unpack(r->job, data->packed, coding, ptl_tmx_size_of(r->job, owner), data->at);
    if (coding == PTL_TMX_BASE64)
        data->packed = (ptl_str){ "", 0 };
}

/* Once all members are known. */
static void unpack_all(reader *r)
{
    size_t inside[PTL_TILED_MAX_DEPTH + 1] = { 0 };

    for (size_t i = 0; i < r->tree.elements.count && ptl_ok(r->job); i++) {
        const ptl_tiled_element *e = &r->tree.elements.data[i];

        inside[e->level] = i;
        if (e->packed.size > 0)
            unpack(r, i, inside);
    }
}

/* ---- Objects and lists ----------------------------------------------------------------------- */

/* A value that has values inside; `name` is empty in lists. */
static void read_deeper(reader *r, uint32_t level, ptl_str name, char kind)
{
    bool   own = ptl_str_is(name, "properties") || ptl_str_is(name, "value");
    size_t index;

    if (!ptl_tmx_add(&r->tree, level, name, ptl_json_offset(&r->in)))
        return;
    index                             = r->tree.elements.count - 1;
    r->tree.elements.data[index].list = kind == '[';
    r->opaque += own;
    read_inside(r, index, kind);
    r->opaque -= own;
}

static void read_value(reader *r, uint32_t level, ptl_str name, ptl_buf *attributes)
{
    char kind = ptl_json_peek(&r->in);

    if (r->opaque == 0 && ptl_str_is(name, "data") && (kind == '[' || kind == '"'))
        read_data(r, level, kind);
    else if (kind == '{' || kind == '[')
        read_deeper(r, level, name, kind);
    else if (kind)
        read_scalar(r, kind, name, attributes);
}

static void read_inside(reader *r, size_t index, char bracket)
{
    ptl_buf  attributes = ptl_buf_of(r->job, NULL);
    uint32_t level      = r->tree.elements.data[index].level;

    ptl_json_open(&r->in, bracket);
    for (bool first = true;
         bracket == '{' ? ptl_json_next(&r->in, '}', &first) : next_in_list(r, &first);) {
        ptl_str key = { "", 0 };

        if (bracket == '{') {
            key = ptl_json_key(&r->in);
            key = ptl_tmx_name(r->job, key.data, key.size);
        }
        read_value(r, level + 1, key, &attributes);
    }
    r->tree.elements.data[index].attributes = ptl_tmx_take(r->job, &attributes);
    ptl_buf_free(&attributes);
}

/* By what stands between the bracket and the first member. */
static uint16_t layout_of(ptl_span source)
{
    const char *text = (const char *)source.data;

    if (source.size >= 2 && memcmp(text, "{\"", 2) == 0)
        return PTL_TILED_TIGHT;
    if (source.size >= 7 && memcmp(text, "{\n    \"", 7) == 0)
        return PTL_TILED_STEPS;
    return ptl_tmx_ends_in_crlf(source) ? PTL_TILED_CRLF : 0;
}

void ptl_tmx_read_json(ptl_job *job, ptl_span source, ptl_tiled *doc)
{
    reader r = {
        .job = job, .in = ptl_json_in_of(job, source), .tree = { .job = job }, .doc = doc
    };

    doc->language = PTL_TILED_JSON;
    doc->spelling = layout_of(source);
    if (!(doc->spelling & PTL_TILED_STEPS) && source.data[source.size - 1] == '\n')
        doc->spelling |= PTL_TILED_END;
    doc->doctype = (ptl_str){ "", 0 };
    read_deeper(&r, 0, (ptl_str){ "", 0 }, '{');
    ptl_json_end(&r.in);
    ptl_json_in_free(&r.in);
    unpack_all(&r);
    if (ptl_ok(job))
        doc->elements = r.tree.elements;
}
