/* SPDX-License-Identifier: MIT */
/* What comparing, applying and merging share. */
#ifndef PTL_FLOW_COMPARE_FLOW_H
#define PTL_FLOW_COMPARE_FLOW_H

#include "core/changes.h"
#include "flow/flow.h"

/* One limit for all files of a call, and for all that is made of them. */
typedef struct ptl_budget {
    ptl_heap      heap;
    ptl_read_opts read; /* of the call, with memory that counts */
} ptl_budget;

void ptl_budget_begin(ptl_budget *budget, const ptl_read_opts *opts);

/* Counts what the caller holds; false, with the job failed, where that is too much. */
bool ptl_budget_hold(ptl_job *job, const ptl_source *const files[], size_t count);

/* Hands bytes to the caller, whose they are when the budget is gone. */
void ptl_budget_release(const ptl_budget *budget, ptl_bytes *bytes);

/* Reads a file, and keeps its bytes. */
ptl_status ptl_side_read(ptl_doc **out, const ptl_source *from, const ptl_read_opts *opts,
                         ptl_diag *err);
ptl_span   ptl_side_bytes(const ptl_doc *doc);
ptl_status ptl_side_write(ptl_bytes *out, const ptl_doc *doc, ptl_diag *err);

/* Fails the job unless both are of one format. */
bool ptl_sides_match(ptl_job *job, const ptl_doc *a, const ptl_doc *b);

/* By which bytes are known again. */
typedef struct ptl_print {
    uint64_t size, sum;
} ptl_print;

ptl_print ptl_print_of(ptl_span bytes);

/* The changes that make the second of the first, whose bytes had that print. It is tried out: the
 * first file is read again. */
void ptl_patch_write(ptl_buf *out, ptl_doc *docs[2], const ptl_print *from,
                     const ptl_source *before, const ptl_changes *changes,
                     const ptl_read_opts *opts);

#endif
