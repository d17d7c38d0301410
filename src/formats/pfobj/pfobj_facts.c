/* SPDX-License-Identifier: MIT */
/* The page of `info`: counted and measured facts about a model. */
#include <math.h>
#include <string.h>

#include "core/real.h"
#include "formats/pfobj/pfobj_private.h"

/* ---- What the page holds -------------------------------------------------------------------- */

typedef struct material_use {
    ptl_str  name, texture;
    uint64_t vertices;
} material_use;

typedef struct joint_use {
    ptl_str  name, parent;
    uint64_t weights;
} joint_use;

typedef struct set_size {
    ptl_str  name;
    uint64_t frames;
    double   seconds;
} set_size;

typedef struct tally { /* vertices with so many weights */
    uint64_t weights, vertices;
} tally;

typedef struct list {
    void  *data;
    size_t count;
} list;

typedef struct facts {
    ptl_str  format, title, version;
    bool     has_collision, older_header;
    uint64_t vertices;
    struct {
        uint64_t count, degenerate, agree, against;
    } triangles;
    list     materials, joints, sets;
    uint64_t roots, angles, mirrored_roots;
    bool     parents_first;
    list     weights;
    struct {
        double   least, greatest;
        uint64_t not_one;
    } weight_sums;
    ptl_pfobj_box vertex_bounds, bounds;
    uint64_t      tail_bytes;
} facts;

#define ROWS(fields) fields, sizeof(fields) / sizeof *(fields)
#define AT(type, member) .offset = offsetof(type, member)
#define IN(group, name) .offset = offsetof(facts, group.name) - offsetof(facts, group)
#define SIZE(member) sizeof(((facts *)0)->member)

static const ptl_field triangle_fields[] = {
    { "count", "whole ones", PTL_KIND_U64, IN(triangles, count) },
    { "degenerate", "without an area", PTL_KIND_U64, IN(triangles, degenerate) },
    { "agree", "whose normals are on the side they are seen from", PTL_KIND_U64,
      IN(triangles, agree) },
    { "against", "whose normals are on the other side", PTL_KIND_U64, IN(triangles, against) },
};
static const ptl_record triangle_record = { "triangles", SIZE(triangles), ROWS(triangle_fields) };

static const ptl_field material_fields[] = {
    { "name", "what it is called", PTL_KIND_TEXT, AT(material_use, name) },
    { "texture", "image file", PTL_KIND_TEXT, AT(material_use, texture) },
    { "vertices", "how many have it", PTL_KIND_U64, AT(material_use, vertices) },
};
static const ptl_record material_record = { "material", sizeof(material_use),
                                            ROWS(material_fields) };

static const ptl_field joint_fields[] = {
    { "name", "what it is called", PTL_KIND_TEXT, AT(joint_use, name) },
    { "parent", "name of the joint it hangs on; none for a root", PTL_KIND_TEXT,
      AT(joint_use, parent), .optional = true },
    { "weights", "vertices it has a weight of", PTL_KIND_U64, AT(joint_use, weights),
      .unit = PTL_UNIT_VERTICES },
};
static const ptl_record joint_record = { "joint", sizeof(joint_use), ROWS(joint_fields) };

static const ptl_field set_fields[] = {
    { "name", "what it is called", PTL_KIND_TEXT, AT(set_size, name) },
    { "frames", "how many", PTL_KIND_U64, AT(set_size, frames) },
    { "seconds", "how long at 24 frames a second", PTL_KIND_F64, AT(set_size, seconds) },
};
static const ptl_record set_record = { "set", sizeof(set_size), ROWS(set_fields) };

static const ptl_field tally_fields[] = {
    { "weights", "weights of a vertex", PTL_KIND_U64, AT(tally, weights) },
    { "vertices", "vertices that have so many", PTL_KIND_U64, AT(tally, vertices) },
};
static const ptl_record tally_record = { "tally", sizeof(tally), ROWS(tally_fields) };

static const ptl_field sum_fields[] = {
    { "least", "smallest sum of a vertex's weights", PTL_KIND_F64, IN(weight_sums, least) },
    { "greatest", "largest", PTL_KIND_F64, IN(weight_sums, greatest) },
    { "not_one", "vertices whose sum is not 1", PTL_KIND_U64, IN(weight_sums, not_one) },
};
static const ptl_record sum_record = { "weight_sums", SIZE(weight_sums), ROWS(sum_fields) };

