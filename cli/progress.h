/* SPDX-License-Identifier: MIT */
/* A line on the terminal that says how far the work on many files is. */
#ifndef PTL_CLI_PROGRESS_H
#define PTL_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct progress {
    bool   wanted;
    size_t count;
    double start; /* seconds of a clock that only goes forward */
} progress;

/* Whether a terminal is behind a file and understands more than plain text. */
bool is_screen(int file);

/* Whether bytes for an output, '-' being standard output, would go to a terminal. */
bool is_terminal(const char *path);

/* Nothing is shown for one file, where nobody looks, or when it is not wanted. */
progress progress_begin(size_t count, bool wanted);
void     progress_show(const progress *p, size_t done, const char *path);
void     progress_clear(const progress *p); /* leaves nothing behind */

#endif
