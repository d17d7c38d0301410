/* SPDX-License-Identifier: MIT */
/* OBJ in: faces of every kind, materials, names; and what is wrong, with line and column. */
#include <math.h>
#include <portolan/pfobj.h>
#include <portolan/scene.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "support.h"
#include "sweep.h"

static const char library[] =
    "# made by hand\n"
    "newmtl red paint\nKd 0.5 0.25 0\nKs 0.1 0.2 0.3\nmap_Kd -s 2 2 2 red.png\n"
    "newmtl plain\r\nKd 1\r\nd 0.5\r\n"
    "newmtl bad\nKd x y z\nmap_Kd\n";

static bool load_library(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    (void)user;
    if (strcmp(companion->name, "my lib.mtl") != 0)
        return false;
    *out = (ptl_bytes){ .data = malloc(sizeof library), .size = sizeof library - 1 };
    CHECK(out->data != NULL);
    out->capacity = sizeof library;
    memcpy(out->data, library, sizeof library);
    return true;
}

static ptl_status import(ptl_doc **doc, const char *text, ptl_diag *err)
{
    return ptl_import(doc, text, strlen(text), "pfobj",
                      &(ptl_read_opts){ .format = "obj", .files = { .load = load_library } }, err);
}

static ptl_doc *must_import(const char *text)
{
    ptl_doc *doc;
    ptl_diag err;

    if (import(&doc, text, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "refused: %u:%u: %s", err.line, err.column, err.message);
    return doc;
}

static bool is_at(const ptl_pfobj *model, size_t vertex, double x, double y, double z)
{
    const double *p = model->vertices.data[vertex].position;

    return p[0] == x && p[1] == y && p[2] == z;
}

static void polygons_become_fans(void)
{
    ptl_doc   *doc   = must_import("v 0 0 0\nv 1 0 0 1\nv 1 1 0 1 0 0\nv -.5 1e0 +0\n"
                                       "vt 0.25 0.75\nvt 1\nvn 0 0 -2\n"
                                       "f 1/1/1 2//1 3/2 \\\n  4\nf -4 -3 -2 # back\n");
    ptl_pfobj *model = ptl_pfobj_of(doc);

    CHECK_UINT(model->vertices.count, 9);
    CHECK(is_at(model, 2, 1, 1, 0) && is_at(model, 3, 0, 0, 0) && is_at(model, 5, -0.5, 1, 0));
    CHECK(model->vertices.data[0].texture[0] == 0.25 && model->vertices.data[0].texture[1] == 0.75);
    CHECK(model->vertices.data[0].normal[2] == -1); /* its own, at length 1 */
    CHECK(model->vertices.data[2].normal[2] == 1);  /* that of the face    */
    CHECK(is_at(model, 6, 0, 0, 0));
    ptl_doc_free(doc);
}

static void materials_come_from_libraries(void)
{
    ptl_doc   *doc   = must_import("mtllib my lib.mtl\nmtllib none.mtl\no thing\ns 1\ng a b\n"
                                       "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
                                       "usemtl plain\nf 1 2 3\nusemtl red paint\nf 1 2 3\n"
                                       "usemtl plain\nf 3 2 1\nusemtl bad\nl 1 2\n");
    ptl_pfobj *model = ptl_pfobj_of(doc);

    CHECK_UINT(model->materials.count, 3);
    CHECK(memcmp(model->materials.data[0].name.data, "red paint", 9) == 0);
    CHECK(model->materials.data[0].diffuse[1] == 0.25);
    CHECK(model->materials.data[0].specular[2] == (double)0.3);
    CHECK(memcmp(model->materials.data[0].texture.data, "red.png", 7) == 0);
    CHECK_UINT(model->vertices.data[0].material, 1);
    CHECK_UINT(model->vertices.data[3].material, 0);
    CHECK_UINT(model->vertices.data[6].material, 1);
    CHECK(is_at(model, 6, 0, 1, 0));
    ptl_doc_free(doc);
}

typedef struct one_map {
    const char *line;  /* of the library              */
    const char *image; /* what has to be asked for     */
    size_t      lost;  /* options that change something */
    bool        found;
    size_t      heard;
} one_map;

static bool load_image(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    one_map    *map  = user;
    const char *data = "P";
    char        text[128];

    if (strcmp(companion->name, "a.mtl") == 0) {
        snprintf(text, sizeof text, "newmtl a\n%s\n", map->line);
        data = text;
    } else if (strcmp(companion->name, map->image) == 0) {
        map->found = true;
    } else {
        return false;
    }
    *out = (ptl_bytes){ .data = malloc(128), .size = strlen(data), .capacity = 128 };
    CHECK(out->data != NULL);
    memcpy(out->data, data, out->size);
    return true;
}

static void hear_options(void *user, const ptl_diag *diag)
{
    one_map *map = user;

    map->heard += strstr(diag->message, "option") != NULL;
}

static void images_follow_their_options(void)
{
    static const char text[]  = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n";
    one_map           cases[] = {
                  { .line = "map_Kd my wood.png", .image = "my wood.png" },
                  { .line = "map_Kd -s 2 2 1 my wood.png", .image = "my wood.png", .lost = 1 },
                  { .line = "map_Kd -o 0 0 -s 1 2nd.png", .image = "2nd.png" },
                  { .line = "map_Kd -clamp on -bm 1.0 my wood.png", .image = "my wood.png", .lost = 1 },
                  { .line = "map_Kd -unknown 7 wood.png", .image = "wood.png" },
                  { .line = "map_Kd C:\\art\\my wood.png", .image = "art/my wood.png" },
                  { .line = "map_Kd ..\\wood.png", .image = "wood.png" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        ptl_scene    *scene;
        ptl_read_opts opts = { .format   = "obj",
                               .files    = { .load = load_image, .user = &cases[i] },
                               .listener = { hear_options, &cases[i] } };

        CHECK(ptl_scene_read(&scene, &(ptl_source){ .data = text, .size = sizeof text - 1 }, &opts,
                             NULL) == PTL_OK);
        CHECK(cases[i].found);
        CHECK_UINT(cases[i].heard, cases[i].lost);
        ptl_scene_free(scene);
    }
}

static ptl_scene *must_read_scene(const void *data, size_t size)
{
    ptl_scene *scene;
    ptl_diag   err;

    if (ptl_scene_read(&scene, &(ptl_source){ .data = data, .size = size },
                       &(ptl_read_opts){ .format = "obj", .files = { .load = load_library } },
                       &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "refused: %u:%u: %s", err.line, err.column, err.message);
    return scene;
}

static void objects_and_colors_are_kept(void)
{
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0 1 0.5 0\nv 0 1 1 -1 2 0.2 0.4\nv 5 5 5\n"
                               "o none\no one\nf 1 2 3\nf 1 2 4\nusemtl plain\nf 1 2 5\n"
                               "o two\nf 5 2 1\no last\n";
    static const uint8_t colors[] = { 255, 255, 255, 255, 255, 255, 255, 255, 255, 128, 0,  255,
                                      255, 255, 255, 255, 255, 255, 255, 255, 0,   255, 51, 102 };
    ptl_scene           *scene    = must_read_scene(text, sizeof text - 1);

    CHECK_UINT(scene->nodes.count, 2);
    CHECK_UINT(scene->nodes.data[1].mesh, 1);
    CHECK(memcmp(scene->meshes.data[0].name.data, "one", 4) == 0);
    CHECK(memcmp(scene->nodes.data[1].name.data, "two", 4) == 0);
    CHECK_UINT(scene->meshes.data[0].parts.count, 2);
    CHECK_UINT(scene->meshes.data[0].parts.data[0].color.count, sizeof colors);
    CHECK(memcmp(scene->meshes.data[0].parts.data[0].color.data, colors, sizeof colors) == 0);
    CHECK_UINT(scene->meshes.data[0].parts.data[1].color.count, 0); /* none has any */
    CHECK_UINT(scene->meshes.data[1].parts.count, 1);
    CHECK_UINT(scene->meshes.data[1].parts.data[0].material, 0); /* goes on */
    ptl_scene_free(scene);
}

static void normals_have_length_1(void)
{
    static const char  text[]   = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 3 4\nvn 0 0 0\n"
                                  "f 1//1 2//2 3\nusemtl plain\nf 1 1 1\nf 1//2 1//2 1//2\n";
    static const float wanted[] = { 0, 0.6f, 0.8f, 0, 0, 1, 0, 0, 1 };
    ptl_scene         *scene    = must_read_scene(text, sizeof text - 1);
    ptl_scene_part    *parts    = scene->meshes.data[0].parts.data;

    CHECK(memcmp(parts[0].normal.data, wanted, sizeof wanted) == 0);
    for (size_t i = 0; i < 6; i++)
        CHECK(parts[1].normal.data[3 * i + 1] == 1); /* no area: up */
    ptl_scene_free(scene);
}

/* What a node does to its mesh is done to normals, too, and mirrored triangles still face out. */
static void meshes_are_written_in_place(void)
{
    float          position[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0 };
    float          normal[]   = { 0, 0, 1, 0, 0, 1, 0, 0, 1 };
    uint32_t       index[]    = { 0, 1, 2 };
    ptl_scene_part part       = { .material = PTL_SCENE_NONE,
                                  .position = { position, 9 },
                                  .normal   = { normal, 9 },
                                  .index    = { index, 3 } };
    ptl_scene_mesh mesh       = { .parts = { &part, 1 } };
    ptl_scene_node node       = { .parent   = PTL_SCENE_NONE,
                                  .mesh     = 0,
                                  .skin     = PTL_SCENE_NONE,
                                  .rotation = { 0, 0.6f, 0, 0.8f },
                                  .scale    = { -2, 1, 1 } };
    ptl_scene      scene      = { .meshes = { &mesh, 1 }, .nodes = { &node, 1 } };
    ptl_bytes      out        = { 0 };
    ptl_scene     *back;
    const float   *p, *n;

    CHECK(ptl_scene_write(&(ptl_target){ .bytes = &out }, &scene, &(ptl_write_opts){ .to = "obj" },
                          NULL) == PTL_OK);
    back = must_read_scene(out.data, out.size);
    n    = back->meshes.data[0].parts.data[0].normal.data;
    p    = back->meshes.data[0].parts.data[0].position.data;
    CHECK(fabsf(n[0] - 0.96f) < 1e-6f && fabsf(n[2] - 0.28f) < 1e-6f); /* turned */
    CHECK(p[4] == 1 && p[7] == 0); /* the second and third corner changed places */
    ptl_scene_free(back);
    ptl_bytes_free(&out);
}

static void what_is_wrong_has_a_place(void)
{
    static const struct {
        const char *text, *rule;
        uint32_t    line, column;
    } bad[] = {
        { "v 0 0 0\nv 1 x 0\n", "obj-number", 2, 5 },
        { "v 0 0\n", "obj-number", 1, 6 },
        { "v 0 0 1e99\n", "obj-number", 1, 7 },
        { "v 0 0 0\nf 1 1 2\n", "obj-index", 2, 7 },
        { "v 0 0 0\nf 1 1 0\n", "obj-index", 2, 7 },
        { "v 0 0 0\nf 1 1 -2\n", "obj-index", 2, 7 },
        { "v 0 0 0\nf 1 1/1 1\n", "obj-index", 2, 7 },
        { "v 0 0 0\nf 1 1// 1x\n", "obj-index", 2, 9 },
        { "v 0 0 0\nf 1 1 99999999999999999999\n", "obj-index", 2, 7 },
        { "v 0 0 0\nf 1 1\n", "obj-face", 2, 6 },
        { "v 0 0 0\n", "obj-face", 0, 0 },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        ptl_doc *doc;
        ptl_diag err;

        CHECK(import(&doc, bad[i].text, &err) == PTL_E_SYNTAX);
        CHECK_TEXT(err.rule, bad[i].rule);
        CHECK_UINT(err.line, bad[i].line);
        CHECK_UINT(err.column, bad[i].column);
    }
}

static void it_is_recognized(void)
{
    static const struct {
        const char *text, *name;
        bool        good;
    } texts[] = {
        { "# hello\nmtllib a.mtl\no x\nv 0 0 0\n", NULL, true },
        { "v 0 0 0\nf 1 1 1\n", "a.obj", true },
        { "v 0 0 0\nwhatever\n", "a.obj", false },
        { "version 1.0\n", "a.obj", false },
        { "", "a.obj", false },
        { "{}", NULL, false },
    };

    for (size_t i = 0; i < COUNT(texts); i++) {
        const ptl_import_info *found = ptl_import_probe(texts[i].text, strlen(texts[i].text),
                                                        strlen(texts[i].text), texts[i].name, NULL);

        CHECK((found && strcmp(found->name, "obj") == 0) == texts[i].good);
    }
}

static void survives_damage(void)
{
    static const char text[] =
        "mtllib a.mtl\no n\nv 0 0 0\nv 1 0 .5 0 .5 1\nv 0 1e1 0\nvt 0 1\nvn 0 0 1\n"
        "usemtl a b\ng x\ns 1\nf 1/1/1 2/1/1 \\\n3/1/1 -3//1\no m\nf 1 2 3\n";

    sweep_import("obj", (const uint8_t *)text, sizeof text - 1);
}

int main(void)
{
    static const test_case tests[] = { TEST(polygons_become_fans),
                                       TEST(materials_come_from_libraries),
                                       TEST(images_follow_their_options),
                                       TEST(objects_and_colors_are_kept),
                                       TEST(normals_have_length_1),
                                       TEST(meshes_are_written_in_place),
                                       TEST(what_is_wrong_has_a_place),
                                       TEST(it_is_recognized),
                                       TEST(survives_damage) };

    return run_tests("obj_in", tests, COUNT(tests));
}
