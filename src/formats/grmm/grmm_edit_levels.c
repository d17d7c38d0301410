/* SPDX-License-Identifier: MIT */
/* Levels that are added, taken out, put in and moved, with their links kept right. */
#include "formats/grmm/grmm_edit.h"

#include <string.h>

/* ---- Order ---------------------------------------------------------------------------------- */

/* Room for `count` levels, more than there are or fewer. */
static ptl_grmm_level *levels_for(grmm_edit *e, size_t count)
{
    ptl_grmm *map = e->map;

    return count <= map->levels.count
               ? map->levels.data
               : ptl_arena_append(&e->job, map->levels.data, map->levels.count,
                                  count - map->levels.count, sizeof *map->levels.data);
}

/* Levels in a new order: from[i] is the old position of what is now i, or GRMM_GONE for the next
 * of `added`. */
static void rearrange(grmm_edit *e, const uint32_t *from, size_t count, const ptl_grmm_level *added)
{
    ptl_grmm        old    = ptl_grmm_before(e);
    uint32_t       *now_at = ptl_arena_array(&e->scratch, old.levels.count, sizeof *now_at);
    ptl_grmm_level *levels = ptl_grmm_edit_ok(e) ? levels_for(e, count) : NULL;

    if (!levels)
        return;
    for (size_t i = 0; i < old.levels.count; i++)
        now_at[i] = GRMM_GONE;
    for (size_t i = 0; i < count; i++) {
        levels[i] = from[i] == GRMM_GONE ? *added++ : old.levels.data[from[i]];
        if (from[i] != GRMM_GONE)
            now_at[from[i]] = (uint32_t)i;
    }
    e->map->levels.data  = levels;
    e->map->levels.count = count;
    ptl_grmm_reorder_open(&e->job, e->map, &old, from);
    ptl_grmm_renumber(e->map, now_at, old.levels.count);
}

/* Puts a level in front of `before`. */
static void insert_level(grmm_edit *e, size_t before, const ptl_grmm_level *added)
{
    size_t    count = e->map->levels.count;
    uint32_t *from  = ptl_arena_array(&e->scratch, count + 1, sizeof *from);

    if (count >= PTL_GRMM_MAX_LEVELS)
        ptl_grmm_refuse(&e->job, "a map has at most 999 levels");
    for (size_t i = 0; from && i <= count; i++)
        from[i] = i == before ? GRMM_GONE : (uint32_t)(i - (i > before));
    if (ptl_grmm_edit_ok(e))
        rearrange(e, from, count + 1, added);
}
/* ---- New levels ----------------------------------------------------------------------------- */

static ptl_grmm_level new_level(ptl_job *job, const char *location, const char *name,
                                int16_t elevation, uint32_t rows, uint32_t columns)
{
    return (ptl_grmm_level){
        .location    = ptl_grmm_copy_word(job, location),
        .name        = ptl_grmm_copy_word(job, name),
        .elevation   = elevation,
        .rows        = rows,
        .columns     = columns,
        .remarks     = { "", 0 },
        .coordinates = { .row_start = 1, .column_start = 1 },
        .regions     = { .rows = 16, .columns = 16, .own_coordinates = 1 },
    };
}

ptl_status ptl_grmm_add_level(ptl_grmm_level **level, ptl_doc *doc, const char *location,
                              const char *name, int16_t elevation, uint32_t rows, uint32_t columns,
                              ptl_diag *err)
{
    grmm_edit      e;
    ptl_grmm_level added;

    if (level)
        *level = NULL;
    if (ptl_grmm_edit_begin(&e, doc) &&
        (rows < 1 || rows > PTL_GRMM_MAX_SIDE || columns < 1 || columns > PTL_GRMM_MAX_SIDE))
        ptl_grmm_refuse(&e.job, "a level has 1 to 6666 rows and columns");
    if (ptl_grmm_edit_ok(&e)) {
        added = new_level(&e.job, location, name, elevation, rows, columns);
        insert_level(&e, e.map->levels.count, &added);
    }
    if (level && ptl_grmm_edit_ok(&e))
        *level = &e.map->levels.data[e.map->levels.count - 1];
    return ptl_grmm_edit_end(&e, err);
}

