/* SPDX-License-Identifier: MIT */
/* JSON, pulled and put. */
#include "core/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/num.h"
#include "core/num_digits.h"
#include "core/utf8.h"
#include "core/words.h"

static const uint64_t SPACES = 0x2020202020202020;

ptl_json_in ptl_json_in_of(ptl_job *job, ptl_span span)
{
    const char *start = span.data ? (const char *)span.data : "";

    return (ptl_json_in){ .job     = job,
                          .start   = start,
                          .at      = start + ptl_utf8_mark(start, span.size),
                          .end     = start + span.size,
                          .scratch = ptl_buf_of(job, NULL) };
}

void ptl_json_in_free(ptl_json_in *in)
{
    ptl_buf_free(&in->scratch);
    for (size_t i = 0; i < PTL_JSON_SPARE; i++)
        if (in->spare[i].data)
            ptl_buf_free(&in->spare[i]);
}

enum { SPARE_MOST = 64 << 10 }; /* bytes of a buffer that is worth keeping */

ptl_buf ptl_json_list(ptl_json_in *in)
{
    ptl_buf list = ptl_buf_of(in->job, NULL);

    for (size_t i = PTL_JSON_SPARE; i-- > 0 && !list.data;)
        if (in->spare[i].data) {
            list         = in->spare[i];
            list.size    = 0;
            in->spare[i] = (ptl_buf){ 0 };
        }
    return list;
}

void ptl_json_list_free(ptl_json_in *in, ptl_buf *list)
{
    for (size_t i = 0; i < PTL_JSON_SPARE && list->data && list->capacity <= SPARE_MOST; i++)
        if (!in->spare[i].data) {
            in->spare[i] = *list;
            *list        = ptl_buf_of(in->job, NULL);
        }
    ptl_buf_free(list);
}

uint64_t ptl_json_offset(const ptl_json_in *in)
{
    return (uint64_t)(in->at - in->start);
}

/* ---- In ------------------------------------------------------------------------------------- */

static char here(ptl_json_in *in)
{
    const char *at = in->at, *end = in->end;

    while (at < end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r'))
        at += end - at >= 8 && ptl_load_u64le((const uint8_t *)at) == SPACES ? 8 : 1;
    in->at = at;
    return ptl_ok(in->job) && at < end ? *at : 0;
}

static void fail_here(ptl_json_in *in, const char *wanted)
{
    char shown[32];

    if (in->at >= in->end)
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_json_offset(in), "json-syntax",
                 "the text ends where %s is expected", wanted);
    else
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_json_offset(in), "json-syntax",
                 "found '%s' where %s is expected", ptl_quote(shown, sizeof shown, in->at, 1),
                 wanted);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

char ptl_json_peek(ptl_json_in *in)
{
    char c = here(in);

    if (c == '-' || is_digit(c))
        return '0';
    if (c == '{' || c == '[' || c == '"' || c == 't' || c == 'f' || c == 'n')
        return c;
    fail_here(in, "a value");
    return 0;
}

void ptl_json_expected(ptl_json_in *in, const char *what)
{
    static const char  kinds[] = "{[\"0tfn";
    static const char *names[] = { "an object", "a list", "a string", "a number",
                                   "true",      "false",  "null" };
    char               c       = ptl_json_peek(in);

    if (c)
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_json_offset(in), "json-kind",
                 "found %s where %s is expected", names[strchr(kinds, c) - kinds], what);
}

void ptl_json_enter(ptl_json_in *in, char bracket)
{
    if (here(in) != bracket) {
        ptl_json_expected(in, bracket == '{' ? "an object" : "a list");
        return;
    }
    if (in->depth == in->job->depth) {
        ptl_fail(in->job, PTL_E_LIMIT, ptl_json_offset(in), "limit-depth", "nested deeper than %u",
                 in->job->depth);
        return;
    }
    in->depth++;
    in->at++;
}

bool ptl_json_more(ptl_json_in *in, char close, bool *first)
{
    char c = here(in);

    if (c == close) {
        in->at++;
        in->depth--;
        return false;
    }
    if (!*first) {
        if (c != ',') {
            fail_here(in, close == '}' ? "',' or '}'" : "',' or ']'");
            return false;
        }
        in->at++;
        here(in);
    }
    *first = false;
    return ptl_ok(in->job);
}

