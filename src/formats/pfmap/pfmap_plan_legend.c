/* SPDX-License-Identifier: MIT */
/* The plan of a terrain, its legend: materials, signs, water, where one can go, scale and north. */
#include <stdio.h>
#include <string.h>

#include "formats/pfmap/pfmap_plan.h"

enum { SHOWN = 24 }; /* materials; more are counted */

static ptl_str str(const char *text)
{
    return (ptl_str){ text, strlen(text) };
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static size_t materials_used(const pfmap_sheet *s)
{
    size_t count = 0;

    for (size_t i = 0; i < s->map->materials.count; i++)
        count += s->used[i] > 0;
    return count;
}

static void list_materials(pfmap_sheet *s)
{
    size_t shown = 0, used = materials_used(s);
    char   more[48];

    ptl_chart_heading(&s->chart, "Ground");
    for (size_t i = 0; i < s->map->materials.count && shown < SHOWN; i++) {
        if (s->used[i] == 0)
            continue;
        ptl_chart_swatch(&s->chart, s->materials[i]);
        ptl_chart_label(&s->chart, s->map->materials.data[i].name);
        shown++;
    }
    if (used > shown) {
        snprintf(more, sizeof more, "and %zu more", used - shown);
        ptl_chart_label(&s->chart, str(more));
    }
    ptl_chart_skip(&s->chart);
}

static void line_sample(pfmap_sheet *s, uint32_t color, float width, const char *text)
{
    ptl_plan_box box = ptl_chart_sample(&s->chart);

    ptl_pen_move(&s->chart.pen, box.x, box.y + box.height * 0.75f);
    ptl_pen_curve(&s->chart.pen, (float[6]){ box.x + 8, box.y - 4, box.x + 18, box.y + 18,
                                             box.x + box.width, box.y + box.height * 0.25f });
    ptl_pen_draw(
        &s->chart.pen,
        &(ptl_plan_path){ .fill = PTL_PLAN_NONE, .stroke = color, .width = width, .round = true });
    ptl_chart_label(&s->chart, str(text));
}

static void cliff_sample(pfmap_sheet *s)
{
    ptl_plan_box box   = ptl_chart_sample(&s->chart);
    uint32_t     color = ptl_pfmap_color_cliff(s);

    ptl_pen_move(&s->chart.pen, box.x, box.y + 4);
    ptl_pen_line(&s->chart.pen, box.x + box.width, box.y + 4);
    ptl_pen_stroke(&s->chart.pen, color, 1.8f);
    for (int i = 0; i < 7; i++) {
        ptl_pen_move(&s->chart.pen, box.x + 1 + 4 * (float)i, box.y + 4);
        ptl_pen_line(&s->chart.pen, box.x + 1 + 4 * (float)i, box.y + 9);
    }
    ptl_pen_stroke(&s->chart.pen, color, 0.9f);
    ptl_chart_label(&s->chart, str("cliff, ticks downhill"));
}

static void slope_sample(pfmap_sheet *s, uint32_t color, int strokes, float width, const char *text)
{
    ptl_plan_box box = ptl_chart_sample(&s->chart);

    for (int i = 0; i < strokes; i++) {
        float x = box.x + box.width * ((float)i + 0.5f) / (float)strokes;

        ptl_chart_polygon(&s->chart,
                          (ptl_chart_point[]){ { x - width / 2, box.y },
                                               { x, box.y + box.height },
                                               { x + width / 2, box.y } },
                          3);
    }
    ptl_pen_fill(&s->chart.pen, color);
    ptl_chart_label(&s->chart, str(text));
}

static bool has_relief(const pfmap_sheet *s)
{
    return s->ramps || s->steep || s->cliffs;
}

static void list_signs(pfmap_sheet *s)
{
    if (!has_relief(s))
        return;
    ptl_chart_heading(&s->chart, "Relief");
    if (s->ramps || s->steep) {
        line_sample(s, ptl_pfmap_color_contour(s), 0.7f, "contour, one level");
        line_sample(s, ptl_pfmap_color_contour(s), 1.5f, "every fourth level");
    }
    if (s->ramps)
        slope_sample(s, ptl_pen_color(&s->chart.pen, "ramp", 0), 3, 1.6f, "ramp, downhill");
    if (s->steep)
        slope_sample(s, ptl_pfmap_color_slope(s), 7, 2.4f, "steep, two levels up");
    if (s->cliffs)
        cliff_sample(s);
    ptl_chart_skip(&s->chart);
}

static void list_water(pfmap_sheet *s)
{
    static const char *const names[3] = { "shallow", "deep", "deepest" };

    if ((float)s->low >= PFMAP_SHORE)
        return;
    ptl_chart_heading(&s->chart, "Water");
    for (unsigned depth = 0; depth < 3 && (float)s->low < PFMAP_SHORE - (float)depth; depth++) {
        ptl_plan_box b = ptl_chart_sample(&s->chart);

        for (unsigned i = 0; i <= depth; i++) {
            ptl_pen_rect(&s->chart.pen, b.x, b.y, b.width, b.height);
            ptl_pen_fill(&s->chart.pen, ptl_pfmap_color_water(s, i));
        }
        ptl_pen_rect(&s->chart.pen, b.x, b.y, b.width, b.height);
        ptl_pen_stroke(&s->chart.pen, ptl_pfmap_color_shore(s), 0.8f);
        ptl_chart_label(&s->chart, str(names[depth]));
    }
    ptl_chart_skip(&s->chart);
}

/* Belongs to the layer it explains, and comes and goes with it. */
static void list_passability(pfmap_sheet *s)
{
    static const struct {
        unsigned    kind;
        const char *text;
    } rows[] = { { 1, "on the ground" }, { 2, "in water" }, { 3, "both" }, { 0, "neither" } };

    ptl_pen_hidden_layer(&s->chart.pen, "passability");
    ptl_chart_heading(&s->chart, "Passable");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptl_chart_swatch(&s->chart, ptl_pfmap_color_pass(s, rows[i].kind));
        ptl_chart_label(&s->chart, str(rows[i].text));
    }
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Most it can be: what there is of slopes is not known before they are drawn. */
float ptl_pfmap_legend_height(const pfmap_sheet *s)
{
    size_t used = materials_used(s);
    size_t rows = 1 + (used > SHOWN ? SHOWN + 1 : used) + 6 + 4 + 5;

    return (float)(rows * PTL_CHART_ROW + 3 * PTL_CHART_GAP + PTL_CHART_SCALE) +
           ptl_access_legend_height(s->job);
}

void ptl_pfmap_draw_legend(pfmap_sheet *s)
{
    uint32_t tiles = ptl_chart_scale_cells(&s->chart);
    char     text[64];

    snprintf(text, sizeof text, "%lu tiles, %lu units of the world", (unsigned long)tiles,
             (unsigned long)tiles * PTL_PFMAP_TILE);
    ptl_chart_scale(&s->chart, text);
    list_materials(s);
    list_signs(s);
    list_water(s);
    ptl_access_legend(&s->chart, &s->reach);
    list_passability(s);
}
