/* SPDX-License-Identifier: MIT */
/* What changed between two files: ptl_diff. */
#include <portolan/compare.h>
#include <string.h>

#include "flow/compare_flow.h"

enum { USUAL_LINES = 20 };

void ptl_budget_begin(ptl_budget *budget, const ptl_read_opts *opts)
{
    ptl_limits limits = ptl_limits_of(&opts->limits, opts->untrusted);

    *budget                = (ptl_budget){ .read = *opts };
    budget->heap           = ptl_heap_of(&opts->allocator, limits.memory);
    budget->read.allocator = ptl_heap_allocator(&budget->heap);
}

bool ptl_budget_hold(ptl_job *job, const ptl_source *const files[], size_t count)
{
    for (size_t i = 0; i < count && ptl_ok(job); i++)
        if (!files[i]->path)
            ptl_charge(job, files[i]->size);
    return ptl_ok(job);
}

void ptl_budget_release(const ptl_budget *budget, ptl_bytes *bytes)
{
    bytes->allocator = budget->heap.allocator;
}

ptl_status ptl_side_read(ptl_doc **out, const ptl_source *from, const ptl_read_opts *opts,
                         ptl_diag *err)
{
    ptl_read_opts with = *opts;
    ptl_status    status;

    *out             = NULL;
    with.keep_source = from->path != NULL;
    if (from->path)
        return ptl_read_file(out, from->path, &with, err);
    status = ptl_read(out, from->data, from->size, &with, err);
    if (status == PTL_OK) /* the caller holds them as long as the call takes */
        *((*out)->placeless ? &(*out)->json : &(*out)->source) =
            (ptl_span){ from->data, from->size };
    return status;
}

ptl_span ptl_side_bytes(const ptl_doc *doc)
{
    return doc->json.data ? doc->json : doc->source;
}

static bool same_bytes(const ptl_doc *a, const ptl_doc *b)
{
    ptl_span x = ptl_side_bytes(a), y = ptl_side_bytes(b);

    return x.size == y.size && (x.size == 0 || memcmp(x.data, y.data, x.size) == 0);
}

bool ptl_sides_match(ptl_job *job, const ptl_doc *a, const ptl_doc *b)
{
    if (a->format != b->format)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "compare-formats",
                 "one is %s, the other %s: only files of one format can be compared",
                 a->format->info.title, b->format->info.title);
    return ptl_ok(job);
}

static ptl_difference how_different(const ptl_changes *changes)
{
    for (size_t i = 0; i < changes->count; i++)
        if (ptl_change_means(&changes->data[i]))
            return PTL_DIFFERS;
    return PTL_ALIKE;
}

/* ---- For people ------------------------------------------------------------------------------ */

static void put_tallies(ptl_buf *out, const ptl_changes *changes, bool meaning)
{
    ptl_tallies tallies = ptl_changes_count(out->job, changes, meaning);

    ptl_tallies_write(out, &tallies);
    ptl_put_char(out, '\n');
}

static void put_text(ptl_buf *out, const ptl_changes *changes, ptl_difference how,
                     const ptl_diff_opts *opts)
{
    size_t most  = opts->most ? opts->most : USUAL_LINES;
    bool   aside = false;

    for (size_t i = 0; i < changes->count && !aside; i++)
        aside = !ptl_change_means(&changes->data[i]);
    if (how == PTL_DIFFERS)
        put_tallies(out, changes, true);
    if (how == PTL_DIFFERS && opts->form == PTL_DIFF_TEXT)
        ptl_changes_text(out, changes, true, most);
    if (how == PTL_ALIKE)
        ptl_put_text(out, "the same in meaning; only how it is written differs\n");
    if (aside) {
        ptl_put_text(out, "written or shown otherwise: ");
        put_tallies(out, changes, false);
    }
    if (aside && how == PTL_ALIKE && opts->form == PTL_DIFF_TEXT)
        ptl_changes_text(out, changes, false, most);
}

