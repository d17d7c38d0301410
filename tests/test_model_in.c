/* SPDX-License-Identifier: MIT */
/* Scenes of other programs as Permafrost models: what is kept, and that the rest is said. */
#include <math.h>
#include <portolan/pfobj.h>
#include <portolan/scene.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "support.h"

/* ---- Scenes to begin with -------------------------------------------------------------------- */

typedef struct small_scene { /* one triangle, one material, a node for the mesh and one above it */
    float              positions[9], uvs[6];
    uint32_t           indices[3];
    ptl_scene_part     part;
    ptl_scene_mesh     mesh;
    ptl_scene_material material;
    ptl_scene_node     nodes[2];
    ptl_scene          scene;
} small_scene;

static ptl_str text_of(const char *text)
{
    return (ptl_str){ text, strlen(text) };
}

static ptl_scene *begin(small_scene *s)
{
    static const float positions[] = { 0, 0, 0, 2, 0, 0, 0, 4, 0 }, uvs[] = { 0, 0, 1, 0, 0, 1 };
    static const ptl_scene_node node = { .parent   = PTL_SCENE_NONE,
                                         .mesh     = PTL_SCENE_NONE,
                                         .skin     = PTL_SCENE_NONE,
                                         .rotation = { 0, 0, 0, 1 },
                                         .scale    = { 1, 1, 1 } };

    *s = (small_scene){ .indices = { 0, 1, 2 }, .nodes = { node, node } };
    memcpy(s->positions, positions, sizeof positions);
    memcpy(s->uvs, uvs, sizeof uvs);
    s->part            = (ptl_scene_part){ .position = { s->positions, 9 },
                                           .uv       = { s->uvs, 6 },
                                           .index    = { s->indices, 3 } };
    s->mesh            = (ptl_scene_mesh){ .name = text_of("mesh"), .parts = { &s->part, 1 } };
    s->material        = (ptl_scene_material){ .name  = text_of("cloth"),
                                               .color = { 1, 1, 1, 1 },
                                               .image = PTL_SCENE_NONE };
    s->nodes[0].name   = text_of("above");
    s->nodes[1].name   = text_of("below");
    s->nodes[1].parent = 0;
    s->nodes[1].mesh   = 0;
    s->scene           = (ptl_scene){ .materials = { &s->material, 1 },
                                      .meshes    = { &s->mesh, 1 },
                                      .nodes     = { s->nodes, 2 } };
    return &s->scene;
}

/* ---- Models made of them --------------------------------------------------------------------- */

typedef struct ear {
    char rules[1024]; /* all that were heard */
    char last[192];
} ear;

static void hear(void *user, const ptl_diag *diag)
{
    ear *e = user;

    check_rule(diag, false);
    strncat(e->rules, diag->rule, sizeof e->rules - strlen(e->rules) - 2);
    strcat(e->rules, " ");
    strcpy(e->last, diag->message);
}

static ptl_status write_model(ptl_bytes *out, const ptl_scene *scene, const ptl_setting *setting,
                              ear *e, ptl_diag *err)
{
    ptl_write_opts opts = { .to            = "pfobj",
                            .listener      = { hear, e },
                            .settings      = setting,
                            .setting_count = setting ? 1 : 0 };

    *e   = (ear){ .rules = " " };
    *out = (ptl_bytes){ 0 };
    return ptl_scene_write(&(ptl_target){ .bytes = out }, scene, &opts, err);
}

static ptl_doc *make(const ptl_scene *scene, const ptl_setting *setting, ear *e)
{
    ptl_bytes bytes;
    ptl_doc  *doc;
    ptl_diag  err = { 0 };

    if (write_model(&bytes, scene, setting, e, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "refused: %s [%s]", err.message, err.rule);
    CHECK_UINT(ptl_read(&doc, bytes.data, bytes.size, NULL, NULL), PTL_OK);
    ptl_bytes_free(&bytes);
    return doc;
}

static bool said(const ear *e, const char *rule)
{
    char word[64];

    snprintf(word, sizeof word, " %s ", rule);
    return strstr(e->rules, word) != NULL;
}

/* ---- Names ----------------------------------------------------------------------------------- */

static void names_are_spelled_in_ascii(void)
{
    static const char *const names[][2] = {
        { "Größe", "Groesse" },
        { "Ärmel", "Aermel" },
        { "naïve façade", "naive facade" },
        { "Łódź", "Lodz" },
        { "u\xCC\x88"
          "ber",
          "ueber" },
        { "e\xCC\x81t", "et" },
        { "\xE6\x97\xA5", "_" },
        { "bad\xFF", "bad_" },
        { "Øre", "Ore" },
    };

    for (size_t i = 0; i < COUNT(names); i++) {
        small_scene s;
        ear         e;
        ptl_doc    *doc;
        ptl_str     name;

        begin(&s);
        s.material.name = text_of(names[i][0]);
        doc             = make(&s.scene, NULL, &e);
        name            = ptl_pfobj_view(doc)->materials.data[0].name;
        CHECK(said(&e, "pfobj-renamed"));
        CHECK_BYTES(name.data, name.size, names[i][1], strlen(names[i][1]));
        ptl_doc_free(doc);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(names_are_spelled_in_ascii),
    };

    return run_tests("model_in", tests, COUNT(tests));
}
