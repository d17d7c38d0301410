/* SPDX-License-Identifier: MIT */
/* Skins and clips of a scene as joints and animation sets. A node that a clip moves together with a
 * mesh that has no skin becomes a joint, too, so that the mesh moves.
 *
 * Where a skin's bind pose is its pose at rest but for one transform of everything (a scaled
 * parent, say), that transform goes into the vertices, so that the bind pose looks as the scene
 * does. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/near.h"
#include "core/real.h"
#include "core/words.h"
#include "formats/pfobj/pfobj_make.h"

static const ptl_pfobj_matrix unit = { { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 } } };

enum { MOST_FRAMES = 1 << 20 }; /* of one clip: half a day */

#define MOST_WORK                                                                                  \
    (double)(1u << 29) /* vertices times frames of all clips: each has to be moved                 \
                        */

/* ---- Matrices ------------------------------------------------------------------------------- */

/* The largest difference, as a share of the largest number. */
static double difference(const ptl_pfobj_matrix *a, const ptl_pfobj_matrix *b)
{
    double apart = 0, size = 1;

    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++) {
            apart = ptl_max(apart, fabs(a->m[row][column] - b->m[row][column]));
            size  = ptl_max(size, fabs(a->m[row][column]));
        }
    return apart / size;
}

static ptl_pfobj_matrix matrix_of_columns(const float *m)
{
    ptl_pfobj_matrix out;

    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
            out.m[row][column] = (double)m[4 * column + row];
    return out;
}

/* Stored quaternions mean the opposite turn. */
static ptl_pfobj_transform transform_of(const ptl_placing *p)
{
    ptl_pfobj_transform t = { .form = PTL_PFOBJ_QUATERNION };

    for (int i = 0; i < 3; i++) {
        t.scale[i]       = p->scale[i];
        t.rotation[i]    = -p->turn[i];
        t.translation[i] = p->move[i];
    }
    t.rotation[3] = p->turn[3];
    return t;
}

static void round_transform(ptl_pfobj_transform *t)
{
    for (int i = 0; i < 3; i++) {
        t->scale[i]       = ptl_pfobj_tidy6(t->scale[i]);
        t->translation[i] = ptl_pfobj_tidy6(t->translation[i]);
    }
    for (int i = 0; i < 4; i++)
        t->rotation[i] = ptl_pfobj_tidy6(t->rotation[i]);
}

static ptl_pfobj_transform transform_of_matrix(maker *m, const ptl_pfobj_matrix *matrix)
{
    double      rows[12], shear;
    ptl_placing p;

    memcpy(rows, matrix->m, sizeof rows);
    shear = ptl_placing_of(&p, rows);
    if (shear > 1e-4)
        m->lost.shears++;
    m->lost.shear = ptl_max(m->lost.shear, shear);
    return transform_of(&p);
}

/* Makes what a matrix places larger, and moves it away from the middle. */
static void scale_matrix(ptl_pfobj_matrix *matrix, double scale)
{
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
            matrix->m[row][column] *= scale;
}

void ptl_pfobj_make_worlds(maker *m)
{
    for (size_t i = 0; i < m->scene->nodes.count; i++) {
        uint32_t            node   = m->order[i];
        uint32_t            parent = m->scene->nodes.data[node].parent;
        ptl_pfobj_transform t      = transform_of(&m->placings[node]);

        m->worlds[node] = ptl_pfobj_local(&t);
        if (parent != PTL_SCENE_NONE)
            m->worlds[node] = ptl_pfobj_multiply(&m->worlds[parent], &m->worlds[node]);
        else if (m->scale != 1)
            scale_matrix(&m->worlds[node], m->scale);
    }
}

/* ---- Bones ---------------------------------------------------------------------------------- */

typedef struct node_notes {
    double tip[3];
    bool   still;
} node_notes;

static const ptl_field node_fields[] = {
    { "tip_x", "end of the bone", PTL_KIND_F64, PTL_ONE, .offset = offsetof(node_notes, tip[0]) },
    { "tip_y", "", PTL_KIND_F64, PTL_ONE, .offset = offsetof(node_notes, tip[1]) },
    { "tip_z", "", PTL_KIND_F64, PTL_ONE, .offset = offsetof(node_notes, tip[2]) },
    { "still", "not a joint", PTL_KIND_BOOL, PTL_ONE, .offset = offsetof(node_notes, still) },
};
static const node_notes node_blank  = { .tip = { NAN, NAN, NAN } };
static const ptl_record node_record = { "a node", sizeof(node_notes), node_fields, 4,
                                        .blank = &node_blank };

