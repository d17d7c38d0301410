/* SPDX-License-Identifier: MIT */
/* One row per way from one hub to another. */
#ifndef PTL_BRIDGES_BRIDGE_H
#define PTL_BRIDGES_BRIDGE_H

#include "core/job.h"

typedef struct ptl_bridge {
    ptl_hub from, to;
    /* Fills a zeroed hub from another, whose images are loaded; what it needs of that it may share.
     * What cannot be carried over is said. */
    void (*cross)(ptl_job *job, void *to, const void *from);
} ptl_bridge;

#endif
