/* SPDX-License-Identifier: MIT */
/* Memory, limits and findings of one call. */
#include "core/job.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/arena.h"
#include "core/utf8.h"

const char *ptl_version(void)
{
    return PTL_VERSION;
}

ptl_heap ptl_heap_of(const ptl_allocator *allocator, size_t limit)
{
    ptl_heap heap = { .allocator = *allocator, .limit = limit };

    if (!heap.allocator.resize)
        heap.allocator = ptl_memory_of_system;
    return heap;
}

ptl_heap ptl_heap_within(ptl_heap *outer)
{
    return (ptl_heap){ .allocator = outer->allocator, .limit = outer->limit, .within = outer };
}

static void *counted_resize(void *user, void *ptr, size_t old_size, size_t new_size)
{
    return ptl_heap_resize(user, ptr, old_size, new_size);
}

ptl_allocator ptl_heap_allocator(ptl_heap *heap)
{
    return (ptl_allocator){ .resize = counted_resize, .user = heap };
}

/* What a heap counts in as well: the call it is part of, or the heap whose allocator it has. */
static ptl_heap *outer_of(const ptl_heap *heap)
{
    if (heap->within)
        return heap->within;
    return heap->allocator.resize == counted_resize ? heap->allocator.user : NULL;
}

size_t ptl_heap_left(const ptl_heap *heap)
{
    size_t left = SIZE_MAX;

    for (; heap; heap = outer_of(heap))
        left = heap->limit - heap->used < left ? heap->limit - heap->used : left;
    return left;
}

static bool heap_allows(const ptl_heap *heap, size_t old_size, size_t new_size)
{
    return new_size <= old_size || new_size - old_size <= ptl_heap_left(heap);
}

void *ptl_heap_resize(ptl_heap *heap, void *ptr, size_t old_size, size_t new_size)
{
    void *moved;

    if (!heap_allows(heap, old_size, new_size)) {
        for (; heap; heap = outer_of(heap))
            heap->refused = true;
        return NULL;
    }
    moved        = heap->allocator.resize(heap->allocator.user, ptr, old_size, new_size);
    heap->failed = heap->failed || (!moved && new_size > 0);
    for (; heap && (moved || new_size == 0); heap = heap->within)
        heap->used += new_size - old_size;
    return moved;
}

void ptl_expand(ptl_job *job, uint64_t offset, uint64_t cells, uint64_t bytes)
{
    uint64_t allowed = job->expansion * bytes;

    if (cells > PTL_EXPANSION_FREE && cells > allowed)
        ptl_fail(job, PTL_E_LIMIT, offset, "limit-expansion",
                 "%llu cells out of %llu bytes; allowed: %u for each byte, or %d in all",
                 (unsigned long long)cells, (unsigned long long)bytes, job->expansion,
                 PTL_EXPANSION_FREE);
}

void ptl_step_to(ptl_job *job, uint64_t done, uint64_t total)
{
    ptl_step step = { job->stage ? job->stage : "work", done, total };

    job->quietly = 0;
    if (job->progress.go_on && ptl_ok(job) && !job->progress.go_on(job->progress.user, &step))
        ptl_fail(job, PTL_E_STOPPED, PTL_NOWHERE, "stopped", "the work was stopped");
}

void ptl_worked(ptl_job *job, size_t bytes)
{
    job->quietly += bytes;
    if (job->quietly >= PTL_QUIET_BYTES)
        ptl_step_to(job, 0, 0);
}

static void fail_limit(ptl_job *job, uint64_t more)
{
    ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-memory",
             "%llu more bytes would exceed the limit of %zu", (unsigned long long)more,
             job->heap->limit);
}

bool ptl_charge(ptl_job *job, uint64_t size)
{
    if (!ptl_ok(job))
        return false;
    if (size > SIZE_MAX || !heap_allows(job->heap, 0, (size_t)size)) {
        fail_limit(job, size);
        return false;
    }
    for (ptl_heap *heap = job->heap; heap; heap = outer_of(heap))
        heap->used += (size_t)size;
    return true;
}

