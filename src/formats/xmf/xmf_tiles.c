/* SPDX-License-Identifier: MIT */
/* A container as tile layers: maps, wherever they are, with the sheets their tiles come from. */
#include <stdlib.h>
#include <string.h>

#include "formats/xmf/xmf_private.h"

enum { TILE_IDS = 65535, MOST_SHIFT = 16 };

typedef struct builder {
    ptl_job         *job;
    const ptl_xmf   *box;
    ptl_xmf_layers   layers;
    ptl_tiles       *out;
    const ptl_files *files;
    size_t           room; /* for sheets */
} builder;

/* ---- Sheets --------------------------------------------------------------------------------- */

/* The sheet of a path, each path once; PTL_TILE_NONE when it cannot name a file, or is one too
 * many. */
static uint32_t sheet_of(const builder *b, ptl_str path)
{
    ptl_tile_sheet sheet = { .file = { .role = "tiles", .needed = true, .exact = true } };

    if (!ptl_xmf_file_name(sheet.file.name, sizeof sheet.file.name, path))
        return PTL_TILE_NONE;
    for (size_t i = 0; i < b->out->sheets.count; i++)
        if (strcmp(b->out->sheets.data[i].file.name, sheet.file.name) == 0)
            return (uint32_t)i;
    if (b->out->sheets.count == b->room)
        return PTL_TILE_NONE;
    b->out->sheets.data[b->out->sheets.count] = sheet;
    return (uint32_t)b->out->sheets.count++;
}

static void take_colors(builder *b)
{
    ptl_xmf_palettes palettes = ptl_xmf_palettes_of(b->job, b->box);

    b->out->colors.data = ptl_arena_array(b->job, palettes.count, sizeof *b->out->colors.data);
    for (size_t i = 0; i < palettes.count && b->out->colors.data; i++) {
        const ptl_xmf_palette *from = &palettes.data[i];
        bool                   fits = from->offset >= 0 && from->offset < PTL_TILE_COLORS;
        bool                   some = from->shift > 0 && from->shift < MOST_SHIFT;

        if (fits) /* check says what is wrong with others */
            b->out->colors.data[b->out->colors.count++] =
                (ptl_tile_colors){ from->path.size > 0 ? sheet_of(b, from->path) : PTL_TILE_NONE,
                                   from->bytes, some ? 1u << from->shift : PTL_TILE_COLORS,
                                   (uint32_t)from->offset };
    }
}

