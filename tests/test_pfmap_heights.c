/* SPDX-License-Identifier: MIT */
/* Permafrost terrain from heightmaps: there and back, corners that meet, what is refused. */
#include <portolan/pfmap.h>

#include "fixture.h"
#include "render/image.h"
#include "render/png_chunk.h"
#include "render/png_write.h"
#include "support.h"

typedef struct heard {
    ptl_diag last;
    size_t   count, losses;
} heard;

static void hear(void *user, const ptl_diag *diag)
{
    heard *h = user;

    check_rule(diag, false);
    h->last = *diag;
    h->count++;
    h->losses += diag->severity == PTL_LOSS;
}

enum { SETTINGS = 3 };

#define SET(name, value)                                                                           \
    {                                                                                              \
        name, value, sizeof(value) - 1                                                             \
    }

static ptl_status make(ptl_doc **doc, const ptl_bytes *png, const ptl_setting more[SETTINGS],
                       heard *h, ptl_diag *err)
{
    ptl_setting   all[SETTINGS + 1] = { { "heightmap", png->data, png->size } };
    size_t        count             = 1;
    ptl_read_opts opts              = { .settings = all, .listener = { .hear = hear, .user = h } };

    for (size_t i = 0; more && i < SETTINGS && more[i].name; i++)
        all[count++] = more[i];
    opts.setting_count = count;
    *h                 = (heard){ 0 };
    return ptl_new(doc, "pfmap", &opts, err);
}

static void need_png(void)
{
    if (!ptl_image_there("png"))
        test_skip("no libspng");
}

/* ---- There and back -------------------------------------------------------------------------- */

static uint32_t seed = 1;

static uint32_t chance(uint32_t below)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % below;
}

/* Any shape beside any other: most edges are cliffs. */
static ptl_doc *chance_terrain(uint32_t rows, uint32_t cols)
{
    ptl_doc   *doc;
    ptl_pfmap *map;

    CHECK_UINT(ptl_pfmap_new(&doc, rows, cols, NULL, NULL), PTL_OK);
    CHECK_UINT(ptl_pfmap_add_material(doc, "a", "a.png", NULL), PTL_OK);
    map = ptl_pfmap_of(doc);
    for (size_t i = 0; i < map->tiles.count; i++) {
        map->tiles.data[i].type = (uint8_t)chance(PTL_PFMAP_TYPES);
        map->tiles.data[i].base = (int16_t)((int)chance(13) - 3);
        map->tiles.data[i].ramp = (uint8_t)chance(5);
    }
    return doc;
}

static void check_corners(const ptl_pfmap *a, const ptl_pfmap *b)
{
    CHECK(a->width == b->width && a->height == b->height);
    for (size_t i = 0; i < a->tiles.count; i++) {
        int want[4], got[4];

        ptl_pfmap_corners(want, &a->tiles.data[i]);
        ptl_pfmap_corners(got, &b->tiles.data[i]);
        CHECK(memcmp(want, got, sizeof want) == 0);
    }
}

/* New, and by an ordinary conversion. */
static void corners_come_back(void)
{
    need_png();
    for (uint32_t round = 0; round < 6; round++) {
        static const char *const per[]   = { "2", "3", "4", "5", "7", "8" };
        ptl_setting              samples = { "per-tile", per[round], 1 };
        ptl_write_opts   opts = { .to = "heightmap", .settings = &samples, .setting_count = 1 };
        ptl_doc         *doc  = chance_terrain(1 + round % 2, 1 + round / 2 % 2), *back;
        ptl_bytes        png  = must_write(doc, &opts);
        const ptl_pfmap *a    = ptl_pfmap_view(doc), *b;
        heard            h;
        ptl_diag         err;

        CHECK_UINT(make(&back, &png, NULL, &h, &err), PTL_OK);
        CHECK(h.count == 1 && h.losses == 0);
        CHECK_TEXT(h.last.rule, "pfmap-heights");
        b = ptl_pfmap_view(back);
        check_corners(a, b);
        ptl_doc_free(back);
        CHECK_UINT(ptl_import(&back, png.data, png.size, "pfmap", NULL, &err), PTL_OK);
        check_corners(a, ptl_pfmap_view(back));
        ptl_bytes_free(&png);
        ptl_doc_free(doc);
        ptl_doc_free(back);
    }
}

/* ---- Pictures of others ---------------------------------------------------------------------- */

typedef uint16_t gray_at(uint32_t x, uint32_t y);

static ptl_bytes picture(uint32_t width, uint32_t height, gray_at *at)
{
    static uint16_t gray[65 * 65];
    fixture         f;
    ptl_buf         out;
    ptl_bytes       png;

    CHECK(width <= 65 && height <= 65);
    for (uint32_t i = 0; i < width * height; i++)
        gray[i] = at(i % width, i / width);
    fixture_begin(&f, "", 0);
    out = ptl_buf_of(&f.job, NULL);
    ptl_png_write_gray16(&f.job, &out, gray, width, height, (ptl_span){ 0 }, PTL_PNG_USUAL);
    png = (ptl_bytes){ malloc(out.size), out.size, out.size, { 0 } };
    CHECK(png.data != NULL);
    memcpy(png.data, out.data, out.size);
    ptl_buf_free(&out);
    fixture_end(&f);
    return png;
}

static uint16_t hill(uint32_t x, uint32_t y)
{
    int64_t dx = (int64_t)x - 16, dy = (int64_t)y - 16, far = dx * dx + dy * dy;

    return (uint16_t)(far > 256 ? 0 : 65535 - far * 255);
}

