/* SPDX-License-Identifier: MIT */
/* Triangles into samples. Which samples a triangle covers is found in whole numbers: three edge
 * functions, each a sum that grows by a fixed step from pixel to pixel. A sample on an edge belongs
 * to the triangle whose top or left edge it is, so that neighbors leave no gap and share nothing.
 */
#include "render/raster_fill.h"

#include <float.h>
#include <string.h>

/* ---- Setting up ------------------------------------------------------------------------------ */

typedef struct edge {
    int64_t step_x, step_y;           /* from pixel to pixel                        */
    int64_t start;                    /* in the middle of pixel 0, 0                */
    int64_t sample[PTL_SAMPLES_MOST]; /* from the middle of a pixel to its samples  */
    int64_t least, most;              /* of these                                   */
} edge;

typedef struct fill {
    const ptl_tile   *tile;
    const ptl_sample *sample;
    unsigned          all; /* bits of all samples */
    edge              edge[3];
    ptl_slope         slope;                   /* of the depth                              */
    float             depth[PTL_SAMPLES_MOST]; /* from the middle of a pixel to its samples */
    ptl_box           box;
    ptl_shade         shade;
} fill;

/* The edge from corner a to corner b: above 0 inside; 0 counts as inside on top and left ones. */
static void set_edge(fill *f, edge *e, const ptl_screen_corner *a, const ptl_screen_corner *b)
{
    int64_t dx = b->x - a->x, dy = b->y - a->y, half = PTL_SUBPIXEL / 2;
    bool    owner = dy < 0 || (dy == 0 && dx > 0);

    e->step_x = -dy * PTL_SUBPIXEL;
    e->step_y = dx * PTL_SUBPIXEL;
    e->start  = dx * (half - a->y) - dy * (half - a->x) - (owner ? 0 : 1);
    for (unsigned i = 0; i < f->tile->samples; i++) {
        int64_t at = (dx * f->sample[i].y - dy * f->sample[i].x) * (PTL_SUBPIXEL / 16);

        e->sample[i] = at;
        e->least     = i == 0 || at < e->least ? at : e->least;
        e->most      = i == 0 || at > e->most ? at : e->most;
    }
}

static void set_depth(fill *f, const ptl_screen_corner c[3])
{
    ptl_plane plane = ptl_plane_of(c);

    f->slope = ptl_slope_of(&plane, c, PTL_RUN_DEPTH);
    for (unsigned i = 0; i < f->tile->samples; i++)
        f->depth[i] = (f->slope.x * f->sample[i].x + f->slope.y * f->sample[i].y) / 16;
}

static int32_t least_of(int32_t a, int32_t b, int32_t c)
{
    int32_t least = a < b ? a : b;

    return least < c ? least : c;
}

static int32_t most_of(int32_t a, int32_t b, int32_t c)
{
    return -least_of(-a, -b, -c);
}

/* The pixel a place lies in. */
static int32_t pixel_of(int32_t steps)
{
    return steps >= 0 ? steps / PTL_SUBPIXEL : -((PTL_SUBPIXEL - 1 - steps) / PTL_SUBPIXEL);
}

ptl_box ptl_box_of(const ptl_screen_triangle *triangle, const ptl_box *within)
{
    const ptl_screen_corner *c   = triangle->corner;
    ptl_box                  box = { pixel_of(least_of(c[0].x, c[1].x, c[2].x)),
                                     pixel_of(most_of(c[0].x, c[1].x, c[2].x)),
                                     pixel_of(least_of(c[0].y, c[1].y, c[2].y)),
                                     pixel_of(most_of(c[0].y, c[1].y, c[2].y)) };

    box.left   = box.left < within->left ? within->left : box.left;
    box.right  = box.right > within->right ? within->right : box.right;
    box.top    = box.top < within->top ? within->top : box.top;
    box.bottom = box.bottom > within->bottom ? within->bottom : box.bottom;
    return box;
}

/* ---- Color ---------------------------------------------------------------------------------- */

/* Light in front of light, of which it hides a share. What is added hides as much as it shines, so
 * that many layers of it come to 1 and never past it. */
static uint16_t over(uint16_t behind, uint16_t light, uint16_t hides)
{
    return (uint16_t)(light + behind * (uint32_t)(65535 - hides) / 65535);
}

