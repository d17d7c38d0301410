/* SPDX-License-Identifier: MIT */
/* Reading files for the commands, and going through many of them. */
#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "progress.h"
#include "stop.h"
#include "suggest.h"

/* ---- Settings ------------------------------------------------------------------------------- */

typedef struct whole { /* what a stream holds */
    char  *data;
    size_t size, capacity;
} whole;

/* Room for another piece. What is read grows by a half, so that little is held in vain. */
static bool make_room(whole *w)
{
    size_t capacity = w->capacity + w->capacity / 2 + 131072;
    char  *data     = w->capacity - w->size < 65536 ? realloc(w->data, capacity) : w->data;

    if (!data)
        return false;
    w->capacity = data == w->data && w->capacity - w->size >= 65536 ? w->capacity : capacity;
    w->data     = data;
    return true;
}

/* Reads to the end, or until there is more than `most`: then the size says so. NULL, and errno says
 * why, when it cannot be read. */
static void *read_stream(FILE *from, size_t most, size_t *size)
{
    whole  w   = { 0 };
    size_t got = 1;
    bool   fits;

    while ((fits = make_room(&w)) && got > 0 && w.size <= most) {
        got = fread(w.data + w.size, 1, 65536, from);
        w.size += got;
    }
    *size = w.size;
    if (fits && !ferror(from))
        return w.data;
    free(w.data);
    return NULL;
}

/* What a file may have at most where it is read here: it counts as input and as memory. */
static size_t most_of(const ptl_limits *limits, const char **rule)
{
    bool input = limits->input <= limits->memory;

    *rule = input ? "limit-input" : "limit-memory";
    return input ? limits->input : limits->memory;
}

static int read_setting_file(ptl_setting *setting, const char *path, const char *choices,
                             const ptl_limits *limits)
{
    FILE           *file = fopen(path, "rb");
    suggestion      near = suggest_for(path, strlen(path));
    suggestion_text meant;
    const char     *rule;
    size_t          most = most_of(limits, &rule);
    shown_path      room;

    setting->data = file ? read_stream(file, most, &setting->size) : NULL;
    if (file)
        fclose(file);
    if (setting->data && setting->size <= most)
        return EXIT_FINE;
    if (setting->data) {
        free((void *)setting->data);
        fprintf(stderr, "%s: error: the file exceeds the limit of %zu bytes [%s]\n",
                show_path(&room, path), most, rule);
        return EXIT_CANNOT;
    }
    suggest_offer_list(&near, choices);
    fprintf(stderr, "%s: error: cannot read: %s%s%s%s [file]\n", show_path(&room, path),
            strerror(errno), choices ? "; known without a file are: " : "", choices ? choices : "",
            suggest_text(&meant, &near, ""));
    return EXIT_CANNOT;
}

static const ptl_setting_info *setting_in(const ptl_setting_info *list, const char *name)
{
    while (list && list->name && strcmp(list->name, name) != 0)
        list++;
    return list && list->name ? list : NULL;
}

/* A setting as one format has it, or for NULL as any format or export does. */
static const ptl_setting_info *setting_info(const char *name, const char *of_format)
{
    const ptl_setting_info *found = NULL;
    const ptl_format_info  *format;
    const ptl_export_info  *target;

    for (size_t i = 0; !found && (format = ptl_format_at(i)); i++)
        if (!of_format || strcmp(format->name, of_format) == 0)
            found = setting_in(format->settings, name);
    for (size_t i = 0; !found && !of_format && (target = ptl_export_at(i)); i++)
        found = setting_in(target->settings, name);
    return found;
}

/* Whether some format has the setting for one of these calls. */
static bool is_for(const char *name, unsigned when)
{
    const ptl_format_info  *format;
    const ptl_setting_info *found;

    for (size_t i = 0; (format = ptl_format_at(i)); i++) {
        found = setting_in(format->settings, name);
        if (found && found->when & when)
            return true;
    }
    return false;
}

/* Whether a setting was given the name of a file: always, or where it is none of the choices. */
static bool names_a_file(const char *setting, const char *given)
{
    const ptl_setting_info *info = setting_info(setting, NULL);

    if (!info->value)
        return false;
    return strcmp(info->value, "FILE") == 0 || strncmp(info->value, "FILE[@", 6) == 0 ||
           (strstr(info->value, "|FILE") && !ptl_list_has(info->choices, given, strlen(given)));
}

