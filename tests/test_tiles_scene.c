/* SPDX-License-Identifier: MIT */
/* Tile maps as scenes: every pixel of every cell is where the picture has it, whichever way the
 * tile is turned; light, priority, and what is missing. */
#include <portolan/ppe.h>
#include <portolan/scene.h>
#include <string.h>

#include "fixture.h"
#include "harness.h"
#include "render/image.h"
#include "support.h"

enum { TILES = 5, WIDE = 3, HIGH = 3 };

/* A TGA of five tiles side by side, every pixel of a color of its own. */
static uint8_t tileset[18 + 3 * TILES * WIDE * HIGH];

static void color_at(uint32_t x, uint32_t y, uint8_t out[3])
{
    out[0] = (uint8_t)(10 + x * 16);
    out[1] = (uint8_t)(20 + y * 100);
    out[2] = (uint8_t)(x * y * 7);
}

static void make_tileset(void)
{
    static const uint8_t head[18] = { [2] = 2, [12] = TILES * WIDE, [14] = HIGH, 0, 24, 0x20 };

    memcpy(tileset, head, sizeof head);
    for (uint32_t i = 0; i < TILES * WIDE * HIGH; i++) {
        uint8_t c[3];

        color_at(i % (TILES * WIDE), i / (TILES * WIDE), c);
        for (int k = 0; k < 3; k++)
            tileset[18 + 3 * i + (uint32_t)k] = c[2 - k];
    }
}

static ptl_status make_scene(ptl_scene **out, const ptl_doc *doc, bool light, ptl_diag *err)
{
    ptl_setting    settings[] = { { "tileset", tileset, sizeof tileset },
                                  { "tile", "3x3", 3 },
                                  { "light", NULL, 0 } };
    ptl_write_opts opts       = { .settings = settings, .setting_count = light ? 3 : 2 };

    make_tileset();
    return ptl_scene_make(out, doc, &opts, err);
}

static void set_cell(ptl_doc *doc, uint32_t number, ptl_ppe_cell cell)
{
    ptl_ppe *map = ptl_ppe_of(doc);

    CHECK(ptl_ppe_word_of(&map->cells.data[number], map, &cell));
}

/* Eight cells, one for each way a tile can be turned. */
static ptl_doc *turned_map(void)
{
    ptl_doc *doc;

    CHECK_UINT(ptl_ppe_new(&doc, PTL_PPE_NEW, 4, 2, NULL, NULL), PTL_OK);
    for (uint32_t i = 0; i < 8; i++)
        set_cell(doc, i, (ptl_ppe_cell){ .tile = (uint16_t)(i % TILES), .transform = (uint8_t)i });
    return doc;
}

static double between(const float *corner, size_t stride, double across, double down)
{
    double a = (double)corner[0], b = (double)corner[stride], c = (double)corner[2 * stride];

    return a + (b - a) * across + (c - a) * down;
}

static void check_cell(const ptl_image *image, const ptl_scene_part *part, uint32_t number)
{
    const float *uv = part->uv.data + 8 * (size_t)number;

    for (uint32_t i = 0; i < WIDE * HIGH; i++) {
        uint32_t      x = i % WIDE, y = i / WIDE;
        double        u    = between(uv, 2, (x + 0.5) / WIDE, (y + 0.5) / HIGH) * image->width;
        double        v    = between(uv + 1, 2, (x + 0.5) / WIDE, (y + 0.5) / HIGH) * image->height;
        ptl_rgba      got  = ptl_image_at(image, (uint32_t)u, (uint32_t)v);
        ptl_ppe_pixel from = ptl_ppe_source_pixel((uint8_t)number, WIDE, HIGH, x, y);
        uint8_t       want[3];

        color_at(number % TILES * WIDE + from.u, from.v, want);
        CHECK(got.r == want[0] && got.g == want[1] && got.b == want[2]);
    }
}

