/* SPDX-License-Identifier: MIT */
/* Chance from the system. */
#define _DEFAULT_SOURCE

#include "host/seed.h"

#include <time.h>
#include <unistd.h>

/* Where the system refuses, the clock and where the stack happens to lie are better than nothing.
 */
uint64_t ptl_seed(void)
{
    uint64_t        seed = 0; /* sanitizers do not see that the system fills it */
    struct timespec now  = { 0 };

    if (getentropy(&seed, sizeof seed) == 0)
        return seed;
    timespec_get(&now, TIME_UTC);
    return ((uint64_t)now.tv_nsec << 32 ^ (uint64_t)(uintptr_t)&seed) *
           UINT64_C(0x9E3779B97F4A7C15);
}
