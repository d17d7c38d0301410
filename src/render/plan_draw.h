/* SPDX-License-Identifier: MIT */
/* Plans drawn: a page as a picture, or all pages as PDF.
 *
 * cairo and pango do the work. They are loaded when first needed; without them the job fails with
 * "feature-absent". Texts are set in DejaVu; where it is missing there is a warning,
 * "font-missing". */
#ifndef PTL_RENDER_PLAN_DRAW_H
#define PTL_RENDER_PLAN_DRAW_H

#include <portolan/plan.h>

#include "core/buf.h"
#include "render/image.h"

/* Whether plans can be drawn here. */
bool ptl_plan_draw_there(void);

/* One page, `scale` pixels a unit, in memory of the job's arena. False, and the job failed, when it
 * cannot be; a page that would pass the limits of pictures is refused before memory is taken. */
bool ptl_plan_paint(ptl_job *job, ptl_image *out, const ptl_plan *plan, size_t page, double scale);

/* Every page, in the size it says on paper. A page that is larger than PDF allows is made smaller,
 * with a note. Same plan, same bytes: no date is in it. */
void ptl_plan_pdf(ptl_job *job, ptl_buf *out, const ptl_plan *plan);

#endif
