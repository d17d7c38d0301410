/* SPDX-License-Identifier: MIT */
/* What a model's numbers mean: transforms, poses, skinned vertices, bounds. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/num.h"
#include "core/real.h"
#include "formats/call.h"
#include "formats/pfobj/pfobj_private.h"

/* ---- Transforms ----------------------------------------------------------------------------- */

typedef struct rotation { /* three rows */
    double r[3][3];
} rotation;

static rotation rotation_of_quaternion(const double q[4])
{
    double x = -q[0], y = -q[1], z = -q[2], w = q[3]; /* the turn is the conjugate */

    return (rotation){ { { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y) },
                         { 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x) },
                         { 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y) } } };
}

static rotation rotation_of_angles(const double degrees[3])
{
    double c[3], s[3];

    for (int i = 0; i < 3; i++)
        ptl_sine_cosine(degrees[i], &s[i], &c[i]);
    return (rotation){
        { { c[1] * c[2], s[0] * s[1] * c[2] - c[0] * s[2], c[0] * s[1] * c[2] + s[0] * s[2] },
          { c[1] * s[2], s[0] * s[1] * s[2] + c[0] * c[2], c[0] * s[1] * s[2] - s[0] * c[2] },
          { -s[1], s[0] * c[1], c[0] * c[1] } }
    };
}

static rotation rotation_of(const ptl_pfobj_transform *t)
{
    return t->form == PTL_PFOBJ_ANGLES ? rotation_of_angles(t->rotation)
                                       : rotation_of_quaternion(t->rotation);
}

ptl_pfobj_matrix ptl_pfobj_local(const ptl_pfobj_transform *transform)
{
    ptl_pfobj_matrix out = { 0 };
    rotation         turn;

    if (!transform)
        return out;
    turn = rotation_of(transform);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out.m[i][k] = turn.r[i][k] * transform->scale[k];
        out.m[i][3] = transform->translation[i];
    }
    return out;
}

ptl_pfobj_matrix ptl_pfobj_multiply(const ptl_pfobj_matrix *a, const ptl_pfobj_matrix *b)
{
    ptl_pfobj_matrix out = { 0 };

    for (int i = 0; i < 3 && a && b; i++)
        for (int k = 0; k < 4; k++)
            out.m[i][k] = a->m[i][0] * b->m[0][k] + a->m[i][1] * b->m[1][k] +
                          a->m[i][2] * b->m[2][k] + (k == 3 ? a->m[i][3] : 0);
    return out;
}

ptl_pfobj_vec3 ptl_pfobj_apply(const ptl_pfobj_matrix *m, const double p[3])
{
    double out[3] = { 0 };

    for (int i = 0; i < 3 && m && p; i++)
        out[i] = m->m[i][0] * p[0] + m->m[i][1] * p[1] + m->m[i][2] * p[2] + m->m[i][3];
    return (ptl_pfobj_vec3){ out[0], out[1], out[2] };
}

/* Entry (row, column) of the matrix of cofactors of the 3 x 3 part. */
static double cofactor(const ptl_pfobj_matrix *m, int row, int column)
{
    int r0 = (row + 1) % 3, r1 = (row + 2) % 3, c0 = (column + 1) % 3, c1 = (column + 2) % 3;

    return m->m[r0][c0] * m->m[r1][c1] - m->m[r0][c1] * m->m[r1][c0];
}

static double determinant(const ptl_pfobj_matrix *m)
{
    return m->m[0][0] * cofactor(m, 0, 0) + m->m[0][1] * cofactor(m, 0, 1) +
           m->m[0][2] * cofactor(m, 0, 2);
}

bool ptl_pfobj_invert(ptl_pfobj_matrix *out, const ptl_pfobj_matrix *m)
{
    double           size = m ? determinant(m) : 0;
    ptl_pfobj_matrix inverse;

    if (!out || !(fabs(size) > 1e-300) || !isfinite(size))
        return false;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            inverse.m[i][k] = cofactor(m, k, i) / size;
    for (int i = 0; i < 3; i++)
        inverse.m[i][3] = -(inverse.m[i][0] * m->m[0][3] + inverse.m[i][1] * m->m[1][3] +
                            inverse.m[i][2] * m->m[2][3]);
    *out = inverse;
    return true;
}

/* ---- The two forms of a rotation ------------------------------------------------------------ */

