/* SPDX-License-Identifier: MIT */
/* Choosing and laying out pages of plans, and the settings and the SVG that stand on it. */
#include <string.h>

#include "core/color.h"
#include "exports/export.h"
#include "fixture.h"
#include "harness.h"
#include "hubs/plan_pages.h"

extern const ptl_export ptl_export_svg;

static ptl_str str(const char *text)
{
    return (ptl_str){ text, strlen(text) };
}

/* Three pages of 100 x 50, each with a square in its corner and its name, and a hidden layer; cells
 * of 10 units begin at 5, 5. */
static void draw(fixture *f, ptl_plan *plan)
{
    static const char *const names[] = { "Cellar", "Tower 1", "Tower 2" };
    ptl_pen                  pen;

    fixture_begin(f, NULL, 0);
    *plan = (ptl_plan){ .name = { "keep", 4 } };
    pen   = ptl_pen_of(&f->job, plan);
    for (size_t i = 0; i < COUNT(names); i++) {
        uint32_t ink = ptl_pen_color(&pen, "ink", 0x102030FF);

        ptl_pen_page(&pen, str(names[i]), 100, 50, ptl_pen_color(&pen, "paper", 0xFFFFFFFF));
        ptl_pen_cells(&pen, 5, 5, 10, 10);
        ptl_pen_layer(&pen, "walls");
        ptl_pen_rect(&pen, 0, 0, 10, 10);
        ptl_pen_fill(&pen, ink);
        ptl_pen_layer(&pen, "names");
        ptl_pen_text(&pen, &(ptl_plan_text){ .text  = str(names[i]),
                                             .x     = 60,
                                             .y     = 40,
                                             .size  = 8,
                                             .color = ink,
                                             .halo  = PTL_PLAN_NONE });
        ptl_pen_hidden_layer(&pen, "secrets");
        ptl_pen_move(&pen, 20, 20);
        ptl_pen_line(&pen, 30, 20);
        ptl_pen_stroke(&pen, ink, 2);
    }
}

static void pages_are_picked_by_number_and_name(void)
{
    static const struct {
        const char *which;
        size_t      count;
        const char *first;
    } picks[] = {
        { "2", 1, "Tower 1" },
        { "tower", 2, "Tower 1" },
        { "Cellar", 1, "Cellar" },
        { "TOWER 2", 1, "Tower 2" },
        { "0", 0, "" },
        { "4", 0, "" },
        { "", 0, "" },
        { "attic", 0, "" },
        { "3,1", 2, "Cellar" },
        { "cellar,2", 2, "Cellar" },
        { "2,tower", 2, "Tower 1" },
        { "1,attic", 0, "" },
        { "1,", 0, "" },
        { "1,4", 0, "" },
        { "2-3", 2, "Tower 1" },
        { "3-2", 2, "Tower 1" },
        { "cellar,3-3", 2, "Cellar" },
        { "1-9", 3, "Cellar" },
        { "4-9", 0, "" },
        { "1-", 0, "" },
        { "-2", 0, "" },
        { "1-2-3", 0, "" },
    };

    for (size_t i = 0; i < COUNT(picks); i++) {
        fixture  f;
        ptl_plan plan;

        draw(&f, &plan);
        CHECK(ptl_plan_pick_pages(&plan, str(picks[i].which)) == (picks[i].count > 0));
        CHECK_UINT(plan.pages.count, picks[i].count > 0 ? picks[i].count : 3);
        if (picks[i].count > 0)
            CHECK_TEXT(plan.pages.data[0].name.data, picks[i].first);
        fixture_end(&f);
    }
}

static void check_layers(const char *list, const char *want)
{
    fixture  f;
    ptl_plan plan;
    ptl_str  given   = str(list), unknown;
    char     got[64] = "";

    draw(&f, &plan);
    CHECK(ptl_plan_pick_layers(&f.job, &plan, *list ? &given : NULL, &unknown));
    for (size_t i = 0; i < plan.pages.data[1].count; i++) {
        strcat(got, plan.layers.data[plan.pages.data[1].layer + i].name);
        strcat(got, " ");
    }
    CHECK_TEXT(got, want);
    fixture_end(&f);
}

static void layers_are_picked_by_lists(void)
{
    fixture  f;
    ptl_plan plan;
    ptl_str  list = str("walls,doors"), unknown;

    check_layers("", "walls names ");
    check_layers("walls", "walls ");
    check_layers("names,walls", "walls names ");
    check_layers("-walls", "names ");
    check_layers("-walls,-names", "");
    check_layers("+secrets", "walls names secrets ");
    check_layers("-names,+secrets", "walls secrets ");
    check_layers("secrets", "secrets ");
    draw(&f, &plan);
    CHECK(!ptl_plan_pick_layers(&f.job, &plan, &list, &unknown));
    CHECK_TEXT(unknown.data, "doors");
    fixture_end(&f);
}

