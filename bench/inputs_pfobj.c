/* SPDX-License-Identifier: MIT */
/* Permafrost models to measure: a height field, the same with weights, a skeleton in motion, and a
 * bit of all. */
#include <portolan/pfobj.h>
#include <string.h>

#include "inputs.h"

static double coordinate(uint64_t *state, int32_t range)
{
    return ((double)below(state, 2 * (uint32_t)range) - range) / 1e6;
}

static void fill_vertices(ptl_pfobj *model, uint64_t *state)
{
    for (size_t i = 0; i < model->vertices.count; i++) {
        ptl_pfobj_vertex *v = &model->vertices.data[i];

        for (int k = 0; k < 3; k++) {
            v->position[k] = coordinate(state, 15000000);
            v->normal[k]   = coordinate(state, 1000000);
        }
        v->texture[0] = coordinate(state, 1000000);
        v->texture[1] = coordinate(state, 1000000);
    }
}

static bool fill_weights(ptl_doc *doc, uint64_t *state)
{
    ptl_pfobj *model = ptl_pfobj_of(doc);

    for (size_t i = 0; i < model->vertices.count; i++) {
        ptl_pfobj_weights *list = &model->vertices.data[i].weights;

        if (ptl_pfobj_set_weights(doc, i, 1 + below(state, 4), NULL) != PTL_OK)
            return false;
        for (size_t k = 0; k < list->count; k++)
            list->data[k] = (ptl_pfobj_weight){ below(state, (uint32_t)model->joints.count),
                                                (1 + below(state, 1000000)) / 1e6 };
    }
    return true;
}

static void fill_poses(ptl_pfobj *model, uint64_t *state)
{
    for (size_t s = 0; s < model->sets.count; s++)
        for (size_t f = 0; f < model->sets.data[s].frames.count; f++)
            for (size_t j = 0; j < model->joints.count; j++) {
                ptl_pfobj_transform *t = &model->sets.data[s].frames.data[f].poses.data[j];

                for (int k = 0; k < 4; k++)
                    t->rotation[k] = coordinate(state, 1000000);
                for (int k = 0; k < 3; k++)
                    t->translation[k] = coordinate(state, 5000000);
            }
}

static bool make(ptl_doc **out, size_t vertices, size_t joints, size_t frames, uint64_t state)
{
    ptl_pfobj_sizes sizes = { vertices - vertices % 3, 1, joints, frames > 0, &frames };

    if (ptl_pfobj_new(out, &sizes, NULL, NULL) != PTL_OK)
        return false;
    fill_vertices(ptl_pfobj_of(*out), &state);
    fill_poses(ptl_pfobj_of(*out), &state);
    return joints == 0 || fill_weights(*out, &state);
}

/* 16 doublings are a million vertices, 93 MB. */
static bool make_static(ptl_doc **out, unsigned doublings)
{
    return make(out, (size_t)1000002 >> (16 - doublings), 0, 0, 1 + doublings);
}

/* 15 doublings are 300,000 vertices of one to four weights. */
static bool make_skin(ptl_doc **out, unsigned doublings)
{
    return make(out, (size_t)300000 >> (15 - doublings), 60, 0, 1 + doublings);
}

/* 13 doublings are 60 joints in 1,700 frames. */
static bool make_anim(ptl_doc **out, unsigned doublings)
{
    return make(out, 300, 60, (size_t)1700 >> (13 - doublings), 1 + doublings);
}

/* 10 doublings are a character: 2,000 vertices, 50 joints, 150 frames. */
static bool make_mixed(ptl_doc **out, unsigned doublings)
{
    return make(out, (size_t)2000 << doublings >> 10, 50, (size_t)150 << doublings >> 10,
                1 + doublings);
}

