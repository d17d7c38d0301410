/* SPDX-License-Identifier: MIT */
/* Permafrost Engine models (.pfobj): the record table, what fits together, the format's row.
 *
 *      line                                            how often
 *      version 1.0
 *      num_verts N, num_joints J, num_materials M
 *      num_as A
 *      frame_counts F1 ... FA
 *      has_collision 0 or 1                            missing before May 2018
 *      v x y z / vt u v / vn x y z / vw joint/weight ... / vm material
 *                                                      five lines, N times
 *      material name / ambient a / diffuse r g b / specular r g b / texture file
 *                                                      five lines, M times
 *      j parent name scale rotation translation tip    J times
 *      as name frames                                  A times, each followed by
 *          joint scale rotation translation            J lines and, with has_collision 1,
 *          x_bounds, y_bounds, z_bounds min max        three lines, for every frame
 *      x_bounds, y_bounds, z_bounds min max            with has_collision 1
 *
 * ptl_pfobj_read.c reads, ptl_pfobj_write.c writes. What we know beyond this table:
 * docs/formats/pfobj.md
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/num.h"
#include "core/utf8.h"
#include "core/words.h"
#include "formats/call.h"
#include "formats/pfobj/pfobj_private.h"

#define ROWS(fields) fields, sizeof(fields) / sizeof *(fields)

/* ---- Records -------------------------------------------------------------------------------- */

enum { MATERIALS = 4, JOINTS = 5 }; /* their places in model_fields, which numbers refer to */

#define AT(member) .offset = offsetof(ptl_pfobj_weight, member)
static const ptl_field weight_fields[] = {
    { "joint", "number of a joint, counted from 0", PTL_KIND_U32, AT(joint),
      .standing = PTL_KEY | PTL_REFERS(JOINTS) },
    { "weight", "its share, to be divided by the sum of them", PTL_KIND_F64, AT(weight) },
};
#undef AT
static const ptl_record weight_record = { "a weight", sizeof(ptl_pfobj_weight), ROWS(weight_fields),
                                          .one_line = true };

#define AT(member) .offset = offsetof(ptl_pfobj_vertex, member)
static const ptl_field vertex_fields[] = {
    { "position", "left, up, forward", PTL_KIND_F64, AT(position), .fixed = 3 },
    { "texture", "place on the image, (0, 0) is its lower left corner", PTL_KIND_F64, AT(texture),
      .fixed = 2 },
    { "normal", "direction the surface faces", PTL_KIND_F64, AT(normal), .fixed = 3 },
    { "weights", "joints that move it; the engine uses the first six", PTL_KIND_RECORD, PTL_LIST,
      AT(weights), .record = &weight_record, .optional = true },
    { "material", "number of a material, counted from 0", PTL_KIND_U32, AT(material),
      .standing = PTL_REFERS(MATERIALS) },
};
#undef AT
static const ptl_record vertex_record = { "a vertex", sizeof(ptl_pfobj_vertex), ROWS(vertex_fields),
                                          .one_line = true };

#define AT(member) .offset = offsetof(ptl_pfobj_material, member)
static const ptl_field material_fields[] = {
    { "name", "what it is called", PTL_KIND_TEXT, AT(name), .standing = PTL_KEY },
    { "ambient", "factor for the light from everywhere", PTL_KIND_F64, AT(ambient) },
    { "diffuse", "red, green and blue of light scattered", PTL_KIND_F64, AT(diffuse), .fixed = 3 },
    { "specular", "the same of light mirrored", PTL_KIND_F64, AT(specular), .fixed = 3 },
    { "texture", "image file beside the model", PTL_KIND_TEXT, AT(texture) },
};
#undef AT
static const ptl_record material_record = { "a material", sizeof(ptl_pfobj_material),
                                            ROWS(material_fields) };

static const ptl_name form_names[] = { { PTL_PFOBJ_QUATERNION, "quaternion" },
                                       { PTL_PFOBJ_ANGLES, "angles" },
                                       { 0, "" } };

