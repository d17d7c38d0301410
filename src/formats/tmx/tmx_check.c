/* SPDX-License-Identifier: MIT */
/* Findings beyond the structure: ids, tiles that no set has, what Tiled would not keep. */
#include <stdlib.h>

#include "formats/tmx/tmx_names.h"
#include "formats/tmx/tmx_private.h"

/* ---- Ids ------------------------------------------------------------------------------------- */

typedef struct named {
    uint32_t id;
    size_t   element;
} named;

static int compare(const void *a, const void *b)
{
    const named *x = a, *y = b;

    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return x->element < y->element ? -1 : x->element > y->element;
}

/* Ids that are there twice, and the next one of the map. */
static void check_ids(ptl_job *job, const ptl_tiled_map *map, named *ids, size_t count,
                      const char *what, uint32_t next)
{
    if (count > 0)
        qsort(ids, count, sizeof *ids, compare);
    for (size_t i = 1; i < count; i++)
        if (ids[i].id == ids[i - 1].id && ids[i].id > 0)
            ptl_find(job, PTL_WARNING, map->elements.data[ids[i].element].at, "tmx-id",
                     "another %s has the id %lu, too", what, (unsigned long)ids[i].id);
    if (count > 0 && next > 0 && ids[count - 1].id >= next)
        ptl_find(job, PTL_WARNING, map->elements.data[0].at, "tmx-next-id",
                 "the next %s gets the id %lu, but %lu is taken", what, (unsigned long)next,
                 (unsigned long)ids[count - 1].id);
}

static void check_layer_ids(ptl_job *job, const ptl_tiled_map *map)
{
    named *ids = ptl_arena_array(job, map->layers.count, sizeof *ids);

    for (size_t i = 0; ids && i < map->layers.count; i++)
        ids[i] = (named){ map->layers.data[i].id, map->layers.data[i].element };
    if (ids)
        check_ids(job, map, ids, map->layers.count, "layer", map->next_layer);
}

