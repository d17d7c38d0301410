/* SPDX-License-Identifier: MIT */
/* Meshes for Tiled: what their files share. */
#ifndef PTL_FORMATS_MPD_GRID_H
#define PTL_FORMATS_MPD_GRID_H

#include "formats/mpd/mpd_private.h"

enum {               /* sets of tiles, in the order in which a grid has them */
       MPD_IMAGES,   /* four of small images, one for each sheet */
       MPD_BIG  = 4, /* and four of big ones                     */
       MPD_FANS = 8, /* shapes of fans                           */
       MPD_MARKS,    /* effects                                  */
       MPD_HEIGHTS,  /* mean heights, where there is anything to show */
       MPD_PER_SHEET = 64
};

/* Heights of fans in whole units, as far as they can be shown. */
typedef struct mpd_heights {
    int32_t least, most;
    bool    shown; /* they differ, and are not too many */
} mpd_heights;

mpd_heights ptl_mpd_heights_of(const ptl_mpd *mesh, const ptl_mpd_tables *tables);
int32_t     ptl_mpd_mean_height(const ptl_mpd *mesh, const ptl_mpd_tables *tables, uint32_t fan);

/* Adds the sets; false without memory. */
bool ptl_mpd_add_sets(ptl_job *job, ptl_grid *grid, const ptl_mpd *mesh,
                      const mpd_heights *heights);

#endif