void ptl_refund(ptl_job *job, uint64_t size)
{
    for (ptl_heap *heap = job->heap; heap; heap = outer_of(heap))
        heap->used -= (size_t)size;
}

void *ptl_resize(ptl_job *job, void *ptr, size_t old_size, size_t new_size)
{
    void *moved;

    if (new_size > old_size)
        ptl_worked(job, new_size - old_size); /* work takes memory */
    if (!ptl_ok(job) && new_size > 0)
        return NULL;
    moved = ptl_heap_resize(job->heap, ptr, old_size, new_size);
    if (moved || new_size == 0)
        return moved;
    if (heap_allows(job->heap, old_size, new_size))
        ptl_fail(job, PTL_E_MEMORY, PTL_NOWHERE, "memory", "no memory for %zu bytes", new_size);
    else
        fail_limit(job, new_size - old_size);
    return NULL;
}

bool ptl_starved(const ptl_job *job)
{
    return job->error.status == PTL_E_MEMORY ||
           (job->error.status == PTL_E_LIMIT && strcmp(job->error.rule, "limit-memory") == 0);
}

bool ptl_trusted(ptl_job *job, const char *what)
{
    if (job->untrusted)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "untrusted",
                 "%s, which is not loaded for an input that is not trusted", what);
    return ptl_ok(job);
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

/* ---- Places --------------------------------------------------------------------------------- */

/* How many bytes end a line. Columns of bytes are counted side by side, as often as a byte can
 * hold, because compilers make vectors of that. */
static uint32_t line_ends(const uint8_t *at, size_t size)
{
    enum { COLUMNS = 128, ROWS = 255 };
    uint32_t total = 0;

    while (size >= COLUMNS) {
        uint8_t counts[COLUMNS] = { 0 };
        size_t  rows            = size / COLUMNS < ROWS ? size / COLUMNS : ROWS;

        for (size_t row = 0; row < rows; row++, at += COLUMNS)
            for (size_t i = 0; i < COLUMNS; i++)
                counts[i] = (uint8_t)(counts[i] + (at[i] == '\n'));
        for (size_t i = 0; i < COLUMNS; i++)
            total += counts[i];
        size -= rows * COLUMNS;
    }
    for (; size > 0; size--)
        total += *at++ == '\n';
    return total;
}

static ptl_span text_of(const ptl_job *job)
{
    return job->json.data ? job->json : job->source;
}

static void count_lines(const ptl_job *job, ptl_lines *lines, uint64_t end)
{
    const uint8_t *data  = text_of(job).data;
    uint64_t       start = end;

    lines->ends += line_ends(data + lines->offset, (size_t)(end - lines->offset));
    while (start > lines->offset && data[start - 1] != '\n')
        start--;
    if (start > lines->offset)
        lines->line_start = start;
    lines->offset = end;
}

void ptl_source_forget(ptl_job *job, uint64_t offset)
{
    uint64_t from = job->gone.offset, to = offset / PTL_SOURCE_STEP * PTL_SOURCE_STEP;

    count_lines(job, &job->gone, to);
    job->heap->allocator.forget(job->heap->allocator.user, (uint8_t *)job->source.data + from,
                                (size_t)(to - from));
}

enum { MARK = 2048 }; /* bytes between two marks */

/* Counts all lines once, where that was asked for and nothing of the source is gone. */
static void mark_lines(ptl_job *job)
{
    size_t     count = text_of(job).size / MARK + 1;
    ptl_lines  at    = { 0 };
    ptl_job    own   = { .heap = job->heap, .arena = job->arena };
    ptl_lines *marks;

    if (!job->jumps || !job->arena || job->gone.offset > 0)
        return;
    marks = ptl_arena_array(&own, count, sizeof *marks);
    for (size_t i = 0; i < count && marks; i++) {
        count_lines(job, &at, (uint64_t)i * MARK);
        marks[i] = at;
    }
    job->marks = marks;
}

