/* SPDX-License-Identifier: MIT */
/* Maps put into a container and taken out of it. */
#include <string.h>

#include "core/num.h"
#include "formats/xmf/xmf_private.h"

enum { HEADER = 12 }; /* of a map file */

/* As the engine's own parser wants it: padded, without blanks. */
static void put_base64(ptl_buf *out, const uint8_t *data, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < size; i += 3) {
        size_t   left = size - i;
        uint32_t bits = (uint32_t)data[i] << 16 | (left > 1 ? (uint32_t)data[i + 1] << 8 : 0) |
                        (left > 2 ? data[i + 2] : 0);

        ptl_put_char(out, digits[bits >> 18]);
        ptl_put_char(out, digits[bits >> 12 & 63]);
        ptl_put_char(out, left > 1 ? digits[bits >> 6 & 63] : '=');
        ptl_put_char(out, left > 2 ? digits[bits & 63] : '=');
    }
}

static ptl_str kept(ptl_job *job, ptl_buf *text)
{
    char   *copy = ptl_arena_raw(job, text->size);
    ptl_str str  = { copy, copy ? text->size : 0 };

    if (copy && text->size > 0)
        memcpy(copy, text->data, text->size);
    ptl_buf_free(text);
    return str;
}

/* Cells of the new layout are bare, which is what the engine reads; others need their header, and
 * so do sections. */
static ptl_str spell_map(ptl_job *job, const ptl_doc *map)
{
    const ptl_ppe *ppe  = ptl_ppe_of(map);
    ptl_buf        text = ptl_buf_of(job, NULL);
    ptl_bytes      file;
    ptl_diag       wrong;
    ptl_setting    plain = { "coder", "none", 4 };
    size_t         skip  = ptl_ppe_header_flags(ppe) == 1u << 3 ? HEADER : 0;

    if (ptl_write(&file, map, &(ptl_write_opts){ .settings = &plain, .setting_count = 1 },
                  &wrong) != PTL_OK) {
        ptl_fail(job, wrong.status, PTL_NOWHERE, wrong.rule, "%s", wrong.message);
        return (ptl_str){ "", 0 };
    }
    ptl_put_text(&text, " [");
    put_base64(&text, file.data + skip, file.size - ppe->tail.count - skip);
    ptl_put_text(&text, "]");
    ptl_bytes_free(&file);
    return kept(job, &text);
}

/* The tag that is there, or room for a new one as the layer's first. */
static ptl_xmf_tag *tag_for(ptl_job *job, ptl_xmf *box, size_t layer)
{
    ptl_xmf_tag *owner = &box->tags.data[layer], *grown;
    size_t       end   = ptl_xmf_inside_end(box, layer);

    for (size_t i = layer + 1; i < end; i++)
        if (box->tags.data[i].level == owner->level + 1 &&
            ptl_xmf_is(box->tags.data[i].name, "Embed:MapData"))
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

static void embed(ptl_job *job, ptl_xmf *box, const ptl_xmf_layer *layer, const ptl_doc *map)
{
    const ptl_ppe *ppe = ptl_ppe_of(map);
    ptl_str        rest;
    ptl_xmf_tag   *tag;

    if (ppe->width != (uint32_t)layer->width || ppe->height != (uint32_t)layer->height)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "xmf-map-size",
                 "the map has %lu x %lu cells, the layer %ld x %ld", (unsigned long)ppe->width,
                 (unsigned long)ppe->height, (long)layer->width, (long)layer->height);
    if (ppe->tail.count > 0)
        ptl_find(job, PTL_LOSS, PTL_NOWHERE, "trailing-bytes",
                 "%zu bytes after the payload are dropped: a container has no room for them",
                 ppe->tail.count);
    rest = ptl_ok(job) ? spell_map(job, map) : (ptl_str){ "", 0 };
    tag  = ptl_ok(job) ? tag_for(job, box, layer->tag) : NULL;
    if (tag)
        tag->rest = rest;
}

