/* SPDX-License-Identifier: MIT */
/* What today's engine does with a container, where that is something else than what it says.
 *
 * Its loader takes the rows of tiles as place, id; finds the row of place n on a sheet of so many
 * columns and rows at (n - column) % rows; drops the palette shift; loads the palette of a sheet
 * only where a File:Palette names the very same path, and none of that tag's attributes; reads map
 * files of the old layout alone, and embedded cells of the new one without a header. */
#include <string.h>

#include "core/companions.h"
#include "formats/xmf/xmf_private.h"
#include "hubs/names.h"
#include "render/tile_picture.h"

/* A finding about a tag. */
#define FIND(job, severity, box, tag, rule, ...)                                                   \
    PTL_FIND(job, severity, ptl_path(job, "tags[%zu]", tag), ptl_xmf_place(box, tag), rule,        \
             __VA_ARGS__)

/* ---- What the text alone tells ----------------------------------------------------------------
 */

static void check_map(ptl_job *job, const ptl_xmf *box, const ptl_xmf_layer *layer)
{
    if (layer->map == PTL_XMF_EMBEDDED && (layer->headed || layer->layout == PTL_PPE_OLD))
        FIND(job, PTL_WARNING, box, layer->tag, "engine-embedded",
             "today's engine reads embedded cells of the new layout, without a header");
    if (layer->map == PTL_XMF_SHARED)
        FIND(job, PTL_WARNING, box, layer->tag, "engine-shared",
             "today's engine shares no maps: the layer has no cells");
}

static void check_shader(ptl_job *job, const ptl_xmf *box, const ptl_xmf_layer *layer)
{
    if ((ptl_str_is(layer->kind, "Tile") || ptl_str_is(layer->kind, "Sprite")) &&
        !ptl_xmf_child(box, layer->tag, "ShaderProgram"))
        FIND(job, PTL_WARNING, box, layer->tag, "engine-shader",
             "a layer without ShaderProgram is not shown");
}

static void check_rows(ptl_job *job, const ptl_xmf *box, const ptl_xmf_source *source)
{
    const ptl_xmf_tile *first = NULL;
    size_t              count = 0;

    for (size_t i = 0; i < source->tiles.count; i++)
        if (source->tiles.data[i].id != source->tiles.data[i].index && count++ == 0)
            first = &source->tiles.data[i];
    if (count > 0)
        FIND(job, PTL_WARNING, box, source->tag, "engine-tile-rows",
             "rows of tiles that today's engine takes for place, id: %zu; the first is tile %ld at "
             "place %ld",
             count, (long)first->id, (long)first->index);
}

static void check_objects(ptl_job *job, const ptl_xmf *box, const ptl_xmf_layer *layer)
{
    for (size_t i = 0; i < layer->objects.count; i++)
        if (ptl_str_is(layer->objects.data[i].kind, "Polyline")) {
            FIND(job, PTL_WARNING, box, layer->objects.data[i].tag, "engine-polyline",
                 "today's engine reads no polylines, and drops all objects of the layer");
            return;
        }
}

static void check_palettes(ptl_job *job, const ptl_xmf *box)
{
    ptl_xmf_palettes palettes = ptl_xmf_palettes_of(job, box);

    for (size_t i = 0; i < palettes.count; i++) {
        const ptl_xmf_palette *palette = &palettes.data[i];

        if (palette->bytes.size > 0)
            FIND(job, PTL_WARNING, box, palette->tag, "engine-palette",
                 "today's engine reads no embedded palettes");
        else if (palette->offset != 0)
            FIND(job, PTL_WARNING, box, palette->tag, "engine-palette",
                 "today's engine loads this palette at 0, not at %ld", (long)palette->offset);
    }
}

void ptl_xmf_check_engine(ptl_job *job, const ptl_xmf *box, const ptl_xmf_layers *layers)
{
    for (size_t i = 0; i < layers->count && ptl_ok(job); i++) {
        const ptl_xmf_layer *layer = &layers->data[i];

        check_map(job, box, layer);
        check_shader(job, box, layer);
        check_objects(job, box, layer);
        for (size_t s = 0; s < layer->sources.count; s++)
            check_rows(job, box, &layer->sources.data[s]);
    }
    check_palettes(job, box);
    if (box->packing)
        ptl_find(job, PTL_ERROR, 0, "engine-packing", "today's engine reads no packed containers");
}

