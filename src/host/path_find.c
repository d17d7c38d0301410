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

/* Paths that one search needs at a time. On the stack of each function they would be a page of
 * memory each, and asking what a file is takes longer for every page. */
typedef struct room {
    char folder[PATH_MAX], path[PATH_MAX], real_folder[PATH_MAX], real_path[PATH_MAX];
    char usual[PATH_MAX]; /* where an engine keeps such files */
} room;

/* Whether the path of the room, links followed, is a regular file below `folder`. */
static bool is_inside(const char *folder, room *r)
{
    struct stat about;
    size_t      length;

    if (!realpath(folder, r->real_folder) || !realpath(r->path, r->real_path))
        return false;
    length = strlen(r->real_folder);
    return strncmp(r->real_path, r->real_folder, length) == 0 &&
           (r->real_path[length] == '/' || strcmp(r->real_folder, "/") == 0) &&
           stat(r->real_path, &about) == 0 && S_ISREG(about.st_mode);
}

/* A path made of two, in the room for folders; NULL when it is too long. */
static const char *folder_in(room *r, const char *root, const char *between, const char *name,
                             size_t size)
{
    int length = snprintf(r->folder, PATH_MAX, "%s%s%.*s", root, between, (int)size, name);

    return length < PATH_MAX ? r->folder : NULL;
}

/* The same for the folder of an engine. */
static const char *usual_in(room *r, const char *root, const char *between, const char *name)
{
    return snprintf(r->usual, PATH_MAX, "%s%s%s", root, between, name) < PATH_MAX ? r->usual : NULL;
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
    size_t length = strlen(h->stem), i = 0;
    char  *path = h->room->path;

    if (length == 0 || !same(h, name, h->stem, length))
        return;
    while (i < h->best && !same(h, name + length, h->endings[i], PATH_MAX))
        i++;
    if (i == h->best || snprintf(path, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX ||
        strlen(path) >= h->out_size || !is_inside(root, h->room))
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
 * the first, and so on, because `top` may itself be one of them. */
static void look_deeper(const char *root, const char *top, const char *name, hunt *h)
{
    const char *slash = strrchr(name, '/');

    for (const char *tail = name; slash && tail < slash; tail = strchr(tail, '/') + 1) {
        const char *deeper = folder_in(h->room, top, "/", tail, (size_t)(slash - tail));

        if (deeper)
            look_through(root, deeper, h, 1);
    }
}

/* The folder its engine keeps it in, for those that were not beside the document. */
static void look_usual(const char *root, const ptl_companion *companion, hunt *h)
{
    const char *usual = NULL;

    if (companion->folder && !h->out[0])
        usual = usual_in(h->room, root, "/", companion->folder);
    if (usual) {
        look_deeper(root, usual, companion->name, h);
        look_through(root, usual, h, 1);
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
            usual = usual_in(hunts[i].room, beside, "/../", folder);
        if (usual) {
            look_deeper(usual, usual, companions[i].name, &hunts[i]);
            look_through(usual, usual, &hunts[i], 1);
        }
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
    room r;

    if (!out || out_size == 0)
        return false;
    out[0] = 0;
    if (!doc_path || !companion)
        return false;
    h = hunt_for(companion, &r, out, out_size);
    find_all(doc_path, folders, companion, &h, 1);
    return out[0] != 0;
}

enum { AT_ONCE = 16 };

void ptl_find_companions(ptl_found *out, const char *doc_path, const char *const *folders,
                         const ptl_companion *companions, size_t count)
{
    room r;

    for (size_t first = 0; first < count; first += AT_ONCE) {
        size_t some = count - first < AT_ONCE ? count - first : AT_ONCE;
        hunt   hunts[AT_ONCE];

        for (size_t i = 0; i < some; i++) {
            hunts[i]               = hunt_for(&companions[first + i], &r, out[first + i].path,
                                              sizeof out[first + i].path);
            out[first + i].path[0] = 0;
        }
        find_all(doc_path, folders, companions + first, hunts, some);
    }
}
