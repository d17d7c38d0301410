/* SPDX-License-Identifier: MIT */
/* Maps of Gridmonger that are changed cell by cell. */
#include <portolan/grmm.h>

#include "harness.h"

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

int main(void)
{
    static const test_case tests[] = { TEST(cells_take_what_has_a_meaning) };

    return run_tests("grmm-edit", tests, COUNT(tests));
}
