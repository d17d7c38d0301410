/* SPDX-License-Identifier: MIT */
/* Colors of files and screens, and the amounts of light they stand for. */
#ifndef PTL_RENDER_SRGB_H
#define PTL_RENDER_SRGB_H

#include <stdint.h>

typedef struct ptl_srgb {
    uint16_t linear[256];  /* light of a value of sRGB, 65535 for 255       */
    uint8_t  coded[65536]; /* the value of sRGB nearest to an amount of light */
} ptl_srgb;

/* The same on every machine: nothing of libm goes into it. */
void ptl_srgb_fill(ptl_srgb *out);

#endif
