/* SPDX-License-Identifier: MIT */
/* Scenes: making room, welding, matrices, bounds. */
#include "hubs/scene.h"

#include <string.h>

#include "core/json.h"
#include "core/utf8.h"

ptl_str ptl_scene_text(const char *literal)
{
    return (ptl_str){ literal, strlen(literal) };
}

void ptl_scene_put_string(ptl_buf *out, ptl_str text)
{
    ptl_buf room = ptl_buf_of(out->job, NULL);
    char   *shown;

    if (ptl_utf8_valid(text.data, text.size)) {
        ptl_json_put_string(out, text.data, text.size);
        return;
    }
    shown = (char *)ptl_buf_room(&room, 4 * text.size + 8); /* "\xHH" at most */
    if (shown) {
        ptl_quote(shown, 4 * text.size + 8, text.data, text.size);
        ptl_json_put_string(out, shown, strlen(shown));
    }
    ptl_buf_free(&room);
}

ptl_str ptl_scene_keep(ptl_job *job, ptl_buf *gathered)
{
    char   *copy = ptl_ok(job) ? ptl_arena_raw(job, gathered->size) : NULL;
    ptl_str out  = { "", 0 };

    if (copy && gathered->size > 0)
        out = (ptl_str){ memcpy(copy, gathered->data, gathered->size), gathered->size };
    ptl_buf_free(gathered);
    return out;
}

/* ---- Room ----------------------------------------------------------------------------------- */

bool ptl_scene_reserve(ptl_job *job, ptl_scene *scene, size_t images, size_t materials,
                       size_t meshes, size_t nodes)
{
    scene->images.data    = ptl_arena_array(job, images, sizeof *scene->images.data);
    scene->materials.data = ptl_arena_array(job, materials, sizeof *scene->materials.data);
    scene->meshes.data    = ptl_arena_array(job, meshes, sizeof *scene->meshes.data);
    scene->nodes.data     = ptl_arena_array(job, nodes, sizeof *scene->nodes.data);
    if (!ptl_ok(job))
        return false;
    scene->images.count    = images;
    scene->materials.count = materials;
    scene->meshes.count    = meshes;
    scene->nodes.count     = nodes;
    for (size_t i = 0; i < materials; i++)
        scene->materials.data[i] = (ptl_scene_material){ .color  = { 1, 1, 1, 1 },
                                                         .image  = PTL_SCENE_NONE,
                                                         .cutoff = 0.5f };
    for (size_t i = 0; i < nodes; i++)
        scene->nodes.data[i] = (ptl_scene_node){ .parent   = PTL_SCENE_NONE,
                                                 .mesh     = PTL_SCENE_NONE,
                                                 .skin     = PTL_SCENE_NONE,
                                                 .rotation = { 0, 0, 0, 1 },
                                                 .scale    = { 1, 1, 1 } };
    return true;
}

bool ptl_scene_parts(ptl_job *job, ptl_scene_mesh *mesh, size_t count)
{
    mesh->parts.data  = ptl_arena_array(job, count, sizeof *mesh->parts.data);
    mesh->parts.count = mesh->parts.data ? count : 0;
    return mesh->parts.data != NULL;
}

static void *room_for(ptl_job *job, size_t count, size_t size, unsigned lists)
{
    return lists & PTL_PART_UNSET ? ptl_arena_raw(job, (uint64_t)count * size)
                                  : ptl_arena_array(job, count, size);
}

static ptl_f32s floats(ptl_job *job, size_t count, unsigned lists)
{
    float *data = room_for(job, count, sizeof *data, lists);

    return (ptl_f32s){ data, data ? count : 0 };
}

bool ptl_scene_part_reserve(ptl_job *job, ptl_scene_part *part, size_t vertices, size_t indices,
                            unsigned lists)
{
    part->position = floats(job, 3 * vertices, lists);
    if (lists & PTL_PART_NORMAL)
        part->normal = floats(job, 3 * vertices, lists);
    if (lists & PTL_PART_UV)
        part->uv = floats(job, 2 * vertices, lists);
    if (lists & PTL_PART_COLOR)
        part->color = (ptl_u8s){ ptl_arena_take(job, 4 * (uint64_t)vertices), 4 * vertices };
    part->index = (ptl_u32s){ room_for(job, indices, sizeof(uint32_t), lists), indices };
    return ptl_ok(job);
}

/* ---- Welding -------------------------------------------------------------------------------- */

/* The lists of a part, seen as bytes of each vertex. */
enum { COLUMNS = 6 };

typedef struct strands {
    uint8_t *data[COLUMNS];
    size_t   size[COLUMNS]; /* of one vertex */
    size_t   count;
} strands;

