/* SPDX-License-Identifier: MIT */
/* Patches by hand: each way to be wrong is refused by its own words, and columns that are cut short
 * grow. */
#include <portolan/compare.h>
#include <portolan/grmm.h>
#include <portolan/mpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/sum.h"
#include "core/words.h"
#include "grmm_samples.h"
#include "harness.h"
#include "mpd_samples.h"
#include "random_edits.h"
#include "support.h"

#define SOURCE(bytes) ((ptl_source){ .data = (bytes), .size = sizeof(bytes) })
#define SOME "{ \"size\": 1, \"crc32\": 1 }"

/* The members of a patch for a file of a format, made for another state of it. */
static size_t put_patch(char *out, size_t room, const char *format, const char *rest)
{
    return (size_t)snprintf(out, room,
                            "{ \"portolan-patch\": 1, \"format\": \"%s\", \"json\": false, "
                            "\"from\": " SOME ", \"to\": " SOME ", \"written\": " SOME ", %s }",
                            format, rest);
}

static ptl_status apply_text(ptl_bytes *out, const char *text, size_t size, const ptl_source *file,
                             ptl_diag *err)
{
    *err = (ptl_diag){ 0 };
    return ptl_apply(out, &(ptl_source){ .data = text, .size = size }, file, NULL, err);
}

/* ---- Columns --------------------------------------------------------------------------------- */

static void check_growth(const void *data, size_t size, size_t cut)
{
    ptl_source    before = { .data = data, .size = cut }, after = { .data = data, .size = size };
    ptl_diff_opts opts = { .form = PTL_DIFF_PATCH };
    ptl_compared  patch;
    ptl_bytes     made;
    ptl_diag      err;

    CHECK_UINT(ptl_diff(&patch, &before, &after, &opts, NULL), PTL_OK);
    CHECK(ptl_str_holds((ptl_str){ (char *)patch.page.data, patch.page.size },
                        (ptl_str){ "\"items\"", 7 }));
    apply_text(&made, (char *)patch.page.data, patch.page.size, &before, &err);
    CHECK_TEXT(err.message, "");
    CHECK_BYTES(made.data, made.size, data, size);
    ptl_bytes_free(&made);
    ptl_bytes_free(&patch.page);
}

/* Levels whose light was cut: the other file has light for all vertices. */
static void cut_columns_grow(void)
{
    test_bytes level = test_load(PTL_SOURCE "/samples/egoboo/gamedat/level.mpd");

    CHECK(level.data != NULL);
    check_growth(mpd_two_fans, sizeof mpd_two_fans, TWO_LIGHT);
    check_growth(mpd_two_fans, sizeof mpd_two_fans, TWO_LIGHT + 1);
    check_growth(mpd_two_fans, sizeof mpd_two_fans, TWO_END - 1);
    check_growth(level.data, level.size, level.size - 3000);
    free(level.data);
}

/* A list may lose all that it holds: the file is empty then. */
static void lists_become_empty(void)
{
    static const char gates[] = "Gate: 1 2 3 4 F T F\n";
    ptl_source        full = { .data = gates, .size = sizeof gates - 1 }, none = { .data = "" };
    ptl_diff_opts     opts = { .form = PTL_DIFF_PATCH, .read = { .format = "passage" } };
    ptl_compared      patch;
    ptl_bytes         made;

    CHECK_UINT(ptl_diff(&patch, &full, &none, &opts, NULL), PTL_OK);
    CHECK_UINT(ptl_apply(&made, &(ptl_source){ .data = patch.page.data, .size = patch.page.size },
                         &full, &opts.read, NULL),
               PTL_OK);
    CHECK_UINT(made.size, 0);
    ptl_bytes_free(&made);
    ptl_bytes_free(&patch.page);
}

/* ---- What is refused ------------------------------------------------------------------------- */

typedef struct refusal {
    const char *rest, *message; /* behind "numbers": {}, "changes": [ */
} refusal;

