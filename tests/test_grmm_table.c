/* SPDX-License-Identifier: MIT */
/* Gridmonger maps for virtual tabletops: walls and doors are where the map's own edges say so, and
 * nowhere else; for the master, and for players, who know no secrets. Over a map of every kind, our
 * sample, and real maps where they are available. */
#define _XOPEN_SOURCE 700

#include <dirent.h>
#include <portolan/grmm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/format.h"
#include "harness.h"
#include "hubs/table.h"
#include "support.h"

/* ---- Tables ---------------------------------------------------------------------------------- */

typedef struct made {
    ptl_job   job;
    ptl_heap  heap;
    ptl_arena arena;
    ptl_table table;
} made;

static void make_table(made *m, const ptl_doc *doc)
{
    memset(m, 0, sizeof *m);
    m->job       = ptl_doc_job_beside(doc, &m->heap);
    m->job.arena = &m->arena;
    doc->format->to[PTL_HUB_TABLE](&m->job, &m->table, doc->native, &(ptl_files){ 0 });
    if (!ptl_ok(&m->job))
        test_fail(__FILE__, __LINE__, "%s", m->job.error.message);
}

static void end_table(made *m)
{
    ptl_arena_free(&m->arena, &m->heap);
}

/* How often a wall covers three places of each edge: near its ends, and in the middle. */
typedef struct cover {
    uint8_t *at[2]; /* by upright; (rows + 1) * (columns + 1) * 3 */
    uint32_t rows, columns;
} cover;

static uint8_t *places(const cover *c, bool upright, uint32_t row, uint32_t column)
{
    return c->at[upright] + 3 * ((size_t)row * (c->columns + 1) + column);
}

static void cover_segment(const cover *c, ptl_table_point a, ptl_table_point b)
{
    static const float where[3] = { 0.1f, 0.5f, 0.9f };
    bool               upright  = a.x == b.x;
    float              line = upright ? a.x : a.y, from = upright ? a.y : a.x;
    float              to = upright ? b.y : b.x;

    if (from > to) {
        float swap = from;

        from = to;
        to   = swap;
    }
    CHECK(a.x == b.x || a.y == b.y);
    CHECK(from >= 0 && line >= 0 && to <= (float)(upright ? c->rows : c->columns) &&
          line <= (float)(upright ? c->columns : c->rows));
    if (line != (float)(uint32_t)line)
        return; /* in the middle of a cell */
    for (uint32_t i = (uint32_t)from; (float)i < to; i++)
        for (int k = 0; k < 3; k++)
            if ((float)i + where[k] > from && (float)i + where[k] < to)
                places(c, upright, upright ? i : (uint32_t)line, upright ? (uint32_t)line : i)[k]++;
}

static cover cover_of(made *m, const ptl_table_level *level, unsigned kinds, unsigned who)
{
    cover           c    = { .rows = level->rows, .columns = level->columns };
    size_t          size = 3 * ((size_t)level->rows + 1) * (level->columns + 1);
    ptl_table_lines lines;

    c.at[0] = ptl_arena_take(&m->job, size);
    c.at[1] = ptl_arena_take(&m->job, size);
    ptl_table_join(&m->job, &lines, level, kinds, who);
    CHECK(ptl_ok(&m->job));
    for (size_t i = 0; i < lines.lines.count; i++) {
        const ptl_table_line *line = &lines.lines.data[i];

        CHECK(line->count >= 2);
        for (size_t k = 0; k + 1 < line->count; k++)
            cover_segment(&c, lines.points[line->point + k], lines.points[line->point + k + 1]);
    }
    return c;
}

