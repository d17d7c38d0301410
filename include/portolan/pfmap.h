/* SPDX-License-Identifier: MIT */
/* Permafrost Engine terrain (PFMAP).
 *
 * A map is chunks of 32 x 32 tiles; a tile is 24 characters of text: its shape, heights, materials
 * and some flags. Row 0 is the northern edge, column 0 the western one. World axes are the
 * engine's: X grows to the west, Y up, Z to the south, and the middle of the map is the origin.
 *
 *     ptl_doc *doc;
 *
 *     ptl_pfmap_new(&doc, 2, 3, NULL, NULL);
 *     ptl_pfmap_add_material(doc, "Grass", "grass.png", NULL);
 *     ptl_write_file("plain.pfmap", doc, NULL, NULL);
 *
 * makes a map of 2 x 3 chunks of flat grass; ptl_pfmap_of opens it for edits. */
#ifndef PORTOLAN_PFMAP_H
#define PORTOLAN_PFMAP_H

#include <portolan/portolan.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PTL_PFMAP_CHUNK         = 32,  /* tiles along one side of a chunk                      */
    PTL_PFMAP_TILE          = 8,   /* world units along one side of a tile                 */
    PTL_PFMAP_LEVEL         = 4,   /* world units of one level of height                   */
    PTL_PFMAP_WATER         = -2,  /* height of the water, in world units                  */
    PTL_PFMAP_TYPES         = 13,  /* shapes of tiles                                      */
    PTL_PFMAP_MAX_HEIGHT    = 99,  /* levels, of base and of ramp                          */
    PTL_PFMAP_ENGINE_HEIGHT = 9,   /* levels the engine is built for                       */
    PTL_PFMAP_ENGINE_LISTS  = 256, /* materials, and splats, that the engine takes         */
    PTL_PFMAP_ENGINE_LINE   = 255, /* bytes of a line that the engine takes, with its end  */
    PTL_PFMAP_MAX_MATERIAL  = 999, /* three digits                                         */
};

/* Shapes. The second letter of a ramp is its high end. Corners fall toward their name: a concave
 * one has one high corner, the opposite one; a convex one has one low corner, the one it names. */
typedef enum ptl_pfmap_type {
    PTL_PFMAP_FLAT,
    PTL_PFMAP_RAMP_SN,
    PTL_PFMAP_RAMP_NS,
    PTL_PFMAP_RAMP_EW,
    PTL_PFMAP_RAMP_WE,
    PTL_PFMAP_CONCAVE_SW,
    PTL_PFMAP_CONVEX_SW,
    PTL_PFMAP_CONCAVE_SE,
    PTL_PFMAP_CONVEX_SE,
    PTL_PFMAP_CONCAVE_NW,
    PTL_PFMAP_CONVEX_NW,
    PTL_PFMAP_CONCAVE_NE,
    PTL_PFMAP_CONVEX_NE,
} ptl_pfmap_type;

/* Corners and edges of a tile, in the order of every table here. */
enum { PTL_PFMAP_NW, PTL_PFMAP_NE, PTL_PFMAP_SE, PTL_PFMAP_SW };
enum { PTL_PFMAP_NORTH, PTL_PFMAP_EAST, PTL_PFMAP_SOUTH, PTL_PFMAP_WEST };

enum { PTL_PFMAP_NO_BLEND, PTL_PFMAP_BLUR, PTL_PFMAP_EDGE }; /* blend modes; EDGE from 1.2 on */

/* ---- The document --------------------------------------------------------------------------- */

/* One tile, letters as in the original document. Flags are digits: everything but 0 is set. */
typedef struct ptl_pfmap_tile {
    uint16_t top, side;     /* E, F: materials, by their place in the list                    */
    int16_t  base;          /* B, C: levels, -99 to 99                                        */
    uint16_t reserved;      /* N: three digits, 0 in every known file                         */
    uint8_t  type;          /* A: a ptl_pfmap_type                                            */
    uint8_t  ramp;          /* D: levels, 0 to 99; meaningless on flat tiles                  */
    uint8_t  pathable;      /* G                                                              */
    uint8_t  blend;         /* H: blend mode before 1.2; see ptl_pfmap_blend_modes            */
    uint8_t  blend_normals; /* I                                                              */
    uint8_t  no_bump_map;   /* J                                                              */
    uint8_t  cover;         /* K: 0 none, 1 full grass, 2 sparse grass; from 1.2 on           */
    uint8_t  edge_blend[4]; /* M: blend modes north, east, south, west; from 1.2 on           */
} ptl_pfmap_tile;