#define AT(member) .offset = offsetof(ptl_pfobj_transform, member)
#define WHEN(form_) .kinds = 1u << (form_), .kind_at = offsetof(ptl_pfobj_transform, form)
static const ptl_field transform_fields[] = {
    { "scale", "factors along the three axes, applied first", PTL_KIND_F64, AT(scale), .fixed = 3 },
    { "form", "how the rotation is given; quaternion when left out", PTL_KIND_U8, AT(form),
      .optional = true, .names = form_names },
    { "quaternion", "x, y, z, w as stored: the turn is the conjugate", PTL_KIND_F64, AT(rotation),
      .fixed = 4, WHEN(PTL_PFOBJ_QUATERNION) },
    { "angles", "degrees about x, then y, then z", PTL_KIND_F64, AT(rotation), .fixed = 3,
      WHEN(PTL_PFOBJ_ANGLES) },
    { "translation", "added last", PTL_KIND_F64, AT(translation), .fixed = 3 },
};
#undef AT
static const ptl_record transform_record = { "a transform", sizeof(ptl_pfobj_transform),
                                             ROWS(transform_fields), .one_line = true };

#define AT(member) .offset = offsetof(ptl_pfobj_joint, member)
static const ptl_field joint_fields[] = {
    { "parent", "number of the joint it hangs on, counted from 1; 0 for a root", PTL_KIND_U32,
      AT(parent), .standing = PTL_FROM_ONE | PTL_REFERS(JOINTS) },
    { "name", "what it is called", PTL_KIND_TEXT, AT(name), .standing = PTL_KEY },
    { "bind", "its transform in the pose the vertices are given in", PTL_KIND_RECORD, AT(bind),
      .record = &transform_record },
    { "tip", "end of the bone in its own space, for drawing", PTL_KIND_F64, AT(tip), .fixed = 3 },
};
#undef AT
static const ptl_record joint_record = { "a joint", sizeof(ptl_pfobj_joint), ROWS(joint_fields),
                                         .one_line = true };

#define AT(member) .offset = offsetof(ptl_pfobj_box, member)
static const ptl_field box_fields[] = {
    { "x", "least and greatest", PTL_KIND_F64, AT(x), .fixed = 2 },
    { "y", "least and greatest", PTL_KIND_F64, AT(y), .fixed = 2 },
    { "z", "least and greatest", PTL_KIND_F64, AT(z), .fixed = 2 },
};
#undef AT
static const ptl_record box_record = { "bounds", sizeof(ptl_pfobj_box), ROWS(box_fields),
                                       .one_line = true };

#define AT(member) .offset = offsetof(ptl_pfobj_frame, member)
static const ptl_field frame_fields[] = {
    { "poses", "a transform for each joint; it replaces the bind transform", PTL_KIND_RECORD,
      PTL_LIST, AT(poses), .record = &transform_record, .standing = PTL_REFERS(JOINTS) },
    { "bounds", "box around the posed model", PTL_KIND_RECORD, AT(bounds), .record = &box_record,
      .optional = true },
};
#undef AT
static const ptl_record frame_record = { "a frame", sizeof(ptl_pfobj_frame), ROWS(frame_fields) };

#define AT(member) .offset = offsetof(ptl_pfobj_set, member)
static const ptl_field set_fields[] = {
    { "name", "what it is called", PTL_KIND_TEXT, AT(name), .standing = PTL_KEY },
    { "frames", "one after the other, 24 per second", PTL_KIND_RECORD, PTL_LIST, AT(frames),
      .record = &frame_record },
};
#undef AT
static const ptl_record set_record = { "an animation set", sizeof(ptl_pfobj_set),
                                       ROWS(set_fields) };

#define AT(member) .offset = offsetof(ptl_pfobj, member)
static const ptl_field model_fields[] = {
    { "version", "1.0 in every known file", PTL_KIND_TEXT, AT(version) },
    { "older_header", "the line has_collision is missing: before May 2018", PTL_KIND_BOOL,
      AT(older_header), .optional = true, .standing = PTL_MANNER },
    { "has_collision", "whether there are bounds; the engine wants them", PTL_KIND_BOOL,
      AT(has_collision) },
    { "vertices", "three for each triangle, counter-clockwise from outside", PTL_KIND_RECORD,
      PTL_LIST, AT(vertices), .record = &vertex_record },
    { "materials", "at least one", PTL_KIND_RECORD, PTL_LIST, AT(materials),
      .record = &material_record },
    { "joints", "the skeleton", PTL_KIND_RECORD, PTL_LIST, AT(joints), .record = &joint_record,
      .optional = true },
    { "sets", "animations; a fresh entity plays the first", PTL_KIND_RECORD, PTL_LIST, AT(sets),
      .record = &set_record, .optional = true },
    { "bounds", "box around the model in its bind pose", PTL_KIND_RECORD, AT(bounds),
      .record = &box_record, .optional = true },
    { "tail", "text after the model", PTL_KIND_TEXT, AT(tail), .optional = true },
};
#undef AT
static const ptl_record model_record = { "a Permafrost model", sizeof(ptl_pfobj),
                                         ROWS(model_fields) };

