/* SPDX-License-Identifier: MIT */
/* Rules of project files. */
#include "formats/project/project_private.h"

const ptl_rule ptl_project_rules_table[] = {
    { "project-folder", PTL_ERROR, "a project names a folder that does not lie below its own" },
    { "project-pattern", PTL_ERROR,
      "a pattern of a project fits no path: those have no empty part, no '.' and '..', and '/' "
      "between parts" },
    { "project-rule", PTL_ERROR, "a project names a rule that there is not" },
    { "" },
};
