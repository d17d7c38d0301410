/* SPDX-License-Identifier: MIT */
/* What kinds of ground are called, in lists that people read and write. */
#include <string.h>

#include "hubs/ground.h"

static const char words[PTL_GROUND_KINDS][16] = {
    [PTL_GROUND_ROCK]         = "rock",
    [PTL_GROUND_FLOOR]        = "floor",
    [PTL_GROUND_DOOR]         = "door",
    [PTL_GROUND_LOCKED_DOOR]  = "locked-door",
    [PTL_GROUND_ARCHWAY]      = "archway",
    [PTL_GROUND_SECRET_DOOR]  = "secret-door",
    [PTL_GROUND_PORTCULLIS]   = "portcullis",
    [PTL_GROUND_STAIRS_UP]    = "stairs-up",
    [PTL_GROUND_STAIRS_DOWN]  = "stairs-down",
    [PTL_GROUND_ENTRANCE]     = "entrance",
    [PTL_GROUND_EXIT]         = "exit",
    [PTL_GROUND_TRAP]         = "trap",
    [PTL_GROUND_PIT]          = "pit",
    [PTL_GROUND_COLUMN]       = "column",
    [PTL_GROUND_STATUE]       = "statue",
    [PTL_GROUND_BRIDGE]       = "bridge",
    [PTL_GROUND_TELEPORT]     = "teleport",
    [PTL_GROUND_ONE_WAY_DOOR] = "one-way-door",
    [PTL_GROUND_ARROW]        = "arrow",
    [PTL_GROUND_SECRET_BLOCK] = "secret-block",
    [PTL_GROUND_BARRIER]      = "barrier",
    [PTL_GROUND_PLATE]        = "plate",
    [PTL_GROUND_SPINNER]      = "spinner",
    [PTL_GROUND_LID]          = "lid",
    [PTL_GROUND_HIDDEN_PIT]   = "hidden-pit",
    [PTL_GROUND_LANDING]      = "landing",
};

const char *ptl_ground_word(uint8_t kind)
{
    return kind < PTL_GROUND_KINDS ? words[kind] : "";
}

bool ptl_ground_kind_of(ptl_str word, uint8_t *kind)
{
    for (uint8_t i = 0; i < PTL_GROUND_KINDS; i++)
        if (strlen(words[i]) == word.size && memcmp(words[i], word.data, word.size) == 0) {
            *kind = i;
            return true;
        }
    return false;
}
