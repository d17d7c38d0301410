/* SPDX-License-Identifier: MIT */
/* Which element of one sequence is which of another: of two states of a list, or of the rows of two
 * grids. */
#ifndef PTL_CORE_ALIGN_H
#define PTL_CORE_ALIGN_H

#include "core/arena.h"

enum { PTL_ALONE = UINT32_MAX };

typedef struct ptl_align {
    uint32_t *was; /* of each element now: which it was, or PTL_ALONE                */
    uint32_t *is;  /* of each element before: which it is, or PTL_ALONE              */
    uint32_t  before, now;
    bool      plain; /* none came, none went, none moved                               */
} ptl_align;

/* How two sequences can be looked at. Tokens are equal for equal elements, and else most likely
 * not: a mistake leads to a longer list of changes, not to a wrong one. */
typedef struct ptl_sequences {
    const void *of;
    size_t      before, now;
    bool (*same)(const void *of, size_t was, size_t is);
    uint64_t (*token)(const void *of, bool now, size_t index, unsigned turn);
    unsigned turns; /* tokens of the first turn are matched first, then those of the next       */
    bool     moves; /* elements may change places; else some came and others went               */
    /* Whether what is left between two others may be the same, changed; NULL: where there are as
     * many of them. */
    bool (*alike)(const void *of, size_t was, size_t is);
} ptl_sequences;

/* In time n log n, in the job's arena; NULL when memory runs out. */
const ptl_align *ptl_align_make(ptl_job *job, const ptl_sequences *of);

/* Each in its place, and what is more at the end. */
const ptl_align *ptl_align_plain(ptl_job *job, size_t before, size_t now);

/* Marks the elements that stayed in order: as many as can be. Others moved. NULL when memory runs
 * out. */
bool *ptl_align_steady(ptl_job *job, const ptl_align *align);

#endif
