/* SPDX-License-Identifier: MIT */
/* Plans: the pen. */
#include "hubs/plan.h"

#include <string.h>

#define MOST 1e7f /* units: farther out is nowhere */

ptl_pen ptl_pen_of(ptl_job *job, ptl_plan *plan)
{
    return (ptl_pen){ .job = job, .plan = plan };
}

ptl_pen ptl_pen_further(ptl_job *job, ptl_plan *plan)
{
    return (ptl_pen){ .job          = job,
                      .plan         = plan,
                      .palette_room = plan->palette.count,
                      .page_room    = plan->pages.count,
                      .layer_room   = plan->layers.count,
                      .item_room    = plan->items.count,
                      .verb_room    = plan->verbs.count,
                      .point_room   = plan->points.count,
                      .image_room   = plan->images.count,
                      .verb         = plan->verbs.count,
                      .point        = plan->points.count / 2 };
}

unsigned ptl_plan_points_of(ptl_plan_verb verb)
{
    return verb == PTL_VERB_CURVE ? 3 : verb == PTL_VERB_CLOSE ? 0 : 1;
}

/* A new last element of a list of the plan. Without memory it is NULL, and the list empty. */
#define ADD(pen, list, room)                                                                       \
    (((pen)->plan->list.data =                                                                     \
          ptl_arena_grow((pen)->job, (pen)->plan->list.data, (pen)->plan->list.count, 1,           \
                         &(pen)->room, sizeof *(pen)->plan->list.data))                            \
         ? &(pen)->plan->list.data[(pen)->plan->list.count++]                                      \
         : ((pen)->plan->list.count = 0, NULL))

static bool is_somewhere(float value)
{
    return value > -MOST && value < MOST;
}

static bool is_box(const ptl_plan_box *box)
{
    return is_somewhere(box->x) && is_somewhere(box->y) && box->width > 0 && box->width < MOST &&
           box->height > 0 && box->height < MOST;
}

/* ---- Palette, pages, layers ------------------------------------------------------------------ */

uint32_t ptl_pen_color(ptl_pen *pen, const char *name, uint32_t rgba)
{
    return ptl_pen_color_of(pen, name, rgba, PTL_PLAN_NONE);
}

/* The number of a color; that of the next one for a name that is new. */
static uint32_t find_color(ptl_pen *pen, const char *name)
{
    const ptl_plan *plan = pen->plan;
    uint32_t       *at;

    for (; pen->named < plan->palette.count; pen->named++) { /* another pen may have been here */
        const char *other = plan->palette.data[pen->named].name;

        ptl_names_at(pen->job, &pen->colors, (ptl_str){ other, strlen(other) },
                     (uint32_t)pen->named);
    }
    at = ptl_names_at(pen->job, &pen->colors, (ptl_str){ name, strlen(name) },
                      (uint32_t)plan->palette.count);
    return at ? *at : PTL_PLAN_NONE;
}

uint32_t ptl_pen_color_of(ptl_pen *pen, const char *name, uint32_t rgba, uint32_t image)
{
    ptl_plan       *plan   = pen->plan;
    uint32_t        number = find_color(pen, name);
    ptl_plan_color *color;

    if (number < plan->palette.count || number == PTL_PLAN_NONE)
        return number;
    color = ADD(pen, palette, palette_room);
    if (!color)
        return PTL_PLAN_NONE;
    *color = (ptl_plan_color){
        name, (uint8_t)(rgba >> 24), (uint8_t)(rgba >> 16), (uint8_t)(rgba >> 8), (uint8_t)rgba,
        image
    };
    return (uint32_t)(plan->palette.count - 1);
}

uint32_t ptl_pen_image(ptl_pen *pen, const ptl_companion *file, bool first_is_clear)
{
    ptl_scene_image *image = ADD(pen, images, image_room);

    if (!image)
        return PTL_PLAN_NONE;
    *image = (ptl_scene_image){ .file = *file, .first_is_clear = first_is_clear };
    return (uint32_t)(pen->plan->images.count - 1);
}

void ptl_pen_page(ptl_pen *pen, ptl_str name, float width, float height, uint32_t paper)
{
    ptl_plan_page *page = NULL;

    if (!is_box(&(ptl_plan_box){ 0, 0, width, height }))
        ptl_fail(pen->job, PTL_E_LIMIT, PTL_NOWHERE, "limit-page",
                 "the sides of a page must be above 0 and at most ten million units");
    else
        page = ADD(pen, pages, page_room);
    if (page)
        *page = (ptl_plan_page){ .name   = name,
                                 .width  = width,
                                 .height = height,
                                 .paper  = paper,
                                 .layer  = pen->plan->layers.count };
}

