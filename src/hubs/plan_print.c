/* SPDX-License-Identifier: MIT */
/* Plans on sheets of paper. */
#include "hubs/plan_print.h"

#include <math.h>
#include <string.h>

#include "core/real.h"
#include "hubs/plan_pages.h"
#include "hubs/print_marks.h"

#define CLOSE 1e-3f /* of a cell: what rounding may add to a length */

/* A plan being printed. */
typedef struct printer {
    ptl_job          *job;
    ptl_plan         *plan;
    const ptl_print  *how;
    ptl_pen           pen;
    ptl_plan_page     page;    /* that is laid onto sheets */
    const ptl_extent *extents; /* of the items; made when a page is cut up */
    size_t            extent_count;
    size_t            sheets; /* so far */
} printer;

typedef struct place { /* of a page on a sheet */
    float zoom, x, y;
} place;

/* What of a sheet may be printed on. */
static ptl_plan_box inside(const printer *p, const ptl_paper *paper)
{
    float margin = p->how->margin;

    return (ptl_plan_box){ margin, margin, paper->width - 2 * margin, paper->height - 2 * margin };
}

static ptl_paper turned(const ptl_paper *paper)
{
    return (ptl_paper){ paper->height, paper->width, false };
}

/* ---- Sheets ---------------------------------------------------------------------------------- */

/* Begins a sheet; behind what it shows is the color of the page. */
static void begin_sheet(printer *p, const ptl_paper *paper, const ptl_plan_box *shown)
{
    uint32_t behind = p->page.paper;
    bool     clear  = behind == PTL_PLAN_NONE;
    uint32_t white  = clear ? behind : ptl_pen_color(&p->pen, "sheet", 0xFFFFFFFF);

    if (++p->sheets > PTL_PRINT_SHEETS) {
        ptl_fail(p->job, PTL_E_LIMIT, PTL_NOWHERE, "limit-sheets",
                 "more than %d sheets of paper would be printed: choose levels, or smaller cells",
                 PTL_PRINT_SHEETS);
        return;
    }
    ptl_pen_page(&p->pen, p->page.name, paper->width, paper->height, white);
    if (clear || !ptl_ok(p->job))
        return;
    ptl_pen_layer(&p->pen, "paper");
    ptl_pen_rect(&p->pen, shown->x, shown->y, shown->width, shown->height);
    ptl_pen_fill(&p->pen, behind);
}

/* What two boxes have in common; something very small where that is nothing, which still clips. */
static ptl_plan_box common(const ptl_plan_box *a, const ptl_plan_box *b)
{
    float left = ptl_maxf(a->x, b->x), right = ptl_minf(a->x + a->width, b->x + b->width);
    float top = ptl_maxf(a->y, b->y), bottom = ptl_minf(a->y + a->height, b->y + b->height);

    return (ptl_plan_box){ left, top, ptl_maxf(right - left, 1e-3f),
                           ptl_maxf(bottom - top, 1e-3f) };
}

/* A layer of the page once more, on the sheet. */
static ptl_plan_layer *show_layer(printer *p, const ptl_plan_layer *from, const place *at,
                                  const ptl_plan_box *clip)
{
    ptl_plan_layer *to;

    ptl_pen_layer(&p->pen, from->name);
    if (!ptl_ok(p->job))
        return NULL;
    to       = &p->plan->layers.data[p->plan->layers.count - 1];
    to->zoom = at->zoom * ptl_plan_zoom(from);
    to->x    = at->x + from->x * at->zoom;
    to->y    = at->y + from->y * at->zoom;
    to->clip = *clip;
    if (from->clip.width > 0) {
        const ptl_plan_box *own = &from->clip;

        to->clip =
            common(clip, &(ptl_plan_box){ at->x + own->x * at->zoom, at->y + own->y * at->zoom,
                                          own->width * at->zoom, own->height * at->zoom });
    }
    return to;
}

static void show_whole(printer *p, const place *at, const ptl_plan_box *clip)
{
    for (size_t i = 0; i < p->page.count && ptl_ok(p->job); i++) {
        ptl_plan_layer  from = p->plan->layers.data[p->page.layer + i];
        ptl_plan_layer *to   = show_layer(p, &from, at, clip);

        if (!to)
            return;
        to->item  = from.item;
        to->count = from.count;
    }
}

static bool touches(const ptl_extent *e, const ptl_plan_box *box)
{
    return e->right >= box->x && e->left <= box->x + box->width && e->bottom >= box->y &&
           e->top <= box->y + box->height;
}