/* The doors on edges, by 1 and their number; those inside of cells are counted by cell. */
static void place_doors(made *m, const ptl_table_level *level, unsigned who, uint32_t *on[2],
                        uint32_t **in)
{
    size_t across = (size_t)level->columns + 1, size = ((size_t)level->rows + 1) * across;

    on[0] = ptl_arena_array(&m->job, size, sizeof **on);
    on[1] = ptl_arena_array(&m->job, size, sizeof **on);
    *in   = ptl_arena_array(&m->job, size, sizeof **in);
    CHECK(ptl_ok(&m->job));
    for (size_t i = 0; i < level->doors.count; i++) {
        const ptl_table_door *d       = &level->doors.data[i];
        bool                  upright = d->x0 == d->x1;
        float                 line    = upright ? d->x0 : d->y0;
        uint32_t             *place   = line == (float)(uint32_t)line ? on[upright] : *in;
        size_t                at      = (uint32_t)d->y0 * across + (uint32_t)d->x0;

        if (!(d->who & who))
            continue;
        CHECK(d->x1 - d->x0 + d->y1 - d->y0 == 1);
        CHECK_UINT(place[at], 0);
        place[at] = (uint32_t)i + 1;
    }
}

/* ---- The map's own edges --------------------------------------------------------------------- */

typedef struct side { /* an edge, and the cells on both of its sides */
    const ptl_grmm *map;
    size_t          level;
    uint32_t        row, column; /* of the cell south or east of it */
    bool            upright;
    ptl_grmm_cell   before, after;
    uint8_t         wall;
} side;

static side side_at(const ptl_grmm *map, size_t level, uint32_t row, uint32_t column, bool upright)
{
    side s = { .map = map, .level = level, .row = row, .column = column, .upright = upright };

    s.after  = ptl_grmm_cell_at(map, level, row, column);
    s.before = ptl_grmm_cell_at(map, level, upright ? row : row - 1, upright ? column - 1 : column);
    if (row < map->levels.data[level].rows && column < map->levels.data[level].columns)
        s.wall = upright ? s.after.west : s.after.north;
    else
        s.wall = upright ? s.before.east : s.before.south;
    return s;
}

static bool is_door(uint8_t wall)
{
    return wall >= PTL_GRMM_WALL_DOOR && wall <= PTL_GRMM_WALL_ONE_WAY_SW &&
           wall != PTL_GRMM_WALL_ARCHWAY;
}

static bool is_solid(uint8_t wall)
{
    return wall == PTL_GRMM_WALL || wall == PTL_GRMM_WALL_ILLUSORY ||
           (wall >= PTL_GRMM_WALL_LEVER_NE && ptl_grmm_wall_name(wall));
}

static bool is_secret(const ptl_grmm_cell *cell)
{
    return cell->floor == PTL_GRMM_SECRET_BLOCK || cell->floor == PTL_GRMM_SECRET_DOOR;
}

static void expect(const side *s, const uint8_t got[3], unsigned ends, unsigned middle)
{
    if (got[0] != ends || got[1] != middle || got[2] != ends)
        test_fail(__FILE__, __LINE__,
                  "level %zu, row %u, column %u, upright %d, wall %u: covered %u %u %u", s->level,
                  s->row, s->column, s->upright, s->wall, got[0], got[1], got[2]);
}

/* What the master has: every wall once, doors in gaps, floors that end closed off. */
static void check_master(const side *s, const uint8_t *sight, const uint8_t *invisible,
                         uint32_t door)
{
    bool seal    = (s->before.floor == PTL_GRMM_EMPTY) != (s->after.floor == PTL_GRMM_EMPTY);
    bool barrier = s->before.floor == PTL_GRMM_BARRIER || s->after.floor == PTL_GRMM_BARRIER;

    if (s->wall == PTL_GRMM_WALL_ARCHWAY)
        expect(s, sight, 1, 0);
    else if (is_solid(s->wall) || (s->wall == PTL_GRMM_NO_WALL && seal))
        expect(s, sight, 1, 1);
    else
        expect(s, sight, 0, 0);
    if (s->wall != PTL_GRMM_WALL_ILLUSORY && sight[0] > 0 && sight[1] > 0)
        barrier = false; /* nobody can pass there anyway */
    if (s->wall == PTL_GRMM_WALL_INVISIBLE || barrier)
        expect(s, invisible, 1, 1);
    else
        expect(s, invisible, 0, 0);
    CHECK_UINT(door > 0, is_door(s->wall));
}

