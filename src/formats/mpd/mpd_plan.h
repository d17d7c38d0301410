/* SPDX-License-Identifier: MIT */
/* What the files that draw the plan of a level share. */
#ifndef PTL_FORMATS_MPD_PLAN_H
#define PTL_FORMATS_MPD_PLAN_H

#include "formats/mpd/mpd_module.h"
#include "hubs/plan_chart.h"

typedef struct mpd_kind { /* spawns of one name */
    uint32_t first, count;
} mpd_kind;

typedef struct mpd_sheet {
    ptl_job       *job;
    const ptl_mpd *mesh;
    ptl_chart      chart;
    bool           wet;   /* the view itself shows the water */
    unsigned       asked; /* for which effects, as bits; 0: for the usual ones, if for that layer */
    mpd_module     module;
    uint32_t      *kind_of; /* of each spawn: its number in the list of kinds */
    mpd_kind      *kinds; /* in the order in which they appear; carried things are not among them */
    size_t         kind_count;
    uint8_t       *covered; /* fans under a spawn, or under the number of a passage; or NULL */
    ptl_access     reach;   /* where that is asked for */
} mpd_sheet;

typedef struct mpd_color {
    const char *name;
    uint32_t    rgba;
} mpd_color;

/* The color of a kind of spawns, by its number. */
mpd_color ptl_mpd_plan_spawn_color(uint32_t kind);

/* Finds the kinds of spawns; call it before the others. */
void ptl_mpd_plan_sort_spawns(mpd_sheet *s);

/* Layers "passages" and "spawns", and what they add to the legend; nothing where there are none. */
void  ptl_mpd_plan_lists(mpd_sheet *s);
float ptl_mpd_plan_lists_height(const mpd_sheet *s);
void  ptl_mpd_plan_lists_legend(mpd_sheet *s);

#endif