/* The last one counts of those that have the same name, unless they add up. */
static bool is_last(const cli_args *args, size_t index)
{
    for (size_t i = index + 1; i < args->given_count; i++)
        if (strcmp(args->given[i].name, args->given[index].name) == 0)
            return false;
    return true;
}

static int collect_settings(reading *r)
{
    int code = EXIT_FINE;

    r->settings = calloc(r->args->given_count + 1, sizeof *r->settings);
    for (size_t i = 0; r->settings && i < r->args->given_count && code == EXIT_FINE; i++) {
        const cli_given *g = &r->args->given[i];
        ptl_setting     *s = &r->settings[r->setting_count];

        if (!g->setting || (!setting_info(g->name, NULL)->repeats && !is_last(r->args, i)))
            continue;
        *s = (ptl_setting){ g->name, g->value, g->value ? strlen(g->value) : 0 };
        if (names_a_file(g->name, g->value))
            code = read_setting_file(s, g->value, setting_info(g->name, NULL)->choices,
                                     &r->opts.limits);
        r->setting_count += code == EXIT_FINE;
    }
    return r->settings ? code : EXIT_CANNOT;
}

/* Those of the settings that are for a call, in a list to be freed; NULL without memory. */
static ptl_setting *settings_for(const reading *r, unsigned when, size_t *count)
{
    ptl_setting *list = calloc(r->setting_count + 1, sizeof *list);

    *count = 0;
    for (size_t i = 0; list && i < r->setting_count; i++)
        if (is_for(r->settings[i].name, when))
            list[(*count)++] = r->settings[i];
    return list;
}

/* ---- Folders of textures and themes -----------------------------------------------------------
 */

static int collect_folders_of(reading *r, const char *option, size_t *used)
{
    struct stat about;
    shown_path  room;
    const char *folder;

    for (size_t i = 0; (folder = cli_value_at(r->args, option, i)); i++) {
        r->folders[(*used)++] = folder;
        if (stat(folder, &about) == 0 && S_ISDIR(about.st_mode))
            continue;
        fprintf(stderr, "%s: error: there is no such folder to look for %s in [file]\n",
                show_path(&room, folder), option);
        return EXIT_CANNOT;
    }
    return EXIT_FINE;
}

/* A theme may name an image that lies beside it, and the base of a map other files. */
static int collect_folder_beside(reading *r, const char *option, char **kept, size_t *used)
{
    const char *file = cli_value(r->args, option), *slash;

    if (r->opts.untrusted || !file || !names_a_file(option, file))
        return EXIT_FINE;
    slash = strrchr(file, '/');
    *kept = slash ? strndup(file, (size_t)(slash - file) + 1) : strdup(".");
    if (!*kept)
        return EXIT_CANNOT;
    r->folders[(*used)++] = *kept;
    return EXIT_FINE;
}

static int collect_folders(reading *r)
{
    size_t used = 0;
    int    code;

    r->folders = calloc(r->args->given_count + 1, sizeof *r->folders);
    if (!r->folders)
        return EXIT_CANNOT;
    code = collect_folder_beside(r, "theme", &r->beside, &used);
    if (code == EXIT_FINE)
        code = collect_folder_beside(r, "base", &r->beside_base, &used);
    if (code == EXIT_FINE)
        code = collect_folders_of(r, "textures", &used);
    return code == EXIT_FINE ? collect_folders_of(r, "themes", &used) : code;
}

/* ---- Reading -------------------------------------------------------------------------------- */

int reading_begin(reading *r, const cli_args *args)
{
    bool bad = false;

    *r = (reading){ .args = args, .threads = cli_number(args, "jobs", 1, &bad) };
    if (bad || !cli_limits(args, &r->opts.limits))
        return EXIT_USAGE;
    r->opts.format    = cli_value(args, "from");
    r->opts.strict    = cli_flag(args, "strict");
    r->opts.lenient   = cli_flag(args, "lenient");
    r->opts.untrusted = cli_flag(args, "untrusted");
    r->quiet          = cli_flag(args, "quiet");
    if (r->opts.strict && r->opts.lenient)
        return cli_usage(args, "--strict and --lenient exclude each other");
    if (r->opts.untrusted && cli_flag(args, "textures"))
        return cli_usage(args, "--untrusted looks for no files: --textures has no use");
    if (r->opts.untrusted && cli_flag(args, "themes"))
        return cli_usage(args, "--untrusted looks for no files: --themes has no use");
    return collect_folders(r) == EXIT_FINE ? collect_settings(r) : EXIT_CANNOT;
}

