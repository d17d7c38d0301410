/* SPDX-License-Identifier: MIT */
/* Runs a command and prints its exit code and the most memory it had, in KiB, to the file given
 * first. A program as small as this one does it, because what the child has before it becomes the
 * command counts. */
#define _DEFAULT_SOURCE /* wait4 */
#include <spawn.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

int main(int count, char **words)
{
    struct rusage used;
    pid_t         child;
    int           status;
    FILE         *out = count > 2 ? fopen(words[1], "w") : NULL;

    if (!out || posix_spawnp(&child, words[2], NULL, NULL, words + 2, environ) != 0 ||
        wait4(child, &status, 0, &used) != child)
        return 2;
    fprintf(out, "%d %ld\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            used.ru_maxrss);
    return fclose(out) == 0 ? 0 : 2;
}
