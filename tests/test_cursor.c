/* SPDX-License-Identifier: MIT */
/* Cursors: what is read, where it lies, and zero after the end. */
#include "core/cursor.h"
#include "fixture.h"

/* A word, a float, a word: on every machine the same numbers. Aligned as a file in an arena is. */
static const _Alignas(64) uint8_t sample[] = { 0x78, 0x56, 0x34, 0x12, 0,    0,
                                               0x20, 0xC0, 0xFC, 0xFD, 0xFE, 0xFF };

static ptl_cursor cursor_over(fixture *f, const uint8_t *data, size_t size)
{
    fixture_begin(f, data, size);
    f->job.text = false;
    return ptl_cursor_of(&f->job, (ptl_span){ data, size });
}

static void numbers_are_little_endian(void)
{
    fixture    f;
    ptl_cursor in = cursor_over(&f, sample, sizeof sample);

    CHECK_UINT(ptl_left(&in), 12);
    CHECK_UINT(ptl_u32le(&in), 0x12345678);
    CHECK_UINT(ptl_left(&in), 8);
    CHECK_UINT(ptl_u64le(&in), 0xFFFEFDFCC0200000);
    CHECK_UINT(ptl_left(&in), 0);
    CHECK(ptl_need(&in, 0) && ptl_ok(&f.job));
    in.at = 7;
    CHECK_UINT(ptl_u8(&in), 0xC0);
    CHECK_UINT(ptl_u16le(&in), 0xFDFC);
    CHECK(ptl_take(&in, 2) == sample + 10);
    CHECK_UINT(in.at, 12);
    fixture_end(&f);
}

static void read_word(ptl_cursor *in)
{
    uint32_t word = ptl_u32le(in);

    CHECK_UINT(word, ptl_ok(in->job) ? 0x12345678 : 0);
}

static void read_small(ptl_cursor *in)
{
    uint8_t  byte = ptl_u8(in);
    uint16_t half = ptl_u16le(in);

    CHECK_UINT(byte, in->size >= 1 ? 0x78 : 0);
    CHECK_UINT(half, ptl_ok(in->job) ? 0x3456 : 0);
}

static void read_double_word(ptl_cursor *in)
{
    uint64_t word = ptl_u64le(in);

    CHECK_UINT(word, ptl_ok(in->job) ? 0xC020000012345678 : 0);
}

static void read_take(ptl_cursor *in)
{
    const uint8_t *at = ptl_take(in, 6);

    CHECK(at == (ptl_ok(in->job) ? in->data : NULL));
}

static void read_chars(ptl_cursor *in)
{
    ptl_str text = ptl_chars(in, 5);

    CHECK_UINT(text.size, ptl_ok(in->job) ? 5 : 0);
    CHECK_BYTES(text.data, text.size, sample, text.size);
    CHECK(text.data != NULL);
}

static void read_bytes(ptl_cursor *in)
{
    ptl_u8s list = ptl_u8_array(in, 7);

    CHECK_UINT(list.count, ptl_ok(in->job) ? 7 : 0);
    CHECK_BYTES(list.data, list.count, sample, list.count);
    CHECK(ptl_ok(in->job) || !list.data);
}

static void read_words(ptl_cursor *in)
{
    ptl_u32s list = ptl_u32le_array(in, 3);

    CHECK_UINT(list.count, ptl_ok(in->job) ? 3 : 0);
    CHECK(ptl_ok(in->job) == (list.data != NULL));
    if (list.data)
        CHECK(list.data[0] == 0x12345678 && list.data[2] == 0xFFFEFDFC);
}

static void read_floats(ptl_cursor *in)
{
    ptl_f32s list = ptl_f32le_array(in, 2);

    CHECK_UINT(list.count, ptl_ok(in->job) ? 2 : 0);
    CHECK(ptl_ok(in->job) == (list.data != NULL));
    if (list.data)
        CHECK((double)list.data[1] == -2.5);
}

static void read_need(ptl_cursor *in)
{
    bool there = ptl_need(in, 5);

    CHECK(there == ptl_ok(in->job));
}

