/* SPDX-License-Identifier: MIT */
/* zlib, zstd and gzip streams: there and back, and refused before they cost anything. */
#include "core/codec.h"

#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "harness.h"
#include "support.h"

typedef struct bench { /* a job with memory that is counted */
    test_heap counted;
    ptl_heap  heap;
    ptl_arena arena;
    ptl_job   job;
} bench;

static void begin(bench *b)
{
    *b      = (bench){ 0 };
    b->heap = (ptl_heap){ test_allocator(&b->counted), (size_t)1 << 30, 0 };
    b->job  = (ptl_job){ .heap = &b->heap, .arena = &b->arena };
}

static void end(bench *b)
{
    ptl_arena_free(&b->arena, &b->heap);
    CHECK_UINT(b->counted.held, 0);
}

static void need(ptl_codec codec)
{
    if (!ptl_codec_there(codec))
        test_skip("not built in");
}

enum { SIZE = 10000 };

static uint8_t *plain(void)
{
    static uint8_t data[SIZE];

    for (size_t i = 0; i < SIZE; i++)
        data[i] = (uint8_t)(i * i >> 8);
    return data;
}

static void check_codec(ptl_codec codec, int level)
{
    static uint8_t back[SIZE];
    bench          b;
    ptl_buf        coded;
    ptl_stream     stream = { .codec = codec, .at = 12 };
    ptl_span       whole;

    begin(&b);
    coded = ptl_buf_of(&b.job, NULL);
    ptl_stream_encode(&coded, codec, (ptl_span){ plain(), SIZE }, level);
    CHECK_TEXT(b.job.error.message, "");
    ptl_put_text(&coded, "tail");
    stream.bytes = (ptl_span){ coded.data, coded.size };
    CHECK(ptl_stream_check(&b.job, &stream, SIZE));
    CHECK_UINT(ptl_stream_decode(&b.job, &stream, back, SIZE), coded.size - 4);
    CHECK_BYTES(back, SIZE, plain(), SIZE);
    whole = ptl_stream_decode_all(&b.job, &stream, SIZE);
    CHECK_BYTES(whole.data, whole.size, plain(), SIZE);
    whole = ptl_stream_decode_all(&b.job, &stream, SIZE - 1);
    CHECK(whole.data == NULL);
    CHECK_TEXT(b.job.error.rule, "payload-long");
    ptl_buf_free(&coded);
    end(&b);
}

static void zlib_comes_back(void)
{
    need(PTL_CODEC_ZLIB);
    for (int level = 0; level <= ptl_codec_levels(PTL_CODEC_ZLIB); level += 4)
        check_codec(PTL_CODEC_ZLIB, level);
}

static void zstd_comes_back(void)
{
    need(PTL_CODEC_ZSTD);
    for (int level = 0; level <= ptl_codec_levels(PTL_CODEC_ZSTD); level += 11)
        check_codec(PTL_CODEC_ZSTD, level);
}

static void gzip_comes_back(void)
{
    need(PTL_CODEC_GZIP);
    for (int level = 0; level <= ptl_codec_levels(PTL_CODEC_GZIP); level += 4)
        check_codec(PTL_CODEC_GZIP, level);
}

static void anything_can_be_packed(void)
{
    bench      b;
    ptl_bytes  packed = { 0 };
    ptl_diag   err;
    ptl_stream stream = { PTL_CODEC_GZIP, { 0 }, 0 };
    ptl_span   whole;

    CHECK(ptl_gzip(NULL, "a", 1, &err) == PTL_E_ARG);
    CHECK(ptl_gzip(&packed, NULL, 1, &err) == PTL_E_ARG);
    need(PTL_CODEC_GZIP);
    begin(&b);
    CHECK(ptl_gzip(&packed, plain(), SIZE, &err) == PTL_OK);
    CHECK(packed.size < SIZE);
    stream.bytes = (ptl_span){ packed.data, packed.size };
    whole        = ptl_stream_decode_all(&b.job, &stream, SIZE);
    CHECK_BYTES(whole.data, whole.size, plain(), SIZE);
    ptl_bytes_free(&packed);
    CHECK(ptl_gzip(&packed, NULL, 0, &err) == PTL_OK);
    CHECK(packed.size > 0);
    ptl_bytes_free(&packed);
    end(&b);
}

#define BYTES(text) (const uint8_t *)(text), sizeof(text) - 1

/* A gzip stream of "abcd" up to its checksum. */
#define GZIP                                                                                       \
    "\x1f\x8b\x08\0\0\0\0\0\0\3\1\4\0\xfb\xff"                                                     \
    "abcd"

