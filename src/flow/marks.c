/* SPDX-License-Identifier: MIT */
/* Changes of records as cells on maps: rectangles of grids, rows and columns that came and went,
 * and elements that say by themselves in which row and column they are. */
#include "flow/marks.h"

#include <stdlib.h>
#include <string.h>

void ptl_mark_add(ptl_job *job, ptl_marks *to, const ptl_mark *mark)
{
    void *data = ptl_arena_grow(job, to->data, to->count, 1, &to->room, sizeof *to->data);

    if (!data)
        return;
    to->data              = data;
    to->data[to->count++] = *mark;
}

/* ---- Levels -----------------------------------------------------------------------------------
 */

static const ptl_field *first_grid(const ptl_record *record)
{
    for (size_t i = 0; i < record->count; i++)
        if (record->fields[i].shape == PTL_GRID)
            return &record->fields[i];
    return NULL;
}

static bool is_list_of_levels(const ptl_field *field)
{
    return field->shape == PTL_LIST && field->kind == PTL_KIND_RECORD && first_grid(field->record);
}

static const ptl_field *levels_field(const ptl_record *record)
{
    for (size_t i = 0; i < record->count; i++)
        if (is_list_of_levels(&record->fields[i]))
            return &record->fields[i];
    return NULL;
}

/* The level a record is in, or the document's only one; false where that has levels, and the record
 * is in none. */
static bool level_of(const ptl_marked *m, const ptl_spot *spot, const ptl_field *levels,
                     uint32_t level[2])
{
    level[0] = level[1] = 0;
    if (!levels)
        return m->count[0] > 0;
    while (spot && spot->field != levels)
        spot = spot->outer;
    if (!spot)
        return false;
    level[0] = spot->was;
    level[1] = spot->is;
    return true;
}

/* ---- Elements ---------------------------------------------------------------------------------
 */

static bool number_named(const ptl_record *record, const void *data, const char *name,
                         uint32_t *out)
{
    for (size_t i = 0; i < record->count; i++) {
        const ptl_field *f = &record->fields[i];

        if (strcmp(f->name, name) == 0 && f->shape == PTL_ONE && f->kind <= PTL_KIND_U32) {
            *out = (uint32_t)ptl_field_bits(f, (const char *)data + f->offset);
            return true;
        }
    }
    return false;
}

static void mark_element(ptl_job *job, ptl_marks *to, uint32_t level, const ptl_record *record,
                         const void *data, ptl_mark_kind kind)
{
    ptl_mark mark = { level, 0, 0, 1, 1, (uint8_t)kind };

    if (data && number_named(record, data, "row", &mark.y) &&
        number_named(record, data, "column", &mark.x))
        ptl_mark_add(job, to, &mark);
}

static void mark_list(ptl_job *job, ptl_marked *m, const ptl_change *c, const uint32_t level[2])
{
    const void *of[2]    = { c->spot->before, c->spot->after };
    uint32_t    count[2] = { c->align->before, c->align->now };

    if (c->field->kind != PTL_KIND_RECORD || c->field->shape != PTL_LIST)
        return;
    for (int side = 0; side < 2; side++) {
        const uint32_t *other = side ? c->align->was : c->align->is;
        ptl_list        list  = ptl_field_list(c->field, of[side]);

        for (uint32_t i = 0; i < count[side] && i < list.count; i++)
            if (other[i] == PTL_ALONE)
                mark_element(job, &m->marks[side], level[side], c->field->record,
                             ptl_field_element(c->field, list, i),
                             side ? PTL_MARK_ADDED : PTL_MARK_REMOVED);
    }
}

/* ---- Grids ------------------------------------------------------------------------------------
 */

/* Where a rectangle was: its first cell that was there, as far as it stayed together. */
static void mark_cells(ptl_job *job, ptl_marked *m, const ptl_change *c, const uint32_t level[2])
{
    ptl_mark mark = { level[1],       c->cells.x,      c->cells.y,
                      c->cells.width, c->cells.height, PTL_MARK_CHANGED };
    size_t   x = mark.x, y = mark.y;

    ptl_mark_add(job, &m->marks[1], &mark);
    if (c->shape.rows || c->shape.columns)
        if (!ptl_reshape_was(&c->shape, mark.x, mark.y, &x, &y))
            return;
    mark.level = level[0];
    mark.x     = (uint32_t)x;
    mark.y     = (uint32_t)y;
    ptl_mark_add(job, &m->marks[0], &mark);
}

