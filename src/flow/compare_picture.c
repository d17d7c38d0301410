/* SPDX-License-Identifier: MIT */
/* States of a document beside one another, over one another, or in turns, with what changed marked:
 * ptl_diff_picture, ptl_merge_picture. */
#include <portolan/compare.h>

#include <math.h>
#include <portolan/pixels.h>
#include <string.h>

#include "flow/compare_flow.h"
#include "flow/marks.h"
#include "hubs/plan_pages.h"
#include "render/apng_write.h"
#include "render/plan_draw.h"
#include "render/png_write.h"

enum {
    STATES = 3,
    GAP    = 12, /* pixels between pictures                             */
    BAR    = 5,  /* above each, in a color that says which it is        */
    BLOCK  = 12, /* pixels of a side, where pictures are compared       */
    MOST   = 24 << 20,
    NONE   = -1,
};

typedef struct state {
    ptl_doc   *doc;
    ptl_plan  *plan; /* NULL: its format has none, and it is one picture */
    ptl_pixels pixels;
    ptl_marks  marks;
} state;

typedef struct row { /* pages that belong together; NONE: that state has no such */
    int64_t page[STATES];
} row;

typedef struct composer {
    ptl_job *job;
    state    of[STATES];
    size_t   count;
    struct {
        row   *data;
        size_t count, room;
    } rows;
    double   scale;
    ptl_look look;
    bool     seen; /* what is seen to differ is marked, too */
} composer;

/* ---- Colors -----------------------------------------------------------------------------------
 */

static const ptl_rgba paper = { 255, 255, 255, 255 };

static const ptl_rgba bars[2][STATES] = {
    { { 198, 40, 40, 255 }, { 46, 125, 50, 255 }, { 0, 0, 0, 0 } }, /* before, after      */
    { { 117, 117, 117, 255 },
      { 21, 101, 192, 255 },
      { 46, 125, 50, 255 } }, /* base, ours, theirs */
};

static const ptl_rgba mark_colors[] = {
    [PTL_MARK_CHANGED] = { 255, 111, 0, 255 },
    [PTL_MARK_ADDED]   = { 0, 150, 60, 255 },
    [PTL_MARK_REMOVED] = { 213, 0, 0, 255 },
};

static uint8_t mix(uint8_t under, uint8_t over, unsigned part)
{
    return (uint8_t)((under * (255 - part) + over * part + 127) / 255);
}

static void tint(ptl_rgba *pixel, ptl_rgba color, unsigned part)
{
    pixel->r = mix(pixel->r, color.r, part);
    pixel->g = mix(pixel->g, color.g, part);
    pixel->b = mix(pixel->b, color.b, part);
    pixel->a = 255;
}

/* ---- Pictures ---------------------------------------------------------------------------------
 */

static ptl_image new_image(ptl_job *job, uint32_t width, uint32_t height)
{
    ptl_image image = { .width = width, .height = height };
    size_t    count = (size_t)width * height;

    image.pixels = ptl_arena_raw(job, (uint64_t)count * sizeof *image.pixels);
    for (size_t i = 0; image.pixels && i < count; i++)
        image.pixels[i] = paper;
    return image;
}

/* Lays a picture onto another, cut off where it ends; `part` of 255. */
static void lay(ptl_image *to, const ptl_image *from, int64_t left, int64_t top, unsigned part)
{
    for (uint32_t y = 0; y < from->height; y++)
        for (uint32_t x = 0; x < from->width; x++) {
            int64_t  at_x = left + x, at_y = top + y;
            ptl_rgba pixel;

            if (at_x < 0 || at_y < 0 || at_x >= to->width || at_y >= to->height)
                continue;
            pixel = from->pixels[(size_t)y * from->width + x];
            tint(&to->pixels[(size_t)at_y * to->width + (size_t)at_x], pixel, part * pixel.a / 255);
        }
}

static void fill_box(ptl_image *to, const int64_t box[4], ptl_rgba color, unsigned part)
{
    for (int64_t y = box[1] < 0 ? 0 : box[1]; y < box[3] && y < to->height; y++)
        for (int64_t x = box[0] < 0 ? 0 : box[0]; x < box[2] && x < to->width; x++)
            tint(&to->pixels[(size_t)y * to->width + (size_t)x], color, part);
}

