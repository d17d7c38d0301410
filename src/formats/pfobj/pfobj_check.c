/* SPDX-License-Identifier: MIT */
/* What is odd or wrong in a model, and what the engine and the document say about it. */
#include <math.h>
#include <string.h>

#include "core/num.h"
#include "core/real.h"
#include "formats/pfobj/pfobj_private.h"
#include "hubs/names.h"

typedef struct checker {
    ptl_job         *job;
    const ptl_pfobj *model;
    uint64_t         head, materials, joints, sets; /* lines before each part */
    struct mark {
        uint64_t line, at; /* a line with something in it, by number, and where it begins */
    } last, before;        /* the one found last, and the one that was last before it */
    size_t   set;          /* the one asked for last, */
    uint64_t set_line;     /* and the number of its line */
} checker;

/* ---- Places --------------------------------------------------------------------------------- */

/* Where a count goes on: at the last place, or at the one before where a finding steps back. */
static struct mark nearest(const checker *c, uint64_t line)
{
    static const struct mark first = { 0 };

    return line >= c->last.line ? c->last : line >= c->before.line ? c->before : first;
}

/* The parts of a model are lines, so a finding's place is a line with something in it, counted from
 * the first. Findings mostly come in the order of the file: the count goes on from the last one. */
static uint64_t place(checker *c, uint64_t line)
{
    const uint8_t *data = c->job->source.data;
    uint64_t       size = c->job->source.size;
    struct mark    from = nearest(c, line);
    uint64_t       at = from.at, here = from.line;

    for (; data && at < size; at++, here++) {
        while (at < size && data[at] && strchr(" \t\r\n", data[at]))
            at++;
        if (at < size && here == line) {
            c->before = from;
            c->last   = (struct mark){ here, at };
            return at;
        }
        while (at < size && data[at] != '\n')
            at++;
    }
    return PTL_NOWHERE; /* not from a file, or edited since it was read */
}

static uint64_t at_vertex(checker *c, size_t vertex, unsigned line)
{
    return place(c, c->head + 5 * (uint64_t)vertex + line);
}

static uint64_t material_line(const checker *c, size_t material, unsigned line)
{
    return c->materials + 5 * (uint64_t)material + line;
}

static uint64_t at_joint(checker *c, size_t joint)
{
    return place(c, c->joints + joint);
}

/* The number of a set's own line; past the last set, of the line after all of them. Sets are asked
 * for in their order, so this count, too, goes on from the last one. */
static uint64_t set_line(checker *c, size_t set)
{
    uint64_t lines = c->model->joints.count + (c->model->has_collision ? 3 : 0);

    if (set < c->set || c->set_line == 0) {
        c->set      = 0;
        c->set_line = c->sets;
    }
    for (; c->set < set; c->set++)
        c->set_line += 1 + lines * c->model->sets.data[c->set].frames.count;
    return c->set_line;
}

static uint64_t at_set(checker *c, size_t set)
{
    return place(c, set_line(c, set));
}

/* A line of a frame: those of the joints, then three of bounds. */
static uint64_t at_frame(checker *c, size_t set, size_t frame, uint64_t line)
{
    uint64_t lines = c->model->joints.count + (c->model->has_collision ? 3 : 0);

    return place(c, set_line(c, set) + 1 + lines * frame + line);
}

static void find_places(checker *c)
{
    const ptl_pfobj *m = c->model;

    c->head      = m->older_header ? 6 : 7;
    c->materials = c->head + 5 * (uint64_t)m->vertices.count;
    c->joints    = c->materials + 5 * (uint64_t)m->materials.count;
    c->sets      = c->joints + m->joints.count;
}

uint64_t ptl_pfobj_texture_place(ptl_job *job, const ptl_pfobj *model, size_t material)
{
    enum { TEXTURE = 4 }; /* lines behind that of the material */
    checker c = { .job = job, .model = model };

    find_places(&c);
    return place(&c, material_line(&c, material, TEXTURE));
}

/* ---- Vertices ------------------------------------------------------------------------------- */

