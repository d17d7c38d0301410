/* SPDX-License-Identifier: MIT */
/* What the engine shows on the ground: textures of several materials, mixed. */
#ifndef PTL_FORMATS_PFMAP_MIX_H
#define PTL_FORMATS_PFMAP_MIX_H

#include "formats/pfmap/pfmap_scene.h"
#include "render/texture.h"

enum {
    PFMAP_MIX_MOST   = 18, /* materials of a tile, at four edges and four corners: two each */
    PFMAP_MIX_POINTS = 9,  /* north-west, north, north-east, west, middle and so on         */
};

typedef enum pfmap_mode { PFMAP_SHARP, PFMAP_BLUR, PFMAP_SEAM } pfmap_mode;

/* How one tile and its neighbors meet. */
typedef struct pfmap_mix {
    uint16_t material[PFMAP_MIX_MOST];
    float    share[PFMAP_MIX_MOST][PFMAP_MIX_POINTS];
    unsigned count;
    uint16_t half[2]; /* materials of its halves, as in ptl_pfmap_halves */
    bool     nw_se;
    bool     plain;    /* nothing else is near, or nothing is blended */
    uint8_t  mode[4];  /* of its edges: north, east, south, west   */
    uint16_t lower[4]; /* its material along an edge, which that of the neighbor */
    uint16_t upper[4]; /* overlaps; the same where it does not                   */
} pfmap_mix;

void ptl_pfmap_mix_of(pfmap_mix *out, const ptl_pfmap *map, uint32_t row, uint32_t col);

/* Whether a tile looks otherwise than its own materials do, each in its half. */
bool ptl_pfmap_is_mixed(const ptl_pfmap *map, uint32_t row, uint32_t col);

/* What colors come from. */
typedef struct pfmap_paint {
    const ptl_pfmap     *map;
    const pfmap_texture *sizes;     /* of each material                                  */
    const ptl_texture   *textures;  /* the same; without levels: not there, and white     */
    const uint32_t      *accents;   /* material laid over each, or PTL_SCENE_NONE         */
    float                mean[256]; /* light of a texture on the whole, of the first so many */
    float                area;      /* texels of a texture in one of what is painted      */
} pfmap_paint;

/* The color, as light, at a place of a tile counted from its north-western corner, 0 to 1. */
void ptl_pfmap_color_at(float out[4], const pfmap_paint *paint, const pfmap_mix *mix, uint32_t row,
                        uint32_t col, double fx, double fz);

/* ---- Images ---------------------------------------------------------------------------------- */

/* Texels of a tile that the setting "bake" asks for, or that a picture of so many tiles needs;
 * 0: none. */
uint32_t ptl_pfmap_texels(ptl_job *job, const pfmap_part *part);

/* Where a place of a chunk, counted in tiles from its corner, is in its image. */
float ptl_pfmap_baked_at(double tiles, uint32_t texels);

typedef struct pfmap_oven pfmap_oven;

/* Loads the textures of `images`, one for each material; NULL when none is there, or the job has
 * failed. All memory is of the arena. */
pfmap_oven *ptl_pfmap_heat(ptl_job *job, const ptl_pfmap *map, const ptl_scene_image *images,
                           const pfmap_texture *sizes, uint32_t texels);

/* Paints a chunk, of which only the part and what is next to it are seen; PNG. */
bool ptl_pfmap_bake(ptl_job *job, ptl_scene_image *out, pfmap_oven *oven, uint32_t chunk_row,
                    uint32_t chunk_col, const pfmap_part *part);

#endif
