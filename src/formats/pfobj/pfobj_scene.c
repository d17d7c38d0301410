/* SPDX-License-Identifier: MIT */
/* Permafrost models as scenes: one mesh with a part for each material, a skin, a clip for each
 * animation set.
 *
 * The file's axes are glTF's. Stored quaternions mean the opposite turn. --mirror x changes left
 * and right, for models of the newer exporter. Joints hang below one neutral node, so that a model
 * with several roots is one skeleton. */
#include <math.h>
#include <string.h>

#include "core/json.h"
#include "core/num.h"
#include "formats/pfobj/pfobj_private.h"
#include "hubs/scene_weld.h"

typedef struct builder {
    ptl_job         *job;
    const ptl_pfobj *model;
    ptl_scene       *scene;
    double           side;       /* -1 when mirrored */
    double           rate;       /* frames a second */
    bool             weld;       /* equal vertices are merged */
    uint32_t         influences; /* of each vertex: 0, 4 or 8 */
    uint32_t         loose;      /* place of the joint that never moves, or PTL_SCENE_NONE */
    size_t           short_of;   /* vertices with more than six weights */
    size_t           no_frames;  /* sets without any                    */
    uint8_t         *changes;    /* for each joint: what sets do to it  */
    size_t           negative;   /* vertices with negative ones         */
    uint32_t        *triangles;  /* their numbers, material by material */
    uint32_t        *first;      /* of each material in that list, and the end */
} builder;

enum { MESH_NODE, SKELETON_NODE, FIRST_JOINT };

/* ---- Notes ---------------------------------------------------------------------------------- */

static void put_numbers(ptl_buf *out, const char *key, const double *values, size_t count)
{
    char text[PTL_NUM_MAX];

    ptl_put_format(out, "\"%s\": %s", key, count > 1 ? "[" : "");
    for (size_t i = 0; i < count; i++) {
        ptl_put_text(out, i > 0 ? ", " : "");
        ptl_put(out, text, ptl_format_f64(text, isfinite(values[i]) ? values[i] : 0));
    }
    ptl_put_text(out, count > 1 ? "]" : "");
}

/* What was put becomes a text in the arena. */
static ptl_str take_notes(ptl_job *job, ptl_buf *notes)
{
    char   *text = ptl_arena_raw(job, notes->size);
    ptl_str out  = { text, text ? notes->size : 0 };

    if (text && notes->size > 0)
        memcpy(text, notes->data, notes->size);
    ptl_buf_free(notes);
    return out;
}

/* ---- Vertices ------------------------------------------------------------------------------- */

/* The weights the engine uses, as shares of the whole, greatest first. */
static unsigned weights_of(const ptl_pfobj_vertex *v, ptl_pfobj_weight out[PTL_PFOBJ_WEIGHTS])
{
    unsigned count = 0;

    for (; count < v->weights.count && count < PTL_PFOBJ_WEIGHTS; count++)
        out[count] = v->weights.data[count];
    return ptl_pfobj_tidy_weights(out, count);
}

static bool has_negative(const ptl_pfobj_vertex *v)
{
    for (size_t i = 0; i < v->weights.count && i < PTL_PFOBJ_WEIGHTS; i++)
        if (v->weights.data[i].weight < 0)
            return true;
    return false;
}

/* How many influences a vertex needs, and whether some vertex has none. */
static void survey_weights(builder *b)
{
    ptl_pfobj_weight weights[PTL_PFOBJ_WEIGHTS];

    b->loose = PTL_SCENE_NONE;
    for (size_t i = 0; i < b->model->vertices.count && b->model->joints.count > 0; i++) {
        const ptl_pfobj_vertex *v     = &b->model->vertices.data[i];
        unsigned                count = weights_of(v, weights);

        b->influences = count > 4 || b->influences == 8 ? 8 : 4;
        b->short_of += v->weights.count > PTL_PFOBJ_WEIGHTS;
        b->negative += has_negative(v);
        if (count == 0)
            b->loose = (uint32_t)b->model->joints.count;
    }
}

static void put_weights(const builder *b, ptl_scene_part *part, const ptl_pfobj_vertex *v,
                        size_t at)
{
    ptl_pfobj_weight weights[PTL_PFOBJ_WEIGHTS];
    unsigned         count = weights_of(v, weights);
    uint16_t        *joint = part->joint.data + at * b->influences;
    float           *share = part->weight.data + at * b->influences;

    memset(joint, 0, b->influences * sizeof *joint);
    memset(share, 0, b->influences * sizeof *share);
    for (unsigned i = 0; i < count; i++) {
        joint[i] = (uint16_t)weights[i].joint;
        share[i] = (float)weights[i].weight;
    }
    if (count == 0) {
        joint[0] = (uint16_t)b->loose;
        share[0] = 1;
    }
}

