/* SPDX-License-Identifier: MIT */
/* Colors of triangles: found once for a pixel, in the middle of what is covered of it. */
#include "render/raster_shade.h"

static const ptl_sample one[]     = { { 0, 0 } };
static const ptl_sample four[]    = { { -2, -6 }, { 6, -2 }, { -6, 2 }, { 2, 6 } };
static const ptl_sample eight[]   = { { 1, -3 }, { -1, 3 },  { 5, 1 }, { -3, -5 },
                                      { -5, 5 }, { -7, -1 }, { 3, 7 }, { 7, -7 } };
static const ptl_sample sixteen[] = { { 1, 1 },   { -1, -3 }, { -3, 2 },  { 4, -1 },
                                      { -5, -2 }, { 2, 5 },   { 5, 3 },   { 3, -5 },
                                      { -2, 6 },  { 0, -7 },  { -4, -6 }, { -6, 4 },
                                      { -8, 0 },  { 7, -4 },  { 6, 7 },   { -7, -8 } };

const ptl_sample *ptl_samples(unsigned count)
{
    return count == 1 ? one : count == 4 ? four : count == 8 ? eight : count == 16 ? sixteen : NULL;
}

void ptl_samples_middle(const ptl_sample *samples, unsigned mask, float *x, float *y)
{
    int across = 0, down = 0, count = 0;

    for (; mask; mask &= mask - 1, count++) {
        const ptl_sample *s = &samples[__builtin_ctz(mask)];

        across += s->x;
        down += s->y;
    }
    *x = (float)across / (float)(16 * count);
    *y = (float)down / (float)(16 * count);
}

/* ---- Setting up ------------------------------------------------------------------------------ */

ptl_plane ptl_plane_of(const ptl_screen_corner c[3])
{
    ptl_plane p = { .x1 = (double)(c[1].x - c[0].x) / PTL_SUBPIXEL,
                    .y1 = (double)(c[1].y - c[0].y) / PTL_SUBPIXEL,
                    .x2 = (double)(c[2].x - c[0].x) / PTL_SUBPIXEL,
                    .y2 = (double)(c[2].y - c[0].y) / PTL_SUBPIXEL };

    p.whole = p.x1 * p.y2 - p.x2 * p.y1;
    return p;
}

static void set_texture(ptl_shade *s, const ptl_screen_corner c[3], const ptl_texture *t)
{
    float least[2], most[2];

    s->texels[0] = (float)t->level[0].width;
    s->texels[1] = (float)t->level[0].height;
    for (size_t axis = 0; axis < 2 && s->paint->tiled; axis++)
        for (size_t i = 0; i < 3; i++) {
            float place = c[i].run[PTL_RUN_U + axis] / c[i].run[PTL_RUN_NEAR];

            least[axis] = i == 0 || place < least[axis] ? place : least[axis];
            most[axis]  = i == 0 || place > most[axis] ? place : most[axis];
        }
    if (s->paint->tiled)
        s->part = ptl_texture_part_of(t, least, most);
}

void ptl_shade_set(ptl_shade *out, const ptl_screen_triangle *triangle)
{
    const ptl_screen_corner *c = triangle->corner;
    const ptl_texture       *t = triangle->paint->texture;
    ptl_plane                p = ptl_plane_of(c);

    out->paint             = triangle->paint;
    out->x                 = (float)c[0].x / PTL_SUBPIXEL;
    out->y                 = (float)c[0].y / PTL_SUBPIXEL;
    out->run[PTL_RUN_NEAR] = ptl_slope_of(&p, c, PTL_RUN_NEAR);
    for (size_t i = t ? PTL_RUN_U : PTL_RUN_COLOR; i < PTL_RUNS; i++)
        out->run[i] = ptl_slope_of(&p, c, i);
    if (t)
        set_texture(out, c, t);
}

/* ---- Color ---------------------------------------------------------------------------------- */

/* How many texels a pixel takes, squared: the mean of the ways across and down. */
static float texel_area(const ptl_shade *s, float u, float v, float near)
{
    const ptl_slope *n = &s->run[PTL_RUN_NEAR], *p = &s->run[PTL_RUN_U], *q = &s->run[PTL_RUN_V];
    float            ux = (p->x - u * n->x) * s->texels[0], uy = (p->y - u * n->y) * s->texels[0];
    float            vx = (q->x - v * n->x) * s->texels[1], vy = (q->y - v * n->y) * s->texels[1];

    return (ux * ux + uy * uy + vx * vx + vy * vy) / (2 * near * near);
}

void ptl_shade_color(const ptl_shade *s, float x, float y, float out[4])
{
    float near = ptl_slope_at(&s->run[PTL_RUN_NEAR], x, y), far = 1 / near, texel[4];

    for (size_t i = 0; i < 4; i++)
        out[i] = ptl_slope_at(&s->run[PTL_RUN_COLOR + i], x, y) * far;
    if (s->paint->texture) {
        float u = ptl_slope_at(&s->run[PTL_RUN_U], x, y) * far;
        float v = ptl_slope_at(&s->run[PTL_RUN_V], x, y) * far;

        ptl_texture_at(s->paint->texture, s->paint->tiled ? &s->part : NULL, u, v,
                       texel_area(s, u, v, near), texel);
        for (size_t i = 0; i < 3; i++)
            out[i] *= texel[3] > 0 ? texel[i] / texel[3] : 0;
        out[3] *= texel[3];
    }
}

static uint16_t light_of(float value)
{
    return value >= 1 ? 65535 : value > 0 ? (uint16_t)(value * 65535 + 0.5f) : 0;
}

/* Bright light bends toward 1 instead of being cut off there, all channels alike, so that colors
 * stay what they are. */
static float bend(const float color[4])
{
    const float knee = 0.7f;
    float       most = color[0] > color[1] ? color[0] : color[1], over;

    most = most > color[2] ? most : color[2];
    over = most - knee;
    return over > 0 ? (knee + (1 - knee) * over / (over + (1 - knee))) / most : 1;
}

void ptl_shade_light(const float color[4], float alpha, uint16_t out[4])
{
    float factor = bend(color) * alpha;

    for (size_t k = 0; k < 3; k++)
        out[k] = light_of(color[k] * factor);
    out[3] = light_of(alpha); /* where there is nothing behind it, darkness is */
}
