/* SPDX-License-Identifier: MIT */
/* How Permafrost ground is mixed where materials meet.
 *
 * A tile has nine points: its middle, the middles of its edges, its corners. Blurred, each of them
 * has the mean of what meets there, and between them colors run on evenly. With a seam the material
 * of the higher number lies over the other along a ragged line. Which of this happens is said for
 * each quarter of a tile, from its middle to an edge. */
#include <math.h>
#include <string.h>

#include "formats/pfmap/pfmap_mix.h"

/* ---- What meets ----------------------------------------------------------------------------- */

/* To the neighbor behind each edge, and where the edge itself is. */
static const struct {
    int     row, col;
    uint8_t point;
    double  fx, fz;
} sides[4] = {
    { -1, 0, 1, 0.5, 0.1 },
    { 0, 1, 5, 0.9, 0.5 },
    { 1, 0, 7, 0.5, 0.9 },
    { 0, -1, 3, 0.1, 0.5 },
};

/* Corners in the order of PTL_PFMAP_NW and so on: their points, and the first of the four tiles
 * that meet there, seen from the tile. */
static const struct {
    uint8_t point;
    int     row, col;
} corners[4] = { { 0, -1, -1 }, { 2, -1, 0 }, { 8, 0, 0 }, { 6, 0, -1 } };

static const ptl_pfmap_tile *tile_near(const ptl_pfmap *map, int64_t row, int64_t col)
{
    if (row < 0 || col < 0 || row >= map->height || col >= map->width)
        return NULL;
    return pfmap_tile(map, (uint32_t)row, (uint32_t)col);
}

static uint16_t material_along(const ptl_pfmap_tile *tile, int side)
{
    return ptl_pfmap_material_in(tile, sides[side].fx, sides[side].fz);
}

/* Materials that do not exist have no say. */
static void vote(pfmap_mix *mix, const ptl_pfmap *map, unsigned point, uint16_t material, float by)
{
    unsigned i = 0;

    if (material >= map->materials.count)
        return;
    while (i < mix->count && mix->material[i] != material)
        i++;
    if (i == mix->count) {
        mix->material[mix->count++] = material;
        memset(mix->share[i], 0, sizeof mix->share[i]);
    }
    mix->share[i][point] += by;
}

static bool has_corner(const pfmap_half *half, int corner)
{
    return half->corner[0] == corner || half->corner[1] == corner || half->corner[2] == corner;
}

/* The two votes of a tile at a corner of its own: its halves, or twice the one that is there. */
static void vote_corner(pfmap_mix *mix, const ptl_pfmap *map, unsigned point,
                        const ptl_pfmap_tile *tile, int corner)
{
    const pfmap_half *pair = ptl_pfmap_halves[ptl_pfmap_cut_nw_se(tile)];
    bool              both = has_corner(&pair[0], corner) && has_corner(&pair[1], corner);

    for (int i = 0; i < 2; i++)
        if (has_corner(&pair[i], corner))
            vote(mix, map, point, ptl_pfmap_material_in(tile, pair[i].fx, pair[i].fz),
                 both ? 0.125f : 0.25f);
}

static void vote_corners(pfmap_mix *mix, const ptl_pfmap *map, uint32_t row, uint32_t col)
{
    static const int      opposite[2][2] = { { PTL_PFMAP_SE, PTL_PFMAP_SW },
                                             { PTL_PFMAP_NE, PTL_PFMAP_NW } };
    const ptl_pfmap_tile *own            = pfmap_tile(map, row, col);

    for (int c = 0; c < 4; c++)
        for (int k = 0; k < 4; k++) {
            const ptl_pfmap_tile *tile = tile_near(map, (int64_t)row + corners[c].row + k / 2,
                                                   (int64_t)col + corners[c].col + k % 2);

            vote_corner(mix, map, corners[c].point, tile ? tile : own,
                        tile ? opposite[k / 2][k % 2] : c);
        }
}

/* Points at which nobody had a say, or not all, are shared by those who had. */
static void level_shares(pfmap_mix *mix)
{
    for (unsigned p = 0; p < PFMAP_MIX_POINTS; p++) {
        float sum = 0;

        for (unsigned i = 0; i < mix->count; i++)
            sum += mix->share[i][p];
        for (unsigned i = 0; i < mix->count; i++)
            mix->share[i][p] = sum > 0 ? mix->share[i][p] / sum : 1 / (float)mix->count;
    }
}

/* Seams are drawn by the lower side, as the mode of the upper one says. */
static void look_over(pfmap_mix *mix, const ptl_pfmap *map, uint32_t row, uint32_t col, int side)
{
    const ptl_pfmap_tile *own = pfmap_tile(map, row, col);
    const ptl_pfmap_tile *next =
        tile_near(map, (int64_t)row + sides[side].row, (int64_t)col + sides[side].col);
    uint8_t modes[4];

    mix->lower[side] = mix->upper[side] = material_along(own, side);
    if (!next)
        return;
    ptl_pfmap_blend_modes(modes, map, next);
    if (modes[(side + 2) % 4] == PFMAP_SEAM)
        mix->upper[side] = material_along(next, (side + 2) % 4);
    if (mix->upper[side] >= map->materials.count || mix->upper[side] < mix->lower[side])
        mix->upper[side] = mix->lower[side];
}

