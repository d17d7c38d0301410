/* SPDX-License-Identifier: MIT */
/* Loading files through the caller's function. */
#include "core/companions.h"

#include <string.h>

#include "core/arena.h"
#include "core/words.h"

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

bool ptl_files_have(ptl_job *job, const ptl_files *files, const ptl_companion *companion)
{
    ptl_bytes bytes;

    if (!ptl_files_load(job, files, companion, &bytes))
        return false;
    ptl_bytes_free(&bytes);
    return true;
}

void ptl_companion_call(ptl_companion *companion, ptl_str name)
{
    bool fits =
        name.size > 0 && name.size < sizeof companion->name && !memchr(name.data, 0, name.size);

    memset(companion->name, 0, sizeof companion->name);
    if (fits)
        memcpy(companion->name, name.data, name.size);
}

/* ---- Paths ---------------------------------------------------------------------------------- */

static size_t part_end(ptl_str path, size_t at)
{
    while (at < path.size && path.data[at] != '/' && path.data[at] != '\\')
        at++;
    return at;
}

/* Parts that stand for a place: nothing, this folder, and in front those of some machine. */
static bool is_place(ptl_str part, bool first, bool percents)
{
    bool drive   = part.size == 2 && part.data[1] == ':';
    bool percent = part.size > 2 && part.data[0] == '%' && part.data[part.size - 1] == '%';

    return part.size == 0 || ptl_str_is(part, ".") || (first && (drive || (percents && percent)));
}

static bool add_part(char *out, size_t out_size, size_t *length, ptl_str part, bool percents)
{
    if (*length > 0)
        out[(*length)++] = '/';
    for (size_t i = 0; i < part.size; i++) {
        if (*length + 2 >= out_size || part.data[i] == 0)
            return false;
        if (percents && part.data[i] == '%' && i + 1 < part.size && part.data[i + 1] == '%')
            i++;
        out[(*length)++] = part.data[i];
    }
    return true;
}

bool ptl_companion_path(char *out, size_t out_size, ptl_str path, bool percents)
{
    size_t length = 0;
    bool   fits   = out_size > 2;

    for (size_t at = 0, end; at < path.size && fits; at = end + 1) {
        ptl_str part;

        end  = part_end(path, at);
        part = (ptl_str){ path.data + at, end - at };
        if (ptl_str_is(part, ".."))
            length = 0;
        else if (!is_place(part, at == 0, percents))
            fits = add_part(out, out_size, &length, part, percents);
    }
    out[fits ? length : 0] = 0;
    return fits && length > 0;
}
