/* SPDX-License-Identifier: MIT */
/* What a map means to whoever walks there, and the tables of it that serve both ways. */
#include <stdio.h>
#include <string.h>

#include "formats/grmm/grmm_ground_words.h"
#include "formats/grmm/grmm_private.h"
#include "formats/grmm/grmm_solid.h"
#include "hubs/ledger.h"

const uint8_t ptl_grmm_ground_floors[PTL_GROUND_KINDS] = {
    [PTL_GROUND_ROCK]         = PTL_GRMM_EMPTY,
    [PTL_GROUND_FLOOR]        = PTL_GRMM_BLANK,
    [PTL_GROUND_DOOR]         = PTL_GRMM_DOOR,
    [PTL_GROUND_LOCKED_DOOR]  = PTL_GRMM_LOCKED_DOOR,
    [PTL_GROUND_ARCHWAY]      = PTL_GRMM_ARCHWAY,
    [PTL_GROUND_SECRET_DOOR]  = PTL_GRMM_SECRET_DOOR,
    [PTL_GROUND_PORTCULLIS]   = PTL_GRMM_LOCKED_DOOR,
    [PTL_GROUND_STAIRS_UP]    = PTL_GRMM_STAIRS_UP,
    [PTL_GROUND_STAIRS_DOWN]  = PTL_GRMM_STAIRS_DOWN,
    [PTL_GROUND_ENTRANCE]     = PTL_GRMM_ENTRANCE,
    [PTL_GROUND_EXIT]         = PTL_GRMM_EXIT,
    [PTL_GROUND_TRAP]         = PTL_GRMM_HIDDEN_PLATE,
    [PTL_GROUND_PIT]          = PTL_GRMM_OPEN_PIT,
    [PTL_GROUND_COLUMN]       = PTL_GRMM_COLUMN,
    [PTL_GROUND_STATUE]       = PTL_GRMM_STATUE,
    [PTL_GROUND_BRIDGE]       = PTL_GRMM_BRIDGE,
    [PTL_GROUND_TELEPORT]     = PTL_GRMM_TELEPORT,
    [PTL_GROUND_ONE_WAY_DOOR] = PTL_GRMM_ONE_WAY,
    [PTL_GROUND_ARROW]        = PTL_GRMM_ARROW,
    [PTL_GROUND_SECRET_BLOCK] = PTL_GRMM_SECRET_BLOCK,
    [PTL_GROUND_BARRIER]      = PTL_GRMM_BARRIER,
    [PTL_GROUND_PLATE]        = PTL_GRMM_PLATE,
    [PTL_GROUND_SPINNER]      = PTL_GRMM_SPINNER,
    [PTL_GROUND_LID]          = PTL_GRMM_CLOSED_PIT,
    [PTL_GROUND_HIDDEN_PIT]   = PTL_GRMM_HIDDEN_PIT,
    [PTL_GROUND_LANDING]      = PTL_GRMM_CEILING_PIT,
};

const uint8_t ptl_grmm_ground_walls[PTL_GROUND_EDGES] = {
    [PTL_GROUND_OPEN]           = PTL_GRMM_NO_WALL,
    [PTL_GROUND_WALL]           = PTL_GRMM_WALL,
    [PTL_GROUND_EDGE_DOOR]      = PTL_GRMM_WALL_DOOR,
    [PTL_GROUND_EDGE_LOCKED]    = PTL_GRMM_WALL_LOCKED,
    [PTL_GROUND_EDGE_ARCHWAY]   = PTL_GRMM_WALL_ARCHWAY,
    [PTL_GROUND_EDGE_SECRET]    = PTL_GRMM_WALL_SECRET,
    [PTL_GROUND_EDGE_ONE_WAY]   = PTL_GRMM_WALL_ONE_WAY_NE,
    [PTL_GROUND_EDGE_WAY_BACK]  = PTL_GRMM_WALL_ONE_WAY_SW,
    [PTL_GROUND_EDGE_ILLUSORY]  = PTL_GRMM_WALL_ILLUSORY,
    [PTL_GROUND_EDGE_INVISIBLE] = PTL_GRMM_WALL_INVISIBLE,
};

typedef struct reader {
    ptl_job          *job;
    const ptl_grmm   *map;
    ptl_ground_level *to;
    size_t            level;
    uint8_t           kinds[256], edges[256]; /* the tables, the other way round */
    ptl_ledger_line   things, trails, strangers;
} reader;

