/* SPDX-License-Identifier: MIT */
/* Colors as people write them. */
#include "core/color.h"

#include "core/words.h"

static bool parse_digits(ptl_str text, uint32_t *rgba)
{
    uint32_t value = 0;

    for (size_t i = 0; i < text.size; i++) {
        int d = ptl_hex_digit(text.data[i]);

        if (d < 0)
            return false;
        value = value << 4 | (uint32_t)d;
        if (text.size == 3) /* each stands for two */
            value = value << 4 | (uint32_t)d;
    }
    *rgba = text.size == 8 ? value : value << 8 | 0xFF;
    return true;
}

bool ptl_color_parse(ptl_str text, uint32_t *rgba)
{
    static const struct {
        const char *name;
        uint32_t    rgba;
    } names[] = { { "black", 0x000000FF }, { "white", 0xFFFFFFFF }, { "transparent", 0 } };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (ptl_str_is(text, names[i].name)) {
            *rgba = names[i].rgba;
            return true;
        }
    if (text.size < 4 || text.data[0] != '#')
        return false;
    text = (ptl_str){ text.data + 1, text.size - 1 };
    return (text.size == 3 || text.size == 6 || text.size == 8) && parse_digits(text, rgba);
}

uint32_t ptl_color_over(uint32_t rgba, uint32_t below)
{
    uint32_t alpha = rgba & 0xFF, out = 0xFF;

    for (unsigned shift = 8; shift < 32; shift += 8) {
        uint32_t sum = (rgba >> shift & 0xFF) * alpha + (below >> shift & 0xFF) * (255 - alpha);

        out |= (sum + 127) / 255 << shift;
    }
    return out;
}

/* ---- Contrast -------------------------------------------------------------------------------- */

/* By Newton from above, because powers of the library differ from machine to machine; 1 is far
 * enough up for all that is asked, and 40 steps are plenty. */
static double fifth_root(double x)
{
    double y = 1;

    for (int i = 0; i < 40; i++)
        y -= (y * y * y * y * y - x) / (5 * y * y * y * y);
    return y;
}

double ptl_color_light(double value)
{
    double base = (value + 0.055) / 1.055;

    return value <= 0.04045 ? value / 12.92 : base * base * fifth_root(base * base);
}

static double light_of(uint32_t byte)
{
    return ptl_color_light(byte / 255.0);
}

static double luminance(uint32_t rgba)
{
    return 0.2126 * light_of(rgba >> 24) + 0.7152 * light_of(rgba >> 16 & 0xFF) +
           0.0722 * light_of(rgba >> 8 & 0xFF);
}

double ptl_color_contrast(uint32_t rgba, uint32_t below)
{
    double a = luminance(ptl_color_over(rgba, below)) + 0.05, b = luminance(below) + 0.05;

    return a > b ? a / b : b / a;
}

uint32_t ptl_color_legible(uint32_t rgba, uint32_t below, double least)
{
    bool     dark = ptl_color_contrast(0x000000FF, below) < ptl_color_contrast(0xFFFFFFFF, below);
    uint32_t seen = ptl_color_over(rgba, below), end = dark ? 0xFFFFFF00 : 0;

    for (uint32_t share = 0; share < 255 && ptl_color_contrast(rgba, below) < least; share += 5)
        rgba = ptl_color_over(end | (share + 5), seen);
    return rgba;
}
