/* SPDX-License-Identifier: MIT */
/* LZW as the Unix program `compress` writes it: what `gzip -dc` reads.
 *
 *   1F 9D, then a byte: bits 0 to 4 the widest code, bit 7 block mode, bits 5 and 6 zero
 *   codes, least significant bit first, 9 bits wide and growing; 256 clears in block mode
 *
 * Codes stand in groups of eight. Where the width changes, and after a clear, the rest of the group
 * is skipped. */
#include <string.h>

#include "core/bytes.h"
#include "formats/ppe/ppe_private.h"

enum {
    HEADER    = 3,
    NARROWEST = 9,
    LEAST_MAX = 10, /* programs disagree about streams whose widest code has 9 bits */
    WIDEST    = 16,
    LITERALS  = 256,
    CLEAR     = 256,
    CODES     = 1 << WIDEST,
    BLOCK     = 0x80,
};

/* ---- Reading -------------------------------------------------------------------------------- */

typedef struct string { /* bytes that came out before */
    size_t at, size;
} string;

typedef struct decoder {
    ptl_job *job;
    ptl_span coded;
    uint64_t at;         /* of the stream in the file           */
    uint64_t bit, start; /* next code, and where this width began */
    unsigned width, widest;
    bool     block;
    uint32_t next; /* first code without a string */
    string  *strings;
} decoder;

/* Where the code that was just read stands. */
static uint64_t code_at(const decoder *d)
{
    return d->at + (d->bit - d->width) / 8;
}

/* Codes at most. */
static uint64_t codes_in(ptl_span coded)
{
    return coded.size > HEADER ? (coded.size - HEADER) * UINT64_C(8) / NARROWEST : 0;
}

/* Each string is at most one byte longer than the longest before it. */
uint64_t ptl_ppe_lzw_most(ptl_span coded)
{
    uint64_t codes = codes_in(coded);

    return codes < UINT32_MAX ? codes * (codes + 1) / 2 : UINT64_MAX;
}

bool ptl_ppe_lzw_check(ptl_job *job, ptl_span coded, uint64_t at)
{
    unsigned widest;

    if (coded.size < HEADER) {
        ptl_fail(job, PTL_E_SYNTAX, at + coded.size, "truncated",
                 "the file ends inside the header of the LZW stream");
        return false;
    }
    widest = coded.data[2] & 0x1F;
    if (coded.data[0] != 0x1F || coded.data[1] != 0x9D)
        ptl_fail(job, PTL_E_SYNTAX, at, "lzw-header",
                 "the LZW stream begins with 0x%02x 0x%02x, not 0x1f 0x9d", coded.data[0],
                 coded.data[1]);
    else if (coded.data[2] & 0x60)
        ptl_fail(job, PTL_E_SYNTAX, at + 2, "lzw-header",
                 "reserved bits of the LZW header are set: 0x%02x", coded.data[2]);
    else if (widest < LEAST_MAX || widest > WIDEST)
        ptl_fail(job, PTL_E_SYNTAX, at + 2, "lzw-header",
                 "LZW codes of up to %u bits; allowed: %d to %d", widest, LEAST_MAX, WIDEST);
    return ptl_ok(job);
}

static void skip_group(decoder *d)
{
    uint64_t group = d->width * 8u, inside = (d->bit - d->start) % group;

    d->bit += inside ? group - inside : 0;
    d->start = d->bit;
}

static uint32_t read_code(decoder *d)
{
    const uint8_t *from;
    uint64_t       at;
    uint32_t       bits;

    if (d->next > (1u << d->width) - 1 && d->width < d->widest) {
        skip_group(d);
        d->width++;
    }
    if (d->bit + d->width > (uint64_t)d->coded.size * 8) {
        ptl_fail(d->job, PTL_E_SYNTAX, d->at + d->coded.size, "truncated",
                 "the file ends before the LZW stream has yielded all its bytes");
        return 0;
    }
    at   = d->bit / 8;
    from = d->coded.data + at;
    bits = from[0];
    for (unsigned i = 1; i < 3 && at + i < d->coded.size; i++)
        bits |= (uint32_t)from[i] << 8 * i;
    bits = bits >> d->bit % 8 & ((1u << d->width) - 1);
    d->bit += d->width;
    return bits;
}

/* The string of a code: one that is there, or the one that `before` is just beginning. */
static string find(decoder *d, uint32_t code, string before, size_t done)
{
    uint32_t most = d->next < 1u << d->widest ? d->next : d->next - 1;

    if (code < LITERALS)
        return (string){ done, 1 };
    if (code > most || (d->block && d->next == CLEAR)) {
        ptl_fail(d->job, PTL_E_SYNTAX, code_at(d), "lzw-code",
                 "LZW code %lu where the next free one is %lu", (unsigned long)code,
                 (unsigned long)d->next);
        return (string){ 0, 0 };
    }
    return code == d->next ? (string){ before.at, before.size + 1 } : d->strings[code];
}

/* Copies byte by byte, because a string may run into itself. */
static void copy(uint8_t *out, size_t to, string s)
{
    for (size_t i = 0; i < s.size; i++)
        out[to + i] = out[s.at + i];
}

static void clear(decoder *d)
{
    skip_group(d);
    d->width = NARROWEST;
    d->next  = CLEAR; /* the code after a clear takes the slot nobody can name */
}

