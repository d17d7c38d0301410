/* SPDX-License-Identifier: MIT */
/* Gridmonger maps: what cells, links and levels mean, and what becomes of them when they are
 * changed. */
#include <portolan/grmm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grmm_samples.h"
#include "harness.h"
#include "support.h"

#define ROOM grmm_room, sizeof grmm_room

#define CHECK_STR(got, want)                                                                       \
    CHECK((got).size == strlen(want) && memcmp((got).data, want, strlen(want)) == 0)

/* ---- Meaning -------------------------------------------------------------------------------- */

static void letters_run_yz_then_aaa(void)
{
    static const struct {
        int32_t     number;
        const char *letters;
    } rows[] = { { 0, "A" },    { 25, "Z" },    { 26, "AA" },   { 51, "AZ" },
                 { 675, "YZ" }, { 676, "AAA" }, { 701, "AAZ" }, { 702, "ABA" },
                 { -1, "-B" },  { -26, "-AA" }, { 9999, "NUP" } };
    char text[16];

    for (size_t i = 0; i < COUNT(rows); i++)
        CHECK_TEXT(ptl_grmm_letters(text, rows[i].number), rows[i].letters);
}

static ptl_doc *new_map(unsigned version, uint32_t rows, uint32_t columns)
{
    ptl_doc *doc;

    CHECK(ptl_grmm_new(&doc, "Test", "2026-01-02 03:04:05", version, NULL, NULL) == PTL_OK);
    CHECK(ptl_grmm_add_level(NULL, doc, "Place", "", 0, rows, columns, NULL) == PTL_OK);
    return doc;
}

static void set(ptl_doc *doc, ptl_grmm_layer layer, uint32_t row, uint32_t column, uint8_t value)
{
    CHECK(ptl_grmm_set(doc, 0, layer, row, column, value, NULL) == PTL_OK);
}

static void cells_have_names_as_users_see_them(void)
{
    ptl_doc  *doc = new_map(1, 10, 30);
    ptl_grmm *map = ptl_grmm_of(doc);
    char      name[32];

    CHECK_TEXT(ptl_grmm_cell_name(name, map, (ptl_grmm_place){ 0, 0, 0 }), "1, 1");
    map->coordinates.origin = 1;
    CHECK_TEXT(ptl_grmm_cell_name(name, map, (ptl_grmm_place){ 0, 0, 29 }), "30, 10");
    map->coordinates.column_style = 1;
    map->coordinates.column_start = 0;
    CHECK_TEXT(ptl_grmm_cell_name(name, map, (ptl_grmm_place){ 0, 9, 29 }), "AD, 1");
    map->levels.data[0].regions =
        (ptl_grmm_regions){ .enabled = 1, .rows = 4, .columns = 16, .own_coordinates = 1 };
    CHECK_TEXT(ptl_grmm_cell_name(name, map, (ptl_grmm_place){ 0, 0, 17 }), "B, 2");
    map->levels.data[0].own_coordinates = 1;
    CHECK_TEXT(ptl_grmm_cell_name(name, map, (ptl_grmm_place){ 0, 0, 17 }), "2, 1");
    ptl_doc_free(doc);
}

static void regions_count_from_the_origin(void)
{
    ptl_doc  *doc = new_map(4, 10, 30);
    ptl_grmm *map = ptl_grmm_of(doc);

    map->levels.data[0].regions.rows = 4;
    CHECK_UINT(ptl_grmm_region_rows(&map->levels.data[0]), 3);
    CHECK_UINT(ptl_grmm_region_columns(&map->levels.data[0]), 2);
    CHECK(ptl_grmm_region_of(map, (ptl_grmm_place){ 0, 0, 0 }) == NULL);
    CHECK(ptl_grmm_name_region(doc, 0, 0, 1, "Corner", NULL) == PTL_OK);
    CHECK_UINT(map->levels.data[0].regions.list.count, 6);
    CHECK_STR(ptl_grmm_region_of(map, (ptl_grmm_place){ 0, 3, 16 })->name, "Corner");
    CHECK_STR(ptl_grmm_region_of(map, (ptl_grmm_place){ 0, 4, 16 })->name, "Untitled Region 4");
    map->coordinates.origin = 1; /* now row 0 of the regions is in the south */
    CHECK_STR(ptl_grmm_region_of(map, (ptl_grmm_place){ 0, 9, 29 })->name, "Corner");
    CHECK_UINT(map->state.list.open.count, 7);
    CHECK(ptl_grmm_name_region(doc, 0, 3, 0, "Beyond", NULL) == PTL_E_ARG);
    ptl_doc_free(doc);
}

