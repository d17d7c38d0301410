/* SPDX-License-Identifier: MIT */
/* A Gridmonger map for virtual tabletops: edges and floors by what they stop and hide, from tables
 * of all kinds; notes, lights and links; and the plan that pictures of levels are drawn from. */
#include <stdio.h>
#include <string.h>

#include "formats/grmm/grmm_private.h"
#include "hubs/plan_pages.h"
#include "hubs/table.h"

#define STUB 0.3f    /* of an archway, at both ends         */
#define RADIUS 0.25f /* of columns and statues, in cells    */
#define TORCH 0xFFBB66u

typedef struct setter { /* one level being set up */
    ptl_job              *job;
    const ptl_grmm       *map;
    const ptl_grmm_level *from;
    size_t                index; /* of the level */
    ptl_table_level      *to;
    bool                  sealed;
    size_t                wall_room, door_room, thing_room, light_room, mark_room;
    size_t                last[3][4]; /* the wall of a kind and of somebody added last, plus 1 */
    size_t                unknown;    /* walls that mean nothing */
} setter;

/* ---- Kinds ----------------------------------------------------------------------------------- */

typedef enum shape { OPEN, SOLID, ARCH, LEAF, BLOCK, ROUND } shape;

typedef struct kind {
    uint8_t     value, shape;
    uint8_t     wall; /* ptl_table_kind of what is solid */
    bool        secret, locked;
    const char *label; /* of a mark, or NULL */
    bool        hidden;
} kind;

static const kind edges[] = {
    { PTL_GRMM_NO_WALL, OPEN },
    { PTL_GRMM_WALL, SOLID, PTL_TABLE_WALL },
    { PTL_GRMM_WALL_ILLUSORY, SOLID, PTL_TABLE_ILLUSORY },
    { PTL_GRMM_WALL_INVISIBLE, SOLID, PTL_TABLE_INVISIBLE },
    { PTL_GRMM_WALL_DOOR, LEAF },
    { PTL_GRMM_WALL_LOCKED, LEAF, .locked = true },
    { PTL_GRMM_WALL_ARCHWAY, ARCH },
    { PTL_GRMM_WALL_SECRET, LEAF, .secret = true },
    { PTL_GRMM_WALL_ONE_WAY_NE, LEAF },
    { PTL_GRMM_WALL_ONE_WAY_SW, LEAF },
    { PTL_GRMM_WALL_LEVER_NE, SOLID, .label = "lever" },
    { PTL_GRMM_WALL_LEVER_SW, SOLID, .label = "lever" },
    { PTL_GRMM_WALL_NICHE_NE, SOLID, .label = "niche" },
    { PTL_GRMM_WALL_NICHE_SW, SOLID, .label = "niche" },
    { PTL_GRMM_WALL_STATUE_NE, SOLID, .label = "statue" },
    { PTL_GRMM_WALL_STATUE_SW, SOLID, .label = "statue" },
    { PTL_GRMM_WALL_KEYHOLE, SOLID, .label = "keyhole" },
    { PTL_GRMM_WALL_WRITING_NE, SOLID, .label = "writing" },
    { PTL_GRMM_WALL_WRITING_SW, SOLID, .label = "writing" },
};

static const kind floors[] = {
    { PTL_GRMM_DOOR, LEAF },
    { PTL_GRMM_LOCKED_DOOR, LEAF, .locked = true },
    { PTL_GRMM_ARCHWAY, ARCH },
    { PTL_GRMM_SECRET_BLOCK, BLOCK, .secret = true },
    { PTL_GRMM_SECRET_DOOR, LEAF, .secret = true },
    { PTL_GRMM_ONE_WAY, LEAF },
    { PTL_GRMM_PLATE, OPEN, .label = "pressure plate" },
    { PTL_GRMM_HIDDEN_PLATE, OPEN, .label = "hidden pressure plate", .hidden = true },
    { PTL_GRMM_CLOSED_PIT, OPEN, .label = "closed pit" },
    { PTL_GRMM_OPEN_PIT, OPEN, .label = "open pit" },
    { PTL_GRMM_HIDDEN_PIT, OPEN, .label = "hidden pit", .hidden = true },
    { PTL_GRMM_CEILING_PIT, OPEN, .label = "ceiling pit", .hidden = true },
    { PTL_GRMM_STAIRS_DOWN, OPEN, .label = "stairs down" },
    { PTL_GRMM_STAIRS_UP, OPEN, .label = "stairs up" },
    { PTL_GRMM_ENTRANCE, OPEN, .label = "entrance" },
    { PTL_GRMM_EXIT, OPEN, .label = "exit" },
    { PTL_GRMM_SPINNER, OPEN, .label = "spinner", .hidden = true },
    { PTL_GRMM_TELEPORT, OPEN, .label = "teleport", .hidden = true },
    { PTL_GRMM_TELEPORT_DEST, OPEN, .label = "teleport destination", .hidden = true },
    { PTL_GRMM_BARRIER, OPEN, .label = "invisible barrier", .hidden = true },
    { PTL_GRMM_ARROW, OPEN, .label = "arrow" },
    { PTL_GRMM_COLUMN, ROUND },
    { PTL_GRMM_STATUE, ROUND },
};