/* The normal at length 1; that of the face where the vertex has none. */
static void put_normal(const builder *b, float out[3], const ptl_pfobj_vertex *v,
                       const ptl_pfobj_vertex *face)
{
    double n[3], length, a[3], c[3];

    memcpy(n, v->normal, sizeof n);
    length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int i = 0; i < 3 && !(length > 1e-12); i++) {
        a[i] = face[1].position[i] - face[0].position[i];
        c[i] = face[2].position[i] - face[0].position[i];
    }
    if (!(length > 1e-12)) {
        n[0]   = a[1] * c[2] - a[2] * c[1];
        n[1]   = a[2] * c[0] - a[0] * c[2];
        n[2]   = a[0] * c[1] - a[1] * c[0];
        length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    }
    if (!(length > 1e-300)) { /* a face without area has no normal either */
        n[0] = n[2] = 0;
        n[1] = length = 1;
    }
    out[0] = (float)(b->side * n[0] / length);
    out[1] = (float)(n[1] / length);
    out[2] = (float)(n[2] / length);
}

static void put_vertex(const builder *b, ptl_scene_part *part, const ptl_pfobj_vertex *v,
                       const ptl_pfobj_vertex *face, size_t at)
{
    float *position = part->position.data + 3 * at;

    position[0]               = (float)(b->side * v->position[0]);
    position[1]               = (float)v->position[1];
    position[2]               = (float)v->position[2];
    part->uv.data[2 * at]     = (float)v->texture[0];
    part->uv.data[2 * at + 1] = (float)(1 - v->texture[1]); /* counted from below */
    put_normal(b, part->normal.data + 3 * at, v, face);
    if (b->influences > 0)
        put_weights(b, part, v, at);
}

static bool reserve_part(builder *b, ptl_scene_part *part, size_t triangles)
{
    size_t count = 3 * triangles * b->influences;

    if (!ptl_scene_part_reserve(b->job, part, 3 * triangles, 3 * triangles,
                                PTL_PART_NORMAL | PTL_PART_UV | PTL_PART_UNSET))
        return false;
    if (count == 0)
        return true;
    part->influences = b->influences;
    part->joint  = (ptl_u16s){ ptl_arena_raw(b->job, (uint64_t)count * sizeof(uint16_t)), count };
    part->weight = (ptl_f32s){ ptl_arena_raw(b->job, (uint64_t)count * sizeof(float)), count };
    return ptl_ok(b->job);
}

/* The numbers of all triangles by the material of their first vertex, because that is how the
 * engine draws them, in the order of the file. */
static bool sort_triangles(builder *b)
{
    const ptl_pfobj_vertex *all       = b->model->vertices.data;
    size_t                  materials = b->model->materials.count;
    size_t                  count     = b->model->vertices.count / 3;
    uint32_t               *next      = ptl_arena_array(b->job, materials + 2, sizeof *next);

    b->triangles = ptl_arena_raw(b->job, (uint64_t)count * sizeof *b->triangles);
    if (!ptl_ok(b->job))
        return false;
    b->first = next++; /* while it is filled, each stands one place further on */
    for (size_t i = 0; i < count; i++)
        next[all[3 * i].material + 1]++;
    for (size_t i = 1; i <= materials; i++)
        next[i] += next[i - 1];
    for (size_t i = 0; i < count; i++)
        b->triangles[next[all[3 * i].material]++] = (uint32_t)i;
    return true;
}

/* What is to be welded is welded on the way, before all of it is there. */
static void fill_triangles(builder *b, ptl_scene_part *part, ptl_welder *weld)
{
    enum { CHUNK = 3 * 1024 };
    static const uint8_t plain[] = { 0, 1, 2 }, turned[] = { 0, 2, 1 };
    const uint8_t       *order = b->side < 0 ? turned : plain;
    const uint32_t      *first = b->first + part->material;
    size_t               at    = 0;

    for (size_t i = first[0]; i < first[1] && ptl_ok(b->job); i++) {
        const ptl_pfobj_vertex *face = b->model->vertices.data + 3 * (size_t)b->triangles[i];

        for (size_t k = 0; k < 3; k++)
            put_vertex(b, part, &face[order[k]], face, at++);
        if (weld && at - weld->kept >= CHUNK)
            at = ptl_weld_add(weld, at - weld->kept);
    }
    if (weld)
        ptl_weld_add(weld, at - weld->kept);
    for (size_t i = 0; i < at && !weld; i++)
        part->index.data[i] = (uint32_t)i;
}