static void a_sheet_holds_all_pages(void)
{
    fixture        f;
    ptl_plan       plan;
    ptl_plan_item *last;

    draw(&f, &plan);
    ptl_plan_sheet(&f.job, &plan);
    CHECK_UINT(plan.pages.count, 1);
    CHECK_UINT((unsigned)plan.pages.data[0].width, 100);
    CHECK_UINT((unsigned)plan.pages.data[0].height, 150);
    CHECK_UINT(plan.pages.data[0].count, 6); /* without the hidden ones */
    last = &plan.items.data[plan.layers.data[5].item];
    CHECK_UINT((unsigned)last->as.text.x, 60);
    CHECK_UINT((unsigned)last->as.text.y, 140);
    CHECK_UINT((unsigned)plan.points.data[2 * plan.items.data[6].as.path.point + 1], 100);
    fixture_end(&f);
}

/* A small page does not slip into an earlier row: pages are read in their order. */
static void a_sheet_keeps_the_order_of_pages(void)
{
    static const float widths[] = { 100, 20, 100, 60, 20 };
    float              last[2]  = { -1, -1 };
    fixture            f;
    ptl_plan           plan = { 0 };
    ptl_pen            pen;

    fixture_begin(&f, NULL, 0);
    pen = ptl_pen_of(&f.job, &plan);
    for (size_t i = 0; i < COUNT(widths); i++) {
        ptl_pen_page(&pen, str("page"), widths[i], i % 2 ? 40 : 100, PTL_PLAN_NONE);
        ptl_pen_layer(&pen, "walls");
        ptl_pen_rect(&pen, 0, 0, 10, 10);
        ptl_pen_fill(&pen, ptl_pen_color(&pen, "ink", 0xFF));
    }
    ptl_plan_sheet(&f.job, &plan);
    CHECK(plan.pages.data[0].height > 150); /* several rows */
    for (size_t i = 0; i < COUNT(widths); i++) {
        const float *at = plan.points.data + 2 * plan.items.data[i].as.path.point;

        CHECK(at[1] > last[1] || (at[1] == last[1] && at[0] > last[0]));
        memcpy(last, at, sizeof last);
    }
    fixture_end(&f);
}

static void crops_count_in_cells(void)
{
    fixture  f;
    ptl_plan plan;

    draw(&f, &plan);
    CHECK(ptl_plan_crop(&plan, &(ptl_plan_box){ 5, 3, 3, 1 }));
    CHECK_UINT((unsigned)plan.pages.data[0].width, 30);
    CHECK_UINT((unsigned)plan.pages.data[0].height, 10);
    CHECK_UINT(plan.layers.data[0].count, 0); /* the square lies outside */
    CHECK_UINT(plan.layers.data[1].count, 1);
    CHECK_UINT((unsigned)plan.items.data[1].as.text.x, 5);
    CHECK_UINT((unsigned)plan.items.data[1].as.text.y, 5);
    CHECK(!ptl_plan_crop(&plan, &(ptl_plan_box){ 50, 0, 1, 1 }));
    fixture_end(&f);
}

static void scaling_reaches_everything(void)
{
    fixture  f;
    ptl_plan plan;

    draw(&f, &plan);
    ptl_plan_scale(&plan, 2);
    CHECK_UINT((unsigned)plan.pages.data[2].width, 200);
    CHECK_UINT((unsigned)plan.pages.data[2].cells.width, 20);
    CHECK_UINT((unsigned)plan.items.data[1].as.text.size, 16);
    CHECK_UINT((unsigned)plan.items.data[2].as.path.width, 4);
    CHECK_UINT((unsigned)plan.points.data[2 * plan.items.data[2].as.path.point], 40);
    fixture_end(&f);
}

static void colors_are_written_in_several_ways(void)
{
    static const struct {
        const char *text;
        uint32_t    rgba;
    } good[] = {
        { "#abc", 0xAABBCCFF },  { "#A1b2C3", 0xA1B2C3FF }, { "#01020304", 0x01020304 },
        { "white", 0xFFFFFFFF }, { "transparent", 0 },
    };
    static const char *const bad[] = { "",    "#",    "#ab",      "#abcd",     "#ggg",
                                       "abc", "whit", "#1234567", "#123456789" };
    uint32_t                 rgba  = 7;

    for (size_t i = 0; i < COUNT(bad); i++)
        CHECK(!ptl_color_parse(str(bad[i]), &rgba) && rgba == 7);
    for (size_t i = 0; i < COUNT(good); i++) {
        CHECK(ptl_color_parse(str(good[i].text), &rgba));
        CHECK_UINT(rgba, good[i].rgba);
    }
    CHECK_UINT(ptl_color_over(0x6F000096, 0xF2F2EEFF), 0xA56462FF);
}