static ptl_grmm_step_result step_over(const side *s, bool forward, unsigned who)
{
    ptl_grmm_place from = { (uint16_t)s->level, (uint16_t)s->row, (uint16_t)s->column };

    if (forward) /* from the one before to the one after */
        *(s->upright ? &from.column : &from.row) -= 1;
    return ptl_grmm_step(s->map, from,
                         s->upright ? (forward ? PTL_GRMM_EAST : PTL_GRMM_WEST)
                                    : (forward ? PTL_GRMM_SOUTH : PTL_GRMM_NORTH),
                         who);
}

/* Where a one-way door leads is where the map lets one go. */
static void check_way(const side *s, const ptl_table_door *door)
{
    uint8_t forward = s->upright ? PTL_TABLE_EAST : PTL_TABLE_SOUTH;
    uint8_t back    = s->upright ? PTL_TABLE_WEST : PTL_TABLE_NORTH;

    if (s->wall != PTL_GRMM_WALL_ONE_WAY_NE && s->wall != PTL_GRMM_WALL_ONE_WAY_SW) {
        CHECK_UINT(door->way, PTL_TABLE_BOTH_WAYS);
        return;
    }
    CHECK(door->way == forward || door->way == back);
    if (s->before.floor == PTL_GRMM_EMPTY || s->after.floor == PTL_GRMM_EMPTY)
        return; /* nobody goes there */
    CHECK_UINT(step_over(s, true, 0) != PTL_GRMM_WALLED, door->way == forward);
    CHECK_UINT(step_over(s, false, 0) != PTL_GRMM_WALLED, door->way == back);
}

/* A step that a player may make there and back is not walled off; one that an edge stops is, or has
 * a door. */
static void check_player(const side *s, const uint8_t *all, uint32_t door)
{
    ptl_grmm_step_result step = step_over(s, true, PTL_GRMM_PLAYER | PTL_GRMM_CALM);
    ptl_grmm_step_result back = step_over(s, false, PTL_GRMM_PLAYER | PTL_GRMM_CALM);

    if (step == PTL_GRMM_OPEN && back == PTL_GRMM_OPEN)
        CHECK_UINT(all[1], 0);
    if (step == PTL_GRMM_WALLED && !(is_secret(&s->before) && is_secret(&s->after)))
        CHECK(all[1] > 0 || door > 0);
    if (s->wall == PTL_GRMM_WALL_SECRET)
        CHECK_UINT(door, 0);
    if (is_secret(&s->before) != is_secret(&s->after) && s->before.floor != PTL_GRMM_EMPTY &&
        s->after.floor != PTL_GRMM_EMPTY)
        CHECK(all[1] > 0 || door > 0);
}

/* ---- Levels ---------------------------------------------------------------------------------- */

static void check_floor(const ptl_grmm_cell *cell, uint32_t master, uint32_t player)
{
    bool door = cell->floor == PTL_GRMM_DOOR || cell->floor == PTL_GRMM_LOCKED_DOOR ||
                cell->floor == PTL_GRMM_ONE_WAY;

    CHECK_UINT(master > 0, door || is_secret(cell));
    CHECK_UINT(player > 0, door);
}