static void mark_lines(ptl_job *job, ptl_marks *to, const uint32_t *other, uint32_t count,
                       const ptl_mark *line, bool rows)
{
    for (uint32_t i = 0; i < count; i++)
        if (other[i] == PTL_ALONE) {
            ptl_mark mark = *line;

            *(rows ? &mark.y : &mark.x)          = i;
            *(rows ? &mark.height : &mark.width) = 1;
            ptl_mark_add(job, to, &mark);
        }
}

static void mark_shape(ptl_job *job, ptl_marked *m, const ptl_change *c, const uint32_t level[2])
{
    const void *of[2] = { c->spot->before, c->spot->after };

    for (int side = 0; side < 2; side++) {
        ptl_mark line = { level[side],
                          0,
                          0,
                          (uint32_t)ptl_field_across(c->field, of[side]),
                          (uint32_t)ptl_field_down(c->field, of[side]),
                          (uint8_t)(side ? PTL_MARK_ADDED : PTL_MARK_REMOVED) };

        if (c->shape.rows)
            mark_lines(job, &m->marks[side], side ? c->shape.rows->was : c->shape.rows->is,
                       side ? c->shape.rows->now : c->shape.rows->before, &line, true);
        if (c->shape.columns)
            mark_lines(job, &m->marks[side], side ? c->shape.columns->was : c->shape.columns->is,
                       side ? c->shape.columns->now : c->shape.columns->before, &line, false);
    }
}

/* ---- All of them ------------------------------------------------------------------------------
 */

static void mark_change(ptl_job *job, ptl_marked *m, const ptl_change *c, const ptl_field *levels)
{
    size_t   marks = m->marks[0].count + m->marks[1].count;
    uint32_t level[2];

    if (!c->spot->outer && c->field == levels && c->kind == PTL_CHANGE_LIST)
        m->levels = c->align;
    if (!ptl_change_means(c))
        return;
    if (!level_of(m, c->spot, levels, level)) {
        m->others |= m->levels != c->align || c->kind != PTL_CHANGE_LIST;
        return;
    }
    for (int side = 0; side < 2; side++)
        if (level[side] < m->count[side])
            m->touched[side][level[side]] = true;
    if (c->kind == PTL_CHANGE_CELLS)
        mark_cells(job, m, c, level);
    else if (c->kind == PTL_CHANGE_SHAPE)
        mark_shape(job, m, c, level);
    else if (c->kind == PTL_CHANGE_LIST)
        mark_list(job, m, c, level);
    else if (c->spot->field) {
        mark_element(job, &m->marks[0], level[0], c->spot->record, c->spot->before,
                     PTL_MARK_CHANGED);
        mark_element(job, &m->marks[1], level[1], c->spot->record, c->spot->after,
                     PTL_MARK_CHANGED);
    }
    m->others |= m->marks[0].count + m->marks[1].count == marks;
}

bool ptl_marks_find(ptl_job *job, ptl_marked *out, const ptl_changes *changes,
                    const ptl_record *record, const void *before, const void *after)
{
    const void      *of[2]  = { before, after };
    const ptl_field *levels = levels_field(record);

    *out = (ptl_marked){ 0 };
    for (int side = 0; side < 2; side++) {
        out->count[side]   = levels ? (uint32_t)ptl_field_list(levels, of[side]).count : 1;
        out->touched[side] = ptl_arena_array(job, out->count[side], sizeof(bool));
    }
    for (size_t i = 0; i < changes->count && ptl_ok(job); i++)
        mark_change(job, out, &changes->data[i], levels);
    return ptl_ok(job);
}

/* ---- Paths ------------------------------------------------------------------------------------
 */

bool ptl_mark_of_path(ptl_mark *out, const char *path)
{
    const char *inner = strrchr(path, '[');
    char       *end;

    *out = (ptl_mark){ 0, 0, 0, 1, 1, PTL_MARK_CHANGED };
    if (strncmp(path, "levels[", 7) == 0)
        out->level = (uint32_t)strtoul(path + 7, NULL, 10);
    if (!inner)
        return false;
    out->x = (uint32_t)strtoul(inner + 1, &end, 10);
    if (*end != ',')
        return false;
    out->y = (uint32_t)strtoul(end + 1, &end, 10);
    return *end == ']';
}
