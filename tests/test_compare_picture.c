/* SPDX-License-Identifier: MIT */
/* Pictures of two and of three files: what is marked, and where. */
#include <portolan/compare.h>
#include <portolan/grmm.h>
#include <portolan/pixels.h>
#include <string.h>

#include "harness.h"
#include "render/plan_draw.h"
#include "support.h"

enum { BAR = 5, GAP = 12 };

static const uint8_t orange[] = { 255, 111, 0 }, green[] = { 0, 150, 60 }, red[] = { 213, 0, 0 };

/* A map of levels of 6 by 8 cells, as a file. */
static ptl_bytes map(size_t levels, void (*edit)(ptl_doc *doc))
{
    ptl_doc  *doc;
    ptl_bytes out;

    CHECK_UINT(ptl_grmm_new(&doc, "Test", "2026-01-02 03:04:05", 4, NULL, NULL), PTL_OK);
    for (size_t i = 0; i < levels; i++) {
        CHECK_UINT(
            ptl_grmm_add_level(NULL, doc, "Place", i ? "low" : "high", (int16_t)-i, 6, 8, NULL),
            PTL_OK);
        for (uint32_t cell = 0; cell < 48; cell++)
            ptl_grmm_set(doc, i, PTL_GRMM_FLOOR, cell / 8, cell % 8, PTL_GRMM_BLANK, NULL);
    }
    if (edit)
        edit(doc);
    CHECK_UINT(ptl_write(&out, doc, NULL, NULL), PTL_OK);
    ptl_doc_free(doc);
    return out;
}

static void plate(ptl_doc *doc)
{
    ptl_grmm_set(doc, 1, PTL_GRMM_FLOOR, 3, 2, PTL_GRMM_PLATE, NULL);
}

static void column(ptl_doc *doc)
{
    ptl_grmm_set(doc, 1, PTL_GRMM_FLOOR, 3, 2, PTL_GRMM_COLUMN, NULL);
}

static ptl_source source_of(const ptl_bytes *bytes)
{
    return (ptl_source){ .data = bytes->data, .size = bytes->size };
}

static size_t pixels_like(const ptl_pixels *p, const uint8_t color[3], uint32_t from, uint32_t to)
{
    size_t count = 0;

    for (uint32_t y = BAR; y < p->height; y++)
        for (uint32_t x = from; x < to; x++)
            count += memcmp(p->rgba.data + 4 * ((size_t)y * p->width + x), color, 3) == 0;
    return count;
}

static ptl_pixels decode(ptl_bytes *png)
{
    ptl_pixels pixels;
    ptl_source from = source_of(png);

    CHECK_UINT(ptl_pixels_read(&pixels, &from, NULL, NULL), PTL_OK);
    return pixels;
}

static ptl_pixels picture(ptl_bytes a, ptl_bytes b, ptl_look look)
{
    ptl_source       before = source_of(&a), after = source_of(&b);
    ptl_compare_look how = { .look = look };
    ptl_bytes        png;
    ptl_pixels       out;

    CHECK_UINT(ptl_diff_picture(&png, &before, &after, &how, NULL), PTL_OK);
    CHECK((look == PTL_LOOK_FLICKER) == (memcmp(png.data + 37, "acTL", 4) == 0));
    out = decode(&png);
    ptl_bytes_free(&png);
    ptl_bytes_free(&a);
    ptl_bytes_free(&b);
    return out;
}

static void changed_cells_have_frames(void)
{
    ptl_pixels p    = picture(map(2, NULL), map(2, plate), PTL_LOOK_SIDES);
    uint32_t   half = (p.width - GAP) / 2;

    CHECK_UINT(p.rgba.data[0], 198); /* the bar above what was */
    CHECK_UINT(p.rgba.data[4 * (half + GAP)], 46);
    /* one frame of 34 by 34 pixels, two wide, in both: of two levels one is drawn */
    CHECK_UINT(pixels_like(&p, orange, 0, half), 34 * 34 - 30 * 30);
    CHECK_UINT(pixels_like(&p, orange, half + GAP, p.width), 34 * 34 - 30 * 30);
    ptl_pixels_free(&p);
    p = picture(map(2, NULL), map(2, plate), PTL_LOOK_OVERLAY);
    CHECK_UINT(p.width, half);
    CHECK_UINT(pixels_like(&p, orange, 0, half), 34 * 34 - 30 * 30);
    ptl_pixels_free(&p);
    p = picture(map(2, NULL), map(2, plate), PTL_LOOK_FLICKER);
    CHECK_UINT(p.width, half);
    ptl_pixels_free(&p);
}

