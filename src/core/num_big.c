/* SPDX-License-Identifier: MIT */
/* Big integers of a fixed size, for what 128 bits cannot decide, and the tables of num. */
#include "core/num_big.h"

#include "core/num_powers.h"

#include <assert.h>
#include <string.h>

/* clang-format off */
const uint64_t ptl_tens[20] = {
    UINT64_C(1),                UINT64_C(10),                UINT64_C(100),
    UINT64_C(1000),             UINT64_C(10000),             UINT64_C(100000),
    UINT64_C(1000000),          UINT64_C(10000000),          UINT64_C(100000000),
    UINT64_C(1000000000),       UINT64_C(10000000000),       UINT64_C(100000000000),
    UINT64_C(1000000000000),    UINT64_C(10000000000000),    UINT64_C(100000000000000),
    UINT64_C(1000000000000000), UINT64_C(10000000000000000), UINT64_C(100000000000000000),
    UINT64_C(1000000000000000000), UINT64_C(10000000000000000000),
};
/* clang-format on */

ptl_u128 ptl_power_of_ten(int k)
{
    assert(k >= PTL_POWER_LOWEST && k <= PTL_POWER_HIGHEST);
    return (ptl_u128){ ptl_powers[k - PTL_POWER_LOWEST][0], ptl_powers[k - PTL_POWER_LOWEST][1] };
}

static void big_push(ptl_big *b, uint32_t limb)
{
    assert(b->count < PTL_BIG_LIMBS);
    if (limb != 0)
        b->limb[b->count++] = limb;
}

void ptl_big_set(ptl_big *b, uint64_t value)
{
    b->count   = 1;
    b->limb[0] = (uint32_t)value;
    big_push(b, (uint32_t)(value >> 32));
}

void ptl_big_multiply_add(ptl_big *b, uint32_t factor, uint32_t add)
{
    uint64_t carry = add;

    for (int i = 0; i < b->count; i++) {
        carry += (uint64_t)b->limb[i] * factor;
        b->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    big_push(b, (uint32_t)carry);
}

void ptl_big_multiply_5(ptl_big *b, int power)
{
    for (; power >= 13; power -= 13)
        ptl_big_multiply_add(b, 1220703125, 0); /* 5^13, the last that fits a limb */
    for (; power > 0; power--)
        ptl_big_multiply_add(b, 5, 0);
}

void ptl_big_shift(ptl_big *b, int bits)
{
    int limbs = bits / 32;

    ptl_big_multiply_add(b, UINT32_C(1) << bits % 32, 0);
    assert(b->count + limbs <= PTL_BIG_LIMBS);
    memmove(b->limb + limbs, b->limb, (size_t)b->count * sizeof b->limb[0]);
    memset(b->limb, 0, (size_t)limbs * sizeof b->limb[0]);
    b->count += limbs;
}

uint32_t ptl_big_divide(ptl_big *b)
{
    uint64_t rest = 0;

    for (int i = b->count - 1; i >= 0; i--) {
        rest       = rest << 32 | b->limb[i];
        b->limb[i] = (uint32_t)(rest / 1000000000);
        rest %= 1000000000;
    }
    while (b->count > 0 && b->limb[b->count - 1] == 0)
        b->count--;
    return (uint32_t)rest;
}

int ptl_big_compare(const ptl_big *a, const ptl_big *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}
