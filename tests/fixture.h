/* SPDX-License-Identifier: MIT */
/* What the tests of the core share: a job over a counting allocator that can be told to fail, and a
 * listener that keeps what it heard. */
#ifndef PTL_TESTS_FIXTURE_H
#define PTL_TESTS_FIXTURE_H

#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "core/job.h"
#include "harness.h"
#include "support.h"

typedef struct fixture {
    ptl_job   job;
    ptl_heap  heap;
    ptl_arena arena;
    size_t    live;    /* bytes handed out and not given back      */
    size_t    asked;   /* how often memory was asked for           */
    size_t    fail_at; /* which of these times fails, 0 for none   */
    size_t    heard;   /* findings                                 */
    ptl_diag  last;    /* the last of them                         */
} fixture;

/* Every change of size moves, new memory is never zero, and sizes must be what they were. */
static inline void *fixture_resize(void *user, void *ptr, size_t old_size, size_t new_size)
{
    enum { HEAD = _Alignof(max_align_t) < sizeof(size_t) ? 16 : _Alignof(max_align_t) };
    fixture *f     = user;
    char    *moved = NULL;
    size_t   recorded;

    if (new_size > 0) {
        if (++f->asked == f->fail_at || !(moved = malloc(HEAD + new_size)))
            return NULL;
        memcpy(moved, &new_size, sizeof new_size);
        moved += HEAD;
        memset(moved, 0xA5, new_size);
    }
    if (ptr) {
        memcpy(&recorded, (char *)ptr - HEAD, sizeof recorded);
        CHECK_UINT(old_size, recorded);
        if (moved)
            memcpy(moved, ptr, old_size < new_size ? old_size : new_size);
        free((char *)ptr - HEAD);
    }
    f->live += new_size - (ptr ? old_size : 0);
    return moved;
}

/* Rules that tests of the core invent; all others are in a table. */
static inline bool fixture_invented(const char *rule)
{
    static const char *const invented[] = { "e",    "empty", "f",     "first", "gone",
                                            "here", "n",     "other", "test",  "w" };

    for (size_t i = 0; i < COUNT(invented); i++)
        if (strcmp(invented[i], rule) == 0)
            return true;
    return false;
}

static inline void fixture_hear(void *user, const ptl_diag *diag)
{
    fixture *f = user;

    if (!fixture_invented(diag->rule))
        check_rule(diag, f->job.strict);
    f->heard++;
    f->last = *diag;
}

/* A job that reads `text`, with lines and columns. */
static inline void fixture_begin(fixture *f, const void *text, size_t size)
{
    ptl_limits limits = ptl_limits_of(&(ptl_limits){ 0 }, false);

    *f      = (fixture){ 0 };
    f->heap = ptl_heap_of(&(ptl_allocator){ fixture_resize, f }, limits.memory);
    f->job  = (ptl_job){ .heap     = &f->heap,
                         .arena    = &f->arena,
                         .source   = { text, size },
                         .text     = true,
                         .depth    = limits.depth,
                         .listener = { fixture_hear, f } };
}

/* Gives everything back; nothing may be missing. */
static inline void fixture_end(fixture *f)
{
    ptl_arena_free(&f->arena, &f->heap);
    CHECK_UINT(f->heap.used, 0);
    CHECK_UINT(f->live, 0);
}

/* The job failed, once, with this. */
#define CHECK_FAILED(f, why, slug)                                                                 \
    do {                                                                                           \
        CHECK_UINT((f)->job.error.status, (why));                                                  \
        CHECK_TEXT((f)->job.error.rule, (slug));                                                   \
        CHECK_UINT((f)->heard, 1);                                                                 \
    } while (0)

#endif
