/* SPDX-License-Identifier: MIT */
/* Layers of cells: runs, zeros, and the wide layers an editor wrote by mistake.
 *
 *   size  field
 *      1  0 uncompressed, 1 runs, 2 all zero
 *      4  runs: bytes that follow
 *         runs: a byte below 0x80 is a cell; 0x80 + n and a value are n + 1 cells
 *         uncompressed: a byte for each cell; editors wrote 8 or 4, and could not read them back */
#include <string.h>

#include "core/bytes.h"
#include "formats/grmm/grmm_private.h"

/* ---- Runs ----------------------------------------------------------------------------------- */

enum { WIDE = 16, LONGEST = 128 }; /* cells that are stored at once; those of a run */

/* Sixteen cells at once, whatever a run needs; what is too much the next run overwrites. */
static inline void store_wide(uint8_t *to, uint8_t value)
{
    uint64_t eight = value * UINT64_C(0x0101010101010101);

    memcpy(to, &eight, 8);
    memcpy(to + 8, &eight, 8);
}

typedef struct unpacking {
    size_t   at, made;   /* bytes used, cells made                     */
    unsigned last, more; /* the last value, and how a stretch of it may go on:
                            0 not at all, 1 with one cell, 2 with anything */
    unsigned odd;        /* not packed as ptl_grmm_pack would              */
} unpacking;

/* A stretch of equal cells is as many runs of 128 as fit, then one run of three or more, or one or
 * two cells by themselves. */
static inline void look_at(unpacking *u, unsigned head, unsigned runs, unsigned value)
{
    unsigned same = value == u->last;

    u->odd |= same & ((u->more == 0) | ((u->more == 1) & runs));
    u->odd |= runs & (head < 0x82) & (value < 0x80);
    u->more = (head == 0xFF) ? 2 : (runs ^ 1) & ((same ^ 1) | (u->more == 2));
    u->last = value;
}

/* A cell by itself is a run of one. Which of the two a byte is cannot be guessed, so that nothing
 * here branches on it. Ends before what needs a closer look: the last byte and the last cells. */
static unpacking unpack_most(const uint8_t *packed, size_t size, uint8_t *cells, size_t count)
{
    unpacking u = { .last = 256 };

    while (u.at + 1 < size && count - u.made >= LONGEST) {
        unsigned head = packed[u.at], runs = head >> 7;
        uint8_t  value = packed[u.at + runs];
        size_t   run   = (head & (0u - runs) & 0x7F) + 1;

        store_wide(cells + u.made, value);
        if (run > WIDE) /* as long as a run can be: a few stores more, and no guess at how many */
            memset(cells + u.made + WIDE, value, LONGEST - WIDE);
        u.made += run;
        u.at += 1 + runs;
        look_at(&u, head, runs, value);
    }
    return u;
}

grmm_unpacking ptl_grmm_unpack(const uint8_t *packed, size_t size, uint8_t *cells, size_t count,
                               size_t *used)
{
    unpacking u = unpack_most(packed, size, cells, count);

    while ((*used = u.at) < size) {
        unsigned head = packed[u.at], runs = head >> 7;
        size_t   run = runs ? (size_t)(head & 0x7F) + 1 : 1;

        if (run > count - u.made)
            return GRMM_TOO_MANY;
        if (u.at + runs == size)
            return GRMM_CUT;
        memset(cells + u.made, packed[u.at + runs], run);
        look_at(&u, head, runs, packed[u.at + runs]);
        u.made += run;
        u.at += 1 + runs;
    }
    if (u.made < count)
        return GRMM_TOO_FEW;
    return u.odd ? GRMM_UNPACKED_ODDLY : GRMM_UNPACKED;
}

void ptl_grmm_pack(ptl_buf *out, const uint8_t *cells, size_t count)
{
    for (size_t at = 0; at < count;) {
        uint8_t  value = cells[at];
        size_t   run = 1, most = count - at < 128 ? count - at : 128;
        uint8_t *room = ptl_buf_room(out, 2);

        if (!room)
            return;
        while (run < most && cells[at + run] == value)
            run++;
        if (run > 2 || value >= 0x80) {
            room[0] = (uint8_t)(0x80 + run - 1);
            room[1] = value;
            out->size += 2;
        } else {
            room[0] = room[1] = value;
            out->size += run;
        }
        at += run;
    }
}

bool ptl_grmm_all_zero(const uint8_t *cells, size_t count)
{
    return count == 0 || (cells[0] == 0 && memcmp(cells, cells + 1, count - 1) == 0);
}

