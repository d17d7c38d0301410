/* SPDX-License-Identifier: MIT */
/* Links that lead nowhere, rooms nobody can reach, and what the editor and the original document
 * say about a map. */
#include <string.h>

#include "formats/grmm/grmm_private.h"

/* ---- Links ---------------------------------------------------------------------------------- */

static void check_kinds(ptl_job *job, const ptl_grmm *map)
{
    for (size_t i = 0; i < map->links.count; i++) {
        const ptl_grmm_link *l = &map->links.data[i];

        switch (ptl_grmm_kind_of_link(map, l)) {
        case PTL_GRMM_LINK_BROKEN:
            PTL_FIND(job, PTL_ERROR, ptl_path(job, "links[%zu]", i), l->at, "grmm-link-broken",
                     "from level %u, %u, %u to level %u, %u, %u: an end does not exist",
                     l->from_level, l->from_row, l->from_column, l->to_level, l->to_row,
                     l->to_column);
            break;
        case PTL_GRMM_LINK_STALE:
            PTL_FIND(job, PTL_WARNING, ptl_path(job, "links[%zu]", i), l->at, "grmm-link-stale",
                     "the floors at its ends are not a pair of pits, stairs, doors or teleports");
            break;
        default:
            break;
        }
    }
}

/* Links by one of their ends, as numbers that sort: level, row, column, position. */
static ptl_grmm_links by_end(ptl_job *job, const ptl_grmm *map, bool start)
{
    ptl_grmm_links out = { .count = map->links.count };

    out.data = ptl_arena_array(job, out.count, sizeof *out.data);
    if (!out.data)
        return (ptl_grmm_links){ 0 };
    for (size_t i = 0; i < out.count; i++) {
        const ptl_grmm_link *l = &map->links.data[i];

        out.data[i]          = start ? (ptl_grmm_link){ l->from_level, l->from_row, l->from_column }
                                     : (ptl_grmm_link){ l->to_level, l->to_row, l->to_column };
        out.data[i].to_level = (uint16_t)i;
        out.data[i].at       = l->at;
    }
    ptl_grmm_sort_links(&out);
    return out;
}

static int compare_ends(const ptl_grmm_link *a, const ptl_grmm_link *b)
{
    if (a->from_level != b->from_level)
        return a->from_level < b->from_level ? -1 : 1;
    if (a->from_row != b->from_row)
        return a->from_row < b->from_row ? -1 : 1;
    return (a->from_column > b->from_column) - (a->from_column < b->from_column);
}

static void check_starts(ptl_job *job, const ptl_grmm_links *starts)
{
    for (size_t i = 1; i < starts->count; i++)
        if (compare_ends(&starts->data[i - 1], &starts->data[i]) == 0)
            PTL_FIND(job, PTL_ERROR, ptl_path(job, "links[%u]", starts->data[i].to_level),
                     starts->data[i].at, "grmm-link-double",
                     "another link starts in the same cell");
}

static void check_ends(ptl_job *job, const ptl_grmm *map, const ptl_grmm_links *ends)
{
    for (size_t i = 1; i < ends->count; i++) {
        const ptl_grmm_link *link = &map->links.data[ends->data[i].to_level];

        if (compare_ends(&ends->data[i - 1], &ends->data[i]) != 0 ||
            (map->version > 1 && ptl_grmm_kind_of_link(map, link) == PTL_GRMM_LINK_TELEPORT))
            continue;
        PTL_FIND(job, PTL_WARNING, ptl_path(job, "links[%u]", ends->data[i].to_level),
                 ends->data[i].at, "grmm-link-double",
                 "another link ends in the same cell, which is allowed for teleports only, from "
                 "version 2 on");
    }
}

/* A cell that is both: the two sorted lists are walked side by side. */
static void check_chains(ptl_job *job, const ptl_grmm_links *starts, const ptl_grmm_links *ends)
{
    for (size_t s = 0, e = 0; s < starts->count && e < ends->count;) {
        int order = compare_ends(&starts->data[s], &ends->data[e]);

        if (order == 0)
            PTL_FIND(job, PTL_WARNING, ptl_path(job, "links[%u]", starts->data[s].to_level),
                     starts->data[s].at, "grmm-link-chain",
                     "it starts in a cell where another link ends");
        s += order <= 0;
        e += order > 0;
    }
}

