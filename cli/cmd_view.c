/* SPDX-License-Identifier: MIT */
/* portolan view: a page to look at, with everything in it. */
#define _XOPEN_SOURCE 700

#include "commands.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "desktop.h"
#include "files.h"
#include "stop.h"
#include "view_page.h"

enum { PATH_ROOM = 4096 };

typedef struct view {
    reading     reading;
    view_page   page;
    const char *output;          /* a file or "-" */
    char        made[PATH_ROOM]; /* where it goes when no output was named */
} view;

/* Reading, checking and drawing of one file; what was found is on the page, and errors are said. */
static int view_one(view *v, const char *path)
{
    report     heard = { 0 };
    pen        err   = { stderr, has_colors(STDERR_FILENO) };
    ptl_status status;
    ptl_doc   *doc = reading_open(&v->reading, path, &heard, &status);

    if (doc)
        status = view_add(&v->page, doc, path, &heard);
    if (status != PTL_OK)
        report_print(&heard, &err, path, PTL_ERROR);
    hint_refused(&v->reading, path, status, &err);
    ptl_doc_free(doc);
    report_free(&heard);
    return exit_code_of(status);
}

/* ---- Where to ------------------------------------------------------------------------------- */

static void hear_of_file(void *user, ptl_file_event event, const char *path)
{
    (void)user;
    stop_hear(event, path);
}

/* A folder of its own, so that the page can have the name of the map. */
static bool make_place(view *v, const char *input)
{
    const char *temporary = getenv("TMPDIR"), *slash = strrchr(input, '/');
    const char *name = strcmp(input, "-") == 0 ? "map" : slash ? slash + 1 : input;
    char        folder[PATH_ROOM / 2];

    snprintf(folder, sizeof folder, "%s/portolan-XXXXXX",
             temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(folder))
        return false;
    snprintf(v->made, sizeof v->made, "%s/%.255s.html", folder, name);
    v->output = v->made;
    return true;
}

static int cannot(const char *path, const char *why)
{
    shown_path room;

    fprintf(stderr, "%s: error: %s [output]\n", show_path(&room, path), why);
    return EXIT_CANNOT;
}

static int put_page(const view *v, const char *text, size_t size, bool overwrite)
{
    ptl_write_opts opts   = { .overwrite = overwrite, .watch = { .hear = hear_of_file } };
    report         failed = { 0 };
    pen            err    = { stderr, has_colors(STDERR_FILENO) };
    ptl_diag       wrong;
    ptl_status     status;

    if (strcmp(v->output, "-") == 0)
        return fwrite(text, 1, size, stdout) == size ? EXIT_FINE : EXIT_CANNOT;
    status = ptl_put_file(v->output, text, size, &opts, &wrong);
    if (status != PTL_OK)
        report_add(&failed, &wrong);
    report_print(&failed, &err, v->output, PTL_ERROR);
    report_free(&failed);
    return exit_code_of(status);
}

static int open_page(const view *v)
{
    const char *wrong = desktop_open(v->output);
    char        text[128];

    if (!wrong)
        return EXIT_FINE;
    snprintf(text, sizeof text, "it is written, but %s", wrong);
    return cannot(v->output, text);
}

/* ---- The command ---------------------------------------------------------------------------- */

static int make_page(view *v, const cli_args *args)
{
    file_list files = files_list(&v->reading, args->operand_count, NULL);
    int       code  = view_begin(&v->page, &v->reading);
    size_t    size  = 0;
    char     *text  = NULL;

    for (size_t i = 0; code == EXIT_FINE && i < files.count; i++)
        if (v->output && same_path(v->output, files.file[i].path))
            code = cannot(v->output, "this is an input");
    for (size_t i = 0; code == EXIT_FINE && i < files.count; i++)
        code = view_one(v, files.file[i].path);
    if (code == EXIT_FINE && files.count == 0)
        code = EXIT_CANNOT;
    if (code == EXIT_FINE && files.count == 2)
        view_compare(&v->page, files.file[0].path, files.file[1].path);
    if (code == EXIT_FINE && !v->output && !make_place(v, files.file[0].path))
        code = cannot(files.file[0].path, "there is no folder for temporary files");
    if (code == EXIT_FINE) {
        text = view_end(&v->page, &size);
        code = text ? put_page(v, text, size, cli_flag(args, "overwrite")) : EXIT_CANNOT;
    }
    free(text);
    view_free(&v->page);
    file_list_free(&files);
    return code;
}

static int run_view(const cli_args *args)
{
    view       v    = { .output = cli_value(args, "output") };
    bool       show = cli_flag(args, "open") || !v.output;
    shown_path room;
    int        code;

    if (args->operand_count == 0)
        return cli_usage(args, "view needs a file");
    if (cli_flag(args, "overwrite") && (!v.output || strcmp(v.output, "-") == 0))
        return cli_usage(args, "--overwrite goes with --output FILE: nothing else is replaced");
    if (v.output && strcmp(v.output, "-") == 0 && show)
        return cli_usage(args, "--open goes with a file, not with standard output");
    stop_begin();
    code                       = reading_begin(&v.reading, args);
    v.reading.opts.keep_source = true;
    if (code == EXIT_FINE)
        code = make_page(&v, args);
    if (code == EXIT_FINE && !cli_value(args, "output") && !v.reading.quiet)
        printf("%s\n", show_path(&room, v.output));
    if (code == EXIT_FINE && show)
        code = open_page(&v);
    reading_end(&v.reading);
    return code;
}

static const cli_option options[] = {
    { 'o', "output", "FILE", NULL, "write the page here; '-' is standard output" },
    { 0, "open", NULL, NULL, "open the page in the browser; without --output it is" },
    { 0, "overwrite", NULL, NULL, "replace the page if it exists" },
    READING_ONE_OPTIONS,
    { 0 },
};

const cli_command cli_view = {
    .name     = "view",
    .operands = "INPUT...",
    .summary  = "make a page to look at, and open it",
    .about = "Writes one HTML file with the maps in it: plan and scene, findings, facts, textures, "
             "and of "
             "two files what changed. It needs no network and nothing installed, so that it can be "
             "mailed, or put into a wiki or a pull request. Without --output it is a temporary "
             "file, and "
             "is opened with xdg-open.",
    .examples = "portolan view dungeon.gmm\n"
                "portolan view dungeon.gmm -o dungeon.html\n"
                "portolan view before.gmm after.gmm -o both.html --open",
    .options  = options,
    .limits   = LIMITS_ALL,
    .settings = PTL_WHEN_READING,
    .run      = run_view,
};
