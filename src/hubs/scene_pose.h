/* SPDX-License-Identifier: MIT */
/* Where the nodes of a scene are while its clips play. */
#ifndef PTL_HUBS_SCENE_POSE_H
#define PTL_HUBS_SCENE_POSE_H

#include "hubs/scene.h"

/* Relative to the parent: scale, then turn, then move. */
typedef struct ptl_placing {
    double move[3], turn[4], scale[3]; /* turn: x y z w, length 1 */
} ptl_placing;

/* The numbers of the nodes, parents before their children, in the job's arena; NULL when there is
 * no memory. */
uint32_t *ptl_scene_order(ptl_job *job, const ptl_scene *scene);

/* Every node at rest, and at a time of a clip. A key that is no further than `near` seconds away is
 * taken as it is. */
void ptl_scene_rest(const ptl_scene *scene, ptl_placing *out);
void ptl_scene_play(const ptl_scene *scene, const ptl_scene_clip *clip, double time, double near,
                    ptl_placing *out);

/* When the first key of a clip is, and the last. */
double ptl_scene_clip_begin(const ptl_scene_clip *clip);
double ptl_scene_clip_end(const ptl_scene_clip *clip);

/* The placing whose matrix (three rows of four) is nearest to this one. Returns the largest cosine
 * between two axes, which is 0 when nothing is lost: placings cannot shear. */
double ptl_placing_of(ptl_placing *out, const double m[12]);

#endif
