/* SPDX-License-Identifier: MIT */
/* Looking rows up, by name, by extension and by what a file holds. */
#include <string.h>

#include "core/codec.h"
#include "core/xml.h"
#include "flow/flow.h"
#include "hubs/mesh_late.h"
#include "render/image.h"
#include "render/plan_draw.h"

bool ptl_has_feature(const char *name)
{
    if (!name)
        return false;
    for (ptl_codec codec = PTL_CODEC_ZLIB; codec <= PTL_CODEC_GZIP; codec++)
        if (strcmp(name, ptl_codec_name(codec)) == 0)
            return ptl_codec_there(codec);
    if (strcmp(name, "xml") == 0)
        return ptl_xml_there();
    if (strcmp(name, "cairo") == 0)
        return ptl_plan_draw_there();
    if (strcmp(name, "meshoptimizer") == 0)
        return ptl_mesh_there();
    return strcmp(name, "assimp") == 0 ? ptl_assimp_there() : ptl_image_there(name);
}

const char *ptl_hub_name(ptl_hub hub)
{
    return (unsigned)hub < PTL_HUBS ? ptl_hub_rows[hub].name : NULL;
}

/* ---- By number and by name ------------------------------------------------------------------- */

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

const ptl_import_info *ptl_import_at(size_t index)
{
    for (size_t i = 0; ptl_imports[i]; i++)
        if (i == index)
            return &ptl_imports[i]->info;
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

const ptl_importer *ptl_import_find(const char *name)
{
    for (size_t i = 0; ptl_imports[i]; i++)
        if (strcmp(ptl_imports[i]->info.name, name) == 0)
            return ptl_imports[i];
    return NULL;
}

const ptl_export *ptl_export_find(const char *name)
{
    for (size_t i = 0; ptl_exports[i]; i++)
        if (strcmp(ptl_exports[i]->info.name, name) == 0)
            return ptl_exports[i];
    return NULL;
}

const ptl_format_info *ptl_format_named(const char *name)
{
    const ptl_format *format = name ? ptl_format_find(name, strlen(name)) : NULL;

    return format ? &format->info : NULL;
}

static const ptl_format *by_extension(const char *file_name)
{
    for (size_t i = 0; ptl_formats[i]; i++)
        if (ptl_has_extension(file_name, ptl_formats[i]->info.extensions))
            return ptl_formats[i];
    return NULL;
}

const ptl_format_info *ptl_format_by_extension(const char *file_name)
{
    const ptl_format *found = by_extension(file_name);

    return found ? &found->info : NULL;
}

/* ---- By what a file holds -------------------------------------------------------------------- */

/* The extension only decides between equals. */
static int fit_of(int score, const char *file_name, const char *extensions)
{
    return score > 0 ? 2 * score + ptl_has_extension(file_name, extensions) : 0;
}

/* A mark of its own and the name that goes with it: nobody else needs to be asked. */
enum { MARKED = 90, SETTLED = 2 * MARKED + 1 };

static const ptl_format *probe_formats(ptl_span head, uint64_t size, const char *file_name,
                                       int *best)
{
    const ptl_format *found = by_extension(file_name);

    *best = found ? fit_of(found->probe(head, size), file_name, found->info.extensions) : 0;
    if (*best >= SETTLED)
        return found;
    found = NULL;
    *best = 0;
    for (size_t i = 0; ptl_formats[i]; i++) {
        const ptl_format *f   = ptl_formats[i];
        int               fit = fit_of(f->probe(head, size), file_name, f->info.extensions);

        if (fit > *best) {
            *best = fit;
            found = f;
        }
    }
    return found;
}

static const ptl_importer *probe_imports(ptl_span head, uint64_t size, const char *file_name,
                                         int *best)
{
    const ptl_importer *found = NULL;

    *best = 0;
    for (size_t i = 0; ptl_imports[i]; i++) {
        const ptl_importer *m = ptl_imports[i];
        int fit = fit_of(m->probe(head, size, file_name), file_name, m->info.extensions);

        if (fit > *best) {
            *best = fit;
            found = m;
        }
    }
    return found;
}

const ptl_format_info *ptl_probe(const void *head, size_t head_size, uint64_t size,
                                 const char *file_name, int *score)
{
    ptl_span          span  = { head, head ? head_size : 0 };
    ptl_str           tag   = ptl_record_tag(span);
    const ptl_format *found = ptl_format_find(tag.data, tag.size);
    int               best  = 200;

    if (!found)
        found = probe_formats(span, size, file_name, &best);
    if (score)
        *score = best / 2;
    return found ? &found->info : NULL;
}

const ptl_import_info *ptl_import_probe(const void *head, size_t head_size, uint64_t size,
                                        const char *file_name, int *score)
{
    int                 best;
    const ptl_importer *found =
        probe_imports((ptl_span){ head, head ? head_size : 0 }, size, file_name, &best);

    if (score)
        *score = best / 2;
    return found ? &found->info : NULL;
}

/* ---- What an input is ------------------------------------------------------------------------ */

static ptl_guess guess_json(ptl_job *job, ptl_str tag)
{
    ptl_guess g = { .format = ptl_format_find(tag.data, tag.size), .json = true };
    char      shown[48];

    job->text = true;
    if (!g.format && tag.size > 0)
        ptl_fail(job, PTL_E_FORMAT, 0, "format", "\"portolan\" names \"%s\", which is not a format",
                 ptl_quote(shown, sizeof shown, tag.data, tag.size));
    else if (!g.format)
        ptl_fail(job, PTL_E_FORMAT, 0, "format",
                 "JSON made by portolan begins with the member \"portolan\"");
    return g;
}

static ptl_guess guess_named(ptl_job *job, const char *name)
{
    ptl_guess g = { .format = ptl_format_find(name, strlen(name)),
                    .import = ptl_import_find(name) };
    char      shown[48];

    if (!g.format && !g.import)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "format", "there is no format or import \"%s\"",
                 ptl_quote(shown, sizeof shown, name, strlen(name)));
    if (g.format) /* some have both: glb may one day be one */
        g.import = NULL;
    return g;
}