static size_t check_level(made *m, const ptl_grmm *map, size_t number, const ptl_table_level *level)
{
    cover     sight = cover_of(m, level, 3, PTL_TABLE_MASTER), hidden;
    cover     all   = cover_of(m, level, 7, PTL_TABLE_PLAYER);
    uint32_t *doors[2], *inside, *known[2], *known_inside;
    size_t    edges = 0;

    hidden = cover_of(m, level, 1u << PTL_TABLE_INVISIBLE, PTL_TABLE_MASTER);
    place_doors(m, level, PTL_TABLE_MASTER, doors, &inside);
    place_doors(m, level, PTL_TABLE_PLAYER, known, &known_inside);
    for (uint32_t row = 0; row <= level->rows; row++)
        for (uint32_t column = 0; column <= level->columns; column++)
            for (int up = 0; up < 2; up++) {
                size_t   at = (size_t)row * (level->columns + 1) + column;
                uint32_t door;
                side     s;

                if (up ? row == level->rows : column == level->columns)
                    continue;
                s    = side_at(map, number, row, column, up);
                door = doors[up][at];
                check_master(&s, places(&sight, up, row, column), places(&hidden, up, row, column),
                             door);
                if (door > 0)
                    check_way(&s, &level->doors.data[door - 1]);
                if ((up ? column : row) > 0)
                    check_player(&s, places(&all, up, row, column), known[up][at]);
                if (row < level->rows && column < level->columns && !up)
                    check_floor(&s.after, inside[at], known_inside[at]);
                edges++;
            }
    return edges;
}

static size_t number_of(const ptl_grmm *map, const ptl_table_level *level, const bool *used)
{
    char name[1200];

    for (size_t i = 0; i < map->levels.count; i++) {
        ptl_grmm_level_name(name, sizeof name, &map->levels.data[i]);
        if (!used[i] && strlen(name) == level->name.size &&
            memcmp(name, level->name.data, level->name.size) == 0 &&
            map->levels.data[i].rows == level->rows &&
            map->levels.data[i].columns == level->columns)
            return i;
    }
    test_fail(__FILE__, __LINE__, "a level is not in the map");
}

static size_t check_map(const ptl_doc *doc)
{
    const ptl_grmm *map   = ptl_grmm_view(doc);
    bool           *used  = calloc(map->levels.count + 1, 1);
    size_t          edges = 0;
    made            m;

    make_table(&m, doc);
    CHECK_UINT(m.table.levels.count, map->levels.count);
    for (size_t i = 0; i < map->levels.count; i++) {
        size_t number = number_of(map, &m.table.levels.data[i], used);

        used[number] = true;
        edges += check_level(&m, map, number, &m.table.levels.data[i]);
        CHECK(m.table.plan->pages.data[i].width == 32 * (float)map->levels.data[number].columns);
        CHECK(m.table.plan->pages.data[i].height == 32 * (float)map->levels.data[number].rows);
    }
    end_table(&m);
    free(used);
    return edges;
}

/* ---- Cases ----------------------------------------------------------------------------------- */

static void set(ptl_doc *doc, ptl_grmm_layer layer, uint32_t row, uint32_t column, uint8_t value)
{
    CHECK(ptl_grmm_set(doc, 0, layer, row, column, value, NULL) == PTL_OK);
}

/* Every wall both ways and every floor, between floors and beside rock. */
static ptl_doc *everything(void)
{
    ptl_doc *doc;

    CHECK(ptl_grmm_new(&doc, "Test", "2026-01-01 12:00:00", 4, NULL, NULL) == PTL_OK);
    CHECK(ptl_grmm_add_level(NULL, doc, "Keep", "", 0, 12, 120, NULL) == PTL_OK);
    for (uint32_t row = 1; row < 11; row++)
        for (uint32_t column = 1; column < 119; column++)
            if (column % 7 != 0 || row % 4 != 0)
                set(doc, PTL_GRMM_FLOOR, row, column, PTL_GRMM_BLANK);
    for (unsigned wall = 1, column = 1; wall < 72; wall++)
        if (ptl_grmm_wall_name((uint8_t)wall)) {
            set(doc, PTL_GRMM_WALL_NORTH, 1, column, (uint8_t)wall);
            set(doc, PTL_GRMM_WALL_NORTH, 2, column, (uint8_t)wall);
            set(doc, PTL_GRMM_WALL_NORTH, 6, column, (uint8_t)wall);
            set(doc, PTL_GRMM_WALL_WEST, 3, column + 1, (uint8_t)wall);
            set(doc, PTL_GRMM_WALL_WEST, 8, column + 1, (uint8_t)wall);
            column += 3;
        }
    for (unsigned floor = 1, column = 1; floor < 111; floor++)
        if (ptl_grmm_floor_name((uint8_t)floor) && floor != PTL_GRMM_ONE_WAY_BACK) {
            set(doc, PTL_GRMM_FLOOR, 9, column, (uint8_t)floor);
            set(doc, PTL_GRMM_FLOOR, 5, column, (uint8_t)floor);
            set(doc, PTL_GRMM_ORIENTATION, 5, column, 1);
            column += 2;
        }
    return doc;
}

