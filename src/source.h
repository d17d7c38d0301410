/* SPDX-License-Identifier: MIT */
/* What the entry points share: reading what is already in memory, scenes, refusals. */
#ifndef PTL_SOURCE_H
#define PTL_SOURCE_H

#include "formats/format.h"

/* Picks the format of `source` and fills the document. */
void ptl_doc_read(ptl_job *job, ptl_doc *doc, ptl_span source, const ptl_read_opts *opts);

/* Fills a scene from a document, images included. */
void ptl_scene_fill(ptl_job *job, ptl_scene *scene, const ptl_doc *doc, const ptl_write_opts *opts);

/* For calls that make no sense. */
ptl_status ptl_refuse(ptl_diag *err, const char *why);

#endif
