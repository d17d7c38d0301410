/* SPDX-License-Identifier: MIT */
/* Pictures of our samples, pixel by pixel as they were when somebody looked at them; animated PNG;
 * and heightmaps, which show what the library says about heights. UPDATE=1 writes the pictures
 * anew. */
#include <portolan/pfmap.h>
#include <portolan/scene.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "harness.h"
#include "render/apng_write.h"
#include "render/heights.h"
#include "render/image.h"
#include "render/png_chunk.h"
#include "support.h"

#define SAMPLES PTL_SOURCE "/samples/"
#define PICTURES PTL_SOURCE "/tests/pictures/"

static void need_png(void)
{
    if (!ptl_has_feature("png") || !ptl_has_feature("zlib"))
        test_skip("PNG cannot be read here");
}

static ptl_doc *open_sample(const char *path)
{
    ptl_doc *doc;
    ptl_diag err;

    if (ptl_read_file(&doc, path, NULL, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "%s: %s", path, err.message);
    return doc;
}

/* ---- Golden pictures ------------------------------------------------------------------------- */

enum { SETTINGS = 4 };

typedef struct picture {
    const char *name, *sample, *to;
    ptl_setting settings[SETTINGS];
} picture;

#define SET(name, value)                                                                           \
    {                                                                                              \
        name, value, sizeof(value) - 1                                                             \
    }

static const picture pictures[] = {
    { "fortress",
      "egoboo/gamedat/level.mpd",
      "png",
      { SET("size", "160x120"), SET("view", "iso") } },
    { "fortress-top",
      "egoboo/gamedat/level.mpd",
      "png",
      { SET("thumbnail", "96"), SET("view", "top") } },
    { "island",
      "permafrost/island.pfmap",
      "png",
      { SET("size", "160x120"), SET("view", "iso"), SET("skirt", "") } },
    { "lighthouse",
      "gridmonger/lighthouse.gmm",
      "png",
      { SET("size", "160x120"), SET("view", "iso") } },
    { "island-heights", "permafrost/island.pfmap", "heightmap", { SET("per-tile", "1") } },
    { "chest",
      "permafrost/models/chest.pfobj",
      "png",
      { SET("size", "160x120"), SET("background", "transparent") } },
    { "flag",
      "permafrost/models/flag.pfobj",
      "png",
      { SET("size", "120x160"), SET("clip", "Wave"), SET("frame", "8"), SET("samples", "16") } },
};

static ptl_bytes draw(const picture *p)
{
    static const char *const folders[] = { SAMPLES "egoboo", NULL };
    char                     path[512];
    ptl_doc                 *doc;
    ptl_bytes                out;
    size_t                   count  = 0;
    ptl_folder               folder = { path, folders };

    snprintf(path, sizeof path, SAMPLES "%s", p->sample);
    while (count < SETTINGS && p->settings[count].name)
        count++;
    doc = open_sample(path);
    out =
        must_write(doc, &(ptl_write_opts){ .to            = p->to,
                                           .settings      = p->settings,
                                           .setting_count = count,
                                           .files = { .load = ptl_folder_load, .user = &folder } });
    ptl_doc_free(doc);
    return out;
}

static void update(const char *path, const ptl_bytes *bytes)
{
    FILE *file = fopen(path, "wb");

    CHECK(file && fwrite(bytes->data, 1, bytes->size, file) == bytes->size);
    fclose(file);
}

static void compare(const char *name, const ptl_image *got, const ptl_image *want)
{
    CHECK_UINT(got->width, want->width);
    CHECK_UINT(got->height, want->height);
    for (uint32_t y = 0; y < want->height; y++)
        for (uint32_t x = 0; x < want->width; x++) {
            ptl_rgba a = ptl_image_at(got, x, y), b = ptl_image_at(want, x, y);

            if (memcmp(&a, &b, sizeof a) != 0)
                test_fail(__FILE__, __LINE__, "%s: pixel %u,%u is %u %u %u %u, not %u %u %u %u",
                          name, (unsigned)x, (unsigned)y, a.r, a.g, a.b, a.a, b.r, b.g, b.b, b.a);
        }
}

static void samples_look_as_they_did(void)
{
    need_png();
    for (size_t i = 0; i < COUNT(pictures); i++) {
        ptl_bytes  drawn = draw(&pictures[i]);
        ptl_image  got, want;
        test_bytes golden;
        fixture    f;
        char       path[512];

        snprintf(path, sizeof path, PICTURES "%s.png", pictures[i].name);
        if (getenv("UPDATE"))
            update(path, &drawn);
        golden = test_load(path);
        CHECK(golden.data != NULL);
        fixture_begin(&f, "", 0);
        CHECK(ptl_image_read(&f.job, &got, (ptl_span){ drawn.data, drawn.size }, NULL));
        CHECK(ptl_image_read(&f.job, &want, (ptl_span){ golden.data, golden.size }, NULL));
        compare(pictures[i].name, &got, &want);
        fixture_end(&f);
        free(golden.data);
        ptl_bytes_free(&drawn);
    }
}

/* ---- Animated PNG ---------------------------------------------------------------------------- */

static uint32_t u32_at(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

typedef struct player { /* shows one picture after another, as a browser does */
    fixture   f;
    ptl_image canvas;
    uint32_t  frames, next; /* said, and the number of the next chunk */
    uint32_t  area[4];      /* width, height, x, y */
    bool      alpha;
} player;

/* A frame as a picture of its own, laid over the canvas. */
static void show(player *p, const uint8_t *data, size_t size)
{
    ptl_buf   png = ptl_buf_of(&p->f.job, NULL);
    ptl_image part;

    ptl_png_begin(&png, p->area[0], p->area[1], 8, p->alpha ? PTL_PNG_RGBA : PTL_PNG_RGB);
    ptl_png_chunk(&png, "IDAT", data, size);
    ptl_png_chunk(&png, "IEND", NULL, 0);
    CHECK(ptl_image_read(&p->f.job, &part, (ptl_span){ png.data, png.size }, NULL));
    CHECK(p->area[0] + p->area[2] <= p->canvas.width &&
          p->area[1] + p->area[3] <= p->canvas.height);
    for (uint32_t y = 0; y < part.height; y++)
        for (uint32_t x = 0; x < part.width; x++)
            p->canvas.pixels[(y + p->area[3]) * p->canvas.width + x + p->area[2]] =
                ptl_image_at(&part, x, y);
    ptl_buf_free(&png);
}

static void take_head(player *p, const uint8_t *data)
{
    p->canvas = (ptl_image){ .width = u32_at(data), .height = u32_at(data + 4) };
    p->alpha  = data[9] == 6;
    CHECK(ptl_image_take_pixels(&p->f.job, &p->canvas));
}

/* Plays a file and calls `each` after every frame. */
static uint32_t play(player *p, const uint8_t *file, size_t size,
                     void (*each)(player *p, uint32_t number))
{
    uint32_t shown = 0;

    fixture_begin(&p->f, "", 0);
    for (size_t at = 8; at + 12 <= size; at += 12 + (size_t)u32_at(file + at)) {
        const uint8_t *name = file + at + 4, *data = file + at + 8;
        bool           first = memcmp(name, "IDAT", 4) == 0, later = memcmp(name, "fdAT", 4) == 0;

        if (memcmp(name, "IHDR", 4) == 0)
            take_head(p, data);
        if (memcmp(name, "acTL", 4) == 0)
            p->frames = u32_at(data);
        if (memcmp(name, "fcTL", 4) == 0 || later)
            CHECK_UINT(u32_at(data), p->next++);
        if (memcmp(name, "fcTL", 4) == 0)
            for (size_t i = 0; i < 4; i++)
                p->area[i] = u32_at(data + 4 + 4 * i);
        if (first || later) {
            show(p, data + (later ? 4 : 0), u32_at(file + at) - (later ? 4 : 0));
            each(p, shown++);
        }
    }
    return shown;
}

static ptl_rgba test_pixel(uint32_t x, uint32_t y, uint32_t number)
{
    bool moving = number != 2 && x >= 3 + number && x < 8 + number && y >= 4 && y < 7;

    return (ptl_rgba){ (uint8_t)(x * 9), (uint8_t)(y * 13), moving ? 200 : 10,
                       moving ? 255 : (uint8_t)(100 + x) };
}

static void check_frame(player *p, uint32_t number)
{
    number = number == 3 ? 2 : number; /* the fourth is like the third */
    for (uint32_t y = 0; y < 12; y++)
        for (uint32_t x = 0; x < 20; x++) {
            ptl_rgba got = ptl_image_at(&p->canvas, x, y), want = test_pixel(x, y, number);

            CHECK(memcmp(&got, &want, sizeof got) == 0);
        }
    if (number == 1) /* only what changed was written */
        CHECK(p->area[0] == 6 && p->area[1] == 3 && p->area[2] == 3 && p->area[3] == 4);
}

static void frames_come_back(void)
{
    ptl_rgba  pixels[20 * 12];
    ptl_image image = { .width = 20, .height = 12, .pixels = pixels };
    ptl_apng  apng;
    fixture   f;
    ptl_buf   out;
    player    p = { .frames = 0 };

    need_png();
    fixture_begin(&f, "", 0);
    out = ptl_buf_of(&f.job, NULL);
    ptl_apng_begin(&apng, &f.job, &out, 20, 12, true, 4, 12.5);
    for (uint32_t n = 0; n < 4; n++) {
        for (uint32_t i = 0; i < 20 * 12; i++)
            pixels[i] = test_pixel(i % 20, i / 20, n == 3 ? 2 : n);
        ptl_apng_put(&apng, &image);
    }
    ptl_apng_end(&apng);
    CHECK(ptl_ok(&f.job));
    CHECK_UINT(play(&p, out.data, out.size, check_frame), 4);
    CHECK_UINT(p.frames, 4);
    fixture_end(&p.f);
    ptl_buf_free(&out);
    fixture_end(&f);
}

static void ignore_frame(player *p, uint32_t number)
{
    (void)p;
    (void)number;
}

static void clips_and_turns_become_frames(void)
{
    static const struct {
        picture  picture;
        uint32_t frames;
    } moving[] = {
        { { "", "permafrost/models/flag.pfobj", "apng", { SET("size", "40x40") } }, 24 },
        { { "",
            "permafrost/models/flag.pfobj",
            "apng",
            { SET("size", "40x40"), SET("clip", "1") } },
          48 },
        { { "",
            "permafrost/models/chest.pfobj",
            "apng",
            { SET("size", "40x40"), SET("turn", ""), SET("frames", "5") } },
          5 },
    };

    need_png();
    for (size_t i = 0; i < COUNT(moving); i++) {
        ptl_bytes out = draw(&moving[i].picture);
        player    p   = { .frames = 0 };

        CHECK_UINT(play(&p, out.data, out.size, ignore_frame), moving[i].frames);
        CHECK_UINT(p.frames, moving[i].frames);
        fixture_end(&p.f);
        ptl_bytes_free(&out);
    }
}

/* ---- Heightmaps ------------------------------------------------------------------------------ */

static bool is_ground(const ptl_scene *scene, const ptl_scene_part *part)
{
    return scene->materials.data[part->material].alpha != PTL_ALPHA_BLEND;
}

/* Height of the map under the middle of a pixel, four of which go along a tile. */
static double height_under(const ptl_pfmap *map, uint32_t column, uint32_t row)
{
    double x = (column + 0.5) * PTL_PFMAP_TILE / 4 - map->width * (PTL_PFMAP_TILE / 2.0);
    double z = (row + 0.5) * PTL_PFMAP_TILE / 4 - map->height * (PTL_PFMAP_TILE / 2.0);

    return ptl_pfmap_height(map, -x, z); /* the engine's x grows to the west */
}

static void heights_are_those_of_the_map(void)
{
    ptl_doc         *doc     = open_sample(SAMPLES "permafrost/island.pfmap");
    const ptl_pfmap *map     = ptl_pfmap_of(doc);
    uint32_t         columns = map->width * 4, rows = map->height * 4;
    ptl_scene       *scene;
    ptl_pose         pose;
    ptl_plot         plot;
    float           *heights;
    fixture          f;

    fixture_begin(&f, "", 0);
    CHECK_UINT(ptl_scene_make(&scene, doc, NULL, NULL), PTL_OK);
    CHECK(ptl_pose_make(&f.job, &pose, scene, NULL, 0));
    CHECK(ptl_plot_of(&plot, scene, &pose, is_ground));
    CHECK(plot.width == (double)map->width * PTL_PFMAP_TILE);
    heights = ptl_heights_make(&f.job, scene, &pose, is_ground, &plot, columns, rows);
    CHECK(heights != NULL);
    for (uint32_t i = 0; i < columns * rows; i++)
        CHECK(fabs((double)heights[i] - height_under(map, i % columns, i / columns)) < 1e-4);
    fixture_end(&f);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

static void a_heightmap_shows_them(void)
{
    static const picture all = { "", "permafrost/island.pfmap", "heightmap", { { 0 } } };
    ptl_doc             *doc;
    const ptl_pfmap     *map;
    ptl_bytes            png;
    ptl_image            image;
    fixture              f;
    double               least = INFINITY, most = -INFINITY;
    char                 lowest[32] = "";

    need_png();
    doc = open_sample(SAMPLES "permafrost/island.pfmap");
    map = ptl_pfmap_of(doc);
    png = draw(&all);
    fixture_begin(&f, "", 0);
    CHECK(ptl_image_read(&f.job, &image, (ptl_span){ png.data, png.size }, NULL));
    CHECK_UINT(image.width, map->width * 4);
    for (uint32_t i = 0; i < image.width * image.height; i++) {
        least = fmin(least, height_under(map, i % image.width, i / image.width));
        most  = fmax(most, height_under(map, i % image.width, i / image.width));
    }
    for (uint32_t i = 0; i < image.width * image.height; i++) { /* the upper 8 bits of 16 */
        double part =
            (height_under(map, i % image.width, i / image.width) - least) / (most - least);

        CHECK(fabs(image.pixels[i].r - floor((part * 65535 + 0.5) / 256)) <= 1);
    }
    CHECK(memcmp(png.data + 37, "tEXtLowest", 11) == 0);
    memcpy(lowest, png.data + 48, u32_at(png.data + 33) - 7);
    CHECK(atof(lowest) == least);
    fixture_end(&f);
    ptl_bytes_free(&png);
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(samples_look_as_they_did),      TEST(frames_come_back),
        TEST(clips_and_turns_become_frames), TEST(heights_are_those_of_the_map),
        TEST(a_heightmap_shows_them),
    };

    return run_tests("pictures", tests, COUNT(tests));
}