ptl_str ptl_json_key(ptl_json_in *in)
{
    ptl_str key = { "", 0 };

    if (here(in) != '"') {
        fail_here(in, "a member's name");
        return key;
    }
    key = ptl_json_string(in);
    if (here(in) == ':')
        in->at++;
    else
        fail_here(in, "':'");
    return key;
}

static void fail_string(ptl_json_in *in, const char *at, const char *why)
{
    ptl_fail(in->job, PTL_E_SYNTAX, (uint64_t)(at - in->start), "json-string", "%s", why);
}

static bool hex4(const char *at, const char *end, uint32_t *out)
{
    uint32_t value = 0;

    if (end - at < 4)
        return false;
    for (int i = 0; i < 4; i++) {
        int digit = ptl_hex_digit(at[i]);

        if (digit < 0)
            return false;
        value = value << 4 | (uint32_t)digit;
    }
    *out = value;
    return true;
}

/* \uXXXX, or two of them that make one character; returns the place after, or NULL. */
static const char *unescape_unicode(const char *at, const char *end, uint32_t *code)
{
    uint32_t low;

    if (!hex4(at, end, code))
        return NULL;
    at += 4;
    if (*code < 0xD800 || *code > 0xDFFF)
        return at;
    if (*code > 0xDBFF || end - at < 6 || at[0] != '\\' || at[1] != 'u' ||
        !hex4(at + 2, end, &low) || low < 0xDC00 || low > 0xDFFF)
        return NULL;
    *code = 0x10000 + ((*code - 0xD800) << 10) + (low - 0xDC00);
    return at + 6;
}

/* One escape after its backslash, decoded into the scratch buffer. */
static const char *unescape(ptl_json_in *in, const char *at)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char       *known = at < in->end && *at ? strchr(from, *at) : NULL;
    const char       *next;
    uint32_t          code;
    char              bytes[4];

    if (known) {
        ptl_put_char(&in->scratch, to[known - from]);
        return at + 1;
    }
    next = at < in->end && *at == 'u' ? unescape_unicode(at + 1, in->end, &code) : NULL;
    if (next)
        ptl_put(&in->scratch, bytes, ptl_utf8_encode(bytes, code));
    else
        fail_string(in, at - 1, "this escape does not exist");
    return next;
}

/* The rest of a string whose first escape was met at `at`. */
static ptl_str decode_string(ptl_json_in *in, const char *begin, const char *at)
{
    in->scratch.size = 0;
    ptl_put(&in->scratch, begin, (size_t)(at - begin));
    while (at && at < in->end && *at != '"' && ptl_ok(in->job)) {
        if (*at == '\\') {
            at = unescape(in, at + 1);
        } else if ((unsigned char)*at < 0x20) {
            fail_string(in, at, "a control character inside a string");
        } else {
            ptl_put_char(&in->scratch, *at++);
        }
    }
    if (at && at >= in->end)
        fail_string(in, begin - 1, "a string that does not end");
    if (!ptl_ok(in->job))
        return (ptl_str){ "", 0 };
    in->at = at + 1;
    return (ptl_str){ (const char *)in->scratch.data, in->scratch.size };
}

/* Escapes are characters of their own, so the bytes are looked at as they stand in the text. */
static ptl_str checked_utf8(ptl_json_in *in, const char *begin, ptl_str text)
{
    uint32_t code;
    size_t   length;

    while (ptl_ok(in->job) && begin < in->at - 1) {
        length = ptl_utf8_decode(begin, (size_t)(in->at - 1 - begin), &code);
        if (length == 0)
            fail_string(in, begin, "a string that is not UTF-8");
        begin += length;
    }
    return ptl_ok(in->job) ? text : (ptl_str){ "", 0 };
}

/* The first byte that is a quote, a backslash, a control character or no ASCII; or the end. Eight
 * at a time: in each of the terms the lowest top bit that is set marks the first byte meant. */
