/* SPDX-License-Identifier: MIT */
/* Levels of detail: beside unit.pfobj go unit.lod1.pfobj and unit.lod2.pfobj, with fewer triangles.
 *
 * Vertices of a level are vertices of the model, with all that belongs to them, so that it moves
 * and is textured as the model is. Where two of one place differ, in texture or weights, both sides
 * of the seam go together; borders stay. */
#include <stdio.h>
#include <string.h>

#include "core/hash.h"
#include "core/num.h"
#include "formats/attach.h"
#include "formats/pfobj/pfobj_private.h"
#include "host/seed.h"
#include "hubs/mesh_late.h"

enum { LEVELS = 2 }; /* that the engine looks for */

typedef struct mesh { /* vertices that differ, and the triangles they make */
    const ptl_pfobj *model;
    uint32_t        *index;
    uint32_t        *vertex; /* of the model, for each that differs */
    float           *position;
    size_t           corners, vertices;
} mesh;

/* ---- Vertices that differ -------------------------------------------------------------------- */

static uint64_t hash_of(ptl_hash_key key, const ptl_pfobj_vertex *v)
{
    uint64_t hash = key.start ^ v->material, word;

    for (int i = 0; i < 3; i++) {
        memcpy(&word, &v->position[i], sizeof word);
        hash = ptl_hash_word(hash, word, key.factor);
    }
    return hash;
}

static bool same_weights(const ptl_pfobj_weights *a, const ptl_pfobj_weights *b)
{
    bool same = a->count == b->count;

    for (size_t i = 0; same && i < a->count; i++)
        same = a->data[i].joint == b->data[i].joint && a->data[i].weight == b->data[i].weight;
    return same;
}

static bool same_vertex(const ptl_pfobj_vertex *a, const ptl_pfobj_vertex *b)
{
    return a->material == b->material &&
           memcmp(a->position, b->position, sizeof a->position) == 0 &&
           memcmp(a->texture, b->texture, sizeof a->texture) == 0 &&
           memcmp(a->normal, b->normal, sizeof a->normal) == 0 &&
           same_weights(&a->weights, &b->weights);
}

/* The number of a vertex among those that differ; a new one where none is the same. */
static uint32_t find_vertex(mesh *m, uint32_t *slots, size_t mask, uint64_t hash, uint32_t number)
{
    const ptl_pfobj_vertex *all = m->model->vertices.data;
    size_t                  at  = (size_t)hash & mask;

    while (slots[at] > 0 && !same_vertex(&all[m->vertex[slots[at] - 1]], &all[number]))
        at = (at + 1) & mask;
    if (slots[at] == 0) {
        for (int i = 0; i < 3; i++)
            m->position[3 * m->vertices + (size_t)i] = (float)all[number].position[i];
        m->vertex[m->vertices++] = number;
        slots[at]                = (uint32_t)m->vertices;
    }
    return slots[at] - 1;
}

static bool weld(ptl_job *job, mesh *m)
{
    size_t       count = m->model->vertices.count, size = 16;
    ptl_hash_key key = ptl_hash_key_of(ptl_seed());
    uint32_t    *slots;

    while (size < 2 * count)
        size *= 2;
    slots       = ptl_arena_array(job, size, sizeof *slots);
    m->index    = ptl_arena_array(job, count, sizeof *m->index);
    m->vertex   = ptl_arena_array(job, count, sizeof *m->vertex);
    m->position = ptl_arena_array(job, 3 * (uint64_t)count, sizeof *m->position);
    if (!ptl_ok(job))
        return false;
    for (uint32_t i = 0; i < count; i++)
        m->index[i] = find_vertex(m, slots, size - 1, hash_of(key, &m->model->vertices.data[i]), i);
    m->corners = count;
    return true;
}

/* ---- Levels ---------------------------------------------------------------------------------- */

