/* SPDX-License-Identifier: MIT */
/* Help pages for people: what everybody needs first, then groups, no wider than the terminal. */
#include "commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { NARROWEST = 40, WIDEST = 100, USUAL = 80, LEFT = 29 };

const char *const cli_groups[] = { "camera",   "plan",  "animation", "heightmap",
                                   "pictures", "files", "limits",    NULL };

/* ---- Lines ---------------------------------------------------------------------------------- */

/* What COLUMNS says, or the window behind standard output. */
static size_t width_of_page(void)
{
    struct winsize window;
    const char    *given = getenv("COLUMNS");
    long           wide  = given ? strtol(given, NULL, 10) : 0;

    if (wide <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0)
        wide = window.ws_col;
    if (wide <= 0)
        wide = USUAL;
    return wide < NARROWEST ? NARROWEST : wide > WIDEST ? WIDEST : (size_t)wide;
}

/* Puts words from column `at` on, later lines from `indent` on; line ends are blanks. */
static void put_words(const char *text, size_t at, size_t indent, size_t width)
{
    bool first = true;

    for (text += strspn(text, " \n"); *text; text += strspn(text, " \n")) {
        size_t length = strcspn(text, " \n");

        if (!first && at + 1 + length > width) {
            printf("\n%*s", (int)indent, "");
            at    = indent;
            first = true;
        }
        printf("%s%.*s", first ? "" : " ", (int)length, text);
        at += length + !first;
        first = false;
        text += length;
    }
    putchar('\n');
}

static void put_option(const cli_option *o, size_t width)
{
    char   left[80], text[1024];
    size_t indent = width < 60 ? 8 : LEFT;
    int    used   = snprintf(left, sizeof left, "  %s%c%s--%s%s%s", o->letter ? "-" : "  ",
                        o->letter ? o->letter : ' ', o->letter ? ", " : " ", o->name,
                        o->value ? " " : "", o->value ? o->value : "");

    fputs(left, stdout);
    if ((size_t)used + 1 > indent)
        printf("\n%*s", (int)indent, "");
    else
        printf("%*s", (int)indent - used, "");
    snprintf(text, sizeof text, "%s%s%s", o->help, o->choices ? ": " : "",
             o->choices ? o->choices : "");
    put_words(text, indent, indent, width);
}

/* ---- Which options -------------------------------------------------------------------------- */

bool cli_owned_by(const char *owners, const char *name)
{
    for (const char *at = owners; at && *at; at += strspn(at, ", ")) {
        size_t length = strcspn(at, ", ");

        if (length == strlen(name) && strncmp(at, name, length) == 0)
            return true;
        at += length;
    }
    return false;
}

bool cli_in_group(const cli_option *o, const char *owners, const char *group)
{
    if (owners && !cli_owned_by(owners, "exports"))
        return false; /* of single formats */
    return o->group && group ? strcmp(o->group, group) == 0 : !o->group && !group;
}

typedef struct listing {
    const char *group;  /* those of this group; NULL: those of none */
    const char *title;  /* printed before the first                 */
    const char *format; /* or settings of this format               */
    size_t      width, count;
    bool        others; /* there are options of single formats */
} listing;

static void list_option(void *user, const cli_option *o, const char *owners)
{
    listing *l = user;

    l->others = l->others || (owners && !cli_owned_by(owners, "exports"));
    if (l->format ? !cli_owned_by(owners, l->format) : !cli_in_group(o, owners, l->group))
        return;
    if (l->count++ == 0)
        printf("\n%s:\n", l->title);
    put_option(o, l->width);
}

/* ---- Pages ---------------------------------------------------------------------------------- */

/* Later lines begin below the first of the words behind the program's name. */
static void put_usage(const char *before, const char *words, size_t width)
{
    printf("%sportolan ", before);
    put_words(words, 16, 16, width);
}

