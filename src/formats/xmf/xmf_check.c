/* SPDX-License-Identifier: MIT */
/* What is odd or wrong in a container. */
#include <string.h>

#include "formats/xmf/xdl.h"
#include "formats/xmf/xmf_private.h"
#include "hubs/names.h"

enum { TILE_IDS = 65535, MOST_SHIFT = 16 };

typedef struct checker {
    ptl_job              *job;
    const ptl_xmf        *box;
    const ptl_xmf_layers *layers;
    uint8_t              *seen; /* a bit for each tile that the layer has listed */
} checker;

/* A finding about a tag. There may be one for each. */
#define FIND(c, severity, tag, rule, ...)                                                          \
    PTL_FIND((c)->job, severity, ptl_path((c)->job, "tags[%zu]", tag),                             \
             ptl_xmf_place((c)->box, tag), rule, __VA_ARGS__)

/* ---- Layers --------------------------------------------------------------------------------- */

static void check_priority(const checker *c, ptl_names *seen, uint32_t index)
{
    const ptl_xmf_layer *layer = &c->layers->data[index];
    const ptl_str        bytes = { (const char *)&layer->priority, sizeof layer->priority };
    const uint32_t      *first = ptl_names_at(c->job, seen, bytes, index);

    if (first && *first != index)
        FIND(c, PTL_WARNING, layer->tag, "xmf-priority",
             "another layer also has priority %ld: the engine keeps only this one",
             (long)layer->priority);
}

static void check_kind(const checker *c, const ptl_xmf_layer *layer)
{
    char shown[32];

    if (ptl_str_is(layer->kind, "TransformableTile"))
        FIND(c, PTL_WARNING, layer->tag, "xmf-transformable",
             "today's engine refuses containers with transformable tile layers");
    else if (!ptl_xmf_is_tile_layer(layer) && !ptl_str_is(layer->kind, "Sprite"))
        FIND(c, PTL_NOTE, layer->tag, "xmf-layer", "layers of kind %s are kept but not understood",
             ptl_quote(shown, sizeof shown, layer->kind.data, layer->kind.size));
    if (ptl_xmf_is_tile_layer(layer) &&
        (layer->tile_width < 1 || layer->tile_height < 1 || layer->width < 1 || layer->height < 1))
        FIND(c, PTL_ERROR, layer->tag, "xmf-size",
             "%ld x %ld cells of %ld x %ld pixels: each must be 1 or more", (long)layer->width,
             (long)layer->height, (long)layer->tile_width, (long)layer->tile_height);
}

static void check_embedded(const checker *c, const ptl_xmf_layer *layer)
{
    uint64_t wanted = 4 * (uint64_t)(layer->width > 0 ? layer->width : 0) *
                      (uint64_t)(layer->height > 0 ? layer->height : 0);

    if (layer->map == PTL_XMF_NO_MAP && ptl_str_is(layer->kind, "Tile"))
        FIND(c, PTL_NOTE, layer->tag, "xmf-no-cells",
             "the layer names no map, neither embedded, in a file nor shared: it has no cells");
    else if (layer->map == PTL_XMF_LOST)
        FIND(c, PTL_ERROR, layer->tag, "xmf-lost",
             "embedded map data was lost by the program that saved this file");
    else if (layer->map == PTL_XMF_EMBEDDED && layer->bytes.size < wanted)
        FIND(c, PTL_ERROR, layer->tag, "truncated",
             "bytes of embedded cells: %zu, but the layer needs %llu", layer->bytes.size,
             (unsigned long long)wanted);
    else if (layer->map == PTL_XMF_EMBEDDED && !layer->headed && layer->bytes.size > wanted)
        FIND(c, PTL_WARNING, layer->tag, "trailing-bytes", "bytes after the embedded cells: %llu",
             (unsigned long long)(layer->bytes.size - wanted));
}

static void check_shared(const checker *c, const ptl_xmf_layer *layer)
{
    if (layer->map == PTL_XMF_SHARED && !ptl_xmf_cells_of(c->layers, layer))
        FIND(c, PTL_ERROR, layer->tag, "xmf-shared",
             "map data is shared in a ring, or with a layer that does not exist");
}

static void check_path(const checker *c, size_t tag, ptl_str path)
{
    bool up = false;
    char shown[64], name[sizeof((ptl_companion *)0)->name];

    for (size_t i = 0; i + 1 < path.size; i++)
        up = up || (path.data[i] == '.' && path.data[i + 1] == '.');
    if (path.size == 0)
        FIND(c, PTL_ERROR, tag, "xmf-path", "a path is missing");
    else if (!ptl_xmf_file_name(name, sizeof name, path))
        FIND(c, PTL_ERROR, tag, "xmf-path", "%s cannot name a file",
             ptl_quote(shown, sizeof shown, path.data, path.size));
    else if (path.data[0] == '/' || path.data[0] == '\\' || (path.size > 1 && path.data[1] == ':'))
        FIND(c, PTL_WARNING, tag, "xmf-path", "%s is a path of one machine, not of the game",
             ptl_quote(shown, sizeof shown, path.data, path.size));
    else if (up)
        FIND(c, PTL_NOTE, tag, "xmf-path", "%s leads out of the container's folder",
             ptl_quote(shown, sizeof shown, path.data, path.size));
}

