/* SPDX-License-Identifier: MIT */
/* Heights: every triangle is laid over the pixels whose middle it covers. */
#include "render/heights.h"

#include <math.h>

typedef struct field {
    float   *height;
    uint32_t columns, rows;
} field;

typedef struct spot { /* a corner, in pixels of the field */
    double x, z, y;
} spot;

static double least_of(double a, double b, double c)
{
    double least = a < b ? a : b;

    return least < c ? least : c;
}

/* Pixels whose middles lie from `from` to `to`, held within 0 and `count`. */
static uint32_t first_pixel(double from, uint32_t count)
{
    double at = ceil(from - 0.5);

    return at <= 0 ? 0 : at < count ? (uint32_t)at : count;
}

static uint32_t end_pixel(double to, uint32_t count)
{
    double at = floor(to - 0.5) + 1;

    return at <= 0 ? 0 : at < count ? (uint32_t)at : count;
}

static double side(const spot *a, const spot *b, double x, double z)
{
    return (b->x - a->x) * (z - a->z) - (b->z - a->z) * (x - a->x);
}

/* The height over a place, if the triangle covers it, its rim included. */
static bool height_at(const spot s[3], double whole, double x, double z, double *out)
{
    double part[3], sum = 0;

    for (size_t i = 0; i < 3; i++) {
        part[i] = side(&s[(i + 1) % 3], &s[(i + 2) % 3], x, z) / whole;
        sum += part[i] * s[i].y;
    }
    *out = sum;
    return part[0] >= 0 && part[1] >= 0 && part[2] >= 0;
}

static void lay(const field *f, const spot s[3])
{
    double   whole = side(&s[0], &s[1], s[2].x, s[2].z), y;
    uint32_t left  = first_pixel(least_of(s[0].x, s[1].x, s[2].x), f->columns);
    uint32_t right = end_pixel(-least_of(-s[0].x, -s[1].x, -s[2].x), f->columns);
    uint32_t top   = first_pixel(least_of(s[0].z, s[1].z, s[2].z), f->rows);
    uint32_t end   = end_pixel(-least_of(-s[0].z, -s[1].z, -s[2].z), f->rows);

    if (whole == 0) /* stands upright */
        return;
    for (uint32_t row = top; row < end; row++)
        for (uint32_t column = left; column < right; column++) {
            float *to = &f->height[(size_t)row * f->columns + column];

            if (height_at(s, whole, column + 0.5, row + 0.5, &y) && (float)y > *to)
                *to = (float)y;
        }
}

typedef struct corner_walk { /* a plot that grows */
    double least[2], most[2];
    bool   any;
} corner_walk;

static void widen(void *user, const float *p)
{
    corner_walk *w     = user;
    const double at[2] = { (double)p[0], (double)p[2] };

    for (size_t i = 0; i < 2; i++) {
        w->least[i] = !w->any || at[i] < w->least[i] ? at[i] : w->least[i];
        w->most[i]  = !w->any || at[i] > w->most[i] ? at[i] : w->most[i];
    }
    w->any = true;
}

bool ptl_plot_of(ptl_plot *out, const ptl_scene *scene, const ptl_pose *pose,
                 ptl_heights_part *counts)
{
    corner_walk w = { .any = false };

    for (size_t i = 0; i < pose->count; i++)
        if (counts(scene, pose->parts[i].part))
            ptl_pose_each(&(ptl_pose){ &pose->parts[i], 1 }, widen, &w);
    *out = (ptl_plot){ w.least[0], w.least[1], w.most[0] - w.least[0], w.most[1] - w.least[1] };
    return w.any && out->width > 0 && out->depth > 0;
}

static void lay_part(const field *f, const ptl_posed *posed, const ptl_plot *plot)
{
    const ptl_u32s *index = &posed->part->index;
    spot            s[3];

    for (size_t i = 0; i + 3 <= index->count; i += 3) {
        if (!ptl_posed_finite(posed, index->data + i))
            continue;
        for (size_t k = 0; k < 3; k++) {
            const float *p = posed->position + 3 * (size_t)index->data[i + k];

            s[k] = (spot){ ((double)p[0] - plot->x) / plot->width * f->columns,
                           ((double)p[2] - plot->z) / plot->depth * f->rows, (double)p[1] };
        }
        lay(f, s);
    }
}

float *ptl_heights_make(ptl_job *job, const ptl_scene *scene, const ptl_pose *pose,
                        ptl_heights_part *counts, const ptl_plot *plot, uint32_t columns,
                        uint32_t rows)
{
    size_t count = (size_t)columns * rows;
    field  f     = { ptl_arena_raw(job, (uint64_t)count * sizeof *f.height), columns, rows };

    if (!f.height)
        return NULL;
    for (size_t i = 0; i < count; i++)
        f.height[i] = -INFINITY;
    for (size_t i = 0; i < pose->count; i++)
        if (counts(scene, pose->parts[i].part))
            lay_part(&f, &pose->parts[i], plot);
    return f.height;
}
