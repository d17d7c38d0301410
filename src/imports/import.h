/* SPDX-License-Identifier: MIT */
/* One row per import: a kind of file by other programs that becomes a scene. */
#ifndef PTL_IMPORTS_IMPORT_H
#define PTL_IMPORTS_IMPORT_H

#include "hubs/scene.h"

typedef struct ptl_importer {
    ptl_import_info info;
    bool            text; /* findings carry line and column */

    /* How well the content fits, 0 to 100; the name, which may be NULL, counts where the content
     * says nothing. */
    int (*probe)(ptl_span head, uint64_t size, const char *name);
    /* Fills a zeroed scene, lists in the arena. Every number in it is finite, every index good. */
    void (*read)(ptl_job *job, ptl_span source, ptl_scene *out, const ptl_files *files);
} ptl_importer;

/* All imports, in the order they are listed; NULL ends them. */
extern const ptl_importer *const ptl_imports[];

/* ---- Files beside the input ------------------------------------------------------------------ */

/* A file that the input names, in memory of the arena; data is NULL when it is not there. */
ptl_span ptl_import_load(ptl_job *job, const ptl_files *files, ptl_str name, const char *role);

/* Names the file an image is in and loads it. One that is not there is a warning. */
void ptl_import_image(ptl_job *job, const ptl_files *files, ptl_scene_image *image, ptl_str name);

/* Gives an image its name and bytes that stay where they are. */
void ptl_import_image_bytes(ptl_scene_image *image, ptl_str name, ptl_span bytes);

/* Whether a name ends in one of these blank-separated extensions, in any case of letters. */
bool ptl_import_extension(const char *name, const char *extensions);

/* A copy in the arena that ends with a NUL besides. */
ptl_str ptl_import_text(ptl_job *job, const char *data, size_t size);

#endif
