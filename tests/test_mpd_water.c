/* SPDX-License-Identifier: MIT */
/* Water of Egoboo levels: wawalite.txt, and the surfaces it makes in a scene. */
#include <math.h>
#include <portolan/mpd.h>
#include <portolan/plan.h>
#include <portolan/scene.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "mpd_samples.h"
#include "support.h"

/* Values 1 to 44 in their order, labels left out. */
static const char water_text[] = "$FILE_VERSION 2\n a: T b: 2 15 c: 1 d: 2 e: 3 f: 40 g: f h: True "
                                 "i: F j: F k: 1 l: 2 m: 3 n: 4 o: 5 p: 6\n"
                                 "q: 60 r: 128 s: .5 t: 10 u: 20 v: 5 w: 0.001 x: -0.002\n"
                                 "q: -8 r: 64 s: 1 t: 11 u: 21 v: 4 w: 0 x: 0\n"
                                 "y: 1 y: 1 y: 1 z: 0 a: 0 a: 0 a: 0 a: 0 a: 0 a: 0 b: 31 c: 3";

static void reads_the_layers(void)
{
    ptl_mpd_water w;
    ptl_diag      err;

    CHECK_UINT(ptl_mpd_water_read(&w, water_text, strlen(water_text), &err), PTL_OK);
    CHECK_UINT(w.layers, 2);
    CHECK(w.surface == 40 && !w.light && w.real);
    CHECK(w.layer[0].base == 60 && w.layer[0].alpha == 128 && w.layer[0].wave_speed == 0.5);
    CHECK(w.layer[0].amplitude == 5);
    CHECK(fabs(w.layer[0].u_speed - 0.001) < 1e-12 && fabs(w.layer[0].v_speed + 0.002) < 1e-12);
    CHECK(w.layer[1].base == -8 && w.layer[1].brightness == 11 && w.layer[1].ambient == 21);
    CHECK_UINT(w.tile_update_and, 31);
    CHECK_UINT(w.tile_frame_and, 3);
}

static void refuses_what_makes_no_sense(void)
{
    static const struct {
        const char *text, *rule;
    } bad[] = {
        { "", "values-end" },
        { "a: T b: 3", "water-number" },
        { "a: T b: -1", "water-number" },
        { "a: T b: two", "water-number" },
        { "a: T b: 1 c: 1 d: 1 e: 1 f: 1 g: 7", "water-letter" },
        { "a: T b: 1 c: 1 d: 1 e: 1 f: 1e300", "water-number" },
    };
    ptl_mpd_water w;
    ptl_diag      err;

    for (size_t i = 0; i < COUNT(bad); i++) {
        CHECK(ptl_mpd_water_read(&w, bad[i].text, strlen(bad[i].text), &err) != PTL_OK);
        CHECK_TEXT(err.rule, bad[i].rule);
    }
    for (size_t size = 0; size < strlen(water_text); size++)
        ptl_mpd_water_read(&w, water_text, size, &err);
}

/* Gives the text, and no images. */
static bool load(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    const char *text = user;
    size_t      size = strlen(text);

    if (strcmp(companion->name, "wawalite.txt") != 0)
        return false;
    *out = (ptl_bytes){ malloc(size + 1), size, size + 1, { 0 } };
    CHECK(out->data != NULL);
    memcpy(out->data, text, size + 1);
    return true;
}

static ptl_scene *scene_with(const char *text)
{
    uint8_t        copy[sizeof mpd_two_fans];
    ptl_write_opts opts = { .files = { .load = load, .user = (void *)text } };
    ptl_scene     *scene;
    ptl_doc       *doc;

    memcpy(copy, mpd_two_fans, sizeof copy);
    copy[TWO_WORDS + 2] |= PTL_MPD_FX_WATER;
    doc = must_read(copy, sizeof copy, NULL);
    CHECK_UINT(ptl_scene_make(&scene, doc, &opts, NULL), PTL_OK);
    ptl_doc_free(doc);
    return scene;
}

static void water_lies_above_its_fans(void)
{
    ptl_scene            *scene = scene_with(water_text);
    const ptl_scene_part *part;

    CHECK_UINT(scene->meshes.count, 2); /* the lower layer is too low to be drawn */
    CHECK_TEXT(scene->meshes.data[1].name.data, "water");
    part = &scene->meshes.data[1].parts.data[0];
    CHECK_UINT(part->position.count, 12);
    CHECK_UINT(part->index.count, 6);
    CHECK((double)part->position.data[1] == 60 && (double)part->position.data[3] == 128);
    CHECK_UINT(scene->nodes.data[1].parent, 0);
    CHECK_UINT(scene->materials.data[part->material].alpha, PTL_ALPHA_BLEND);
    CHECK(fabs((double)scene->materials.data[part->material].color[3] - 128 / 255.0) < 1e-6);
    CHECK(strstr(scene->materials.data[part->material].extras.data, "\"wave_height\": 5") != NULL);
    ptl_scene_free(scene);
}

