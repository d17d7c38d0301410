/* SPDX-License-Identifier: MIT */
/* Reading documents: ptl_read, ptl_import and their like. */
#include <stdio.h>
#include <string.h>

#include "core/sum.h"
#include "flow/flow.h"
#include "host/path.h"

static const ptl_read_opts defaults;

ptl_status ptl_refuse(ptl_diag *err, const char *why)
{
    if (err) {
        *err = (ptl_diag){
            .severity = PTL_ERROR, .status = PTL_E_ARG, .rule = "argument", .offset = PTL_NOWHERE
        };
        snprintf(err->message, sizeof err->message, "%s", why);
    }
    return PTL_E_ARG;
}

/* ---- Documents ------------------------------------------------------------------------------- */

static void read_json(ptl_job *job, ptl_doc *doc, ptl_span source)
{
    doc->placeless = true;
    ptl_record_read(job, source, doc->format->record, doc->native);
    job->placeless = true; /* from here on places are found by paths, in no order */
    job->jumps     = true;
    job->json      = source;
}

/* A source that already belongs to the document stays; another is copied. */
static ptl_span keep(ptl_job *job, ptl_span source)
{
    uint8_t *copy = job->source_owned ? (uint8_t *)source.data : ptl_arena_raw(job, source.size);

    if (copy && !job->source_owned && source.size > 0)
        memcpy(copy, source.data, source.size);
    job->source_kept = true;
    return (ptl_span){ copy, copy ? source.size : 0 };
}

void ptl_doc_fill(ptl_job *job, ptl_doc *doc, const ptl_guess *guess, ptl_span source,
                  bool keep_source)
{
    const ptl_format *format = guess->format;

    if (!ptl_ok(job) || !ptl_doc_become(job, doc, format))
        return;
    ptl_judge_by(job, format->rules);
    job->text        = guess->json || format->text;
    job->source_once = job->source_owned && !keep_source && job->heap->allocator.forget;
    if (guess->json)
        read_json(job, doc, source);
    else
        format->read(job, source, doc->native);
    if (ptl_ok(job))
        format->settle(job, doc->native);
    if (ptl_ok(job) && format->finish)
        format->finish(job, doc->native);
    doc->lenient = job->lenient;
    if (ptl_ok(job) && keep_source)
        *(guess->json ? &doc->json : &doc->source) = keep(job, source);
}

/* ---- Imports --------------------------------------------------------------------------------- */

/* The names of the formats that an import can become, and whether there are exports. */
static void list_targets(char *out, size_t size, const ptl_importer *import)
{
    size_t used    = 0;
    bool   exports = false;

    *out = 0;
    for (size_t i = 0; ptl_formats[i] && used < size; i++)
        if (ptl_formats[i]->from[import->hub])
            used += (size_t)snprintf(out + used, size - used, "%s%s", used > 0 ? ", " : "",
                                     ptl_formats[i]->info.name);
    for (size_t i = 0; ptl_exports[i] && !exports; i++)
        exports = ptl_way_at(&(ptl_way){ .import = import, .export = ptl_exports[i] }, 0);
    if (exports && used < size)
        snprintf(out + used, size - used, "%spictures and other exports", used > 0 ? ", " : "");
}

static void refuse_import(ptl_job *job, const ptl_importer *import)
{
    char targets[96];

    list_targets(targets, sizeof targets, import);
    ptl_fail(job, PTL_E_FORMAT, 0, "format", "this is %s, which can only be converted, to: %s",
             import->info.title, targets);
}

/* The hub lives in an arena of its own, and goes when the document is made. */
static void import_into(ptl_job *job, ptl_doc *doc, const ptl_way *way, ptl_span source,
                        const ptl_read_opts *opts)
{
    ptl_arena arena = { 0 };
    void     *hub;

    job->text  = way->import->text;
    job->arena = &arena;
    hub        = ptl_arena_take(job, ptl_hub_rows[way->import->hub].size);
    if (hub)
        ptl_import_run(job, way->import, source, opts, hub);
    job->placeless = true;
    if (ptl_ok(job)) /* what is no image does not come along */
        ptl_hub_rows[way->import->hub].load(job, hub, &(ptl_files){ 0 });
    if (ptl_ok(job))
        hub =
            ptl_way_hub(job, way, &(ptl_cargo){ .doc = doc, .hub = hub }, NULL, &(ptl_files){ 0 });
    job->arena = &doc->arena;
    if (ptl_ok(job))
        ptl_doc_make(job, doc, way->into, way->hub[way->hubs - 1], hub);
    ptl_arena_free(&arena, &doc->heap);
}

/* ---- Both ------------------------------------------------------------------------------------ */

