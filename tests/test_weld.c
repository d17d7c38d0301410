/* SPDX-License-Identifier: MIT */
/* Welding while a part is built gives what welding afterwards gives, bit for bit, and touches no
 * more of the lists than it keeps. */
#include <portolan/pfobj.h>
#include <portolan/scene.h>
#include <string.h>

#include "exports/export.h"
#include "fixture.h"
#include "hubs/scene_weld.h"
#include "support.h"

extern const ptl_export ptl_export_glb;

enum { CORNERS = 3 * 4000, USUAL = PTL_PART_NORMAL | PTL_PART_UV };

/* ---- Parts ---------------------------------------------------------------------------------- */

/* Small numbers that come again and again, the same for a corner every time. */
static uint32_t dice(size_t corner, uint32_t which, uint32_t sides)
{
    uint32_t x = (uint32_t)corner * 2654435761u ^ which * 40503u;

    x = (x ^ x >> 15) * 2246822519u;
    x = (x ^ x >> 13) * 3266489917u;
    return (x ^ x >> 16) % sides;
}

static void put_corner(ptl_scene_part *part, size_t at, size_t corner)
{
    for (uint32_t k = 0; k < 3; k++)
        part->position.data[3 * at + k] = (float)dice(corner, k, 9);
    for (uint32_t k = 0; k < 3 && part->normal.count > 0; k++)
        part->normal.data[3 * at + k] = dice(corner, 9, 2) ? 0.0f : -0.0f; /* not the same bits */
    for (uint32_t k = 0; k < 2 && part->uv.count > 0; k++)
        part->uv.data[2 * at + k] = (float)dice(corner, 10 + k, 2);
    for (uint32_t k = 0; k < 4 && part->color.count > 0; k++)
        part->color.data[4 * at + k] = (uint8_t)dice(corner, 20 + k, 2);
}

static ptl_scene_part part_of(fixture *f, unsigned lists)
{
    ptl_scene_part part = { 0 };

    CHECK(ptl_scene_part_reserve(&f->job, &part, CORNERS, CORNERS, lists));
    return part;
}

static void check_same(const ptl_scene_part *a, const ptl_scene_part *b)
{
    CHECK_BYTES(a->position.data, a->position.count * 4, b->position.data, b->position.count * 4);
    CHECK_BYTES(a->normal.data, a->normal.count * 4, b->normal.data, b->normal.count * 4);
    CHECK_BYTES(a->uv.data, a->uv.count * 4, b->uv.data, b->uv.count * 4);
    CHECK_BYTES(a->color.data, a->color.count, b->color.data, b->color.count);
    CHECK_BYTES(a->joint.data, a->joint.count * 2, b->joint.data, b->joint.count * 2);
    CHECK_BYTES(a->weight.data, a->weight.count * 4, b->weight.data, b->weight.count * 4);
    CHECK_BYTES(a->index.data, a->index.count * 4, b->index.data, b->index.count * 4);
}

/* Builds the part in chunks of so many corners; `most` is how far into the lists that went. */
static void build(fixture *f, ptl_scene_part *part, size_t chunk, size_t *most)
{
    ptl_welder w  = ptl_weld_begin(&f->job, part);
    size_t     at = 0;

    *most = 0;
    for (size_t corner = 0; corner < CORNERS; corner++) {
        put_corner(part, at++, corner);
        *most = at > *most ? at : *most;
        if (at - w.kept == chunk)
            at = ptl_weld_add(&w, chunk);
    }
    ptl_weld_add(&w, at - w.kept);
    ptl_weld_end(&w);
}

