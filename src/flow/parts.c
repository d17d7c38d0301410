/* SPDX-License-Identifier: MIT */
/* Documents inside of documents, or named by them: opened through the same door as all others. */
#include <stdio.h>
#include <string.h>

#include "core/companions.h"
#include "flow/flow.h"

enum { MOST_INSIDE = 8 };

typedef struct relay { /* findings in a part on their way to those who asked for the whole */
    ptl_job        *job;
    char            shown[96]; /* the name of its file, or empty */
    const ptl_rule *rules;     /* of the part's format           */
} relay;

/* Places in the part mean nothing to them, but what its engine does because of them counts. */
static void pass_on(relay *to, const ptl_diag *diag)
{
    const ptl_rule *judges = to->job->judges;

    if (to->rules)
        ptl_judge_by(to->job, to->rules);
    ptl_find(to->job, diag->severity, PTL_NOWHERE, diag->rule, "%s%s%s", to->shown,
             to->shown[0] ? ": " : "", diag->message);
    to->job->judges = judges;
    to->job->judged = NULL;
}

static void hear(void *user, const ptl_diag *diag)
{
    if (diag->severity != PTL_ERROR)
        pass_on(user, diag);
}

/* In checks errors are findings, too. */
static void hear_check(void *user, const ptl_diag *diag)
{
    if (diag->status == PTL_OK)
        pass_on(user, diag);
}

/* ---- The door -------------------------------------------------------------------------------- */

/* Its memory counts as that of the call, its findings are heard with its name. */
static ptl_doc *read_inside(relay *to, const ptl_format *format, ptl_span bytes)
{
    ptl_guess guess = { .format = format };
    ptl_job   own;
    ptl_doc  *doc = ptl_doc_begin_within(&own, to->job);

    if (!doc)
        return NULL;
    own.settings      = NULL; /* those are about the whole */
    own.setting_count = 0;
    own.listener      = (ptl_listener){ hear, to };
    own.source        = bytes;
    ptl_doc_fill(&own, doc, &guess, bytes, false);
    if (ptl_ok(&own))
        return doc;
    ptl_fail(to->job, own.error.status, PTL_NOWHERE, own.error.rule, "%s%s%s", to->shown,
             to->shown[0] ? ": " : "", own.error.message);
    ptl_doc_free(doc);
    return NULL;
}

static ptl_doc *open_part(ptl_job *job, const char *format, const ptl_part_place *place,
                          const ptl_files *files)
{
    const ptl_format *row    = ptl_format_find(format, strlen(format));
    ptl_bytes         loaded = { 0 };
    ptl_span          bytes  = place->bytes;
    relay             to     = { .job = job, .rules = row->rules };
    ptl_doc          *doc    = NULL;

    if (job->inside >= MOST_INSIDE)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-parts",
                 "documents are nested more than %d deep", MOST_INSIDE);
    if (!bytes.data || place->path.size > 0)
        ptl_quote(to.shown, sizeof to.shown, place->path.data, place->path.size);
    if (!bytes.data && ptl_files_load(job, files, &place->file, &loaded))
        bytes = (ptl_span){ loaded.data, loaded.size };
    else if (!bytes.data)
        ptl_fail(job, PTL_E_IO, PTL_NOWHERE, "file-missing", "%s (%s) is not there", to.shown,
                 place->file.role);
    if (ptl_ok(job))
        doc = read_inside(&to, row, bytes);
    if (doc)
        memcpy(doc->place, place->info.name, sizeof doc->place);
    ptl_bytes_free(&loaded);
    return doc;
}

/* What is not shown of it is said with the name of its place. */
static void fill_from_part(ptl_job *job, void *hub, ptl_hub kind, const ptl_doc *part,
                           const ptl_files *files)
{
    relay   to  = { .job = job };
    ptl_job own = *job;

    snprintf(to.shown, sizeof to.shown, "%s", part->place);
    own.listener = (ptl_listener){ hear, &to };
    own.inside++;
    if (!part->format->to[kind]) {
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "conversion", "%s does not become %s",
                 part->format->info.name, ptl_hub_rows[kind].name);
        return;
    }
    part->format->to[kind](&own, hub, part->native, files);
    if (!ptl_ok(&own))
        ptl_fail(job, own.error.status, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
}

static void write_part(ptl_job *job, ptl_buf *out, const ptl_doc *part, const ptl_setting *settings,
                       size_t count)
{
    ptl_job own = *job;

    own.settings      = settings;
    own.setting_count = count;
    out->job          = &own;
    part->format->write(&own, out, part->native);
    out->job = job;
    ptl_job_join(job, &own);
}

