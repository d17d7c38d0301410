/* SPDX-License-Identifier: MIT */
/* One level as solids: a slab of floors, walls that are one closed body, and things in cells and on
 * edges.
 *
 * Walls are made of posts, one at each corner of the grid where some wall meets, and bars between
 * them. A bar goes on through posts where nothing else meets. Where a bar touches a post neither
 * has a face, so the whole is closed, and no face lies on another. */
#include "formats/grmm/grmm_solid.h"

/* ---- Cells and edges ------------------------------------------------------------------------- */

static bool is_inside(const solid_builder *b, int64_t row, int64_t column)
{
    return row >= 0 && column >= 0 && row < b->level->rows && column < b->level->columns;
}

static uint8_t value_at(const solid_builder *b, ptl_grmm_layer layer, int64_t row, int64_t column)
{
    return grmm_value(b->level, layer, grmm_index(b->level, (uint32_t)row, (uint32_t)column));
}

/* The floor of a cell in the numbers of version 4; empty outside. */
static uint8_t floor_at(const solid_builder *b, int64_t row, int64_t column)
{
    if (!is_inside(b, row, column))
        return PTL_GRMM_EMPTY;
    return ptl_grmm_floor_now(b->map->version, value_at(b, PTL_GRMM_FLOOR, row, column),
                              value_at(b, PTL_GRMM_ORIENTATION, row, column))
        .floor;
}

static bool has_floor(const solid_builder *b, int64_t row, int64_t column)
{
    return floor_at(b, row, column) != PTL_GRMM_EMPTY;
}

/* An edge: the north or west side of a cell, the row and column behind the last ones included. */
typedef struct edge {
    bool    north;
    int64_t row, column;
} edge;

static bool is_edge(const solid_builder *b, edge e)
{
    return e.row >= 0 && e.column >= 0 && e.row < (int64_t)b->level->rows + e.north &&
           e.column < (int64_t)b->level->columns + !e.north;
}

static uint8_t stored_wall(const solid_builder *b, edge e)
{
    return value_at(b, e.north ? PTL_GRMM_WALL_NORTH : PTL_GRMM_WALL_WEST, e.row, e.column);
}

/* Where a floor ends without a wall there is rock, which is shown as one. */
static bool needs_sealing(const solid_builder *b, edge e)
{
    return b->sealed && stored_wall(b, e) == PTL_GRMM_NO_WALL &&
           has_floor(b, e.row, e.column) != has_floor(b, e.row - e.north, e.column - !e.north);
}

static const solid_kind *kind_of_edge(const solid_builder *b, edge e)
{
    return solid_wall(b, needs_sealing(b, e) ? PTL_GRMM_WALL : stored_wall(b, e));
}

static solid_body body_of(const solid_builder *b, edge e)
{
    return is_edge(b, e) ? kind_of_edge(b, e)->body : SOLID_NOTHING;
}

/* Along the edge from west to east or north to south; things of the NE variant are at d above 0. */
static solid_frame edge_frame(edge e, bool turned)
{
    double      x = (double)e.column, z = (double)e.row;
    solid_frame f =
        e.north ? (solid_frame){ x, z, 1, 0, 0, 1 } : (solid_frame){ x, z, 0, 1, -1, 0 };

    if (!turned)
        return f;
    return (solid_frame){ f.x + f.s_x, f.z + f.s_z, -f.s_x, -f.s_z, -f.d_x, -f.d_z };
}

/* ---- Walls ---------------------------------------------------------------------------------- */

/* The edges that meet at a corner of the grid, by direction. */
static edge edge_from(int64_t row, int64_t column, ptl_grmm_direction direction)
{
    switch (direction) {
    case PTL_GRMM_NORTH:
        return (edge){ false, row - 1, column };
    case PTL_GRMM_EAST:
        return (edge){ true, row, column };
    case PTL_GRMM_SOUTH:
        return (edge){ false, row, column };
    default:
        return (edge){ true, row, column - 1 };
    }
}

static bool is_plain(const solid_builder *b, edge e)
{
    return is_edge(b, e) && kind_of_edge(b, e)->body == SOLID_FULL &&
           kind_of_edge(b, e)->paint == SOLID_WALL;
}

