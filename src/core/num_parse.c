/* SPDX-License-Identifier: MIT */
/* Numbers from text. A decimal is tried in three ways, each exact where it answers: one division
 * of exact operands (Clinger 1990); a product with a 128-bit power of ten, if all that the power
 * may stand for rounds alike (after Eisel and Lemire 2021); a comparison of big integers. */
#include "core/num.h"
#include "core/num_digits.h"

/* A decimal as read: digits * 10^exponent, and, when there were more digits than a uint64_t is
 * sure to hold, the digits after those. */
typedef struct decimal {
    uint64_t    digits;
    int64_t     exponent;
    bool        negative;
    const char *rest; /* the first digit left out, or NULL; a point may follow among them */
    ptrdiff_t   rest_count;
} decimal;

/* Digits one by one. On overflow *value is nonsense: callers count digits afterwards. */
static const char *take_digits(const char *at, const char *end, uint64_t *value)
{
    uint64_t v = *value;

    for (; at < end && ptl_digit_of(*at) < 10; at++)
        v = v * 10 + ptl_digit_of(*at);
    *value = v;
    return at;
}

/* The exponent at an 'e', if it is one. A text cannot have so many digits that they make up for
 * an exponent of 10^17, so beyond that its value no longer matters. */
static const char *take_exponent(const char *at, const char *end, int64_t *exponent)
{
    const char *digit    = at + 1;
    bool        negative = digit < end && *digit == '-';
    int64_t     value    = 0;

    if (digit < end && (*digit == '-' || *digit == '+'))
        digit++;
    if (digit == end || ptl_digit_of(*digit) > 9)
        return at;
    for (; digit < end && ptl_digit_of(*digit) < 10; digit++)
        if (value < INT64_C(100000000000000000))
            value = value * 10 + ptl_digit_of(*digit);
    *exponent += negative ? -value : value;
    return digit;
}

/* Reads `count` digits from `at` anew: the first nineteen that count, and where the rest is. */
static void shorten(decimal *d, const char *at, ptrdiff_t count)
{
    d->digits = 0;
    for (; count > 0; at++) {
        if (*at == '.')
            continue;
        if (d->digits >= ptl_tens[18]) {
            d->rest       = at;
            d->rest_count = count;
            d->exponent += count;
            return;
        }
        d->digits = d->digits * 10 + ptl_digit_of(*at);
        count--;
    }
}

static const char *scan(decimal *d, const char *at, const char *end)
{
    const char *first, *fraction;
    uint64_t    digits = 0;
    ptrdiff_t   count;

    d->negative = at < end && *at == '-';
    d->exponent = 0;
    d->rest     = NULL;
    if (at < end && (*at == '-' || *at == '+'))
        at++;
    first = at;
    at    = take_digits(at, end, &digits);
    count = at - first;
    if (at < end && *at == '.') {
        fraction = at + 1;
        at       = take_digits(fraction, end, &digits);
        count += at - fraction;
        d->exponent = fraction - at;
    }
    if (count == 0)
        return NULL;
    if (at < end && (*at == 'e' || *at == 'E'))
        at = take_exponent(at, end, &d->exponent);
    d->digits = digits;
    if (count > 19)
        shorten(d, first, count);
    return at;
}

/* Rounds x * 2^exponent to the bits of the nearest value. One of the two top bits of x is set. */
static uint64_t round_to(const ptl_binary *f, ptl_u128 x, int exponent)
{
    uint64_t c, rest, half;
    int      q, drop;

    if (x.high >> 63 == 0) {
        x = (ptl_u128){ x.high << 1 | x.low >> 63, x.low << 1 };
        exponent--;
    }
    q = exponent + 128 - f->bits;
    if (q > f->highest)
        return ptl_binary_encode(f, UINT64_C(1) << f->bits, f->highest);
    if (q < f->lowest)
        q = f->lowest;
    drop = q - (exponent + 64); /* bits of x.high that find no place; 11 at least */
    if (drop > 64)
        return 0; /* less than half of the least value */
    half = UINT64_C(1) << (drop - 1);
    rest = x.high & (half * 2 - 1);
    c    = x.high >> 1 >> (drop - 1);
    c += rest > half || (rest == half && (x.low != 0 || (c & 1) != 0));
    return ptl_binary_encode(f, c, q);
}