void ptl_pfobj_to_angles(ptl_pfobj_transform *t)
{
    double  *q, length;
    rotation turn;

    if (!t || t->form == PTL_PFOBJ_ANGLES)
        return;
    q      = t->rotation;
    length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++)
        q[i] = length > 0 ? q[i] / length : i == 3;
    turn = rotation_of_quaternion(q);
    if (fabs(turn.r[2][0]) < 1 - 1e-12) {
        q[0] = ptl_angle_of(turn.r[2][1], turn.r[2][2]);
        q[1] = ptl_angle_of(-turn.r[2][0], sqrt(1 - turn.r[2][0] * turn.r[2][0]));
        q[2] = ptl_angle_of(turn.r[1][0], turn.r[0][0]);
    } else { /* turned up or down by 90 degrees, where x and z are the same axis */
        q[0] = ptl_angle_of(-turn.r[1][2], turn.r[1][1]);
        q[1] = turn.r[2][0] < 0 ? 90 : -90;
        q[2] = 0;
    }
    q[3]    = 0;
    t->form = PTL_PFOBJ_ANGLES;
}

void ptl_pfobj_to_quaternion(ptl_pfobj_transform *t)
{
    double c[3], s[3];

    if (!t || t->form == PTL_PFOBJ_QUATERNION)
        return;
    for (int i = 0; i < 3; i++)
        ptl_sine_cosine(t->rotation[i] / 2, &s[i], &c[i]);
    t->rotation[0] = -(s[0] * c[1] * c[2] - c[0] * s[1] * s[2]);
    t->rotation[1] = -(c[0] * s[1] * c[2] + s[0] * c[1] * s[2]);
    t->rotation[2] = -(c[0] * c[1] * s[2] - s[0] * s[1] * c[2]);
    t->rotation[3] = c[0] * c[1] * c[2] + s[0] * s[1] * s[2];
    t->form        = PTL_PFOBJ_QUATERNION;
}

/* ---- Skeletons ------------------------------------------------------------------------------ */

/* Every joint goes up through its ancestors until one is known, and takes the way back down. */
uint32_t *ptl_pfobj_order(ptl_job *job, const ptl_pfobj *model, size_t *circle)
{
    size_t    count = model->joints.count, done = 0;
    uint32_t *order  = ptl_arena_array(job, count, sizeof *order);
    uint32_t *climb  = ptl_arena_array(job, count, sizeof *climb);
    uint8_t  *placed = ptl_arena_take(job, count);

    if (!ptl_ok(job))
        return NULL;
    for (size_t i = 0; i < count; i++) {
        size_t joint = i, height = 0;

        while (!placed[joint]) {
            if (height == count) {
                *circle = joint;
                return NULL;
            }
            climb[height++] = (uint32_t)joint;
            if (model->joints.data[joint].parent == 0)
                break;
            joint = model->joints.data[joint].parent - 1;
        }
        while (height > 0) {
            placed[climb[--height]] = 1;
            order[done++]           = climb[height];
        }
    }
    return order;
}

static void take_matrices(ptl_job *job, ptl_pfobj_matrices *list, size_t count)
{
    list->data  = ptl_arena_array(job, count, sizeof *list->data);
    list->count = list->data ? count : 0;
}

/* A joint's matrix in object space; its parent's is there already. */
static void place_joint(const ptl_pfobj *model, ptl_pfobj_matrix *all, size_t joint,
                        const ptl_pfobj_transform *transform)
{
    ptl_pfobj_matrix local  = ptl_pfobj_local(transform);
    uint32_t         parent = model->joints.data[joint].parent;

    all[joint] = parent == 0 ? local : ptl_pfobj_multiply(&all[parent - 1], &local);
}

static void set_skinning(ptl_pfobj_skin *skin)
{
    for (size_t i = 0; i < skin->joints.count; i++)
        skin->skinning.data[i] =
            ptl_pfobj_multiply(&skin->joints.data[i], &skin->inverse_bind.data[i]);
}

