/* SPDX-License-Identifier: MIT */
/* What the files that build the scene of a Permafrost scene share. */
#ifndef PTL_FORMATS_PFSCENE_SCENE_H
#define PTL_FORMATS_PFSCENE_SCENE_H

#include "formats/pfscene/pfscene_private.h"

typedef struct pfscene_actor { /* a model; one that is not there has an empty scene of one node */
    ptl_scene scene;
    uint32_t  mesh; /* its first in the whole */
} pfscene_actor;

typedef struct pfscene_stage {
    ptl_job           *job;
    const ptl_pfscene *native;
    const ptl_files   *files;
    pfscene_crowd      crowd;
    pfscene_actor     *models; /* of the crowd */
    ptl_scene          ground; /* the map, or empty */
    ptl_scene         *out;
} pfscene_stage;

/* Finds the entities, and opens the map and all models; fails the job when there is nothing. */
void ptl_pfscene_set_stage(pfscene_stage *stage);

/* Lets materials of the whole share images of the same file. */
void ptl_pfscene_share_images(pfscene_stage *stage);

#endif
