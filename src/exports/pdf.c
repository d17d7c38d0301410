/* SPDX-License-Identifier: MIT */
/* PDF: every page of a plan in its size, texts as texts. */
#include "exports/export.h"
#include "render/plan_draw.h"

static void pdf_write(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    const ptl_plan *plan = hub;
    (void)side;
    ptl_plan_pdf(job, out, plan);
}

const ptl_export ptl_export_pdf = {
    .info  = { .name       = "pdf",
               .title      = "PDF",
               .extensions = "pdf",
               .media_type = "application/pdf",
               .settings   = ptl_plan_settings },
    .paged = true,
    .drawn = true,
    .write = { [PTL_HUB_PLAN] = pdf_write },
};
