/* SPDX-License-Identifier: MIT */
/* From one version of the format to another, and to the letter of its document. */
#include <stdio.h>
#include <string.h>

#include "core/order.h"
#include "formats/grmm/grmm_private.h"

#define LOSE(job, ...) ptl_find(job, PTL_LOSS, PTL_NOWHERE, "grmm-dropped", __VA_ARGS__)
#define LOSE_COUNT(job, count, format) ptl_find_count(job, PTL_LOSS, "grmm-dropped", count, format)

/* ---- Cells ---------------------------------------------------------------------------------- */

static grmm_floor floor_before_4(uint8_t floor, uint8_t orientation)
{
    bool odd = orientation & 1;

    switch (floor) {
    case PTL_GRMM_DOOR:
    case PTL_GRMM_LOCKED_DOOR:
    case PTL_GRMM_ARCHWAY:
    case PTL_GRMM_SECRET_DOOR:
        return (grmm_floor){ floor, odd };
    case PTL_GRMM_ONE_WAY: /* south and west are another floor */
        return (grmm_floor){ orientation & 2 ? PTL_GRMM_ONE_WAY_BACK : PTL_GRMM_ONE_WAY, odd };
    case PTL_GRMM_BRIDGE:
        return (grmm_floor){ floor, !odd };
    default:
        return (grmm_floor){ floor, 0 };
    }
}

void ptl_grmm_translate(ptl_job *job, ptl_grmm_level *level, unsigned from, unsigned to)
{
    size_t   count = grmm_cells(level);
    uint8_t *floor, *orientation;

    if ((from < 4) == (to < 4))
        return;
    floor       = ptl_arena_raw(job, count);
    orientation = ptl_arena_raw(job, count);
    for (size_t i = 0; floor && orientation && i < count; i++) {
        uint8_t    f = grmm_value(level, PTL_GRMM_FLOOR, i);
        uint8_t    o = grmm_value(level, PTL_GRMM_ORIENTATION, i);
        grmm_floor n = to < 4 ? floor_before_4(f, o) : ptl_grmm_floor_now(from, f, o);

        floor[i]       = n.floor;
        orientation[i] = n.orientation;
    }
    if (!floor || !orientation)
        return;
    level->layer[PTL_GRMM_FLOOR]       = (ptl_u8s){ floor, count };
    level->layer[PTL_GRMM_ORIENTATION] = (ptl_u8s){ orientation, count };
}

/* ---- What older versions do not have -------------------------------------------------------- */

static void add_comment(ptl_job *job, ptl_grmm_level *level, uint32_t row, uint32_t column,
                        const char *text)
{
    ptl_grmm_notes *notes = &level->notes;
    ptl_grmm_note  *more;

    for (size_t i = 0; i < notes->count; i++)
        if (notes->data[i].row == row && notes->data[i].column == column)
            return;
    more = ptl_arena_array(job, notes->count + 1, sizeof *more);
    if (!more)
        return;
    if (notes->count > 0)
        memcpy(more, notes->data, notes->count * sizeof *more);
    more[notes->count] = (ptl_grmm_note){ .row    = (uint16_t)row,
                                          .column = (uint16_t)column,
                                          .text   = { text, strlen(text) } };
    *notes             = (ptl_grmm_notes){ more, notes->count + 1 };
    level->no_notes    = 0;
}

static const char *arrow_name(uint8_t orientation)
{
    static const char *const names[] = { "arrow north", "arrow east", "arrow south", "arrow west" };

    return names[orientation & 3];
}

/* One cell too new for the version: refused, or made blank with a comment that says what it was. */
static void simplify_cell(ptl_job *job, ptl_grmm_level *level, size_t index, size_t at,
                          unsigned version, bool allowed)
{
    uint8_t     floor  = level->layer[PTL_GRMM_FLOOR].data[at];
    uint32_t    row    = (uint32_t)(at / (level->columns + 1));
    uint32_t    column = (uint32_t)(at % (level->columns + 1));
    const char *name   = ptl_grmm_floor_name(floor);

    ptl_path(job, "levels[%zu]/floor[%lu,%lu]", index, (unsigned long)column, (unsigned long)row);
    if (!allowed) {
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grmm-target",
                 "version %u has no floor \"%s\"; simplify makes it blank with a comment", version,
                 name);
        return;
    }
    LOSE(job, "\"%s\" becomes blank floor with a comment", name);
    if (floor == PTL_GRMM_ARROW)
        name = arrow_name(grmm_value(level, PTL_GRMM_ORIENTATION, at));
    if (row < level->rows && column < level->columns)
        add_comment(job, level, row, column, name);
    level->layer[PTL_GRMM_FLOOR].data[at] = PTL_GRMM_BLANK;
}

