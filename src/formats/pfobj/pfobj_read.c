/* SPDX-License-Identifier: MIT */
/* Reading a model. Lines spelled as in official files take a fast path, which tolerates nothing and
 * reports nothing; everything else goes line by line through pfobj_lines.h. */
#include <string.h>

#include "core/num.h"
#include "core/num_digits.h"
#include "formats/pfobj/pfobj_lines.h"

enum { COMMON_WEIGHT = 13 }; /* characters of one at most, with what is looked at behind it */

typedef struct reader {
    pfobj_lines in;
    ptl_pfobj  *model;
    uint32_t    joints, materials, sets; /* as the header counts them */
    ptl_u32s    frames;                  /* of each set */
    struct {                             /* weights come from blocks, those of a vertex in a row */
        ptl_pfobj_weight *data;
        size_t            used, size;
    } pool;
    bool angles, quaternions; /* were seen */
} reader;

static uint64_t bytes_left(const reader *r)
{
    return (uint64_t)(r->in.end - r->in.at);
}

/* Whether there is text for so many things; a count is a claim until then. */
static bool fits(reader *r, const char *what, uint64_t count, uint64_t least)
{
    if (least == 0 ? count <= r->in.job->source.size : count <= (bytes_left(r) + 1) / least)
        return true;
    ptl_fail(r->in.job, PTL_E_SYNTAX, ptl_pfobj_offset(&r->in, r->in.end), "truncated",
             "%llu %s do not fit into the %llu bytes that follow", (unsigned long long)count, what,
             (unsigned long long)bytes_left(r));
    return false;
}

/* ---- Header --------------------------------------------------------------------------------- */

static void read_version(reader *r)
{
    ptl_str     word;
    double      value;
    const char *end;
    char        shown[32];

    if (r->in.end - r->in.at >= 3 && memcmp(r->in.at, "\xEF\xBB\xBF", 3) == 0)
        ptl_fail(r->in.job, PTL_E_SYNTAX, 0, "pfobj-bom",
                 "the text begins with a byte order mark, which the engine does not know");
    if (!ptl_pfobj_next_key(&r->in, "version", 0, ""))
        return;
    word = ptl_pfobj_word(&r->in);
    end  = word.data + word.size;
    ptl_quote(shown, sizeof shown, word.data, word.size);
    if (word.size == 0 || ptl_parse_f64(word.data, end, &value) != end)
        ptl_fail(r->in.job, PTL_E_SYNTAX, ptl_pfobj_offset(&r->in, word.data), "pfobj-version",
                 "version: \"%s\" is not a number", shown);
    else if (!ptl_str_is(word, "1.0"))
        ptl_warn(r->in.job, ptl_pfobj_offset(&r->in, word.data), "pfobj-version",
                 "version is %s, only 1.0 is known; read as if it were", shown);
    ptl_pfobj_line_end(&r->in, "version");
    r->model->version = ptl_pfobj_keep(r->in.job, word.data, end);
}

static uint32_t read_key_count(reader *r, const char *key, const char *hint)
{
    uint32_t count = 0;

    if (ptl_pfobj_next_key(&r->in, key, 0, hint))
        count = ptl_pfobj_count(&r->in, key, ptl_pfobj_word(&r->in));
    ptl_pfobj_line_end(&r->in, key);
    return count;
}

static void read_material_count(reader *r)
{
    ptl_str key = ptl_pfobj_peek(&r->in);

    if (ptl_str_is(key, "num_material")) {
        ptl_warn(r->in.job, ptl_pfobj_offset(&r->in, key.data), "pfobj-num-material",
                 "num_material is the document's word: the engine wants num_materials");
        r->materials = read_key_count(r, "num_material", "");
    } else {
        r->materials = read_key_count(r, "num_materials", "");
    }
    if (ptl_ok(r->in.job) && r->materials == 0)
        ptl_fail(r->in.job, PTL_E_SYNTAX, ptl_pfobj_offset(&r->in, r->in.stop - 1),
                 "pfobj-materials", "there are no materials; a model has at least one");
}