void ptl_grmm_check_links(ptl_job *job, const ptl_grmm *map)
{
    ptl_grmm_links starts = by_end(job, map, true), ends = by_end(job, map, false);

    if (map->links.count > PTL_GRMM_MAX_LINKS)
        ptl_find(job, PTL_ERROR, PTL_NOWHERE, "grmm-limit", "%zu links; allowed: at most %d",
                 map->links.count, PTL_GRMM_MAX_LINKS);
    check_kinds(job, map);
    check_starts(job, &starts);
    check_ends(job, map, &ends);
    check_chains(job, &starts, &ends);
}

/* ---- Rooms ---------------------------------------------------------------------------------- */

enum { ROOM_CELLS = 4 << 20 }; /* larger maps are not searched for rooms */

typedef struct rooms {
    const ptl_grmm *map;
    size_t         *first; /* first cell of each level, and the count of all at the end */
    uint32_t       *over;  /* union-find: the cell above, or itself                     */
    uint32_t       *size;  /* of the room, at its topmost cell                          */
    uint8_t        *door;  /* whether it has a way out of its own, likewise             */
} rooms;

static uint32_t top_of(rooms *r, uint32_t cell)
{
    while (r->over[cell] != cell) {
        r->over[cell] = r->over[r->over[cell]];
        cell          = r->over[cell];
    }
    return cell;
}

static void join(rooms *r, uint32_t a, uint32_t b)
{
    a = top_of(r, a);
    b = top_of(r, b);
    if (a == b)
        return;
    if (r->size[a] < r->size[b]) {
        uint32_t small = a;

        a = b;
        b = small;
    }
    r->over[b] = a;
    r->size[a] += r->size[b];
    r->door[a] |= r->door[b];
}

static uint32_t cell_number(const rooms *r, ptl_grmm_place p)
{
    return (uint32_t)(r->first[p.level] + (size_t)p.row * r->map->levels.data[p.level].columns +
                      p.column);
}

static bool leads_out(uint8_t floor)
{
    return (floor >= PTL_GRMM_CEILING_PIT && floor <= PTL_GRMM_EXIT) ||
           floor == PTL_GRMM_TELEPORT_DEST;
}

/* Either way counts: a room one can only leave is not a room nobody has been to. */
static void join_level(rooms *r, uint16_t level)
{
    const ptl_grmm_level *l = &r->map->levels.data[level];

    for (uint32_t row = 0; row < l->rows; row++)
        for (uint32_t column = 0; column < l->columns; column++) {
            ptl_grmm_place here  = { level, (uint16_t)row, (uint16_t)column };
            ptl_grmm_place east  = { level, (uint16_t)row, (uint16_t)(column + 1) };
            ptl_grmm_place south = { level, (uint16_t)(row + 1), (uint16_t)column };

            if (grmm_value(l, PTL_GRMM_FLOOR, grmm_index(l, row, column)) == PTL_GRMM_EMPTY)
                continue;
            if (ptl_grmm_step(r->map, here, PTL_GRMM_EAST, PTL_GRMM_MASTER) == PTL_GRMM_OPEN ||
                ptl_grmm_step(r->map, east, PTL_GRMM_WEST, PTL_GRMM_MASTER) == PTL_GRMM_OPEN)
                join(r, cell_number(r, here), cell_number(r, east));
            if (ptl_grmm_step(r->map, here, PTL_GRMM_SOUTH, PTL_GRMM_MASTER) == PTL_GRMM_OPEN ||
                ptl_grmm_step(r->map, south, PTL_GRMM_NORTH, PTL_GRMM_MASTER) == PTL_GRMM_OPEN)
                join(r, cell_number(r, here), cell_number(r, south));
        }
}

/* Floors reach so far; bottom and right are the last. */
typedef struct reach {
    uint32_t top, left, bottom, right;
    bool     any;
} reach;

static reach floors_reach(const ptl_grmm_level *l)
{
    reach to = { .top = UINT32_MAX, .left = UINT32_MAX };

    for (uint32_t row = 0; row < l->rows; row++)
        for (uint32_t column = 0; column < l->columns; column++) {
            if (grmm_value(l, PTL_GRMM_FLOOR, grmm_index(l, row, column)) == PTL_GRMM_EMPTY)
                continue;
            to.any    = true;
            to.top    = row < to.top ? row : to.top;
            to.bottom = row;
            to.left   = column < to.left ? column : to.left;
            to.right  = column > to.right ? column : to.right;
        }
    return to;
}

