/* SPDX-License-Identifier: MIT */
/* Patches: what ptl_diff says for ptl_apply, and ptl_apply.
 *
 *     { "portolan-patch": 1, "format": "grmm", "json": false,
 *       "from": { "size": 10, "crc32": 1 }, "to": { ... }, "written": { ... },
 *       "numbers": { ... }, "changes": [ ... ], "bytes": [ ... ] }
 *
 * "written" is the second file as its format writes it; where that is not what it was, "bytes" make
 * the one of the other. Members come in this order. Where changes cannot say it all, because one
 * file means its cells in another way than the other, there is "whole" instead of the last three:
 * what makes the second file of the first, byte by byte. */
#include <portolan/compare.h>
#include <string.h>

#include "core/changes.h"
#include "core/delta.h"
#include "core/sum.h"
#include "core/words.h"
#include "flow/compare_flow.h"
#include "host/path.h"

/* ---- Out ------------------------------------------------------------------------------------- */

ptl_print ptl_print_of(ptl_span bytes)
{
    return (ptl_print){ bytes.size, ptl_crc32(PTL_CRC32, bytes) };
}

static void put_print(ptl_buf *out, const char *name, ptl_print print)
{
    ptl_put_format(out, ",\n  \"%s\": { \"size\": %llu, \"crc32\": %llu }", name,
                   (unsigned long long)print.size, (unsigned long long)print.sum);
}

/* A document as its format writes it, or as JSON where it was read from that. */
ptl_status ptl_side_write(ptl_bytes *out, const ptl_doc *doc, ptl_diag *err)
{
    ptl_write_opts opts = { .to = doc->json.data ? "json" : NULL };

    return ptl_write(out, doc, &opts, err);
}

static void put_head(ptl_buf *out, ptl_doc *docs[2], const ptl_print *from, ptl_span written)
{
    ptl_put_format(out, "{\n  \"portolan-patch\": 1,\n  \"format\": \"%s\",\n  \"json\": %s",
                   docs[1]->format->info.name, docs[1]->json.data ? "true" : "false");
    put_print(out, "from", *from);
    put_print(out, "to", ptl_print_of(ptl_side_bytes(docs[1])));
    put_print(out, "written", ptl_print_of(written));
}

static void put_changes(ptl_buf *out, ptl_doc *docs[2], ptl_span written,
                        const ptl_changes *changes)
{
    ptl_span to = ptl_side_bytes(docs[1]);

    ptl_put_text(out, ",\n  \"numbers\": ");
    ptl_changes_write_numbers(out, changes);
    ptl_put_text(out, ",\n  \"changes\": ");
    ptl_changes_write(out, changes);
    if (ptl_ok(out->job) &&
        (to.size != written.size || (to.size > 0 && memcmp(to.data, written.data, to.size) != 0))) {
        ptl_put_text(out, ",\n  \"bytes\": ");
        ptl_delta_write(out, written, to);
    }
    ptl_put_text(out, "\n}\n");
}

/* What ended a call on the way ends all of it, where that says nothing about the files. */
static void fail_as(ptl_job *job, const ptl_diag *err)
{
    if (err->status == PTL_E_MEMORY || err->status == PTL_E_LIMIT || err->status == PTL_E_STOPPED)
        ptl_fail(job, err->status, PTL_NOWHERE, err->rule, "%s", err->message);
}

/* Whether a patch does what it is for. */
static bool works(ptl_buf *patch, const ptl_source *file, ptl_span to, const ptl_read_opts *opts)
{
    ptl_read_opts quiet = *opts;
    ptl_bytes     made  = { 0 };
    ptl_diag      err   = { 0 };
    bool          same;

    quiet.listener = (ptl_listener){ 0 };
    ptl_apply(&made, &(ptl_source){ .data = patch->data, .size = patch->size }, file, &quiet, &err);
    same = made.size == to.size && (to.size == 0 || memcmp(made.data, to.data, to.size) == 0);
    ptl_bytes_free(&made);
    fail_as(patch->job, &err);
    return same;
}

/* What makes the one of the other byte by byte. */
static void put_whole(ptl_buf *out, ptl_doc *docs[2], const ptl_print *from,
                      const ptl_source *before, ptl_span written, const ptl_read_opts *opts)
{
    ptl_doc *again = NULL;
    ptl_diag err   = { 0 };

    if (ptl_side_read(&again, before, opts, &err) == PTL_OK) {
        out->size = 0;
        put_head(out, docs, from, written);
        ptl_put_text(out, ",\n  \"whole\": ");
        ptl_delta_write(out, ptl_side_bytes(again), ptl_side_bytes(docs[1]));
        ptl_put_text(out, "\n}\n");
    } else {
        ptl_fail(out->job, err.status, PTL_NOWHERE, err.rule, "%s", err.message);
    }
    ptl_doc_free(again);
}

