/* SPDX-License-Identifier: MIT */
/* The parts of a PNG that do not depend on how its pixels are laid out, and tables of few colors.
 */
#ifndef PTL_RENDER_PNG_CHUNK_H
#define PTL_RENDER_PNG_CHUNK_H

#include "core/buf.h"
#include "render/image.h"

enum { PTL_PNG_GRAY = 0, PTL_PNG_RGB = 2, PTL_PNG_INDEXED = 3, PTL_PNG_RGBA = 6 }; /* color types */

void ptl_png_u32be(ptl_buf *out, uint32_t value);
void ptl_png_chunk(ptl_buf *out, const char *name, const uint8_t *data, size_t size);

/* Signature and header. */
void ptl_png_begin(ptl_buf *out, uint32_t width, uint32_t height, uint8_t depth, uint8_t type);

/* The colors, and their alpha up to the last that is not opaque. */
void ptl_png_palette(ptl_buf *out, const ptl_rgba *palette, unsigned count);

/* ---- Up to 256 colors, numbered as they come ------------------------------------------------ */

enum { PTL_COLOR_SLOTS = 1024 }; /* a power of 2 well above 256 */

typedef struct ptl_colors {
    ptl_rgba palette[256];
    unsigned count;
    uint32_t keys[PTL_COLOR_SLOTS];
    uint16_t numbers[PTL_COLOR_SLOTS]; /* of the entry, and 1; 0: free */
} ptl_colors;

static inline uint32_t ptl_color_key(ptl_rgba c)
{
    return c.r | (uint32_t)c.g << 8 | (uint32_t)c.b << 16 | (uint32_t)c.a << 24;
}

/* The slot that has a color, or that it would go to. */
static inline uint32_t ptl_color_slot(const ptl_colors *t, uint32_t key)
{
    uint32_t slot = (key * UINT32_C(2654435761)) >> 22;

    while (t->keys[slot] != key && t->numbers[slot] > 0)
        slot = (slot + 1) % PTL_COLOR_SLOTS;
    return slot;
}

/* Makes sure that the table has a color; false when it would be one too many. */
static inline bool ptl_color_add(ptl_colors *t, ptl_rgba color)
{
    uint32_t key = ptl_color_key(color), slot = ptl_color_slot(t, key);

    if (t->numbers[slot] > 0)
        return true;
    if (t->count == 256)
        return false;
    t->palette[t->count++] = color;
    t->keys[slot]          = key;
    t->numbers[slot]       = (uint16_t)t->count;
    return true;
}

/* The number of a color the table has. */
static inline uint8_t ptl_color_number(const ptl_colors *t, ptl_rgba color)
{
    return (uint8_t)(t->numbers[ptl_color_slot(t, ptl_color_key(color))] - 1);
}

#endif
