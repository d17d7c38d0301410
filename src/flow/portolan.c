/* SPDX-License-Identifier: MIT */
/* The entry points: check arguments, fill in defaults, pick a format, dispatch. */
#include <portolan/portolan.h>

#include <stdio.h>
#include <string.h>

#include "core/codec.h"
#include "core/utf8.h"
#include "exports/export.h"
#include "flow/source.h"
#include "imports/import.h"
#include "render/image.h"
#include "render/plan_draw.h"

const char *ptl_version(void)
{
    return PTL_VERSION;
}

bool ptl_has_feature(const char *name)
{
    for (ptl_codec codec = PTL_CODEC_ZLIB; codec <= PTL_CODEC_ZSTD; codec++)
        if (strcmp(name, ptl_codec_name(codec)) == 0)
            return ptl_codec_there(codec);
    if (strcmp(name, "cairo") == 0)
        return ptl_plan_draw_there();
    return strcmp(name, "assimp") == 0 ? ptl_assimp_there() : ptl_image_there(name);
}

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

/* ---- Tables --------------------------------------------------------------------------------- */

const ptl_format_info *ptl_format_at(size_t index)
{
    for (size_t i = 0; ptl_formats[i]; i++)
        if (i == index)
            return &ptl_formats[i]->info;
    return NULL;
}

const ptl_export_info *ptl_export_at(size_t index)
{
    for (size_t i = 0; ptl_exports[i]; i++)
        if (i == index)
            return &ptl_exports[i]->info;
    return NULL;
}

const ptl_format *ptl_format_find(const char *name, size_t size)
{
    for (size_t i = 0; ptl_formats[i]; i++)
        if (strlen(ptl_formats[i]->info.name) == size &&
            memcmp(ptl_formats[i]->info.name, name, size) == 0)
            return ptl_formats[i];
    return NULL;
}

const ptl_format_info *ptl_format_named(const char *name)
{
    const ptl_format *format = name ? ptl_format_find(name, strlen(name)) : NULL;

    return format ? &format->info : NULL;
}

static bool same_letters(const char *a, const char *lower, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char c = a[i] >= 'A' && a[i] <= 'Z' ? (char)(a[i] + 32) : a[i];

        if (c != lower[i])
            return false;
    }
    return true;
}

/* Whether a blank-separated list of lower-case words has this one, in any case of letters. */
static bool in_list(const char *list, const char *word, size_t size)
{
    for (const char *at = list; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");

        if (length == size && same_letters(word, at, size))
            return true;
        at += length;
    }
    return false;
}

static bool has_extension(const ptl_format *format, const char *file_name)
{
    const char *dot = file_name ? strrchr(file_name, '.') : NULL;

    return dot && in_list(format->info.extensions, dot + 1, strlen(dot + 1));
}

const ptl_format_info *ptl_format_by_extension(const char *file_name)
{
    for (size_t i = 0; ptl_formats[i]; i++)
        if (has_extension(ptl_formats[i], file_name))
            return &ptl_formats[i]->info;
    return NULL;
}

static const ptl_format *probe(ptl_span head, uint64_t size, const char *file_name, int *score)
{
    const ptl_format *found = NULL;
    int               best  = 0;

    for (size_t i = 0; ptl_formats[i]; i++) {
        int fit = 2 * ptl_formats[i]->probe(head, size);

        if (fit > 0) /* the extension only decides between equals */
            fit += has_extension(ptl_formats[i], file_name);
        if (fit > best) {
            best  = fit;
            found = ptl_formats[i];
        }
    }
    if (score)
        *score = best / 2;
    return found;
}

const ptl_format_info *ptl_probe(const void *head, size_t head_size, uint64_t size,
                                 const char *file_name, int *score)
{
    ptl_span          span  = { head, head_size };
    ptl_str           tag   = ptl_record_tag(span);
    const ptl_format *found = ptl_format_find(tag.data, tag.size);

    if (found && score)
        *score = 100;
    if (!found)
        found = probe(span, size, file_name, score);
    return found ? &found->info : NULL;
}

/* ---- Reading -------------------------------------------------------------------------------- */

typedef struct guess { /* what the input is */
    const ptl_format *format;
    bool              json;
} guess;

static guess guess_json(ptl_job *job, ptl_str tag)
{
    guess g = { .format = ptl_format_find(tag.data, tag.size), .json = true };
    char  shown[48];

    job->text = true;
    if (!g.format && tag.size > 0)
        ptl_fail(job, PTL_E_FORMAT, 0, "format", "\"portolan\" names \"%s\", which is no format",
                 ptl_quote(shown, sizeof shown, tag.data, tag.size));
    else if (!g.format)
        ptl_fail(job, PTL_E_FORMAT, 0, "format",
                 "JSON made by portolan begins with the member \"portolan\"");
    return g;
}

