/* SPDX-License-Identifier: MIT */
/* Grids side by side: rows and columns that came or went, and cells that changed, as rectangles of
 * cells that all had the same values and all have the same now. */
#include <string.h>

#include "core/compare.h"

enum { MOST_PIECES = 4096 }; /* rectangles of one grid; where there are more of them, one for all */

typedef struct layer { /* one of the grids, looked up once: cells are many */
    const ptl_field *field;
    const uint8_t   *cells[2];
    size_t           count[2], stride, place; /* of the field in its record */
} layer;

typedef struct grids {
    const ptl_record *record;
    const void       *data[2];
    size_t            across[2], down[2];
    bool              columns; /* those are looked at, rather than rows */
    layer             layers[PTL_RECORD_FIELDS];
    size_t            count;
} grids;

enum { FEW = 16 }; /* of so many rows one that differs: too few to look where they went */

typedef struct rows { /* some of them */
    const grids *g;
    uint32_t    *list;
    size_t       count;
} rows;

#define EACH_LAYER(g, l) for (const layer *l = (g)->layers; l < (g)->layers + (g)->count; l++)

/* A layer that is not there has no cells. */
static layer layer_of(const grids *g, size_t place)
{
    const ptl_field *field = &g->record->fields[place];
    layer            out   = { .field = field, .stride = ptl_field_stride(field), .place = place };

    for (size_t side = 0; side < 2; side++) {
        ptl_list list = ptl_field_list(field, g->data[side]);

        if (list.count == 0 || !ptl_field_there(field, g->data[side]))
            continue;
        out.cells[side] = ptl_field_element(field, list, 0);
        out.count[side] = list.count;
    }
    return out;
}

static grids grids_of(const ptl_record *record, uint64_t which, const void *a, const void *b)
{
    grids g = { .record = record, .data = { a, b } };

    for (size_t f = 0; f < record->count; f++)
        if (which >> f & 1)
            g.layers[g.count++] = layer_of(&g, f);
    for (size_t side = 0; g.count > 0 && side < 2; side++) {
        g.across[side] = (size_t)ptl_field_across(g.layers[0].field, g.data[side]);
        g.down[side]   = (size_t)ptl_field_down(g.layers[0].field, g.data[side]);
    }
    return g;
}

uint64_t ptl_grids_beside(const ptl_record *record, size_t first, const void *a, const void *b)
{
    const ptl_field *one   = &record->fields[first];
    uint64_t         which = 0;

    for (size_t f = first; f < record->count; f++) {
        const ptl_field *field = &record->fields[f];

        if (field->shape == PTL_GRID && field->across == one->across && field->down == one->down &&
            field->rim == one->rim && (ptl_field_there(field, a) || ptl_field_there(field, b)))
            which |= UINT64_C(1) << f;
    }
    return which;
}

const void *ptl_grid_cell(const ptl_field *field, const void *record, size_t x, size_t y)
{
    ptl_list list  = ptl_field_list(field, record);
    size_t   index = y * (size_t)ptl_field_across(field, record) + x;

    return index < list.count && ptl_field_there(field, record)
               ? ptl_field_element(field, list, index)
               : NULL;
}

/* A layer that is not there is a layer of zeros. */
static uint64_t cell_bits(const grids *g, const layer *l, bool now, size_t x, size_t y)
{
    size_t index = y * g->across[now] + x;

    return index < l->count[now] ? ptl_field_bits(l->field, l->cells[now] + index * l->stride) : 0;
}

/* ---- Rows and columns ------------------------------------------------------------------------ */

static uint64_t line_token(const void *of, bool now, size_t index, unsigned turn)
{
    const grids *g    = of;
    size_t       size = g->columns ? g->down[now] : g->across[now];
    uint64_t     hash = 0;

    (void)turn;
    EACH_LAYER(g, l)
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ cell_bits(g, l, now, g->columns ? index : i, g->columns ? i : index)) *
               UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return hash;
}

static bool lines_same(const void *of, size_t was, size_t is)
{
    const grids *g    = of;
    size_t       size = g->columns ? g->down[0] : g->across[0];

    EACH_LAYER(g, l)
    for (size_t i = 0; i < size; i++)
        if (cell_bits(g, l, false, g->columns ? was : i, g->columns ? i : was) !=
            cell_bits(g, l, true, g->columns ? is : i, g->columns ? i : is))
            return false;
    return true;
}

