/* SPDX-License-Identifier: MIT */
/* The page of `info`: what a map of Tiled holds. */
#include <string.h>

#include "formats/tmx/tmx_private.h"

typedef struct set_fact {
    ptl_str  name, source, image;
    uint32_t first, tile_width, tile_height, tiles, columns;
} set_fact;

typedef struct layer_fact {
    uint8_t  kind;
    ptl_str  name, group, encoding, compression, image;
    uint32_t id, width, height, chunks, objects;
    uint64_t tiles;
    bool     hidden;
} layer_fact;

typedef struct set_facts {
    set_fact *data;
    size_t    count;
} set_facts;

typedef struct layer_facts {
    layer_fact *data;
    size_t      count;
} layer_facts;

typedef struct facts {
    ptl_str     format, title, version, program;
    uint8_t     what, language, orientation;
    uint32_t    width, height, tile_width, tile_height, properties;
    bool        infinite;
    set_facts   sets;
    layer_facts layers;
} facts;

static const ptl_name what_names[]        = { { PTL_TILED_MAP, "map" },
                                              { PTL_TILED_SET, "tileset" },
                                              { PTL_TILED_TEMPLATE, "template" },
                                              { PTL_TILED_WORLD, "world" },
                                              { 0, "" } };
static const ptl_name orientation_names[] = {
    { PTL_TILED_ORTHOGONAL, "orthogonal" }, { PTL_TILED_ISOMETRIC, "isometric" },
    { PTL_TILED_STAGGERED, "staggered" },   { PTL_TILED_HEXAGONAL, "hexagonal" },
    { PTL_TILED_OBLIQUE, "oblique" },       { 0, "" }
};
static const ptl_name kind_names[]     = { { PTL_TILED_TILE_LAYER, "tiles" },
                                           { PTL_TILED_OBJECT_LAYER, "objects" },
                                           { PTL_TILED_IMAGE_LAYER, "image" },
                                           { PTL_TILED_GROUP, "group" },
                                           { 0, "" } };
static const ptl_name language_names[] = { { PTL_TILED_XML, "xml" },
                                           { PTL_TILED_JSON, "json" },
                                           { 0, "" } };

#define SET(member) .offset = offsetof(set_fact, member)
#define LAYER(member) .offset = offsetof(layer_fact, member)
#define AT(member) .offset = offsetof(facts, member)
#define ROWS(fields) fields, sizeof(fields) / sizeof *(fields)

static const ptl_field set_fields[] = {
    { "first", "the number of its first tile", PTL_KIND_U32, SET(first), .optional = true },
    { "name", "as the set is called", PTL_KIND_TEXT, SET(name), .optional = true },
    { "source", "file that holds the set", PTL_KIND_TEXT, SET(source), .optional = true },
    { "tile_width", "pixels", PTL_KIND_U32, SET(tile_width), .optional = true },
    { "tile_height", "pixels", PTL_KIND_U32, SET(tile_height), .optional = true },
    { "tiles", "how many, as the file says", PTL_KIND_U32, SET(tiles), .optional = true },
    { "columns", "tiles in a row of the image", PTL_KIND_U32, SET(columns), .optional = true },
    { "image", "file of its image", PTL_KIND_TEXT, SET(image), .optional = true },
};
static const ptl_record set_record = { "set", sizeof(set_fact), ROWS(set_fields) };

static const ptl_field layer_fields[] = {
    { "kind", "what is in it", PTL_KIND_U8, LAYER(kind), .names = kind_names },
    { "name", "as the layer is called", PTL_KIND_TEXT, LAYER(name) },
    { "id", "of the layer", PTL_KIND_U32, LAYER(id), .optional = true },
    { "group", "the group it is in", PTL_KIND_TEXT, LAYER(group), .optional = true },
    { "hidden", "it is not drawn", PTL_KIND_BOOL, LAYER(hidden), .optional = true },
    { "width", "cells", PTL_KIND_U32, LAYER(width), .optional = true },
    { "height", "cells", PTL_KIND_U32, LAYER(height), .optional = true },
    { "encoding", "of the cells", PTL_KIND_TEXT, LAYER(encoding), .optional = true },
    { "compression", "of the cells", PTL_KIND_TEXT, LAYER(compression), .optional = true },
    { "chunks", "pieces of an infinite layer", PTL_KIND_U32, LAYER(chunks), .optional = true },
    { "tiles", "cells that are not empty", PTL_KIND_U64, LAYER(tiles), .optional = true },
    { "objects", "shapes, texts and tiles", PTL_KIND_U32, LAYER(objects), .optional = true },
    { "image", "file of its image", PTL_KIND_TEXT, LAYER(image), .optional = true },
};
static const ptl_record layer_record = { "layer", sizeof(layer_fact), ROWS(layer_fields) };

