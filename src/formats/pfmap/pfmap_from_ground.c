/* SPDX-License-Identifier: MIT */
/* Terrain made of ground: rooms cut into rock, ramps for stairs, or hills as they were.
 *
 * The engine shuts the far halves of two flat tiles that meet at different heights, and opens a
 * quarter of corner tiles whatever they say. So that one can go where one could, what is level and
 * not as high as its neighbor is a ramp that climbs by nothing, which is drawn the same; and rock
 * is never a corner. */
#include <stdio.h>
#include <stdlib.h>

#include "formats/attach.h"
#include "formats/pfmap/pfmap_private.h"
#include "hubs/ground.h"
#include "hubs/ledger.h"
#include "render/ground_sheet.h"

enum {
    USUAL_CELL  = 3,  /* tiles: two to walk on, one for a wall */
    ROCK_LEVELS = 3,  /* above the floor                       */
    SHALLOW     = -1, /* water one can walk in, and deeper     */
    DEEP        = -3,
    TEXTURE     = 96, /* pixels; the engine wants 85           */
};

typedef struct maker {
    ptl_job                *job;
    ptl_pfmap              *map;
    const ptl_ground_level *from;
    bool                    terrain;
    int                     lift; /* levels that are added, so that floors are above the water */
    int                     step; /* hundredths of a cell that are a level                     */
    uint16_t                materials[PTL_SHEET_IMAGES]; /* numbers, of images that are used */
    size_t                  walked;
    ptl_ledger_line         off, doors; /* heights that are not what they were */
    int                     off_by;     /* by how much at most, in hundredths  */
} maker;

/* ---- Cells ----------------------------------------------------------------------------------- */

static const ptl_ground_cell *cell_at(const maker *m, uint32_t row, uint32_t col)
{
    static const ptl_ground_cell rock;
    const ptl_ground_cell       *cell = ptl_ground_at(m->from, row, col);

    return cell ? cell : &rock;
}

static void heights_at(const maker *m, uint32_t row, uint32_t col, int out[4])
{
    bool inside = row < m->from->rows && col < m->from->columns && m->from->heights;

    for (int i = 0; i < 4; i++)
        out[i] = inside ? m->from->heights[(size_t)row * m->from->columns + col].corner[i] : 0;
}

static int level_of(const maker *m, int height)
{
    return (height + (height < 0 ? -m->step / 2 : m->step / 2)) / m->step;
}

static bool is_wet(const ptl_ground_cell *cell)
{
    return cell->bits & PTL_GROUND_WATER;
}

/* The lowest floor that is not under water comes to lie on level 0. Where floors would be higher
 * than the engine is built for, all heights are made smaller. */
