/* SPDX-License-Identifier: MIT */
/* What the tags of a container mean: layers, their maps, tile sources and objects. */
#include <string.h>

#include "core/bytes.h"
#include "formats/call.h"
#include "formats/xmf/xmf_private.h"

enum { MAP_HEADER = 12 }; /* bytes of a map file before its cells */

/* ---- Tags ----------------------------------------------------------------------------------- */

size_t ptl_xmf_inside_end(const ptl_xmf *box, size_t tag)
{
    size_t end = tag + 1;

    while (end < box->tags.count && box->tags.data[end].level > box->tags.data[tag].level)
        end++;
    return end;
}

static ptl_xmf_values values_at(ptl_job *job, const ptl_xmf *box, size_t tag)
{
    return ptl_xdl_values(job, box->tags.data[tag].rest);
}

const ptl_xmf_value *ptl_xmf_value_at(const ptl_xmf_values *values, size_t index)
{
    for (size_t i = 0; i < values->count; i++)
        if (values->data[i].name.size == 0 && index-- == 0)
            return &values->data[i];
    return NULL;
}

const ptl_xmf_value *ptl_xmf_attribute(const ptl_xmf_values *values, const char *name)
{
    for (size_t i = 0; i < values->count; i++)
        if (ptl_str_is(values->data[i].name, name))
            return &values->data[i];
    return NULL;
}

static void fail_value(ptl_job *job, const ptl_xmf *box, size_t tag, const char *what)
{
    ptl_path(job, "tags[%zu]", tag);
    ptl_fail(job, PTL_E_SYNTAX, ptl_xmf_place(box, tag), "xmf-value", "%s", what);
}

static int32_t whole(ptl_job *job, const ptl_xmf *box, size_t tag, const ptl_xmf_value *value,
                     const char *what)
{
    if (value && value->kind == PTL_XMF_INTEGER && value->integer >= INT32_MIN &&
        value->integer <= INT32_MAX)
        return (int32_t)value->integer;
    fail_value(job, box, tag, what);
    return 0;
}

int32_t ptl_xmf_number_or(const ptl_xmf_value *value, int32_t otherwise)
{
    return value && value->kind == PTL_XMF_INTEGER && value->integer >= INT32_MIN &&
                   value->integer <= INT32_MAX
               ? (int32_t)value->integer
               : otherwise;
}

ptl_str ptl_xmf_text_or_none(const ptl_xmf_value *value)
{
    return value && value->kind == PTL_XMF_TEXT ? value->text : (ptl_str){ "", 0 };
}

static ptl_str after(ptl_str text, const char *prefix)
{
    return (ptl_str){ text.data + strlen(prefix), text.size - strlen(prefix) };
}

size_t ptl_xmf_child(const ptl_xmf *box, size_t tag, const char *name)
{
    for (size_t i = tag + 1, end = ptl_xmf_inside_end(box, tag); i < end; i++)
        if (box->tags.data[i].level == box->tags.data[tag].level + 1 &&
            ptl_str_is(box->tags.data[i].name, name))
            return i;
    return 0;
}

/* ---- Lists ---------------------------------------------------------------------------------- */

ptl_list ptl_xmf_list_of(ptl_job *job, ptl_buf *items, size_t size)
{
    ptl_list list = { ptl_arena_raw(job, items->size), 0 };

    if (list.data && items->size > 0) {
        memcpy(list.data, items->data, items->size);
        list.count = items->size / size;
    }
    ptl_buf_free(items);
    return list;
}

