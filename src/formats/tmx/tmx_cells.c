/* SPDX-License-Identifier: MIT */
/* Cells as base64, packed or plain, and their sizes. */
#include <string.h>

#include "core/base64.h"
#include "core/bytes.h"
#include "core/codec.h"
#include "formats/tmx/tmx_private.h"

static const struct {
    const char *encoding, *compression;
    ptl_codec   codec;
} codings[] = {
    [PTL_TMX_ELEMENTS] = { "", "" },
    [PTL_TMX_CSV]      = { "csv", "" },
    [PTL_TMX_BASE64]   = { "base64", "" },
    [PTL_TMX_ZLIB]     = { "base64", "zlib", PTL_CODEC_ZLIB },
    [PTL_TMX_GZIP]     = { "base64", "gzip", PTL_CODEC_GZIP },
    [PTL_TMX_ZSTD]     = { "base64", "zstd", PTL_CODEC_ZSTD },
};

ptl_tmx_coding ptl_tmx_coding_of(ptl_str encoding, ptl_str compression)
{
    ptl_tmx_coding coding = PTL_TMX_ELEMENTS;

    if (!ptl_str_is(encoding, "base64")) /* a compression of anything else means nothing */
        compression.size = 0;
    while (coding < PTL_TMX_UNKNOWN && (!ptl_str_is(encoding, codings[coding].encoding) ||
                                        !ptl_str_is(compression, codings[coding].compression)))
        coding++;
    return coding;
}

const char *ptl_tmx_encoding(ptl_tmx_coding coding)
{
    return codings[coding].encoding;
}

const char *ptl_tmx_compression(ptl_tmx_coding coding)
{
    return codings[coding].compression;
}

ptl_tmx_size ptl_tmx_size_of(ptl_job *job, const ptl_tiled_element *e)
{
    int64_t width = ptl_tmx_whole(e, "width", 0), height = ptl_tmx_whole(e, "height", 0);

    if (width >= 1 && width <= PTL_TILED_MAX_SIDE && height >= 1 && height <= PTL_TILED_MAX_SIDE)
        return (ptl_tmx_size){ (uint32_t)width, (uint32_t)height };
    ptl_fail(job, PTL_E_SYNTAX, e->at, "tmx-size",
             "the cells are %lld x %lld; allowed: 1 to %d each way", (long long)width,
             (long long)height, PTL_TILED_MAX_SIDE);
    return (ptl_tmx_size){ 0, 0 };
}

ptl_u32s ptl_tmx_cells(ptl_job *job, ptl_tmx_size size, uint64_t bytes, uint64_t at)
{
    uint64_t count = (uint64_t)size.width * size.height;
    ptl_u32s cells = { NULL, 0 };

    ptl_expand(job, at, count, bytes);
    if (ptl_ok(job) && count > 0)
        cells.data = ptl_arena_array(job, count, sizeof *cells.data);
    cells.count = cells.data ? (size_t)count : 0;
    return cells;
}

void ptl_tmx_expand(ptl_job *job, const ptl_tiled_map *map, uint64_t cells)
{
    uint64_t held = 0;

    for (size_t i = 0; i < map->layers.count; i++)
        for (size_t k = 0; k < map->layers.data[i].chunks.count; k++)
            held += (uint64_t)map->layers.data[i].chunks.data[k].width *
                    map->layers.data[i].chunks.data[k].height;
    if (cells > held)
        ptl_expand(job, PTL_NOWHERE, cells, (uint64_t)map->elements.count * sizeof(uint64_t));
}

void ptl_tmx_count_cells(ptl_job *job, uint64_t count, ptl_tmx_size size, uint64_t at)
{
    if (ptl_ok(job) && count != (uint64_t)size.width * size.height)
        ptl_fail(job, PTL_E_SYNTAX, at, "tmx-cells", "cells found: %llu, needed: %lu x %lu",
                 (unsigned long long)count, (unsigned long)size.width, (unsigned long)size.height);
}

/* ---- Out of base64 --------------------------------------------------------------------------- */

static void fail_base64(ptl_job *job, ptl_str text, const ptl_base64 *b, uint64_t at)
{
    char shown[16];

    if (b->wrong != SIZE_MAX)
        ptl_fail(job, PTL_E_SYNTAX, at, "tmx-base64", "'%s' is no digit of base64",
                 ptl_quote(shown, sizeof shown, text.data + b->wrong, 1));
    else if (!b->padded)
        ptl_fail(job, PTL_E_SYNTAX, at, "tmx-base64", "base64 that is cut short");
}

/* The stream must end where the cells end; of gzip, where others pad, that is only said. */
static void check_end(ptl_job *job, const ptl_stream *s, size_t used, uint64_t at)
{
    if (!ptl_ok(job) || used == s->bytes.size)
        return;
    if (s->codec == PTL_CODEC_GZIP)
        ptl_warn(job, at, "tmx-trailing", "%zu bytes follow the gzip stream", s->bytes.size - used);
    else
        ptl_fail(job, PTL_E_SYNTAX, at, "tmx-trailing", "%zu bytes follow the %s stream",
                 s->bytes.size - used, ptl_codec_name(s->codec));
}

