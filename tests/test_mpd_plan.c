/* SPDX-License-Identifier: MIT */
/* Plans of Egoboo levels: the view lies on the cells, areas have rims, effects are drawn only on
 * request. */
#include <portolan/mpd.h>
#include <portolan/plan.h>
#include <string.h>

#include "mpd_samples.h"
#include "plan_reading.h"
#include "support.h"

/* A flat level of 20 x 10 fans. */
static ptl_doc *new_level(void)
{
    ptl_doc *doc;

    CHECK_UINT(ptl_mpd_new(&doc, 20, 10, NULL, NULL), PTL_OK);
    return doc;
}

static void set(ptl_doc *doc, uint32_t x, uint32_t y, uint8_t fx)
{
    uint32_t *word = &ptl_mpd_of(doc)->words.data[y * 20 + x];

    *word = ptl_mpd_word(ptl_mpd_word_type(*word), fx, ptl_mpd_word_tile(*word));
}

static bool has_text(const ptl_plan *plan, const char *word)
{
    for (size_t i = 0; i < plan->items.count; i++) {
        const ptl_plan_text *text = &plan->items.data[i].as.text;

        if (plan->items.data[i].kind == PTL_PLAN_TEXT && text->text.size >= strlen(word) &&
            memcmp(text->text.data, word, strlen(word)) == 0)
            return true;
    }
    return false;
}

static void the_view_lies_on_the_cells(void)
{
    ptl_doc              *doc   = new_level();
    ptl_plan             *plan  = must_plan(doc, NULL);
    const ptl_plan_layer *layer = layer_of(plan, "ground");
    const ptl_plan_box   *cells = &plan->pages.data[0].cells;
    const ptl_plan_view  *view;

    CHECK_UINT(layer->count, 1);
    CHECK_UINT(plan->items.data[layer->item].kind, PTL_PLAN_VIEW);
    view = &plan->items.data[layer->item].as.view;
    CHECK(view->box.x == cells->x && view->box.y == cells->y);
    CHECK(view->box.width == 20 * cells->width && view->box.height == 10 * cells->height);
    CHECK(view->west == 0 && view->north == 0);
    CHECK(view->unit * cells->width > 0.999f && view->unit * cells->width < 1.001f);
    CHECK(plan->scene != NULL);
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

/* A block of 3 x 2 solid fans: one rectangle, and a rim of four lines. */
static void solid_fans_are_an_area_with_a_rim(void)
{
    ptl_doc             *doc = new_level();
    ptl_plan            *plan;
    const ptl_plan_path *area, *rim;

    for (uint32_t i = 0; i < 6; i++)
        set(doc, 4 + i % 3, 5 + i / 3, i % 2 ? PTL_MPD_FX_WALL : PTL_MPD_FX_IMPASS);
    plan = must_plan(doc, NULL);
    area = path_of(plan, "walls", 0);
    rim  = path_of(plan, "walls", 1);
    CHECK_UINT(area->verb_count, 5);
    CHECK_UINT(rim->verb_count, 8);
    CHECK_UINT(layer_of(plan, "water")->count, 0);
    CHECK(!has_text(plan, "water"));
    CHECK(has_text(plan, "solid"));
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

static void effects_are_asked_for_and_named(void)
{
    ptl_doc  *doc = new_level();
    ptl_plan *plan;

    set(doc, 0, 0, PTL_MPD_FX_DAMAGE | PTL_MPD_FX_NOREFLECT);
    set(doc, 1, 0, PTL_MPD_FX_SLIPPY | PTL_MPD_FX_WATER);
    plan = must_plan(doc, NULL);
    CHECK(layer_of(plan, "effects")->hidden);
    CHECK_UINT(layer_of(plan, "effects")->count, 3);
    CHECK(has_text(plan, "damage (1)") && has_text(plan, "slippery (1)") &&
          has_text(plan, "water (1)"));
    CHECK(!has_text(plan, "mirrors") && !has_text(plan, "not reflected"));
    CHECK_UINT(layer_of(plan, "water")->count, 2); /* without wawalite.txt, a tint and a rim */
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

/* Who asks for some of them sees their signs, over the ground as it is: no sheets lie on it. */
static void effects_are_drawn_once(void)
{
    ptl_setting    setting = { "effects", "damage", 6 };
    ptl_write_opts opts    = { .settings = &setting, .setting_count = 1 };
    ptl_doc       *doc     = new_level();
    ptl_plan      *plan;

    set(doc, 0, 0, PTL_MPD_FX_DAMAGE);
    plan = must_plan(doc, &opts);
    CHECK(!layer_of(plan, "effects")->hidden && has_text(plan, "damage (1)"));
    CHECK_UINT(plan->scene->meshes.count, 1);
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

/* MapA has no vertices to look at, but effects it has. */
static void tiles_without_geometry_have_a_plan(void)
{
    uint8_t   bytes[sizeof mpd_two_fans];
    ptl_doc  *doc;
    ptl_plan *plan;

    memcpy(bytes, mpd_two_fans, sizeof bytes);
    bytes[3] = 'A';
    doc      = must_read(bytes, 24, NULL);
    plan     = must_plan(doc, NULL);
    CHECK_UINT(layer_of(plan, "ground")->count, 0);
    CHECK(layer_of(plan, "walls")->count > 0);
    CHECK(plan->scene == NULL);
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

static void memory_that_ends_is_said(void)
{
    bool made = false;

    for (size_t fail_at = 1; !made; fail_at++) {
        test_heap heap = { 0 };
        ptl_doc  *doc  = must_read(mpd_two_fans, sizeof mpd_two_fans,
                                   &(ptl_read_opts){ .allocator = test_allocator(&heap) });
        ptl_plan *plan;
        ptl_diag  err;

        heap.fail_at = heap.calls + fail_at;
        made         = ptl_plan_make(&plan, doc, NULL, &err) == PTL_OK;
        CHECK(made || err.status == PTL_E_MEMORY);
        ptl_plan_free(plan);
        ptl_doc_free(doc);
        CHECK_UINT(heap.held, 0);
    }
}

int main(void)
{
    static const test_case cases[] = {
        TEST(the_view_lies_on_the_cells),         TEST(solid_fans_are_an_area_with_a_rim),
        TEST(effects_are_asked_for_and_named),    TEST(effects_are_drawn_once),
        TEST(tiles_without_geometry_have_a_plan), TEST(memory_that_ends_is_said),
    };

    return run_tests("mpd_plan", cases, COUNT(cases));
}
