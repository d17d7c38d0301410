/* SPDX-License-Identifier: MIT */
/* Output: every byte arrives, in order, in memory and through the window in front of a sink. */
#include "core/buf.h"
#include "fixture.h"

typedef struct pail { /* a sink that keeps what it gets, and may refuse */
    uint8_t    *data;
    size_t      size, pieces;
    size_t      refuse; /* which piece, counted from 1; 0 for none */
    const void *last;
} pail;

static bool pail_put(void *user, const void *data, size_t size)
{
    pail *p = user;

    p->pieces++;
    p->last = data;
    CHECK(size > 0);
    CHECK(p->pieces <= p->refuse || !p->refuse); /* who refused is not asked again */
    if (p->pieces == p->refuse)
        return false;
    p->data = realloc(p->data, p->size + size);
    CHECK(p->data != NULL);
    memcpy(p->data + p->size, data, size);
    p->size += size;
    return true;
}

/* Pieces of all sizes around the window of 64 KiB; the same every time. */
static const size_t sizes[] = { 1,     0,     7,      255,   256,    257, 65535, 1,
                                65536, 65537, 3,      40000, 40000,  5,   65531, 1,
                                32768, 32768, 200000, 2,     100000, 0,   12 };

enum { MOST = 200000 };

static const uint8_t *pattern(size_t from)
{
    static uint8_t bytes[MOST + 256];

    if (bytes[1] == 0)
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)(i ^ i >> 8);
    return bytes + from % 251;
}

static size_t put_pattern(ptl_buf *out)
{
    size_t total = 0;

    for (size_t i = 0; i < COUNT(sizes); i++) {
        ptl_put(out, pattern(i * 13), sizes[i]);
        total += sizes[i];
    }
    return total;
}

static void check_pattern(const uint8_t *data, size_t size)
{
    for (size_t i = 0, at = 0; i < COUNT(sizes); at += sizes[i++]) {
        CHECK(at + sizes[i] <= size);
        CHECK_BYTES(data + at, sizes[i], pattern(i * 13), sizes[i]);
    }
}

static void memory_keeps_every_byte(void)
{
    fixture f;
    ptl_buf out;
    size_t  total;

    fixture_begin(&f, NULL, 0);
    out   = ptl_buf_of(&f.job, NULL);
    total = put_pattern(&out);
    CHECK_UINT(out.size, total);
    check_pattern(out.data, out.size);
    ptl_buf_flush(&out); /* means nothing here */
    CHECK_UINT(out.size, total);
    ptl_buf_free(&out);
    CHECK(!out.data && !out.size && !out.capacity);
    fixture_end(&f);
}

static void growth_doubles(void)
{
    fixture f;
    ptl_buf out;

    fixture_begin(&f, NULL, 0);
    out = ptl_buf_of(&f.job, NULL);
    for (size_t i = 0; i < 1 << 20; i++)
        ptl_put_u8(&out, (uint8_t)i);
    CHECK_UINT(out.size, 1 << 20);
    CHECK(f.asked <= 13);
    for (size_t i = 0; i < 1 << 20; i++)
        CHECK(out.data[i] == (uint8_t)i);
    ptl_buf_free(&out);
    fixture_end(&f);
}

static void a_sink_gets_every_byte_in_order(void)
{
    pail     p    = { 0 };
    ptl_sink sink = { pail_put, &p };
    fixture  f;
    ptl_buf  out;
    size_t   total;

    fixture_begin(&f, NULL, 0);
    out   = ptl_buf_of(&f.job, &sink);
    total = put_pattern(&out);
    ptl_buf_flush(&out);
    CHECK_UINT(p.size, total);
    check_pattern(p.data, p.size);
    CHECK_UINT(out.capacity, 65536); /* the window never grew */
    total = p.pieces;
    ptl_buf_flush(&out);
    CHECK_UINT(p.pieces, total); /* nothing left, nothing handed over */
    ptl_buf_free(&out);
    free(p.data);
    fixture_end(&f);
}

static void large_pieces_go_around_the_window(void)
{
    pail     p    = { 0 };
    ptl_sink sink = { pail_put, &p };
    fixture  f;
    ptl_buf  out;

    fixture_begin(&f, NULL, 0);
    out = ptl_buf_of(&f.job, &sink);
    ptl_put(&out, pattern(0), 65536);
    CHECK(p.last == pattern(0));
    CHECK_UINT(f.asked, 0);
    free(p.data);
    fixture_end(&f);
}

static void room_may_pass_the_window(void)
{
    pail     p    = { 0 };
    ptl_sink sink = { pail_put, &p };
    fixture  f;
    ptl_buf  out;
    uint8_t *room;

    fixture_begin(&f, NULL, 0);
    out = ptl_buf_of(&f.job, &sink);
    ptl_put_text(&out, "before");
    room = ptl_buf_room(&out, 100000);
    CHECK(room != NULL);
    memset(room, 'r', 100000);
    out.size += 100000;
    ptl_put_text(&out, "after");
    ptl_buf_flush(&out);
    CHECK_UINT(p.size, 6 + 100000 + 5);
    CHECK_BYTES(p.data, 7, "beforer", 7);
    CHECK_BYTES(p.data + 6 + 99999, 6, "rafter", 6);
    ptl_buf_free(&out);
    free(p.data);
    fixture_end(&f);
}

static void a_sink_that_refuses_stops_the_job(void)
{
    bool refused = true;

    for (size_t refuse = 1; refused; refuse++) {
        pail     p    = { .refuse = refuse };
        ptl_sink sink = { pail_put, &p };
        fixture  f;
        ptl_buf  out;

        fixture_begin(&f, NULL, 0);
        out = ptl_buf_of(&f.job, &sink);
        put_pattern(&out);
        ptl_buf_flush(&out);
        refused = p.pieces == refuse;
        if (refused) {
            CHECK_FAILED(&f, PTL_E_IO, "write");
            CHECK(!ptl_buf_room(&out, 1));
        }
        ptl_buf_free(&out);
        free(p.data);
        fixture_end(&f);
        CHECK(refused || refuse > 5);
    }
}