static void levels_have_names_and_an_order(void)
{
    static const ptl_grmm_level levels[] = {
        { .location = { "Tower 2", 7 }, .name = { "Roof", 4 }, .elevation = 3 },
        { .location = { "tower 2", 7 }, .name = { "", 0 }, .elevation = 0 },
        { .location = { "Tower 1_0", 9 }, .name = { "", 0 }, .elevation = 9 },
        { .location = { "Tower 10b", 9 }, .name = { "a", 1 }, .elevation = -1 },
        { .location = { "Tower 010b", 10 }, .name = { "b", 1 }, .elevation = -1 },
    };
    char name[64];

    CHECK_UINT(ptl_grmm_level_name(name, sizeof name, &levels[0]), 20);
    CHECK_TEXT(name, "Tower 2 \xE2\x80\x93 Roof (3)");
    ptl_grmm_level_name(name, sizeof name, &levels[1]);
    CHECK_TEXT(name, "tower 2 (G)");
    for (size_t i = 0; i + 1 < COUNT(levels); i++) {
        CHECK(ptl_grmm_compare_levels(&levels[i], &levels[i + 1]) < 0);
        CHECK(ptl_grmm_compare_levels(&levels[i + 1], &levels[i]) > 0);
    }
}

static void links_name_both_ends(void)
{
    ptl_doc      *doc  = new_map(4, 3, 3);
    ptl_grmm_link gone = { 0, 1, 1, 7, 0, 0, 0 };
    char          name[128], again[128];
    size_t        size;

    set(doc, PTL_GRMM_FLOOR, 0, 0, 70);
    set(doc, PTL_GRMM_FLOOR, 2, 2, 71);
    CHECK(ptl_grmm_add_link(doc, (ptl_grmm_place){ 0, 0, 0 }, (ptl_grmm_place){ 0, 2, 2 }, NULL) ==
          PTL_OK);
    size =
        ptl_grmm_link_name(name, sizeof name, ptl_grmm_of(doc), &ptl_grmm_of(doc)->links.data[0]);
    CHECK_UINT(size, strlen(name));
    CHECK(strncmp(name, "teleport from ", 14) == 0 && strstr(name, " to ") && strstr(name, " at "));
    CHECK_UINT(ptl_grmm_link_name(again, 10, ptl_grmm_of(doc), &ptl_grmm_of(doc)->links.data[0]),
               size);
    CHECK_UINT(strlen(again), 9);
    ptl_grmm_link_name(name, sizeof name, ptl_grmm_of(doc), &gone);
    CHECK(strstr(name, "level 8, which does not exist") != NULL);
    ptl_doc_free(doc);
}

/* A row of three cells; the middle one is what the test is about. */
static ptl_grmm_step_result through(unsigned version, uint8_t floor, uint8_t orientation,
                                    ptl_grmm_direction d, unsigned who)
{
    static const uint16_t from[][2] = { { 2, 1 }, { 1, 0 }, { 0, 1 }, { 1, 2 } };
    ptl_doc              *doc       = new_map(version, 3, 3);
    ptl_grmm_step_result  in, out;

    for (uint32_t i = 0; i < 9; i++)
        set(doc, PTL_GRMM_FLOOR, i / 3, i % 3, i == 4 ? floor : PTL_GRMM_BLANK);
    set(doc, PTL_GRMM_ORIENTATION, 1, 1, orientation);
    in  = ptl_grmm_step(ptl_grmm_of(doc), (ptl_grmm_place){ 0, from[d][0], from[d][1] }, d, who);
    out = ptl_grmm_step(ptl_grmm_of(doc), (ptl_grmm_place){ 0, 1, 1 }, d, who);
    ptl_doc_free(doc);
    return in != PTL_GRMM_OPEN ? in : out;
}

