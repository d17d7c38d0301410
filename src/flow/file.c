/* SPDX-License-Identifier: MIT */
/* Paths: reading, writing and finding files. The only part of the library that knows of a disk. */
#define _XOPEN_SOURCE 700 /* realpath, symbolic links */

#include <portolan/portolan.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "flow/source.h"

/* ---- Reading -------------------------------------------------------------------------------- */

static void fail_io(ptl_job *job, const char *what)
{
    ptl_fail(job, PTL_E_IO, PTL_NOWHERE, "file", "%s: %s", what, strerror(errno));
}

/* Reads until `size` bytes are there or the file ends; returns how many came. */
static size_t read_fully(ptl_job *job, int file, uint8_t *to, size_t size)
{
    size_t done = 0;

    while (done < size) {
        ssize_t got = read(file, to + done, size - done);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            fail_io(job, "cannot read");
        if (got <= 0)
            break;
        done += (size_t)got;
    }
    return done;
}

static void fail_size(ptl_job *job, size_t limit)
{
    ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-input", "the file passes the limit of %zu bytes",
             limit);
}

/* A file whose size is known goes to the arena in one piece, where a reader may leave it. */
static ptl_span read_regular(ptl_job *job, const ptl_doc *doc, int file, uint64_t size)
{
    uint8_t *data = NULL;

    if (size > doc->limits.input)
        fail_size(job, doc->limits.input);
    else
        data = ptl_arena_alone(job, size);
    if (!data)
        return (ptl_span){ 0 };
    return (ptl_span){ data, read_fully(job, file, data, (size_t)size) };
}

/* Reads what says nothing about its size, piece by piece. */
static void read_to_end(ptl_job *job, int file, ptl_buf *pieces, size_t limit)
{
    uint8_t *room;
    size_t   got;

    do {
        room = ptl_buf_room(pieces, 65536);
        got  = room ? read_fully(job, file, room, 65536) : 0;
        pieces->size += got;
        if (pieces->size > limit)
            fail_size(job, limit);
    } while (got == 65536 && ptl_ok(job));
}

static ptl_span read_pipe(ptl_job *job, const ptl_doc *doc, int file)
{
    ptl_buf  pieces = ptl_buf_of(job, NULL);
    uint8_t *data   = NULL;
    size_t   size;

    read_to_end(job, file, &pieces, doc->limits.input);
    size = pieces.size;
    if (ptl_ok(job))
        data = ptl_arena_alone(job, size);
    if (data && size > 0)
        memcpy(data, pieces.data, size);
    ptl_buf_free(&pieces);
    return (ptl_span){ data, data ? size : 0 };
}

static ptl_span read_path(ptl_job *job, const ptl_doc *doc, const char *path)
{
    struct stat about;
    ptl_span    source = { 0 };
    int         file   = open(path, O_RDONLY | O_CLOEXEC);

    if (file < 0) {
        fail_io(job, "cannot open");
        return source;
    }
    if (fstat(file, &about) < 0)
        fail_io(job, "cannot open");
    else if (S_ISDIR(about.st_mode))
        ptl_fail(job, PTL_E_IO, PTL_NOWHERE, "file", "this is a folder");
    else if (S_ISREG(about.st_mode))
        source = read_regular(job, doc, file, (uint64_t)about.st_size);
    else
        source = read_pipe(job, doc, file);
    close(file);
    return source;
}

/* Reads a path and fills a document from it: as one of format `to`, or when that is NULL as what it
 * is. */
static ptl_status open_path(ptl_doc **out, const char *path, const char *to,
                            const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_read_opts with   = *opts;
    ptl_folder    beside = { path, NULL };
    ptl_job       job;
    ptl_doc      *doc;
    ptl_span      source;

    *out = NULL;
    if (!with.name)
        with.name = path;
    if (!with.files.load)
        with.files = (ptl_files){ .load = ptl_folder_load, .user = &beside };
    doc = ptl_doc_begin(&job, &with);
    if (!doc)
        return ptl_doc_end(out, &job, doc, err);
    source = read_path(&job, doc, path);
    if (ptl_ok(&job)) {
        job.source_owned = true;
        if (to)
            ptl_doc_import(&job, doc, source, &with, to);
        else
            ptl_doc_read(&job, doc, source, &with);
        if (!job.source_kept)
            ptl_arena_drop(&doc->arena, &doc->heap, source.data);
    }
    return ptl_doc_end(out, &job, doc, err);
}

ptl_status ptl_read_file(ptl_doc **out, const char *path, const ptl_read_opts *opts, ptl_diag *err)
{
    static const ptl_read_opts defaults;

    if (!out || !path)
        return ptl_refuse(err, "ptl_read_file needs a path and a place for the document");
    return open_path(out, path, NULL, opts ? opts : &defaults, err);
}

