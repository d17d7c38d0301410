/* SPDX-License-Identifier: MIT */
/* What the two files of the Permafrost terrain sample share. */
#ifndef SAMPLES_SAMPLE_PFMAP_H
#define SAMPLES_SAMPLE_PFMAP_H

#include "make.h"

typedef enum isle_material {
    ISLE_GRASS,
    ISLE_ROCK,
    ISLE_SAND,
    ISLE_SEABED,
    ISLE_ROAD,
    ISLE_SNOW,
    ISLE_FLOWERS, /* only splatted over grass */
    ISLE_MATERIALS,
} isle_material;

/* Names and files of the materials, in the order of the list. */
extern const char *const isle_names[ISLE_MATERIALS][2];

void isle_make_textures(make_folder *folder);

#endif