/* ---- For programs ---------------------------------------------------------------------------- */

static const char *how_names[] = { "same", "alike", "different" };

static void put_json(ptl_buf *out, const ptl_doc *doc, const ptl_changes *changes,
                     ptl_difference how)
{
    ptl_tallies tallies = ptl_changes_count(out->job, changes, true);

    ptl_put_format(out, "{\n  \"format\": \"%s\",\n  \"result\": \"%s\",\n  \"summary\": \"",
                   doc->format->info.name, how_names[how]);
    ptl_tallies_write(out, &tallies);
    ptl_put_text(out, "\",\n  \"numbers\": ");
    ptl_changes_write_numbers(out, changes);
    ptl_put_text(out, ",\n  \"changes\": ");
    ptl_changes_write(out, changes);
    ptl_put_text(out, "\n}\n");
}

/* ---- The call -------------------------------------------------------------------------------- */

static void compare(ptl_job *job, ptl_buf *out, ptl_doc *docs[2], const ptl_source *before,
                    ptl_difference *how, const ptl_diff_opts *opts)
{
    const ptl_record *record  = docs[1]->format->record;
    ptl_changes       changes = { 0 };
    ptl_print         from    = { 0 };

    if (opts->form == PTL_DIFF_PATCH) /* before numbers change in place */
        from = ptl_print_of(ptl_side_bytes(docs[0]));
    *how = PTL_SAME;
    if (!same_bytes(docs[0], docs[1])) {
        changes = ptl_record_diff(job, record, docs[0]->native, docs[1]->native);
        *how    = how_different(&changes);
    }
    if (!ptl_ok(job))
        return;
    if (opts->form == PTL_DIFF_JSON)
        put_json(out, docs[1], &changes, *how);
    else if (opts->form == PTL_DIFF_PATCH)
        ptl_patch_write(out, docs, &from, before, &changes, &opts->read);
    else if (*how != PTL_SAME)
        put_text(out, &changes, *how, opts);
}

static ptl_status run(ptl_compared *out, ptl_doc *docs[2], const ptl_source *const files[2],
                      const ptl_diff_opts *opts, ptl_diag *err)
{
    ptl_arena  arena = { 0 };
    ptl_heap   heap;
    ptl_job    job = ptl_doc_job_beside(docs[1], &heap);
    ptl_buf    buf = ptl_buf_of(&job, NULL);
    ptl_status status;

    job.arena    = &arena;
    job.listener = opts->read.listener;
    job.progress = opts->read.progress;
    job.stage    = "compare";
    if (ptl_budget_hold(&job, files, 2) && ptl_sides_match(&job, docs[0], docs[1]))
        compare(&job, &buf, docs, files[0], &out->how, opts);
    status = ptl_buf_give(&out->page, &buf, err);
    ptl_arena_free(&arena, &heap);
    return status;
}

ptl_status ptl_diff(ptl_compared *out, const ptl_source *before, const ptl_source *after,
                    const ptl_diff_opts *opts, ptl_diag *err)
{
    static const ptl_diff_opts defaults;
    const ptl_source *const    files[] = { before, after };
    ptl_doc                   *docs[2] = { NULL, NULL };
    ptl_diff_opts              with;
    ptl_budget                 budget;
    ptl_status                 status;

    if (out)
        *out = (ptl_compared){ 0 };
    if (!out || !before || !after)
        return ptl_refuse(err, "ptl_diff needs two files and a place for what it says");
    with = opts ? *opts : defaults;
    ptl_budget_begin(&budget, &with.read);
    with.read = budget.read;
    status    = ptl_side_read(&docs[0], before, &with.read, err);
    if (status == PTL_OK)
        status = ptl_side_read(&docs[1], after, &with.read, err);
    if (status == PTL_OK)
        status = run(out, docs, files, &with, err);
    ptl_doc_free(docs[0]);
    ptl_doc_free(docs[1]);
    ptl_budget_release(&budget, &out->page);
    return status;
}
