/* SPDX-License-Identifier: MIT */
/* Maps and sets of grids as elements, in the order in which Tiled writes them, so that it gives
 * them back unchanged. */
#include <stdio.h>

#include "core/num.h"
#include "core/order.h"
#include "formats/tmx/tmx_grid.h"

typedef struct maker {
    ptl_job             *job;
    ptl_tmx_tree         tree;
    ptl_buf              list; /* attributes of the next element */
    const ptl_grid      *grid;
    const ptl_tmx_style *style;
    uint32_t             next_layer, next_object;
} maker;

/* ---- Attributes ------------------------------------------------------------------------------ */

static void say(maker *m, const char *name, ptl_str value)
{
    ptl_tmx_put(&m->list, ptl_tmx_word(name), value.data ? value : (ptl_str){ "", 0 },
                PTL_TILED_TEXT);
}

static void say_word(maker *m, const char *name, const char *value)
{
    say(m, name, ptl_tmx_word(value));
}

static void say_whole(maker *m, const char *name, uint64_t value)
{
    char text[PTL_NUM_MAX];

    say(m, name, ptl_tmx_copy(m->job, text, ptl_format_u64(text, value)));
}

static void say_real(maker *m, const char *name, double value)
{
    char text[PTL_NUM_MAX];

    say(m, name, ptl_tmx_copy(m->job, text, ptl_format_f64(text, value)));
}

/* The element that the attributes are for; NULL after a failure. */
static ptl_tiled_element *put(maker *m, uint32_t level, const char *name)
{
    ptl_tiled_element *e = ptl_tmx_add(&m->tree, level, ptl_tmx_word(name), PTL_NOWHERE);

    if (e)
        e->attributes = ptl_tmx_take(m->job, &m->list);
    m->list.size = 0;
    return e;
}

/* ---- Properties ------------------------------------------------------------------------------ */

static bool is_before(const void *of, uint32_t a, uint32_t b)
{
    const ptl_tiled_property *list  = of;
    int                       order = ptl_str_order(list[a].name, list[b].name);

    return order ? order < 0 : a < b;
}

static void put_property(maker *m, uint32_t level, const ptl_tiled_property *p)
{
    ptl_str            value = ptl_grid_plain(m->job, p->value);
    bool               lines = value.size > 0 && memchr(value.data, '\n', value.size);
    ptl_tiled_element *e;

    say(m, "name", p->name);
    if (!ptl_str_is(p->type, "string"))
        say(m, "type", p->type);
    if (!lines)
        say(m, "value", value);
    e = put(m, level, "property");
    if (e && lines)
        e->text = value;
}

/* Sorted by name, as Tiled has them. */
static void put_properties(maker *m, uint32_t level, const ptl_tiled_property *list, size_t count)
{
    uint32_t *order = count > 0 ? ptl_arena_array(m->job, count, sizeof *order) : NULL;

    if (!order)
        return;
    ptl_put_in_order(order, count, is_before, list);
    put(m, level, "properties");
    for (size_t i = 0; i < count; i++)
        put_property(m, level + 1, &list[order[i]]);
}

static ptl_tiled_property text_property(const char *name, ptl_str value)
{
    return (ptl_tiled_property){ .name  = ptl_tmx_word(name),
                                 .type  = ptl_tmx_word("string"),
                                 .value = value };
}

/* Those of the map, and where it came from. */
static void put_map_properties(maker *m, const ptl_grid_map *map)
{
    const ptl_grid_origin *o = &m->grid->origin;
    const struct {
        const char *name;
        ptl_str     value;
    } said[]                  = { { "portolan.format", o->format },
                                  { "portolan.source", o->name },
                                  { "portolan.sum", o->sum },
                                  { "portolan.version", o->version },
                                  { "portolan.base", o->packed } };
    size_t              count = map->properties.count, all = count + 5;
    ptl_tiled_property *list = ptl_arena_array(m->job, all, sizeof *list);

    if (!list)
        return;
    if (count > 0)
        memcpy(list, map->properties.data, count * sizeof *list);
    for (size_t i = 0; i < 5; i++)
        if (said[i].value.size > 0)
            list[count++] = text_property(said[i].name, said[i].value);
    put_properties(m, 1, list, count);
}

