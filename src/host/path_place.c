/* SPDX-License-Identifier: MIT */
/* Files that take the place of others. To the rest of the system they are the same files as before:
 * same place behind links, same owner, same rights. */
#define _XOPEN_SOURCE 700

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/xattr.h>
#endif

#include "host/place.h"

enum { LINKS = 40 }; /* as many in a row as the system itself follows */

/* Paths that stand for open files, where a name of the file is not what is meant. */
static bool is_open_file(const char *path)
{
    return strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/dev/fd/", 8) == 0;
}

/* Puts what a link says in place of its name. */
static int step(char path[PATH_MAX], const char *target)
{
    const char *slash  = strrchr(path, '/');
    int         folder = slash && target[0] != '/' ? (int)(slash - path) + 1 : 0;
    char        next[PATH_MAX];

    if (snprintf(next, sizeof next, "%.*s%s", folder, path, target) >= (int)sizeof next)
        return ENAMETOOLONG;
    memcpy(path, next, strlen(next) + 1);
    return 0;
}

/* Follows the links at the end of a path, also to where nothing is yet. */
static int follow(ptl_place *place)
{
    char target[PATH_MAX];

    for (int i = 0; i < LINKS; i++) {
        ssize_t size  = readlink(place->path, target, sizeof target - 1);
        int     wrong = 0;

        if (size < 0)
            return errno == EINVAL || errno == ENOENT ? 0 : errno;
        place->special = place->special || is_open_file(place->path);
        if (place->special)
            return 0;
        target[size] = 0;
        wrong        = step(place->path, target);
        if (wrong)
            return wrong;
    }
    return ELOOP;
}

int ptl_place_find(ptl_place *out, const char *path, bool overwrite)
{
    struct stat about;

    *out = (ptl_place){ .taken = lstat(path, &about) == 0 };
    if (snprintf(out->path, sizeof out->path, "%s", path) >= (int)sizeof out->path)
        return ENAMETOOLONG;
    if (!out->taken)
        return 0;
    if (!overwrite)
        return EEXIST;
    out->taken = stat(path, &about) == 0;
    if (out->taken && S_ISDIR(about.st_mode))
        return EISDIR;
    out->special = out->taken && !S_ISREG(about.st_mode);
    return out->special ? 0 : follow(out);
}

/* Rights of a group that could not be kept are not given to another one, and whoever runs the file
 * does not become its new owner. */
static mode_t fitting_mode(const struct stat *was, bool owner, bool group)
{
    mode_t mode = was->st_mode & 07777;

    if (!group)
        mode = (mode & ~(mode_t)070) | (mode & 007) << 3;
    return owner && group ? mode : mode & 0777;
}

#ifdef __linux__
enum { LARGEST = 65536 }; /* list of names, and value, that the system allows */

/* Attributes the system keeps to itself stay behind. */
static void keep_attributes(const char *path, int file)
{
    char    names[LARGEST], value[LARGEST];
    ssize_t size = listxattr(path, names, sizeof names), got;

    for (const char *at = names; size > 0 && at < names + size; at += strlen(at) + 1) {
        got = getxattr(path, at, value, sizeof value);
        if (got < 0 || fsetxattr(file, at, value, (size_t)got, 0) != 0)
            continue;
    }
}
#else
static void keep_attributes(const char *path, int file)
{
    (void)path;
    (void)file;
}
#endif

int ptl_place_keep(const ptl_place *place, int file)
{
    struct stat was;
    bool        owner, group;

    if (!place->taken || place->special || stat(place->path, &was) != 0)
        return 0;
    group = fchown(file, (uid_t)-1, was.st_gid) == 0;
    owner = fchown(file, was.st_uid, (gid_t)-1) == 0;
    if (fchmod(file, fitting_mode(&was, owner, group)) != 0)
        return errno;
    keep_attributes(place->path, file);
    return fsync(file) == 0 || errno == EINVAL ? 0 : errno;
}

void ptl_place_settle(const char *path)
{
    const char *slash  = strrchr(path, '/');
    int         length = slash ? (int)(slash - path) + 1 : 1;
    char        folder[PATH_MAX];
    int         file;

    snprintf(folder, sizeof folder, "%.*s", length, slash ? path : ".");
    file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return;
    fsync(file); /* where a folder cannot be, the file was at least */
    close(file);
}
