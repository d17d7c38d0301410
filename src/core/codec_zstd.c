/* SPDX-License-Identifier: MIT */
/* zstd frames (RFC 8878): one frame, no dictionary, a window of at most 128 MiB. */
#include "core/codec.h"

#if defined(PTL_HAVE_LIBZSTD) || defined(PTL_GIVEN)

#include <stddef.h>
#include <string.h>

#include "core/bytes.h"

#ifdef PTL_HAVE_LIBZSTD
#define ZSTD_STATIC_LINKING_ONLY /* memory of our own */
#include <zstd.h>
#include <zstd_errors.h>
#else
#include "core/given.h"
#endif

#define UNKNOWN UINT64_MAX

enum {
    WINDOW_LOG = 27,
    BLOCK      = 128 * 1024, /* most bytes that one block stands for */
    USUAL      = 3,
    DECODER    = 192 << 10, /* bytes that it takes to decode a frame in one piece, rounded up */
};

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct frame {
    size_t   size;    /* bytes in the file                      */
    uint64_t content; /* what it says comes out, or UNKNOWN     */
    uint64_t most;    /* what its blocks can stand for at most  */
} frame;

static bool there(ptl_job *job, const ptl_stream *s, size_t at, size_t size)
{
    if (size <= s->bytes.size && at <= s->bytes.size - size)
        return true;
    ptl_fail(job, PTL_E_SYNTAX, s->at + s->bytes.size, "truncated",
             "the file ends inside the zstd frame");
    return false;
}

static uint64_t load(const ptl_stream *s, size_t at, size_t size)
{
    uint64_t value = 0;

    for (size_t i = size; i > 0; i--)
        value = value << 8 | s->bytes.data[at + i - 1];
    return value;
}

static uint64_t window_of(uint8_t byte)
{
    uint64_t base = UINT64_C(1) << (10 + (byte >> 3));

    return base + base / 8 * (byte & 7);
}

/* The frame's header; returns where the first block begins, 0 after a failure. */
static size_t read_header(ptl_job *job, const ptl_stream *s, frame *f)
{
    static const uint8_t dictionary_sizes[] = { 0, 1, 2, 4 }, content_sizes[] = { 0, 2, 4, 8 };
    bool                 single;
    size_t               at, dictionary, content;
    uint8_t              flags;

    if (!there(job, s, 0, 5))
        return 0;
    flags  = s->bytes.data[4];
    single = flags >> 5 & 1;
    if (ptl_load_u32le(s->bytes.data) != 0xFD2FB528)
        ptl_fail(job, PTL_E_SYNTAX, s->at, "zstd-data", "no zstd frame begins here");
    else if (flags & 8)
        ptl_fail(job, PTL_E_SYNTAX, s->at + 4, "zstd-data",
                 "a reserved bit of the zstd frame is set");
    if (!ptl_ok(job))
        return 0;
    dictionary = dictionary_sizes[flags & 3];
    content    = flags >> 6 == 0 && single ? 1 : content_sizes[flags >> 6];
    at         = single ? 5 : 6;
    if (!there(job, s, 0, at + dictionary + content))
        return 0;
    if (!single && window_of(s->bytes.data[5]) > UINT64_C(1) << WINDOW_LOG)
        ptl_fail(job, PTL_E_SYNTAX, s->at + 5, "zstd-data",
                 "the zstd frame asks for a window of %llu bytes; allowed: at most 128 MiB",
                 (unsigned long long)window_of(s->bytes.data[5]));
    if (load(s, at, dictionary) != 0)
        ptl_fail(job, PTL_E_SYNTAX, s->at + at, "zstd-data",
                 "the zstd frame needs a dictionary, but there is none");
    f->content = content ? load(s, at + dictionary, content) + (content == 2 ? 256 : 0) : UNKNOWN;
    return ptl_ok(job) ? at + dictionary + content : 0;
}

/* Walks over the blocks without decoding them. */
static frame walk(ptl_job *job, const ptl_stream *s)
{
    enum { RAW, RUN, COMPRESSED, RESERVED };
    frame  f    = { .content = UNKNOWN };
    size_t at   = read_header(job, s, &f);
    bool   last = at == 0;

    while (!last && there(job, s, at, 3)) {
        uint32_t head = (uint32_t)load(s, at, 3), kind = head >> 1 & 3, size = head >> 3;

        if (kind == RESERVED) {
            ptl_fail(job, PTL_E_SYNTAX, s->at + at, "zstd-data",
                     "a zstd block is of a reserved kind");
            break;
        }
        at += 3;
        if (!there(job, s, at, kind == RUN ? 1 : size))
            break;
        at += kind == RUN ? 1 : size;
        f.most += kind == COMPRESSED ? BLOCK : size;
        last = head & 1;
    }
    if (ptl_ok(job) && s->bytes.data[4] & 4 && there(job, s, at, 4))
        at += 4;
    f.size = ptl_ok(job) ? at : 0;
    return f;
}

static void compare_size(ptl_job *job, const ptl_stream *s, uint64_t found, uint64_t wanted)
{
    if (found != wanted)
        ptl_fail(job, PTL_E_SYNTAX, s->at, found > wanted ? "payload-long" : "payload-short",
                 "the zstd frame holds %llu bytes, %llu are needed", (unsigned long long)found,
                 (unsigned long long)wanted);
}

static void zstd_check(ptl_job *job, const ptl_stream *s, uint64_t size)
{
    frame f = walk(job, s);

    if (ptl_ok(job) && f.content != UNKNOWN)
        compare_size(job, s, f.content, size);
    if (ptl_ok(job) && f.most < size)
        compare_size(job, s, f.most, size);
}