/* ---- Tile sources --------------------------------------------------------------------------- */

static bool is_good(const ptl_xmf_tile *tile)
{
    return tile->id >= 0 && tile->id < TILE_IDS && tile->index >= 0;
}

static void check_tiles(const checker *c, const ptl_xmf_source *source)
{
    for (size_t i = 0; i < source->tiles.count; i++) {
        const ptl_xmf_tile *tile = &source->tiles.data[i];

        if (!is_good(tile))
            FIND(c, PTL_ERROR, source->tag, "xmf-tile",
                 "tile %ld at %ld of the sheet: ids are 0 to 65534, places 0 or more",
                 (long)tile->id, (long)tile->index);
        else if (c->seen[tile->id / 8] >> tile->id % 8 & 1)
            FIND(c, PTL_WARNING, source->tag, "xmf-tile-twice",
                 "tile %ld is listed twice: the last one counts", (long)tile->id);
        if (is_good(tile))
            c->seen[tile->id / 8] |= (uint8_t)(1u << tile->id % 8);
    }
}

/* The engine takes two values of every row, whether they are there or not. */
static void check_rows(const checker *c, const ptl_xmf_source *source)
{
    size_t info = ptl_xmf_child(c->box, source->tag, "Embed:TileInfo"), end;

    info = info ? info : ptl_xmf_child(c->box, source->tag, "Embed:TileData");
    end  = info ? ptl_xmf_inside_end(c->box, info) : 0;
    for (size_t i = info + 1; i < end && ptl_ok(c->job); i++) {
        ptl_xmf_values values = ptl_xdl_values(c->job, c->box->tags.data[i].rest);

        if (!ptl_xmf_value_at(&values, 1))
            FIND(c, PTL_WARNING, i, "xmf-tile-row",
                 "a row of tiles wants an id and a place, and a name; this one is passed over");
    }
}

/* All layers share one table: taken anew for each it would be far larger than they are. */
static void forget_tiles(const checker *c, const ptl_xmf_source *source)
{
    for (size_t i = 0; i < source->tiles.count; i++)
        if (is_good(&source->tiles.data[i]))
            c->seen[source->tiles.data[i].id / 8] = 0;
}

static void check_sources(const checker *c, const ptl_xmf_layer *layer)
{
    for (size_t i = 0; i < layer->sources.count; i++) {
        const ptl_xmf_source *source = &layer->sources.data[i];

        check_path(c, source->tag, source->path);
        if (source->palette_shift < 0 || source->palette_shift > MOST_SHIFT)
            FIND(c, PTL_ERROR, source->tag, "xmf-shift", "palShift is %ld; allowed: 0 to %d",
                 (long)source->palette_shift, MOST_SHIFT);
        check_rows(c, source);
        check_tiles(c, source);
    }
    for (size_t i = 0; i < layer->sources.count; i++)
        forget_tiles(c, &layer->sources.data[i]);
}

static void check_palettes(const checker *c)
{
    for (size_t i = 0; i < c->box->tags.count && ptl_ok(c->job); i++) {
        ptl_str              name = c->box->tags.data[i].name;
        ptl_xmf_values       values;
        const ptl_xmf_value *offset;

        if (!ptl_str_is(name, "File:Palette") && !ptl_str_is(name, "Embed:Palette"))
            continue;
        values = ptl_xdl_values(c->job, c->box->tags.data[i].rest);
        offset = ptl_xmf_attribute(&values, "offset");
        if (offset &&
            (offset->kind != PTL_XMF_INTEGER || offset->integer < 0 || offset->integer > 65535))
            FIND(c, PTL_ERROR, i, "xmf-palette-offset",
                 "the offset of a palette is a whole number from 0 to 65535");
    }
}

void ptl_xmf_check(ptl_job *job, const void *native, const char *profile)
{
    ptl_xmf_layers layers     = ptl_xmf_layers_of(job, native);
    checker        c          = { job, native, &layers, ptl_arena_take(job, TILE_IDS / 8 + 1) };
    ptl_names      priorities = { 0 };

    for (size_t i = 0; i < layers.count && ptl_ok(job); i++) {
        const ptl_xmf_layer *layer = &layers.data[i];

        check_priority(&c, &priorities, (uint32_t)i);
        check_kind(&c, layer);
        check_embedded(&c, layer);
        check_shared(&c, layer);
        check_sources(&c, layer);
        if (layer->map == PTL_XMF_FILE)
            check_path(&c, layer->tag, layer->path);
    }
    check_palettes(&c);
    if (profile && strcmp(profile, "engine") == 0)
        ptl_xmf_check_engine(job, native, &layers);
}
