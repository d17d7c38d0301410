/* SPDX-License-Identifier: MIT */
/* Changes of grids made true: rows and columns that come and go, layers, cells. */
#include <stdio.h>
#include <string.h>

#include "core/changes_apply.h"
#include "core/words.h"

static void set_side(ptl_applying *a, const ptl_field *grid, uint16_t offset, uint32_t lines)
{
    uint32_t size = lines - grid->rim;

    if (lines < grid->rim)
        ptl_apply_bad(a, ptl_json_offset(a->in), "a grid has fewer lines than its rim");
    memcpy(a->data + offset, &size, sizeof size);
}

/* Lists that several fields share are done once: by the first of these. */
static bool is_first_of_list(const ptl_applying *a, const ptl_field *field)
{
    for (const ptl_field *f = a->record->fields; f < field; f++)
        if (f->shape == PTL_GRID && f->offset == field->offset)
            return false;
    return true;
}

static void reshape(ptl_applying *a, const ptl_field *field, const ptl_align *columns,
                    const ptl_align *rows)
{
    ptl_list old = ptl_field_list(field, a->data), list = { 0 };
    size_t   stride = ptl_field_stride(field), x, y;

    if (old.count == 0)
        return;
    if (old.count != (uint64_t)columns->before * rows->before) {
        ptl_apply_misfit(a, field->name, "the grid has another size");
        return;
    }
    list.count = (size_t)columns->now * rows->now;
    list.data  = ptl_arena_array(a->job, (uint64_t)columns->now * rows->now, stride);
    for (size_t i = 0; list.data && i < list.count; i++)
        if (ptl_reshape_was(&(ptl_reshape){ rows, columns }, i % columns->now, i / columns->now, &x,
                            &y))
            memcpy((char *)list.data + i * stride,
                   (char *)old.data + (y * columns->before + x) * stride, stride);
    if (list.data)
        memcpy(a->data + field->offset, &list, sizeof list);
}

static void read_sizes(ptl_applying *a, uint64_t sizes[2])
{
    bool first = true;

    ptl_json_open(a->in, '[');
    for (size_t i = 0; i < 2; i++) {
        ptl_apply_expect(a, ']', &first);
        sizes[i] = ptl_json_u64(a->in, UINT32_MAX - 1);
    }
    ptl_apply_no_more(a, ']', &first);
}

static const ptl_align *read_lines(ptl_applying *a, bool *first, const char *name, uint32_t before)
{
    ptl_apply_expect(a, '}', first);
    if (!ptl_str_is(ptl_json_key(a->in), name))
        ptl_apply_bad(a, ptl_json_offset(a->in), "a shape has was, columns, rows");
    return ptl_ok(a->job) ? ptl_apply_runs(a, before, UINT16_MAX) : NULL;
}

/* ---- What goes with rows and columns --------------------------------------------------------- */

typedef struct gone { /* cells of a grid that go, row by row */
    const ptl_align *columns, *rows;
    size_t           x, y;
} gone;

static bool is_gone(const gone *g)
{
    return g->rows->is[g->y] == PTL_ALONE || g->columns->is[g->x] == PTL_ALONE;
}

/* Goes on to a cell that goes, from this one on; false behind the last. */
static bool find_gone(gone *g)
{
    for (; g->y < g->rows->before; g->y++, g->x = 0)
        for (; g->x < g->columns->before; g->x++)
            if (is_gone(g))
                return true;
    return false;
}

static void say_cell(ptl_applying *a, const ptl_field *field, uint64_t x, uint64_t y)
{
    char place[64];

    snprintf(place, sizeof place, "%s[%llu,%llu]", field->name, (unsigned long long)x,
             (unsigned long long)y);
    ptl_apply_misfit(a, place, "the cell is not what it was when the patch was made");
}

