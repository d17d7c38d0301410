/* SPDX-License-Identifier: MIT */
/* Goes through a deflate stream (RFC 1951) symbol by symbol and keeps nothing of it: slow and
 * small, because it only runs on streams that failed. */
#include "core/codec_walk.h"

#include <string.h>

enum { LONGEST = 15, LITERALS = 288, DISTANCES = 30, WINDOW = 32768, BLOCK_END = 256 };

typedef struct walk {
    ptl_span in;
    uint64_t bit;  /* of the stream, next     */
    uint64_t made; /* bytes it would yield    */
    bool     cut;  /* the stream ended first  */
    bool     bad;  /* something in it is wrong */
} walk;

typedef struct code { /* canonical: how many of each length, and the symbols in order */
    uint16_t count[LONGEST + 1];
    uint16_t symbol[LITERALS];
} code;

static bool goes_on(const walk *w)
{
    return !w->cut && !w->bad;
}

static unsigned take_bits(walk *w, unsigned count)
{
    unsigned value = 0;

    if (w->bit + count > (uint64_t)w->in.size * 8)
        w->cut = true;
    for (unsigned i = 0; i < count && goes_on(w); i++, w->bit++)
        value |= (unsigned)(w->in.data[w->bit / 8] >> w->bit % 8 & 1) << i;
    return value;
}

static void build(walk *w, code *c, const uint8_t *lengths, unsigned count)
{
    uint16_t place[LONGEST + 1] = { 0 };
    int      left               = 1;

    memset(c, 0, sizeof *c);
    for (unsigned i = 0; i < count; i++)
        c->count[lengths[i]]++;
    c->count[0] = 0;
    for (unsigned size = 1; size <= LONGEST; size++) {
        left = left * 2 - c->count[size];
        if (left < 0) {
            w->bad = true; /* more symbols than bits can tell apart */
            return;
        }
        if (size < LONGEST)
            place[size + 1] = (uint16_t)(place[size] + c->count[size]);
    }
    for (unsigned i = 0; i < count; i++)
        if (lengths[i])
            c->symbol[place[lengths[i]]++] = (uint16_t)i;
}

static unsigned take_symbol(walk *w, const code *c)
{
    unsigned bits = 0, first = 0, index = 0;

    for (unsigned size = 1; size <= LONGEST && goes_on(w); size++) {
        bits |= take_bits(w, 1);
        if (bits < first + c->count[size])
            return c->symbol[index + bits - first];
        index += c->count[size];
        first = (first + c->count[size]) << 1;
        bits <<= 1;
    }
    w->bad = w->bad || !w->cut;
    return 0;
}

/* ---- Blocks --------------------------------------------------------------------------------- */

static void walk_stored(walk *w)
{
    unsigned size, inverse;

    w->bit  = (w->bit + 7) / 8 * 8;
    size    = take_bits(w, 16);
    inverse = take_bits(w, 16);
    if (goes_on(w) && size != (inverse ^ 0xFFFF))
        w->bad = true;
    if (goes_on(w) && w->bit / 8 + size > w->in.size)
        w->cut = true;
    w->bit += 8 * (uint64_t)size;
    w->made += size;
}

static void walk_match(walk *w, unsigned symbol, const code *distances)
{
    static const uint16_t base[] = { 3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                     15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                     67, 83, 99, 115, 131, 163, 195, 227, 258 };
    unsigned              length = symbol - 257, extra, far;

    if (length >= sizeof base / sizeof *base) {
        w->bad = true;
        return;
    }
    extra  = length < 8 || length == 28 ? 0 : length / 4 - 1;
    length = base[length] + take_bits(w, extra);
    far    = take_symbol(w, distances);
    if (!goes_on(w))
        return;
    if (far >= DISTANCES) {
        w->bad = true;
        return;
    }
    far = far < 4 ? far + 1 : ((2 + far % 2) << (far / 2 - 1)) + take_bits(w, far / 2 - 1) + 1;
    if (goes_on(w) && (far > w->made || far > WINDOW))
        w->bad = true;
    w->made += length;
}

static void walk_symbols(walk *w, const code *literals, const code *distances)
{
    while (goes_on(w)) {
        unsigned symbol = take_symbol(w, literals);

        if (symbol == BLOCK_END)
            return;
        if (symbol > BLOCK_END)
            walk_match(w, symbol, distances);
        else
            w->made++;
    }
}

static void walk_fixed(walk *w)
{
    uint8_t lengths[LITERALS];
    code    literals, distances;

    for (unsigned i = 0; i < LITERALS; i++)
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    build(w, &literals, lengths, LITERALS);
    memset(lengths, 5, DISTANCES);
    build(w, &distances, lengths, DISTANCES);
    walk_symbols(w, &literals, &distances);
}

/* The lengths of both codes, themselves coded: 16 to 18 repeat. */
static void take_lengths(walk *w, const code *c, uint8_t *lengths, unsigned count)
{
    for (unsigned i = 0; i < count && goes_on(w);) {
        unsigned symbol = take_symbol(w, c), run = 1;
        uint8_t  value = symbol < 16 ? (uint8_t)symbol : 0;

        if (symbol == 16) {
            w->bad = w->bad || i == 0;
            value  = i > 0 ? lengths[i - 1] : 0;
            run    = 3 + take_bits(w, 2);
        } else if (symbol > 16) {
            run = symbol == 17 ? 3 + take_bits(w, 3) : 11 + take_bits(w, 7);
        }
        if (goes_on(w) && run > count - i)
            w->bad = true;
        for (; run > 0 && goes_on(w); run--)
            lengths[i++] = value;
    }
}

static void walk_dynamic(walk *w)
{
    static const uint8_t order[]                = { 16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                    11, 4,  12, 3, 13, 2, 14, 1, 15 };
    uint8_t              lengths[LITERALS + 32] = { 0 };
    unsigned             literals = 257 + take_bits(w, 5), distances = 1 + take_bits(w, 5);
    unsigned             sizes = 4 + take_bits(w, 4);
    code                 first, second;

    for (unsigned i = 0; i < sizes; i++)
        lengths[order[i]] = (uint8_t)take_bits(w, 3);
    build(w, &first, lengths, sizeof order);
    memset(lengths, 0, sizeof lengths);
    if (goes_on(w) && literals > 286)
        w->bad = true;
    take_lengths(w, &first, lengths, goes_on(w) ? literals + distances : 0);
    build(w, &first, lengths, literals > LITERALS ? LITERALS : literals);
    build(w, &second, lengths + literals, distances);
    walk_symbols(w, &first, &second);
}

bool ptl_deflate_is_cut(ptl_span stream)
{
    walk w    = { .in = stream };
    bool last = false;

    while (!last && goes_on(&w)) {
        unsigned kind;

        last = take_bits(&w, 1);
        kind = take_bits(&w, 2);
        if (!goes_on(&w))
            break;
        if (kind == 0)
            walk_stored(&w);
        else if (kind == 1)
            walk_fixed(&w);
        else if (kind == 2)
            walk_dynamic(&w);
        else
            w.bad = true;
    }
    return w.cut && !w.bad;
}
