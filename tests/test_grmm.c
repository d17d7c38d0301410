/* SPDX-License-Identifier: MIT */
/* Gridmonger maps: every field, every refusal, every number that follows from them. */
#include <portolan/grmm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grmm_samples.h"
#include "harness.h"
#include "support.h"
#include "sweep.h"

#define ROOM grmm_room, sizeof grmm_room

#define CHECK_STR(got, want)                                                                       \
    CHECK((got).size == strlen(want) && memcmp((got).data, want, strlen(want)) == 0)

typedef struct heard { /* how many findings of each rule of interest there were */
    ptl_diag    last;
    const char *rule; /* only these are counted; NULL counts all */
    size_t      count;
} heard;

static void hear(void *user, const ptl_diag *diag)
{
    heard *h = user;

    check_rule(diag, false);
    if (h->rule && strcmp(h->rule, diag->rule) != 0)
        return;
    h->last = *diag;
    h->count++;
}

/* The sample with some bytes replaced. */
static test_bytes changed(size_t at, const void *bytes, size_t size)
{
    test_bytes copy = { malloc(ROOM_END), ROOM_END };

    CHECK(copy.data != NULL);
    memcpy(copy.data, ROOM);
    memcpy(copy.data + at, bytes, size);
    return copy;
}

/* ---- Reading and writing -------------------------------------------------------------------- */

static void reads_the_map(void)
{
    ptl_doc  *doc = must_read(ROOM, NULL);
    ptl_grmm *map = ptl_grmm_of(doc);

    CHECK_TEXT(ptl_doc_format(doc), "grmm");
    CHECK_UINT(map->version, 1);
    CHECK_STR(map->title, "Crypt");
    CHECK_STR(map->game, "Old Tales");
    CHECK_STR(map->author, "A. Mapper");
    CHECK_STR(map->created, "2022-02-17 20:15:00");
    CHECK_UINT(map->remarks.size, 0);
    CHECK_UINT((uint16_t)map->coordinates.row_start, 1);
    CHECK_UINT(map->levels.count, 1);
    CHECK_UINT(map->links.count, 0);
    CHECK_UINT(map->state.layout, PTL_GRMM_STATE_FLAT7);
    CHECK_STR(map->state.display.theme, "Default");
    CHECK_UINT(map->state.display.zoom, 9);
    CHECK_UINT(map->state.display.cursor_row, 1);
    CHECK_UINT(map->state.display.cursor_column, 1);
    CHECK_UINT(map->state.options.cell_coordinates, 1);
    CHECK_UINT(map->state.tools_pane, 1);
    CHECK_UINT(map->state.options.wasd, 0);
    ptl_doc_free(doc);
}

static void reads_the_level(void)
{
    ptl_doc        *doc   = must_read(ROOM, NULL);
    ptl_grmm_level *level = &ptl_grmm_of(doc)->levels.data[0];
    ptl_grmm_note  *notes = level->notes.data;

    CHECK_STR(level->location, "Crypt");
    CHECK_STR(level->name, "Cellar");
    CHECK(level->elevation == -1);
    CHECK_UINT(level->rows, 3);
    CHECK_UINT(level->columns, 4);
    CHECK_UINT(level->regions.rows, 16);
    CHECK_UINT(level->regions.own_coordinates, 1);
    CHECK_UINT(level->layer[PTL_GRMM_FLOOR].count, 20);
    CHECK_UINT(level->layer[PTL_GRMM_FLOOR].data[6], PTL_GRMM_STAIRS_DOWN);
    CHECK_UINT(level->layer[PTL_GRMM_COLOR].count, 0); /* all zero */
    CHECK_UINT(level->layer[PTL_GRMM_WALL_NORTH].data[15], PTL_GRMM_WALL);
    CHECK_UINT(level->layer[PTL_GRMM_WALL_WEST].data[4], PTL_GRMM_WALL);
    CHECK_UINT(level->layer[PTL_GRMM_TRAIL].data[7], 1);
    CHECK_UINT(level->notes.count, 5);
    CHECK_STR(notes[0].text, "Water drips.");
    CHECK_UINT(notes[1].kind, PTL_GRMM_NUMBERED);
    CHECK_UINT(notes[1].index, 1);
    CHECK_UINT(notes[1].color, 2);
    CHECK_STR(notes[1].text, "A chest\r\nof oak");
    CHECK_STR(notes[2].id, "K7");
    CHECK_UINT(notes[3].icon, 15);
    CHECK_UINT(notes[4].kind, PTL_GRMM_LABEL);
    CHECK_UINT(notes[4].row, 2);
    CHECK_UINT(notes[0].at, ROOM_LVL_ANNO + 2);
    ptl_doc_free(doc);
}

