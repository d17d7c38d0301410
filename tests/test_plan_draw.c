/* SPDX-License-Identifier: MIT */
/* Plans drawn: pixels where they belong, what is broken, what is too large, PDF. */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "fixture.h"
#include "harness.h"
#include "hubs/plan.h"
#include "hubs/scene.h"
#include "render/plan_draw.h"
#include "render/png_write.h"

static const ptl_str title = { "page", 4 };

typedef struct paper { /* a plan that is drawn on, and how it came out */
    fixture   f;
    ptl_plan  plan;
    ptl_pen   pen;
    ptl_image image;
} paper;

static void paper_begin(paper *p, float width, float height, uint32_t rgba)
{
    *p = (paper){ 0 };
    fixture_begin(&p->f, NULL, 0);
    p->f.job.text = false;
    p->pen        = ptl_pen_of(&p->f.job, &p->plan);
    ptl_pen_page(&p->pen, title, width, height,
                 rgba ? ptl_pen_color(&p->pen, "paper", rgba) : PTL_PLAN_NONE);
    ptl_pen_layer(&p->pen, "all");
}

static void need_cairo(void)
{
    if (!ptl_plan_draw_there())
        test_skip("no cairo and pango to draw with");
}

static void must_draw(paper *p, double scale)
{
    need_cairo();
    CHECK(ptl_plan_paint(&p->f.job, &p->image, &p->plan, 0, scale));
}

/* A pixel as 0xRRGGBBAA. */
static uint32_t pixel(const paper *p, uint32_t x, uint32_t y)
{
    ptl_rgba c = ptl_image_at(&p->image, x, y);

    return (uint32_t)c.r << 24 | (uint32_t)c.g << 16 | (uint32_t)c.b << 8 | c.a;
}

/* Pixels of a box that are darker than half. */
static unsigned dark_in(const paper *p, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1)
{
    unsigned count = 0;

    for (uint32_t y = y0; y < y1; y++)
        for (uint32_t x = x0; x < x1; x++)
            count += ptl_image_at(&p->image, x, y).g < 128;
    return count;
}

static void without_cairo_nothing_is_drawn(void)
{
    paper   p;
    ptl_buf out;

    paper_begin(&p, 4, 4, 0);
    out = ptl_buf_of(&p.f.job, NULL);
    if (ptl_plan_draw_there())
        CHECK(ptl_plan_paint(&p.f.job, &p.image, &p.plan, 0, 1));
    else {
        ptl_plan_pdf(&p.f.job, &out, &p.plan);
        CHECK_FAILED(&p.f, PTL_E_UNSUPPORTED, "feature-absent");
        CHECK(!ptl_plan_paint(&p.f.job, &p.image, &p.plan, 0, 1));
    }
    CHECK(ptl_has_feature("cairo") == ptl_plan_draw_there());
    fixture_end(&p.f);
}

static void fills_cover_the_pixels_they_should(void)
{
    paper p;

    paper_begin(&p, 10, 8, 0);
    ptl_pen_rect(&p.pen, 2, 1, 3, 4);
    ptl_pen_fill(&p.pen, ptl_pen_color(&p.pen, "red", 0xC03010FF));
    ptl_pen_rect(&p.pen, 6, 1, 2, 2);
    ptl_pen_fill(&p.pen, ptl_pen_color(&p.pen, "glass", 0xFF804080));
    must_draw(&p, 1);
    CHECK_UINT(p.image.width, 10);
    CHECK_UINT(p.image.height, 8);
    CHECK(p.image.has_alpha);
    CHECK_UINT(pixel(&p, 0, 0), 0);
    CHECK_UINT(pixel(&p, 2, 1), 0xC03010FF);
    CHECK_UINT(pixel(&p, 4, 4), 0xC03010FF);
    CHECK_UINT(pixel(&p, 5, 4), 0);
    CHECK_UINT(pixel(&p, 1, 1), 0);
    CHECK_UINT(pixel(&p, 6, 2) & 0xFF, 0x80);
    CHECK_UINT(pixel(&p, 6, 2) >> 24, 0xFF);
    fixture_end(&p.f);
}

static void colors_lie_over_one_another(void)
{
    paper p;

    paper_begin(&p, 4, 4, 0xFFFFFFFF);
    ptl_pen_rect(&p.pen, 0, 0, 2, 4);
    ptl_pen_fill(&p.pen, ptl_pen_color(&p.pen, "half", 0x00000080));
    must_draw(&p, 3);
    CHECK_UINT(p.image.width, 12);
    CHECK(!p.image.has_alpha);
    CHECK_UINT(pixel(&p, 5, 5), 0x7F7F7FFF);
    CHECK_UINT(pixel(&p, 6, 5), 0xFFFFFFFF);
    fixture_end(&p.f);
}

