/* SPDX-License-Identifier: MIT */
/* The plan of a terrain, its legend: materials, signs, water, where one can go, scale and north. */
#include <stdio.h>
#include <string.h>

#include "formats/pfmap/pfmap_plan.h"
#include "hubs/plan_text.h"

enum {
    ROW    = 20, /* height of an entry               */
    SWATCH = 26, /* width of its sample              */
    TEXT   = 36, /* where its text begins            */
    WIDTH  = 160,
    GAP    = 16, /* above a heading                 */
    SHOWN  = 24, /* materials; more are counted      */
    SCALE  = 60, /* height of the scale              */
};

typedef struct cursor {
    pfmap_sheet *s;
    float        x, y;
} cursor;

static uint32_t ink(pfmap_sheet *s)
{
    return ptl_pen_color(&s->pen, "ink", 0x2B2118FF);
}

static void put_text(const cursor *c, float x, float y, ptl_plan_face face, float size,
                     ptl_str text)
{
    ptl_pen_text(&c->s->pen, &(ptl_plan_text){ .text  = ptl_plan_text_fit(text, face, size, WIDTH),
                                               .x     = x,
                                               .y     = y,
                                               .size  = size,
                                               .face  = face,
                                               .color = ink(c->s),
                                               .halo  = PTL_PLAN_NONE });
}

static ptl_str str(const char *text)
{
    return (ptl_str){ text, strlen(text) };
}

static void heading(cursor *c, const char *text)
{
    put_text(c, c->x, c->y + 12, PTL_FACE_SERIF_BOLD, 13, str(text));
    c->y += ROW;
}

static ptl_plan_box swatch(const cursor *c)
{
    return (ptl_plan_box){ c->x, c->y + 2, SWATCH, ROW - 6 };
}

static void fill_swatch(const cursor *c, uint32_t color)
{
    ptl_plan_box box = swatch(c);

    ptl_pen_rect(&c->s->pen, box.x, box.y, box.width, box.height);
    ptl_pen_draw(&c->s->pen, &(ptl_plan_path){ .fill = color, .stroke = ink(c->s), .width = 0.6f });
}

static void label(cursor *c, ptl_str text)
{
    put_text(c, c->x + TEXT, c->y + 13, PTL_FACE_SANS, 11, text);
    c->y += ROW;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static size_t materials_used(const pfmap_sheet *s)
{
    size_t count = 0;

    for (size_t i = 0; i < s->map->materials.count; i++)
        count += s->used[i] > 0;
    return count;
}

static void list_materials(cursor *c)
{
    const pfmap_sheet *s     = c->s;
    size_t             shown = 0, used = materials_used(s);
    char               more[48];

    heading(c, "Ground");
    for (size_t i = 0; i < s->map->materials.count && shown < SHOWN; i++) {
        if (s->used[i] == 0)
            continue;
        fill_swatch(c, s->materials[i]);
        label(c, s->map->materials.data[i].name);
        shown++;
    }
    if (used > shown) {
        snprintf(more, sizeof more, "and %zu more", used - shown);
        label(c, str(more));
    }
    c->y += GAP;
}

static void line_sample(cursor *c, uint32_t color, float width, const char *text)
{
    ptl_plan_box box = swatch(c);

    ptl_pen_move(&c->s->pen, box.x, box.y + box.height * 0.75f);
    ptl_pen_curve(&c->s->pen, (float[6]){ box.x + 8, box.y - 4, box.x + 18, box.y + 18,
                                          box.x + box.width, box.y + box.height * 0.25f });
    ptl_pen_draw(
        &c->s->pen,
        &(ptl_plan_path){ .fill = PTL_PLAN_NONE, .stroke = color, .width = width, .round = true });
    label(c, str(text));
}

static void cliff_sample(cursor *c)
{
    ptl_plan_box box   = swatch(c);
    uint32_t     color = pfmap_color_cliff(c->s);

    ptl_pen_move(&c->s->pen, box.x, box.y + 4);
    ptl_pen_line(&c->s->pen, box.x + box.width, box.y + 4);
    ptl_pen_stroke(&c->s->pen, color, 1.8f);
    for (int i = 0; i < 7; i++) {
        ptl_pen_move(&c->s->pen, box.x + 1 + 4 * (float)i, box.y + 4);
        ptl_pen_line(&c->s->pen, box.x + 1 + 4 * (float)i, box.y + 9);
    }
    ptl_pen_stroke(&c->s->pen, color, 0.9f);
    label(c, str("cliff, ticks downhill"));
}

static void slope_sample(cursor *c, uint32_t color, int strokes, float width, const char *text)
{
    ptl_plan_box box = swatch(c);

    for (int i = 0; i < strokes; i++) {
        float x = box.x + box.width * ((float)i + 0.5f) / (float)strokes;

        pfmap_trace(c->s,
                    (pfmap_point[]){ { x - width / 2, box.y },
                                     { x, box.y + box.height },
                                     { x + width / 2, box.y } },
                    3);
    }
    ptl_pen_fill(&c->s->pen, color);
    label(c, str(text));
}

static bool has_relief(const pfmap_sheet *s)
{
    return s->ramps || s->steep || s->cliffs;
}

static void list_signs(cursor *c)
{
    pfmap_sheet *s = c->s;

    if (!has_relief(s))
        return;
    heading(c, "Relief");
    if (s->ramps || s->steep) {
        line_sample(c, pfmap_color_contour(s), 0.7f, "contour, one level");
        line_sample(c, pfmap_color_contour(s), 1.5f, "every fourth level");
    }
    if (s->ramps)
        slope_sample(c, ptl_pen_color(&s->pen, "ramp", 0), 3, 1.6f, "ramp, downhill");
    if (s->steep)
        slope_sample(c, pfmap_color_slope(s), 7, 2.4f, "steep, two levels up");
    if (s->cliffs)
        cliff_sample(c);
    c->y += GAP;
}

static void list_water(cursor *c)
{
    static const char *const names[3] = { "shallow", "deep", "deepest" };
    pfmap_sheet             *s        = c->s;

    if ((float)s->low >= PFMAP_SHORE)
        return;
    heading(c, "Water");
    for (unsigned depth = 0; depth < 3 && (float)s->low < PFMAP_SHORE - (float)depth; depth++) {
        ptl_plan_box b = swatch(c);

        for (unsigned i = 0; i <= depth; i++) {
            ptl_pen_rect(&s->pen, b.x, b.y, b.width, b.height);
            ptl_pen_fill(&s->pen, pfmap_color_water(s, i));
        }
        ptl_pen_rect(&s->pen, b.x, b.y, b.width, b.height);
        ptl_pen_stroke(&s->pen, pfmap_color_shore(s), 0.8f);
        label(c, str(names[depth]));
    }
    c->y += GAP;
}

/* Belongs to the layer it explains, and comes and goes with it. */
static void list_passability(cursor *c)
{
    static const struct {
        unsigned    kind;
        const char *text;
    } rows[] = { { 1, "on the ground" }, { 2, "in water" }, { 3, "both" }, { 0, "neither" } };

    ptl_pen_hidden_layer(&c->s->pen, "passability");
    heading(c, "Passable");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fill_swatch(c, pfmap_color_pass(c->s, rows[i].kind));
        label(c, str(rows[i].text));
    }
}

