/* SPDX-License-Identifier: MIT */
/* What the files of the PixelPerfectEngine sample share. */
#ifndef SAMPLES_SAMPLE_PPE_H
#define SAMPLES_SAMPLE_PPE_H

#include "make.h"

enum { PPE_TILE = 16, PPE_SHADES = 16, PPE_PALETTES = 4, PPE_SHEET_COLUMNS = 4 };

/* Tiles of the sheet. Those with a direction are drawn one way and turned in the map. */
enum {
    PPE_GRASS,
    PPE_WATER,
    PPE_BANK,  /* land above the water           */
    PPE_CAPE,  /* land above and to the left     */
    PPE_COVE,  /* land in the upper left corner  */
    PPE_PATH,  /* from top to bottom             */
    PPE_BEND,  /* from the bottom to the right   */
    PPE_CROSS, /* all four ways                  */
    PPE_TREE,
    PPE_LANTERN,
    PPE_FLOWERS,
    PPE_REEDS,
    PPE_TILES,
};

/* Draws the sheet, in colors of the first palette; the others are seasons. */
void ppe_draw_sheet(draw_image *image, draw_palette *palette);

#endif