/* ---- Recognizing ---------------------------------------------------------------------------- */

static size_t skip_blank(ptl_span head, size_t at)
{
    while (at < head.size && head.data[at] && strchr(" \t\r\n", head.data[at]))
        at++;
    return at;
}

static bool word_at(ptl_span head, size_t at, const char *word)
{
    size_t size = strlen(word);

    return head.size - at >= size && memcmp(head.data + at, word, size) == 0 &&
           (head.size - at == size ||
            (head.data[at + size] && strchr(" \t\r\n", head.data[at + size])));
}

/* "version", any word, "num_verts". A mark of byte order, and a text that ends too early, are
 * claimed weakly, so that they get a message of their own. */
static int pfobj_probe(ptl_span head, uint64_t size)
{
    bool   mark = head.size >= 3 && memcmp(head.data, "\xEF\xBB\xBF", 3) == 0;
    size_t at   = skip_blank(head, mark ? 3 : 0);

    (void)size;
    if (!word_at(head, at, "version"))
        return 0;
    at = skip_blank(head, at + strlen("version"));
    while (at < head.size && head.data[at] && !strchr(" \t\r\n", head.data[at]))
        at++;
    at = skip_blank(head, at);
    if (at == head.size)
        return 5;
    return word_at(head, at, "num_verts") ? mark ? 20 : 90 : 0;
}

/* ---- Whether the parts fit ------------------------------------------------------------------ */

bool ptl_pfobj_has_blank(ptl_str name)
{
    return name.size > 0 &&
           (memchr(name.data, ' ', name.size) || memchr(name.data, '\t', name.size));
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* A name must come back from a line as it went there. */
static void settle_name(ptl_job *job, ptl_str name, const char *what, size_t index)
{
    bool bad = name.size == 0 || is_space(name.data[0]) || is_space(name.data[name.size - 1]);

    for (size_t i = 0; i < name.size && !bad; i++)
        bad = name.data[i] == '\n' || name.data[i] == '\r' || name.data[i] == 0;
    if (!bad)
        return;
    ptl_path(job, "%s[%zu]", what, index);
    ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfobj-name",
             "a name is empty, begins or ends with a blank, or does not fit into a line");
}

static bool finite_all(const double *values, size_t count)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += values[i] * 0;
    return sum == 0;
}

static void fail_number(ptl_job *job)
{
    ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfobj-number", "a number is not finite");
}

static bool vertex_fits(const ptl_pfobj *model, const ptl_pfobj_vertex *v)
{
    bool fits = v->material < model->materials.count;

    for (size_t i = 0; i < v->weights.count; i++)
        fits &= v->weights.data[i].joint < model->joints.count &&
                finite_all(&v->weights.data[i].weight, 1);
    return fits && finite_all(v->position, 3) && finite_all(v->texture, 2) &&
           finite_all(v->normal, 3);
}

static void settle_vertices(ptl_job *job, const ptl_pfobj *model)
{
    for (size_t i = 0; i < model->vertices.count; i++) {
        const ptl_pfobj_vertex *v = &model->vertices.data[i];

        if (vertex_fits(model, v))
            continue;
        ptl_path(job, "vertices[%zu]", i);
        if (v->material >= model->materials.count)
            ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfobj-material",
                     "material %lu of %zu, counted from 0", (unsigned long)v->material,
                     model->materials.count);
        for (size_t w = 0; w < v->weights.count; w++)
            if (v->weights.data[w].joint >= model->joints.count)
                ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfobj-joint",
                         "a weight names joint %lu of %zu, counted from 0",
                         (unsigned long)v->weights.data[w].joint, model->joints.count);
        fail_number(job);
        return;
    }
}

