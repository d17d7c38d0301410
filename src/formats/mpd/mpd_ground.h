/* SPDX-License-Identifier: MIT */
/* Meshes made of ground, and what goes beside them. */
#ifndef PTL_FORMATS_MPD_GROUND_H
#define PTL_FORMATS_MPD_GROUND_H

#include <stdio.h>
#include <stdlib.h>

#include "formats/mpd/mpd_private.h"
#include "hubs/ledger.h"
#include "render/ground_sheet.h"

typedef struct mpd_maker {
    ptl_job                *job;
    ptl_mpd                *mesh;
    const ptl_ground       *ground;
    const ptl_ground_level *from;    /* a cell for each fan, and rock around it      */
    bool                    terrain; /* it has heights of its own: rock is not built */
    double                 *grid;    /* heights where fans meet, world units         */
    size_t                  walked, watery;
    ptl_ledger_line         moved;
    double                  moved_by; /* hundredths of a fan */
} mpd_maker;

/* Attaches the sheet of images and the list of passages, and the other files of a module where the
 * setting "module" asks for them. */
void ptl_mpd_attach_ground(mpd_maker *m, ptl_attachments *attached);
void ptl_mpd_attach_module(mpd_maker *m, ptl_attachments *attached);

#endif
