/* SPDX-License-Identifier: MIT */
/* Models through glTF and back: every vertex in every frame where it was, names and materials kept.
 */
#ifndef PTL_TESTS_ROUND_TRIP_H
#define PTL_TESTS_ROUND_TRIP_H

#include <math.h>
#include <portolan/pfobj.h>
#include <string.h>

#include "harness.h"
#include "support.h"

/* The document through an export; *glb, if given, is what was between. */
static inline ptl_doc *through(const ptl_doc *doc, const char *target, const ptl_setting *settings,
                               size_t setting_count)
{
    ptl_bytes bytes = must_write(
        doc,
        &(ptl_write_opts){ .to = target, .settings = settings, .setting_count = setting_count });
    ptl_doc *back;
    ptl_diag err;

    if (ptl_import(&back, bytes.data, bytes.size, "pfobj", NULL, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "not imported: %s [%s]", err.message, err.rule);
    ptl_bytes_free(&bytes);
    return back;
}

static inline void same_text(ptl_str a, ptl_str b)
{
    if (a.size != b.size || memcmp(a.data, b.data, a.size) != 0)
        test_fail(__FILE__, __LINE__, "\"%.*s\" came back as \"%.*s\"", (int)a.size, a.data,
                  (int)b.size, b.data);
}

static inline double apart(ptl_pfobj_vec3 a, ptl_pfobj_vec3 b, double scale)
{
    return fmax(fmax(fabs(a.x * scale - b.x), fabs(a.y * scale - b.y)), fabs(a.z * scale - b.z));
}

/* How far vertices are apart at worst: in the bind pose, and in every frame. */
static inline double worst_in_pose(const ptl_pfobj *a, const ptl_pfobj_skin *pose_a,
                                   const ptl_pfobj *b, const ptl_pfobj_skin *pose_b, double scale)
{
    double worst = 0;

    for (size_t i = 0; i < a->vertices.count; i++)
        worst = fmax(
            worst, apart(ptl_pfobj_skinned(a, pose_a, i), ptl_pfobj_skinned(b, pose_b, i), scale));
    return worst;
}

static inline double worst_gap(const ptl_doc *doc_a, const ptl_doc *doc_b, double scale)
{
    const ptl_pfobj *a = ptl_pfobj_of(doc_a), *b = ptl_pfobj_of(doc_b);
    ptl_pfobj_skin   pose_a = { 0 }, pose_b = { 0 };
    double           worst;

    CHECK(ptl_pfobj_bind(&pose_a, doc_a, NULL) == PTL_OK);
    CHECK(ptl_pfobj_bind(&pose_b, doc_b, NULL) == PTL_OK);
    worst = worst_in_pose(a, &pose_a, b, &pose_b, scale);
    for (size_t s = 0; s < a->sets.count; s++)
        for (size_t f = 0; f < a->sets.data[s].frames.count; f++) {
            CHECK(ptl_pfobj_pose(&pose_a, doc_a, s, f, NULL) == PTL_OK);
            CHECK(ptl_pfobj_pose(&pose_b, doc_b, s, f, NULL) == PTL_OK);
            worst = fmax(worst, worst_in_pose(a, &pose_a, b, &pose_b, scale));
        }
    ptl_pfobj_skin_free(&pose_a);
    ptl_pfobj_skin_free(&pose_b);
    return worst;
}

static inline void same_vertices(const ptl_pfobj *a, const ptl_pfobj *b)
{
    CHECK_UINT(b->vertices.count, a->vertices.count / 3 * 3);
    for (size_t i = 0; i < b->vertices.count; i++) {
        const ptl_pfobj_vertex *u = &a->vertices.data[i], *v = &b->vertices.data[i];

        CHECK_UINT(v->material, a->vertices.data[i / 3 * 3].material);
        for (int k = 0; k < 2; k++)
            CHECK(fabs(u->texture[k] - v->texture[k]) < 2e-6 * fmax(1, fabs(u->texture[k])));
    }
}

/* Everything but the numbers. */
static inline void same_names(const ptl_pfobj *a, const ptl_pfobj *b)
{
    CHECK_UINT(b->materials.count, a->materials.count);
    for (size_t i = 0; i < a->materials.count; i++) {
        const ptl_pfobj_material *m = &a->materials.data[i], *n = &b->materials.data[i];

        same_text(m->name, n->name);
        same_text(m->texture, n->texture);
        CHECK(m->ambient == n->ambient);
        CHECK(memcmp(m->diffuse, n->diffuse, sizeof m->diffuse) == 0);
        CHECK(memcmp(m->specular, n->specular, sizeof m->specular) == 0);
    }
    CHECK_UINT(b->joints.count, a->joints.count);
    for (size_t i = 0; i < a->joints.count; i++) {
        same_text(a->joints.data[i].name, b->joints.data[i].name);
        CHECK_UINT(b->joints.data[i].parent, a->joints.data[i].parent);
        for (int k = 0; k < 3; k++)
            CHECK(a->joints.data[i].tip[k] == b->joints.data[i].tip[k]);
    }
    CHECK_UINT(b->sets.count, a->sets.count);
    for (size_t i = 0; i < a->sets.count; i++) {
        same_text(a->sets.data[i].name, b->sets.data[i].name);
        CHECK_UINT(b->sets.data[i].frames.count, a->sets.data[i].frames.count);
    }
}

/* All of it through one way; returns how far vertices are apart at worst. */
static inline double round_trip(ptl_doc *doc, const char *target, const ptl_setting *settings,
                                size_t count, double scale)
{
    ptl_doc *back = through(doc, target, settings, count);
    double   gap;

    same_vertices(ptl_pfobj_of(doc), ptl_pfobj_of(back));
    same_names(ptl_pfobj_of(doc), ptl_pfobj_of(back));
    gap = worst_gap(doc, back, scale);
    ptl_doc_free(back);
    return gap;
}

#endif
