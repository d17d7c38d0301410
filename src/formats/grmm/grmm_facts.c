/* SPDX-License-Identifier: MIT */
/* A map the way a player thinks of it: the page of `info`, and its notes as text. */
#include <stdio.h>
#include <string.h>

#include "formats/grmm/grmm_private.h"

/* ---- The page ------------------------------------------------------------------------------- */

typedef struct level_fact {
    uint32_t number;
    ptl_str  name, size, holds;
} level_fact;

typedef struct link_fact {
    uint8_t  kind;
    uint32_t count;
    ptl_str  from, to;
} link_fact;

typedef struct note_counts {
    uint32_t comments, numbered, ids, icons, labels;
} note_counts;

typedef struct cell_counts {
    uint64_t all, floor, walls, trail;
} cell_counts;

typedef struct facts {
    uint16_t version;
    uint8_t  dialect;
    ptl_str  format, title, name, game, author, created, theme;
    struct {
        level_fact *data;
        size_t      count;
    } levels; /* in the order of display */
    struct {
        link_fact *data;
        size_t     count;
    } ways;
    uint32_t    links;
    note_counts notes;
    cell_counts cells;
    uint32_t    regions;
} facts;

#define SIZE(array) (sizeof(array) / sizeof *(array))

static const ptl_name dialects[] = { { GRMM_DIALECT_EDITOR, "editor" },
                                     { GRMM_DIALECT_DOCUMENT, "document" },
                                     { 0, "" } };

static const ptl_name link_names[] = { { PTL_GRMM_LINK_PIT, "pit" },
                                       { PTL_GRMM_LINK_TELEPORT, "teleport" },
                                       { PTL_GRMM_LINK_STAIRS, "stairs" },
                                       { PTL_GRMM_LINK_DOOR, "door" },
                                       { PTL_GRMM_LINK_STALE, "stale" },
                                       { PTL_GRMM_LINK_BROKEN, "broken" },
                                       { 0, "" } };

#define AT(field) .offset = offsetof(level_fact, field)
static const ptl_field level_fields[] = {
    { "number", "from 1, in the order of the editor, as --level takes it", PTL_KIND_U32, PTL_ONE,
      AT(number) },
    { "name", "location, level and elevation", PTL_KIND_TEXT, PTL_ONE, AT(name) },
    { "size", "columns by rows", PTL_KIND_TEXT, PTL_ONE, AT(size), .unit = PTL_UNIT_CELLS },
    { "holds", "how much is in it", PTL_KIND_TEXT, PTL_ONE, AT(holds) },
};
#undef AT
static const ptl_record level_record = { "a level", sizeof(level_fact), level_fields,
                                         SIZE(level_fields), .one_line = true };

#define AT(field) .offset = offsetof(link_fact, field)
static const ptl_field way_fields[] = {
    { "count", "links of this kind between the two", PTL_KIND_U32, PTL_ONE, AT(count) },
    { "kind", "what they are", PTL_KIND_U8, PTL_ONE, AT(kind), .names = link_names },
    { "from", "level they start in", PTL_KIND_TEXT, PTL_ONE, AT(from) },
    { "to", "level they end in", PTL_KIND_TEXT, PTL_ONE, AT(to) },
};
#undef AT
static const ptl_record way_record = { "links between two levels", sizeof(link_fact), way_fields,
                                       SIZE(way_fields), .one_line = true };

#define AT(field) .offset = offsetof(note_counts, field)
static const ptl_field note_fields[] = {
    { "comments", "text only", PTL_KIND_U32, PTL_ONE, AT(comments) },
    { "numbered", "with a number", PTL_KIND_U32, PTL_ONE, AT(numbered) },
    { "ids", "with a custom id", PTL_KIND_U32, PTL_ONE, AT(ids) },
    { "icons", "with a picture", PTL_KIND_U32, PTL_ONE, AT(icons) },
    { "labels", "text on the plan", PTL_KIND_U32, PTL_ONE, AT(labels) },
};
#undef AT
static const ptl_record note_record = { "notes", sizeof(note_counts), note_fields,
                                        SIZE(note_fields), .one_line = true };

#define AT(field) .offset = offsetof(cell_counts, field)
static const ptl_field cell_fields[] = {
    { "all", "rows times columns", PTL_KIND_U64, PTL_ONE, AT(all) },
    { "floor", "that are not empty", PTL_KIND_U64, PTL_ONE, AT(floor) },
    { "walls", "edges that have a wall of any kind", PTL_KIND_U64, PTL_ONE, AT(walls) },
    { "trail", "where the party has been", PTL_KIND_U64, PTL_ONE, AT(trail) },
};
#undef AT
static const ptl_record cell_record = { "cells", sizeof(cell_counts), cell_fields,
                                        SIZE(cell_fields), .one_line = true };

