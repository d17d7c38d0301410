/* SPDX-License-Identifier: MIT */
/* Triangles on their way to the picture: light, projection, cutting. */
#include "render/raster_triangles.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "host/workers.h"

/* A corner before the division by its distance `w`. */
typedef struct vertex {
    double x, y, w, depth;
    double run[PTL_RUNS - PTL_RUN_U];
} vertex;

enum {
    U,
    V,
    COLOR,
    GUARD  = 8192, /* pixels around the picture within which corners may lie         */
    PLANES = 5,
    MOST   = 3 + PLANES, /* corners a triangle can get when it is cut                  */
    RUN    = 1024,       /* triangles that a thread takes at once                      */
};

typedef struct gatherer {
    ptl_job             *job; /* that gives more room; NULL: there is no more */
    ptl_screen_triangle *data;
    size_t               count, room;
    bool                 full;
    const ptl_raster    *raster;
    const ptl_shot      *shot;
    double               plane[PLANES][4]; /* what to cut at: factors of x, y, w, and one more */
    unsigned             planes;
} gatherer;

/* ---- Light ----------------------------------------------------------------------------------- */

/* Sun, light of the sky from above, light off the ground from below: red, green, blue. */
static const double sun[3] = { 0.80, 0.755, 0.67 };
static const double sky[3] = { 0.43, 0.47, 0.53 }, ground[3] = { 0.25, 0.235, 0.215 };

static bool unit(double v[3])
{
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);

    for (int i = 0; i < 3; i++)
        v[i] /= length;
    return length > 1e-30 && length < 1e30;
}

static void shine(const ptl_camera *camera, const double normal[3], double out[3])
{
    double facing = 0, up = normal[1] / 2 + 0.5;

    for (int i = 0; i < 3; i++)
        facing += normal[i] * camera->sun[i];
    for (int i = 0; i < 3; i++)
        out[i] = (facing > 0 ? facing * sun[i] : 0) + ground[i] + (sky[i] - ground[i]) * up;
}

/* The way a triangle faces, by its corners. */
static void face_normal(const ptl_posed *posed, const uint32_t corner[3], double out[3])
{
    double side[2][3];

    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < 3; i++)
            side[k][i] = (double)posed->position[3 * (size_t)corner[k + 1] + i] -
                         (double)posed->position[3 * (size_t)corner[0] + i];
    for (size_t i = 0; i < 3; i++)
        out[i] = side[0][(i + 1) % 3] * side[1][(i + 2) % 3] -
                 side[0][(i + 2) % 3] * side[1][(i + 1) % 3];
    for (size_t i = 0; i < 3 && posed->turned; i++)
        out[i] = -out[i];
    if (!unit(out))
        memcpy(out, (const double[3]){ 0, 1, 0 }, 3 * sizeof *out);
}

/* The stored normal where there is a sound one; on the back of a sheet it shows the other way. */
static void corner_normal(const ptl_posed *posed, uint32_t corner, const double face[3], bool back,
                          double out[3])
{
    for (size_t i = 0; i < 3; i++)
        out[i] = posed->normal ? (double)posed->normal[3 * (size_t)corner + i] : face[i];
    if (!unit(out))
        memcpy(out, face, 3 * sizeof *out);
    for (size_t i = 0; i < 3 && back; i++)
        out[i] = -out[i];
}

/* ---- Corners --------------------------------------------------------------------------------- */

static void project(const ptl_camera *c, const float *position, vertex *out)
{
    double from[3], right = 0, up = 0, back = 0;

    for (size_t i = 0; i < 3; i++) {
        from[i] = (double)position[i] - c->eye[i];
        right += c->right[i] * from[i];
        up += c->up[i] * from[i];
        back += c->back[i] * from[i];
    }
    out->w     = c->parallel ? 1 : -back;
    out->x     = c->scale * right + c->center[0] * out->w;
    out->y     = c->center[1] * out->w - c->scale * up;
    out->depth = c->parallel ? back : 1;
}

/* Textures repeat, so that places may be moved by whole numbers toward 0, where they are exact. */
static void find_places(const ptl_scene_part *part, const uint32_t corner[3], vertex v[3])
{
    for (size_t axis = 0; axis < 2; axis++) {
        double place[3] = { 0, 0, 0 }, whole;

        for (size_t k = 0; k < 3 && part->uv.count > 0; k++)
            place[k] = (double)part->uv.data[2 * (size_t)corner[k] + axis];
        whole = fabs(place[0]) < 1e15 ? (double)(int64_t)place[0] : 0;
        for (size_t k = 0; k < 3; k++)
            v[k].run[axis] = fabs(place[k] - whole) < 1e5 ? place[k] - whole : 0;
    }
}