/* Words without blanks, each followed by a NUL that its size does not count. */
typedef struct ptl_pfmap_material {
    ptl_str  name, texture;
    ptl_str  extra; /* what else stands on the line; the engine does not look at it */
    uint64_t at;    /* where the line begins                                        */
} ptl_pfmap_material;

typedef struct ptl_pfmap_splat { /* materials: `accent` is laid over `base` */
    uint32_t base, accent;
    uint64_t at;
} ptl_pfmap_splat;

/* White space that is not what the official writers put there. */
typedef struct ptl_pfmap_gap {
    uint64_t before; /* number of the word, or of the tile in the file, that follows it */
    ptl_str  text;
    int64_t  shift; /* bytes by which what follows is displaced                        */
} ptl_pfmap_gap;

typedef struct ptl_pfmap_gaps {
    ptl_pfmap_gap *data;
    size_t         count;
} ptl_pfmap_gaps;

/* A number of the header that is not written the shortest way. */
typedef struct ptl_pfmap_spelling {
    uint64_t word;
    ptl_str  text; /* written while it means the same as the document */
} ptl_pfmap_spelling;

/* A reserved place that holds something other than a digit. */
typedef struct ptl_pfmap_letter {
    uint64_t tile;   /* number in the file                            */
    uint8_t  place;  /* 16 to 23                                      */
    ptl_str  letter; /* written while the tile's own digit there is 0 */
} ptl_pfmap_letter;

typedef struct ptl_pfmap_u64s {
    uint64_t *data;
    size_t    count;
} ptl_pfmap_u64s;

/* How the text differs from what the official writers put out; all zero when it does not. What no
 * longer fits after edits is ignored. Words count from 0 through header, materials and splats;
 * tiles count in the order of the file. */
typedef struct ptl_pfmap_layout {
    bool           bom;            /* the text begins with a byte order mark             */
    bool           crlf;           /* lines end in CR LF                                 */
    bool           cut;            /* the last line has no end                           */
    uint8_t        tiles_per_line; /* 1 to 32; 0 is 4                                    */
    ptl_pfmap_gaps words, tiles;   /* odd white space in the header and between tiles    */
    struct {
        ptl_pfmap_spelling *data;
        size_t              count;
    } spellings;               /* numbers written like "04"                          */
    ptl_pfmap_u64s minus_zero; /* tiles whose base is -00                            */
    ptl_pfmap_u64s lower_case; /* tiles whose type is a, b or c                      */
    struct {
        ptl_pfmap_letter *data;
        size_t            count;
    } letters;
    ptl_str rest; /* all that follows the last tile, unless that is a line end */
} ptl_pfmap_layout;

typedef struct ptl_pfmap {
    ptl_str  version;       /* as written: "1.0"                                       */
    uint32_t width, height; /* tiles from west to east and from north to south: whole chunks */
    struct {
        ptl_pfmap_material *data;
        size_t              count;
    } materials;
    struct {
        ptl_pfmap_splat *data;
        size_t           count;
    } splats; /* from 1.1 on */
    struct {
        ptl_pfmap_tile *data;
        size_t          count;
    } tiles; /* width * height, by rows of the map, western tile first */
    ptl_pfmap_layout layout;
    struct { /* where the header's values stand in the file */
        uint64_t version, materials, splats, rows, cols, tiles;
    } at;
} ptl_pfmap;

/* The map inside a document, or NULL when it is of another format: to change, or only to look at,
 * which spares later calls a look at the whole. See "Changes" in <portolan/portolan.h>. */
PTL_API ptl_pfmap       *ptl_pfmap_of(const ptl_doc *doc);
PTL_API const ptl_pfmap *ptl_pfmap_view(const ptl_doc *doc);

/* A new map of rows by cols chunks, version 1.0: flat pathable tiles of material 0 on top and at
 * the sides, blurred at every edge as in the maps of the game. Only the allocator and limits of the
 * options are used. Give it a material before writing it. */
PTL_API ptl_status ptl_pfmap_new(ptl_doc **out, uint32_t rows, uint32_t cols,
                                 const ptl_read_opts *opts, ptl_diag *err);

/* Adds to the lists; the texts are copied. */
PTL_API ptl_status ptl_pfmap_add_material(ptl_doc *doc, const char *name, const char *texture,
                                          ptl_diag *err);
PTL_API ptl_status ptl_pfmap_add_splat(ptl_doc *doc, uint32_t base, uint32_t accent, ptl_diag *err);

