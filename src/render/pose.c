/* SPDX-License-Identifier: MIT */
/* Poses: channels of a clip on nodes, nodes and skins on vertices. */
#include "render/pose.h"

#include <math.h>
#include <string.h>

#include "hubs/scene_pose.h"
#include "hubs/scene_world.h"

/* ---- Clips ----------------------------------------------------------------------------------- */

static void put_floats(float *out, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (float)values[i];
}

/* What a channel moves is taken over; the rest of the node stays as the scene has it. */
static void apply_channel(ptl_scene_node *node, const ptl_placing *at, ptl_scene_path path)
{
    if (path == PTL_PATH_TRANSLATION)
        put_floats(node->translation, at->move, 3);
    else if (path == PTL_PATH_ROTATION)
        put_floats(node->rotation, at->turn, 4);
    else
        put_floats(node->scale, at->scale, 3);
}

/* Seconds; times of keys are floats, and a frame is meant to be one of them. */
static const double NEAR = 1e-6;

/* The scene with its nodes as they stand at a time. */
static bool apply_clip(ptl_job *job, ptl_scene *scene, const ptl_scene_clip *clip, double time)
{
    size_t          size  = scene->nodes.count * sizeof *scene->nodes.data;
    ptl_scene_node *nodes = ptl_arena_raw(job, size);
    ptl_placing    *at    = ptl_arena_array(job, scene->nodes.count, sizeof *at);

    if (!nodes || !at)
        return false;
    if (size > 0)
        memcpy(nodes, scene->nodes.data, size);
    ptl_scene_play(scene, clip, time, NEAR, at);
    for (size_t i = 0; i < clip->channels.count; i++) {
        const ptl_scene_channel *c = &clip->channels.data[i];

        if (c->times.count > 0)
            apply_channel(&nodes[c->node], &at[c->node], c->path);
    }
    scene->nodes.data = nodes;
    return true;
}

/* ---- Vertices -------------------------------------------------------------------------------- */

static void multiply(float out[16], const float a[16], const float b[16])
{
    for (size_t column = 0; column < 4; column++)
        for (size_t row = 0; row < 4; row++) {
            float sum = 0;

            for (size_t k = 0; k < 4; k++)
                sum += a[k * 4 + row] * b[column * 4 + k];
            out[column * 4 + row] = sum;
        }
}

static void move_point(float out[3], const float m[16], const float p[3])
{
    for (size_t i = 0; i < 3; i++)
        out[i] = m[i] * p[0] + m[4 + i] * p[1] + m[8 + i] * p[2] + m[12 + i];
}

/* What turns normals as a matrix turns planes: its cofactors. Returns the determinant. */
static float normal_matrix(float out[9], const float m[16])
{
    static const unsigned next[3] = { 1, 2, 0 }, after[3] = { 2, 0, 1 };

    for (size_t column = 0; column < 3; column++)
        for (size_t row = 0; row < 3; row++)
            out[column * 3 + row] =
                m[next[column] * 4 + next[row]] * m[after[column] * 4 + after[row]] -
                m[next[column] * 4 + after[row]] * m[after[column] * 4 + next[row]];
    return m[0] * out[0] + m[1] * out[1] + m[2] * out[2];
}

static void turn_normal(float out[3], const float n[9], const float v[3])
{
    for (size_t i = 0; i < 3; i++)
        out[i] = n[i] * v[0] + n[3 + i] * v[1] + n[6 + i] * v[2];
}

/* One vertex of a skin: the matrices of its joints, mixed by weight. */
static void mix_joints(float out[16], const ptl_scene_part *part, size_t vertex, const float *joint)
{
    memset(out, 0, 16 * sizeof *out);
    for (size_t k = 0; k < part->influences; k++) {
        size_t       at     = vertex * part->influences + k;
        const float *matrix = joint + 16 * (size_t)part->joint.data[at];
        float        weight = part->weight.data[at];

        for (size_t i = 0; i < 16 && weight != 0; i++)
            out[i] += weight * matrix[i];
    }
}

typedef struct bones { /* what moves the vertices of a node */
    const float *world;
    const float *joint; /* a matrix for each joint of the skin, or NULL */
} bones;