static void find_color(const gatherer *g, const ptl_posed *posed, const ptl_paint *paint,
                       uint32_t corner, const double normal[3], double out[4])
{
    const ptl_u8s *color = &posed->part->color;
    double         light[4];

    shine(&g->shot->camera, normal, light);
    for (size_t i = 0; i < 3 && ptl_raster_exposes(g->raster, posed->part); i++)
        light[i] *= (double)g->shot->exposure;
    light[3] = 1;
    for (size_t i = 0; i < 4; i++) {
        out[i] = (double)paint->color[i] * light[i];
        if (color->count > 0)
            out[i] *= ptl_raster_color(g->raster, posed->part, corner, i);
    }
}

/* ---- Cutting --------------------------------------------------------------------------------- */

static void set_planes(gatherer *g)
{
    double width = g->shot->width, height = g->shot->height;
    double all[PLANES][4] = { { 1, 0, GUARD, 0 },
                              { -1, 0, width + GUARD, 0 },
                              { 0, 1, GUARD, 0 },
                              { 0, -1, height + GUARD, 0 },
                              { 0, 0, 1, -g->shot->camera.nearest } };

    memcpy(g->plane, all, sizeof all);
    g->planes = g->shot->camera.parallel ? PLANES - 1 : PLANES;
}

static double above(const double plane[4], const vertex *v)
{
    return plane[0] * v->x + plane[1] * v->y + plane[2] * v->w + plane[3];
}

static vertex between(const vertex *a, const vertex *b, double part)
{
    vertex out = { .x     = a->x + (b->x - a->x) * part,
                   .y     = a->y + (b->y - a->y) * part,
                   .w     = a->w + (b->w - a->w) * part,
                   .depth = a->depth + (b->depth - a->depth) * part };

    for (size_t i = 0; i < sizeof out.run / sizeof *out.run; i++)
        out.run[i] = a->run[i] + (b->run[i] - a->run[i]) * part;
    return out;
}

/* Cuts away what is below a plane; returns how many corners are left. */
static size_t cut(vertex polygon[MOST], size_t count, const double plane[4])
{
    vertex kept[MOST];
    size_t left = 0;

    for (size_t i = 0; i < count; i++) {
        const vertex *a = &polygon[i], *b = &polygon[(i + 1) % count];
        double        high = above(plane, a), next = above(plane, b);

        if (high >= 0 && left < MOST)
            kept[left++] = *a;
        if ((high >= 0) != (next >= 0) && left < MOST)
            kept[left++] = between(a, b, high / (high - next));
    }
    memcpy(polygon, kept, left * sizeof *kept);
    return left;
}

static size_t cut_all(const gatherer *g, vertex polygon[MOST])
{
    size_t count = 3;

    for (unsigned p = 0; p < g->planes && count >= 3; p++) {
        bool whole = true;

        for (size_t i = 0; i < count; i++)
            whole = whole && above(g->plane[p], &polygon[i]) >= 0;
        if (!whole)
            count = cut(polygon, count, g->plane[p]);
    }
    return count;
}

/* ---- Triangles ------------------------------------------------------------------------------- */