/* A point of the field, hills and a normal made up of small whole numbers. */
static void put_point(ptl_pfobj_vertex *v, uint32_t x, uint32_t z)
{
    uint64_t state = (uint64_t)x << 32 | z;

    v->position[0] = x / 32.0;
    v->position[1] = coordinate(&state, 2000000);
    v->position[2] = z / 32.0;
    v->texture[0]  = (x % 64) / 64.0;
    v->texture[1]  = (z % 64) / 64.0;
    v->normal[0]   = coordinate(&state, 300000);
    v->normal[1]   = 1;
    v->normal[2]   = coordinate(&state, 300000);
}

/* 16 doublings are a million vertices: 408 x 408 squares and some more, two triangles each. */
static bool make_field(ptl_doc **out, unsigned doublings)
{
    static const uint8_t corners[6][2] = { { 0, 0 }, { 0, 1 }, { 1, 0 },
                                           { 1, 0 }, { 0, 1 }, { 1, 1 } };
    size_t               vertices      = ((size_t)1000002 >> (16 - doublings)) / 6 * 6;
    uint32_t             side          = 1;
    ptl_pfobj_sizes      sizes         = { vertices, 1, 0, 0, NULL };

    if (ptl_pfobj_new(out, &sizes, NULL, NULL) != PTL_OK)
        return false;
    while ((size_t)side * side * 6 < vertices)
        side++;
    for (size_t i = 0; i < vertices; i++) {
        uint32_t square = (uint32_t)(i / 6);

        put_point(&ptl_pfobj_of(*out)->vertices.data[i], square % side + corners[i % 6][0],
                  square / side + corners[i % 6][1]);
    }
    return true;
}

static uint64_t sum_poses(uint64_t sum, const ptl_pfobj *model)
{
    for (size_t s = 0; s < model->sets.count; s++)
        for (size_t f = 0; f < model->sets.data[s].frames.count; f++)
            for (size_t j = 0; j < model->joints.count; j++) {
                const ptl_pfobj_transform *t = &model->sets.data[s].frames.data[f].poses.data[j];

                sum = sum_bytes(sum, t->scale, sizeof t->scale);
                sum = sum_bytes(sum, t->rotation, sizeof t->rotation);
                sum = sum_bytes(sum, t->translation, sizeof t->translation);
            }
    return sum;
}

static uint64_t pfobj_sum(const ptl_doc *doc)
{
    const ptl_pfobj *model = ptl_pfobj_of(doc);
    uint64_t         sum   = UINT64_C(0xCBF29CE484222325);

    for (size_t i = 0; model && i < model->vertices.count; i++) {
        const ptl_pfobj_vertex *v = &model->vertices.data[i];

        sum = sum_bytes(sum, v->position, sizeof v->position);
        sum = sum_bytes(sum, v->texture, sizeof v->texture);
        sum = sum_bytes(sum, v->normal, sizeof v->normal);
        for (size_t k = 0; k < v->weights.count; k++) {
            sum = sum_bytes(sum, &v->weights.data[k].joint, sizeof(uint32_t));
            sum = sum_bytes(sum, &v->weights.data[k].weight, sizeof(double));
        }
    }
    return model ? sum_poses(sum, model) : 0;
}

static uint64_t vertex_count(const ptl_doc *doc)
{
    return ptl_pfobj_of(doc)->vertices.count;
}

static uint64_t pose_count(const ptl_doc *doc)
{
    const ptl_pfobj *model = ptl_pfobj_of(doc);

    return model->joints.count * model->sets.data[0].frames.count;
}

const input_kind input_pfobj_static = { "static.pfobj", make_static, pfobj_sum, vertex_count };
const input_kind input_pfobj_skin   = { "skin.pfobj", make_skin, pfobj_sum, vertex_count };
const input_kind input_pfobj_anim   = { "anim.pfobj", make_anim, pfobj_sum, pose_count };
const input_kind input_pfobj_mixed  = { "mixed.pfobj", make_mixed, pfobj_sum, vertex_count };
const input_kind input_pfobj_field  = { "field.pfobj", make_field, pfobj_sum, vertex_count };