static void writes_the_same_bytes(void)
{
    ptl_doc  *doc  = must_read(ROOM, NULL), *back;
    ptl_bytes same = must_write(doc, NULL), json, again;

    CHECK_BYTES(same.data, same.size, ROOM);
    json  = must_write(doc, &(ptl_write_opts){ .to = "json" });
    back  = must_read(json.data, json.size, NULL);
    again = must_write(back, NULL);
    CHECK_BYTES(again.data, again.size, ROOM);
    ptl_bytes_free(&same);
    ptl_bytes_free(&json);
    ptl_bytes_free(&again);
    ptl_doc_free(doc);
    ptl_doc_free(back);
}

static void points_at_what_is_wrong(void)
{
    static const struct {
        size_t      at, size;
        const char *bytes;
        uint64_t    offset;
        const char *rule, *path;
    } bad[] = {
        { 0, 4, "RIFX", 0, "grmm-rifx", "" },
        { 8, 4, "WAVE", 8, "grmm-signature", "" },
        { 4, 4, "\0\0\0\0", 4, "grmm-riff-size", "" },
        { 4, 4, "\xff\xff\xff\xff", ROOM_END, "truncated", "" },
        { 0x10, 4, "\xff\xff\xff\xff", 0x10, "grmm-chunk-size", "" },
        { 0x10, 4, "\3\0\0\0", 0x10, "grmm-list", "" },
        { 0x14, 4, "pam ", 0xC, "grmm-missing", "" },
        { 0x18, 4, "\1\2\3\4", 0x18, "grmm-chunk-id", "map" },
        { 0x1C, 4, "\xff\0\0\0", 0x1C, "grmm-chunk-size", "map" },
        { 0x18, 4, "porp", 0x18, "grmm-missing", "map" },
        { 0x56, 4, "prop", 0x56, "grmm-double", "map" },
        { ROOM_MAP_PROP, 2, "\0\0", ROOM_MAP_PROP, "grmm-version", "map/prop" },
        { ROOM_MAP_PROP, 2, "\5\0", ROOM_MAP_PROP, "grmm-version", "map/prop" },
        { ROOM_MAP_PROP + 2, 2, "\xff\xff", ROOM_MAP_PROP + 53, "truncated", "map/prop" },
        { 0x66 + 8, 4, "lvlz", 0xC, "grmm-missing", "" },
        { ROOM_LVL_PROP - 8, 4, "porp", 0x7E, "grmm-missing", "lvls/lvl[0]" },
        { ROOM_LVL_PROP + 17, 2, "\0\0", ROOM_LVL_PROP + 17, "grmm-size", "lvls/lvl[0]/prop" },
        { ROOM_LVL_PROP + 19, 2, "\xff\xff", ROOM_LVL_PROP + 19, "grmm-size", "lvls/lvl[0]/prop" },
        { ROOM_LVL_REGN + 6, 2, "\1\0", ROOM_LVL_REGN + 8, "truncated", "lvls/lvl[0]/regn" },
        { ROOM_LVL_CELL, 1, "\3", ROOM_LVL_CELL, "grmm-compression", "lvls/lvl[0]/cell" },
        { ROOM_LVL_CELL, 1, "\0", ROOM_LVL_CELL, "grmm-raw", "lvls/lvl[0]/cell" },
        { ROOM_LVL_CELL + 1, 4, "\xff\xff\xff\xff", ROOM_LVL_CELL + 73, "truncated",
          "lvls/lvl[0]/cell" },
        { ROOM_LVL_CELL + 15, 1, "\x83", ROOM_LVL_CELL + 18, "grmm-runs", "lvls/lvl[0]/cell" },
        { ROOM_LVL_CELL + 15, 1, "\x81", ROOM_LVL_CELL + 20, "grmm-runs", "lvls/lvl[0]/cell" },
        { ROOM_LVL_CELL + 1, 1, "\x0e", ROOM_LVL_CELL + 18, "grmm-runs", "lvls/lvl[0]/cell" },
        { ROOM_LVL_ANNO, 2, "\xff\xff", ROOM_LVL_ANNO + 85, "truncated", "lvls/lvl[0]/anno" },
        { ROOM_LVL_ANNO + 6, 1, "\5", ROOM_LVL_ANNO + 6, "grmm-note-kind", "lvls/lvl[0]/anno" },
        { ROOM_LNKS, 2, "\1\0", ROOM_LNKS + 2, "truncated", "lnks" },
        { ROOM_STAT, 1, "\xff", ROOM_STAT + 26, "truncated", "stat" },
        { ROOM_STAT - 8, 4, "lnks", ROOM_STAT - 8, "grmm-double", "" },
        { ROOM_STAT - 8, 4, "maph", ROOM_STAT - 8, "grmm-prerelease", "" },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        test_bytes bytes = changed(bad[i].at, bad[i].bytes, bad[i].size);
        ptl_diag   d     = must_fail(bytes.data, bytes.size, &(ptl_read_opts){ .format = "grmm" });

        CHECK_TEXT(d.rule, bad[i].rule);
        CHECK_TEXT(d.path, bad[i].path);
        CHECK_UINT(d.offset, bad[i].offset);
        free(bytes.data);
    }
}