ptl_status ptl_import_file(ptl_doc **out, const char *path, const char *to,
                           const ptl_read_opts *opts, ptl_diag *err)
{
    static const ptl_read_opts defaults;

    if (!out || !path || !to)
        return ptl_refuse(err,
                          "ptl_import_file needs a path, a format and a place for the document");
    return open_path(out, path, to, opts ? opts : &defaults, err);
}

/* ---- Writing -------------------------------------------------------------------------------- */

static bool put_to_file(void *user, const void *data, size_t size)
{
    const uint8_t *from = data;
    int            file = *(int *)user;

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

static ptl_status io_error(ptl_diag *err, const char *what)
{
    ptl_job job = { 0 };

    fail_io(&job, what);
    return ptl_job_end(&job, err);
}

/* A new file beside `path`; its name is written to `name`. */
static int open_beside(char *name, size_t size, const char *path)
{
    int file = -1;

    errno = EEXIST;
    for (int i = 0; i < 100 && file < 0 && errno == EEXIST; i++) {
        int length = snprintf(name, size, "%s.%ld-%d.part", path, (long)getpid(), i);

        if (length < 0 || (size_t)length >= size) {
            errno = ENAMETOOLONG;
            return -1;
        }
        file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    return file;
}

/* Gives the finished file its name. Without leave to overwrite, a name that was taken meanwhile is
 * respected too. */
static bool move_into_place(const char *name, const char *path, bool overwrite)
{
    if (overwrite)
        return rename(name, path) == 0;
    if (link(name, path) == 0)
        return unlink(name) == 0;
    if (errno == EEXIST || access(path, F_OK) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(name, path) == 0; /* file systems without links */
}

/* A complete file beside `path`, under the name of a part; 0, or what errno says and no file. */
static int write_part(char name[PATH_MAX], const char *path, bool overwrite,
                      bool (*fill)(void *user, int file), void *user)
{
    int file, wrong = 0;

    if (!overwrite && access(path, F_OK) == 0)
        return EEXIST;
    file = open_beside(name, PATH_MAX, path);
    if (file < 0)
        return errno;
    errno = EIO;
    if (!fill(user, file))
        wrong = errno;
    if (close(file) != 0 && !wrong)
        wrong = errno;
    if (wrong)
        unlink(name);
    return wrong;
}

typedef struct one_file { /* bytes that become a file */
    const void *data;
    size_t      size;
} one_file;

static bool fill_bytes(void *user, int file)
{
    const one_file *of = user;

    return put_to_file(&file, of->data, of->size);
}

typedef struct output { /* a document on its way to a path */
    const char    *path;
    const ptl_doc *doc;
    ptl_write_opts opts;
    ptl_files      load; /* the caller's, when only we can put */
    ptl_heap       heap;
    ptl_job        job;
    ptl_buf        beside; /* what waits to go beside it, see next_beside */
    ptl_status     status;
    ptl_diag      *err;
} output;

static bool load_for(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    const output *o = user;

    return o->load.load(o->load.user, companion, out);
}

static bool fill_document(void *user, int file)
{
    output  *o    = user;
    ptl_sink sink = { put_to_file, &file };

    o->status = ptl_write_to(&sink, o->doc, &o->opts, o->err);
    return o->status == PTL_OK;
}

/* Whether a file holds exactly these bytes: then there is nothing to overwrite. */
static bool holds(const char *path, const uint8_t *data, size_t size)
{
    uint8_t piece[4096];
    int     file = open(path, O_RDONLY | O_CLOEXEC);
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

typedef struct waiting {     /* a file that is complete and not yet in its place */
    const char *part, *path; /* what it is called, and will be                   */
    bool        replaces;    /* something is there already                       */
} waiting;

/* The next one; `at` begins at 0. They are kept as both names, terminated, and a byte. */
static bool next_beside(const output *o, size_t *at, waiting *out)
{
    if (*at >= o->beside.size)
        return false;
    out->part     = (const char *)o->beside.data + *at;
    out->path     = out->part + strlen(out->part) + 1;
    *at           = (size_t)(out->path - (const char *)o->beside.data) + strlen(out->path) + 2;
    out->replaces = o->beside.data[*at - 1];
    return true;
}

/* Whether a file of this name waits already; one of the same bytes then needs nothing more. */
static bool waits(const output *o, const char *wanted, const void *data, size_t size, bool *same)
{
    waiting w;

    for (size_t at = 0; next_beside(o, &at, &w);)
        if (strcmp(w.path, wanted) == 0) {
            *same = holds(w.part, data, size);
            return true;
        }
    return false;
}

/* Writes a file for the folder of the output, where it gets its name when all is written. */
static bool put_beside(void *user, const char *name, const void *data, size_t size)
{
    output     *o     = user;
    const char *slash = strrchr(o->path, '/');
    char        path[PATH_MAX], part[PATH_MAX];
    int         length = slash ? (int)(slash - o->path) + 1 : 0;
    bool        same   = false;

    if (snprintf(path, sizeof path, "%.*s%s", length, o->path, name) >= (int)sizeof path)
        return false;
    if (waits(o, path, data, size, &same) || holds(path, data, size))
        return same || holds(path, data, size);
    if (write_part(part, path, o->opts.overwrite, fill_bytes, &(one_file){ data, size }) != 0)
        return false;
    ptl_put(&o->beside, part, strlen(part) + 1);
    ptl_put(&o->beside, path, strlen(path) + 1);
    ptl_put_u8(&o->beside, access(path, F_OK) == 0);
    if (!ptl_ok(&o->job))
        unlink(part);
    return ptl_ok(&o->job);
}

/* Takes back what was put beside an output that is not to be; what begins before `placed` has its
 * name already, and goes only where nothing was before. */
static void take_back(const output *o, size_t placed)
{
    waiting w;

    for (size_t at = 0; next_beside(o, &at, &w);) {
        if (at > placed)
            unlink(w.part);
        else if (!w.replaces)
            unlink(w.path);
    }
}

/* Gives all files their names, the output last; 0, or what errno says. */
static int place_all(const output *o, const char *main_part)
{
    waiting w;
    size_t  placed = 0;
    int     wrong  = 0;

    for (size_t at = 0; !wrong && next_beside(o, &at, &w);) {
        wrong  = move_into_place(w.part, w.path, o->opts.overwrite) ? 0 : errno;
        placed = wrong ? placed : at;
    }
    if (!wrong && !move_into_place(main_part, o->path, o->opts.overwrite))
        wrong = errno;
    if (wrong) {
        unlink(main_part);
        take_back(o, placed);
    }
    return wrong;
}

/* The name of a path without folder and extension. */
static void stem_of(char *out, size_t size, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name  = slash ? slash + 1 : path;
    const char *dot   = strrchr(name, '.');

    snprintf(out, size, "%.*s", (int)(dot && dot > name ? dot - name : (ptrdiff_t)strlen(name)),
             name);
}

ptl_status ptl_write_file(const char *path, const ptl_doc *doc, const ptl_write_opts *opts,
                          ptl_diag *err)
{
    output o = { .path = path, .doc = doc, .err = err };
    char   stem[256], part[PATH_MAX];
    int    wrong;

    if (!path || !doc)
        return ptl_refuse(err, "ptl_write_file needs a path and a document");
    if (opts)
        o.opts = *opts;
    stem_of(stem, sizeof stem, path);
    if (!o.opts.stem)
        o.opts.stem = stem;
    if (!o.opts.files.put) {
        o.load       = o.opts.files;
        o.opts.files = (ptl_files){ o.load.load ? load_for : NULL, put_beside, &o };
    }
    o.heap   = ptl_heap_of(&(ptl_allocator){ 0 }, SIZE_MAX);
    o.job    = (ptl_job){ .heap = &o.heap };
    o.beside = ptl_buf_of(&o.job, NULL);
    wrong    = write_part(part, path, o.opts.overwrite, fill_document, &o);
    if (wrong)
        take_back(&o, 0);
    else
        wrong = place_all(&o, part);
    ptl_buf_free(&o.beside);
    if (wrong && o.status == PTL_OK) {
        errno = wrong;
        return io_error(err, wrong == EEXIST ? "will not overwrite" : "cannot write");
    }
    return o.status;
}

/* ---- Companions ----------------------------------------------------------------------------- */

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
                   .out      = out,
                   .out_size = out_size };
}

/* Takes the file if it is what is hunted for, with a better ending than what was found so far. */
static void consider(hunt *h, const char *root, const char *folder, const char *name)
{
    size_t length = strlen(h->stem), i = 0;
    char   path[PATH_MAX];

    if (strncasecmp(name, h->stem, length) != 0)
        return;
    while (i < h->best && strcasecmp(name + length, h->endings[i]) != 0)
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
}

bool ptl_find_companion(char *out, size_t out_size, const char *doc_path,
                        const char *const *folders, const ptl_companion *companion)
{
    hunt h = hunt_for(companion, out, out_size);

    out[0] = 0;
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

bool ptl_folder_load(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    const ptl_folder *folder = user;
    ptl_heap          heap   = ptl_heap_of(&(ptl_allocator){ 0 }, (size_t)256 << 20);
    ptl_job           job    = { .heap = &heap };
    ptl_buf           bytes  = ptl_buf_of(&job, NULL);
    char              path[PATH_MAX];
    int               file;

    if (!ptl_find_companion(path, sizeof path, folder->doc_path, folder->folders, companion))
        return false;
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        read_to_end(&job, file, &bytes, heap.limit);
        close(file);
    }
    if (file < 0 || !ptl_ok(&job)) {
        ptl_buf_free(&bytes);
        return false;
    }
    *out = (ptl_bytes){ bytes.data, bytes.size, bytes.capacity, heap.allocator };
    return true;
}