static void everything_is_zero_past_the_end(void)
{
    static const struct {
        void (*read)(ptl_cursor *in);
        size_t needs, takes;
    } rows[] = { { read_word, 4, 4 },        { read_bytes, 7, 7 }, { read_words, 12, 12 },
                 { read_floats, 8, 8 },      { read_need, 5, 0 },  { read_small, 3, 3 },
                 { read_double_word, 8, 8 }, { read_take, 6, 6 },  { read_chars, 5, 5 } };

    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t size = 0; size <= sizeof sample; size++) {
            uint8_t   *cut = malloc(size ? size : 1); /* of its own, for the sanitizer */
            fixture    f;
            ptl_cursor in;

            CHECK(cut != NULL);
            memcpy(cut, sample, size);
            in = cursor_over(&f, cut, size);
            rows[i].read(&in);
            CHECK(ptl_ok(&f.job) == (size >= rows[i].needs));
            if (rows[i].read != read_small || ptl_ok(&f.job))
                CHECK_UINT(in.at, ptl_ok(&f.job) ? rows[i].takes : 0);
            if (!ptl_ok(&f.job)) {
                CHECK_FAILED(&f, PTL_E_SYNTAX, "truncated");
                CHECK_UINT(f.last.offset, size);
                CHECK_UINT(f.last.line, 0);
            }
            fixture_end(&f);
            free(cut);
        }
}

static void everything_is_zero_after_a_failure(void)
{
    fixture    f;
    ptl_cursor in = cursor_over(&f, sample, sizeof sample);

    ptl_fail(&f.job, PTL_E_UNSUPPORTED, 0, "other", "not read");
    CHECK_UINT(ptl_u8(&in), 0);
    CHECK_UINT(ptl_u16le(&in), 0);
    CHECK_UINT(ptl_u32le(&in), 0);
    CHECK_UINT(ptl_u64le(&in), 0);
    CHECK(!ptl_take(&in, 0));
    CHECK_UINT(ptl_chars(&in, 1).size, 0);
    CHECK(!ptl_u8_array(&in, 1).data);
    CHECK(!ptl_u32le_array(&in, 1).data);
    CHECK(!ptl_f32le_array(&in, 1).data);
    CHECK(!ptl_u8_array(&in, 0).data);
    CHECK(!ptl_need(&in, 0));
    CHECK_UINT(in.at, 0);
    CHECK_FAILED(&f, PTL_E_UNSUPPORTED, "other");
    fixture_end(&f);
}

static void the_message_names_the_part(void)
{
    fixture    f;
    ptl_cursor in = cursor_over(&f, sample, 6);

    in.what = "the header";
    ptl_u32le(&in);
    ptl_u32le(&in);
    CHECK_TEXT(f.last.message,
               "the file ends inside the header; bytes needed from 0x4 on: 4, left: 2");
    fixture_end(&f);
}

static void counts_that_wrap_around_are_refused(void)
{
    static const uint64_t counts[] = { 4,
                                       UINT32_MAX,
                                       (uint64_t)1 << 32,
                                       (uint64_t)1 << 62,
                                       ((uint64_t)1 << 62) + 1,
                                       ((uint64_t)1 << 63) + 2,
                                       UINT64_MAX };

    for (size_t i = 0; i < COUNT(counts); i++)
        for (int kind = 0; kind < 3; kind++) {
            fixture    f;
            ptl_cursor in = cursor_over(&f, sample, kind == 0 ? 3 : sizeof sample);

            f.job.source_owned = true;
            if (kind == 0)
                CHECK(!ptl_u8_array(&in, counts[i]).data);
            else if (kind == 1)
                CHECK(!ptl_u32le_array(&in, counts[i]).data);
            else
                CHECK(!ptl_f32le_array(&in, counts[i]).data);
            CHECK_FAILED(&f, PTL_E_SYNTAX, "truncated");
            CHECK_UINT(in.at, 0);
            CHECK_UINT(f.asked, 0);
            fixture_end(&f);
        }
}

/* The sample in the arena, `shift` bytes past a boundary. */
static uint8_t *owned_sample(fixture *f, size_t shift)
{
    uint8_t *data = (uint8_t *)ptl_arena_raw(&f->job, sizeof sample + shift) + shift;

    memcpy(data, sample, sizeof sample);
    f->job.source_owned = true;
    return data;
}

