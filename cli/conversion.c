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
#include "progress.h"
#include "stop.h"
#include "suggest.h"

typedef struct convert {
    reading     reading;
    const char *media;  /* only exports of this media type count, or NULL        */
    const char *to;     /* a format or json; NULL goes by the output's extension */
    const char *form;   /* the extension that its form has: "tmj"; NULL: the usual one */
    const char *output; /* a file, "-", or a folder */
    bool        folder, overwrite, list;
    char        addon[1024]; /* where the add-on for Blender is */
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

/* Whether the name of an input is one of another program. One that ends in .json may be of ours. */
static bool is_foreign_name(const char *path)
{
    const ptl_import_info *import;
    bool                   found = false;

    for (size_t i = 0; !found && (import = ptl_import_at(i)); i++)
        found = ptl_has_extension(path, import->extensions);
    return found && !ptl_has_extension(path, "json");
}

/* Whether what is not there yet is meant to be a folder: it ends like one, or a target that writes
 * a file for each level has no other name for it. */
static bool means_folder(const convert *c, const char *input)
{
    const ptl_export_info *export = c->to ? find_export(c->media, c->to, NULL) : NULL;
    const ptl_format_info *format = c->to && !c->media ? ptl_format_named(c->to) : NULL;
    const ptl_format_info *from   = ptl_format_by_extension(input);
    const char            *name = strrchr(c->output, '/') ? strrchr(c->output, '/') + 1 : c->output;

    if (!*name)
        return true;
    return ((export && export->many) ||
            (format && format->many && from != format && (from || is_foreign_name(input)))) &&
           !strchr(name, '.') && strcmp(name, "-") != 0 && access(c->output, F_OK) != 0;
}

/* A format, export or json by the extension of a file name; NULL when none has it. */
static const char *target_by_name(const char *media, const char *path)
{
    const char            *named  = ptl_target_by_name(path);
    const ptl_export_info *target = named && media ? find_export(media, named, NULL) : NULL;

    if (!media)
        return named;
    if (!target)
        target = find_export(media, NULL, path);
    return target ? target->name : NULL;
}

/* Forms of a format that a setting asks for, and what names end in then. */
static const struct {
    const char *target, *setting, *value, *extension;
} forms[] = {
    { "tmx", "language", "json", "tmj" },
    { "ppe", "form", "csv", "ppe.csv" },
};

/* The extension of the form that was asked for: by a setting, or by --to itself, which takes an
 * extension where it takes a name. */
static void find_form(convert *c, const cli_args *args)
{
    const char *value, *named;
    char        path[64];

    for (size_t i = 0; c->to && i < sizeof forms / sizeof *forms; i++) {
        value = strcmp(c->to, forms[i].target) == 0 ? cli_value(args, forms[i].setting) : NULL;
        if (value && strcmp(value, forms[i].value) == 0)
            c->form = forms[i].extension;
    }
    if (!c->to || ptl_format_named(c->to) || find_export(c->media, c->to, NULL))
        return;
    snprintf(path, sizeof path, "x.%s", c->to);
    named = target_by_name(c->media, path);
    if (named && strcmp(named, c->to) != 0) {
        c->form = c->to;
        c->to   = named;
    }
}

/* What the names of outputs end in. */
static void extension_of(char *out, size_t size, const convert *c)
{
    const ptl_format_info *format = ptl_format_named(c->to);
    const ptl_export_info *export = find_export(NULL, c->to, NULL);
    const char *list = format ? format->extensions : export ? export->extensions : c->to;

    list = c->form ? c->form : list;
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

/* A name says what to write by its extension; one letter off, it says which. */
static ptl_status refuse_name(const convert *c, ptl_diag *wrong)
{
    const char            *dot = strrchr(c->output, '.');
    suggestion             near;
    suggestion_text        meant;
    const ptl_format_info *f;
    const ptl_export_info *e;
    char                   why[160];

    near = suggest_for(dot ? dot + 1 : "", dot ? strlen(dot + 1) : 0);
    for (size_t i = 0; dot && !c->media && (f = ptl_format_at(i)); i++)
        suggest_offer_list(&near, f->extensions);
    for (size_t i = 0; dot && (e = ptl_export_at(i)); i++)
        if (!c->media || cli_counts(c->media, e))
            suggest_offer_list(&near, e->extensions);
    snprintf(why, sizeof why, "the name does not say what to write: use --to%s",
             suggest_text(&meant, &near, "."));
    return refuse(wrong, PTL_E_ARG, why);
}

/* Whether the output can be written, and makes its folder. */
static ptl_status prepare_output(convert *c, const char *path, size_t index, ptl_diag *wrong)
{
    if (!target_of(c))
        return refuse_name(c, wrong);
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
    report         parts;  /* the same where all of it did */
    bool           whole;  /* it was written itself */
} hearing;

static void note_name(report *to, const char *name, const char *where)
{
    ptl_diag d = { .severity = PTL_NOTE, .rule = "beside", .offset = PTL_NOWHERE };
    char     shown[130];

    snprintf(d.message, sizeof d.message, "%s is written%s",
             ptl_quote(shown, sizeof shown, name, strlen(name)), where);
    report_add(to, &d);
}

/* Scripts want names and nothing else, people what else there is beside the file they asked for. */
static void note_written(hearing *h, const char *path)
{
    const char *slash = strrchr(path, '/');

    if (h->of->list) {
        fprintf(pen_stream(h->to->out), "%s\n", path);
    } else if (strcmp(path, h->name) != 0) {
        note_name(&h->beside, slash ? slash + 1 : path, " beside it");
        note_name(&h->parts, path, "");
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
    if (event == PTL_FILE_WRITTEN && strcmp(path, h->name) == 0) {
        h->whole = true;
        atomic_store(&h->to->state->state, STOP_DONE);
    }
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
    bool           named  = !c->to && !c->media && strcmp(name, "-") != 0;
    char           as[PATH_MAX + 32];
    ptl_write_opts write = { .to        = named ? NULL : target_of(c), /* it knows the input, too */
                             .overwrite = c->overwrite,
                             .files     = files,
                             .watch     = { hear_of_file, hears, may_put },
                             .each_named = c->folder };
    ptl_status     status;

    if (c->form && !ptl_has_extension(name, c->form) &&
        snprintf(as, sizeof as, "%s.%s", strcmp(name, "-") == 0 ? "output" : name, c->form) > 0)
        write.name = as;        /* what it would be called is what it becomes */
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
        fwrite(bytes.data, 1, bytes.size, pen_stream(hears->to->out));
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
    report_json_kept(heard, to);
    fputs(" }", to);
}

static int convert_one(void *user, const char *path, const streams *to)
{
    convert   *c     = user;
    report     heard = { .spared = "write" }, failed = { 0 }; /* the input has no part in that */
    ptl_diag   wrong;
    ptl_status status = prepare_output(c, path, to->index, &wrong);
    hearing hears = { c, c->outputs.names[to->index], to, { .all = true }, { .all = true }, false };

    if (status == PTL_OK)
        status = convert_file(c, path, &heard, &hears, &wrong);
    report_print(&heard, to->err, path,
                 status == PTL_OK && !c->reading.quiet ? PTL_NOTE : PTL_ERROR);
    hint_refused(&c->reading, path, status, to->err);
    if (status != PTL_OK && heard.of[PTL_ERROR] == 0) { /* the fault is the output's */
        report_add(&failed, &wrong);
        report_print(&failed, to->err, hears.name, PTL_ERROR);
    }
    if (!c->reading.quiet)
        report_print(hears.whole ? &hears.beside : &hears.parts, to->err,
                     hears.whole ? hears.name : path, PTL_NOTE);
    if (to->side && status == PTL_OK)
        list_losses(&heard, path, to->side);
    report_free(&heard);
    report_free(&failed);
    report_free(&hears.beside);
    report_free(&hears.parts);
    return exit_code_of(status);
}

/* ---- Modules --------------------------------------------------------------------------------- */

typedef struct module { /* a folder of Egoboo's, in which a level has its place */
    char level[PATH_MAX];
    char inner[PATH_MAX], outer[PATH_MAX]; /* its folders, where they were made for it */
} module;

/* Whether an output is the folder of a module: its name ends like one. */
static bool means_module(const convert *c)
{
    size_t size = strlen(c->output);

    return !c->to && !c->media && size > 4 && strcmp(c->output + size - 4, ".mod") == 0;
}

/* Makes a folder, unless it is there, and remembers the name of one that was made. */
static bool make_folder(char made[PATH_MAX], const char *path)
{
    if (is_folder(path))
        return true;
    snprintf(made, PATH_MAX, "%s", path);
    return mkdir(path, 0777) == 0;
}

/* The level is the output; false when its name is too long. */
static bool module_name(module *m, convert *c)
{
    int size = snprintf(m->level, sizeof m->level, "%s/gamedat/level.mpd", c->output);

    if (size < 0 || size >= PATH_MAX)
        return false;
    c->output = m->level;
    return true;
}

static bool module_begin(module *m)
{
    char folder[PATH_MAX];
    int  size = (int)strlen(m->level) - (int)strlen("/gamedat/level.mpd");

    snprintf(folder, sizeof folder, "%.*s", size, m->level);
    if (make_folder(m->outer, folder)) {
        snprintf(folder, sizeof folder, "%.*s", size + (int)strlen("/gamedat"), m->level);
        if (make_folder(m->inner, folder))
            return true;
    }
    fprintf(stderr, "portolan: cannot make the folder of the module\n");
    return false;
}

/* Nothing stays where nothing was written. */
static void module_end(const module *m, int code)
{
    if (code == EXIT_FINE)
        return;
    if (*m->inner)
        rmdir(m->inner);
    if (*m->outer)
        rmdir(m->outer);
}

/* ---- The command ---------------------------------------------------------------------------- */

typedef struct losses { /* kept until all is done: a file like any other output */
    const char *path;   /* "-" is standard output; NULL: not wanted */
    char       *text;
    size_t      size;
} losses;

static const char losses_head[] = "[\n";

static int refuse_losses(const losses *l, ptl_diag *wrong)
{
    report failed = { 0 };

    report_add(&failed, wrong);
    report_print(&failed, &(pen){ .to = stderr }, l->path, PTL_ERROR);
    report_free(&failed);
    return EXIT_CANNOT;
}

static bool can_write_beside(const char *path)
{
    const char *slash = strrchr(path, '/');
    char        folder[PATH_MAX];

    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    return access(folder, W_OK) == 0;
}

/* Refuses at once what could only be refused when the work is done. */
static int begin_losses(losses *l, convert *c)
{
    ptl_diag wrong = { .status = PTL_OK };
    bool     file  = l->path && strcmp(l->path, "-") != 0;

    if (!l->path)
        return EXIT_FINE;
    if (file && outputs_has(&c->outputs, l->path))
        refuse(&wrong, PTL_E_IO, "this is an input or an output already");
    else if (file && !c->overwrite && access(l->path, F_OK) == 0)
        refuse(&wrong, PTL_E_IO, "will not overwrite: it is there already");
    else if (file && access(l->path, W_OK) != 0 && !can_write_beside(l->path))
        refuse(&wrong, PTL_E_IO, strerror(errno));
    if (wrong.status != PTL_OK)
        return refuse_losses(l, &wrong);
    if (file)
        outputs_spare(&c->outputs, l->path);
    c->reading.side = open_memstream(&l->text, &l->size);
    return c->reading.side && fputs(losses_head, c->reading.side) >= 0 ? EXIT_FINE : EXIT_CANNOT;
}

static void hear_of_losses(void *user, ptl_file_event event, const char *path)
{
    (void)user;
    stop_hear(event, path);
}

/* Only now it is known whether it is the same file as an output that was not there before. */
static bool may_put_losses(void *user, const char *path)
{
    convert *c = user;

    return !outputs_is_written(&c->outputs, path);
}

static int put_losses(const losses *l, convert *c, int code)
{
    ptl_write_opts opts = { .overwrite = c->overwrite,
                            .watch     = { hear_of_losses, c, may_put_losses } };
    ptl_diag       wrong;

    if (strcmp(l->path, "-") == 0)
        fwrite(l->text, 1, l->size, stdout);
    else if (ptl_put_file(l->path, l->text, l->size, &opts, &wrong) != PTL_OK)
        return refuse_losses(l, &wrong);
    return code;
}

/* Where nothing was written nothing was lost, and there is no list. */
static int end_losses(losses *l, convert *c, int code)
{
    FILE *side = c->reading.side;
    bool  any, whole;

    if (!side)
        return code;
    any   = ftell(side) > (long)strlen(losses_head);
    whole = fputs("\n]\n", side) >= 0;
    whole = fclose(side) == 0 && whole;
    if (any)
        code = whole ? put_losses(l, c, code) : EXIT_CANNOT;
    free(l->text);
    c->reading.side = NULL;
    return code;
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
        return "several inputs go to a folder, and the output names a file";
    if (target && !is_text(target) && is_terminal(c->output))
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

/* Files that settings name were read, too. */
static void spare_settings(convert *c)
{
    const cli_args *args = c->reading.args;

    for (size_t i = 0; i < args->given_count; i++)
        if (args->given[i].setting && args->given[i].value)
            outputs_spare(&c->outputs, args->given[i].value);
}

static int work_on(convert *c, const cli_args *args, size_t end)
{
    file_list files = files_list(&c->reading, end, c->folder ? c->output : NULL);
    losses    lost  = { .path = cli_value(args, "losses") };
    char      extension[32];
    int       code;

    if (c->folder)
        extension_of(extension, sizeof extension, c);
    c->outputs.place     = c->output;
    c->outputs.folder    = c->folder;
    c->outputs.extension = extension;
    spare_settings(c);
    code = outputs_begin(&c->outputs, &files);
    if (code == EXIT_FINE)
        code = begin_losses(&lost, c);
    if (code == EXIT_FINE)
        code = files_work(&c->reading, &files, convert_one, c);
    code = end_losses(&lost, c, code);
    outputs_end(&c->outputs);
    file_list_free(&files);
    return code;
}

/* What is wrong with the way to use standard output, or NULL. */
static const char *printing_fault(const convert *c, const char *list)
{
    if (strcmp(c->output, "-") != 0)
        return c->list && list && strcmp(list, "-") == 0 ? "--list and --losses both print" : NULL;
    if (c->folder)
        return "several files do not fit into standard output";
    if (c->list)
        return "--list prints to standard output, where the file goes already";
    return list && strcmp(list, "-") == 0 ? "losses do not fit where the file goes" : NULL;
}

/* This very file, even if another has taken its name, where the system can say so. */
static const char *own_program(void)
{
    return access("/proc/self/exe", X_OK) == 0 ? "/proc/self/exe" : cli_self;
}

/* The add-on for Blender, by where this program is: installed, or in the folder it was built in;
 * NULL when there is none. */
static const char *addon_folder(char *out, size_t size, const char *program)
{
    static const char places[][28] = { "/../share/portolan/blender", "/../blender",
                                       "/../../blender" };
    char              own[PATH_MAX];
    char             *slash;

    if (!realpath(program, own) || !(slash = strrchr(own, '/')))
        return NULL;
    *slash = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (snprintf(out, size, "%s%s/portolan_formats", own, places[i]) < (int)size &&
            is_folder(out)) {
            *strrchr(out, '/') = '\0';
            return out;
        }
    return NULL;
}

/* What is asked for is known: takes it in, and gives it out. */
static int convert_all(convert *c, const cli_args *args, size_t inputs, bool whole_module)
{
    bool bad  = false;
    int  code = reading_begin(&c->reading, args);

    c->reading.imports              = least_import(c->to);
    c->reading.target               = c->to;
    c->reading.opts.foreign.child   = own_program();
    c->reading.opts.foreign.blender = "blender";
    c->reading.opts.foreign.addon   = addon_folder(c->addon, sizeof c->addon, own_program());
    c->reading.opts.foreign.seconds = cli_number(args, "time-limit", 0, &bad);
    code                            = bad ? EXIT_USAGE : code;
    if (code == EXIT_FINE && whole_module && !cli_flag(args, "module")) /* there is room for one */
        c->reading.settings[c->reading.setting_count++] = (ptl_setting){ .name = "module" };
    if (code == EXIT_FINE)
        code = work_on(c, args, inputs);
    reading_end(&c->reading);
    return code;
}

int conversion_run(const cli_args *args)
{
    const char *named  = cli_value(args, "output");
    size_t      inputs = args->operand_count - (named || args->operand_count == 0 ? 0 : 1);
    module      inside = { .level = "" };
    bool        whole_module;
    convert     c = { .media     = args->command->media,
                      .to        = cli_value(args, "to"),
                      .overwrite = cli_flag(args, "overwrite"),
                      .list      = cli_flag(args, "list"),
                      .outputs   = { .pattern = cli_value(args, "name") } };
    int         code;

    if (inputs == 0)
        return cli_usage(args, "%s needs an input and an output", args->command->name);
    c.output = named ? named : args->operands[inputs];
    find_form(&c, args);
    whole_module = means_module(&c);
    if (whole_module && inputs > 1)
        return cli_usage(args, "a module has one level, and so one input");
    if (whole_module && !module_name(&inside, &c))
        return cli_usage(args, "the name of the module is too long");
    c.folder = inputs > 1 || is_folder(c.output) || means_folder(&c, args->operands[0]) ||
               cli_flag(args, "recursive");
    c.to = c.to ? c.to : usual_target(&c);
    if (output_wrong(&c))
        return cli_usage(args, "%s", output_wrong(&c));
    if (c.folder && !c.to)
        return cli_usage(args, "several files need --to, which says what they become");
    if (printing_fault(&c, cli_value(args, "losses")))
        return cli_usage(args, "%s", printing_fault(&c, cli_value(args, "losses")));
    if (name_fault(&c))
        return cli_usage(args, "--name %s", name_fault(&c));
    stop_begin();
    code = whole_module && !module_begin(&inside) ? EXIT_CANNOT
                                                  : convert_all(&c, args, inputs, whole_module);
    module_end(&inside, code);
    return code;
}
