/* SPDX-License-Identifier: MIT */
/* The maps of a container: where they are, and how one is put into it. */
#include <stdio.h>
#include <string.h>

#include "core/base64.h"
#include "core/bytes.h"
#include "core/num.h"
#include "formats/ppe_header.h"
#include "formats/xmf/xmf_private.h"

/* ---- Where they are -------------------------------------------------------------------------- */

/* Bare cells get the header that a map file of theirs has. */
static ptl_span embedded_map(ptl_job *job, const ptl_xmf_layer *layer)
{
    uint64_t cells = layer->width > 0 && layer->height > 0
                         ? (uint64_t)layer->width * (uint64_t)layer->height
                         : 0;
    uint8_t *file;

    if (layer->headed)
        return (ptl_span){ (const uint8_t *)layer->bytes.data, layer->bytes.size };
    if (cells == 0 || layer->bytes.size / PPE_CELL < cells) {
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "xmf-map-size",
                 "the embedded cells are fewer than the layer has room for");
        return (ptl_span){ 0 };
    }
    file = ptl_arena_raw(job, PPE_HEADER + cells * PPE_CELL);
    if (!file)
        return (ptl_span){ 0 };
    ptl_store_u32le(file, (uint32_t)layer->layout << PPE_FLAG_LAYOUT);
    ptl_store_u32le(file + 4, (uint32_t)layer->width);
    ptl_store_u32le(file + 8, (uint32_t)layer->height);
    memcpy(file + PPE_HEADER, layer->bytes.data, (size_t)cells * PPE_CELL);
    return (ptl_span){ file, PPE_HEADER + (size_t)cells * PPE_CELL };
}

static bool has_cells(const ptl_xmf_layers *layers, const ptl_xmf_layer *layer)
{
    const ptl_xmf_layer *cells = ptl_xmf_cells_of(layers, layer);

    return cells && (cells->map == PTL_XMF_EMBEDDED || cells->map == PTL_XMF_FILE);
}

ptl_part_place ptl_xmf_map_place(ptl_job *job, const ptl_xmf_layers *layers,
                                 const ptl_xmf_layer *layer)
{
    const ptl_xmf_layer *cells = ptl_xmf_cells_of(layers, layer);
    ptl_part_place       place = { .info = { .format = PTL_XMF_PARTS } };

    ptl_quote(place.info.name, sizeof place.info.name, layer->name.data, layer->name.size);
    place.info.there    = has_cells(layers, layer);
    place.info.embedded = place.info.there && cells->map == PTL_XMF_EMBEDDED;
    place.file          = (ptl_companion){ .role = "map", .needed = true, .exact = true };
    if (place.info.embedded) {
        place.bytes = embedded_map(job, cells);
    } else if (place.info.there) {
        ptl_xmf_file_name(place.file.name, sizeof place.file.name, cells->path);
        place.path = cells->path;
    }
    return place;
}

bool ptl_xmf_part(ptl_job *job, const void *native, size_t index, ptl_part_place *out)
{
    ptl_xmf_layers layers = ptl_xmf_layers_of(job, native);

    if (!ptl_ok(job) || index >= layers.count)
        return false;
    *out = ptl_xmf_map_place(job, &layers, &layers.data[index]);
    return ptl_ok(job);
}

typedef bool layer_fits(const ptl_xmf_layers *layers, const ptl_xmf_layer *layer);

/* Layers that could have been meant, as many as there is room for. */
static void refuse_layer(ptl_job *job, const ptl_xmf_layers *layers, const ptl_setting *given,
                         layer_fits *fits)
{
    char   known[80] = "", shown[32];
    size_t used      = 0;

    for (size_t i = 0; i < layers->count && used < sizeof known; i++)
        if (fits(layers, &layers->data[i]))
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%lld",
                                     used > 0 ? ", " : "", (long long)layers->data[i].priority);
    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
             "layer is \"%s\"; allowed: the priority of a layer: %s",
             ptl_quote(shown, sizeof shown, given->data, given->size), used > 0 ? known : "none");
}

/* The layer of the priority that was asked for, or the first that `fits`. */
static const ptl_xmf_layer *chosen(ptl_job *job, const ptl_xmf_layers *layers, layer_fits *fits)
{
    const ptl_setting *given    = ptl_setting_of(job, "layer");
    const char        *end      = given ? (const char *)given->data + given->size : NULL;
    int64_t            priority = 0;
    bool               number   = given && ptl_parse_i64(given->data, end, &priority) == end;

    for (size_t i = 0; i < layers->count; i++)
        if (fits(layers, &layers->data[i]) &&
            (!given || (number && layers->data[i].priority == priority)))
            return &layers->data[i];
    if (given)
        refuse_layer(job, layers, given, fits);
    return NULL;
}

