/* SPDX-License-Identifier: MIT */
/* Charts: page, frame, legend. */
#include "hubs/plan_chart.h"

#include <stdio.h>
#include <string.h>

#include "hubs/plan_text.h"

enum {
    MARGIN  = 28,
    HEAD    = 64,   /* above the map: title, and numbers of columns        */
    NUMBERS = 20,   /* of these, what numbers of columns take              */
    EDGE    = 30,   /* left of the map: numbers of rows                    */
    BESIDE  = 28,   /* between map and legend                              */
    LEGEND  = 200,  /* its width                                           */
    USUAL   = 1024, /* units of the longer side of a map                   */
    LARGEST = 20,   /* units of a cell on small maps                       */
    LEAST   = 4,    /* and on large ones                                   */
    MOST    = 7600, /* units of a side: beyond, cells are smaller than that */
    BAR     = 4,    /* breadth of the frame                                */
    SAMPLE  = 26,   /* width of a sample in the legend                     */
    LABEL   = 36,   /* from there to its text                              */
    WIDTH   = 160,  /* of texts in the legend                              */
};

static float cell_size(uint32_t across, uint32_t down)
{
    uint32_t side = across > down ? across : down;
    uint32_t size = USUAL / side;

    if ((uint64_t)side * LEAST > MOST)
        return (float)MOST / (float)side;
    return (float)(size > LARGEST ? LARGEST : size < LEAST ? LEAST : size);
}

ptl_chart ptl_chart_begin(ptl_job *job, ptl_plan *plan, uint32_t across, uint32_t down,
                          float legend)
{
    ptl_chart c      = { .pen    = ptl_pen_of(job, plan),
                         .across = across,
                         .down   = down,
                         .cell   = cell_size(across, down),
                         .x      = MARGIN + EDGE,
                         .y      = MARGIN + HEAD };
    float     width  = (float)across * c.cell;
    float     height = (float)down * c.cell > legend ? (float)down * c.cell : legend;
    uint32_t  color  = ptl_setting_of(job, "paper") ? 0xFFFFFFFF : 0xFBF7EDFF;
    uint32_t  paper  = ptl_pen_color(&c.pen, "paper", color); /* real paper has its own color */

    c.ink      = ptl_pen_color(&c.pen, "ink", 0x2B2118FF);
    c.legend_x = c.x + width + BESIDE;
    c.legend_y = c.y;
    ptl_pen_page(&c.pen, plan->name, c.legend_x + LEGEND + MARGIN, c.y + height + MARGIN, paper);
    ptl_pen_cells(&c.pen, c.x, c.y, c.cell, c.cell);
    ptl_pen_map(&c.pen, &(ptl_plan_box){ c.x - EDGE, c.y - NUMBERS, width + EDGE + NUMBERS,
                                         (float)down * c.cell + NUMBERS + EDGE / 3 });
    return c;
}

static void put_text(ptl_chart *c, const char *text, float x, float y, float size,
                     ptl_plan_face face, ptl_plan_anchor anchor)
{
    ptl_pen_text(&c->pen, &(ptl_plan_text){ .text   = { text, strlen(text) },
                                            .x      = x,
                                            .y      = y,
                                            .size   = size,
                                            .face   = face,
                                            .anchor = anchor,
                                            .color  = c->ink,
                                            .halo   = PTL_PLAN_NONE });
}

/* ---- Grid and frame -------------------------------------------------------------------------- */

void ptl_chart_grid(ptl_chart *c, uint32_t step)
{
    float right = c->x + (float)c->across * c->cell, bottom = c->y + (float)c->down * c->cell;

    ptl_pen_layer(&c->pen, "grid");
    for (uint32_t i = step; i < c->across; i += step) {
        ptl_pen_move(&c->pen, c->x + (float)i * c->cell, c->y);
        ptl_pen_line(&c->pen, c->x + (float)i * c->cell, bottom);
    }
    for (uint32_t i = step; i < c->down; i += step) {
        ptl_pen_move(&c->pen, c->x, c->y + (float)i * c->cell);
        ptl_pen_line(&c->pen, right, c->y + (float)i * c->cell);
    }
    ptl_pen_stroke(&c->pen, ptl_pen_color(&c->pen, "grid", 0x2B211855), 1);
}