/* Other values are words of the command line. */
static bool came_from_file(const reading *r, const ptl_setting *setting)
{
    for (size_t i = 0; i < r->args->given_count; i++)
        if (r->args->given[i].value == setting->data)
            return false;
    return true;
}

void reading_end(reading *r)
{
    for (size_t i = 0; i < r->setting_count; i++)
        if (came_from_file(r, &r->settings[i]))
            free((void *)r->settings[i].data);
    free(r->settings);
    free(r->folders);
    free(r->beside);
    free(r->beside_base);
}

bool same_path(const char *a, const char *b)
{
    struct stat x, y;

    return strcmp(a, b) == 0 ||
           (stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino);
}

bool read_stdin(ptl_source *out, const ptl_limits *limits, ptl_diag *err)
{
    const char *rule;
    size_t      most = most_of(limits, &rule);

    *out      = (ptl_source){ 0 };
    out->data = read_stream(stdin, most, &out->size);
    *err      = (ptl_diag){ .severity = PTL_ERROR,
                            .status   = PTL_E_IO,
                            .rule     = "file",
                            .offset   = PTL_NOWHERE,
                            .message  = "cannot read standard input" };
    if (!out->data || out->size <= most)
        return out->data != NULL;
    free((void *)out->data);
    err->status = PTL_E_LIMIT;
    err->rule   = rule;
    snprintf(err->message, sizeof err->message, "standard input exceeds the limit of %zu bytes",
             most);
    return false;
}

/* The beginning of a file, and how large it is. */
static size_t read_head(const char *path, char head[4096], uint64_t *size)
{
    struct stat about;
    FILE       *file = stat(path, &about) == 0 && S_ISREG(about.st_mode) ? fopen(path, "rb") : NULL;
    size_t      got  = file ? fread(head, 1, 4096, file) : 0;

    *size = file ? (uint64_t)about.st_size : 0;
    if (file)
        fclose(file);
    return got;
}

int exit_code_of(ptl_status status)
{
    return status == PTL_OK ? EXIT_FINE : status == PTL_E_ARG ? EXIT_USAGE : EXIT_CANNOT;
}

static ptl_status open_stdin(ptl_doc **doc, const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_source from;
    ptl_status status;

    if (!read_stdin(&from, &opts->limits, err))
        return err->status;
    status = ptl_read(doc, from.data, from.size, opts, err);
    free((void *)from.data);
    return status;
}

static bool is_folder(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* What reads files that are refused without: settings of some formats, and what any may do. */
static const struct rescue {
    const char *name, *does;
    bool        setting;
} rescues[] = {
    { "salvage", "recovers what is intact", true },
    { "lenient", "carries on past this", false },
};

/* Whether it was not given, and where it is a setting, the format of the file has it. */
static bool could_use(const reading *r, const char *path, const struct rescue *with)
{
    char                   head[4096];
    uint64_t               size;
    size_t                 got    = read_head(path, head, &size);
    const ptl_format_info *format = got > 0 ? ptl_probe(head, got, size, path, NULL) : NULL;

    return format && !cli_flag(r->args, with->name) &&
           (!with->setting || setting_in(format->settings, with->name));
}

static bool can_read(const reading *r, const char *path, const struct rescue *with)
{
    ptl_read_opts opts = r->opts;
    ptl_setting  *list = settings_for(r, PTL_WHEN_READING, &opts.setting_count);
    ptl_doc      *doc  = NULL;
    bool          fine = false;

    if (list && with && with->setting)
        list[opts.setting_count++] = (ptl_setting){ .name = with->name };
    opts.lenient  = opts.lenient || (with && !with->setting);
    opts.settings = list;
    if (list)
        fine = ptl_read_file(&doc, path, &opts, NULL) == PTL_OK;
    ptl_doc_free(doc);
    free(list);
    return fine;
}

static void find_option(void *user, const cli_option *option, const char *format)
{
    const char **name = user;

    (void)format;
    if (*name && strcmp(option->name, *name) == 0)
        *name = NULL;
}

static bool takes(const reading *r, const char *option)
{
    cli_each_option(r->args->command, find_option, &option);
    return !option;
}

/* Where the command has no such option, convert makes a file of it that the command can take. */
static void hint(const reading *r, const char *path, const char *option, const char *does, pen *to)
{
    shown_path room;

    fprintf(pen_stream(to), "%s: %s--%s %s\n", show_path(&room, path),
            takes(r, option) ? "" : "convert ", option, does);
}

/* Tried, because it is no use to say so where the fault is another, such as that of a theme. */
void hint_refused(const reading *r, const char *path, ptl_status status, pen *to)
{
    if (r->quiet || status == PTL_OK || strcmp(path, "-") == 0)
        return;
    if (is_folder(path) && takes(r, "recursive"))
        hint(r, path, "recursive", "takes the files in it", to);
    if (r->opts.strict || status != PTL_E_SYNTAX)
        return;
    for (size_t i = 0; i < sizeof rescues / sizeof *rescues; i++)
        if (could_use(r, path, &rescues[i]) && !can_read(r, path, NULL) &&
            can_read(r, path, &rescues[i])) {
            hint(r, path, rescues[i].name, rescues[i].does, to);
            return;
        }
}

ptl_doc *reading_open(const reading *r, const char *path, report *found, ptl_status *status)
{
    ptl_read_opts opts     = r->opts;
    ptl_setting  *settings = settings_for(r, PTL_WHEN_READING, &opts.setting_count);
    ptl_doc      *doc      = NULL;
    ptl_diag      err;
    size_t        before = found->of[PTL_ERROR];

    opts.settings = settings;
    opts.listener = report_listener(found);
    if (strcmp(path, "-") == 0)
        *status = open_stdin(&doc, &opts, &err);
    else
        *status = ptl_read_file(&doc, path, &opts, &err);
    if (*status != PTL_OK && found->of[PTL_ERROR] == before) /* not heard, only returned */
        report_add(found, &err);
    free(settings);
    return doc;
}

/* ---- Folders -------------------------------------------------------------------------------- */

typedef struct search {
    file_list  *found;
    int         imports; /* how well a file must look like one to be taken; 0: none are */
    const char *target;  /* what they must be able to become, or NULL */
    bool        has_except;
    struct stat except; /* a folder that is left out */
} search;

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char  *copy = malloc(size);

    return copy ? memcpy(copy, text, size) : NULL;
}