/* What turns the skin's bind pose into its rest pose, when that is the same for all its joints. */
static ptl_pfobj_matrix settle_skin(const maker *m, const ptl_scene_skin *skin)
{
    ptl_pfobj_matrix all = unit, plain = unit;

    scale_matrix(&plain, m->scale);
    for (size_t i = 0; i < skin->joints.count; i++) {
        ptl_pfobj_matrix undo = matrix_of_columns(skin->inverse_bind.data + 16 * i);
        ptl_pfobj_matrix way  = ptl_pfobj_multiply(&m->worlds[skin->joints.data[i]], &undo);

        if (i == 0)
            all = way;
        else if (difference(&all, &way) > 1e-4)
            return plain;
    }
    return difference(&plain, &all) <= 1e-4 || !ptl_pfobj_invert(&(ptl_pfobj_matrix){ 0 }, &all)
               ? plain
               : all;
}

/* The bone of a skin's joint: a new one, or the same that another skin has. */
static uint32_t bone_for(maker *m, const bone *wanted)
{
    for (size_t i = 0; i < m->bone_count; i++)
        if (m->bones[i].node == wanted->node &&
            difference(&m->bones[i].bind, &wanted->bind) <= 1e-5)
            return (uint32_t)i;
    if (m->bone_count > PFOBJ_JOINTS) {
        ptl_fail(m->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "pfobj-joints",
                 "there are more than %d joints, which is what the engine can tell apart",
                 PFOBJ_JOINTS);
        return 0;
    }
    m->bones[m->bone_count] = *wanted;
    return (uint32_t)m->bone_count++;
}

static void add_skin(maker *m, uint32_t index)
{
    const ptl_scene_skin *skin    = &m->scene->skins.data[index];
    ptl_pfobj_matrix      settled = settle_skin(m, skin);

    m->settled[index] = settled;
    m->places[index]  = ptl_arena_array(m->job, skin->joints.count, sizeof **m->places);
    for (size_t i = 0; i < skin->joints.count && ptl_ok(m->job); i++) {
        bone             b     = { .node = skin->joints.data[i], .skin = index };
        ptl_pfobj_matrix undo  = matrix_of_columns(skin->inverse_bind.data + 16 * i);
        node_notes       notes = node_blank;

        ptl_pfobj_read_notes(m, m->scene->nodes.data[b.node].extras, &node_record, &notes);
        b.still = notes.still;
        if (ptl_pfobj_invert(&b.bind, &undo))
            b.bind = ptl_pfobj_multiply(&settled, &b.bind);
        else
            b.bind = m->worlds[b.node], m->lost.bind++;
        m->places[index][i] = bone_for(m, &b);
    }
}

/* Which nodes show a mesh that no skin moves, themselves or below them. */
static bool *find_shown(const maker *m)
{
    const ptl_scene_node *nodes = m->scene->nodes.data;
    bool                 *shown = ptl_arena_array(m->job, m->scene->nodes.count, sizeof *shown);

    for (size_t i = m->scene->nodes.count; shown && i-- > 0;) {
        uint32_t node = m->order[i];

        if (nodes[node].mesh != PTL_SCENE_NONE && nodes[node].skin == PTL_SCENE_NONE)
            shown[node] = true;
        if (shown[node] && nodes[node].parent != PTL_SCENE_NONE)
            shown[nodes[node].parent] = true;
    }
    return shown;
}

static bool is_bone(const maker *m, uint32_t node)
{
    for (size_t i = 0; i < m->bone_count; i++)
        if (m->bones[i].node == node)
            return true;
    return false;
}

/* A node that a clip moves, and a mesh with it, is a joint in all but its name. One that has no
 * extent at rest, and one joint too many, cannot be. */
static void add_mover(maker *m, uint32_t node)
{
    bone b = { .node = node, .skin = PTL_SCENE_NONE, .bind = m->worlds[node] };

    if (is_bone(m, node))
        return;
    if (m->bone_count < PFOBJ_JOINTS && ptl_pfobj_invert(&(ptl_pfobj_matrix){ 0 }, &b.bind))
        m->bones[m->bone_count++] = b;
    else
        m->lost.motions++;
}

