/* SPDX-License-Identifier: MIT */
/* Imports: a file of another program becomes a scene, and the scene a document. */
#include <string.h>

#include "flow/source.h"
#include "imports/import.h"

const ptl_import_info *ptl_import_at(size_t index)
{
    for (size_t i = 0; ptl_imports[i]; i++)
        if (i == index)
            return &ptl_imports[i]->info;
    return NULL;
}

/* ---- Which ---------------------------------------------------------------------------------- */

static const ptl_importer *guess_import(ptl_span head, uint64_t size, const char *name, int *score)
{
    const ptl_importer *found = NULL;
    int                 best  = 0;

    for (size_t i = 0; ptl_imports[i]; i++) {
        int fit = 2 * ptl_imports[i]->probe(head, size, name);

        if (fit > 0) /* the extension only decides between equals */
            fit += ptl_import_extension(name, ptl_imports[i]->info.extensions);
        if (fit > best) {
            best  = fit;
            found = ptl_imports[i];
        }
    }
    if (score)
        *score = best / 2;
    return found;
}

const ptl_import_info *ptl_import_probe(const void *head, size_t head_size, uint64_t size,
                                        const char *file_name, int *score)
{
    const ptl_importer *found = guess_import((ptl_span){ head, head_size }, size, file_name, score);

    return found ? &found->info : NULL;
}

static const ptl_importer *pick_import(ptl_job *job, ptl_span source, const ptl_read_opts *opts)
{
    const ptl_importer *found = NULL;
    char                shown[48];

    for (size_t i = 0; opts->format && ptl_imports[i]; i++)
        if (strcmp(ptl_imports[i]->info.name, opts->format) == 0)
            found = ptl_imports[i];
    if (!opts->format)
        found = guess_import(source, source.size, opts->name, NULL);
    if (!found && opts->format)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "format", "there is no import \"%s\"",
                 ptl_quote(shown, sizeof shown, opts->format, strlen(opts->format)));
    else if (!found)
        ptl_fail(job, PTL_E_FORMAT, 0, "format", "no import recognizes this content");
    return found;
}

/* The names of the formats that take scenes. */
static void list_takers(char *out, size_t size)
{
    out[0] = 0;
    for (size_t i = 0; ptl_formats[i]; i++)
        if (ptl_formats[i]->from_scene) {
            strncat(out, out[0] ? ", " : "", size - strlen(out) - 1);
            strncat(out, ptl_formats[i]->info.name, size - strlen(out) - 1);
        }
}

bool ptl_import_refuse(ptl_job *job, ptl_span source, const char *name)
{
    const ptl_importer *found = guess_import(source, source.size, name, NULL);
    char                takers[64];

    if (!found)
        return false;
    list_takers(takers, sizeof takers);
    ptl_fail(job, PTL_E_FORMAT, 0, "format",
             "this is %s, which is not opened by itself; it can be converted to: %s",
             found->info.title, takers);
    return true;
}

/* ---- Reading -------------------------------------------------------------------------------- */

static const ptl_format *pick_target(ptl_job *job, const char *to)
{
    const ptl_format *format = ptl_format_find(to, strlen(to));
    char              shown[48], takers[64];

    if (format && format->from_scene)
        return format;
    list_takers(takers, sizeof takers);
    ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "conversion",
             "there is no way from an import to \"%s\"; these take one: %s",
             ptl_quote(shown, sizeof shown, to, strlen(to)), takers);
    return NULL;
}

/* The scene lives in an arena of its own, and goes when the document is made. */
static void make_document(ptl_job *job, ptl_doc *doc, const ptl_importer *from,
                          const ptl_format *format, ptl_span source, const ptl_read_opts *opts)
{
    ptl_arena arena = { 0 };
    ptl_scene scene = { 0 };

    job->source = source;
    job->text   = from->text;
    job->arena  = &arena;
    from->read(job, source, opts->name, &scene, &opts->files);
    job->arena     = &doc->arena;
    job->placeless = doc->placeless = true;
    doc->imported                   = true;
    if (ptl_ok(job) && ptl_doc_become(job, doc, format))
        format->from_scene(job, doc->native, &scene, &doc->attached);
    ptl_arena_free(&arena, &doc->heap);
    if (ptl_ok(job))
        format->settle(job, doc->native);
}

void ptl_doc_import(ptl_job *job, ptl_doc *doc, ptl_span source, const ptl_read_opts *opts,
                    const char *to)
{
    const ptl_format   *format = pick_target(job, to);
    const ptl_importer *from;

    if (source.size > doc->limits.input)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-input", "%zu bytes pass the limit of %zu",
                 source.size, doc->limits.input);
    from = ptl_ok(job) ? pick_import(job, source, opts) : NULL;
    if (from)
        ptl_check_settings(job, format, NULL, PTL_WHEN_IMPORTING);
    if (ptl_ok(job))
        make_document(job, doc, from, format, source, opts);
}

ptl_status ptl_import(ptl_doc **out, const void *data, size_t size, const char *to,
                      const ptl_read_opts *opts, ptl_diag *err)
{
    static const ptl_read_opts defaults;
    ptl_job                    job;
    ptl_doc                   *doc;

    if (!out || !to || (!data && size > 0))
        return ptl_refuse(err, "ptl_import needs data, a format and a place for the document");
    *out = NULL;
    if (!opts)
        opts = &defaults;
    doc = ptl_doc_begin(&job, opts);
    if (doc)
        ptl_doc_import(&job, doc, (ptl_span){ data, size }, opts, to);
    return ptl_doc_end(out, &job, doc, err);
}

bool ptl_doc_attached(const ptl_doc *doc, size_t index, ptl_attached *out)
{
    const ptl_attachment *found;

    if (index >= doc->attached.count)
        return false;
    found = &doc->attached.data[index];
    *out  = (ptl_attached){ found->name, found->bytes.data, found->bytes.size };
    return true;
}
