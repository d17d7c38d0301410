/* SPDX-License-Identifier: MIT */
/* The map as others may see it: for players, secrets look like what hides them and nothing is told;
 * where the trail reveals, only cells that the party has been to are there. It is a copy, and what
 * draws or builds the map knows nothing of it. */
#include <string.h>

#include "formats/grmm/grmm_private.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

typedef struct look {
    uint8_t is, seems;
} look;

static const look floors[] = {
    /* what a party that knows nothing sees */
    { PTL_GRMM_SECRET_BLOCK, PTL_GRMM_EMPTY },  { PTL_GRMM_SECRET_DOOR, PTL_GRMM_EMPTY },
    { PTL_GRMM_HIDDEN_PLATE, PTL_GRMM_BLANK },  { PTL_GRMM_HIDDEN_PIT, PTL_GRMM_BLANK },
    { PTL_GRMM_SPINNER, PTL_GRMM_BLANK },       { PTL_GRMM_TELEPORT, PTL_GRMM_BLANK },
    { PTL_GRMM_TELEPORT_DEST, PTL_GRMM_BLANK }, { PTL_GRMM_BARRIER, PTL_GRMM_BLANK },
    { PTL_GRMM_CEILING_PIT, PTL_GRMM_BLANK },   { PTL_GRMM_LOCKED_DOOR, PTL_GRMM_DOOR },
    { PTL_GRMM_ONE_WAY, PTL_GRMM_DOOR },        { PTL_GRMM_ONE_WAY_BACK, PTL_GRMM_DOOR },
};

static const look walls[] = {
    { PTL_GRMM_WALL_ILLUSORY, PTL_GRMM_WALL },
    { PTL_GRMM_WALL_INVISIBLE, PTL_GRMM_NO_WALL },
    { PTL_GRMM_WALL_SECRET, PTL_GRMM_WALL },
    { PTL_GRMM_WALL_LOCKED, PTL_GRMM_WALL_DOOR }, /* one has to try a door to know */
    { PTL_GRMM_WALL_ONE_WAY_NE, PTL_GRMM_WALL_DOOR },
    { PTL_GRMM_WALL_ONE_WAY_SW, PTL_GRMM_WALL_DOOR },
};

typedef struct seer {
    ptl_job        *job;
    const ptl_grmm *from;
    ptl_grmm       *map;
    bool            player, trail; /* what is asked for */
} seer;

