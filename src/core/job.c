/* SPDX-License-Identifier: MIT */
/* Memory, limits and findings of one call. */
#include "core/job.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"

static void *libc_resize(void *user, void *ptr, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, new_size);
}

ptl_limits ptl_limits_of(const ptl_limits *asked)
{
    ptl_limits limits = *asked;

    if (limits.memory == 0)
        limits.memory = (size_t)1 << 30;
    if (limits.input == 0)
        limits.input = (size_t)512 << 20;
    if (limits.depth == 0)
        limits.depth = 64;
    return limits;
}

ptl_heap ptl_heap_of(const ptl_allocator *allocator, size_t limit)
{
    ptl_heap heap = { .allocator = *allocator, .limit = limit };

    if (!heap.allocator.resize)
        heap.allocator.resize = libc_resize;
    return heap;
}

static bool heap_allows(const ptl_heap *heap, size_t old_size, size_t new_size)
{
    return new_size <= old_size || new_size - old_size <= heap->limit - heap->used;
}

void *ptl_heap_resize(ptl_heap *heap, void *ptr, size_t old_size, size_t new_size)
{
    void *moved;

    if (!heap_allows(heap, old_size, new_size))
        return NULL;
    moved = heap->allocator.resize(heap->allocator.user, ptr, old_size, new_size);
    if (moved || new_size == 0)
        heap->used += new_size - old_size;
    return moved;
}

void *ptl_resize(ptl_job *job, void *ptr, size_t old_size, size_t new_size)
{
    void *moved;

    if (!ptl_ok(job) && new_size > 0)
        return NULL;
    moved = ptl_heap_resize(job->heap, ptr, old_size, new_size);
    if (moved || new_size == 0)
        return moved;
    if (heap_allows(job->heap, old_size, new_size))
        ptl_fail(job, PTL_E_MEMORY, PTL_NOWHERE, "memory", "no memory for %zu bytes", new_size);
    else
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-memory",
                 "%zu bytes more would pass the limit of %zu", new_size - old_size,
                 job->heap->limit);
    return NULL;
}

void ptl_path(ptl_job *job, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(job->path, sizeof job->path, format, args);
    va_end(args);
}

void ptl_within(ptl_job *job, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(job->within, sizeof job->within, format, args);
    va_end(args);
}

/* Lines are counted from where the last count ended, so that a thousand findings in a long text
 * cost one pass over it. */
static void place_in_text(ptl_job *job, ptl_diag *diag)
{
    uint64_t end = diag->offset < job->source.size ? diag->offset : job->source.size;

    if (job->last.line == 0 || job->last.offset > end) {
        job->last.offset = job->last.line_start = 0;
        job->last.line                          = 1;
    }
    for (; job->last.offset < end; job->last.offset++)
        if (job->source.data[job->last.offset] == '\n') {
            job->last.line++;
            job->last.line_start = job->last.offset + 1;
        }
    diag->line   = job->last.line;
    diag->column = (uint32_t)(end - job->last.line_start + 1);
}

/* What does not fit is cut, between two characters. */
static void put_message(ptl_diag *diag, const char *format, va_list args)
{
    int    want = vsnprintf(diag->message, sizeof diag->message, format, args);
    size_t size = sizeof diag->message - 1;

    if (want < 0 || (size_t)want <= size)
        return;
    while (size > 0 && !ptl_utf8_valid(diag->message, size))
        size--;
    diag->message[size] = 0;
}

static void report(ptl_job *job, ptl_diag *diag, const char *format, va_list args)
{
    if (job->placeless)
        diag->offset = PTL_NOWHERE;
    if (job->text && diag->offset != PTL_NOWHERE)
        place_in_text(job, diag);
    memcpy(diag->path, job->path[0] ? job->path : job->within, sizeof diag->path);
    job->path[0] = 0;
    put_message(diag, format, args);
    if (diag->status != PTL_OK)
        job->error = *diag;
    if (job->listener.hear)
        job->listener.hear(job->listener.user, diag);
}

void ptl_fail(ptl_job *job, ptl_status status, uint64_t offset, const char *rule,
              const char *format, ...)
{
    ptl_diag diag = { .severity = PTL_ERROR, .status = status, .rule = rule, .offset = offset };
    va_list  args;

    if (!ptl_ok(job))
        return;
    va_start(args, format);
    report(job, &diag, format, args);
    va_end(args);
}

void ptl_warn(ptl_job *job, uint64_t offset, const char *rule, const char *format, ...)
{
    ptl_diag diag = { .severity = PTL_WARNING, .rule = rule, .offset = offset };
    va_list  args;

    if (!ptl_ok(job))
        return;
    if (job->strict) {
        diag.severity = PTL_ERROR;
        diag.status   = PTL_E_SYNTAX;
    }
    va_start(args, format);
    report(job, &diag, format, args);
    va_end(args);
}

void ptl_find(ptl_job *job, ptl_severity severity, uint64_t offset, const char *rule,
              const char *format, ...)
{
    ptl_diag diag = { .severity = severity, .rule = rule, .offset = offset };
    va_list  args;

    if (!ptl_ok(job))
        return;
    va_start(args, format);
    report(job, &diag, format, args);
    va_end(args);
}

const ptl_setting *ptl_setting_of(const ptl_job *job, const char *name)
{
    for (size_t i = 0; i < job->setting_count; i++)
        if (strcmp(job->settings[i].name, name) == 0)
            return &job->settings[i];
    return NULL;
}

bool ptl_setting_is(const ptl_setting *setting, const char *value)
{
    return setting && setting->size == strlen(value) &&
           memcmp(setting->data, value, setting->size) == 0;
}
