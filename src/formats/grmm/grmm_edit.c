/* SPDX-License-Identifier: MIT */
/* New maps, and changes of cells, notes, links and regions. */
#include "formats/grmm/grmm_edit.h"

#include <stdio.h>
#include <string.h>

/* ---- Helpers -------------------------------------------------------------------------------- */

ptl_str ptl_grmm_copy_text(ptl_job *job, const char *data, size_t size)
{
    char *copy = ptl_arena_raw(job, size);

    if (copy && size > 0)
        memcpy(copy, data, size);
    return (ptl_str){ copy ? copy : "", copy ? size : 0 };
}

ptl_str ptl_grmm_copy_word(ptl_job *job, const char *word)
{
    return ptl_grmm_copy_text(job, word ? word : "", word ? strlen(word) : 0);
}

static void copy_str(ptl_job *job, ptl_str *text)
{
    *text = ptl_grmm_copy_text(job, text->data, text->size);
}

bool ptl_grmm_edit_begin(grmm_edit *e, ptl_doc *doc)
{
    *e     = (grmm_edit){ 0 };
    e->map = ptl_call_change(&e->job, doc, &ptl_format_grmm);
    if (!e->map)
        return false;
    e->scratch = e->job;
    e->memory  = ptl_memory_begin(&e->scratch);
    return e->memory != NULL;
}

bool ptl_grmm_edit_ok(const grmm_edit *e)
{
    return ptl_ok(&e->job) && ptl_ok(&e->scratch);
}

ptl_status ptl_grmm_edit_end(grmm_edit *e, ptl_diag *err)
{
    if (ptl_ok(&e->job))
        e->job.error = e->scratch.error;
    ptl_memory_free(e->memory);
    return ptl_job_end(&e->job, err);
}

bool ptl_grmm_refuse(ptl_job *job, const char *why)
{
    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "argument", "%s", why);
    return false;
}

bool ptl_grmm_has_level(ptl_job *job, const ptl_grmm *map, size_t level)
{
    return level < map->levels.count || ptl_grmm_refuse(job, "there is no such level");
}

ptl_grmm ptl_grmm_before(grmm_edit *e)
{
    ptl_grmm old  = *e->map;
    ptl_u8s *pane = &old.state.list.open;

    old.levels.data =
        ptl_arena_copy(&e->scratch, old.levels.data, old.levels.count, sizeof *old.levels.data);
    pane->data = ptl_arena_copy(&e->scratch, pane->data, pane->count, 1);
    return old;
}

/* ---- New maps ------------------------------------------------------------------------------- */

void ptl_grmm_begin(ptl_job *job, ptl_grmm *map, const char *title, const char *created,
                    unsigned version)
{
    ptl_grmm_state *s = &map->state;

    map->version = (uint16_t)version;
    map->title   = ptl_grmm_copy_word(job, title);
    map->created = ptl_grmm_copy_word(job, created);
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

    if (!out)
        return ptl_call_nowhere(err);
    *out = NULL;
    doc  = ptl_doc_begin(&job, opts ? opts : &defaults);
    map  = doc ? ptl_doc_become(&job, doc, &ptl_format_grmm) : NULL;
    if (map) {
        doc->placeless = job.placeless = true;
        ptl_grmm_begin(&job, map, title, created, version);
        ptl_grmm_settle(&job, map);
    }
    return ptl_doc_end(out, &job, doc, err);
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
        ptl_grmm_refuse(job, "the layer has not one value for each cell");
    if (ptl_ok(job))
        values->data[index] = value;
}

ptl_status ptl_grmm_set(ptl_doc *doc, size_t level, ptl_grmm_layer layer, uint32_t row,
                        uint32_t column, uint8_t value, ptl_diag *err)
{
    ptl_job         job;
    ptl_grmm       *map = ptl_call_touch(&job, doc, &ptl_format_grmm);
    ptl_grmm_level *l =
        map && ptl_grmm_has_level(&job, map, level) ? &map->levels.data[level] : NULL;

    if (l && ((unsigned)layer >= PTL_GRMM_LAYERS || row > l->rows || column > l->columns ||
              l->rows > PTL_GRMM_MAX_SIDE || l->columns > PTL_GRMM_MAX_SIDE))
        ptl_grmm_refuse(&job, "there is no such cell");
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
    ptl_grmm_note  copy;
    ptl_grmm_note *slot;

    if (!note || note->row >= level->rows || note->column >= level->columns ||
        note->kind > PTL_GRMM_LABEL)
        ptl_grmm_refuse(job, "a note must be of a kind from 0 to 4 and in a cell of its level");
    if (!ptl_ok(job))
        return;
    copy = *note;
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

    if (map && ptl_grmm_has_level(&job, map, level))
        add_note(&job, &map->levels.data[level], note);
    return ptl_job_end(&job, err);
}

ptl_status ptl_grmm_add_link(ptl_doc *doc, ptl_grmm_place from, ptl_grmm_place to, ptl_diag *err)
{
    ptl_job        job;
    ptl_grmm      *map  = ptl_call_touch(&job, doc, &ptl_format_grmm);
    ptl_grmm_link *more = NULL;

    if (map && ptl_grmm_has_level(&job, map, from.level) && ptl_grmm_has_level(&job, map, to.level))
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
        ptl_grmm_refuse(job, "the size of the regions allows none to be stored");
        return;
    }
    level->regions.list.data = ptl_arena_array(job, count, sizeof *level->regions.list.data);
    for (size_t i = 0; level->regions.list.data && i < count; i++) {
        char text[40];

        snprintf(text, sizeof text, "Untitled Region %zu", i + 1);
        level->regions.list.data[i] =
            (ptl_grmm_region){ .row     = (uint16_t)(i / across),
                               .column  = (uint16_t)(i % across),
                               .name    = ptl_grmm_copy_text(job, text, strlen(text)),
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
            r->name = ptl_grmm_copy_word(job, name);
            return;
        }
    }
    ptl_grmm_refuse(job, "there is no such region");
}

ptl_status ptl_grmm_name_region(ptl_doc *doc, size_t level, uint16_t row, uint16_t column,
                                const char *name, ptl_diag *err)
{
    grmm_edit e;
    ptl_grmm  old;
    uint32_t *same;

    if (!ptl_grmm_edit_begin(&e, doc) || !ptl_grmm_has_level(&e.job, e.map, level))
        return ptl_grmm_edit_end(&e, err);
    old  = ptl_grmm_before(&e);
    same = ptl_arena_array(&e.scratch, old.levels.count, sizeof *same);
    for (size_t i = 0; same && i < old.levels.count; i++)
        same[i] = (uint32_t)i;
    if (ptl_grmm_edit_ok(&e))
        name_all(&e.job, &e.map->levels.data[level]);
    if (ptl_grmm_edit_ok(&e))
        name_one(&e.job, &e.map->levels.data[level], row, column, name);
    if (ptl_grmm_edit_ok(&e)) /* regions have sections of their own in the pane of notes */
        ptl_grmm_reorder_open(&e.job, e.map, &old, same);
    return ptl_grmm_edit_end(&e, err);
}