/* The value is that of the next cell that goes. */
static void look_at_gone(ptl_applying *a, const ptl_field *field, gone *g, const void *value)
{
    const void *cell;

    if (!find_gone(g)) {
        ptl_apply_bad(a, ptl_json_offset(a->in), "there are more values than cells that go");
        return;
    }
    cell = ptl_grid_cell(field, a->data, g->x, g->y);
    if (ptl_ok(a->job) && (!cell || !ptl_value_same(field, cell, value, PTL_WHOLE)))
        say_cell(a, field, g->x, g->y);
    g->x++;
}

/* One value for all of them, or a list. */
static void read_gone(ptl_applying *a, const ptl_field *field, gone g)
{
    uint8_t value[sizeof(uint64_t)] = { 0 };

    *a->cells += (uint64_t)g.columns->before * g.rows->before;
    ptl_expand(a->job, ptl_json_offset(a->in), *a->cells, ptl_apply_most(a));
    if (ptl_json_peek(a->in) != '[') {
        ptl_value_read(a->in, field, value);
        while (ptl_ok(a->job) && find_gone(&g))
            look_at_gone(a, field, &g, value);
        return;
    }
    ptl_json_open(a->in, '[');
    for (bool first = true; ptl_json_next(a->in, ']', &first);) {
        memset(value, 0, sizeof value);
        ptl_value_read(a->in, field, value);
        look_at_gone(a, field, &g, value);
    }
    if (ptl_ok(a->job) && find_gone(&g))
        ptl_apply_bad(a, ptl_json_offset(a->in), "there are fewer values than cells that go");
}

/* "out": what the cells held that go. Nothing goes unseen: every grid is in it. */
static void apply_gone(ptl_applying *a, uint64_t grids, const gone *g)
{
    ptl_json_open(a->in, '{');
    for (bool first = true; ptl_json_next(a->in, '}', &first);) {
        uint64_t         at    = ptl_json_offset(a->in);
        const ptl_field *field = ptl_apply_next_field(a);

        if (field && !(grids >> (field - a->record->fields) & 1))
            ptl_apply_bad(a, at, "this field is no grid of this shape, or it comes twice");
        if (!ptl_ok(a->job))
            return;
        grids &= ~(UINT64_C(1) << (field - a->record->fields));
        read_gone(a, field, *g);
    }
    for (size_t f = 0; f < a->record->count && ptl_ok(a->job); f++)
        if (grids >> f & 1 && ptl_field_list(&a->record->fields[f], a->data).count > 0)
            ptl_apply_misfit(a, a->record->fields[f].name,
                             "the patch takes rows or columns away and knows nothing of this grid");
}

static void read_out(ptl_applying *a, bool *first, uint64_t grids, const ptl_align *columns,
                     const ptl_align *rows)
{
    gone g = { columns, rows, 0, 0 }, some = g;

    if (!ptl_json_next(a->in, '}', first)) {
        if (ptl_ok(a->job) && find_gone(&some))
            ptl_apply_bad(a, ptl_json_offset(a->in), "a shape without \"out\" takes cells away");
        return;
    }
    if (!ptl_str_is(ptl_json_key(a->in), "out"))
        ptl_apply_bad(a, ptl_json_offset(a->in), "a shape has was, columns, rows, out");
    if (ptl_ok(a->job))
        apply_gone(a, grids, &g);
    ptl_apply_no_more(a, '}', first);
}