static void check_part(ptl_job *job, const ptl_doc *part, const char *profile)
{
    relay   to  = { .job = job, .rules = part->format->rules };
    ptl_job own = *job;

    snprintf(to.shown, sizeof to.shown, "%s", part->place);
    own.listener = (ptl_listener){ hear_check, &to };
    if (part->format->check)
        part->format->check(&own, part->native, profile);
    ptl_job_join(job, &own);
}

static void bring_part(ptl_job *job, ptl_doc *part, ptl_grid_homes *homes)
{
    ptl_attachments none = { 0 };

    part->format->home(job, part->native, homes, &none);
    if (ptl_ok(job))
        part->format->settle(job, part->native);
}

const ptl_door ptl_flow_door = { open_part,  fill_from_part, write_part,
                                 check_part, bring_part,     ptl_rule_near };

/* ---- For everybody --------------------------------------------------------------------------- */

/* Where the index-th part is; the place may point into the job's arena. */
static bool find_part(ptl_job *job, const ptl_doc *doc, size_t index, ptl_part_place *out)
{
    ptl_doc_settle(job, doc);
    return ptl_ok(job) && doc->format->part && doc->format->part(job, doc->native, index, out);
}

bool ptl_part_at(ptl_part *out, const ptl_doc *doc, size_t index)
{
    ptl_arena      arena = { 0 };
    ptl_heap       heap;
    ptl_job        job;
    ptl_part_place place;
    bool           there;

    if (!out || !doc)
        return false;
    job       = ptl_doc_job_beside(doc, &heap);
    job.arena = &arena;
    there     = find_part(&job, doc, index, &place);
    if (there)
        *out = place.info;
    ptl_arena_free(&arena, &heap);
    return there;
}

/* A part that is in a file is read as that file would be; of what is embedded the bytes are. */
static ptl_status read_part(ptl_doc **out, ptl_job *job, const ptl_doc *doc,
                            const ptl_part_place *place, const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_read_opts with   = *opts;
    ptl_bytes     loaded = { 0 };
    ptl_span      bytes  = place->bytes;
    ptl_status    status;

    with.format    = doc->format->parts;
    with.untrusted = with.untrusted || doc->untrusted;
    if (with.untrusted)
        with.files.load = NULL;
    if (!bytes.data && !ptl_files_load(job, &with.files, &place->file, &loaded)) {
        ptl_fail(job, PTL_E_IO, PTL_NOWHERE, "file-missing", "%s (%s) is not there",
                 place->file.name, place->file.role);
        return ptl_job_end(job, err);
    }
    if (!bytes.data)
        bytes = (ptl_span){ loaded.data, loaded.size };
    status = ptl_read(out, bytes.data, bytes.size, &with, err);
    ptl_bytes_free(&loaded);
    return status;
}

ptl_status ptl_part_read(ptl_doc **out, const ptl_doc *doc, size_t index, const ptl_read_opts *opts,
                         ptl_diag *err)
{
    static const ptl_read_opts defaults;
    ptl_arena                  arena = { 0 };
    ptl_heap                   heap;
    ptl_job                    job;
    ptl_part_place             place;
    ptl_status                 status;

    if (out)
        *out = NULL;
    if (!out || !doc)
        return ptl_refuse(err, "ptl_part_read needs a document and a place for the part");
    opts         = opts ? opts : &defaults;
    job          = ptl_doc_job_beside(doc, &heap);
    job.arena    = &arena;
    job.listener = opts->listener;
    if (!find_part(&job, doc, index, &place))
        ptl_fail(&job, PTL_E_ARG, PTL_NOWHERE, "argument", "there is no part %zu", index);
    else if (!place.info.there)
        ptl_fail(&job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "part", "%s has nothing in it",
                 place.info.name);
    status = ptl_ok(&job) ? read_part(out, &job, doc, &place, opts, err) : ptl_job_end(&job, err);
    ptl_arena_free(&arena, &heap);
    return status;
}

ptl_status ptl_part_put(ptl_doc *doc, size_t index, const ptl_doc *part, ptl_diag *err)
{
    ptl_job job;
    ptl_buf file;

    if (!doc || !part || !doc->format->put_part ||
        strcmp(doc->format->parts, part->format->info.name) != 0)
        return ptl_refuse(err, "ptl_part_put needs a document and one that can be a part of it");
    job      = ptl_doc_job(doc);
    job.door = &ptl_flow_door;
    file     = ptl_buf_of(&job, NULL);
    ptl_doc_settle(&job, doc);
    ptl_doc_settle(&job, part);
    if (ptl_ok(&job))
        write_part(&job, &file, part, doc->format->parts_as, doc->format->parts_as ? 1 : 0);
    if (ptl_ok(&job))
        doc->format->put_part(&job, doc->native, index, (ptl_span){ file.data, file.size });
    ptl_buf_free(&file);
    return ptl_job_end(&job, err);
}
