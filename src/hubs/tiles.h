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
       PTL_TILE_TURN_60  = 8, /* clockwise, of tiles that are loose */
       PTL_TILE_TURN_120 = 16,
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
    uint32_t margin, spacing; /* pixels of the sheet around all tiles, and between them        */
    uint32_t width, height;   /* of a tile that is `loose`; 0: all of its sheet                */
    int32_t  right, down;     /* pixels that one is moved by                                   */
    bool     placed;
    bool     loose; /* of a size of its own, drawn from the lower left corner of its cell      */
} ptl_tile_place;

typedef enum ptl_tile_way { /* how the cells of a layer lie */
                            PTL_TILE_ROWS,
                            PTL_TILE_DIAMOND, /* rows go down to the right, columns to the left */
                            PTL_TILE_SHIFTED_ROWS,    /* every other one to the right */
                            PTL_TILE_SHIFTED_COLUMNS, /* down                         */
} ptl_tile_way;

typedef struct ptl_tile_lattice { /* where it is not rows; all tiles of the layer are loose then */
    ptl_tile_way way;
    uint32_t     across, down; /* pixels from a cell to the next one of its row, of its column */
    uint32_t     shift;        /* pixels                                                       */
    bool         even;         /* the first one is shifted, not the second                     */
} ptl_tile_lattice;

typedef struct ptl_tile_layer {
    ptl_str               name;
    uint32_t              width, height;           /* cells, at least 1  */
    uint32_t              tile_width, tile_height; /* pixels, at least 1 */
    const ptl_tile_cell  *cells;
    const ptl_tile_light *light; /* one for each cell, or NULL */
    const ptl_tile_place *tiles;
    uint32_t              tile_count;
    uint32_t              x, y; /* pixels of the picture it begins at                      */
    ptl_tile_lattice      lattice;
    bool                  shaded;   /* colors are multiplied with `shade`, and so is alpha     */
    uint8_t               shade[4]; /* r g b a */
} ptl_tile_layer;

typedef struct ptl_tile_sheet {
    ptl_companion file;   /* where it is loaded from */
    ptl_span      bytes;  /* what it holds, if that was given */
    bool          inside; /* they are the document's own: what is wrong with them is no failure */
    bool          plain;  /* its own palette is meant, not the table that all share       */
    bool          keyed;  /* and pixels of the color `key` are clear: only where it is plain */
    uint8_t       key[3]; /* r g b */
} ptl_tile_sheet;

typedef struct ptl_tile_colors { /* put into the table, in this order */
    uint32_t sheet;              /* whose palette it is, or PTL_TILE_NONE */
    ptl_str  bytes;              /* else alpha, blue, green, red each     */
    uint32_t count, offset;      /* how many at most, and where           */
    bool     aside;              /* without others, the palette of the first sheet is there, too */
} ptl_tile_colors;

/* A tile that is scaled and turned: drawn as Tiled does it. */
typedef struct ptl_tile_pose {
    ptl_tile_place tile;
    double         x, y;          /* the point of the picture that it is fixed to              */
    double         left, above;   /* how much of it lies there before that point: 0 to 1       */
    double         width, height; /* as it is shown, before its axes are swapped; 0: as it is  */
    double         degrees;       /* clockwise around that point                               */
    bool           repeat_x, repeat_y; /* without end                                          */
    uint8_t        shade[4];           /* r g b a: colors and alpha are multiplied with it     */
} ptl_tile_pose;

typedef struct ptl_tile_sprite { /* a piece of an image that lies between the layers */
    ptl_str  layer; /* what the format calls where it is                              */
    uint32_t under; /* layers that are drawn before it                                */
    uint32_t sheet; /* of the sheets                                                  */
    uint32_t x, y, width, height; /* of the piece, in pixels of the sheet; no width: all of it */
    int32_t  left, top; /* where it is in the picture                                    */
    uint32_t shown_width, shown_height; /* there; 0: `scale` of the piece */
    uint32_t scale_x, scale_y; /* 1024ths                                                 */
    uint32_t selector, shift;  /* as of a cell and its tile                               */
    uint8_t  transform, alpha;
    const ptl_tile_pose *pose; /* where it is, and which piece, says this alone; or NULL */
} ptl_tile_sprite;

typedef enum ptl_tile_shape { PTL_TILE_BOX, PTL_TILE_LINE, PTL_TILE_SPRITE } ptl_tile_shape;

typedef struct ptl_tile_point {
    int32_t x, y;
} ptl_tile_point;

typedef struct ptl_tile_mark { /* what is shown by lines and a name, where that is asked for */
    ptl_tile_shape        shape;
    bool                  closed, colored;
    uint8_t               color[4]; /* r g b a, where it is colored                           */
    uint32_t              sprite;   /* of a sprite: which one                                 */
    ptl_str               name;
    const ptl_tile_point *points; /* of a line; of a box the first pixel and that after its last */
    size_t                count;
} ptl_tile_mark;

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
    struct {
        ptl_tile_sprite *data; /* by `under`, lowest first */
        size_t           count;
    } sprites;
    struct {
        ptl_tile_mark *data;
        size_t         count;
    } marks;
    uint32_t width, height;    /* of the picture, where that is more than its layers need  */
    bool     leftward, upward; /* how cells are drawn one after another: seen of loose tiles */
    bool     blended_as_qt;    /* rounded as in pictures that Tiled makes */
    bool     bare;             /* nothing shows a tile: a picture needs no sheet */
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