/* ---- Sets ------------------------------------------------------------------------------------ */

ptl_tmx_file ptl_tmx_set_file(const ptl_grid *grid, const ptl_grid_set *set,
                              const ptl_tmx_style *style)
{
    ptl_tmx_file out  = { .above = false };
    size_t       used = (size_t)snprintf(
              out.name, sizeof out.name, "%.100s-",
        set->own || grid->origin.format.size == 0 ? style->stem : grid->origin.format.data);

    for (size_t i = 0; i < set->is.name.size && i < 100; i++) {
        char c = set->is.name.data[i];

        out.name[used++] =
            (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'
                ? c
                : '-';
    }
    out.name[used] = 0;
    return out;
}

static void put_frames(maker *m, uint32_t level, const ptl_tiled_frames *frames)
{
    put(m, level, "animation");
    for (size_t i = 0; i < frames->count; i++) {
        say_whole(m, "tileid", frames->data[i].tile);
        say_whole(m, "duration", frames->data[i].milliseconds);
        put(m, level + 1, "frame");
    }
}

static void put_tile(maker *m, uint32_t level, const ptl_tiled_tile *tile)
{
    say_whole(m, "id", tile->id);
    if (tile->type.size > 0)
        say(m, "type", tile->type);
    put(m, level, "tile");
    put_properties(m, level + 1, tile->properties.data, tile->properties.count);
    if (tile->frames.count > 0)
        put_frames(m, level + 1, &tile->frames);
}

static void put_set_properties(maker *m, uint32_t level, const ptl_grid_set *set)
{
    size_t              count = set->is.properties.count;
    ptl_tiled_property *list  = ptl_arena_array(m->job, count + 1, sizeof *list);

    if (!list)
        return;
    if (count > 0)
        memcpy(list, set->is.properties.data, count * sizeof *list);
    if (set->field)
        list[count++] = text_property("portolan.field", ptl_tmx_word(set->field));
    put_properties(m, level, list, count);
}

/* The rest of a set, after what only one in a map or one by itself says. */
static void put_set(maker *m, uint32_t level, const ptl_grid_set *set)
{
    const ptl_tiled_set *is   = &set->is;
    ptl_tmx_file         file = ptl_tmx_set_file(m->grid, set, m->style);

    say(m, "name", is->name);
    say_whole(m, "tilewidth", is->tile_width);
    say_whole(m, "tileheight", is->tile_height);
    say_whole(m, "tilecount", is->tile_count);
    say_whole(m, "columns", is->columns);
    put(m, level, "tileset");
    put_set_properties(m, level + 1, set);
    say(m, "source", ptl_grid_text(m->job, "%s.png", file.name));
    say_whole(m, "width", is->image.width);
    say_whole(m, "height", is->image.height);
    put(m, level + 1, "image");
    for (size_t i = 0; i < is->tiles.count && ptl_ok(m->job); i++)
        put_tile(m, level + 1, &is->tiles.data[i]);
}

static void put_sets(maker *m)
{
    uint64_t first = 1;

    for (size_t i = 0; i < m->grid->sets.count && ptl_ok(m->job); i++) {
        const ptl_grid_set *set = &m->grid->sets.data[i];

        say_whole(m, "firstgid", first);
        if (m->style->embedded) {
            put_set(m, 1, set);
        } else {
            ptl_tmx_file file = ptl_tmx_set_file(m->grid, set, m->style);

            say(m, "source",
                ptl_grid_text(m->job, "%s.%s", file.name,
                              m->style->language == PTL_TILED_JSON ? "tsj" : "tsx"));
            put(m, 1, "tileset");
        }
        first += set->is.tile_count;
    }
    if (first > PTL_TILED_HEX)
        ptl_fail(m->job, PTL_E_LIMIT, PTL_NOWHERE, "grid-tiles",
                 "the sets have more tiles together than Tiled can number");
}

/* ---- Layers ---------------------------------------------------------------------------------- */

static uint32_t first_of(const maker *m, uint16_t set)
{
    uint32_t first = 1;

    for (size_t i = 0; i < set; i++)
        first += m->grid->sets.data[i].is.tile_count;
    return first;
}

static void number_cells(const maker *m, uint32_t *to, const ptl_grid_tile *cells, size_t count)
{
    uint16_t set   = PTL_GRID_NO_SET;
    uint32_t first = 0;

    for (size_t i = 0; i < count; i++) {
        if (cells[i].set == PTL_GRID_NO_SET)
            continue;
        if (cells[i].set != set)
            first = first_of(m, set = cells[i].set);
        to[i] = (first + cells[i].tile) |
                (cells[i].turn & PTL_TILE_MIRROR_X ? PTL_TILED_MIRROR_X : 0) |
                (cells[i].turn & PTL_TILE_MIRROR_Y ? PTL_TILED_MIRROR_Y : 0) |
                (cells[i].turn & PTL_TILE_SWAP ? PTL_TILED_SWAP : 0);
    }
    ptl_worked(m->job, count);
}

static void put_data(maker *m, uint32_t level, const ptl_grid_layer *layer)
{
    size_t             count = (size_t)layer->is.width * layer->is.height;
    uint32_t          *cells = ptl_arena_array(m->job, count, sizeof *cells);
    ptl_tiled_element *e;

    if (!cells)
        return;
    number_cells(m, cells, layer->cells, count);
    say_word(m, "encoding", ptl_tmx_encoding(m->style->coding));
    if (m->style->coding > PTL_TMX_BASE64)
        say_word(m, "compression", ptl_tmx_compression(m->style->coding));
    e = put(m, level, "data");
    if (e)
        e->cells = (ptl_u32s){ cells, count };
}

static void say_look(maker *m, const ptl_tiled_layer *is)
{
    say_whole(m, "id", m->next_layer++);
    say(m, "name", is->name);
    if (is->kind == PTL_TILED_TILE_LAYER) {
        say_whole(m, "width", is->width);
        say_whole(m, "height", is->height);
    }
    if (!is->visible)
        say_word(m, "visible", "0");
    if (is->locked)
        say_word(m, "locked", "1");
    if (is->opacity < 1)
        say_real(m, "opacity", is->opacity);
    if (is->offset_x != 0 || is->offset_y != 0) {
        say_real(m, "offsetx", is->offset_x);
        say_real(m, "offsety", is->offset_y);
    }
    if (is->parallax_x != 1)
        say_real(m, "parallaxx", is->parallax_x);
    if (is->parallax_y != 1)
        say_real(m, "parallaxy", is->parallax_y);
}

/* ---- Objects --------------------------------------------------------------------------------- */

static void put_points(maker *m, uint32_t level, const char *name, const ptl_tiled_points *points)
{
    ptl_buf text = ptl_buf_of(m->job, NULL);
    char    number[PTL_NUM_MAX];

    for (size_t i = 0; i < points->count && ptl_ok(m->job); i++) {
        if (i > 0)
            ptl_put_char(&text, ' ');
        ptl_put(&text, number, ptl_format_f64(number, points->data[i].x));
        ptl_put_char(&text, ',');
        ptl_put(&text, number, ptl_format_f64(number, points->data[i].y));
    }
    say(m, "points", ptl_tmx_copy(m->job, (const char *)text.data, text.size));
    put(m, level, name);
    ptl_buf_free(&text);
}

static void put_shape(maker *m, uint32_t level, const ptl_tiled_object *o)
{
    ptl_tiled_element *e;

    if (o->shape == PTL_TILED_ELLIPSE)
        put(m, level, "ellipse");
    if (o->shape == PTL_TILED_POINT)
        put(m, level, "point");
    if (o->shape == PTL_TILED_POLYGON)
        put_points(m, level, "polygon", &o->points);
    if (o->shape == PTL_TILED_POLYLINE)
        put_points(m, level, "polyline", &o->points);
    if (o->shape != PTL_TILED_LABEL)
        return;
    say_word(m, "pixelsize", "15");
    say_word(m, "wrap", "1");
    e = put(m, level, "text");
    if (e)
        e->text = ptl_grid_plain(m->job, o->text);
}

static void put_object(maker *m, uint32_t level, const ptl_tiled_object *o)
{
    say_whole(m, "id", m->next_object++);
    if (o->name.size > 0)
        say(m, "name", ptl_grid_plain(m->job, o->name));
    if (o->type.size > 0)
        say(m, "type", o->type);
    say_real(m, "x", o->x);
    say_real(m, "y", o->y);
    if (o->width != 0)
        say_real(m, "width", o->width);
    if (o->height != 0)
        say_real(m, "height", o->height);
    if (!o->visible)
        say_word(m, "visible", "0");
    put(m, level, "object");
    put_properties(m, level + 1, o->properties.data, o->properties.count);
    put_shape(m, level + 1, o);
}

static void put_layer(maker *m, const ptl_grid_layer *layer)
{
    bool tiles = layer->is.kind == PTL_TILED_TILE_LAYER;

    say_look(m, &layer->is);
    put(m, 1, tiles ? "layer" : "objectgroup");
    put_properties(m, 2, layer->is.properties.data, layer->is.properties.count);
    if (tiles)
        put_data(m, 2, layer);
    for (size_t i = 0; i < layer->is.objects.count && ptl_ok(m->job); i++)
        put_object(m, 2, &layer->is.objects.data[i]);
}

/* ---- The whole ------------------------------------------------------------------------------- */

static void say_versions(maker *m)
{
    say_word(m, "version", "1.8");
    say_word(m, "tiledversion", "1.8.2");
}

static void put_root(maker *m, const ptl_grid_map *map)
{
    size_t layers = map->layers.count, objects = 0;

    for (size_t i = 0; i < layers; i++)
        objects += map->layers.data[i].is.objects.count;
    say_versions(m);
    say_word(m, "orientation", "orthogonal");
    say_word(m, "renderorder", "right-down");
    say_whole(m, "width", map->width);
    say_whole(m, "height", map->height);
    say_whole(m, "tilewidth", map->tile_width);
    say_whole(m, "tileheight", map->tile_height);
    say_word(m, "infinite", "0");
    if (map->background.size > 0)
        say(m, "backgroundcolor", map->background);
    say_whole(m, "nextlayerid", layers + 1);
    say_whole(m, "nextobjectid", objects + 1);
    put(m, 0, "map");
}

static ptl_tiled end(maker *m)
{
    ptl_buf_free(&m->list);
    return (ptl_tiled){ .language = PTL_TILED_XML, .elements = m->tree.elements };
}

static maker begin(ptl_job *job, const ptl_grid *grid, const ptl_tmx_style *style)
{
    return (maker){ .job         = job,
                    .tree        = { .job = job },
                    .list        = ptl_buf_of(job, NULL),
                    .grid        = grid,
                    .style       = style,
                    .next_layer  = 1,
                    .next_object = 1 };
}

ptl_tiled ptl_tmx_map_made(ptl_job *job, const ptl_grid *grid, const ptl_grid_map *map,
                           const ptl_tmx_style *style)
{
    maker m = begin(job, grid, style);

    put_root(&m, map);
    put_map_properties(&m, map);
    put_sets(&m);
    for (size_t i = 0; i < map->layers.count && ptl_ok(job); i++)
        put_layer(&m, &map->layers.data[i]);
    return end(&m);
}

ptl_tiled ptl_tmx_set_made(ptl_job *job, const ptl_grid *grid, const ptl_grid_set *set,
                           const ptl_tmx_style *style)
{
    maker m = begin(job, grid, style);

    say_versions(&m);
    put_set(&m, 0, set);
    return end(&m);
}
