/* SPDX-License-Identifier: MIT */
/* Spots of plans: what may be in their texts, where they are, and what they lead to. */
#include <string.h>

#include "exports/export.h"
#include "fixture.h"
#include "harness.h"
#include "hubs/plan_pages.h"
#include "hubs/plan_spots.h"

extern const ptl_export ptl_export_svg;

static ptl_str str(const char *text)
{
    return (ptl_str){ text, strlen(text) };
}

/* Two pages of 100 x 100 with a spot each, which lead to each other, and on the second one that
 * leads nowhere. */
static void draw(fixture *f, ptl_plan *plan)
{
    ptl_pen pen;

    fixture_begin(f, NULL, 0);
    *plan = (ptl_plan){ .name = { "keep", 4 } };
    pen   = ptl_pen_of(&f->job, plan);
    for (uint32_t i = 0; i < 2; i++) {
        ptl_pen_page(&pen, str(i == 0 ? "Cellar" : "To#wer"), 100, 100, PTL_PLAN_NONE);
        ptl_pen_layer(&pen, "spots");
        ptl_pen_spot(&pen, &(ptl_plan_spot){ .box  = { 10, 20, 30, 40 },
                                             .text = str(i == 0 ? "up & away" : ""),
                                             .id   = 5 + i,
                                             .to   = 6 - i });
    }
    ptl_pen_spot(&pen, &(ptl_plan_spot){ .box = { 60, 20, 30, 40 }, .id = PTL_PLAN_NONE, .to = 9 });
}

static void texts_keep_their_lines_alone(void)
{
    static const struct {
        const char *text, *shown;
    } texts[] = {
        { "one", "one" },
        { "one\r\ntwo\nthree", "one\ntwo\nthree" },
        { "a\x1b[31mb\tc", "a\\x1b[31mb\\tc" },
        { "\xff", "\\xff" },
        { "\n", "" },
        { "", "" },
    };

    for (size_t i = 0; i < COUNT(texts); i++) {
        fixture       f;
        ptl_plan      plan;
        ptl_pen       pen;
        ptl_plan_spot spot = { .box = { 0, 0, 1, 1 }, .text = str(texts[i].text) };
        ptl_str       got;

        draw(&f, &plan);
        pen = ptl_pen_further(&f.job, &plan);
        ptl_pen_spot(&pen, &spot);
        got = plan.items.data[plan.items.count - 1].as.spot.text;
        if (got.size != strlen(texts[i].shown) || memcmp(got.data, texts[i].shown, got.size) != 0)
            test_fail(__FILE__, __LINE__, "text %zu is \"%.*s\"", i, (int)got.size, got.data);
        fixture_end(&f);
    }
}

static void aims_are_found_by_id(void)
{
    fixture  f;
    ptl_plan plan;
    ptl_aims aims;

    draw(&f, &plan);
    aims = ptl_plan_aims(&f.job, &plan);
    CHECK_UINT(aims.count, 2);
    CHECK(ptl_aim_of(&aims, 5) && ptl_aim_of(&aims, 6));
    CHECK(!ptl_aim_of(&aims, 9) && !ptl_aim_of(&aims, PTL_PLAN_NONE) && !ptl_aim_of(&aims, 0));
    CHECK_UINT(ptl_aim_of(&aims, 5)->page, 0);
    CHECK_UINT(ptl_aim_of(&aims, 6)->page, 1);
    CHECK(ptl_aim_of(&aims, 5)->wanted);
    plan.pages.count = 1; /* what leads to the first is gone */
    aims             = ptl_plan_aims(&f.job, &plan);
    CHECK_UINT(aims.count, 1);
    CHECK(!aims.data[0].wanted);
    fixture_end(&f);
}

/* As on sheets of paper: an overview shows all, a strip shows a little, then comes the place. */
static void the_last_page_that_shows_a_spot_counts(void)
{
    ptl_plan_layer layers[3];
    ptl_plan_page  pages[3];
    fixture        f;
    ptl_plan       plan;
    ptl_aims       aims;

    draw(&f, &plan);
    for (size_t i = 0; i < 3; i++) {
        layers[i]      = plan.layers.data[0];
        layers[i].zoom = 2;
        layers[i].x    = 1;
        layers[i].clip = (ptl_plan_box){ 0, 0, 200, 200 };
        pages[i]       = plan.pages.data[0];
        pages[i].layer = i;
    }
    layers[2].clip.width = 40; /* the spot is from 21 to 81 there */
    plan.layers.data     = layers;
    plan.pages.data      = pages;
    plan.layers.count = plan.pages.count = 3;
    aims                                 = ptl_plan_aims(&f.job, &plan);
    CHECK_UINT(aims.count, 1);
    CHECK_UINT(aims.data[0].page, 1);
    CHECK(aims.data[0].box.x == 21 && aims.data[0].box.width == 60);
    layers[2].clip.width = 60; /* its middle is seen */
    aims                 = ptl_plan_aims(&f.job, &plan);
    CHECK_UINT(aims.data[0].page, 2);
    CHECK(aims.data[0].box.width == 39);
    fixture_end(&f);
}