static uint64_t zstd_most(const ptl_stream *s)
{
    (void)s;
    return UINT64_MAX; /* the walk knows better */
}

#ifdef PTL_HAVE_LIBZSTD

static size_t zstd_fill(ptl_job *job, const ptl_stream *s, uint8_t *out, size_t room)
{
    frame      f    = walk(job, s);
    ZSTD_DCtx *d    = NULL;
    size_t     size = 0;

    if (!ptl_charge(job, DECODER))
        return 0;
    d = ZSTD_createDCtx();

    if (f.content != UNKNOWN && f.content > room && ptl_ok(job))
        size = SIZE_MAX;
    else if (d)
        size = ZSTD_decompressDCtx(d, out, room, s->bytes.data, f.size);
    else
        ptl_fail(job, PTL_E_MEMORY, PTL_NOWHERE, "memory", "no memory for zstd");
    ZSTD_freeDCtx(d);
    ptl_refund(job, DECODER);
    if (size == SIZE_MAX || !ZSTD_isError(size))
        return size;
    if (ZSTD_getErrorCode(size) == ZSTD_error_dstSize_tooSmall)
        return SIZE_MAX;
    ptl_fail(job, PTL_E_SYNTAX, s->at, "zstd-data", "the zstd frame is damaged: %s",
             ZSTD_getErrorName(size));
    return 0;
}

#else

static size_t zstd_fill(ptl_job *job, const ptl_stream *s, uint8_t *out, size_t room)
{
    frame  f    = walk(job, s);
    size_t size = 0;

    if (ptl_ok(job) && !ptl_given_has_zstd())
        ptl_fail(job, PTL_E_UNSUPPORTED, s->at, "feature-absent",
                 "this build of the library has no zstd");
    if (!ptl_ok(job))
        return 0;
    if (f.content != UNKNOWN && f.content > room)
        return SIZE_MAX;
    size = ptl_given_zstd(s->bytes.data, f.size, out, room);
    if (size != PTL_GIVEN_DAMAGED)
        return size;
    ptl_fail(job, PTL_E_SYNTAX, s->at, "zstd-data", "the zstd frame is damaged");
    return 0;
}

#endif

static size_t zstd_decode(ptl_job *job, const ptl_stream *s, uint8_t *out, size_t size)
{
    size_t got = zstd_fill(job, s, out, size);

    if (got == SIZE_MAX)
        ptl_fail(job, PTL_E_SYNTAX, s->at, "payload-long",
                 "the zstd frame yields more than the %zu bytes that are needed", size);
    else if (ptl_ok(job))
        compare_size(job, s, got, size);
    return ptl_ok(job) ? walk(job, s).size : 0;
}

#ifdef PTL_HAVE_LIBZSTD

/* ---- Memory ---------------------------------------------------------------------------------- */

/* To encode, zstd takes up to hundreds of MiB, so it takes them from the job's heap. It
 * gives pieces back without their size, which therefore stands in front of them. */
#define FRONT _Alignof(max_align_t)

static void *take(void *user, size_t size)
{
    size_t   whole = size < SIZE_MAX - FRONT ? size + FRONT : SIZE_MAX;
    uint8_t *piece = ptl_heap_resize(user, NULL, 0, whole);

    if (!piece)
        return NULL;
    memcpy(piece, &whole, sizeof whole);
    return piece + FRONT;
}

static void give_back(void *user, void *data)
{
    uint8_t *piece = data ? (uint8_t *)data - FRONT : NULL;
    size_t   whole;

    if (!piece)
        return;
    memcpy(&whole, piece, sizeof whole);
    ptl_heap_resize(user, piece, whole, 0);
}

static ZSTD_customMem memory_of(ptl_job *job)
{
    job->heap->refused = job->heap->failed = false;
    return (ZSTD_customMem){ take, give_back, job->heap };
}

static void fail_memory(ptl_job *job)
{
    if (job->heap->refused)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-memory",
                 "zstd needs more memory for this than the limit of %zu bytes leaves",
                 job->heap->limit);
    else
        ptl_fail(job, PTL_E_MEMORY, PTL_NOWHERE, "memory", "no memory for zstd");
}

/* ---- Writing --------------------------------------------------------------------------------- */

static size_t zstd_bound(size_t size)
{
    return ZSTD_compressBound(size);
}

static size_t zstd_encode(ptl_job *job, uint8_t *out, size_t room, ptl_span bytes, int level)
{
    ZSTD_CCtx *c = ZSTD_createCCtx_advanced(memory_of(job));
    size_t     size;

    if (!c) {
        fail_memory(job);
        return 0;
    }
    ZSTD_CCtx_setParameter(c, ZSTD_c_compressionLevel, level > 0 ? level : USUAL);
    ZSTD_CCtx_setParameter(c, ZSTD_c_checksumFlag, 1);
    size = ZSTD_compress2(c, out, room, bytes.data, bytes.size);
    ZSTD_freeCCtx(c);
    if (ZSTD_isError(size))
        fail_memory(job); /* there is room for whatever comes out */
    return ZSTD_isError(size) ? 0 : size;
}

const ptl_codec_row ptl_codec_zstd = { "zstd",      22,        zstd_check, zstd_most,
                                       zstd_decode, zstd_fill, zstd_bound, zstd_encode };

#else

const ptl_codec_row ptl_codec_zstd = { "zstd",      0,         zstd_check, zstd_most,
                                       zstd_decode, zstd_fill, NULL,       NULL };

#endif

#else

const ptl_codec_row ptl_codec_zstd = { .name = "zstd" };

#endif
