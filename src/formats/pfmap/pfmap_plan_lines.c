/* SPDX-License-Identifier: MIT */
/* The plan of a terrain, its lines: equal heights, slopes, cliffs.
 *
 * Heights are whole levels, so lines of equal height run half a level above each: no line ever runs
 * along a tile that is flat. */
#include <math.h>

#include "formats/pfmap/pfmap_plan.h"

uint32_t ptl_pfmap_color_contour(pfmap_sheet *s)
{
    return ptl_pen_color(&s->chart.pen, "contour", 0x6B4A2BB0);
}

uint32_t ptl_pfmap_color_shore(pfmap_sheet *s)
{
    return ptl_pen_color(&s->chart.pen, "shore", 0x2F6690FF);
}

uint32_t ptl_pfmap_color_cliff(pfmap_sheet *s)
{
    return ptl_pen_color(&s->chart.pen, "cliff", 0x2B2118FF);
}

uint32_t ptl_pfmap_color_slope(pfmap_sheet *s)
{
    return ptl_pen_color(&s->chart.pen, "slope", 0x3D2C1C90);
}

/* ---- Equal heights --------------------------------------------------------------------------- */

typedef enum line_kind { LINE_SHORE, LINE_USUAL, LINE_INDEX } line_kind;

/* What the line half a level above one is. */
static line_kind kind_of(int level)
{
    if ((float)level + 0.5f == PFMAP_SHORE)
        return LINE_SHORE;
    return level % PFMAP_INDEX == 0 ? LINE_INDEX : LINE_USUAL;
}

/* The line through one half of a tile, where it crosses two of its sides. */
static void trace_line(pfmap_sheet *s, const ptl_chart_point at[3], const float height[3],
                       float level)
{
    bool begun = false;

    for (int i = 0; i < 3; i++) {
        int   k = (i + 1) % 3;
        float t = (level - height[i]) / (height[k] - height[i]);
        float x, y;

        if ((height[i] < level) == (height[k] < level))
            continue;
        x = at[i].x + (at[k].x - at[i].x) * t;
        y = at[i].y + (at[k].y - at[i].y) * t;
        if (begun)
            ptl_pen_line(&s->chart.pen, x, y);
        else
            ptl_pen_move(&s->chart.pen, x, y);
        begun = true;
    }
}

static void trace_lines(pfmap_sheet *s, uint32_t row, uint32_t col, line_kind kind)
{
    const ptl_pfmap_tile *tile = pfmap_tile(s->map, row, col);
    const pfmap_half     *pair = ptl_pfmap_halves[ptl_pfmap_cut_nw_se(tile)];
    int                   corner[4];

    ptl_pfmap_corners(corner, tile);
    for (int i = 0; i < 2; i++) {
        ptl_chart_point at[3];
        float           height[3];

        for (int k = 0; k < 3; k++) {
            at[k]     = ptl_pfmap_corner_on(s, row, col, pair[i].corner[k]);
            height[k] = (float)corner[pair[i].corner[k]];
        }
        for (int level = tile->base; level < tile->base + tile->ramp; level++)
            if (kind_of(level) == kind)
                trace_line(s, at, height, (float)level + 0.5f);
    }
}

static void draw_lines(pfmap_sheet *s, line_kind kind, uint32_t color, float width)
{
    for (uint32_t row = 0; row < s->map->height && ptl_ok(s->job); row++)
        for (uint32_t col = 0; col < s->map->width; col++)
            if (pfmap_tile(s->map, row, col)->type != PTL_PFMAP_FLAT)
                trace_lines(s, row, col, kind);
    ptl_pen_draw(
        &s->chart.pen,
        &(ptl_plan_path){ .fill = PTL_PLAN_NONE, .stroke = color, .width = width, .round = true });
}

void ptl_pfmap_draw_contours(pfmap_sheet *s)
{
    ptl_pen_layer(&s->chart.pen, "contours");
    draw_lines(s, LINE_USUAL, ptl_pfmap_color_contour(s), 0.7f);
    draw_lines(s, LINE_INDEX, ptl_pfmap_color_contour(s), 1.5f);
    draw_lines(s, LINE_SHORE, ptl_pfmap_color_shore(s), 1.4f);
}

/* ---- Slopes ---------------------------------------------------------------------------------- */

enum { STEEP = 2 }; /* levels of rise that the engine's units do not climb */

/* The way down from the middle of a tile, in plan; by its shape. */
static ptl_chart_point way_down(const ptl_pfmap_tile *tile)
{
    static const ptl_chart_point ways[PTL_PFMAP_TYPES] = {
        { 0, 0 }, { 0, 1 }, { 0, -1 },  { 1, 0 },   { -1, 0 }, { -1, 1 }, { -1, 1 },
        { 1, 1 }, { 1, 1 }, { -1, -1 }, { -1, -1 }, { 1, -1 }, { 1, -1 },
    };

    return ways[tile->type < PTL_PFMAP_TYPES ? tile->type : 0];
}

