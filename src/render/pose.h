/* SPDX-License-Identifier: MIT */
/* A scene at one moment: every part where it stands, skins and clips applied. */
#ifndef PTL_RENDER_POSE_H
#define PTL_RENDER_POSE_H

#include "hubs/scene.h"

typedef struct ptl_posed { /* a part of a mesh, in the world */
    const ptl_scene_part *part;
    const float          *position; /* x y z of each vertex                           */
    const float          *normal;   /* the same at any length, or NULL                */
    bool                  turned;   /* mirrored: triangles run the other way round    */
} ptl_posed;

typedef struct ptl_pose {
    ptl_posed *parts;
    size_t     count;
} ptl_pose;

/* In memory of the job's arena. The clip may be NULL; before its first and past its last key it
 * stands still; hubs/scene_pose.h plays it. */
bool ptl_pose_make(ptl_job *job, ptl_pose *out, const ptl_scene *scene, const ptl_scene_clip *clip,
                   double time);

/* Calls `each` for every corner of every triangle that has three finite ones. */
void ptl_pose_each(const ptl_pose *pose, void (*each)(void *user, const float *position),
                   void           *user);

/* Whether all three corners of a triangle are finite and not absurdly far away. */
bool ptl_posed_finite(const ptl_posed *posed, const uint32_t corner[3]);

#endif
