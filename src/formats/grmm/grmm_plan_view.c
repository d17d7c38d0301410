/* SPDX-License-Identifier: MIT */
/* How much of a level is shown: what has something in it, or all. */
#include "formats/grmm/grmm_plan.h"
#include "hubs/plan_text.h"

static void reach(grmm_view *view, uint32_t row, uint32_t column)
{
    view->top    = row < view->top ? row : view->top;
    view->left   = column < view->left ? column : view->left;
    view->bottom = row >= view->bottom ? row + 1 : view->bottom;
    view->right  = column >= view->right ? column + 1 : view->right;
}

static void reach_layer(const grmm_painter *p, grmm_view *view, ptl_grmm_layer layer)
{
    for (uint32_t row = 0; p->level->layer[layer].count > 0 && row < p->level->rows; row++)
        for (uint32_t column = 0; column < p->level->columns; column++)
            if (grmm_value(p->level, layer, grmm_index(p->level, row, column)) > 0)
                reach(view, row, column);
}

/* Walls of floors are shown with them; others show both of their cells. */
static void reach_walls(const grmm_painter *p, grmm_view *view, bool upright)
{
    ptl_grmm_layer layer = upright ? PTL_GRMM_WALL_WEST : PTL_GRMM_WALL_NORTH;

    for (uint32_t row = 0; p->level->layer[layer].count > 0 && row < p->level->rows + !upright;
         row++)
        for (uint32_t column = 0; column < p->level->columns + upright; column++) {
            uint32_t north = row - (!upright && row > 0), west = column - (upright && column > 0);

            if (grmm_value(p->level, layer, grmm_index(p->level, row, column)) == 0 ||
                ptl_grmm_plan_is_floor(p, row, column) || ptl_grmm_plan_is_floor(p, north, west))
                continue;
            reach(view, north, west);
            reach(view, row < p->level->rows ? row : north,
                  column < p->level->columns ? column : west);
        }
}

/* A note has its cell, a label as many as its text covers. */
static void reach_note(const grmm_painter *p, grmm_view *view, const ptl_grmm_note *note)
{
    float          rest = (float)(p->level->columns - note->column);
    ptl_plan_lines lines;
    uint32_t       across, down;

    reach(view, note->row, note->column);
    if (note->kind != PTL_GRMM_LABEL)
        return;
    lines  = ptl_plan_text_wrap(p->job, note->text, ptl_grmm_plan_bold(p->theme->text_face),
                                GRMM_LABEL_SIZE, (rest < 15 ? rest : 15) * GRMM_CELL);
    across = (uint32_t)(lines.width / GRMM_CELL) + 1;
    down   = (uint32_t)((float)lines.count * 1.2f * GRMM_LABEL_SIZE / GRMM_CELL);
    across += note->column;
    down += note->row;
    reach(view, down < p->level->rows ? down : p->level->rows - 1,
          across < p->level->columns ? across : p->level->columns - 1);
}

grmm_view ptl_grmm_plan_view(const grmm_painter *p)
{
    grmm_view all  = { 0, 0, p->level->rows, p->level->columns };
    grmm_view view = { UINT32_MAX, UINT32_MAX, 0, 0 };

    if (ptl_setting_of(p->job, "no-trim") || ptl_setting_of(p->job, "crop"))
        return all; /* who cuts by cells may want any of them */
    reach_layer(p, &view, PTL_GRMM_FLOOR);
    reach_layer(p, &view, PTL_GRMM_TRAIL);
    reach_walls(p, &view, false);
    reach_walls(p, &view, true);
    for (size_t i = 0; i < p->level->notes.count && ptl_ok(p->job); i++) {
        const ptl_grmm_note *note = &p->level->notes.data[i];

        if (note->row < p->level->rows && note->column < p->level->columns)
            reach_note(p, &view, note);
    }
    return view.bottom > 0 ? view : all;
}