/* The items that may be seen of a part of the page; others cost time and room on every sheet. */
static void show_part(printer *p, const ptl_plan_box *part, const place *at,
                      const ptl_plan_box *clip)
{
    for (size_t i = 0; i < p->page.count && ptl_ok(p->job); i++) {
        ptl_plan_layer from   = p->plan->layers.data[p->page.layer + i];
        bool           framed = from.zoom > 0 || from.x != 0 || from.y != 0;

        if (!show_layer(p, &from, at, clip))
            return;
        for (size_t k = from.item; k < from.item + from.count && ptl_ok(p->job); k++)
            if (framed || touches(&p->extents[k], part))
                ptl_pen_again(&p->pen, p->plan->items.data[k]);
    }
}

/* ---- Fitted ---------------------------------------------------------------------------------- */

static float zoom_to(const ptl_plan_page *page, float width, float height)
{
    float across = width / page->width, down = height / page->height;

    return across < down ? across : down;
}

/* The whole page in the middle of a sheet. */
static void print_page(printer *p, const ptl_paper *paper, float zoom)
{
    ptl_plan_box room  = inside(p, paper);
    float        width = p->page.width * zoom, height = p->page.height * zoom;
    place at = { zoom, room.x + (room.width - width) / 2, room.y + (room.height - height) / 2 };
    ptl_plan_box shown = { at.x, at.y, width, height };

    begin_sheet(p, paper, &shown);
    if (ptl_ok(p->job))
        show_whole(p, &at, &shown);
}

static void print_fitted(printer *p)
{
    ptl_paper    paper = p->how->paper, other = turned(&paper);
    ptl_plan_box room = inside(p, &paper), side = inside(p, &other);
    float        zoom   = zoom_to(&p->page, room.width, room.height);
    float        turned = zoom_to(&p->page, side.width, side.height);

    if (p->how->paper.turns && turned > zoom)
        print_page(p, &other, turned);
    else
        print_page(p, &paper, zoom);
}

/* ---- Cut up ---------------------------------------------------------------------------------- */

static ptl_plan_box map_of(const ptl_plan_page *page)
{
    return page->map.width > 0 ? page->map : (ptl_plan_box){ 0, 0, page->width, page->height };
}

/* Lines to cut at, between cells, so that every sheet has room for what is between two of them and
 * for the overlap; returns how many sheets there are, 0 when a cell has no room. */
static size_t cut(printer *p, float from, float to, float cell, float first, float room,
                  float overlap, float **lines)
{
    size_t count = 0, space = 0;
    float *list = NULL;

    for (float at = from;; count++) {
        float end = to, fits = floorf((at + room - overlap - first) / cell + CLOSE) * cell + first;

        if (to - at > room + CLOSE * cell)
            end = fits;
        list = ptl_arena_grow(p->job, list, count, 2, &space, sizeof *list);
        if (!list || !(end > at + CLOSE * cell) || count > PTL_PRINT_SHEETS)
            return 0;
        list[count]     = at;
        list[count + 1] = end;
        *lines          = list;
        at              = end;
        if (end >= to)
            return count + 1;
    }
}

static void cut_page(printer *p, const ptl_paper *paper, float zoom, ptl_cuts *out)
{
    ptl_plan_box room = inside(p, paper), map = map_of(&p->page), cells = p->page.cells;
    float        overlap = p->how->overlap / zoom;

    *out         = (ptl_cuts){ 0 };
    out->columns = cut(p, map.x, map.x + map.width, cells.width, cells.x, room.width / zoom,
                       overlap, &out->across);
    out->rows    = cut(p, map.y, map.y + map.height, cells.height, cells.y, room.height / zoom,
                       overlap, &out->down);
}

/* ---- Which sheets show something ------------------------------------------------------------- */

/* Layers that say where a dungeon is; where a page has none of them, it is everywhere. */
static bool tells(const ptl_plan_layer *layer)
{
    static const char *const names[] = { "floors", "walls", "symbols", "trail", "notes", "labels" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(layer->name, names[i]) == 0)
            return true;
    return false;
}

