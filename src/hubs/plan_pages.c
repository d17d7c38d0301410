/* SPDX-License-Identifier: MIT */
/* Choosing pages and layers of plans, and laying them out. */
#include "hubs/plan_pages.h"

#include <math.h>
#include <string.h>

#include "core/near.h"
#include "core/num.h"
#include "core/real.h"
#include "core/words.h"
#include "hubs/plan_text.h"

/* ---- Moving what is drawn -------------------------------------------------------------------- */

typedef struct motion { /* scale first, then shift */
    float scale, x, y;
} motion;

static size_t points_of(const ptl_plan *plan, const ptl_plan_path *path)
{
    size_t count = 0;

    for (size_t i = 0; i < path->verb_count; i++)
        count += ptl_plan_points_of(plan->verbs.data[path->verb + i]);
    return count;
}

static void move_box(ptl_plan_box *box, const motion *m)
{
    *box = (ptl_plan_box){ box->x * m->scale + m->x, box->y * m->scale + m->y,
                           box->width * m->scale, box->height * m->scale };
}

static void move_path(ptl_plan *plan, ptl_plan_path *path, const motion *m)
{
    float *point = plan->points.data + 2 * path->point;
    size_t count = points_of(plan, path);

    for (size_t i = 0; i < count; i++) {
        point[2 * i]     = point[2 * i] * m->scale + m->x;
        point[2 * i + 1] = point[2 * i + 1] * m->scale + m->y;
    }
    path->width *= m->scale;
    path->dash *= m->scale;
    path->gap *= m->scale;
}

static void move_item(ptl_plan *plan, ptl_plan_item *item, const motion *m)
{
    switch (item->kind) {
    case PTL_PLAN_PATH:
        move_path(plan, &item->as.path, m);
        break;
    case PTL_PLAN_TEXT:
        item->as.text.x = item->as.text.x * m->scale + m->x;
        item->as.text.y = item->as.text.y * m->scale + m->y;
        item->as.text.size *= m->scale;
        break;
    case PTL_PLAN_PICTURE:
        move_box(&item->as.picture.box, m);
        break;
    case PTL_PLAN_VIEW:
        move_box(&item->as.view.box, m);
        item->as.view.unit /= m->scale;
        break;
    case PTL_PLAN_SPOT:
        move_box(&item->as.spot.box, m);
    }
}

static bool is_framed(const ptl_plan_layer *layer)
{
    return layer->zoom > 0 || layer->x != 0 || layer->y != 0 || layer->clip.width > 0;
}

/* Where others may show the same items, these stay. */
static void move_frame(ptl_plan_layer *layer, const motion *m)
{
    layer->zoom = ptl_plan_zoom(layer) * m->scale;
    layer->x    = layer->x * m->scale + m->x;
    layer->y    = layer->y * m->scale + m->y;
    if (layer->clip.width > 0)
        move_box(&layer->clip, m);
}

static void move_layer(ptl_plan *plan, ptl_plan_layer *layer, const motion *m)
{
    if (is_framed(layer)) {
        move_frame(layer, m);
        return;
    }
    for (size_t i = 0; i < layer->count; i++)
        move_item(plan, &plan->items.data[layer->item + i], m);
}

static void move_page(ptl_plan *plan, ptl_plan_page *page, const motion *m)
{
    for (size_t l = page->layer; l < page->layer + page->count; l++)
        move_layer(plan, &plan->layers.data[l], m);
    move_box(&page->cells, m);
    if (page->map.width > 0)
        move_box(&page->map, m);
}

void ptl_plan_scale(ptl_plan *plan, float factor)
{
    const motion grow = { factor, 0, 0 };

    for (size_t i = 0; i < plan->pages.count; i++) {
        ptl_plan_page *page = &plan->pages.data[i];

        move_page(plan, page, &grow);
        page->width *= factor;
        page->height *= factor;
    }
}

/* ---- Choosing -------------------------------------------------------------------------------- */

/* Keeps the pages whose names fit; false, and all stay, when none does. */
static bool keep_pages(ptl_plan *plan, ptl_str which, bool (*fits)(ptl_str, ptl_str))
{
    size_t kept = 0;

    for (size_t i = 0; i < plan->pages.count; i++)
        if (fits(plan->pages.data[i].name, which))
            plan->pages.data[kept++] = plan->pages.data[i];
    if (kept > 0)
        plan->pages.count = kept;
    return kept > 0;
}