/* 999 levels of 6666 x 6666 in the fewest bytes. */
static test_bytes bomb(void)
{
    static const uint8_t level[] = {
        'L', 'I', 'S', 'T', 72,  0,   0, 0, 'l', 'v', 'l', ' ', 'p', 'r', 'o', 'p',
        13,  0,   0,   0,   0,   0,   0, 0, 0,   0,   10,  26,  10,  26,  0,   0,
        0,   0,   'c', 'o', 'o', 'r', 7, 0, 0,   0,   0,   0,   0,   0,   0,   0,
        0,   0,   'r', 'e', 'g', 'n', 8, 0, 0,   0,   0,   16,  0,   16,  0,   1,
        0,   0,   'c', 'e', 'l', 'l', 6, 0, 0,   0,   2,   2,   2,   2,   2,   2,
    };
    size_t     head = ROOM_LVL_PROP - 20, size = head + 999 * sizeof level + 10, lvls;
    test_bytes out = { malloc(size), size };

    CHECK(out.data != NULL);
    memcpy(out.data, grmm_room, head);
    for (size_t i = 0; i < 999; i++)
        memcpy(out.data + head + i * sizeof level, level, sizeof level);
    memcpy(out.data + size - 10, "lnks\2\0\0\0\0\0", 10);
    lvls = 4 + 999 * sizeof level;
    for (int i = 0; i < 4; i++) {
        out.data[4 + i]    = (uint8_t)((size - 8) >> 8 * i);
        out.data[0x6A + i] = (uint8_t)(lvls >> 8 * i);
    }
    return out;
}

static void claims_cost_no_memory(void)
{
    test_heap  heap  = { 0 };
    test_bytes bytes = bomb();
    ptl_diag   d =
        must_fail(bytes.data, bytes.size, &(ptl_read_opts){ .allocator = test_allocator(&heap) });

    CHECK_TEXT(d.rule, "limit-cells");
    CHECK_UINT(d.status, PTL_E_LIMIT);
    CHECK(heap.peak < 3u << 20); /* a struct for each level that is there; not 266 GB of cells */
    CHECK_UINT(heap.held, 0);
    free(bytes.data);
}

static void survives_damage(void)
{
    sweep("grmm", ROOM);
}

/* ---- Versions and repairs ------------------------------------------------------------------- */

static ptl_bytes write_as(const ptl_doc *doc, const char *dialect)
{
    ptl_setting setting = { "dialect", dialect, strlen(dialect) };

    return must_write(doc, &(ptl_write_opts){ .settings = &setting, .setting_count = 1 });
}

