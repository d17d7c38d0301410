/* SPDX-License-Identifier: MIT */
/* What the numbers of Permafrost models mean: transforms, poses, bounds; new models; repairs. */
#include <math.h>
#include <portolan/pfobj.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "pfobj_samples.h"
#include "support.h"

static const char tiny[] = PFOBJ_TINY;

static bool near(double a, double b)
{
    return fabs(a - b) < 2e-6;
}

#define CHECK_PLACE(got, x_, y_, z_)                                                               \
    do {                                                                                           \
        ptl_pfobj_vec3 p_ = (got);                                                                 \
        if (!near(p_.x, x_) || !near(p_.y, y_) || !near(p_.z, z_))                                 \
            test_fail(__FILE__, __LINE__, "at %g %g %g", p_.x, p_.y, p_.z);                        \
    } while (0)

typedef struct heard {
    const char *rule; /* the one that counts */
    size_t      count;
    ptl_diag    last;
} heard;

static void hear(void *user, const ptl_diag *diag)
{
    heard *h = user;

    check_rule(diag, false);
    if (strcmp(h->rule, diag->rule) == 0) {
        h->last = *diag;
        h->count++;
    }
}

static ptl_doc *read_with(const char *old, const char *new)
{
    static char text[2 * sizeof tiny]; /* one at a time */
    char       *at;

    strcpy(text, tiny);
    at = old ? strstr(text, old) : NULL;
    CHECK(!old || at != NULL);
    if (at) {
        strcpy(at, new);
        strcat(at, strstr(tiny, old) + strlen(old));
    }
    return must_read(text, strlen(text), &(ptl_read_opts){ .keep_source = true });
}

/* ---- Transforms ----------------------------------------------------------------------------- */

/* The same quarter turns, as stored quaternions (conjugates) and as angles. */
static void turns_the_right_way(void)
{
    static const struct {
        double quaternion[4], angles[3], x[3]; /* where (1, 0, 0) goes */
    } turns[] = {
        { { 0, 0, -0.7071067811865476, 0.7071067811865476 }, { 0, 0, 90 }, { 0, 1, 0 } },
        { { 0, -0.7071067811865476, 0, 0.7071067811865476 }, { 0, 90, 0 }, { 0, 0, -1 } },
        { { -0.7071067811865476, 0, 0, 0.7071067811865476 }, { 90, 0, 0 }, { 1, 0, 0 } },
        { { -0.5, -0.5, -0.5, 0.5 }, { 90, 0, 90 }, { 0, 1, 0 } }, /* x first, then z */
        { { 0, 0, 0, 1 }, { 0, 0, 0 }, { 1, 0, 0 } },
    };
    static const double x[3] = { 1, 0, 0 };

    for (size_t i = 0; i < COUNT(turns); i++) {
        ptl_pfobj_transform t = { .scale = { 1, 1, 1 } }, u;
        ptl_pfobj_matrix    m;

        memcpy(t.rotation, turns[i].quaternion, sizeof t.rotation);
        m = ptl_pfobj_local(&t);
        CHECK_PLACE(ptl_pfobj_apply(&m, x), turns[i].x[0], turns[i].x[1], turns[i].x[2]);
        u = t;
        ptl_pfobj_to_angles(&u);
        CHECK_UINT(u.form, PTL_PFOBJ_ANGLES);
        for (int k = 0; k < 3; k++)
            CHECK(near(u.rotation[k], turns[i].angles[k]));
        m = ptl_pfobj_local(&u);
        CHECK_PLACE(ptl_pfobj_apply(&m, x), turns[i].x[0], turns[i].x[1], turns[i].x[2]);
        ptl_pfobj_to_quaternion(&u);
        for (int k = 0; k < 4; k++)
            CHECK(near(u.rotation[k], turns[i].quaternion[k]));
    }
}