/* Room for as many sheets as it can name. */
static bool reserve_sheets(builder *b)
{
    b->room = b->box->tags.count < PTL_XMF_MAX_FILES ? b->box->tags.count : PTL_XMF_MAX_FILES;
    b->out->sheets.data = ptl_arena_array(b->job, b->room, sizeof *b->out->sheets.data);
    return b->out->sheets.data != NULL;
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
static void take_tiles(const builder *b, ptl_tile_layer *to, const ptl_xmf_layer *layer)
{
    uint32_t        count = count_ids(layer);
    ptl_tile_place *tiles = ptl_arena_array(b->job, count, sizeof *tiles);

    for (uint32_t i = 0; i < count && tiles; i++)
        tiles[i] = (ptl_tile_place){ .id = i, .sheet = PTL_TILE_NONE };
    for (size_t s = 0; s < layer->sources.count && tiles; s++) {
        const ptl_xmf_source *source = &layer->sources.data[s];
        uint32_t              sheet  = sheet_of(b, source->path);
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
static void note_mode(const builder *b, const ptl_xmf_layer *layer)
{
    size_t end = ptl_xmf_inside_end(b->box, layer->tag);
    char   shown[32];

    for (size_t i = layer->tag + 1; i < end; i++) {
        ptl_xmf_values values;
        ptl_str        mode;

        if (!ptl_str_is(b->box->tags.data[i].name, "RenderingMode"))
            continue;
        values = ptl_xdl_values(b->job, b->box->tags.data[i].rest);
        mode   = ptl_xmf_text_or_none(ptl_xmf_value_at(&values, 0));
        if (!ptl_str_is(mode, "Copy") && !ptl_str_is(mode, "AlphaBlend"))
            ptl_find(b->job, PTL_WARNING, ptl_xmf_place(b->box, i), "xmf-mode",
                     "the rendering mode %s is drawn as if it were AlphaBlend",
                     ptl_quote(shown, sizeof shown, mode.data, mode.size));
    }
}

/* Hands on what is not the end of all. */
static void hear(void *user, const ptl_diag *diag)
{
    const ptl_listener *to = user;

    if (diag->severity != PTL_ERROR && to->hear)
        to->hear(to->user, diag);
}

/* The cells of a layer as its map shows them by itself. */
static bool take_cells(ptl_job *job, ptl_tile_layer *to, const builder *b,
                       const ptl_xmf_layer *layer)
{
    ptl_part_place place = ptl_xmf_map_place(job, &b->layers, layer);
    ptl_tiles      cells = { 0 };
    ptl_doc       *map   = NULL;

    if (layer->tile_width < 1 || layer->tile_height < 1)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "xmf-size", "its tiles have no size");
    if (ptl_ok(job) && !place.info.there)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "xmf-no-map", "the layer has no cells");
    if (ptl_ok(job))
        map = ptl_part_open(job, PTL_XMF_PARTS, &place, b->files);
    if (map)
        ptl_part_fill(job, &cells, PTL_HUB_TILES, map);
    ptl_doc_free(map);
    if (cells.layers.count > 0)
        *to = cells.layers.data[0];
    return ptl_ok(job) && cells.layers.count > 0;
}

/* A layer whose cells cannot be read is left out, and that is said. */
static void take_layer(builder *b, const ptl_xmf_layer *layer)
{
    ptl_tile_layer *to  = &b->out->layers.data[b->out->layers.count];
    ptl_job         own = *b->job;
    char            shown[48];

    own.listener = (ptl_listener){ hear, &b->job->listener };
    ptl_quote(shown, sizeof shown, layer->name.data, layer->name.size);
    if (!take_cells(&own, to, b, layer)) {
        if (own.error.status == PTL_E_MEMORY || own.error.status == PTL_E_LIMIT)
            ptl_fail(b->job, own.error.status, PTL_NOWHERE, own.error.rule, "%s",
                     own.error.message); /* more of the same would follow */
        ptl_find(b->job, PTL_WARNING, PTL_NOWHERE, own.error.rule, "layer %s is left out: %s",
                 shown, own.error.message);
        return;
    }
    if (to->width != (uint32_t)layer->width || to->height != (uint32_t)layer->height)
        ptl_find(b->job, PTL_WARNING, PTL_NOWHERE, "xmf-map-size",
                 "the map of layer %s has %lu x %lu cells, the layer %ld x %ld: the map's count",
                 shown, (unsigned long)to->width, (unsigned long)to->height, (long)layer->width,
                 (long)layer->height);
    to->name        = layer->name;
    to->tile_width  = (uint32_t)layer->tile_width;
    to->tile_height = (uint32_t)layer->tile_height;
    take_tiles(b, to, layer);
    note_mode(b, layer);
    b->out->layers.count++;
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

/* Sprites, boxes and lines of all layers. */
static void say_objects(const builder *b)
{
    size_t count = 0;

    for (size_t i = 0; i < b->layers.count; i++)
        count += b->layers.data[i].objects.count;
    ptl_find_count(b->job, PTL_LOSS, "xmf-objects", count, "# {object is|objects are} not drawn");
}

void ptl_xmf_to_tiles(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    ptl_tiles            *out = hub;
    builder               b   = { .job = job, .box = native, .out = out, .files = files };
    const ptl_xmf_layer **order;
    size_t                count = 0;

    b.layers         = ptl_xmf_layers_of(job, native);
    order            = ptl_arena_array(job, b.layers.count, sizeof *order);
    out->layers.data = ptl_arena_array(job, b.layers.count, sizeof *out->layers.data);
    if (!ptl_ok(job) || !reserve_sheets(&b))
        return;
    for (size_t i = 0; i < b.layers.count; i++)
        if (b.layers.data[i].width > 0 && b.layers.data[i].height > 0)
            order[count++] = &b.layers.data[i];
    qsort(order, count, sizeof *order, compare);
    for (size_t i = 0; i < count && ptl_ok(job); i++)
        take_layer(&b, order[i]);
    take_colors(&b);
    say_objects(&b);
    if (out->layers.count == 0)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "xmf-no-map",
                 "no tile layer has cells that can be read");
}
