/* SPDX-License-Identifier: MIT */
/* Permafrost terrain as the engine mixes its textures: what is baked, color by color. */
#include <math.h>
#include <portolan/pixels.h>
#include <portolan/scene.h>

#include "pfmap_samples.h"
#include "render/image.h"

enum { TEXELS = 32, SIDE = TEXELS * 32 };

/* Textures of one color: red for grass, green for rock. */
static bool load_color(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    const uint8_t head[18] = { [2] = 2, [12] = 128, [14] = 128, [16] = 24 };
    const size_t  size     = sizeof head + 3 * 128 * 128;
    bool          grass    = strstr(companion->name, "grass") != NULL;

    (void)user;
    *out = (ptl_bytes){ calloc(1, size), size, size, { 0 } };
    CHECK(out->data != NULL);
    memcpy(out->data, head, sizeof head);
    for (size_t i = sizeof head; i < size; i += 3)
        out->data[i + (grass ? 2 : 1)] = 255;
    return true;
}

static ptl_scene *bake(ptl_doc *doc, const char *texels)
{
    ptl_setting    bake  = { "bake", texels, strlen(texels) };
    ptl_write_opts opts  = { .files         = { .load = load_color },
                             .settings      = &bake,
                             .setting_count = 1 };
    ptl_scene     *scene = NULL;

    CHECK_UINT(ptl_scene_make(&scene, doc, &opts, NULL), PTL_OK);
    return scene;
}

static void need_png(void)
{
    if (!ptl_image_there("png"))
        test_skip("no libspng");
}

/* A map of one material but for its first tile, with these modes at all edges. */
static ptl_doc *spotted(uint16_t spot, uint16_t rest, uint8_t mode)
{
    ptl_doc   *doc;
    ptl_pfmap *map;

    need_png();
    doc = read_changed(&(change){ 0 });
    map = ptl_pfmap_of(doc);
    for (size_t i = 0; i < map->tiles.count; i++) {
        map->tiles.data[i].top = map->tiles.data[i].side = i == 0 ? spot : rest;
        memset(map->tiles.data[i].edge_blend, mode, 4);
    }
    return doc;
}

/* How much of 1000 is green at a place counted in tiles; the rest must be red. */
static int green_at(const ptl_pixels *p, double across, double down)
{
    size_t         x = (size_t)(across / 32 * (SIDE - 1) + 0.5);
    size_t         y = (size_t)(down / 32 * (SIDE - 1) + 0.5);
    const uint8_t *c = p->rgba.data + 4 * (y * SIDE + x);
    double         light[2];

    for (int i = 0; i < 2; i++)
        light[i] = c[i] > 10 ? pow((c[i] / 255.0 + 0.055) / 1.055, 2.4) : c[i] / 255.0 / 12.92;
    CHECK_UINT(c[2], 0);
    CHECK_UINT(c[3], 255);
    CHECK(light[0] + light[1] > 0.985 && light[0] + light[1] < 1.015);
    return (int)(light[1] * 1000);
}

typedef struct place {
    double across, down;
    int    green, within;
} place;

