/* SPDX-License-Identifier: MIT */
/* What the files that draw plans through cairo share. */
#ifndef PTL_RENDER_PLAN_CAIRO_H
#define PTL_RENDER_PLAN_CAIRO_H

#include "hubs/plan_spots.h"
#include "render/cairo_late.h"
#include "render/plan_draw.h"

enum { PTL_FACES = PTL_FACE_MONO + 1 };

typedef struct ptl_drawing_image ptl_drawing_image;

/* A plan being drawn. */
typedef struct ptl_drawing {
    ptl_job              *job;
    const ptl_plan       *plan;
    ptl_cairo             lib;
    cairo_t              *cr;
    double                scale;    /* pixels or points of a unit of the layer        */
    double                shift[2]; /* of the layer on the page, in its units          */
    bool                  pdf;      /* texts stay texts instead of becoming shapes     */
    PangoFontMap         *fonts; /* made with the first text                                    */
    PangoContext         *context;
    PangoLayout          *layout;
    PangoFontDescription *face[PTL_FACES];
    size_t                charged; /* for what cairo keeps of the page                           */
    bool                  told;    /* that a font is missing                                     */
    ptl_drawing_image    *images;  /* those of the plan that were decoded; NULL before the first */
} ptl_drawing;

#define PTL_DRAWING_FARTHEST 3e4 /* pixels: cairo loses lines that go farther */

void ptl_drawing_color(ptl_drawing *d, uint32_t color);

/* A coordinate, x 0 or y 1; what lies far outside of every page is clamped to what cairo can
 * represent. */
double ptl_drawing_near(const ptl_drawing *d, float at, unsigned axis);

/* Counts what cairo will keep until the page ends; false, and the job failed, where that does not
 * fit. */
bool ptl_drawing_charge(ptl_drawing *d, size_t size);

/* plan_cairo_text.c */
void ptl_drawing_text(ptl_drawing *d, const ptl_plan_text *text);
void ptl_drawing_end_text(ptl_drawing *d);
/* Cairo refuses a whole document for one code point that is no character: puts U+FFFD in the place
 * of each, and returns the size then. */
size_t ptl_drawing_spell(char *text, size_t size);

/* plan_cairo_links.c: what can be clicked of a page that was drawn, and bookmarks of all pages. */
void ptl_drawing_links(ptl_drawing *d, size_t page, const ptl_aims *targets);
void ptl_drawing_bookmarks(ptl_drawing *d, cairo_surface_t *surface);

/* plan_cairo_image.c */
void ptl_drawing_picture(ptl_drawing *d, const ptl_plan_picture *picture);
void ptl_drawing_view(ptl_drawing *d, const ptl_plan_view *view);

#endif