/* A frame of two pixels, and a breath of the color inside. */
static void draw_mark(ptl_image *to, const int64_t box[4], ptl_mark_kind kind)
{
    int64_t  l = box[0] - 1, t = box[1] - 1, r = box[2] + 1, b = box[3] + 1;
    ptl_rgba color = mark_colors[kind];

    fill_box(to, box, color, 48);
    fill_box(to, (int64_t[]){ l, t, r, t + 2 }, color, 255);
    fill_box(to, (int64_t[]){ l, b - 2, r, b }, color, 255);
    fill_box(to, (int64_t[]){ l, t, l + 2, b }, color, 255);
    fill_box(to, (int64_t[]){ r - 2, t, r, b }, color, 255);
}

static const ptl_plan_page *page_of(const composer *c, size_t which, const row *r)
{
    const ptl_plan *plan = c->of[which].plan;

    return plan && r->page[which] != NONE ? &plan->pages.data[r->page[which]] : NULL;
}

static int64_t whole_below(double x)
{
    int64_t whole = (int64_t)x;

    return whole - (x < (double)whole);
}

/* Where the marks of a page lie on its picture. */
static bool box_of(const composer *c, const ptl_plan_page *page, const ptl_mark *m, int64_t box[4])
{
    double side = (double)page->cells.width * c->scale, x, y;

    if (!(side > 0))
        return false;
    x      = (double)page->cells.x * c->scale;
    y      = (double)page->cells.y * c->scale;
    box[0] = whole_below(x + m->x * side);
    box[1] = whole_below(y + m->y * (double)page->cells.height * c->scale);
    box[2] = -whole_below(-(x + ((double)m->x + m->width) * side));
    box[3] =
        -whole_below(-(y + ((double)m->y + m->height) * (double)page->cells.height * c->scale));
    return true;
}

static bool is_on(const composer *c, size_t which, const ptl_plan_page *page, const ptl_mark *m)
{
    return c->of[which].plan->pages.count == 1 || page->level == m->level;
}

static void mark_page(const composer *c, size_t which, const row *r, ptl_image *image)
{
    const ptl_plan_page *page = page_of(c, which, r);
    int64_t              box[4];

    for (size_t i = 0; page && i < c->of[which].marks.count; i++) {
        const ptl_mark *m = &c->of[which].marks.data[i];

        if (is_on(c, which, page, m) && box_of(c, page, m, box))
            draw_mark(image, box, (ptl_mark_kind)m->kind);
    }
}

/* A block of pixels that differ, with a line where the next one does not. */
static void mark_block(ptl_image *to, const uint8_t *blocks, uint32_t across, uint32_t x,
                       uint32_t y)
{
    const uint8_t *here   = &blocks[(size_t)(y + 1) * across + x + 1];
    int64_t        box[4] = { (int64_t)x * BLOCK, (int64_t)y * BLOCK, ((int64_t)x + 1) * BLOCK,
                              ((int64_t)y + 1) * BLOCK };
    ptl_rgba       color  = mark_colors[PTL_MARK_CHANGED];

    fill_box(to, box, color, 48);
    if (!here[-(ptrdiff_t)across])
        fill_box(to, (int64_t[]){ box[0], box[1], box[2], box[1] + 2 }, color, 255);
    if (!here[across])
        fill_box(to, (int64_t[]){ box[0], box[3] - 2, box[2], box[3] }, color, 255);
    if (!here[-1])
        fill_box(to, (int64_t[]){ box[0], box[1], box[0] + 2, box[3] }, color, 255);
    if (!here[1])
        fill_box(to, (int64_t[]){ box[2] - 2, box[1], box[2], box[3] }, color, 255);
}

/* What is seen to differ where no cell says so: two pictures of one size, block by block, with
 * empty blocks around them. */