static const ptl_align *align_lines(ptl_job *job, grids *g, bool columns)
{
    ptl_sequences of = { .of     = g,
                         .before = columns ? g->across[0] : g->down[0],
                         .now    = columns ? g->across[1] : g->down[1],
                         .same   = lines_same,
                         .token  = line_token,
                         .turns  = 1 };

    g->columns = columns;
    return ptl_align_make(job, &of);
}

/* Each line in its place but for an offset. */
static const ptl_align *shifted(ptl_job *job, size_t before, size_t now, size_t low, size_t high)
{
    const ptl_align *out   = ptl_align_plain(job, before, now);
    size_t           count = before < now ? before : now;

    if (!out || (low == 0 && high == 0))
        return out;
    memset(out->was, 0xFF, now * sizeof *out->was);
    memset(out->is, 0xFF, before * sizeof *out->is);
    for (size_t i = 0; i < count && low + i < before && high + i < now; i++) {
        out->was[high + i] = (uint32_t)(low + i);
        out->is[low + i]   = (uint32_t)(high + i);
    }
    return out;
}

/* How many of some cells are equal if the larger grid begins there: a sample, because all of them
 * are looked at for every place. */
static size_t count_equal(const grids *g, const size_t at[2][2])
{
    size_t across = g->across[0] < g->across[1] ? g->across[0] : g->across[1];
    size_t down = g->down[0] < g->down[1] ? g->down[0] : g->down[1], equal = 0;
    size_t step_x = across / 64 + 1, step_y = down / 64 + 1;

    EACH_LAYER(g, l)
    for (size_t y = 0; y < down; y += step_y)
        for (size_t x = 0; x < across; x += step_x)
            equal += cell_bits(g, l, false, at[0][0] + x, at[0][1] + y) ==
                     cell_bits(g, l, true, at[1][0] + x, at[1][1] + y);
    return equal;
}

/* Where both sizes changed: what was added lies at one end or the other, or around it. */
static ptl_reshape align_places(ptl_job *job, const grids *g)
{
    size_t best = 0, found[2][2] = { { 0 } };

    for (unsigned place = 0; place < 9; place++) {
        size_t at[2][2] = { { 0 } }, x = place % 3, y = place / 3, equal;
        bool   wider = g->across[1] > g->across[0], taller = g->down[1] > g->down[0];

        at[wider][0]  = (wider ? g->across[1] - g->across[0] : g->across[0] - g->across[1]) * x / 2;
        at[taller][1] = (taller ? g->down[1] - g->down[0] : g->down[0] - g->down[1]) * y / 2;
        equal         = count_equal(g, (const size_t(*)[2])at);
        if (place == 0 || equal > best) {
            best = equal;
            memcpy(found, at, sizeof found);
        }
    }
    return (ptl_reshape){
        shifted(job, g->down[0], g->down[1], found[0][1], found[1][1]),
        shifted(job, g->across[0], g->across[1], found[0][0], found[1][0]),
    };
}

static bool values_differ(const grids *g, const layer *l, size_t y)
{
    for (size_t x = 0; x < g->across[1]; x++)
        if (cell_bits(g, l, false, x, y) != cell_bits(g, l, true, x, y))
            return true;
    return false;
}

/* Whether a row differs that is in its place. Most are the same byte by byte; where they are not,
 * values decide: what lies between them may be anything. */
static bool row_differs(const grids *g, size_t y)
{
    EACH_LAYER(g, l)
    {
        ptl_list a = ptl_field_list(l->field, g->data[0]), b = ptl_field_list(l->field, g->data[1]);
        size_t   row = l->stride * g->across[1];

        if (a.count != b.count)
            return true;
        if (a.count > 0 && memcmp((char *)a.data + y * row, (char *)b.data + y * row, row) != 0 &&
            values_differ(g, l, y))
            return true;
    }
    return false;
}

static size_t count_alone(const ptl_align *lines)
{
    size_t alone = 0;

    for (uint32_t i = 0; lines && i < lines->now; i++)
        alone += lines->was[i] == PTL_ALONE;
    return alone;
}

static uint64_t row_token(const void *of, bool now, size_t index, unsigned turn)
{
    const rows *r = of;

    return line_token(r->g, now, r->list[index], turn);
}

static bool rows_same(const void *of, size_t was, size_t is)
{
    const rows *r = of;

    return lines_same(r->g, r->list[was], r->list[is]);
}

