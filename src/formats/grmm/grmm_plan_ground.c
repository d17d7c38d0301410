/* SPDX-License-Identifier: MIT */
/* What a drawn level stands on: rock with its hatching, floors in their colors, the grid. */
#include "formats/grmm/grmm_plan.h"

bool ptl_grmm_plan_is_floor(const grmm_painter *p, int64_t row, int64_t column)
{
    if (row < 0 || column < 0 || row >= p->level->rows || column >= p->level->columns)
        return false;
    return grmm_value(p->level, PTL_GRMM_FLOOR,
                      grmm_index(p->level, (uint32_t)row, (uint32_t)column)) != PTL_GRMM_EMPTY;
}

void ptl_grmm_plan_take(const grmm_painter *p, int64_t row, int64_t column, int64_t count)
{
    for (int64_t c = column > 0 ? column : 0; c < column + count && c < p->level->columns; c++)
        if (row >= 0 && row < p->level->rows)
            p->busy[(size_t)row * p->level->columns + (size_t)c] = 1;
}

/* ---- Rock ------------------------------------------------------------------------------------ */

#define RIM 0.8f /* cells of rock shown around the level */

ptl_plan_box ptl_grmm_plan_rock(const grmm_painter *p)
{
    const grmm_view *v = &p->view;

    return (ptl_plan_box){ grmm_plan_x(p, (float)v->left - RIM),
                           grmm_plan_y(p, (float)v->top - RIM),
                           ((float)(v->right - v->left) + 2 * RIM) * GRMM_CELL,
                           ((float)(v->bottom - v->top) + 2 * RIM) * GRMM_CELL };
}

static void draw_rock_grid(const grmm_painter *p)
{
    ptl_plan_box box = ptl_grmm_plan_rock(p);

    for (uint32_t r = p->view.top; r <= p->view.bottom; r++) {
        ptl_pen_move(p->pen, box.x, grmm_plan_y(p, (float)r));
        ptl_pen_line(p->pen, box.x + box.width, grmm_plan_y(p, (float)r));
    }
    for (uint32_t c = p->view.left; c <= p->view.right; c++) {
        ptl_pen_move(p->pen, grmm_plan_x(p, (float)c), box.y);
        ptl_pen_line(p->pen, grmm_plan_x(p, (float)c), box.y + box.height);
    }
    ptl_pen_stroke(p->pen, p->color[PTL_ROLE_ROCK_GRID], p->theme->grid_width * GRMM_CELL);
}

/* The floors of a row from `column` on that lie side by side; false when there are none left. */
static bool next_run(const grmm_painter *p, uint32_t row, uint32_t *column, uint32_t *end)
{
    while (*column < p->level->columns && !ptl_grmm_plan_is_floor(p, row, *column))
        ++*column;
    *end = *column;
    while (*end < p->level->columns && ptl_grmm_plan_is_floor(p, row, *end))
        ++*end;
    return *end > *column;
}

/* All floors as one path. */
static void trace_floors(const grmm_painter *p)
{
    for (uint32_t row = 0; row < p->level->rows && ptl_ok(p->job); row++)
        for (uint32_t from = 0, to; next_run(p, row, &from, &to); from = to)
            ptl_pen_rect(p->pen, grmm_plan_x(p, (float)from), grmm_plan_y(p, (float)row),
                         (float)(to - from) * GRMM_CELL, GRMM_CELL);
}

/* ---- Hatching -------------------------------------------------------------------------------- */

#define REACH 0.58f /* cells from a floor to the end of the hatching */

/* A number that looks like chance and is the same everywhere. */
static uint32_t chance(uint32_t a, uint32_t b)
{
    uint32_t h = a * 0x9E3779B1u ^ (b + 0x7F4A7C15u) * 0x85EBCA77u;

    h ^= h >> 15;
    h *= 0x2C1B3C6Du;
    h ^= h >> 12;
    h *= 0x297A2D39u;
    return h ^ h >> 15;
}

/* From the eight bits at `shift`: -1 to 1. */
static float swing(uint32_t h, unsigned shift)
{
    return (float)(h >> shift & 255) / 127.5f - 1;
}

/* A few parallel strokes in a patch of this size. */
static void hatch_strokes(const grmm_painter *p, float x, float y, float size, uint32_t h)
{
    static const float turns[8][2] = {
        { 1, 0 }, { 0.9239f, 0.3827f },  { 0.7071f, 0.7071f },  { 0.3827f, 0.9239f },
        { 0, 1 }, { -0.3827f, 0.9239f }, { -0.7071f, 0.7071f }, { -0.9239f, 0.3827f }
    };
    const float *along = turns[h & 7];

    for (int i = -1; i <= 1; i++) {
        float half = size * (0.5f + 0.08f * swing(h, 8 + 8 * (unsigned)(i + 1)));
        float off = (float)i * size * 0.32f, slip = size * 0.08f * swing(h, 3);
        float cx = x - along[1] * off + along[0] * slip, cy = y + along[0] * off + along[1] * slip;

        ptl_pen_move(p->pen, cx - along[0] * half, cy - along[1] * half);
        ptl_pen_line(p->pen, cx + along[0] * half, cy + along[1] * half);
    }
}

