/* SPDX-License-Identifier: MIT */
/* What the parts of Tiled's maps as tile layers share. */
#ifndef PTL_FORMATS_TMX_TILES_H
#define PTL_FORMATS_TMX_TILES_H

#include "formats/tmx/tmx_private.h"
#include "hubs/names.h"

enum { PTL_TMX_MOST_SHEETS = 4096 };

typedef struct ptl_tmx_anchor { /* of tile objects: how much of them lies before their point */
    double left, above;
    bool   set; /* the set says so; else it follows from the orientation */
} ptl_tmx_anchor;

typedef struct ptl_tmx_thing { /* an object as it is drawn */
    ptl_tile_place tile;
    ptl_tmx_anchor anchor;
    uint32_t       gid;
    double         width, height, rotation;
    bool           visible;
} ptl_tmx_thing;

typedef struct ptl_tmx_box {
    int64_t left, top, right, bottom;
} ptl_tmx_box;

typedef struct ptl_tmx_tiling {
    ptl_job         *job;
    ptl_tiled_map    map;
    ptl_tiles       *out;
    const ptl_files *files;
    ptl_tile_place  *places;  /* by gid */
    ptl_tmx_anchor  *anchors; /* by number of the set     */
    uint32_t         count;
    ptl_names        known;     /* sheets by name and transparent color */
    ptl_tmx_box      cells;     /* the part of the plane that is drawn  */
    ptl_tmx_box      around;    /* pixels that offsets of layers add   */
    size_t           lost;      /* objects that are not drawn          */
    ptl_names        templates; /* by path */
    ptl_tmx_thing   *patterns;  /* what each of them shows */
    uint32_t         pattern_count;
} ptl_tmx_tiling;

typedef struct ptl_tmx_look { /* of a layer with all groups around it */
    bool   visible;
    double opacity, x, y;
    double tint[4];
} ptl_tmx_look;

ptl_tmx_look ptl_tmx_look_of(const ptl_tiled_map *map, const ptl_tiled_layer *layer);
/* r g b a: opacity counts in 256 parts first, because Tiled's painter does. */
void ptl_tmx_shade(uint8_t shade[4], const ptl_tmx_look *look);
bool ptl_tmx_is_shaded(const ptl_tmx_look *look);

/* How a cell is turned; in hexagonal maps two of its flags are sixths of a turn. */
uint8_t ptl_tmx_transform(const ptl_tmx_tiling *t, uint32_t cell);

/* How cells lie, and how large the picture of all of them is. */
ptl_tile_lattice ptl_tmx_lattice(const ptl_tmx_tiling *t, uint64_t *width, uint64_t *height);
/* Where a point that objects name lies in the picture, from where its layer begins. */
ptl_tiled_point ptl_tmx_point(const ptl_tmx_tiling *t, double x, double y);

/* ---- Sets: tmx_tile_sets.c ------------------------------------------------------------------- */

/* The number of a sheet, whose path begins at the file `from`; PTL_TILE_NONE where it has none. */
uint32_t ptl_tmx_sheet(ptl_tmx_tiling *t, ptl_str from, const ptl_tiled_image *image);

/* Tiles of all sets of the map, and anchors. */
void ptl_tmx_take_sets(ptl_tmx_tiling *t);

/* Opens a file of Tiled's; NULL, which was said, when it is not there. `heard` is the job of what
 * is in it. */
ptl_doc *ptl_tmx_open(ptl_tmx_tiling *t, const ptl_part_place *place, ptl_job *heard,
                      ptl_tiled_map *out);

/* One tile of a set that is inside of `from`, or in a file whose path begins there. */
ptl_tile_place ptl_tmx_far_tile(ptl_tmx_tiling *t, ptl_str from, const ptl_tiled_set *set,
                                uint32_t id, ptl_tmx_anchor *anchor);

/* ---- Objects and images: tmx_tile_objects.c -------------------------------------------------- */

/* Puts objects, or the image of a layer, behind the layers of tiles that there are by now. */
void ptl_tmx_take_things(ptl_tmx_tiling *t, const ptl_tiled_layer *layer);

#endif
