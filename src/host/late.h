/* SPDX-License-Identifier: MIT */
/* Libraries by others that are loaded when first needed, so that a program which may never need
 * them starts without them.
 *
 *     typedef struct scissors { int (*cut)(int); } scissors;
 *
 *     static const char *const       names[]     = { "libcut.so.2", "libcut.so.1", NULL };
 *     static const ptl_late_function functions[] = { { "cut_paper", offsetof(scissors, cut) },
 *                                                    { 0 } };
 *     scissors s;
 *
 *     if (ptl_late_load(&s, names, functions))
 *         s.cut(3);
 */
#ifndef PTL_HOST_LATE_H
#define PTL_HOST_LATE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ptl_late_function {
    const char *name;  /* NULL ends a table                                  */
    size_t      place; /* of a pointer to it inside the struct that is filled */
} ptl_late_function;

/* Fills a struct of function pointers from the first library of the list that is there and has them
 * all; false, and every pointer NULL, when none does or this build cannot load any. A library that
 * was loaded stays, so that asking again is cheap and pointers stay valid. */
bool ptl_late_load(void *out, const char *const *libraries, const ptl_late_function *functions);

#endif
