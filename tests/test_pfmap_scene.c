/* SPDX-License-Identifier: MIT */
/* Permafrost terrain in three dimensions: water, textures. */
#include <portolan/scene.h>

#include "pfmap_samples.h"

static ptl_scene *scene_of(ptl_doc *doc, const ptl_write_opts *opts)
{
    ptl_scene *scene = NULL;

    CHECK_UINT(ptl_scene_make(&scene, doc, opts, NULL), PTL_OK);
    return scene;
}

static bool is_text(ptl_str text, const char *want)
{
    return text.size == strlen(want) && memcmp(text.data, want, text.size) == 0;
}

/* ---- Water ----------------------------------------------------------------------------------- */

/* A pond of two tiles at column 2, row 1 and column 31, row 31; the second rises out of it. */
static ptl_doc *pond(void)
{
    ptl_doc   *doc = read_changed(&(change){ 0 });
    ptl_pfmap *map = ptl_pfmap_of(doc);

    ptl_pfmap_tile_at(map, 1, 2)->base   = -3;
    ptl_pfmap_tile_at(map, 31, 31)->base = -1;
    ptl_pfmap_tile_at(map, 31, 31)->type = PTL_PFMAP_RAMP_SN;
    ptl_pfmap_tile_at(map, 31, 31)->ramp = 2;
    return doc;
}

static const ptl_scene_node *node_called(const ptl_scene *scene, const char *name)
{
    for (size_t i = 0; i < scene->nodes.count; i++)
        if (is_text(scene->nodes.data[i].name, name))
            return &scene->nodes.data[i];
    return NULL;
}

static void water_lies_over_its_tiles(void)
{
    static const float    least[2][2] = { { 2 * 8 - 128, 8 - 128 }, { 128 - 8, 128 - 8 } };
    ptl_doc              *doc         = pond();
    ptl_scene            *scene       = scene_of(doc, NULL);
    const ptl_scene_node *node        = node_called(scene, "water");
    const ptl_scene_part *part;

    CHECK(node && node->parent == 0);
    CHECK_UINT(scene->meshes.data[node->mesh].parts.count, 1);
    part = scene->meshes.data[node->mesh].parts.data;
    CHECK_UINT(part->position.count, 2 * 4 * 3);
    CHECK_UINT(part->index.count, 2 * 6);
    for (size_t i = 0; i < 8; i++) {
        const float *p = part->position.data + 3 * i, *from = least[i / 4];

        CHECK(p[1] == PTL_PFMAP_WATER && part->normal.data[3 * i + 1] == 1);
        CHECK((p[0] == from[0] || p[0] == from[0] + 8) && (p[2] == from[1] || p[2] == from[1] + 8));
    }
    for (size_t i = 0; i < 12; i += 3) { /* seen from above */
        const float *a = part->position.data + 3 * (size_t)part->index.data[i];
        const float *b = part->position.data + 3 * (size_t)part->index.data[i + 1];
        const float *c = part->position.data + 3 * (size_t)part->index.data[i + 2];

        CHECK((b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]) == 64);
    }
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

static void water_has_its_material(void)
{
    ptl_doc                  *doc   = pond(), *dry;
    ptl_scene                *scene = scene_of(doc, NULL);
    const ptl_scene_material *m     = &scene->materials.data[2];

    CHECK_UINT(scene->materials.count, 3);
    CHECK(is_text(m->name, "water") && m->image == PTL_SCENE_NONE);
    CHECK(m->alpha == PTL_ALPHA_BLEND && m->color[3] > 0.3f && m->color[3] < 0.9f);
    CHECK_UINT(scene->meshes.data[node_called(scene, "water")->mesh].parts.data[0].material, 2);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
    dry   = read_changed(&(change){ 0 });
    scene = scene_of(dry, NULL);
    CHECK(node_called(scene, "water") == NULL && scene->materials.count == 2);
    ptl_scene_free(scene);
    ptl_doc_free(dry);
}

static void water_is_exported(void)
{
    ptl_doc  *doc = pond();
    ptl_bytes obj = must_write(doc, &(ptl_write_opts){ .to = "obj" });
    ptl_bytes glb = must_write(doc, &(ptl_write_opts){ .to = "glb" });

    CHECK(strstr((char *)obj.data, "usemtl water"));
    CHECK(strstr((char *)glb.data + 20, "\"alphaMode\":\"BLEND\"") ||
          strstr((char *)glb.data + 20, "\"alphaMode\": \"BLEND\""));
    ptl_bytes_free(&obj);
    ptl_bytes_free(&glb);
    ptl_doc_free(doc);
}

/* ---- Textures -------------------------------------------------------------------------------- */

