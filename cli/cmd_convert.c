/* SPDX-License-Identifier: MIT */
/* portolan convert: to another format, version or to JSON and back. */
#include "commands.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"

typedef struct convert {
    reading     reading;
    const char *to;     /* a format or json; NULL goes by the output's extension */
    const char *output; /* a file, "-", or a folder */
    bool        folder, overwrite;
    const char *folders[17]; /* to look for textures in, NULL-terminated */
} convert;

typedef struct output_name {
    char text[PATH_MAX];
} output_name;

/* ---- Where to ------------------------------------------------------------------------------- */

static bool is_folder(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* A format, export or json by the extension of a file name; NULL when none has it. */
static const char *target_by_name(const char *path)
{
    const char            *dot    = strrchr(path, '.');
    const ptl_format_info *format = ptl_format_by_extension(path);
    const ptl_export_info *target;

    if (dot && strcmp(dot, ".json") == 0)
        return "json";
    for (size_t i = 0; dot && (target = ptl_export_at(i)); i++)
        if (strcmp(target->extensions, dot + 1) == 0)
            return target->name;
    return format ? format->name : NULL;
}

static bool is_target(const char *name)
{
    const ptl_export_info *target;

    for (size_t i = 0; (target = ptl_export_at(i)); i++)
        if (strcmp(target->name, name) == 0)
            return true;
    return strcmp(name, "json") == 0 || ptl_format_named(name) != NULL;
}

/* The usual extension of a target. */
static void extension_of(char *out, size_t size, const char *target)
{
    const ptl_format_info *format = ptl_format_named(target);
    const char            *list   = format ? format->extensions : target; /* json */

    snprintf(out, size, "%.*s", (int)strcspn(list, " "), list);
}

static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        bool made;

        *slash = 0;
        made   = mkdir(path, 0777) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

/* The name a file gets in the output folder: what it has below `base`, with a new extension. */
static bool name_in_folder(output_name *out, const convert *c, const char *path, const char *base,
                           const char *target)
{
    const char *slash = strrchr(path, '/');
    const char *name  = base ? path + strlen(base) : slash ? slash : path;
    const char *dot   = strrchr(name, '.');
    char        extension[32];
    int         stem;

    name += strspn(name, "/");
    stem = dot && dot > name && !strchr(dot, '/') ? (int)(dot - name) : (int)strlen(name);
    extension_of(extension, sizeof extension, target);
    return snprintf(out->text, sizeof out->text, "%s/%.*s.%s", c->output, stem, name, extension) <
               (int)sizeof out->text &&
           make_folders(out->text);
}

/* ---- One file ------------------------------------------------------------------------------- */

static ptl_status write_stdout(const ptl_doc *doc, const ptl_write_opts *opts, FILE *out,
                               ptl_diag *wrong)
{
    ptl_bytes  bytes;
    ptl_status status = ptl_write(&bytes, doc, opts, wrong);

    if (status == PTL_OK)
        fwrite(bytes.data, 1, bytes.size, out);
    ptl_bytes_free(&bytes);
    return status;
}

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;

    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static ptl_status refuse(ptl_diag *wrong, ptl_status status, const char *why)
{
    *wrong = (ptl_diag){
        .severity = PTL_ERROR, .status = status, .rule = "output", .offset = PTL_NOWHERE
    };
    snprintf(wrong->message, sizeof wrong->message, "%s", why);
    return status;
}

/* What to write, and the name of the file it goes to. */
static ptl_status choose_output(const convert *c, const char *path, const char *base,
                                const char **to, output_name *name, ptl_diag *wrong)
{
    *to = c->to ? c->to : c->folder ? NULL : target_by_name(c->output);
    snprintf(name->text, sizeof name->text, "%s", c->output);
    if (!*to)
        return refuse(wrong, PTL_E_ARG, "the name does not say what to write: use --to");
    if (c->folder && !name_in_folder(name, c, path, base, *to))
        return refuse(wrong, PTL_E_IO, "cannot make the folder for it");
    if (!c->overwrite && same_file(path, name->text))
        return refuse(wrong, PTL_E_IO, "input and output are the same file: use --overwrite");
    return PTL_OK;
}

static ptl_status write_one(const convert *c, const ptl_doc *doc, const char *path, const char *to,
                            const output_name *name, report *heard, FILE *out, ptl_diag *wrong)
{
    ptl_folder     beside   = { path, c->folders };
    settings_list  settings = settings_for_writing(&c->reading, ptl_doc_format(doc));
    ptl_write_opts opts     = { .to            = to,
                                .overwrite     = c->overwrite,
                                .listener      = report_listener(heard),
                                .settings      = settings.list,
                                .setting_count = settings.count,
                                .files         = { .load = ptl_folder_load, .user = &beside } };

    if (strcmp(name->text, "-") == 0)
        return write_stdout(doc, &opts, out, wrong);
    return ptl_write_file(name->text, doc, &opts, wrong);
}

static void list_losses(const report *heard, const char *path, FILE *to)
{
    fputs("  { \"file\": ", to);
    print_json_string(to, path);
    fputs(", \"losses\": ", to);
    report_json(heard, to, PTL_LOSS);
    fputs(" }", to);
}

static int convert_one(void *user, const char *path, const char *base, const streams *to)
{
    const convert *c     = user;
    report         heard = { 0 }, failed = { 0 };
    output_name    name;
    const char    *target;
    ptl_status     status;
    ptl_diag       wrong;
    ptl_doc       *doc = reading_open(&c->reading, path, &heard, &status);

    if (doc)
        status = choose_output(c, path, base, &target, &name, &wrong);
    if (doc && status == PTL_OK)
        status = write_one(c, doc, path, target, &name, &heard, to->out.to, &wrong);
    report_print(&heard, &to->err, path, status == PTL_OK ? PTL_NOTE : PTL_ERROR);
    if (doc && status != PTL_OK && heard.of[PTL_ERROR] == 0) { /* the fault is the output's */
        report_add(&failed, &wrong);
        report_print(&failed, &to->err, name.text, PTL_ERROR);
    }
    list_losses(&heard, path, to->side);
    ptl_doc_free(doc);
    report_free(&heard);
    report_free(&failed);
    return exit_code_of(status);
}

/* ---- The command ---------------------------------------------------------------------------- */

static int open_losses(convert *c, const char *path)
{
    shown_path room;

    if (!path)
        return EXIT_FINE;
    if (!c->overwrite && access(path, F_OK) == 0)
        errno = EEXIST;
    else
        c->reading.side = fopen(path, "w");
    if (!c->reading.side) {
        fprintf(stderr, "%s: error: cannot write: %s [file]\n", show_path(&room, path),
                strerror(errno));
        return EXIT_CANNOT;
    }
    fputs("[\n", c->reading.side);
    return EXIT_FINE;
}

static int close_losses(convert *c, int code)
{
    if (!c->reading.side)
        return code;
    fputs("\n]\n", c->reading.side);
    return fclose(c->reading.side) == 0 ? code : EXIT_CANNOT;
}

static int run_convert(const cli_args *args)
{
    size_t  last = args->operand_count - 1;
    convert c    = { .to = cli_value(args, "to"), .overwrite = cli_flag(args, "overwrite") };
    int     code;

    if (args->operand_count < 2)
        return cli_usage(args, "convert needs an input and an output");
    if (c.to && !is_target(c.to))
        return cli_usage(args, "there is no format or export '%s'", c.to);
    c.output = args->operands[last];
    c.folder = last > 1 || is_folder(c.output) || cli_flag(args, "recursive");
    if (c.folder && !c.to)
        return cli_usage(args, "several files need --to, which says what they become");
    for (size_t k = 0; k < 16; k++)
        c.folders[k] = cli_value_at(args, "textures", k);
    code = reading_begin(&c.reading, args);
    if (code == EXIT_FINE)
        code = open_losses(&c, cli_value(args, "losses"));
    if (code == EXIT_FINE)
        code = close_losses(&c, files_each(&c.reading, last, convert_one, &c));
    reading_end(&c.reading);
    return code;
}

static const cli_option options[] = {
    { 't', "to", "TARGET", NULL, "what to write: a format's or export's name, or json" },
    { 0, "overwrite", NULL, NULL, "replace the output if it is there" },
    { 0, "textures", "DIR", NULL, "look for textures in this folder too (up to 16 times)" },
    { 0, "losses", "FILE", NULL, "write what was dropped or invented to this file, as JSON" },
    READING_OPTIONS,
    { 0 },
};

const cli_command cli_convert = {
    .name     = "convert",
    .operands = "INPUT... OUTPUT",
    .summary  = "write a file in another format or version, or as JSON and back",
    .about =
        "The output's extension says what to write, --to overrules it. '-' is standard input or\n"
        "output. Several inputs, or folders with --recursive, go to an output folder. What a "
        "conversion\n"
        "drops or invents is printed, and listed with --losses. An unchanged file comes back byte "
        "for byte.",
    .options  = options,
    .settings = PTL_WHEN_READING | PTL_WHEN_WRITING | PTL_WHEN_DRAWING,
    .run      = run_convert,
};