static void chunks_make_no_difference(void)
{
    static const unsigned lists[]  = { 0, USUAL, USUAL | PTL_PART_COLOR };
    static const size_t   chunks[] = { 1, 3, 7, 999, CORNERS, CORNERS + 1 };

    for (size_t i = 0; i < COUNT(lists) * COUNT(chunks); i++) {
        fixture        f;
        ptl_scene_part after, along;
        size_t         most, chunk = chunks[i / COUNT(lists)];

        fixture_begin(&f, "", 0);
        after = part_of(&f, lists[i % COUNT(lists)]);
        along = part_of(&f, lists[i % COUNT(lists)]);
        for (size_t corner = 0; corner < CORNERS; corner++) {
            put_corner(&after, corner, corner);
            after.index.data[corner] = (uint32_t)corner;
        }
        ptl_scene_weld(&f.job, &after);
        build(&f, &along, chunk, &most);
        CHECK(after.position.count < 3 * (size_t)CORNERS && after.welded && along.welded);
        check_same(&along, &after);
        CHECK(most <= along.position.count / 3 + chunk);
        fixture_end(&f);
    }
}

static void welding_twice_is_welding_once(void)
{
    fixture        f;
    ptl_scene_part part;
    size_t         most, asked, kept;

    fixture_begin(&f, "", 0);
    part = part_of(&f, USUAL);
    build(&f, &part, 300, &most);
    kept  = part.position.count;
    asked = f.asked;
    ptl_scene_weld(&f.job, &part);
    CHECK_UINT(f.asked, asked);
    CHECK_UINT(part.position.count, kept);
    fixture_end(&f);
}

static void no_memory_is_no_harm(void)
{
    for (size_t fail = 1; fail < 9; fail++) {
        fixture        f;
        ptl_scene_part part;
        size_t         most;

        fixture_begin(&f, "", 0);
        part      = part_of(&f, USUAL);
        f.fail_at = f.asked + fail;
        build(&f, &part, 300, &most);
        CHECK(!ptl_ok(&f.job) || f.asked < f.fail_at);
        CHECK_UINT(part.welded, ptl_ok(&f.job));
        fixture_end(&f);
    }
}

/* ---- Hashes --------------------------------------------------------------------------------- */

static uint64_t word_of(float a, float b)
{
    float    pair[2] = { a, b };
    uint64_t word;

    memcpy(&word, pair, sizeof word);
    return word;
}

/* Vertices whose hashes were all equal when the hash had no key: the last word undoes what those
 * before it did. */
