/* SPDX-License-Identifier: MIT */
/* Tables of the curve of sRGB. */
#include "render/srgb.h"

/* By Newton from above; 1 is far enough up for all that is asked, and 40 steps are plenty. */
static double fifth_root(double x)
{
    double y = 1;

    for (int i = 0; i < 40; i++)
        y -= (y * y * y * y * y - x) / (5 * y * y * y * y);
    return y;
}

/* Light, 0 to 1, of a value of sRGB, 0 to 1. */
static double light_of(double value)
{
    double base = (value + 0.055) / 1.055;

    return value <= 0.04045 ? value / 12.92 : base * base * fifth_root(base * base);
}

void ptl_srgb_fill(ptl_srgb *out)
{
    uint32_t from = 0;

    for (unsigned i = 0; i < 256; i++) {
        uint32_t to = i < 255 ? (uint32_t)(light_of((i + 0.5) / 255) * 65535 + 0.5) : 65536;

        out->linear[i] = (uint16_t)(light_of(i / 255.0) * 65535 + 0.5);
        for (; from < to; from++)
            out->coded[from] = (uint8_t)i;
    }
}
