/* SPDX-License-Identifier: MIT */
/* Files and documents for tests: reading them whole, reading what must work or must fail. */
#ifndef PTL_TESTS_SUPPORT_H
#define PTL_TESTS_SUPPORT_H

#include <portolan/portolan.h>

typedef struct test_bytes {
    uint8_t *data;
    size_t   size;
} test_bytes;

/* A file's content; NULL data when it cannot be read. Free it with free(). */
test_bytes test_load(const char *path);

/* A finding keeps to its rule's row: the rule is in a table, and is not reported at worse than
 * that; milder is fine, as in lenient reading. Strict reading makes errors of warnings. */
void check_rule(const ptl_diag *diag, bool strict);

/* A listener that sees to that, and to nothing else; of what `profile` is checked by, or NULL. */
ptl_listener test_listener(const char *profile);

/* The row of a rule in a format's table, else in the shared one; NULL when there is none. */
const ptl_rule *test_rule_of(const char *format, const char *name);

/* Reads what has to be readable; ends the test when it is not. */
ptl_doc *must_read(const void *data, size_t size, const ptl_read_opts *opts);

/* Reads what has to be refused, and returns the error. */
ptl_diag must_fail(const void *data, size_t size, const ptl_read_opts *opts);

/* Writes a document; ends the test when that fails. */
ptl_bytes must_write(const ptl_doc *doc, const ptl_write_opts *opts);

/* Whether a text stands somewhere in bytes, which end without a zero. */
bool test_holds(const ptl_bytes *bytes, const char *text);

/* An allocator that counts, and that can be told to fail. */
typedef struct test_heap {
    size_t held, peak; /* bytes given out now, and most at once */
    size_t calls;      /* allocations so far                    */
    size_t fail_at;    /* the call that fails, from 1; 0: none  */
} test_heap;

ptl_allocator test_allocator(test_heap *heap);

#endif