static void scales_then_turns_then_moves(void)
{
    ptl_pfobj_transform t    = { .scale       = { 2, 3, -1 },
                                 .rotation    = { 0, 0, 90 },
                                 .translation = { 10, 20, 30 },
                                 .form        = PTL_PFOBJ_ANGLES };
    ptl_pfobj_matrix    m    = ptl_pfobj_local(&t), inverse, back;
    const double        p[3] = { 1, 1, 1 };

    CHECK_PLACE(ptl_pfobj_apply(&m, p), 10 - 3, 20 + 2, 30 - 1);
    CHECK(ptl_pfobj_invert(&inverse, &m));
    back = ptl_pfobj_multiply(&inverse, &m);
    CHECK_PLACE(ptl_pfobj_apply(&back, p), 1, 1, 1);
    t.scale[1] = 0;
    m          = ptl_pfobj_local(&t);
    CHECK(!ptl_pfobj_invert(&inverse, &m));
}

/* ---- Poses ---------------------------------------------------------------------------------- */

static void binds_and_poses(void)
{
    ptl_doc         *doc     = read_with(NULL, NULL);
    const ptl_pfobj *m       = ptl_pfobj_of(doc);
    ptl_pfobj_skin   skin    = { 0 };
    const double     zero[3] = { 0 };
    ptl_pfobj_box    box;

    CHECK_UINT(ptl_pfobj_bind(&skin, doc, NULL), PTL_OK);
    CHECK_PLACE(ptl_pfobj_apply(&skin.bind.data[1], zero), 0, 2, 0);
    CHECK_PLACE(ptl_pfobj_apply(&skin.inverse_bind.data[1], zero), 0, -2, 0);
    CHECK_PLACE(ptl_pfobj_skinned(m, &skin, 2), 0, 4, -0.125);
    CHECK_UINT(ptl_pfobj_pose(&skin, doc, 0, 1, NULL), PTL_OK);
    CHECK_PLACE(ptl_pfobj_apply(&skin.joints.data[1], zero), 0, 2, 1);
    CHECK_PLACE(ptl_pfobj_skinned(m, &skin, 0), 0, 0, 0); /* without weights it stays */
    CHECK_PLACE(ptl_pfobj_skinned(m, &skin, 1), 2, 0, 1); /* a weight of 0.5 is all of it */
    CHECK_PLACE(ptl_pfobj_skinned(m, &skin, 2), -1.5, 2.5, 0.875);
    CHECK_PLACE(ptl_pfobj_skinned_normal(m, &skin, 2), 0, 0, 1);
    box = ptl_pfobj_bounds(m, &skin);
    CHECK(near(box.x[0], -1.5) && near(box.y[1], 2.5) && near(box.z[1], 1));
    CHECK_UINT(ptl_pfobj_pose(&skin, doc, 0, 2, NULL), PTL_E_ARG);
    CHECK_UINT(ptl_pfobj_pose(&skin, doc, 1, 0, NULL), PTL_E_ARG);
    ptl_pfobj_skin_free(&skin);
    ptl_doc_free(doc);
}

static void poses_children_before_their_parents(void)
{
    ptl_doc       *doc     = read_with(NULL, NULL);
    ptl_pfobj     *m       = ptl_pfobj_of(doc);
    ptl_pfobj_skin skin    = { 0 };
    const double   zero[3] = { 0 };

    m->joints.data[0].parent = 2; /* Root now hangs on Arm, which stands after it */
    m->joints.data[1].parent = 0;
    CHECK_UINT(ptl_pfobj_pose(&skin, doc, 0, 1, NULL), PTL_OK);
    CHECK_UINT(skin.order.data[0], 1);
    CHECK_UINT(skin.order.data[1], 0);
    CHECK_PLACE(ptl_pfobj_apply(&skin.joints.data[0], zero), 0, 2, 1);
    ptl_pfobj_skin_free(&skin);
    ptl_doc_free(doc);
}

