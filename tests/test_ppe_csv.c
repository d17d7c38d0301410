/* SPDX-License-Identifier: MIT */
/* Maps as the CSV of PixelPerfectEditor, in and out. */
#include <portolan/ppe.h>
#include <string.h>

#include "harness.h"
#include "support.h"
#include "sweep.h"

/* Mirrored across, down, both, and nothing. */
static const char small[] = "0,-2147483647,1073741826\n536870915,-1,65534\n";

static ptl_doc *read_csv(const char *text)
{
    return must_read(text, strlen(text), &(ptl_read_opts){ .format = "ppe" });
}

static void remember(void *user, const ptl_diag *diag)
{
    strncat(user, diag->rule, 120 - strlen(user));
    strncat(user, " ", 120 - strlen(user));
}

static void reads_every_kind_of_cell(void)
{
    static const struct {
        uint16_t tile;
        uint8_t  transform;
    } want[]           = { { 0, 0 },
                           { 1, PTL_PPE_MIRROR_X },
                           { 2, PTL_PPE_MIRROR_Y },
                           { 3, PTL_PPE_MIRROR_X | PTL_PPE_MIRROR_Y },
                           { PTL_PPE_EMPTY, 0 },
                           { 65534, 0 } };
    ptl_doc       *doc = read_csv(small);
    const ptl_ppe *map = ptl_ppe_view(doc);

    CHECK(map->width == 3 && map->height == 2 && map->layout == PTL_PPE_OLD);
    CHECK(!ptl_doc_verbatim(doc));
    for (size_t i = 0; i < COUNT(want); i++) {
        ptl_ppe_cell cell = ptl_ppe_cell_of(map, map->cells.data[i]);

        CHECK_UINT(cell.tile, want[i].tile);
        CHECK_UINT(cell.transform, want[i].transform);
    }
    ptl_doc_free(doc);
}

static void comes_back(void)
{
    static const ptl_setting csv = { "form", "csv", 3 };
    ptl_doc                 *doc = read_csv(small);
    ptl_bytes out = must_write(doc, &(ptl_write_opts){ .settings = &csv, .setting_count = 1 });

    CHECK_BYTES(out.data, out.size, small, strlen(small));
    ptl_bytes_free(&out);
    out = must_write(doc, &(ptl_write_opts){ .name = "a.ppe.csv" }); /* by its name */
    CHECK_BYTES(out.data, out.size, small, strlen(small));
    ptl_bytes_free(&out);
    out = must_write(doc, NULL);
    CHECK_UINT(out.size, 12 + 6 * 4);
    ptl_bytes_free(&out);
    ptl_doc_free(doc);
}

/* Blanks, commas at the ends of lines, numbers without a sign; turned cells of Tiled. */
static void takes_what_tiled_writes(void)
{
    static const char text[]     = " 1 , 2147483650,\r\n2684354563,-1,\r\n\r\n";
    char              rules[128] = "";
    ptl_doc          *doc        = must_read(text, strlen(text),
                                             &(ptl_read_opts){ .format = "ppe", .listener = { remember, rules } });
    const ptl_ppe    *map        = ptl_ppe_view(doc);
    ptl_ppe_cell      cell       = ptl_ppe_cell_at(map, 0, 1);

    CHECK_TEXT(rules, "ppe-csv-tiled ");
    CHECK(map->width == 2 && map->height == 2 && map->flags == PTL_PPE_AXIS_SWAP);
    CHECK_UINT(ptl_ppe_cell_at(map, 1, 0).transform, PTL_PPE_MIRROR_X);
    CHECK(cell.tile == 3 && cell.transform == (PTL_PPE_SWAP | PTL_PPE_MIRROR_X));
    ptl_doc_free(doc);
}

static void points_at_the_bad_place(void)
{
    static const struct {
        const char *text, *rule;
        uint32_t    line, column;
    } bad[] = {
        { "1,2\n3\n", "ppe-csv", 2, 1 },
        { "1,2\n3,65535\n", "ppe-csv", 2, 3 },
        { "1,4294967296\n", "ppe-csv", 1, 3 },
        { "1,-2147483649\n", "ppe-csv", 1, 3 },
        { "1,2 3\n", "ppe-csv", 1, 5 },
        { "1,,2\n", "ppe-csv", 1, 3 },
        { ",\n", "ppe-csv", 1, 1 },
        { "1,-\n", "ppe-csv", 1, 3 },
        { "1,2\n3,x\n", "ppe-csv", 2, 3 },
        { "1;2\n3,4\n", "ppe-csv", 1, 2 },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        ptl_diag err =
            must_fail(bad[i].text, strlen(bad[i].text), &(ptl_read_opts){ .format = "ppe" });

        CHECK_TEXT(err.rule, bad[i].rule);
        CHECK_UINT(err.line, bad[i].line);
        CHECK_UINT(err.column, bad[i].column);
    }
}

static void says_what_is_lost(void)
{
    char           rules[128] = "";
    ptl_write_opts opts       = { .name = "a.csv", .listener = { remember, rules } };
    ptl_doc       *doc;
    ptl_bytes      out;
    ptl_ppe       *map;

    CHECK(ptl_ppe_new(&doc, PTL_PPE_NEW, 2, 1, NULL, NULL) == PTL_OK);
    CHECK(ptl_ppe_add_logic(doc, 8, NULL) == PTL_OK);
    map                = ptl_ppe_of(doc);
    map->cells.data[0] = 0xC0050007; /* priority, swapped, palette 5 */
    out                = must_write(doc, &opts);
    CHECK_BYTES(out.data, out.size, "7,-1\n", 5);
    CHECK_TEXT(rules, "ppe-csv-lost ppe-csv-lost ppe-csv-lost ppe-csv-lost ");
    ptl_bytes_free(&out);
    ptl_doc_free(doc);
}

static void survives_damage(void)
{
    sweep("ppe", (const uint8_t *)small, sizeof small - 1);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(reads_every_kind_of_cell), TEST(comes_back),        TEST(takes_what_tiled_writes),
        TEST(points_at_the_bad_place),  TEST(says_what_is_lost), TEST(survives_damage),
    };

    return run_tests("ppe-csv", tests, COUNT(tests));
}
