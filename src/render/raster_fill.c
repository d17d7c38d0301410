/* SPDX-License-Identifier: MIT */
/* Triangles into samples. Which samples a triangle covers is found in whole numbers: three edge
 * functions, each a sum that grows by a fixed step from pixel to pixel. A sample on an edge belongs
 * to the triangle whose top or left edge it is, so that neighbors leave no gap and share nothing.
 * Colors are found once for a pixel, in the middle of what is covered of it. */
#include "render/raster_fill.h"

#include "render/raster_triangles.h"

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

/* ---- Setting up ------------------------------------------------------------------------------ */

typedef struct edge {
    int64_t step_x, step_y;           /* from pixel to pixel                        */
    int64_t start;                    /* in the middle of pixel 0, 0                */
    int64_t sample[PTL_SAMPLES_MOST]; /* from the middle of a pixel to its samples  */
    int64_t least, most;              /* of these                                   */
} edge;

typedef struct slope { /* a value that runs straight over the picture */
    float start, x, y; /* at the first corner, and how it grows by pixels */
} slope;

typedef struct fill {
    const ptl_band   *band;
    const ptl_paint  *paint;
    const ptl_sample *sample;
    unsigned          all; /* bits of all samples */
    edge              edge[3];
    slope             run[PTL_RUNS];
    float             depth[PTL_SAMPLES_MOST];  /* from the middle of a pixel to its samples */
    float             x, y;                     /* the first corner, in pixels               */
    int32_t           left, right, top, bottom; /* pixels, the last ones included            */
    float             texels[2];
    ptl_texture_part  part;
} fill;

/* The edge from corner a to corner b: above 0 inside; 0 counts as inside on top and left ones. */
static void set_edge(fill *f, edge *e, const ptl_screen_corner *a, const ptl_screen_corner *b)
{
    int64_t dx = b->x - a->x, dy = b->y - a->y, half = PTL_SUBPIXEL / 2;
    bool    owner = dy < 0 || (dy == 0 && dx > 0);

    e->step_x = -dy * PTL_SUBPIXEL;
    e->step_y = dx * PTL_SUBPIXEL;
    e->start  = dx * (half - a->y) - dy * (half - a->x) - (owner ? 0 : 1);
    for (unsigned i = 0; i < f->band->samples; i++) {
        int64_t at = (dx * f->sample[i].y - dy * f->sample[i].x) * (PTL_SUBPIXEL / 16);

        e->sample[i] = at;
        e->least     = i == 0 || at < e->least ? at : e->least;
        e->most      = i == 0 || at > e->most ? at : e->most;
    }
}

static void set_slopes(fill *f, const ptl_screen_corner c[3])
{
    double x1    = (double)(c[1].x - c[0].x) / PTL_SUBPIXEL,
           y1    = (double)(c[1].y - c[0].y) / PTL_SUBPIXEL;
    double x2    = (double)(c[2].x - c[0].x) / PTL_SUBPIXEL,
           y2    = (double)(c[2].y - c[0].y) / PTL_SUBPIXEL;
    double whole = x1 * y2 - x2 * y1;

    for (size_t i = 0; i < PTL_RUNS; i++) {
        double a = (double)c[1].run[i] - (double)c[0].run[i];
        double b = (double)c[2].run[i] - (double)c[0].run[i];

        f->run[i] = (slope){ c[0].run[i], (float)((a * y2 - b * y1) / whole),
                             (float)((b * x1 - a * x2) / whole) };
    }
    for (unsigned i = 0; i < f->band->samples; i++)
        f->depth[i] =
            (f->run[PTL_RUN_DEPTH].x * f->sample[i].x + f->run[PTL_RUN_DEPTH].y * f->sample[i].y) /
            16;
}

static int32_t least_of(int32_t a, int32_t b, int32_t c)
{
    int32_t least = a < b ? a : b;

    return least < c ? least : c;
}

/* The pixel a place lies in. */
static int32_t pixel_of(int32_t steps)
{
    return steps >= 0 ? steps / PTL_SUBPIXEL : -((PTL_SUBPIXEL - 1 - steps) / PTL_SUBPIXEL);
}

static void set_box(fill *f, const ptl_screen_corner c[3])
{
    int32_t bottom = (int32_t)(f->band->top + f->band->rows) - 1;

    f->left   = pixel_of(least_of(c[0].x, c[1].x, c[2].x));
    f->right  = pixel_of(-least_of(-c[0].x, -c[1].x, -c[2].x));
    f->top    = pixel_of(least_of(c[0].y, c[1].y, c[2].y));
    f->bottom = pixel_of(-least_of(-c[0].y, -c[1].y, -c[2].y));
    f->left   = f->left < 0 ? 0 : f->left;
    f->right  = f->right >= (int32_t)f->band->width ? (int32_t)f->band->width - 1 : f->right;
    f->top    = f->top < (int32_t)f->band->top ? (int32_t)f->band->top : f->top;
    f->bottom = f->bottom > bottom ? bottom : f->bottom;
}