static void floors_let_pass(void)
{
    enum { N = PTL_GRMM_NORTH, E = PTL_GRMM_EAST, S = PTL_GRMM_SOUTH, W = PTL_GRMM_WEST };
    static const struct {
        unsigned version;
        uint8_t  floor, orientation;
        unsigned who;
        bool     north, east, south, west; /* whether one gets through in this direction */
    } rows[] = {
        { 1, 1, 0, 0, true, true, true, true },
        { 1, 0, 0, 0, false, false, false, false },
        { 1, 21, 0, 0, false, false, false, false },
        { 1, 21, 0, PTL_GRMM_MASTER, true, true, true, true },
        { 1, 23, 0, PTL_GRMM_EXPLORER, true, true, true, true },
        { 1, 23, 0, PTL_GRMM_PLAYER, false, false, false, false },
        { 1, 25, 0, 0, true, true, false, true },
        { 1, 25, 1, 0, true, true, true, false },
        { 1, 26, 0, 0, false, true, true, true },
        { 1, 26, 1, 0, true, false, true, true },
        { 4, 25, 2, 0, false, true, true, true },
        { 4, 25, 3, 0, true, false, true, true },
        { 1, 90, 0, 0, true, false, true, false }, /* the bridge changed its numbers */
        { 1, 90, 1, 0, false, true, false, true },
        { 4, 90, 0, 0, false, true, false, true },
        { 4, 90, 3, 0, true, false, true, false },
        { 4, 91, 1, 0, false, true, false, false },
        { 4, 91, 1, PTL_GRMM_CALM, true, true, true, true },
        { 3, 100, 0, PTL_GRMM_MASTER, false, false, false, false },
        { 1, 80, 0, 0, false, false, false, false },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bool want[] = { rows[i].north, rows[i].east, rows[i].south, rows[i].west };

        for (int d = N; d <= W; d++)
            CHECK((through(rows[i].version, rows[i].floor, rows[i].orientation,
                           (ptl_grmm_direction)d, rows[i].who) == PTL_GRMM_OPEN) == want[d]);
    }
    CHECK(through(1, 0, 0, PTL_GRMM_EAST, 0) == PTL_GRMM_VOID);
    CHECK(through(1, 21, 0, PTL_GRMM_EAST, 0) == PTL_GRMM_BLOCKED);
}

static void walls_let_pass(void)
{
    static const struct {
        uint8_t  wall;
        unsigned who;
        bool     north, south, east, west;
    } rows[] = {
        { 0, 0, true, true, true, true },
        { 10, PTL_GRMM_MASTER, false, false, false, false },
        { 11, 0, true, true, true, true },
        { 11, PTL_GRMM_PLAYER, false, false, false, false },
        { 12, 0, false, false, false, false },
        { 20, 0, true, true, true, true },
        { 21, 0, false, false, false, false },
        { 21, PTL_GRMM_MASTER, true, true, true, true },
        { 22, 0, true, true, true, true },
        { 23, PTL_GRMM_PLAYER, false, false, false, false },
        { 24, 0, true, false, true, false },
        { 25, 0, false, true, false, true },
        { 25, PTL_GRMM_MASTER, true, true, true, true },
        { 30, 0, false, false, false, false },
        { 60, PTL_GRMM_MASTER, false, false, false, false },
    };
    ptl_doc       *doc  = new_map(1, 2, 2);
    ptl_grmm      *map  = ptl_grmm_of(doc);
    ptl_grmm_place here = { 0, 1, 1 }, up = { 0, 0, 1 }, left = { 0, 1, 0 };

    for (uint32_t i = 0; i < 4; i++)
        set(doc, PTL_GRMM_FLOOR, i / 2, i % 2, PTL_GRMM_BLANK);
    for (size_t i = 0; i < COUNT(rows); i++) {
        set(doc, PTL_GRMM_WALL_NORTH, 1, 1, rows[i].wall);
        set(doc, PTL_GRMM_WALL_WEST, 1, 1, rows[i].wall);
        CHECK((ptl_grmm_step(map, here, PTL_GRMM_NORTH, rows[i].who) == 0) == rows[i].north);
        CHECK((ptl_grmm_step(map, up, PTL_GRMM_SOUTH, rows[i].who) == 0) == rows[i].south);
        CHECK((ptl_grmm_step(map, left, PTL_GRMM_EAST, rows[i].who) == 0) == rows[i].east);
        CHECK((ptl_grmm_step(map, here, PTL_GRMM_WEST, rows[i].who) == 0) == rows[i].west);
    }
    CHECK(ptl_grmm_step(map, here, PTL_GRMM_SOUTH, 0) == PTL_GRMM_OUTSIDE);
    CHECK(ptl_grmm_wall_thing_here(PTL_GRMM_WALL_LEVER_NE, true));
    CHECK(!ptl_grmm_wall_thing_here(PTL_GRMM_WALL_LEVER_NE, false));
    CHECK(!ptl_grmm_wall_thing_here(PTL_GRMM_WALL_WRITING_SW, true));
    CHECK(ptl_grmm_wall_thing_here(PTL_GRMM_WALL_WRITING_SW, false));
    ptl_doc_free(doc);
}

