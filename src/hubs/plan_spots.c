/* SPDX-License-Identifier: MIT */
/* Where spots of plans are. */
#include "hubs/plan_spots.h"

#include <stdlib.h>

#include "core/real.h"

bool ptl_plan_spot_box(const ptl_plan_layer *layer, const ptl_plan_spot *spot, ptl_plan_box *out)
{
    const ptl_plan_box *clip = &layer->clip;
    float               zoom = ptl_plan_zoom(layer), left = spot->box.x * zoom + layer->x;
    float               top = spot->box.y * zoom + layer->y, right = left + spot->box.width * zoom;
    float               bottom = top + spot->box.height * zoom;
    float               x = (left + right) / 2, y = (top + bottom) / 2;

    if (clip->width > 0) {
        if (x < clip->x || x >= clip->x + clip->width || y < clip->y || y >= clip->y + clip->height)
            return false;
        left   = ptl_maxf(left, clip->x);
        top    = ptl_maxf(top, clip->y);
        right  = ptl_minf(right, clip->x + clip->width);
        bottom = ptl_minf(bottom, clip->y + clip->height);
    }
    *out = (ptl_plan_box){ left, top, right - left, bottom - top };
    return true;
}

/* ---- All spots that are shown ---------------------------------------------------------------- */

typedef void visit(void *user, const ptl_plan_spot *spot, size_t page, const ptl_plan_box *box);

static void walk(const ptl_plan *plan, visit *f, void *user)
{
    for (size_t i = 0; i < plan->pages.count; i++)
        for (size_t l = 0; l < plan->pages.data[i].count; l++) {
            const ptl_plan_layer *layer = &plan->layers.data[plan->pages.data[i].layer + l];

            for (size_t k = layer->item; k < layer->item + layer->count; k++) {
                const ptl_plan_item *item = &plan->items.data[k];
                ptl_plan_box         box;

                if (item->kind == PTL_PLAN_SPOT && ptl_plan_spot_box(layer, &item->as.spot, &box))
                    f(user, &item->as.spot, i, &box);
            }
        }
}

typedef struct gatherer {
    ptl_job *job;
    ptl_aims found;
    size_t   room;
} gatherer;

static void gather(void *user, const ptl_plan_spot *spot, size_t page, const ptl_plan_box *box)
{
    gatherer *g = user;
    ptl_aim  *list;

    if (spot->id == PTL_PLAN_NONE)
        return;
    list = ptl_arena_grow(g->job, g->found.data, g->found.count, 1, &g->room, sizeof *list);
    g->found.data = list;
    if (list)
        list[g->found.count++] = (ptl_aim){ spot->id, page, *box, false };
    else
        g->found.count = 0;
}

/* By id; of one id the last page first, and on that the one that was found first. */
static int by_id(const void *a, const void *b)
{
    const ptl_aim *x = a, *y = b;

    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    if (x->page != y->page)
        return x->page > y->page ? -1 : 1;
    return x->box.y < y->box.y ? -1 : x->box.y > y->box.y;
}

static void want(void *user, const ptl_plan_spot *spot, size_t page, const ptl_plan_box *box)
{
    ptl_aim *to = (ptl_aim *)ptl_aim_of(user, spot->to);

    (void)page;
    (void)box;
    if (to)
        to->wanted = true;
}

ptl_aims ptl_plan_aims(ptl_job *job, const ptl_plan *plan)
{
    gatherer g     = { .job = job };
    size_t   count = 0;

    walk(plan, gather, &g);
    if (!ptl_ok(job) || g.found.count == 0)
        return (ptl_aims){ NULL, 0 };
    qsort(g.found.data, g.found.count, sizeof *g.found.data, by_id);
    for (size_t i = 0; i < g.found.count; i++)
        if (i == 0 || g.found.data[i].id != g.found.data[count - 1].id)
            g.found.data[count++] = g.found.data[i];
    g.found.count = count;
    walk(plan, want, &g.found);
    return g.found;
}

const ptl_aim *ptl_aim_of(const ptl_aims *targets, uint32_t id)
{
    size_t low = 0, high = targets->count;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (targets->data[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < targets->count && targets->data[low].id == id ? &targets->data[low] : NULL;
}
