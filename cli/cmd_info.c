/* SPDX-License-Identifier: MIT */
/* portolan info: what a file is and holds. */
#include "commands.h"

#include <stdlib.h>
#include <string.h>

#include "files.h"

typedef struct info {
    reading reading;
    bool    json, notes, meaning;
} info;

typedef struct files { /* that belong to a document, and where they are */
    ptl_companion *companion;
    ptl_found     *found;
    size_t         count;
} files;

static files files_of(const info *i, const ptl_doc *doc, const char *path)
{
    files         all = { 0 };
    ptl_companion c;

    while (ptl_doc_companion(&c, doc, all.count))
        all.count++;
    all.companion = calloc(all.count + 1, sizeof *all.companion);
    all.found     = malloc((all.count + 1) * sizeof *all.found);
    if (!all.companion || !all.found)
        all.count = 0;
    for (size_t k = 0; k < all.count; k++) {
        ptl_doc_companion(&all.companion[k], doc, k);
        all.found[k].path[0] = 0;
    }
    if (!i->reading.opts.untrusted)
        ptl_find_companions(all.found, path, i->reading.folders, all.companion, all.count);
    return all;
}

static void files_free(files *all)
{
    free(all->companion);
    free(all->found);
}

static const char *said_of_missing(const info *i, const ptl_companion *c)
{
    return i->reading.opts.untrusted ? "not looked for"
           : c->needed               ? "missing"
                                     : "missing, not needed";
}

/* Columns of a terminal, near enough for names of files: bytes that begin a character. */
static int columns_of(const char *text)
{
    int columns = 0;

    for (; *text; text++)
        columns += ((unsigned char)*text & 0xC0) != 0x80;
    return columns;
}

enum { NAME_ROOM = 256, NAME_COLUMN = 20, WIDEST_COLUMN = 48 };

static int widest_of(const char *heading, int width)
{
    int least = columns_of(heading);

    return width < least ? least : width > WIDEST_COLUMN ? WIDEST_COLUMN : width;
}

static void put_padded(FILE *out, const char *text, int width)
{
    int blanks = 2 + (columns_of(text) < width ? width - columns_of(text) : 0);

    fputs(text, out);
    while (blanks-- > 0)
        fputc(' ', out);
}

static void file_line(FILE *out, const char *label, const char *number, const char *const words[2],
                      const int width[2], const char *where)
{
    fprintf(out, "%-*s%6s  ", NAME_COLUMN, label, number);
    put_padded(out, words[0], width[0]);
    put_padded(out, words[1], width[1]);
    fputs(where, out);
    fputc('\n', out);
}

static void files_text(const info *i, const files *all, FILE *out)
{
    static const char *const headings[2] = { "name", "role" };
    int                      width[2]    = { 0, 0 };
    char                     name[NAME_ROOM], number[16];
    shown_path               room;

    for (size_t k = 0; k < all->count; k++) {
        const ptl_companion *c = &all->companion[k];
        int used[2] = { columns_of(ptl_quote(name, sizeof name, c->name, strlen(c->name))),
                        columns_of(c->role) };

        for (size_t n = 0; n < 2; n++)
            width[n] = used[n] > width[n] ? used[n] : width[n];
    }
    for (size_t n = 0; n < 2; n++)
        width[n] = widest_of(headings[n], width[n]);
    if (all->count > 0)
        file_line(out, "files", "number", headings, width, "found at");
    for (size_t k = 0; k < all->count; k++) {
        const ptl_companion *c        = &all->companion[k];
        const char *const    words[2] = { ptl_quote(name, sizeof name, c->name, strlen(c->name)),
                                          c->role };

        snprintf(number, sizeof number, "%u", c->number);
        file_line(out, "", number, words, width,
                  all->found[k].path[0] ? show_path(&room, all->found[k].path)
                                        : said_of_missing(i, c));
    }
}

static void files_json(const files *all, FILE *out)
{
    fputs("  \"files\": [", out);
    for (size_t k = 0; k < all->count; k++) {
        const ptl_companion *c = &all->companion[k];

        fprintf(out, "%s\n    { \"number\": %u, \"name\": ", k > 0 ? "," : "", c->number);
        print_json_string(out, c->name);
        fprintf(out, ", \"role\": \"%s\", \"needed\": %s, \"path\": ", c->role,
                c->needed ? "true" : "false");
        if (all->found[k].path[0])
            print_json_string(out, all->found[k].path);
        else
            fputs("null", out);
        fputs(" }", out);
    }
    fputs("\n  ],\n", out);
}

