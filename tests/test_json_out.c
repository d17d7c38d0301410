/* SPDX-License-Identifier: MIT */
/* JSON, put: escaping, and numbers that survive. */
#include "json_reading.h"

typedef struct writing {
    fixture f;
    ptl_buf out;
} writing;

static void start(writing *w)
{
    fixture_begin(&w->f, NULL, 0);
    w->out = ptl_buf_of(&w->f.job, NULL);
    ptl_put_char(&w->out, ' '); /* what is there stays there */
}

static void finish(writing *w, const char *want)
{
    CHECK(ptl_ok(&w->f.job));
    ptl_put_char(&w->out, 0);
    CHECK_UINT(w->out.data[0], ' ');
    CHECK_TEXT((char *)w->out.data + 1, want);
    ptl_buf_free(&w->out);
    fixture_end(&w->f);
}

static void strings_are_escaped(void)
{
    static const struct {
        const char *text, *want;
        size_t      size;
    } rows[] = {
        { "", "\"\"", 0 },
        { NULL, "\"\"", 0 },
        { "abc", "\"abc\"", 3 },
        { "a\"b\\c/", "\"a\\\"b\\\\c/\"", 6 },
        { "\b\f\n\r\t", "\"\\b\\f\\n\\r\\t\"", 5 },
        { "\0\x01\x1f\x7f", "\"\\u0000\\u0001\\u001f\\u007f\"", 4 },
        { "\n", "\"\\n\"", 1 },
        { "\xC2\x85\xC2\x9F\xC2\xA0", "\"\\u0085\\u009f\xC2\xA0\"", 6 },
        { "\xE2\x80\xAE\xE2\x81\xA6\xE2\x80\xA8", "\"\\u202e\\u2066\\u2028\"", 9 },
        { "\xE2\x80\xA7\xD8\x9C\xEF\xBB\xBF", "\"\xE2\x80\xA7\\u061c\\ufeff\"", 8 },
        { "\xC3\xA9\xF0\x9F\x97\xBA", "\"\xC3\xA9\xF0\x9F\x97\xBA\"", 6 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        writing w;

        start(&w);
        ptl_json_put_string(&w.out, rows[i].text, rows[i].size);
        finish(&w, rows[i].want);
    }
}

static void every_string_comes_back(void)
{
    char text[128 + 2];

    for (size_t i = 0; i < 128; i++)
        text[i] = (char)i;
    memcpy(text + 128, "\xC3\xA9", 2);
    for (size_t from = 0; from < sizeof text - 1; from++) {
        writing w;
        reading r;
        ptl_str back;

        start(&w);
        ptl_json_put_string(&w.out, text + from, sizeof text - from);
        begin_bytes(&r, (const char *)w.out.data, w.out.size);
        back = ptl_json_string(&r.in);
        CHECK_BYTES(back.data, back.size, text + from, sizeof text - from);
        end(&r);
        ptl_buf_free(&w.out);
        fixture_end(&w.f);
    }
}

static void large_whole_numbers_become_strings(void)
{
    static const struct {
        uint64_t    value;
        const char *want;
    } rows[] = {
        { 0, "0" },
        { 4294967296, "4294967296" },
        { 9007199254740991, "9007199254740991" },
        { 9007199254740992, "\"9007199254740992\"" },
        { UINT64_MAX, "\"18446744073709551615\"" },
    };
    static const struct {
        int64_t     value;
        const char *want;
    } both[] = {
        { 0, "0" },
        { -1, "-1" },
        { 9007199254740991, "9007199254740991" },
        { 9007199254740992, "\"9007199254740992\"" },
        { -9007199254740991, "-9007199254740991" },
        { -9007199254740992, "\"-9007199254740992\"" },
        { INT64_MAX, "\"9223372036854775807\"" },
        { INT64_MIN, "\"-9223372036854775808\"" },
    };
    writing w;

    for (size_t i = 0; i < COUNT(rows); i++) {
        start(&w);
        ptl_json_put_u64(&w.out, rows[i].value);
        finish(&w, rows[i].want);
    }
    for (size_t i = 0; i < COUNT(both); i++) {
        start(&w);
        ptl_json_put_i64(&w.out, both[i].value);
        finish(&w, both[i].want);
    }
}

static void floats_that_json_cannot_spell_become_bits(void)
{
    static const struct {
        uint32_t    bits;
        const char *want;
    } singles[] = {
        { 0, "0" },
        { 0x80000000, "-0.0" },
        { 0x3F800000, "1" },
        { 0x3DCCCCCD, "0.1" },
        { 0x7F7FFFFF, "3.4028235e38" },
        { 1, "1e-45" },
        { 0x7F800000, "\"0x7f800000\"" },
        { 0xFF800000, "\"0xff800000\"" },
        { 0x7FC00001, "\"0x7fc00001\"" },
        { 0x7F800001, "\"0x7f800001\"" },
    };
    static const struct {
        uint64_t    bits;
        const char *want;
    } doubles[] = {
        { 0, "0" },
        { 0x8000000000000000, "-0.0" },
        { 0x3FB999999999999A, "0.1" },
        { 1, "5e-324" },
        { 0x7FEFFFFFFFFFFFFF, "1.7976931348623157e308" },
        { 0x7FF0000000000000, "\"0x7ff0000000000000\"" },
        { 0xFFF8000000000001, "\"0xfff8000000000001\"" },
    };
    writing w;

    for (size_t i = 0; i < COUNT(singles); i++) {
        reading r;

        start(&w);
        ptl_json_put_f32_bits(&w.out, singles[i].bits);
        finish(&w, singles[i].want);
        begin(&r, singles[i].want);
        CHECK_UINT(ptl_json_f32_bits(&r.in), singles[i].bits);
        end(&r);
    }
    for (size_t i = 0; i < COUNT(doubles); i++) {
        reading r;

        start(&w);
        ptl_json_put_f64_bits(&w.out, doubles[i].bits);
        finish(&w, doubles[i].want);
        begin(&r, doubles[i].want);
        CHECK_UINT(ptl_json_f64_bits(&r.in), doubles[i].bits);
        end(&r);
    }
}

static void writing_after_a_failure_does_nothing(void)
{
    writing w;

    start(&w);
    ptl_fail(&w.f.job, PTL_E_IO, PTL_NOWHERE, "other", "elsewhere");
    ptl_json_put_string(&w.out, "a\n", 2);
    ptl_json_put_u64(&w.out, UINT64_MAX);
    ptl_json_put_i64(&w.out, -1);
    ptl_json_put_f32_bits(&w.out, 0);
    ptl_json_put_f64_bits(&w.out, UINT64_MAX);
    CHECK_UINT(w.out.size, 1);
    CHECK_UINT(w.f.asked, 1);
    CHECK_UINT(w.f.heard, 1);
    ptl_buf_free(&w.out);
    fixture_end(&w.f);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(strings_are_escaped),
        TEST(every_string_comes_back),
        TEST(large_whole_numbers_become_strings),
        TEST(floats_that_json_cannot_spell_become_bits),
        TEST(writing_after_a_failure_does_nothing),
    };

    return run_tests("json_out", tests, COUNT(tests));
}
