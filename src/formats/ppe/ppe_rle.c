/* SPDX-License-Identifier: MIT */
/* Run lengths, as in TGA pictures: a head byte, then one element to repeat or several as they are.
 *
 *   head  0nnnnnnn  n + 1 elements follow
 *         1nnnnnnn  one element follows, which stands for n + 1
 *
 * An element is a cell, a corner record or a logic value, and no packet goes from one section into
 * the next. Some writers may have counted bytes: the same code with elements of one byte. */
#include <string.h>

#include "formats/ppe/ppe_private.h"

enum { RUN = 0x80, LONGEST = 128 };

static ppe_section counted(const ppe_section *section, bool bytes)
{
    ppe_section s = *section;

    if (bytes) {
        s.count *= s.unit;
        s.row *= s.unit;
        s.unit = 1;
    }
    return s;
}

/* ---- Reading -------------------------------------------------------------------------------- */

static void measure_section(ppe_rle_walk *w, ptl_span coded, const ppe_section *s)
{
    for (uint64_t left = s->count; left > 0 && !w->rule;) {
        uint8_t  head = w->used < coded.size ? coded.data[w->used] : 0;
        uint32_t size = (head & 0x7Fu) + 1;
        uint64_t body = head & RUN ? s->unit : (uint64_t)size * s->unit;

        w->at     = w->used;
        w->packet = size;
        w->left   = left;
        if (w->used >= coded.size || (size <= left && body > coded.size - w->used - 1)) {
            w->rule = "truncated";
            w->at   = coded.size;
        } else if (size > left) {
            w->rule = "rle-overrun";
        } else {
            w->used += 1 + body;
            left -= size;
        }
    }
}

ppe_rle_walk ptl_ppe_rle_measure(ptl_span coded, const ppe_plan *plan, bool bytes)
{
    ppe_rle_walk w = { 0 };

    for (unsigned i = 0; i < plan->count && !w.rule; i++) {
        ppe_section s = counted(&plan->section[i], bytes);

        w.section = i;
        measure_section(&w, coded, &s);
    }
    return w;
}

/* Copies of one element, doubling what is there: few calls however long the run. */
static void repeat(uint8_t *out, const uint8_t *element, size_t unit, size_t size)
{
    uint32_t word;

    if (unit == PPE_CELL) { /* the usual case, in words */
        memcpy(&word, element, sizeof word);
        for (size_t i = 0; i < size; i += sizeof word)
            memcpy(out + i, &word, sizeof word);
        return;
    }
    memcpy(out, element, unit);
    for (size_t done = unit; done < size;) {
        size_t more = done < size - done ? done : size - done;

        memcpy(out + done, out, more);
        done += more;
    }
}

static const uint8_t *expand_section(uint8_t *out, const uint8_t *in, const ppe_section *s)
{
    uint8_t *end = out + (size_t)(s->count * s->unit);

    while (out < end) {
        uint8_t head = *in++;
        size_t  size = ((head & 0x7Fu) + 1) * (size_t)s->unit;

        if (head & RUN)
            repeat(out, in, s->unit, size);
        else
            memcpy(out, in, size);
        in += head & RUN ? s->unit : size;
        out += size;
    }
    return in;
}

void ptl_ppe_rle_expand(uint8_t *out, const uint8_t *coded, const ppe_plan *plan, bool bytes)
{
    for (unsigned i = 0; i < plan->count; i++) {
        ppe_section s = counted(&plan->section[i], bytes);

        coded = expand_section(out, coded, &s);
        out += (size_t)(s.count * s.unit);
    }
}

/* ---- Writing -------------------------------------------------------------------------------- */

typedef struct line { /* elements a packet may not leave: those of one row */
    const uint8_t *data;
    size_t         count, unit;
} line;

static size_t run_at(const line *l, size_t from, size_t most)
{
    const uint8_t *first = l->data + from * l->unit;
    size_t         run   = 1;

    while (run < most && from + run < l->count &&
           memcmp(first, first + run * l->unit, l->unit) == 0)
        run++;
    return run;
}

static void put_packet(ptl_buf *out, const line *l, size_t from, size_t count, bool run)
{
    ptl_put_u8(out, (uint8_t)((count - 1) | (run ? RUN : 0)));
    ptl_put(out, l->data + from * l->unit, (run ? 1 : count) * l->unit);
}

static void encode_line(ptl_buf *out, const line *l)
{
    size_t worth = l->unit == 1 ? 3 : 2; /* a shorter run saves nothing */

    for (size_t i = 0, j; i < l->count; i = j) {
        size_t run = run_at(l, i, LONGEST);

        j = i + run;
        if (run < worth)
            for (j = i + 1; j < l->count && j - i < LONGEST && run_at(l, j, worth) < worth;)
                j++;
        put_packet(out, l, i, j - i, run >= worth);
    }
}

void ptl_ppe_rle_encode(ptl_buf *out, const uint8_t *payload, const ppe_plan *plan, bool bytes)
{
    for (unsigned i = 0; i < plan->count; i++) {
        ppe_section s = counted(&plan->section[i], bytes);

        for (uint64_t at = 0; at < s.count && ptl_ok(out->job); at += s.row) {
            encode_line(out, &(line){ payload, (size_t)s.row, s.unit });
            payload += (size_t)(s.row * s.unit);
        }
    }
}
