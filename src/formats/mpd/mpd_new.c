/* SPDX-License-Identifier: MIT */
/* A new mesh to begin with: flat ground or the hills of a heightmap, and its texture. */
#include "formats/making.h"
#include "formats/mpd/mpd_private.h"
#include "hubs/ledger.h"

static const ptl_making_picture tiles = { "tile0.bmp",
                                          256,
                                          { 0x6B6257, 0x746A5E, 0x7D7366, 0x625A50 } };

/* Flat ground has neither. */
static const char *const of_hills[] = { "relief", "tile-rules" };

static const char *needs_hills(const ptl_job *job)
{
    for (size_t i = 0; i < sizeof of_hills / sizeof *of_hills; i++)
        if (ptl_setting_of(job, of_hills[i]))
            return of_hills[i];
    return NULL;
}

static ptl_status refuse(ptl_job *job, const char *name, ptl_diag *err)
{
    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "%s is for a heightmap: give one", name);
    return ptl_job_end(job, err);
}

void ptl_mpd_from_heightmap(ptl_job *job, void *native, const void *hub, ptl_attachments *attached)
{
    ptl_mpd_make_hills(job, native, hub, attached);
    if (ptl_ok(job))
        ptl_making_add(job, attached, &tiles);
    if (ptl_ok(job))
        ptl_ledger_invented(job, ptl_ledger_count(attached->count),
                            "# {texture is|textures are} made up");
}

ptl_status ptl_mpd_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_job         wishes = { .settings = opts->settings, .setting_count = opts->setting_count };
    bool            hills  = ptl_setting_of(&wishes, "heightmap") != NULL;
    ptl_making_size fans   = { 16, 16 };
    ptl_status      status = ptl_making_take_size(&fans, opts, "size", err);

    if (status == PTL_OK && hills)
        status = ptl_making_hills(out, &ptl_format_mpd, ptl_mpd_make_hills, opts, err);
    else if (status == PTL_OK && needs_hills(&wishes))
        status = refuse(&wishes, needs_hills(&wishes), err);
    else if (status == PTL_OK)
        status = ptl_mpd_new(out, fans.width, fans.height, opts, err);
    if (status == PTL_OK)
        status = ptl_making_attach(*out, &tiles, err);
    return ptl_making_end(out, status);
}