/* Lays a color over some samples of a pixel. */
static void put_color(const fill *f, size_t first, unsigned mask, const float color[4])
{
    const ptl_paint *paint  = f->shade.paint;
    bool             blends = paint->alpha == PTL_ALPHA_BLEND, adds = blends && paint->adds;
    uint16_t         light[4];

    ptl_shade_light(color, blends && !adds ? (color[3] < 1 ? color[3] : 1) : 1, light);
    for (size_t i = first; mask; i++, mask >>= 1) {
        uint16_t *to = f->tile->color + 4 * i;

        for (size_t k = 0; k < 4 && mask & 1; k++)
            to[k] = blends ? over(to[k], light[k], light[adds ? k : 3]) : light[k];
    }
}

/* Masked materials are looked at sample by sample, so that their rims are as smooth as edges. */
static unsigned put_masked(const fill *f, size_t first, unsigned mask, float x, float y)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < f->tile->samples; i++) {
        float color[4];

        if (!(mask >> i & 1))
            continue;
        ptl_shade_color(&f->shade, x + f->sample[i].x / 16.0f, y + f->sample[i].y / 16.0f, color);
        if (color[3] < f->shade.paint->cutoff)
            continue;
        put_color(f, first + i, 1, color);
        kept |= 1u << i;
    }
    return kept;
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
            f->tile->depth[first + i] = depth + f->depth[i];
}

/* Those of the samples that nothing lies in front of. */
static unsigned in_front(const fill *f, size_t first, unsigned mask, float depth)
{
    unsigned seen = 0;

    for (unsigned i = 0; i < f->tile->samples; i++)
        seen |= (unsigned)(depth + f->depth[i] > f->tile->depth[first + i]) << i;
    return seen & mask;
}

/* Returns how many colors had to be found. */
static unsigned put_pixel(const fill *f, int32_t column, int32_t row, unsigned mask)
{
    size_t   down  = (size_t)(row - (int32_t)f->tile->top);
    size_t   first = (down * PTL_TILE + (size_t)column - f->tile->left) * f->tile->samples;
    float    x = (float)column + 0.5f - f->shade.x, y = (float)row + 0.5f - f->shade.y;
    float    depth = ptl_slope_at(&f->slope, x, y), color[4], middle[2];
    unsigned colors;

    mask   = in_front(f, first, mask, depth);
    colors = mask != 0;
    if (mask && is_cut_out(f->shade.paint)) {
        colors = (unsigned)__builtin_popcount(mask);
        mask   = put_masked(f, first, mask, x, y);
    } else if (mask) {
        if (mask != f->all) {
            ptl_samples_middle(f->sample, mask, &middle[0], &middle[1]);
            x += middle[0];
            y += middle[1];
        }
        ptl_shade_color(&f->shade, x, y, color);
        put_color(f, first, mask, color);
    }
    if (f->shade.paint->alpha != PTL_ALPHA_BLEND)
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
    for (unsigned i = 0; i < f->tile->samples; i++)
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
    int32_t  from = f->box.left, to = f->box.right;
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

uint64_t ptl_tile_fill(const ptl_tile *tile, const ptl_screen_triangle *triangle)
{
    enum { BEGIN = 16 }; /* pixels could be filled instead of setting up a triangle */
    uint64_t                 work = BEGIN;
    const ptl_screen_corner *c    = triangle->corner;
    ptl_box bounds                = { (int32_t)tile->left, (int32_t)(tile->left + tile->width) - 1,
                                      (int32_t)tile->top, (int32_t)(tile->top + tile->height) - 1 };
    fill    f                     = { .tile   = tile,
                                      .sample = ptl_samples(tile->samples),
                                      .all    = (1u << tile->samples) - 1,
                                      .box    = ptl_box_of(triangle, &bounds) };

    for (size_t i = 0; i < 3; i++)
        set_edge(&f, &f.edge[i], &c[i], &c[(i + 1) % 3]);
    set_depth(&f, c);
    ptl_shade_set(&f.shade, triangle);
    for (int32_t row = f.box.top; row <= f.box.bottom; row++)
        work += 1 + fill_row(&f, row);
    return work;
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

void ptl_tile_clear(const ptl_tile *tile)
{
    size_t count = (size_t)tile->height * PTL_TILE * tile->samples;

    for (size_t i = 0; i < count; i++)
        tile->depth[i] = -FLT_MAX;
    memset(tile->color, 0, 4 * count * sizeof *tile->color);
}

void ptl_tile_sum(const ptl_tile *tile, uint32_t x, uint32_t y, uint32_t sum[4])
{
    const uint16_t *from = tile->color + 4 * ((size_t)y * PTL_TILE + x) * tile->samples;

    sum[0] = sum[1] = sum[2] = sum[3] = 0;
    for (size_t i = 0; i < 4 * (size_t)tile->samples; i++)
        sum[i % 4] += from[i];
}
