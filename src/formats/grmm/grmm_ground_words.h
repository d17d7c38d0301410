/* SPDX-License-Identifier: MIT */
/* What floors and walls are on ground, and the other way round. */
#ifndef PTL_FORMATS_GRMM_GROUND_WORDS_H
#define PTL_FORMATS_GRMM_GROUND_WORDS_H

#include "hubs/ground.h"

/* By kind of cell and of edge. Where two kinds are one floor, the first is what it means. */
extern const uint8_t ptl_grmm_ground_floors[PTL_GROUND_KINDS];
extern const uint8_t ptl_grmm_ground_walls[PTL_GROUND_EDGES];

#endif
