/* SPDX-License-Identifier: MIT */
/* Patches by hand: each way to be wrong is refused by its own words, and columns that are cut short
 * grow. */
#include <portolan/compare.h>
#include <portolan/grmm.h>
#include <portolan/mpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

int main(void)
{
    static const test_case tests[] = {
        TEST(cut_columns_grow),
    };

    return run_tests("patch", tests, COUNT(tests));
}
