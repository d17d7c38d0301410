/* SPDX-License-Identifier: MIT */
/* Signals. The handler calls only what POSIX lets handlers call, and takes no lock: everything it
 * looks at is atomic, or stays as it is. */
#include "stop.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const struct {
    int         number;
    const char *name;
} ends[] = { { SIGINT, "INT" }, { SIGTERM, "TERM" }, { SIGHUP, "HUP" }, { SIGPIPE, "PIPE" } };

enum { ENDS = sizeof ends / sizeof *ends };

/* ---- Temporary files ------------------------------------------------------------------------- */

enum { SLOT_FREE, SLOT_OWNED, SLOT_LISTED }; /* only a listed one has a path to go by */

typedef struct slot {
    struct slot *next; /* never changes: slots are used again, and stay until the end */
    atomic_int   state;
    size_t       room; /* for the path, with its end */
    char         path[];
} slot;

/* Many files may wait at once, so they are looked for among those of a like path only. */
enum { LISTS = 4096 };
static _Atomic(slot *) slots[LISTS];
static uint64_t        chance;   /* which lists paths get to is not for files to say */
static atomic_int      held;     /* threads that may not be cut short just now */
static atomic_int      stopping; /* no thread makes a file any more            */
static pid_t           own_process;

static _Atomic(slot *) *list_of(const char *path)
{
    uint64_t hash = chance;

    for (; *path; path++)
        hash = ((hash ^ (unsigned char)*path) * UINT64_C(0x9E3779B97F4A7C15)) ^ hash >> 29;
    return &slots[hash >> 32 & (LISTS - 1)];
}

static slot *new_slot(_Atomic(slot *) *list, size_t room)
{
    slot *made = calloc(1, sizeof *made + room);

    if (!made)
        return NULL;
    made->room = room;
    atomic_init(&made->state, SLOT_OWNED);
    made->next = atomic_load(list);
    while (!atomic_compare_exchange_weak(list, &made->next, made)) {
    }
    return made;
}

static slot *take_slot(_Atomic(slot *) *list, size_t room)
{
    for (slot *s = atomic_load(list); s; s = s->next) {
        int state = SLOT_FREE;

        if (s->room >= room && atomic_compare_exchange_strong(&s->state, &state, SLOT_OWNED))
            return s;
    }
    return new_slot(list, room);
}

static void list_part(const char *path)
{
    size_t room = strlen(path) + 1;
    slot  *s    = take_slot(list_of(path), room);

    if (!s)
        return; /* without memory the call fails soon, and clears up by itself */
    memcpy(s->path, path, room);
    atomic_store(&s->state, SLOT_LISTED);
}

static void forget_part(const char *path)
{
    for (slot *s = atomic_load(list_of(path)); s; s = s->next)
        if (atomic_load(&s->state) == SLOT_LISTED && strcmp(s->path, path) == 0) {
            atomic_store(&s->state, SLOT_FREE);
            return;
        }
}

static sigset_t all_ends(void)
{
    sigset_t set;

    sigemptyset(&set);
    for (int i = 0; i < ENDS; i++)
        sigaddset(&set, ends[i].number);
    return set;
}

/* First the count, then the look: either the handler sees this thread, or it is seen here. */
static void hold(void)
{
    sigset_t set = all_ends();

    pthread_sigmask(SIG_BLOCK, &set, NULL);
    atomic_fetch_add(&held, 1);
    if (!atomic_load(&stopping))
        return;
    atomic_fetch_sub(&held, 1);
    for (;;)
        pause(); /* the end is near */
}

static void let_go(void)
{
    sigset_t set = all_ends();

    atomic_fetch_sub(&held, 1);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

void stop_hear(ptl_file_event event, const char *path)
{
    switch (event) {
    case PTL_FILE_HOLD:
        hold();
        break;
    case PTL_FILE_FREE:
        let_go();
        break;
    case PTL_FILE_PART:
        list_part(path);
        break;
    case PTL_FILE_GONE:
        forget_part(path);
        break;
    case PTL_FILE_SHARED:
    case PTL_FILE_WRITTEN:
        break;
    }
}

/* ---- What is said ---------------------------------------------------------------------------- */

static _Atomic(const stop_file *) batch;
static atomic_size_t              batch_count;
static atomic_bool                on_terminal;

void stop_batch(const stop_file *files, size_t count)
{
    atomic_store(&batch_count, 0);
    atomic_store(&on_terminal, isatty(STDERR_FILENO) == 1);
    atomic_store(&batch, files);
    atomic_store(&batch_count, files ? count : 0);
}

static void say(const char *text)
{
    size_t size = strlen(text);

    while (size > 0) {
        ssize_t put = write(STDERR_FILENO, text, size);

        if (put <= 0)
            return;
        text += put;
        size -= (size_t)put;
    }
}

static void say_number(size_t number)
{
    char  text[24];
    char *at = text + sizeof text - 1;

    *at = 0;
    do
        *--at = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    say(at);
}

static size_t count_of(const stop_file *files, size_t count, int state)
{
    size_t found = 0;

    for (size_t i = 0; i < count; i++)
        found += atomic_load(&files[i].state) == state;
    return found;
}

static void say_batch(const char *why)
{
    const stop_file *files = atomic_load(&batch);
    size_t           count = atomic_load(&batch_count);

    if (count < 2)
        return;
    say(atomic_load(&on_terminal) ? "\r\033[K" : "");
    say("portolan: stopped by signal ");
    say(why);
    say(": ");
    say_number(count_of(files, count, STOP_DONE));
    say(" of ");
    say_number(count);
    say(" files done, ");
    say_number(count_of(files, count, STOP_FAILED));
    say(" failed; not done:\n");
    for (size_t i = 0; i < count; i++)
        if (atomic_load(&files[i].state) == STOP_WAITING) {
            say("  ");
            say(files[i].shown ? files[i].shown : "?");
            say("\n");
        }
}

/* ---- The handler ----------------------------------------------------------------------------- */

static void end_by(int number)
{
    sigset_t set;

    signal(number, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, number);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

enum { PATIENCE = 5000 }; /* milliseconds for files that just get their names */

static void on_end(int number)
{
    const char *name = "";

    if (getpid() != own_process) /* a child has no files of its own here */
        end_by(number);
    if (atomic_exchange(&stopping, 1))
        for (;;)
            pause(); /* another thread is at it */
    for (int i = 0; i < PATIENCE && atomic_load(&held) > 0; i++)
        poll(NULL, 0, 1);
    for (int i = 0; i < LISTS; i++)
        for (slot *s = atomic_load(&slots[i]); s; s = s->next)
            if (atomic_load(&s->state) == SLOT_LISTED)
                unlink(s->path);
    for (int i = 0; i < ENDS; i++)
        if (ends[i].number == number)
            name = ends[i].name;
    signal(SIGPIPE, SIG_IGN); /* nobody may be listening */
    say_batch(name);
    end_by(number);
}

void stop_begin(void)
{
    struct sigaction action = { .sa_handler = on_end, .sa_mask = all_ends() }, before;

    own_process = getpid();
    chance      = (uint64_t)time(NULL) << 32 ^ (uint64_t)own_process << 16 ^ (uintptr_t)&before;
    for (int i = 0; i < ENDS; i++)
        if (sigaction(ends[i].number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(ends[i].number, &action, NULL);
    signal(SIGXFSZ, SIG_IGN);
}