/* Two corridors of five cells, one above the other. */
static ptl_doc *two_stories(void)
{
    ptl_doc *doc = new_map(4, 1, 5);

    CHECK(ptl_grmm_add_level(NULL, doc, "Place", "Below", -1, 1, 5, NULL) == PTL_OK);
    for (uint32_t i = 0; i < 10; i++)
        CHECK(ptl_grmm_set(doc, i / 5, PTL_GRMM_FLOOR, 0, i % 5, PTL_GRMM_BLANK, NULL) == PTL_OK);
    return doc;
}

static size_t way(const ptl_doc *doc, ptl_grmm_place from, ptl_grmm_place to)
{
    ptl_grmm_path path;
    size_t        count;

    CHECK(ptl_grmm_find_path(&path, doc, from, to, 0, NULL) == PTL_OK);
    count = path.count;
    ptl_grmm_path_free(&path);
    return count;
}

static void ways_lead_through_links(void)
{
    ptl_doc       *doc = two_stories();
    ptl_grmm_place a = { 0, 0, 0 }, b = { 0, 0, 4 }, c = { 1, 0, 0 }, d = { 1, 0, 4 };
    ptl_grmm_path  path;

    CHECK_UINT(way(doc, a, b), 5);
    CHECK_UINT(way(doc, a, d), 0);
    set(doc, PTL_GRMM_FLOOR, 0, 4, PTL_GRMM_STAIRS_DOWN);
    CHECK(ptl_grmm_set(doc, 1, PTL_GRMM_FLOOR, 0, 4, PTL_GRMM_STAIRS_UP, NULL) == PTL_OK);
    CHECK(ptl_grmm_add_link(doc, b, d, NULL) == PTL_OK);
    CHECK_UINT(way(doc, a, d), 6);
    CHECK_UINT(way(doc, c, a), 10); /* stairs go both ways */
    set(doc, PTL_GRMM_FLOOR, 0, 2, PTL_GRMM_OPEN_PIT);
    CHECK(ptl_grmm_set(doc, 1, PTL_GRMM_FLOOR, 0, 2, PTL_GRMM_CEILING_PIT, NULL) == PTL_OK);
    CHECK(ptl_grmm_add_link(doc, (ptl_grmm_place){ 0, 0, 2 }, (ptl_grmm_place){ 1, 0, 2 }, NULL) ==
          PTL_OK);
    CHECK(ptl_grmm_find_path(&path, doc, a, b, 0, NULL) == PTL_OK);
    CHECK_UINT(path.count, 7); /* down the pit, up the stairs */
    CHECK_UINT(path.data[3].level, 1);
    CHECK_UINT(path.data[3].column, 2);
    CHECK_UINT(path.data[6].level, 0);
    ptl_grmm_path_free(&path);
    CHECK_UINT(way(doc, (ptl_grmm_place){ 0, 0, 3 }, a), 0); /* nobody climbs back over the pit */
    CHECK(ptl_grmm_find_path(&path, doc, a, (ptl_grmm_place){ 7, 0, 0 }, 0, NULL) == PTL_E_ARG);
    ptl_doc_free(doc);
}

