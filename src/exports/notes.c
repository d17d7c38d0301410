/* SPDX-License-Identifier: MIT */
/* Notes as Markdown, to be read, and as CSV, for tables. Whatever was written into a map is text in
 * both: it neither becomes markup nor a formula. */
#include <string.h>

#include "core/utf8.h"
#include "core/words.h"
#include "exports/export.h"
#include "hubs/notes.h"

#define STAND_IN "\xEF\xBF\xBD" /* U+FFFD, for what is no character */

void ptl_notes_export(ptl_job *job, ptl_buf *out, void *notes, const ptl_export *export,
                      const ptl_side *side)
{
    export->write[PTL_HUB_NOTES](job, out, notes, side);
}

/* ---- Characters ------------------------------------------------------------------------------ */

/* The next character of a text, as it may stand in a file: line ends are LF, and what is no UTF-8,
 * or could rewrite the line it stands in, has a stand-in. */
static ptl_str next_character(ptl_str *text)
{
    uint32_t code;
    size_t   size = ptl_utf8_decode(text->data, text->size, &code);
    ptl_str  out  = { text->data, size };

    if (size > 0 && code == '\r') {
        size += size < text->size && text->data[size] == '\n';
        out = (ptl_str){ "\n", 1 };
    } else if (size == 0 || (code != '\n' && code != '\t' && !ptl_utf8_harmless(code))) {
        size += size == 0;
        out = (ptl_str){ STAND_IN, strlen(STAND_IN) };
    }
    text->data += size;
    text->size -= size;
    return out;
}

/* ---- Markdown -------------------------------------------------------------------------------- */

static bool is_one_of(char c, const char *set)
{
    return c != 0 && strchr(set, c);
}

/* A number, or a dash and its like, that begins a line begins a list there, or a rule: how many
 * characters on is the one that needs a backslash. */
static size_t lead_of(ptl_str rest)
{
    size_t digits = 0;

    if (rest.size > 0 && is_one_of(rest.data[0], "+-=:"))
        return 1;
    while (digits < rest.size && rest.data[digits] >= '0' && rest.data[digits] <= '9')
        digits++;
    return digits > 0 && digits < rest.size && is_one_of(rest.data[digits], ".)") ? digits + 1 : 0;
}

/* Where a line begins, blanks would make it code, and an empty line would end the paragraph. */
static size_t begin_line(ptl_str *text)
{
    while (text->size > 0 && is_one_of(text->data[0], " \t\r\n"))
        next_character(text);
    return lead_of(*text);
}

/* Every mark of Markdown gets a backslash. Further lines belong to the same paragraph, `inset` from
 * the left, or to the same line where that is NULL. */
static void put_marked(ptl_buf *out, ptl_str text, const char *inset, size_t lead)
{
    while (text.size > 0 && ptl_ok(out->job)) {
        ptl_str c = next_character(&text);

        if (c.data[0] == '\n') {
            lead = begin_line(&text);
            if (text.size > 0)
                ptl_put_format(out, "%s%s", inset ? "\\\n" : " ", inset ? inset : "");
            continue;
        }
        if (lead == 1 || (c.size == 1 && is_one_of(c.data[0], "\\`*_{}[]<>#|~&!$^")))
            ptl_put_char(out, '\\');
        lead -= lead > 0;
        ptl_put(out, c.data, c.size);
    }
}

static void put_words(ptl_buf *out, const char *before, ptl_str text, const char *after)
{
    ptl_put_text(out, before);
    put_marked(out, text, NULL, 0);
    ptl_put_text(out, after);
}

static void put_entry(ptl_buf *out, const ptl_notes_entry *e, bool with_region)
{
    put_words(out, "* (", e->place, ")");
    if (with_region && e->region.size > 0)
        put_words(out, " in *", e->region, "*");
    if (e->mark.size > 0)
        put_words(out, " **", e->mark, "**");
    if (strcmp(e->kind, "label") == 0)
        ptl_put_text(out, " *label*");
    ptl_put_text(out, e->text.size > 0 ? " " : "");
    put_marked(out, e->text, "  ", 0);
    ptl_put_char(out, '\n');
}

