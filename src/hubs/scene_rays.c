/* SPDX-License-Identifier: MIT */
/* Rays against scenes: every triangle in the world, in a tree of boxes that is built once. */
#include <math.h>
#include <portolan/scene.h>
#include <string.h>

#include "core/arena.h"
#include "core/real.h"
#include "hubs/ray.h"
#include "hubs/scene_world.h"

typedef struct triangle {
    float    corner[3][3]; /* in the world */
    uint32_t number;       /* in the order of nodes, parts, triangles: the first of equals counts */
    uint32_t node, part, index;
} triangle;

typedef struct box {
    float    least[3], most[3];
    uint32_t first,
        count; /* triangles of a leaf; count 0: the next box and box `first` are inside */
} box;

enum { LEAF = 4, DEEPEST = 256 }; /* each half holds an eighth at least, so less than 170 deep */

struct ptl_scene_rays {
    ptl_heap  heap;
    ptl_arena arena;
    struct {
        triangle *data;
        size_t    count;
    } triangles;
    struct {
        box   *data;
        size_t count;
    } boxes;
    const ptl_scene *scene;
};

/* ---- Triangles ------------------------------------------------------------------------------ */

static void to_world(const float world[16], const float *at, float out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = (float)((double)world[i] * (double)at[0] + (double)world[4 + i] * (double)at[1] +
                         (double)world[8 + i] * (double)at[2] + (double)world[12 + i]);
}

typedef void each_triangle(void *user, const triangle *t);

/* All triangles that are shown, in their order. Without `worlds` every matrix is found anew. */
static void walk_scene(const ptl_scene *scene, const ptl_scene_matrix *worlds, each_triangle *each,
                       void *user)
{
    triangle t = { .number = 0 };

    for (t.node = 0; t.node < scene->nodes.count; t.node++) {
        const ptl_scene_mesh *mesh;
        ptl_scene_matrix      world;

        if (scene->nodes.data[t.node].mesh == PTL_SCENE_NONE)
            continue;
        mesh = &scene->meshes.data[scene->nodes.data[t.node].mesh];
        if (worlds)
            world = worlds[t.node];
        else
            ptl_scene_world(scene, t.node, world.m);
        for (t.part = 0; t.part < mesh->parts.count; t.part++) {
            const ptl_scene_part *part = &mesh->parts.data[t.part];

            for (t.index = 0; t.index < part->index.count / 3; t.index++, t.number++) {
                const uint32_t *corner = part->index.data + 3 * (size_t)t.index;

                for (int i = 0; i < 3; i++)
                    to_world(world.m, part->position.data + 3 * (size_t)corner[i], t.corner[i]);
                each(user, &t);
            }
        }
    }
}

static uint64_t count_triangles(const ptl_scene *scene)
{
    uint64_t count = 0;

    for (size_t n = 0; n < scene->nodes.count; n++) {
        uint32_t mesh = scene->nodes.data[n].mesh;

        for (size_t p = 0; mesh != PTL_SCENE_NONE && p < scene->meshes.data[mesh].parts.count; p++)
            count += scene->meshes.data[mesh].parts.data[p].index.count / 3;
    }
    return count;
}

static void keep_triangle(void *user, const triangle *t)
{
    ptl_scene_rays *rays = user;

    rays->triangles.data[rays->triangles.count++] = *t;
}

/* ---- The tree ------------------------------------------------------------------------------- */

static double middle_of(const triangle *t, int axis)
{
    return ((double)t->corner[0][axis] + (double)t->corner[1][axis] + (double)t->corner[2][axis]) /
           3;
}

/* The box around triangles that stand in a row. */
static void measure(box *b, const triangle *list, uint32_t count)
{
    for (int i = 0; i < 3; i++) {
        b->least[i] = INFINITY;
        b->most[i]  = -INFINITY;
    }
    for (uint32_t n = 0; n < count; n++)
        for (int i = 0; i < 9; i++) {
            float value = list[n].corner[i / 3][i % 3];

            b->least[i % 3] = value < b->least[i % 3] ? value : b->least[i % 3];
            b->most[i % 3]  = value > b->most[i % 3] ? value : b->most[i % 3];
        }
}

