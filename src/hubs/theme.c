/* SPDX-License-Identifier: MIT */
/* Themes: the roles, and the text they are written in. */
#include "hubs/theme.h"

#include <string.h>

#include "core/color.h"
#include "core/near.h"
#include "core/num.h"
#include "core/words.h"
#include "hubs/theme_table.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- Names ----------------------------------------------------------------------------------- */

static const char *const role_names[PTL_ROLES] = {
    "paper",        "rock",    "rock-grid", "hatch",      "outline", "grid",         "ink",
    "faint",        "wall",    "trail",     "link",       "region",  "region-faint", "note",
    "comment",      "number",  "halo",      "coordinate", "title",   "text",         "page-note",
    "page-comment", "floor-0", "floor-1",   "floor-2",    "floor-3", "floor-4",      "floor-5",
    "floor-6",      "floor-7", "floor-8",   "floor-9",    "disc-0",  "disc-1",       "disc-2",
    "disc-3",       "label-0", "label-1",   "label-2",    "label-3",
};

static const struct measure {
    const char *name;
    size_t      offset;
    float       low, high;
    const char *allowed;
} measures[] = {
    { "wall-width", offsetof(ptl_theme, wall_width), 0.01f, 0.4f, "a number from 0.01 to 0.4" },
    { "line-width", offsetof(ptl_theme, line_width), 0.01f, 0.2f, "a number from 0.01 to 0.2" },
    { "grid-width", offsetof(ptl_theme, grid_width), 0.01f, 0.2f, "a number from 0.01 to 0.2" },
    { "hatch-width", offsetof(ptl_theme, hatch_width), 0.01f, 0.2f, "a number from 0.01 to 0.2" },
    { "hatch-size", offsetof(ptl_theme, hatch_size), 0.1f, 1.0f, "a number from 0.1 to 1" },
    { "outline-width", offsetof(ptl_theme, outline_width), 0.01f, 1.0f, "a number from 0.01 to 1" },
};

typedef struct choice {
    const char *name;
    int         value;
} choice;

static const choice hatchings[] = { { "none", PTL_HATCH_NONE },
                                    { "strokes", PTL_HATCH_STROKES },
                                    { "dots", PTL_HATCH_DOTS },
                                    { "lines", PTL_HATCH_LINES },
                                    { NULL, 0 } };

static const choice outlines[] = { { "round", PTL_OUTLINE_ROUND },
                                   { "square", PTL_OUTLINE_SQUARE },
                                   { "cells", PTL_OUTLINE_CELLS },
                                   { NULL, 0 } };

static const choice faces[] = { { "sans", PTL_FACE_SANS },   { "sans-bold", PTL_FACE_SANS_BOLD },
                                { "serif", PTL_FACE_SERIF }, { "serif-bold", PTL_FACE_SERIF_BOLD },
                                { "mono", PTL_FACE_MONO },   { NULL, 0 } };

static bool choose(const choice *choices, ptl_str value, int *out)
{
    for (; choices->name; choices++)
        if (ptl_str_is(value, choices->name)) {
            *out = choices->value;
            return true;
        }
    return false;
}

/* ---- One value ------------------------------------------------------------------------------- */

static bool set_measure(ptl_theme *theme, const struct measure *m, ptl_str value, const char **why)
{
    const char *end = value.data + value.size;
    float       number;

    *why = m->allowed;
    if (ptl_parse_f32(value.data, end, &number) != end || !(number >= m->low && number <= m->high))
        return false;
    memcpy((char *)theme + m->offset, &number, sizeof number);
    return true;
}

static bool set_choice(ptl_theme *theme, ptl_str name, ptl_str value, const char **why)
{
    int  chosen = 0;
    bool good;

    if (ptl_str_is(name, "hatching")) {
        *why            = "none, strokes, dots or lines";
        good            = choose(hatchings, value, &chosen);
        theme->hatching = good ? (ptl_hatching)chosen : theme->hatching;
        return good;
    }
    if (ptl_str_is(name, "outline-shape")) {
        *why           = "round, square or cells";
        good           = choose(outlines, value, &chosen);
        theme->outline = good ? (ptl_outline)chosen : theme->outline;
        return good;
    }
    *why = "sans, sans-bold, serif, serif-bold or mono";
    good = choose(faces, value, &chosen);
    if (good && ptl_str_is(name, "title-face"))
        theme->title_face = (ptl_plan_face)chosen;
    else if (good)
        theme->text_face = (ptl_plan_face)chosen;
    return good;
}