/* Places inside of a stream mean nothing in a text: what is wrong is said of all of it. */
static void decode(ptl_job *job, ptl_stream *s, ptl_u32s cells, uint64_t at)
{
    ptl_job own  = *job;
    size_t  used = 0;

    own.listener = (ptl_listener){ 0 };
    if (ptl_stream_check(&own, s, cells.count * 4))
        used = ptl_stream_decode(&own, s, (uint8_t *)cells.data, cells.count * 4);
    if (!ptl_ok(&own))
        ptl_fail(job, own.error.status, at, own.error.rule, "%s", own.error.message);
    check_end(job, s, used, at);
}

static void turn_round(ptl_u32s cells)
{
    for (size_t i = 0; i < cells.count && !PTL_LITTLE_ENDIAN; i++)
        cells.data[i] = ptl_load_u32le((const uint8_t *)&cells.data[i]);
}

/* What base64 stands for, in memory of its own that is given back with ptl_resize. */
static uint8_t *bytes_of(ptl_job *job, ptl_str text, uint64_t at, size_t *size)
{
    ptl_base64 b   = ptl_base64_undo(NULL, text, false);
    uint8_t   *out = NULL;

    *size = b.size;
    fail_base64(job, text, &b, at);
    if (ptl_ok(job))
        out = ptl_resize(job, NULL, 0, b.size + 1);
    if (out)
        ptl_base64_undo(out, text, false);
    return out;
}

ptl_u32s ptl_tmx_unpack(ptl_job *job, ptl_str text, ptl_tmx_coding coding, ptl_tmx_size size,
                        uint64_t at)
{
    ptl_u32s   cells = { NULL, 0 };
    size_t     count;
    uint8_t   *bytes  = bytes_of(job, text, at, &count);
    ptl_stream stream = { codings[coding].codec, { bytes, count }, 0 };

    if (!bytes)
        return cells;
    if (coding == PTL_TMX_BASE64)
        ptl_tmx_count_cells(job, count % 4 ? 0 : count / 4, size, at);
    if (ptl_ok(job))
        cells = ptl_tmx_cells(job, size, text.size, at);
    if (cells.data && coding == PTL_TMX_BASE64)
        memcpy(cells.data, bytes, cells.count * 4);
    else if (cells.data)
        decode(job, &stream, cells, at);
    ptl_resize(job, bytes, count + 1, 0);
    turn_round(cells);
    return cells;
}

/* ---- Into base64 ----------------------------------------------------------------------------- */

/* Whether a text that was read still stands for the cells. */
static bool is_theirs(ptl_job *job, const ptl_tiled_element *e, ptl_tmx_coding coding)
{
    ptl_arena arena = { 0 };
    ptl_job   own   = *job;
    ptl_u32s  cells;
    bool      same;

    if (e->packed.size == 0)
        return false;
    own.listener = (ptl_listener){ 0 };
    own.lenient  = true;
    own.strict   = false;
    own.arena    = &arena;
    cells =
        ptl_tmx_unpack(&own, e->packed, coding, (ptl_tmx_size){ (uint32_t)e->cells.count, 1 }, 0);
    same = ptl_ok(&own) && cells.count == e->cells.count &&
           (cells.count == 0 || memcmp(cells.data, e->cells.data, cells.count * 4) == 0);
    ptl_arena_free(&arena, job->heap);
    if (ptl_starved(&own))
        ptl_fail(job, own.error.status, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
    return same;
}

static void pack(ptl_buf *out, const ptl_tiled_element *e, ptl_tmx_coding coding, int level)
{
    ptl_buf plain = ptl_buf_of(out->job, NULL), packed = ptl_buf_of(out->job, NULL);

    ptl_put_u32le_array(&plain, e->cells.data, e->cells.count);
    if (coding != PTL_TMX_BASE64 && ptl_ok(out->job))
        ptl_stream_encode(&packed, codings[coding].codec, (ptl_span){ plain.data, plain.size },
                          level);
    if (coding == PTL_TMX_BASE64)
        ptl_put_base64(out, plain.data, plain.size);
    else
        ptl_put_base64(out, packed.data, packed.size);
    ptl_buf_free(&plain);
    ptl_buf_free(&packed);
}

void ptl_tmx_put_packed(ptl_buf *out, const ptl_tiled_element *e, ptl_tmx_coding coding)
{
    if (!ptl_ok(out->job))
        return;
    if (is_theirs(out->job, e, coding))
        ptl_put(out, e->packed.data, e->packed.size);
    else if (ptl_ok(out->job))
        pack(out, e, coding, 0);
}
