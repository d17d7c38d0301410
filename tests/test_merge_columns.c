/* SPDX-License-Identifier: MIT */
/* Columns that end before others do, as in meshes whose light was cut off, are merged value by
 * value. */
#include <portolan/compare.h>
#include <portolan/mpd.h>
#include <stdlib.h>

#include "harness.h"
#include "support.h"

enum { FIRST, LAST = 11, LIT = 6 }; /* vertices; the light of those behind LIT is not in the file */

static ptl_bytes mesh(const test_bytes *file, size_t vertex, float height, uint8_t light)
{
    ptl_doc  *doc = must_read(file->data, file->size, NULL);
    ptl_mpd  *map = ptl_mpd_of(doc);
    ptl_bytes out;

    CHECK(map->light.count < map->z.count);
    if (height > 0)
        map->z.data[vertex] = height;
    if (light > 0)
        map->light.data[vertex] = light;
    out = must_write(doc, NULL);
    ptl_doc_free(doc);
    return out;
}

static ptl_merged merge(const test_bytes *file, const ptl_bytes *ours, const ptl_bytes *theirs)
{
    ptl_source base = { .data = file->data, .size = file->size };
    ptl_merged out;

    CHECK_UINT(ptl_merge(&out, &base, &(ptl_source){ .data = ours->data, .size = ours->size },
                         &(ptl_source){ .data = theirs->data, .size = theirs->size }, NULL, NULL),
               PTL_OK);
    return out;
}

static void both_sides_are_there(void)
{
    test_bytes file = test_load(PTL_SOURCE "/tests/golden/mpd/roundtrip/short-light.mpd");
    ptl_bytes  ours = mesh(&file, LIT, 320, 9), theirs = mesh(&file, LAST, 640, 0);
    ptl_merged found = merge(&file, &ours, &theirs);
    ptl_doc   *doc   = must_read(found.file.data, found.file.size, NULL);
    ptl_mpd   *map   = ptl_mpd_of(doc);

    CHECK_UINT(found.count, 0);
    CHECK(map->z.data[LIT] == 320 && map->z.data[LAST] == 640);
    CHECK_UINT(map->light.data[LIT], 9);
    CHECK_UINT(map->light.count, LIT + 1);
    ptl_doc_free(doc);
    ptl_merged_free(&found);
    ptl_bytes_free(&ours);
    ptl_bytes_free(&theirs);
    free(file.data);
}

/* Only the one value that both changed is a conflict. */
static void one_value_is_one_conflict(void)
{
    test_bytes file = test_load(PTL_SOURCE "/tests/golden/mpd/roundtrip/short-light.mpd");
    ptl_bytes  ours = mesh(&file, FIRST, 320, 0), theirs = mesh(&file, FIRST, 640, 9);
    ptl_merged found = merge(&file, &ours, &theirs);
    ptl_doc   *doc   = must_read(found.file.data, found.file.size, NULL);

    CHECK_UINT(found.count, 1);
    CHECK(ptl_mpd_of(doc)->z.data[FIRST] == 320);
    CHECK_UINT(ptl_mpd_of(doc)->light.data[FIRST], 9);
    ptl_doc_free(doc);
    ptl_merged_free(&found);
    ptl_bytes_free(&ours);
    ptl_bytes_free(&theirs);
    free(file.data);
}

int main(void)
{
    static const test_case tests[] = { TEST(both_sides_are_there),
                                       TEST(one_value_is_one_conflict) };

    return run_tests("merge_columns", tests, COUNT(tests));
}