/* A square in a square, and a stroke with a dash. */
static void holes_and_dashes(void)
{
    paper    p;
    uint32_t ink;

    paper_begin(&p, 20, 20, 0xFFFFFFFF);
    ink = ptl_pen_color(&p.pen, "ink", 0xFF);
    ptl_pen_rect(&p.pen, 0, 0, 9, 9);
    ptl_pen_rect(&p.pen, 3, 3, 3, 3);
    ptl_pen_draw(&p.pen,
                 &(ptl_plan_path){ .fill = ink, .stroke = PTL_PLAN_NONE, .even_odd = true });
    ptl_pen_rect(&p.pen, 10, 0, 9, 9);
    ptl_pen_rect(&p.pen, 13, 3, 3, 3);
    ptl_pen_fill(&p.pen, ink);
    ptl_pen_move(&p.pen, 0, 15);
    ptl_pen_line(&p.pen, 20, 15);
    ptl_pen_draw(
        &p.pen,
        &(ptl_plan_path){ .fill = PTL_PLAN_NONE, .stroke = ink, .width = 2, .dash = 5, .gap = 3 });
    must_draw(&p, 1);
    CHECK_UINT(pixel(&p, 1, 1), 0xFF);
    CHECK_UINT(pixel(&p, 4, 4), 0xFFFFFFFF);
    CHECK_UINT(pixel(&p, 14, 4), 0xFF);
    CHECK_UINT(pixel(&p, 4, 14), 0xFF);
    CHECK_UINT(pixel(&p, 4, 15), 0xFF);
    CHECK_UINT(pixel(&p, 4, 16), 0xFFFFFFFF);
    CHECK_UINT(pixel(&p, 6, 14), 0xFFFFFFFF);
    CHECK_UINT(pixel(&p, 9, 14), 0xFF);
    fixture_end(&p.f);
}

static void write_at(paper *p, float x, ptl_plan_anchor anchor, uint32_t halo)
{
    ptl_pen_text(&p->pen, &(ptl_plan_text){ .text   = { "HHHH", 4 },
                                            .x      = x,
                                            .y      = 30,
                                            .size   = 20,
                                            .face   = PTL_FACE_SANS_BOLD,
                                            .anchor = anchor,
                                            .color  = ptl_pen_color(&p->pen, "ink", 0xFF),
                                            .halo   = halo });
}

static void texts_stand_where_they_are_anchored(void)
{
    static const struct {
        ptl_plan_anchor anchor;
        unsigned        left, right; /* whether there is ink on that side of the anchor */
    } cases[] = { { PTL_ANCHOR_START, 0, 1 },
                  { PTL_ANCHOR_MIDDLE, 1, 1 },
                  { PTL_ANCHOR_END, 1, 0 } };

    for (size_t i = 0; i < COUNT(cases); i++) {
        paper p;

        paper_begin(&p, 200, 40, 0xFFFFFFFF);
        write_at(&p, 100, cases[i].anchor, PTL_PLAN_NONE);
        must_draw(&p, 1);
        CHECK_UINT(dark_in(&p, 0, 0, 99, 40) > 60, cases[i].left);
        CHECK_UINT(dark_in(&p, 101, 0, 200, 40) > 60, cases[i].right);
        CHECK_UINT(dark_in(&p, 0, 31, 200, 40), 0); /* below the base line */
        CHECK_UINT(dark_in(&p, 0, 0, 200, 13), 0);  /* above the capitals  */
        CHECK_UINT(p.f.heard, 0);
        fixture_end(&p.f);
    }
}

static void a_halo_keeps_texts_apart_from_the_ground(void)
{
    paper    p;
    unsigned bare;

    paper_begin(&p, 200, 40, 0x000000FF);
    write_at(&p, 20, PTL_ANCHOR_START, PTL_PLAN_NONE);
    must_draw(&p, 1);
    bare = dark_in(&p, 0, 0, 200, 40);
    CHECK_UINT(bare, 8000);
    write_at(&p, 20, PTL_ANCHOR_START, ptl_pen_color(&p.pen, "halo", 0xFFFFFFFF));
    must_draw(&p, 1);
    CHECK(dark_in(&p, 0, 0, 200, 40) < 8000 - 300);
    fixture_end(&p.f);
}

