/* SPDX-License-Identifier: MIT */
/* Where in a pixel samples lie. */
#ifndef PTL_RENDER_RASTER_FILL_H
#define PTL_RENDER_RASTER_FILL_H

#include <stdint.h>

enum { PTL_SAMPLES_MOST = 16 };

/* From the middle of the pixel, in sixteenths. */
typedef struct ptl_sample {
    int8_t x, y;
} ptl_sample;

/* The places of 1, 4, 8 or 16 samples; NULL for any other number. */
const ptl_sample *ptl_samples(unsigned count);

#endif
