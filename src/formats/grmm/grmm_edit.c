/* SPDX-License-Identifier: MIT */
/* New maps, and levels that are taken out, put in and moved with their links kept right. */
#include <stdio.h>
#include <string.h>

#include "formats/grmm/grmm_private.h"

/* ---- Helpers -------------------------------------------------------------------------------- */

static ptl_str copy_text(ptl_job *job, const char *data, size_t size)
{
    char *copy = ptl_arena_raw(job, size);

    if (copy && size > 0)
        memcpy(copy, data, size);
    return (ptl_str){ copy ? copy : "", copy ? size : 0 };
}

static void copy_str(ptl_job *job, ptl_str *text)
{
    *text = copy_text(job, text->data, text->size);
}

/* Room for one more at the end of a list: the list in new memory, the last element zero. */
static void *grow(ptl_job *job, const void *data, size_t count, size_t size)
{
    void *more = ptl_arena_array(job, count + 1, size);

    if (more && count > 0)
        memcpy(more, data, count * size);
    return more;
}

static bool refuse(ptl_job *job, const char *why)
{
    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "argument", "%s", why);
    return false;
}

static bool has_level(ptl_job *job, const ptl_grmm *map, size_t level)
{
    if (!map)
        return refuse(job, "the document is no Gridmonger map");
    return level < map->levels.count || refuse(job, "there is no such level");
}

/* ---- New maps ------------------------------------------------------------------------------- */

static void begin_map(ptl_job *job, ptl_grmm *map, const char *title, const char *created,
                      unsigned version)
{
    ptl_grmm_state *s = &map->state;

    map->version = (uint16_t)version;
    map->title   = copy_text(job, title, strlen(title));
    map->created = copy_text(job, created, strlen(created));
    map->game = map->author = map->remarks = (ptl_str){ "", 0 };
    map->coordinates  = (ptl_grmm_coordinates){ .row_start = 1, .column_start = 1 };
    s->layout         = version >= 4 ? PTL_GRMM_STATE_GROUP : PTL_GRMM_STATE_FLAT7;
    s->display        = (ptl_grmm_display){ .stored = true, .theme = { "Default", 7 }, .zoom = 9 };
    s->options.stored = s->tool.stored = true;
    s->tools_pane = s->notes_pane = version < 4;
    if (version >= 4)
        s->list =
            (ptl_grmm_note_list){ .stored = true, .scope = 1, .types = 15, .search = { "", 0 } };
}

ptl_status ptl_grmm_new(ptl_doc **out, const char *title, const char *created, unsigned version,
                        const ptl_read_opts *opts, ptl_diag *err)
{
    static const ptl_read_opts defaults;
    ptl_job                    job;
    ptl_doc                   *doc;
    ptl_grmm                  *map;

    *out = NULL;
    doc  = ptl_doc_begin(&job, opts ? opts : &defaults);
    map  = doc ? ptl_doc_become(&job, doc, &ptl_format_grmm) : NULL;
    if (map) {
        doc->placeless = job.placeless = true;
        begin_map(&job, map, title, created, version);
        ptl_grmm_settle(&job, map);
    }
    return ptl_doc_end(out, &job, doc, err);
}

static ptl_grmm_level new_level(ptl_job *job, const char *location, const char *name,
                                int16_t elevation, uint32_t rows, uint32_t columns)
{
    return (ptl_grmm_level){
        .location    = copy_text(job, location, strlen(location)),
        .name        = copy_text(job, name, strlen(name)),
        .elevation   = elevation,
        .rows        = rows,
        .columns     = columns,
        .remarks     = { "", 0 },
        .coordinates = { .row_start = 1, .column_start = 1 },
        .regions     = { .rows = 16, .columns = 16, .own_coordinates = 1 },
    };
}

