/* SPDX-License-Identifier: MIT */
/* portolan diff: what changed between two files. */
#include "commands.h"

#include <portolan/compare.h>
#include <string.h>
#include <unistd.h>

#include "sides.h"

static ptl_diff_form form_of(const cli_args *args)
{
    const char *name = cli_value(args, "format");

    if (cli_flag(args, "stat"))
        return PTL_DIFF_STAT;
    if (cli_flag(args, "json"))
        return PTL_DIFF_JSON;
    if (!name || strcmp(name, "text") == 0)
        return PTL_DIFF_TEXT;
    return strcmp(name, "json") == 0 ? PTL_DIFF_JSON : PTL_DIFF_PATCH;
}

static int show(const sides *s, const ptl_bytes *page, ptl_diff_form form)
{
    const char *to   = cli_value(s->reading.args, "output");
    bool        text = form == PTL_DIFF_TEXT || form == PTL_DIFF_STAT;

    if (s->reading.quiet && !to)
        return EXIT_FINE;
    if (text && !to && has_colors(STDOUT_FILENO)) {
        sides_print_colored(page);
        return EXIT_FINE;
    }
    return sides_put(s, "output", page->data, page->size);
}

static int compare(sides *s, const cli_args *args)
{
    ptl_diff_opts opts = { .form = form_of(args),
                           .most = cli_flag(args, "all") ? SIZE_MAX : 0,
                           .read = s->reading.opts };
    ptl_compared  found;
    ptl_diag      wrong;
    int           code = sides_picture(s);

    if (code != EXIT_FINE)
        return code;
    if (ptl_diff(&found, &s->file[0], &s->file[1], &opts, &wrong) != PTL_OK)
        return sides_fail(s, &wrong);
    code = show(s, &found.page, opts.form);
    ptl_bytes_free(&found.page);
    return code != EXIT_FINE ? code : found.how == PTL_DIFFERS ? EXIT_FINDINGS : EXIT_FINE;
}

/* What is wrong with the options, or NULL. */
static const char *fault(const cli_args *args)
{
    bool json = cli_flag(args, "json");

    if (json && cli_flag(args, "format"))
        return "--json is --format json: give one of them";
    if (cli_flag(args, "stat") && (json || cli_flag(args, "format")))
        return "--stat is text, and excludes --format and --json";
    if (cli_flag(args, "all") && form_of(args) != PTL_DIFF_TEXT)
        return "--all is for texts: everything else has every change, or none";
    return NULL;
}

static int run_diff(const cli_args *args)
{
    sides s;
    int   code;

    if (args->operand_count != 2)
        return cli_usage(args, "diff needs two files");
    if (fault(args))
        return cli_usage(args, "%s", fault(args));
    code = sides_begin(&s, args, 2, 2);
    if (code == EXIT_FINE)
        code = compare(&s, args);
    sides_end(&s);
    return code;
}

static const cli_option options[] = {
    { 0, "format", "FORM", "text json patch", "text for people, JSON, or a patch for apply" },
    { 0, "json", NULL, NULL, "the same as --format json" },
    { 0, "stat", NULL, NULL, "print only how many of what changed" },
    { 0, "all", NULL, NULL, "print every change, however many there are" },
    SIDES_PICTURE,
    SIDES_OPTIONS,
    { 0 },
};

const cli_command cli_diff = {
    .name     = "diff",
    .operands = "BEFORE AFTER",
    .summary  = "say what changed between two files, in their own terms",
    .about =
        "Compares two files of one format, or JSON of it: cells by their coordinates, levels,\n"
        "notes and joints by their names. First how many of what changed, then a line for each:\n"
        "+ added, - removed, ~ changed, > moved. Ends with 0 when both mean the same, 1 when\n"
        "they do not, and 3 when one cannot be read.",
    .examples = "portolan diff old.gmm new.gmm\n"
                "portolan diff --stat old.mpd new.mpd\n"
                "portolan diff --format json old.pfmap new.pfmap\n"
                "portolan diff old.gmm new.gmm --picture changes.png",
    .options  = options,
    .limits   = LIMITS_ALL,
    .run      = run_diff,
};