static void read_frame_counts(reader *r)
{
    ptl_str word;

    if (!ptl_pfobj_next_key(&r->in, "frame_counts", PFOBJ_INDENTED | PFOBJ_OPEN, ""))
        return;
    if (!fits(r, "animation sets", r->sets, 2))
        return;
    r->frames.data = ptl_arena_array(r->in.job, r->sets, sizeof *r->frames.data);
    while (ptl_ok(r->in.job) && (word = ptl_pfobj_word(&r->in)).size > 0) {
        if (r->frames.count == r->sets) {
            ptl_fail(r->in.job, PTL_E_SYNTAX, ptl_pfobj_offset(&r->in, word.data),
                     "pfobj-frame-counts", "more frame counts than the %lu of num_as",
                     (unsigned long)r->sets);
            return;
        }
        r->frames.data[r->frames.count++] = ptl_pfobj_count(&r->in, "frame_counts", word);
    }
    if (r->frames.count < r->sets)
        ptl_fail(r->in.job, PTL_E_SYNTAX, ptl_pfobj_offset(&r->in, r->in.stop),
                 "pfobj-frame-counts", "number of frame counts: %zu, but num_as is %lu",
                 r->frames.count, (unsigned long)r->sets);
}

static void read_collision(reader *r)
{
    ptl_str  key = ptl_pfobj_peek(&r->in), word;
    uint32_t value;

    if (!ptl_ok(r->in.job))
        return;
    if (!ptl_str_is(key, "has_collision") && key.size > 0) {
        ptl_warn(r->in.job, ptl_pfobj_offset(&r->in, key.data), "pfobj-older-header",
                 "has_collision is missing, as before May 2018: no bounds");
        r->model->older_header = true;
        return;
    }
    if (!ptl_pfobj_next_key(&r->in, "has_collision", 0, ""))
        return;
    word  = ptl_pfobj_word(&r->in);
    value = ptl_pfobj_count(&r->in, "has_collision", word);
    if (value > 1)
        ptl_fail(r->in.job, PTL_E_SYNTAX, ptl_pfobj_offset(&r->in, word.data), "pfobj-collision",
                 "has_collision is %lu; allowed: 0 and 1", (unsigned long)value);
    ptl_pfobj_line_end(&r->in, "has_collision");
    r->model->has_collision = value == 1;
}

static void look_at_triangles(reader *r)
{
    if (ptl_ok(r->in.job) && r->model->vertices.count % 3 != 0)
        ptl_warn(r->in.job, ptl_pfobj_offset(&r->in, r->in.stop - 1), "pfobj-triangles",
                 "the number of vertices, %zu, is not a multiple of 3: the last ones are left over",
                 r->model->vertices.count);
}

static void read_header(reader *r)
{
    read_version(r);
    r->model->vertices.count = read_key_count(
        r, "num_verts",
        ptl_str_is(ptl_pfobj_peek(&r->in), "num_materials") ? ": this is a PFMAP map" : "");
    look_at_triangles(r);
    r->joints = read_key_count(r, "num_joints", "");
    read_material_count(r);
    r->sets = read_key_count(r, "num_as", "");
    read_frame_counts(r);
    read_collision(r);
}

/* ---- The fast way --------------------------------------------------------------------------- */