static const ptl_field box_fields[] = {
    { "x", "least and greatest", PTL_KIND_F64, AT(ptl_pfobj_box, x), .fixed = 2 },
    { "y", "least and greatest", PTL_KIND_F64, AT(ptl_pfobj_box, y), .fixed = 2 },
    { "z", "least and greatest", PTL_KIND_F64, AT(ptl_pfobj_box, z), .fixed = 2 },
};
static const ptl_record box_record = { "bounds", sizeof(ptl_pfobj_box), ROWS(box_fields),
                                       .one_line = true };

static const ptl_field facts_fields[] = {
    { "format", "always pfobj", PTL_KIND_TEXT, AT(facts, format) },
    { "title", "the format's name for people", PTL_KIND_TEXT, AT(facts, title) },
    { "version", "as the header has it", PTL_KIND_TEXT, AT(facts, version) },
    { "has_collision", "whether there are bounds", PTL_KIND_BOOL, AT(facts, has_collision) },
    { "older_header", "without has_collision", PTL_KIND_BOOL, AT(facts, older_header),
      .optional = true },
    { "vertices", "all of them", PTL_KIND_U64, AT(facts, vertices) },
    { "triangles", "three vertices each", PTL_KIND_RECORD, AT(facts, triangles),
      .record = &triangle_record },
    { "materials", "and their use", PTL_KIND_RECORD, PTL_LIST, AT(facts, materials),
      .record = &material_record },
    { "joints", "and their use", PTL_KIND_RECORD, PTL_LIST, AT(facts, joints),
      .record = &joint_record, .optional = true },
    { "roots", "joints without a parent", PTL_KIND_U64, AT(facts, roots), .optional = true },
    { "parents_first", "whether parents stand before their children", PTL_KIND_BOOL,
      AT(facts, parents_first), .optional = true },
    { "mirrored_roots", "roots with a negative scale: the newer exporter's", PTL_KIND_U64,
      AT(facts, mirrored_roots), .optional = true },
    { "angles", "rotations given as three angles", PTL_KIND_U64, AT(facts, angles),
      .optional = true },
    { "sets", "animations", PTL_KIND_RECORD, PTL_LIST, AT(facts, sets), .record = &set_record,
      .optional = true },
    { "weights", "how many vertices have", PTL_KIND_RECORD, PTL_LIST, AT(facts, weights),
      .record = &tally_record },
    { "weight_sums", "of vertices that have some", PTL_KIND_RECORD, AT(facts, weight_sums),
      .record = &sum_record, .optional = true },
    { "vertex_bounds", "tight box around the vertices", PTL_KIND_RECORD, AT(facts, vertex_bounds),
      .record = &box_record, .unit = PTL_UNIT_WORLD },
    { "bounds", "box in the file", PTL_KIND_RECORD, AT(facts, bounds), .record = &box_record,
      .unit = PTL_UNIT_WORLD, .optional = true },
    { "tail_bytes", "text after the model", PTL_KIND_U64, AT(facts, tail_bytes), .optional = true },
};

const ptl_record ptl_pfobj_facts_record = { "facts", sizeof(facts), ROWS(facts_fields) };

/* ---- Counting ------------------------------------------------------------------------------- */

static void count_triangles(const ptl_pfobj *model, facts *out)
{
    for (size_t i = 0; i + 2 < model->vertices.count; i += 3) {
        double side = 0;
        bool   flat = ptl_pfobj_triangle_is_flat(&model->vertices.data[i], &side);

        out->triangles.count++;
        out->triangles.degenerate += flat;
        out->triangles.agree += !flat && side > 0;
        out->triangles.against += !flat && !(side > 0);
    }
}

static void count_materials(ptl_job *job, const ptl_pfobj *model, facts *out)
{
    material_use *uses = ptl_arena_array(job, model->materials.count, sizeof *uses);

    if (!uses)
        return;
    for (size_t i = 0; i < model->materials.count; i++)
        uses[i] =
            (material_use){ model->materials.data[i].name, model->materials.data[i].texture, 0 };
    for (size_t i = 0; i < model->vertices.count; i++)
        uses[model->vertices.data[i].material].vertices++;
    out->materials = (list){ uses, model->materials.count };
}

