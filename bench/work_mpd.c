/* SPDX-License-Identifier: MIT */
/* Work of the Egoboo mesh: reading it the way the game does, and refusing what lies about sizes. */
#define _XOPEN_SOURCE 700 /* open, read */

#include <portolan/mpd.h>

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

/* ---- One call a value ----------------------------------------------------------------------- */

static bool read_values(int file, uint8_t **to, size_t count, size_t size)
{
    for (size_t i = 0; i < count; i++, *to += size)
        if (read(file, *to, size) != (ssize_t)size)
            return false;
    return true;
}

/* The game asks an unbuffered file for every number by itself: this stands in for it. */
outcome mpd_read_values(const material *m)
{
    const ptl_mpd *mesh     = ptl_mpd_of(m->doc);
    size_t         vertices = mesh->numvert, fans = mesh->words.count;
    uint8_t       *at   = m->warm;
    int            file = open(m->path, O_RDONLY | O_CLOEXEC);
    outcome        o    = { .bytes = { .data      = m->warm,
                                       .size      = m->file.size,
                                       .capacity  = m->file.size,
                                       .allocator = borrowed_memory() } };

    o.done = read_values(file, &at, 4 + fans, 4) && read_values(file, &at, fans, 1) &&
             read_values(file, &at, 3 * vertices, 4) && read_values(file, &at, vertices, 1);
    close(file);
    return o;
}

/* ---- Hostile headers ------------------------------------------------------------------------ */

#define BYTES(text) text, sizeof text - 1

static const struct {
    const char *data;
    size_t      size;
    const char *rule;
} lies[] = {
    /* as many of all as can be written */
    { BYTES("MapD\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), "mpd-size" },
    { BYTES("MapD\xff\xff\xff\xff\0\4\0\0\0\4\0\0"), "mpd-vertices" },
    /* as many as a mesh may have, and no bytes for them */
    { BYTES("MapD\0\0\0\1\0\4\0\0\0\4\0\0"), "truncated" },
    { BYTES("MapA\0\0\0\0\0\4\0\0\0\4\0\0"), "truncated" },
    /* products that are 0 in 32 bits */
    { BYTES("MapD\4\0\0\0\0\0\1\0\0\0\1\0"), "mpd-size" },
    { BYTES("MapD\0\0\0\x40\1\0\0\0\1\0\0\0"), "mpd-vertices" },
    /* fans there, vertices missing */
    { BYTES("MapD\20\0\0\0\1\0\0\0\1\0\0\0\0\0\0\0\0"), "truncated" },
    { BYTES("{\"portolan\":\"mpd\",\"version\":\"MapD\",\"numvert\":16777216,\"sizex\":1024,"
            "\"sizey\":1024,\"type\":[],\"fx\":[],\"tile\":[]}"),
      "json-count" },
};

/* All of them in one go: the bar for one holds for the lot. */
outcome mpd_refuse(const material *m)
{
    ptl_read_opts opts = { .allocator = libc_memory() };
    outcome       o    = { .done = true };
    ptl_diag      err;

    (void)m;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        ptl_doc *doc = NULL;

        if (ptl_read(&doc, lies[i].data, lies[i].size, &opts, &err) == PTL_OK || doc ||
            strcmp(err.rule, lies[i].rule) != 0)
            o.done = false;
        ptl_doc_free(doc);
    }
    return o;
}
