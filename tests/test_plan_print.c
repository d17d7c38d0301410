/* SPDX-License-Identifier: MIT */
/* Plans on paper: names of sheets and lengths, pages fitted to one, pages cut up over several. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fixture.h"
#include "harness.h"
#include "hubs/plan_print.h"
#include "hubs/print_marks.h"

#define MM (float)PTL_MILLIMETER

static ptl_str str(const char *text)
{
    return (ptl_str){ text, strlen(text) };
}

static void check_near(float got, double want)
{
    if (!(fabs((double)got - want) < 0.01))
        test_fail(__FILE__, __LINE__, "%.4f is not %.4f", (double)got, want);
}

/* ---- Words ----------------------------------------------------------------------------------- */

static void lengths_are_understood(void)
{
    static const struct {
        const char *text;
        double      units;
    } good[] = { { "25.4mm", 96 }, { "2.54cm", 96 }, { "1in", 96 }, { "72pt", 96 }, { "0mm", 0 } };
    static const char *const bad[] = {
        "", "mm", "25", "1 in", "-1mm", "1m", "1inch", "xmm", "9e9in"
    };
    float got;

    for (size_t i = 0; i < COUNT(good); i++) {
        CHECK(ptl_length_parse(str(good[i].text), &got));
        check_near(got, good[i].units);
    }
    for (size_t i = 0; i < COUNT(bad); i++)
        CHECK(!ptl_length_parse(str(bad[i]), &got));
}

static void papers_are_understood(void)
{
    static const struct {
        const char *text;
        double      width, height; /* millimeters */
        bool        turns;
    } good[] = {
        { "A4", 210, 297, true },           { "a3-landscape", 420, 297, false },
        { "A5-portrait", 148, 210, false }, { "LETTER", 215.9, 279.4, true },
        { "Ledger", 431.8, 279.4, true },   { "ledger-portrait", 279.4, 431.8, false },
        { "300x200mm", 300, 200, false },   { "8.5x11in", 215.9, 279.4, false },
    };
    static const char *const bad[] = {
        "",        "A",     "A44",      "A4-sideways", "landscape",          "-landscape",
        "200x300", "1x1mm", "201x10in", "300mm",       "300x200mm-landscape"
    };
    ptl_paper got;

    for (size_t i = 0; i < COUNT(good); i++) {
        CHECK(ptl_paper_parse(str(good[i].text), &got));
        check_near(got.width, good[i].width * PTL_MILLIMETER);
        check_near(got.height, good[i].height * PTL_MILLIMETER);
        CHECK(got.turns == good[i].turns);
    }
    for (size_t i = 0; i < COUNT(bad); i++)
        CHECK(!ptl_paper_parse(str(bad[i]), &got));
}

static void sheets_have_names_as_columns_have(void)
{
    CHECK_TEXT(ptl_sheet_named(0, 0).text, "A1");
    CHECK_TEXT(ptl_sheet_named(1, 2).text, "B3");
    CHECK_TEXT(ptl_sheet_named(25, 9).text, "Z10");
    CHECK_TEXT(ptl_sheet_named(26, 0).text, "AA1");
    CHECK_TEXT(ptl_sheet_named(701, 0).text, "ZZ1");
    CHECK_TEXT(ptl_sheet_named(702, 0).text, "AAA1");
}

/* ---- Pages ----------------------------------------------------------------------------------- */

enum { ACROSS = 12, DOWN = 9, CELL = 10, LEFT = 15, TOP = 40 };

/* A page with a title above a map of 12 x 9 cells of 10 units, two of which are floors: the first
 * and the last; and a line through all of it. */
static void draw(fixture *f, ptl_plan *plan)
{
    ptl_pen  pen;
    uint32_t ink;

    fixture_begin(f, NULL, 0);
    *plan = (ptl_plan){ .name = { "keep", 4 } };
    pen   = ptl_pen_of(&f->job, plan);
    ink   = ptl_pen_color(&pen, "ink", 0x102030FF);
    ptl_pen_page(&pen, str("Cellar"), 150, 140, ptl_pen_color(&pen, "paper", 0xFFF0E0FF));
    ptl_pen_cells(&pen, LEFT, TOP, CELL, CELL);
    ptl_pen_map(&pen, &(ptl_plan_box){ LEFT, TOP, ACROSS * CELL, DOWN * CELL });
    ptl_pen_layer(&pen, "background");
    ptl_pen_move(&pen, LEFT, TOP + 5);
    ptl_pen_line(&pen, LEFT + ACROSS * CELL, TOP + 5);
    ptl_pen_stroke(&pen, ink, 1);
    ptl_pen_layer(&pen, "floors");
    ptl_pen_rect(&pen, LEFT, TOP, CELL, CELL);
    ptl_pen_rect(&pen, LEFT + 11 * CELL, TOP + 8 * CELL, CELL, CELL);
    ptl_pen_fill(&pen, ink);
    ptl_pen_layer(&pen, "title");
    ptl_pen_text(&pen, &(ptl_plan_text){ .text  = str("Title"),
                                         .x     = 15,
                                         .y     = 20,
                                         .size  = 8,
                                         .color = ink,
                                         .halo  = PTL_PLAN_NONE });
}