/* ---- Levels --------------------------------------------------------------------------------- */

ptl_status ptl_grmm_remove_level(ptl_doc *doc, size_t level, ptl_diag *err)
{
    grmm_edit e;
    uint32_t *from;

    if (!ptl_grmm_edit_begin(&e, doc) || !ptl_grmm_has_level(&e.job, e.map, level))
        return ptl_grmm_edit_end(&e, err);
    from = ptl_arena_array(&e.scratch, e.map->levels.count, sizeof *from);
    for (size_t i = 0; from && i + 1 < e.map->levels.count; i++)
        from[i] = (uint32_t)(i + (i >= level));
    if (from)
        rearrange(&e, from, e.map->levels.count - 1, NULL);
    return ptl_grmm_edit_end(&e, err);
}

ptl_status ptl_grmm_move_level(ptl_doc *doc, size_t from, size_t to, ptl_diag *err)
{
    grmm_edit e;
    uint32_t *order;
    size_t    next = 0;

    if (!ptl_grmm_edit_begin(&e, doc) || !ptl_grmm_has_level(&e.job, e.map, from) ||
        !ptl_grmm_has_level(&e.job, e.map, to))
        return ptl_grmm_edit_end(&e, err);
    order = ptl_arena_array(&e.scratch, e.map->levels.count, sizeof *order);
    for (size_t i = 0; order && i < e.map->levels.count; i++) {
        next += next == from;
        order[i] = i == to ? (uint32_t)from : (uint32_t)next++;
    }
    if (order)
        rearrange(&e, order, e.map->levels.count, NULL);
    return ptl_grmm_edit_end(&e, err);
}

static void copy_str(ptl_job *job, ptl_str *text)
{
    *text = ptl_grmm_copy_text(job, text->data, text->size);
}

static void copy_bytes(ptl_job *job, ptl_u8s *bytes)
{
    uint8_t *copy = bytes->count > 0 ? ptl_arena_raw(job, bytes->count) : NULL;

    if (copy)
        memcpy(copy, bytes->data, bytes->count);
    *bytes = (ptl_u8s){ copy, copy ? bytes->count : 0 };
}

static void copy_notes(ptl_job *job, ptl_grmm_notes *notes)
{
    notes->data = ptl_arena_copy(job, notes->data, notes->count, sizeof *notes->data);
    for (size_t i = 0; notes->data && i < notes->count; i++) {
        copy_str(job, &notes->data[i].text);
        copy_str(job, &notes->data[i].id);
        notes->data[i].at = PTL_NOWHERE;
    }
}

static void copy_regions(ptl_job *job, ptl_grmm_regions *regions)
{
    regions->list.data =
        ptl_arena_copy(job, regions->list.data, regions->list.count, sizeof *regions->list.data);
    for (size_t i = 0; regions->list.data && i < regions->list.count; i++) {
        copy_str(job, &regions->list.data[i].name);
        copy_str(job, &regions->list.data[i].remarks);
        regions->list.data[i].at = PTL_NOWHERE;
    }
    copy_bytes(job, &regions->extra);
}

/* Everything a level points to, in memory of the document it goes to. */
static void own_level(ptl_job *job, ptl_grmm_level *level)
{
    copy_str(job, &level->location);
    copy_str(job, &level->name);
    copy_str(job, &level->remarks);
    copy_bytes(job, &level->extra);
    copy_bytes(job, &level->coordinates.extra);
    copy_bytes(job, &level->notes_extra);
    copy_regions(job, &level->regions);
    copy_notes(job, &level->notes);
    for (int i = 0; i < PTL_GRMM_LAYERS; i++) {
        copy_bytes(job, &level->layer[i]);
        copy_bytes(job, &level->packed[i]);
        level->layer_at[i] = 0;
    }
    level->chunks.data =
        ptl_arena_copy(job, level->chunks.data, level->chunks.count, sizeof *level->chunks.data);
    for (size_t i = 0; level->chunks.data && i < level->chunks.count; i++) {
        copy_str(job, &level->chunks.data[i].id);
        copy_bytes(job, &level->chunks.data[i].data);
    }
    level->at = PTL_NOWHERE;
}

