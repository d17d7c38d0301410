/* SPDX-License-Identifier: MIT */
/* Permafrost scenes in three dimensions: the map and its entities, where the engine has them. */
#include <math.h>
#include <portolan/pfscene.h>
#include <portolan/scene.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "image_samples.h"
#include "pfmap_samples.h"
#include "pfobj_samples.h"
#include "support.h"

#define TEXT(text) text, sizeof(text) - 1

/* A model without joints. */
#define STONE                                                                                      \
    "version        1.0\nnum_verts      3\nnum_joints     0\nnum_materials  1\n"                   \
    "num_as         0\nframe_counts   \nhas_collision  1\n" PFOBJ_VERTICES_STILL PFOBJ_MATERIAL    \
    "x_bounds 0.000000 2.000000\ny_bounds 0.000000 4.000000\nz_bounds -0.125000 0.000000\n"
#define PFOBJ_VERTICES_STILL                                                                       \
    "v 0.000000 0.000000 0.000000\nvt 0.000000 0.250000\nvn 0.000000 0.000000 1.000000\nvw \nvm "  \
    "0\n"                                                                                          \
    "v 2.000000 0.000000 0.000000\nvt 1.000000 0.250000\nvn 0.000000 0.000000 1.000000\nvw \nvm "  \
    "0\n"                                                                                          \
    "v 0.000000 4.000000 -0.125000\nvt 0.000000 1.500000\nvn 0.000000 0.000000 1.000000\nvw \nvm " \
    "0\n"

#define ENTITY(name, model, lines) "entity " name " assets/models/" model ".pfobj " lines
#define AT(x, y, z) "   position vec3 " x " " y " " z "\n"

#define SCENE                                                                                      \
    "version 1.0\nnum_sections 1\nsection \"entities\"\nnum_entities 5\n" ENTITY(                  \
        "a", "stone/stone", "3\n")                                                                 \
        AT("10", "2", "-20") "   scale vec3 2 3 4\n   rotation quat 0.1 0.7 -0.1 0.7\n" ENTITY(    \
            "b", "stone/stone", "1\n") AT("1", "2", "3") ENTITY("c", "crew/sailor", "3\n")         \
            AT("5", "0", "6") "   animated bool 1\n   idle_clip string Wave\n" ENTITY(             \
                "d", "crew/sailor", "2\n")                                                         \
                AT("-5", "0", "6") "   animated bool 1\n" ENTITY("e", "gone/gone", "1\n")          \
                    AT("0", "0", "0")

/* ---- Files ---------------------------------------------------------------------------------- */

typedef struct shelf {
    test_bytes map;
    bool       cloth_is_shared; /* the texture is among those of maps, not beside the model */
} shelf;

static bool give(ptl_bytes *out, const void *data, size_t size)
{
    out->data = out->allocator.resize(out->allocator.user, NULL, 0, size);
    CHECK(out->data != NULL);
    memcpy(out->data, data, size);
    out->size = out->capacity = size;
    return true;
}

static bool load(void *user, const ptl_companion *file, ptl_bytes *out)
{
    shelf *s = user;

    if (strcmp(file->name, "bay.pfmap") == 0 && s->map.data)
        return give(out, s->map.data, s->map.size);
    if (strcmp(file->name, "assets/models/stone/stone.pfobj") == 0)
        return give(out, TEXT(STONE));
    if (strcmp(file->name, "assets/models/crew/sailor.pfobj") == 0)
        return give(out, TEXT(PFOBJ_TINY));
    if (s->cloth_is_shared ? strcmp(file->name, "cloth.png") == 0
                           : strcmp(file->name, "assets/models/stone/cloth.png") == 0)
        return give(out, png_rgb, sizeof png_rgb);
    return false;
}

