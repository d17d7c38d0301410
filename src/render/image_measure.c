/* SPDX-License-Identifier: MIT */
/* The size of a picture by its header alone, for those who lay it over something: nothing is
 * decoded, no memory is taken, and no library is asked for. */
#include "render/image.h"

typedef struct size {
    int64_t width, height;
} size;

/* A number of so many bytes; 0 past the end, which is no size. */
static uint32_t number_at(ptl_span s, size_t at, size_t bytes, bool big_first)
{
    uint32_t out = 0;

    if (at > s.size || s.size - at < bytes)
        return 0;
    for (size_t i = 0; i < bytes; i++)
        out |= (uint32_t)s.data[at + i] << 8 * (big_first ? bytes - 1 - i : i);
    return out;
}

static size measure_png(ptl_span s)
{
    return (size){ number_at(s, 16, 4, true), number_at(s, 20, 4, true) };
}

/* Headers of 12 bytes have sizes of 16 bits; a negative height runs from the top. */
static size measure_bmp(ptl_span s)
{
    int64_t height = (int32_t)number_at(s, 22, 4, false);

    if (number_at(s, 14, 4, false) == 12)
        return (size){ number_at(s, 18, 2, false), number_at(s, 20, 2, false) };
    return (size){ number_at(s, 18, 4, false), height < 0 ? -height : height };
}

static size measure_tga(ptl_span s)
{
    return (size){ number_at(s, 12, 2, false), number_at(s, 14, 2, false) };
}

/* Of all segments, those that begin a frame, whatever its coding. */
static bool begins_frame(uint8_t marker)
{
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

static size measure_jpeg(ptl_span s)
{
    size_t at = 2;

    while (s.size - at >= 4 && s.data[at] == 0xFF) {
        uint8_t marker = s.data[at + 1];
        size_t  length = number_at(s, at + 2, 2, true);

        if (begins_frame(marker))
            return (size){ number_at(s, at + 7, 2, true), number_at(s, at + 5, 2, true) };
        if (marker == 0xFF) { /* fills up */
            at++;
            continue;
        }
        if (length < 2 || length > s.size - at - 2)
            break;
        at += 2 + length;
    }
    return (size){ 0, 0 };
}

bool ptl_image_measure(ptl_span bytes, uint32_t *width, uint32_t *height)
{
    static const struct {
        const ptl_image_kind *kind;
        size (*measure)(ptl_span bytes);
    } kinds[]  = { { &ptl_image_png, measure_png },
                   { &ptl_image_bmp, measure_bmp },
                   { &ptl_image_jpeg, measure_jpeg },
                   { &ptl_image_tga, measure_tga } };
    size   out = { 0, 0 };
    size_t i   = 0;

    while (i < sizeof kinds / sizeof *kinds && !kinds[i].kind->probe(bytes))
        i++;
    if (i < sizeof kinds / sizeof *kinds)
        out = kinds[i].measure(bytes);
    if (out.width <= 0 || out.height <= 0 || out.width > PTL_IMAGE_SIDE ||
        out.height > PTL_IMAGE_SIDE)
        return false;
    *width  = (uint32_t)out.width;
    *height = (uint32_t)out.height;
    return true;
}
