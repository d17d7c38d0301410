/* SPDX-License-Identifier: MIT */
/* git is started without a shell, so that no name has to be quoted. */
#include "run_git.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <portolan/portolan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- git ------------------------------------------------------------------------------------- */

enum { NO_GIT = 127, MOST_WORDS = 12 };

static void become_git(const char *const *words, int to, bool loud)
{
    const char *all[MOST_WORDS + 2] = { "git" };
    int         nowhere             = open("/dev/null", O_WRONLY);

    for (size_t i = 0; i < MOST_WORDS && words[i]; i++)
        all[i + 1] = words[i];
    dup2(to, STDOUT_FILENO);
    if (!loud && nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
    execvp("git", (char *const *)all);
    _exit(NO_GIT);
}

static size_t read_all(int from, char *out, size_t size)
{
    size_t  used = 0;
    char    rest[256];
    ssize_t got;

    do {
        bool room = used + 1 < size;

        got = read(from, room ? out + used : rest, room ? size - used - 1 : sizeof rest);
        if (got > 0 && room)
            used += (size_t)got;
    } while (got > 0 || (got < 0 && errno == EINTR));
    return used;
}

/* Starts git; its output can be read from *from. */
static pid_t start_git(const char *const *words, bool loud, int *from)
{
    int   ends[2];
    pid_t child;

    if (pipe(ends) != 0)
        return -1;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        close(ends[0]);
        become_git(words, ends[1], loud);
    }
    close(ends[1]);
    *from = ends[0];
    return child;
}

static int end_git(pid_t child)
{
    int status = 0;

    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) == NO_GIT)
        return -1;
    return WEXITSTATUS(status);
}

int run_git(const char *const *words, char *out, size_t size, bool loud)
{
    int    from  = -1;
    pid_t  child = start_git(words, loud, &from);
    char   unused[2];
    size_t used = child > 0 ? read_all(from, out ? out : unused, out ? size : sizeof unused) : 0;

    close(from);
    if (out) {
        out[used] = 0;
        if (used > 0 && out[used - 1] == '\n')
            out[used - 1] = 0;
    }
    return end_git(child);
}

int run_git_lines(const char *const *words, void (*hear)(void *user, const char *line), void *user)
{
    static char line[3 * PATH_MAX];
    int         end   = -1;
    pid_t       child = start_git(words, true, &end);
    FILE       *from  = child > 0 ? fdopen(end, "r") : NULL;

    while (from && fgets(line, sizeof line, from))
        hear(user, line);
    if (from)
        fclose(from);
    else
        close(end);
    return end_git(child);
}

/* ---- Attributes ------------------------------------------------------------------------------ */

static const char first_line[] = "# maps and models, compared and merged by portolan\n";
static const char last_line[]  = "# end of what portolan wrote\n";
static const char ended_line[] = "# end of what portolan wrote, line end in front included\n";

/* A file's content with a NUL behind it; empty where there is none. NULL: it cannot be read. */
static char *read_text(const char *path)
{
    FILE  *file = fopen(path, "rb");
    size_t size = 0, room = 4096, got = 1;
    char  *text = malloc(room), *more;

    if (!file && errno != ENOENT) {
        free(text);
        return NULL;
    }
    while (file && text && got > 0) {
        got = fread(text + size, 1, room - size - 1, file);
        size += got;
        more = size + 1 < room ? text : realloc(text, room * 2);
        room = more == text && size + 1 < room ? room : room * 2;
        if (!more)
            free(text);
        text = more;
    }
    if (file)
        fclose(file);
    if (text)
        text[size] = 0;
    return text;
}

static bool write_text(const char *path, const char *text)
{
    return ptl_put_file(path, text, strlen(text), &(ptl_write_opts){ .overwrite = true }, NULL) ==
           PTL_OK;
}

/* Takes our lines out of a text, with the line end that was put in front of them where the last
 * comment says so and nothing was written behind it; whether there were any. */
static bool cut_block(char *text)
{
    const char *lasts[] = { last_line, ended_line };
    char       *begin   = strstr(text, first_line);

    if (!begin || (begin > text && begin[-1] != '\n'))
        return false;
    for (size_t i = 0; i < 2; i++) {
        char *end = strstr(begin, lasts[i]);

        if (!end)
            continue;
        end += strlen(lasts[i]);
        begin -= i == 1 && begin > text && !*end;
        memmove(begin, end, strlen(end) + 1);
        return true;
    }
    return false;
}

/* An extension that has a dot itself may be the whole name of a file. JSON may be anybody's. */
static void put_extensions(FILE *to, const char *list)
{
    static const char lines[] = " diff=portolan merge=portolan\n";

    for (size_t size; *list; list += size + (list[size] == ' ')) {
        size = strcspn(list, " ");
        if (size >= 4 && strncmp(list + size - 4, "json", 4) == 0)
            continue;
        fprintf(to, "*.%.*s%s", (int)size, list, lines);
        if (memchr(list, '.', size))
            fprintf(to, "%.*s%s", (int)size, list, lines);
    }
}

bool attributes_put(const char *path)
{
    char                  *text = read_text(path), *all = NULL;
    size_t                 size = 0;
    FILE                  *to   = text ? open_memstream(&all, &size) : NULL;
    const ptl_format_info *format;
    bool                   good, open;

    if (!to) {
        free(text);
        return false;
    }
    cut_block(text);
    open = *text && text[strlen(text) - 1] != '\n';
    fprintf(to, "%s%s%s", text, open ? "\n" : "", first_line);
    for (size_t i = 0; (format = ptl_format_at(i)); i++)
        put_extensions(to, format->extensions);
    fputs(open ? ended_line : last_line, to);
    good = fclose(to) == 0 && write_text(path, all);
    free(all);
    free(text);
    return good;
}

bool attributes_drop(const char *path)
{
    char *text = read_text(path);
    bool  good = text != NULL;

    if (text && cut_block(text))
        good = *text ? write_text(path, text) : unlink(path) == 0;
    free(text);
    return good;
}

bool attributes_have(const char *path)
{
    char *text = read_text(path);
    bool  have = text && cut_block(text);

    free(text);
    return have;
}