bool ptl_theme_set(ptl_theme *theme, ptl_str name, ptl_str value, const char **why)
{
    for (size_t i = 0; i < PTL_ROLES; i++)
        if (ptl_str_is(name, role_names[i])) {
            *why = PTL_COLOR_WORDS;
            return ptl_color_parse(value, &theme->color[i]);
        }
    for (size_t i = 0; i < COUNT(measures); i++)
        if (ptl_str_is(name, measures[i].name))
            return set_measure(theme, &measures[i], value, why);
    if (ptl_str_is(name, "hatching") || ptl_str_is(name, "outline-shape") ||
        ptl_str_is(name, "title-face") || ptl_str_is(name, "text-face"))
        return set_choice(theme, name, value, why);
    *why = NULL;
    return false;
}

/* ---- Files ----------------------------------------------------------------------------------- */

enum { LONGEST = 64 << 10 }; /* bytes of a theme file */

typedef struct theme_line {
    ptl_str name, value;
    bool    empty, formed; /* nothing but blanks or a comment; has its '=' */
} theme_line;

static ptl_str trim(ptl_str text)
{
    while (text.size > 0 && strchr(" \t\r", text.data[text.size - 1]))
        text.size--;
    while (text.size > 0 && strchr(" \t", text.data[0]))
        text = (ptl_str){ text.data + 1, text.size - 1 };
    return text;
}

static theme_line split(ptl_str text)
{
    theme_line  line = { .empty = true };
    const char *equals;

    text = trim(text);
    if (text.size == 0 || text.data[0] == '#')
        return line;
    equals     = memchr(text.data, '=', text.size);
    line.empty = false;
    line.name  = text;
    if (!equals)
        return line;
    line.formed = true;
    line.name   = trim((ptl_str){ text.data, (size_t)(equals - text.data) });
    line.value  = trim((ptl_str){ equals + 1, (size_t)(text.data + text.size - equals - 1) });
    return line;
}

static bool set_line(ptl_theme *theme, const theme_line *line, bool first, const char **why)
{
    if (!ptl_str_is(line->name, "inherit"))
        return ptl_theme_set(theme, line->name, line->value, why);
    *why = first ? "the name of a built-in theme" : "said once, and first";
    return first && ptl_theme_named(theme, line->value);
}

static void blame_name(ptl_job *job, unsigned number, size_t column, ptl_str name)
{
    ptl_near near = ptl_near_to(name);
    char     shown[40];

    for (size_t i = 0; i < PTL_ROLES; i++)
        ptl_near_offer_word(&near, role_names[i]);
    for (size_t i = 0; i < COUNT(measures); i++)
        ptl_near_offer_word(&near, measures[i].name);
    ptl_near_offer_list(&near, "inherit hatching outline-shape title-face text-face");
    ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "theme",
             "theme, line %u, column %zu: there is nothing called \"%s\"%s", number, column,
             ptl_quote(shown, sizeof shown, name.data, name.size), ptl_near_text(&near, ""));
}

/* What is wrong with a line. */
static void blame(ptl_job *job, const char *start, unsigned number, const theme_line *line,
                  const char *why)
{
    ptl_str wrong  = line->formed && why ? line->value : line->name;
    size_t  column = (size_t)(wrong.data - start) + 1;
    char    shown[40];

    ptl_quote(shown, sizeof shown, wrong.data, wrong.size);
    if (!line->formed)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "theme",
                 "theme, line %u, column %zu: \"%s\" is not \"name = value\"", number, column,
                 shown);
    else if (!why)
        blame_name(job, number, column, wrong);
    else
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "theme",
                 "theme, line %u, column %zu: \"%s\" is not %s", number, column, shown, why);
}

/* Reads line by line; without a job, which built-in themes need not, faults are not said. */
static void read_lines(ptl_job *job, ptl_theme *out, ptl_str text)
{
    bool     first  = true;
    unsigned number = 1;

    for (size_t at = 0; at < text.size; number++) {
        const char *start = text.data + at, *end = memchr(start, '\n', text.size - at);
        size_t      size = end ? (size_t)(end - start) : text.size - at;
        theme_line  line = split((ptl_str){ start, size });
        const char *why  = NULL;

        at += size + 1;
        if (line.empty)
            continue;
        if (!line.formed || !set_line(out, &line, first, &why)) {
            if (job)
                blame(job, start, number, &line, why);
            return;
        }
        first = false;
    }
}