static void help_program(size_t width)
{
    put_usage("usage: ", "COMMAND INPUT... [OUTPUT] [options]", width);
    put_usage("       ", "FILE", width);
    putchar('\n');
    put_words("Opens the maps and models of game engines, checks them, and carries them elsewhere.",
              0, 0, width);
    putchar('\n');
    for (size_t i = 0; cli_commands[i]; i++) {
        printf("  %-10s ", cli_commands[i]->name);
        put_words(cli_commands[i]->summary, 13, 13, width);
    }
    putchar('\n');
    put_words(
        "'portolan help COMMAND' says more, 'portolan help FORMAT' what the commands take for "
        "one format. Exit codes: 0 fine, 1 findings, 2 usage, 3 cannot read or write.",
        0, 0, width);
}

/* A command line that is too long goes on behind a backslash, as shells take it. */
static void put_example(const char *line, size_t length, size_t width)
{
    size_t at = 2;

    fputs("  ", stdout);
    for (size_t word; length > 0; line += word, length -= word) {
        word = 0;
        while (word < length && (word == 0 || line[word] != ' '))
            word++;
        if (at + word + (word < length ? 2 : 0) > width && at > 6) {
            fputs(" \\\n     ", stdout);
            at = 5;
        }
        printf("%.*s", (int)word, line);
        at += word;
    }
    putchar('\n');
}

static void put_examples(const char *examples, size_t width)
{
    if (!examples)
        return;
    puts("\nexamples:");
    for (const char *at = examples; *at; at += strspn(at, "\n")) {
        size_t length = strcspn(at, "\n");

        put_example(at, length, width);
        at += length;
    }
}

void print_help(const cli_command *command)
{
    listing l = { .title = "options", .width = width_of_page() };
    char    summary[160];

    if (!command) {
        help_program(l.width);
        return;
    }
    snprintf(summary, sizeof summary, "%s %s [options]", command->name, command->operands);
    put_usage("usage: ", summary, l.width);
    putchar('\n');
    snprintf(summary, sizeof summary, "%s.", command->summary);
    put_words(summary, 0, 0, l.width);
    put_words(command->about, 0, 0, l.width);
    put_examples(command->examples, l.width);
    cli_each_option(command, list_option, &l);
    for (size_t i = 0; cli_groups[i]; i++) {
        l.group = l.title = cli_groups[i];
        l.count           = 0;
        cli_each_option(command, list_option, &l);
    }
    if (l.others) {
        char text[128];

        snprintf(text, sizeof text,
                 "More options belong to single formats: 'portolan help %s FORMAT' lists them.",
                 command->name);
        putchar('\n');
        put_words(text, 0, 0, l.width);
    }
}

static void list_for_format(const cli_command *command, const ptl_format_info *format, size_t width)
{
    char    title[64];
    listing l = { .title = title, .format = format->name, .width = width };

    snprintf(title, sizeof title, "portolan %s", command->name);
    cli_each_option(command, list_option, &l);
}

static void count_option(void *user, const cli_option *o, const char *owners)
{
    listing *l = user;

    (void)o;
    l->count += cli_owned_by(owners, l->format);
}

static size_t count_for_format(const cli_command *only, const ptl_format_info *format)
{
    listing l = { .format = format->name };

    for (size_t i = 0; cli_commands[i]; i++)
        if (!only || only == cli_commands[i])
            cli_each_option(cli_commands[i], count_option, &l);
    return l.count;
}

void print_format_help(const ptl_format_info *format, const cli_command *only)
{
    size_t width = width_of_page();
    bool   any   = count_for_format(only, format) > 0;
    char   text[256];

    snprintf(text, sizeof text, "%s: %s, files that end in %s. %s%s", format->name, format->title,
             format->extensions, any || !only ? "" : only->name,
             any     ? "What commands take for it:"
             : !only ? "No command takes an option for it alone."
                     : " takes no option for it alone.");
    put_words(text, 0, 0, width);
    for (size_t i = 0; cli_commands[i]; i++)
        if (!only || only == cli_commands[i])
            list_for_format(cli_commands[i], format, width);
}
