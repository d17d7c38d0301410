/* SPDX-License-Identifier: MIT */
/* Charts: what plans of grounds have in common. A map of square cells in a frame with numbers, a
 * title above it, and beside it a legend with scale and north. */
#ifndef PTL_HUBS_PLAN_CHART_H
#define PTL_HUBS_PLAN_CHART_H

#include "hubs/plan.h"

typedef struct ptl_chart {
    ptl_pen  pen;
    uint32_t across, down;       /* cells                                         */
    float    cell;               /* units of one                                  */
    float    x, y;               /* of the map's upper left corner on the page    */
    float    legend_x, legend_y; /* where the next entry of the legend goes       */
    uint32_t ink;
} ptl_chart;

/* Begins a page for a map of so many cells; `legend` is how high the legend will be, at most. Large
 * maps get smaller cells, so that every page can be drawn. */
ptl_chart ptl_chart_begin(ptl_job *job, ptl_plan *plan, uint32_t across, uint32_t down,
                          float legend);

/* Layers "grid" (a line every so many cells), "frame" and "title". */
void ptl_chart_grid(ptl_chart *chart, uint32_t step);
void ptl_chart_frame(ptl_chart *chart);
void ptl_chart_title(ptl_chart *chart, const char *title, const char *below);

/* ---- The legend, from the top down ----------------------------------------------------------- */

enum { PTL_CHART_ROW = 20, PTL_CHART_GAP = 14, PTL_CHART_SCALE = 60 }; /* heights */

/* Begins the layer "legend" with north and scale; `of_cells` is a text about so many cells. */
uint32_t ptl_chart_scale_cells(const ptl_chart *chart);
void     ptl_chart_scale(ptl_chart *chart, const char *of_cells);

void ptl_chart_heading(ptl_chart *chart, const char *text);

/* The box of the next entry's sample; and that box filled with a color. */
ptl_plan_box ptl_chart_sample(const ptl_chart *chart);
void         ptl_chart_swatch(ptl_chart *chart, uint32_t color);

/* The text beside the sample, cut where it is too long; then the next entry begins. */
void ptl_chart_label(ptl_chart *chart, ptl_str text);
void ptl_chart_skip(ptl_chart *chart); /* the gap before a heading */

/* ---- Areas ----------------------------------------------------------------------------------- */

typedef struct ptl_chart_rect {
    uint32_t x, y, width, height; /* in cells */
    uint16_t class;
} ptl_chart_rect;

/* Finds rectangles that cover all cells whose class is not 0, one after another: the longest row,
 * and as many like it below. Cells that were covered are cleared; `at` begins at 0. False when
 * there are no more. */
bool ptl_chart_rect_next(uint16_t *cells, uint32_t across, uint32_t down, size_t *at,
                         ptl_chart_rect *out);

/* Adds a polygon to the path that is being drawn. */
typedef struct ptl_chart_point {
    float x, y;
} ptl_chart_point;

void ptl_chart_polygon(ptl_chart *chart, const ptl_chart_point *points, size_t count);

#endif
