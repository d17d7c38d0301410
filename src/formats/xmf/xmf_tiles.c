/* SPDX-License-Identifier: MIT */
/* A container as tile layers: maps, wherever they are, with the sheets their tiles come from. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/xmf/xmf_private.h"

enum { TILE_IDS = 65535, MOST_SHIFT = 16 };

/* ---- Sheets --------------------------------------------------------------------------------- */

uint32_t ptl_xmf_sheet_at(const ptl_xmf_tiling *t, ptl_str path)
{
    char name[sizeof t->out.sheets.data->file.name];

    if (ptl_xmf_file_name(name, sizeof name, path))
        for (size_t i = 0; i < t->out.sheets.count; i++)
            if (strcmp(t->out.sheets.data[i].file.name, name) == 0)
                return (uint32_t)i;
    return PTL_TILE_NONE;
}

/* Each path once; PTL_TILE_NONE when it cannot name a file, or is one too many. */
uint32_t ptl_xmf_sheet_of(ptl_xmf_tiling *t, ptl_str path, const char *role)
{
    ptl_tile_sheet sheet = { .file = { .role = role, .needed = true, .exact = true } };
    uint32_t       there = ptl_xmf_sheet_at(t, path);

    if (there != PTL_TILE_NONE || t->out.sheets.count == t->room ||
        !ptl_xmf_file_name(sheet.file.name, sizeof sheet.file.name, path))
        return there;
    t->out.sheets.data[t->out.sheets.count] = sheet;
    return (uint32_t)t->out.sheets.count++;
}

static void put_colors(ptl_xmf_tiling *t, const ptl_xmf_palettes *palettes, bool aside)
{
    for (size_t i = 0; i < palettes->count; i++) {
        const ptl_xmf_palette *from = &palettes->data[i];
        bool                   fits = from->offset >= 0 && from->offset < PTL_TILE_COLORS;
        bool                   some = from->shift > 0 && from->shift < MOST_SHIFT;
        uint32_t               sheet =
            from->path.size > 0 ? ptl_xmf_sheet_of(t, from->path, "palette") : PTL_TILE_NONE;

        if (fits) /* check says what is wrong with others */
            t->out.colors.data[t->out.colors.count++] =
                (ptl_tile_colors){ sheet, from->bytes, some ? 1u << from->shift : PTL_TILE_COLORS,
                                   (uint32_t)from->offset, aside };
    }
}

/* Palettes of sprite layers come after those of the whole. */
static void take_colors(ptl_xmf_tiling *t)
{
    ptl_xmf_palettes all     = ptl_xmf_palettes_of(t->job, t->box);
    ptl_xmf_palettes sprites = ptl_xmf_sprite_palettes_of(t->job, t->box);

    t->out.colors.data =
        ptl_arena_array(t->job, all.count + sprites.count, sizeof *t->out.colors.data);
    if (!t->out.colors.data)
        return;
    put_colors(t, &all, false);
    put_colors(t, &sprites, true);
}

/* Room for as many sheets as it can name. */
static bool reserve_sheets(ptl_xmf_tiling *t)
{
    t->room = t->box->tags.count < PTL_XMF_MAX_FILES ? t->box->tags.count : PTL_XMF_MAX_FILES;
    t->out.sheets.data = ptl_arena_array(t->job, t->room, sizeof *t->out.sheets.data);
    return t->out.sheets.data != NULL;
}

/* ---- Layers --------------------------------------------------------------------------------- */

static bool is_good(const ptl_xmf_tile *tile)
{
    return tile->id >= 0 && tile->id < TILE_IDS && tile->index >= 0;
}

/* How many ids there are up to the highest that is listed. */
static uint32_t count_ids(const ptl_xmf_layer *layer)
{
    uint32_t count = 0;

    for (size_t s = 0; s < layer->sources.count; s++)
        for (size_t i = 0; i < layer->sources.data[s].tiles.count; i++) {
            const ptl_xmf_tile *tile = &layer->sources.data[s].tiles.data[i];

            if (is_good(tile) && (uint32_t)tile->id >= count)
                count = (uint32_t)tile->id + 1;
        }
    return count;
}

/* Tiles by their ids; of those listed twice the last counts. */
static void take_tiles(ptl_xmf_tiling *t, ptl_tile_layer *to, const ptl_xmf_layer *layer)
{
    uint32_t        count = count_ids(layer);
    ptl_tile_place *tiles = ptl_arena_array(t->job, count, sizeof *tiles);

    for (uint32_t i = 0; i < count && tiles; i++)
        tiles[i] = (ptl_tile_place){ .id = i, .sheet = PTL_TILE_NONE };
    for (size_t s = 0; s < layer->sources.count && tiles; s++) {
        const ptl_xmf_source *source = &layer->sources.data[s];
        uint32_t              sheet  = ptl_xmf_sheet_of(t, source->path, "tiles");
        int32_t               shift  = source->palette_shift;

        for (size_t i = 0; i < source->tiles.count; i++) {
            const ptl_xmf_tile *tile = &source->tiles.data[i];

            if (is_good(tile))
                tiles[tile->id] = (ptl_tile_place){
                    .id    = (uint32_t)tile->id,
                    .sheet = sheet,
                    .index = (uint32_t)tile->index,
                    .shift = shift > 0 && shift <= MOST_SHIFT ? (uint32_t)shift : 0,
                };
        }
    }
    to->tiles      = tiles;
    to->tile_count = tiles ? count : 0;
}

