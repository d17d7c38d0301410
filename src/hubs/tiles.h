/* SPDX-License-Identifier: MIT */
/* Tile layers as a picture needs them: what formats fill and src/render/tile_picture.h draws.
 *
 * Cells name tiles of their layer, tiles are places on sheets, sheets are images. Indices of a
 * sheet with a palette are looked up in one table of colors that all sheets share; a cell's
 * selector chooses the part of it. */
#ifndef PTL_HUBS_TILES_H
#define PTL_HUBS_TILES_H

#include "core/arena.h"

#define PTL_TILE_NONE UINT32_MAX /* a cell, or a tile, where nothing is drawn */

enum { PTL_TILE_COLORS = 1 << 16 }; /* of the table */

enum { /* ptl_tile_cell.transform: the axes are swapped first, then the picture is mirrored */
       PTL_TILE_MIRROR_X = 1,
       PTL_TILE_MIRROR_Y = 2,
       PTL_TILE_SWAP     = 4,
};

typedef struct ptl_tile_cell {
    uint32_t tile;     /* of the layer, or PTL_TILE_NONE; others are missing */
    uint16_t selector; /* of colors                                  */
    uint8_t  transform;
    bool     above; /* drawn after all layers, over everything else */
} ptl_tile_cell;

/* Light at the corners of a cell as it stands on the screen: upper left, upper right, lower left,
 * lower right. Colors of 128 are neutral, below darkens, above brightens; alpha 255 is opaque. */
typedef struct ptl_tile_light {
    uint8_t corner[4][4]; /* r g b a */
} ptl_tile_light;

typedef struct ptl_tile_place {
    uint32_t id;    /* what the format calls it                                                */
    uint32_t sheet; /* of the sheets, or PTL_TILE_NONE                                    */
    uint32_t index; /* on the sheet, from its upper left, row by row                      */
    uint32_t shift; /* colors a selector skips are 2 to this; 0: as many bits as indices have */
    uint32_t x, y;  /* where it is `placed`, the pixel it begins at: index means nothing then  */
    bool     placed;
} ptl_tile_place;

typedef struct ptl_tile_layer {
    ptl_str               name;
    uint32_t              width, height;           /* cells, at least 1  */
    uint32_t              tile_width, tile_height; /* pixels, at least 1 */
    const ptl_tile_cell  *cells;
    const ptl_tile_light *light; /* one for each cell, or NULL */
    const ptl_tile_place *tiles;
    uint32_t              tile_count;
    uint32_t              x, y;     /* pixels of the picture it begins at                      */
    bool                  shaded;   /* colors are multiplied with `shade`, and so is alpha     */
    uint8_t               shade[4]; /* r g b a */
} ptl_tile_layer;

typedef struct ptl_tile_sheet {
    ptl_companion file;   /* where it is loaded from */
    ptl_span      bytes;  /* what it holds, if that was given */
    bool          plain;  /* its own palette is meant, not the table that all share       */
    bool          keyed;  /* and pixels of the color `key` are clear: only where it is plain */
    uint8_t       key[3]; /* r g b */
} ptl_tile_sheet;

typedef struct ptl_tile_colors { /* put into the table, in this order */
    uint32_t sheet;              /* whose palette it is, or PTL_TILE_NONE */
    ptl_str  bytes;              /* else alpha, blue, green, red each     */
    uint32_t count, offset;      /* how many at most, and where           */
} ptl_tile_colors;

typedef struct ptl_tiles {
    struct {
        ptl_tile_layer *data; /* lowest first */
        size_t          count;
    } layers;
    struct {
        ptl_tile_sheet *data;
        size_t          count;
    } sheets;
    struct {
        ptl_tile_colors *data;
        size_t           count;
    } colors;
    bool                           blended_as_qt; /* rounded as in pictures that Tiled makes */
    const struct ptl_tile_picture *picture; /* once its images are loaded; NULL: none is there */
} ptl_tiles;

/* Where in its tile, of w by h pixels, the pixel that is shown at x, y comes from. A tile that is
 * not square is stretched when its axes are swapped. */
static inline void ptl_tile_source(uint8_t transform, uint32_t w, uint32_t h, uint32_t *x,
                                   uint32_t *y)
{
    uint32_t u = transform & PTL_TILE_MIRROR_X ? w - 1 - *x : *x;
    uint32_t v = transform & PTL_TILE_MIRROR_Y ? h - 1 - *y : *y;

    *x = transform & PTL_TILE_SWAP ? (uint32_t)((uint64_t)v * w / h) : u;
    *y = transform & PTL_TILE_SWAP ? (uint32_t)((uint64_t)u * h / w) : v;
}

#endif