static ptl_scene *make(shelf *s, const char *text, size_t size, ptl_listener listener)
{
    ptl_doc       *doc  = must_read(text, size, &(ptl_read_opts){ .name = "maps/bay.pfscene" });
    ptl_write_opts opts = { .files = { .load = load, .user = s }, .listener = listener };
    ptl_scene     *scene;
    ptl_diag       err;

    if (ptl_scene_make(&scene, doc, &opts, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "%s [%s]", err.message, err.rule);
    ptl_doc_free(doc);
    return scene;
}

static uint32_t node_named(const ptl_scene *scene, const char *name)
{
    for (uint32_t i = 0; i < scene->nodes.count; i++)
        if (scene->nodes.data[i].name.size == strlen(name) &&
            memcmp(scene->nodes.data[i].name.data, name, strlen(name)) == 0)
            return i;
    return PTL_SCENE_NONE;
}

/* ---- Places --------------------------------------------------------------------------------- */

/* What the engine computes: the matrix of its quaternions, whose rows are ours' columns, after the
 * scale and before the move; and then the mirror of its view. */
static void engine_place(double out[3], const ptl_pfscene_stand *s, const double p[3])
{
    const double *r = s->rotation, x = r[0], y = r[1], z = r[2], w = r[3];
    const double  length  = x * x + y * y + z * z + w * w;
    const double  m[3][3] = {
         { length - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y) },
         { 2 * (x * y - w * z), length - 2 * (x * x + z * z), 2 * (y * z + w * x) },
         { 2 * (x * z + w * y), 2 * (y * z - w * x), length - 2 * (x * x + y * y) },
    };

    for (int i = 0; i < 3; i++) {
        out[i] = s->position[i];
        for (int k = 0; k < 3; k++)
            out[i] += m[i][k] / length * s->scale[k] * p[k];
    }
    out[0] = -out[0];
}

static void place_of(double out[3], const float m[16], const float *p)
{
    for (int i = 0; i < 3; i++)
        out[i] = (double)m[i] * (double)p[0] + (double)m[4 + i] * (double)p[1] +
                 (double)m[8 + i] * (double)p[2] + (double)m[12 + i];
}

static void entities_are_where_the_engine_has_them(void)
{
    static const double corner[3][3] = { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 4, -0.125 } };
    static const int    order[3]     = { 0, 2, 1 }; /* turned round by the mirror */
    shelf               s            = { 0 };
    ptl_scene          *scene        = make(&s, TEXT(SCENE), (ptl_listener){ 0 });
    ptl_doc            *doc          = must_read(TEXT(SCENE), NULL);
    float              *world        = malloc(scene->nodes.count * 16 * sizeof *world);
    ptl_pfscene_stand   stand;

    CHECK(world && ptl_scene_sample(world, scene, PTL_SCENE_NONE, 0, NULL) == PTL_OK);
    for (int e = 0; e < 2; e++) {
        uint32_t              node = node_named(scene, e ? "b" : "a");
        const ptl_scene_mesh *mesh = &scene->meshes.data[scene->nodes.data[node].mesh];

        ptl_pfscene_stand_of(&stand, &ptl_pfscene_view(doc)->sections.data[0].things.data[e]);
        for (int i = 0; i < 3; i++) {
            double got[3], want[3];

            place_of(got, world + 16 * (size_t)node, mesh->parts.data[0].position.data + 3 * i);
            engine_place(want, &stand, corner[order[i]]);
            for (int k = 0; k < 3; k++)
                CHECK(fabs(got[k] - want[k]) < 1e-5);
        }
    }
    free(world);
    ptl_doc_free(doc);
    ptl_scene_free(scene);
}

/* One mesh for all entities of a model, and a skin for each that has one. */
static void models_are_there_once(void)
{
    shelf      s     = { 0 };
    ptl_scene *scene = make(&s, TEXT(SCENE), (ptl_listener){ 0 });
    uint32_t   a = node_named(scene, "a"), c = node_named(scene, "c"), d = node_named(scene, "d");

    CHECK_UINT(scene->meshes.count, 2);
    CHECK_UINT(scene->nodes.data[a].mesh, scene->nodes.data[node_named(scene, "b")].mesh);
    CHECK_UINT(scene->nodes.data[c].mesh, PTL_SCENE_NONE);
    CHECK_UINT(scene->nodes.data[c + 1].mesh, scene->nodes.data[d + 1].mesh);
    CHECK_UINT(scene->skins.count, 2);
    CHECK_UINT(scene->nodes.data[c + 1].parent, PTL_SCENE_NONE); /* the place of a skin is that */
    CHECK_UINT(scene->nodes.data[c + 2].parent, c);              /* of its joints              */
    CHECK_UINT(scene->nodes.data[d + 1].skin, 1);
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < scene->skins.data[k].joints.count; i++)
            CHECK(scene->skins.data[k].joints.data[i] > (k ? d : c));
    CHECK(scene->skins.data[0].joints.data[0] < d);
    CHECK_UINT(scene->nodes.data[node_named(scene, "e")].mesh, PTL_SCENE_NONE);
    ptl_scene_free(scene);
}

