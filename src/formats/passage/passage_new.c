/* SPDX-License-Identifier: MIT */
/* A new list to begin with: a closed door in the middle of a level. */
#include "formats/making.h"
#include "formats/passage/passage_private.h"

ptl_status ptl_passage_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err)
{
    static const char head[] = "// Areas that are walls while they are closed and floor while they "
                               "are open.\n"
                               "// name   x0 y0  x1 y1  open  shoot-through  slippery\n";
    ptl_making_size   fans   = { 16, 16 };
    ptl_status        status = ptl_making_take_size(&fans, opts, "size", err);
    char              door[128];

    if (status != PTL_OK)
        return ptl_making_end(out, status);
    snprintf(door, sizeof door, "0 Door:   %lu %lu  %lu %lu  F  F  F\n",
             (unsigned long)fans.width / 2, (unsigned long)fans.height / 2,
             (unsigned long)fans.width / 2, (unsigned long)fans.height / 2);
    return ptl_ego_make(out, &ptl_format_passage, &ptl_ego_passages, head, door, opts, err);
}