static const char *plain_end(const char *at, const char *end)
{
    const uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;

    for (; end - at >= 8; at += 8) {
        uint64_t word  = ptl_load_u64le((const uint8_t *)at);
        uint64_t quote = word ^ ones * '"', slash = word ^ ones * '\\';
        uint64_t marks = ((word - ones * 0x20) | (quote - ones) | (slash - ones) | word) & tops;

        if (marks)
            return at + ptl_bytes_before(marks);
    }
    while (at < end && *at != '"' && *at != '\\' && (unsigned char)*at >= 0x20 &&
           (unsigned char)*at < 0x80)
        at++;
    return at;
}

ptl_str ptl_json_string(ptl_json_in *in)
{
    const char *begin, *at;

    if (here(in) != '"') {
        ptl_json_expected(in, "a string");
        return (ptl_str){ "", 0 };
    }
    begin = in->at + 1;
    at    = plain_end(begin, in->end);
    if (at < in->end && *at == '"') { /* as most are */
        in->at = at + 1;
        return (ptl_str){ begin, (size_t)(at - begin) };
    }
    while (at < in->end && *at != '"' && *at != '\\' && (unsigned char)*at >= 0x20)
        at++;
    if (at == in->end || *at != '"')
        return checked_utf8(in, begin, decode_string(in, begin, at));
    in->at = at + 1;
    return checked_utf8(in, begin, (ptl_str){ begin, (size_t)(at - begin) });
}

/* The end of the number that begins at `at` by JSON's own grammar, which is narrower than what
 * the number parsers take; NULL when there is none. */
static const char *number_end(const char *at, const char *end)
{
    if (at < end && *at == '-')
        at++;
    if (at == end || !is_digit(*at))
        return NULL;
    if (*at == '0' && at + 1 < end && is_digit(at[1]))
        return NULL;
    while (at < end && is_digit(*at))
        at++;
    if (at < end && *at == '.') {
        if (++at == end || !is_digit(*at))
            return NULL;
        while (at < end && is_digit(*at))
            at++;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        if (at < end && (*at == '-' || *at == '+'))
            at++;
        if (at == end || !is_digit(*at))
            return NULL;
        while (at < end && is_digit(*at))
            at++;
    }
    return at;
}

/* Steps over the number here and returns where it began; *end is where it stops. */
static const char *take_number(ptl_json_in *in, const char **end)
{
    char        c     = here(in);
    const char *begin = in->at;

    if (c != '-' && !is_digit(c)) {
        ptl_json_expected(in, "a number");
        return NULL;
    }
    *end = number_end(begin, in->end);
    if (!*end) {
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_json_offset(in), "json-number",
                 "this is not a number in JSON");
        return NULL;
    }
    in->at = *end;
    return begin;
}

/* "0x" and as many hexadecimal digits as the float has: the bits of what JSON cannot spell. */
static uint64_t float_bits(ptl_json_in *in, size_t digits)
{
    uint64_t at = ptl_json_offset(in), bits = 0;
    ptl_str  text = ptl_json_string(in);
    bool     good = text.size == digits + 2 && text.data[0] == '0' && text.data[1] == 'x';

    for (size_t i = 2; good && i < text.size; i++) {
        int digit = ptl_hex_digit(text.data[i]);

        good = digit >= 0;
        bits = bits << 4 | (uint64_t)digit;
    }
    if (!good)
        ptl_fail(in->job, PTL_E_SYNTAX, at, "json-number",
                 "a string in place of a float must be 0x and %zu hexadecimal digits", digits);
    return good ? bits : 0;
}

static bool check_finite(ptl_json_in *in, const char *begin, bool finite)
{
    if (!finite)
        ptl_fail(in->job, PTL_E_SYNTAX, (uint64_t)(begin - in->start), "json-number",
                 "this number is too large for its field");
    return finite;
}

uint64_t ptl_json_f64_bits(ptl_json_in *in)
{
    const char *end, *begin;
    double      value = 0;
    uint64_t    bits;

    if (here(in) == '"')
        return float_bits(in, 16);
    begin = take_number(in, &end);
    if (!begin)
        return 0;
    ptl_parse_f64(begin, end, &value);
    memcpy(&bits, &value, sizeof bits);
    return check_finite(in, begin, isfinite(value)) ? bits : 0;
}

