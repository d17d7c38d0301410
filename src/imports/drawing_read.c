/* SPDX-License-Identifier: MIT */
/* Dungeons as text: drawings, a character for each cell (.txt), and tables of the generator donjon,
 * a code for each cell with tabs between (.tsv). What each means: docs/imports.md */
#include <string.h>

#include "core/arena.h"
#include "core/num.h"
#include "core/utf8.h"
#include "core/words.h"
#include "hubs/ground.h"
#include "imports/import.h"

/* ---- Lines ----------------------------------------------------------------------------------- */

typedef struct lines {
    const char *start, *at, *end;
} lines;

static lines lines_of(ptl_span source)
{
    const char *start = source.data ? (const char *)source.data : "";

    return (lines){ start, start + ptl_utf8_mark(start, source.size), start + source.size };
}

/* The next line without its end and the blanks before it; false behind the last. */
static bool next_line(lines *in, ptl_str *line)
{
    const char *feed = in->at < in->end ? memchr(in->at, '\n', (size_t)(in->end - in->at)) : NULL;
    const char *end  = feed ? feed : in->end;

    if (in->at == in->end)
        return false;
    *line  = (ptl_str){ in->at, (size_t)(end - in->at) };
    in->at = feed ? feed + 1 : in->end;
    while (line->size > 0 &&
           (line->data[line->size - 1] == ' ' || line->data[line->size - 1] == '\r'))
        line->size--;
    return true;
}

static ptl_str trimmed(ptl_str text)
{
    while (text.size > 0 && text.data[0] == ' ') {
        text.data++;
        text.size--;
    }
    return text;
}

static ptl_str kept(ptl_job *job, ptl_str text)
{
    char *copy = ptl_arena_copy(job, text.data, text.size, 1);

    return (ptl_str){ copy ? copy : "", copy ? text.size : 0 };
}

/* ---- Drawings -------------------------------------------------------------------------------- */

typedef struct sign {
    char    letter;
    uint8_t kind, bits;
} sign;

enum { TURNED = PTL_GROUND_TURNED, ACROSS = PTL_GROUND_TURNED | PTL_GROUND_ACROSS };

static const sign signs[] = {
    { ' ', PTL_GROUND_ROCK },         { '#', PTL_GROUND_ROCK },
    { '.', PTL_GROUND_FLOOR },        { '~', PTL_GROUND_FLOOR, PTL_GROUND_WATER },
    { '+', PTL_GROUND_DOOR },         { '-', PTL_GROUND_DOOR, TURNED },
    { '|', PTL_GROUND_DOOR, ACROSS }, { 'X', PTL_GROUND_LOCKED_DOOR },
    { '/', PTL_GROUND_ARCHWAY },      { '?', PTL_GROUND_SECRET_DOOR },
    { '"', PTL_GROUND_PORTCULLIS },   { '<', PTL_GROUND_STAIRS_UP },
    { '>', PTL_GROUND_STAIRS_DOWN },  { '(', PTL_GROUND_ENTRANCE },
    { ')', PTL_GROUND_EXIT },         { '^', PTL_GROUND_TRAP },
    { '_', PTL_GROUND_PIT },          { '*', PTL_GROUND_COLUMN },
    { '&', PTL_GROUND_STATUE },       { '=', PTL_GROUND_BRIDGE, PTL_GROUND_WATER },
    { '!', PTL_GROUND_TELEPORT },
};

static const sign *sign_of(char letter)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i].letter == letter)
            return &signs[i];
    return NULL;
}

/* Digits and letters without a meaning of their own stand for notes. */
static bool is_note(char c)
{
    return !sign_of(c) &&
           ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
}

typedef enum line_kind { ROW, LEVEL, TITLE, NOTE, GAP } line_kind;

/* Lines that begin with '@' name levels, those with '=' and a blank the dungeon; a digit or letter
 * and a colon is a note. All others are rows, and empty ones end a drawing. */
