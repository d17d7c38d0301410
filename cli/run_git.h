/* SPDX-License-Identifier: MIT */
/* Starting git, and lines of ours in a file of its attributes. */
#ifndef PTL_CLI_RUN_GIT_H
#define PTL_CLI_RUN_GIT_H

#include <stdbool.h>
#include <stddef.h>

/* Runs git with these words, ended by NULL; its exit code, or -1 when there is no git. What it
 * prints goes to `out`, without the last line end, or nowhere for NULL; its messages are shown only
 * if `loud`. */
int run_git(const char *const *words, char *out, size_t size, bool loud);

/* The same with every line that it prints, line ends included, handed to a function: very long ones
 * in pieces. */
int run_git_lines(const char *const *words, void (*hear)(void *user, const char *line), void *user);

/* Puts our lines at the end of a file of attributes, in place of older ones; takes them out again,
 * with the file where nothing else is in it; says whether they are there. False when the file
 * cannot be read or written. */
bool attributes_put(const char *path);
bool attributes_drop(const char *path);
bool attributes_have(const char *path);

#endif
