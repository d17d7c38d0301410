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

/* Whether `path`, links followed, is a regular file below `folder`. */
static bool is_inside(const char *folder, const char *path)
{
    char        real_folder[PATH_MAX], real_path[PATH_MAX];
    struct stat about;
    size_t      length;

    if (!realpath(folder, real_folder) || !realpath(path, real_path))
        return false;
    length = strlen(real_folder);
    return strncmp(real_path, real_folder, length) == 0 &&
           (real_path[length] == '/' || strcmp(real_folder, "/") == 0) &&
           stat(real_path, &about) == 0 && S_ISREG(about.st_mode);
}

static const char *const guesses[] = { ".png", ".bmp" }; /* best first */
static const char *const exactly[] = { "" };

typedef struct hunt {           /* for one companion */
    const char        *stem;    /* its name without a folder                 */
    const char *const *endings; /* what may stand after it                   */
    size_t             best;    /* number of the ending found, or how many there are */
    bool               cased;   /* letters have to be of the same case       */
    bool               done;
    char              *out;
    size_t             out_size;
} hunt;

static hunt hunt_for(const ptl_companion *companion, char *out, size_t out_size)
{
    const char *slash = strrchr(companion->name, '/');

    return (hunt){ .stem     = slash ? slash + 1 : companion->name,
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
    size_t length = strlen(h->stem), i = 0;
    char   path[PATH_MAX];

    if (length == 0 || !same(h, name, h->stem, length))
        return;
    while (i < h->best && !same(h, name + length, h->endings[i], PATH_MAX))
        i++;
    if (i == h->best || snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path ||
        strlen(path) >= h->out_size || !is_inside(root, path))
        return;
    memcpy(h->out, path, strlen(path) + 1);
    h->best = i;
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
 * the first, and so on, because the root may itself be one of them. */
static void look_deeper(const char *root, const char *name, hunt *h)
{
    const char *slash = strrchr(name, '/');
    char        deeper[PATH_MAX];

    for (const char *tail = name; slash && tail < slash; tail = strchr(tail, '/') + 1)
        if (snprintf(deeper, sizeof deeper, "%s/%.*s", root, (int)(slash - tail), tail) <
            (int)sizeof deeper)
            look_through(root, deeper, h, 1);
}

/* The folder its engine keeps it in, for those that were not beside the document. */
static void look_usual(const char *root, const ptl_companion *companion, hunt *h)
{
    char usual[PATH_MAX];

    if (companion->folder && !h->out[0] &&
        snprintf(usual, sizeof usual, "%s/%s", root, companion->folder) < (int)sizeof usual)
        look_through(root, usual, h, 1);
}

static void look_below(const char *root, const ptl_companion *companions, hunt *hunts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!hunts[i].done)
            look_deeper(root, companions[i].name, &hunts[i]);
    look_through(root, root, hunts, count);
    for (size_t i = 0; i < count; i++) {
        look_usual(root, &companions[i], &hunts[i]);
        hunts[i].done = hunts[i].out[0] != 0;
    }
}

/* Engines keep what maps share beside the folder of the maps: "maps" and "map_textures". Only that
 * folder is looked into, whose name is ours and not the document's. */
static void look_next_to(const char *beside, const ptl_companion *companions, hunt *hunts,
                         size_t count)
{
    char usual[PATH_MAX];

    for (size_t i = 0; i < count; i++) {
        if (!companions[i].folder || hunts[i].done ||
            snprintf(usual, sizeof usual, "%s/../%s", beside, companions[i].folder) >=
                (int)sizeof usual)
            continue;
        look_through(usual, usual, &hunts[i], 1);
        hunts[i].done = hunts[i].out[0] != 0;
    }
}

static void find_all(const char *doc_path, const char *const *folders,
                     const ptl_companion *companions, hunt *hunts, size_t count)
{
    const char *slash  = strrchr(doc_path, '/');
    int         length = slash ? (int)(slash - doc_path) : 1;
    char        beside[PATH_MAX];

    snprintf(beside, sizeof beside, "%.*s", length > 0 ? length : 1, slash ? doc_path : ".");
    look_below(beside, companions, hunts, count);
    for (size_t i = 0; folders && folders[i]; i++)
        look_below(folders[i], companions, hunts, count);
    look_next_to(beside, companions, hunts, count);
}

bool ptl_find_companion(char *out, size_t out_size, const char *doc_path,
                        const char *const *folders, const ptl_companion *companion)
{
    hunt h;

    if (!out || out_size == 0)
        return false;
    out[0] = 0;
    if (!doc_path || !companion)
        return false;
    h = hunt_for(companion, out, out_size);
    find_all(doc_path, folders, companion, &h, 1);
    return out[0] != 0;
}

enum { AT_ONCE = 16 };

void ptl_find_companions(ptl_found *out, const char *doc_path, const char *const *folders,
                         const ptl_companion *companions, size_t count)
{
    for (size_t first = 0; first < count; first += AT_ONCE) {
        size_t some = count - first < AT_ONCE ? count - first : AT_ONCE;
        hunt   hunts[AT_ONCE];

        for (size_t i = 0; i < some; i++) {
            hunts[i] =
                hunt_for(&companions[first + i], out[first + i].path, sizeof out[first + i].path);
            out[first + i].path[0] = 0;
        }
        find_all(doc_path, folders, companions + first, hunts, some);
    }
}