static void find_lift(maker *m)
{
    int least = INT16_MAX, most = -INT16_MAX, h[4], range;

    for (uint32_t row = 0; row < m->from->rows; row++)
        for (uint32_t col = 0; col < m->from->columns; col++) {
            const ptl_ground_cell *cell = cell_at(m, row, col);

            if (!ptl_ground_may_stand(cell) || is_wet(cell))
                continue;
            heights_at(m, row, col, h);
            for (int i = 0; i < 4; i++) {
                least = h[i] < least ? h[i] : least;
                most  = h[i] > most ? h[i] : most;
            }
        }
    range   = most > least ? most - least : 0;
    m->step = PTL_GROUND_STEP;
    if (range > PTL_PFMAP_ENGINE_HEIGHT * m->step)
        m->step = (range + PTL_PFMAP_ENGINE_HEIGHT - 1) / PTL_PFMAP_ENGINE_HEIGHT;
    m->lift = least == INT16_MAX ? 0 : -level_of(m, least);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static int within(int level, int least, int most)
{
    return level < least ? least : level > most ? most : level;
}

static int mean_level(const maker *m, const int h[4])
{
    return level_of(m, (h[0] + h[1] + h[2] + h[3]) / 4);
}

/* The shape of corners that are high or low; where there is none, level ground in between. */
static void shape(ptl_pfmap_tile *tile, const int levels[4], int least, int most, int lift)
{
    unsigned high = 0;

    for (unsigned i = 0; i < 4; i++)
        high |= most > least && 2 * levels[i] > least + most ? 1u << i : 0;
    tile->type = ptl_pfmap_types[high] == PTL_PFMAP_NO_TYPE ? (uint8_t)PTL_PFMAP_FLAT
                                                            : ptl_pfmap_types[high];
    tile->base = (int16_t)within(least + lift, 0, PTL_PFMAP_ENGINE_HEIGHT);
    tile->ramp = tile->type == PTL_PFMAP_FLAT ? 0 : (uint8_t)(most - least);
    if (tile->base + tile->ramp > PTL_PFMAP_ENGINE_HEIGHT) {
        tile->type = PTL_PFMAP_FLAT;
        tile->ramp = 0;
    }
}

/* Units climb one level on a tile, and no more. */
static void shape_floor(maker *m, ptl_pfmap_tile *tile, const int h[4])
{
    int levels[4], least = INT16_MAX, most = -INT16_MAX;

    for (int i = 0; i < 4; i++) {
        levels[i] = level_of(m, h[i]);
        least     = levels[i] < least ? levels[i] : least;
        most      = levels[i] > most ? levels[i] : most;
    }
    if (most > least + 1) {
        least = mean_level(m, h);
        most  = least + 1;
    }
    shape(tile, levels, least, most, m->lift);
}

/* What nobody walks on is a ramp or level. */
static void shape_rest(maker *m, ptl_pfmap_tile *tile, const int h[4], bool rock)
{
    int raised = rock && !m->terrain ? ROCK_LEVELS : 0, mean = mean_level(m, h) + raised;
    int levels[4], least = INT16_MAX, most = -INT16_MAX;

    for (int i = 0; i < 4; i++) {
        levels[i] = level_of(m, h[i]) + raised;
        least     = levels[i] < least ? levels[i] : least;
        most      = levels[i] > most ? levels[i] : most;
    }
    shape(tile, levels, least, most, m->lift);
    if (tile->type >= PTL_PFMAP_CONCAVE_SW)
        shape(tile, levels, mean, mean, m->lift);
}

static void shape_water(ptl_pfmap_tile *tile, bool walked)
{
    tile->type = PTL_PFMAP_FLAT;
    tile->base = walked ? SHALLOW : DEEP;
}

/* How far the corners of floors are from where they were. */
static void count_error(maker *m, const ptl_pfmap_tile *tile, const int h[4], uint32_t row,
                        uint32_t col)
{
    int corners[4], most = 0;

    ptl_pfmap_corners(corners, tile);
    for (int i = 0; i < 4; i++) {
        int off = abs((corners[i] - m->lift) * m->step - h[i]);

        most = off > most ? off : most;
    }
    if (most > 0)
        ptl_ledger_add(&m->off, row, col);
    m->off_by = most > m->off_by ? most : m->off_by;
}

static bool is_shut_door(uint8_t kind)
{
    return kind == PTL_GROUND_LOCKED_DOOR || kind == PTL_GROUND_PORTCULLIS;
}

static bool stands_up(uint8_t kind)
{
    return kind == PTL_GROUND_ROCK || kind == PTL_GROUND_COLUMN || kind == PTL_GROUND_STATUE;
}

static void make_tile(maker *m, uint32_t row, uint32_t col)
{
    const ptl_ground_cell *cell   = cell_at(m, row, col);
    ptl_pfmap_tile        *tile   = pfmap_tile(m->map, row, col);
    bool                   walked = ptl_ground_may_stand(cell);
    int                    h[4];

    *tile = (ptl_pfmap_tile){ .pathable = walked, .blend_normals = 1 };
    heights_at(m, row, col, h);
    if (is_wet(cell))
        shape_water(tile, walked);
    else if (walked)
        shape_floor(m, tile, h);
    else
        shape_rest(m, tile, h, stands_up(cell->kind));
    tile->top = m->materials[ptl_sheet_image(cell)];
    m->walked += walked;
    if (walked && !is_wet(cell))
        count_error(m, tile, h, row, col);
    if (is_shut_door(cell->kind))
        ptl_ledger_add(&m->doors, row, col);
}

/* ---- Cliffs ---------------------------------------------------------------------------------- */

static bool is_cliff(const maker *m, const ptl_pfmap_tile *tile, int64_t row, int64_t col)
{
    const ptl_pfmap_tile *other;

    if (row < 0 || col < 0 || row >= m->map->height || col >= m->map->width)
        return false;
    other = pfmap_tile(m->map, (uint32_t)row, (uint32_t)col);
    return other->type == PTL_PFMAP_FLAT && other->base != tile->base;
}

/* A ramp without height where a level tile would be half a cliff; of water and ground, the ground.
 */
static void level_cliffs(maker *m)
{
    for (uint32_t row = 0; row < m->map->height && ptl_ok(m->job); row++)
        for (uint32_t col = 0; col < m->map->width; col++) {
            ptl_pfmap_tile *tile = pfmap_tile(m->map, row, col);

            if (tile->type == PTL_PFMAP_FLAT &&
                (is_cliff(m, tile, (int64_t)row - 1, col) || is_cliff(m, tile, row + 1, col) ||
                 is_cliff(m, tile, row, (int64_t)col - 1) || is_cliff(m, tile, row, col + 1)))
                tile->type = PTL_PFMAP_RAMP_SN;
        }
}

/* ---- Materials ------------------------------------------------------------------------------- */

static void add_material(maker *m, uint8_t image, ptl_attachments *attached)
{
    ptl_pfmap_material *list;
    char                name[24], file[32];
    const char         *called;

    list =
        ptl_arena_append(m->job, m->map->materials.data, m->map->materials.count, 1, sizeof *list);
    ptl_sheet_name(name, image);
    snprintf(file, sizeof file, "%s.bmp", name);
    called = ptl_attach(m->job, attached, file, ptl_sheet_bmp_of(m->job, image, TEXTURE));
    if (!list || !called)
        return;
    m->map->materials.data = list;
    list += m->map->materials.count;
    list->name          = ptl_pfmap_copy(m->job, name, strlen(name));
    list->texture       = ptl_pfmap_copy(m->job, called, strlen(called));
    m->materials[image] = (uint16_t)m->map->materials.count++;
}

/* Rock first, which sides of tiles are made of; then what is there. */
static void make_materials(maker *m, ptl_attachments *attached)
{
    static const ptl_ground_cell rock;
    bool                         used[PTL_SHEET_IMAGES] = { false };

    for (size_t i = 0; i < (size_t)m->from->rows * m->from->columns; i++)
        used[ptl_sheet_image(&m->from->cells[i])] = true;
    used[ptl_sheet_image(&rock)] = false;
    add_material(m, ptl_sheet_image(&rock), attached);
    for (unsigned i = 0; i < PTL_SHEET_IMAGES && ptl_ok(m->job); i++)
        if (used[i])
            add_material(m, (uint8_t)i, attached);
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void make_tiles(maker *m)
{
    ptl_pfmap *map   = m->map;
    uint64_t   count = (uint64_t)map->width * map->height;

    map->tiles.data = ptl_arena_array(m->job, count, sizeof *map->tiles.data);
    if (!map->tiles.data)
        return;
    map->tiles.count = (size_t)count;
    for (uint32_t row = 0; row < map->height && ptl_ok(m->job); row++) {
        for (uint32_t col = 0; col < map->width; col++)
            make_tile(m, row, col);
        ptl_worked(m->job, map->width);
    }
    level_cliffs(m);
}

static void say_ledger(const maker *m)
{
    char text[160];

    snprintf(text, sizeof text,
             "# {tile is|tiles are} not as high as the floor was: off by up to %d.%02d levels",
             m->off_by / m->step, m->off_by % m->step * 100 / m->step);
    ptl_ledger_kept(m->job, ptl_ledger_count(m->walked), "# {tile is|tiles are} floor");
    ptl_ledger_approximated(m->job, m->off, text);
    snprintf(text, sizeof text, "heights are %d percent of what they were: 9 levels are the most",
             PTL_GROUND_STEP * 100 / m->step);
    ptl_ledger_approximated(m->job, ptl_ledger_count(m->step > PTL_GROUND_STEP), text);
    ptl_ledger_approximated(m->job, m->doors,
                            "# {tile is a shut door|tiles are shut doors}, which cannot be opened: "
                            "terrain has none");
    ptl_ledger_dropped(m->job, ptl_ledger_count(m->from->notes.count),
                       "# {note is|notes are} left out: terrain has no room for text");
    ptl_ledger_invented(m->job, ptl_ledger_count(m->map->materials.count),
                        "# {texture is|textures are} made up");
}

static uint32_t whole_chunks(uint32_t side)
{
    return (side + PTL_PFMAP_CHUNK - 1) / PTL_PFMAP_CHUNK * PTL_PFMAP_CHUNK;
}

void ptl_pfmap_from_ground(ptl_job *job, void *native, const void *hub, ptl_attachments *attached)
{
    const ptl_ground  *ground = hub;
    maker              m      = { .job = job, .map = native };
    ptl_ground_widened wide;

    if (!ptl_ground_fit(job, &wide, ground, USUAL_CELL, PFMAP_ENGINE_SIDE * PTL_PFMAP_CHUNK))
        return;
    m.from         = &wide.level;
    m.terrain      = ground->levels.data[0].heights != NULL;
    m.map->version = (ptl_str){ "1.0", 3 };
    m.map->width   = whole_chunks(wide.level.columns);
    m.map->height  = whole_chunks(wide.level.rows);
    find_lift(&m);
    make_materials(&m, attached);
    if (ptl_ok(job))
        make_tiles(&m);
    if (ptl_ok(job))
        say_ledger(&m);
}