static void arrays_of_an_owned_source_stay_in_place(void)
{
    fixture    f;
    ptl_cursor in;
    ptl_u32s   words;
    ptl_f32s   reals;
    ptl_u8s    bytes;
    ptl_str    chars;

    fixture_begin(&f, NULL, 0);
    in = ptl_cursor_of(&f.job, (ptl_span){ owned_sample(&f, 0), sizeof sample });
    CHECK(!f.job.source_kept);
    words = ptl_u32le_array(&in, 1);
    CHECK(f.job.source_kept);
    reals = ptl_f32le_array(&in, 1);
    bytes = ptl_u8_array(&in, 2);
    chars = ptl_chars(&in, 2);
    CHECK((const uint8_t *)chars.data == in.data + 10);
    CHECK((const uint8_t *)words.data == in.data);
    CHECK((const uint8_t *)reals.data == in.data + 4);
    CHECK(bytes.data == in.data + 8);
    CHECK_UINT(words.data[0], 0x12345678);
    CHECK((double)reals.data[0] == -2.5);
    CHECK_BYTES(bytes.data, bytes.count, sample + 8, 2);
    CHECK_UINT(f.asked, 1);
    fixture_end(&f);
}

static void misaligned_arrays_are_copied(void)
{
    for (size_t shift = 1; shift < 4; shift++) {
        fixture    f;
        ptl_cursor in;
        ptl_u32s   words;
        ptl_f32s   reals;

        fixture_begin(&f, NULL, 0);
        in    = ptl_cursor_of(&f.job, (ptl_span){ owned_sample(&f, shift), sizeof sample });
        words = ptl_u32le_array(&in, 1);
        reals = ptl_f32le_array(&in, 1);
        CHECK(!f.job.source_kept);
        CHECK_UINT((uintptr_t)words.data % _Alignof(uint32_t), 0);
        CHECK_UINT((uintptr_t)reals.data % _Alignof(float), 0);
        CHECK_UINT(words.data[0], 0x12345678);
        CHECK((double)reals.data[0] == -2.5);
        CHECK_BYTES(in.data, sizeof sample, sample, sizeof sample); /* not turned around */
        CHECK(ptl_u8_array(&in, 4).data == in.data + 8);            /* bytes are never misaligned */
        CHECK(f.job.source_kept);
        fixture_end(&f);
    }
}

static void arrays_of_a_foreign_source_are_copied(void)
{
    fixture    f;
    ptl_cursor in    = cursor_over(&f, sample, sizeof sample);
    ptl_u32s   words = ptl_u32le_array(&in, 2);
    ptl_u8s    bytes = ptl_u8_array(&in, 2);
    ptl_str    chars = ptl_chars(&in, 2);

    CHECK((const uint8_t *)words.data != sample);
    CHECK_UINT(words.data[1], 0xC0200000);
    words.data[0] = 0;
    bytes.data[0] = 0;
    CHECK_UINT(sample[0], 0x78);
    CHECK_UINT(sample[8], 0xFC);
    CHECK((const uint8_t *)chars.data != sample + 10);
    CHECK_BYTES(chars.data, chars.size, sample + 10, 2);
    CHECK(!f.job.source_kept);
    fixture_end(&f);
}

static void an_empty_array_is_no_failure(void)
{
    fixture    f;
    ptl_cursor in = cursor_over(&f, NULL, 0);

    CHECK_UINT(ptl_u8_array(&in, 0).count, 0);
    CHECK_UINT(ptl_u32le_array(&in, 0).count, 0);
    CHECK(ptl_ok(&f.job));
    fixture_end(&f);
}

static void without_memory_arrays_are_empty(void)
{
    fixture    f;
    ptl_cursor in = cursor_over(&f, sample, sizeof sample);
    ptl_u32s   words;

    f.fail_at = 1;
    words     = ptl_u32le_array(&in, 3);
    CHECK(!words.data && words.count == 0);
    CHECK_FAILED(&f, PTL_E_MEMORY, "memory");
    fixture_end(&f);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(numbers_are_little_endian),           TEST(everything_is_zero_past_the_end),
        TEST(everything_is_zero_after_a_failure),  TEST(the_message_names_the_part),
        TEST(counts_that_wrap_around_are_refused), TEST(arrays_of_an_owned_source_stay_in_place),
        TEST(misaligned_arrays_are_copied),        TEST(arrays_of_a_foreign_source_are_copied),
        TEST(an_empty_array_is_no_failure),        TEST(without_memory_arrays_are_empty),
    };

    return run_tests("cursor", tests, COUNT(tests));
}