static void note(ptl_doc *doc)
{
    ptl_grmm_note at = { .row = 1, .column = 1, .kind = PTL_GRMM_COMMENT, .text = { "x", 1 } };

    CHECK_UINT(ptl_grmm_add_note(doc, 0, &at, NULL), PTL_OK);
}

static void what_came_and_went_has_its_colors(void)
{
    ptl_pixels p = picture(map(1, NULL), map(1, note), PTL_LOOK_OVERLAY);

    CHECK(pixels_like(&p, green, 0, p.width) == 0); /* half of what was shines through */
    ptl_pixels_free(&p);
    p = picture(map(1, NULL), map(1, note), PTL_LOOK_SIDES);
    CHECK(pixels_like(&p, green, p.width / 2, p.width) >= 100);
    CHECK_UINT(pixels_like(&p, green, 0, p.width / 2 - GAP), 0);
    ptl_pixels_free(&p);
    p = picture(map(1, note), map(1, NULL), PTL_LOOK_SIDES);
    CHECK(pixels_like(&p, red, 0, p.width / 2) >= 100);
    ptl_pixels_free(&p);
    p = picture(map(1, NULL), map(2, NULL), PTL_LOOK_SIDES); /* the level that came, alone */
    CHECK_UINT(pixels_like(&p, orange, 0, p.width), 0);
    ptl_pixels_free(&p);
}

static void conflicts_are_marked_in_all_three(void)
{
    ptl_bytes        file[3] = { map(2, NULL), map(2, plate), map(2, column) }, png;
    ptl_source       from[3];
    ptl_compare_look how = { .look = PTL_LOOK_SIDES };
    ptl_pixels       p;
    uint32_t         third;

    for (int i = 0; i < 3; i++)
        from[i] = source_of(&file[i]);
    CHECK_UINT(ptl_merge_picture(&png, &from[0], &from[1], &from[2], &how, NULL), PTL_OK);
    p     = decode(&png);
    third = (p.width - 2 * GAP) / 3;
    for (uint32_t i = 0; i < 3; i++)
        CHECK_UINT(pixels_like(&p, orange, i * (third + GAP), i * (third + GAP) + third),
                   34 * 34 - 30 * 30);
    ptl_pixels_free(&p);
    ptl_bytes_free(&png);
    for (int i = 0; i < 3; i++)
        ptl_bytes_free(&file[i]);
}

static void refusals_are_clear(void)
{
    static const char list[] = "Gate: 1 1 2 2 F F F\n";
    ptl_bytes         file   = map(1, NULL), png;
    ptl_source        a = source_of(&file), cut = { .data = file.data, .size = file.size / 2 };
    ptl_source        gates = { .data = list, .size = sizeof list - 1 };
    ptl_compare_look  how   = { .read = { .format = "passage" } };
    ptl_diag          wrong;

    CHECK_UINT(ptl_diff_picture(&png, &a, &cut, NULL, &wrong), PTL_E_SYNTAX);
    CHECK(png.data == NULL);
    CHECK_UINT(ptl_diff_picture(&png, &gates, &gates, &how, &wrong), PTL_E_UNSUPPORTED);
    CHECK_TEXT(wrong.message, "there is no picture of a document of passage");
    CHECK_UINT(ptl_diff_picture(&png, &a, NULL, NULL, &wrong), PTL_E_ARG);
    CHECK_UINT(ptl_merge_picture(&png, &a, &a, NULL, NULL, &wrong), PTL_E_ARG);
    ptl_bytes_free(&file);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(changed_cells_have_frames),
        TEST(what_came_and_went_has_its_colors),
        TEST(conflicts_are_marked_in_all_three),
        TEST(refusals_are_clear),
    };

    if (!ptl_plan_draw_there())
        return 77;
    return run_tests("compare-picture", tests, COUNT(tests));
}
