/* SPDX-License-Identifier: MIT */
/* Rules that say which tile goes where on a level that is made of heights. */
#ifndef PTL_FORMATS_MPD_TILE_RULES_H
#define PTL_FORMATS_MPD_TILE_RULES_H

#include "formats/mpd/mpd_private.h"

typedef struct mpd_tile_rule {
    float    above, below;     /* how high a fan lies: the mean of its corners, in units       */
    float    steeper, flatter; /* how far its highest corner is above its lowest              */
    uint32_t word;             /* type, effects and tile of fans that fit                      */
} mpd_tile_rule;

typedef struct mpd_tile_rules {
    mpd_tile_rule *data;
    size_t         count;
} mpd_tile_rules;

/* The rules of the setting "tile-rules", behind which come those for all that they leave out: steep
 * fans are walls, all others floor. Fails where a line cannot be read. */
mpd_tile_rules ptl_mpd_tile_rules(ptl_job *job);

/* The word of a fan by its corners, of which all are numbers. */
uint32_t ptl_mpd_tile_by_rule(const mpd_tile_rules *rules, const float corner[4]);

#endif
