/* SPDX-License-Identifier: MIT */
/* Writing a model, spelled as the official exporter does to the last blank. */
#include <string.h>

#include "core/num.h"
#include "formats/pfobj/pfobj_private.h"

/* ---- Pieces of lines ------------------------------------------------------------------------ */

static char *put_word(char *at, const char *word)
{
    size_t size = strlen(word);

    memcpy(at, word, size);
    return at + size;
}

/* Numbers with one character between them and another behind. */
static char *put_reals(char *at, const double *values, int count, char between, char after)
{
    for (int i = 0; i < count; i++) {
        at += ptl_format_decimal6(at, values[i]);
        *at++ = i + 1 < count ? between : after;
    }
    return at;
}

/* Room for so many numbers and some words; NULL after a failure. */
static char *line_room(ptl_buf *out, size_t numbers)
{
    return (char *)ptl_buf_room(out, numbers * (PTL_NUM_MAX + 1) + 128);
}

static void line_done(ptl_buf *out, const char *end)
{
    out->size = (size_t)(end - (const char *)out->data);
}

static void put_name_line(ptl_buf *out, const char *key, ptl_str name)
{
    ptl_put_text(out, key);
    ptl_put(out, name.data, name.size);
    ptl_put_char(out, '\n');
}

static void put_reals_line(ptl_buf *out, const char *key, const double *values, int count)
{
    char *at = line_room(out, (size_t)count);

    if (at)
        line_done(out, put_reals(put_word(at, key), values, count, ' ', '\n'));
}

/* ---- The parts ------------------------------------------------------------------------------ */

static void put_count(ptl_buf *out, const char *key, size_t count)
{
    ptl_put_format(out, "%-15s%zu\n", key, count);
}

static void put_header(ptl_buf *out, const ptl_pfobj *model, bool document)
{
    ptl_put_format(out, "%-15s", "version");
    put_name_line(out, "", model->version);
    put_count(out, "num_verts", model->vertices.count);
    put_count(out, "num_joints", model->joints.count);
    put_count(out, document ? "num_material" : "num_materials", model->materials.count);
    put_count(out, "num_as", model->sets.count);
    ptl_put_text(out, "frame_counts  ");
    for (size_t i = 0; i < model->sets.count; i++)
        ptl_put_format(out, " %zu", model->sets.data[i].frames.count);
    ptl_put_text(out, model->sets.count == 0 ? " \n" : "\n");
    if (!model->older_header)
        put_count(out, "has_collision", model->has_collision);
}

static void put_vertex(ptl_buf *out, const ptl_pfobj_vertex *v)
{
    char *at = line_room(out, 10 + 2 * v->weights.count);

    if (!at)
        return;
    at = put_reals(put_word(at, "v "), v->position, 3, ' ', '\n');
    at = put_reals(put_word(at, "vt "), v->texture, 2, ' ', '\n');
    at = put_reals(put_word(at, "vn "), v->normal, 3, ' ', '\n');
    at = put_word(at, "vw ");
    for (size_t i = 0; i < v->weights.count; i++) {
        *at++ = ' ';
        at += ptl_format_u64(at, v->weights.data[i].joint);
        *at++ = '/';
        at += ptl_format_decimal6(at, v->weights.data[i].weight);
    }
    at = put_word(at, "\nvm ");
    at += ptl_format_u64(at, v->material);
    *at++ = '\n';
    line_done(out, at);
}

static void put_material(ptl_buf *out, const ptl_pfobj_material *m)
{
    put_name_line(out, "material ", m->name);
    put_reals_line(out, "    ambient ", &m->ambient, 1);
    put_reals_line(out, "    diffuse ", m->diffuse, 3);
    put_reals_line(out, "    specular ", m->specular, 3);
    put_name_line(out, "    texture ", m->texture);
}

static char *put_transform(char *at, const ptl_pfobj_transform *t, char after)
{
    at = put_reals(at, t->scale, 3, '/', ' ');
    at = put_reals(at, t->rotation, t->form == PTL_PFOBJ_ANGLES ? 3 : 4, '/', ' ');
    return put_reals(at, t->translation, 3, '/', after);
}

static void put_joint(ptl_buf *out, const ptl_pfobj_joint *j)
{
    char *at;

    ptl_put_format(out, "j %lu ", (unsigned long)j->parent);
    ptl_put(out, j->name.data, j->name.size);
    ptl_put_char(out, ' ');
    at = line_room(out, 13);
    if (at)
        line_done(out, put_reals(put_transform(at, &j->bind, ' '), j->tip, 3, '/', '\n'));
}