static bool fill_part(builder *b, ptl_scene_part *part, uint32_t material)
{
    ptl_welder weld = ptl_weld_begin(b->job, part);

    part->material = material;
    if (!reserve_part(b, part, b->first[material + 1] - b->first[material]))
        return false;
    fill_triangles(b, part, b->weld ? &weld : NULL);
    if (b->weld)
        ptl_weld_end(&weld);
    return ptl_ok(b->job);
}

static bool is_used(const builder *b, uint32_t material)
{
    return b->first[material] < b->first[material + 1];
}

/* In which order the triangles of the parts came, as pairs of a part and a number of triangles;
 * nothing when they came part by part. */
static ptl_str order_notes(const builder *b, const uint32_t *part_of)
{
    const ptl_pfobj_vertices *list  = &b->model->vertices;
    ptl_buf                   notes = ptl_buf_of(b->job, NULL);
    size_t                    pairs = 0, run = 0;
    bool                      plain = true;

    for (size_t i = 0; i + 2 < list->count; i += 3) {
        uint32_t part = part_of[list->data[i].material];

        run++;
        if (i + 5 < list->count && part_of[list->data[i + 3].material] == part)
            continue;
        plain = plain && part == pairs;
        ptl_put_format(&notes, "%s%lu, %zu", pairs++ > 0 ? ", " : "{\"order\": [",
                       (unsigned long)part, run);
        run = 0;
    }
    ptl_put_text(&notes, "]}");
    if (plain)
        notes.size = 0;
    return take_notes(b->job, &notes);
}

static bool fill_mesh(builder *b)
{
    ptl_scene_mesh *mesh    = &b->scene->meshes.data[0];
    uint32_t       *part_of = ptl_arena_array(b->job, b->model->materials.count, sizeof *part_of);
    size_t          used    = 0;

    if (!sort_triangles(b))
        return false;
    for (uint32_t i = 0; i < b->model->materials.count; i++)
        used += is_used(b, i);
    if (!part_of || !ptl_scene_parts(b->job, mesh, used))
        return false;
    used = 0;
    for (uint32_t i = 0; i < b->model->materials.count; i++) {
        part_of[i] = (uint32_t)used;
        if (is_used(b, i) && !fill_part(b, &mesh->parts.data[used++], i))
            return false;
    }
    if (used > 1)
        mesh->extras = order_notes(b, part_of);
    return ptl_ok(b->job);
}

/* ---- Materials ------------------------------------------------------------------------------ */

/* What glTF has no place for; the way back reads it (ptl_pfobj_from_scene.c). */
static ptl_str material_notes(ptl_job *job, const ptl_pfobj_material *m)
{
    ptl_buf notes = ptl_buf_of(job, NULL);
    char    shown[256];

    ptl_put_char(&notes, '{');
    put_numbers(&notes, "ambient", &m->ambient, 1);
    ptl_put_text(&notes, ", ");
    put_numbers(&notes, "diffuse", m->diffuse, 3);
    ptl_put_text(&notes, ", ");
    put_numbers(&notes, "specular", m->specular, 3);
    ptl_put_text(&notes, ", \"texture\": ");
    ptl_quote(shown, sizeof shown, m->texture.data, m->texture.size);
    ptl_json_put_string(&notes, shown, strlen(shown));
    ptl_put_char(&notes, '}');
    return take_notes(job, &notes);
}

static float color(double value)
{
    return (float)(value >= 0 ? value <= 1 ? value : 1 : 0);
}

static void fill_materials(builder *b)
{
    for (uint32_t i = 0; i < b->model->materials.count; i++) {
        const ptl_pfobj_material *from = &b->model->materials.data[i];
        ptl_scene_material       *to   = &b->scene->materials.data[i];

        ptl_pfobj_companion(b->model, i, &b->scene->images.data[i].file);
        to->name   = from->name;
        to->image  = i;
        to->alpha  = PTL_ALPHA_BY_IMAGE;
        to->extras = material_notes(b->job, from);
        for (int k = 0; k < 3; k++)
            to->color[k] = color(from->diffuse[k]);
    }
}

