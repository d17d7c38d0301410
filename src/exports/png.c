/* SPDX-License-Identifier: MIT */
/* PNG: a picture of a plan. */
#include "exports/export.h"
#include "render/plan_draw.h"
#include "render/png_write.h"

static void png_write_plan(ptl_job *job, ptl_buf *out, const ptl_plan *plan, const ptl_side *side)
{
    ptl_image image;

    (void)side;
    if (ptl_plan_draw(job, &image, plan, 0, 1))
        ptl_png_write(job, out, &image, PTL_PNG_USUAL);
}

const ptl_export ptl_export_png = {
    .info       = { .name       = "png",
                    .title      = "PNG picture",
                    .extensions = "png",
                    .media_type = "image/png",
                    .of         = PTL_CAN_PLAN,
                    .settings   = ptl_plan_settings },
    .write_plan = png_write_plan,
};