/* Cells between two numbers: such that they have room. */
static uint32_t number_step(const ptl_chart *c)
{
    uint32_t step = 8;

    while ((float)step * c->cell < 60)
        step *= 2;
    return step;
}

/* Bars of both colors in turn along both sides, as on old charts. */
static void put_bars(ptl_chart *c, uint32_t cells, bool down)
{
    uint32_t step = number_step(c);
    float    far  = (float)(down ? c->across : c->down) * c->cell;

    for (uint32_t at = 0; at < cells; at += 2 * step) {
        float from   = (float)at * c->cell;
        float length = (float)(cells - at < step ? cells - at : step) * c->cell;

        for (int i = 0; i < 2; i++) {
            float side = i == 0 ? -BAR : far;

            if (down)
                ptl_pen_rect(&c->pen, c->x + side, c->y + from, BAR, length);
            else
                ptl_pen_rect(&c->pen, c->x + from, c->y + side, length, BAR);
        }
    }
    ptl_pen_fill(&c->pen, c->ink);
}

static void put_numbers(ptl_chart *c, uint32_t cells, bool down)
{
    uint32_t step = number_step(c);
    char     text[16];

    for (uint32_t at = 0; at <= cells; at += step) {
        float from = (float)at * c->cell;

        snprintf(text, sizeof text, "%lu", (unsigned long)at);
        if (down)
            put_text(c, text, c->x - BAR - 5, c->y + from + 3.5f, 10, PTL_FACE_SANS,
                     PTL_ANCHOR_END);
        else
            put_text(c, text, c->x + from, c->y - BAR - 5, 10, PTL_FACE_SANS, PTL_ANCHOR_MIDDLE);
    }
}

void ptl_chart_frame(ptl_chart *c)
{
    float width = (float)c->across * c->cell, height = (float)c->down * c->cell;

    ptl_pen_layer(&c->pen, "frame");
    for (int down = 0; down < 2; down++) {
        put_bars(c, down ? c->down : c->across, down);
        put_numbers(c, down ? c->down : c->across, down);
    }
    ptl_pen_rect(&c->pen, c->x - BAR, c->y - BAR, width + 2 * BAR, height + 2 * BAR);
    ptl_pen_stroke(&c->pen, c->ink, 1);
    ptl_pen_rect(&c->pen, c->x, c->y, width, height);
    ptl_pen_stroke(&c->pen, c->ink, 1);
}

void ptl_chart_title(ptl_chart *c, const char *title, const char *below)
{
    ptl_pen_layer(&c->pen, "title");
    put_text(c, title, c->x, MARGIN + 20, 24, PTL_FACE_SERIF_BOLD, PTL_ANCHOR_START);
    put_text(c, below, c->x, MARGIN + 38, 11, PTL_FACE_SANS, PTL_ANCHOR_START);
}

/* ---- Legend ---------------------------------------------------------------------------------- */

uint32_t ptl_chart_scale_cells(const ptl_chart *c)
{
    uint32_t cells = 4;

    while ((float)(2 * cells) * c->cell <= 140)
        cells *= 2;
    return cells;
}

static void put_north(ptl_chart *c, float x, float y)
{
    ptl_chart_polygon(c, (ptl_chart_point[]){ { x, y }, { x - 6, y + 20 }, { x, y + 15 } }, 3);
    ptl_pen_fill(&c->pen, c->ink);
    ptl_chart_polygon(c, (ptl_chart_point[]){ { x, y }, { x + 6, y + 20 }, { x, y + 15 } }, 3);
    ptl_pen_stroke(&c->pen, c->ink, 0.8f);
    put_text(c, "N", x, y - 5, 12, PTL_FACE_SERIF_BOLD, PTL_ANCHOR_MIDDLE);
}