#define AT(field) .offset = offsetof(facts, field)
static const ptl_field facts_fields[] = {
    { "format", "always grmm", PTL_KIND_TEXT, PTL_ONE, AT(format) },
    { "title", "the format's name for people", PTL_KIND_TEXT, PTL_ONE, AT(title) },
    { "name", "title of the map", PTL_KIND_TEXT, PTL_ONE, AT(name) },
    { "game", "it is a map of", PTL_KIND_TEXT, PTL_ONE, AT(game), .optional = true },
    { "author", "who drew it", PTL_KIND_TEXT, PTL_ONE, AT(author), .optional = true },
    { "created", "local time", PTL_KIND_TEXT, PTL_ONE, AT(created) },
    { "version", "of the format", PTL_KIND_U16, PTL_ONE, AT(version) },
    { "dialect", "editor, or the letter of the document", PTL_KIND_U8, PTL_ONE, AT(dialect),
      .names = dialects, .optional = true },
    { "theme", "the editor shows it with", PTL_KIND_TEXT, PTL_ONE, AT(theme), .optional = true },
    { "levels", "by location and elevation", PTL_KIND_RECORD, PTL_LIST, AT(levels),
      .record = &level_record },
    { "ways", "links between levels", PTL_KIND_RECORD, PTL_LIST, AT(ways), .record = &way_record,
      .optional = true },
    { "links", "all together", PTL_KIND_U32, PTL_ONE, AT(links) },
    { "notes", "by kind", PTL_KIND_RECORD, PTL_ONE, AT(notes), .record = &note_record },
    { "regions", "that are in use", PTL_KIND_U32, PTL_ONE, AT(regions), .optional = true },
    { "cells", "of all levels", PTL_KIND_RECORD, PTL_ONE, AT(cells), .record = &cell_record },
};
#undef AT
const ptl_record ptl_grmm_facts_record = { "a Gridmonger map", sizeof(facts), facts_fields,
                                           SIZE(facts_fields) };

/* ---- Counting ------------------------------------------------------------------------------- */

static size_t count_in(const ptl_grmm_level *level, ptl_grmm_layer layer, uint32_t rows,
                       uint32_t columns)
{
    size_t count = 0;

    for (uint32_t row = 0; level->layer[layer].count > 0 && row < rows; row++)
        for (uint32_t column = 0; column < columns; column++)
            count += level->layer[layer].data[grmm_index(level, row, column)] != 0;
    return count;
}

static void count_cells(const ptl_grmm_level *level, cell_counts *out)
{
    uint32_t rows = level->rows, columns = level->columns;

    out->all += (uint64_t)rows * columns;
    out->floor += count_in(level, PTL_GRMM_FLOOR, rows, columns);
    out->trail += count_in(level, PTL_GRMM_TRAIL, rows, columns);
    out->walls += count_in(level, PTL_GRMM_WALL_NORTH, rows + 1, columns) +
                  count_in(level, PTL_GRMM_WALL_WEST, rows, columns + 1);
}

static void count_notes(const ptl_grmm_level *level, note_counts *out)
{
    uint32_t *counts[] = { &out->comments, &out->numbered, &out->ids, &out->icons, &out->labels };

    for (size_t i = 0; i < level->notes.count; i++)
        ++*counts[level->notes.data[i].kind];
}

static ptl_str text_of(ptl_job *job, const char *text)
{
    size_t size = strlen(text);
    char  *copy = ptl_arena_raw(job, size);

    if (copy && size > 0)
        memcpy(copy, text, size);
    return (ptl_str){ copy, copy ? size : 0 };
}

static ptl_str level_name(ptl_job *job, const ptl_grmm_level *level)
{
    size_t size = ptl_grmm_level_name(NULL, 0, level);
    char  *name = ptl_arena_raw(job, size + 1);

    if (name)
        ptl_grmm_level_name(name, size + 1, level);
    return (ptl_str){ name, name ? strlen(name) : 0 };
}