/* Rounds digits * 10^power, with the power cut to 128 bits and `slack` added to the product. */
static uint64_t round_product(const ptl_binary *f, uint64_t digits, int power, uint64_t slack)
{
    int      shift = ptl_leading_zeros(digits);
    ptl_u128 x     = ptl_multiply_wide(digits << shift, ptl_power_of_ten(power));

    x.low += slack;
    x.high += x.low < slack; /* stays below 2^64: (2^64 - 1)(2^128 - 1) leaves room */
    return round_to(f, x, ptl_power_log2(power) - 127 + 64 - shift);
}

/* All digits of the decimal as one number; returns how many came after those in d->digits. The
 * middle between two doubles has 768 digits at most, so of what comes after 800 it is enough to
 * know whether it is nothing. */
static int big_set_digits(ptl_big *b, const decimal *d)
{
    const char *at    = d->rest;
    ptrdiff_t   left  = d->rest ? d->rest_count : 0;
    int         taken = 0;

    ptl_big_set(b, d->digits);
    for (; left > 0; at++) {
        if (*at == '.')
            continue;
        left--;
        if (taken < 781 || *at != '0') {
            taken++;
            ptl_big_multiply_add(b, 10, ptl_digit_of(*at));
        }
        if (taken > 781)
            break;
    }
    return taken;
}

/* Whether the decimal, known to be near, is past the middle between `low` and the value above:
 *     digits * 10^e  >  (2c + 1) * 2^(q - 1)
 * or on the middle, with `low` odd. Both sides are made whole first: 10^e is 5^e * 2^e, and
 * powers of the other sign go to the other side. */
static bool past_middle(const decimal *d, const ptl_binary *f, uint64_t low)
{
    ptl_scaled v = ptl_binary_decode(f, low);
    ptl_big    left, right;
    int        power = (int)d->exponent - big_set_digits(&left, d);
    int        shift = power - (v.q - 1);
    int        order;

    ptl_big_set(&right, 2 * v.c + 1);
    ptl_big_multiply_5(power > 0 ? &left : &right, power > 0 ? power : -power);
    ptl_big_shift(shift > 0 ? &left : &right, shift > 0 ? shift : -shift);
    order = ptl_big_compare(&left, &right);
    return order > 0 || (order == 0 && (low & 1) != 0);
}

/* The bits of the value nearest to the decimal, without its sign.
 *
 * Let w be the digits and T the power in the table. The truth lies between w * T and w * (T + 1),
 * or (w + 1) * (T + 1) when digits were left out. Counted in the last bit that is kept of a
 * product, w is less than one, and so is what was cut off: with a slack of 2 the product is above
 * the truth. Rounding keeps the order, so when both ends round alike, the truth does too. The ends
 * differ by less than 2^-59 of the value, so when they do not round alike, the results are
 * neighbors. */
static uint64_t nearest(const ptl_binary *f, const decimal *d)
{
    bool     cut = d->rest != NULL;
    int      power;
    uint64_t low, high;

    if (d->digits == 0 || d->exponent < -342) /* below 10^19 * 10^-343 */
        return 0;
    if (d->exponent > 308)
        return ptl_binary_encode(f, UINT64_C(1) << f->bits, f->highest);
    power = (int)d->exponent;
    low   = round_product(f, d->digits, power, 0);
    if (!cut && power >= 0 && power <= 55)
        return low; /* the table is exact there, and so was this */
    high = round_product(f, d->digits + cut, power, 2);
    return low == high ? low : low + past_middle(d, f, low);
}

/* Any decimal, to the bits of its value. */
static const char *parse_any(const ptl_binary *f, const char *at, const char *end, uint64_t *bits)
{
    decimal d;

    at = scan(&d, at, end);
    if (at)
        *bits = nearest(f, &d) | (uint64_t)d.negative << (f->width - 1);
    return at;
}

/* A sign, 8, a point, 8: with so much text left, the quick ways need not look for its end. They
 * rest on one division that rounds once, to nearest as C programs start out; not so on the x87,
 * which would round to its own precision first. */
