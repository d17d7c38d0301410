/* SPDX-License-Identifier: MIT */
/* What changed between two records, field by field and down into the records inside. */
#include <string.h>

#include "core/compare.h"

typedef struct walk {
    ptl_job          *job;
    const ptl_record *document;
    const ptl_align  *known[PTL_RECORD_FIELDS]; /* of lists that numbers count elements of */
    ptl_changes       made;
} walk;

static void walk_record(walk *w, const ptl_spot *spot);

void ptl_change_add(ptl_job *job, ptl_changes *to, const ptl_change *change)
{
    ptl_change *grown = ptl_arena_grow(job, to->data, to->count, 1, &to->room, sizeof *to->data);

    if (!grown)
        return;
    to->data           = grown;
    grown[to->count++] = *change;
}

/* ---- A record's own changes ------------------------------------------------------------------ */

/* Elements stay who they are: a list that others count was put side by side at the beginning, and
 * so were those that go along with it. */
static const ptl_align *align_list(walk *w, const ptl_spot *spot, const ptl_field *field)
{
    int              beside = ptl_field_target(field);
    const ptl_align *cells =
        ptl_cells_align(w->job, spot->record, field, spot->before, spot->after);

    if (cells)
        return cells;
    if (spot->record == w->document)
        beside = (int)(field - spot->record->fields);
    if (beside >= 0 && w->known[beside] &&
        w->known[beside]->before == ptl_list_count(field, spot->before) &&
        w->known[beside]->now == ptl_list_count(field, spot->after))
        return w->known[beside];
    return ptl_list_align(w->job, field, spot->before, spot->after);
}

static bool rows_differ(const ptl_field *field, const ptl_spot *spot, size_t was, size_t is)
{
    bool             columns = field->shape == PTL_COLUMNS;
    const ptl_field *fields  = columns ? field->record->fields : field;

    for (size_t c = 0; c < (columns ? field->record->count : 1u); c++) {
        ptl_list a = ptl_field_list(&fields[c], spot->before);
        ptl_list b = ptl_field_list(&fields[c], spot->after);

        if ((was < a.count) != (is < b.count))
            return true;
        if (was < a.count && !ptl_value_same(&fields[c], ptl_field_element(&fields[c], a, was),
                                             ptl_field_element(&fields[c], b, is), PTL_WHOLE))
            return true;
    }
    return false;
}

/* Values of plain lists and rows of columns, where some beside each other changed. */
static void add_runs(walk *w, const ptl_spot *spot, const ptl_field *field, const ptl_align *align)
{
    ptl_change run = { .spot = spot, .field = field, .kind = PTL_CHANGE_RUN };

    for (uint32_t i = 0; i <= align->now && ptl_ok(w->job); i++) {
        uint32_t was    = i < align->now ? align->was[i] : PTL_ALONE;
        bool     differ = was != PTL_ALONE && rows_differ(field, spot, was, i);

        if (run.run.count > 0 && (!differ || was != run.run.was + run.run.count)) {
            ptl_change_add(w->job, &w->made, &run);
            run.run.count = 0;
        }
        if (differ && run.run.count == 0) {
            run.run.was = was;
            run.run.is  = i;
        }
        run.run.count += differ;
    }
}

static void add_list(walk *w, const ptl_spot *spot, const ptl_field *field)
{
    const ptl_align *align;

    if (ptl_field_same(field, spot->before, spot->after, PTL_WHOLE))
        return;
    align = align_list(w, spot, field);
    if (!align)
        return;
    if (!align->plain)
        ptl_change_add(
            w->job, &w->made,
            &(ptl_change){ .spot = spot, .field = field, .kind = PTL_CHANGE_LIST, .align = align });
    if (field->shape == PTL_COLUMNS || field->kind != PTL_KIND_RECORD)
        add_runs(w, spot, field, align);
}

static void add_value(walk *w, const ptl_spot *spot, const ptl_field *field)
{
    bool both = ptl_field_there(field, spot->before) && ptl_field_there(field, spot->after);

    if (field->kind == PTL_KIND_RECORD && both && !field->fixed)
        return; /* looked at by itself */
    if (!ptl_field_same(field, spot->before, spot->after, PTL_WHOLE))
        ptl_change_add(w->job, &w->made,
                       &(ptl_change){ .spot = spot, .field = field, .kind = PTL_CHANGE_VALUE });
}

static bool grids_same(const ptl_spot *spot, uint64_t which)
{
    for (size_t f = 0; f < spot->record->count; f++)
        if (which >> f & 1 &&
            !ptl_field_same(&spot->record->fields[f], spot->before, spot->after, PTL_WHOLE))
            return false;
    return true;
}