static void mark_seen(const composer *c, ptl_image images[STATES])
{
    const ptl_image *a = &images[0], *b = &images[1];
    uint32_t         across = (b->width + BLOCK - 1) / BLOCK + 2;
    uint32_t         down   = (b->height + BLOCK - 1) / BLOCK + 2;
    uint8_t         *blocks = ptl_arena_take(c->job, (uint64_t)across * down);

    if (!blocks || a->width != b->width || a->height != b->height)
        return;
    for (size_t i = 0; i < (size_t)b->width * b->height; i++)
        if (memcmp(&a->pixels[i], &b->pixels[i], sizeof *a->pixels) != 0)
            blocks[(i / b->width / BLOCK + 1) * across + i % b->width / BLOCK + 1] = 1;
    for (uint32_t y = 0; y + 2 < down; y++)
        for (uint32_t x = 0; x + 2 < across; x++)
            if (blocks[(size_t)(y + 1) * across + x + 1]) {
                mark_block(&images[0], blocks, across, x, y);
                mark_block(&images[1], blocks, across, x, y);
            }
}

static void paint_state(const composer *c, size_t which, const row *r, ptl_image *out)
{
    const state *s = &c->of[which];

    *out = (ptl_image){ 0 };
    if (r->page[which] == NONE)
        return;
    if (s->plan)
        ptl_plan_paint(c->job, out, s->plan, (size_t)r->page[which], c->scale);
    else
        *out = (ptl_image){ .width  = s->pixels.width,
                            .height = s->pixels.height,
                            .pixels = (ptl_rgba *)s->pixels.rgba.data };
    if (ptl_ok(c->job))
        ptl_image_expand(c->job, out);
}

/* The pictures of a row, marked. */
static bool paint_row(const composer *c, const row *r, ptl_image images[STATES])
{
    for (size_t i = 0; i < c->count && ptl_ok(c->job); i++)
        paint_state(c, i, r, &images[i]);
    if (ptl_ok(c->job) && c->seen && images[0].pixels && images[1].pixels)
        mark_seen(c, images);
    for (size_t i = 0; i < c->count && ptl_ok(c->job); i++)
        if (images[i].pixels)
            mark_page(c, i, r, &images[i]);
    return ptl_ok(c->job);
}

/* ---- Beside one another ------------------------------------------------------------------------
 */

/* Where the pictures of a row go: beside one another, or with their first cells over one another.
 */
static void place(const composer *c, const row *r, const ptl_image images[STATES],
                  int64_t at[STATES][2], uint32_t size[2])
{
    int64_t least[2] = { 0, 0 }, most[2] = { 1, 1 }, across = 0;

    for (size_t i = 0; i < c->count; i++) {
        const ptl_plan_page *page = page_of(c, i, r), *first = page_of(c, 0, r);

        at[i][0] = at[i][1] = 0;
        if (c->look == PTL_LOOK_SIDES) {
            at[i][0] = across;
            at[i][1] = BAR;
            across += images[i].pixels ? images[i].width + GAP : images[0].width + GAP;
        } else if (page && first) {
            at[i][0] = whole_below((double)(first->cells.x - page->cells.x) * c->scale + 0.5);
            at[i][1] = whole_below((double)(first->cells.y - page->cells.y) * c->scale + 0.5);
        }
        for (int k = 0; k < 2; k++) {
            int64_t end = at[i][k] + (k ? images[i].height : images[i].width);

            least[k] = at[i][k] < least[k] ? at[i][k] : least[k];
            most[k]  = end > most[k] ? end : most[k];
        }
    }
    for (size_t i = 0; i < c->count; i++)
        for (int k = 0; k < 2; k++)
            at[i][k] -= least[k];
    for (int k = 0; k < 2; k++)
        size[k] = (uint32_t)(most[k] - least[k]);
}

