/* SPDX-License-Identifier: MIT */
/* Terrain made of a map of Tiled that was painted with our sets, without a base: a new map, and
 * what the layers say of it. */
#include <stdio.h>

#include "core/words.h"
#include "formats/pfmap/pfmap_grid.h"

/* Materials that the map names, and how many its cells need. */
static size_t named_materials(const ptl_grid_map *map)
{
    size_t count = 0;
    char   name[32];

    do
        snprintf(name, sizeof name, "pfmap.material.%03zu", count);
    while (ptl_grid_property(&map->properties, name) && ++count < PTL_PFMAP_ENGINE_LISTS);
    return count;
}

static size_t needed_materials(const ptl_grid *grid, const ptl_grid_map *map)
{
    size_t most = 0;

    for (size_t i = 0; i < map->layers.count; i++) {
        const ptl_grid_layer *layer = &map->layers.data[i];

        if (!layer->cells ||
            !(ptl_str_is(layer->is.name, "top") || ptl_str_is(layer->is.name, "side")))
            continue;
        for (size_t k = 0; k < (size_t)map->width * map->height; k++)
            if (layer->cells[k].set < grid->sets.count && layer->cells[k].tile >= most)
                most = (size_t)layer->cells[k].tile + 1;
    }
    return most;
}

/* Names are invented first; what the map says of them comes as a change. */
static void add_materials(ptl_job *job, ptl_pfmap *to, const ptl_grid *grid)
{
    const ptl_grid_map *map   = &grid->maps.data[0];
    size_t              named = named_materials(map), needed = needed_materials(grid, map), count;

    count = named > needed ? named : needed > 0 ? needed : 1;
    if (count > PTL_PFMAP_ENGINE_LISTS) {
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "pfmap-limit",
                 "the map is painted with %zu materials, and the engine takes 256", count);
        return;
    }
    to->materials.data  = ptl_arena_array(job, count, sizeof *to->materials.data);
    to->materials.count = to->materials.data ? count : 0;
    for (size_t i = 0; i < to->materials.count && ptl_ok(job); i++) {
        ptl_str name = ptl_grid_text(job, "Material%zu", i);
        ptl_str file = ptl_grid_text(job, "material%zu.png", i);

        to->materials.data[i].name    = ptl_pfmap_copy(job, name.data, name.size);
        to->materials.data[i].texture = ptl_pfmap_copy(job, file.data, file.size);
        to->materials.data[i].extra   = (ptl_str){ "", 0 };
    }
    if (count > named)
        ptl_find_count(job, PTL_LOSS, "grid-invented", count - named,
                       "# {material gets|materials get} an invented name and texture");
}

static bool has_size(ptl_job *job, const ptl_grid *grid)
{
    const ptl_grid_map *map = &grid->maps.data[0];

    if (grid->maps.count == 1 && map->width % PTL_PFMAP_CHUNK == 0 &&
        map->height % PTL_PFMAP_CHUNK == 0)
        return true;
    ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-size",
             "terrain is one map of a multiple of 32 tiles each way, and this is %zu of %u x %u",
             grid->maps.count, map->width, map->height);
    return false;
}

void ptl_pfmap_from_grid(ptl_job *job, void *native, const void *hub, ptl_attachments *attached)
{
    static const ptl_setting every = { "layers", "home", 4 };
    const ptl_grid          *grid  = hub;
    ptl_pfmap               *map   = native;
    ptl_grid                 fresh = { 0 };
    ptl_grid_homes           homes = { 0 };
    ptl_job                  own;

    if (!has_size(job, grid))
        return;
    ptl_pfmap_lay_out(job, map, grid->maps.data[0].height / PTL_PFMAP_CHUNK,
                      grid->maps.data[0].width / PTL_PFMAP_CHUNK);
    add_materials(job, map, grid);
    own               = *job;
    own.settings      = &every;
    own.setting_count = 1;
    if (ptl_ok(job))
        ptl_pfmap_to_grid(&own, &fresh, map, &(ptl_files){ 0 });
    ptl_job_join(job, &own);
    if (ptl_ok(job))
        ptl_grid_adopt(job, &homes, &fresh, grid, NULL);
    if (ptl_ok(job))
        ptl_pfmap_home(job, map, &homes, attached);
}