size_t ptl_xmf_chosen_part(ptl_job *job, const void *native)
{
    ptl_xmf_layers       layers = ptl_xmf_layers_of(job, native);
    const ptl_xmf_layer *layer;

    if (ptl_setting_of(job, "map") || ptl_setting_of(job, "packing"))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "map and packing have an effect only when a container is written");
    layer = chosen(job, &layers, has_cells);
    if (!layer)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "xmf-no-map", "no layer has cells");
    return layer ? (size_t)(layer - layers.data) : 0;
}

/* ---- Putting one in -------------------------------------------------------------------------- */

static ptl_str kept(ptl_job *job, ptl_buf *text)
{
    char   *copy = ptl_arena_raw(job, text->size);
    ptl_str str  = { copy, copy ? text->size : 0 };

    if (copy && text->size > 0)
        memcpy(copy, text->data, text->size);
    ptl_buf_free(text);
    return str;
}

/* The flags of a map whose cells say all of it, where they are taken for the layer's layout: the
 * new one, which is what the engine reads, but in layers of programs before it. */
static uint32_t bare_flags(const ptl_xmf *box, const ptl_xmf_layer *layer)
{
    return (uint32_t)ptl_xmf_layout_of(box, layer->tag) << PPE_FLAG_LAYOUT;
}

/* Cells are bare where that is enough; others need their header, and so do sections. */
static ptl_str spell_map(ptl_job *job, ptl_span file, uint32_t bare)
{
    ptl_buf text = ptl_buf_of(job, NULL);
    size_t  skip = ptl_load_u32le(file.data) == bare ? PPE_HEADER : 0;

    ptl_put_text(&text, " [");
    ptl_put_base64(&text, file.data + skip, file.size - skip);
    ptl_put_text(&text, "]");
    return kept(job, &text);
}

/* The tag that is there, or room for a new one as the layer's first. */
static ptl_xmf_tag *tag_for(ptl_job *job, ptl_xmf *box, size_t layer)
{
    ptl_xmf_tag *owner = &box->tags.data[layer], *grown;
    size_t       end   = ptl_xmf_inside_end(box, layer);

    for (size_t i = layer + 1; i < end; i++)
        if (box->tags.data[i].level == owner->level + 1 &&
            ptl_str_is(box->tags.data[i].name, "Embed:MapData"))
            return &box->tags.data[i];
    if (owner->rest.size == 0 || owner->rest.data[owner->rest.size - 1] != '{') {
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "argument", "the layer has no braces to put it in");
        return NULL;
    }
    grown = ptl_arena_array(job, box->tags.count + 1, sizeof *grown);
    if (!grown)
        return NULL;
    memcpy(grown, box->tags.data, (layer + 1) * sizeof *grown);
    memcpy(grown + layer + 2, box->tags.data + layer + 1,
           (box->tags.count - layer - 1) * sizeof *grown);
    grown[layer + 1] = (ptl_xmf_tag){ .at     = owner->at,
                                      .level  = owner->level + 1,
                                      .before = { "\n\t", 2 },
                                      .name   = { "Embed:MapData", 13 } };
    box->tags.data   = grown;
    box->tags.count++;
    return &grown[layer + 1];
}

/* Whether the file is a plain map of the layer's size. Bytes after it are dropped. */
static bool fits_layer(ptl_job *job, const ptl_xmf_layer *layer, ptl_span *file)
{
    uint64_t size = file->size >= PPE_HEADER ? ptl_ppe_plain_size(file->data) : 0;
    uint32_t width, height;

    if (size == 0 || file->size < size) {
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "xmf-map-size", "this is not a plain map file");
        return false;
    }
    width  = ptl_load_u32le(file->data + 4);
    height = ptl_load_u32le(file->data + 8);
    if (width != (uint32_t)layer->width || height != (uint32_t)layer->height)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "xmf-map-size",
                 "the map has %lu x %lu cells, the layer %ld x %ld", (unsigned long)width,
                 (unsigned long)height, (long)layer->width, (long)layer->height);
    if (file->size > size)
        ptl_find_count(job, PTL_LOSS, "trailing-bytes", file->size - (size_t)size,
                       "# {byte|bytes} after the payload {is|are} dropped: a container has no room "
                       "for {it|them}");
    file->size = (size_t)size;
    return ptl_ok(job);
}

/* Other places that the layer's cells could come from. */
static void remove_others(ptl_job *job, ptl_xmf *box, size_t layer)
{
    uint32_t level = box->tags.data[layer].level + 1;

    for (size_t i = layer + 1; i < ptl_xmf_inside_end(box, layer) && ptl_ok(job); i++) {
        const ptl_xmf_tag *tag = &box->tags.data[i];

        if (tag->level == level &&
            (ptl_str_is(tag->name, "File:MapData") || ptl_str_is(tag->name, "Shared:MapData")))
            ptl_xmf_remove_tag(job, box, i--);
    }
}

