/* SPDX-License-Identifier: MIT */
/* The plan of a terrain, what its surfaces are made of. All of one colour is one path, so that no
 * seams show between its tiles, and tiles are merged into rectangles where they can be. */
#include <string.h>

#include "formats/pfmap/pfmap_plan.h"

static bool row_is(const uint16_t *cells, uint32_t width, uint16_t class)
{
    for (uint32_t i = 0; i < width; i++)
        if (cells[i] != class)
            return false;
    return true;
}

/* The longest row to the right of a cell, then as many like it below; its cells are cleared. */
static pfmap_piece take_rect(uint16_t *cells, uint32_t across, uint32_t down, uint32_t x,
                             uint32_t y)
{
    uint16_t   *first = cells + (size_t)y * across + x, class = *first;
    pfmap_piece rect = { .x = x, .y = y, .width = 1, .height = 1, .class = class };

    while (x + rect.width < across && first[rect.width] == class)
        rect.width++;
    while (y + rect.height < down &&
           row_is(first + (size_t)rect.height * across, rect.width, class))
        rect.height++;
    for (uint32_t i = 0; i < rect.height; i++)
        memset(first + (size_t)i * across, 0, rect.width * sizeof *first);
    return rect;
}

void pfmap_add_piece(pfmap_sheet *s, pfmap_pieces *pieces, const pfmap_piece *piece)
{
    pieces->data =
        ptl_arena_grow(s->job, pieces->data, pieces->count, 1, &pieces->room, sizeof *pieces->data);
    if (pieces->data)
        pieces->data[pieces->count++] = *piece;
    else
        pieces->count = 0;
}

void pfmap_add_cells(pfmap_sheet *s, pfmap_pieces *pieces, uint16_t *cells, uint32_t across,
                     uint32_t down)
{
    for (uint32_t y = 0; y < down && ptl_ok(s->job); y++)
        for (uint32_t x = 0; x < across; x++)
            if (cells[(size_t)y * across + x] != 0) {
                pfmap_piece rect = take_rect(cells, across, down, x, y);

                pfmap_add_piece(s, pieces, &rect);
            }
}

/* By class, else in the order they were found: counting gives each its place. */
static pfmap_piece *sorted(ptl_job *job, const pfmap_pieces *from)
{
    pfmap_piece *out  = ptl_arena_array(job, from->count, sizeof *out);
    uint32_t     most = 0;
    size_t      *place;

    for (size_t i = 0; i < from->count; i++)
        most = from->data[i].class > most ? from->data[i].class : most;
    place = ptl_arena_array(job, (uint64_t)most + 2, sizeof *place);
    if (!out || !place)
        return NULL;
    for (size_t i = 0; i < from->count; i++)
        place[from->data[i].class + 1]++;
    for (size_t i = 1; i <= most; i++)
        place[i] += place[i - 1];
    for (size_t i = 0; i < from->count; i++)
        out[place[from->data[i].class]++] = from->data[i];
    return out;
}

static void trace_piece(pfmap_sheet *s, const pfmap_piece *piece, float side)
{
    pfmap_point p[3];

    if (!piece->half) {
        ptl_pen_rect(&s->pen, s->x + (float)piece->x * side, s->y + (float)piece->y * side,
                     (float)piece->width * side, (float)piece->height * side);
        return;
    }
    for (int i = 0; i < 3; i++)
        p[i] = pfmap_corner_on(s, piece->y, piece->x, piece->half->corner[i]);
    pfmap_trace(s, p, 3);
}

void pfmap_fill_pieces(pfmap_sheet *s, const pfmap_pieces *pieces, float side,
                       uint32_t (*color)(pfmap_sheet *s, uint32_t class))
{
    const pfmap_piece *list = pieces->count > 0 ? sorted(s->job, pieces) : NULL;

    for (size_t i = 0; list && i < pieces->count && ptl_ok(s->job); i++) {
        trace_piece(s, &list[i], side);
        if (i + 1 == pieces->count || list[i + 1].class != list[i].class)
            ptl_pen_fill(&s->pen, color(s, list[i].class));
    }
}