static void spots_go_with_what_is_drawn(void)
{
    fixture  f;
    ptl_plan plan;

    draw(&f, &plan);
    ptl_plan_scale(&plan, 2);
    CHECK(plan.items.data[0].as.spot.box.x == 20 && plan.items.data[0].as.spot.box.height == 80);
    CHECK(ptl_plan_crop(&plan, &(ptl_plan_box){ 0, 0, 100, 100 }));
    CHECK_UINT(plan.layers.data[1].count, 1); /* the other was at 120 */
    fixture_end(&f);
}

static const char *svg_of(fixture *f, ptl_buf *out, const ptl_plan *plan, const ptl_side *side)
{
    *out = ptl_buf_of(&f->job, NULL);
    ptl_export_svg.write[PTL_HUB_PLAN](&f->job, out, plan, side);
    ptl_put_char(out, 0);
    CHECK(ptl_ok(&f->job));
    return (const char *)out->data;
}

static void svg_links_within_a_sheet(void)
{
    fixture     f;
    ptl_plan    plan;
    ptl_buf     out;
    const char *text;

    draw(&f, &plan);
    ptl_plan_sheet(&f.job, &plan);
    text = svg_of(&f, &out, &plan, &(ptl_side){ .stem = "x" });
    CHECK(strstr(text, "<a xlink:href=\"#spot-6\"><rect class=\"spot\" fill-opacity=\"0\" "
                       "id=\"spot-5\" x=\"10\" y=\"20\" width=\"30\" height=\"40\">"
                       "<title>up &amp; away</title></rect></a>\n") != NULL);
    CHECK(strstr(text,
                 "<a xlink:href=\"#spot-5\"><rect class=\"spot\" fill-opacity=\"0\" "
                 "id=\"spot-6\" x=\"10\" y=\"120\" width=\"30\" height=\"40\"/></a>\n") != NULL);
    CHECK(strstr(text, "x=\"60\"") == NULL); /* it says nothing and leads nowhere */
    ptl_buf_free(&out);
    fixture_end(&f);
}

static void svg_links_between_files(void)
{
    static const char *const names[] = { "my keep.svg", "my keep-2-To-wer.svg" };
    fixture                  f;
    ptl_plan                 plan, one;
    ptl_aims                 aims;
    ptl_buf                  out;
    ptl_side                 side = { .stem = "my keep", .targets = &aims, .names = names };

    draw(&f, &plan);
    aims            = ptl_plan_aims(&f.job, &plan);
    one             = plan;
    one.pages.count = 1;
    CHECK(strstr(svg_of(&f, &out, &one, &side), "\"my%20keep-2-To-wer.svg#spot-6\"") != NULL);
    ptl_buf_free(&out);
    one.pages.data = &plan.pages.data[1];
    side.page      = 1;
    CHECK(strstr(svg_of(&f, &out, &one, &side), "\"my%20keep.svg#spot-5\"") != NULL);
    ptl_buf_free(&out);
    fixture_end(&f);
}

static void memory_may_run_out_anywhere(void)
{
    for (size_t at = 1; at < 100; at++) {
        fixture  f;
        ptl_plan plan;

        draw(&f, &plan);
        f.asked   = 0;
        f.fail_at = at;
        ptl_plan_aims(&f.job, &plan);
        if (ptl_ok(&f.job))
            at = 100; /* it needs no more */
        fixture_end(&f);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(texts_keep_their_lines_alone),
        TEST(aims_are_found_by_id),
        TEST(the_last_page_that_shows_a_spot_counts),
        TEST(spots_go_with_what_is_drawn),
        TEST(svg_links_within_a_sheet),
        TEST(svg_links_between_files),
        TEST(memory_may_run_out_anywhere),
    };

    return run_tests("plan_spots", tests, COUNT(tests));
}