/* Fan 0 is water, and both do damage. */
static void effects_are_listed_and_shown(void)
{
    ptl_setting           setting = { "effects", "damage", 6 };
    ptl_write_opts        opts    = { .settings = &setting, .setting_count = 1 };
    ptl_doc              *doc     = must_read(mpd_two_fans, sizeof mpd_two_fans, NULL);
    ptl_scene            *scene;
    const ptl_scene_part *sheet;
    static const char     notes[] = "{ \"fans_across\": 2, \"fans_down\": 1, \"effects\": { "
                                    "\"water\": [[0, 1]], \"damage\": [[0, 2]] }, \"level\": \"";

    ptl_mpd_of(doc)->words.data[0] = ptl_mpd_word(0, PTL_MPD_FX_WATER | PTL_MPD_FX_DAMAGE, 0);
    ptl_mpd_of(doc)->words.data[1] =
        (ptl_mpd_of(doc)->words.data[1] & 0xFF00FFFFu) | PTL_MPD_FX_DAMAGE << 16;
    CHECK_UINT(ptl_scene_make(&scene, doc, &opts, NULL), PTL_OK);
    CHECK_BYTES(scene->meshes.data[0].extras.data, strlen(notes), notes, strlen(notes));
    CHECK_UINT(scene->meshes.count, 2);
    CHECK_UINT(scene->nodes.count, 2);
    CHECK_TEXT(scene->nodes.data[1].name.data, "damage");
    CHECK_UINT(scene->nodes.data[1].mesh, 1);
    sheet = &scene->meshes.data[1].parts.data[0];
    CHECK_UINT(sheet->index.count, 12);
    CHECK_TEXT(scene->materials.data[sheet->material].name.data, "damage");
    CHECK((double)sheet->position.data[3 * 4] == 128); /* the second fan begins here */
    ptl_scene_free(scene);
    CHECK_UINT(ptl_scene_make(&scene, doc, NULL, NULL), PTL_OK);
    CHECK_UINT(scene->meshes.count, 1);
    ptl_scene_free(scene);
    ptl_mpd_of(doc)->words.data[0] |= (uint32_t)PTL_MPD_FX_NOREFLECT << 16;
    setting = (ptl_setting){ "effects", "all", 3 };
    CHECK_UINT(ptl_scene_make(&scene, doc, &opts, NULL), PTL_OK);
    CHECK_UINT(scene->meshes.count, 3); /* all but noreflect */
    ptl_scene_free(scene);
    setting = (ptl_setting){ "effects", "water,noreflect,damage", 22 };
    CHECK_UINT(ptl_scene_make(&scene, doc, &opts, NULL), PTL_OK);
    CHECK_UINT(scene->meshes.count, 4);
    ptl_scene_free(scene);
    setting = (ptl_setting){ "effects", "wet", 3 };
    CHECK_UINT(ptl_scene_make(&scene, doc, &opts, NULL), PTL_E_ARG);
    ptl_doc_free(doc);
}

/* The first fan of two is lit by 1, 2, 3 and 4; the water above it is lit by that, or
 * in older files by half of it and by the layer. */
static void water_takes_the_light_of_the_ground(void)
{
    static const char marks[2][16] = { "$FILE_VERSION 2", "// an older one" };
    static const char switches[2]  = { 'f', 't' };
    char              text[sizeof water_text];

    memcpy(text, water_text, sizeof text);
    for (int old = 0; old < 2; old++)
        for (int shines = 0; shines < 2; shines++) {
            const ptl_scene_part *part;
            ptl_scene            *scene;

            memcpy(text, marks[old], 15);
            *strstr(text, "g: ")   = 'g';
            strstr(text, "g: ")[3] = switches[shines];
            scene                  = scene_with(text);
            part                   = &scene->meshes.data[1].parts.data[0];
            CHECK(part->display);
            for (unsigned i = 0; i < 4; i++) {
                CHECK_UINT(part->color.data[4 * i], old ? (i + 1) / 2 + 20 : i + 1);
                CHECK_UINT(part->color.data[4 * i + 3], 255);
            }
            CHECK(scene->materials.data[part->material].adds == (shines == 1));
            ptl_scene_free(scene);
        }
}

/* A layer whose texture is an overlay, or a background, is no water. */
static void overlays_and_backgrounds_are_no_water(void)
{
    char       text[sizeof water_text];
    ptl_scene *scene;

    memcpy(text, water_text, sizeof text);
    memcpy(strstr(text, "q: -8"), "q: 50", 5); /* so that the lower layer is drawn, too */
    scene = scene_with(text);
    CHECK_UINT(scene->meshes.count, 3);
    ptl_scene_free(scene);
    strstr(text, "i: F")[3] = 'T';
    scene                   = scene_with(text);
    CHECK_UINT(scene->meshes.count, 2);
    CHECK_TEXT(scene->meshes.data[1].name.data, "low water");
    ptl_scene_free(scene);
    strstr(text, "j: F")[3] = 'T';
    scene                   = scene_with(text);
    CHECK_UINT(scene->meshes.count, 1);
    ptl_scene_free(scene);
}

static void count_losses(void *user, const ptl_diag *diag)
{
    *(size_t *)user += strcmp(diag->rule, "mpd-overlay") == 0;
}

