/* SPDX-License-Identifier: MIT */
/* What the engine does with the files beside a model: its textures and its levels of detail. */
#include <stdio.h>
#include <string.h>

#include "core/companions.h"
#include "formats/pfobj/pfobj_private.h"
#include "formats/seen_texture.h"

static void check_texture(ptl_job *job, const ptl_pfobj *model, const ptl_files *files,
                          const ptl_companion *file)
{
    ptl_str          texture = model->materials.data[file->number].texture;
    ptl_seen_texture seen    = ptl_texture_see(job, files, file);
    uint64_t         at      = PTL_NOWHERE;
    char             name[64];

    if (seen.black || seen.cased)
        at = ptl_pfobj_texture_place(job, model, file->number);
    ptl_quote(name, sizeof name, texture.data, texture.size);
    ptl_within(job, "materials[%u]/texture", file->number);
    if (seen.black)
        ptl_find(job, PTL_WARNING, at, "engine-texture",
                 "texture \"%s\" %s: the engine shows black", name, seen.black);
    if (seen.cased)
        ptl_find(job, PTL_WARNING, at, "engine-texture-case",
                 "texture \"%s\" is there with other small and capital letters: not found on Linux",
                 name);
    ptl_within(job, "%s", "");
}

/* ---- Levels of detail ----------------------------------------------------------------------- */

static bool same_text(ptl_str a, ptl_str b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static bool same_joints(const ptl_pfobj *a, const ptl_pfobj *b)
{
    bool same = a->joints.count == b->joints.count;

    for (size_t i = 0; same && i < a->joints.count; i++)
        same = a->joints.data[i].parent == b->joints.data[i].parent &&
               same_text(a->joints.data[i].name, b->joints.data[i].name);
    return same;
}

static bool same_sets(const ptl_pfobj *a, const ptl_pfobj *b)
{
    bool same = a->sets.count == b->sets.count;

    for (size_t i = 0; same && i < a->sets.count; i++)
        same = a->sets.data[i].frames.count == b->sets.data[i].frames.count &&
               same_text(a->sets.data[i].name, b->sets.data[i].name);
    return same;
}

/* The engine moves a level of detail with the poses of the model, whatever it was made for. */
static void compare(ptl_job *job, const ptl_pfobj *model, const ptl_pfobj *lod, const char *name)
{
    if ((model->sets.count > 0) != (lod->sets.count > 0))
        ptl_find(job, PTL_WARNING, PTL_NOWHERE, "engine-lod",
                 "\"%s\" is %s, the model is not, and the engine takes it as level of detail", name,
                 lod->sets.count > 0 ? "animated" : "static");
    else if (!same_joints(model, lod))
        ptl_find(job, PTL_WARNING, PTL_NOWHERE, "engine-lod",
                 "\"%s\" has other joints than the model, whose level of detail it is", name);
    else if (!same_sets(model, lod))
        ptl_find(job, PTL_WARNING, PTL_NOWHERE, "engine-lod",
                 "\"%s\" has other animation sets than the model, whose level of detail it is",
                 name);
}

/* Reads it beside the job, as a document that nobody else will see. */
static void check_lod(ptl_job *job, const ptl_pfobj *model, const ptl_files *files,
                      const ptl_companion *file)
{
    ptl_arena arena = { 0 };
    ptl_job   own   = { .heap = job->heap, .arena = &arena, .depth = job->depth };
    ptl_pfobj lod   = { 0 };
    char      name[64];

    own.source = ptl_files_keep(&own, files, file);
    ptl_quote(name, sizeof name, file->name, strlen(file->name));
    if (own.source.data) {
        ptl_pfobj_read(&own, own.source, &lod);
        if (ptl_ok(&own))
            ptl_pfobj_settle(&own, &lod);
        if (ptl_ok(&own))
            compare(job, model, &lod, name);
        else if (!ptl_starved(&own))
            ptl_find(job, PTL_WARNING, PTL_NOWHERE, "engine-lod",
                     "\"%s\", a level of detail, cannot be read: %s", name, own.error.message);
    }
    if (ptl_starved(&own))
        ptl_job_join(job, &own);
    ptl_arena_free(&arena, job->heap);
}

/* Beside unit.pfobj the engine looks for unit.lod1.pfobj and unit.lod2.pfobj. */
static void check_lods(ptl_job *job, const ptl_pfobj *model, const ptl_check_opts *opts)
{
    const char *slash = opts->name ? strrchr(opts->name, '/') : NULL;
    const char *name  = slash ? slash + 1 : opts->name;
    const char *dot   = name ? strrchr(name, '.') : NULL;

    for (int level = 1; dot && level <= 2 && ptl_ok(job); level++) {
        ptl_companion file = { .role = "level of detail", .exact = true, .cased = true };
        int size = snprintf(file.name, sizeof file.name, "%.*s.lod%d%s", (int)(dot - name), name,
                            level, dot);

        if (size > 0 && (size_t)size < sizeof file.name)
            check_lod(job, model, &opts->files, &file);
    }
}

void ptl_pfobj_check_files(ptl_job *job, const void *native, const ptl_check_opts *opts)
{
    ptl_companion file;

    if (!opts->profile || strcmp(opts->profile, "engine") != 0)
        return;
    for (size_t i = 0; i < PFOBJ_MATERIALS && ptl_ok(job) && ptl_pfobj_companion(native, i, &file);
         i++) /* the engine has no room for more of them */
        if (file.needed)
            check_texture(job, native, &opts->files, &file);
    check_lods(job, native, opts);
}
