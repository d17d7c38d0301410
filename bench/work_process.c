/* SPDX-License-Identifier: MIT */
/* Work that is a whole process, from its start to its end. */
#define _XOPEN_SOURCE 700 /* posix_spawn */

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
bool process_run(const char *const *args, bool *talked)
{
    posix_spawn_file_actions_t files;
    pid_t                      child;
    int                        ends[2], status = -1;
    bool                       said;

    if (pipe(ends) != 0)
        return false;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[1], 1);
    posix_spawn_file_actions_addclose(&files, ends[0]);
    posix_spawn_file_actions_addclose(&files, ends[1]);
    if (posix_spawnp(&child, args[0], &files, NULL, (char *const *)args, environ) != 0)
        child = -1;
    posix_spawn_file_actions_destroy(&files);
    close(ends[1]);
    said = drain(ends[0]) > 0;
    close(ends[0]);
    if (child > 0)
        waitpid(child, &status, 0);
    if (talked)
        *talked = said;
    return status == 0;
}

outcome run_info(const material *m)
{
    const char *const args[] = { m->cli, "info", m->path, NULL };
    bool              talked;

    return (outcome){ .done = process_run(args, &talked) && talked };
}

outcome run_nothing(const material *m)
{
    const char *const args[] = { m->nothing, NULL };
    bool              talked;

    return (outcome){ .done = process_run(args, &talked) && !talked };
}

bool process_there(const char *program)
{
    const char *path = getenv("PATH");
    char        full[512];

    while (path && *path) {
        size_t length = strcspn(path, ":");

        snprintf(full, sizeof full, "%.*s/%s", (int)length, path, program);
        if (access(full, X_OK) == 0)
            return true;
        path += length + (path[length] == ':');
    }
    return false;
}
