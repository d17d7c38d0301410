/* SPDX-License-Identifier: MIT */
/* Layers of cells of damaged files: those that are whole are found from both ends of their chunk,
 * and the one between them is read as far as it goes. */
#include <string.h>

#include "core/bytes.h"
#include "formats/grmm/grmm_private.h"

typedef struct layers { /* those of one chunk */
    ptl_span file;
    uint64_t start, end;
    uint64_t count; /* cells of each */
    unsigned width; /* bytes of an uncompressed cell */
    int      looks; /* how often the rest of the chunk may still be unpacked */
} layers;

typedef struct range {
    uint64_t start, end; /* with the byte that says how it is written */
    bool     there, exact;
} range;

enum { LOOKS = 64 };

/* ---- One layer ------------------------------------------------------------------------------ */

/* Where the layer at this place ends, by its type and size alone; 0 when it cannot. */
static uint64_t end_of_layer(const layers *l, uint64_t at)
{
    uint64_t left = l->end - at, size = 0;

    if (at >= l->end)
        return 0;
    switch (l->file.data[at]) {
    case GRMM_RAW:
        size = l->count * l->width;
        break;
    case GRMM_RUNS:
        size = left < 5 ? left : 4 + (uint64_t)ptl_load_u32le(l->file.data + at + 1);
        break;
    case GRMM_ZEROS:
        break;
    default:
        return 0;
    }
    return size < left ? at + 1 + size : 0;
}

static bool is_good(const layers *l, uint64_t at, uint64_t end)
{
    if (end == 0 || l->file.data[at] != GRMM_RUNS)
        return end != 0;
    return ptl_grmm_count_runs(l->file.data + at + 5, end - at - 5) == l->count;
}

/* A chunk whose size was wrong may end with a pad byte. */
static bool is_end(const layers *l, uint64_t at)
{
    return at == l->end || (at + 1 == l->end && l->file.data[at] == 0);
}

/* Whether layers from `layer` on fill the chunk from this place to its end. Sizes are looked at
 * before anything is unpacked. */
static bool rest_fits(layers *l, uint64_t at, int layer)
{
    uint64_t next = at, ends[PTL_GRMM_LAYERS];

    for (int i = layer; i < PTL_GRMM_LAYERS; i++, next = ends[i - 1])
        if ((ends[i] = end_of_layer(l, next)) == 0)
            return false;
    if (!is_end(l, next) || l->looks-- <= 0)
        return false;
    for (int i = layer; i < PTL_GRMM_LAYERS; at = ends[i++])
        if (!is_good(l, at, ends[i]))
            return false;
    return true;
}

/* Whether these bytes are a whole layer but for its type or size. */
static bool is_mendable(const layers *l, uint64_t at, uint64_t end)
{
    uint64_t size = end - at;

    return size == 1 || size == 1 + l->count * l->width ||
           (size > 5 && ptl_grmm_count_runs(l->file.data + at + 5, size - 5) == l->count);
}

/* Where the layers after a damaged one begin; 0 when that cannot be found. */
static uint64_t find_rest(layers *l, uint64_t at, int layer, bool mendable)
{
    for (uint64_t q = at + 1; q < l->end; q++)
        if (layer < PTL_GRMM_LAYERS && rest_fits(l, q, layer) &&
            (!mendable || is_mendable(l, at, q)))
            return q;
    return layer == PTL_GRMM_LAYERS && (!mendable || is_mendable(l, at, l->end)) ? l->end : 0;
}

/* ---- All six -------------------------------------------------------------------------------- */

/* Layers that are good one after the other; where the next one begins is in out[their number]. */
static int find_front(const layers *l, range *out)
{
    uint64_t at = l->start;
    int      i  = 0;

    for (; i < PTL_GRMM_LAYERS; i++) {
        uint64_t end = end_of_layer(l, at);

        out[i] = (range){ at, end, false, false };
        if (!is_good(l, at, end))
            break;
        out[i].there = out[i].exact = true;
        at                          = end;
    }
    return i;
}

static void find_rest_of(const layers *l, range *out, int layer, uint64_t at)
{
    for (int i = layer; i < PTL_GRMM_LAYERS; i++) {
        uint64_t end = end_of_layer(l, at);

        out[i] = (range){ at, end, end != 0, is_good(l, at, end) };
        if (end == 0)
            return;
        at = end;
    }
}

static bool find_damaged_at(layers *l, range *out, int layer, bool mendable)
{
    uint64_t rest = find_rest(l, out[layer].start, layer + 1, mendable);

    if (rest == 0)
        return false;
    out[layer] = (range){ out[layer].start, rest, true, false };
    find_rest_of(l, out, layer + 1, rest);
    return true;
}

/* One layer is damaged: it may be the first that is not good, or one in front of it that seems to
 * be, because its type was. */
static bool find_damaged(layers *l, range *out, int front)
{
    for (int i = front < PTL_GRMM_LAYERS ? front : PTL_GRMM_LAYERS - 1; i >= 0; i--)
        if (find_damaged_at(l, out, i, true))
            return true;
    l->looks = LOOKS;
    return front < PTL_GRMM_LAYERS && find_damaged_at(l, out, front, false);
}

