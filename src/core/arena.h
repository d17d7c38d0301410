/* SPDX-License-Identifier: MIT */
/* Memory that lives as long as a document: many pieces, freed at once. */
#ifndef PTL_CORE_ARENA_H
#define PTL_CORE_ARENA_H

#include "core/job.h"

typedef struct ptl_arena_block ptl_arena_block;
typedef struct ptl_arena_list  ptl_arena_list;

struct ptl_arena {
    ptl_arena_block *blocks; /* newest first */
    ptl_arena_list  *lists;  /* those that ptl_arena_append handed out, latest first */
};

/* A zeroed piece, aligned for anything; large ones begin at a 64-byte boundary. NULL (and the job
 * failed) when there is no memory. A size of 0 gives a place that must not be touched. */
void *ptl_arena_take(ptl_job *job, uint64_t size);

/* The same for an array; the product is checked. */
void *ptl_arena_array(ptl_job *job, uint64_t count, size_t size);

/* The same without zeroing, for memory that is filled at once. */
void *ptl_arena_raw(ptl_job *job, uint64_t size);

/* A copy of a list. */
void *ptl_arena_copy(ptl_job *job, const void *list, size_t count, size_t size);
#define PTL_COPY_LIST(job, list)                                                                   \
    ((list).data = ptl_arena_copy(job, (list).data, (list).count, sizeof *(list).data))

/* A piece with a block of its own, which may be given back early. */
void *ptl_arena_alone(ptl_job *job, uint64_t size);
void  ptl_arena_drop(ptl_arena *arena, ptl_heap *heap, const void *piece);

/* Room for `more` elements past the first `count` of a list: the list itself, or a longer copy of
 * it. NULL, with the job failed, when memory runs out. The list it outgrew stays until the arena is
 * freed. */
void *ptl_arena_grow(ptl_job *job, void *list, size_t count, size_t more, size_t *room,
                     size_t size);

/* A list of a document with `more` zeroed elements behind its first `count`: the list itself where
 * it came from this call and has room, else a copy with slack. Wherever the list came from, the
 * memory around it is left alone. NULL, with the job failed, when memory runs out. */
void *ptl_arena_append(ptl_job *job, void *list, size_t count, size_t more, size_t size);

void ptl_arena_free(ptl_arena *arena, ptl_heap *heap);

#endif
