/* SPDX-License-Identifier: MIT */
/* What people wrote on a drawn level: notes, labels, trail, links, regions, coordinates. */
#include <stdio.h>
#include <string.h>

#include "core/color.h"
#include "formats/grmm/grmm_plan.h"
#include "hubs/plan_text.h"

/* ---- Text ------------------------------------------------------------------------------------ */

void ptl_grmm_plan_text(const grmm_painter *p, ptl_str text, const grmm_words *how)
{
    ptl_role halo;

    ptl_theme_halo(p->theme, how->role, &halo);
    ptl_pen_text(p->pen, &(ptl_plan_text){
                             .text   = text,
                             .x      = how->x,
                             .y      = how->y,
                             .size   = how->size,
                             .face   = how->face,
                             .anchor = how->anchor,
                             .color = how->on ? ptl_theme_sign(p->pen, p->theme, how->role, how->on)
                                              : p->color[how->role],
                             .halo  = how->halo ? p->color[halo] : PTL_PLAN_NONE });
}

ptl_plan_face ptl_grmm_plan_bold(ptl_plan_face face)
{
    return face == PTL_FACE_SANS    ? PTL_FACE_SANS_BOLD
           : face == PTL_FACE_SERIF ? PTL_FACE_SERIF_BOLD
                                    : face;
}

/* One line, its capitals centered on a point. */
static void centered(const grmm_painter *p, ptl_str text, float x, float y, grmm_words how)
{
    how.x      = x;
    how.y      = y + 0.365f * how.size;
    how.anchor = PTL_ANCHOR_MIDDLE;
    ptl_grmm_plan_text(p, text, &how);
}

/* ---- Notes ----------------------------------------------------------------------------------- */

static void draw_number(const grmm_painter *p, const ptl_grmm_note *note, float x, float y,
                        float side)
{
    char  number[8];
    int   size  = snprintf(number, sizeof number, "%u", (unsigned)note->index);
    float share = size < 2 ? 0.5f : size == 2 ? 0.42f : size == 3 ? 0.32f : 0.25f;

    ptl_pen_ellipse(p->pen, x, y, 0.36f * side, 0.36f * side);
    ptl_pen_fill(p->pen, p->color[PTL_ROLE_DISC + (note->color < 4 ? note->color : 0)]);
    centered(
        p, (ptl_str){ number, (size_t)size }, x, y,
        (grmm_words){ .size = share * side, .face = PTL_FACE_SANS_BOLD, .role = PTL_ROLE_NUMBER });
}

/* A triangle in a corner of a cell. */
static void draw_corner(const grmm_painter *p, float x, float y, float across, float down,
                        uint32_t color)
{
    ptl_pen_move(p->pen, x, y);
    ptl_pen_line(p->pen, x + across, y);
    ptl_pen_line(p->pen, x, y + down);
    ptl_pen_close(p->pen);
    ptl_pen_fill(p->pen, color);
}

/* What color a sign has in a cell. */
static uint32_t sign_at(const grmm_painter *p, ptl_role role, uint32_t row, uint32_t column)
{
    return ptl_theme_sign(p->pen, p->theme, role, grmm_plan_color(p, row, column));
}

void ptl_grmm_plan_mark(grmm_painter *p, const ptl_grmm_note *note, float x, float y, float side,
                        ptl_role role)
{
    unsigned on = role == PTL_ROLE_NOTE ? grmm_plan_color(p, note->row, note->column) : 0;
    float    width;

    switch (note->kind) {
    case PTL_GRMM_NUMBERED:
        draw_number(p, note, x, y, side);
        break;
    case PTL_GRMM_CUSTOM_ID:
        width = ptl_plan_text_width(note->id, PTL_FACE_SANS_BOLD, 0.5f * side);
        centered(
            p, note->id, x, y,
            (grmm_words){ .size = width > 0.9f * side ? 0.45f * side * side / width : 0.5f * side,
                          .face = PTL_FACE_SANS_BOLD,
                          .role = role,
                          .on   = on });
        break;
    case PTL_GRMM_ICON:
        ptl_grmm_plan_icon(p, note->icon, x, y, 0.6f * side, role, on);
        break;
    default:
        break;
    }
}

static bool is_here(const grmm_painter *p, const ptl_grmm_note *note)
{
    return note->row < p->level->rows && note->column < p->level->columns;
}

