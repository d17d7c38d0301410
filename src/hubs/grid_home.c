/* SPDX-License-Identifier: MIT */
/* What was changed in a map that comes back: cells compared by set, tile and turn, never by the
 * numbers that Tiled gives them. */
#include <string.h>

#include "core/words.h"
#include "hubs/grid.h"

typedef struct comparer {
    ptl_job        *job;
    ptl_grid_homes *out;
    const ptl_grid *base, *now;
    uint16_t       *set_of; /* for each set that came back: that of the base, or PTL_GRID_NO_SET */
    size_t          turned; /* cells that are turned where this means nothing */
} comparer;

typedef struct shown { /* a name for messages */
    char text[64];
} shown;

static const char *show(shown *room, ptl_str name)
{
    return ptl_quote(room->text, sizeof room->text, name.data, name.size);
}

/* ---- Sets ------------------------------------------------------------------------------------ */

/* How sure it is that two sets are the same: what they count, and how they are called. */
static unsigned likeness(const ptl_grid_set *base, const ptl_grid_set *now)
{
    ptl_str  field = ptl_grid_said(&now->is.properties, "portolan.field");
    bool     named = ptl_str_same(base->is.name, now->is.name);
    unsigned alike = field.size > 0 && base->field && ptl_str_is(field, base->field) ? 2 : 0;

    if (field.size > 0 && base->field && alike == 0)
        return 0;
    return alike + named;
}

