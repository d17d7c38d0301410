/* SPDX-License-Identifier: MIT */
/* Several samples at a time. The vectors are those of the compiler, which does without where a
 * machine has none: each lane has what a single number would have. */
#ifndef PTL_RENDER_RASTER_LANES_H
#define PTL_RENDER_RASTER_LANES_H

#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { PTL_LANES = 4 };

typedef int32_t ptl_lanes __attribute__((vector_size(4 * PTL_LANES)));
typedef float   ptl_reals __attribute__((vector_size(4 * PTL_LANES)));
/* The same wherever they lie in memory. */
typedef int32_t ptl_lanes_there __attribute__((vector_size(4 * PTL_LANES), aligned(4), may_alias));
typedef float   ptl_reals_there __attribute__((vector_size(4 * PTL_LANES), aligned(4), may_alias));

/* Vectors go into functions by value only where these vanish: machines differ in how. */
#define PTL_LANED static inline __attribute__((always_inline))

PTL_LANED ptl_lanes ptl_lanes_of(int32_t value)
{
    return (ptl_lanes){ value, value, value, value };
}

PTL_LANED ptl_reals ptl_reals_of(float value)
{
    return (ptl_reals){ value, value, value, value };
}

/* The signs of all lanes as bits. */
PTL_LANED unsigned ptl_signs(ptl_lanes v)
{
#ifdef __SSE2__
    return (unsigned)_mm_movemask_ps((__m128)v);
#else
    unsigned bits = 0;

    for (unsigned i = 0; i < PTL_LANES; i++)
        bits |= (unsigned)(v[i] < 0) << i;
    return bits;
#endif
}

/* Lanes of `a` where the mask is all ones, of `b` where it is zero. */
PTL_LANED ptl_lanes ptl_choose(ptl_lanes mask, ptl_lanes a, ptl_lanes b)
{
    return (a & mask) | (b & ~mask);
}

PTL_LANED ptl_reals ptl_choose_reals(ptl_lanes mask, ptl_reals a, ptl_reals b)
{
    return (ptl_reals)ptl_choose(mask, (ptl_lanes)a, (ptl_lanes)b);
}

/* a > b ? a : b, and a < b ? a : b; of what is no number, b. */
PTL_LANED ptl_reals ptl_greater(ptl_reals a, ptl_reals b)
{
#ifdef __SSE2__
    return (ptl_reals)_mm_max_ps((__m128)a, (__m128)b);
#else
    return ptl_choose_reals(a > b, a, b);
#endif
}

PTL_LANED ptl_reals ptl_lesser(ptl_reals a, ptl_reals b)
{
#ifdef __SSE2__
    return (ptl_reals)_mm_min_ps((__m128)a, (__m128)b);
#else
    return ptl_choose_reals(a < b, a, b);
#endif
}

#endif