/* The same text is as wide at every size: nothing is hinted. */
static void texts_scale_with_the_page(void)
{
    unsigned ink[2];

    for (size_t i = 0; i < 2; i++) {
        paper p;

        paper_begin(&p, 200, 40, 0xFFFFFFFF);
        write_at(&p, 10, PTL_ANCHOR_START, PTL_PLAN_NONE);
        must_draw(&p, i == 0 ? 1 : 4);
        ink[i] = dark_in(&p, 0, 0, p.image.width, p.image.height);
        fixture_end(&p.f);
    }
    CHECK(ink[1] > 14 * ink[0] && ink[1] < 18 * ink[0]);
}

/* ---- Pictures -------------------------------------------------------------------------------- */

/* Four pixels as PNG, put into the plan's list as if they had been loaded. */
static void add_image(paper *p, const void *bytes, size_t size)
{
    ptl_companion file = { .name = "tiles", .role = "tiles", .needed = true };
    uint32_t      at   = ptl_pen_image(&p->pen, &file, false);

    if (at == PTL_PLAN_NONE)
        return;
    p->plan.images.data[at].bytes.data  = (uint8_t *)bytes;
    p->plan.images.data[at].bytes.count = size;
    p->plan.images.data[at].media_type  = "image/png";
}

static ptl_buf four_pixels(ptl_job *job)
{
    static ptl_rgba pixels[4] = {
        { 255, 0, 0, 255 }, { 0, 255, 0, 255 }, { 0, 0, 255, 255 }, { 255, 255, 255, 0 }
    };
    ptl_buf out = ptl_buf_of(job, NULL);

    ptl_png_write(job, &out,
                  &(ptl_image){ .width = 2, .height = 2, .pixels = pixels, .has_alpha = true },
                  PTL_PNG_USUAL);
    return out;
}

static void pictures_keep_their_pixels_or_blend_them(void)
{
    for (int smooth = 0; smooth < 2; smooth++) {
        paper   p;
        ptl_buf png;

        need_cairo();
        if (!ptl_has_feature("png"))
            test_skip("no PNG to read");
        paper_begin(&p, 20, 20, 0);
        png = four_pixels(&p.f.job);
        add_image(&p, png.data, png.size);
        ptl_pen_picture(&p.pen, &(ptl_plan_picture){ 0, { 2, 2, 16, 16 }, smooth });
        must_draw(&p, 1);
        CHECK_UINT(pixel(&p, 1, 2), 0);
        CHECK_UINT(pixel(&p, 2, 2), 0xFF0000FF);
        CHECK_UINT(pixel(&p, 17, 2), 0x00FF00FF);
        CHECK_UINT(pixel(&p, 2, 17), 0x0000FFFF);
        CHECK_UINT(pixel(&p, 17, 17) & 0xFF, 0);
        CHECK((pixel(&p, 9, 2) == 0xFF0000FF) == !smooth);
        CHECK_UINT(p.f.heard, 0);
        ptl_buf_free(&png);
        fixture_end(&p.f);
    }
}

static void broken_pictures_are_checks_and_a_warning(void)
{
    paper p;

    paper_begin(&p, 16, 16, 0);
    add_image(&p, "\x89PNG\r\n\x1A\nrubbish", 15);
    add_image(&p, NULL, 0); /* not found: that was said when it was looked for */
    ptl_pen_picture(&p.pen, &(ptl_plan_picture){ 0, { 0, 0, 8, 8 }, false });
    ptl_pen_picture(&p.pen, &(ptl_plan_picture){ 0, { 0, 8, 8, 8 }, false });
    ptl_pen_picture(&p.pen, &(ptl_plan_picture){ 1, { 8, 0, 8, 8 }, false });
    must_draw(&p, 1);
    CHECK_UINT(p.f.heard, 1);
    CHECK_UINT(p.f.last.severity, PTL_WARNING);
    CHECK(pixel(&p, 0, 0) != pixel(&p, 1, 0));
    CHECK_UINT(pixel(&p, 0, 0), pixel(&p, 1, 1));
    CHECK_UINT(pixel(&p, 0, 0), pixel(&p, 8, 0));
    CHECK_UINT(pixel(&p, 12, 12), 0);
    fixture_end(&p.f);
}

/* ---- Views ----------------------------------------------------------------------------------- */

