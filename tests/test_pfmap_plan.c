/* SPDX-License-Identifier: MIT */
/* Plans of terrain: what is drawn where, and with which colors. */
#include <portolan/pfmap.h>
#include <portolan/plan.h>
#include <stdlib.h>
#include <string.h>

#include "plan_reading.h"
#include "support.h"

/* A flat map of one chunk with some materials. */
static ptl_doc *new_map(void)
{
    ptl_doc *doc;

    CHECK_UINT(ptl_pfmap_new(&doc, 1, 1, NULL, NULL), PTL_OK);
    ptl_pfmap_add_material(doc, "Grass", "grass.png", NULL);
    ptl_pfmap_add_material(doc, "Rock", "rock.png", NULL);
    ptl_pfmap_add_material(doc, "Qxz", "qxz.png", NULL);
    return doc;
}

static ptl_pfmap_tile *tile_of(ptl_doc *doc, uint32_t row, uint32_t col)
{
    return ptl_pfmap_tile_at(ptl_pfmap_of(doc), row, col);
}

/* Where a point of a path lies on the map, in tiles. */
typedef struct spot {
    float x, y;
} spot;

static spot spot_of(const ptl_plan *plan, const ptl_plan_path *path, size_t number)
{
    const ptl_plan_box *cells = &plan->pages.data[0].cells;
    const float        *at    = plan->points.data + 2 * (path->point + number);

    return (spot){ (at[0] - cells->x) / cells->width, (at[1] - cells->y) / cells->height };
}

static bool near(float a, float b)
{
    return a > b - 0.01f && a < b + 0.01f;
}

/* Whether some point of a path is there. */
static bool touches(const ptl_plan *plan, const ptl_plan_path *path, float x, float y)
{
    size_t points = 0;

    for (size_t i = 0; i < path->verb_count; i++)
        points += plan->verbs.data[path->verb + i] != PTL_VERB_CLOSE;
    for (size_t i = 0; i < points; i++) {
        spot at = spot_of(plan, path, i);

        if (near(at.x, x) && near(at.y, y))
            return true;
    }
    return false;
}

static uint32_t color_of(const ptl_plan *plan, uint32_t number)
{
    const ptl_plan_color *c = &plan->palette.data[number];

    return (uint32_t)c->r << 16 | (uint32_t)c->g << 8 | c->b;
}