/* Pages may have numbers of their own, where some before them are left out. */
static size_t number_of(const ptl_plan *plan, size_t index)
{
    uint32_t own = plan->pages.data[index].number;

    return own > 0 ? own : index + 1;
}

/* Whether a word of a list means a page: its number, a range with it, or a part of its name. */
static bool means(ptl_str word, const ptl_plan_page *page, size_t number)
{
    uint64_t ends[2];

    if (ptl_word_range(word, ends))
        return (ends[0] <= number && number <= ends[1]) || (ends[1] <= number && number <= ends[0]);
    return word.size > 0 && ptl_str_holds(page->name, word);
}

static bool is_meant(ptl_str list, const ptl_plan_page *page, size_t number)
{
    ptl_str word;

    while (ptl_next_word(&list, &word))
        if (means(word, page, number))
            return true;
    return false;
}

/* The first word of a list that means no page; no data when all mean some. */
static ptl_str unmeant(const ptl_plan *plan, ptl_str list)
{
    ptl_str word;

    while (ptl_next_word(&list, &word)) {
        size_t i = 0;

        while (i < plan->pages.count && !means(word, &plan->pages.data[i], number_of(plan, i)))
            i++;
        if (i == plan->pages.count)
            return word;
    }
    return (ptl_str){ NULL, 0 };
}

/* Keeps the pages a list means, in their order; false, and all stay, when a word means none. */
static bool keep_listed(ptl_plan *plan, ptl_str list)
{
    size_t kept = 0;

    if (unmeant(plan, list).data)
        return false;
    for (size_t i = 0; i < plan->pages.count; i++)
        if (is_meant(list, &plan->pages.data[i], number_of(plan, i)))
            plan->pages.data[kept++] = plan->pages.data[i];
    plan->pages.count = kept;
    return true;
}

bool ptl_plan_pick_pages(ptl_plan *plan, ptl_str which)
{
    uint64_t    number;
    const char *end = which.data + which.size;

    if (which.size == 0)
        return false;
    if (ptl_parse_u64(which.data, end, &number) == end)
        for (size_t i = 0; i < plan->pages.count; i++)
            if (number == number_of(plan, i)) {
                plan->pages.data[0] = plan->pages.data[i];
                plan->pages.count   = 1;
                return true;
            }
    return keep_pages(plan, which, ptl_str_same) || keep_pages(plan, which, ptl_str_holds) ||
           keep_listed(plan, which);
}

void ptl_plan_refuse_pages(ptl_job *job, const ptl_plan *plan, ptl_str which, const char *what)
{
    ptl_near near = ptl_near_to(unmeant(plan, which));
    size_t   last = plan->pages.count;
    char     shown[64];

    for (size_t i = 0; i < plan->pages.count; i++)
        ptl_near_offer_name(&near, plan->pages.data[i].name);
    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
             "level is \"%s\": there are %s %zu to %zu, and none has this in its name%s",
             ptl_quote(shown, sizeof shown, which.data ? which.data : "", which.size), what,
             last > 0 ? number_of(plan, 0) : 1, last > 0 ? number_of(plan, last - 1) : 0,
             ptl_near_text(&near, ""));
}

static char sign_of(ptl_str *word)
{
    char sign = word->size > 0 && (word->data[0] == '-' || word->data[0] == '+') ? *word->data : 0;

    if (sign)
        *word = (ptl_str){ word->data + 1, word->size - 1 };
    return sign;
}

static bool is_named(const ptl_plan_layer *layer, ptl_str name)
{
    return strlen(layer->name) == name.size && memcmp(layer->name, name.data, name.size) == 0;
}

/* Whether a layer is drawn: a list that begins with a plain name says all that is. */
static bool is_drawn(const ptl_plan_layer *layer, ptl_str list)
{
    ptl_str word;
    bool    drawn = !layer->hidden, first = true;

    for (; ptl_next_word(&list, &word); first = false) {
        char sign = sign_of(&word);

        if (first && !sign)
            drawn = false;
        if (is_named(layer, word))
            drawn = sign != '-';
    }
    return drawn;
}

static bool would_draw(const ptl_job *job, const ptl_plan_layer *layer)
{
    const ptl_setting *given = ptl_setting_of(job, "layers");
    ptl_str            list  = given ? (ptl_str){ given->data, given->size } : (ptl_str){ NULL, 0 };

    return is_drawn(layer, list);
}

