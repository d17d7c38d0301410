/* SPDX-License-Identifier: MIT */
/* One row per export: a target that is written and not read back. */
#ifndef PTL_EXPORTS_EXPORT_H
#define PTL_EXPORTS_EXPORT_H

#include <portolan/portolan.h>

typedef struct ptl_export {
    ptl_export_info info;
} ptl_export;

/* All exports, in the order they are listed; NULL ends them. */
extern const ptl_export *const ptl_exports[];

#endif