static void say_level(ptl_job *job, const mesh *m, int level, size_t left, size_t wanted,
                      double error)
{
    char shown[PTL_NUM_MAX + 1];

    shown[ptl_format_f64(shown, (double)(int64_t)(error * 1e4 + 0.5) / 1e4)] = 0;
    ptl_find(job, PTL_NOTE, PTL_NOWHERE, "pfobj-lod",
             "level of detail %d: %zu of %zu triangles, the surface moves by about %s units%s",
             level, left / 3, m->corners / 3, shown,
             left > wanted + wanted / 10 ? "; borders, seams and shape keep it from having fewer"
                                         : "");
}

/* Writes a level as the model itself is written. */
static ptl_span write_level(ptl_job *job, const mesh *m, const uint32_t *index, size_t count)
{
    ptl_pfobj level = *m->model;
    ptl_buf   text  = ptl_buf_of(job, NULL);
    ptl_span  out   = { 0 };

    level.tail           = (ptl_str){ 0 };
    level.vertices.count = count;
    level.vertices.data  = ptl_arena_raw(job, (uint64_t)count * sizeof *level.vertices.data + 1);
    for (size_t i = 0; level.vertices.data && i < count; i++)
        level.vertices.data[i] = m->model->vertices.data[m->vertex[index[i]]];
    if (ptl_ok(job))
        ptl_pfobj_write(job, &text, &level);
    if (ptl_ok(job))
        out = ptl_attach_text(job, &text);
    else
        ptl_buf_free(&text);
    return out;
}

static void make_level(ptl_job *job, const mesh *m, int level, double part,
                       ptl_attachments *attached)
{
    size_t    wanted = (size_t)((double)(m->corners / 3) * part + 0.5) * 3, left;
    uint32_t *index  = ptl_arena_copy(job, m->index, m->corners, sizeof *index);
    double    error;
    char      name[512];
    int       size;
    ptl_span  bytes;

    if (!index)
        return;
    left  = ptl_mesh_simplify(job, index, m->corners, m->position, m->vertices, wanted, &error);
    bytes = ptl_ok(job) ? write_level(job, m, index, left) : (ptl_span){ 0 };
    size  = snprintf(name, sizeof name, "%s.lod%d.pfobj", attached->stem ? attached->stem : "model",
                     level);
    if (size < 0 || (size_t)size >= sizeof name)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "file", "the name of the output is too long");
    if (!ptl_ok(job))
        return;
    ptl_attach_called(job, attached, name, bytes);
    say_level(job, m, level, left, wanted, error);
}

/* Parts of all triangles, each smaller than the one before; how many there are. */
static int read_parts(ptl_job *job, double parts[LEVELS])
{
    const ptl_setting *s  = ptl_setting_of(job, "lod");
    const char        *at = s->data, *end = at + s->size;
    double             last  = 1;
    int                count = 0;
    char               shown[48];

    while (at && at < end && count < LEVELS) {
        at = ptl_parse_f64(at, end, &parts[count]);
        if (!at || !(parts[count] > 0 && parts[count] < last))
            break;
        last = parts[count++];
        if (at == end)
            return count;
        at = *at == ',' ? at + 1 : NULL;
    }
    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
             "lod is \"%s\"; allowed: one or two falling numbers between 0 and 1, such as 0.5,0.25",
             ptl_quote(shown, sizeof shown, s->data, s->size));
    return 0;
}

void ptl_pfobj_beside(ptl_job *job, const void *native, const ptl_files *files,
                      ptl_attachments *attached)
{
    mesh   m = { .model = native };
    double parts[LEVELS];
    int    count = ptl_setting_of(job, "lod") ? read_parts(job, parts) : 0;

    (void)files;
    if (count == 0 || !ptl_mesh_wanted(job, "levels of detail are made by meshoptimizer") ||
        !weld(job, &m))
        return;
    for (int i = 0; i < count && ptl_ok(job); i++)
        make_level(job, &m, i + 1, parts[i], attached);
}