static void add_movers(maker *m)
{
    bool *left = find_shown(m); /* those that were not looked at yet */

    for (size_t c = 0; left && c < m->scene->clips.count; c++) {
        const ptl_scene_clip *clip = &m->scene->clips.data[c];

        for (size_t i = 0; i < clip->channels.count; i++) {
            uint32_t node = clip->channels.data[i].node;

            if (left[node])
                add_mover(m, node);
            left[node] = false;
        }
    }
}

/* The bone of the nearest node from here up that is one, of this skin if there are several;
 * PTL_SCENE_NONE when there is none. */
static uint32_t bone_above(const maker *m, uint32_t node, uint32_t skin)
{
    for (; node != PTL_SCENE_NONE; node = m->scene->nodes.data[node].parent) {
        uint32_t found = PTL_SCENE_NONE;

        for (size_t i = m->bone_count; i-- > 0;)
            if (m->bones[i].node == node &&
                (found == PTL_SCENE_NONE || m->bones[found].skin != skin))
                found = (uint32_t)i;
        if (found != PTL_SCENE_NONE)
            return found;
    }
    return PTL_SCENE_NONE;
}

/* What hangs on which bone, and what bones hang on. */
static void survey_nodes(maker *m)
{
    const ptl_scene_node *nodes = m->scene->nodes.data;
    size_t                count = m->scene->nodes.count;

    for (size_t i = 0; i < count; i++)
        m->held[i] = PTL_SCENE_NONE;
    for (size_t i = m->bone_count; i-- > 0;) {
        m->held[m->bones[i].node]  = (uint32_t)i;
        m->bears[m->bones[i].node] = !m->bones[i].still;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t node = m->order[i], parent = nodes[node].parent;

        if (m->held[node] == PTL_SCENE_NONE && parent != PTL_SCENE_NONE)
            m->held[node] = m->held[parent];
    }
    for (size_t i = count; i-- > 0;)
        if (m->bears[m->order[i]] && nodes[m->order[i]].parent != PTL_SCENE_NONE)
            m->bears[nodes[m->order[i]].parent] = true;
}

void ptl_pfobj_make_bones(maker *m)
{
    size_t skins = m->scene->skins.count;

    m->held    = ptl_arena_array(m->job, m->scene->nodes.count, sizeof *m->held);
    m->bears   = ptl_arena_array(m->job, m->scene->nodes.count, sizeof *m->bears);
    m->bones   = ptl_arena_array(m->job, PFOBJ_JOINTS + 2, sizeof *m->bones); /* one may be still */
    m->places  = ptl_arena_array(m->job, skins, sizeof *m->places);
    m->settled = ptl_arena_array(m->job, skins, sizeof *m->settled);
    for (size_t i = 0; i < skins && ptl_ok(m->job); i++)
        add_skin(m, (uint32_t)i);
    if (ptl_ok(m->job))
        add_movers(m);
    if (ptl_ok(m->job))
        survey_nodes(m);
    for (size_t i = 0; i < m->bone_count && ptl_ok(m->job); i++)
        m->bones[i].parent =
            bone_above(m, m->scene->nodes.data[m->bones[i].node].parent, m->bones[i].skin);
}

/* ---- Joints --------------------------------------------------------------------------------- */

/* Whether a vertex of a part hangs on the bone, and on another one besides. */
static bool is_shared_in(const maker *m, uint32_t skin, const ptl_scene_part *part, size_t index)
{
    for (size_t i = 0; i < part->joint.count; i++)
        if (m->places[skin][part->joint.data[i]] == index && part->weight.data[i] > 1e-6f &&
            part->weight.data[i] < 0.99999f)
            return true;
    return false;
}

static bool is_shared(const maker *m, size_t index)
{
    for (size_t i = 0; i < m->scene->nodes.count; i++) {
        const ptl_scene_node *n = &m->scene->nodes.data[i];

        if (n->skin == PTL_SCENE_NONE || n->mesh == PTL_SCENE_NONE)
            continue;
        for (size_t k = 0; k < m->scene->meshes.data[n->mesh].parts.count; k++)
            if (is_shared_in(m, n->skin, &m->scene->meshes.data[n->mesh].parts.data[k], index))
                return true;
    }
    return false;
}

