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

/* Signs of floors that face north: eight rows of eight pixels from the top, the highest bit at the
 * left. */
static const struct {
    uint8_t  floor;
    uint64_t rows;
} signs[] = { { 20, UINT64_C(0x00003CFFFF3C0000) }, { 21, UINT64_C(0x003C66FFFF663C00) },
              { 22, UINT64_C(0x0000C3C3C3C30000) }, { 23, UINT64_C(0xFF81BDA1BD85BDFF) },
              { 24, UINT64_C(0x003C20FFFF043C00) }, { 25, UINT64_C(0x183C6600FFFF0000) },
              { 26, UINT64_C(0x0000FFFF00663C18) }, { 30, UINT64_C(0x007E425A5A427E00) },
              { 31, UINT64_C(0x0056005A5A006A00) }, { 40, UINT64_C(0xFFC3A59999A5C3FF) },
              { 41, UINT64_C(0xFFFFFFFFFFFFFFFF) }, { 42, UINT64_C(0xAB7EFF7EFF7EFFAB) },
              { 43, UINT64_C(0xFF818181818181FF) }, { 50, UINT64_C(0xFF007E003C001800) },
              { 51, UINT64_C(0x18003C007E00FF00) }, { 52, UINT64_C(0x183C7E181842427E) },
              { 53, UINT64_C(0x7E424218187E3C18) }, { 60, UINT64_C(0x3C42819C9894403C) },
              { 70, UINT64_C(0x3C4299A5A599423C) }, { 71, UINT64_C(0x3C4281999981423C) },
              { 80, UINT64_C(0x993366CC993366CC) }, { 90, UINT64_C(0x81FF81FF81FF81FF) },
              { 91, UINT64_C(0x183C7EFF18181818) }, { 100, UINT64_C(0x003C7E7E7E7E3C00) },
              { 110, UINT64_C(0x183C187E183C2466) } };

enum { SIGN = 8, DOT = 3, EDGE = (PTL_GRID_SIDE - SIGN * DOT) / 2 };

static const ptl_rgba ink = { 30, 30, 40, 255 };

/* Bridges have the numbers of the other axis since version 4: there their sign is turned. */
static void draw_sign(ptl_swatch *sheet, uint32_t tile, uint64_t rows, bool turned)
{
    for (int32_t i = 0; i < SIGN * SIGN; i++) {
        int32_t x = turned ? i / SIGN : i % SIGN, y = turned ? i % SIGN : i / SIGN;

        if (rows >> (SIGN * SIGN - 1 - i) & 1)
            ptl_swatch_box(sheet, tile, EDGE + x * DOT, EDGE + y * DOT, DOT, DOT, ink);
    }
}

static void draw_floor(ptl_swatch *sheet, uint32_t tile, bool fourth)
{
    ptl_swatch_fill(sheet, tile, (ptl_rgba){ 255, 255, 255, 110 });
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i].floor == tile)
            draw_sign(sheet, tile, signs[i].rows, fourth && tile == PTL_GRMM_BRIDGE);
}

/* A bar along one side; all but plain walls have their number, too. */
static void draw_wall(ptl_swatch *sheet, uint32_t tile, bool north)
{
    const int32_t  side  = PTL_GRID_SIDE;
    const ptl_rgba color = tile == PTL_GRMM_WALL ? ink : ptl_swatch_color(tile);

    ptl_swatch_box(sheet, tile, 0, 0, north ? side : 5, north ? 5 : side, color);
    if (tile != PTL_GRMM_WALL)
        ptl_swatch_number(sheet, tile, tile, ink);
}

static ptl_span draw_set(ptl_job *job, const ptl_grid_set *set, const ptl_files *files)
{
    unsigned       paint  = (unsigned)(set->number % GRMM_PAINTS);
    ptl_grmm_layer layer  = (ptl_grmm_layer)ptl_grmm_painted[paint];
    bool           fourth = set->number >= GRMM_PAINTS;
    ptl_swatch     sheet;

    (void)files;
    if (!ptl_swatch_begin(job, &sheet, &set->is))
        return (ptl_span){ 0 };
    for (uint32_t i = 0; i < set->values; i++) {
        if (!ptl_grmm_is_legal(fourth ? 4 : 3, layer, (uint8_t)i) &&
            (paint == GRMM_PAINT_FLOOR || !ptl_grmm_is_legal(fourth ? 3 : 4, layer, (uint8_t)i)))
            continue; /* sheets of all but floors are shared by all versions */
        if (paint == GRMM_PAINT_FLOOR && i > 0)
            draw_floor(&sheet, i, fourth);
        else if (paint == GRMM_PAINT_TRAIL && i > 0)
            ptl_swatch_box(&sheet, i, 12, 12, 8, 8, (ptl_rgba){ 200, 60, 60, 255 });
        else if (paint >= GRMM_PAINT_WEST && i > 0)
            draw_wall(&sheet, i, paint == GRMM_PAINT_NORTH);
        else if (paint == GRMM_PAINT_COLOR)
            ptl_swatch_fill(&sheet, i, ptl_swatch_color(i));
    }
    return ptl_swatch_png(&sheet);
}

bool ptl_grmm_add_sets(ptl_job *job, ptl_grid *grid, const ptl_grmm *map)
{
    static const char    names[GRMM_PAINTS][12]  = { "colors", "floors-v4", "trails", "walls-west",
                                                     "walls-north" };
    static const char    fields[GRMM_PAINTS][20] = { "grmm.color", "grmm.floor", "grmm.trail",
                                                     "grmm.wall-west", "grmm.wall-north" };
    static const uint8_t counts[GRMM_PAINTS]     = { 10, 112, 2, 80, 80 };

    for (unsigned i = 0; i < GRMM_PAINTS; i++) {
        bool     old = i == GRMM_PAINT_FLOOR && map->version < 4;
        uint16_t at =
            ptl_grid_add_set(job, grid, old ? "floors-v3" : names[i], fields[i], counts[i]);

        if (at == PTL_GRID_NO_SET)
            return false;
        grid->sets.data[at].number = i + (map->version >= 4 ? GRMM_PAINTS : 0);
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
