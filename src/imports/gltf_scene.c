/* SPDX-License-Identifier: MIT */
/* The scene of a glTF file: meshes, nodes, skins, animations, materials and images. */
#include <math.h>
#include <string.h>

#include "core/real.h"
#include "core/words.h"
#include "hubs/scene_pose.h"
#include "imports/gltf_tables.h"
#include "imports/import.h"
#include "render/srgb.h"

enum { DEPTH = 512 }; /* most nodes above one another */

#define DEGREES 57.295779513082320877 /* of a radian */

bool ptl_gltf_has(gltf_in *in, uint64_t at, uint32_t index, size_t count, const char *what)
{
    if (index < count)
        return true;
    if (index != GLTF_NONE)
        ptl_fail(in->job, PTL_E_SYNTAX, at, "gltf-index", "there is no %s %lu", what,
                 (unsigned long)index);
    return false;
}

/* ---- Primitives ----------------------------------------------------------------------------- */

/* A list of so many numbers for each vertex. */
static ptl_f32s read_list(gltf_in *in, uint32_t accessor, const char *types, const char *what,
                          size_t vertices)
{
    gltf_values values = { 0 };

    if (accessor == GLTF_NONE)
        return (ptl_f32s){ 0 };
    values = ptl_gltf_accessor_of(in, accessor, types, what);
    if (ptl_ok(in->job) && values.count != vertices)
        ptl_fail(in->job, PTL_E_SYNTAX, PTL_NOWHERE, "gltf-count",
                 "%s is there for %llu vertices of %zu", what, (unsigned long long)values.count,
                 vertices);
    return ptl_ok(in->job) ? ptl_gltf_floats(in, &values) : (ptl_f32s){ 0 };
}

static ptl_u32s read_joints(gltf_in *in, uint32_t accessor, size_t vertices)
{
    gltf_values values = ptl_gltf_accessor_of(in, accessor, "VEC4", "JOINTS");

    if (ptl_ok(in->job) && values.count != vertices)
        ptl_fail(in->job, PTL_E_SYNTAX, PTL_NOWHERE, "gltf-count",
                 "JOINTS is there for %llu vertices of %zu", (unsigned long long)values.count,
                 vertices);
    return ptl_ok(in->job) ? ptl_gltf_numbers(in, &values) : (ptl_u32s){ 0 };
}

/* Sets of four joints and weights side by side. */
static void read_influences(gltf_in *in, const gltf_attributes *a, ptl_scene_part *part,
                            size_t vertices)
{
    uint32_t sets  = a->joints[0] == GLTF_NONE || a->weights[0] == GLTF_NONE   ? 0
                     : a->joints[1] == GLTF_NONE || a->weights[1] == GLTF_NONE ? 1
                                                                               : 2;
    size_t   total = 4 * sets * vertices;

    in->lost.sets += a->joints[2] != GLTF_NONE;
    if (sets == 0)
        return;
    part->influences = 4 * sets;
    part->joint      = (ptl_u16s){ ptl_arena_array(in->job, total, sizeof(uint16_t)), total };
    part->weight     = (ptl_f32s){ ptl_arena_array(in->job, total, sizeof(float)), total };
    for (uint32_t set = 0; set < sets && ptl_ok(in->job); set++) {
        ptl_u32s joints  = read_joints(in, a->joints[set], vertices);
        ptl_f32s weights = read_list(in, a->weights[set], "VEC4", "WEIGHTS", vertices);

        for (size_t i = 0; i < 4 * vertices && ptl_ok(in->job); i++) {
            size_t to = i / 4 * part->influences + 4 * set + i % 4;

            if (joints.data[i] > UINT16_MAX)
                ptl_fail(in->job, PTL_E_SYNTAX, PTL_NOWHERE, "gltf-index",
                         "a vertex hangs on joint %lu", (unsigned long)joints.data[i]);
            part->joint.data[to]  = (uint16_t)joints.data[i];
            part->weight.data[to] = weights.data[i];
        }
    }
}