static void count_joints(ptl_job *job, const ptl_pfobj *model, facts *out)
{
    joint_use *uses = ptl_arena_array(job, model->joints.count, sizeof *uses);

    out->parents_first = model->joints.count > 0;
    for (size_t i = 0; uses && i < model->joints.count; i++) {
        const ptl_pfobj_joint *j = &model->joints.data[i];

        uses[i].name = j->name;
        if (j->parent > 0)
            uses[i].parent = model->joints.data[j->parent - 1].name;
        out->parents_first &= j->parent <= i;
        out->roots += j->parent == 0;
        out->mirrored_roots += ptl_pfobj_is_mirrored(j);
        out->angles += j->bind.form == PTL_PFOBJ_ANGLES;
    }
    for (size_t i = 0; uses && i < model->vertices.count; i++)
        for (size_t w = 0; w < model->vertices.data[i].weights.count; w++)
            uses[model->vertices.data[i].weights.data[w].joint].weights++;
    out->joints = (list){ uses, uses ? model->joints.count : 0 };
}

static void count_sets(ptl_job *job, const ptl_pfobj *model, facts *out)
{
    set_size *sizes = ptl_arena_array(job, model->sets.count, sizeof *sizes);

    for (size_t s = 0; sizes && s < model->sets.count; s++) {
        const ptl_pfobj_frames *frames = &model->sets.data[s].frames;

        sizes[s] = (set_size){ model->sets.data[s].name, frames->count,
                               (double)frames->count / PTL_PFOBJ_RATE };
        for (size_t f = 0; f < frames->count; f++)
            for (size_t j = 0; j < frames->data[f].poses.count; j++)
                out->angles += frames->data[f].poses.data[j].form == PTL_PFOBJ_ANGLES;
    }
    out->sets = (list){ sizes, sizes ? model->sets.count : 0 };
}

static size_t most_weights(const ptl_pfobj *model)
{
    size_t most = 0;

    for (size_t i = 0; i < model->vertices.count; i++)
        if (model->vertices.data[i].weights.count > most)
            most = model->vertices.data[i].weights.count;
    return most;
}

static void count_weights(ptl_job *job, const ptl_pfobj *model, facts *out)
{
    size_t most = most_weights(model);
    tally *rows = ptl_arena_array(job, (uint64_t)most + 1, sizeof *rows);

    for (size_t i = 0; rows && i < model->vertices.count; i++)
        rows[model->vertices.data[i].weights.count].vertices++;
    for (size_t i = 0; rows && i <= most; i++)
        if (rows[i].vertices > 0)
            rows[out->weights.count++] = (tally){ i, rows[i].vertices };
    out->weights.data = rows;
}

static void measure_sums(const ptl_pfobj *model, facts *out)
{
    bool first = true;

    for (size_t i = 0; i < model->vertices.count; i++) {
        const ptl_pfobj_weights *w   = &model->vertices.data[i].weights;
        double                   sum = 0;

        for (size_t k = 0; k < w->count; k++)
            sum += w->data[k].weight;
        if (w->count == 0)
            continue;
        out->weight_sums.least    = first ? sum : ptl_min(out->weight_sums.least, sum);
        out->weight_sums.greatest = first ? sum : ptl_max(out->weight_sums.greatest, sum);
        out->weight_sums.not_one += fabs(sum - 1) > 1e-5;
        first = false;
    }
    out->weight_sums.least    = ptl_pfobj_round6(out->weight_sums.least);
    out->weight_sums.greatest = ptl_pfobj_round6(out->weight_sums.greatest);
}

static ptl_str literal(const char *text)
{
    return (ptl_str){ text, strlen(text) };
}

void *ptl_pfobj_facts(ptl_job *job, const void *native)
{
    const ptl_pfobj *model = native;
    facts           *out   = ptl_arena_take(job, sizeof *out);

    if (!out)
        return NULL;
    out->format        = literal("pfobj");
    out->title         = literal(ptl_format_pfobj.info.title);
    out->version       = model->version;
    out->has_collision = model->has_collision;
    out->older_header  = model->older_header;
    out->vertices      = model->vertices.count;
    count_triangles(model, out);
    count_materials(job, model, out);
    count_joints(job, model, out);
    count_sets(job, model, out);
    count_weights(job, model, out);
    measure_sums(model, out);
    out->vertex_bounds = ptl_pfobj_bounds(model, NULL);
    out->bounds        = model->bounds;
    out->tail_bytes    = model->tail.size;
    return ptl_ok(job) ? out : NULL;
}