bool ptl_plan_wants_layer(const ptl_job *job, const char *name)
{
    return would_draw(job, &(ptl_plan_layer){ .name = name });
}

bool ptl_plan_asks_layer(const ptl_job *job, const char *name)
{
    return would_draw(job, &(ptl_plan_layer){ .name = name, .hidden = true });
}

static bool is_there(const ptl_plan *plan, ptl_str name)
{
    for (size_t i = 0; i < plan->layers.count; i++)
        if (is_named(&plan->layers.data[i], name))
            return true;
    return false;
}

/* Gives the pages, in their order, layers of their own: those that are drawn. */
static void keep_layers(ptl_job *job, ptl_plan *plan, ptl_str list)
{
    size_t          kept = 0, most = 0;
    ptl_plan_layer *layers;

    for (size_t i = 0; i < plan->pages.count; i++)
        most += plan->pages.data[i].count;
    layers = ptl_arena_array(job, most, sizeof *layers);
    for (size_t i = 0; layers && i < plan->pages.count; i++) {
        ptl_plan_page *page = &plan->pages.data[i];
        size_t         from = page->layer, count = page->count;

        page->layer = kept;
        for (size_t l = from; l < from + count; l++)
            if (is_drawn(&plan->layers.data[l], list))
                layers[kept++] = plan->layers.data[l];
        page->count = kept - page->layer;
    }
    if (!layers)
        return;
    plan->layers.data  = layers;
    plan->layers.count = kept;
}

bool ptl_plan_pick_layers(ptl_job *job, ptl_plan *plan, const ptl_str *list, ptl_str *unknown)
{
    ptl_str rest = list ? *list : (ptl_str){ NULL, 0 }, word;

    while (ptl_next_word(&rest, &word)) {
        sign_of(&word);
        *unknown = word;
        if (!is_there(plan, word))
            return false;
    }
    keep_layers(job, plan, list ? *list : (ptl_str){ NULL, 0 });
    return true;
}

/* ---- Cutting --------------------------------------------------------------------------------- */

static ptl_extent extent_of_box(const ptl_plan_box *box)
{
    return (ptl_extent){ box->x, box->y, box->x + box->width, box->y + box->height };
}

static ptl_extent extent_of_path(const ptl_plan *plan, const ptl_plan_path *path)
{
    const float *point = plan->points.data + 2 * path->point;
    size_t       count = points_of(plan, path);
    ptl_extent   e     = { point[0], point[1], point[0], point[1] };

    for (size_t i = 1; i < count; i++) {
        e.left   = ptl_minf(e.left, point[2 * i]);
        e.right  = ptl_maxf(e.right, point[2 * i]);
        e.top    = ptl_minf(e.top, point[2 * i + 1]);
        e.bottom = ptl_maxf(e.bottom, point[2 * i + 1]);
    }
    return (ptl_extent){ e.left - path->width, e.top - path->width, e.right + path->width,
                         e.bottom + path->width };
}

static ptl_extent extent_of_text(const ptl_plan_text *t)
{
    float width = ptl_plan_text_width(t->text, t->face, t->size);
    float left  = t->x - (t->anchor == PTL_ANCHOR_START    ? 0
                          : t->anchor == PTL_ANCHOR_MIDDLE ? width / 2
                                                           : width);

    return (ptl_extent){ left, t->y - t->size, left + width, t->y + t->size / 2 };
}

ptl_extent ptl_plan_extent(const ptl_plan *plan, const ptl_plan_item *item)
{
    return item->kind == PTL_PLAN_PATH   ? extent_of_path(plan, &item->as.path)
           : item->kind == PTL_PLAN_TEXT ? extent_of_text(&item->as.text)
           : item->kind == PTL_PLAN_VIEW ? extent_of_box(&item->as.view.box)
           : item->kind == PTL_PLAN_SPOT ? extent_of_box(&item->as.spot.box)
                                         : extent_of_box(&item->as.picture.box);
}

static bool is_inside(const ptl_plan *plan, const ptl_plan_item *item, const ptl_plan_page *page)
{
    ptl_extent e = ptl_plan_extent(plan, item);

    return e.right > 0 && e.bottom > 0 && e.left < page->width && e.top < page->height;
}

