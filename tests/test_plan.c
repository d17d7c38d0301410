/* SPDX-License-Identifier: MIT */
/* Plans: what the pen leaves behind, and what it refuses to draw. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fixture.h"
#include "harness.h"
#include "hubs/plan.h"

static const ptl_str title = { "page", 4 };

static ptl_pen pen_on_a_page(fixture *f, ptl_plan *plan)
{
    ptl_pen pen;

    fixture_begin(f, NULL, 0);
    *plan = (ptl_plan){ 0 };
    pen   = ptl_pen_of(&f->job, plan);
    ptl_pen_page(&pen, title, 200, 100, PTL_PLAN_NONE);
    ptl_pen_layer(&pen, "walls");
    return pen;
}

static void items_belong_to_layers_and_layers_to_pages(void)
{
    fixture  f;
    ptl_plan plan;
    ptl_pen  pen = pen_on_a_page(&f, &plan);
    uint32_t ink = ptl_pen_color(&pen, "ink", 0x10203040);

    ptl_pen_rect(&pen, 0, 0, 5, 5);
    ptl_pen_fill(&pen, ink);
    ptl_pen_ellipse(&pen, 10, 10, 2, 3);
    ptl_pen_stroke(&pen, ink, 1);
    ptl_pen_page(&pen, title, 10, 10, ink);
    ptl_pen_layer(&pen, "floor");
    ptl_pen_layer(&pen, "text");
    ptl_pen_text(&pen, &(ptl_plan_text){ .text = { "a\x01z", 3 }, .size = 9, .color = ink });
    CHECK_UINT(plan.pages.count, 2);
    CHECK_UINT(plan.pages.data[0].count, 1);
    CHECK_UINT(plan.pages.data[1].layer, 1);
    CHECK_UINT(plan.pages.data[1].count, 2);
    CHECK_UINT(plan.layers.data[0].count, 2);
    CHECK_UINT(plan.layers.data[1].count, 0);
    CHECK_UINT(plan.items.data[1].as.path.verb, 5);
    CHECK_UINT(plan.items.data[1].as.path.verb_count, 6);
    CHECK_UINT(plan.items.data[1].as.path.point, 4);
    CHECK_UINT(plan.points.count, 2 * (4 + 13));
    CHECK(memcmp(plan.items.data[2].as.text.text.data, "a\\x01z", 6) == 0);
    CHECK_UINT(plan.palette.data[ink].g, 0x20);
    CHECK_UINT(plan.palette.data[ink].a, 0x40);
    fixture_end(&f);
}

static void a_name_is_one_color(void)
{
    fixture  f;
    ptl_plan plan;
    ptl_pen  pen = pen_on_a_page(&f, &plan);

    CHECK_UINT(ptl_pen_color(&pen, "ink", 1), 0);
    CHECK_UINT(ptl_pen_color(&pen, "paper", 2), 1);
    CHECK_UINT(ptl_pen_color(&pen, "ink", 3), 0);
    CHECK_UINT(plan.palette.count, 2);
    fixture_end(&f);
}

/* Also those that another pen has put there. */
static void many_colors_are_found_again(void)
{
    enum { MANY = 3000 };
    static char names[MANY][16];
    fixture     f;
    ptl_plan    plan;
    ptl_pen     pen = pen_on_a_page(&f, &plan), other = ptl_pen_of(&f.job, &plan);

    for (uint32_t i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "color %lu", (unsigned long)i);
        CHECK_UINT(ptl_pen_color(i < MANY / 2 ? &pen : &other, names[i], i), i);
    }
    for (uint32_t i = 0; i < MANY; i++)
        CHECK_UINT(ptl_pen_color(&pen, names[i], 0), i);
    CHECK_UINT(plan.palette.count, MANY);
    CHECK(pen.colors.count == MANY && pen.colors.passed < 8 * MANY);
    fixture_end(&f);
}

