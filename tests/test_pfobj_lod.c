/* SPDX-License-Identifier: MIT */
/* Levels of detail of Permafrost models, and scenes ordered for graphics cards. */
#include <portolan/pfobj.h>
#include <portolan/scene.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "support.h"

enum { SIDE = 17, TRIANGLES = 2 * (SIDE - 1) * (SIDE - 1), CORNERS = 3 * TRIANGLES };

static bool is_there(void)
{
    return ptl_has_feature("meshoptimizer");
}

/* ---- A model --------------------------------------------------------------------------------- */

/* A vertex of a bowl; its western half is of one material and joint, its eastern of others, so that
 * there is a seam in the middle, where each side has vertices of its own. */
static void put_vertex(ptl_doc *doc, size_t number, int x, int z, bool east)
{
    ptl_pfobj_vertex *v = &ptl_pfobj_of(doc)->vertices.data[number];
    int               a = x - SIDE / 2, b = z - SIDE / 2;

    *v = (ptl_pfobj_vertex){ .position = { x, (a * a + b * b) / 64.0, z },
                             .texture  = { x / 16.0, z / 16.0 },
                             .normal   = { 0, 1, 0 },
                             .material = east };
    CHECK_UINT(ptl_pfobj_set_weights(doc, number, 1, NULL), PTL_OK);
    ptl_pfobj_of(doc)->vertices.data[number].weights.data[0] = (ptl_pfobj_weight){ east, 1 };
}

static ptl_doc *bowl(void)
{
    static const size_t frames[]   = { 2 };
    static const int    step[6][2] = { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 1, 1 }, { 1, 0 }, { 0, 1 } };
    ptl_pfobj_sizes     sizes      = { CORNERS, 2, 2, 1, frames };
    ptl_doc            *doc        = NULL;
    size_t              number     = 0;

    CHECK_UINT(ptl_pfobj_new(&doc, &sizes, NULL, NULL), PTL_OK);
    for (int z = 0; z + 1 < SIDE; z++)
        for (int x = 0; x + 1 < SIDE; x++)
            for (int i = 0; i < 6; i++)
                put_vertex(doc, number++, x + step[i][0], z + step[i][1], x >= SIDE / 2);
    return doc;
}

/* ---- Files beside it ------------------------------------------------------------------------- */

typedef struct beside {
    size_t   count;
    char     name[4][32];
    ptl_doc *doc[4];
} beside;

static bool put(void *user, const char *name, const void *data, size_t size)
{
    beside *b = user;

    CHECK(b->count < 4 && strlen(name) < 32);
    strcpy(b->name[b->count], name);
    b->doc[b->count++] = must_read(data, size, NULL);
    return true;
}

static ptl_status write_lods(beside *b, ptl_doc *doc, const char *parts, ptl_diag *err)
{
    ptl_setting    lod  = { "lod", parts, strlen(parts) };
    ptl_write_opts opts = { .stem          = "unit",
                            .settings      = &lod,
                            .setting_count = 1,
                            .files         = { .put = b ? put : NULL, .user = b } };
    ptl_bytes      out  = { 0 };
    ptl_status     done = ptl_write(&out, doc, &opts, err);

    ptl_bytes_free(&out);
    return done;
}

static bool same_vertex(const ptl_pfobj_vertex *a, const ptl_pfobj_vertex *b)
{
    return memcmp(a->position, b->position, sizeof a->position) == 0 &&
           memcmp(a->texture, b->texture, sizeof a->texture) == 0 && a->material == b->material &&
           a->weights.count == b->weights.count &&
           a->weights.data[0].joint == b->weights.data[0].joint;
}

static bool has_vertex(const ptl_pfobj *model, const ptl_pfobj_vertex *v)
{
    for (size_t i = 0; i < model->vertices.count; i++)
        if (same_vertex(&model->vertices.data[i], v))
            return true;
    return false;
}