/* Nothing fits: the name still tells what was meant, and whether places are lines. */
static void refuse_content(ptl_job *job, ptl_span source, const char *file_name)
{
    const ptl_format *meant = NULL;

    for (size_t i = 0; ptl_formats[i] && !meant; i++)
        if (has_extension(ptl_formats[i], file_name))
            meant = ptl_formats[i];
    job->text = meant && meant->text;
    if (source.size == 0)
        ptl_fail(job, PTL_E_FORMAT, 0, "format", "the file is empty");
    else if (meant)
        ptl_fail(job, PTL_E_FORMAT, 0, "format",
                 "no format recognizes this content; its name says %s", meant->info.title);
    else
        ptl_fail(job, PTL_E_FORMAT, 0, "format", "no format recognizes this content");
}

static guess guess_format(ptl_job *job, ptl_span source, const ptl_read_opts *opts)
{
    ptl_str tag = ptl_record_tag(source);
    guess   g   = { 0 };
    char    shown[48];

    if (opts->format ? strcmp(opts->format, "json") == 0 : tag.size > 0)
        return guess_json(job, tag);
    if (opts->format)
        g.format = ptl_format_find(opts->format, strlen(opts->format));
    else
        g.format = probe(source, source.size, opts->name, NULL);
    if (!g.format && opts->format)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "format", "there is no format \"%s\"",
                 ptl_quote(shown, sizeof shown, opts->format, strlen(opts->format)));
    else if (!g.format && !ptl_import_refuse(job, source, opts->name))
        refuse_content(job, source, opts->name);
    return g;
}

static void read_json(ptl_job *job, ptl_doc *doc, ptl_span source)
{
    doc->placeless = true;
    ptl_record_read(job, source, doc->format->record, doc->native);
    job->placeless = true; /* from here on places in the text are forgotten */
}

/* A source that already belongs to the document stays; another is copied. */
static void keep_source(ptl_job *job, ptl_doc *doc, ptl_span source)
{
    uint8_t *copy = job->source_owned ? (uint8_t *)source.data : ptl_arena_raw(job, source.size);

    if (copy && !job->source_owned && source.size > 0)
        memcpy(copy, source.data, source.size);
    job->source_kept = true;
    doc->source      = (ptl_span){ copy, copy ? source.size : 0 };
}

void ptl_doc_read(ptl_job *job, ptl_doc *doc, ptl_span source, const ptl_read_opts *opts)
{
    guess g;

    job->source = source;
    if (source.size > doc->limits.input)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-input", "%zu bytes pass the limit of %zu",
                 source.size, doc->limits.input);
    g = guess_format(job, source, opts);
    if (ptl_ok(job))
        ptl_check_settings(job, g.format, NULL, ~0u); /* those for writing wait */
    if (!ptl_ok(job) || !ptl_doc_become(job, doc, g.format))
        return;
    job->text        = g.json || g.format->text;
    job->source_once = job->source_owned && !opts->keep_source && job->heap->allocator.forget;
    if (g.json)
        read_json(job, doc, source);
    else
        g.format->read(job, source, doc->native);
    if (ptl_ok(job))
        g.format->settle(job, doc->native);
    if (ptl_ok(job) && g.format->finish)
        g.format->finish(job, doc->native);
    if (ptl_ok(job) && opts->keep_source && !g.json)
        keep_source(job, doc, source);
}

ptl_status ptl_read(ptl_doc **out, const void *data, size_t size, const ptl_read_opts *opts,
                    ptl_diag *err)
{
    static const ptl_read_opts defaults;
    ptl_job                    job;
    ptl_doc                   *doc;

    if (!out || (!data && size > 0))
        return ptl_refuse(err, "ptl_read needs data and a place for the document");
    *out = NULL;
    if (!opts)
        opts = &defaults;
    doc = ptl_doc_begin(&job, opts);
    if (doc)
        ptl_doc_read(&job, doc, (ptl_span){ data, size }, opts);
    return ptl_doc_end(out, &job, doc, err);
}

/* ---- Writing -------------------------------------------------------------------------------- */

/* Documents are open to edits; what is written must fit together. What reading tolerated, and said,
 * is not said again. */
static bool still_fits(ptl_job *job, const ptl_doc *doc)
{
    ptl_listener listener = job->listener;

    job->lenient  = true;
    job->listener = (ptl_listener){ 0 };
    doc->format->settle(job, doc->native);
    job->listener = listener;
    return ptl_ok(job);
}

