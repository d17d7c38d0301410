/* SPDX-License-Identifier: MIT */
/* Work on plans that are drawn: choosing pages and layers, cutting, scaling, laying pages out on a
 * sheet. Every export over plans does it the same way. */
#ifndef PTL_HUBS_PLAN_PAGES_H
#define PTL_HUBS_PLAN_PAGES_H

#include "hubs/plan.h"

/* Keeps one page by its number, from 1; or those of this very name; or those with the text in their
 * name, ignoring case; or those of a list of such words with commas between. False, and nothing
 * changes, when there is none, or a word of the list means none. */
bool ptl_plan_pick_pages(ptl_plan *plan, ptl_str which);

/* Fails the job for such a choice; `what` the pages are to the reader, such as "levels". */
void ptl_plan_refuse_pages(ptl_job *job, const ptl_plan *plan, ptl_str which, const char *what);

/* Keeps the layers of a comma-separated list. "-name" leaves out one that is usually drawn, "+name"
 * adds one that is not. False when no page has a layer of that name; *unknown is that name. NULL
 * for the list takes hidden layers out. */
bool ptl_plan_pick_layers(ptl_job *job, ptl_plan *plan, const ptl_str *list, ptl_str *unknown);

/* Whether the job's setting "layers" asks for a layer that is usually drawn, or does not say.
 * Formats that leave room for one can keep it. */
bool ptl_plan_wants_layer(const ptl_job *job, const char *name);

/* The same of one that is not drawn unless it is asked for. */
bool ptl_plan_asks_layer(const ptl_job *job, const char *name);

/* Cuts pages down to a box: in cells, counted from the upper left one, on pages that have cells; in
 * units on others. False when nothing of a page is left. */
bool ptl_plan_crop(ptl_plan *plan, const ptl_plan_box *box);

/* The room that an item takes, at most. */
typedef struct ptl_extent {
    float left, top, right, bottom;
} ptl_extent;

ptl_extent ptl_plan_extent(const ptl_plan *plan, const ptl_plan_item *item);

void ptl_plan_scale(ptl_plan *plan, float factor);

/* Lays all pages out on one, row by row in their order. */
void ptl_plan_sheet(ptl_job *job, ptl_plan *plan);

/* Gives all pages another color behind everything; with alpha 0, none. */
void ptl_plan_paper(ptl_job *job, ptl_plan *plan, uint32_t rgba);

#endif
