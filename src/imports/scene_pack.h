/* SPDX-License-Identifier: MIT */
/* Scenes as bytes, from one process to another on the same machine. */
#ifndef PTL_IMPORTS_SCENE_PACK_H
#define PTL_IMPORTS_SCENE_PACK_H

#include "hubs/scene.h"

/* Everything in a scene but the media types of its images, which are looked at again. */
void ptl_scene_pack(ptl_buf *out, ptl_scene *scene);

/* The other way, from bytes of unknown origin into a zeroed scene. The bytes are in the job's arena
 * and stay there: lists of the scene may be inside of them. Every index, list and number is
 * checked; the job fails when they make no sense. */
void ptl_scene_unpack(ptl_job *job, ptl_scene *scene, ptl_span packed);

#endif