/* What is left is of the model: its vertices, whole, in triangles of one material. */
static void check_level(const ptl_pfobj *model, const ptl_pfobj *level, size_t most)
{
    CHECK(level->vertices.count / 3 <= most && level->vertices.count / 3 > most / 2);
    for (size_t i = 0; i < level->vertices.count; i++)
        CHECK(has_vertex(model, &level->vertices.data[i]));
    for (size_t i = 0; i < level->vertices.count; i++)
        CHECK_UINT(level->vertices.data[i].material, level->vertices.data[i - i % 3].material);
    for (size_t i = 0; i < model->vertices.count; i++) {
        const double *p = model->vertices.data[i].position;

        if (p[0] == 0 || p[0] == SIDE - 1 || p[2] == 0 || p[2] == SIDE - 1)
            CHECK(has_vertex(level, &model->vertices.data[i]));
    }
    CHECK_UINT(level->joints.count, 2);
    CHECK_UINT(level->sets.count, 1);
    CHECK_UINT(level->sets.data[0].frames.count, 2);
    CHECK(memcmp(&level->bounds, &model->bounds, sizeof level->bounds) == 0);
}

/* Both sides of a seam go together: seen from above, all of the square is still covered, once. */
static void check_cover(const ptl_pfobj *level)
{
    double area = 0;

    for (size_t i = 0; i < level->vertices.count; i += 3) {
        const double *a     = level->vertices.data[i].position;
        const double *b     = level->vertices.data[i + 1].position;
        const double *c     = level->vertices.data[i + 2].position;
        double        twice = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);

        CHECK(twice >= 0);
        area += twice / 2;
    }
    CHECK(area > (SIDE - 1) * (SIDE - 1) - 1e-6 && area < (SIDE - 1) * (SIDE - 1) + 1e-6);
}

static void levels_are_made_of_the_model(void)
{
    static const size_t most[2] = { TRIANGLES / 2, TRIANGLES / 4 };
    ptl_doc            *doc     = bowl();
    beside              b       = { 0 };

    if (is_there()) {
        CHECK_UINT(write_lods(&b, doc, "0.5,0.25", NULL), PTL_OK);
        CHECK_UINT(b.count, 2);
        CHECK_TEXT(b.name[0], "unit.lod1.pfobj");
        CHECK_TEXT(b.name[1], "unit.lod2.pfobj");
        for (size_t i = 0; i < 2; i++) {
            check_level(ptl_pfobj_view(doc), ptl_pfobj_view(b.doc[i]), most[i] + most[i] / 10);
            check_cover(ptl_pfobj_view(b.doc[i]));
            ptl_doc_free(b.doc[i]);
        }
    }
    ptl_doc_free(doc);
}

static void other_parts_are_refused(void)
{
    static const char *const odd[] = { "",    "0",       "1",    "-0.5", "nan",  "0.5,",
                                       "1e9", "0.5,0.5", ",0.5", "0.5 ", "half", "0.5,0.4,0.3" };
    ptl_doc                 *doc   = bowl();
    beside                   b     = { 0 };
    ptl_diag                 err;

    for (size_t i = 0; i < COUNT(odd); i++) {
        CHECK_UINT(write_lods(&b, doc, odd[i], &err), PTL_E_ARG);
        CHECK_TEXT(err.rule, "setting");
    }
    CHECK_UINT(b.count, 0);
    ptl_doc_free(doc);
}

/* Levels need a place, and meshoptimizer. */
static void without_a_place_there_are_none(void)
{
    ptl_doc *doc = bowl();
    ptl_diag err;

    CHECK_UINT(write_lods(NULL, doc, "0.5", &err), PTL_E_UNSUPPORTED);
    CHECK_TEXT(err.rule, is_there() ? "write" : "feature-absent");
    ptl_doc_free(doc);
}

/* A model without triangles, and one whose triangles are all alike, are no trouble. */
static void odd_models_have_levels_too(void)
{
    static const size_t vertices[] = { 0, 3, 300 };

    for (size_t i = 0; is_there() && i < COUNT(vertices); i++) {
        ptl_doc *doc = NULL;
        beside   b   = { 0 };

        CHECK_UINT(
            ptl_pfobj_new(&doc, &(ptl_pfobj_sizes){ vertices[i], 1, 0, 0, NULL }, NULL, NULL),
            PTL_OK);
        CHECK_UINT(write_lods(&b, doc, "0.5,0.000001", NULL), PTL_OK);
        CHECK_UINT(b.count, 2);
        for (size_t k = 0; k < 2; k++)
            ptl_doc_free(b.doc[k]);
        ptl_doc_free(doc);
    }
}

