/* SPDX-License-Identifier: MIT */
/* New maps, and levels that are taken out, put in and moved with their links kept right. */
#include <stdio.h>
#include <string.h>

#include "formats/call.h"
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

/* A copy of a list, in memory of the job. */
static void *copy_list(ptl_job *job, const void *data, size_t count, size_t size)
{
    void *copy = ptl_arena_array(job, count, size);

    if (copy && count > 0)
        memcpy(copy, data, count * size);
    return copy;
}

/* A change of a map: what becomes part of it, and what is needed only until the change is made. */
typedef struct edit {
    ptl_grmm   *map;
    ptl_job     job, scratch;
    ptl_memory *memory; /* of the scratch */
} edit;

static bool edit_begin(edit *e, ptl_doc *doc)
{
    *e     = (edit){ 0 };
    e->map = ptl_call_change(&e->job, doc, &ptl_format_grmm);
    if (!e->map)
        return false;
    e->scratch = e->job;
    e->memory  = ptl_memory_begin(&e->scratch);
    return e->memory != NULL;
}

static bool edit_ok(const edit *e)
{
    return ptl_ok(&e->job) && ptl_ok(&e->scratch);
}

static ptl_status edit_end(edit *e, ptl_diag *err)
{
    if (ptl_ok(&e->job))
        e->job.error = e->scratch.error;
    ptl_memory_free(e->memory);
    return ptl_job_end(&e->job, err);
}

static bool refuse(ptl_job *job, const char *why)
{
    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "argument", "%s", why);
    return false;
}

