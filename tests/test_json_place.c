/* SPDX-License-Identifier: MIT */
/* Places in JSON by logical path: found in any order, whatever stands before them, and never at a
 * cost that grows with the number of questions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json_place.h"
#include "harness.h"

static const char text[] =
    "\xEF\xBB\xBF{ \"portolan\": \"x\", \"a\\\"b\": \"}]\\\\\", \"n\": -1.5e3,\n"
    "\"levels\": [{\"name\":\"[{\", \"floor\": [[1,2],[3 , 44]]}, {\"floor\":"
    "[ [ \"5\",6 ] ], \"name\" : \"two\", \"none\": [], \"no\": {}}],\"t\":true}";

/* What stands at a place, up to `length` bytes. */
static bool leads_to(ptl_json_way *way, const char *path, const char *there)
{
    uint64_t at = ptl_json_place(way, text, sizeof text - 1, path);

    return at != PTL_NOWHERE && strncmp(text + at, there, strlen(there)) == 0;
}

static const struct {
    const char *path, *there;
} rows[] = {
    { "portolan", "\"x\"" },
    { "n", "-1.5e3" },
    { "t", "true}" },
    { "levels", "[{\"name\"" },
    { "levels[0]", "{\"name\":\"[{\"" },
    { "levels[1]", "{\"floor\":" },
    { "levels[1]/name", "\"two\"" },
    { "levels[0]/floor[1,1]", "44]" }, /* column, row */
    { "levels[0]/floor[0,1]", "3 ," },
    { "levels[0]/floor[1,0]", "2]" },
    { "levels[1]/floor[1,0]", "6 ]" },
    { "levels[1]/floor[0,0]", "\"5\"" },
    { "levels[1]/floor[0,1]", "[ [ \"5\"" }, /* as far as there is something */
    { "levels[1]/none[0]", "[]" },
    { "levels[1]/no/where", "{}" },
    { "levels[7]/name", "[{\"name\"" },
    { "n[3]", "-1.5e3" },
};

/* Every way after every other: what is remembered never leads astray. */
static void paths_lead_to_values(void)
{
    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t k = 0; k < COUNT(rows); k++) {
            ptl_json_way way = { 0 };

            CHECK(leads_to(&way, rows[i].path, rows[i].there));
            CHECK(leads_to(&way, rows[k].path, rows[k].there));
            CHECK(leads_to(&way, rows[i].path, rows[i].there));
        }
}

/* What was left out is missed in the whole. */
static void others_lead_to_the_whole(void)
{
    static const char *const paths[] = { "x", "floor[0,0]", "[0]", "/", "levels2", "leve" };
    ptl_json_way             way     = { 0 };

    CHECK(ptl_json_place(&way, text, sizeof text - 1, "") == PTL_NOWHERE);
    for (size_t i = 0; i < COUNT(paths); i++) {
        CHECK(leads_to(&way, paths[i], "{ \"portolan\""));
        CHECK(leads_to(&way, "t", "true}"));
        CHECK(leads_to(&way, paths[i], "{ \"portolan\""));
    }
}

/* A text that is cut anywhere is left at its end at the latest. */
static void survives_cuts(void)
{
    for (size_t size = 0; size < sizeof text; size++) {
        char *cut = malloc(size + 1); /* its own piece, so that a step too far is seen */

        CHECK(cut != NULL);
        memcpy(cut, text, size);
        cut = realloc(cut, size ? size : 1);
        for (size_t i = 0; i < COUNT(rows); i++) {
            ptl_json_way way = { 0 };
            uint64_t     at  = ptl_json_place(&way, cut, size, rows[i].path);

            CHECK(at == PTL_NOWHERE || at <= size);
        }
        free(cut);
    }
}

/* Questions about the end and the beginning in turns are answered until the text was looked at a
 * few times; those that go on where the last ended cost nothing of that. */
static void cost_is_bounded(void)
{
    enum { VALUES = 1 << 20 };
    char        *list = malloc(2 * VALUES + 32);
    ptl_json_way way  = { 0 };
    size_t       size = 0, answers = 0;
    char         path[32];

    CHECK(list != NULL);
    size += (size_t)sprintf(list, "{\"a\":[0");
    for (size_t i = 1; i < VALUES; i++, size += 2)
        memcpy(list + size, ",1", 2);
    size += (size_t)sprintf(list + size, "],\"b\":2}");
    for (size_t i = 0; i < VALUES; i += 64) {
        snprintf(path, sizeof path, "a[%zu]", i);
        CHECK(ptl_json_place(&way, list, size, path) == 6 + 2 * i);
    }
    CHECK(way.seen < 2 * size);
    for (size_t i = 0; i < 1000; i++)
        answers += ptl_json_place(&way, list, size, i % 2 ? "a[0]" : "b") != PTL_NOWHERE;
    CHECK(answers > 8 && answers < 100);
    CHECK(way.seen < 20 * (uint64_t)size);
    free(list);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(paths_lead_to_values),
        TEST(others_lead_to_the_whole),
        TEST(survives_cuts),
        TEST(cost_is_bounded),
    };

    return run_tests("json_place", tests, COUNT(tests));
}
