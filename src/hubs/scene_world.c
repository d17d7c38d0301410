/* SPDX-License-Identifier: MIT */
/* Where nodes are in the world: their own matrices, multiplied by those of all they hang on.
 *
 * Products are taken from the node up, up to STRIDE ancestors at a time. A node further down goes
 * up to the next one whose depth is a multiple of STRIDE, and takes that one's matrix as it is, so
 * that a chain of n nodes costs STRIDE * n products and not n * n / 2. */
#include "hubs/scene_world.h"

#include <string.h>

#include "hubs/scene_pose.h"

enum { STRIDE = 256 }; /* as many joints as an engine loads: those are multiplied as ever */

typedef struct matrix { /* column major */
    double m[16];
} matrix;

static matrix local_matrix(const ptl_scene_node *n)
{
    double x = (double)n->rotation[0], y = (double)n->rotation[1];
    double z = (double)n->rotation[2], w = (double)n->rotation[3];
    double turn[9] = { 1 - 2 * (y * y + z * z), 2 * (x * y + w * z),     2 * (x * z - w * y),
                       2 * (x * y - w * z),     1 - 2 * (x * x + z * z), 2 * (y * z + w * x),
                       2 * (x * z + w * y),     2 * (y * z - w * x),     1 - 2 * (x * x + y * y) };
    matrix out;

    for (int column = 0; column < 3; column++) {
        for (int row = 0; row < 3; row++)
            out.m[column * 4 + row] = turn[column * 3 + row] * (double)n->scale[column];
        out.m[column * 4 + 3] = 0;
        out.m[12 + column]    = (double)n->translation[column];
    }
    out.m[15] = 1;
    return out;
}

static matrix multiply(const matrix *a, const matrix *b)
{
    matrix out;

    for (int column = 0; column < 4; column++)
        for (int row = 0; row < 4; row++) {
            double sum = 0;

            for (int k = 0; k < 4; k++)
                sum += a->m[k * 4 + row] * b->m[column * 4 + k];
            out.m[column * 4 + row] = sum;
        }
    return out;
}

static void round_matrix(const matrix *from, float out[16])
{
    for (int i = 0; i < 16; i++)
        out[i] = (float)from->m[i];
}

/* A node and so many of its ancestors, multiplied; `end` is the ancestor after these, or NONE. */
static matrix chain(const ptl_scene *scene, uint32_t node, size_t ancestors, uint32_t *end)
{
    matrix out = local_matrix(&scene->nodes.data[node]);

    for (node = scene->nodes.data[node].parent; ancestors > 0; ancestors--) {
        matrix local = local_matrix(&scene->nodes.data[node]);

        out  = multiply(&local, &out);
        node = scene->nodes.data[node].parent;
    }
    *end = node;
    return out;
}

/* How many ancestors of a node at some depth are multiplied before one is taken as it is. */
static size_t links_of(size_t depth)
{
    return depth <= STRIDE ? depth : (depth - 1) % STRIDE;
}

/* ---- One node -------------------------------------------------------------------------------- */

static size_t depth_of(const ptl_scene *scene, uint32_t node)
{
    size_t depth = 0;

    while ((node = scene->nodes.data[node].parent) != PTL_SCENE_NONE)
        depth++;
    return depth;
}

static uint32_t ancestor_of(const ptl_scene *scene, uint32_t node, size_t generations)
{
    for (; generations > 0; generations--)
        node = scene->nodes.data[node].parent;
    return node;
}

void ptl_scene_world(const ptl_scene *scene, uint32_t node, float out[16])
{
    size_t   depth = depth_of(scene, node), at = depth < STRIDE ? depth : STRIDE;
    uint32_t end;
    matrix   world = chain(scene, ancestor_of(scene, node, depth - at), at, &end);

    while (at < depth) { /* from the top, as ptl_scene_worlds does it */
        size_t next = depth - at < STRIDE ? depth : at + STRIDE;
        matrix rest = chain(scene, ancestor_of(scene, node, depth - next), links_of(next), &end);

        world = multiply(&world, &rest);
        at    = next;
    }
    round_matrix(&world, out);
}

/* ---- All of them ----------------------------------------------------------------------------- */

typedef struct worlds {
    const ptl_scene *scene;
    matrix          *exact; /* of those at depths that are multiples of STRIDE */
    uint32_t        *depth;
} worlds;

static matrix world_of(const worlds *w, uint32_t node)
{
    uint32_t end;
    matrix   out = chain(w->scene, node, links_of(w->depth[node]), &end);

    return end == PTL_SCENE_NONE ? out : multiply(&w->exact[end], &out);
}

ptl_scene_matrix *ptl_scene_worlds(ptl_job *job, const ptl_scene *scene)
{
    size_t            count = scene->nodes.count;
    ptl_scene_matrix *out   = ptl_arena_array(job, count, sizeof *out);
    uint32_t         *order = ptl_scene_order(job, scene);
    worlds            w     = { .scene = scene };

    w.depth = ptl_arena_array(job, count, sizeof *w.depth);
    w.exact = ptl_arena_alone(job, (uint64_t)count * sizeof *w.exact);
    for (size_t i = 0; i < count && ptl_ok(job); i++) {
        uint32_t node = order[i], parent = scene->nodes.data[node].parent;

        w.depth[node] = parent == PTL_SCENE_NONE ? 0 : w.depth[parent] + 1;
        w.exact[node] = world_of(&w, node);
        round_matrix(&w.exact[node], out[node].m);
        ptl_worked(job, (links_of(w.depth[node]) + 1) * sizeof *w.exact);
    }
    if (w.exact)
        ptl_arena_drop(job->arena, job->heap, w.exact);
    return ptl_ok(job) ? out : NULL;
}