/* The i-th in reading order; NULL when a later one has its place, or when it has none. */
static const ptl_grmm_note *note_in_order(const grmm_painter *p, size_t i)
{
    const ptl_grmm_note *notes = p->level->notes.data, *note = &notes[p->order[i]], *next;

    if (i + 1 < p->level->notes.count) {
        next = &notes[p->order[i + 1]];
        if (next->row == note->row && next->column == note->column)
            return NULL;
    }
    return is_here(p, note) ? note : NULL;
}

void ptl_grmm_plan_notes(grmm_painter *p)
{
    const float leg = 0.28f * GRMM_CELL;

    for (size_t i = 0; i < p->level->notes.count && ptl_ok(p->job); i++) {
        const ptl_grmm_note *note = note_in_order(p, i);
        float                x, y;

        p->losses->notes += !note;
        if (!note || note->kind == PTL_GRMM_LABEL)
            continue;
        ptl_grmm_plan_take(p, note->row, note->column, 1);
        x = grmm_plan_x(p, (float)note->column);
        y = grmm_plan_y(p, (float)note->row);
        ptl_grmm_plan_mark(p, note, x + GRMM_CELL / 2, y + GRMM_CELL / 2, GRMM_CELL, PTL_ROLE_NOTE);
        if (note->kind != PTL_GRMM_NUMBERED) /* with or without a text, as in the editor */
            draw_corner(p, x + GRMM_CELL, y, -leg, leg,
                        sign_at(p, PTL_ROLE_COMMENT, note->row, note->column));
    }
}

/* ---- Labels ---------------------------------------------------------------------------------- */

/* The first line lies in its cell and the others below, unless they would leave the map. */
static float first_baseline(const grmm_painter *p, const ptl_grmm_note *note, float size, float all)
{
    float wanted = grmm_plan_y(p, (float)note->row + 0.5f) + 0.365f * size;
    float last   = grmm_plan_y(p, (float)p->view.bottom) - all + size;
    float top    = grmm_plan_y(p, (float)p->view.top) + 0.8f * size;

    return wanted <= last ? wanted : last > top ? last : top;
}

static void draw_label(const grmm_painter *p, const ptl_grmm_note *note)
{
    grmm_words     how   = { .size = GRMM_LABEL_SIZE,
                             .face = ptl_grmm_plan_bold(p->theme->text_face),
                             .role = PTL_ROLE_LABEL + (note->color < 4 ? note->color : 0),
                             .halo = true };
    float          right = grmm_plan_x(p, (float)p->view.right + 1);
    float          room, spacing = 1.2f * how.size;
    ptl_plan_lines lines;

    how.x = grmm_plan_x(p, (float)note->column + 0.22f);
    room  = right - how.x < 15 * GRMM_CELL ? right - how.x : 15 * GRMM_CELL;
    room  = room > 4 * GRMM_CELL ? room : 4 * GRMM_CELL;
    lines = ptl_plan_text_wrap(p->job, note->text, how.face, how.size, room);
    if (how.x + lines.width > right)
        how.x = right - lines.width;
    how.y = first_baseline(p, note, how.size, (float)lines.count * spacing);
    for (size_t i = 0; i < lines.count; i++, how.y += spacing) {
        ptl_grmm_plan_text(p, lines.data[i], &how);
        ptl_grmm_plan_take(p, (int64_t)((how.y - p->y) / GRMM_CELL),
                           (int64_t)((how.x - p->x) / GRMM_CELL),
                           (int64_t)(lines.width / GRMM_CELL) + 2);
    }
}

void ptl_grmm_plan_labels(const grmm_painter *p)
{
    for (size_t i = 0; i < p->level->notes.count && ptl_ok(p->job); i++) {
        const ptl_grmm_note *note = note_in_order(p, i);

        if (note && note->kind == PTL_GRMM_LABEL)
            draw_label(p, note);
    }
}

/* ---- Trail, links ---------------------------------------------------------------------------- */

void ptl_grmm_plan_trail(const grmm_painter *p)
{
    const float side = 0.24f * GRMM_CELL, inset = (GRMM_CELL - side) / 2;

    if (p->level->layer[PTL_GRMM_TRAIL].count == 0)
        return;
    for (uint32_t row = 0; row < p->level->rows && ptl_ok(p->job); row++)
        for (uint32_t column = 0; column < p->level->columns; column++)
            if (grmm_value(p->level, PTL_GRMM_TRAIL, grmm_index(p->level, row, column)))
                ptl_pen_rect(p->pen, grmm_plan_x(p, (float)column) + inset,
                             grmm_plan_y(p, (float)row) + inset, side, side);
    ptl_pen_fill(p->pen, p->color[PTL_ROLE_TRAIL]);
}

