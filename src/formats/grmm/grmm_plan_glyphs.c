/* SPDX-License-Identifier: MIT */
/* Signs on floors and walls: tables of shapes, and the hand that draws them. */
#include <string.h>

#include "core/num.h"
#include "formats/grmm/grmm_plan.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- Shapes ---------------------------------------------------------------------------------- */

typedef struct hand {
    const grmm_painter *p;
    const grmm_frame   *frame;
    const char         *at;
} hand;

static float next_number(hand *h)
{
    float value = 0;

    while (*h->at == ' ')
        h->at++;
    h->at = ptl_parse_f32(h->at, h->at + strlen(h->at), &value);
    return value / 100;
}

/* From hundredths of a cell to the page. */
static void place(const grmm_frame *f, float u, float v, float out[2])
{
    out[0] = f->x + u * f->right[0] + v * f->down[0];
    out[1] = f->y + u * f->right[1] + v * f->down[1];
}

static void next_points(hand *h, unsigned count, float *out)
{
    for (unsigned i = 0; i < count; i++) {
        float u = next_number(h), v = next_number(h);

        place(h->frame, u, v, out + 2 * i);
    }
}

static void draw_box(hand *h)
{
    float u = next_number(h), v = next_number(h), w = next_number(h), t = next_number(h);
    float corner[2];

    for (int i = 0; i < 4; i++) {
        place(h->frame, u + (i == 1 || i == 2 ? w : 0), v + (i > 1 ? t : 0), corner);
        (i == 0 ? ptl_pen_move : ptl_pen_line)(h->p->pen, corner[0], corner[1]);
    }
    ptl_pen_close(h->p->pen);
}

static float length_of(const float axis[2])
{
    return (axis[0] < 0 ? -axis[0] : axis[0]) + (axis[1] < 0 ? -axis[1] : axis[1]);
}

static void draw_circle(hand *h)
{
    float center[2], radius;

    next_points(h, 1, center);
    radius = next_number(h) * length_of(h->frame->right); /* frames are turned by right angles */
    ptl_pen_ellipse(h->p->pen, center[0], center[1], radius, radius);
}

static void draw_star(hand *h)
{
    float u = next_number(h), v = next_number(h), r = next_number(h), at[2];

    for (int i = 0; i < 8; i++) {
        static const float dir[8][2] = { { 0, -1 }, { 0.2f, -0.2f }, { 1, 0 },  { 0.2f, 0.2f },
                                         { 0, 1 },  { -0.2f, 0.2f }, { -1, 0 }, { -0.2f, -0.2f } };

        place(h->frame, u + r * dir[i][0], v + r * dir[i][1], at);
        (i == 0 ? ptl_pen_move : ptl_pen_line)(h->p->pen, at[0], at[1]);
    }
    ptl_pen_close(h->p->pen);
}

static bool draw_part(hand *h, char what)
{
    float points[6];

    switch (what) {
    case 'M':
    case 'L':
        next_points(h, 1, points);
        (what == 'M' ? ptl_pen_move : ptl_pen_line)(h->p->pen, points[0], points[1]);
        return true;
    case 'C':
        next_points(h, 3, points);
        ptl_pen_curve(h->p->pen, points);
        return true;
    case 'Z':
        ptl_pen_close(h->p->pen);
        return true;
    case 'R':
        draw_box(h);
        return true;
    case 'O':
        draw_circle(h);
        return true;
    case 'X':
        draw_star(h);
        return true;
    default:
        return false;
    }
}

typedef enum width { NO_LINE, THIN, THICK, BROAD } width;

static const struct finish {
    char  name;
    int   fill, stroke; /* roles; -1 none, -2 the color of the floor below */
    width width;
} finishes[] = {
    { 'F', PTL_ROLE_INK, -1, NO_LINE },
    { 'f', PTL_ROLE_FAINT, -1, NO_LINE },
    { 'S', -1, PTL_ROLE_INK, THIN },
    { 's', -1, PTL_ROLE_FAINT, THIN },
    { 'W', -1, PTL_ROLE_WALL, THICK },
    { 'B', PTL_ROLE_FLOOR, PTL_ROLE_WALL, THIN },
    { 'N', -2, PTL_ROLE_WALL, THICK },
    { 'H', -1, -2, BROAD },
    { 'D', PTL_ROLE_WALL, PTL_ROLE_WALL, THIN },
    { 'P', PTL_ROLE_FLOOR, -1, NO_LINE },
};

