/* SPDX-License-Identifier: MIT */
/* Grids of three states as one: rows and columns that came or went on either side, then every cell
 * of every layer by itself. */
#include <stdio.h>
#include <string.h>

#include "core/merge.h"

typedef struct board {
    ptl_merging      *m;
    const ptl_record *record;
    uint64_t          which;
    const ptl_states *in;
    ptl_triples       rows, columns;
} board;

/* ---- Rows and columns ------------------------------------------------------------------------ */

typedef struct lines { /* all rows, or all columns */
    board           *b;
    bool             down;     /* rows                                          */
    const ptl_align *of[2];    /* mine and other                                */
    const ptl_align *cross[2]; /* the same of the lines that cross them         */
} lines;

static uint64_t bits_at(const ptl_field *field, const void *record, uint32_t x, uint32_t y)
{
    const void *cell = ptl_grid_cell(field, record, x, y);

    return cell ? ptl_field_bits(field, cell) : 0;
}

/* A cell of a line of the base, and the same cell on a side. */
typedef struct cell {
    const ptl_field *field;
    uint32_t         x, y; /* on the side */
    uint64_t         was, is;
} cell;

/* The next cell of a line that a side changed, from a place on; false when there is none. A place
 * is counted over all layers. */
static bool next_changed(const lines *l, bool other, uint32_t base, uint32_t index, size_t *place,
                         cell *out)
{
    const ptl_align *cross = l->cross[other];
    const void      *side  = other ? l->b->in->other : l->b->in->mine;

    for (; *place < l->b->record->count * (size_t)cross->before; ++*place) {
        const ptl_field *field = &l->b->record->fields[*place / cross->before];
        uint32_t         was = (uint32_t)(*place % cross->before), is = cross->is[was];

        if (!(l->b->which >> (*place / cross->before) & 1) || is == PTL_ALONE)
            continue;
        *out = (cell){ field, l->down ? is : index, l->down ? index : is,
                       bits_at(field, l->b->in->base, l->down ? was : base, l->down ? base : was),
                       bits_at(field, side, l->down ? is : index, l->down ? index : is) };
        if (out->was != out->is)
            return ++*place;
    }
    return false;
}

static bool line_kept(const void *of, bool other, uint32_t base, uint32_t index)
{
    size_t place = 0;
    cell   at;

    return !next_changed(of, other, base, index, &place, &at);
}

/* Bits as a value of the field has them in memory. */
static uint64_t in_memory(const ptl_field *field, uint64_t bits)
{
    bits <<= field->shift;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bits <<= 64 - 8 * ptl_field_size(field);
#endif
    return bits;
}

/* A line that one side took away and the other changed: each of these cells is a conflict. */
static void line_clash(void *user, const ptl_triple *at)
{
    lines *l     = user;
    bool   other = at->mine == PTL_ALONE;
    size_t place = 0;
    cell   c;

    while (next_changed(l, other, at->base, other ? at->other : at->mine, &place, &c) &&
           ptl_ok(l->b->m->job)) {
        uint64_t was = in_memory(c.field, c.was), is = in_memory(c.field, c.is);
        char     what[64];

        snprintf(what, sizeof what, "%s[%u,%u]", c.field->name, c.x, c.y);
        ptl_merge_clash(l->b->m, what, c.field,
                        &(ptl_states){ &was, other ? NULL : &is, other ? &is : NULL });
    }
}

static ptl_triples weave_lines(board *b, bool down, const ptl_align *const rows[2],
                               const ptl_align *const columns[2])
{
    lines    l    = { .b = b, .down = down };
    ptl_trio trio = { .of = &l, .kept = line_kept, .clash = line_clash, .user = &l };

    for (size_t i = 0; i < 2; i++) {
        l.of[i]    = down ? rows[i] : columns[i];
        l.cross[i] = down ? columns[i] : rows[i];
    }
    trio.mine  = l.of[0];
    trio.other = l.of[1];
    return ptl_triples_make(b->m->job, &trio);
}

static const ptl_field *first_of(const board *b)
{
    for (size_t f = 0; f < b->record->count; f++)
        if (b->which >> f & 1)
            return &b->record->fields[f];
    return NULL;
}

static void set_side(char *out, const ptl_field *grid, uint16_t offset, uint32_t count)
{
    uint32_t size = count >= grid->rim ? count - grid->rim : 0;

    memcpy(out + offset, &size, sizeof size);
}

static const ptl_align *or_plain(ptl_job *job, const ptl_align *align, uint64_t was, uint64_t is)
{
    return align ? align : ptl_align_plain(job, (size_t)was, (size_t)is);
}