void ptl_pfobj_skin_bind(ptl_job *job, const ptl_pfobj *model, ptl_pfobj_skin *out)
{
    size_t count = model->joints.count, circle;

    *out = (ptl_pfobj_skin){ 0 };
    take_matrices(job, &out->joints, count);
    take_matrices(job, &out->bind, count);
    take_matrices(job, &out->inverse_bind, count);
    take_matrices(job, &out->skinning, count);
    out->order.data = ptl_pfobj_order(job, model, &circle);
    if (ptl_ok(job) && !out->order.data)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfobj-circle", "joint %zu is its own ancestor",
                 circle + 1);
    if (!ptl_ok(job))
        return;
    out->order.count = count;
    for (size_t i = 0; i < count; i++) {
        uint32_t joint = out->order.data[i];

        place_joint(model, out->bind.data, joint, &model->joints.data[joint].bind);
        ptl_pfobj_invert(&out->inverse_bind.data[joint], &out->bind.data[joint]);
    }
    if (count > 0)
        memcpy(out->joints.data, out->bind.data, count * sizeof *out->bind.data);
    set_skinning(out);
}

void ptl_pfobj_skin_pose(ptl_job *job, const ptl_pfobj *model, ptl_pfobj_skin *skin,
                         const ptl_pfobj_frame *frame)
{
    if (skin->joints.count != model->joints.count || !skin->order.data)
        ptl_pfobj_skin_bind(job, model, skin);
    for (size_t i = 0; ptl_ok(job) && i < model->joints.count; i++)
        if (model->joints.data[i].parent > model->joints.count) /* edited since it was bound */
            ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfobj-parent",
                     "the parent is joint %lu of %zu, counted from 1",
                     (unsigned long)model->joints.data[i].parent, model->joints.count);
    if (!ptl_ok(job))
        return;
    for (size_t i = 0; i < skin->order.count; i++)
        place_joint(model, skin->joints.data, skin->order.data[i],
                    &frame->poses.data[skin->order.data[i]]);
    set_skinning(skin);
}

ptl_status ptl_pfobj_bind(ptl_pfobj_skin *out, const ptl_doc *doc, ptl_diag *err)
{
    ptl_job          job;
    ptl_memory      *memory;
    const ptl_pfobj *model;

    if (!out)
        return ptl_call_nowhere(err);
    *out  = (ptl_pfobj_skin){ 0 };
    model = ptl_call_derive(&job, &memory, doc, &ptl_format_pfobj);
    if (model)
        ptl_pfobj_skin_bind(&job, model, out);
    if (!ptl_ok(&job))
        *out = (ptl_pfobj_skin){ 0 };
    return ptl_call_derived(&out->memory, &job, memory, err);
}

void ptl_pfobj_skin_free(ptl_pfobj_skin *skin)
{
    if (!skin)
        return;
    ptl_memory_free(skin->memory);
    *skin = (ptl_pfobj_skin){ 0 };
}

/* A frame, or NULL: also when it has not a pose for each joint, as edited ones may. */
static const ptl_pfobj_frame *frame_of(const ptl_pfobj *model, size_t set, size_t frame)
{
    const ptl_pfobj_frames *frames;

    if (!model || set >= model->sets.count)
        return NULL;
    frames = &model->sets.data[set].frames;
    return frame < frames->count && frames->data[frame].poses.count == model->joints.count
               ? &frames->data[frame]
               : NULL;
}

ptl_status ptl_pfobj_pose(ptl_pfobj_skin *inout, const ptl_doc *doc, size_t set, size_t frame,
                          ptl_diag *err)
{
    const ptl_pfobj       *model  = ptl_pfobj_view(doc);
    const ptl_pfobj_frame *wanted = frame_of(model, set, frame);
    ptl_job                job    = { .placeless = true };

    if (!wanted) {
        ptl_fail(&job, PTL_E_ARG, PTL_NOWHERE, "argument",
                 model ? "there is no such frame" : "the document is not a Permafrost model");
        return ptl_job_end(&job, err);
    }
    if (!inout->memory || inout->joints.count != model->joints.count) {
        ptl_pfobj_skin_free(inout);
        ptl_pfobj_bind(inout, doc, &job.error);
    }
    if (ptl_ok(&job))
        ptl_pfobj_skin_pose(&job, model, inout, wanted);
    return ptl_job_end(&job, err);
}

size_t ptl_pfobj_frame_at(const ptl_pfobj *model, size_t set, double seconds, double rate)
{
    size_t count = model && set < model->sets.count ? model->sets.data[set].frames.count : 0;
    double frame;

    if (count == 0)
        return 0;
    frame = ptl_rest(floor(seconds * (rate > 0 ? rate : PTL_PFOBJ_RATE)), (double)count);
    if (frame < 0)
        frame += (double)count;
    return frame >= 0 && frame < (double)count ? (size_t)frame : 0; /* no time is the beginning */
}

