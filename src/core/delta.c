/* SPDX-License-Identifier: MIT */
/* Differences of bytes. Blocks of the old bytes are found by their hash in the new ones, at any
 * offset, and matches are made as long as they can be. */
#include "core/delta.h"

#include <string.h>

#include "core/base64.h"

enum { BLOCK = 32 };
static const uint64_t factor = UINT64_C(0x9E3779B97F4A7C15);

typedef struct search {
    ptl_job  *job;
    ptl_span  from, to;
    uint32_t *slots; /* number of a block and 1, by its hash; 0: none */
    size_t    count;
} search;

typedef struct copied {
    size_t from, to, size;
} copied;

static uint64_t hash_block(const uint8_t *at)
{
    uint64_t hash = 0;

    for (unsigned i = 0; i < BLOCK; i++)
        hash = hash * factor + at[i];
    return hash;
}

/* The factor of the byte that leaves the window. */
static uint64_t leaving(void)
{
    uint64_t power = 1;

    for (unsigned i = 1; i < BLOCK; i++)
        power *= factor;
    return power;
}

static size_t slot_of(const search *s, uint64_t hash)
{
    return (size_t)((hash ^ hash >> 32) * factor >> 20) & (s->count - 1);
}

static bool index_blocks(search *s)
{
    size_t blocks = s->from.size / BLOCK;

    for (s->count = 64; s->count < blocks * 2 && s->count < SIZE_MAX / 16;)
        s->count *= 2;
    s->slots = ptl_resize(s->job, NULL, 0, s->count * sizeof *s->slots);
    if (!s->slots)
        return false;
    memset(s->slots, 0, s->count * sizeof *s->slots);
    for (size_t b = 0; b < blocks && b < UINT32_MAX - 1; b++) {
        size_t slot = slot_of(s, hash_block(s->from.data + b * BLOCK));

        if (!s->slots[slot]) /* the first of equal ones */
            s->slots[slot] = (uint32_t)b + 1;
    }
    return true;
}

/* The match at a place of the new bytes, made longer both ways, but not into what is done. */
static copied match_at(const search *s, size_t at, size_t done, uint64_t hash)
{
    uint32_t block = s->slots[slot_of(s, hash)];
    size_t   from = block ? (size_t)(block - 1) * BLOCK : 0, size = BLOCK;

    if (!block || memcmp(s->from.data + from, s->to.data + at, BLOCK) != 0)
        return (copied){ 0 };
    while (from + size < s->from.size && at + size < s->to.size &&
           s->from.data[from + size] == s->to.data[at + size])
        size++;
    while (from > 0 && at > done && s->from.data[from - 1] == s->to.data[at - 1]) {
        from--;
        at--;
        size++;
    }
    return (copied){ from, at, size };
}

static void put_new(ptl_buf *out, const search *s, size_t from, size_t to, const char **between)
{
    if (from == to)
        return;
    ptl_put_format(out, "%s\"", *between);
    ptl_put_base64(out, s->to.data + from, to - from);
    ptl_put_char(out, '"');
    *between = ", ";
}

static void put_copied(ptl_buf *out, const copied *c, const char **between)
{
    if (c->size == 0)
        return;
    ptl_put_format(out, "%s[%zu, %zu]", *between, c->from, c->size);
    *between = ", ";
}

/* What lies between the equal ends. */
static void put_middle(ptl_buf *out, const search *s, size_t begin, size_t end,
                       const char **between)
{
    uint64_t power = leaving(), hash = 0;
    size_t   done = begin, known = SIZE_MAX;

    for (size_t at = begin; at + BLOCK <= end && ptl_ok(out->job);) {
        copied found;

        hash  = known == at
                    ? (hash - s->to.data[at - 1] * power) * factor + s->to.data[at + BLOCK - 1]
                    : hash_block(s->to.data + at);
        found = match_at(s, at, done, hash);
        if (found.to + found.size > end && found.size > 0)
            found.size = end - found.to;
        if (found.size > 0) {
            put_new(out, s, done, found.to, between);
            put_copied(out, &found, between);
            at = done = found.to + found.size;
        } else {
            known = ++at;
        }
    }
    put_new(out, s, done, end, between);
}

void ptl_delta_write(ptl_buf *out, ptl_span from, ptl_span to)
{
    search      s    = { .job = out->job, .from = from, .to = to };
    size_t      most = from.size < to.size ? from.size : to.size, head = 0, tail = 0;
    const char *between = "";

    while (head < most && from.data[head] == to.data[head])
        head++;
    while (tail < most - head && from.data[from.size - 1 - tail] == to.data[to.size - 1 - tail])
        tail++;
    if (!index_blocks(&s))
        return;
    ptl_put_char(out, '[');
    put_copied(out, &(copied){ 0, 0, head }, &between);
    put_middle(out, &s, head, to.size - tail, &between);
    put_copied(out, &(copied){ from.size - tail, to.size - tail, tail }, &between);
    ptl_put_char(out, ']');
    ptl_worked(out->job, from.size + to.size);
    ptl_resize(out->job, s.slots, s.count * sizeof *s.slots, 0);
}

/* ---- The other way --------------------------------------------------------------------------- */

static void wrong(ptl_json_in *in, uint64_t at, const char *why)
{
    ptl_fail(in->job, PTL_E_SYNTAX, at, "patch-syntax", "%s", why);
}

static void copy_part(ptl_json_in *in, ptl_buf *out, ptl_span from, uint64_t most)
{
    uint64_t at = ptl_json_offset(in), number[2] = { 0, 0 };
    size_t   count = 0;

    ptl_json_open(in, '[');
    for (bool first = true; ptl_json_next(in, ']', &first); count++) {
        uint64_t value = ptl_json_u64(in, SIZE_MAX / 2);

        if (count < 2)
            number[count] = value;
    }
    if (!ptl_ok(in->job))
        return;
    if (count != 2 || number[0] > from.size || number[1] > from.size - number[0] ||
        number[1] > most - out->size)
        wrong(in, at, "bytes are copied from where there are none, or too many");
    else
        ptl_put(out, from.data + number[0], (size_t)number[1]);
}

static void new_part(ptl_json_in *in, ptl_buf *out, uint64_t most)
{
    uint64_t   at   = ptl_json_offset(in);
    ptl_str    text = ptl_json_string(in);
    ptl_base64 look = ptl_base64_undo(NULL, text, false);
    uint8_t   *room;

    if (!ptl_ok(in->job))
        return;
    if (look.wrong != SIZE_MAX || !look.padded || look.size > most - out->size) {
        wrong(in, at, "new bytes are not base64, or too many");
        return;
    }
    room = ptl_buf_room(out, text.size / 4 * 3 + 3);
    if (room) {
        ptl_base64_undo(room, text, false);
        out->size += look.size;
    }
}

void ptl_delta_apply(ptl_json_in *in, ptl_buf *out, ptl_span from, uint64_t most)
{
    ptl_json_open(in, '[');
    for (bool first = true; ptl_json_next(in, ']', &first);) {
        if (ptl_json_peek(in) == '[')
            copy_part(in, out, from, most);
        else
            new_part(in, out, most);
    }
}