static const kind *find_kind(const kind *rows, size_t count, uint8_t value)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].value == value)
            return &rows[i];
    return NULL;
}

#define FIND(rows, value) find_kind(rows, sizeof(rows) / sizeof((rows)[0]), value)

/* ---- Adding ---------------------------------------------------------------------------------- */

/* Room for one more; NULL when there is no memory. */
#define MORE(s, list, room)                                                                        \
    ((list).data =                                                                                 \
         ptl_arena_grow((s)->job, (list).data, (list).count, 1, &(room), sizeof *(list).data))

/* A stretch of a line, which may go on from the one before. */
static void add_wall(setter *s, unsigned wall, unsigned who, const float at[4])
{
    ptl_table_level *to   = s->to;
    size_t          *last = &s->last[wall][who];

    if (!ptl_ok(s->job))
        return;
    if (*last > 0) {
        ptl_table_wall *w = &to->walls.data[*last - 1];

        if (w->x1 == at[0] && w->y1 == at[1] && (w->x0 == at[2] || w->y0 == at[3])) {
            w->x1 = at[2];
            w->y1 = at[3];
            return;
        }
    }
    if (!MORE(s, to->walls, s->wall_room))
        return;
    to->walls.data[to->walls.count++] =
        (ptl_table_wall){ at[0], at[1], at[2], at[3], (uint8_t)wall, (uint8_t)who };
    *last = to->walls.count;
}

static void add_door(setter *s, const ptl_table_door *door)
{
    if (ptl_ok(s->job) && MORE(s, s->to->doors, s->door_room))
        s->to->doors.data[s->to->doors.count++] = *door;
}

static void add_mark(setter *s, const ptl_table_mark *mark)
{
    if (ptl_ok(s->job) && MORE(s, s->to->marks, s->mark_room))
        s->to->marks.data[s->to->marks.count++] = *mark;
}

static void add_label(setter *s, int64_t row, int64_t column, const char *label, bool hidden)
{
    if (row >= 0 && column >= 0 && row < s->from->rows && column < s->from->columns)
        add_mark(s, &(ptl_table_mark){ .row    = (uint32_t)row,
                                       .column = (uint32_t)column,
                                       .label  = { label, strlen(label) },
                                       .text   = { "", 0 },
                                       .hidden = hidden });
}

/* ---- Edges ----------------------------------------------------------------------------------- */

typedef struct edge {
    uint32_t    row, column; /* the cell south or east of it */
    bool        upright;
    const kind *kind;
    uint8_t     wall;
    float       at[4];
    bool        rock[2];   /* there is no floor on this side      */
    bool        secret[2]; /* there seems to be none, but there is */
    bool        barred;    /* on one of them is a barrier          */
} edge;

static void look_beside(const setter *s, edge *e, unsigned side)
{
    bool    first   = side == 0;
    int64_t row     = (int64_t)e->row - (first && !e->upright);
    int64_t column  = (int64_t)e->column - (first && e->upright);
    bool    outside = row < 0 || column < 0;
    uint8_t floor   = PTL_GRMM_EMPTY;

    if (!outside)
        floor = ptl_grmm_cell_at(s->map, s->index, (uint32_t)row, (uint32_t)column).floor;
    e->rock[side]   = floor == PTL_GRMM_EMPTY;
    e->secret[side] = floor == PTL_GRMM_SECRET_BLOCK || floor == PTL_GRMM_SECRET_DOOR;
    e->barred       = e->barred || floor == PTL_GRMM_BARRIER;
}