static void apply_shape(ptl_applying *a, const ptl_field *grid)
{
    uint64_t grids = 0, across = ptl_field_across(grid, a->data),
             down          = ptl_field_down(grid, a->data), was[2];
    bool             first = true;
    const ptl_align *columns, *rows;

    ptl_json_open(a->in, '{');
    ptl_apply_expect(a, '}', &first);
    if (!ptl_str_is(ptl_json_key(a->in), "was"))
        ptl_apply_bad(a, ptl_json_offset(a->in), "\"was\" comes first");
    read_sizes(a, was);
    if (ptl_ok(a->job) && (was[0] != across || was[1] != down))
        ptl_apply_misfit(a, grid->name, "the grid has another size");
    columns = read_lines(a, &first, "columns", (uint32_t)across);
    rows    = read_lines(a, &first, "rows", (uint32_t)down);
    if (!ptl_ok(a->job) || !rows || !columns)
        return;
    grids = ptl_grids_beside(a->record, (size_t)(grid - a->record->fields), a->data, a->data);
    read_out(a, &first, grids, columns, rows);
    for (size_t f = 0; f < a->record->count && ptl_ok(a->job); f++)
        if (grids >> f & 1 && is_first_of_list(a, &a->record->fields[f]))
            reshape(a, &a->record->fields[f], columns, rows);
    set_side(a, grid, grid->across, columns->now);
    set_side(a, grid, grid->down, rows->now);
}

/* A layer comes as zeros, and goes when its cells are zero, which they become after this. */
static void apply_layer(ptl_applying *a, const ptl_field *grid)
{
    ptl_list list  = { 0 };
    uint64_t cells = ptl_field_across(grid, a->data) * ptl_field_down(grid, a->data);
    bool     there = ptl_json_bool(a->in);

    if (ptl_ok(a->job) && there == (ptl_field_list(grid, a->data).count > 0))
        ptl_apply_misfit(a, grid->name,
                         there ? "the layer is there already" : "the layer is not there");
    if (there && ptl_ok(a->job)) {
        list.data = ptl_arena_array(a->job, cells, ptl_field_stride(grid));
        if (!list.data)
            return;
        list.count = (size_t)cells;
    }
    if (!there)
        a->leaving |= UINT64_C(1) << (grid - a->record->fields);
    else if (ptl_ok(a->job))
        memcpy(a->data + grid->offset, &list, sizeof list);
}

static void drop_layer(ptl_applying *a, const ptl_field *grid)
{
    static const uint8_t zero[sizeof(uint64_t)];
    uint64_t             across = ptl_field_across(grid, a->data);
    ptl_list             list = ptl_field_list(grid, a->data), none = { 0 };

    for (size_t i = 0; i < list.count && ptl_ok(a->job); i++)
        if (!ptl_value_same(grid, ptl_field_element(grid, list, i), zero, PTL_WHOLE))
            say_cell(a, grid, i % across, i / across);
    memcpy(a->data + grid->offset, &none, sizeof none);
}

void ptl_apply_leaving(ptl_applying *a)
{
    for (size_t f = 0; f < a->record->count && ptl_ok(a->job); f++)
        if (a->leaving >> f & 1)
            drop_layer(a, &a->record->fields[f]);
    a->leaving = 0;
}

static void apply_grids(ptl_applying *a, void (*each)(ptl_applying *, const ptl_field *))
{
    ptl_json_open(a->in, '{');
    for (bool first = true; ptl_json_next(a->in, '}', &first);) {
        uint64_t         at    = ptl_json_offset(a->in);
        const ptl_field *field = ptl_apply_next_field(a);

        if (field && field->shape != PTL_GRID)
            ptl_apply_bad(a, at, "this field is no grid");
        if (ptl_ok(a->job))
            each(a, field);
    }
}

void ptl_apply_shapes(ptl_applying *a)
{
    apply_grids(a, apply_shape);
}

void ptl_apply_layers(ptl_applying *a)
{
    apply_grids(a, apply_layer);
}

typedef struct area {
    uint64_t x, y, width, height, of[2];
    bool     each;
} area;