/* A bone that stands for not being bound becomes no joint, unless something hangs on it. */
static void number_joints(maker *m)
{
    uint32_t count = 0;

    for (size_t i = 0; i < m->bone_count; i++) {
        bool needed = !m->bones[i].still || is_shared(m, i);

        for (size_t k = 0; k < m->bone_count; k++)
            needed = needed || m->bones[k].parent == i;
        m->bones[i].still = !needed;
        m->bones[i].joint = needed ? count++ : PTL_SCENE_NONE;
    }
    if (count > PFOBJ_JOINTS)
        ptl_fail(m->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "pfobj-joints",
                 "%lu joints are more than the %d the engine can tell apart", (unsigned long)count,
                 PFOBJ_JOINTS);
    m->model->joints.data  = ptl_arena_array(m->job, count, sizeof *m->model->joints.data);
    m->model->joints.count = m->model->joints.data ? count : 0;
}

/* As the node has it where that is the same: numbers stay what they were. */
static ptl_pfobj_transform bind_of(maker *m, const bone *b)
{
    ptl_pfobj_transform kept  = transform_of(&m->placings[b->node]);
    ptl_pfobj_matrix    local = b->bind, undo, same = ptl_pfobj_local(&kept);

    if (b->parent != PTL_SCENE_NONE && ptl_pfobj_invert(&undo, &m->bones[b->parent].bind))
        local = ptl_pfobj_multiply(&undo, &b->bind);
    return difference(&local, &same) <= 1e-5 ? kept : transform_of_matrix(m, &local);
}

/* The end of a bone: noted, or where its first child begins. */
static void make_tip(maker *m, size_t index, double tip[3])
{
    const bone *b     = &m->bones[index];
    node_notes  notes = node_blank;
    size_t      child = 0;

    ptl_pfobj_read_notes(m, m->scene->nodes.data[b->node].extras, &node_record, &notes);
    for (int i = 0; i < 3; i++)
        tip[i] = isfinite(notes.tip[i]) ? ptl_pfobj_round6(notes.tip[i]) : 0;
    if (isfinite(notes.tip[0]) && isfinite(notes.tip[1]) && isfinite(notes.tip[2]))
        return;
    m->lost.tips++;
    while (child < m->bone_count && m->bones[child].parent != index)
        child++;
    for (int i = 0; i < 3 && child < m->bone_count; i++)
        tip[i] = ptl_pfobj_tidy6(m->placings[m->bones[child].node].move[i]);
}

void ptl_pfobj_make_joints(maker *m)
{
    ptl_pfobj_joints *joints = &m->model->joints;

    number_joints(m);
    for (size_t i = 0; i < m->bone_count && ptl_ok(m->job); i++) {
        const bone      *b = &m->bones[i];
        ptl_pfobj_joint *j = b->still ? NULL : &joints->data[b->joint];

        if (!j)
            continue;
        j->parent = b->parent == PTL_SCENE_NONE ? 0 : m->bones[b->parent].joint + 1;
        j->bind   = bind_of(m, b);
        round_transform(&j->bind);
        make_tip(m, i, j->tip);
        j->name = ptl_pfobj_make_name(
            m, m->scene->nodes.data[b->node].name, "Joint", "joints",
            (names_before){ &joints->data[0].name, b->joint, sizeof *joints->data });
    }
}

/* ---- Sets ----------------------------------------------------------------------------------- */

static bool moves_joints(const maker *m, const ptl_scene_clip *clip)
{
    for (size_t i = 0; i < clip->channels.count; i++)
        if (m->bears[clip->channels.data[i].node])
            return true;
    return false;
}

/* A joint in the pose that the worlds are in. Where its node hangs on that of its parent, or on
 * nothing that moves it, the numbers are its own. */
static ptl_pfobj_transform pose_of(maker *m, const bone *b)
{
    uint32_t            over = m->scene->nodes.data[b->node].parent;
    uint32_t            held = b->parent == PTL_SCENE_NONE ? b->parent : m->bones[b->parent].node;
    ptl_pfobj_transform own  = transform_of(&m->placings[b->node]);
    ptl_pfobj_matrix    undo, local = m->worlds[b->node];

    if (over == held ? over != PTL_SCENE_NONE || m->scale == 1
                     : held == PTL_SCENE_NONE && difference(&unit, &m->worlds[over]) == 0)
        return own;
    if (held != PTL_SCENE_NONE && ptl_pfobj_invert(&undo, &m->worlds[held]))
        local = ptl_pfobj_multiply(&undo, &local);
    return transform_of_matrix(m, &local);
}

static void fill_frame(maker *m, ptl_pfobj_frame *frame)
{
    ptl_pfobj_make_worlds(m);
    for (size_t i = 0; i < m->bone_count; i++) {
        const bone *b = &m->bones[i];

        if (b->still)
            continue;
        frame->poses.data[b->joint] = pose_of(m, b);
        round_transform(&frame->poses.data[b->joint]);
    }
}

