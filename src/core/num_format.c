/* SPDX-License-Identifier: MIT */
/* Numbers to text: whole ones, six decimals as printf has them, and the shortest that reads back
 * (Schubfach, Giulietti 2021). */
#include "core/num.h"
#include "core/num_digits.h"

#include <math.h>

static void put_pair(char *out, unsigned value)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";

    memcpy(out, pairs + 2 * value, 2);
}

/* How many digits there are: log10(2) times the bits, then a look whether it is one more. */
static unsigned count_digits(uint64_t value)
{
    unsigned bits  = 64 - (unsigned)ptl_leading_zeros(value | 1);
    unsigned count = bits * 1233 >> 12;

    return count + ((value | 1) >= ptl_tens[count]);
}

/* Three digits for every number below a thousand. */
#define ONES(a, b)                                                                                 \
    { a, b, '0' }, { a, b, '1' }, { a, b, '2' }, { a, b, '3' }, { a, b, '4' }, { a, b, '5' },      \
        { a, b, '6' }, { a, b, '7' }, { a, b, '8' },                                               \
    {                                                                                              \
        a, b, '9'                                                                                  \
    }
#define TENS(a)                                                                                    \
    ONES(a, '0'), ONES(a, '1'), ONES(a, '2'), ONES(a, '3'), ONES(a, '4'), ONES(a, '5'),            \
        ONES(a, '6'), ONES(a, '7'), ONES(a, '8'), ONES(a, '9')

const char ptl_three_digits[1000][4] = { TENS('0'), TENS('1'), TENS('2'), TENS('3'), TENS('4'),
                                         TENS('5'), TENS('6'), TENS('7'), TENS('8'), TENS('9') };

size_t ptl_format_u64(char *out, uint64_t value)
{
    unsigned count, at;

    if (value < 1000)
        return ptl_put_small(out, (unsigned)value);
    if (value < 1000000) {
        count = ptl_put_small(out, (unsigned)value / 1000);
        memcpy(out + count, ptl_three_digits[value % 1000], 4);
        return count + 3;
    }
    count = at = count_digits(value);
    for (; at >= 2; value /= 100)
        put_pair(out + (at -= 2), (unsigned)(value % 100));
    if (at == 1)
        out[0] = (char)('0' + value);
    return count;
}

size_t ptl_format_i64(char *out, int64_t value)
{
    if (value >= 0)
        return ptl_format_u64(out, (uint64_t)value);
    out[0] = '-';
    return 1 + ptl_format_u64(out + 1, 0 - (uint64_t)value);
}

/* Exactly `count` digits, zeros before them. */
static void put_padded(char *out, unsigned value, int count)
{
    for (; count > 0; value /= 10)
        out[--count] = (char)('0' + value % 10);
}

/* c * 2^q in digits, for what no uint64_t holds: nine digits at a time, from the last. */
static size_t put_big(char *out, uint64_t c, int q)
{
    uint32_t nines[36]; /* 2^1025 has 309 digits */
    int      count = 0;
    size_t   size;
    ptl_big  b;

    ptl_big_set(&b, c);
    ptl_big_shift(&b, q);
    while (b.count > 0)
        nines[count++] = ptl_big_divide(&b);
    size = ptl_format_u64(out, nines[--count]);
    for (; count > 0; size += 9)
        put_padded(out + size, nines[--count], 9);
    return size;
}

/* The part of c * 2^-shift after the point, in millionths: rounded from the exact value, ties to
 * even, as printf does. A million of them is possible. */
static unsigned millionths(uint64_t c, int shift)
{
    const uint64_t half = UINT64_C(1) << 63;
    int            more = shift > 64 ? shift - 64 : 0;
    ptl_u128       x    = ptl_multiply(more ? c : c << (64 - shift), 1000000);

    if (more > 10)
        return 0; /* 2^53 * 10^6 / 2^75 is less than a half */
    if (more > 0) {
        bool lost = x.low << (64 - more) != 0;

        x.low = x.high << (64 - more) | x.low >> more | lost;
        x.high >>= more;
    }
    return (unsigned)x.high + (x.low > half || (x.low == half && (x.high & 1) != 0));
}

/* A point and six digits. */
static char *put_millionths(char *out, unsigned value)
{
    out[0] = '.';
    put_pair(out + 1, value / 10000);
    put_pair(out + 3, value / 100 % 100);
    put_pair(out + 5, value % 100);
    return out + 7;
}

