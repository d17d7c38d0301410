/* SPDX-License-Identifier: MIT */
/* Scenes and their exports: axes, winding, colors, welding, the shape of a .glb. */
#include <portolan/mpd.h>
#include <portolan/scene.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "harness.h"
#include "hubs/scene_weld.h"
#include "hubs/scene_world.h"
#include "mpd_samples.h"
#include "support.h"

static ptl_scene *scene_of(const void *data, size_t size)
{
    ptl_doc   *doc = must_read(data, size, NULL);
    ptl_scene *scene;
    ptl_diag   err;

    if (ptl_scene_make(&scene, doc, NULL, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "no scene: %s", err.message);
    ptl_doc_free(doc);
    return scene;
}

/* Y of the cross product of a triangle's sides: above 0 for one that faces up. */
static double upward(const ptl_scene_part *part, size_t triangle)
{
    const uint32_t *corner = part->index.data + 3 * triangle;
    double          side[2][3];

    for (unsigned k = 0; k < 2; k++)
        for (unsigned i = 0; i < 3; i++)
            side[k][i] = (double)part->position.data[3 * corner[k + 1] + i] -
                         (double)part->position.data[3 * corner[0] + i];
    return side[0][2] * side[1][0] - side[0][0] * side[1][2];
}

static void a_mesh_becomes_a_scene(void)
{
    ptl_scene            *scene = scene_of(mpd_two_fans, sizeof mpd_two_fans);
    const ptl_scene_part *floor = &scene->meshes.data[0].parts.data[0];
    const ptl_scene_part *wall  = &scene->meshes.data[0].parts.data[1];

    CHECK_UINT(scene->meshes.count, 1);
    CHECK_UINT(scene->meshes.data[0].parts.count, 2);
    CHECK_UINT(floor->material, 0);
    CHECK_UINT(wall->material, 1);
    CHECK_UINT(floor->index.count, 6);
    CHECK_UINT(wall->index.count, 18);
    CHECK_UINT(wall->position.count, 24);
    /* Vertex 5 of the file: x 256, y 0, z 1536, light 6. */
    CHECK((double)wall->position.data[3] == 256 && (double)wall->position.data[4] == 96 &&
          (double)wall->position.data[5] == 0);
    CHECK_UINT(wall->color.data[4], 6);
    CHECK_UINT(wall->color.data[7], 255);
    CHECK((double)floor->uv.data[2] == (double)(float)0.24765625);
    for (size_t i = 0; i < 2; i++)
        CHECK(upward(floor, i) > 0);
    for (size_t i = 0; i < 6; i++)
        CHECK(upward(wall, i) > 0);
    CHECK((double)scene->nodes.data[0].scale[1] == 1.0 / 128);
    ptl_scene_free(scene);
}

static void what_is_no_number_is_left_out(void)
{
    uint8_t    copy[sizeof mpd_two_fans];
    ptl_scene *scene;

    memcpy(copy, mpd_two_fans, sizeof copy);
    memcpy(copy + TWO_X, "\0\0\xc0\x7f", 4);
    scene = scene_of(copy, sizeof copy);
    CHECK_UINT(scene->meshes.data[0].parts.count, 1);
    CHECK_UINT(scene->materials.count, 1);
    CHECK_TEXT(scene->images.data[0].file.name, "tile1");
    ptl_scene_free(scene);
}

static void nothing_drawn_is_an_empty_scene(void)
{
    uint8_t    copy[sizeof mpd_two_fans];
    ptl_scene *scene;

    memcpy(copy, mpd_two_fans, sizeof copy);
    memcpy(copy + TWO_WORDS, "\xff\xff", 2);
    memcpy(copy + TWO_WORDS + 4, "\xff\xff", 2);
    scene = scene_of(copy, sizeof copy);
    CHECK_UINT(scene->meshes.count, 0);
    CHECK_UINT(scene->nodes.data[0].mesh, PTL_SCENE_NONE);
    ptl_scene_free(scene);
}

static void tiles_without_vertices_have_no_scene(void)
{
    uint8_t   copy[TWO_TWIST];
    ptl_doc  *doc;
    ptl_diag  err;
    ptl_bytes out;

    memcpy(copy, mpd_two_fans, sizeof copy);
    copy[3] = 'A';
    doc     = must_read(copy, sizeof copy, NULL);
    CHECK_UINT(ptl_write(&out, doc, &(ptl_write_opts){ .to = "glb" }, &err), PTL_E_UNSUPPORTED);
    CHECK_TEXT(err.rule, "mpd-no-geometry");
    ptl_doc_free(doc);
}

static void equal_vertices_are_welded(void)
{
    static const float   position[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0 };
    static const uint8_t shade[]    = {
           9, 9, 9, 8, 9, 9
    }; /* the fourth vertex differs from the third */
    fixture        f;
    ptl_scene_part part = { 0 };

    fixture_begin(&f, "", 0);
    CHECK(ptl_scene_part_reserve(&f.job, &part, 6, 6, PTL_PART_COLOR));
    memcpy(part.position.data, position, sizeof position);
    for (size_t i = 0; i < 6; i++) {
        memset(part.color.data + 4 * i, shade[i], 4);
        part.index.data[i] = (uint32_t)i;
    }
    ptl_scene_weld(&f.job, &part);
    CHECK_UINT(part.position.count, 15); /* of six only the fifth has an equal */
    CHECK_UINT(part.color.count, 20);
    CHECK_UINT(part.index.data[3], 3);
    CHECK_UINT(part.index.data[4], 1);
    CHECK_UINT(part.index.data[5], 4);
    CHECK((double)part.position.data[12] == 1 && (double)part.position.data[13] == 1);
    fixture_end(&f);
}

static void nodes_carry_their_parents_along(void)
{
    ptl_scene_node nodes[] = {
        { .parent      = PTL_SCENE_NONE,
          .translation = { 10, 0, 0 },
          .rotation    = { 0, 0, 0, 1 },
          .scale       = { 2, 2, 2 } },
        { .parent      = 0,
          .translation = { 1, 2, 3 },
          .rotation    = { 0, 0, 0.70710678f, 0.70710678f },
          .scale       = { 1, 1, 1 } },
    };
    ptl_scene scene = { .nodes = { nodes, 2 } };
    float     m[16];

    ptl_scene_world(&scene, 1, m);
    CHECK((double)m[12] == 12 && (double)m[13] == 4 && (double)m[14] == 6);
    CHECK((double)m[1] > 1.99 && (double)m[4] < -1.99); /* a quarter turn about z, twice as large */
}

/* A chain of nodes, each a little turned and moved against the one before. */
static ptl_scene chain_of(ptl_job *job, uint32_t count)
{
    ptl_scene scene = { .nodes = { ptl_arena_array(job, count, sizeof(ptl_scene_node)), count } };

    for (uint32_t i = 0; i < count; i++) /* children first: numbers say nothing about depth */
        scene.nodes.data[i] = (ptl_scene_node){ .parent = i + 1 < count ? i + 1 : PTL_SCENE_NONE,
                                                .mesh   = PTL_SCENE_NONE,
                                                .skin   = PTL_SCENE_NONE,
                                                .translation = { 0.1f, 0.7f, -0.3f },
                                                .rotation    = { 0.6f, 0, 0, 0.8f },
                                                .scale       = { 1, 1.001f, 1 } };
    return scene;
}

static void all_worlds_are_those_of_each(void)
{
    static const uint32_t counts[] = { 1, 2, 256, 257, 258, 512, 513, 514, 1100 };
    fixture               f;

    fixture_begin(&f, "", 0);
    for (size_t c = 0; c < COUNT(counts); c++) {
        ptl_scene         scene = chain_of(&f.job, counts[c]);
        ptl_scene_matrix *all   = ptl_scene_worlds(&f.job, &scene);

        for (uint32_t i = 0; i < counts[c]; i++) {
            float one[16];

            ptl_scene_world(&scene, i, one);
            CHECK_BYTES(all[i].m, sizeof one, one, sizeof one);
        }
    }
    fixture_end(&f);
}

static bool count_step(void *user, const ptl_step *step)
{
    (void)step;
    ++*(size_t *)user;
    return true;
}

/* Twice as many joints are twice as much work; from the root each time it was four times. */
static void a_chain_of_nodes_is_linear_work(void)
{
    size_t steps[2] = { 0, 0 };

    for (uint32_t i = 0; i < 2; i++) {
        fixture   f;
        ptl_scene scene;

        fixture_begin(&f, "", 0);
        scene          = chain_of(&f.job, 4000u << i);
        f.job.progress = (ptl_progress){ count_step, &steps[i] };
        CHECK(ptl_scene_worlds(&f.job, &scene) != NULL);
        fixture_end(&f);
    }
    CHECK(steps[0] > 100 && steps[1] < 26 * steps[0] / 10);
}

static uint32_t u32_at(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void a_glb_is_made_of_two_chunks(void)
{
    ptl_doc  *doc = must_read(mpd_two_fans, sizeof mpd_two_fans, NULL);
    ptl_bytes glb = must_write(doc, &(ptl_write_opts){ .to = "glb" });
    uint32_t  json;

    CHECK(memcmp(glb.data, "glTF\2\0\0\0", 8) == 0);
    CHECK_UINT(u32_at(glb.data + 8), glb.size);
    json = u32_at(glb.data + 12);
    CHECK_UINT(json % 4, 0);
    CHECK(memcmp(glb.data + 16, "JSON", 4) == 0);
    CHECK_UINT(u32_at(glb.data + 20 + json), glb.size - json - 28);
    CHECK(memcmp(glb.data + 24 + json, "BIN", 4) == 0);
    /* positions, texture places and light of 12 vertices, indices of 8 triangles */
    CHECK_UINT(glb.size - json - 28, 12 * (12 + 8 + 8) + 8 * 12);
    ptl_bytes_free(&glb);
    ptl_doc_free(doc);
}

static void every_failed_allocation_is_survived(void)
{
    static const char *const targets[] = { "glb", "gltf", "obj", "png" };

    for (size_t t = 0; t < COUNT(targets); t++)
        for (size_t fail = 1, done = 0; !done; fail++) {
            test_heap     heap = { 0 };
            ptl_read_opts opts = { .allocator = test_allocator(&heap) };
            ptl_doc      *doc  = must_read(mpd_two_fans, sizeof mpd_two_fans, &opts);
            ptl_bytes     out;
            ptl_diag      err;
            ptl_status    status;

            heap.fail_at = heap.calls + fail;
            status       = ptl_write(&out, doc, &(ptl_write_opts){ .to = targets[t] }, &err);
            done         = status != PTL_E_MEMORY;
            CHECK(!done || status == PTL_OK || strcmp(err.rule, "feature-absent") == 0);
            ptl_bytes_free(&out);
            ptl_doc_free(doc);
            CHECK_UINT(heap.held, 0);
        }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(a_mesh_becomes_a_scene),          TEST(what_is_no_number_is_left_out),
        TEST(nothing_drawn_is_an_empty_scene), TEST(tiles_without_vertices_have_no_scene),
        TEST(equal_vertices_are_welded),       TEST(nodes_carry_their_parents_along),
        TEST(all_worlds_are_those_of_each),    TEST(a_chain_of_nodes_is_linear_work),
        TEST(a_glb_is_made_of_two_chunks),     TEST(every_failed_allocation_is_survived),
    };

    return run_tests("scene", tests, COUNT(tests));
}
