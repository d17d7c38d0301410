/* SPDX-License-Identifier: MIT */
/* What check says about rooms of Gridmonger maps. */
#include <portolan/grmm.h>
#include <string.h>

#include "harness.h"

static void set(ptl_doc *doc, ptl_grmm_layer layer, uint32_t row, uint32_t column, uint8_t value)
{
    CHECK(ptl_grmm_set(doc, 0, layer, row, column, value, NULL) == PTL_OK);
}

/* Two rooms in a row of ten cells, with rock between: columns first to 3, and 6 to last. */
static ptl_doc *two_rooms(uint32_t first, uint32_t last)
{
    ptl_doc *doc;

    CHECK(ptl_grmm_new(&doc, "Test", "2026-01-02 03:04:05", 4, NULL, NULL) == PTL_OK);
    CHECK(ptl_grmm_add_level(NULL, doc, "Place", "", 0, 1, 10, NULL) == PTL_OK);
    for (uint32_t column = first; column <= last; column++)
        if (column < 4 || column > 5)
            set(doc, PTL_GRMM_FLOOR, 0, column, PTL_GRMM_BLANK);
    return doc;
}

static void count_unreachable(void *user, const ptl_diag *diag)
{
    *(size_t *)user += strcmp(diag->rule, "grmm-unreachable") == 0;
}

/* A way over the rim needs openings at both rims of the level, or doors where floors end. */
static void rims_may_be_ways(void)
{
    static const struct {
        uint32_t first, last;
        uint8_t  west, east;
        bool     way;
    } cases[] = {
        { 0, 9, 0, 0, true },
        { 0, 9, PTL_GRMM_WALL, 0, false },
        { 0, 9, 0, PTL_GRMM_WALL_KEYHOLE, false },
        { 0, 9, PTL_GRMM_WALL_DOOR, 0, true },
        { 1, 8, 0, 0, false },
        { 1, 8, PTL_GRMM_WALL_DOOR, 0, false },
        { 1, 8, PTL_GRMM_WALL_ONE_WAY_NE, PTL_GRMM_WALL_ONE_WAY_NE, true },
        { 1, 8, PTL_GRMM_WALL_SECRET, PTL_GRMM_WALL_ILLUSORY, true },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        ptl_doc *doc   = two_rooms(cases[i].first, cases[i].last);
        size_t   count = 0;

        set(doc, PTL_GRMM_WALL_WEST, 0, cases[i].first, cases[i].west);
        set(doc, PTL_GRMM_WALL_WEST, 0, cases[i].last + 1, cases[i].east);
        CHECK(ptl_check(doc, &(ptl_check_opts){ .listener = { count_unreachable, &count } },
                        NULL) == PTL_OK);
        CHECK_UINT(count, !cases[i].way);
        ptl_doc_free(doc);
    }
}

static void keep_message(void *user, const ptl_diag *diag)
{
    if (strcmp(diag->rule, "grmm-unreachable") == 0)
        strcpy(user, diag->message);
}

/* Coordinates that begin anew in every region are given with it. */
static void findings_name_cell_and_region(void)
{
    ptl_doc          *doc     = two_rooms(0, 9);
    ptl_grmm_regions *regions = &ptl_grmm_of(doc)->levels.data[0].regions;
    char              said[sizeof((ptl_diag *)0)->message] = "";

    set(doc, PTL_GRMM_WALL_WEST, 0, 0, PTL_GRMM_WALL);
    regions->enabled = regions->own_coordinates = 1;
    regions->rows = regions->columns = 5;
    CHECK(ptl_grmm_name_region(doc, 0, 0, 1, "East bay", NULL) == PTL_OK);
    CHECK(ptl_check(doc, &(ptl_check_opts){ .listener = { keep_message, said } }, NULL) == PTL_OK);
    CHECK_TEXT(said,
               "no way leads into the 4 cells around (2, 1) of East bay, from (2, 1) to (5, 1)");
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(rims_may_be_ways),
        TEST(findings_name_cell_and_region),
    };

    return run_tests("grmm-check", tests, COUNT(tests));
}
