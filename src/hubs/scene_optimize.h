/* SPDX-License-Identifier: MIT */
/* Triangles and vertices in the order that graphics cards like best. */
#ifndef PTL_HUBS_SCENE_OPTIMIZE_H
#define PTL_HUBS_SCENE_OPTIMIZE_H

#include "hubs/scene.h"

/* Welds all parts of a scene and orders them: triangles so that vertices are used again soon,
 * vertices as they are used first; what no triangle uses is left out. Fails the job without
 * meshoptimizer. */
void ptl_scene_optimize(ptl_job *job, ptl_scene *scene);

#endif