static void uses_six_weights_and_divides_by_their_sum(void)
{
    ptl_doc       *doc  = read_with("0/0.500000", "0/1 0/1 0/1 0/1 0/1 1/5 1/1000");
    ptl_pfobj_skin skin = { 0 };

    CHECK_UINT(ptl_pfobj_pose(&skin, doc, 0, 1, NULL), PTL_OK);
    /* Half by Root: (2, 0, 1). Half by Arm: (2, -2, 0) from its origin, turned to (2, 2, 0). */
    CHECK_PLACE(ptl_pfobj_skinned(ptl_pfobj_of(doc), &skin, 1), 2, (0 + 4) / 2.0, 1);
    ptl_doc_free(doc);
    doc = read_with("1/0.750000 0/0.250000", "1/0.5 0/-0.5");
    ptl_pfobj_skin_free(&skin);
    CHECK_UINT(ptl_pfobj_pose(&skin, doc, 0, 1, NULL), PTL_OK);
    CHECK_PLACE(ptl_pfobj_skinned(ptl_pfobj_of(doc), &skin, 2), 0, 4, -0.125);
    ptl_pfobj_skin_free(&skin);
    ptl_doc_free(doc);
}

static void shows_frames_in_time(void)
{
    ptl_doc         *doc = read_with(NULL, NULL);
    const ptl_pfobj *m   = ptl_pfobj_of(doc);

    CHECK_UINT(ptl_pfobj_frame_at(m, 0, 0, 0), 0);
    CHECK_UINT(ptl_pfobj_frame_at(m, 0, 1 / 24.0 + 1e-9, 0), 1);
    CHECK_UINT(ptl_pfobj_frame_at(m, 0, 2 / 24.0 + 1e-9, 0), 0);
    CHECK_UINT(ptl_pfobj_frame_at(m, 0, 0.15, 10), 1);
    CHECK_UINT(ptl_pfobj_frame_at(m, 0, -0.05, 10), 1);
    CHECK_UINT(ptl_pfobj_frame_at(m, 0, (double)NAN, 10), 0);
    CHECK_UINT(ptl_pfobj_frame_at(m, 5, 1, 10), 0);
    ptl_doc_free(doc);
}

/* ---- New models ----------------------------------------------------------------------------- */

static void makes_models(void)
{
    const size_t      frames[] = { 1, 2 };
    ptl_pfobj_sizes   sizes    = { 3, 2, 1, 2, frames };
    ptl_doc          *doc, *back;
    ptl_pfobj        *m;
    ptl_bytes         bytes;
    ptl_pfobj_vertex *v;

    CHECK_UINT(ptl_pfobj_new(&doc, &sizes, NULL, NULL), PTL_OK);
    m                = ptl_pfobj_of(doc);
    v                = m->vertices.data;
    v[1].position[0] = 1;
    v[2].position[1] = 0.30000000000000004;
    v[2].material    = 1;
    CHECK_UINT(ptl_pfobj_set_weights(doc, 1, 1, NULL), PTL_OK);
    v[1].weights.data[0].weight = 1;
    CHECK_UINT(ptl_pfobj_set_weights(doc, 1, 2, NULL), PTL_OK);
    CHECK(v[1].weights.data[0].weight == 1 && v[1].weights.data[1].weight == 0);
    CHECK_UINT(ptl_pfobj_set_weights(doc, 3, 1, NULL), PTL_E_ARG);
    m->joints.data[0].name = ptl_doc_text(doc, "Pole", 4);
    CHECK_TEXT(m->joints.data[0].name.data, "Pole"); /* a NUL stands behind it */
    m->sets.data[1].frames.data[1].poses.data[0].translation[2] = 5;
    CHECK_UINT(ptl_pfobj_rebound(doc, NULL), PTL_OK);
    CHECK(m->bounds.y[1] == (double)0.3 && m->bounds.x[1] == 1);
    CHECK(m->sets.data[1].frames.data[1].bounds.z[1] == 5);
    bytes = must_write(doc, NULL);
    back  = must_read(bytes.data, bytes.size, &(ptl_read_opts){ .strict = true });
    CHECK_UINT(ptl_pfobj_of(back)->sets.data[1].frames.count, 2);
    CHECK(ptl_pfobj_of(back)->vertices.data[2].position[1] == (double)0.30000000000000004);
    ptl_bytes_free(&bytes);
    ptl_doc_free(back);
    ptl_doc_free(doc);
    CHECK_UINT(ptl_pfobj_new(&doc, &(ptl_pfobj_sizes){ 3, 0, 0, 0, NULL }, NULL, NULL),
               PTL_E_SYNTAX);
}

