/* SPDX-License-Identifier: MIT */
/* Finding, reading and believing a project file. */
#define _XOPEN_SOURCE 700 /* realpath */

#include "project_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "suggest.h"

/* ---- Finding it ------------------------------------------------------------------------------ */

static char *join(const char *folder, size_t size, const char *name, size_t name_size)
{
    size_t room = size + name_size + 2;
    char  *path = malloc(room);

    if (path)
        snprintf(path, room, "%.*s/%.*s", (int)size, folder, (int)name_size, name);
    return path;
}

static size_t folder_size(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? (size_t)(slash - path) : 0;
}

/* The next project file in the folder of a path, links followed, or above it; NULL: there is none.
 */
static char *find_upwards(const char *file)
{
    for (size_t size = folder_size(file);;) {
        char *path = join(file, size, PTL_PROJECT_FILE, strlen(PTL_PROJECT_FILE));

        if (!path || access(path, F_OK) == 0)
            return path;
        free(path);
        if (size == 0)
            return NULL;
        while (size > 0 && file[--size] != '/')
            ;
    }
}

/* Standard input is taken for a file in the folder that the tool runs in. */
static char *real_path_of(const char *file)
{
    char *here = realpath(strcmp(file, "-") == 0 ? "." : file, NULL), *inside;

    if (!here || strcmp(file, "-") != 0)
        return here;
    inside = join(here, strlen(here), "-", 1);
    free(here);
    return inside;
}

/* ---- Believing it ---------------------------------------------------------------------------- */

/* A fault in a project file: it names the first place where the text has the word. */
static void say(const project *p, pen *err, const ptl_str *word, const char *rule, const char *what,
                const char *meant)
{
    ptl_folder    beside = { .doc_path = p->path };
    ptl_companion itself = { .exact = true, .cased = true };
    ptl_bytes     text   = { 0 };
    shown_path    room;
    char          shown[96];
    unsigned      line = 1, column = 1;

    snprintf(itself.name, sizeof itself.name, "%s", p->path + folder_size(p->path) + 1);
    ptl_folder_load(&beside, &itself, &text);
    for (size_t i = 0; i + word->size < text.size; i++) {
        const char *at = (const char *)text.data + i;

        if (at[0] == '"' && memcmp(at + 1, word->data, word->size) == 0)
            break;
        column = *at == '\n' ? 1 : column + 1;
        line += *at == '\n';
    }
    ptl_bytes_free(&text);
    fprintf(pen_stream(err), "%s:%u:%u: error: %s '%s'%s [%s]\n", show_path(&room, p->path), line,
            column, what, ptl_quote(shown, sizeof shown, word->data, word->size), meant, rule);
}

static bool is_rule(const project *p, pen *err, const ptl_str *word)
{
    char            name[64];
    suggestion      near;
    suggestion_text meant;

    snprintf(name, sizeof name, "%.*s", (int)(word->size < 63 ? word->size : 63), word->data);
    if (ptl_rule_named(name))
        return true;
    near = suggest_for(name, strlen(name));
    suggest_offer_rules(&near);
    say(p, err, word, "project-rule", "there is no rule", suggest_text(&meant, &near, ""));
    return false;
}

static bool are_rules(const project *p, pen *err)
{
    const ptl_project *wishes  = p->wishes;
    const ptl_texts   *lists[] = { &wishes->only, &wishes->ignore };
    bool               known   = true;

    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < lists[k]->count; i++)
            known = is_rule(p, err, &lists[k]->data[i]) && known;
    for (size_t i = 0; i < wishes->rules.count; i++)
        known = is_rule(p, err, &wishes->rules.data[i].rule) && known;
    return known;
}

/* Below the project's own folder: what a stranger's project says must not lead elsewhere. */
static bool stays_below(const ptl_str *folder)
{
    const char *at = folder->data, *end = at + folder->size;

    if (folder->size == 0 || *at == '/' || memchr(at, 0, folder->size))
        return false;
    while (at < end) {
        const char *slash = memchr(at, '/', (size_t)(end - at));
        size_t      size  = (size_t)((slash ? slash : end) - at);

        if (size == 2 && memcmp(at, "..", 2) == 0)
            return false;
        at += size + 1;
    }
    return true;
}

static bool add_folders(project *p, const reading *r, pen *err)
{
    const ptl_texts *list  = &p->wishes->textures;
    size_t           count = 0;

    while (r->folders && r->folders[count])
        count++;
    p->folders = calloc(count + list->count + 1, sizeof *p->folders);
    p->own     = calloc(list->count + 1, sizeof *p->own);
    if (!p->folders || !p->own)
        return false;
    for (size_t i = 0; i < count; i++)
        p->folders[i] = r->folders[i];
    for (size_t i = 0; i < list->count; i++) {
        if (!stays_below(&list->data[i])) {
            say(p, err, &list->data[i], "project-folder",
                "not a folder below that of the project:", "");
            return false;
        }
        p->own[i] = join(p->path, folder_size(p->path), list->data[i].data, list->data[i].size);
        p->folders[count + i] = p->own[i];
    }
    return true;
}

/* ---- Both ------------------------------------------------------------------------------------ */

static bool read_project(project *p, const reading *r, pen *err)
{
    report        found = { 0 };
    ptl_diag      wrong;
    ptl_read_opts opts   = { .format   = "project",
                             .limits   = r->opts.limits,
                             .listener = report_listener(&found) };
    ptl_status    status = ptl_read_file(&p->doc, p->path, &opts, &wrong);

    report_print(&found, err, p->path, PTL_WARNING);
    report_free(&found);
    p->wishes = status == PTL_OK ? ptl_project_view(p->doc) : NULL;
    return p->wishes && are_rules(p, err) && add_folders(p, r, err);
}

int project_open(project *out, const reading *r, const char *given, const char *file, pen *err)
{
    char  *real = real_path_of(file);
    size_t folder;

    *out      = (project){ 0 };
    out->path = given ? realpath(given, NULL) : real ? find_upwards(real) : NULL;
    if (given && !out->path) {
        shown_path room;

        fprintf(pen_stream(err), "%s: error: there is no such project file [file]\n",
                show_path(&room, given));
        free(real);
        return EXIT_CANNOT;
    }
    folder     = out->path ? folder_size(out->path) : 0;
    out->below = out->path && real && strncmp(real, out->path, folder + 1) == 0
                     ? strdup(real + folder + 1)
                     : strdup(file);
    free(real);
    return !out->path || read_project(out, r, err) ? EXIT_FINE : EXIT_CANNOT;
}

void project_close(project *p)
{
    ptl_doc_free(p->doc);
    for (size_t i = 0; p->own && p->own[i]; i++)
        free(p->own[i]);
    free(p->own);
    free((void *)p->folders);
    free(p->path);
    free(p->below);
}
