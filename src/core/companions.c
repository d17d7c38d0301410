/* SPDX-License-Identifier: MIT */
/* Loading files through the caller's function. */
#include "core/companions.h"

#include <string.h>

#include "core/arena.h"

bool ptl_files_load(ptl_job *job, const ptl_files *files, const ptl_companion *companion,
                    ptl_bytes *out)
{
    bool there;

    *out = (ptl_bytes){ .allocator = ptl_heap_allocator(job->heap) };
    if (!ptl_ok(job) || !files || !files->load || !companion->name[0])
        return false;
    job->heap->refused = job->heap->failed = false;
    there                                  = files->load(files->user, companion, out);
    if (there && out->allocator.user != job->heap) /* memory that we do not count */
        job->heap->refused = out->size > ptl_heap_left(job->heap);
    if (job->heap->refused)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-memory",
                 "a file that belongs to it would exceed the limit of %zu bytes", job->heap->limit);
    else if (!there && job->heap->failed) /* it may well be there */
        ptl_fail(job, PTL_E_MEMORY, PTL_NOWHERE, "memory",
                 "no memory for a file that belongs to it");
    if (there && job->input > 0 && out->size > job->input)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-input",
                 "a file that belongs to it exceeds the limit of %zu bytes", job->input);
    if (there && !ptl_ok(job))
        ptl_bytes_free(out);
    return there && ptl_ok(job);
}

ptl_span ptl_files_keep(ptl_job *job, const ptl_files *files, const ptl_companion *companion)
{
    ptl_bytes bytes;
    ptl_span  kept = { 0 };

    if (!ptl_files_load(job, files, companion, &bytes))
        return kept;
    kept.data = ptl_arena_copy(job, bytes.data, bytes.size, 1);
    kept.size = kept.data ? bytes.size : 0;
    ptl_bytes_free(&bytes);
    return kept;
}

void ptl_companion_call(ptl_companion *companion, ptl_str name)
{
    bool fits =
        name.size > 0 && name.size < sizeof companion->name && !memchr(name.data, 0, name.size);

    memset(companion->name, 0, sizeof companion->name);
    if (fits)
        memcpy(companion->name, name.data, name.size);
}