/* ---- Which width fits ----------------------------------------------------------------------- */

static bool upper_bytes_are_zero(const uint8_t *data, uint64_t count, unsigned width)
{
    for (uint64_t i = 0; i < count; i++)
        for (unsigned k = 1; k < width; k++)
            if (data[i * width + k] != 0)
                return false;
    return true;
}

uint64_t ptl_grmm_count_runs(const uint8_t *packed, uint64_t size)
{
    uint64_t count = 0;

    for (uint64_t at = 0; at < size; at++) {
        count += packed[at] < 0x80 ? 1 : (packed[at] & 0x7F) + 1u;
        if (packed[at] >= 0x80 && ++at == size)
            return UINT64_MAX; /* it ends inside a run */
    }
    return count;
}

static bool layer_fits(ptl_cursor *in, uint64_t count, unsigned width)
{
    const uint8_t *data;
    uint64_t       size;

    switch (ptl_u8(in)) {
    case GRMM_RAW:
        data = ptl_take(in, count * width);
        return data && upper_bytes_are_zero(data, count, width);
    case GRMM_RUNS:
        size = ptl_u32le(in);
        data = ptl_take(in, size);
        return data && ptl_grmm_count_runs(data, size) == count;
    case GRMM_ZEROS:
        return ptl_ok(in->job);
    default:
        return false;
    }
}

unsigned ptl_grmm_raw_width(ptl_span file, uint64_t start, uint64_t end, uint64_t count)
{
    static const unsigned widths[] = { 1, 8, 4 };

    for (int w = 0; w < 3; w++) {
        ptl_job    quiet = { 0 };
        ptl_cursor in    = ptl_cursor_part(&quiet, file, start, end, "");
        int        layer = 0;

        while (layer < PTL_GRMM_LAYERS && layer_fits(&in, count, widths[w]))
            layer++;
        if (layer == PTL_GRMM_LAYERS && ptl_left(&in) == 0)
            return widths[w];
    }
    return 0;
}

/* Whether the chunk has uncompressed layers at all: only then is there a question of width. */
static bool has_raw_layer(ptl_span file, const grmm_piece *piece)
{
    ptl_job    quiet = { 0 };
    ptl_cursor in    = ptl_cursor_part(&quiet, file, piece->start, piece->end, "");

    for (int i = 0; i < PTL_GRMM_LAYERS && ptl_ok(&quiet); i++) {
        uint8_t type = ptl_u8(&in);

        if (!ptl_ok(&quiet) || type == GRMM_RAW || type > GRMM_ZEROS)
            return ptl_ok(&quiet) && type == GRMM_RAW;
        if (type == GRMM_RUNS)
            ptl_take(&in, ptl_u32le(&in));
    }
    return false;
}

/* ---- Reading -------------------------------------------------------------------------------- */

static void read_raw(ptl_cursor *in, ptl_u8s *layer, uint64_t count, unsigned width)
{
    const uint8_t *data = ptl_take(in, count * width);

    layer->data  = data ? ptl_arena_raw(in->job, count) : NULL;
    layer->count = layer->data ? (size_t)count : 0;
    for (size_t i = 0; i < layer->count; i++)
        layer->data[i] = data[i * width];
}

static void refuse_runs(ptl_cursor *in, grmm_unpacking how, uint64_t at, uint64_t count)
{
    switch (how) {
    case GRMM_CUT:
        ptl_fail(in->job, PTL_E_SYNTAX, at, "grmm-runs", "%s ends inside a run", in->what);
        break;
    case GRMM_TOO_MANY:
        ptl_fail(in->job, PTL_E_SYNTAX, at, "grmm-runs", "%s unpacks to more than %llu cells",
                 in->what, (unsigned long long)count);
        break;
    default:
        ptl_fail(in->job, PTL_E_SYNTAX, at, "grmm-runs", "%s unpacks to fewer than %llu cells",
                 in->what, (unsigned long long)count);
    }
}

/* Runs that are not as the editor would write them are kept beside the cells. */
static void keep_runs(ptl_cursor *in, ptl_grmm_level *level, int layer, uint64_t start,
                      grmm_unpacking how)
{
    ptl_cursor again = *in;

    if (how == GRMM_UNPACKED_ODDLY) {
        again.at             = start;
        level->packed[layer] = ptl_u8_array(&again, in->at - start);
    }
    if (ptl_grmm_all_zero(level->layer[layer].data, level->layer[layer].count))
        level->coding[layer] = PTL_GRMM_CODING_RUNS;
    else if (how != GRMM_UNPACKED_ODDLY)
        return;
    ptl_warn(in->job, start, "grmm-coding",
             "%s is not packed as the editor would; it is kept that way", in->what);
}