static void simplify_level(ptl_job *job, ptl_grmm_level *level, size_t index, unsigned version,
                           bool allowed)
{
    ptl_u8s *floor = &level->layer[PTL_GRMM_FLOOR];
    bool     ours  = false; /* the layer was copied */

    for (size_t i = 0; i < floor->count && ptl_ok(job); i++) {
        if (ptl_grmm_floor_since(floor->data[i]) <= version)
            continue;
        if (!ours) {
            uint8_t *copy = ptl_arena_raw(job, floor->count);

            if (!copy)
                return;
            floor->data = memcpy(copy, floor->data, floor->count);
            ours        = true;
        }
        simplify_cell(job, level, index, i, version, allowed);
    }
}

static bool same_end(const ptl_grmm_link *a, const ptl_grmm_link *b)
{
    return a->to_level == b->to_level && a->to_row == b->to_row && a->to_column == b->to_column;
}

/* Version 1 has one link into a cell at most. */
static void simplify_links(ptl_job *job, ptl_grmm *map, bool allowed)
{
    size_t kept = 0;

    for (size_t i = 0; i < map->links.count && ptl_ok(job); i++) {
        size_t k = 0;

        while (k < kept && !same_end(&map->links.data[k], &map->links.data[i]))
            k++;
        if (k == kept) {
            map->links.data[kept++] = map->links.data[i];
            continue;
        }
        ptl_path(job, "links[%zu]", i);
        if (!allowed)
            ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grmm-target",
                     "version 1 has one link into a cell; simplify keeps the first");
        LOSE(job, "a further link into the same cell is dropped");
    }
    map->links.count = kept;
}

/* ---- Regions -------------------------------------------------------------------------------- */

static ptl_str default_region_name(ptl_job *job, size_t number)
{
    char *name = ptl_arena_take(job, 40);

    if (!name)
        return (ptl_str){ "", 0 };
    snprintf(name, 40, "Untitled Region %zu", number);
    return (ptl_str){ name, strlen(name) };
}

/* Version 4 stores a region for each place of the grid, row by row. */
void ptl_grmm_complete_regions(ptl_job *job, ptl_grmm_level *level, size_t index, ptl_severity as)
{
    size_t           across = ptl_grmm_region_columns(level);
    size_t           count  = across * ptl_grmm_region_rows(level);
    ptl_grmm_region *all;
    size_t           placed = 0;

    if (level->regions.list.count == 0)
        return;
    if (count > UINT16_MAX)
        count = 0; /* the grid is too fine to be stored at all */
    all = ptl_arena_array(job, count, sizeof *all);
    for (size_t i = 0; all && i < level->regions.list.count; i++) {
        const ptl_grmm_region *r  = &level->regions.list.data[i];
        size_t                 at = r->row * across + r->column;

        if (r->column < across && at < count && !all[at].name.data) {
            all[at] = *r;
            placed++;
        }
    }
    for (size_t i = 0; all && i < count; i++)
        if (!all[i].name.data)
            all[i] = (ptl_grmm_region){ .row     = (uint16_t)(i / across),
                                        .column  = (uint16_t)(i % across),
                                        .name    = default_region_name(job, i + 1),
                                        .remarks = { "", 0 } };
    ptl_path(job, "levels[%zu]/regions", index);
    ptl_find_count(
        job, as, "grmm-region", level->regions.list.count - placed,
        "# {region without a place of its|regions without a place of their} own {is|are} dropped");
    ptl_path(job, "levels[%zu]/regions", index);
    ptl_find_count(
        job, as, "grmm-region-count", count - placed,
        "# {region is invented for a place|regions are invented for places} that had none");
    job->path[0]              = 0;
    level->regions.list.data  = all;
    level->regions.list.count = all ? count : 0;
}

/* ---- State ---------------------------------------------------------------------------------- */

static void group_state(ptl_job *job, ptl_grmm_state *s)
{
    if (s->layout == PTL_GRMM_STATE_NONE || s->layout == PTL_GRMM_STATE_GROUP)
        return;
    LOSE(job, "whether the panes for tools and notes are shown is dropped");
    LOSE_COUNT(job, s->extra.count, "# {byte|bytes} after the state {is|are} dropped");
    *s                = (ptl_grmm_state){ .layout  = PTL_GRMM_STATE_GROUP,
                                          .display = s->display,
                                          .options = s->options,
                                          .tool    = s->tool };
    s->display.stored = s->options.stored = s->tool.stored = true;
}