#define FIT "the patch does not fit: "
#define LEVEL "{ \"at\": [\"levels\", 0], "
#define LIST(what) LEVEL "\"lists\": { \"annotations\": { " what " } } }"
#define SHAPE(what) LEVEL "\"shapes\": { \"floor\": { " what " } } }"
#define AREA(what) LEVEL "\"cells\": [{ \"x\": 1, \"y\": 1, " what " }] }"
#define ITEM(what) LEVEL "\"items\": [{ " what " }] }"
#define NOTE "{ \"row\": 0, \"column\": 0, \"kind\": \"comment\", \"text\": \"Water drips.\" }"
#define DOOR "{ \"row\": 0, \"column\": 0, \"kind\": \"comment\", \"text\": \"A door.\" }"

#define NO_FIELD "the format has no field of this name here"
#define NO_RECORD "there is no record inside of this field"
#define NO_LIST "this field is no list"
#define NO_GRID "this field is no grid"
#define NO_VALUE "this field has no single value"
#define NO_PAIR "a pair of an old and a new value is expected"
#define NO_THIRD "a pair has no third value"
#define NO_ORDER "this member is unknown, comes twice or comes too late"
#define NO_MEMBERS "the members are field, at, was, is"
#define CELLS_BEGIN "cells begin with x, y, width, height, of"
#define OUTSIDE "cells lie outside of their grid"
#define NOT_THERE FIT "there is no such element"
#define CHANGED FIT "it is not what was there when the patch was made"

static const refusal places[] = {
    { "{ \"values\": { \"title\": [\"Crypt\", \"X\"] } }", "\"at\" comes first" },
    { "{ \"at\": [\"nothing\"] }", NO_FIELD },
    { "{ \"at\": [\"title\"] }", NO_RECORD },
    { "{ \"at\": [\"levels\"] }", "an index is missing" },
    { "{ \"at\": [\"levels\", 0, \"floor\", 0] }", NO_RECORD },
    { "{ \"at\": [\"levels\", 1], \"values\": {} }", NOT_THERE },
    { "{ \"at\": [\"levels\", 1], \"keys\": [null], \"values\": {} }", NOT_THERE },
    { "{ \"at\": [\"levels\", 0], \"keys\": [{ \"name\": \"Attic\" }], \"values\": {} }",
      NOT_THERE ", or more than one" },
    { "{ \"at\": [\"levels\", 0], \"keys\": [{ \"rows\": 3 }], \"values\": {} }",
      "this field is no key" },
    { "{ \"at\": [\"levels\", 0], \"keys\": [{ \"none\": 3 }], \"values\": {} }", NO_FIELD },
    { "{ \"at\": [\"state\", \"display\"], \"keys\": [null], \"values\": {} }",
      "there are more keys than indices" },
    { LEVEL "\"levels\": {} }", NO_ORDER },
    { LEVEL "\"values\": {}, \"values\": {} }", NO_ORDER },
    { LEVEL "\"values\": {}, \"cells\": [] }", NO_ORDER },
};

static const refusal values[] = {
    { "{ \"at\": [], \"values\": { \"levels\": [1, 2] } }", NO_VALUE },
    { LEVEL "\"values\": { \"rows\": [3, 2] } }", NO_VALUE },
    { "{ \"at\": [], \"values\": { \"none\": [1, 2] } }", NO_FIELD },
    { "{ \"at\": [], \"values\": { \"title\": [] } }", NO_PAIR },
    { "{ \"at\": [], \"values\": { \"title\": [\"Crypt\"] } }", NO_PAIR },
    { "{ \"at\": [], \"values\": { \"title\": [\"Crypt\", \"X\", \"Y\"] } }", NO_THIRD },
    { "{ \"at\": [], \"values\": { \"title\": [\"Tomb\", \"X\"] } }",
      FIT "the value is not what it was when the patch was made" },
    { "{ \"at\": [], \"values\": { \"title\": [null, \"X\"] } }",
      FIT "the value is not what it was when the patch was made" },
};

