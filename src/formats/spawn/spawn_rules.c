/* SPDX-License-Identifier: MIT */
/* Rules of Egoboo spawns. */
#include "formats/spawn/spawn_private.h"

const ptl_rule ptl_spawn_rules[] = {
    { "spawn-carried", PTL_WARNING, "a thing is carried, and nobody stands before it to carry it" },
    { "spawn-comment", PTL_NOTE,
      "a comment has a colon, behind which older engines look for a spawn: they know no comments" },
    { "spawn-line", PTL_ERROR,
      "a line does not have a colon and the fourteen values of a spawn; an error when no line "
      "fits, when there is a zero byte, "
      "and when an edited line would read as another" },
    { "spawn-skin", PTL_WARNING, "a skin is none of 0 to 3, or 4 for any" },
    { "spawn-team", PTL_WARNING, "a team does not begin with a capital letter" },
    { "" },
};
