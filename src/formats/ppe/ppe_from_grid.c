/* SPDX-License-Identifier: MIT */
/* A map made of any orthogonal map of Tiled: one layer of one set, its tiles counted as that set
 * counts them. What else Tiled knows is listed as lost. */
#include <string.h>

#include "core/words.h"
#include "formats/ppe/ppe_grid.h"

typedef struct maker {
    ptl_job              *job;
    ptl_ppe              *map;
    const ptl_grid       *grid;
    const ptl_grid_map   *from;
    const ptl_grid_layer *layer[PPE_PAINTS]; /* that of the tiles, and its companions or NULL */
    uint16_t              set;
} maker;

/* ---- Layers ---------------------------------------------------------------------------------- */

static const ptl_grid_layer *first_tiles(const ptl_grid_map *map)
{
    const ptl_grid_layer *first = NULL;

    for (size_t i = 0; i < map->layers.count; i++) {
        const ptl_grid_layer *layer = &map->layers.data[i];

        if (layer->cells && ptl_str_is(layer->is.name, "tiles"))
            return layer;
        if (layer->cells && !first && !memchr(layer->is.name.data, '#', layer->is.name.size))
            first = layer;
    }
    return first;
}

/* Layers that are called like another, with "#palette" and its like behind it. */
static const ptl_grid_layer *companion(const ptl_grid_map *map, ptl_str name, const char *what)
{
    for (size_t i = 0; i < map->layers.count; i++) {
        const ptl_grid_layer *layer = &map->layers.data[i];
        ptl_str               is    = layer->is.name;

        if (layer->cells && is.size == name.size + strlen(what) &&
            memcmp(is.data, name.data, name.size) == 0 &&
            memcmp(is.data + name.size, what, strlen(what)) == 0)
            return layer;
    }
    return NULL;
}

