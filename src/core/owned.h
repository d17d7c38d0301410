/* SPDX-License-Identifier: MIT */
/* Memory that belongs to what a call made from a document, not to the document. */
#ifndef PTL_CORE_OWNED_H
#define PTL_CORE_OWNED_H

#include "core/arena.h"

/* A heap with the allocator and the limit of job->heap, and an arena on it, for the job from now
 * on; NULL, and the job failed, without memory. */
ptl_memory *ptl_memory_begin(ptl_job *job);
void        ptl_memory_free(ptl_memory *memory); /* NULL is fine */

#endif
