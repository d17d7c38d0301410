/* SPDX-License-Identifier: MIT */
/* Textures and the tables of color: what comes out between texels and between levels. */
#include <math.h>
#include <string.h>

#include "fixture.h"
#include "harness.h"
#include "render/texture.h"

static void textures_blend_texels_and_levels(void)
{
    ptl_rgba pixels[4] = {
        { 0, 0, 0, 255 }, { 255, 255, 255, 255 }, { 255, 0, 0, 0 }, { 0, 0, 0, 0 }
    };
    ptl_image   image = { .width = 2, .height = 2, .pixels = pixels, .has_alpha = true };
    ptl_texture t;
    ptl_srgb   *srgb;
    fixture     f;
    float       color[4];

    fixture_begin(&f, "", 0);
    srgb = ptl_arena_raw(&f.job, sizeof *srgb);
    ptl_srgb_fill(srgb);
    CHECK(ptl_texture_make(&f.job, &t, &image, true, 0, srgb));
    CHECK_UINT(t.levels, 2);
    CHECK(t.clear);
    ptl_texture_at(&t, NULL, 0.25f, 0.25f, 1, color); /* the middle of a texel */
    CHECK(color[0] < 1e-6f && color[3] > 0.9999f);
    ptl_texture_at(&t, NULL, 0.5f, 0.25f, 1, color); /* between two, in light */
    CHECK(fabsf(color[1] - 0.5f) < 1e-4f);
    ptl_texture_at(&t, NULL, 1.75f, -0.75f, 1, color); /* repeated */
    CHECK(color[1] > 0.9999f);
    ptl_texture_at(&t, NULL, 0.1f, 0.9f, 4,
                   color); /* the mean of all; what is clear gives no color */
    CHECK(fabsf(color[0] - 0.25f) < 1e-4f && fabsf(color[3] - 0.5f) < 1e-4f);
    fixture_end(&f);
}

/* A sheet of four tiles, red, green, blue and white, far away: each keeps its color to the rim. */
static void tiles_of_a_sheet_do_not_bleed(void)
{
    enum { SIDE = 32 };
    static const ptl_rgba tile[4] = {
        { 255, 0, 0, 255 }, { 0, 255, 0, 255 }, { 0, 0, 255, 255 }, { 255, 255, 255, 255 }
    };
    static ptl_rgba  pixels[SIDE * SIDE];
    static ptl_srgb  srgb;
    ptl_image        image = { .width = SIDE, .height = SIDE, .pixels = pixels };
    ptl_texture      t;
    ptl_texture_part part;
    fixture          f;
    float            color[4];

    for (size_t i = 0; i < SIDE * SIDE; i++)
        pixels[i] = tile[i / SIDE / 16 * 2 + i % SIDE / 16];
    fixture_begin(&f, "", 0);
    ptl_srgb_fill(&srgb);
    CHECK(ptl_texture_make(&f.job, &t, &image, false, 0, &srgb));
    part =
        ptl_texture_part_of(&t, (const float[]){ 0.52f, 0.02f }, (const float[]){ 0.98f, 0.48f });
    for (float area = 1; area < 1e6f; area *= 3)
        for (float place = 0.02f; place < 0.48f; place += 0.02f) {
            ptl_texture_at(&t, &part, 0.5f + place, 0.02f, area, color);
            CHECK(color[0] == 0 && color[1] > 0.9999f && color[2] == 0);
        }
    ptl_texture_at(&t, NULL, 0.52f, 0.02f, 64, color);
    CHECK(color[0] > 0.1f); /* which it does otherwise */
    fixture_end(&f);
}

static void tables_of_color_are_srgb(void)
{
    static ptl_srgb t;

    ptl_srgb_fill(&t);
    CHECK_UINT(t.linear[0], 0);
    CHECK_UINT(t.linear[255], 65535);
    for (unsigned i = 0; i < 256; i++) {
        double value = i / 255.0;
        double light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);

        CHECK(fabs(t.linear[i] - light * 65535) <= 0.51);
        CHECK_UINT(t.coded[t.linear[i]], i);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(textures_blend_texels_and_levels),
        TEST(tiles_of_a_sheet_do_not_bleed),
        TEST(tables_of_color_are_srgb),
    };

    return run_tests("texture", tests, COUNT(tests));
}