/* Where the first file is a stream that cannot be read twice, its bytes were given. */
void ptl_patch_write(ptl_buf *out, ptl_doc *docs[2], const ptl_print *from,
                     const ptl_source *before, const ptl_changes *changes,
                     const ptl_read_opts *opts)
{
    ptl_bytes  made  = { 0 };
    ptl_diag   err   = { 0 };
    ptl_status wrote = ptl_side_write(&made, docs[1], &err); /* some can be read and not written */
    ptl_span   written = { made.data, made.size }, to = ptl_side_bytes(docs[1]);

    fail_as(out->job, &err);
    put_head(out, docs, from, written);
    if (wrote == PTL_OK)
        put_changes(out, docs, written, changes);
    if (ptl_ok(out->job) && (wrote != PTL_OK || !works(out, before, to, opts)) && ptl_ok(out->job))
        put_whole(out, docs, from, before, written, opts);
    ptl_bytes_free(&made);
}

/* ---- In -------------------------------------------------------------------------------------- */

typedef struct work {
    ptl_job    *job;
    ptl_json_in in;
    ptl_doc    *doc;
    ptl_print   from, to, written;
    ptl_bytes   made;  /* what its format writes of the changed document */
    ptl_buf     out;   /* what the bytes make of that                    */
    bool        exact; /* the file is the very one the patch was made for */
    bool        done, whole;
} work;

static void bad(work *w, uint64_t at, const char *why)
{
    ptl_fail(w->job, PTL_E_SYNTAX, at, "patch-syntax", "%s", why);
}

static void misfit(work *w, const char *why)
{
    ptl_fail(w->job, PTL_E_SYNTAX, PTL_NOWHERE, "patch-misfit", "the patch does not fit: %s", why);
}

static bool has_print(const ptl_print *p, ptl_span bytes)
{
    return p->size == bytes.size && p->sum == ptl_crc32(PTL_CRC32, bytes);
}

static void read_version(work *w)
{
    if (ptl_json_u64(&w->in, UINT32_MAX) != 1)
        bad(w, ptl_json_offset(&w->in), "this is no patch of a version that is known: 1");
}

static void read_format(work *w)
{
    ptl_str name = ptl_json_string(&w->in);
    char    shown[40];

    if (!ptl_ok(w->job) || ptl_str_is(name, w->doc->format->info.name))
        return;
    ptl_fail(w->job, PTL_E_SYNTAX, PTL_NOWHERE, "patch-misfit",
             "the patch is for the format \"%s\", the file is of \"%s\"",
             ptl_quote(shown, sizeof shown, name.data, name.size), w->doc->format->info.name);
}

static void read_json(work *w)
{
    bool json = ptl_json_bool(&w->in);

    if (ptl_ok(w->job) && json != (w->doc->json.data != NULL))
        misfit(w, json ? "it is for JSON" : "it is not for JSON");
}

static void read_print(work *w, ptl_print *to)
{
    uint64_t at    = ptl_json_offset(&w->in);
    size_t   count = 0;

    ptl_json_open(&w->in, '{');
    for (bool first = true; ptl_json_next(&w->in, '}', &first); count++) {
        if (!ptl_str_is(ptl_json_key(&w->in), count == 0 ? "size" : "crc32") || count > 1)
            bad(w, at, "the members are size, crc32");
        *(count == 0 ? &to->size : &to->sum) = ptl_json_u64(&w->in, UINT64_MAX);
    }
    if (count < 2)
        bad(w, at, "the members are size, crc32");
}

static void read_from(work *w)
{
    read_print(w, &w->from);
    w->exact = has_print(&w->from, ptl_side_bytes(w->doc));
}

static void read_to(work *w)
{
    read_print(w, &w->to);
}

static void read_written(work *w)
{
    read_print(w, &w->written);
}

static void read_numbers(work *w)
{
    ptl_doc_open(w->doc, w->doc->format);
    ptl_changes_read_numbers(&w->in, w->doc->format->record, w->doc->native);
}

/* The changed document, seen to be sound and written. */
static void make(work *w)
{
    ptl_diag err;

    ptl_json_forget(w->job);
    ptl_doc_settle(w->job, w->doc);
    if (ptl_ok(w->job) && w->doc->format->finish)
        w->doc->format->finish(w->job, w->doc->native);
    if (ptl_ok(w->job) && ptl_side_write(&w->made, w->doc, &err) != PTL_OK)
        ptl_fail(w->job, err.status, PTL_NOWHERE, err.rule, "%s", err.message);
    w->done = true;
}

