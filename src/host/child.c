/* SPDX-License-Identifier: MIT */
/* Programs that work for this one. They are started with posix_spawn, because a copy of a process
 * that has threads may do next to nothing, and talked to through a socket, because a write to a
 * pipe that nobody reads raises a signal, which belongs to the program around this library. */
#define _GNU_SOURCE /* prlimit, wait4, and closing what is left over */

#include "host/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/path.h"

extern char **environ;

enum { GLANCE = 100, PATIENCE = 4 }; /* milliseconds between looks; clock per processor time */

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 /* SO_NOSIGPIPE is set instead */
#endif

static int64_t now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- Starting -------------------------------------------------------------------------------- */

/* What a program needs to find its libraries, or to report on itself. Secrets stay here. */
static const char *const passed_on[] = { "PATH",         "LD_LIBRARY_PATH", "ASAN_OPTIONS",
                                         "LSAN_OPTIONS", "UBSAN_OPTIONS",   NULL };

enum { VARIABLES = sizeof passed_on / sizeof *passed_on };

static void choose_environment(char *out[VARIABLES])
{
    size_t count = 0;

    for (size_t i = 0; passed_on[i]; i++) {
        size_t length = strlen(passed_on[i]);

        for (char **v = environ; v && *v; v++)
            if (strncmp(*v, passed_on[i], length) == 0 && (*v)[length] == '=') {
                out[count++] = *v;
                break;
            }
    }
    out[count] = NULL;
}

/* Past the three standard files, which are given away, and closed in every program started
 * meanwhile by another thread. */
static bool lift(int *file)
{
    int higher = *file > 2 ? *file : fcntl(*file, F_DUPFD_CLOEXEC, 3);

    if (higher != *file)
        close(*file);
    *file = higher;
    return higher >= 0 && fcntl(higher, F_SETFD, FD_CLOEXEC) == 0;
}

static bool open_sockets(int ends[2])
{
    bool good;

#ifdef SOCK_CLOEXEC
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
        return false;
#else
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0)
        return false;
#endif
#ifdef SO_NOSIGPIPE
    setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &(int){ 1 }, sizeof(int));
#endif
    good = lift(&ends[0]);
    return lift(&ends[1]) && good;
}

/* No signal is ignored or held back in the program, whatever is here. */
static void set_apart(posix_spawnattr_t *how)
{
    sigset_t none, all;

    sigemptyset(&none);
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    posix_spawnattr_setsigmask(how, &none);
    posix_spawnattr_setsigdefault(how, &all);
    posix_spawnattr_setpgroup(how, 0); /* what it starts itself ends with it */
    posix_spawnattr_setflags(how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                      POSIX_SPAWN_SETPGROUP);
}

static int spawn(pid_t *id, const char *const *words, int socket)
{
    char                      *environment[VARIABLES];
    posix_spawn_file_actions_t files;
    posix_spawnattr_t          how;
    int                        error;

    choose_environment(environment);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&how);
    set_apart(&how);
    posix_spawn_file_actions_adddup2(&files, socket, 0);
    posix_spawn_file_actions_adddup2(&files, socket, 1);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
    posix_spawn_file_actions_addclosefrom_np(&files, 3);
#endif
    error = posix_spawnp(id, words[0], &files, &how, (char *const *)words, environment);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&how);
    return error;
}

/* A program that limits itself has these before it does. */
static void limit(pid_t id, const ptl_child_limits *limits)
{
#ifdef __linux__
    struct rlimit time = { limits->seconds, (rlim_t)limits->seconds + 1 };
    struct rlimit room = { limits->memory, limits->memory }, none = { 0, 0 };

    prlimit(id, RLIMIT_CPU, &time, NULL);
    prlimit(id, RLIMIT_CORE, &none, NULL);
    if (limits->memory > 0)
        prlimit(id, RLIMIT_AS, &room, NULL);
#else
    (void)id;
    (void)limits;
#endif
}

