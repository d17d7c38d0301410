/* SPDX-License-Identifier: MIT */
/* Pieces a PNG file is made of, for those who put them together in their own way. */
#ifndef PTL_RENDER_PNG_PIECES_H
#define PTL_RENDER_PNG_PIECES_H

#include "core/buf.h"
#include "render/image.h"

/* Signature and header of a picture of 8 bits, in colours with or without alpha. */
void ptl_png_put_header(ptl_buf *out, uint32_t width, uint32_t height, bool alpha);

/* Length, name, data, checksum. */
void ptl_png_put_chunk(ptl_buf *out, const char *name, const uint8_t *data, size_t size);

/* A number as it stands in chunks. */
void ptl_png_put_u32(ptl_buf *out, uint32_t value);

/* What goes into IDAT for a picture with pixels, at the end of a buffer in memory. */
void ptl_png_code(ptl_job *job, ptl_buf *coded, const ptl_image *image, bool alpha, int level);

#endif
