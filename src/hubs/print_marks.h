/* SPDX-License-Identifier: MIT */
/* What is printed beside a plan for the one who puts its sheets together. */
#ifndef PTL_HUBS_PRINT_MARKS_H
#define PTL_HUBS_PRINT_MARKS_H

#include "hubs/plan_print.h"

/* How a page is cut: lines in units of the page, one more than there are sheets between them. */
typedef struct ptl_cuts {
    float *across, *down;
    size_t columns, rows;
    bool  *used;  /* row by row: sheets that show something; others are left out */
    size_t count; /* of these */
} ptl_cuts;

/* The name of a sheet: "B3" is the second across and the third down. */
typedef struct ptl_sheet_name {
    char text[32];
} ptl_sheet_name;

ptl_sheet_name ptl_sheet_named(size_t column, size_t row);

/* One sheet of those that a page was cut into. */
typedef struct ptl_sheet {
    const ptl_print *how;
    ptl_paper        paper; /* as it lies */
    const ptl_cuts  *cuts;
    ptl_str          name; /* of the page */
    size_t           column, row, number;
    ptl_plan_box     shown;         /* on the sheet, with what is shown of others */
    float            right, bottom; /* where these begin */
} ptl_sheet;

/* Marks where to cut, names of the neighbors, which sheet it is. */
void ptl_print_sheet_marks(ptl_pen *pen, const ptl_sheet *sheet);

/* On the sheet that shows all: where the others are, and how they are to be printed; `zoom`, x and
 * y say where the page is on it. */
void ptl_print_overview(ptl_pen *pen, const ptl_sheet *sheet, float zoom, float x, float y);

/* Room of the lines below an overview. */
#define PTL_OVERVIEW_FOOT (float)(16 * PTL_MILLIMETER)

#endif
