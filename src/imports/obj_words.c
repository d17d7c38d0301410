/* SPDX-License-Identifier: MIT */
/* Words and numbers of the lines of an OBJ or MTL. */
#include <math.h>
#include <string.h>

#include "core/num.h"
#include "imports/obj_reader.h"

uint64_t ptl_obj_offset(const obj_reader *r)
{
    return (uint64_t)(r->at - r->start);
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* How long the mark of a continued line is that stands here: a backslash and the end of the line.
 */
static size_t continued(const obj_reader *r)
{
    if (r->end - r->at < 2 || r->at[0] != '\\' || !is_line_end(r->at[1]))
        return 0;
    return r->end - r->at > 2 && r->at[1] == '\r' && r->at[2] == '\n' ? 3 : 2;
}

static void skip_blanks(obj_reader *r)
{
    while (r->at < r->end) {
        size_t more = continued(r);

        if (*r->at != ' ' && *r->at != '\t' && more == 0)
            break;
        r->at += more > 0 ? more : 1;
    }
}

ptl_str ptl_obj_word(obj_reader *r)
{
    const char *begin;

    skip_blanks(r);
    begin = r->at;
    if (r->at < r->end && *r->at == '#')
        return (ptl_str){ begin, 0 };
    while (r->at < r->end && *r->at != ' ' && *r->at != '\t' && !is_line_end(*r->at) &&
           continued(r) == 0)
        r->at++;
    return (ptl_str){ begin, (size_t)(r->at - begin) };
}

ptl_str ptl_obj_rest(obj_reader *r)
{
    const char *begin, *end;

    skip_blanks(r);
    begin = r->at;
    while (r->at < r->end && !is_line_end(*r->at))
        r->at++;
    for (end = r->at; end > begin && (end[-1] == ' ' || end[-1] == '\t');)
        end--;
    return (ptl_str){ begin, (size_t)(end - begin) };
}

void ptl_obj_skip_line(obj_reader *r)
{
    while (r->at < r->end && (!is_line_end(*r->at) || continued(r) > 0)) {
        size_t more = continued(r);

        r->at += more > 0 ? more : 1;
    }
    while (r->at < r->end && is_line_end(*r->at))
        r->at++;
}

/* ---- Numbers -------------------------------------------------------------------------------- */

void ptl_obj_fail(obj_reader *r, ptl_str word, const char *rule, const char *wanted)
{
    char shown[32];

    ptl_fail(r->job, PTL_E_SYNTAX, (uint64_t)(word.data - r->start), rule, "\"%s\" is not %s",
             ptl_quote(shown, sizeof shown, word.data, word.size), wanted);
}

static float number_of(obj_reader *r, ptl_str word)
{
    float value = 0;

    if (word.size == 0 ||
        ptl_parse_f32(word.data, word.data + word.size, &value) != word.data + word.size ||
        !isfinite(value)) {
        if (word.size == 0 && !r->library)
            ptl_fail(r->job, PTL_E_SYNTAX, (uint64_t)(word.data - r->start), "obj-number",
                     "a number is missing");
        else if (!r->library)
            ptl_obj_fail(r, word, "obj-number", "a number");
        return 0;
    }
    return value;
}

size_t ptl_obj_numbers(obj_reader *r, float *out, size_t least, size_t room)
{
    size_t  count = 0;
    ptl_str word;

    while ((word = ptl_obj_word(r)).size > 0 && ptl_ok(r->job)) {
        if (count < room)
            out[count] = number_of(r, word);
        count++;
    }
    if (count < least && !r->library)
        ptl_fail(r->job, PTL_E_SYNTAX, ptl_obj_offset(r), "obj-number",
                 "the line has %zu of %zu numbers", count, least);
    return count;
}
