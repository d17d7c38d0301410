/* SPDX-License-Identifier: MIT */
/* Programs that work for this one, played by the shell: what they hear and say, how they end, and
 * that nothing of this process goes along. */
#define _XOPEN_SOURCE 700

#include "host/child.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"

static const ptl_child_limits ample = { .seconds = 60 }, scant = { .seconds = 1 };

static ptl_child started(ptl_job *job, const char *script, const ptl_child_limits *limits)
{
    const char *const words[] = { "/bin/sh", "-c", script, NULL };
    ptl_child         child;

    CHECK(ptl_child_start(&child, job, words, limits));
    return child;
}

/* What a script says until it ends, as a text. */
static void said_by(char *out, size_t size, const char *script)
{
    ptl_job   job   = { 0 };
    ptl_child child = started(&job, script, &ample);
    size_t    count = 0;

    while (count + 1 < size && ptl_child_get(&child, out + count, 1))
        count++;
    out[count] = 0;
    ptl_child_end(&child);
}

static ptl_child_fate fate_of(const char *script, const ptl_child_limits *limits)
{
    ptl_job   job   = { 0 };
    ptl_child child = started(&job, script, limits);
    char      byte;

    CHECK(!ptl_child_get(&child, &byte, 1));
    return ptl_child_end(&child);
}

/* More than a socket holds, both ways. */
static void hears_and_says(void)
{
    enum { SIZE = 3 << 20 };
    ptl_job   job   = { 0 };
    ptl_child child = started(&job, "head -c 3145728 | sort", &ample);
    char     *text = malloc(SIZE), *back = malloc(SIZE);

    CHECK(text && back);
    for (size_t i = 0; i < SIZE; i++)
        text[i] = i % 64 == 63 ? '\n' : 'a';
    CHECK(ptl_child_put(&child, text, SIZE));
    CHECK(ptl_child_get(&child, back, SIZE));
    CHECK_BYTES(back, SIZE, text, SIZE);
    CHECK(!ptl_child_get(&child, back, 1));
    CHECK_UINT((uint64_t)ptl_child_end(&child).signal, 0);
    free(text);
    free(back);
}

static void nothing_goes_along(void)
{
    char said[256];
    int  files[2];

    setenv("PORTOLAN_SECRET", "secret", 1);
    CHECK(pipe(files) == 0); /* without being told to close themselves */
    CHECK(files[1] > 2 && files[1] < 40);
    said_by(said, sizeof said,
            "i=3; while [ $i -lt 40 ]; do if [ -e /proc/self/fd/$i ]; then echo $i; fi; "
            "i=$((i + 1)); done; echo ${PORTOLAN_SECRET:-none} ${PATH:+path}");
    close(files[0]);
    close(files[1]);
#ifdef __linux__
    CHECK_TEXT(said, "none path\n");
#endif
}

/* Whatever is ignored or held back here is not so there. */
static void signals_are_as_usual(void)
{
    sigset_t       pipes;
    ptl_child_fate fate;

    signal(SIGTERM, SIG_IGN);
    sigemptyset(&pipes);
    sigaddset(&pipes, SIGTERM);
    sigprocmask(SIG_BLOCK, &pipes, NULL);
    fate = fate_of("kill -TERM $$; sleep 30", &ample);
    sigprocmask(SIG_UNBLOCK, &pipes, NULL);
    signal(SIGTERM, SIG_DFL);
    CHECK_UINT((uint64_t)fate.signal, SIGTERM);
}

static void every_end_is_known(void)
{
    ptl_child_fate fate = fate_of("exit 3", &ample);

    CHECK(fate.started && !fate.late && fate.signal == 0);
    fate = fate_of("kill -SEGV $$", &ample);
    CHECK(fate.started && !fate.late && fate.signal == SIGSEGV);
    fate = fate_of("kill -SYS $$", &ample);
    CHECK(fate.barred);
    CHECK(waitpid(-1, NULL, WNOHANG) < 0); /* none of them is left */
}

static void there_is_a_last_moment(void)
{
    CHECK(fate_of("while :; do :; done", &scant).late);
    CHECK(fate_of("sleep 60", &scant).late); /* which takes no time of a processor */
    CHECK(waitpid(-1, NULL, WNOHANG) < 0);
}

/* A program that closes its end is written to in vain, which is no reason to end this one. */
static void nobody_listens(void)
{
    static char much[1 << 20];
    ptl_job     job   = { 0 };
    ptl_child   child = started(&job, "exit 0", &ample);

    signal(SIGPIPE, SIG_DFL);
    while (ptl_child_put(&child, much, sizeof much))
        continue;
    CHECK(!ptl_child_put(&child, much, sizeof much));
    CHECK_UINT((uint64_t)ptl_child_end(&child).signal, 0);
}

static bool stop_at_once(void *user, const ptl_step *step)
{
    (void)user;
    (void)step;
    return false;
}

static void whoever_watches_may_stop_it(void)
{
    ptl_job   job   = { .progress = { .go_on = stop_at_once }, .stage = "import" };
    ptl_child child = started(&job, "sleep 60", &ample);
    char      byte;

    CHECK(!ptl_child_get(&child, &byte, 1));
    CHECK_UINT(job.error.status, PTL_E_STOPPED);
    CHECK(!ptl_child_end(&child).late);
    CHECK(waitpid(-1, NULL, WNOHANG) < 0);
}

static void programs_may_be_absent(void)
{
    static const char *const words[] = { "/nowhere/portolan", NULL };
    ptl_job                  job     = { 0 };
    ptl_child                child;
    ptl_child_fate           fate;
    char                     byte;

    if (ptl_child_start(&child, &job, words, &ample)) /* emulators know only when it has ended */
        CHECK(!ptl_child_get(&child, &byte, 1));
    fate = ptl_child_end(&child);
    CHECK(fate.started ? !fate.signal && !fate.late : fate.error != 0);
#if defined(__linux__) && defined(__x86_64__)
    CHECK(!fate.started);
#endif
}

/* Where a standard file is closed here, the sockets must not take its place. */
static void standard_files_may_be_closed(void)
{
    char said[8];
    int  kept = dup(STDIN_FILENO);

    CHECK(kept > 2);
    close(STDIN_FILENO);
    said_by(said, sizeof said, "echo here");
    CHECK(fcntl(STDIN_FILENO, F_GETFD) < 0);
    dup2(kept, STDIN_FILENO);
    close(kept);
    CHECK_TEXT(said, "here\n");
}

static void it_is_not_one_itself(void)
{
    CHECK(!ptl_child_is_one());
}

int main(void)
{
    static const test_case tests[] = { TEST(hears_and_says),
                                       TEST(nothing_goes_along),
                                       TEST(signals_are_as_usual),
                                       TEST(every_end_is_known),
                                       TEST(there_is_a_last_moment),
                                       TEST(nobody_listens),
                                       TEST(whoever_watches_may_stop_it),
                                       TEST(programs_may_be_absent),
                                       TEST(standard_files_may_be_closed),
                                       TEST(it_is_not_one_itself) };

    return run_tests("child", tests, COUNT(tests));
}
