/* SPDX-License-Identifier: MIT */
/* Grids of three states as one: rows and columns that came or went on either side, then every cell
 * of every layer by itself. */
#include <stdio.h>
#include <string.h>

#include "core/merge.h"

typedef struct board {
    ptl_merging      *m;
    const ptl_record *record;
    uint64_t          which; /* the grids                                    */
    uint64_t          lists; /* with so many elements for each of their cells */
    const ptl_states *in;
    ptl_triples       rows, columns;
} board;

/* ---- Rows and columns ------------------------------------------------------------------------ */

typedef struct lines { /* all rows, or all columns */
    board           *b;
    bool             down;     /* rows                                          */
    const ptl_align *of[2];    /* mine and other                                */
    const ptl_align *cross[2]; /* the same of the lines that cross them         */
    const ptl_align *beside;   /* those from mine to other                      */
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
    const void      *element[2]; /* of lists: what differs */
    size_t           index;
} cell;

/* The elements that a list has for a cell. */
static const void *elements_at(const ptl_field *field, const void *record, uint32_t x, uint32_t y)
{
    size_t   each  = ptl_cell_elements(field, record);
    ptl_list list  = ptl_field_list(field, record);
    size_t   index = ((size_t)y * (size_t)ptl_field_across(field, record) + x) * each;

    return each > 0 ? ptl_field_element(field, list, index) : NULL;
}

/* Whether those of a cell differ; keeps the first that do. */
static bool list_differs(const board *b, const void *side, uint32_t was_x, uint32_t was_y, cell *c)
{
    size_t      each = ptl_cell_elements(c->field, side), step = ptl_field_stride(c->field);
    const char *was = elements_at(c->field, b->in->base, was_x, was_y);
    const char *is  = elements_at(c->field, side, c->x, c->y);

    for (size_t i = 0; was && is && i < each; i++) {
        c->element[0] = was + i * step;
        c->element[1] = is + i * step;
        c->index      = ((size_t)c->y * (size_t)ptl_field_across(c->field, side) + c->x) * each + i;
        if (!ptl_value_same(c->field, c->element[0], c->element[1], PTL_WHOLE))
            return true;
    }
    return false;
}

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

        uint32_t was_x = l->down ? was : base, was_y = l->down ? base : was;

        if (!((l->b->which | l->b->lists) >> (*place / cross->before) & 1) || is == PTL_ALONE)
            continue;
        *out = (cell){ .field = field, .x = l->down ? is : index, .y = l->down ? index : is };
        if (field->shape == PTL_LIST && list_differs(l->b, side, was_x, was_y, out))
            return ++*place;
        if (field->shape == PTL_LIST)
            continue;
        out->was = bits_at(field, l->b->in->base, was_x, was_y);
        out->is  = bits_at(field, side, out->x, out->y);
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
        bool        list   = c.field->shape == PTL_LIST;
        uint64_t    bits[] = { in_memory(c.field, c.was), in_memory(c.field, c.is) };
        const void *was = list ? c.element[0] : &bits[0], *is = list ? c.element[1] : &bits[1];
        char        what[64];

        if (list)
            snprintf(what, sizeof what, "%s[%zu]", c.field->name, c.index);
        else
            snprintf(what, sizeof what, "%s[%u,%u]", c.field->name, c.x, c.y);
        ptl_merge_clash(l->b->m, what, c.field,
                        &(ptl_states){ was, other ? NULL : is, other ? is : NULL });
    }
}

/* Lines that both added are one where all their cells are the same. */
static ptl_twins line_twins(const void *of, uint32_t mine, uint32_t other)
{
    const lines *l = of;

    for (size_t f = 0; f < l->b->record->count; f++)
        for (uint32_t i = 0; l->b->which >> f & 1 && i < l->beside->before; i++) {
            const ptl_field *field = &l->b->record->fields[f];
            uint32_t         k     = l->beside->is[i];

            if (k != PTL_ALONE &&
                bits_at(field, l->b->in->mine, l->down ? i : mine, l->down ? mine : i) !=
                    bits_at(field, l->b->in->other, l->down ? k : other, l->down ? other : k))
                return PTL_TWINS_NONE;
        }
    return PTL_TWINS_SAME;
}