static void hatch_dot(const grmm_painter *p, float x, float y, float size, uint32_t h)
{
    x += 0.36f * size * swing(h, 0);
    y += 0.36f * size * swing(h, 8);
    ptl_pen_move(p->pen, x, y);
    ptl_pen_line(p->pen, x + 0.02f, y); /* a round end at both sides is a dot */
}

/* Square of the distance, in cells, from a point of a rock cell to the nearest floor around it; the
 * point is (u, v) in the cell. */
static float distance(const bool near[3][3], float u, float v)
{
    float least = 9;

    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            float dy = i == 0 ? v : i == 2 ? 1 - v : 0, dx = k == 0 ? u : k == 2 ? 1 - u : 0;
            float d = dx * dx + dy * dy;

            if (near[i][k] && d < least)
                least = d;
        }
    return least;
}

static bool look_around(const grmm_painter *p, int64_t row, int64_t column, bool near[3][3])
{
    bool any = false;

    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            near[i][k] = ptl_grmm_plan_is_floor(p, row + i - 1, column + k - 1);
            any        = any || near[i][k];
        }
    return any;
}

static void hatch_cell(const grmm_painter *p, int64_t row, int64_t column)
{
    uint32_t patches = (uint32_t)(1 / p->theme->hatch_size + 0.5f);
    float    step    = 1 / (float)patches;
    bool     near[3][3];

    if (ptl_grmm_plan_is_floor(p, row, column) || !look_around(p, row, column, near))
        return;
    for (uint32_t i = 0; i < patches; i++)
        for (uint32_t k = 0; k < patches; k++) {
            float    u = ((float)k + 0.5f) * step, v = ((float)i + 0.5f) * step;
            uint32_t h =
                chance((uint32_t)(row + 1) * patches + i, (uint32_t)(column + 1) * patches + k);
            float far = REACH + 0.1f * swing(h, 24);

            if (distance((const bool(*)[3])near, u, v) > far * far)
                continue;
            (p->theme->hatching == PTL_HATCH_DOTS ? hatch_dot : hatch_strokes)(
                p, grmm_plan_x(p, (float)column + u), grmm_plan_y(p, (float)row + v),
                step * GRMM_CELL, h);
        }
}

static void draw_hatching(const grmm_painter *p)
{
    ptl_plan_path look = { .fill   = PTL_PLAN_NONE,
                           .stroke = p->color[PTL_ROLE_HATCH],
                           .width  = p->theme->hatch_width * GRMM_CELL,
                           .round  = true };
    ptl_plan_box  box  = ptl_grmm_plan_rock(p);

    if (look.stroke == PTL_PLAN_NONE || p->theme->hatching == PTL_HATCH_NONE)
        return;
    if (p->theme->hatching == PTL_HATCH_LINES) {
        ptl_pen_hatch(p->pen, &box, p->theme->hatch_size * GRMM_CELL, 1);
        ptl_pen_draw(p->pen, &look);
        return;
    }
    for (int64_t row = -1; row <= p->level->rows && ptl_ok(p->job); row++) {
        for (int64_t column = -1; column <= p->level->columns; column++)
            hatch_cell(p, row, column);
        ptl_pen_draw(p->pen, &look); /* a row at a time, so that no path grows without end */
    }
}

/* ---- The outline ----------------------------------------------------------------------------- */

/* A rectangle of cells, as far as it lies on the rock that is shown. */
static void trace_rock(const grmm_painter *p, const ptl_plan_box *box, int64_t row, int64_t from,
                       int64_t to)
{
    float left = grmm_plan_x(p, (float)from), right = grmm_plan_x(p, (float)to);
    float top = grmm_plan_y(p, (float)row), bottom = top + GRMM_CELL;

    left   = left > box->x ? left : box->x;
    right  = right < box->x + box->width ? right : box->x + box->width;
    top    = top > box->y ? top : box->y;
    bottom = bottom < box->y + box->height ? bottom : box->y + box->height;
    if (right > left && bottom > top)
        ptl_pen_rect(p->pen, left, top, right - left, bottom - top);
}

/* All cells that touch a floor, and the floors, which are painted over. */
static void trace_around_floors(const grmm_painter *p, const ptl_plan_box *box)
{
    bool near[3][3];

    for (int64_t row = -1; row <= p->level->rows && ptl_ok(p->job); row++)
        for (int64_t at = -1, from; at <= p->level->columns; at++) {
            from = at;
            while (at <= p->level->columns && look_around(p, row, at, near))
                at++;
            if (at > from)
                trace_rock(p, box, row, from, at);
        }
}