static const refusal lists[] = {
    { LEVEL "\"lists\": { \"rows\": {} } }", NO_LIST },
    { LEVEL "\"lists\": { \"none\": {} } }", NO_FIELD },
    { LIST("\"runs\": []"), "\"was\" comes first" },
    { LIST("\"was\": 4, \"runs\": []"), FIT "it is for a list of 4, and here are 5" },
    { LIST("\"was\": 5, \"run\": []"), "\"runs\" come second" },
    { LIST("\"was\": 5"), NO_PAIR },
    { LIST("\"was\": 5, \"runs\": [[0, 6]]"), "a run is longer than what there is" },
    { LIST("\"was\": 5, \"runs\": [[6, 0]]"), "a run is longer than what there is" },
    { LIST("\"was\": 5, \"runs\": [[-1, 9999999]]"), "a run is longer than what there is" },
    { LIST("\"was\": 5, \"runs\": [[0, 2], [1, 1]]"), "an element is taken twice" },
    { LIST("\"was\": 5, \"runs\": [[0]]"), NO_PAIR },
    { LIST("\"was\": 5, \"runs\": [[0, 1, 2]]"), NO_THIRD },
    { LIST("\"was\": 5, \"runs\": [[0, 5]], \"in\": []"), "\"out\" comes third" },
    { LIST("\"was\": 5, \"runs\": [[0, 5]], \"out\": [], \"out\": []"), "\"in\" comes last" },
    { LIST("\"was\": 5, \"runs\": [[0, 5]], \"out\": []"), NO_PAIR },
    { LIST("\"was\": 5, \"runs\": [[0, 5]], \"out\": [], \"in\": [], \"x\": 1"), NO_THIRD },
    { LIST("\"was\": 5, \"runs\": [[1, 4]], \"out\": [], \"in\": []"),
      "there are fewer elements than the runs ask for" },
    { LIST("\"was\": 5, \"runs\": [[0, 5]], \"out\": [" NOTE "], \"in\": []"),
      "there are more elements than the runs ask for" },
    { LIST("\"was\": 5, \"runs\": [[1, 4]], \"out\": [" DOOR "], \"in\": []"), CHANGED },
    { LIST("\"was\": 5, \"runs\": [[0, 5], [-1, 1]], \"out\": [], \"in\": []"),
      "there are fewer elements than the runs ask for" },
    { LIST("\"was\": 5, \"runs\": [[0, 5]], \"out\": [], \"in\": [" NOTE "]"),
      "there are more elements than the runs ask for" },
};

static const refusal items[] = {
    { ITEM("\"at\": 0"), NO_MEMBERS },
    { ITEM("\"field\": \"none\""), NO_FIELD },
    { ITEM("\"field\": \"floor\""), NO_LIST },
    { ITEM("\"field\": \"annotations\", \"at\": 0, \"is\": []"), NO_MEMBERS },
    { ITEM("\"field\": \"annotations\", \"at\": 0, \"was\": [], \"is\": [], \"is\": []"),
      NO_MEMBERS },
    { ITEM("\"field\": \"annotations\", \"at\": 5, \"was\": [" NOTE "], \"is\": []"),
      FIT "the list is too short" },
    { ITEM("\"field\": \"annotations\", \"at\": 0, \"was\": [" DOOR "], \"is\": []"), CHANGED },
    { ITEM("\"field\": \"annotations\", \"at\": 0, \"was\": [], \"is\": [" DOOR "]"),
      "there are more new elements than old ones" },
};

