/* SPDX-License-Identifier: MIT */
/* Merging of vertices that are equal in every list of a part. The first of each stays, and so does
 * the order of the triangles. */
#ifndef PTL_HUBS_SCENE_WELD_H
#define PTL_HUBS_SCENE_WELD_H

#include "core/hash.h"
#include "hubs/scene.h"

/* Welds a finished part. */
void ptl_scene_weld(ptl_job *job, ptl_scene_part *part);

/* Welds a part while it is built, with the same result. Lists are reserved for all its corners; a
 * few thousand vertices at a time are put after those that are kept and then taken in, so that the
 * rest of the lists is never touched and costs no memory. */
typedef struct ptl_weld_place ptl_weld_place;

typedef struct ptl_welder {
    ptl_job        *job;
    ptl_scene_part *part;
    ptl_weld_place *places; /* where the kept vertices are found, by their hashes */
    size_t          slots, kept;
    size_t          corners; /* so many places of the index list are filled */
    ptl_hash_key    key;     /* of the hashes; by chance, and the result does not depend on it */
    size_t          passed;  /* places of others that were looked at on the way to the right one */
} ptl_welder;

ptl_welder ptl_weld_begin(ptl_job *job, ptl_scene_part *part);
/* Takes in `count` vertices that were put behind the kept ones, each the next corner of a triangle.
 * Returns how many are kept now. */
size_t ptl_weld_add(ptl_welder *w, size_t count);
/* Cuts the lists down to what is kept. */
void ptl_weld_end(ptl_welder *w);

#endif
