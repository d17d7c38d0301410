/* SPDX-License-Identifier: MIT */
/* Looking at documents: findings, repairs, facts, files that belong to them, descriptions. */
#include <string.h>

#include "core/base64.h"
#include "core/words.h"
#include "flow/flow.h"

/* ---- Looking -------------------------------------------------------------------------------- */

bool ptl_profile_known(const char *profile)
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
    if (!doc || !ptl_profile_known(opts->profile))
        return ptl_refuse(err, "ptl_check needs a document, and engine or document as profile");
    job          = ptl_doc_job_beside(doc, &heap);
    job.arena    = &arena;
    job.listener = opts->listener;
    job.progress = opts->progress;
    job.stage    = "check";
    job.jumps    = true;
    job.door     = &ptl_flow_door;
    if (!ptl_doc_changed(doc)) /* what was changed stands somewhere else */
        job.json = doc->json;
    job.judging = opts->profile && strcmp(opts->profile, "engine") == 0;
    ptl_judge_by(&job, doc->format->rules);
    ptl_step_to(&job, 0, 0);
    ptl_doc_settle(&job, doc);
    if (ptl_ok(&job))
        ptl_record_check(&job, doc->format->record, doc->native, doc->format->place);
    if (doc->format->check && ptl_ok(&job))
        doc->format->check(&job, doc->native, opts->profile);
    if (doc->format->check_files && opts->files.load && !doc->untrusted && ptl_ok(&job))
        doc->format->check_files(&job, doc->native, opts);
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
    ptl_doc_settle(&job, doc);
    if (doc->format->fix && ptl_ok(&job))
        doc->format->fix(&job, doc->native);
    doc->json = (ptl_span){ 0 };
    return ptl_job_end(&job, err);
}

/* Whether it has the name by which a folder has it: only then is it worth looking for the others.
 */
static bool is_of_folder(const ptl_doc *doc)
{
    const char *inside = doc->format->info.inside, *slash = inside ? strrchr(inside, '/') : NULL;
    const char *name = slash ? slash + 1 : inside ? inside : "";
    ptl_str     own = { doc->name, strlen(doc->name) }, wanted = { name, strcspn(name, ".") };

    return own.size == 0 || (own.size == wanted.size && ptl_str_holds(own, wanted));
}

/* The facts of a document, with those that its files add where they can be had. */
static const void *facts_of(ptl_job *job, const ptl_doc *doc, const ptl_files *files)
{
    void *facts = doc->format->facts(job, doc->native);

    if (facts && doc->format->facts_files && files && files->load && !doc->untrusted &&
        is_of_folder(doc))
        doc->format->facts_files(job, facts, doc->native, files);
    return ptl_ok(job) ? facts : NULL;
}

/* Pages that are no facts. */
static void put_texts(ptl_job *job, ptl_buf *out, const ptl_doc *doc, ptl_page page)
{
    const ptl_format *format = doc->format;

    if (!ptl_ok(job))
        return;
    if (page == PTL_PAGE_NOTES && format->notes)
        format->notes(job, out, doc->native);
    else if (page == PTL_PAGE_NOTES)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "notes", "%s holds no notes",
                 format->info.name);
    else if (format->meaning)
        format->meaning(job, out, doc->native);
    else
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "meaning",
                 "%s needs no list of what it means", format->info.name);
}

ptl_status ptl_info(ptl_bytes *out, const ptl_doc *doc, ptl_page page, ptl_diag *err)
{
    return ptl_info_beside(out, doc, page, NULL, err);
}

ptl_status ptl_info_beside(ptl_bytes *out, const ptl_doc *doc, ptl_page page,
                           const ptl_files *files, ptl_diag *err)
{
    ptl_arena         arena = { 0 };
    ptl_heap          heap;
    ptl_job           job;
    ptl_buf           buf;
    const ptl_format *format;
    const void       *facts;
    ptl_status        status;

    if (out)
        *out = (ptl_bytes){ 0 };
    if (!out || !doc)
        return ptl_refuse(err, "ptl_info needs a document and a place for its page");
    format    = doc->format;
    job       = ptl_doc_job_beside(doc, &heap);
    job.arena = &arena;
    buf       = ptl_buf_of(&job, NULL);
    ptl_doc_settle(&job, doc);
    if (page >= PTL_PAGE_NOTES)
        put_texts(&job, &buf, doc, page);
    facts = ptl_ok(&job) && page < PTL_PAGE_NOTES ? facts_of(&job, doc, files) : NULL;
    if (facts && page == PTL_PAGE_JSON)
        ptl_record_write(&buf, format->facts_record, facts, NULL);
    else if (facts)
        ptl_record_page(&buf, format->facts_record, facts);
    status = ptl_buf_give(out, &buf, err);
    ptl_arena_free(&arena, &heap);
    return status;
}

bool ptl_doc_companion(ptl_companion *out, const ptl_doc *doc, size_t index)
{
    return doc && out && doc->format->companion && doc->format->companion(doc->native, index, out);
}

/* ---- Descriptions --------------------------------------------------------------------------- */

static ptl_status describe(ptl_bytes *out, const char *name, bool facts, bool schema, ptl_diag *err)
{
    const ptl_format *format = name ? ptl_format_find(name, strlen(name)) : NULL;
    ptl_heap          heap   = ptl_heap_of(&(ptl_allocator){ 0 }, SIZE_MAX);
    ptl_job           job    = { .heap = &heap };
    ptl_buf           buf    = ptl_buf_of(&job, NULL);
    const ptl_record *record;

    if (out)
        *out = (ptl_bytes){ 0 };
    if (!out || !format)
        return ptl_refuse(err, "a description needs the name of a format");
    record = facts ? format->facts_record : format->record;
    if (schema)
        ptl_record_schema(&buf, record, format->info.title, facts ? NULL : format->info.name);
    else
        ptl_record_fields(&buf, record);
    return ptl_buf_give(out, &buf, err);
}

ptl_status ptl_schema(ptl_bytes *out, const char *format, bool facts, ptl_diag *err)
{
    return describe(out, format, facts, true, err);
}

ptl_status ptl_fields(ptl_bytes *out, const char *format, bool facts, ptl_diag *err)
{
    return describe(out, format, facts, false, err);
}

ptl_status ptl_to_base64(ptl_bytes *out, const void *data, size_t size, ptl_diag *err)
{
    ptl_heap heap = ptl_heap_of(&(ptl_allocator){ 0 }, SIZE_MAX);
    ptl_job  job  = { .heap = &heap };
    ptl_buf  buf  = ptl_buf_of(&job, NULL);

    if (out)
        *out = (ptl_bytes){ 0 };
    if (!out || (!data && size > 0))
        return ptl_refuse(err, "base64 needs bytes and a place for their text");
    ptl_put_base64(&buf, data, size);
    return ptl_buf_give(out, &buf, err);
}