static void room_is_null_when_the_sink_refuses_to_make_it(void)
{
    pail     p    = { .refuse = 1 };
    ptl_sink sink = { pail_put, &p };
    fixture  f;
    ptl_buf  out;

    fixture_begin(&f, NULL, 0);
    out = ptl_buf_of(&f.job, &sink);
    ptl_put(&out, pattern(0), 60000);
    CHECK(!ptl_buf_room(&out, 60000));
    CHECK_FAILED(&f, PTL_E_IO, "write");
    ptl_buf_free(&out);
    free(p.data);
    fixture_end(&f);
}

static void impossible_sizes_fail(void)
{
    enum { LIMIT = 1 << 20 };
    static const size_t rows[] = { SIZE_MAX,         SIZE_MAX - 1, SIZE_MAX / 2 + 1, SIZE_MAX / 2,
                                   SIZE_MAX / 4 + 1, SIZE_MAX / 4, LIMIT + 1 };

    for (size_t i = 0; i < COUNT(rows); i++)
        for (int with = 0; with < 2; with++) {
            pail     p    = { 0 };
            ptl_sink sink = { pail_put, &p };
            fixture  f;
            ptl_buf  out;

            fixture_begin(&f, NULL, 0);
            f.heap.limit = LIMIT;
            out          = ptl_buf_of(&f.job, with ? &sink : NULL);
            ptl_put_text(&out, "some");
            CHECK(!ptl_buf_room(&out, rows[i]));
            CHECK_FAILED(&f, PTL_E_LIMIT, "limit-memory");
            CHECK_UINT(f.asked, 1);
            ptl_buf_free(&out);
            free(p.data);
            fixture_end(&f);
        }
}

static void every_failed_allocation_is_said_once(void)
{
    size_t fail_at = 1;

    for (bool failed = true; failed; fail_at++) {
        fixture f;
        ptl_buf out;

        fixture_begin(&f, NULL, 0);
        f.fail_at = fail_at;
        out       = ptl_buf_of(&f.job, NULL);
        put_pattern(&out);
        failed = !ptl_ok(&f.job);
        if (failed) {
            CHECK_FAILED(&f, PTL_E_MEMORY, "memory");
            CHECK_UINT(f.asked, fail_at);
        }
        ptl_buf_free(&out);
        fixture_end(&f);
    }
    CHECK(fail_at > 5);
}

static void numbers_are_little_endian(void)
{
    static const uint32_t words[] = { 0x04030201, 0xFFFEFDFC };
    static const float    reals[] = { 1.0f, -2.5f };
    static const uint8_t  want[]  = { 0xAB, 0x34, 0x12, 0x78, 0x56, 0x34, 0x12, /* u8, u16, u32 */
                                      1,    2,    3,    4,    0xFC, 0xFD, 0xFE, 0xFF, /* words */
                                      0,    0,    0x80, 0x3F, 0,    0,    0x20, 0xC0 };
    fixture               f;
    ptl_buf               out;

    fixture_begin(&f, NULL, 0);
    out = ptl_buf_of(&f.job, NULL);
    ptl_put_u8(&out, 0xAB);
    ptl_put_u16le(&out, 0x1234);
    ptl_put_u32le(&out, 0x12345678);
    ptl_put_u32le_array(&out, words, 2);
    ptl_put_f32le_array(&out, reals, 2);
    ptl_put_u32le_array(&out, NULL, 0);
    ptl_put_f32le_array(&out, NULL, 0);
    CHECK_BYTES(out.data, out.size, want, sizeof want);
    ptl_buf_free(&out);
    fixture_end(&f);
}

static void formats_of_any_length_arrive_whole(void)
{
    static const int widths[] = { 0, 1, 126, 127, 128, 255, 510, 511, 512, 513, 5000, 70000 };

    for (size_t i = 0; i < COUNT(widths); i++)
        for (int with = 0; with < 2; with++) {
            pail     p    = { 0 };
            ptl_sink sink = { pail_put, &p };
            fixture  f;
            ptl_buf  out;
            size_t   size = (size_t)widths[i];

            fixture_begin(&f, NULL, 0);
            out = ptl_buf_of(&f.job, with ? &sink : NULL);
            ptl_put_char(&out, '<');
            ptl_put_format(&out, "%*s", widths[i], "");
            ptl_put_format(&out, "%s", ">");
            ptl_buf_flush(&out);
            CHECK_UINT(with ? p.size : out.size, size + 2);
            for (size_t k = 1; k <= size; k++)
                CHECK((with ? p.data : out.data)[k] == ' ');
            CHECK_BYTES((with ? p.data : out.data) + size + 1, 1, ">", 1);
            ptl_buf_free(&out);
            free(p.data);
            fixture_end(&f);
        }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(memory_keeps_every_byte),
        TEST(growth_doubles),
        TEST(a_sink_gets_every_byte_in_order),
        TEST(large_pieces_go_around_the_window),
        TEST(room_may_pass_the_window),
        TEST(a_sink_that_refuses_stops_the_job),
        TEST(room_is_null_when_the_sink_refuses_to_make_it),
        TEST(impossible_sizes_fail),
        TEST(every_failed_allocation_is_said_once),
        TEST(numbers_are_little_endian),
        TEST(formats_of_any_length_arrive_whole),
    };

    return run_tests("buf", tests, COUNT(tests));
}
