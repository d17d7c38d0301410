/* SPDX-License-Identifier: MIT */
/* Digits by the word: eight characters are looked at as one number, in plain C on every machine. */
#ifndef PTL_CORE_NUM_DIGITS_H
#define PTL_CORE_NUM_DIGITS_H

#include <float.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/bytes.h"
#include "core/num_big.h"

/* As much text as the functions here may look at: a sign, 8, a point, 8. */
enum { PTL_DIGITS_ROOM = 18 };

static inline unsigned ptl_digit_of(char c) /* 10 and more when it is none */
{
    return (unsigned)(unsigned char)c - '0';
}

/* Eight characters as a number whose lowest byte is the first of them, digits as their value: a
 * digit is now a byte below 10, and no other is. */
static inline uint64_t ptl_load_digits(const char *at)
{
    return ptl_load_u64le((const uint8_t *)at) ^ 0x3030303030303030;
}

/* The number that eight digits make. */
static inline uint64_t ptl_join_digits(uint64_t word)
{
    word = word * 10 + (word >> 8); /* every other byte is now a number of two digits */
    return ((word & 0xff000000ff) * (100 + (UINT64_C(1000000) << 32)) +
            (word >> 16 & 0xff000000ff) * (1 + (UINT64_C(10000) << 32))) >>
           32;
}

/* How many bytes of a word come before the lowest that is marked by its top bit; 8 when none is. */
static inline unsigned ptl_bytes_before(uint64_t marks)
{
#ifdef __GNUC__
    return marks ? (unsigned)__builtin_ctzll(marks) >> 3 : 8;
#else
    unsigned count = 0;

    for (; count < 8 && !(marks & 0x80); marks >>= 8)
        count++;
    return count;
#endif
}

/* How many of the eight characters are digits, from the first on. */
static inline unsigned ptl_digits_in(uint64_t word)
{
    /* The lowest mark is the first byte that is no digit; the others may be carries. */
    return ptl_bytes_before(((word + 0x7676767676767676) | word) & 0x8080808080808080);
}

/* One to seven digits, all at once, from the eight bytes at `at`, put behind those of *value;
 * returns how many there are, or 0 when it is none or all of them. */
static inline unsigned ptl_take_digits(const char *at, uint64_t *value)
{
    uint64_t word  = ptl_load_digits(at);
    unsigned count = ptl_digits_in(word);

    if (count == 0 || count == 8)
        return 0;
    word <<= 64 - 8 * count; /* as if zeros came before, and nothing after */
    *value = *value * ptl_tens[count] + ptl_join_digits(word);
    return count;
}

/* A digit, a point and six digits, which are eight bytes looked at as one, as the number that the
 * seven make; false when it is anything else. */
static inline bool ptl_take_six(const char *at, uint64_t *out)
{
    uint64_t word = ptl_load_digits(at) ^ 0x1e00; /* the point becomes 0, too */

    if (((word + 0x7676767676767f76) | word) & 0x8080808080808080)
        return false;
    *out = ptl_join_digits((word & ~UINT64_C(0xffff)) | (word & 0xff) << 8); /* closes the gap */
    return true;
}

/* Without a branch: signs are random, and to guess them wrongly costs more than the number. */
static inline void ptl_set_sign(double *value, bool negative)
{
    uint64_t bits;

    memcpy(&bits, value, sizeof bits);
    bits |= (uint64_t)negative << 63;
    memcpy(value, &bits, sizeof bits);
}

/* Whether a double is right in the middle between two floats. If not, it rounds to the same float
 * as the decimal it came from; if so, it may have come there from either side. (Denormal floats
 * have other middles, but nothing that is spelled so commonly is that small.) */
static inline bool ptl_is_middle(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return (bits & 0x1fffffff) == 0x10000000;
}

/* A whole number of JSON, of one to seven digits; NULL when it is any other. A fraction or exponent
 * may follow: callers look. */
static inline const char *ptl_plain_whole(const char *at, uint64_t *out)
{
    uint64_t word  = ptl_load_digits(at);
    unsigned count = ptl_digits_in(word);

    if (count - 1 > 6 || ((word & 0xff) == 0 && count > 1))
        return NULL;
    *out = ptl_join_digits(word << (64 - 8 * count));
    return at + count;
}

/* A number of JSON with at most seven digits on either side of its point, or without one; NULL
 * when it is any other. Digits and power of ten are doubles without loss, so that the division is
 * all the rounding there is (Clinger); not so on the x87, which would round to its own precision
 * first. `whole` says that there was no point, and then the number is a float without loss, too. */
static inline const char *ptl_plain_real(const char *at, double *out, bool *whole)
{
    static const double tens[]   = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7 };
    uint64_t            digits   = 0;
    bool                negative = *at == '-';

    at     = FLT_EVAL_METHOD == 0 ? ptl_plain_whole(at + negative, &digits) : NULL;
    *whole = at && *at != '.';
    if (!at)
        return NULL;
    if (*whole) {
        *out = (double)(int64_t)digits;
    } else {
        unsigned count = ptl_take_digits(at + 1, &digits);

        if (count == 0)
            return NULL;
        at += 1 + count;
        *out = (double)(int64_t)digits / tens[count];
    }
    ptl_set_sign(out, negative);
    return (*at | 0x20) == 'e' ? NULL : at;
}

extern const char ptl_three_digits[1000][4]; /* three digits for every number below a thousand */

/* A number below a thousand, without a branch: lengths are random. Four bytes are written. */
static inline unsigned ptl_put_small(char *out, unsigned value)
{
    unsigned count = 1u + (value >= 10) + (value >= 100);

    memcpy(out, (const char *)ptl_three_digits + 4 * value + 3 - count, 4);
    return count;
}

#endif
