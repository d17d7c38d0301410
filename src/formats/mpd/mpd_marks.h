/* SPDX-License-Identifier: MIT */
/* What marks passages and spawns in the scene of a level. */
#ifndef PTL_FORMATS_MPD_MARKS_H
#define PTL_FORMATS_MPD_MARKS_H

#include "formats/mpd/mpd_module.h"

enum { MPD_COLORS = 12, MPD_SHAPES = 4, MPD_MARK_MATERIALS = 2 + MPD_COLORS };

typedef struct mpd_marks {
    mpd_module module;
    uint32_t  *kind_of;                      /* of each spawn */
    size_t     passages, spawns, pawns;      /* that are marked; meshes that spawns share */
    size_t     poles;                        /* below spawns that begin in the air */
    size_t     materials, meshes, nodes;     /* behind those of the level */
    uint32_t   material[MPD_MARK_MATERIALS]; /* from 1 on; 0: nothing has it */
    uint32_t   pawn[MPD_COLORS][MPD_SHAPES]; /* the same of meshes */
    uint32_t   pole[MPD_COLORS];
} mpd_marks;

/* Loads the lists beside a level and counts what they need; nothing where markers are not asked
 * for. */
void ptl_mpd_marks_count(ptl_job *job, mpd_marks *marks, const ptl_mpd *mesh,
                         const ptl_mpd_tables *tables, const ptl_files *files);

/* Fills the last materials, meshes and nodes of a scene, as many as were counted. */
void ptl_mpd_marks_fill(ptl_job *job, const mpd_marks *marks, ptl_scene *scene, const ptl_mpd *mesh,
                        const ptl_mpd_tables *tables);

#endif
