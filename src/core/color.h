/* SPDX-License-Identifier: MIT */
/* Colors as people write them. */
#ifndef PTL_CORE_COLOR_H
#define PTL_CORE_COLOR_H

#include <portolan/portolan.h>

/* What ptl_color_parse takes, for messages. */
#define PTL_COLOR_WORDS "#rgb, #rrggbb, #rrggbbaa, black, white or transparent"

/* "#rgb", "#rrggbb", "#rrggbbaa", "black", "white" or "transparent" as 0xRRGGBBAA; false for any
 * other text, *rgba untouched. */
bool ptl_color_parse(ptl_str text, uint32_t *rgba);

/* One color laid over another that is opaque: the color that is seen. */
uint32_t ptl_color_over(uint32_t rgba, uint32_t below);

#endif