/* Whether one leaves over one rim and comes in over the other. Openings at both rims of the level
 * do, and doors: a rim of floors that merely ends is rock. */
static bool wraps(const rooms *r, ptl_grmm_place first, ptl_grmm_place last, bool across)
{
    const ptl_grmm_level *l   = &r->map->levels.data[first.level];
    ptl_grmm_cell         a   = ptl_grmm_cell_at(r->map, first.level, first.row, first.column);
    ptl_grmm_cell         b   = ptl_grmm_cell_at(r->map, last.level, last.row, last.column);
    uint8_t               out = across ? a.west : a.north, in = across ? b.east : b.south;
    bool                  rim = across ? first.column == 0 && last.column + 1u == l->columns
                                       : first.row == 0 && last.row + 1u == l->rows;

    if (a.floor == PTL_GRMM_EMPTY || b.floor == PTL_GRMM_EMPTY ||
        (!rim && (out == PTL_GRMM_NO_WALL || in == PTL_GRMM_NO_WALL)))
        return false;
    return ptl_grmm_edge_lets(out, across ? PTL_GRMM_WEST : PTL_GRMM_NORTH, PTL_GRMM_MASTER) &&
           ptl_grmm_edge_lets(in, across ? PTL_GRMM_EAST : PTL_GRMM_SOUTH, PTL_GRMM_MASTER);
}

/* Levels of many games go on at their other side. */
static void join_rims(rooms *r, uint16_t level)
{
    reach to = floors_reach(&r->map->levels.data[level]);

    for (uint32_t row = to.top; to.any && row <= to.bottom; row++) {
        ptl_grmm_place west = { level, (uint16_t)row, (uint16_t)to.left };
        ptl_grmm_place east = { level, (uint16_t)row, (uint16_t)to.right };

        if (wraps(r, west, east, true))
            join(r, cell_number(r, west), cell_number(r, east));
    }
    for (uint32_t column = to.left; to.any && column <= to.right; column++) {
        ptl_grmm_place north = { level, (uint16_t)to.top, (uint16_t)column };
        ptl_grmm_place south = { level, (uint16_t)to.bottom, (uint16_t)column };

        if (wraps(r, north, south, false))
            join(r, cell_number(r, north), cell_number(r, south));
    }
}

static bool begin_rooms(ptl_job *job, rooms *r)
{
    size_t total = 0, levels = r->map->levels.count;

    r->first = ptl_arena_array(job, levels + 1, sizeof *r->first);
    for (size_t i = 0; r->first && i < levels; i++) {
        r->first[i] = total;
        total += (size_t)r->map->levels.data[i].rows * r->map->levels.data[i].columns;
    }
    if (!r->first || total == 0 || total > ROOM_CELLS)
        return false;
    r->first[levels] = total;
    r->over          = ptl_arena_array(job, total, sizeof *r->over);
    r->size          = ptl_arena_array(job, total, sizeof *r->size);
    r->door          = ptl_arena_take(job, total);
    for (size_t i = 0; ptl_ok(job) && i < total; i++) {
        r->over[i] = (uint32_t)i;
        r->size[i] = 1;
    }
    return ptl_ok(job);
}

static void mark_doors(rooms *r)
{
    for (size_t i = 0; i < r->map->levels.count; i++) {
        const ptl_grmm_level *l = &r->map->levels.data[i];

        for (uint32_t row = 0; row < l->rows; row++)
            for (uint32_t column = 0; column < l->columns; column++)
                r->door[r->first[i] + (size_t)row * l->columns + column] =
                    leads_out(grmm_value(l, PTL_GRMM_FLOOR, grmm_index(l, row, column)));
    }
}