/* As a document of format `to`, or when that is NULL as what it is. */
static void read_source(ptl_job *job, ptl_doc *doc, ptl_span source, const char *to,
                        const ptl_read_opts *opts)
{
    ptl_guess guess;
    ptl_way   way = { 0 };

    job->source = source;
    if (source.size > doc->limits.input)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-input", "%zu bytes exceed the limit of %zu",
                 source.size, doc->limits.input);
    if (!ptl_ok(job))
        return;
    guess = ptl_guess_input(job, source, opts);
    if (!ptl_ok(job))
        return;
    way.import = guess.import;
    if (to && !guess.import && opts->format)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "format", "\"%s\" is not an import", opts->format);
    else if (to && !guess.import)
        ptl_fail(job, PTL_E_FORMAT, 0, "format", "no import recognizes this content");
    else if (to)
        ptl_way_aim(job, &way, to);
    else if (guess.import)
        refuse_import(job, guess.import);
    else
        ptl_check_known(job, guess.format);
    if (to && ptl_ok(job) && !way.into)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "conversion", "\"%s\" is not a format", to);
    if (to && ptl_ok(job))
        ptl_way_choose(job, &way);
    if (ptl_ok(job) && to)
        import_into(job, doc, &way, source, opts);
    else if (ptl_ok(job) && !guess.json && !guess.format->verbatim) /* before its pages are gone */
        doc->was = (ptl_size_and_sum){ source.size, ptl_sum64(source), true };
    if (ptl_ok(job) && !to)
        ptl_doc_fill(job, doc, &guess, source, opts->keep_source);
}

static ptl_status read_bytes(ptl_doc **out, ptl_span source, const char *to,
                             const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_read_opts with = *opts;
    ptl_job       job;
    ptl_doc      *doc = ptl_doc_begin(&job, opts);
    size_t        held;

    *out     = NULL;
    job.door = &ptl_flow_door;
    if (with.untrusted)
        with.files.load = NULL;
    held = source.size + ptl_settings_size(opts->settings, opts->setting_count);
    if (doc && ptl_charge(&job, held)) {
        read_source(&job, doc, source, to, &with);
        ptl_refund(&job, held);
    }
    return ptl_doc_end(out, &job, doc, err);
}

static ptl_status read_path(ptl_doc **out, const char *path, const char *to,
                            const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_read_opts with   = *opts;
    ptl_folder    beside = { .doc_path = path };
    ptl_job       job;
    ptl_doc      *doc;
    ptl_span      source;
    size_t        held;

    *out = NULL;
    if (!with.name)
        with.name = path;
    if (with.untrusted)
        with.files.load = NULL;
    else if (!with.files.load)
        with.files = (ptl_files){ .load = ptl_folder_load, .user = &beside };
    doc      = ptl_doc_begin(&job, &with);
    job.door = &ptl_flow_door;
    if (!doc)
        return ptl_doc_end(out, &job, doc, err);
    held = ptl_settings_size(with.settings, with.setting_count);
    if (!ptl_charge(&job, held))
        return ptl_doc_end(out, &job, doc, err);
    source = ptl_path_read(&job, path, doc->limits.input);
    if (ptl_ok(&job)) {
        job.source_owned = true;
        read_source(&job, doc, source, to, &with);
        if (!job.source_kept)
            ptl_arena_drop(&doc->arena, &doc->heap, source.data);
    }
    ptl_refund(&job, held);
    return ptl_doc_end(out, &job, doc, err);
}

ptl_status ptl_read(ptl_doc **out, const void *data, size_t size, const ptl_read_opts *opts,
                    ptl_diag *err)
{
    if (!out || (!data && size > 0))
        return ptl_refuse(err, "ptl_read needs data and a place for the document");
    if (opts && !ptl_profile_known(opts->profile))
        return ptl_refuse(err, "ptl_read knows the profiles engine and document");
    return read_bytes(out, (ptl_span){ data, size }, NULL, opts ? opts : &defaults, err);
}

ptl_status ptl_import(ptl_doc **out, const void *data, size_t size, const char *to,
                      const ptl_read_opts *opts, ptl_diag *err)
{
    if (!out || !to || (!data && size > 0))
        return ptl_refuse(err, "ptl_import needs data, a format and a place for the document");
    return read_bytes(out, (ptl_span){ data, size }, to, opts ? opts : &defaults, err);
}

ptl_status ptl_read_file(ptl_doc **out, const char *path, const ptl_read_opts *opts, ptl_diag *err)
{
    if (!out || !path)
        return ptl_refuse(err, "ptl_read_file needs a path and a place for the document");
    if (opts && !ptl_profile_known(opts->profile))
        return ptl_refuse(err, "ptl_read_file knows the profiles engine and document");
    return read_path(out, path, NULL, opts ? opts : &defaults, err);
}

ptl_status ptl_import_file(ptl_doc **out, const char *path, const char *to,
                           const ptl_read_opts *opts, ptl_diag *err)
{
    if (!out || !path || !to)
        return ptl_refuse(err,
                          "ptl_import_file needs a path, a format and a place for the document");
    return read_path(out, path, to, opts ? opts : &defaults, err);
}

bool ptl_doc_attached(ptl_attached *out, const ptl_doc *doc, size_t index)
{
    const ptl_attachment *found;

    if (!doc || index >= doc->attached.count)
        return false;
    found = &doc->attached.data[index];
    *out  = (ptl_attached){ found->name, found->bytes.data, found->bytes.size };
    return true;
}
