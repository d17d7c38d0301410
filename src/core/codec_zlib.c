/* SPDX-License-Identifier: MIT */
/* zlib streams (RFC 1950): two bytes of header, deflate, the Adler-32 of what comes out. */
#include "core/codec.h"

#ifdef PTL_HAVE_LIBDEFLATE

#include <libdeflate.h>

#include "core/codec_walk.h"

enum {
    HEADER   = 2,
    CHECKSUM = 4,
    RATIO    = 1032, /* most bytes that one byte of deflate can stand for */
    USUAL    = 6,
    DECODER  = 16 << 10, /* bytes that libdeflate takes for itself, rounded up */
};

/* The same of its encoders, by level: they are as large as their hash tables. */
static size_t encoder_size(int level)
{
    return level <= 1 ? 256 << 10 : level <= 9 ? 768 << 10 : 10 << 20;
}

static void check_header(ptl_job *job, const ptl_stream *s)
{
    const uint8_t *at = s->bytes.data;

    if (s->bytes.size < HEADER)
        ptl_fail(job, PTL_E_SYNTAX, s->at + s->bytes.size, "truncated",
                 "the file ends inside the header of the zlib stream");
    else if (at[0] == 0x1F && at[1] == 0x8B)
        ptl_fail(job, PTL_E_SYNTAX, s->at, "zlib-data",
                 "this is a gzip stream; allowed: a zlib stream");
    else if ((at[0] & 15) != 8 || at[0] >> 4 > 7 || (at[0] << 8 | at[1]) % 31 != 0)
        ptl_fail(job, PTL_E_SYNTAX, s->at, "zlib-data", "0x%02x 0x%02x do not begin a zlib stream",
                 at[0], at[1]);
    else if (at[1] & 0x20)
        ptl_fail(job, PTL_E_SYNTAX, s->at + 1, "zlib-data",
                 "the zlib stream needs a preset dictionary, but there is none");
}

static void zlib_check(ptl_job *job, const ptl_stream *s, uint64_t size)
{
    (void)size;
    check_header(job, s);
}

static uint64_t zlib_most(const ptl_stream *s)
{
    return (uint64_t)RATIO * s->bytes.size;
}

typedef struct inflated {
    enum libdeflate_result result;
    size_t                 used, size;
} inflated;

static bool is_cut(const ptl_stream *s)
{
    return ptl_deflate_is_cut((ptl_span){ s->bytes.data + HEADER, s->bytes.size - HEADER });
}

static void fail_inflate(ptl_job *job, const ptl_stream *s)
{
    if (is_cut(s))
        ptl_fail(job, PTL_E_SYNTAX, s->at + s->bytes.size, "truncated",
                 "the file ends inside the zlib stream");
    else
        ptl_fail(job, PTL_E_SYNTAX, s->at + HEADER, "zlib-data", "the zlib stream is damaged");
}

static inflated inflate(ptl_job *job, const ptl_stream *s, uint8_t *out, size_t room)
{
    struct libdeflate_decompressor *d;
    inflated                        i = { LIBDEFLATE_BAD_DATA, 0, 0 };

    if (!ptl_charge(job, DECODER))
        return i;
    d = libdeflate_alloc_decompressor();
    if (d)
        i.result = libdeflate_deflate_decompress_ex(
            d, s->bytes.data + HEADER, s->bytes.size - HEADER, out, room, &i.used, &i.size);
    else
        ptl_fail(job, PTL_E_MEMORY, PTL_NOWHERE, "memory", "no memory for zlib");
    libdeflate_free_decompressor(d);
    ptl_refund(job, DECODER);
    if (i.result == LIBDEFLATE_BAD_DATA && ptl_ok(job))
        fail_inflate(job, s);
    return i;
}

/* Bytes of the whole stream when the checksum after the data is right. */
static size_t check_sum(ptl_job *job, const ptl_stream *s, const inflated *i, const uint8_t *out)
{
    size_t         at   = HEADER + i->used;
    const uint8_t *sum  = s->bytes.data + at;
    uint32_t       made = libdeflate_adler32(1, out, i->size), said;

    if (s->bytes.size - at < CHECKSUM) {
        ptl_fail(job, PTL_E_SYNTAX, s->at + s->bytes.size, "truncated",
                 "the file ends inside the checksum of the zlib stream");
        return 0;
    }
    said = (uint32_t)sum[0] << 24 | (uint32_t)sum[1] << 16 | (uint32_t)sum[2] << 8 | sum[3];
    if (said != made)
        ptl_fail(job, PTL_E_SYNTAX, s->at + at, "zlib-data",
                 "the checksum is 0x%08lx, the data gives 0x%08lx", (unsigned long)said,
                 (unsigned long)made);
    return ptl_ok(job) ? at + CHECKSUM : 0;
}

static size_t zlib_decode(ptl_job *job, const ptl_stream *s, uint8_t *out, size_t size)
{
    inflated i;

    check_header(job, s);
    if (!ptl_ok(job))
        return 0;
    i = inflate(job, s, out, size);
    if (i.result == LIBDEFLATE_INSUFFICIENT_SPACE &&
        is_cut(s)) /* zeros were read for what is missing */
        fail_inflate(job, s);
    else if (i.result == LIBDEFLATE_INSUFFICIENT_SPACE)
        ptl_fail(job, PTL_E_SYNTAX, s->at, "payload-long",
                 "the zlib stream yields more than the %zu bytes that are needed", size);
    else if (i.result == LIBDEFLATE_SUCCESS && i.size < size)
        ptl_fail(job, PTL_E_SYNTAX, s->at, "payload-short",
                 "the zlib stream yields %zu bytes, %zu are needed", i.size, size);
    return ptl_ok(job) ? check_sum(job, s, &i, out) : 0;
}

static size_t zlib_fill(ptl_job *job, const ptl_stream *s, uint8_t *out, size_t room)
{
    inflated i;

    check_header(job, s);
    if (!ptl_ok(job))
        return 0;
    i = inflate(job, s, out, room);
    if (i.result == LIBDEFLATE_INSUFFICIENT_SPACE)
        return SIZE_MAX;
    return ptl_ok(job) && check_sum(job, s, &i, out) > 0 ? i.size : 0;
}

static size_t zlib_bound(size_t size)
{
    return libdeflate_zlib_compress_bound(NULL, size);
}

static size_t zlib_encode(ptl_job *job, uint8_t *out, size_t room, ptl_span bytes, int level)
{
    struct libdeflate_compressor *c;
    size_t                        size;

    level = level > 0 ? level : USUAL;
    if (!ptl_charge(job, encoder_size(level)))
        return 0;
    c    = libdeflate_alloc_compressor(level);
    size = c ? libdeflate_zlib_compress(c, bytes.data, bytes.size, out, room) : 0;
    libdeflate_free_compressor(c);
    ptl_refund(job, encoder_size(level));
    return size;
}

const ptl_codec_row ptl_codec_zlib = { "zlib",      12,        zlib_check, zlib_most,
                                       zlib_decode, zlib_fill, zlib_bound, zlib_encode };

#else

const ptl_codec_row ptl_codec_zlib = { .name = "zlib" };

#endif