static void the_letter_of_the_document_is_told_apart(void)
{
    heard         h    = { .rule = "grmm-document" };
    ptl_read_opts opts = { .listener = { hear, &h } };
    ptl_doc      *doc  = must_read(ROOM, &opts), *letter;
    ptl_bytes     bytes, same, editor;

    CHECK_UINT(h.count, 0);
    bytes  = write_as(doc, "document");
    letter = must_read(bytes.data, bytes.size, &opts);
    CHECK_UINT(h.count, 1);
    CHECK_UINT(ptl_grmm_of(letter)->dialect, 1);
    CHECK_UINT(ptl_grmm_of(letter)->levels.data[0].notes.data[3].icon, 15);
    CHECK_UINT(ptl_grmm_cell_at(ptl_grmm_of(letter), 0, 1, 1).floor, PTL_GRMM_STAIRS_DOWN);
    CHECK_UINT(ptl_grmm_cell_at(ptl_grmm_of(letter), 0, 2, 3).south, 0); /* it has no place there */
    same = must_write(letter, NULL);
    CHECK_BYTES(same.data, same.size, bytes.data, bytes.size);
    editor = write_as(letter, "editor");
    ptl_doc_free(letter);
    letter = must_read(editor.data, editor.size, &opts);
    CHECK_UINT(ptl_grmm_of(letter)->dialect, 0);
    CHECK_UINT(h.count, 1);
    ptl_bytes_free(&bytes);
    ptl_bytes_free(&same);
    ptl_bytes_free(&editor);
    ptl_doc_free(doc);
    ptl_doc_free(letter);
}

/* ---- Rescue --------------------------------------------------------------------------------- */

static void salvage_keeps_what_is_whole(void)
{
    static const ptl_setting setting = { "salvage", "", 0 };
    heard                    h       = { .rule = "grmm-salvage" };
    ptl_read_opts            opts    = {
                      .format = "grmm", .settings = &setting, .setting_count = 1, .listener = { hear, &h }
    };
    ptl_doc   *doc = must_read(ROOM, NULL), *back;
    ptl_bytes  bytes, again;
    test_bytes hurt;

    CHECK(ptl_grmm_insert_level(doc, 1, doc, 0, NULL) == PTL_OK);
    bytes                     = must_write(doc, NULL);
    bytes.data[ROOM_LVL_CELL] = 9; /* the first of two levels has a layer of an unknown kind */
    must_fail(bytes.data, bytes.size, NULL);
    back = must_read(bytes.data, bytes.size, &opts);
    CHECK_UINT(h.count, 1);
    CHECK_UINT(ptl_grmm_of(back)->levels.count, 2);
    CHECK_UINT(ptl_grmm_of(back)->levels.data[0].notes.count, 5);
    again                     = must_write(back, NULL);
    bytes.data[ROOM_LVL_CELL] = 1; /* which is the one it can only have been */
    CHECK_BYTES(again.data, again.size, bytes.data, bytes.size);
    ptl_doc_free(back);
    ptl_bytes_free(&again);
    back = must_read(bytes.data, bytes.size - 20, &opts); /* its state was cut */
    CHECK_UINT(ptl_grmm_of(back)->levels.count, 2);
    CHECK_UINT(ptl_grmm_of(back)->state.layout, PTL_GRMM_STATE_NONE);
    ptl_doc_free(back);
    hurt = changed(ROOM_LVL_ANNO - 4, "\xff\xff", 2); /* the notes have a wrong size */
    back = must_read(hurt.data, hurt.size, &opts);
    CHECK_UINT(ptl_grmm_of(back)->levels.count, 1);
    CHECK_UINT(ptl_grmm_of(back)->levels.data[0].notes.count, 5);
    CHECK_UINT(ptl_grmm_of(back)->state.display.zoom, 9);
    free(hurt.data);
    ptl_bytes_free(&bytes);
    ptl_doc_free(doc);
    ptl_doc_free(back);
}

