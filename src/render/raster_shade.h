/* SPDX-License-Identifier: MIT */
/* Inside of the rasterizer: the color of a triangle at a place of the picture. */
#ifndef PTL_RENDER_RASTER_SHADE_H
#define PTL_RENDER_RASTER_SHADE_H

#include "render/raster_lanes.h"
#include "render/raster_triangles.h"

enum { PTL_SAMPLES_MOST = 16 };

/* From the middle of the pixel, in sixteenths. */
typedef struct ptl_sample {
    int8_t x, y;
} ptl_sample;

/* The places of 1, 4, 8 or 16 samples; NULL for any other number. */
const ptl_sample *ptl_samples(unsigned count);

/* A value that runs straight over the picture. */
typedef struct ptl_slope {
    float start, x, y; /* at the first corner, and how it grows by pixels */
} ptl_slope;

static inline float ptl_slope_at(const ptl_slope *s, float x, float y)
{
    return s->start + s->x * x + s->y * y;
}

/* What slopes of a triangle have in common: the ways to its other corners, in pixels. */
typedef struct ptl_plane {
    double x1, y1, x2, y2, whole;
} ptl_plane;

ptl_plane ptl_plane_of(const ptl_screen_corner c[3]);

static inline ptl_slope ptl_slope_of(const ptl_plane *p, const ptl_screen_corner c[3], size_t run)
{
    double a = (double)c[1].run[run] - (double)c[0].run[run];
    double b = (double)c[2].run[run] - (double)c[0].run[run];

    return (ptl_slope){ c[0].run[run], (float)((a * p->y2 - b * p->y1) / p->whole),
                        (float)((b * p->x1 - a * p->x2) / p->whole) };
}

/* A triangle made ready to be asked for its colors. */
typedef struct ptl_shade {
    uint32_t         number; /* for whoever keeps many of them */
    const ptl_paint *paint;
    ptl_slope        run[PTL_RUNS]; /* all but the depth          */
    float            x, y;          /* the first corner, in pixels */
    float            texels[2];
    ptl_texture_part part;
} ptl_shade;

void ptl_shade_set(ptl_shade *out, const ptl_screen_triangle *triangle);

/* Light and alpha at a place from the first corner, not multiplied. */
void ptl_shade_color(const ptl_shade *s, float x, float y, float out[4]);

/* The same as it is laid down, 65535 for 1: `alpha` is what it hides of what is behind it. */
void ptl_shade_light(const float color[4], float alpha, uint16_t out[4]);

/* Places from the first corner of a triangle, of several samples. */
typedef struct ptl_places {
    ptl_reals x, y;
} ptl_places;

/* The middle of the samples of a mask, from the middle of their pixel. */
void ptl_samples_middle(const ptl_sample *samples, unsigned mask, float *x, float *y);

/* ---- Several at a time ----------------------------------------------------------------------- */

PTL_LANED ptl_reals ptl_slope_lanes(const ptl_slope *s, const ptl_places *at)
{
    return ptl_reals_of(s->start) + ptl_reals_of(s->x) * at->x + ptl_reals_of(s->y) * at->y;
}

PTL_LANED ptl_lanes ptl_lights_of(ptl_reals value)
{
    ptl_reals held = ptl_lesser(ptl_greater(value, ptl_reals_of(0)), ptl_reals_of(1));

    return __builtin_convertvector(held * 65535 + 0.5f, ptl_lanes);
}

PTL_LANED ptl_reals ptl_bends(ptl_reals most)
{
    const ptl_reals knee = ptl_reals_of(0.7f), rest = 1 - knee, over = most - knee;

    return ptl_choose_reals(over > 0, (knee + rest * over / (over + rest)) / most, ptl_reals_of(1));
}

/* The same as ptl_shade_light of ptl_shade_color, at several places; without texture, hiding all
 * behind it: red, green and blue. */
PTL_LANED void ptl_shade_lights(const ptl_shade *s, const ptl_places *at, ptl_lanes out[3])
{
    ptl_reals far = 1 / ptl_slope_lanes(&s->run[PTL_RUN_NEAR], at), color[3], factor;

    for (size_t i = 0; i < 3; i++)
        color[i] = ptl_slope_lanes(&s->run[PTL_RUN_COLOR + i], at) * far;
    factor = ptl_bends(ptl_greater(ptl_greater(color[0], color[1]), color[2]));
    for (size_t i = 0; i < 3; i++)
        out[i] = ptl_lights_of(color[i] * factor);
}

/* All ones where the alpha of a triangle without texture is below a bound. */
PTL_LANED void ptl_shade_clear(const ptl_shade *s, const ptl_places *at, float bound,
                               ptl_lanes *out)
{
    ptl_reals far = 1 / ptl_slope_lanes(&s->run[PTL_RUN_NEAR], at);

    *out = ptl_slope_lanes(&s->run[PTL_RUN_COLOR + 3], at) * far < bound;
}

#endif