static const ptl_export *export_named(const char *name)
{
    for (size_t i = 0; ptl_exports[i]; i++)
        if (strcmp(ptl_exports[i]->info.name, name) == 0)
            return ptl_exports[i];
    return NULL;
}

/* Another format, which takes a part of the document. */
static void write_other(ptl_job *job, ptl_buf *out, const ptl_doc *doc, const ptl_write_opts *opts)
{
    const ptl_format *format = doc->format;
    const char       *to     = opts->to;
    char              shown[48];

    if (!format->write_as || !format->write_as(job, out, doc->native, to, &opts->files))
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "conversion",
                 "there is no way from %s to \"%s\"", format->info.name,
                 ptl_quote(shown, sizeof shown, to, strlen(to)));
}

/* Its own format, and beside it the files that came along with it. */
static void write_own(ptl_job *job, ptl_buf *out, const ptl_doc *doc, const ptl_write_opts *opts)
{
    const ptl_side side = { opts->files, opts->stem };

    for (size_t i = 0; i < doc->attached.count && opts->files.put; i++)
        ptl_side_put(job, &side, doc->attached.data[i].name, doc->attached.data[i].bytes.data,
                     doc->attached.data[i].bytes.size);
    if (doc->attached.count > 0 && !opts->files.put)
        ptl_find(job, PTL_LOSS, PTL_NOWHERE, "attached",
                 "%zu images are dropped: no file may go beside the output", doc->attached.count);
    if (ptl_ok(job))
        doc->format->write(job, out, doc->native);
}

static void write_doc(ptl_job *job, ptl_buf *out, const ptl_doc *doc, const ptl_write_opts *opts)
{
    const ptl_format *format = doc->format;
    const ptl_export *export = opts->to ? export_named(opts->to) : NULL;
    bool to_json             = opts->to && strcmp(opts->to, "json") == 0;

    if (to_json && job->setting_count > 0)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "JSON holds the document as it is: \"%s\" would change nothing",
                 job->settings[0].name);
    ptl_check_settings(job, format, export,
                       export ? ptl_export_when(job, format, export) : PTL_WHEN_WRITING);
    if (!ptl_ok(job) || !still_fits(job, doc))
        return;
    if (to_json)
        ptl_record_write(out, format->record, doc->native, format->info.name);
    else if (export)
        ptl_export_write(job, out, doc, export, opts);
    else if (opts->to && strcmp(opts->to, format->info.name) != 0)
        write_other(job, out, doc, opts);
    else
        write_own(job, out, doc, opts);
}

/* Hands a buffer's memory to the caller, or frees it after a failure. */
static ptl_status bytes_out(ptl_bytes *out, ptl_buf *buf, ptl_diag *err)
{
    *out = (ptl_bytes){ .allocator = buf->job->heap->allocator };
    if (ptl_ok(buf->job)) {
        out->data     = buf->data;
        out->size     = buf->size;
        out->capacity = buf->capacity;
    } else {
        ptl_buf_free(buf);
    }
    return ptl_job_end(buf->job, err);
}

/* Writes to the sink, or without one into *kept. */
static ptl_status write_with(ptl_bytes *kept, const ptl_sink *sink, const ptl_doc *doc,
                             const ptl_write_opts *opts, ptl_diag *err)
{
    static const ptl_write_opts defaults;
    ptl_arena                   arena = { 0 };
    ptl_heap                    heap;
    ptl_job                     job = ptl_doc_job_beside(doc, &heap);
    ptl_buf                     buf = ptl_buf_of(&job, sink);
    ptl_status                  status;

    if (!opts)
        opts = &defaults;
    job.arena         = &arena;
    job.listener      = opts->listener;
    job.settings      = opts->settings;
    job.setting_count = opts->setting_count;
    write_doc(&job, &buf, doc, opts);
    ptl_buf_flush(&buf);
    if (sink)
        ptl_buf_free(&buf);
    status = kept ? bytes_out(kept, &buf, err) : ptl_job_end(&job, err);
    ptl_arena_free(&arena, &heap);
    return status;
}

ptl_status ptl_write_to(const ptl_sink *sink, const ptl_doc *doc, const ptl_write_opts *opts,
                        ptl_diag *err)
{
    if (!sink || !sink->put || !doc)
        return ptl_refuse(err, "ptl_write_to needs a sink and a document");
    return write_with(NULL, sink, doc, opts, err);
}

ptl_status ptl_write(ptl_bytes *out, const ptl_doc *doc, const ptl_write_opts *opts, ptl_diag *err)
{
    if (!out || !doc)
        return ptl_refuse(err, "ptl_write needs a document and a place for its bytes");
    return write_with(out, NULL, doc, opts, err);
}

