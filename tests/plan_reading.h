/* SPDX-License-Identifier: MIT */
/* Looking into plans: one that must be made, a layer by its name, a path by its number there. */
#ifndef PTL_TESTS_PLAN_READING_H
#define PTL_TESTS_PLAN_READING_H

#include <portolan/plan.h>
#include <string.h>

#include "harness.h"

static inline ptl_plan *must_plan(const ptl_doc *doc, const ptl_write_opts *opts)
{
    ptl_plan *plan;
    ptl_diag  err;

    if (ptl_plan_make(&plan, doc, opts, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "%s", err.message);
    CHECK_UINT(plan->pages.count, 1);
    return plan;
}

static inline const ptl_plan_layer *layer_of(const ptl_plan *plan, const char *name)
{
    for (size_t i = 0; i < plan->layers.count; i++)
        if (strcmp(plan->layers.data[i].name, name) == 0)
            return &plan->layers.data[i];
    test_fail(__FILE__, __LINE__, "there is no layer %s", name);
}

static inline const ptl_plan_path *path_of(const ptl_plan *plan, const char *layer, size_t number)
{
    const ptl_plan_layer *l = layer_of(plan, layer);

    CHECK(number < l->count);
    CHECK_UINT(plan->items.data[l->item + number].kind, PTL_PLAN_PATH);
    return &plan->items.data[l->item + number].as.path;
}

#endif
