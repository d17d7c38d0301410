/* SPDX-License-Identifier: MIT */
/* The careful way through the lines of a model. */
#include "formats/pfobj/pfobj_lines.h"

#include <math.h>
#include <string.h>

#include "core/num.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

pfobj_lines ptl_pfobj_lines_of(ptl_job *job, ptl_span source)
{
    const char *start = (const char *)source.data;

    return (pfobj_lines){ .job   = job,
                          .start = start,
                          .at    = start,
                          .end   = start + source.size,
                          .word  = start,
                          .stop  = start };
}

uint64_t ptl_pfobj_offset(const pfobj_lines *in, const char *at)
{
    return (uint64_t)(at - in->start);
}

/* ---- Lines ---------------------------------------------------------------------------------- */

/* The end of the line at `at`, without its line end; *next is where the following one begins. */
static const char *line_stop(const pfobj_lines *in, const char *at, const char **next)
{
    const char *newline = at < in->end ? memchr(at, '\n', (size_t)(in->end - at)) : NULL;
    const char *stop    = newline ? newline : in->end;

    *next = newline ? newline + 1 : in->end;
    return newline && stop > at && stop[-1] == '\r' ? stop - 1 : stop;
}

static void look_at_end(pfobj_lines *in, const char *stop)
{
    if (stop == in->end && in->at == in->end)
        ptl_warn(in->job, ptl_pfobj_offset(in, stop), "pfobj-last-line",
                 "the last line has no end: the engine refuses this");
    else if (*stop == '\r' && !in->crlf) {
        ptl_warn(in->job, ptl_pfobj_offset(in, stop), "pfobj-crlf", "lines end with CR LF, not LF");
        in->crlf = true;
    }
}

/* Takes the line at in->at; false when there is nothing but blanks in it. */
static bool take_line(pfobj_lines *in, unsigned blanks)
{
    const char *first = in->at, *stop = line_stop(in, first, &in->at);

    in->word = first;
    in->stop = stop;
    look_at_end(in, stop);
    while (in->word < stop && is_blank(*in->word))
        in->word++;
    if (in->word == stop) {
        ptl_warn(in->job, ptl_pfobj_offset(in, first), "pfobj-blank-line",
                 "a line without anything in it: the engine refuses this");
        return false;
    }
    while (is_blank(in->stop[-1]))
        in->stop--;
    in->blank_after = in->stop < stop;
    if (in->word > first && !(blanks & PFOBJ_INDENTED))
        ptl_warn(in->job, ptl_pfobj_offset(in, first), "pfobj-indented",
                 "blanks before the first word: the engine refuses this");
    if (in->blank_after && !(blanks & PFOBJ_OPEN))
        ptl_warn(in->job, ptl_pfobj_offset(in, in->stop), "pfobj-trailing-blank",
                 "blanks at the end of the line");
    return true;
}

bool ptl_pfobj_next(pfobj_lines *in, const char *what, unsigned blanks)
{
    while (ptl_ok(in->job) && in->at < in->end)
        if (take_line(in, blanks))
            return ptl_ok(in->job);
    ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, in->end), "truncated",
             "the file ends where %s was expected", what);
    return false;
}

bool ptl_pfobj_next_key(pfobj_lines *in, const char *key, unsigned blanks, const char *hint)
{
    ptl_str word;
    char    shown[48];

    if (!ptl_pfobj_next(in, key, blanks))
        return false;
    word = ptl_pfobj_word(in);
    if (ptl_str_is(word, key))
        return true;
    ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, word.data), "pfobj-line",
             "expected %s, found \"%s\"%s", key,
             ptl_quote(shown, sizeof shown, word.data, word.size), hint);
    return false;
}

ptl_str ptl_pfobj_peek(const pfobj_lines *in)
{
    for (const char *at = in->at, *next; at < in->end; at = next) {
        const char *stop = line_stop(in, at, &next), *first;

        while (at < stop && is_blank(*at))
            at++;
        for (first = at; at < stop && !is_blank(*at);)
            at++;
        if (at > first)
            return (ptl_str){ first, (size_t)(at - first) };
    }
    return (ptl_str){ in->end, 0 };
}

/* ---- Words ---------------------------------------------------------------------------------- */

ptl_str ptl_pfobj_word(pfobj_lines *in)
{
    const char *first;

    while (in->word < in->stop && is_blank(*in->word))
        in->word++;
    for (first = in->word; in->word < in->stop && !is_blank(*in->word);)
        in->word++;
    return (ptl_str){ first, (size_t)(in->word - first) };
}

ptl_str ptl_pfobj_keep(ptl_job *job, const char *from, const char *to)
{
    size_t size = (size_t)(to - from);
    char  *copy = ptl_arena_raw(job, size);

    if (copy && size > 0)
        memcpy(copy, from, size);
    return (ptl_str){ copy, copy ? size : 0 };
}

ptl_str ptl_pfobj_name(pfobj_lines *in, const char *what)
{
    const char *nul;

    while (in->word < in->stop && is_blank(*in->word))
        in->word++;
    nul = in->word < in->stop ? memchr(in->word, 0, (size_t)(in->stop - in->word)) : NULL;
    if (in->word == in->stop)
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, in->stop), "pfobj-no-name",
                 "%s has no name", what);
    else if (nul)
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, nul), "pfobj-nul",
                 "the name of %s has a byte of value 0", what);
    return ptl_pfobj_keep(in->job, in->word, in->stop);
}