static strands strands_of(const ptl_scene_part *part)
{
    size_t  vertices = part->position.count / 3;
    strands out      = { .count = 0 };
    struct {
        void  *data;
        size_t bytes;
    } lists[COLUMNS] = {
        { part->position.data, part->position.count * sizeof(float) },
        { part->normal.data, part->normal.count * sizeof(float) },
        { part->uv.data, part->uv.count * sizeof(float) },
        { part->color.data, part->color.count },
        { part->joint.data, part->joint.count * sizeof(uint16_t) },
        { part->weight.data, part->weight.count * sizeof(float) },
    };

    for (size_t i = 0; i < COLUMNS; i++)
        if (lists[i].bytes > 0) {
            out.data[out.count]   = lists[i].data;
            out.size[out.count++] = lists[i].bytes / vertices;
        }
    return out;
}

/* What is known of the vertices that are kept: a table of their hashes and numbers, at most half of
 * it in use. It grows with them, so that where many are equal it stays in the cache. */
typedef struct kept_vertex {
    uint32_t hash, number; /* PTL_SCENE_NONE: a free place */
} kept_vertex;

typedef struct welder {
    ptl_job     *job;
    kept_vertex *places;
    size_t       slots, kept;
} welder;

static kept_vertex *free_places(ptl_job *job, size_t slots)
{
    kept_vertex *places = ptl_arena_alone(job, (uint64_t)slots * sizeof *places);

    if (places)
        memset(places, 0xFF, slots * sizeof *places);
    return places;
}

static bool grow(welder *w)
{
    size_t       slots  = w->slots > 0 ? 2 * w->slots : 1024;
    kept_vertex *places = free_places(w->job, slots);

    for (size_t i = 0; i < w->slots && places; i++) {
        size_t slot = w->places[i].hash & (slots - 1);

        if (w->places[i].number == PTL_SCENE_NONE)
            continue;
        while (places[slot].number != PTL_SCENE_NONE)
            slot = (slot + 1) & (slots - 1);
        places[slot] = w->places[i];
    }
    if (w->places)
        ptl_arena_drop(w->job->arena, w->job->heap, w->places);
    w->places = places;
    w->slots  = places ? slots : 0;
    return places != NULL;
}

/* What follows is compiled twice, once with sizes that are known. */
#define INLINE inline __attribute__((always_inline))

/* Vertices are looked at in words of eight bytes and of four, of which every list has a whole
 * number. */
static INLINE uint64_t word_at(const uint8_t *from, size_t left)
{
    uint64_t wide;
    uint32_t narrow;

    if (left >= 8) {
        memcpy(&wide, from, sizeof wide);
        return wide;
    }
    memcpy(&narrow, from, sizeof narrow);
    return narrow;
}

static INLINE uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

/* Most vertices have a place, a normal and a texture coordinate: 12, 12 and 8 bytes, five words. */
enum { USUAL_WORDS = 5 };

static INLINE uint64_t usual_word(const strands *of, size_t vertex, int word)
{
    return word == 0   ? word_at(of->data[0] + 12 * vertex, 12)
           : word == 1 ? word_at(of->data[0] + 12 * vertex + 8, 4)
           : word == 2 ? word_at(of->data[1] + 12 * vertex, 12)
           : word == 3 ? word_at(of->data[1] + 12 * vertex + 8, 4)
                       : word_at(of->data[2] + 8 * vertex, 8);
}

static INLINE uint32_t hash_of(const strands *of, size_t vertex, bool usual)
{
    uint64_t hash = 0;

    for (int i = 0; i < USUAL_WORDS && usual; i++)
        hash = mix(hash, usual_word(of, vertex, i));
    for (size_t c = 0; c < of->count && !usual; c++)
        for (size_t i = 0; i < of->size[c]; i += 8)
            hash = mix(hash, word_at(of->data[c] + vertex * of->size[c] + i, of->size[c] - i));
    return (uint32_t)(hash >> 16);
}

static INLINE bool alike(const strands *of, size_t a, size_t b, bool usual)
{
    uint64_t differ = 0;

    for (int i = 0; i < USUAL_WORDS && usual; i++)
        differ |= usual_word(of, a, i) ^ usual_word(of, b, i);
    for (size_t c = 0; c < of->count && !usual; c++)
        for (size_t i = 0; i < of->size[c]; i += 8)
            differ |= word_at(of->data[c] + a * of->size[c] + i, of->size[c] - i) ^
                      word_at(of->data[c] + b * of->size[c] + i, of->size[c] - i);
    return differ == 0;
}

static INLINE void move_vertex(const strands *of, size_t from, size_t to)
{
    for (size_t c = 0; c < of->count; c++)
        memmove(of->data[c] + to * of->size[c], of->data[c] + from * of->size[c], of->size[c]);
}

/* The new number of every vertex; the first of equals keeps its place in the order. Hashes are made
 * some vertices ahead, so that their places in the table are on the way to the cache. */
