/* SPDX-License-Identifier: MIT */
/* Work on two files: what changed between meshes that differ in ten cells, or in all. */
#include <portolan/compare.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { HEAD = 16, FEW = 10 };

typedef struct twin { /* another state of a file, kept from one repetition to the next */
    const uint8_t *of;
    uint8_t       *data;
} twin;

/* Cells are changed in their effects, or everything behind the header is. */
static const uint8_t *twin_of(twin *kept, const material *m, bool all)
{
    size_t fans = m->units > FEW ? (m->file.size - HEAD) / 64 : 1;

    if (kept->of == m->file.data)
        return kept->data;
    free(kept->data);
    kept->of   = m->file.data;
    kept->data = malloc(m->file.size);
    if (!kept->data)
        return NULL;
    memcpy(kept->data, m->file.data, m->file.size);
    for (size_t i = 0; i < FEW && !all; i++)
        kept->data[HEAD + fans / FEW * i * 4 + 2] ^= 1;
    for (size_t at = HEAD; all && at < m->file.size; at += 4)
        kept->data[at] ^= (uint8_t)(1 + at / 4 % 7);
    return kept->data;
}

static outcome diff(const material *m, const uint8_t *other)
{
    ptl_source    before = { .data = m->file.data, .size = m->file.size };
    ptl_source    after  = { .data = other, .size = m->file.size };
    ptl_diff_opts opts   = { .form = PTL_DIFF_STAT, .read = { .format = "mpd" } };
    ptl_compared  found;
    outcome       o = { 0 };

    opts.read.limits.memory = (size_t)4 << 30;
    o.done                  = other && ptl_diff(&found, &before, &after, &opts, NULL) == PTL_OK;
    if (o.done) {
        o.done = found.how == PTL_DIFFERS;
        ptl_bytes_free(&found.page);
    }
    return o;
}

static twin few, all;

outcome compare_few(const material *m)
{
    return diff(m, twin_of(&few, m, false));
}

outcome compare_all(const material *m)
{
    return diff(m, twin_of(&all, m, true));
}

/* What comparing cannot do without. */
outcome compare_read(const material *m)
{
    const uint8_t *other   = twin_of(&few, m, false);
    ptl_doc       *docs[2] = { NULL, NULL };
    outcome        o;

    o = (outcome){ .done = other &&
                           ptl_read(&docs[0], m->file.data, m->file.size, NULL, NULL) == PTL_OK &&
                           ptl_read(&docs[1], other, m->file.size, NULL, NULL) == PTL_OK };
    ptl_doc_free(docs[0]);
    ptl_doc_free(docs[1]);
    return o;
}
