/* SPDX-License-Identifier: MIT */
/* Files by their paths: the only part of the library that touches the disk. */
#ifndef PTL_HOST_PATH_H
#define PTL_HOST_PATH_H

#include "core/buf.h"
#include "core/hash.h"

/* Reads a whole file of at most `limit` bytes into the job's arena, in one piece that
 * ptl_arena_drop may give back. */
ptl_span ptl_path_read(ptl_job *job, const char *path, size_t limit);

/* The same for a regular file into memory of out->allocator; false when it cannot be read. */
bool ptl_path_load(ptl_bytes *out, const char *path, size_t limit);

/* Writes all of it to an open file; false when it cannot. */
bool ptl_file_put(int file, const void *data, size_t size);

/* Files that were read, in a buffer of their own: one is told from another by what it is, not by
 * the spelling of its path. */
void ptl_seen_add(ptl_buf *seen, const char *path);
bool ptl_seen_has(const ptl_buf *seen, const char *path);

/* A file that is written, and those that go beside it. */
typedef struct ptl_outputs {
    const char *path;
    bool        overwrite;
    bool        optional; /* there is no output where it is empty and files go beside it */
    bool        joined;   /* some did, or are there already                              */
    ptl_watch   watch;
    ptl_heap    heap;
    ptl_job     job;
    ptl_buf     beside; /* what waits to go beside it */
    struct {
        size_t      *begins; /* of each that waits, and 1, by the hash of its path; 0: nothing */
        size_t       slots, count;
        ptl_hash_key key;
    } table;
} ptl_outputs;

void ptl_outputs_begin(ptl_outputs *outputs, const char *path, bool overwrite,
                       const ptl_watch *watch);

/* Puts a file beside the output: a ptl_files.put, `outputs` its user. */
bool ptl_outputs_put(void *outputs, const char *name, const void *data, size_t size);

/* Whether it would take a file of this name: a ptl_files.is_free. */
bool ptl_outputs_take(void *outputs, const char *name, const void *data, size_t size);

/* Lets the output be filled and gives all files their names; 0, or what errno says and no file.
 * Less than 0: this build knows no files. */
int ptl_outputs_end(ptl_outputs *outputs, bool (*fill)(void *user, const ptl_sink *sink),
                    void        *user);

#endif
