/* SPDX-License-Identifier: MIT */
/* Work that fits every format: reading, writing, and the bare copying it is measured against. */
#define _XOPEN_SOURCE 700 /* open, read */

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"

neighbor beside(const material *m, const char *ending)
{
    neighbor p;

    snprintf(p.path, sizeof p.path, "%s%s", m->path, ending);
    return p;
}

/* ---- Ours ----------------------------------------------------------------------------------- */

static outcome load(const material *m, ptl_allocator memory)
{
    ptl_read_opts opts = { .allocator = memory };
    outcome       o    = { 0 };

    o.done = ptl_read_file(&o.doc, m->path, &opts, NULL) == PTL_OK;
    return o;
}

static outcome parse(const ptl_bytes *from, ptl_allocator memory)
{
    ptl_read_opts opts = { .allocator = memory };
    outcome       o    = { 0 };

    o.done = ptl_read(&o.doc, from->data, from->size, &opts, NULL) == PTL_OK;
    return o;
}

outcome load_fresh(const material *m)
{
    return load(m, fresh_memory());
}

outcome load_kept(const material *m)
{
    return load(m, pool_memory(m->kept));
}

outcome parse_fresh(const material *m)
{
    return parse(&m->file, fresh_memory());
}

outcome parse_kept(const material *m)
{
    return parse(&m->file, pool_memory(m->kept));
}

outcome parse_json(const material *m)
{
    return parse(&m->json, fresh_memory());
}

outcome write_native(const material *m)
{
    outcome o = { 0 };

    o.done = ptl_write(&o.bytes, m->doc, NULL, NULL) == PTL_OK;
    return o;
}

outcome write_json(const material *m)
{
    outcome o = { 0 };

    o.done = ptl_write(&o.bytes, m->doc, &(ptl_write_opts){ .to = "json" }, NULL) == PTL_OK;
    return o;
}

static bool put_to_file(void *user, const void *data, size_t size)
{
    return write(*(int *)user, data, size) == (ssize_t)size;
}

/* To the null device, as a file would be written. */
outcome write_nowhere(const material *m)
{
    int      file = open("/dev/null", O_WRONLY | O_CLOEXEC);
    ptl_sink sink = { put_to_file, &file };
    outcome  o    = { .done = ptl_write_to(&sink, m->doc, NULL, NULL) == PTL_OK };

    close(file);
    return o;
}

/* ---- Anchors -------------------------------------------------------------------------------- */

static outcome read_into(int file, uint8_t *to, size_t size, ptl_allocator owner)
{
    outcome o   = { .bytes = { .data = to, .size = size, .capacity = size, .allocator = owner } };
    ssize_t got = to && file >= 0 ? read(file, to, size) : -1;

    o.done = got == (ssize_t)size;
    if (file >= 0)
        close(file);
    return o;
}

outcome read_fresh(const material *m)
{
    ptl_allocator fresh = fresh_memory();
    int           file  = open(m->path, O_RDONLY | O_CLOEXEC);
    struct stat   about;
    size_t        size = file >= 0 && fstat(file, &about) == 0 ? (size_t)about.st_size : 0;

    return read_into(file, fresh.resize(NULL, NULL, 0, size), size, fresh);
}

outcome read_warm(const material *m)
{
    int file = open(m->path, O_RDONLY | O_CLOEXEC);

    return read_into(file, m->warm, m->file.size, borrowed_memory());
}

/* The least that reading a file can cost: through a window that stays in the cache. */
outcome read_blocks(const material *m)
{
    int     file  = open(m->path, O_RDONLY | O_CLOEXEC);
    size_t  total = 0;
    ssize_t got;

    while ((got = read(file, m->warm, 65536)) > 0)
        total += (size_t)got;
    close(file);
    return (outcome){ .done = total == m->file.size };
}

outcome copy_warm(const material *m)
{
    size_t size = m->file.size;

    return (outcome){ .done  = true,
                      .bytes = { .data      = memcpy(m->warm, m->file.data, size),
                                 .size      = size,
                                 .capacity  = size,
                                 .allocator = borrowed_memory() } };
}
