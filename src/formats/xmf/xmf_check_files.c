/* SPDX-License-Identifier: MIT */
/* What is wrong with the files a container names, and with cells that go with them: maps that
 * cannot be read, tiles and palettes that are not there. */
#include <string.h>

#include "core/companions.h"
#include "formats/xmf/xmf_private.h"
#include "render/load.h"
#include "render/tile_picture.h"

/* Findings while images are loaded. What is said of files that are missing, and of single layers,
 * is said elsewhere with a place. */
static void hear(void *user, const ptl_diag *diag)
{
    static const char *const elsewhere[] = { "file-missing", "tile-missing", "palette-missing" };
    ptl_job                 *job         = user;

    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (strcmp(diag->rule, elsewhere[i]) == 0)
            return;
    if (diag->status == PTL_OK)
        ptl_find(job, diag->severity, PTL_NOWHERE, job->judging ? "engine-file" : diag->rule, "%s",
                 diag->message);
}

/* ---- What is not there ---------------------------------------------------------------------- */

/* The file among those that the container needs; NULL: it does not. */
static const ptl_companion *needed(const ptl_xmf *box, const ptl_companion *named)
{
    for (size_t i = 0; i < box->files.count; i++)
        if (box->files.data[i].needed && strcmp(box->files.data[i].name, named->name) == 0)
            return &box->files.data[i];
    return NULL;
}

/* Each file once, at the first tag that names it. */
static void check_missing(ptl_job *job, const ptl_xmf *box, const ptl_files *files)
{
    bool          looked_at[PTL_XMF_MAX_FILES] = { false };
    ptl_companion named;
    char          shown[96];

    if (!files->load || job->untrusted)
        return;
    for (size_t i = 0; i < box->tags.count && ptl_ok(job); i++) {
        const ptl_companion *file =
            ptl_xmf_file_at(job, box, i, &named) ? needed(box, &named) : NULL;

        if (!file || looked_at[file - box->files.data])
            continue;
        looked_at[file - box->files.data] = true;
        if (!ptl_files_have(job, files, file))
            PTL_FIND(job, PTL_WARNING, ptl_path(job, "tags[%zu]", i), ptl_xmf_place(box, i),
                     "file-missing", "%s (%s) is not there",
                     ptl_quote(shown, sizeof shown, file->name, strlen(file->name)), file->role);
    }
}

/* ---- Images and cells ----------------------------------------------------------------------- */

static void load(ptl_job *job, ptl_xmf_tiling *t)
{
    ptl_job own = *job;

    own.listener = (ptl_listener){ hear, job };
    ptl_tiles_load(&own, &t->out, t->files);
    ptl_job_join(job, &own);
}

static void check_cells(const ptl_xmf_tiling *t, size_t index)
{
    const ptl_tile_layer *layer = &t->out.layers.data[index];
    uint64_t              at    = ptl_xmf_place(t->box, t->shown[index]->tag);
    uint32_t              first = 0;
    size_t                count = ptl_tile_count_missing(t->out.picture, layer, &first);

    ptl_within(t->job, "tags[%zu]", t->shown[index]->tag);
    if (count > 0)
        ptl_find(t->job, PTL_WARNING, at, "tile-missing",
                 "cells that name tiles which are not there: %zu, the first of them tile %lu",
                 count, (unsigned long)first);
    count = ptl_tile_count_colorless(t->out.picture, layer, &first);
    if (count > 0)
        ptl_find(t->job, PTL_WARNING, at, "palette-missing",
                 "cells whose palette is not loaded: %zu, the first selector is %lu; they are "
                 "invisible",
                 count, (unsigned long)first);
    ptl_within(t->job, "%s", "");
}

void ptl_xmf_check_files(ptl_job *job, const void *native, const ptl_check_opts *opts)
{
    ptl_xmf_tiling t = { .job = job, .box = native, .files = &opts->files, .checked = true };

    bool judged = opts->profile && strcmp(opts->profile, "engine") == 0;

    if (!judged) /* who says itself what it misses */
        check_missing(job, native, &opts->files);
    ptl_xmf_lay_out(&t);
    if (ptl_ok(job) && !judged)
        ptl_xmf_take_objects(&t); /* whose images are looked at, too */
    if (ptl_ok(job))
        load(job, &t);
    for (size_t i = 0; t.out.picture && i < t.out.layers.count && ptl_ok(job); i++)
        check_cells(&t, i);
    if (judged && ptl_ok(job))
        ptl_xmf_check_engine_files(&t);
}
