/* SPDX-License-Identifier: MIT */
/* A map as tile layers: sets, wherever they are, groups folded into their layers.
 *
 * The picture is that of Tiled's own tmxrasterizer: hidden layers are left out, offsets of groups
 * add up, opacities and tints multiply, an animated tile shows its first frame, and the picture is
 * as large as the map with all its offsets. */
#include <math.h>
#include <string.h>

#include "formats/tmx/tmx_tiles.h"

enum { MOST_TILES = 1 << 20 };

/* ---- Layers ---------------------------------------------------------------------------------- */

ptl_tmx_look ptl_tmx_look_of(const ptl_tiled_map *map, const ptl_tiled_layer *layer)
{
    ptl_tmx_look out = { true, 1, 0, 0, { 1, 1, 1, 1 } };

    for (;;) {
        out.visible = out.visible && layer->visible;
        out.opacity *= layer->opacity < 0 ? 0 : layer->opacity > 1 ? 1 : layer->opacity;
        out.x += layer->offset_x;
        out.y += layer->offset_y;
        for (unsigned i = 0; i < 4; i++)
            out.tint[i] *= (layer->tint >> (24 - 8 * i) & 255) / 255.0;
        if (layer->parent == PTL_TILED_NONE)
            return out;
        layer = &map->layers.data[layer->parent];
    }
}

static bool is_drawn(const ptl_tiled_map *map, const ptl_tiled_layer *layer)
{
    return layer->kind == PTL_TILED_TILE_LAYER && layer->chunks.count > 0 &&
           ptl_tmx_look_of(map, layer).visible;
}

/* The part of the plane that all layers cover together, in cells. */
static ptl_tmx_box cells_of(const ptl_tiled_map *map)
{
    ptl_tmx_box b = { INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN };

    if (!map->infinite)
        return (ptl_tmx_box){ 0, 0, map->width, map->height };
    for (size_t i = 0; i < map->layers.count; i++)
        for (size_t k = 0; k < map->layers.data[i].chunks.count; k++) {
            const ptl_tiled_chunk *c = &map->layers.data[i].chunks.data[k];

            b.left   = c->x < b.left ? c->x : b.left;
            b.top    = c->y < b.top ? c->y : b.top;
            b.right  = (int64_t)c->x + c->width > b.right ? (int64_t)c->x + c->width : b.right;
            b.bottom = (int64_t)c->y + c->height > b.bottom ? (int64_t)c->y + c->height : b.bottom;
        }
    return b.left == INT64_MAX ? (ptl_tmx_box){ 0, 0, 1, 1 } : b;
}

uint8_t ptl_tmx_transform(const ptl_tmx_tiling *t, uint32_t cell)
{
    bool six = t->map.orientation == PTL_TILED_HEXAGONAL;

    return (uint8_t)((cell & PTL_TILED_MIRROR_X ? PTL_TILE_MIRROR_X : 0) |
                     (cell & PTL_TILED_MIRROR_Y ? PTL_TILE_MIRROR_Y : 0) |
                     (cell & PTL_TILED_SWAP ? six ? PTL_TILE_TURN_60 : PTL_TILE_SWAP : 0) |
                     (six && (cell & PTL_TILED_HEX) ? PTL_TILE_TURN_120 : 0));
}

static void take_chunk(const ptl_tmx_tiling *t, ptl_tile_cell *cells, const ptl_tiled_chunk *c)
{
    const ptl_tmx_box *all    = &t->cells;
    uint64_t           across = (uint64_t)(all->right - all->left);

    for (uint32_t y = 0; y < c->height; y++)
        for (uint32_t x = 0; x < c->width; x++) {
            uint32_t cell   = c->cells[(size_t)y * c->width + x];
            int64_t  column = c->x + (int64_t)x - all->left, row = c->y + (int64_t)y - all->top;

            if (column < 0 || row < 0 || column >= (int64_t)across || row >= all->bottom - all->top)
                continue;
            if (cell & ~PTL_TILED_FLAGS)
                cells[(uint64_t)row * across + (uint64_t)column] =
                    (ptl_tile_cell){ .tile      = cell & ~PTL_TILED_FLAGS,
                                     .transform = ptl_tmx_transform(t, cell) };
        }
}

static ptl_tile_cell *take_cells(ptl_tmx_tiling *t, const ptl_tiled_layer *layer)
{
    const ptl_tmx_box *all = &t->cells;
    uint64_t       count = (uint64_t)(all->right - all->left) * (uint64_t)(all->bottom - all->top);
    ptl_tile_cell *cells;

    if (t->out->layers.count == 0) /* all are as large */
        ptl_tmx_expand(t->job, &t->map, count);
    cells = ptl_ok(t->job) ? ptl_arena_array(t->job, count, sizeof *cells) : NULL;
    for (uint64_t i = 0; cells && i < count; i++)
        cells[i].tile = PTL_TILE_NONE;
    for (size_t i = 0; cells && i < layer->chunks.count; i++)
        take_chunk(t, cells, &layer->chunks.data[i]);
    return cells;
}

