/* SPDX-License-Identifier: MIT */
/* One row per import: a kind of file of other programs that becomes a hub. */
#ifndef PTL_IMPORTS_IMPORT_H
#define PTL_IMPORTS_IMPORT_H

#include "hubs/scene.h"

typedef struct ptl_importer {
    ptl_import_info info;
    bool            text; /* findings carry line and column */
    ptl_hub         hub;  /* what it becomes                */

    /* How well the content fits, 0 to 100; the name, which may be NULL, counts where the content
     * says nothing. */
    int (*probe)(ptl_span head, uint64_t size, const char *name);
    /* Fills a zeroed hub, lists in the arena; what it holds may stay in the source. Every number in
     * it is finite, every index in range. */
    void (*read)(ptl_job *job, ptl_span source, const char *name, void *hub,
                 const ptl_files *files);
    /* Of those that are code of others: loads it, and says whether it is there. They give scenes,
     * and may run in a process of their own. NULL: it is ours. */
    bool (*load)(void);
} ptl_importer;

/* Reads in this process, or in that of opts->foreign, or not at all where that is refused. */
void ptl_import_run(ptl_job *job, const ptl_importer *import, ptl_span source,
                    const ptl_read_opts *opts, void *hub);

/* Whether libassimp is there, with which one of them reads. */
bool ptl_assimp_there(void);

/* ---- Files beside the input ------------------------------------------------------------------ */

/* A file that the input names, in memory of the arena; data is NULL when it is not there. */
ptl_span ptl_import_load(ptl_job *job, const ptl_files *files, ptl_str name, const char *role);

/* Names the file an image is in and loads it. One that is not there is a warning. */
void ptl_import_image(ptl_job *job, const ptl_files *files, ptl_scene_image *image, ptl_str name);

/* Gives an image its name and bytes that stay where they are. */
void ptl_import_image_bytes(ptl_scene_image *image, ptl_str name, ptl_span bytes);

/* A share from 0 to 1 as a byte; what is beyond is cut. */
uint8_t ptl_import_byte(float share);

/* Normals as scenes have them: of length 1, and that of an adjoining face where one is unusable. */
void ptl_import_normals(ptl_scene_part *part);

/* A copy in the arena, followed by a NUL. */
ptl_str ptl_import_text(ptl_job *job, const char *data, size_t size);

#endif
