/* SPDX-License-Identifier: MIT */
/* Maps of Gridmonger that are changed: cell by cell, and levels at a time. */
#include <portolan/grmm.h>

#include "harness.h"

#define CHECK_STR(got, want) CHECK_BYTES((got).data, (got).size, want, sizeof(want) - 1)

static ptl_doc *new_map(unsigned version, uint32_t rows, uint32_t columns)
{
    ptl_doc *doc;

    CHECK(ptl_grmm_new(&doc, "Test", "2026-01-02 03:04:05", version, NULL, NULL) == PTL_OK);
    CHECK(ptl_grmm_add_level(NULL, doc, "Place", "", 0, rows, columns, NULL) == PTL_OK);
    return doc;
}

/* Only what the version knows may be put into a cell. */
static void cells_take_what_has_a_meaning(void)
{
    static const struct {
        unsigned       version;
        ptl_grmm_layer layer;
        uint8_t        value;
        bool           good;
    } tries[] = {
        { 4, PTL_GRMM_FLOOR, 250, false },
        { 4, PTL_GRMM_FLOOR, PTL_GRMM_ARROW, true },
        { 3, PTL_GRMM_FLOOR, PTL_GRMM_ARROW, false },
        { 3, PTL_GRMM_FLOOR, PTL_GRMM_ONE_WAY_BACK, true },
        { 4, PTL_GRMM_FLOOR, PTL_GRMM_ONE_WAY_BACK, false },
        { 4, PTL_GRMM_ORIENTATION, 3, true },
        { 3, PTL_GRMM_ORIENTATION, 3, false },
        { 4, PTL_GRMM_COLOR, 10, false },
        { 4, PTL_GRMM_WALL_NORTH, 13, false },
        { 4, PTL_GRMM_WALL_WEST, PTL_GRMM_WALL_KEYHOLE, true },
        { 4, PTL_GRMM_TRAIL, 2, false },
    };
    ptl_diag err;

    for (size_t i = 0; i < COUNT(tries); i++) {
        ptl_doc   *doc    = new_map(tries[i].version, 2, 2);
        ptl_status status = ptl_grmm_set(doc, 0, tries[i].layer, 0, 0, tries[i].value, &err);

        CHECK_UINT(status, tries[i].good ? PTL_OK : PTL_E_ARG);
        if (!tries[i].good)
            CHECK_TEXT(err.rule, "grmm-cell");
        ptl_doc_free(doc);
    }
}

/* ---- Levels --------------------------------------------------------------------------------- */

/* Three levels in a row; stairs lead from each to the next. */
static ptl_doc *tower(unsigned version)
{
    static const char *const names[] = { "Low", "Middle", "High" };
    ptl_doc                 *doc;

    CHECK(ptl_grmm_new(&doc, "Tower", "2026-01-02 03:04:05", version, NULL, NULL) == PTL_OK);
    for (uint16_t i = 0; i < 3; i++) {
        CHECK(ptl_grmm_add_level(NULL, doc, "Tower", names[i], (int16_t)i, 4, 5, NULL) == PTL_OK);
        CHECK(ptl_grmm_set(doc, i, PTL_GRMM_FLOOR, 1, i, PTL_GRMM_STAIRS_UP, NULL) == PTL_OK);
        CHECK(ptl_grmm_set(doc, i, PTL_GRMM_FLOOR, 2, i, PTL_GRMM_STAIRS_DOWN, NULL) == PTL_OK);
    }
    for (uint16_t i = 0; i < 2; i++)
        CHECK(ptl_grmm_add_link(doc, (ptl_grmm_place){ i, 1, i },
                                (ptl_grmm_place){ (uint16_t)(i + 1), 2, (uint16_t)(i + 1) },
                                NULL) == PTL_OK);
    return doc;
}

static void check_link(const ptl_grmm *map, size_t index, unsigned from, unsigned to)
{
    CHECK_UINT(map->links.data[index].from_level, from);
    CHECK_UINT(map->links.data[index].to_level, to);
}

