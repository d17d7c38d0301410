/* SPDX-License-Identifier: MIT */
/* Permafrost water in a scene: one surface over the tiles that have it, with a node and a material
 * of its own, so that it can be hidden or painted anew without touching the ground. */
#include <string.h>

#include "formats/pfmap/pfmap_scene.h"

static bool is_wet(const ptl_pfmap *map, const pfmap_part *part, size_t index)
{
    return ptl_pfmap_is_water(&map->tiles.data[index]) &&
           pfmap_in_part(part, (int64_t)(index / map->width), (int64_t)(index % map->width));
}

size_t ptl_pfmap_water_tiles(const ptl_pfmap *map, const pfmap_part *part)
{
    size_t count = 0;

    for (size_t i = 0; i < map->tiles.count; i++)
        count += is_wet(map, part, i);
    return count;
}

/* A square over the index-th tile, the number-th of the surface; corners from the north-west on. */
static void put_square(ptl_scene_part *part, const ptl_pfmap *map, size_t index, size_t number)
{
    static const uint8_t across[4] = { 0, 1, 1, 0 }, down[4] = { 0, 0, 1, 1 };
    static const uint8_t order[6] = { 0, 2, 1, 0, 3, 2 };
    double               x        = (double)(index % map->width) - map->width / 2.0;
    double               z        = (double)(index / map->width) - map->height / 2.0;

    for (size_t i = 0; i < 4; i++) {
        float *position = part->position.data + 3 * (4 * number + i);

        position[0]                                 = (float)((x + across[i]) * PTL_PFMAP_TILE);
        position[1]                                 = PTL_PFMAP_WATER;
        position[2]                                 = (float)((z + down[i]) * PTL_PFMAP_TILE);
        part->normal.data[3 * (4 * number + i) + 1] = 1;
    }
    for (size_t i = 0; i < 6; i++)
        part->index.data[6 * number + i] = (uint32_t)(4 * number + order[i]);
}

bool ptl_pfmap_fill_water(ptl_job *job, ptl_scene *scene, const ptl_pfmap *map,
                          const pfmap_part *part, size_t tiles)
{
    ptl_scene_mesh     *mesh     = &scene->meshes.data[scene->meshes.count - 1];
    ptl_scene_node     *node     = &scene->nodes.data[scene->nodes.count - 1];
    ptl_scene_material *material = &scene->materials.data[scene->materials.count - 1];
    size_t              number   = 0;

    if (!ptl_scene_parts(job, mesh, 1) ||
        !ptl_scene_part_reserve(job, mesh->parts.data, 4 * tiles, 6 * tiles, PTL_PART_NORMAL))
        return false;
    for (size_t i = 0; i < map->tiles.count; i++)
        if (is_wet(map, part, i))
            put_square(mesh->parts.data, map, i, number++);
    memcpy(material->color, (float[]){ 0.05f, 0.19f, 0.29f, 0.62f }, sizeof material->color);
    material->alpha            = PTL_ALPHA_BLEND;
    mesh->parts.data->material = (uint32_t)(scene->materials.count - 1);
    mesh->name = node->name = material->name = ptl_scene_text("water");
    node->parent                             = 0;
    node->mesh                               = (uint32_t)(scene->meshes.count - 1);
    return true;
}
