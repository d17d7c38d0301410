/* SPDX-License-Identifier: MIT */
/* Between the entry points and the file conveniences: reading what is already in memory. */
#ifndef PTL_SOURCE_H
#define PTL_SOURCE_H

#include "formats/format.h"

/* Picks the format of `source` and fills the document. */
void ptl_doc_read(ptl_job *job, ptl_doc *doc, ptl_span source, const ptl_read_opts *opts);

/* For calls that make no sense. */
ptl_status ptl_refuse(ptl_diag *err, const char *why);

#endif