static uint32_t color_of(const hand *h, int role, unsigned on)
{
    if (role < 0)
        return role == -1 ? PTL_PLAN_NONE : h->frame->floor;
    if (h->frame->border)
        role = role == PTL_ROLE_FAINT   ? PTL_ROLE_REGION_FAINT
               : role == PTL_ROLE_FLOOR ? role
                                        : PTL_ROLE_REGION;
    if (role == PTL_ROLE_INK && h->frame->ink)
        role = (int)h->frame->ink;
    return on ? ptl_theme_sign(h->p->pen, h->p->theme, (ptl_role)role, on) : h->p->color[role];
}

static void finish_path(const hand *h, char name)
{
    float cell     = length_of(h->frame->right);
    float widths[] = { 0, h->p->theme->line_width * cell, h->p->theme->wall_width * cell,
                       4 * h->p->theme->line_width * cell };

    for (size_t i = 0; i < COUNT(finishes); i++) {
        unsigned on = h->frame->edge && finishes[i].width == THICK ? 0 : h->frame->on;

        if (finishes[i].name == name)
            ptl_pen_draw(h->p->pen, &(ptl_plan_path){ .fill   = color_of(h, finishes[i].fill, on),
                                                      .stroke = color_of(h, finishes[i].stroke, on),
                                                      .width  = widths[finishes[i].width],
                                                      .round  = true,
                                                      .even_odd = true });
    }
}

void ptl_grmm_plan_shape(const grmm_painter *p, const char *shape, const grmm_frame *frame)
{
    hand h = { p, frame, shape };

    while (*h.at && ptl_ok(p->job)) {
        char what = *h.at++;

        if (what != ' ' && !draw_part(&h, what))
            finish_path(&h, what);
    }
}

/* ---- Frames ---------------------------------------------------------------------------------- */