/* What the target's version lacks cannot come along. */
static bool fits_version(ptl_job *job, const ptl_grmm_level *level, unsigned version)
{
    const ptl_u8s *floor = &level->layer[PTL_GRMM_FLOOR];

    for (size_t i = 0; i < floor->count; i++)
        if (ptl_grmm_floor_since(floor->data[i]) > version)
            return ptl_grmm_refuse(job, "the level has floors the version of the map lacks");
    return true;
}

static bool same_coordinates(const ptl_grmm_coordinates *a, const ptl_grmm_coordinates *b)
{
    return a->origin == b->origin && a->row_style == b->row_style &&
           a->column_style == b->column_style && a->row_start == b->row_start &&
           a->column_start == b->column_start;
}

/* Cells and regions are called what they were called, also where the new map counts differently. */
static void keep_coordinates(ptl_grmm_level *level, const ptl_grmm *from, const ptl_grmm *to)
{
    ptl_u8s extra = level->coordinates.extra;

    if (level->own_coordinates || same_coordinates(&from->coordinates, &to->coordinates))
        return;
    level->own_coordinates   = 1;
    level->coordinates       = from->coordinates;
    level->coordinates.extra = extra;
    level->coordinates.at    = PTL_NOWHERE;
}

/* A copy of a level that is to be level `index` of the map. */
static void copy_level(grmm_edit *e, ptl_grmm_level *out, const ptl_grmm *from, size_t level,
                       size_t index)
{
    *out = from->levels.data[level];
    if (!fits_version(&e->job, out, e->map->version))
        return;
    own_level(&e->job, out);
    keep_coordinates(out, from, e->map);
    if (ptl_ok(&e->job))
        ptl_grmm_translate(&e->job, out, from->version, e->map->version);
    if (ptl_ok(&e->job) && e->map->version >= 4)
        ptl_grmm_complete_regions(&e->job, out, index, PTL_NOTE);
}

/* Another map to take levels from, which anybody may have changed; NULL when it is none. */
static const ptl_grmm *open_other(grmm_edit *e, const ptl_doc *other)
{
    const ptl_grmm *map = ptl_grmm_view(other);

    if (!map)
        ptl_grmm_refuse(&e->job, "the other document is not a Gridmonger map");
    else
        ptl_doc_settle(&e->job, other);
    return ptl_ok(&e->job) ? map : NULL;
}

ptl_status ptl_grmm_insert_level(ptl_doc *doc, size_t before, const ptl_doc *other, size_t level,
                                 ptl_diag *err)
{
    const ptl_grmm *from;
    grmm_edit       e;
    ptl_grmm_level  added;

    if (!ptl_grmm_edit_begin(&e, doc))
        return ptl_grmm_edit_end(&e, err);
    from = open_other(&e, other);
    if (from && before > e.map->levels.count)
        ptl_grmm_refuse(&e.job, "there is no such position");
    if (!ptl_ok(&e.job) || !ptl_grmm_has_level(&e.job, from, level))
        return ptl_grmm_edit_end(&e, err);
    copy_level(&e, &added, from, level, before);
    if (ptl_ok(&e.job))
        insert_level(&e, before, &added);
    return ptl_grmm_edit_end(&e, err);
}

/* ---- Many levels at once -------------------------------------------------------------------- */

void ptl_grmm_edit_keep(grmm_edit *e, const uint32_t *levels, size_t count)
{
    bool *taken = ptl_arena_array(&e->scratch, e->map->levels.count, sizeof *taken);

    for (size_t i = 0; taken && i < count && ptl_ok(&e->job); i++) {
        if (!ptl_grmm_has_level(&e->job, e->map, levels[i]))
            return;
        if (taken[levels[i]])
            ptl_grmm_refuse(&e->job, "a level is kept once");
        taken[levels[i]] = true;
    }
    if (ptl_grmm_edit_ok(e))
        rearrange(e, levels, count, NULL);
}