static bool names_twice(const ptl_pfobj_weights *w)
{
    for (size_t i = 1; i < w->count && i < PTL_PFOBJ_WEIGHTS; i++)
        for (size_t k = 0; k < i; k++)
            if (w->data[i].joint == w->data[k].joint)
                return true;
    return false;
}

static void name_weights(const checker *c, size_t vertex)
{
    ptl_path(c->job, "vertices[%zu]/weights", vertex);
}

static void check_weights(checker *c, size_t vertex)
{
    const ptl_pfobj_weights *w        = &c->model->vertices.data[vertex].weights;
    double                   sum      = 0;
    bool                     negative = false;

    for (size_t i = 0; i < w->count && i < PTL_PFOBJ_WEIGHTS; i++) {
        sum += w->data[i].weight;
        negative |= w->data[i].weight < 0;
    }
    if (w->count == 0 || (sum != 0 && !negative && !names_twice(w)))
        return;
    if (negative)
        PTL_FIND(c->job, PTL_WARNING, name_weights(c, vertex), at_vertex(c, vertex, 3),
                 "pfobj-weight-negative", "a weight is below 0");
    if (sum == 0)
        PTL_FIND(c->job, PTL_WARNING, name_weights(c, vertex), at_vertex(c, vertex, 3),
                 "pfobj-weight-sum", "the weights add up to 0: no joint moves the vertex");
    if (names_twice(w))
        PTL_FIND(c->job, PTL_WARNING, name_weights(c, vertex), at_vertex(c, vertex, 3),
                 "pfobj-weight-twice", "a joint has two weights");
}

static void check_triangle(checker *c, size_t first)
{
    const ptl_pfobj_vertex *v = &c->model->vertices.data[first];

    for (unsigned i = 1; i < 3; i++)
        if (v[i].material != v[0].material) {
            PTL_FIND(c->job, PTL_WARNING, ptl_path(c->job, "vertices[%zu]/material", first + i),
                     at_vertex(c, first + i, 4), "pfobj-mixed-materials",
                     "material %lu in a triangle of material %lu: its first vertex decides",
                     (unsigned long)v[i].material, (unsigned long)v[0].material);
            return;
        }
}

static void check_vertices(checker *c)
{
    size_t flat = 0, against = 0, loose = 0, count = c->model->vertices.count;
    double side;

    for (size_t i = 0; i < count; i++) {
        check_weights(c, i);
        loose += c->model->vertices.data[i].weights.count == 0;
        if (i % 3 != 0 || i + 2 >= count)
            continue;
        check_triangle(c, i);
        if (ptl_pfobj_triangle_is_flat(&c->model->vertices.data[i], &side))
            flat++;
        else
            against += !(side > 0);
    }
    if (count == 0)
        ptl_find(c->job, PTL_WARNING, place(c, 1), "pfobj-empty",
                 "there are no vertices, so that there is nothing to see");
    ptl_find_count(c->job, PTL_NOTE, "pfobj-flat", flat, "# of %zu triangles {has|have} no area",
                   count / 3);
    ptl_find_count(c->job, PTL_NOTE, "pfobj-normals", against,
                   "# of %zu triangles {has|have} normals against {its|their} winding", count / 3);
    if (c->model->sets.count > 0)
        ptl_find_count(
            c->job, PTL_NOTE, "pfobj-unbound", loose,
            "# of %zu vertices {has no weights and stays|have no weights and stay} still", count);
}

/* ---- Names ---------------------------------------------------------------------------------- */

static bool is_ascii(ptl_str name)
{
    for (size_t i = 0; i < name.size; i++)
        if (name.data[i] <= 0x1F || name.data[i] == 0x7F || (unsigned char)name.data[i] > 0x7F)
            return false;
    return true;
}

static bool leads_away(ptl_str path)
{
    bool away = path.size > 0 && (path.data[0] == '/' || path.data[0] == '\\');

    for (size_t i = 0; i + 1 < path.size; i++)
        away |= (path.data[i] == '.' && path.data[i + 1] == '.') || path.data[i + 1] == ':';
    return away;
}

