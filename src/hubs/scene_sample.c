/* SPDX-License-Identifier: MIT */
/* Scenes at a moment of a clip: where every node is in the world. */
#include <math.h>

#include "hubs/scene_pose.h"

static const double NEAR =
    1e-6; /* seconds: times of keys are floats, and frames are meant to be them */

/* Scale, then turn, then move, as a matrix of doubles. */
static void matrix_of(const ptl_placing *at, double out[16])
{
    double x = at->turn[0], y = at->turn[1], z = at->turn[2], w = at->turn[3];
    double turn[9] = { 1 - 2 * (y * y + z * z), 2 * (x * y + z * w),     2 * (x * z - y * w),
                       2 * (x * y - z * w),     1 - 2 * (x * x + z * z), 2 * (y * z + x * w),
                       2 * (x * z + y * w),     2 * (y * z - x * w),     1 - 2 * (x * x + y * y) };

    for (int column = 0; column < 3; column++)
        for (int row = 0; row < 4; row++)
            out[4 * column + row] = row < 3 ? turn[3 * column + row] * at->scale[column] : 0;
    for (int row = 0; row < 3; row++)
        out[12 + row] = at->move[row];
    out[15] = 1;
}

static void multiply(double out[16], const double a[16], const double b[16])
{
    for (int column = 0; column < 4; column++)
        for (int row = 0; row < 4; row++) {
            double sum = 0;

            for (int k = 0; k < 4; k++)
                sum += a[4 * k + row] * b[4 * column + k];
            out[4 * column + row] = sum;
        }
}

/* Parents come before their children in `order`. */
static void put_worlds(float *out, const ptl_scene *scene, const uint32_t *order,
                       const ptl_placing *at, double *world)
{
    for (size_t i = 0; i < scene->nodes.count; i++) {
        uint32_t node = order[i], parent = scene->nodes.data[node].parent;
        double   own[16];

        matrix_of(&at[node], own);
        if (parent == PTL_SCENE_NONE)
            for (int k = 0; k < 16; k++)
                world[16 * (size_t)node + (size_t)k] = own[k];
        else
            multiply(world + 16 * (size_t)node, world + 16 * (size_t)parent, own);
        for (size_t k = 0; k < 16; k++)
            out[16 * (size_t)node + k] = (float)world[16 * (size_t)node + k];
    }
}

static void sample(ptl_job *job, float *out, const ptl_scene *scene, const ptl_scene_clip *clip,
                   double seconds)
{
    size_t          count = scene->nodes.count;
    const uint32_t *order;
    ptl_placing    *at;
    double         *world;

    ptl_scene_look_at_motion(job, scene, clip);
    at    = ptl_arena_array(job, count, sizeof *at);
    world = ptl_arena_array(job, 16 * (uint64_t)count, sizeof *world);
    order = ptl_ok(job) ? ptl_scene_order(job, scene) : NULL;
    if (!order)
        return;
    ptl_scene_rest(scene, at);
    if (clip)
        ptl_scene_play(scene, clip, seconds, NEAR, at);
    put_worlds(out, scene, order, at, world);
}

double ptl_scene_clip_length(const ptl_scene *scene, uint32_t clip)
{
    return scene && clip < scene->clips.count ? ptl_scene_clip_end(&scene->clips.data[clip]) : 0;
}

ptl_status ptl_scene_sample(float *out, const ptl_scene *scene, uint32_t clip, double seconds,
                            ptl_diag *err)
{
    ptl_limits limits = ptl_limits_of(&(ptl_limits){ 0 }, false);
    ptl_heap   heap   = ptl_heap_of(&(ptl_allocator){ 0 }, limits.memory);
    ptl_arena  arena  = { 0 };
    ptl_job    job = { .heap = &heap, .arena = &arena, .depth = limits.depth, .placeless = true };
    const ptl_scene_clip *play = NULL;
    double                end;

    if (!out || !scene || (clip != PTL_SCENE_NONE && clip >= scene->clips.count))
        ptl_fail(
            &job, PTL_E_ARG, PTL_NOWHERE, "argument",
            "ptl_scene_sample needs a scene, a clip that it has, and a place for the matrices");
    if (ptl_ok(&job) && clip != PTL_SCENE_NONE)
        play = &scene->clips.data[clip];
    end = ptl_ok(&job) ? ptl_scene_clip_length(scene, clip) : 0;
    if (!(seconds > 0)) /* nor a number at all */
        seconds = 0;
    if (ptl_ok(&job))
        sample(&job, out, scene, play, seconds < end ? seconds : end);
    ptl_arena_free(&arena, &heap);
    return ptl_job_end(&job, err);
}