/* More than one is: what follows the first is read by its size, as long as there is any. */
static void find_what_is_there(const layers *l, range *out, int front)
{
    uint64_t at = out[front].start;

    if (at >= l->end)
        return;
    out[front].there = l->file.data[at] == GRMM_RUNS && l->end - at > 5;
    if (out[front].end != 0)
        find_rest_of(l, out, front + 1, out[front].end);
    else
        out[front].end = l->end;
}

static void find_layers(layers *l, range *out)
{
    static const unsigned widths[] = { 1, 8, 4 };
    int                   front = 0, best = -1;

    for (int w = 0; w < 3; w++) {
        layers trial = *l;
        range  found[PTL_GRMM_LAYERS + 1];

        trial.width = widths[w];
        front       = find_front(&trial, found);
        if (front > best)
            l->width = trial.width;
        best = front > best ? front : best;
    }
    front = find_front(l, out);
    if (front < PTL_GRMM_LAYERS || !is_end(l, out[PTL_GRMM_LAYERS - 1].end))
        if (!find_damaged(l, out, front) && front < PTL_GRMM_LAYERS)
            find_what_is_there(l, out, front);
}

uint64_t ptl_grmm_vote_cells(ptl_span file, const grmm_piece *piece, uint64_t claimed)
{
    layers   l = { file, piece->start, piece->end, claimed, 1, 0 };
    uint64_t counts[PTL_GRMM_LAYERS], at = piece->start, end, best = claimed;
    int      known = 0, most = 0;

    for (int i = 0; i < PTL_GRMM_LAYERS && (end = end_of_layer(&l, at)) != 0; i++, at = end) {
        uint64_t runs = file.data[at] == GRMM_RUNS
                            ? ptl_grmm_count_runs(file.data + at + 5, end - at - 5)
                            : UINT64_MAX;

        if (runs != UINT64_MAX)
            counts[known++] = runs;
    }
    if (known == 1 && claimed > 0) /* nobody confirms it: its runs may be what is damaged */
        return claimed;
    for (int i = 0; i < known; i++) {
        int votes = is_end(&l, at) || claimed == 0;

        for (int k = 0; k < known; k++)
            votes += counts[k] == counts[i];
        if (counts[i] == claimed)
            return claimed;
        if (votes > most && votes > 1)
            best = counts[i];
        most = votes > most ? votes : most;
    }
    return best;
}

/* ---- Unpacking ------------------------------------------------------------------------------ */

/* As many cells as there are; the others stay 0. */
static size_t unpack_some(const uint8_t *packed, uint64_t size, uint8_t *cells, size_t count)
{
    size_t made = 0;

    for (uint64_t at = 0; at < size && made < count; at++) {
        bool   runs = packed[at] >= 0x80 && at + 1 < size;
        size_t run  = runs ? (packed[at] & 0x7Fu) + 1 : packed[at] < 0x80;

        run = run < count - made ? run : count - made;
        at += runs;
        memset(cells + made, packed[at], run);
        made += run;
    }
    return made;
}

static void say(const grmm_mend *m, int layer, uint64_t at, size_t made, size_t count)
{
    ptl_path(m->job, "lvls/lvl[%zu]/cell", m->index);
    if (made == 0)
        ptl_find(m->job, PTL_LOSS, at, "grmm-salvage", "%s of \"%s\" is lost and left blank",
                 ptl_grmm_layer_names[layer], m->name);
    else
        ptl_find(m->job, PTL_LOSS, at, "grmm-salvage",
                 "%s of \"%s\" is damaged: %zu of %zu cells are read, some may be wrong",
                 ptl_grmm_layer_names[layer], m->name, made, count);
}

static void say_more(const grmm_mend *m, uint64_t at, uint64_t end)
{
    ptl_path(m->job, "lvls/lvl[%zu]/cell", m->index);
    ptl_find(m->job, PTL_LOSS, at, "grmm-salvage",
             "bytes after the sixth layer of \"%s\" are lost: %llu", m->name,
             (unsigned long long)(end - at));
}

static void read_range(grmm_mend *m, const layers *l, const range *r, int layer)
{
    const uint8_t *data = l->file.data + r->start;
    uint64_t       size = r->there ? r->end - r->start : 0;
    ptl_u8s       *out  = &m->level->layer[layer];
    bool           raw  = size == 1 + l->count * l->width && (!r->exact || data[0] == GRMM_RAW);
    bool           runs = !raw && size > 5;
    size_t         made = 0;

    m->level->layer_at[layer] = r->start;
    if (raw || runs)
        out->data = ptl_arena_take(m->job, l->count);
    out->count = out->data ? (size_t)l->count : 0;
    for (size_t i = 0; raw && i < out->count; i++, made++)
        out->data[i] = data[1 + i * l->width];
    if (runs && out->data)
        made = unpack_some(data + 5, size - 5, out->data, out->count);
    if (!r->exact && size != 1 && ptl_ok(m->job))
        say(m, layer, r->start, made, (size_t)l->count);
}

