/* SPDX-License-Identifier: MIT */
/* Scenes and plans by themselves: made from documents, read by imports, written by exports. */
#include <portolan/plan.h>
#include <portolan/scene.h>

#include "flow/flow.h"
#include "host/path.h"

/* ---- Made of documents ----------------------------------------------------------------------- */

/* The way of a document to a hub. */
static void choose_way(ptl_job *job, ptl_way *way, ptl_hub kind)
{
    ptl_way found = *way;

    for (size_t i = 0; ptl_way_at(&found, i); i++) {
        if (found.hub[found.hubs - 1] == kind) {
            *way = found;
            ptl_way_check_settings(job, way);
            return;
        }
        found = *way;
    }
    ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "conversion", "there is no way from %s to a %s",
             way->from ? way->from->info.name : way->import->info.name, ptl_hub_rows[kind].name);
}

static ptl_status make_hub(void **out, ptl_hub kind, const ptl_doc *doc, const ptl_write_opts *opts,
                           ptl_diag *err)
{
    static const ptl_write_opts defaults;
    ptl_heap                    unused;
    ptl_job                     job = ptl_doc_job_beside(doc, &unused);
    ptl_way                     way = { .from = doc->format };

    opts              = opts ? opts : &defaults;
    job.listener      = opts->listener;
    job.settings      = opts->settings;
    job.setting_count = opts->setting_count;
    job.door          = &ptl_flow_door;
    job.progress      = opts->progress;
    *out = ptl_owned_begin(&job, &doc->heap.allocator, unused.limit, ptl_hub_rows[kind].size);
    if (*out)
        choose_way(&job, &way, kind);
    ptl_doc_settle(&job, doc);
    if (ptl_ok(&job))
        ptl_way_hub(&job, &way, &(ptl_cargo){ .doc = doc }, *out, &opts->files);
    if (ptl_ok(&job))
        ptl_hub_rows[kind].own_texts(&job, *out);
    if (!ptl_ok(&job)) {
        ptl_owned_free(*out);
        *out = NULL;
    }
    return ptl_job_end(&job, err);
}

ptl_status ptl_scene_make(ptl_scene **out, const ptl_doc *doc, const ptl_write_opts *opts,
                          ptl_diag *err)
{
    void      *made = NULL;
    ptl_status status;

    if (!out || !doc)
        return ptl_refuse(err, "ptl_scene_make needs a document and a place for the scene");
    status = make_hub(&made, PTL_HUB_SCENE, doc, opts, err);
    *out   = made;
    return status;
}

ptl_status ptl_plan_make(ptl_plan **out, const ptl_doc *doc, const ptl_write_opts *opts,
                         ptl_diag *err)
{
    void      *made = NULL;
    ptl_status status;

    if (!out || !doc)
        return ptl_refuse(err, "ptl_plan_make needs a document and a place for the plan");
    status = make_hub(&made, PTL_HUB_PLAN, doc, opts, err);
    *out   = made;
    return status;
}

void ptl_scene_free(ptl_scene *scene)
{
    ptl_owned_free(scene);
}

void ptl_plan_free(ptl_plan *plan)
{
    ptl_owned_free(plan);
}

/* ---- Read by imports ------------------------------------------------------------------------- */

/* Fills the scene from a source that an import reads; what it shares with the source is in the
 * scene's own memory then. */
static void import_scene(ptl_job *job, ptl_scene *scene, ptl_span source, const ptl_read_opts *opts)
{
    ptl_guess guess = ptl_guess_input(job, source, opts);
    ptl_way   way   = { .import = guess.import };

    if (ptl_ok(job) && !guess.import)
        ptl_fail(job, PTL_E_FORMAT, 0, "format",
                 "this is %s: read it with ptl_read, then make a scene of it",
                 guess.format->info.title);
    if (ptl_ok(job))
        choose_way(job, &way, PTL_HUB_SCENE);
    if (!ptl_ok(job))
        return;
    job->text = guess.import->text;
    ptl_import_run(job, guess.import, source, opts, scene);
    job->placeless = true;
    if (ptl_ok(job))
        ptl_hub_rows[PTL_HUB_SCENE].load(job, scene, &(ptl_files){ 0 });
}