static const ptl_print usual = { .paper   = { 100 * 96 / 25.4f, 140 * 96 / 25.4f, true },
                                 .margin  = 10 * 96 / 25.4f,
                                 .overlap = 5 * 96 / 25.4f,
                                 .said    = { "20mm", 4 } };

static const ptl_plan_layer *layer_on(const ptl_plan *plan, size_t page, const char *name)
{
    const ptl_plan_page *p = &plan->pages.data[page];

    for (size_t i = p->layer; i < p->layer + p->count; i++)
        if (strcmp(plan->layers.data[i].name, name) == 0)
            return &plan->layers.data[i];
    test_fail(__FILE__, __LINE__, "page %zu has no layer %s", page, name);
}

static bool says(const ptl_plan *plan, size_t page, const char *text)
{
    const ptl_plan_layer *layer = layer_on(plan, page, "marks");

    for (size_t i = layer->item; i < layer->item + layer->count; i++) {
        const ptl_plan_item *item = &plan->items.data[i];

        if (item->kind == PTL_PLAN_TEXT && item->as.text.text.size == strlen(text) &&
            memcmp(item->as.text.text.data, text, strlen(text)) == 0)
            return true;
    }
    return false;
}

static void a_page_is_fitted_to_the_better_side(void)
{
    fixture               f;
    ptl_plan              plan;
    const ptl_plan_layer *floors;

    draw(&f, &plan);
    ptl_plan_print(&f.job, &plan, &usual);
    CHECK(ptl_ok(&f.job));
    CHECK_UINT(plan.pages.count, 1);
    check_near(plan.pages.data[0].width, 140 * PTL_MILLIMETER); /* 150 x 140 is wider than high */
    check_near(plan.pages.data[0].height, 100 * PTL_MILLIMETER);
    floors = layer_on(&plan, 0, "floors");
    check_near(floors->zoom, 80 * PTL_MILLIMETER / 140);
    check_near(floors->y, 10 * PTL_MILLIMETER);
    CHECK_UINT(plan.palette.data[plan.pages.data[0].paper].r, 255);
    CHECK_UINT(plan.palette.data[plan.pages.data[0].paper].b, 255); /* paper stays white */
    CHECK_UINT(layer_on(&plan, 0, "paper")->count, 1);              /* but for what is shown */
    fixture_end(&f);
}

static void a_side_that_was_asked_for_stays(void)
{
    ptl_print how = usual;
    fixture   f;
    ptl_plan  plan;

    how.paper.turns = false;
    draw(&f, &plan);
    ptl_plan_print(&f.job, &plan, &how);
    check_near(plan.pages.data[0].width, 100 * PTL_MILLIMETER);
    fixture_end(&f);
}

static void what_fits_in_true_scale_is_one_sheet(void)
{
    ptl_print how = usual;
    fixture   f;
    ptl_plan  plan;

    how.cell = 5 * MM;
    draw(&f, &plan);
    ptl_plan_print(&f.job, &plan, &how);
    CHECK_UINT(plan.pages.count, 1);
    check_near(layer_on(&plan, 0, "floors")->zoom, 5 * PTL_MILLIMETER / CELL);
    fixture_end(&f);
}

/* 80 x 120 mm take, with an overlap of 5, three cells of 20 mm across and five down: 4 x 2 sheets;
 * on its side five across and three down: 3 x 3. The first is fewer. */
static void a_large_page_is_cut_between_cells(void)
{
    static const char *const parts[] = { "", "A1", "D2" };
    ptl_print                how     = usual;
    fixture                  f;
    ptl_plan                 plan;

    how.cell = 20 * MM;
    draw(&f, &plan);
    ptl_plan_print(&f.job, &plan, &how);
    CHECK(ptl_ok(&f.job));
    CHECK_UINT(plan.pages.count, 3); /* the overview, and two sheets that show floors */
    for (size_t i = 0; i < COUNT(parts); i++) {
        CHECK(plan.pages.data[i].part.size == strlen(parts[i]) &&
              memcmp(plan.pages.data[i].part.data ? plan.pages.data[i].part.data : "", parts[i],
                     strlen(parts[i])) == 0);
        check_near(plan.pages.data[i].width, 100 * PTL_MILLIMETER);
    }
    fixture_end(&f);
}

