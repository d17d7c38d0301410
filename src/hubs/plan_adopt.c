/* SPDX-License-Identifier: MIT */
/* Plans made elsewhere: checked in full, and copied, because settings change them. */
#include <math.h>

#include "core/utf8.h"
#include "hubs/plan.h"
#include "hubs/scene.h"

#define MOST 1e7f /* units: farther out is nowhere */

typedef struct look {
    ptl_job        *job;
    const ptl_plan *plan;
} look;

static void expect(look *l, bool fine, const char *what)
{
    if (!fine)
        ptl_fail(l->job, PTL_E_ARG, PTL_NOWHERE, "plan-unsound", "%s", what);
}

static bool is_somewhere(float value)
{
    return value > -MOST && value < MOST;
}

static bool is_size(float value)
{
    return value >= 0 && value < MOST;
}

static bool is_box(const ptl_plan_box *box)
{
    return is_somewhere(box->x) && is_somewhere(box->y) && is_size(box->width) &&
           is_size(box->height);
}

static bool is_color(const look *l, uint32_t color)
{
    return color == PTL_PLAN_NONE || color < l->plan->palette.count;
}

/* A list that has elements has a place for them. */
#define IS_LIST(list) ((list).data || (list).count == 0)

static bool is_range(size_t first, size_t count, size_t all)
{
    return first <= all && count <= all - first;
}

/* ---- Items ----------------------------------------------------------------------------------- */

static void look_at_path(look *l, const ptl_plan_path *p)
{
    const ptl_plan *plan   = l->plan;
    size_t          points = 0;
    bool            known  = is_range(p->verb, p->verb_count, plan->verbs.count);

    for (size_t i = 0; known && i < p->verb_count; i++) {
        known = plan->verbs.data[p->verb + i] <= PTL_VERB_CLOSE &&
                (i > 0 || plan->verbs.data[p->verb] == PTL_VERB_MOVE);
        points += known ? ptl_plan_points_of((ptl_plan_verb)plan->verbs.data[p->verb + i]) : 0;
    }
    expect(l, known, "a path has unknown verbs, or does not begin with a move");
    expect(l, is_range(p->point, points, plan->points.count / 2),
           "a path has points that are not there");
    expect(l, is_color(l, p->fill) && is_color(l, p->stroke), "there is no such color");
    expect(l, is_size(p->width) && is_size(p->dash) && is_size(p->gap), "a width is nowhere");
}

/* UTF-8 without control characters; a text of several lines may have one between them. */
static bool is_clean(ptl_str text, char between)
{
    for (size_t i = 0; i < text.size && text.data; i++)
        if (((unsigned char)text.data[i] < 0x20 || text.data[i] == 0x7F) &&
            (!between || text.data[i] != between))
            return false;
    return text.size == 0 || (text.data && ptl_utf8_valid(text.data, text.size));
}

static void look_at_text(look *l, const ptl_plan_text *t)
{
    expect(l, is_clean(t->text, 0), "a text is not UTF-8, or holds control characters");
    expect(l, is_somewhere(t->x) && is_somewhere(t->y) && is_size(t->size), "a text is nowhere");
    expect(l,
           t->face >= PTL_FACE_SANS && t->face <= PTL_FACE_MONO && t->anchor >= PTL_ANCHOR_START &&
               t->anchor <= PTL_ANCHOR_END,
           "a text has an unknown face or anchor");
    expect(l, is_color(l, t->color) && is_color(l, t->halo), "there is no such color");
}

static void look_at_item(look *l, const ptl_plan_item *item)
{
    const ptl_plan_view *v = &item->as.view;

    if (item->kind == PTL_PLAN_PATH)
        look_at_path(l, &item->as.path);
    else if (item->kind == PTL_PLAN_TEXT)
        look_at_text(l, &item->as.text);
    else if (item->kind == PTL_PLAN_PICTURE)
        expect(l, is_box(&item->as.picture.box) && item->as.picture.image < l->plan->images.count,
               "a picture is nowhere, or has no image");
    else if (item->kind == PTL_PLAN_VIEW)
        expect(l,
               is_box(&v->box) && isfinite(v->west) && isfinite(v->north) && v->unit > 0 &&
                   isfinite(v->unit) && l->plan->scene,
               "a view is nowhere, or has no scene");
    else if (item->kind == PTL_PLAN_SPOT)
        expect(l, is_box(&item->as.spot.box) && is_clean(item->as.spot.text, '\n'),
               "a spot is nowhere, or its text is not UTF-8, or holds control characters");
    else
        expect(l, false, "this kind of item does not exist");
}

