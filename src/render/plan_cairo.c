/* SPDX-License-Identifier: MIT */
/* Plans through cairo: pages, layers and paths.
 *
 * cairo takes memory by itself, with malloc. Pictures are drawn into ours, so that what a page
 * costs is counted against the limit like everything else; what cairo keeps beside that is charged
 * before it is called. Fonts, and what else it loads once, are not counted. */
#include "render/plan_draw.h"

#ifdef PTL_HAVE_PANGOCAIRO

#include <string.h>

#include "hubs/plan.h"
#include "render/plan_cairo.h"
#include "render/plan_view.h"

#define SHORTEST 0.1 /* pixels: dashes below are not told from a line  */

bool ptl_plan_draw_there(void)
{
    ptl_cairo lib;

    return ptl_cairo_load(&lib);
}

/* What went wrong in cairo becomes the job's error. */
static void must(ptl_drawing *d, cairo_status_t status)
{
    if (status == CAIRO_STATUS_SUCCESS || !ptl_ok(d->job))
        return;
    if (status == CAIRO_STATUS_NO_MEMORY)
        ptl_fail(d->job, PTL_E_MEMORY, PTL_NOWHERE, "memory", "no memory for cairo");
    else
        ptl_fail(d->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "plan-draw", "cairo cannot draw this: %s",
                 d->lib.status_to_string(status));
}

void ptl_drawing_color(ptl_drawing *d, uint32_t color)
{
    const ptl_plan_color *c = &d->plan->palette.data[color];

    d->lib.set_source_rgba(d->cr, c->r / 255.0, c->g / 255.0, c->b / 255.0, c->a / 255.0);
}

/* ---- Paths ----------------------------------------------------------------------------------- */

double ptl_drawing_near(const ptl_drawing *d, float at, unsigned axis)
{
    double most = PTL_DRAWING_FARTHEST / d->scale, value = (double)at + d->shift[axis];

    return (value > most ? most : value < -most ? -most : value) - d->shift[axis];
}

static void trace(ptl_drawing *d, const ptl_plan_path *path)
{
    const uint8_t *verb = d->plan->verbs.data + path->verb;
    const float   *at   = d->plan->points.data + 2 * path->point;

    d->lib.new_path(d->cr);
    for (size_t i = 0; i < path->verb_count; i++) {
        unsigned count = 2 * ptl_plan_points_of(verb[i]);
        double   p[6]  = { 0 };

        for (unsigned k = 0; k < count; k++)
            p[k] = ptl_drawing_near(d, *at++, k % 2);
        if (verb[i] == PTL_VERB_MOVE)
            d->lib.move_to(d->cr, p[0], p[1]);
        else if (verb[i] == PTL_VERB_LINE)
            d->lib.line_to(d->cr, p[0], p[1]);
        else if (verb[i] == PTL_VERB_CURVE)
            d->lib.curve_to(d->cr, p[0], p[1], p[2], p[3], p[4], p[5]);
        else
            d->lib.close_path(d->cr);
    }
}