/* Whether rows that are not what they were are those that others were: all but a quarter of them,
 * and not only two that changed places. */
static bool have_moved(ptl_job *job, grids *g, size_t differ)
{
    rows          r  = { g, ptl_arena_array(job, differ, sizeof *r.list), 0 };
    ptl_sequences of = { &r, differ, differ, .same = rows_same, .token = row_token, .turns = 1 };

    g->columns = false;
    for (size_t y = 0; r.list && y < g->down[0]; y++)
        if (row_differs(g, y))
            r.list[r.count++] = (uint32_t)y;
    return r.list && differ >= 4 && count_alone(ptl_align_make(job, &of)) <= differ / 4;
}

static const ptl_align *align_most(ptl_job *job, grids *g, bool columns, size_t differ)
{
    size_t           all   = columns ? g->across[0] : g->down[0];
    const ptl_align *lines = all >= 4 ? align_lines(job, g, columns) : NULL;

    return lines && !lines->plain && count_alone(lines) <= differ / 4 ? lines : NULL;
}

/* Sizes stayed: lines that came and went are believed only where nearly all are found elsewhere.
 * Those are few rows among others, or all, or columns, which make most rows differ. */
static ptl_reshape align_scrolled(ptl_job *job, grids *g)
{
    size_t      differ = 0;
    ptl_reshape out    = { 0 };
    bool        most;

    for (size_t y = 0; y < g->down[0]; y++)
        differ += row_differs(g, y);
    most = differ > g->down[0] / 2;
    if (most || (differ >= g->down[0] / FEW && have_moved(job, g, differ)))
        out.rows = align_most(job, g, false, most ? g->down[0] : differ);
    if (most && !out.rows)
        out.columns = align_most(job, g, true, g->across[0]);
    return out;
}

ptl_reshape ptl_grids_align(ptl_job *job, const ptl_record *record, uint64_t which, const void *a,
                            const void *b)
{
    grids       g    = grids_of(record, which, a, b);
    bool        wide = g.across[0] != g.across[1], tall = g.down[0] != g.down[1];
    ptl_reshape out = { 0 };

    if (wide && tall)
        out = align_places(job, &g);
    else if (wide)
        out.columns = align_lines(job, &g, true);
    else if (tall)
        out.rows = align_lines(job, &g, false);
    else
        out = align_scrolled(job, &g);
    if (!ptl_ok(job))
        return (ptl_reshape){ 0 };
    if (out.rows && !out.columns)
        out.columns = ptl_align_plain(job, g.across[0], g.across[1]);
    if (out.columns && !out.rows)
        out.rows = ptl_align_plain(job, g.down[0], g.down[1]);
    return out;
}

/* ---- Lists of cells -------------------------------------------------------------------------- */

size_t ptl_cell_elements(const ptl_field *field, const void *record)
{
    uint64_t cells, count;

    if (field->shape != PTL_LIST || field->across == field->down || !ptl_field_there(field, record))
        return 0;
    cells = ptl_field_across(field, record) * ptl_field_down(field, record);
    count = ptl_field_list(field, record).count;
    return cells > 0 && count % cells == 0 ? (size_t)(count / cells) : 0;
}

static const ptl_align *spread_cells(ptl_job *job, const ptl_field *field, const ptl_reshape *shape,
                                     const void *a, const void *b)
{
    size_t     each   = ptl_cell_elements(field, a), was_x, was_y;
    size_t     before = ptl_field_list(field, a).count, now = ptl_field_list(field, b).count;
    uint64_t   across = ptl_field_across(field, b), wide = ptl_field_across(field, a);
    ptl_align *out = (ptl_align *)ptl_align_plain(job, before, now);

    if (!out || !shape->rows)
        return out;
    memset(out->was, 0xFF, now * sizeof *out->was);
    memset(out->is, 0xFF, before * sizeof *out->is);
    for (size_t i = 0; i < now; i++)
        if (ptl_reshape_was(shape, (size_t)(i / each % across), (size_t)(i / each / across), &was_x,
                            &was_y)) {
            size_t was = (was_y * (size_t)wide + was_x) * each + i % each;

            out->was[i]  = (uint32_t)was;
            out->is[was] = (uint32_t)i;
        }
    out->plain = false;
    return out;
}

