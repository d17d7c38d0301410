/* SPDX-License-Identifier: MIT */
/* PNG of a grid of patterns.
 *
 * A row of pixels is a row of pieces, and equal pieces have one number. For each piece it is known
 * where it stood last: when that is near enough, it and all that follows alike is one match. A
 * piece that is new is spelled by bytes, with what it has in common with the piece above it. The
 * checksum is added up piece by piece. */
#include "render/png_grid.h"

#include <string.h>

#include "core/arena.h"
#include "render/deflate.h"
#include "render/png_chunk.h"

enum {
    CHUNK  = 1 << 16, /* bytes of an IDAT */
    ADLER  = 65521,
    FOLD   = 64, /* pieces after which sums are reduced */
    COMMON = 4,  /* bytes that are worth a match inside of a piece */
    RUN    = 4,
};

typedef struct piece {
    const uint8_t *bytes;
    uint32_t       sum, weighted; /* what it adds to the checksum */
    uint64_t       last;          /* where it stood: row and column, and 1; 0: nowhere yet */
} piece;

typedef struct writer {
    const ptl_png_grid *grid;
    ptl_buf            *out, coded; /* what is compressed waits for its chunk */
    ptl_deflate         deflate;
    piece              *pieces;
    uint32_t           *number; /* of the piece that each row of each pattern is */
    uint32_t           *kept;   /* pieces of the rows of pixels a match can reach, in a ring */
    uint32_t            reach;  /* how many rows */
    uint64_t            stride, high, low;
} writer;

/* ---- Pieces --------------------------------------------------------------------------------- */

static uint32_t hash(const uint8_t *bytes, uint32_t size)
{
    uint32_t h = 2166136261u;

    for (uint32_t i = 0; i < size; i++)
        h = (h ^ bytes[i]) * 16777619u;
    return h ^ h >> 15;
}

static void describe(piece *p, const uint8_t *bytes, uint32_t size)
{
    uint64_t sum = 0, weighted = 0;

    for (uint32_t i = 0; i < size; i++) {
        sum += bytes[i];
        weighted += (uint64_t)(size - i) * bytes[i];
    }
    *p = (piece){ bytes, (uint32_t)(sum % ADLER), (uint32_t)(weighted % ADLER), 0 };
}

/* Numbers the rows of all patterns, equal ones alike. */
static void number_pieces(writer *w, uint32_t *slots, uint32_t mask)
{
    uint32_t size = w->grid->width, count = 0;
    uint64_t rows = (uint64_t)w->grid->count * w->grid->height;

    for (uint64_t i = 0; i < rows; i++) {
        const uint8_t *bytes = w->grid->patterns + i * size;
        uint32_t       slot  = hash(bytes, size) & mask;

        while (slots[slot] > 0 && memcmp(w->pieces[slots[slot] - 1].bytes, bytes, size) != 0)
            slot = (slot + 1) & mask;
        if (slots[slot] == 0) {
            describe(&w->pieces[count], bytes, size);
            slots[slot] = ++count;
        }
        w->number[i] = slots[slot] - 1;
    }
}