static void levels_are_kept_in_the_order_asked_for(void)
{
    ptl_doc  *doc = tower(4);
    ptl_grmm *map = ptl_grmm_of(doc);

    map->state.display.level      = 1;
    map->state.display.cursor_row = 3;
    CHECK(ptl_grmm_keep_levels(doc, (uint32_t[]){ 2, 1 }, 2, NULL) == PTL_OK);
    CHECK_UINT(map->levels.count, 2);
    CHECK_STR(map->levels.data[0].name, "High");
    CHECK_STR(map->levels.data[1].name, "Middle");
    CHECK_UINT(map->links.count, 1);
    check_link(map, 0, 1, 0);
    CHECK_UINT(map->state.display.level, 1);
    CHECK_UINT(map->state.display.cursor_row, 3);
    CHECK(ptl_grmm_keep_levels(doc, (uint32_t[]){ 0, 0 }, 2, NULL) == PTL_E_ARG);
    CHECK(ptl_grmm_keep_levels(doc, (uint32_t[]){ 2 }, 1, NULL) == PTL_E_ARG);
    CHECK_UINT(map->levels.count, 2);
    CHECK(ptl_grmm_keep_levels(doc, (uint32_t[]){ 0 }, 1, NULL) == PTL_OK);
    CHECK_UINT(map->state.display.level, 0); /* the one that was shown is gone */
    CHECK_UINT(map->state.display.cursor_row, 0);
    CHECK(ptl_grmm_keep_levels(doc, NULL, 0, NULL) == PTL_OK);
    CHECK_UINT(map->levels.count, 0);
    ptl_doc_free(doc);
}

static void another_map_comes_behind_with_its_links(void)
{
    ptl_doc  *doc = tower(4), *old = tower(2);
    ptl_grmm *map = ptl_grmm_of(doc);

    CHECK(ptl_grmm_append(doc, old, NULL) == PTL_OK);
    ptl_doc_free(old);
    CHECK_UINT(map->levels.count, 6);
    CHECK_UINT(map->links.count, 4);
    check_link(map, 1, 1, 2);
    check_link(map, 2, 3, 4);
    check_link(map, 3, 4, 5);
    CHECK_UINT(ptl_grmm_kind_of_link(map, &map->links.data[3]), PTL_GRMM_LINK_STAIRS);
    CHECK(ptl_grmm_append(doc, doc, NULL) == PTL_OK);
    CHECK_UINT(map->levels.count, 12);
    CHECK_UINT(map->links.count, 8);
    check_link(map, 7, 10, 11);
    ptl_doc_free(doc);
}

/* A map that counts from the south-west and in letters keeps doing so in one that does not. */
static void cells_of_another_map_keep_their_names(void)
{
    ptl_doc  *doc = tower(4), *other = tower(4);
    ptl_grmm *map = ptl_grmm_of(doc), *from = ptl_grmm_of(other);
    char      was[32], is[32];

    from->coordinates = (ptl_grmm_coordinates){ .origin = 1, .column_style = 1, .row_start = 7 };
    ptl_grmm_cell_name(was, from, (ptl_grmm_place){ 1, 0, 2 });
    CHECK(ptl_grmm_append(doc, other, NULL) == PTL_OK);
    CHECK_TEXT(ptl_grmm_cell_name(is, map, (ptl_grmm_place){ 4, 0, 2 }), was);
    CHECK_UINT(map->levels.data[4].own_coordinates, 1);
    CHECK_UINT(map->levels.data[1].own_coordinates, 0);
    ptl_doc_free(other);
    ptl_doc_free(doc);
}

static void a_map_has_no_more_levels_than_the_editor_takes(void)
{
    ptl_doc  *doc = new_map(4, 1, 1);
    ptl_grmm *map = ptl_grmm_of(doc);

    for (int i = 0; i < 9; i++)
        CHECK(ptl_grmm_append(doc, doc, NULL) == PTL_OK);
    CHECK_UINT(map->levels.count, 512);
    CHECK(ptl_grmm_append(doc, doc, NULL) == PTL_E_ARG);
    CHECK_UINT(map->levels.count, 512);
    ptl_doc_free(doc);
}

static void levels_get_other_names(void)
{
    ptl_doc  *doc = tower(3);
    ptl_grmm *map = ptl_grmm_of(doc);

    CHECK(ptl_grmm_rename_level(doc, 1, NULL, "Hall", NULL) == PTL_OK);
    CHECK(ptl_grmm_rename_level(doc, 2, "Keep", NULL, NULL) == PTL_OK);
    CHECK_STR(map->levels.data[1].location, "Tower");
    CHECK_STR(map->levels.data[1].name, "Hall");
    CHECK_STR(map->levels.data[2].location, "Keep");
    CHECK_STR(map->levels.data[2].name, "High");
    CHECK(ptl_grmm_rename_level(doc, 3, "a", "b", NULL) == PTL_E_ARG);
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(cells_take_what_has_a_meaning),
        TEST(levels_are_kept_in_the_order_asked_for),
        TEST(another_map_comes_behind_with_its_links),
        TEST(cells_of_another_map_keep_their_names),
        TEST(a_map_has_no_more_levels_than_the_editor_takes),
        TEST(levels_get_other_names),
    };

    return run_tests("grmm-edit", tests, COUNT(tests));
}
