/* SPDX-License-Identifier: MIT */
/* Pages of Gridmonger maps: what is on them, how large they are, what their files are called. */
#include <portolan/grmm.h>
#include <portolan/plan.h>
#include <stdlib.h>
#include <string.h>

#include "grmm_drawing.h"
#include "harness.h"
#include "hubs/plan.h"
#include "hubs/plan_text.h"
#include "hubs/theme.h"
#include "plan_reading.h"
#include "render/plan_draw.h"
#include "support.h"

static void check_text_inside(const ptl_plan_page *page, const ptl_plan_text *t)
{
    float width = ptl_plan_text_width(t->text, t->face, t->size);
    float left  = t->anchor == PTL_ANCHOR_MIDDLE ? t->x - width / 2 : t->x;

    CHECK(left >= 0 && left + width <= page->width);
    CHECK(t->y - t->size * 0.8f >= 0 && t->y + t->size * 0.25f <= page->height);
}

static void check_path_inside(const ptl_plan *plan, const ptl_plan_page *page,
                              const ptl_plan_path *path)
{
    size_t points = 0;

    for (size_t i = 0; i < path->verb_count; i++)
        points += ptl_plan_points_of(plan->verbs.data[path->verb + i]);
    for (size_t i = 0; i < points; i++) {
        const float *at = plan->points.data + 2 * (path->point + i);

        CHECK(at[0] >= 0 && at[0] <= page->width && at[1] >= 0 && at[1] <= page->height);
    }
}

static void check_pages(const ptl_plan *plan)
{
    for (size_t p = 0; p < plan->pages.count; p++) {
        const ptl_plan_page *page = &plan->pages.data[p];

        for (size_t l = page->layer; l < page->layer + page->count; l++)
            for (size_t i = 0; i < plan->layers.data[l].count; i++) {
                const ptl_plan_item *item = &plan->items.data[plan->layers.data[l].item + i];

                if (item->kind == PTL_PLAN_TEXT)
                    check_text_inside(page, &item->as.text);
                else
                    check_path_inside(plan, page, &item->as.path);
            }
    }
}

static void nothing_is_outside_of_its_page(void)
{
    for (size_t i = 0; ptl_theme_name(i); i++) {
        ptl_setting    theme = { "theme", ptl_theme_name(i), strlen(ptl_theme_name(i)) };
        ptl_write_opts opts  = { .settings = &theme, .setting_count = 1 };
        ptl_doc       *doc   = room(3, 2);
        ptl_plan      *plan;

        for (uint32_t r = 0; r < 3; r++)
            note(doc,
                 &(ptl_grmm_note){ .row    = (uint16_t)r,
                                   .column = 1,
                                   .kind   = PTL_GRMM_LABEL,
                                   .text   = str("A LABEL THAT IS MUCH LONGER THAN ITS LEVEL") });
        ptl_grmm_of(doc)->levels.data[0].location =
            str("a name of a level that must be broken into lines to stay on the page");
        CHECK(ptl_plan_make(&plan, doc, &opts, NULL) == PTL_OK);
        CHECK_UINT(plan->pages.count, 1);
        check_pages(plan);
        ptl_plan_free(plan);
        ptl_doc_free(doc);
    }
}

