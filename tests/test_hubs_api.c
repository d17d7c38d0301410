/* SPDX-License-Identifier: MIT */
/* Scenes, plans and pixels as programs use them: made, read, drawn, written, sampled. */
#include <math.h>
#include <portolan/pixels.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "support.h"

#define SAMPLES PTL_SOURCE "/samples/"

static ptl_doc *open_sample(const char *path)
{
    ptl_doc *doc;

    CHECK_UINT(ptl_read_file(&doc, path, NULL, NULL), PTL_OK);
    return doc;
}

static ptl_write_opts beside(ptl_folder *folder, const char *path, const char *to)
{
    *folder = (ptl_folder){ .doc_path = path };
    return (ptl_write_opts){ .to = to, .files = { .load = ptl_folder_load, .user = folder } };
}

/* ---- Scenes ---------------------------------------------------------------------------------- */

static ptl_bytes write_scene(const ptl_scene *scene)
{
    ptl_bytes out = { 0 };

    CHECK_UINT(ptl_scene_write(&(ptl_target){ .bytes = &out }, scene,
                               &(ptl_write_opts){ .to = "glb" }, NULL),
               PTL_OK);
    return out;
}

/* Texts and all: the sanitizer would see what is still the document's. */
static void hubs_outlive_documents_of_every_format(void)
{
    static const char *const paths[] = { SAMPLES "permafrost/models/flag.pfobj",
                                         SAMPLES "permafrost/island.pfmap",
                                         SAMPLES "gridmonger/lighthouse.gmm",
                                         SAMPLES "egoboo/gamedat/level.mpd",
                                         SAMPLES "ppe/garden.xmf" };

    for (size_t i = 0; i < COUNT(paths); i++) {
        ptl_folder     folder;
        ptl_write_opts opts = beside(&folder, paths[i], NULL);
        ptl_doc       *doc  = open_sample(paths[i]);
        ptl_scene     *scene;
        ptl_plan      *plan = NULL;
        ptl_bytes      before, after, svg = { 0 };

        CHECK_UINT(ptl_scene_make(&scene, doc, &opts, NULL), PTL_OK);
        if (i > 0)
            CHECK_UINT(ptl_plan_make(&plan, doc, &opts, NULL), PTL_OK);
        before = write_scene(scene);
        ptl_doc_free(doc);
        after = write_scene(scene);
        CHECK_BYTES(after.data, after.size, before.data, before.size);
        if (plan)
            CHECK_UINT(ptl_plan_write(&(ptl_target){ .bytes = &svg }, plan,
                                      &(ptl_write_opts){ .to = "svg" }, NULL),
                       PTL_OK);
        ptl_bytes_free(&svg);
        ptl_bytes_free(&before);
        ptl_bytes_free(&after);
        ptl_plan_free(plan);
        ptl_scene_free(scene);
    }
}

static void a_scene_outlives_its_document_and_is_written(void)
{
    const char    *path = SAMPLES "permafrost/models/chest.pfobj";
    ptl_folder     folder;
    ptl_write_opts opts    = beside(&folder, path, "glb");
    ptl_doc       *doc     = open_sample(path);
    ptl_bytes      at_once = must_write(doc, &opts), later = { 0 };
    ptl_scene     *scene;

    CHECK_UINT(ptl_scene_make(&scene, doc, &opts, NULL), PTL_OK);
    ptl_doc_free(doc);
    CHECK_UINT(ptl_scene_write(&(ptl_target){ .bytes = &later }, scene,
                               &(ptl_write_opts){ .to = "glb" }, NULL),
               PTL_OK);
    CHECK_BYTES(later.data, later.size, at_once.data, at_once.size);
    ptl_bytes_free(&at_once);
    ptl_bytes_free(&later);
    ptl_scene_free(scene);
}