static void sheets_show_their_cells_and_a_strip_of_the_next(void)
{
    ptl_print             how = usual;
    fixture               f;
    ptl_plan              plan;
    const ptl_plan_layer *layer;

    how.cell = 20 * MM;
    draw(&f, &plan);
    ptl_plan_print(&f.job, &plan, &how);
    layer = layer_on(&plan, 1, "floors");
    check_near(layer->zoom, 20 * PTL_MILLIMETER / CELL);
    check_near(LEFT * layer->zoom + layer->x, 10 * PTL_MILLIMETER); /* the first cell's corner */
    check_near(TOP * layer->zoom + layer->y, 10 * PTL_MILLIMETER);
    check_near(layer->clip.width, 65 * PTL_MILLIMETER);
    check_near(layer->clip.height, 105 * PTL_MILLIMETER);
    layer = layer_on(&plan, 2, "floors");
    check_near((LEFT + 9 * CELL) * layer->zoom + layer->x, 10 * PTL_MILLIMETER);
    check_near((TOP + 5 * CELL) * layer->zoom + layer->y, 10 * PTL_MILLIMETER);
    check_near(layer->clip.width, 60 * PTL_MILLIMETER); /* there is nothing further */
    check_near(layer->clip.height, 80 * PTL_MILLIMETER);
    CHECK_UINT(layer_on(&plan, 1, "background")->count, 1);
    CHECK_UINT(layer_on(&plan, 2, "background")->count, 0); /* the line is not there */
    CHECK_UINT(layer_on(&plan, 1, "title")->count, 0);
    fixture_end(&f);
}

static void marks_name_neighbors_that_are_printed(void)
{
    ptl_print how = usual;
    fixture   f;
    ptl_plan  plan;

    how.cell = 20 * MM;
    draw(&f, &plan);
    plan.layers.data[1].name = "ground"; /* nothing says where floors are: all sheets count */
    ptl_plan_print(&f.job, &plan, &how);
    CHECK_UINT(plan.pages.count, 1 + 8);
    CHECK(says(&plan, 2, "A1") && says(&plan, 2, "C1") && says(&plan, 2, "B2")); /* of B1 */
    CHECK(!says(&plan, 1, "C1") && !says(&plan, 2, "D1"));
    CHECK(says(&plan, 2, "sheet 2 of 8 \xC2\xB7 1 cell = 20mm"));
    CHECK(says(&plan, 2, "B1 \xC2\xB7 Cellar"));
    for (size_t i = 0; i < 8; i++)
        CHECK(says(&plan, 0, ptl_sheet_named(i % 4, i / 4).text));
    CHECK(says(&plan, 0, "50 mm"));
    fixture_end(&f);
}

static void what_cannot_be_printed_is_refused(void)
{
    static const struct {
        float       cell, page_cell;
        const char *rule;
    } bad[] = { { 150 * MM, CELL, "limit-sheets" },
                { 10 * MM, 0, "setting" },
                { 100 * MM, 0.01f, "setting" },
                { 60 * MM, 0.2f, "limit-sheets" } };

    for (size_t i = 0; i < COUNT(bad); i++) {
        ptl_print how = usual;
        fixture   f;
        ptl_plan  plan;

        draw(&f, &plan);
        plan.layers.data[1].name        = "ground"; /* all sheets are printed */
        how.cell                        = bad[i].cell;
        plan.pages.data[0].cells.width  = bad[i].page_cell;
        plan.pages.data[0].cells.height = bad[i].page_cell;
        ptl_plan_print(&f.job, &plan, &how);
        CHECK(!ptl_ok(&f.job));
        CHECK_TEXT(f.job.error.rule, bad[i].rule);
        fixture_end(&f);
    }
}

static void memory_may_run_out_anywhere(void)
{
    for (size_t at = 1; at < 400; at++) {
        ptl_print how = usual;
        fixture   f;
        ptl_plan  plan;

        draw(&f, &plan);
        how.cell  = 20 * MM;
        f.asked   = 0;
        f.fail_at = at;
        ptl_plan_print(&f.job, &plan, &how);
        if (ptl_ok(&f.job))
            at = 400; /* it needs no more */
        fixture_end(&f);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(lengths_are_understood),
        TEST(papers_are_understood),
        TEST(sheets_have_names_as_columns_have),
        TEST(a_page_is_fitted_to_the_better_side),
        TEST(a_side_that_was_asked_for_stays),
        TEST(what_fits_in_true_scale_is_one_sheet),
        TEST(a_large_page_is_cut_between_cells),
        TEST(sheets_show_their_cells_and_a_strip_of_the_next),
        TEST(marks_name_neighbors_that_are_printed),
        TEST(what_cannot_be_printed_is_refused),
        TEST(memory_may_run_out_anywhere),
    };

    return run_tests("plan_print", tests, COUNT(tests));
}