static void points_at_what_is_wrong(void)
{
    static const struct {
        ptl_codec      codec;
        const uint8_t *data;
        size_t         size;
        uint64_t       wanted, offset;
        const char    *rule;
    } bad[] = {
        { PTL_CODEC_ZLIB, BYTES(""), 4, 100, "truncated" },
        { PTL_CODEC_ZLIB, BYTES("\x78"), 4, 101, "truncated" },
        { PTL_CODEC_ZLIB, BYTES("\x1f\x8b\x08\0"), 4, 100, "zlib-data" },
        { PTL_CODEC_ZLIB, BYTES("\x78\x02"), 4, 100, "zlib-data" },
        { PTL_CODEC_ZLIB, BYTES("\x78\x20"), 4, 101, "zlib-data" },
        { PTL_CODEC_ZLIB, BYTES("\x78\x01\x07"), 4, 102, "zlib-data" },
        { PTL_CODEC_ZLIB,
          BYTES("\x78\x01\x01\4\0\xfb\xff"
                "abcd\3\xd8\1"),
          4, 114, "truncated" },
        { PTL_CODEC_ZLIB,
          BYTES("\x78\x01\x01\4\0\xfb\xff"
                "abcd\0\0\0\0"),
          4, 111, "zlib-data" },
        { PTL_CODEC_ZLIB,
          BYTES("\x78\x01\x01\4\0\xfb\xff"
                "abcd\3\xd8\1\x8b"),
          3, 100, "payload-long" },
        { PTL_CODEC_ZLIB,
          BYTES("\x78\x01\x01\4\0\xfb\xff"
                "abcd\3\xd8\1\x8b"),
          5, 100, "payload-short" },
        { PTL_CODEC_ZLIB, BYTES("\x78\x01\x01"), 1 << 20, 103, "truncated" },
        { PTL_CODEC_GZIP, BYTES("\x1f\x8b\x08"), 4, 103, "truncated" },
        { PTL_CODEC_GZIP, BYTES("\x78\x01\x01\4\0\xfb\xff____abcd\3\xd8\1\x8b"), 4, 100,
          "gzip-data" },
        { PTL_CODEC_GZIP, BYTES(GZIP "\x11\xcd\x82\xee\4\0\0\0"), 4, 100, "gzip-data" },
        { PTL_CODEC_GZIP, BYTES(GZIP "\x11\xcd\x82\xed\4\0\0"), 4, 100, "gzip-data" },
        { PTL_CODEC_GZIP, BYTES(GZIP "\x11\xcd\x82\xed\4\0\0\0"), 3, 100, "payload-long" },
        { PTL_CODEC_GZIP, BYTES(GZIP "\x11\xcd\x82\xed\4\0\0\0"), 5, 100, "payload-short" },
        { PTL_CODEC_ZSTD, BYTES("\x28\xb5\x2f"), 4, 103, "truncated" },
        { PTL_CODEC_ZSTD, BYTES("\x29\xb5\x2f\xfd\x20\4"), 4, 100, "zstd-data" },
        { PTL_CODEC_ZSTD, BYTES("\x28\xb5\x2f\xfd\x28\4"), 4, 104, "zstd-data" },
        { PTL_CODEC_ZSTD, BYTES("\x28\xb5\x2f\xfd\x20"), 4, 105, "truncated" },
        { PTL_CODEC_ZSTD, BYTES("\x28\xb5\x2f\xfd\x21\7\4\x21\0\0abcd"), 4, 105, "zstd-data" },
        { PTL_CODEC_ZSTD, BYTES("\x28\xb5\x2f\xfd\0\x89\x21\0\0abcd"), 4, 105, "zstd-data" },
        { PTL_CODEC_ZSTD, BYTES("\x28\xb5\x2f\xfd\x20\4\x27\0\0abcd"), 4, 106, "zstd-data" },
        { PTL_CODEC_ZSTD, BYTES("\x28\xb5\x2f\xfd\x20\4\x21\0\0abc"), 4, 112, "truncated" },
        { PTL_CODEC_ZSTD, BYTES("\x28\xb5\x2f\xfd\x20\4\x21\0\0abcd"), 3, 100, "payload-long" },
        { PTL_CODEC_ZSTD, BYTES("\x28\xb5\x2f\xfd\x20\4\x21\0\0abcd"), 5, 100, "payload-short" },
        { PTL_CODEC_ZSTD, BYTES("\x28\xb5\x2f\xfd\0\0\x21\0\0abcd"), 3, 100, "payload-long" },
        { PTL_CODEC_ZSTD, BYTES("\x28\xb5\x2f\xfd\0\0\x21\0\0abcd"), 5, 100, "payload-short" },
        { PTL_CODEC_ZSTD, BYTES("\x28\xb5\x2f\xfd\x24\4\x21\0\0abcd\0\0\0\0"), 4, 100,
          "zstd-data" },
        { PTL_CODEC_ZSTD,
          BYTES("\x28\xb5\x2f\xfd\0\0\3\0\x10"
                "a"),
          4, 100, "payload-long" },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        static uint8_t room[16];
        ptl_stream     stream = { bad[i].codec, { bad[i].data, bad[i].size }, 100 };
        bool           there  = ptl_codec_there(bad[i].codec);
        bench          b;

        begin(&b);
        if (ptl_stream_check(&b.job, &stream, bad[i].wanted))
            ptl_stream_decode(&b.job, &stream, room, (size_t)bad[i].wanted);
        CHECK_TEXT(b.job.error.rule, there ? bad[i].rule : "feature-absent");
        CHECK_UINT(b.job.error.offset, there ? bad[i].offset : 100);
        CHECK_UINT(b.counted.calls, 0);
        end(&b);
    }
}

