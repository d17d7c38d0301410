/* SPDX-License-Identifier: MIT */
/* Row filters of PNG: differences to neighbors, which often compress better than the bytes. */
#ifndef PTL_RENDER_PNG_FILTER_H
#define PTL_RENDER_PNG_FILTER_H

#include "core/job.h"

/* Rows as PNG has them, one after another: a byte that names the filter, then `stride` bytes. */
typedef struct ptl_png_rows {
    uint8_t *data;
    uint32_t count;
    size_t   stride;
    unsigned pixel; /* bytes of one */
} ptl_png_rows;

/* Filters the rows from `first` on in place, each with the filter that leaves the least; the row
 * before the first is looked at and not changed. `scratch` has room for 6 strides. */
void ptl_png_filter(const ptl_png_rows *rows, uint32_t first, uint32_t count, uint8_t *scratch);

#endif
