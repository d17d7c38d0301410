/* SPDX-License-Identifier: MIT */
/* Welding: a table of the vertices that are kept, by their hashes. */
#include "hubs/scene_weld.h"

#include <string.h>

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
struct ptl_weld_place {
    uint32_t hash, number; /* PTL_SCENE_NONE: a free place */
};

static ptl_weld_place *free_places(ptl_job *job, size_t slots)
{
    ptl_weld_place *places = ptl_arena_alone(job, (uint64_t)slots * sizeof *places);

    if (places)
        memset(places, 0xFF, slots * sizeof *places);
    return places;
}

static bool grow(ptl_welder *w)
{
    size_t          slots  = w->slots > 0 ? 2 * w->slots : 1024;
    ptl_weld_place *places = free_places(w->job, slots);

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

/* The new numbers of the vertices behind those that are kept, up to `end`; the first of equals
 * keeps its place in the order. Hashes are made some vertices ahead, so that their places in the
 * table are on the way to the cache. */
static INLINE void renumber(ptl_welder *w, const strands *of, size_t end, uint32_t *number,
                            bool usual)
{
    enum { AHEAD = 8 };
    uint32_t hashes[AHEAD];
    size_t   first = w->kept;

    for (size_t v = first; v < first + AHEAD && v < end; v++)
        hashes[v % AHEAD] = hash_of(of, v, usual);
    for (size_t v = first; v < end; v++) {
        uint32_t hash = hashes[v % AHEAD];
        size_t   slot;

        if (v + AHEAD < end) {
            hashes[v % AHEAD] = hash_of(of, v + AHEAD, usual);
            __builtin_prefetch(&w->places[hashes[v % AHEAD] & (w->slots - 1)]);
        }
        slot = hash & (w->slots - 1);
        while (w->places[slot].number != PTL_SCENE_NONE &&
               (w->places[slot].hash != hash || !alike(of, w->places[slot].number, v, usual)))
            slot = (slot + 1) & (w->slots - 1);
        if (w->places[slot].number == PTL_SCENE_NONE) {
            w->places[slot] = (ptl_weld_place){ hash, (uint32_t)w->kept };
            if (w->kept != v)
                move_vertex(of, v, w->kept);
            number[v - first] = (uint32_t)w->kept++;
            if (2 * w->kept >= w->slots && !grow(w))
                return;
            continue;
        }
        number[v - first] = w->places[slot].number;
    }
}

static void renumber_to(ptl_welder *w, size_t end, uint32_t *number)
{
    strands all = strands_of(w->part);

    if (!w->places && !grow(w))
        return;
    if (all.count == 3 && all.size[0] == 12 && all.size[1] == 12 && all.size[2] == 8)
        renumber(w, &all, end, number, true);
    else
        renumber(w, &all, end, number, false);
}

ptl_welder ptl_weld_begin(ptl_job *job, ptl_scene_part *part)
{
    return (ptl_welder){ .job = job, .part = part };
}

size_t ptl_weld_add(ptl_welder *w, size_t count)
{
    if (count > 0 && ptl_ok(w->job))
        renumber_to(w, w->kept + count, w->part->index.data + w->corners);
    w->corners += count;
    return w->kept;
}

void ptl_weld_end(ptl_welder *w)
{
    ptl_scene_part *part     = w->part;
    size_t          vertices = part->position.count / 3;

    if (w->places)
        ptl_arena_drop(w->job->arena, w->job->heap, w->places);
    if (!ptl_ok(w->job) || vertices == 0)
        return;
    part->position.count = part->position.count / vertices * w->kept;
    part->normal.count   = part->normal.count / vertices * w->kept;
    part->uv.count       = part->uv.count / vertices * w->kept;
    part->color.count    = part->color.count / vertices * w->kept;
    part->joint.count    = part->joint.count / vertices * w->kept;
    part->weight.count   = part->weight.count / vertices * w->kept;
    part->welded         = true;
}

void ptl_scene_weld(ptl_job *job, ptl_scene_part *part)
{
    size_t     vertices = part->position.count / 3;
    ptl_welder w        = ptl_weld_begin(job, part);
    uint32_t  *number;

    if (vertices == 0 || part->welded)
        return;
    number = ptl_arena_alone(job, vertices * sizeof *number);
    if (number)
        renumber_to(&w, vertices, number);
    for (size_t i = 0; i < part->index.count && ptl_ok(job); i++)
        part->index.data[i] = number[part->index.data[i]];
    ptl_weld_end(&w);
    if (number)
        ptl_arena_drop(job->arena, job->heap, number);
}