static edge edge_at(setter *s, uint32_t row, uint32_t column, bool upright)
{
    edge  e = { .row = row, .column = column, .upright = upright };
    float x = (float)column, y = (float)row;

    e.wall = grmm_value(s->from, upright ? PTL_GRMM_WALL_WEST : PTL_GRMM_WALL_NORTH,
                        grmm_index(s->from, row, column));
    e.kind = FIND(edges, e.wall);
    s->unknown += !e.kind;
    if (!e.kind)
        e.kind = &edges[0];
    e.at[0] = x;
    e.at[1] = y;
    e.at[2] = x + !upright;
    e.at[3] = y + upright;
    look_beside(s, &e, 0);
    look_beside(s, &e, 1);
    return e;
}

/* What players take for a wall though it is none. */
static bool is_disguised(const edge *e)
{
    bool seems[2] = { e->rock[0] || e->secret[0], e->rock[1] || e->secret[1] };

    if (seems[0] && seems[1])
        return false;
    if (e->kind->shape == LEAF)
        return e->kind->secret;
    return seems[0] != seems[1] && (e->secret[0] || e->secret[1]) &&
           (e->kind->shape != SOLID || e->kind->wall == PTL_TABLE_INVISIBLE);
}

/* Floor ends here, and nothing says so. */
static bool is_sealed(const setter *s, const edge *e)
{
    return e->kind->shape == OPEN && s->sealed && e->rock[0] != e->rock[1];
}

/* Whether a wall lets nobody pass, whatever he sees. */
static bool stops_all(const setter *s, const edge *e)
{
    return is_sealed(s, e) || (e->kind->shape == SOLID && e->kind->wall != PTL_TABLE_ILLUSORY);
}

static uint8_t way_of_edge(const edge *e)
{
    if (e->wall == PTL_GRMM_WALL_ONE_WAY_NE)
        return e->upright ? PTL_TABLE_EAST : PTL_TABLE_NORTH;
    if (e->wall == PTL_GRMM_WALL_ONE_WAY_SW)
        return e->upright ? PTL_TABLE_WEST : PTL_TABLE_SOUTH;
    return PTL_TABLE_BOTH_WAYS;
}

static void add_stubs(setter *s, unsigned who, const float at[4])
{
    float dx = at[2] > at[0] ? STUB : 0, dy = at[3] > at[1] ? STUB : 0;

    add_wall(s, PTL_TABLE_WALL, who, (float[]){ at[0], at[1], at[0] + dx, at[1] + dy });
    add_wall(s, PTL_TABLE_WALL, who, (float[]){ at[2] - dx, at[3] - dy, at[2], at[3] });
}

/* Things on walls belong to a cell; a keyhole is seen from both. */
static void mark_edge(setter *s, const edge *e)
{
    int64_t row = e->row, column = e->column;
    bool    here = ptl_grmm_wall_thing_here(e->wall, !e->upright);
    bool    both = e->wall == PTL_GRMM_WALL_KEYHOLE;

    if (here || both)
        add_label(s, row, column, e->kind->label, false);
    if (!here || both)
        add_label(s, row - !e->upright, column - e->upright, e->kind->label, false);
}

static void set_edge(setter *s, const edge *e)
{
    bool     between = (e->rock[0] || e->secret[0]) && (e->rock[1] || e->secret[1]);
    unsigned who     = between && (e->secret[0] || e->secret[1]) ? PTL_TABLE_MASTER : PTL_TABLE_ALL;

    if (e->kind->shape == SOLID)
        add_wall(s, e->kind->wall, who, e->at);
    else if (is_sealed(s, e))
        add_wall(s, PTL_TABLE_WALL, who, e->at);
    else if (e->kind->shape == ARCH)
        add_stubs(s, who, e->at);
    else if (e->kind->shape == LEAF)
        add_door(s, &(ptl_table_door){ .x0     = e->at[0],
                                       .y0     = e->at[1],
                                       .x1     = e->at[2],
                                       .y1     = e->at[3],
                                       .row    = e->row,
                                       .column = e->column,
                                       .way    = way_of_edge(e),
                                       .who    = e->kind->secret ? PTL_TABLE_MASTER : (uint8_t)who,
                                       .secret = e->kind->secret,
                                       .locked = e->kind->locked });
    if (is_disguised(e))
        add_wall(s, PTL_TABLE_WALL, PTL_TABLE_PLAYER, e->at);
    if (e->barred && !stops_all(s, e))
        add_wall(s, PTL_TABLE_INVISIBLE, PTL_TABLE_ALL, e->at);
    if (e->kind->label)
        mark_edge(s, e);
}

