/* SPDX-License-Identifier: MIT */
/* Another terrain laid over this one: its tiles, and of its materials and splats those they need.
 */
#include <string.h>

#include "core/num.h"
#include "core/words.h"
#include "formats/pfmap/pfmap_private.h"

typedef struct paster {
    ptl_job         *job;
    ptl_pfmap       *map; /* a copy, to be changed */
    const ptl_pfmap *other;
    int64_t          row, col; /* of its first tile */
    uint16_t        *number;   /* of each of its materials here; NOT_USED: no tile has it */
    size_t           outside, joined, added, splats;
} paster;

enum { NOT_USED = UINT16_MAX };

/* ---- Where ---------------------------------------------------------------------------------- */

/* Two whole numbers with a comma between: row and column, which may lie outside. */
static bool parse_place(const ptl_setting *given, int64_t *row, int64_t *col)
{
    const char *at = given->data, *end = at + given->size;

    at = ptl_parse_i64(at, end, row);
    if (!at || at == end || *at != ',')
        return false;
    return ptl_parse_i64(at + 1, end, col) == end && *row > INT32_MIN &&
           *row<INT32_MAX && * col> INT32_MIN && *col < INT32_MAX;
}

/* The tile here that one of the other lies on, or NULL. */
static ptl_pfmap_tile *tile_under(const paster *p, size_t index)
{
    int64_t row = p->row + (int64_t)(index / p->other->width);
    int64_t col = p->col + (int64_t)(index % p->other->width);

    if (row < 0 || col < 0 || row >= p->map->height || col >= p->map->width)
        return NULL;
    return pfmap_tile(p->map, (uint32_t)row, (uint32_t)col);
}

/* ---- Materials ------------------------------------------------------------------------------ */

/* Materials are the same that have the same name and texture. */
static bool same_material(const ptl_pfmap_material *a, const ptl_pfmap_material *b)
{
    return ptl_str_same(a->name, b->name) && ptl_str_same(a->texture, b->texture);
}

static void mark_used(paster *p)
{
    for (size_t i = 0; i < p->other->materials.count; i++)
        p->number[i] = NOT_USED;
    for (size_t i = 0; i < p->other->tiles.count; i++) {
        const ptl_pfmap_tile *tile = &p->other->tiles.data[i];

        if (!tile_under(p, i)) {
            p->outside++;
            continue;
        }
        if (tile->top < p->other->materials.count)
            p->number[tile->top] = 0;
        if (tile->side < p->other->materials.count)
            p->number[tile->side] = 0;
    }
}

static bool is_used(const paster *p, uint32_t material)
{
    return material < p->other->materials.count && p->number[material] != NOT_USED;
}

/* What is laid over a material that is used is used, too. */
static void mark_accents(paster *p)
{
    bool more = ptl_pfmap_version(p->map) >= 11;

    for (size_t i = 0; i < p->other->splats.count; i++) {
        const ptl_pfmap_splat *splat = &p->other->splats.data[i];

        if (!is_used(p, splat->base) || splat->accent >= p->other->materials.count)
            continue;
        p->splats += !more;
        if (more)
            p->number[splat->accent] = 0;
    }
}

static ptl_pfmap_material own_material(ptl_job *job, const ptl_pfmap_material *m)
{
    return (ptl_pfmap_material){ .name    = ptl_pfmap_copy(job, m->name.data, m->name.size),
                                 .texture = ptl_pfmap_copy(job, m->texture.data, m->texture.size),
                                 .extra   = ptl_pfmap_copy(job, m->extra.data, m->extra.size),
                                 .at      = PTL_NOWHERE };
}

/* Those that are used get the number they have here, or the next one. Lists are short: tiles can
 * name a thousand. */
static void join_materials(paster *p)
{
    size_t              count = p->map->materials.count, own = count;
    size_t              most = count + p->other->materials.count;
    ptl_pfmap_material *list = ptl_arena_array(p->job, most, sizeof *list);

    if (!list)
        return;
    if (count > 0)
        memcpy(list, p->map->materials.data, count * sizeof *list);
    for (size_t i = 0; i < p->other->materials.count && i < NOT_USED && ptl_ok(p->job); i++) {
        size_t k = 0;

        if (p->number[i] == NOT_USED)
            continue;
        while (k < count && !same_material(&list[k], &p->other->materials.data[i]))
            k++;
        if (k == count)
            list[count++] = own_material(p->job, &p->other->materials.data[i]);
        p->number[i] = (uint16_t)(k < NOT_USED ? k : 0);
        p->joined += k < own;
        p->added += k >= own;
    }
    if (count > PTL_PFMAP_MAX_MATERIAL)
        ptl_fail(p->job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "with the materials of the other map there are %zu; tiles can tell %d apart",
                 count, PTL_PFMAP_MAX_MATERIAL);
    p->map->materials.data  = list;
    p->map->materials.count = count;
}

/* One that does not exist there does not exist here either. */
static uint16_t number_of(const paster *p, uint16_t material)
{
    if (material >= p->other->materials.count)
        return (uint16_t)p->map->materials.count;
    return p->number[material];
}