void ptl_pen_layer(ptl_pen *pen, const char *name)
{
    ptl_plan_layer *layer = pen->plan->pages.count > 0 ? ADD(pen, layers, layer_room) : NULL;

    if (!layer)
        return;
    *layer = (ptl_plan_layer){ .name = name, .item = pen->plan->items.count };
    pen->plan->pages.data[pen->plan->pages.count - 1].count++;
}

void ptl_pen_hidden_layer(ptl_pen *pen, const char *name)
{
    ptl_pen_layer(pen, name);
    if (pen->plan->layers.count > 0)
        pen->plan->layers.data[pen->plan->layers.count - 1].hidden = true;
}

void ptl_pen_cells(ptl_pen *pen, float x, float y, float width, float height)
{
    ptl_plan_box cells = { x, y, width, height };

    if (pen->plan->pages.count > 0 && is_box(&cells))
        pen->plan->pages.data[pen->plan->pages.count - 1].cells = cells;
}

void ptl_pen_map(ptl_pen *pen, const ptl_plan_box *map)
{
    if (pen->plan->pages.count > 0 && is_box(map))
        pen->plan->pages.data[pen->plan->pages.count - 1].map = *map;
}

static void add_item(ptl_pen *pen, const ptl_plan_item *item)
{
    ptl_plan      *plan = pen->plan;
    ptl_plan_item *to   = plan->layers.count > 0 ? ADD(pen, items, item_room) : NULL;

    if (!to)
        return;
    *to = *item;
    plan->layers.data[plan->layers.count - 1].count++;
}

/* ---- Paths ----------------------------------------------------------------------------------- */

static void add_verb(ptl_pen *pen, ptl_plan_verb verb, const float *points)
{
    ptl_plan *plan  = pen->plan;
    size_t    count = 2 * ptl_plan_points_of(verb);
    uint8_t  *to    = ADD(pen, verbs, verb_room);
    float    *list  = ptl_arena_grow(pen->job, plan->points.data, plan->points.count, count,
                                     &pen->point_room, sizeof *list);

    if (!to || !list)
        return;
    *to               = (uint8_t)verb;
    plan->points.data = list;
    for (size_t i = 0; i < count; i++) {
        pen->broken                = pen->broken || !is_somewhere(points[i]);
        list[plan->points.count++] = points[i];
    }
}

void ptl_pen_move(ptl_pen *pen, float x, float y)
{
    add_verb(pen, PTL_VERB_MOVE, (float[2]){ x, y });
}

void ptl_pen_line(ptl_pen *pen, float x, float y)
{
    add_verb(pen, PTL_VERB_LINE, (float[2]){ x, y });
}

void ptl_pen_curve(ptl_pen *pen, const float handles_and_end[6])
{
    add_verb(pen, PTL_VERB_CURVE, handles_and_end);
}

void ptl_pen_close(ptl_pen *pen)
{
    add_verb(pen, PTL_VERB_CLOSE, NULL);
}

void ptl_pen_rect(ptl_pen *pen, float x, float y, float width, float height)
{
    ptl_pen_move(pen, x, y);
    ptl_pen_line(pen, x + width, y);
    ptl_pen_line(pen, x + width, y + height);
    ptl_pen_line(pen, x, y + height);
    ptl_pen_close(pen);
}

