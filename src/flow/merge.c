/* SPDX-License-Identifier: MIT */
/* The changes of two files brought together: ptl_merge. */
#include "core/merge.h"

#include <portolan/compare.h>
#include <string.h>

#include "core/json.h"
#include "flow/compare_flow.h"

typedef struct merging {
    ptl_doc              *docs[3]; /* base, the side that is kept, the other */
    ptl_span              bytes[3];
    const ptl_source     *from[3];
    const ptl_merge_opts *opts;
    ptl_merged           *out;
} merging;

static bool same_bytes(const merging *m, size_t a, size_t b)
{
    return m->bytes[a].size == m->bytes[b].size &&
           (m->bytes[a].size == 0 ||
            memcmp(m->bytes[a].data, m->bytes[b].data, m->bytes[a].size) == 0);
}

/* Which side is the result as it stands; 0: neither. */
static size_t whole_side(const merging *m)
{
    if (same_bytes(m, 0, 2) || same_bytes(m, 1, 2))
        return 1;
    return same_bytes(m, 0, 1) ? 2 : 0;
}

/* ---- Conflicts ------------------------------------------------------------------------------- */

/* Values of base, ours and theirs, wherever they are in the list. */
static const char *value_of(const merging *m, const ptl_conflict *c, size_t who)
{
    return c->values[who > 0 && m->opts->theirs ? 3 - who : who];
}

static void hear_conflict(ptl_job *job, const merging *m, const ptl_conflict *c)
{
    char shown[3][40];

    for (size_t i = 0; i < 3; i++) {
        const char *value = value_of(m, c, i);

        ptl_quote(shown[i], sizeof shown[i], value, strlen(value));
    }
    ptl_path(job, "%s", c->path);
    ptl_find(job, PTL_WARNING, PTL_NOWHERE, "merge-conflict",
             "both changed it: %s before, %s in ours, %s in theirs; %s is kept", shown[0], shown[1],
             shown[2], m->opts->theirs ? "theirs" : "ours");
}

static void put_conflict(ptl_buf *out, const merging *m, const ptl_conflict *c)
{
    static const char *const names[] = { "base", "ours", "theirs" };

    ptl_put_text(out, "{ \"path\": ");
    ptl_json_put_string(out, c->path, strlen(c->path));
    for (size_t i = 0; i < 3; i++)
        ptl_put_format(out, ", \"%s\": %s", names[i], value_of(m, c, i));
    ptl_put_format(out, ", \"kept\": \"%s\" }", m->opts->theirs ? "theirs" : "ours");
}

static void list_conflicts(ptl_job *job, ptl_buf *out, const merging *m, const ptl_conflicts *all)
{
    ptl_put_char(out, '[');
    for (size_t i = 0; i < all->count && ptl_ok(job); i++) {
        ptl_put_text(out, i > 0 ? ",\n  " : "\n  ");
        put_conflict(out, m, &all->data[i]);
        if (*all->data[i].path && ptl_wants(job, PTL_WARNING, "merge-conflict"))
            hear_conflict(job, m, &all->data[i]);
    }
    ptl_put_text(out, all->count > 0 ? "\n]\n" : "]\n");
}

/* ---- The result ------------------------------------------------------------------------------ */

static void give(ptl_job *job, ptl_bytes *out, ptl_span bytes)
{
    ptl_buf buf = ptl_buf_of(job, NULL);

    ptl_put(&buf, bytes.data, bytes.size);
    ptl_buf_give(out, &buf, NULL);
}

/* Whether only lenient reading would take what came out, of sides that do not need it. */
static bool is_worse(ptl_job *job, const merging *m, const ptl_doc *doc)
{
    return !m->opts->read.lenient && !m->docs[0]->lenient && !m->docs[1]->lenient &&
           !m->docs[2]->lenient && ptl_doc_needs_lenience(job, doc);
}

/* The document that came out, as its format writes it; where it is a side as that stands, its very
 * bytes. What does not fit together fails the job. */
static void write_result(ptl_job *job, merging *m, void *native, const ptl_outcome *outcome)
{
    ptl_doc *doc = m->docs[1];
    void    *was = doc->native;
    ptl_diag err;

    for (size_t side = 1; side < 3; side++)
        if (!outcome->renumbered[side] &&
            ptl_record_same(doc->format->record, native, m->docs[side]->native, PTL_WHOLE)) {
            give(job, &m->out->file, m->bytes[side]);
            return;
        }
    doc->native = native;
    ptl_doc_open(doc, doc->format);
    if (doc->format->rejoin)
        doc->format->rejoin(job, native);
    ptl_doc_settle(job, doc);
    if (ptl_ok(job) && is_worse(job, m, doc))
        doc->format->settle(job, native); /* says why */
    if (ptl_ok(job) && doc->format->finish)
        doc->format->finish(job, native);
    if (ptl_ok(job) && ptl_side_write(&m->out->file, doc, &err) != PTL_OK)
        ptl_fail(job, err.status, PTL_NOWHERE, err.rule, "%s", err.message);
    doc->native = was;
}