static void read_runs(ptl_cursor *in, ptl_grmm_level *level, int index, uint64_t count)
{
    ptl_u8s       *layer  = &level->layer[index];
    uint32_t       size   = ptl_u32le(in);
    uint64_t       start  = in->at;
    const uint8_t *packed = ptl_take(in, size);
    size_t         used   = 0;
    grmm_unpacking how;

    if (!packed)
        return;
    if (count > (uint64_t)size * 64) { /* two bytes make 128 cells at most */
        refuse_runs(in, GRMM_TOO_FEW, start + size, count);
        return;
    }
    layer->data  = ptl_arena_raw(in->job, count);
    layer->count = layer->data ? (size_t)count : 0;
    if (!layer->data)
        return;
    how = ptl_grmm_unpack(packed, size, layer->data, layer->count, &used);
    if (how > GRMM_UNPACKED_ODDLY)
        refuse_runs(in, how, start + used, count);
    else
        keep_runs(in, level, index, start, how);
}

static void read_layer(ptl_cursor *in, ptl_grmm_level *level, int index, uint64_t count,
                       unsigned width)
{
    uint64_t at   = in->at;
    uint8_t  type = ptl_u8(in);

    if (type == GRMM_RAW && width == 0)
        ptl_fail(in->job, PTL_E_SYNTAX, at, "grmm-raw",
                 "%s is not compressed, and the size of the chunk fits neither 1, 4 nor 8 bytes "
                 "per cell",
                 in->what);
    else if (type == GRMM_RAW)
        read_raw(in, &level->layer[index], count, width);
    else if (type == GRMM_RUNS)
        read_runs(in, level, index, count);
    else if (type != GRMM_ZEROS && ptl_ok(in->job))
        ptl_fail(in->job, PTL_E_SYNTAX, at, "grmm-compression",
                 "compression of %s is %u; allowed: 0 to 2", in->what, type);
    if (type == GRMM_RAW && width == 1)
        level->coding[index] = PTL_GRMM_CODING_PLAIN;
}

void ptl_grmm_add_rim(ptl_job *job, const ptl_grmm_level *level, ptl_u8s *layer)
{
    size_t   width = level->columns;
    uint8_t *cells;

    if (layer->count == 0)
        return;
    cells = ptl_arena_take(job, grmm_cells(level));
    for (size_t row = 0; cells && row < level->rows; row++)
        memcpy(cells + row * (width + 1), layer->data + row * width, width);
    *layer = (ptl_u8s){ cells, cells ? grmm_cells(level) : 0 };
}

/* What an uncompressed layer is worth saying: which editor's mistake it is. */
static void report_raw(ptl_job *job, const grmm_piece *piece, unsigned width)
{
    if (width > 1)
        ptl_warn(job, piece->start, "grmm-wide",
                 "uncompressed layers take %u bytes per cell, because of a defect of the editor: "
                 "Gridmonger cannot open the map; repaired on writing",
                 width);
    else
        ptl_warn(job, piece->start, "grmm-coding",
                 "a layer is not compressed, which no editor writes; it is kept that way");
}

static bool is_old_planes(const grmm_piece *piece, uint64_t count)
{
    uint64_t size = piece->end - piece->start;

    return size == 5 * count || size == 6 * count;
}

void ptl_grmm_read_cells(ptl_job *job, ptl_span file, const grmm_piece *piece,
                         ptl_grmm_level *level, bool document)
{
    ptl_cursor in    = ptl_cursor_part(job, file, piece->start, piece->end, "the chunk");
    uint64_t   count = document ? (uint64_t)level->rows * level->columns : grmm_cells(level);
    bool       raw   = has_raw_layer(file, piece);
    unsigned   width = raw || is_old_planes(piece, count)
                           ? ptl_grmm_raw_width(file, piece->start, piece->end, count)
                           : 1;

    if (width == 0 && is_old_planes(piece, count)) {
        ptl_fail(job, PTL_E_UNSUPPORTED, piece->start, "grmm-prerelease",
                 "bare planes of cells: a layout from before the first release (to October 2021)");
        return;
    }
    if (raw && width > 0)
        report_raw(job, piece, width);
    for (int i = 0; i < PTL_GRMM_LAYERS && ptl_ok(job); i++) {
        level->layer_at[i] = in.at;
        in.what            = ptl_grmm_layer_names[i];
        read_layer(&in, level, i, count, width);
        if (document)
            ptl_grmm_add_rim(job, level, &level->layer[i]);
    }
    if (ptl_ok(job) && ptl_left(&in) > 0)
        ptl_fail(job, PTL_E_SYNTAX, in.at, "grmm-cell-size", "bytes after the sixth layer: %llu",
                 (unsigned long long)ptl_left(&in));
}