static ptl_span take_source(ptl_job *job, const ptl_source *from, size_t limit)
{
    ptl_span given = { from->data, from->size };
    uint8_t *copy;

    if (from->path)
        return ptl_path_read(job, from->path, limit);
    if (given.size > limit)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-input", "%zu bytes exceed the limit of %zu",
                 given.size, limit);
    copy = ptl_ok(job) ? ptl_arena_raw(job, given.size) : NULL;
    for (size_t i = 0; copy && i < given.size; i++)
        copy[i] = given.data[i];
    return (ptl_span){ copy, copy ? given.size : 0 };
}

ptl_status ptl_scene_read(ptl_scene **out, const ptl_source *from, const ptl_read_opts *opts,
                          ptl_diag *err)
{
    static const ptl_read_opts defaults;
    ptl_read_opts              with   = opts ? *opts : defaults;
    ptl_limits                 limits = ptl_limits_of(&with.limits, with.untrusted);
    ptl_folder                 beside = { .doc_path = from ? from->path : NULL };
    ptl_job                    job;
    size_t                     held = ptl_settings_size(with.settings, with.setting_count);

    if (!out || !from || (!from->path && !from->data && from->size > 0))
        return ptl_refuse(err, "ptl_scene_read needs a source and a place for the scene");
    with.name = with.name ? with.name : from->path;
    held += from->path ? 0 : from->size;
    if (with.untrusted)
        with.files.load = NULL;
    else if (!with.files.load && from->path)
        with.files = (ptl_files){ .load = ptl_folder_load, .user = &beside };
    job  = (ptl_job){ .strict        = with.strict,
                      .lenient       = with.lenient,
                      .untrusted     = with.untrusted,
                      .depth         = limits.depth,
                      .input         = limits.input,
                      .expansion     = limits.expansion,
                      .listener      = with.listener,
                      .settings      = with.settings,
                      .setting_count = with.setting_count,
                      .door          = &ptl_flow_door,
                      .progress      = with.progress,
                      .stage         = "import" };
    *out = ptl_owned_begin(&job, &with.allocator, limits.memory, sizeof **out);
    if (*out)
        job.source = take_source(&job, from, limits.input);
    if (ptl_ok(&job) && ptl_charge(&job, held)) {
        import_scene(&job, *out, job.source, &with);
        ptl_refund(&job, held);
    }
    if (!ptl_ok(&job)) {
        ptl_owned_free(*out);
        *out = NULL;
    }
    return ptl_job_end(&job, err);
}

/* ---- Written by exports ---------------------------------------------------------------------- */

static ptl_status write_hub(const ptl_target *to, ptl_hub kind, const void *hub,
                            const ptl_write_opts *opts, ptl_diag *err)
{
    ptl_write_opts with  = opts ? *opts : (ptl_write_opts){ 0 };
    ptl_way        way   = { .hub = { kind } };
    ptl_cargo      cargo = { .hub = (void *)hub };

    if (!with.to && to->path)
        with.to = ptl_target_by_name(to->path);
    if (!with.to)
        return ptl_refuse(err, "a scene or plan needs options that say what to write it as");
    if (to->path)
        return ptl_cargo_write_file(to->path, &way, &cargo, &with, err);
    return ptl_cargo_write(to->bytes, to->sink, &way, &cargo, &with, err);
}

static bool is_target(const ptl_target *to)
{
    return to && (to->path || to->bytes || (to->sink && to->sink->put));
}

ptl_status ptl_scene_write(const ptl_target *to, const ptl_scene *scene, const ptl_write_opts *opts,
                           ptl_diag *err)
{
    if (!is_target(to) || !scene)
        return ptl_refuse(err, "ptl_scene_write needs a scene and a target");
    return write_hub(to, PTL_HUB_SCENE, scene, opts, err);
}

ptl_status ptl_plan_write(const ptl_target *to, const ptl_plan *plan, const ptl_write_opts *opts,
                          ptl_diag *err)
{
    if (!is_target(to) || !plan)
        return ptl_refuse(err, "ptl_plan_write needs a plan and a target");
    return write_hub(to, PTL_HUB_PLAN, plan, opts, err);
}