/* Whether a plain wall goes straight through a corner, and nothing else is there. */
static bool goes_through(const solid_builder *b, int64_t row, int64_t column, bool east_west)
{
    ptl_grmm_direction line  = east_west ? PTL_GRMM_EAST : PTL_GRMM_SOUTH;
    ptl_grmm_direction cross = east_west ? PTL_GRMM_SOUTH : PTL_GRMM_EAST;

    return is_plain(b, edge_from(row, column, line)) &&
           is_plain(b, edge_from(row, column, (line + 2) % 4)) &&
           body_of(b, edge_from(row, column, cross)) == SOLID_NOTHING &&
           body_of(b, edge_from(row, column, (cross + 2) % 4)) == SOLID_NOTHING;
}

static void add_post(solid_builder *b, int64_t row, int64_t column)
{
    static const unsigned faces[4] = { SOLID_NO_BACK, SOLID_NO_END, SOLID_NO_FRONT,
                                       SOLID_NO_START };
    unsigned              without  = 0;

    for (ptl_grmm_direction d = PTL_GRMM_NORTH; d <= PTL_GRMM_WEST; d++)
        if (body_of(b, edge_from(row, column, d)) != SOLID_NOTHING)
            without |= faces[d];
    if (without && !goes_through(b, row, column, true) && !goes_through(b, row, column, false))
        ptl_solid_bar(b, SOLID_WALL, (solid_frame){ (double)column, (double)row, 1, 0, 0, 1 },
                      -SOLID_HALF, SOLID_HALF, without);
}

/* The next edge on the same line, so many further. */
static edge along(edge e, int64_t step)
{
    return (edge){ e.north, e.row + (e.north ? 0 : step), e.column + (e.north ? step : 0) };
}

/* A bar from its first edge on; edges in the middle of one add nothing. */
static void add_body(solid_builder *b, edge e, const solid_kind *kind)
{
    solid_frame f = edge_frame(e, false);
    int64_t     n = 1;

    if (kind->body == SOLID_OPENING)
        ptl_solid_gate(b, kind->paint, f);
    if (kind->body != SOLID_FULL || goes_through(b, e.row, e.column, e.north))
        return;
    while (goes_through(b, along(e, n).row, along(e, n).column, e.north))
        n++;
    ptl_solid_bar(b, kind->paint, f, SOLID_HALF, (double)n - SOLID_HALF,
                  SOLID_NO_START | SOLID_NO_END);
}

static void add_edge(solid_builder *b, edge e)
{
    const solid_kind *kind;

    if (!is_edge(b, e))
        return;
    kind = kind_of_edge(b, e);
    b->said.sealed += needs_sealing(b, e);
    b->said.unknown += stored_wall(b, e) != kind->number && !needs_sealing(b, e);
    add_body(b, e, kind);
    ptl_solid_pieces(b, kind, edge_frame(e, kind->turned));
}

static void add_walls(solid_builder *b)
{
    for (int64_t row = 0; row <= b->level->rows && ptl_ok(b->job); row++)
        for (int64_t column = 0; column <= b->level->columns; column++) {
            add_post(b, row, column);
            add_edge(b, (edge){ true, row, column });
            add_edge(b, (edge){ false, row, column });
        }
}

/* ---- Floors --------------------------------------------------------------------------------- */

enum { NONE = -1 };

/* The color of a plain floor; holes are left to themselves. */
static int top_of(const solid_builder *b, int64_t row, int64_t column)
{
    uint8_t floor = floor_at(b, row, column), color;

    if (floor == PTL_GRMM_EMPTY || solid_floor(b, floor)->hole)
        return NONE;
    color = value_at(b, PTL_GRMM_COLOR, row, column);
    return color < 10 ? color : 0;
}

static int bottom_of(const solid_builder *b, int64_t row, int64_t column)
{
    return top_of(b, row, column) == NONE ? NONE : 0;
}

/* A rectangle that lies flat: the upper side, or the lower one. */
static void add_flat(solid_builder *b, solid_paint paint, const double x[2], const double z[2],
                     double y, bool up)
{
    solid_point p[4] = {
        { x[0], y, z[0] }, { x[0], y, z[1] }, { x[1], y, z[1] }, { x[1], y, z[0] }
    };
    solid_point turned[4] = { p[0], p[3], p[2], p[1] };

    ptl_solid_face(b, paint, up ? p : turned, 4);
}

typedef struct run { /* of equal cells in a row, which may go on in the rows below */
    int64_t first_row, end;
    int     kind;
} run;

static void close_run(solid_builder *b, run *open, int64_t column, int64_t row, bool up)
{
    run *r = &open[column];

    if (r->kind != NONE)
        add_flat(b, up ? SOLID_FLOORS + (solid_paint)r->kind : SOLID_ROCK,
                 (double[]){ (double)column, (double)r->end },
                 (double[]){ (double)r->first_row, (double)row }, up ? 0 : SOLID_SLAB, up);
    r->kind = NONE;
}