static void read_changes(work *w)
{
    ptl_changes_apply(&w->in, w->doc->format->record, w->doc->native);
    if (ptl_ok(w->job))
        make(w);
}

/* They are about the very file the patch was made for, and about no other. */
static void read_bytes(work *w)
{
    ptl_span made = { w->made.data, w->made.size };

    if (w->exact && !has_print(&w->written, made))
        misfit(w, "this version of the library writes the format in another way");
    else if (w->exact)
        ptl_delta_apply(&w->in, &w->out, made, w->to.size);
    else
        ptl_json_skip(&w->in);
}

static void read_whole(work *w)
{
    if (!w->exact)
        misfit(w, "it is for the very file it was made for, and no other");
    if (ptl_ok(w->job))
        ptl_delta_apply(&w->in, &w->out, ptl_side_bytes(w->doc), w->to.size);
    w->done = w->whole = true;
}

static const struct {
    const char *name;
    void (*read)(work *);
} members[] = {
    { "portolan-patch", read_version },
    { "format", read_format },
    { "json", read_json },
    { "from", read_from },
    { "to", read_to },
    { "written", read_written },
    { "numbers", read_numbers },
    { "changes", read_changes },
    { "bytes", read_bytes },
    { "whole", read_whole },
};

static void read_patch(work *w)
{
    size_t next = 0;

    ptl_json_open(&w->in, '{');
    for (bool first = true; ptl_json_next(&w->in, '}', &first);) {
        uint64_t at  = ptl_json_offset(&w->in);
        ptl_str  key = ptl_json_key(&w->in);

        if (next == 6 && ptl_str_is(key, "whole"))
            next = 9;
        if (next > 9 || (next == 9 && w->done) || !ptl_str_is(key, members[next].name)) {
            bad(w, at, "this is no patch, or its members are not in order");
            return;
        }
        members[next++].read(w);
    }
    if (ptl_ok(w->job) && !w->done)
        bad(w, ptl_json_offset(&w->in), "the patch has no changes");
    if (ptl_ok(w->job))
        ptl_json_end(&w->in);
}

/* What comes out: the bytes that were wanted, or where the file is another one what its format
 * writes. */
static void finish(work *w, bool bytes)
{
    ptl_span result =
        bytes ? (ptl_span){ w->out.data, w->out.size } : (ptl_span){ w->made.data, w->made.size };

    if (w->exact && !has_print(&w->to, result))
        misfit(w, "what comes out is not what it says");
    if (!w->exact)
        ptl_find(w->job, PTL_NOTE, PTL_NOWHERE, "patch-elsewhere",
                 "the patch was made for another state of the file, and fits");
    if (!bytes)
        ptl_put(&w->out, result.data, result.size);
}

static ptl_status apply(ptl_bytes *out, ptl_doc *doc, const ptl_source *patch,
                        const ptl_source *file, const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_job    job  = ptl_doc_job(doc);
    ptl_span   text = { patch->data, patch->size };
    work       w    = { .job = &job, .doc = doc, .out = ptl_buf_of(&job, NULL) };
    ptl_status status;

    job.listener  = opts->listener;
    job.progress  = opts->progress;
    job.stage     = "compare";
    job.text      = true;
    job.placeless = false;
    ptl_budget_hold(&job, (const ptl_source *const[]){ patch, file }, 2);
    if (patch->path)
        text = ptl_path_read(&job, patch->path, doc->limits.input);
    job.source = text;
    w.in       = ptl_json_in_of(&job, text);
    if (ptl_ok(&job))
        read_patch(&w);
    job.placeless = true;
    if (ptl_ok(&job))
        finish(&w, w.whole || w.out.size > 0 || (w.exact && w.to.size == 0));
    ptl_json_in_free(&w.in);
    ptl_bytes_free(&w.made);
    status = ptl_buf_give(out, &w.out, err);
    return status;
}

ptl_status ptl_apply(ptl_bytes *out, const ptl_source *patch, const ptl_source *file,
                     const ptl_read_opts *opts, ptl_diag *err)
{
    static const ptl_read_opts defaults;
    ptl_doc                   *doc = NULL;
    ptl_budget                 budget;
    ptl_status                 status;

    if (out)
        *out = (ptl_bytes){ 0 };
    if (!out || !patch || !file)
        return ptl_refuse(err, "ptl_apply needs a patch, a file and a place for the result");
    ptl_budget_begin(&budget, opts ? opts : &defaults);
    status = ptl_side_read(&doc, file, &budget.read, err);
    if (status == PTL_OK)
        status = apply(out, doc, patch, file, &budget.read, err);
    ptl_doc_free(doc);
    ptl_budget_release(&budget, out);
    return status;
}
