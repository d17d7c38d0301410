/* SPDX-License-Identifier: MIT */
/* The theme a map is drawn with: built in, one of our files, or one of the editor's own (.gmtheme).
 *
 * Those are nested groups of names and values,
 *
 *   level {
 *     general { background = "#666666ff", line-width = normal }
 *     floor { background = [ "#f2f2eeff", "#6f000096" ] }
 *   }
 *
 * most of which are about windows and buttons; what is about maps becomes a role of ours. */
#include <string.h>

#include "core/color.h"
#include "core/companions.h"
#include "core/num.h"
#include "core/words.h"
#include "formats/grmm/grmm_plan.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- What their names are to us -------------------------------------------------------------- */

static const struct {
    const char *path, *role;
} colors[] = {
    { "level.general.background", "paper" },
    { "level.general.foreground.normal.normal", "ink" },
    { "level.general.foreground.normal.normal", "wall" },
    { "level.general.foreground.light.normal", "faint" },
    { "level.general.foreground.normal", "ink" }, /* of older files, here and below */
    { "level.general.foreground.normal", "wall" },
    { "level.general.foreground.light", "faint" },
    { "level.general.trail.normal", "trail" },
    { "level.general.trail", "trail" },
    { "level.general.link-marker", "link" },
    { "level.general.region-border.normal", "region" },
    { "level.general.region-border.empty", "region-faint" },
    { "level.general.coordinates.normal", "coordinate" },
    { "level.background-hatch.color", "hatch" },
    { "level.grid.background.grid", "rock-grid" },
    { "level.grid.floor.grid", "grid" },
    { "level.outline.color", "outline" },
    { "level.floor.background.0", "floor-0" },
    { "level.floor.background.0", "halo" },
    { "level.floor.background.1", "floor-1" },
    { "level.floor.background.2", "floor-2" },
    { "level.floor.background.3", "floor-3" },
    { "level.floor.background.4", "floor-4" },
    { "level.floor.background.5", "floor-5" },
    { "level.floor.background.6", "floor-6" },
    { "level.floor.background.7", "floor-7" },
    { "level.floor.background.8", "floor-8" },
    { "level.floor.background.9", "floor-9" },
    { "level.note.marker.normal", "note" },
    { "level.note.marker", "note" },
    { "level.note.comment", "comment" },
    { "level.note.index", "number" },
    { "level.note.index-background.0", "disc-0" },
    { "level.note.index-background.1", "disc-1" },
    { "level.note.index-background.2", "disc-2" },
    { "level.note.index-background.3", "disc-3" },
    { "level.label.text.0", "label-0" },
    { "level.label.text.1", "label-1" },
    { "level.label.text.2", "label-2" },
    { "level.label.text.3", "label-3" },
    { "level.level-drop-down.button.label", "title" },
    { "pane.notes.text", "text" },        /* of older files */
    { "pane.current-note.text", "text" }, /* of today's      */
};

enum { /* values that count together, when all are known */
       HATCHED,
       HATCH_SPACING,
       ROCK_GRID_STYLE,
       GRID_STYLE,
       OUTLINE_STYLE,
       OUTLINE_FILL,
       OUTLINE_WIDTH,
       LINE_WIDTH,
       WINDOW_COLOR,
       WINDOW_IMAGE,
       KEPT
};

static const char *const kept_paths[KEPT] = {
    [HATCHED]         = "level.background-hatch.enabled",
    [HATCH_SPACING]   = "level.background-hatch.spacing-factor",
    [ROCK_GRID_STYLE] = "level.grid.background.style",
    [GRID_STYLE]      = "level.grid.floor.style",
    [OUTLINE_STYLE]   = "level.outline.style",
    [OUTLINE_FILL]    = "level.outline.fill-style",
    [OUTLINE_WIDTH]   = "level.outline.width-factor",
    [LINE_WIDTH]      = "level.general.line-width",
    [WINDOW_COLOR]    = "ui.window.background.color",
    [WINDOW_IMAGE]    = "ui.window.background.image",
};

/* ---- Reading --------------------------------------------------------------------------------- */

enum { DEPTH = 8, PATH = 96, LONGEST = 64 << 10 };

typedef struct reader {
    ptl_job         *job;
    ptl_theme       *theme;
    const ptl_files *files;
    const char      *start, *at, *end;
    char             path[PATH]; /* of the value that is read, "level.general.background" */
    size_t           path_size;
    ptl_str          kept[KEPT];
    bool             known; /* something about maps was there */
} reader;

