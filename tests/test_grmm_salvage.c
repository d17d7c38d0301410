/* SPDX-License-Identifier: MIT */
/* Damaged Gridmonger maps: what is whole comes back, and how much that is, is measured. */
#include <portolan/grmm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grmm_samples.h"
#include "harness.h"
#include "support.h"

static const ptl_setting salvage = { "salvage", "", 0 };

static void count_letters(void *user, const ptl_diag *diag)
{
    *(size_t *)user += strcmp(diag->rule, "grmm-document") == 0;
}

/* The sample with its level twice, laid out by the letter. */
static ptl_bytes letter_of_two(void)
{
    static const ptl_setting letter = { "dialect", "document", 8 };
    ptl_doc                 *doc    = must_read(grmm_room, sizeof grmm_room, NULL);
    ptl_bytes                bytes;

    CHECK_UINT(ptl_grmm_insert_level(doc, 1, doc, 0, NULL), PTL_OK);
    bytes = must_write(doc, &(ptl_write_opts){ .settings = &letter, .setting_count = 1 });
    ptl_doc_free(doc);
    return bytes;
}

/* Where the data of the n-th chunk of this name begins. */
static size_t data_of(const ptl_bytes *bytes, const char *id, int n)
{
    for (size_t at = 12; at + 8 < bytes->size; at++)
        if (memcmp(bytes->data + at, id, 4) == 0 && n-- == 0)
            return at + 8;
    CHECK(false);
    return 0;
}

static ptl_doc *saved(const ptl_bytes *bytes, size_t size, size_t *letters)
{
    ptl_read_opts opts = { .settings      = &salvage,
                           .setting_count = 1,
                           .listener      = { count_letters, letters } };

    return must_read(bytes->data, size, &opts);
}

static void the_letter_is_salvaged_as_such(void)
{
    ptl_bytes bytes   = letter_of_two();
    size_t    letters = 0;
    ptl_doc  *doc;

    bytes.data[data_of(&bytes, "cell", 0)] = 9; /* the first of two levels has a bad layer */
    must_fail(bytes.data, bytes.size, NULL);
    doc = saved(&bytes, bytes.size, &letters);
    CHECK_UINT(letters, 1);
    CHECK_UINT(ptl_grmm_of(doc)->dialect, 1);
    CHECK_UINT(ptl_grmm_of(doc)->levels.count, 2);
    CHECK_UINT(ptl_grmm_of(doc)->levels.data[0].notes.count, 5);
    CHECK_UINT(ptl_grmm_of(doc)->levels.data[0].notes.data[3].icon, 15);
    CHECK_UINT(ptl_grmm_cell_at(ptl_grmm_of(doc), 0, 1, 1).floor, PTL_GRMM_STAIRS_DOWN);
    ptl_doc_free(doc);
    ptl_bytes_free(&bytes);
}

static void a_lost_version_is_that_of_the_letter(void)
{
    ptl_bytes bytes   = letter_of_two();
    size_t    letters = 0;
    ptl_doc  *doc;

    memcpy(bytes.data + data_of(&bytes, "prop", 0) - 8, "????", 4);
    doc = saved(&bytes, bytes.size - 30, &letters); /* and the state was cut off */
    CHECK_UINT(letters, 1);
    CHECK_UINT(ptl_grmm_of(doc)->version, 1);
    CHECK_UINT(ptl_grmm_of(doc)->levels.count, 2);
    CHECK_UINT(ptl_grmm_of(doc)->levels.data[1].notes.count, 5);
    ptl_doc_free(doc);
    ptl_bytes_free(&bytes);
}

static void what_editors_wrote_stays_theirs(void)
{
    ptl_bytes room    = { (uint8_t *)grmm_room, sizeof grmm_room };
    size_t    letters = 0;
    ptl_doc  *doc     = saved(&room, ROOM_STAT, &letters);

    CHECK_UINT(letters, 0);
    CHECK_UINT(ptl_grmm_of(doc)->dialect, 0);
    CHECK_UINT(ptl_grmm_of(doc)->levels.data[0].notes.count, 5);
    ptl_doc_free(doc);
}

/* ---- Single damages ------------------------------------------------------------------------- */