/* Layers are drawn over one another, whatever they ask for. */
static void note_mode(const ptl_xmf_tiling *t, const ptl_xmf_layer *layer)
{
    size_t end = ptl_xmf_inside_end(t->box, layer->tag);
    char   shown[32];

    for (size_t i = layer->tag + 1; i < end; i++) {
        ptl_xmf_values values;
        ptl_str        mode;

        if (!ptl_str_is(t->box->tags.data[i].name, "RenderingMode"))
            continue;
        values = ptl_xdl_values(t->job, t->box->tags.data[i].rest);
        mode   = ptl_xmf_text_or_none(ptl_xmf_value_at(&values, 0));
        if (!ptl_str_is(mode, "Copy") && !ptl_str_is(mode, "AlphaBlend"))
            ptl_find(t->job, PTL_WARNING, ptl_xmf_place(t->box, i), "xmf-mode",
                     "the rendering mode %s is drawn as if it were AlphaBlend",
                     ptl_quote(shown, sizeof shown, mode.data, mode.size));
    }
}

/* ---- Cells ---------------------------------------------------------------------------------- */

/* Hands on what is not the end of all. */
static void hear(void *user, const ptl_diag *diag)
{
    const ptl_listener *to = user;

    if (diag->severity != PTL_ERROR && to->hear)
        to->hear(to->user, diag);
}

/* Why a layer has no cells. */
static void fail_without(ptl_job *job, const ptl_xmf_layers *layers, const ptl_xmf_layer *layer)
{
    const ptl_xmf_layer *from = ptl_xmf_cells_of(layers, layer);

    if (!from)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "xmf-shared",
                 "it shares its cells in a ring, or with a layer that does not exist");
    else if (from->map == PTL_XMF_LOST)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "xmf-lost",
                 "its embedded map data was lost by the program that saved the container");
    else
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "xmf-no-map",
                 from == layer ? "it names no map, neither embedded, in a file nor shared"
                               : "the layer whose cells it shares has none");
}

/* The cells of a layer as its map shows them by itself. */
static bool take_cells(ptl_job *job, ptl_tile_layer *to, const ptl_xmf_tiling *t,
                       const ptl_xmf_layer *layer)
{
    ptl_part_place place = { 0 };
    ptl_tiles      cells = { 0 };
    ptl_doc       *map   = NULL;

    if (layer->tile_width < 1 || layer->tile_height < 1 || layer->width < 1 || layer->height < 1)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "xmf-size", "it, or its tiles, have no size");
    else
        place = ptl_xmf_map_place(job, &t->layers, layer);
    if (ptl_ok(job) && !place.info.there)
        fail_without(job, &t->layers, layer);
    if (ptl_ok(job))
        map = ptl_part_open(job, PTL_XMF_PARTS, &place, t->files);
    if (map && t->checked)
        job->listener = (ptl_listener){ 0 }; /* what a picture leaves out is no fault */
    if (map)
        ptl_part_fill(job, &cells, PTL_HUB_TILES, map, &(ptl_files){ 0 });
    ptl_doc_free(map);
    if (cells.layers.count > 0)
        *to = cells.layers.data[0];
    return ptl_ok(job) && cells.layers.count > 0;
}

/* ---- Layers --------------------------------------------------------------------------------- */

/* Findings of checks about a layer have its place; while something is written none counts. */
static uint64_t at_layer(const ptl_xmf_tiling *t, const ptl_xmf_layer *layer)
{
    if (!t->checked)
        return PTL_NOWHERE;
    ptl_path(t->job, "tags[%zu]", layer->tag);
    return ptl_xmf_place(t->box, layer->tag);
}

/* A layer whose cells cannot be read is left out. Checks look at what is in the container by
 * themselves, and the tool at which files are there. */
