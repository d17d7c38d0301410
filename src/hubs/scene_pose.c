/* SPDX-License-Identifier: MIT */
/* Playing clips. Turns are blended by halving the way between them, which needs nothing but square
 * roots and so gives the same bits on every machine. */
#include "hubs/scene_pose.h"
#include "core/real.h"

#include <math.h>
#include <string.h>

/* ---- Order ---------------------------------------------------------------------------------- */

/* Appends the ancestors of a node that are not there yet, then the node itself. */
static size_t append(const ptl_scene *scene, uint32_t node, uint32_t *order, size_t count,
                     bool *there)
{
    size_t first = count, last;

    for (; node != PTL_SCENE_NONE && !there[node]; node = scene->nodes.data[node].parent) {
        there[node]    = true;
        order[count++] = node;
    }
    for (last = count; last-- > first + 1; first++) { /* they came in the wrong order */
        uint32_t swap = order[first];

        order[first] = order[last];
        order[last]  = swap;
    }
    return count;
}

uint32_t *ptl_scene_order(ptl_job *job, const ptl_scene *scene)
{
    size_t    nodes = scene->nodes.count, count = 0;
    uint32_t *order = ptl_arena_array(job, nodes, sizeof *order);
    bool     *there = ptl_arena_array(job, nodes, sizeof *there);

    if (!order || !there)
        return NULL;
    for (size_t i = 0; i < nodes; i++)
        count = append(scene, (uint32_t)i, order, count, there);
    return order;
}

/* ---- Turns ---------------------------------------------------------------------------------- */

static double dot4(const double a[4], const double b[4])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

static void unit4(double q[4])
{
    double length = sqrt(dot4(q, q));

    if (!(length > 1e-300)) {
        q[0] = q[1] = q[2] = 0;
        q[3] = length = 1;
    }
    for (int i = 0; i < 4; i++)
        q[i] /= length;
}

static void between(double out[4], const double a[4], const double b[4], double share)
{
    for (int i = 0; i < 4; i++)
        out[i] = a[i] + (b[i] - a[i]) * share;
    unit4(out);
}

/* Along the arc at an even pace. The middle of two turns is exact; after sixteen halvings the rest
 * of the way is straight. */
static void blend_turns(double out[4], const double from[4], const double to[4], double share)
{
    double a[4], b[4], middle[4];

    memcpy(a, from, sizeof a);
    memcpy(b, to, sizeof b);
    unit4(a);
    unit4(b);
    if (dot4(a, b) < 0) /* the short way */
        for (int i = 0; i < 4; i++)
            b[i] = -b[i];
    for (int i = 0; i < 16; i++) {
        bool second = share >= 0.5;

        between(middle, a, b, 0.5);
        memcpy(second ? a : b, middle, sizeof middle);
        share = share * 2 - second;
    }
    between(out, a, b, share);
}

/* ---- Channels ------------------------------------------------------------------------------- */

typedef struct moment { /* between two keys */
    size_t key;         /* the earlier one */
    double share, span; /* of the way to the next; seconds between them. 0: exactly at the key */
} moment;

