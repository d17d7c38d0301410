/* SPDX-License-Identifier: MIT */
/* JSON, pulled: every token, every escape, every refusal with its place. */
#include "json_reading.h"

/* The job failed at `offset` by `rule`, or, without a rule, did not. */
static void check_outcome(const reading *r, const char *rule, uint64_t offset)
{
    if (!rule) {
        CHECK_TEXT(r->f.job.error.message, "");
        CHECK(ptl_ok(&r->f.job));
        return;
    }
    CHECK_TEXT(r->f.job.error.rule, rule);
    CHECK_UINT(r->f.job.error.offset, offset);
    CHECK_UINT(r->f.heard, 1);
}

static void kinds_are_told_by_their_first_character(void)
{
    static const struct {
        const char *text;
        char        kind;
    } rows[] = {
        { "{}", '{' },
        { " [", '[' },
        { "\t\"x", '"' },
        { "\r\n0", '0' },
        { "9", '0' },
        { "-1", '0' },
        { "true", 't' },
        { "false", 'f' },
        { "null", 'n' },
        { "", 0 },
        { "   ", 0 },
        { "}", 0 },
        { "]", 0 },
        { ",", 0 },
        { "+1", 0 },
        { ".5", 0 },
        { "NaN", 0 },
        { "Infinity", 0 },
        { "'a'", 0 },
        { "/*", 0 },
        { "\v1", 0 },
        { "\f1", 0 },
        { "\xC2\xA0"
          "1",
          0 },
        { "\x7f", 0 },
    };
    reading r;

    for (size_t i = 0; i < COUNT(rows); i++) {
        begin(&r, rows[i].text);
        CHECK_UINT((unsigned char)ptl_json_peek(&r.in), (unsigned char)rows[i].kind);
        CHECK(ptl_ok(&r.f.job) == (rows[i].kind != 0));
        end(&r);
    }
    begin_bytes(&r, "\0", 1);
    CHECK_UINT((unsigned char)ptl_json_peek(&r.in), 0);
    check_outcome(&r, "json-syntax", 0);
    end(&r);
    begin_bytes(&r, NULL, 0);
    CHECK_UINT((unsigned char)ptl_json_peek(&r.in), 0);
    check_outcome(&r, "json-syntax", 0);
    end(&r);
}

static void strings_are_decoded(void)
{
    static const struct {
        const char *text, *value;
    } rows[] = {
        { "\"\"", "" },
        { "\"abc\"", "abc" },
        { "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x97\xBA\x7F\"",
          "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x97\xBA\x7F" },
        { "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t" },
        { "\"a\\u0041\\u00e9\\u20AC\\uFfFf\"", "aA\xC3\xA9\xE2\x82\xAC\xEF\xBF\xBF" },
        { "\"\\ud83d\\uddfa\"", "\xF0\x9F\x97\xBA" },
        { "\"\\uD800\\uDC00 \\uDBFF\\uDFFF\"", "\xF0\x90\x80\x80 \xF4\x8F\xBF\xBF" },
        { "\"\\ud7ff\\ue000\"", "\xED\x9F\xBF\xEE\x80\x80" },
        { "  \"after blanks\"", "after blanks" },
    };
    reading r;
    ptl_str text;

    for (size_t i = 0; i < COUNT(rows); i++) {
        begin(&r, rows[i].text);
        text = ptl_json_string(&r.in);
        check_outcome(&r, NULL, 0);
        CHECK_BYTES(text.data, text.size, rows[i].value, strlen(rows[i].value));
        ptl_json_end(&r.in);
        check_outcome(&r, NULL, 0);
        end(&r);
    }
    begin(&r, "\"a\\u0000b\"");
    text = ptl_json_string(&r.in);
    CHECK_BYTES(text.data, text.size, "a\0b", 3);
    end(&r);
}