/* Numbers with one character between them and another after them; NULL when it is not so. */
static const char *fast_reals(const char *at, const char *end, double *out, int count, char between,
                              char after)
{
    for (int i = 0; i < count; i++) {
        at = ptl_parse_f64(at, end, &out[i]);
        if (!at || at == end || *at != (i + 1 < count ? between : after))
            return NULL;
        at++;
    }
    return at;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A small whole number; NULL when it is none or has more than six digits. */
static const char *fast_count(const char *at, const char *end, uint32_t *out)
{
    uint32_t value = 0;
    int      count = 0;

    for (; at < end && is_digit(*at) && count < 7; at++, count++)
        value = value * 10 + (uint32_t)(*at - '0');
    *out = value;
    return count > 0 && count < 7 && at < end ? at : NULL;
}

/* Whether these are all finite. Numbers whose sum is too large go the careful way, too. */
static bool all_finite(const double *values, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum - sum == 0;
}

/* Makes room for one more weight of the vertex whose last `count` weights end the pool. Blocks
 * double, but the text that is left says how many weights there can be at most. */
static bool weight_room(reader *r, size_t count)
{
    ptl_pfobj_weight *data;
    uint64_t          most = bytes_left(r) / 4 + count + 1;
    size_t            size = r->pool.size < 512 ? 1024 : r->pool.size * 2;

    if (r->pool.used < r->pool.size)
        return true;
    size = size > 2 * count ? size : 2 * count;
    size = size < most ? size : (size_t)most;
    data = ptl_arena_raw(r->in.job, (uint64_t)size * sizeof *data);
    if (!data)
        return false;
    if (count > 0)
        memcpy(data, r->pool.data + r->pool.used - count, count * sizeof *data);
    r->pool.data = data;
    r->pool.size = size;
    r->pool.used = count;
    return true;
}

static void add_weight(reader *r, ptl_pfobj_weights *list, uint32_t joint, double weight)
{
    if (!weight_room(r, list->count))
        return;
    r->pool.data[r->pool.used++] = (ptl_pfobj_weight){ .joint = joint, .weight = weight };
    list->count++;
    list->data = r->pool.data + r->pool.used - list->count;
}

/* A weight as nearly all are: a joint of one or two digits, a slash, a digit, a point, six digits.
 * NULL when it is any other. Without a branch where joints differ: to guess wrongly costs more than
 * the whole weight. */
static inline const char *common_weight(const char *at, uint32_t joints, ptl_pfobj_weight *out)
{
    unsigned first = ptl_digit_of(at[0]), two = at[1] != '/', last = ptl_digit_of(at[two]);
    uint64_t digits;

    out->joint = two ? first * 10 + last : first;
    at += 1 + two;
    if (first > 9 || last > 9 || *at != '/' || out->joint >= joints ||
        !ptl_take_six(at + 1, &digits))
        return NULL;
    out->weight = (double)(int64_t)digits / 1e6; /* exact but for this one rounding (Clinger) */
    return at + 9;
}

/* What follows "vw " where all weights are common ones and the pool has room for them: nothing is
 * asked for each again. NULL when it is not so. */
static const char *common_weights(reader *r, const char *at, const char *end,
                                  ptl_pfobj_weights *out)
{
    ptl_pfobj_weight *list;
    size_t            count;

    if (FLT_EVAL_METHOD != 0 || end - at < PTL_PFOBJ_WEIGHTS * COMMON_WEIGHT ||
        r->pool.size - r->pool.used < PTL_PFOBJ_WEIGHTS)
        return NULL;
    list = r->pool.data + r->pool.used;
    for (count = 0; *at == ' ' && count < PTL_PFOBJ_WEIGHTS; count++)
        if (!(at = common_weight(at + 1, r->joints, &list[count])))
            return NULL;
    if (*at != '\n')
        return NULL;
    r->pool.used += count;
    *out = (ptl_pfobj_weights){ list, count };
    return at + 1;
}

/* What follows "vw ". */
static const char *fast_weights(reader *r, const char *at, const char *end, ptl_pfobj_weights *out)
{
    const char *common;
    uint32_t    joint;
    double      weight;

    if (*at == '\n')
        return at + 1;
    if ((common = common_weights(r, at, end, out)))
        return common;
    while (at && at < end && *at == ' ' && out->count < PTL_PFOBJ_WEIGHTS) {
        at = fast_count(at + 1, end, &joint);
        if (!at || *at != '/' || joint >= r->joints)
            return NULL;
        at = ptl_parse_f64(at + 1, end, &weight);
        if (!at || !(weight - weight == 0))
            return NULL;
        add_weight(r, out, joint, weight);
    }
    return at && at < end && *at == '\n' ? at + 1 : NULL;
}

static bool starts(const char *at, const char *end, const char *text, size_t size)
{
    return (size_t)(end - at) > size && memcmp(at, text, size) == 0;
}

/* A vertex as official files spell it. False leaves the text where it is. */
static bool fast_vertex(reader *r, ptl_pfobj_vertex *out)
{
    const char *at = r->in.at, *end = r->in.end;

    if (!starts(at, end, "v ", 2) || !(at = fast_reals(at + 2, end, out->position, 3, ' ', '\n')) ||
        !starts(at, end, "vt ", 3) || !(at = fast_reals(at + 3, end, out->texture, 2, ' ', '\n')) ||
        !starts(at, end, "vn ", 3) || !(at = fast_reals(at + 3, end, out->normal, 3, ' ', '\n')))
        return false;
    if (!all_finite(out->position, 3) || !all_finite(out->texture, 2) ||
        !all_finite(out->normal, 3))
        return false;
    if (!starts(at, end, "vw ", 3) || !(at = fast_weights(r, at + 3, end, &out->weights)) ||
        !starts(at, end, "vm ", 3) || !(at = fast_count(at + 3, end, &out->material)) ||
        *at != '\n' || out->material >= r->materials)
        return false;
    r->in.at = at + 1;
    return true;
}

/* The line of a joint in a frame as official files spell it. */
static bool fast_pose(reader *r, uint32_t joint, ptl_pfobj_transform *out)
{
    const char *at = r->in.at, *end = r->in.end;
    uint32_t    number;

    if (!starts(at, end, "        ", 8) || !(at = fast_count(at + 8, end, &number)) ||
        number != joint + 1 || *at != ' ' ||
        !(at = fast_reals(at + 1, end, out->scale, 3, '/', ' ')) ||
        !(at = fast_reals(at, end, out->rotation, 4, '/', ' ')) ||
        !(at = fast_reals(at, end, out->translation, 3, '/', '\n')) || !all_finite(out->scale, 3) ||
        !all_finite(out->rotation, 4) || !all_finite(out->translation, 3))
        return false;
    out->form      = PTL_PFOBJ_QUATERNION;
    r->quaternions = true;
    r->in.at       = at;
    return true;
}

static bool fast_bounds(reader *r, ptl_pfobj_box *out)
{
    const char *at = r->in.at, *end = r->in.end;

    if (!starts(at, end, "\tx_bounds ", 10) ||
        !(at = fast_reals(at + 10, end, out->x, 2, ' ', '\n')) ||
        !starts(at, end, "\ty_bounds ", 10) ||
        !(at = fast_reals(at + 10, end, out->y, 2, ' ', '\n')) ||
        !starts(at, end, "\tz_bounds ", 10) ||
        !(at = fast_reals(at + 10, end, out->z, 2, ' ', '\n')) || !all_finite(out->x, 2) ||
        !all_finite(out->y, 2) || !all_finite(out->z, 2))
        return false;
    r->in.at = at;
    return true;
}

/* ---- Vertices ------------------------------------------------------------------------------- */

static void read_weight(reader *r, ptl_str word, ptl_pfobj_weights *out)
{
    pfobj_lines *in    = &r->in;
    const char  *slash = memchr(word.data, '/', word.size), *end = word.data + word.size;
    double       numbers[2] = { 0 };
    uint32_t     joint;

    if (!slash || slash == word.data || slash + 1 == end) {
        char shown[48];

        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, word.data), "pfobj-weight",
                 "vw: \"%s\" is not a joint, a slash and a weight",
                 ptl_quote(shown, sizeof shown, word.data, word.size));
        return;
    }
    joint = ptl_pfobj_count(in, "the joint of a weight",
                            (ptl_str){ word.data, (size_t)(slash - word.data) });
    ptl_pfobj_slashed(in, "a weight", (ptl_str){ slash + 1, (size_t)(end - slash - 1) }, numbers, 1,
                      1);
    if (joint >= r->joints)
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, word.data), "pfobj-joint",
                 "a weight names joint %lu of %lu, counted from 0", (unsigned long)joint,
                 (unsigned long)r->joints);
    if (ptl_ok(in->job))
        add_weight(r, out, joint, numbers[0]);
}