/* A floor of two meters by one, its north-western corner at 1, 5. */
static void make_floor(paper *p)
{
    static const float    corner[4][3] = { { 1, 3, 5 }, { 3, 3, 5 }, { 3, 3, 6 }, { 1, 3, 6 } };
    static const uint32_t order[6]     = { 0, 2, 1, 0, 3, 2 };
    ptl_scene            *scene        = ptl_arena_take(&p->f.job, sizeof *scene);
    ptl_scene_part       *part;

    CHECK(scene && ptl_scene_reserve(&p->f.job, scene, 0, 1, 1, 1));
    CHECK(ptl_scene_parts(&p->f.job, &scene->meshes.data[0], 1));
    part = &scene->meshes.data[0].parts.data[0];
    CHECK(ptl_scene_part_reserve(&p->f.job, part, 4, 6, 0));
    memcpy(part->position.data, corner, sizeof corner);
    memcpy(part->index.data, order, sizeof order);
    scene->materials.data[0].color[1] = 0;
    scene->nodes.data[0].mesh         = 0;
    p->plan.scene                     = scene;
}

static void views_show_the_scene_from_above(void)
{
    paper p;

    paper_begin(&p, 60, 60, 0);
    make_floor(&p);
    ptl_pen_view(
        &p.pen, &(ptl_plan_view){ .box = { 10, 10, 40, 40 }, .west = 0, .north = 4, .unit = 0.1f });
    must_draw(&p, 1);
    CHECK_UINT(pixel(&p, 19, 25), 0); /* ten units a meter: from 20, 20 to 40, 30 */
    CHECK_UINT(pixel(&p, 20, 19), 0);
    CHECK_UINT(pixel(&p, 41, 25), 0);
    CHECK_UINT(pixel(&p, 25, 31), 0);
    CHECK_UINT(pixel(&p, 21, 21) & 0xFF, 0xFF);
    CHECK_UINT(pixel(&p, 38, 28), pixel(&p, 21, 21));
    CHECK_UINT(pixel(&p, 30, 25) >> 16 & 0xFF, 0);
    CHECK((pixel(&p, 30, 25) >> 24) > 100);
    fixture_end(&p.f);
}

static void views_need_a_scene(void)
{
    paper p;

    paper_begin(&p, 20, 20, 0);
    ptl_pen_view(&p.pen, &(ptl_plan_view){ .box = { 0, 0, 20, 20 }, .unit = 1 });
    must_draw(&p, 1);
    CHECK_UINT(pixel(&p, 10, 10), 0);
    fixture_end(&p.f);
}

/* ---- Too much -------------------------------------------------------------------------------- */

static void pages_too_large_are_refused_before_memory_is_taken(void)
{
    static const struct {
        float  width, height;
        double scale;
    } cases[] = { { 16385, 1, 1 }, { 1, 9e6f, 1 }, { 9000, 9000, 1 }, { 100, 100, 1e6 } };

    need_cairo();
    for (size_t i = 0; i < COUNT(cases); i++) {
        paper  p;
        size_t asked;

        paper_begin(&p, cases[i].width, cases[i].height, 0);
        asked = p.f.asked;
        CHECK(!ptl_plan_paint(&p.f.job, &p.image, &p.plan, 0, cases[i].scale));
        CHECK_FAILED(&p.f, PTL_E_LIMIT, "limit-image");
        CHECK_UINT(p.f.asked, asked);
        fixture_end(&p.f);
    }
}

static void small_pages_have_a_pixel(void)
{
    paper p;

    paper_begin(&p, 1, 300, 0xFFFFFFFF);
    must_draw(&p, 0.01);
    CHECK_UINT(p.image.width, 1);
    CHECK_UINT(p.image.height, 3);
    fixture_end(&p.f);
}

