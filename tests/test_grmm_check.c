/* SPDX-License-Identifier: MIT */
/* What check says about rooms of Gridmonger maps, and what their editor would do with them. */
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

/* ---- What the editor does -------------------------------------------------------------------- */

static void keep_worst(void *user, const ptl_diag *diag)
{
    ptl_diag *worst = user;

    if (diag->engine > worst->engine)
        *worst = *diag;
}

static void leave_alone(ptl_grmm *map)
{
    (void)map;
}

static void put_illegal_floor(ptl_grmm *map)
{
    map->levels.data[0].layer[PTL_GRMM_FLOOR].data[0] = 54;
}

static void put_arrow_into_old_map(ptl_grmm *map)
{
    map->version                                      = 3;
    map->state.layout                                 = PTL_GRMM_STATE_NONE;
    map->levels.data[0].layer[PTL_GRMM_FLOOR].data[0] = PTL_GRMM_ARROW;
}

static void put_old_door_into_new_map(ptl_grmm *map)
{
    map->levels.data[0].layer[PTL_GRMM_FLOOR].data[0] = PTL_GRMM_ONE_WAY_BACK;
}

static void lengthen_time(ptl_grmm *map)
{
    map->created = (ptl_str){ "2026-01-02 03:04:05Z", 20 };
}

static void misspell_time(ptl_grmm *map)
{
    map->created = (ptl_str){ "2026/01/02 03:04:05", 19 };
}

static void drop_title(ptl_grmm *map)
{
    map->title = (ptl_str){ "", 0 };
}

static void raise_level(ptl_grmm *map)
{
    map->levels.data[0].elevation = 201;
}

static void color_note(ptl_grmm *map, uint8_t color)
{
    static ptl_grmm_note note;

    note = (ptl_grmm_note){ .kind = PTL_GRMM_LABEL, .color = color, .text = { "x", 1 } };
    map->levels.data[0].notes.data  = &note;
    map->levels.data[0].notes.count = 1;
}

static void color_note_four(ptl_grmm *map)
{
    color_note(map, 4);
}

static void color_note_ten(ptl_grmm *map)
{
    color_note(map, 10);
}

static void link(ptl_grmm *map, uint16_t level, uint16_t row)
{
    static ptl_grmm_link one;

    one              = (ptl_grmm_link){ .to_level = level, .to_row = row };
    map->links.data  = &one;
    map->links.count = 1;
}

static void link_to_no_level(ptl_grmm *map)
{
    link(map, 7, 0);
}

static void link_to_no_cell(ptl_grmm *map)
{
    link(map, 0, 1);
}

static void link_blank_cells(ptl_grmm *map)
{
    link(map, 0, 0);
    map->links.data[0].to_column = 1;
}

static void shorten_state(ptl_grmm *map, const char *theme, uint8_t layout)
{
    map->version             = 1;
    map->state.layout        = layout;
    map->state.display       = (ptl_grmm_display){ .stored = true, .zoom = 9 };
    map->state.display.theme = (ptl_str){ theme, strlen(theme) };
}

static void shorten_state_to_five(ptl_grmm *map)
{
    shorten_state(map, "Default", PTL_GRMM_STATE_FLAT5);
}

static void shorten_state_to_six(ptl_grmm *map)
{
    shorten_state(map, "Dark", PTL_GRMM_STATE_FLAT6);
}

static void shorten_state_to_six_and_fill(ptl_grmm *map)
{
    shorten_state(map, "Default", PTL_GRMM_STATE_FLAT6);
}

static void move_cursor(ptl_grmm *map)
{
    map->state.display.cursor_row = 9;
}

static void verdicts_are_those_of_the_editor(void)
{
    static const struct {
        void (*change)(ptl_grmm *map);
        ptl_fate    fate;
        const char *rule; /* of the first finding that says so */
    } cases[] = {
        { leave_alone, PTL_FATE_LOADS, "grmm-unreachable" },
        { put_illegal_floor, PTL_FATE_REFUSES, "grmm-cell" },
        { put_arrow_into_old_map, PTL_FATE_LOADS, "engine-cell" },
        { put_old_door_into_new_map, PTL_FATE_WRONG, "engine-one-way" },
        { lengthen_time, PTL_FATE_REFUSES, "engine-time" },
        { misspell_time, PTL_FATE_LOADS, "grmm-time" },
        { drop_title, PTL_FATE_REFUSES, "grmm-text" },
        { raise_level, PTL_FATE_REFUSES, "range" },
        { color_note_four, PTL_FATE_BREAKS, "engine-color" },
        { color_note_ten, PTL_FATE_REFUSES, "range" },
        { link_to_no_level, PTL_FATE_REFUSES, "engine-link" },
        { link_to_no_cell, PTL_FATE_WRONG, "grmm-link-broken" },
        { link_blank_cells, PTL_FATE_LOADS, "grmm-link-stale" },
        { shorten_state_to_five, PTL_FATE_REFUSES, "engine-tail" },
        { shorten_state_to_six, PTL_FATE_REFUSES, "engine-tail" },
        { shorten_state_to_six_and_fill, PTL_FATE_LOADS, "grmm-unreachable" },
        { move_cursor, PTL_FATE_REFUSES, "grmm-view" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        ptl_doc *doc   = two_rooms(1, 8);
        ptl_diag worst = { .engine = PTL_FATE_NONE };

        cases[i].change(ptl_grmm_of(doc));
        CHECK(ptl_check(
                  doc, &(ptl_check_opts){ .profile = "engine", .listener = { keep_worst, &worst } },
                  NULL) == PTL_OK);
        CHECK_UINT(worst.engine, cases[i].fate);
        CHECK_TEXT(worst.rule, cases[i].rule);
        ptl_doc_free(doc);
    }
    CHECK(ptl_format_can(ptl_format_named("grmm")) & PTL_CAN_JUDGE);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(rims_may_be_ways),
        TEST(findings_name_cell_and_region),
        TEST(verdicts_are_those_of_the_editor),
    };

    return run_tests("grmm-check", tests, COUNT(tests));
}
