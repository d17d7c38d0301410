/* SPDX-License-Identifier: MIT */
/* Terrain for Tiled: a layer for each letter of a tile that can be painted, and back.
 *
 * Fields that are the same everywhere are properties instead, unless the setting "layers" asks for
 * all; the way home looks at both. */
#include <string.h>

#include "core/num.h"
#include "core/words.h"
#include "formats/pfmap/pfmap_grid.h"

typedef enum pfmap_paint { /* what can be painted */
                           SIDE,
                           TOP,
                           SHAPE,
                           HEIGHT,
                           RAMP,
                           BLOCKED,
                           BLEND,
                           BLEND_NORTH,
                           BLEND_EAST,
                           BLEND_SOUTH,
                           BLEND_WEST,
                           NORMALS_OFF,
                           BUMP_OFF,
                           COVER,
                           PAINTS
} pfmap_paint;

enum { NONE = UINT16_MAX, BIAS = 100 };

/* Rows of small numbers and short texts: they cost a program nothing at its start. */
static const struct {
    char     name[16];
    uint8_t  set;
    bool     always;  /* a layer, whatever it holds              */
    bool     cleared; /* the value `nothing` is an empty cell    */
    uint16_t nothing; /* the tile that an empty cell stands for  */
} paints[PAINTS] = {
    [SHAPE]       = { "shape", PFMAP_SHAPES, true, true, 0 },
    [HEIGHT]      = { "height", PFMAP_HEIGHTS, true, false, BIAS },
    [RAMP]        = { "ramp", PFMAP_RAMPS, false, true, 0 },
    [TOP]         = { "top", PFMAP_MATERIALS, true, false, 0 },
    [SIDE]        = { "side", PFMAP_MATERIALS, false, false, 0 },
    [BLOCKED]     = { "blocked", PFMAP_MARKS, false, true, NONE },
    [BLEND]       = { "blend", PFMAP_BLENDS, false, true, 0 },
    [BLEND_NORTH] = { "blend-n", PFMAP_BLENDS, false, true, 0 },
    [BLEND_EAST]  = { "blend-e", PFMAP_BLENDS, false, true, 0 },
    [BLEND_SOUTH] = { "blend-s", PFMAP_BLENDS, false, true, 0 },
    [BLEND_WEST]  = { "blend-w", PFMAP_BLENDS, false, true, 0 },
    [NORMALS_OFF] = { "normals-off", PFMAP_MARKS, false, true, NONE },
    [BUMP_OFF]    = { "bump-off", PFMAP_MARKS, false, true, NONE },
    [COVER]       = { "cover", PFMAP_COVERS, false, true, 0 },
};

/* ---- Values ---------------------------------------------------------------------------------- */

/* The tile that stands for what a tile of the map holds; NONE is an empty cell. */
static uint16_t value_of(const ptl_pfmap *map, const ptl_pfmap_tile *t, pfmap_paint paint)
{
    uint8_t modes[4];

    if (paint >= BLEND && paint <= BLEND_WEST) {
        ptl_pfmap_blend_modes(modes, map, t);
        return modes[paint == BLEND ? 0 : paint - BLEND_NORTH];
    }
    return paint == SHAPE         ? t->type
           : paint == HEIGHT      ? (uint16_t)(t->base + BIAS)
           : paint == RAMP        ? t->ramp
           : paint == TOP         ? t->top
           : paint == SIDE        ? t->side
           : paint == BLOCKED     ? (t->pathable ? NONE : 0)
           : paint == NORMALS_OFF ? (t->blend_normals ? NONE : 0)
           : paint == BUMP_OFF    ? (t->no_bump_map ? 0 : NONE)
                                  : t->cover;
}

/* Where a map keeps its blend modes it keeps them. */
static void set_blend(const ptl_pfmap *map, ptl_pfmap_tile *t, pfmap_paint paint, uint8_t value)
{
    static const uint8_t none[4];
    bool                 edges = ptl_pfmap_version(map) >= 12 || memcmp(t->edge_blend, none, 4);
    uint8_t              modes[4];

    ptl_pfmap_blend_modes(modes, map, t);
    if (paint == BLEND && !edges) {
        t->blend = value;
        return;
    }
    if (paint == BLEND)
        memset(modes, value, 4);
    else
        modes[paint - BLEND_NORTH] = value;
    memcpy(t->edge_blend, modes, 4);
}