static void fault(reader *r, const char *at, const char *what)
{
    unsigned line = 1, column = 1;

    for (const char *c = r->start; c < at; c++) {
        line += *c == '\n';
        column = *c == '\n' ? 1 : column + 1;
    }
    ptl_fail(r->job, PTL_E_SYNTAX, PTL_NOWHERE, "theme", "theme, line %u, column %u: %s", line,
             column, what);
}

static bool starts(const reader *r, const char *with)
{
    size_t size = strlen(with);

    return (size_t)(r->end - r->at) >= size && memcmp(r->at, with, size) == 0;
}

/* Steps over blanks, line ends, commas and comments. */
static void skip(reader *r)
{
    while (r->at < r->end) {
        if (*r->at == '#' || starts(r, "//"))
            while (r->at < r->end && *r->at != '\n')
                r->at++;
        else if (memchr(" \t\r\n,", *r->at, 5))
            r->at++;
        else
            return;
    }
}

static bool take(reader *r, char c)
{
    bool there = r->at < r->end && *r->at == c;

    r->at += there;
    return there;
}

/* A word in quotes, or one that ends where something else begins. */
static ptl_str next_word(reader *r, const char *enders)
{
    const char *from = r->at + 1;
    ptl_str     word = { r->at, 0 };

    if (take(r, '"')) {
        while (r->at < r->end && *r->at != '"' && *r->at != '\n')
            r->at++;
        word = (ptl_str){ from, (size_t)(r->at - from) };
        if (!take(r, '"'))
            fault(r, from - 1, "the quotation mark has no end");
        return word;
    }
    while (r->at < r->end && *r->at && !strchr(enders, *r->at))
        r->at++;
    word.size = (size_t)(r->at - word.data);
    while (word.size > 0 && memchr(" \t\r", word.data[word.size - 1], 3))
        word.size--;
    return word;
}

/* Adds a name to the path; returns what it was. Paths we do not know may be cut. */
static size_t enter(reader *r, const char *name, size_t size)
{
    size_t was = r->path_size;

    if (ptl_str_is((ptl_str){ name, size }, "colour")) { /* as older files spell it */
        name = "color";
        size = 5;
    }

    if (was > 0 && was + 1 < PATH)
        r->path[r->path_size++] = '.';
    if (size > PATH - 1 - r->path_size)
        size = PATH - 1 - r->path_size;
    memcpy(r->path + r->path_size, name, size);
    r->path_size += size;
    r->path[r->path_size] = 0;
    return was;
}

static void leave(reader *r, size_t was)
{
    r->path_size = was;
    r->path[was] = 0;
}

static void set_value(reader *r, ptl_str value)
{
    const char *why;

    for (size_t i = 0; i < COUNT(colors) && ptl_ok(r->job); i++)
        if (strcmp(colors[i].path, r->path) == 0) {
            ptl_str role = { colors[i].role, strlen(colors[i].role) };

            r->known = true;
            if (!ptl_theme_set(r->theme, role, value, &why))
                fault(r, value.data, "this is not a color; allowed: #rrggbb and #rrggbbaa");
        }
    for (size_t i = 0; i < KEPT; i++)
        if (strcmp(kept_paths[i], r->path) == 0)
            r->kept[i] = value;
}

static void read_value(reader *r);

static void read_list(reader *r)
{
    for (uint64_t i = 0; ptl_ok(r->job); i++) {
        char        number[PTL_NUM_MAX];
        size_t      was;
        const char *before;

        skip(r);
        before = r->at;
        if (take(r, ']'))
            return;
        was = enter(r, number, ptl_format_u64(number, i));
        set_value(r, next_word(r, "],\n#{}="));
        leave(r, was);
        if (r->at == before)
            fault(r, before, "a list of values and its ] were expected");
    }
}

/* What stands between braces, or in the whole file; groups are kept on a stack of our own. */
static void read_groups(reader *r)
{
    size_t was[DEPTH];
    size_t depth = 0;

    for (skip(r); r->at < r->end && ptl_ok(r->job); skip(r)) {
        const char *from = r->at;
        size_t      before;
        ptl_str     name;

        if (depth > 0 && take(r, '}')) {
            leave(r, was[--depth]);
            continue;
        }
        name = next_word(r, " \t\r\n,={}[]#:");
        if (name.size == 0) {
            fault(r, from, "a name was expected");
            return;
        }
        before = enter(r, name.data, name.size);
        skip(r);
        if (!take(r, '='))
            take(r, ':');
        skip(r);
        if (take(r, '{')) {
            if (depth == DEPTH)
                fault(r, from, "groups are nested too deeply");
            else
                was[depth++] = before;
            continue;
        }
        read_value(r);
        leave(r, before);
    }
    if (depth > 0)
        fault(r, r->end, "a group has no end");
}