/* Which part of a line through `from` along `way` is inside of a polygon that runs
 * counter-clockwise on the page. */
static bool clip_line(const ptl_chart_point *polygon, size_t count, ptl_chart_point from,
                      ptl_chart_point way, float range[2])
{
    range[0] = -1e6f;
    range[1] = 1e6f;
    for (size_t i = 0; i < count; i++) {
        ptl_chart_point a = polygon[i], b = polygon[(i + 1) % count];
        float           out   = (b.y - a.y) * way.x - (b.x - a.x) * way.y;
        float           apart = (b.y - a.y) * (a.x - from.x) - (b.x - a.x) * (a.y - from.y);

        if (out > -1e-4f && out < 1e-4f) {
            if (apart > 0)
                return false;
        } else if (out < 0) {
            range[1] = apart / out < range[1] ? apart / out : range[1];
        } else {
            range[0] = apart / out > range[0] ? apart / out : range[0];
        }
    }
    return range[0] < range[1];
}

/* A stroke that is broad above and ends in a point below. */
static void trace_wedge(pfmap_sheet *s, ptl_chart_point from, ptl_chart_point way,
                        const float range[2], float width)
{
    float           length = (range[1] - range[0]) * 0.92f;
    ptl_chart_point top    = { from.x + way.x * range[0], from.y + way.y * range[0] };
    ptl_chart_point side   = { -way.y * width / 2, way.x * width / 2 };

    if (length < s->chart.cell * 0.2f)
        return;
    ptl_chart_polygon(&s->chart,
                      (ptl_chart_point[]){ { top.x + side.x, top.y + side.y },
                                           { top.x - side.x, top.y - side.y },
                                           { top.x + way.x * length, top.y + way.y * length } },
                      3);
}

/* Strokes down a sloping part of a tile, `strokes` to a tile. */
static void trace_slope(pfmap_sheet *s, const ptl_chart_point *polygon, size_t count,
                        ptl_chart_point way, int strokes, float width)
{
    float           gap    = s->chart.cell / (float)strokes;
    float           length = way.x != 0 && way.y != 0 ? 1.41421356f : 1;
    ptl_chart_point unit = { way.x / length, way.y / length }, middle = { 0, 0 };

    for (size_t i = 0; i < count; i++) {
        middle.x += polygon[i].x / (float)count;
        middle.y += polygon[i].y / (float)count;
    }
    for (int i = -strokes; i <= strokes; i++) {
        float           off  = (float)i * gap + (strokes % 2 == 0 ? gap / 2 : 0);
        ptl_chart_point from = { middle.x - unit.y * off, middle.y + unit.x * off };
        float           range[2];

        if (clip_line(polygon, count, from, unit, range))
            trace_wedge(s, from, unit, range, width);
    }
}

static void trace_tile_slope(pfmap_sheet *s, uint32_t row, uint32_t col, bool steep)
{
    const ptl_pfmap_tile *tile    = pfmap_tile(s->map, row, col);
    ptl_chart_point       way     = way_down(tile);
    int                   strokes = steep ? 3 : 1;
    float                 width   = s->chart.cell * (steep ? 0.2f : 0.12f);
    ptl_chart_point       p[4];

    if (way.x == 0 || way.y == 0) {
        for (int i = 0; i < 4; i++)
            p[i] = ptl_pfmap_corner_on(s, row, col, (4 - i) % 4);
        trace_slope(s, p, 4, way, strokes, width);
        return;
    }
    for (int i = 0; i < 2; i++) {
        const pfmap_half *half = &ptl_pfmap_halves[ptl_pfmap_cut_nw_se(tile)][i];
        double            n[3];

        ptl_pfmap_normal_in(n, tile, half->fx, half->fz);
        if (n[1] > 0.9999)
            continue;
        for (int k = 0; k < 3; k++)
            p[k] = ptl_pfmap_corner_on(s, row, col, half->corner[k]);
        trace_slope(s, p, 3, way, strokes, width);
    }
}

static bool is_slope(const ptl_pfmap_tile *tile, bool steep)
{
    bool dry = (float)(tile->base + tile->ramp) > PFMAP_SHORE;

    return tile->type != PTL_PFMAP_FLAT && tile->ramp > 0 && dry && (tile->ramp >= STEEP) == steep;
}

