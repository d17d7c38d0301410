/* SPDX-License-Identifier: MIT */
/* Any bytes as a file of a format that can be drawn: a clean error, or a plan whose parts are where
 * exports look for them. Compiled once per such format; little memory, so that nothing is slow. */
#include <portolan/plan.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool good)
{
    if (!good)
        abort();
}

static void look_at_item(const ptl_plan *plan, const ptl_plan_item *item)
{
    const ptl_plan_path *path   = &item->as.path;
    size_t               points = 0;

    if (item->kind == PTL_PLAN_TEXT)
        must(item->as.text.color < plan->palette.count && item->as.text.size > 0);
    if (item->kind != PTL_PLAN_PATH)
        return;
    must(path->verb + path->verb_count <= plan->verbs.count && path->verb_count > 0);
    for (size_t i = 0; i < path->verb_count; i++)
        points += plan->verbs.data[path->verb + i] == PTL_VERB_CURVE   ? 3
                  : plan->verbs.data[path->verb + i] == PTL_VERB_CLOSE ? 0
                                                                       : 1;
    must(2 * (path->point + points) <= plan->points.count);
    must(path->fill == PTL_PLAN_NONE || path->fill < plan->palette.count);
    must(path->stroke == PTL_PLAN_NONE || path->stroke < plan->palette.count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptl_read_opts opts = { .format  = FUZZ_FORMAT,
                           .lenient = true,
                           .limits  = { .memory = (size_t)4 << 20 } };
    ptl_doc      *doc;
    ptl_plan     *plan;

    if (ptl_read(&doc, data, size, &opts, NULL) != PTL_OK)
        return 0;
    if (ptl_plan_make(&plan, doc, NULL, NULL) == PTL_OK) {
        for (size_t i = 0; i < plan->items.count; i++)
            look_at_item(plan, &plan->items.data[i]);
        ptl_plan_free(plan);
    }
    ptl_doc_free(doc);
    return 0;
}