/* Levels in a new order: from[i] is the old position of what is now i, or GRMM_GONE for `added`. */
static void rearrange(ptl_job *job, ptl_grmm *map, const uint32_t *from, size_t count,
                      const ptl_grmm_level *added)
{
    ptl_grmm        old    = *map;
    ptl_grmm_level *levels = ptl_arena_array(job, count, sizeof *levels);
    uint32_t       *now_at = ptl_arena_array(job, old.levels.count, sizeof *now_at);

    if (!levels || !now_at)
        return;
    for (size_t i = 0; i < old.levels.count; i++)
        now_at[i] = GRMM_GONE;
    for (size_t i = 0; i < count; i++) {
        levels[i] = from[i] == GRMM_GONE ? *added : old.levels.data[from[i]];
        if (from[i] != GRMM_GONE)
            now_at[from[i]] = (uint32_t)i;
    }
    map->levels.data  = levels;
    map->levels.count = count;
    ptl_grmm_reorder_open(job, map, &old, from);
    ptl_grmm_renumber(map, now_at, old.levels.count);
}

/* The order with one level more in front of `before`; NULL when there can be no more. */
static uint32_t *order_with(ptl_job *job, const ptl_grmm *map, size_t before)
{
    size_t    count = map->levels.count;
    uint32_t *from  = ptl_arena_array(job, count + 1, sizeof *from);

    if (count >= PTL_GRMM_MAX_LEVELS)
        refuse(job, "a map has at most 999 levels");
    for (size_t i = 0; from && i <= count; i++)
        from[i] = i == before ? GRMM_GONE : (uint32_t)(i - (i > before));
    return ptl_ok(job) ? from : NULL;
}

ptl_status ptl_grmm_add_level(ptl_grmm_level **level, ptl_doc *doc, const char *location,
                              const char *name, int16_t elevation, uint32_t rows, uint32_t columns,
                              ptl_diag *err)
{
    ptl_grmm      *map = ptl_grmm_of(doc);
    ptl_job        job = ptl_doc_job(doc);
    ptl_grmm_level added;
    uint32_t      *from;

    if (!map)
        refuse(&job, "the document is no Gridmonger map");
    if (rows < 1 || rows > PTL_GRMM_MAX_SIDE || columns < 1 || columns > PTL_GRMM_MAX_SIDE)
        refuse(&job, "a level has 1 to 6666 rows and columns");
    if (ptl_ok(&job)) {
        added = new_level(&job, location, name, elevation, rows, columns);
        from  = order_with(&job, map, map->levels.count);
        if (from)
            rearrange(&job, map, from, map->levels.count + 1, &added);
    }
    if (level)
        *level = ptl_ok(&job) ? &map->levels.data[map->levels.count - 1] : NULL;
    return ptl_job_end(&job, err);
}

/* ---- Cells, notes, links, regions ----------------------------------------------------------- */

ptl_status ptl_grmm_set(ptl_doc *doc, size_t level, ptl_grmm_layer layer, uint32_t row,
                        uint32_t column, uint8_t value, ptl_diag *err)
{
    ptl_grmm       *map = ptl_grmm_of(doc);
    ptl_job         job = ptl_doc_job(doc);
    ptl_grmm_level *l;

    if (has_level(&job, map, level) &&
        ((unsigned)layer >= PTL_GRMM_LAYERS || row > map->levels.data[level].rows ||
         column > map->levels.data[level].columns))
        refuse(&job, "there is no such cell");
    if (!ptl_ok(&job))
        return ptl_job_end(&job, err);
    l = &map->levels.data[level];
    if (l->layer[layer].count == 0) {
        uint8_t *cells = ptl_arena_take(&job, grmm_cells(l));

        l->layer[layer] = (ptl_u8s){ cells, cells ? grmm_cells(l) : 0 };
    }
    if (ptl_ok(&job))
        l->layer[layer].data[grmm_index(l, row, column)] = value;
    return ptl_job_end(&job, err);
}

static ptl_grmm_note *note_slot(ptl_job *job, ptl_grmm_level *level, const ptl_grmm_note *note)
{
    ptl_grmm_notes *notes = &level->notes;
    ptl_grmm_note  *more;

    for (size_t i = 0; i < notes->count; i++)
        if (notes->data[i].row == note->row && notes->data[i].column == note->column)
            return &notes->data[i];
    more = grow(job, notes->data, notes->count, sizeof *more);
    if (!more)
        return NULL;
    *notes          = (ptl_grmm_notes){ more, notes->count + 1 };
    level->no_notes = 0;
    return &more[notes->count - 1];
}

