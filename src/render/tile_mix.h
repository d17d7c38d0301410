/* SPDX-License-Identifier: MIT */
/* Colors of tiles over what is below them: as we mix them, and as Tiled's painter rounds it. */
#ifndef PTL_RENDER_TILE_MIX_H
#define PTL_RENDER_TILE_MIX_H

#include "render/image.h"

/* What lies over what, with colors that alpha is not multiplied into. */
ptl_rgba ptl_tile_over(ptl_rgba top, ptl_rgba under);

/* A color under a tint, of which alpha is not looked at. */
ptl_rgba ptl_tile_tinted(const uint8_t shade[4], ptl_rgba color);

typedef struct ptl_tile_veil {
    unsigned part;  /* of 255 that is seen of a layer */
    bool     solid; /* the tile has no alpha          */
} ptl_tile_veil;

/* As Qt does it: alpha is multiplied into the colors of a tile in 8 bits, all else is done in 16,
 * and every product is rounded by itself. A tile without alpha is mixed with what is below. */
ptl_rgba ptl_tile_over_as_qt(ptl_rgba top, ptl_rgba under, ptl_tile_veil veil);

#endif
