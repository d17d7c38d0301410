/* SPDX-License-Identifier: MIT */
/* Finding the files that belong to a document: beside it, in folders that were given, and in the
 * one where its engine keeps them, never outside of them. */
#define _XOPEN_SOURCE 700 /* realpath, symbolic links */

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "host/path.h"

/* Paths that one search needs at a time: the document's folder, an engine's, one below it, a file
 * there, the last two with links followed, and two of a project's. They stand behind one another,
 * as long as they are, because in arrays of their own each would touch a page of memory, and what a
 * small file is takes longer to say for every page. The last one made is the first given back. */
enum { MOST_PATHS = 8, MOST_FOLDERS = 16 /* up to a project */ };

typedef struct room {
    size_t used;
    char   text[MOST_PATHS * PATH_MAX];
} room;

/* A path made of a folder, what stands between, and the beginning of a name; NULL when it is too
 * long. */
static const char *path_in(room *r, const char *root, const char *between, const char *name,
                           size_t size)
{
    char *path   = r->text + r->used;
    int   length = snprintf(path, PATH_MAX, "%s%s%.*s", root, between, (int)size, name);

    if (length < 0 || length >= PATH_MAX)
        return NULL;
    r->used += (size_t)length + 1;
    return path;
}

static void path_back(room *r, const char *path)
{
    r->used = (size_t)(path - r->text);
}

/* Whether a path in the room, links followed, is a regular file below `folder`. */
static bool is_inside(const char *folder, const char *path, room *r)
{
    char       *real_folder = r->text + r->used, *real_path;
    struct stat about;
    size_t      length;

    if (!realpath(folder, real_folder))
        return false;
    length    = strlen(real_folder);
    real_path = real_folder + length + 1;
    return realpath(path, real_path) && strncmp(real_path, real_folder, length) == 0 &&
           (real_path[length] == '/' || strcmp(real_folder, "/") == 0) &&
           stat(real_path, &about) == 0 && S_ISREG(about.st_mode);
}

static const char *const guesses[] = { ".png", ".bmp" }; /* best first */
static const char *const exactly[] = { "" };

typedef struct hunt { /* for one companion */
    room              *room;
    const char        *stem;    /* its name without a folder                 */
    const char *const *endings; /* what may stand after it                   */
    size_t             best;    /* number of the ending found, or how many there are */
    bool               cased;   /* letters have to be of the same case       */
    bool               done;
    char              *out;
    size_t             out_size;
} hunt;

static hunt hunt_for(const ptl_companion *companion, room *r, char *out, size_t out_size)
{
    const char *slash = strrchr(companion->name, '/');

    return (hunt){ .room     = r,
                   .stem     = slash ? slash + 1 : companion->name,
                   .endings  = companion->exact ? exactly : guesses,
                   .best     = companion->exact ? 1 : sizeof guesses / sizeof *guesses,
                   .cased    = companion->cased,
                   .out      = out,
                   .out_size = out_size };
}

static bool same(const hunt *h, const char *a, const char *b, size_t size)
{
    return (h->cased ? strncmp(a, b, size) : strncasecmp(a, b, size)) == 0;
}

/* Takes the file if it is what is hunted for, with a better ending than what was found so far. */
static void consider(hunt *h, const char *root, const char *folder, const char *name)
{
    size_t      length = strlen(h->stem), i = 0;
    const char *path;

    if (length == 0 || !same(h, name, h->stem, length))
        return;
    while (i < h->best && !same(h, name + length, h->endings[i], PATH_MAX))
        i++;
    path = i < h->best ? path_in(h->room, folder, "/", name, PATH_MAX) : NULL;
    if (!path)
        return;
    if (strlen(path) < h->out_size && is_inside(root, path, h->room)) {
        memcpy(h->out, path, strlen(path) + 1);
        h->best = i;
    }
    path_back(h->room, path);
}

/* Looks once through a folder for all that is still hunted for, in any case of letters. */
static void look_through(const char *root, const char *folder, hunt *hunts, size_t count)
{
    DIR           *dir = opendir(folder);
    struct dirent *entry;

    while (dir && (entry = readdir(dir)))
        for (size_t i = 0; i < count; i++)
            if (!hunts[i].done)
                consider(&hunts[i], root, folder, entry->d_name);
    if (dir)
        closedir(dir);
}

/* A name may have folders in front, which are looked in where they exist: all of them, then without
 * the first, and so on, because `top` may itself be one of them. */
static void look_deeper(const char *root, const char *top, const char *name, hunt *h)
{
    const char *slash = strrchr(name, '/');

    for (const char *tail = name; slash && tail < slash; tail = strchr(tail, '/') + 1) {
        const char *deeper = path_in(h->room, top, "/", tail, (size_t)(slash - tail));

        if (deeper) {
            look_through(root, deeper, h, 1);
            path_back(h->room, deeper);
        }
    }
}

/* The folder its engine keeps it in, for those that were not beside the document. */
static void look_usual(const char *root, const ptl_companion *companion, hunt *h)
{
    const char *usual = NULL;

    if (companion->folder && !h->out[0])
        usual = path_in(h->room, root, "/", companion->folder, PATH_MAX);
    if (usual) {
        look_deeper(root, usual, companion->name, h);
        look_through(root, usual, h, 1);
        path_back(h->room, usual);
    }
}