static const ptl_field facts_fields[] = {
    { "format", "always tmx", PTL_KIND_TEXT, AT(format) },
    { "title", "the format's name for people", PTL_KIND_TEXT, AT(title) },
    { "what", "what the file holds", PTL_KIND_U8, AT(what), .names = what_names },
    { "language", "how it is spelled", PTL_KIND_U8, AT(language), .names = language_names },
    { "version", "of the form", PTL_KIND_TEXT, AT(version), .optional = true },
    { "program", "version of Tiled that saved it", PTL_KIND_TEXT, AT(program), .optional = true },
    { "orientation", "how cells lie", PTL_KIND_U8, AT(orientation), .names = orientation_names },
    { "width", "cells", PTL_KIND_U32, AT(width), .optional = true },
    { "height", "cells", PTL_KIND_U32, AT(height), .optional = true },
    { "tile_width", "pixels of a cell", PTL_KIND_U32, AT(tile_width), .optional = true },
    { "tile_height", "pixels of a cell", PTL_KIND_U32, AT(tile_height), .optional = true },
    { "infinite", "layers are as large as what is in them", PTL_KIND_BOOL, AT(infinite),
      .optional = true },
    { "properties", "of the map itself", PTL_KIND_U32, AT(properties), .optional = true },
    { "sets", "tile sets", PTL_KIND_RECORD, PTL_LIST, AT(sets), .record = &set_record },
    { "layers", "lowest first", PTL_KIND_RECORD, PTL_LIST, AT(layers), .record = &layer_record },
};

const ptl_record ptl_tmx_facts_record = { "facts", sizeof(facts), ROWS(facts_fields) };

static set_fact set_fact_of(const ptl_tiled_set *set)
{
    return (set_fact){ .name        = set->name,
                       .source      = set->source,
                       .image       = set->image.source,
                       .first       = set->first,
                       .tile_width  = set->tile_width,
                       .tile_height = set->tile_height,
                       .tiles       = set->tile_count,
                       .columns     = set->columns };
}

static uint64_t count_tiles(const ptl_tiled_layer *layer)
{
    uint64_t count = 0;

    for (size_t i = 0; i < layer->chunks.count; i++) {
        const ptl_tiled_chunk *c = &layer->chunks.data[i];

        for (uint64_t k = 0; k < (uint64_t)c->width * c->height; k++)
            count += (c->cells[k] & ~PTL_TILED_FLAGS) != 0;
    }
    return count;
}

static ptl_str or_none(ptl_str text)
{
    return text.data ? text : ptl_tmx_word("");
}

static layer_fact layer_fact_of(const ptl_tiled_map *map, const ptl_tiled_layer *l)
{
    size_t     data = ptl_tmx_child(&map->elements, l->element, "data");
    layer_fact f    = { .kind        = l->kind,
                        .name        = l->name,
                        .group       = { "", 0 },
                        .encoding    = { "", 0 },
                        .compression = { "", 0 },
                        .image       = l->image.source,
                        .id          = l->id,
                        .objects     = (uint32_t)l->objects.count,
                        .hidden      = !l->visible };

    if (l->parent != PTL_TILED_NONE)
        f.group = map->layers.data[l->parent].name;
    if (l->kind != PTL_TILED_TILE_LAYER)
        return f;
    f.width  = l->width;
    f.height = l->height;
    f.chunks = map->infinite ? (uint32_t)l->chunks.count : 0;
    f.tiles  = count_tiles(l);
    if (data != SIZE_MAX) {
        f.encoding    = or_none(ptl_tmx_value(&map->elements.data[data], "encoding"));
        f.compression = or_none(ptl_tmx_value(&map->elements.data[data], "compression"));
    }
    return f;
}

static void take_map(facts *f, const ptl_tiled_map *map)
{
    f->what        = map->what;
    f->orientation = map->orientation;
    f->version     = map->version;
    f->program     = map->program;
    f->width       = map->width;
    f->height      = map->height;
    f->tile_width  = map->tile_width;
    f->tile_height = map->tile_height;
    f->infinite    = map->infinite;
    f->properties  = (uint32_t)map->properties.count;
}

void *ptl_tmx_facts(ptl_job *job, const void *native)
{
    ptl_tiled_map map = ptl_tmx_map_of(job, native);
    facts        *f   = ptl_arena_take(job, sizeof *f);

    if (!f || !ptl_ok(job))
        return NULL;
    take_map(f, &map);
    f->format      = ptl_tmx_word(ptl_format_tmx.info.name);
    f->title       = ptl_tmx_word(ptl_format_tmx.info.title);
    f->language    = ((const ptl_tiled *)native)->language;
    f->sets.data   = ptl_arena_array(job, map.sets.count, sizeof *f->sets.data);
    f->layers.data = ptl_arena_array(job, map.layers.count, sizeof *f->layers.data);
    if (!ptl_ok(job))
        return NULL;
    for (size_t i = 0; i < map.sets.count; i++)
        f->sets.data[f->sets.count++] = set_fact_of(&map.sets.data[i]);
    for (size_t i = 0; i < map.layers.count; i++)
        f->layers.data[f->layers.count++] = layer_fact_of(&map, &map.layers.data[i]);
    return f;
}