/* Line by line, so that walls go on from one edge to the next. */
static void set_edges(setter *s, bool upright)
{
    uint32_t lines  = upright ? s->from->columns : s->from->rows;
    uint32_t places = upright ? s->from->rows : s->from->columns;

    for (uint32_t line = 0; line <= lines && ptl_ok(s->job); line++) {
        for (uint32_t place = 0; place < places; place++) {
            edge e = edge_at(s, upright ? place : line, upright ? line : place, upright);

            set_edge(s, &e);
        }
        ptl_worked(s->job, places);
    }
}

/* ---- Floors ---------------------------------------------------------------------------------- */

static bool is_floor(const setter *s, uint32_t row, uint32_t column)
{
    return ptl_grmm_cell_at(s->map, s->index, row, column).floor != PTL_GRMM_EMPTY;
}

/* A hidden cell leads where there is floor on both sides; north and south, if that says nothing. */
static bool block_is_walked_across(const setter *s, uint32_t row, uint32_t column)
{
    bool down   = row > 0 && is_floor(s, row - 1, column) && is_floor(s, row + 1, column);
    bool across = column > 0 && is_floor(s, row, column - 1) && is_floor(s, row, column + 1);

    return across && !down;
}

/* The middle line of a cell, across the way one walks. */
static void middle_of(float at[4], uint32_t row, uint32_t column, bool walked_across)
{
    at[0] = (float)column + (walked_across ? 0.5f : 0);
    at[1] = (float)row + (walked_across ? 0 : 0.5f);
    at[2] = at[0] + !walked_across;
    at[3] = at[1] + walked_across;
}

static void set_leaf(setter *s, const kind *k, const ptl_grmm_cell *cell, uint32_t row,
                     uint32_t column)
{
    bool  across = k->shape == BLOCK ? block_is_walked_across(s, row, column) : cell->facing & 1;
    float at[4];

    middle_of(at, row, column, across);
    if (k->shape == ARCH)
        add_stubs(s, PTL_TABLE_ALL, at);
    else
        add_door(s, &(ptl_table_door){ .x0     = at[0],
                                       .y0     = at[1],
                                       .x1     = at[2],
                                       .y1     = at[3],
                                       .row    = row,
                                       .column = column,
                                       .way    = k->value == PTL_GRMM_ONE_WAY
                                                     ? (uint8_t)(PTL_TABLE_NORTH + cell->facing)
                                                     : PTL_TABLE_BOTH_WAYS,
                                       .who    = k->secret ? PTL_TABLE_MASTER : PTL_TABLE_ALL,
                                       .secret = k->secret,
                                       .locked = k->locked });
}

static void set_floor(setter *s, uint32_t row, uint32_t column)
{
    ptl_grmm_cell cell = ptl_grmm_cell_at(s->map, s->index, row, column);
    const kind   *k    = FIND(floors, cell.floor);

    if (!k)
        return;
    if (k->shape == LEAF || k->shape == BLOCK || k->shape == ARCH)
        set_leaf(s, k, &cell, row, column);
    else if (k->shape == ROUND && ptl_ok(s->job) && MORE(s, s->to->things, s->thing_room))
        s->to->things.data[s->to->things.count++] =
            (ptl_table_thing){ (float)column + 0.5f, (float)row + 0.5f, RADIUS };
    if (k->label)
        add_label(s, row, column, k->label, k->hidden);
}

/* ---- Notes and lights ------------------------------------------------------------------------ */