/* Coordinates stand where the rock ends, and so does the outline. */
static void draw_outline(const grmm_painter *p, const ptl_plan_box *box)
{
    float width = p->theme->outline_width < RIM ? p->theme->outline_width : RIM;

    if (p->color[PTL_ROLE_OUTLINE] == PTL_PLAN_NONE)
        return;
    if (p->theme->outline == PTL_OUTLINE_CELLS) {
        trace_around_floors(p, box);
        ptl_pen_fill(p->pen, p->color[PTL_ROLE_OUTLINE]);
        return;
    }
    trace_floors(p);
    ptl_pen_draw(p->pen, &(ptl_plan_path){ .fill   = PTL_PLAN_NONE,
                                           .stroke = p->color[PTL_ROLE_OUTLINE],
                                           .width  = 2 * width * GRMM_CELL,
                                           .round  = p->theme->outline == PTL_OUTLINE_ROUND });
}

void ptl_grmm_plan_ground(const grmm_painter *p)
{
    ptl_plan_box box = ptl_grmm_plan_rock(p);

    ptl_pen_rect(p->pen, box.x, box.y, box.width, box.height);
    ptl_pen_fill(p->pen, p->color[PTL_ROLE_ROCK]);
    if (p->theme->hatching == PTL_HATCH_LINES)
        draw_hatching(p);
    if (p->color[PTL_ROLE_ROCK_GRID] != PTL_PLAN_NONE)
        draw_rock_grid(p);
    draw_outline(p, &box);
    if (p->theme->hatching != PTL_HATCH_LINES)
        draw_hatching(p);
}

/* ---- Floors ---------------------------------------------------------------------------------- */

static bool has_color(const grmm_painter *p, uint32_t row, uint32_t column, unsigned color)
{
    return ptl_grmm_plan_is_floor(p, row, column) && grmm_plan_color(p, row, column) == color;
}

static void draw_color(const grmm_painter *p, unsigned color)
{
    for (uint32_t row = 0; row < p->level->rows && ptl_ok(p->job); row++)
        for (uint32_t at = 0, from; at < p->level->columns; at++) {
            from = at;
            while (at < p->level->columns && has_color(p, row, at, color))
                at++;
            if (at > from)
                ptl_pen_rect(p->pen, grmm_plan_x(p, (float)from), grmm_plan_y(p, (float)row),
                             (float)(at - from) * GRMM_CELL, GRMM_CELL);
        }
    ptl_pen_fill(p->pen, p->color[PTL_ROLE_FLOOR + color]);
}

/* Every color is one path over the plain floor, so that no seams show between cells. */
void ptl_grmm_plan_floors(const grmm_painter *p)
{
    bool used[10] = { false };

    trace_floors(p);
    ptl_pen_fill(p->pen, p->color[PTL_ROLE_FLOOR]);
    for (uint32_t row = 0; row < p->level->rows; row++)
        for (uint32_t column = 0; column < p->level->columns; column++)
            used[grmm_plan_color(p, row, column)] = true;
    for (unsigned color = 1; color < 10; color++)
        if (used[color])
            draw_color(p, color);
}

/* ---- Grid ------------------------------------------------------------------------------------ */

/* Lines along the edges of floors: `across` ones are horizontal. */
static void grid_lines(const grmm_painter *p, bool across)
{
    uint32_t lines  = across ? p->level->rows : p->level->columns;
    uint32_t length = across ? p->level->columns : p->level->rows;

    for (int64_t line = 0; line <= lines && ptl_ok(p->job); line++)
        for (int64_t at = 0, from; at < length; at++) {
            from = at;
            while (at < length && (across ? ptl_grmm_plan_is_floor(p, line, at) ||
                                                ptl_grmm_plan_is_floor(p, line - 1, at)
                                          : ptl_grmm_plan_is_floor(p, at, line) ||
                                                ptl_grmm_plan_is_floor(p, at, line - 1)))
                at++;
            if (at == from)
                continue;
            ptl_pen_move(p->pen, grmm_plan_x(p, (float)(across ? from : line)),
                         grmm_plan_y(p, (float)(across ? line : from)));
            ptl_pen_line(p->pen, grmm_plan_x(p, (float)(across ? at : line)),
                         grmm_plan_y(p, (float)(across ? line : at)));
        }
}

void ptl_grmm_plan_grid(const grmm_painter *p)
{
    if (p->color[PTL_ROLE_GRID] == PTL_PLAN_NONE)
        return;
    grid_lines(p, true);
    grid_lines(p, false);
    ptl_pen_stroke(p->pen, p->color[PTL_ROLE_GRID], p->theme->grid_width * GRMM_CELL);
}
