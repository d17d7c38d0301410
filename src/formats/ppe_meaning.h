/* SPDX-License-Identifier: MIT */
/* What tiles of PixelPerfectEngine maps mean, which their files do not say: a list by the user, and
 * logic values as we write them. Maps and containers both look into it. */
#ifndef PTL_FORMATS_PPE_MEANING_H
#define PTL_FORMATS_PPE_MEANING_H

#include "core/buf.h"
#include "hubs/ground.h"

enum {
    PPE_TILE_IDS   = 1 << 16,
    PPE_UNKNOWN    = PTL_GROUND_KINDS, /* the kind of a tile of which nothing is said */
    PPE_LOGIC_WET  = 32,               /* bits of a logic value; the rest is the kind */
    PPE_LOGIC_BAD  = 64,
    PPE_LOGIC_ICE  = 128,
    PPE_LOGIC_EAST = 256, /* what faces, or is walked: east and west; to the south or west */
    PPE_LOGIC_BACK = 512,
    PPE_LOGIC_ALL  = 1024,
};

/* The value of a cell in a logic section, and the other way; false when it is none of ours. */
uint16_t ptl_ppe_logic_of(const ptl_ground_cell *cell);
bool     ptl_ppe_cell_of_logic(ptl_ground_cell *cell, uint64_t logic);

/* The layer of a container whose tiles are no tiles, but such values. */
#define PPE_LOGIC_LAYER "Logic"

/* What does not fit into such a map, and what was made up for it. */
void ptl_ppe_say_ground(ptl_job *job, const ptl_ground_level *level);

enum { PPE_USUAL_CELL = 2 }; /* one tile to walk on, one for a wall */

/* What the setting "meaning" says about each id, PPE_TILE_IDS of them in the arena; NULL, and the
 * job failed, over a line that says nothing. */
ptl_ground_cell *ptl_ppe_read_meaning(ptl_job *job, ptl_str text);

/* A list to fill in: the ids that are used, and how often. */
void ptl_ppe_put_meaning(ptl_buf *out, const uint32_t counts[PPE_TILE_IDS]);

#endif