void ptl_pfmap_mix_of(pfmap_mix *out, const ptl_pfmap *map, uint32_t row, uint32_t col)
{
    const ptl_pfmap_tile *own   = pfmap_tile(map, row, col), *next;
    bool                  blurs = false, seams = false;

    out->count = 0;
    out->nw_se = ptl_pfmap_cut_nw_se(own);
    ptl_pfmap_blend_modes(out->mode, map, own);
    for (int i = 0; i < 2; i++) {
        const pfmap_half *half = &ptl_pfmap_halves[out->nw_se][i];

        out->half[i] = ptl_pfmap_material_in(own, half->fx, half->fz);
        vote(out, map, 4, out->half[i], 0.5f);
    }
    for (int i = 0; i < 4; i++) {
        next = tile_near(map, (int64_t)row + sides[i].row, (int64_t)col + sides[i].col);
        vote(out, map, sides[i].point, material_along(own, i), 0.5f);
        vote(out, map, sides[i].point,
             next ? material_along(next, (i + 2) % 4) : material_along(own, i), 0.5f);
        look_over(out, map, row, col, i);
        blurs = blurs || out->mode[i] == PFMAP_BLUR;
        seams = seams || out->upper[i] != out->lower[i];
    }
    if (blurs)
        vote_corners(out, map, row, col);
    level_shares(out);
    out->plain = !seams && (!blurs || out->count <= 1);
}

bool ptl_pfmap_is_mixed(const ptl_pfmap *map, uint32_t row, uint32_t col)
{
    pfmap_mix mix;

    ptl_pfmap_mix_of(&mix, map, row, col);
    return !mix.plain;
}

/* ---- Colors ---------------------------------------------------------------------------------- */

enum { ACCENT = 35 }; /* of 100: what noise that is not in the file comes to in the engine */

static void add_raw(float out[4], const pfmap_paint *p, uint32_t material, double right,
                    double down, float by)
{
    float color[4] = { 1, 1, 1, 1 }, uv[2];

    if (p->textures[material].levels > 0) {
        ptl_pfmap_texture_at(uv, &p->sizes[material], right, down);
        ptl_texture_at(&p->textures[material], NULL, uv[0], uv[1], p->area, color);
    }
    for (int i = 0; i < 4; i++)
        out[i] += by * color[i];
}

static void add_texture(float out[4], const pfmap_paint *p, uint32_t material, double right,
                        double down, float by)
{
    uint32_t accent = material < p->map->materials.count ? p->accents[material] : PTL_SCENE_NONE;

    if (material >= p->map->materials.count)
        return;
    add_raw(out, p, material, right, down,
            accent == PTL_SCENE_NONE ? by : by * (100 - ACCENT) / 100);
    if (accent != PTL_SCENE_NONE)
        add_raw(out, p, accent, right, down, by * ACCENT / 100);
}

static void add_blur(float out[4], const pfmap_paint *p, const pfmap_mix *mix, double fx, double fz,
                     double right, double down)
{
    unsigned x = fx >= 0.5, z = fz >= 0.5, first = 3 * z + x;
    float    u = (float)(2 * fx - x), v = (float)(2 * fz - z);

    for (unsigned i = 0; i < mix->count; i++) {
        const float *s  = mix->share[i] + first;
        float        by = (s[0] * (1 - u) + s[1] * u) * (1 - v) + (s[3] * (1 - u) + s[4] * u) * v;

        if (by > 0)
            add_texture(out, p, mix->material[i], right, down, by);
    }
}

/* Which quarter a place is in: north, east, south, west. */
static int quarter_at(double fx, double fz)
{
    bool above = fx + fz<1, east = fx> fz;

    return above ? (east ? 0 : 3) : (east ? 1 : 2);
}

static uint16_t half_at(const pfmap_mix *mix, double fx, double fz)
{
    return mix->half[mix->nw_se ? fx < fz : fx + fz > 1];
}

static float light_of(const float color[4])
{
    return 0.2126f * color[0] + 0.7152f * color[1] + 0.0722f * color[2];
}

/* How much of the other material lies over a place so far from its edge: where its texture is
 * bright it reaches further. */
static void add_seam(float color[4], const pfmap_paint *p, uint16_t upper, double far, double right,
                     double down)
{
    const float reach = 0.14f, soft = 0.05f;
    float       over[4] = { 0 }, mean, ratio, by;

    if (far > 0.3)
        return;
    add_texture(over, p, upper, right, down, 1);
    mean  = upper < 256 ? p->mean[upper] : 0;
    ratio = mean > 0 ? light_of(over) / mean : 1;
    ratio = ratio < 0.2f ? 0.2f : ratio > 1.9f ? 1.9f : ratio;
    by    = (reach * ratio - (float)far) / soft + 0.5f;
    by    = by < 0 ? 0 : by > 1 ? 1 : by;
    for (int i = 0; i < 4; i++)
        color[i] += (over[i] - color[i]) * by;
}

void ptl_pfmap_color_at(float out[4], const pfmap_paint *paint, const pfmap_mix *mix, uint32_t row,
                        uint32_t col, double fx, double fz)
{
    double   right  = col + fx - paint->map->width / 2.0;
    double   down   = row + fz - paint->map->height / 2.0;
    double   far[4] = { fz, 1 - fx, 1 - fz, fx };
    uint16_t own    = half_at(mix, fx, fz);

    memset(out, 0, 4 * sizeof *out);
    if (!mix->plain && mix->mode[quarter_at(fx, fz)] == PFMAP_BLUR)
        add_blur(out, paint, mix, fx, fz, right, down);
    else
        add_texture(out, paint, own, right, down, 1);
    for (int i = 0; i < 4 && !mix->plain; i++)
        if (mix->upper[i] > own)
            add_seam(out, paint, mix->upper[i], far[i], right, down);
}
