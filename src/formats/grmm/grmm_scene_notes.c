/* SPDX-License-Identifier: MIT */
/* What a map says beyond its solids, as JSON that travels with the scene: texts, regions, links,
 * and where everything that is not plain floor or wall is. */
#include "core/json.h"
#include "formats/grmm/grmm_solid.h"

static void put_text(ptl_buf *out, const char *key, ptl_str text)
{
    if (text.size == 0)
        return;
    ptl_put_format(out, ", \"%s\": ", key);
    ptl_scene_put_string(out, text);
}

static void put_number(ptl_buf *out, const char *key, long value)
{
    ptl_put_format(out, ", \"%s\": %ld", key, value);
}

ptl_str ptl_solid_note_extras(ptl_job *job, const ptl_grmm_note *note)
{
    ptl_buf     out  = ptl_buf_of(job, NULL);
    const char *kind = ptl_grmm_note_kind_name(note->kind);
    const char *icon = note->kind == PTL_GRMM_ICON ? ptl_grmm_icon_name(note->icon) : NULL;

    ptl_put_format(&out, "{ \"note\": \"%s\", \"row\": %u, \"column\": %u", kind ? kind : "unknown",
                   note->row, note->column);
    if (note->kind == PTL_GRMM_NUMBERED)
        put_number(&out, "number", note->index);
    if (note->kind == PTL_GRMM_NUMBERED || note->kind == PTL_GRMM_LABEL)
        put_number(&out, "color", note->color);
    put_text(&out, "id", note->id);
    if (icon)
        put_text(&out, "icon", ptl_scene_text(icon));
    put_text(&out, "text", note->text);
    ptl_put_text(&out, " }");
    return ptl_scene_keep(job, &out);
}

/* ---- Levels --------------------------------------------------------------------------------- */

static void put_regions(ptl_buf *out, const ptl_grmm_regions *regions)
{
    if (!regions->enabled && regions->list.count == 0)
        return;
    ptl_put_format(out,
                   ", \"regions\": { \"shown\": %s, \"rows\": %u, \"columns\": %u, \"list\": [",
                   regions->enabled ? "true" : "false", regions->rows, regions->columns);
    for (size_t i = 0; i < regions->list.count; i++) {
        const ptl_grmm_region *region = &regions->list.data[i];

        ptl_put_format(out, "%s{ \"row\": %u, \"column\": %u", i > 0 ? ", " : "", region->row,
                       region->column);
        put_text(out, "name", region->name);
        put_text(out, "notes", region->remarks);
        ptl_put_text(out, " }");
    }
    ptl_put_text(out, "] }");
}

typedef struct things { /* a list that is being put */
    ptl_buf    *out;
    const char *between;
} things;

/* A thing by its name; numbers without meaning have none. */
static bool begin_thing(things *t, const char *what, const char *name, uint32_t row,
                        uint32_t column)
{
    if (!name)
        return false;
    ptl_put_format(t->out, "%s{ \"%s\": \"%s\", \"row\": %lu, \"column\": %lu", t->between, what,
                   name, (unsigned long)row, (unsigned long)column);
    t->between = ", ";
    return true;
}

static void put_floor(things *t, const ptl_grmm *map, size_t level, uint32_t row, uint32_t column)
{
    ptl_grmm_cell cell = ptl_grmm_cell_at(map, level, row, column);

    if (cell.floor == PTL_GRMM_EMPTY || cell.floor == PTL_GRMM_BLANK ||
        !begin_thing(t, "floor", ptl_grmm_floor_name(cell.floor), row, column))
        return;
    if (cell.facing != PTL_GRMM_NOWHERE)
        ptl_put_format(t->out, ", \"facing\": \"%s\"", ptl_grmm_direction_name(cell.facing));
    ptl_put_text(t->out, " }");
}

static void put_wall(things *t, const ptl_grmm_level *level, bool north, uint32_t row,
                     uint32_t column)
{
    uint8_t wall = grmm_value(level, north ? PTL_GRMM_WALL_NORTH : PTL_GRMM_WALL_WEST,
                              grmm_index(level, row, column));

    if (wall == PTL_GRMM_NO_WALL || wall == PTL_GRMM_WALL ||
        !begin_thing(t, "wall", ptl_grmm_wall_name(wall), row, column))
        return;
    ptl_put_format(t->out, ", \"edge\": \"%s\" }", north ? "north" : "west");
}

static void put_things(ptl_buf *out, const ptl_grmm *map, size_t number)
{
    const ptl_grmm_level *level = &map->levels.data[number];
    things                t     = { out, "" };

    ptl_put_text(out, ", \"things\": [");
    for (uint32_t row = 0; row <= level->rows && ptl_ok(out->job); row++)
        for (uint32_t column = 0; column <= level->columns; column++) {
            put_floor(&t, map, number, row, column);
            if (column < level->columns)
                put_wall(&t, level, true, row, column);
            if (row < level->rows)
                put_wall(&t, level, false, row, column);
        }
    ptl_put_text(out, "]");
}

ptl_str ptl_solid_level_extras(ptl_job *job, const ptl_grmm *map, size_t number)
{
    const ptl_grmm_level *level = &map->levels.data[number];
    ptl_buf               out   = ptl_buf_of(job, NULL);

    ptl_put_format(&out, "{ \"elevation\": %d, \"rows\": %lu, \"columns\": %lu", level->elevation,
                   (unsigned long)level->rows, (unsigned long)level->columns);
    put_text(&out, "location", level->location);
    put_text(&out, "name", level->name);
    put_text(&out, "notes", level->remarks);
    put_regions(&out, &level->regions);
    put_things(&out, map, number);
    ptl_put_text(&out, " }");
    return ptl_scene_keep(job, &out);
}

/* ---- The map -------------------------------------------------------------------------------- */

static void put_link(ptl_buf *out, const ptl_grmm *map, const ptl_grmm_link *l)
{
    ptl_put_format(out,
                   "{ \"kind\": \"%s\", \"from\": { \"level\": %u, \"row\": %u, \"column\": %u }, "
                   "\"to\": { \"level\": %u, \"row\": %u, \"column\": %u } }",
                   ptl_grmm_link_kind_name(ptl_grmm_kind_of_link(map, l)), l->from_level,
                   l->from_row, l->from_column, l->to_level, l->to_row, l->to_column);
}

ptl_str ptl_solid_map_extras(ptl_job *job, const ptl_grmm *map)
{
    ptl_buf out = ptl_buf_of(job, NULL);

    ptl_put_text(&out, "{ \"format\": \"grmm\", \"axes\": \"x east, y up, z south\", \"cell\": 1");
    put_text(&out, "title", map->title);
    put_text(&out, "game", map->game);
    put_text(&out, "author", map->author);
    put_text(&out, "created", map->created);
    put_text(&out, "notes", map->remarks);
    ptl_put_text(&out, ", \"links\": [");
    for (size_t i = 0; i < map->links.count; i++) {
        ptl_put_text(&out, i > 0 ? ", " : "");
        put_link(&out, map, &map->links.data[i]);
    }
    ptl_put_text(&out, "] }");
    return ptl_scene_keep(job, &out);
}