static const refusal grids[] = {
    { LEVEL "\"shapes\": { \"rows\": {} } }", NO_GRID },
    { LEVEL "\"layers\": { \"annotations\": true } }", NO_GRID },
    { LEVEL "\"layers\": { \"floor\": true } }", FIT "the layer is there already" },
    { LEVEL "\"layers\": { \"trail\": false } }",
      FIT "the cell is not what it was when the patch was made" },
    { SHAPE("\"columns\": []"), "\"was\" comes first" },
    { SHAPE("\"was\": [5]"), NO_PAIR },
    { SHAPE("\"was\": [5, 4, 3]"), NO_THIRD },
    { SHAPE("\"was\": [4, 4]"), FIT "the grid has another size" },
    { SHAPE("\"was\": [5, 4], \"rows\": []"), "a shape has was, columns, rows" },
    { SHAPE("\"was\": [5, 4], \"columns\": [[0, 5]], \"out\": {}"),
      "a shape has was, columns, rows" },
    { SHAPE("\"was\": [5, 4], \"columns\": [[0, 5]], \"rows\": [[0, 4]], \"in\": {}"),
      "a shape has was, columns, rows, out" },
    { SHAPE("\"was\": [5, 4], \"columns\": [[0, 5]], \"rows\": [[0, 3]]"),
      "a shape without \"out\" takes cells away" },
    { SHAPE("\"was\": [5, 4], \"columns\": [[0, 5]], \"rows\": [[0, 3]], \"out\": {}"),
      FIT "the patch takes rows or columns away and knows nothing of this grid" },
    { SHAPE("\"was\": [5, 4], \"columns\": [[0, 5]], \"rows\": [[0, 3]], \"out\": { \"title\": 0 "
            "}"),
      NO_FIELD },
    { SHAPE("\"was\": [5, 4], \"columns\": [[0, 5]], \"rows\": [[0, 3]], \"out\": { \"name\": 0 }"),
      "this field is no grid of this shape, or it comes twice" },
    { SHAPE("\"was\": [5, 4], \"columns\": [[0, 5]], \"rows\": [[0, 3]], \"out\": { \"floor\": 7 "
            "}"),
      FIT "the cell is not what it was when the patch was made" },
    { SHAPE("\"was\": [5, 4], \"columns\": [[0, 5]], \"rows\": [[0, 3]], \"out\": { \"floor\": "
            "[0, 0, 0, 0] }"),
      "there are fewer values than cells that go" },
    { SHAPE("\"was\": [5, 4], \"columns\": [[0, 5]], \"rows\": [[0, 3]], \"out\": { \"floor\": "
            "[0, 0, 0, 0, 0, 0] }"),
      "there are more values than cells that go" },
    { SHAPE(
          "\"was\": [5, 4], \"columns\": [[0, 5]], \"rows\": [[0, 4]], \"out\": { \"floor\": [], "
          "\"orientation\": [], \"wall_north\": [], \"wall_west\": [], \"trail\": [] }, \"x\": 0"),
      NO_THIRD },
    { AREA("\"width\": 1, \"of\": [5, 4]"), CELLS_BEGIN },
    { AREA("\"width\": 0, \"height\": 1, \"of\": [5, 4], \"floor\": [50, 1]"), OUTSIDE },
    { AREA("\"width\": 1, \"height\": 0, \"of\": [5, 4], \"floor\": [50, 1]"), OUTSIDE },
    { AREA("\"width\": 5, \"height\": 1, \"of\": [5, 4], \"floor\": [50, 1]"), OUTSIDE },
    { AREA("\"width\": 1, \"height\": 4, \"of\": [5, 4], \"floor\": [50, 1]"), OUTSIDE },
    { AREA("\"width\": 1, \"height\": 1, \"of\": [6, 4], \"floor\": [50, 1]"),
      FIT "the grid has another size: its cells are elsewhere now" },
    { AREA("\"width\": 1, \"height\": 1, \"of\": [5, 9], \"floor\": [50, 1]"),
      FIT "the grid has another size: its cells are elsewhere now" },
    { AREA("\"width\": 1, \"height\": 1, \"of\": [5, 4], \"none\": [50, 1]"), NO_FIELD },
    { AREA("\"width\": 1, \"height\": 1, \"of\": [5, 4], \"name\": [50, 1]"), NO_GRID },
    { AREA("\"width\": 1, \"height\": 1, \"of\": [5, 4], \"floor\": [49, 1]"),
      FIT "the cell is not what it was when the patch was made" },
    { AREA("\"width\": 1, \"height\": 1, \"of\": [5, 4], \"floor\": [50]"), NO_PAIR },
    { AREA("\"width\": 1, \"height\": 1, \"of\": [5, 4], \"floor\": [50, 1, 1]"), NO_THIRD },
    { AREA("\"width\": 2, \"height\": 1, \"of\": [5, 4], \"each\": true, \"floor\": [[50], [1]]"),
      "there are fewer values than cells" },
    { AREA("\"width\": 2, \"height\": 1, \"of\": [5, 4], \"each\": true, \"floor\": "
           "[[50, 1, 1], [1]]"),
      "there are more values than cells" },
};

