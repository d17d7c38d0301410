/* SPDX-License-Identifier: MIT */
/* How public calls on documents begin and end. */
#include "formats/call.h"

static bool is_of(ptl_job *job, const ptl_doc *doc, const ptl_format *format)
{
    if (doc && doc->format == format)
        return true;
    *job = (ptl_job){ .placeless = true };
    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "argument", "the document is not of the format %s",
             format->info.title);
    return false;
}

void *ptl_call_touch(ptl_job *job, ptl_doc *doc, const ptl_format *format)
{
    if (!is_of(job, doc, format))
        return NULL;
    *job = ptl_doc_job(doc);
    return ptl_doc_open(doc, format);
}

void *ptl_call_change(ptl_job *job, ptl_doc *doc, const ptl_format *format)
{
    if (!is_of(job, doc, format))
        return NULL;
    *job = ptl_doc_job(doc);
    ptl_doc_settle(job, doc);
    return ptl_ok(job) ? ptl_doc_open(doc, format) : NULL;
}

const void *ptl_call_glance(ptl_job *job, ptl_memory **memory, const ptl_doc *doc,
                            const ptl_format *format)
{
    ptl_heap heap;

    *memory = NULL;
    if (!is_of(job, doc, format))
        return NULL;
    *job    = ptl_doc_job_beside(doc, &heap);
    *memory = ptl_memory_begin(job);
    return *memory ? doc->native : NULL;
}

const void *ptl_call_derive(ptl_job *job, ptl_memory **memory, const ptl_doc *doc,
                            const ptl_format *format)
{
    const void *native = ptl_call_glance(job, memory, doc, format);

    if (native)
        ptl_doc_settle(job, doc);
    return ptl_ok(job) ? native : NULL;
}

ptl_status ptl_call_derived(ptl_memory **out, ptl_job *job, ptl_memory *memory, ptl_diag *err)
{
    *out = ptl_ok(job) ? memory : NULL;
    if (!*out)
        ptl_memory_free(memory);
    return ptl_job_end(job, err);
}

ptl_status ptl_call_nowhere(ptl_diag *err)
{
    ptl_job job = { .placeless = true };

    ptl_fail(&job, PTL_E_ARG, PTL_NOWHERE, "argument",
             "the call needs a place for what it makes, and something to make it of");
    return ptl_job_end(&job, err);
}