static void choose_stroke(ptl_drawing *d, const ptl_plan_path *path)
{
    const double dashes[2] = { path->dash, path->gap > 0 ? path->gap : path->dash };
    bool         dashed    = path->dash > 0 && (dashes[0] + dashes[1]) * d->scale > SHORTEST;

    d->lib.set_line_width(d->cr, path->width);
    d->lib.set_line_cap(d->cr, path->round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
    d->lib.set_line_join(d->cr, path->round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER);
    d->lib.set_dash(d->cr, dashes, dashed ? 2 : 0, 0);
}

static void draw_path(ptl_drawing *d, const ptl_plan_path *path)
{
    trace(d, path);
    if (path->fill != PTL_PLAN_NONE) {
        d->lib.set_fill_rule(d->cr,
                             path->even_odd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING);
        ptl_drawing_color(d, path->fill);
        d->lib.fill_preserve(d->cr);
    }
    if (path->stroke != PTL_PLAN_NONE) {
        choose_stroke(d, path);
        ptl_drawing_color(d, path->stroke);
        d->lib.stroke_preserve(d->cr);
    }
    d->lib.new_path(d->cr);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* For pictures cairo cuts the outline of one path after the other into slices: bytes of each verb,
 * measured. A curve becomes many lines, a round end or corner many more than a plain one. */
static size_t slices_of(const ptl_drawing *d, const ptl_plan_path *path)
{
    enum { FILLED = 128, PLAIN = 320, ROUND = 1024, LINES = 32 };
    const uint8_t *verb  = d->plan->verbs.data + path->verb;
    size_t         lines = 0, stroke = path->round ? ROUND : PLAIN;

    for (size_t i = 0; i < path->verb_count; i++)
        lines += verb[i] == PTL_VERB_CURVE ? LINES : 1;
    if (path->stroke == PTL_PLAN_NONE)
        stroke = FILLED;
    return lines * (path->dash > 0 ? 2 * stroke : stroke);
}

/* What cairo takes by itself, measured and rounded up. For PDF it remembers all that is on a page
 * until the page ends. */
static size_t cost_of(const ptl_drawing *d, const ptl_plan_item *item)
{
    enum { STEP = 1024, VERB = 96, LETTER = 64 };
    const ptl_plan_path *path = &item->as.path;
    size_t               uses;

    if (item->kind == PTL_PLAN_TEXT)
        return d->pdf ? STEP + LETTER * item->as.text.text.size : 0;
    if (item->kind != PTL_PLAN_PATH)
        return 0; /* the pixels count: ptl_drawing_charge */
    uses = (path->fill != PTL_PLAN_NONE) + (size_t)(path->stroke != PTL_PLAN_NONE);
    return d->pdf ? uses * (STEP + VERB * path->verb_count) : slices_of(d, path);
}

bool ptl_drawing_charge(ptl_drawing *d, size_t size)
{
    if (!ptl_charge(d->job, size))
        return false;
    d->charged += size;
    return true;
}

static void refund(ptl_drawing *d)
{
    ptl_refund(d->job, d->charged);
    d->charged = 0;
}

/* ---- Pages ----------------------------------------------------------------------------------- */

static void draw_item(ptl_drawing *d, const ptl_plan_item *item)
{
    switch (item->kind) {
    case PTL_PLAN_PATH:
        draw_path(d, &item->as.path);
        break;
    case PTL_PLAN_TEXT:
        ptl_drawing_text(d, &item->as.text);
        break;
    case PTL_PLAN_PICTURE:
        ptl_drawing_picture(d, &item->as.picture);
        break;
    case PTL_PLAN_VIEW:
        ptl_drawing_view(d, &item->as.view);
        break;
    case PTL_PLAN_SPOT: /* not seen */
        break;
    }
}

static void put_item(ptl_drawing *d, const ptl_plan_item *item)
{
    if (ptl_drawing_charge(d, cost_of(d, item)))
        draw_item(d, item);
    if (!d->pdf)
        refund(d);
}

/* Items of a layer, as large and where it shows them. */
static void draw_layer(ptl_drawing *d, const ptl_plan_layer *layer)
{
    const double        zoom = (double)ptl_plan_zoom(layer), scale = d->scale;
    const ptl_plan_box *clip = &layer->clip;

    d->lib.save(d->cr);
    if (clip->width > 0) {
        d->lib.rectangle(d->cr, clip->x, clip->y, clip->width, clip->height);
        d->lib.clip(d->cr);
    }
    d->lib.translate(d->cr, layer->x, layer->y);
    d->lib.scale(d->cr, zoom, zoom);
    d->scale    = scale * zoom;
    d->shift[0] = (double)layer->x / zoom;
    d->shift[1] = (double)layer->y / zoom;
    for (size_t k = layer->item; k < layer->item + layer->count && ptl_ok(d->job); k++)
        put_item(d, &d->plan->items.data[k]);
    d->scale = scale;
    d->lib.restore(d->cr);
}

static void draw_page(ptl_drawing *d, const ptl_plan_page *page)
{
    d->lib.identity_matrix(d->cr);
    if (page->paper != PTL_PLAN_NONE) {
        ptl_drawing_color(d, page->paper);
        d->lib.paint(d->cr);
    }
    d->lib.scale(d->cr, d->scale, d->scale);
    for (size_t i = page->layer; i < page->layer + page->count && ptl_ok(d->job); i++)
        draw_layer(d, &d->plan->layers.data[i]);
    must(d, d->lib.status(d->cr));
}

static bool begin(ptl_drawing *d)
{
    if (ptl_trusted(d->job, "plans are drawn by cairo") && !ptl_cairo_load(&d->lib))
        ptl_fail(d->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "feature-absent",
                 "cairo and pango, which draw plans, are not installed");
    return ptl_ok(d->job);
}

static void draw_on(ptl_drawing *d, cairo_surface_t *surface)
{
    must(d, d->lib.surface_status(surface));
    d->cr = d->lib.create(surface);
    must(d, d->lib.status(d->cr));
    d->lib.set_antialias(d->cr, CAIRO_ANTIALIAS_GRAY);
}

static void end(ptl_drawing *d, cairo_surface_t *surface)
{
    ptl_drawing_end_text(d);
    d->lib.destroy(d->cr);
    d->lib.surface_finish(surface);
    must(d, d->lib.surface_status(surface));
    d->lib.surface_destroy(surface);
}

/* ---- Pictures -------------------------------------------------------------------------------- */

/* cairo has alpha multiplied into the color, in words whose order the machine decides. */
static void unmultiply(ptl_image *image)
{
    size_t count = (size_t)image->width * image->height;

    for (size_t i = 0; i < count; i++) {
        uint32_t word, a, half;

        memcpy(&word, &image->pixels[i], sizeof word);
        a    = word >> 24;
        half = a / 2;
        if (a == 0)
            image->pixels[i] = (ptl_rgba){ 0, 0, 0, 0 };
        else
            image->pixels[i] = (ptl_rgba){ (uint8_t)(((word >> 16 & 255) * 255 + half) / a),
                                           (uint8_t)(((word >> 8 & 255) * 255 + half) / a),
                                           (uint8_t)(((word & 255) * 255 + half) / a), (uint8_t)a };
        image->has_alpha = image->has_alpha || a < 255;
    }
}

static bool take_picture(ptl_job *job, ptl_image *out, const ptl_plan_page *page, double scale)
{
    const ptl_image_opts usual = { 0 };

    *out = (ptl_image){ 0 };
    if (!ptl_image_resize(job, out, ptl_plan_pixels((double)page->width * scale),
                          ptl_plan_pixels((double)page->height * scale), &usual, PTL_NOWHERE) ||
        !ptl_image_take_pixels(job, out))
        return false;
    memset(out->pixels, 0, (size_t)out->width * out->height * sizeof *out->pixels);
    return true;
}

bool ptl_plan_paint(ptl_job *job, ptl_image *out, const ptl_plan *plan, size_t page, double scale)
{
    ptl_drawing      d = { .job = job, .plan = plan, .scale = scale };
    cairo_surface_t *surface;

    if (!begin(&d) || !take_picture(job, out, &plan->pages.data[page], scale))
        return false;
    surface =
        d.lib.image_surface_create_for_data((unsigned char *)out->pixels, CAIRO_FORMAT_ARGB32,
                                            (int)out->width, (int)out->height, 4 * (int)out->width);
    draw_on(&d, surface);
    if (ptl_ok(job))
        draw_page(&d, &plan->pages.data[page]);
    end(&d, surface);
    if (ptl_ok(job))
        unmultiply(out);
    return ptl_ok(job);
}

/* ---- PDF ------------------------------------------------------------------------------------- */

enum { MOST_POINTS = 14400 }; /* of a side of a page of PDF */

#define POINTS 0.75 /* of a unit */

/* Cairo is not told when the job has failed: ending a document it looks for the pages of its links,
 * and crashes where an error kept it from adding one. */
static cairo_status_t put_pdf(void *user, const unsigned char *data, unsigned size)
{
    ptl_put(user, data, size);
    return CAIRO_STATUS_SUCCESS;
}

/* Points of a unit of a page. */
static double fit_page(ptl_job *job, const ptl_plan_page *page)
{
    double side = (double)(page->width > page->height ? page->width : page->height);

    if (side * POINTS <= MOST_POINTS)
        return POINTS;
    ptl_find(job, PTL_NOTE, PTL_NOWHERE, "limit-page",
             "a page of %lu inches is made smaller: PDF has pages of 200 inches at most",
             (unsigned long)(side / 96));
    return MOST_POINTS / side;
}

/* A document that is the same whenever it is made has no date. */
static void describe(ptl_drawing *d, cairo_surface_t *surface)
{
    char title[256];

    ptl_quote(title, sizeof title, d->plan->name.data, d->plan->name.size);
    title[ptl_drawing_spell(title, strlen(title))] = 0;
    if (title[0])
        d->lib.pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title);
    d->lib.pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Portolan");
    d->lib.pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
}

static void draw_pages(ptl_drawing *d, cairo_surface_t *surface)
{
    ptl_aims targets = ptl_plan_aims(d->job, d->plan);

    for (size_t i = 0; i < d->plan->pages.count && ptl_ok(d->job); i++) {
        const ptl_plan_page *page = &d->plan->pages.data[i];

        d->scale = fit_page(d->job, page);
        d->lib.pdf_surface_set_size(surface, (double)page->width * d->scale,
                                    (double)page->height * d->scale);
        draw_page(d, page);
        ptl_drawing_links(d, i, &targets);
        d->lib.show_page(d->cr);
        refund(d);
    }
    if (ptl_ok(d->job))
        ptl_drawing_bookmarks(d, surface);
    must(d, d->lib.status(d->cr));
}

void ptl_plan_pdf(ptl_job *job, ptl_buf *out, const ptl_plan *plan)
{
    ptl_drawing      d = { .job = job, .plan = plan, .pdf = true };
    cairo_surface_t *surface;

    if (!begin(&d))
        return;
    surface = d.lib.pdf_surface_create_for_stream(put_pdf, out, 1, 1);
    draw_on(&d, surface);
    if (ptl_ok(job))
        describe(&d, surface);
    draw_pages(&d, surface);
    end(&d, surface);
}

#else

static void absent(ptl_job *job)
{
    ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "feature-absent",
             "this build draws no plans: it has no cairo and pango");
}

bool ptl_plan_draw_there(void)
{
    return false;
}

bool ptl_plan_paint(ptl_job *job, ptl_image *out, const ptl_plan *plan, size_t page, double scale)
{
    (void)plan;
    (void)page;
    (void)scale;
    *out = (ptl_image){ 0 };
    absent(job);
    return false;
}

void ptl_plan_pdf(ptl_job *job, ptl_buf *out, const ptl_plan *plan)
{
    (void)out;
    (void)plan;
    absent(job);
}

#endif
