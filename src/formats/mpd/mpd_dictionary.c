/* SPDX-License-Identifier: MIT */
/* The tile dictionary: the 26 fan types that every version of Egoboo uses, and the parser of
 * fans.txt. */
#include <stdio.h>
#include <string.h>

#include "core/num.h"
#include "formats/call.h"
#include "formats/mpd/mpd_private.h"
#include "formats/mpd/mpd_values.h"

/* ---- Built in ------------------------------------------------------------------------------- */

/* Every shape begins with the corners of its tile: left top, right top, right bottom, left bottom.
 */
#define CORNER_REF 0, 3, 15, 12
#define CORNER_U 0, 1, 1, 0
#define CORNER_V 0, 0, 1, 1

/* Name, vertices, commands, their sizes; their entries; refs; u; v. The original document prints
 * type 9 with the places of type 8; these are the ones the game's own file has. */
/* clang-format off */
static const ptl_mpd_dictionary built_in = { 26, {
    [0] = { "Two Faced Ground...", 4, 1, { 4 },
        { 1, 2, 3, 0 },
        { CORNER_REF },
        { CORNER_U },
        { CORNER_V } },
    [1] = { "Two Faced Ground...", 4, 1, { 4 },
        { 0, 1, 2, 3 },
        { CORNER_REF },
        { CORNER_U },
        { CORNER_V } },
    [2] = { "Four Faced Ground...", 5, 1, { 6 },
        { 4, 3, 0, 1, 2, 3 },
        { CORNER_REF, 48 },
        { CORNER_U, .5 },
        { CORNER_V, .5 } },
    [3] = { "Eight Faced Ground...", 9, 1, { 10 },
        { 8, 3, 7, 0, 4, 1, 5, 2, 6, 3 },
        { CORNER_REF, 16, 35, 28, 32, 48 },
        { CORNER_U, .5, 1, .5, 0, .5 },
        { CORNER_V, 0, .5, 1, .5, .5 } },
    [4] = { "Ten Face Pillar...", 8, 2, { 8, 6 },
        { 7, 3, 0, 4, 5, 6, 2, 3,  5, 4, 0, 1, 2, 6 },
        { CORNER_REF, 5, 6, 10, 9 },
        { CORNER_U, .33, .66, .66, .33 },
        { CORNER_V, .33, .33, .66, .66 } },
    [5] = { "Eighteen Faced Pillar...", 16, 4, { 10, 8, 4, 4 },
        { 15, 3, 10, 11, 12, 13, 14, 8, 9, 3,  13, 12, 4, 5, 1, 6, 7, 14,  12, 11, 0, 4,  14, 7, 2, 8 },
        { CORNER_REF, 1, 2, 7, 11, 14, 13, 8, 4, 5, 6, 10, 9 },
        { CORNER_U, .33, .66, 1, 1, .66, .33, 0, 0, .33, .66, .66, .33 },
        { CORNER_V, 0, 0, .33, .66, 1, 1, .66, .33, .33, .33, .66, .66 } },
    [6] = { "Blank..." },
    [7] = { "Blank..." },
    [8] = { "Six Faced Wall (WE)...", 8, 2, { 6, 4 },
        { 5, 2, 3, 6, 7, 4,  4, 7, 0, 1 },
        { CORNER_REF, 7, 11, 8, 4 },
        { CORNER_U, 1, 1, 0, 0 },
        { CORNER_V, .33, .66, .66, .33 } },
    [9] = { "Six Faced Wall (NS)...", 8, 2, { 6, 4 },
        { 7, 3, 0, 4, 5, 6,  6, 5, 1, 2 },
        { CORNER_REF, 1, 2, 14, 13 },
        { CORNER_U, .33, .66, .66, .33 },
        { CORNER_V, 0, 0, 1, 1 } },
    [10] = { "Blank..." },
    [11] = { "Blank..." },
    [12] = { "Eight Faced Wall (W)...", 8, 2, { 8, 4 },
        { 7, 3, 4, 5, 6, 1, 2, 3,  1, 6, 5, 0 },
        { CORNER_REF, 8, 4, 6, 10 },
        { CORNER_U, 0, 0, .66, .66 },
        { CORNER_V, .66, .33, .33, .66 } },
    [13] = { "Eight Faced Wall (N)...", 8, 2, { 8, 4 },
        { 7, 3, 0, 4, 5, 6, 2, 3,  2, 6, 5, 1 },
        { CORNER_REF, 1, 2, 10, 9 },
        { CORNER_U, .33, .66, .66, .33 },
        { CORNER_V, 0, 0, .66, .66 } },
    [14] = { "Eight Faced Wall (E)...", 8, 2, { 8, 4 },
        { 6, 3, 0, 1, 4, 5, 7, 3,  3, 7, 5, 2 },
        { CORNER_REF, 7, 11, 5, 9 },
        { CORNER_U, 1, 1, .33, .33 },
        { CORNER_V, .33, .66, .33, .66 } },
    [15] = { "Eight Faced Wall (S)...", 8, 2, { 8, 4 },
        { 7, 5, 6, 0, 1, 2, 4, 5,  0, 6, 5, 3 },
        { CORNER_REF, 14, 13, 5, 6 },
        { CORNER_U, .66, .33, .33, .66 },
        { CORNER_V, 1, 1, .33, .33 } },
    [16] = { "Ten Faced Wall (WS)...", 10, 2, { 8, 6 },
        { 9, 3, 6, 7, 8, 4, 5, 3,  8, 7, 0, 1, 2, 4 },
        { CORNER_REF, 14, 13, 8, 4, 6, 9 },
        { CORNER_U, .66, .33, 0, 0, .66, .33 },
        { CORNER_V, 1, 1, .66, .33, .33, .66 } },
    [17] = { "Ten Faced Wall (NW)...", 10, 2, { 8, 6 },
        { 8, 6, 7, 0, 4, 5, 9, 6,  9, 5, 1, 2, 3, 6 },
        { CORNER_REF, 1, 2, 8, 4, 5, 10 },
        { CORNER_U, .33, .66, 0, 0, .33, .66 },
        { CORNER_V, 0, 0, .66, .33, .33, .66 } },
    [18] = { "Ten Faced Wall (NE)...", 10, 2, { 8, 6 },
        { 8, 9, 4, 5, 1, 6, 7, 9,  9, 7, 2, 3, 0, 4 },
        { CORNER_REF, 1, 2, 7, 11, 6, 9 },
        { CORNER_U, .33, .66, 1, 1, .66, .33 },
        { CORNER_V, 0, 0, .33, .66, .33, .66 } },
    [19] = { "Ten Faced Wall (ES)...", 10, 2, { 8, 6 },
        { 9, 7, 8, 4, 5, 2, 6, 7,  8, 7, 3, 0, 1, 4 },
        { CORNER_REF, 7, 11, 14, 13, 5, 10 },
        { CORNER_U, 1, 1, .66, .33, .33, .66 },
        { CORNER_V, .33, .66, 1, 1, .33, .66 } },
    [20] = { "Twelve Faced Wall (WSE)...", 12, 3, { 9, 5, 4 },
        { 11, 3, 8, 9, 4, 10, 6, 7, 3,  10, 4, 5, 2, 6,  4, 9, 0, 1 },
        { CORNER_REF, 7, 11, 14, 13, 8, 4, 10, 9 },
        { CORNER_U, 1, 1, .66, .33, 0, 0, .66, .33 },
        { CORNER_V, .33, .66, 1, 1, .66, .33, .66, .66 } },
    [21] = { "Twelve Faced Wall (NWS)...", 12, 3, { 9, 5, 4 },
        { 10, 8, 9, 0, 4, 5, 6, 11, 8,  11, 6, 7, 3, 8,  6, 5, 1, 2 },
        { CORNER_REF, 1, 2, 14, 13, 8, 4, 5, 9 },
        { CORNER_U, .33, .66, .66, .33, 0, 0, .33, .33 },
        { CORNER_V, 0, 0, 1, 1, .66, .33, .33, .66 } },
    [22] = { "Twelve Faced Wall (ENW)...", 12, 3, { 9, 5, 4 },
        { 11, 8, 10, 4, 5, 1, 6, 7, 8,  10, 8, 9, 0, 4,  8, 7, 2, 3 },
        { CORNER_REF, 1, 2, 7, 11, 8, 4, 5, 6 },
        { CORNER_U, .33, .66, 1, 1, 0, 0, .33, .66 },
        { CORNER_V, 0, 0, .33, .66, .66, .33, .33, .33 } },
    [23] = { "Twelve Faced Wall (SEN)...", 12, 3, { 9, 5, 4 },
        { 11, 9, 4, 10, 6, 7, 2, 8, 9,  10, 4, 5, 1, 6,  4, 9, 3, 0 },
        { CORNER_REF, 1, 2, 7, 11, 14, 13, 6, 10 },
        { CORNER_U, .33, .66, 1, 1, .66, .33, .66, .66 },
        { CORNER_V, 0, 0, .33, .66, 1, 1, .33, .66 } },
    [24] = { "Twelve Faced Stair (WE)...", 14, 3, { 6, 6, 6 },
        { 13, 3, 0, 4, 5, 12,  11, 12, 5, 6, 7, 10,  9, 10, 7, 8, 1, 2 },
        { CORNER_REF, 0, 1, 1, 2, 2, 14, 14, 13, 13, 12 },
        { CORNER_U, .16, .33, .5, .66, .83, .83, .66, .5, .33, .16 },
        { CORNER_V, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1 } },
    [25] = { "Twelve Faced Stair (NS)...", 14, 3, { 6, 6, 6 },
        { 13, 0, 1, 4, 5, 12,  11, 12, 5, 6, 7, 10,  9, 10, 7, 8, 2, 3 },
        { CORNER_REF, 3, 7, 7, 11, 11, 8, 8, 4, 4, 0 },
        { CORNER_U, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0 },
        { CORNER_V, .16, .33, .5, .66, .83, .83, .66, .5, .33, .16 } },
} };
/* clang-format on */

