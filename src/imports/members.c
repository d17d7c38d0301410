/* SPDX-License-Identifier: MIT */
/* Objects of JSON by tables. */
#include "imports/members.h"

#include <math.h>
#include <string.h>

#include "core/arena.h"
#include "core/utf8.h"
#include "core/words.h"

static bool is_null(ptl_json_in *in)
{
    bool null = ptl_json_peek(in) == 'n';

    if (null)
        ptl_json_skip(in);
    return null;
}

static void leave_out(ptl_json_in *in, ptl_str name, uint64_t offset)
{
    char shown[48];

    ptl_find(in->job, PTL_LOSS, offset, "dungeon-member", "\"%s\" is left out",
             ptl_quote(shown, sizeof shown, name.data, name.size));
    ptl_json_skip(in);
}

void ptl_members_read(ptl_json_in *in, const ptl_member *rows, void *to)
{
    if (is_null(in))
        return;
    ptl_json_open(in, '{');
    for (bool first = true; ptl_json_next(in, '}', &first);) {
        uint64_t          offset = ptl_json_offset(in);
        ptl_str           name   = ptl_json_key(in);
        const ptl_member *row    = rows;

        while (row->name && !ptl_str_is(name, row->name))
            row++;
        if (!row->name)
            leave_out(in, name, offset);
        else if (row->read)
            row->read(in, (char *)to + row->offset);
        else
            ptl_json_skip(in);
    }
}

void ptl_members_each(ptl_json_in *in, void (*read)(ptl_json_in *in, void *to), void *to)
{
    if (is_null(in))
        return;
    ptl_json_open(in, '[');
    for (bool first = true; ptl_json_next(in, ']', &first);)
        read(in, to);
}

/* ---- Values ---------------------------------------------------------------------------------- */

void ptl_member_real(ptl_json_in *in, void *to)
{
    uint64_t offset = ptl_json_offset(in), bits;
    double   value;

    if (is_null(in))
        return;
    bits = ptl_json_f64_bits(in);
    memcpy(&value, &bits, sizeof value);
    if (isfinite(value))
        memcpy(to, &value, sizeof value);
    else
        ptl_fail(in->job, PTL_E_SYNTAX, offset, "dungeon-number", "a number is not finite");
}

static ptl_str keep(ptl_job *job, const void *data, size_t size)
{
    char *copy = ptl_arena_copy(job, data, size, 1);

    return (ptl_str){ copy ? copy : "", copy ? size : 0 };
}

void ptl_member_text(ptl_json_in *in, void *to)
{
    ptl_str text;

    if (is_null(in))
        return;
    text           = ptl_json_string(in);
    *(ptl_str *)to = keep(in->job, text.data, text.size);
}

void ptl_member_u32(ptl_json_in *in, void *to)
{
    if (!is_null(in))
        *(uint32_t *)to = (uint32_t)ptl_json_u64(in, UINT32_MAX);
}

void ptl_member_flag(ptl_json_in *in, void *to)
{
    if (!is_null(in))
        *(bool *)to = ptl_json_bool(in);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static void begin_line(ptl_buf *out, ptl_str name)
{
    if (out->size > 0)
        ptl_put_char(out, '\n');
    for (size_t i = 0; i < name.size; i++) /* names are for people here */
        ptl_put_char(out, name.data[i] == '_' ? ' ' : name.data[i]);
    ptl_put_text(out, name.size > 0 ? ": " : "");
}

static void put_text(ptl_json_in *in, ptl_buf *out, ptl_str name)
{
    ptl_str text   = ptl_json_string(in);
    size_t  dashes = 0;

    while (dashes < text.size && text.data[dashes] == '-')
        dashes++;
    if (dashes == text.size) /* nothing, or a line that is drawn between others */
        return;
    begin_line(out, name);
    ptl_put(out, text.data, text.size);
}

/* Numbers and truths as they are spelled. */
static void put_plain(ptl_json_in *in, ptl_buf *out, ptl_str name)
{
    const char *start = in->start + ptl_json_offset(in);

    ptl_json_skip(in);
    if (!ptl_ok(in->job))
        return;
    begin_line(out, name);
    ptl_put(out, start, (size_t)(in->at - start));
}

void ptl_member_lines(ptl_json_in *in, ptl_buf *out, ptl_str name)
{
    char what = ptl_json_peek(in);

    if (what == '{' || what == '[') {
        ptl_json_open(in, what);
        for (bool first = true; ptl_json_next(in, what == '{' ? '}' : ']', &first);) {
            ptl_str key    = what == '{' ? ptl_json_key(in) : name;
            size_t  before = out->size;

            ptl_member_lines(in, out, what == '{' ? keep(in->job, key.data, key.size) : key);
            if (what == '[' && out->size > before)
                name.size = 0; /* said once */
        }
    } else if (what == '"') {
        put_text(in, out, name);
    } else if (!is_null(in)) {
        put_plain(in, out, name);
    }
}

ptl_str ptl_member_kept(ptl_job *job, const ptl_buf *buf)
{
    return keep(job, buf->data, buf->size);
}

/* ---- Guesses --------------------------------------------------------------------------------- */

static bool holds(ptl_span head, const char *word)
{
    size_t size = strlen(word);

    for (size_t i = 0; i + size <= head.size; i++)
        if (head.data[i] == (uint8_t)word[0] && memcmp(head.data + i, word, size) == 0)
            return true;
    return false;
}

enum { NEAR = 1 << 16 }; /* bytes among which names must stand */

bool ptl_members_probe(ptl_span head, const char *const *words)
{
    size_t at = ptl_utf8_mark((const char *)head.data, head.size);

    head.size = head.size < NEAR ? head.size : NEAR;
    while (at < head.size && head.data[at] && strchr(" \t\r\n", head.data[at]))
        at++;
    if (at == head.size || head.data[at] != '{')
        return false;
    while (*words && holds(head, *words))
        words++;
    return !*words;
}