static void check_object_ids(ptl_job *job, const ptl_tiled_map *map)
{
    size_t count = 0, done = 0;
    named *ids;

    for (size_t i = 0; i < map->layers.count; i++)
        count += map->layers.data[i].objects.count;
    ids = ptl_arena_array(job, count, sizeof *ids);
    for (size_t i = 0; ids && i < map->layers.count; i++)
        for (size_t k = 0; k < map->layers.data[i].objects.count; k++) {
            const ptl_tiled_object *o = &map->layers.data[i].objects.data[k];

            ids[done++] = (named){ o->id, o->element };
        }
    if (ids)
        check_ids(job, map, ids, count, "object", map->next_object);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* How many tiles fit along one side of an image, which may not be said. */
static uint64_t tiles_along(const ptl_tiled_set *set, uint32_t image, uint32_t tile)
{
    uint64_t step = (uint64_t)tile + set->spacing, all = (uint64_t)image + set->spacing;

    return tile > 0 && all > set->margin ? (all - set->margin) / step : 0;
}

/* 0 where nobody says it, or only a file of its own. Before 0.13 it follows from the image. */
uint32_t ptl_tmx_tiles_of(const ptl_tiled_set *set)
{
    uint32_t most = set->tile_count;
    uint64_t fit  = tiles_along(set, set->image.width, set->tile_width) *
                   tiles_along(set, set->image.height, set->tile_height);

    if (set->tile_count == 0 && ptl_tmx_is_image(&set->image) && fit == 0)
        return 0;
    if (set->tile_count == 0 && ptl_tmx_is_image(&set->image))
        most = fit < UINT32_MAX ? (uint32_t)fit : UINT32_MAX;
    for (size_t i = 0; i < set->tiles.count; i++)
        if (set->tiles.data[i].id >= most && set->tiles.data[i].id < UINT32_MAX)
            most = set->tiles.data[i].id + 1;
    return set->source.size > 0 ? 0 : most;
}

typedef struct counts {
    uint64_t             hex, past;
    uint32_t             first_past; /* the first number that is past its set */
    const ptl_tiled_set *last;       /* of the cell before: cells come in runs of one set */
    uint32_t             room;
} counts;

static void look_at_cell(counts *c, const ptl_tiled_map *map, uint32_t cell)
{
    uint32_t gid = cell & ~PTL_TILED_FLAGS;

    c->hex += (cell & PTL_TILED_HEX) && map->orientation != PTL_TILED_HEXAGONAL;
    if (gid == 0)
        return;
    if (!c->last || gid < c->last->first || gid - c->last->first >= c->room) {
        const ptl_tiled_set *set = ptl_tiled_set_of(map, gid);

        c->room = !set ? 0 : set == c->last ? c->room : ptl_tmx_tiles_of(set);
        c->last = set;
    }
    if (c->last && c->room > 0 && gid - c->last->first >= c->room && c->past++ == 0)
        c->first_past = gid;
}

static void check_cells(ptl_job *job, const ptl_tiled_map *map, const ptl_tiled_layer *layer)
{
    uint64_t at = map->elements.data[layer->element].at;
    counts   c  = { 0 };

    for (size_t i = 0; i < layer->chunks.count; i++)
        for (uint64_t k = 0;
             k < (uint64_t)layer->chunks.data[i].width * layer->chunks.data[i].height; k++)
            look_at_cell(&c, map, layer->chunks.data[i].cells[k]);
    if (c.past > 0)
        ptl_find(job, PTL_WARNING, at, "tmx-gid",
                 "cells past the end of their set: %llu, the first is %lu",
                 (unsigned long long)c.past, (unsigned long)c.first_past);
    if (c.hex > 0)
        ptl_find(job, PTL_NOTE, at, "tmx-hex", "cells with the flag of hexagonal maps: %llu",
                 (unsigned long long)c.hex);
}

/* ---- What Tiled would not keep --------------------------------------------------------------- */

static size_t digits_of(ptl_str text)
{
    size_t digits = 0, zeros = 0;

    for (size_t i = 0; i < text.size && text.data[i] != 'e' && text.data[i] != 'E'; i++) {
        if (text.data[i] < '0' || text.data[i] > '9' || (text.data[i] == '0' && digits == 0))
            continue;
        zeros = text.data[i] == '0' ? zeros + 1 : 0;
        digits++;
    }
    return digits - zeros;
}

static void check_digits(ptl_job *job, const ptl_tiled_element *e)
{
    static const char *const names[] = { "x", "y", "width", "height", "rotation" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (digits_of(ptl_tmx_value(e, names[i])) > 6)
            ptl_find(job, PTL_NOTE, e->at, "tmx-digits",
                     "%s has more than the six digits that Tiled keeps in XML", names[i]);
}

static bool is_known(const ptl_tiled_element *parent, const ptl_tiled_element *e)
{
    for (const ptl_tmx_child_row *row = ptl_tmx_child_rows; row->name; row++) {
        if (ptl_tmx_is_about(row->where, parent->name) && ptl_str_is(e->name, row->name))
            return true;
        if (row->inner && ptl_str_is(parent->name, row->name) && ptl_str_is(e->name, row->inner))
            return true;
    }
    return ptl_str_is(parent->name, "property") || ptl_str_is(parent->name, "item") ||
           ptl_str_is(parent->name, "data") || ptl_str_is(parent->name, "image");
}

static void check_elements(ptl_job *job, const ptl_tiled_elements *all)
{
    size_t inside[PTL_TILED_MAX_DEPTH] = { 0 };
    char   shown[48];

    for (size_t i = 0; i < all->count && ptl_ok(job); i++) {
        const ptl_tiled_element *e = &all->data[i];

        inside[e->level] = i;
        if (ptl_str_is(e->name, "object"))
            check_digits(job, e);
        if (ptl_str_is(e->name, "property") && ptl_str_is(ptl_tmx_value(e, "type"), "class"))
            ptl_find(job, PTL_NOTE, e->at, "tmx-class",
                     "without its project Tiled 1.8 drops what is in it");
        if (e->level > 0 && !is_known(&all->data[inside[e->level - 1]], e))
            ptl_find(job, PTL_NOTE, e->at, "tmx-unknown", "Tiled knows no <%s> here",
                     ptl_quote(shown, sizeof shown, e->name.data, e->name.size));
    }
}

void ptl_tmx_check(ptl_job *job, const void *native, const char *profile)
{
    ptl_tiled_map map = ptl_tmx_map_of(job, native);

    (void)profile;
    if (!ptl_ok(job))
        return;
    check_layer_ids(job, &map);
    check_object_ids(job, &map);
    for (size_t i = 0; i < map.layers.count && ptl_ok(job); i++)
        check_cells(job, &map, &map.layers.data[i]);
    check_elements(job, &map.elements);
}
