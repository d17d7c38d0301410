/* SPDX-License-Identifier: MIT */
/* A line on the terminal that says how far the work on many files is. */
#include "progress.h"

#include <fcntl.h>
#include <portolan/portolan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { WIDEST = 400 };

bool is_screen(int file)
{
    const char *term = getenv("TERM");

    return isatty(file) && !(term && strcmp(term, "dumb") == 0);
}

/* A FIFO is not opened: that would wait for its reader. */
bool is_terminal(const char *path)
{
    struct stat about;
    bool        is;
    int         file;

    if (strcmp(path, "-") == 0)
        return isatty(STDOUT_FILENO);
    if (stat(path, &about) != 0 || !S_ISCHR(about.st_mode))
        return false;
    file = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    is   = file >= 0 && isatty(file);
    if (file >= 0)
        close(file);
    return is;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Columns of the terminal; the last stays free, because some go to the next line behind it. */
static size_t columns(void)
{
    struct winsize size;
    size_t         wide = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;

    return wide == 0 ? 79 : wide > WIDEST ? WIDEST : wide - 1;
}

progress progress_begin(size_t count, bool wanted)
{
    bool shown = wanted && count > 1 && is_screen(STDERR_FILENO);

    return (progress){ shown, count, shown ? now() : 0 };
}

/* ", 12/s, 1:05 left", once there is something to go by. */
static void put_rate(char *out, size_t size, const progress *p, size_t done)
{
    double   passed = now() - p->start;
    unsigned left;

    out[0] = 0;
    if (done == 0 || passed <= 0)
        return;
    left = (unsigned)(passed / (double)done * (double)(p->count - done) + 0.5);
    snprintf(out, size, ", %.*f/s, %u:%02u left", (double)done < 10 * passed ? 1 : 0,
             (double)done / passed, left / 60, left % 60);
}

void progress_show(const progress *p, size_t done, const char *path)
{
    char   rate[64], number[64], name[WIDEST + 1];
    size_t wide, used;

    if (!p->wanted)
        return;
    put_rate(rate, sizeof rate, p, done);
    snprintf(number, sizeof number, "%zu/%zu", done + 1, p->count);
    wide    = columns();
    used    = strlen(number) + strlen(rate) + 1;
    name[0] = 0;
    if (used + 4 <= wide) /* room for "..." at least */
        ptl_quote(name, wide - used + 1, path, strlen(path));
    fprintf(stderr, "\r\033[K%.*s%s%s%s", (int)wide, number, name[0] ? " " : "", name,
            used <= wide ? rate : "");
    fflush(stderr);
}

void progress_clear(const progress *p)
{
    if (!p->wanted)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
}