/* `line` is the number of the line that the name stands in. */
static void check_name(checker *c, ptl_str name, const char *what, size_t index, uint64_t line,
                       bool engine)
{
    char shown[48];

    if (!is_ascii(name))
        PTL_FIND(c->job, PTL_WARNING, ptl_path(c->job, "%s[%zu]", what, index), place(c, line),
                 "pfobj-name", "\"%s\" has characters other than ASCII",
                 ptl_quote(shown, sizeof shown, name.data, name.size));
    if (engine && name.size > PFOBJ_NAME)
        PTL_FIND(c->job, PTL_ERROR, ptl_path(c->job, "%s[%zu]", what, index), place(c, line),
                 "engine-name", "a name of %zu bytes, the engine has room for %d", name.size,
                 PFOBJ_NAME);
}

static void check_names(checker *c, bool engine)
{
    const ptl_pfobj *m = c->model;

    for (size_t i = 0; i < m->materials.count; i++) {
        ptl_str texture = m->materials.data[i].texture;

        check_name(c, m->materials.data[i].name, "materials", i, material_line(c, i, 0), false);
        check_name(c, texture, "materials", i, material_line(c, i, 4), engine);
        if (leads_away(texture))
            PTL_FIND(c->job, PTL_WARNING, ptl_path(c->job, "materials[%zu]/texture", i),
                     place(c, material_line(c, i, 4)), "pfobj-texture-path",
                     "a texture outside of the model's folder is never looked for");
    }
    for (size_t i = 0; i < m->joints.count; i++)
        check_name(c, m->joints.data[i].name, "joints", i, c->joints + i, engine);
    for (size_t i = 0; i < m->sets.count; i++)
        check_name(c, m->sets.data[i].name, "sets", i, set_line(c, i), engine);
}

static void check_same_names(checker *c)
{
    const ptl_pfobj_joints *joints = &c->model->joints;
    ptl_names               seen   = { 0 };

    for (size_t i = 0; i < joints->count && ptl_ok(c->job); i++) {
        uint32_t *first = ptl_names_at(c->job, &seen, joints->data[i].name, (uint32_t)i);

        if (!first || *first == i)
            continue;
        PTL_FIND(c->job, PTL_WARNING, ptl_path(c->job, "joints[%zu]/name", i), at_joint(c, i),
                 "pfobj-same-name", "joint %lu has the same name", (unsigned long)*first + 1);
    }
}

/* The engine looks sets up by their names. */
static void check_same_sets(checker *c)
{
    const ptl_pfobj_sets *sets = &c->model->sets;
    ptl_names             seen = { 0 };

    for (size_t i = 0; i < sets->count && ptl_ok(c->job); i++) {
        uint32_t *first = ptl_names_at(c->job, &seen, sets->data[i].name, (uint32_t)i);

        if (!first || *first == i)
            continue;
        ptl_path(c->job, "sets[%zu]/name", i);
        ptl_find(c->job, PTL_WARNING, at_set(c, i), "pfobj-same-set",
                 "set %lu has the same name: the engine finds that one only",
                 (unsigned long)*first + 1);
    }
}

/* ---- Transforms ----------------------------------------------------------------------------- */

static bool is_unit(const ptl_pfobj_transform *t)
{
    const double *q      = t->rotation;
    double        length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);

    return t->form != PTL_PFOBJ_QUATERNION || fabs(length - 1) <= 1e-3;
}

static void check_joints(checker *c)
{
    size_t mirrored = 0;

    for (size_t i = 0; i < c->model->joints.count; i++) {
        const ptl_pfobj_joint *j     = &c->model->joints.data[i];
        ptl_pfobj_matrix       local = ptl_pfobj_local(&j->bind), inverse;

        mirrored += ptl_pfobj_is_mirrored(j);
        if (!is_unit(&j->bind))
            PTL_FIND(c->job, PTL_WARNING, ptl_path(c->job, "joints[%zu]", i), at_joint(c, i),
                     "pfobj-quaternion",
                     "the quaternion's length is not 1: the engine scales by it");
        if (!ptl_pfobj_invert(&inverse, &local))
            PTL_FIND(c->job, PTL_WARNING, ptl_path(c->job, "joints[%zu]", i), at_joint(c, i),
                     "pfobj-singular",
                     "the bind transform cannot be undone: the joint moves no vertices");
    }
    if (mirrored > 0)
        ptl_find(c->job, PTL_NOTE, PTL_NOWHERE, "pfobj-mirrored",
                 "roots with a negative scale: %zu; the model was probably made by the newer "
                 "exporter, which mirrors x",
                 mirrored);
}