/* The sample with some bytes replaced, salvaged. */
static ptl_doc *hurt(size_t at, const char *bytes, size_t count)
{
    uint8_t       copy[sizeof grmm_room];
    ptl_read_opts opts = { .settings = &salvage, .setting_count = 1 };

    memcpy(copy, grmm_room, sizeof copy);
    memcpy(copy + at, bytes, count);
    return must_read(copy, sizeof copy, &opts);
}

static void one_bad_note_loses_no_other(void)
{
    static const struct {
        size_t      at;
        const char *bytes;
        size_t      count;
    } bad[] = {
        { ROOM_LVL_ANNO + 78, "\x63", 1 }, /* the text of the last one is longer        */
        { ROOM_LVL_ANNO + 7, "\x05", 1 },  /* that of the first one is shorter          */
        { ROOM_LVL_ANNO + 25, "\x09", 1 }, /* the kind of the second one does not exist */
        { ROOM_LVL_ANNO, "\xff\xff", 2 },  /* there are said to be more                 */
        { ROOM_LVL_ANNO - 4, "\x77", 1 },  /* the chunk is said to be larger            */
        { ROOM_LVL_ANNO - 8, "abno", 4 },  /* its name is another                       */
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        ptl_doc              *doc   = hurt(bad[i].at, bad[i].bytes, bad[i].count);
        const ptl_grmm_notes *notes = &ptl_grmm_view(doc)->levels.data[0].notes;

        CHECK_UINT(notes->count, 5);
        CHECK(strncmp(notes->data[0].text.data, "Water drips.", 12) == 0);
        CHECK(strncmp(notes->data[4].text.data, "CELLAR", 6) == 0);
        ptl_doc_free(doc);
    }
}

/* Whatever the size of a chunk was replaced by, letters and all ones included. */
static void a_chunk_of_any_size_is_found(void)
{
    static const size_t at[]    = { ROOM_LVL_PROP, ROOM_LVL_REGN, ROOM_LVL_CELL, ROOM_LVL_ANNO };
    static const char  *sizes[] = { "\xff\xff\xff\xff", "\xff\xff\xff\x7f", "    ", "anno" };
    ptl_bytes           sound   = { (uint8_t *)grmm_room, sizeof grmm_room };
    size_t              letters = 0;
    ptl_doc            *want    = saved(&sound, sound.size, &letters);

    for (size_t i = 0; i < COUNT(at) * COUNT(sizes); i++) {
        ptl_doc *doc = hurt(at[i / COUNT(sizes)] - 4, sizes[i % COUNT(sizes)], 4);

        CHECK_UINT(ptl_grmm_view(doc)->levels.count, 1);
        CHECK_UINT(ptl_grmm_view(doc)->levels.data[0].notes.count, 5);
        CHECK(ptl_grmm_cell_at(ptl_grmm_view(doc), 0, 1, 1).floor ==
              ptl_grmm_cell_at(ptl_grmm_view(want), 0, 1, 1).floor);
        ptl_doc_free(doc);
    }
    ptl_doc_free(want);
}

static void a_wrong_size_is_that_of_the_cells(void)
{
    ptl_doc        *doc = hurt(ROOM_LVL_PROP + 17, "\x07", 1); /* 7 rows */
    const ptl_grmm *map = ptl_grmm_view(doc);

    CHECK_UINT(map->levels.data[0].rows, 3);
    CHECK_UINT(map->levels.data[0].columns, 4);
    CHECK_UINT(map->levels.data[0].notes.count, 5);
    CHECK_UINT(ptl_grmm_cell_at(map, 0, 1, 1).floor, PTL_GRMM_STAIRS_DOWN);
    ptl_doc_free(doc);
    doc = hurt(ROOM_LVL_PROP + 19, "\xff\xff", 2); /* 65535 columns */
    map = ptl_grmm_view(doc);
    CHECK_UINT(map->levels.data[0].columns, 4);
    CHECK_UINT(ptl_grmm_cell_at(map, 0, 1, 1).floor, PTL_GRMM_STAIRS_DOWN);
    ptl_doc_free(doc);
}

static void hear_name(void *user, const ptl_diag *diag)
{
    *(size_t *)user += strcmp(diag->rule, "grmm-salvage") == 0 &&
                       strstr(diag->message, "wall_north of \"Crypt \xe2\x80\x93 Cellar (-1)\"");
}

