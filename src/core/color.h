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

/* Light, 0 to 1, of a value of sRGB, 0 to 1. */
double ptl_color_light(double value);

/* How well a color is told from an opaque one below it, from 1 to 21, as WCAG 2 counts it. */
double ptl_color_contrast(uint32_t rgba, uint32_t below);

/* The color itself where its contrast is enough; else the nearest on the way to black or to white,
 * whichever is farther from what lies below. */
uint32_t ptl_color_legible(uint32_t rgba, uint32_t below, double least);

#endif