void ptl_bytes_free(ptl_bytes *bytes)
{
    ptl_heap heap;

    if (bytes && bytes->data) {
        heap = ptl_heap_of(&bytes->allocator, SIZE_MAX);
        ptl_heap_resize(&heap, bytes->data, bytes->capacity, 0);
    }
    if (bytes)
        *bytes = (ptl_bytes){ 0 };
}

/* ---- Looking -------------------------------------------------------------------------------- */

static bool known_profile(const char *profile)
{
    return !profile || strcmp(profile, "engine") == 0 || strcmp(profile, "document") == 0;
}

ptl_status ptl_check(const ptl_doc *doc, const ptl_check_opts *opts, ptl_diag *err)
{
    static const ptl_check_opts defaults;
    ptl_arena                   arena = { 0 };
    ptl_heap                    heap;
    ptl_job                     job;

    if (!opts)
        opts = &defaults;
    if (!doc || !known_profile(opts->profile))
        return ptl_refuse(err, "ptl_check needs a document, and engine or document as profile");
    job          = ptl_doc_job_beside(doc, &heap);
    job.arena    = &arena;
    job.listener = opts->listener;
    ptl_record_check(&job, doc->format->record, doc->native, doc->format->place);
    if (doc->format->check)
        doc->format->check(&job, doc->native, opts->profile);
    ptl_arena_free(&arena, &heap);
    return ptl_job_end(&job, err);
}

ptl_status ptl_fix(ptl_doc *doc, const ptl_check_opts *opts, ptl_diag *err)
{
    ptl_job job;

    if (!doc)
        return ptl_refuse(err, "ptl_fix needs a document");
    job = ptl_doc_job(doc);
    if (opts)
        job.listener = opts->listener;
    if (doc->format->fix)
        doc->format->fix(&job, doc->native);
    return ptl_job_end(&job, err);
}

ptl_status ptl_info(ptl_bytes *out, const ptl_doc *doc, ptl_page page, ptl_diag *err)
{
    ptl_arena         arena = { 0 };
    ptl_heap          heap;
    ptl_job           job;
    ptl_buf           buf;
    const ptl_format *format;
    const void       *facts;
    ptl_status        status;

    if (!out || !doc)
        return ptl_refuse(err, "ptl_info needs a document and a place for its page");
    format    = doc->format;
    job       = ptl_doc_job_beside(doc, &heap);
    job.arena = &arena;
    buf       = ptl_buf_of(&job, NULL);
    facts     = page != PTL_PAGE_NOTES ? format->facts(&job, doc->native) : NULL;
    if (page == PTL_PAGE_NOTES && format->notes)
        format->notes(&job, &buf, doc->native);
    else if (page == PTL_PAGE_NOTES)
        ptl_fail(&job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "notes", "%s holds no notes",
                 format->info.name);
    else if (facts && page == PTL_PAGE_JSON)
        ptl_record_write(&buf, format->facts_record, facts, NULL);
    else if (facts)
        ptl_record_page(&buf, format->facts_record, facts);
    status = bytes_out(out, &buf, err);
    ptl_arena_free(&arena, &heap);
    return status;
}

bool ptl_doc_companion(const ptl_doc *doc, size_t index, ptl_companion *out)
{
    return doc->format->companion && doc->format->companion(doc->native, index, out);
}

/* ---- Descriptions --------------------------------------------------------------------------- */

static ptl_status describe(ptl_bytes *out, const char *name, bool facts, bool schema, ptl_diag *err)
{
    const ptl_format *format = name ? ptl_format_find(name, strlen(name)) : NULL;
    ptl_heap          heap   = ptl_heap_of(&(ptl_allocator){ 0 }, SIZE_MAX);
    ptl_job           job    = { .heap = &heap };
    ptl_buf           buf    = ptl_buf_of(&job, NULL);
    const ptl_record *record;

    if (!out || !format)
        return ptl_refuse(err, "a description needs the name of a format");
    record = facts ? format->facts_record : format->record;
    if (schema)
        ptl_record_schema(&buf, record, format->info.title, facts ? NULL : format->info.name);
    else
        ptl_record_fields(&buf, record);
    return bytes_out(out, &buf, err);
}

ptl_status ptl_schema(ptl_bytes *out, const char *format, bool facts, ptl_diag *err)
{
    return describe(out, format, facts, true, err);
}

ptl_status ptl_fields(ptl_bytes *out, const char *format, bool facts, ptl_diag *err)
{
    return describe(out, format, facts, false, err);
}