/* One picture of a row: all states, or in turns one of them. */
static ptl_image compose_row(const composer *c, const row *r, int64_t only)
{
    ptl_image images[STATES] = { { 0 } }, out = { 0 };
    int64_t   at[STATES][2];
    uint32_t  size[2];

    if (!paint_row(c, r, images))
        return out;
    place(c, r, images, at, size);
    out = new_image(c->job, size[0], size[1]);
    for (size_t i = 0; out.pixels && i < c->count; i++) {
        bool over = c->look == PTL_LOOK_OVERLAY && i > 0 && images[0].pixels;

        if (!images[i].pixels || (only != NONE && only != (int64_t)i))
            continue;
        lay(&out, &images[i], at[i][0], at[i][1], over ? 255 / 2 : 255);
        if (c->look == PTL_LOOK_SIDES)
            fill_box(&out, (int64_t[]){ at[i][0], 0, at[i][0] + images[i].width, BAR },
                     bars[c->count == 3][i], 255);
    }
    return out;
}

/* All rows, one below the other. */
static ptl_image compose(const composer *c, int64_t only)
{
    ptl_image *parts = ptl_arena_array(c->job, c->rows.count, sizeof *parts), out = { 0 };
    uint32_t   width = 1, height = 0, y = 0;

    for (size_t i = 0; parts && i < c->rows.count; i++) {
        parts[i] = compose_row(c, &c->rows.data[i], only);
        if (!parts[i].pixels)
            return out;
        width = parts[i].width > width ? parts[i].width : width;
        height += parts[i].height + (i > 0 ? GAP : 0);
    }
    if (parts)
        out = new_image(c->job, width, height);
    for (size_t i = 0; out.pixels && i < c->rows.count; i++) {
        lay(&out, &parts[i], 0, y, 255);
        y += parts[i].height + GAP;
    }
    return out;
}

/* ---- Rows --------------------------------------------------------------------------------------
 */

static void add_row(composer *c, int64_t first, int64_t second, int64_t third)
{
    row *data = ptl_arena_grow(c->job, c->rows.data, c->rows.count, 1, &c->rows.room, sizeof *data);

    if (!data)
        return;
    c->rows.data                  = data;
    c->rows.data[c->rows.count++] = (row){ { first, second, third } };
}

/* The page of a level; NONE without. */
static int64_t page_of_level(const ptl_plan *plan, uint32_t level)
{
    if (!plan || plan->pages.count == 1)
        return 0;
    for (size_t i = 0; i < plan->pages.count; i++)
        if (plan->pages.data[i].level == level)
            return (int64_t)i;
    return NONE;
}

/* Levels with a change in them, in the order of the second state's pages; then those that went. */
static void choose_rows(composer *c, const ptl_marked *m)
{
    const ptl_plan *before = c->of[0].plan, *after = c->of[1].plan;
    bool single = !before || !after || (before->pages.count == 1 && after->pages.count == 1);

    for (size_t i = 0; !single && i < after->pages.count; i++) {
        uint32_t is = after->pages.data[i].level, was = is;

        if (m->levels && is < m->levels->now)
            was = m->levels->was[is];
        if (is < m->count[1] && (m->touched[1][is] || was == PTL_ALONE))
            add_row(c, was == PTL_ALONE ? NONE : page_of_level(before, was), (int64_t)i, NONE);
    }
    for (size_t i = 0; !single && m->levels && i < before->pages.count; i++) {
        uint32_t was = before->pages.data[i].level;

        if (was < m->levels->before && m->levels->is[was] == PTL_ALONE)
            add_row(c, (int64_t)i, NONE, NONE);
    }
    if (c->rows.count == 0)
        add_row(c, 0, 0, 0);
}

/* The same for conflicts: levels that have any, by their numbers. */
static void choose_conflicts(composer *c)
{
    const ptl_plan *ours = c->of[1].plan;

    for (size_t i = 0; ours && i < ours->pages.count; i++) {
        bool any = false;

        for (size_t k = 0; k < c->of[1].marks.count && !any; k++)
            any = is_on(c, 1, &ours->pages.data[i], &c->of[1].marks.data[k]);
        if (any)
            add_row(c, page_of_level(c->of[0].plan, ours->pages.data[i].level), (int64_t)i,
                    page_of_level(c->of[2].plan, ours->pages.data[i].level));
    }
    if (c->rows.count == 0)
        add_row(c, 0, 0, 0);
}

