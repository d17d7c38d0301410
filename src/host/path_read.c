/* SPDX-License-Identifier: MIT */
/* Reading whole files. */
#define _XOPEN_SOURCE 700

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/arena.h"
#include "core/buf.h"
#include "host/path.h"

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
    ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-input",
             "the file exceeds the limit of %zu bytes", limit);
}

/* A file whose size is known goes to the arena in one piece, where a reader may leave it. */
static ptl_span read_regular(ptl_job *job, size_t limit, int file, uint64_t size)
{
    uint8_t *data = NULL;

    if (size > limit)
        fail_size(job, limit);
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

static ptl_span read_pipe(ptl_job *job, size_t limit, int file)
{
    ptl_buf  pieces = ptl_buf_of(job, NULL);
    uint8_t *data   = NULL;
    size_t   size;

    read_to_end(job, file, &pieces, limit);
    size = pieces.size;
    if (ptl_ok(job))
        data = ptl_arena_alone(job, size);
    if (data && size > 0)
        memcpy(data, pieces.data, size);
    ptl_buf_free(&pieces);
    return (ptl_span){ data, data ? size : 0 };
}

ptl_span ptl_path_read(ptl_job *job, const char *path, size_t limit)
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
        source = read_regular(job, limit, file, (uint64_t)about.st_size);
    else
        source = read_pipe(job, limit, file);
    close(file);
    return source;
}

/* Memory for all of it at once: that of a list which doubles would be counted twice. */
static bool load_regular(ptl_job *job, ptl_bytes *out, int file, size_t size)
{
    uint8_t *data = ptl_resize(job, NULL, 0, size + 1); /* so that an empty file has some, too */
    size_t   got  = data ? read_fully(job, file, data, size) : 0;

    if (data && !ptl_ok(job))
        ptl_resize(job, data, size + 1, 0);
    if (ptl_ok(job))
        *out = (ptl_bytes){ data, got, size + 1, job->heap->allocator };
    return ptl_ok(job);
}

/* Pipes and devices are no companions, and opening one must not wait for whoever writes to it. */
bool ptl_path_load(ptl_bytes *out, const char *path, size_t limit)
{
    ptl_heap    heap = ptl_heap_of(&out->allocator, SIZE_MAX);
    ptl_job     job  = { .heap = &heap };
    int         file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat about;
    bool        loaded;

    if (file < 0)
        return false;
    loaded = fstat(file, &about) == 0 && S_ISREG(about.st_mode) &&
             (uint64_t)about.st_size <= limit && limit < SIZE_MAX &&
             load_regular(&job, out, file, (size_t)about.st_size);
    close(file);
    return loaded;
}
