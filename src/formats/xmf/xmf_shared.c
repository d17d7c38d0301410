/* SPDX-License-Identifier: MIT */
/* Layers that share the map of another: which layer each one's cells are in, found for all of them
 * at once, because chains may be as long as the container. */
#include <stdlib.h>

#include "formats/xmf/xmf_private.h"

typedef struct sorted { /* layers by priority; of equal ones the last counts */
    int32_t priority;
    size_t  index;
} sorted;

static int compare(const void *a, const void *b)
{
    const sorted *x = a, *y = b;

    if (x->priority != y->priority)
        return x->priority < y->priority ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* The last layer of a priority, or PTL_XMF_NO_LAYER. */
static size_t find(const sorted *list, size_t count, int32_t priority)
{
    size_t low = 0, high = count;

    while (low < high) { /* the first of a higher one */
        size_t middle = low + (high - low) / 2;

        if (list[middle].priority <= priority)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && list[low - 1].priority == priority ? list[low - 1].index : PTL_XMF_NO_LAYER;
}

typedef struct search {
    ptl_xmf_layer *layers;
    size_t         count;
    const sorted  *list;
    size_t        *walk; /* who came by, from 1; 0: nobody */
} search;

/* Goes from layer to layer until one has cells of its own, is known already, or was on this walk:
 * then it is a ring. What is found holds for all on the way. */
static void resolve(search *s, size_t first)
{
    size_t at = first, end;

    while (at != PTL_XMF_NO_LAYER && s->layers[at].map == PTL_XMF_SHARED && s->walk[at] == 0) {
        s->walk[at] = first + 1;
        at          = find(s->list, s->count, s->layers[at].shared);
    }
    if (at == PTL_XMF_NO_LAYER || s->walk[at] == first + 1)
        end = PTL_XMF_NO_LAYER;
    else
        end = s->walk[at] ? s->layers[at].cells : at;
    for (at = first; at != PTL_XMF_NO_LAYER && s->layers[at].map == PTL_XMF_SHARED &&
                     s->walk[at] == first + 1;) {
        size_t next = find(s->list, s->count, s->layers[at].shared);

        s->layers[at].cells = end;
        s->walk[at]         = SIZE_MAX; /* done with */
        at                  = next;
    }
}

void ptl_xmf_resolve_shared(ptl_job *job, ptl_xmf_layer *layers, size_t count)
{
    sorted *list = ptl_arena_array(job, count, sizeof *list);
    search  s    = { layers, count, list, ptl_arena_array(job, count, sizeof *s.walk) };

    if (!list || !s.walk)
        return;
    for (size_t i = 0; i < count; i++) {
        list[i]         = (sorted){ layers[i].priority, i };
        layers[i].cells = i;
    }
    qsort(list, count, sizeof *list, compare);
    for (size_t i = 0; i < count; i++)
        if (layers[i].map == PTL_XMF_SHARED && s.walk[i] == 0)
            resolve(&s, i);
}

const ptl_xmf_layer *ptl_xmf_cells_of(const ptl_xmf_layers *layers, const ptl_xmf_layer *layer)
{
    return layer->cells != PTL_XMF_NO_LAYER ? &layers->data[layer->cells] : NULL;
}
