/* SPDX-License-Identifier: MIT */
/* What the `make` of all formats share: the settings that say how large a new document is. */
#ifndef PTL_FORMATS_MAKING_H
#define PTL_FORMATS_MAKING_H

#include <portolan/portolan.h>

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

/* Gives the document up where a step of making it failed. */
ptl_status ptl_making_end(ptl_doc **doc, ptl_status status);

#endif