static uint8_t seems(const look *looks, size_t count, uint8_t value)
{
    for (size_t i = 0; i < count; i++)
        if (looks[i].is == value)
            return looks[i].seems;
    return value;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* A layer that may be changed; of nothing but zeros if it was not stored. */
static bool copy_layer(ptl_job *job, ptl_grmm_level *level, ptl_grmm_layer layer)
{
    size_t   count = grmm_cells(level);
    uint8_t *cells = ptl_arena_take(job, count);

    if (cells && level->layer[layer].count > 0)
        memcpy(cells, level->layer[layer].data, count);
    level->layer[layer].data  = cells;
    level->layer[layer].count = cells ? count : 0;
    return cells;
}

static void see_floors(const seer *s, const ptl_grmm_level *was, ptl_grmm_level *level)
{
    uint8_t *floor = level->layer[PTL_GRMM_FLOOR].data;

    for (size_t i = 0; i < grmm_cells(level); i++) {
        if (s->player)
            floor[i] = seems(floors, COUNT(floors), floor[i]);
        if (s->trail && !grmm_value(was, PTL_GRMM_TRAIL, i))
            floor[i] = PTL_GRMM_EMPTY;
    }
}

static uint8_t floor_at(const ptl_grmm_level *level, int64_t row, int64_t column)
{
    if (row < 0 || column < 0 || row >= level->rows || column >= level->columns)
        return PTL_GRMM_EMPTY;
    return grmm_value(level, PTL_GRMM_FLOOR, grmm_index(level, (uint32_t)row, (uint32_t)column));
}

/* A floor that seems to be rock. */
static bool is_hidden(const seer *s, const ptl_grmm_level *was, int64_t row, int64_t column)
{
    uint8_t floor = floor_at(was, row, column);

    return s->player && floor != PTL_GRMM_EMPTY &&
           seems(floors, COUNT(floors), floor) == PTL_GRMM_EMPTY;
}

/* An edge between two cells: gone where both are rock, closed where one of them only seems to be.
 */
static uint8_t see_edge(const seer *s, const ptl_grmm_level *was, const ptl_grmm_level *level,
                        uint8_t wall, const int64_t cells[2][2])
{
    bool here  = floor_at(level, cells[0][0], cells[0][1]) != PTL_GRMM_EMPTY;
    bool there = floor_at(level, cells[1][0], cells[1][1]) != PTL_GRMM_EMPTY;

    if (!here && !there) /* as stored, where nothing was there before, either */
        return floor_at(was, cells[0][0], cells[0][1]) == PTL_GRMM_EMPTY &&
                       floor_at(was, cells[1][0], cells[1][1]) == PTL_GRMM_EMPTY && !s->trail
                   ? wall
                   : PTL_GRMM_NO_WALL;
    if (s->player)
        wall = seems(walls, COUNT(walls), wall);
    if (wall == PTL_GRMM_NO_WALL && here != there &&
        (is_hidden(s, was, cells[0][0], cells[0][1]) ||
         is_hidden(s, was, cells[1][0], cells[1][1])))
        return PTL_GRMM_WALL;
    return wall;
}

static void see_walls(const seer *s, const ptl_grmm_level *was, ptl_grmm_level *level)
{
    for (uint32_t row = 0; row <= level->rows; row++)
        for (uint32_t column = 0; column <= level->columns; column++) {
            size_t        at          = grmm_index(level, row, column);
            const int64_t north[2][2] = { { row, column }, { (int64_t)row - 1, column } };
            const int64_t west[2][2]  = { { row, column }, { row, (int64_t)column - 1 } };

            level->layer[PTL_GRMM_WALL_NORTH].data[at] =
                see_edge(s, was, level, grmm_value(was, PTL_GRMM_WALL_NORTH, at), north);
            level->layer[PTL_GRMM_WALL_WEST].data[at] =
                see_edge(s, was, level, grmm_value(was, PTL_GRMM_WALL_WEST, at), west);
        }
}

/* ---- What is written ------------------------------------------------------------------------- */

/* Labels are part of the picture; notes are for who drew it. Neither is shown on what is not. */
static bool keeps_note(const seer *s, const ptl_grmm_level *was, const ptl_grmm_level *level,
                       const ptl_grmm_note *note)
{
    bool gone = floor_at(was, note->row, note->column) != PTL_GRMM_EMPTY &&
                floor_at(level, note->row, note->column) == PTL_GRMM_EMPTY;
    bool walked = note->row < was->rows && note->column < was->columns &&
                  grmm_value(was, PTL_GRMM_TRAIL, grmm_index(was, note->row, note->column));

    return !gone && (!s->player || note->kind == PTL_GRMM_LABEL) && (!s->trail || walked);
}

static void see_notes(const seer *s, const ptl_grmm_level *was, ptl_grmm_level *level)
{
    level->notes.data  = ptl_arena_array(s->job, was->notes.count, sizeof *level->notes.data);
    level->notes.count = 0;
    for (size_t i = 0; level->notes.data && i < was->notes.count; i++)
        if (keeps_note(s, was, level, &was->notes.data[i]))
            level->notes.data[level->notes.count++] = was->notes.data[i];
}

/* Whether some floor of a region is left. */
static bool is_seen(const seer *s, size_t number, const ptl_grmm_level *level,
                    const ptl_grmm_region *region)
{
    uint32_t high = level->regions.rows, wide = level->regions.columns;
    bool     south = ptl_grmm_coordinates_of(s->from, number)->origin == 1;

    for (uint32_t i = region->row * high; i < (region->row + 1) * high && i < level->rows; i++)
        for (uint32_t c = region->column * wide;
             c < (region->column + 1) * wide && c < level->columns; c++)
            if (floor_at(level, south ? level->rows - 1 - i : i, c) != PTL_GRMM_EMPTY)
                return true;
    return false;
}

static void see_regions(const seer *s, size_t number, ptl_grmm_level *level)
{
    size_t           count = level->regions.list.count;
    ptl_grmm_region *list  = ptl_arena_array(s->job, count, sizeof *list);

    for (size_t i = 0; list && i < count; i++) {
        list[i] = level->regions.list.data[i];
        if (s->player)
            list[i].remarks = (ptl_str){ "", 0 };
        if (s->trail && !is_seen(s, number, level, &list[i]))
            list[i].name = list[i].remarks = (ptl_str){ "", 0 };
    }
    level->regions.list.data  = list;
    level->regions.list.count = list ? count : 0;
}

/* ---- Levels and links ------------------------------------------------------------------------ */

static bool has_trail(const ptl_grmm_level *level)
{
    for (uint32_t row = 0; level->layer[PTL_GRMM_TRAIL].count > 0 && row < level->rows; row++)
        for (uint32_t column = 0; column < level->columns; column++)
            if (grmm_value(level, PTL_GRMM_TRAIL, grmm_index(level, row, column)))
                return true;
    return false;
}

static void see_level(const seer *s, size_t number, ptl_grmm_level *level)
{
    const ptl_grmm_level *was = &s->from->levels.data[number];

    *level = *was;
    if (!copy_layer(s->job, level, PTL_GRMM_FLOOR) ||
        !copy_layer(s->job, level, PTL_GRMM_WALL_NORTH) ||
        !copy_layer(s->job, level, PTL_GRMM_WALL_WEST))
        return;
    see_floors(s, was, level);
    see_walls(s, was, level);
    see_notes(s, was, level);
    see_regions(s, number, level);
    if (s->player) {
        level->layer[PTL_GRMM_TRAIL].count = 0;
        level->remarks                     = (ptl_str){ "", 0 };
    }
}

static bool shows(const seer *s, const uint32_t *now_at, uint16_t level, uint16_t row,
                  uint16_t column)
{
    return level < s->from->levels.count && now_at[level] != GRMM_GONE &&
           floor_at(&s->map->levels.data[now_at[level]], row, column) != PTL_GRMM_EMPTY;
}

/* Players are told of no links; elsewhere those stay whose ends are shown. */
static void see_links(const seer *s, const uint32_t *now_at)
{
    const ptl_grmm_links *was   = &s->from->links;
    ptl_grmm_links       *links = &s->map->links;

    links->data  = ptl_arena_array(s->job, was->count, sizeof *links->data);
    links->count = 0;
    for (size_t i = 0; links->data && !s->player && i < was->count; i++) {
        ptl_grmm_link link = was->data[i];

        if (!shows(s, now_at, link.from_level, link.from_row, link.from_column) ||
            !shows(s, now_at, link.to_level, link.to_row, link.to_column))
            continue;
        link.from_level             = (uint16_t)now_at[link.from_level];
        link.to_level               = (uint16_t)now_at[link.to_level];
        links->data[links->count++] = link;
    }
}

/* Levels nobody has been to are not even named. */
static void see_levels(const seer *s)
{
    size_t    count = s->from->levels.count, kept = 0;
    uint32_t *now_at = ptl_arena_array(s->job, count, sizeof *now_at);

    s->map->levels.data = ptl_arena_array(s->job, count, sizeof *s->map->levels.data);
    for (size_t i = 0; now_at && s->map->levels.data && i < count && ptl_ok(s->job); i++) {
        bool shown = !s->trail || has_trail(&s->from->levels.data[i]);

        now_at[i] = shown ? (uint32_t)kept : GRMM_GONE;
        if (shown)
            see_level(s, i, &s->map->levels.data[kept++]);
    }
    if (kept == 0 && count > 0 && ptl_ok(s->job))
        ptl_fail(s->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "plan-empty",
                 "reveal is \"trail\", and no cell there has one");
    s->map->levels.count = ptl_ok(s->job) ? kept : 0;
    if (ptl_ok(s->job))
        see_links(s, now_at);
}

const ptl_grmm *ptl_grmm_seen_by(ptl_job *job, const ptl_grmm *map, bool player, bool trail)
{
    seer s = { .job = job, .from = map, .player = player, .trail = trail };

    if (!s.player && !s.trail)
        return map;
    s.map = ptl_arena_take(job, sizeof *s.map);
    if (!s.map)
        return map;
    *s.map = *map;
    if (s.player)
        s.map->remarks = (ptl_str){ "", 0 };
    see_levels(&s);
    return s.map;
}

static bool reveals_trail(ptl_job *job)
{
    const ptl_setting *what = ptl_setting_of(job, "reveal");

    return what && ptl_setting_is(what, "trail");
}

const grmm_shown *ptl_grmm_shown(ptl_job *job, const ptl_grmm *map)
{
    size_t      count = map->levels.count, kept = 0;
    uint32_t   *order = ptl_arena_array(job, count, sizeof *order);
    uint32_t   *place = ptl_arena_array(job, count, sizeof *place);
    grmm_shown *shown = ptl_arena_array(job, count, sizeof *shown);

    if (!order || !place || !shown)
        return NULL;
    ptl_grmm_sort_levels(map, order);
    for (size_t i = 0; i < count; i++)
        place[order[i]] = (uint32_t)i + 1;
    for (size_t i = 0; i < count; i++)
        if (!reveals_trail(job) || has_trail(&map->levels.data[i]))
            shown[kept++] = (grmm_shown){ (uint32_t)i, place[i] };
    return shown;
}

const ptl_grmm *ptl_grmm_as_seen(ptl_job *job, const ptl_grmm *map)
{
    const ptl_setting *who = ptl_setting_of(job, "audience");

    return ptl_grmm_seen_by(job, map, who && ptl_setting_is(who, "player"), reveals_trail(job));
}