size_t ptl_format_fixed6(char *out, double value)
{
    char      *at    = out;
    unsigned   small = 0;
    uint64_t   bits, whole;
    ptl_scaled v;

    memcpy(&bits, &value, sizeof bits);
    if (bits >> 63 != 0)
        *at++ = '-';
    v = ptl_binary_decode(&ptl_binary64, bits & INT64_MAX);
    if (v.q > 11) {
        at += put_big(at, v.c, v.q);
    } else {
        whole = v.q >= 0 ? v.c << v.q : v.q > -53 ? v.c >> -v.q : 0;
        small = v.q >= 0 ? 0 : millionths(v.c, -v.q);
        if (small == 1000000) {
            whole++;
            small = 0;
        }
        at += ptl_format_u64(at, whole);
    }
    return (size_t)(put_millionths(at, small) - out);
}

/* n * g / 2^128 as floor, with the last bit set when it is no whole number. Since g is a little
 * too large, a whole number may seem to have up to 2^-64 after the point. */
static uint64_t to_odd(uint64_t n, ptl_u128 g)
{
    ptl_u128 x = ptl_multiply_wide(n, g);

    return x.high | (x.low > 1);
}

/* A decimal: digits * 10^exponent. */
typedef struct decimal {
    uint64_t digits;
    int      exponent;
} decimal;

/* The shortest decimal among those that round to c * 2^q, and of the shortest the closest.
 *
 * 10^k is the largest power of ten that is not wider than this interval. So at least one multiple
 * of 10^k is inside, and at most one of 10^(k+1), which then is the shortest. The ends are inside
 * when c is even; `closer` says that the value below is only half as far away as the one above.
 * Ends and value are counted in quarters of 10^k, in which all comparisons are of whole numbers.
 * That g, the power of ten cut to 128 bits plus one, gives them right is what
 * script/prove-shortest proves, for every q. */
static decimal shortest(uint64_t c, int q, bool closer)
{
    int      k   = ptl_floor_32(q * INT64_C(1292913986) - (closer ? INT64_C(536607787) : 0));
    int      h   = q + ptl_power_log2(-k) + 1; /* 1 to 4 */
    ptl_u128 g   = ptl_power_of_ten(-k);
    uint64_t odd = c & 1, value, lower, upper, s;
    bool     down, up;

    g.low++;
    g.high += g.low == 0;
    value = to_odd(4 * c << h, g);
    lower = to_odd((4 * c - (closer ? 1 : 2)) << h, g) + odd;
    upper = to_odd((4 * c + 2) << h, g) - odd;

    s    = value / 40 * 10;
    down = lower <= 4 * s;
    up   = 4 * (s + 10) <= upper;
    if (s > 0 && down != up)
        return (decimal){ s + (up ? 10 : 0), k };
    s    = value / 4;
    down = lower <= 4 * s;
    up   = 4 * (s + 1) <= upper;
    if (down == up)
        up = value > 4 * s + 2 || (value == 4 * s + 2 && (s & 1) != 0);
    return (decimal){ s + up, k };
}

/* A decimal in the notation that num.h promises. Digits are written one place late, then those
 * before the point move back. */
static size_t put_decimal(char *out, decimal d)
{
    size_t count;
    int    point;

    for (; d.digits % 10 == 0; d.digits /= 10)
        d.exponent++;
    count = ptl_format_u64(out + 1, d.digits);
    point = (int)count + d.exponent;
    if (point < -6 || point > 21) {
        out[0] = out[1];
        out[1] = '.';
        count += count > 1;
        out[count] = 'e';
        return count + 1 + ptl_format_i64(out + count + 1, point - 1);
    }
    if (point <= 0) {
        memmove(out + 2 - point, out + 1, count);
        memcpy(out, "0.000000", (size_t)(2 - point));
        return count + (size_t)(2 - point);
    }
    if ((size_t)point >= count) {
        memmove(out, out + 1, count);
        memset(out + count, '0', (size_t)point - count);
        return (size_t)point;
    }
    memmove(out, out + 1, (size_t)point);
    out[point] = '.';
    return count + 1;
}

/* Whole numbers below 2^bits need no search: the next value is at most 1 away, and any other
 * decimal that is not longer at least 1. */
