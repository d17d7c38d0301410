/* SPDX-License-Identifier: MIT */
/* Memory that belongs to what a call made from a document. */
#include "core/owned.h"

struct ptl_memory {
    ptl_heap  heap;
    ptl_arena arena;
};

ptl_memory *ptl_memory_begin(ptl_job *job)
{
    ptl_heap    heap = ptl_heap_of(&job->heap->allocator, job->heap->limit);
    ptl_memory *memory;

    job->heap  = &heap;
    job->arena = NULL;
    memory     = ptl_resize(job, NULL, 0, sizeof *memory);
    job->heap  = memory ? &memory->heap : NULL;
    if (!memory)
        return NULL;
    *memory    = (ptl_memory){ .heap = heap };
    job->arena = &memory->arena;
    return memory;
}

void ptl_memory_free(ptl_memory *memory)
{
    ptl_heap heap;

    if (!memory)
        return;
    ptl_arena_free(&memory->arena, &memory->heap);
    heap = memory->heap; /* it lives on its own heap */
    ptl_heap_resize(&heap, memory, sizeof *memory, 0);
}
