/* SPDX-License-Identifier: MIT */
/* Tags of a text: [name] values... attribute=value... { tags }, ended by a line end or ';'.
 *
 * A tag may have no name. The brace stands on the tag's line; a backslash at the end of a line
 * joins it with the next. Nothing here calls itself: nesting is a counter. */
#include "formats/xmf/xdl.h"
#include "core/base64.h"

#include <string.h>

#include "core/buf.h"
#include "core/num.h"
#include "core/utf8.h"
#include "core/words.h"

typedef enum token_kind {
    TOKEN_END,    /* of the text             */
    TOKEN_BREAK,  /* line end or ';'         */
    TOKEN_OPEN,   /* {                       */
    TOKEN_CLOSE,  /* }                       */
    TOKEN_NAME,   /* a bare word             */
    TOKEN_QUOTED, /* "..." or '...'          */
    TOKEN_RAW,    /* `...` and its long kin  */
    TOKEN_BINARY, /* [base64]                */
    TOKEN_WORD,   /* true, 12, 2.5, 2024-09-19 */
} token_kind;

typedef struct token {
    token_kind  kind;
    ptl_str     name; /* of an attribute */
    ptl_str     body; /* inside of the quotes */
    const char *begin, *end;
} token;

/* ---- Characters ----------------------------------------------------------------------------- */

static bool is_one_of(char c, const char *set)
{
    return c && strchr(set, c);
}

static bool starts(const ptl_text *in, const char *word)
{
    size_t size = strlen(word);

    return (size_t)(in->end - in->at) >= size && memcmp(in->at, word, size) == 0;
}

static void fail_at(ptl_text *in, const char *at, const char *what)
{
    ptl_fail(in->job, PTL_E_SYNTAX, (uint64_t)(at - in->start), "xdl-syntax", "%s", what);
    in->at = in->end;
}

/* The place of a word, or the end after saying what has none. */
static const char *find(ptl_text *in, const char *from, const char *word, const char *what)
{
    size_t size = strlen(word);

    for (const char *at = from; (size_t)(in->end - at) >= size; at++)
        if (memcmp(at, word, size) == 0)
            return at;
    fail_at(in, in->at, what);
    return in->end;
}

/* ---- Between tokens -------------------------------------------------------------------------- */

static void skip_line(ptl_text *in)
{
    while (in->at < in->end && *in->at != '\n')
        in->at++;
}

static void skip_comment(ptl_text *in)
{
    const char *close = in->at[1] == '*' ? "*/" : "+/";
    const char *found = find(in, in->at + 2, close, "a comment without an end");

    in->at = found < in->end ? found + 2 : in->end;
}

/* A backslash joins two lines; anywhere else it has no business. */
static void skip_join(ptl_text *in)
{
    const char *from = in->at++;

    while (in->at < in->end && is_one_of(*in->at, " \t\r"))
        in->at++;
    if (in->at < in->end && *in->at == '\n')
        in->at++;
    else
        fail_at(in, from, "a backslash that does not end its line");
}

static void skip_blanks(ptl_text *in)
{
    for (;;) {
        if (in->at < in->end && is_one_of(*in->at, " \t\f"))
            in->at++;
        else if (starts(in, "#") || starts(in, "//") || starts(in, "--"))
            skip_line(in);
        else if (starts(in, "/*") || starts(in, "/+"))
            skip_comment(in);
        else if (starts(in, "\\"))
            skip_join(in);
        else
            return;
    }
}

/* ---- Tokens --------------------------------------------------------------------------------- */

static const char *word_end(const ptl_text *in, const char *at)
{
    while (at < in->end && *at && !is_one_of(*at, " \t\r\n\f;={}\"'`["))
        at++;
    return at;
}

