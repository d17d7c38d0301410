/* SPDX-License-Identifier: MIT */
/* Pictures and views of plans through cairo. */
#ifdef PTL_HAVE_PANGOCAIRO

#include <stdio.h>
#include <string.h>

#include "core/arena.h"
#include "render/plan_cairo.h"
#include "render/plan_view.h"

struct ptl_drawing_image {
    uint32_t *words; /* as cairo wants them: alpha multiplied in; NULL when not decoded yet */
    uint32_t  width, height;
    char      key[16]; /* by which PDF holds it once for all pages; empty: it is shown once */
};

/* ---- Pixels as cairo has them ---------------------------------------------------------------- */

static uint32_t multiplied(uint8_t value, uint8_t alpha)
{
    return ((uint32_t)value * alpha + 127) / 255;
}

static uint32_t word_of(ptl_rgba p)
{
    return (uint32_t)p.a << 24 | multiplied(p.r, p.a) << 16 | multiplied(p.g, p.a) << 8 |
           multiplied(p.b, p.a);
}

static void keep(ptl_drawing *d, ptl_drawing_image *to, const ptl_image *image)
{
    uint32_t *words = ptl_arena_raw(d->job, 4 * (uint64_t)image->width * image->height);

    for (uint32_t y = 0; words && y < image->height; y++)
        for (uint32_t x = 0; x < image->width; x++)
            words[(size_t)y * image->width + x] = word_of(ptl_image_at(image, x, y));
    *to = (ptl_drawing_image){ words, image->width, image->height, "" };
}

/* What stands for a picture that is not there or cannot be read: nobody takes it for real. */
static void keep_checks(ptl_drawing *d, ptl_drawing_image *to)
{
    enum { SIDE = 8 };
    static const ptl_rgba dark = { 30, 30, 30, 255 }, loud = { 225, 40, 200, 255 };
    ptl_rgba              pixels[SIDE * SIDE];

    for (unsigned i = 0; i < SIDE * SIDE; i++)
        pixels[i] = (i + i / SIDE) % 2 ? dark : loud;
    keep(d, to, &(ptl_image){ .width = SIDE, .height = SIDE, .pixels = pixels });
}

/* A picture that is broken stops nothing; want of memory does. */
static void decode(ptl_drawing *d, ptl_drawing_image *to, const ptl_scene_image *from)
{
    ptl_job   own   = { .heap = d->job->heap, .arena = d->job->arena };
    ptl_image image = { 0 };
    char      shown[96];

    if (from->bytes.count > 0 &&
        ptl_image_read(&own, &image, (ptl_span){ from->bytes.data, from->bytes.count }, NULL)) {
        keep(d, to, &image);
        return;
    }
    if (ptl_starved(&own))
        ptl_fail(d->job, own.error.status, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
    else if (from->bytes.count > 0)
        ptl_find(d->job, PTL_WARNING, PTL_NOWHERE, own.error.rule, "%s cannot be drawn: %s",
                 ptl_quote(shown, sizeof shown, from->file.name, strlen(from->file.name)),
                 own.error.message);
    keep_checks(d, to);
}

static const ptl_drawing_image *image_of(ptl_drawing *d, uint32_t number)
{
    if (!d->images)
        d->images = ptl_arena_array(d->job, d->plan->images.count, sizeof *d->images);
    if (d->images && !d->images[number].words) {
        decode(d, &d->images[number], &d->plan->images.data[number]);
        snprintf(d->images[number].key, sizeof d->images[number].key, "%lu", (unsigned long)number);
    }
    return ptl_ok(d->job) ? &d->images[number] : NULL;
}

/* ---- On the page ----------------------------------------------------------------------------- */

/* Smoothed pictures go on past their border, which would else fade into what is below; in PDF the
 * reader sees to that. */
static void put_image(ptl_drawing *d, const ptl_drawing_image *image, const ptl_plan_box *box,
                      bool smooth)
{
    cairo_surface_t *surface;
    cairo_pattern_t *pattern;
    double           across = (double)image->width / (double)box->width,
           down             = (double)image->height / (double)box->height;
    cairo_matrix_t to_image = {
        across, 0, 0, down, -(double)box->x * across, -(double)box->y * down
    };

    if (d->pdf && !ptl_drawing_charge(d, 8 * (size_t)image->width * image->height))
        return; /* cairo would keep a copy until the page ends, and code it then */
    surface = d->lib.image_surface_create_for_data((unsigned char *)image->words,
                                                   CAIRO_FORMAT_ARGB32, (int)image->width,
                                                   (int)image->height, 4 * (int)image->width);
    if (d->pdf && image->key[0])
        d->lib.surface_set_mime_data(surface, CAIRO_MIME_TYPE_UNIQUE_ID,
                                     (const unsigned char *)image->key, strlen(image->key), NULL,
                                     NULL);
    pattern = d->lib.pattern_create_for_surface(surface);
    d->lib.pattern_set_matrix(pattern, &to_image);
    d->lib.pattern_set_filter(pattern, smooth ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST);
    d->lib.pattern_set_extend(pattern, smooth && !d->pdf ? CAIRO_EXTEND_PAD : CAIRO_EXTEND_NONE);
    d->lib.set_source(d->cr, pattern);
    d->lib.new_path(d->cr);
    d->lib.rectangle(d->cr, box->x, box->y, box->width, box->height);
    d->lib.fill(d->cr);
    d->lib.pattern_destroy(pattern);
    d->lib.surface_destroy(surface);
}

void ptl_drawing_picture(ptl_drawing *d, const ptl_plan_picture *picture)
{
    const ptl_drawing_image *image = image_of(d, picture->image);

    if (image)
        put_image(d, image, &picture->box, picture->smooth);
}

/* ---- Views ----------------------------------------------------------------------------------- */

void ptl_drawing_view(ptl_drawing *d, const ptl_plan_view *view)
{
    double            scale   = d->pdf ? ptl_plan_view_fine(view) : d->scale;
    ptl_image         picture = { 0 };
    ptl_drawing_image image;

    if (!ptl_plan_view_draw(d->job, &picture, d->plan, view, scale))
        return;
    keep(d, &image, &picture);
    if (image.words)
        put_image(d, &image, &view->box, false);
}

#else
typedef int ptl_plan_image_absent; /* C has no empty files */
#endif