static void put_colliding(ptl_scene_part *part, size_t at)
{
    const uint64_t words[4] = { word_of((float)at, 0), 0, 0, 0 };
    uint64_t       hash     = 0;

    memset(part->position.data + 3 * at, 0, 12);
    memset(part->normal.data + 3 * at, 0, 12);
    part->position.data[3 * at] = (float)at;
    for (size_t i = 0; i < COUNT(words); i++) {
        hash = (hash ^ words[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    memcpy(part->uv.data + 2 * at, &hash, sizeof hash);
}

static size_t weld_colliding(fixture *f, ptl_scene_part *part)
{
    ptl_welder w = ptl_weld_begin(&f->job, part);

    for (size_t i = 0; i < CORNERS; i++)
        put_colliding(part, i);
    ptl_weld_add(&w, CORNERS);
    ptl_weld_end(&w);
    CHECK_UINT(part->position.count, 3 * CORNERS);
    return w.passed;
}

static void made_collisions_gain_nothing(void)
{
    fixture        f;
    ptl_scene_part part;
    ptl_hash_key   one, other;

    fixture_begin(&f, "", 0);
    part = part_of(&f, USUAL);
    CHECK(weld_colliding(&f, &part) < 8 * CORNERS); /* was the half of their square */
    one   = ptl_weld_begin(&f.job, &part).key;
    other = ptl_weld_begin(&f.job, &part).key;
    CHECK(one.start != other.start && one.factor != other.factor);
    fixture_end(&f);
}

static void the_key_makes_no_difference(void)
{
    static const uint64_t seeds[] = { 0, 1, UINT64_C(0x123456789ABCDEF0), UINT64_MAX };
    fixture               f;
    ptl_scene_part        first, part;

    fixture_begin(&f, "", 0);
    for (size_t i = 0; i < COUNT(seeds); i++) {
        ptl_welder w;

        part  = part_of(&f, USUAL | PTL_PART_COLOR);
        w     = ptl_weld_begin(&f.job, &part);
        w.key = ptl_hash_key_of(seeds[i]);
        for (size_t corner = 0; corner < CORNERS; corner++)
            put_corner(&part, corner, corner);
        ptl_weld_add(&w, CORNERS);
        ptl_weld_end(&w);
        first = i == 0 ? part : first;
        check_same(&first, &part);
    }
    fixture_end(&f);
}

/* ---- Models --------------------------------------------------------------------------------- */

/* Triangles of two materials in turns, more than a chunk of each, with weights. */
static ptl_doc *model_of(size_t vertices, size_t joints)
{
    ptl_pfobj_sizes sizes = { vertices, 2, joints, 0, NULL };
    ptl_doc        *doc;
    ptl_pfobj      *model;

    CHECK_UINT(ptl_pfobj_new(&doc, &sizes, NULL, NULL), PTL_OK);
    model = ptl_pfobj_of(doc);
    for (size_t i = 0; i < vertices; i++) {
        ptl_pfobj_vertex *v = &model->vertices.data[i];

        for (uint32_t k = 0; k < 3; k++)
            v->position[k] = dice(i, k, 9);
        v->normal[dice(i, 3, 3)] = 1;
        v->material              = (uint32_t)(i / 30 % 2);
        CHECK_UINT(ptl_pfobj_set_weights(doc, i, joints > 0 ? dice(i, 4, 4) : 0, NULL), PTL_OK);
        for (size_t k = 0; k < v->weights.count; k++)
            v->weights.data[k] = (ptl_pfobj_weight){ (uint32_t)k, 0.25 };
    }
    return doc;
}

/* The .glb of a scene that is welded when all of it is there. */
static ptl_buf welded_afterwards(fixture *f, const ptl_doc *doc, const ptl_write_opts *opts)
{
    ptl_buf    out = ptl_buf_of(&f->job, NULL);
    ptl_scene *scene;

    CHECK_UINT(ptl_scene_make(&scene, doc, opts, NULL), PTL_OK);
    for (size_t i = 0; i < scene->meshes.data[0].parts.count; i++) {
        CHECK(!scene->meshes.data[0].parts.data[i].welded);
        ptl_scene_weld(&f->job, &scene->meshes.data[0].parts.data[i]);
    }
    ptl_export_glb.write[PTL_HUB_SCENE](&f->job, &out, scene, &(ptl_side){ .stem = "" });
    ptl_scene_free(scene);
    CHECK(ptl_ok(&f->job));
    return out;
}

static void models_are_welded_on_the_way(void)
{
    static const ptl_setting both[] = { { "mirror", "x", 1 }, { "weld", NULL, 0 } };

    for (size_t i = 0; i < 4; i++) {
        const ptl_setting *with = &both[i % 2]; /* the second time without the mirror */
        size_t             used = 2 - i % 2;
        ptl_doc           *doc  = model_of(21000, i < 2 ? 0 : 4);
        ptl_bytes          got  = must_write(
                      doc, &(ptl_write_opts){ .to = "glb", .settings = with, .setting_count = used });
        fixture f;
        ptl_buf want;

        fixture_begin(&f, "", 0);
        want = welded_afterwards(&f, doc,
                                 &(ptl_write_opts){ .settings = with, .setting_count = used - 1 });
        CHECK_BYTES(got.data, got.size, want.data, want.size);
        ptl_buf_free(&want);
        fixture_end(&f);
        ptl_bytes_free(&got);
        ptl_doc_free(doc);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(chunks_make_no_difference),   TEST(welding_twice_is_welding_once),
        TEST(no_memory_is_no_harm),        TEST(made_collisions_gain_nothing),
        TEST(the_key_makes_no_difference), TEST(models_are_welded_on_the_way),
    };

    return run_tests("weld", tests, COUNT(tests));
}
