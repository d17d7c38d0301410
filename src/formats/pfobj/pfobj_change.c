/* SPDX-License-Identifier: MIT */
/* Models changed as a whole: rotations in the other form, left and right exchanged. */
#include <string.h>

#include "formats/call.h"
#include "formats/pfobj/pfobj_private.h"

/* ---- Copies --------------------------------------------------------------------------------- */

static void copy_set(ptl_job *job, ptl_pfobj_set *set, size_t joints)
{
    size_t               count  = set->frames.count;
    ptl_pfobj_frame     *frames = ptl_arena_array(job, count, sizeof *frames);
    ptl_pfobj_transform *poses  = ptl_arena_array(job, (uint64_t)count * joints, sizeof *poses);

    if (!ptl_ok(job))
        return;
    for (size_t f = 0; f < count; f++) {
        frames[f]            = set->frames.data[f];
        frames[f].poses.data = poses + f * joints;
        for (size_t j = 0; j < joints; j++)
            frames[f].poses.data[j] = set->frames.data[f].poses.data[j];
    }
    set->frames.data = frames;
}

/* Gives the model joints and sets of its own, to be changed while the document stays as it is. */
static void copy_motion(ptl_job *job, ptl_pfobj *model)
{
    ptl_pfobj_joint *joints = ptl_arena_array(job, model->joints.count, sizeof *joints);
    ptl_pfobj_set   *sets   = ptl_arena_array(job, model->sets.count, sizeof *sets);

    for (size_t i = 0; i < model->joints.count && ptl_ok(job); i++)
        joints[i] = model->joints.data[i];
    for (size_t i = 0; i < model->sets.count && ptl_ok(job); i++) {
        sets[i] = model->sets.data[i];
        copy_set(job, &sets[i], model->joints.count);
    }
    model->joints.data = joints;
    model->sets.data   = sets;
}

/* Does something to every transform there is; returns how often it was worth it. */
static size_t each_transform(ptl_pfobj *model, bool (*change)(ptl_pfobj_transform *t))
{
    size_t changed = 0;

    for (size_t i = 0; i < model->joints.count; i++)
        changed += change(&model->joints.data[i].bind);
    for (size_t s = 0; s < model->sets.count; s++)
        for (size_t f = 0; f < model->sets.data[s].frames.count; f++)
            for (size_t j = 0; j < model->joints.count; j++)
                changed += change(&model->sets.data[s].frames.data[f].poses.data[j]);
    return changed;
}

/* ---- The other form of rotations ------------------------------------------------------------ */

static bool round_rotation(ptl_pfobj_transform *t)
{
    for (int i = 0; i < 4; i++)
        t->rotation[i] = ptl_pfobj_round6(t->rotation[i]) + 0.0; /* no sign for zeros we made */
    return true;
}

static bool turn_to_angles(ptl_pfobj_transform *t)
{
    if (t->form == PTL_PFOBJ_ANGLES)
        return false;
    ptl_pfobj_to_angles(t);
    return round_rotation(t);
}

static bool turn_to_quaternion(ptl_pfobj_transform *t)
{
    if (t->form == PTL_PFOBJ_QUATERNION)
        return false;
    ptl_pfobj_to_quaternion(t);
    return round_rotation(t);
}

void ptl_pfobj_turn_copy(ptl_job *job, ptl_pfobj *model, uint8_t form)
{
    bool   angles = form == PTL_PFOBJ_ANGLES;
    size_t turned;

    copy_motion(job, model);
    if (!ptl_ok(job))
        return;
    turned = each_transform(model, angles ? turn_to_angles : turn_to_quaternion);
    ptl_find_count(job, PTL_LOSS, "pfobj-turned", turned,
                   angles ? "# {quaternion becomes|quaternions become} angles, rounded to six "
                            "decimals"
                          : "# {rotation of three angles becomes a quaternion|rotations of three "
                            "angles become quaternions}, rounded to six decimals");
}

/* ---- Left and right ------------------------------------------------------------------------- */

/* A mirror in x leaves a turn about x as it is and reverses those about y and z; that is true of
 * both forms. */
static bool mirror_transform(ptl_pfobj_transform *t)
{
    t->translation[0] = -t->translation[0];
    t->rotation[1]    = -t->rotation[1];
    t->rotation[2]    = -t->rotation[2];
    return true;
}

static void mirror_box(ptl_pfobj_box *box)
{
    double low = box->x[0];

    box->x[0] = -box->x[1];
    box->x[1] = -low;
}

/* Corners change places, so that triangles are still counter-clockwise from outside. */
static void mirror_vertices(ptl_pfobj_vertices *list)
{
    for (size_t i = 0; i < list->count; i++) {
        list->data[i].position[0] = -list->data[i].position[0];
        list->data[i].normal[0]   = -list->data[i].normal[0];
    }
    for (size_t i = 0; i + 2 < list->count; i += 3) {
        ptl_pfobj_vertex corner = list->data[i + 1];

        list->data[i + 1] = list->data[i + 2];
        list->data[i + 2] = corner;
    }
}

static void mirror(ptl_pfobj *model)
{
    mirror_vertices(&model->vertices);
    each_transform(model, mirror_transform);
    for (size_t i = 0; i < model->joints.count; i++)
        model->joints.data[i].tip[0] = -model->joints.data[i].tip[0];
    for (size_t s = 0; s < model->sets.count; s++)
        for (size_t f = 0; f < model->sets.data[s].frames.count; f++)
            mirror_box(&model->sets.data[s].frames.data[f].bounds);
    mirror_box(&model->bounds);
}

void ptl_pfobj_mirror_copy(ptl_job *job, ptl_pfobj *model)
{
    size_t            count = model->vertices.count;
    ptl_pfobj_vertex *copy  = ptl_arena_raw(job, (uint64_t)count * sizeof *copy);

    copy_motion(job, model);
    if (!ptl_ok(job))
        return;
    if (count > 0)
        memcpy(copy, model->vertices.data, count * sizeof *copy);
    model->vertices.data = copy;
    mirror(model);
}

ptl_status ptl_pfobj_mirror(ptl_doc *doc, ptl_diag *err)
{
    ptl_job     job; /* as of ptl_pfobj_rebound */
    ptl_memory *memory;

    if (ptl_call_derive(&job, &memory, doc, &ptl_format_pfobj))
        ptl_pfobj_settle(&job, doc->native);
    if (ptl_ok(&job))
        mirror(doc->native);
    ptl_memory_free(memory);
    return ptl_job_end(&job, err);
}
