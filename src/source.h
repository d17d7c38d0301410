/* SPDX-License-Identifier: MIT */
/* What the entry points share: reading what is already in memory, scenes, refusals. */
#ifndef PTL_SOURCE_H
#define PTL_SOURCE_H

#include "exports/export.h"
#include "formats/format.h"

/* Picks the format of `source` and fills the document. */
void ptl_doc_read(ptl_job *job, ptl_doc *doc, ptl_span source, const ptl_read_opts *opts);

/* Fails the job for settings that format and export (or NULL) have no use for in a call of this
 * kind, one of PTL_WHEN_*. */
void ptl_check_settings(ptl_job *job, const ptl_format *format, const ptl_export *export,
                        unsigned when);

/* Fills a scene from a document, images included. */
void ptl_scene_fill(ptl_job *job, ptl_scene *scene, const ptl_doc *doc, const ptl_write_opts *opts);

/* For calls that make no sense. */
ptl_status ptl_refuse(ptl_diag *err, const char *why);

#endif
