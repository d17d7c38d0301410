/* SPDX-License-Identifier: MIT */
/* A new map to begin with: flat ground of one material, and its texture. */
#include "formats/making.h"
#include "formats/pfmap/pfmap_private.h"

ptl_status ptl_pfmap_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err)
{
    static const ptl_making_picture grass  = { "grass.bmp",
                                               64,
                                               { 0x4C7A35, 0x558640, 0x5F9249, 0x447030 } };
    ptl_making_size                 chunks = { 4, 4 };
    ptl_status                      status = ptl_making_take_size(&chunks, opts, "size", err);

    if (status == PTL_OK)
        status = ptl_pfmap_new(out, chunks.height, chunks.width, opts, err);
    if (status == PTL_OK)
        status = ptl_pfmap_add_material(*out, "Grass", grass.name, err);
    if (status == PTL_OK)
        status = ptl_making_attach(*out, &grass, err);
    return ptl_making_end(out, status);
}