void ptl_chart_scale(ptl_chart *c, const char *of_cells)
{
    float part = (float)ptl_chart_scale_cells(c) * c->cell / 4;

    ptl_pen_layer(&c->pen, "legend");
    put_north(c, c->legend_x + WIDTH + 24, c->legend_y + 14);
    ptl_chart_heading(c, "Scale");
    for (int i = 0; i < 4; i += 2)
        ptl_pen_rect(&c->pen, c->legend_x + part * (float)i, c->legend_y + 2, part, 5);
    ptl_pen_fill(&c->pen, c->ink);
    ptl_pen_rect(&c->pen, c->legend_x, c->legend_y + 2, 4 * part, 5);
    ptl_pen_stroke(&c->pen, c->ink, 0.8f);
    put_text(c, of_cells, c->legend_x, c->legend_y + 20, 9.5f, PTL_FACE_SANS, PTL_ANCHOR_START);
    c->legend_y += PTL_CHART_SCALE - PTL_CHART_ROW;
}

void ptl_chart_heading(ptl_chart *c, const char *text)
{
    put_text(c, text, c->legend_x, c->legend_y + 12, 13, PTL_FACE_SERIF_BOLD, PTL_ANCHOR_START);
    c->legend_y += PTL_CHART_ROW;
}

ptl_plan_box ptl_chart_sample(const ptl_chart *c)
{
    return (ptl_plan_box){ c->legend_x, c->legend_y + 2, SAMPLE, PTL_CHART_ROW - 6 };
}

void ptl_chart_swatch(ptl_chart *c, uint32_t color)
{
    ptl_plan_box box = ptl_chart_sample(c);

    ptl_pen_rect(&c->pen, box.x, box.y, box.width, box.height);
    ptl_pen_draw(&c->pen, &(ptl_plan_path){ .fill = color, .stroke = c->ink, .width = 0.6f });
}

void ptl_chart_label(ptl_chart *c, ptl_str text)
{
    ptl_pen_text(&c->pen,
                 &(ptl_plan_text){ .text  = ptl_plan_text_fit(text, PTL_FACE_SANS, 11, WIDTH),
                                   .x     = c->legend_x + LABEL,
                                   .y     = c->legend_y + 13,
                                   .size  = 11,
                                   .face  = PTL_FACE_SANS,
                                   .color = c->ink,
                                   .halo  = PTL_PLAN_NONE });
    c->legend_y += PTL_CHART_ROW;
}

void ptl_chart_skip(ptl_chart *c)
{
    c->legend_y += PTL_CHART_GAP;
}

/* ---- Areas ----------------------------------------------------------------------------------- */

static bool row_is(const uint16_t *cells, uint32_t width, uint16_t class)
{
    for (uint32_t i = 0; i < width; i++)
        if (cells[i] != class)
            return false;
    return true;
}

bool ptl_chart_rect_next(uint16_t *cells, uint32_t across, uint32_t down, size_t *at,
                         ptl_chart_rect *out)
{
    size_t    count = (size_t)across * down;
    uint16_t *first;

    while (*at < count && cells[*at] == 0)
        ++*at;
    if (*at == count)
        return false;
    first = cells + *at;
    *out  = (ptl_chart_rect){ (uint32_t)(*at % across), (uint32_t)(*at / across), 1, 1, *first };
    while (out->x + out->width < across && first[out->width] == out->class)
        out->width++;
    while (out->y + out->height < down &&
           row_is(first + (size_t)out->height * across, out->width, out->class))
        out->height++;
    for (uint32_t i = 0; i < out->height; i++)
        memset(first + (size_t)i * across, 0, out->width * sizeof *first);
    return true;
}

void ptl_chart_polygon(ptl_chart *c, const ptl_chart_point *points, size_t count)
{
    for (size_t i = 0; i < count && count >= 3; i++)
        if (i == 0)
            ptl_pen_move(&c->pen, points[i].x, points[i].y);
        else
            ptl_pen_line(&c->pen, points[i].x, points[i].y);
    if (count >= 3)
        ptl_pen_close(&c->pen);
}
