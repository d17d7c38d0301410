/* SPDX-License-Identifier: MIT */
/* gzip streams (RFC 1952): a header, deflate, CRC-32 and size of what comes out. */
#include "core/codec.h"

#ifdef PTL_HAVE_LIBDEFLATE

#include <libdeflate.h>

enum {
    LEAST   = 18,   /* bytes of header and trailer           */
    RATIO   = 1032, /* as in codec_zlib.c                     */
    USUAL   = 6,
    SYSTEM  = 9,        /* byte of the header that names a system, */
    UNIX    = 3,        /* and what zlib puts there on most        */
    DECODER = 16 << 10, /* bytes that libdeflate takes for itself, rounded up */
    ENCODER = 10 << 20, /* at any level                                       */
};

static void gzip_check(ptl_job *job, const ptl_stream *s, uint64_t size)
{
    const uint8_t *at = s->bytes.data;

    (void)size;
    if (s->bytes.size < LEAST)
        ptl_fail(job, PTL_E_SYNTAX, s->at + s->bytes.size, "truncated",
                 "%zu bytes are too few for a gzip stream", s->bytes.size);
    else if (at[0] != 0x1F || at[1] != 0x8B || at[2] != 8)
        ptl_fail(job, PTL_E_SYNTAX, s->at, "gzip-data", "0x%02x 0x%02x do not begin a gzip stream",
                 at[0], at[1]);
}

static uint64_t gzip_most(const ptl_stream *s)
{
    return (uint64_t)RATIO * s->bytes.size;
}

/* How much came out; *used are the bytes of the stream, `more` tells that there was no room. */
static size_t inflate(ptl_job *job, const ptl_stream *s, uint8_t *out, size_t room, size_t *used,
                      bool *more)
{
    struct libdeflate_decompressor *d;
    enum libdeflate_result          result = LIBDEFLATE_BAD_DATA;
    size_t                          size   = 0;

    gzip_check(job, s, room);
    if (!ptl_ok(job) || !ptl_charge(job, DECODER))
        return 0;
    d = libdeflate_alloc_decompressor();
    if (d)
        result =
            libdeflate_gzip_decompress_ex(d, s->bytes.data, s->bytes.size, out, room, used, &size);
    else
        ptl_fail(job, PTL_E_MEMORY, PTL_NOWHERE, "memory", "no memory for gzip");
    libdeflate_free_decompressor(d);
    ptl_refund(job, DECODER);
    *more = result == LIBDEFLATE_INSUFFICIENT_SPACE;
    if (result == LIBDEFLATE_BAD_DATA && ptl_ok(job))
        ptl_fail(job, PTL_E_SYNTAX, s->at, "gzip-data", "the gzip stream is damaged or cut");
    return size;
}

static size_t gzip_decode(ptl_job *job, const ptl_stream *s, uint8_t *out, size_t size)
{
    size_t used = 0;
    bool   more = false;
    size_t made = inflate(job, s, out, size, &used, &more);

    if (more)
        ptl_fail(job, PTL_E_SYNTAX, s->at, "payload-long",
                 "the gzip stream yields more than the %zu bytes that are needed", size);
    else if (ptl_ok(job) && made < size)
        ptl_fail(job, PTL_E_SYNTAX, s->at, "payload-short",
                 "the gzip stream yields %zu bytes, %zu are needed", made, size);
    return ptl_ok(job) ? used : 0;
}

static size_t gzip_fill(ptl_job *job, const ptl_stream *s, uint8_t *out, size_t room)
{
    size_t used = 0;
    bool   more = false;
    size_t made = inflate(job, s, out, room, &used, &more);

    return more ? SIZE_MAX : made;
}

static size_t gzip_bound(size_t size)
{
    return libdeflate_gzip_compress_bound(NULL, size);
}

static size_t gzip_encode(ptl_job *job, uint8_t *out, size_t room, ptl_span bytes, int level)
{
    struct libdeflate_compressor *c;
    size_t                        size;

    if (!ptl_charge(job, ENCODER))
        return 0;
    c    = libdeflate_alloc_compressor(level > 0 ? level : USUAL);
    size = c ? libdeflate_gzip_compress(c, bytes.data, bytes.size, out, room) : 0;
    libdeflate_free_compressor(c);
    ptl_refund(job, ENCODER);
    if (size > SYSTEM)
        out[SYSTEM] = UNIX;
    return size;
}

const ptl_codec_row ptl_codec_gzip = { "gzip",      12,        gzip_check, gzip_most,
                                       gzip_decode, gzip_fill, gzip_bound, gzip_encode };

#else

const ptl_codec_row ptl_codec_gzip = { .name = "gzip" };

#endif
