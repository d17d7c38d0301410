/* SPDX-License-Identifier: MIT */
/* The page of `info`: the layers of a container and what is in them. */
#include <string.h>

#include "formats/xmf/xmf_private.h"

typedef struct layer_fact {
    ptl_str  kind, name;
    int32_t  priority, tile_width, tile_height, width, height;
    uint8_t  map, layout;
    bool     headed;
    ptl_str  path;
    uint64_t bytes;
    uint32_t sources, tiles, objects;
} layer_fact;

typedef struct layer_facts {
    layer_fact *data;
    size_t      count;
} layer_facts;

typedef struct facts {
    ptl_str     format, title;
    uint8_t     packing;
    uint64_t    tags;
    layer_facts layers;
} facts;

static const ptl_name map_names[] = { { PTL_XMF_NO_MAP, "none" },       { PTL_XMF_FILE, "file" },
                                      { PTL_XMF_EMBEDDED, "embedded" }, { PTL_XMF_LOST, "lost" },
                                      { PTL_XMF_SHARED, "shared" },     { 0, "" } };
/* One more than a ptl_ppe_layout: most layers have none. */
static const ptl_name layout_names[] = {
    { 0, "none" }, { PTL_PPE_OLD + 1, "old" }, { PTL_PPE_NEW + 1, "new" }, { 0, "" }
};

#define LAYER(member) .offset = offsetof(layer_fact, member)
#define AT(member) .offset = offsetof(facts, member)
#define ROWS(fields) fields, sizeof(fields) / sizeof *(fields)

static const ptl_field layer_fields[] = {
    { "kind", "Tile, Sprite or another", PTL_KIND_TEXT, LAYER(kind) },
    { "name", "as the container calls it", PTL_KIND_TEXT, LAYER(name) },
    { "priority", "layers are drawn from the lowest to the highest", PTL_KIND_I32,
      LAYER(priority) },
    { "tile_width", "pixels", PTL_KIND_I32, LAYER(tile_width), .unit = PTL_UNIT_PIXELS,
      .optional = true },
    { "tile_height", "pixels", PTL_KIND_I32, LAYER(tile_height), .unit = PTL_UNIT_PIXELS,
      .optional = true },
    { "width", "cells", PTL_KIND_I32, LAYER(width), .unit = PTL_UNIT_CELLS, .optional = true },
    { "height", "cells", PTL_KIND_I32, LAYER(height), .unit = PTL_UNIT_CELLS, .optional = true },
    { "map", "where the cells are", PTL_KIND_U8, LAYER(map), .names = map_names, .optional = true },
    { "path", "of the map file", PTL_KIND_TEXT, LAYER(path), .optional = true },
    { "bytes", "of embedded map data", PTL_KIND_U64, LAYER(bytes), .optional = true },
    { "headed", "the embedded data is a whole map file", PTL_KIND_BOOL, LAYER(headed),
      .optional = true },
    { "layout", "of bare embedded cells", PTL_KIND_U8, LAYER(layout), .names = layout_names,
      .optional = true },
    { "sources", "images with tiles", PTL_KIND_U32, LAYER(sources), .optional = true },
    { "tiles", "tiles that are listed", PTL_KIND_U32, LAYER(tiles), .optional = true },
    { "objects", "boxes, sprites and others", PTL_KIND_U32, LAYER(objects), .optional = true },
};
static const ptl_record layer_record = { "layer", sizeof(layer_fact), ROWS(layer_fields) };

static const ptl_field facts_fields[] = {
    { "format", "always xmf", PTL_KIND_TEXT, AT(format) },
    { "title", "the format's name for people", PTL_KIND_TEXT, AT(title) },
    { "packing", "how the text is packed", PTL_KIND_U8, AT(packing),
      .names = ptl_xmf_packing_names },
    { "tags", "all tags", PTL_KIND_U64, AT(tags) },
    { "layers", "in the order of the text", PTL_KIND_RECORD, PTL_LIST, AT(layers),
      .record = &layer_record },
};

const ptl_record ptl_xmf_facts_record = { "facts", sizeof(facts), ROWS(facts_fields) };

static layer_fact fact_of(const ptl_xmf_layer *layer)
{
    layer_fact f = { .kind        = layer->kind,
                     .name        = layer->name,
                     .priority    = layer->priority,
                     .tile_width  = layer->tile_width,
                     .tile_height = layer->tile_height,
                     .width       = layer->width,
                     .height      = layer->height,
                     .map         = layer->map,
                     .headed      = layer->headed,
                     .path        = layer->path,
                     .bytes       = layer->bytes.size,
                     .sources     = (uint32_t)layer->sources.count,
                     .objects     = (uint32_t)layer->objects.count };

    if (layer->map == PTL_XMF_EMBEDDED && !layer->headed)
        f.layout = (uint8_t)(layer->layout + 1);
    for (size_t i = 0; i < layer->sources.count; i++)
        f.tiles += (uint32_t)layer->sources.data[i].tiles.count;
    return f;
}

void *ptl_xmf_facts(ptl_job *job, const void *native)
{
    const ptl_xmf *box    = native;
    facts         *f      = ptl_arena_take(job, sizeof *f);
    ptl_xmf_layers layers = ptl_xmf_layers_of(job, box);

    if (!f || !ptl_ok(job))
        return NULL;
    f->format      = (ptl_str){ ptl_format_xmf.info.name, strlen(ptl_format_xmf.info.name) };
    f->title       = (ptl_str){ ptl_format_xmf.info.title, strlen(ptl_format_xmf.info.title) };
    f->packing     = box->packing;
    f->tags        = box->tags.count;
    f->layers.data = ptl_arena_array(job, layers.count, sizeof *f->layers.data);
    if (!f->layers.data)
        return NULL;
    f->layers.count = layers.count;
    for (size_t i = 0; i < layers.count; i++)
        f->layers.data[i] = fact_of(&layers.data[i]);
    return f;
}
