/* SPDX-License-Identifier: MIT */
/* The plan of a terrain, what its surfaces are made of. All of one color is one path, so that no
 * seams show between its tiles, and tiles are merged into rectangles where they can be. */
#include "formats/pfmap/pfmap_plan.h"

void ptl_pfmap_add_piece(pfmap_sheet *s, pfmap_pieces *pieces, const pfmap_piece *piece)
{
    pieces->data =
        ptl_arena_grow(s->job, pieces->data, pieces->count, 1, &pieces->room, sizeof *pieces->data);
    if (pieces->data)
        pieces->data[pieces->count++] = *piece;
    else
        pieces->count = 0;
}

void ptl_pfmap_add_cells(pfmap_sheet *s, pfmap_pieces *pieces, uint16_t *cells, uint32_t across,
                         uint32_t down)
{
    pfmap_piece piece = { .half = NULL };
    size_t      at    = 0;

    while (ptl_ok(s->job) && ptl_chart_rect_next(cells, across, down, &at, &piece.rect))
        ptl_pfmap_add_piece(s, pieces, &piece);
}

/* By class, else in the order they were found: counting gives each its place. */
static pfmap_piece *sorted(ptl_job *job, const pfmap_pieces *from)
{
    pfmap_piece *out  = ptl_arena_array(job, from->count, sizeof *out);
    uint32_t     most = 0;
    size_t      *place;

    for (size_t i = 0; i < from->count; i++)
        most = from->data[i].rect.class > most ? from->data[i].rect.class : most;
    place = ptl_arena_array(job, (uint64_t)most + 2, sizeof *place);
    if (!out || !place)
        return NULL;
    for (size_t i = 0; i < from->count; i++)
        place[from->data[i].rect.class + 1]++;
    for (size_t i = 1; i <= most; i++)
        place[i] += place[i - 1];
    for (size_t i = 0; i < from->count; i++)
        out[place[from->data[i].rect.class]++] = from->data[i];
    return out;
}

static void trace_piece(pfmap_sheet *s, const pfmap_piece *piece, float side)
{
    const ptl_chart_rect *r = &piece->rect;
    ptl_chart_point       p[3];

    if (!piece->half) {
        ptl_pen_rect(&s->chart.pen, s->chart.x + (float)r->x * side,
                     s->chart.y + (float)r->y * side, (float)r->width * side,
                     (float)r->height * side);
        return;
    }
    for (int i = 0; i < 3; i++)
        p[i] = ptl_pfmap_corner_on(s, r->y, r->x, piece->half->corner[i]);
    ptl_chart_polygon(&s->chart, p, 3);
}

void ptl_pfmap_fill_pieces(pfmap_sheet *s, const pfmap_pieces *pieces, float side,
                           uint32_t (*color)(pfmap_sheet *s, uint32_t class))
{
    const pfmap_piece *list = pieces->count > 0 ? sorted(s->job, pieces) : NULL;

    for (size_t i = 0; list && i < pieces->count && ptl_ok(s->job); i++) {
        trace_piece(s, &list[i], side);
        if (i + 1 == pieces->count || list[i + 1].rect.class != list[i].rect.class)
            ptl_pen_fill(&s->chart.pen, color(s, list[i].rect.class));
    }
}
