/* SPDX-License-Identifier: MIT */
/* One row for each way from one hub to another. */
#ifndef PTL_BRIDGES_BRIDGE_H
#define PTL_BRIDGES_BRIDGE_H

#include "core/job.h"

typedef struct ptl_bridge {
    ptl_hub from, to;
    /* Fills a zeroed hub from another, whose images are loaded, and may share its memory. What
     * cannot be carried over is reported. */
    void (*cross)(ptl_job *job, void *to, const void *from);
} ptl_bridge;

#endif