/* ---- Settings and SVG ------------------------------------------------------------------------ */

typedef struct drawer { /* files beside the output */
    char   names[100];
    size_t size;
} drawer;

static bool put(void *user, const char *name, const void *data, size_t size)
{
    drawer *d = user;

    CHECK(size > 0 && data != NULL);
    strcat(d->names, name);
    strcat(d->names, " ");
    d->size += size;
    return true;
}

/* Writes the three pages as SVG with these settings; the text stays until fixture_end. */
static const char *svg_of(fixture *f, ptl_plan *plan, const ptl_setting *settings, size_t count,
                          drawer *beside)
{
    ptl_side side = { { .put = beside ? put : NULL, .user = beside }, "keep" };
    ptl_buf  out;
    char    *copy;

    draw(f, plan);
    f->job.settings      = settings;
    f->job.setting_count = count;
    out                  = ptl_buf_of(&f->job, NULL);
    ptl_plan_export(&f->job, &out, plan, &ptl_export_svg, &side);
    copy = ptl_ok(&f->job) ? ptl_arena_take(&f->job, out.size + 1) : NULL;
    if (copy)
        memcpy(copy, out.data, out.size);
    ptl_buf_free(&out);
    return copy;
}

/* A layer that shows its items somewhere else keeps them where they are: others may show them. */
static void layers_show_items_larger_and_elsewhere(void)
{
    fixture         f;
    ptl_plan        plan;
    ptl_plan_layer *layer;
    ptl_buf         out;

    draw(&f, &plan);
    layer       = &plan.layers.data[0];
    layer->zoom = 3;
    layer->x    = 7;
    layer->clip = (ptl_plan_box){ 1, 2, 3, 4 };
    ptl_plan_scale(&plan, 2);
    CHECK_UINT((unsigned)plan.points.data[2], 10); /* as before */
    CHECK(layer->zoom == 6 && layer->x == 14 && layer->clip.height == 8);
    plan.pages.count = 1;
    out              = ptl_buf_of(&f.job, NULL);
    ptl_export_svg.write[PTL_HUB_PLAN](&f.job, &out, &plan, &(ptl_side){ .stem = "x" });
    ptl_put_char(&out, 0);
    CHECK(strstr((char *)out.data,
                 "<g id=\"walls\">\n<clipPath id=\"clip-1\"><rect x=\"2\" y=\"4\" width=\"6\" "
                 "height=\"8\"/></clipPath>\n<g clip-path=\"url(#clip-1)\">\n"
                 "<g transform=\"translate(14 0) scale(6)\">\n<path fill=\"#102030\" "
                 "d=\"M0 0H10V10H0Z\"/>\n</g>\n</g>\n</g>\n") != NULL);
    ptl_buf_free(&out);
    fixture_end(&f);
}

static void svg_is_one_sheet(void)
{
    fixture     f;
    ptl_plan    plan;
    const char *text = svg_of(&f, &plan, NULL, 0, NULL);

    CHECK(strstr(text, " width=\"100\" height=\"150\" viewBox=\"0 0 100 150\">") != NULL);
    CHECK(strstr(text, "<title>keep</title>") != NULL);
    CHECK(strstr(text, "<g id=\"walls\">\n<path fill=\"#102030\" d=\"M0 0H10V10H0Z\"/>") != NULL);
    CHECK(strstr(text, "<g id=\"walls-3\">\n<path fill=\"#102030\" d=\"M0 100H10V110H0Z\"/>") !=
          NULL);
    CHECK(strstr(text, ">Tower 2</text>") != NULL);
    CHECK(strstr(text, "secrets") == NULL);
    fixture_end(&f);
}

static void each_page_gets_a_file(void)
{
    static const ptl_setting each[] = { { "pages", "each", 4 }, { "crop", "0,0,2,3", 7 } };
    fixture                  f;
    ptl_plan                 plan;
    drawer                   beside = { .size = 0 };
    const char              *text   = svg_of(&f, &plan, each, 2, &beside);

    CHECK(strstr(text, "<title>Cellar</title>") != NULL);
    CHECK(strstr(text, " width=\"20\" height=\"30\"") != NULL);
    CHECK_TEXT(beside.names, "keep-2-Tower-1.svg keep-3-Tower-2.svg ");
    fixture_end(&f);
    CHECK(svg_of(&f, &plan, each, 1, NULL) == NULL);
    CHECK_FAILED(&f, PTL_E_UNSUPPORTED, "write");
    fixture_end(&f);
}