static void put_bounds(ptl_buf *out, const ptl_pfobj_box *box, bool indented)
{
    put_reals_line(out, &"\tx_bounds "[!indented], box -> x, 2);
    put_reals_line(out, &"\ty_bounds "[!indented], box -> y, 2);
    put_reals_line(out, &"\tz_bounds "[!indented], box -> z, 2);
}

static void put_frame(ptl_buf *out, const ptl_pfobj_frame *frame)
{
    for (size_t i = 0; i < frame->poses.count; i++) {
        char *at = line_room(out, 11);

        if (!at)
            return;
        at = put_word(at, "        ");
        at += ptl_format_u64(at, i + 1);
        *at++ = ' ';
        line_done(out, put_transform(at, &frame->poses.data[i], '\n'));
    }
}

static void put_set(ptl_buf *out, const ptl_pfobj *model, const ptl_pfobj_set *set)
{
    ptl_put_text(out, "as ");
    ptl_put(out, set->name.data, set->name.size);
    ptl_put_format(out, " %zu\n", set->frames.count);
    for (size_t i = 0; i < set->frames.count && ptl_ok(out->job); i++) {
        put_frame(out, &set->frames.data[i]);
        if (model->has_collision)
            put_bounds(out, &set->frames.data[i].bounds, true);
    }
}

static void put_model(ptl_buf *out, const ptl_pfobj *model, bool document)
{
    put_header(out, model, document);
    for (size_t i = 0; i < model->vertices.count && ptl_ok(out->job); i++)
        put_vertex(out, &model->vertices.data[i]);
    for (size_t i = 0; i < model->materials.count; i++)
        put_material(out, &model->materials.data[i]);
    for (size_t i = 0; i < model->joints.count; i++)
        put_joint(out, &model->joints.data[i]);
    for (size_t i = 0; i < model->sets.count; i++)
        put_set(out, model, &model->sets.data[i]);
    if (model->has_collision)
        put_bounds(out, &model->bounds, false);
    ptl_put(out, model->tail.data, model->tail.size);
}

void ptl_pfobj_put(ptl_buf *out, const ptl_pfobj *model)
{
    put_model(out, model, false);
}

/* ---- Refusals and losses -------------------------------------------------------------------- */

static void refuse_blank(ptl_job *job, ptl_str name, const char *list, size_t index)
{
    char shown[48];

    if (!ptl_pfobj_has_blank(name))
        return;
    ptl_path(job, "%s[%zu]", list, index);
    ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "pfobj-blank-name",
             "\"%s\" has a blank in it and would be read wrong; check --fix makes it a _",
             ptl_quote(shown, sizeof shown, name.data, name.size));
}

static void refuse_blanks(ptl_job *job, const ptl_pfobj *model)
{
    for (size_t i = 0; i < model->materials.count; i++)
        refuse_blank(job, model->materials.data[i].texture, "materials", i);
    for (size_t i = 0; i < model->joints.count; i++)
        refuse_blank(job, model->joints.data[i].name, "joints", i);
    for (size_t i = 0; i < model->sets.count; i++)
        refuse_blank(job, model->sets.data[i].name, "sets", i);
}

static void tell_losses(ptl_job *job, const ptl_pfobj *model)
{
    static const ptl_pfobj_box nothing;

    if (!model->has_collision && memcmp(&model->bounds, &nothing, sizeof nothing) != 0)
        ptl_find(job, PTL_LOSS, PTL_NOWHERE, "pfobj-extra-bounds",
                 "bounds are not written without has_collision");
}

void ptl_pfobj_write(ptl_job *job, ptl_buf *out, const void *native)
{
    ptl_pfobj          model    = *(const ptl_pfobj *)native;
    const ptl_setting *dialect  = ptl_setting_of(job, "dialect");
    bool               document = ptl_setting_is(dialect, "document");

    refuse_blanks(job, &model);
    tell_losses(job, &model);
    if (ptl_ok(job) && ptl_setting_of(job, "mirror"))
        ptl_pfobj_mirror_copy(job, &model);
    if (ptl_ok(job) && dialect)
        ptl_pfobj_turn_copy(job, &model, document ? PTL_PFOBJ_ANGLES : PTL_PFOBJ_QUATERNION);
    if (ptl_ok(job))
        put_model(out, &model, document);
}