static void set_texture(fill *f, const ptl_screen_corner c[3], const ptl_texture *t)
{
    float least[2], most[2];

    f->texels[0] = (float)t->level[0].width;
    f->texels[1] = (float)t->level[0].height;
    for (size_t axis = 0; axis < 2 && f->paint->tiled; axis++)
        for (size_t i = 0; i < 3; i++) {
            float place = c[i].run[PTL_RUN_U + axis] / c[i].run[PTL_RUN_NEAR];

            least[axis] = i == 0 || place < least[axis] ? place : least[axis];
            most[axis]  = i == 0 || place > most[axis] ? place : most[axis];
        }
    if (f->paint->tiled)
        f->part = ptl_texture_part_of(t, least, most);
}

/* ---- Color ---------------------------------------------------------------------------------- */

static float at(const slope *s, float x, float y)
{
    return s->start + s->x * x + s->y * y;
}

/* How many texels a pixel takes, squared: the mean of the ways across and down. */
static float texel_area(const fill *f, float u, float v, float near)
{
    const slope *n = &f->run[PTL_RUN_NEAR], *p = &f->run[PTL_RUN_U], *q = &f->run[PTL_RUN_V];
    float        ux = (p->x - u * n->x) * f->texels[0], uy = (p->y - u * n->y) * f->texels[0];
    float        vx = (q->x - v * n->x) * f->texels[1], vy = (q->y - v * n->y) * f->texels[1];

    return (ux * ux + uy * uy + vx * vx + vy * vy) / (2 * near * near);
}

/* Light and alpha at a place from the first corner, not multiplied. */
static void find_color(const fill *f, float x, float y, float out[4])
{
    float near = at(&f->run[PTL_RUN_NEAR], x, y), far = 1 / near, texel[4];

    for (size_t i = 0; i < 4; i++)
        out[i] = at(&f->run[PTL_RUN_COLOR + i], x, y) * far;
    if (f->paint->texture) {
        float u = at(&f->run[PTL_RUN_U], x, y) * far, v = at(&f->run[PTL_RUN_V], x, y) * far;

        ptl_texture_at(f->paint->texture, f->paint->tiled ? &f->part : NULL, u, v,
                       texel_area(f, u, v, near), texel);
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

/* Light in front of light, of which it hides a share. What is added hides as much as it shines, so
 * that many layers of it come to 1 and never past it. */
static uint16_t over(uint16_t behind, uint16_t light, uint16_t hides)
{
    return (uint16_t)(light + behind * (uint32_t)(65535 - hides) / 65535);
}

/* Lays a color over some samples of a pixel. */
static void put_color(const fill *f, size_t first, unsigned mask, const float color[4])
{
    bool     blends = f->paint->alpha == PTL_ALPHA_BLEND, adds = blends && f->paint->adds;
    float    alpha  = blends && !adds ? (color[3] < 1 ? color[3] : 1) : 1;
    float    factor = bend(color) * alpha;
    uint16_t light[4];

    for (size_t k = 0; k < 3; k++)
        light[k] = light_of(color[k] * factor);
    light[3] = light_of(alpha); /* where there is nothing behind it, darkness is */
    for (size_t i = first; mask; i++, mask >>= 1) {
        uint16_t *to = f->band->color + 4 * i;

        for (size_t k = 0; k < 4 && mask & 1; k++)
            to[k] = blends ? over(to[k], light[k], light[adds ? k : 3]) : light[k];
    }
}

/* Masked materials are looked at sample by sample, so that their rims are as smooth as edges. */
static unsigned put_masked(const fill *f, size_t first, unsigned mask, float x, float y)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < f->band->samples; i++) {
        float color[4];

        if (!(mask >> i & 1))
            continue;
        find_color(f, x + f->sample[i].x / 16.0f, y + f->sample[i].y / 16.0f, color);
        if (color[3] < f->paint->cutoff)
            continue;
        put_color(f, first + i, 1, color);
        kept |= 1u << i;
    }
    return kept;
}

/* The middle of the samples that are covered. */
static void find_middle(const fill *f, unsigned mask, float *x, float *y)
{
    int across = 0, down = 0, count = 0;

    for (unsigned i = 0; i < f->band->samples; i++)
        if (mask >> i & 1) {
            across += f->sample[i].x;
            down += f->sample[i].y;
            count++;
        }
    *x += (float)across / (float)(16 * count);
    *y += (float)down / (float)(16 * count);
}

/* ---- Pixels ---------------------------------------------------------------------------------- */

static bool is_cut_out(const ptl_paint *paint)
{
    return paint->alpha == PTL_ALPHA_MASK && (!paint->texture || paint->texture->clear);
}