static level_fact level_facts(ptl_job *job, const ptl_grmm *map, size_t number)
{
    const ptl_grmm_level *level  = &map->levels.data[number];
    level_fact            fact   = { 0 };
    note_counts           counts = { 0 };
    char                  text[64];
    uint32_t              notes;

    count_notes(level, &counts);
    notes     = (uint32_t)level->notes.count - counts.labels;
    fact.name = level_name(job, level);
    snprintf(text, sizeof text, "%lu x %lu", (unsigned long)level->columns,
             (unsigned long)level->rows);
    fact.size = text_of(job, text);
    snprintf(text, sizeof text, "%lu %s, %lu %s", (unsigned long)notes,
             notes == 1 ? "note" : "notes", (unsigned long)counts.labels,
             counts.labels == 1 ? "label" : "labels");
    fact.holds = text_of(job, text);
    return fact;
}

static uint32_t *display_order(ptl_job *job, const ptl_grmm *map)
{
    uint32_t *order = ptl_arena_array(job, map->levels.count, sizeof *order);

    if (order)
        ptl_grmm_sort_levels(map, order);
    return order;
}

static void list_levels(ptl_job *job, const ptl_grmm *map, facts *out)
{
    uint32_t *order = display_order(job, map);

    out->levels.data = ptl_arena_array(job, map->levels.count, sizeof *out->levels.data);
    for (size_t i = 0; order && out->levels.data && i < map->levels.count; i++) {
        const ptl_grmm_level *level = &map->levels.data[i];

        out->levels.data[i]        = level_facts(job, map, order[i]);
        out->levels.data[i].number = (uint32_t)(i + 1);
        count_notes(level, &out->notes);
        count_cells(level, &out->cells);
        if (level->regions.enabled) /* others are what the editor remembers of a setting */
            out->regions += (uint32_t)level->regions.list.count;
    }
    out->levels.count = ptl_ok(job) ? map->levels.count : 0;
}

static ptl_str end_name(ptl_job *job, const ptl_grmm *map, uint16_t level)
{
    char text[40];

    if (level < map->levels.count)
        return level_name(job, &map->levels.data[level]);
    snprintf(text, sizeof text, "level %lu, which does not exist", level + 1UL);
    return text_of(job, text);
}

/* Links of one kind between the same two levels are one line: sorted, they stand together. */
static void list_ways(ptl_job *job, const ptl_grmm *map, facts *out)
{
    ptl_grmm_links pairs = { .count = map->links.count };

    pairs.data     = ptl_arena_array(job, pairs.count, sizeof *pairs.data);
    out->ways.data = ptl_arena_array(job, pairs.count, sizeof *out->ways.data);
    if (!pairs.data || !out->ways.data)
        return;
    for (size_t i = 0; i < pairs.count; i++) {
        const ptl_grmm_link *l = &map->links.data[i];

        pairs.data[i] =
            (ptl_grmm_link){ l->from_level, l->to_level, (uint16_t)ptl_grmm_kind_of_link(map, l) };
    }
    ptl_grmm_sort_links(&pairs);
    for (size_t i = 0; i < pairs.count && ptl_ok(job); i++) {
        const ptl_grmm_link *p = &pairs.data[i], *last = i > 0 ? p - 1 : p;

        if (i > 0 && p->from_level == last->from_level && p->from_row == last->from_row &&
            p->from_column == last->from_column) {
            out->ways.data[out->ways.count - 1].count++;
            continue;
        }
        out->ways.data[out->ways.count++] = (link_fact){ .kind  = (uint8_t)p->from_column,
                                                         .count = 1,
                                                         .from  = end_name(job, map, p->from_level),
                                                         .to    = end_name(job, map, p->from_row) };
    }
}

void *ptl_grmm_facts(ptl_job *job, const void *native)
{
    const ptl_grmm *map = native;
    facts          *out = ptl_arena_take(job, sizeof *out);

    if (!out)
        return NULL;
    out->version = map->version;
    out->dialect = map->dialect;
    out->format  = ptl_scene_text("grmm");
    out->title   = ptl_scene_text(ptl_format_grmm.info.title);
    out->name    = map->title;
    out->game    = map->game;
    out->author  = map->author;
    out->created = map->created;
    out->theme   = map->state.display.theme;
    out->links   = (uint32_t)map->links.count;
    list_levels(job, map, out);
    list_ways(job, map, out);
    return ptl_ok(job) ? out : NULL;
}

/* ---- Notes as text -------------------------------------------------------------------------- */

/* Text of a file, made fit for a terminal. */
static void put_quoted(ptl_job *job, ptl_buf *out, const char *data, size_t size)
{
    size_t room  = 4 * size + 8;
    char  *shown = ptl_resize(job, NULL, 0, room);

    if (!shown)
        return;
    ptl_put_text(out, ptl_quote(shown, room, data, size));
    ptl_resize(job, shown, room, 0);
}

