/* SPDX-License-Identifier: MIT */
/* Heights of a posed scene, looked at from straight above. */
#ifndef PTL_RENDER_HEIGHTS_H
#define PTL_RENDER_HEIGHTS_H

#include "render/pose.h"

/* A rectangle on the ground: x from west to east, z from north to south. */
typedef struct ptl_plot {
    double x, z, width, depth;
} ptl_plot;

/* Whether triangles of a part count. */
typedef bool ptl_heights_part(const ptl_scene *scene, const ptl_scene_part *part);

/* The plot that the whole pose stands on; false when there is none. */
bool ptl_plot_of(ptl_plot *out, const ptl_scene *scene, const ptl_pose *pose,
                 ptl_heights_part *counts);

/* The height of the highest surface in the middle of each of columns x rows pixels of the plot,
 * rows from the north; -INFINITY where there is none. In memory of the job's arena, NULL without.
 */
float *ptl_heights_make(ptl_job *job, const ptl_scene *scene, const ptl_pose *pose,
                        ptl_heights_part *counts, const ptl_plot *plot, uint32_t columns,
                        uint32_t rows);

#endif