static void lay_out(board *b, char *out)
{
    const ptl_states *in      = b->in;
    const void       *side[2] = { in->mine, in->other };
    const ptl_field  *first   = first_of(b);
    const ptl_align  *rows[2], *columns[2];

    for (size_t i = 0; i < 2; i++) {
        ptl_reshape shape = ptl_grids_align(b->m->job, b->record, b->which, in->base, side[i]);

        rows[i]    = or_plain(b->m->job, shape.rows, ptl_field_down(first, in->base),
                              ptl_field_down(first, side[i]));
        columns[i] = or_plain(b->m->job, shape.columns, ptl_field_across(first, in->base),
                              ptl_field_across(first, side[i]));
    }
    if (!ptl_ok(b->m->job))
        return;
    b->rows    = weave_lines(b, true, rows, columns);
    b->columns = weave_lines(b, false, rows, columns);
    set_side(out, first, first->across, b->columns.count);
    set_side(out, first, first->down, b->rows.count);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static void clash_at(board *b, const ptl_field *field, const uint64_t of[3], uint32_t x, uint32_t y)
{
    uint64_t raw[3];
    char     what[64];

    for (size_t i = 0; i < 3; i++)
        raw[i] = in_memory(field, of[i]);
    snprintf(what, sizeof what, "%s[%u,%u]", field->name, x, y);
    ptl_merge_clash(b->m, what, field, &(ptl_states){ &raw[0], &raw[1], &raw[2] });
}

static uint64_t merge_cell(board *b, const ptl_field *field, uint32_t x, uint32_t y)
{
    const ptl_triple *row = &b->rows.data[y], *column = &b->columns.data[x];
    bool              base  = row->base != PTL_ALONE && column->base != PTL_ALONE;
    bool              mine  = row->mine != PTL_ALONE && column->mine != PTL_ALONE;
    bool              other = row->other != PTL_ALONE && column->other != PTL_ALONE;
    uint64_t          of[3];

    of[0] = base ? bits_at(field, b->in->base, column->base, row->base) : 0;
    of[1] = mine ? bits_at(field, b->in->mine, column->mine, row->mine) : 0;
    of[2] = other ? bits_at(field, b->in->other, column->other, row->other) : 0;
    if (!mine || !other)
        return mine ? of[1] : of[2];
    if (of[1] == of[2] || of[0] == of[2])
        return of[1];
    if (base && of[0] == of[1])
        return of[2];
    clash_at(b, field, of, x, y);
    return of[1];
}

/* A layer that is not there anywhere stays so, and one that a side took away stays away where
 * nothing is left in it. */
static bool is_wanted(const board *b, const ptl_field *field)
{
    bool base  = ptl_field_list(field, b->in->base).count > 0;
    bool mine  = ptl_field_list(field, b->in->mine).count > 0;
    bool other = ptl_field_list(field, b->in->other).count > 0;

    return mine == other ? mine : mine == base ? other : mine;
}

static bool fill(board *b, const ptl_field *field, ptl_list list)
{
    bool any = false;

    for (uint32_t y = 0; y < b->rows.count; y++)
        for (uint32_t x = 0; x < b->columns.count && ptl_ok(b->m->job); x++) {
            uint64_t bits = merge_cell(b, field, x, y);

            any  = any || bits != 0;
            bits = in_memory(field, bits);
            ptl_value_put(field, ptl_field_element(field, list, (size_t)y * b->columns.count + x),
                          &bits);
        }
    ptl_worked(b->m->job, (size_t)b->rows.count * b->columns.count);
    return any;
}

/* Fields that share a list are filled one after the other. */
static void merge_layer(board *b, size_t f, char *out)
{
    const ptl_field *field = &b->record->fields[f];
    ptl_list         list  = { 0 };
    bool             fresh = true;

    if (ptl_field_list(field, b->in->mine).count == 0 &&
        ptl_field_list(field, b->in->other).count == 0) {
        memcpy(out + field->offset, &list, sizeof list);
        return;
    }
    for (size_t i = 0; i < f; i++)
        fresh = fresh && !(b->which >> i & 1 && b->record->fields[i].offset == field->offset);
    list = ptl_field_list(field, out);
    if (fresh) {
        list.count = (size_t)b->rows.count * b->columns.count;
        list.data  = ptl_arena_array(b->m->job, list.count, ptl_field_stride(field));
    }
    if (!list.data)
        return;
    if (!fill(b, field, list) && !field->bits && !field->stride && !is_wanted(b, field))
        list = (ptl_list){ 0 };
    memcpy(out + field->offset, &list, sizeof list);
}

/* Whether a side left all of them as they were; then they are those of the other side. */
static bool all_same(const board *b, const void *side)
{
    for (size_t f = 0; f < b->record->count; f++)
        if (b->which >> f & 1 &&
            !ptl_field_same(&b->record->fields[f], b->in->base, side, PTL_WHOLE))
            return false;
    return ptl_field_across(first_of(b), b->in->base) == ptl_field_across(first_of(b), side) &&
           ptl_field_down(first_of(b), b->in->base) == ptl_field_down(first_of(b), side);
}

static void take_all(const board *b, char *out, const void *side)
{
    const ptl_field *first = first_of(b);

    for (size_t f = 0; f < b->record->count; f++)
        if (b->which >> f & 1)
            memcpy(out + b->record->fields[f].offset,
                   (const char *)side + b->record->fields[f].offset, sizeof(ptl_list));
    memcpy(out + first->across, (const char *)side + first->across, sizeof(uint32_t));
    memcpy(out + first->down, (const char *)side + first->down, sizeof(uint32_t));
}

void ptl_grids_merge(ptl_merging *m, const ptl_record *record, uint64_t grids, char *out,
                     const ptl_states *in)
{
    board b = { .m = m, .record = record, .which = grids, .in = in };

    if (all_same(&b, in->other)) {
        take_all(&b, out, in->mine);
    } else if (all_same(&b, in->mine)) {
        take_all(&b, out, in->other);
    } else {
        lay_out(&b, out);
        for (size_t f = 0; f < record->count && ptl_ok(m->job); f++)
            if (grids >> f & 1)
                merge_layer(&b, f, out);
    }
}
