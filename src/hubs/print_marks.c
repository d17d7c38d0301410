/* SPDX-License-Identifier: MIT */
/* Marks around sheets that belong together, and the overview of them. */
#include "hubs/print_marks.h"

#include <stdio.h>
#include <string.h>

#include "hubs/plan_text.h"

#define MM (float)PTL_MILLIMETER
#define SMALL 9.5f    /* text in margins */
#define HAIRLINE 0.4f /* a third of a point */

ptl_sheet_name ptl_sheet_named(size_t column, size_t row)
{
    ptl_sheet_name name;
    char           letters[8];
    size_t         at = sizeof letters;

    letters[--at] = 0;
    do {
        letters[--at] = (char)('A' + column % 26);
        column        = column / 26;
    } while (column-- > 0 && at > 0); /* Z is followed by AA */
    snprintf(name.text, sizeof name.text, "%s%zu", letters + at, row + 1);
    return name;
}

static uint32_t black(ptl_pen *pen)
{
    return ptl_pen_color(pen, "marks of sheets", 0x000000FF);
}

static uint32_t white(ptl_pen *pen)
{
    return ptl_pen_color(pen, "around marks of sheets", 0xFFFFFFFF);
}

static void put_text(ptl_pen *pen, const char *text, float x, float y, ptl_plan_anchor anchor)
{
    ptl_pen_text(pen, &(ptl_plan_text){ .text   = { text, strlen(text) },
                                        .x      = x,
                                        .y      = y,
                                        .size   = SMALL,
                                        .face   = PTL_FACE_SANS,
                                        .anchor = anchor,
                                        .color  = black(pen),
                                        .halo   = PTL_PLAN_NONE });
}

/* ---- Sheets ---------------------------------------------------------------------------------- */

/* A line in each direction away from a corner of what is left after cutting. */
static void mark_corner(ptl_pen *pen, float x, float y, float right, float down)
{
    ptl_pen_move(pen, x + right * 1 * MM, y);
    ptl_pen_line(pen, x + right * 6 * MM, y);
    ptl_pen_move(pen, x, y + down * 1 * MM);
    ptl_pen_line(pen, x, y + down * 6 * MM);
}

static void mark_corners(ptl_pen *pen, const ptl_sheet *s)
{
    mark_corner(pen, s->shown.x, s->shown.y, -1, -1);
    mark_corner(pen, s->right, s->shown.y, 1, -1);
    mark_corner(pen, s->shown.x, s->bottom, -1, 1);
    mark_corner(pen, s->right, s->bottom, 1, 1);
    ptl_pen_stroke(pen, ptl_pen_color(pen, "cut marks", 0x707070FF), HAIRLINE);
}

/* Lines where the strips begin that show the neighbors. */
static void mark_strips(ptl_pen *pen, const ptl_sheet *s)
{
    if (s->right < s->shown.x + s->shown.width) {
        ptl_pen_move(pen, s->right, s->shown.y);
        ptl_pen_line(pen, s->right, s->shown.y + s->shown.height);
    }
    if (s->bottom < s->shown.y + s->shown.height) {
        ptl_pen_move(pen, s->shown.x, s->bottom);
        ptl_pen_line(pen, s->shown.x + s->shown.width, s->bottom);
    }
    ptl_pen_draw(pen, &(ptl_plan_path){ .fill   = PTL_PLAN_NONE,
                                        .stroke = ptl_pen_color(pen, "cut marks", 0x707070FF),
                                        .width  = HAIRLINE,
                                        .dash   = 4,
                                        .gap    = 3 });
}

/* The sheet that lies this many further, if there is one and it is printed. */
static bool neighbor(const ptl_sheet *s, int across, int down, ptl_sheet_name *name)
{
    size_t column = s->column + (size_t)across, row = s->row + (size_t)down; /* wraps below 0 */

    if (column >= s->cuts->columns || row >= s->cuts->rows ||
        !s->cuts->used[row * s->cuts->columns + column])
        return false;
    *name = ptl_sheet_named(column, row);
    return true;
}

static void name_neighbors(ptl_pen *pen, const ptl_sheet *s)
{
    const float    middle = s->shown.x + s->shown.width / 2;
    const float    level  = s->shown.y + s->shown.height / 2;
    ptl_sheet_name name;

    if (neighbor(s, 0, -1, &name))
        put_text(pen, name.text, middle, s->shown.y - 2 * MM, PTL_ANCHOR_MIDDLE);
    if (neighbor(s, 0, 1, &name))
        put_text(pen, name.text, middle, s->shown.y + s->shown.height + 4 * MM, PTL_ANCHOR_MIDDLE);
    if (neighbor(s, -1, 0, &name))
        put_text(pen, name.text, s->shown.x - 1.5f * MM, level, PTL_ANCHOR_END);
    if (neighbor(s, 1, 0, &name))
        put_text(pen, name.text, s->shown.x + s->shown.width + 1.5f * MM, level, PTL_ANCHOR_START);
}

