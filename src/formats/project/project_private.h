/* SPDX-License-Identifier: MIT */
/* What the files of the format of projects share. */
#ifndef PTL_FORMATS_PROJECT_PRIVATE_H
#define PTL_FORMATS_PROJECT_PRIVATE_H

#include <portolan/project.h>

#include "formats/format.h"

extern const ptl_format ptl_format_project;
extern const ptl_rule   ptl_project_rules_table[];

void ptl_project_check(ptl_job *job, const void *native, const char *profile);

#endif
