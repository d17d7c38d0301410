/* SPDX-License-Identifier: MIT */
/* Rules of project files: none beyond those of JSON. */
#include "formats/project/project_private.h"

const ptl_rule ptl_project_rules_table[] = {
    { "" },
};