/* ---- The size of a level -------------------------------------------------------------------- */

typedef struct sizing {
    const ptl_grmm_level *level;
    uint64_t              count;
    uint32_t              rim;
} sizing;

static uint8_t value_at(const sizing *s, int layer, uint64_t at)
{
    return at < s->level->layer[layer].count ? s->level->layer[layer].data[at] : 0;
}

/* How much speaks against so many rows and columns, rim included: floors in the last row and
 * column, and cells that differ from those below them. */
static uint64_t doubt(const sizing *s, uint64_t rows, uint64_t columns)
{
    enum { LOOK_AT = 1 << 16 };
    uint64_t sum = 0;

    for (uint64_t row = 0; s->rim && row < rows; row++)
        sum += value_at(s, PTL_GRMM_FLOOR, row * columns + columns - 1) != 0;
    for (uint64_t column = 0; s->rim && column < columns; column++)
        sum += value_at(s, PTL_GRMM_FLOOR, (rows - 1) * columns + column) != 0;
    sum *= 4; /* in files of the editor there are none at all */
    for (uint64_t i = 0; i + columns < s->count && i < LOOK_AT; i++) {
        uint64_t below = i + columns;

        sum += value_at(s, PTL_GRMM_FLOOR, i) != value_at(s, PTL_GRMM_FLOOR, below);
        sum += value_at(s, PTL_GRMM_WALL_WEST, i) != value_at(s, PTL_GRMM_WALL_WEST, below);
    }
    return sum;
}

/* The size that the cells themselves suggest; one of the two claimed numbers is mostly right. */
static void choose_size(grmm_mend *m, uint64_t count)
{
    ptl_grmm_level *level = m->level;
    sizing          s     = { level, count, m->document ? 0 : 1 };
    uint32_t        rows = 0, columns = 0;
    uint64_t        least = UINT64_MAX, most = PTL_GRMM_MAX_SIDE + s.rim;

    for (uint64_t a = 1 + s.rim; a <= most && a * (1 + s.rim) <= count; a++) {
        uint64_t b = count / a, sum;

        if (count % a != 0 || b > most)
            continue;
        sum = doubt(&s, a, b);
        if (a - s.rim != level->rows && b - s.rim != level->columns)
            sum += count + 1;
        if (sum < least) {
            least   = sum;
            rows    = (uint32_t)(a - s.rim);
            columns = (uint32_t)(b - s.rim);
        }
    }
    level->rows    = rows;
    level->columns = columns;
}

static void mend_size(grmm_mend *m, const grmm_piece *piece, uint64_t count)
{
    uint32_t rows = m->level->rows, columns = m->level->columns;

    choose_size(m, count);
    ptl_path(m->job, "lvls/lvl[%zu]/prop", m->index);
    ptl_find(m->job, PTL_LOSS, piece->at, "grmm-salvage",
             "\"%s\" says it has %lu rows and %lu columns, but has %llu cells: taken for %lu and "
             "%lu",
             m->name, (unsigned long)rows, (unsigned long)columns, (unsigned long long)count,
             (unsigned long)m->level->rows, (unsigned long)m->level->columns);
}

static void drop_layers(grmm_mend *m)
{
    for (int i = 0; i < PTL_GRMM_LAYERS; i++)
        m->level->layer[i] = (ptl_u8s){ 0 };
}

void ptl_grmm_mend_cells(grmm_mend *m, const grmm_piece *piece)
{
    ptl_grmm_level *level = m->level;
    uint64_t        rim   = m->document ? 0 : 1;
    uint64_t claimed = ptl_grmm_sized(level) ? (level->rows + rim) * (level->columns + rim) : 0;
    layers   l       = { m->file, piece->start, piece->end, 0, 1, LOOKS };
    range    found[PTL_GRMM_LAYERS + 1] = { 0 };

    l.count = ptl_grmm_vote_cells(m->file, piece, claimed);
    if (l.count == 0 || l.count > m->most || l.start >= l.end) {
        ptl_path(m->job, "lvls/lvl[%zu]/cell", m->index);
        ptl_find(m->job, PTL_LOSS, piece->at, "grmm-salvage",
                 "all cells of \"%s\" are lost and left blank", m->name);
        return;
    }
    find_layers(&l, found);
    for (int i = 0; i < PTL_GRMM_LAYERS && ptl_ok(m->job); i++)
        read_range(m, &l, &found[i], i);
    if (found[PTL_GRMM_LAYERS - 1].exact && !is_end(&l, found[PTL_GRMM_LAYERS - 1].end))
        say_more(m, found[PTL_GRMM_LAYERS - 1].end, l.end);
    if (l.count != claimed)
        mend_size(m, piece, l.count);
    if (level->rows == 0)
        drop_layers(m);
    for (int i = 0; m->document && i < PTL_GRMM_LAYERS; i++)
        ptl_grmm_add_rim(m->job, level, &level->layer[i]);
}