static void one_bad_layer_leaves_the_others(void)
{
    uint8_t       copy[sizeof grmm_room];
    size_t        named = 0;
    ptl_read_opts opts  = { .settings      = &salvage,
                            .setting_count = 1,
                            .listener      = { hear_name, &named } };
    ptl_doc      *doc;

    memcpy(copy, grmm_room, sizeof copy);
    copy[ROOM_LVL_CELL + 36] = 0x90; /* a longer run of walls: too many cells */
    must_fail(copy, sizeof copy, NULL);
    doc = must_read(copy, sizeof copy, &opts);
    CHECK_UINT(named, 1);
    CHECK_UINT(ptl_grmm_cell_at(ptl_grmm_view(doc), 0, 1, 1).floor, PTL_GRMM_STAIRS_DOWN);
    CHECK_UINT(ptl_grmm_cell_at(ptl_grmm_view(doc), 0, 1, 0).west, PTL_GRMM_WALL);
    CHECK_UINT(ptl_grmm_cell_at(ptl_grmm_view(doc), 0, 0, 0).north, PTL_GRMM_WALL);
    ptl_doc_free(doc);
}

static void the_head_is_not_needed(void)
{
    ptl_read_opts opts = { .settings = &salvage, .setting_count = 1 };
    ptl_doc      *doc;

    for (size_t gone = 1; gone < ROOM_LVL_PROP - 20; gone++) { /* up to the group of the level */
        CHECK_TEXT(must_fail(grmm_room + gone, sizeof grmm_room - gone, NULL).rule,
                   "grmm-signature");
        doc = must_read(grmm_room + gone, sizeof grmm_room - gone, &opts);
        CHECK_UINT(ptl_grmm_view(doc)->levels.count, 1);
        CHECK_UINT(ptl_grmm_view(doc)->levels.data[0].notes.count, 5);
        ptl_doc_free(doc);
    }
}

/* As programs do that take a map for text: CR LF for LF, or LF for CR LF. */
static size_t translate(uint8_t *to, bool add)
{
    size_t size = 0;

    for (size_t i = 0; i < sizeof grmm_room; i++) {
        if (add && grmm_room[i] == '\n')
            to[size++] = '\r';
        if (add || grmm_room[i] != '\r' || grmm_room[i + 1] != '\n')
            to[size++] = grmm_room[i];
    }
    return size;
}

static void line_ends_are_put_back(void)
{
    ptl_read_opts opts = { .settings = &salvage, .setting_count = 1 };

    for (int add = 0; add < 2; add++) {
        uint8_t   copy[2 * sizeof grmm_room];
        size_t    size = translate(copy, add);
        ptl_doc  *doc;
        ptl_bytes back;

        CHECK(size != sizeof grmm_room);
        must_fail(copy, size, NULL);
        doc  = must_read(copy, size, &opts);
        back = must_write(doc, NULL);
        CHECK_BYTES(back.data, back.size, grmm_room, sizeof grmm_room);
        ptl_bytes_free(&back);
        ptl_doc_free(doc);
    }
}

/* ---- All damages ---------------------------------------------------------------------------- */

typedef struct harvest { /* what comes back, over all damages */
    size_t levels, notes, cells;
} harvest;

static size_t same_cells(const ptl_grmm_level *a, const ptl_grmm_level *b)
{
    size_t same = 0, cells = (size_t)(a->rows + 1) * (a->columns + 1);

    if (a->rows != b->rows || a->columns != b->columns)
        return 0;
    for (int i = 0; i < PTL_GRMM_LAYERS; i++)
        for (size_t k = 0; k < cells; k++)
            same += (k < a->layer[i].count ? a->layer[i].data[k] : 0) ==
                    (k < b->layer[i].count ? b->layer[i].data[k] : 0);
    return same;
}

