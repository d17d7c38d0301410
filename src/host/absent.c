/* SPDX-License-Identifier: MIT */
/* In place of this folder, for builds without a system (PTL_WITH_HOST=OFF): memory in, memory out,
 * one thread, no files, no libraries that are loaded late. */
#include <string.h>

#include "host/late.h"
#include "host/path.h"
#include "host/seed.h"
#include "host/workers.h"

/* ---- Libraries and threads ------------------------------------------------------------------- */

bool ptl_late_load(void *out, const char *const *libraries, const ptl_late_function *functions)
{
    (void)libraries;
    for (; functions->name; functions++)
        memset((char *)out + functions->place, 0, sizeof(void *));
    return false;
}

unsigned ptl_workers_usual(void)
{
    return 1;
}

void ptl_workers_run(unsigned count, void (*work)(void *user, unsigned number), void *user)
{
    for (unsigned i = 0; i < count; i++)
        work(user, i);
}

/* Nothing here is up to chance but, in some places, where the stack lies. */
uint64_t ptl_seed(void)
{
    char here = 0;

    return (uint64_t)(uintptr_t)&here * UINT64_C(0x9E3779B97F4A7C15);
}

/* ---- Files ----------------------------------------------------------------------------------- */

ptl_span ptl_path_read(ptl_job *job, const char *path, size_t limit)
{
    (void)path;
    (void)limit;
    ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "feature-absent",
             "this build has no access to files");
    return (ptl_span){ 0 };
}

bool ptl_path_load(ptl_bytes *out, const char *path, size_t limit)
{
    (void)out;
    (void)path;
    (void)limit;
    return false;
}

void ptl_outputs_begin(ptl_outputs *outputs, const char *path, bool overwrite,
                       const ptl_watch *watch)
{
    *outputs = (ptl_outputs){ .path = path, .overwrite = overwrite, .watch = *watch };
}

void ptl_seen_add(ptl_buf *seen, const char *path)
{
    (void)seen;
    (void)path;
}

bool ptl_seen_has(const ptl_buf *seen, const char *path)
{
    (void)seen;
    (void)path;
    return false;
}

bool ptl_outputs_take(void *outputs, const char *name, const void *data, size_t size)
{
    (void)outputs;
    (void)name;
    (void)data;
    (void)size;
    return false;
}

bool ptl_outputs_put(void *outputs, const char *name, const void *data, size_t size)
{
    (void)outputs;
    (void)name;
    (void)data;
    (void)size;
    return false;
}

int ptl_outputs_end(ptl_outputs *outputs, bool (*fill)(void *user, const ptl_sink *sink),
                    void        *user)
{
    (void)outputs;
    (void)fill;
    (void)user;
    return -1;
}

bool ptl_find_companion(char *out, size_t out_size, const char *doc_path,
                        const char *const *folders, const ptl_companion *companion)
{
    (void)doc_path;
    (void)folders;
    (void)companion;
    if (out_size > 0)
        out[0] = 0;
    return false;
}

void ptl_find_companions(ptl_found *out, const char *doc_path, const char *const *folders,
                         const ptl_companion *companions, size_t count)
{
    for (size_t i = 0; out && companions && i < count; i++)
        ptl_find_companion(out[i].path, sizeof out[i].path, doc_path, folders, &companions[i]);
}
