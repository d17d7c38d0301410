/* SPDX-License-Identifier: MIT */
/* Plans of documents: the format draws them, then their images are loaded. */
#include <portolan/plan.h>

#include "source.h"

static bool has_views(const ptl_plan *plan)
{
    for (size_t i = 0; i < plan->items.count; i++)
        if (plan->items.data[i].kind == PTL_PLAN_VIEW)
            return true;
    return false;
}

void ptl_plan_fill(ptl_job *job, ptl_plan *plan, const ptl_doc *doc, const ptl_write_opts *opts)
{
    if (doc->format->to_tiles) {
        ptl_plan_tiles(job, plan, doc, opts);
        return;
    }
    if (!doc->format->to_plan) {
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "conversion", "%s has no plan to draw",
                 doc->format->info.name);
        return;
    }
    doc->format->to_plan(job, plan, doc->native, &opts->files);
    ptl_images_load(job, plan->images.data, plan->images.count, doc, &opts->files);
    if (!ptl_ok(job) || !has_views(plan))
        return;
    plan->scene = ptl_arena_take(job, sizeof *plan->scene);
    if (plan->scene)
        ptl_scene_fill(job, plan->scene, doc, opts);
}

ptl_status ptl_plan_make(ptl_plan **out, const ptl_doc *doc, const ptl_write_opts *opts,
                         ptl_diag *err)
{
    static const ptl_write_opts defaults;
    ptl_job                     job;

    if (!out || !doc)
        return ptl_refuse(err, "ptl_plan_make needs a document and a place for the plan");
    opts = opts ? opts : &defaults;
    *out = ptl_beside_begin(&job, doc, opts, PTL_WHEN_PLAN, sizeof **out);
    if (ptl_ok(&job))
        ptl_plan_fill(&job, *out, doc, opts);
    if (!ptl_ok(&job)) {
        ptl_beside_free(*out);
        *out = NULL;
    }
    return ptl_job_end(&job, err);
}

void ptl_plan_free(ptl_plan *plan)
{
    ptl_beside_free(plan);
}
