/* SPDX-License-Identifier: MIT */
/* The table of exports. A new export is one line here. */
#include "exports/export.h"

const ptl_export *const ptl_exports[] = {
    NULL,
};