static bool draw_slopes(pfmap_sheet *s, bool steep, uint32_t color)
{
    bool any = false;

    for (uint32_t row = 0; row < s->map->height && ptl_ok(s->job); row++)
        for (uint32_t col = 0; col < s->map->width; col++)
            if (is_slope(pfmap_tile(s->map, row, col), steep)) {
                trace_tile_slope(s, row, col, steep);
                any = true;
            }
    ptl_pen_fill(&s->chart.pen, color);
    return any;
}

void ptl_pfmap_draw_slopes(pfmap_sheet *s)
{
    ptl_pen_layer(&s->chart.pen, "slopes");
    s->ramps = draw_slopes(s, false, ptl_pen_color(&s->chart.pen, "ramp", 0x3D2C1C50));
    s->steep = draw_slopes(s, true, ptl_pfmap_color_slope(s));
}

/* ---- Cliffs ---------------------------------------------------------------------------------- */

/* An edge between two tiles: its corners in the first and in the second, the step to that, and
 * where "down" is when the first is higher. */
typedef struct rim {
    uint8_t  own[2], other[2];
    uint32_t row, col;
} rim;

static const rim rims[2] = {
    { { PTL_PFMAP_NE, PTL_PFMAP_SE }, { PTL_PFMAP_NW, PTL_PFMAP_SW }, 0, 1 },
    { { PTL_PFMAP_SW, PTL_PFMAP_SE }, { PTL_PFMAP_NW, PTL_PFMAP_NE }, 1, 0 },
};

/* How much higher the first tile is at both ends; false when all of it is under water. */
static bool step_of(const pfmap_sheet *s, const rim *r, uint32_t row, uint32_t col, int step[2])
{
    int  own[4], other[4];
    bool dry = false;

    ptl_pfmap_corners(own, pfmap_tile(s->map, row, col));
    ptl_pfmap_corners(other, pfmap_tile(s->map, row + r->row, col + r->col));
    for (int i = 0; i < 2; i++) {
        int a = own[r->own[i]], b = other[r->other[i]];

        step[i] = a - b;
        dry     = dry || (float)(a > b ? a : b) > PFMAP_SHORE;
    }
    return dry;
}

typedef void rim_fn(pfmap_sheet *s, const ptl_chart_point ends[2], const int step[2], const rim *r);

static void trace_rim(pfmap_sheet *s, const ptl_chart_point ends[2], const int step[2],
                      const rim *r)
{
    (void)step;
    (void)r;
    s->cliffs = true;
    ptl_pen_move(&s->chart.pen, ends[0].x, ends[0].y);
    ptl_pen_line(&s->chart.pen, ends[1].x, ends[1].y);
}

/* Small strokes on the lower side. */
static void trace_ticks(pfmap_sheet *s, const ptl_chart_point ends[2], const int step[2],
                        const rim *r)
{
    enum { TICKS = 3 };
    int   sum    = step[0] + step[1];
    float length = s->chart.cell * (sum > 0 ? 0.3f : -0.3f);

    for (int i = 0; i < TICKS && sum != 0; i++) {
        float t = ((float)i + 0.5f) / TICKS;
        float x = ends[0].x + (ends[1].x - ends[0].x) * t;
        float y = ends[0].y + (ends[1].y - ends[0].y) * t;

        ptl_pen_move(&s->chart.pen, x, y);
        ptl_pen_line(&s->chart.pen, x + (float)r->col * length, y + (float)r->row * length);
    }
}

static void each_rim(pfmap_sheet *s, rim_fn *each)
{
    for (uint32_t row = 0; row < s->map->height && ptl_ok(s->job); row++)
        for (uint32_t col = 0; col < s->map->width; col++)
            for (int i = 0; i < 2; i++) {
                const rim      *r = &rims[i];
                ptl_chart_point ends[2];
                int             step[2];

                if (row + r->row >= s->map->height || col + r->col >= s->map->width ||
                    !step_of(s, r, row, col, step) || (step[0] == 0 && step[1] == 0))
                    continue;
                for (int k = 0; k < 2; k++)
                    ends[k] = ptl_pfmap_corner_on(s, row, col, r->own[k]);
                each(s, ends, step, r);
            }
}

void ptl_pfmap_draw_cliffs(pfmap_sheet *s)
{
    uint32_t ink = ptl_pfmap_color_cliff(s);

    ptl_pen_layer(&s->chart.pen, "cliffs");
    each_rim(s, trace_ticks);
    ptl_pen_stroke(&s->chart.pen, ink, s->chart.cell > 10 ? 0.8f : s->chart.cell * 0.08f);
    each_rim(s, trace_rim);
    ptl_pen_draw(&s->chart.pen,
                 &(ptl_plan_path){ .fill   = PTL_PLAN_NONE,
                                   .stroke = ink,
                                   .width  = s->chart.cell > 10 ? 1.6f : s->chart.cell * 0.16f,
                                   .round  = true });
}
