/* SPDX-License-Identifier: MIT */
/* Rays: triangles by Moller and Trumbore, grids by Amanatides and Woo. */
#include "hubs/ray.h"
#include "core/real.h"

#include <math.h>

/* ---- Triangles ------------------------------------------------------------------------------ */

static void minus(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[i] - b[i];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double ptl_ray_triangle(const ptl_ray *ray, double corner[3][3])
{
    double side[2][3], p[3], q[3], from[3], det, u, v, t;

    minus(corner[1], corner[0], side[0]);
    minus(corner[2], corner[0], side[1]);
    cross(ray->direction, side[1], p);
    det = dot(side[0], p);
    if (det == 0)
        return -1;
    minus(ray->origin, corner[0], from);
    u = dot(from, p) / det;
    cross(from, side[0], q);
    v = dot(ray->direction, q) / det;
    t = dot(side[1], q) / det;
    return u >= 0 && v >= 0 && u + v <= 1 && t >= 0 && t <= ray->most ? t : -1;
}

void ptl_ray_normal(double corner[3][3], double out[3])
{
    double side[2][3], length;

    minus(corner[1], corner[0], side[0]);
    minus(corner[2], corner[0], side[1]);
    cross(side[0], side[1], out);
    length = sqrt(dot(out, out));
    for (int i = 0; i < 3; i++)
        out[i] = length > 0 ? out[i] / length : 0;
}

/* ---- Grids ---------------------------------------------------------------------------------- */

/* Narrows [*from, *to] to where the ray is between 0 and `size` along an axis. */
static void clip(double origin, double direction, double size, double *from, double *to)
{
    double a = -origin / direction, b = (size - origin) / direction;

    if (direction == 0) {
        if (!(origin >= 0 && origin <= size))
            *to = -1;
        return;
    }
    *from = ptl_max(*from, ptl_min(a, b));
    *to   = ptl_min(*to, ptl_max(a, b));
}

static int64_t cell_of(double at, double direction, uint32_t size)
{
    double cell = floor(at);

    if (cell == at && direction < 0) /* on a border, going back */
        cell -= 1;
    return !(cell >= 0) ? 0 : cell >= size ? (int64_t)size - 1 : (int64_t)cell;
}

/* How far along the ray the border ahead of a cell is. */
static double border(double origin, double direction, int64_t cell)
{
    return direction == 0 ? HUGE_VAL : ((double)(cell + (direction > 0)) - origin) / direction;
}

static void look_ahead(ptl_ray_walk *w)
{
    double x = border(w->ray.origin[0], w->ray.direction[0], w->column);
    double z = border(w->ray.origin[2], w->ray.direction[2], w->row);

    w->leave = ptl_min(ptl_min(x, z), w->end);
}

bool ptl_ray_walk_begin(ptl_ray_walk *w, const ptl_ray *ray, uint32_t columns, uint32_t rows)
{
    *w = (ptl_ray_walk){ .ray = *ray, .end = ray->most, .columns = columns, .rows = rows };
    clip(ray->origin[0], ray->direction[0], columns, &w->begin, &w->end);
    clip(ray->origin[2], ray->direction[2], rows, &w->begin, &w->end);
    if (!(w->begin <= w->end))
        return false;
    w->column = cell_of(ray->origin[0] + w->begin * ray->direction[0], ray->direction[0], columns);
    w->row    = cell_of(ray->origin[2] + w->begin * ray->direction[2], ray->direction[2], rows);
    look_ahead(w);
    return true;
}

bool ptl_ray_walk_next(ptl_ray_walk *w)
{
    double x = border(w->ray.origin[0], w->ray.direction[0], w->column);
    double z = border(w->ray.origin[2], w->ray.direction[2], w->row);

    if (ptl_min(x, z) >= w->end)
        return false;
    if (x <= z)
        w->column += w->ray.direction[0] > 0 ? 1 : -1;
    else
        w->row += w->ray.direction[2] > 0 ? 1 : -1;
    look_ahead(w);
    return w->column >= 0 && w->row >= 0 && w->column < w->columns && w->row < w->rows;
}
