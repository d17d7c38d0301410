/* SPDX-License-Identifier: MIT */
/* Dungeons of other programs, and drawn ones: cell by cell, and damaged. */
#include <portolan/grmm.h>
#include <stdio.h>
#include <string.h>

#include "dungeon_samples.h"
#include "harness.h"
#include "support.h"

typedef struct heard {
    const char *rule;
    size_t      count;
    uint32_t    line, column; /* of the last one */
} heard;

static void hear(void *user, const ptl_diag *diag)
{
    heard *h = user;

    if (strcmp(diag->rule, h->rule) != 0)
        return;
    h->count++;
    h->line   = diag->line;
    h->column = diag->column;
}

static ptl_doc *import(const char *from, const char *text, heard *h)
{
    ptl_read_opts opts = { .format = from, .listener = { .hear = h ? hear : NULL, .user = h } };
    ptl_doc      *doc  = NULL;
    ptl_diag      err  = { .message = "" };

    CHECK_UINT(ptl_import(&doc, text, strlen(text), "grmm", &opts, &err), PTL_OK);
    CHECK_TEXT(err.message, "");
    return doc;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* Every sign of a drawing, in a corridor that is walked east and west. */
static void signs_become_floors(void)
{
    static const struct {
        char               sign;
        uint8_t            floor, color;
        ptl_grmm_direction facing;
    } wanted[] = {
        { '.', PTL_GRMM_BLANK, 0, PTL_GRMM_NOWHERE },
        { '~', PTL_GRMM_BLANK, 8, PTL_GRMM_NOWHERE },
        { '+', PTL_GRMM_DOOR, 0, PTL_GRMM_EAST },
        { '-', PTL_GRMM_DOOR, 0, PTL_GRMM_NORTH },
        { '|', PTL_GRMM_DOOR, 0, PTL_GRMM_EAST },
        { 'X', PTL_GRMM_LOCKED_DOOR, 0, PTL_GRMM_EAST },
        { '/', PTL_GRMM_ARCHWAY, 0, PTL_GRMM_EAST },
        { '?', PTL_GRMM_SECRET_DOOR, 0, PTL_GRMM_EAST },
        { '"', PTL_GRMM_LOCKED_DOOR, 0, PTL_GRMM_EAST },
        { '<', PTL_GRMM_STAIRS_UP, 0, PTL_GRMM_NOWHERE },
        { '>', PTL_GRMM_STAIRS_DOWN, 0, PTL_GRMM_NOWHERE },
        { '(', PTL_GRMM_ENTRANCE, 0, PTL_GRMM_NOWHERE },
        { ')', PTL_GRMM_EXIT, 0, PTL_GRMM_NOWHERE },
        { '^', PTL_GRMM_HIDDEN_PLATE, 0, PTL_GRMM_NOWHERE },
        { '_', PTL_GRMM_OPEN_PIT, 0, PTL_GRMM_NOWHERE },
        { '*', PTL_GRMM_COLUMN, 0, PTL_GRMM_NOWHERE },
        { '&', PTL_GRMM_STATUE, 0, PTL_GRMM_NOWHERE },
        { '=', PTL_GRMM_BRIDGE, 8, PTL_GRMM_EAST },
        { '!', PTL_GRMM_TELEPORT, 0, PTL_GRMM_NOWHERE },
        { '7', PTL_GRMM_BLANK, 0, PTL_GRMM_NOWHERE },
        { '#', PTL_GRMM_EMPTY, 0, PTL_GRMM_NOWHERE },
    };

    for (size_t i = 0; i < COUNT(wanted); i++) {
        char            text[24];
        ptl_doc        *doc;
        ptl_grmm_cell   cell;
        const ptl_grmm *map;

        snprintf(text, sizeof text, "#####\n#.%c.#\n#####\n", wanted[i].sign);
        doc  = import("drawing", text, NULL);
        map  = ptl_grmm_view(doc);
        cell = ptl_grmm_cell_at(map, 0, 1, 2);
        CHECK_UINT(cell.floor, wanted[i].floor);
        CHECK_UINT(cell.color, wanted[i].color);
        CHECK_UINT(cell.facing, wanted[i].facing);
        CHECK_UINT(map->levels.data[0].notes.count, wanted[i].sign == '7' || wanted[i].sign == '"');
        CHECK_UINT(cell.north, wanted[i].sign == '#' ? PTL_GRMM_NO_WALL : PTL_GRMM_WALL);
        CHECK_UINT(cell.west, wanted[i].sign == '#' ? PTL_GRMM_WALL : PTL_GRMM_NO_WALL);
        ptl_doc_free(doc);
    }
}

static void codes_become_floors(void)
{
    static const struct {
        const char        *code;
        uint8_t            floor;
        ptl_grmm_direction facing;
    } wanted[] = {
        { "", PTL_GRMM_EMPTY, PTL_GRMM_NOWHERE },
        { "F", PTL_GRMM_BLANK, PTL_GRMM_NOWHERE },
        { "DT", PTL_GRMM_DOOR, PTL_GRMM_NORTH },
        { "DB", PTL_GRMM_DOOR, PTL_GRMM_NORTH },
        { "DL", PTL_GRMM_DOOR, PTL_GRMM_EAST },
        { "DR", PTL_GRMM_DOOR, PTL_GRMM_EAST },
        { "DST", PTL_GRMM_SECRET_DOOR, PTL_GRMM_NORTH },
        { "DSR", PTL_GRMM_SECRET_DOOR, PTL_GRMM_EAST },
        { "DPB", PTL_GRMM_LOCKED_DOOR, PTL_GRMM_NORTH },
        { "DPL", PTL_GRMM_LOCKED_DOOR, PTL_GRMM_EAST },
        { "SU", PTL_GRMM_STAIRS_UP, PTL_GRMM_NOWHERE },
        { "SDD", PTL_GRMM_STAIRS_DOWN, PTL_GRMM_NOWHERE },
    };

    for (size_t i = 0; i < COUNT(wanted); i++) {
        char          text[24];
        ptl_doc      *doc;
        ptl_grmm_cell cell;

        snprintf(text, sizeof text, "F\tF\tF\r\nF\t%s\tF\r\n", wanted[i].code);
        doc  = import("donjon-tsv", text, NULL);
        cell = ptl_grmm_cell_at(ptl_grmm_view(doc), 0, 1, 1);
        CHECK_UINT(cell.floor, wanted[i].floor);
        CHECK_UINT(cell.facing, wanted[i].facing);
        ptl_doc_free(doc);
    }
}

/* Bits mean what the file says they mean. */
static void bits_are_those_of_the_file(void)
{
    ptl_doc        *doc = import("donjon", DUNGEON_DONJON, NULL);
    const ptl_grmm *map = ptl_grmm_view(doc);

    CHECK_UINT(map->levels.data[0].columns, 4);
    CHECK_UINT(ptl_grmm_cell_at(map, 0, 0, 0).floor, PTL_GRMM_EMPTY);
    CHECK_UINT(ptl_grmm_cell_at(map, 0, 0, 1).floor, PTL_GRMM_BLANK);
    CHECK_UINT(ptl_grmm_cell_at(map, 0, 0, 2).floor, PTL_GRMM_SECRET_DOOR);
    CHECK_UINT(ptl_grmm_cell_at(map, 0, 0, 3).floor, PTL_GRMM_BLANK);
    CHECK_UINT(ptl_grmm_cell_at(map, 0, 1, 1).floor, PTL_GRMM_STAIRS_UP);
    CHECK_UINT(map->levels.data[0].notes.count, 2);
    ptl_doc_free(doc);
}

/* Cells may have a rim that rooms and ways out are not counted with; what stands in corridors is,
 * or is where its label says. */
static void rims_are_not_counted_with(void)
{
    static const struct {
        const char *settings;
        uint8_t     mark, room, out; /* rows of these notes; columns are the same */
    } cases[] = {
        { "{\"bleed\":2,\"n_rows\":2}", 5, 2, 3 }, { "{\"bleed\":\"2\"}", 5, 2, 3 },
        { "{\"bleed\":1,\"n_rows\":4}", 5, 1, 2 }, { "{\"bleed\":2,\"n_rows\":6}", 5, 0, 1 },
        { "{\"bleed\":\"wide\"}", 5, 0, 1 },       { "{\"n_rows\":2}", 5, 2, 3 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        static const char row[] = "[2,2,2,2,2,2]";
        char              text[700];
        ptl_doc          *doc;
        ptl_grmm_notes    notes;

        snprintf(text, sizeof text,
                 "{\"cell_bit\":{\"label\":4278190080},\"cells\":[%s,%s,%s,%s,%s,[2,2,2,2,2,%lu]],"
                 "\"corridor_features\":{\"a\":{\"key\":\"a\",\"marks\":[{\"row\":5,\"col\":5}],"
                 "\"detail\":\"x\"}},\"egress\":[{\"row\":1,\"col\":1,\"dir\":\"east\",\"type\":"
                 "\"corridor\"}],\"rooms\":[null,{\"id\":1,\"row\":0,\"col\":0}],\"settings\":%s}",
                 row, row, row, row, row, 0x61000002ul, cases[i].settings);
        doc   = import("donjon", text, NULL);
        notes = ptl_grmm_view(doc)->levels.data[0].notes;
        CHECK_UINT(notes.count, 3);
        for (size_t k = 0; k < notes.count; k++) {
            uint8_t rows[] = { cases[i].mark, cases[i].out, cases[i].room };

            CHECK_UINT(notes.data[k].column, notes.data[k].row);
            CHECK_UINT(notes.data[k].row, rows[k]);
        }
        ptl_doc_free(doc);
    }
}

/* Locks, traps and how doors are hidden are told with the room. */
static void doors_are_told_with_their_rooms(void)
{
    static const char text[] =
        "{\"cell_bit\":{},\"cells\":[[2,2],[2,2]],\"rooms\":[null,{\"id\":1,\"row\":0,\"col\":0,"
        "\"cells\":4,\"blocks\":[{}],\"contents\":{\"summary\":\"Empty\",\"detail\":{\"room_"
        "features\":"
        "\"Dust\"}},\"doors\":{\"east\":[{\"col\":6,\"desc\":\"Stuck "
        "Door\",\"row\":3,\"trap\":\"Arrows:\\n   "
        " 1d10\",\"type\":\"trapped\"},{\"col\":6,\"row\":4,\"type\":\"door\"}],\"north\":[{"
        "\"col\":1,"
        "\"desc\":\"Door\",\"out_id\":2,\"row\":0,\"secret\":\"Behind a rug\"}],\"south\":null}}]}";
    static const char want[] =
        "summary: Empty\nroom features: Dust\neast: Stuck Door; Arrows: 1d10\n"
        "north: Door; Behind a rug";
    ptl_doc *doc = import("donjon", text, NULL);
    ptl_str  got = ptl_grmm_view(doc)->levels.data[0].notes.data[0].text;

    CHECK_BYTES(got.data, got.size, want, sizeof want - 1);
    ptl_doc_free(doc);
}

static void rooms_may_lie_left_of_nothing(void)
{
    ptl_doc        *doc = import("watabou", DUNGEON_WATABOU, NULL);
    const ptl_grmm *map = ptl_grmm_view(doc);

    CHECK_UINT(map->levels.data[0].rows, 5); /* with a rim of rock */
    CHECK_UINT(map->levels.data[0].columns, 8);
    CHECK_UINT(ptl_grmm_cell_at(map, 0, 1, 1).floor, PTL_GRMM_BLANK);
    CHECK_UINT(ptl_grmm_cell_at(map, 0, 2, 4).floor, PTL_GRMM_DOOR);
    CHECK_UINT(ptl_grmm_cell_at(map, 0, 2, 4).facing, PTL_GRMM_EAST);
    CHECK_UINT(ptl_grmm_cell_at(map, 0, 3, 6).color, 8);
    CHECK_UINT(ptl_grmm_cell_at(map, 0, 1, 5).floor, PTL_GRMM_COLUMN);
    CHECK_UINT(map->levels.data[0].notes.data[0].row, 2);
    CHECK_UINT(map->levels.data[0].notes.data[0].column, 2);
    ptl_doc_free(doc);
}

/* ---- Notes ----------------------------------------------------------------------------------- */

/* One note a cell, ids on plain floor, and nothing longer than the editor takes. */
static void notes_find_a_place(void)
{
    static const char text[] =
        "{\"rects\":[{\"x\":0,\"y\":0,\"w\":3,\"h\":1}],\"doors\":[],\"notes\":["
        "{\"text\":\"one\",\"ref\":\"1\",\"pos\":{\"x\":0.5,\"y\":0.5}},"
        "{\"text\":\"two\",\"ref\":\"2\",\"pos\":{\"x\":0.5,\"y\":0.5}},"
        "{\"text\":\"\",\"ref\":\"\",\"pos\":{\"x\":1,\"y\":0}},"
        "{\"text\":\"long\",\"ref\":\"12b\",\"pos\":{\"x\":2,\"y\":0}}]}";
    heard           h     = { .rule = "grmm-from-dungeon" };
    ptl_doc        *doc   = import("watabou", text, &h);
    const ptl_grmm *map   = ptl_grmm_view(doc);
    ptl_grmm_notes  notes = map->levels.data[0].notes;

    CHECK_UINT(notes.count, 3);
    CHECK_UINT(notes.data[1].column, 2);
    CHECK_UINT(notes.data[1].kind, PTL_GRMM_CUSTOM_ID);
    CHECK_UINT(notes.data[2].kind, PTL_GRMM_COMMENT);
    CHECK_BYTES(notes.data[2].text.data, notes.data[2].text.size, "12b: long", 9);
    CHECK_UINT(h.count, 2); /* one that moved, one that is empty */
    ptl_doc_free(doc);
}

static void levels_have_names_and_notes(void)
{
    static const char text[] = "= Keep\n@ Hall (3)\n.1\n1: a chest\n\n@ Odd (name)\n..\n\n..\n";
    ptl_doc          *doc    = import("drawing", text, NULL);
    const ptl_grmm   *map    = ptl_grmm_view(doc);

    CHECK_UINT(map->levels.count, 3);
    CHECK_BYTES(map->title.data, map->title.size, "Keep", 4);
    CHECK_BYTES(map->levels.data[0].name.data, map->levels.data[0].name.size, "Hall", 4);
    CHECK(map->levels.data[0].elevation == 3);
    CHECK_BYTES(map->levels.data[1].name.data, map->levels.data[1].name.size, "Odd (name)", 10);
    CHECK_BYTES(map->levels.data[0].notes.data[0].text.data,
                map->levels.data[0].notes.data[0].text.size, "a chest", 7);
    ptl_doc_free(doc);
}

/* ---- What is wrong --------------------------------------------------------------------------- */

static void losses_have_their_place(void)
{
    static const struct {
        const char *from, *text, *rule;
        uint32_t    line, column;
    } tries[] = {
        { "drawing", "...\n.%.\n", "dungeon-sign", 2, 2 },
        { "drawing", ".a\nb: who\n", "dungeon-notes", 2, 1 },
        { "donjon-tsv", "F\tF\nF\tZZ\n", "dungeon-sign", 2, 3 },
        { "watabou", "{\"rects\":[{\"x\":0,\"y\":0,\"w\":1,\"h\":1,\n \"z\":5}]}", "dungeon-member",
          2, 2 },
        { "donjon", "{\"cells\":[[2]],\n\"more\":[{}]}", "dungeon-member", 2, 1 },
    };

    for (size_t i = 0; i < COUNT(tries); i++) {
        heard h = { .rule = tries[i].rule };

        ptl_doc_free(import(tries[i].from, tries[i].text, &h));
        CHECK_UINT(h.count, 1);
        CHECK_UINT(h.line, tries[i].line);
        CHECK_UINT(h.column, tries[i].column);
    }
}

static void what_is_no_dungeon_is_refused(void)
{
    static const struct {
        const char *from, *text, *rule;
    } tries[] = {
        { "drawing", "\n\n", "dungeon-size" },
        { "donjon-tsv", "", "dungeon-size" },
        { "donjon", "{\"cells\":[]}", "dungeon-size" },
        { "donjon", "{\"cells\":[[-1]]}", "json-range" },
        { "donjon", "{\"cells\":[2]}", "json-kind" },
        { "watabou", "{\"rects\":[]}", "dungeon-size" },
        { "watabou", "{\"rects\":[{\"x\":1e9,\"y\":0,\"w\":1,\"h\":1}]}", "dungeon-size" },
        { "watabou", "{\"rects\":[{\"x\":0,\"y\":0,\"w\":7000,\"h\":1}]}", "dungeon-size" },
        { "watabou", "{\"rects\":[{\"x\":0,\"y\":0,\"w\":6000,\"h\":6000}]}", "limit-expansion" },
        { "watabou", "{\"rects\":[{\"x\":\"0x7ff0000000000000\",\"y\":0,\"w\":1,\"h\":1}]}",
          "dungeon-number" },
        { "watabou", "{\"rects\":[{\"x\":0,\"y\":0,\"w\":1,\"h\":1}]} x", "json-syntax" },
    };

    for (size_t i = 0; i < COUNT(tries); i++) {
        ptl_read_opts opts = { .format = tries[i].from };
        ptl_doc      *doc;
        ptl_diag      err = { .rule = "" };

        CHECK(ptl_import(&doc, tries[i].text, strlen(tries[i].text), "grmm", &opts, &err) !=
              PTL_OK);
        CHECK_TEXT(err.rule, tries[i].rule);
        CHECK(doc == NULL);
    }
}

/* A small file may ask for the same floor again and again. */
static void rooms_above_each_other_end(void)
{
    static char   text[8000];
    size_t        used = (size_t)snprintf(text, sizeof text, "{\"rects\":[");
    ptl_read_opts opts = { .format = "watabou" };
    ptl_doc      *doc;
    ptl_diag      err = { .rule = "" };

    for (int i = 0; i < 100; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "%s{\"x\":0,\"y\":0,\"w\":2000,\"h\":2000}", i > 0 ? "," : "");
    used += (size_t)snprintf(text + used, sizeof text - used, "]}");
    CHECK(ptl_import(&doc, text, used, "grmm", &opts, &err) == PTL_E_LIMIT);
    CHECK_TEXT(err.rule, "limit-expansion");
}

static void files_are_known_by_what_they_hold(void)
{
    static const struct {
        const char *text, *name, *import;
    } tries[] = {
        { DUNGEON_WATABOU, "a.json", "watabou" },
        { DUNGEON_DONJON, "a.json", "donjon" },
        { DUNGEON_TSV, "a.tsv", "donjon-tsv" },
        { DUNGEON_TSV, "a.txt", "donjon-tsv" },
        { DUNGEON_DRAWING, "a.txt", "drawing" },
        { "= The Salt Cellar\n\n@ Cellar (-1)\n####\n#..1#\n####\n\n1: Barrels, and a rat in "
          "each.\n",
          "a.txt", "drawing" },
        { " .....\n .1.+.\n .....\n", "a.txt", "drawing" }, /* rock is blank */
    };
    static const char *const others[] = {
        "to be # or. not",
        "Dear all. This is a letter. Yours.\n",
        "# A title\n\nAnd a text.\n",
        "",
    };

    for (size_t i = 0; i < COUNT(tries); i++) {
        const ptl_import_info *found = ptl_import_probe(tries[i].text, strlen(tries[i].text),
                                                        strlen(tries[i].text), tries[i].name, NULL);

        CHECK(found != NULL);
        CHECK_TEXT(found ? found->name : "", tries[i].import);
    }
    CHECK(!ptl_import_probe("###\n#.#\n###\n", 12, 12, "a.md", NULL));
    for (size_t i = 0; i < COUNT(others); i++)
        CHECK(!ptl_import_probe(others[i], strlen(others[i]), strlen(others[i]), "a.txt", NULL));
}

int main(void)
{
    static const test_case tests[] = {
        TEST(signs_become_floors),
        TEST(codes_become_floors),
        TEST(bits_are_those_of_the_file),
        TEST(rims_are_not_counted_with),
        TEST(doors_are_told_with_their_rooms),
        TEST(rooms_may_lie_left_of_nothing),
        TEST(notes_find_a_place),
        TEST(levels_have_names_and_notes),
        TEST(losses_have_their_place),
        TEST(what_is_no_dungeon_is_refused),
        TEST(rooms_above_each_other_end),
        TEST(files_are_known_by_what_they_hold),
    };

    return run_tests("dungeon-in", tests, COUNT(tests));
}