/* Lines are counted from where the last count ended, or from a mark where findings go back and
 * forth, so that a thousand findings in a long text cost one pass over it. What is forgotten has no
 * lines any more. */
static void place_in_text(ptl_job *job, ptl_diag *diag)
{
    uint64_t size = text_of(job).size, end = diag->offset < size ? diag->offset : size;

    if (end < job->gone.offset)
        return;
    if (job->last.offset > end && !job->marks)
        mark_lines(job);
    if (job->marks && (job->last.offset > end || end - job->last.offset > MARK))
        job->last = job->marks[end / MARK];
    else if (job->last.offset > end || job->last.offset < job->gone.offset)
        job->last = job->gone;
    count_lines(job, &job->last, end);
    diag->line   = job->last.ends + 1;
    diag->column = (uint32_t)(end - job->last.line_start + 1);
}

void ptl_json_forget(ptl_job *job)
{
    if (!job->json.data)
        return;
    job->json  = (ptl_span){ 0 };
    job->way   = (ptl_json_way){ 0 };
    job->last  = (ptl_lines){ 0 };
    job->marks = NULL;
    job->jumps = false;
}

/* ---- Findings ------------------------------------------------------------------------------- */

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

/* ---- Verdicts ------------------------------------------------------------------------------- */

const char *ptl_fate_name(ptl_fate fate)
{
    static const char *const names[] = { "none", "unknown", "loads", "wrong", "refuses", "breaks" };

    return (unsigned)fate < sizeof names / sizeof *names ? names[fate] : "unknown";
}

bool ptl_rules_judge(const ptl_rule *rules)
{
    while (rules->name[0] && rules->engine == PTL_FATE_NONE)
        rules++;
    return rules->name[0] != 0;
}

void ptl_judge_by(ptl_job *job, const ptl_rule *rules)
{
    job->judges = job->judging && ptl_rules_judge(rules) ? rules : NULL;
    job->judged = NULL;
}

/* Rules are literals, and the same one is often asked for many times in a row. */
static ptl_fate fate_of(ptl_job *job, const char *rule)
{
    const ptl_rule *row = job->judges;

    if (!row)
        return PTL_FATE_NONE;
    if (job->judged == rule)
        return job->fate;
    while (row->name[0] && strcmp(row->name, rule) != 0)
        row++;
    job->judged = rule;
    job->aside  = strcmp(row->profile, "-engine") == 0;
    job->fate   = row->engine == PTL_FATE_NONE ? PTL_FATE_UNKNOWN : row->engine;
    return job->fate;
}

/* Whether it is not to be heard of, because the engine is asked and does not mind. */
static bool is_aside(ptl_job *job, const char *rule)
{
    return fate_of(job, rule) != PTL_FATE_NONE && job->aside;
}

/* What a finding is worth where the engine decides. */
static ptl_severity judged(ptl_fate fate, ptl_severity severity)
{
    static const ptl_severity by_fate[] = { [PTL_FATE_LOADS]   = PTL_NOTE,
                                            [PTL_FATE_WRONG]   = PTL_WARNING,
                                            [PTL_FATE_REFUSES] = PTL_ERROR,
                                            [PTL_FATE_BREAKS]  = PTL_ERROR };

    return fate <= PTL_FATE_UNKNOWN ? severity : by_fate[fate];
}

/* ---- Reports -------------------------------------------------------------------------------- */

static bool is_wanted(const ptl_job *job, ptl_severity severity, const char *rule)
{
    const ptl_listener *to = &job->listener;

    return ptl_ok(job) && to->hear && (!to->wants || to->wants(to->user, severity, rule));
}

