/* SPDX-License-Identifier: MIT */
/* Notes, labels, links and regions of dungeons as objects for Tiled. */
#include <stdio.h>

#include "formats/grmm/grmm_grid.h"

enum { SIDE = PTL_GRID_SIDE, INDENT = 7, MOST = 8 }; /* properties of an object */

static ptl_str word(const char *text)
{
    return (ptl_str){ text, strlen(text) };
}

static void say(ptl_tiled_object *o, const char *name, const char *type, ptl_str value)
{
    o->properties.data[o->properties.count++] =
        (ptl_tiled_property){ .name = word(name), .type = word(type), .value = value };
}

static void say_number(ptl_job *job, ptl_tiled_object *o, const char *name, size_t value)
{
    say(o, name, "int", ptl_grid_text(job, "%zu", value));
}

/* An object of a list that has room for it, with room for its properties. */
static ptl_tiled_object *add(ptl_job *job, ptl_tiled_objects *list, uint32_t row, uint32_t column,
                             ptl_tiled_shape shape)
{
    ptl_tiled_object *o = &list->data[list->count];

    *o                 = (ptl_tiled_object){ .name    = { "", 0 },
                                             .type    = { "", 0 },
                                             .pattern = { "", 0 },
                                             .text    = { "", 0 },
                                             .x       = (double)column * SIDE + SIDE / 2,
                                             .y       = (double)row * SIDE + SIDE / 2,
                                             .visible = true,
                                             .shape   = (uint8_t)shape };
    o->properties.data = ptl_arena_array(job, MOST, sizeof *o->properties.data);
    if (!o->properties.data)
        return NULL;
    list->count++;
    return o;
}

static void add_label(ptl_job *job, ptl_tiled_objects *list, const ptl_grmm_note *note, size_t n)
{
    ptl_tiled_object *o = add(job, list, note->row, note->column, PTL_TILED_LABEL);

    if (!o)
        return;
    o->x      = (double)note->column * SIDE + INDENT;
    o->y      = (double)note->row * SIDE;
    o->width  = 4 * SIDE;
    o->height = SIDE;
    o->type   = word("label");
    o->text   = note->text;
    say_number(job, o, "color", note->color);
    say_number(job, o, "n", n);
}

static void add_note(ptl_job *job, ptl_tiled_objects *list, const ptl_grmm_note *note, size_t n)
{
    static const char kinds[4][8] = { "comment", "number", "id", "icon" };
    ptl_tiled_object *o           = add(job, list, note->row, note->column, PTL_TILED_POINT);
    const char       *icon        = ptl_grmm_icon_name(note->icon);

    if (!o)
        return;
    o->type = word(kinds[note->kind & 3]);
    if (note->kind == PTL_GRMM_NUMBERED)
        o->name = ptl_grid_text(job, "%u", note->index);
    else if (note->kind == PTL_GRMM_CUSTOM_ID)
        o->name = note->id;
    else if (note->kind == PTL_GRMM_ICON && icon)
        o->name = word(icon);
    say(o, "text", "string", note->text);
    say_number(job, o, "n", n);
    if (note->kind == PTL_GRMM_NUMBERED) {
        say_number(job, o, "color", note->color);
        say_number(job, o, "index", note->index);
    }
    if (note->kind == PTL_GRMM_CUSTOM_ID)
        say(o, "id", "string", note->id);
    if (note->kind == PTL_GRMM_ICON)
        say_number(job, o, "icon", note->icon);
}

static ptl_tiled_objects *begin(ptl_job *job, ptl_grid_map *to, const char *name, unsigned field,
                                size_t most)
{
    ptl_grid_layer *layer = ptl_grid_add_layer(job, to, name, PTL_TILED_OBJECT_LAYER);

    if (!layer)
        return NULL;
    layer->field           = field;
    layer->is.objects.data = ptl_arena_array(job, most, sizeof *layer->is.objects.data);
    return layer->is.objects.data ? &layer->is.objects : NULL;
}

static void add_links(ptl_job *job, ptl_grid_map *to, const ptl_grmm *map, size_t level)
{
    size_t             count = 0;
    ptl_tiled_objects *list;

    for (size_t i = 0; i < map->links.count; i++)
        count += map->links.data[i].from_level == level;
    list = begin(job, to, "links", GRMM_LINKS_LAYER, count);
    for (size_t i = 0; i < map->links.count && list && ptl_ok(job); i++) {
        const ptl_grmm_link *link = &map->links.data[i];
        ptl_tiled_object    *o;

        if (link->from_level != level)
            continue;
        o = add(job, list, link->from_row, link->from_column, PTL_TILED_POINT);
        if (!o)
            return;
        o->type = word(ptl_grmm_link_kind_name(ptl_grmm_kind_of_link(map, link)));
        say_number(job, o, "n", i);
        say(o, "to", "string",
            ptl_grid_text(job, "%u:%u,%u", link->to_level, link->to_row, link->to_column));
    }
}

static void add_regions(ptl_job *job, ptl_grid_map *to, const ptl_grmm_level *level)
{
    const ptl_grmm_regions *regions = &level->regions;
    uint32_t                across  = ptl_grmm_region_columns(level);
    ptl_tiled_objects      *list;

    if (!regions->enabled || regions->list.count == 0 || across == 0)
        return;
    list = begin(job, to, "regions", GRMM_REGIONS_LAYER, regions->list.count);
    if (!list)
        return;
    to->layers.data[to->layers.count - 1].is.locked = true;
    for (size_t i = 0; i < regions->list.count && ptl_ok(job); i++) {
        const ptl_grmm_region *region = &regions->list.data[i];
        ptl_tiled_object      *o      = add(job, list, 0, 0, PTL_TILED_RECTANGLE);

        if (!o)
            return;
        o->x      = (double)region->column * regions->columns * SIDE;
        o->y      = (double)region->row * regions->rows * SIDE;
        o->width  = (double)regions->columns * SIDE;
        o->height = (double)regions->rows * SIDE;
        o->name   = region->name;
        o->type   = word("region");
        say(o, "notes", "string", region->remarks);
        say_number(job, o, "n", i);
    }
}

void ptl_grmm_add_objects(ptl_job *job, ptl_grid_map *to, const ptl_grmm *map, size_t level)
{
    const ptl_grmm_level *from = &map->levels.data[level];
    ptl_tiled_objects    *list = begin(job, to, "notes", GRMM_NOTES_LAYER, from->notes.count);

    for (size_t i = 0; i < from->notes.count && list && ptl_ok(job); i++)
        if (from->notes.data[i].kind != PTL_GRMM_LABEL)
            add_note(job, list, &from->notes.data[i], i);
    list = ptl_ok(job) ? begin(job, to, "labels", GRMM_LABELS_LAYER, from->notes.count) : NULL;
    for (size_t i = 0; i < from->notes.count && list && ptl_ok(job); i++)
        if (from->notes.data[i].kind == PTL_GRMM_LABEL)
            add_label(job, list, &from->notes.data[i], i);
    if (ptl_ok(job))
        add_links(job, to, map, level);
    if (ptl_ok(job))
        add_regions(job, to, from);
}
