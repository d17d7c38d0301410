/* SPDX-License-Identifier: MIT */
/* What the `make` of all formats share: the settings that say how large a new document is. */
#ifndef PTL_FORMATS_MAKING_H
#define PTL_FORMATS_MAKING_H

#include "hubs/hub.h"

typedef struct ptl_making_size {
    uint32_t width, height;
} ptl_making_size;

/* A setting such as "4x3", or "4" for 4x4; *size stays what it is when none is given. */
ptl_status ptl_making_take_size(ptl_making_size *size, const ptl_read_opts *opts, const char *name,
                                ptl_diag *err);

/* A text, which ends with a zero; the one that is offered when none is given. */
typedef struct ptl_making_text {
    char text[256];
} ptl_making_text;

ptl_status ptl_making_take_text(ptl_making_text *text, const ptl_read_opts *opts, const char *name,
                                const char *otherwise, ptl_diag *err);

/* A square picture of specks in a few shades (0xRRGGBB), which goes beside the document when it is
 * written, where nothing has its name yet. Its side is a multiple of that of a tile. */
enum { PTL_MAKING_TILE = 32, PTL_MAKING_SHADES = 4 };

typedef struct ptl_making_picture {
    const char *name;
    uint32_t    side, shades[PTL_MAKING_SHADES];
} ptl_making_picture;

ptl_status ptl_making_attach(ptl_doc *doc, const ptl_making_picture *picture, ptl_diag *err);
/* The same within a job. */
void ptl_making_add(ptl_job *job, ptl_attachments *attached, const ptl_making_picture *picture);

/* A document of the setting "heightmap", which is there: `shape` makes it of a ptl_heightmap. */
struct ptl_format;
ptl_status ptl_making_hills(ptl_doc **out, const struct ptl_format *format, ptl_from_hub *shape,
                            const ptl_read_opts *opts, ptl_diag *err);

/* Gives the document up where a step of making it failed. */
ptl_status ptl_making_end(ptl_doc **doc, ptl_status status);

#endif
