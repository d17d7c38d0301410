/* SPDX-License-Identifier: MIT */
/* Dungeons that come home from Tiled: cells, notes, links and properties that differ are changed in
 * the map they were made from, and everything else stays. */
#include "core/num.h"
#include "core/words.h"
#include "formats/grmm/grmm_grid.h"

/* ---- Cells ----------------------------------------------------------------------------------- */

typedef struct comer {
    ptl_job        *job;
    ptl_grmm       *map;
    ptl_grmm_level *level;
    size_t          index;
    size_t          turned; /* floors turned in a way that the version of the map does not know */
} comer;

static void set_value(comer *h, unsigned layer, size_t at, uint8_t value)
{
    if (h->level->layer[layer].count > 0)
        h->level->layer[layer].data[at] = value;
}

/* Lists of the base may be the bytes of its file: those that change are copied first. */
static void own_layer(comer *h, unsigned layer)
{
    ptl_u8s *values = &h->level->layer[layer];

    if (values->count > 0)
        PTL_COPY_LIST(h->job, *values);
    else
        *values = (ptl_u8s){ ptl_arena_take(h->job, grmm_cells(h->level)), grmm_cells(h->level) };
}

static uint8_t direction_of(comer *h, uint8_t turn)
{
    uint8_t direction = 0;

    while (direction < 3 && ptl_grmm_turns[direction] != turn)
        direction++;
    if (h->map->version >= 4 || direction < 2)
        return direction;
    h->turned++;
    return direction & 1;
}

/* An empty cell keeps no tile that could be turned: it is as the editor leaves it. */
static void take_floor(comer *h, size_t at, const ptl_grid_change *c)
{
    bool empty = c->now.set == PTL_GRID_NO_SET;

    set_value(h, PTL_GRMM_ORIENTATION, at,
              empty ? (h->map->version >= 4 ? 1 : 0) : direction_of(h, c->now.turn));
}

static void take_change(comer *h, unsigned paint, const ptl_grid_change *c)
{
    unsigned layer = ptl_grmm_painted[paint];
    uint8_t  value = c->now.set == PTL_GRID_NO_SET ? 0 : (uint8_t)c->now.tile;
    size_t   at    = grmm_index(h->level, c->y, c->x);

    if (!ptl_grmm_is_legal(h->map->version, (ptl_grmm_layer)layer, value)) {
        ptl_path(h->job, "levels[%zu] %.*s[%u,%u]", h->index, 12,
                 paint == GRMM_PAINT_FLOOR ? "floor" : "layer", c->x, c->y);
        ptl_fail(h->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-value",
                 "version %u of the format has no such tile: %u", h->map->version, value);
        return;
    }
    set_value(h, layer, at, value);
    if (paint == GRMM_PAINT_FLOOR)
        take_floor(h, at, c);
}

static void take_cells(comer *h, const ptl_grid_home *home)
{
    for (size_t i = 0; i < home->layers.count && ptl_ok(h->job); i++) {
        const ptl_grid_changes *list  = &home->layers.data[i];
        unsigned                paint = home->before->layers.data[i].field;

        if (list->count == 0 || paint >= GRMM_PAINTS)
            continue;
        own_layer(h, ptl_grmm_painted[paint]);
        if (paint == GRMM_PAINT_FLOOR)
            own_layer(h, PTL_GRMM_ORIENTATION);
        for (size_t k = 0; k < list->count && ptl_ok(h->job); k++)
            take_change(h, paint, &list->data[k]);
    }
}

/* ---- Properties ------------------------------------------------------------------------------ */

static bool take_text(ptl_job *job, ptl_str *to, ptl_str now)
{
    *to = ptl_grmm_copy_text(job, now.data, now.size);
    return true;
}

static int64_t number_in(ptl_job *job, ptl_str name, ptl_str now, int64_t least, int64_t most)
{
    const char *end   = now.data + now.size;
    int64_t     value = 0;
    char        shown[48];

    if (now.size == 0 || ptl_parse_i64(now.data, end, &value) != end || value < least ||
        value > most)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-value",
                 "the property %s is not a number from %lld to %lld",
                 ptl_quote(shown, sizeof shown, name.data, name.size), (long long)least,
                 (long long)most);
    return value;
}

static bool take_coordinates(ptl_job *job, ptl_grmm_coordinates *to, ptl_str name, ptl_str now)
{
    if (ptl_str_is(name, "grmm.origin"))
        to->origin = (uint8_t)number_in(job, name, now, 0, 1);
    else if (ptl_str_is(name, "grmm.rowStyle"))
        to->row_style = (uint8_t)number_in(job, name, now, 0, 1);
    else if (ptl_str_is(name, "grmm.columnStyle"))
        to->column_style = (uint8_t)number_in(job, name, now, 0, 1);
    else if (ptl_str_is(name, "grmm.rowStart"))
        to->row_start = (int16_t)number_in(job, name, now, INT16_MIN, INT16_MAX);
    else if (ptl_str_is(name, "grmm.columnStart"))
        to->column_start = (int16_t)number_in(job, name, now, INT16_MIN, INT16_MAX);
    else
        return false;
    return true;
}

bool ptl_grmm_take_property(ptl_job *job, ptl_grmm *map, ptl_grmm_level *level, ptl_str name,
                            ptl_str now)
{
    if (ptl_str_is(name, "grmm.location"))
        return take_text(job, &level->location, now);
    if (ptl_str_is(name, "grmm.name"))
        return take_text(job, &level->name, now);
    if (ptl_str_is(name, "grmm.notes"))
        return take_text(job, &level->remarks, now);
    if (ptl_str_is(name, "grmm.map.title"))
        return take_text(job, &map->title, now);
    if (ptl_str_is(name, "grmm.map.game"))
        return take_text(job, &map->game, now);
    if (ptl_str_is(name, "grmm.map.author"))
        return take_text(job, &map->author, now);
    if (ptl_str_is(name, "grmm.map.notes"))
        return take_text(job, &map->remarks, now);
    if (ptl_str_is(name, "grmm.elevation")) {
        level->elevation = (int16_t)number_in(job, name, now, -200, 200);
        return true;
    }
    return take_coordinates(job, &level->coordinates, name, now);
}