void ptl_pfobj_line_end(pfobj_lines *in, const char *what)
{
    ptl_str more = ptl_pfobj_word(in);
    char    shown[48];

    if (more.size > 0)
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, more.data), "pfobj-fields",
                 "%s is followed by \"%s\", where the line should end", what,
                 ptl_quote(shown, sizeof shown, more.data, more.size));
}

/* ---- Numbers -------------------------------------------------------------------------------- */

/* One number that is all there is between two places. */
static double real_of(pfobj_lines *in, const char *what, const char *at, const char *stop)
{
    double      value = 0;
    const char *after = ptl_parse_f64(at, stop, &value);
    char        shown[48];

    if (after != stop || at == stop)
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, at), "pfobj-number",
                 "%s: \"%s\" is not a number", what,
                 ptl_quote(shown, sizeof shown, at, (size_t)(stop - at)));
    else if (!isfinite(value))
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, at), "pfobj-number",
                 "%s: %s is too large for a number", what,
                 ptl_quote(shown, sizeof shown, at, (size_t)(stop - at)));
    return value;
}

void ptl_pfobj_reals(pfobj_lines *in, const char *what, double *out, unsigned count)
{
    for (unsigned i = 0; i < count && ptl_ok(in->job); i++) {
        ptl_str word = ptl_pfobj_word(in);

        if (word.size == 0)
            ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, word.data), "pfobj-fields",
                     "%s has %u of %u numbers", what, i, count);
        else
            out[i] = real_of(in, what, word.data, word.data + word.size);
    }
    ptl_pfobj_line_end(in, what);
}

unsigned ptl_pfobj_slashed(pfobj_lines *in, const char *what, ptl_str word, double *out,
                           unsigned least, unsigned most)
{
    const char *at = word.data, *end = word.data + word.size;
    unsigned    slashes = 0, count = 0;

    for (size_t i = 0; i < word.size; i++)
        slashes += word.data[i] == '/';
    if (slashes + 1 < least || slashes + 1 > most) {
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, word.data), "pfobj-fields",
                 least == most ? "numbers in %s: %u; needed: %u"
                               : "numbers in %s: %u; needed: %u or %u",
                 what, slashes + 1, least, most);
        return 0;
    }
    for (; count <= slashes && ptl_ok(in->job); count++) {
        const char *slash = at < end ? memchr(at, '/', (size_t)(end - at)) : NULL;
        const char *stop  = slash ? slash : end;

        out[count] = real_of(in, what, at, stop);
        at         = stop + 1;
    }
    return count;
}

uint32_t ptl_pfobj_count(pfobj_lines *in, const char *what, ptl_str word)
{
    const char *end      = word.data + word.size;
    int64_t     value    = 0;
    const char *after    = ptl_parse_i64(word.data, end, &value);
    bool        negative = word.size > 0 && *word.data == '-';
    char        shown[48];

    ptl_quote(shown, sizeof shown, word.data, word.size);
    if (word.size == 0)
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, word.data), "pfobj-fields",
                 "%s has no number", what);
    else if (after == end && negative && value < 0)
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, word.data), "pfobj-count",
                 "%s is %s; allowed: whole numbers from 0 on", what, shown);
    else if (after == end && value <= UINT32_MAX)
        return (uint32_t)value;
    else
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, word.data), "pfobj-count",
                 "%s: \"%s\" is not a whole number below 4294967296", what, shown);
    return 0;
}

/* ---- Names with blanks ---------------------------------------------------------------------- */

/* A name with a blank whose last word is numbers and slashes has a field too many. */
static void refuse_field(pfobj_lines *in, ptl_str name)
{
    size_t last = name.size, slashes = 0;

    while (last > 0 && name.data[last - 1] != ' ' && name.data[last - 1] != '\t')
        last--;
    for (size_t i = last; i < name.size; i++) {
        if (!memchr("0123456789+-.eE/", name.data[i], 16))
            return;
        slashes += name.data[i] == '/';
    }
    if (last > 0 && slashes > 1)
        ptl_fail(in->job, PTL_E_SYNTAX, ptl_pfobj_offset(in, in->word + last), "pfobj-fields",
                 "a joint has four fields after its name, here are more");
}

/* The engine takes the second word of a joint's name for its scale, and that of a set's for its
 * number of frames, which it knows already. */
void ptl_pfobj_look_at_joint(pfobj_lines *in, ptl_str name)
{
    const char *at = name.data, *end;
    double      scale;

    refuse_field(in, name);
    if (!ptl_ok(in->job) || !ptl_pfobj_has_blank(name))
        return;
    end = name.data + name.size;
    while (at < end && *at != ' ' && *at != '\t')
        at++;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (ptl_parse_f64(at, end, &scale))
        ptl_warn(in->job, ptl_pfobj_offset(in, in->word), "pfobj-blank-name",
                 "the name of a joint has a blank in it: the engine reads wrong numbers then");
    else
        ptl_warn(in->job, ptl_pfobj_offset(in, in->word), "pfobj-blank-joint",
                 "the name of a joint has a blank in it: the engine refuses what follows");
}

void ptl_pfobj_look_at_set(pfobj_lines *in, ptl_str name)
{
    if (ptl_ok(in->job) && ptl_pfobj_has_blank(name))
        ptl_warn(in->job, ptl_pfobj_offset(in, in->word), "pfobj-blank-name",
                 "the name of an animation set has a blank in it: the engine takes the first word "
                 "only");
}