/* ---- Vertices ------------------------------------------------------------------------------- */

/* The sum of the weights that count; 0 when the vertex stays where it is. */
static double weight_sum(const ptl_pfobj_vertex *v, size_t *used)
{
    double sum = 0;

    *used = v->weights.count < PTL_PFOBJ_WEIGHTS ? v->weights.count : PTL_PFOBJ_WEIGHTS;
    for (size_t i = 0; i < *used; i++)
        sum += v->weights.data[i].weight;
    return sum;
}

static int by_weight(const void *a, const void *b)
{
    const ptl_pfobj_weight *x = a, *y = b;

    if (x->weight != y->weight)
        return x->weight < y->weight ? 1 : -1;
    return x->joint < y->joint ? -1 : 1; /* the same order on every machine */
}

unsigned ptl_pfobj_tidy_weights(ptl_pfobj_weight *list, unsigned count)
{
    unsigned kept = 0;
    double   sum  = 0;

    for (unsigned i = 0; i < count; i++) {
        ptl_pfobj_weight w  = list[i];
        unsigned         at = 0;

        if (!(w.weight > 0))
            continue;
        while (at < kept && list[at].joint != w.joint)
            at++;
        if (at == kept)
            list[kept++] = (ptl_pfobj_weight){ w.joint, 0 };
        list[at].weight += w.weight;
    }
    qsort(list, kept, sizeof *list, by_weight);
    for (unsigned i = 0; i < kept; i++)
        sum += list[i].weight;
    for (unsigned i = 0; i < kept; i++)
        list[i].weight /= sum;
    return isfinite(sum) ? kept : 0;
}

static const ptl_pfobj_vertex *vertex_of(const ptl_pfobj *model, size_t vertex)
{
    static const ptl_pfobj_vertex none;

    return model && vertex < model->vertices.count ? &model->vertices.data[vertex] : &none;
}

/* How a joint moves vertices: not at all where the skin knows no such joint. */
static const ptl_pfobj_matrix *mover_of(const ptl_pfobj_skin *skin, uint32_t joint)
{
    static const ptl_pfobj_matrix stay = { { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 } } };

    return skin && joint < skin->skinning.count ? &skin->skinning.data[joint] : &stay;
}

ptl_pfobj_vec3 ptl_pfobj_skinned(const ptl_pfobj *model, const ptl_pfobj_skin *skin, size_t vertex)
{
    const ptl_pfobj_vertex *v   = vertex_of(model, vertex);
    ptl_pfobj_vec3          out = { 0, 0, 0 };
    size_t                  used;
    double                  sum = weight_sum(v, &used);

    if (sum == 0)
        return (ptl_pfobj_vec3){ v->position[0], v->position[1], v->position[2] };
    for (size_t i = 0; i < used; i++) {
        double         share = v->weights.data[i].weight / sum;
        ptl_pfobj_vec3 moved =
            ptl_pfobj_apply(mover_of(skin, v->weights.data[i].joint), v->position);

        out.x += share * moved.x;
        out.y += share * moved.y;
        out.z += share * moved.z;
    }
    return out;
}

static ptl_pfobj_vec3 unit(const double n[3])
{
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);

    if (!(length > 0))
        return (ptl_pfobj_vec3){ 0, 0, 0 };
    return (ptl_pfobj_vec3){ n[0] / length, n[1] / length, n[2] / length };
}

ptl_pfobj_vec3 ptl_pfobj_skinned_normal(const ptl_pfobj *model, const ptl_pfobj_skin *skin,
                                        size_t vertex)
{
    const ptl_pfobj_vertex *v      = vertex_of(model, vertex);
    double                  out[3] = { 0 };
    size_t                  used;
    double                  sum = weight_sum(v, &used);

    if (sum == 0)
        return unit(v->normal);
    for (size_t i = 0; i < used; i++) {
        const ptl_pfobj_matrix *m     = mover_of(skin, v->weights.data[i].joint);
        double                  size  = determinant(m);
        double                  share = v->weights.data[i].weight / sum;

        if (size == 0)
            continue; /* flattened: there is no transpose of an inverse */
        for (int row = 0; row < 3; row++)
            for (int k = 0; k < 3; k++)
                out[row] += share * cofactor(m, row, k) / size * v->normal[k];
    }
    return unit(out);
}

