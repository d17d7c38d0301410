/* SPDX-License-Identifier: MIT */
/* Blocks of deflate, each with Huffman codes made for what is in it (RFC 1951, block type 2). */
#include "render/deflate.h"

#include <stdlib.h>
#include <string.h>

#include "core/arena.h"

enum {
    END          = 256, /* of a block */
    FIRST_LENGTH = 257, /* symbol of a match of three bytes */
    LENGTHS      = 29,  /* symbols of lengths */
    LENGTH_CODES = 19,  /* alphabet the lengths of codes are told in */
    MOST_BITS    = 15,
    MATCH        = 1 << 30, /* mark of a token */
};

static const uint16_t length_base[LENGTHS]  = { 3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                                15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                                67, 83, 99, 115, 131, 163, 195, 227, 258 };
static const uint8_t  length_extra[LENGTHS] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0 };

/* Bits that say where in its range a distance is. */
static unsigned reach_extra(unsigned code)
{
    return code < 4 ? 0 : code / 2 - 1;
}

static uint32_t reach_base(unsigned code)
{
    return code < 4 ? code + 1 : ((2u + code % 2) << reach_extra(code)) + 1;
}

static unsigned reach_code_of(const ptl_deflate *d, uint32_t distance)
{
    return distance <= 256 ? d->reach_code[distance - 1]
                           : d->reach_code[256 + ((distance - 1) >> 7)];
}

/* ---- Codes ---------------------------------------------------------------------------------- */

typedef struct code {
    uint16_t bits[PTL_DEFLATE_LITERALS]; /* the first to be put is the lowest */
    uint8_t  length[PTL_DEFLATE_LITERALS];
} code;

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

/* A tree of symbols, the rarest joined first. Leaves are sorted, and so come the sums: the two
 * rarest are always at the front of one of these lists. */
typedef struct tree {
    uint64_t leaf[PTL_DEFLATE_LITERALS]; /* uses above, symbol below */
    uint64_t sum[PTL_DEFLATE_LITERALS];
    uint16_t parent[2 * PTL_DEFLATE_LITERALS]; /* of leaves, then of sums */
    unsigned leaves;
} tree;

enum { SYMBOL = 9 }; /* bits for one */

static void grow(tree *t)
{
    unsigned leaf = 0, sum = 0;

    for (unsigned made = 0; made + 1 < t->leaves; made++) {
        t->sum[made] = 0;
        for (unsigned side = 0; side < 2; side++) {
            bool take = leaf < t->leaves && (sum >= made || t->leaf[leaf] >> SYMBOL <= t->sum[sum]);

            t->sum[made] += take ? t->leaf[leaf] >> SYMBOL : t->sum[sum];
            t->parent[take ? leaf++ : t->leaves + sum++] = (uint16_t)made;
        }
    }
}

/* Depths of the leaves as lengths of codes; the deepest. */
static unsigned measure(const tree *t, uint8_t *length)
{
    uint8_t  depth[PTL_DEFLATE_LITERALS] = { 0 };
    unsigned deepest                     = 0;

    for (unsigned i = t->leaves - 2; i-- > 0;)
        depth[i] = (uint8_t)(depth[t->parent[t->leaves + i]] + 1);
    for (unsigned i = 0; i < t->leaves; i++) {
        unsigned symbol = t->leaf[i] & ((1u << SYMBOL) - 1);

        length[symbol] = (uint8_t)(depth[t->parent[i]] + 1);
        deepest        = length[symbol] > deepest ? length[symbol] : deepest;
    }
    return deepest;
}

static unsigned gather(tree *t, const uint32_t *uses, unsigned count, unsigned flatten)
{
    t->leaves = 0;
    for (unsigned i = 0; i < count; i++)
        if (uses[i] > 0)
            t->leaf[t->leaves++] =
                (uint64_t)(uses[i] >> flatten ? uses[i] >> flatten : 1) << SYMBOL | i;
    qsort(t->leaf, t->leaves, sizeof *t->leaf, compare);
    return t->leaves;
}

static uint16_t reversed(unsigned bits, unsigned count)
{
    unsigned out = 0;

    for (unsigned i = 0; i < count; i++)
        out |= (bits >> i & 1) << (count - 1 - i);
    return (uint16_t)out;
}

