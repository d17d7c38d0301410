/* SPDX-License-Identifier: MIT */
/* A container made of any orthogonal map of Tiled: every layer of tiles with its cells embedded, as
 * the engine reads them, and the images of the sets that it uses. What has no place is listed. */
#include <string.h>

#include "core/base64.h"
#include "core/bytes.h"
#include "core/order.h"
#include "core/utf8.h"
#include "formats/attach.h"
#include "formats/ppe_header.h"
#include "formats/xmf/xmf_private.h"
#include "hubs/grid.h"

enum { SCREEN_WIDTH = 848, SCREEN_HEIGHT = 480, MOST_SELECTOR = 0xFFF, NO_TILE = 0xFFFF };
enum { MOST_PALETTES = PTL_TILE_COLORS / 256 };

typedef struct maker {
    ptl_job        *job;
    const ptl_grid *grid;
    ptl_buf         text;
    uint32_t       *first;  /* for each set: the id of its first tile in the layer, or NO_TILE */
    uint32_t       *colors; /* and which of the palettes it has; NO_TILE: it is not used     */
    uint32_t        palettes;
    uint32_t       *order; /* the map's layers by name                                       */
    int             priority;
    size_t          lost, shapes; /* layers with looks of their own, and objects left out */
} maker;

/* ---- Layers ---------------------------------------------------------------------------------- */

static int compare_name(ptl_str is, ptl_str name, const char *what)
{
    size_t own = is.size < name.size ? is.size : name.size, more = strlen(what);
    int    way = own > 0 ? memcmp(is.data, name.data, own) : 0;

    if (way != 0 || is.size < name.size)
        return way != 0 ? way : -1;
    own = is.size - name.size < more ? is.size - name.size : more;
    way = own > 0 ? memcmp(is.data + name.size, what, own) : 0;
    return way != 0 ? way : (is.size > name.size + more) - (is.size < name.size + more);
}

/* By name; of one name those with cells first. */
static bool comes_before(const void *of, uint32_t a, uint32_t b)
{
    const ptl_grid_layer *layers = of, *x = &layers[a], *y = &layers[b];
    int                   way = compare_name(x->is.name, y->is.name, "");

    if (way != 0 || !x->cells != !y->cells)
        return way != 0 ? way < 0 : x->cells != NULL;
    return a < b;
}

static void order_layers(maker *m, const ptl_grid_map *map)
{
    m->order = ptl_arena_array(m->job, map->layers.count, sizeof *m->order);
    if (m->order)
        ptl_put_in_order(m->order, map->layers.count, comes_before, map->layers.data);
}

/* The first layer that is called so, with cells if there is one; NULL where there is none. */
static const ptl_grid_layer *find_layer(const maker *m, const ptl_grid_map *map, ptl_str name,
                                        const char *what)
{
    size_t low = 0, high = map->layers.count;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (compare_name(map->layers.data[m->order[middle]].is.name, name, what) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == map->layers.count ||
        compare_name(map->layers.data[m->order[low]].is.name, name, what) != 0)
        return NULL;
    return &map->layers.data[m->order[low]];
}

/* Layers of numbers, and of tiles above everything, are called like another. */
static const ptl_grid_layer *companion(const maker *m, const ptl_grid_map *map, ptl_str name,
                                       const char *what)
{
    const ptl_grid_layer *found = find_layer(m, map, name, what);

    return found && found->cells ? found : NULL;
}

static const char *const endings[] = { "#priority", "#palette", "#p", "#logic" };

static bool ends_with(ptl_str name, const char *end)
{
    size_t size = strlen(end);

    return name.size >= size && memcmp(name.data + name.size - size, end, size) == 0;
}

/* Whether it is such a companion, of which tiles keep what there is room for. */
static bool is_companion(const maker *m, const ptl_grid_map *map, const ptl_grid_layer *layer)
{
    ptl_str name = layer->is.name;

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (ends_with(name, endings[i]) && companion(m, map, name, "") == layer)
            return find_layer(m, map, (ptl_str){ name.data, name.size - strlen(endings[i]) }, "");
    return false;
}

/* Cells of containers have no room for these. */
static bool is_dropped(ptl_str name)
{
    static const char *const ends[] = { "#p", "#logic" };

    for (size_t i = 0; i < 2; i++)
        if (name.size > strlen(ends[i]) && ends_with(name, ends[i]))
            return true;
    return false;
}

/* ---- Sets ------------------------------------------------------------------------------------ */

/* Sheets of the engine are rows of tiles side by side, as large as the cells of their layer. */
static void check_set(maker *m, const ptl_grid_map *map, const ptl_tiled_set *set)
{
    const char *why = set->image.source.size == 0           ? "is a collection of images"
                      : set->margin > 0 || set->spacing > 0 ? "has a margin or spacing"
                      : set->tile_width != map->tile_width || set->tile_height != map->tile_height
                          ? "has tiles that are larger or smaller than cells"
                      : set->offset_x != 0 || set->offset_y != 0 ? "moves its tiles"
                                                                 : NULL;
    char        shown[64];

    if (why)
        ptl_fail(m->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-set",
                 "the set \"%s\" %s, which a container cannot say",
                 ptl_quote(shown, sizeof shown, set->name.data, set->name.size), why);
}

