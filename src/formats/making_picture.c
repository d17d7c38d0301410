/* SPDX-License-Identifier: MIT */
/* Pictures of new documents, which would name files that nobody has otherwise. BMP with a palette:
 * all engines read it, and no coder is needed. */
#include <string.h>

#include "core/arena.h"
#include "formats/format.h"
#include "formats/making.h"

enum { HEAD = 54, COLORS = 1 + PTL_MAKING_SHADES, START = HEAD + 4 * COLORS, PER_METER = 2835 };

static void put_u16(uint8_t *at, uint32_t value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static void put_u32(uint8_t *at, uint32_t value)
{
    put_u16(at, value & 0xFFFF);
    put_u16(at + 2, value >> 16);
}

/* The first color stays black and unused: Egoboo sees through it. */
static void put_head(uint8_t *out, const ptl_making_picture *picture)
{
    uint32_t pixels = picture->side * picture->side;

    memcpy(out, "BM", 2);
    put_u32(out + 2, START + pixels);
    put_u32(out + 10, START);
    put_u32(out + 14, 40); /* size of this header */
    put_u32(out + 18, picture->side);
    put_u32(out + 22, picture->side);
    put_u16(out + 26, 1); /* planes */
    put_u16(out + 28, 8); /* bits of a pixel */
    put_u32(out + 34, pixels);
    put_u32(out + 38, PER_METER);
    put_u32(out + 42, PER_METER);
    put_u32(out + 46, COLORS);
    for (size_t i = 0; i < PTL_MAKING_SHADES; i++)
        put_u32(out + HEAD + 4 * (i + 1), picture->shades[i]);
}

/* Specks that repeat with every tile, so that tiles meet without a seam. */
static uint8_t speck(uint32_t x, uint32_t y)
{
    uint32_t mixed = (x % PTL_MAKING_TILE) * 0x9E3779B1u ^ (y % PTL_MAKING_TILE) * 0x85EBCA77u;

    mixed ^= mixed >> 15;
    mixed *= 0xC2B2AE3Du;
    return (uint8_t)(1 + (mixed >> 28) % PTL_MAKING_SHADES);
}

void ptl_making_add(ptl_job *job, ptl_attachments *attached, const ptl_making_picture *picture)
{
    uint32_t        side = picture->side;
    size_t          size = START + (size_t)side * side;
    ptl_attachment *list = ptl_arena_append(job, attached->data, attached->count, 1, sizeof *list);
    uint8_t        *out  = list ? ptl_arena_take(job, size) : NULL;

    if (!out)
        return;
    put_head(out, picture);
    for (uint32_t i = 0; i < side * side; i++)
        out[START + i] = speck(i % side, i / side);
    list[attached->count++] = (ptl_attachment){ picture->name, { out, size }, .spare = true };
    attached->data          = list;
}

ptl_status ptl_making_attach(ptl_doc *doc, const ptl_making_picture *picture, ptl_diag *err)
{
    ptl_job job = ptl_doc_job(doc);

    ptl_making_add(&job, &doc->attached, picture);
    return ptl_job_end(&job, err);
}