const ptl_mpd_dictionary *ptl_mpd_dictionary_default(void)
{
    return &built_in;
}

const ptl_mpd_fan_type *ptl_mpd_type(const ptl_mpd_dictionary *dictionary, uint8_t type)
{
    unsigned shape = type % PTL_MPD_SHAPES;

    return dictionary && shape < dictionary->types ? &dictionary->type[shape] : NULL;
}

mpd_counts ptl_mpd_counts_of(const ptl_mpd_dictionary *dictionary)
{
    mpd_counts counts = { { 0 } };

    for (unsigned i = 0; i < 256; i++) {
        const ptl_mpd_fan_type *type = ptl_mpd_type(dictionary, (uint8_t)i);

        counts.of[i] = type ? type->vertices : 0;
    }
    return counts;
}

/* ---- fans.txt --------------------------------------------------------------------------------
 *
 *     file    = count type*
 *     type    = vertices (ref u v)* commands (size entry*)* */

static unsigned next_count(mpd_values *f, const char *what, unsigned least, unsigned most)
{
    uint64_t    value = 0;
    const char *after;
    char        range[48];

    if (!ptl_mpd_next_value(f, what))
        return 0;
    after = ptl_parse_u64(f->in.at, f->in.end, &value);
    if (!after || !ptl_mpd_ends_number(f, after) || value < least || value > most) {
        snprintf(range, sizeof range, "allowed: %u to %u", least, most);
        ptl_mpd_bad_value(f, "fans-number", what, range);
        return 0;
    }
    f->in.at = after;
    return (unsigned)value;
}