/* A value at one cell of an area, or at all of them: looked for, or put there. */
static void at_cells(ptl_applying *a, const ptl_field *field, const area *where, uint64_t index,
                     const void *value, bool put)
{
    uint64_t from = where->each ? index : 0;
    uint64_t end  = where->each ? index + 1 : where->width * where->height;

    for (uint64_t i = from; i < end && ptl_ok(a->job); i++) {
        uint64_t x = where->x + i % where->width, y = where->y + i / where->width;
        void    *cell = (void *)ptl_grid_cell(field, a->data, (size_t)x, (size_t)y);

        if (cell && put)
            ptl_value_put(field, cell, value);
        else if (cell && !ptl_value_same(field, cell, value, PTL_WHOLE))
            say_cell(a, field, x, y);
    }
}

static void cell_side(ptl_applying *a, const ptl_field *field, const area *where, bool put)
{
    uint64_t index = 0;
    uint8_t  value[sizeof(uint64_t)];

    if (!where->each) {
        memset(value, 0, sizeof value);
        ptl_value_read(a->in, field, value);
        at_cells(a, field, where, 0, value, put);
        return;
    }
    ptl_json_open(a->in, '[');
    for (bool first = true; ptl_json_next(a->in, ']', &first); index++) {
        memset(value, 0, sizeof value);
        ptl_value_read(a->in, field, value);
        if (index >= where->width * where->height)
            ptl_apply_bad(a, ptl_json_offset(a->in), "there are more values than cells");
        else
            at_cells(a, field, where, index, value, put);
    }
    if (index < where->width * where->height && ptl_ok(a->job))
        ptl_apply_bad(a, ptl_json_offset(a->in), "there are fewer values than cells");
}

static void apply_cells_of(ptl_applying *a, const ptl_field *field, const area *where)
{
    bool first = true;

    if (where->of[0] != ptl_field_across(field, a->data) ||
        where->of[1] != ptl_field_down(field, a->data)) {
        ptl_apply_misfit(a, field->name, "the grid has another size: its cells are elsewhere now");
        return;
    }
    if (where->width == 0 || where->height == 0 || where->x + where->width > where->of[0] ||
        where->y + where->height > where->of[1]) {
        ptl_apply_bad(a, ptl_json_offset(a->in), "cells lie outside of their grid");
        return;
    }
    *a->cells += where->width * where->height;
    ptl_expand(a->job, ptl_json_offset(a->in), *a->cells, ptl_apply_most(a));
    ptl_json_open(a->in, '[');
    ptl_apply_expect(a, ']', &first);
    cell_side(a, field, where, false);
    ptl_apply_expect(a, ']', &first);
    cell_side(a, field, where, true);
    ptl_apply_no_more(a, ']', &first);
}

static void apply_area(ptl_applying *a)
{
    static const char *const names[] = { "x", "y", "width", "height", "of" };
    area                     where   = { 0 };
    uint64_t                *sizes[] = { &where.x, &where.y, &where.width, &where.height };
    size_t                   member  = 0;

    ptl_json_open(a->in, '{');
    for (bool first = true; ptl_json_next(a->in, '}', &first); member++) {
        uint64_t         at  = ptl_json_offset(a->in);
        ptl_str          key = ptl_json_key(a->in);
        const ptl_field *field;

        if (member < 5 && !ptl_str_is(key, names[member])) {
            ptl_apply_bad(a, at, "cells begin with x, y, width, height, of");
        } else if (member < 4) {
            *sizes[member] = ptl_json_u64(a->in, UINT32_MAX - 1);
        } else if (member == 4) {
            read_sizes(a, where.of);
        } else if (ptl_str_is(key, "each")) {
            where.each = ptl_json_bool(a->in);
        } else {
            field = ptl_apply_field_named(a, key, at);
            if (field && (field->shape != PTL_GRID || field->kind > PTL_KIND_BOOL))
                ptl_apply_bad(a, at, "this field is no grid");
            if (ptl_ok(a->job))
                apply_cells_of(a, field, &where);
        }
    }
}

void ptl_apply_cells(ptl_applying *a)
{
    ptl_json_open(a->in, '[');
    for (bool first = true; ptl_json_next(a->in, ']', &first);)
        apply_area(a);
}
