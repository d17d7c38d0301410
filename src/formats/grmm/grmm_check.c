/* SPDX-License-Identifier: MIT */
/* What is odd or wrong in a map: texts, cells, regions, notes and state. Links and ways are checked
 * in grmm_check_links.c. */
#include <string.h>

#include "core/bytes.h"
#include "core/utf8.h"
#include "core/words.h"
#include "formats/grmm/grmm_private.h"

/* ---- Texts ---------------------------------------------------------------------------------- */

size_t ptl_grmm_characters(ptl_str text)
{
    size_t   count = 0, at = 0;
    uint32_t code;

    for (; at < text.size; count++) {
        size_t size = ptl_utf8_decode(text.data + at, text.size - at, &code);

        at += size > 0 ? size : 1;
    }
    return count;
}

#define WHOLE SIZE_MAX

/* A field of the whole map, of a level, or of something in a list of a level. */
typedef struct spot {
    size_t      level;
    const char *list;
    size_t      index;
    const char *field;
} spot;

static void name_spot(ptl_job *job, spot s)
{
    if (s.list)
        ptl_path(job, "levels[%zu]/%s[%zu]/%s", s.level, s.list, s.index, s.field);
    else if (s.level != WHOLE)
        ptl_path(job, "levels[%zu]/%s", s.level, s.field);
    else
        ptl_path(job, "%s", s.field);
}

/* `at` is where the thing the text belongs to stands. */
static void check_text(ptl_job *job, spot where, ptl_str text, size_t low, size_t high, uint64_t at,
                       const char *what)
{
    size_t count = ptl_grmm_characters(text);

    if (count < low || count > high)
        PTL_FIND(job, PTL_ERROR, name_spot(job, where), at, "grmm-text",
                 "characters in %s: %zu; allowed: %zu to %zu", what, count, low, high);
}

static bool is_time(ptl_str text)
{
    static const char shape[] = "0000-00-00 00:00:00";

    if (text.size != sizeof shape - 1)
        return false;
    for (size_t i = 0; i < text.size; i++)
        if (shape[i] == '0' ? text.data[i] < '0' || text.data[i] > '9' : text.data[i] != shape[i])
            return false;
    return true;
}

static void check_map_texts(ptl_job *job, const ptl_grmm *map)
{
    check_text(job, (spot){ WHOLE, NULL, 0, "title" }, map->title, 1, 100, map->at, "the title");
    check_text(job, (spot){ WHOLE, NULL, 0, "game" }, map->game, 0, 100, map->at,
               "the name of the game");
    check_text(job, (spot){ WHOLE, NULL, 0, "author" }, map->author, 0, 100, map->at, "the author");
    check_text(job, (spot){ WHOLE, NULL, 0, "notes" }, map->remarks, 0, 8000, map->at, "the notes");
    ptl_path(job, "created");
    if (!is_time(map->created))
        ptl_find(job, map->created.size == 19 ? PTL_WARNING : PTL_ERROR, map->at, "grmm-time",
                 "the time of creation is not written as YYYY-MM-DD HH:MM:SS");
    job->path[0] = 0;
}

/* ---- Cells ---------------------------------------------------------------------------------- */

/* How far the runs of a layer were followed. Cells are asked for in their order. */
typedef struct runs {
    uint64_t next;  /* run, or 0 */
    size_t   count; /* of cells before it */
} runs;

/* The byte a cell's value comes from, where the source is kept. */
static uint64_t place_of_cell(const ptl_job *job, const ptl_grmm *map, const ptl_grmm_level *level,
                              int layer, size_t index, runs *passed)
{
    uint64_t first = level->layer_at[layer], end;

    if (map->dialect == GRMM_DIALECT_DOCUMENT || first == 0 || first + 5 > job->source.size ||
        job->source.data[first] != 1)
        return first > 0 ? first : PTL_NOWHERE;
    end = first + 5 + ptl_load_u32le(job->source.data + first + 1);
    if (passed->next == 0)
        passed->next = first + 5;
    while (passed->count <= index && passed->next < end && passed->next < job->source.size) {
        uint8_t head = job->source.data[passed->next];

        passed->count += head < 0x80 ? 1 : (size_t)(head & 0x7F) + 1;
        passed->next += head < 0x80 ? 1 : 2;
    }
    return passed->count > index ? passed->next - 1 : first;
}

