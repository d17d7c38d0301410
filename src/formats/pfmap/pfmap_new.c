/* SPDX-License-Identifier: MIT */
/* A new map to begin with: flat ground of one material, or the hills of a heightmap, and their
 * textures. */
#include "formats/making.h"
#include "formats/pfmap/pfmap_heights.h"

/* The engine shows no texture of fewer than 85 pixels a side. */
static const ptl_making_picture grass  = { "grass.bmp",
                                           96,
                                           { 0x4C7A35, 0x558640, 0x5F9249, 0x447030 } };
static const ptl_making_picture cliffs = { "cliffs.bmp",
                                           96,
                                           { 0x6E665C, 0x7B7368, 0x625A50, 0x888074 } };

/* A material of a new map, and its texture. */
static ptl_status add_ground(ptl_doc *doc, const char *name, const ptl_making_picture *picture,
                             ptl_diag *err)
{
    ptl_status status = ptl_pfmap_add_material(doc, name, picture->name, err);

    return status == PTL_OK ? ptl_making_attach(doc, picture, err) : status;
}

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
        status = add_ground(*out, "Grass", &grass, err);
    return status;
}

/* Slopes of two levels and more show the second material. */
static ptl_status make_hills(ptl_doc **out, ptl_job *job, const pfmap_heights *heights,
                             const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_status status = ptl_pfmap_new(out, heights->rows / PTL_PFMAP_CHUNK,
                                      heights->columns / PTL_PFMAP_CHUNK, opts, err);
    ptl_pfmap *map;

    if (status == PTL_OK)
        status = add_ground(*out, "Grass", &grass, err);
    if (status == PTL_OK)
        status = add_ground(*out, "Cliffs", &cliffs, err);
    if (status != PTL_OK)
        return status;
    map = ptl_pfmap_of(*out);
    ptl_pfmap_heights_shape(job, map->tiles.data, heights);
    for (size_t i = 0; i < map->tiles.count; i++)
        map->tiles.data[i].side = 1;
    return ptl_job_end(job, err);
}

/* What is needed of the picture lives on a heap of its own, and is given back. */
static ptl_status make_from(ptl_doc **out, const ptl_setting *given, const ptl_read_opts *opts,
                            ptl_diag *err)
{
    ptl_limits    limits = ptl_limits_of(&opts->limits, opts->untrusted);
    ptl_heap      heap   = ptl_heap_of(&opts->allocator, limits.memory);
    ptl_arena     arena  = { 0 };
    ptl_job       job    = { .heap          = &heap,
                             .arena         = &arena,
                             .placeless     = true,
                             .listener      = opts->listener,
                             .settings      = opts->settings,
                             .setting_count = opts->setting_count };
    pfmap_heights heights;
    ptl_status    status;

    if (ptl_setting_of(&job, "size"))
        ptl_fail(&job, PTL_E_ARG, PTL_NOWHERE, "setting", "the size is that of the heightmap");
    if (ptl_ok(&job) &&
        ptl_pfmap_heights_read(&job, &heights, (ptl_span){ given->data, given->size }))
        status = make_hills(out, &job, &heights, opts, err);
    else
        status = ptl_job_end(&job, err);
    ptl_arena_free(&arena, &heap);
    return status;
}

ptl_status ptl_pfmap_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_job wishes           = { .settings = opts->settings, .setting_count = opts->setting_count };
    const ptl_setting *given = ptl_setting_of(&wishes, "heightmap");

    *out = NULL;
    return ptl_making_end(out,
                          given ? make_from(out, given, opts, err) : make_flat(out, opts, err));
}