/* Puts the triangles of a box on one side or the other of the middle of its longest side; where
 * nearly all are on one, the list is cut in half as it stands. Returns how many go first. */
static uint32_t divide(ptl_scene_rays *rays, const box *b)
{
    triangle *list = rays->triangles.data + b->first;
    uint32_t  low  = 0;
    int       axis = 0;
    double    middle;

    for (int i = 1; i < 3; i++)
        if (b->most[i] - b->least[i] > b->most[axis] - b->least[axis])
            axis = i;
    middle = ((double)b->least[axis] + (double)b->most[axis]) / 2;
    for (uint32_t i = 0; i < b->count; i++)
        if (middle_of(&list[i], axis) < middle) {
            triangle moved = list[i];

            list[i]     = list[low];
            list[low++] = moved;
        }
    return low < b->count / 8 || b->count - low < b->count / 8 || low == 0 || low == b->count
               ? b->count / 2
               : low;
}

/* Boxes are put in the order they are gone through: the first half follows its whole. */
static void build(ptl_scene_rays *rays)
{
    struct {
        uint32_t first, count, parent; /* parent: whose second half it is, or NONE */
    } waiting[DEEPEST] = { { 0, (uint32_t)rays->triangles.count, PTL_SCENE_NONE } };
    size_t left        = 1;

    while (left > 0) {
        uint32_t number = (uint32_t)rays->boxes.count++, parent = waiting[--left].parent, half;
        box     *b = &rays->boxes.data[number];

        *b = (box){ .first = waiting[left].first, .count = waiting[left].count };
        if (parent != PTL_SCENE_NONE)
            rays->boxes.data[parent].first = number;
        measure(b, rays->triangles.data + b->first, b->count);
        if (b->count <= LEAF)
            continue;
        half                   = divide(rays, b);
        waiting[left].first    = b->first + half;
        waiting[left].count    = b->count - half;
        waiting[left++].parent = number;
        waiting[left].first    = b->first;
        waiting[left].count    = half;
        waiting[left++].parent = PTL_SCENE_NONE;
        b->count               = 0;
    }
}

static void fill(ptl_job *job, ptl_scene_rays *rays, const ptl_scene *scene)
{
    const ptl_scene_matrix *worlds = ptl_scene_worlds(job, scene);
    uint64_t                count  = count_triangles(scene);

    rays->scene = scene;
    if (count > UINT32_MAX / 2)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-triangles",
                 "a scene of more than 2147483647 triangles");
    rays->triangles.data = ptl_arena_array(job, count, sizeof *rays->triangles.data);
    rays->boxes.data     = ptl_arena_array(job, 2 * count, sizeof *rays->boxes.data);
    if (!ptl_ok(job))
        return;
    walk_scene(scene, worlds, keep_triangle, rays);
    if (count > 0)
        build(rays);
}

ptl_status ptl_scene_rays_make(ptl_scene_rays **out, const ptl_scene *scene,
                               const ptl_read_opts *opts, ptl_diag *err)
{
    static const ptl_read_opts defaults;
    ptl_limits limits = ptl_limits_of(opts ? &opts->limits : &defaults.limits, false);
    ptl_heap   heap   = ptl_heap_of(opts ? &opts->allocator : &defaults.allocator, limits.memory);
    ptl_job    job    = { .heap = &heap };

    if (!out || !scene) {
        ptl_fail(&job, PTL_E_ARG, PTL_NOWHERE, "argument",
                 "ptl_scene_rays_make needs a scene and a place for its rays");
        return ptl_job_end(&job, err);
    }
    *out = ptl_resize(&job, NULL, 0, sizeof **out);
    if (*out) {
        **out     = (ptl_scene_rays){ .heap = heap };
        job.heap  = &(*out)->heap;
        job.arena = &(*out)->arena;
        fill(&job, *out, scene);
        if (!ptl_ok(&job)) {
            ptl_scene_rays_free(*out);
            *out = NULL;
        }
    }
    return ptl_job_end(&job, err);
}