static void teleports_in_a_circle_end(void)
{
    ptl_doc       *doc = two_stories();
    ptl_grmm_place a = { 0, 0, 1 }, b = { 1, 0, 1 };

    for (uint16_t level = 0; level < 2; level++) {
        CHECK(ptl_grmm_set(doc, level, PTL_GRMM_FLOOR, 0, 1, PTL_GRMM_TELEPORT, NULL) == PTL_OK);
        CHECK(ptl_grmm_set(doc, level, PTL_GRMM_FLOOR, 0, 2, PTL_GRMM_TELEPORT_DEST, NULL) ==
              PTL_OK);
    }
    CHECK(ptl_grmm_add_link(doc, a, (ptl_grmm_place){ 1, 0, 2 }, NULL) == PTL_OK);
    CHECK(ptl_grmm_add_link(doc, b, (ptl_grmm_place){ 0, 0, 2 }, NULL) == PTL_OK);
    CHECK_UINT(way(doc, (ptl_grmm_place){ 0, 0, 0 }, (ptl_grmm_place){ 1, 0, 4 }), 5);
    CHECK_UINT(way(doc, (ptl_grmm_place){ 0, 0, 4 }, (ptl_grmm_place){ 0, 0, 0 }), 0);
    ptl_doc_free(doc);
}

static void notes_come_in_reading_order(void)
{
    ptl_doc  *doc      = must_read(ROOM, NULL);
    ptl_grmm *map      = ptl_grmm_of(doc);
    uint32_t  order[6] = { 0 };

    CHECK(ptl_grmm_add_note(doc, 0, &(ptl_grmm_note){ .row = 0, .column = 1, .text = { "!", 1 } },
                            NULL) == PTL_OK);
    ptl_grmm_reading_order(order, &map->levels.data[0]);
    CHECK_UINT(order[0], 0);
    CHECK_UINT(order[1], 5);
    CHECK_UINT(order[2], 1);
    CHECK_UINT(order[5], 4);
    CHECK_STR(ptl_grmm_note_at(map, (ptl_grmm_place){ 0, 0, 1 })->text, "!");
    CHECK(ptl_grmm_note_at(map, (ptl_grmm_place){ 0, 2, 1 }) == NULL);
    ptl_doc_free(doc);
}

/* ---- Changing ------------------------------------------------------------------------------- */

static void levels_move_with_their_links(void)
{
    ptl_doc  *doc = two_stories();
    ptl_grmm *map = ptl_grmm_of(doc);

    map->levels.data[1].regions.columns = 3;
    CHECK(ptl_grmm_name_region(doc, 1, 0, 1, "East", NULL) == PTL_OK);
    map->state.list.open.data[0] = 1; /* level 0 */
    map->state.list.open.data[3] = 1; /* east region of level 1 */
    map->state.display.level     = 1;
    CHECK(ptl_grmm_add_link(doc, (ptl_grmm_place){ 0, 0, 1 }, (ptl_grmm_place){ 1, 0, 2 }, NULL) ==
          PTL_OK);
    CHECK(ptl_grmm_move_level(doc, 1, 0, NULL) == PTL_OK);
    CHECK_STR(map->levels.data[0].name, "Below");
    CHECK_UINT(map->links.data[0].from_level, 1);
    CHECK_UINT(map->links.data[0].to_level, 0);
    CHECK_UINT(map->state.display.level, 0);
    CHECK_BYTES(map->state.list.open.data, map->state.list.open.count, "\0\0\1\1", 4);
    CHECK(ptl_grmm_insert_level(doc, 1, doc, 0, NULL) == PTL_OK);
    CHECK_UINT(map->levels.count, 3);
    CHECK_UINT(map->links.data[0].from_level, 2);
    CHECK(ptl_grmm_remove_level(doc, 1, NULL) == PTL_OK);
    CHECK_UINT(map->links.data[0].from_level, 1);
    CHECK(ptl_grmm_remove_level(doc, 0, NULL) == PTL_OK);
    CHECK_UINT(map->links.count, 0);
    CHECK_UINT(map->state.list.open.count, 1);
    CHECK(ptl_grmm_remove_level(doc, 7, NULL) == PTL_E_ARG);
    ptl_doc_free(doc);
}

static void a_level_comes_from_another_version(void)
{
    ptl_doc  *old = must_read(ROOM, NULL), *doc;
    ptl_grmm *map;
    ptl_bytes bytes;

    CHECK(ptl_grmm_new(&doc, "New", "2026-01-02 03:04:05", 4, NULL, NULL) == PTL_OK);
    CHECK(ptl_grmm_insert_level(doc, 0, old, 0, NULL) == PTL_OK);
    ptl_doc_free(old);
    map = ptl_grmm_of(doc);
    CHECK_UINT(map->levels.data[0].layer[PTL_GRMM_ORIENTATION].data[0], 1); /* as the editor does */
    CHECK_UINT(ptl_grmm_cell_at(map, 0, 0, 2).facing, PTL_GRMM_EAST);
    bytes = must_write(doc, NULL);
    ptl_doc_free(doc);
    doc = must_read(bytes.data, bytes.size, &(ptl_read_opts){ .strict = true });
    CHECK_UINT(ptl_grmm_of(doc)->levels.data[0].notes.count, 5);
    ptl_bytes_free(&bytes);
    ptl_doc_free(doc);
}

