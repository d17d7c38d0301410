/* SPDX-License-Identifier: MIT */
/* Scenes: making room, matrices, bounds. */
#include "hubs/scene.h"

#include <string.h>

#include "core/json.h"
#include "core/utf8.h"

ptl_str ptl_scene_text(const char *literal)
{
    return (ptl_str){ literal, strlen(literal) };
}

void ptl_scene_put_string(ptl_buf *out, ptl_str text)
{
    ptl_buf room = ptl_buf_of(out->job, NULL);
    char   *shown;

    if (ptl_utf8_valid(text.data, text.size)) {
        ptl_json_put_string(out, text.data, text.size);
        return;
    }
    shown = (char *)ptl_buf_room(&room, 4 * text.size + 8); /* "\xHH" at most */
    if (shown) {
        ptl_quote(shown, 4 * text.size + 8, text.data, text.size);
        ptl_json_put_string(out, shown, strlen(shown));
    }
    ptl_buf_free(&room);
}

ptl_str ptl_scene_keep(ptl_job *job, ptl_buf *gathered)
{
    char   *copy = ptl_ok(job) ? ptl_arena_raw(job, gathered->size) : NULL;
    ptl_str out  = { "", 0 };

    if (copy && gathered->size > 0)
        out = (ptl_str){ memcpy(copy, gathered->data, gathered->size), gathered->size };
    ptl_buf_free(gathered);
    return out;
}

/* ---- Room ----------------------------------------------------------------------------------- */

bool ptl_scene_reserve(ptl_job *job, ptl_scene *scene, size_t images, size_t materials,
                       size_t meshes, size_t nodes)
{
    scene->images.data    = ptl_arena_array(job, images, sizeof *scene->images.data);
    scene->materials.data = ptl_arena_array(job, materials, sizeof *scene->materials.data);
    scene->meshes.data    = ptl_arena_array(job, meshes, sizeof *scene->meshes.data);
    scene->nodes.data     = ptl_arena_array(job, nodes, sizeof *scene->nodes.data);
    if (!ptl_ok(job))
        return false;
    scene->images.count    = images;
    scene->materials.count = materials;
    scene->meshes.count    = meshes;
    scene->nodes.count     = nodes;
    for (size_t i = 0; i < materials; i++)
        scene->materials.data[i] = (ptl_scene_material){ .color  = { 1, 1, 1, 1 },
                                                         .image  = PTL_SCENE_NONE,
                                                         .cutoff = 0.5f };
    for (size_t i = 0; i < nodes; i++)
        scene->nodes.data[i] = (ptl_scene_node){ .parent   = PTL_SCENE_NONE,
                                                 .mesh     = PTL_SCENE_NONE,
                                                 .skin     = PTL_SCENE_NONE,
                                                 .rotation = { 0, 0, 0, 1 },
                                                 .scale    = { 1, 1, 1 } };
    return true;
}

bool ptl_scene_parts(ptl_job *job, ptl_scene_mesh *mesh, size_t count)
{
    mesh->parts.data  = ptl_arena_array(job, count, sizeof *mesh->parts.data);
    mesh->parts.count = mesh->parts.data ? count : 0;
    return mesh->parts.data != NULL;
}

static void *room_for(ptl_job *job, size_t count, size_t size, unsigned lists)
{
    return lists & PTL_PART_UNSET ? ptl_arena_raw(job, (uint64_t)count * size)
                                  : ptl_arena_array(job, count, size);
}

static ptl_f32s floats(ptl_job *job, size_t count, unsigned lists)
{
    float *data = room_for(job, count, sizeof *data, lists);

    return (ptl_f32s){ data, data ? count : 0 };
}

bool ptl_scene_part_reserve(ptl_job *job, ptl_scene_part *part, size_t vertices, size_t indices,
                            unsigned lists)
{
    part->position = floats(job, 3 * vertices, lists);
    if (lists & PTL_PART_NORMAL)
        part->normal = floats(job, 3 * vertices, lists);
    if (lists & PTL_PART_UV)
        part->uv = floats(job, 2 * vertices, lists);
    if (lists & PTL_PART_COLOR)
        part->color = (ptl_u8s){ ptl_arena_take(job, 4 * (uint64_t)vertices), 4 * vertices };
    part->index = (ptl_u32s){ room_for(job, indices, sizeof(uint32_t), lists), indices };
    return ptl_ok(job);
}

/* ---- Looking -------------------------------------------------------------------------------- */

bool ptl_scene_mesh_bounds(ptl_scene_box *out, const ptl_scene_mesh *mesh)
{
    float *least, *most;
    bool   any = false;

    if (!out || !mesh)
        return false;
    least = out->least;
    most  = out->most;
    for (size_t p = 0; p < mesh->parts.count; p++) {
        const ptl_f32s *position = &mesh->parts.data[p].position;

        for (size_t i = 0; i < position->count; i++) {
            float value = position->data[i];
            bool  first = !any && i < 3;

            least[i % 3] = first || value < least[i % 3] ? value : least[i % 3];
            most[i % 3]  = first || value > most[i % 3] ? value : most[i % 3];
        }
        any = any || position->count > 0;
    }
    return any;
}

/* ---- Unfolding ------------------------------------------------------------------------------ */

/* A file of a few kilobytes can show a mesh a million times. */
enum { MOST_COPIED = 1 << 24 };

/* Vertices and indices of a mesh. */
static uint64_t weight_of(const ptl_scene_mesh *mesh)
{
    uint64_t weight = 0;

    for (size_t i = 0; i < mesh->parts.count; i++)
        weight += mesh->parts.data[i].position.count / 3 + mesh->parts.data[i].index.count;
    return weight;
}

bool ptl_scene_may_unfold(ptl_job *job, const ptl_scene *scene)
{
    uint64_t *weights = ptl_arena_array(job, scene->meshes.count, sizeof *weights);
    uint64_t  stored = 0, placed = 0;

    if (!weights)
        return ptl_ok(job);
    for (size_t i = 0; i < scene->meshes.count; i++)
        stored += weights[i] = weight_of(&scene->meshes.data[i]);
    for (size_t i = 0; i < scene->nodes.count && placed <= stored + MOST_COPIED; i++)
        if (scene->nodes.data[i].mesh != PTL_SCENE_NONE)
            placed += weights[scene->nodes.data[i].mesh];
    if (placed > stored + MOST_COPIED)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-copies",
                 "meshes that are shown several times would become more than %d further vertices",
                 MOST_COPIED);
    return ptl_ok(job);
}