static void settle_materials(ptl_job *job, const ptl_pfobj *model)
{
    if (model->materials.count == 0)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfobj-materials",
                 "there are no materials; a model has at least one");
    for (size_t i = 0; i < model->materials.count && ptl_ok(job); i++) {
        const ptl_pfobj_material *m = &model->materials.data[i];

        settle_name(job, m->name, "materials", i);
        settle_name(job, m->texture, "materials", i);
        if (!finite_all(&m->ambient, 1) || !finite_all(m->diffuse, 3) ||
            !finite_all(m->specular, 3))
            fail_number(job);
    }
}

static bool transform_fits(const ptl_pfobj_transform *t)
{
    return t->form <= PTL_PFOBJ_ANGLES && finite_all(t->scale, 3) &&
           finite_all(t->rotation, t->form == PTL_PFOBJ_ANGLES ? 3 : 4) &&
           finite_all(t->translation, 3);
}

static void settle_joints(ptl_job *job, const ptl_pfobj *model)
{
    size_t circle = 0;

    for (size_t i = 0; i < model->joints.count && ptl_ok(job); i++) {
        const ptl_pfobj_joint *j = &model->joints.data[i];

        settle_name(job, j->name, "joints", i);
        ptl_path(job, "joints[%zu]", i);
        if (j->parent > model->joints.count)
            ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfobj-parent",
                     "the parent is joint %lu of %zu, counted from 1", (unsigned long)j->parent,
                     model->joints.count);
        if (!transform_fits(&j->bind) || !finite_all(j->tip, 3))
            fail_number(job);
    }
    job->path[0] = 0;
    if (ptl_ok(job) && model->joints.count > 0 && !ptl_pfobj_order(job, model, &circle))
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfobj-circle", "joint %zu is its own ancestor",
                 circle + 1);
}

static bool box_fits(const ptl_pfobj_box *box)
{
    return finite_all(box->x, 2) && finite_all(box->y, 2) && finite_all(box->z, 2);
}

static void settle_frame(ptl_job *job, const ptl_pfobj *model, const ptl_pfobj_frame *frame)
{
    bool fits = box_fits(&frame->bounds);

    if (frame->poses.count != model->joints.count)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfobj-poses", "%zu poses for %zu joints",
                 frame->poses.count, model->joints.count);
    for (size_t i = 0; i < frame->poses.count && fits; i++)
        fits = transform_fits(&frame->poses.data[i]);
    if (!fits)
        fail_number(job);
}

static void settle_sets(ptl_job *job, const ptl_pfobj *model)
{
    for (size_t s = 0; s < model->sets.count && ptl_ok(job); s++) {
        const ptl_pfobj_set *set = &model->sets.data[s];

        settle_name(job, set->name, "sets", s);
        for (size_t f = 0; f < set->frames.count && ptl_ok(job) && !job->vouched; f++) {
            ptl_path(job, "sets[%zu]/frames[%zu]", s, f);
            settle_frame(job, model, &set->frames.data[f]);
        }
    }
    job->path[0] = 0;
}

/* Text behind the model must not be taken for a part of it when it is read again. */
static void settle_tail(ptl_job *job, const ptl_pfobj *model)
{
    ptl_str tail = model->tail;
    size_t  at   = 0;

    while (at < tail.size && is_space(tail.data[at]))
        at++;
    if (tail.size > 0 && at == tail.size)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfobj-tail",
                 "the tail has nothing but blanks in it");
    if (!model->has_collision && tail.size - at >= 8 && memcmp(tail.data + at, "x_bounds", 8) == 0)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfobj-tail",
                 "without has_collision the text after the model cannot begin with x_bounds");
}

static bool is_number(ptl_str text)
{
    double number;

    return text.size > 0 && text.size < 32 &&
           ptl_parse_f64(text.data, text.data + text.size, &number) == text.data + text.size;
}

static void settle_head(ptl_job *job, const ptl_pfobj *model)
{
    if (!is_number(model->version)) {
        ptl_path(job, "version");
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfobj-version", "the version is not a number");
    }
    if (model->older_header && model->has_collision)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfobj-older-header",
                 "the older header cannot say that there are bounds");
    if (model->vertices.count > UINT32_MAX || model->sets.count > UINT32_MAX)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfobj-count", "more than 32 bits can count");
}