/* 10, 11 or 12: how the map is read, by its version number. Unknown ones count as 10 below 1.1,
 * as 12 above. */
PTL_API unsigned ptl_pfmap_version(const ptl_pfmap *map);

/* ---- Places --------------------------------------------------------------------------------- */

typedef struct ptl_pfmap_place {
    uint32_t row, col;             /* of the tile in the map         */
    uint32_t chunk_row, chunk_col; /* of its chunk                   */
    double   fx, fz;               /* 0 west, 1 east; 0 north, 1 south */
} ptl_pfmap_place;

/* The tile under a world position. False outside the map, where *out is the nearest tile; the
 * eastern and southern borders belong to the last tiles. */
PTL_API bool ptl_pfmap_place_at(ptl_pfmap_place *out, const ptl_pfmap *map, double x, double z);

/* Number of a tile in the order of the file, which goes chunk by chunk. */
PTL_API uint64_t ptl_pfmap_file_number(const ptl_pfmap *map, uint32_t row, uint32_t col);

/* The other way: index into `tiles` of the number-th tile of the file; SIZE_MAX in a map that is
 * narrower than a chunk. */
PTL_API size_t ptl_pfmap_index(const ptl_pfmap *map, uint64_t number);

/* NULL where there is none. */
PTL_INLINE ptl_pfmap_tile *ptl_pfmap_tile_at(const ptl_pfmap *map, uint32_t row, uint32_t col)
{
    uint64_t index = map ? (uint64_t)row * map->width + col : 0;

    return map && col < map->width && index < map->tiles.count ? &map->tiles.data[index] : NULL;
}

/* ---- Surface -------------------------------------------------------------------------------- */

/* Heights of the corners NW, NE, SE, SW in levels. */
PTL_API void ptl_pfmap_corners(int out[4], const ptl_pfmap_tile *tile);

/* Whether the two triangles of a tile meet along NW-SE rather than SW-NE. */
PTL_API bool ptl_pfmap_cut_nw_se(const ptl_pfmap_tile *tile);

/* World height on a tile; fx from west to east and fz from north to south, 0 to 1. */
PTL_API double ptl_pfmap_height_in(const ptl_pfmap_tile *tile, double fx, double fz);

/* World height of the ground at a position; outside the map, the border tile goes on. */
PTL_API double ptl_pfmap_height(const ptl_pfmap *map, double x, double z);

/* Unit normal at a place on a tile, engine axes, without smoothing. */
PTL_API void ptl_pfmap_normal_in(double out[3], const ptl_pfmap_tile *tile, double fx, double fz);

/* The same at a world position; outside the map, that of the border tile. */
PTL_API void ptl_pfmap_normal(double out[3], const ptl_pfmap *map, double x, double z);

/* Where a ray meets the ground first, tops of tiles and walls between them, engine axes; false when
 * it does not. The number is that of the tile in `tiles`. */
PTL_API bool ptl_pfmap_ray(ptl_hit *out, const ptl_pfmap *map, const ptl_ray *ray);

/* Material drawn at a place on a tile: slopes of two or more levels show that of the sides. */
PTL_API uint16_t ptl_pfmap_material_in(const ptl_pfmap_tile *tile, double fx, double fz);

/* Blend modes of the four edges, wherever the map keeps them: from 1.2 on in M, before that in H
 * unless M says something. */
PTL_API void ptl_pfmap_blend_modes(uint8_t out[4], const ptl_pfmap *map,
                                   const ptl_pfmap_tile *tile);

PTL_INLINE bool ptl_pfmap_is_water(const ptl_pfmap_tile *tile)
{
    return tile && tile->base < 0;
}

/* ---- Passability ---------------------------------------------------------------------------- */

typedef enum ptl_pfmap_mover { PTL_PFMAP_GROUND, PTL_PFMAP_SWIMMER } ptl_pfmap_mover;

/* Where units can go, as the engine bakes it from the ground alone: 2 x 2 cells per tile, so 2 *
 * width by 2 * height bytes of 1 or 0, northern row first, western cell first. */
PTL_API void ptl_pfmap_passable(uint8_t *out, const ptl_pfmap *map, ptl_pfmap_mover mover);

/* The same at one world position; false outside the map. */
PTL_API bool ptl_pfmap_walkable(const ptl_pfmap *map, double x, double z, ptl_pfmap_mover mover);

#ifdef __cplusplus
}
#endif

#endif