static bool move_part(ptl_job *job, ptl_posed *out, const ptl_scene_part *part, const bones *b)
{
    size_t vertices = part->position.count / 3;
    float *position = ptl_arena_raw(job, 3 * (uint64_t)vertices * sizeof *position);
    float *normal =
        part->normal.count > 0 ? ptl_arena_raw(job, 3 * (uint64_t)vertices * sizeof *normal) : NULL;
    float turn[9], mixed[16], determinant;

    if (!ptl_ok(job))
        return false;
    determinant = normal_matrix(turn, b->world);
    for (size_t i = 0; i < vertices; i++) {
        bool skinned = b->joint && part->influences > 0;

        if (skinned)
            mix_joints(mixed, part, i, b->joint);
        if (skinned && normal)
            normal_matrix(turn, mixed);
        move_point(position + 3 * i, skinned ? mixed : b->world, part->position.data + 3 * i);
        if (normal)
            turn_normal(normal + 3 * i, turn, part->normal.data + 3 * i);
    }
    *out = (ptl_posed){ part, position, normal, determinant < 0 && !b->joint };
    return true;
}

static const float *joint_matrices(ptl_job *job, const ptl_scene_matrix *worlds,
                                   const ptl_scene_skin *skin)
{
    float *out = ptl_arena_raw(job, 16 * (uint64_t)skin->joints.count * sizeof *out);

    for (size_t i = 0; out && i < skin->joints.count; i++) {
        const ptl_scene_matrix *world = &worlds[skin->joints.data[i]];

        if (skin->inverse_bind.count >= 16 * (i + 1))
            multiply(out + 16 * i, world->m, skin->inverse_bind.data + 16 * i);
        else
            memcpy(out + 16 * i, world->m, sizeof world->m);
    }
    return out;
}

static bool add_node(ptl_job *job, ptl_pose *out, const ptl_scene *scene, uint32_t index,
                     const ptl_scene_matrix *worlds)
{
    const ptl_scene_node *node = &scene->nodes.data[index];
    const ptl_scene_mesh *mesh = &scene->meshes.data[node->mesh];
    bones                 b    = { .world = worlds[index].m };

    if (node->skin != PTL_SCENE_NONE)
        b.joint = joint_matrices(job, worlds, &scene->skins.data[node->skin]);
    for (size_t i = 0; i < mesh->parts.count && ptl_ok(job); i++)
        if (move_part(job, &out->parts[out->count], &mesh->parts.data[i], &b))
            out->count++;
    return ptl_ok(job);
}

bool ptl_pose_make(ptl_job *job, ptl_pose *out, const ptl_scene *scene, const ptl_scene_clip *clip,
                   double time)
{
    ptl_scene               now   = *scene;
    size_t                  count = 0;
    const ptl_scene_matrix *worlds;

    *out = (ptl_pose){ 0 };
    if (!ptl_scene_may_unfold(job, scene))
        return false;
    for (size_t i = 0; i < scene->nodes.count; i++)
        if (scene->nodes.data[i].mesh != PTL_SCENE_NONE)
            count += scene->meshes.data[scene->nodes.data[i].mesh].parts.count;
    out->parts = ptl_arena_array(job, count, sizeof *out->parts);
    if (!out->parts || (clip && !apply_clip(job, &now, clip, time)))
        return false;
    worlds = ptl_scene_worlds(job, &now);
    for (uint32_t i = 0; i < now.nodes.count && worlds && ptl_ok(job); i++)
        if (now.nodes.data[i].mesh != PTL_SCENE_NONE)
            add_node(job, out, &now, i, worlds);
    return ptl_ok(job);
}

/* ---- Looking --------------------------------------------------------------------------------- */

bool ptl_posed_finite(const ptl_posed *posed, const uint32_t corner[3])
{
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < 3; i++)
            if (!(fabsf(posed->position[3 * (size_t)corner[k] + i]) < 1e18f))
                return false;
    return true;
}

void ptl_pose_each(const ptl_pose *pose, void (*each)(void *user, const float *position),
                   void           *user)
{
    for (size_t p = 0; p < pose->count; p++) {
        const ptl_posed *posed = &pose->parts[p];
        const ptl_u32s  *index = &posed->part->index;

        for (size_t i = 0; i + 3 <= index->count; i += 3)
            for (size_t k = 0; k < 3 && ptl_posed_finite(posed, index->data + i); k++)
                each(user, posed->position + 3 * (size_t)index->data[i + k]);
    }
}
