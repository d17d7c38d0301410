/* SPDX-License-Identifier: MIT */
/* Results that outlive the call that makes them: scenes, plans, pixels, each with memory of its
 * own. */
#include <stddef.h>
#include <string.h>

#include "flow/flow.h"

typedef struct owner { /* stands before what it owns */
    ptl_heap    heap;
    ptl_arena   arena;
    size_t      size; /* of both */
    max_align_t made[];
} owner;

void *ptl_owned_begin(ptl_job *job, const ptl_allocator *allocator, size_t limit, size_t size)
{
    ptl_heap heap = ptl_heap_of(allocator, limit);
    owner   *own;

    job->heap = &heap;
    own       = ptl_resize(job, NULL, 0, sizeof *own + size);
    job->heap = NULL; /* that of this function goes */
    if (!own)
        return NULL;
    memset(own, 0, sizeof *own + size);
    own->heap  = heap;
    own->size  = sizeof *own + size;
    job->heap  = &own->heap;
    job->arena = &own->arena;
    return own->made;
}

void ptl_owned_free(void *made)
{
    owner   *own = made ? (owner *)((char *)made - offsetof(owner, made)) : NULL;
    ptl_heap heap;

    if (!own)
        return;
    ptl_arena_free(&own->arena, &own->heap);
    heap = own->heap;
    ptl_heap_resize(&heap, own, own->size, 0);
}
