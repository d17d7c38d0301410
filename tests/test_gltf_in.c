/* SPDX-License-Identifier: MIT */
/* glTF in: every kind of accessor, primitive and transform; movement; and everything that is wrong.
 */
#include <math.h>
#include <portolan/pfobj.h>
#include <portolan/scene.h>
#include <stdlib.h>

#include "gltf_samples.h"
#include "harness.h"
#include "support.h"
#include "sweep.h"

static ptl_doc *import(const char *text)
{
    ptl_doc *doc;
    ptl_diag err;

    if (ptl_import(&doc, text, strlen(text), "pfobj", NULL, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "refused: %u:%u: %s: %s [%s]", err.line, err.column, err.path,
                  err.message, err.rule);
    return doc;
}

static bool near(const double *got, double x, double y, double z)
{
    return fabs(got[0] - x) < 1e-5 && fabs(got[1] - y) < 1e-5 && fabs(got[2] - z) < 1e-5;
}

#define CHECK_AT(model, vertex, x, y, z)                                                           \
    CHECK(near((model)->vertices.data[vertex].position, x, y, z))

/* Four corners of a square in a plane, counter-clockwise from +z. */
static const float square[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0 };

#define ONE_MESH "\"nodes\": [{\"mesh\": 0}], \"scenes\": [{\"nodes\": [0]}]}"

/* ---- Shapes --------------------------------------------------------------------------------- */

static void a_bare_triangle_gets_what_it_needs(void)
{
    gltf_sample  s = { .size = 0 };
    ptl_attached white;
    ptl_doc     *doc;
    ptl_pfobj   *model;

    sample_floats(&s, square, 9);
    doc   = import(sample_text(&s, "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36}],"
                                     "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5126,"
                                     "  \"count\": 3, \"type\": \"VEC3\"}],"
                                     "\"meshes\": [{\"primitives\": [{\"attributes\":"
                                     "  {\"POSITION\": 0}}]}]," ONE_MESH));
    model = ptl_pfobj_of(doc);
    CHECK_UINT(model->vertices.count, 3);
    CHECK_AT(model, 1, 1, 0, 0);
    CHECK(near(model->vertices.data[2].normal, 0, 0, 1));
    CHECK(model->vertices.data[0].texture[0] == 0 && model->vertices.data[0].texture[1] == 0);
    CHECK_UINT(model->materials.count, 1);
    CHECK(model->has_collision && model->bounds.y[1] == 1);
    CHECK(ptl_doc_attached(&white, doc, 0));
    CHECK_TEXT(white.name, "white.png");
    ptl_doc_free(doc);
}

static void strips_and_fans_are_triangles(void)
{
    static const struct {
        unsigned mode;
        size_t   vertices;
        double   fourth[3], fifth[3]; /* corners of the second triangle */
    } kinds[] = { { 4, 3, { 0 }, { 0 } },
                  { 5, 6, { 1, 0, 0 }, { 1, 1, 0 } },
                  { 6, 6, { 0, 0, 0 }, { 0, 1, 0 } } };

    for (size_t i = 0; i < COUNT(kinds); i++) {
        gltf_sample s = { .size = 0 };
        ptl_pfobj  *model;
        ptl_doc    *doc;

        sample_floats(&s, square, 12);
        doc   = import(sample_text(&s,
                                   "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 48}],"
                                     "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5126,"
                                     "  \"count\": 4, \"type\": \"VEC3\"}],"
                                     "\"meshes\": [{\"primitives\": [{\"mode\": %u, \"attributes\":"
                                     "  {\"POSITION\": 0}}]}]," ONE_MESH,
                                   kinds[i].mode));
        model = ptl_pfobj_of(doc);
        CHECK_UINT(model->vertices.count, kinds[i].vertices);
        for (size_t v = 0; v < model->vertices.count && kinds[i].mode == 5; v++)
            CHECK(model->vertices.data[v].normal[2] == 1); /* all of a strip faces one way */
        if (kinds[i].vertices == 6) {
            CHECK_AT(model, 3, kinds[i].fourth[0], kinds[i].fourth[1], kinds[i].fourth[2]);
            CHECK_AT(model, 4, kinds[i].fifth[0], kinds[i].fifth[1], kinds[i].fifth[2]);
        }
        ptl_doc_free(doc);
    }
}

static void indices_come_in_three_sizes(void)
{
    static const struct {
        unsigned component;
        uint8_t  bytes[12];
        size_t   size;
    } kinds[] = { { 5121, { 2, 1, 0 }, 3 },
                  { 5123, { 2, 0, 1, 0, 0, 0 }, 6 },
                  { 5125, { 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0 }, 12 } };

    for (size_t i = 0; i < COUNT(kinds); i++) {
        gltf_sample s = { .size = 0 };
        ptl_doc    *doc;

        sample_floats(&s, square, 9);
        sample_bytes(&s, kinds[i].bytes, kinds[i].size);
        doc = import(sample_text(
            &s,
            "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36},"
            "  {\"buffer\": 0, \"byteOffset\": 36, \"byteLength\": %zu}],"
            "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3,"
            "  \"type\": \"VEC3\"}, {\"bufferView\": 1, \"componentType\": %u, \"count\": 3,"
            "  \"type\": \"SCALAR\"}],"
            "\"meshes\": [{\"primitives\": [{\"indices\": 1, \"attributes\": {\"POSITION\": "
            "0}}]}]," ONE_MESH,
            kinds[i].size, kinds[i].component));
        CHECK_AT(ptl_pfobj_of(doc), 0, 0, 1, 0);
        CHECK(ptl_pfobj_of(doc)->vertices.data[0].normal[2] == -1);
        ptl_doc_free(doc);
    }
}

/* Shorts and bytes between one another, some of them shares of 1, and two changed afterwards. */
static void numbers_come_in_every_manner(void)
{
    static const uint8_t places[]  = { 0, 0, 0, 0, 0, 0, 0,   0, 100, 0, 0, 0,
                                       0, 0, 0, 0, 0, 0, 100, 0, 0,   0, 0, 0 };
    static const uint8_t corners[] = { 0, 255, 255, 255, 0, 0 }, changed[] = { 2 };
    static const float   moved[] = { 7, 8, 9 };
    gltf_sample          s       = { .size = 0 };
    ptl_pfobj           *model;
    ptl_doc             *doc;

    sample_bytes(&s, places, sizeof places);   /* 0: vertices of 8 bytes   */
    sample_bytes(&s, corners, sizeof corners); /* 24: texture coordinates  */
    sample_bytes(&s, changed, 1);              /* 32: a sparse index       */
    sample_floats(&s, moved, 3);               /* 36: and what it becomes  */
    sample_floats(&s, square, 9);              /* 48: what it is a part of */
    doc   = import(sample_text(
          &s,
          "\"extensionsUsed\": [\"KHR_mesh_quantization\"], "
            "\"extensionsRequired\": [\"KHR_mesh_quantization\"],"
            "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 24, \"byteStride\": 8},"
            "  {\"buffer\": 0, \"byteOffset\": 24, \"byteLength\": 8},"
            "  {\"buffer\": 0, \"byteOffset\": 32, \"byteLength\": 52}],"
            "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5122, \"count\": 3,"
            "  \"type\": \"VEC3\"}, {\"bufferView\": 1, \"componentType\": 5121, \"count\": 3,"
            "  \"type\": \"VEC2\", \"normalized\": true}, {\"bufferView\": 2, \"byteOffset\": 16,"
            "  \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\", \"sparse\": {\"count\": 1,"
            "  \"indices\": {\"bufferView\": 2, \"componentType\": 5121},"
            "  \"values\": {\"bufferView\": 2, \"byteOffset\": 4}}}],"
            "\"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0, \"TEXCOORD_0\": 1}},"
            "  {\"attributes\": {\"POSITION\": 2}}]}]," ONE_MESH));
    model = ptl_pfobj_of(doc);
    CHECK_AT(model, 1, 100, 0, 0);
    CHECK_AT(model, 2, 0, 100, 0);
    CHECK(model->vertices.data[0].texture[0] == 0 && model->vertices.data[0].texture[1] == 0);
    CHECK(model->vertices.data[1].texture[0] == 1);
    CHECK_AT(model, 4, 1, 0, 0);
    CHECK_AT(model, 5, 7, 8, 9);
    ptl_doc_free(doc);
}

/* ---- Transforms ----------------------------------------------------------------------------- */

#define TRIANGLE                                                                                   \
    "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36}],"                                      \
    "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3,"                   \
    "  \"type\": \"VEC3\"}],"                                                                      \
    "\"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}}]}],"

static ptl_doc *triangle_with(const char *rest)
{
    gltf_sample *s = calloc(1, sizeof *s);
    ptl_doc     *doc;

    CHECK(s != NULL);
    sample_floats(s, square, 9);
    doc = import(sample_text(s, TRIANGLE "%s}", rest));
    free(s);
    return doc;
}

static void every_use_of_a_mesh_is_in_its_place(void)
{
    ptl_doc *doc = triangle_with(
        "\"nodes\": [{\"mesh\": 0, \"translation\": [1, 2, 3], \"children\": [1]},"
        " {\"mesh\": 0, \"matrix\": [2, 0, 0, 0,  0, 0, 2, 0,  0, -2, 0, 0,  0, 0, 5, 1]},"
        " {\"mesh\": 0, \"scale\": [-1, 1, 1]},"
        " {\"mesh\": 0}], \"scenes\": [{\"nodes\": [0, 2]}]");
    ptl_pfobj *model = ptl_pfobj_of(doc);

    CHECK_UINT(model->vertices.count, 9); /* the last is in no scene */
    CHECK_AT(model, 1, 2, 2, 3);
    CHECK_AT(model, 4, 3, 2, 8);
    CHECK_AT(model, 5, 1, 2, 10); /* y became z, twice as far */
    CHECK(near(model->vertices.data[3].normal, 0, -1, 0));
    CHECK_AT(model, 7, 0, 1, 0); /* mirrored, and turned round */
    CHECK_AT(model, 8, -1, 0, 0);
    CHECK(near(model->vertices.data[6].normal, 0, 0, 1));
    ptl_doc_free(doc);
}

/* ---- Movement ------------------------------------------------------------------------------- */

/* One joint below a node, a turn by a quarter about z within a second, and a step and a curve. */
static void movement_is_sampled(void)
{
    static const float   second[]   = { 0, 1 };
    static const float   turn[]     = { 0, 0, 0, 1, 0, 0, 0.70710678f, 0.70710678f };
    static const float   steps[]    = { 0, 0, 0, 4, 0, 0 };
    static const float   curve[]    = { 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0 };
    static const uint8_t joints[12] = { 0 };
    static const float   weights[]  = { 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0 };
    gltf_sample          s          = { .size = 0 };
    ptl_pfobj           *model;
    ptl_pfobj_transform *half, *last;
    ptl_pfobj_skin       pose = { 0 };
    ptl_pfobj_vec3       at;
    ptl_doc             *doc;

    sample_floats(&s, square, 9);   /* 0   */
    sample_floats(&s, second, 2);   /* 36  */
    sample_floats(&s, turn, 8);     /* 44  */
    sample_floats(&s, steps, 6);    /* 76  */
    sample_floats(&s, curve, 18);   /* 100 */
    sample_bytes(&s, joints, 12);   /* 172 */
    sample_floats(&s, weights, 12); /* 184 */
    doc   = import(sample_text(
          &s, "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 232}],"
                "\"accessors\": ["
                "{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\"},"
                "{\"bufferView\": 0, \"byteOffset\": 36, \"componentType\": 5126, \"count\": 2, "
                "\"type\": \"SCALAR\"},"
                "{\"bufferView\": 0, \"byteOffset\": 44, \"componentType\": 5126, \"count\": 2, "
                "\"type\": \"VEC4\"},"
                "{\"bufferView\": 0, \"byteOffset\": 76, \"componentType\": 5126, \"count\": 2, "
                "\"type\": \"VEC3\"},"
                "{\"bufferView\": 0, \"byteOffset\": 100, \"componentType\": 5126, \"count\": 6, "
                "\"type\": \"VEC3\"},"
                "{\"bufferView\": 0, \"byteOffset\": 172, \"componentType\": 5121, \"count\": 3, "
                "\"type\": \"VEC4\"},"
                "{\"bufferView\": 0, \"byteOffset\": 184, \"componentType\": 5126, \"count\": 3, "
                "\"type\": \"VEC4\"}],"
                "\"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0, \"JOINTS_0\": 5, "
                "\"WEIGHTS_0\": 6}}]}],"
                "\"nodes\": [{\"mesh\": 0, \"skin\": 0, \"translation\": [9, 9, 9]},"
                " {\"children\": [2]}, {\"name\": \"the joint\"}],"
                "\"skins\": [{\"joints\": [2]}],"
                "\"animations\": [{\"name\": \"a b\", \"samplers\": [{\"input\": 1, \"output\": 2},"
                " {\"input\": 1, \"output\": 3, \"interpolation\": \"STEP\"},"
                " {\"input\": 1, \"output\": 4, \"interpolation\": \"CUBICSPLINE\"}],"
                " \"channels\": [{\"sampler\": 0, \"target\": {\"node\": 2, \"path\": \"rotation\"}},"
                " {\"sampler\": 1, \"target\": {\"node\": 1, \"path\": \"translation\"}},"
                " {\"sampler\": 2, \"target\": {\"node\": 2, \"path\": \"scale\"}}]}],"
                "\"scenes\": [{\"nodes\": [0, 1]}]}"));
    model = ptl_pfobj_of(doc);
    CHECK_UINT(model->joints.count, 1);
    CHECK(memcmp(model->joints.data[0].name.data, "the_joint", 9) == 0);
    CHECK(memcmp(model->sets.data[0].name.data, "a_b", 3) == 0);
    CHECK_UINT(model->sets.data[0].frames.count, 25);
    CHECK_AT(model, 1, 1, 0, 0); /* a node with a skin stays where it is */
    half = &model->sets.data[0].frames.data[12].poses.data[0];
    last = &model->sets.data[0].frames.data[24].poses.data[0];
    CHECK(fabs(half->rotation[2] + 0.382683) < 2e-6 && fabs(half->rotation[3] - 0.92388) < 2e-6);
    CHECK(near(half->translation, 0, 0, 0) && near(last->translation, 4, 0, 0));
    CHECK(near(half->scale, 2, 2, 2) && near(last->scale, 3, 3, 3));
    CHECK(ptl_pfobj_pose(&pose, doc, 0, 24, NULL) == PTL_OK);
    at = ptl_pfobj_skinned(model, &pose, 1);
    CHECK(near(&at.x, 4, 3, 0)); /* (1 0 0), three times as far, a quarter round, moved */
    ptl_pfobj_skin_free(&pose);
    ptl_doc_free(doc);
}

/* ---- Losses --------------------------------------------------------------------------------- */

typedef struct ear {
    char   rules[512];
    size_t losses;
} ear;

static void hear(void *user, const ptl_diag *diag)
{
    ear *e = user;

    check_rule(diag, false);
    e->losses += diag->severity == PTL_LOSS;
    strncat(e->rules, diag->rule, sizeof e->rules - strlen(e->rules) - 2);
    strcat(e->rules, " ");
}

static void what_is_dropped_is_said(void)
{
    gltf_sample s = { .size = 0 };
    ear         e = { .losses = 0 };
    ptl_doc    *doc;
    const char *text;

    sample_floats(&s, square, 9);
    text = sample_text(
        &s, "%s",
        "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36}],"
        "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5126,"
        "  \"count\": 3, \"type\": \"VEC3\"}],"
        "\"extensionsUsed\": [\"KHR_materials_unlit\", \"EXT_odd\"],"
        "\"materials\": [{\"name\": \"shiny glass\", \"alphaMode\": \"BLEND\","
        " \"normalTexture\": {\"index\": 0}}], \"textures\": [{}],"
        "\"meshes\": [{\"primitives\": [{\"material\": 0, \"targets\": [{\"POSITION\": 0}],"
        " \"attributes\": {\"POSITION\": 0, \"COLOR_0\": 0}}, {\"mode\": 1, \"attributes\":"
        " {\"POSITION\": 0}}]}], \"animations\": [{\"samplers\": [], \"channels\": []}]," ONE_MESH);
    CHECK(ptl_import(&doc, text, strlen(text), "pfobj",
                     &(ptl_read_opts){ .listener = { hear, &e } }, NULL) == PTL_OK);
    for (size_t i = 0; i < 8; i++) {
        static const char *const rules[] = { "gltf-extension", "gltf-points",      "gltf-morphs",
                                             "gltf-maps",      "pfobj-no-texture", "pfobj-blend",
                                             "pfobj-colors",   "pfobj-still" };

        if (!strstr(e.rules, rules[i]))
            test_fail(__FILE__, __LINE__, "%s was not said: %s", rules[i], e.rules);
    }
    ptl_doc_free(doc);
}

#define ZEROS_36 "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

/* A triangle with a color texture that has no image; the second buffer has no bytes. */
static const char *with_extension(char *text, size_t size, const char *used, const char *required,
                                  const char *view)
{
    snprintf(text, size,
             "{\"asset\": {\"version\": \"2.0\"}, \"buffers\": [{\"byteLength\": 36, \"uri\":"
             " \"data:application/octet-stream;base64," ZEROS_36 "\"}, {\"byteLength\": 36}],"
             "\"extensionsUsed\": [\"%s\"], \"extensionsRequired\": [%s%s%s],"
             "\"materials\": [{\"pbrMetallicRoughness\": {\"baseColorTexture\": {\"index\": 0}}}],"
             "\"textures\": [{}], \"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36},"
             " {\"buffer\": 1, \"byteLength\": 36}], \"accessors\": [{%s"
             "\"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\"}], \"meshes\":"
             " [{\"primitives\": [{\"material\": 0, \"attributes\": {\"POSITION\": 0}}]}],"
             "\"nodes\": [{\"mesh\": 0}]}",
             used, *required ? "\"" : "", required, *required ? "\"" : "", view);
    return text;
}

/* Without their images shapes are still worth having; without their numbers they are not. */
static void extensions_are_spared_or_refused(void)
{
#define FIRST "\"bufferView\": 0, "
#define SECOND "\"bufferView\": 1, "
    static const struct {
        const char *used, *required, *view;
        bool        refused;
    } cases[] = {
        { "EXT_texture_webp", "EXT_texture_webp", FIRST, false },
        { "KHR_texture_basisu", "KHR_texture_basisu", FIRST, false },
        { "KHR_lights_punctual", "KHR_lights_punctual", FIRST, false },
        { "KHR_draco_mesh_compression", "", FIRST, false },
        { "KHR_draco_mesh_compression", "", "", true },
        { "EXT_meshopt_compression", "", SECOND, true },
        { "EXT_meshopt_compression", "EXT_meshopt_compression", FIRST, true },
        { "EXT_odd", "EXT_odd", FIRST, true },
        { "EXT_odd", "", "", false },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        bool       packed = strstr(cases[i].used, "compression") != NULL;
        ear        e      = { .losses = 0 };
        ptl_source source = { 0 };
        ptl_scene *scene;
        ptl_diag   err = { 0 };
        char       text[2048];

        source.data =
            with_extension(text, sizeof text, cases[i].used, cases[i].required, cases[i].view);
        source.size = strlen(text);
        if ((ptl_scene_read(&scene, &source, &(ptl_read_opts){ .listener = { hear, &e } }, &err) ==
             PTL_E_UNSUPPORTED) != cases[i].refused)
            test_fail(__FILE__, __LINE__, "%zu: %s", i, err.message);
        if (cases[i].refused) {
            CHECK_TEXT(err.rule, "gltf-extension");
            CHECK((strstr(err.message, "export it without compression") != NULL) == packed);
            continue;
        }
        CHECK(strstr(e.rules, "gltf-no-image") && strstr(e.rules, "gltf-extension"));
        CHECK_UINT(scene->materials.data[0].image, PTL_SCENE_NONE);
        ptl_scene_free(scene);
    }
}

/* ---- Where images are laid on ---------------------------------------------------------------- */

static ptl_scene *read_laid_on(const char *use, ear *e)
{
    static const float uvs[2][6] = { { 0, 0, 1, 0, 0, 1 }, { 0.5f, 0, 0.5f, 0.25f, 0, 0 } };
    gltf_sample        s         = { .size = 0 };
    ptl_scene         *scene;
    ptl_source         source = { 0 };
    ptl_read_opts      opts   = { .listener = { hear, e } };

    sample_floats(&s, square, 9);
    sample_floats(&s, uvs[0], 12);
    source.data = sample_text(
        &s,
        "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36},"
        " {\"buffer\": 0, \"byteOffset\": 36, \"byteLength\": 24},"
        " {\"buffer\": 0, \"byteOffset\": 60, \"byteLength\": 24}], \"accessors\": ["
        "{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\"},"
        "{\"bufferView\": 1, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC2\"},"
        "{\"bufferView\": 2, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC2\"}],"
        "\"extensionsUsed\": [\"KHR_texture_transform\"],"
        "\"extensionsRequired\": [\"KHR_texture_transform\"],"
        "\"materials\": [{\"pbrMetallicRoughness\": {\"metallicFactor\": 0,"
        " \"baseColorTexture\": {\"index\": 0%s}}}], \"textures\": [{}],"
        "\"meshes\": [{\"primitives\": [{\"material\": 0, \"attributes\":"
        " {\"POSITION\": 0, \"TEXCOORD_0\": 1, \"TEXCOORD_1\": 2}}]}]," ONE_MESH,
        use);
    source.size = strlen(source.data);
    CHECK_UINT(ptl_scene_read(&scene, &source, &opts, NULL), PTL_OK);
    return scene;
}

#define TRANSFORM(what) ", \"extensions\": {\"KHR_texture_transform\": {" what "}}"

/* The second set, and transforms; the turn as in the example of the extension. */
static void images_are_laid_on_as_their_use_says(void)
{
    static const struct {
        const char *use;
        float       uv[6];
    } cases[] = {
        { "", { 0, 0, 1, 0, 0, 1 } },
        { ", \"texCoord\": 1", { 0.5f, 0, 0.5f, 0.25f, 0, 0 } },
        { TRANSFORM("\"offset\": [0, 1], \"scale\": [1, -1]"), { 0, 1, 1, 1, 0, 0 } },
        { TRANSFORM("\"texCoord\": 1, \"scale\": [2, 4]"), { 1, 0, 1, 1, 0, 0 } },
        { TRANSFORM("\"offset\": [0, 1], \"rotation\": 1.5707963, \"scale\": [0.5, 0.5]"),
          { 0, 1, 0, 0.5f, 0.5f, 1 } },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        ear        e     = { .losses = 0 };
        ptl_scene *scene = read_laid_on(cases[i].use, &e);
        ptl_f32s   uv    = scene->meshes.data[0].parts.data[0].uv;

        CHECK(!strstr(e.rules, "gltf-extension") && strstr(e.rules, "gltf-coordinates"));
        CHECK_UINT(uv.count, 6);
        for (size_t k = 0; k < 6; k++)
            if (!(fabsf(uv.data[k] - cases[i].uv[k]) < 1e-6f))
                test_fail(__FILE__, __LINE__, "case %zu: number %zu is %f", i, k,
                          (double)uv.data[k]);
        ptl_scene_free(scene);
    }
}

/* ---- Materials of older files ---------------------------------------------------------------- */

#define OLDER(what)                                                                                \
    "\"extensions\": {\"KHR_materials_pbrSpecularGlossiness\": {\"glossinessFactor\": 0" what "}}"

/* What KHR_materials_pbrSpecularGlossiness says counts, even where it says nothing but itself. */
static void older_materials_have_their_colors(void)
{
    static const struct {
        const char *material;
        float       red;
        uint32_t    image;
    } cases[] = {
        { OLDER(", \"diffuseFactor\": [0.25, 0.5, 1, 1]"), 0.25f, PTL_SCENE_NONE },
        { OLDER(", \"diffuseTexture\": {\"index\": 1}"), 1, 1 },
        { OLDER(", \"diffuseTexture\": {\"index\": 1}, \"specularGlossinessTexture\": {\"index\": "
                "0}") ", \"pbrMetallicRoughness\": {\"baseColorFactor\": [0.5, 0.5, 0.5, 1]}",
          1, 1 },
        { OLDER("") ", \"pbrMetallicRoughness\": {\"baseColorFactor\": [0.5, 0.5, 0.5, 1]}", 1,
          PTL_SCENE_NONE },
        { "\"pbrMetallicRoughness\": {\"baseColorFactor\": [0.5, 0.5, 0.5, 1]}", 0.5f,
          PTL_SCENE_NONE },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        gltf_sample   s      = { .size = 0 };
        ear           e      = { .losses = 0 };
        ptl_source    source = { 0 };
        ptl_read_opts opts   = { .listener = { hear, &e } };
        ptl_scene    *scene;

        sample_floats(&s, square, 9);
        source.data = sample_text(
            &s,
            "\"extensionsUsed\": [\"KHR_materials_pbrSpecularGlossiness\"],"
            "\"extensionsRequired\": [\"KHR_materials_pbrSpecularGlossiness\"],"
            "\"materials\": [{%s}], \"textures\": [{\"source\": 0}, {\"source\": 1}],"
            "\"images\": [{\"uri\": \"a.png\"}, {\"uri\": \"b.png\"}]," TRIANGLE ONE_MESH,
            cases[i].material);
        source.size = strlen(source.data);
        CHECK_UINT(ptl_scene_read(&scene, &source, &opts, NULL), PTL_OK);
        CHECK(scene->materials.data[0].color[0] == cases[i].red);
        CHECK_UINT(scene->materials.data[0].image, cases[i].image);
        CHECK(!strstr(e.rules, "gltf-extension"));
        CHECK((strstr(e.rules, "gltf-maps") != NULL) == (i == 2));
        ptl_scene_free(scene);
    }
}

/* ---- Files ---------------------------------------------------------------------------------- */

static bool load_square(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    snprintf(user, 64, "%.63s", companion->name);
    if (strcmp(companion->name, "my square.bin") != 0)
        return false;
    *out = (ptl_bytes){ .data = malloc(36), .size = 36, .capacity = 36 };
    CHECK(out->data != NULL);
    memset(out->data, 0, 36);
    return true;
}

#define FILE_FOR(uri)                                                                              \
    "{\"asset\": {\"version\": \"2.0\"}, \"buffers\": [{\"byteLength\": 36, \"uri\": \"" uri       \
    "\"}]," TRIANGLE ONE_MESH

static void buffers_are_beside_the_file(void)
{
    static const struct {
        const char *text, *asked, *rule;
    } cases[] = {
        { FILE_FOR("my%20square.bin"), "my square.bin", "" },
        { FILE_FOR("../../secret.bin"), "../../secret.bin", "file-missing" },
        { FILE_FOR("file:///secret.bin"), "", "gltf-uri" },
        { FILE_FOR("data:text/plain,hello"), "", "gltf-uri" },
        { FILE_FOR("data:;base64,AA*A"), "", "gltf-uri" },
        { FILE_FOR("data:;base64,AAAA"), "", "gltf-buffer" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        char          asked[64] = "";
        ptl_read_opts opts      = { .files = { .load = load_square, .user = asked } };
        ptl_doc      *doc;
        ptl_diag      err = { .rule = "" };

        ptl_import(&doc, cases[i].text, strlen(cases[i].text), "pfobj", &opts, &err);
        CHECK_TEXT(err.rule ? err.rule : "", cases[i].rule);
        CHECK_TEXT(asked, cases[i].asked);
        CHECK((doc != NULL) == (cases[i].rule[0] == 0));
        ptl_doc_free(doc);
    }
}

/* ---- What is wrong -------------------------------------------------------------------------- */

static void what_is_wrong_is_named(void)
{
    static const struct {
        const char *rest, *rule;
        ptl_status  status;
    } bad[] = {
        { "\"nodes\": [{\"mesh\": 1}]}", "gltf-index", PTL_E_SYNTAX },
        { "\"nodes\": [{\"children\": [0]}]}", "gltf-tree", PTL_E_LIMIT },
        { "\"nodes\": [{\"children\": [1]}, {\"children\": [0]}]}", "gltf-tree", PTL_E_LIMIT },
        { "\"nodes\": [{\"children\": [2]}, {\"children\": [2]}, {}]}", "gltf-tree", PTL_E_SYNTAX },
        { "\"nodes\": [{\"children\": [7]}]}", "gltf-index", PTL_E_SYNTAX },
        { "\"nodes\": [{\"matrix\": [1, 2]}]}", "gltf-count", PTL_E_SYNTAX },
        { "\"nodes\": [{\"scale\": [1, 2]}]}", "json-count", PTL_E_SYNTAX },
        { "\"nodes\": [{\"scale\": [1, 2, \"0x7fc00000\"]}]}", "gltf-number", PTL_E_SYNTAX },
        { "\"scene\": 3, \"scenes\": [{}]}", "gltf-index", PTL_E_SYNTAX },
        { "\"materials\": [{\"pbrMetallicRoughness\": {\"baseColorTexture\": {\"index\": 1}}}]}",
          "gltf-index", PTL_E_SYNTAX },
        { "\"skins\": [{\"joints\": [0]}]}", "gltf-index", PTL_E_SYNTAX },
        { "\"nodes\": [{}], \"skins\": [{\"joints\": [0], \"inverseBindMatrices\": 0}]}",
          "gltf-accessor", PTL_E_SYNTAX },
        { "\"nodes\": [{}], \"animations\": [{\"samplers\": [{\"input\": 0, \"output\": 0}],"
          " \"channels\": [{\"sampler\": 0, \"target\": {\"node\": 0, \"path\": \"scale\"}}]}]}",
          "gltf-accessor", PTL_E_SYNTAX },
        { "\"nodes\": [{}], \"animations\": [{\"samplers\": [],"
          " \"channels\": [{\"sampler\": 0, \"target\": {\"node\": 0, \"path\": \"scale\"}}]}]}",
          "gltf-index", PTL_E_SYNTAX },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        gltf_sample s = { .size = 0 };
        const char *text;
        ptl_doc    *doc;
        ptl_diag    err;

        sample_floats(&s, square, 9);
        text = sample_text(&s, TRIANGLE "%s", bad[i].rest);
        if (ptl_import(&doc, text, strlen(text), "pfobj", NULL, &err) != bad[i].status)
            test_fail(__FILE__, __LINE__, "case %zu: %s [%s]", i, err.message, err.rule);
        CHECK_TEXT(err.rule, bad[i].rule);
        CHECK(!doc);
    }
}

/* Accessors that want more than there is, or something else. */
static void ranges_are_held(void)
{
    static const struct {
        const char *views, *accessor, *rule;
    } bad[] = {
        { "{\"buffer\": 0, \"byteLength\": 37}", "\"componentType\": 5126, \"count\": 3",
          "gltf-range" },
        { "{\"buffer\": 0, \"byteOffset\": 18446744073709551615, \"byteLength\": 2}",
          "\"componentType\": 5126, \"count\": 3", "gltf-range" },
        { "{\"buffer\": 1, \"byteLength\": 36}", "\"componentType\": 5126, \"count\": 3",
          "gltf-index" },
        { "{\"buffer\": 0, \"byteLength\": 36}", "\"componentType\": 5126, \"count\": 4",
          "gltf-range" },
        { "{\"buffer\": 0, \"byteLength\": 36}",
          "\"componentType\": 5126, \"count\": 18446744073709551615", "gltf-range" },
        { "{\"buffer\": 0, \"byteLength\": 36}",
          "\"componentType\": 5126, \"count\": 3, \"byteOffset\": 4", "gltf-range" },
        { "{\"buffer\": 0, \"byteLength\": 36, \"byteStride\": 4294967295}",
          "\"componentType\": 5126, \"count\": 3", "gltf-range" },
        { "{\"buffer\": 0, \"byteLength\": 36}", "\"componentType\": 5124, \"count\": 3",
          "gltf-accessor" },
        { "{\"buffer\": 0, \"byteLength\": 36}",
          "\"componentType\": 5126, \"count\": 1, \"sparse\": {\"count\": 2, \"indices\":"
          " {\"bufferView\": 0, \"componentType\": 5121}, \"values\": {\"bufferView\": 0}}",
          "gltf-accessor" },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        gltf_sample s = { .size = 0 };
        const char *text;
        ptl_doc    *doc;
        ptl_diag    err;

        sample_floats(&s, square, 9);
        text = sample_text(&s,
                           "\"bufferViews\": [%s], \"accessors\": [{\"bufferView\": 0, \"type\":"
                           " \"VEC3\", %s}], \"meshes\": [{\"primitives\": [{\"attributes\":"
                           " {\"POSITION\": 0}}]}]," ONE_MESH,
                           bad[i].views, bad[i].accessor);
        CHECK(ptl_import(&doc, text, strlen(text), "pfobj", NULL, &err) != PTL_OK);
        CHECK_TEXT(err.rule, bad[i].rule);
    }
}

/* ---- Damage --------------------------------------------------------------------------------- */

static void survives_damage(void)
{
    static const size_t frames[] = { 2 };
    ptl_doc            *doc;
    ptl_bytes           text, binary;

    CHECK(ptl_pfobj_new(&doc, &(ptl_pfobj_sizes){ 3, 1, 1, 1, frames }, NULL, NULL) == PTL_OK);
    CHECK(ptl_pfobj_set_weights(doc, 0, 1, NULL) == PTL_OK);
    ptl_pfobj_of(doc)->vertices.data[0].weights.data[0].weight = 1;
    ptl_pfobj_of(doc)->vertices.data[1].position[0]            = 1;
    text   = must_write(doc, &(ptl_write_opts){ .to = "gltf" });
    binary = must_write(doc, &(ptl_write_opts){ .to = "glb" });
    sweep_import("gltf", text.data, text.size);
    sweep_import("glb", binary.data, binary.size);
    ptl_bytes_free(&text);
    ptl_bytes_free(&binary);
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = { TEST(a_bare_triangle_gets_what_it_needs),
                                       TEST(strips_and_fans_are_triangles),
                                       TEST(indices_come_in_three_sizes),
                                       TEST(numbers_come_in_every_manner),
                                       TEST(every_use_of_a_mesh_is_in_its_place),
                                       TEST(movement_is_sampled),
                                       TEST(what_is_dropped_is_said),
                                       TEST(extensions_are_spared_or_refused),
                                       TEST(images_are_laid_on_as_their_use_says),
                                       TEST(older_materials_have_their_colors),
                                       TEST(buffers_are_beside_the_file),
                                       TEST(what_is_wrong_is_named),
                                       TEST(ranges_are_held),
                                       TEST(survives_damage) };

    return run_tests("gltf_in", tests, COUNT(tests));
}
