/* SPDX-License-Identifier: MIT */
/* Any bytes as the numbers of a ray and of triangles, infinite ones and NaN included: the ray meets
 * the same with the tree of boxes as without. */
#include <portolan/scene.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { RAY = 7 * sizeof(float), MOST = 64, CORNERS = 3 * MOST };

static void must(bool good)
{
    if (!good)
        abort();
}

static void compare(const ptl_scene *scene, const ptl_ray *ray)
{
    ptl_scene_hit   all, tree;
    ptl_scene_rays *rays;
    bool            met = ptl_scene_ray(&all, scene, NULL, ray);

    must(ptl_scene_rays_make(&rays, scene, NULL, NULL) == PTL_OK);
    must(ptl_scene_ray(&tree, scene, rays, ray) == met);
    must(!met || (all.t == tree.t && all.triangle == tree.triangle));
    ptl_scene_rays_free(rays);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    float           number[7], position[3 * CORNERS];
    uint32_t        index[CORNERS];
    size_t          count = size < RAY ? 0 : (size - RAY) / sizeof(float) / 9;
    ptl_scene_part  part  = { .position = { position, 0 }, .index = { index, 0 } };
    ptl_scene_mesh  mesh  = { .parts = { &part, 1 } };
    ptl_scene_node  node  = { .parent   = PTL_SCENE_NONE,
                              .rotation = { 0, 0, 0, 1 },
                              .scale    = { 1, 1, 1 } };
    const ptl_scene scene = { .meshes = { &mesh, 1 }, .nodes = { &node, 1 } };
    ptl_ray         ray;

    count = count < MOST ? count : MOST;
    if (count == 0)
        return 0;
    memcpy(number, data, sizeof number);
    memcpy(position, data + RAY, 9 * count * sizeof *position);
    part.position.count = 9 * count;
    for (uint32_t i = 0; i < 3 * count; i++)
        index[part.index.count++] = i;
    for (int i = 0; i < 3; i++) {
        ray.origin[i]    = (double)number[i];
        ray.direction[i] = (double)number[3 + i];
    }
    ray.most = (double)number[6];
    compare(&scene, &ray);
    return 0;
}