static INLINE void renumber(welder *w, const strands *of, size_t vertices, uint32_t *number,
                            bool usual)
{
    enum { AHEAD = 8 };
    uint32_t hashes[AHEAD];

    for (size_t v = 0; v < AHEAD && v < vertices; v++)
        hashes[v] = hash_of(of, v, usual);
    for (size_t v = 0; v < vertices; v++) {
        uint32_t hash = hashes[v % AHEAD];
        size_t   slot;

        if (v + AHEAD < vertices) {
            hashes[v % AHEAD] = hash_of(of, v + AHEAD, usual);
            __builtin_prefetch(&w->places[hashes[v % AHEAD] & (w->slots - 1)]);
        }
        slot = hash & (w->slots - 1);
        while (w->places[slot].number != PTL_SCENE_NONE &&
               (w->places[slot].hash != hash || !alike(of, w->places[slot].number, v, usual)))
            slot = (slot + 1) & (w->slots - 1);
        if (w->places[slot].number == PTL_SCENE_NONE) {
            w->places[slot] = (kept_vertex){ hash, (uint32_t)w->kept };
            if (w->kept != v)
                move_vertex(of, v, w->kept);
            number[v] = (uint32_t)w->kept++;
            if (2 * w->kept >= w->slots && !grow(w))
                return;
            continue;
        }
        number[v] = w->places[slot].number;
    }
}

static void renumber_all(welder *w, const strands *all, size_t vertices, uint32_t *number)
{
    if (all->count == 3 && all->size[0] == 12 && all->size[1] == 12 && all->size[2] == 8)
        renumber(w, all, vertices, number, true);
    else
        renumber(w, all, vertices, number, false);
}

void ptl_scene_weld(ptl_job *job, ptl_scene_part *part)
{
    size_t    vertices = part->position.count / 3;
    welder    w        = { .job = job };
    uint32_t *number;
    strands   all;

    if (vertices == 0)
        return;
    all    = strands_of(part);
    number = ptl_arena_alone(job, vertices * sizeof *number);
    if (number && grow(&w))
        renumber_all(&w, &all, vertices, number);
    if (ptl_ok(job)) {
        for (size_t i = 0; i < part->index.count; i++)
            part->index.data[i] = number[part->index.data[i]];
        part->position.count = part->position.count / vertices * w.kept;
        part->normal.count   = part->normal.count / vertices * w.kept;
        part->uv.count       = part->uv.count / vertices * w.kept;
        part->color.count    = part->color.count / vertices * w.kept;
        part->joint.count    = part->joint.count / vertices * w.kept;
        part->weight.count   = part->weight.count / vertices * w.kept;
    }
    if (w.places)
        ptl_arena_drop(job->arena, job->heap, w.places);
    ptl_arena_drop(job->arena, job->heap, number);
}

/* ---- Looking -------------------------------------------------------------------------------- */

static void local_matrix(const ptl_scene_node *n, double out[16])
{
    double x = (double)n->rotation[0], y = (double)n->rotation[1];
    double z = (double)n->rotation[2], w = (double)n->rotation[3];
    double turn[9] = { 1 - 2 * (y * y + z * z), 2 * (x * y + w * z),     2 * (x * z - w * y),
                       2 * (x * y - w * z),     1 - 2 * (x * x + z * z), 2 * (y * z + w * x),
                       2 * (x * z + w * y),     2 * (y * z - w * x),     1 - 2 * (x * x + y * y) };

    for (int column = 0; column < 3; column++) {
        for (int row = 0; row < 3; row++)
            out[column * 4 + row] = turn[column * 3 + row] * (double)n->scale[column];
        out[column * 4 + 3] = 0;
        out[12 + column]    = (double)n->translation[column];
    }
    out[15] = 1;
}

static void multiply(const double a[16], const double b[16], double out[16])
{
    for (int column = 0; column < 4; column++)
        for (int row = 0; row < 4; row++) {
            double sum = 0;

            for (int k = 0; k < 4; k++)
                sum += a[k * 4 + row] * b[column * 4 + k];
            out[column * 4 + row] = sum;
        }
}

void ptl_scene_world(const ptl_scene *scene, uint32_t node, float out[16])
{
    double world[16], local[16], product[16];

    local_matrix(&scene->nodes.data[node], world);
    for (node = scene->nodes.data[node].parent; node != PTL_SCENE_NONE;
         node = scene->nodes.data[node].parent) {
        local_matrix(&scene->nodes.data[node], local);
        multiply(local, world, product);
        memcpy(world, product, sizeof world);
    }
    for (int i = 0; i < 16; i++)
        out[i] = (float)world[i];
}

bool ptl_scene_mesh_bounds(const ptl_scene_mesh *mesh, float least[3], float most[3])
{
    bool any = false;

    for (size_t p = 0; p < mesh->parts.count; p++) {
        const ptl_f32s *position = &mesh->parts.data[p].position;

        for (size_t i = 0; i < position->count; i++) {
            float value = position->data[i];
            bool  first = !any && i < 3;

            least[i % 3] = first || value < least[i % 3] ? value : least[i % 3];
            most[i % 3]  = first || value > most[i % 3] ? value : most[i % 3];
        }
        any = any || position->count > 0;
    }
    return any;
}
