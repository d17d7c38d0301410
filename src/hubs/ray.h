/* SPDX-License-Identifier: MIT */
/* Rays: meeting a triangle, and walking through the cells of a grid. */
#ifndef PTL_HUBS_RAY_H
#define PTL_HUBS_RAY_H

#include <portolan/portolan.h>

/* How far along the ray a triangle is met, from either side, at 0 or above; -1 when it is not. */
double ptl_ray_triangle(const ptl_ray *ray, double corner[3][3]);

/* Unit normal of a triangle whose corners run counter-clockwise seen from outside. */
void ptl_ray_normal(double corner[3][3], double out[3]);

/* The cells a ray passes on its way over a grid, seen from above; x and z are counted in cells. */
typedef struct ptl_ray_walk {
    ptl_ray  ray;
    int64_t  column, row;
    double   leave;      /* how far along the ray it leaves the cell */
    double   begin, end; /* and enters and leaves the grid           */
    uint32_t columns, rows;
} ptl_ray_walk;

/* The first cell; false when there is none. The ray's y is ignored. */
bool ptl_ray_walk_begin(ptl_ray_walk *walk, const ptl_ray *ray, uint32_t columns, uint32_t rows);
bool ptl_ray_walk_next(ptl_ray_walk *walk);

#endif
