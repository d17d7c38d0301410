/* SPDX-License-Identifier: MIT */
/* Permafrost terrain in three dimensions: water. */
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

int main(void)
{
    static const test_case tests[] = {
        TEST(water_lies_over_its_tiles),
        TEST(water_has_its_material),
        TEST(water_is_exported),
    };

    return run_tests("pfmap scene", tests, COUNT(tests));
}
