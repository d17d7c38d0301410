/* SPDX-License-Identifier: MIT */
/* The exact arithmetic below num.h: binary formats taken apart, 128-bit products, big integers. */
#ifndef PTL_CORE_NUM_BIG_H
#define PTL_CORE_NUM_BIG_H

#include <stdint.h>

/* A binary format: finite values are c * 2^q with c < 2^bits and lowest <= q <= highest;
 * `width` counts all its bits, with exponent and sign. */
typedef struct ptl_binary {
    int width, bits, lowest, highest;
} ptl_binary;

static const ptl_binary ptl_binary64 = { 64, 53, -1074, 971 };
static const ptl_binary ptl_binary32 = { 32, 24, -149, 104 };

typedef struct ptl_scaled {
    uint64_t c;
    int      q;
} ptl_scaled;

/* The bits of a value, without its sign, to what they mean. */
static inline ptl_scaled ptl_binary_decode(const ptl_binary *f, uint64_t bits)
{
    uint64_t hidden   = UINT64_C(1) << (f->bits - 1);
    int      exponent = (int)(bits >> (f->bits - 1));

    if (exponent == 0)
        return (ptl_scaled){ bits, f->lowest };
    return (ptl_scaled){ (bits & (hidden - 1)) | hidden, f->lowest + exponent - 1 };
}

/* And back. The top bit of c is added into the exponent's field, where it makes the step from
 * denormal to normal; a c that rounding made 2^bits comes out right too, as the next power of two
 * or, at the highest q, as infinity. */
static inline uint64_t ptl_binary_encode(const ptl_binary *f, uint64_t c, int q)
{
    return ((uint64_t)(q - f->lowest) << (f->bits - 1)) + c;
}

typedef struct ptl_u128 {
    uint64_t high, low;
} ptl_u128;

/* Plain C where there is no wider type, and on WASM, where it would be a library call. */
static inline ptl_u128 ptl_multiply(uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__) && !defined(__wasm__) && !defined(PTL_NO_INT128)
    __extension__ typedef unsigned __int128 wide;
    wide                                    product = (wide)a * b;

    return (ptl_u128){ (uint64_t)(product >> 64), (uint64_t)product };
#else
    uint64_t a1 = a >> 32, a0 = (uint32_t)a, b1 = b >> 32, b0 = (uint32_t)b;
    uint64_t low    = a0 * b0;
    uint64_t middle = a1 * b0 + (low >> 32);      /* at most (2^32-1)^2 + 2^32-1, so it fits */
    uint64_t other  = a0 * b1 + (uint32_t)middle; /* as does this */

    return (ptl_u128){ a1 * b1 + (middle >> 32) + (other >> 32), other << 32 | (uint32_t)low };
#endif
}

/* The upper 128 of the 192 bits of n * factor; the last bit is set when the other 64 are not zero,
 * which keeps "exactly half" apart from "a little more". */
static inline ptl_u128 ptl_multiply_wide(uint64_t n, ptl_u128 factor)
{
    ptl_u128 top = ptl_multiply(n, factor.high), tail = ptl_multiply(n, factor.low);

    top.low += tail.high;
    top.high += top.low < tail.high;
    top.low |= tail.low != 0;
    return top;
}

static inline int ptl_leading_zeros(uint64_t n) /* of what is not zero */
{
#ifdef __GNUC__
    return __builtin_clzll(n);
#else
    int count = 0;

    for (; n >> 63 == 0; n <<= 1)
        count++;
    return count;
#endif
}

/* floor(n / 2^32), without asking what a compiler makes of a negative number in >>. */
static inline int ptl_floor_32(int64_t n)
{
    return (int)((uint64_t)(n + (INT64_C(1) << 62)) >> 32) - (1 << 30);
}

/* The top 128 bits of 10^k, cut off after them, for k from -342 to 324; and floor(log2(10^k)), so
 * that 10^k is those bits times 2^(log2 - 127), or a little more. Nothing is cut for 0 to 55. */
ptl_u128          ptl_power_of_ten(int k);
static inline int ptl_power_log2(int k)
{
    return ptl_floor_32(k * INT64_C(14267572527));
}

extern const uint64_t ptl_tens[20]; /* those that a uint64_t holds */

/* Room for the widest there is, in a comparison of 801 digits with 54 bits times 5^1124. */
enum { PTL_BIG_LIMBS = 96 };

typedef struct ptl_big {
    int      count;               /* limbs in use; the last of them is not zero */
    uint32_t limb[PTL_BIG_LIMBS]; /* the least significant first */
} ptl_big;

void     ptl_big_set(ptl_big *b, uint64_t value); /* not zero */
void     ptl_big_multiply_add(ptl_big *b, uint32_t factor, uint32_t add);
void     ptl_big_multiply_5(ptl_big *b, int power);
void     ptl_big_shift(ptl_big *b, int bits);
uint32_t ptl_big_divide(ptl_big *b); /* by a thousand million; returns the remainder */
int      ptl_big_compare(const ptl_big *a, const ptl_big *b);

#endif
