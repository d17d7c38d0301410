/* SPDX-License-Identifier: MIT */
/* Row filters of PNG. */
#include "render/png_filter.h"

#include <stdlib.h>
#include <string.h>

enum { NONE, SUB, UP, AVERAGE, PAETH, FILTERS };

/* In 16 bits, of which processors take many at a time. */
static uint8_t paeth(int16_t left, int16_t above, int16_t corner)
{
    int16_t p = (int16_t)(above - corner), q = (int16_t)(left - corner), r = (int16_t)(p + q);
    int16_t to_left = (int16_t)(p < 0 ? -p : p), to_above = (int16_t)(q < 0 ? -q : q);
    int16_t to_corner = (int16_t)(r < 0 ? -r : r), near = to_above <= to_corner ? above : corner;

    return (uint8_t)((to_left <= to_above) & (to_left <= to_corner) ? left : near);
}

/* One row by all filters; `above` is the row before it, or zeros. The first pixel has nothing on
 * its left, which counts as zero. */
static void filter_row(uint8_t *restrict out, const uint8_t *restrict row,
                       const uint8_t *restrict above, size_t size, unsigned pixel)
{
    uint8_t *sub = out + SUB * size, *up = out + UP * size;
    uint8_t *average = out + AVERAGE * size, *nearest = out + PAETH * size;

    memcpy(out, row, size);
    for (size_t i = 0; i < size; i++)
        up[i] = (uint8_t)(row[i] - above[i]);
    for (size_t i = 0; i < pixel; i++) {
        sub[i]     = row[i];
        average[i] = (uint8_t)(row[i] - above[i] / 2);
        nearest[i] = (uint8_t)(row[i] - above[i]);
    }
    for (size_t i = pixel; i < size; i++)
        sub[i] = (uint8_t)(row[i] - row[i - pixel]);
    for (size_t i = pixel; i < size; i++)
        average[i] = (uint8_t)(row[i] - (row[i - pixel] + above[i]) / 2);
    for (size_t i = pixel; i < size; i++)
        nearest[i] = (uint8_t)(row[i] - paeth(row[i - pixel], above[i], above[i - pixel]));
}

/* How far the bytes are from zero, either way round: at most 128 each, so that so many fit into 16
 * bits. */
static uint64_t weigh(const uint8_t *row, size_t size)
{
    enum { TOGETHER = 256 };
    uint64_t sum = 0;

    for (size_t i = 0; i < size;) {
        size_t   end  = size - i < TOGETHER ? size : i + TOGETHER;
        uint16_t part = 0;

        for (; i < end; i++) {
            uint8_t up = row[i], down = (uint8_t)-up;

            part = (uint16_t)(part + (up < down ? up : down));
        }
        sum += part;
    }
    return sum;
}

/* From the last row to the first, so that the row above is still what it was. */
void ptl_png_filter(const ptl_png_rows *rows, uint32_t first, uint32_t count, uint8_t *scratch)
{
    size_t step = rows->stride + 1;

    for (uint32_t y = first + count; y-- > first;) {
        uint8_t *row = rows->data + y * step, *above = y > 0 ? row - step + 1 : scratch;
        uint64_t best   = UINT64_MAX;
        uint8_t  chosen = NONE;

        if (y == 0)
            memset(above, 0, rows->stride);
        filter_row(scratch + rows->stride, row + 1, above, rows->stride, rows->pixel);
        for (uint8_t filter = NONE; filter < FILTERS; filter++) {
            uint64_t weight = weigh(scratch + (filter + 1) * rows->stride, rows->stride);

            if (weight < best) {
                best   = weight;
                chosen = filter;
            }
        }
        row[0] = chosen;
        memcpy(row + 1, scratch + (chosen + 1) * rows->stride, rows->stride);
    }
}
