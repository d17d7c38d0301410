/* SPDX-License-Identifier: MIT */
/* Pins in the floor of a dungeon where notes are, and boards for labels. */
#include "formats/grmm/grmm_solid.h"

#define HEAD(paint_)                                                                               \
    { SOLID_DRUM, paint_, { 0, 0, 0.5f, 0.625f, 0.0625f, 0.125f } },                               \
    {                                                                                              \
        SOLID_DRUM, paint_,                                                                        \
        {                                                                                          \
            0, 0, 0.625f, 0.75f, 0.125f, 0.0625f                                                   \
        }                                                                                          \
    }

enum { PARTS = 2 };

static const solid_piece needle = { SOLID_DRUM,
                                    SOLID_IRON,
                                    { 0, 0, -0.0625f, 0.5f, 0.015625f, 0.015625f } };

/* By the kind of the note. */
static const solid_piece heads[SOLID_PINS][PARTS] = {
    [PTL_GRMM_COMMENT]   = { HEAD(SOLID_GREEN) },
    [PTL_GRMM_NUMBERED]  = { HEAD(SOLID_RED) },
    [PTL_GRMM_CUSTOM_ID] = { HEAD(SOLID_POINTER) },
    [PTL_GRMM_ICON]      = { HEAD(SOLID_BRASS) },
    [PTL_GRMM_LABEL] = { { SOLID_BOX, SOLID_PAPER, { -0.375f, 0.375f, 0.5f, 0.75f, -0.03125f, 0 } },
                         { SOLID_BOX, SOLID_WOOD, { -0.375f, 0.375f, 0.5f, 0.75f, 0, 0.03125f } } },
};

void ptl_solid_pin(solid_builder *b, size_t kind)
{
    static const solid_frame here = { 0, 0, 1, 0, 0, 1 };

    ptl_solid_put_piece(b, &needle, here);
    for (size_t i = 0; i < PARTS; i++)
        ptl_solid_put_piece(b, &heads[kind][i], here);
}
