/* SPDX-License-Identifier: MIT */
/* Tables of the curve of sRGB. */
#include "render/srgb.h"

#include "core/color.h"

void ptl_srgb_fill(ptl_srgb *out)
{
    uint32_t from = 0;

    for (unsigned i = 0; i < 256; i++) {
        uint32_t to = i < 255 ? (uint32_t)(ptl_color_light((i + 0.5) / 255) * 65535 + 0.5) : 65536;

        out->linear[i] = (uint16_t)(ptl_color_light(i / 255.0) * 65535 + 0.5);
        for (; from < to; from++)
            out->coded[from] = (uint8_t)i;
    }
}