/* The numbers of the vertices in the order they are drawn. */
static ptl_u32s read_indices(gltf_in *in, const gltf_primitive *p, size_t vertices)
{
    ptl_u32s    list = { 0 };
    gltf_values values;

    if (p->indices != GLTF_NONE) {
        values = ptl_gltf_accessor_of(in, p->indices, "SCALAR", "indices");
        list   = ptl_ok(in->job) ? ptl_gltf_numbers(in, &values) : list;
    } else {
        list = (ptl_u32s){ ptl_arena_array(in->job, vertices, sizeof(uint32_t)), vertices };
        for (size_t i = 0; i < vertices && list.data; i++)
            list.data[i] = (uint32_t)i;
    }
    for (size_t i = 0; i < list.count && ptl_ok(in->job); i++)
        if (list.data[i] >= vertices)
            ptl_fail(in->job, PTL_E_SYNTAX, p->at, "gltf-index",
                     "index %zu names vertex %lu of %zu", i, (unsigned long)list.data[i], vertices);
    return list;
}

enum { TRIANGLES = 4, STRIP = 5, FAN = 6 };

/* Strips and fans as triangles; of a strip every other one is turned round. */
static ptl_u32s unroll(ptl_job *job, ptl_u32s list, uint32_t mode)
{
    size_t   triangles = list.count < 3 ? 0 : mode == TRIANGLES ? list.count / 3 : list.count - 2;
    ptl_u32s out       = { 0 };

    if (mode == TRIANGLES) {
        list.count = 3 * triangles;
        return list;
    }
    out.data = ptl_arena_array(job, 3 * (uint64_t)triangles, sizeof *out.data);
    for (size_t i = 0; i < triangles && out.data; i++) {
        bool turned = mode == STRIP && i % 2 == 1;

        out.data[3 * i]     = list.data[mode == FAN ? 0 : i];
        out.data[3 * i + 1] = list.data[i + 1 + turned];
        out.data[3 * i + 2] = list.data[i + 2 - turned];
    }
    out.count = out.data ? 3 * triangles : 0;
    return out;
}

/* Dark light needs more than the 8 bits that scenes have; values of a screen, which are denser
 * there, keep what 16 bits say. */
static void code_colors(gltf_in *in, ptl_scene_part *part, const ptl_f32s *list, uint32_t width)
{
    ptl_srgb *srgb = ptl_arena_alone(in->job, sizeof *srgb);

    if (!srgb)
        return;
    ptl_srgb_fill(srgb);
    for (size_t i = 0; i < part->color.count; i++) {
        float share = i % 4 < 3 ? list->data[i / 4 * width + i % 4] : 0;

        if (i % 4 < 3)
            part->color.data[i] = srgb->coded[share <= 0   ? 0
                                              : share >= 1 ? 65535
                                                           : (uint16_t)(share * 65535 + 0.5f)];
    }
    part->display = true;
    ptl_arena_drop(in->job->arena, in->job->heap, srgb);
}

/* Colors as bytes, solid where they do not say. */
static void read_colors(gltf_in *in, uint32_t accessor, size_t vertices, ptl_scene_part *part)
{
    enum { U16 = 5123 };
    gltf_values values;
    ptl_f32s    list;
    uint8_t    *data;

    if (accessor == GLTF_NONE)
        return;
    values = ptl_gltf_accessor_of(in, accessor, "VEC3 VEC4", "COLOR_0");
    list   = read_list(in, accessor, "VEC3 VEC4", "COLOR_0", vertices);
    data   = ptl_arena_take(in->job, 4 * (uint64_t)vertices);
    if (!ptl_ok(in->job))
        return;
    part->color = (ptl_u8s){ data, 4 * vertices };
    for (size_t i = 0; i < part->color.count; i++) {
        float share = i % 4 < values.width ? list.data[i / 4 * values.width + i % 4] : 1;

        data[i] = ptl_import_byte(share);
    }
    if (values.component == U16)
        code_colors(in, part, &list, values.width);
}

