/* SPDX-License-Identifier: MIT */
/* Chunks of PNG: header, palette, and their checksums. */
#include "render/png_chunk.h"

#include <string.h>

#include "core/sum.h"

static void store_u32be(uint8_t *to, uint32_t value)
{
    to[0] = (uint8_t)(value >> 24);
    to[1] = (uint8_t)(value >> 16);
    to[2] = (uint8_t)(value >> 8);
    to[3] = (uint8_t)value;
}

void ptl_png_u32be(ptl_buf *out, uint32_t value)
{
    uint8_t bytes[4];

    store_u32be(bytes, value);
    ptl_put(out, bytes, sizeof bytes);
}

void ptl_png_chunk(ptl_buf *out, const char *name, const uint8_t *data, size_t size)
{
    uint32_t sum = ptl_crc32(PTL_CRC32, (ptl_span){ (const uint8_t *)name, 4 });

    ptl_png_u32be(out, (uint32_t)size);
    ptl_put(out, name, 4);
    ptl_put(out, data, size);
    ptl_png_u32be(out, ptl_crc32(sum, (ptl_span){ data, size }));
}

void ptl_png_begin(ptl_buf *out, uint32_t width, uint32_t height, uint8_t depth, uint8_t type)
{
    static const uint8_t signature[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n' };
    uint8_t              header[13]  = { [8] = depth, [9] = type };

    store_u32be(header, width);
    store_u32be(header + 4, height);
    ptl_put(out, signature, sizeof signature);
    ptl_png_chunk(out, "IHDR", header, sizeof header);
}

void ptl_png_palette(ptl_buf *out, const ptl_rgba *palette, unsigned count)
{
    uint8_t  colors[256 * 3] = { 0 }, alpha[256];
    unsigned clear           = 0;

    for (unsigned i = 0; i < count; i++) {
        memcpy(colors + 3 * i, (uint8_t[]){ palette[i].r, palette[i].g, palette[i].b }, 3);
        alpha[i] = palette[i].a;
        clear    = alpha[i] < 255 ? i + 1 : clear;
    }
    ptl_png_chunk(out, "PLTE", colors, 3 * (size_t)count);
    if (clear > 0)
        ptl_png_chunk(out, "tRNS", alpha, clear);
}
