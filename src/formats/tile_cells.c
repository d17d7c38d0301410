/* SPDX-License-Identifier: MIT */
/* Cells of a PixelPerfectEngine map as a layer to draw. */
#include "formats/tile_cells.h"

enum { CORNERS = 4 };

static void copy_cells(ptl_tile_cell *to, const ptl_ppe *map)
{
    for (size_t i = 0; i < map->cells.count; i++) {
        ptl_ppe_cell cell = ptl_ppe_cell_of(map, map->cells.data[i]);

        to[i] = (ptl_tile_cell){ .tile     = cell.tile == PTL_PPE_EMPTY ? PTL_TILE_NONE : cell.tile,
                                 .selector = map->flags & PTL_PPE_PALETTE_DATA ? 0 : cell.palette,
                                 .transform = cell.transform,
                                 .above     = cell.priority };
    }
}

static void copy_light(ptl_tile_light *to, const ptl_ppe *map)
{
    for (size_t i = 0; i < map->corners.count; i++) {
        const ptl_ppe_corner *from   = &map->corners.data[i];
        uint8_t              *corner = to[i / CORNERS].corner[i % CORNERS];

        corner[0] = from->red;
        corner[1] = from->green;
        corner[2] = from->blue;
        corner[3] = from->alpha;
    }
}

bool ptl_tile_cells(ptl_job *job, ptl_tile_layer *out, const ptl_ppe *map)
{
    ptl_tile_cell  *cells = ptl_arena_raw(job, map->cells.count * (uint64_t)sizeof *cells);
    ptl_tile_light *light = NULL;

    if (!cells)
        return false;
    copy_cells(cells, map);
    if (map->corners.count > 0 && ptl_setting_of(job, "light"))
        light = ptl_arena_raw(job, map->corners.count / CORNERS * (uint64_t)sizeof *light);
    if (light)
        copy_light(light, map);
    out->width  = map->width;
    out->height = map->height;
    out->cells  = cells;
    out->light  = light;
    return map->corners.count > 0 && !light;
}

void ptl_tile_note_light(ptl_job *job, size_t count)
{
    if (count > 0)
        ptl_find(job, PTL_NOTE, PTL_NOWHERE, "ppe-light",
                 "%zu graphics section%s left out, as the engine does; the setting light draws %s",
                 count, count > 1 ? "s are" : " is", count > 1 ? "them" : "it");
}