/* ---- Joints --------------------------------------------------------------------------------- */

/* A transform in glTF's terms: the turn as a quaternion of length 1. */
static void put_transform(const builder *b, const ptl_pfobj_transform *from, float move[3],
                          float turn[4], float scale[3])
{
    ptl_pfobj_transform t = *from;
    double              q[4], length;

    ptl_pfobj_to_quaternion(&t);
    memcpy(q, t.rotation, sizeof q);
    length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (!(length > 1e-12)) { /* no turn at all */
        q[0] = q[1] = q[2] = 0;
        q[3] = length = 1;
    }
    turn[0] = (float)(-q[0] / length); /* what is stored is the opposite turn */
    turn[1] = (float)(b->side * -q[1] / length);
    turn[2] = (float)(b->side * -q[2] / length);
    turn[3] = (float)(q[3] / length);
    for (int i = 0; i < 3; i++) {
        move[i]  = (float)((i == 0 ? b->side : 1) * t.translation[i]);
        scale[i] = (float)t.scale[i];
    }
}

/* The end of the bone, which glTF has no place for. Three numbers rather than a list of them: some
 * programs that copy a node stumble over a list. */
static ptl_str tip_notes(const builder *b, const double tip[3])
{
    ptl_buf notes   = ptl_buf_of(b->job, NULL);
    double  seen[3] = { tip[0] == 0 ? 0 : b->side * tip[0], tip[1], tip[2] };

    ptl_put_char(&notes, '{');
    put_numbers(&notes, "tip_x", &seen[0], 1);
    ptl_put_text(&notes, ", ");
    put_numbers(&notes, "tip_y", &seen[1], 1);
    ptl_put_text(&notes, ", ");
    put_numbers(&notes, "tip_z", &seen[2], 1);
    ptl_put_char(&notes, '}');
    return take_notes(b->job, &notes);
}

static void fill_joints(builder *b)
{
    ptl_scene_node *nodes = b->scene->nodes.data;
    size_t          count = b->model->joints.count;

    nodes[SKELETON_NODE].name = ptl_scene_text("skeleton");
    for (size_t i = 0; i < count; i++) {
        const ptl_pfobj_joint *joint = &b->model->joints.data[i];
        ptl_scene_node        *node  = &nodes[FIRST_JOINT + i];

        node->name   = joint->name;
        node->parent = joint->parent > 0 ? FIRST_JOINT + joint->parent - 1 : SKELETON_NODE;
        put_transform(b, &joint->bind, node->translation, node->rotation, node->scale);
        node->extras = tip_notes(b, joint->tip);
    }
    if (b->loose != PTL_SCENE_NONE) {
        nodes[FIRST_JOINT + count].extras = ptl_scene_text("{\"still\": true}");
        nodes[FIRST_JOINT + count].name   = ptl_scene_text("still");
        nodes[FIRST_JOINT + count].parent = SKELETON_NODE;
    }
}

/* Column major, four rows; mirrored on both sides where the model is. */
static void put_matrix(const builder *b, float out[16], const ptl_pfobj_matrix *m)
{
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
            out[4 * column + row] =
                (float)(m->m[row][column] * (row == 0 ? b->side : 1) * (column == 0 ? b->side : 1));
    out[3] = out[7] = out[11] = 0;
    out[15]                   = 1;
}

static bool fill_skin(builder *b)
{
    static const ptl_pfobj_matrix unit  = { { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 } } };
    size_t                        count = b->model->joints.count + (b->loose != PTL_SCENE_NONE);
    ptl_pfobj_skin                bind  = { 0 };
    ptl_scene_skin               *skin  = ptl_arena_array(b->job, 1, sizeof *skin);
    uint32_t                     *joint = ptl_arena_array(b->job, count, sizeof *joint);
    float                        *undo  = ptl_arena_array(b->job, 16 * count, sizeof *undo);

    ptl_pfobj_skin_bind(b->job, b->model, &bind);
    if (!ptl_ok(b->job))
        return false;
    for (size_t i = 0; i < count; i++) {
        joint[i] = (uint32_t)(FIRST_JOINT + i);
        put_matrix(b, undo + 16 * i,
                   i < bind.inverse_bind.count ? &bind.inverse_bind.data[i] : &unit);
    }
    *skin                                = (ptl_scene_skin){ .name         = ptl_scene_text("skeleton"),
                                                             .joints       = { joint, count },
                                                             .inverse_bind = { undo, 16 * count },
                                                             .root         = SKELETON_NODE };
    b->scene->skins.data                 = skin;
    b->scene->skins.count                = 1;
    b->scene->nodes.data[MESH_NODE].skin = 0;
    return true;
}

