/* SPDX-License-Identifier: MIT */
/* Repairs, where there is only one honest repair. */
#include <string.h>

#include "formats/grmm/grmm_private.h"

#define FIXED(job, rule, ...) ptl_find(job, PTL_NOTE, PTL_NOWHERE, rule, __VA_ARGS__)

static bool same_start(const ptl_grmm_link *a, const ptl_grmm_link *b)
{
    return a->from_level == b->from_level && a->from_row == b->from_row &&
           a->from_column == b->from_column;
}

/* Links nobody can follow go, and so do later ones that start where another does. */
static void fix_links(ptl_job *job, ptl_grmm *map)
{
    size_t kept = 0;

    for (size_t i = 0; i < map->links.count; i++) {
        ptl_grmm_link      link  = map->links.data[i];
        ptl_grmm_link_kind kind  = ptl_grmm_kind_of_link(map, &link);
        bool               twice = false;

        for (size_t k = 0; kind < PTL_GRMM_LINK_STALE && k < kept && !twice; k++)
            twice = same_start(&map->links.data[k], &link);
        if (kind < PTL_GRMM_LINK_STALE && !twice) {
            map->links.data[kept++] = link;
            continue;
        }
        ptl_path(job, "links[%zu]", i);
        FIXED(job,
              kind == PTL_GRMM_LINK_BROKEN ? "grmm-link-broken"
              : twice                      ? "grmm-link-double"
                                           : "grmm-link-stale",
              "the link is gone");
    }
    map->links.count = kept;
}

/* Of two notes in a cell the later counts, in the earlier one's place: as the editor does it. */
static void fix_double_notes(ptl_job *job, ptl_grmm_level *level, size_t index)
{
    ptl_grmm_notes *notes = &level->notes;
    size_t          kept  = 0;

    for (size_t i = 0; i < notes->count; i++) {
        const ptl_grmm_note *note    = &notes->data[i];
        bool                 outside = note->row >= level->rows || note->column >= level->columns;
        size_t               k       = 0;

        while (k < kept &&
               (notes->data[k].row != note->row || notes->data[k].column != note->column))
            k++;
        if (!outside && k == kept) {
            notes->data[kept++] = *note;
            continue;
        }
        if (!outside)
            notes->data[k] = *note;
        ptl_path(job, "levels[%zu]/annotations[%zu]", index, i);
        FIXED(job, outside ? "grmm-note-place" : "grmm-note-double",
              outside ? "the note outside of the level is gone"
                      : "the note takes the place of the earlier one in its cell");
    }
    notes->count = kept;
}

static void fix_numbers(ptl_job *job, ptl_grmm_level *level, size_t index)
{
    uint32_t *order = ptl_arena_array(job, level->notes.count, sizeof *order);
    uint16_t  next  = 1;

    if (!order)
        return;
    ptl_grmm_reading_order(order, level);
    for (size_t i = 0; i < level->notes.count; i++) {
        ptl_grmm_note *note = &level->notes.data[order[i]];

        if (note->kind != PTL_GRMM_NUMBERED)
            continue;
        ptl_path(job, "levels[%zu]/annotations[%lu]/index", index, (unsigned long)order[i]);
        if (note->index != next)
            FIXED(job, "grmm-note-number", "number %u is now %u", note->index, next);
        note->index = next++;
    }
    job->path[0] = 0;
}

static void fix_extra(ptl_job *job, ptl_u8s *extra)
{
    ptl_find_count(job, PTL_NOTE, "grmm-extra", extra->count,
                   "# {byte|bytes} after the last field {is|are} gone");
    *extra = (ptl_u8s){ 0 };
}

static void fix_level(ptl_job *job, ptl_grmm_level *level, size_t index)
{
    size_t grid = (size_t)ptl_grmm_region_columns(level) * ptl_grmm_region_rows(level);

    fix_extra(job, &level->extra);
    fix_extra(job, &level->coordinates.extra);
    fix_extra(job, &level->regions.extra);
    fix_extra(job, &level->notes_extra);
    if (level->regions.list.count > 0 && level->regions.list.count != grid)
        ptl_grmm_complete_regions(job, level, index, PTL_NOTE);
    fix_double_notes(job, level, index);
    fix_numbers(job, level, index);
}

static void fix_view(ptl_job *job, ptl_grmm *map)
{
    ptl_grmm_display     *d = &map->state.display;
    const ptl_grmm_level *level;

    if (!d->stored || map->levels.count == 0)
        return;
    level = &map->levels.data[d->level < map->levels.count ? d->level : 0];
    if (d->level < map->levels.count && d->cursor_row < level->rows &&
        d->cursor_column < level->columns && d->view_row < level->rows &&
        d->view_column < level->columns)
        return;
    d->level      = d->level < map->levels.count ? d->level : 0;
    d->cursor_row = d->cursor_column = d->view_row = d->view_column = 0;
    FIXED(job, "grmm-view", "the cursor is now in the first cell of level %u", d->level);
}

static void fix_state(ptl_job *job, ptl_grmm *map)
{
    ptl_grmm_state *s = &map->state;

    fix_extra(job, &s->extra);
    fix_extra(job, &s->display.extra);
    fix_extra(job, &s->options.extra);
    fix_extra(job, &s->tool.extra);
    if (s->display.stored && (s->display.zoom < 1 || s->display.zoom > 50)) {
        FIXED(job, "range", "zoom %u is now 9", s->display.zoom);
        s->display.zoom = 9;
    }
    fix_view(job, map);
    if (map->dialect != GRMM_DIALECT_DOCUMENT && ptl_grmm_lengthen_state(s))
        FIXED(job, "grmm-recoded", "the state has all switches that the editor reads");
    if (s->list.stored && s->list.open.count != ptl_grmm_open_count(map)) {
        FIXED(job, "grmm-note-list", "the state of the pane of notes is gone");
        s->list = (ptl_grmm_note_list){ 0 };
    }
}

/* Layers are written as the editor would; whether any was not. */
static bool fix_coding(ptl_grmm_level *level)
{
    bool odd = false;

    for (int i = 0; i < PTL_GRMM_LAYERS; i++) {
        odd = odd || level->coding[i] != PTL_GRMM_CODING_EDITOR || level->packed[i].count > 0;
        level->coding[i] = PTL_GRMM_CODING_EDITOR;
        level->packed[i] = (ptl_u8s){ 0 };
    }
    return odd;
}

void ptl_grmm_fix(ptl_job *job, void *native)
{
    ptl_grmm *map = native;

    fix_extra(job, &map->extra);
    fix_extra(job, &map->coordinates.extra);
    fix_extra(job, &map->links_extra);
    for (size_t i = 0; i < map->levels.count && ptl_ok(job); i++)
        fix_level(job, &map->levels.data[i], i);
    fix_links(job, map);
    fix_state(job, map);
    for (size_t i = 0; i < map->levels.count; i++)
        map->recoded += fix_coding(&map->levels.data[i]);
    if (map->recoded > 0)
        FIXED(job, "grmm-recoded", "written anew, the file is as the editor would write it");
    map->recoded = 0;
}