static void check_places(ptl_doc *doc, const place *places, size_t count)
{
    ptl_scene *scene = bake(doc, "32");
    ptl_pixels p;

    CHECK_UINT(scene->images.count, 1);
    CHECK_UINT(ptl_scene_image_decode(&p, scene, 0, NULL, NULL), PTL_OK);
    CHECK_UINT(p.width, SIDE);
    CHECK_UINT(p.height, SIDE);
    for (size_t i = 0; i < count; i++) {
        int green = green_at(&p, places[i].across, places[i].down);

        if (green < places[i].green - places[i].within ||
            green > places[i].green + places[i].within)
            CHECK_UINT((unsigned)green, (unsigned)places[i].green);
    }
    ptl_pixels_free(&p);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

#define PLACES(...) (const place[]){ __VA_ARGS__ }, COUNT(((const place[]){ __VA_ARGS__ }))

/* The middle is the tile's, edges are shared by two and corners by four; beyond the map it goes on
 * as it is. */
static void blur_runs_between_nine_points(void)
{
    check_places(spotted(1, 0, 1),
                 PLACES({ 0.5, 0.5, 1000, 15 }, { 1, 0.5, 500, 25 }, { 0.5, 1, 500, 25 },
                        { 1, 1, 250, 25 }, { 0.75, 0.5, 750, 30 }, { 1.25, 0.5, 250, 30 },
                        { 1.5, 0.5, 0, 15 }, { 0, 0, 1000, 5 }, { 5, 5, 0, 0 }));
}

static void sharp_edges_stay_sharp(void)
{
    ptl_doc   *doc = spotted(1, 0, 0);
    ptl_pfmap *map = ptl_pfmap_of(doc);

    memset(map->tiles.data[100].edge_blend, 1, 4); /* so that there is an image at all */
    map->tiles.data[100].top = 1;
    check_places(doc, PLACES({ 0.9, 0.5, 1000, 0 }, { 0.9, 0.9, 1000, 0 }, { 1.1, 0.5, 0, 0 },
                             { 1.1, 1.1, 0, 0 }));
}

/* A mode is that of a quarter of the tile. */
static void quarters_have_modes_of_their_own(void)
{
    ptl_doc *doc = spotted(1, 0, 0);

    ptl_pfmap_of(doc)->tiles.data[0].edge_blend[1] = 1; /* east */
    check_places(doc, PLACES({ 0.75, 0.5, 750, 30 }, { 0.5, 0.75, 1000, 0 }, { 1.1, 0.5, 0, 0 }));
}

/* The higher number lies over the lower one, never the other way. */
static void seams_overlap_the_lower_number(void)
{
    check_places(spotted(1, 0, 2), PLACES({ 0.5, 0.5, 1000, 0 }, { 0.95, 0.5, 1000, 0 },
                                          { 1.05, 0.5, 1000, 0 }, { 1.3, 0.5, 0, 0 }));
    check_places(spotted(0, 1, 2),
                 PLACES({ 0.5, 0.5, 0, 0 }, { 0.95, 0.5, 1000, 0 }, { 0.5, 0.95, 1000, 0 },
                        { 1.05, 0.5, 1000, 0 }, { 0.7, 0.5, 0, 0 }));
}

/* And it is the side of the higher number that says so. */
static void seams_are_up_to_the_higher_side(void)
{
    ptl_doc   *doc = spotted(1, 0, 0);
    ptl_pfmap *map = ptl_pfmap_of(doc);

    map->tiles.data[0].edge_blend[1]          = 2;
    map->tiles.data[map->width].edge_blend[0] = 2; /* the lower side in the south */
    check_places(doc, PLACES({ 1.05, 0.5, 1000, 0 }, { 0.5, 1.05, 0, 0 }));
}

static void materials_that_are_not_there_have_no_say(void)
{
    ptl_doc *doc = spotted(7, 0, 1);

    ptl_pfmap_of(doc)->tiles.data[500].top = 1;
    check_places(doc, PLACES({ 1.01, 0.5, 0, 0 }, { 1.5, 0.5, 0, 0 }, { 1.01, 1.01, 0, 0 }));
}

static void splats_are_laid_over(void)
{
    test_bytes m;
    ptl_doc   *doc;
    ptl_scene *scene;
    heard      h = { .rule = "pfmap-splat" };

    need_png();
    m = plain_map();
    apply(&m, &(change){ .from = "version 1.0\nnum_materials 2\n",
                         .to   = "version 1.1\nnum_materials 2\nnum_splats 1\n" });
    apply(&m, &(change){ .from = "rock.png\n", .to = "rock.png\nsplat 0 1\n" });
    doc = must_read(m.data, m.size, NULL);
    CHECK_UINT(ptl_scene_make(&scene, doc, &(ptl_write_opts){ .listener = { hear, &h } }, NULL),
               PTL_OK);
    CHECK_UINT(h.count, 1);
    ptl_scene_free(scene);
    check_places(doc, PLACES({ 3.5, 3.5, 350, 20 }, { 0, 20, 350, 20 }));
    free(m.data);
}

/* Two chunks show the same color where they meet; at the border of the map each tile goes on by
 * itself. */
static void chunks_meet(void)
{
    ptl_setting size = { "size", "2x1", 3 };
    ptl_doc    *doc  = NULL;
    ptl_pfmap  *map;
    ptl_scene  *scene;
    ptl_pixels  p[2];
    size_t      two = 0;

    need_png();
    CHECK_UINT(
        ptl_new(&doc, "pfmap", &(ptl_read_opts){ .settings = &size, .setting_count = 1 }, NULL),
        PTL_OK);
    CHECK_UINT(ptl_pfmap_add_material(doc, "Rock", "rock.png", NULL), PTL_OK);
    map = ptl_pfmap_of(doc);
    for (size_t i = 0; i < map->tiles.count; i++) {
        map->tiles.data[i].top = (uint16_t)(i * 7 / 3 % 2);
        memset(map->tiles.data[i].edge_blend, 1, 4);
    }
    scene = bake(doc, "32");
    CHECK_UINT(scene->images.count, 2);
    for (size_t i = 0; i < 2; i++)
        CHECK_UINT(ptl_scene_image_decode(&p[i], scene, i, NULL, NULL), PTL_OK);
    for (size_t y = TEXELS; y < SIDE - TEXELS; y++) {
        const uint8_t *a = p[0].rgba.data + 4 * (y * SIDE + SIDE - 1),
                      *b = p[1].rgba.data + 4 * y * SIDE;

        for (int i = 0; i < 3; i++)
            CHECK(a[i] - b[i] <= 1 && b[i] - a[i] <= 1);
        two += a[0] > 40 && a[1] > 40;
    }
    CHECK(two > SIDE / 4);
    for (size_t i = 0; i < 2; i++)
        ptl_pixels_free(&p[i]);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

/* A splat changes the ground of every chunk; of those only what is in the part gets an image. */
static void parts_are_baked_alone(void)
{
    static const struct {
        const char *crop;
        size_t      images;
    } all[] = { { "4,4,12,12", 1 }, { "40,40,3,3", 1 }, { "30,4,10,4", 2 }, { "31,31,2,2", 4 } };
    ptl_setting size = { "size", "3x3", 3 };
    ptl_doc    *doc;
    ptl_scene  *scene;

    need_png();
    CHECK_UINT(
        ptl_new(&doc, "pfmap", &(ptl_read_opts){ .settings = &size, .setting_count = 1 }, NULL),
        PTL_OK);
    CHECK_UINT(ptl_pfmap_add_material(doc, "Rock", "rock.png", NULL), PTL_OK);
    CHECK_UINT(ptl_pfmap_add_splat(doc, 0, 1, NULL), PTL_OK);
    for (size_t i = 0; i < COUNT(all); i++) {
        ptl_setting both[]  = { { "bake", "2", 1 }, { "crop", all[i].crop, strlen(all[i].crop) } };
        ptl_write_opts opts = { .files         = { .load = load_color },
                                .settings      = both,
                                .setting_count = 2 };

        CHECK_UINT(ptl_scene_make(&scene, doc, &opts, NULL), PTL_OK);
        CHECK_UINT(scene->images.count, all[i].images);
        ptl_scene_free(scene);
    }
    ptl_doc_free(doc);
}

/* All tops are one part, whose corners are the middles of the outermost texels; what is not seen
 * any more is left out. */
static void tops_are_one_part(void)
{
    ptl_doc              *doc   = spotted(1, 0, 1);
    ptl_scene            *scene = bake(doc, "2");
    const ptl_scene_part *part  = scene->meshes.data[0].parts.data;
    float                 least = 1, most = 0;

    CHECK_UINT(scene->meshes.data[0].parts.count, 1);
    CHECK_UINT(scene->materials.count, 1);
    CHECK(scene->images.data[0].clamped);
    CHECK_UINT(part->index.count, 1024 * 6);
    for (size_t i = 0; i < part->uv.count; i++) {
        least = part->uv.data[i] < least ? part->uv.data[i] : least;
        most  = part->uv.data[i] > most ? part->uv.data[i] : most;
    }
    CHECK(least == 0.5f / 64 && most == 63.5f / 64);
    ptl_scene_free(scene);
    scene = bake(doc, "0");
    CHECK_UINT(scene->meshes.data[0].parts.count, 2);
    CHECK_UINT(scene->images.count, 2);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

static bool load_half(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    if (strstr(companion->name, "rock"))
        return *(const bool *)user && load_color(NULL, companion, out) && (out->size = 400);
    return load_color(NULL, companion, out);
}

/* A texture that is only seen mixed, and is missing or cut off, is told of all the same, once. */
static void textures_are_missed(void)
{
    static const struct {
        bool        there;
        const char *rule;
    } all[] = { { false, "file-missing" }, { true, "truncated" } };

    for (size_t i = 0; i < COUNT(all); i++) {
        ptl_doc       *doc  = spotted(1, 0, 1);
        ptl_setting    bake = { "bake", "2", 1 };
        heard          h    = { .rule = all[i].rule };
        ptl_write_opts opts = { .files         = { load_half, .user = (void *)&all[i].there },
                                .listener      = { hear, &h },
                                .settings      = &bake,
                                .setting_count = 1 };
        ptl_scene     *scene;

        CHECK_UINT(ptl_scene_make(&scene, doc, &opts, NULL), PTL_OK);
        CHECK_UINT(h.count, 1);
        ptl_scene_free(scene);
        ptl_doc_free(doc);
    }
}

static void odd_resolutions_are_refused(void)
{
    static const char *const odd[] = { "", "1", "129", "-4", "8x", "1e1" };
    ptl_doc                 *doc   = spotted(1, 0, 1);

    for (size_t i = 0; i < COUNT(odd); i++) {
        ptl_setting bake  = { "bake", odd[i], strlen(odd[i]) };
        ptl_scene  *scene = NULL;
        ptl_diag    err;

        CHECK_UINT(ptl_scene_make(&scene, doc,
                                  &(ptl_write_opts){ .settings = &bake, .setting_count = 1 }, &err),
                   PTL_E_ARG);
        CHECK_TEXT(err.rule, "setting");
    }
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(blur_runs_between_nine_points),
        TEST(sharp_edges_stay_sharp),
        TEST(quarters_have_modes_of_their_own),
        TEST(seams_overlap_the_lower_number),
        TEST(seams_are_up_to_the_higher_side),
        TEST(materials_that_are_not_there_have_no_say),
        TEST(splats_are_laid_over),
        TEST(chunks_meet),
        TEST(parts_are_baked_alone),
        TEST(tops_are_one_part),
        TEST(textures_are_missed),
        TEST(odd_resolutions_are_refused),
    };

    return run_tests("pfmap mix", tests, COUNT(tests));
}