static void animations_are_one_clip(void)
{
    shelf      s     = { 0 };
    ptl_scene *scene = make(&s, TEXT(SCENE), (ptl_listener){ 0 });
    uint32_t   c = node_named(scene, "c"), d = node_named(scene, "d");
    size_t     of_c = 0, of_d = 0;

    CHECK_UINT(scene->clips.count, 1);
    for (size_t i = 0; i < scene->clips.data[0].channels.count; i++) {
        of_c += scene->clips.data[0].channels.data[i].node < d;
        of_d += scene->clips.data[0].channels.data[i].node > d;
        CHECK(scene->clips.data[0].channels.data[i].node > c);
    }
    CHECK(of_c > 0 && of_c == of_d);
    ptl_scene_free(scene);
}

/* ---- Files ---------------------------------------------------------------------------------- */

static void the_map_lies_beneath(void)
{
    shelf      s     = { .map = plain_map() };
    ptl_scene *scene = make(&s, TEXT(SCENE), (ptl_listener){ 0 });

    CHECK(scene->tile == 8);
    CHECK(node_named(scene, "map") == 0);
    CHECK_UINT(scene->meshes.count, 3);
    CHECK(scene->nodes.data[node_named(scene, "a")].mesh > 0);
    free(s.map.data);
    ptl_scene_free(scene);
}

/* Tiles 14 and 15 of row 13: the first is where "a" stands. Models that nobody has are left out. */
static void a_part_has_what_stands_on_it(void)
{
    static const struct {
        const char *crop;
        bool        stands;
    } cases[] = { { "14,13,1,1", true }, { "15,13,1,1", false }, { "0,0,32,32", true } };
    shelf s   = { .map = plain_map() };

    for (size_t i = 0; i < COUNT(cases); i++) {
        ptl_doc       *doc     = must_read(TEXT(SCENE), &(ptl_read_opts){ .name = "bay.pfscene" });
        ptl_setting    setting = { "crop", cases[i].crop, strlen(cases[i].crop) };
        ptl_write_opts opts    = { .files         = { .load = load, .user = &s },
                                   .settings      = &setting,
                                   .setting_count = 1 };
        ptl_scene     *scene;

        CHECK_UINT(ptl_scene_make(&scene, doc, &opts, NULL), PTL_OK);
        CHECK((node_named(scene, "a") != PTL_SCENE_NONE) == cases[i].stands);
        CHECK((node_named(scene, "c") != PTL_SCENE_NONE) == (i == 2));
        CHECK_UINT(scene->meshes.count, 1u + cases[i].stands + (i == 2));
        ptl_scene_free(scene);
        ptl_doc_free(doc);
    }
    free(s.map.data);
}

static void a_part_needs_a_map(void)
{
    shelf          s       = { 0 };
    ptl_doc       *doc     = must_read(TEXT(SCENE), &(ptl_read_opts){ .name = "bay.pfscene" });
    ptl_setting    setting = { "crop", "0,0,1,1", 7 };
    ptl_write_opts opts    = { .files         = { .load = load, .user = &s },
                               .settings      = &setting,
                               .setting_count = 1 };
    ptl_scene     *scene;
    ptl_diag       err;

    CHECK_UINT(ptl_scene_make(&scene, doc, &opts, &err), PTL_E_ARG);
    CHECK_TEXT(err.rule, "setting");
    ptl_doc_free(doc);
}

