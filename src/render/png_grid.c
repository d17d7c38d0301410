/* SPDX-License-Identifier: MIT */
/* PNG of a grid of patterns.
 *
 * A row of pixels is a row of pieces, and equal pieces have one number. For each piece it is known
 * where it stood last: when that is near enough, it and all that follows alike is one match. A new
 * piece is written byte by byte, apart from what it has in common with the piece above it. The
 * checksum is added up piece by piece. */
#include "render/png_grid.h"

#include <string.h>

#include "core/arena.h"
#include "render/deflate.h"
#include "render/png_chunk.h"

enum {
    CHUNK = 1 << 16, /* bytes of an IDAT */
    ADLER = 65521,
    FOLD  = 64, /* pieces after which sums are reduced */
    WORTH = 4,  /* bytes that are worth a match inside of a piece */
};

typedef struct piece {
    uint32_t sum, weighted; /* what it adds to the checksum            */
    uint32_t y, x;          /* where it stood last; y of NOWHERE: not yet */
} piece;

#define NOWHERE UINT32_MAX

typedef struct writer {
    const ptl_png_grid *grid;
    ptl_buf            *out, coded; /* what is compressed waits for its chunk */
    ptl_deflate         deflate;
    piece              *pieces;
    const uint8_t     **bytes;  /* of each piece */
    uint32_t           *number; /* of the piece that each row of each pattern is */
    uint32_t           *kept;   /* pieces of the last rows of pixels, in a ring  */
    uint32_t            ring;   /* rows in it less one: a power of 2 less one    */
    uint32_t            reach;  /* rows a match can reach, this one too          */
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

static piece describe(const uint8_t *bytes, uint32_t size)
{
    uint64_t sum = 0, weighted = 0;

    for (uint32_t i = 0; i < size; i++) {
        sum += bytes[i];
        weighted += (uint64_t)(size - i) * bytes[i];
    }
    return (piece){ (uint32_t)(sum % ADLER), (uint32_t)(weighted % ADLER), NOWHERE, 0 };
}

/* Numbers the rows of all patterns, equal ones alike. */
static void number_pieces(writer *w, uint32_t *slots, uint32_t mask)
{
    uint32_t size = w->grid->width, count = 0;
    uint64_t rows = (uint64_t)w->grid->count * w->grid->height;

    for (uint64_t i = 0; i < rows; i++) {
        const uint8_t *bytes = w->grid->patterns + i * size;
        uint32_t       slot  = hash(bytes, size) & mask;

        while (slots[slot] > 0 && memcmp(w->bytes[slots[slot] - 1], bytes, size) != 0)
            slot = (slot + 1) & mask;
        if (slots[slot] == 0) {
            w->pieces[count] = describe(bytes, size);
            w->bytes[count]  = bytes;
            slots[slot]      = ++count;
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
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-memory", "there are too many patterns");
        return false;
    }
    while (mask < 2 * rows)
        mask = 2 * mask + 1;
    w->stride = (uint64_t)w->grid->columns * w->grid->width + 1;
    w->reach  = (uint32_t)(PTL_DEFLATE_WINDOW / w->stride) + 1;
    while (w->ring + 1 < w->reach)
        w->ring = 2 * w->ring + 1;
    w->pieces = ptl_arena_array(job, rows, sizeof *w->pieces);
    w->bytes  = ptl_arena_array(job, rows, sizeof *w->bytes);
    w->number = ptl_arena_array(job, rows, sizeof *w->number);
    w->kept   = ptl_arena_array(job, ((uint64_t)w->ring + 1) * w->grid->columns, sizeof *w->kept);
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

static uint32_t *row_of(const writer *w, uint32_t y)
{
    return w->kept + (size_t)(y & w->ring) * w->grid->columns;
}

/* How many pieces from x on are as they were in another place, if a match reaches that far. */
static find look(const writer *w, const uint32_t *now, uint32_t y, uint32_t x, uint32_t then_y,
                 uint32_t then_x)
{
    const uint32_t *then = row_of(w, then_y);
    uint64_t        size = w->grid->width;
    find            f    = { (y - then_y) * w->stride + x * size - then_x * size, 0 };
    uint32_t        most = w->grid->columns - (x > then_x ? x : then_x), count = 0;

    if (f.distance > PTL_DEFLATE_WINDOW)
        return f;
    while (count < most && now[x + count] == then[then_x + count])
        count++;
    f.count = count;
    return f;
}

/* Where the piece stood last, or what is above, whichever gives more. */
static find look_back(const writer *w, const uint32_t *now, uint32_t y, uint32_t x)
{
    const piece *p    = &w->pieces[now[x]];
    find         best = { 0 }, above;

    if (p->y != NOWHERE && y - p->y < w->reach)
        best = look(w, now, y, x, p->y, p->x);
    if (y == 0 || w->reach < 2 || row_of(w, y - 1)[x] != now[x])
        return best;
    above = look(w, now, y, x, y - 1, x);
    return above.count > best.count ? above : best;
}

/* How many bytes are alike in two places; 0 when they are too few for a match to pay. */
static uint32_t alike(const uint8_t *a, const uint8_t *b, uint32_t most)
{
    uint32_t count = WORTH;

    if (most < WORTH || memcmp(a, b, WORTH) != 0)
        return 0;
    while (count < most && a[count] == b[count])
        count++;
    return count;
}

/* Bytes of a piece, with what they have in common with those above, and with themselves. */
static void spell(writer *w, const uint8_t *bytes, const uint8_t *above)
{
    uint32_t size = w->grid->width, plain = 0, i = 0;

    while (i + WORTH <= size) {
        uint32_t common = above ? alike(bytes + i, above + i, size - i) : 0;
        uint32_t run    = i > 0 ? alike(bytes + i, bytes + i - 1, size - i) : 0;
        uint32_t best   = run >= common ? run : common;

        if (best > 0) {
            ptl_deflate_bytes(&w->deflate, bytes + plain, i - plain);
            ptl_deflate_match(&w->deflate, best, run >= common ? 1 : (uint32_t)w->stride);
            plain = i + best;
        }
        i += best > 0 ? best : 1;
    }
    ptl_deflate_bytes(&w->deflate, bytes + plain, size - plain);
}

static void add_up(writer *w, const uint32_t *numbers)
{
    const piece *pieces  = w->pieces;
    uint32_t     columns = w->grid->columns;
    uint64_t     size = w->grid->width, low = w->low, high = w->high + low; /* a 0 comes first */

    for (uint32_t x = 0; x < columns; x++) {
        high += size * low + pieces[numbers[x]].weighted;
        low += pieces[numbers[x]].sum;
        if (x % FOLD == FOLD - 1) {
            high %= ADLER;
            low %= ADLER;
        }
    }
    w->high = high % ADLER;
    w->low  = low % ADLER;
}

static void number_row(const writer *w, uint32_t y, uint32_t *now)
{
    uint32_t        columns = w->grid->columns, height = w->grid->height;
    const uint32_t *cells = w->grid->cells + (size_t)(y / height) * columns;
    const uint32_t *first = w->number + y % height;

    for (uint32_t x = 0; x < columns; x++)
        now[x] = first[(size_t)cells[x] * height];
}

static void put_row(writer *w, uint32_t y)
{
    uint32_t  columns = w->grid->columns;
    uint32_t *now     = row_of(w, y);

    number_row(w, y, now);
    add_up(w, now);
    ptl_deflate_bytes(&w->deflate, (const uint8_t[]){ 0 }, 1);
    for (uint32_t x = 0, end; x < columns; x = end) {
        find f = look_back(w, now, y, x);

        if (f.count > 0)
            ptl_deflate_match(&w->deflate, (size_t)f.count * w->grid->width, (uint32_t)f.distance);
        else
            spell(w, w->bytes[now[x]],
                  y > 0 && w->reach > 1 ? w->bytes[row_of(w, y - 1)[x]] : NULL);
        for (end = x + (f.count > 0 ? f.count : 1); x < end; x++) {
            w->pieces[now[x]].y = y;
            w->pieces[now[x]].x = x;
        }
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
    ptl_png_palette(out, grid->palette, grid->colors);
    ptl_put(&w.coded, "\x78\x01", 2);
    for (uint32_t y = 0; y < height && ptl_ok(job); y++) {
        put_row(&w, y);
        put_chunks(&w, CHUNK);
    }
    ptl_deflate_end(&w.deflate);
    ptl_png_u32be(&w.coded, (uint32_t)(w.high << 16 | w.low));
    put_chunks(&w, 1);
    ptl_png_chunk(out, "IEND", NULL, 0);
    ptl_buf_free(&w.coded);
}