static ptl_xmf_tiles take_tiles(ptl_job *job, const ptl_xmf *box, size_t source)
{
    size_t   info = ptl_xmf_child(box, source, "Embed:TileInfo"), end;
    ptl_buf  rows = ptl_buf_of(job, NULL);
    ptl_list list;

    info = info ? info : ptl_xmf_child(box, source, "Embed:TileData");
    end  = info ? ptl_xmf_inside_end(box, info) : 0;
    for (size_t i = info + 1; i < end && ptl_ok(job); i++) {
        ptl_xmf_values values = values_at(job, box, i);
        ptl_xmf_tile   tile;

        if (!ptl_xmf_value_at(&values, 1))
            continue;
        tile.id    = ptl_xmf_number_or(ptl_xmf_value_at(&values, 0), -1);
        tile.index = ptl_xmf_number_or(ptl_xmf_value_at(&values, 1), -1);
        tile.name  = ptl_xmf_text_or_none(ptl_xmf_value_at(&values, 2));
        ptl_put(&rows, &tile, sizeof tile);
    }
    list = ptl_xmf_list_of(job, &rows, sizeof(ptl_xmf_tile));
    return (ptl_xmf_tiles){ list.data, list.count };
}

static ptl_xmf_source take_source(ptl_job *job, const ptl_xmf *box, size_t tag)
{
    ptl_xmf_values values = values_at(job, box, tag);

    return (ptl_xmf_source){ .tag  = tag,
                             .path = ptl_xmf_text_or_none(ptl_xmf_value_at(&values, 0)),
                             .palette_shift =
                                 ptl_xmf_number_or(ptl_xmf_attribute(&values, "palShift"), 0),
                             .tiles = take_tiles(job, box, tag) };
}

static ptl_xmf_object take_object(ptl_job *job, const ptl_xmf *box, size_t tag)
{
    ptl_xmf_values values = values_at(job, box, tag);
    ptl_xmf_object object = { .tag  = tag,
                              .kind = after(box->tags.data[tag].name, "Object:"),
                              .name = ptl_xmf_text_or_none(ptl_xmf_value_at(&values, 0)),
                              .id   = ptl_xmf_number_or(ptl_xmf_value_at(&values, 1), 0) };

    if (ptl_str_is(object.kind, "Box")) {
        object.left   = ptl_xmf_number_or(ptl_xmf_value_at(&values, 2), 0);
        object.top    = ptl_xmf_number_or(ptl_xmf_value_at(&values, 3), 0);
        object.right  = ptl_xmf_number_or(ptl_xmf_value_at(&values, 4), 0);
        object.bottom = ptl_xmf_number_or(ptl_xmf_value_at(&values, 5), 0);
    }
    return object;
}

/* ---- Maps ----------------------------------------------------------------------------------- */

uint8_t ptl_xmf_layout_of(const ptl_xmf *box, size_t layer)
{
    if (box->assume)
        return box->assume == XMF_ASSUME_NEW ? PTL_PPE_NEW : PTL_PPE_OLD;
    return ptl_xmf_child(box, layer, "RenderingMode") && !ptl_xmf_child(box, layer, "ShaderProgram")
               ? PTL_PPE_OLD
               : PTL_PPE_NEW;
}

/* As many bytes as their own header says, of which eight are the layer's size: a whole map file.
 * Bare cells are never that: such a file is larger. */
static bool is_headed(const ptl_xmf_layer *layer)
{
    const uint8_t *at = (const uint8_t *)layer->bytes.data;

    return layer->width > 0 && layer->height > 0 && layer->bytes.size > MAP_HEADER &&
           ptl_load_u32le(at + 4) == (uint32_t)layer->width &&
           ptl_load_u32le(at + 8) == (uint32_t)layer->height &&
           layer->bytes.size == ptl_ppe_plain_size(at);
}

static void take_embedded(ptl_job *job, const ptl_xmf *box, ptl_xmf_layer *layer, size_t tag)
{
    ptl_xmf_values       values = values_at(job, box, tag);
    const ptl_xmf_value *value  = ptl_xmf_value_at(&values, 0);

    layer->map = PTL_XMF_LOST;
    if (!value || value->kind != PTL_XMF_BINARY)
        return;
    layer->map    = PTL_XMF_EMBEDDED;
    layer->bytes  = value->text;
    layer->headed = is_headed(layer);
    layer->layout = ptl_xmf_layout_of(box, layer->tag);
}