/* ---- Clips ---------------------------------------------------------------------------------- */

typedef struct track { /* one joint through one set */
    ptl_f32s move, turn, scale;
} track;

static ptl_f32s room_for(ptl_job *job, size_t count)
{
    float *data = ptl_arena_array(job, count, sizeof *data);

    return (ptl_f32s){ data, data ? count : 0 };
}

/* Quaternions of opposite sign mean the same turn; neighbors are kept on one side, so that what is
 * between them is the short way. */
static void turn_along(float *turn, const float *before)
{
    double dot = 0;

    for (int i = 0; i < 4; i++)
        dot += (double)turn[i] * (double)before[i];
    for (int i = 0; i < 4 && dot < 0; i++)
        turn[i] = -turn[i];
}

static bool fill_track(builder *b, track *t, const ptl_pfobj_set *set, size_t joint)
{
    size_t frames = set->frames.count;

    t->move  = room_for(b->job, 3 * frames);
    t->turn  = room_for(b->job, 4 * frames);
    t->scale = room_for(b->job, 3 * frames);
    if (!ptl_ok(b->job))
        return false;
    for (size_t i = 0; i < frames; i++) {
        put_transform(b, &set->frames.data[i].poses.data[joint], t->move.data + 3 * i,
                      t->turn.data + 4 * i, t->scale.data + 3 * i);
        turn_along(t->turn.data + 4 * i, i > 0
                                             ? t->turn.data + 4 * (i - 1)
                                             : b->scene->nodes.data[FIRST_JOINT + joint].rotation);
    }
    return true;
}

/* Whether some value is not that of the node at rest. */
static bool moves(const ptl_f32s *values, const float *rest, size_t width)
{
    for (size_t i = 0; i < values->count; i++)
        if (values->data[i] != rest[i % width])
            return true;
    return false;
}

static void add_channel(ptl_scene_clip *clip, uint32_t node, ptl_scene_path path, ptl_f32s times,
                        ptl_f32s values)
{
    clip->channels.data[clip->channels.count++] =
        (ptl_scene_channel){ .node = node, .path = path, .times = times, .values = values };
}

enum { MOVES = 1, TURNS = 2, SCALES = 4 };

/* What a set changes of a joint. */
static unsigned changes_of(const track *t, const ptl_scene_node *node)
{
    return (moves(&t->move, node->translation, 3) ? MOVES : 0u) |
           (moves(&t->turn, node->rotation, 4) ? TURNS : 0u) |
           (moves(&t->scale, node->scale, 3) ? SCALES : 0u);
}

/* What any set changes of each joint. A viewer that plays one clip after the other leaves a joint
 * as the last one had it, unless the next one has keys for it, too. */
static void survey_sets(builder *b)
{
    ptl_arena  arena = { 0 };
    ptl_arena *kept  = b->job->arena;

    b->changes = ptl_arena_array(b->job, b->model->joints.count, sizeof *b->changes);
    for (size_t s = 0; s < b->model->sets.count && ptl_ok(b->job); s++)
        for (size_t j = 0; j < b->model->joints.count && ptl_ok(b->job); j++) {
            track t = { 0 };

            b->job->arena = &arena;
            if (fill_track(b, &t, &b->model->sets.data[s], j))
                b->changes[j] |= (uint8_t)changes_of(&t, &b->scene->nodes.data[FIRST_JOINT + j]);
            b->job->arena = kept;
            ptl_arena_free(&arena, b->job->heap);
            arena = (ptl_arena){ 0 };
        }
}