static void read_value(reader *r)
{
    const char *from = r->at;

    if (take(r, '[')) {
        read_list(r);
        return;
    }
    set_value(r, next_word(r, "\n,#{}[]="));
    if (r->at == from)
        fault(r, from, "a value was expected");
}

/* ---- What their values are to us ------------------------------------------------------------- */

/* A number times a factor, within bounds; `otherwise` when it is none. */
static float number_of(ptl_str text, float factor, float low, float high, float otherwise)
{
    const char *end = text.data ? text.data + text.size : NULL;
    float       value;

    if (!end || ptl_parse_f32(text.data, end, &value) != end || !(value >= 0 && value < 1000))
        return otherwise;
    value *= factor;
    return value < low ? low : value > high ? high : value;
}

static void set_outline(const reader *r)
{
    static const char square[] = "square";
    ptl_theme        *t        = r->theme;
    ptl_str           style    = r->kept[OUTLINE_STYLE];

    if (ptl_str_is(style, "none"))
        t->color[PTL_ROLE_OUTLINE] = 0;
    t->outline_width = number_of(r->kept[OUTLINE_WIDTH], 1, 0.01f, 1, t->outline_width);
    t->outline       = PTL_OUTLINE_ROUND;
    if (ptl_str_is(style, "cell"))
        t->outline = PTL_OUTLINE_CELLS;
    else if (style.size >= sizeof square - 1 && memcmp(style.data, square, sizeof square - 1) == 0)
        t->outline = PTL_OUTLINE_SQUARE;
    if (ptl_str_is(r->kept[OUTLINE_FILL], "hatched") && t->color[PTL_ROLE_OUTLINE]) {
        t->hatching                = PTL_HATCH_STROKES;
        t->color[PTL_ROLE_HATCH]   = t->color[PTL_ROLE_OUTLINE];
        t->color[PTL_ROLE_OUTLINE] = 0;
    }
}

/* Levels lie in a window, whose texts are those of our page. Levels may be transparent: then the
 * window shows, its image or its color, and where that is transparent, too, the color they would
 * have stands for it. Floors are laid over levels. */
static void set_paper(const reader *r)
{
    uint32_t *color = r->theme->color, *paper = &color[PTL_ROLE_PAPER];
    uint32_t  window = 0, mean, level = *paper;

    if (r->kept[WINDOW_COLOR].data)
        ptl_color_parse(r->kept[WINDOW_COLOR], &window);
    if (r->kept[WINDOW_IMAGE].size > 0 && (level & 0xFF) != 0xFF &&
        ptl_grmm_theme_image(r->job, r->theme, r->kept[WINDOW_IMAGE], r->files, &mean)) {
        r->theme->image.veil = level;
        window               = mean;
    }
    if ((level & 0xFF) == 0xFF && (window & 0xFF) == 0xFF && level != window) {
        color[PTL_ROLE_ROCK] = level;
        *paper               = window;
    } else {
        *paper = level = ptl_color_over(level, ptl_color_over(window, level | 0xFF));
    }
    color[PTL_ROLE_FLOOR] = ptl_color_over(color[PTL_ROLE_FLOOR], level);
    if ((color[PTL_ROLE_HALO] & 0xFF) != 0xFF)
        color[PTL_ROLE_HALO] = color[PTL_ROLE_FLOOR];
}

static void settle(const reader *r)
{
    ptl_theme *t = r->theme;

    t->hatching = PTL_HATCH_NONE;
    if (ptl_str_is(r->kept[HATCHED], "yes") || ptl_str_is(r->kept[HATCHED], "true")) {
        t->hatching   = PTL_HATCH_LINES;
        t->hatch_size = number_of(r->kept[HATCH_SPACING], 0.1f, 0.1f, 1, 0.2f);
    }
    if (ptl_str_is(r->kept[ROCK_GRID_STYLE], "none"))
        t->color[PTL_ROLE_ROCK_GRID] = 0;
    if (ptl_str_is(r->kept[GRID_STYLE], "none"))
        t->color[PTL_ROLE_GRID] = 0;
    if (ptl_str_is(r->kept[LINE_WIDTH], "thin") || ptl_str_is(r->kept[LINE_WIDTH], "hairline"))
        t->wall_width = t->line_width = 0.04f;
    set_outline(r);
    set_paper(r);
    ptl_theme_make_legible(t);
}