/* ---- Scale and north ------------------------------------------------------------------------- */

static uint32_t scale_tiles(const pfmap_sheet *s)
{
    uint32_t tiles = 4;

    while ((float)(2 * tiles) * s->tile <= 140)
        tiles *= 2;
    return tiles;
}

static void draw_scale(cursor *c)
{
    pfmap_sheet *s     = c->s;
    uint32_t     tiles = scale_tiles(s);
    float        part  = (float)tiles * s->tile / 4;
    char         text[64];

    heading(c, "Scale");
    for (int i = 0; i < 4; i += 2)
        ptl_pen_rect(&s->pen, c->x + part * (float)i, c->y + 2, part, 5);
    ptl_pen_fill(&s->pen, ink(s));
    ptl_pen_rect(&s->pen, c->x, c->y + 2, 4 * part, 5);
    ptl_pen_stroke(&s->pen, ink(s), 0.8f);
    snprintf(text, sizeof text, "%lu tiles, %lu units of the world", (unsigned long)tiles,
             (unsigned long)tiles * PTL_PFMAP_TILE);
    put_text(c, c->x, c->y + 20, PTL_FACE_SANS, 9.5f, str(text));
    c->y += SCALE - ROW;
}

static void draw_north(pfmap_sheet *s, float x, float y)
{
    pfmap_trace(s, (pfmap_point[]){ { x, y }, { x - 6, y + 20 }, { x, y + 15 } }, 3);
    ptl_pen_fill(&s->pen, ink(s));
    pfmap_trace(s, (pfmap_point[]){ { x, y }, { x + 6, y + 20 }, { x, y + 15 } }, 3);
    ptl_pen_stroke(&s->pen, ink(s), 0.8f);
    ptl_pen_text(&s->pen, &(ptl_plan_text){ .text   = { "N", 1 },
                                            .x      = x,
                                            .y      = y - 5,
                                            .size   = 12,
                                            .face   = PTL_FACE_SERIF_BOLD,
                                            .anchor = PTL_ANCHOR_MIDDLE,
                                            .color  = ink(s),
                                            .halo   = PTL_PLAN_NONE });
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Most it can be: what there is of slopes is not known before they are drawn. */
float pfmap_legend_height(const pfmap_sheet *s)
{
    size_t used = materials_used(s);
    size_t rows = 1 + (used > SHOWN ? SHOWN + 1 : used) + 6 + 4 + 5;

    return (float)(rows * ROW + 3 * GAP + SCALE);
}

void pfmap_draw_legend(pfmap_sheet *s, float x, float y)
{
    cursor c = { s, x, y };

    ptl_pen_layer(&s->pen, "legend");
    draw_north(s, x + WIDTH + 24, y + 14);
    draw_scale(&c);
    list_materials(&c);
    list_signs(&c);
    list_water(&c);
    list_passability(&c);
}