ptl_status ptl_grmm_keep_levels(ptl_doc *doc, const uint32_t *levels, size_t count, ptl_diag *err)
{
    grmm_edit e;

    if (ptl_grmm_edit_begin(&e, doc) && !levels && count > 0)
        ptl_grmm_refuse(&e.job, "there is no list of levels");
    if (ptl_grmm_edit_ok(&e))
        ptl_grmm_edit_keep(&e, levels, count);
    return ptl_grmm_edit_end(&e, err);
}

/* Links among levels that come behind the first `behind`; those to levels that do not exist stay
 * away. */
static void append_links(grmm_edit *e, const ptl_grmm *from, size_t behind)
{
    ptl_grmm_links *links = &e->map->links;
    ptl_grmm_link  *more =
        ptl_arena_append(&e->job, links->data, links->count, from->links.count, sizeof *more);

    if (!more)
        return;
    links->data = more;
    for (size_t i = 0; i < from->links.count; i++) {
        ptl_grmm_link link = from->links.data[i];

        if (link.from_level >= from->levels.count || link.to_level >= from->levels.count)
            continue;
        link.from_level      = (uint16_t)(link.from_level + behind);
        link.to_level        = (uint16_t)(link.to_level + behind);
        link.at              = PTL_NOWHERE;
        more[links->count++] = link;
    }
}

/* The numbers that `count` levels have, and then those that are new. */
static uint32_t *order_behind(grmm_edit *e, size_t count, size_t more)
{
    uint32_t *order = ptl_arena_array(&e->scratch, count + more, sizeof *order);

    for (size_t i = 0; order && i < count + more; i++)
        order[i] = i < count ? (uint32_t)i : GRMM_GONE;
    return order;
}

void ptl_grmm_edit_append(grmm_edit *e, const ptl_grmm *other)
{
    ptl_grmm        from  = *other; /* which may be the map itself */
    size_t          count = e->map->levels.count, more = from.levels.count;
    uint32_t       *order = order_behind(e, count, more);
    ptl_grmm_level *added = ptl_arena_array(&e->scratch, more, sizeof *added);

    PTL_COPY_LIST(&e->scratch, from.links);
    if (count + more > PTL_GRMM_MAX_LEVELS)
        ptl_grmm_refuse(&e->job, "a map has at most 999 levels");
    if (e->map->links.count + from.links.count > UINT16_MAX)
        ptl_grmm_refuse(&e->job, "a map has at most 65535 links");
    for (size_t i = 0; i < more && ptl_grmm_edit_ok(e); i++)
        copy_level(e, &added[i], &from, i, count + i);
    if (ptl_grmm_edit_ok(e))
        rearrange(e, order, count + more, added);
    if (ptl_grmm_edit_ok(e))
        append_links(e, &from, count);
}

ptl_status ptl_grmm_append(ptl_doc *doc, const ptl_doc *other, ptl_diag *err)
{
    grmm_edit       e;
    const ptl_grmm *from;

    if (!ptl_grmm_edit_begin(&e, doc))
        return ptl_grmm_edit_end(&e, err);
    from = open_other(&e, other);
    if (from)
        ptl_grmm_edit_append(&e, from);
    return ptl_grmm_edit_end(&e, err);
}

ptl_status ptl_grmm_rename_level(ptl_doc *doc, size_t level, const char *location, const char *name,
                                 ptl_diag *err)
{
    ptl_job   job;
    ptl_grmm *map = ptl_call_touch(&job, doc, &ptl_format_grmm);

    if (map && ptl_grmm_has_level(&job, map, level)) {
        ptl_grmm_level *l = &map->levels.data[level];

        if (location)
            l->location = ptl_grmm_copy_text(&job, location, strlen(location));
        if (name)
            l->name = ptl_grmm_copy_text(&job, name, strlen(name));
    }
    return ptl_job_end(&job, err);
}
