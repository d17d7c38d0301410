/* SPDX-License-Identifier: MIT */
/* Maps that leave for Tiled and come home: which file they were made from, and what changed. */
#include <string.h>

#include "core/base64.h"
#include "core/codec.h"
#include "core/companions.h"
#include "core/sum.h"
#include "core/words.h"
#include "flow/flow.h"

/* ---- Leaving --------------------------------------------------------------------------------- */

bool ptl_way_leaves(const ptl_way *way)
{
    return way->from && way->from->home && way->into && way->hubs > 0 &&
           way->hub[way->hubs - 1] == PTL_HUB_GRID;
}

static ptl_str word(const char *text)
{
    return (ptl_str){ text, strlen(text) };
}

static ptl_str sum_of(ptl_job *job, ptl_span bytes)
{
    char    text[2 * PTL_SHA256];
    uint8_t sum[PTL_SHA256];
    char   *copy;

    ptl_sha256(sum, bytes);
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = "0123456789abcdef"[sum[i / 2] >> (i % 2 ? 0 : 4) & 15];
    copy = ptl_arena_copy(job, text, sizeof text, 1);
    return (ptl_str){ copy ? copy : "", copy ? sizeof text : 0 };
}

/* The bytes as a text that Tiled keeps. */
static ptl_str pack(ptl_job *job, ptl_span bytes)
{
    ptl_buf coded = ptl_buf_of(job, NULL), text = ptl_buf_of(job, NULL);
    ptl_str out = { "", 0 };

    ptl_stream_encode(&coded, PTL_CODEC_ZLIB, bytes, 0);
    ptl_put_base64(&text, coded.data, coded.size);
    if (ptl_ok(job))
        out = (ptl_str){ ptl_arena_copy(job, text.data, text.size, 1), text.size };
    ptl_buf_free(&coded);
    ptl_buf_free(&text);
    return out.data ? out : (ptl_str){ "", 0 };
}

void ptl_origin_note(ptl_job *job, ptl_grid_origin *out, const ptl_format *format, ptl_span bytes,
                     const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;

    *out = (ptl_grid_origin){ .format  = word(format->info.name),
                              .name    = word(slash  ? slash + 1
                                              : path ? path
                                                     : ""),
                              .sum     = sum_of(job, bytes),
                              .version = word(ptl_version()),
                              .packed  = { "", 0 } };
    if (ptl_setting_of(job, "self-contained"))
        out->packed = pack(job, bytes);
}

void ptl_origin_guess(ptl_job *job, ptl_grid_origin *out, const ptl_doc *doc)
{
    ptl_buf file = ptl_buf_of(job, NULL);
    ptl_job own  = *job;
    ptl_str name =
        ptl_grid_text(job, "%s.%.*s", doc->name, (int)strcspn(doc->format->info.extensions, " "),
                      doc->format->info.extensions);

    own.settings      = NULL; /* those are about what becomes of it */
    own.setting_count = 0;
    file.job          = &own;
    doc->format->write(&own, &file, doc->native);
    file.job = job;
    ptl_job_join(job, &own);
    if (ptl_ok(job))
        ptl_origin_note(job, out, doc->format, (ptl_span){ file.data, file.size }, NULL);
    out->name = doc->name[0] ? name : (ptl_str){ "", 0 };
    ptl_buf_free(&file);
}

/* ---- The base -------------------------------------------------------------------------------- */

static ptl_span unpack(ptl_job *job, ptl_str text)
{
    uint8_t   *coded  = ptl_arena_raw(job, text.size / 4 * 3 + 3);
    ptl_base64 got    = { 0 };
    ptl_stream stream = { .codec = PTL_CODEC_ZLIB };

    if (coded)
        got = ptl_base64_undo(coded, text, false);
    stream.bytes = (ptl_span){ coded, got.size };
    if (coded && (got.wrong != SIZE_MAX || got.size == 0))
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "grid-base",
                 "the base inside of the map (portolan.base) is no base64");
    return ptl_ok(job) ? ptl_stream_decode_all(job, &stream, job->input ? job->input : SIZE_MAX)
                       : (ptl_span){ 0 };
}

static ptl_span beside(ptl_job *job, ptl_str name, const ptl_files *files)
{
    ptl_companion companion = { .role = "base", .needed = true, .exact = true };

    if (name.size == 0 || !ptl_companion_path(companion.name, sizeof companion.name, name, false))
        return (ptl_span){ 0 };
    return ptl_files_keep(job, files, &companion);
}

