/* SPDX-License-Identifier: MIT */
/* Writing exports: which hub shows a document, and the way through it. */
#include <string.h>

#include "flow/source.h"

/* Whether it shows tiles, pixel by pixel or in a plan. */
static bool takes_tiles(const ptl_job *job, const ptl_format *format, const ptl_export *export)
{
    const ptl_setting *view = ptl_setting_of(job, "view");

    return format->to_tiles && (export->write_tiles || export->write_plan) &&
           (!view || ptl_setting_is(view, "plan"));
}

/* Whether an export shows a document as a plan rather than as a scene. */
static bool takes_plan(const ptl_job *job, const ptl_format *format, const ptl_export *export)
{
    const ptl_setting *view = ptl_setting_of(job, "view");

    if (!export->write_plan || !export->write_scene)
        return export->write_plan != NULL;
    return view ? ptl_setting_is(view, "plan") : format->to_plan != NULL;
}

unsigned ptl_export_when(const ptl_job *job, const ptl_format *format, const ptl_export *export)
{
    return takes_tiles(job, format, export) || takes_plan(job, format, export) ? PTL_WHEN_PLAN
                                                                               : PTL_WHEN_SCENE;
}

/* Whether a setting is given that pictures of tiles have no use for. */
static const char *beyond_tiles(const ptl_job *job, const ptl_format *format)
{
    for (size_t i = 0; i < job->setting_count; i++)
        if (!ptl_setting_named(format->info.settings, job->settings[i].name) &&
            strcmp(job->settings[i].name, "view") != 0)
            return job->settings[i].name;
    return NULL;
}

/* Tiles pixel by pixel, where they are there and nothing else is asked for; else as a plan. */
static void write_tiles(ptl_job *job, ptl_buf *out, const ptl_doc *doc, const ptl_export *export,
                        const ptl_write_opts *opts, const ptl_side *side)
{
    const char      *other = beyond_tiles(job, doc->format);
    ptl_tiles        tiles = { 0 };
    ptl_plan         plan  = { 0 };
    ptl_tile_picture picture;
    bool             there = ptl_tiles_fill(job, &tiles, &picture, doc, opts);

    if (there && export->write_tiles && !other) {
        export->write_tiles(job, out, &picture, side);
    } else if (export->write_plan) {
        ptl_plan_tiles(job, &plan, &tiles, there ? &picture : NULL);
        if (ptl_ok(job))
            ptl_plan_write(job, out, &plan, export, side);
    } else if (there) {
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "\"%s\" would change nothing in a picture of tiles", other);
    } else {
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "tiles-missing",
                 "there are no images of tiles to draw it with");
    }
}

void ptl_export_write(ptl_job *job, ptl_buf *out, const ptl_doc *doc, const ptl_export *export,
                      const ptl_write_opts *opts)
{
    ptl_side       side  = { opts->files, opts->stem ? opts->stem : doc->format->info.name };
    ptl_write_opts alone = *opts;
    ptl_scene      scene = { 0 };
    ptl_plan       plan  = { 0 };

    if (takes_tiles(job, doc->format, export)) {
        write_tiles(job, out, doc, export, opts, &side);
        return;
    }
    if (takes_plan(job, doc->format, export)) {
        ptl_plan_fill(job, &plan, doc, opts);
        if (ptl_ok(job))
            ptl_plan_write(job, out, &plan, export, &side);
        return;
    }
    alone.files.load = export->shapes ? NULL : opts->files.load;
    ptl_scene_fill(job, &scene, doc, &alone);
    if (ptl_ok(job))
        ptl_scene_apply(job, &scene);
    if (ptl_ok(job))
        export->write_scene(job, out, &scene, &side);
}