const ptl_align *ptl_cells_align(ptl_job *job, const ptl_record *record, const ptl_field *field,
                                 const void *a, const void *b)
{
    size_t each = ptl_cell_elements(field, a);

    for (size_t f = 0; each > 0 && each == ptl_cell_elements(field, b) && f < record->count; f++) {
        const ptl_field *grid = &record->fields[f];

        if (grid->shape == PTL_GRID && grid->across == field->across && grid->down == field->down) {
            ptl_reshape shape =
                ptl_grids_align(job, record, ptl_grids_beside(record, f, a, b), a, b);

            return spread_cells(job, field, &shape, a, b);
        }
    }
    return NULL;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

typedef struct pieces { /* rectangles while they grow downwards */
    ptl_job         *job;
    const grids     *g;
    const ptl_spot  *spot;
    const ptl_field *field; /* the first of the grids */
    ptl_reshape      shape;
    ptl_changes      made;
    uint64_t        *mark;   /* of each column: what the cell above changed, 0 for nothing */
    size_t          *open;   /* of each column where a rectangle begins: which one it is   */
    bool             joined; /* there were too many: one stands for all */
} pieces;

bool ptl_reshape_was(const ptl_reshape *shape, size_t x, size_t y, size_t *was_x, size_t *was_y)
{
    *was_x = shape->columns ? shape->columns->was[x] : x;
    *was_y = shape->rows ? shape->rows->was[y] : y;
    return *was_x != PTL_ALONE && *was_y != PTL_ALONE;
}

/* What changed in a cell, as a number, and in which grids. A new cell was zero. */
static uint64_t cell_change(const pieces *p, size_t x, size_t y, uint64_t *fields)
{
    size_t   was_x, was_y;
    bool     was  = ptl_reshape_was(&p->shape, x, y, &was_x, &was_y);
    uint64_t hash = 0, old, now;

    *fields = 0;
    EACH_LAYER(p->g, l)
    {
        old = was ? cell_bits(p->g, l, false, was_x, was_y) : 0;
        now = cell_bits(p->g, l, true, x, y);
        if (old != now) {
            hash = (hash ^ old ^ (now << 17) ^ l->place) * UINT64_C(0x9E3779B97F4A7C15);
            hash ^= hash >> 29;
            *fields |= UINT64_C(1) << l->place;
        }
    }
    return *fields ? hash | 1 : 0;
}

/* The same for certain: what two cells changed, and where they were beside each other. */
static bool same_change(const pieces *p, const ptl_change *piece, size_t x, size_t y)
{
    size_t first_x, first_y, was_x, was_y;
    bool   was = ptl_reshape_was(&p->shape, piece->cells.x, piece->cells.y, &first_x, &first_y);

    if (ptl_reshape_was(&p->shape, x, y, &was_x, &was_y) != was)
        return false;
    if (was && (was_x - first_x != x - piece->cells.x || was_y - first_y != y - piece->cells.y))
        return false;
    EACH_LAYER(p->g, l)
    {
        if (!(piece->grids >> l->place & 1))
            continue;
        if (cell_bits(p->g, l, true, x, y) !=
            cell_bits(p->g, l, true, piece->cells.x, piece->cells.y))
            return false;
        if (was &&
            cell_bits(p->g, l, false, was_x, was_y) != cell_bits(p->g, l, false, first_x, first_y))
            return false;
    }
    return true;
}

/* One rectangle around two: where nearly every cell is a change of its own, lists of them help
 * nobody. */
static void join(ptl_change *all, const ptl_change *more)
{
    uint32_t x1 = all->cells.x + all->cells.width, y1 = all->cells.y + all->cells.height;
    uint32_t x2 = more->cells.x + more->cells.width, y2 = more->cells.y + more->cells.height;

    all->even         = false;
    all->cells.x      = more->cells.x < all->cells.x ? more->cells.x : all->cells.x;
    all->cells.y      = more->cells.y < all->cells.y ? more->cells.y : all->cells.y;
    all->cells.width  = (x1 > x2 ? x1 : x2) - all->cells.x;
    all->cells.height = (y1 > y2 ? y1 : y2) - all->cells.y;
    all->grids |= more->grids;
}

static void add_piece(pieces *p, const ptl_change *fresh)
{
    size_t most = p->g->across[1] * p->g->down[1] / 8;

    if (p->joined) {
        join(&p->made.data[0], fresh);
        return;
    }
    ptl_change_add(p->job, &p->made, fresh);
    if (p->made.count <= MOST_PIECES || p->made.count <= most)
        return;
    for (size_t i = 1; i < p->made.count; i++)
        join(&p->made.data[0], &p->made.data[i]);
    p->made.count = 1;
    p->joined     = true;
}

/* A run of a row: it makes the rectangle above it longer, or begins one. */
static void add_run(pieces *p, size_t x, size_t y, size_t width, uint64_t mark, uint64_t fields)
{
    ptl_change *above = !p->joined && p->mark[x] == mark ? &p->made.data[p->open[x]] : NULL;
    ptl_change  fresh = { .spot  = p->spot,
                          .field = p->field,
                          .kind  = PTL_CHANGE_CELLS,
                          .even  = true,
                          .grids = fields,
                          .shape = p->shape };

    if (above && above->cells.x == x && above->cells.width == width && above->grids == fields &&
        above->cells.y + above->cells.height == y && same_change(p, above, x, y)) {
        above->cells.height++;
        return;
    }
    fresh.cells.x      = (uint32_t)x;
    fresh.cells.y      = (uint32_t)y;
    fresh.cells.width  = (uint32_t)width;
    fresh.cells.height = 1;
    add_piece(p, &fresh);
    p->mark[x] = mark;
    p->open[x] = p->made.count - 1;
}

static size_t run_from(pieces *p, size_t x, size_t y, uint64_t mark, uint64_t fields)
{
    ptl_change first = { .grids = fields };
    size_t     end   = x + 1;
    uint64_t   more;

    first.cells.x = (uint32_t)x;
    first.cells.y = (uint32_t)y;
    while (end < p->g->across[1] && cell_change(p, end, y, &more) == mark && more == fields &&
           same_change(p, &first, end, y))
        end++;
    return end;
}

static void row_pieces(pieces *p, size_t y)
{
    uint64_t fields;
    size_t   end;

    for (size_t x = 0; x < p->g->across[1] && ptl_ok(p->job); x = end) {
        uint64_t mark = cell_change(p, x, y, &fields);

        end = x + 1;
        if (!mark) {
            p->mark[x] = 0;
            continue;
        }
        end = run_from(p, x, y, mark, fields);
        add_run(p, x, y, end - x, mark, fields);
    }
}

static void cut_cells(pieces *p, ptl_changes *to)
{
    size_t across = p->g->across[1], down = p->g->down[1], size = across * sizeof *p->mark + 1;

    p->mark = ptl_resize(p->job, NULL, 0, size);
    p->open = ptl_resize(p->job, NULL, 0, size);
    if (p->mark && p->open) {
        memset(p->mark, 0, size);
        for (size_t y = 0; y < down && ptl_ok(p->job); y++)
            if (p->shape.rows || row_differs(p->g, y))
                row_pieces(p, y);
    }
    for (size_t i = 0; i < p->made.count && ptl_ok(p->job); i++)
        ptl_change_add(p->job, to, &p->made.data[i]);
    ptl_worked(p->job, across * down);
    if (p->mark)
        ptl_resize(p->job, p->mark, size, 0);
    if (p->open)
        ptl_resize(p->job, p->open, size, 0);
}

static void add_layers(ptl_job *job, ptl_changes *to, const ptl_spot *spot, const grids *g)
{
    EACH_LAYER(g, l)
    {
        size_t was = ptl_field_list(l->field, g->data[0]).count;
        size_t is  = ptl_field_list(l->field, g->data[1]).count;

        if ((was == 0) != (is == 0) && !l->field->stride && !l->field->bits)
            ptl_change_add(
                job, to,
                &(ptl_change){ .spot = spot, .field = l->field, .kind = PTL_CHANGE_LAYER });
    }
}

void ptl_grids_diff(ptl_job *job, ptl_changes *to, const ptl_spot *spot, size_t first,
                    uint64_t which)
{
    grids  g = grids_of(spot->record, which, spot->before, spot->after);
    pieces p = { .job = job, .g = &g, .spot = spot, .field = &spot->record->fields[first] };

    p.shape = ptl_grids_align(job, spot->record, which, spot->before, spot->after);
    if (p.shape.rows)
        ptl_change_add(job, to,
                       &(ptl_change){ .spot  = spot,
                                      .field = &spot->record->fields[first],
                                      .kind  = PTL_CHANGE_SHAPE,
                                      .grids = which,
                                      .shape = p.shape });
    add_layers(job, to, spot, &g);
    cut_cells(&p, to);
}