static ptl_str label_of(ptl_job *job, const ptl_grmm_note *note)
{
    const char *icon = ptl_grmm_icon_name(note->icon);
    char       *text = ptl_arena_raw(job, 8);

    if (note->kind == PTL_GRMM_CUSTOM_ID)
        return note->id;
    if (note->kind == PTL_GRMM_ICON && icon)
        return (ptl_str){ icon, strlen(icon) };
    if (note->kind != PTL_GRMM_NUMBERED || !text)
        return (ptl_str){ "note", 4 };
    snprintf(text, 8, "%u", note->index);
    return (ptl_str){ text, strlen(text) };
}

static void set_light(setter *s, const ptl_grmm_note *note)
{
    const char *icon = note->kind == PTL_GRMM_ICON ? ptl_grmm_icon_name(note->icon) : NULL;
    bool        fire = icon && strcmp(icon, "fire") == 0;

    if (!fire && (!icon || strcmp(icon, "torch") != 0))
        return;
    if (ptl_ok(s->job) && MORE(s, s->to->lights, s->light_room))
        s->to->lights.data[s->to->lights.count++] =
            (ptl_table_light){ (float)note->column + 0.5f, (float)note->row + 0.5f, fire ? 6 : 4,
                               TORCH };
}

/* Labels are in the picture. */
static void set_notes(setter *s)
{
    uint32_t *order = ptl_arena_array(s->job, s->from->notes.count, sizeof *order);

    if (!order)
        return;
    ptl_grmm_reading_order(order, s->from);
    for (size_t i = 0; i < s->from->notes.count && ptl_ok(s->job); i++) {
        const ptl_grmm_note *note = &s->from->notes.data[order[i]];

        if (note->kind >= PTL_GRMM_LABEL || note->row >= s->from->rows ||
            note->column >= s->from->columns)
            continue;
        add_mark(s, &(ptl_table_mark){ .row    = note->row,
                                       .column = note->column,
                                       .label  = label_of(s->job, note),
                                       .text   = note->text,
                                       .note   = true });
        set_light(s, note);
    }
}

/* ---- Links ----------------------------------------------------------------------------------- */

static void add_link(ptl_job *job, ptl_table_level *level, size_t *room, const ptl_table_link *link)
{
    ptl_table_link *list =
        ptl_arena_grow(job, level->links.data, level->links.count, 1, room, sizeof *list);

    level->links.data  = list;
    level->links.count = list ? level->links.count + 1 : 0;
    if (list)
        list[level->links.count - 1] = *link;
}

/* Both ways where they go both ways; numbers of levels become those of the table. */
static void set_links(ptl_job *job, ptl_table *table, const ptl_grmm *map, const uint32_t *order)
{
    uint32_t *now_at = ptl_arena_array(job, map->levels.count, sizeof *now_at);
    size_t   *rooms  = ptl_arena_array(job, map->levels.count, sizeof *rooms);

    if (!now_at || !rooms)
        return;
    for (size_t i = 0; i < map->levels.count; i++)
        now_at[order[i]] = (uint32_t)i;
    for (size_t i = 0; i < map->links.count && ptl_ok(job); i++) {
        const ptl_grmm_link *l    = &map->links.data[i];
        ptl_grmm_link_kind   what = ptl_grmm_kind_of_link(map, l);
        uint32_t             from, to;

        if (what > PTL_GRMM_LINK_DOOR)
            continue;
        from = now_at[l->from_level];
        to   = now_at[l->to_level];
        add_link(job, &table->levels.data[from], &rooms[from],
                 &(ptl_table_link){ l->from_row, l->from_column, to, l->to_row, l->to_column,
                                    what < PTL_GRMM_LINK_STAIRS });
        if (what >= PTL_GRMM_LINK_STAIRS && ptl_ok(job))
            add_link(job, &table->levels.data[to], &rooms[to],
                     &(ptl_table_link){ l->to_row, l->to_column, from, l->from_row, l->from_column,
                                        false });
    }
}

/* ---- The picture ----------------------------------------------------------------------------- */

#define FURNITURE "-title,-legend,-coordinates"
#define TOLD ",-notes,-links,-trail,-region-names"

/* Every page is cut down to the cells of its level. */
static void cut_page(ptl_job *job, ptl_plan *plan, const ptl_table_level *level)
{
    ptl_plan one = *plan;

    one.pages.data  = &plan->pages.data[level->page];
    one.pages.count = 1;
    if (!ptl_plan_crop(&one, &(ptl_plan_box){ 0, 0, (float)level->columns, (float)level->rows }))
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "plan-empty", "a level has nothing to draw");
}

