/* SPDX-License-Identifier: MIT */
/* The quick ways through JSON and back: numbers, rows of numbers and names that are spelled as we
 * spell them are taken without a look at the rest of the grammar. Whatever is spelled otherwise is
 * left where it stands, for json.c, which knows all of it and what to say: texts mean the same
 * either way. */
#include "core/json.h"

#include <math.h>

#include "core/num.h"
#include "core/num_digits.h"

/* As much as is looked at without asking for the end: a comma, a blank, a number, what follows. */
enum { ROOM = 2 + PTL_DIGITS_ROOM + 2 };

static const uint64_t SPACES = 0x2020202020202020;

/* The last place from where so much can be looked at; NULL when the quick ways are not to be taken.
 */
static inline const char *limit_of(const ptl_json_in *in)
{
    return in->careful || !ptl_ok(in->job) || in->end - in->at < ROOM ? NULL : in->end - ROOM;
}

/* Past line ends and indentations, as far as the limit. */
static const char *after_blanks(const char *at, const char *limit)
{
    while (at <= limit && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r'))
        at += ptl_load_u64le((const uint8_t *)at) == SPACES ? 8 : 1;
    return at;
}

/* The place where the next element begins; NULL when there is none, or too little text. */
static inline const char *next_element(const char *at, const char *limit, bool first)
{
    if (at > limit || (!first && *at != ','))
        return NULL;
    at += !first;
    at += *at == ' ';
    if ((unsigned char)*at > ' ')
        return at;
    at = after_blanks(at, limit);
    return at <= limit ? at : NULL;
}

static inline const char *take_whole(const char *at, const ptl_json_plain *what, uint64_t *bits)
{
    bool     negative = what->negative && *at == '-';
    uint64_t value    = 0;

    at = ptl_plain_whole(at + negative, &value);
    if (!at || *at == '.' || (*at | 0x20) == 'e' || value > what->most)
        return NULL;
    *bits = (negative ? 0 - value : value) << what->shift;
    return at;
}

static inline const char *take_real(const char *at, const ptl_json_plain *what, uint64_t *bits)
{
    double   value;
    float    narrow;
    uint32_t narrow_bits;
    bool     whole;

    at = ptl_plain_real(at, &value, &whole);
    if (!at)
        return NULL;
    if (what->size == 8) {
        memcpy(bits, &value, sizeof *bits);
        return at;
    }
    if (!whole && ptl_is_middle(value))
        return NULL;
    narrow = (float)value;
    memcpy(&narrow_bits, &narrow, sizeof narrow_bits);
    *bits = narrow_bits;
    return at;
}

static inline const char *take(const char *at, const ptl_json_plain *what, uint64_t *bits)
{
    return what->real ? take_real(at, what, bits) : take_whole(at, what, bits);
}

static inline void store(uint8_t *to, size_t size, uint64_t bits)
{
    uint16_t u16 = (uint16_t)bits;
    uint32_t u32 = (uint32_t)bits;

    if (size == 4)
        memcpy(to, &u32, sizeof u32);
    else if (size == 8)
        memcpy(to, &bits, sizeof bits);
    else if (size == 1)
        *to = (uint8_t)bits;
    else
        memcpy(to, &u16, sizeof u16);
}

/* Made once for whole numbers and once for others. */
static inline __attribute__((always_inline)) size_t run(ptl_json_in *in, ptl_json_plain what,
                                                        uint8_t *to, size_t room, bool first)
{
    const char *done = in->at, *limit = limit_of(in);
    size_t      count = 0;
    uint64_t    bits  = 0;

    for (; limit && count < room; count++, to += what.size) {
        const char *at = next_element(done, limit, first);

        at = at ? take(at, &what, &bits) : NULL;
        if (!at)
            break;
        store(to, what.size, bits);
        done  = at;
        first = false;
    }
    in->at = done;
    return count;
}

size_t ptl_json_run(ptl_json_in *in, const ptl_json_plain *what, void *to, size_t room, bool first)
{
    ptl_json_plain w = *what;

    w.real = false;
    if (!what->real)
        return run(in, w, to, room, first);
    w.real = true;
    return run(in, w, to, room, first);
}

/* One row, to the places of its columns; returns the place after it, or NULL. */
static inline const char *take_row(const char *at, const char *limit, const ptl_json_plain *what,
                                   uint8_t *const *to, size_t count)
{
    uint64_t bits = 0;

    if (*at++ != '[')
        return NULL;
    for (size_t i = 0; i < count; i++) {
        at = next_element(at, limit, i == 0);
        at = at ? take(at, &what[i], &bits) : NULL;
        if (!at)
            return NULL;
        store(to[i], what[i].size, bits);
    }
    return *at == ']' ? at + 1 : NULL;
}

size_t ptl_json_rows(ptl_json_in *in, const ptl_json_plain *what, uint8_t **to, size_t count,
                     size_t room, bool first)
{
    const char *done = in->at, *limit = limit_of(in);
    size_t      rows = 0;

    if (!limit || in->depth >= in->job->depth)
        return 0;
    for (; rows < room; rows++) {
        const char *at = next_element(done, limit, first && rows == 0);

        at = at ? take_row(at, limit, what, to, count) : NULL;
        if (!at)
            break;
        done = at;
        for (size_t i = 0; i < count; i++)
            to[i] += what[i].size;
    }
    in->at = done;
    return rows;
}

bool ptl_json_named(ptl_json_in *in, const char *name, bool first)
{
    const char *limit = limit_of(in);
    const char *at    = limit ? next_element(in->at, limit, first) : NULL;

    if (!at || *at++ != '"')
        return false;
    for (; *name && at <= limit && *at == *name; at++)
        name++;
    if (*name || at > limit || at[0] != '"' || at[1] != ':' || at[2] != ' ')
        return false;
    in->at = at + 3;
    return true;
}

/* ---- Out ------------------------------------------------------------------------------------ */

static inline uint64_t load(const uint8_t *from, size_t size)
{
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;

    if (size == 4) {
        memcpy(&u32, from, sizeof u32);
        return u32;
    }
    if (size == 8) {
        memcpy(&u64, from, sizeof u64);
        return u64;
    }
    if (size == 1)
        return *from;
    memcpy(&u16, from, sizeof u16);
    return u16;
}

/* Whole numbers that are small enough for either are the most common floats, too. */
static inline char *put_real(char *at, const ptl_json_plain *what, uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float    narrow;
    double   value;

    if (what->size == 4) {
        memcpy(&narrow, &low, sizeof narrow);
        value = (double)narrow;
    } else {
        memcpy(&value, &bits, sizeof value);
    }
    if (bits == 0 || (value >= 1 && value < 1e6 && (double)(int32_t)value == value))
        return at + ptl_format_u64(at, (uint64_t)(int32_t)value);
    if (!isfinite(value))
        return NULL;
    return at + (what->size == 4 ? ptl_format_f32(at, (float)value) : ptl_format_f64(at, value));
}

/* A number to `at`; returns the place after it, or NULL when it is not to be a number in JSON. */
static inline char *put_number(char *at, const ptl_json_plain *what, const uint8_t *from)
{
    uint64_t bits = load(from, what->size);

    if (what->real)
        return put_real(at, what, bits);
    bits = bits >> what->shift & what->most;
    if (bits < 1000)
        return at + ptl_put_small(at, (unsigned)bits);
    return bits <= PTL_JSON_SAFE ? at + ptl_format_u64(at, bits) : NULL;
}

/* Made once for whole numbers and once for others. */
static inline __attribute__((always_inline)) size_t put_run(ptl_buf *out, ptl_json_plain what,
                                                            const uint8_t *from, size_t count)
{
    size_t done = 0;
    char  *at   = ptl_buf_quick(out, count * PTL_JSON_NUMBER);

    for (; at && done < count; done++, from += what.stride) {
        char *next = put_number(at, &what, from);

        if (!next)
            break;
        memcpy(next, ", ", 2);
        at = next + 2;
    }
    if (at && done > 0)
        out->size = (size_t)(at - 2 - (char *)out->data);
    return done;
}

size_t ptl_json_put_run(ptl_buf *out, const ptl_json_plain *what, const void *from, size_t count)
{
    ptl_json_plain w = *what;

    count  = count < PTL_JSON_BATCH ? count : PTL_JSON_BATCH;
    w.real = false;
    if (!what->real)
        return put_run(out, w, from, count);
    w.real = true;
    return put_run(out, w, from, count);
}

/* One row to `at`; returns the place after it, or NULL. */
static inline char *put_row(char *at, const ptl_json_plain *what, const uint8_t *const *from,
                            size_t count)
{
    *at++ = '[';
    for (size_t i = 0; at && i < count; i++) {
        if (i > 0) {
            memcpy(at, ", ", 2);
            at += 2;
        }
        at = put_number(at, &what[i], from[i]);
    }
    if (at)
        *at++ = ']';
    return at;
}

size_t ptl_json_put_rows(ptl_buf *out, const ptl_json_plain *what, const uint8_t **from,
                         size_t count, size_t rows, unsigned indent)
{
    size_t done = 0;

    for (; done < rows; done++) {
        char *at = ptl_buf_quick(out, indent + 4 + count * PTL_JSON_NUMBER);

        if (!at)
            break;
        memcpy(at, ",\n", 2);
        memset(at + 2, ' ', indent);
        at = put_row(at + 2 + indent, what, from, count);
        if (!at)
            break;
        out->size = (size_t)(at - (char *)out->data);
        for (size_t i = 0; i < count; i++)
            from[i] += what[i].stride;
    }
    return done;
}
