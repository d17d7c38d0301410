/* SPDX-License-Identifier: MIT */
/* Memory that belongs to what a call made from a document, not to the document. */
#ifndef PTL_CORE_OWNED_H
#define PTL_CORE_OWNED_H

#include "core/arena.h"

/* A heap with the allocator and the limit of job->heap, and an arena on it, for the job from now
 * on; NULL, with the job failed, when memory runs out. */
ptl_memory *ptl_memory_begin(ptl_job *job);
void        ptl_memory_free(ptl_memory *memory); /* NULL is fine */

#endif