static moment moment_of(const ptl_f32s *times, double time, double near)
{
    size_t low = 0, high = times->count - 1;
    double since, until;

    if (time <= (double)times->data[0] + near)
        return (moment){ 0, 0, 0 };
    if (time >= (double)times->data[high] - near)
        return (moment){ high, 0, 0 };
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if ((double)times->data[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    since = time - (double)times->data[low];
    until = (double)times->data[high] - time;
    if (until <= near)
        return (moment){ high, 0, 0 };
    if (since <= near)
        return (moment){ low, 0, 0 };
    return (moment){ low, since / (since + until), since + until };
}

/* A value of a key; `third` chooses among those of a cubic one. */
static const float *value_of(const ptl_scene_channel *c, size_t key, size_t third, size_t width)
{
    return c->values.data + (c->cubic ? 3 * key + third : key) * width;
}

static void cubic_value(const ptl_scene_channel *c, moment at, size_t width, double out[4])
{
    const float *v0 = value_of(c, at.key, 1, width), *out0 = value_of(c, at.key, 2, width);
    const float *v1 = value_of(c, at.key + 1, 1, width), *in1 = value_of(c, at.key + 1, 0, width);
    double       t = at.share, t2 = t * t, t3 = t2 * t;

    for (size_t i = 0; i < width; i++)
        out[i] = (2 * t3 - 3 * t2 + 1) * (double)v0[i] +
                 at.span * (t3 - 2 * t2 + t) * (double)out0[i] + (3 * t2 - 2 * t3) * (double)v1[i] +
                 at.span * (t3 - t2) * (double)in1[i];
}

static void linear_value(const ptl_scene_channel *c, moment at, size_t width, double out[4])
{
    double from[4] = { 0 }, to[4] = { 0 };

    for (size_t i = 0; i < width; i++) {
        from[i] = (double)value_of(c, at.key, 1, width)[i];
        to[i]   = (double)value_of(c, at.key + 1, 1, width)[i];
        out[i]  = from[i] + (to[i] - from[i]) * at.share;
    }
    if (c->path == PTL_PATH_ROTATION)
        blend_turns(out, from, to, at.share);
}

static void channel_at(const ptl_scene_channel *c, double time, double near, double out[4])
{
    size_t width = c->path == PTL_PATH_ROTATION ? 4 : 3;
    moment at    = moment_of(&c->times, time, near);

    if (at.share > 0 && c->cubic)
        cubic_value(c, at, width, out);
    else if (at.share > 0 && !c->step)
        linear_value(c, at, width, out);
    else
        for (size_t i = 0; i < width; i++)
            out[i] = (double)value_of(c, at.key, 1, width)[i];
    if (c->path == PTL_PATH_ROTATION)
        unit4(out);
}

/* ---- Poses ---------------------------------------------------------------------------------- */

void ptl_scene_rest(const ptl_scene *scene, ptl_placing *out)
{
    for (size_t n = 0; n < scene->nodes.count; n++) {
        const ptl_scene_node *node = &scene->nodes.data[n];

        for (int i = 0; i < 3; i++) {
            out[n].move[i]  = (double)node->translation[i];
            out[n].scale[i] = (double)node->scale[i];
        }
        for (int i = 0; i < 4; i++)
            out[n].turn[i] = (double)node->rotation[i];
        unit4(out[n].turn);
    }
}

void ptl_scene_play(const ptl_scene *scene, const ptl_scene_clip *clip, double time, double near,
                    ptl_placing *out)
{
    ptl_scene_rest(scene, out);
    for (size_t i = 0; i < clip->channels.count; i++) {
        const ptl_scene_channel *c       = &clip->channels.data[i];
        ptl_placing             *p       = &out[c->node];
        double                  *parts[] = { p->move, p->turn, p->scale };

        if (c->times.count > 0)
            channel_at(c, time, near, parts[c->path]);
    }
}

double ptl_scene_clip_begin(const ptl_scene_clip *clip)
{
    double begin = ptl_scene_clip_end(clip);

    for (size_t i = 0; i < clip->channels.count; i++) {
        const ptl_f32s *times = &clip->channels.data[i].times;

        if (times->count > 0 && (double)times->data[0] < begin)
            begin = (double)times->data[0];
    }
    return begin;
}

double ptl_scene_clip_end(const ptl_scene_clip *clip)
{
    double end = 0;

    for (size_t i = 0; i < clip->channels.count; i++) {
        const ptl_f32s *times = &clip->channels.data[i].times;

        if (times->count > 0 && (double)times->data[times->count - 1] > end)
            end = (double)times->data[times->count - 1];
    }
    return end;
}

/* ---- Matrices ------------------------------------------------------------------------------- */

static double dot3(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross3(double out[3], const double a[3], const double b[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* Takes what runs along the others out of an axis and makes its length 1; where nothing is left of
 * it, the first unit vector that is not along the others takes its place. */
static void straighten(double axis[3], const double *other, const double *another)
{
    static const double units[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    const double       *against[]   = { other, another };
    double              length      = 0;

    for (int attempt = 0; attempt < 4 && !(length > 1e-9); attempt++) {
        if (attempt > 0)
            memcpy(axis, units[attempt - 1], sizeof units[0]);
        for (int k = 0; k < 2 && against[k]; k++) {
            double along = dot3(axis, against[k]);

            for (int i = 0; i < 3; i++)
                axis[i] -= along * against[k][i];
        }
        length = sqrt(dot3(axis, axis));
        for (int i = 0; i < 3 && length > 1e-9; i++)
            axis[i] /= length;
    }
}

/* The quaternion of three axes, by its largest member, so that no small number is divided by. */
static void turn_of(double out[4], double axis[3][3])
{
    double trace[4] = { 1 + axis[0][0] - axis[1][1] - axis[2][2],
                        1 - axis[0][0] + axis[1][1] - axis[2][2],
                        1 - axis[0][0] - axis[1][1] + axis[2][2],
                        1 + axis[0][0] + axis[1][1] + axis[2][2] };
    int    large    = 0, j, k;

    for (int i = 1; i < 4; i++)
        large = trace[i] > trace[large] ? i : large;
    j = (large + 1) % 3;
    k = (large + 2) % 3;
    if (large == 3) {
        for (int i = 0; i < 3; i++)
            out[i] = axis[(i + 1) % 3][(i + 2) % 3] - axis[(i + 2) % 3][(i + 1) % 3];
        out[3] = trace[3];
    } else {
        out[large] = trace[large];
        out[j]     = axis[large][j] + axis[j][large];
        out[k]     = axis[large][k] + axis[k][large];
        out[3]     = axis[j][k] - axis[k][j];
    }
    unit4(out);
}

double ptl_placing_of(ptl_placing *out, const double m[12])
{
    double axis[3][3], third[3], shear = 0;

    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            axis[i][k] = m[4 * k + i];
        out->move[i]  = m[4 * i + 3];
        out->scale[i] = sqrt(dot3(axis[i], axis[i]));
    }
    for (int i = 0; i < 3; i++) {
        int    k    = (i + 1) % 3;
        double both = out->scale[i] * out->scale[k];

        if (both > 1e-12)
            shear = ptl_max(shear, fabs(dot3(axis[i], axis[k])) / both);
    }
    cross3(third, axis[0], axis[1]);
    if (dot3(third, axis[2]) < 0) { /* mirrored: one axis points the other way */
        out->scale[0] = -out->scale[0];
        for (int k = 0; k < 3; k++)
            axis[0][k] = -axis[0][k];
    }
    straighten(axis[0], NULL, NULL);
    straighten(axis[1], axis[0], NULL);
    cross3(axis[2], axis[0], axis[1]);
    turn_of(out->turn, axis);
    return shear;
}