static bool is_word(ptl_str word, const char *const *words)
{
    for (; *words; words++)
        if (strlen(*words) == word.size && memcmp(*words, word.data, word.size) == 0)
            return true;
    return false;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_value(ptl_str word)
{
    static const char *const constants[] = {
        "true", "yes", "on", "false", "no", "off", "null", NULL
    };

    return is_word(word, constants) || is_digit(word.data[0]) ||
           (word.size > 1 && is_one_of(word.data[0], "-+."));
}

static void take_quoted(ptl_text *in, token *t)
{
    char quote = *in->at;

    for (const char *at = in->at + 1; at < in->end; at++) {
        if (*at == quote) {
            t->kind = quote == '`' ? TOKEN_RAW : TOKEN_QUOTED;
            t->body = (ptl_str){ in->at + 1, (size_t)(at - in->at - 1) };
            in->at  = at + 1;
            return;
        }
        if (*at == '\\' && quote != '`')
            at++;
    }
    fail_at(in, in->at, "a text without its closing quote");
}

/* From `open` to `close`, neither included. */
static void take_enclosed(ptl_text *in, token *t, const char *open, const char *close,
                          const char *what)
{
    const char *from  = in->at + strlen(open);
    const char *found = find(in, from, close, what);

    if (!ptl_ok(in->job))
        return;
    t->body = (ptl_str){ from, (size_t)(found - from) };
    in->at  = found + strlen(close);
}

static void take_word(ptl_text *in, token *t)
{
    const char *end = word_end(in, in->at);

    t->body = (ptl_str){ in->at, (size_t)(end - in->at) };
    t->kind = TOKEN_NAME;
    if (end == in->at)
        fail_at(in, in->at, "a character that begins nothing");
    else if (is_value(t->body) && !(end < in->end && *end == '='))
        t->kind = TOKEN_WORD;
    in->at = ptl_ok(in->job) ? end : in->end;
}

static void take_scalar(ptl_text *in, token *t)
{
    if (is_one_of(*in->at, "\"'`")) {
        take_quoted(in, t);
    } else if (starts(in, "q{\"") || starts(in, "q\"{")) {
        t->kind = TOKEN_RAW;
        take_enclosed(in, t, "q{\"", in->at[1] == '{' ? "\"}" : "}\"", "a text without an end");
    } else if (*in->at == '[') {
        t->kind = TOKEN_BINARY;
        take_enclosed(in, t, "[", "]", "a binary value without an end");
    } else {
        take_word(in, t);
    }
}

static void take_attribute(ptl_text *in, token *t)
{
    ptl_str     name = t->body;
    const char *from = in->at;

    in->at++;
    if (in->at < in->end)
        take_scalar(in, t);
    if (ptl_ok(in->job) && (in->at == from + 1 || t->kind == TOKEN_NAME))
        fail_at(in, from, "an attribute without a value");
    t->name = name;
}

static token next_token(ptl_text *in)
{
    token t = { .kind = TOKEN_END };

    skip_blanks(in);
    t.begin = in->at;
    if (in->at < in->end && ptl_ok(in->job)) {
        char c = *in->at;

        if (is_one_of(c, "\r\n;{}")) {
            in->at++;
            t.kind = c == '{' ? TOKEN_OPEN : c == '}' ? TOKEN_CLOSE : TOKEN_BREAK;
        } else {
            take_scalar(in, &t);
            if (t.kind == TOKEN_NAME && in->at < in->end && *in->at == '=')
                take_attribute(in, &t);
        }
    }
    t.end = in->at;
    if (!ptl_ok(in->job))
        t.kind = TOKEN_END;
    return t;
}

/* ---- Values --------------------------------------------------------------------------------- */

/* A character by its number: two, four or eight digits after \x, \u, \U. */
static size_t undo_number(ptl_text *in, const char *at, size_t left, unsigned digits, char *out)
{
    uint32_t code = 0;
    char     spelled[4];

    for (unsigned i = 0; i < digits; i++) {
        int digit = i + 2 < left ? ptl_hex_digit(at[i + 2]) : -1;

        if (digit < 0 || code > 0x10FFFF) {
            fail_at(in, at, "this character escape does not exist");
            return 0;
        }
        code = code << 4 | (uint32_t)digit;
    }
    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) {
        fail_at(in, at, "this character escape does not exist");
        return 0;
    }
    return ptl_utf8_encode(out ? out : spelled, code);
}

/* Undoes escapes; `out` may be NULL to look only. Never longer than what is spelled. */
static size_t undo_escapes(ptl_text *in, ptl_str body, char *out)
{
    static const char names[] = "ntrfvab0", means[] = "\n\t\r\f\v\a\b\0";
    size_t            size = 0;

    for (size_t i = 0; i < body.size && ptl_ok(in->job); i++) {
        char        c     = body.data[i];
        const char *named = NULL;
        unsigned    digits;

        if (c != '\\' || i + 1 == body.size) {
            if (out)
                out[size] = c;
            size++;
            continue;
        }
        c      = body.data[++i];
        named  = c ? strchr(names, c) : NULL;
        digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
        if (digits) {
            size += undo_number(in, body.data + i - 1, body.size - i + 1, digits,
                                out ? out + size : NULL);
            i += digits;
            continue;
        }
        if (out)
            out[size] = named ? means[named - names] : c;
        size++;
    }
    return size;
}