static void read_weights(reader *r, ptl_pfobj_weights *out)
{
    pfobj_lines *in = &r->in;
    const char  *at;
    ptl_str      word;

    *out = (ptl_pfobj_weights){ 0 };
    if (!ptl_pfobj_next_key(in, "vw", PFOBJ_INDENTED | PFOBJ_OPEN, ""))
        return;
    at = in->word;
    if (in->word == in->stop && !in->blank_after && r->sets > 0)
        ptl_warn(in->job, ptl_pfobj_offset(in, in->stop), "pfobj-bare-vw",
                 "no blank after vw: the engine refuses this in a model with animation sets");
    while (ptl_ok(in->job) && (word = ptl_pfobj_word(in)).size > 0)
        read_weight(r, word, out);
    if (out->count > 0 && in->blank_after)
        ptl_warn(in->job, ptl_pfobj_offset(in, in->stop), "pfobj-trailing-blank",
                 "blanks at the end of the line");
    if (out->count > PTL_PFOBJ_WEIGHTS)
        ptl_warn(in->job, ptl_pfobj_offset(in, at), "pfobj-weights",
                 "%zu weights: the engine uses the first %d", out->count, PTL_PFOBJ_WEIGHTS);
}

static void read_vertex(reader *r, ptl_pfobj_vertex *out)
{
    pfobj_lines *in = &r->in;
    ptl_str      word;

    if (ptl_pfobj_next_key(in, "v", 0, ": num_verts may be too large"))
        ptl_pfobj_reals(in, "v", out->position, 3);
    if (ptl_pfobj_next_key(in, "vt", 0, ""))
        ptl_pfobj_reals(in, "vt", out->texture, 2);
    if (ptl_pfobj_next_key(in, "vn", 0, ""))
        ptl_pfobj_reals(in, "vn", out->normal, 3);
    read_weights(r, &out->weights);
    if (!ptl_pfobj_next_key(in, "vm", 0, ""))
        return;
    word          = ptl_pfobj_word(in);
    out->material = ptl_pfobj_count(in, "vm", word);
    if (out->material >= r->materials)
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, word.data), "pfobj-material",
                 "vm names material %lu of %lu, counted from 0", (unsigned long)out->material,
                 (unsigned long)r->materials);
    ptl_pfobj_line_end(in, "vm");
}