/* Covers equal cells with few rectangles: runs in a row, joined with the same run above. */
static void add_sheet(solid_builder *b, run *open, bool up)
{
    int (*const kind_of)(const solid_builder *, int64_t, int64_t) = up ? top_of : bottom_of;
    int64_t columns                                               = b->level->columns, end;

    for (int64_t i = 0; i < columns; i++)
        open[i].kind = NONE;
    for (int64_t row = 0; row <= b->level->rows; row++)
        for (int64_t column = 0; column < columns; column = end) {
            int kind = kind_of(b, row, column);

            end = column + 1;
            while (end < columns && kind_of(b, row, end) == kind)
                end++;
            /* Where there is nothing, runs may have begun further on: they all end here. */
            if (kind != NONE && open[column].kind == kind && open[column].end == end)
                continue;
            for (int64_t i = column; i < end; i++)
                close_run(b, open, i, row, up);
            open[column] = (run){ row, end, kind };
        }
}

/* Which way the slab ends at an edge: 0 not at all, 1 the floor is behind it, -1 before it. */
static int rim_at(const solid_builder *b, edge e)
{
    return is_edge(b, e)
               ? has_floor(b, e.row, e.column) - has_floor(b, e.row - e.north, e.column - !e.north)
               : 0;
}

static void add_rim(solid_builder *b, edge e)
{
    int         side = rim_at(b, e);
    int64_t     n    = 1;
    double      x = (double)e.column, z = (double)e.row, to_x = x, to_z = z;
    solid_point p[4];

    if (side == 0 || rim_at(b, along(e, -1)) == side)
        return;
    while (rim_at(b, along(e, n)) == side)
        n++;
    to_x += e.north ? (double)n : 0;
    to_z += e.north ? 0 : (double)n;
    /* The floor south of a north edge shows a side to the north, which runs to the west. */
    p[0] = (solid_point){ x, SOLID_SLAB, z };
    p[1] = (solid_point){ to_x, SOLID_SLAB, to_z };
    p[2] = (solid_point){ to_x, 0, to_z };
    p[3] = (solid_point){ x, 0, z };
    if ((side > 0) == e.north)
        ptl_solid_face(b, SOLID_ROCK, (solid_point[]){ p[1], p[0], p[3], p[2] }, 4);
    else
        ptl_solid_face(b, SOLID_ROCK, p, 4);
}

static void add_floors(solid_builder *b)
{
    run *open = ptl_arena_alone(b->job, (uint64_t)b->level->columns * sizeof *open);

    if (!open)
        return;
    add_sheet(b, open, true);
    if (!b->flat) {
        add_sheet(b, open, false);
        for (int64_t row = 0; row <= b->level->rows; row++)
            for (int64_t column = 0; column <= b->level->columns; column++) {
                add_rim(b, (edge){ true, row, column });
                add_rim(b, (edge){ false, row, column });
            }
    }
    ptl_arena_drop(b->job->arena, b->job->heap, open);
}

/* ---- Holes ---------------------------------------------------------------------------------- */

/* A square around the middle of a cell: x and z, as far from the border as `inset`. */
typedef struct square {
    double x[2], z[2];
} square;

static square inset(int64_t row, int64_t column, double by)
{
    return (square){ { (double)column + by, (double)column + 1 - by },
                     { (double)row + by, (double)row + 1 - by } };
}

/* Corners of a square, counter-clockwise seen from above. */
static solid_point corner_of(const square *s, size_t i, double y)
{
    static const uint8_t right[4] = { 0, 0, 1, 1 }, below[4] = { 0, 1, 1, 0 };

    return (solid_point){ s->x[right[i % 4]], y, s->z[below[i % 4]] };
}

/* A band between two squares: flat, upright, or the other way round when they change places. */
static void add_band(solid_builder *b, solid_paint paint, const square *from, double from_y,
                     const square *to, double to_y)
{
    for (size_t i = 0; i < 4; i++)
        ptl_solid_face(b, paint,
                       (solid_point[]){ corner_of(from, i, from_y), corner_of(from, i + 1, from_y),
                                        corner_of(to, i + 1, to_y), corner_of(to, i, to_y) },
                       4);
}

