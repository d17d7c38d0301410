/* SPDX-License-Identifier: MIT */
/* A heap, because files may have as many of anything as they like, in the worst order. */
#include "core/order.h"

static void sift(uint32_t *heap, size_t at, size_t count, ptl_comes_before *before, const void *of)
{
    uint32_t moved = heap[at];

    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && before(of, heap[child], heap[child + 1]))
            child++;
        if (!before(of, moved, heap[child]))
            break;
        heap[at] = heap[child];
    }
    heap[at] = moved;
}

void ptl_put_in_order(uint32_t *order, size_t count, ptl_comes_before *before, const void *of)
{
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    for (size_t i = count / 2; i-- > 0;)
        sift(order, i, count, before, of);
    for (size_t i = count; i-- > 1;) {
        uint32_t last = order[i];

        order[i] = order[0];
        order[0] = last;
        sift(order, 0, i, before, of);
    }
}
