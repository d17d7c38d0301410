/* SPDX-License-Identifier: MIT */
/* Levels through glTF and back: to the byte, with a vertex that was moved, and damaged ones. */
#include <portolan/mpd.h>
#include <portolan/scene.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "mpd_samples.h"
#include "support.h"

/* Four by three fans of several types, heights, sheets and lights; one is switched off, one wet. */
static ptl_doc *level(void)
{
    static const uint8_t types[12] = { 0, 1, 2, 3, 32, 41, 4, 5, 8, 9, 24, 57 };
    ptl_doc             *doc;
    ptl_mpd             *mesh;

    CHECK_UINT(ptl_mpd_new(&doc, 4, 3, NULL, NULL), PTL_OK);
    mesh = ptl_mpd_of(doc);
    for (uint32_t i = 0; i < 12; i++)
        mesh->words.data[i] = ptl_mpd_word(types[i], (uint8_t)(i * 21), (uint16_t)(i * 23));
    mesh->words.data[6] |= PTL_MPD_FANOFF;
    CHECK_UINT(ptl_mpd_lay_out(doc, 255, NULL), PTL_OK);
    mesh = ptl_mpd_of(doc);
    for (uint32_t i = 0; i < mesh->numvert; i++) {
        mesh->z.data[i]     = (float)(i * 7919 % 401) - 100.25f;
        mesh->light.data[i] = (uint8_t)(i * 37 + 1);
    }
    CHECK_UINT(ptl_mpd_retwist(doc, 4.125, NULL), PTL_OK);
    ptl_mpd_of(doc)->twist.data[3] = 0x12; /* stale, and stays so */
    return doc;
}

static ptl_scene *scene_of(const ptl_doc *doc)
{
    ptl_bytes  glb = must_write(doc, &(ptl_write_opts){ .to = "glb" });
    ptl_scene *scene;

    CHECK_UINT(
        ptl_scene_read(&scene, &(ptl_source){ .data = glb.data, .size = glb.size }, NULL, NULL),
        PTL_OK);
    ptl_bytes_free(&glb);
    return scene;
}

static ptl_status back(ptl_bytes *out, const ptl_scene *scene, const ptl_setting *setting,
                       ptl_diag *err)
{
    ptl_write_opts opts = { .to = "mpd", .settings = setting, .setting_count = setting ? 1 : 0 };

    *out = (ptl_bytes){ 0 };
    return ptl_scene_write(&(ptl_target){ .bytes = out }, scene, &opts, err);
}

