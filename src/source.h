/* SPDX-License-Identifier: MIT */
/* What the entry points share: reading what is already in memory, scenes, refusals. */
#ifndef PTL_SOURCE_H
#define PTL_SOURCE_H

#include "formats/format.h"

/* Picks the format of `source` and fills the document. */
void ptl_doc_read(ptl_job *job, ptl_doc *doc, ptl_span source, const ptl_read_opts *opts);

/* The same for a file of another program, which becomes a document of format `to`. */
void ptl_doc_import(ptl_job *job, ptl_doc *doc, ptl_span source, const ptl_read_opts *opts,
                    const char *to);

/* Fails over what is not a document but can be imported; false when it is not that either. */
bool ptl_import_refuse(ptl_job *job, ptl_span source, const char *name);

const ptl_format *ptl_format_find(const char *name, size_t size);

/* A setting that neither the format nor the export knows, or a value that is none of its choices,
 * is refused rather than ignored. */
void ptl_check_settings(ptl_job *job, const ptl_format *format, const ptl_export_info *export);

/* Fills a scene from a document, images included. */
void ptl_scene_fill(ptl_job *job, ptl_scene *scene, const ptl_doc *doc, const ptl_write_opts *opts);

/* For calls that make no sense. */
ptl_status ptl_refuse(ptl_diag *err, const char *why);

#endif