static void read_vertices(reader *r)
{
    ptl_pfobj_vertices *list  = &r->model->vertices;
    uint64_t            count = list->count;

    list->count = 0;
    if (!ptl_ok(r->in.job) || !fits(r, "vertices", count, PFOBJ_VERTEX_BYTES))
        return;
    list->data = ptl_arena_raw(r->in.job, count * sizeof *list->data);
    for (; list->data && list->count < count && ptl_ok(r->in.job); list->count++) {
        ptl_pfobj_vertex *vertex = &list->data[list->count];

        ptl_source_passed(r->in.job, ptl_pfobj_offset(&r->in, r->in.at));
        vertex->weights = (ptl_pfobj_weights){ 0 };
        if (fast_vertex(r, vertex))
            continue;
        *vertex = (ptl_pfobj_vertex){ 0 };
        ptl_within(r->in.job, "vertices[%zu]", list->count);
        read_vertex(r, vertex);
    }
    ptl_within(r->in.job, "%s", "");
}

/* ---- Materials ------------------------------------------------------------------------------ */

static void look_at_names(reader *r, const ptl_pfobj_material *m, const char *name)
{
    if (m->name.size >= 8 && memcmp(m->name.data, "__none__", 8) == 0 &&
        (m->name.size == 8 || m->name.data[8] == ' ' || m->name.data[8] == '\t'))
        ptl_warn(r->in.job, ptl_pfobj_offset(&r->in, name), "pfobj-none",
                 "the engine stops reading at a material called __none__");
}

static void read_material(reader *r, ptl_pfobj_material *out)
{
    pfobj_lines *in   = &r->in;
    const char  *name = in->at;

    if (ptl_pfobj_next_key(in, "material", PFOBJ_INDENTED, ": num_verts may be too small")) {
        out->name = ptl_pfobj_name(in, "a material");
        name      = in->word;
    }
    if (ptl_ok(in->job))
        look_at_names(r, out, name);
    if (ptl_pfobj_next_key(in, "ambient", PFOBJ_INDENTED, ""))
        ptl_pfobj_reals(in, "ambient", &out->ambient, 1);
    if (ptl_pfobj_next_key(in, "diffuse", PFOBJ_INDENTED, ""))
        ptl_pfobj_reals(in, "diffuse", out->diffuse, 3);
    if (ptl_pfobj_next_key(in, "specular", PFOBJ_INDENTED, ""))
        ptl_pfobj_reals(in, "specular", out->specular, 3);
    if (!ptl_pfobj_next_key(in, "texture", PFOBJ_INDENTED, ""))
        return;
    out->texture = ptl_pfobj_name(in, "a texture");
    if (ptl_ok(in->job) && ptl_pfobj_has_blank(out->texture))
        ptl_warn(in->job, ptl_pfobj_offset(in, in->word), "pfobj-texture-blank",
                 "a texture with a blank in its name: the engine takes the first word only");
}

static void read_materials(reader *r)
{
    ptl_pfobj_materials *list = &r->model->materials;

    if (!ptl_ok(r->in.job) || !fits(r, "materials", r->materials, PFOBJ_MATERIAL_BYTES))
        return;
    list->data = ptl_arena_array(r->in.job, r->materials, sizeof *list->data);
    for (; list->data && list->count < r->materials && ptl_ok(r->in.job); list->count++) {
        ptl_within(r->in.job, "materials[%zu]", list->count);
        read_material(r, &list->data[list->count]);
    }
    ptl_within(r->in.job, "%s", "");
}

/* ---- Transforms ----------------------------------------------------------------------------- */