static void read_editors(ptl_job *job, ptl_theme *out, ptl_str text, const ptl_files *files)
{
    static const ptl_str base = { "dark", 4 };
    reader               r    = { .job   = job,
                                  .theme = out,
                                  .files = files,
                                  .start = text.data,
                                  .at    = text.data,
                                  .end   = text.data + text.size };

    ptl_theme_named(out, base);
    out->color[PTL_ROLE_ROCK] = 0; /* the page is their background */
    if (text.size > LONGEST)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "theme", "a theme has %d bytes at most", LONGEST);
    else
        read_groups(&r);
    if (ptl_ok(job) && !r.known)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "theme",
                 "the theme has no colors of levels: is it one of Gridmonger 0.9 or newer?");
    if (ptl_ok(job))
        settle(&r);
}

/* Theirs have groups before the first value. */
static bool is_editors(ptl_str text)
{
    for (size_t i = 0; i < text.size && text.data[i] != '='; i++)
        if (text.data[i] == '{')
            return true;
    return false;
}

static void no_such_theme(ptl_job *job, ptl_str name)
{
    char shown[40];

    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "there is no theme \"%s\"",
             ptl_quote(shown, sizeof shown, name.data, name.size));
}

/* ---- The theme of a map ---------------------------------------------------------------------- */

/* What the file of the theme holds that the map names; fails the job when it is not there. */
static ptl_str load_theme(ptl_job *job, const ptl_grmm *map, const ptl_files *files)
{
    static const char ending[] = ".gmtheme";
    ptl_str           name     = map->state.display.theme;
    ptl_companion     file     = { .role = "theme", .exact = true };
    char              text[256], shown[48];
    ptl_span          bytes = { 0 };

    if (ptl_grmm_is_theme_name(name) && name.size + sizeof ending <= sizeof text) {
        memcpy(text, name.data, name.size);
        memcpy(text + name.size, ending, sizeof ending);
        ptl_companion_call(&file, (ptl_str){ text, name.size + sizeof ending - 1 });
        bytes = ptl_files_keep(job, files, &file);
    }
    if (!bytes.data && ptl_ok(job))
        ptl_fail(job, PTL_E_IO, PTL_NOWHERE, "theme",
                 "the theme \"%s\" that the map names was not found beside it or in a folder of "
                 "themes",
                 ptl_quote(shown, sizeof shown, name.data, name.size));
    return (ptl_str){ (const char *)bytes.data, bytes.size };
}

/* The editor marks its themes for maps of the world with "[W]". On paper ink is dear. */
static const char *usual_theme(ptl_job *job, const ptl_grmm *map)
{
    ptl_str name = map->state.display.theme;

    if (ptl_setting_of(job, "paper"))
        return "print";
    return name.size > 3 && memcmp(name.data, "[W]", 3) == 0 ? "world" : ptl_theme_name(0);
}

/* The text of a setting, of a file: whose it is shows in how it begins. */
static void read_theme(ptl_job *job, ptl_theme *out, ptl_str text, const ptl_files *files)
{
    if (text.size > 0 && text.size < 40 && !memchr(text.data, '=', text.size) &&
        !memchr(text.data, '\n', text.size) && !memchr(text.data, '{', text.size))
        no_such_theme(job, text);
    else if (is_editors(text))
        read_editors(job, out, text, files);
    else
        ptl_theme_read(job, out, (ptl_span){ (const uint8_t *)text.data, text.size });
}

void ptl_grmm_theme(ptl_job *job, ptl_theme *out, const ptl_grmm *map, const ptl_files *files)
{
    const ptl_setting *given = ptl_setting_of(job, "theme");
    const char        *usual = usual_theme(job, map);
    ptl_str            text  = { usual, strlen(usual) };

    if (given)
        text = (ptl_str){ given->data, given->size };
    if (ptl_str_is(text, "map"))
        text = load_theme(job, map, files);
    if (ptl_ok(job) && !ptl_theme_named(out, text))
        read_theme(job, out, text, files);
}
