/* SPDX-License-Identifier: MIT */
/* Triangles into samples. Which samples a triangle covers is found in whole numbers: three edge
 * functions, each a sum that grows by a fixed step from pixel to pixel. A sample on an edge belongs
 * to the triangle whose top or left edge it is, so that neighbors leave no gap and share nothing.
 *
 * Edges are counted in sixteenths of a step squared, rounded down: all they grow by are whole
 * sixteenths, so that nothing is lost of what is asked, whether a sum is below zero. Several
 * samples are looked at together; the vectors are those of the compiler, which any machine can do.
 */
#include "render/raster_fill.h"

#include <float.h>
#include <string.h>

enum {
    SIXTEENTH = 4,          /* bits that all steps of an edge have to spare                   */
    FAR       = 1 << 29,    /* a sum beyond this is not changed by going to a sample          */
    OUT       = -(1 << 30), /* for lanes that are no sample: far outside                      */
    WIDE      = 3,          /* pixels from which on it pays to find where a row begins and ends */
};

/* ---- Setting up ------------------------------------------------------------------------------ */

typedef struct edge {
    int64_t   step_x, step_y;     /* from pixel to pixel                        */
    int64_t   start;              /* in the middle of pixel 0, 0                */
    int64_t   most;               /* from the middle of a pixel to its samples  */
    double    inverse;            /* of step_x without its sign, or 0           */
    ptl_lanes sample[PTL_GROUPS]; /* from the middle of a pixel to its samples  */
} edge;

/* How a triangle is laid into samples. */
typedef enum manner {
    SOLID,   /* leaves its number                                             */
    PUNCHED, /* the same where its alpha is enough, which takes no texture: sample by sample */
    AT_ONCE, /* leaves colors: what is behind it matters, or what its texture says */
} manner;

typedef struct fill {
    edge             edge[3];
    ptl_reals        depth[PTL_GROUPS]; /* from the middle of a pixel to its samples */
    const ptl_tile  *tile;
    ptl_slope        slope; /* of the depth                */
    float            x, y;  /* the first corner, in pixels */
    ptl_box          box;
    manner           manner;
    ptl_lanes        stamp[PTL_GROUPS]; /* what it leaves in samples, but for the mask    */
    unsigned         masked;            /* all ones where the mask belongs to that, or 0  */
    bool             clear;             /* its alpha may be too little somewhere          */
    const ptl_shade *shade;             /* NULL of solid ones                             */
} fill;

static manner manner_of(const ptl_paint *paint)
{
    if (paint->alpha == PTL_ALPHA_MASK && !paint->texture)
        return PUNCHED;
    if (paint->alpha == PTL_ALPHA_BLEND ||
        (paint->alpha == PTL_ALPHA_MASK && paint->texture->clear))
        return AT_ONCE;
    return SOLID;
}

/* The edge from corner a to corner b: above 0 inside; 0 counts as inside on top and left ones. */
static void set_edge(const ptl_tile *t, edge *e, const ptl_screen_corner *a,
                     const ptl_screen_corner *b)
{
    int32_t dx = b->x - a->x, dy = b->y - a->y, half = PTL_SUBPIXEL / 2;
    bool    owner = dy < 0 || (dy == 0 && dx > 0);

    e->step_x = -(int64_t)dy * (PTL_SUBPIXEL >> SIXTEENTH);
    e->step_y = (int64_t)dx * (PTL_SUBPIXEL >> SIXTEENTH);
    e->start =
        ((int64_t)dx * (half - a->y) - (int64_t)dy * (half - a->x) - (owner ? 0 : 1)) >> SIXTEENTH;
    e->inverse = dy == 0 ? 0 : 1.0 / (double)(e->step_x < 0 ? -e->step_x : e->step_x);
    e->most    = OUT;
    for (unsigned i = 0; i < t->stride; i++) {
        int32_t at = i < t->samples ? dx * t->sample[i].y - dy * t->sample[i].x : OUT;

        e->sample[i / PTL_LANES][i % PTL_LANES] = at;
        e->most                                 = at > e->most ? at : e->most;
    }
}

/* Masks of samples that are looked at one by one are known before. */
static void set_stamp(fill *f, uint32_t number)
{
    bool alone = f->manner == PUNCHED;

    f->masked = alone ? 0 : ~0u;
    for (unsigned i = 0; i < f->tile->stride; i++)
        f->stamp[i / PTL_LANES][i % PTL_LANES] =
            (int32_t)(number | (alone ? UINT32_C(1) << i << PTL_NUMBER_BITS : 0));
}