static void embed(ptl_job *job, ptl_xmf *box, const ptl_xmf_layer *layer, ptl_span file)
{
    ptl_str      rest;
    ptl_xmf_tag *tag;

    if (!fits_layer(job, layer, &file))
        return;
    rest = spell_map(job, file, bare_flags(box, layer));
    tag  = ptl_ok(job) ? tag_for(job, box, layer->tag) : NULL;
    if (!tag)
        return;
    tag->rest = rest;
    remove_others(job, box, layer->tag);
}

const ptl_setting ptl_xmf_parts_as = { "coder", "none", 4 };

/* All that changes is a copy, so that a container stays what it was when something fails. */
static void copy_tags(ptl_job *job, ptl_xmf *box)
{
    ptl_xmf_tag *copy = ptl_arena_array(job, box->tags.count, sizeof *copy);

    if (!copy)
        return;
    memcpy(copy, box->tags.data, box->tags.count * sizeof *copy);
    box->tags.data = copy;
}

void ptl_xmf_put_part(ptl_job *job, void *native, size_t index, ptl_span file)
{
    ptl_xmf_layers layers = ptl_xmf_layers_of(job, native);
    ptl_xmf       *box = native, before = *box;

    if (ptl_ok(job) && index >= layers.count)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "argument", "there is no such layer");
    if (ptl_ok(job))
        copy_tags(job, box);
    if (ptl_ok(job))
        embed(job, box, &layers.data[index], file);
    if (ptl_ok(job))
        ptl_xmf_list_files(job, box); /* a map may have been one of them */
    if (!ptl_ok(job))
        *box = before;
}

static uint32_t flags_of(const ptl_buf *file)
{
    return file->size >= PPE_HEADER ? ptl_load_u32le(file->data) : 0;
}

/* A map as a plain file, in the layout that the engine reads inside of containers; of layers that
 * it does not show old cells stay what they are. */
static void write_plain(ptl_job *job, ptl_buf *file, const ptl_doc *map, uint32_t bare)
{
    const ptl_setting as[] = { ptl_xmf_parts_as, { "layout", "new", 3 } };

    ptl_part_write(job, file, map, as, 1);
    if (!ptl_ok(job) || flags_of(file) >> PPE_FLAG_LAYOUT & 1 || flags_of(file) == bare)
        return;
    file->size = 0;
    ptl_part_write(job, file, map, as, 2);
    ptl_find(job, PTL_NOTE, PTL_NOWHERE, "xmf-map-layout",
             "cells of the old layout become those of the new one, which today's engine reads");
}

/* A map file with whatever coder and layout, as one without, in the new one. */
static void embed_file(ptl_job *job, ptl_xmf *box, const ptl_xmf_layer *layer,
                       const ptl_setting *given)
{
    ptl_part_place place = { .info  = { .format = PTL_XMF_PARTS, .there = true },
                             .bytes = { given->data, given->size },
                             .path  = { "the map", 7 } };
    ptl_buf        file  = ptl_buf_of(job, NULL);
    ptl_doc       *map   = ptl_part_open(job, PTL_XMF_PARTS, &place, NULL);

    if (map)
        write_plain(job, &file, map, bare_flags(box, layer));
    if (ptl_ok(job) && flags_of(&file) != bare_flags(box, layer))
        ptl_find(job, PTL_WARNING, PTL_NOWHERE, "xmf-map-whole",
                 "the map has flags or sections, so that it is embedded with its header: today's "
                 "engine will not read it");
    if (ptl_ok(job))
        embed(job, box, layer, (ptl_span){ file.data, file.size });
    ptl_buf_free(&file);
    ptl_doc_free(map);
}

static bool has_size(const ptl_xmf_layers *layers, const ptl_xmf_layer *layer)
{
    (void)layers;
    return layer->width > 0;
}

void ptl_xmf_embed_given(ptl_job *job, ptl_xmf *box)
{
    const ptl_setting   *given = ptl_setting_of(job, "map");
    ptl_xmf_tags         tags  = box->tags;
    ptl_xmf_layers       layers;
    const ptl_xmf_layer *layer;

    if (!given && ptl_setting_of(job, "layer"))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "layer has an effect only with map, or when a map file is written");
    if (!given || !ptl_ok(job))
        return;
    box->tags.data =
        ptl_arena_array(job, tags.count, sizeof *tags.data); /* not those we were given */
    if (!box->tags.data)
        return;
    memcpy(box->tags.data, tags.data, tags.count * sizeof *tags.data);
    layers = ptl_xmf_layers_of(job, box);
    layer  = chosen(job, &layers, has_size);
    if (!layer)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "xmf-no-layer", "there is no tile layer with a size");
    else
        embed_file(job, box, layer, given);
}