/* So small that all of it has a reasonable number of pixels. */
static void choose_scale(composer *c, double asked)
{
    double pixels = 0;

    c->scale = asked > 0 ? asked : 1;
    for (size_t i = 0; i < c->rows.count; i++)
        for (size_t k = 0; k < c->count; k++) {
            const ptl_plan_page *page = page_of(c, k, &c->rows.data[i]);

            pixels += page ? (double)page->width * (double)page->height * c->scale * c->scale : 0;
        }
    if (pixels > MOST)
        c->scale *= sqrt(MOST / pixels);
}

/* ---- The calls ---------------------------------------------------------------------------------
 */

/* A picture of a document that has no plan. */
static void draw_pixels(composer *c, state *s, ptl_write_opts *write)
{
    ptl_setting size = { .name = "size", .data = "640x480", .size = 7 };
    ptl_diag    wrong;

    write->settings      = &size;
    write->setting_count = 1;
    if (ptl_doc_draw(&s->pixels, s->doc, write, &wrong) == PTL_OK)
        return;
    if (wrong.status == PTL_E_UNSUPPORTED)
        ptl_fail(c->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "conversion",
                 "there is no picture of a document of %s", s->doc->format->info.name);
    else
        ptl_fail(c->job, wrong.status, PTL_NOWHERE, wrong.rule, "%s", wrong.message);
}

static void draw_state(composer *c, size_t which, const ptl_compare_look *opts)
{
    state         *s     = &c->of[which];
    ptl_write_opts write = { .files     = opts->files[which],
                             .limits    = opts->read.limits,
                             .allocator = opts->read.allocator };
    ptl_diag       wrong;
    ptl_str        unknown;

    if (ptl_plan_make(&s->plan, s->doc, &write, &wrong) == PTL_OK)
        ptl_plan_pick_layers(c->job, s->plan, NULL, &unknown);
    else if (wrong.status == PTL_E_UNSUPPORTED)
        draw_pixels(c, s, &write);
    else
        ptl_fail(c->job, wrong.status, PTL_NOWHERE, wrong.rule, "%s", wrong.message);
}

static void write_picture(composer *c, ptl_buf *out)
{
    ptl_image picture;
    ptl_apng  apng;

    if (c->look != PTL_LOOK_FLICKER) {
        picture = compose(c, NONE);
        if (picture.pixels)
            ptl_png_write(c->job, out, &picture, PTL_PNG_USUAL);
        return;
    }
    for (size_t i = 0; i < c->count && ptl_ok(c->job); i++) {
        picture = compose(c, (int64_t)i);
        if (!picture.pixels)
            break;
        if (i == 0)
            ptl_apng_begin(&apng, c->job, out, picture.width, picture.height, false,
                           (uint32_t)c->count, 1);
        ptl_apng_put(&apng, &picture);
        if (i + 1 == c->count || !ptl_ok(c->job))
            ptl_apng_end(&apng);
    }
}

static void find_changes(composer *c)
{
    state      *s = c->of;
    ptl_changes changes =
        ptl_record_diff(c->job, s[1].doc->format->record, s[0].doc->native, s[1].doc->native);
    ptl_marked found;

    if (!ptl_ok(c->job) || !ptl_marks_find(c->job, &found, &changes, s[1].doc->format->record,
                                           s[0].doc->native, s[1].doc->native))
        return;
    s[0].marks = found.marks[0];
    s[1].marks = found.marks[1];
    c->seen    = found.others || !s[1].plan;
    choose_rows(c, &found);
}

