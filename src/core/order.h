/* SPDX-License-Identifier: MIT */
/* Indices put in order, without memory and whatever the lists are. */
#ifndef PTL_CORE_ORDER_H
#define PTL_CORE_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether element a of something comes before element b; no two may be equal. */
typedef bool ptl_comes_before(const void *of, uint32_t a, uint32_t b);

/* Fills `order` with the indices of `count` elements, sorted. */
void ptl_put_in_order(uint32_t *order, size_t count, ptl_comes_before *before, const void *of);

#endif
