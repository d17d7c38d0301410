/* SPDX-License-Identifier: MIT */
/* What is made of a document and outlives it: scenes and plans, each with memory of its own. */
#include <stddef.h>
#include <string.h>

#include "flow/source.h"

typedef struct owner { /* stands before what it owns */
    ptl_heap    heap;
    ptl_arena   arena;
    size_t      size; /* of both */
    max_align_t made[];
} owner;

void *ptl_beside_begin(ptl_job *job, const ptl_doc *doc, const ptl_write_opts *opts, unsigned when,
                       size_t size)
{
    ptl_heap heap;
    owner   *own;

    *job               = ptl_doc_job_beside(doc, &heap);
    own                = ptl_resize(job, NULL, 0, sizeof *own + size);
    job->listener      = opts->listener;
    job->settings      = opts->settings;
    job->setting_count = opts->setting_count;
    if (!own) {
        job->heap = NULL; /* that of this function goes */
        return NULL;
    }
    memset(own, 0, sizeof *own + size);
    own->heap  = heap;
    own->size  = sizeof *own + size;
    job->heap  = &own->heap;
    job->arena = &own->arena;
    ptl_check_settings(job, doc->format, NULL, when);
    return own->made;
}

void ptl_beside_free(void *made)
{
    owner   *own = made ? (owner *)((char *)made - offsetof(owner, made)) : NULL;
    ptl_heap heap;

    if (!own)
        return;
    ptl_arena_free(&own->arena, &own->heap);
    heap = own->heap;
    ptl_heap_resize(&heap, own, own->size, 0);
}