static void bad_strings_fail_where_they_are_bad(void)
{
    static const struct {
        const char *text, *rule;
        uint64_t    offset;
    } rows[] = {
        { "\"", "json-string", 0 },
        { " \"abc", "json-string", 1 },
        { " \"a\\n", "json-string", 1 },
        { "\"a\nb\"", "json-string", 2 },
        { "\"\\n\tb\"", "json-string", 3 },
        { "\"\x1f\"", "json-string", 1 },
        { "\"a\\", "json-string", 2 },
        { "\"a\\x41\"", "json-string", 2 },
        { "\"\\U0041\"", "json-string", 1 },
        { "\"\\'\"", "json-string", 1 },
        { "\"ab\\u00g0\"", "json-string", 3 },
        { "\"\\u12\"", "json-string", 1 },
        { "\"\\u+123\"", "json-string", 1 },
        { "\"\\ud800\"", "json-string", 1 }, /* half of a pair */
        { "\"\\ud800x\"", "json-string", 1 },
        { "\"\\ud800\\n____\"", "json-string", 1 },
        { "\"\\ud800\\xdc00\"", "json-string", 1 },
        { "\"\\ud800/udc00\"", "json-string", 1 },
        { "\"\\ud800\\u0041\"", "json-string", 1 },
        { "\"\\ud800\\ud800\"", "json-string", 1 },
        { "\"\\ud800\\ue000\"", "json-string", 1 },
        { "\"x\\udc00\"", "json-string", 2 },
        { "\"\\udfff\\ud800\"", "json-string", 1 },
        { "\"\\udc00\\udc00\"", "json-string", 1 },
        { "\"ab\xFF\"", "json-string", 3 },
        { "\"ab\\n\xC3\"", "json-string", 5 },
        { "\"\xC0\x80\"", "json-string", 1 },
        { "\"\xED\xA0\x80\"", "json-string", 1 },
        { "\"\xC3\\u00a9\"", "json-string", 1 },
        { "1", "json-kind", 0 },
        { " [", "json-kind", 1 },
        { "x", "json-syntax", 0 },
        { "", "json-syntax", 0 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        reading r;
        ptl_str text;

        begin(&r, rows[i].text);
        text = ptl_json_string(&r.in);
        check_outcome(&r, rows[i].rule, rows[i].offset);
        CHECK(text.data && text.size == 0);
        end(&r);
    }
}

static void long_strings_are_decoded(void)
{
    enum { SIZE = 10000 };
    static char text[SIZE + 4];
    size_t      fail_at = 1;

    memset(text, 'x', sizeof text);
    memcpy(text, "\"\\n", 3);
    text[SIZE + 3] = '"';
    for (bool failed = true; failed; fail_at++) {
        reading r;
        ptl_str value;

        begin_bytes(&r, text, sizeof text);
        r.f.fail_at = fail_at;
        value       = ptl_json_string(&r.in);
        failed      = !ptl_ok(&r.f.job);
        if (failed)
            CHECK_FAILED(&r.f, PTL_E_MEMORY, "memory");
        CHECK_UINT(value.size, failed ? 0 : SIZE + 1);
        end(&r);
    }
    CHECK(fail_at > 5);
}

static uint64_t bits_of(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void floats_follow_the_grammar(void)
{
    static const struct {
        const char *text;
        double      value;
        const char *rule;
        uint64_t    offset;
    } rows[] = {
        { "0", 0, NULL, 0 },
        { "-0", -0.0, NULL, 0 },
        { "-0.0", -0.0, NULL, 0 },
        { "1e5", 1e5, NULL, 0 },
        { "1E+5", 1e5, NULL, 0 },
        { "-1.25e-2", -0.0125, NULL, 0 },
        { "0.1", 0.1, NULL, 0 },
        { "0e0", 0, NULL, 0 },
        { "10", 10, NULL, 0 },
        { "1.7976931348623157e308", 1.7976931348623157e308, NULL, 0 },
        { "5e-324", 5e-324, NULL, 0 },
        { "1e-400", 0, NULL, 0 },
        { "01", 0, "json-number", 0 },
        { "-01", 0, "json-number", 0 },
        { "00", 0, "json-number", 0 },
        { " 1.", 0, "json-number", 1 },
        { "1.e5", 0, "json-number", 0 },
        { "1e", 0, "json-number", 0 },
        { "1e+", 0, "json-number", 0 },
        { "-", 0, "json-number", 0 },
        { "-.5", 0, "json-number", 0 },
        { "--1", 0, "json-number", 0 },
        { ".5", 0, "json-syntax", 0 },
        { "+1", 0, "json-syntax", 0 },
        { "NaN", 0, "json-syntax", 0 },
        { " 1e309", 0, "json-number", 1 },
        { "-1.8e308", 0, "json-number", 0 },
        { "null", 0, "json-kind", 0 },
        { "true", 0, "json-kind", 0 },
        { "0x10", 0, "json-syntax", 1 }, /* the zero is a number, what follows is not */
        { "1.5x", 0, "json-syntax", 3 },
        { "1 2", 0, "json-syntax", 2 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        reading  r;
        uint64_t bits;

        begin(&r, rows[i].text);
        bits = ptl_json_f64_bits(&r.in);
        ptl_json_end(&r.in);
        check_outcome(&r, rows[i].rule, rows[i].offset);
        if (!rows[i].rule)
            CHECK_UINT(bits, bits_of(rows[i].value));
        else if (strcmp(rows[i].rule, "json-number") == 0)
            CHECK_UINT(bits, 0);
        end(&r);
    }
}

static void singles_are_rounded_once(void)
{
    static const struct {
        const char *text;
        uint32_t    bits;
        const char *rule;
    } rows[] = {
        { "1", 0x3F800000, NULL },
        { "-0", 0x80000000, NULL },
        { "0.1", 0x3DCCCCCD, NULL },
        { "3.4028234663852886e38", 0x7F7FFFFF, NULL },
        { "3.4028235e38", 0x7F7FFFFF, NULL },
        { "1e-45", 1, NULL },
        { "1.00000005960464477540", 0x3F800001, NULL }, /* a double on the way would say 1 */
        { "3.5e38", 0, "json-number" },
        { "-1e39", 0, "json-number" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        reading r;

        begin(&r, rows[i].text);
        CHECK_UINT(ptl_json_f32_bits(&r.in), rows[i].bits);
        check_outcome(&r, rows[i].rule, 0);
        end(&r);
    }
}

static void floats_may_be_given_as_bits(void)
{
    static const struct {
        const char *text;
        bool        wide;
        uint64_t    bits;
        const char *rule;
    } rows[] = {
        { "\"0x7fc00001\"", false, 0x7FC00001, NULL },
        { "\"0x7f800001\"", false, 0x7F800001, NULL }, /* a signalling NaN stays one */
        { "\"0xff800000\"", false, 0xFF800000, NULL },
        { "\"0xFF80000A\"", false, 0xFF80000A, NULL },
        { "\"0x7ff0000000000001\"", true, 0x7FF0000000000001, NULL },
        { "\"0xffffffffffffffff\"", true, UINT64_MAX, NULL },
        { "\"0x7fc0000\"", false, 0, "json-number" },
        { "\"0x7fc000010\"", false, 0, "json-number" },
        { "\"0x7fc00001\"", true, 0, "json-number" },
        { "\"0x7fc0000g\"", false, 0, "json-number" },
        { "\"0X7fc00001\"", false, 0, "json-number" },
        { "\"7fc0000100\"", false, 0, "json-number" },
        { "\"NaN\"", false, 0, "json-number" },
        { "\"1.5\"", false, 0, "json-number" },
        { "\"\"", false, 0, "json-number" },
        { "\"0x", false, 0, "json-string" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        reading r;

        begin(&r, rows[i].text);
        CHECK_UINT(rows[i].wide ? ptl_json_f64_bits(&r.in) : ptl_json_f32_bits(&r.in),
                   rows[i].bits);
        check_outcome(&r, rows[i].rule, 0);
        end(&r);
    }
}

static void whole_numbers_stay_in_their_range(void)
{
    static const struct {
        const char *text;
        uint64_t    most, value;
        const char *rule;
    } rows[] = {
        { "0", 0, 0, NULL },
        { "-0", 5, 0, NULL },
        { "255", 255, 255, NULL },
        { "256", 255, 0, "json-range" },
        { "-1", 255, 0, "json-range" },
        { "3.0", 255, 3, NULL },
        { "3.00e0", 255, 0, "json-range" }, /* digits and a fraction of zeros, no more */
        { "2.5e1", 255, 0, "json-range" },
        { "1e5", 100000, 0, "json-range" },
        { "300e-2", 255, 0, "json-range" },
        { "2.00000000000000000001", 255, 0, "json-range" },
        { "-0.0", 255, 0, NULL },
        { "3.5", 255, 0, "json-range" },
        { "0.1", 255, 0, "json-range" },
        { "1e-1", 255, 0, "json-range" },
        { "1e300", UINT64_MAX, 0, "json-range" },
        { "1e999", UINT64_MAX, 0, "json-range" },
        { "9007199254740991", UINT64_MAX, 9007199254740991, NULL },
        { "9007199254740992", UINT64_MAX, 9007199254740992, NULL },
        { "9007199254740993", UINT64_MAX, 9007199254740993, NULL },
        { "9007199254740991.0", UINT64_MAX, 9007199254740991, NULL },
        { "9007199254740993.0", UINT64_MAX, 9007199254740993, NULL },
        { "18446744073709551615", UINT64_MAX, UINT64_MAX, NULL },
        { "18446744073709551616", UINT64_MAX, 0, "json-range" },
        { "99999999999999999999999", UINT64_MAX, 0, "json-range" },
        { "\"18446744073709551615\"", UINT64_MAX, UINT64_MAX, NULL },
        { "\"18446744073709551616\"", UINT64_MAX, 0, "json-range" },
        { "\"7\"", 7, 7, NULL },
        { "\"8\"", 7, 0, "json-range" },
        { "\"-1\"", 7, 0, "json-range" },
        { "\"\"", 7, 0, "json-range" },
        { "\"-\"", 7, 0, "json-range" },
        { "\"+1\"", 7, 0, "json-range" },
        { "\" 1\"", 7, 0, "json-range" },
        { "\"1 \"", 7, 0, "json-range" },
        { "\"1x\"", 7, 0, "json-range" },
        { "\"0x7\"", 7, 0, "json-range" },
        { "\"--1\"", 7, 0, "json-range" },
        { "01", 7, 0, "json-number" },
        { "1.", 7, 0, "json-number" },
        { "true", 7, 0, "json-kind" },
        { "[1]", 7, 0, "json-kind" },
        { "", 7, 0, "json-syntax" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        reading r;

        begin(&r, rows[i].text);
        CHECK_UINT(ptl_json_u64(&r.in, rows[i].most), rows[i].value);
        check_outcome(&r, rows[i].rule, 0);
        end(&r);
    }
}

static void signed_numbers_stay_in_their_range(void)
{
    static const struct {
        const char *text;
        int64_t     least, most, value;
        const char *rule;
    } rows[] = {
        { "-128", -128, 127, -128, NULL },
        { "-129", -128, 127, 0, "json-range" },
        { "127", -128, 127, 127, NULL },
        { "128", -128, 127, 0, "json-range" },
        { "-3.0", -128, 127, -3, NULL },
        { "-0", -128, 127, 0, NULL },
        { "9223372036854775807", INT64_MIN, INT64_MAX, INT64_MAX, NULL },
        { "9223372036854775808", INT64_MIN, INT64_MAX, 0, "json-range" },
        { "-9223372036854775808", INT64_MIN, INT64_MAX, INT64_MIN, NULL },
        { "-9223372036854775809", INT64_MIN, INT64_MAX, 0, "json-range" },
        { "\"-9223372036854775808\"", INT64_MIN, INT64_MAX, INT64_MIN, NULL },
        { "\"-9007199254740993\"", INT64_MIN, INT64_MAX, -9007199254740993, NULL },
        { "18446744073709551615", INT64_MIN, INT64_MAX, 0, "json-range" },
        { "5", 5, 9, 5, NULL }, /* ranges need not hold zero */
        { "4", 5, 9, 0, "json-range" },
        { "-5", 5, 9, 0, "json-range" },
        { "-7", -9, -5, -7, NULL },
        { "-4", -9, -5, 0, "json-range" },
        { "7", -9, -5, 0, "json-range" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        reading r;

        begin(&r, rows[i].text);
        CHECK(ptl_json_i64(&r.in, rows[i].least, rows[i].most) == rows[i].value);
        check_outcome(&r, rows[i].rule, 0);
        end(&r);
    }
}

static void a_range_message_names_its_limits(void)
{
    reading r;

    begin(&r, "\n8");
    ptl_json_u64(&r.in, 7);
    CHECK_TEXT(r.f.last.message, "expected a whole number from 0 to 7");
    check_outcome(&r, "json-range", 1);
    end(&r);
    begin(&r, " \n 9");
    ptl_json_i64(&r.in, -8, 7);
    CHECK_TEXT(r.f.last.message, "expected a whole number from -8 to 7");
    CHECK_UINT(r.f.last.line, 2);
    CHECK_UINT(r.f.last.column, 2);
    end(&r);
}

static void truth_is_true_or_false(void)
{
    static const struct {
        const char *text;
        bool        value;
        const char *rule, *message;
    } rows[] = {
        { "true", true, NULL, "" },
        { "false", false, NULL, "" },
        { "tru", false, "json-syntax", "found 't' where true or false is expected" },
        { "falsy", false, "json-syntax", "found 'f' where true or false is expected" },
        { "null", false, "json-kind", "found null where true or false is expected" },
        { "1", false, "json-kind", "found a number where true or false is expected" },
        { "True", false, "json-syntax", "found 'T' where a value is expected" },
        { "", false, "json-syntax", "the text ends where a value is expected" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        reading r;

        begin(&r, rows[i].text);
        CHECK(ptl_json_bool(&r.in) == rows[i].value);
        check_outcome(&r, rows[i].rule, 0);
        CHECK_TEXT(r.f.last.message, rows[i].message);
        end(&r);
    }
}

static void what_is_found_and_expected_is_said(void)
{
    static const struct {
        const char *text, *found;
    } rows[] = {
        { "{}", "an object" }, { "[]", "a list" },   { "\"\"", "a string" }, { "-1", "a number" },
        { "true", "true" },    { "false", "false" }, { "null", "null" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        reading r;
        char    message[100] = "found ";

        begin(&r, rows[i].text);
        ptl_json_expected(&r.in, "a cat");
        strcat(strcat(message, rows[i].found), " where a cat is expected");
        CHECK_TEXT(r.f.last.message, message);
        check_outcome(&r, "json-kind", 0);
        end(&r);
    }
}

static void lists_and_members_are_pulled_one_by_one(void)
{
    reading  r;
    uint64_t sum = 0;
    ptl_str  key;

    begin(&r, " { \"a\" : [ ] , \"b\\u0063\":[1,2 , 3], \"\": {} } ");
    ptl_json_open(&r.in, '{');
    for (bool first = true; ptl_json_next(&r.in, '}', &first);) {
        key = ptl_json_key(&r.in);
        sum = sum * 100 + key.size;
        if (ptl_json_peek(&r.in) == '{') {
            ptl_json_skip(&r.in);
            continue;
        }
        ptl_json_open(&r.in, '[');
        for (bool again = true; ptl_json_next(&r.in, ']', &again);)
            sum = sum * 10 + ptl_json_u64(&r.in, 9);
    }
    ptl_json_end(&r.in);
    check_outcome(&r, NULL, 0);
    CHECK_UINT(sum, 10212300); /* sizes 1, 2 and 0 of the names, 1 2 3 of the list */
    CHECK_UINT(r.in.depth, 0);
    end(&r);
}

/* Whole texts, read by skipping them. */
static void structure_is_checked(void)
{
    static const struct {
        const char *text, *rule;
        uint64_t    offset;
    } rows[] = {
        { "{}", NULL, 0 },
        { " [ [ ] , { \"a\" : null } , \"x\" , -1.5e2 , true , false ] \n", NULL, 0 },
        { "null", NULL, 0 },
        { "", "json-syntax", 0 },
        { "{} x", "json-syntax", 3 },
        { "{}{}", "json-syntax", 2 },
        { "[1,]", "json-syntax", 3 },
        { "[,1]", "json-syntax", 1 },
        { "[1 2]", "json-syntax", 3 },
        { "[1,,2]", "json-syntax", 3 },
        { "[1}", "json-syntax", 2 },
        { "[", "json-syntax", 1 },
        { "[1", "json-syntax", 2 },
        { "]", "json-syntax", 0 },
        { "{\"a\" 1}", "json-syntax", 5 },
        { "{\"a\":}", "json-syntax", 5 },
        { "{\"a\":1,}", "json-syntax", 7 },
        { "{,}", "json-syntax", 1 },
        { "{a:1}", "json-syntax", 1 },
        { "{1:1}", "json-syntax", 1 },
        { "{\"a\":1]", "json-syntax", 6 },
        { "{\"a\":1 \"b\":2}", "json-syntax", 7 },
        { "nul", "json-syntax", 0 },
        { "nulL", "json-syntax", 0 },
        { "truefalse", "json-syntax", 4 },
        { "[1] // no", "json-syntax", 4 },
        { "[01]", "json-number", 1 },
        { "[\"\x01\"]", "json-string", 2 },
        { "\xEF\xBB\xBF{}", NULL, 0 }, /* some editors put it there */
        { "\xEF\xBB\xBF\xEF\xBB\xBF{}", "json-syntax", 3 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        reading r;

        begin(&r, rows[i].text);
        ptl_json_skip(&r.in);
        ptl_json_end(&r.in);
        check_outcome(&r, rows[i].rule, rows[i].offset);
        end(&r);
    }
}

static void messages_say_what_is_missing(void)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        { "[1 2]", "found '2' where ',' or ']' is expected" },
        { "{\"a\":1 2}", "found '2' where ',' or '}' is expected" },
        { "{\"a\" 1}", "found '1' where ':' is expected" },
        { "{1}", "found '1' where a member's name is expected" },
        { "[nul]", "found 'n' where a value is expected" },
        { "[\x1b", "found '\\x1b' where a value is expected" },
        { "1 2", "found '2' where the end of the text is expected" },
        { "[1", "the text ends where ',' or ']' is expected" },
    };
    reading r;

    for (size_t i = 0; i < COUNT(rows); i++) {
        begin(&r, rows[i].text);
        ptl_json_skip(&r.in);
        ptl_json_end(&r.in);
        CHECK_TEXT(r.f.last.message, rows[i].message);
        end(&r);
    }
    begin(&r, "[]");
    ptl_json_open(&r.in, '{');
    CHECK_TEXT(r.f.last.message, "found a list where an object is expected");
    end(&r);
    begin(&r, "{}");
    ptl_json_open(&r.in, '[');
    CHECK_TEXT(r.f.last.message, "found an object where a list is expected");
    end(&r);
}

static void nesting_has_a_limit(void)
{
    static const char brackets[] = "[[[[{\"a\":[";
    reading           r;

    for (unsigned limit = 1; limit < 7; limit++) {
        begin(&r, "[[[[{\"a\":[1]}]]]]");
        r.f.job.depth = limit;
        ptl_json_skip(&r.in);
        ptl_json_end(&r.in);
        if (limit >= 6) {
            check_outcome(&r, NULL, 0);
        } else {
            CHECK_FAILED(&r.f, PTL_E_LIMIT, "limit-depth");
            CHECK_UINT(r.f.last.offset, limit == 5 ? sizeof brackets - 2 : limit);
        }
        end(&r);
    }
    begin(&r, "[[],[],[],[[],[]]]"); /* side by side is not deep */
    r.f.job.depth = 3;
    ptl_json_skip(&r.in);
    check_outcome(&r, NULL, 0);
    end(&r);
}

static void a_hundred_thousand_brackets_cost_no_stack(void)
{
    static char text[100000];
    reading     r;

    memset(text, '[', sizeof text);
    begin_bytes(&r, text, sizeof text);
    ptl_json_skip(&r.in);
    CHECK_FAILED(&r.f, PTL_E_LIMIT, "limit-depth");
    CHECK_UINT(r.f.last.offset, 64);
    end(&r);
}

/* A rich text in pieces. For a cut inside of a piece, `within` says where the error is, counted
 * from the piece's start, or '.' for the end of the text; between pieces it is always the end. */
static const struct {
    const char *text, *within;
} pieces[] = {
    { "{", "" },       { "\n  ", ".." },    { "\"n\\u00e9\\n\"", "0022222080" },
    { ": ", "." },     { "[", "" },         { "-1.5e+3", "0.0.00" },
    { ", ", "." },     { "0", "" },         { ",\n", "." },
    { "120", ".." },   { "\n\n, ", "..." }, { "true", "000" },
    { ",", "" },       { "false", "0000" }, { ",", "" },
    { "null", "000" }, { ",", "" },         { "\"\\ud83d\\uddfa\"", "0111111111110" },
    { "]", "" },       { " ,", "." },       { "\"\xC3\xA9\"", "000" },
    { ":", "" },       { "{ ", "." },       { "\"\"", "0" },
    { "\n:", "." },    { "[ ]", ".." },     { "}", "" },
    { "\n}", "." },
};

static void cut_anywhere_a_text_fails_once_and_there(void)
{
    char   text[256] = "";
    size_t start     = 0;

    for (size_t i = 0; i < COUNT(pieces); i++)
        strcat(text, pieces[i].text);
    for (size_t i = 0; i < COUNT(pieces); start += strlen(pieces[i].text), i++) {
        CHECK_UINT(strlen(pieces[i].within), strlen(pieces[i].text) - 1);
        for (size_t n = 0; n < strlen(pieces[i].text); n++) {
            char     where = n > 0 ? pieces[i].within[n - 1] : '.';
            size_t   size  = start + n;
            char    *cut   = malloc(size ? size : 1); /* of its own, for the sanitizer */
            uint64_t at    = where == '.' ? size : start + (size_t)(where - '0');
            uint32_t line = 1, column = 1;
            reading  r;

            CHECK(cut != NULL);
            memcpy(cut, text, size);
            begin_bytes(&r, cut, size);
            ptl_json_skip(&r.in);
            ptl_json_end(&r.in);
            for (size_t c = 0; c < at; c++) {
                column = text[c] == '\n' ? 1 : column + 1;
                line += text[c] == '\n';
            }
            CHECK_UINT(r.f.job.error.status, PTL_E_SYNTAX);
            CHECK_UINT(r.f.heard, 1);
            CHECK_UINT(r.f.last.offset, at);
            CHECK_UINT(r.f.last.line, line);
            CHECK_UINT(r.f.last.column, column);
            end(&r);
            free(cut);
        }
    }
}

static void after_a_failure_everything_reads_as_zero(void)
{
    reading r;
    bool    first = true;

    begin(&r, "[1, \"a\", true, {}]");
    ptl_json_open(&r.in, '[');
    ptl_fail(&r.f.job, PTL_E_SYNTAX, 0, "other", "elsewhere");
    CHECK_UINT((unsigned char)ptl_json_peek(&r.in), 0);
    CHECK(!ptl_json_next(&r.in, ']', &first));
    first = false;
    CHECK(!ptl_json_next(&r.in, ']', &first));
    CHECK_UINT(ptl_json_string(&r.in).size, 0);
    CHECK_UINT(ptl_json_key(&r.in).size, 0);
    CHECK_UINT(ptl_json_f64_bits(&r.in), 0);
    CHECK_UINT(ptl_json_f32_bits(&r.in), 0);
    CHECK_UINT(ptl_json_u64(&r.in, 9), 0);
    CHECK(ptl_json_i64(&r.in, -9, 9) == 0);
    CHECK(!ptl_json_bool(&r.in));
    ptl_json_skip(&r.in);
    ptl_json_open(&r.in, '[');
    ptl_json_end(&r.in);
    CHECK_UINT(r.in.depth, 1);
    CHECK_FAILED(&r.f, PTL_E_SYNTAX, "other");
    end(&r);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(kinds_are_told_by_their_first_character),
        TEST(strings_are_decoded),
        TEST(bad_strings_fail_where_they_are_bad),
        TEST(long_strings_are_decoded),
        TEST(floats_follow_the_grammar),
        TEST(singles_are_rounded_once),
        TEST(floats_may_be_given_as_bits),
        TEST(whole_numbers_stay_in_their_range),
        TEST(signed_numbers_stay_in_their_range),
        TEST(a_range_message_names_its_limits),
        TEST(truth_is_true_or_false),
        TEST(what_is_found_and_expected_is_said),
        TEST(lists_and_members_are_pulled_one_by_one),
        TEST(structure_is_checked),
        TEST(messages_say_what_is_missing),
        TEST(nesting_has_a_limit),
        TEST(a_hundred_thousand_brackets_cost_no_stack),
        TEST(cut_anywhere_a_text_fails_once_and_there),
        TEST(after_a_failure_everything_reads_as_zero),
    };

    return run_tests("json_in", tests, COUNT(tests));
}