/* The cells of the sample as an editor with a defect writes them. */
static test_bytes wide_room(unsigned width)
{
    ptl_doc        *doc   = must_read(ROOM, NULL);
    ptl_grmm_level *level = &ptl_grmm_of(doc)->levels.data[0];
    size_t          cells = PTL_GRMM_LAYERS * (1 + 20 * width), old = 74;
    size_t          more = cells - old;
    test_bytes      out  = { calloc(1, ROOM_END + more), ROOM_END + more };
    uint8_t        *at   = out.data + ROOM_LVL_CELL;

    CHECK(out.data != NULL);
    memcpy(out.data, grmm_room, ROOM_LVL_CELL);
    for (int i = 0; i < PTL_GRMM_LAYERS; i++, at += 1 + 20 * width)
        for (size_t k = 0; k < level->layer[i].count; k++)
            at[1 + k * width] = level->layer[i].data[k];
    memcpy(at, grmm_room + ROOM_LVL_CELL + old, ROOM_END - ROOM_LVL_CELL - old);
    for (size_t i = 0; i < 4; i++) {
        static const size_t   where[] = { 4, 0x6A, 0x76, ROOM_LVL_CELL - 4 };
        static const uint32_t was[]   = { ROOM_END - 8, 256, 244, 74 };
        uint32_t              size    = was[i] + (uint32_t)more;

        for (int b = 0; b < 4; b++)
            out.data[where[i] + (size_t)b] = (uint8_t)(size >> 8 * b);
    }
    ptl_doc_free(doc);
    return out;
}

static void wide_layers_are_rescued(void)
{
    static const unsigned widths[] = { 1, 4, 8 };

    for (size_t i = 0; i < COUNT(widths); i++) {
        test_bytes wide = wide_room(widths[i]);
        heard      h    = { .rule = widths[i] > 1 ? "grmm-wide" : "grmm-coding" };
        heard      f    = { .rule = "grmm-recoded" };
        ptl_doc   *doc =
            must_read(wide.data, wide.size, &(ptl_read_opts){ .listener = { hear, &h } });
        ptl_bytes back = must_write(doc, NULL);

        CHECK_UINT(h.count, 1);
        CHECK_UINT(h.last.offset, ROOM_LVL_CELL);
        if (widths[i] == 1)
            CHECK_BYTES(back.data, back.size, wide.data, wide.size); /* odd, and no mistake */
        else
            CHECK_BYTES(back.data, back.size, ROOM);
        ptl_bytes_free(&back);
        CHECK(ptl_fix(doc, &(ptl_check_opts){ .listener = { hear, &f } }, NULL) == PTL_OK);
        CHECK_UINT(f.count, 1);
        back = must_write(doc, NULL);
        CHECK_BYTES(back.data, back.size, ROOM);
        ptl_bytes_free(&back);
        ptl_doc_free(doc);
        free(wide.data);
    }
    for (unsigned width = 2; width <= 3; width++) {
        test_bytes wide = wide_room(width);

        must_fail(wide.data, wide.size, NULL);
        free(wide.data);
    }
}

static void repairs_leave_nothing_to_find(void)
{
    heard          h    = { .rule = "grmm-link-stale" };
    ptl_check_opts opts = { .listener = { hear, &h } };
    ptl_doc       *doc  = must_read(ROOM, NULL);
    ptl_grmm      *map  = ptl_grmm_of(doc);

    CHECK(ptl_grmm_add_link(doc, (ptl_grmm_place){ 0, 1, 1 }, (ptl_grmm_place){ 0, 0, 0 }, NULL) ==
          PTL_OK);
    map->levels.data[0].notes.data[1].index = 7;
    map->state.display.zoom                 = 99;
    CHECK(ptl_check(doc, &opts, NULL) == PTL_OK);
    CHECK_UINT(h.count, 1);
    CHECK(ptl_fix(doc, &opts, NULL) == PTL_OK);
    CHECK_UINT(h.count, 2);
    CHECK_UINT(map->links.count, 0);
    CHECK_UINT(map->levels.data[0].notes.data[1].index, 1);
    h = (heard){ 0 };
    CHECK(ptl_check(doc, &opts, NULL) == PTL_OK);
    CHECK_UINT(h.count, 0);
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(reads_the_map),
        TEST(reads_the_level),
        TEST(writes_the_same_bytes),
        TEST(points_at_what_is_wrong),
        TEST(claims_cost_no_memory),
        TEST(the_letter_of_the_document_is_told_apart),
        TEST(salvage_keeps_what_is_whole),
        TEST(wide_layers_are_rescued),
        TEST(repairs_leave_nothing_to_find),
        TEST(survives_damage),
    };

    return run_tests("grmm", tests, COUNT(tests));
}