/* Without a document the error is among the findings, and there are no facts. */
static void page_json(const info *i, const ptl_doc *doc, const char *path, const report *heard,
                      const ptl_bytes *page, FILE *out)
{
    files all = doc ? files_of(i, doc, path) : (files){ 0 };

    fputs("{\n  \"file\": ", out);
    print_json_string(out, path);
    fputs(",\n", out);
    files_json(&all, out);
    files_free(&all);
    fputs("  \"findings\": ", out);
    report_json(heard, out, -1);
    fputs(doc ? ",\n  \"facts\": " : ",\n  \"facts\": null\n", out);
    for (size_t k = 0; k < page->size; k++) {
        fputc(page->data[k], out);
        if (page->data[k] == '\n' && k + 1 < page->size)
            fputs("  ", out);
    }
    fputs("}\n", out);
}

static void page_text(const info *i, const ptl_doc *doc, const char *path, const ptl_bytes *page,
                      FILE *out)
{
    files      all = files_of(i, doc, path);
    shown_path room;

    fprintf(out, "%-20s%s\n", "file", show_path(&room, path));
    fwrite(page->data, 1, page->size, out);
    files_text(i, &all, out);
    files_free(&all);
}

static ptl_page page_kind(const info *i)
{
    return i->notes     ? PTL_PAGE_NOTES
           : i->meaning ? PTL_PAGE_MEANING
           : i->json    ? PTL_PAGE_JSON
                        : PTL_PAGE_TEXT;
}

static int info_one(void *user, const char *path, const streams *to)
{
    const info *i      = user;
    ptl_folder  beside = { .doc_path = path, .folders = i->reading.folders };
    ptl_files   near = { .load = strcmp(path, "-") == 0 ? NULL : ptl_folder_load, .user = &beside };
    report      heard = { 0 };
    ptl_bytes   page  = { 0 };
    ptl_status  status;
    ptl_doc    *doc = reading_open(&i->reading, path, &heard, &status);
    ptl_diag    wrong;

    if (doc)
        status = ptl_info_beside(&page, doc, page_kind(i), &near, &wrong);
    if (doc && status != PTL_OK)
        report_add(&heard, &wrong);
    report_print(&heard, to->err, path,
                 status == PTL_OK && !i->reading.quiet ? PTL_NOTE : PTL_ERROR);
    hint_refused(&i->reading, path, status, to->err);
    if (i->json)
        page_json(i, status == PTL_OK ? doc : NULL, path, &heard, &page, pen_stream(to->out));
    else if (doc && status == PTL_OK && (i->notes || i->meaning))
        fwrite(page.data, 1, page.size, pen_stream(to->out));
    else if (doc && status == PTL_OK)
        page_text(i, doc, path, &page, pen_stream(to->out));
    ptl_bytes_free(&page);
    ptl_doc_free(doc);
    report_free(&heard);
    return exit_code_of(status);
}

static int run_info(const cli_args *args)
{
    info i = { .json    = cli_flag(args, "json"),
               .notes   = cli_flag(args, "notes"),
               .meaning = cli_flag(args, "meaning-template") };
    int  code;

    if (args->operand_count == 0)
        return cli_usage(args, "info needs a file");
    if (i.meaning && (i.json || i.notes))
        return cli_usage(args, "--meaning-template prints a list and nothing else");
    if (i.json && i.notes)
        return cli_usage(args, "--notes are text; the JSON form of a document has them too");
    code = reading_begin(&i.reading, args);
    if (code == EXIT_FINE)
        code = files_each(&i.reading, info_one, &i);
    reading_end(&i.reading);
    return code;
}

static const cli_option options[] = {
    { 0, "json", NULL, NULL, "print the facts as JSON" },
    { 0, "notes", NULL, NULL, "print the notes people wrote into it, as text ready to paste" },
    { 0, "meaning-template", NULL, NULL,
      "print a list of the tiles in it, to fill in what they mean for --meaning" },
    READING_OPTIONS,
    { 0 },
};

const cli_command cli_info = {
    .name     = "info",
    .operands = "INPUT...",
    .summary  = "say what a file is and holds",
    .about    = "Prints a short page about each input; --json prints the same facts under stable\n"
                "names. A file given alone, as in 'portolan level.mpd', means info too.",
    .examples = "portolan info level.mpd\n"
                "portolan info --json level.mpd\n"
                "portolan info --notes dungeon.gmm\n"
                "portolan info --meaning-template ground.map >meaning.txt",
    .options  = options,
    .limits   = LIMITS_ALL,
    .settings = PTL_WHEN_READING,
    .run      = run_info,
};