bool ptl_pfobj_triangle_is_flat(const ptl_pfobj_vertex *corners, double *side)
{
    double u[3], v[3], n[3], size = 0;

    *side = 0;
    for (int i = 0; i < 3; i++) {
        u[i] = corners[1].position[i] - corners[0].position[i];
        v[i] = corners[2].position[i] - corners[0].position[i];
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;

        n[i] = u[j] * v[k] - u[k] * v[j];
        size += n[i] * n[i];
        *side += n[i] * (corners[0].normal[i] + corners[1].normal[i] + corners[2].normal[i]);
    }
    return size < 1e-16;
}

bool ptl_pfobj_is_mirrored(const ptl_pfobj_joint *joint)
{
    const double *s = joint->bind.scale;

    return joint->parent == 0 && s[0] * s[1] * s[2] < 0;
}

/* ---- Bounds --------------------------------------------------------------------------------- */

static void widen(double range[2], double value)
{
    range[0] = value < range[0] ? value : range[0];
    range[1] = value > range[1] ? value : range[1];
}

ptl_pfobj_box ptl_pfobj_bounds(const ptl_pfobj *model, const ptl_pfobj_skin *skin)
{
    ptl_pfobj_box box = { { 0 }, { 0 }, { 0 } };

    for (size_t i = 0; model && i < model->vertices.count; i++) {
        const double  *p = model->vertices.data[i].position;
        ptl_pfobj_vec3 at =
            skin ? ptl_pfobj_skinned(model, skin, i) : (ptl_pfobj_vec3){ p[0], p[1], p[2] };

        if (i == 0)
            box = (ptl_pfobj_box){ { at.x, at.x }, { at.y, at.y }, { at.z, at.z } };
        widen(box.x, at.x);
        widen(box.y, at.y);
        widen(box.z, at.z);
    }
    return box;
}

double ptl_pfobj_round6(double value)
{
    char   text[PTL_FIXED6_MAX];
    double back = value;

    if (isfinite(value))
        ptl_parse_f64(text, text + ptl_format_fixed6(text, value), &back);
    return back;
}

static ptl_pfobj_box round_box(ptl_pfobj_box box)
{
    for (int i = 0; i < 2; i++) {
        box.x[i] = ptl_pfobj_round6(box.x[i]);
        box.y[i] = ptl_pfobj_round6(box.y[i]);
        box.z[i] = ptl_pfobj_round6(box.z[i]);
    }
    return box;
}

double ptl_pfobj_moves(const ptl_pfobj *model)
{
    double frames = 0;

    for (size_t s = 0; s < model->sets.count; s++)
        frames += (double)model->sets.data[s].frames.count;
    return frames * (double)model->vertices.count;
}

void ptl_pfobj_measure(ptl_job *job, ptl_pfobj *model)
{
    ptl_pfobj_skin skin;

    ptl_pfobj_skin_bind(job, model, &skin);
    for (size_t s = 0; s < model->sets.count && ptl_ok(job); s++)
        for (size_t f = 0; f < model->sets.data[s].frames.count; f++) {
            ptl_pfobj_frame *frame = &model->sets.data[s].frames.data[f];

            ptl_pfobj_skin_pose(job, model, &skin, frame);
            if (ptl_ok(job))
                frame->bounds = round_box(ptl_pfobj_bounds(model, &skin));
        }
    model->bounds        = round_box(ptl_pfobj_bounds(model, NULL));
    model->has_collision = true;
    model->older_header  = false;
}

ptl_status ptl_pfobj_rebound(ptl_doc *doc, ptl_diag *err)
{
    ptl_job     job; /* beside the document: nothing that is needed for this stays */
    ptl_memory *memory;

    if (ptl_call_derive(&job, &memory, doc, &ptl_format_pfobj))
        ptl_pfobj_settle(&job, doc->native);
    if (ptl_ok(&job) && ptl_pfobj_moves(doc->native) > PFOBJ_MOVES)
        ptl_fail(&job, PTL_E_LIMIT, PTL_NOWHERE, "limit-frames",
                 "the frames move %.0f vertices; allowed: at most %d", ptl_pfobj_moves(doc->native),
                 PFOBJ_MOVES);
    if (ptl_ok(&job))
        ptl_pfobj_measure(&job, doc->native);
    ptl_memory_free(memory);
    return ptl_job_end(&job, err);
}