/* Whole pixels, as Tiled's painter rounds them. */
static int64_t pixels_of(double offset)
{
    int64_t pixels = offset > -1e6 && offset < 1e6 ? (int64_t)(offset + 0.5) : 0;

    return pixels - ((double)pixels > offset + 0.5);
}

/* What offsets of layers add to the picture at each side; those of hidden ones do, too. */
static ptl_tmx_box margins_of(const ptl_tiled_map *map)
{
    ptl_tmx_box out = { 0 };

    for (size_t i = 0; i < map->layers.count; i++) {
        ptl_tmx_look l = ptl_tmx_look_of(map, &map->layers.data[i]);
        int64_t      x = pixels_of(ceil(-l.x)), y = pixels_of(ceil(-l.y));
        int64_t      right = pixels_of(ceil(l.x)), down = pixels_of(ceil(l.y));

        if (map->layers.data[i].kind == PTL_TILED_GROUP)
            continue;
        out.left   = x > out.left ? x : out.left;
        out.top    = y > out.top ? y : out.top;
        out.right  = right > out.right ? right : out.right;
        out.bottom = down > out.bottom ? down : out.bottom;
    }
    return out;
}

/* Too much is refused where the picture is made. */
static uint32_t size_of(uint64_t pixels, int64_t before, int64_t after)
{
    uint64_t size = pixels + (uint64_t)(before + after);

    return size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
}

/* Whether the order in which cells are drawn has this in its name. */
static bool runs(const ptl_tiled_map *map, const char *way)
{
    ptl_str order = ptl_tmx_value(&map->elements.data[0], "renderorder");
    size_t  size  = strlen(way);

    for (size_t i = 0; i + size <= order.size; i++)
        if (memcmp(order.data + i, way, size) == 0)
            return true;
    return false;
}

bool ptl_tmx_is_shaded(const ptl_tmx_look *l)
{
    return l->opacity < 1 || l->tint[0] * l->tint[1] * l->tint[2] * l->tint[3] < 1;
}

void ptl_tmx_shade(uint8_t shade[4], const ptl_tmx_look *l)
{
    unsigned parts = (unsigned)(l->opacity * 256);

    for (unsigned i = 0; i < 3; i++)
        shade[i] = (uint8_t)(l->tint[i] * 255 + 0.5);
    shade[3] = (uint8_t)((parts * 255 >> 8) * l->tint[3]);
}

static void take_layer(ptl_tmx_tiling *t, const ptl_tiled_layer *from, const ptl_tile_lattice *lie)
{
    ptl_tile_layer *to = &t->out->layers.data[t->out->layers.count];
    ptl_tmx_look    l  = ptl_tmx_look_of(&t->map, from);

    *to = (ptl_tile_layer){ .name        = from->name,
                            .width       = (uint32_t)(t->cells.right - t->cells.left),
                            .height      = (uint32_t)(t->cells.bottom - t->cells.top),
                            .tile_width  = t->map.tile_width,
                            .tile_height = t->map.tile_height,
                            .cells       = take_cells(t, from),
                            .tiles       = t->places,
                            .tile_count  = t->count,
                            .x           = (uint32_t)(t->around.left + pixels_of(l.x)),
                            .y           = (uint32_t)(t->around.top + pixels_of(l.y)),
                            .lattice     = *lie,
                            .shaded      = ptl_tmx_is_shaded(&l) };
    ptl_tmx_shade(to->shade, &l);
    t->out->layers.count++;
}

/* Maps without a layer of tiles that can be seen have one without a cell, which says how large
 * cells are. */
static void take_nothing(ptl_tmx_tiling *t)
{
    ptl_tile_cell *none = ptl_arena_take(t->job, sizeof *none);

    if (!none || t->out->layers.count > 0)
        return;
    *none                                     = (ptl_tile_cell){ .tile = PTL_TILE_NONE };
    t->out->layers.data[t->out->layers.count] = (ptl_tile_layer){ .name        = { "", 0 },
                                                                  .width       = 1,
                                                                  .height      = 1,
                                                                  .tile_width  = t->map.tile_width,
                                                                  .tile_height = t->map.tile_height,
                                                                  .cells       = none,
                                                                  .tiles       = t->places,
                                                                  .tile_count  = t->count };
    t->out->layers.count++;
    t->out->bare = t->out->sprites.count == 0;
}

