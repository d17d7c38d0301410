/* SPDX-License-Identifier: MIT */
/* portolan new: a document to begin with. */
#include "commands.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "files.h"
#include "progress.h"
#include "stop.h"

typedef struct making {
    reading        reading;
    ptl_setting   *settings; /* those given, then those that are known without */
    size_t         setting_count;
    char           now[20];
    report         heard;
    const char    *output;
    bool           has_files; /* what the document names is there already */
    ptl_write_opts opts;
} making;

/* The library knows no clock: where a format keeps the time it was made, it is told. */
static void add_times(making *m, const ptl_format_info *format)
{
    time_t     now = time(NULL);
    struct tm *t   = localtime(&now);

    if (!t || strftime(m->now, sizeof m->now, "%Y-%m-%d %H:%M:%S", t) == 0)
        return;
    for (const ptl_setting_info *s = format->settings; s && s->name; s++)
        if (s->when & PTL_WHEN_MAKING && s->value && strcmp(s->value, "TIME") == 0)
            m->settings[m->setting_count++] = (ptl_setting){ s->name, m->now, strlen(m->now) };
}

static bool list_settings(making *m, const ptl_format_info *format)
{
    size_t known = 0;

    while (format->settings && format->settings[known].name)
        known++;
    m->settings = calloc(m->reading.setting_count + known + 1, sizeof *m->settings);
    if (!m->settings)
        return false;
    for (size_t i = 0; i < m->reading.setting_count; i++)
        m->settings[m->setting_count++] = m->reading.settings[i];
    add_times(m, format); /* behind what is given, which counts */
    return true;
}

static ptl_status write_out(const making *m, const ptl_doc *doc, ptl_diag *wrong)
{
    ptl_bytes  bytes = { 0 };
    ptl_status status;

    if (strcmp(m->output, "-") != 0)
        return ptl_write_file(m->output, doc, &m->opts, wrong);
    status = ptl_write(&bytes, doc, &m->opts, wrong);
    if (status == PTL_OK)
        fwrite(bytes.data, 1, bytes.size, stdout);
    ptl_bytes_free(&bytes);
    return status;
}

static void hear_of_file(void *user, ptl_file_event event, const char *path)
{
    (void)user;
    stop_hear(event, path);
}

/* Pictures of a new document are put beside it; those that somebody has already stay, whatever may
 * be overwritten. */
static bool may_put(void *user, const char *path)
{
    const making *m = user;

    return !m->has_files || strcmp(path, m->output) == 0;
}

/* Whether it needs files, and they are there. What needs none may become something that does. */
static bool finds_all(const ptl_doc *doc, const char *path)
{
    ptl_companion c;
    char          found[4096];
    bool          any = false;

    for (size_t i = 0; ptl_doc_companion(&c, doc, i); i++) {
        if (c.needed && !ptl_find_companion(found, sizeof found, path, NULL, &c))
            return false;
        any = any || c.needed;
    }
    return any;
}

static void hear_error(void *user, const ptl_diag *diag)
{
    if (diag->severity == PTL_ERROR)
        report_add(user, diag);
}

/* A new document is valid, whatever was wished for. */
static bool is_valid(making *m, const ptl_doc *doc)
{
    ptl_check_opts opts = { .listener = { hear_error, &m->heard, NULL } };

    return ptl_check(doc, &opts, NULL) == PTL_OK && m->heard.of[PTL_ERROR] == 0;
}

static int make_one(making *m, const ptl_format_info *format, bool overwrite)
{
    ptl_read_opts opts   = { .settings      = m->settings,
                             .setting_count = m->setting_count,
                             .limits        = m->reading.opts.limits,
                             .listener      = report_listener(&m->heard) };
    pen           err    = { stderr, has_colors(STDERR_FILENO) };
    ptl_doc      *doc    = NULL;
    ptl_diag      wrong  = { .status = PTL_OK };
    ptl_status    status = ptl_new(&doc, format->name, &opts, &wrong);

    m->opts = (ptl_write_opts){ .to        = ptl_target_by_name(m->output),
                                .overwrite = overwrite,
                                .listener  = report_listener(&m->heard),
                                .watch     = { hear_of_file, m, may_put } };
    if (status == PTL_OK && !is_valid(m, doc))
        status = PTL_E_ARG;
    if (status == PTL_OK) {
        m->has_files = finds_all(doc, m->output);
        status       = write_out(m, doc, &wrong);
    }
    if (status != PTL_OK && m->heard.of[PTL_ERROR] == 0 && wrong.status != PTL_OK)
        report_add(&m->heard, &wrong);
    report_print(&m->heard, &err, m->output, m->reading.quiet ? PTL_ERROR : PTL_NOTE);
    ptl_doc_free(doc);
    return exit_code_of(status);
}

static int refuse_format(const cli_args *args, const char *name)
{
    suggestion             near = suggest_for(name, strlen(name));
    suggestion_text        meant;
    const ptl_format_info *format;

    for (size_t i = 0; (format = ptl_format_at(i)); i++)
        if (ptl_format_can(format) & PTL_CAN_NEW)
            suggest_offer(&near, format->name);
    return cli_usage(args, "new takes the name of a format: see portolan formats%s",
                     suggest_text(&meant, &near, ""));
}

static int run_new(const cli_args *args)
{
    making                 m = { .output = cli_value(args, "output") };
    const ptl_format_info *format;
    int                    code;

    if (args->operand_count != (m.output ? 1 : 2))
        return cli_usage(args, "new needs a format and an output");
    format = ptl_format_named(args->operands[0]);
    if (!format || !(ptl_format_can(format) & PTL_CAN_NEW))
        return refuse_format(args, args->operands[0]);
    m.output = m.output ? m.output : args->operands[1];
    if (strncmp(format->media_type, "text/", 5) != 0 && is_terminal(m.output))
        return cli_usage(args, "this is no text, and is not written to a terminal: name a file");
    stop_begin();
    code = reading_begin(&m.reading, args);
    if (code == EXIT_FINE)
        code = list_settings(&m, format) ? make_one(&m, format, cli_flag(args, "overwrite"))
                                         : EXIT_CANNOT;
    free(m.settings);
    report_free(&m.heard);
    reading_end(&m.reading);
    return code;
}

static const cli_option options[] = {
    { 'o', "output", "OUTPUT", NULL, "write here, instead of naming the output as an operand" },
    { 0, "overwrite", NULL, NULL, "replace the output if it exists" },
    { 'q', "quiet", NULL, NULL, "print errors only" },
    { 0 },
};

const cli_command cli_new = {
    .name     = "new",
    .operands = "FORMAT OUTPUT",
    .summary  = "make a new file to begin with",
    .about = "What is made is small, valid and can be drawn: flat ground, a room, a box, an empty "
             "layer.\n"
             "Textures it names go beside it, where there are none yet.\n"
             "'portolan formats' lists the formats; '-' is standard output.",
    .examples = "portolan new pfmap --size 4x4 plain.pfmap\n"
                "portolan new grmm --title Crypt crypt.gmm\n"
                "portolan help new grmm",
    .options  = options,
    .settings = PTL_WHEN_MAKING,
    .limits   = LIMITS_OF_BYTES, /* it reads no JSON, and no map with a coder */
    .run      = run_new,
};
