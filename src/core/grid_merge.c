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

/* Lines by themselves cannot be told changed from kept where the others changed, too: what is taken
 * away is gone. */
static bool line_kept(const void *of, bool other, uint32_t base, uint32_t index)
{
    (void)of, (void)other, (void)base, (void)index;
    return true;
}

static ptl_triples lines_of(const board *b, const ptl_align *mine, const ptl_align *other,
                            size_t count, size_t mine_count, size_t other_count)
{
    ptl_trio trio = { .mine = mine, .other = other, .kept = line_kept };

    if (!mine)
        trio.mine = ptl_align_plain(b->m->job, count, mine_count);
    if (!other)
        trio.other = ptl_align_plain(b->m->job, count, other_count);
    return trio.mine && trio.other ? ptl_triples_make(b->m->job, &trio) : (ptl_triples){ 0 };
}

static const ptl_field *first_of(const board *b)
{
    for (size_t f = 0; f < b->record->count; f++)
        if (b->which >> f & 1)
            return &b->record->fields[f];
    return NULL;
}

static void set_side(char *out, const ptl_field *grid, uint16_t offset, uint32_t lines)
{
    uint32_t size = lines >= grid->rim ? lines - grid->rim : 0;

    memcpy(out + offset, &size, sizeof size);
}

static void lay_out(board *b, char *out)
{
    const ptl_states *in    = b->in;
    const ptl_field  *first = first_of(b);
    ptl_reshape       mine  = ptl_grids_align(b->m->job, b->record, b->which, in->base, in->mine);
    ptl_reshape       other = ptl_grids_align(b->m->job, b->record, b->which, in->base, in->other);

    b->rows =
        lines_of(b, mine.rows, other.rows, (size_t)ptl_field_down(first, in->base),
                 (size_t)ptl_field_down(first, in->mine), (size_t)ptl_field_down(first, in->other));
    b->columns = lines_of(b, mine.columns, other.columns, (size_t)ptl_field_across(first, in->base),
                          (size_t)ptl_field_across(first, in->mine),
                          (size_t)ptl_field_across(first, in->other));
    set_side(out, first, first->across, b->columns.count);
    set_side(out, first, first->down, b->rows.count);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static uint64_t bits_at(const ptl_field *field, const void *record, uint32_t x, uint32_t y)
{
    const void *cell = ptl_grid_cell(field, record, x, y);

    return cell ? ptl_field_bits(field, cell) : 0;
}

static void clash_at(board *b, const ptl_field *field, const uint64_t of[3], uint32_t x, uint32_t y)
{
    uint64_t raw[3];
    char     what[64];

    for (size_t i = 0; i < 3; i++) {
        raw[i] = of[i] << field->shift;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        raw[i] <<= 64 - 8 * ptl_field_size(field);
#endif
    }
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

            any = any || bits != 0;
            bits <<= field->shift;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
            bits <<= 64 - 8 * ptl_field_size(field);
#endif
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