static void levels_are_pages_in_the_order_of_display(void)
{
    ptl_doc  *doc = room(1, 1);
    ptl_plan *plan;

    CHECK(ptl_grmm_add_level(NULL, doc, "Keep", "Cellar", -1, 2, 2, NULL) == PTL_OK);
    CHECK(ptl_grmm_add_level(NULL, doc, "Barn", "", 0, 2, 2, NULL) == PTL_OK);
    CHECK(ptl_plan_make(&plan, doc, NULL, NULL) == PTL_OK);
    CHECK_UINT(plan->pages.count, 3);
    CHECK_TEXT(plan->pages.data[0].name.data, "Barn (G)");
    CHECK_TEXT(plan->pages.data[1].name.data, "Keep (G)");
    CHECK_TEXT(plan->pages.data[2].name.data, "Keep \xE2\x80\x93 Cellar (-1)");
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

static uint32_t read_u32(const uint8_t *at) /* as PNG has it */
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* A level of 40 by 60 cells with four floors, a label and a wall. */
static ptl_doc *sparse(void)
{
    ptl_doc *doc;

    CHECK(ptl_grmm_new(&doc, "Test", "2026-01-01 12:00:00", 4, NULL, NULL) == PTL_OK);
    CHECK(ptl_grmm_add_level(NULL, doc, "Keep", "", 0, 40, 60, NULL) == PTL_OK);
    for (uint32_t i = 0; i < 4; i++)
        set(doc, PTL_GRMM_FLOOR, 10 + i / 2, 20 + i % 2, PTL_GRMM_BLANK);
    set(doc, PTL_GRMM_WALL_NORTH, 12, 20, PTL_GRMM_WALL);
    note(doc, &(ptl_grmm_note){
                  .row = 10, .column = 22, .kind = PTL_GRMM_LABEL, .text = str("OUTSIDE") });
    return doc;
}

/* Only what has something in it takes room; cells keep their coordinates. */
static void levels_are_trimmed(void)
{
    static const ptl_setting whole[] = { { "no-trim", NULL, 0 } };
    ptl_doc                 *doc     = sparse();
    ptl_plan                *plan    = must_plan(doc, NULL);
    char                     got[2000];
    float                    trimmed = plan->pages.data[0].height;

    texts_of(plan, "coordinates", got, sizeof got);
    CHECK(strncmp(got, "21|21|22|22|23|23|24|24|", 24) == 0);
    CHECK(strstr(got, "|11|11|12|12|") && !strstr(got, "13|13|"));
    check_pages(plan);
    ptl_plan_free(plan);
    plan = must_plan(doc, &(ptl_write_opts){ .settings = whole, .setting_count = 1 });
    CHECK(plan->pages.data[0].height > trimmed + 800);
    texts_of(plan, "coordinates", got, sizeof got);
    CHECK(strncmp(got, "1|1|2|2|", 8) == 0 && strstr(got, "|60|60|") && strstr(got, "|40|40|"));
    check_pages(plan);
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

/* Width and height an SVG says. */
static void size_of(const ptl_doc *doc, const char *layers, float out[2])
{
    ptl_bytes   svg  = draw(doc, layers);
    const char *wide = find_in(&svg, " width=\""), *high = find_in(&svg, " height=\"");

    CHECK(wide && high); /* numbers end at their quotation marks */
    out[0] = strtof(wide + 8, NULL);
    out[1] = strtof(high + 9, NULL);
    ptl_bytes_free(&svg);
}

/* What is left out of a picture leaves no gap in it. */
static void layers_left_out_give_their_room_back(void)
{
    ptl_doc *doc = room(4, 20);
    float    all[2], no_legend[2], no_title[2], neither[2];

    for (uint16_t i = 0; i < 20; i++)
        note(doc, &(ptl_grmm_note){ .column = i,
                                    .kind   = PTL_GRMM_NUMBERED,
                                    .index  = (uint16_t)(i + 1),
                                    .text   = str("a chest of oak with iron bands") });
    size_of(doc, "+walls", all);
    size_of(doc, "-legend", no_legend);
    size_of(doc, "-title", no_title);
    size_of(doc, "-legend,-title", neither);
    CHECK(no_legend[1] < all[1] - 100 || no_legend[0] < all[0] - 100);
    CHECK(no_title[1] < all[1] - 40);
    CHECK(neither[1] < no_legend[1] - 40);
    CHECK_UINT((unsigned)neither[0], 23 * 32 + 56); /* the map, its rim and margins */
    CHECK_UINT((unsigned)neither[1], 7 * 32 + 56);
    ptl_doc_free(doc);
}

/* Names of maps and games are broken into lines, never cut. */
static void long_names_stay_whole(void)
{
    ptl_doc  *doc = room(2, 2);
    ptl_plan *plan;
    char      got[400];

    ptl_grmm_of(doc)->title = str("a map of halls that go on and on below the hills");
    ptl_grmm_of(doc)->game  = str("a game whose name is longer than the level is wide");
    plan                    = must_plan(doc, NULL);
    texts_of(plan, "title", got, sizeof got);
    CHECK(strstr(got, "on and on") && strstr(got, "is wide|Keep (G)|"));
    check_pages(plan);
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

/* Columns of a legend end at about the same height. */
static void legends_are_balanced(void)
{
    ptl_doc              *doc = room(20, 30);
    ptl_plan             *plan;
    const ptl_plan_layer *legend;
    float                 bottom[40] = { 0 }, least = 1e9f, most = 0;
    size_t                columns = 0;

    for (uint16_t i = 0; i < 300; i++)
        note(doc, &(ptl_grmm_note){ .row    = i / 30,
                                    .column = i % 30,
                                    .text   = str(i % 3 ? "dust"
                                                        : "a long note that goes on over "
                                                            "more than just one line") });
    plan   = must_plan(doc, NULL);
    legend = layer_of(plan, "legend");
    for (size_t i = 0; i < legend->count; i++) {
        const ptl_plan_item *item = &plan->items.data[legend->item + i];
        size_t column = item->kind == PTL_PLAN_TEXT ? (size_t)(item->as.text.x / 328) : 0;

        CHECK(column < COUNT(bottom));
        if (item->kind == PTL_PLAN_TEXT && item->as.text.y > bottom[column])
            bottom[column] = item->as.text.y;
    }
    for (size_t i = 0; i < COUNT(bottom); i++)
        if (bottom[i] > 0) {
            columns++;
            least = bottom[i] < least ? bottom[i] : least;
            most  = bottom[i] > most ? bottom[i] : most;
        }
    CHECK(columns > 2 && most - least < 60);
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

static void hear_fitted(void *user, const ptl_diag *diag)
{
    if (strcmp(diag->rule, "picture-fitted") == 0)
        *(ptl_diag *)user = *diag;
}

/* A map that would give too large a picture gives a smaller one, and is told so. */
static void large_maps_are_fitted(void)
{
    ptl_diag       heard = { .rule = "" };
    ptl_write_opts opts  = { .to = "png", .listener = { .hear = hear_fitted, .user = &heard } };
    ptl_doc       *doc;
    ptl_bytes      png;

    if (!ptl_plan_draw_there() || !ptl_has_feature("png"))
        test_skip("no cairo and pango to draw with");
    CHECK(ptl_grmm_new(&doc, "Test", "2026-01-01 12:00:00", 4, NULL, NULL) == PTL_OK);
    CHECK(ptl_grmm_add_level(NULL, doc, "Plain", "", 0, 600, 4, NULL) == PTL_OK);
    for (uint32_t r = 0; r < 600; r++)
        set(doc, PTL_GRMM_FLOOR, r, r % 4, PTL_GRMM_BLANK);
    png = must_write(doc, &opts);
    CHECK_TEXT(heard.rule, "picture-fitted");
    CHECK(strstr(heard.message, " x ") && strstr(heard.message, " % of that"));
    CHECK(strstr(heard.message, "--pages each") && strstr(heard.message, "PDF"));
    CHECK(read_u32(png.data + 20) > 16300 && read_u32(png.data + 20) <= 16384);
    ptl_bytes_free(&png);
    ptl_doc_free(doc);
}

static bool keep_name(void *user, const char *name, const void *data, size_t size)
{
    (void)data;
    (void)size;
    strcat(strcat(user, name), "|");
    return true;
}

/* Levels name their files, in any script, but no folder and nothing a system forbids. */
static void files_are_named_by_level(void)
{
    static const ptl_setting each     = { "pages", "each", 4 };
    ptl_doc                 *doc      = room(1, 1);
    char                     got[400] = "";
    ptl_bytes                svg;

    CHECK(ptl_grmm_add_level(NULL, doc, "Keep", "Cellar", -1, 2, 2, NULL) == PTL_OK);
    CHECK(ptl_grmm_add_level(NULL, doc, "Zoo/../../etc", "a:b\x01", 0, 2, 2, NULL) == PTL_OK);
    CHECK(ptl_grmm_add_level(NULL, doc, "\u00d8rn\u2026", "\u5854 \U0001F409\u202e", 1, 2, 2,
                             NULL) == PTL_OK);
    svg = must_write(doc, &(ptl_write_opts){ .to            = "svg",
                                             .settings      = &each,
                                             .setting_count = 1,
                                             .stem          = "map",
                                             .files         = { .put = keep_name, .user = got } });
    CHECK_TEXT(got, "map-2-Keep-Cellar-1.svg|map-3-Zoo-etc-a-b-G.svg|map-4-\u00d8rn-\u5854-1.svg|");
    ptl_bytes_free(&svg);
    ptl_doc_free(doc);
}

/* No character of a long name is cut in two. */
static void names_of_files_end(void)
{
    ptl_doc  *doc      = room(1, 1);
    char      got[400] = "", wide[101] = "";
    ptl_bytes svg;

    for (int i = 0; i < 33; i++)
        strcat(wide, "\u5854"); /* 99 bytes */
    CHECK(ptl_grmm_add_level(NULL, doc, wide, "", 0, 2, 2, NULL) == PTL_OK);
    svg = must_write(doc, &(ptl_write_opts){ .to            = "svg",
                                             .settings      = &(ptl_setting){ "pages", "each", 4 },
                                             .setting_count = 1,
                                             .stem          = "map",
                                             .files         = { .put = keep_name, .user = got } });
    CHECK_UINT(strlen(got), strlen("map-2-.svg|") + 96);
    CHECK(memcmp(got + strlen("map-2-"), wide, 96) == 0);
    ptl_bytes_free(&svg);
    ptl_doc_free(doc);
}

static void a_map_without_levels_cannot_be_drawn(void)
{
    ptl_doc  *doc;
    ptl_bytes out;
    ptl_diag  err;

    CHECK(ptl_grmm_new(&doc, "Test", "2026-01-01 12:00:00", 4, NULL, NULL) == PTL_OK);
    CHECK(ptl_write(&out, doc, &(ptl_write_opts){ .to = "svg" }, &err) == PTL_E_UNSUPPORTED);
    CHECK_TEXT(err.rule, "plan-empty");
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(nothing_is_outside_of_its_page),
        TEST(levels_are_pages_in_the_order_of_display),
        TEST(levels_are_trimmed),
        TEST(layers_left_out_give_their_room_back),
        TEST(long_names_stay_whole),
        TEST(legends_are_balanced),
        TEST(large_maps_are_fitted),
        TEST(files_are_named_by_level),
        TEST(names_of_files_end),
        TEST(a_map_without_levels_cannot_be_drawn),
    };

    return run_tests("grmm_pages", tests, COUNT(tests));
}
