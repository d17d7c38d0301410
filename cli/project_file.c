/* SPDX-License-Identifier: MIT */
/* Finding, reading and believing a project file. */
#define _XOPEN_SOURCE 700 /* realpath */

#include "project_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static bool add_folders(project *p, const reading *r)
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
        p->own[i] = join(p->path, folder_size(p->path), list->data[i].data, list->data[i].size);
        p->folders[count + i] = p->own[i];
    }
    return true;
}

/* ---- Both ------------------------------------------------------------------------------------ */

static bool read_project(project *p, const reading *r, pen *err)
{
    report         found = { 0 };
    ptl_diag       wrong;
    ptl_read_opts  opts  = { .format      = "project",
                             .limits      = r->opts.limits,
                             .keep_source = true,
                             .listener    = report_listener(&found) };
    ptl_check_opts check = { .listener = opts.listener };

    if (ptl_read_file(&p->doc, p->path, &opts, &wrong) == PTL_OK)
        ptl_check(p->doc, &check, NULL);
    if (p->doc && found.of[PTL_ERROR] == 0)
        p->wishes = ptl_project_view(p->doc);
    report_print(&found, err, p->path, PTL_WARNING);
    report_free(&found);
    return p->wishes && add_folders(p, r);
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
