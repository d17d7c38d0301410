/* SPDX-License-Identifier: MIT */
/* Work split over threads. */
#ifndef PTL_HOST_WORKERS_H
#define PTL_HOST_WORKERS_H

enum { PTL_WORKERS_MOST = 64 };

/* As many as the machine has processors, at most PTL_WORKERS_MOST. */
unsigned ptl_workers_usual(void);

/* Calls `work` once for every number below `count` and returns when all are done. Each call may run
 * on a thread of its own or on this one, so none may wait for another; where there are no threads,
 * they run one after another. */
void ptl_workers_run(unsigned count, void (*work)(void *user, unsigned number), void *user);

#endif
