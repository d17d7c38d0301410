/* SPDX-License-Identifier: MIT */
/* A map and the sets in files of their own: whether their images are there, and tiles that cells
 * name. */
#include <string.h>

#include "core/companions.h"
#include "formats/tmx/tmx_private.h"

typedef struct checker {
    ptl_job         *job;
    ptl_tiled_map    map;
    const ptl_files *files;
    uint32_t        *tiles; /* of each set of the map; 0 where that is said elsewhere */
} checker;

static void check_image(const checker *c, ptl_str set, const ptl_tiled_image *image)
{
    ptl_companion file = { .role = "image", .needed = true, .exact = true };
    char          path[2 * sizeof file.name], shown[96], name[96];
    ptl_str       whole = ptl_tmx_beside(path, sizeof path, set, image->source);

    if (image->source.size == 0 || (whole.size > 0 && ptl_tmx_name_file(&file, whole) &&
                                    ptl_files_have(c->job, c->files, &file)))
        return;
    ptl_find(c->job, PTL_NOTE, PTL_NOWHERE, "file-missing", "%s: %s (image) is not there",
             ptl_quote(shown, sizeof shown, set.data, set.size),
             ptl_quote(name, sizeof name, image->source.data, image->source.size));
}

/* One that is not there is said by whoever lists the files of the map. */
static void check_set(const checker *c, size_t index)
{
    const ptl_tiled_set *set   = &c->map.sets.data[index], *far;
    ptl_part_place       place = ptl_tmx_set_place(set->source);
    ptl_job              own   = *c->job;
    ptl_tiled_map        map   = { 0 };
    ptl_doc             *doc;

    own.listener = (ptl_listener){ 0 };
    doc          = ptl_part_open(&own, PTL_TMX_PARTS, &place, c->files);
    if (doc)
        map = ptl_tmx_map_of(&own, ptl_doc_look(doc, &ptl_format_tmx));
    if (ptl_starved(&own) || own.error.status == PTL_E_STOPPED)
        ptl_fail(c->job, own.error.status, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
    else if (!ptl_ok(&own) && own.error.status != PTL_E_IO)
        ptl_find(c->job, PTL_WARNING, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
    far =
        ptl_ok(&own) && map.what == PTL_TILED_SET && map.sets.count > 0 ? &map.sets.data[0] : NULL;
    if (far) {
        c->tiles[index] = ptl_tmx_tiles_of(far);
        check_image(c, set->source, &far->image);
        for (size_t i = 0; i < far->tiles.count && ptl_ok(c->job); i++)
            check_image(c, set->source, &far->tiles.data[i].image);
    }
    ptl_doc_free(doc);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

typedef struct past { /* cells past the end of their set */
    uint64_t count;
    uint32_t first;
} past;

static void look_at_chunk(const checker *c, const ptl_tiled_chunk *chunk, past *out)
{
    const ptl_tiled_set *set  = NULL;
    uint32_t             room = 0;

    for (uint64_t i = 0; i < (uint64_t)chunk->width * chunk->height; i++) {
        uint32_t gid = chunk->cells[i] & ~PTL_TILED_FLAGS;

        if (gid == 0 || (set && gid >= set->first && gid - set->first < room))
            continue;
        set  = ptl_tiled_set_of(&c->map, gid);
        room = set ? c->tiles[set - c->map.sets.data] : 0;
        if (room > 0 && gid - set->first >= room && out->count++ == 0)
            out->first = gid;
    }
}

static void check_layer(const checker *c, const ptl_tiled_layer *layer)
{
    past p = { 0 };

    for (size_t i = 0; i < layer->chunks.count; i++)
        look_at_chunk(c, &layer->chunks.data[i], &p);
    if (p.count > 0)
        ptl_find(c->job, PTL_WARNING, c->map.elements.data[layer->element].at, "tmx-gid",
                 "cells past the end of their set: %llu, the first is %lu",
                 (unsigned long long)p.count, (unsigned long)p.first);
}

void ptl_tmx_check_files(ptl_job *job, const void *native, const ptl_check_opts *opts)
{
    checker c = { .job = job, .map = ptl_tmx_map_of(job, native), .files = &opts->files };

    if (!ptl_ok(job) || c.map.what != PTL_TILED_MAP)
        return;
    ptl_find_count(job, PTL_NOTE, "tmx-above", ptl_tmx_count_above(job, &c.map.elements, c.files),
                   "# {file|files} that {is|are} not there {lies|lie} above the folder of the map: "
                   "--textures says where to look, or a *.tiled-project above both");
    c.tiles = ptl_arena_array(job, c.map.sets.count, sizeof *c.tiles);
    for (size_t i = 0; c.tiles && i < c.map.sets.count && ptl_ok(job); i++)
        if (c.map.sets.data[i].source.size > 0)
            check_set(&c, i);
    for (size_t i = 0; c.tiles && i < c.map.layers.count && ptl_ok(job); i++)
        check_layer(&c, &c.map.layers.data[i]);
}
