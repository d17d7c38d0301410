/* SPDX-License-Identifier: MIT */
/* Files of other programs that end in an extension of ours: git treats them as it would without us.
 */
#ifndef PORTOLAN_CLI_GIT_PLAIN_H
#define PORTOLAN_CLI_GIT_PLAIN_H

#include <portolan/portolan.h>
#include <stddef.h>

/* The name that git gives to a file that is not there. */
bool is_absent(const char *path);

/* Whether no format recognizes a file; one that is absent is nobody's. */
bool is_foreign(const char *path);

/* Whether git wants colors of what goes to its pager or to a terminal. */
bool git_wants_colors(void);

/* What git would print of two files without us, a patch that it applies. The words are those that
 * git calls an external diff with, behind the first. */
void diff_plainly(const char *const *words, size_t count);

/* BASE OURS THEIRS: merges lines, and leaves marks of conflicts in ours, as git does. Returns an
 * exit code. */
int merge_plainly(const char *const *words);

/* Prints a file itself where it is text, otherwise enough for two that differ to be seen to. */
void print_plainly(const char *path);

#endif
