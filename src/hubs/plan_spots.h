/* SPDX-License-Identifier: MIT */
/* Spots of plans that lead to others: where these are once pages are chosen and laid out. */
#ifndef PTL_HUBS_PLAN_SPOTS_H
#define PTL_HUBS_PLAN_SPOTS_H

#include "hubs/plan.h"

typedef struct ptl_aim {
    uint32_t     id;
    size_t       page;   /* of the plan                              */
    ptl_plan_box box;    /* on the page                              */
    bool         wanted; /* another spot that is shown leads to it   */
} ptl_aim;

typedef struct ptl_aims {
    ptl_aim *data; /* by their ids, each once */
    size_t   count;
} ptl_aims;

/* All spots with ids that are shown. One that is shown on several pages is on the last of them:
 * of sheets of paper, that is neither the overview nor a strip at the side. */
ptl_aims ptl_plan_aims(ptl_job *job, const ptl_plan *plan);

/* NULL when nothing that is shown has the id. */
const ptl_aim *ptl_aim_of(const ptl_aims *targets, uint32_t id);

/* Where a layer shows a spot on the page; false when its middle is not seen. */
bool ptl_plan_spot_box(const ptl_plan_layer *layer, const ptl_plan_spot *spot, ptl_plan_box *out);

#endif
