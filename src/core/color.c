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
