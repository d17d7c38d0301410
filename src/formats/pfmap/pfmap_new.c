/* SPDX-License-Identifier: MIT */
/* A new map to begin with: flat ground of one material. */
#include "formats/making.h"
#include "formats/pfmap/pfmap_private.h"

ptl_status ptl_pfmap_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_making_size chunks = { 4, 4 };
    ptl_status      status = ptl_making_take_size(&chunks, opts, "size", err);

    if (status == PTL_OK)
        status = ptl_pfmap_new(out, chunks.height, chunks.width, opts, err);
    if (status == PTL_OK)
        status = ptl_pfmap_add_material(*out, "Grass", "grass.png", err);
    return ptl_making_end(out, status);
}