/* Scaled, turned and moved, as the image of the color is to be laid on. */
static void transform_uv(gltf_in *in, ptl_f32s *uv, const gltf_texture_transform *t)
{
    double c, s;

    ptl_sine_cosine((double)t->rotation * DEGREES, &s, &c);
    if (!ptl_gltf_finite(t->offset, 2) || !ptl_gltf_finite(t->scale, 2) ||
        !ptl_gltf_finite(&t->rotation, 1))
        ptl_fail(in->job, PTL_E_SYNTAX, PTL_NOWHERE, "gltf-number", "a number that is not finite");
    for (size_t i = 0; i + 1 < uv->count && ptl_ok(in->job); i += 2) {
        double u = (double)uv->data[i] * (double)t->scale[0];
        double v = (double)uv->data[i + 1] * (double)t->scale[1];

        uv->data[i]     = (float)(c * u + s * v + (double)t->offset[0]);
        uv->data[i + 1] = (float)(c * v - s * u + (double)t->offset[1]);
    }
}

/* Scenes have one set of coordinates: the one by which the image of the color is laid on. */
static void read_uv(gltf_in *in, const gltf_primitive *p, ptl_scene_part *part, size_t vertices)
{
    static const gltf_texture_transform none = { .scale = { 1, 1 }, .coordinates = GLTF_NONE };
    const gltf_attributes              *a    = &p->attributes;
    const gltf_texture_use             *use  = p->material < in->file.materials.count
                                                   ? &in->file.materials.data[p->material].look.base
                                                   : NULL;
    const gltf_texture_transform       *t =
        use && use->index != GLTF_NONE ? &use->extensions.transform : &none;
    uint32_t set = t->coordinates != GLTF_NONE ? t->coordinates : t == &none ? 0 : use->coordinates;

    in->lost.coordinates += set > 1;
    in->lost.further += a->uv_1 != GLTF_NONE && (set != 1 || a->uv != GLTF_NONE);
    if (set == 1)
        part->uv = read_list(in, a->uv_1, "VEC2", "TEXCOORD_1", vertices);
    else
        part->uv = read_list(in, a->uv, "VEC2", "TEXCOORD_0", vertices);
    if (memcmp(t->offset, none.offset, sizeof t->offset) != 0 || t->rotation != 0 ||
        t->scale[0] != 1 || t->scale[1] != 1)
        transform_uv(in, &part->uv, t);
}

static void read_primitive(gltf_in *in, const gltf_primitive *p, ptl_scene_part *part)
{
    const gltf_attributes *a = &p->attributes;
    size_t                 vertices;

    part->material = p->material;
    ptl_gltf_has(in, p->at, p->material, in->file.materials.count, "material");
    part->extras = ptl_gltf_notes(in, p->extras);
    in->lost.morphs += p->targets.size > 2;
    in->lost.attributes += a->tangent != GLTF_NONE || a->color_1 != GLTF_NONE;
    if (p->mode < TRIANGLES || p->mode > FAN || a->position == GLTF_NONE) {
        in->lost.points++;
        return;
    }
    gltf_values positions = ptl_gltf_accessor_of(in, a->position, "VEC3", "POSITION");

    part->position = ptl_ok(in->job) ? ptl_gltf_floats(in, &positions) : part->position;
    vertices       = part->position.count / 3;
    part->normal   = read_list(in, a->normal, "VEC3", "NORMAL", vertices);
    read_uv(in, p, part, vertices);
    read_colors(in, a->color, vertices, part);
    read_influences(in, a, part, vertices);
    part->index = read_indices(in, p, vertices);
    if (ptl_ok(in->job))
        part->index = unroll(in->job, part->index, p->mode);
    if (ptl_ok(in->job))
        ptl_import_normals(part);
}

