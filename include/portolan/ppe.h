/* SPDX-License-Identifier: MIT */
/* PixelPerfectEngine tile maps (.map, .mbf).
 *
 * A map is a grid of cells, one 32-bit word each, left to right and then top to bottom. There are
 * two layouts of the word. A map may carry a graphics section (color and light of the four corners
 * of every cell) and a logic section (one number for every cell, whose meaning is up to the game).
 *
 *     const ptl_ppe *map  = ptl_ppe_of(doc);
 *     ptl_ppe_cell   cell = ptl_ppe_cell_at(map, 3, 2);
 *
 *     if (cell.tile != PTL_PPE_EMPTY)
 *         printf("tile %u, palette %u\n", cell.tile, cell.palette);
 */
#ifndef PORTOLAN_PPE_H
#define PORTOLAN_PPE_H

#include <portolan/portolan.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PTL_PPE_EMPTY     = 0xFFFF,  /* tile of a cell where nothing is drawn         */
    PTL_PPE_MAX_CELLS = 1 << 26, /* of a map, unless the setting max-cells says otherwise */
};

typedef enum ptl_ppe_layout { PTL_PPE_OLD, PTL_PPE_NEW } ptl_ppe_layout; /* bit 3 of the flags */

typedef enum ptl_ppe_coder { /* how the bytes after the header are packed */
                             PTL_PPE_PLAIN,
                             PTL_PPE_RLE,
                             PTL_PPE_LZW,
                             PTL_PPE_ZLIB,
                             PTL_PPE_ZSTD,
} ptl_ppe_coder;

enum {                                /* bits of ptl_ppe.flags */
       PTL_PPE_EXTRA        = 1 << 0, /* old: the p bits hold data; new: there is a logic section */
       PTL_PPE_PALETTE_DATA = 1 << 1, /* the palette selector holds data of the game's author     */
       PTL_PPE_AXIS_SWAP    = 1 << 2, /* old: the lowest p bit swaps the axes                     */
       PTL_PPE_GRAPHICS     = 1 << 4, /* there is a graphics section                              */
};

#define PTL_PPE_RESERVED UINT32_C(0x00FCF0E0) /* bits that mean nothing yet; kept as they are */

/* One corner of a cell in the graphics section: 0x80 is neutral, below darkens, above brightens. */
typedef struct ptl_ppe_corner {
    uint8_t red, green, blue, alpha;
    int16_t light_x, light_y; /* direction of the light */
} ptl_ppe_corner;

typedef struct ptl_ppe_corners {
    ptl_ppe_corner *data;
    size_t          count;
} ptl_ppe_corners;

typedef struct ptl_ppe {
    uint8_t         layout;        /* ptl_ppe_layout                                             */
    uint8_t         coder;         /* ptl_ppe_coder, as it is read and written                   */
    uint8_t         rle_bytes;     /* 1: the runs of PTL_PPE_RLE count bytes instead of elements */
    uint8_t         logic_width;   /* 0 to 3: logic values of 8, 16, 32 or 64 bits               */
    uint8_t         user;          /* bits 24 to 31, free for the game's author                  */
    uint32_t        flags;         /* PTL_PPE_EXTRA and its like, and reserved bits              */
    uint32_t        width, height; /* cells                                                      */
    ptl_u32s        cells;         /* width * height words                                       */
    ptl_ppe_corners corners;       /* four for each cell (PTL_PPE_UPPER_LEFT first), or none */
    ptl_u64s        logic;         /* one for each cell, or none                                 */
    ptl_u8s         tail;          /* what follows the payload                                   */
    uint8_t         header;        /* bytes before the payload: 12; 16 of 2018; 0: it was CSV    */
} ptl_ppe;

/* The map inside a document, or NULL when it is of another format: to change, or only to look at,
 * which spares later calls a look at the whole. See "Changes" in <portolan/portolan.h>. */
PTL_API ptl_ppe       *ptl_ppe_of(const ptl_doc *doc);
PTL_API const ptl_ppe *ptl_ppe_view(const ptl_doc *doc);

/* A new map of empty cells without sections or coder, ready to be edited and written. Only the
 * allocator and limits of the options are used. */
PTL_API ptl_status ptl_ppe_new(ptl_doc **out, ptl_ppe_layout layout, uint32_t width,
                               uint32_t height, const ptl_read_opts *opts, ptl_diag *err);

/* Gives a map the section it lacks: neutral corners; logic values of 0, `bits` wide (8, 16, 32 or
 * 64; new layout only). A section that is there already is left alone. */