void ptl_pen_ellipse(ptl_pen *pen, float x, float y, float radius_x, float radius_y)
{
    static const float quarter[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
    const float        bend          = 0.5522848f; /* handles of a quarter circle */

    ptl_pen_move(pen, x + radius_x, y);
    for (unsigned i = 0; i < 4; i++) {
        const float *a = quarter[i], *b = quarter[(i + 1) % 4];

        ptl_pen_curve(pen, (float[6]){ x + radius_x * (a[0] + bend * b[0]),
                                       y + radius_y * (a[1] + bend * b[1]),
                                       x + radius_x * (b[0] + bend * a[0]),
                                       y + radius_y * (b[1] + bend * a[1]), x + radius_x * b[0],
                                       y + radius_y * b[1] });
    }
    ptl_pen_close(pen);
}

/* Where a path is given up, its verbs and points are taken back. */
static void forget_path(ptl_pen *pen)
{
    pen->plan->verbs.count  = pen->verb;
    pen->plan->points.count = 2 * pen->point;
}

void ptl_pen_draw(ptl_pen *pen, const ptl_plan_path *look)
{
    ptl_plan     *plan = pen->plan;
    ptl_plan_item item = { .kind = PTL_PLAN_PATH, .as.path = *look };
    bool          starts, seen;

    if (!ptl_ok(pen->job)) /* lists may be gone that earlier paths are counted in */
        return;
    item.as.path.verb       = pen->verb;
    item.as.path.verb_count = plan->verbs.count - pen->verb;
    item.as.path.point      = pen->point;
    if (!(look->width > 0 && look->width < MOST))
        item.as.path.stroke = PTL_PLAN_NONE;
    starts = item.as.path.verb_count > 0 && plan->verbs.data[pen->verb] == PTL_VERB_MOVE;
    seen   = item.as.path.fill != PTL_PLAN_NONE || item.as.path.stroke != PTL_PLAN_NONE;
    if (starts && seen && !pen->broken)
        add_item(pen, &item);
    else
        forget_path(pen);
    pen->verb   = plan->verbs.count;
    pen->point  = plan->points.count / 2;
    pen->broken = false;
}

void ptl_pen_fill(ptl_pen *pen, uint32_t color)
{
    ptl_pen_draw(pen, &(ptl_plan_path){ .fill = color, .stroke = PTL_PLAN_NONE });
}

void ptl_pen_stroke(ptl_pen *pen, uint32_t color, float width)
{
    ptl_pen_draw(pen, &(ptl_plan_path){ .fill = PTL_PLAN_NONE, .stroke = color, .width = width });
}

/* A line y = start + slope * x across the box, cut where it leaves above and below. */
static void hatch_line(ptl_pen *pen, const ptl_plan_box *box, float start, float slope)
{
    float from = 0, to = box->width;

    if (slope > 0) {
        from = start < 0 ? -start / slope : 0;
        to   = (box->height - start) / slope;
        to   = to < box->width ? to : box->width;
    }
    if (from >= to)
        return;
    ptl_pen_move(pen, box->x + from, box->y + start + slope * from);
    ptl_pen_line(pen, box->x + to, box->y + start + slope * to);
}

void ptl_pen_hatch(ptl_pen *pen, const ptl_plan_box *box, float gap, float slope)
{
    float first = -slope * box->width;

    if (!is_box(box) || !(gap > 0) || !(slope >= 0) || !is_somewhere((box->height - first) / gap))
        return;
    for (float i = 1; first + i * gap < box->height && ptl_ok(pen->job); i++)
        hatch_line(pen, box, first + i * gap, slope);
}

/* ---- Others ---------------------------------------------------------------------------------- */

/* The text as it may be shown, in the arena; cut where a line would be absurdly long. */
static ptl_str clean(ptl_job *job, ptl_str text)
{
    enum { LONGEST = 1000 };
    size_t taken = text.size < LONGEST ? text.size : LONGEST, room = 4 * taken + 8;
    char  *shown = ptl_arena_raw(job, room);

    if (!shown)
        return (ptl_str){ "", 0 };
    ptl_quote(shown, room, text.data, taken);
    return (ptl_str){ shown, strlen(shown) };
}

void ptl_pen_text(ptl_pen *pen, const ptl_plan_text *text)
{
    ptl_plan_item item = { .kind = PTL_PLAN_TEXT, .as.text = *text };

    if (!is_somewhere(text->x) || !is_somewhere(text->y) || text->text.size == 0 ||
        !(text->size > 0 && text->size < MOST) || text->color == PTL_PLAN_NONE)
        return;
    item.as.text.text = clean(pen->job, text->text);
    add_item(pen, &item);
}

void ptl_pen_picture(ptl_pen *pen, const ptl_plan_picture *picture)
{
    if (is_box(&picture->box) && picture->image < pen->plan->images.count)
        add_item(pen, &(ptl_plan_item){ .kind = PTL_PLAN_PICTURE, .as.picture = *picture });
}

void ptl_pen_view(ptl_pen *pen, const ptl_plan_view *view)
{
    if (is_box(&view->box) && view->unit > 0)
        add_item(pen, &(ptl_plan_item){ .kind = PTL_PLAN_VIEW, .as.view = *view });
}

/* Lines as they may be shown, with line feeds between. */
static ptl_str clean_lines(ptl_job *job, ptl_str text)
{
    enum { LONGEST = 4000 };
    size_t taken = text.size < LONGEST ? text.size : LONGEST, room = 4 * taken + 8, size = 0;
    char  *shown = ptl_arena_raw(job, room);

    for (size_t from = 0, end; shown && from < taken; from = end + 1) {
        size_t line;

        for (end = from; end < taken && text.data[end] != '\n';)
            end++;
        line = end - from - (end > from && text.data[end - 1] == '\r');
        if (from > 0)
            shown[size++] = '\n';
        ptl_quote(shown + size, room - size, text.data + from, line);
        size += strlen(shown + size);
    }
    return shown ? (ptl_str){ shown, size } : (ptl_str){ "", 0 };
}

void ptl_pen_spot(ptl_pen *pen, const ptl_plan_spot *spot)
{
    ptl_plan_item item = { .kind = PTL_PLAN_SPOT, .as.spot = *spot };

    if (!is_box(&spot->box))
        return;
    item.as.spot.text = clean_lines(pen->job, spot->text);
    add_item(pen, &item);
}

void ptl_pen_again(ptl_pen *pen, ptl_plan_item item)
{
    add_item(pen, &item);
}