typedef struct said {
    size_t maps, models, all;
    char   first[sizeof((ptl_diag *)0)->message];
} said;

static void hear_models(void *user, const ptl_diag *diag)
{
    said *s = user;

    check_rule(diag, false);
    s->all++;
    if (strcmp(diag->rule, "pfscene-map") == 0)
        s->maps++;
    if (strcmp(diag->rule, "pfscene-model") == 0 && s->models++ == 0)
        snprintf(s->first, sizeof s->first, "%s", diag->message);
}

static void what_is_missing_is_said(void)
{
    shelf s = { 0 };
    said  h = { 0 };

    ptl_scene_free(make(&s, TEXT(SCENE), (ptl_listener){ hear_models, &h }));
    CHECK_UINT(h.maps, 1);
    CHECK_UINT(h.models, 1);
    CHECK_TEXT(h.first, "model assets/models/gone/gone.pfobj is not there and left out");
}

static void nothing_is_refused(void)
{
    ptl_doc   *doc = must_read(TEXT(SCENE), NULL);
    ptl_scene *scene;
    ptl_diag   err;

    CHECK_UINT(ptl_scene_make(&scene, doc, NULL, &err), PTL_E_UNSUPPORTED);
    CHECK_TEXT(err.rule, "pfscene-nothing");
    ptl_doc_free(doc);
}

/* Beside the model, or among those of maps. */
static void textures_are_found(void)
{
    for (int shared = 0; shared < 2; shared++) {
        shelf      s     = { .cloth_is_shared = shared };
        ptl_scene *scene = make(&s, TEXT(SCENE), (ptl_listener){ 0 });
        uint32_t   mesh  = scene->nodes.data[node_named(scene, "a")].mesh;
        uint32_t   image =
            scene->materials.data[scene->meshes.data[mesh].parts.data[0].material].image;

        CHECK(scene->images.data[image].bytes.count > 0);
        CHECK_TEXT(scene->images.data[image].file.name,
                   shared ? "cloth.png" : "assets/models/stone/cloth.png");
        ptl_scene_free(scene);
    }
}

/* Materials of several models that have the same texture have the same image. */
static void images_are_shared(void)
{
    shelf      s     = { .cloth_is_shared = true };
    ptl_scene *scene = make(&s, TEXT(SCENE), (ptl_listener){ 0 });

    CHECK_UINT(scene->materials.count, 2);
    CHECK_UINT(scene->materials.data[0].image, scene->materials.data[1].image);
    ptl_scene_free(scene);
}

/* ---- Checks --------------------------------------------------------------------------------- */

#define PLACED(flag, x, z)                                                                         \
    ENTITY("a", "stone/stone", "2\n") "   static bool " flag "\n" AT(x, "0", z)

#define PLACES                                                                                     \
    "version 1.0\nnum_sections 1\nsection \"entities\"\nnum_entities 5\n" PLACED(                  \
        "0", "124", "-124") PLACED("1", "124", "-124") PLACED("0", "0", "0")                       \
        PLACED("1", "0", "128.5") ENTITY("e", "gone/gone", "1\n") AT("-128", "0", "128")

typedef struct found {
    size_t   outside, ground, models, notes;
    unsigned line[3], column[3];
} found;

static void hear_places(void *user, const ptl_diag *diag)
{
    static const char *const rules[]  = { "pfscene-outside", "pfscene-ground", "pfscene-model" };
    found                   *f        = user;
    size_t *const            counts[] = { &f->outside, &f->ground, &f->models };

    check_rule(diag, false);
    f->notes += diag->severity == PTL_NOTE;
    for (size_t i = 0; i < COUNT(rules); i++)
        if (strcmp(diag->rule, rules[i]) == 0) {
            ++*counts[i];
            f->line[i]   = diag->line;
            f->column[i] = diag->column;
        }
}

static found check_places(shelf *s)
{
    found    f = { 0 };
    ptl_doc *doc =
        must_read(TEXT(PLACES), &(ptl_read_opts){ .name = "bay.pfscene", .keep_source = true });
    ptl_check_opts opts = { .files = { .load = load, .user = s }, .listener = { hear_places, &f } };

    CHECK_UINT(ptl_check(doc, &opts, NULL), PTL_OK);
    ptl_doc_free(doc);
    return f;
}

