/* SPDX-License-Identifier: MIT */
/* A new map to begin with: flat ground of one material, or the hills of a heightmap, and their
 * textures. */
#include "core/arena.h"
#include "formats/making.h"
#include "formats/pfmap/pfmap_heights.h"
#include "hubs/ledger.h"

/* The engine shows no texture of fewer than 85 pixels a side. */
static const ptl_making_picture grass  = { "grass.bmp",
                                           96,
                                           { 0x4C7A35, 0x558640, 0x5F9249, 0x447030 } };
static const ptl_making_picture cliffs = { "cliffs.bmp",
                                           96,
                                           { 0x6E665C, 0x7B7368, 0x625A50, 0x888074 } };

/* Settings that say how to take a heightmap, where there is none. */
static ptl_status refuse_alone(const ptl_read_opts *opts, ptl_diag *err)
{
    static const char *const names[] = { "height-step", "max-level" };
    ptl_job job = { .settings = opts->settings, .setting_count = opts->setting_count };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (ptl_setting_of(&job, names[i]))
            ptl_fail(&job, PTL_E_ARG, PTL_NOWHERE, "setting", "%s is for maps from a heightmap",
                     names[i]);
    return ptl_job_end(&job, err);
}

static ptl_status make_flat(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_making_size chunks = { 4, 4 };
    ptl_status      status = refuse_alone(opts, err);

    if (status == PTL_OK)
        status = ptl_making_take_size(&chunks, opts, "size", err);
    if (status == PTL_OK)
        status = ptl_pfmap_new(out, chunks.height, chunks.width, opts, err);
    if (status == PTL_OK)
        status = ptl_pfmap_add_material(*out, "Grass", grass.name, err);
    if (status == PTL_OK)
        status = ptl_making_attach(*out, &grass, err);
    return status;
}

/* ---- Hills ----------------------------------------------------------------------------------- */

/* Slopes of two levels and more show the second material. */
static void lay_ground(ptl_job *job, ptl_pfmap *map, const pfmap_heights *heights,
                       ptl_attachments *attached)
{
    ptl_pfmap_lay_out(job, map, heights->rows / PTL_PFMAP_CHUNK,
                      heights->columns / PTL_PFMAP_CHUNK);
    for (size_t i = 0; i < map->tiles.count; i++)
        map->tiles.data[i].side = 1;
    ptl_pfmap_put_material(job, map, "Grass", grass.name);
    ptl_pfmap_put_material(job, map, "Cliffs", cliffs.name);
    ptl_making_add(job, attached, &grass);
    ptl_making_add(job, attached, &cliffs);
}

/* Heights that were wanted go when the tiles have theirs. */
static void make_hills(ptl_job *job, void *native, const void *hub, ptl_attachments *attached)
{
    ptl_arena    *own = job->arena, scratch = { 0 };
    ptl_pfmap    *map = native;
    pfmap_heights heights;

    job->arena = &scratch;
    if (ptl_pfmap_heights_read(job, &heights, hub)) {
        job->arena = own;
        lay_ground(job, map, &heights, attached);
        job->arena = &scratch;
        if (ptl_ok(job))
            ptl_pfmap_heights_shape(job, map->tiles.data, &heights);
    }
    job->arena = own;
    ptl_arena_free(&scratch, job->heap);
}

void ptl_pfmap_from_heights(ptl_job *job, void *native, const void *hub, ptl_attachments *attached)
{
    make_hills(job, native, hub, attached);
    if (ptl_ok(job))
        ptl_ledger_invented(job, ptl_ledger_count(attached->count),
                            "# {texture is|textures are} made up");
}

ptl_status ptl_pfmap_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_job wishes = { .settings = opts->settings, .setting_count = opts->setting_count };

    *out = NULL;
    return ptl_making_end(out, ptl_setting_of(&wishes, "heightmap")
                                   ? ptl_making_hills(out, &ptl_format_pfmap, make_hills, opts, err)
                                   : make_flat(out, opts, err));
}
