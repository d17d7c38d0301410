/* SPDX-License-Identifier: MIT */
/* The life of a document: begun empty, filled by a job, handed out or freed. */
#include <string.h>

#include "core/buf.h"
#include "core/sum.h"
#include "formats/format.h"

/* What people call a document: its file's name, without folders and extension. */
static void name_doc(ptl_doc *doc, const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL, *name = slash ? slash + 1 : path;
    const char *dot  = name ? strrchr(name, '.') : NULL;
    size_t      size = !name ? 0 : dot && dot > name ? (size_t)(dot - name) : strlen(name);

    if (size < sizeof doc->name)
        memcpy(doc->name, name ? name : "", size);
}

ptl_doc *ptl_doc_begin(ptl_job *job, const ptl_read_opts *opts)
{
    ptl_limits limits = ptl_limits_of(&opts->limits, opts->untrusted);
    ptl_heap   heap   = ptl_heap_of(&opts->allocator, limits.memory);
    ptl_doc   *doc;

    *job = (ptl_job){ .heap          = &heap,
                      .strict        = opts->strict,
                      .lenient       = opts->lenient,
                      .untrusted     = opts->untrusted,
                      .depth         = limits.depth,
                      .input         = limits.input,
                      .expansion     = limits.expansion,
                      .listener      = opts->listener,
                      .judging       = opts->profile && strcmp(opts->profile, "engine") == 0,
                      .settings      = opts->settings,
                      .setting_count = opts->setting_count,
                      .progress      = opts->progress,
                      .stage         = "read" };
    doc  = ptl_resize(job, NULL, 0, sizeof *doc);
    if (!doc) {
        job->heap = NULL; /* it ends here */
        return NULL;
    }
    *doc       = (ptl_doc){ .heap = heap, .limits = limits, .untrusted = opts->untrusted };
    job->heap  = &doc->heap;
    job->arena = &doc->arena;
    name_doc(doc, opts->name);
    return doc;
}

ptl_doc *ptl_doc_begin_within(ptl_job *job, ptl_job *outer)
{
    ptl_doc *doc = ptl_resize(outer, NULL, 0, sizeof *doc);

    *job = (ptl_job){ .strict        = outer->strict,
                      .lenient       = outer->lenient,
                      .untrusted     = outer->untrusted,
                      .depth         = outer->depth,
                      .input         = outer->input,
                      .expansion     = outer->expansion,
                      .door          = outer->door,
                      .inside        = outer->inside + 1,
                      .listener      = outer->listener,
                      .progress      = outer->progress,
                      .stage         = outer->stage,
                      .settings      = outer->settings,
                      .setting_count = outer->setting_count };
    if (!doc)
        return NULL;
    *doc           = (ptl_doc){ .heap      = ptl_heap_within(outer->heap),
                                .limits    = { outer->heap->limit, outer->heap->limit, outer->depth,
                                               outer->expansion },
                                .untrusted = outer->untrusted };
    doc->heap.used = sizeof *doc; /* which the outer one has counted already */
    job->heap      = &doc->heap;
    job->arena     = &doc->arena;
    return doc;
}

void ptl_job_join(ptl_job *outer, const ptl_job *inner)
{
    if (ptl_ok(outer)) /* its listener has heard of it */
        outer->error = inner->error;
}

void *ptl_doc_become(ptl_job *job, ptl_doc *doc, const ptl_format *format)
{
    doc->format = format;
    doc->native = ptl_arena_take(job, format->record->size);
    if (doc->native && format->prepare)
        format->prepare(job, doc->native);
    return ptl_ok(job) ? doc->native : NULL;
}

ptl_status ptl_doc_end(ptl_doc **out, ptl_job *job, ptl_doc *doc, ptl_diag *err)
{
    if (ptl_ok(job))
        *out = doc;
    else
        ptl_doc_free(doc);
    return ptl_job_end(job, err);
}

void ptl_doc_free(ptl_doc *doc)
{
    ptl_heap heap;

    if (!doc)
        return;
    ptl_arena_free(&doc->arena, &doc->heap);
    heap = doc->heap; /* the document lives on its own heap */
    ptl_heap_resize(&heap, doc, sizeof *doc, 0);
}

/* ---- Documents that others can change -------------------------------------------------------- */

const void *ptl_doc_look(const ptl_doc *doc, const ptl_format *format)
{
    return doc && doc->format == format ? doc->native : NULL;
}

/* Those who ask for a struct to change hold a const document, and several threads may ask at once:
 * hence the atomic, which is written once. */
void *ptl_doc_open(const ptl_doc *doc, const ptl_format *format)
{
    atomic_bool *open = doc ? (atomic_bool *)&doc->open : NULL;

    if (!doc || doc->format != format)
        return NULL;
    if (!atomic_load_explicit(open, memory_order_relaxed))
        atomic_store_explicit(open, true, memory_order_relaxed);
    return doc->native;
}

