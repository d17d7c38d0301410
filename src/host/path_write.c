/* SPDX-License-Identifier: MIT */
/* Writing files that appear together: each goes to a temporary file beside its place, and when all
 * are complete they get their names. */
#define _XOPEN_SOURCE 700

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/path.h"
#include "host/place.h"
#include "host/seed.h"

bool ptl_file_put(int file, const void *data, size_t size)
{
    const uint8_t *from = data;

    while (size > 0) {
        ssize_t put = write(file, from, size);

        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        from += put;
        size -= (size_t)put;
    }
    return true;
}

static bool put_to_file(void *user, const void *data, size_t size)
{
    return ptl_file_put(*(int *)user, data, size);
}

static void tell(const ptl_outputs *o, ptl_file_event event, const char *path)
{
    if (o->watch.hear)
        o->watch.hear(o->watch.user, event, path);
}

static bool may_put(const ptl_outputs *o, const char *path)
{
    return !o->watch.may_put || o->watch.may_put(o->watch.user, path);
}

/* A file that is not there before and after it is told of is told of all the same. */
static int make_part(const ptl_outputs *o, const char *name, mode_t mode)
{
    int file, wrong;

    tell(o, PTL_FILE_HOLD, NULL);
    tell(o, PTL_FILE_PART, name);
    file  = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    wrong = errno;
    if (file < 0)
        tell(o, PTL_FILE_GONE, name);
    tell(o, PTL_FILE_FREE, NULL);
    errno = wrong;
    return file;
}

static void drop_part(const ptl_outputs *o, const char *name)
{
    if (!name[0])
        return;
    unlink(name);
    tell(o, PTL_FILE_GONE, name);
}

/* What a part is called: like its place, or where that leaves no room for more, by number alone. */
static bool name_part(char *name, size_t size, const char *path, bool brief, int number)
{
    const char *slash  = strrchr(path, '/');
    size_t      kept   = brief ? (slash ? (size_t)(slash - path) + 1 : 0) : strlen(path);
    int         length = snprintf(name, size, "%.*s%s.%ld-%d.part", (int)kept, path,
                          brief ? "portolan" : "", (long)getpid(), number);

    return length >= 0 && (size_t)length < size;
}

/* A new file beside a place; its name is written to `name`. Nobody else reads it before it has the
 * rights of the one it replaces. */
static int open_beside(const ptl_outputs *o, char *name, size_t size, const ptl_place *place)
{
    int  file  = -1;
    bool brief = false;

    errno = EEXIST;
    for (int i = 0; i < 100 && file < 0 && (errno == EEXIST || (errno == ENAMETOOLONG && !brief));
         i++) {
        brief = brief || errno == ENAMETOOLONG;
        if (name_part(name, size, place->path, brief, i))
            file = make_part(o, name, place->taken ? 0600 : 0666);
        else
            errno = ENAMETOOLONG;
    }
    return file;
}

typedef struct waiting {      /* a file that is complete and not yet in its place */
    char      part[PATH_MAX]; /* what it is called; empty where it needs no other name */
    ptl_place place;
} waiting;

/* Gives the finished file its name. Without leave to overwrite, a name that was taken meanwhile is
 * respected too. */