/* ---- Images -----------------------------------------------------------------------------------
 */

enum { NAMED = 1 };

enum { PNG_DEPTH = 24, PNG_KIND = 25, TGA_DEPTH = 16, BMP_DEPTH = 28 }; /* bytes of headers */

/* Bits of a pixel; 0 for files that the engine does not take for pictures. */
static unsigned depth_of(ptl_span bytes)
{
    static const unsigned channels[] = { 1, 0, 3, 1, 2, 0, 4 }; /* of a PNG, by its kind */
    const uint8_t        *at         = bytes.data;

    if (bytes.size > PNG_KIND && at[0] == 0x89 && at[1] == 'P')
        return at[PNG_KIND] < 7 ? at[PNG_DEPTH] * channels[at[PNG_KIND]] : 0;
    if (bytes.size > BMP_DEPTH && at[0] == 'B' && at[1] == 'M')
        return at[BMP_DEPTH];
    return bytes.size > TGA_DEPTH && at[0] != 0xFF ? at[TGA_DEPTH] : 0;
}

static void check_depth(const ptl_xmf_tiling *t, const ptl_xmf_source *source)
{
    ptl_companion file = { .role = "tiles", .exact = true };
    ptl_bytes     bytes;
    unsigned      depth;

    ptl_xmf_file_name(file.name, sizeof file.name, source->path);
    if (!ptl_files_load(t->job, t->files, &file, &bytes))
        return;
    depth = depth_of((ptl_span){ bytes.data, bytes.size });
    ptl_bytes_free(&bytes);
    if (depth != 2 && depth != 4 && depth != 8 && depth != 32)
        FIND(t->job, PTL_ERROR, t->box, source->tag, "engine-depth",
             "a pixel of the image has %u bits; today's engine takes 2, 4, 8 and 32", depth);
}

/* Where tiles are on their sheet, and where the engine looks for them. */
static void check_places(const ptl_xmf_tiling *t, const ptl_xmf_layer *layer,
                         const ptl_xmf_source *source, const ptl_image *sheet)
{
    long   columns = (long)sheet->width / layer->tile_width;
    long   rows    = (long)sheet->height / layer->tile_height;
    size_t count   = 0;
    long   first   = 0;

    if (columns == 0 || rows == 0) {
        FIND(t->job, PTL_ERROR, t->box, source->tag, "engine-sheet-small",
             "the image is smaller than a tile, and today's engine divides by 0");
        return;
    }
    for (size_t i = 0; i < source->tiles.count; i++) {
        long n = source->tiles.data[i].index, x = n % columns;

        if (n >= 0 && n == source->tiles.data[i].id && (n - x) % rows != n / columns &&
            count++ == 0)
            first = n;
    }
    if (count > 0)
        FIND(t->job, PTL_WARNING, t->box, source->tag, "engine-sheet-row",
             "tiles that today's engine looks for in another row of the sheet: %zu, the first is "
             "at place %ld",
             count, first);
}

/* The paths that palettes at the root name. */
static void list_palettes(const ptl_xmf_tiling *t, ptl_names *out)
{
    ptl_xmf_palettes palettes = ptl_xmf_palettes_of(t->job, t->box);

    for (size_t i = 0; i < palettes.count && ptl_ok(t->job); i++)
        ptl_names_at(t->job, out, palettes.data[i].path, NAMED);
}

static void check_colors(const ptl_xmf_tiling *t, const ptl_xmf_source *source, ptl_names *named)
{
    const uint32_t *how = ptl_names_at(t->job, named, source->path, 0);

    if (how && *how != NAMED)
        FIND(t->job, PTL_WARNING, t->box, source->tag, "engine-palette",
             "today's engine loads no colors for this image: no File:Palette names the same path");
}

