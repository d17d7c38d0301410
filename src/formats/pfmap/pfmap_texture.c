/* SPDX-License-Identifier: MIT */
/* Permafrost textures on the ground: how large they are shown.
 *
 * The engine makes eight squares of each texture, which it lays on tiles by chance. Each is put
 * together from blocks of 65 x 65 texels of the texture, turned by 45 degrees; a tile is as wide as
 * the diagonal of such a block, 92 texels, whatever the size of the texture. Chance is left out
 * here: the texture runs on over all tiles, of that size and turned that way. */
#include "core/companions.h"
#include "formats/pfmap/pfmap_scene.h"
#include "render/image.h"

enum {
    BLOCK = 65,  /* texels along a block                                            */
    LEAST = 85,  /* texels a texture must have each way for the engine to show it   */
    USUAL = 256, /* what those have that it ships, and what others are taken to have */
};

void ptl_pfmap_load_texture(ptl_job *job, pfmap_texture *out, ptl_scene_image *image,
                            const ptl_files *files)
{
    uint32_t width = 0, height = 0;
    ptl_span bytes = { 0 };

    if (image->file.needed)
        bytes = ptl_files_keep(job, files, &image->file);
    if (bytes.size > 0) /* what kind it is, and whether it is whole, is found out with all others */
        image->bytes = (ptl_u8s){ (uint8_t *)bytes.data, bytes.size };
    if (!ptl_image_measure(bytes, &width, &height) || width < LEAST || height < LEAST)
        width = height = USUAL;
    *out = (pfmap_texture){ width, height };
}

void ptl_pfmap_texture_at(float uv[2], const pfmap_texture *texture, double right, double down)
{
    uv[0] = (float)((right - down) * BLOCK / texture->width);
    uv[1] = (float)((right + down) * BLOCK / texture->height);
}