/* Whether it is the file that the map was made from. */
static void check_base(ptl_job *job, const ptl_grid_origin *origin, const ptl_format *into,
                       ptl_span base)
{
    ptl_str sum = sum_of(job, base);
    char    shown[64];

    if (ptl_setting_of(job, "force-base"))
        return;
    if (origin->format.size > 0 && !ptl_str_is(origin->format, into->info.name))
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-base",
                 "the map was made from a file of the format \"%s\", and is no %s",
                 ptl_quote(shown, sizeof shown, origin->format.data, origin->format.size),
                 into->info.name);
    else if (origin->sum.size == 0)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-base",
                 "the map does not say what it was made from: --force-base believes the base");
    else if (!ptl_str_same(sum, origin->sum))
        ptl_fail(
            job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-base",
            "the base is not the file that the map was made from, \"%s\", or has changed since",
            ptl_quote(shown, sizeof shown, origin->name.data, origin->name.size));
}

ptl_span ptl_home_base(ptl_job *job, const ptl_grid *grid, const ptl_format *into,
                       const ptl_files *files)
{
    const ptl_setting     *given  = ptl_setting_of(job, "base");
    const ptl_grid_origin *origin = &grid->origin;
    ptl_span               base   = { 0 };
    char                   shown[64];

    if (ptl_setting_of(job, "without-base"))
        return base;
    if (given)
        base = (ptl_span){ given->data, given->size };
    else if (origin->packed.size > 0)
        base = unpack(job, origin->packed);
    else if (ptl_str_is(origin->format, into->info.name))
        base = beside(job, origin->name, files);
    if (ptl_ok(job) && base.data)
        check_base(job, origin, into, base);
    else if (ptl_ok(job) && ptl_str_is(origin->format, into->info.name))
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-base",
                 "the map was made from \"%s\", which is not beside it: name it with --base, or "
                 "make a new file with --without-base",
                 ptl_quote(shown, sizeof shown, origin->name.data, origin->name.size));
    return ptl_ok(job) ? base : (ptl_span){ 0 };
}

/* ---- Coming home ----------------------------------------------------------------------------- */

/* Reads the base; what is odd about it is not said again. */
static ptl_guess read_base(ptl_job *job, ptl_doc *doc, const ptl_format *into, ptl_span base)
{
    ptl_listener kept  = job->listener;
    ptl_guess    guess = { .format = into };
    ptl_diag     error;

    job->listener = (ptl_listener){ 0 };
    job->source   = base;
    if (base.size > 0 && base.data[0] == '{') /* none of our formats begins so, but their JSON */
        guess = ptl_guess_input(job, base, &(ptl_read_opts){ 0 });
    if (ptl_ok(job) && guess.format == into)
        ptl_doc_fill(job, doc, &guess, base, false);
    error         = job->error;
    job->listener = kept;
    job->error    = (ptl_diag){ .status = PTL_OK };
    if (error.status != PTL_OK)
        ptl_fail(job, error.status, PTL_NOWHERE, error.rule, "the base cannot be read: %s",
                 error.message);
    else if (guess.format != into)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-base", "the base is no %s",
                 into->info.title);
    ptl_json_forget(job);
    job->placeless = doc->placeless = true;
    return guess;
}

/* What it would have become, with every layer and property there can be. */
static void base_grid(ptl_job *job, ptl_grid *out, const ptl_doc *doc, const ptl_files *files)
{
    static const ptl_setting every = { "layers", "home", 4 };
    ptl_job                  own   = *job;

    own.settings      = &every;
    own.setting_count = 1;
    own.listener      = (ptl_listener){ 0 };
    doc->format->to[PTL_HUB_GRID](&own, out, doc->native, files);
    if (!ptl_ok(&own))
        ptl_fail(job, own.error.status, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
}

/* Whether a setting asks for something that writing does. */
static bool is_written_otherwise(const ptl_job *job, const ptl_format *into)
{
    for (size_t i = 0; i < job->setting_count; i++)
        for (const ptl_setting_info *row = into->info.settings; row && row->name; row++)
            if (row->when & PTL_WHEN_WRITING && strcmp(row->name, job->settings[i].name) == 0)
                return true;
    return false;
}

bool ptl_home_make(ptl_job *job, ptl_doc *doc, const ptl_format *into, ptl_span base,
                   const ptl_grid *grid, const ptl_files *files)
{
    ptl_guess      guess = read_base(job, doc, into, base);
    ptl_grid       was   = { 0 };
    ptl_grid_homes homes = { 0 };

    if (ptl_ok(job))
        base_grid(job, &was, doc, files);
    if (ptl_ok(job))
        ptl_grid_compare(job, &homes, &was, grid, into->home_key);
    if (!ptl_ok(job))
        return false;
    into->home(job, doc->native, &homes, &doc->attached);
    if (ptl_ok(job))
        into->settle(job, doc->native);
    return ptl_ok(job) && !homes.any && !guess.json && !is_written_otherwise(job, into);
}