static size_t put_shortest(char *out, const ptl_binary *f, uint64_t bits, bool negative)
{
    ptl_scaled v = ptl_binary_decode(f, bits);
    decimal    d;

    if (negative)
        *out++ = '-';
    if (v.c == 0) {
        memcpy(out, "0.0", 3);
        return negative ? 4 : 1;
    }
    if (v.q <= 0 && v.q > -f->bits && v.c >> -v.q << -v.q == v.c)
        return negative + ptl_format_u64(out, v.c >> -v.q);
    d = shortest(v.c, v.q, v.c == UINT64_C(1) << (f->bits - 1) && v.q > f->lowest);
    return negative + put_decimal(out, d);
}

/* What most numbers are: a fraction of at most six digits. There is a single one for a value where
 * these are not denser than the values: then it is the shortest, because every shorter one is one
 * of these, too. */
static size_t put_fraction(char *out, uint64_t whole, unsigned millionth, bool negative)
{
    char    *at = out;
    char     digits[8];
    uint64_t word;

    *at = '-';
    at += negative;
    at += ptl_format_u64(at, whole);
    if (millionth == 0)
        return (size_t)(at - out);
    memcpy(digits, ptl_three_digits[millionth / 1000], 4);
    memcpy(digits + 3, ptl_three_digits[millionth % 1000], 4);
    digits[6] = digits[7] = '0';
    word                  = ptl_load_digits(digits); /* zeros behind the last digit go */
    *at                   = '.';
    memcpy(at + 1, digits, 6);
    return (size_t)(at - out) + 9 - (unsigned)ptl_leading_zeros(word) / 8;
}

/* 0 when it is not one of these. The division rounds once, except on the x87. */
static size_t put_common_f64(char *out, double size, bool negative)
{
    uint64_t millions;

    if (FLT_EVAL_METHOD != 0 || !(size < 1e9) || !(size > 0))
        return 0;
    millions = (uint64_t)(int64_t)(size * 1e6 + 0.5);
    if ((double)(int64_t)millions / 1e6 != size)
        return 0;
    return put_fraction(out, millions / 1000000, (unsigned)(millions % 1000000), negative);
}

/* Floats are denser than millionths below 16, than thousandths below 16384. */
static size_t put_common_f32(char *out, float size, bool negative)
{
    double   scale = size < 16 ? 1e6 : 1e3, back;
    uint64_t parts;

    if (FLT_EVAL_METHOD != 0 || !(size < 16384) || !(size > 0))
        return 0;
    parts = (uint64_t)(int64_t)((double)size * scale + 0.5);
    back  = (double)(int64_t)parts / scale;
    if ((float)back != size || ptl_is_middle(back))
        return 0;
    parts = size < 16 ? parts : parts * 1000;
    return put_fraction(out, parts / 1000000, (unsigned)(parts % 1000000), negative);
}

size_t ptl_format_f64(char *out, double value)
{
    uint64_t bits;
    size_t   size = put_common_f64(out, fabs(value), signbit(value) != 0);

    if (size > 0)
        return size;
    memcpy(&bits, &value, sizeof bits);
    return put_shortest(out, &ptl_binary64, bits & INT64_MAX, bits >> 63 != 0);
}

size_t ptl_format_f32(char *out, float value)
{
    uint32_t bits;
    size_t   size = put_common_f32(out, fabsf(value), signbit(value) != 0);

    if (size > 0)
        return size;
    memcpy(&bits, &value, sizeof bits);
    return put_shortest(out, &ptl_binary32, bits & INT32_MAX, bits >> 31 != 0);
}

/* Whether a size is a whole number of millionths, that is: what those read back as. The division
 * rounds once, except on the x87, which is sent the long way. */
static bool as_millionths(double size, uint64_t *out)
{
    if (FLT_EVAL_METHOD != 0 || !(size < 1e9))
        return false;
    *out = (uint64_t)(int64_t)(size * 1e6 + 0.5);
    return (double)(int64_t)*out / 1e6 == size;
}

size_t ptl_format_decimal6(char *out, double value)
{
    double   size = fabs(value), back;
    uint64_t millions;
    size_t   length;

    if (as_millionths(size, &millions)) {
        uint64_t whole = millions / 1000000;
        char    *at    = out;

        *at = '-';
        at += signbit(value) != 0;
        if (whole < 10)
            *at++ = (char)('0' + whole);
        else
            at += ptl_format_u64(at, whole);
        return (size_t)(put_millionths(at, (unsigned)(millions - whole * 1000000)) - out);
    }
    if (size < 1e15) {
        length = ptl_format_fixed6(out, value);
        if (ptl_parse_f64(out, out + length, &back) && back == value)
            return length;
    }
    return ptl_format_f64(out, value);
}