uint32_t ptl_json_f32_bits(ptl_json_in *in)
{
    const char *end, *begin;
    float       value = 0;
    uint32_t    bits;

    if (here(in) == '"')
        return (uint32_t)float_bits(in, 8);
    begin = take_number(in, &end);
    if (!begin)
        return 0;
    ptl_parse_f32(begin, end, &value);
    memcpy(&bits, &value, sizeof bits);
    return check_finite(in, begin, isfinite(value)) ? bits : 0;
}

/* A whole number's text: digits as they are, or in a string, or with a fraction of zeros. */
typedef struct whole {
    bool     good, negative;
    uint64_t size;
} whole;

static whole parse_whole(const char *begin, const char *end)
{
    whole       w      = { .negative = begin < end && *begin == '-' };
    const char *digits = begin + w.negative;
    const char *after  = ptl_parse_u64(digits, end, &w.size);

    if (after && after < end && *after == '.')
        for (after++; after < end && *after == '0';)
            after++;
    w.good = after && after == end;
    return w;
}

static whole take_whole(ptl_json_in *in)
{
    const char *begin, *end = NULL;
    ptl_str     text;

    if (here(in) == '"') {
        text  = ptl_json_string(in);
        begin = text.data;
        end   = text.data + text.size;
    } else {
        begin = take_number(in, &end);
    }
    return begin && ptl_ok(in->job) ? parse_whole(begin, end) : (whole){ .good = false };
}

const char *ptl_json_place_words(const ptl_json_in *in, char words[PTL_JSON_PLACE])
{
    const ptl_json_about *about = &in->about;

    words[0] = 0;
    if (!about->name || !about->in_grid || !ptl_ok(in->job))
        return words;
    ptl_path(in->job, "%s[%zu,%zu]", about->name, about->column, about->row);
    snprintf(words, PTL_JSON_PLACE, " in row %zu, column %zu", about->row, about->column);
    return words;
}

/* Of a field that is known, its legal values; else those that there is room for. */
static void refuse_whole(ptl_json_in *in, const char *from, int64_t least, uint64_t most)
{
    const ptl_json_about *about = &in->about;
    uint64_t              at    = (uint64_t)(from - in->start);
    char                  shown[48], words[PTL_JSON_PLACE];

    if (about->low != 0 || about->high != 0) {
        least = about->low;
        most  = (uint64_t)about->high;
    }
    if (about->name)
        ptl_fail(in->job, PTL_E_SYNTAX, at, "json-range",
                 "%s%s is %s; allowed: whole numbers from %lld to %llu", about->name,
                 ptl_json_place_words(in, words),
                 ptl_quote(shown, sizeof shown, from, (size_t)(in->at - from)), (long long)least,
                 (unsigned long long)most);
    else
        ptl_fail(in->job, PTL_E_SYNTAX, at, "json-range",
                 "expected a whole number from %lld to %llu", (long long)least,
                 (unsigned long long)most);
}

uint64_t ptl_json_u64(ptl_json_in *in, uint64_t most)
{
    const char *from = (here(in), in->at);
    whole       w    = take_whole(in);

    if (w.good && w.size <= most && (!w.negative || w.size == 0))
        return w.size;
    refuse_whole(in, from, 0, most);
    return 0;
}

int64_t ptl_json_i64(ptl_json_in *in, int64_t least, int64_t most)
{
    const char *from = (here(in), in->at);
    whole       w    = take_whole(in);

    if (w.good && w.size <= (uint64_t)INT64_MAX + w.negative) {
        int64_t value = (int64_t)(w.negative ? 0 - w.size : w.size);

        if (value >= least && value <= most)
            return value;
    }
    refuse_whole(in, from, least, (uint64_t)most);
    return 0;
}

static bool take_literal(ptl_json_in *in, const char *word)
{
    size_t size = strlen(word);

    if ((size_t)(in->end - in->at) < size || memcmp(in->at, word, size) != 0)
        return false;
    in->at += size;
    return true;
}

bool ptl_json_bool(ptl_json_in *in)
{
    char c = here(in);

    if (c && take_literal(in, "true"))
        return true;
    if (c && take_literal(in, "false"))
        return false;
    if (c == 't' || c == 'f')
        fail_here(in, "true or false");
    else
        ptl_json_expected(in, "true or false");
    return false;
}

