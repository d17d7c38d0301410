/* SPDX-License-Identifier: MIT */
/* Building scenes: what formats call, and what exports may rely on. */
#ifndef PTL_HUBS_SCENE_H
#define PTL_HUBS_SCENE_H

#include <portolan/scene.h>

#include "core/arena.h"
#include "core/buf.h"

/* Room for so many of each in the job's arena; the elements are filled in by the format. Nodes get
 * no parent, mesh or skin, no turn and scale 1; materials are white without an image. */
bool ptl_scene_reserve(ptl_job *job, ptl_scene *scene, size_t images, size_t materials,
                       size_t meshes, size_t nodes);

/* Parts of a mesh, zeroed. */
bool ptl_scene_parts(ptl_job *job, ptl_scene_mesh *mesh, size_t count);

/* Lists of a part for so many vertices and indices; flags say which. They are zeroed, unless UNSET
 * says that all of them are filled at once. */
enum { PTL_PART_NORMAL = 1, PTL_PART_UV = 2, PTL_PART_COLOR = 4, PTL_PART_UNSET = 8 };
bool ptl_scene_part_reserve(ptl_job *job, ptl_scene_part *part, size_t vertices, size_t indices,
                            unsigned lists);

ptl_str ptl_scene_text(const char *literal);

/* Extras: a text of a file as a string of JSON, escaped where it is not UTF-8; and what was
 * gathered in a buffer, which this frees, as text in the arena. */
void    ptl_scene_put_string(ptl_buf *out, ptl_str text);
ptl_str ptl_scene_keep(ptl_job *job, ptl_buf *gathered);

/* Takes a scene made elsewhere and gives one that exports may rely on: every index, list and number
 * checked (or the job fails), images, materials and nodes copied, meshes too where they are
 * welded. */
void *ptl_scene_adopt(ptl_job *job, const void *scene);

/* The checks alone, without a copy. */
void ptl_scene_look_at(ptl_job *job, const ptl_scene *scene);

/* The same for what moves only: fails the job over unsound nodes, or channels of a clip (or
 * NULL). */
void ptl_scene_look_at_motion(ptl_job *job, const ptl_scene *scene, const ptl_scene_clip *clip);

/* What is wrong with an image made elsewhere; NULL: nothing. */
const char *ptl_scene_image_wrong(const ptl_scene_image *image);

/* For exports that write a mesh anew for every node that shows it: fails the job (`limit-copies`)
 * where that would make far more vertices than the scene has. */
bool ptl_scene_may_unfold(ptl_job *job, const ptl_scene *scene);

/* Copies every text into the job's arena, so that a scene may outlive what it was made from. */
void ptl_scene_own_texts(ptl_job *job, void *scene);

#endif