void ptl_grmm_plan_links(const grmm_painter *p)
{
    const float leg = 0.28f * GRMM_CELL;

    for (size_t i = 0; i < grmm_plan_link_count(p) && ptl_ok(p->job); i++) {
        const ptl_grmm_link *link       = grmm_plan_link(p, i);
        const uint16_t       ends[2][3] = { { link->from_level, link->from_row, link->from_column },
                                            { link->to_level, link->to_row, link->to_column } };

        if (ptl_grmm_kind_of_link(p->map, link) > PTL_GRMM_LINK_DOOR)
            continue;
        for (int k = 0; k < 2; k++)
            if (ends[k][0] == p->index)
                draw_corner(p, grmm_plan_x(p, (float)ends[k][2]),
                            grmm_plan_y(p, (float)ends[k][1] + 1), leg, -leg,
                            sign_at(p, PTL_ROLE_LINK, ends[k][1], ends[k][2]));
    }
}

/* ---- Regions --------------------------------------------------------------------------------- */

static uint32_t region_row(const grmm_painter *p, uint32_t row)
{
    bool from_south = ptl_grmm_coordinates_of(p->map, p->index)->origin == 1;

    return (from_south ? p->level->rows - 1 - row : row) / p->level->regions.rows;
}

static bool has_regions(const grmm_painter *p)
{
    const ptl_grmm_regions *regions = &p->level->regions;

    return regions->enabled && regions->rows > 0 && regions->columns > 0;
}

bool ptl_grmm_plan_is_border(const grmm_painter *p, bool upright, uint32_t line)
{
    if (!has_regions(p) || line == 0 || line >= (upright ? p->level->columns : p->level->rows))
        return false;
    if (upright)
        return line % p->level->regions.columns == 0;
    return region_row(p, line) != region_row(p, line - 1);
}

/* A border between regions, where no wall shows it: those are drawn in its color. */
static void draw_border(const grmm_painter *p, bool upright, uint32_t line)
{
    uint32_t       end   = upright ? p->view.bottom : p->view.right;
    ptl_grmm_layer layer = upright ? PTL_GRMM_WALL_WEST : PTL_GRMM_WALL_NORTH;

    for (uint32_t at = upright ? p->view.top : p->view.left; at < end && ptl_ok(p->job); at++) {
        uint32_t row = upright ? at : line, column = upright ? line : at;

        if (grmm_value(p->level, layer, grmm_index(p->level, row, column)) != PTL_GRMM_NO_WALL)
            continue;
        ptl_pen_move(p->pen, grmm_plan_x(p, (float)column), grmm_plan_y(p, (float)row));
        ptl_pen_line(p->pen, grmm_plan_x(p, (float)(column + !upright)),
                     grmm_plan_y(p, (float)(row + upright)));
    }
    ptl_pen_stroke(p->pen, p->color[PTL_ROLE_REGION_FAINT],
                   1.3f * p->theme->wall_width * GRMM_CELL);
}

/* Names the editor made up are not worth room on the map. */
static bool is_named(const ptl_grmm_region *region)
{
    static const char made_up[] = "Untitled Region";

    return region->name.size > 0 && !(region->name.size >= sizeof made_up - 1 &&
                                      memcmp(region->name.data, made_up, sizeof made_up - 1) == 0);
}

/* A row of the region where a text this many cells long covers nothing; else its first. */
static uint32_t free_row(const grmm_painter *p, uint32_t row, uint32_t column, uint32_t length)
{
    uint32_t of = region_row(p, row);

    for (uint32_t r = row; r < p->view.bottom && region_row(p, r) == of; r++) {
        uint32_t c = column;

        while (c < p->level->columns && c < column + length &&
               !p->busy[(size_t)r * p->level->columns + c])
            c++;
        if (c == column + length || c == p->level->columns)
            return r;
    }
    return row;
}