/* A document that was read from JSON has no places but those that its paths lead to. */
static uint64_t place_in_json(ptl_job *job)
{
    const char *path = job->path[0] ? job->path : job->within;

    if (!job->json.data || !path[0])
        return PTL_NOWHERE;
    return ptl_json_place(&job->way, (const char *)job->json.data, job->json.size, path);
}

bool ptl_wants(ptl_job *job, ptl_severity severity, const char *rule)
{
    return !is_aside(job, rule) && is_wanted(job, judged(fate_of(job, rule), severity), rule);
}

static void report(ptl_job *job, ptl_diag *diag, const char *format, va_list args)
{
    diag->engine = fate_of(job, diag->rule);
    if (diag->status == PTL_OK)
        diag->severity = judged(diag->engine, diag->severity);
    if (diag->status == PTL_OK &&
        (is_aside(job, diag->rule) || !is_wanted(job, diag->severity, diag->rule))) {
        job->path[0] = 0;
        return;
    }
    if (job->placeless)
        diag->offset = place_in_json(job);
    if ((job->text || job->json.data) && diag->offset != PTL_NOWHERE)
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

/* One of the words between braces, for one thing or for several; the place after them. */
static const char *put_choice(char **out, const char *end, const char *words, bool several)
{
    size_t      first = strcspn(words, "|"), second = strcspn(words + first, "}");
    const char *from = several ? words + first + 1 : words;
    size_t      size = several ? second - 1 : first;

    for (size_t i = 0; i < size && *out < end; i++)
        *(*out)++ = from[i];
    return words + first + second + 1;
}

static void spell_count(char *out, size_t size, size_t count, const char *format)
{
    const char *end = out + size - 1;

    while (*format && out < end) {
        if (*format == '{')
            format = put_choice(&out, end, format + 1, count != 1);
        else if (*format != '#')
            *out++ = *format++;
        else if (format++, end - out > 20) /* digits of the greatest count */
            out += sprintf(out, "%zu", count);
    }
    *out = 0;
}

void ptl_find_count(ptl_job *job, ptl_severity severity, const char *rule, size_t count,
                    const char *format, ...)
{
    ptl_diag diag = { .severity = severity, .rule = rule, .offset = PTL_NOWHERE };
    char     spelled[2 * sizeof diag.message];
    va_list  args;

    if (!ptl_ok(job) || count == 0)
        return;
    spell_count(spelled, sizeof spelled, count, format);
    va_start(args, format);
    report(job, &diag, spelled, args);
    va_end(args);
}

ptl_status ptl_job_end(const ptl_job *job, ptl_diag *err)
{
    if (err)
        *err = job->error;
    return job->error.status;
}

const ptl_setting *ptl_setting_of(const ptl_job *job, const char *name)
{
    for (size_t i = 0; job->settings && i < job->setting_count; i++)
        if (job->settings[i].name && strcmp(job->settings[i].name, name) == 0)
            return &job->settings[i];
    return NULL;
}

size_t ptl_settings_size(const ptl_setting *settings, size_t count)
{
    size_t total = 0;

    for (size_t i = 0; settings && i < count; i++)
        total += settings[i].data && settings[i].size < SIZE_MAX - total ? settings[i].size : 0;
    return total;
}

bool ptl_setting_is(const ptl_setting *setting, const char *value)
{
    return setting && setting->data && setting->size == strlen(value) &&
           memcmp(setting->data, value, setting->size) == 0;
}

/* ---- Names ---------------------------------------------------------------------------------- */

const char *ptl_status_name(ptl_status status)
{
    static const char *const names[] = { "ok",     "argument", "io",          "memory", "limit",
                                         "format", "syntax",   "unsupported", "stopped" };

    return (unsigned)status < sizeof names / sizeof *names ? names[status] : "unknown";
}

const char *ptl_severity_name(ptl_severity severity)
{
    static const char *const names[] = { "note", "loss", "warning", "error" };

    return (unsigned)severity < sizeof names / sizeof *names ? names[severity] : "unknown";
}
