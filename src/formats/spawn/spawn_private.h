/* SPDX-License-Identifier: MIT */
/* What the files of the format of Egoboo spawns share. */
#ifndef PTL_FORMATS_SPAWN_PRIVATE_H
#define PTL_FORMATS_SPAWN_PRIVATE_H

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "formats/ego_lists.h"
#include "formats/format.h"

extern const ptl_record ptl_spawn_facts_record;
void                   *ptl_spawn_facts(ptl_job *job, const void *native);

/* The row's `make`. */
ptl_status ptl_spawn_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err);

extern const ptl_format ptl_format_spawn;
extern const ptl_rule   ptl_spawn_rules[];

#endif