ptl_status ptl_grmm_add_note(ptl_doc *doc, size_t level, const ptl_grmm_note *note, ptl_diag *err)
{
    ptl_grmm      *map  = ptl_grmm_of(doc);
    ptl_job        job  = ptl_doc_job(doc);
    ptl_grmm_note  copy = *note;
    ptl_grmm_note *slot;

    if (has_level(&job, map, level) &&
        (note->row >= map->levels.data[level].rows ||
         note->column >= map->levels.data[level].columns || note->kind > PTL_GRMM_LABEL))
        refuse(&job, "a note is of a kind from 0 to 4 and in a cell of its level");
    if (!ptl_ok(&job))
        return ptl_job_end(&job, err);
    copy_str(&job, &copy.text);
    copy_str(&job, &copy.id);
    copy.at = PTL_NOWHERE;
    slot    = note_slot(&job, &map->levels.data[level], note);
    if (slot && ptl_ok(&job))
        *slot = copy;
    return ptl_job_end(&job, err);
}

ptl_status ptl_grmm_add_link(ptl_doc *doc, ptl_grmm_place from, ptl_grmm_place to, ptl_diag *err)
{
    ptl_grmm      *map = ptl_grmm_of(doc);
    ptl_job        job = ptl_doc_job(doc);
    ptl_grmm_link *more;

    if (!has_level(&job, map, from.level) || !has_level(&job, map, to.level))
        return ptl_job_end(&job, err);
    more = grow(&job, map->links.data, map->links.count, sizeof *more);
    if (more) {
        more[map->links.count] = (ptl_grmm_link){ from.level, from.row,  from.column, to.level,
                                                  to.row,     to.column, PTL_NOWHERE };
        map->links             = (ptl_grmm_links){ more, map->links.count + 1 };
    }
    return ptl_job_end(&job, err);
}

/* A list of regions for the whole grid, with the names the editor gives them. */
static void name_all(ptl_job *job, ptl_grmm_level *level)
{
    size_t across = ptl_grmm_region_columns(level);
    size_t count  = across * ptl_grmm_region_rows(level);

    if (level->regions.list.count > 0)
        return;
    if (count == 0 || count > UINT16_MAX) {
        refuse(job, "the size of the regions allows none to be stored");
        return;
    }
    level->regions.list.data = ptl_arena_array(job, count, sizeof *level->regions.list.data);
    for (size_t i = 0; level->regions.list.data && i < count; i++) {
        char text[40];

        snprintf(text, sizeof text, "Untitled Region %zu", i + 1);
        level->regions.list.data[i] = (ptl_grmm_region){ .row    = (uint16_t)(i / across),
                                                         .column = (uint16_t)(i % across),
                                                         .name = copy_text(job, text, strlen(text)),
                                                         .remarks = { "", 0 },
                                                         .at      = PTL_NOWHERE };
    }
    level->regions.list.count = level->regions.list.data ? count : 0;
}

static void name_one(ptl_job *job, ptl_grmm_level *level, uint16_t row, uint16_t column,
                     const char *name)
{
    for (size_t i = 0; i < level->regions.list.count; i++) {
        ptl_grmm_region *r = &level->regions.list.data[i];

        if (r->row == row && r->column == column) {
            r->name = copy_text(job, name, strlen(name));
            return;
        }
    }
    refuse(job, "there is no such region");
}

