/* SPDX-License-Identifier: MIT */
/* What is left when a signal ends the program: whole files, and a word about the others. */
#ifndef PTL_CLI_STOP_H
#define PTL_CLI_STOP_H

#include <portolan/portolan.h>
#include <stdatomic.h>

/* From now on INT, TERM, HUP and PIPE remove temporary files before they end the program, unless
 * they are ignored; a file that grows past what the system allows is an error like others. */
void stop_begin(void);

/* To be told of every event of a ptl_watch; the list of temporary files is kept from them. */
void stop_hear(ptl_file_event event, const char *path);

enum { STOP_WAITING, STOP_DONE, STOP_FAILED };

typedef struct stop_file { /* a file of a batch */
    char      *shown;      /* its name, fit for a terminal */
    atomic_int state;
} stop_file;

/* The files that a signal tells of, which stay where they are until the next call; NULL: none. */
void stop_batch(const stop_file *files, size_t count);

#endif