/* A format whose native form is JSON of it, which need not say so: what is wrong with it has a
 * line.
 */
static bool is_plain_json(const ptl_format *format)
{
    return format && format->record->untagged;
}

/* Nothing fits: the name still tells what was meant, and whether places are lines. */
static void refuse_content(ptl_job *job, ptl_span source, const char *file_name)
{
    const ptl_format *meant = by_extension(file_name);

    job->text = meant && meant->text;
    if (source.size == 0)
        ptl_fail(job, PTL_E_FORMAT, 0, "format", "the file is empty");
    else if (meant)
        ptl_fail(job, PTL_E_FORMAT, 0, "format",
                 "no format recognizes this content; its name says %s", meant->info.title);
    else
        ptl_fail(job, PTL_E_FORMAT, 0, "format", "no format recognizes this content");
}

ptl_guess ptl_guess_input(ptl_job *job, ptl_span source, const ptl_read_opts *opts)
{
    ptl_str   tag = ptl_record_tag(source);
    ptl_guess g   = { 0 };
    int       own, other;

    if (opts->format ? strcmp(opts->format, "json") == 0 : tag.size > 0)
        return guess_json(job, tag);
    g.format = opts->format ? NULL : by_extension(opts->name);
    if (opts->format)
        g = guess_named(job, opts->format);
    g.json = is_plain_json(g.format) && source.size > 0;
    job->text |= g.json;
    if (g.json && tag.size > 0 && ptl_format_find(tag.data, tag.size) != g.format)
        ptl_fail(job, PTL_E_FORMAT, 0, "format", "this is JSON of something else than a %s",
                 g.format->info.name);
    if (opts->format || g.json)
        return g;
    g.format = probe_formats(source, source.size, opts->name, &own);
    if (own >= SETTLED)
        return g;
    g.import = probe_imports(source, source.size, opts->name, &other);
    if (own >= other)
        g.import = NULL;
    else
        g.format = NULL;
    if (!g.format && !g.import)
        refuse_content(job, source, opts->name);
    return g;
}