static void check_source(const ptl_xmf_tiling *t, const ptl_xmf_layer *layer,
                         const ptl_xmf_source *source, ptl_names *named)
{
    uint32_t         number = ptl_xmf_sheet_at(t, source->path);
    const ptl_image *sheet =
        number != PTL_TILE_NONE && t->out.picture ? &t->out.picture->sheets[number] : NULL;

    check_depth(t, source);
    if (!sheet || sheet->width == 0 || layer->tile_width < 1 || layer->tile_height < 1)
        return;
    check_places(t, layer, source, sheet);
    if (sheet->indices)
        check_colors(t, source, named);
}

/* ---- Maps -------------------------------------------------------------------------------------
 */

static void check_selectors(const ptl_xmf_tiling *t, const ptl_tile_layer *cells, size_t tag)
{
    size_t         count = 0;
    ptl_tile_range range;

    for (size_t i = 0; i < (size_t)cells->width * cells->height && t->out.picture; i++)
        count += cells->cells[i].tile != PTL_TILE_NONE && cells->cells[i].selector > 0 &&
                 ptl_tile_colors_of(t->out.picture, cells, &cells->cells[i], &range);
    if (count > 0)
        FIND(t->job, PTL_WARNING, t->box, tag, "engine-shift",
             "cells whose palette is not the first: %zu; today's engine drops the palette shift, "
             "and takes colors from near the first",
             count);
}

/* A map file goes through the check of its own format; the size that counts is the layer's. */
static void check_file(const ptl_xmf_tiling *t, const ptl_xmf_layer *layer,
                       const ptl_tile_layer *cells)
{
    ptl_part_place place = ptl_xmf_map_place(t->job, &t->layers, layer);
    ptl_job        own   = *t->job;
    ptl_doc       *map;

    own.listener = (ptl_listener){ 0 }; /* what reading says was heard when it was laid out */
    map          = ptl_part_open(&own, PTL_XMF_PARTS, &place, t->files);
    ptl_within(t->job, "tags[%zu]", layer->tag);
    if (map)
        ptl_part_check(t->job, map, "engine");
    ptl_doc_free(map);
    ptl_within(t->job, "%s", "");
    if ((uint64_t)cells->width * cells->height < (uint64_t)layer->width * (uint64_t)layer->height)
        FIND(t->job, PTL_ERROR, t->box, layer->tag, "engine-map-short",
             "the map has fewer cells than the layer, and today's engine reads past its end");
}

/* ---- Files ------------------------------------------------------------------------------------
 */

/* Palettes at the root are never opened: they only allow those of images. */
static void check_named(const ptl_xmf_tiling *t)
{
    for (size_t i = 0; i < t->box->tags.count && ptl_ok(t->job); i++) {
        ptl_companion file;
        ptl_bytes     bytes;
        char          shown[96];

        if (t->box->tags.data[i].level != 1 || !ptl_xmf_file_at(t->job, t->box, i, &file))
            continue;
        if (ptl_files_load(t->job, t->files, &file, &bytes))
            ptl_bytes_free(&bytes);
        else
            FIND(t->job, PTL_ERROR, t->box, i, "engine-file", "%s (%s) is not there",
                 ptl_quote(shown, sizeof shown, file.name, strlen(file.name)), file.role);
    }
}

void ptl_xmf_check_engine_files(ptl_xmf_tiling *t)
{
    ptl_names named = { 0 };

    check_named(t);
    list_palettes(t, &named);
    for (size_t i = 0; i < t->layers.count && ptl_ok(t->job); i++)
        for (size_t s = 0; s < t->layers.data[i].sources.count; s++)
            check_source(t, &t->layers.data[i], &t->layers.data[i].sources.data[s], &named);
    for (size_t i = 0; i < t->out.layers.count && ptl_ok(t->job); i++) {
        check_selectors(t, &t->out.layers.data[i], t->shown[i]->tag);
        if (t->shown[i]->map == PTL_XMF_FILE)
            check_file(t, t->shown[i], &t->out.layers.data[i]);
    }
}