static void flat_state(ptl_job *job, ptl_grmm_state *s)
{
    if (s->layout != PTL_GRMM_STATE_GROUP)
        return;
    if (s->list.stored)
        LOSE(job, "the state of the pane of notes is dropped");
    if (s->options.wraparound)
        LOSE(job, "that pasting wraps around is dropped");
    LOSE_COUNT(job, s->chunks.count, "# unknown {chunk|chunks} of the state {is|are} dropped");
    *s = (ptl_grmm_state){ .layout     = PTL_GRMM_STATE_FLAT7,
                           .display    = s->display,
                           .options    = s->options,
                           .tools_pane = 1,
                           .notes_pane = 1,
                           .tool       = s->tool };
    if (!s->display.stored)
        s->display = (ptl_grmm_display){ .theme = { "Default", 7 }, .zoom = 9 };
    s->display.stored = s->options.stored = s->tool.stored = true;
}

/* ---- Upgrade and downgrade ------------------------------------------------------------------ */

/* Levels that are the same in all that counts keep their order. */
static bool comes_before(const void *of, uint32_t a, uint32_t b)
{
    const ptl_grmm_level *levels = of;
    int                   order  = ptl_grmm_compare_levels(&levels[a], &levels[b]);

    return order != 0 ? order < 0 : a < b;
}

void ptl_grmm_sort_levels(const ptl_grmm *map, uint32_t *order)
{
    ptl_put_in_order(order, map->levels.count, comes_before, map->levels.data);
}