const char *ptl_theme_name(size_t index)
{
    return index < COUNT(ptl_themes) ? ptl_themes[index].name : NULL;
}

bool ptl_theme_named(ptl_theme *out, ptl_str name)
{
    for (size_t i = 0; i < COUNT(ptl_themes); i++)
        if (ptl_str_is(name, ptl_themes[i].name)) {
            *out = (ptl_theme){ 0 }; /* what no line says, such as colors of notes on the page */
            if (i > 0)               /* all build on the first */
                read_lines(NULL, out, (ptl_str){ ptl_themes[0].text, strlen(ptl_themes[0].text) });
            read_lines(NULL, out, (ptl_str){ ptl_themes[i].text, strlen(ptl_themes[i].text) });
            return true;
        }
    return false;
}

void ptl_theme_read(ptl_job *job, ptl_theme *out, ptl_span text)
{
    ptl_str lines = { (const char *)text.data, text.size };

    ptl_theme_named(out, (ptl_str){ ptl_themes[0].name, strlen(ptl_themes[0].name) });
    if (text.size > LONGEST)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "theme", "a theme has %d bytes at most", LONGEST);
    else
        read_lines(job, out, lines);
}

/* ---- Colors --------------------------------------------------------------------------------- */

static const struct need {
    ptl_role role, on;
    double   least;
} needs[] = {
    { PTL_ROLE_TITLE, PTL_ROLE_PAPER, 4.5 },      { PTL_ROLE_TEXT, PTL_ROLE_PAPER, 4.5 },
    { PTL_ROLE_COORDINATE, PTL_ROLE_PAPER, 4.5 }, { PTL_ROLE_PAGE_NOTE, PTL_ROLE_PAPER, 4.5 },
    { PTL_ROLE_PAGE_COMMENT, PTL_ROLE_PAPER, 3 }, { PTL_ROLE_INK, PTL_ROLE_FLOOR, 3 },
    { PTL_ROLE_WALL, PTL_ROLE_FLOOR, 3 },         { PTL_ROLE_NOTE, PTL_ROLE_FLOOR, 3 },
    { PTL_ROLE_COMMENT, PTL_ROLE_FLOOR, 3 },      { PTL_ROLE_LINK, PTL_ROLE_FLOOR, 3 },
    { PTL_ROLE_REGION, PTL_ROLE_FLOOR, 3 },       { PTL_ROLE_DISC, PTL_ROLE_NUMBER, 3 },
    { PTL_ROLE_DISC + 1, PTL_ROLE_NUMBER, 3 },    { PTL_ROLE_DISC + 2, PTL_ROLE_NUMBER, 3 },
    { PTL_ROLE_DISC + 3, PTL_ROLE_NUMBER, 3 },
};

static bool is_opaque(uint32_t rgba)
{
    return (rgba & 0xFF) == 0xFF;
}

/* What a theme does not say of notes on the page follows from those on floors. Ids are text. */
static uint32_t on_page(const ptl_theme *theme, ptl_role role)
{
    bool     ids  = role == PTL_ROLE_PAGE_NOTE;
    uint32_t said = theme->color[role], paper = theme->color[PTL_ROLE_PAPER];
    uint32_t other = theme->color[ids ? PTL_ROLE_NOTE : PTL_ROLE_COMMENT];

    if (said & 0xFF)
        return said;
    return is_opaque(paper) ? ptl_color_legible(other, paper, ids ? 4.5 : 3) : other;
}

/* Dark letters in walls that shine are a blur. */
static bool is_darker(uint32_t rgba, uint32_t other)
{
    return ptl_color_contrast(rgba | 0xFF, 0x000000FF) <
           ptl_color_contrast(other | 0xFF, 0x000000FF);
}

