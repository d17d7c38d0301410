/* SPDX-License-Identifier: MIT */
/* Names as OBJ and MTL can hold them: one word to the end of a line. */
#ifndef PTL_EXPORTS_OBJ_NAMES_H
#define PTL_EXPORTS_OBJ_NAMES_H

#include "hubs/scene.h"

typedef struct ptl_obj_names { /* lists have as many elements as the scene's, in the job's arena */
    ptl_str *materials;        /* no two are the same: they are how faces find their material   */
    ptl_str *meshes;           /* of the nodes that have one                                    */
    size_t   changed;          /* how many are not what the scene calls them                    */
} ptl_obj_names;

/* Makes all names of a scene; false without memory. */
bool ptl_obj_names_make(ptl_job *job, ptl_obj_names *out, const ptl_scene *scene);

/* The name of a file beside the output: blanks stay, where no reader drops them. */
ptl_str ptl_obj_file_name(ptl_job *job, const char *stem, const char *ending);

#endif