/* The sheet, across or down, that a place is on. */
static size_t sheet_at(const float *lines, size_t count, float at)
{
    size_t low = 0, high = count;

    while (high - low > 1) {
        size_t middle = (low + high) / 2;

        if (at >= lines[middle])
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void use(ptl_cuts *cuts, ptl_extent e)
{
    const float rim = 1; /* what lies on a line is on both sides of it: one is enough */
    size_t      left, right, top, bottom;

    if (e.right - e.left > 2 * rim) {
        e.left += rim;
        e.right -= rim;
    }
    if (e.bottom - e.top > 2 * rim) {
        e.top += rim;
        e.bottom -= rim;
    }
    left   = sheet_at(cuts->across, cuts->columns, e.left);
    right  = sheet_at(cuts->across, cuts->columns, e.right);
    top    = sheet_at(cuts->down, cuts->rows, e.top);
    bottom = sheet_at(cuts->down, cuts->rows, e.bottom);
    for (size_t row = top; row <= bottom; row++)
        for (size_t column = left; column <= right; column++)
            cuts->used[row * cuts->columns + column] = true;
}

static void widen(ptl_extent *e, const float *point, bool first)
{
    if (first)
        *e = (ptl_extent){ point[0], point[1], point[0], point[1] };
    e->left   = point[0] < e->left ? point[0] : e->left;
    e->right  = point[0] > e->right ? point[0] : e->right;
    e->top    = point[1] < e->top ? point[1] : e->top;
    e->bottom = point[1] > e->bottom ? point[1] : e->bottom;
}

/* All floors may be one path: every part of it counts for itself. */
static void use_path(const printer *p, ptl_cuts *cuts, const ptl_plan_path *path)
{
    const uint8_t *verb  = p->plan->verbs.data + path->verb;
    const float   *point = p->plan->points.data + 2 * path->point;
    ptl_extent     e     = { 0 };

    for (size_t i = 0; i < path->verb_count; i++) {
        if (verb[i] == PTL_VERB_MOVE && i > 0)
            use(cuts, e);
        for (unsigned k = ptl_plan_points_of(verb[i]); k > 0; k--, point += 2)
            widen(&e, point, verb[i] == PTL_VERB_MOVE);
    }
    use(cuts, e);
}

static void use_layer(const printer *p, ptl_cuts *cuts, const ptl_plan_layer *layer)
{
    for (size_t k = layer->item; k < layer->item + layer->count && ptl_ok(p->job); k++)
        if (p->plan->items.data[k].kind == PTL_PLAN_PATH)
            use_path(p, cuts, &p->plan->items.data[k].as.path);
        else
            use(cuts, p->extents[k]);
}

static void find_used(printer *p, ptl_cuts *cuts)
{
    size_t all   = cuts->columns * cuts->rows;
    bool   known = false;

    cuts->used = ptl_arena_take(p->job, all);
    for (size_t i = 0; i < p->page.count && cuts->used; i++) {
        const ptl_plan_layer *layer = &p->plan->layers.data[p->page.layer + i];

        if (!tells(layer) || layer->zoom > 0 || layer->x != 0 || layer->y != 0)
            continue;
        known = known || layer->count > 0;
        use_layer(p, cuts, layer);
    }
    if (!known && cuts->used)
        memset(cuts->used, true, all);
    for (size_t i = 0; i < all && cuts->used; i++)
        cuts->count += cuts->used[i];
}

/* What room items take is found out once for all sheets. */
static bool measure(printer *p)
{
    size_t      count   = p->plan->items.count;
    ptl_extent *extents = NULL;

    if (p->extents)
        return true;
    extents = ptl_arena_array(p->job, count, sizeof *extents);
    for (size_t i = 0; i < count && extents; i++)
        extents[i] = ptl_plan_extent(p->plan, &p->plan->items.data[i]);
    p->extents = extents;
    return extents != NULL;
}

/* ---- In a true scale ------------------------------------------------------------------------- */

static ptl_str kept_name(printer *p, const char *text)
{
    size_t size = strlen(text);
    char  *copy = ptl_arena_raw(p->job, size);

    if (!copy)
        return (ptl_str){ NULL, 0 };
    memcpy(copy, text, size);
    return (ptl_str){ copy, size };
}

static void print_overview(printer *p, ptl_sheet *s)
{
    ptl_plan_box room  = inside(p, &s->paper);
    float        high  = room.height - PTL_OVERVIEW_FOOT;
    float        zoom  = zoom_to(&p->page, room.width, high);
    place        at    = { zoom, room.x + (room.width - p->page.width * zoom) / 2, room.y };
    ptl_plan_box shown = { at.x, at.y, p->page.width * zoom, p->page.height * zoom };

    begin_sheet(p, &s->paper, &shown);
    if (!ptl_ok(p->job))
        return;
    show_whole(p, &at, &shown);
    ptl_print_overview(&p->pen, s, at.zoom, at.x, at.y);
}

static void print_part(printer *p, ptl_sheet *s, float zoom)
{
    const ptl_cuts *cuts = s->cuts;
    ptl_plan_box    room = inside(p, &s->paper), map = map_of(&p->page);
    float x = cuts->across[s->column], y = cuts->down[s->row], overlap = p->how->overlap / zoom;
    float right = cuts->across[s->column + 1], bottom = cuts->down[s->row + 1];
    float across = ptl_minf(right + overlap, map.x + map.width) - x;
    float down   = ptl_minf(bottom + overlap, map.y + map.height) - y;
    place at     = { zoom, room.x - x * zoom, room.y - y * zoom };

    s->shown  = (ptl_plan_box){ room.x, room.y, across * zoom, down * zoom };
    s->right  = room.x + (right - x) * zoom;
    s->bottom = room.y + (bottom - y) * zoom;
    begin_sheet(p, &s->paper, &s->shown);
    if (!ptl_ok(p->job))
        return;
    p->plan->pages.data[p->plan->pages.count - 1].part =
        kept_name(p, ptl_sheet_named(s->column, s->row).text);
    show_part(p, &(ptl_plan_box){ x, y, across, down }, &at, &s->shown);
    ptl_print_sheet_marks(&p->pen, s);
}

static void print_parts(printer *p, const ptl_paper *paper, float zoom, ptl_cuts *cuts)
{
    ptl_sheet s = { .how = p->how, .paper = *paper, .cuts = cuts, .name = p->page.name };

    if (!measure(p))
        return;
    find_used(p, cuts);
    if (!ptl_ok(p->job))
        return;
    print_overview(p, &s);
    for (size_t i = 0; i < cuts->columns * cuts->rows && ptl_ok(p->job); i++) {
        if (!cuts->used[i])
            continue;
        s.column = i % cuts->columns;
        s.row    = i / cuts->columns;
        s.number++;
        print_part(p, &s, zoom);
    }
}

static bool fits(const printer *p, const ptl_paper *paper, float zoom)
{
    ptl_plan_box room = inside(p, paper);

    return p->page.width * zoom <= room.width + CLOSE &&
           p->page.height * zoom <= room.height + CLOSE;
}

/* On the side of the paper that takes fewer sheets; upright when both take as many. */
static void print_cut(printer *p, float zoom)
{
    ptl_paper paper = p->how->paper, other = turned(&paper);
    ptl_cuts  cuts, turned_cuts            = { 0 };
    size_t    all, turned_all;

    cut_page(p, &paper, zoom, &cuts);
    if (p->how->paper.turns)
        cut_page(p, &other, zoom, &turned_cuts);
    all        = cuts.columns * cuts.rows;
    turned_all = turned_cuts.columns * turned_cuts.rows;
    if (!ptl_ok(p->job))
        return;
    if (all == 0 && turned_all == 0)
        ptl_fail(p->job, PTL_E_LIMIT, PTL_NOWHERE, "limit-sheets",
                 "a cell, or a part of one at the rim, is larger than a sheet of paper, or there "
                 "would be more than %d sheets",
                 PTL_PRINT_SHEETS);
    else if (turned_all > 0 && (all == 0 || turned_all < all))
        print_parts(p, &other, zoom, &turned_cuts);
    else
        print_parts(p, &paper, zoom, &cuts);
}

static void print_true(printer *p)
{
    const float zoom  = p->how->cell / p->page.cells.width;
    ptl_paper   other = turned(&p->how->paper);

    if (!(p->page.cells.width > 0) || !(zoom > 1e-4f && zoom < 1e4f))
        ptl_fail(p->job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "cell is for pages with cells: this one has none, or none that could be as large");
    else if (fits(p, &p->how->paper, zoom))
        print_page(p, &p->how->paper, zoom);
    else if (p->how->paper.turns && fits(p, &other, zoom))
        print_page(p, &other, zoom);
    else
        print_cut(p, zoom);
}

void ptl_plan_print(ptl_job *job, ptl_plan *plan, const ptl_print *how)
{
    const ptl_plan_page *pages = plan->pages.data;
    size_t               count = plan->pages.count;
    printer              p     = { .job = job, .plan = plan, .how = how };

    p.pen            = ptl_pen_further(job, plan);
    p.pen.page_room  = 0;
    plan->pages.data = NULL; /* what was drawn stays, and sheets show it */
    for (size_t i = plan->pages.count = 0; i < count && ptl_ok(job); i++) {
        p.page = pages[i];
        if (how->cell > 0)
            print_true(&p);
        else
            print_fitted(&p);
    }
}