bool ptl_theme_halo(const ptl_theme *theme, ptl_role label, ptl_role *halo)
{
    static const ptl_role halos[] = { PTL_ROLE_HALO, PTL_ROLE_PAPER, PTL_ROLE_WALL };

    for (size_t i = 0; i < COUNT(halos); i++) {
        uint32_t color = theme->color[halos[i]];

        if (halos[i] == PTL_ROLE_WALL && !is_darker(color, theme->color[label]))
            continue;
        *halo = halos[i];
        if (is_opaque(color) && ptl_color_contrast(theme->color[label], color) >= 3)
            return true;
    }
    *halo = PTL_ROLE_HALO;
    return false;
}

void ptl_theme_make_legible(ptl_theme *theme)
{
    uint32_t *color = theme->color;
    ptl_role  halo;

    color[PTL_ROLE_NUMBER] |= 0xFF; /* discs are told from it as it is said, not as it is mixed */
    color[PTL_ROLE_PAGE_NOTE]    = on_page(theme, PTL_ROLE_PAGE_NOTE);
    color[PTL_ROLE_PAGE_COMMENT] = on_page(theme, PTL_ROLE_PAGE_COMMENT);
    for (unsigned i = PTL_ROLE_DISC; i < PTL_ROLE_DISC + 4 && is_opaque(color[PTL_ROLE_FLOOR]); i++)
        color[i] = ptl_color_over(color[i], color[PTL_ROLE_FLOOR]); /* they lie on floors */
    for (size_t i = 0; i < COUNT(needs); i++)
        if (is_opaque(color[needs[i].on]))
            color[needs[i].role] =
                ptl_color_legible(color[needs[i].role], color[needs[i].on], needs[i].least);
    for (unsigned i = PTL_ROLE_LABEL; i < PTL_ROLE_LABEL + 4; i++)
        if (is_opaque(color[PTL_ROLE_HALO]) && !ptl_theme_halo(theme, (ptl_role)i, &halo))
            color[i] = ptl_color_legible(color[i], color[PTL_ROLE_HALO], 3);
}

/* A floor as it is seen; those from the second on may let the first shine through. */
static uint32_t floor_color(const ptl_theme *theme, unsigned floor)
{
    uint32_t ground = theme->color[PTL_ROLE_FLOOR], rgba = theme->color[PTL_ROLE_FLOOR + floor];

    return floor > 0 && is_opaque(ground) ? ptl_color_over(rgba, ground) : rgba;
}

#define ON_FLOORS(name)                                                                            \
    {                                                                                              \
        name, name "-on-1", name "-on-2", name "-on-3", name "-on-4", name "-on-5", name "-on-6",  \
            name "-on-7", name "-on-8", name "-on-9"                                               \
    }

static const struct sign {
    ptl_role    role;
    const char *names[10]; /* of its colors in a plan */
} signs[] = {
    { PTL_ROLE_INK, ON_FLOORS("ink") },         { PTL_ROLE_WALL, ON_FLOORS("wall") },
    { PTL_ROLE_NOTE, ON_FLOORS("note") },       { PTL_ROLE_LINK, ON_FLOORS("link") },
    { PTL_ROLE_COMMENT, ON_FLOORS("comment") },
};

uint32_t ptl_theme_sign(ptl_pen *pen, const ptl_theme *theme, ptl_role role, unsigned floor)
{
    uint32_t below = floor_color(theme, floor), rgba = theme->color[role];

    for (size_t i = 0; i < COUNT(signs) && floor > 0 && is_opaque(below) && rgba & 0xFF; i++)
        if (signs[i].role == role && ptl_color_contrast(rgba, below) < 3)
            return ptl_pen_color(pen, signs[i].names[floor], ptl_color_legible(rgba, below, 3));
    return rgba & 0xFF ? ptl_pen_color(pen, role_names[role], rgba) : PTL_PLAN_NONE;
}

void ptl_theme_palette(ptl_pen *pen, const ptl_theme *theme, uint32_t out[PTL_ROLES])
{
    for (unsigned i = 0; i < PTL_ROLES; i++) {
        uint32_t rgba = theme->color[i];

        if (i >= PTL_ROLE_FLOOR && i < PTL_ROLE_DISC)
            rgba = floor_color(theme, i - PTL_ROLE_FLOOR);
        if (i == PTL_ROLE_PAGE_NOTE || i == PTL_ROLE_PAGE_COMMENT)
            rgba = on_page(theme, (ptl_role)i);
        out[i] = rgba & 0xFF ? ptl_pen_color(pen, role_names[i], rgba) : PTL_PLAN_NONE;
    }
}