static void add_own(walk *w, const ptl_spot *spot)
{
    uint64_t grids = 0;

    for (size_t f = 0; f < spot->record->count && ptl_ok(w->job); f++) {
        const ptl_field *field = &spot->record->fields[f];

        if (!ptl_field_there(field, spot->before) && !ptl_field_there(field, spot->after)) {
            continue;
        } else if (field->shape == PTL_ONE) {
            add_value(w, spot, field);
        } else if (field->shape != PTL_GRID) {
            add_list(w, spot, field);
        } else if (!(grids >> f & 1)) {
            uint64_t beside = ptl_grids_beside(spot->record, f, spot->before, spot->after);

            grids |= beside;
            if (!grids_same(spot, beside))
                ptl_grids_diff(w->job, &w->made, spot, f, beside);
        }
    }
}

/* ---- Records inside -------------------------------------------------------------------------- */

static const ptl_align *align_of(const walk *w, const ptl_spot *spot, const ptl_field *field,
                                 size_t from)
{
    for (size_t i = from; i < w->made.count && w->made.data[i].spot == spot; i++)
        if (w->made.data[i].kind == PTL_CHANGE_LIST && w->made.data[i].field == field)
            return w->made.data[i].align;
    return NULL;
}

static void walk_inner(walk *w, const ptl_spot *inner)
{
    ptl_spot *kept;

    if (ptl_record_same(inner->record, inner->before, inner->after, PTL_WHOLE))
        return;
    kept = ptl_arena_take(w->job, sizeof *kept);
    if (!kept)
        return;
    *kept = *inner;
    walk_record(w, kept);
}

static void walk_list(walk *w, const ptl_spot *spot, const ptl_field *field, size_t from)
{
    const ptl_align *align = align_of(w, spot, field, from);
    ptl_list a = ptl_field_list(field, spot->before), b = ptl_field_list(field, spot->after);

    for (uint32_t i = 0; i < b.count && ptl_ok(w->job); i++) {
        uint32_t was = align ? align->was[i] : i;

        if (was != PTL_ALONE)
            walk_inner(w, &(ptl_spot){ spot, field->record, field, was, i,
                                       ptl_field_element(field, a, was),
                                       ptl_field_element(field, b, i) });
    }
}

static void walk_record(walk *w, const ptl_spot *spot)
{
    size_t from = w->made.count;

    add_own(w, spot);
    for (size_t f = 0; f < spot->record->count && ptl_ok(w->job); f++) {
        const ptl_field *field = &spot->record->fields[f];

        if (field->kind != PTL_KIND_RECORD || field->shape == PTL_COLUMNS || field->fixed ||
            !ptl_field_there(field, spot->before) || !ptl_field_there(field, spot->after))
            continue;
        if (field->shape == PTL_ONE)
            walk_inner(w, &(ptl_spot){ spot, field->record, field, PTL_NO_INDEX, PTL_NO_INDEX,
                                       (const char *)spot->before + field->offset,
                                       (const char *)spot->after + field->offset });
        else
            walk_list(w, spot, field, from);
    }
}

/* ---- The whole ------------------------------------------------------------------------------- */

uint64_t ptl_record_targets(const ptl_record *record)
{
    uint64_t found = 0;

    for (size_t f = 0; f < record->count; f++) {
        const ptl_field  *field = &record->fields[f];
        const ptl_record *inner = ptl_field_record(field);

        if (ptl_field_target(field) >= 0)
            found |= UINT64_C(1) << ptl_field_target(field);
        if (inner)
            found |= ptl_record_targets(inner);
    }
    return found;
}

ptl_changes ptl_record_diff(ptl_job *job, const ptl_record *record, void *before, const void *after)
{
    walk     w       = { .job = job, .document = record };
    uint64_t targets = ptl_record_targets(record);
    ptl_spot whole   = {
          .record = record, .was = PTL_NO_INDEX, .is = PTL_NO_INDEX, .before = before, .after = after
    };

    for (size_t f = 0; f < record->count && ptl_ok(job); f++) {
        if (!(targets >> f & 1) || ptl_field_same(&record->fields[f], before, after, PTL_WHOLE))
            continue;
        w.known[f] = ptl_list_align(job, &record->fields[f], before, after);
        if (w.known[f] && !w.known[f]->plain)
            ptl_record_renumber(record, before, (int)f, w.known[f]);
    }
    if (ptl_ok(job))
        walk_inner(&w, &whole);
    return w.made;
}
