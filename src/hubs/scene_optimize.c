/* SPDX-License-Identifier: MIT */
/* Scenes ordered for graphics cards. */
#include "hubs/scene_optimize.h"

#include <string.h>

#include "hubs/mesh_late.h"
#include "hubs/scene_weld.h"

/* Puts the elements of a list, of so many bytes each, where their vertices went. */
static bool move_list(ptl_job *job, void *data, size_t bytes, size_t *count, size_t each,
                      const uint32_t *to, size_t kept)
{
    size_t   size = bytes * each, vertices = each > 0 ? *count / each : 0;
    uint8_t *old;

    if (vertices == 0)
        return true;
    old = ptl_arena_copy(job, data, vertices, size);
    if (!old)
        return false;
    for (size_t i = 0; i < vertices; i++)
        if (to[i] != UINT32_MAX)
            memcpy((uint8_t *)data + to[i] * size, old + i * size, size);
    *count = kept * each;
    return true;
}

#define MOVE(list, each)                                                                           \
    move_list(job, (list).data, sizeof *(list).data, &(list).count, each, to, kept)

static void order_part(ptl_job *job, ptl_scene_part *part)
{
    size_t    vertices, kept;
    uint32_t *to;

    ptl_scene_weld(job, part);
    vertices = part->position.count / 3;
    to       = ptl_arena_array(job, vertices + 1, sizeof *to);
    if (!to || part->index.count == 0)
        return;
    ptl_mesh_order_triangles(job, part->index.data, part->index.count, vertices);
    kept = ptl_mesh_order_vertices(to, part->index.data, part->index.count, vertices);
    if (ptl_ok(job) && MOVE(part->position, 3) && MOVE(part->normal, 3) && MOVE(part->uv, 2) &&
        MOVE(part->color, 4) && MOVE(part->joint, part->influences))
        MOVE(part->weight, part->influences);
}

void ptl_scene_optimize(ptl_job *job, ptl_scene *scene)
{
    if (!ptl_mesh_wanted(job, "triangles are ordered by meshoptimizer"))
        return;
    for (size_t i = 0; i < scene->meshes.count; i++)
        for (size_t k = 0; k < scene->meshes.data[i].parts.count && ptl_ok(job); k++)
            order_part(job, &scene->meshes.data[i].parts.data[k]);
}
