/* SPDX-License-Identifier: MIT */
/* Parts, through the door of a job. */
#include "formats/part.h"

static bool has_door(ptl_job *job)
{
    if (!job->door)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "part",
                 "documents inside of others cannot be opened here");
    return ptl_ok(job);
}

ptl_doc *ptl_part_open(ptl_job *job, const char *format, const ptl_part_place *place,
                       const ptl_files *files)
{
    return has_door(job) ? job->door->open(job, format, place, files) : NULL;
}

void ptl_part_fill(ptl_job *job, void *hub, ptl_hub kind, const ptl_doc *part,
                   const ptl_files *files)
{
    if (has_door(job))
        job->door->fill(job, hub, kind, part, files);
}

void ptl_part_write(ptl_job *job, ptl_buf *out, const ptl_doc *part, const ptl_setting *settings,
                    size_t count)
{
    if (has_door(job))
        job->door->write(job, out, part, settings, count);
}

void ptl_part_check(ptl_job *job, const ptl_doc *part, const char *profile)
{
    if (has_door(job))
        job->door->check(job, part, profile);
}

void ptl_part_home(ptl_job *job, ptl_doc *part, ptl_grid_homes *homes)
{
    if (has_door(job))
        job->door->home(job, part, homes);
}