/* What no table knows stops whoever walks, as in all that looks at maps. */
static void turn_tables(reader *r)
{
    memset(r->kinds, PTL_GROUND_BARRIER, sizeof r->kinds);
    memset(r->edges, PTL_GROUND_WALL, sizeof r->edges);
    for (unsigned i = PTL_GROUND_KINDS; i-- > 0;)
        r->kinds[ptl_grmm_ground_floors[i]] = (uint8_t)i;
    for (unsigned i = PTL_GROUND_EDGES; i-- > 0;)
        r->edges[ptl_grmm_ground_walls[i]] = (uint8_t)i;
    r->kinds[PTL_GRMM_TELEPORT_DEST] = PTL_GROUND_LANDING;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static uint8_t bits_of(ptl_grmm_direction facing)
{
    bool across = facing == PTL_GRMM_EAST || facing == PTL_GRMM_WEST;
    bool back   = facing == PTL_GRMM_SOUTH || facing == PTL_GRMM_WEST;

    return (uint8_t)(PTL_GROUND_TURNED | (across ? PTL_GROUND_ACROSS : 0) |
                     (back ? PTL_GROUND_BACK : 0));
}

static void read_cell(reader *r, uint32_t row, uint32_t column)
{
    ptl_grmm_cell    from = ptl_grmm_cell_at(r->map, r->level, row, column);
    ptl_ground_cell *to   = ptl_ground_at(r->to, row, column);

    *to = (ptl_ground_cell){ .kind  = r->kinds[from.floor],
                             .bits  = bits_of(from.facing),
                             .color = from.color < PTL_GROUND_COLORS ? from.color : 0 };
    if (from.trail && from.floor != PTL_GRMM_EMPTY)
        ptl_ledger_add(&r->trails, row, column);
    if (!ptl_grmm_floor_name(from.floor))
        ptl_ledger_add(&r->strangers, row, column);
}

static bool is_thing(uint8_t wall)
{
    return wall >= PTL_GRMM_WALL_LEVER_NE && ptl_grmm_wall_name(wall);
}

static void read_edges(reader *r, uint32_t row, uint32_t column)
{
    const ptl_grmm_level *level = &r->map->levels.data[r->level];
    size_t                at    = grmm_index(level, row, column);
    uint8_t               north = grmm_value(level, PTL_GRMM_WALL_NORTH, at);
    uint8_t               west  = grmm_value(level, PTL_GRMM_WALL_WEST, at);

    r->to->edges[at] = (ptl_ground_edge){ r->edges[north], r->edges[west] };
    if (is_thing(north))
        ptl_ledger_add(&r->things, row, column);
    if (is_thing(west))
        ptl_ledger_add(&r->things, row, column);
}

/* ---- Notes ----------------------------------------------------------------------------------- */

static ptl_str note_id(ptl_job *job, const ptl_grmm_note *note)
{
    ptl_str id = { "", 0 };
    char   *text;

    if (note->kind == PTL_GRMM_CUSTOM_ID)
        return note->id;
    if (note->kind == PTL_GRMM_ICON && ptl_grmm_icon_name(note->icon))
        return (ptl_str){ ptl_grmm_icon_name(note->icon), strlen(ptl_grmm_icon_name(note->icon)) };
    text = note->kind == PTL_GRMM_NUMBERED ? ptl_arena_raw(job, 8) : NULL;
    if (text)
        id = (ptl_str){ text, (size_t)snprintf(text, 8, "%u", note->index) };
    return id;
}

static void read_notes(reader *r)
{
    const ptl_grmm_notes *notes = &r->map->levels.data[r->level].notes;

    for (size_t i = 0; i < notes->count && ptl_ok(r->job); i++)
        ptl_ground_add_note(r->job, r->to, notes->data[i].row, notes->data[i].column,
                            note_id(r->job, &notes->data[i]), notes->data[i].text);
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void read_level(reader *r, ptl_ground *out)
{
    const ptl_grmm_level *from = &r->map->levels.data[r->level];

    r->to = ptl_ground_add_level(r->job, out, from->rows, from->columns, from->at);
    if (!r->to || !ptl_ground_give_edges(r->job, r->to))
        return;
    r->to->name      = from->name.size > 0 ? from->name : from->location;
    r->to->elevation = from->elevation;
    for (uint32_t row = 0; row <= from->rows && ptl_ok(r->job); row++) {
        for (uint32_t column = 0; column <= from->columns; column++) {
            read_edges(r, row, column);
            if (row < from->rows && column < from->columns)
                read_cell(r, row, column);
        }
        ptl_worked(r->job, from->columns);
    }
    read_notes(r);
}

static void say_ledger(const reader *r)
{
    size_t regions = 0;

    for (size_t i = 0; i < r->map->levels.count; i++)
        regions += r->map->levels.data[i].regions.list.count;
    ptl_ledger_approximated(r->job, r->strangers,
                            "# {cell has a floor|cells have floors} without a meaning, and {is a "
                            "barrier|are barriers}");
    ptl_ledger_dropped(r->job, r->things,
                       "# {lever, niche or the like is|levers, niches and the like are} plain "
                       "{wall|walls}");
    ptl_ledger_dropped(r->job, r->trails, "# {cell has|cells have} a trail, which is left out");
    ptl_ledger_dropped(r->job, ptl_ledger_count(r->map->links.count),
                       "# {link leads|links lead} nowhere now");
    ptl_ledger_dropped(r->job, ptl_ledger_count(regions), "# {region is|regions are} left out");
}

void ptl_grmm_to_ground(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    ptl_ground *out = hub;
    reader      r   = { .job = job, .map = ptl_solid_choose(job, native) };

    (void)files;
    if (!ptl_ok(job))
        return;
    turn_tables(&r);
    out->title   = r.map->title;
    out->remarks = r.map->remarks;
    for (r.level = 0; r.level < r.map->levels.count && ptl_ok(job); r.level++)
        read_level(&r, out);
    say_ledger(&r);
}
