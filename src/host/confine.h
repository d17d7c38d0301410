/* SPDX-License-Identifier: MIT */
/* A process that gives up its rights for good, before it lets code of others at data of others. */
#ifndef PTL_HOST_CONFINE_H
#define PTL_HOST_CONFINE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ptl_confinement {
    size_t   memory;  /* bytes it may take beyond what it has now        */
    unsigned seconds; /* of processor time, those that are gone included */
} ptl_confinement;

enum {                          /* what holds afterwards */
       PTL_CONFINED_LIMITS = 1, /* memory, time, no new descriptors, no files, no processes      */
       PTL_CONFINED_FILES  = 2, /* Landlock: no right to any file                                */
       PTL_CONFINED_CALLS  = 4, /* seccomp: a short list of system calls; any other is the end   */
};

/* The first thing such a process does: it closes what it was not meant to have (everything but the
 * three standard files), leaves no traces of its memory, and ends with the one that started it. */
void ptl_confine_alone(void);

/* Gives up all that reading standard input, computing and writing standard output do not need. What
 * the system does not know is left out. Libraries must have been loaded before. */
unsigned ptl_confine(const ptl_confinement *to);

#endif