/* ---- All ------------------------------------------------------------------------------------- */

static bool is_frame(const ptl_plan_layer *layer)
{
    return is_box(&layer->clip) && is_somewhere(layer->x) && is_somewhere(layer->y) &&
           (layer->zoom == 0 || (layer->zoom > 1e-6f && layer->zoom < 1e6f));
}

static void look_at_pages(look *l)
{
    const ptl_plan *p = l->plan;

    for (size_t i = 0; i < p->pages.count && ptl_ok(l->job); i++) {
        const ptl_plan_page *page = &p->pages.data[i];

        ptl_path(l->job, "pages[%zu]", i);
        expect(l, page->width > 0 && page->width < MOST && page->height > 0 && page->height < MOST,
               "a page has no size");
        expect(l, is_range(page->layer, page->count, p->layers.count) && is_color(l, page->paper),
               "it has layers or a color that is not there");
        expect(l, is_box(&page->cells) && is_box(&page->map), "its cells are nowhere");
        expect(l,
               (page->name.data || page->name.size == 0) &&
                   (page->part.data || page->part.size == 0),
               "its name has a size but no letters");
    }
    for (size_t i = 0; i < p->layers.count && ptl_ok(l->job); i++) {
        ptl_path(l->job, "layers[%zu]", i);
        expect(l,
               p->layers.data[i].name &&
                   is_range(p->layers.data[i].item, p->layers.data[i].count, p->items.count),
               "a layer has no name, or items that are not there");
        expect(l, is_frame(&p->layers.data[i]), "a layer is shown nowhere");
    }
}

static void look_at_images(look *l)
{
    for (size_t i = 0; i < l->plan->images.count && ptl_ok(l->job); i++) {
        const char *wrong = ptl_scene_image_wrong(&l->plan->images.data[i]);

        ptl_path(l->job, "images[%zu]", i);
        expect(l, !wrong, wrong);
    }
}

static void look_at_all(look *l)
{
    const ptl_plan *p = l->plan;

    expect(l,
           IS_LIST(p->palette) && IS_LIST(p->pages) && IS_LIST(p->layers) && IS_LIST(p->items) &&
               IS_LIST(p->verbs) && IS_LIST(p->points) && IS_LIST(p->images) &&
               (p->name.data || p->name.size == 0),
           "a list has a size but no elements");
    if (!ptl_ok(l->job))
        return;
    look_at_pages(l);
    look_at_images(l);
    for (size_t i = 0; i < p->palette.count && ptl_ok(l->job); i++) {
        ptl_path(l->job, "palette[%zu]", i);
        expect(l,
               p->palette.data[i].name && (p->palette.data[i].image == PTL_PLAN_NONE ||
                                           p->palette.data[i].image < p->images.count),
               "a color has no name, or an image that is not there");
    }
    for (size_t i = 0; i < p->points.count && ptl_ok(l->job); i++)
        expect(l, is_somewhere(p->points.data[i]), "a point is nowhere");
    for (size_t i = 0; i < p->items.count && ptl_ok(l->job); i++) {
        ptl_path(l->job, "items[%zu]", i);
        look_at_item(l, &p->items.data[i]);
    }
    l->job->path[0] = 0;
    expect(l, p->exposure >= 0 && p->exposure <= 100, "an exposure is none from 0 to 100");
}

void *ptl_plan_adopt(ptl_job *job, const void *hub)
{
    look      l   = { job, hub };
    ptl_plan *own = ptl_arena_copy(job, hub, 1, sizeof *own);

    if (!own)
        return NULL;
    look_at_all(&l);
    if (!ptl_ok(job))
        return NULL;
    PTL_COPY_LIST(job, own->palette);
    PTL_COPY_LIST(job, own->pages);
    PTL_COPY_LIST(job, own->layers);
    PTL_COPY_LIST(job, own->items);
    PTL_COPY_LIST(job, own->points);
    PTL_COPY_LIST(job, own->images);
    if (own->scene)
        own->scene = ptl_scene_adopt(job, own->scene);
    return ptl_ok(job) ? own : NULL;
}