/* ---- Splats --------------------------------------------------------------------------------- */

static bool has_splat(const ptl_pfmap *map, const ptl_pfmap_splat *splat)
{
    for (size_t i = 0; i < map->splats.count; i++)
        if (map->splats.data[i].base == splat->base && map->splats.data[i].accent == splat->accent)
            return true;
    return false;
}

static void join_splats(paster *p)
{
    size_t           count = p->map->splats.count, most = count + p->other->splats.count;
    ptl_pfmap_splat *list = ptl_arena_array(p->job, most, sizeof *list);

    if (!list)
        return;
    if (count > 0)
        memcpy(list, p->map->splats.data, count * sizeof *list);
    p->map->splats.data = list;
    for (size_t i = 0; i < p->other->splats.count && i < PTL_PFMAP_MAX_MATERIAL; i++) {
        const ptl_pfmap_splat *from = &p->other->splats.data[i];
        ptl_pfmap_splat        to   = { .at = PTL_NOWHERE };

        if (!is_used(p, from->base) || !is_used(p, from->accent))
            continue;
        to.base   = p->number[from->base];
        to.accent = p->number[from->accent];
        if (!has_splat(p->map, &to))
            list[p->map->splats.count++] = to;
    }
}

/* ---- Tiles ---------------------------------------------------------------------------------- */

/* Blend modes mean the same in both, wherever a version keeps them. */
static void paste_tile(const paster *p, ptl_pfmap_tile *to, const ptl_pfmap_tile *from)
{
    *to      = *from;
    to->top  = number_of(p, from->top);
    to->side = number_of(p, from->side);
    if ((ptl_pfmap_version(p->map) >= 12) == (ptl_pfmap_version(p->other) >= 12))
        return;
    ptl_pfmap_blend_modes(to->edge_blend, p->other, from);
    to->blend = 0;
}

static void paste_tiles(paster *p)
{
    ptl_pfmap_tile *tiles = ptl_arena_raw(p->job, p->map->tiles.count * (uint64_t)sizeof *tiles);

    if (!tiles)
        return;
    memcpy(tiles, p->map->tiles.data, p->map->tiles.count * sizeof *tiles);
    p->map->tiles.data = tiles;
    for (size_t i = 0; i < p->other->tiles.count; i++) {
        ptl_pfmap_tile *under = tile_under(p, i);

        if (under)
            paste_tile(p, under, &p->other->tiles.data[i]);
    }
    p->map->layout = (ptl_pfmap_layout){ .crlf = p->map->layout.crlf };
}

static void say(const paster *p)
{
    ptl_find_count(p->job, PTL_LOSS, "pfmap-paste", p->outside,
                   "# {tile of the other map lies|tiles of the other map lie} outside of this one "
                   "and {is|are} left out");
    ptl_find_count(p->job, PTL_LOSS, "pfmap-paste", p->splats,
                   "# {splat|splats} of the other map {is|are} dropped: before version 1.1 there "
                   "are none");
    if (p->joined + p->added > 0)
        ptl_find(p->job, PTL_NOTE, PTL_NOWHERE, "pfmap-paste",
                 "of the materials of the other map, %zu %s here already and %zu %s added",
                 p->joined, p->joined == 1 ? "was" : "were", p->added,
                 p->added == 1 ? "was" : "were");
}

static void paste(paster *p)
{
    p->number = ptl_arena_array(p->job, p->other->materials.count + 1, sizeof *p->number);
    if (!p->number)
        return;
    mark_used(p);
    mark_accents(p);
    if (p->outside == p->other->tiles.count)
        ptl_fail(p->job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "at %ld,%ld all of the other map lies outside of this one, which has %lu rows and "
                 "%lu columns of tiles",
                 (long)p->row, (long)p->col, (unsigned long)p->map->height,
                 (unsigned long)p->map->width);
    join_materials(p);
    if (ptl_ok(p->job) && ptl_pfmap_version(p->map) >= 11)
        join_splats(p);
    if (ptl_ok(p->job))
        paste_tiles(p);
    if (ptl_ok(p->job))
        say(p);
}

void ptl_pfmap_paste(ptl_job *job, ptl_pfmap *map)
{
    const ptl_setting *given = ptl_setting_of(job, "paste"), *at = ptl_setting_of(job, "paste-at");
    paster             p = { .job = job, .map = map };
    ptl_part_place place = { .info = { .format = "pfmap", .name = "other map", .there = true } };
    ptl_doc       *other;

    if (at && !given)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "paste-at has an effect only with paste");
    else if (at && !parse_place(at, &p.row, &p.col))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "the place to paste at is a row and a column of tiles, such as 0,32");
    if (!given || !ptl_ok(job))
        return;
    place.bytes = (ptl_span){ given->data, given->size };
    other       = ptl_part_open(job, "pfmap", &place, NULL);
    p.other     = other ? ptl_doc_look(other, &ptl_format_pfmap) : NULL;
    if (p.other)
        paste(&p);
    ptl_doc_free(other);
}