static void read_meshes(gltf_in *in, ptl_scene *out)
{
    for (size_t i = 0; i < in->file.meshes.count && ptl_ok(in->job); i++) {
        const gltf_mesh *from = &in->file.meshes.data[i];
        ptl_scene_mesh  *to   = &out->meshes.data[i];

        to->name   = from->name;
        to->extras = ptl_gltf_notes(in, from->extras);
        ptl_scene_parts(in->job, to, from->primitives.count);
        for (size_t k = 0; k < to->parts.count && ptl_ok(in->job); k++) {
            ptl_within(in->job, "meshes[%zu]/primitives[%zu]", i, k);
            read_primitive(in, &from->primitives.data[k], &to->parts.data[k]);
        }
    }
    ptl_within(in->job, "%s", "");
}

/* ---- Nodes ---------------------------------------------------------------------------------- */

bool ptl_gltf_finite(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

ptl_str ptl_gltf_notes(gltf_in *in, ptl_str extras)
{
    bool object = extras.size > 0 && extras.data[0] == '{';

    in->lost.notes += extras.size > 0 && !object;
    return object ? extras : (ptl_str){ "", 0 };
}

/* A matrix as a placing; what that cannot hold is said once. */
static void place_by_matrix(gltf_in *in, const gltf_node *from, ptl_scene_node *to)
{
    double      m[12];
    ptl_placing p;

    for (int i = 0; i < 12; i++)
        m[i] = (double)from->matrix.data[i % 4 * 4 + i / 4];
    if (ptl_placing_of(&p, m) > 1e-4)
        in->lost.transforms++;
    for (int i = 0; i < 3; i++) {
        to->translation[i] = (float)p.move[i];
        to->scale[i]       = (float)p.scale[i];
    }
    for (int i = 0; i < 4; i++)
        to->rotation[i] = (float)p.turn[i];
}

/* How many of these quaternions do not have the length of 1 that they are given by all who use
 * them; the other values of cubic keys are slopes. */
static size_t odd_turns(const float *turns, size_t count, bool cubic)
{
    size_t odd = 0;

    for (size_t i = cubic; i < count; i += cubic ? 3 : 1) {
        const float *q      = turns + 4 * i;
        double       square = 0;

        for (int k = 0; k < 4; k++)
            square += (double)q[k] * (double)q[k];
        odd += !(fabs(sqrt(square) - 1) <= 1e-3);
    }
    return odd;
}

static void place_node(gltf_in *in, const gltf_node *from, ptl_scene_node *to)
{
    if (!ptl_gltf_finite(from->translation, 3) || !ptl_gltf_finite(from->rotation, 4) ||
        !ptl_gltf_finite(from->scale, 3) || !ptl_gltf_finite(from->matrix.data, from->matrix.count))
        ptl_fail(in->job, PTL_E_SYNTAX, from->at, "gltf-number", "a number that is not finite");
    if (from->matrix.count != 0 && from->matrix.count != 16)
        ptl_fail(in->job, PTL_E_SYNTAX, from->at, "gltf-count", "a matrix has 16 numbers, not %zu",
                 from->matrix.count);
    if (!ptl_ok(in->job))
        return;
    memcpy(to->translation, from->translation, sizeof to->translation);
    memcpy(to->rotation, from->rotation, sizeof to->rotation);
    memcpy(to->scale, from->scale, sizeof to->scale);
    in->lost.turns += odd_turns(to->rotation, 1, false);
    if (from->matrix.count == 16)
        place_by_matrix(in, from, to);
}

static void adopt_children(gltf_in *in, ptl_scene *out, uint32_t parent)
{
    const gltf_node *from = &in->file.nodes.data[parent];

    for (size_t i = 0; i < from->children.count && ptl_ok(in->job); i++) {
        uint32_t child = from->children.data[i];

        if (!ptl_gltf_has(in, from->at, child, out->nodes.count, "node"))
            ptl_fail(in->job, PTL_E_SYNTAX, from->at, "gltf-index", "a child is not a node");
        else if (out->nodes.data[child].parent != PTL_SCENE_NONE)
            ptl_fail(in->job, PTL_E_SYNTAX, from->at, "gltf-tree", "node %lu has two parents",
                     (unsigned long)child);
        else
            out->nodes.data[child].parent = parent;
    }
}

/* No node may be above itself, nor too many above another. */
static void check_tree(gltf_in *in, const ptl_scene *out)
{
    for (size_t i = 0; i < out->nodes.count && ptl_ok(in->job); i++) {
        unsigned depth = 0;

        for (uint32_t at = (uint32_t)i; at != PTL_SCENE_NONE && depth <= DEPTH; depth++)
            at = out->nodes.data[at].parent;
        if (depth > DEPTH)
            ptl_fail(in->job, PTL_E_LIMIT, in->file.nodes.data[i].at, "gltf-tree",
                     "node %zu is its own ancestor, or has more than %d of them", i, DEPTH);
    }
}

static void read_nodes(gltf_in *in, ptl_scene *out)
{
    for (size_t i = 0; i < out->nodes.count && ptl_ok(in->job); i++) {
        const gltf_node *from = &in->file.nodes.data[i];
        ptl_scene_node  *to   = &out->nodes.data[i];

        to->name   = from->name;
        to->extras = ptl_gltf_notes(in, from->extras);
        to->mesh   = from->mesh;
        to->skin   = from->mesh == GLTF_NONE ? GLTF_NONE : from->skin;
        ptl_gltf_has(in, from->at, from->mesh, in->file.meshes.count, "mesh");
        ptl_gltf_has(in, from->at, from->skin, in->file.skins.count, "skin");
        in->lost.cameras += from->camera != GLTF_NONE;
        place_node(in, from, to);
        adopt_children(in, out, (uint32_t)i);
    }
    check_tree(in, out);
}

static void mark_root(gltf_in *in, const gltf_scene *scene, bool *shown)
{
    for (size_t i = 0; i < scene->nodes.count; i++)
        if (ptl_gltf_has(in, PTL_NOWHERE, scene->nodes.data[i], in->file.nodes.count, "node"))
            shown[scene->nodes.data[i]] = true;
}

/* Meshes of other scenes than the one that is shown are left out. */
static void choose_scene(gltf_in *in, ptl_scene *out)
{
    uint32_t number = in->file.scene == GLTF_NONE ? 0 : in->file.scene;
    bool    *shown  = ptl_arena_array(in->job, out->nodes.count, sizeof *shown);
    size_t   hidden = 0;

    if (in->file.scenes.count == 0 || !shown ||
        !ptl_gltf_has(in, PTL_NOWHERE, number, in->file.scenes.count, "scene"))
        return;
    out->name   = in->file.scenes.data[number].name;
    out->extras = ptl_gltf_notes(in, in->file.scenes.data[number].extras);
    mark_root(in, &in->file.scenes.data[number], shown);
    for (size_t i = 0; i < out->nodes.count; i++) {
        uint32_t root = (uint32_t)i;

        if (out->nodes.data[i].mesh == PTL_SCENE_NONE)
            continue;
        while (out->nodes.data[root].parent != PTL_SCENE_NONE)
            root = out->nodes.data[root].parent;
        if (shown[root])
            continue;
        out->nodes.data[i].mesh = out->nodes.data[i].skin = PTL_SCENE_NONE;
        hidden++;
    }
    ptl_find_count(in->job, PTL_LOSS, "gltf-scenes", hidden,
                   "# {mesh is|meshes are} only in scenes other than the one shown, and dropped");
}

/* ---- Skins ---------------------------------------------------------------------------------- */

static void read_skin(gltf_in *in, const gltf_skin *from, ptl_scene_skin *to)
{
    size_t      count  = from->joints.count;
    float      *undo   = ptl_arena_array(in->job, 16 * (uint64_t)count, sizeof *undo);
    gltf_values values = { 0 };

    to->name   = from->name;
    to->joints = from->joints;
    to->root   = from->skeleton;
    ptl_gltf_has(in, from->at, from->skeleton, in->file.nodes.count, "node");
    for (size_t i = 0; i < count; i++)
        if (!ptl_gltf_has(in, from->at, from->joints.data[i], in->file.nodes.count, "node"))
            ptl_fail(in->job, PTL_E_SYNTAX, from->at, "gltf-index", "a joint is not a node");
    for (size_t i = 0; i < 16 * count && undo; i++)
        undo[i] = i % 16 % 5 == 0;
    to->inverse_bind = (ptl_f32s){ undo, 16 * count };
    if (from->inverse_bind == GLTF_NONE || !ptl_ok(in->job))
        return;
    values = ptl_gltf_accessor_of(in, from->inverse_bind, "MAT4", "inverseBindMatrices");
    if (ptl_ok(in->job) && (values.count < count || values.component != 5126))
        ptl_fail(in->job, PTL_E_SYNTAX, from->at, "gltf-count",
                 "%llu inverse bind matrices of floats for %zu joints",
                 (unsigned long long)values.count, count);
    values.count = count; /* there may be more, which no joint wants */
    if (ptl_ok(in->job))
        to->inverse_bind = ptl_gltf_floats(in, &values);
}

/* How many joints a skin must have for the vertices of a mesh. */
static uint32_t joints_needed(const ptl_scene_mesh *mesh)
{
    uint32_t needed = 0;

    for (size_t k = 0; k < mesh->parts.count; k++)
        for (size_t i = 0; i < mesh->parts.data[k].joint.count; i++)
            if (mesh->parts.data[k].joint.data[i] >= needed)
                needed = mesh->parts.data[k].joint.data[i] + 1u;
    return needed;
}

/* Every joint a vertex names is in the skin that moves it. Any number of nodes may show a mesh, so
 * its vertices are looked at once. */
static void check_joints(gltf_in *in, const ptl_scene *out)
{
    uint32_t *needed = ptl_arena_array(in->job, out->meshes.count, sizeof *needed);

    for (size_t i = 0; i < out->meshes.count && needed; i++)
        needed[i] = joints_needed(&out->meshes.data[i]);
    for (size_t n = 0; n < out->nodes.count && ptl_ok(in->job); n++) {
        const ptl_scene_node *node = &out->nodes.data[n];
        size_t                joints;

        if (node->skin == PTL_SCENE_NONE)
            continue;
        joints = out->skins.data[node->skin].joints.count;
        if (needed[node->mesh] > joints)
            ptl_fail(in->job, PTL_E_SYNTAX, PTL_NOWHERE, "gltf-index",
                     "a vertex of mesh %lu hangs on joint %lu of %zu", (unsigned long)node->mesh,
                     (unsigned long)needed[node->mesh] - 1, joints);
    }
}

static void read_skins(gltf_in *in, ptl_scene *out)
{
    out->skins.data = ptl_arena_array(in->job, in->file.skins.count, sizeof *out->skins.data);
    for (size_t i = 0; i < in->file.skins.count && ptl_ok(in->job); i++) {
        ptl_within(in->job, "skins[%zu]", i);
        read_skin(in, &in->file.skins.data[i], &out->skins.data[i]);
    }
    ptl_within(in->job, "%s", "");
    out->skins.count = ptl_ok(in->job) ? in->file.skins.count : 0;
    check_joints(in, out);
}

/* ---- Animations ----------------------------------------------------------------------------- */

static bool is_rising(const ptl_f32s *times)
{
    for (size_t i = 0; i < times->count; i++)
        if (times->data[i] < 0 || (i > 0 && times->data[i] <= times->data[i - 1]))
            return false;
    return true;
}

/* Channels that share their times go on sharing them. */
static ptl_f32s read_times(gltf_in *in, uint32_t accessor)
{
    gltf_values values = ptl_gltf_accessor_of(in, accessor, "SCALAR", "input");

    if (!in->times)
        in->times = ptl_arena_array(in->job, in->file.accessors.count, sizeof *in->times);
    if (ptl_ok(in->job) && !in->times[accessor].data)
        in->times[accessor] = ptl_gltf_floats(in, &values);
    return ptl_ok(in->job) ? in->times[accessor] : (ptl_f32s){ 0 };
}

static void read_keys(gltf_in *in, const gltf_channel *from, const gltf_sampler *sampler,
                      ptl_scene_channel *to)
{
    bool        turn = to->path == PTL_PATH_ROTATION;
    gltf_values values =
        ptl_gltf_accessor_of(in, sampler->output, turn ? "VEC4" : "VEC3", "output");

    to->step  = ptl_str_is(sampler->interpolation, "STEP");
    to->cubic = ptl_str_is(sampler->interpolation, "CUBICSPLINE");
    if (!ptl_ok(in->job))
        return;
    to->times  = read_times(in, sampler->input);
    to->values = ptl_gltf_floats(in, &values);
    if (ptl_ok(in->job) && !is_rising(&to->times))
        ptl_fail(in->job, PTL_E_SYNTAX, from->at, "gltf-times",
                 "times of keys do not rise from 0 on");
    if (ptl_ok(in->job) && values.count != to->times.count * (to->cubic ? 3 : 1))
        ptl_fail(in->job, PTL_E_SYNTAX, from->at, "gltf-count", "%llu values for %zu keys",
                 (unsigned long long)values.count, to->times.count);
    if (ptl_ok(in->job) && turn)
        in->lost.turns += odd_turns(to->values.data, to->values.count / 4, to->cubic);
}

static void read_channel(gltf_in *in, const gltf_animation *animation, const gltf_channel *from,
                         ptl_scene_clip *clip)
{
    static const char *const paths[] = { "translation", "rotation", "scale" };
    ptl_scene_channel       *to      = &clip->channels.data[clip->channels.count];
    unsigned                 path    = 0;

    while (path < 3 && !ptl_str_is(from->target.path, paths[path]))
        path++;
    in->lost.weights += ptl_str_is(from->target.path, "weights");
    if (path == 3 || from->target.node == GLTF_NONE ||
        !ptl_gltf_has(in, from->at, from->target.node, in->file.nodes.count, "node"))
        return;
    if (!ptl_gltf_has(in, from->at, from->sampler, animation->samplers.count, "sampler")) {
        ptl_fail(in->job, PTL_E_SYNTAX, from->at, "gltf-index", "a channel without a sampler");
        return;
    }
    to->node = from->target.node;
    to->path = (ptl_scene_path)path;
    read_keys(in, from, &animation->samplers.data[from->sampler], to);
    clip->channels.count++;
}

static void read_animations(gltf_in *in, ptl_scene *out)
{
    size_t count = in->file.animations.count;

    out->clips.data = ptl_arena_array(in->job, count, sizeof *out->clips.data);
    for (size_t i = 0; i < count && ptl_ok(in->job); i++) {
        const gltf_animation *from = &in->file.animations.data[i];
        ptl_scene_clip       *to   = &out->clips.data[i];

        to->name = from->name;
        to->channels.data =
            ptl_arena_array(in->job, from->channels.count, sizeof *to->channels.data);
        for (size_t k = 0; k < from->channels.count && ptl_ok(in->job); k++) {
            ptl_within(in->job, "animations[%zu]/channels[%zu]", i, k);
            read_channel(in, from, &from->channels.data[k], to);
        }
    }
    ptl_within(in->job, "%s", "");
    out->clips.count = ptl_ok(in->job) ? count : 0;
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* Notes at things that have no place for any in a scene. */
static size_t count_notes(const gltf_file *f)
{
    size_t count = f->extras.size > 0;

    count += f->asset.extras.size > 0;
    for (size_t i = 0; i < f->skins.count; i++)
        count += f->skins.data[i].extras.size > 0;
    for (size_t i = 0; i < f->animations.count; i++)
        count += f->animations.data[i].extras.size > 0;
    for (size_t i = 0; i < f->textures.count; i++)
        count += f->textures.data[i].extras.size > 0;
    for (size_t i = 0; i < f->images.count; i++)
        count += f->images.data[i].extras.size > 0;
    return count;
}

static void say_losses(gltf_in *in)
{
    ptl_job *job = in->job;
    char     shown[96];

    ptl_find_count(job, PTL_LOSS, "gltf-points", in->lost.points,
                   "# {primitive is|primitives are} points or lines, and dropped");
    ptl_find_count(job, PTL_LOSS, "gltf-morphs", in->lost.morphs,
                   "# {primitive has|primitives have} morph targets, which are dropped");
    ptl_find_count(job, PTL_LOSS, "gltf-morphs", in->lost.weights,
                   "# {channel moves morph targets, and is|channels move morph targets, and are} "
                   "dropped");
    ptl_find_count(job, PTL_LOSS, "gltf-weights", in->lost.sets,
                   "# {primitive has|primitives have} more than eight weights per vertex, of which "
                   "eight are read");
    ptl_find_count(
        job, PTL_LOSS, "gltf-coordinates", in->lost.coordinates,
        "# {primitive is|primitives are} laid on by texture coordinates past the second set: "
        "the first is taken");
    ptl_find_count(job, PTL_LOSS, "gltf-coordinates", in->lost.further,
                   "# {primitive has|primitives have} further texture coordinates, which are "
                   "dropped");
    ptl_find_count(
        job, PTL_LOSS, "gltf-attributes", in->lost.attributes,
        "# {primitive has|primitives have} tangents or second colors, which are dropped");
    ptl_find_count(job, PTL_LOSS, "gltf-shear", in->lost.transforms,
                   "# {matrix of a node is|matrices of nodes are} sheared, which is dropped");
    ptl_find_count(job, PTL_LOSS, "gltf-rotation", in->lost.turns,
                   "# {rotation does|rotations do} not have length 1, and {is|are} made so");
    ptl_find_count(job, PTL_LOSS, "gltf-cameras", in->lost.cameras,
                   "# {camera is|cameras are} dropped");
    ptl_find_count(job, PTL_LOSS, "gltf-notes", in->lost.notes + count_notes(&in->file),
                   "# {note is|notes are} dropped: {it is not an object|they are not objects}, or "
                   "at a thing that has none in a scene");
    if (in->file.asset.copyright.size > 0)
        ptl_find(job, PTL_LOSS, PTL_NOWHERE, "gltf-copyright", "the copyright is dropped: \"%s\"",
                 ptl_quote(shown, sizeof shown, in->file.asset.copyright.data,
                           in->file.asset.copyright.size));
}

void ptl_gltf_to_scene(gltf_in *in, ptl_scene *out)
{
    const gltf_file *f = &in->file;

    if (!ptl_scene_reserve(in->job, out, f->images.count, f->materials.count, f->meshes.count,
                           f->nodes.count))
        return;
    read_meshes(in, out);
    read_nodes(in, out);
    if (ptl_ok(in->job))
        choose_scene(in, out);
    if (ptl_ok(in->job))
        read_skins(in, out);
    if (ptl_ok(in->job))
        read_animations(in, out);
    if (ptl_ok(in->job))
        ptl_gltf_looks(in, out);
    say_losses(in);
}