/* A gray TGA of a size, of which nothing but the header matters here. */
typedef struct texture {
    uint8_t width, height;
} texture;

static bool load_texture(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    const texture *t        = user;
    const uint8_t  head[18] = { [2] = 3, [12] = t->width, [14] = t->height, [16] = 8 };
    size_t         size     = sizeof head + (size_t)t->width * t->height;

    (void)companion;
    *out = (ptl_bytes){ calloc(1, size), size, size, { 0 } };
    CHECK(out->data != NULL);
    memcpy(out->data, head, sizeof head);
    return true;
}

/* Texture coordinates of the vertices that stand at a corner of tiles, of the ground alone. */
static size_t places_at(const ptl_scene *scene, float x, float z, float out[][2])
{
    size_t count = 0;

    for (size_t p = 0; p < scene->meshes.data[0].parts.count; p++) {
        const ptl_scene_part *part = &scene->meshes.data[0].parts.data[p];

        for (size_t i = 0; i < part->position.count / 3; i++)
            if (part->position.data[3 * i] == x && part->position.data[3 * i + 2] == z)
                memcpy(out[count++], part->uv.data + 2 * i, 2 * sizeof(float));
    }
    return count;
}

/* From the middle of the map, one tile to the east and one to the south. */
static void check_scale(const texture *t, float across, float down)
{
    ptl_doc       *doc   = read_changed(&(change){ 0 });
    ptl_write_opts opts  = { .files = { .load = t ? load_texture : NULL, .user = (void *)t } };
    ptl_scene     *scene = scene_of(doc, &opts);
    float          a[8][2], b[8][2], c[8][2];

    CHECK_UINT(places_at(scene, 0, 0, a), 6); /* of four tiles; textures run on over all of them */
    CHECK_UINT(places_at(scene, 8, 0, b), 6);
    CHECK_UINT(places_at(scene, 0, 8, c), 6);
    for (int i = 1; i < 6; i++)
        CHECK(memcmp(a[i], a[0], sizeof a[0]) == 0 && memcmp(b[i], b[0], sizeof b[0]) == 0);
    CHECK(b[0][0] - a[0][0] == across && b[0][1] - a[0][1] == down);
    CHECK(c[0][0] - a[0][0] == -across && c[0][1] - a[0][1] == down);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

static void textures_have_the_scale_of_the_engine(void)
{
    static const texture wide = { 130, 104 }, least = { 85, 85 }, small = { 84, 90 };

    check_scale(NULL, 65 / 256.0f, 65 / 256.0f);
    check_scale(&wide, 65 / 130.0f, 65 / 104.0f);
    check_scale(&least, (float)(65 / 85.0), (float)(65 / 85.0));
    check_scale(&small, 65 / 256.0f, 65 / 256.0f); /* which the engine does not show at all */
}

/* Along a wall the texture goes on at the same scale, from left to right for who looks at it. */
static void walls_have_it_too(void)
{
    ptl_doc              *doc = read_changed(&(change){ 0 });
    ptl_scene            *scene;
    const ptl_scene_part *part;
    size_t                walls = 0;

    ptl_pfmap_tile_at(ptl_pfmap_of(doc), 16, 16)->base = 2;
    ptl_pfmap_tile_at(ptl_pfmap_of(doc), 16, 16)->side = 1;
    scene                                              = scene_of(doc, NULL);
    part                                               = &scene->meshes.data[0].parts.data[1];
    CHECK_UINT(part->index.count, 4 * 2 * 3);
    for (size_t i = 0; i < part->position.count / 3; i++) {
        const float *p = part->position.data + 3 * i, *n = part->normal.data + 3 * i;
        float        along = (p[0] * n[2] - p[2] * n[0]) / 8, down = -p[1] / 8;

        CHECK(part->uv.data[2 * i] == (along - down) * 65 / 256);
        CHECK(part->uv.data[2 * i + 1] == (along + down) * 65 / 256);
        walls += n[1] == 0;
    }
    CHECK_UINT(walls, 24);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

/* ---- Blending -------------------------------------------------------------------------------- */

static size_t blends_lost(ptl_doc *doc)
{
    heard      h     = { .rule = "pfmap-blend" };
    ptl_scene *scene = scene_of(doc, &(ptl_write_opts){ .listener = { .hear = hear, .user = &h } });

    ptl_scene_free(scene);
    return h.count;
}

/* A heightmap has no colors to lose. */
static void heightmaps_lose_no_blending(void)
{
    ptl_doc  *doc = read_changed(&(change){ 0 });
    heard     h   = { .rule = "pfmap-blend" };
    ptl_bytes out;

    ptl_pfmap_tile_at(ptl_pfmap_of(doc), 4, 4)->top = 1;
    CHECK_UINT(blends_lost(doc), 1);
    out = must_write(doc, &(ptl_write_opts){ .to = "heightmap", .listener = { hear, &h } });
    CHECK_UINT(h.count, 0);
    ptl_bytes_free(&out);
    ptl_doc_free(doc);
}

static void blending_is_lost_only_where_materials_meet(void)
{
    ptl_doc        *doc  = read_changed(&(change){ 0 });
    ptl_pfmap      *map  = ptl_pfmap_of(doc);
    ptl_pfmap_tile *tile = ptl_pfmap_tile_at(map, 4, 4);

    CHECK_UINT(blends_lost(doc), 0); /* every edge has a mode, and nothing to blend */
    tile->top = 1;
    CHECK_UINT(blends_lost(doc), 1);
    for (size_t i = 0; i < map->tiles.count; i++)
        memset(map->tiles.data[i].edge_blend, 0, 4);
    CHECK_UINT(blends_lost(doc), 0);
    tile->top           = 0;
    tile->side          = 1; /* shows on the sloped half alone */
    tile->type          = PTL_PFMAP_CONCAVE_SW;
    tile->ramp          = 2;
    tile->edge_blend[0] = 1;
    CHECK_UINT(blends_lost(doc), 1);
    ptl_doc_free(doc);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static void parts_are_cut_out(void)
{
    static const struct {
        const char *crop;
        float       box[4]; /* west, north, east, south */
        size_t      water;
    } all[] = {
        { "0,0,32,32", { -128, -128, 128, 128 }, 2 },
        { "2,1,3,2", { 16 - 128, 8 - 128, 40 - 128, 24 - 128 }, 1 },
        { "30,30,99,1", { 112, 112, 128, 120 }, 0 },
    };
    ptl_doc *doc = pond();

    for (size_t i = 0; i < COUNT(all); i++) {
        ptl_setting crop = { "crop", all[i].crop, strlen(all[i].crop) };
        ptl_scene  *scene =
            scene_of(doc, &(ptl_write_opts){ .settings = &crop, .setting_count = 1 });
        const ptl_scene_node *water = node_called(scene, "water");
        ptl_scene_box         box;

        CHECK(ptl_scene_mesh_bounds(&box, &scene->meshes.data[0]));
        CHECK(box.least[0] == all[i].box[0] && box.least[2] == all[i].box[1]);
        CHECK(box.most[0] == all[i].box[2] && box.most[2] == all[i].box[3]);
        CHECK((water != NULL) == (all[i].water > 0));
        if (water)
            CHECK_UINT(scene->meshes.data[water->mesh].parts.data[0].index.count, 6 * all[i].water);
        ptl_scene_free(scene);
    }
    ptl_doc_free(doc);
}

static void parts_that_are_none_are_refused(void)
{
    static const char *const bad[] = {
        "", "1,2,3", "0,0,0,1", "32,0,1,1", "1,2,3,4,5", "-1,0,2,2"
    };
    ptl_doc *doc = pond();

    for (size_t i = 0; i < COUNT(bad); i++) {
        ptl_setting    crop  = { "crop", bad[i], strlen(bad[i]) };
        ptl_write_opts opts  = { .settings = &crop, .setting_count = 1 };
        ptl_scene     *scene = NULL;
        ptl_diag       err;

        CHECK_UINT(ptl_scene_make(&scene, doc, &opts, &err), PTL_E_ARG);
        CHECK_TEXT(err.rule, "setting");
    }
    ptl_doc_free(doc);
}

/* ---- Names ----------------------------------------------------------------------------------- */

static void scenes_are_called_like_their_file(void)
{
    test_bytes m    = plain_map();
    ptl_doc *called = must_read(m.data, m.size, &(ptl_read_opts){ .name = "a/b.c/My Isle.pfmap" });
    ptl_doc *bare   = must_read(m.data, m.size, NULL);
    ptl_scene *a = scene_of(called, NULL), *b = scene_of(bare, NULL);

    CHECK(is_text(a->name, "My Isle"));
    CHECK(is_text(b->name, "Permafrost terrain"));
    ptl_scene_free(a);
    ptl_scene_free(b);
    ptl_doc_free(called);
    ptl_doc_free(bare);
    free(m.data);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(water_lies_over_its_tiles),
        TEST(water_has_its_material),
        TEST(water_is_exported),
        TEST(textures_have_the_scale_of_the_engine),
        TEST(walls_have_it_too),
        TEST(blending_is_lost_only_where_materials_meet),
        TEST(heightmaps_lose_no_blending),
        TEST(parts_are_cut_out),
        TEST(parts_that_are_none_are_refused),
        TEST(scenes_are_called_like_their_file),
    };

    return run_tests("pfmap scene", tests, COUNT(tests));
}
