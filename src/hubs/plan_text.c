/* SPDX-License-Identifier: MIT */
/* Widths of texts, and lines. */
#include "hubs/plan_text.h"

#include <string.h>

#include "core/utf8.h"
#include "hubs/plan_widths.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- Widths ---------------------------------------------------------------------------------- */

/* What is not in the tables: marks that take no room, scripts of square letters, emoji. */
static const struct guess {
    uint32_t first, last;
    uint16_t width;
} guesses[] = {
    { 0x0300, 0x036F, 0 },
    { 0x1100, 0x115F, PTL_WIDTH_EM },
    { 0x20D0, 0x20FF, 0 },
    { 0x2E80, 0xA4CF, PTL_WIDTH_EM },
    { 0xAC00, 0xD7A3, PTL_WIDTH_EM },
    { 0xF900, 0xFAFF, PTL_WIDTH_EM },
    { 0xFE00, 0xFE0F, 0 },
    { 0xFE30, 0xFE6F, PTL_WIDTH_EM },
    { 0xFF00, 0xFF60, PTL_WIDTH_EM },
    { 0x1F000, 0x1FAFF, PTL_WIDTH_EM * 5 / 4 },
    { 0x20000, 0x3FFFD, PTL_WIDTH_EM },
};

static unsigned guess_width(uint32_t code)
{
    for (size_t i = 0; i < COUNT(guesses); i++)
        if (code >= guesses[i].first && code <= guesses[i].last)
            return guesses[i].width;
    return PTL_WIDTH_EM * 7 / 10;
}

static unsigned char_width(uint32_t code, ptl_plan_face face)
{
    size_t before = 0;

    for (size_t i = 0; i < COUNT(ptl_width_ranges); i++) {
        const struct ptl_width_range *range = &ptl_width_ranges[i];

        if (code >= range->first && code <= range->last)
            return face == PTL_FACE_MONO ? PTL_WIDTH_MONO
                                         : ptl_widths[face][before + code - range->first];
        before += range->last - range->first + 1;
    }
    return guess_width(code);
}

/* The next character as it will be shown; returns how many bytes it takes of the text. */
static size_t step(ptl_str text, size_t at, ptl_plan_face face, unsigned *width)
{
    uint32_t code   = 0;
    size_t   length = ptl_utf8_decode(text.data + at, text.size - at, &code);
    char     shown[16];

    *width = char_width(code, face);
    if (length > 0 && code >= 0x20 && code < 0x7F) /* most are */
        return length;
    length = length > 0 ? length : 1;
    ptl_quote(shown, sizeof shown, text.data + at, length);
    if (memcmp(shown, text.data + at, length) == 0)
        return length;
    *width = 0;
    for (const char *c = shown; *c; c++)
        *width += char_width((unsigned char)*c, face);
    return length;
}

static float units(uint64_t width, float size)
{
    return (float)((double)width * (double)size / PTL_WIDTH_EM);
}

float ptl_plan_text_width(ptl_str text, ptl_plan_face face, float size)
{
    uint64_t sum = 0;
    unsigned width;

    for (size_t i = 0; i < text.size;) {
        i += step(text, i, face, &width);
        sum += width;
    }
    return units(sum, size);
}

ptl_str ptl_plan_text_fit(ptl_str text, ptl_plan_face face, float size, float most)
{
    uint64_t sum = 0;
    size_t   fit = 0;

    while (fit < text.size) {
        unsigned width;
        size_t   taken = step(text, fit, face, &width);

        sum += width;
        if (units(sum, size) > most)
            break;
        fit += taken;
    }
    return (ptl_str){ text.data, fit };
}

/* ---- Lines ----------------------------------------------------------------------------------- */

typedef struct wrapper {
    ptl_job       *job;
    ptl_plan_face  face;
    float          size, most;
    ptl_plan_lines lines;
    size_t         room;
} wrapper;

static ptl_str part(ptl_str text, size_t from, size_t to)
{
    return (ptl_str){ text.data + from, to - from };
}

static ptl_str without_last_blanks(ptl_str line)
{
    while (line.size > 0 && line.data[line.size - 1] == ' ')
        line.size--;
    return line;
}

static void add_line(wrapper *w, ptl_str line)
{
    ptl_str *list =
        ptl_arena_grow(w->job, w->lines.data, w->lines.count, 1, &w->room, sizeof *list);
    float width;

    if (!list)
        return;
    line                   = without_last_blanks(line);
    width                  = ptl_plan_text_width(line, w->face, w->size);
    w->lines.data          = list;
    list[w->lines.count++] = line;
    w->lines.width         = width > w->lines.width ? width : w->lines.width;
}

/* How much of the text, at least a character, goes onto a line; blanks at a break count to it. */
static size_t line_end(const wrapper *w, ptl_str text)
{
    ptl_str  fit = ptl_plan_text_fit(text, w->face, w->size, w->most);
    size_t   end = fit.size, word = fit.size;
    unsigned width;

    if (end == text.size)
        return end;
    while (word > 0 && text.data[word] != ' ')
        word--;
    if (without_last_blanks(part(text, 0, word)).size > 0)
        end = word;
    if (end == 0)
        end = step(text, 0, w->face, &width);
    while (end < text.size && text.data[end] == ' ')
        end++;
    return end;
}

static void wrap_paragraph(wrapper *w, ptl_str text)
{
    text = without_last_blanks(text);
    if (text.size == 0)
        add_line(w, text);
    while (text.size > 0 && ptl_ok(w->job)) {
        size_t end = line_end(w, text);

        add_line(w, part(text, 0, end));
        text = part(text, end, text.size);
    }
}

/* The same text with blanks for tabs. */
static ptl_str without_tabs(ptl_job *job, ptl_str text)
{
    char *copy;

    if (text.size == 0 || !memchr(text.data, '\t', text.size))
        return text;
    copy = ptl_arena_raw(job, text.size);
    if (!copy)
        return (ptl_str){ "", 0 };
    for (size_t i = 0; i < text.size; i++)
        copy[i] = text.data[i];
    for (size_t i = 0; i < text.size; i++)
        if (copy[i] == '\t')
            copy[i] = ' ';
    return (ptl_str){ copy, text.size };
}

ptl_plan_lines ptl_plan_text_wrap(ptl_job *job, ptl_str text, ptl_plan_face face, float size,
                                  float width)
{
    wrapper w    = { .job = job, .face = face, .size = size, .most = width };
    size_t  from = 0;

    text = without_tabs(job, text);
    while (from < text.size && ptl_ok(job)) {
        size_t end = from;

        while (end < text.size && text.data[end] != '\n' && text.data[end] != '\r')
            end++;
        wrap_paragraph(&w, part(text, from, end));
        from =
            end + 1 + (end + 1 < text.size && text.data[end] == '\r' && text.data[end + 1] == '\n');
    }
    while (w.lines.count > 0 && w.lines.data[w.lines.count - 1].size == 0)
        w.lines.count--;
    return ptl_ok(job) ? w.lines : (ptl_plan_lines){ 0 };
}