static void set_value(const ptl_pfmap *map, ptl_pfmap_tile *t, pfmap_paint paint, uint16_t value)
{
    if (paint >= BLEND && paint <= BLEND_WEST)
        set_blend(map, t, paint, (uint8_t)value);
    else if (paint == SHAPE)
        t->type = (uint8_t)value;
    else if (paint == HEIGHT)
        t->base = (int16_t)(value - BIAS);
    else if (paint == RAMP)
        t->ramp = (uint8_t)value;
    else if (paint == TOP)
        t->top = value;
    else if (paint == SIDE)
        t->side = value;
    else if (paint == BLOCKED)
        t->pathable = value == NONE;
    else if (paint == NORMALS_OFF)
        t->blend_normals = value == NONE;
    else if (paint == BUMP_OFF)
        t->no_bump_map = value != NONE;
    else
        t->cover = (uint8_t)value;
}

/* ---- Layers ---------------------------------------------------------------------------------- */

typedef struct builder {
    ptl_job         *job;
    const ptl_pfmap *map;
    ptl_grid        *grid;
    ptl_grid_map    *to;
    bool             all, home; /* every layer; and every property, too */
} builder;

static bool is_constant(const ptl_pfmap *map, pfmap_paint paint)
{
    uint16_t first = value_of(map, &map->tiles.data[0], paint);

    for (size_t i = 1; i < map->tiles.count; i++)
        if (value_of(map, &map->tiles.data[i], paint) != first)
            return false;
    return true;
}

/* Whether the four edges of every tile agree, so that one layer will do for them. */
static bool has_one_blend(const ptl_pfmap *map)
{
    for (size_t i = 0; i < map->tiles.count; i++) {
        uint8_t m[4];

        ptl_pfmap_blend_modes(m, map, &map->tiles.data[i]);
        if (m[0] != m[1] || m[0] != m[2] || m[0] != m[3])
            return false;
    }
    return true;
}

static void add_layer(builder *b, pfmap_paint paint)
{
    ptl_grid_layer *layer =
        ptl_grid_add_layer(b->job, b->to, paints[paint].name, PTL_TILED_TILE_LAYER);
    uint16_t nothing = paints[paint].nothing;

    if (!layer)
        return;
    layer->field      = paint;
    layer->set        = paints[paint].set;
    layer->sets       = 1;
    layer->optional   = !paints[paint].always;
    layer->is.visible = paint == TOP || paint == SHAPE;
    if (paint == SHAPE)
        layer->is.opacity = 0.5;
    if (nothing != NONE)
        layer->nothing = (ptl_grid_tile){ .tile = nothing, .set = layer->set };
    for (size_t i = 0; i < b->map->tiles.count; i++) {
        uint16_t value = value_of(b->map, &b->map->tiles.data[i], paint);

        if (value != NONE && (value != nothing || !paints[paint].cleared))
            layer->cells[i] = (ptl_grid_tile){ .tile = value, .set = layer->set };
    }
    ptl_worked(b->job, b->map->tiles.count);
}

/* As the letters of the format count: marks are 1 where they are painted. */
static int64_t number_of(pfmap_paint paint, uint16_t value)
{
    bool mark = paints[paint].set == PFMAP_MARKS;

    return mark ? value != NONE : paint == HEIGHT ? value - BIAS : value;
}

static void add_paint(builder *b, pfmap_paint paint)
{
    bool constant = !paints[paint].always && is_constant(b->map, paint);

    if (constant && (b->home || !b->all))
        ptl_grid_say_number(b->job, b->to,
                            ptl_grid_text(b->job, "pfmap.%s", paints[paint].name).data,
                            number_of(paint, value_of(b->map, &b->map->tiles.data[0], paint)));
    if (!constant || b->all || b->home)
        add_layer(b, paint);
}

/* ---- Properties ------------------------------------------------------------------------------ */

static ptl_str joined(ptl_job *job, ptl_str a, ptl_str b)
{
    char *text = ptl_arena_raw(job, (uint64_t)a.size + b.size + 1);

    if (!text)
        return (ptl_str){ "", 0 };
    memcpy(text, a.data, a.size);
    text[a.size] = ' ';
    memcpy(text + a.size + 1, b.data, b.size);
    return (ptl_str){ text, a.size + b.size + 1 };
}