static void take_layers(ptl_tmx_tiling *t)
{
    bool             rows = t->map.orientation == PTL_TILED_ORTHOGONAL; /* others have one order */
    uint64_t         width, height;
    ptl_tile_lattice lie;

    t->cells         = cells_of(&t->map);
    t->around        = margins_of(&t->map);
    lie              = ptl_tmx_lattice(t, &width, &height);
    t->out->width    = size_of(width, t->around.left, t->around.right);
    t->out->height   = size_of(height, t->around.top, t->around.bottom);
    t->out->leftward = rows && runs(&t->map, "left-");
    t->out->upward   = rows && runs(&t->map, "-up");
    for (size_t i = 0; i < t->map.layers.count && ptl_ok(t->job); i++) {
        const ptl_tiled_layer *from = &t->map.layers.data[i];

        if (is_drawn(&t->map, from))
            take_layer(t, from, &lie);
        else if (ptl_tmx_look_of(&t->map, from).visible)
            ptl_tmx_take_things(t, from);
    }
    take_nothing(t);
    if (t->cells.left || t->cells.top)
        ptl_find(t->job, PTL_NOTE, PTL_NOWHERE, "tmx-infinite",
                 "the picture begins at cell %lld, %lld", (long long)t->cells.left,
                 (long long)t->cells.top);
}

/* ---- The whole ------------------------------------------------------------------------------- */

static uint32_t more_of(uint32_t most, uint32_t cell)
{
    uint32_t gid = cell & ~PTL_TILED_FLAGS;

    return gid > most && gid < MOST_TILES ? gid : most;
}

/* One past the highest number that is used; numbers past all reason have no tile. */
static uint32_t count_gids(const ptl_tiled_map *map)
{
    uint32_t most = 0;

    for (size_t i = 0; i < map->layers.count; i++) {
        const ptl_tiled_layer *l = &map->layers.data[i];

        for (size_t k = 0; k < l->chunks.count; k++)
            for (uint64_t j = 0; j < (uint64_t)l->chunks.data[k].width * l->chunks.data[k].height;
                 j++)
                most = more_of(most, l->chunks.data[k].cells[j]);
        for (size_t k = 0; k < l->objects.count; k++)
            most = more_of(most, l->objects.data[k].gid);
    }
    return most + 1;
}

/* Room for as many things as there can be. */
static bool make_room(ptl_tmx_tiling *t)
{
    size_t layers = t->map.layers.count, things = layers;

    for (size_t i = 0; i < layers; i++)
        things += t->map.layers.data[i].objects.count;
    t->places           = ptl_arena_array(t->job, t->count, sizeof *t->places);
    t->anchors          = ptl_arena_array(t->job, t->map.sets.count, sizeof *t->anchors);
    t->out->layers.data = ptl_arena_array(t->job, layers + 1, sizeof *t->out->layers.data);
    t->out->sheets.data = ptl_arena_array(t->job, PTL_TMX_MOST_SHEETS, sizeof *t->out->sheets.data);
    t->out->sprites.data = ptl_arena_array(t->job, things, sizeof *t->out->sprites.data);
    t->patterns          = ptl_arena_array(t->job, things, sizeof *t->patterns);
    return ptl_ok(t->job);
}

static bool begin(ptl_tmx_tiling *t)
{
    if (t->map.what != PTL_TILED_MAP)
        ptl_fail(t->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "tmx-no-map",
                 "only maps are drawn, and this is none");
    else if (t->map.orientation == PTL_TILED_OBLIQUE)
        ptl_fail(t->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "tmx-orientation",
                 "oblique maps are not drawn");
    if (!ptl_ok(t->job))
        return false;
    t->count = count_gids(&t->map);
    if (!make_room(t))
        return false;
    for (uint32_t i = 0; i < t->count; i++)
        t->places[i] = (ptl_tile_place){ .id = i, .sheet = PTL_TILE_NONE };
    return true;
}

void ptl_tmx_to_tiles(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    ptl_tmx_tiling t = { .job = job, .out = hub, .files = files };

    t.out->blended_as_qt = true;
    t.map                = ptl_tmx_map_of(job, native);
    if (!ptl_ok(job) || !begin(&t))
        return;
    ptl_tmx_take_sets(&t);
    if (ptl_ok(job))
        take_layers(&t);
    t.out->bare |= t.count == 1 && t.out->sprites.count == 0;
    ptl_find_count(job, PTL_LOSS, "tmx-drawn", t.lost,
                   "# {shape or text of an object is|shapes and texts of objects are} not drawn");
}