static void refuses_edits_that_do_not_fit(void)
{
    ptl_doc   *doc = read_with(NULL, NULL);
    ptl_pfobj *m   = ptl_pfobj_of(doc);
    ptl_bytes  bytes;
    ptl_diag   err;

#define REFUSED(edit, undo, rule_)                                                                 \
    edit;                                                                                          \
    CHECK(ptl_write(&bytes, doc, NULL, &err) != PTL_OK);                                           \
    CHECK_TEXT(err.rule, rule_);                                                                   \
    undo
    REFUSED(m->vertices.data[1].material = 1, m->vertices.data[1].material = 0, "pfobj-material");
    REFUSED(m->vertices.data[2].weights.data[1].joint = 2,
            m->vertices.data[2].weights.data[1].joint = 0, "pfobj-joint");
    REFUSED(m->vertices.data[2].position[1] = (double)NAN, m->vertices.data[2].position[1] = 0,
            "pfobj-number");
    REFUSED(m->joints.data[0].parent = 2, m->joints.data[0].parent = 0, "pfobj-circle");
    REFUSED(m->joints.data[0].parent = 3, m->joints.data[0].parent = 0, "pfobj-parent");
    REFUSED(m->joints.data[0].name.size = 0, m->joints.data[0].name.size = 4, "pfobj-name");
    REFUSED(m->sets.data[0].frames.data[0].poses.count = 1,
            m->sets.data[0].frames.data[0].poses.count = 2, "pfobj-poses");
    REFUSED(m->bounds.x[0] = (double)INFINITY, m->bounds.x[0] = 0, "pfobj-number");
    REFUSED(m->materials.count = 0, m->materials.count = 1, "pfobj-materials");
    REFUSED(m->older_header = true, m->older_header = false, "pfobj-older-header");
#undef REFUSED
    bytes = must_write(doc, NULL);
    ptl_bytes_free(&bytes);
    ptl_doc_free(doc);
}

/* ---- Dialects, checks, repairs -------------------------------------------------------------- */

static void writes_both_dialects(void)
{
    ptl_setting document = { "dialect", "document", 8 }, engine = { "dialect", "engine", 6 };
    ptl_doc    *doc    = read_with(NULL, NULL), *back;
    heard       h      = { .rule = "pfobj-turned" };
    ptl_bytes   angles = must_write(
          doc,
          &(ptl_write_opts){ .listener = { hear, &h }, .settings = &document, .setting_count = 1 });
    ptl_bytes again;

    CHECK_UINT(h.count, 1);
    CHECK_UINT(h.last.severity, PTL_LOSS);
    back = must_read(angles.data, angles.size, NULL);
    CHECK(near(ptl_pfobj_of(back)->sets.data[0].frames.data[1].poses.data[1].rotation[2], 90));
    again = must_write(back, &(ptl_write_opts){ .settings = &engine, .setting_count = 1 });
    CHECK(strstr((const char *)angles.data, "num_material   1") != NULL);
    ptl_doc_free(back);
    back = must_read(again.data, again.size, &(ptl_read_opts){ .strict = true });
    CHECK(
        near(ptl_pfobj_of(back)->sets.data[0].frames.data[1].poses.data[1].rotation[2], -0.707107));
    ptl_bytes_free(&angles);
    ptl_bytes_free(&again);
    ptl_doc_free(back);
    ptl_doc_free(doc);
}