static void what_is_nowhere_is_left_out(void)
{
    fixture     f;
    ptl_plan    plan;
    ptl_pen     pen   = pen_on_a_page(&f, &plan);
    uint32_t    ink   = ptl_pen_color(&pen, "ink", 0xFF);
    const float bad[] = { NAN, INFINITY, -INFINITY, 1e30f };

    for (size_t i = 0; i < COUNT(bad); i++) {
        ptl_pen_move(&pen, 0, 0);
        ptl_pen_line(&pen, 1, bad[i]);
        ptl_pen_stroke(&pen, ink, 1);
        ptl_pen_move(&pen, 0, 0);
        ptl_pen_stroke(&pen, ink, bad[i]);
        ptl_pen_text(&pen, &(ptl_plan_text){ .text = title, .x = bad[i], .size = 1, .color = ink });
        ptl_pen_hatch(&pen, &(ptl_plan_box){ 0, 0, 9, bad[i] }, 1, 1);
        ptl_pen_fill(&pen, ink);
        ptl_pen_view(&pen, &(ptl_plan_view){ .box = { 0, 0, bad[i], 1 }, .unit = 1 });
    }
    ptl_pen_line(&pen, 1, 1); /* without a move */
    ptl_pen_stroke(&pen, ink, 1);
    ptl_pen_picture(&pen, &(ptl_plan_picture){ .image = 0, .box = { 0, 0, 1, 1 } });
    CHECK_UINT(plan.items.count, 0);
    CHECK_UINT(plan.verbs.count, 0);
    CHECK_UINT(plan.points.count, 0);
    ptl_pen_page(&pen, title, 1e9f, 1, ink);
    CHECK_FAILED(&f, PTL_E_LIMIT, "limit-page");
    fixture_end(&f);
}

static void hatching_stays_in_its_box(void)
{
    const float slopes[] = { 0, 0.5f, 1, 3 };

    for (size_t k = 0; k < COUNT(slopes); k++) {
        fixture  f;
        ptl_plan plan;
        ptl_pen  pen = pen_on_a_page(&f, &plan);

        ptl_pen_hatch(&pen, &(ptl_plan_box){ 10, 20, 30, 12 }, 4, slopes[k]);
        ptl_pen_stroke(&pen, ptl_pen_color(&pen, "ink", 0xFF), 1);
        CHECK(plan.points.count >= 8);
        for (size_t i = 0; i < plan.points.count; i += 2) {
            CHECK(plan.points.data[i] > 9.99f && plan.points.data[i] < 40.01f);
            CHECK(plan.points.data[i + 1] > 19.99f && plan.points.data[i + 1] < 32.01f);
        }
        fixture_end(&f);
    }
}

/* Many items with an allocator that fails once, at every call it gets. */
static void memory_that_ends_stops_the_pen(void)
{
    bool drawn = false;

    for (size_t fail_at = 0; !drawn; fail_at++) {
        fixture  f;
        ptl_plan plan = { 0 };
        ptl_pen  pen;

        fixture_begin(&f, NULL, 0);
        f.fail_at = fail_at + 1;
        pen       = ptl_pen_of(&f.job, &plan);
        for (int i = 0; i < 40; i++) {
            ptl_pen_page(&pen, title, 10, 10, PTL_PLAN_NONE);
            ptl_pen_layer(&pen, "layer");
            ptl_pen_ellipse(&pen, 1, 1, 1, 1);
            ptl_pen_fill(&pen, ptl_pen_color(&pen, "ink", 0xFF));
            ptl_pen_text(&pen, &(ptl_plan_text){ .text = title, .size = 1, .color = 0 });
        }
        drawn = ptl_ok(&f.job);
        CHECK(drawn ? plan.items.count == 80 : f.job.error.status == PTL_E_MEMORY);
        fixture_end(&f);
    }
}

int main(void)
{
    static const test_case cases[] = {
        TEST(items_belong_to_layers_and_layers_to_pages),
        TEST(a_name_is_one_color),
        TEST(many_colors_are_found_again),
        TEST(what_is_nowhere_is_left_out),
        TEST(hatching_stays_in_its_box),
        TEST(memory_that_ends_stops_the_pen),
    };

    return run_tests("plan", cases, COUNT(cases));
}