ptl_status ptl_xmf_embed(ptl_doc *doc, const ptl_xmf_layer *layer, const ptl_doc *map,
                         ptl_diag *err)
{
    ptl_xmf *box = ptl_xmf_of(doc);
    ptl_job  job = { .placeless = true };

    if (!box || !ptl_ppe_of(map) || layer->tag >= box->tags.count) {
        ptl_fail(&job, PTL_E_ARG, PTL_NOWHERE, "argument",
                 "a map can be put into a layer of a PixelPerfectEngine container only");
        return ptl_job_end(&job, err);
    }
    job = ptl_doc_job(doc);
    embed(&job, box, layer, map);
    return ptl_job_end(&job, err);
}

/* ---- By settings ----------------------------------------------------------------------------- */

/* The layer of the priority that was asked for, or the first that `fits`. */
static const ptl_xmf_layer *chosen(ptl_job *job, const ptl_xmf_layers *layers,
                                   bool (*fits)(const ptl_xmf_layers *layers,
                                                const ptl_xmf_layer  *layer))
{
    const ptl_setting *given    = ptl_setting_of(job, "layer");
    const char        *end      = given ? (const char *)given->data + given->size : NULL;
    int64_t            priority = 0;

    if (given && ptl_parse_i64(given->data, end, &priority) != end)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "layer is the priority of a layer");
    for (size_t i = 0; i < layers->count; i++)
        if (fits(layers, &layers->data[i]) && (!given || layers->data[i].priority == priority))
            return &layers->data[i];
    return NULL;
}

static bool has_cells(const ptl_xmf_layers *layers, const ptl_xmf_layer *layer)
{
    const ptl_xmf_layer *cells = ptl_xmf_cells_of(layers, layer);

    return cells && (cells->map == PTL_XMF_EMBEDDED || cells->map == PTL_XMF_FILE);
}

static bool has_size(const ptl_xmf_layers *layers, const ptl_xmf_layer *layer)
{
    (void)layers;
    return layer->width > 0;
}

/* What another call said, as this one's failure. */
static void pass_on(ptl_job *job, const ptl_diag *wrong)
{
    ptl_fail(job, wrong->status, PTL_NOWHERE, wrong->rule, "%s", wrong->message);
}

bool ptl_xmf_write_as(ptl_job *job, ptl_buf *out, const void *native, const char *to,
                      const ptl_files *files)
{
    ptl_xmf_layers       layers;
    const ptl_xmf_layer *layer;
    ptl_doc             *map   = NULL;
    ptl_bytes            bytes = { 0 };
    ptl_diag             wrong;

    if (strcmp(to, "ppe") != 0)
        return false;
    if (ptl_setting_of(job, "map") || ptl_setting_of(job, "packing"))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "map and packing have an effect only when a container is written");
    layers = ptl_xmf_layers_of(job, native);
    layer  = chosen(job, &layers, has_cells);
    if (!ptl_ok(job))
        return true;
    if (!layer)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "xmf-no-map", "no such layer has cells");
    else
        map = ptl_xmf_load_map(job, &layers, layer, files, NULL);
    if (map && ptl_write(&bytes, map, NULL, &wrong) != PTL_OK)
        pass_on(job, &wrong);
    ptl_put(out, bytes.data, bytes.size);
    ptl_bytes_free(&bytes);
    ptl_doc_free(map);
    return true;
}

void ptl_xmf_embed_given(ptl_job *job, ptl_xmf *box)
{
    const ptl_setting   *given = ptl_setting_of(job, "map");
    ptl_xmf_tags         tags  = box->tags;
    ptl_xmf_layers       layers;
    const ptl_xmf_layer *layer;
    ptl_doc             *map = NULL;
    ptl_diag             wrong;

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
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "xmf-no-layer", "there is no such tile layer");
    else if (ptl_read(&map, given->data, given->size, &(ptl_read_opts){ .format = "ppe" },
                      &wrong) != PTL_OK)
        pass_on(job, &wrong);
    else
        embed(job, box, layer, map);
    ptl_doc_free(map);
}