static void wrong_settings_are_refused(void)
{
    static const ptl_setting bad[] = {
        { "level", "attic", 5 },    { "layers", "doors", 5 },    { "crop", "1,2,3", 5 },
        { "crop", "0,0,0,1", 7 },   { "crop", "0,0,5,5", 7 },    { "scale", "0", 1 },
        { "scale", "2x", 2 },       { "background", "puce", 4 }, { "pages", "all", 3 },
        { "crop", "1,2,3,4,5", 9 }, { "crop", "0,0,1e9,1", 9 },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        fixture  f;
        ptl_plan plan;

        CHECK(svg_of(&f, &plan, &bad[i], 1, NULL) == NULL);
        CHECK_FAILED(&f, PTL_E_ARG, "setting");
        fixture_end(&f);
    }
}

static void text_is_never_markup(void)
{
    fixture  f;
    ptl_plan plan = { 0 };
    ptl_pen  pen;
    ptl_buf  out;

    fixture_begin(&f, NULL, 0);
    pen = ptl_pen_of(&f.job, &plan);
    ptl_pen_page(&pen, str("</title><script>"), 10, 10, PTL_PLAN_NONE);
    ptl_pen_layer(&pen, "texts");
    ptl_pen_text(&pen, &(ptl_plan_text){ .text  = str("<a&b>\"\x02\xEF\xBF\xBE"),
                                         .size  = 5,
                                         .color = ptl_pen_color(&pen, "ink", 0x80),
                                         .halo  = ptl_pen_color(&pen, "halo", 0xFFFFFFFF) });
    out = ptl_buf_of(&f.job, NULL);
    ptl_plan_export(&f.job, &out, &plan, &ptl_export_svg, &(ptl_side){ { 0 }, "x" });
    ptl_put_u8(&out, 0);
    CHECK(strstr((char *)out.data, "<title>&lt;/title&gt;&lt;script&gt;</title>") != NULL);
    CHECK(strstr((char *)out.data, ">&lt;a&amp;b&gt;&quot;\\x02\xEF\xBF\xBD</text>") != NULL);
    CHECK(strstr((char *)out.data, "fill-opacity=\"0.5\"") != NULL);
    CHECK(strstr((char *)out.data, "paint-order=\"stroke\"") != NULL);
    CHECK(strstr((char *)out.data, "<rect") == NULL);
    ptl_buf_free(&out);
    fixture_end(&f);
}

static void views_become_pictures(void)
{
    fixture   f;
    ptl_scene scene = { 0 };
    ptl_plan  plan  = { .scene = &scene };
    ptl_pen   pen;
    ptl_buf   out;

    fixture_begin(&f, NULL, 0);
    pen = ptl_pen_of(&f.job, &plan);
    ptl_pen_page(&pen, str("p"), 10, 10, PTL_PLAN_NONE);
    ptl_pen_layer(&pen, "ground");
    ptl_pen_view(&pen, &(ptl_plan_view){ .box = { 0, 0, 5, 5 }, .unit = 1 });
    out = ptl_buf_of(&f.job, NULL);
    ptl_plan_export(&f.job, &out, &plan, &ptl_export_svg, &(ptl_side){ { 0 }, "x" });
    ptl_put_char(&out, 0);
    CHECK(ptl_ok(&f.job));
    CHECK_UINT(f.heard, 0);
    CHECK(strstr((char *)out.data, " x=\"0\" y=\"0\" width=\"5\" height=\"5\" "
                                   "xlink:href=\"data:image/png;base64,iVBORw0KGgo") != NULL);
    ptl_buf_free(&out);
    fixture_end(&f);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(pages_are_picked_by_number_and_name),
        TEST(layers_are_picked_by_lists),
        TEST(a_sheet_holds_all_pages),
        TEST(a_sheet_keeps_the_order_of_pages),
        TEST(crops_count_in_cells),
        TEST(scaling_reaches_everything),
        TEST(colors_are_written_in_several_ways),
        TEST(layers_show_items_larger_and_elsewhere),
        TEST(svg_is_one_sheet),
        TEST(each_page_gets_a_file),
        TEST(wrong_settings_are_refused),
        TEST(text_is_never_markup),
        TEST(views_become_pictures),
    };

    return run_tests("plan_pages", tests, COUNT(tests));
}