static double next_place(mpd_values *f, const char *what)
{
    double      value = 0;
    const char *after;

    if (!ptl_mpd_next_value(f, what))
        return 0;
    after = ptl_parse_f64(f->in.at, f->in.end, &value);
    if (!after || !ptl_mpd_ends_number(f, after) || !(value >= 0 && value <= 1)) {
        ptl_mpd_bad_value(f, "fans-number", what, "allowed: decimals from 0 to 1");
        return 0;
    }
    f->in.at = after;
    return value;
}

static bool is_blank(char c)
{
    return (unsigned char)c <= ' ';
}

/* The title in front of a type: the first line of what stands before its first colon, number off.
 * None is there when that is only the label of the value itself. */
static void copy_title(char out[PTL_MPD_NAME_SIZE], const mpd_values *f)
{
    const char *at = f->before, *end, *line_end;
    size_t      size;

    while (at < f->colon && (is_blank(*at) || (*at >= '0' && *at <= '9')))
        at++;
    line_end = memchr(at, '\n', (size_t)(f->colon - at));
    for (end = line_end ? line_end : at; end > at && is_blank(end[-1]);)
        end--;
    size = (size_t)(end - at);
    if (size >= PTL_MPD_NAME_SIZE)
        for (size = PTL_MPD_NAME_SIZE - 1; size > 0 && (at[size] & 0xC0) == 0x80;)
            size--; /* not within a letter */
    memcpy(out, at, size);
}