static void drop_outside(ptl_plan *plan, const ptl_plan_page *page)
{
    for (size_t l = page->layer; l < page->layer + page->count; l++) {
        ptl_plan_layer *layer = &plan->layers.data[l];
        ptl_plan_item  *items = plan->items.data + layer->item;
        size_t          kept  = 0;

        if (is_framed(layer))
            continue;
        for (size_t i = 0; i < layer->count; i++)
            if (is_inside(plan, &items[i], page))
                items[kept++] = items[i];
        layer->count = kept;
    }
}

/* What is left of the map; where nothing is, the page is all there is. */
static void cut_map(ptl_plan_page *page)
{
    ptl_extent e = extent_of_box(&page->map);

    e = (ptl_extent){ ptl_maxf(e.left, 0), ptl_maxf(e.top, 0), ptl_minf(e.right, page->width),
                      ptl_minf(e.bottom, page->height) };
    page->map = (ptl_plan_box){ 0 };
    if (e.right > e.left && e.bottom > e.top)
        page->map = (ptl_plan_box){ e.left, e.top, e.right - e.left, e.bottom - e.top };
}

bool ptl_plan_crop(ptl_plan *plan, const ptl_plan_box *box)
{
    for (size_t i = 0; i < plan->pages.count; i++) {
        ptl_plan_page *page = &plan->pages.data[i];
        ptl_plan_box   cut = *box, cell = page->cells;

        if (cell.width > 0)
            cut = (ptl_plan_box){ cell.x + box->x * cell.width, cell.y + box->y * cell.height,
                                  box->width * cell.width, box->height * cell.height };
        if (!(cut.x < page->width && cut.y < page->height && cut.x + cut.width > 0 &&
              cut.y + cut.height > 0))
            return false;
        move_page(plan, page, &(motion){ 1, -cut.x, -cut.y });
        page->width  = cut.width;
        page->height = cut.height;
        cut_map(page);
        drop_outside(plan, page);
    }
    return true;
}

/* ---- Sheets ---------------------------------------------------------------------------------- */

/* About as wide as a sheet of paper on its side, and no page is cut. */
static float sheet_width(const ptl_plan *plan)
{
    double area   = 0;
    float  widest = 0;

    for (size_t i = 0; i < plan->pages.count; i++) {
        area += (double)plan->pages.data[i].width * (double)plan->pages.data[i].height;
        widest = ptl_maxf(widest, plan->pages.data[i].width);
    }
    return ptl_maxf(widest, (float)sqrt(area * 1.5));
}

/* Moves every page to its place; returns the sheet they fill. */
static ptl_plan_page place_pages(ptl_plan *plan)
{
    ptl_plan_page sheet = plan->pages.data[0];
    float         most = sheet_width(plan), x = 0, y = 0, high = 0;

    sheet.width = 0;
    for (size_t i = 0; i < plan->pages.count; i++) {
        ptl_plan_page *page = &plan->pages.data[i];

        if (x > 0 && x + page->width > most) { /* the next row */
            y += high;
            x = high = 0;
        }
        move_page(plan, page, &(motion){ 1, x, y });
        x += page->width;
        high        = ptl_maxf(high, page->height);
        sheet.width = ptl_maxf(sheet.width, x);
    }
    sheet.height = y + high;
    return sheet;
}

void ptl_plan_sheet(ptl_job *job, ptl_plan *plan)
{
    if (plan->pages.count < 2)
        return;
    keep_layers(job, plan, (ptl_str){ NULL, 0 }); /* one after another, none between */
    if (!ptl_ok(job))
        return;
    plan->pages.data[0]       = place_pages(plan);
    plan->pages.data[0].name  = plan->name;
    plan->pages.data[0].layer = 0;
    plan->pages.data[0].count = plan->layers.count;
    plan->pages.data[0].cells = (ptl_plan_box){ 0 };
    plan->pages.data[0].map   = (ptl_plan_box){ 0 };
    plan->pages.data[0].part  = (ptl_str){ NULL, 0 };
    plan->pages.count         = 1;
}

void ptl_plan_paper(ptl_job *job, ptl_plan *plan, uint32_t rgba)
{
    ptl_pen  pen = ptl_pen_further(job, plan);
    uint32_t paper =
        rgba & 0xFF ? ptl_pen_color(&pen, "background of the page", rgba) : PTL_PLAN_NONE;
    for (size_t i = 0; i < plan->pages.count; i++)
        plan->pages.data[i].paper = paper;
}