static bool match_sets(comparer *c)
{
    c->set_of = ptl_arena_array(c->job, c->now->sets.count, sizeof *c->set_of);
    for (size_t i = 0; i < c->now->sets.count && c->set_of; i++) {
        unsigned best = 0;

        c->set_of[i] = PTL_GRID_NO_SET;
        for (size_t k = 0; k < c->base->sets.count; k++) {
            unsigned alike = likeness(&c->base->sets.data[k], &c->now->sets.data[i]);

            if (alike > best) {
                best         = alike;
                c->set_of[i] = (uint16_t)k;
            }
        }
    }
    return c->set_of != NULL;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* The quarter turn that a turn is, or is nearest to: by the bits for x, y and both axes. */
static const uint8_t quarters[8] = { 0, 0, 3, 3, 5, 5, 6, 6 };

static uint8_t turn_of(comparer *c, const ptl_grid_layer *layer, uint8_t turn)
{
    uint8_t meant = layer->turns == PTL_GRID_ANY        ? turn
                    : layer->turns == PTL_GRID_QUARTERS ? quarters[turn & 7]
                                                        : 0;

    c->turned += meant != turn;
    return meant;
}

static uint32_t values_of(const ptl_grid_set *set)
{
    return set->values ? set->values : set->is.tile_count;
}

static void refuse_cell(comparer *c, const ptl_grid_layer *layer, uint32_t x, uint32_t y,
                        const char *rule, const ptl_grid_set *set, uint32_t tile)
{
    shown a, b;

    ptl_path(c->job, "%s[%u,%u]", show(&a, layer->is.name), x, y);
    if (strcmp(rule, "grid-set") == 0)
        ptl_fail(c->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, rule,
                 "this cell holds a tile of the set \"%s\", which is not for this layer",
                 show(&b, set->is.name));
    else
        ptl_fail(c->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, rule,
                 "this cell holds tile %u of the set \"%s\", which has no more than %u", tile,
                 show(&b, set->is.name), values_of(set));
}

/* A cell that came back in the terms of the base. */
static ptl_grid_tile cell_of(comparer *c, const ptl_grid_layer *layer, ptl_grid_tile now,
                             uint32_t x, uint32_t y)
{
    uint16_t set = now.set == PTL_GRID_NO_SET ? now.set : c->set_of[now.set];

    if (now.set == PTL_GRID_NO_SET)
        return PTL_GRID_EMPTY;
    if (set == PTL_GRID_NO_SET || set < layer->set || set >= layer->set + layer->sets)
        refuse_cell(c, layer, x, y, "grid-set", &c->now->sets.data[now.set], now.tile);
    else if (now.tile >= values_of(&c->base->sets.data[set]))
        refuse_cell(c, layer, x, y, "grid-value", &c->base->sets.data[set], now.tile);
    now.set  = set;
    now.turn = turn_of(c, layer, now.turn);
    return ptl_grid_same(now, layer->nothing) ? PTL_GRID_EMPTY : now;
}

static ptl_grid_tile plain(const ptl_grid_layer *layer, ptl_grid_tile cell)
{
    return ptl_grid_same(cell, layer->nothing) ? PTL_GRID_EMPTY : cell;
}

static void add_change(comparer *c, ptl_grid_changes *list, const ptl_grid_change *change)
{
    void *grown =
        ptl_arena_grow(c->job, list->data, list->count, 1, &list->room, sizeof *list->data);

    if (!grown)
        return;
    list->data                = grown;
    list->data[list->count++] = *change;
}

static void compare_cells(comparer *c, ptl_grid_home *home, ptl_grid_changes *list)
{
    const ptl_grid_layer *layer = &home->before->layers.data[list->layer];
    uint32_t              width = home->before->width;

    for (uint32_t y = 0; y < home->before->height && ptl_ok(c->job); y++) {
        for (uint32_t x = 0; x < width; x++) {
            size_t        at  = (size_t)y * width + x;
            ptl_grid_tile was = plain(layer, layer->cells[at]);
            ptl_grid_tile now = cell_of(c, layer, list->after->cells[at], x, y);

            if (!ptl_grid_same(was, now))
                add_change(c, list, &(ptl_grid_change){ x, y, was, now });
        }
        ptl_worked(c->job, width);
    }
    if (list->count > 0 && layer->derived) {
        ptl_path(c->job, "%.*s[%u,%u]", (int)layer->is.name.size, layer->is.name.data,
                 list->data->x, list->data->y);
        ptl_fail(c->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-derived",
                 "this layer only shows what follows from the map: painting it changes nothing");
    }
}

/* ---- Layers ---------------------------------------------------------------------------------- */

static void compare_layer(comparer *c, ptl_grid_home *home, size_t index)
{
    const ptl_grid_layer *before = &home->before->layers.data[index];
    ptl_grid_changes     *list   = &home->layers.data[index];
    shown                 room;

    list->layer = index;
    list->after =
        ptl_grid_layer_named(home->after, before->is.name, (ptl_tiled_kind)before->is.kind);
    if (!list->after && !before->optional)
        ptl_find(c->job, PTL_LOSS, PTL_NOWHERE, "grid-layer",
                 "the layer \"%s\" is gone: what it showed stays as it was",
                 show(&room, before->is.name));
    if (list->after && before->is.kind == PTL_TILED_TILE_LAYER)
        compare_cells(c, home, list);
    home->any = home->any || list->count > 0;
}

/* Layers that mean nothing, and a second one of a name. */
static void say_ignored(comparer *c, const ptl_grid_home *home)
{
    for (size_t i = 0; i < home->after->layers.count; i++) {
        const ptl_grid_layer *layer = &home->after->layers.data[i];
        ptl_tiled_kind        kind  = (ptl_tiled_kind)layer->is.kind;
        bool                  known = ptl_grid_layer_named(home->before, layer->is.name, kind) &&
                     ptl_grid_layer_named(home->after, layer->is.name, kind) == layer;
        shown room;

        if (!known && kind != PTL_TILED_GROUP)
            ptl_find(c->job, PTL_LOSS, PTL_NOWHERE, "grid-ignored",
                     "the layer \"%s\" has no meaning here and is left out",
                     show(&room, layer->is.name));
    }
}

/* ---- Properties ------------------------------------------------------------------------------ */

static const ptl_tiled_property *again(const ptl_grid_home *home, size_t index)
{
    ptl_str name = home->before->properties.data[index].name;

    for (size_t i = 0; i < home->after->properties.count; i++)
        if (ptl_str_same(home->after->properties.data[i].name, name))
            return &home->after->properties.data[i];
    return NULL;
}

ptl_str ptl_grid_now(const ptl_grid_home *home, size_t index)
{
    const ptl_tiled_property *now = again(home, index);

    return now ? now->value : home->before->properties.data[index].value;
}

static void compare_properties(comparer *c, ptl_grid_home *home)
{
    const ptl_tiled_properties *before = &home->before->properties;

    home->said = ptl_arena_array(c->job, before->count, sizeof *home->said);
    for (size_t i = 0; i < before->count && home->said; i++) {
        const ptl_tiled_property *now = again(home, i);

        home->said[i] = now && !ptl_grid_same_text(c->job, before->data[i].value, now->value);
        home->any     = home->any || home->said[i];
    }
}

/* ---- Maps ------------------------------------------------------------------------------------ */

static bool check_size(comparer *c, const ptl_grid_map *before, const ptl_grid_map *after)
{
    if (after->infinite)
        ptl_fail(c->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-size",
                 "the map is infinite now: switch that off in its properties");
    else if (before->width != after->width || before->height != after->height)
        ptl_fail(c->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-size",
                 "the map is %u x %u cells now, and its base %u x %u: it cannot be resized here",
                 after->width, after->height, before->width, before->height);
    else if (before->tile_width != after->tile_width || before->tile_height != after->tile_height)
        ptl_fail(c->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-size",
                 "cells are %u x %u pixels now instead of %u x %u", after->tile_width,
                 after->tile_height, before->tile_width, before->tile_height);
    return ptl_ok(c->job);
}

static void compare_map(comparer *c, const ptl_grid_map *after, size_t index)
{
    ptl_grid_home *home = &c->out->data[c->out->count];

    *home = (ptl_grid_home){ .map = index, .after = after, .any = true };
    if (index >= c->base->maps.count) { /* a new one */
        c->out->count++;
        return;
    }
    home->before = &c->base->maps.data[index];
    home->any    = false;
    if (!check_size(c, home->before, after))
        return;
    home->layers.count = home->before->layers.count;
    home->layers.data  = ptl_arena_array(c->job, home->layers.count, sizeof *home->layers.data);
    for (size_t i = 0; i < home->layers.count && ptl_ok(c->job); i++)
        compare_layer(c, home, i);
    say_ignored(c, home);
    compare_properties(c, home);
    c->out->count++;
}

/* Which map of the base one is; as many as there are when it is none of them. */
static size_t index_of(const comparer *c, const ptl_grid_map *after, const char *key)
{
    int64_t number = key ? ptl_grid_number(&after->properties, key, -1) : 0;

    return number < 0 || (uint64_t)number >= c->base->maps.count ? c->base->maps.count
                                                                 : (size_t)number;
}

static bool is_taken(const ptl_grid_homes *homes, size_t index)
{
    for (size_t i = 0; i < homes->count; i++)
        if (homes->data[i].map == index)
            return true;
    return false;
}

void ptl_grid_compare(ptl_job *job, ptl_grid_homes *out, const ptl_grid *base, const ptl_grid *now,
                      const char *key)
{
    comparer c = { .job = job, .out = out, .base = base, .now = now };

    *out = (ptl_grid_homes){ .base = base, .now = now };
    if (!key && now->maps.count != 1)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-maps",
                 "these are %zu maps, and the base is one", now->maps.count);
    out->data = ptl_arena_array(job, now->maps.count, sizeof *out->data);
    if (!out->data || !match_sets(&c))
        return;
    for (size_t i = 0; i < now->maps.count && ptl_ok(job); i++) {
        size_t index = index_of(&c, &now->maps.data[i], key);

        if (index < base->maps.count && is_taken(out, index))
            ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-maps",
                     "two of the maps are number %zu of the base: give a copy no number (%s)",
                     index, key);
        else
            compare_map(&c, &now->maps.data[i], index);
    }
    for (size_t i = 0; i < out->count; i++)
        out->any = out->any || out->data[i].any;
    ptl_find_count(job, PTL_LOSS, "grid-turn", c.turned,
                   "# {cell is|cells are} turned or mirrored in a way that means nothing there");
}

void ptl_grid_adopt(ptl_job *job, ptl_grid_homes *out, ptl_grid *fresh, const ptl_grid *now,
                    const char *key)
{
    size_t found = 0;
    shown  room;

    for (size_t i = 0; i < fresh->maps.count && i < now->maps.count; i++) {
        fresh->maps.data[i].tile_width  = now->maps.data[i].tile_width;
        fresh->maps.data[i].tile_height = now->maps.data[i].tile_height;
        for (size_t k = 0; k < fresh->maps.data[i].layers.count; k++)
            fresh->maps.data[i].layers.data[k].optional = true;
    }
    ptl_grid_compare(job, out, fresh, now, key);
    for (size_t i = 0; i < out->count && ptl_ok(job); i++)
        for (size_t k = 0; k < out->data[i].layers.count; k++) {
            const ptl_grid_changes *list = &out->data[i].layers.data[k];

            found += list->after != NULL;
            if (!list->after)
                ptl_find(job, PTL_LOSS, PTL_NOWHERE, "grid-invented",
                         "there is no layer \"%s\": it is as in a new map",
                         show(&room, out->data[i].before->layers.data[k].is.name));
        }
    if (ptl_ok(job) && found == 0)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-none",
                 "no layer of the map has a name that means something in this format");
}
