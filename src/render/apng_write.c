/* SPDX-License-Identifier: MIT */
/* Animated PNG out.
 *
 *   signature, IHDR
 *   acTL  how many pictures, how often (0: for ever)
 *   fcTL  number, width, height, x, y, delay (by what), how to end it, how to lay it over the last
 *   IDAT  the first picture
 *   fcTL, fdAT: number, then as IDAT; for every other picture
 *   IEND */
#include "render/apng_write.h"

#include <string.h>

#include "core/arena.h"
#include "render/png_chunk.h"

typedef struct area {
    uint32_t x, y, width, height;
} area;

/* Fractions of a second in 16 bits each: exact for whole rates, to a thousandth for others. */
static void set_delay(ptl_apng *a, double fps)
{
    uint32_t unit = fps == (double)(uint32_t)fps ? 1 : fps < 65 ? 1000 : 10;

    a->delay[0] = (uint16_t)unit;
    a->delay[1] = (uint16_t)(fps * unit + 0.5);
}

void ptl_apng_begin(ptl_apng *apng, ptl_job *job, ptl_buf *out, uint32_t width, uint32_t height,
                    bool alpha, uint32_t count, double fps)
{
    uint8_t head[8] = { (uint8_t)(count >> 24), (uint8_t)(count >> 16), (uint8_t)(count >> 8),
                        (uint8_t)count };

    *apng = (ptl_apng){ .job = job, .out = out, .width = width, .height = height, .alpha = alpha };
    set_delay(apng, fps);
    apng->shown = ptl_resize(job, NULL, 0, (size_t)width * height * sizeof *apng->shown);
    ptl_png_begin(out, width, height, 8, alpha ? PTL_PNG_RGBA : PTL_PNG_RGB);
    ptl_png_chunk(out, "acTL", head, sizeof head);
}

void ptl_apng_end(ptl_apng *apng)
{
    ptl_png_chunk(apng->out, "IEND", NULL, 0);
    if (apng->shown)
        ptl_resize(apng->job, apng->shown, (size_t)apng->width * apng->height * sizeof *apng->shown,
                   0);
    apng->shown = NULL;
}

/* The rectangle that differs from what is shown; a pixel where nothing does. */
static area changed(const ptl_apng *a, const ptl_image *image)
{
    uint32_t left = a->width, right = 0, top = a->height, bottom = 0;

    for (uint32_t y = 0; y < a->height; y++) {
        const ptl_rgba *old = a->shown + (size_t)y * a->width;
        const ptl_rgba *new = image->pixels + (size_t)y * a->width;

        if (memcmp(old, new, a->width * sizeof *old) == 0)
            continue;
        top    = y < top ? y : top;
        bottom = y;
        for (uint32_t x = 0; x < a->width; x++)
            if (memcmp(&old[x], &new[x], sizeof *old) != 0) {
                left  = x < left ? x : left;
                right = x > right ? x : right;
            }
    }
    if (top > bottom)
        return (area){ 0, 0, 1, 1 };
    return (area){ left, top, right - left + 1, bottom - top + 1 };
}

static void put_control(ptl_apng *a, const area *r)
{
    uint8_t        head[26] = { 0 };
    const uint32_t words[5] = { a->number++, r->width, r->height, r->x, r->y };

    for (size_t i = 0; i < 20; i++)
        head[i] = (uint8_t)(words[i / 4] >> (24 - 8 * (i % 4)));
    for (size_t i = 0; i < 4; i++)
        head[20 + i] = (uint8_t)(a->delay[i / 2] >> (8 - 8 * (i % 2)));
    ptl_png_chunk(a->out, "fcTL", head, sizeof head); /* stays, and is laid down as it is */
}

static ptl_image part_of(ptl_job *job, const ptl_image *image, const area *r)
{
    ptl_image out = { .width = r->width, .height = r->height };

    if (!ptl_image_take_pixels(job, &out))
        return out;
    for (uint32_t y = 0; y < r->height; y++)
        memcpy(out.pixels + (size_t)y * r->width,
               image->pixels + (size_t)(r->y + y) * image->width + r->x,
               r->width * sizeof *out.pixels);
    return out;
}

void ptl_apng_put(ptl_apng *apng, const ptl_image *image)
{
    bool      first = apng->number == 0;
    area      r     = { 0, 0, apng->width, apng->height };
    ptl_buf   coded = ptl_buf_of(apng->job, NULL);
    ptl_image part;

    if (!ptl_ok(apng->job))
        return;
    if (!first)
        r = changed(apng, image);
    put_control(apng, &r);
    if (!first)
        ptl_png_u32be(&coded, apng->number++);
    part = part_of(apng->job, image, &r);
    if (part.pixels)
        ptl_png_code(apng->job, &coded, &part, apng->alpha, &apng->filters);
    if (ptl_ok(apng->job)) {
        ptl_png_chunk(apng->out, first ? "IDAT" : "fdAT", coded.data, coded.size);
        memcpy(apng->shown, image->pixels,
               (size_t)apng->width * apng->height * sizeof *apng->shown);
    }
    ptl_buf_free(&coded);
}
