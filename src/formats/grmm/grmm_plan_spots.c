/* SPDX-License-Identifier: MIT */
/* What can be pointed at and clicked on a drawn level: notes say their texts and lead to the
 * legend, ends of links lead to each other. */
#include <string.h>

#include "formats/grmm/grmm_plan.h"
#include "hubs/plan_pages.h"

static ptl_plan_box cell_box(const grmm_painter *p, uint32_t row, uint32_t column)
{
    return (ptl_plan_box){ grmm_plan_x(p, (float)column), grmm_plan_y(p, (float)row), GRMM_CELL,
                           GRMM_CELL };
}

/* ---- Notes ----------------------------------------------------------------------------------- */

static bool is_shown(const grmm_painter *p, const ptl_grmm_note *note)
{
    return note->kind != PTL_GRMM_LABEL && note->text.size > 0 && note->row < p->level->rows &&
           note->column < p->level->columns;
}

static void put_notes(const grmm_painter *p)
{
    for (uint32_t i = 0; i < p->level->notes.count && ptl_ok(p->job); i++) {
        const ptl_grmm_note *note = &p->level->notes.data[i];

        if (is_shown(p, note))
            ptl_pen_spot(p->pen, &(ptl_plan_spot){ .box  = cell_box(p, note->row, note->column),
                                                   .text = note->text,
                                                   .id   = grmm_spot_of_note(p, i, false),
                                                   .to   = grmm_spot_of_note(p, i, true) });
    }
}

/* ---- Links ----------------------------------------------------------------------------------- */

/* The text of the note in a cell, the last one; nothing when there is none. `order` has the notes
 * row by row, NULL where they are not wanted. */
static ptl_str note_in(const grmm_painter *p, const uint32_t *order, uint32_t row, uint32_t column)
{
    const ptl_grmm_note *notes = p->level->notes.data;
    size_t               low = 0, high = order ? p->level->notes.count : 0;

    while (low < high) { /* behind the last that is not farther on */
        size_t               middle = (low + high) / 2;
        const ptl_grmm_note *note   = &notes[order[middle]];

        if (note->row < row || (note->row == row && note->column <= column))
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || notes[order[low - 1]].row != row || notes[order[low - 1]].column != column ||
        !is_shown(p, &notes[order[low - 1]]))
        return (ptl_str){ "", 0 };
    return notes[order[low - 1]].text;
}

/* A link hides the note of its cell from the pointer, so it says that, too. */
static ptl_str text_of(const grmm_painter *p, ptl_str note, const ptl_grmm_link *link, bool outward)
{
    char   words[GRMM_LINK_TEXT];
    size_t size;
    char  *text;

    ptl_grmm_link_text(words, p, link, outward, false);
    size = strlen(words);
    text = ptl_arena_raw(p->job, note.size + 1 + size);
    if (!text)
        return (ptl_str){ "", 0 };
    if (note.size > 0) {
        memcpy(text, note.data, note.size);
        text[note.size++] = '\n';
    }
    memcpy(text + note.size, words, size);
    return (ptl_str){ text, note.size + size };
}

static void put_end(const grmm_painter *p, size_t number, bool to, const uint32_t *order)
{
    const ptl_grmm_link *link   = &p->map->links.data[number];
    uint32_t             row    = to ? link->to_row : link->from_row;
    uint32_t             column = to ? link->to_column : link->from_column;
    ptl_str              note   = note_in(p, order, row, column);

    ptl_pen_spot(p->pen, &(ptl_plan_spot){ .box  = cell_box(p, row, column),
                                           .text = text_of(p, note, link, !to),
                                           .id   = grmm_spot_of_link(number, to),
                                           .to   = grmm_spot_of_link(number, !to) });
}

static void put_links(const grmm_painter *p, const uint32_t *order)
{
    for (size_t i = 0; i < grmm_plan_link_count(p) && ptl_ok(p->job); i++) {
        const ptl_grmm_link *link   = grmm_plan_link(p, i);
        size_t               number = (size_t)(link - p->map->links.data);

        if (ptl_grmm_kind_of_link(p->map, link) > PTL_GRMM_LINK_DOOR)
            continue;
        if (link->from_level == p->index)
            put_end(p, number, false, order);
        if (link->to_level == p->index)
            put_end(p, number, true, order);
    }
}

void ptl_grmm_plan_spots(const grmm_painter *p)
{
    bool      notes = ptl_plan_wants_layer(p->job, "notes");
    uint32_t *order = NULL;

    if (notes)
        put_notes(p);
    if (grmm_plan_link_count(p) == 0 || !ptl_plan_wants_layer(p->job, "links"))
        return;
    if (notes)
        order = ptl_arena_array(p->job, p->level->notes.count, sizeof *order);
    if (order)
        ptl_grmm_reading_order(order, p->level);
    put_links(p, order);
}