/* Channels that differ from the node in no clip are left out, but a clip has at least one. */
static bool fill_clip(builder *b, ptl_scene_clip *clip, const ptl_pfobj_set *set)
{
    ptl_f32s times = room_for(b->job, set->frames.count);
    track    t     = { 0 };

    clip->name = set->name;
    clip->channels.data =
        ptl_arena_array(b->job, 3 * b->model->joints.count, sizeof *clip->channels.data);
    for (size_t i = 0; i < times.count; i++)
        times.data[i] = (float)((double)i / b->rate);
    for (size_t j = 0; j < b->model->joints.count && ptl_ok(b->job); j++) {
        uint32_t number = (uint32_t)(FIRST_JOINT + j);

        if (!fill_track(b, &t, set, j))
            return false;
        if (b->changes[j] & MOVES)
            add_channel(clip, number, PTL_PATH_TRANSLATION, times, t.move);
        if (b->changes[j] & TURNS)
            add_channel(clip, number, PTL_PATH_ROTATION, times, t.turn);
        if (b->changes[j] & SCALES ||
            (j + 1 == b->model->joints.count && clip->channels.count == 0))
            add_channel(clip, number, PTL_PATH_SCALE, times, t.scale);
    }
    return ptl_ok(b->job);
}

static bool fill_clips(builder *b)
{
    ptl_scene *scene = b->scene;

    survey_sets(b);
    scene->clips.data = ptl_arena_array(b->job, b->model->sets.count, sizeof *scene->clips.data);
    for (size_t i = 0; scene->clips.data && i < b->model->sets.count; i++)
        if (b->model->sets.data[i].frames.count == 0)
            b->no_frames++;
        else if (!fill_clip(b, &scene->clips.data[scene->clips.count++], &b->model->sets.data[i]))
            return false;
    return ptl_ok(b->job);
}

/* ---- The whole ------------------------------------------------------------------------------ */

static void say_losses(const builder *b)
{
    ptl_find_count(b->job, PTL_LOSS, "pfobj-triangles", b->model->vertices.count % 3,
                   "# {vertex past the last triangle is|vertices past the last triangle are} "
                   "dropped");
    ptl_find_count(b->job, PTL_LOSS, "pfobj-weights", b->short_of,
                   "# {vertex has|vertices have} more than six weights, of which the first six are "
                   "kept");
    ptl_find_count(b->job, PTL_LOSS, "pfobj-weights", b->negative,
                   "# {vertex has|vertices have} negative weights, which are dropped");
    ptl_find_count(b->job, PTL_LOSS, "pfobj-no-frames", b->no_frames,
                   "# animation {set has|sets have} no frames and {is|are} dropped");
    ptl_find_count(b->job, PTL_LOSS, "pfobj-empty", b->model->vertices.count < 3,
                   "the model has no triangle, so that there is nothing to see");
    if (b->model->joints.count == 0)
        ptl_find_count(b->job, PTL_LOSS, "pfobj-sets", b->model->sets.count,
                       "# animation {set is|sets are} dropped: there are no joints to move");
}

double ptl_pfobj_setting_number(ptl_job *job, const char *name, double otherwise, double least,
                                double most, const char *range)
{
    const ptl_setting *setting = ptl_setting_of(job, name);
    const char        *text    = setting ? setting->data : NULL;
    double             value   = otherwise;

    if (setting && (ptl_parse_f64(text, text + setting->size, &value) != text + setting->size ||
                    !(value >= least && value <= most)))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "%s takes a number from %s", name, range);
    return value;
}

double ptl_pfobj_rate(ptl_job *job)
{
    return ptl_pfobj_setting_number(job, "fps", PTL_PFOBJ_RATE, 0.01, 1000, "0.01 to 1000");
}

void ptl_pfobj_to_scene(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    ptl_scene *scene  = hub;
    builder    b      = { .job   = job,
                          .model = native,
                          .scene = scene,
                          .side  = ptl_setting_of(job, "mirror") ? -1 : 1,
                          .rate  = ptl_pfobj_rate(job),
                          .weld  = ptl_setting_of(job, "weld") };
    size_t     joints = b.model->joints.count, materials = b.model->materials.count;
    bool       solid = b.model->vertices.count >= 3;

    (void)files;
    survey_weights(&b);
    if (!ptl_ok(job) ||
        !ptl_scene_reserve(job, scene, materials, materials, solid,
                           joints > 0 ? FIRST_JOINT + joints + (b.loose != PTL_SCENE_NONE) : 1))
        return;
    scene->nodes.data[MESH_NODE].name = ptl_scene_text("model");
    fill_materials(&b);
    if (solid) {
        scene->nodes.data[MESH_NODE].mesh = 0;
        scene->meshes.data[0].name        = ptl_scene_text("model");
    }
    if ((solid && !fill_mesh(&b)) || joints == 0) {
        say_losses(&b);
        return;
    }
    fill_joints(&b);
    if ((!solid || fill_skin(&b)) && fill_clips(&b))
        say_losses(&b);
}
