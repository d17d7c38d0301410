/* SPDX-License-Identifier: MIT */
/* What the parts of the Egoboo sample agree on: which image is where, and what an island is. */
#ifndef SAMPLES_SAMPLE_EGOBOO_H
#define SAMPLES_SAMPLE_EGOBOO_H

#include "make.h"

/* Ground, from the sea bed inland. For each pair of neighbors tile0 has sixteen images, one for
 * every way in which the corners of a fan can belong to the lower or (bit set) the upper ground. */
typedef enum ego_ground { EGO_BED, EGO_SAND, EGO_GRASS, EGO_COBBLES } ego_ground;

/* The other images: small ones of tile0, and the rose. */
enum {
    EGO_FIRE   = 48, /* four frames */
    EGO_PLANKS = 52,
    EGO_CARPET_LEFT,
    EGO_CARPET_RIGHT,
    EGO_STAIRS_NS,
    EGO_STAIRS_WE,
    EGO_SPIRE,
    EGO_SLIPWAY,
    EGO_THORNS,
    EGO_ROOF,
    EGO_TREE,
    EGO_ROCK,
    EGO_GARDEN,
    EGO_ROSE = 192, /* big, four fans in a square: 192, 194, 208, 210 */
};

/* What a raised thing is built of. */
typedef enum ego_style {
    EGO_WALL,
    EGO_TOWER,
    EGO_WINDOW,
    EGO_DOOR,
    EGO_HOUSE,
    EGO_PIER,
    EGO_BOAT,
    EGO_BRAZIER,
    EGO_STYLES,
} ego_style;

/* One big image, painted for a fan type whose inner vertices, and those of its corners that have a
 * bit in `high`, are raised: what lies high shows the top, what slopes down the face of a wall. */
typedef struct ego_shape {
    uint8_t   image, type, high;
    ego_style style;
} ego_shape;

enum { EGO_SHAPES = 44 };

extern const ego_shape ego_shapes[EGO_SHAPES];

/* ---- The island ----------------------------------------------------------------------------- */

enum {
    EGO_SIZE   = 32,                      /* fans each way */
    EGO_FINE   = 6,                       /* lattice steps of a fan */
    EGO_SPAN   = EGO_SIZE * EGO_FINE + 1, /* lattice points each way */
    EGO_STORED = 16,                      /* stored z of one world unit */
    EGO_WATER  = 48,                      /* surface of the sea, world units */
};

/* How a fan looks when nothing that is built crosses its edges. */
typedef enum ego_kind {
    EGO_PLAIN,     /* two triangles, painted as the ground is */
    EGO_FLAT,      /* two triangles with an image of their own    */
    EGO_PEAK,      /* four around a middle vertex */
    EGO_SOFT,      /* eight, for finer heights and light */
    EGO_PILLAR,    /* ten, the inner square raised */
    EGO_FLIGHT_NS, /* stairs going down to the south */
    EGO_FLIGHT_WE, /* stairs going up to the east */
} ego_kind;

typedef struct ego_fan {
    ego_kind  kind;
    uint8_t   image;
    bool      big;
    uint8_t   fx;
    ego_style style; /* of what is built here, or EGO_STYLES */
} ego_fan;

typedef struct ego_island {
    int     land[EGO_SPAN][EGO_SPAN];     /* stored heights: of the land ...    */
    int     z[EGO_SPAN][EGO_SPAN];        /* ... and with what is built on it   */
    int8_t  shift[EGO_SPAN][EGO_SPAN][2]; /* world units off the place, x and y */
    bool    built[EGO_SPAN][EGO_SPAN];
    uint8_t light[EGO_SPAN][EGO_SPAN];
    uint8_t ground[EGO_SIZE + 1][EGO_SIZE + 1];
    ego_fan fan[EGO_SIZE][EGO_SIZE];
} ego_island;

/* Writes the level. */
void ego_make_level(make_folder *folder, const ego_island *isle);

/* Writes menu, passages and spawns. */
void ego_make_module(make_folder *folder);

/* Paints and writes the tile sheets, water, highlights and particles. */
void ego_make_pictures(make_folder *folder);

#endif