/* What is salvaged can be written, and what is written is a whole map with levels. */
static void reap(harvest *sum, const ptl_grmm *whole, const uint8_t *data, size_t size)
{
    ptl_read_opts   opts = { .settings = &salvage, .setting_count = 1 };
    ptl_doc        *doc  = NULL, *again;
    const ptl_grmm *map;
    ptl_bytes       bytes;

    if (ptl_read(&doc, data, size, &opts, NULL) != PTL_OK)
        return;
    map = ptl_grmm_view(doc);
    CHECK(map->levels.count > 0);
    sum->levels += map->levels.count;
    for (size_t i = 0; i < map->levels.count; i++)
        sum->notes += map->levels.data[i].notes.count;
    for (size_t i = 0; i < map->levels.count && i < whole->levels.count; i++)
        sum->cells += same_cells(&map->levels.data[i], &whole->levels.data[i]);
    bytes = must_write(doc, NULL);
    again = must_read(bytes.data, bytes.size, NULL);
    CHECK_UINT(ptl_grmm_view(again)->levels.count, map->levels.count);
    ptl_doc_free(again);
    ptl_bytes_free(&bytes);
    ptl_doc_free(doc);
}

static void must_grow(const char *what, const harvest *got, const harvest *least)
{
    if (got->levels < least->levels || got->notes < least->notes || got->cells < least->cells)
        test_fail(__FILE__, __LINE__, "%s: %zu levels, %zu notes, %zu cells; were %zu, %zu, %zu",
                  what, got->levels, got->notes, got->cells, least->levels, least->notes,
                  least->cells);
}

/* Raise the numbers when more comes back; never lower them. */
static void what_comes_back_only_grows(void)
{
    static const struct {
        const char *name;
        harvest     flips, cuts, heads; /* a byte changed; the end, the beginning gone */
    } rows[] = {
        { "lighthouse",
          { 18540, 74145, 30271927 },
          { 3820, 9388, 5962705 },
          { 3589, 14508, 3737202 } },
        { "lighthouse-v1",
          { 17082, 102441, 27902522 },
          { 3416, 15674, 5428065 },
          { 3319, 16896, 3681666 } },
    };
    static const uint8_t flips[] = { 0x01, 0x80, 0xFF };

    for (size_t i = 0; i < COUNT(rows); i++) {
        char            path[512];
        test_bytes      file;
        ptl_doc        *doc;
        const ptl_grmm *whole;
        harvest         flipped = { 0 }, cut = { 0 }, headless = { 0 };

        snprintf(path, sizeof path, PTL_SOURCE "/samples/gridmonger/%s.gmm", rows[i].name);
        file  = test_load(path);
        doc   = must_read(file.data, file.size, NULL);
        whole = ptl_grmm_view(doc);
        for (size_t at = 0; at < file.size; at++) {
            for (size_t k = 0; k < COUNT(flips); k++) {
                file.data[at] ^= flips[k];
                reap(&flipped, whole, file.data, file.size);
                file.data[at] ^= flips[k];
            }
            reap(&cut, whole, file.data, at);
            reap(&headless, whole, file.data + at, file.size - at);
        }
        must_grow("flips", &flipped, &rows[i].flips);
        must_grow("cuts", &cut, &rows[i].cuts);
        must_grow("heads", &headless, &rows[i].heads);
        ptl_doc_free(doc);
        free(file.data);
    }
}

/* A level without anything in it is no level: such a map is refused. */
static void no_level_is_an_error(void)
{
    static const uint8_t bare[] = "RIFF\x18\0\0\0GRMMLIST\x10\0\0\0lvlsLIST\4\0\0\0lvl ";
    ptl_read_opts        opts   = { .settings = &salvage, .setting_count = 1 };

    CHECK_TEXT(must_fail(bare, sizeof bare - 1, &opts).rule, "grmm-salvage");
}

int main(void)
{
    static const test_case tests[] = {
        TEST(the_letter_is_salvaged_as_such),
        TEST(a_lost_version_is_that_of_the_letter),
        TEST(what_editors_wrote_stays_theirs),
        TEST(one_bad_note_loses_no_other),
        TEST(a_chunk_of_any_size_is_found),
        TEST(a_wrong_size_is_that_of_the_cells),
        TEST(one_bad_layer_leaves_the_others),
        TEST(the_head_is_not_needed),
        TEST(line_ends_are_put_back),
        TEST(what_comes_back_only_grows),
        TEST(no_level_is_an_error),
    };

    return run_tests("grmm_salvage", tests, COUNT(tests));
}