static void say_lists(builder *b)
{
    ptl_grid_say(b->job, b->to, "pfmap.version", "string", b->map->version);
    for (size_t i = 0; i < b->map->materials.count && ptl_ok(b->job); i++)
        ptl_grid_say(
            b->job, b->to, ptl_grid_text(b->job, "pfmap.material.%03zu", i).data, "string",
            joined(b->job, b->map->materials.data[i].name, b->map->materials.data[i].texture));
    for (size_t i = 0; i < b->map->splats.count && ptl_ok(b->job); i++)
        ptl_grid_say(b->job, b->to, ptl_grid_text(b->job, "pfmap.splat.%03zu", i).data, "string",
                     ptl_grid_text(b->job, "%lu %lu", (unsigned long)b->map->splats.data[i].base,
                                   (unsigned long)b->map->splats.data[i].accent));
}

void ptl_pfmap_to_grid(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    const ptl_setting *layers = ptl_setting_of(job, "layers");
    builder            b      = { .job  = job,
                                  .map  = native,
                                  .grid = hub,
                                  .all  = ptl_setting_is(layers, "all"),
                                  .home = ptl_setting_is(layers, "home") };
    bool               one;

    (void)files;
    b.to = ptl_grid_add_maps(job, b.grid, 1);
    if (!b.to || !ptl_pfmap_add_sets(job, b.grid, b.map))
        return;
    b.to->width  = b.map->width;
    b.to->height = b.map->height;
    one          = has_one_blend(b.map);
    for (unsigned i = 0; i < PAINTS && ptl_ok(job); i++)
        if (i < BLEND || i > BLEND_WEST || (i == BLEND) == one)
            add_paint(&b, (pfmap_paint)i);
    say_lists(&b);
}

/* ---- Home ------------------------------------------------------------------------------------ */

static uint16_t value_in(const ptl_grid_tile *cell, pfmap_paint paint)
{
    return cell->set == PTL_GRID_NO_SET ? paints[paint].nothing : (uint16_t)cell->tile;
}

static void take_changes(ptl_job *job, ptl_pfmap *map, const ptl_grid_home *home,
                         const ptl_grid_changes *list)
{
    pfmap_paint paint = (pfmap_paint)home->before->layers.data[list->layer].field;

    for (size_t i = 0; i < list->count && ptl_ok(job); i++) {
        const ptl_grid_change *c     = &list->data[i];
        uint16_t               value = value_in(&c->now, paint);

        if (paint == HEIGHT && value == 0) {
            ptl_path(job, "height[%u,%u]", c->x, c->y);
            ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-value",
                     "heights are from -99 to 99 levels");
        } else {
            set_value(map, pfmap_tile(map, c->y, c->x), paint, value);
        }
    }
}

/* A number for all tiles; painted cells come after it. */
static void take_number(ptl_job *job, ptl_pfmap *map, pfmap_paint paint, ptl_str text)
{
    const char *end   = text.data + text.size;
    uint64_t    value = 0;
    uint32_t    most =
        paints[paint].set == PFMAP_MARKS ? 2 : ptl_pfmap_set_values(map, paints[paint].set);

    if (text.size == 0 || ptl_parse_u64(text.data, end, &value) != end || value >= most) {
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-value",
                 "the property pfmap.%s is not a number from 0 to %u", paints[paint].name,
                 most - 1);
        return;
    }
    if (paints[paint].set == PFMAP_MARKS)
        value = value ? 0 : NONE;
    for (size_t i = 0; i < map->tiles.count; i++)
        set_value(map, &map->tiles.data[i], paint, (uint16_t)value);
}

static void take_property(ptl_job *job, ptl_pfmap *map, const ptl_tiled_property *is, ptl_str now)
{
    for (unsigned i = 0; i < PAINTS; i++)
        if (ptl_str_begins(is->name, "pfmap.") && is->name.size == 6 + strlen(paints[i].name) &&
            memcmp(is->name.data + 6, paints[i].name, is->name.size - 6) == 0) {
            take_number(job, map, (pfmap_paint)i, now);
            return;
        }
    if (!ptl_pfmap_take_list(job, map, is->name, now))
        ptl_find(job, PTL_LOSS, PTL_NOWHERE, "grid-ignored",
                 "the property pfmap.version cannot be changed here: use --target-version");
}

void ptl_pfmap_home(ptl_job *job, void *native, ptl_grid_homes *homes, ptl_attachments *attached)
{
    const ptl_grid_home *home = homes->data;

    (void)attached;
    for (size_t i = 0; i < home->before->properties.count && ptl_ok(job); i++)
        if (home->said[i])
            take_property(job, native, &home->before->properties.data[i], ptl_grid_now(home, i));
    for (size_t i = 0; i < home->layers.count && ptl_ok(job); i++)
        take_changes(job, native, home, &home->layers.data[i]);
}