static void put_paragraph(ptl_buf *out, ptl_str text)
{
    size_t lead = begin_line(&text);

    if (text.size == 0)
        return;
    ptl_put_char(out, '\n');
    put_marked(out, text, "", lead);
    ptl_put_char(out, '\n');
}

static void put_level(ptl_job *job, ptl_buf *out, const ptl_notes_level *level)
{
    ptl_str region = { "", 0 };

    ptl_put_format(out, "\n## %zu. ", level->number);
    put_words(out, "", level->name, "\n");
    put_paragraph(out, level->remarks);
    for (size_t i = 0; i < level->entries.count && ptl_ok(job); i++) {
        const ptl_notes_entry *e     = &level->entries.data[i];
        bool                   other = level->by_region && !ptl_str_same(e->region, region);

        if (other)
            put_words(out, "\n### ", e->region, "\n");
        if (other || i == 0)
            ptl_put_char(out, '\n');
        region = e->region;
        put_entry(out, e, !level->by_region);
    }
}

static void write_markdown(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    const ptl_notes *notes = hub;

    (void)side;
    put_words(out, "# ", notes->title, "\n");
    put_paragraph(out, notes->remarks);
    for (size_t i = 0; i < notes->levels.count && ptl_ok(job); i++)
        if (notes->levels.data[i].entries.count > 0 || notes->levels.data[i].remarks.size > 0)
            put_level(job, out, &notes->levels.data[i]);
}

const ptl_export ptl_export_notes_md = {
    .info  = { .name       = "notes.md",
               .title      = "notes as Markdown",
               .extensions = "notes.md md",
               .media_type = "text/markdown" },
    .write = { [PTL_HUB_NOTES] = write_markdown },
};

/* ---- CSV ------------------------------------------------------------------------------------- */

/* By RFC 4180. A field that programs for tables would take for a formula has an apostrophe in front
 * of it, which they take for "this is text". */
static void put_field(ptl_buf *out, ptl_str text, const char *end)
{
    bool formula = text.size > 0 && is_one_of(text.data[0], "=+-@\t\r\n");
    bool quoted  = false;

    for (size_t i = 0; i < text.size; i++)
        quoted = quoted || is_one_of(text.data[i], "\",\r\n");
    ptl_put_text(out, quoted ? "\"" : "");
    ptl_put_text(out, formula ? "'" : "");
    while (text.size > 0 && ptl_ok(out->job)) {
        ptl_str c = next_character(&text);

        ptl_put_text(out, c.data[0] == '"' ? "\"" : "");
        ptl_put(out, c.data, c.size);
    }
    ptl_put_text(out, quoted ? "\"" : "");
    ptl_put_text(out, end);
}

static void put_row(ptl_buf *out, const ptl_notes_level *level, const ptl_notes_entry *e)
{
    ptl_put_format(out, "%zu,", level->number);
    put_field(out, level->name, ",");
    put_field(out, e->region, ",");
    put_field(out, e->place, ",");
    ptl_put_format(out, "%s,", e->kind);
    put_field(out, e->mark, ",");
    put_field(out, e->text, "\r\n");
}

/* Notes about whole levels, and about the map, have rows of their own. */
static void put_remarks(ptl_buf *out, const ptl_notes_level *level)
{
    if (level->remarks.size > 0)
        put_row(out, level,
                &(ptl_notes_entry){ { "", 0 }, { "", 0 }, "level", { "", 0 }, level->remarks });
}

static void write_csv(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    const ptl_notes *notes = hub;

    (void)side;
    ptl_put_text(out, "level,name,region,place,kind,mark,text\r\n");
    if (notes->remarks.size > 0) {
        ptl_put_text(out, ",");
        put_field(out, notes->title, ",,,map,,");
        put_field(out, notes->remarks, "\r\n");
    }
    for (size_t i = 0; i < notes->levels.count && ptl_ok(job); i++) {
        const ptl_notes_level *level = &notes->levels.data[i];

        put_remarks(out, level);
        for (size_t k = 0; k < level->entries.count && ptl_ok(job); k++)
            put_row(out, level, &level->entries.data[k]);
    }
}

const ptl_export ptl_export_notes_csv = {
    .info  = { .name       = "notes.csv",
               .title      = "notes as a table",
               .extensions = "notes.csv csv",
               .media_type = "text/csv" },
    .write = { [PTL_HUB_NOTES] = write_csv },
};