/* Changes that fit by themselves may not fit together: then all of it is one conflict. */
static void settle_for_side(ptl_job *job, merging *m, ptl_outcome *outcome, const char *why)
{
    ptl_conflict *grown = ptl_arena_grow(job, outcome->conflicts.data, outcome->conflicts.count, 1,
                                         &outcome->conflicts.room, sizeof *grown);

    if (!grown)
        return;
    grown[outcome->conflicts.count++] = (ptl_conflict){ "", { "null", "null", "null" } };
    outcome->conflicts.data           = grown;
    ptl_find(job, PTL_WARNING, PTL_NOWHERE, "merge-conflict",
             "both together do not fit, one side is kept: %s", why);
    give(job, &m->out->file, m->bytes[1]);
}

static void merge_docs(ptl_job *job, ptl_buf *list, merging *m)
{
    const ptl_record *record    = m->docs[0]->format->record;
    void             *native    = ptl_arena_take(job, record->size);
    ptl_outcome       outcome   = { 0 };
    bool              united[3] = { false };
    ptl_job           writing;

    if (!native)
        return;
    if (m->docs[0]->format->unite)
        m->docs[0]->format->unite(
            job, (void *[]){ m->docs[0]->native, m->docs[1]->native, m->docs[2]->native }, united);
    outcome = ptl_record_merge(job, record, native, m->docs[0]->native, m->docs[1]->native,
                               m->docs[2]->native);
    if (!ptl_ok(job))
        return;
    for (size_t i = 0; i < 3; i++)
        outcome.renumbered[i] = outcome.renumbered[i] || united[i];
    writing          = *job;
    writing.listener = (ptl_listener){ 0 };
    if (!outcome.torn)
        write_result(&writing, m, native, &outcome);
    if (outcome.torn)
        settle_for_side(job, m, &outcome, "one took away what the other put something into");
    else if (writing.error.status == PTL_E_SYNTAX || writing.error.status == PTL_E_UNSUPPORTED)
        settle_for_side(job, m, &outcome, writing.error.message);
    else
        ptl_job_join(job, &writing);
    list_conflicts(job, list, m, &outcome.conflicts);
    m->out->count = outcome.conflicts.count;
}

/* ---- The call -------------------------------------------------------------------------------- */

static ptl_status run(merging *m, ptl_diag *err)
{
    ptl_arena  arena = { 0 };
    ptl_heap   heap;
    ptl_job    job  = ptl_doc_job_beside(m->docs[0], &heap);
    ptl_buf    list = ptl_buf_of(&job, NULL);
    size_t     side = 0;
    ptl_status status;

    job.arena     = &arena;
    job.listener  = m->opts->read.listener;
    job.progress  = m->opts->read.progress;
    job.stage     = "compare";
    job.placeless = true;
    for (size_t i = 0; i < 3; i++)
        m->bytes[i] = ptl_side_bytes(m->docs[i]);
    ptl_budget_hold(&job, m->from, 3);
    ptl_sides_match(&job, m->docs[0], m->docs[1]);
    ptl_sides_match(&job, m->docs[0], m->docs[2]);
    side = ptl_ok(&job) ? whole_side(m) : 0;
    if (side) {
        give(&job, &m->out->file, m->bytes[side]);
        ptl_put_text(&list, "[]\n");
    } else if (ptl_ok(&job)) {
        merge_docs(&job, &list, m);
    }
    status = ptl_buf_give(&m->out->conflicts, &list, err);
    ptl_arena_free(&arena, &heap);
    return status;
}

void ptl_merged_free(ptl_merged *merged)
{
    if (!merged)
        return;
    ptl_bytes_free(&merged->file);
    ptl_bytes_free(&merged->conflicts);
    merged->count = 0;
}

ptl_status ptl_merge(ptl_merged *out, const ptl_source *base, const ptl_source *ours,
                     const ptl_source *theirs, const ptl_merge_opts *opts, ptl_diag *err)
{
    static const ptl_merge_opts defaults;
    ptl_merge_opts              with = opts ? *opts : defaults;
    merging                     m = { .out = out, .from = { base, ours, theirs }, .opts = &with };
    ptl_budget                  budget;
    ptl_status                  status = PTL_OK;

    if (out)
        *out = (ptl_merged){ 0 };
    if (!out || !base || !ours || !theirs)
        return ptl_refuse(err, "ptl_merge needs three files and a place for the result");
    if (with.theirs) {
        m.from[1] = theirs;
        m.from[2] = ours;
    }
    ptl_budget_begin(&budget, &with.read);
    with.read = budget.read;
    for (size_t i = 0; i < 3 && status == PTL_OK; i++)
        status = ptl_side_read(&m.docs[i], m.from[i], &with.read, err);
    if (status == PTL_OK)
        status = run(&m, err);
    for (size_t i = 0; i < 3; i++)
        ptl_doc_free(m.docs[i]);
    ptl_budget_release(&budget, &out->file);
    ptl_budget_release(&budget, &out->conflicts);
    if (status != PTL_OK)
        ptl_merged_free(out);
    return status;
}