static uint16_t noise(uint32_t x, uint32_t y)
{
    (void)x;
    (void)y;
    return (uint16_t)chance(65536);
}

/* Of every two neighbors, the corners that they share are equal. */
static void check_meeting(const ptl_pfmap *map)
{
    for (uint32_t row = 0; row < map->height; row++)
        for (uint32_t col = 0; col < map->width; col++) {
            const ptl_pfmap_tile *east  = ptl_pfmap_tile_at(map, row, col + 1);
            const ptl_pfmap_tile *south = ptl_pfmap_tile_at(map, row + 1, col);
            int                   own[4], other[4];

            ptl_pfmap_corners(own, ptl_pfmap_tile_at(map, row, col));
            if (east) {
                ptl_pfmap_corners(other, east);
                CHECK(own[PTL_PFMAP_NE] == other[PTL_PFMAP_NW]);
                CHECK(own[PTL_PFMAP_SE] == other[PTL_PFMAP_SW]);
            }
            if (south) {
                ptl_pfmap_corners(other, south);
                CHECK(own[PTL_PFMAP_SW] == other[PTL_PFMAP_NW]);
                CHECK(own[PTL_PFMAP_SE] == other[PTL_PFMAP_NE]);
            }
        }
}

static void tiles_meet(void)
{
    static const struct {
        uint32_t width, height, columns, rows;
        gray_at *gray;
    } all[] = { { 33, 33, 32, 32, hill },
                { 32, 64, 32, 64, hill },
                { 65, 33, 64, 32, noise },
                { 64, 64, 64, 64, noise },
                { 33, 65, 32, 64, noise } };

    need_png();
    for (size_t i = 0; i < COUNT(all); i++) {
        ptl_bytes        png = picture(all[i].width, all[i].height, all[i].gray);
        ptl_doc         *doc = NULL;
        const ptl_pfmap *map;
        heard            h;
        ptl_diag         err;

        CHECK_UINT(make(&doc, &png, NULL, &h, &err), PTL_OK);
        CHECK_TEXT(h.last.rule, "pfmap-heights");
        map = ptl_pfmap_view(doc);
        CHECK(map->width == all[i].columns && map->height == all[i].rows);
        check_meeting(map);
        CHECK_UINT(ptl_check(doc, NULL, NULL), PTL_OK);
        ptl_bytes_free(&png);
        ptl_doc_free(doc);
    }
}

/* Steps of one level to the east, which tiles can follow. */
static uint16_t stairs(uint32_t x, uint32_t y)
{
    (void)y;
    return (uint16_t)(x / 8 * 100);
}

static void steps_are_levels(void)
{
    static const struct {
        ptl_setting settings[SETTINGS];
        int         level[5]; /* at every eighth corner */
        size_t      losses;
    } all[] = {
        { { SET("height-step", "100") }, { 0, 1, 2, 3, 4 }, 0 },
        { { SET("height-step", "50") }, { 0, 2, 4, 6, 8 }, 0 },
        { { SET("height-step", "100"), SET("max-level", "2") }, { 0, 1, 2, 2, 2 }, 1 },
        { { SET("max-level", "99") }, { 0, 0, 0, 0, 1 }, 1 }, /* 400 of 65535 */
    };
    ptl_bytes png;

    need_png();
    png = picture(33, 33, stairs);
    for (size_t i = 0; i < COUNT(all); i++) {
        ptl_doc *doc;
        heard    h;
        ptl_diag err;

        CHECK_UINT(make(&doc, &png, all[i].settings, &h, &err), PTL_OK);
        CHECK_UINT(h.losses, all[i].losses);
        for (uint32_t k = 0; k < 5; k++) {
            int corner[4];

            ptl_pfmap_corners(corner,
                              ptl_pfmap_tile_at(ptl_pfmap_view(doc), 5, k < 4 ? 8 * k : 31));
            CHECK(corner[k < 4 ? PTL_PFMAP_NW : PTL_PFMAP_NE] == all[i].level[k]);
        }
        ptl_doc_free(doc);
    }
    ptl_bytes_free(&png);
}

static void others_are_refused(void)
{
    static const ptl_setting bad[][SETTINGS] = { { SET("height-step", "0") },
                                                 { SET("height-step", "x") },
                                                 { SET("max-level", "100") },
                                                 { SET("size", "2x2") } };
    ptl_bytes                png, odd;
    ptl_doc                 *doc;
    heard                    h;
    ptl_diag                 err;

    need_png();
    png = picture(33, 33, hill);
    odd = picture(40, 33, hill);
    CHECK_UINT(make(&doc, &odd, NULL, &h, &err), PTL_E_ARG);
    CHECK_TEXT(err.rule, "pfmap-heights");
    for (size_t i = 0; i < COUNT(bad); i++) {
        CHECK_UINT(make(&doc, &png, bad[i], &h, &err), PTL_E_ARG);
        CHECK_TEXT(err.rule, "setting");
    }
    CHECK_UINT(
        ptl_new(&doc, "pfmap", &(ptl_read_opts){ .settings = bad[2], .setting_count = 1 }, &err),
        PTL_E_ARG);
    CHECK(strstr(err.message, "heightmap") != NULL);
    png.size -= 20;
    CHECK(make(&doc, &png, NULL, &h, &err) != PTL_OK && doc == NULL);
    ptl_bytes_free(&png);
    ptl_bytes_free(&odd);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(corners_come_back),
        TEST(tiles_meet),
        TEST(steps_are_levels),
        TEST(others_are_refused),
    };

    return run_tests("pfmap heights", tests, COUNT(tests));
}