static ptl_status run(ptl_bytes *out, composer *c, const ptl_source *const files[STATES],
                      const ptl_marks *conflicts, const ptl_compare_look *opts, ptl_diag *err)
{
    ptl_arena  arena = { 0 };
    ptl_heap   heap;
    ptl_job    job = ptl_doc_job_beside(c->of[1].doc, &heap);
    ptl_buf    buf = ptl_buf_of(&job, NULL);
    ptl_status status;

    job.arena    = &arena;
    job.listener = opts->read.listener;
    job.progress = opts->read.progress;
    job.stage    = "compare";
    c->job       = &job;
    c->look      = opts->look;
    ptl_budget_hold(&job, files, c->count);
    for (size_t i = 1; i < c->count; i++)
        ptl_sides_match(&job, c->of[0].doc, c->of[i].doc);
    for (size_t i = 0; i < c->count && ptl_ok(&job); i++) {
        draw_state(c, i, opts); /* before numbers change in place */
        if (conflicts)
            c->of[i].marks = *conflicts;
    }
    if (ptl_ok(&job) && conflicts)
        choose_conflicts(c);
    else if (ptl_ok(&job))
        find_changes(c);
    choose_scale(c, opts->scale);
    if (ptl_ok(&job))
        write_picture(c, &buf);
    status = ptl_buf_give(out, &buf, err);
    ptl_arena_free(&arena, &heap);
    return status;
}

static ptl_status run_files(ptl_bytes *out, const ptl_source *const files[STATES], size_t count,
                            const ptl_marks *conflicts, const ptl_compare_look *opts, ptl_diag *err)
{
    ptl_compare_look with   = *opts;
    composer         c      = { .count = count };
    ptl_status       status = PTL_OK;
    ptl_budget       budget;

    ptl_budget_begin(&budget, &opts->read);
    with.read = budget.read;
    for (size_t i = 0; i < count && status == PTL_OK; i++)
        status = ptl_side_read(&c.of[i].doc, files[i], &with.read, err);
    if (status == PTL_OK)
        status = run(out, &c, files, conflicts, &with, err);
    for (size_t i = 0; i < count; i++) {
        ptl_plan_free(c.of[i].plan);
        ptl_pixels_free(&c.of[i].pixels);
        ptl_doc_free(c.of[i].doc);
    }
    ptl_budget_release(&budget, out);
    return status;
}

ptl_status ptl_diff_picture(ptl_bytes *out, const ptl_source *before, const ptl_source *after,
                            const ptl_compare_look *opts, ptl_diag *err)
{
    static const ptl_compare_look defaults;

    if (out)
        *out = (ptl_bytes){ 0 };
    if (!out || !before || !after)
        return ptl_refuse(err, "ptl_diff_picture needs two files and a place for the picture");
    return run_files(out, (const ptl_source *const[STATES]){ before, after }, 2, NULL,
                     opts ? opts : &defaults, err);
}

/* ---- Conflicts ---------------------------------------------------------------------------------
 */

typedef struct ear {
    ptl_job   job;
    ptl_marks marks;
} ear;

static void hear_conflict(void *user, const ptl_diag *diag)
{
    ear     *e = user;
    ptl_mark mark;

    if (strcmp(diag->rule, "merge-conflict") == 0 && ptl_mark_of_path(&mark, diag->path))
        ptl_mark_add(&e->job, &e->marks, &mark);
}

ptl_status ptl_merge_picture(ptl_bytes *out, const ptl_source *base, const ptl_source *ours,
                             const ptl_source *theirs, const ptl_compare_look *opts, ptl_diag *err)
{
    static const ptl_compare_look defaults;
    ptl_arena                     arena = { 0 };
    ptl_heap                      heap;
    ear                           e   = { .marks = { 0 } };
    ptl_merge_opts                how = { .theirs = false };
    ptl_merged                    merged;
    ptl_status                    status;

    if (out)
        *out = (ptl_bytes){ 0 };
    if (!out || !base || !ours || !theirs)
        return ptl_refuse(err, "ptl_merge_picture needs three files and a place for the picture");
    opts              = opts ? opts : &defaults;
    heap              = ptl_heap_of(&opts->read.allocator, SIZE_MAX);
    e.job             = (ptl_job){ .heap = &heap, .arena = &arena };
    how.read          = opts->read;
    how.read.listener = (ptl_listener){ .hear = hear_conflict, .user = &e };
    status            = ptl_merge(&merged, base, ours, theirs, &how, err);
    if (status == PTL_OK) {
        ptl_merged_free(&merged);
        status = run_files(out, (const ptl_source *const[STATES]){ base, ours, theirs }, 3,
                           &e.marks, opts, err);
    }
    ptl_arena_free(&arena, &heap);
    return status;
}