void ptl_pfobj_settle(ptl_job *job, const void *native)
{
    const ptl_pfobj *model = native;

    settle_head(job, model);
    settle_materials(job, model);
    if (!job->vouched)
        settle_vertices(job, model);
    settle_joints(job, model);
    settle_sets(job, model);
    if (!box_fits(&model->bounds))
        fail_number(job);
    settle_tail(job, model);
}

/* ---- New models ----------------------------------------------------------------------------- */

static void make_transform(ptl_pfobj_transform *t)
{
    for (int i = 0; i < 3; i++)
        t->scale[i] = 1;
    t->rotation[3] = 1;
}

static ptl_str make_name(ptl_job *job, const char *before, size_t number, const char *after)
{
    char  text[64];
    int   size = snprintf(text, sizeof text, "%s%zu%s", before, number, after);
    char *copy = ptl_arena_raw(job, (uint64_t)size);

    if (copy)
        memcpy(copy, text, (size_t)size);
    return (ptl_str){ copy, copy ? (size_t)size : 0 };
}

static void make_materials(ptl_job *job, ptl_pfobj_materials *list)
{
    for (size_t i = 0; i < list->count && ptl_ok(job); i++) {
        ptl_pfobj_material *m = &list->data[i];

        *m = (ptl_pfobj_material){ .name    = make_name(job, "Material", i + 1, ""),
                                   .ambient = 1,
                                   .diffuse = { 1, 1, 1 },
                                   .texture = make_name(job, "Material", i + 1, ".png") };
    }
}

static void make_set(ptl_job *job, ptl_pfobj_set *set, size_t number, size_t frames, size_t joints)
{
    ptl_pfobj_transform *poses = ptl_arena_array(job, (uint64_t)frames * joints, sizeof *poses);

    set->name        = make_name(job, "Set", number, "");
    set->frames.data = ptl_arena_array(job, frames, sizeof *set->frames.data);
    for (size_t f = 0; f < frames && ptl_ok(job); f++) {
        set->frames.data[f].poses = (ptl_pfobj_transforms){ poses + f * joints, joints };
        for (size_t j = 0; j < joints; j++)
            make_transform(&poses[f * joints + j]);
    }
    set->frames.count = ptl_ok(job) ? frames : 0;
}

#define MAKE_LIST(job, list, size)                                                                 \
    ((list).data = ptl_arena_array(job, size, sizeof *(list).data), (list).count = (size))

static void make_model(ptl_job *job, ptl_pfobj *model, const ptl_pfobj_sizes *sizes)
{
    model->version       = (ptl_str){ "1.0", 3 };
    model->has_collision = true;
    MAKE_LIST(job, model->vertices, sizes->vertices);
    MAKE_LIST(job, model->materials, sizes->materials);
    MAKE_LIST(job, model->joints, sizes->joints);
    MAKE_LIST(job, model->sets, sizes->sets);
    make_materials(job, &model->materials);
    for (size_t i = 0; i < sizes->joints && ptl_ok(job); i++) {
        model->joints.data[i].name = make_name(job, "Joint", i + 1, "");
        make_transform(&model->joints.data[i].bind);
    }
    for (size_t i = 0; i < sizes->sets && ptl_ok(job); i++)
        make_set(job, &model->sets.data[i], i + 1, sizes->frames ? sizes->frames[i] : 0,
                 sizes->joints);
}

ptl_pfobj *ptl_pfobj_of(const ptl_doc *doc)
{
    return ptl_doc_open(doc, &ptl_format_pfobj);
}

const ptl_pfobj *ptl_pfobj_view(const ptl_doc *doc)
{
    return ptl_doc_look(doc, &ptl_format_pfobj);
}

