/* SPDX-License-Identifier: MIT */
/* PNG out. Same picture, same bytes, on every machine (and with the same libdeflate). */
#ifndef PTL_RENDER_PNG_WRITE_H
#define PTL_RENDER_PNG_WRITE_H

#include "core/buf.h"
#include "render/image.h"

/* How hard to compress, from 1, the fastest and the usual, to 12, the smallest. Without libdeflate
 * every picture is stored as it is. */
enum { PTL_PNG_STORED = -1, PTL_PNG_USUAL = 0 };

/* Indices stay what they are. Pixels of at most 256 colors become indices, numbered as they come;
 * others are written with alpha only when some pixel is not opaque. A palette takes as few bits
 * per pixel as it can and no row filter; other rows are filtered when that makes them smaller. */
void ptl_png_write(ptl_job *job, ptl_buf *out, const ptl_image *image, int level);

/* Heights, 16 bits of gray each, rows from the top; whole chunks that go in front of them. */
void ptl_png_write_gray16(ptl_job *job, ptl_buf *out, const uint16_t *samples, uint32_t width,
                          uint32_t height, ptl_span chunks, int level);

/* Whether rows are filtered: what the first of several pictures finds, the others need not try. */
typedef enum ptl_png_filters { PTL_PNG_TRY, PTL_PNG_PLAIN, PTL_PNG_FILTERED } ptl_png_filters;

/* What goes into IDAT for a picture with pixels, at the end of a buffer in memory. */
void ptl_png_code(ptl_job *job, ptl_buf *coded, const ptl_image *image, bool alpha,
                  ptl_png_filters *filters);

#endif