static void read_transform(reader *r, const ptl_str words[3], ptl_pfobj_transform *out)
{
    unsigned count;

    ptl_pfobj_slashed(&r->in, "the scale", words[0], out->scale, 3, 3);
    count = ptl_pfobj_slashed(&r->in, "the rotation", words[1], out->rotation, 3, 4);
    ptl_pfobj_slashed(&r->in, "the translation", words[2], out->translation, 3, 3);
    out->form = count == 3 ? PTL_PFOBJ_ANGLES : PTL_PFOBJ_QUATERNION;
    if (!ptl_ok(r->in.job))
        return;
    if (count == 3) {
        r->angles = true;
        ptl_warn(
            r->in.job, ptl_pfobj_offset(&r->in, words[1].data), "pfobj-angles",
            "a rotation of three angles, as the document has it: the engine reads four numbers");
    } else {
        r->quaternions = true;
    }
}

/* The last `count` words of the line, and the line cut before them; false when there are fewer. */
static bool take_last(pfobj_lines *in, ptl_str *words, int count)
{
    for (int i = count - 1; i >= 0; i--) {
        const char *end = in->stop, *first;

        while (end > in->word && (end[-1] == ' ' || end[-1] == '\t'))
            end--;
        for (first = end; first > in->word && first[-1] != ' ' && first[-1] != '\t';)
            first--;
        if (first == end)
            return false;
        words[i] = (ptl_str){ first, (size_t)(end - first) };
        in->stop = first;
    }
    while (in->stop > in->word && (in->stop[-1] == ' ' || in->stop[-1] == '\t'))
        in->stop--;
    return true;
}

static void read_joint(reader *r, ptl_pfobj_joint *out)
{
    pfobj_lines *in = &r->in;
    ptl_str      parent, words[4];

    if (!ptl_pfobj_next_key(in, "j", 0, ""))
        return;
    parent      = ptl_pfobj_word(in);
    out->parent = ptl_pfobj_count(in, "the parent of a joint", parent);
    if (out->parent > r->joints)
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, parent.data), "pfobj-parent",
                 "the parent is joint %lu of %lu, counted from 1", (unsigned long)out->parent,
                 (unsigned long)r->joints);
    if (!take_last(in, words, 4)) {
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, in->word), "pfobj-fields",
                 "a joint has a parent, a name, scale, rotation, translation and tip");
        return;
    }
    out->name = ptl_pfobj_name(in, "a joint");
    ptl_pfobj_look_at_joint(in, out->name);
    read_transform(r, words, &out->bind);
    ptl_pfobj_slashed(in, "the tip", words[3], out->tip, 3, 3);
}

/* Parents may follow their children, but nobody may be his own ancestor. */
static void look_for_circles(reader *r, const char *first)
{
    size_t      circle, line = 0;
    const char *at = first;

    if (!ptl_ok(r->in.job) || ptl_pfobj_order(r->in.job, r->model, &circle) || !ptl_ok(r->in.job))
        return;
    while (line <= circle) { /* the joint's line is that many lines with a 'j' after the first */
        while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')
            at++;
        if (line++ < circle)
            at = memchr(at, '\n', (size_t)(r->in.end - at));
    }
    ptl_path(r->in.job, "joints[%zu]/parent", circle);
    ptl_fail(r->in.job, PTL_E_SYNTAX, ptl_pfobj_offset(&r->in, at), "pfobj-circle",
             "joint %zu is its own ancestor", circle + 1);
}

static void read_joints(reader *r)
{
    ptl_pfobj_joints *list  = &r->model->joints;
    const char       *first = r->in.at;

    if (!ptl_ok(r->in.job) || !fits(r, "joints", r->joints, PFOBJ_JOINT_BYTES))
        return;
    list->data = ptl_arena_array(r->in.job, r->joints, sizeof *list->data);
    for (; list->data && list->count < r->joints && ptl_ok(r->in.job); list->count++) {
        ptl_within(r->in.job, "joints[%zu]", list->count);
        read_joint(r, &list->data[list->count]);
    }
    ptl_within(r->in.job, "%s", "");
    look_for_circles(r, first);
}

/* ---- Animation sets ------------------------------------------------------------------------- */

static void read_bounds(reader *r, ptl_pfobj_box *out)
{
    if (ptl_pfobj_next_key(&r->in, "x_bounds", PFOBJ_INDENTED, ""))
        ptl_pfobj_reals(&r->in, "x_bounds", out->x, 2);
    if (ptl_pfobj_next_key(&r->in, "y_bounds", PFOBJ_INDENTED, ""))
        ptl_pfobj_reals(&r->in, "y_bounds", out->y, 2);
    if (ptl_pfobj_next_key(&r->in, "z_bounds", PFOBJ_INDENTED, ""))
        ptl_pfobj_reals(&r->in, "z_bounds", out->z, 2);
}

