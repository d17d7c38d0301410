/* SPDX-License-Identifier: MIT */
/* A new map to begin with: the first tile everywhere, in the layout that the engine loads. */
#include "formats/making.h"
#include "formats/ppe/ppe_private.h"

ptl_status ptl_ppe_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_making_size cells  = { 32, 32 };
    ptl_status      status = ptl_making_take_size(&cells, opts, "size", err);
    ptl_ppe        *map;

    if (status == PTL_OK)
        status = ptl_ppe_new(out, PTL_PPE_OLD, cells.width, cells.height, opts, err);
    map = status == PTL_OK ? ptl_ppe_of(*out) : NULL;
    for (size_t i = 0; map && i < map->cells.count; i++)
        ptl_ppe_word_of(&map->cells.data[i], map, &(ptl_ppe_cell){ .tile = 0 });
    return ptl_making_end(out, status);
}
