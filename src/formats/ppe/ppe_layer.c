/* SPDX-License-Identifier: MIT */
/* Cells of a map as a layer to draw, and what a layer does not show. */
#include "formats/ppe/ppe_private.h"

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

static void count_unseen(ptl_ppe_unseen *to, const ptl_ppe *map)
{
    for (size_t i = 0; i < map->logic.count; i++)
        to->logic += map->logic.data[i] != 0;
    for (size_t i = 0; i < map->cells.count; i++) {
        ptl_ppe_cell cell = ptl_ppe_cell_of(map, map->cells.data[i]);

        to->data += cell.p != 0 || (map->flags & PTL_PPE_PALETTE_DATA && cell.palette != 0);
    }
}

void ptl_ppe_layer_cells(ptl_job *job, ptl_tile_layer *out, const ptl_ppe *map,
                         ptl_ppe_unseen *unseen)
{
    ptl_tile_cell  *cells = ptl_arena_raw(job, map->cells.count * (uint64_t)sizeof *cells);
    ptl_tile_light *light = NULL;

    if (!cells)
        return;
    copy_cells(cells, map);
    if (map->corners.count > 0 && ptl_setting_of(job, "light"))
        light = ptl_arena_raw(job, map->corners.count / CORNERS * (uint64_t)sizeof *light);
    if (light)
        copy_light(light, map);
    out->width  = map->width;
    out->height = map->height;
    out->cells  = cells;
    out->light  = light;
    unseen->lights += map->corners.count > 0 && !light;
    count_unseen(unseen, map);
}

void ptl_ppe_say_unseen(ptl_job *job, const ptl_ppe_unseen *unseen)
{
    ptl_find_count(job, PTL_NOTE, "ppe-light", unseen->lights,
                   "# graphics {section is|sections are} left out, as the engine does; the setting "
                   "light draws {it|them}");
    ptl_find_count(job, PTL_LOSS, "ppe-logic", unseen->logic,
                   "# logic {value other than 0 is|values other than 0 are} not shown");
    ptl_find_count(job, PTL_LOSS, "ppe-data", unseen->data,
                   "data of the game in # {cell|cells} is not shown");
}