ptl_status ptl_grmm_name_region(ptl_doc *doc, size_t level, uint16_t row, uint16_t column,
                                const char *name, ptl_diag *err)
{
    ptl_grmm *map = ptl_grmm_of(doc);
    ptl_job   job = ptl_doc_job(doc);
    ptl_grmm  old;
    uint32_t *same;

    if (!has_level(&job, map, level))
        return ptl_job_end(&job, err);
    same            = ptl_arena_array(&job, map->levels.count, sizeof *same);
    old             = *map;
    old.levels.data = grow(&job, map->levels.data, map->levels.count, sizeof *map->levels.data);
    for (size_t i = 0; same && i < map->levels.count; i++)
        same[i] = (uint32_t)i;
    name_all(&job, &map->levels.data[level]);
    if (ptl_ok(&job))
        name_one(&job, &map->levels.data[level], row, column, name);
    if (ptl_ok(&job)) /* regions have sections of their own in the pane of notes */
        ptl_grmm_reorder_open(&job, map, &old, same);
    return ptl_job_end(&job, err);
}

/* ---- Levels --------------------------------------------------------------------------------- */

ptl_status ptl_grmm_remove_level(ptl_doc *doc, size_t level, ptl_diag *err)
{
    ptl_grmm *map = ptl_grmm_of(doc);
    ptl_job   job = ptl_doc_job(doc);
    uint32_t *from;

    if (!has_level(&job, map, level))
        return ptl_job_end(&job, err);
    from = ptl_arena_array(&job, map->levels.count, sizeof *from);
    for (size_t i = 0; from && i + 1 < map->levels.count; i++)
        from[i] = (uint32_t)(i + (i >= level));
    if (from)
        rearrange(&job, map, from, map->levels.count - 1, NULL);
    return ptl_job_end(&job, err);
}

ptl_status ptl_grmm_move_level(ptl_doc *doc, size_t from, size_t to, ptl_diag *err)
{
    ptl_grmm *map = ptl_grmm_of(doc);
    ptl_job   job = ptl_doc_job(doc);
    uint32_t *order;
    size_t    next = 0;

    if (!has_level(&job, map, from) || !has_level(&job, map, to))
        return ptl_job_end(&job, err);
    order = ptl_arena_array(&job, map->levels.count, sizeof *order);
    for (size_t i = 0; order && i < map->levels.count; i++) {
        next += next == from;
        order[i] = i == to ? (uint32_t)from : (uint32_t)next++;
    }
    if (order)
        rearrange(&job, map, order, map->levels.count, NULL);
    return ptl_job_end(&job, err);
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
    notes->data = grow(job, notes->data, notes->count, sizeof *notes->data);
    for (size_t i = 0; notes->data && i < notes->count; i++) {
        copy_str(job, &notes->data[i].text);
        copy_str(job, &notes->data[i].id);
        notes->data[i].at = PTL_NOWHERE;
    }
}

static void copy_regions(ptl_job *job, ptl_grmm_regions *regions)
{
    regions->list.data =
        grow(job, regions->list.data, regions->list.count, sizeof *regions->list.data);
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
        level->layer_at[i] = 0;
    }
    level->chunks.data =
        grow(job, level->chunks.data, level->chunks.count, sizeof *level->chunks.data);
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
            return refuse(job, "the level has floors the version of the map lacks");
    return true;
}

ptl_status ptl_grmm_insert_level(ptl_doc *doc, size_t before, const ptl_doc *other, size_t level,
                                 ptl_diag *err)
{
    ptl_grmm       *map = ptl_grmm_of(doc);
    const ptl_grmm *src = ptl_grmm_of(other);
    ptl_job         job = ptl_doc_job(doc);
    ptl_grmm_level  added;
    uint32_t       *from;

    if (!map)
        refuse(&job, "the document is no Gridmonger map");
    else if (before > map->levels.count)
        refuse(&job, "there is no such position");
    if (!ptl_ok(&job) || !has_level(&job, src, level) ||
        !fits_version(&job, &src->levels.data[level], map->version))
        return ptl_job_end(&job, err);
    added = src->levels.data[level];
    own_level(&job, &added);
    if (ptl_ok(&job))
        ptl_grmm_translate(&job, &added, src->version, map->version);
    if (ptl_ok(&job) && map->version >= 4)
        ptl_grmm_complete_regions(&job, &added, before, PTL_NOTE);
    from = ptl_ok(&job) ? order_with(&job, map, before) : NULL;
    if (from)
        rearrange(&job, map, from, map->levels.count + 1, &added);
    return ptl_job_end(&job, err);
}