/* A floor with a shaft in it: its rim, the inside, the outside, two bottoms. */
static void add_hole(solid_builder *b, int64_t row, int64_t column, double far)
{
    uint8_t color = value_at(b, PTL_GRMM_COLOR, row, column);
    square  cell = inset(row, column, 0), inner = inset(row, column, far);
    square  outer = inset(row, column, far - 0.0625);

    add_band(b, SOLID_FLOORS + (color < 10 ? color : 0), &cell, 0, &inner, 0);
    add_band(b, SOLID_DARK, &inner, 0, &inner, SOLID_PIT_END);
    add_flat(b, SOLID_DARK, inner.x, inner.z, SOLID_PIT_END, true);
    add_band(b, SOLID_ROCK, &outer, -0.5625, &outer, SOLID_SLAB);
    add_flat(b, SOLID_ROCK, outer.x, outer.z, -0.5625, false);
    add_band(b, SOLID_ROCK, &outer, SOLID_SLAB, &cell, SOLID_SLAB);
}

/* ---- Things in cells ------------------------------------------------------------------------ */

/* Where one walks to when coming from the first side that is open. */
static ptl_grmm_direction aim(const solid_builder *b, int64_t row, int64_t column)
{
    const struct {
        edge    e;
        int64_t row, column;
    } sides[4] = { { { true, row, column }, row - 1, column },
                   { { false, row, column + 1 }, row, column + 1 },
                   { { true, row + 1, column }, row + 1, column },
                   { { false, row, column }, row, column - 1 } };

    for (int i = 0; i < 4; i++) {
        int from = (i + 2) % 4;

        if (has_floor(b, sides[from].row, sides[from].column) &&
            body_of(b, sides[from].e) != SOLID_FULL)
            return (ptl_grmm_direction)i;
    }
    return PTL_GRMM_NORTH;
}

static solid_frame cell_frame(int64_t row, int64_t column, ptl_grmm_direction facing)
{
    static const int8_t turns[4][6] = {
        { 0, 0, 1, 0, 0, 1 }, { 1, 0, 0, 1, -1, 0 }, { 1, 1, -1, 0, 0, -1 }, { 0, 1, 0, -1, 1, 0 }
    };
    const int8_t *t = turns[facing % 4];

    return (solid_frame){ (double)column + t[0], (double)row + t[1], t[2], t[3], t[4], t[5] };
}

/* Dots in the middle of the cells, joined to those in the east and south. */
static void add_trail(solid_builder *b, int64_t row, int64_t column)
{
    static const solid_piece dot   = { SOLID_BOX,
                                       SOLID_TRAIL,
                                       { 0.4f, 0.6f, -0.03125f, 0.022f, 0.4f, 0.6f } };
    static const solid_piece east  = { SOLID_BOX,
                                       SOLID_TRAIL,
                                       { 0.58f, 1.42f, -0.02f, 0.016f, 0.44f, 0.56f } };
    static const solid_piece south = { SOLID_BOX,
                                       SOLID_TRAIL,
                                       { 0.44f, 0.56f, -0.02f, 0.016f, 0.58f, 1.42f } };
    solid_frame              f     = cell_frame(row, column, PTL_GRMM_NORTH);

    ptl_solid_put_piece(b, &dot, f);
    if (is_inside(b, row, column + 1) && value_at(b, PTL_GRMM_TRAIL, row, column + 1))
        ptl_solid_put_piece(b, &east, f);
    if (is_inside(b, row + 1, column) && value_at(b, PTL_GRMM_TRAIL, row + 1, column))
        ptl_solid_put_piece(b, &south, f);
}

static void add_cell(solid_builder *b, int64_t row, int64_t column)
{
    uint8_t            floor  = floor_at(b, row, column);
    const solid_kind  *kind   = solid_floor(b, floor);
    ptl_grmm_direction facing = PTL_GRMM_NORTH;

    if (kind->hole)
        add_hole(b, row, column, ptl_solid_inset(floor));
    if (kind->aimed)
        facing = aim(b, row, column);
    else if (kind->count > 0)
        facing = ptl_grmm_cell_at(b->map, b->number, (uint32_t)row, (uint32_t)column).facing;
    b->said.aimed += kind->aimed;
    b->said.unknown += kind->number != floor;
    ptl_solid_pieces(b, kind, cell_frame(row, column, facing));
    if (value_at(b, PTL_GRMM_TRAIL, row, column))
        add_trail(b, row, column);
}

void ptl_solid_level(solid_builder *b)
{
    add_floors(b);
    for (int64_t row = 0; row < b->level->rows && ptl_ok(b->job); row++)
        for (int64_t column = 0; column < b->level->columns; column++)
            add_cell(b, row, column);
    add_walls(b);
}