/* Undoes base64 with any blanks inside; `out` may be NULL to look only. */
static size_t undo_base64(ptl_text *in, ptl_str body, uint8_t *out)
{
    ptl_base64 undone = ptl_base64_undo(out, body, false);

    if (undone.wrong != SIZE_MAX)
        fail_at(in, body.data + undone.wrong, "a character that is not base64");
    else if (!undone.padded)
        fail_at(in, body.data, "base64 that is not padded to groups of four");
    else
        return undone.size;
    return 0;
}

/* A whole number: 12, -5, 1_000, 0x1F, 0o17, 0b101, with L, U or UL behind. */
static bool whole_number(ptl_str word, int64_t *out)
{
    uint64_t value = 0;
    size_t   at = word.size > 0 && is_one_of(word.data[0], "-+"), end = word.size, digits = 0;
    unsigned radix = 10;

    if (end - at > 2 && word.data[at] == '0' && is_one_of(word.data[at + 1], "xXoObB")) {
        radix = is_one_of(word.data[at + 1], "xX")   ? 16
                : is_one_of(word.data[at + 1], "oO") ? 8
                                                     : 2;
        at += 2;
    }
    while (radix == 10 && end > at && is_one_of(word.data[end - 1], "LUlu"))
        end--;
    for (; at < end; at++) {
        int digit = ptl_hex_digit(word.data[at]);

        if (word.data[at] == '_')
            continue;
        if (digit < 0 || (unsigned)digit >= radix || value > (INT64_MAX - (uint64_t)digit) / radix)
            return false;
        value = value * radix + (unsigned)digit;
        digits++;
    }
    *out = word.data[0] == '-' ? -(int64_t)value : (int64_t)value;
    return digits > 0;
}

static void take_constant(ptl_xmf_value *value, ptl_str word)
{
    static const char *const        yes[]  = { "true", "yes", "on", NULL },
                             *const no[]   = { "false", "no", "off", NULL },
                             *const null[] = { "null", NULL };

    value->kind = is_word(word, null)                       ? PTL_XMF_NULL
                  : is_word(word, yes) || is_word(word, no) ? PTL_XMF_BOOL
                  : whole_number(word, &value->integer)     ? PTL_XMF_INTEGER
                                                            : PTL_XMF_OTHER;
    if (value->kind == PTL_XMF_BOOL)
        value->integer = is_word(word, yes);
    value->text = word;
}

static ptl_xmf_value value_of(ptl_text *in, const token *t)
{
    ptl_xmf_value value = { .name = t->name, .text = t->body };
    char         *text;

    switch (t->kind) {
    case TOKEN_QUOTED:
        value.kind = PTL_XMF_TEXT;
        text       = ptl_arena_raw(in->job, t->body.size);
        value.text = (ptl_str){ text, text ? undo_escapes(in, t->body, text) : 0 };
        break;
    case TOKEN_RAW:
        value.kind = PTL_XMF_TEXT;
        break;
    case TOKEN_BINARY:
        value.kind = PTL_XMF_BINARY;
        text       = ptl_arena_raw(in->job, t->body.size);
        value.text =
            (ptl_str){ text, text ? undo_base64(in, t->body, (uint8_t *)(void *)text) : 0 };
        break;
    default:
        take_constant(&value, t->body);
    }
    return value;
}

ptl_xmf_values ptl_xdl_values(ptl_job *job, ptl_str rest)
{
    ptl_text       in   = ptl_text_of(job, (ptl_span){ (const uint8_t *)rest.data, rest.size });
    ptl_buf        list = ptl_buf_of(job, NULL);
    ptl_xmf_values out  = { 0 };

    for (token t = next_token(&in); t.kind > TOKEN_NAME; t = next_token(&in)) {
        ptl_xmf_value value = value_of(&in, &t);

        ptl_put(&list, &value, sizeof value);
    }
    out.data = ptl_arena_raw(job, list.size);
    if (out.data && list.size > 0) {
        memcpy(out.data, list.data, list.size);
        out.count = list.size / sizeof *out.data;
    }
    ptl_buf_free(&list);
    return out;
}

/* ---- Tags ----------------------------------------------------------------------------------- */

typedef struct parser {
    ptl_text    in;
    ptl_buf     tags;
    const char *done; /* everything before belongs to tags already */
    ptl_xmf_tag tag;
    bool        open; /* a tag has begun */
    uint32_t    level;
} parser;

static ptl_str between(const char *begin, const char *end)
{
    return (ptl_str){ begin, (size_t)(end - begin) };
}

