/* SPDX-License-Identifier: MIT */
/* Drawing plans: the pen that formats draw with, and what exports may rely on: every number is
 * finite, every color, image and range is there, text is clean UTF-8, every path begins with a
 * move. */
#ifndef PTL_HUBS_PLAN_H
#define PTL_HUBS_PLAN_H

#include <portolan/plan.h>

#include "core/arena.h"
#include "hubs/names.h"

/* Draws on the last layer of the last page. After the job has failed nothing more is drawn. */
typedef struct ptl_pen {
    ptl_job  *job;
    ptl_plan *plan;
    size_t    palette_room, page_room, layer_room, item_room, verb_room, point_room, image_room;
    size_t    verb, point; /* where the path that is being drawn begins */
    bool      broken;      /* it has a point that is nowhere: it is left out */
    ptl_names colors;      /* the palette by its names */
    size_t    named;       /* so many of it are there  */
} ptl_pen;

ptl_pen ptl_pen_of(ptl_job *job, ptl_plan *plan);

/* A color of the palette by its name; 0xRRGGBBAA. The same name gives the same color again. */
uint32_t ptl_pen_color(ptl_pen *pen, const char *name, uint32_t rgba);

/* The same, made the mean of an image (or none) once that is loaded. */
uint32_t ptl_pen_color_of(ptl_pen *pen, const char *name, uint32_t rgba, uint32_t image);

/* An image that comes from a companion file; its number, or PTL_PLAN_NONE. */
uint32_t ptl_pen_image(ptl_pen *pen, const ptl_companion *file, bool first_is_clear);

void ptl_pen_page(ptl_pen *pen, ptl_str name, float width, float height, uint32_t paper);
void ptl_pen_layer(ptl_pen *pen, const char *name);
void ptl_pen_hidden_layer(ptl_pen *pen, const char *name); /* one that must be asked for */

/* Says where the cells of the page's map lie, so that parts of it can be asked for by cells. */
void ptl_pen_cells(ptl_pen *pen, float x, float y, float width, float height);

/* Says which part of the page is the map: the rest is not cut up when it is printed on many. */
void ptl_pen_map(ptl_pen *pen, const ptl_plan_box *map);

/* ---- Paths: any number of these, then ptl_pen_draw ------------------------------------------- */

void ptl_pen_move(ptl_pen *pen, float x, float y);
void ptl_pen_line(ptl_pen *pen, float x, float y);
void ptl_pen_curve(ptl_pen *pen, const float handles_and_end[6]);
void ptl_pen_close(ptl_pen *pen);
void ptl_pen_rect(ptl_pen *pen, float x, float y, float width, float height);
void ptl_pen_ellipse(ptl_pen *pen, float x, float y, float radius_x, float radius_y);

/* How a path looks; its place in the pools is filled in. */
void ptl_pen_draw(ptl_pen *pen, const ptl_plan_path *look);

/* The usual looks in one word. */
void ptl_pen_fill(ptl_pen *pen, uint32_t color);
void ptl_pen_stroke(ptl_pen *pen, uint32_t color, float width);

/* Parallel lines through a box, `gap` apart, rising by `slope` (0 level, 1 diagonal). */
void ptl_pen_hatch(ptl_pen *pen, const ptl_plan_box *box, float gap, float slope);

/* ---- Others ---------------------------------------------------------------------------------- */

/* One line; bytes that are not UTF-8 and control characters become what ptl_quote makes of them. */
void ptl_pen_text(ptl_pen *pen, const ptl_plan_text *text);
void ptl_pen_picture(ptl_pen *pen, const ptl_plan_picture *picture);
void ptl_pen_view(ptl_pen *pen, const ptl_plan_view *view);

/* Text of any number of lines: other control characters become what ptl_quote makes of them. */
void ptl_pen_spot(ptl_pen *pen, const ptl_plan_spot *spot);

/* Draws an item of the plan once more. */
void ptl_pen_again(ptl_pen *pen, ptl_plan_item item);

/* A pen that goes on where a plan ends. */
ptl_pen ptl_pen_further(ptl_job *job, ptl_plan *plan);

/* The zoom of a layer, which is 1 where nothing is said. */
static inline float ptl_plan_zoom(const ptl_plan_layer *layer)
{
    return layer->zoom > 0 ? layer->zoom : 1;
}

/* Takes a plan made elsewhere and gives one that exports may rely on: every index, range and number
 * checked (or the job fails), and copied. */
void *ptl_plan_adopt(ptl_job *job, const void *plan);

/* Copies every text into the job's arena, so that a plan may outlive what it was made from. */
void ptl_plan_own_texts(ptl_job *job, void *plan);

/* Points a verb takes. */
unsigned ptl_plan_points_of(ptl_plan_verb verb);

#endif