static void decode_codes(decoder *d, uint8_t *out, uint64_t size)
{
    string before = { 0, 0 };

    for (size_t done = 0; done < size && ptl_ok(d->job);) {
        uint32_t code = read_code(d);
        string   now;

        if (d->block && code == CLEAR && done > 0) {
            clear(d);
            continue;
        }
        if (done == 0 && code >= LITERALS)
            ptl_fail(d->job, PTL_E_SYNTAX, d->at + HEADER, "lzw-code",
                     "the first LZW code is %lu, not a byte", (unsigned long)code);
        now = ptl_ok(d->job) ? find(d, code, before, done) : (string){ 0, 0 };
        if (now.size > size - done)
            ptl_fail(d->job, PTL_E_SYNTAX, code_at(d), "payload-long",
                     "the LZW stream yields more than the %llu bytes that are needed",
                     (unsigned long long)size);
        if (!ptl_ok(d->job))
            return;
        if (code < LITERALS)
            out[done] = (uint8_t)code;
        else
            copy(out, done, now);
        if (done > 0 && d->next < 1u << d->widest)
            d->strings[d->next++] = (string){ before.at, before.size + 1 };
        before = (string){ done, now.size };
        done += now.size;
    }
}

size_t ptl_ppe_lzw_decode(ptl_job *job, ptl_span coded, uint64_t at, uint8_t *out, uint64_t size)
{
    decoder  d = { .job = job, .coded = coded, .at = at, .bit = 8 * HEADER, .start = 8 * HEADER };
    uint64_t strings; /* each code adds one at most */

    if (!ptl_ppe_lzw_check(job, coded, at))
        return 0;
    d.width   = NARROWEST;
    d.widest  = coded.data[2] & 0x1F;
    d.block   = coded.data[2] & BLOCK;
    d.next    = d.block ? CLEAR + 1 : LITERALS;
    strings   = LITERALS + 1 + codes_in(coded);
    strings   = strings < CODES ? strings : CODES;
    d.strings = ptl_resize(job, NULL, 0, (size_t)strings * sizeof *d.strings);
    if (!d.strings)
        return 0;
    decode_codes(&d, out, size);
    ptl_heap_resize(job->heap, d.strings, (size_t)strings * sizeof *d.strings, 0);
    return ptl_ok(job) ? (size_t)((d.bit + 7) / 8) : 0;
}

/* ---- Writing -------------------------------------------------------------------------------- */

enum { LEAST_SLOTS = 9, MOST_SLOTS = 17 }; /* powers of two; twice as many as there are strings */

typedef struct slot { /* a string: a shorter one's code and one more byte */
    uint32_t key;     /* code << 8 | byte, plus 1: 0 is a free slot */
    uint32_t code;
} slot;

typedef struct encoder {
    ptl_buf *out;
    uint64_t bits;
    unsigned held; /* bits not yet put */
    unsigned width, in_group;
    uint32_t next;
    slot    *slots;
    unsigned power; /* of two: how many slots */
} encoder;

static void put_code(encoder *e, uint32_t code)
{
    e->bits |= (uint64_t)code << e->held;
    e->held += e->width;
    e->in_group = (e->in_group + 1) % 8;
    for (; e->held >= 8; e->held -= 8, e->bits >>= 8)
        ptl_put_u8(e->out, (uint8_t)e->bits);
}

static void fill_group(encoder *e)
{
    while (e->in_group > 0)
        put_code(e, 0);
}

static void forget(encoder *e)
{
    memset(e->slots, 0, sizeof *e->slots << e->power);
    e->next  = CLEAR + 1;
    e->width = NARROWEST;
}

/* The slot that holds a key, or the free one where it belongs. */
static slot *slot_of(const encoder *e, uint32_t key)
{
    uint32_t i = key * UINT32_C(2654435761) >> (32 - e->power);

    while (e->slots[i].key != 0 && e->slots[i].key != key)
        i = (i + 1) & ((1u << e->power) - 1);
    return &e->slots[i];
}

/* After a string was put that had no longer one: makes room for that, or starts over. */
static void learn(encoder *e, slot *free_slot, uint32_t key)
{
    if (e->next == CODES) {
        put_code(e, CLEAR);
        fill_group(e);
        forget(e);
        return;
    }
    *free_slot = (slot){ key, e->next++ };
    if (e->next > 1u << e->width && e->width < WIDEST) {
        fill_group(e);
        e->width++;
    }
}

static void encode_bytes(encoder *e, const uint8_t *payload, size_t size)
{
    uint32_t code = payload[0];

    for (size_t i = 1; i < size && ptl_ok(e->out->job); i++) {
        uint32_t key  = (code << 8 | payload[i]) + 1;
        slot    *here = slot_of(e, key);

        if (here->key == key) {
            code = here->code;
            continue;
        }
        put_code(e, code);
        learn(e, here, key);
        code = payload[i];
    }
    put_code(e, code);
    if (e->held > 0)
        ptl_put_u8(e->out, (uint8_t)e->bits);
}

void ptl_ppe_lzw_encode(ptl_buf *out, const uint8_t *payload, size_t size)
{
    encoder e = { .out = out, .power = LEAST_SLOTS };

    while (e.power < MOST_SLOTS && (size_t)1 << e.power < 2 * size)
        e.power++;
    e.slots = ptl_resize(out->job, NULL, 0, sizeof *e.slots << e.power);
    if (!e.slots)
        return;
    forget(&e);
    ptl_put(out, "\x1F\x9D", 2);
    ptl_put_u8(out, BLOCK | WIDEST);
    encode_bytes(&e, payload, size);
    ptl_heap_resize(out->job->heap, e.slots, sizeof *e.slots << e.power, 0);
}