bool ptl_child_start(ptl_child *out, ptl_job *job, const char *const *words,
                     const ptl_child_limits *limits)
{
    int   ends[2] = { -1, -1 };
    pid_t id      = 0;
    int   error;

    *out  = (ptl_child){ .job = job, .socket = -1, .seconds = limits->seconds };
    error = open_sockets(ends) ? spawn(&id, words, ends[1]) : errno;
    if (ends[1] >= 0)
        close(ends[1]);
    if (error) {
        if (ends[0] >= 0)
            close(ends[0]);
        out->id = error;
        return false;
    }
    limit(id, limits);
    out->socket = ends[0];
    out->id     = id;
    out->until  = now() + (int64_t)limits->seconds * 1000 * PATIENCE;
    return true;
}

/* ---- Talking --------------------------------------------------------------------------------- */

/* Until the socket takes or has something. Whoever watches the job may put an end to it. */
static bool wait_for(ptl_child *child, short what)
{
    struct pollfd p = { .fd = child->socket, .events = what };

    while (ptl_ok(child->job)) {
        int64_t left = child->until - now();
        int     got;

        child->late = left <= 0;
        if (child->late)
            return false;
        got = poll(&p, 1, left < GLANCE ? (int)left : GLANCE);
        if (got > 0)
            return true;
        if (got < 0 && errno != EINTR)
            return false;
        ptl_step_to(child->job, 0, 0);
    }
    return false;
}

bool ptl_child_put(ptl_child *child, const void *data, size_t size)
{
    const char *from = data;

    while (size > 0 && wait_for(child, POLLOUT)) {
        ssize_t put = send(child->socket, from, size, MSG_NOSIGNAL | MSG_DONTWAIT);

        if (put < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (put <= 0)
            return false;
        from += put;
        size -= (size_t)put;
    }
    return size == 0;
}

bool ptl_child_get(ptl_child *child, void *data, size_t size)
{
    char *to = data;

    while (size > 0 && wait_for(child, POLLIN)) {
        ssize_t got = recv(child->socket, to, size, MSG_DONTWAIT);

        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got <= 0)
            return false;
        to += got;
        size -= (size_t)got;
    }
    return size == 0;
}

/* ---- Ending ---------------------------------------------------------------------------------- */

/* One that crashed keeps the signal that did it: this one comes too late for that. */
ptl_child_fate ptl_child_end(ptl_child *child)
{
    ptl_child_fate fate = { .started = child->socket >= 0, .late = child->late };
    struct rusage  used = { 0 };
    int            how  = 0;
    pid_t          got;

    if (!fate.started) {
        fate.error = (int)child->id;
        return fate;
    }
    close(child->socket);
    kill(-(pid_t)child->id, SIGKILL);
    do
        got = wait4((pid_t)child->id, &how, 0, &used);
    while (got < 0 && errno == EINTR);
    if (got > 0 && WIFSIGNALED(how) && WTERMSIG(how) != SIGKILL)
        fate.signal = WTERMSIG(how);
    fate.barred = fate.signal == SIGSYS;
    fate.late   = fate.late || fate.signal == SIGXCPU ||
                (unsigned long)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) >= child->seconds;
    child->socket = -1;
    return fate;
}

/* ---- The other side -------------------------------------------------------------------------- */

bool ptl_child_is_one(void)
{
    struct stat in, out;

    return fstat(STDIN_FILENO, &in) == 0 && fstat(STDOUT_FILENO, &out) == 0 &&
           S_ISSOCK(in.st_mode) && in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}

bool ptl_child_say(const void *data, size_t size)
{
    return ptl_file_put(STDOUT_FILENO, data, size);
}

bool ptl_child_hear(void *data, size_t size)
{
    char *to = data;

    while (size > 0) {
        ssize_t got = read(STDIN_FILENO, to, size);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        to += got;
        size -= (size_t)got;
    }
    return true;
}