static void cells_show_their_tiles(void)
{
    ptl_doc              *doc = turned_map();
    ptl_scene            *scene;
    ptl_image             image;
    const ptl_scene_part *part;
    fixture               f;

    if (!ptl_has_feature("png")) {
        ptl_doc_free(doc);
        test_skip("PNG cannot be read here");
    }
    CHECK_UINT(make_scene(&scene, doc, false, NULL), PTL_OK);
    CHECK_UINT(scene->meshes.count, 1);
    part = &scene->meshes.data[0].parts.data[0];
    CHECK_UINT(part->index.count, 8 * 6);
    CHECK(scene->images.data[0].sharp && part->color.count == 0);
    CHECK_UINT(scene->materials.data[0].alpha, PTL_ALPHA_MASK); /* settled by the image */
    fixture_begin(&f, "", 0);
    CHECK(ptl_image_read(
        &f.job, &image,
        (ptl_span){ scene->images.data[0].bytes.data, scene->images.data[0].bytes.count }, NULL));
    for (uint32_t i = 0; i < 8; i++)
        check_cell(&image, part, i);
    /* Cell 5, in column 1 of row 1: 3 to the right, 3 below. */
    CHECK((double)part->position.data[3 * 20] == 3 &&
          (double)part->position.data[3 * 20 + 1] == -3);
    CHECK((double)scene->nodes.data[0].scale[0] == (double)(1 / 3.0f));
    fixture_end(&f);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

/* Which corner of the tile is shown at each corner of a cell, for every way it can be turned. */
static void corners_follow_the_transform(void)
{
    ptl_doc              *doc = turned_map();
    ptl_scene            *scene;
    const ptl_scene_part *part;

    CHECK_UINT(make_scene(&scene, doc, false, NULL), PTL_OK);
    part = &scene->meshes.data[0].parts.data[0];
    for (uint32_t t = 0; t < 8; t++) {
        const float *uv       = part->uv.data + 8 * (size_t)t;
        double       least[2] = { 9, 9 };

        for (int i = 0; i < 8; i++)
            least[i % 2] = (double)uv[i] < least[i % 2] ? (double)uv[i] : least[i % 2];
        for (uint32_t i = 0; i < 4; i++) {
            bool u = (i & 1) != (t & PTL_PPE_MIRROR_X), v = (i >> 1) != (t >> 1 & 1);
            bool x = t & PTL_PPE_SWAP ? v : u, y = t & PTL_PPE_SWAP ? u : v;

            CHECK(((double)uv[2 * i] > least[0]) == x && ((double)uv[2 * i + 1] > least[1]) == y);
        }
    }
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

static void priority_stands_before_the_rest(void)
{
    ptl_doc   *doc;
    ptl_scene *scene;

    CHECK_UINT(ptl_ppe_new(&doc, PTL_PPE_NEW, 4, 2, NULL, NULL), PTL_OK);
    set_cell(doc, 1, (ptl_ppe_cell){ .tile = 2 });
    set_cell(doc, 6, (ptl_ppe_cell){ .tile = 2, .priority = true });
    CHECK_UINT(make_scene(&scene, doc, false, NULL), PTL_OK);
    CHECK_UINT(scene->meshes.count, 2);
    CHECK_UINT(scene->meshes.data[0].parts.data[0].index.count, 6);
    CHECK((double)scene->nodes.data[2].translation[2] >
          (double)scene->nodes.data[1].translation[2]);
    CHECK_TEXT(scene->nodes.data[2].name.data, "map above");
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

static void light_becomes_vertex_colors(void)
{
    ptl_doc              *doc = turned_map();
    ptl_scene            *scene;
    const ptl_scene_part *part;

    CHECK_UINT(ptl_ppe_add_corners(doc, NULL), PTL_OK);
    ptl_ppe_of(doc)->corners.data[4 * 2 + 3] = (ptl_ppe_corner){ 64, 200, 0, 100, 0, 0 };
    CHECK_UINT(make_scene(&scene, doc, true, NULL), PTL_OK);
    part = &scene->meshes.data[0].parts.data[0];
    CHECK_BYTES(part->color.data + 4 * (4 * 2 + 3), 4, "\x7f\xff\x00\x64", 4);
    CHECK_BYTES(part->color.data, 4, "\xff\xff\xff\xff", 4);
    CHECK_UINT(scene->materials.data[0].alpha, PTL_ALPHA_BLEND);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

static void without_images_there_is_no_scene(void)
{
    ptl_doc   *doc = turned_map();
    ptl_scene *scene;
    ptl_diag   err;

    CHECK_UINT(ptl_scene_make(&scene, doc, NULL, &err), PTL_E_UNSUPPORTED);
    CHECK_TEXT(err.rule, "tiles-missing");
    ptl_doc_free(doc);
    CHECK_UINT(ptl_ppe_new(&doc, PTL_PPE_NEW, 4, 2, NULL, NULL), PTL_OK);
    CHECK_UINT(make_scene(&scene, doc, false, NULL), PTL_OK); /* and nothing of nothing */
    CHECK_UINT(scene->meshes.count, 0);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

static void memory_may_run_out_anywhere(void)
{
    ptl_doc  *from = turned_map();
    ptl_bytes file = must_write(from, NULL);

    for (size_t fail_at = 1;; fail_at++) {
        test_heap     heap = { 0 };
        ptl_read_opts opts = { .allocator = test_allocator(&heap) };
        ptl_doc      *doc  = must_read(file.data, file.size, &opts);
        ptl_scene    *scene;
        ptl_status    status;

        heap.fail_at = heap.calls + fail_at;
        status       = make_scene(&scene, doc, false, NULL);
        ptl_scene_free(scene);
        ptl_doc_free(doc);
        CHECK_UINT(heap.held, 0);
        CHECK(fail_at < 10000);
        if (status == PTL_OK)
            break;
    }
    ptl_bytes_free(&file);
    ptl_doc_free(from);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(cells_show_their_tiles),           TEST(corners_follow_the_transform),
        TEST(priority_stands_before_the_rest),  TEST(light_becomes_vertex_colors),
        TEST(without_images_there_is_no_scene), TEST(memory_may_run_out_anywhere),
    };

    return run_tests("tiles_scene", tests, COUNT(tests));
}