/* Embedded cells win over a file, and a file over what is shared. */
static void take_map(ptl_job *job, const ptl_xmf *box, ptl_xmf_layer *layer)
{
    size_t         embedded = ptl_xmf_child(box, layer->tag, "Embed:MapData");
    size_t         file     = ptl_xmf_child(box, layer->tag, "File:MapData");
    size_t         shared   = ptl_xmf_child(box, layer->tag, "Shared:MapData");
    ptl_xmf_values values;

    if (embedded) {
        take_embedded(job, box, layer, embedded);
    } else if (file) {
        values      = values_at(job, box, file);
        layer->map  = PTL_XMF_FILE;
        layer->path = ptl_xmf_text_or_none(ptl_xmf_value_at(&values, 0));
    } else if (shared) {
        values        = values_at(job, box, shared);
        layer->map    = PTL_XMF_SHARED;
        layer->shared = ptl_xmf_number_or(ptl_xmf_value_at(&values, 0), INT32_MIN);
    }
}

/* ---- Layers --------------------------------------------------------------------------------- */

static void take_parts(ptl_job *job, const ptl_xmf *box, ptl_xmf_layer *layer)
{
    ptl_buf  sources = ptl_buf_of(job, NULL), objects = ptl_buf_of(job, NULL);
    uint32_t level = box->tags.data[layer->tag].level + 1;
    ptl_list list;

    for (size_t i = layer->tag + 1, end = ptl_xmf_inside_end(box, layer->tag);
         i < end && ptl_ok(job); i++) {
        const ptl_xmf_tag *tag = &box->tags.data[i];

        if (tag->level == level && ptl_str_is(tag->name, "File:TileSource"))
            ptl_put(&sources, &(ptl_xmf_source[]){ take_source(job, box, i) },
                    sizeof(ptl_xmf_source));
        if (tag->level == level && ptl_str_begins(tag->name, "Object:"))
            ptl_put(&objects, &(ptl_xmf_object[]){ take_object(job, box, i) },
                    sizeof(ptl_xmf_object));
    }
    list           = ptl_xmf_list_of(job, &sources, sizeof(ptl_xmf_source));
    layer->sources = (ptl_xmf_sources){ list.data, list.count };
    list           = ptl_xmf_list_of(job, &objects, sizeof(ptl_xmf_object));
    layer->objects = (ptl_xmf_objects){ list.data, list.count };
}

static void take_sizes(ptl_job *job, const ptl_xmf *box, ptl_xmf_layer *layer,
                       const ptl_xmf_values *values)
{
    static const char *const wanted =
        "a tile layer needs its name, priority, tile width, tile height, width and height";
    int32_t *sizes[] = { &layer->tile_width, &layer->tile_height, &layer->width, &layer->height };

    for (size_t i = 0; i < 4; i++)
        *sizes[i] = whole(job, box, layer->tag, ptl_xmf_value_at(values, 2 + i), wanted);
}

bool ptl_xmf_is_tile_layer(const ptl_xmf_layer *layer)
{
    return ptl_str_is(layer->kind, "Tile") || ptl_str_is(layer->kind, "TransformableTile");
}

static ptl_xmf_layer take_layer(ptl_job *job, const ptl_xmf *box, size_t tag)
{
    ptl_xmf_values       values = values_at(job, box, tag);
    const ptl_xmf_value *name   = ptl_xmf_value_at(&values, 0);
    ptl_xmf_layer        layer  = { .tag = tag };

    layer.kind     = after(box->tags.data[tag].name, "Layer:");
    layer.name     = ptl_xmf_text_or_none(name);
    layer.path     = (ptl_str){ "", 0 };
    layer.priority = whole(job, box, tag, ptl_xmf_value_at(&values, 1),
                           "a layer needs a name and a "
                           "priority, a whole number");
    if (!name || name->kind != PTL_XMF_TEXT)
        fail_value(job, box, tag, "a layer needs a name, which is a text");
    if (ptl_xmf_is_tile_layer(&layer)) {
        take_sizes(job, box, &layer, &values);
        take_map(job, box, &layer);
    }
    take_parts(job, box, &layer);
    return layer;
}