/* ---- The whole ------------------------------------------------------------------------------- */

static void take_level(ptl_job *job, ptl_grmm *map, ptl_grid_home *home)
{
    comer h = { job, map, &map->levels.data[home->map], home->map, 0 };

    take_cells(&h, home);
    for (size_t i = 0; i < home->before->properties.count && ptl_ok(job); i++)
        if (home->said[i])
            ptl_grmm_take_property(job, map, h.level, home->before->properties.data[i].name,
                                   ptl_grid_now(home, i));
    if (ptl_ok(job))
        ptl_grmm_take_objects(job, map, home, &home->any);
    ptl_find_count(job, PTL_LOSS, "grid-turn", h.turned,
                   "# {floor is|floors are} turned upside down, which version %u does not know",
                   map->version);
}

void ptl_grmm_home(ptl_job *job, void *native, ptl_grid_homes *homes, ptl_attachments *attached)
{
    ptl_grmm *map   = native;
    size_t    fresh = 0;

    (void)attached;
    for (size_t i = 0; i < homes->count && ptl_ok(job); i++) {
        if (!homes->data[i].before) {
            fresh++;
            continue;
        }
        take_level(job, map, &homes->data[i]);
        homes->any = homes->any || homes->data[i].any;
    }
    ptl_find_count(job, PTL_LOSS, "grid-ignored", fresh,
                   "# {map is|maps are} of no level of the base (grmm.level) and left out");
    if (ptl_ok(job))
        ptl_grmm_take_links(job, map, homes);
}

/* ---- Without a base -------------------------------------------------------------------------- */

static void begin_level(ptl_job *job, ptl_grmm_level *level, const ptl_grid_map *from, size_t index)
{
    ptl_str name = ptl_grid_said(&from->properties, "grmm.name");
    ptl_str text = ptl_grid_text(job, "Level %zu", index + 1);

    if (from->width < 2 || from->height < 2 || from->width > PTL_GRMM_MAX_SIDE + 1 ||
        from->height > PTL_GRMM_MAX_SIDE + 1) {
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-size",
                 "a level is 2 to %d cells each way with the row and column for its last walls, "
                 "and map %zu is %u x %u",
                 PTL_GRMM_MAX_SIDE + 1, index + 1, from->width, from->height);
        return;
    }
    name   = name.size > 0 ? name : text;
    *level = (ptl_grmm_level){ .location    = ptl_grmm_copy_text(job, name.data, name.size),
                               .name        = ptl_grmm_copy_text(job, "", 0),
                               .remarks     = ptl_grmm_copy_text(job, "", 0),
                               .rows        = from->height - 1,
                               .columns     = from->width - 1,
                               .coordinates = { .row_start = 1, .column_start = 1 },
                               .regions     = { .rows = 16, .columns = 16 } };
}

/* Levels are found by their order: a copy of the grid says so. */
static ptl_grid numbered(ptl_job *job, const ptl_grid *grid)
{
    ptl_grid out = *grid;

    PTL_COPY_LIST(job, out.maps);
    for (size_t i = 0; i < out.maps.count && ptl_ok(job); i++) {
        ptl_tiled_properties *p    = &out.maps.data[i].properties;
        ptl_tiled_property   *list = ptl_arena_array(job, (uint64_t)p->count + 1, sizeof *p->data);

        if (!list)
            return out;
        list[0] = (ptl_tiled_property){ .name  = { "grmm.level", 10 },
                                        .type  = { "int", 3 },
                                        .value = ptl_grid_text(job, "%zu", i) };
        if (p->count > 0)
            memcpy(list + 1, p->data, p->count * sizeof *list);
        *p = (ptl_tiled_properties){ list, p->count + 1 };
    }
    return out;
}

void ptl_grmm_from_grid(ptl_job *job, void *native, const void *hub, ptl_attachments *attached)
{
    const ptl_grid *grid  = hub;
    ptl_grmm       *map   = native;
    ptl_grid        fresh = { 0 }, now = numbered(job, grid);
    ptl_grid_homes  homes = { 0 };

    ptl_grmm_begin(job, map, "Untitled", "2000-01-01 00:00:00", 4);
    if (grid->maps.count > PTL_GRMM_MAX_LEVELS)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grmm-limit",
                 "%zu levels; a map has at most %d", grid->maps.count, PTL_GRMM_MAX_LEVELS);
    map->levels.data = ptl_arena_array(job, grid->maps.count, sizeof *map->levels.data);
    for (size_t i = 0; i < grid->maps.count && ptl_ok(job); i++)
        begin_level(job, &map->levels.data[map->levels.count++], &grid->maps.data[i], i);
    if (ptl_ok(job)) {
        map->state.list.open.count = ptl_grmm_open_count(map);
        map->state.list.open.data  = ptl_arena_take(job, map->state.list.open.count);
    }
    if (ptl_ok(job))
        ptl_grmm_to_grid(job, &fresh, map, &(ptl_files){ 0 });
    if (ptl_ok(job))
        ptl_grid_adopt(job, &homes, &fresh, &now, "grmm.level");
    if (ptl_ok(job))
        ptl_grmm_home(job, map, &homes, attached);
    ptl_find(job, PTL_LOSS, PTL_NOWHERE, "grid-invented",
             "the state of the editor and the date of the map are those of a new one");
}