static void check_poses(checker *c)
{
    const ptl_pfobj *m = c->model;

    for (size_t s = 0; s < m->sets.count; s++) {
        const ptl_pfobj_frames *frames = &m->sets.data[s].frames;

        if (frames->count == 0)
            PTL_FIND(c->job, PTL_WARNING, ptl_path(c->job, "sets[%zu]", s), at_set(c, s),
                     "pfobj-no-frames", "a set without frames: the engine divides by zero when %s",
                     s == 0 ? "the model is spawned" : "it is played");
        for (size_t f = 0; f < frames->count; f++)
            for (size_t j = 0; j < frames->data[f].poses.count; j++)
                if (!is_unit(&frames->data[f].poses.data[j]))
                    PTL_FIND(c->job, PTL_WARNING,
                             ptl_path(c->job, "sets[%zu]/frames[%zu]/poses[%zu]", s, f, j),
                             at_frame(c, s, f, j), "pfobj-quaternion",
                             "the quaternion's length is not 1: the engine scales by it");
    }
}

/* ---- Bounds --------------------------------------------------------------------------------- */

/* To three decimals, whatever the locale says about points and commas. */
static const char *show_distance(char out[PTL_NUM_MAX + 1], double distance)
{
    double thousandths = floor(distance * 1000 + 0.5);

    out[ptl_format_f64(out, thousandths < 1e15 ? thousandths / 1000 : distance)] = 0;
    return out;
}

/* Whose box it is: that of a frame, or of the whole model, which comes after the last set. */
typedef struct owner {
    size_t set, frame;
} owner;

static void name_box(const checker *c, owner of)
{
    if (of.set < c->model->sets.count)
        ptl_path(c->job, "sets[%zu]/frames[%zu]/bounds", of.set, of.frame);
    else
        ptl_path(c->job, "bounds");
}

static uint64_t at_box(checker *c, owner of, unsigned axis)
{
    if (of.set < c->model->sets.count)
        return at_frame(c, of.set, of.frame, c->model->joints.count + axis);
    return place(c, set_line(c, of.set) + axis);
}

/* How far the truth sticks out of a stored box, and how far inside it stays. Boxes come from single
 * precision, hence the tolerance. */
static void check_axis(checker *c, owner of, unsigned which, const double box[2],
                       const double tight[2])
{
    const char   axis    = "xyz"[which];
    const double near    = 0.001;
    double       outside = ptl_max(box[0] - tight[0], tight[1] - box[1]);
    double       loose   = ptl_max(tight[0] - box[0], box[1] - tight[1]);
    char         shown[PTL_NUM_MAX + 1];

    if (box[0] > box[1])
        PTL_FIND(c->job, PTL_ERROR, name_box(c, of), at_box(c, of, which), "pfobj-bounds",
                 "%c_bounds: the least is above the greatest", axis);
    else if (outside > near)
        PTL_FIND(c->job, PTL_WARNING, name_box(c, of), at_box(c, of, which), "pfobj-outside",
                 "%c_bounds: vertices lie outside, by up to %s units", axis,
                 show_distance(shown, outside));
    else if (loose > near)
        PTL_FIND(c->job, PTL_NOTE, name_box(c, of), at_box(c, of, which), "pfobj-loose",
                 "%c_bounds: wider than the vertices need, by up to %s units", axis,
                 show_distance(shown, loose));
}

static void check_box(checker *c, owner of, const ptl_pfobj_box *box, const ptl_pfobj_box *tight)
{
    if (c->model->vertices.count == 0)
        return;
    check_axis(c, of, 0, box->x, tight->x);
    check_axis(c, of, 1, box->y, tight->y);
    check_axis(c, of, 2, box->z, tight->z);
}

