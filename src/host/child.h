/* SPDX-License-Identifier: MIT */
/* Another program that works for this one: started, talked to, watched and always reaped.
 *
 *     static const char *const words[] = { "/usr/bin/portolan", "--import-child", NULL };
 *     ptl_child                child;
 *
 *     if (ptl_child_start(&child, job, words, &(ptl_child_limits){ .seconds = 10 })) {
 *         ptl_child_put(&child, "question", 8);
 *         ptl_child_get(&child, answer, sizeof answer);
 *     }
 *     fate = ptl_child_end(&child);
 *
 * Its standard input and output are one socket, whose other end is here; its standard error leads
 * nowhere. It gets no other descriptor, no signal mask, and of the environment only what programs
 * need to find their libraries. */
#ifndef PTL_HOST_CHILD_H
#define PTL_HOST_CHILD_H

#include "core/job.h"

typedef struct ptl_child_limits {
    unsigned seconds; /* of processor time; four times as many may pass on the clock            */
    size_t   memory;  /* bytes of address space; 0: the program sees to that itself. Both are set
                         from here where the system can do so (Linux), else left to the program */
} ptl_child_limits;

typedef struct ptl_child {
    ptl_job *job;    /* its progress is told that time passes, and may stop it */
    int      socket; /* -1: it was not started                                 */
    long     id;
    unsigned seconds;
    int64_t  until; /* on the clock of ptl_child.c, in milliseconds */
    bool     late;
} ptl_child;

typedef struct ptl_child_fate {
    bool started;
    bool late;   /* it took longer than allowed                                    */
    bool barred; /* it asked the system for what it had given up (host/confine.h)  */
    int  signal; /* what ended it, 0: itself, or nobody knows, or its end was asked for here */
    int  error;  /* of one that was not started: what errno says */
} ptl_child_fate;

/* Starts words[0], a path or a name that is looked for in PATH. NULL ends the words. False when it
 * cannot be started; ptl_child_end says why. */
bool ptl_child_start(ptl_child *out, ptl_job *job, const char *const *words,
                     const ptl_child_limits *limits);

/* All of the bytes, or false: it ended, it is late, or the job was stopped. */
bool ptl_child_put(ptl_child *child, const void *data, size_t size);
bool ptl_child_get(ptl_child *child, void *data, size_t size);

/* Ends it if it still runs, and says how it ended. */
ptl_child_fate ptl_child_end(ptl_child *child);

/* ---- The other side -------------------------------------------------------------------------- */

/* Whether standard input is what ptl_child_start gives to a program. */
bool ptl_child_is_one(void);

/* All of the bytes, or false: whoever started this program is gone. */
bool ptl_child_say(const void *data, size_t size);
bool ptl_child_hear(void *data, size_t size);

#endif