/* ---- Order ----------------------------------------------------------------------------------- */

/* Vertices that a card with room for so many works on anew. */
static size_t missed(const uint32_t *index, size_t count)
{
    enum { ROOM = 16 };
    uint32_t held[ROOM];
    size_t   out = 0;

    memset(held, 0xFF, sizeof held);
    for (size_t i = 0; i < count; i++) {
        bool found = false;

        for (size_t k = 0; k < ROOM; k++)
            found = found || held[k] == index[i];
        if (!found)
            held[out++ % ROOM] = index[i];
    }
    return out;
}

static int compare_triangles(const void *a, const void *b)
{
    return memcmp(a, b, 3 * 6 * sizeof(float));
}

/* All triangles with all that belongs to their corners, in an order of their own. */
static float *triangles_of(const ptl_scene_part *part)
{
    float *out = calloc(part->index.count, 6 * sizeof *out);

    CHECK(out != NULL);
    for (size_t i = 0; i < part->index.count; i += 3) {
        size_t first = i;

        for (size_t k = i; k < i + 3; k++) { /* the corner that is least comes first */
            const float *a = part->position.data + 3 * (size_t)part->index.data[k];
            const float *b = part->position.data + 3 * (size_t)part->index.data[first];

            first = memcmp(a, b, 3 * sizeof *a) < 0 ? k : first;
        }
        for (size_t k = 0; k < 3; k++) {
            uint32_t v  = part->index.data[i + (first - i + k) % 3];
            float   *to = out + 6 * (i + k);

            memcpy(to, part->position.data + 3 * (size_t)v, 3 * sizeof *to);
            memcpy(to + 3, part->uv.data + 2 * (size_t)v, 2 * sizeof *to);
            to[5] = part->joint.data[part->influences * (size_t)v];
        }
    }
    qsort(out, part->index.count / 3, 3 * 6 * sizeof *out, compare_triangles);
    return out;
}

static ptl_scene *scene_through_glb(ptl_doc *doc, const char *how)
{
    ptl_setting setting = { how, "", 0 };
    ptl_bytes   glb =
        must_write(doc, &(ptl_write_opts){ .to = "glb", .settings = &setting, .setting_count = 1 });
    ptl_scene *scene = NULL;
    ptl_source from  = { .data = glb.data, .size = glb.size };

    CHECK_UINT(ptl_scene_read(&scene, &from, NULL, NULL), PTL_OK);
    ptl_bytes_free(&glb);
    return scene;
}

static void order_changes_nothing_else(void)
{
    ptl_doc   *doc  = bowl();
    ptl_scene *weld = scene_through_glb(doc, "weld");
    ptl_scene *order;

    if (is_there()) {
        order = scene_through_glb(doc, "optimize");
        for (size_t i = 0; i < 2; i++) {
            const ptl_scene_part *a      = &weld->meshes.data[0].parts.data[i];
            const ptl_scene_part *b      = &order->meshes.data[0].parts.data[i];
            float                *before = triangles_of(a), *after = triangles_of(b);
            uint32_t              next = 0;

            CHECK_UINT(a->index.count, b->index.count);
            CHECK(memcmp(before, after, a->index.count * 6 * sizeof *before) == 0);
            CHECK(missed(b->index.data, b->index.count) <
                  missed(a->index.data, a->index.count) * 9 / 10);
            for (size_t k = 0; k < b->index.count; k++) { /* vertices come as they are used */
                CHECK(b->index.data[k] <= next);
                next += b->index.data[k] == next;
            }
            free(before);
            free(after);
        }
        ptl_scene_free(order);
    }
    ptl_scene_free(weld);
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(levels_are_made_of_the_model),   TEST(other_parts_are_refused),
        TEST(without_a_place_there_are_none), TEST(odd_models_have_levels_too),
        TEST(order_changes_nothing_else),
    };

    return run_tests("pfobj lod", tests, COUNT(tests));
}