/* Codes of one length are counted up by symbol. */
static void number(code *c, unsigned count)
{
    unsigned next = 0;

    for (unsigned length = 1; length <= MOST_BITS; length++, next <<= 1)
        for (unsigned i = 0; i < count; i++)
            if (c->length[i] == length)
                c->bits[i] = reversed(next++, length);
}

/* Codes of at most `most` bits; where a tree is deeper, uses are made more alike. Readers want two
 * symbols at least. */
static void make_code(code *c, const uint32_t *uses, unsigned count, unsigned most)
{
    tree     t;
    unsigned flatten = 0;

    memset(c->length, 0, sizeof c->length);
    if (gather(&t, uses, count, 0) < 2) {
        unsigned only = t.leaves > 0 ? t.leaf[0] & ((1u << SYMBOL) - 1) : 0;

        c->length[only] = c->length[only == 0] = 1;
    } else {
        do {
            gather(&t, uses, count, flatten++);
            grow(&t);
        } while (measure(&t, c->length) > most);
    }
    number(c, count);
}

/* ---- Bits ----------------------------------------------------------------------------------- */

static void put_bits(ptl_deflate *d, uint32_t bits, unsigned count)
{
    d->bits |= (uint64_t)bits << d->bit_count;
    d->bit_count += count;
}

/* Hands whole bytes on; at most 7 bits stay. */
static void drain(ptl_deflate *d, uint8_t **to)
{
    for (; d->bit_count >= 8; d->bit_count -= 8, d->bits >>= 8)
        *(*to)++ = (uint8_t)d->bits;
}

/* ---- How codes are told --------------------------------------------------------------------- */

typedef struct told { /* lengths of codes in their own alphabet */
    uint8_t  symbol[PTL_DEFLATE_LITERALS + PTL_DEFLATE_REACHES];
    uint8_t  extra[PTL_DEFLATE_LITERALS + PTL_DEFLATE_REACHES];
    unsigned count;
    uint32_t uses[LENGTH_CODES];
} told;

static void tell(told *t, unsigned symbol, unsigned extra)
{
    t->symbol[t->count]  = (uint8_t)symbol;
    t->extra[t->count++] = (uint8_t)extra;
    t->uses[symbol]++;
}

/* A length and how often it comes: 16 repeats the one before, 17 and 18 are zeros. */
static void tell_run(told *t, unsigned length, unsigned run)
{
    if (length > 0) {
        tell(t, length, 0);
        run--;
    }
    while (run >= 3) {
        unsigned most = length > 0 ? 6 : run > 10 ? 138 : 10;
        unsigned part = run < most ? run : most;

        tell(t, length > 0 ? 16 : most == 10 ? 17 : 18, part - (most == 138 ? 11 : 3));
        run -= part;
    }
    while (run-- > 0)
        tell(t, length, 0);
}

static void tell_lengths(told *t, const uint8_t *lengths, unsigned count)
{
    for (unsigned i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && lengths[end] == lengths[i];)
            end++;
        tell_run(t, lengths[i], end - i);
    }
}

static unsigned used(const code *c, unsigned count, unsigned least)
{
    while (count > least && c->length[count - 1] == 0)
        count--;
    return count;
}

static void put_codes(ptl_deflate *d, uint8_t **to, const code *literals, const code *reaches)
{
    static const uint8_t order[LENGTH_CODES] = { 16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                 11, 4,  12, 3, 13, 2, 14, 1, 15 };
    static const uint8_t extra[3]            = { 2, 3, 7 };
    told                 t                   = { 0 };
    code                 own;
    unsigned             literal_count = used(literals, PTL_DEFLATE_LITERALS, FIRST_LENGTH);
    unsigned             reach_count   = used(reaches, PTL_DEFLATE_REACHES, 1);
    unsigned             own_count     = LENGTH_CODES;

    tell_lengths(&t, literals->length, literal_count);
    tell_lengths(&t, reaches->length, reach_count);
    make_code(&own, t.uses, LENGTH_CODES, 7);
    while (own_count > 4 && own.length[order[own_count - 1]] == 0)
        own_count--;
    put_bits(d, literal_count - FIRST_LENGTH, 5);
    put_bits(d, reach_count - 1, 5);
    put_bits(d, own_count - 4, 4);
    for (unsigned i = 0; i < own_count; i++, drain(d, to))
        put_bits(d, own.length[order[i]], 3);
    for (unsigned i = 0; i < t.count; i++, drain(d, to)) {
        put_bits(d, own.bits[t.symbol[i]], own.length[t.symbol[i]]);
        if (t.symbol[i] >= 16)
            put_bits(d, t.extra[i], extra[t.symbol[i] - 16]);
    }
}

