/* SPDX-License-Identifier: MIT */
/* The smallest map of Permafrost, changed as a test wants it, and a listener for one rule. */
#ifndef PTL_TESTS_PFMAP_SAMPLES_H
#define PTL_TESTS_PFMAP_SAMPLES_H

#include <portolan/pfmap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "support.h"

#define HEAD                                                                                       \
    "version 1.0\nnum_materials 2\nnum_rows 1\nnum_cols 1\n"                                       \
    "material Grass grass.png\nmaterial Rock rock.png\n"
#define PLAIN "0+0000000001101001111000"

enum { TILES = 1024, HEAD_SIZE = sizeof HEAD - 1 };

/* The map of one chunk, changed: the first `from` becomes `to`; without `from`, tile `tile`. */
typedef struct change {
    const char *from, *to;
    unsigned    tile;
    size_t      cut; /* bytes taken off the end */
} change;

static inline test_bytes plain_map(void)
{
    test_bytes m = { malloc(HEAD_SIZE + TILES * 25 + 1), HEAD_SIZE + TILES * 25 };

    CHECK(m.data != NULL);
    memcpy(m.data, HEAD, HEAD_SIZE);
    for (unsigned i = 0; i < TILES; i++)
        snprintf((char *)m.data + HEAD_SIZE + i * 25, 26, "%s%c", PLAIN, i % 4 == 3 ? '\n' : ' ');
    return m;
}

static inline void replace(test_bytes *m, size_t at, size_t old_size, const char *text)
{
    size_t size = strlen(text);

    m->data = realloc(m->data, m->size + size + 1);
    CHECK(m->data != NULL);
    memmove(m->data + at + size, m->data + at + old_size, m->size - at - old_size + 1);
    memcpy(m->data + at, text, size);
    m->size = m->size - old_size + size;
}

static inline void apply(test_bytes *m, const change *c)
{
    if (c->from) {
        char *found = strstr((char *)m->data, c->from);

        CHECK(found != NULL);
        replace(m, (size_t)((uint8_t *)found - m->data), strlen(c->from), c->to);
    } else if (c->to) {
        replace(m, HEAD_SIZE + c->tile * 25, 24, c->to);
    }
    m->size -= c->cut;
}

static inline test_bytes changed(const change *c)
{
    test_bytes m = plain_map();

    apply(&m, c);
    return m;
}

static inline ptl_doc *read_changed(const change *c)
{
    test_bytes m   = changed(c);
    ptl_doc   *doc = must_read(m.data, m.size, NULL);

    free(m.data);
    return doc;
}

typedef struct heard { /* findings of one rule, and the first of them */
    const char *rule;
    ptl_diag    first;
    size_t      count, all;
} heard;

static inline void hear(void *user, const ptl_diag *diag)
{
    heard *h = user;

    check_rule(diag, false);
    h->all++;
    if (strcmp(diag->rule, h->rule) == 0 && h->count++ == 0)
        h->first = *diag;
}

static inline void repack(test_bytes *m, unsigned per_line, const char *blank, const char *eol)
{
    m->size = HEAD_SIZE;
    for (unsigned i = 0; i < TILES; i++) {
        bool        turn = (i + 1) % per_line == 0 || i + 1 == TILES;
        const char *gap  = turn ? eol : blank;

        m->data = realloc(m->data, m->size + 24 + strlen(gap) + 1);
        CHECK(m->data != NULL);
        memcpy(m->data + m->size, PLAIN, 24);
        memcpy(m->data + m->size + 24, gap, strlen(gap) + 1);
        m->size += 24 + strlen(gap);
    }
}

/* The same bytes after reading and writing, and after JSON. */
static inline void check_same_bytes(const test_bytes *m)
{
    ptl_read_opts opts = { .format = "pfmap" };
    ptl_doc      *doc  = must_read(m->data, m->size, &opts), *back;
    ptl_bytes     same = must_write(doc, NULL), json, again;

    CHECK_BYTES(same.data, same.size, m->data, m->size);
    json  = must_write(doc, &(ptl_write_opts){ .to = "json" });
    back  = must_read(json.data, json.size, NULL);
    again = must_write(back, NULL);
    CHECK_BYTES(again.data, again.size, m->data, m->size);
    ptl_bytes_free(&same);
    ptl_bytes_free(&json);
    ptl_bytes_free(&again);
    ptl_doc_free(doc);
    ptl_doc_free(back);
}

#endif