void ptl_scene_rays_free(ptl_scene_rays *rays)
{
    ptl_heap heap;

    if (!rays)
        return;
    ptl_arena_free(&rays->arena, &rays->heap);
    heap = rays->heap;
    ptl_heap_resize(&heap, rays, sizeof *rays, 0);
}

/* ---- Rays ----------------------------------------------------------------------------------- */

typedef struct search {
    ptl_ray         ray; /* `most` shrinks to the nearest so far */
    const triangle *found;
    triangle        kept;
} search;

static void corners_of(const triangle *t, double out[3][3])
{
    for (int i = 0; i < 9; i++)
        out[i / 3][i % 3] = (double)t->corner[i / 3][i % 3];
}

/* Whether the ray comes near a box before `most`: a little more than the box, so that rounding
 * loses nothing. Every step of this grows with the box and with `most`, so that a ray that meets a
 * box meets all those around it, to the last bit. */
static bool meets(const ptl_ray *ray, double end, const box *b)
{
    double from = 0, to = end;

    for (int i = 0; i < 3; i++) {
        double far   = ptl_max(fabs((double)b->least[i]), fabs((double)b->most[i]));
        double room  = 1e-9 * (2 * far + fabs(ray->origin[i]) + 1e-9);
        double least = (double)b->least[i] - room - ray->origin[i];
        double most  = (double)b->most[i] + room - ray->origin[i], a, c;

        if (ray->direction[i] == 0) {
            if (least > 0 || most < 0)
                return false;
            continue;
        }
        a    = least / ray->direction[i];
        c    = most / ray->direction[i];
        from = ptl_max(from, ptl_min(a, c));
        to   = ptl_min(to, ptl_max(a, c));
    }
    return from * (1 - 1e-9) <= to * (1 + 1e-9);
}

/* A triangle is met where it stands: with huge coordinates, or hardly any area, the rounded
 * distance may be that of a place far away from it, which boxes around it would hide and others
 * would not.
 */
static void try_triangle(void *user, const triangle *t)
{
    search *s = user;
    double  corner[3][3], at;
    box     own;

    corners_of(t, corner);
    at = ptl_ray_triangle(&s->ray, corner);
    if (at < 0 || (s->found && at == s->ray.most && t->number > s->kept.number))
        return;
    measure(&own, t, 1);
    if (!meets(&s->ray, at, &own))
        return;
    s->ray.most = at;
    s->kept     = *t;
    s->found    = &s->kept;
}

static void search_tree(search *s, const ptl_scene_rays *rays)
{
    uint32_t waiting[DEEPEST];
    size_t   left = 0;

    if (rays->boxes.count > 0)
        waiting[left++] = 0;
    while (left > 0) {
        uint32_t   number = waiting[--left];
        const box *b      = &rays->boxes.data[number];

        if (!meets(&s->ray, s->ray.most, b))
            continue;
        for (uint32_t i = 0; i < b->count; i++)
            try_triangle(s, &rays->triangles.data[b->first + i]);
        if (b->count == 0) {
            waiting[left++] = b->first;
            waiting[left++] = number + 1;
        }
    }
}

bool ptl_scene_ray(ptl_scene_hit *out, const ptl_scene *scene, const ptl_scene_rays *rays,
                   const ptl_ray *ray)
{
    search s = { 0 };
    double corner[3][3];

    if (!out || !scene || !ray)
        return false;
    s.ray = *ray;
    for (int i = 0; i < 3; i++)
        if (!isfinite(ray->origin[i]) || !isfinite(ray->direction[i]))
            return false;
    if (rays)
        search_tree(&s, rays);
    else
        walk_scene(scene, NULL, try_triangle, &s);
    if (!s.found)
        return false;
    corners_of(s.found, corner);
    *out   = (ptl_scene_hit){ .node     = s.found->node,
                              .mesh     = scene->nodes.data[s.found->node].mesh,
                              .part     = s.found->part,
                              .triangle = s.found->index };
    out->t = s.ray.most;
    ptl_ray_normal(corner, out->normal);
    return true;
}