static void check_refusal(const char *rest, const char *rule, const char *message)
{
    ptl_source file = SOURCE(grmm_room);
    char       text[1024];
    ptl_bytes  made;
    ptl_diag   err;
    size_t     size = put_patch(text, sizeof text, "grmm", rest);

    CHECK(size < sizeof text);
    CHECK_UINT(apply_text(&made, text, size, &file, &err), PTL_E_SYNTAX);
    if (strcmp(err.message, message) != 0 || strcmp(err.rule, rule) != 0)
        test_fail(__FILE__, __LINE__, "%s: %s [%s], not %s", rest, err.message, err.rule, message);
    CHECK(made.data == NULL);
}

static void check_refusals(const refusal *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char rest[768];
        bool fits = strncmp(rows[i].message, FIT, sizeof FIT - 1) == 0;

        snprintf(rest, sizeof rest, "\"numbers\": {}, \"changes\": [%s]", rows[i].rest);
        check_refusal(rest, fits ? "patch-misfit" : "patch-syntax", rows[i].message);
    }
}

static void places_are_looked_at(void)
{
    check_refusals(places, COUNT(places));
}

static void values_are_looked_at(void)
{
    check_refusals(values, COUNT(values));
}

static void lists_are_looked_at(void)
{
    check_refusals(lists, COUNT(lists));
    check_refusals(items, COUNT(items));
}

static void grids_are_looked_at(void)
{
    check_refusals(grids, COUNT(grids));
}