static line_kind kind_of_line(ptl_str line)
{
    if (line.size == 0)
        return GAP;
    if (line.data[0] == '@')
        return LEVEL;
    if (line.size > 2 && memcmp(line.data, "= ", 2) == 0)
        return TITLE;
    return line.size > 2 && is_note(line.data[0]) && memcmp(line.data + 1, ": ", 2) == 0 ? NOTE
                                                                                         : ROW;
}

typedef struct drawing {
    ptl_job    *job;
    ptl_ground *out;
    const char *start;
    ptl_str     name; /* of the level that comes */
    int16_t     elevation;
    struct {
        ptl_str *data; /* rows of the level that is read */
        size_t   count, room;
    } rows;
    ptl_ground_level *level; /* the one that was read last, which lines of notes are about */
} drawing;

static void draw_cell(drawing *d, ptl_str row, size_t y, size_t x)
{
    char             c    = row.data[x], shown[8];
    const sign      *s    = sign_of(c);
    ptl_ground_cell *cell = ptl_ground_at(d->level, (int64_t)y, (int64_t)x);

    *cell = (ptl_ground_cell){ s ? s->kind : PTL_GROUND_FLOOR, s ? s->bits : 0 };
    if (is_note(c))
        ptl_ground_add_note(d->job, d->level, (int64_t)y, (int64_t)x,
                            kept(d->job, (ptl_str){ &row.data[x], 1 }), (ptl_str){ "", 0 });
    else if (!s)
        ptl_find(d->job, PTL_LOSS, (uint64_t)(row.data + x - d->start), "dungeon-sign",
                 "'%s' has no meaning in a drawing, and is floor",
                 ptl_quote(shown, sizeof shown, &c, 1));
}

static void end_level(drawing *d)
{
    size_t columns = 0;

    if (d->rows.count == 0)
        return;
    for (size_t i = 0; i < d->rows.count; i++)
        columns = d->rows.data[i].size > columns ? d->rows.data[i].size : columns;
    d->level = ptl_ground_add_level(d->job, d->out, d->rows.count, columns,
                                    (uint64_t)(d->rows.data[0].data - d->start));
    if (!d->level)
        return;
    d->level->name      = d->name;
    d->level->elevation = d->elevation;
    for (size_t y = 0; y < d->rows.count && ptl_ok(d->job); y++)
        for (size_t x = 0; x < d->rows.data[y].size; x++)
            draw_cell(d, d->rows.data[y], y, x);
    ptl_ground_turn(d->level);
    d->rows.count = 0;
    d->name       = (ptl_str){ "", 0 };
    d->elevation  = 0;
}

static void add_row(drawing *d, ptl_str line)
{
    ptl_str *at = ptl_arena_grow(d->job, d->rows.data, d->rows.count, 1, &d->rows.room, sizeof *at);

    if (!at)
        return;
    d->rows.data        = at;
    at[d->rows.count++] = line;
}

/* "Cellar (-1)": the name of a level and its elevation. */
static void name_level(drawing *d, ptl_str line)
{
    ptl_str     text  = trimmed((ptl_str){ line.data + 1, line.size - 1 });
    const char *open  = NULL;
    uint64_t    value = 0;
    bool        below = false;

    end_level(d);
    for (size_t i = 0; i < text.size; i++)
        open = text.data[i] == '(' ? text.data + i : open;
    if (open && text.data[text.size - 1] == ')') {
        const char *end = text.data + text.size - 1;

        below = open[1] == '-';
        if (ptl_parse_u64(open + 1 + below, end, &value) == end && value <= 200)
            text.size = (size_t)(open - text.data);
        else
            value = 0;
    }
    while (text.size > 0 && text.data[text.size - 1] == ' ')
        text.size--;
    d->name      = kept(d->job, text);
    d->elevation = (int16_t)(below ? -(int)value : (int)value);
}