ptl_xmf_layers ptl_xmf_layers_of(ptl_job *job, const ptl_xmf *box)
{
    ptl_buf  layers = ptl_buf_of(job, NULL);
    ptl_list list;

    for (size_t i = 0; i < box->tags.count && ptl_ok(job); i++)
        if (box->tags.data[i].level == 0 && ptl_str_begins(box->tags.data[i].name, "Layer:"))
            ptl_put(&layers, &(ptl_xmf_layer[]){ take_layer(job, box, i) }, sizeof(ptl_xmf_layer));
    list = ptl_xmf_list_of(job, &layers, sizeof(ptl_xmf_layer));
    if (ptl_ok(job))
        ptl_xmf_resolve_shared(job, list.data, list.count);
    return (ptl_xmf_layers){ list.data, list.count, NULL };
}

/* ---- Entry points --------------------------------------------------------------------------- */

ptl_status ptl_xmf_refuse(ptl_diag *err, const char *why)
{
    ptl_job job = { .placeless = true };

    ptl_fail(&job, PTL_E_ARG, PTL_NOWHERE, "argument", "%s", why);
    return ptl_job_end(&job, err);
}

ptl_status ptl_xmf_derive(ptl_xmf_layers *out, const ptl_doc *doc, ptl_diag *err)
{
    ptl_job        job;
    ptl_memory    *memory;
    const ptl_xmf *box;

    if (!out)
        return ptl_call_nowhere(err);
    *out = (ptl_xmf_layers){ 0 };
    box  = ptl_call_derive(&job, &memory, doc, &ptl_format_xmf);
    if (box)
        *out = ptl_xmf_layers_of(&job, box);
    if (!ptl_ok(&job))
        *out = (ptl_xmf_layers){ 0 };
    return ptl_call_derived(&out->memory, &job, memory, err);
}

ptl_status ptl_xmf_derive_palettes(ptl_xmf_palettes *out, const ptl_doc *doc, ptl_diag *err)
{
    ptl_job        job;
    ptl_memory    *memory;
    const ptl_xmf *box;

    if (!out)
        return ptl_call_nowhere(err);
    *out = (ptl_xmf_palettes){ 0 };
    box  = ptl_call_derive(&job, &memory, doc, &ptl_format_xmf);
    if (box)
        *out = ptl_xmf_palettes_of(&job, box);
    if (!ptl_ok(&job))
        *out = (ptl_xmf_palettes){ 0 };
    return ptl_call_derived(&out->memory, &job, memory, err);
}

ptl_status ptl_xmf_values_of(ptl_xmf_values *out, const ptl_doc *doc, const ptl_xmf_tag *tag,
                             ptl_diag *err)
{
    ptl_job     job;
    ptl_memory *memory;

    if (!out)
        return ptl_call_nowhere(err);
    *out = (ptl_xmf_values){ 0 };
    if (ptl_call_glance(&job, &memory, doc, &ptl_format_xmf)) {
        if (tag)
            *out = ptl_xdl_values(&job, tag->rest);
        else
            ptl_fail(&job, PTL_E_ARG, PTL_NOWHERE, "argument", "values are those of a tag");
    }
    if (!ptl_ok(&job))
        *out = (ptl_xmf_values){ 0 };
    return ptl_call_derived(&out->memory, &job, memory, err);
}

void ptl_xmf_layers_free(ptl_xmf_layers *layers)
{
    if (!layers)
        return;
    ptl_memory_free(layers->memory);
    *layers = (ptl_xmf_layers){ 0 };
}

void ptl_xmf_palettes_free(ptl_xmf_palettes *palettes)
{
    if (!palettes)
        return;
    ptl_memory_free(palettes->memory);
    *palettes = (ptl_xmf_palettes){ 0 };
}

void ptl_xmf_values_free(ptl_xmf_values *values)
{
    if (!values)
        return;
    ptl_memory_free(values->memory);
    *values = (ptl_xmf_values){ 0 };
}
