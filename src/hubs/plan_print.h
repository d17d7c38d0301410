/* SPDX-License-Identifier: MIT */
/* Plans on sheets of paper: fitted to one each, or in a true scale and cut up over several. */
#ifndef PTL_HUBS_PLAN_PRINT_H
#define PTL_HUBS_PLAN_PRINT_H

#include "hubs/paper.h"
#include "hubs/plan.h"

typedef struct ptl_print {
    ptl_paper paper;
    float     margin;  /* that nothing but marks is printed on                           */
    float     overlap; /* what a sheet shows of the next, to the right and below         */
    float     cell;    /* side of a cell on paper; 0: every page is fitted to a sheet    */
    ptl_str   said;    /* that side in the words it was asked for in, for people to read */
} ptl_print;

enum { PTL_PRINT_SHEETS = 5000 }; /* at most, of a plan */

/* Every page becomes one sheet or several. With `cell`, a page that is too large is cut between
 * cells: first comes a sheet that shows all of it and how the others go together, then they do,
 * with marks where to cut and the names of their neighbors ("B3" is the second across and the third
 * down). Fails the job where a page has no cells, where a cell is larger than a sheet, and where
 * there would be too many sheets. */
void ptl_plan_print(ptl_job *job, ptl_plan *plan, const ptl_print *how);

#endif