/* ---- Blocks --------------------------------------------------------------------------------- */

static void put_match(ptl_deflate *d, const code *literals, const code *reaches, uint32_t token)
{
    unsigned length = token >> 16 & 511, symbol = d->length_code[length];
    uint32_t distance = (token & 0xFFFF) + 1;
    unsigned reach    = reach_code_of(d, distance);

    put_bits(d, literals->bits[FIRST_LENGTH + symbol], literals->length[FIRST_LENGTH + symbol]);
    put_bits(d, length - length_base[symbol], length_extra[symbol]);
    put_bits(d, reaches->bits[reach], reaches->length[reach]);
    put_bits(d, distance - reach_base(reach), reach_extra(reach));
}

/* A token takes 48 bits at most, the codes less than 2 KiB. */
static void put_block(ptl_deflate *d, bool last)
{
    code     literals, reaches;
    uint8_t *room = ptl_buf_room(d->out, 6 * (size_t)d->count + 2048), *to = room;

    if (!room)
        return;
    d->literal_uses[END] = 1;
    make_code(&literals, d->literal_uses, PTL_DEFLATE_LITERALS, MOST_BITS);
    make_code(&reaches, d->reach_uses, PTL_DEFLATE_REACHES, MOST_BITS);
    put_bits(d, last | 2 << 1, 3);
    put_codes(d, &to, &literals, &reaches);
    for (uint32_t i = 0; i < d->count; i++) {
        uint32_t token = d->tokens[i];

        if (token & MATCH)
            put_match(d, &literals, &reaches, token);
        else
            put_bits(d, literals.bits[token], literals.length[token]);
        drain(d, &to);
    }
    put_bits(d, literals.bits[END], literals.length[END]);
    drain(d, &to);
    d->out->size += (size_t)(to - room);
    d->count = 0;
    memset(d->literal_uses, 0, sizeof d->literal_uses);
    memset(d->reach_uses, 0, sizeof d->reach_uses);
}

static void take(ptl_deflate *d, uint32_t token)
{
    if (d->count == PTL_DEFLATE_TOKENS)
        put_block(d, false);
    if (d->tokens && d->count < PTL_DEFLATE_TOKENS)
        d->tokens[d->count++] = token;
}

void ptl_deflate_begin(ptl_deflate *d, ptl_buf *out)
{
    *d        = (ptl_deflate){ .out = out };
    d->tokens = ptl_arena_raw(out->job, PTL_DEFLATE_TOKENS * sizeof *d->tokens);
    for (unsigned i = 0; i < LENGTHS; i++)
        for (unsigned length = length_base[i]; length <= PTL_DEFLATE_LONGEST; length++)
            d->length_code[length] = (uint8_t)i;
    for (unsigned i = 0; i < PTL_DEFLATE_REACHES; i++)
        for (uint32_t at = reach_base(i); at <= 256; at++)
            d->reach_code[at - 1] = (uint8_t)i;
    for (unsigned i = 16; i < PTL_DEFLATE_REACHES; i++)
        for (uint32_t at = (reach_base(i) - 1) >> 7; at < 256; at++)
            d->reach_code[256 + at] = (uint8_t)i;
}

void ptl_deflate_bytes(ptl_deflate *d, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        take(d, bytes[i]);
        d->literal_uses[bytes[i]]++;
    }
}

void ptl_deflate_match(ptl_deflate *d, size_t length, uint32_t distance)
{
    unsigned reach = reach_code_of(d, distance);

    while (length > 0) { /* and what is left is never too short */
        size_t part = length <= PTL_DEFLATE_LONGEST ? length
                      : length < PTL_DEFLATE_LONGEST + PTL_DEFLATE_SHORTEST
                          ? length - PTL_DEFLATE_SHORTEST
                          : PTL_DEFLATE_LONGEST;

        take(d, MATCH | (uint32_t)part << 16 | (distance - 1));
        d->literal_uses[FIRST_LENGTH + d->length_code[part]]++;
        d->reach_uses[reach]++;
        length -= part;
    }
}

void ptl_deflate_end(ptl_deflate *d)
{
    uint8_t *room;

    put_block(d, true);
    room = ptl_buf_room(d->out, 1);
    if (room && d->bit_count > 0) {
        *room = (uint8_t)d->bits;
        d->out->size++;
    }
}
