/* SPDX-License-Identifier: MIT */
/* A process that gave up its rights: what it can still do, and what is the end of it. Each trial
 * runs in a copy of this process, which has no threads. */
#define _GNU_SOURCE

#include "host/confine.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"

enum { FINE = 40, REFUSED, DONE }; /* how trials end by themselves */

/* The address sanitizer has its own ways with memory, and its own end of a crash. */
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED true
#endif
#endif
#ifndef SANITIZED
#define SANITIZED false
#endif

static const ptl_confinement small = { 64u << 20, 2 };

/* How a trial ends: its code, or 1000 and the signal. */
static int try_it(const ptl_confinement *to, int (*trial)(unsigned held))
{
    pid_t id = fork();
    int   how;

    CHECK(id >= 0);
    if (id == 0) {
        dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
        ptl_confine_alone();
        _exit(trial(to ? ptl_confine(to) : 0));
    }
    CHECK(waitpid(id, &how, 0) == id);
    return WIFSIGNALED(how) ? 1000 + WTERMSIG(how) : WEXITSTATUS(how);
}

static int what_holds(unsigned held)
{
    return (int)held;
}

static bool has(unsigned what)
{
    return (unsigned)try_it(&small, what_holds) & what;
}

static int compute_and_write(unsigned held)
{
    char *piece = malloc(1 << 20);
    bool  good  = piece && write(STDOUT_FILENO, "", 0) == 0;

    (void)held;
    if (good)
        memset(piece, 1, 1 << 20);
    free(piece);
    return good ? FINE : REFUSED;
}

/* Whoever makes a buffer asks what it is for, and can do without an answer. */
static int read_a_stream(unsigned held)
{
    (void)held;
    return fgetc(stdin) == EOF && !ferror(stdin) ? FINE : REFUSED;
}

static void work_goes_on(void)
{
    CHECK_UINT((uint64_t)try_it(&small, compute_and_write), FINE);
    CHECK_UINT((uint64_t)try_it(&small, read_a_stream), FINE);
}

/* ---- Limits ---------------------------------------------------------------------------------- */

static int take_much(unsigned held)
{
    size_t taken = 0;

    (void)held;
    while (taken < 400) {
        char *piece = malloc(1 << 20);

        if (!piece)
            return taken >= 48 && taken <= 160 ? REFUSED : DONE;
        memset(piece, 1, 1 << 20);
        taken++;
    }
    return FINE;
}

static void memory_ends(void)
{
    if (SANITIZED)
        test_skip("memory cannot be limited under the address sanitizer");
#if !(defined(__linux__) && defined(__x86_64__)) /* where they have to hold */
    if (!has(PTL_CONFINED_LIMITS))
        test_skip("limits of memory do not hold on this machine, which may be an emulated one");
#endif
    CHECK(has(PTL_CONFINED_LIMITS));
    CHECK_UINT((uint64_t)try_it(&small, take_much), REFUSED);
    CHECK_UINT((uint64_t)try_it(&(ptl_confinement){ 512u << 20, 2 }, take_much), FINE);
}

static int go_on(unsigned held)
{
    volatile unsigned turns = 0;

    (void)held;
    while (turns < UINT_MAX)
        turns = turns + 1 - (turns == 1000);
    return FINE;
}

static void time_ends(void)
{
    CHECK_UINT((uint64_t)try_it(&(ptl_confinement){ 64u << 20, 1 }, go_on), 1000 + SIGXCPU);
}

static int open_one(unsigned held)
{
    (void)held;
    return open("/dev/null", O_RDONLY) < 0 ? REFUSED : FINE;
}

static int count_descriptors(unsigned held)
{
    int count = 0;

    (void)held;
    for (int file = 0; file < 256; file++)
        count += fcntl(file, F_GETFD) >= 0;
    return count;
}

static void nothing_is_opened(void)
{
    int extra[2];

    CHECK_UINT((uint64_t)try_it(NULL, open_one), FINE);
    CHECK_UINT((uint64_t)try_it(&small, open_one), REFUSED);
    CHECK(pipe(extra) == 0); /* which nobody wants in there */
    CHECK(fcntl(0, F_GETFD) >= 0 && fcntl(2, F_GETFD) >= 0);
    CHECK_UINT((uint64_t)try_it(NULL, count_descriptors), 3);
    close(extra[0]);
    close(extra[1]);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static int make_folder(unsigned held)
{
    (void)held;
    return mkdir("confined", 0700) == 0 ? FINE : REFUSED;
}

static int start_another(unsigned held)
{
    (void)held;
    return fork() >= 0 ? FINE : REFUSED;
}

static int run_another(unsigned held)
{
    char  name[]  = "true";
    char *words[] = { name, NULL };

    (void)held;
    execv("/bin/true", words);
    return REFUSED;
}

static int connect_somewhere(unsigned held)
{
    (void)held;
    return socket(AF_INET, SOCK_STREAM, 0) >= 0 ? FINE : REFUSED;
}

static int make_code(unsigned held)
{
    (void)held;
    return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                0) == MAP_FAILED
               ? REFUSED
               : FINE;
}

static int kill_parent(unsigned held)
{
    (void)held;
    return kill(getppid(), 0) == 0 ? FINE : REFUSED;
}

static void other_calls_are_the_end(void)
{
    static int (*const trials[])(unsigned) = { start_another, run_another, connect_somewhere,
                                               make_code,     kill_parent, make_folder };

    if (!has(PTL_CONFINED_CALLS))
        test_skip("no list of calls on this machine");
    for (size_t i = 0; i < COUNT(trials); i++)
        CHECK_UINT((uint64_t)try_it(&small, trials[i]), 1000 + SIGSYS);
    CHECK(access("confined", F_OK) != 0);
}

static int give_up(unsigned held)
{
    (void)held;
    signal(SIGABRT, SIG_DFL);
    abort();
}

static int read_nowhere(unsigned held)
{
    volatile int *volatile nowhere = NULL;

    (void)held;
    signal(SIGSEGV, SIG_DFL);
    return *nowhere;
}

/* A crash can still be told from what is not allowed. */
static void crashes_stay_crashes(void)
{
    CHECK_UINT((uint64_t)try_it(&small, give_up), 1000 + SIGABRT);
    if (!SANITIZED)
        CHECK_UINT((uint64_t)try_it(&small, read_nowhere), 1000 + SIGSEGV);
}

int main(void)
{
    static const test_case tests[] = { TEST(work_goes_on),
                                       TEST(memory_ends),
                                       TEST(time_ends),
                                       TEST(nothing_is_opened),
                                       TEST(other_calls_are_the_end),
                                       TEST(crashes_stay_crashes) };

    return run_tests("confine", tests, COUNT(tests));
}