static void name_region(const grmm_painter *p, uint32_t row, uint32_t column)
{
    ptl_grmm_place         place  = { (uint16_t)p->index, (uint16_t)row, (uint16_t)column };
    const ptl_grmm_region *region = ptl_grmm_indexed_region(&p->regions, place);
    grmm_words             how    = { .x    = grmm_plan_x(p, (float)column + 0.2f),
                                      .size = 0.4f * GRMM_CELL,
                                      .face = ptl_grmm_plan_bold(p->theme->text_face),
                                      .role = PTL_ROLE_REGION,
                                      .halo = true };
    ptl_str                name;
    float                  width;

    if (!region || !is_named(region))
        return;
    width = (float)(p->level->regions.columns - column % p->level->regions.columns);
    name  = ptl_plan_text_fit(region->name, how.face, how.size, (width - 0.4f) * GRMM_CELL);
    width = ptl_plan_text_width(name, how.face, how.size) / GRMM_CELL + 0.2f;
    row   = free_row(p, row, column, (uint32_t)width + 1);
    how.y = grmm_plan_y(p, (float)row + 0.5f) + 0.365f * how.size;
    ptl_grmm_plan_text(p, name, &how);
}

void ptl_grmm_plan_regions(const grmm_painter *p)
{
    for (uint32_t r = p->view.top; r <= p->view.bottom && ptl_ok(p->job); r++)
        if (ptl_grmm_plan_is_border(p, false, r))
            draw_border(p, false, r);
    for (uint32_t c = p->view.left; c <= p->view.right && ptl_ok(p->job); c++)
        if (ptl_grmm_plan_is_border(p, true, c))
            draw_border(p, true, c);
}

/* Every region that is shown, at the first of its cells that are. */
void ptl_grmm_plan_region_names(const grmm_painter *p)
{
    const grmm_view *v = &p->view;

    for (uint32_t r = v->top; has_regions(p) && r < v->bottom && ptl_ok(p->job); r++)
        for (uint32_t c = v->left;
             c < v->right && (r == v->top || ptl_grmm_plan_is_border(p, false, r)); c++)
            if (c == v->left || ptl_grmm_plan_is_border(p, true, c))
                name_region(p, r, c);
}

/* ---- Coordinates ----------------------------------------------------------------------------- */

/* The two halves of a cell's name: column, then row. */
static ptl_str half_name(const grmm_painter *p, uint32_t row, uint32_t column, bool of_row,
                         char room[32])
{
    char *comma;

    ptl_grmm_cell_name(room, p->map,
                       (ptl_grmm_place){ (uint16_t)p->index, (uint16_t)row, (uint16_t)column });
    comma = strstr(room, ", ");
    if (!comma)
        return (ptl_str){ room, strlen(room) };
    return of_row ? (ptl_str){ comma + 2, strlen(comma + 2) }
                  : (ptl_str){ room, (size_t)(comma - room) };
}

#define NUMBER_SIZE (0.34f * GRMM_CELL)

/* How many columns share a number so that numbers do not touch. */
static uint32_t columns_apart(const grmm_painter *p)
{
    static const uint32_t steps[] = { 1, 2, 5, 10 };
    float                 widest  = 0;
    char                  room[32];

    for (uint32_t c = 0; c < p->level->columns; c++) {
        float width =
            ptl_plan_text_width(half_name(p, 0, c, false, room), PTL_FACE_SANS, NUMBER_SIZE);

        widest = width > widest ? width : widest;
    }
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (widest + 3 <= (float)steps[i] * GRMM_CELL)
            return steps[i];
    return 20;
}

void ptl_grmm_plan_coordinates(const grmm_painter *p)
{
    const grmm_view *v = &p->view;
    grmm_words how   = { .size = NUMBER_SIZE, .face = PTL_FACE_SANS, .role = PTL_ROLE_COORDINATE };
    uint32_t   apart = columns_apart(p);
    float      above = grmm_plan_y(p, (float)v->top - 1.1f),
          below      = grmm_plan_y(p, (float)v->bottom + 1.1f);
    float left       = grmm_plan_x(p, (float)v->left - 1.1f),
          right      = grmm_plan_x(p, (float)v->right + 1.1f);
    char room[32];

    for (uint32_t c = (v->left + apart - 1) / apart * apart; c < v->right && ptl_ok(p->job);
         c += apart) {
        ptl_str name = half_name(p, 0, c, false, room);

        centered(p, name, grmm_plan_x(p, (float)c + 0.5f), above, how);
        centered(p, name, grmm_plan_x(p, (float)c + 0.5f), below, how);
    }
    for (uint32_t r = v->top; r < v->bottom && ptl_ok(p->job); r++) {
        ptl_str name = half_name(p, r, 0, true, room);

        centered(p, name, left, grmm_plan_y(p, (float)r + 0.5f), how);
        centered(p, name, right, grmm_plan_y(p, (float)r + 0.5f), how);
    }
}