/* One line of a frame; returns the joint it is of. */
static uint32_t read_pose_line(reader *r, ptl_pfobj_transform *out)
{
    pfobj_lines *in = &r->in;
    ptl_str      number, words[3];
    uint32_t     joint;

    if (!ptl_pfobj_next(in, "the transform of a joint", PFOBJ_INDENTED))
        return 0;
    number = ptl_pfobj_word(in);
    joint  = ptl_pfobj_count(in, "the joint of a transform", number);
    for (int i = 0; i < 3; i++)
        words[i] = ptl_pfobj_word(in);
    if (words[2].size == 0)
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, in->stop), "pfobj-fields",
                 "the transform of a joint has a number, scale, rotation and translation");
    ptl_pfobj_line_end(in, "a transform");
    if (ptl_ok(in->job) && (joint < 1 || joint > r->joints))
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, number.data), "pfobj-joint",
                 "a transform names joint %lu of %lu, counted from 1", (unsigned long)joint,
                 (unsigned long)r->joints);
    if (ptl_ok(in->job))
        read_transform(r, words, out);
    in->word = number.data; /* for who has more to say about it */
    return joint;
}

/* A frame whose lines are not those of an official file: any order, each joint once. */
static void read_poses(reader *r, ptl_pfobj_frame *frame, uint32_t from, uint8_t *seen)
{
    bool told = false;

    for (uint32_t i = from; i < r->joints && ptl_ok(r->in.job); i++) {
        ptl_pfobj_transform pose  = { 0 };
        uint32_t            joint = read_pose_line(r, &pose);

        if (!ptl_ok(r->in.job))
            return;
        if (joint - 1 < from || seen[joint - 1])
            ptl_fail(r->in.job, PTL_E_SYNTAX, ptl_pfobj_offset(&r->in, r->in.word),
                     "pfobj-repeated", "a second transform of joint %lu in one frame",
                     (unsigned long)joint);
        else if (joint != i + 1 && !told)
            ptl_warn(r->in.job, ptl_pfobj_offset(&r->in, r->in.word), "pfobj-order",
                     "joint %lu where %lu is due: the engine goes by the order of the lines",
                     (unsigned long)joint, (unsigned long)i + 1);
        told |= joint != i + 1;
        seen[joint - 1]              = 1;
        frame->poses.data[joint - 1] = pose;
    }
}

/* Bounds in a frame of a model that says it has none. Those of the last frame could be the final
 * ones, unless these follow. */
static void refuse_frame_bounds(reader *r)
{
    ptl_str key = ptl_pfobj_peek(&r->in);

    if (ptl_ok(r->in.job) && !r->model->has_collision && ptl_str_is(key, "x_bounds"))
        ptl_fail(r->in.job, PTL_E_SYNTAX, ptl_pfobj_offset(&r->in, key.data), "pfobj-frame-bounds",
                 "bounds in a frame, although %s: it has to be 1 then",
                 r->model->older_header ? "has_collision is missing" : "has_collision is 0");
}

static void read_frame(reader *r, ptl_pfobj_frame *frame, uint8_t *seen, size_t set, size_t index)
{
    uint32_t i = 0;

    while (i < r->joints && fast_pose(r, i, &frame->poses.data[i]))
        i++;
    if (i == r->joints && (!r->model->has_collision || fast_bounds(r, &frame->bounds)))
        return;
    ptl_within(r->in.job, "sets[%zu]/frames[%zu]", set, index);
    if (i < r->joints) {
        memset(seen, 0, r->joints);
        read_poses(r, frame, i, seen);
    }
    if (r->model->has_collision)
        read_bounds(r, &frame->bounds);
}

static void read_frames(reader *r, ptl_pfobj_set *set, size_t index)
{
    uint64_t count = r->frames.data[index], joints = r->joints;
    uint64_t least = joints * PFOBJ_POSE_BYTES + (r->model->has_collision ? PFOBJ_BOUNDS_BYTES : 0);
    ptl_pfobj_transform *poses;
    uint8_t             *seen;

    if (!fits(r, "frames", count, least))
        return;
    set->frames.data = ptl_arena_array(r->in.job, count, sizeof *set->frames.data);
    poses            = ptl_arena_raw(r->in.job, count * joints * sizeof *poses);
    seen             = ptl_arena_take(r->in.job, joints);
    if (!ptl_ok(r->in.job))
        return;
    for (; set->frames.count < count && ptl_ok(r->in.job); set->frames.count++) {
        ptl_pfobj_frame *frame = &set->frames.data[set->frames.count];

        ptl_source_passed(r->in.job, ptl_pfobj_offset(&r->in, r->in.at));
        frame->poses = (ptl_pfobj_transforms){ poses + set->frames.count * joints, (size_t)joints };
        read_frame(r, frame, seen, index, set->frames.count);
        if (set->frames.count + 1 < count || index + 1 < r->sets)
            refuse_frame_bounds(r);
    }
    ptl_within(r->in.job, "%s", "");
}