/* A mirrored model in any pose is the mirror image of the model in that pose. */
static void mirrors_poses_too(void)
{
    ptl_doc       *doc = read_with("0.000000/0.000000/-0.707107/0.707107", "0.1/0.2/-0.6/0.768115");
    ptl_setting    x   = { "mirror", "x", 1 };
    ptl_bytes      bytes = must_write(doc, &(ptl_write_opts){ .settings = &x, .setting_count = 1 });
    ptl_doc       *image = must_read(bytes.data, bytes.size, NULL), *again;
    ptl_pfobj_skin skin = { 0 }, other = { 0 };
    ptl_pfobj_vec3 here;

    CHECK_UINT(ptl_pfobj_pose(&skin, doc, 0, 1, NULL), PTL_OK);
    CHECK_UINT(ptl_pfobj_pose(&other, image, 0, 1, NULL), PTL_OK);
    here = ptl_pfobj_skinned(ptl_pfobj_of(doc), &skin, 2);
    CHECK(fabs(here.x) > 0.1);
    CHECK_PLACE(ptl_pfobj_skinned(ptl_pfobj_of(image), &other, 1), -here.x, here.y, here.z);
    here = ptl_pfobj_skinned_normal(ptl_pfobj_of(doc), &skin, 2);
    CHECK_PLACE(ptl_pfobj_skinned_normal(ptl_pfobj_of(image), &other, 1), -here.x, here.y, here.z);
    CHECK(ptl_pfobj_of(image)->bounds.x[0] == -2 && ptl_pfobj_of(image)->bounds.x[1] == 0);
    ptl_bytes_free(&bytes);
    CHECK_UINT(ptl_pfobj_mirror(image, NULL), PTL_OK);
    bytes = must_write(image, NULL);
    again = must_read(bytes.data, bytes.size, NULL);
    for (int i = 0; i < 3; i++)
        CHECK(ptl_pfobj_of(again)->vertices.data[2].position[i] ==
              ptl_pfobj_of(doc)->vertices.data[2].position[i]);
    ptl_bytes_free(&bytes);
    ptl_doc_free(again);
    ptl_doc_free(image);
    ptl_pfobj_skin_free(&skin);
    ptl_pfobj_skin_free(&other);
    ptl_doc_free(doc);
}

