/* SPDX-License-Identifier: MIT */
/* Heights as a picture has them: the ground from straight above, white where it is highest. */
#ifndef PTL_HUBS_HEIGHTMAP_H
#define PTL_HUBS_HEIGHTMAP_H

#include "hubs/hub.h"

typedef struct ptl_heightmap {
    uint32_t  width, height; /* at least 1 each                                             */
    unsigned  bits;          /* of a sample in its file: 8 or 16                            */
    uint16_t *gray;          /* row by row from the north-west; 65535 is white in both      */
    double    lowest, highest, across; /* of black, of white, and of all columns, in units of
                                          the world, as our own say it; across is 0 in others */
} ptl_heightmap;

#endif
