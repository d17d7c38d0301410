/* SPDX-License-Identifier: MIT */
/* Dungeons for Tiled: a map for each level, one row and column larger than the level because the
 * last hold the south and east walls. */
#include "formats/grmm/grmm_grid.h"

#include "core/words.h"
#include "render/swatch.h"

const uint8_t ptl_grmm_painted[GRMM_PAINTS] = { PTL_GRMM_COLOR, PTL_GRMM_FLOOR, PTL_GRMM_TRAIL,
                                                PTL_GRMM_WALL_WEST, PTL_GRMM_WALL_NORTH };
const uint8_t ptl_grmm_turns[4]             = { 0, PTL_TILE_SWAP | PTL_TILE_MIRROR_X,
                                                PTL_TILE_MIRROR_X | PTL_TILE_MIRROR_Y,
                                                PTL_TILE_SWAP | PTL_TILE_MIRROR_Y };

/* ---- Sets ------------------------------------------------------------------------------------ */

static ptl_span draw_set(ptl_job *job, const ptl_grid_set *set, const ptl_files *files)
{
    static const ptl_rgba black    = { 0, 0, 0, 255 };
    static const int32_t  up[3][2] = { { 16, 1 }, { 12, 7 }, { 20, 7 } };
    const int32_t         side     = PTL_GRID_SIDE;
    ptl_swatch            sheet;

    (void)files;
    if (!ptl_swatch_begin(job, &sheet, &set->is))
        return (ptl_span){ 0 };
    for (uint32_t i = 0; i < set->values; i++) {
        ptl_rgba color = ptl_swatch_color(i);

        if (!ptl_grmm_is_legal(4, (ptl_grmm_layer)ptl_grmm_painted[set->number], (uint8_t)i) &&
            !ptl_grmm_is_legal(3, (ptl_grmm_layer)ptl_grmm_painted[set->number], (uint8_t)i))
            continue;
        if (set->number == GRMM_PAINT_WEST)
            ptl_swatch_box(&sheet, i, 0, 0, 5, side, color);
        else if (set->number == GRMM_PAINT_NORTH)
            ptl_swatch_box(&sheet, i, 0, 0, side, 5, color);
        else if (set->number == GRMM_PAINT_TRAIL)
            ptl_swatch_box(&sheet, i, 12, 12, 8, 8, color);
        else
            ptl_swatch_fill(&sheet, i, color);
        if (set->number != GRMM_PAINT_TRAIL)
            ptl_swatch_number(&sheet, i, i, black);
        if (set->number == GRMM_PAINT_FLOOR) /* which side is up: floors can be turned */
            ptl_swatch_triangle(&sheet, i, up, black);
    }
    return ptl_swatch_png(&sheet);
}

bool ptl_grmm_add_sets(ptl_job *job, ptl_grid *grid, const ptl_grmm *map)
{
    static const char    names[GRMM_PAINTS][12]  = { "colors", "floors", "trails", "walls-west",
                                                     "walls-north" };
    static const char    fields[GRMM_PAINTS][20] = { "grmm.color", "grmm.floor", "grmm.trail",
                                                     "grmm.wall-west", "grmm.wall-north" };
    static const uint8_t counts[GRMM_PAINTS]     = { 10, 112, 2, 80, 80 };

    (void)map;
    for (unsigned i = 0; i < GRMM_PAINTS; i++) {
        uint16_t at = ptl_grid_add_set(job, grid, names[i], fields[i], counts[i]);

        if (at == PTL_GRID_NO_SET)
            return false;
        grid->sets.data[at].number = i;
        grid->sets.data[at].draw   = draw_set;
    }
    return true;
}

/* ---- Layers ---------------------------------------------------------------------------------- */

static uint8_t value_at(const ptl_grmm_level *level, unsigned layer, size_t at)
{
    return level->layer[layer].count > 0 ? level->layer[layer].data[at] : 0;
}

