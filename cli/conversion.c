/* SPDX-License-Identifier: MIT */
/* Files in, other files out: what convert and render share. */
#include "conversion.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "outputs.h"
#include "stop.h"

typedef struct convert {
    reading     reading;
    const char *media;  /* only exports of this media type count, or NULL        */
    const char *to;     /* a format or json; NULL goes by the output's extension */
    const char *output; /* a file, "-", or a folder */
    bool        folder, overwrite, list;
    outputs     outputs;
} convert;

/* ---- Where to ------------------------------------------------------------------------------- */

static bool is_folder(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* The first export that counts and has a name, or an extension as a path has it; NULL asks for no
 * matter which. */
static const ptl_export_info *find_export(const char *media, const char *name, const char *path)
{
    const ptl_export_info *e;

    for (size_t i = 0; (e = ptl_export_at(i)); i++)
        if (cli_counts(media, e) && (!name || strcmp(e->name, name) == 0) &&
            (!path || ptl_has_extension(path, e->extensions)))
            return e;
    return NULL;
}

/* A format, export or json by the extension of a file name; NULL when none has it. */
static const char *target_by_name(const char *media, const char *path)
{
    const ptl_export_info *target = find_export(media, NULL, path);

    if (!media)
        return ptl_target_by_name(path);
    return target ? target->name : NULL;
}

/* The usual extension of a target. */
static void extension_of(char *out, size_t size, const char *target)
{
    const ptl_format_info *format = ptl_format_named(target);
    const ptl_export_info *export = find_export(NULL, target, NULL);
    const char *list = format ? format->extensions : export ? export->extensions : target;

    snprintf(out, size, "%.*s", (int)strcspn(list, " "), list); /* json is its own extension */
}

/* ---- One file ------------------------------------------------------------------------------- */

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

static const char *target_of(const convert *c)
{
    return c->to ? c->to : c->folder ? NULL : target_by_name(c->media, c->output);
}

/* Whether the output can be written, and makes its folder. */
static ptl_status prepare_output(convert *c, const char *path, size_t index, ptl_diag *wrong)
{
    if (!target_of(c))
        return refuse(wrong, PTL_E_ARG, "the name does not say what to write: use --to");
    if (c->folder && !outputs_make_folders(&c->outputs, index))
        return refuse(wrong, PTL_E_IO, "cannot make the folder for it");
    if (!c->overwrite && same_file(path, c->outputs.names[index]))
        return refuse(wrong, PTL_E_IO, "input and output are the same file: use --overwrite");
    return PTL_OK;
}

typedef struct hearing { /* of the files of one conversion */
    convert       *of;
    const char    *name; /* of the output */
    const streams *to;
    report         beside; /* what went beside it */
} hearing;

/* Scripts want names and nothing else, people what else there is beside the file they asked for. */
static void note_written(hearing *h, const char *path)
{
    ptl_diag    d     = { .severity = PTL_NOTE, .rule = "beside", .offset = PTL_NOWHERE };
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char        shown[130];

    if (h->of->list) {
        fprintf(h->to->out.to, "%s\n", path);
    } else if (strcmp(path, h->name) != 0) {
        snprintf(d.message, sizeof d.message, "%s is written beside it",
                 ptl_quote(shown, sizeof shown, name, strlen(name)));
        report_add(&h->beside, &d);
    }
}

static void hear_of_file(void *user, ptl_file_event event, const char *path)
{
    hearing *h = user;

    stop_hear(event, path);
    if (event == PTL_FILE_WRITTEN || event == PTL_FILE_SHARED)
        outputs_wrote(&h->of->outputs, path);
    if (event == PTL_FILE_WRITTEN)
        note_written(h, path);
    if (event == PTL_FILE_WRITTEN && strcmp(path, h->name) == 0)
        atomic_store(&h->to->state->state, STOP_DONE);
}

static bool may_put(void *user, const char *path)
{
    const hearing *h = user;

    files_wait(h->to); /* a name may be taken by what was written before */
    return outputs_may_put(&h->of->outputs, h->to->index, path);
}

/* From a file or standard input to a file or standard output. */
static ptl_status convert_file(convert *c, const char *path, report *heard, hearing *hears,
                               ptl_diag *wrong)
{
    const char    *name   = hears->name;
    ptl_folder     beside = { path, c->reading.folders };
    ptl_files      files  = { .load = ptl_folder_load, .user = &beside };
    ptl_bytes      bytes  = { 0 };
    ptl_source     from   = { .path = path };
    ptl_target     target = { .path = name };
    ptl_read_opts  read   = c->reading.opts;
    ptl_write_opts write  = { .to        = target_of(c),
                              .overwrite = c->overwrite,
                              .files     = files,
                              .watch     = { hear_of_file, hears, may_put } };
    ptl_status     status;

    read.files         = files; /* which an untrusted input is not given */
    read.settings      = c->reading.settings;
    read.setting_count = c->reading.setting_count;
    read.listener = write.listener = report_listener(heard);
    if (strcmp(path, "-") == 0 && !read_stdin(&from, &read.limits, wrong)) {
        report_add(heard, wrong); /* the fault is the input's */
        return wrong->status;
    }
    if (strcmp(name, "-") == 0)
        target = (ptl_target){ .bytes = &bytes };
    status = ptl_convert(&target, &from, &read, &write, wrong);
    if (status == PTL_OK && bytes.size > 0)
        fwrite(bytes.data, 1, bytes.size, hears->to->out.to);
    ptl_bytes_free(&bytes);
    if (!from.path)
        free((void *)from.data);
    return status;
}

static void list_losses(const report *heard, const char *path, FILE *to)
{
    fputs("  { \"file\": ", to);
    print_json_string(to, path);
    fputs(", \"losses\": ", to);
    report_json(heard, to, PTL_LOSS);
    fputs(" }", to);
}

static int convert_one(void *user, const char *path, const streams *to)
{
    convert   *c     = user;
    report     heard = { 0 }, failed = { 0 };
    ptl_diag   wrong;
    ptl_status status = prepare_output(c, path, to->index, &wrong);
    hearing    hears  = { c, c->outputs.names[to->index], to, { .all = true } };

    if (status == PTL_OK)
        status = convert_file(c, path, &heard, &hears, &wrong);
    report_print(&heard, &to->err, path,
                 status == PTL_OK && !c->reading.quiet ? PTL_NOTE : PTL_ERROR);
    hint_salvage(&c->reading, path, status, to->err.to);
    if (status != PTL_OK && heard.of[PTL_ERROR] == 0) { /* the fault is the output's */
        report_add(&failed, &wrong);
        report_print(&failed, &to->err, hears.name, PTL_ERROR);
    }
    if (!c->reading.quiet)
        report_print(&hears.beside, &to->err, hears.name, PTL_NOTE);
    if (to->side)
        list_losses(&heard, path, to->side);
    report_free(&heard);
    report_free(&failed);
    report_free(&hears.beside);
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

/* Pictures have a usual target where the name of the output does not say one. */
static const char *usual_target(const convert *c)
{
    bool nameless = c->folder || strcmp(c->output, "-") == 0;

    return c->media && nameless ? find_export(c->media, NULL, NULL)->name : NULL;
}

/* How well a file must look like an import to be taken from a folder: a format that is made of
 * imports takes what may be one, an export only what surely is. */
static int least_import(const char *target)
{
    const ptl_import_info *import;
    ptl_route              route;

    for (size_t i = 0; target && (import = ptl_import_at(i)); i++)
        if (ptl_route_at(&route, import->name, target, 0))
            return ptl_format_named(target) ? 1 : 40;
    return 0;
}

/* Whether what is written can be looked at as it is. */
static bool is_text(const char *target)
{
    const ptl_format_info *format = ptl_format_named(target);
    const ptl_export_info *export = find_export(NULL, target, NULL);
    const char *type = format ? format->media_type : export ? export->media_type : "text/";

    return strncmp(type, "text/", 5) == 0 ||
           ptl_list_has("image/svg+xml model/obj model/gltf+json", type, strlen(type));
}

/* What is wrong with an output, before anything is read; NULL: nothing. */
static const char *output_wrong(const convert *c)
{
    const char *target = target_of(c);

    if (c->folder && !is_folder(c->output) && ptl_target_by_name(c->output))
        return "several inputs go to a folder, and the last operand names a file";
    if (strcmp(c->output, "-") == 0 && target && !is_text(target) && isatty(STDOUT_FILENO))
        return "this is no text, and is not written to a terminal: name a file, or use a pipe";
    return NULL;
}

/* What is wrong with the way names are asked for, or NULL. */
static const char *name_fault(const convert *c)
{
    if (!c->outputs.pattern)
        return NULL;
    return c->folder ? outputs_fault(c->outputs.pattern) : "is for outputs in a folder";
}

static int work_on(convert *c, size_t end)
{
    file_list files = files_list(&c->reading, end, c->folder ? c->output : NULL);
    char      extension[32];
    int       code;

    if (c->folder)
        extension_of(extension, sizeof extension, c->to);
    c->outputs.place     = c->output;
    c->outputs.folder    = c->folder;
    c->outputs.extension = extension;
    code                 = outputs_begin(&c->outputs, &files);
    if (code == EXIT_FINE)
        code = files_work(&c->reading, &files, convert_one, c);
    outputs_end(&c->outputs);
    file_list_free(&files);
    return code;
}

int conversion_run(const cli_args *args)
{
    size_t  last = args->operand_count - 1;
    bool    bad  = false;
    convert c    = { .media     = args->command->media,
                     .to        = cli_value(args, "to"),
                     .overwrite = cli_flag(args, "overwrite"),
                     .list      = cli_flag(args, "list"),
                     .outputs   = { .pattern = cli_value(args, "name") } };
    int     code;

    if (args->operand_count < 2)
        return cli_usage(args, "%s needs an input and an output", args->command->name);
    c.output = args->operands[last];
    c.folder = last > 1 || is_folder(c.output) || cli_flag(args, "recursive");
    c.to     = c.to ? c.to : usual_target(&c);
    if (output_wrong(&c))
        return cli_usage(args, "%s", output_wrong(&c));
    if (c.folder && !c.to)
        return cli_usage(args, "several files need --to, which says what they become");
    if (c.folder && strcmp(c.output, "-") == 0)
        return cli_usage(args, "several files do not fit into standard output");
    if (c.list && strcmp(c.output, "-") == 0)
        return cli_usage(args, "--list prints to standard output, where the file goes already");
    if (name_fault(&c))
        return cli_usage(args, "--name %s", name_fault(&c));
    stop_begin();
    code                           = reading_begin(&c.reading, args);
    c.reading.imports              = least_import(c.to);
    c.reading.opts.foreign.seconds = cli_number(args, "time-limit", 0, &bad);
    code                           = bad ? EXIT_USAGE : code;
    if (code == EXIT_FINE)
        code = open_losses(&c, cli_value(args, "losses"));
    if (code == EXIT_FINE)
        code = close_losses(&c, work_on(&c, last));
    reading_end(&c.reading);
    return code;
}