static int32_t steps(double pixels)
{
    double scaled = pixels * PTL_SUBPIXEL;

    return (int32_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

/* A corner's place on the picture; false where numbers so large or close met that there is none. */
static bool settle(ptl_screen_corner *out, const vertex *v)
{
    const double most = PTL_RASTER_SIDE + 2 * GUARD;
    double       near = 1 / v->w, x = v->x * near, y = v->y * near;

    if (!(fabs(x) < most && fabs(y) < most))
        return false;
    out->x                  = steps(x);
    out->y                  = steps(y);
    out->run[PTL_RUN_NEAR]  = (float)near;
    out->run[PTL_RUN_DEPTH] = (float)(v->depth * near);
    for (size_t i = PTL_RUN_U; i < PTL_RUNS; i++)
        out->run[i] = (float)(v->run[i - PTL_RUN_U] * near);
    return true;
}

static bool is_outside(const ptl_screen_triangle *t, const ptl_shot *shot)
{
    int32_t right  = (int32_t)shot->width * PTL_SUBPIXEL,
            bottom = (int32_t)shot->height * PTL_SUBPIXEL;
    bool out[4]    = { true, true, true, true };

    for (size_t i = 0; i < 3; i++) {
        const ptl_screen_corner *c = &t->corner[i];

        out[0] = out[0] && c->x < 0;
        out[1] = out[1] && c->x > right;
        out[2] = out[2] && c->y < 0;
        out[3] = out[3] && c->y > bottom;
    }
    return out[0] || out[1] || out[2] || out[3];
}

static bool make_room(gatherer *g)
{
    size_t size = sizeof *g->data, room = g->room * 2 + 64;
    void  *more = g->job ? ptl_resize(g->job, g->data, g->room * size, room * size) : NULL;

    g->full = !more;
    if (!more)
        return false;
    g->data = more;
    g->room = room;
    return true;
}

static void add(gatherer *g, const ptl_screen_triangle *t)
{
    if (is_outside(t, g->shot) || (g->count == g->room && !make_room(g)))
        return;
    g->data[g->count++] = *t;
}

/* Twice the area as seen, above 0 when the corners run clockwise. */
static int64_t area(const ptl_screen_triangle *t)
{
    const ptl_screen_corner *c = t->corner;

    return (int64_t)(c[1].x - c[0].x) * (c[2].y - c[0].y) -
           (int64_t)(c[1].y - c[0].y) * (c[2].x - c[0].x);
}

/* A fan over the corners that are left. */
static void add_polygon(gatherer *g, const vertex *polygon, size_t count, const ptl_paint *paint)
{
    ptl_screen_triangle t = { .paint = paint };

    for (size_t i = 2; i < count; i++) {
        int64_t size;

        if (!settle(&t.corner[0], &polygon[0]) || !settle(&t.corner[1], &polygon[i - 1]) ||
            !settle(&t.corner[2], &polygon[i]))
            continue;
        size = area(&t);
        if (size < 0) {
            ptl_screen_corner c = t.corner[1];

            t.corner[1] = t.corner[2];
            t.corner[2] = c;
        }
        if (size != 0)
            add(g, &t);
    }
}

/* Whether the camera sees the back: by the plane the triangle lies in, which cutting keeps. */
static bool from_behind(const ptl_camera *c, const ptl_posed *posed, const uint32_t corner[3],
                        const double face[3])
{
    double toward = 0;

    for (size_t i = 0; i < 3; i++)
        toward += face[i] * (c->parallel
                                 ? c->back[i]
                                 : c->eye[i] - (double)posed->position[3 * (size_t)corner[0] + i]);
    return toward < 0;
}

static void add_triangle(gatherer *g, const ptl_posed *posed, const uint32_t corner[3],
                         const ptl_paint *paint)
{
    vertex polygon[MOST];
    double face[3], normal[3];
    bool   back;
    size_t count;

    if (!ptl_posed_finite(posed, corner))
        return;
    face_normal(posed, corner, face);
    back = from_behind(&g->shot->camera, posed, corner, face);
    if (back && !paint->double_sided)
        return;
    for (size_t i = 0; i < 3; i++)
        project(&g->shot->camera, posed->position + 3 * (size_t)corner[i], &polygon[i]);
    find_places(posed->part, corner, polygon);
    for (size_t i = 0; i < 3; i++) {
        corner_normal(posed, corner[i], face, back, normal);
        find_color(g, posed, paint, corner[i], normal, polygon[i].run + COLOR);
    }
    count = cut_all(g, polygon);
    add_polygon(g, polygon, count, paint);
}

/* ---- Threads --------------------------------------------------------------------------------- */

/* Those that do not blend, which keep their order: each run has room for as many as it begins with.
 * Few are cut, and most runs lose some, so that this is nearly always enough. */
typedef struct crew {
    const gatherer       *begin; /* what all have in common */
    ptl_screen_triangles *out;
    atomic_size_t         next; /* run that nobody does yet */
} crew;

static bool blends(const ptl_raster *raster, const ptl_posed *posed)
{
    return ptl_raster_paint(raster, posed->part)->alpha == PTL_ALPHA_BLEND;
}

static void add_run(gatherer *g, const ptl_posed *posed, size_t from, size_t end)
{
    const ptl_paint *paint = ptl_raster_paint(g->raster, posed->part);

    for (size_t i = from; i < end && !g->full; i++)
        add_triangle(g, posed, posed->part->index.data + 3 * i, paint);
}

static void do_runs(void *user, unsigned number)
{
    crew  *c = user;
    size_t i;

    (void)number;
    while ((i = atomic_fetch_add(&c->next, 1)) < c->out->run_count) {
        ptl_screen_run *run = &c->out->runs[i];
        gatherer        g   = *c->begin;

        g.data = c->out->data + run->first;
        g.room = run->end - run->from;
        add_run(&g, run->posed, run->from, run->end);
        run->count = g.count;
        run->full  = g.full;
    }
}

/* Cuts the solid parts into runs, and leaves one for all that blends. */
static void lay_out_runs(ptl_job *job, ptl_screen_triangles *out, const ptl_raster *raster,
                         const ptl_pose *pose)
{
    uint64_t count = 1;

    for (size_t p = 0; p < pose->count; p++)
        count += pose->parts[p].part->index.count / 3 / RUN + 1;
    out->runs = ptl_arena_array(job, count, sizeof *out->runs);
    for (size_t p = 0; p < pose->count && out->runs; p++) {
        const ptl_posed *posed = &pose->parts[p];
        size_t           all   = blends(raster, posed) ? 0 : posed->part->index.count / 3;

        for (size_t from = 0; from < all; from += RUN) {
            size_t end = all - from < RUN ? all : from + RUN;

            out->runs[out->run_count++] =
                (ptl_screen_run){ .posed = posed, .from = from, .end = end, .first = out->count };
            out->count += end - from;
        }
    }
}

/* The same by one thread, in a list that grows. */
static void do_alone(gatherer *g, ptl_screen_triangles *out)
{
    for (size_t i = 0; i < out->run_count && ptl_ok(g->job); i++) {
        ptl_screen_run *run = &out->runs[i];

        run->first = g->count;
        add_run(g, run->posed, run->from, run->end);
        run->count = g->count - run->first;
    }
}

static void do_together(gatherer *g, ptl_screen_triangles *out, unsigned threads)
{
    gatherer begin = *g;
    crew     c     = { .begin = &begin, .out = out };
    bool     full  = false;

    g->data = ptl_resize(g->job, NULL, 0, out->count * sizeof *out->data);
    if (!g->data)
        return;
    g->room = g->count = out->count;
    out->data          = g->data;
    begin.job          = NULL;
    ptl_workers_run(threads < out->run_count ? threads : (unsigned)out->run_count, do_runs, &c);
    for (size_t i = 0; i < out->run_count; i++)
        full = full || out->runs[i].full;
    if (full) { /* cutting made more of them */
        g->count = 0;
        do_alone(g, out);
    }
}

/* ---- All of them ----------------------------------------------------------------------------- */

static float depth_of(const ptl_screen_triangle *t)
{
    return t->corner[0].run[PTL_RUN_DEPTH] + t->corner[1].run[PTL_RUN_DEPTH] +
           t->corner[2].run[PTL_RUN_DEPTH];
}

typedef struct ranked {
    float    depth;
    uint32_t number;
} ranked;

static int by_depth(const void *a, const void *b)
{
    const ranked *x = a, *y = b;

    if (x->depth != y->depth)
        return x->depth < y->depth ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

/* Some of the list, the farthest first; equals keep their order. */
static void sort(ptl_job *job, ptl_screen_triangle *t, size_t count)
{
    ranked              *rank = ptl_arena_alone(job, count * sizeof *rank);
    ptl_screen_triangle *copy = ptl_arena_alone(job, count * sizeof *copy);

    for (size_t i = 0; i < count && ptl_ok(job); i++)
        rank[i] = (ranked){ depth_of(&t[i]), (uint32_t)i };
    if (ptl_ok(job)) {
        qsort(rank, count, sizeof *rank, by_depth);
        memcpy(copy, t, count * sizeof *copy);
    }
    for (size_t i = 0; i < count && ptl_ok(job); i++)
        t[i] = copy[rank[i].number];
    ptl_arena_drop(job->arena, job->heap, rank);
    ptl_arena_drop(job->arena, job->heap, copy);
}

/* What blends is a run of its own, behind all others. */
static void add_blending(gatherer *g, ptl_screen_triangles *out, const ptl_pose *pose)
{
    ptl_screen_run *run = &out->runs[out->run_count++];

    *run = (ptl_screen_run){ .first = g->count };
    for (size_t p = 0; p < pose->count && ptl_ok(g->job); p++)
        if (blends(g->raster, &pose->parts[p]))
            add_run(g, &pose->parts[p], 0, pose->parts[p].part->index.count / 3);
    run->count = g->count - run->first;
    if (run->count > 0 && ptl_ok(g->job))
        sort(g->job, g->data + run->first, run->count);
}

void ptl_screen_gather(ptl_job *job, ptl_screen_triangles *out, const ptl_raster *raster,
                       const ptl_pose *pose, const ptl_shot *shot, unsigned threads)
{
    gatherer g = { .job = job, .raster = raster, .shot = shot };

    *out = (ptl_screen_triangles){ 0 };
    set_planes(&g);
    lay_out_runs(job, out, raster, pose);
    if (ptl_ok(job) && threads > 1 && out->count > RUN)
        do_together(&g, out, threads);
    else if (ptl_ok(job))
        do_alone(&g, out);
    if (ptl_ok(job))
        add_blending(&g, out, pose);
    out->data     = g.data;
    out->count    = g.count;
    out->capacity = g.room;
}