/* Line by line; further lines are indented below the first. */
static void put_lines(ptl_job *job, ptl_buf *out, ptl_str text)
{
    for (size_t at = 0; at < text.size && ptl_ok(job);) {
        const char *end  = memchr(text.data + at, '\n', text.size - at);
        size_t      size = end ? (size_t)(end - text.data) - at : text.size - at;
        size_t      cut  = size > 0 && text.data[at + size - 1] == '\r';

        if (at > 0)
            ptl_put_text(out, "\n    ");
        put_quoted(job, out, text.data + at, size - cut);
        at += size + 1;
    }
}

static void put_mark(ptl_job *job, ptl_buf *out, const ptl_grmm_note *note)
{
    const char *icon = ptl_grmm_icon_name(note->icon);

    if (note->kind == PTL_GRMM_NUMBERED)
        ptl_put_format(out, " %u.", note->index);
    if (note->kind == PTL_GRMM_CUSTOM_ID) {
        ptl_put_text(out, " ");
        put_quoted(job, out, note->id.data, note->id.size);
        ptl_put_text(out, note->text.size > 0 ? ":" : "");
    }
    if (note->kind == PTL_GRMM_ICON && icon)
        ptl_put_format(out, " [%s]", icon);
    else if (note->kind == PTL_GRMM_ICON)
        ptl_put_format(out, " [icon %u]", note->icon);
}

static void put_note(ptl_job *job, ptl_buf *out, const ptl_grmm *map, size_t level,
                     const ptl_grmm_note *note, const char *inset)
{
    char where[32];

    ptl_grmm_cell_name(where, map, (ptl_grmm_place){ (uint16_t)level, note->row, note->column });
    ptl_put_format(out, "%s(%s)", inset, where);
    put_mark(job, out, note);
    ptl_put_text(out, note->text.size > 0 ? " " : "");
    put_lines(job, out, note->text);
    ptl_put_char(out, '\n');
}

/* Where coordinates begin anew in every region, its name stands above its notes. */
static void put_list(ptl_job *job, ptl_buf *out, const grmm_region_index *titles, size_t index)
{
    const ptl_grmm       *map     = titles->map;
    const ptl_grmm_level *level   = &map->levels.data[index];
    uint32_t             *order   = ptl_grmm_list_notes(job, map, index);
    bool                  regions = ptl_grmm_lists_by_region(level);
    const ptl_grmm_note  *last    = NULL;

    for (size_t i = 0; order && i < level->notes.count && ptl_ok(job); i++) {
        const ptl_grmm_note *note = &level->notes.data[order[i]];
        ptl_grmm_place       at   = { (uint16_t)index, note->row, note->column };
        char                 title[GRMM_TITLE];

        if (note->kind == PTL_GRMM_LABEL)
            continue;
        if (regions && (!last || !ptl_grmm_same_region(map, index, last, note)))
            ptl_put_format(out, "  %s\n", ptl_grmm_region_title(title, titles, at));
        last = note;
        put_note(job, out, map, index, note, regions ? "    " : "  ");
    }
}

static void put_level_notes(ptl_job *job, ptl_buf *out, const grmm_region_index *titles,
                            size_t index)
{
    const ptl_grmm_level *level = &titles->map->levels.data[index];
    ptl_str               name  = level_name(job, level);

    if (!name.data)
        return;
    ptl_put_char(out, '\n');
    put_quoted(job, out, name.data, name.size);
    ptl_put_char(out, '\n');
    if (level->remarks.size > 0) {
        ptl_put_text(out, "    ");
        put_lines(job, out, level->remarks);
        ptl_put_char(out, '\n');
    }
    put_list(job, out, titles, index);
}

static bool has_notes(const ptl_grmm_level *level)
{
    note_counts counts = { 0 };

    count_notes(level, &counts);
    return level->notes.count > counts.labels || level->remarks.size > 0;
}

void ptl_grmm_notes_page(ptl_job *job, ptl_buf *out, const void *native)
{
    const ptl_grmm   *map    = native;
    uint32_t         *order  = display_order(job, map);
    grmm_region_index titles = ptl_grmm_index_regions(job, map);

    put_quoted(job, out, map->title.data, map->title.size);
    ptl_put_char(out, '\n');
    if (map->remarks.size > 0) {
        ptl_put_text(out, "    ");
        put_lines(job, out, map->remarks);
        ptl_put_char(out, '\n');
    }
    for (size_t i = 0; order && i < map->levels.count && ptl_ok(job); i++)
        if (has_notes(&map->levels.data[order[i]]))
            put_level_notes(job, out, &titles, order[i]);
}
