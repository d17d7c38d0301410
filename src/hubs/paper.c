/* SPDX-License-Identifier: MIT */
/* Sheets of paper and lengths. */
#include "hubs/paper.h"

#include "core/num.h"
#include "core/words.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct {
    const char *name;
    float       width, height; /* millimeters */
} papers[] = {
    { "A4", 210, 297 },           { "A3", 297, 420 },
    { "A2", 420, 594 },           { "A1", 594, 841 },
    { "A0", 841, 1189 },          { "A5", 148, 210 },
    { "A6", 105, 148 },           { "B4", 250, 353 },
    { "B5", 176, 250 },           { "Letter", 215.9f, 279.4f },
    { "Legal", 215.9f, 355.6f },  { "Tabloid", 279.4f, 431.8f },
    { "Ledger", 431.8f, 279.4f }, { "Executive", 184.15f, 266.7f },
};

static const struct {
    const char *name;
    double      units;
} measures[] = {
    { "mm", 96 / 25.4 },
    { "cm", 960 / 25.4 },
    { "in", 96 },
    { "pt", 96 / 72.0 },
};

/* ---- Lengths --------------------------------------------------------------------------------- */

/* Units of the measure that a text ends in, which is taken off; 0 when it ends in none. */
static double take_measure(ptl_str *text)
{
    for (size_t i = 0; i < COUNT(measures) && text->size > 2; i++)
        if (memcmp(text->data + text->size - 2, measures[i].name, 2) == 0) {
            text->size -= 2;
            return measures[i].units;
        }
    return 0;
}

bool ptl_length_parse(ptl_str text, float *out)
{
    double      measure = take_measure(&text), number;
    const char *end     = text.data + text.size;

    if (measure == 0 || ptl_parse_f64(text.data, end, &number) != end ||
        !(number >= 0 && number < 1e6))
        return false;
    *out = (float)(number * measure);
    return true;
}

/* ---- Sheets ---------------------------------------------------------------------------------- */

static bool same_word(ptl_str text, const char *word)
{
    size_t i = 0;

    while (i < text.size && word[i] && ptl_lower(text.data[i]) == ptl_lower(word[i]))
        i++;
    return i == text.size && !word[i];
}

/* Takes an ending off a text; false when it has another. */
static bool take_ending(ptl_str *text, const char *ending)
{
    size_t  size = strlen(ending);
    ptl_str last = { text->data + text->size - size, size };

    if (text->size <= size || !same_word(last, ending))
        return false;
    text->size -= size;
    return true;
}

static bool parse_sides(ptl_str text, ptl_paper *out)
{
    const double least = 20 * PTL_MILLIMETER, most = 200 * 96; /* no page of PDF is larger */
    double       measure = take_measure(&text), width, height;
    const char  *end = text.data + text.size, *at = ptl_parse_f64(text.data, end, &width);

    if (measure == 0 || !at || at == end || *at != 'x' ||
        ptl_parse_f64(at + 1, end, &height) != end)
        return false;
    width *= measure;
    height *= measure;
    *out = (ptl_paper){ (float)width, (float)height, false };
    return width >= least && width <= most && height >= least && height <= most;
}

static void turn(ptl_paper *paper)
{
    *paper = (ptl_paper){ paper->height, paper->width, paper->turns };
}

bool ptl_paper_parse(ptl_str text, ptl_paper *out)
{
    bool landscape = take_ending(&text, "-landscape");
    bool portrait  = !landscape && take_ending(&text, "-portrait");

    for (size_t i = 0; i < COUNT(papers); i++) {
        if (!same_word(text, papers[i].name))
            continue;
        *out = (ptl_paper){ (float)((double)papers[i].width * PTL_MILLIMETER),
                            (float)((double)papers[i].height * PTL_MILLIMETER),
                            !landscape && !portrait };
        if ((landscape && out->width < out->height) || (portrait && out->width > out->height))
            turn(out);
        return true;
    }
    return !landscape && !portrait && parse_sides(text, out);
}