/* The old exporter could announce sets without writing any. */
static bool sets_are_there(reader *r)
{
    ptl_str key = ptl_pfobj_peek(&r->in);

    if (key.size > 0 && !ptl_str_is(key, "x_bounds"))
        return true;
    ptl_fail(r->in.job, PTL_E_SYNTAX, ptl_pfobj_offset(&r->in, key.data), "pfobj-no-sets",
             "num_as is %lu, but no set follows: exported without its armature",
             (unsigned long)r->sets);
    return false;
}

static void read_set(reader *r, ptl_pfobj_set *set, size_t index)
{
    pfobj_lines *in = &r->in;
    ptl_str      last;
    uint32_t     count;

    if (!ptl_pfobj_next_key(in, "as", 0, ""))
        return;
    if (!take_last(in, &last, 1)) {
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, in->word), "pfobj-fields",
                 "an animation set has a name and a number of frames");
        return;
    }
    count     = ptl_pfobj_count(in, "the number of frames", last);
    set->name = ptl_pfobj_name(in, "an animation set");
    ptl_pfobj_look_at_set(in, set->name);
    if (ptl_ok(in->job) && count != r->frames.data[index])
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, last.data), "pfobj-frame-counts",
                 "%lu frames, the header says %lu", (unsigned long)count,
                 (unsigned long)r->frames.data[index]);
    if (ptl_ok(in->job))
        read_frames(r, set, index);
}

static void read_sets(reader *r)
{
    ptl_pfobj_sets *list = &r->model->sets;

    if (!ptl_ok(r->in.job) || r->sets == 0 || !sets_are_there(r))
        return;
    list->data = ptl_arena_array(r->in.job, r->sets, sizeof *list->data);
    for (; list->data && list->count < r->sets && ptl_ok(r->in.job); list->count++) {
        ptl_within(r->in.job, "sets[%zu]", list->count);
        read_set(r, &list->data[list->count], list->count);
    }
    ptl_within(r->in.job, "%s", "");
}

/* ---- The end -------------------------------------------------------------------------------- */

static void read_final_bounds(reader *r)
{
    ptl_str key = ptl_pfobj_peek(&r->in);

    if (!ptl_ok(r->in.job))
        return;
    if (!r->model->has_collision && !ptl_str_is(key, "x_bounds"))
        return;
    if (!r->model->has_collision)
        ptl_warn(r->in.job, ptl_pfobj_offset(&r->in, key.data), "pfobj-extra-bounds",
                 "bounds, although has_collision is not 1: they are not written back");
    ptl_within(r->in.job, "bounds");
    read_bounds(r, &r->model->bounds);
    if (r->sets > 0)
        refuse_frame_bounds(r);
    ptl_within(r->in.job, "%s", "");
}

static void read_tail(reader *r)
{
    pfobj_lines *in    = &r->in;
    ptl_str      first = ptl_pfobj_peek(in);

    if (first.size > 0) {
        ptl_warn(in->job, ptl_pfobj_offset(in, first.data), "pfobj-tail",
                 "text after the model, which the engine does not look at");
        r->model->tail = ptl_pfobj_keep(in->job, in->at, in->end);
    } else if (in->at < in->end) {
        ptl_warn(in->job, ptl_pfobj_offset(in, in->at), "pfobj-blank-tail",
                 "blank lines after the model");
    }
}

void ptl_pfobj_read(ptl_job *job, ptl_span source, void *native)
{
    reader r = { .in = ptl_pfobj_lines_of(job, source), .model = native };

    read_header(&r);
    read_vertices(&r);
    read_materials(&r);
    read_joints(&r);
    read_sets(&r);
    read_final_bounds(&r);
    if (r.angles && r.quaternions)
        ptl_warn(job, PTL_NOWHERE, "pfobj-mixed", "some rotations are angles and some quaternions");
    if (ptl_ok(job))
        read_tail(&r);
    job->vouched = ptl_ok(job); /* every vertex and pose was seen: a second look takes 10 ms */
}