static void put_depth(const fill *f, size_t first, unsigned mask, float depth)
{
    for (unsigned i = 0; mask; i++, mask >>= 1)
        if (mask & 1)
            f->band->depth[first + i] = depth + f->depth[i];
}

/* Those of the samples that nothing lies in front of. */
static unsigned in_front(const fill *f, size_t first, unsigned mask, float depth)
{
    unsigned seen = 0;

    for (unsigned i = 0; i < f->band->samples; i++)
        seen |= (unsigned)(depth + f->depth[i] > f->band->depth[first + i]) << i;
    return seen & mask;
}

/* Returns how many colors had to be found. */
static unsigned put_pixel(const fill *f, int32_t column, int32_t row, unsigned mask)
{
    size_t   pixel = (size_t)(row - (int32_t)f->band->top) * f->band->width + (size_t)column;
    size_t   first = pixel * f->band->samples;
    float    x = (float)column + 0.5f - f->x, y = (float)row + 0.5f - f->y;
    float    depth = at(&f->run[PTL_RUN_DEPTH], x, y), color[4];
    unsigned colors;

    mask   = in_front(f, first, mask, depth);
    colors = mask != 0;
    if (mask && is_cut_out(f->paint)) {
        colors = (unsigned)__builtin_popcount(mask);
        mask   = put_masked(f, first, mask, x, y);
    } else if (mask) {
        if (mask != f->all)
            find_middle(f, mask, &x, &y);
        find_color(f, x, y, color);
        put_color(f, first, mask, color);
    }
    if (f->paint->alpha != PTL_ALPHA_BLEND)
        put_depth(f, first, mask, depth);
    return colors;
}

/* The samples of a pixel that lie inside, by the edges at its middle. */
static unsigned covered(const fill *f, const int64_t e[3])
{
    unsigned mask = 0;

    if (e[0] + f->edge[0].least >= 0 && e[1] + f->edge[1].least >= 0 &&
        e[2] + f->edge[2].least >= 0)
        return f->all;
    for (unsigned i = 0; i < f->band->samples; i++)
        mask |= (unsigned)(((e[0] + f->edge[0].sample[i]) | (e[1] + f->edge[1].sample[i]) |
                            (e[2] + f->edge[2].sample[i])) >= 0)
                << i;
    return mask;
}

/* Narrows a row to the pixels that an edge does not leave out altogether. */
static void narrow(const edge *e, int64_t start, int32_t *from, int32_t *to)
{
    int64_t over = start + e->most, width = *to - *from;

    if (e->step_x > 0 && over < 0)
        *from += (int32_t)((-over + e->step_x - 1) / e->step_x > width + 1
                               ? width + 1
                               : (-over + e->step_x - 1) / e->step_x);
    else if (e->step_x < 0 && over >= 0 && over / -e->step_x < width)
        *to = *from + (int32_t)(over / -e->step_x);
    else if (e->step_x <= 0 && over < 0)
        *to = *from - 1;
}

static int64_t edge_at(const edge *e, int32_t column, int32_t row)
{
    return e->start + e->step_x * column + e->step_y * row;
}

/* Returns how many pixels were looked at and colors found. */
static uint64_t fill_row(const fill *f, int32_t row)
{
    int32_t  from = f->left, to = f->right;
    uint64_t work = 0;
    int64_t  e[3];

    for (size_t i = 0; i < 3; i++)
        narrow(&f->edge[i], edge_at(&f->edge[i], from, row), &from, &to);
    for (size_t i = 0; i < 3; i++)
        e[i] = edge_at(&f->edge[i], from, row);
    for (int32_t column = from; column <= to; column++) {
        unsigned mask = covered(f, e);

        work += 1 + (mask ? put_pixel(f, column, row, mask) : 0);
        for (size_t i = 0; i < 3; i++)
            e[i] += f->edge[i].step_x;
    }
    return work;
}

uint64_t ptl_band_fill(const ptl_band *band, const ptl_screen_triangle *triangle)
{
    enum { BEGIN = 16 }; /* pixels could be filled instead of setting up a triangle */
    uint64_t                 work = BEGIN;
    const ptl_screen_corner *c    = triangle->corner;
    const ptl_texture       *t    = triangle->paint->texture;
    fill                     f    = { .band   = band,
                                      .paint  = triangle->paint,
                                      .sample = ptl_samples(band->samples),
                                      .all    = (1u << band->samples) - 1,
                                      .x      = (float)c[0].x / PTL_SUBPIXEL,
                                      .y      = (float)c[0].y / PTL_SUBPIXEL };

    set_box(&f, c);
    if (f.left > f.right || f.top > f.bottom)
        return work;
    for (size_t i = 0; i < 3; i++)
        set_edge(&f, &f.edge[i], &c[i], &c[(i + 1) % 3]);
    set_slopes(&f, c);
    if (t)
        set_texture(&f, c, t);
    for (int32_t row = f.top; row <= f.bottom; row++)
        work += 1 + fill_row(&f, row);
    return work;
}