static inline bool has_room(const char *at, const char *end)
{
    return FLT_EVAL_METHOD == 0 && end - at >= PTL_DIGITS_ROOM;
}

/* What most files are made of: up to eight digits, a point, six digits and no more. NULL when it is
 * anything else. Digits and power of ten are doubles without loss, so the division is all the
 * rounding there is (Clinger). */
static inline const char *parse_six(const char *at, double *out)
{
    bool     negative = *at == '-';
    uint64_t lead     = 0, digits;
    double   value;

    at += negative;
    for (int i = 0; at[1] != '.'; i++, at++) {
        unsigned digit = ptl_digit_of(*at);

        if (digit > 9 || i == 7)
            return NULL;
        lead = lead * 10 + digit;
    }
    if (!ptl_take_six(at, &digits))
        return NULL;
    at += 8;
    if (ptl_digit_of(*at) < 10 || (*at | 0x20) == 'e')
        return NULL;
    value = (double)(int64_t)(lead * 10000000 + digits) / 1e6;
    ptl_set_sign(&value, negative);
    *out = value;
    return at;
}

/* The same for one to seven digits after the point. */
static const char *parse_common(const char *at, const char *end, double *out)
{
    static const double tens[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7 };
    uint64_t            digits = 0;
    unsigned            count;
    bool                negative;
    double              value;

    if (!has_room(at, end))
        return NULL;
    negative = *at == '-';
    at += negative;
    at = take_digits(at, at + 8, &digits);
    if (*at != '.')
        return NULL;
    count = ptl_take_digits(at + 1, &digits);
    at += 1 + count;
    if (count == 0 || *at == 'e' || *at == 'E')
        return NULL;
    value = (double)(int64_t)digits / tens[count];
    *out  = negative ? -value : value;
    return at;
}

/* Apart from the quick way, which then needs no room on the stack. */
static __attribute__((noinline)) const char *parse_f64(const char *at, const char *end, double *out)
{
    const char *stop = parse_common(at, end, out);
    uint64_t    bits;

    if (stop)
        return stop;
    stop = parse_any(&ptl_binary64, at, end, &bits);
    if (stop)
        memcpy(out, &bits, sizeof bits);
    return stop;
}

const char *ptl_parse_f64(const char *at, const char *end, double *out)
{
    const char *stop = has_room(at, end) ? parse_six(at, out) : NULL;

    return stop ? stop : parse_f64(at, end, out);
}

static __attribute__((noinline)) const char *parse_f32(const char *at, const char *end, float *out)
{
    double      value;
    const char *stop = parse_common(at, end, &value);
    uint64_t    bits = 0;
    uint32_t    low;

    if (stop && !ptl_is_middle(value)) {
        *out = (float)value;
        return stop;
    }
    stop = parse_any(&ptl_binary32, at, end, &bits);
    low  = (uint32_t)bits;
    if (stop)
        memcpy(out, &low, sizeof low);
    return stop;
}

const char *ptl_parse_f32(const char *at, const char *end, float *out)
{
    double      value;
    const char *stop = has_room(at, end) ? parse_six(at, &value) : NULL;

    if (!stop || ptl_is_middle(value))
        return parse_f32(at, end, out);
    *out = (float)value;
    return stop;
}

const char *ptl_parse_u64(const char *at, const char *end, uint64_t *out)
{
    const char *first = at;
    uint64_t    value = 0;

    for (; at < end && ptl_digit_of(*at) < 10; at++) {
        if (value > (UINT64_MAX - ptl_digit_of(*at)) / 10)
            return NULL;
        value = value * 10 + ptl_digit_of(*at);
    }
    if (at == first)
        return NULL;
    *out = value;
    return at;
}

const char *ptl_parse_i64(const char *at, const char *end, int64_t *out)
{
    bool     negative = at < end && *at == '-';
    bool     sign     = negative || (at < end && *at == '+');
    uint64_t size;

    at = ptl_parse_u64(at + sign, end, &size);
    if (!at || size > (uint64_t)INT64_MAX + negative)
        return NULL;
    if (negative && size > 0)
        *out = -(int64_t)(size - 1) - 1; /* the lowest value has no positive to negate */
    else
        *out = (int64_t)size;
    return at;
}