static void parse_commands(mpd_values *f, ptl_mpd_fan_type *type)
{
    unsigned used = 0;

    type->commands = (uint8_t)next_count(f, "the number of commands", 0, PTL_MPD_MAX_COMMANDS);
    for (unsigned c = 0; c < type->commands && ptl_ok(f->in.job); c++) {
        type->size[c] = (uint8_t)next_count(f, "a command's size", 3, PTL_MPD_MAX_ENTRIES - used);
        for (unsigned i = 0; i < type->size[c] && ptl_ok(f->in.job); i++)
            type->entry[used++] = (uint8_t)next_count(f, "a vertex number", 0,
                                                      type->vertices > 0 ? type->vertices - 1u : 0);
    }
}

static void parse_type(mpd_values *f, ptl_mpd_fan_type *type)
{
    type->vertices = (uint8_t)next_count(f, "the number of vertices", 0, PTL_MPD_MAX_VERTICES);
    if (ptl_ok(f->in.job))
        copy_title(type->name, f);
    for (unsigned i = 0; i < type->vertices && ptl_ok(f->in.job); i++) {
        type->ref[i] = (uint8_t)next_count(f, "a grid reference", 0, 63);
        type->u[i]   = next_place(f, "U");
        type->v[i]   = next_place(f, "V");
    }
    if (ptl_ok(f->in.job))
        parse_commands(f, type);
    if (ptl_ok(f->in.job) && type->vertices == 0 && type->commands > 0)
        ptl_fail(f->in.job, PTL_E_SYNTAX, ptl_text_offset(&f->in), "fans-number",
                 "a type without vertices has commands");
}

void ptl_mpd_dictionary_parse(ptl_job *job, ptl_span text, ptl_mpd_dictionary *out)
{
    mpd_values f = ptl_mpd_values_of(job, text);

    *out       = (ptl_mpd_dictionary){ 0 };
    out->types = (uint8_t)next_count(&f, "the number of fan types", 1, PTL_MPD_SHAPES);
    for (unsigned i = 0; i < out->types && ptl_ok(job); i++)
        parse_type(&f, &out->type[i]);
}

ptl_status ptl_mpd_dictionary_read(ptl_mpd_dictionary *out, const void *text, size_t size,
                                   ptl_diag *err)
{
    ptl_span span = { text, size };
    ptl_job  job  = { .source = span, .text = true };

    if (!out || (!text && size > 0))
        return ptl_call_nowhere(err);
    ptl_mpd_dictionary_parse(&job, span, out);
    return ptl_job_end(&job, err);
}
