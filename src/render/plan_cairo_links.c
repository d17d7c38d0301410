/* SPDX-License-Identifier: MIT */
/* Links and bookmarks of PDF through cairo, which has them since version 1.16. */
#ifdef PTL_HAVE_PANGOCAIRO

#include <stdio.h>
#include <string.h>

#include "core/num.h"
#include "render/plan_cairo.h"

static bool has_tags(const ptl_drawing *d)
{
    return d->lib.version() >= CAIRO_VERSION_ENCODE(1, 16, 0);
}

/* Numbers with blanks between, in points to a thousandth, whatever the locale is. */
static void put_points(char *out, const ptl_drawing *d, const float *units, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double thousandfold = (double)units[i] * d->scale * 1000;

        if (i > 0)
            *out++ = ' ';
        out += ptl_format_f64(out, (double)(int64_t)thousandfold / 1000);
    }
    *out = 0;
}

/* A tag that holds nothing: its attributes say all. Cairo keeps it until the page ends. */
static void put_tag(ptl_drawing *d, const char *name, const char *attributes)
{
    enum { COST = 1024 };

    if (!ptl_drawing_charge(d, COST))
        return;
    d->lib.tag_begin(d->cr, name, attributes);
    d->lib.tag_end(d->cr, name);
}

static void put_target(ptl_drawing *d, const ptl_aim *target)
{
    char x[PTL_NUM_MAX + 1], y[PTL_NUM_MAX + 1], text[128];

    put_points(x, d, &target->box.x, 1);
    put_points(y, d, &target->box.y, 1);
    snprintf(text, sizeof text, "name='spot-%lu' x=%s y=%s", (unsigned long)target->id, x, y);
    put_tag(d, CAIRO_TAG_DEST, text);
}

static void put_link(ptl_drawing *d, uint32_t to, const ptl_plan_box *box)
{
    char        places[4 * (PTL_NUM_MAX + 1)], text[256];
    const float sides[4] = { box->x, box->y, box->width, box->height };

    put_points(places, d, sides, 4);
    snprintf(text, sizeof text, "dest='spot-%lu' rect=[%s]", (unsigned long)to, places);
    put_tag(d, CAIRO_TAG_LINK, text);
}

static void put_links(ptl_drawing *d, const ptl_plan_layer *layer, const ptl_aims *targets)
{
    for (size_t k = layer->item; k < layer->item + layer->count && ptl_ok(d->job); k++) {
        const ptl_plan_item *item = &d->plan->items.data[k];
        ptl_plan_box         box;

        if (item->kind == PTL_PLAN_SPOT && ptl_aim_of(targets, item->as.spot.to) &&
            ptl_plan_spot_box(layer, &item->as.spot, &box))
            put_link(d, item->as.spot.to, &box);
    }
}

void ptl_drawing_links(ptl_drawing *d, size_t number, const ptl_aims *targets)
{
    const ptl_plan_page *page = &d->plan->pages.data[number];

    if (targets->count == 0 || !has_tags(d))
        return;
    d->lib.identity_matrix(d->cr); /* places of tags are on the page, not on what is drawn */
    for (size_t i = 0; i < targets->count && ptl_ok(d->job); i++)
        if (targets->data[i].page == number && targets->data[i].wanted)
            put_target(d, &targets->data[i]);
    for (size_t l = page->layer; l < page->layer + page->count; l++)
        put_links(d, &d->plan->layers.data[l], targets);
}

/* A bookmark of a page below another, or at the top (0); returns its number. */
static int put_bookmark(ptl_drawing *d, cairo_surface_t *surface, int above, ptl_str name,
                        size_t page)
{
    char title[400], to[32];

    ptl_quote(title, sizeof title - 4, name.data, name.size);
    title[ptl_drawing_spell(title, strlen(title))] = 0;
    snprintf(to, sizeof to, "page=%zu", page + 1);
    return d->lib.pdf_surface_add_outline(surface, above, title[0] ? title : "page", to,
                                          (cairo_pdf_outline_flags_t)0);
}

void ptl_drawing_bookmarks(ptl_drawing *d, cairo_surface_t *surface)
{
    int level = CAIRO_PDF_OUTLINE_ROOT;

    for (size_t i = 0; i < d->plan->pages.count && has_tags(d); i++) {
        const ptl_plan_page *page = &d->plan->pages.data[i];

        if (page->part.size > 0)
            put_bookmark(d, surface, level, page->part, i);
        else
            level = put_bookmark(d, surface, CAIRO_PDF_OUTLINE_ROOT, page->name, i);
    }
}

#else
typedef int ptl_plan_links_absent; /* C has no empty files */
#endif