bool ptl_doc_changed(const ptl_doc *doc)
{
    return atomic_load_explicit((atomic_bool *)&doc->open, memory_order_relaxed);
}

/* Settles a document without a word; what is wrong with it is the error of the job that comes back.
 */
static ptl_job settle_quietly(const ptl_job *job, const ptl_doc *doc, bool lenient)
{
    ptl_arena arena = { 0 };
    ptl_job   own   = *job;

    own.arena     = &arena;
    own.lenient   = lenient;
    own.strict    = false;
    own.placeless = true;
    own.listener  = (ptl_listener){ 0 };
    ptl_record_whole(&own, doc->format->record, doc->native);
    if (ptl_ok(&own))
        doc->format->settle(&own, doc->native);
    ptl_arena_free(&arena, job->heap);
    return own;
}

static void fail_like(ptl_job *job, const ptl_diag *error)
{
    ptl_path(job, "%s", error->path);
    ptl_fail(job, error->status, PTL_NOWHERE, error->rule, "%s", error->message);
}

void ptl_doc_settle(ptl_job *job, const ptl_doc *doc)
{
    ptl_job own;

    if (!ptl_ok(job) || !ptl_doc_changed(doc))
        return;
    own = settle_quietly(job, doc, true);
    if (!ptl_ok(&own))
        fail_like(job, &own.error);
}

bool ptl_doc_needs_lenience(ptl_job *job, const ptl_doc *doc)
{
    ptl_job own;

    if (!ptl_ok(job) || (!doc->lenient && !ptl_doc_changed(doc)))
        return false;
    own = settle_quietly(job, doc, false);
    if (ptl_starved(&own))
        fail_like(job, &own.error);
    return ptl_ok(job) && !ptl_ok(&own);
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

ptl_job ptl_doc_job(ptl_doc *doc)
{
    return (ptl_job){ .heap      = &doc->heap,
                      .arena     = &doc->arena,
                      .depth     = doc->limits.depth,
                      .input     = doc->limits.input,
                      .untrusted = doc->untrusted,
                      .expansion = doc->limits.expansion,
                      .source    = doc->source,
                      .text      = doc->format && doc->format->text && doc->source.data,
                      .placeless = doc->placeless,
                      .name      = doc->name };
}

/* Documents may be read from several threads at once, so their own heap is left alone; what it
 * holds counts against the limit all the same. */
ptl_job ptl_doc_job_beside(const ptl_doc *doc, ptl_heap *heap)
{
    *heap = ptl_heap_of(&doc->heap.allocator, doc->limits.memory - doc->heap.used);
    return (ptl_job){ .heap      = heap,
                      .depth     = doc->limits.depth,
                      .input     = doc->limits.input,
                      .untrusted = doc->untrusted,
                      .expansion = doc->limits.expansion,
                      .source    = doc->source,
                      .text      = doc->format && doc->format->text && doc->source.data,
                      .placeless = doc->placeless,
                      .name      = doc->name };
}

const char *ptl_doc_format(const ptl_doc *doc)
{
    return doc ? doc->format->info.name : NULL;
}

bool ptl_verbatim_always(const void *native)
{
    (void)native;
    return true;
}

/* Whether writing it gives what has the size and sum of what was read. */
static bool comes_back(const ptl_doc *doc)
{
    ptl_arena arena = { 0 };
    ptl_heap  heap;
    ptl_job   job = ptl_doc_job_beside(doc, &heap);
    ptl_buf   buf = ptl_buf_of(&job, NULL);
    bool      same;

    job.arena = &arena;
    ptl_doc_settle(&job, doc);
    if (ptl_ok(&job))
        doc->format->write(&job, &buf, doc->native);
    same = ptl_ok(&job) && buf.size == doc->was.size &&
           ptl_sum64((ptl_span){ buf.data, buf.size }) == doc->was.sum;
    ptl_buf_free(&buf);
    ptl_arena_free(&arena, &heap);
    return same;
}

bool ptl_doc_verbatim(const ptl_doc *doc)
{
    if (!doc)
        return false;
    return doc->format->verbatim ? !doc->placeless && doc->format->verbatim(doc->native)
                                 : doc->was.known && comes_back(doc);
}

bool ptl_doc_imported(const ptl_doc *doc)
{
    return doc && doc->imported;
}

void *ptl_doc_alloc(ptl_doc *doc, size_t size)
{
    ptl_job job;

    if (!doc)
        return NULL;
    job = ptl_doc_job(doc);
    return ptl_arena_take(&job, size);
}

ptl_str ptl_doc_text(ptl_doc *doc, const char *data, size_t size)
{
    char *copy = data && size < SIZE_MAX ? ptl_doc_alloc(doc, size + 1) : NULL;

    if (copy && size > 0)
        memcpy(copy, data, size);
    return (ptl_str){ copy ? copy : "", copy ? size : 0 };
}