static void check_back(const ptl_doc *doc, const ptl_scene *scene)
{
    ptl_bytes wanted = must_write(doc, NULL), got;
    ptl_diag  err;

    if (back(&got, scene, NULL, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "%s", err.message);
    CHECK_BYTES(got.data, got.size, wanted.data, wanted.size);
    ptl_bytes_free(&wanted);
    ptl_bytes_free(&got);
}

static void levels_come_back_to_the_byte(void)
{
    ptl_doc   *docs[3];
    ptl_scene *scene;
    uint8_t    cut[sizeof mpd_two_fans + 3] = { 0 };

    memcpy(cut, mpd_two_fans, sizeof mpd_two_fans);
    docs[0] = level();
    docs[1] = must_read(mpd_two_fans, sizeof mpd_two_fans - 5, NULL); /* light that is cut off */
    docs[2] = must_read(cut, sizeof cut, NULL);                       /* a tail */
    for (size_t i = 0; i < COUNT(docs); i++) {
        scene = scene_of(docs[i]);
        check_back(docs[i], scene);
        ptl_scene_free(scene);
        ptl_doc_free(docs[i]);
    }
}

/* A vertex that is moved changes itself, and the slopes of its fan if these followed from it. */
static void a_vertex_that_is_moved_comes_back_moved(void)
{
    ptl_doc        *doc    = level();
    ptl_scene      *scene  = scene_of(doc);
    ptl_scene_part *part   = &scene->meshes.data[0].parts.data[0];
    ptl_mpd        *mesh   = ptl_mpd_of(doc);
    ptl_mpd_tables  tables = { 0 };

    part->position.data[3 * 1] += 5; /* vertex 1 of fan 0 */
    part->position.data[3 * 1 + 1] += 64;
    mesh->x.data[1] += 5;
    mesh->z.data[1] += 64 * 16;
    CHECK_UINT(ptl_mpd_derive(&tables, doc, NULL), PTL_OK);
    CHECK(mesh->twist.data[0] != ptl_mpd_twist(mesh, &tables, 0, 4.125));
    mesh->twist.data[0] = ptl_mpd_twist(mesh, &tables, 0, 4.125);
    ptl_mpd_tables_free(&tables);
    check_back(doc, scene);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

/* Programs that keep a normal for each triangle write a vertex several times. */
static void vertices_that_were_split_are_one(void)
{
    ptl_doc        *doc   = level();
    ptl_scene      *scene = scene_of(doc);
    ptl_scene_part *part  = &scene->meshes.data[0].parts.data[0];
    size_t          count = part->position.count / 3;
    float          *more  = malloc(2 * count * 3 * sizeof *more);
    float          *uv    = malloc(2 * count * 2 * sizeof *uv);
    uint8_t        *color = malloc(2 * count * 4);
    ptl_scene_part  saved = *part;

    CHECK(more && uv && color);
    for (size_t i = 0; i < 2 * count; i++) {
        memcpy(more + 3 * i, part->position.data + 3 * (i / 2), 12);
        memcpy(uv + 2 * i, part->uv.data + 2 * (i / 2), 8);
        memcpy(color + 4 * i, part->color.data + 4 * (i / 2), 4);
    }
    part->position = (ptl_f32s){ more, 6 * count };
    part->uv       = (ptl_f32s){ uv, 4 * count };
    part->color    = (ptl_u8s){ color, 8 * count };
    part->normal   = (ptl_f32s){ 0 };
    check_back(doc, scene);
    *part = saved;
    free(more);
    free(uv);
    free(color);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

static void light_is_taken_when_asked_for(void)
{
    static const ptl_setting take  = { "take-light", NULL, 0 };
    ptl_doc                 *doc   = level();
    ptl_scene               *scene = scene_of(doc);
    ptl_bytes                got, plain = must_write(doc, NULL);
    ptl_doc                 *lit;

    memset(scene->meshes.data[0].parts.data[0].color.data, 77, 4);
    check_back(doc, scene);
    CHECK_UINT(back(&got, scene, &take, NULL), PTL_OK);
    CHECK(got.size == plain.size && memcmp(got.data, plain.data, got.size) != 0);
    lit = must_read(got.data, got.size, NULL);
    CHECK_UINT(ptl_mpd_view(lit)->light.data[0], 77);
    ptl_doc_free(lit);
    ptl_bytes_free(&got);
    ptl_bytes_free(&plain);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

static void other_scenes_are_refused(void)
{
    ptl_doc   *doc   = level();
    ptl_scene *scene = scene_of(doc);
    ptl_bytes  got;
    ptl_diag   err;

    scene->meshes.data[0].parts.data[0].position.count -= 3; /* its lists agree no more */
    CHECK(back(&got, scene, NULL, &err) != PTL_OK);
    scene->meshes.data[0].parts.data[0].position.count += 3;
    scene->materials.data[0].name = (ptl_str){ "floor", 5 };
    CHECK_UINT(back(&got, scene, NULL, &err), PTL_E_UNSUPPORTED);
    CHECK_TEXT(err.rule, "mpd-scene");
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

/* A scene that says nothing of a level becomes one by its heights: two by one meters, the eastern
 * side two meters up. Steep fans are walls, and where nothing is nothing is drawn. */
static void any_ground_becomes_a_level(void)
{
    static float          places[]  = { 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 2, 2, 0, 2, 2, 1 };
    static uint32_t       indices[] = { 0, 2, 1, 0, 3, 2, 1, 5, 4, 1, 2, 5 };
    static ptl_scene_part part      = { .material = PTL_SCENE_NONE,
                                        .position = { places, 18 },
                                        .index    = { indices, 12 } };
    static ptl_scene_mesh mesh      = { .parts = { &part, 1 } };
    static ptl_scene_node node      = { .parent   = PTL_SCENE_NONE,
                                        .skin     = PTL_SCENE_NONE,
                                        .rotation = { 0, 0, 0, 1 },
                                        .scale    = { 1, 1, 1 } };
    ptl_scene             scene     = { .meshes = { &mesh, 1 }, .nodes = { &node, 1 } };
    ptl_bytes             got;
    ptl_doc              *doc;
    const ptl_mpd        *level_of;
    ptl_diag              err;

    if (back(&got, &scene, NULL, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "%s", err.message);
    doc      = must_read(got.data, got.size, NULL);
    level_of = ptl_mpd_view(doc);
    CHECK_UINT(level_of->sizex, 2);
    CHECK_UINT(level_of->sizey, 1);
    CHECK(level_of->z.data[0] == 0 && level_of->z.data[5] == 2 * 128 * 16);
    CHECK(ptl_mpd_walkable(level_of, NULL, 64, 64) && !ptl_mpd_walkable(level_of, NULL, 192, 64));
    ptl_bytes_free(&got);
    ptl_doc_free(doc);
}

/* A repair, and the setting of the same name, give what ptl_mpd_retwist does; JSON with stale
 * slopes is told of. */
static void stale_slopes_are_computed_anew(void)
{
    static const ptl_setting retwist = { "retwist", NULL, 0 };
    ptl_write_opts           anew    = { .settings = &retwist, .setting_count = 1 };
    ptl_doc                 *doc = level(), *fresh = level();
    ptl_bytes                wanted, got, was = must_write(doc, NULL);
    ptl_doc                 *read = must_read(was.data, was.size, NULL);

    CHECK_UINT(ptl_mpd_retwist(fresh, 4.125, NULL), PTL_OK);
    wanted = must_write(fresh, NULL);
    got    = must_write(read, &anew);
    CHECK_BYTES(got.data, got.size, wanted.data, wanted.size);
    ptl_bytes_free(&got);
    got = must_write(read, NULL); /* it is as it was */
    CHECK_BYTES(got.data, got.size, was.data, was.size);
    ptl_bytes_free(&got);
    CHECK_UINT(ptl_fix(read, NULL, NULL), PTL_OK);
    got = must_write(read, NULL);
    CHECK_BYTES(got.data, got.size, wanted.data, wanted.size);
    ptl_bytes_free(&got);
    ptl_bytes_free(&wanted);
    ptl_bytes_free(&was);
    ptl_doc_free(read);
    ptl_doc_free(fresh);
    ptl_doc_free(doc);
}

static void hear_of_slopes(void *user, const ptl_diag *diag)
{
    *(size_t *)user += strcmp(diag->rule, "mpd-twist") == 0;
}

static void stale_slopes_in_json_are_said(void)
{
    size_t         heard = 0;
    ptl_write_opts told  = { .listener = { .hear = hear_of_slopes, .user = &heard } };
    ptl_doc       *doc   = level();
    ptl_bytes      json  = must_write(doc, &(ptl_write_opts){ .to = "json" }), bytes;
    ptl_doc       *read  = must_read(json.data, json.size, NULL);

    bytes = must_write(read, &told);
    CHECK_UINT(heard, 1);
    ptl_bytes_free(&bytes);
    ptl_bytes_free(&json);
    ptl_doc_free(read);
    ptl_doc_free(doc);
}

static void vertices_are_laid_out_anew(void)
{
    static const ptl_setting lay_out = { "lay-out", NULL, 0 };
    ptl_write_opts           anew    = { .settings = &lay_out, .setting_count = 1 };
    ptl_doc                 *doc     = level();
    ptl_bytes                was = must_write(doc, NULL), got = must_write(doc, &anew), still;
    ptl_bytes                wanted;

    still = must_write(doc, NULL);
    CHECK_BYTES(still.data, still.size, was.data, was.size);
    CHECK_UINT(ptl_mpd_lay_out(doc, 255, NULL), PTL_OK);
    wanted = must_write(doc, NULL);
    CHECK_BYTES(got.data, got.size, wanted.data, wanted.size);
    ptl_bytes_free(&was);
    ptl_bytes_free(&got);
    ptl_bytes_free(&still);
    ptl_bytes_free(&wanted);
    ptl_doc_free(doc);
}

/* Every character of the notes in turn is another: a level, or an error, and nothing else. */
static void damaged_notes_do_no_harm(void)
{
    ptl_doc   *doc   = must_read(mpd_two_fans, sizeof mpd_two_fans, NULL);
    ptl_scene *scene = scene_of(doc);
    ptl_str    notes = scene->meshes.data[0].extras;
    char      *copy  = malloc(notes.size);

    CHECK(copy != NULL);
    for (size_t i = 0; i < notes.size; i++)
        for (const char *c = "AQ/z\"}"; *c; c++) {
            ptl_bytes got;

            memcpy(copy, notes.data, notes.size);
            copy[i]                      = *c;
            scene->meshes.data[0].extras = (ptl_str){ copy, notes.size };
            if (back(&got, scene, NULL, NULL) == PTL_OK)
                ptl_bytes_free(&got);
        }
    scene->meshes.data[0].extras = notes;
    free(copy);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(levels_come_back_to_the_byte),     TEST(a_vertex_that_is_moved_comes_back_moved),
        TEST(vertices_that_were_split_are_one), TEST(light_is_taken_when_asked_for),
        TEST(other_scenes_are_refused),         TEST(damaged_notes_do_no_harm),
        TEST(any_ground_becomes_a_level),       TEST(stale_slopes_are_computed_anew),
        TEST(stale_slopes_in_json_are_said),    TEST(vertices_are_laid_out_anew),
    };

    return run_tests("mpd_back", tests, COUNT(tests));
}
