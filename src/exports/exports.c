/* SPDX-License-Identifier: MIT */
/* The table of exports. A new export is one line here. */
#include "exports/export.h"

extern const ptl_export ptl_export_glb, ptl_export_gltf, ptl_export_obj;

const ptl_export *const ptl_exports[] = {
    &ptl_export_glb,
    &ptl_export_gltf,
    &ptl_export_obj,
    NULL,
};

void ptl_side_put(ptl_job *job, const ptl_side *side, const char *name, const void *data,
                  size_t size)
{
    if (ptl_ok(job) && !side->files.put(side->files.user, name, data, size))
        ptl_fail(job, PTL_E_IO, PTL_NOWHERE, "write", "%s cannot be written", name);
}