/* Nothing is said of it where there is none, nor by a plan, whose ground is a view from above. */
static void overlays_are_a_loss(void)
{
    char           text[sizeof water_text];
    size_t         said = 0;
    ptl_write_opts opts = { .listener = { .hear = count_losses, .user = &said },
                            .files    = { .load = load, .user = text } };
    ptl_doc       *doc  = must_read(mpd_two_fans, sizeof mpd_two_fans, NULL);
    ptl_scene     *scene;
    ptl_plan      *plan;

    memcpy(text, water_text, sizeof text);
    ptl_mpd_of(doc)->words.data[0] |= (uint32_t)PTL_MPD_FX_WATER << 16;
    for (size_t overlay = 0; overlay < 2; overlay++) {
        strstr(text, "i: ")[3] = overlay ? 'T' : 'F';
        CHECK_UINT(ptl_scene_make(&scene, doc, &opts, NULL), PTL_OK);
        CHECK_UINT(said, overlay);
        ptl_scene_free(scene);
        CHECK_UINT(ptl_plan_make(&plan, doc, &opts, NULL), PTL_OK);
        CHECK_UINT(said, overlay);
        ptl_plan_free(plan);
    }
    ptl_doc_free(doc);
}

/* Behind fans that are switched off is the lower texture, as often as the file says. */
static void a_background_lies_behind_holes(void)
{
    char                  text[sizeof water_text];
    ptl_write_opts        opts = { .files = { .load = load, .user = text } };
    ptl_doc              *doc  = must_read(mpd_two_fans, sizeof mpd_two_fans, NULL);
    ptl_scene            *scene;
    const ptl_scene_part *part;

    memcpy(text, water_text, sizeof text);
    ptl_mpd_of(doc)->words.data[0] |= PTL_MPD_FANOFF;
    CHECK_UINT(ptl_scene_make(&scene, doc, &opts, NULL), PTL_OK);
    CHECK_UINT(scene->meshes.count, 1);
    ptl_scene_free(scene);
    strstr(text, "j: ")[3] = 'T';
    CHECK_UINT(ptl_scene_make(&scene, doc, &opts, NULL), PTL_OK);
    CHECK_UINT(scene->meshes.count, 2);
    CHECK_TEXT(scene->meshes.data[1].name.data, "background");
    part = &scene->meshes.data[1].parts.data[0];
    CHECK_UINT(part->index.count, 6);
    CHECK((double)part->position.data[1] < 0);
    CHECK((double)part->position.data[3] == 256 && (double)part->uv.data[2] == 6); /* all of it */
    CHECK_TEXT(scene->images.data[scene->materials.data[part->material].image].file.name,
               "waterlow");
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

/* Light is what a screen shows: 52 of 255 is a thirtieth of the light, not a fifth. What glTF has
 * of it, in 16 bits, comes back as it was. */
static void light_goes_to_gltf_and_back(void)
{
    ptl_doc              *doc = must_read(mpd_two_fans, sizeof mpd_two_fans, NULL);
    ptl_scene            *scene, *back;
    ptl_bytes             glb;
    const ptl_scene_part *part;

    for (unsigned i = 0; i < 12; i++)
        ptl_mpd_of(doc)->light.data[i] = (uint8_t)(i < 4 ? 52 : i * 23);
    CHECK_UINT(ptl_scene_make(&scene, doc, NULL, NULL), PTL_OK);
    CHECK(scene->meshes.data[0].parts.data[0].display);
    CHECK_UINT(scene->meshes.data[0].parts.data[0].color.data[0], 52);
    glb = must_write(doc, &(ptl_write_opts){ .to = "glb" });
    CHECK_UINT(
        ptl_scene_read(&back, &(ptl_source){ .data = glb.data, .size = glb.size }, NULL, NULL),
        PTL_OK);
    for (size_t i = 0; i < 2; i++) {
        part = &back->meshes.data[0].parts.data[i];
        CHECK(part->display);
        CHECK_BYTES(part->color.data, part->color.count,
                    scene->meshes.data[0].parts.data[i].color.data,
                    scene->meshes.data[0].parts.data[i].color.count);
    }
    ptl_scene_free(scene);
    ptl_scene_free(back);
    ptl_bytes_free(&glb);
    ptl_doc_free(doc);
}

static void bad_water_is_no_water(void)
{
    ptl_scene *scene = scene_with("a: T b: many");

    CHECK_UINT(scene->meshes.count, 1);
    ptl_scene_free(scene);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(reads_the_layers),
        TEST(refuses_what_makes_no_sense),
        TEST(water_lies_above_its_fans),
        TEST(effects_are_listed_and_shown),
        TEST(bad_water_is_no_water),
        TEST(water_takes_the_light_of_the_ground),
        TEST(overlays_and_backgrounds_are_no_water),
        TEST(overlays_are_a_loss),
        TEST(a_background_lies_behind_holes),
        TEST(light_goes_to_gltf_and_back),
    };

    return run_tests("mpd_water", tests, COUNT(tests));
}
