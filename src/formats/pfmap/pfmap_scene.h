/* SPDX-License-Identifier: MIT */
/* What the files that build the scene of a terrain share. */
#ifndef PTL_FORMATS_PFMAP_SCENE_H
#define PTL_FORMATS_PFMAP_SCENE_H

#include "formats/pfmap/pfmap_private.h"

/* ---- Textures ------------------------------------------------------------------------------- */

typedef struct pfmap_texture { /* texels it counts as having each way */
    double width, height;
} pfmap_texture;

/* Loads the texture of a material, if it is used, and finds out how large it is. */
void ptl_pfmap_load_texture(ptl_job *job, pfmap_texture *out, ptl_scene_image *image,
                            const ptl_files *files);

/* The place in a texture, as glTF counts it, of a place counted in tiles to the right and down. */
void ptl_pfmap_texture_at(float uv[2], const pfmap_texture *texture, double right, double down);

/* ---- Water ---------------------------------------------------------------------------------- */

/* Tiles of a part that have water over them. */
size_t ptl_pfmap_water_tiles(const ptl_pfmap *map, const pfmap_part *part);

/* Makes the last mesh, node and material of the scene the water over so many tiles. */
bool ptl_pfmap_fill_water(ptl_job *job, ptl_scene *scene, const ptl_pfmap *map,
                          const pfmap_part *part, size_t tiles);

#endif
