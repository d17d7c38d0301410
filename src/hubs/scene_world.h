/* SPDX-License-Identifier: MIT */
/* World matrices of nodes. */
#ifndef PTL_HUBS_SCENE_WORLD_H
#define PTL_HUBS_SCENE_WORLD_H

#include "hubs/scene.h"

typedef struct ptl_scene_matrix { /* column major */
    float m[16];
} ptl_scene_matrix;

/* Those of all nodes, in the job's arena and in time that grows with their number; NULL when the
 * job failed. */
ptl_scene_matrix *ptl_scene_worlds(ptl_job *job, const ptl_scene *scene);

/* That of one node, bit for bit the same; it goes up to the root. */
void ptl_scene_world(const ptl_scene *scene, uint32_t node, float out[16]);

#endif
