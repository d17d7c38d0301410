/* SPDX-License-Identifier: MIT */
/* A map as a tile layer: its ids are places on the sheet that is given, if one is. */
#include "core/num.h"
#include "formats/ppe/ppe_private.h"

/* "16x16". */
void ptl_ppe_take_tile_size(ptl_job *job, ptl_tile_layer *layer)
{
    const ptl_setting *given = ptl_setting_of(job, "tile");
    const char        *at = given ? given->data : "", *end = at + (given ? given->size : 0);
    uint64_t           width = 0, height = 0;

    at = ptl_parse_u64(at, end, &width);
    if (at && at < end && *at == 'x')
        at = ptl_parse_u64(at + 1, end, &height);
    if (at != end || width < 1 || height < 1 || width > UINT16_MAX || height > UINT16_MAX)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "tile is the size of a tile in pixels, such as 16x16; tileset needs it");
    layer->tile_width  = (uint32_t)width;
    layer->tile_height = (uint32_t)height;
}

static void take_sheet(ptl_job *job, ptl_tiles *out)
{
    const ptl_setting *given = ptl_setting_of(job, "tileset");

    out->sheets.data = given ? ptl_arena_take(job, sizeof *out->sheets.data) : NULL;
    if (!out->sheets.data)
        return;
    out->sheets.data->file  = (ptl_companion){ .name = "tileset", .role = "tiles", .exact = true };
    out->sheets.data->bytes = (ptl_span){ given->data, given->size };
    out->sheets.count       = 1;
}

/* Every id that can be is a tile, and its place on the sheet. */
static void take_tiles(ptl_job *job, ptl_tile_layer *layer, bool drawn)
{
    ptl_tile_place *tiles = ptl_arena_raw(job, PTL_PPE_EMPTY * (uint64_t)sizeof *tiles);

    for (uint32_t i = 0; i < PTL_PPE_EMPTY && tiles; i++)
        tiles[i] = (ptl_tile_place){ .id = i, .sheet = drawn ? 0 : PTL_TILE_NONE, .index = i };
    layer->tiles      = tiles;
    layer->tile_count = tiles ? PTL_PPE_EMPTY : 0;
}

void ptl_ppe_to_tiles(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    ptl_tiles      *out    = hub;
    ptl_tile_layer *layer  = ptl_arena_take(job, sizeof *layer);
    ptl_ppe_unseen  unseen = { 0 };

    (void)files;
    if (!layer)
        return;
    take_sheet(job, out);
    layer->tile_width = layer->tile_height = 1;
    if (out->sheets.count > 0 || ptl_setting_of(job, "tile"))
        ptl_ppe_take_tile_size(job, layer);
    if (ptl_setting_of(job, "tile") && out->sheets.count == 0)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "tile has an effect only with tileset");
    ptl_ppe_layer_cells(job, layer, native, &unseen);
    if (out->sheets.count == 0 && job->inside == 0)
        unseen.lights = 0; /* there is nothing it could fall on */
    ptl_ppe_say_unseen(job, &unseen);
    if (job->inside == 0) /* a container knows its tiles itself */
        take_tiles(job, layer, out->sheets.count > 0);
    out->layers.data  = layer;
    out->layers.count = ptl_ok(job) ? 1 : 0;
}
