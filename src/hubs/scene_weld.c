/* SPDX-License-Identifier: MIT */
/* Welding: a table of the vertices that are kept, by their hashes. */
#include "hubs/scene_weld.h"

#include <string.h>

#include "host/seed.h"

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

/* What is known of the vertices that are kept: a table of their hashes and numbers, at most two
 * thirds of it in use. It grows with them, so that where many are equal it stays in the cache. */
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

static INLINE uint32_t hash_of(const strands *of, size_t vertex, ptl_hash_key key, bool usual)
{
    uint64_t hash = key.start;

    for (int i = 0; i < USUAL_WORDS && usual; i++)
        hash = ptl_hash_word(hash, usual_word(of, vertex, i), key.factor);
    for (size_t c = 0; c < of->count && !usual; c++)
        for (size_t i = 0; i < of->size[c]; i += 8)
            hash = ptl_hash_word(
                hash, word_at(of->data[c] + vertex * of->size[c] + i, of->size[c] - i), key.factor);
    return (uint32_t)(hash >> 16);
}

/* Whether two vertices are the same, and one put in the place of another; `from` is where the
 * second is counted from, see renumber. */
static INLINE bool alike(const strands *of, size_t a, const strands *from, size_t b, bool usual)
{
    uint64_t differ = 0;

    for (int i = 0; i < USUAL_WORDS && usual; i++)
        differ |= usual_word(of, a, i) ^ usual_word(from, b, i);
    for (size_t c = 0; c < of->count && !usual; c++)
        for (size_t i = 0; i < of->size[c]; i += 8)
            differ |= word_at(of->data[c] + a * of->size[c] + i, of->size[c] - i) ^
                      word_at(from->data[c] + b * of->size[c] + i, of->size[c] - i);
    return differ == 0;
}

static INLINE void put_vertex(const strands *of, size_t a, const strands *from, size_t b,
                              bool usual)
{
    if (usual) { /* sizes that are known are moved without a call */
        memmove(of->data[0] + 12 * a, from->data[0] + 12 * b, 12);
        memmove(of->data[1] + 12 * a, from->data[1] + 12 * b, 12);
        memmove(of->data[2] + 8 * a, from->data[2] + 8 * b, 8);
        return;
    }
    for (size_t c = 0; c < of->count; c++)
        memmove(of->data[c] + a * of->size[c], from->data[c] + b * of->size[c], of->size[c]);
}

/* The new numbers of `count` vertices, which are counted behind those that were kept before,
 * because loops that begin at 0 take an eighth less; the first of equals keeps its place in the
 * order. Hashes are made some vertices ahead, so that their places in the table are on the way to
 * the cache. */
static INLINE void renumber(ptl_welder *w, const strands *of, const strands *from, size_t count,
                            uint32_t *number, bool usual)
{
    enum { AHEAD = 8 };
    uint32_t hashes[AHEAD];
    size_t   before = w->kept;

    for (size_t v = 0; v < AHEAD && v < count; v++)
        hashes[v] = hash_of(from, v, w->key, usual);
    for (size_t v = 0; v < count; v++) {
        uint32_t hash = hashes[v % AHEAD];
        size_t   slot;

        if (v + AHEAD < count) {
            hashes[v % AHEAD] = hash_of(from, v + AHEAD, w->key, usual);
            __builtin_prefetch(&w->places[hashes[v % AHEAD] & (w->slots - 1)]);
        }
        slot = hash & (w->slots - 1);
        while (
            w->places[slot].number != PTL_SCENE_NONE &&
            (w->places[slot].hash != hash || !alike(of, w->places[slot].number, from, v, usual))) {
            slot = (slot + 1) & (w->slots - 1);
            w->passed++;
        }
        if (w->places[slot].number == PTL_SCENE_NONE) {
            w->places[slot] = (ptl_weld_place){ hash, (uint32_t)w->kept };
            if (w->kept != before + v)
                put_vertex(of, w->kept, from, v, usual);
            number[v] = (uint32_t)w->kept++;
            if (3 * w->kept >= 2 * w->slots && !grow(w))
                return;
            continue;
        }
        number[v] = w->places[slot].number;
    }
}

/* Works on a copy of the welder, which bytes that are moved cannot be part of. */
static void take_in(ptl_welder *w, size_t count, uint32_t *number)
{
    strands    all = strands_of(w->part), from = all;
    ptl_welder here = *w;

    if (!here.places && !grow(&here))
        return;
    for (size_t c = 0; c < all.count; c++)
        from.data[c] += w->kept * all.size[c];
    if (all.count == 3 && all.size[0] == 12 && all.size[1] == 12 && all.size[2] == 8)
        renumber(&here, &all, &from, count, number, true);
    else
        renumber(&here, &all, &from, count, number, false);
    *w = here;
}

ptl_welder ptl_weld_begin(ptl_job *job, ptl_scene_part *part)
{
    return (ptl_welder){ .job = job, .part = part, .key = ptl_hash_key_of(ptl_seed()) };
}

size_t ptl_weld_add(ptl_welder *w, size_t count)
{
    if (count > 0 && ptl_ok(w->job))
        take_in(w, count, w->part->index.data + w->corners);
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
        take_in(&w, vertices, number);
    if (ptl_ok(job))
        for (size_t i = 0; i < part->index.count; i++)
            part->index.data[i] = number[part->index.data[i]];
    ptl_weld_end(&w);
    if (number)
        ptl_arena_drop(job->arena, job->heap, number);
}