/* Whether alpha is 1 everywhere, and enough. It runs as the nearness does, by which it is divided:
 * what comes out is 1, but for the last digit. */
static bool is_opaque(const ptl_screen_triangle *t)
{
    for (size_t i = 0; i < 3; i++)
        if (t->corner[i].run[PTL_RUN_COLOR + 3] != t->corner[i].run[PTL_RUN_NEAR])
            return false;
    return t->paint->cutoff < 0.99f;
}

static void set_depth(fill *f, const ptl_screen_corner c[3])
{
    ptl_plane       plane = ptl_plane_of(c);
    const ptl_tile *t     = f->tile;

    f->slope = ptl_slope_of(&plane, c, PTL_RUN_DEPTH);
    for (unsigned i = 0; i < t->stride; i++)
        f->depth[i / PTL_LANES][i % PTL_LANES] =
            i < t->samples ? (f->slope.x * t->sample[i].x + f->slope.y * t->sample[i].y) / 16 : 0;
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

/* ---- Colors at once -------------------------------------------------------------------------- */

/* Bits that are set, of at most 16. */
static unsigned count_bits(unsigned bits)
{
    bits = bits - (bits >> 1 & 0x5555);
    bits = (bits & 0x3333) + (bits >> 2 & 0x3333);
    bits = (bits + (bits >> 4)) & 0x0F0F;
    return (bits + (bits >> 8)) & 0x1F;
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
    const ptl_paint *paint  = f->shade->paint;
    bool             blends = paint->alpha == PTL_ALPHA_BLEND, adds = blends && paint->adds;
    uint16_t         light[4];

    ptl_shade_light(color, blends && !adds ? (color[3] < 1 ? color[3] : 1) : 1, light);
    for (; mask; mask &= mask - 1) {
        size_t    at = first + (size_t)__builtin_ctz(mask);
        uint16_t *to = f->tile->color + 4 * at;

        for (size_t k = 0; k < 4; k++)
            to[k] = blends ? over(to[k], light[k], light[adds ? k : 3]) : light[k];
        f->tile->owner[at] = PTL_OWNER_COLOR;
    }
}

/* Masked materials are looked at sample by sample, so that their rims are as smooth as edges. */
static void put_masked(const fill *f, size_t first, unsigned mask, float x, float y, float depth)
{
    for (; mask; mask &= mask - 1) {
        unsigned          i = (unsigned)__builtin_ctz(mask);
        const ptl_sample *s = &f->tile->sample[i];
        float             color[4];

        ptl_shade_color(f->shade, x + s->x / 16.0f, y + s->y / 16.0f, color);
        if (color[3] < f->shade->paint->cutoff)
            continue;
        put_color(f, first + i, 1, color);
        f->tile->depth[first + i] = depth + f->depth[i / PTL_LANES][i % PTL_LANES];
    }
}

/* Returns how many colors were found. */
static unsigned put_pixel(const fill *f, size_t first, unsigned mask, float x, float y, float depth)
{
    float color[4], middle[2];

    if (f->shade->paint->alpha != PTL_ALPHA_BLEND) {
        put_masked(f, first, mask, x, y, depth);
        return count_bits(mask);
    }
    if (mask != f->tile->all) {
        ptl_samples_middle(f->tile->sample, mask, &middle[0], &middle[1]);
        x += middle[0];
        y += middle[1];
    }
    ptl_shade_color(f->shade, x, y, color);
    put_color(f, first, mask, color);
    return 1;
}

/* ---- Pixels ---------------------------------------------------------------------------------- */

/* Where the samples of a group are from the first corner, by where the middle of their pixel is. */
PTL_LANED ptl_places places_of(const ptl_tile *t, unsigned group, float x, float y)
{
    return (ptl_places){ ptl_reals_of(x) + t->place[group].x, ptl_reals_of(y) + t->place[group].y };
}

/* Takes those samples away whose alpha is not enough. Returns those that are left. */
static unsigned punch(const fill *f, ptl_lanes *seen, float x, float y)
{
    unsigned mask = 0;

    for (unsigned g = 0; g < f->tile->stride / PTL_LANES; g++) {
        ptl_places at = places_of(f->tile, g, x, y);
        ptl_lanes  clear;

        ptl_shade_clear(f->shade, &at, f->shade->paint->cutoff, &clear);
        seen[g] &= ~clear;
        mask |= ptl_signs(seen[g]) << g * PTL_LANES;
    }
    return mask;
}

/* Sums of the edges in the middle of a pixel. */
typedef struct spot {
    int64_t e[3];
    int32_t column, row;
} spot;

/* A sum that is known to be near, or where samples cannot change its sign. */
PTL_LANED int32_t within_reach(int64_t sum, bool near)
{
    return (int32_t)(near ? sum : sum > FAR ? FAR : sum < -FAR ? -FAR : sum);
}

/* One pixel. Returns how many colors are to be found. */
PTL_LANED unsigned fill_pixel(const fill *f, const spot *s, unsigned groups, bool near)
{
    const ptl_tile  *t     = f->tile;
    size_t           down  = (size_t)(s->row - (int32_t)t->top);
    size_t           first = (down * PTL_TILE + (size_t)s->column - t->left) * groups * PTL_LANES;
    float            x = (float)s->column + 0.5f - f->x, y = (float)s->row + 0.5f - f->y;
    float            depth = ptl_slope_at(&f->slope, x, y);
    ptl_reals_there *old   = (ptl_reals_there *)(t->depth + first);
    ptl_lanes_there *owner = (ptl_lanes_there *)(t->owner + first);
    ptl_lanes        e[3], seen[PTL_GROUPS];
    ptl_reals        deep[PTL_GROUPS];
    unsigned         mask = 0, colors = 1;

    for (size_t k = 0; k < 3; k++)
        e[k] = ptl_lanes_of(within_reach(s->e[k], near));
    for (unsigned g = 0; g < groups; g++) {
        ptl_lanes out = (e[0] + f->edge[0].sample[g]) | (e[1] + f->edge[1].sample[g]) |
                        (e[2] + f->edge[2].sample[g]);

        deep[g] = ptl_reals_of(depth) + f->depth[g];
        seen[g] = (ptl_lanes)(deep[g] > old[g]) & ~(out >> 31);
        mask |= ptl_signs(seen[g]) << g * PTL_LANES;
    }
    if (mask == 0)
        return 0;
    if (f->manner == AT_ONCE)
        return put_pixel(f, first, mask, x, y, depth);
    if (f->manner == PUNCHED) {
        colors = count_bits(mask);
        if (f->clear)
            mask = punch(f, seen, x, y);
    }
    for (unsigned g = 0; g < groups; g++) {
        ptl_lanes whole = ptl_lanes_of((int32_t)(mask << PTL_NUMBER_BITS & f->masked));

        owner[g] = ptl_choose(seen[g], whole | f->stamp[g], owner[g]);
        old[g]   = ptl_choose_reals(seen[g], deep[g], old[g]);
    }
    return colors;
}

/* Narrows a row to the pixels that an edge does not leave out altogether, or one more. */
PTL_LANED void narrow(const edge *e, int64_t start, int32_t left, int32_t *from, int32_t *to)
{
    const double spare = 1.0 / 1024; /* more than what rounding does to a place */
    double       over = (double)(start + e->most), place = (over < 0 ? -over : over) * e->inverse;

    if (e->step_x > 0 && over < 0) {
        place += 1 - spare;
        if (place >= *to - left + 1)
            *from = *to + 1;
        else if (*from < left + (int32_t)place)
            *from = left + (int32_t)place;
    } else if (e->step_x < 0 && over >= 0) {
        place += spare;
        *to = place < *to - left ? left + (int32_t)place : *to;
    } else if (over < 0) {
        *to = *from - 1;
    }
}

/* Returns how many pixels were looked at and colors are to be found. */
PTL_LANED uint64_t fill_row(const fill *f, const int64_t start[3], int32_t row, unsigned groups,
                            bool near)
{
    int32_t  from = f->box.left, to = f->box.right;
    spot     s    = { .row = row };
    uint64_t work = 1;

    for (size_t i = 0; i < 3 && f->box.right - f->box.left >= WIDE; i++)
        narrow(&f->edge[i], start[i], f->box.left, &from, &to);
    for (size_t i = 0; i < 3; i++)
        s.e[i] = start[i] + f->edge[i].step_x * (from - f->box.left);
    for (s.column = from; s.column <= to; s.column++) {
        work += 1 + fill_pixel(f, &s, groups, near);
        for (size_t i = 0; i < 3; i++)
            s.e[i] += f->edge[i].step_x;
    }
    return work;
}

PTL_LANED uint64_t fill_rows(const fill *f, unsigned groups, bool near)
{
    uint64_t work = 0;
    int64_t  start[3];

    for (size_t i = 0; i < 3; i++)
        start[i] =
            f->edge[i].start + f->edge[i].step_x * f->box.left + f->edge[i].step_y * f->box.top;
    for (int32_t row = f->box.top; row <= f->box.bottom; row++) {
        work += fill_row(f, start, row, groups, near);
        for (size_t i = 0; i < 3; i++)
            start[i] += f->edge[i].step_y;
    }
    return work;
}

static int64_t size_of(int64_t value)
{
    return value < 0 ? -value : value;
}

/* Whether no sum is FAR in the whole box, nor one pixel beside it. */
static bool is_near(const fill *f)
{
    int64_t across = f->box.right - f->box.left + 2, down = f->box.bottom - f->box.top + 2;

    for (size_t i = 0; i < 3; i++) {
        const edge *e = &f->edge[i];

        if (size_of(e->start + e->step_x * f->box.left + e->step_y * f->box.top) +
                size_of(e->step_x) * across + size_of(e->step_y) * down >
            FAR)
            return false;
    }
    return true;
}

static uint64_t fill_box(const fill *f)
{
    unsigned groups = f->tile->stride / PTL_LANES;

    if (!is_near(f))
        return fill_rows(f, groups, false);
    return groups == 1   ? fill_rows(f, 1, true)
           : groups == 2 ? fill_rows(f, 2, true)
                         : fill_rows(f, 4, true);
}

uint64_t ptl_tile_fill(const ptl_tile *tile, const ptl_screen_triangle *triangle, uint32_t number)
{
    enum { BEGIN = 16 }; /* pixels could be filled instead of setting up a triangle */
    const ptl_screen_corner *c = triangle->corner;
    ptl_box   bounds           = { (int32_t)tile->left, (int32_t)(tile->left + tile->width) - 1,
                                   (int32_t)tile->top, (int32_t)(tile->top + tile->height) - 1 };
    ptl_shade shade;
    fill      f;

    f.tile   = tile;
    f.manner = manner_of(triangle->paint);
    f.clear  = f.manner == PUNCHED && !is_opaque(triangle);
    f.shade  = NULL;
    f.x      = (float)c[0].x / PTL_SUBPIXEL;
    f.y      = (float)c[0].y / PTL_SUBPIXEL;
    f.box    = ptl_box_of(triangle, &bounds);
    for (size_t i = 0; i < 3; i++)
        set_edge(tile, &f.edge[i], &c[i], &c[(i + 1) % 3]);
    set_depth(&f, c);
    set_stamp(&f, number);
    if (f.manner != SOLID) {
        ptl_shade_set(&shade, triangle);
        f.shade = &shade;
    }
    return BEGIN + fill_box(&f);
}

/* ---- Colors at the end ----------------------------------------------------------------------- */

void ptl_tile_begin(ptl_tile *out, unsigned samples)
{
    *out = (ptl_tile){ .samples = samples,
                       .stride  = ptl_tile_stride(samples),
                       .sample  = ptl_samples(samples),
                       .all     = (1u << samples) - 1 };
    for (unsigned i = 0; i < samples; i++) {
        out->place[i / PTL_LANES].x[i % PTL_LANES] = out->sample[i].x / 16.0f;
        out->place[i / PTL_LANES].y[i % PTL_LANES] = out->sample[i].y / 16.0f;
    }
}

static void forget_shades(const ptl_tile *tile)
{
    for (size_t i = 0; i < PTL_SHADES; i++)
        tile->shades[i].number = 0;
}

void ptl_tile_clear(const ptl_tile *tile)
{
    size_t count = (size_t)tile->height * PTL_TILE * tile->stride;

    for (size_t i = 0; i < count; i++)
        tile->depth[i] = -FLT_MAX;
    memset(tile->owner, 0, count * sizeof *tile->owner);
    forget_shades(tile);
}

enum { NUMBER = (1 << PTL_NUMBER_BITS) - 1 };

static const ptl_shade *shade_of(const ptl_tile *t, uint32_t owner)
{
    uint32_t   number = owner & NUMBER;
    ptl_shade *s      = &t->shades[number % PTL_SHADES];

    if (s->number != number) {
        ptl_shade_set(s, &t->triangles[t->numbered[number - 1]]);
        s->number = number;
    }
    return s;
}

/* The light of a solid triangle that owns samples of a pixel. */
static void find_light(const ptl_tile *t, const ptl_shade *s, unsigned mask, float x, float y,
                       uint16_t light[4])
{
    float middle[2], color[4];

    if (mask != t->all) {
        ptl_samples_middle(t->sample, mask, &middle[0], &middle[1]);
        x += middle[0];
        y += middle[1];
    }
    ptl_shade_color(s, x, y, color);
    ptl_shade_light(color, 1, light);
}

/* Samples that have an owner. */
PTL_LANED unsigned owned(const ptl_tile *t, const uint32_t *owner, uint32_t who)
{
    const ptl_lanes_there *at   = (const ptl_lanes_there *)owner;
    unsigned               mask = 0;

    for (unsigned g = 0; g < t->stride / PTL_LANES; g++)
        mask |= ptl_signs(at[g] == (int32_t)who) << g * PTL_LANES;
    return mask & t->all;
}

/* Adds the light of samples that are shaded one by one; returns which they are. */
static unsigned add_lights(const ptl_tile *t, const ptl_shade *s, const uint32_t *owner,
                           uint32_t who, float x, float y, uint32_t sum[4])
{
    const ptl_lanes_there *at       = (const ptl_lanes_there *)owner;
    ptl_lanes              added[3] = { ptl_lanes_of(0), ptl_lanes_of(0), ptl_lanes_of(0) };
    unsigned               mask     = 0;

    for (unsigned g = 0; g < t->stride / PTL_LANES; g++) {
        ptl_places place = places_of(t, g, x, y);
        ptl_lanes  own   = ((at[g] ^ (int32_t)who) & NUMBER) == 0, light[3];

        if (ptl_signs(own) == 0)
            continue;
        mask |= ptl_signs(own) << g * PTL_LANES;
        ptl_shade_lights(s, &place, light);
        for (unsigned k = 0; k < 3; k++)
            added[k] += light[k] & own;
    }
    for (unsigned k = 0; k < 3; k++)
        sum[k] += (uint32_t)(added[k][0] + added[k][1] + added[k][2] + added[k][3]);
    sum[3] += 65535 * count_bits(mask);
    return mask;
}

static void add_colors(const ptl_tile *t, size_t first, unsigned mask, uint32_t sum[4])
{
    for (; mask; mask &= mask - 1) {
        const uint16_t *color = t->color + 4 * (first + (size_t)__builtin_ctz(mask));

        for (size_t k = 0; k < 4; k++)
            sum[k] += color[k];
    }
}

/* Adds the light of a triangle in a pixel; returns the samples that were its. */
static unsigned add_triangle(const ptl_tile *t, const uint32_t *owner, uint32_t who, float x,
                             float y, uint32_t sum[4])
{
    const ptl_shade *s = shade_of(t, who);
    unsigned         mask;
    uint16_t         light[4];

    if (manner_of(s->paint) == PUNCHED)
        return add_lights(t, s, owner, who, x - s->x, y - s->y, sum);
    mask = owned(t, owner, who);
    find_light(t, s, who >> PTL_NUMBER_BITS, x - s->x, y - s->y, light);
    for (size_t k = 0; k < 4; k++)
        sum[k] += light[k] * count_bits(mask);
    return mask;
}

void ptl_tile_sum(const ptl_tile *tile, uint32_t x, uint32_t y, uint32_t sum[4])
{
    size_t          first = ((size_t)y * PTL_TILE + x) * tile->stride;
    const uint32_t *owner = tile->owner + first;
    unsigned        left  = tile->all & ~owned(tile, owner, PTL_OWNER_NONE), done;

    sum[0] = sum[1] = sum[2] = sum[3] = 0;
    for (; left; left &= ~done) {
        uint32_t who = owner[__builtin_ctz(left)];

        if (who == PTL_OWNER_COLOR) {
            done = owned(tile, owner, who);
            add_colors(tile, first, done, sum);
        } else {
            done = add_triangle(tile, owner, who, (float)(tile->left + x) + 0.5f,
                                (float)(tile->top + y) + 0.5f, sum);
        }
    }
}

/* Makes colors of all owners of one pixel: one sample alone is a sum of one. */
static void put_colors(const ptl_tile *t, uint32_t x, uint32_t y)
{
    size_t    first = ((size_t)y * PTL_TILE + x) * t->stride;
    uint32_t *owner = t->owner + first;

    for (unsigned i = 0; i < t->samples; i++) {
        uint32_t  who = owner[i], alone[PTL_SAMPLES_MOST] = { 0 }, sum[4] = { 0, 0, 0, 0 };
        uint16_t *to = t->color + 4 * (first + i);

        if (who == PTL_OWNER_COLOR)
            continue;
        alone[i] = who;
        if (who != PTL_OWNER_NONE)
            add_triangle(t, alone, who, (float)(t->left + x) + 0.5f, (float)(t->top + y) + 0.5f,
                         sum);
        for (size_t k = 0; k < 4; k++)
            to[k] = (uint16_t)sum[k];
        owner[i] = PTL_OWNER_COLOR;
    }
}

void ptl_tile_color(const ptl_tile *tile)
{
    for (uint32_t y = 0; y < tile->height; y++)
        for (uint32_t x = 0; x < tile->width; x++)
            put_colors(tile, x, y);
    forget_shades(tile);
}