/* `rows` and `columns` are from the base to mine and to other, and from mine to other. */
static ptl_triples weave_lines(board *b, bool down, const ptl_align *const rows[3],
                               const ptl_align *const columns[3])
{
    lines    l    = { .b = b, .down = down, .beside = down ? columns[2] : rows[2] };
    ptl_trio trio = {
        .of = &l, .kept = line_kept, .twins = line_twins, .clash = line_clash, .user = &l
    };

    for (size_t i = 0; i < 2; i++) {
        l.of[i]    = down ? rows[i] : columns[i];
        l.cross[i] = down ? columns[i] : rows[i];
    }
    trio.mine   = l.of[0];
    trio.other  = l.of[1];
    trio.across = down ? rows[2] : columns[2];
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
    const void       *from[3] = { in->base, in->base, in->mine };
    const void       *to[3]   = { in->mine, in->other, in->other };
    const ptl_field  *first   = first_of(b);
    const ptl_align  *rows[3], *columns[3];

    for (size_t i = 0; i < 3; i++) {
        ptl_reshape shape = ptl_grids_align(b->m->job, b->record, b->which, from[i], to[i]);

        rows[i]    = or_plain(b->m->job, shape.rows, ptl_field_down(first, from[i]),
                              ptl_field_down(first, to[i]));
        columns[i] = or_plain(b->m->job, shape.columns, ptl_field_across(first, from[i]),
                              ptl_field_across(first, to[i]));
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

/* ---- Lists of cells -------------------------------------------------------------------------- */

static uint32_t place_in(const ptl_field *field, const void *record, uint32_t x, uint32_t y,
                         size_t k)
{
    if (x == PTL_ALONE || y == PTL_ALONE)
        return PTL_ALONE;
    return (uint32_t)(((size_t)y * (size_t)ptl_field_across(field, record) + x) *
                          ptl_cell_elements(field, record) +
                      k);
}

/* Their elements go where the cells go. */
static void merge_cell_list(board *b, const ptl_field *field, char *out)
{
    size_t      each = ptl_cell_elements(field, b->in->mine);
    uint64_t    most = (uint64_t)b->rows.count * b->columns.count * each;
    ptl_triples all  = { ptl_arena_array(b->m->job, most, sizeof *all.data), 0 };

    for (uint32_t y = 0; all.data && y < b->rows.count; y++)
        for (uint32_t x = 0; x < b->columns.count; x++)
            for (size_t k = 0; k < each; k++) {
                const ptl_triple *row = &b->rows.data[y], *column = &b->columns.data[x];

                all.data[all.count++] = (ptl_triple){
                    place_in(field, b->in->base, column->base, row->base, k),
                    place_in(field, b->in->mine, column->mine, row->mine, k),
                    place_in(field, b->in->other, column->other, row->other, k),
                };
            }
    if (all.data && most < PTL_ALONE)
        ptl_list_merge(b->m, field, &all, out, b->in);
}

/* Those that all three states have, with as many elements for each cell. */
static uint64_t lists_beside(const ptl_record *record, uint64_t grids, const ptl_states *in)
{
    uint64_t found = 0;

    for (size_t f = 0; f < record->count; f++) {
        const ptl_field *field = &record->fields[f];
        size_t           each  = ptl_cell_elements(field, in->base);

        for (size_t g = 0; each > 0 && g < record->count; g++)
            if (grids >> g & 1 && record->fields[g].across == field->across &&
                record->fields[g].down == field->down &&
                ptl_cell_elements(field, in->mine) == each &&
                ptl_cell_elements(field, in->other) == each)
                found |= UINT64_C(1) << f;
    }
    return found;
}

/* Whether a side left all of them as they were; then they are those of the other side. */
static bool all_same(const board *b, const void *side)
{
    for (size_t f = 0; f < b->record->count; f++)
        if ((b->which | b->lists) >> f & 1 &&
            !ptl_field_same(&b->record->fields[f], b->in->base, side, PTL_WHOLE))
            return false;
    return ptl_field_across(first_of(b), b->in->base) == ptl_field_across(first_of(b), side) &&
           ptl_field_down(first_of(b), b->in->base) == ptl_field_down(first_of(b), side);
}

static void take_all(const board *b, char *out, const void *side)
{
    const ptl_field *first = first_of(b);

    for (size_t f = 0; f < b->record->count; f++)
        if ((b->which | b->lists) >> f & 1)
            memcpy(out + b->record->fields[f].offset,
                   (const char *)side + b->record->fields[f].offset, sizeof(ptl_list));
    memcpy(out + first->across, (const char *)side + first->across, sizeof(uint32_t));
    memcpy(out + first->down, (const char *)side + first->down, sizeof(uint32_t));
}

uint64_t ptl_grids_merge(ptl_merging *m, const ptl_record *record, uint64_t grids, char *out,
                         const ptl_states *in)
{
    board b = { .m = m, .record = record, .which = grids, .in = in };

    b.lists = lists_beside(record, grids, in);
    if (all_same(&b, in->other)) {
        take_all(&b, out, in->mine);
    } else if (all_same(&b, in->mine)) {
        take_all(&b, out, in->other);
    } else {
        lay_out(&b, out);
        for (size_t f = 0; f < record->count && ptl_ok(m->job); f++)
            if (grids >> f & 1)
                merge_layer(&b, f, out);
            else if (b.lists >> f & 1)
                merge_cell_list(&b, &record->fields[f], out);
    }
    return grids | b.lists;
}
