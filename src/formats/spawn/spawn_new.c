/* SPDX-License-Identifier: MIT */
/* A new list to begin with: a player in the middle of a level. */
#include "formats/making.h"
#include "formats/spawn/spawn_private.h"

ptl_status ptl_spawn_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err)
{
    static const char head[] =
        "// What is there when the module begins.\n"
        "// name   called slot x y z dir money skin passage content level status ghost team\n";
    ptl_making_size fans   = { 16, 16 };
    ptl_status      status = ptl_making_take_size(&fans, opts, "size", err);
    char            player[128];

    if (status != PTL_OK)
        return ptl_making_end(out, status);
    snprintf(player, sizeof player, "Player:  NONE 0  %lu.5 %lu.5 0  N  0 0 0 0 0  T F  G\n",
             (unsigned long)fans.width / 2, (unsigned long)fans.height / 2);
    return ptl_ego_make(out, &ptl_format_spawn, &ptl_ego_spawns, head, player, opts, err);
}
