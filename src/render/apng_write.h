/* SPDX-License-Identifier: MIT */
/* Animated PNG out: one picture after another, over the pieces of PNG. */
#ifndef PTL_RENDER_APNG_WRITE_H
#define PTL_RENDER_APNG_WRITE_H

#include "core/buf.h"
#include "render/image.h"
#include "render/png_write.h"

typedef struct ptl_apng {
    ptl_job  *job;
    ptl_buf  *out;
    uint32_t  width, height;
    bool      alpha;
    uint16_t  delay[2]; /* of each picture, in seconds: this many by that many */
    uint32_t  number;   /* of the next chunk of frames                         */
    ptl_rgba *shown;    /* the picture before                                  */

    ptl_png_filters filters; /* as the first picture wants them */
} ptl_apng;

/* Begins a file of so many pictures, which play in a loop. */
void ptl_apng_begin(ptl_apng *apng, ptl_job *job, ptl_buf *out, uint32_t width, uint32_t height,
                    bool alpha, uint32_t count, double fps);

/* The next picture, of the same size. Only the part that changed is written. */
void ptl_apng_put(ptl_apng *apng, const ptl_image *image);

/* Ends the file; also needed after a failure. */
void ptl_apng_end(ptl_apng *apng);

#endif