/* A cell, turned clockwise in quarters about its middle. */
static grmm_frame cell_frame(const grmm_painter *p, uint32_t row, uint32_t column, unsigned turn)
{
    static const float axes[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
    const float       *right = axes[turn % 4], *down = axes[(turn + 1) % 4];
    const float        half = GRMM_CELL / 2;
    unsigned           on   = grmm_plan_color(p, row, column);
    grmm_frame         f    = { .x     = grmm_plan_x(p, (float)column) + half,
                                .y     = grmm_plan_y(p, (float)row) + half,
                                .floor = p->color[PTL_ROLE_FLOOR + on],
                                .on    = on };

    for (int i = 0; i < 2; i++) {
        f.right[i] = right[i] * GRMM_CELL;
        f.down[i]  = down[i] * GRMM_CELL;
    }
    f.x -= (right[0] + down[0]) * half;
    f.y -= (right[1] + down[1]) * half;
    return f;
}

/* An edge: along it to the right from a point; `upright` ones run down from it. */
static grmm_frame edge_frame(float x, float y, bool upright)
{
    grmm_frame f = { .x = x, .y = y, .right = { GRMM_CELL, 0 }, .down = { 0, GRMM_CELL } };

    if (upright) {
        f.right[0] = 0;
        f.right[1] = GRMM_CELL;
        f.down[0]  = -GRMM_CELL;
        f.down[1]  = 0;
    }
    return f;
}

/* ---- Walls ----------------------------------------------------------------------------------- */

enum {              /* how the shape of a wall lies */
       FLIPPED = 1, /* to the other side of the line  */
       STANDS  = 2, /* upright on the page, not turned */
};

#define SMALL_S "M 60 -9 C 57 -19 40 -19 40 -8 C 40 2 60 -2 60 8 C 60 19 43 19 40 9 "

static const struct wall_sign {
    uint8_t     wall;
    float       stub; /* how much of the line stands at both ends, in cells; 0.5 is all */
    unsigned    lies;
    const char *shape; /* y 0 is the line; below it is the owner's side of things NE */
} wall_signs[] = {
    { PTL_GRMM_WALL, 0.5f, 0, "" },
    { PTL_GRMM_WALL_ILLUSORY, 0, 0,
      "M 4 0 L 10 0 M 24 0 L 32 0 M 46 0 L 54 0 M 68 0 L 76 0 M 90 0 L 96 0 W" },
    { PTL_GRMM_WALL_INVISIBLE, 0, 0, "O 10 0 6 O 37 0 6 O 63 0 6 O 90 0 6 f" },
    { PTL_GRMM_WALL_DOOR, 0.25f, 0, "R 25 -10 50 20 B" },
    { PTL_GRMM_WALL_LOCKED, 0.25f, 0, "R 25 -10 50 20 D" },
    { PTL_GRMM_WALL_ARCHWAY, 0.3f, 0, "M 30 -9 L 30 9 M 70 -9 L 70 9 W" },
    { PTL_GRMM_WALL_SECRET, 0.25f, STANDS, SMALL_S "H " SMALL_S "S" },
    { PTL_GRMM_WALL_ONE_WAY_NE, 0.28f, 0, "M 50 28 L 50 -24 M 37 -11 L 50 -25 L 63 -11 S" },
    { PTL_GRMM_WALL_ONE_WAY_SW, 0.28f, FLIPPED, "M 50 28 L 50 -24 M 37 -11 L 50 -25 L 63 -11 S" },
    { PTL_GRMM_WALL_LEVER_NE, 0.5f, 0, "R 40 2 20 20 D" },
    { PTL_GRMM_WALL_LEVER_SW, 0.5f, FLIPPED, "R 40 2 20 20 D" },
    { PTL_GRMM_WALL_NICHE_NE, 0.25f, 0, "M 25 0 L 25 -16 L 75 -16 L 75 0 N" },
    { PTL_GRMM_WALL_NICHE_SW, 0.25f, FLIPPED, "M 25 0 L 25 -16 L 75 -16 L 75 0 N" },
    { PTL_GRMM_WALL_STATUE_NE, 0.5f, 0, "M 24 0 C 24 36 76 36 76 0 Z D" },
    { PTL_GRMM_WALL_STATUE_SW, 0.5f, FLIPPED, "M 24 0 C 24 36 76 36 76 0 Z D" },
    { PTL_GRMM_WALL_KEYHOLE, 0.36f, 0, "R 36 -14 28 28 B R 46 -4 8 8 D" },
    { PTL_GRMM_WALL_WRITING_NE, 0.5f, 0,
      "M 16 14 L 24 20 L 32 11 L 40 20 L 48 11 L 56 20 L 64 11 L 72 20 L 80 11 L 86 17 S" },
    { PTL_GRMM_WALL_WRITING_SW, 0.5f, FLIPPED,
      "M 16 14 L 24 20 L 32 11 L 40 20 L 48 11 L 56 20 L 64 11 L 72 20 L 80 11 L 86 17 S" },
};

static const struct wall_sign *sign_of_wall(uint8_t wall)
{
    for (size_t i = 0; i < COUNT(wall_signs); i++)
        if (wall_signs[i].wall == wall)
            return &wall_signs[i];
    return NULL;
}

static void draw_wall_shape(const grmm_painter *p, const struct wall_sign *sign, grmm_frame frame)
{
    if (sign->lies & STANDS) { /* turned back about the middle of the edge */
        frame.x += frame.right[0] / 2 - GRMM_CELL / 2;
        frame.y += frame.right[1] / 2;
        frame = (grmm_frame){ .x      = frame.x,
                              .y      = frame.y,
                              .right  = { GRMM_CELL, 0 },
                              .down   = { 0, GRMM_CELL },
                              .floor  = frame.floor,
                              .on     = frame.on,
                              .edge   = frame.edge,
                              .border = frame.border };
    }
    if (sign->lies & FLIPPED) {
        frame.down[0] = -frame.down[0];
        frame.down[1] = -frame.down[1];
    }
    ptl_grmm_plan_shape(p, sign->shape, &frame);
}

/* The line itself, in pieces; those that touch become one. */
typedef struct wall_line {
    const grmm_painter *p;
    bool                upright;
    float               across; /* of the line, in cells */
    float               from, to;
} wall_line;

static void end_piece(wall_line *l)
{
    float a[2] = { l->from, l->across }, b[2] = { l->to, l->across };

    if (l->to <= l->from)
        return;
    ptl_pen_move(l->p->pen, grmm_plan_x(l->p, a[l->upright]), grmm_plan_y(l->p, a[!l->upright]));
    ptl_pen_line(l->p->pen, grmm_plan_x(l->p, b[l->upright]), grmm_plan_y(l->p, b[!l->upright]));
}

static void add_piece(wall_line *l, float from, float to)
{
    if (to <= from)
        return;
    if (from > l->to) {
        end_piece(l);
        l->from = from;
    }
    l->to = to;
}

/* Whether walls on this line have the color of a border; not where borders are not asked for. */
static bool has_border_color(const grmm_painter *p, bool upright, uint32_t line)
{
    return p->borders && ptl_grmm_plan_is_border(p, upright, line);
}

static void stroke_walls(const grmm_painter *p, uint32_t color, float breadth)
{
    ptl_pen_draw(p->pen, &(ptl_plan_path){ .fill   = PTL_PLAN_NONE,
                                           .stroke = color,
                                           .width  = breadth * p->theme->wall_width * GRMM_CELL,
                                           .round  = true });
}

static uint8_t wall_at(const grmm_painter *p, bool upright, uint32_t line, uint32_t at)
{
    return upright ? grmm_value(p->level, PTL_GRMM_WALL_WEST, grmm_index(p->level, at, line))
                   : grmm_value(p->level, PTL_GRMM_WALL_NORTH, grmm_index(p->level, line, at));
}

static void draw_line(grmm_painter *p, bool upright, uint32_t line, uint32_t length)
{
    wall_line l = { .p = p, .upright = upright, .across = (float)line, .from = -1, .to = -1 };

    for (uint32_t at = 0; at < length; at++) {
        uint8_t                 wall = wall_at(p, upright, line, at);
        const struct wall_sign *sign = sign_of_wall(wall);

        p->losses->walls += wall != PTL_GRMM_NO_WALL && !sign;
        if (!sign)
            continue;
        add_piece(&l, (float)at, (float)at + sign->stub);
        add_piece(&l, (float)at + 1 - sign->stub, (float)at + 1);
    }
    end_piece(&l);
    if (has_border_color(p, upright, line)) /* those are drawn a little broader */
        stroke_walls(p, p->color[PTL_ROLE_REGION], 1.3f);
    else
        stroke_walls(p, p->color[PTL_ROLE_WALL], 1);
}

/* The number of the floor that owns the thing on a wall. */
static unsigned owner_floor(const grmm_painter *p, uint8_t wall, bool upright, uint32_t row,
                            uint32_t column)
{
    bool          here = ptl_grmm_wall_thing_here(wall, !upright);
    ptl_grmm_cell cell =
        grmm_plan_cell(p, here || upright ? row : row - 1, here || !upright ? column : column - 1);

    return cell.color < 10 ? cell.color : 0;
}

static void draw_signs(const grmm_painter *p, bool upright, uint32_t line, uint32_t length)
{
    for (uint32_t at = 0; at < length && ptl_ok(p->job); at++) {
        uint32_t                row = upright ? at : line, column = upright ? line : at;
        uint8_t                 wall = wall_at(p, upright, line, at);
        const struct wall_sign *sign = sign_of_wall(wall);
        grmm_frame              frame;

        if (!sign || !*sign->shape)
            continue;
        frame    = edge_frame(grmm_plan_x(p, (float)column), grmm_plan_y(p, (float)row), upright);
        frame.on = owner_floor(p, wall, upright, row, column);
        frame.floor  = p->color[PTL_ROLE_FLOOR + frame.on];
        frame.edge   = true;
        frame.border = has_border_color(p, upright, line);
        draw_wall_shape(p, sign, frame);
    }
}

/* Lines that are borders of regions come after the others, so that these do not cut them. */
static void draw_lines(grmm_painter *p, bool border)
{
    for (uint32_t r = 0; r <= p->level->rows && ptl_ok(p->job); r++)
        if (has_border_color(p, false, r) == border)
            draw_line(p, false, r, p->level->columns);
    for (uint32_t c = 0; c <= p->level->columns && ptl_ok(p->job); c++)
        if (has_border_color(p, true, c) == border)
            draw_line(p, true, c, p->level->rows);
}

void ptl_grmm_plan_walls(grmm_painter *p)
{
    draw_lines(p, false);
    draw_lines(p, true);
    for (uint32_t r = 0; r <= p->level->rows && ptl_ok(p->job); r++)
        draw_signs(p, false, r, p->level->columns);
    for (uint32_t c = 0; c <= p->level->columns && ptl_ok(p->job); c++)
        draw_signs(p, true, c, p->level->rows);
}

/* ---- Floors ---------------------------------------------------------------------------------- */

#define PIT "R 28 28 44 44 "
#define CROSS "M 28 28 L 72 72 M 72 28 L 28 72 "
#define STARS "X 29 25 13 X 68 20 10 X 50 51 14 X 23 66 10 X 76 61 12 X 51 83 10 "
#define LEAF "M 40 84 L 40 12 L 78 12 L 78 84 M 40 12 L 60 22 L 60 94 L 40 84 S "
#define BIG_S "M 66 34 C 60 16 34 16 34 34 C 34 52 66 48 66 66 C 66 84 40 84 34 66 "
#define ROCKY                                                                                      \
    "M 0 25 L 25 0 M 0 50 L 50 0 M 0 75 L 75 0 M 0 100 L 100 0 M 25 100 L 100 25 M 50 100 L 100 "  \
    "50 M 75 100 L 100 75 "

static const struct floor_sign {
    uint8_t     floor, wall; /* a door is drawn as that wall in the middle of the cell */
    const char *shape;
} floor_signs[] = {
    { PTL_GRMM_BLANK, 0, "" },
    { PTL_GRMM_DOOR, PTL_GRMM_WALL_DOOR, NULL },
    { PTL_GRMM_LOCKED_DOOR, PTL_GRMM_WALL_LOCKED, NULL },
    { PTL_GRMM_ARCHWAY, PTL_GRMM_WALL_ARCHWAY, NULL },
    { PTL_GRMM_SECRET_DOOR, PTL_GRMM_WALL_SECRET, NULL },
    { PTL_GRMM_ONE_WAY, PTL_GRMM_WALL_ONE_WAY_NE, NULL },
    { PTL_GRMM_SECRET_BLOCK, 0, ROCKY "s " BIG_S "H " BIG_S "S" },
    { PTL_GRMM_PLATE, 0, "R 30 30 40 40 S" },
    { PTL_GRMM_HIDDEN_PLATE, 0, "R 30 30 40 40 s" },
    { PTL_GRMM_CLOSED_PIT, 0, PIT CROSS "S" },
    { PTL_GRMM_OPEN_PIT, 0, PIT "F" },
    { PTL_GRMM_HIDDEN_PIT, 0, PIT CROSS "s" },
    { PTL_GRMM_CEILING_PIT, 0, PIT "f" },
    { PTL_GRMM_STAIRS_DOWN, 0,
      "M 14 28 L 30 28 L 30 42 L 46 42 L 46 56 L 62 56 L 62 70 L 78 70 L 78 84 "
      "M 52 16 L 82 46 M 82 28 L 82 46 L 64 46 S" },
    { PTL_GRMM_STAIRS_UP, 0,
      "M 22 84 L 22 70 L 38 70 L 38 56 L 54 56 L 54 42 L 70 42 L 70 28 L 86 28 "
      "M 18 46 L 48 16 M 30 16 L 48 16 L 48 34 S" },
    { PTL_GRMM_ENTRANCE, 0, LEAF "M 54 54 L 6 54 M 19 41 L 6 54 L 19 67 S" },
    { PTL_GRMM_EXIT, 0, LEAF "M 4 54 L 52 54 M 39 41 L 52 54 L 39 67 S" },
    { PTL_GRMM_SPINNER, 0,
      "M 50 25 C 64 25 75 36 75 50 C 75 64 64 75 50 75 C 36 75 25 64 25 50 M 14 60 L 25 48 L 37 59 "
      "S" },
    { PTL_GRMM_TELEPORT, 0, STARS "F" },
    { PTL_GRMM_TELEPORT_DEST, 0, STARS "f" },
    { PTL_GRMM_BARRIER, 0,
      "R 0 0 25 25 R 50 0 25 25 R 25 25 25 25 R 75 25 25 25 R 0 50 25 25 R 50 50 25 25 "
      "R 25 75 25 25 R 75 75 25 25 f" },
    { PTL_GRMM_ARROW, 0, "M 50 14 L 82 48 L 62 48 L 62 84 L 38 84 L 38 48 L 18 48 Z F" },
    { PTL_GRMM_COLUMN, 0, "O 50 50 23 F" },
    { PTL_GRMM_STATUE, 0, "O 50 50 24 S O 50 50 9 F" },
    { PTL_GRMM_BRIDGE, 0, "" }, /* in a layer of its own */
};

static const struct floor_sign *sign_of_floor(uint8_t floor)
{
    for (size_t i = 0; i < COUNT(floor_signs); i++)
        if (floor_signs[i].floor == floor)
            return &floor_signs[i];
    return NULL;
}

/* A door in a cell is the wall's drawing on the middle line, across the way. */
static void draw_door(const grmm_painter *p, const ptl_grmm_cell *cell, uint32_t row,
                      uint32_t column, uint8_t wall)
{
    bool       upright = cell->facing == PTL_GRMM_EAST || cell->facing == PTL_GRMM_WEST;
    bool       back    = cell->facing == PTL_GRMM_SOUTH || cell->facing == PTL_GRMM_WEST;
    grmm_frame frame   = edge_frame(grmm_plan_x(p, (float)column + (upright ? 0.5f : 0)),
                                    grmm_plan_y(p, (float)row + (upright ? 0 : 0.5f)), upright);
    const struct wall_sign *sign;
    wall_line               line = { .p = p, .upright = upright, .from = -1, .to = -1 };
    float                   at   = upright ? (float)row : (float)column;

    if (cell->floor == PTL_GRMM_ONE_WAY && back)
        wall = PTL_GRMM_WALL_ONE_WAY_SW;
    sign        = sign_of_wall(wall);
    line.across = (upright ? (float)column : (float)row) + 0.5f;
    frame.on    = cell->color < 10 ? cell->color : 0;
    frame.floor = p->color[PTL_ROLE_FLOOR + frame.on];
    add_piece(&line, at, at + sign->stub);
    add_piece(&line, at + 1 - sign->stub, at + 1);
    end_piece(&line);
    stroke_walls(p, ptl_theme_sign(p->pen, p->theme, PTL_ROLE_WALL, frame.on), 1);
    draw_wall_shape(p, sign, frame);
}

static void draw_symbol(grmm_painter *p, uint32_t row, uint32_t column)
{
    ptl_grmm_cell            cell = grmm_plan_cell(p, row, column);
    const struct floor_sign *sign = sign_of_floor(cell.floor);
    unsigned                 turn = cell.floor == PTL_GRMM_ARROW ? (unsigned)cell.facing : 0;
    grmm_frame               frame;

    ptl_grmm_plan_take(p, row, column, 1);
    if (!sign) {
        p->losses->floors++;
        return;
    }
    if (sign->wall) {
        draw_door(p, &cell, row, column, sign->wall);
        return;
    }
    frame = cell_frame(p, row, column, turn);
    ptl_grmm_plan_shape(p, sign->shape, &frame);
}

void ptl_grmm_plan_symbols(grmm_painter *p)
{
    for (uint32_t row = 0; row < p->level->rows && ptl_ok(p->job); row++)
        for (uint32_t column = 0; column < p->level->columns; column++)
            if (grmm_value(p->level, PTL_GRMM_FLOOR, grmm_index(p->level, row, column)) >
                PTL_GRMM_BLANK)
                draw_symbol(p, row, column);
}

void ptl_grmm_plan_bridges(const grmm_painter *p)
{
    static const char band[] = "R -10 25 120 50 P "
                               "M 0 25 L 0 75 M 20 25 L 20 75 M 40 25 L 40 75 M 60 25 L 60 75 "
                               "M 80 25 L 80 75 M 100 25 L 100 75 s M -10 25 L 110 25 "
                               "M -10 75 L 110 75 S";

    for (uint32_t row = 0; row < p->level->rows && ptl_ok(p->job); row++)
        for (uint32_t column = 0; column < p->level->columns; column++) {
            ptl_grmm_cell cell;
            grmm_frame    frame;

            if (grmm_value(p->level, PTL_GRMM_FLOOR, grmm_index(p->level, row, column)) !=
                PTL_GRMM_BRIDGE)
                continue;
            cell  = grmm_plan_cell(p, row, column);
            frame = cell_frame(p, row, column, cell.facing == PTL_GRMM_NORTH);
            ptl_grmm_plan_shape(p, band, &frame);
        }
}

/* ---- Icons ----------------------------------------------------------------------------------- */

void ptl_grmm_plan_icon(grmm_painter *p, uint8_t icon, float x, float y, float side, ptl_role ink,
                        unsigned on)
{
    grmm_frame frame = { .x     = x - side / 2,
                         .y     = y - side / 2,
                         .right = { side, 0 },
                         .down  = { 0, side },
                         .on    = on,
                         .ink   = ink };

    if (icon >= COUNT(ptl_grmm_icon_shapes)) {
        p->losses->icons++;
        return;
    }
    ptl_grmm_plan_shape(p, ptl_grmm_icon_shapes[icon], &frame);
}