static void settings_leave_the_scene_as_it_was(void)
{
    static const ptl_setting settings[] = { { "scale", "3", 1 }, { "weld", NULL, 0 } };
    ptl_doc                 *doc        = open_sample(SAMPLES "permafrost/models/flag.pfobj");
    ptl_bytes                before = { 0 }, changed = { 0 }, after = { 0 };
    ptl_write_opts           plain = { .to = "glb" }, set = plain;
    ptl_scene               *scene;

    set.settings      = settings;
    set.setting_count = COUNT(settings);
    CHECK_UINT(ptl_scene_make(&scene, doc, NULL, NULL), PTL_OK);
    CHECK_UINT(ptl_scene_write(&(ptl_target){ .bytes = &before }, scene, &plain, NULL), PTL_OK);
    CHECK_UINT(ptl_scene_write(&(ptl_target){ .bytes = &changed }, scene, &set, NULL), PTL_OK);
    CHECK_UINT(ptl_scene_write(&(ptl_target){ .bytes = &after }, scene, &plain, NULL), PTL_OK);
    CHECK(changed.size != before.size);
    CHECK_BYTES(after.data, after.size, before.data, before.size);
    ptl_bytes_free(&before);
    ptl_bytes_free(&changed);
    ptl_bytes_free(&after);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

static void imports_are_read_as_scenes(void)
{
    ptl_doc   *doc  = open_sample(SAMPLES "permafrost/models/flag.pfobj");
    ptl_bytes  glb  = must_write(doc, &(ptl_write_opts){ .to = "glb" });
    ptl_source from = { .data = glb.data, .size = glb.size };
    ptl_scene *made, *read;
    ptl_diag   err;

    CHECK_UINT(ptl_scene_make(&made, doc, NULL, NULL), PTL_OK);
    CHECK_UINT(ptl_scene_read(&read, &from, NULL, NULL), PTL_OK);
    CHECK_UINT(read->nodes.count, made->nodes.count);
    CHECK_UINT(read->clips.count, made->clips.count);
    ptl_scene_free(made);
    ptl_scene_free(read);
    CHECK_UINT(ptl_scene_read(&read,
                              &(ptl_source){ .path = SAMPLES "permafrost/models/flag.pfobj" }, NULL,
                              &err),
               PTL_E_FORMAT);
    CHECK(read == NULL);
    ptl_bytes_free(&glb);
    ptl_doc_free(doc);
}

/* A triangle made by hand. */
static ptl_scene triangle(void)
{
    static float              position[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0 };
    static uint32_t           index[]    = { 0, 1, 2 };
    static ptl_scene_part     part;
    static ptl_scene_mesh     mesh;
    static ptl_scene_node     node;
    static ptl_scene_material material;
    ptl_scene                 scene = { .name = { "made", 4 } };

    material             = (ptl_scene_material){ .color = { 1, 0, 0, 1 }, .image = PTL_SCENE_NONE };
    part                 = (ptl_scene_part){ .position = { position, 9 }, .index = { index, 3 } };
    mesh                 = (ptl_scene_mesh){ .parts = { &part, 1 } };
    node                 = (ptl_scene_node){ .parent   = PTL_SCENE_NONE,
                                             .skin     = PTL_SCENE_NONE,
                                             .rotation = { 0, 0, 0, 1 },
                                             .scale    = { 1, 1, 1 } };
    scene.materials.data = &material;
    scene.meshes.data    = &mesh;
    scene.nodes.data     = &node;
    scene.materials.count = scene.meshes.count = scene.nodes.count = 1;
    return scene;
}

static void scenes_made_by_hand_are_looked_through(void)
{
    ptl_scene  scene = triangle();
    ptl_bytes  out   = { 0 };
    ptl_target to    = { .bytes = &out };
    ptl_diag   err;

    CHECK_UINT(ptl_scene_write(&to, &scene, &(ptl_write_opts){ .to = "obj" }, &err), PTL_OK);
    CHECK(out.size > 0);
    ptl_bytes_free(&out);
    for (int i = 0; i < 5; i++) {
        scene = triangle();
        if (i == 0)
            scene.meshes.data->parts.data->index.data[1] = 3;
        else if (i == 1)
            scene.meshes.data->parts.data->position.data[4] = NAN;
        else if (i == 2)
            scene.nodes.data->parent = 0; /* above itself */
        else if (i == 3)
            scene.meshes.data->parts.data->material = 7;
        else
            scene.nodes.data->mesh = 1;
        CHECK_UINT(ptl_scene_write(&to, &scene, &(ptl_write_opts){ .to = "glb" }, &err), PTL_E_ARG);
        CHECK_TEXT(err.rule, "scene-unsound");
        CHECK(out.data == NULL);
        triangle().meshes.data->parts.data->index.data[1]    = 1;
        triangle().meshes.data->parts.data->position.data[4] = 0;
    }
    CHECK_UINT(ptl_scene_write(&to, &scene, NULL, &err), PTL_E_ARG);
}

static void clips_are_sampled(void)
{
    ptl_doc   *doc = open_sample(SAMPLES "permafrost/models/flag.pfobj");
    ptl_scene *scene;
    float     *rest, *moved;
    double     length;
    size_t     numbers, differ = 0;

    CHECK_UINT(ptl_scene_make(&scene, doc, NULL, NULL), PTL_OK);
    numbers = 16 * scene->nodes.count;
    rest    = calloc(numbers, sizeof *rest);
    moved   = calloc(numbers, sizeof *moved);
    length  = ptl_scene_clip_length(scene, 0);
    CHECK(rest && moved && length > 0);
    CHECK_UINT(ptl_scene_sample(rest, scene, PTL_SCENE_NONE, 0, NULL), PTL_OK);
    CHECK_UINT(ptl_scene_sample(moved, scene, 0, length / 3, NULL), PTL_OK);
    for (size_t i = 0; i < numbers; i++) {
        CHECK(isfinite(moved[i]));
        differ += fabsf(moved[i] - rest[i]) > 1e-4f;
    }
    CHECK(differ > 0);
    CHECK_UINT(ptl_scene_sample(rest, scene, 0, INFINITY, NULL), PTL_OK); /* the end */
    CHECK_UINT(ptl_scene_sample(moved, scene, 0, length, NULL), PTL_OK);
    CHECK(memcmp(rest, moved, numbers * sizeof *rest) == 0);
    CHECK_UINT(ptl_scene_sample(rest, scene, 0, NAN, NULL), PTL_OK);
    CHECK_UINT(ptl_scene_sample(rest, scene, 99, 0, NULL), PTL_E_ARG);
    free(rest);
    free(moved);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

static bool count_file(void *user, const char *name, const void *data, size_t size)
{
    (void)data;
    CHECK(name[0] && size > 0);
    (*(size_t *)user)++;
    return true;
}

/* Files that go beside are the caller's, and textures are found all the same. */
static void a_conversion_puts_files_where_it_is_told(void)
{
    size_t         count = 0;
    ptl_bytes      gltf  = { 0 };
    ptl_write_opts opts  = { .to = "gltf", .files = { .put = count_file, .user = &count } };

    CHECK_UINT(ptl_convert(&(ptl_target){ .bytes = &gltf },
                           &(ptl_source){ .path = SAMPLES "permafrost/models/chest.pfobj" }, NULL,
                           &opts, NULL),
               PTL_OK);
    CHECK_UINT(count, 3); /* the buffer and two images */
    ptl_bytes_free(&gltf);
}

/* ---- Pixels ---------------------------------------------------------------------------------- */

static void pixels_are_those_of_the_png(const char *path, const char *view)
{
    ptl_setting    look = { "view", view, strlen(view) };
    ptl_folder     folder;
    ptl_write_opts opts = beside(&folder, path, "png");
    ptl_doc       *doc  = open_sample(path);
    ptl_bytes      png;
    ptl_pixels     drawn, read;

    opts.settings      = &look;
    opts.setting_count = 1;
    png                = must_write(doc, &opts);
    CHECK_UINT(ptl_doc_draw(&drawn, doc, &opts, NULL), PTL_OK);
    CHECK_UINT(drawn.rgba.size, (size_t)drawn.width * drawn.height * 4);
    if (ptl_has_feature("png")) {
        CHECK_UINT(
            ptl_pixels_read(&read, &(ptl_source){ .data = png.data, .size = png.size }, NULL, NULL),
            PTL_OK);
        CHECK_UINT(read.width, drawn.width);
        CHECK_BYTES(read.rgba.data, read.rgba.size, drawn.rgba.data, drawn.rgba.size);
        ptl_pixels_free(&read);
    }
    ptl_pixels_free(&drawn);
    ptl_bytes_free(&png);
    ptl_doc_free(doc);
}

static void pictures_come_as_pixels(void)
{
    pixels_are_those_of_the_png(SAMPLES "permafrost/models/chest.pfobj", "persp");
    pixels_are_those_of_the_png(SAMPLES "ppe/garden.xmf", "plan");
    if (ptl_has_feature("cairo"))
        pixels_are_those_of_the_png(SAMPLES "gridmonger/lighthouse.gmm", "plan");
}

static void scenes_and_plans_are_drawn(void)
{
    ptl_setting    size = { "size", "32x24", 5 };
    ptl_write_opts opts = { .settings = &size, .setting_count = 1 };
    ptl_scene      made = triangle();
    ptl_doc       *doc;
    ptl_plan      *plan;
    ptl_pixels     p;
    ptl_bytes      svg = { 0 };
    ptl_diag       err;

    CHECK_UINT(ptl_scene_draw(&p, &made, &opts, NULL), PTL_OK);
    CHECK(p.width == 32 && p.height == 24);
    ptl_pixels_free(&p);
    doc = open_sample(SAMPLES "permafrost/island.pfmap");
    CHECK_UINT(ptl_plan_make(&plan, doc, NULL, NULL), PTL_OK);
    if (ptl_has_feature("cairo")) {
        CHECK_UINT(ptl_plan_draw(&p, plan, &opts, NULL), PTL_OK);
        CHECK(p.width <= 32 && p.height <= 24);
        ptl_pixels_free(&p);
    }
    CHECK_UINT(ptl_plan_write(&(ptl_target){ .bytes = &svg }, plan,
                              &(ptl_write_opts){ .to = "svg" }, NULL),
               PTL_OK);
    ptl_bytes_free(&svg);
    plan->items.data[0].as.path.fill = 4000;
    CHECK_UINT(ptl_plan_write(&(ptl_target){ .bytes = &svg }, plan,
                              &(ptl_write_opts){ .to = "svg" }, &err),
               PTL_E_ARG);
    CHECK_TEXT(err.rule, "plan-unsound");
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

static void textures_are_decoded(void)
{
    const char    *path = SAMPLES "permafrost/models/chest.pfobj";
    ptl_folder     folder;
    ptl_write_opts opts = beside(&folder, path, NULL);
    ptl_doc       *doc  = open_sample(path);
    ptl_scene     *scene;
    ptl_pixels     p;
    ptl_diag       err;

    CHECK_UINT(ptl_scene_make(&scene, doc, &opts, NULL), PTL_OK);
    CHECK_UINT(ptl_scene_image_decode(&p, scene, scene->images.count, NULL, &err), PTL_E_ARG);
    if (ptl_has_feature("png")) {
        CHECK_UINT(ptl_scene_image_decode(&p, scene, 0, NULL, NULL), PTL_OK);
        CHECK(p.width > 0 && p.rgba.size == (size_t)p.width * p.height * 4);
        ptl_pixels_free(&p);
    }
    CHECK_UINT(ptl_pixels_read(&p,
                               &(ptl_source){ .path = SAMPLES "permafrost/models/chest_iron.bmp" },
                               NULL, NULL),
               PTL_OK);
    ptl_pixels_free(&p);
    CHECK(ptl_pixels_read(&p, &(ptl_source){ .data = "none", .size = 4 }, NULL, &err) != PTL_OK);
    CHECK(p.rgba.data == NULL);
    CHECK_UINT(ptl_pixels_read(&p, &(ptl_source){ .data = "none", .size = 4 },
                               &(ptl_read_opts){ .limits.input = 3 }, &err),
               PTL_E_LIMIT);
    CHECK_TEXT(err.rule, "limit-input");
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

/* ---- Folders --------------------------------------------------------------------------------- */

static void folders_are_put_into(void)
{
    static const char *const bad[]   = { "", ".hidden", "a/b", "..", "a\\b" };
    ptl_folder               folder  = { .doc_path = "test_hubs_api.out" };
    char                     text[8] = "";
    FILE                    *file;

    remove("test_hubs_api.txt");
    for (size_t i = 0; i < COUNT(bad); i++)
        CHECK(!ptl_folder_put(&folder, bad[i], "x", 1));
    CHECK(ptl_folder_put(&folder, "test_hubs_api.txt", "one", 3));
    CHECK(!ptl_folder_put(&folder, "test_hubs_api.txt", "two", 3));
    folder.overwrite = true;
    CHECK(ptl_folder_put(&folder, "test_hubs_api.txt", "two", 3));
    file = fopen("test_hubs_api.txt", "rb");
    CHECK(file && fread(text, 1, 7, file) == 3);
    fclose(file);
    CHECK_TEXT(text, "two");
    remove("test_hubs_api.txt");
}

int main(void)
{
    static const test_case all[] = { TEST(a_scene_outlives_its_document_and_is_written),
                                     TEST(hubs_outlive_documents_of_every_format),
                                     TEST(settings_leave_the_scene_as_it_was),
                                     TEST(imports_are_read_as_scenes),
                                     TEST(scenes_made_by_hand_are_looked_through),
                                     TEST(clips_are_sampled),
                                     TEST(a_conversion_puts_files_where_it_is_told),
                                     TEST(pictures_come_as_pixels),
                                     TEST(scenes_and_plans_are_drawn),
                                     TEST(textures_are_decoded),
                                     TEST(folders_are_put_into) };

    return run_tests("hubs_api", all, COUNT(all));
}