static bool begin(writer *w, ptl_job *job)
{
    uint64_t  rows = (uint64_t)w->grid->count * w->grid->height;
    uint32_t  mask = 1;
    uint32_t *slots;

    if (rows >= UINT32_MAX / 4) {
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-memory", "the patterns are too many");
        return false;
    }
    while (mask < 2 * rows)
        mask = 2 * mask + 1;
    w->stride = (uint64_t)w->grid->columns * w->grid->width + 1;
    w->reach  = (uint32_t)(PTL_DEFLATE_WINDOW / w->stride) + 1;
    w->pieces = ptl_arena_array(job, rows, sizeof *w->pieces);
    w->number = ptl_arena_array(job, rows, sizeof *w->number);
    w->kept   = ptl_arena_array(job, (uint64_t)w->reach * w->grid->columns, sizeof *w->kept);
    slots     = ptl_arena_array(job, (uint64_t)mask + 1, sizeof *slots);
    if (slots && ptl_ok(job))
        number_pieces(w, slots, mask);
    w->low = 1;
    ptl_deflate_begin(&w->deflate, &w->coded);
    return ptl_ok(job);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

typedef struct find { /* where pieces stood before */
    uint64_t distance;
    uint32_t count;
} find;

static uint32_t *row_of(const writer *w, uint64_t y)
{
    return w->kept + y % w->reach * w->grid->columns;
}

/* How many pieces from x on are as they were in another place, if a match reaches that far. */
static find look(const writer *w, uint64_t y, uint32_t x, uint64_t then_y, uint32_t then_x)
{
    const uint32_t *now = row_of(w, y), *then = row_of(w, then_y);
    find            f    = { (y - then_y) * w->stride + (uint64_t)x * w->grid->width -
                                 (uint64_t)then_x * w->grid->width,
                             0 };
    uint32_t        most = w->grid->columns - (x > then_x ? x : then_x);

    if (f.distance <= PTL_DEFLATE_WINDOW)
        while (f.count < most && now[x + f.count] == then[then_x + f.count])
            f.count++;
    return f;
}

/* Where the piece stood last, or what is above, whichever gives more. */
static find look_back(const writer *w, uint64_t y, uint32_t x)
{
    uint64_t last = w->pieces[row_of(w, y)[x]].last;
    find     best = { 0 }, above;

    if (last > 0 && y - (last - 1) / w->grid->columns < w->reach)
        best =
            look(w, y, x, (last - 1) / w->grid->columns, (uint32_t)((last - 1) % w->grid->columns));
    if (y == 0 || w->reach < 2)
        return best;
    above = look(w, y, x, y - 1, x);
    return above.count > best.count ? above : best;
}

static uint32_t alike(const uint8_t *a, const uint8_t *b, uint32_t most)
{
    uint32_t count = 0;

    while (count < most && a[count] == b[count])
        count++;
    return count;
}

/* Bytes of a piece, with what they have in common with those above, and with themselves. */
static void spell(writer *w, const uint8_t *bytes, const uint8_t *above)
{
    uint32_t size = w->grid->width, plain = 0;

    for (uint32_t i = 0; i < size;) {
        uint32_t common = above ? alike(bytes + i, above + i, size - i) : 0;
        uint32_t run    = i > 0 ? alike(bytes + i, bytes + i - 1, size - i) : 0;

        if (common < COMMON && run < RUN) {
            i++;
            continue;
        }
        ptl_deflate_bytes(&w->deflate, bytes + plain, i - plain);
        ptl_deflate_match(&w->deflate, run >= common ? run : common,
                          run >= common ? 1 : (uint32_t)w->stride);
        i += run >= common ? run : common;
        plain = i;
    }
    ptl_deflate_bytes(&w->deflate, bytes + plain, size - plain);
}

static void add_up(writer *w, const uint32_t *numbers)
{
    uint32_t columns = w->grid->columns, size = w->grid->width;

    w->high += w->low; /* the byte that says there is no filter */
    for (uint32_t x = 0; x < columns; x++) {
        const piece *p = &w->pieces[numbers[x]];

        w->high += (uint64_t)size * w->low + p->weighted;
        w->low += p->sum;
        if (x % FOLD == FOLD - 1) {
            w->high %= ADLER;
            w->low %= ADLER;
        }
    }
    w->high %= ADLER;
    w->low %= ADLER;
}

static void put_row(writer *w, uint64_t y)
{
    const ptl_png_grid *grid  = w->grid;
    const uint32_t     *cells = grid->cells + y / grid->height * grid->columns;
    uint32_t           *now   = row_of(w, y);

    for (uint32_t x = 0; x < grid->columns; x++)
        now[x] = w->number[(uint64_t)cells[x] * grid->height + y % grid->height];
    add_up(w, now);
    ptl_deflate_bytes(&w->deflate, (const uint8_t[]){ 0 }, 1);
    for (uint32_t x = 0, count; x < grid->columns; x += count) {
        find f = look_back(w, y, x);

        count = f.count > 0 ? f.count : 1;
        if (f.count > 0)
            ptl_deflate_match(&w->deflate, (size_t)f.count * grid->width, (uint32_t)f.distance);
        else
            spell(w, w->pieces[now[x]].bytes,
                  y > 0 && w->reach > 1 ? w->pieces[row_of(w, y - 1)[x]].bytes : NULL);
        for (uint32_t i = x; i < x + count; i++)
            w->pieces[now[i]].last = y * grid->columns + i + 1;
    }
}

/* ---- The file ------------------------------------------------------------------------------- */

static void put_chunks(writer *w, size_t least)
{
    if (w->coded.size < least || !ptl_ok(w->out->job))
        return;
    ptl_png_chunk(w->out, "IDAT", w->coded.data, w->coded.size);
    w->coded.size = 0;
}

void ptl_png_write_grid(ptl_job *job, ptl_buf *out, const ptl_png_grid *grid)
{
    writer   w      = { .grid = grid, .out = out, .coded = ptl_buf_of(job, NULL) };
    uint64_t height = (uint64_t)grid->rows * grid->height;

    if ((uint64_t)grid->columns * grid->width > INT32_MAX || height > INT32_MAX)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "image-size",
                 "a picture of so many pixels cannot be written");
    if (!ptl_ok(job) || !begin(&w, job))
        return;
    ptl_png_begin(out, (uint32_t)(w.stride - 1), (uint32_t)height, 8, PTL_PNG_INDEXED);
    ptl_png_palette(out, grid->palette, grid->colours);
    ptl_put(&w.coded, "\x78\x01", 2);
    for (uint64_t y = 0; y < height && ptl_ok(job); y++) {
        put_row(&w, y);
        put_chunks(&w, CHUNK);
    }
    ptl_deflate_end(&w.deflate);
    ptl_png_u32be(&w.coded, (uint32_t)(w.high << 16 | w.low));
    put_chunks(&w, 1);
    ptl_png_chunk(out, "IEND", NULL, 0);
    ptl_buf_free(&w.coded);
}