static void say_left_out(ptl_xmf_tiling *t, const ptl_xmf_layer *layer, const ptl_diag *error)
{
    const ptl_xmf_layer *from = ptl_xmf_cells_of(&t->layers, layer);
    char                 shown[48];

    ptl_quote(shown, sizeof shown, layer->name.data, layer->name.size);
    if (!t->why[0])
        snprintf(t->why, sizeof t->why, ": layer %s: %s", shown, error->message);
    if (error->status == PTL_E_MEMORY || error->status == PTL_E_LIMIT)
        ptl_fail(t->job, error->status, PTL_NOWHERE, error->rule, "%s",
                 error->message); /* more of the same would follow */
    else if (!t->checked)
        ptl_find(t->job, PTL_WARNING, at_layer(t, layer), error->rule, "layer %s is left out: %s",
                 shown, error->message);
    else if (from && from->map == PTL_XMF_FILE && error->status != PTL_E_IO &&
             strcmp(error->rule, "xmf-size") != 0)
        ptl_find(t->job, PTL_ERROR, at_layer(t, layer),
                 t->job->judging ? "engine-map" : error->rule,
                 "the map of layer %s cannot be read: %s", shown, error->message);
}

static void compare_sizes(const ptl_xmf_tiling *t, const ptl_tile_layer *map,
                          const ptl_xmf_layer *layer)
{
    char shown[48];

    ptl_quote(shown, sizeof shown, layer->name.data, layer->name.size);
    if (map->width != (uint32_t)layer->width || map->height != (uint32_t)layer->height)
        ptl_find(t->job, PTL_WARNING, at_layer(t, layer), "xmf-map-size",
                 "the map of layer %s has %lu x %lu cells, the layer %ld x %ld: the map's count",
                 shown, (unsigned long)map->width, (unsigned long)map->height, (long)layer->width,
                 (long)layer->height);
}

static void take_layer(ptl_xmf_tiling *t, const ptl_xmf_layer *layer)
{
    ptl_tile_layer *to  = &t->out.layers.data[t->out.layers.count];
    ptl_job         own = *t->job;

    own.listener = (ptl_listener){ hear, &t->job->listener };
    if (!take_cells(&own, to, t, layer)) {
        say_left_out(t, layer, &own.error);
        return;
    }
    compare_sizes(t, to, layer);
    to->name        = layer->name;
    to->tile_width  = (uint32_t)layer->tile_width;
    to->tile_height = (uint32_t)layer->tile_height;
    take_tiles(t, to, layer);
    if (!t->checked)
        note_mode(t, layer);
    t->shown[t->out.layers.count++] = layer;
}

/* Lowest first, equal ones in the order of the text. */
static int compare(const void *a, const void *b)
{
    const ptl_xmf_layer *x = *(const ptl_xmf_layer *const *)a,
                        *y = *(const ptl_xmf_layer *const *)b;

    if (x->priority != y->priority)
        return x->priority < y->priority ? -1 : 1;
    return x->tag < y->tag ? -1 : x->tag > y->tag;
}

void ptl_xmf_lay_out(ptl_xmf_tiling *t)
{
    const ptl_xmf_layer **order;
    size_t                count = 0;

    t->layers          = ptl_xmf_layers_of(t->job, t->box);
    order              = ptl_arena_array(t->job, t->layers.count, sizeof *order);
    t->shown           = ptl_arena_array(t->job, t->layers.count, sizeof *t->shown);
    t->out.layers.data = ptl_arena_array(t->job, t->layers.count, sizeof *t->out.layers.data);
    if (!ptl_ok(t->job) || !reserve_sheets(t))
        return;
    for (size_t i = 0; i < t->layers.count; i++)
        if (ptl_xmf_is_tile_layer(&t->layers.data[i]))
            order[count++] = &t->layers.data[i];
    qsort(order, count, sizeof *order, compare);
    for (size_t i = 0; i < count && ptl_ok(t->job); i++)
        take_layer(t, order[i]);
    take_colors(t);
}

/* ---- Pictures ------------------------------------------------------------------------------- */

/* Boxes and lines are drawn where that is asked for; others that cannot be drawn are counted. */
static void say_objects(const ptl_xmf_tiling *t, size_t lost)
{
    size_t marks = 0;

    for (size_t i = 0; i < t->out.marks.count && !ptl_setting_of(t->job, "objects"); i++)
        marks += t->out.marks.data[i].shape != PTL_TILE_SPRITE;
    ptl_find_count(t->job, PTL_LOSS, "xmf-objects", marks,
                   "# {box or line is|boxes and lines are} not drawn; the setting objects draws "
                   "{it|them}");
    ptl_find_count(t->job, PTL_LOSS, "xmf-objects", lost,
                   "# {object is|objects are} not drawn: of another kind, or without a source");
}

void ptl_xmf_to_tiles(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    ptl_tiles     *out = hub;
    ptl_xmf_tiling t   = { .job = job, .box = native, .files = files, .out = *out };

    ptl_xmf_lay_out(&t);
    if (ptl_ok(job))
        say_objects(&t, ptl_xmf_take_objects(&t));
    *out = t.out;
    if (!ptl_ok(job))
        return;
    if (out->layers.count == 0)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "xmf-no-map",
                 "no tile layer has cells that can be read%s", t.why);
}