void ptl_json_skip(ptl_json_in *in)
{
    char        kind = ptl_json_peek(in);
    const char *end;

    if (kind == '"') {
        ptl_json_string(in);
    } else if (kind == '0') {
        take_number(in, &end);
    } else if (kind == '{' || kind == '[') {
        ptl_json_open(in, kind); /* as deep as the limit allows, no deeper */
        for (bool first = true; ptl_json_next(in, kind == '{' ? '}' : ']', &first);) {
            if (kind == '{')
                ptl_json_key(in);
            ptl_json_skip(in);
        }
    } else if (kind && !take_literal(in, "true") && !take_literal(in, "false") &&
               !take_literal(in, "null")) {
        fail_here(in, "a value");
    }
}

void ptl_json_end(ptl_json_in *in)
{
    if (here(in) || in->at < in->end)
        fail_here(in, "the end of the text");
}

/* ---- Out ------------------------------------------------------------------------------------ */

static void put_escaped(ptl_buf *out, uint32_t code)
{
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
    const char       *known = code > 0 && code < 0x80 ? strchr(from, (int)code) : NULL;

    if (known)
        ptl_put_format(out, "\\%c", to[known - from]);
    else
        ptl_put_format(out, "\\u%04x", (unsigned)code);
}

/* How many bytes at `data` have to be escaped, and as what: controls, and the marks that would
 * rewrite a line in which somebody looks at the JSON. All of those are below U+10000. */
static size_t escaped_at(const char *data, size_t size, uint32_t *code)
{
    unsigned char c = (unsigned char)data[0];
    size_t        length;

    *code = c;
    if (c < 0x80)
        return c < 0x20 || c == '"' || c == '\\' || c == 0x7F;
    length = c < 0xC0 ? 0 : ptl_utf8_decode(data, size, code);
    return length > 0 && !ptl_utf8_harmless(*code) ? length : 0;
}

void ptl_json_put_string(ptl_buf *out, const char *data, size_t size)
{
    size_t done = 0;

    ptl_put_char(out, '"');
    for (size_t i = 0; i < size;) {
        uint32_t code;
        size_t   length = escaped_at(data + i, size - i, &code);

        if (length > 0) {
            ptl_put(out, data + done, i - done);
            put_escaped(out, code);
            done = i + length;
        }
        i += length > 0 ? length : 1;
    }
    if (done < size)
        ptl_put(out, data + done, size - done);
    ptl_put_char(out, '"');
}

void ptl_json_put_u64(ptl_buf *out, uint64_t value)
{
    char  *room = (char *)ptl_buf_room(out, PTL_NUM_MAX + 2);
    size_t size;

    if (!room)
        return;
    if (value <= PTL_JSON_SAFE) {
        out->size += ptl_format_u64(room, value);
        return;
    }
    size           = ptl_format_u64(room + 1, value);
    room[0]        = '"';
    room[size + 1] = '"';
    out->size += size + 2;
}

void ptl_json_put_i64(ptl_buf *out, int64_t value)
{
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    if (value >= 0)
        ptl_json_put_u64(out, size);
    else if (size <= PTL_JSON_SAFE)
        ptl_put_format(out, "%lld", (long long)value);
    else
        ptl_put_format(out, "\"%lld\"", (long long)value);
}

void ptl_json_put_f32_bits(ptl_buf *out, uint32_t bits)
{
    char *room = (char *)ptl_buf_room(out, PTL_NUM_MAX);
    float value;

    memcpy(&value, &bits, sizeof value);
    if (room && isfinite(value))
        out->size += ptl_format_f32(room, value);
    else
        ptl_put_format(out, "\"0x%08lx\"", (unsigned long)bits);
}

void ptl_json_put_f64_bits(ptl_buf *out, uint64_t bits)
{
    char  *room = (char *)ptl_buf_room(out, PTL_NUM_MAX);
    double value;

    memcpy(&value, &bits, sizeof value);
    if (room && isfinite(value))
        out->size += ptl_format_f64(room, value);
    else
        ptl_put_format(out, "\"0x%016llx\"", (unsigned long long)bits);
}
