/* SPDX-License-Identifier: MIT */
/* Pictures as others see them: what an engine that reads with stb_image gets out of a file. */
#ifndef PTL_RENDER_IMAGE_LOOK_H
#define PTL_RENDER_IMAGE_LOOK_H

#include "core/job.h"

typedef struct ptl_image_seen {
    const char *kind;          /* "PNG", "JPEG" and so on; NULL: none that stb_image reads */
    uint32_t    width, height; /* 0 where only reading all of it would tell                */
    unsigned    channels;      /* 1 gray, 2 gray and alpha, 3 and 4 color; 0 likewise      */
    bool        broken;        /* it begins like one, and cannot be read                   */
    bool        packed;        /* it is whole, and packed in a way that stb_image does not read */
} ptl_image_seen;

/* Looks at the header of a file, and reads all of it where this build can, to see whether it is
 * whole. Takes memory of the job for that and gives it back. */
ptl_image_seen ptl_image_look(ptl_job *job, ptl_span bytes);

#endif