static void begin_tag(parser *p, const token *t)
{
    bool named = t->kind == TOKEN_NAME && t->name.size == 0;

    p->open       = true;
    p->tag        = (ptl_xmf_tag){ .at = (uint64_t)(t->begin - p->in.start), .level = p->level };
    p->tag.before = between(p->done, t->begin);
    p->tag.name   = between(t->begin, named ? t->end : t->begin);
    p->tag.rest   = between(named ? t->end : t->begin, t->end);
    p->done       = t->end;
}

static void end_tag(parser *p)
{
    if (p->open)
        ptl_put(&p->tags, &p->tag, sizeof p->tag);
    p->open = false;
}

static void extend_tag(parser *p, const token *t)
{
    p->tag.rest.size = (size_t)(t->end - p->tag.rest.data);
    p->done          = t->end;
}

static void take_content(parser *p, const token *t)
{
    if (t->kind == TOKEN_QUOTED)
        undo_escapes(&p->in, t->body, NULL);
    if (t->kind == TOKEN_BINARY)
        undo_base64(&p->in, t->body, NULL);
    if (p->open && t->kind == TOKEN_NAME && t->name.size == 0)
        fail_at(&p->in, t->begin, "a second name in one tag");
    else if (p->open)
        extend_tag(p, t);
    else
        begin_tag(p, t);
}

static void take_open(parser *p, const token *t)
{
    if (!p->open) {
        fail_at(&p->in, t->begin, "an opening brace without a tag on its line");
        return;
    }
    if (p->level == PTL_XMF_MAX_DEPTH)
        ptl_fail(p->in.job, PTL_E_LIMIT, (uint64_t)(t->begin - p->in.start), "xdl-depth",
                 "more than %d tags inside of each other", PTL_XMF_MAX_DEPTH);
    extend_tag(p, t);
    end_tag(p);
    p->level++;
}

static void take_close(parser *p, const token *t)
{
    end_tag(p);
    if (p->level == 0)
        fail_at(&p->in, t->begin, "a closing brace that nothing opened");
    else
        p->level--;
}

static void check_utf8(ptl_text *in)
{
    uint32_t code;

    for (const char *at = in->start; at < in->end && ptl_ok(in->job);) {
        size_t size = ptl_utf8_decode(at, (size_t)(in->end - at), &code);

        if (size == 0)
            fail_at(in, at, "bytes that are not UTF-8");
        at += size;
    }
}

ptl_xmf_tags ptl_xdl_parse(ptl_job *job, ptl_str text, ptl_str *end)
{
    ptl_span     span = { (const uint8_t *)text.data, text.size };
    parser       p    = { .in = ptl_text_of(job, span), .tags = ptl_buf_of(job, NULL) };
    ptl_xmf_tags out  = { 0 };
    token        t;

    check_utf8(&p.in);
    p.done = p.in.at;
    if (starts(&p.in, "\xEF\xBB\xBF"))
        p.in.at += 3;
    while ((t = next_token(&p.in)).kind != TOKEN_END) {
        if (t.kind == TOKEN_BREAK)
            end_tag(&p);
        else if (t.kind == TOKEN_OPEN)
            take_open(&p, &t);
        else if (t.kind == TOKEN_CLOSE)
            take_close(&p, &t);
        else
            take_content(&p, &t);
    }
    end_tag(&p);
    if (p.level > 0)
        fail_at(&p.in, p.in.end, "the text ends before every brace is closed");
    *end     = between(p.done, p.in.end);
    out.data = ptl_arena_raw(job, p.tags.size);
    if (out.data && p.tags.size > 0)
        memcpy(out.data, p.tags.data, p.tags.size);
    out.count = out.data ? p.tags.size / sizeof *out.data : 0;
    ptl_buf_free(&p.tags);
    return out;
}

size_t ptl_xdl_closed(ptl_job *job, ptl_str gap, unsigned braces)
{
    ptl_text in = ptl_text_of(job, (ptl_span){ (const uint8_t *)gap.data, gap.size });
    token    t;

    while (braces > 0 && (t = next_token(&in)).kind != TOKEN_END)
        braces -= t.kind == TOKEN_CLOSE;
    return (size_t)(in.at - in.start);
}

uint32_t ptl_xdl_closings(ptl_job *job, ptl_str gap)
{
    ptl_text in    = ptl_text_of(job, (ptl_span){ (const uint8_t *)gap.data, gap.size });
    uint32_t count = 0;
    token    t;

    while ((t = next_token(&in)).kind != TOKEN_END)
        count += t.kind == TOKEN_CLOSE;
    return count;
}