static ptl_bytes write_with(const ptl_doc *doc, const char *name, const char *value)
{
    ptl_setting    setting = { name, value, strlen(value) };
    ptl_write_opts opts    = { .settings = &setting, .setting_count = 1 };

    return must_write(doc, &opts);
}

static void versions_go_up_and_down(void)
{
    ptl_doc  *doc = must_read(ROOM, NULL), *four, *one;
    ptl_bytes up  = write_with(doc, "target-version", "4"), down;
    ptl_grmm *map;

    four = must_read(up.data, up.size, &(ptl_read_opts){ .strict = true });
    map  = ptl_grmm_of(four);
    CHECK_UINT(map->version, 4);
    CHECK_UINT(map->state.layout, PTL_GRMM_STATE_GROUP);
    CHECK(!map->state.list.stored && map->state.tool.stored);
    CHECK_UINT(map->levels.data[0].layer[PTL_GRMM_ORIENTATION].data[19], 1);
    down = write_with(four, "target-version", "1");
    one  = must_read(down.data, down.size, &(ptl_read_opts){ .strict = true });
    CHECK_UINT(ptl_grmm_of(one)->levels.data[0].layer[PTL_GRMM_ORIENTATION].data[2], 1);
    CHECK_BYTES(down.data, down.size, ROOM);
    ptl_bytes_free(&up);
    ptl_bytes_free(&down);
    ptl_doc_free(doc);
    ptl_doc_free(four);
    ptl_doc_free(one);
}

static void what_a_version_lacks_is_refused_or_replaced(void)
{
    static const ptl_setting settings[] = { { "target-version", "2", 1 }, { "simplify", "", 0 } };
    ptl_doc                 *doc        = new_map(4, 2, 2), *back;
    ptl_bytes                bytes;
    ptl_diag                 err;

    set(doc, PTL_GRMM_FLOOR, 0, 1, PTL_GRMM_ARROW);
    set(doc, PTL_GRMM_ORIENTATION, 0, 1, PTL_GRMM_WEST);
    CHECK(ptl_write(&bytes, doc, &(ptl_write_opts){ .settings = settings, .setting_count = 1 },
                    &err) == PTL_E_UNSUPPORTED);
    CHECK_TEXT(err.rule, "grmm-target");
    CHECK_TEXT(err.path, "levels[0]/floor[1,0]");
    bytes = must_write(doc, &(ptl_write_opts){ .settings = settings, .setting_count = 2 });
    back  = must_read(bytes.data, bytes.size, NULL);
    CHECK_UINT(ptl_grmm_cell_at(ptl_grmm_of(back), 0, 0, 1).floor, PTL_GRMM_BLANK);
    CHECK_STR(ptl_grmm_note_at(ptl_grmm_of(back), (ptl_grmm_place){ 0, 0, 1 })->text, "arrow west");
    CHECK_UINT(ptl_grmm_cell_at(ptl_grmm_of(doc), 0, 0, 1).floor, PTL_GRMM_ARROW); /* untouched */
    ptl_bytes_free(&bytes);
    ptl_doc_free(doc);
    ptl_doc_free(back);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(letters_run_yz_then_aaa),
        TEST(cells_have_names_as_users_see_them),
        TEST(regions_count_from_the_origin),
        TEST(levels_have_names_and_an_order),
        TEST(links_name_both_ends),
        TEST(floors_let_pass),
        TEST(walls_let_pass),
        TEST(ways_lead_through_links),
        TEST(teleports_in_a_circle_end),
        TEST(notes_come_in_reading_order),
        TEST(levels_move_with_their_links),
        TEST(a_level_comes_from_another_version),
        TEST(versions_go_up_and_down),
        TEST(what_a_version_lacks_is_refused_or_replaced),
    };

    return run_tests("grmm-meaning", tests, COUNT(tests));
}
