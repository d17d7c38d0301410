/* SPDX-License-Identifier: MIT */
/* Exports for virtual tabletops over tables made by hand: what no map of ours has, and sizes. */
#include <stdio.h>
#include <string.h>

#include "exports/export.h"
#include "fixture.h"
#include "harness.h"

extern const ptl_export ptl_export_uvtt, ptl_export_foundry;

static ptl_table_door doors[] = {
    { .x0 = 1, .y0 = 1, .x1 = 2, .y1 = 1, .who = PTL_TABLE_ALL, .window = true },
    { .x0 = 3, .y0 = 1, .x1 = 3, .y1 = 2, .who = PTL_TABLE_ALL, .way = PTL_TABLE_WEST },
    { .x0 = 4, .y0 = 1, .x1 = 4, .y1 = 2, .who = PTL_TABLE_MASTER, .secret = true },
};

/* What an export makes of one level without a picture. */
static void write_level(fixture *f, ptl_buf *out, const ptl_export *export, uint32_t rows,
                        uint32_t columns, bool player)
{
    static const ptl_setting alone[] = { { "no-image", NULL, 0 } };
    ptl_table_level          level   = { .name = { "Hall", 4 }, .rows = rows, .columns = columns };
    ptl_table table = { .name = { "Keep", 4 }, .levels = { &level, 1 }, .player = player };

    level.doors.data     = doors;
    level.doors.count    = COUNT(doors);
    f->job.settings      = alone;
    f->job.setting_count = 1;
    *out                 = ptl_buf_of(&f->job, NULL);
    ptl_table_export(&f->job, out, &table, export, &(ptl_side){ .stem = "hall" });
    ptl_put_char(out, 0);
}

static size_t count(const ptl_buf *text, const char *part)
{
    size_t found = 0;

    for (const char *at = (const char *)text->data; (at = strstr(at, part)); at++)
        found++;
    return found;
}

/* A portal that is not closed is a window, and nothing else is one. */
static void windows_are_open_portals(void)
{
    fixture f;
    ptl_buf out;

    fixture_begin(&f, NULL, 0);
    write_level(&f, &out, &ptl_export_uvtt, 3, 5, false);
    CHECK_UINT(count(&out, "\"closed\": false"), 1);
    CHECK_UINT(count(&out, "\"closed\": true"), 2);
    CHECK_UINT(count(&out, "\"position\": {\"x\": 1.5, \"y\": 1}"), 1);
    ptl_buf_free(&out);
    write_level(&f, &out, &ptl_export_foundry, 3, 5, false);
    CHECK_UINT(count(&out, "\"kind\": \"window\""), 1);
    CHECK_UINT(count(&out, "\"door\": 1"), 1);
    CHECK_UINT(count(&out, "\"door\": 2"), 1);
    CHECK_UINT(count(&out, "\"dir\": 2"), 1);
    ptl_buf_free(&out);
    fixture_end(&f);
}

/* What is there for the master alone is not in the players' file. */
static void secrets_are_kept(void)
{
    fixture f;
    ptl_buf out;

    fixture_begin(&f, NULL, 0);
    write_level(&f, &out, &ptl_export_uvtt, 3, 5, true);
    CHECK_UINT(count(&out, "\"closed\": true"), 1);
    CHECK_UINT(count(&out, "{\"x\": 4"), 0);
    ptl_buf_free(&out);
    fixture_end(&f);
}

static void large_levels_have_small_cells(void)
{
    fixture f;
    ptl_buf out;

    fixture_begin(&f, NULL, 0);
    write_level(&f, &out, &ptl_export_uvtt, 10, 200, true);
    CHECK_UINT(count(&out, "\"pixels_per_grid\": 40}"), 1);
    ptl_buf_free(&out);
    write_level(&f, &out, &ptl_export_foundry, 10, 500, true);
    CHECK_UINT(count(&out, "\"size\": 20,"), 1);
    ptl_buf_free(&out);
    write_level(&f, &out, &ptl_export_uvtt, 10, 6666, true);
    CHECK_UINT(count(&out, "\"pixels_per_grid\": 2}"), 1);
    ptl_buf_free(&out);
    CHECK(ptl_ok(&f.job));
    write_level(&f, &out, &ptl_export_foundry, 10, 900, true);
    CHECK_TEXT(f.job.error.rule, "table-size");
    ptl_buf_free(&out);
    fixture_end(&f);
}

int main(void)
{
    static const test_case cases[] = {
        TEST(windows_are_open_portals),
        TEST(secrets_are_kept),
        TEST(large_levels_have_small_cells),
    };

    return run_tests("tables", cases, COUNT(cases));
}