/* The plan as it is drawn for others, but whole levels and nothing around them. */
static void draw_plan(ptl_job *job, ptl_table *table, const void *native, const ptl_files *files)
{
    static const char *const lists[] = { FURNITURE, FURNITURE ",-grid", FURNITURE TOLD,
                                         FURNITURE ",-grid" TOLD };
    const ptl_setting       *given   = job->settings;
    size_t                   count   = job->setting_count;
    bool                     grid    = ptl_setting_of(job, "grid");
    const char              *list    = lists[(table->player ? 2 : 0) + !grid];
    const char              *who     = table->player ? "player" : "mapper";
    ptl_str                  layers  = { list, strlen(list) }, unknown;
    ptl_setting             *all     = ptl_arena_array(job, (uint64_t)count + 3, sizeof *all);

    table->plan = ptl_arena_take(job, sizeof *table->plan);
    if (!all || !table->plan)
        return;
    all[0] = (ptl_setting){ "layers", layers.data, layers.size };
    all[1] = (ptl_setting){ "audience", who, strlen(who) };
    all[2] = (ptl_setting){ "no-trim", NULL, 0 };
    if (count > 0)
        memcpy(all + 3, given, count * sizeof *all);
    job->settings      = all;
    job->setting_count = count + 3;
    ptl_grmm_to_plan(job, table->plan, native, files);
    job->settings      = given;
    job->setting_count = count;
    if (ptl_ok(job) && !ptl_plan_pick_layers(job, table->plan, &layers, &unknown) &&
        table->plan->pages.count > 0)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "plan-empty", "a plan lacks a layer");
}

/* ---- The map --------------------------------------------------------------------------------- */

static void set_level(setter *s)
{
    set_edges(s, false);
    memset(s->last, 0, sizeof s->last);
    set_edges(s, true);
    memset(s->last, 0, sizeof s->last);
    for (uint32_t row = 0; row < s->from->rows && ptl_ok(s->job); row++)
        for (uint32_t column = 0; column < s->from->columns; column++)
            set_floor(s, row, column);
    if (ptl_ok(s->job))
        set_notes(s);
}

static void set_levels(ptl_job *job, ptl_table *table, const ptl_grmm *map, const uint32_t *order)
{
    setter s       = { .job = job, .map = map, .sealed = !ptl_setting_of(job, "unsealed") };
    size_t unknown = 0;

    for (size_t i = 0; i < map->levels.count && ptl_ok(job); i++) {
        setter one = s;

        one.index = order[i];
        one.from  = &map->levels.data[order[i]];
        one.to    = &table->levels.data[i];
        *one.to   = (ptl_table_level){ .name    = table->plan->pages.data[i].name,
                                       .rows    = one.from->rows,
                                       .columns = one.from->columns,
                                       .page    = i };
        cut_page(job, table->plan, one.to);
        set_level(&one);
        unknown += one.unknown;
    }
    ptl_find_count(job, PTL_LOSS, "grmm-table", unknown,
                   "# {wall of an unknown kind is|walls of unknown kinds are} left open");
}

void ptl_grmm_to_table(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    const ptl_setting *who = ptl_setting_of(job, "audience"), *what = ptl_setting_of(job, "reveal");
    ptl_table         *table = hub;
    const ptl_grmm    *map;
    const grmm_shown  *shown;
    uint32_t          *order;

    table->player = !who || ptl_setting_is(who, "player");
    draw_plan(job, table, native, files);
    if (!ptl_ok(job))
        return;
    map   = ptl_grmm_seen_by(job, native, false, what && ptl_setting_is(what, "trail"));
    shown = ptl_grmm_shown(job, native);
    order = ptl_arena_array(job, map->levels.count, sizeof *order);
    table->levels.data = ptl_arena_array(job, map->levels.count, sizeof *table->levels.data);
    if (!ptl_ok(job))
        return;
    table->name         = map->title;
    table->levels.count = map->levels.count;
    ptl_grmm_sort_levels(map, order);
    set_levels(job, table, map, order);
    for (size_t i = 0; i < map->levels.count; i++)
        table->levels.data[i].number = shown[order[i]].number;
    if (ptl_ok(job))
        set_links(job, table, map, order);
}
