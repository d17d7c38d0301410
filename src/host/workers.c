/* SPDX-License-Identifier: MIT */
/* Threads where there are any; elsewhere one call after another. */
#ifdef PTL_HAVE_THREADS
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE /* _SC_NPROCESSORS_ONLN */
#include <pthread.h>
#include <unistd.h>
#endif

#include "host/workers.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef PTL_HAVE_THREADS

typedef struct worker {
    void (*work)(void *user, unsigned number);
    void    *user;
    unsigned number;
    bool     started;
} worker;

unsigned ptl_workers_usual(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);

    return count < 1 ? 1 : count > PTL_WORKERS_MOST ? PTL_WORKERS_MOST : (unsigned)count;
}

static void *run(void *user)
{
    const worker *w = user;

    w->work(w->user, w->number);
    return NULL;
}

void ptl_workers_run(unsigned count, void (*work)(void *user, unsigned number), void *user)
{
    worker    list[PTL_WORKERS_MOST];
    pthread_t thread[PTL_WORKERS_MOST];
    unsigned  extra = count < PTL_WORKERS_MOST ? count : PTL_WORKERS_MOST;

    for (unsigned i = 1; i < extra; i++) {
        list[i]         = (worker){ work, user, i, false };
        list[i].started = pthread_create(&thread[i], NULL, run, &list[i]) == 0;
    }
    if (count > 0)
        work(user, 0);
    for (unsigned i = 1; i < extra; i++)
        if (!list[i].started)
            work(user, i);
    for (unsigned i = extra; i < count; i++)
        work(user, i);
    for (unsigned i = 1; i < extra; i++)
        if (list[i].started)
            pthread_join(thread[i], NULL);
}

#else

unsigned ptl_workers_usual(void)
{
    return 1;
}

void ptl_workers_run(unsigned count, void (*work)(void *user, unsigned number), void *user)
{
    for (unsigned i = 0; i < count; i++)
        work(user, i);
}

#endif