/* Whatever its size and place, nothing of it may do harm. */
static void enormous_items_do_no_harm(void)
{
    static char long_text[1000];
    paper       p;
    uint32_t    ink;

    memset(long_text, 'W', sizeof long_text);
    paper_begin(&p, 50, 50, 0xFFFFFFFF);
    ink = ptl_pen_color(&p.pen, "ink", 0x203040FF);
    for (float size = 1e-4f; size < 9e6f; size *= 1000)
        ptl_pen_text(&p.pen, &(ptl_plan_text){ .text  = { long_text, sizeof long_text },
                                               .x     = -9e6f,
                                               .y     = 20,
                                               .size  = size,
                                               .color = ink,
                                               .halo  = ink });
    ptl_pen_move(&p.pen, -9e6f, -9e6f);
    ptl_pen_line(&p.pen, 9e6f, 9e6f);
    ptl_pen_draw(
        &p.pen,
        &(ptl_plan_path){
            .fill = PTL_PLAN_NONE, .stroke = ink, .width = 4, .dash = 1e-6f, .round = true });
    ptl_pen_rect(&p.pen, -9e6f, 45, 18e6f / 2, 9e6f);
    ptl_pen_fill(&p.pen, ink);
    must_draw(&p, 2);
    CHECK_UINT(pixel(&p, 50, 50), 0x203040FF);
    CHECK_UINT(pixel(&p, 90, 10), 0xFFFFFFFF);
    fixture_end(&p.f);
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Eight times the items may take eight times as long, and some. */
static void many_items_are_drawn_in_linear_time(void)
{
    double took[2];

    need_cairo();
    for (int k = 0; k < 2; k++) {
        paper    p;
        uint32_t ink;
        double   start;

        paper_begin(&p, 400, 400, 0xFFFFFFFF);
        ink = ptl_pen_color(&p.pen, "ink", 0x20406010);
        for (int i = 0; i < (k == 0 ? 25000 : 200000); i++) {
            ptl_pen_rect(&p.pen, (float)(i % 397), (float)(i / 397 % 397), 3, 3);
            ptl_pen_fill(&p.pen, ink);
        }
        start = seconds();
        must_draw(&p, 1);
        took[k] = seconds() - start;
        fixture_end(&p.f);
    }
    CHECK(took[1] < 40 * took[0] + 0.5);
}

static void memory_that_ends_is_said(void)
{
    bool drawn = false;

    need_cairo();
    for (size_t fail_at = 1; !drawn; fail_at++) {
        paper   p;
        ptl_buf png;

        paper_begin(&p, 30, 30, 0xFFFFFFFF);
        png = four_pixels(&p.f.job);
        add_image(&p, png.data, png.size);
        ptl_pen_picture(&p.pen, &(ptl_plan_picture){ 0, { 2, 2, 16, 16 }, false });
        write_at(&p, 10, PTL_ANCHOR_START, PTL_PLAN_NONE);
        CHECK(ptl_ok(&p.f.job));
        p.f.fail_at = p.f.asked + fail_at;
        drawn       = ptl_plan_paint(&p.f.job, &p.image, &p.plan, 0, 1) && p.f.asked < p.f.fail_at;
        CHECK(ptl_ok(&p.f.job) || p.f.job.error.status == PTL_E_MEMORY);
        p.f.fail_at = 0;
        ptl_buf_free(&png);
        fixture_end(&p.f);
    }
}

/* What cairo takes for an outline counts: most for round corners, least for what is filled. */
static bool zigzag_fits(bool pdf, const ptl_plan_path *look, size_t room)
{
    enum { CORNERS = 10000 };
    paper   p;
    ptl_buf out;
    size_t  used;
    bool    fits;

    paper_begin(&p, 100, 100, 0xFFFFFFFF);
    ptl_pen_color(&p.pen, "ink", 0xFF);
    ptl_pen_move(&p.pen, 0, 50);
    for (int i = 1; i < CORNERS; i++)
        ptl_pen_line(&p.pen, (float)(i * 100.0 / CORNERS), (float)(50 + i % 2 * 7));
    ptl_pen_draw(&p.pen, look);
    CHECK(ptl_ok(&p.f.job));
    out            = ptl_buf_of(&p.f.job, NULL);
    used           = p.f.heap.used;
    p.f.heap.limit = used + room;
    if (pdf)
        ptl_plan_pdf(&p.f.job, &out, &p.plan);
    else
        ptl_plan_paint(&p.f.job, &p.image, &p.plan, 0, 1);
    fits = ptl_ok(&p.f.job);
    CHECK(fits || strcmp(p.f.job.error.rule, "limit-memory") == 0);
    ptl_buf_free(&out);
    CHECK(pdf || p.f.heap.used < used + (100 << 10)); /* the picture, and nothing charged */
    fixture_end(&p.f);
    return fits;
}

static void what_cairo_takes_has_to_fit(void)
{
    ptl_plan_path filled = { .fill = 1, .stroke = PTL_PLAN_NONE };
    ptl_plan_path plain  = { .fill = PTL_PLAN_NONE, .stroke = 1, .width = 1 };
    ptl_plan_path round  = { .fill = PTL_PLAN_NONE, .stroke = 1, .width = 1, .round = true };

    need_cairo();
    CHECK(zigzag_fits(false, &filled, 2 << 20) && !zigzag_fits(false, &filled, 1 << 20));
    CHECK(zigzag_fits(false, &plain, 4 << 20) && !zigzag_fits(false, &plain, 2 << 20));
    CHECK(zigzag_fits(false, &round, 12 << 20) && !zigzag_fits(false, &round, 8 << 20));
    CHECK(zigzag_fits(true, &filled, 4 << 20) && !zigzag_fits(true, &filled, 512 << 10));
}

/* ---- PDF ------------------------------------------------------------------------------------- */

static void draw_two_pages(paper *p)
{
    paper_begin(p, 300, 200, 0xFFFFFFFF);
    p->plan.name = (ptl_str){ "chart", 5 };
    write_at(p, 10, PTL_ANCHOR_START, PTL_PLAN_NONE);
    ptl_pen_page(&p->pen, title, 30000, 100, PTL_PLAN_NONE);
    ptl_pen_layer(&p->pen, "more");
    write_at(p, 10, PTL_ANCHOR_START, PTL_PLAN_NONE);
}

static bool has(const ptl_buf *buf, const char *word)
{
    size_t size = strlen(word);

    for (size_t i = 0; i + size <= buf->size; i++)
        if (memcmp(buf->data + i, word, size) == 0)
            return true;
    return false;
}

static void pdf_is_the_same_at_all_times(void)
{
    paper   p[2];
    ptl_buf out[2];

    need_cairo();
    for (int i = 0; i < 2; i++) {
        draw_two_pages(&p[i]);
        out[i] = ptl_buf_of(&p[i].f.job, NULL);
        ptl_plan_pdf(&p[i].f.job, &out[i], &p[i].plan);
        CHECK(ptl_ok(&p[i].f.job));
        CHECK_UINT(p[i].f.heard, 1); /* the second page is too large for PDF */
        CHECK_TEXT(p[i].f.last.rule, "limit-page");
        if (i == 0)
            nanosleep(&(struct timespec){ 1, 100000000 }, NULL);
    }
    CHECK(memcmp(out[0].data, "%PDF-", 5) == 0);
    CHECK(has(&out[0], "/Count 2"));
    CHECK(!has(&out[0], "CreationDate"));
    CHECK_BYTES(out[0].data, out[0].size, out[1].data, out[1].size);
    for (int i = 0; i < 2; i++) {
        ptl_buf_free(&out[i]);
        fixture_end(&p[i].f);
    }
}

static bool put_little(void *user, const void *data, size_t size)
{
    size_t *left = user;

    (void)data;
    *left = *left > size ? *left - size : 0;
    return *left > 0;
}

static void a_sink_that_is_full_ends_the_pdf(void)
{
    need_cairo();
    for (size_t room = 1; room < 8000; room += 1500) {
        size_t         left = room;
        const ptl_sink sink = { put_little, &left };
        paper          p;
        ptl_buf        out;

        draw_two_pages(&p);
        out = ptl_buf_of(&p.f.job, &sink);
        ptl_plan_pdf(&p.f.job, &out, &p.plan);
        ptl_buf_flush(&out);
        CHECK(left > 0 ? ptl_ok(&p.f.job) : p.f.job.error.status == PTL_E_IO);
        ptl_buf_free(&out);
        fixture_end(&p.f);
    }
}

int main(void)
{
    static const test_case cases[] = {
        TEST(without_cairo_nothing_is_drawn),
        TEST(fills_cover_the_pixels_they_should),
        TEST(colors_lie_over_one_another),
        TEST(holes_and_dashes),
        TEST(texts_stand_where_they_are_anchored),
        TEST(a_halo_keeps_texts_apart_from_the_ground),
        TEST(texts_scale_with_the_page),
        TEST(pictures_keep_their_pixels_or_blend_them),
        TEST(broken_pictures_are_checks_and_a_warning),
        TEST(views_show_the_scene_from_above),
        TEST(views_need_a_scene),
        TEST(pages_too_large_are_refused_before_memory_is_taken),
        TEST(small_pages_have_a_pixel),
        TEST(enormous_items_do_no_harm),
        TEST(many_items_are_drawn_in_linear_time),
        TEST(memory_that_ends_is_said),
        TEST(what_cairo_takes_has_to_fit),
        TEST(pdf_is_the_same_at_all_times),
        TEST(a_sink_that_is_full_ends_the_pdf),
    };

    return run_tests("plan_draw", cases, COUNT(cases));
}
