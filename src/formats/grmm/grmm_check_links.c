/* SPDX-License-Identifier: MIT */
/* Links that lead nowhere, and what the editor and the original document say about a map. */
#include <string.h>

#include "formats/grmm/grmm_private.h"

/* ---- Links ---------------------------------------------------------------------------------- */

enum { ENDS = 110 };

/* "from LEVEL at CELL to LEVEL at CELL", as the editor shows them. */
static const char *ends_of(char *out, size_t size, const ptl_grmm *map, const ptl_grmm_link *link)
{
    size_t kind = strlen(ptl_grmm_link_kind_name(ptl_grmm_kind_of_link(map, link)));
    char   name[600];

    ptl_grmm_link_name(name, sizeof name, map, link);
    return ptl_quote(out, size, name + kind + 1, strlen(name + kind + 1));
}

static void check_kinds(ptl_job *job, const ptl_grmm *map)
{
    char ends[ENDS];

    for (size_t i = 0; i < map->links.count; i++) {
        const ptl_grmm_link *l = &map->links.data[i];

        switch (ptl_grmm_kind_of_link(map, l)) {
        case PTL_GRMM_LINK_BROKEN:
            PTL_FIND(job, PTL_ERROR, ptl_path(job, "links[%zu]", i), l->at, "grmm-link-broken",
                     "an end does not exist: %s", ends_of(ends, sizeof ends, map, l));
            break;
        case PTL_GRMM_LINK_STALE:
            PTL_FIND(job, PTL_WARNING, ptl_path(job, "links[%zu]", i), l->at, "grmm-link-stale",
                     "no pair of pits, stairs, doors or teleports: %s",
                     ends_of(ends, sizeof ends, map, l));
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

static void check_starts(ptl_job *job, const ptl_grmm *map, const ptl_grmm_links *starts)
{
    char ends[ENDS];

    for (size_t i = 1; i < starts->count; i++)
        if (compare_ends(&starts->data[i - 1], &starts->data[i]) == 0)
            PTL_FIND(job, PTL_ERROR, ptl_path(job, "links[%u]", starts->data[i].to_level),
                     starts->data[i].at, "grmm-link-double",
                     "another link starts in the same cell: %s",
                     ends_of(ends, sizeof ends, map, &map->links.data[starts->data[i].to_level]));
}

static void check_ends(ptl_job *job, const ptl_grmm *map, const ptl_grmm_links *ends)
{
    char shown[ENDS];

    for (size_t i = 1; i < ends->count; i++) {
        const ptl_grmm_link *link = &map->links.data[ends->data[i].to_level];

        if (compare_ends(&ends->data[i - 1], &ends->data[i]) != 0 ||
            (map->version > 1 && ptl_grmm_kind_of_link(map, link) == PTL_GRMM_LINK_TELEPORT))
            continue;
        PTL_FIND(job, PTL_WARNING, ptl_path(job, "links[%u]", ends->data[i].to_level),
                 ends->data[i].at, "grmm-link-double", "another link ends in the same cell%s: %s",
                 map->version > 1 ? ", which only teleports may" : "",
                 ends_of(shown, sizeof shown, map, link));
    }
}

/* A cell that is both: the two sorted lists are walked side by side. */
static void check_chains(ptl_job *job, const ptl_grmm *map, const ptl_grmm_links *starts,
                         const ptl_grmm_links *ends)
{
    char shown[ENDS];

    for (size_t s = 0, e = 0; s < starts->count && e < ends->count;) {
        int order = compare_ends(&starts->data[s], &ends->data[e]);

        if (order == 0)
            PTL_FIND(job, PTL_WARNING, ptl_path(job, "links[%u]", starts->data[s].to_level),
                     starts->data[s].at, "grmm-link-chain",
                     "it starts in a cell where another link ends: %s",
                     ends_of(shown, sizeof shown, map, &map->links.data[starts->data[s].to_level]));
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
    check_starts(job, map, &starts);
    check_ends(job, map, &ends);
    check_chains(job, map, &starts, &ends);
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

/* Read to its end, a state from before the first release would end in what follows: the byte that
 * fills it up, the name of a chunk, or nothing at all. */
static void check_engine_state(ptl_job *job, const ptl_grmm *map)
{
    const ptl_grmm_state *s      = &map->state;
    bool                  filled = (s->display.theme.size + s->layout) % 2 == 1;

    if (map->levels.count == 0 && s->layout > PTL_GRMM_STATE_GROUP)
        ptl_find(job, PTL_ERROR, s->at, "engine-state",
                 "the editor fails on a flat state when there are no levels");
    if (s->layout == PTL_GRMM_STATE_FLAT5 || (s->layout == PTL_GRMM_STATE_FLAT6 && !filled))
        ptl_find(job, PTL_ERROR, s->at, "engine-tail",
                 "the state ends after %u switches, the editor reads 7", s->layout);
}

/* Of ten colors that the reader of the editor lets pass there are four to draw with. */
static void check_engine_colors(ptl_job *job, const ptl_grmm *map)
{
    for (size_t i = 0; i < map->levels.count; i++)
        for (size_t k = 0; k < map->levels.data[i].notes.count; k++) {
            const ptl_grmm_note *note = &map->levels.data[i].notes.data[k];

            if (note->color < 4 || note->color > 9 ||
                (note->kind != PTL_GRMM_NUMBERED && note->kind != PTL_GRMM_LABEL))
                continue;
            PTL_FIND(job, PTL_ERROR, ptl_path(job, "levels[%zu]/annotations[%zu]/color", i, k),
                     note->at, "engine-color", "the editor opens color %u, and fails to draw it",
                     note->color);
        }
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
    else
        check_engine_state(job, map);
    if (ptl_grmm_characters(map->created) != 19)
        ptl_find(job, PTL_ERROR, map->at, "engine-time",
                 "characters in the time of creation: %zu; the editor wants 19",
                 ptl_grmm_characters(map->created));
    check_engine_colors(job, map);
    for (size_t i = 0; i < map->links.count; i++) {
        const ptl_grmm_link *l = &map->links.data[i];

        if (l->from_level < map->levels.count && l->to_level < map->levels.count)
            continue;
        PTL_FIND(job, PTL_ERROR, ptl_path(job, "links[%zu]", i), l->at, "engine-link",
                 "the editor gives up on a link to a level that does not exist");
    }
}