static void list_add(file_list *l, const char *path, const char *base, const char *unit)
{
    if (l->count == l->capacity) {
        size_t      capacity = l->capacity ? l->capacity * 2 : 64;
        found_file *file     = realloc(l->file, capacity * sizeof *file);

        if (!file)
            return;
        l->file     = file;
        l->capacity = capacity;
    }
    l->file[l->count++] = (found_file){ copy_text(path), base ? copy_text(base) : NULL,
                                        unit ? copy_text(unit) : NULL };
}

/* The format that a name alone speaks of: no other program gives it to its files, so that what is
 * in there is a file of ours, however damaged. */
static const ptl_format_info *named_alone(const char *path)
{
    static const char shared[] = "map mbf tsx tx tj world txt csv json";

    return ptl_has_extension(path, shared) ? NULL : ptl_format_by_extension(path);
}

/* Content decides; a look at the beginning is enough for that. Pictures in a folder are textures of
 * what lies beside them: one that is to be a heightmap is named. */
static bool is_known(const search *s, const char *path)
{
    char                   head[4096];
    uint64_t               size;
    size_t                 got   = read_head(path, head, &size);
    int                    score = 0;
    ptl_route              route;
    const ptl_format_info *format;
    const ptl_import_info *import;

    format = ptl_probe(head, got, size, path, NULL);
    format = format ? format : named_alone(path);
    if (format)
        return !s->target || ptl_route_at(&route, format->name, s->target, 0);
    import = ptl_import_probe(head, got, size, path, &score);
    return import && s->imports > 0 && score >= s->imports &&
           strncmp(import->media_type, "image/", 6) != 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names in a folder, sorted, hidden ones left out; ended by NULL. */
static char **names_in(const char *folder)
{
    DIR           *dir   = opendir(folder);
    char         **names = calloc(1, sizeof *names), **more;
    size_t         count = 0;
    struct dirent *entry;

    while (dir && names && (entry = readdir(dir))) {
        if (entry->d_name[0] == '.')
            continue;
        more = realloc(names, (count + 2) * sizeof *names);
        if (!more)
            break;
        names          = more;
        names[count++] = copy_text(entry->d_name);
        names[count]   = NULL;
    }
    if (dir)
        closedir(dir);
    if (names)
        qsort(names, count, sizeof *names, by_name);
    return names;
}

static bool is_left_out(const search *s, const struct stat *about)
{
    return s->has_except && about->st_dev == s->except.st_dev && about->st_ino == s->except.st_ino;
}

static void walk(const search *s, const char *folder, const char *base);

static void look_at(const search *s, const char *path, const char *base)
{
    struct stat about;

    if (lstat(path, &about) == 0 && S_ISDIR(about.st_mode)) { /* links are not followed */
        if (!is_left_out(s, &about))
            walk(s, path, base);
    } else if (stat(path, &about) == 0 && S_ISREG(about.st_mode) && is_known(s, path)) {
        list_add(s->found, path, base, NULL);
    }
}

static void walk(const search *s, const char *folder, const char *base)
{
    char **names = names_in(folder);

    for (size_t i = 0; names && names[i]; i++) {
        size_t size = strlen(folder) + strlen(names[i]) + 2;
        char  *path = malloc(size);

        if (path) {
            snprintf(path, size, "%s/%s", folder, names[i]);
            look_at(s, path, base);
        }
        free(path);
        free(names[i]);
    }
    free(names);
}

/* Its name is that of the last folder: "." and slashes at the end are no names. */
static void add_whole(file_list *l, const char *path, const char *folder)
{
    char real[PATH_MAX];

    list_add(l, path, NULL, realpath(folder, real) ? real : folder);
}

static bool is_readable(const char *path)
{
    return strcmp(path, "-") != 0 && !is_folder(path) && access(path, R_OK) == 0;
}

file_list files_list(const reading *r, size_t end, const char *except)
{
    file_list l = { .count = 0 };
    search    s = { .found = &l, .imports = r->imports, .target = r->target };
    char      inside[4096];

    s.has_except = except && stat(except, &s.except) == 0;
    for (size_t i = 0; i < end; i++) {
        const char *path = r->args->operands[i];

        if (r->skip_foreign && is_readable(path) && !is_known(&s, path))
            continue;
        if (!is_folder(path))
            list_add(&l, path, NULL, NULL);
        else if (cli_flag(r->args, "recursive"))
            walk(&s, path, path);
        else if (ptl_find_inside(inside, sizeof inside, path))
            add_whole(&l, inside, path);
        else
            list_add(&l, path, NULL, NULL);
    }
    return l;
}

void file_list_free(file_list *files)
{
    for (size_t i = 0; i < files->count; i++) {
        free(files->file[i].path);
        free(files->file[i].base);
        free(files->file[i].whole);
    }
    free(files->file);
}

/* ---- Threads -------------------------------------------------------------------------------- */

enum { OUT, ERR, SIDE, STREAMS };

typedef struct outcome { /* what one file gave */
    bool   done;
    int    code;
    char  *text[STREAMS];
    size_t size[STREAMS];
} outcome;

typedef struct crew {
    const file_list *files;
    file_work       *work;
    void            *user;
    FILE            *side;
    const char      *between;
    outcome         *outcomes;
    stop_file       *states; /* what a signal tells of the files */
    progress         progress;
    size_t           next;
    pthread_mutex_t  lock;
    pthread_cond_t   ready;
} crew;

bool has_colors(int file)
{
    const char *no = getenv("NO_COLOR");

    return is_screen(file) && !(no && *no);
}

/* A single file has nobody to wait for: its output needs no second home. */
static bool is_kept(const crew *c, int stream)
{
    return stream == OUT ? c->files->count > 1 : stream == SIDE && c->side;
}

/* Work that writes no file is done when it is over. */
static void settle_state(stop_file *file, int code)
{
    int waiting = STOP_WAITING;

    atomic_compare_exchange_strong(&file->state, &waiting,
                                   code <= EXIT_FINDINGS ? STOP_DONE : STOP_FAILED);
}

static void do_one(crew *c, size_t i)
{
    outcome result      = { .done = true, .code = EXIT_CANNOT };
    FILE   *to[STREAMS] = { stdout };
    pen     out         = { .colors = has_colors(STDOUT_FILENO) };
    pen     err         = { NULL, has_colors(STDERR_FILENO), &result.text[ERR], &result.size[ERR] };
    bool    open        = true;

    for (int k = 0; k < STREAMS; k++)
        if (is_kept(c, k)) {
            to[k] = open_memstream(&result.text[k], &result.size[k]);
            open  = open && to[k];
        }
    out.to = to[OUT];
    if (open)
        result.code = c->work(c->user, c->files->file[i].path,
                              &(streams){ &out, &err, to[SIDE], i, &c->states[i], c });
    settle_state(&c->states[i], result.code);
    to[ERR] = err.to;
    for (int k = 0; k < STREAMS; k++)
        if (to[k] && to[k] != stdout)
            fclose(to[k]);
    pthread_mutex_lock(&c->lock);
    c->outcomes[i] = result;
    pthread_cond_broadcast(&c->ready);
    pthread_mutex_unlock(&c->lock);
}

void files_wait(const streams *to)
{
    crew *c = to->crew;

    pthread_mutex_lock(&c->lock);
    for (size_t i = 0; i < to->index; i++)
        while (!c->outcomes[i].done)
            pthread_cond_wait(&c->ready, &c->lock);
    pthread_mutex_unlock(&c->lock);
}

static void *worker(void *user)
{
    crew *c = user;

    for (;;) {
        size_t i;

        pthread_mutex_lock(&c->lock);
        i = c->next < c->files->count ? c->next++ : c->files->count;
        pthread_mutex_unlock(&c->lock);
        if (i == c->files->count)
            return NULL;
        do_one(c, i);
    }
}

/* Prints what the files gave in their order, as soon as it is there. */
static int print_outcomes(crew *c)
{
    int    worst = EXIT_FINE;
    size_t sided = 0;

    for (size_t i = 0; i < c->files->count; i++) {
        outcome *o = &c->outcomes[i];

        progress_show(&c->progress, i, c->files->file[i].path);
        pthread_mutex_lock(&c->lock);
        while (!o->done)
            pthread_cond_wait(&c->ready, &c->lock);
        pthread_mutex_unlock(&c->lock);
        if (o->size[OUT] + o->size[ERR] > 0)
            progress_clear(&c->progress);
        if (o->text[OUT])
            fwrite(o->text[OUT], 1, o->size[OUT], stdout);
        fflush(stdout);
        if (o->text[ERR])
            fwrite(o->text[ERR], 1, o->size[ERR], stderr);
        if (c->side && o->size[SIDE] > 0)
            fprintf(c->side, "%s%s", sided++ > 0 ? c->between : "", o->text[SIDE]);
        worst = o->code > worst ? o->code : worst;
        for (int k = 0; k < STREAMS; k++)
            free(o->text[k]);
    }
    progress_clear(&c->progress);
    return worst;
}

static int run_crew(crew *c, unsigned threads)
{
    pthread_t *thread;
    unsigned   started = 0;
    int        code;

    if (threads > c->files->count)
        threads = (unsigned)c->files->count; /* the others would find nothing to do */
    thread = calloc(threads + 1, sizeof *thread);
    if (c->files->count < 2 || !thread)
        threads = 0; /* to start one takes longer than most files do */
    while (started < threads && pthread_create(&thread[started], NULL, worker, c) == 0)
        started++;
    if (started == 0)
        worker(c);
    code = print_outcomes(c);
    while (started > 0)
        pthread_join(thread[--started], NULL);
    free(thread);
    return code;
}

/* Names as a signal would print them: a handler cannot make them. */
static stop_file *states_of(const file_list *files)
{
    stop_file *states = calloc(files->count + 1, sizeof *states);
    shown_path room;

    for (size_t i = 0; states && files->count > 1 && i < files->count; i++)
        states[i].shown = copy_text(show_path(&room, files->file[i].path));
    return states;
}

static void free_states(stop_file *states, size_t count)
{
    for (size_t i = 0; states && i < count; i++)
        free(states[i].shown);
    free(states);
}

int files_work(const reading *r, const file_list *files, file_work *work, void *user)
{
    crew c    = { .files    = files,
                  .work     = work,
                  .user     = user,
                  .side     = r->side,
                  .between  = r->between ? r->between : ",\n",
                  .outcomes = calloc(files->count + 1, sizeof *c.outcomes),
                  .states   = states_of(files),
                  .progress = progress_begin(files->count, !r->quiet),
                  .lock     = PTHREAD_MUTEX_INITIALIZER,
                  .ready    = PTHREAD_COND_INITIALIZER };
    int  code = EXIT_CANNOT;

    if (c.outcomes && c.states) {
        stop_batch(c.states, files->count);
        code = run_crew(&c, r->threads);
        stop_batch(NULL, 0);
    }
    if (files->count == 0 && !r->skip_foreign) {
        fprintf(stderr, "portolan: no file of a known format was found\n");
        code = EXIT_CANNOT;
    }
    free_states(c.states, files->count);
    free(c.outcomes);
    return code;
}

int files_each(const reading *r, file_work *work, void *user)
{
    file_list files = files_list(r, r->args->operand_count, NULL);
    int       code  = files_work(r, &files, work, user);

    file_list_free(&files);
    return code;
}
