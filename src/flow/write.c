/* SPDX-License-Identifier: MIT */
/* Writing documents: ptl_write and its like. */
#include "core/codec.h"
#include "flow/flow.h"

/* A hub that was given may have been made by anybody. */
static ptl_cargo settle_cargo(ptl_job *job, const ptl_way *way, const ptl_cargo *cargo,
                              const ptl_files *files)
{
    const ptl_hub_row *row = &ptl_hub_rows[way->hub[0]];
    ptl_cargo          own = *cargo;

    if (way->from) {
        ptl_doc_settle(job, cargo->doc);
        return own;
    }
    own.hub = row->adopt(job, cargo->hub);
    if (own.hub)
        row->load(job, own.hub, files);
    return own;
}

static ptl_job job_for(const ptl_cargo *cargo, const ptl_write_opts *opts, ptl_heap *heap)
{
    ptl_limits limits = ptl_limits_of(&opts->limits, opts->untrusted);
    ptl_job    job;

    if (cargo->doc)
        job = ptl_doc_job_beside(cargo->doc, heap);
    else
        job = (ptl_job){ .heap      = heap,
                         .depth     = limits.depth,
                         .input     = limits.input,
                         .expansion = limits.expansion,
                         .placeless = true };
    if (!cargo->doc)
        *heap = ptl_heap_of(&opts->allocator, limits.memory);
    job.untrusted     = job.untrusted || opts->untrusted;
    job.listener      = opts->listener;
    job.settings      = opts->settings;
    job.setting_count = opts->setting_count;
    job.door          = &ptl_flow_door;
    job.progress      = opts->progress;
    job.target        = opts->name;
    job.stage         = "write";
    if (!cargo->fresh) /* else they were counted before anything was read */
        ptl_charge(&job, ptl_settings_size(job.settings, job.setting_count));
    return job;
}

ptl_status ptl_cargo_write(ptl_bytes *kept, const ptl_sink *sink, ptl_way *way,
                           const ptl_cargo *cargo, const ptl_write_opts *opts, ptl_diag *err)
{
    ptl_write_opts with  = *opts;
    ptl_arena      arena = { 0 };
    ptl_heap       heap;
    ptl_job        job = job_for(cargo, opts, &heap);
    ptl_buf        buf = ptl_buf_of(&job, sink);
    ptl_cargo      own = *cargo;
    ptl_status     status;

    job.arena = &arena;
    if (job.untrusted)
        with.files.load = NULL;
    if (!cargo->fresh) {  /* else the way was chosen before anything was read */
        if (!way->export) /* else it is known already */
            ptl_way_aim(&job, way, with.to);
        if (ptl_ok(&job))
            ptl_way_choose(&job, way);
        if (ptl_ok(&job))
            own = settle_cargo(&job, way, cargo, &with.files);
    }
    if (ptl_ok(&job))
        ptl_way_go(&job, &buf, way, &own, &with);
    ptl_buf_flush(&buf);
    if (sink)
        ptl_buf_free(&buf);
    status = kept ? ptl_buf_give(kept, &buf, err) : ptl_job_end(&job, err);
    ptl_arena_free(&arena, &heap);
    return status;
}

static ptl_status write_doc(ptl_bytes *kept, const ptl_sink *sink, const ptl_doc *doc,
                            const ptl_write_opts *opts, ptl_diag *err)
{
    static const ptl_write_opts defaults;
    ptl_way                     way = { .from = doc->format };

    return ptl_cargo_write(kept, sink, &way, &(ptl_cargo){ .doc = doc }, opts ? opts : &defaults,
                           err);
}

ptl_status ptl_write_to(const ptl_sink *sink, const ptl_doc *doc, const ptl_write_opts *opts,
                        ptl_diag *err)
{
    if (!sink || !sink->put || !doc)
        return ptl_refuse(err, "ptl_write_to needs a sink and a document");
    return write_doc(NULL, sink, doc, opts, err);
}

ptl_status ptl_write(ptl_bytes *out, const ptl_doc *doc, const ptl_write_opts *opts, ptl_diag *err)
{
    if (out)
        *out = (ptl_bytes){ 0 };
    if (!out || !doc)
        return ptl_refuse(err, "ptl_write needs a document and a place for its bytes");
    return write_doc(out, NULL, doc, opts, err);
}

ptl_status ptl_gzip(ptl_bytes *out, const void *data, size_t size, ptl_diag *err)
{
    enum { LEVEL = 9 }; /* what is packed is sent to others */
    ptl_heap heap = ptl_heap_of(&(ptl_allocator){ 0 }, SIZE_MAX);
    ptl_job  job  = { .heap = &heap };
    ptl_buf  buf  = ptl_buf_of(&job, NULL);

    if (out)
        *out = (ptl_bytes){ 0 };
    if (!out || (!data && size > 0))
        return ptl_refuse(err, "ptl_gzip needs bytes and a place for what becomes of them");
    ptl_stream_encode(&buf, PTL_CODEC_GZIP, (ptl_span){ data, size }, LEVEL);
    return ptl_buf_give(out, &buf, err);
}