/* What a coder needs for itself has to fit, too; the highest levels need most by far. */
static void coders_have_to_fit(void)
{
    static const struct {
        ptl_codec codec;
        int       level;
        size_t    too_small, enough;
    } rows[] = {
        { PTL_CODEC_ZLIB, 6, 512 << 10, 2 << 20 },
        { PTL_CODEC_ZLIB, 12, 2 << 20, 16 << 20 },
        { PTL_CODEC_ZSTD, 22, 128 << 10, 16 << 20 },
    };

    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        bool    fits = i % 2;
        bench   b;
        ptl_buf coded;

        if (!ptl_codec_there(rows[i / 2].codec))
            continue;
        begin(&b);
        b.heap.limit = fits ? rows[i / 2].enough : rows[i / 2].too_small;
        coded        = ptl_buf_of(&b.job, NULL);
        ptl_stream_encode(&coded, rows[i / 2].codec, (ptl_span){ plain(), SIZE },
                          rows[i / 2].level);
        CHECK_TEXT(b.job.error.rule ? b.job.error.rule : "", fits ? "" : "limit-memory");
        CHECK_UINT(b.heap.used, coded.capacity);
        ptl_buf_free(&coded);
        end(&b);
    }
}

/* Streams are refused by name when there is no room for what decodes them. */
static void decoders_have_to_fit(void)
{
    static uint8_t back[SIZE];

    for (ptl_codec codec = PTL_CODEC_ZLIB; codec <= PTL_CODEC_GZIP; codec++) {
        ptl_stream stream = { .codec = codec };
        bench      b;
        ptl_buf    coded;

        if (!ptl_codec_there(codec))
            continue;
        begin(&b);
        coded = ptl_buf_of(&b.job, NULL);
        ptl_stream_encode(&coded, codec, (ptl_span){ plain(), SIZE }, 1);
        stream.bytes = (ptl_span){ coded.data, coded.size };
        b.heap.limit = b.heap.used + 8192;
        CHECK_UINT(ptl_stream_decode(&b.job, &stream, back, SIZE), 0);
        CHECK_TEXT(b.job.error.rule, "limit-memory");
        ptl_buf_free(&coded);
        end(&b);
    }
}

/* Streams of several levels and sizes, cut at every length, are cut and not damaged. */
static void tells_cut_from_damaged(void)
{
    need(PTL_CODEC_ZLIB);
    for (int level = 1; level <= ptl_codec_levels(PTL_CODEC_ZLIB); level += 4) {
        static uint8_t back[SIZE];
        size_t         sizes[] = { 1, 30, 600, SIZE };
        bench          b;

        for (size_t k = 0; k < COUNT(sizes); k++) {
            ptl_buf coded;

            begin(&b);
            coded = ptl_buf_of(&b.job, NULL);
            ptl_stream_encode(&coded, PTL_CODEC_ZLIB, (ptl_span){ plain(), sizes[k] }, level);
            for (size_t size = 2; size < coded.size; size += 1 + coded.size / 400) {
                ptl_job    job    = { .heap = &b.heap, .arena = &b.arena };
                ptl_stream stream = { PTL_CODEC_ZLIB, { coded.data, size }, 0 };

                CHECK_UINT(ptl_stream_decode(&job, &stream, back, sizes[k]), 0);
                CHECK_TEXT(job.error.rule, "truncated");
                CHECK_UINT(job.error.offset, size);
            }
            ptl_buf_free(&coded);
            end(&b);
        }
    }
}

static void says_what_it_has(void)
{
    CHECK(ptl_has_feature("zlib") == ptl_codec_there(PTL_CODEC_ZLIB));
    CHECK(ptl_has_feature("zstd") == ptl_codec_there(PTL_CODEC_ZSTD));
    CHECK(ptl_has_feature("gzip") == ptl_codec_there(PTL_CODEC_GZIP));
    CHECK(!ptl_has_feature("lzma"));
}

int main(void)
{
    static const test_case tests[] = {
        TEST(zlib_comes_back),        TEST(zstd_comes_back),         TEST(gzip_comes_back),
        TEST(anything_can_be_packed), TEST(points_at_what_is_wrong), TEST(tells_cut_from_damaged),
        TEST(says_what_it_has),       TEST(coders_have_to_fit),      TEST(decoders_have_to_fit),
    };

    return run_tests("codec", tests, COUNT(tests));
}
