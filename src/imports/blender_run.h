/* SPDX-License-Identifier: MIT */
/* Files of Blender, read by Blender itself, in a process of its own, with our add-on in it. It
 * gives a model of the Permafrost Engine and its images, all of which are checked as any input. */
#ifndef PTL_IMPORTS_BLENDER_RUN_H
#define PTL_IMPORTS_BLENDER_RUN_H

#include "core/job.h"

typedef struct ptl_blender_call {
    const ptl_foreign *how;
    const char        *path; /* of the file                                          */
    const char        *to;   /* path of what is made, beside which files will go; NULL: nowhere */
    /* Takes a file, name and bytes of which are in the arena. */
    void (*file)(void *user, const char *name, ptl_span bytes);
    void *user;
} ptl_blender_call;

/* Whether a path is one for Blender, and the caller names it. */
bool ptl_blender_reads(const ptl_foreign *how, const char *path);

/* Hands over all files, the model last. False when there is no Blender, which is no failure. */
bool ptl_blender_run(ptl_job *job, const ptl_blender_call *call);

#endif