/* The editor asks only whether some version has a value. */
static bool is_known(ptl_grmm_layer layer, uint8_t value)
{
    for (uint16_t version = 1; version <= 4; version++)
        if (ptl_grmm_is_legal(version, layer, value))
            return true;
    return false;
}

static void report_value(ptl_job *job, const ptl_grmm *map, size_t index, int layer, size_t at,
                         runs *passed, const char *rule)
{
    const ptl_grmm_level *level = &map->levels.data[index];
    uint8_t               value = level->layer[layer].data[at];
    unsigned              since = layer == PTL_GRMM_FLOOR ? ptl_grmm_floor_since(value) : 0;
    uint64_t              where;

    if (!ptl_wants(job, PTL_ERROR, rule))
        return;
    where = place_of_cell(job, map, level, layer, at, passed);
    ptl_path(job, "levels[%zu]/%s[%zu,%zu]", index, ptl_grmm_layer_names[layer],
             at % (level->columns + 1), at / (level->columns + 1));
    if (since > map->version)
        ptl_find(job, PTL_ERROR, where, rule, "floor is %u (%s), which version %u lacks", value,
                 ptl_grmm_floor_name(value), map->version);
    else
        ptl_find(job, PTL_ERROR, where, rule, "%s is %u, which has no meaning in version %u",
                 ptl_grmm_layer_names[layer], value, map->version);
}

static void check_cells(ptl_job *job, const ptl_grmm *map, size_t index)
{
    const ptl_grmm_level *level = &map->levels.data[index];

    for (int layer = 0; layer < PTL_GRMM_LAYERS; layer++) {
        bool legal[256];
        runs passed = { 0 };

        for (unsigned v = 0; v < 256; v++)
            legal[v] = ptl_grmm_is_legal(map->version, (ptl_grmm_layer)layer, (uint8_t)v);
        for (size_t i = 0; i < level->layer[layer].count; i++) {
            uint8_t value = level->layer[layer].data[i];

            if (!legal[value])
                report_value(job, map, index, layer, i, &passed,
                             !job->judging || !is_known((ptl_grmm_layer)layer, value) ? "grmm-cell"
                             : layer == PTL_GRMM_FLOOR && value == PTL_GRMM_ONE_WAY_BACK
                                 ? "engine-one-way"
                                 : "engine-cell");
        }
    }
}

/* ---- Regions -------------------------------------------------------------------------------- */

static void name_region(ptl_job *job, size_t level, size_t index)
{
    ptl_path(job, "levels[%zu]/regions/list[%zu]", level, index);
}

static void check_region_places(ptl_job *job, const ptl_grmm_level *level, size_t index)
{
    size_t   across = ptl_grmm_region_columns(level);
    size_t   grid   = across * ptl_grmm_region_rows(level);
    uint8_t *taken  = grid <= UINT16_MAX ? ptl_arena_take(job, grid) : NULL;

    for (size_t i = 0; i < level->regions.list.count && ptl_ok(job); i++) {
        const ptl_grmm_region *r = &level->regions.list.data[i];

        if (r->column >= across || r->row >= ptl_grmm_region_rows(level))
            PTL_FIND(job, PTL_ERROR, name_region(job, index, i), r->at, "grmm-region",
                     "place %u, %u is outside of the grid of regions", r->row, r->column);
        else if (taken && taken[r->row * across + r->column])
            PTL_FIND(job, PTL_ERROR, name_region(job, index, i), r->at, "grmm-region",
                     "place %u, %u has a region already", r->row, r->column);
        else if (taken)
            taken[r->row * across + r->column] = 1;
        check_text(job, (spot){ index, "regions/list", i, "name" }, r->name, 1, 100, r->at,
                   "the name of the region");
        check_text(job, (spot){ index, "regions/list", i, "notes" }, r->remarks, 0, 8000, r->at,
                   "the notes of the region");
    }
}