static double count_corners(const ptl_scene *scene)
{
    double count = 0;

    for (size_t i = 0; i < scene->meshes.count; i++)
        for (size_t k = 0; k < scene->meshes.data[i].parts.count; k++)
            count += (double)scene->meshes.data[i].parts.data[k].index.count;
    return count;
}

/* How many frames a clip has; 0, and the job failed, when that would be too many. */
static size_t frames_of(maker *m, const ptl_scene_clip *clip)
{
    double length = ptl_scene_clip_end(clip) - ptl_scene_clip_begin(clip);
    double frames = floor(length * m->rate + 0.5) + 1;
    double work   = frames * (double)(m->scene->nodes.count + clip->channels.count);

    m->work += frames * count_corners(m->scene);
    if (!(frames <= MOST_FRAMES) || work > (double)(1u << 28))
        ptl_fail(m->job, PTL_E_LIMIT, PTL_NOWHERE, "limit-frames",
                 "an animation is longer than %d frames, or has too many nodes for its length",
                 MOST_FRAMES);
    else if (m->work > MOST_WORK)
        ptl_fail(m->job, PTL_E_LIMIT, PTL_NOWHERE, "limit-frames",
                 "the frames of all animations move %.0f vertices; allowed: at most %.0f", m->work,
                 MOST_WORK);
    return ptl_ok(m->job) ? (size_t)frames : 0;
}

static void make_set(maker *m, const ptl_scene_clip *clip)
{
    ptl_pfobj_set       *set    = &m->model->sets.data[m->model->sets.count];
    size_t               joints = m->model->joints.count, frames = frames_of(m, clip);
    ptl_pfobj_transform *poses = ptl_arena_array(m->job, (uint64_t)frames * joints, sizeof *poses);
    double begin = ptl_scene_clip_begin(clip); /* programs that count frames from 1 begin late */

    set->frames.data = ptl_arena_array(m->job, frames, sizeof *set->frames.data);
    set->name        = ptl_pfobj_make_name(
               m, clip->name, "Set", "sets",
               (names_before){ &m->model->sets.data[0].name, m->model->sets.count, sizeof *set });
    for (size_t f = 0; f < frames && ptl_ok(m->job); f++) {
        set->frames.data[f].poses = (ptl_pfobj_transforms){ poses + f * joints, joints };
        ptl_scene_play(m->scene, clip, begin + (double)f / m->rate, 0.001 / m->rate, m->placings);
        fill_frame(m, &set->frames.data[f]);
    }
    set->frames.count = ptl_ok(m->job) ? frames : 0;
    m->model->sets.count++;
}

/* The clip that the setting asks for; the first without one. */
static size_t first_clip(const maker *m)
{
    const ptl_setting *wanted = ptl_setting_of(m->job, "first-clip");
    size_t             clips = m->scene->clips.count, i = 0;
    ptl_near           near;
    char               shown[64];

    if (!wanted)
        return 0;
    near = ptl_near_to((ptl_str){ wanted->data, wanted->size });
    while (i < clips &&
           !ptl_str_same(m->scene->clips.data[i].name, (ptl_str){ wanted->data, wanted->size }))
        ptl_near_offer(&near, m->scene->clips.data[i++].name);
    if (i == clips)
        ptl_fail(m->job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "first-clip: there is no animation \"%s\" among the %zu%s",
                 ptl_quote(shown, sizeof shown, wanted->data, wanted->size), clips,
                 ptl_near_text(&near, ""));
    return i;
}

void ptl_pfobj_make_sets(maker *m)
{
    size_t clips = m->scene->clips.count, room = clips < PFOBJ_SETS ? clips : PFOBJ_SETS;
    size_t first = first_clip(m);

    m->model->sets.data = ptl_arena_array(m->job, room, sizeof *m->model->sets.data);
    for (size_t k = 0; k < clips && ptl_ok(m->job); k++) {
        size_t                i    = k == 0 ? first : k <= first ? k - 1 : k;
        const ptl_scene_clip *clip = &m->scene->clips.data[i];

        if (m->model->joints.count == 0 || !moves_joints(m, clip))
            m->lost.still_sets++;
        else if (m->model->sets.count == room)
            m->lost.sets++;
        else
            make_set(m, clip);
    }
}