static bool move_into_place(const char *part, const char *path, bool overwrite)
{
    if (!part[0])
        return true;
    if (overwrite)
        return rename(part, path) == 0;
    if (link(part, path) == 0)
        return unlink(part) == 0;
    if (errno == EEXIST || access(path, F_OK) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(part, path) == 0; /* file systems without links */
}

static int open_for(const ptl_outputs *o, waiting *w)
{
    w->part[0] = 0;
    if (w->place.special) /* at the end: it may be a file that is open already */
        return open(w->place.path, O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC);
    return open_beside(o, w->part, sizeof w->part, &w->place);
}

/* A complete file beside `path`, under the name of a part; 0, or what errno says and no file. */
static int write_part(const ptl_outputs *o, waiting *w, const char *path,
                      bool (*fill)(void *user, int file), void *user)
{
    int file, wrong = ptl_place_find(&w->place, path, o->overwrite);

    if (wrong)
        return wrong;
    if (w->place.taken && !w->place.special && !may_put(o, path))
        return EEXIST;
    file = open_for(o, w);
    if (file < 0)
        return errno;
    errno = 0;
    wrong = fill(user, file) ? ptl_place_keep(&w->place, file) : errno ? errno : EIO;
    if (close(file) != 0 && !wrong)
        wrong = errno;
    if (wrong)
        drop_part(o, w->part);
    return wrong;
}

typedef struct one_file { /* bytes that become a file */
    const void *data;
    size_t      size;
} one_file;

static bool fill_bytes(void *user, int file)
{
    const one_file *of = user;

    return ptl_file_put(file, of->data, of->size);
}

/* Opens a regular file to read it: whoever opens a FIFO waits for somebody to write into it. */
static int open_regular(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISREG(about.st_mode)
               ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
               : -1;
}

/* Whether a file holds exactly these bytes: then there is nothing to overwrite. */
static bool holds(const char *path, const uint8_t *data, size_t size)
{
    uint8_t piece[4096];
    int     file = open_regular(path);
    ssize_t got  = 0;
    size_t  at   = 0;

    while (file >= 0 && (got = read(file, piece, sizeof piece)) > 0) {
        if ((size_t)got > size - at || memcmp(piece, data + at, (size_t)got) != 0)
            break;
        at += (size_t)got;
    }
    if (file >= 0)
        close(file);
    return file >= 0 && got == 0 && at == size;
}

typedef struct listed {      /* a file that waits, as it is kept */
    const char *part, *path; /* what it is called, and will be   */
    bool        replaces;    /* something is there already       */
} listed;

/* The next one; `at` begins at 0. They are kept as both names, terminated, and a byte. */
static bool next_beside(const ptl_outputs *o, size_t *at, listed *out)
{
    if (*at >= o->beside.size)
        return false;
    out->part     = (const char *)o->beside.data + *at;
    out->path     = out->part + strlen(out->part) + 1;
    *at           = (size_t)(out->path - (const char *)o->beside.data) + strlen(out->path) + 2;
    out->replaces = o->beside.data[*at - 1];
    return true;
}

/* Where the table has a path, or would have it; `out` is the file of that name, if there is one. */
static size_t *slot_of(const ptl_outputs *o, const char *path, listed *out)
{
    uint64_t hash = ptl_hash_text(o->table.key, (ptl_str){ path, strlen(path) });

    for (;; hash++) {
        size_t *slot = &o->table.begins[hash & (o->table.slots - 1)];
        size_t  at   = *slot - 1;

        if (*slot == 0 || (next_beside(o, &at, out) && strcmp(out->path, path) == 0))
            return slot;
    }
}

/* Room for one more; half of the table stays free. */
static bool grow_table(ptl_outputs *o)
{
    size_t  old = o->table.slots, slots = old > 0 ? 2 * old : 16, begin = 0;
    size_t *begins;
    listed  w, there;

    if (2 * (o->table.count + 1) <= old)
        return true;
    begins = ptl_resize(&o->job, NULL, 0, slots * sizeof *begins);
    if (!begins)
        return false;
    memset(begins, 0, slots * sizeof *begins);
    ptl_resize(&o->job, o->table.begins, old * sizeof *begins, 0);
    o->table.begins = begins;
    o->table.slots  = slots;
    if (old == 0)
        o->table.key = ptl_hash_key_of(ptl_seed());
    for (size_t at = 0; next_beside(o, &at, &w); begin = at)
        *slot_of(o, w.path, &there) = begin + 1;
    return true;
}

/* Whether a file of this name waits already; one of the same bytes then needs nothing more. */
static bool waits(const ptl_outputs *o, const char *wanted, const void *data, size_t size,
                  bool *same)
{
    listed w;

    if (o->table.count == 0 || *slot_of(o, wanted, &w) == 0)
        return false;
    *same = holds(w.part, data, size);
    return true;
}

static void keep_waiting(ptl_outputs *o, const waiting *w)
{
    size_t begin = o->beside.size;
    listed there;

    if (grow_table(o)) {
        ptl_put(&o->beside, w->part, strlen(w->part) + 1);
        ptl_put(&o->beside, w->place.path, strlen(w->place.path) + 1);
        ptl_put_u8(&o->beside, w->place.taken);
    }
    if (!ptl_ok(&o->job)) {
        drop_part(o, w->part);
        return;
    }
    *slot_of(o, w->place.path, &there) = begin + 1;
    o->table.count++;
}

/* Names come from files or from the output; neither leads elsewhere, and only the output's own may
 * begin with a dot. */
static bool path_beside(char path[PATH_MAX], const ptl_outputs *o, const char *name)
{
    const char *slash = strrchr(o->path, '/'), *own = slash ? slash + 1 : o->path;
    int         folder = (int)(own - o->path);

    if (!name[0] || strpbrk(name, "/\\") || (name[0] == '.' && own[0] != '.'))
        return false;
    return snprintf(path, PATH_MAX, "%.*s%s", folder, o->path, name) < PATH_MAX;
}

/* Whether a path is the output, links and other spellings included. */
static bool is_output(const ptl_outputs *o, const char *path)
{
    struct stat a, b;

    return strcmp(path, o->path) == 0 || (stat(path, &a) == 0 && stat(o->path, &b) == 0 &&
                                          a.st_dev == b.st_dev && a.st_ino == b.st_ino);
}

/* With leave to overwrite, files are replaced; links beside an output are somebody's arrangement.
 */
static bool may_replace(const ptl_outputs *o, const char *path)
{
    struct stat about;

    return lstat(path, &about) != 0 || (o->overwrite && S_ISREG(about.st_mode));
}

typedef enum standing { REFUSED, THERE, WELCOME } standing;

/* Whether bytes may go to a path. The same may be there, or wait, already: then there is nothing to
 * do. */
static standing standing_of(const ptl_outputs *o, const char *path, const void *data, size_t size)
{
    bool may = may_put(o, path); /* asked first: it may wait until others are done */
    bool same;

    if (waits(o, path, data, size, &same))
        return same ? THERE : REFUSED;
    if (holds(path, data, size))
        return THERE;
    return may && !is_output(o, path) && may_replace(o, path) ? WELCOME : REFUSED;
}

bool ptl_outputs_take(void *user, const char *name, const void *data, size_t size)
{
    const ptl_outputs *o = user;
    char               path[PATH_MAX];

    return path_beside(path, o, name) && standing_of(o, path, data, size) != REFUSED;
}

/* Writes a file for the folder of the output, where it gets its name when all is written. */
bool ptl_outputs_put(void *user, const char *name, const void *data, size_t size)
{
    ptl_outputs *o = user;
    char         path[PATH_MAX];
    waiting      w;
    standing     is = path_beside(path, o, name) ? standing_of(o, path, data, size) : REFUSED;
    struct stat  about;

    if (is == THERE)
        tell(o, PTL_FILE_SHARED, path);
    o->joined = o->joined || is != REFUSED;
    if (is != WELCOME) { /* a name that others have taken need not be there yet */
        errno = is == REFUSED && lstat(path, &about) == 0 ? EEXIST : 0;
        return is == THERE;
    }
    errno = write_part(o, &w, path, fill_bytes, &(one_file){ data, size });
    if (errno != 0)
        return false;
    keep_waiting(o, &w);
    return ptl_ok(&o->job);
}

/* Takes back what was put beside an output that is not to be; what begins before `placed` has its
 * name already, and goes only where nothing was before. */
static void take_back(const ptl_outputs *o, size_t placed)
{
    listed w;

    for (size_t at = 0; next_beside(o, &at, &w);) {
        if (at > placed)
            drop_part(o, w.part);
        else if (!w.replaces)
            unlink(w.path);
    }
}

/* What was replaced is gone for good only when what replaced it has come to stay. */
static int place_one(const ptl_outputs *o, const char *part, const char *path, bool replaces)
{
    if (!move_into_place(part, path, o->overwrite))
        return errno;
    if (part[0])
        tell(o, PTL_FILE_GONE, part);
    if (replaces && part[0])
        ptl_place_settle(path);
    return 0;
}

/* All of it may have gone beside. */
static bool is_absent(const ptl_outputs *o, const waiting *main_file)
{
    struct stat about;

    return o->optional && o->joined && main_file->part[0] && stat(main_file->part, &about) == 0 &&
           about.st_size == 0;
}

static void tell_written(const ptl_outputs *o, bool absent)
{
    listed w;

    for (size_t at = 0; next_beside(o, &at, &w);)
        tell(o, PTL_FILE_WRITTEN, w.path);
    if (!absent)
        tell(o, PTL_FILE_WRITTEN, o->path);
}

/* Gives all files their names, the output last; 0, or what errno says. */
static int place_all(const ptl_outputs *o, const waiting *main_file)
{
    listed w;
    size_t placed = 0;
    int    wrong  = 0;
    bool   absent = is_absent(o, main_file);

    tell(o, PTL_FILE_HOLD, NULL);
    for (size_t at = 0; !wrong && next_beside(o, &at, &w);) {
        wrong  = place_one(o, w.part, w.path, w.replaces);
        placed = wrong ? placed : at;
    }
    if (absent)
        drop_part(o, main_file->part);
    else if (!wrong)
        wrong = place_one(o, main_file->part, main_file->place.path, main_file->place.taken);
    if (wrong) {
        if (!absent)
            drop_part(o, main_file->part);
        take_back(o, placed);
    } else {
        tell_written(o, absent);
    }
    tell(o, PTL_FILE_FREE, NULL);
    return wrong;
}

void ptl_outputs_begin(ptl_outputs *o, const char *path, bool overwrite, const ptl_watch *watch)
{
    *o        = (ptl_outputs){ .path = path, .overwrite = overwrite, .watch = *watch };
    o->heap   = ptl_heap_of(&(ptl_allocator){ 0 }, SIZE_MAX);
    o->job    = (ptl_job){ .heap = &o->heap };
    o->beside = ptl_buf_of(&o->job, NULL);
}

typedef struct filling {
    bool (*fill)(void *user, const ptl_sink *sink);
    void *user;
} filling;

static bool fill_file(void *user, int file)
{
    const filling *f    = user;
    ptl_sink       sink = { put_to_file, &file };

    return f->fill(f->user, &sink);
}

int ptl_outputs_end(ptl_outputs *o, bool (*fill)(void *user, const ptl_sink *sink), void *user)
{
    filling f = { fill, user };
    waiting w;
    int     wrong = write_part(o, &w, o->path, fill_file, &f);

    if (wrong)
        take_back(o, 0);
    else
        wrong = place_all(o, &w);
    ptl_buf_free(&o->beside);
    ptl_resize(&o->job, o->table.begins, o->table.slots * sizeof *o->table.begins, 0);
    return wrong;
}