static bool has_level(ptl_job *job, const ptl_grmm *map, size_t level)
{
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

/* What is there before a change of levels; levels and pane of notes are copies. */
static ptl_grmm copy_before(edit *e)
{
    ptl_grmm old  = *e->map;
    ptl_u8s *pane = &old.state.list.open;

    old.levels.data =
        copy_list(&e->scratch, old.levels.data, old.levels.count, sizeof *old.levels.data);
    pane->data = copy_list(&e->scratch, pane->data, pane->count, 1);
    return old;
}

/* Room for `count` levels, one more than there are or fewer. */
static ptl_grmm_level *levels_for(edit *e, size_t count)
{
    ptl_grmm *map = e->map;

    return count <= map->levels.count
               ? map->levels.data
               : ptl_arena_append(&e->job, map->levels.data, map->levels.count,
                                  count - map->levels.count, sizeof *map->levels.data);
}

/* Levels in a new order: from[i] is the old position of what is now i, or GRMM_GONE for `added`. */
static void rearrange(edit *e, const uint32_t *from, size_t count, const ptl_grmm_level *added)
{
    ptl_grmm        old    = copy_before(e);
    uint32_t       *now_at = ptl_arena_array(&e->scratch, old.levels.count, sizeof *now_at);
    ptl_grmm_level *levels = edit_ok(e) ? levels_for(e, count) : NULL;

    if (!levels)
        return;
    for (size_t i = 0; i < old.levels.count; i++)
        now_at[i] = GRMM_GONE;
    for (size_t i = 0; i < count; i++) {
        levels[i] = from[i] == GRMM_GONE ? *added : old.levels.data[from[i]];
        if (from[i] != GRMM_GONE)
            now_at[from[i]] = (uint32_t)i;
    }
    e->map->levels.data  = levels;
    e->map->levels.count = count;
    ptl_grmm_reorder_open(&e->job, e->map, &old, from);
    ptl_grmm_renumber(e->map, now_at, old.levels.count);
}

/* Puts a level in front of `before`. */
static void insert_level(edit *e, size_t before, const ptl_grmm_level *added)
{
    size_t    count = e->map->levels.count;
    uint32_t *from  = ptl_arena_array(&e->scratch, count + 1, sizeof *from);

    if (count >= PTL_GRMM_MAX_LEVELS)
        refuse(&e->job, "a map has at most 999 levels");
    for (size_t i = 0; from && i <= count; i++)
        from[i] = i == before ? GRMM_GONE : (uint32_t)(i - (i > before));
    if (edit_ok(e))
        rearrange(e, from, count + 1, added);
}

ptl_status ptl_grmm_add_level(ptl_grmm_level **level, ptl_doc *doc, const char *location,
                              const char *name, int16_t elevation, uint32_t rows, uint32_t columns,
                              ptl_diag *err)
{
    edit           e;
    ptl_grmm_level added;

    if (level)
        *level = NULL;
    if (edit_begin(&e, doc) &&
        (rows < 1 || rows > PTL_GRMM_MAX_SIDE || columns < 1 || columns > PTL_GRMM_MAX_SIDE))
        refuse(&e.job, "a level has 1 to 6666 rows and columns");
    if (edit_ok(&e)) {
        added = new_level(&e.job, location, name, elevation, rows, columns);
        insert_level(&e, e.map->levels.count, &added);
    }
    if (level && edit_ok(&e))
        *level = &e.map->levels.data[e.map->levels.count - 1];
    return edit_end(&e, err);
}

/* ---- Cells, notes, links, regions ----------------------------------------------------------- */

static void set_value(ptl_job *job, ptl_grmm_level *level, ptl_grmm_layer layer, size_t index,
                      uint8_t value)
{
    ptl_u8s *values = &level->layer[layer];

    if (values->count == 0) {
        uint8_t *cells = ptl_arena_take(job, grmm_cells(level));

        *values = (ptl_u8s){ cells, cells ? grmm_cells(level) : 0 };
    }
    if (values->count != grmm_cells(level) && ptl_ok(job))
        refuse(job, "the layer has not one value for each cell");
    if (ptl_ok(job))
        values->data[index] = value;
}

ptl_status ptl_grmm_set(ptl_doc *doc, size_t level, ptl_grmm_layer layer, uint32_t row,
                        uint32_t column, uint8_t value, ptl_diag *err)
{
    ptl_job         job;
    ptl_grmm       *map = ptl_call_touch(&job, doc, &ptl_format_grmm);
    ptl_grmm_level *l   = map && has_level(&job, map, level) ? &map->levels.data[level] : NULL;

    if (l && ((unsigned)layer >= PTL_GRMM_LAYERS || row > l->rows || column > l->columns ||
              l->rows > PTL_GRMM_MAX_SIDE || l->columns > PTL_GRMM_MAX_SIDE))
        refuse(&job, "there is no such cell");
    else if (l && !ptl_grmm_is_legal(map->version, layer, value))
        ptl_fail(&job, PTL_E_ARG, PTL_NOWHERE, "grmm-cell", "%s %u has no meaning in version %u",
                 ptl_grmm_layer_names[layer], value, map->version);
    else if (l)
        set_value(&job, l, layer, grmm_index(l, row, column), value);
    return ptl_job_end(&job, err);
}

static ptl_grmm_note *note_slot(ptl_job *job, ptl_grmm_level *level, const ptl_grmm_note *note)
{
    ptl_grmm_notes *notes = &level->notes;
    ptl_grmm_note  *more;

    for (size_t i = 0; i < notes->count; i++)
        if (notes->data[i].row == note->row && notes->data[i].column == note->column)
            return &notes->data[i];
    more = ptl_arena_append(job, notes->data, notes->count, 1, sizeof *more);
    if (!more)
        return NULL;
    *notes          = (ptl_grmm_notes){ more, notes->count + 1 };
    level->no_notes = 0;
    return &more[notes->count - 1];
}

static void add_note(ptl_job *job, ptl_grmm_level *level, const ptl_grmm_note *note)
{
    ptl_grmm_note  copy = *note;
    ptl_grmm_note *slot;

    if (note->row >= level->rows || note->column >= level->columns || note->kind > PTL_GRMM_LABEL)
        refuse(job, "a note must be of a kind from 0 to 4 and in a cell of its level");
    if (!ptl_ok(job))
        return;
    copy_str(job, &copy.text);
    copy_str(job, &copy.id);
    copy.at = PTL_NOWHERE;
    slot    = ptl_ok(job) ? note_slot(job, level, note) : NULL;
    if (slot)
        *slot = copy;
}

ptl_status ptl_grmm_add_note(ptl_doc *doc, size_t level, const ptl_grmm_note *note, ptl_diag *err)
{
    ptl_job   job;
    ptl_grmm *map = ptl_call_touch(&job, doc, &ptl_format_grmm);

    if (map && has_level(&job, map, level))
        add_note(&job, &map->levels.data[level], note);
    return ptl_job_end(&job, err);
}

ptl_status ptl_grmm_add_link(ptl_doc *doc, ptl_grmm_place from, ptl_grmm_place to, ptl_diag *err)
{
    ptl_job        job;
    ptl_grmm      *map  = ptl_call_touch(&job, doc, &ptl_format_grmm);
    ptl_grmm_link *more = NULL;

    if (map && has_level(&job, map, from.level) && has_level(&job, map, to.level))
        more = ptl_arena_append(&job, map->links.data, map->links.count, 1, sizeof *more);
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
    edit      e;
    ptl_grmm  old;
    uint32_t *same;

    if (!edit_begin(&e, doc) || !has_level(&e.job, e.map, level))
        return edit_end(&e, err);
    old  = copy_before(&e);
    same = ptl_arena_array(&e.scratch, old.levels.count, sizeof *same);
    for (size_t i = 0; same && i < old.levels.count; i++)
        same[i] = (uint32_t)i;
    if (edit_ok(&e))
        name_all(&e.job, &e.map->levels.data[level]);
    if (edit_ok(&e))
        name_one(&e.job, &e.map->levels.data[level], row, column, name);
    if (edit_ok(&e)) /* regions have sections of their own in the pane of notes */
        ptl_grmm_reorder_open(&e.job, e.map, &old, same);
    return edit_end(&e, err);
}

/* ---- Levels --------------------------------------------------------------------------------- */

ptl_status ptl_grmm_remove_level(ptl_doc *doc, size_t level, ptl_diag *err)
{
    edit      e;
    uint32_t *from;

    if (!edit_begin(&e, doc) || !has_level(&e.job, e.map, level))
        return edit_end(&e, err);
    from = ptl_arena_array(&e.scratch, e.map->levels.count, sizeof *from);
    for (size_t i = 0; from && i + 1 < e.map->levels.count; i++)
        from[i] = (uint32_t)(i + (i >= level));
    if (from)
        rearrange(&e, from, e.map->levels.count - 1, NULL);
    return edit_end(&e, err);
}

ptl_status ptl_grmm_move_level(ptl_doc *doc, size_t from, size_t to, ptl_diag *err)
{
    edit      e;
    uint32_t *order;
    size_t    next = 0;

    if (!edit_begin(&e, doc) || !has_level(&e.job, e.map, from) || !has_level(&e.job, e.map, to))
        return edit_end(&e, err);
    order = ptl_arena_array(&e.scratch, e.map->levels.count, sizeof *order);
    for (size_t i = 0; order && i < e.map->levels.count; i++) {
        next += next == from;
        order[i] = i == to ? (uint32_t)from : (uint32_t)next++;
    }
    if (order)
        rearrange(&e, order, e.map->levels.count, NULL);
    return edit_end(&e, err);
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
    notes->data = copy_list(job, notes->data, notes->count, sizeof *notes->data);
    for (size_t i = 0; notes->data && i < notes->count; i++) {
        copy_str(job, &notes->data[i].text);
        copy_str(job, &notes->data[i].id);
        notes->data[i].at = PTL_NOWHERE;
    }
}

static void copy_regions(ptl_job *job, ptl_grmm_regions *regions)
{
    regions->list.data =
        copy_list(job, regions->list.data, regions->list.count, sizeof *regions->list.data);
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
        copy_list(job, level->chunks.data, level->chunks.count, sizeof *level->chunks.data);
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
    const ptl_grmm *src = ptl_grmm_view(other);
    edit            e;
    ptl_grmm_level  added;

    if (!edit_begin(&e, doc))
        return edit_end(&e, err);
    if (before > e.map->levels.count)
        refuse(&e.job, "there is no such position");
    else if (!src)
        refuse(&e.job, "the other document is not a Gridmonger map");
    if (!ptl_ok(&e.job) || !has_level(&e.job, src, level) ||
        !fits_version(&e.job, &src->levels.data[level], e.map->version))
        return edit_end(&e, err);
    added = src->levels.data[level];
    own_level(&e.job, &added);
    if (ptl_ok(&e.job))
        ptl_grmm_translate(&e.job, &added, src->version, e.map->version);
    if (ptl_ok(&e.job) && e.map->version >= 4)
        ptl_grmm_complete_regions(&e.job, &added, before, PTL_NOTE);
    if (ptl_ok(&e.job))
        insert_level(&e, before, &added);
    return edit_end(&e, err);
}