static void check_regions(ptl_job *job, const ptl_grmm_level *level, size_t index)
{
    size_t count = level->regions.list.count;
    size_t grid  = (size_t)ptl_grmm_region_columns(level) * ptl_grmm_region_rows(level);

    if (count > 0 && count != grid)
        PTL_FIND(job, PTL_ERROR, ptl_path(job, "levels[%zu]/regions/list", index), level->at,
                 "grmm-region-count", "%zu regions; allowed: none or one for each of %zu places",
                 count, grid);
    check_region_places(job, level, index);
}

/* ---- Notes ---------------------------------------------------------------------------------- */

static bool is_plain(uint8_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static void check_note_texts(ptl_job *job, const ptl_grmm_note *note, size_t level, size_t index)
{
    bool may_be_empty = note->kind == PTL_GRMM_CUSTOM_ID || note->kind == PTL_GRMM_ICON;
    bool plain        = true;

    check_text(job, (spot){ level, "annotations", index, "text" }, note->text, may_be_empty ? 0 : 1,
               4000, note->at, "the text");
    if (note->kind != PTL_GRMM_CUSTOM_ID)
        return;
    check_text(job, (spot){ level, "annotations", index, "id" }, note->id, 1, 2, note->at,
               "the custom id");
    for (size_t i = 0; i < note->id.size; i++)
        plain = plain && is_plain((uint8_t)note->id.data[i]);
    if (!plain)
        PTL_FIND(job, PTL_WARNING, name_spot(job, (spot){ level, "annotations", index, "id" }),
                 note->at, "grmm-id", "a custom id is made of letters and digits only");
}

static void name_note(ptl_job *job, size_t level, size_t index)
{
    ptl_path(job, "levels[%zu]/annotations[%zu]", level, index);
}

static void check_note_place(ptl_job *job, const grmm_region_index *regions, size_t index,
                             size_t number)
{
    const ptl_grmm_level *level = &regions->map->levels.data[index];
    const ptl_grmm_note  *note  = &level->notes.data[number];
    ptl_grmm_place        place = { (uint16_t)index, note->row, note->column };
    char                  where[GRMM_PLACE];
    uint8_t               floor;

    if (note->row >= level->rows || note->column >= level->columns) {
        PTL_FIND(job, PTL_ERROR, name_note(job, index, number), note->at, "grmm-note-place",
                 "row %u, column %u is outside of the level", note->row, note->column);
        return;
    }
    floor = grmm_value(level, PTL_GRMM_FLOOR, grmm_index(level, note->row, note->column));
    if (floor == PTL_GRMM_EMPTY && note->kind != PTL_GRMM_LABEL)
        PTL_FIND(job, PTL_WARNING, name_note(job, index, number), note->at, "grmm-note-floor",
                 "a note on an empty cell, %s", ptl_grmm_place_text(where, regions, place));
    else if (floor != PTL_GRMM_BLANK && note->kind >= PTL_GRMM_NUMBERED &&
             note->kind <= PTL_GRMM_ICON && ptl_grmm_floor_name(floor))
        PTL_FIND(job, PTL_WARNING, name_note(job, index, number), note->at, "grmm-note-floor",
                 "numbers, ids and icons go on blank floor; %s has \"%s\"",
                 ptl_grmm_place_text(where, regions, place), ptl_grmm_floor_name(floor));
}

/* In reading order: cells with two notes, and numbers that are not 1, 2, 3. */
static void check_note_order(ptl_job *job, const grmm_region_index *regions, size_t index)
{
    const ptl_grmm_level *level = &regions->map->levels.data[index];
    const ptl_grmm_notes *notes = &level->notes;
    uint32_t             *order = ptl_arena_array(job, notes->count, sizeof *order);
    unsigned              next  = 1;

    if (!order)
        return;
    ptl_grmm_reading_order(order, level);
    for (size_t i = 0; i < notes->count; i++) {
        const ptl_grmm_note *note  = &notes->data[order[i]];
        const ptl_grmm_note *last  = i > 0 ? &notes->data[order[i - 1]] : NULL;
        ptl_grmm_place       place = { (uint16_t)index, note->row, note->column };
        char                 where[GRMM_PLACE];

        if (last && last->row == note->row && last->column == note->column)
            PTL_FIND(job, PTL_WARNING, name_note(job, index, order[i]), note->at,
                     "grmm-note-double", "%s has a note already; the later counts",
                     ptl_grmm_place_text(where, regions, place));
        if (note->kind == PTL_GRMM_NUMBERED && note->index != next++)
            PTL_FIND(job, PTL_WARNING,
                     name_spot(job, (spot){ index, "annotations", order[i], "index" }), note->at,
                     "grmm-note-number", "number is %u at %s, in reading order it is %u",
                     note->index, ptl_grmm_place_text(where, regions, place), next - 1);
    }
}

static void check_notes(ptl_job *job, const grmm_region_index *regions, size_t index)
{
    const ptl_grmm_level *level = &regions->map->levels.data[index];

    if (level->notes.count > PTL_GRMM_MAX_NOTES)
        PTL_FIND(job, PTL_ERROR, ptl_path(job, "levels[%zu]/annotations", index), level->at,
                 "grmm-limit", "%zu notes; allowed: at most %d", level->notes.count,
                 PTL_GRMM_MAX_NOTES);
    for (size_t i = 0; i < level->notes.count; i++) {
        check_note_texts(job, &level->notes.data[i], index, i);
        check_note_place(job, regions, index, i);
    }
    check_note_order(job, regions, index);
}

/* ---- Levels --------------------------------------------------------------------------------- */

static void check_level(ptl_job *job, const grmm_region_index *regions, size_t index)
{
    const ptl_grmm_level *level = &regions->map->levels.data[index];

    check_text(job, (spot){ index, NULL, 0, "location" }, level->location, 1, 100, level->at,
               "the name of the location");
    check_text(job, (spot){ index, NULL, 0, "name" }, level->name, 0, 100, level->at,
               "the name of the level");
    check_text(job, (spot){ index, NULL, 0, "notes" }, level->remarks, 0, 8000, level->at,
               "the notes of the level");
    check_cells(job, regions->map, index);
    check_regions(job, level, index);
    check_notes(job, regions, index);
}

/* Sorted, levels of the same full name stand together. */
static void check_level_names(ptl_job *job, const ptl_grmm *map)
{
    uint32_t *order = ptl_arena_array(job, map->levels.count, sizeof *order);

    if (!order)
        return;
    ptl_grmm_sort_levels(map, order);
    for (size_t i = 1; i < map->levels.count; i++) {
        const ptl_grmm_level *a = &map->levels.data[order[i - 1]];
        const ptl_grmm_level *b = &map->levels.data[order[i]];

        if (a->elevation != b->elevation || !ptl_str_same(a->location, b->location) ||
            !ptl_str_same(a->name, b->name))
            continue;
        PTL_FIND(job, PTL_WARNING, ptl_path(job, "levels[%lu]", (unsigned long)order[i]), b->at,
                 "grmm-level-name", "another level has the same location, name and elevation");
    }
}

/* ---- State ---------------------------------------------------------------------------------- */

bool ptl_grmm_is_theme_name(ptl_str name)
{
    const char *ends = " .";

    for (size_t i = 0; i < name.size; i++)
        if (!name.data[i] || strchr("/\\:*?\"<>|^", name.data[i]))
            return false;
    return name.size == 0 ||
           (!strchr(ends, name.data[0]) && !strchr(ends, name.data[name.size - 1]));
}

static void check_view(ptl_job *job, const ptl_grmm *map)
{
    const ptl_grmm_display *d = &map->state.display;
    const ptl_grmm_level   *level;

    if (map->levels.count == 0)
        return;
    ptl_path(job, "state/display/level");
    if (d->level >= map->levels.count) {
        ptl_find(job, PTL_ERROR, map->state.at, "grmm-view", "level %u does not exist", d->level);
        return;
    }
    level = &map->levels.data[d->level];
    ptl_path(job, "state/display");
    if (d->cursor_row >= level->rows || d->cursor_column >= level->columns ||
        d->view_row >= level->rows || d->view_column >= level->columns)
        ptl_find(job, PTL_ERROR, map->state.at, "grmm-view",
                 "the cursor or the view is outside of the level");
    job->path[0] = 0;
}

static void check_state(ptl_job *job, const ptl_grmm *map)
{
    const ptl_grmm_state *s     = &map->state;
    bool                  group = s->layout == PTL_GRMM_STATE_GROUP;
    size_t                wanted;

    if (s->layout == PTL_GRMM_STATE_NONE)
        return;
    ptl_path(job, "state/layout");
    if (group != (map->version >= 4))
        ptl_find(job, PTL_ERROR, s->at, "grmm-state", "the state is %s in version %u",
                 group ? "a group" : "flat", map->version);
    job->path[0] = 0;
    if (s->display.stored) {
        check_text(job, (spot){ WHOLE, NULL, 0, "state/display/theme" }, s->display.theme, 1, 100,
                   s->at, "the name of the theme");
        ptl_path(job, "state/display/theme");
        if (!ptl_grmm_is_theme_name(s->display.theme))
            ptl_find(job, PTL_WARNING, s->at, "grmm-theme",
                     "the theme has a name that cannot be the name of a file");
        job->path[0] = 0;
        check_view(job, map);
    }
    if (!s->list.stored)
        return;
    check_text(job, (spot){ WHOLE, NULL, 0, "state/list/search" }, s->list.search, 0, 100, s->at,
               "the search term");
    ptl_path(job, "state/list/open");
    wanted = ptl_grmm_open_count(map);
    if (s->list.open.count != wanted)
        ptl_find(job, PTL_ERROR, s->at,
                 job->judging && s->list.open.count > wanted ? "engine-note-list"
                                                             : "grmm-note-list",
                 "%zu sections that are open or not, the levels and their regions ask for %zu",
                 s->list.open.count, wanted);
    job->path[0] = 0;
}

/* ---- The whole ------------------------------------------------------------------------------ */

void ptl_grmm_check(ptl_job *job, const void *native, const char *profile)
{
    const ptl_grmm   *map     = native;
    grmm_region_index regions = ptl_grmm_index_regions(job, map);

    check_map_texts(job, map);
    if (map->levels.count >
        (size_t)PTL_GRMM_MAX_LEVELS + job->judging) /* the editor takes one more */
        ptl_find(job, PTL_ERROR, PTL_NOWHERE, "grmm-limit", "%zu levels; allowed: at most %d",
                 map->levels.count, PTL_GRMM_MAX_LEVELS);
    for (size_t i = 0; i < map->levels.count && ptl_ok(job); i++)
        check_level(job, &regions, i);
    check_level_names(job, map);
    ptl_grmm_check_links(job, map);
    check_state(job, map);
    ptl_grmm_check_reach(job, &regions);
    if (profile && strcmp(profile, "document") == 0)
        ptl_grmm_check_document(job, map);
    if (profile && strcmp(profile, "engine") == 0)
        ptl_grmm_check_engine(job, map);
}