static void find_layers(maker *m)
{
    static const char     ends[PPE_PAINTS][12] = { "", "#priority", "#palette", "#p", "#logic" };
    const ptl_grid_layer *tiles                = first_tiles(m->from);
    char                  shown[64];

    if (!tiles) {
        ptl_fail(m->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-none",
                 "the map has no layer of tiles");
        return;
    }
    m->layer[PPE_TILES] = tiles;
    for (unsigned i = 1; i < PPE_PAINTS; i++)
        m->layer[i] = companion(m->from, tiles->is.name, ends[i]);
    for (size_t i = 0; i < m->from->layers.count; i++) {
        const ptl_grid_layer *layer = &m->from->layers.data[i];
        bool                  used  = layer->is.kind == PTL_TILED_GROUP;

        for (unsigned k = 0; k < PPE_PAINTS; k++)
            used = used || m->layer[k] == layer;
        if (!used)
            ptl_find(m->job, PTL_LOSS, PTL_NOWHERE, "grid-ignored",
                     "the layer \"%s\" is left out: a map is one layer, a container has several",
                     ptl_quote(shown, sizeof shown, layer->is.name.data, layer->is.name.size));
    }
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static size_t cell_count(const maker *m)
{
    return (size_t)m->from->width * m->from->height;
}

/* All tiles are of one set, whose numbers they keep. */
static void find_set(maker *m)
{
    char a[48], b[48];

    m->set = PTL_GRID_NO_SET;
    for (unsigned k = PPE_TILES; k <= PPE_PRIORITY && ptl_ok(m->job); k++)
        for (size_t i = 0; m->layer[k] && i < cell_count(m) && ptl_ok(m->job); i++) {
            ptl_grid_tile cell = m->layer[k]->cells[i];

            if (cell.set == PTL_GRID_NO_SET)
                continue;
            if (m->set == PTL_GRID_NO_SET)
                m->set = cell.set;
            ptl_path(m->job, "%s[%zu,%zu]", k ? "priority" : "tiles", i % m->from->width,
                     i / m->from->width);
            if (cell.set != m->set) {
                ptl_str one = m->grid->sets.data[m->set].is.name;
                ptl_str two = m->grid->sets.data[cell.set].is.name;

                ptl_fail(m->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-set",
                         "a map has tiles of one set, and this has those of \"%s\" and \"%s\"",
                         ptl_quote(a, sizeof a, one.data, one.size),
                         ptl_quote(b, sizeof b, two.data, two.size));
            } else if (cell.tile >= PTL_PPE_EMPTY) {
                ptl_fail(m->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-value",
                         "tile %u is past the last that a map can name, %d", cell.tile,
                         PTL_PPE_EMPTY - 1);
            }
        }
    ptl_path(m->job, "%s", "");
}

static uint32_t number_at(const maker *m, ptl_ppe_paint paint, size_t at)
{
    const ptl_grid_layer *layer = m->layer[paint];

    return layer && layer->cells[at].set != PTL_GRID_NO_SET ? layer->cells[at].tile : 0;
}

static bool any_swapped(const maker *m)
{
    for (size_t i = 0; i < cell_count(m); i++)
        if (m->layer[PPE_TILES]->cells[i].turn & PTL_TILE_SWAP)
            return true;
    return false;
}

/* The old layout where it has room for everything: every version of the engine reads it. */
static void choose_layout(maker *m)
{
    bool fresh = m->layer[PPE_PRIORITY] || m->layer[PPE_LOGIC];

    for (size_t i = 0; i < cell_count(m) && !fresh; i++)
        fresh = number_at(m, PPE_PALETTE, i) > 255;
    m->map->layout = fresh ? PTL_PPE_NEW : PTL_PPE_OLD;
    m->map->flags =
        fresh ? (m->layer[PPE_LOGIC] ? PTL_PPE_EXTRA : 0)
              : (any_swapped(m) ? PTL_PPE_AXIS_SWAP : 0) | (m->layer[PPE_BITS] ? PTL_PPE_EXTRA : 0);
    m->map->logic_width = m->layer[PPE_LOGIC] ? 1 : 0;
}

static void fill_cell(maker *m, size_t at)
{
    const ptl_grid_layer *above = m->layer[PPE_PRIORITY];
    bool                  upper = above && above->cells[at].set != PTL_GRID_NO_SET;
    ptl_grid_tile         cell  = upper ? above->cells[at] : m->layer[PPE_TILES]->cells[at];
    bool                  empty = cell.set == PTL_GRID_NO_SET;
    ptl_ppe_cell          to    = { .tile      = empty ? PTL_PPE_EMPTY : (uint16_t)cell.tile,
                                    .palette   = (uint16_t)number_at(m, PPE_PALETTE, at),
                                    .transform = empty ? 0 : cell.turn,
                                    .priority  = upper,
                                    .p = m->map->layout == PTL_PPE_OLD ? (uint8_t)number_at(m, PPE_BITS, at)
                                                                       : 0 };

    if (ptl_ppe_word_of(&m->map->cells.data[at], m->map, &to))
        return;
    ptl_path(m->job, "tiles[%zu,%zu]", at % m->from->width, at / m->from->width);
    ptl_fail(m->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-value",
             "no layout has room for all that is said of this cell");
}

static void fill(maker *m)
{
    m->map->width       = m->from->width;
    m->map->height      = m->from->height;
    m->map->cells.count = cell_count(m);
    m->map->cells.data  = ptl_arena_array(m->job, m->map->cells.count, sizeof *m->map->cells.data);
    for (size_t i = 0; i < m->map->cells.count && ptl_ok(m->job); i++)
        fill_cell(m, i);
    if (!m->layer[PPE_LOGIC])
        return;
    m->map->logic.count = cell_count(m);
    m->map->logic.data  = ptl_arena_array(m->job, m->map->logic.count, sizeof *m->map->logic.data);
    for (size_t i = 0; i < cell_count(m) && ptl_ok(m->job); i++)
        m->map->logic.data[i] = number_at(m, PPE_LOGIC, i);
}

/* ---- What is lost ---------------------------------------------------------------------------- */

static void say_lost(maker *m)
{
    const ptl_tiled_layer *is  = &m->layer[PPE_TILES]->is;
    const ptl_tiled_set   *set = m->set == PTL_GRID_NO_SET ? NULL : &m->grid->sets.data[m->set].is;

    if (is->opacity < 1 || is->tint != UINT32_MAX || is->offset_x != 0 || is->offset_y != 0 ||
        is->parallax_x != 1 || is->parallax_y != 1)
        ptl_find(m->job, PTL_LOSS, PTL_NOWHERE, "grid-ignored",
                 "opacity, tint, offset and parallax of the layer have no place in a map");
    if (set)
        ptl_find(m->job, PTL_LOSS, PTL_NOWHERE, "grid-ignored",
                 "a map names no image: its tiles are those of the set, counted from 0");
    if (m->from->properties.count > 0 && m->grid->origin.format.size == 0)
        ptl_find_count(m->job, PTL_LOSS, "grid-ignored", m->from->properties.count,
                       "# {property of the map has|properties of the map have} no place in it");
}

void ptl_ppe_from_grid(ptl_job *job, void *native, const void *hub, ptl_attachments *attached)
{
    maker m = { .job = job, .map = native, .grid = hub };

    (void)attached;
    m.from = m.grid->maps.data;
    if (m.grid->maps.count != 1) {
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-maps",
                 "these are %zu maps, and the file can hold one", m.grid->maps.count);
        return;
    }
    find_layers(&m);
    if (ptl_ok(job))
        find_set(&m);
    if (!ptl_ok(job))
        return;
    choose_layout(&m);
    fill(&m);
    if (ptl_ok(job))
        say_lost(&m);
}