static void finds_with_places(void)
{
    static const struct {
        const char  *old, *new, *profile, *rule;
        ptl_severity severity;
        uint32_t     line, column;
    } cases[] = {
        { "0/0.500000", "0/-0.5", NULL, "pfobj-weight-negative", PTL_WARNING, 16, 1 },
        { "0/0.500000", "0/0", NULL, "pfobj-weight-sum", PTL_WARNING, 16, 1 },
        { "0/0.500000", "0/1 0/1", NULL, "pfobj-weight-twice", PTL_WARNING, 16, 1 },
        { "cloth.png", "../cloth.png", NULL, "pfobj-texture-path", PTL_WARNING, 27, 5 },
        { "Arm", "\xC3\x84rm", NULL, "pfobj-name", PTL_WARNING, 29, 1 },
        { "Arm", "Root", NULL, "pfobj-same-name", PTL_WARNING, 29, 1 },
        { "Arm 1.0", "Arm 0.0", NULL, "pfobj-singular", PTL_WARNING, 29, 1 },
        { "Root 1.0", "Root -1.0", NULL, "pfobj-mirrored", PTL_NOTE, 0, 0 },
        { "-0.707107/0.707107", "-1.4/1.4", NULL, "pfobj-quaternion", PTL_WARNING, 37, 9 },
        { "\tz_bounds -0.125", "\tz_bounds 0.125", NULL, "pfobj-bounds", PTL_ERROR, 35, 2 },
        { "\nz_bounds -0.125", "\nz_bounds -0.1", NULL, "pfobj-outside", PTL_WARNING, 43, 1 },
        { "\nz_bounds -0.125", "\nz_bounds -0.5", NULL, "pfobj-loose", PTL_NOTE, 43, 1 },
        { "vn 0.000000 -0.000000 1.0", "vn 0.000000 -0.000000 -9.0", NULL, "pfobj-normals",
          PTL_NOTE, 0, 0 },
        { "v 2.0", "v 0.0", NULL, "pfobj-flat", PTL_NOTE, 0, 0 },
        { "vt 0.0", "vt  0.0", NULL, "pfobj-spelling", PTL_NOTE, 9, 4 },
        { "0.000000/0.000000/-0.707107/0.707107", "0.0/0.0/90.0", "engine", "engine-rotation",
          PTL_WARNING, 37, 9 },
        { "Arm", "A23456789B23456789C23456789D23456789E23456789F23456789G234567890", "engine",
          "engine-name", PTL_ERROR, 29, 1 },
        { "0/0.500000", "0/1 0/1 0/1 0/1 0/1 0/1 0/1", "engine", "engine-weights", PTL_WARNING, 16,
          1 },
        { "0/0.500000", "0/1 0/1 0/1 0/1 0/1", "document", "document-weights", PTL_ERROR, 16, 1 },
        { "vw \n", "vw \n", "document", "document-header", PTL_ERROR, 4, 1 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        ptl_doc       *doc  = read_with(cases[i].old, cases[i].new);
        heard          h    = { .rule = cases[i].rule };
        ptl_check_opts opts = { cases[i].profile, { hear, &h } };

        CHECK_UINT(ptl_check(doc, &opts, NULL), PTL_OK);
        if (h.count != 1 || h.last.severity != cases[i].severity || h.last.line != cases[i].line ||
            h.last.column != cases[i].column)
            test_fail(__FILE__, __LINE__, "case %zu: %zu times [%s], severity %d, at %lu:%lu", i,
                      h.count, cases[i].rule, (int)h.last.severity, (unsigned long)h.last.line,
                      (unsigned long)h.last.column);
        ptl_doc_free(doc);
    }
}

/* Lines that are not in the file have no place, and do not confuse those that are. */
static void checks_models_edited_since(void)
{
    ptl_doc       *doc = must_read(tiny, strlen(tiny) - 1, &(ptl_read_opts){ .keep_source = true });
    ptl_pfobj     *m   = ptl_pfobj_of(doc);
    heard          h   = { .rule = "pfobj-outside" };
    ptl_check_opts opts = { NULL, { hear, &h } };

    m->vertices.data[1].position[0] = 9;
    CHECK_UINT(ptl_check(doc, &opts, NULL), PTL_OK);
    CHECK(h.count == 3 && h.last.line == 41);
    m->materials.data  = (ptl_pfobj_material[]){ m->materials.data[0], m->materials.data[0] };
    m->materials.count = 2; /* five lines more than the file has */
    h.count            = 0;
    CHECK_UINT(ptl_check(doc, &opts, NULL), PTL_OK);
    CHECK(h.count == 3 && h.last.line == 0);
    ptl_doc_free(doc);
}

/* Lines of 254 and 255 bytes fit the engine's buffer, one of 256 does not. */
static void counts_lines_as_the_engine_does(void)
{
    for (size_t size = 254; size <= 256; size++) {
        char           name[300] = "material ";
        heard          h         = { .rule = "engine-line" };
        ptl_check_opts opts      = { "engine", { hear, &h } };
        ptl_doc       *doc;

        memset(name + 9, 'x', size - 10);
        doc = read_with("material Cloth", name);
        CHECK_UINT(ptl_check(doc, &opts, NULL), PTL_OK);
        CHECK_UINT(h.count, size > 255);
        CHECK(size <= 255 || (h.last.line == 23 && h.last.column == 1));
        ptl_doc_free(doc);
    }
}

static void reports_the_engines_limits(void)
{
    static const ptl_pfobj_sizes sizes[] = { { 0, 17, 0, 0, NULL },
                                             { 0, 1, 257, 0, NULL },
                                             { 0, 1, 1, 33, NULL } };
    static const char *const     rules[] = { "engine-materials", "engine-joints", "engine-limit" };

    for (size_t i = 0; i < COUNT(sizes); i++) {
        heard          h    = { .rule = rules[i] };
        ptl_check_opts opts = { "engine", { hear, &h } };
        ptl_doc       *doc;

        CHECK_UINT(ptl_pfobj_new(&doc, &sizes[i], NULL, NULL), PTL_OK);
        CHECK_UINT(ptl_check(doc, &opts, NULL), PTL_OK);
        CHECK_UINT(h.count, 1);
        ptl_doc_free(doc);
    }
}

static void check_fixed(const char *old, const char *new, const char *rule, const char *want)
{
    ptl_doc       *doc  = read_with(old, new);
    heard          h    = { .rule = rule };
    ptl_check_opts opts = { NULL, { hear, &h } };
    ptl_bytes      bytes;

    CHECK_UINT(ptl_fix(doc, &opts, NULL), PTL_OK);
    CHECK_UINT(h.count, 1);
    bytes = must_write(doc, NULL);
    CHECK_BYTES(bytes.data, bytes.size, want, strlen(want));
    h.count = 0;
    CHECK_UINT(ptl_fix(doc, &opts, NULL), PTL_OK); /* nothing is left to do but the old spelling */
    CHECK(h.count == 0 || strcmp(rule, "pfobj-spelling") == 0);
    ptl_bytes_free(&bytes);
    ptl_doc_free(doc);
}

static void repairs_what_has_one_way(void)
{
    static const char bounds[] = "x_bounds 0.000000 2.000000\ny_bounds 0.000000 4.000000\nz_bounds "
                                 "-0.125000 0.000000\n";

    check_fixed("\ny_bounds 0.000000 4", "\ny_bounds 4.000000 0", "pfobj-outside", tiny);
    check_fixed(bounds, "x_bounds 0 1\ny_bounds 0 1\nz_bounds 0 0\n", "pfobj-outside", tiny);
    check_fixed("vw \n", "\tvw\n", "pfobj-spelling", tiny);
    check_fixed(bounds, PFOBJ_BOUNDS "\nmore", "pfobj-tail", tiny);
}

static void gives_bounds_to_models_without(void)
{
    static const char bare[] =
        "version        1.0\nnum_verts      0\nnum_joints     0\nnum_materials  1\n"
        "num_as         0\nframe_counts   \n" PFOBJ_MATERIAL;
    ptl_doc *doc = must_read(bare, strlen(bare), NULL);
    heard    h   = { .rule = "pfobj-no-bounds" };

    CHECK_UINT(ptl_fix(doc, &(ptl_check_opts){ .listener = { hear, &h } }, NULL), PTL_OK);
    CHECK_UINT(h.count, 1);
    CHECK(ptl_pfobj_of(doc)->has_collision && !ptl_pfobj_of(doc)->older_header);
    ptl_doc_free(doc);
}

static void names_its_textures(void)
{
    ptl_doc      *doc = read_with(NULL, NULL);
    ptl_companion c;

    CHECK(ptl_doc_companion(&c, doc, 0));
    CHECK_TEXT(c.name, "cloth.png");
    CHECK_TEXT(c.role, "texture");
    CHECK(c.needed && c.exact && c.number == 0);
    CHECK(!ptl_doc_companion(&c, doc, 1));
    ptl_doc_free(doc);
}

static void hear_spelling(void *user, const ptl_diag *diag)
{
    if (strcmp(diag->rule, "pfobj-spelling") == 0)
        *(const char **)user = diag->rule;
}

/* Where there is no room to spell it once more, nothing is said of how it is spelled. */
static void spelling_is_no_guess(void)
{
    ptl_read_opts opts = { .keep_source = true, .limits = { .memory = 48 << 10 } };
    ptl_doc      *doc  = must_read(PFOBJ_TINY, sizeof PFOBJ_TINY - 1, &opts);
    const char   *rule = NULL;

    CHECK_UINT(ptl_check(doc, &(ptl_check_opts){ .listener = { hear_spelling, &rule } }, NULL),
               PTL_OK);
    CHECK(rule == NULL);
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(turns_the_right_way),
        TEST(scales_then_turns_then_moves),
        TEST(binds_and_poses),
        TEST(poses_children_before_their_parents),
        TEST(uses_six_weights_and_divides_by_their_sum),
        TEST(shows_frames_in_time),
        TEST(makes_models),
        TEST(refuses_edits_that_do_not_fit),
        TEST(writes_both_dialects),
        TEST(mirrors_poses_too),
        TEST(finds_with_places),
        TEST(checks_models_edited_since),
        TEST(counts_lines_as_the_engine_does),
        TEST(reports_the_engines_limits),
        TEST(repairs_what_has_one_way),
        TEST(gives_bounds_to_models_without),
        TEST(names_its_textures),
        TEST(spelling_is_no_guess),
    };

    return run_tests("pfobj_pose", tests, COUNT(tests));
}