static void check_frame_bounds(checker *c, size_t s, size_t f, ptl_pfobj_skin *skin)
{
    const ptl_pfobj_frame *frame = &c->model->sets.data[s].frames.data[f];
    ptl_pfobj_box          tight;

    ptl_pfobj_skin_pose(c->job, c->model, skin, frame);
    if (!ptl_ok(c->job))
        return;
    tight = ptl_pfobj_bounds(c->model, skin);
    check_box(c, (owner){ s, f }, &frame->bounds, &tight);
}

static void check_all_frames(checker *c)
{
    const ptl_pfobj *m     = c->model;
    double           moves = ptl_pfobj_moves(m);
    ptl_pfobj_skin   skin;

    if (moves > PFOBJ_MOVES) {
        ptl_find(c->job, PTL_WARNING, PTL_NOWHERE, "limit-frames",
                 "bounds of frames are not checked: the frames move %.0f vertices; allowed: at "
                 "most %d",
                 moves, PFOBJ_MOVES);
        return;
    }
    ptl_pfobj_skin_bind(c->job, m, &skin);
    for (size_t s = 0; s < m->sets.count && ptl_ok(c->job); s++)
        for (size_t f = 0; f < m->sets.data[s].frames.count && ptl_ok(c->job); f++)
            check_frame_bounds(c, s, f, &skin);
}

static void check_bounds(checker *c)
{
    const ptl_pfobj *m     = c->model;
    ptl_pfobj_box    tight = ptl_pfobj_bounds(m, NULL);

    if (!m->has_collision) {
        ptl_find(c->job, PTL_WARNING, m->older_header ? PTL_NOWHERE : place(c, 6),
                 "pfobj-no-bounds", "a model without bounds: the engine refuses it");
        return;
    }
    check_all_frames(c);
    check_box(c, (owner){ .set = m->sets.count }, &m->bounds, &tight);
}

/* ---- Spelling ------------------------------------------------------------------------------- */

typedef struct comparison { /* what is written, held against the file */
    ptl_span source;
    uint64_t at; /* so much is the same */
} comparison;

static bool compare_piece(void *user, const void *data, size_t size)
{
    comparison    *c    = user;
    const uint8_t *want = data;
    size_t         i    = 0;

    while (i < size && c->at < c->source.size && c->source.data[c->at] == want[i]) {
        i++;
        c->at++;
    }
    return i == size;
}

uint64_t ptl_pfobj_spelled_to(const ptl_job *job, const ptl_pfobj *model)
{
    comparison c    = { .source = job->source };
    ptl_sink   sink = { compare_piece, &c };
    ptl_heap   heap = ptl_heap_of(&job->heap->allocator, job->heap->limit - job->heap->used);
    ptl_job    own  = { .heap = &heap };
    ptl_buf    out  = ptl_buf_of(&own, &sink);

    ptl_pfobj_put(&out, model);
    ptl_buf_flush(&out);
    ptl_buf_free(&out);
    return (ptl_ok(&own) && c.at == job->source.size) || ptl_starved(&own) ? PTL_NOWHERE : c.at;
}

static void check_spelling(checker *c)
{
    uint64_t at;

    if (!c->job->source.data)
        return;
    at = ptl_pfobj_spelled_to(c->job, c->model);
    if (at != PTL_NOWHERE)
        ptl_find(
            c->job, PTL_NOTE, at, "pfobj-spelling",
            "from here on not spelled as the official exporter does it; on writing it will be");
}

/* ---- Profiles ------------------------------------------------------------------------------- */

static void check_limits(checker *c)
{
    const ptl_pfobj *m = c->model;

    if (m->joints.count > PFOBJ_JOINTS)
        ptl_find(c->job, PTL_WARNING, place(c, 2), "engine-joints",
                 "%zu joints, the engine can tell %d apart", m->joints.count, PFOBJ_JOINTS);
    if (m->materials.count > PFOBJ_MATERIALS)
        ptl_find(c->job, PTL_ERROR, place(c, 3), "engine-materials",
                 "%zu materials, the engine has room for %d", m->materials.count, PFOBJ_MATERIALS);
    if (m->sets.count > PFOBJ_SETS)
        ptl_find(c->job, PTL_ERROR, place(c, 4), "engine-limit",
                 "%zu animation sets, the engine has room for %d", m->sets.count, PFOBJ_SETS);
}