/* The largest room of each level counts as the one people begin in. */
static void report_rooms(ptl_job *job, rooms *r, const grmm_region_index *regions, size_t level)
{
    const ptl_grmm_level *l    = &r->map->levels.data[level];
    uint32_t              most = 0, largest = 0;

    for (size_t i = r->first[level]; i < r->first[level + 1]; i++)
        if (r->over[i] == i && r->size[i] > most) {
            most    = r->size[i];
            largest = (uint32_t)i;
        }
    for (size_t i = r->first[level]; i < r->first[level + 1]; i++) {
        size_t         at    = i - r->first[level];
        ptl_grmm_place place = { (uint16_t)level, (uint16_t)(at / l->columns),
                                 (uint16_t)(at % l->columns) };
        char           name[GRMM_PLACE];

        if (r->over[i] != i || i == largest || r->door[i] || r->size[i] < 2)
            continue;
        PTL_FIND(job, PTL_NOTE,
                 ptl_path(job, "levels[%zu]/floor[%u,%u]", level, place.column, place.row),
                 l->layer_at[0] > 0 ? l->layer_at[0] : PTL_NOWHERE, "grmm-unreachable",
                 "no way leads into the %lu cells around %s", (unsigned long)r->size[i],
                 ptl_grmm_place_text(name, regions, place));
    }
}

void ptl_grmm_check_rooms(ptl_job *job, const grmm_region_index *regions)
{
    const ptl_grmm *map = regions->map;
    rooms           r   = { .map = map };

    if (!ptl_ok(job) || !begin_rooms(job, &r))
        return;
    mark_doors(&r);
    for (size_t i = 0; i < map->levels.count; i++) {
        join_level(&r, (uint16_t)i);
        join_rims(&r, (uint16_t)i);
    }
    for (size_t i = 0; i < map->levels.count; i++)
        report_rooms(job, &r, regions, i);
}

/* ---- Profiles ------------------------------------------------------------------------------- */

static void check_empty_texts(ptl_job *job, const ptl_grmm *map)
{
    for (size_t i = 0; i < map->levels.count; i++)
        for (size_t k = 0; k < map->levels.data[i].notes.count; k++) {
            const ptl_grmm_note *note = &map->levels.data[i].notes.data[k];

            if (note->text.size > 0)
                continue;
            PTL_FIND(job, PTL_ERROR, ptl_path(job, "levels[%zu]/annotations[%zu]/text", i, k),
                     note->at, "document-text", "the document wants every note to have a text");
        }
}

void ptl_grmm_check_document(ptl_job *job, const ptl_grmm *map)
{
    if (map->version != 1)
        ptl_find(job, PTL_ERROR, PTL_NOWHERE, "document-version",
                 "version is %u, the document knows only 1", map->version);
    if (map->dialect != GRMM_DIALECT_DOCUMENT)
        ptl_find(job, PTL_ERROR, PTL_NOWHERE, "document-layout",
                 "cells, regions, notes and state are laid out as editors do, not as the document "
                 "says");
    if (map->state.display.stored && map->state.display.zoom > 20)
        ptl_find(job, PTL_ERROR, map->state.at, "document-zoom",
                 "zoom is %u, the document allows 20", map->state.display.zoom);
    check_empty_texts(job, map);
}

static void check_engine_chunks(ptl_job *job, const ptl_grmm_chunks *chunks)
{
    char shown[32];

    for (size_t i = 0; i < chunks->count; i++)
        PTL_FIND(job, PTL_ERROR, (void)0, chunks->data[i].at, "engine-chunk",
                 "the editor refuses chunk \"%s\" here",
                 ptl_quote(shown, sizeof shown, chunks->data[i].id.data, chunks->data[i].id.size));
}

void ptl_grmm_check_engine(ptl_job *job, const ptl_grmm *map)
{
    check_engine_chunks(job, &map->map_chunks);
    check_engine_chunks(job, &map->level_chunks);
    check_engine_chunks(job, &map->state.chunks);
    for (size_t i = 0; i < map->levels.count; i++)
        check_engine_chunks(job, &map->levels.data[i].chunks);
    if (map->dialect == GRMM_DIALECT_DOCUMENT)
        ptl_find(job, PTL_ERROR, PTL_NOWHERE, "engine-dialect",
                 "no editor opens a map laid out by the letter of the document");
    if (map->levels.count == 0 && map->state.layout > PTL_GRMM_STATE_GROUP)
        ptl_find(job, PTL_ERROR, map->state.at, "engine-state",
                 "the editor fails on a flat state when there are no levels");
    for (size_t i = 0; i < map->links.count; i++) {
        const ptl_grmm_link *l = &map->links.data[i];

        if (l->from_level < map->levels.count && l->to_level < map->levels.count)
            continue;
        PTL_FIND(job, PTL_ERROR, ptl_path(job, "links[%zu]", i), l->at, "engine-link",
                 "the editor gives up on a link to a level that does not exist");
    }
}