/* ---- Writing -------------------------------------------------------------------------------- */

/* Cells of one layer; NULL where all are zero. */
typedef struct plane {
    const uint8_t *data;
    size_t         count;
} plane;

/* Whether runs stand for these cells. */
static bool stand_for(ptl_u8s packed, const plane *c)
{
    size_t made = 0;

    for (size_t at = 0; at < packed.count; at++) {
        bool   runs = packed.data[at] >= 0x80;
        size_t run  = runs ? (packed.data[at] & 0x7Fu) + 1 : 1;

        if ((runs && ++at == packed.count) || run > c->count - made)
            return false;
        for (size_t i = 0; i < run; i++)
            if ((c->data ? c->data[made + i] : 0) != packed.data[at])
                return false;
        made += run;
    }
    return made == c->count;
}

static void put_zeros(ptl_buf *out, size_t count)
{
    uint8_t *room = ptl_buf_room(out, count);

    if (!room)
        return;
    memset(room, 0, count);
    out->size += count;
}

static void write_plain(ptl_buf *out, const plane *c)
{
    ptl_put_u8(out, GRMM_RAW);
    if (c->data)
        ptl_put(out, c->data, c->count);
    else
        put_zeros(out, c->count);
}

static void pack_zeros(ptl_buf *out, size_t count)
{
    for (; count > 2; count -= count < LONGEST ? count : LONGEST) {
        ptl_put_u8(out, (uint8_t)(0x80 + (count < LONGEST ? count : LONGEST) - 1));
        ptl_put_u8(out, 0);
    }
    put_zeros(out, count);
}

static void write_runs(ptl_buf *out, const plane *c, ptl_u8s packed)
{
    size_t start;

    ptl_put_u8(out, GRMM_RUNS);
    start = out->size;
    ptl_put_u32le(out, 0);
    if (packed.count > 0 && stand_for(packed, c))
        ptl_put(out, packed.data, packed.count);
    else if (c->data)
        ptl_grmm_pack(out, c->data, c->count);
    else
        pack_zeros(out, c->count);
    if (ptl_ok(out->job))
        ptl_store_u32le(out->data + start, (uint32_t)(out->size - start - 4));
}

/* Uncompressed only where it was so: editors cannot read what they themselves write there. */
static void write_layer(ptl_buf *out, const plane *c, uint8_t coding, ptl_u8s packed)
{
    bool zero = !c->data || ptl_grmm_all_zero(c->data, c->count);

    if (coding == PTL_GRMM_CODING_PLAIN)
        write_plain(out, c);
    else if (zero && coding != PTL_GRMM_CODING_RUNS)
        ptl_put_u8(out, GRMM_ZEROS);
    else
        write_runs(out, c, packed);
}

static uint8_t *without_rim(ptl_job *job, const ptl_grmm_level *level, const ptl_u8s *layer)
{
    size_t   width = level->columns;
    uint8_t *cells = ptl_arena_raw(job, (uint64_t)level->rows * width);

    for (size_t row = 0; cells && row < level->rows; row++)
        memcpy(cells + row * width, layer->data + row * (width + 1), width);
    return cells;
}

void ptl_grmm_write_cells(ptl_buf *out, const ptl_grmm_level *level, bool document, bool kept)
{
    for (int i = 0; i < PTL_GRMM_LAYERS && ptl_ok(out->job); i++) {
        const ptl_u8s *layer = &level->layer[i];
        plane          c     = { layer->count > 0 ? layer->data : NULL, grmm_cells(level) };

        if (document)
            c.count = (size_t)level->rows * level->columns;
        if (document && c.data)
            c.data = without_rim(out->job, level, layer);
        write_layer(out, &c, kept ? level->coding[i] : PTL_GRMM_CODING_EDITOR,
                    kept ? level->packed[i] : (ptl_u8s){ 0 });
    }
}