/* What numbers count, which comes in front of all changes. */
static void numbers_are_looked_at(void)
{
    static const refusal rows[] = {
        { "\"none\": {}", NO_FIELD },
        { "\"title\": {}", "nothing counts the elements of this field, or it comes twice" },
        { "\"levels\": {}", NO_PAIR },
        { "\"levels\": { \"was\": 2, \"runs\": [] }", FIT "it is for a list of 2, and here are 1" },
        { "\"levels\": { \"was\": 1, \"runs\": [[0, 1]], \"x\": 0 }",
          "numbers have was, runs, keys" },
        { "\"levels\": { \"keys\": [{ \"name\": \"Attic\" }] }",
          FIT "numbers in the patch count another element here" },
        { "\"levels\": { \"keys\": [{ \"name\": \"Cellar\" }], \"x\": 0 }", NO_THIRD },
        { "\"levels\": { \"keys\": [null] }, \"levels\": { \"keys\": [] }",
          "nothing counts the elements of this field, or it comes twice" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        char rest[512];
        bool fits = strncmp(rows[i].message, FIT, sizeof FIT - 1) == 0;

        snprintf(rest, sizeof rest, "\"numbers\": { %s }, \"changes\": []", rows[i].rest);
        check_refusal(rest, fits ? "patch-misfit" : "patch-syntax", rows[i].message);
    }
}

/* ---- Heads and bytes ------------------------------------------------------------------------- */

static void heads_are_looked_at(void)
{
    static const char begin[] = "{ \"portolan-patch\": 1, \"format\": \"grmm\", \"json\": false, "
                                "\"from\": { \"size\": 1, \"crc32\": 1 }, \"to\": ";
    static const struct {
        bool        begun; /* with the members above */
        const char *text, *message;
    } rows[] = {
        { false, "{ \"portolan-patch\": 2 }", "this is no patch of a version that is known: 1" },
        { false, "{ }", "the patch has no changes" },
        { false, "{ \"format\": \"grmm\" }", "this is no patch, or its members are not in order" },
        { false, "{ \"portolan-patch\": 1, \"format\": \"pf\\u006dap\" }",
          "the patch is for the format \"pfmap\", the file is of \"grmm\"" },
        { false, "{ \"portolan-patch\": 1, \"format\": \"grmm\", \"json\": true }",
          FIT "it is for JSON" },
        { true, "{ \"size\": 1 } }", "the members are size, crc32" },
        { true, "{ \"crc32\": 1, \"size\": 1 } }", "the members are size, crc32" },
        { true, "{ \"size\": 1, \"crc32\": 1, \"crc32\": 1 } }", "the members are size, crc32" },
        { true, SOME ", \"written\": " SOME " }", "the patch has no changes" },
        { true, SOME ", \"written\": " SOME ", \"numbers\": {}, \"whole\": [] }",
          "this is no patch, or its members are not in order" },
        { true, SOME ", \"written\": " SOME ", \"whole\": [] }",
          FIT "it is for the very file it was made for, and no other" },
        { true, SOME ", \"written\": " SOME ", \"numbers\": {}, \"changes\": [], \"whole\": [] }",
          "this is no patch, or its members are not in order" },
        { true,
          SOME ", \"written\": " SOME ", \"numbers\": {}, \"changes\": [], \"bytes\": [], "
               "\"more\": 1 }",
          "this is no patch, or its members are not in order" },
    };
    ptl_source file = SOURCE(grmm_room);

    for (size_t i = 0; i < COUNT(rows); i++) {
        char      text[512];
        ptl_bytes made;
        ptl_diag  err;
        int size = snprintf(text, sizeof text, "%s%s", rows[i].begun ? begin : "", rows[i].text);

        CHECK(size > 0 && (size_t)size < sizeof text);
        CHECK_UINT(apply_text(&made, text, (size_t)size, &file, &err), PTL_E_SYNTAX);
        CHECK_TEXT(err.message, rows[i].message);
        CHECK(made.data == NULL);
    }
}

/* The result of "whole" for one passage, which is `to` long and has a right sum. */
static ptl_status apply_whole(ptl_bytes *out, const char *whole, const char *to, ptl_diag *err)
{
    static const char file[] = "A: 0 0 1 1 F T F\n";
    ptl_span          old    = { (const uint8_t *)file, sizeof file - 1 };
    ptl_span new             = { (const uint8_t *)to, strlen(to) };
    ptl_read_opts read       = { .format = "passage" };
    char          text[512];
    int           size;

    size = snprintf(text, sizeof text,
                    "{ \"portolan-patch\": 1, \"format\": \"passage\", \"json\": false, "
                    "\"from\": { \"size\": %zu, \"crc32\": %lu }, "
                    "\"to\": { \"size\": %zu, \"crc32\": %lu }, \"written\": " SOME
                    ", \"whole\": %s }",
                    old.size, (unsigned long)ptl_crc32(PTL_CRC32, old), new.size,
                    (unsigned long)ptl_crc32(PTL_CRC32, new), whole);
    *err = (ptl_diag){ 0 };
    return ptl_apply(out, &(ptl_source){ .data = text, .size = (size_t)size },
                     &(ptl_source){ .data = old.data, .size = old.size }, &read, err);
}

static void bytes_are_looked_at(void)
{
    static const struct {
        const char *whole, *to, *message;
    } rows[] = {
        { "[[0, 17]]", "A: 0 0 1 1 F T F\n", "" },
        { "[\"Qg==\", [1, 16]]", "B: 0 0 1 1 F T F\n", "" },
        { "[]", "", "" },
        { "[[0, 18]]", "A: 0 0 1 1 F T F\nA",
          "bytes are copied from where there are none, or too many" },
        { "[[18, 0]]", "", "bytes are copied from where there are none, or too many" },
        { "[[0, 3]]", "A:", "bytes are copied from where there are none, or too many" },
        { "[[0]]", "A", "bytes are copied from where there are none, or too many" },
        { "[[0, 1, 2]]", "A", "bytes are copied from where there are none, or too many" },
        { "[\"QUI=\"]", "A", "new bytes are not base64, or too many" },
        { "[\"Q*==\"]", "A", "new bytes are not base64, or too many" },
        { "[\"QQ\"]", "A", "new bytes are not base64, or too many" },
        { "[[0, 1]]", "B", FIT "what comes out is not what it says" },
        { "[[0, 1]]", "AB", FIT "what comes out is not what it says" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        ptl_bytes made;
        ptl_diag  err;

        apply_whole(&made, rows[i].whole, rows[i].to, &err);
        CHECK_TEXT(err.message, rows[i].message);
        if (!*rows[i].message)
            CHECK_BYTES(made.data, made.size, rows[i].to, strlen(rows[i].to));
        CHECK(!*rows[i].message || !made.data);
        ptl_bytes_free(&made);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(lists_become_empty),    TEST(cut_columns_grow),    TEST(places_are_looked_at),
        TEST(values_are_looked_at),  TEST(lists_are_looked_at), TEST(grids_are_looked_at),
        TEST(numbers_are_looked_at), TEST(heads_are_looked_at), TEST(bytes_are_looked_at),
    };

    return run_tests("patch", tests, COUNT(tests));
}