/* "1: a chest": what a digit or letter of the drawing above stands for. */
static void name_note(drawing *d, ptl_str line)
{
    ptl_str text  = trimmed((ptl_str){ line.data + 2, line.size - 2 });
    bool    found = false;

    end_level(d);
    text = kept(d->job, text);
    for (size_t i = 0; d->level && i < d->level->notes.count; i++)
        if (d->level->notes.data[i].id.data[0] == line.data[0]) {
            d->level->notes.data[i].text = text;
            found                        = true;
        }
    if (!found)
        ptl_find(d->job, PTL_LOSS, (uint64_t)(line.data - d->start), "dungeon-notes",
                 "the drawing above has no '%c', and its note is left out", line.data[0]);
}

static void read_line(drawing *d, ptl_str line)
{
    switch (kind_of_line(line)) {
    case LEVEL:
        name_level(d, line);
        break;
    case TITLE:
        d->out->title = kept(d->job, trimmed((ptl_str){ line.data + 2, line.size - 2 }));
        break;
    case NOTE:
        name_note(d, line);
        break;
    case ROW:
        add_row(d, line);
        break;
    case GAP:
        end_level(d);
        break;
    }
}

static void say_empty(ptl_job *job, const ptl_ground *out)
{
    if (ptl_ok(job) && out->levels.count == 0)
        ptl_fail(job, PTL_E_SYNTAX, 0, "dungeon-size", "there is no cell in it");
}

static void drawing_read(ptl_job *job, ptl_span source, const char *name, void *hub,
                         const ptl_files *files)
{
    lines   in = lines_of(source);
    drawing d  = { .job = job, .out = hub, .start = in.start, .name = { "", 0 } };
    ptl_str line;

    (void)name;
    (void)files;
    d.out->title = d.out->remarks = (ptl_str){ "", 0 };
    while (ptl_ok(job) && next_line(&in, &line))
        read_line(&d, line);
    if (ptl_ok(job))
        end_level(&d);
    say_empty(job, d.out);
}

/* A text of that name whose rows are drawn, most of them with rock and floor. */
static int drawing_probe(ptl_span head, uint64_t size, const char *name)
{
    size_t  rock = 0, floor = 0, blank = 0, all = 0;
    lines   in = lines_of(head);
    ptl_str line;

    (void)size;
    if (!ptl_has_extension(name, "txt"))
        return 0;
    while (next_line(&in, &line)) {
        bool row = kind_of_line(line) == ROW;

        for (size_t i = 0; row && i < line.size; i++, all++) {
            rock += line.data[i] == '#';
            floor += line.data[i] == '.';
            blank += line.data[i] == ' ';
        }
    }
    if (rock == 0 && floor < (all - blank + 1) / 2) /* prose has blanks and stops, too */
        return 0;
    return floor > 0 && rock + floor + blank >= (all + 1) / 2 ? 30 : 0;
}

const ptl_importer ptl_import_drawing = {
    .info  = { .name       = "drawing",
               .title      = "dungeon drawn as text",
               .extensions = "txt",
               .media_type = "text/plain" },
    .text  = true,
    .hub   = PTL_HUB_GROUND,
    .probe = drawing_probe,
    .read  = drawing_read,
};

/* ---- Tables ---------------------------------------------------------------------------------- */

/* The last letter of a door is the side it is drawn at: top and bottom are walked north and south.
 */
static const struct {
    const char *code;
    uint8_t     kind, bits;
} codes[] = {
    { "", PTL_GROUND_ROCK },
    { "F", PTL_GROUND_FLOOR },
    { "DT", PTL_GROUND_DOOR, TURNED },
    { "DB", PTL_GROUND_DOOR, TURNED },
    { "DL", PTL_GROUND_DOOR, ACROSS },
    { "DR", PTL_GROUND_DOOR, ACROSS },
    { "DST", PTL_GROUND_SECRET_DOOR, TURNED },
    { "DSB", PTL_GROUND_SECRET_DOOR, TURNED },
    { "DSL", PTL_GROUND_SECRET_DOOR, ACROSS },
    { "DSR", PTL_GROUND_SECRET_DOOR, ACROSS },
    { "DPT", PTL_GROUND_PORTCULLIS, TURNED },
    { "DPB", PTL_GROUND_PORTCULLIS, TURNED },
    { "DPL", PTL_GROUND_PORTCULLIS, ACROSS },
    { "DPR", PTL_GROUND_PORTCULLIS, ACROSS },
    { "SU", PTL_GROUND_STAIRS_UP },
    { "SUU", PTL_GROUND_STAIRS_UP },
    { "SD", PTL_GROUND_STAIRS_DOWN },
    { "SDD", PTL_GROUND_STAIRS_DOWN },
};

