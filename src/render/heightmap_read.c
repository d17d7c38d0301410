/* SPDX-License-Identifier: MIT */
/* Gray pictures as heights, and what ours say of the world they show. */
#include "render/heightmap_read.h"

#include <math.h>
#include <string.h>

#include "core/num.h"
#include "render/image.h"

enum { AT_CHUNKS = 8, AT_DEPTH = 24, AT_COLORS, AROUND = 12, NOT_GRAY = 3, CLEAR = 4 };

static size_t size_at(const uint8_t *at)
{
    return (size_t)at[0] << 24 | (size_t)at[1] << 16 | (size_t)at[2] << 8 | at[3];
}

/* A number that stands in a text of the picture under a keyword; the picture was read: all of its
 * chunks are whole. */
static bool number_of(ptl_span png, const char *keyword, double *out)
{
    size_t length = strlen(keyword) + 1;

    for (size_t at = AT_CHUNKS; png.size - at >= AROUND;) {
        const uint8_t *chunk = png.data + at;
        size_t         size  = size_at(chunk);
        const char    *text  = (const char *)chunk + 8;

        if (size > png.size - at - AROUND)
            return false;
        if (memcmp(chunk + 4, "tEXt", 4) == 0 && size > length &&
            memcmp(text, keyword, length) == 0)
            return ptl_parse_f64(text + length, text + size, out) == text + size && isfinite(*out);
        at += AROUND + size;
    }
    return false;
}

static void read_words(ptl_heightmap *out, ptl_span png)
{
    if (!number_of(png, "Lowest", &out->lowest) || !number_of(png, "Highest", &out->highest) ||
        !number_of(png, "Width", &out->across) || !(out->across > 0) ||
        !(out->highest >= out->lowest))
        out->across = 0;
}

bool ptl_heightmap_probe(ptl_span bytes)
{
    return ptl_image_png.probe(bytes);
}

/* Heights of fewer bits, and of three colors, are somebody's picture of something else. */
static bool is_of_heights(ptl_job *job, ptl_span png)
{
    bool whole = ptl_heightmap_probe(png) && png.size > AT_COLORS &&
                 memcmp(png.data + AT_CHUNKS + 4, "IHDR", 4) == 0;
    unsigned bits = whole ? png.data[AT_DEPTH] : 0;

    if (whole && png.data[AT_COLORS] & NOT_GRAY)
        ptl_fail(job, PTL_E_UNSUPPORTED, AT_COLORS, "heightmap-gray",
                 "the picture has %s; a heightmap is a PNG in gray, of 8 or 16 bits",
                 (png.data[AT_COLORS] & NOT_GRAY) == NOT_GRAY ? "a palette" : "colors");
    else if (whole && bits != 8 && bits != 16)
        ptl_fail(job, PTL_E_UNSUPPORTED, AT_DEPTH, "heightmap-gray",
                 "the picture has gray of %u bits; a heightmap has 8 or 16", bits);
    else if (whole && png.data[AT_COLORS] & CLEAR)
        ptl_find(job, PTL_LOSS, AT_COLORS, "heightmap-alpha",
                 "what is clear in the picture is as high as its gray says");
    return ptl_ok(job);
}

bool ptl_heightmap_read(ptl_job *job, ptl_heightmap *out, ptl_span png)
{
    ptl_image_opts opts  = { .kind = "png", .gray = true };
    ptl_image      image = { 0 };

    *out = (ptl_heightmap){ 0 };
    if (!is_of_heights(job, png) || !ptl_image_read(job, &image, png, &opts))
        return false;
    *out = (ptl_heightmap){
        .width = image.width, .height = image.height, .bits = png.data[AT_DEPTH], .gray = image.gray
    };
    read_words(out, png);
    return true;
}
