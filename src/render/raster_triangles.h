/* SPDX-License-Identifier: MIT */
/* Inside of the rasterizer: triangles on the picture. */
#ifndef PTL_RENDER_RASTER_TRIANGLES_H
#define PTL_RENDER_RASTER_TRIANGLES_H

#include "render/raster.h"

enum { PTL_SUBPIXEL = 256 }; /* steps of a corner within a pixel */

/* What runs straight over the picture: everything but the depth is divided by the distance. */
enum {
    PTL_RUN_NEAR, /* one, so divided                      */
    PTL_RUN_DEPTH,
    PTL_RUN_U,
    PTL_RUN_V,
    PTL_RUN_COLOR, /* red, green, blue, alpha: lit light */
    PTL_RUNS = PTL_RUN_COLOR + 4
};

typedef struct ptl_screen_corner {
    int32_t x, y; /* from the top left, in steps */
    float   run[PTL_RUNS];
} ptl_screen_corner;

/* Clockwise as seen. */
typedef struct ptl_screen_triangle {
    ptl_screen_corner corner[3];
    const ptl_paint  *paint;
} ptl_screen_triangle;

/* Some that stand one behind the other, from those of one part. */
typedef struct ptl_screen_run {
    const ptl_posed *posed;
    size_t           from, end;    /* of the triangles of the part */
    size_t           first, count; /* of the list                  */
    bool             full;         /* there was no room for more   */
} ptl_screen_run;

typedef struct ptl_screen_triangles {
    ptl_screen_triangle *data;
    size_t               count, capacity; /* gaps between the runs count, too */
    ptl_screen_run      *runs;
    size_t               run_count;
} ptl_screen_triangles;

/* All triangles of a pose that may be seen: lit, cut and on the picture, by so many threads; those
 * that blend come last, from back to front. The memory of the list comes from the heap: give it
 * back with ptl_resize. */
void ptl_screen_gather(ptl_job *job, ptl_screen_triangles *out, const ptl_raster *raster,
                       const ptl_pose *pose, const ptl_shot *shot, unsigned threads);

#endif