ptl_status ptl_pfobj_new(ptl_doc **out, const ptl_pfobj_sizes *sizes, const ptl_read_opts *opts,
                         ptl_diag *err)
{
    static const ptl_read_opts   defaults;
    static const ptl_pfobj_sizes none;
    ptl_job                      job;
    ptl_doc                     *doc;
    ptl_pfobj                   *model;

    if (!out)
        return ptl_call_nowhere(err);
    *out  = NULL;
    doc   = ptl_doc_begin(&job, opts ? opts : &defaults);
    model = doc ? ptl_doc_become(&job, doc, &ptl_format_pfobj) : NULL;
    if (model) {
        doc->placeless = job.placeless = true;
        make_model(&job, model, sizes ? sizes : &none);
        if (ptl_ok(&job))
            ptl_pfobj_settle(&job, model);
    }
    return ptl_doc_end(out, &job, doc, err);
}

ptl_status ptl_pfobj_set_weights(ptl_doc *doc, size_t vertex, size_t count, ptl_diag *err)
{
    ptl_job            job;
    ptl_pfobj         *model = ptl_call_touch(&job, doc, &ptl_format_pfobj);
    ptl_pfobj_weights *list;
    ptl_pfobj_weight  *data;

    if (model && vertex >= model->vertices.count)
        ptl_fail(&job, PTL_E_ARG, PTL_NOWHERE, "argument", "there is no such vertex");
    if (!ptl_ok(&job))
        return ptl_job_end(&job, err);
    list = &model->vertices.data[vertex].weights;
    data = ptl_arena_array(&job, count, sizeof *data);
    if (data && list->count > 0)
        memcpy(data, list->data, (list->count < count ? list->count : count) * sizeof *data);
    if (data)
        *list = (ptl_pfobj_weights){ data, count };
    return ptl_job_end(&job, err);
}

static size_t clips_of(const void *native, ptl_str name, bool *named)
{
    const ptl_pfobj *model = native;

    *named = false;
    for (size_t i = 0; i < model->sets.count; i++)
        *named = *named || ptl_str_same(model->sets.data[i].name, name);
    return model->sets.count;
}

/* ---- The row -------------------------------------------------------------------------------- */

static const ptl_setting_info pfobj_settings[] = {
    { "dialect", "NAME", "engine document",
      "write rotations as the engine reads them, or angles and num_material as in the document",
      PTL_WHEN_WRITING },
    { "mirror", "AXIS", "x", "exchange left and right, as the newer exporter does",
      PTL_WHEN_WRITING | PTL_WHEN_SCENE },
    { "lod", "PART[,PART]", NULL,
      "write levels of detail beside a model, with these parts of its triangles, such as 0.5,0.25",
      PTL_WHEN_WRITING },
    { "fps", "RATE", NULL, "frames per second of animations (24)",
      PTL_WHEN_SCENE | PTL_WHEN_IMPORTING, "animation" },
    { "double-sided", NULL, NULL, "give faces of materials that are seen from both sides a back",
      PTL_WHEN_IMPORTING },
    { "first-clip", "NAME", NULL, "which animation comes first: a fresh entity plays it",
      PTL_WHEN_IMPORTING, "animation" },
    { "scale", "FACTOR", NULL, "make everything larger or smaller (1); tiles take whole numbers",
      PTL_WHEN_IMPORTING },
    { "size", "WxH", NULL, "width and height of the box in a new model, in units (2x2)",
      PTL_WHEN_MAKING },
    { 0 },
};

const ptl_format ptl_format_pfobj = {
    .info         = { .name       = "pfobj",
                      .title      = "Permafrost model",
                      .extensions = "pfobj",
                      .media_type = "text/x-permafrost-model",
                      .magic      = "0=version&8:20=num_verts",
                      .settings   = pfobj_settings },
    .record       = &model_record,
    .rules        = ptl_pfobj_rules,
    .text         = true,
    .probe        = pfobj_probe,
    .make         = ptl_pfobj_make,
    .read         = ptl_pfobj_read,
    .settle       = ptl_pfobj_settle,
    .write        = ptl_pfobj_write,
    .beside       = ptl_pfobj_beside,
    .check        = ptl_pfobj_check,
    .check_files  = ptl_pfobj_check_files,
    .fix          = ptl_pfobj_fix,
    .facts_record = &ptl_pfobj_facts_record,
    .facts        = ptl_pfobj_facts,
    .clips        = clips_of,
    .to           = { [PTL_HUB_SCENE] = ptl_pfobj_to_scene },
    .from         = { [PTL_HUB_SCENE] = ptl_pfobj_from_scene },
    .companion    = ptl_pfobj_companion,
};
