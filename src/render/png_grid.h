/* SPDX-License-Identifier: MIT */
/* PNG of a picture that is a grid of patterns: pixels are never laid out, and what repeats is found
 * by the number of a row of a pattern instead of by searching bytes. */
#ifndef PTL_RENDER_PNG_GRID_H
#define PTL_RENDER_PNG_GRID_H

#include "core/buf.h"
#include "render/image.h"

typedef struct ptl_png_grid {
    uint32_t        columns, rows;
    uint32_t        width, height; /* of a pattern: at least 4 and 1 pixels              */
    const uint32_t *cells;         /* row by row: which pattern                           */
    const uint8_t  *patterns;      /* one after another, indices into the palette by rows */
    uint32_t        count;         /* of patterns */
    const ptl_rgba *palette;
    unsigned        colors; /* at most 256 */
} ptl_png_grid;

/* Memory it takes grows with the patterns and the columns, not with the rows. */
void ptl_png_write_grid(ptl_job *job, ptl_buf *out, const ptl_png_grid *grid);

#endif
