/* SPDX-License-Identifier: MIT */
/* Views of a scene inside plans, as pictures. */
#ifndef PTL_RENDER_PLAN_VIEW_H
#define PTL_RENDER_PLAN_VIEW_H

#include "hubs/plan.h"
#include "render/image.h"

/* Pixels per unit that are fine enough where the drawing itself has no pixels. */
double ptl_plan_view_fine(const ptl_plan_view *view);

/* Pixels that a length takes, at least one; a rounding error does not add another. */
uint64_t ptl_plan_pixels(double length);

/* Draws a view with so many pixels a unit, in the job's arena. False when the plan has no scene, or
 * when the job failed. */
bool ptl_plan_view_draw(ptl_job *job, ptl_image *out, const ptl_plan *plan,
                        const ptl_plan_view *view, double scale);

#endif
