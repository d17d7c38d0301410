/* SPDX-License-Identifier: MIT */
/* What the files of the format of Egoboo passages share. */
#ifndef PTL_FORMATS_PASSAGE_PRIVATE_H
#define PTL_FORMATS_PASSAGE_PRIVATE_H

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "formats/ego_lists.h"
#include "formats/format.h"

/* The row's `make`. */
ptl_status ptl_passage_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err);

extern const ptl_format ptl_format_passage;
extern const ptl_rule   ptl_passage_rules[];

#endif
