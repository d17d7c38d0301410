/* SPDX-License-Identifier: MIT */
/* Maps for Tiled: tiles with their turns, those drawn above everything in a layer of their own, and
 * layers of numbers for the rest of a cell; and back. */
#include <string.h>

#include "core/words.h"
#include "formats/ppe/ppe_grid.h"

static const char names[PPE_PAINTS][16] = { "tiles", "tiles#priority", "tiles#palette", "tiles#p",
                                            "tiles#logic" };

/* ---- Values ---------------------------------------------------------------------------------- */

/* What a layer of numbers shows of a cell. */
static uint64_t number_of(const ptl_ppe *map, size_t at, ptl_ppe_paint paint)
{
    ptl_ppe_cell cell = ptl_ppe_cell_of(map, map->cells.data[at]);

    return paint == PPE_PALETTE ? cell.palette
           : paint == PPE_BITS  ? cell.p
           : map->logic.count   ? map->logic.data[at]
                                : 0;
}

static uint64_t highest(const ptl_ppe *map, ptl_ppe_paint paint)
{
    uint64_t most = 0;

    for (size_t i = 0; i < map->cells.count; i++) {
        uint64_t value = number_of(map, i, paint);

        most = value > most ? value : most;
    }
    return most;
}

static uint32_t highest_tile(const ptl_ppe *map)
{
    uint32_t most = 0;

    for (size_t i = 0; i < map->cells.count; i++) {
        uint16_t tile = ptl_ppe_cell_of(map, map->cells.data[i]).tile;

        most = tile != PTL_PPE_EMPTY && tile > most ? tile : most;
    }
    return most;
}

static bool has_priority(const ptl_ppe *map)
{
    for (size_t i = 0; i < map->cells.count; i++)
        if (ptl_ppe_cell_of(map, map->cells.data[i]).priority)
            return true;
    return false;
}

/* ---- There ----------------------------------------------------------------------------------- */

typedef struct builder {
    ptl_job       *job;
    const ptl_ppe *map;
    ptl_grid      *grid;
    ptl_grid_map  *to;
    bool           home; /* every layer that can come back */
} builder;

static void add_tiles(builder *b, ptl_ppe_paint paint)
{
    ptl_grid_layer *layer = ptl_grid_add_layer(b->job, b->to, names[paint], PTL_TILED_TILE_LAYER);

    if (!layer)
        return;
    layer->field    = paint;
    layer->set      = PPE_TILES;
    layer->sets     = 1;
    layer->turns    = PTL_GRID_ANY;
    layer->optional = paint == PPE_PRIORITY;
    for (size_t i = 0; i < b->map->cells.count; i++) {
        ptl_ppe_cell cell = ptl_ppe_cell_of(b->map, b->map->cells.data[i]);

        if (cell.tile != PTL_PPE_EMPTY && cell.priority == (paint == PPE_PRIORITY))
            layer->cells[i] =
                (ptl_grid_tile){ .tile = cell.tile, .set = PPE_TILES, .turn = cell.transform };
    }
    ptl_worked(b->job, b->map->cells.count);
}

static void add_numbers(builder *b, ptl_ppe_paint paint, uint16_t set)
{
    ptl_grid_layer *layer = ptl_grid_add_layer(b->job, b->to, names[paint], PTL_TILED_TILE_LAYER);

    if (!layer)
        return;
    layer->field      = paint;
    layer->set        = set;
    layer->sets       = 1;
    layer->nothing    = (ptl_grid_tile){ .set = set };
    layer->optional   = true;
    layer->is.visible = false;
    for (size_t i = 0; i < b->map->cells.count; i++) {
        uint64_t value = number_of(b->map, i, paint);

        if (value > 0)
            layer->cells[i] = (ptl_grid_tile){ .tile = (uint32_t)value, .set = set };
    }
    ptl_worked(b->job, b->map->cells.count);
}

/* A layer of numbers where some are not 0, and they are not too many for a sheet. */
static void add_paint(builder *b, ptl_ppe_paint paint)
{
    uint64_t most = highest(b->map, paint);
    uint16_t set;

    if (most == 0 && !b->home)
        return;
    if (most >= PPE_MOST_NUMBERS) {
        ptl_find(b->job, PTL_LOSS, PTL_NOWHERE, "grid-ignored",
                 "logic values past %d cannot be painted: they stay in the base",
                 PPE_MOST_NUMBERS - 1);
        return;
    }
    set = ptl_ppe_add_numbers(b->job, b->grid, b->map, paint, (uint32_t)most + 1);
    if (set != PTL_GRID_NO_SET)
        add_numbers(b, paint, set);
}

static void say_header(builder *b)
{
    static const char coders[][8] = { "none", "rle", "lzw", "zlib", "zstd" };

    ptl_grid_say(b->job, b->to, "ppe.flags", "string",
                 ptl_grid_text(b->job, "0x%08lX", (unsigned long)ptl_ppe_header_flags(b->map)));
    ptl_grid_say(
        b->job, b->to, "ppe.coder", "string",
        ptl_grid_text(b->job, "%s", coders[b->map->coder <= PTL_PPE_ZSTD ? b->map->coder : 0]));
}

