/* SPDX-License-Identifier: MIT */
/* Work that is a whole process, from its start to its end. */
#define _XOPEN_SOURCE 700 /* posix_spawn */

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

extern char **environ;

/* Reads what a process says until it has said all; returns how much that was. */
static size_t drain(int file)
{
    char    said[4096];
    size_t  size = 0;
    ssize_t got;

    while ((got = read(file, said, sizeof said)) > 0)
        size += (size_t)got;
    return size;
}

/* Spawned rather than forked, so that it costs the same however much memory the benchmark holds. */
static outcome run(const char *program, const char *path, bool talks)
{
    char *const                args[] = { (char *)program, (char *)"info", (char *)path, NULL };
    posix_spawn_file_actions_t files;
    pid_t                      child;
    int                        ends[2], status = -1;
    bool                       said;

    if (pipe(ends) != 0)
        return (outcome){ 0 };
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[1], 1);
    posix_spawn_file_actions_addclose(&files, ends[0]);
    posix_spawn_file_actions_addclose(&files, ends[1]);
    if (posix_spawn(&child, program, &files, NULL, args, environ) != 0)
        child = -1;
    posix_spawn_file_actions_destroy(&files);
    close(ends[1]);
    said = drain(ends[0]) > 0;
    close(ends[0]);
    if (child > 0)
        waitpid(child, &status, 0);
    return (outcome){ .done = status == 0 && said == talks };
}

outcome run_info(const material *m)
{
    return run(m->cli, m->path, true);
}

outcome run_nothing(const material *m)
{
    return run(m->nothing, m->path, false);
}