static int compare_links(const ptl_grmm_link *a, const ptl_grmm_link *b)
{
    const uint16_t x[] = { a->from_level, a->from_row, a->from_column,
                           a->to_level,   a->to_row,   a->to_column };
    const uint16_t y[] = { b->from_level, b->from_row, b->from_column,
                           b->to_level,   b->to_row,   b->to_column };

    for (int i = 0; i < 6; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* Shell's sort: links are at most 65535. */
void ptl_grmm_sort_links(ptl_grmm_links *links)
{
    static const size_t gaps[] = { 29524, 9841, 3280, 1093, 364, 121, 40, 13, 4, 1 };

    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (size_t i = gaps[g]; i < links->count; i++) {
            ptl_grmm_link link = links->data[i];
            size_t        at   = i;

            while (at >= gaps[g] && compare_links(&links->data[at - gaps[g]], &link) > 0) {
                links->data[at] = links->data[at - gaps[g]];
                at -= gaps[g];
            }
            links->data[at] = link;
        }
}

/* Levels go into display order; links are sorted by the old numbers and renumbered then, as the
 * editor does it. */
static void reorder(ptl_job *job, ptl_grmm *map)
{
    size_t          count = map->levels.count, links = map->links.count;
    uint32_t       *order  = ptl_arena_array(job, count, sizeof *order);
    uint32_t       *now_at = ptl_arena_array(job, count, sizeof *now_at);
    ptl_grmm_level *levels = ptl_arena_array(job, count, sizeof *levels);

    if (!order || !now_at || !levels)
        return;
    ptl_grmm_sort_levels(map, order);
    for (size_t i = 0; i < count; i++) {
        levels[i]        = map->levels.data[order[i]];
        now_at[order[i]] = (uint32_t)i;
    }
    map->levels.data = levels;
    ptl_grmm_sort_links(&map->links);
    ptl_grmm_renumber(map, now_at, count);
    LOSE_COUNT(job, links - map->links.count,
               "# {link from or to a level that does|links from or to levels that do} not exist "
               "{is|are} dropped");
}

static void upgrade(ptl_job *job, ptl_grmm *map)
{
    reorder(job, map);
    for (size_t i = 0; i < map->levels.count && ptl_ok(job); i++) {
        ptl_grmm_translate(job, &map->levels.data[i], map->version, 4);
        ptl_grmm_complete_regions(job, &map->levels.data[i], i, PTL_LOSS);
    }
    group_state(job, &map->state);
}

static void downgrade(ptl_job *job, ptl_grmm *map, unsigned version)
{
    bool allowed = ptl_setting_of(job, "simplify") != NULL;

    for (size_t i = 0; i < map->levels.count && ptl_ok(job); i++) {
        simplify_level(job, &map->levels.data[i], i, version, allowed);
        if (ptl_ok(job))
            ptl_grmm_translate(job, &map->levels.data[i], map->version, version);
    }
    if (version < 2)
        simplify_links(job, map, allowed);
    flat_state(job, &map->state);
}

/* Copies what a change of version changes, so that the document stays as it is. */
static void own_lists(ptl_job *job, ptl_grmm *map)
{
    size_t          levels = map->levels.count * sizeof *map->levels.data;
    size_t          links  = map->links.count * sizeof *map->links.data;
    ptl_grmm_level *a      = ptl_arena_raw(job, levels);
    ptl_grmm_link  *b      = ptl_arena_raw(job, links);

    if (!a || !b)
        return;
    if (levels > 0)
        map->levels.data = memcpy(a, map->levels.data, levels);
    if (links > 0)
        map->links.data = memcpy(b, map->links.data, links);
}

void ptl_grmm_change_version(ptl_job *job, ptl_grmm *map, unsigned version)
{
    if (version == map->version)
        return;
    own_lists(job, map);
    if (ptl_ok(job) && version >= 4)
        upgrade(job, map);
    else if (ptl_ok(job) && version < map->version)
        downgrade(job, map, version);
    map->version = (uint16_t)version;
}

/* ---- The document's letter ------------------------------------------------------------------ */

static size_t outer_walls(const ptl_grmm_level *level)
{
    size_t count = 0;

    for (uint32_t column = 0; column < level->columns; column++)
        count += grmm_value(level, PTL_GRMM_WALL_NORTH, grmm_index(level, level->rows, column)) > 0;
    for (uint32_t row = 0; row < level->rows; row++)
        count += grmm_value(level, PTL_GRMM_WALL_WEST, grmm_index(level, row, level->columns)) > 0;
    return count;
}

static void lose_outer_walls(ptl_job *job, const ptl_grmm *map)
{
    for (size_t i = 0; i < map->levels.count; i++) {
        size_t walls = outer_walls(&map->levels.data[i]);

        ptl_path(job, "levels[%zu]", i);
        LOSE_COUNT(job, walls,
                   "# {wall|walls} at the south and east border {has|have} no place in the "
                   "document's letter");
        ptl_path(job, "levels[%zu]/regions/own_coordinates", i);
        if (map->levels.data[i].regions.own_coordinates)
            LOSE(job, "that coordinates begin anew in every region is dropped");
    }
    job->path[0] = 0;
}

static void to_document(ptl_job *job, ptl_grmm *map)
{
    ptl_grmm_state *s = &map->state;

    if (map->dialect == GRMM_DIALECT_DOCUMENT)
        return;
    if (map->version != 1) {
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "grmm-target",
                 "the document's letter is for version 1");
        return;
    }
    lose_outer_walls(job, map);
    if (s->layout == PTL_GRMM_STATE_FLAT6 || s->layout == PTL_GRMM_STATE_FLAT7) {
        LOSE(job, "the chosen tool is dropped");
        s->layout = PTL_GRMM_STATE_FLAT5;
        s->extra  = (ptl_u8s){ 0 };
    }
    if (s->display.level > UINT8_MAX) {
        LOSE(job, "which level is shown is dropped: %u is above 255", s->display.level);
        s->display.level = 0;
    }
    map->dialect = GRMM_DIALECT_DOCUMENT;
}

bool ptl_grmm_lengthen_state(ptl_grmm_state *state)
{
    if (state->layout != PTL_GRMM_STATE_FLAT5 && state->layout != PTL_GRMM_STATE_FLAT6)
        return false;
    state->layout = PTL_GRMM_STATE_FLAT7;
    state->tool   = (ptl_grmm_tool){ .stored = true };
    return true;
}

void ptl_grmm_retarget(ptl_job *job, ptl_grmm *map)
{
    const ptl_setting *target  = ptl_setting_of(job, "target-version");
    const ptl_setting *dialect = ptl_setting_of(job, "dialect");
    bool               letter  = ptl_setting_is(dialect, "document");
    unsigned           version = map->version;
    size_t             lost    = 0;

    if (target && target->size == 1)
        version = *(const uint8_t *)target->data - '0';
    else if (letter)
        version = 1;
    if (ptl_setting_is(dialect, "editor") || version > 1)
        map->dialect = GRMM_DIALECT_EDITOR;
    if (ptl_setting_is(dialect, "editor"))
        ptl_grmm_lengthen_state(&map->state);
    if (version > map->version) /* which sorts levels */
        ptl_grmm_change_version(job, map, version);
    if (ptl_ok(job))
        lost = ptl_grmm_arrange(job, map);
    ptl_find_count(job, PTL_LOSS, "grmm-left-out", lost,
                   "# {link leads|links lead} from or to levels that are left out or do not exist, "
                   "and {goes|go} with them");
    if (ptl_ok(job)) /* levels that are left out need not fit an older version */
        ptl_grmm_change_version(job, map, version);
    if (letter && ptl_ok(job))
        to_document(job, map);
}
