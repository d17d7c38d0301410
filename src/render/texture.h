/* SPDX-License-Identifier: MIT */
/* Textures: pictures made ready to be laid over triangles. */
#ifndef PTL_RENDER_TEXTURE_H
#define PTL_RENDER_TEXTURE_H

#include "render/image.h"
#include "render/srgb.h"

enum { PTL_TEXTURE_LEVELS = 15 }; /* of a picture of 16384 pixels a side */

/* Red, green, blue and alpha of each texel as light, multiplied with alpha, 65535 for 1. */
typedef struct ptl_texture_level {
    uint32_t  width, height;
    float     half[2]; /* of a texel, across and down, as parts of the picture */
    uint16_t *texels;
} ptl_texture_level;

typedef struct ptl_texture {
    ptl_texture_level
             level[PTL_TEXTURE_LEVELS]; /* each half the size of the one before, down to 1 */
    unsigned levels;
    bool     clear; /* some texel is not opaque */
} ptl_texture;

/* Memory of the arena. Without `alpha` the picture is taken for opaque. Levels with a side of more
 * than `most` texels are left out; 0 keeps all. */
bool ptl_texture_make(ptl_job *job, ptl_texture *out, const ptl_image *image, bool alpha,
                      uint32_t most, const ptl_srgb *srgb);

/* What stands for a picture that is broken: squares of magenta and black. */
bool ptl_texture_checker(ptl_job *job, ptl_texture *out);

/* A part of a texture that nothing around it may bleed into, as the tiles of a sheet. */
typedef struct ptl_texture_part {
    float least[2], most[2]; /* u v */
    float level;             /* the last whose texels are no larger than the part */
} ptl_texture_part;

ptl_texture_part ptl_texture_part_of(const ptl_texture *texture, const float least[2],
                                     const float most[2]);

/* Color at a place, repeated in every direction, between texels and between levels; `area` is how
 * many texels of the largest level go into a pixel. Places must be within a million. With a part,
 * only the colors of its own texels count. */
void ptl_texture_at(const ptl_texture *texture, const ptl_texture_part *part, float u, float v,
                    float area, float out[4]);

#endif