void ptl_print_sheet_marks(ptl_pen *pen, const ptl_sheet *s)
{
    float   half = s->shown.width / 2 - 8 * MM;
    ptl_str name = ptl_plan_text_fit(s->name, PTL_FACE_SANS, SMALL, half - 12 * MM);
    char    text[512];

    ptl_pen_layer(pen, "marks");
    mark_corners(pen, s);
    mark_strips(pen, s);
    name_neighbors(pen, s);
    snprintf(text, sizeof text, "%s \xC2\xB7 %.*s", ptl_sheet_named(s->column, s->row).text,
             (int)(name.size < 400 ? name.size : 400), name.data ? name.data : "");
    put_text(pen, text, s->shown.x + 2 * MM, s->shown.y - 2 * MM, PTL_ANCHOR_START);
    snprintf(text, sizeof text, "sheet %zu of %zu \xC2\xB7 1 cell = %.*s", s->number,
             s->cuts->count, (int)s->how->said.size, s->how->said.data);
    put_text(pen, text, s->shown.x + 2 * MM, s->shown.y + s->shown.height + 4 * MM,
             PTL_ANCHOR_START);
}

/* ---- The overview ---------------------------------------------------------------------------- */

static void put_sheet_name(ptl_pen *pen, const ptl_plan_box *box, const char *text)
{
    float side = box->width < box->height ? box->width : box->height;
    float size = side / 3 > 26 ? 26 : side / 3;

    ptl_pen_text(pen, &(ptl_plan_text){ .text   = { text, strlen(text) },
                                        .x      = box->x + box->width / 2,
                                        .y      = box->y + box->height / 2 + 0.365f * size,
                                        .size   = size,
                                        .face   = PTL_FACE_SANS_BOLD,
                                        .anchor = PTL_ANCHOR_MIDDLE,
                                        .color  = black(pen),
                                        .halo   = white(pen) });
}

/* White below black is seen on every ground. */
static void frame_sheet(ptl_pen *pen, const ptl_plan_box *box, bool used)
{
    for (int i = 0; i < 2; i++) {
        ptl_pen_rect(pen, box->x, box->y, box->width, box->height);
        ptl_pen_stroke(pen, i == 0 ? white(pen) : black(pen), i == 0 ? 2.4f : 0.8f);
    }
    if (used)
        return;
    ptl_pen_rect(pen, box->x, box->y, box->width, box->height);
    ptl_pen_fill(pen, ptl_pen_color(pen, "sheets left out", 0x80808070));
}

/* A line to measure: programs that print like to make pages smaller. */
static void put_ruler(ptl_pen *pen, float x, float y, float room)
{
    const int millimeters = room > 130 * MM ? 100 : 50;
    char      text[64];

    if (room < 60 * MM)
        return;
    ptl_pen_move(pen, x, y - 1.5f * MM);
    ptl_pen_line(pen, x, y);
    ptl_pen_line(pen, x + (float)millimeters * MM, y);
    ptl_pen_line(pen, x + (float)millimeters * MM, y - 1.5f * MM);
    ptl_pen_stroke(pen, black(pen), 0.8f);
    snprintf(text, sizeof text, "%d mm", millimeters);
    put_text(pen, text, x + (float)millimeters * MM + 2 * MM, y, PTL_ANCHOR_START);
}

void ptl_print_overview(ptl_pen *pen, const ptl_sheet *s, float zoom, float x, float y)
{
    const ptl_cuts *cuts  = s->cuts;
    const float     below = s->paper.height - s->how->margin;
    char            text[512];

    ptl_pen_layer(pen, "marks");
    for (size_t i = 0; i < cuts->columns * cuts->rows && ptl_ok(pen->job); i++) {
        size_t       column = i % cuts->columns, row = i / cuts->columns;
        ptl_plan_box box = { x + cuts->across[column] * zoom, y + cuts->down[row] * zoom,
                             (cuts->across[column + 1] - cuts->across[column]) * zoom,
                             (cuts->down[row + 1] - cuts->down[row]) * zoom };

        frame_sheet(pen, &box, cuts->used[i]);
        if (cuts->used[i])
            put_sheet_name(pen, &box, ptl_sheet_named(column, row).text);
    }
    snprintf(text, sizeof text,
             "%zu sheet%s \xC2\xB7 1 cell = %.*s \xC2\xB7 print without scaling; this line has "
             "its length then:",
             cuts->count, cuts->count == 1 ? "" : "s", (int)s->how->said.size, s->how->said.data);
    put_text(pen, text, s->how->margin, below - 8 * MM, PTL_ANCHOR_START);
    put_ruler(pen, s->how->margin, below - 1 * MM, s->paper.width - 2 * s->how->margin);
}
