/* SPDX-License-Identifier: MIT */
/* Numbers to text and back: the grammar, the hard cases, and the C library as a second opinion. */
#include "core/num.h"
#include "harness.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 20000, LONG = 8000 };

static uint64_t random_state;

static uint64_t random_bits(void)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static unsigned random_below(unsigned limit)
{
    return (unsigned)(random_bits() >> 32) % limit;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t bits_of_f32(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double f64_of(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static float f32_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static double random_f64(void)
{
    uint64_t bits = random_bits();

    if (random_below(4) == 0)
        bits &= UINT64_MAX << random_below(53); /* round numbers are where rules have edges */
    return isfinite(f64_of(bits)) ? f64_of(bits) : 1.5;
}

static float random_f32(void)
{
    uint32_t bits = (uint32_t)random_bits();

    if (random_below(4) == 0)
        bits &= UINT32_MAX << random_below(24);
    return f32_of(isfinite(f32_of(bits)) ? bits : 0x3FC00000); /* 1.5 */
}

/* Parses the text twice: alone at the end of a block, so that a sanitizer sees one byte too many,
 * and with more behind it, where the quick way may look ahead. Both must agree. */
typedef struct parsed {
    int      taken; /* -1: no number */
    uint64_t bits64;
    uint32_t bits32;
} parsed;

static parsed parse_in(const char *block, size_t size)
{
    double      wide   = -77;
    float       narrow = -77;
    const char *stop   = ptl_parse_f64(block, block + size, &wide);
    const char *stop32 = ptl_parse_f32(block, block + size, &narrow);

    CHECK(stop == stop32);
    if (!stop)
        CHECK(bits_of(wide) == bits_of(-77) && bits_of_f32(narrow) == bits_of_f32(-77));
    return (parsed){ stop ? (int)(stop - block) : -1, bits_of(wide), bits_of_f32(narrow) };
}

static parsed parse(const char *text)
{
    static const char tail[] = "\n2.5 and what else there is";
    size_t            size   = strlen(text);
    char             *block  = malloc(size + sizeof tail);
    char             *alone  = malloc(size ? size : 1);
    parsed            a, b;

    CHECK(block && alone);
    memcpy(alone, text, size);
    a = parse_in(alone, size);
    memcpy(block, text, size);
    memcpy(block + size, tail, sizeof tail);
    b = parse_in(block, size + sizeof tail);
    free(alone);
    free(block);
    CHECK(a.taken == b.taken && a.bits64 == b.bits64 && a.bits32 == b.bits32);
    return a;
}

static void reads_like_libc(const char *text)
{
    parsed got = parse(text);
    char  *end, *end32;
    double wide   = strtod(text, &end);
    float  narrow = strtof(text, &end32);

    if (got.taken != end - text || got.taken != end32 - text || got.bits64 != bits_of(wide) ||
        got.bits32 != bits_of_f32(narrow))
        test_fail(__FILE__, __LINE__, "%.60s: %d characters, %a and %a, not %d, %a and %a", text,
                  got.taken, f64_of(got.bits64), (double)f32_of(got.bits32), (int)(end - text),
                  wide, (double)narrow);
}

/* ---- reading ---- */

static void takes_the_longest_number(void)
{
    static const struct {
        const char *text;
        int         taken;
        double      value;
    } cases[] = {
        { "", -1, 0 },
        { "-", -1, 0 },
        { "+", -1, 0 },
        { ".", -1, 0 },
        { "-.", -1, 0 },
        { "+.e1", -1, 0 },
        { "e5", -1, 0 },
        { ".e5", -1, 0 },
        { " 1", -1, 0 },
        { "--1", -1, 0 },
        { "+-1", -1, 0 },
        { ",5", -1, 0 },
        { "nan", -1, 0 },
        { "inf", -1, 0 },
        { "-Infinity", -1, 0 },
        { "\xb1", -1, 0 },
        { "/", -1, 0 },
        { ":", -1, 0 },
        { "0x10", 1, 0 },
        { "0", 1, 0 },
        { "-0", 2, -0.0 },
        { "+0", 2, 0 },
        { "-0.000000", 9, -0.0 },
        { "-0.000000e7", 11, -0.0 },
        { "007", 3, 7 },
        { "5.", 2, 5 },
        { "-5.", 3, -5 },
        { ".5", 2, 0.5 },
        { "-.5", 3, -0.5 },
        { "+.5e1", 5, 5 },
        { "5.e1", 4, 50 },
        { "1e", 1, 1 },
        { "1e+", 1, 1 },
        { "1E-", 1, 1 },
        { "1e+-1", 1, 1 },
        { "1.5e", 3, 1.5 },
        { "1.5E2", 5, 150 },
        { "1.5e+2", 6, 150 },
        { "15e-1", 5, 1.5 },
        { "15e-0000000000000000000000001", 29, 1.5 },
        { "1..2", 2, 1 },
        { "1.25.3", 4, 1.25 },
        { "1.25-3", 4, 1.25 },
        { "1,5", 1, 1 },
        { "1e5.5", 3, 1e5 },
        { "1e5e5", 3, 1e5 },
        { "1f", 1, 1 },
        { "1.25\xb5\xb6", 4, 1.25 },
        { "1.25/", 4, 1.25 },
        { "1.25:", 4, 1.25 },
        { "-12.500000", 10, -12.5 },
        { "-12.500000e1", 12, -125 },
        { "-12.500000E+", 10, -12.5 },
        { "12345678.5", 10, 12345678.5 },
        { "123456789.5", 11, 123456789.5 },
        { "1.1250000", 9, 1.125 },
        { "1.12500000", 10, 1.125 },
        { "1.125000000000000000000000000000", 32, 1.125 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        parsed got = parse(cases[i].text);

        if (got.taken != cases[i].taken)
            test_fail(__FILE__, __LINE__, "\"%s\": took %d", cases[i].text, got.taken);
        if (got.taken >= 0) {
            CHECK_UINT(got.bits64, bits_of(cases[i].value));
            CHECK_UINT(got.bits32, bits_of_f32((float)cases[i].value));
        }
    }
}

static void stops_at_any_byte(void)
{
    char text[40] = "-12.375000";

    for (int c = 0; c < 256; c++) {
        parsed got;

        memset(text + 10, c, sizeof text - 10);
        got = parse_in(text, sizeof text);
        if (c >= '0' && c <= '9')
            continue;
        CHECK_UINT((uint64_t)got.taken, 10);
        CHECK_UINT(got.bits64, bits_of(-12.375));
        CHECK_UINT(got.bits32, bits_of_f32(-12.375f));
    }
}

static void rounds_hard_cases(void)
{
    static const struct {
        const char *text;
        uint64_t    bits64;
        uint32_t    bits32;
    } cases[] = {
        { "2.2250738585072011e-308", 0x000fffffffffffff, 0 },
        { "2.2250738585072012e-308", 0x0010000000000000, 0 },
        { "2.2250738585072014e-308", 0x0010000000000000, 0 },
        { "4.9406564584124654e-324", 1, 0 },
        { "2.4703282292062327e-324", 0, 0 },
        { "2.4703282292062328e-324", 1, 0 },
        { "-1e-400", 0x8000000000000000, 0x80000000 },
        { "1.7976931348623157e308", 0x7fefffffffffffff, 0x7f800000 },
        { "1.7976931348623158e308", 0x7fefffffffffffff, 0x7f800000 },
        { "1.7976931348623159e308", 0x7ff0000000000000, 0x7f800000 },
        { "1e309", 0x7ff0000000000000, 0x7f800000 },
        { "-1e309", 0xfff0000000000000, 0xff800000 },
        { "9007199254740991", 0x433fffffffffffff, 0x5a000000 },
        { "9007199254740993", 0x4340000000000000, 0x5a000000 },
        { "9007199254740993.00000000000000000000000000000001", 0x4340000000000001, 0x5a000000 },
        { "9007199254740995", 0x4340000000000002, 0x5a000000 },
        { "4503599627370497.5", 0x4330000000000002, 0x59800000 },
        { "16777217", 0x4170000010000000, 0x4b800000 },
        { "16777217.000000", 0x4170000010000000, 0x4b800000 },
        { "16777217.000001", 0x417000001000010c, 0x4b800001 },
        { "16777219.000000", 0x4170000030000000, 0x4b800002 },
        { "3.4028235677973365e38", 0x47effffff0000000, 0x7f7fffff },
        { "3.4028235677973366e38", 0x47effffff0000000, 0x7f7fffff },
        { "3.4028235677973367e38", 0x47effffff0000000, 0x7f800000 },
        { "1.17549429e-38", 0x380fffffe438a672, 0x00800000 },
        { "7.006492321624085e-46", 0x3690000000000000, 0 },
        { "7.006492321624086e-46", 0x3690000000000000, 1 },
        { "0e99999999999999999999", 0, 0 },
        { "-0e+99999999999999999999", 0x8000000000000000, 0x80000000 },
        { "0.0e-99999999999999999999", 0, 0 },
        { "1e99999999999999999999", 0x7ff0000000000000, 0x7f800000 },
        { "1e+99999999999999999999", 0x7ff0000000000000, 0x7f800000 },
        { "-1e-99999999999999999999", 0x8000000000000000, 0x80000000 },
        { "18446744073709551615", 0x43f0000000000000, 0x5f800000 },
        { "18446744073709551617", 0x43f0000000000000, 0x5f800000 },
        { "9999999999999999999", 0x43e158e460913d00, 0x5f0ac723 },
        { "9223372036854775807e-30", 0x3da4484bfeebc2a0, 0x2d224260 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        parsed got = parse(cases[i].text);

        reads_like_libc(cases[i].text);
        if (got.bits64 != cases[i].bits64 || got.bits32 != cases[i].bits32)
            test_fail(__FILE__, __LINE__, "%s: 0x%016llx 0x%08x", cases[i].text,
                      (unsigned long long)got.bits64, (unsigned)got.bits32);
    }
}

/* Halves a decimal in place; it gets one digit longer. */
static void halve(char *text)
{
    int rest = 0;

    for (; *text; text++) {
        if (*text == '.')
            continue;
        rest  = rest * 10 + (*text - '0');
        *text = (char)('0' + rest / 2);
        rest %= 2;
    }
    text[0] = (char)('0' + rest * 5);
    text[1] = '\0';
}

/* What lies between two small doubles, to its last digit (some 750 of them), and a hair beside. */
static void decides_long_halves(void)
{
    char text[LONG];

    for (int i = 0; i < 60; i++) {
        uint64_t low = i < 20 ? (uint64_t)i : random_bits() >> (12 + random_below(40));
        double   sum = f64_of(low) + f64_of(low + 1); /* exact: there is a bit to spare */
        size_t   size;

        snprintf(text, sizeof text, "%.1074f", sum);
        halve(text);
        CHECK_UINT(parse(text).bits64, low + (low & 1));
        reads_like_libc(text);
        size = strlen(text);
        memset(text + size, '0', 3000);
        memcpy(text + size + 3000, "1e+00", 6);
        CHECK_UINT(parse(text).bits64, low + 1);
        memcpy(text + size - 1, "49999", 6); /* was 5 */
        CHECK_UINT(parse(text).bits64, low);
    }
}

static void decides_float_halves(void)
{
    char text[300];

    for (int i = 0; i < ROUNDS / 10; i++) {
        uint32_t low    = (uint32_t)random_bits() % 0x7f7fffff;
        double   middle = ((double)f32_of(low) + (double)f32_of(low + 1)) / 2;

        snprintf(text, sizeof text, "%.180f", middle);
        CHECK_UINT(parse(text).bits32, low + (low & 1));
        strcat(text, "1");
        CHECK_UINT(parse(text).bits32, low + 1);
        snprintf(text, sizeof text, "%.6f", middle);
        reads_like_libc(text);
    }
}

/* The middle between the largest double and what would come after it. */
static void decides_the_edge_of_infinity(void)
{
    static const char half[] =
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017"
        "977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273"
        "854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704"
        "342711559699508093042880177904174497792";
    char text[400];

    CHECK_UINT(parse(half).bits64, 0x7ff0000000000000);
    snprintf(text, sizeof text, "%s.000", half);
    CHECK_UINT(parse(text).bits64, 0x7ff0000000000000);
    snprintf(text, sizeof text, "%.308s1.99", half);
    CHECK_UINT(parse(text).bits64, 0x7fefffffffffffff);
}

static void counts_thousands_of_zeros(void)
{
    static const struct {
        const char *before, *after;
        uint64_t    bits;
    } cases[] = {
        { "0.", "1", 0 },
        { "-0.", "1", 0x8000000000000000 },
        { "0.", "1e5001", 0x3ff0000000000000 },
        { "0.", "15e5001", 0x3ff8000000000000 },
        { "1", "e-5000", 0x3ff0000000000000 },
        { "1", "", 0x7ff0000000000000 },
        { "0", "", 0 },
        { "0", "1.5", 0x3ff8000000000000 },
        { "1.", "1", 0x3ff0000000000000 },
        { "9007199254740993.", "", 0x4340000000000000 },
        { "9007199254740993.", "1", 0x4340000000000001 },
        { "9007199254740993", "1e-5001", 0x4340000000000001 },
    };
    char text[LONG];

    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t size = strlen(cases[i].before);

        memcpy(text, cases[i].before, size);
        memset(text + size, '0', 5000);
        memcpy(text + size + 5000, cases[i].after, strlen(cases[i].after) + 1);
        CHECK_UINT(parse(text).bits64, cases[i].bits);
        CHECK(parse(text).taken == (int)strlen(text));
    }
}

/* Up to 25 digits, a point somewhere or nowhere, an exponent or none. */
static void random_text(char *out)
{
    unsigned digits = 1 + random_below(25), point = random_below(40);

    if (random_below(2))
        *out++ = '-';
    for (unsigned i = 0; i < digits; i++) {
        if (i == point)
            *out++ = '.';
        *out++ = (char)('0' + random_below(10));
    }
    *out = '\0';
    if (random_below(3) > 0)
        sprintf(out, "e%d", (int)random_below(random_below(2) ? 700 : 60) - 340);
}

static void reads_random_texts_like_libc(void)
{
    char text[64];

    random_state = 1;
    for (int i = 0; i < ROUNDS; i++) {
        random_text(text);
        reads_like_libc(text);
        sprintf(text, "%s%u.%06u", random_below(2) ? "-" : "",
                (unsigned)(random_bits() >> (32 + random_below(32))), random_below(1000000));
        reads_like_libc(text);
        sprintf(text, "%.*e", (int)random_below(20), random_f64());
        reads_like_libc(text);
        sprintf(text, "%.*g", 1 + (int)random_below(12), (double)random_f32());
        reads_like_libc(text);
    }
}

/* ---- writing ---- */

static void check_fixed6(double value)
{
    char  *out = malloc(PTL_FIXED6_MAX); /* no room beyond, for a sanitizer to see */
    char   want[400];
    size_t size;
    int    count = snprintf(want, sizeof want, "%.6f", value);

    CHECK(out);
    size = ptl_format_fixed6(out, value);
    if (size != (size_t)count || memcmp(out, want, size) != 0)
        test_fail(__FILE__, __LINE__, "%a: %.*s, not %s", value, (int)size, out, want);
    free(out);
}

static void writes_six_decimals_like_printf(void)
{
    static const double cases[] = {
        0,
        0.5,
        0.9999995,
        0.99999949999999,
        9.9999995,
        0.0000005,
        0.00000049999999999999999,
        0.0000015,
        0.0000025,
        1e-7,
        DBL_MIN,
        DBL_TRUE_MIN,
        DBL_MAX,
        1e308,
        9007199254740991,
        9223372036854775808.0,
        18446744073709549568.0,
        18446744073709551616.0,
        1e19,
        1e20,
        1e22,
        4503599627370495.5,
        2251799813685247.75,
        123456.7890625,
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        check_fixed6(cases[i]);
        check_fixed6(-cases[i]);
        check_fixed6(nextafter(cases[i], 0));
        check_fixed6(nextafter(cases[i], DBL_MAX));
    }
    for (int e = -1074; e < 1024; e++)
        check_fixed6(ldexp(1, e));
}

static void writes_random_six_decimals_like_printf(void)
{
    random_state = 2;
    for (int i = 0; i < ROUNDS; i++) {
        double tie = ((double)random_below(1u << 30) + 0.5) / 1e6;

        check_fixed6(random_f64());
        check_fixed6((double)random_f32());
        check_fixed6(ldexp((double)(int64_t)(random_bits() >> 11), -(int)random_below(80)));
        check_fixed6((double)random_below(1u << 31) / 128); /* seven decimals and the last is 5 */
        check_fixed6(tie);
        check_fixed6(nextafter(tie, 0));
    }
}

static void check_text_of(size_t (*format)(char *, double), double value, const char *want)
{
    char out[PTL_NUM_MAX + 1];

    out[format(out, value)] = '\0';
    CHECK_TEXT(out, want);
}

static size_t format_narrow(char *out, double value)
{
    return ptl_format_f32(out, (float)value);
}

static void check_decimal6(double value, const char *want)
{
    char   out[PTL_NUM_MAX + 1];
    size_t size = ptl_format_decimal6(out, value);

    out[size] = 0;
    CHECK_TEXT(out, want);
    CHECK_UINT(size, strlen(want));
}

static void writes_six_decimals_only_where_they_are_true(void)
{
    check_decimal6(0, "0.000000");
    check_decimal6(-0.0, "-0.000000");
    check_decimal6(1, "1.000000");
    check_decimal6(-27.887138, "-27.887138");
    check_decimal6(0.1, "0.100000");
    check_decimal6(0.30000000000000004, "0.30000000000000004");
    check_decimal6(0.0000001, "0.0000001");
    check_decimal6(1e-9, "1e-9");
    check_decimal6(999999999.999999, "999999999.999999");
    check_decimal6(12345678901.5, "12345678901.500000");
    check_decimal6(999999999999999, "999999999999999.000000");
    check_decimal6(1e15, "1000000000000000");
    check_decimal6(DBL_MAX, "1.7976931348623157e308");
}

static void reads_back_what_six_decimals_cannot_hold(void)
{
    for (int i = 0; i < 100000; i++) {
        char   out[PTL_NUM_MAX];
        double value = random_f64(), back;
        size_t size;

        if (!isfinite(value))
            continue;
        size = ptl_format_decimal6(out, value);
        CHECK(ptl_parse_f64(out, out + size, &back) == out + size && back == value);
    }
}

static void writes_back_every_six_decimals(void)
{
    for (int i = 0; i < 100000; i++) {
        char   text[PTL_NUM_MAX + 1], out[PTL_NUM_MAX];
        double value;
        size_t size = (size_t)snprintf(text, sizeof text, "%s%u.%06u", i % 2 ? "-" : "",
                                       (unsigned)random_below(1u << (i % 30)),
                                       (unsigned)random_below(1000000));

        CHECK(ptl_parse_f64(text, text + size, &value) == text + size);
        CHECK_BYTES(out, ptl_format_decimal6(out, value), text, size);
    }
}

static void keeps_to_its_notation(void)
{
    static const struct {
        double      value;
        const char *wide, *narrow;
    } cases[] = {
        { 0, "0", "0" },
        { -0.0, "-0.0", "-0.0" },
        { 1, "1", "1" },
        { -128, "-128", "-128" },
        { 1.5, "1.5", "1.5" },
        { 0.5, "0.5", "0.5" },
        { -100.25, "-100.25", "-100.25" },
        { 16777216, "16777216", "16777216" },
        { 1073741824, "1073741824", "1073741800" },
        { 9007199254740992, "9007199254740992", "9007199000000000" },
        { 1152921504606846976, "1152921504606847000", "1152921500000000000" },
        { 1e20, "100000000000000000000", "100000000000000000000" },
        { 1e21, "1e21", "1e21" },
        { 1e22, "1e22", "1e22" },
        { -1.5e25, "-1.5e25", "-1.5e25" },
        { 0.001, "0.001", "0.001" },
        { 1e-7, "0.0000001", "0.0000001" },
        { -1.25e-7, "-0.000000125", "-0.000000125" },
        { 9.5e-8, "9.5e-8", "9.5e-8" },
        { 1e-10, "1e-10", "1e-10" },
        { 0.1, "0.1", "0.1" },
        { 123456.789, "123456.789", "123456.79" },
        { 0.30000000000000004, "0.30000000000000004", "0.3" },
        { 1e23, "1e23", "1e23" },
        { 2e-44, "2e-44", "2e-44" },
        { 1.401298464324817e-45, "1.401298464324817e-45", "1e-45" },
        { 3.4028234663852886e38, "3.4028234663852886e38", "3.4028235e38" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        check_text_of(ptl_format_f64, cases[i].value, cases[i].wide);
        check_text_of(format_narrow, cases[i].value, cases[i].narrow);
    }
    check_text_of(ptl_format_f64, DBL_TRUE_MIN, "5e-324");
    check_text_of(ptl_format_f64, DBL_MIN, "2.2250738585072014e-308");
    check_text_of(ptl_format_f64, -DBL_MAX, "-1.7976931348623157e308");
}

/* The digits that count, without zeros before and after; false when it is not a JSON number. */
static bool significant(const char *text, char *digits)
{
    char *end    = digits;
    bool  begins = false, point = false;

    text += *text == '-';
    if (text[0] == '0' && text[1] != '.' && text[1] != '\0')
        return false;
    for (; *text && *text != 'e'; text++) {
        if (*text == '.') {
            if (point || !text[1] || text[1] == 'e')
                return false;
            point = true;
            continue;
        }
        if (*text < '0' || *text > '9')
            return false;
        begins = begins || *text != '0';
        if (begins)
            *end++ = *text;
    }
    while (end > digits && end[-1] == '0')
        end--;
    *end = '\0';
    if (*text == '\0')
        return true;
    text += text[1] == '-' ? 2 : 1;
    return *text >= '1' && *text <= '9' && strspn(text, "0123456789") == strlen(text);
}

/* Against printf with one digit, two, and so on: the first that reads back is the shortest, except
 * next to a power of two, where ours may be shorter; with as many digits it is the same. */
static void check_shortest(double value, bool narrow)
{
    char   got[PTL_NUM_MAX + 1], digits[40], text[40], want[40];
    size_t size     = narrow ? format_narrow(got, value) : ptl_format_f64(got, value);
    int    shortest = 1;

    CHECK(size <= PTL_NUM_MAX);
    got[size] = '\0';
    if (narrow ? bits_of_f32(strtof(got, NULL)) != bits_of_f32((float)value)
               : bits_of(strtod(got, NULL)) != bits_of(value))
        test_fail(__FILE__, __LINE__, "%a became %s", value, got);
    for (;; shortest++) {
        sprintf(text, "%.*e", shortest - 1, value);
        if (narrow ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value)
            break;
    }
    CHECK(significant(got, digits));
    significant(text, want); /* printf pads exponents, so not JSON */
    if (value != 0 && (strlen(digits) > (size_t)shortest ||
                       (strlen(digits) == (size_t)shortest && strcmp(digits, want) != 0)))
        test_fail(__FILE__, __LINE__, "%a: %s, not %s", value, got, text);
}

/* Where fractions of three or six digits are no longer the only ones: one step to either side. */
static void writes_the_shortest_at_the_edges(void)
{
    static const double edges[] = { 1e-7, 1e-6, 0.001, 1, 16, 1000, 16384, 1e6, 16777216, 1e9 };

    for (size_t i = 0; i < COUNT(edges); i++)
        for (int step = -50; step <= 50; step++) {
            double parts = edges[i] + step * 1e-6, thousands = edges[i] + step * 1e-3;

            check_shortest(parts, false);
            check_shortest((double)(float)parts, true);
            check_shortest((double)(float)thousands, true);
            check_shortest(-f64_of(bits_of(edges[i]) + (uint64_t)(int64_t)step), false);
            check_shortest((double)f32_of(bits_of_f32((float)edges[i]) + (uint32_t)step), true);
        }
}

static void writes_the_shortest(void)
{
    random_state = 3;
    for (int e = -1074; e < 1024; e++)
        check_shortest(ldexp(1, e), false);
    for (int e = -149; e < 128; e++)
        check_shortest(ldexp(1, e), true);
    for (int i = 0; i < ROUNDS; i++) {
        double decimal = (double)random_below(1u << 31) / 1e6;

        if (i % 4 == 0) /* the libraries we compare with are slow */
            check_shortest(random_f64(), false);
        check_shortest(decimal, false);
        check_shortest((double)random_f32(), true);
        check_shortest((double)(float)decimal, true);
    }
}

/* ---- whole numbers ---- */

static void reads_whole_numbers(void)
{
    static const struct {
        const char *text;
        int         taken;
        uint64_t    value;
        int         taken_signed;
        int64_t     value_signed;
    } cases[] = {
        { "", -1, 0, -1, 0 },
        { "-", -1, 0, -1, 0 },
        { "+", -1, 0, -1, 0 },
        { "x", -1, 0, -1, 0 },
        { "--1", -1, 0, -1, 0 },
        { "0", 1, 0, 1, 0 },
        { "-0", -1, 0, 2, 0 },
        { "+7", -1, 0, 2, 7 },
        { "-7.5", -1, 0, 2, -7 },
        { "12e3", 2, 12, 2, 12 },
        { "000000000000000000000000012", 27, 12, 27, 12 },
        { "9223372036854775807", 19, INT64_MAX, 19, INT64_MAX },
        { "9223372036854775808", 19, (uint64_t)INT64_MAX + 1, -1, 0 },
        { "-9223372036854775808", -1, 0, 20, INT64_MIN },
        { "-9223372036854775809", -1, 0, -1, 0 },
        { "18446744073709551615", 20, UINT64_MAX, -1, 0 },
        { "18446744073709551616", -1, 0, -1, 0 },
        { "18446744073709551620", -1, 0, -1, 0 },
        { "99999999999999999999", -1, 0, -1, 0 },
        { "184467440737095516150", -1, 0, -1, 0 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t      size  = strlen(cases[i].text);
        char       *block = malloc(size ? size : 1);
        uint64_t    value = 99;
        int64_t     whole = 99;
        const char *stop;

        CHECK(block);
        memcpy(block, cases[i].text, size);
        stop = ptl_parse_u64(block, block + size, &value);
        CHECK((stop ? stop - block : -1) == cases[i].taken);
        CHECK_UINT(value, stop ? cases[i].value : 99);
        stop = ptl_parse_i64(block, block + size, &whole);
        CHECK((stop ? stop - block : -1) == cases[i].taken_signed);
        CHECK(whole == (stop ? cases[i].value_signed : 99));
        free(block);
    }
}

static void check_whole(uint64_t value)
{
    char got[PTL_NUM_MAX], want[40];
    int  size = sprintf(want, "%llu", (unsigned long long)value);

    CHECK_BYTES(got, ptl_format_u64(got, value), want, (size_t)size);
    size = sprintf(want, "-%llu", (unsigned long long)(value >> 1) + 1);
    CHECK_BYTES(got, ptl_format_i64(got, -(int64_t)(value >> 1) - 1), want, (size_t)size);
    size = sprintf(want, "%llu", (unsigned long long)(value >> 1));
    CHECK_BYTES(got, ptl_format_i64(got, (int64_t)(value >> 1)), want, (size_t)size);
}

static void writes_whole_numbers(void)
{
    uint64_t power = 1;

    for (int i = 0; i < 20; i++, power *= 10) {
        check_whole(power - 1);
        check_whole(power);
        check_whole(power + 1);
    }
    for (int i = 0; i < 64; i++)
        check_whole(UINT64_MAX >> i);
    for (int i = 0; i < 1000; i++)
        check_whole(random_bits() >> random_below(64));
}

int main(void)
{
    static const test_case tests[] = {
        TEST(takes_the_longest_number),
        TEST(stops_at_any_byte),
        TEST(rounds_hard_cases),
        TEST(decides_long_halves),
        TEST(decides_float_halves),
        TEST(decides_the_edge_of_infinity),
        TEST(counts_thousands_of_zeros),
        TEST(reads_random_texts_like_libc),
        TEST(writes_six_decimals_like_printf),
        TEST(writes_random_six_decimals_like_printf),
        TEST(writes_six_decimals_only_where_they_are_true),
        TEST(reads_back_what_six_decimals_cannot_hold),
        TEST(writes_back_every_six_decimals),
        TEST(keeps_to_its_notation),
        TEST(writes_the_shortest),
        TEST(writes_the_shortest_at_the_edges),
        TEST(reads_whole_numbers),
        TEST(writes_whole_numbers),
    };

    return run_tests("num", tests, COUNT(tests));
}