void ptl_ppe_to_grid(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    builder b = { .job  = job,
                  .map  = native,
                  .grid = hub,
                  .home = ptl_setting_is(ptl_setting_of(job, "layers"), "home") };

    (void)files;
    b.to = ptl_grid_add_maps(job, b.grid, 1);
    if (!b.to)
        return;
    b.to->width  = b.map->width;
    b.to->height = b.map->height;
    if (!ptl_ppe_add_tiles(job, b.grid, b.to, highest_tile(b.map) + 1))
        return;
    add_tiles(&b, PPE_TILES);
    if (b.map->layout == PTL_PPE_NEW && (b.home || has_priority(b.map)))
        add_tiles(&b, PPE_PRIORITY);
    add_paint(&b, PPE_PALETTE);
    if (b.map->layout == PTL_PPE_OLD)
        add_paint(&b, PPE_BITS);
    if (ptl_ppe_has_logic(b.map))
        add_paint(&b, PPE_LOGIC);
    say_header(&b);
}

/* ---- Home ------------------------------------------------------------------------------------ */

typedef struct comer {
    ptl_job *job;
    ptl_ppe *map;
    size_t   hidden; /* cells painted below one that is drawn above everything */
} comer;

static void put_cell(comer *h, const ptl_grid_change *c, const ptl_ppe_cell *cell,
                     ptl_ppe_paint paint)
{
    uint32_t *word = &h->map->cells.data[(size_t)c->y * h->map->width + c->x];

    if (ptl_ppe_word_of(word, h->map, cell))
        return;
    ptl_path(h->job, "%s[%u,%u]", names[paint], c->x, c->y);
    ptl_fail(h->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-value",
             "the layout of the map has no room for this: it knows no such turn or selector");
}

/* Tiles that were taken away go before others come, so that one can move between the layers. */
static void take_tile(comer *h, const ptl_grid_change *c, ptl_ppe_paint paint, bool going)
{
    bool         above = paint == PPE_PRIORITY, empty = c->now.set == PTL_GRID_NO_SET;
    ptl_ppe_cell cell = ptl_ppe_cell_at(h->map, c->x, c->y);

    if (empty != going)
        return;
    if (empty && cell.priority != above)
        return;
    if (!empty && !above && cell.priority && cell.tile != PTL_PPE_EMPTY) {
        h->hidden++;
        return;
    }
    cell.tile      = empty ? PTL_PPE_EMPTY : (uint16_t)c->now.tile;
    cell.transform = empty ? 0 : c->now.turn;
    cell.priority  = !empty && above;
    put_cell(h, c, &cell, paint);
}

static void take_number(comer *h, const ptl_grid_change *c, ptl_ppe_paint paint)
{
    ptl_ppe_cell cell  = ptl_ppe_cell_at(h->map, c->x, c->y);
    uint32_t     value = c->now.set == PTL_GRID_NO_SET ? 0 : c->now.tile;

    if (paint == PPE_LOGIC) {
        h->map->logic.data[(size_t)c->y * h->map->width + c->x] = value;
        return;
    }
    if (paint == PPE_PALETTE)
        cell.palette = (uint16_t)value;
    else
        cell.p = (uint8_t)value;
    put_cell(h, c, &cell, paint);
}

static void take_layers(comer *h, const ptl_grid_home *home, bool going)
{
    for (size_t i = 0; i < home->layers.count && ptl_ok(h->job); i++) {
        ptl_ppe_paint paint = (ptl_ppe_paint)home->before->layers.data[i].field;

        for (size_t k = 0; k < home->layers.data[i].count && ptl_ok(h->job); k++)
            if (paint <= PPE_PRIORITY)
                take_tile(h, &home->layers.data[i].data[k], paint, going);
            else if (!going)
                take_number(h, &home->layers.data[i].data[k], paint);
    }
}

void ptl_ppe_home(ptl_job *job, void *native, ptl_grid_homes *homes, ptl_attachments *attached)
{
    comer h = { job, native, 0 };

    (void)attached;
    if (!homes->any)
        return;
    PTL_COPY_LIST(job, h.map->cells); /* those of the base may be the bytes of its file */
    if (h.map->logic.count > 0)
        PTL_COPY_LIST(job, h.map->logic);
    if (ptl_ok(job))
        take_layers(&h, homes->data, true);
    take_layers(&h, homes->data, false);
    for (size_t i = 0; i < homes->data->before->properties.count; i++)
        if (homes->data->said[i])
            ptl_find(
                job, PTL_LOSS, PTL_NOWHERE, "grid-ignored",
                "flags and coder of a map cannot be changed in Tiled: use --layout and --coder");
    ptl_find_count(job, PTL_LOSS, "grid-ignored", h.hidden,
                   "# {cell was|cells were} painted below one that is drawn above everything, "
                   "which counts");
}