/* The first tile, in the north-west, is closed. */
static void entities_have_to_stand_on_the_map(void)
{
    shelf s = { .map = plain_map() };
    found f;

    s.map.data[HEAD_SIZE + 12] = '0';
    f                          = check_places(&s);
    CHECK(f.ground == 1 && f.line[1] == 7 && f.column[1] == 4);
    CHECK(f.outside == 1 && f.line[0] == 16 && f.column[0] == 4);
    CHECK(f.models == 1 && f.line[2] == 17 && f.column[2] == 1);
    CHECK_UINT(f.notes, 0);
    free(s.map.data);
}

#define CREW(lines) ENTITY("s", "crew/sailor", lines)
#define MOVING                                                                                     \
    "version 1.0\nnum_sections 1\nsection \"entities\"\nnum_entities 7\n" CREW("1\n")              \
        AT("0", "0", "0") CREW("1\n") "   animated bool 1\n" CREW(                                 \
            "2\n") "   animated bool 1\n   idle_clip string "                                      \
                   "Wave\n" CREW(                                                                  \
                       "2\n") "   animated bool "                                                  \
                              "1\n   idle_clip "                                                   \
                              "string Run\n" CREW(                                                 \
                                  "3\n") "   "                                                     \
                                         "animated "                                               \
                                         "bool 1\n "                                               \
                                         "  "                                                      \
                                         "idle_"                                                   \
                                         "clip "                                                   \
                                         "string "                                                 \
                                         "Run\n   "                                                \
                                         "class "                                                  \
                                         "string "                                                 \
                                         "Sailor"                                                  \
                                         "\n" ENTITY(                                              \
                                             "a", "stone/stone",                                   \
                                             "2\n") "   animated bool 1\n   idle_clip string "     \
                                                    "Wave\n"                                       \
                                                    "entity b stone.pfobj 1\n   animated bool 0\n"

typedef struct making {
    size_t   animated, still, folders;
    unsigned line[3];
} making;

static void hear_making(void *user, const ptl_diag *diag)
{
    making *m = user;

    check_rule(diag, false);
    if (strcmp(diag->rule, "pfscene-animated") == 0)
        m->line[m->animated++ % 3] = diag->line;
    m->still += strcmp(diag->rule, "pfscene-still") == 0 && diag->line == 21;
    m->folders += strstr(diag->message, "in no folder") != NULL;
}

/* The engine makes no entity that does not say so, or whose model does not have the animation. */
static void entities_have_to_say_how_they_move(void)
{
    shelf          s    = { 0 };
    making         m    = { 0 };
    ptl_doc       *doc  = must_read(TEXT(MOVING), &(ptl_read_opts){ .keep_source = true });
    ptl_check_opts opts = { .files    = { .load = load, .user = &s },
                            .listener = { hear_making, &m } };

    CHECK_UINT(ptl_check(doc, &opts, NULL), PTL_OK);
    CHECK_UINT(m.animated, 3);
    CHECK(m.line[0] == 5 && m.line[1] == 8 && m.line[2] == 14);
    CHECK(m.still == 1 && m.folders == 1);
    ptl_doc_free(doc);
}

static void without_a_map_places_are_not_checked(void)
{
    shelf s = { 0 };
    found f = check_places(&s);

    CHECK(f.ground == 0 && f.outside == 0 && f.notes == 1);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(entities_are_where_the_engine_has_them),
        TEST(models_are_there_once),
        TEST(animations_are_one_clip),
        TEST(the_map_lies_beneath),
        TEST(a_part_has_what_stands_on_it),
        TEST(a_part_needs_a_map),
        TEST(what_is_missing_is_said),
        TEST(nothing_is_refused),
        TEST(textures_are_found),
        TEST(images_are_shared),
        TEST(entities_have_to_stand_on_the_map),
        TEST(entities_have_to_say_how_they_move),
        TEST(without_a_map_places_are_not_checked),
    };

    return run_tests("pfscene scene", tests, COUNT(tests));
}