static void walls_and_doors_are_the_maps(void)
{
    ptl_doc *doc = everything();

    CHECK_UINT(check_map(doc), 12 * 121 + 13 * 120);
    ptl_doc_free(doc);
}

static void the_sample_is_itself(void)
{
    ptl_doc *doc;

    CHECK(ptl_read_file(&doc, PTL_SOURCE "/samples/gridmonger/lighthouse.gmm", NULL, NULL) ==
          PTL_OK);
    CHECK(check_map(doc) > 1000);
    ptl_doc_free(doc);
}

/* A room is one ring; a wall across it ends on the walls it meets, which go on. */
static void walls_are_long(void)
{
    ptl_table_wall  walls[] = { { 0, 0, 2, 0, 0, 3 }, { 2, 0, 4, 0, 0, 3 }, { 0, 3, 4, 3, 0, 3 },
                                { 0, 0, 0, 3, 0, 3 }, { 4, 0, 4, 2, 0, 3 }, { 4, 1, 4, 3, 0, 1 },
                                { 4, 1, 4, 3, 0, 2 }, { 2, 0, 2, 3, 0, 3 } };
    ptl_table_level level   = { .rows = 3, .columns = 4, .walls = { walls, COUNT(walls) } };
    ptl_doc        *doc     = everything();
    ptl_table_lines lines;
    made            m;

    make_table(&m, doc);
    ptl_table_join(&m.job, &lines, &level, 1, PTL_TABLE_ALL);
    CHECK_UINT(lines.lines.count, 2);
    CHECK_UINT(lines.lines.data[0].count, 5);
    CHECK_UINT(lines.lines.data[1].count, 2);
    CHECK(lines.points[0].x == lines.points[4].x && lines.points[0].y == lines.points[4].y);
    end_table(&m);
    ptl_doc_free(doc);
}

static size_t check_folder(const char *folder)
{
    DIR           *dir = opendir(folder);
    struct dirent *entry;
    size_t         maps = 0;
    char           path[1400];

    while (dir && (entry = readdir(dir))) {
        ptl_doc *doc;

        if (!strstr(entry->d_name, ".gmm"))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (ptl_read_file(&doc, path, NULL, NULL) != PTL_OK)
            continue;
        check_map(doc);
        ptl_doc_free(doc);
        maps++;
    }
    if (dir)
        closedir(dir);
    return maps;
}

static void real_maps_are_themselves(void)
{
    const char *given = getenv("PORTOLAN_CORPUS");
    char        folder[900];
    size_t      maps = 0;

    for (int version = 1; version <= 4; version++) {
        snprintf(folder, sizeof folder, "%s/grmm/v%d",
                 given ? given : PTL_SOURCE "/../shared/corpus", version);
        maps += check_folder(folder);
    }
    if (maps == 0)
        puts("no real maps here; PORTOLAN_CORPUS names the folder");
    else
        printf("%zu real maps\n", maps);
}

int main(void)
{
    static const test_case cases[] = {
        TEST(walls_and_doors_are_the_maps),
        TEST(the_sample_is_itself),
        TEST(walls_are_long),
        TEST(real_maps_are_themselves),
    };

    return run_tests("grmm_table", cases, COUNT(cases));
}