static void flat_ground_is_one_rectangle(void)
{
    ptl_doc             *doc  = new_map();
    ptl_plan            *plan = must_plan(doc, NULL);
    const ptl_plan_path *path = path_of(plan, "ground", 0);

    CHECK_UINT(layer_of(plan, "ground")->count, 1);
    CHECK_UINT(path->verb_count, 5);
    CHECK(touches(plan, path, 0, 0) && touches(plan, path, 32, 32));
    CHECK_UINT(layer_of(plan, "water")->count, 0);
    CHECK_UINT(layer_of(plan, "contours")->count, 0);
    CHECK_UINT(layer_of(plan, "cliffs")->count, 0);
    CHECK(layer_of(plan, "passability")->hidden);
    CHECK(layer_of(plan, "passability")->count > 0);
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

static void a_cliff_has_ticks_on_its_lower_side(void)
{
    ptl_doc             *doc = new_map();
    ptl_plan            *plan;
    const ptl_plan_path *ticks, *rim;

    for (uint32_t row = 0; row < 32; row++)
        for (uint32_t col = 0; col < 10; col++)
            tile_of(doc, row, col)->base = 3;
    plan  = must_plan(doc, NULL);
    ticks = path_of(plan, "cliffs", 0);
    rim   = path_of(plan, "cliffs", 1);
    CHECK_UINT(rim->verb_count, 2 * 32);
    CHECK(touches(plan, rim, 10, 0) && touches(plan, rim, 10, 32));
    for (size_t i = 0; i < ticks->verb_count; i += 2) {
        CHECK(near(spot_of(plan, ticks, i).x, 10));
        CHECK(spot_of(plan, ticks, i + 1).x > 10.1f);
    }
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

/* A ramp of four levels that rises to the east over one tile: lines at an eighth, three eighths. */
static void contours_run_between_levels(void)
{
    ptl_doc             *doc = new_map();
    ptl_plan            *plan;
    const ptl_plan_path *usual, *heavy;

    for (uint32_t row = 0; row < 32; row++) {
        *tile_of(doc, row, 5) =
            (ptl_pfmap_tile){ .type = PTL_PFMAP_RAMP_WE, .side = 1, .ramp = 4, .pathable = 1 };
        for (uint32_t col = 6; col < 32; col++)
            tile_of(doc, row, col)->base = 4;
    }
    plan = must_plan(doc, NULL);
    CHECK_UINT(layer_of(plan, "contours")->count, 2);
    usual = path_of(plan, "contours", 0);
    heavy = path_of(plan, "contours", 1);
    CHECK(heavy->width > 1.5f * usual->width);
    CHECK(touches(plan, heavy, 5.125f, 0) && touches(plan, heavy, 5.125f, 32));
    CHECK(touches(plan, usual, 5.375f, 7) && touches(plan, usual, 5.625f, 7) &&
          touches(plan, usual, 5.875f, 7));
    CHECK_UINT(layer_of(plan, "cliffs")->count, 0);
    CHECK_UINT(layer_of(plan, "slopes")->count, 1);
    CHECK_UINT(layer_of(plan, "ground")->count, 2); /* steep slopes show the sides */
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

/* From level -1 up to 0 the water ends halfway. */
static void water_ends_where_the_ground_rises_above_it(void)
{
    ptl_doc             *doc = new_map();
    ptl_plan            *plan;
    const ptl_plan_path *water, *shore;

    for (uint32_t row = 0; row < 32; row++) {
        for (uint32_t col = 0; col < 5; col++)
            tile_of(doc, row, col)->base = -1;
        *tile_of(doc, row, 5) =
            (ptl_pfmap_tile){ .type = PTL_PFMAP_RAMP_WE, .base = -1, .ramp = 1, .pathable = 1 };
    }
    plan = must_plan(doc, NULL);
    CHECK_UINT(layer_of(plan, "water")->count, 1);
    water = path_of(plan, "water", 0);
    shore = path_of(plan, "contours", 0);
    CHECK(touches(plan, water, 0, 0) && touches(plan, water, 5.5f, 0));
    CHECK(!touches(plan, water, 6, 0));
    CHECK(touches(plan, shore, 5.5f, 0) && touches(plan, shore, 5.5f, 32));
    CHECK_UINT(layer_of(plan, "contours")->count, 1);
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

/* A texture of one color, whichever is asked for. */
static bool load_red(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    static uint8_t bmp[] = { 'B', 'M', 58, 0, 0, 0, 0, 0, 0, 0,    54,   0,    0, 0,  40,
                             0,   0,   0,  1, 0, 0, 0, 1, 0, 0,    0,    1,    0, 24, 0,
                             0,   0,   0,  0, 0, 0, 0, 0, 0, 0,    0,    0,    0, 0,  0,
                             0,   0,   0,  0, 0, 0, 0, 0, 0, 0x10, 0x20, 0xC0, 0 };

    if (strcmp(companion->name, user) != 0)
        return false;
    *out      = (ptl_bytes){ 0 };
    out->data = malloc(sizeof bmp);
    memcpy(out->data, bmp, sizeof bmp);
    out->size = out->capacity = sizeof bmp;
    return true;
}

static void colors_come_from_textures_or_names(void)
{
    ptl_doc       *doc = new_map();
    ptl_plan      *plan;
    ptl_write_opts opts = { .files = { .load = load_red, .user = (void *)"rock.png" } };

    tile_of(doc, 0, 1)->top = 1;
    tile_of(doc, 0, 2)->top = 2;
    tile_of(doc, 0, 3)->top = 900; /* there is none: the paper shows */
    plan                    = must_plan(doc, &opts);
    CHECK_UINT(layer_of(plan, "ground")->count, 3);
    if (ptl_has_feature("png"))
        CHECK_UINT(color_of(plan, path_of(plan, "ground", 1)->fill), 0xC02010);
    CHECK(color_of(plan, path_of(plan, "ground", 0)->fill) !=
          color_of(plan, path_of(plan, "ground", 2)->fill));
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

static void nothing_lies_outside_of_the_page(void)
{
    for (uint32_t size = 1; size <= 7; size += 3) {
        ptl_doc             *doc;
        ptl_plan            *plan;
        const ptl_plan_page *page;

        CHECK_UINT(ptl_pfmap_new(&doc, 1, size, NULL, NULL), PTL_OK);
        ptl_pfmap_add_material(doc, "Grass", "grass.png", NULL);
        for (uint32_t i = 0; i < 32; i++) {
            tile_of(doc, i, i)->type = (uint8_t)(i % PTL_PFMAP_TYPES);
            tile_of(doc, i, i)->base = (int16_t)(i % 7) - 3;
            tile_of(doc, i, i)->ramp = (uint8_t)(i % 5);
        }
        plan = must_plan(doc, NULL);
        page = &plan->pages.data[0];
        for (size_t i = 0; i < plan->points.count; i += 2) {
            CHECK(plan->points.data[i] >= 0 && plan->points.data[i] <= page->width);
            CHECK(plan->points.data[i + 1] >= 0 && plan->points.data[i + 1] <= page->height);
        }
        for (size_t i = 0; i < plan->items.count; i++) {
            const ptl_plan_text *text = &plan->items.data[i].as.text;

            if (plan->items.data[i].kind == PTL_PLAN_TEXT)
                CHECK(text->x > 0 && text->x < page->width && text->y > 0 &&
                      text->y < page->height);
        }
        ptl_plan_free(plan);
        ptl_doc_free(doc);
    }
}

/* However large the map, its page can be drawn. */
static void large_maps_get_smaller_tiles(void)
{
    ptl_doc  *doc;
    ptl_plan *plan;

    CHECK_UINT(ptl_pfmap_new(&doc, 1, 100, NULL, NULL), PTL_OK);
    ptl_pfmap_add_material(doc, "Grass", "grass.png", NULL);
    plan = must_plan(doc, NULL);
    CHECK(plan->pages.data[0].width < 8192);
    CHECK(plan->pages.data[0].cells.width > 2);
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

static void memory_that_ends_is_said(void)
{
    bool made = false;

    for (size_t fail_at = 1; !made; fail_at++) {
        test_heap heap = { 0 };
        ptl_doc  *doc;
        ptl_plan *plan;
        ptl_diag  err;

        CHECK_UINT(
            ptl_pfmap_new(&doc, 1, 1, &(ptl_read_opts){ .allocator = test_allocator(&heap) }, NULL),
            PTL_OK);
        ptl_pfmap_add_material(doc, "Grass", "grass.png", NULL);
        tile_of(doc, 3, 3)->base = 2;
        tile_of(doc, 5, 5)->type = PTL_PFMAP_CONVEX_NE;
        tile_of(doc, 5, 5)->ramp = 3;
        heap.fail_at             = heap.calls + fail_at;
        made                     = ptl_plan_make(&plan, doc, NULL, &err) == PTL_OK;
        CHECK(made || err.status == PTL_E_MEMORY);
        ptl_plan_free(plan);
        ptl_doc_free(doc);
        CHECK_UINT(heap.held, 0);
    }
}

int main(void)
{
    static const test_case cases[] = {
        TEST(flat_ground_is_one_rectangle),       TEST(a_cliff_has_ticks_on_its_lower_side),
        TEST(contours_run_between_levels),        TEST(water_ends_where_the_ground_rises_above_it),
        TEST(colors_come_from_textures_or_names), TEST(nothing_lies_outside_of_the_page),
        TEST(large_maps_get_smaller_tiles),       TEST(memory_that_ends_is_said),
    };

    return run_tests("pfmap_plan", cases, COUNT(cases));
}