static void check_lines(checker *c)
{
    const uint8_t *data = c->job->source.data;
    uint64_t       size = c->job->source.size, start = 0;

    for (uint64_t at = 0; data && at < size; at++) {
        if (data[at] != '\n' && at + 1 < size)
            continue;
        if (at + 1 - start > PFOBJ_LINE)
            ptl_find(c->job, PTL_ERROR, start, "engine-line",
                     "a line of %llu bytes, the engine reads %d",
                     (unsigned long long)(at + 1 - start), PFOBJ_LINE);
        start = at + 1;
    }
}

static void check_forms(checker *c, uint8_t unwanted, ptl_severity severity, const char *rule,
                        const char *message)
{
    const ptl_pfobj *m = c->model;

    for (size_t i = 0; i < m->joints.count; i++)
        if (m->joints.data[i].bind.form == unwanted)
            PTL_FIND(c->job, severity, ptl_path(c->job, "joints[%zu]", i), at_joint(c, i), rule,
                     "%s", message);
    for (size_t s = 0; s < m->sets.count; s++)
        for (size_t f = 0; f < m->sets.data[s].frames.count; f++)
            for (size_t j = 0; j < m->joints.count; j++)
                if (m->sets.data[s].frames.data[f].poses.data[j].form == unwanted)
                    PTL_FIND(c->job, severity,
                             ptl_path(c->job, "sets[%zu]/frames[%zu]/poses[%zu]", s, f, j),
                             at_frame(c, s, f, j), rule, "%s", message);
}

static void check_weight_counts(checker *c, size_t most, ptl_severity severity, const char *rule,
                                const char *who)
{
    for (size_t i = 0; i < c->model->vertices.count; i++)
        if (c->model->vertices.data[i].weights.count > most)
            PTL_FIND(c->job, severity, name_weights(c, i), at_vertex(c, i, 3), rule,
                     "%zu weights, %s %zu", c->model->vertices.data[i].weights.count, who, most);
}

static void check_engine(checker *c)
{
    const ptl_pfobj *m = c->model;

    check_limits(c);
    if (!m->has_collision)
        ptl_find(c->job, PTL_ERROR, m->older_header ? PTL_NOWHERE : place(c, 6), "engine-bounds",
                 "the engine loads only models with has_collision 1");
    check_lines(c);
    check_weight_counts(c, PTL_PFOBJ_WEIGHTS, PTL_WARNING, "engine-weights",
                        "the engine uses the first");
    check_forms(c, PTL_PFOBJ_ANGLES, PTL_WARNING, "engine-rotation",
                "three angles, where the engine reads the four numbers of a quaternion");
}

static void check_document(checker *c)
{
    uint64_t at = place(c, 3);

    if (c->model->older_header)
        ptl_find(c->job, PTL_ERROR, PTL_NOWHERE, "document-header",
                 "has_collision is missing, which the document lists");
    if (at != PTL_NOWHERE && c->job->source.size - at > 12 &&
        memcmp(c->job->source.data + at, "num_materials", 13) == 0)
        ptl_find(c->job, PTL_ERROR, at, "document-header",
                 "num_materials, where the document says num_material");
    check_weight_counts(c, 4, PTL_ERROR, "document-weights", "the document allows");
    check_forms(c, PTL_PFOBJ_QUATERNION, PTL_ERROR, "document-rotation",
                "a quaternion, where the document has three angles");
}

void ptl_pfobj_check(ptl_job *job, const void *native, const char *profile)
{
    checker c      = { .job = job, .model = native };
    bool    engine = profile && strcmp(profile, "engine") == 0;

    find_places(&c);
    check_spelling(&c);
    check_vertices(&c);
    check_names(&c, engine);
    check_same_names(&c);
    check_same_sets(&c);
    check_joints(&c);
    check_poses(&c);
    check_bounds(&c);
    if (engine)
        check_engine(&c);
    if (profile && strcmp(profile, "document") == 0)
        check_document(&c);
}