/* Old maps do not say how many tiles a set has, but how large its image is. */
static uint32_t count_tiles(const ptl_tiled_set *set)
{
    uint64_t all =
        (uint64_t)(set->image.width / set->tile_width) * (set->image.height / set->tile_height);

    return set->tile_count > 0 ? set->tile_count : all < NO_TILE ? (uint32_t)all : NO_TILE;
}

static void use_cells(maker *m, const ptl_grid_layer *layer, size_t count)
{
    for (size_t i = 0; layer && i < count; i++)
        if (layer->cells[i].set != PTL_GRID_NO_SET)
            m->first[layer->cells[i].set] = 0;
}

/* Ids count on through the sets that a layer uses. */
static void number_sets(maker *m, const ptl_grid_map *map, const ptl_grid_layer *layer,
                        const ptl_grid_layer *above)
{
    size_t   count = (size_t)map->width * map->height;
    uint64_t next  = 0;

    for (size_t i = 0; i < m->grid->sets.count; i++)
        m->first[i] = NO_TILE;
    use_cells(m, layer, count);
    use_cells(m, above, count);
    for (size_t i = 0; i < m->grid->sets.count && ptl_ok(m->job); i++) {
        const ptl_tiled_set *set = &m->grid->sets.data[i].is;

        if (m->first[i] == NO_TILE)
            continue;
        check_set(m, map, set);
        m->first[i] = (uint32_t)next;
        if (m->colors[i] == NO_TILE)
            m->colors[i] = m->palettes < MOST_PALETTES ? m->palettes++ : 0;
        next += ptl_ok(m->job) ? count_tiles(set) : 0;
        if (next > NO_TILE)
            ptl_fail(m->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-value",
                     "the sets of a layer have more than %d tiles", NO_TILE);
    }
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* A cell has the colors of its image, unless a layer of palettes says which. */
static uint32_t word_of(maker *m, ptl_grid_tile cell, bool above, const ptl_grid_tile *palette)
{
    uint32_t id       = NO_TILE;
    uint32_t own      = cell.set == PTL_GRID_NO_SET ? 0 : m->colors[cell.set];
    uint32_t selector = !palette ? own : palette->set == PTL_GRID_NO_SET ? 0 : palette->tile;

    if (cell.set != PTL_GRID_NO_SET)
        id = m->first[cell.set] + cell.tile;
    if (cell.set != PTL_GRID_NO_SET && (cell.tile >= NO_TILE || id >= NO_TILE))
        ptl_fail(m->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-value",
                 "tile %lu is past the last that a cell can name", (unsigned long)cell.tile);
    if (selector > MOST_SELECTOR)
        ptl_fail(m->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-value",
                 "selector %lu of colors is past %d", (unsigned long)selector, MOST_SELECTOR);
    return (id & 0xFFFF) | (selector & MOST_SELECTOR) << 16 | (cell.turn & 7u) << 28 |
           (uint32_t)above << 31;
}

static void put_cells(maker *m, const ptl_grid_map *map, const ptl_grid_layer *layer,
                      const ptl_grid_layer *above)
{
    size_t                count   = (size_t)map->width * map->height;
    uint8_t              *words   = ptl_arena_take(m->job, (uint64_t)count * PPE_CELL);
    const ptl_grid_layer *palette = companion(m, map, layer->is.name, "#palette");

    for (size_t i = 0; i < count && words && ptl_ok(m->job); i++) {
        bool upper = above && above->cells[i].set != PTL_GRID_NO_SET;

        ptl_path(m->job, "%.*s[%zu,%zu]", (int)layer->is.name.size, layer->is.name.data,
                 i % map->width, i / map->width);
        ptl_store_u32le(words + i * PPE_CELL, word_of(m, upper ? above->cells[i] : layer->cells[i],
                                                      upper, palette ? &palette->cells[i] : NULL));
    }
    ptl_path(m->job, "%s", "");
    ptl_put_text(&m->text, "\tEmbed:MapData [");
    if (words)
        ptl_put_base64(&m->text, words, count * PPE_CELL);
    ptl_put_text(&m->text, "]\n");
}

/* ---- Text ------------------------------------------------------------------------------------ */

static void put_name(maker *m, ptl_str name)
{
    bool plain = name.size > 0 && ptl_utf8_valid(name.data, name.size);

    for (size_t i = 0; i < name.size && plain; i++)
        plain = (unsigned char)name.data[i] >= ' ';
    ptl_xmf_put_quoted(&m->text, plain ? name : (ptl_str){ "Layer", 5 });
}

static void put_sources(maker *m)
{
    for (size_t i = 0; i < m->grid->sets.count; i++) {
        const ptl_tiled_set *set = &m->grid->sets.data[i].is;

        if (m->first[i] == NO_TILE)
            continue;
        ptl_put_text(&m->text, "\tFile:TileSource ");
        ptl_xmf_put_quoted(&m->text, set->image.source);
        ptl_put_text(&m->text, " palShift=8 {\n\t\tEmbed:TileInfo {\n");
        for (uint32_t t = 0; t < count_tiles(set); t++)
            ptl_put_format(&m->text, "\t\t\t%lu %lu \"tile%lu\"\n",
                           (unsigned long)(m->first[i] + t), (unsigned long)t,
                           (unsigned long)(m->first[i] + t));
        ptl_put_text(&m->text, "\t\t}\n\t}\n");
    }
}

static void put_layer(maker *m, const ptl_grid_map *map, const ptl_grid_layer *layer)
{
    const ptl_grid_layer *above = companion(m, map, layer->is.name, "#priority");

    number_sets(m, map, layer, above);
    if (!ptl_ok(m->job))
        return;
    ptl_put_text(&m->text, "Layer:Tile ");
    put_name(m, layer->is.name);
    ptl_put_format(&m->text, " %d %lu %lu %lu %lu {\n", m->priority++,
                   (unsigned long)map->tile_width, (unsigned long)map->tile_height,
                   (unsigned long)map->width, (unsigned long)map->height);
    put_cells(m, map, layer, above);
    ptl_put_text(&m->text, "\tShaderProgram \"%SHADERS%/tile_%SHDRVER%.vert\" "
                           "\"%SHADERS%/tile_%SHDRVER%.frag\"\n");
    put_sources(m);
    ptl_put_text(&m->text, "}\n");
    m->lost += layer->is.opacity < 1 || layer->is.tint != UINT32_MAX || layer->is.offset_x != 0 ||
               layer->is.offset_y != 0 || layer->is.parallax_x != 1 || layer->is.parallax_y != 1;
}

static void put_map(maker *m, const ptl_grid_map *map)
{
    order_layers(m, map);
    for (size_t i = 0; i < map->layers.count && ptl_ok(m->job); i++) {
        const ptl_grid_layer *layer = &map->layers.data[i];
        char                  shown[64];

        if (layer->cells && !is_companion(m, map, layer))
            put_layer(m, map, layer);
        else if (layer->is.kind == PTL_TILED_OBJECT_LAYER)
            m->shapes += layer->is.objects.count;
        else if (layer->is.kind == PTL_TILED_IMAGE_LAYER || is_dropped(layer->is.name))
            ptl_find(m->job, PTL_LOSS, PTL_NOWHERE, "grid-ignored",
                     "the layer \"%s\" is left out: a container has layers of tiles",
                     ptl_quote(shown, sizeof shown, layer->is.name.data, layer->is.name.size));
    }
}

/* Every image brings its colors, 256 each. */
static void put_palettes(maker *m)
{
    for (size_t i = 0; i < m->grid->sets.count; i++) {
        if (m->colors[i] == NO_TILE)
            continue;
        ptl_put_text(&m->text, "File:Palette ");
        ptl_xmf_put_quoted(&m->text, m->grid->sets.data[i].is.image.source);
        ptl_put_format(&m->text, " palShift=8 offset=%lu\n", 256 * (unsigned long)m->colors[i]);
    }
}

static void say_lost(const maker *m)
{
    ptl_find(m->job, PTL_LOSS, PTL_NOWHERE, "grid-invented",
             "priorities, shaders, the resolution of the screen and the palette are those of new "
             "containers");
    ptl_find_count(m->job, PTL_LOSS, "grid-ignored", m->lost,
                   "# {layer has|layers have} opacity, tint, offset or parallax, which a container "
                   "cannot say");
    ptl_find_count(m->job, PTL_LOSS, "grid-ignored", m->shapes,
                   "# {object is|objects are} left out");
}

void ptl_xmf_from_grid(ptl_job *job, void *native, const void *hub, ptl_attachments *attached)
{
    maker    m   = { .job = job, .grid = hub, .text = ptl_buf_of(job, NULL) };
    ptl_xmf *box = native;
    ptl_span kept;

    (void)attached;
    m.first  = ptl_arena_array(job, m.grid->sets.count, sizeof *m.first);
    m.colors = ptl_arena_array(job, m.grid->sets.count, sizeof *m.colors);
    for (size_t i = 0; i < m.grid->sets.count && m.colors; i++)
        m.colors[i] = NO_TILE;
    ptl_put_format(&m.text,
                   "Metadata {\n\tVersion 1 0\n\tName \"Untitled\"\n\tResolution %d %d\n}\n",
                   SCREEN_WIDTH, SCREEN_HEIGHT);
    for (size_t i = 0; i < m.grid->maps.count && ptl_ok(job); i++)
        put_map(&m, &m.grid->maps.data[i]);
    if (ptl_ok(job) && m.priority == 0)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-none", "the map has no layer of tiles");
    if (ptl_ok(job))
        put_palettes(&m);
    kept = ptl_attach_text(job, &m.text);
    if (ptl_ok(job))
        box->tags = ptl_xdl_parse(job, (ptl_str){ (const char *)kept.data, kept.size }, &box->end);
    if (ptl_ok(job))
        ptl_xmf_list_files(job, box);
    if (ptl_ok(job))
        say_lost(&m);
}