static void look_below(const char *root, const ptl_companion *companions, hunt *hunts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!hunts[i].done)
            look_deeper(root, root, companions[i].name, &hunts[i]);
    look_through(root, root, hunts, count);
    for (size_t i = 0; i < count; i++) {
        look_usual(root, &companions[i], &hunts[i]);
        hunts[i].done = hunts[i].out[0] != 0;
    }
}

/* Engines keep what maps share beside the folder of the maps: "maps", "map_textures" and "models".
 * Only that folder is looked into, whose name is ours and not the document's, and what is below. */
static void look_next_to(const char *beside, const ptl_companion *companions, hunt *hunts,
                         size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *folder = hunts[i].done ? NULL : companions[i].folder, *usual = NULL;

        if (folder)
            usual = path_in(hunts[i].room, beside, "/../", folder, PATH_MAX);
        if (usual) {
            look_deeper(usual, usual, companions[i].name, &hunts[i]);
            look_through(usual, usual, &hunts[i], 1);
            path_back(hunts[i].room, usual);
        }
        hunts[i].done = hunts[i].out[0] != 0;
    }
}

static bool has_project(const char *folder)
{
    static const char ending[] = ".tiled-project";
    DIR              *dir      = opendir(folder);
    struct dirent    *entry;
    bool              found = false;

    while (dir && !found && (entry = readdir(dir))) {
        size_t length = strlen(entry->d_name);

        found = length >= sizeof ending - 1 &&
                strcmp(entry->d_name + length + 1 - sizeof ending, ending) == 0;
    }
    if (dir)
        closedir(dir);
    return found;
}

/* Cuts the last name off a path; false at the top. */
static bool go_up(char *path)
{
    char *slash = strrchr(path, '/');

    if (!slash || slash == path)
        return false;
    *slash = 0;
    return true;
}

/* Whoever makes a project says what belongs together: what a document names above its own folder is
 * looked for in all folders up to that of the project, and nothing outside of that is read. */
static void look_above(const char *beside, const ptl_companion *companions, hunt *hunts,
                       size_t count)
{
    room *r    = hunts->room;
    char *real = r->text + r->used, *project;
    bool  any  = false;

    for (size_t i = 0; i < count; i++)
        any = any || (!hunts[i].done && companions[i].above);
    if (!any || !realpath(beside, real))
        return;
    r->used += strlen(real) + 1;
    project = r->text + r->used;
    memcpy(project, real, strlen(real) + 1);
    for (int i = 0; !has_project(project); i++)
        if (i == MOST_FOLDERS || !go_up(project)) {
            path_back(r, real);
            return;
        }
    r->used += strlen(project) + 1;
    while (strlen(real) > strlen(project) && go_up(real))
        for (size_t i = 0; i < count; i++) {
            if (hunts[i].done || !companions[i].above)
                continue;
            look_deeper(project, real, companions[i].name, &hunts[i]);
            if (!strchr(companions[i].name, '/'))
                look_through(project, real, &hunts[i], 1);
            hunts[i].done = hunts[i].out[0] != 0;
        }
    path_back(r, real);
}

static void find_all(const char *doc_path, const char *const *folders,
                     const ptl_companion *companions, hunt *hunts, size_t count)
{
    const char *slash  = strrchr(doc_path, '/');
    size_t      length = slash && slash > doc_path ? (size_t)(slash - doc_path) : 1;
    const char *beside = path_in(hunts->room, "", "", slash ? doc_path : ".", length);

    if (beside)
        look_below(beside, companions, hunts, count);
    for (size_t i = 0; folders && folders[i]; i++)
        look_below(folders[i], companions, hunts, count);
    if (beside)
        look_next_to(beside, companions, hunts, count);
    if (beside)
        look_above(beside, companions, hunts, count);
}

bool ptl_find_companion(char *out, size_t out_size, const char *doc_path,
                        const char *const *folders, const ptl_companion *companion)
{
    hunt h;
    room r;

    if (!out || out_size == 0)
        return false;
    out[0] = 0;
    if (!doc_path || !companion)
        return false;
    r.used = 0;
    h      = hunt_for(companion, &r, out, out_size);
    find_all(doc_path, folders, companion, &h, 1);
    return out[0] != 0;
}

enum { AT_ONCE = 16 };

void ptl_find_companions(ptl_found *out, const char *doc_path, const char *const *folders,
                         const ptl_companion *companions, size_t count)
{
    room r;

    for (size_t first = 0; out && companions && first < count; first += AT_ONCE) {
        size_t some = count - first < AT_ONCE ? count - first : AT_ONCE;
        hunt   hunts[AT_ONCE];

        r.used = 0;
        for (size_t i = 0; i < some; i++) {
            hunts[i]               = hunt_for(&companions[first + i], &r, out[first + i].path,
                                              sizeof out[first + i].path);
            out[first + i].path[0] = 0;
        }
        if (doc_path)
            find_all(doc_path, folders, companions + first, hunts, some);
    }
}
