/* SPDX-License-Identifier: MIT */
/* Parts of maps that cannot be reached, in words and in colors. */
#include <stdio.h>
#include <string.h>

#include "hubs/access.h"
#include "hubs/plan_pages.h"

#define LAYER "reach"

/* ---- Words ------------------------------------------------------------------------------------
 */

const char *ptl_access_part_text(char out[PTL_ACCESS_TEXT], const ptl_access_part *part,
                                 const char *one, const char *many)
{
    if (part->cells == 1)
        snprintf(out, PTL_ACCESS_TEXT, "%s %lu, %lu", one, (unsigned long)part->column,
                 (unsigned long)part->row);
    else
        snprintf(out, PTL_ACCESS_TEXT, "%lu %s, %lu, %lu to %lu, %lu", (unsigned long)part->cells,
                 many, (unsigned long)part->left, (unsigned long)part->top,
                 (unsigned long)part->right, (unsigned long)part->bottom);
    return out;
}

/* ---- Colors -----------------------------------------------------------------------------------
 */

static const struct look {
    const char *name, *text;
    uint32_t    rgba;
} looks[PTL_ACCESS_STATES] = {
    [PTL_ACCESS_KEYED]  = { "reached with a key", "with a key", 0xE6B80099u },
    [PTL_ACCESS_APART]  = { "reached by no way", "no way there", 0xC62828A6u },
    [PTL_ACCESS_CLOSED] = { "reached from nowhere", "no way in", 0x7B1FA2A6u },
    [PTL_ACCESS_TRAP]   = { "trap", "no way back", 0xEF6C00B3u },
};

static uint32_t color_of(ptl_pen *pen, unsigned state)
{
    return ptl_pen_color(pen, looks[state].name, looks[state].rgba);
}

bool ptl_access_layer(ptl_pen *pen)
{
    ptl_pen_hidden_layer(pen, LAYER);
    return ptl_ok(pen->job) && ptl_plan_asks_layer(pen->job, LAYER);
}

static void draw_state(ptl_pen *pen, const ptl_access *r, const ptl_access_frame *f, unsigned state,
                       uint16_t *cells)
{
    const ptl_access_level *l     = &r->levels[f->level];
    uint32_t                count = l->rows * l->columns;
    ptl_chart_rect          rect;
    size_t                  at = 0;

    for (uint32_t i = 0; i < count; i++)
        cells[i] = r->state[l->first + i] == state;
    while (ptl_chart_rect_next(cells, l->columns, l->rows, &at, &rect))
        ptl_pen_rect(pen, f->x + (float)rect.x * f->cell, f->y + (float)rect.y * f->cell,
                     (float)rect.width * f->cell, (float)rect.height * f->cell);
    ptl_pen_fill(pen, color_of(pen, state));
}

void ptl_access_draw(ptl_pen *pen, const ptl_access *r, const ptl_access_frame *frame)
{
    const ptl_access_level *l = &r->levels[frame->level];
    uint16_t *cells = ptl_arena_array(pen->job, (uint64_t)l->rows * l->columns, sizeof *cells);

    for (unsigned state = PTL_ACCESS_KEYED; cells && state < PTL_ACCESS_STATES; state++)
        draw_state(pen, r, frame, state, cells);
}

/* ---- The legend -------------------------------------------------------------------------------
 */

void ptl_access_legend(ptl_chart *chart, const ptl_access *r)
{
    uint32_t cells[PTL_ACCESS_STATES] = { 0 };
    char     text[64];

    if (!ptl_access_layer(&chart->pen) || !r->state)
        return;
    for (uint32_t i = 0; i < r->cells; i++)
        cells[r->state[i]]++;
    ptl_chart_heading(chart, "Reach");
    for (unsigned state = PTL_ACCESS_KEYED; state < PTL_ACCESS_STATES; state++) {
        if (cells[state] == 0)
            continue;
        ptl_chart_swatch(chart, color_of(&chart->pen, state));
        snprintf(text, sizeof text, "%s (%lu)", looks[state].text, (unsigned long)cells[state]);
        ptl_chart_label(chart, (ptl_str){ text, strlen(text) });
    }
    snprintf(text, sizeof text, "%lu cells within reach", (unsigned long)cells[PTL_ACCESS_HOME]);
    ptl_chart_label(chart, (ptl_str){ text, strlen(text) });
    ptl_chart_skip(chart);
}

float ptl_access_legend_height(const ptl_job *job)
{
    return ptl_plan_asks_layer(job, LAYER)
               ? (float)((1 + PTL_ACCESS_STATES) * PTL_CHART_ROW + PTL_CHART_GAP)
               : 0;
}
