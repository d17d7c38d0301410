/* SPDX-License-Identifier: MIT */
/* What the files that draw the plan of a terrain share. */
#ifndef PTL_FORMATS_PFMAP_PLAN_H
#define PTL_FORMATS_PFMAP_PLAN_H

#include "formats/pfmap/pfmap_private.h"
#include "hubs/plan_chart.h"

/* Levels of height change at whole numbers; lines of equal height run in between. */
#define PFMAP_SHORE                                                                                \
    ((float)PTL_PFMAP_WATER / PTL_PFMAP_LEVEL) /* levels: where the water begins                   \
                                                */

enum { PFMAP_INDEX = 4 }; /* every so many contour lines one is heavier */

typedef struct pfmap_sheet {
    ptl_job         *job;
    const ptl_pfmap *map;
    ptl_chart        chart;
    int              low, high;            /* levels of the lowest and the highest corner    */
    uint32_t        *materials;            /* their colors                                  */
    size_t          *used;                 /* halves of tiles that show each material        */
    bool             steep, ramps, cliffs; /* whether there are any, for the legend          */
    ptl_access       reach;                /* where that is asked for                        */
} pfmap_sheet;

/* The place of a corner of a tile. */
ptl_chart_point ptl_pfmap_corner_on(const pfmap_sheet *s, uint32_t row, uint32_t col, int corner);

/* ---- Pieces: cells merged into rectangles, and halves of tiles ------------------------------- */

typedef struct pfmap_piece {
    ptl_chart_rect    rect;
    const pfmap_half *half; /* of the tile there; NULL: all of it */
} pfmap_piece;

typedef struct pfmap_pieces {
    pfmap_piece *data;
    size_t       count, room;
} pfmap_pieces;

void ptl_pfmap_add_piece(pfmap_sheet *s, pfmap_pieces *pieces, const pfmap_piece *piece);

/* Adds rectangles that cover all cells whose class is not 0; the cells are used up by it. */
void ptl_pfmap_add_cells(pfmap_sheet *s, pfmap_pieces *pieces, uint16_t *cells, uint32_t across,
                         uint32_t down);

/* Fills all pieces, one path for each class, in their order; `side` is that of a cell. */
void ptl_pfmap_fill_pieces(pfmap_sheet *s, const pfmap_pieces *pieces, float side,
                           uint32_t (*color)(pfmap_sheet *s, uint32_t class));

/* ---- The parts of the drawing, in the order they are laid over one another ------------------- */

/* pfmap_plan_ground.c */
void ptl_pfmap_draw_ground(pfmap_sheet *s, const ptl_files *files);
void ptl_pfmap_draw_relief(pfmap_sheet *s);
void ptl_pfmap_draw_water(pfmap_sheet *s);
void ptl_pfmap_draw_passability(pfmap_sheet *s);
void ptl_pfmap_draw_reach(pfmap_sheet *s);

/* pfmap_plan_lines.c */
void ptl_pfmap_draw_contours(pfmap_sheet *s);
void ptl_pfmap_draw_slopes(pfmap_sheet *s);
void ptl_pfmap_draw_cliffs(pfmap_sheet *s);

/* pfmap_plan_legend.c */
float ptl_pfmap_legend_height(const pfmap_sheet *s);
void  ptl_pfmap_draw_legend(pfmap_sheet *s);

/* Colors that drawing and legend share. */
uint32_t ptl_pfmap_color_water(pfmap_sheet *s, unsigned depth); /* 0 to 2 */
uint32_t ptl_pfmap_color_pass(pfmap_sheet *s, unsigned kind);   /* bit 0 ground, bit 1 water */
uint32_t ptl_pfmap_color_contour(pfmap_sheet *s);
uint32_t ptl_pfmap_color_shore(pfmap_sheet *s);
uint32_t ptl_pfmap_color_cliff(pfmap_sheet *s);
uint32_t ptl_pfmap_color_slope(pfmap_sheet *s);

#endif