static bool find_code(ptl_str word, ptl_ground_cell *out)
{
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (ptl_str_is(word, codes[i].code)) {
            *out = (ptl_ground_cell){ codes[i].kind, codes[i].bits };
            return true;
        }
    return false;
}

/* The next word of a line with tabs; false at its end. */
static bool next_code(ptl_str *line, ptl_str *word)
{
    const char *tab = line->data && line->size > 0 ? memchr(line->data, '\t', line->size) : NULL;

    if (!line->data)
        return false;
    *word = trimmed((ptl_str){ line->data, tab ? (size_t)(tab - line->data) : line->size });
    *line = tab ? (ptl_str){ tab + 1, line->size - (size_t)(tab + 1 - line->data) }
                : (ptl_str){ NULL, 0 };
    return true;
}

static void measure(lines in, uint64_t *rows, uint64_t *columns)
{
    ptl_str line, word;

    while (next_line(&in, &line)) {
        uint64_t count = 0;

        while (next_code(&line, &word))
            count++;
        *columns = count > *columns ? count : *columns;
        ++*rows;
    }
}

static void fill_row(ptl_job *job, ptl_ground_level *level, ptl_str line, int64_t row,
                     const char *start)
{
    ptl_str word;
    char    shown[24];

    for (int64_t column = 0; next_code(&line, &word); column++) {
        ptl_ground_cell *cell = ptl_ground_at(level, row, column);

        if (find_code(word, cell))
            continue;
        cell->kind = PTL_GROUND_FLOOR;
        ptl_find(job, PTL_LOSS, (uint64_t)(word.data - start), "dungeon-sign",
                 "\"%s\" is no code of a cell that is known, and is floor",
                 ptl_quote(shown, sizeof shown, word.data, word.size));
    }
}

static void table_read(ptl_job *job, ptl_span source, const char *name, void *hub,
                       const ptl_files *files)
{
    lines             in   = lines_of(source);
    uint64_t          rows = 0, columns = 0;
    ptl_ground       *out = hub;
    ptl_ground_level *level;
    ptl_str           line;

    (void)name;
    (void)files;
    out->title = out->remarks = (ptl_str){ "", 0 };
    measure(in, &rows, &columns);
    level = ptl_ground_add_level(job, out, rows, columns, 0);
    for (int64_t row = 0; level && ptl_ok(job) && next_line(&in, &line); row++)
        fill_row(job, level, line, row, in.start);
}

/* Codes in most of its cells, and one of floor; other texts with tabs are soon known as such. */
enum { ENOUGH = 64 }; /* cells to judge by */

static int table_probe(ptl_span head, uint64_t size, const char *name)
{
    lines           in = lines_of(head);
    ptl_ground_cell cell;
    ptl_str         line, word;
    size_t          seen = 0, known = 0, floor = 0;

    (void)size;
    (void)name;
    while (next_line(&in, &line) && in.at < in.end) /* the last one may be cut */
        while (line.size > 0 && memchr(line.data, '\t', line.size) && next_code(&line, &word)) {
            bool good = find_code(word, &cell);

            seen++;
            known += good;
            floor += good && cell.kind == PTL_GROUND_FLOOR;
            if (seen > ENOUGH && known < seen / 4 * 3)
                return 0;
        }
    return floor > 0 && known >= seen / 4 * 3 ? 60 : 0;
}

const ptl_importer ptl_import_donjon_tsv = {
    .info  = { .name       = "donjon-tsv",
               .title      = "dungeon of donjon as a table",
               .extensions = "tsv txt",
               .media_type = "text/tab-separated-values" },
    .text  = true,
    .hub   = PTL_HUB_GROUND,
    .probe = table_probe,
    .read  = table_read,
};