static void add_layer(ptl_job *job, ptl_grid_map *to, const ptl_grmm_level *level, unsigned paint)
{
    static const char names[GRMM_PAINTS][12] = { "color", "floor", "trail", "walls-west",
                                                 "walls-north" };
    ptl_grid_layer   *layer = ptl_grid_add_layer(job, to, names[paint], PTL_TILED_TILE_LAYER);

    if (!layer)
        return;
    layer->field   = paint;
    layer->set     = (uint16_t)paint;
    layer->sets    = 1;
    layer->nothing = (ptl_grid_tile){ .set = (uint16_t)paint };
    layer->turns   = paint == GRMM_PAINT_FLOOR ? PTL_GRID_QUARTERS : PTL_GRID_STILL;
    for (size_t i = 0; i < grmm_cells(level); i++) {
        uint8_t value = value_at(level, ptl_grmm_painted[paint], i);
        uint8_t turn  = paint == GRMM_PAINT_FLOOR
                            ? ptl_grmm_turns[value_at(level, PTL_GRMM_ORIENTATION, i) & 3]
                            : 0;

        if (value > 0)
            layer->cells[i] =
                (ptl_grid_tile){ .tile = value, .set = (uint16_t)paint, .turn = turn };
    }
    ptl_worked(job, grmm_cells(level));
}

/* ---- Properties ------------------------------------------------------------------------------ */

static void say_level(ptl_job *job, ptl_grid_map *to, const ptl_grmm *map, size_t index)
{
    const ptl_grmm_level *level = &map->levels.data[index];

    ptl_grid_say_number(job, to, "grmm.level", (int64_t)index);
    ptl_grid_say(job, to, "grmm.location", "string", level->location);
    ptl_grid_say(job, to, "grmm.name", "string", level->name);
    ptl_grid_say(job, to, "grmm.notes", "string", level->remarks);
    ptl_grid_say_number(job, to, "grmm.elevation", level->elevation);
    ptl_grid_say_number(job, to, "grmm.origin", level->coordinates.origin);
    ptl_grid_say_number(job, to, "grmm.rowStyle", level->coordinates.row_style);
    ptl_grid_say_number(job, to, "grmm.columnStyle", level->coordinates.column_style);
    ptl_grid_say_number(job, to, "grmm.rowStart", level->coordinates.row_start);
    ptl_grid_say_number(job, to, "grmm.columnStart", level->coordinates.column_start);
    if (index > 0)
        return;
    ptl_grid_say(job, to, "grmm.map.title", "string", map->title);
    ptl_grid_say(job, to, "grmm.map.game", "string", map->game);
    ptl_grid_say(job, to, "grmm.map.author", "string", map->author);
    ptl_grid_say(job, to, "grmm.map.notes", "string", map->remarks);
}

/* ---- The world ------------------------------------------------------------------------------- */

/* Locations side by side, levels of one below each other, two cells apart. */
static void lay_out(ptl_job *job, ptl_grid *grid, const ptl_grmm *map)
{
    bool   *placed = ptl_arena_array(job, map->levels.count, sizeof *placed);
    int64_t x      = 0;

    for (size_t i = 0; placed && i < map->levels.count; i++) {
        int64_t y = 0, widest = 0;

        for (size_t k = i; k < map->levels.count && !placed[i]; k++) {
            ptl_grid_map *m = &grid->maps.data[k];

            if (placed[k] && k != i)
                continue;
            if (!ptl_str_same(map->levels.data[i].location, map->levels.data[k].location))
                continue;
            m->x = x;
            m->y = y;
            y += ((int64_t)m->height + 2) * m->tile_height;
            widest = m->width > widest ? m->width : widest;
            if (k != i)
                placed[k] = true;
        }
        placed[i] = true;
        x += widest > 0 ? (widest + 2) * PTL_GRID_SIDE : 0;
    }
}

void ptl_grmm_to_grid(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    const ptl_grmm *map  = native;
    ptl_grid       *grid = hub;

    (void)files;
    if (map->levels.count == 0) {
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-none", "the map has no level");
        return;
    }
    if (!ptl_grid_add_maps(job, grid, map->levels.count) || !ptl_grmm_add_sets(job, grid, map))
        return;
    for (size_t i = 0; i < map->levels.count && ptl_ok(job); i++) {
        const ptl_grmm_level *level = &map->levels.data[i];
        ptl_grid_map         *to    = &grid->maps.data[i];

        to->name   = level->name.size > 0 ? level->name : level->location;
        to->width  = level->columns + 1;
        to->height = level->rows + 1;
        for (unsigned k = 0; k < GRMM_PAINTS && ptl_ok(job); k++)
            add_layer(job, to, level, k);
        ptl_grmm_add_objects(job, to, map, i);
        say_level(job, to, map, i);
    }
    lay_out(job, grid, map);
}
