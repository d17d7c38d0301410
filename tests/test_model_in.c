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
} ear;

static void hear(void *user, const ptl_diag *diag)
{
    ear *e = user;

    check_rule(diag, false);
    strncat(e->rules, diag->rule, sizeof e->rules - strlen(e->rules) - 2);
    strcat(e->rules, " ");
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
        { "__none__", "none__" }, /* which the engine stops at */
        { "__none__ of it", "none__ of it" },
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

/* ---- Losses ---------------------------------------------------------------------------------- */

static void looks_that_are_lost_are_said(void)
{
    static const struct {
        const char     *rule;
        bool            double_sided, sharp, clamped;
        ptl_scene_alpha alpha;
        float           cutoff, u; /* of the second vertex */
    } cases[] = {
        { NULL, false, false, false, PTL_ALPHA_OPAQUE, 0, 1 },
        { NULL, false, false, false, PTL_ALPHA_MASK, 0.5f, 7 },
        { "pfobj-double-sided", true, false, false, PTL_ALPHA_OPAQUE, 0, 1 },
        { "pfobj-cutoff", false, false, false, PTL_ALPHA_MASK, 0.25f, 1 },
        { "pfobj-samplers", false, true, false, PTL_ALPHA_OPAQUE, 0, 1 },
        { NULL, false, false, true, PTL_ALPHA_OPAQUE, 0, 1 },
        { "pfobj-samplers", false, false, true, PTL_ALPHA_OPAQUE, 0, 1.5f },
        { "pfobj-blend", false, false, false, PTL_ALPHA_BLEND, 0, 1 },
    };
    static const char *const rules[] = { "pfobj-double-sided", "pfobj-cutoff", "pfobj-samplers",
                                         "pfobj-blend", "pfobj-image" };

    for (size_t i = 0; i < COUNT(cases); i++) {
        ptl_scene_image image = { .file    = { .name = "cloth.png" },
                                  .sharp   = cases[i].sharp,
                                  .clamped = cases[i].clamped };
        small_scene     s;
        ear             e;

        begin(&s);
        s.scene.images.data     = &image;
        s.scene.images.count    = 1;
        s.material.image        = 0;
        s.material.double_sided = cases[i].double_sided;
        s.material.alpha        = cases[i].alpha;
        s.material.cutoff       = cases[i].cutoff;
        s.uvs[2]                = cases[i].u;
        ptl_doc_free(make(&s.scene, NULL, &e));
        for (size_t k = 0; k < COUNT(rules); k++)
            if (said(&e, rules[k]) != (cases[i].rule && strcmp(cases[i].rule, rules[k]) == 0))
                test_fail(__FILE__, __LINE__, "case %zu, %s: %s", i, rules[k], e.rules);
    }
}

static void faces_get_a_back(void)
{
    small_scene      s;
    ear              e;
    ptl_doc         *doc;
    const ptl_pfobj *model;

    begin(&s);
    s.material.double_sided = true;
    doc                     = make(&s.scene, &(ptl_setting){ .name = "double-sided" }, &e);
    model                   = ptl_pfobj_view(doc);
    CHECK(!said(&e, "pfobj-double-sided"));
    CHECK_UINT(model->vertices.count, 6);
    CHECK(model->vertices.data[1].position[0] == 2 && model->vertices.data[5].position[0] == 2);
    CHECK(model->vertices.data[0].normal[2] == 1 && model->vertices.data[3].normal[2] == -1);
    ptl_doc_free(doc);
}

/* A pixel of gray is black to the engine, one of color is not; WebP it cannot read, so that white
 * is better. */
static void images_are_made_fit(void)
{
    static const uint8_t gray[] = { 0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00,
                                    0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00, 0x01,
                                    0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A,
                                    0x7E, 0x9B, 0x55, 0x00, 0x00, 0x00, 0x0A, 0x49, 0x44, 0x41,
                                    0x54, 0x78, 0xDA, 0x63, 0x68, 0x00, 0x00, 0x00, 0x82, 0x00,
                                    0x81, 0xDA, 0x45, 0x08, 0x3B, 0x00, 0x00, 0x00, 0x00, 0x49,
                                    0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82 };
    static const uint8_t webp[] = "RIFF\x04\0\0\0WEBP";

    if (!ptl_has_feature("png"))
        test_skip("this build reads no PNG");
    for (int i = 0; i < 2; i++) {
        ptl_scene_image image = { .bytes = { (uint8_t *)(i ? webp : gray),
                                             i ? sizeof webp - 1 : sizeof gray } };
        small_scene     s;
        ear             e;
        ptl_doc        *doc;
        ptl_str         texture;

        begin(&s);
        s.scene.images.data  = &image;
        s.scene.images.count = 1;
        s.material.image     = 0;
        doc                  = make(&s.scene, NULL, &e);
        texture              = ptl_pfobj_view(doc)->materials.data[0].texture;
        CHECK(said(&e, "pfobj-image"));
        CHECK_BYTES(texture.data, texture.size, i ? "white.png" : "texture1.png", i ? 9 : 12);
        ptl_doc_free(doc);
    }
}

static void nothing_is_no_model(void)
{
    small_scene s;
    ear         e;
    ptl_bytes   bytes;
    ptl_diag    err;

    begin(&s);
    s.part.index.count = 0;
    CHECK_UINT(write_model(&bytes, &s.scene, NULL, &e, &err), PTL_E_UNSUPPORTED);
    CHECK_TEXT(err.rule, "pfobj-empty");
}

static void left_and_right_are_said(void)
{
    small_scene s;
    ear         e;
    ptl_doc    *doc = make(begin(&s), NULL, &e);

    CHECK(said(&e, "pfobj-frame"));
    ptl_doc_free(doc);
    doc = make(&s.scene, &(ptl_setting){ "mirror", "x", 1 }, &e);
    CHECK(!said(&e, "pfobj-frame"));
    CHECK(ptl_pfobj_view(doc)->vertices.data[2].position[0] == -2 ||
          ptl_pfobj_view(doc)->vertices.data[1].position[0] == -2);
    ptl_doc_free(doc);
}

/* ---- Joints and clips ------------------------------------------------------------------------ */

typedef struct rigged_scene { /* node 0 is the joint; two clips move it: rise, and later lean */
    small_scene       small;
    uint16_t          joint[12];
    float             weight[12], undo[16], times[2][2], rises[6], leans[8];
    uint32_t          joints[1];
    ptl_scene_skin    skin;
    ptl_scene_channel channels[2];
    ptl_scene_clip    clips[2];
} rigged_scene;

static ptl_scene *rig(rigged_scene *r, float first, float last)
{
    *r = (rigged_scene){ .times = { { first, last }, { 0, 1 } },
                         .rises = { 0, 1, 0, 0, 2, 0 },
                         .leans = { 0, 0, 0, 1, 0, 0, 1, 0 } };
    begin(&r->small);
    for (int i = 0; i < 3; i++)
        r->weight[4 * i] = 1;
    for (int i = 0; i < 16; i += 5)
        r->undo[i] = 1;
    r->small.part.influences = 4;
    r->small.part.joint      = (ptl_u16s){ r->joint, 12 };
    r->small.part.weight     = (ptl_f32s){ r->weight, 12 };
    r->skin                  = (ptl_scene_skin){ .joints       = { r->joints, 1 },
                                                 .inverse_bind = { r->undo, 16 },
                                                 .root         = PTL_SCENE_NONE };
    r->channels[0]           = (ptl_scene_channel){ .path   = PTL_PATH_TRANSLATION,
                                                    .times  = { r->times[0], 2 },
                                                    .values = { r->rises, 6 } };
    r->channels[1]           = (ptl_scene_channel){ .path   = PTL_PATH_ROTATION,
                                                    .times  = { r->times[1], 2 },
                                                    .values = { r->leans, 8 } };
    for (int i = 0; i < 2; i++)
        r->clips[i] = (ptl_scene_clip){ text_of(i ? "lean" : "rise"), { &r->channels[i], 1 } };
    r->small.nodes[1].skin     = 0;
    r->small.nodes[1].parent   = PTL_SCENE_NONE;
    r->small.scene.skins.data  = &r->skin;
    r->small.scene.skins.count = 1;
    r->small.scene.clips.data  = r->clips;
    r->small.scene.clips.count = 2;
    return &r->small.scene;
}

/* Blender counts frames from 1: the first key is at a 24th of a second. */
static void clips_begin_at_their_first_key(void)
{
    rigged_scene         r;
    ear                  e;
    ptl_doc             *doc = make(rig(&r, 1.0f / 24, 5.0f / 24), NULL, &e);
    const ptl_pfobj_set *set = &ptl_pfobj_view(doc)->sets.data[0];

    CHECK_UINT(set->frames.count, 5);
    CHECK(set->frames.data[0].poses.data[0].translation[1] == 1);
    CHECK(fabs(set->frames.data[1].poses.data[0].translation[1] - 1.25) < 1e-6);
    CHECK(set->frames.data[4].poses.data[0].translation[1] == 2);
    ptl_doc_free(doc);
}

static void a_clip_can_come_first(void)
{
    rigged_scene r;
    ear          e;
    ptl_bytes    bytes;
    ptl_diag     err;
    ptl_doc     *doc = make(rig(&r, 0, 1), &(ptl_setting){ "first-clip", "lean", 4 }, &e);
    ptl_str      name;

    CHECK_UINT(ptl_pfobj_view(doc)->sets.count, 2);
    name = ptl_pfobj_view(doc)->sets.data[0].name;
    CHECK_BYTES(name.data, name.size, "lean", 4);
    name = ptl_pfobj_view(doc)->sets.data[1].name;
    CHECK_BYTES(name.data, name.size, "rise", 4);
    ptl_doc_free(doc);
    CHECK_UINT(
        write_model(&bytes, &r.small.scene, &(ptl_setting){ "first-clip", "walk", 4 }, &e, &err),
        PTL_E_ARG);
    CHECK_TEXT(err.rule, "setting");
}

/* Vertices, joints, poses and bounds, whether the mesh hangs on a joint or not. */
static void everything_is_scaled(void)
{
    for (int i = 0; i < 2; i++) {
        rigged_scene         r;
        ear                  e;
        ptl_scene           *scene = rig(&r, 0, 1);
        ptl_doc             *doc;
        const ptl_pfobj     *model;
        const ptl_pfobj_box *box;

        if (i > 0)
            r.small.nodes[1].skin = PTL_SCENE_NONE;
        doc   = make(scene, &(ptl_setting){ "scale", "10", 2 }, &e);
        model = ptl_pfobj_view(doc);
        CHECK(model->vertices.data[1].position[0] == 20);
        CHECK(fabs(model->bounds.y[1] - 40) < 1e-6);
        box = &model->sets.data[0].frames.data[24].bounds; /* 2 up: 6 at most, of which 10 times */
        CHECK(i > 0 || fabs(box->y[1] - 60) < 1e-5);
        ptl_doc_free(doc);
    }
}

/* A joint that one clip turns and another moves has keys for both in both. */
static void every_clip_has_the_keys_of_all(void)
{
    rigged_scene r;
    ear          e;
    ptl_doc     *doc = make(rig(&r, 0, 1), NULL, &e);
    ptl_scene   *scene;

    CHECK_UINT(ptl_scene_make(&scene, doc, NULL, NULL), PTL_OK);
    CHECK_UINT(scene->clips.count, 2);
    for (size_t i = 0; i < 2; i++)
        CHECK_UINT(scene->clips.data[i].channels.count, 2);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

/* ---- Motion without skins ---------------------------------------------------------------------
 */

enum { MOVED_NODES = 5 };

/* A cart that drives and leans, with a wheel on it that turns; a rider, whose joint rises on the
 * cart; and a stone, which stays. Keys begin late, and parents have places of their own. */
typedef struct moving_scene {
    rigged_scene      rigged;
    ptl_scene_node    nodes[MOVED_NODES]; /* cart, wheel, joint, rider, stone */
    ptl_scene_mesh    meshes[2];
    ptl_scene_part    plain;
    float             times[2][2], drives[6], leans[8], turns[8], rises[6], undo[16];
    uint32_t          joints[1];
    ptl_scene_channel channels[4];
    ptl_scene_clip    clips[2];
    ptl_scene         scene;
} moving_scene;

static void place_node(ptl_scene_node *node, const char *name, uint32_t parent, uint32_t mesh)
{
    *node = (ptl_scene_node){ .name     = text_of(name),
                              .parent   = parent,
                              .mesh     = mesh,
                              .skin     = PTL_SCENE_NONE,
                              .rotation = { 0, 0.6f, 0, 0.8f },
                              .scale    = { 1.5f, 1.5f, 1.5f } };
    for (int i = 0; i < 3; i++)
        node->translation[i] = (float)(i + 1) * (parent == PTL_SCENE_NONE ? 0.5f : -0.25f);
}

static ptl_scene_channel channel(uint32_t node, ptl_scene_path path, float *times, float *values)
{
    return (ptl_scene_channel){ .node   = node,
                                .path   = path,
                                .times  = { times, 2 },
                                .values = { values, path == PTL_PATH_ROTATION ? 8 : 6 } };
}

static ptl_scene *move(moving_scene *s)
{
    *s                  = (moving_scene){ .times  = { { 0.5f, 1 }, { 0, 0.75f } },
                                          .drives = { 0, 0, 0, 4, 0, 1 },
                                          .leans  = { 0, 0, 0, 1, 0, 0, 0.6f, 0.8f },
                                          .turns  = { 0, 0, 0, 1, 1, 0, 0, 0 },
                                          .rises  = { 0, 1, 0, 0, 3, 0 } };
    s->scene            = *rig(&s->rigged, 0, 1);
    s->plain            = s->rigged.small.part;
    s->meshes[0]        = s->rigged.small.mesh; /* with a skin */
    s->meshes[1]        = (ptl_scene_mesh){ .name = text_of("plain"), .parts = { &s->plain, 1 } };
    s->plain.influences = 0;
    s->plain.joint      = (ptl_u16s){ 0 };
    s->plain.weight     = (ptl_f32s){ 0 };
    place_node(&s->nodes[0], "cart", PTL_SCENE_NONE, 1);
    place_node(&s->nodes[1], "wheel", 0, 1);
    place_node(&s->nodes[2], "seat", 0, PTL_SCENE_NONE);
    place_node(&s->nodes[3], "rider", PTL_SCENE_NONE, 0);
    place_node(&s->nodes[4], "stone", PTL_SCENE_NONE, 1);
    s->nodes[3].skin      = 0;
    s->joints[0]          = 2;
    s->rigged.skin.joints = (ptl_u32s){ s->joints, 1 };
    s->channels[0]        = channel(0, PTL_PATH_TRANSLATION, s->times[0], s->drives);
    s->channels[1]        = channel(1, PTL_PATH_ROTATION, s->times[0], s->turns);
    s->channels[2]        = channel(2, PTL_PATH_TRANSLATION, s->times[0], s->rises);
    s->channels[3]        = channel(0, PTL_PATH_ROTATION, s->times[1], s->leans);
    s->clips[0]           = (ptl_scene_clip){ text_of("drive"), { s->channels, 3 } };
    s->clips[1]           = (ptl_scene_clip){ text_of("lean"), { s->channels + 3, 1 } };
    s->scene.nodes.data   = s->nodes;
    s->scene.nodes.count  = MOVED_NODES;
    s->scene.meshes.data  = s->meshes;
    s->scene.meshes.count = 2;
    s->scene.clips.data   = s->clips;
    s->scene.clips.count  = 2;
    return &s->scene;
}

/* Where glTF has a corner: by its node, or by the joint of its skin. */
static void place_in_scene(double out[3], const moving_scene *s, const float *worlds, uint32_t node,
                           int corner)
{
    uint32_t     by = s->nodes[node].skin == PTL_SCENE_NONE ? node : s->joints[0];
    const float *m = worlds + 16 * (size_t)by, *p = s->rigged.small.positions + 3 * corner;

    for (int i = 0; i < 3; i++)
        out[i] = (double)m[i] * (double)p[0] + (double)m[4 + i] * (double)p[1] +
                 (double)m[8 + i] * (double)p[2] + (double)m[12 + i];
}

/* Whether some vertex of the model is there: they come in no order that matters. */
static double distance_to(const ptl_pfobj *model, const ptl_pfobj_skin *skin, const double place[3])
{
    double least = 1e9;

    for (size_t i = 0; i < model->vertices.count; i++) {
        ptl_pfobj_vec3 v     = ptl_pfobj_skinned(model, skin, i);
        double         apart = fabs(v.x - place[0]) + fabs(v.y - place[1]) + fabs(v.z - place[2]);

        least = apart < least ? apart : least;
    }
    return least;
}

static void compare_frames(const moving_scene *s, const ptl_doc *doc, uint32_t clip)
{
    static const uint32_t shown[] = { 0, 1, 3, 4 };
    const ptl_pfobj      *model   = ptl_pfobj_view(doc);
    float                 worlds[16 * MOVED_NODES];
    double                begin = (double)s->clips[clip].channels.data[0].times.data[0];

    CHECK(model->sets.data[clip].frames.count > 10);
    for (size_t f = 0; f < model->sets.data[clip].frames.count; f++) {
        ptl_pfobj_skin skin;

        CHECK_UINT(ptl_pfobj_bind(&skin, doc, NULL), PTL_OK);
        CHECK_UINT(ptl_pfobj_pose(&skin, doc, clip, f, NULL), PTL_OK);
        CHECK_UINT(ptl_scene_sample(worlds, &s->scene, clip, begin + (double)f / 24, NULL), PTL_OK);
        for (size_t i = 0; i < COUNT(shown); i++)
            for (int corner = 0; corner < 3; corner++) {
                double place[3];

                place_in_scene(place, s, worlds, shown[i], corner);
                CHECK(distance_to(model, &skin, place) < 1e-4);
            }
        ptl_pfobj_skin_free(&skin);
    }
}

static void nodes_that_move_meshes_become_joints(void)
{
    moving_scene s;
    ear          e;
    ptl_doc     *doc = make(move(&s), NULL, &e);

    CHECK_UINT(ptl_pfobj_view(doc)->joints.count, 3); /* cart, wheel, seat */
    CHECK_UINT(ptl_pfobj_view(doc)->sets.count, 2);
    CHECK(!said(&e, "pfobj-still") && !said(&e, "pfobj-motion"));
    compare_frames(&s, doc, 0);
    compare_frames(&s, doc, 1);
    ptl_doc_free(doc);
}

/* Without any skin, too: before, such a clip was dropped. */
static void motion_needs_no_skin(void)
{
    moving_scene s;
    ear          e;
    ptl_doc     *doc;

    move(&s);
    s.nodes[3].skin = s.nodes[3].mesh = PTL_SCENE_NONE;
    s.scene.skins.count               = 0;
    doc                               = make(&s.scene, NULL, &e);
    CHECK_UINT(ptl_pfobj_view(doc)->joints.count, 2); /* nothing hangs on the seat */
    CHECK_UINT(ptl_pfobj_view(doc)->sets.count, 2);
    CHECK(!said(&e, "pfobj-still"));
    ptl_doc_free(doc);
}

/* What is flat at rest has no bind pose that can be undone. */
static void motion_that_cannot_be_kept_is_said(void)
{
    moving_scene s;
    ear          e;

    move(&s);
    s.nodes[1].scale[1] = 0;
    ptl_doc_free(make(&s.scene, NULL, &e));
    CHECK(said(&e, "pfobj-motion"));
}

int main(void)
{
    static const test_case tests[] = {
        TEST(names_are_spelled_in_ascii),
        TEST(looks_that_are_lost_are_said),
        TEST(faces_get_a_back),
        TEST(images_are_made_fit),
        TEST(nothing_is_no_model),
        TEST(left_and_right_are_said),
        TEST(clips_begin_at_their_first_key),
        TEST(a_clip_can_come_first),
        TEST(everything_is_scaled),
        TEST(every_clip_has_the_keys_of_all),
        TEST(nodes_that_move_meshes_become_joints),
        TEST(motion_needs_no_skin),
        TEST(motion_that_cannot_be_kept_is_said),
    };

    return run_tests("model_in", tests, COUNT(tests));
}
