/* SPDX-License-Identifier: MIT */
/* The payload out of its coder, and how a file without a magic number is recognized. Sizes are
 * compared before memory is taken: what a stream cannot yield is never allocated. */
#include <string.h>

#include "core/bytes.h"
#include "core/codec.h"
#include "formats/ppe/ppe_private.h"

/* ---- Run lengths ---------------------------------------------------------------------------- */

static void fail_rle(ptl_job *job, const ptl_ppe *map, const ppe_plan *plan, const ppe_rle_walk *w)
{
    const char *section = plan->section[w->section].name;
    uint64_t    at      = map->header + w->at;

    if (strcmp(w->rule, "truncated") == 0)
        ptl_fail(job, PTL_E_SYNTAX, at, "truncated", "the file ends inside the runs of the %s",
                 section);
    else
        ptl_fail(job, PTL_E_SYNTAX, at, "rle-overrun",
                 "a packet of %lu where %llu are left of the %s", (unsigned long)w->packet,
                 (unsigned long long)w->left, section);
}

/* Runs count elements. Where that does not end with the file, but counting bytes does, whoever
 * wrote it counted bytes. */
static ppe_rle_walk measure(ptl_ppe *map, ptl_span coded, const ppe_plan *plan)
{
    ppe_rle_walk elements = ptl_ppe_rle_measure(coded, plan, false), bytes;

    if (!elements.rule && elements.used == coded.size)
        return elements;
    bytes          = ptl_ppe_rle_measure(coded, plan, true);
    map->rle_bytes = !bytes.rule && bytes.used == coded.size;
    return map->rle_bytes ? bytes : elements;
}

static uint8_t *decode_rle(ptl_job *job, ptl_ppe *map, ptl_span coded, uint64_t *used)
{
    ppe_plan     plan = ptl_ppe_plan_of(map);
    ppe_rle_walk w    = measure(map, coded, &plan);
    uint8_t     *payload;

    if (w.rule)
        fail_rle(job, map, &plan, &w);
    if (map->rle_bytes)
        ptl_warn(job, map->header, "ppe-rle-bytes",
                 "the runs fit only if they count bytes; they should count elements");
    payload = ptl_arena_raw(job, plan.size);
    if (payload)
        ptl_ppe_rle_expand(payload, coded.data, &plan, map->rle_bytes);
    *used = w.used;
    return payload;
}

/* ---- Streams -------------------------------------------------------------------------------- */

static uint8_t *decode_lzw(ptl_job *job, const ptl_ppe *map, ptl_span coded, uint64_t *used)
{
    uint64_t size = ptl_ppe_plan_of(map).size, most = ptl_ppe_lzw_most(coded);
    uint8_t *payload = NULL;

    if (ptl_ppe_lzw_check(job, coded, map->header))
        payload = ptl_arena_raw(job, most < size ? most : size);
    if (payload)
        *used = ptl_ppe_lzw_decode(job, coded, map->header, payload, size);
    return payload;
}

static uint8_t *decode_stream(ptl_job *job, const ptl_ppe *map, ptl_span coded, uint64_t *used)
{
    ptl_stream stream  = { map->coder == PTL_PPE_ZLIB ? PTL_CODEC_ZLIB : PTL_CODEC_ZSTD, coded,
                          map->header };
    uint64_t   size    = ptl_ppe_plan_of(map).size;
    uint8_t   *payload = NULL;

    if (ptl_stream_check(job, &stream, size))
        payload = ptl_arena_raw(job, size);
    if (payload)
        *used = ptl_stream_decode(job, &stream, payload, (size_t)size);
    return payload;
}

uint8_t *ptl_ppe_decode(ptl_job *job, ptl_ppe *map, ptl_span coded, uint64_t *used)
{
    switch (map->coder) {
    case PTL_PPE_RLE:
        return decode_rle(job, map, coded, used);
    case PTL_PPE_LZW:
        return decode_lzw(job, map, coded, used);
    default:
        return decode_stream(job, map, coded, used);
    }
}

/* ---- Recognizing a map ---------------------------------------------------------------------- */

enum { SURE = 60, LIKELY = 50, NEAR = 5, PROBE_SIDE = 65535 };

static bool begins_stream(uint8_t coder, const uint8_t *at, uint64_t left)
{
    if (coder == PTL_PPE_LZW)
        return left > 2 && at[0] == 0x1F && at[1] == 0x9D;
    if (coder == PTL_PPE_ZLIB)
        return left > 2 && (at[0] & 15) == 8 && (at[0] << 8 | at[1]) % 31 == 0;
    return left > 4 && ptl_load_u32le(at) == 0xFD2FB528;
}

/* The header of 2018: flags, length of the file, width, height, cells. */
static bool looks_2018(ptl_span head, uint64_t size)
{
    uint64_t w, h;

    if (head.size < PPE_HEADER_2018 || ptl_load_u32le(head.data) & PPE_FLAGS_AFTER_2018 ||
        ptl_load_u32le(head.data + 4) != size)
        return false;
    w = ptl_load_u32le(head.data + 8);
    h = ptl_load_u32le(head.data + 12);
    return w >= 1 && w <= PROBE_SIDE && h >= 1 && h <= PROBE_SIDE &&
           PPE_HEADER_2018 + w * h * PPE_CELL == size;
}

/* A payload that is cut or has something behind it is claimed weakly, so that it gets a message of
 * its own; bytes that are far from the size they claim belong to somebody else. */
static int probe_payload(const ptl_ppe *map, ptl_span head, uint64_t size)
{
    ppe_plan plan = ptl_ppe_plan_of(map);
    ptl_span rest = { head.data + PPE_HEADER, head.size - PPE_HEADER };
    uint64_t left = size - PPE_HEADER;

    if (map->coder == PTL_PPE_PLAIN)
        return left == plan.size ? SURE : left >= plan.size / 2 && left <= plan.size * 2 ? NEAR : 0;
    if (map->coder == PTL_PPE_RLE) {
        ppe_rle_walk w = ptl_ppe_rle_measure(rest, &plan, false);

        if (w.rule || w.used != left)
            w = ptl_ppe_rle_measure(rest, &plan, true);
        return !w.rule && w.used == left ? SURE : NEAR;
    }
    return begins_stream(map->coder, rest.data, rest.size) ? LIKELY : NEAR;
}

int ptl_ppe_probe(ptl_span head, uint64_t size)
{
    ptl_ppe map = { 0 };

    if (ptl_ppe_is_csv(head))
        return NEAR; /* any table of whole numbers is one */
    if (head.size < PPE_HEADER || !ptl_ppe_take_flags(&map, ptl_load_u32le(head.data)) ||
        map.flags & PTL_PPE_RESERVED)
        return 0;
    if (looks_2018(head, size))
        return LIKELY;
    map.width  = ptl_load_u32le(head.data + 4);
    map.height = ptl_load_u32le(head.data + 8);
    if (map.width < 1 || map.width > PROBE_SIDE || map.height < 1 || map.height > PROBE_SIDE)
        return 0;
    return probe_payload(&map, head, size);
}
