/* SPDX-License-Identifier: MIT */
/* How public calls on documents begin and end: those that change a document, and those that make
 * something from it and leave it as it is. */
#ifndef PTL_FORMATS_CALL_H
#define PTL_FORMATS_CALL_H

#include "core/owned.h"
#include "formats/format.h"

/* A job on the document, and its native struct. NULL, and the job failed, with PTL_E_ARG when there
 * is no document or it is of another format, and when edits left it with parts that do not fit. */
void *ptl_call_change(ptl_job *job, ptl_doc *doc, const ptl_format *format);

/* The same for a change that is small and made again and again: it looks itself at what it uses. */
void *ptl_call_touch(ptl_job *job, ptl_doc *doc, const ptl_format *format);

/* The same for a call that makes something: memory is that of the result, which `memory` owns. The
 * document is not written to, so that several threads may do this at once. */
const void *ptl_call_derive(ptl_job *job, ptl_memory **memory, const ptl_doc *doc,
                            const ptl_format *format);
const void *ptl_call_glance(ptl_job *job, ptl_memory **memory, const ptl_doc *doc,
                            const ptl_format *format);

/* Ends it: *out is the memory, or NULL when the call failed and all was freed. */
ptl_status ptl_call_derived(ptl_memory **out, ptl_job *job, ptl_memory *memory, ptl_diag *err);

/* Refuses a call that has no place for what it makes, or no text to make it of. */
ptl_status ptl_call_nowhere(ptl_diag *err);

#endif
