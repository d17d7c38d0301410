/* SPDX-License-Identifier: MIT */
/* Pictures of tile layers, pixel by pixel: what formats laid down in src/hubs/tiles.h, with its
 * images. */
#ifndef PTL_RENDER_TILE_PICTURE_H
#define PTL_RENDER_TILE_PICTURE_H

#include "core/buf.h"
#include "hubs/tiles.h"
#include "render/tile_mix.h"

typedef struct ptl_tile_picture {
    const ptl_tiles *tiles;
    const ptl_image
                   *sheets; /* one for each of the tiles' sheets; without pixels: it is not there */
    const uint8_t  *bits;   /* of an index of each sheet                                         */
    const ptl_rgba *colors; /* PTL_TILE_COLORS of them                                          */
    unsigned        scale;  /* pixels each way that a pixel of a tile becomes, at least 1        */
    uint32_t        width, height; /* of the picture, without the scale; 0: as its layers need   */
    const uint8_t  *known; /* a bit for each color that somebody loaded; NULL: all of them      */
} ptl_tile_picture;

/* Whether a tile of a layer can be drawn: its sheet is there and large enough. */
bool ptl_tile_is_there(const ptl_tile_picture *p, const ptl_tile_layer *layer, uint32_t tile);

/* The colors that a cell of an indexed sheet can show: which entry of the table is the first, and
 * how many. False when its sheet has none, or is not there. */
typedef struct ptl_tile_range {
    uint32_t         first, count;
    const ptl_image *sheet;
} ptl_tile_range;

bool ptl_tile_colors_of(const ptl_tile_picture *p, const ptl_tile_layer *layer,
                        const ptl_tile_cell *cell, ptl_tile_range *out);

/* Cells whose tile is not there, and those of whose colors none was loaded, so that they would not
 * be seen; *first is the tile, or the selector, of the first of them. */
size_t ptl_tile_count_missing(const ptl_tile_picture *p, const ptl_tile_layer *layer,
                              uint32_t *first);
size_t ptl_tile_count_colorless(const ptl_tile_picture *p, const ptl_tile_layer *layer,
                                uint32_t *first);

/* A tile on its sheet: where, how large, and whether it has no alpha. */
typedef struct ptl_tile_spot {
    const ptl_image *sheet;
    uint32_t         x, y, shift, width, height;
} ptl_tile_spot;

/* False when it is not there; `width` and `height` are of those that are not loose. */
bool ptl_tile_find_spot(const ptl_tile_picture *p, const ptl_tile_place *place, uint32_t width,
                        uint32_t height, ptl_tile_spot *out);
bool ptl_tile_is_solid(const ptl_tile_picture *p, const ptl_tile_place *place,
                       const ptl_tile_spot *spot);

/* Draws a tile where its pose says; false, and nothing drawn, when that would be more than *left
 * pixels, which become fewer. One that is not there is none. */
bool ptl_tile_pose_draw(ptl_job *job, ptl_image *canvas, const ptl_tile_picture *p,
                        const ptl_tile_pose *pose, uint8_t transform, uint64_t *left);

/* Pixels around it, from the first to that after the last, before the scale. */
typedef struct ptl_tile_box {
    int64_t left, top, right, bottom;
} ptl_tile_box;

bool ptl_tile_pose_box(const ptl_tile_picture *p, const ptl_tile_pose *pose, uint8_t transform,
                       ptl_tile_box *out);

/* Where a sprite is taken from and how large it is shown, unless it has a pose; false when its
 * sheet is not there, or it is not on it. */
typedef struct ptl_tile_piece {
    const ptl_image *sheet;
    uint32_t         x, y, width, height, shown_width, shown_height;
    uint64_t         color; /* the entry of the table that index 0 means */
} ptl_tile_piece;

bool ptl_tile_piece_of(const ptl_tile_picture *p, const ptl_tile_sprite *sprite,
                       ptl_tile_piece *out);

/* Draws those sprites that so many layers are drawn before. */
void ptl_tile_sprites_draw(ptl_job *job, ptl_image *canvas, const ptl_tile_picture *p,
                           uint32_t under);

/* The size of the picture: that of the largest layer, unless it was given. False, and the job
 * failed, when there is no layer or when it is too large for a picture. */
bool ptl_tile_picture_size(ptl_job *job, const ptl_tile_picture *p, uint32_t *width,
                           uint32_t *height);

/* Draws all layers, lowest first, then what stands above everything. Pixels are in the job's arena.
 */
void ptl_tile_picture_draw(ptl_job *job, ptl_image *out, const ptl_tile_picture *p);

/* The same as PNG. One layer of at most 256 colors is written row of tiles by row of tiles, and
 * needs no memory for its pixels. */
void ptl_tile_picture_png(ptl_job *job, ptl_buf *out, const ptl_tile_picture *p);

#endif