PTL_API ptl_status ptl_ppe_add_corners(ptl_doc *doc, ptl_diag *err);
PTL_API ptl_status ptl_ppe_add_logic(ptl_doc *doc, unsigned bits, ptl_diag *err);

/* The word at the start of the file. */
PTL_API uint32_t ptl_ppe_header_flags(const ptl_ppe *map);

/* Size of a map file without a coder, from its first twelve bytes; 0 when it has a coder or a size
 * that no map has. */
PTL_API uint64_t ptl_ppe_plain_size(const uint8_t header[12]);

/* Whether the flags ask for a logic section. */
PTL_INLINE bool ptl_ppe_has_logic(const ptl_ppe *map)
{
    return map && map->layout == PTL_PPE_NEW && map->flags & PTL_PPE_EXTRA;
}

/* ---- Cells ---------------------------------------------------------------------------------- */

enum { /* ptl_ppe_cell.transform: the axes are swapped first, then the picture is mirrored */
       PTL_PPE_MIRROR_X = 1,
       PTL_PPE_MIRROR_Y = 2,
       PTL_PPE_SWAP     = 4,
};

typedef struct ptl_ppe_cell { /* a word, taken apart */
    uint16_t tile;
    uint16_t palette;   /* selector: 12 bits in the new layout, 8 in the old                 */
    uint8_t  transform; /* PTL_PPE_MIRROR_X and its like                                     */
    bool     priority;  /* drawn in a second pass, above everything; never in the old layout */
    uint8_t  p;         /* old: what is left of the p bits, 6 or, with PTL_PPE_AXIS_SWAP, 5  */
} ptl_ppe_cell;

/* By the header's flags. */
PTL_API ptl_ppe_cell ptl_ppe_cell_of(const ptl_ppe *map, uint32_t word);

/* As today's engine loads old words, whatever the flags say: attribute bit 2 swaps, any of the bits
 * above it is priority. The same as ptl_ppe_cell_of for the new layout. */
PTL_API ptl_ppe_cell ptl_ppe_cell_in_engine(const ptl_ppe *map, uint32_t word);

/* The other way; false when the layout has no room for some of it, and *out is what fits. */
PTL_API bool ptl_ppe_word_of(uint32_t *out, const ptl_ppe *map, const ptl_ppe_cell *cell);

/* Empty where there is none. */
PTL_INLINE ptl_ppe_cell ptl_ppe_cell_at(const ptl_ppe *map, uint32_t x, uint32_t y)
{
    uint64_t index = map ? (uint64_t)y * map->width + x : 0;
    bool     there = map && x < map->width && index < map->cells.count;

    return ptl_ppe_cell_of(map, there ? map->cells.data[index] : (uint32_t)PTL_PPE_EMPTY);
}

/* Where in its tile, of w by h pixels, the pixel that is shown at x, y comes from. A tile that is
 * not square is stretched when its axes are swapped, as the engine does. */
typedef struct ptl_ppe_pixel {
    uint32_t u, v;
} ptl_ppe_pixel;

PTL_API ptl_ppe_pixel ptl_ppe_source_pixel(uint8_t transform, uint32_t w, uint32_t h, uint32_t x,
                                           uint32_t y);

/* The number Tiled gives such a cell in a tile set that begins at 1: 0 when it is empty. */
PTL_API uint32_t ptl_ppe_tiled_gid(const ptl_ppe_cell *cell);

/* ---- Sections ------------------------------------------------------------------------------- */

enum { PTL_PPE_UPPER_LEFT, PTL_PPE_UPPER_RIGHT, PTL_PPE_LOWER_LEFT, PTL_PPE_LOWER_RIGHT };

/* A corner of a cell as it stands on the screen (corners do not follow mirroring); neutral where
 * there is no graphics section. */
PTL_API ptl_ppe_corner ptl_ppe_corner_at(const ptl_ppe *map, uint32_t x, uint32_t y,
                                         unsigned corner);

/* The corners of a cell blended at a place inside it, 0 to 1 each way. */
typedef struct ptl_ppe_light {
    double red, green, blue, alpha; /* 0 to 255, 128 neutral */
    double direction_x, direction_y;
} ptl_ppe_light;

PTL_API ptl_ppe_light ptl_ppe_light_at(const ptl_ppe *map, uint32_t x, uint32_t y, double across,
                                       double down);

/* A color of 0 to 255 under a light of 0 to 255. */
PTL_API double ptl_ppe_lit(double color, double light);

/* The logic value of a cell; 0 where there is no logic section. */
PTL_API uint64_t ptl_ppe_logic_at(const ptl_ppe *map, uint32_t x, uint32_t y);

#ifdef __cplusplus
}
#endif

#endif
