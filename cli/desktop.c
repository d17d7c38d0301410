/* SPDX-License-Identifier: MIT */
/* Files for desktops: shared-mime-info and thumbnailers of freedesktop.org. Names, titles and magic
 * are our own and need no escaping. */
#define _XOPEN_SOURCE 700

#include "desktop.h"

#include <errno.h>
#include <portolan/portolan.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

extern char **environ;

/* One or more matches, each inside the one before: FROM[:TO]=TEXT joined by '&'. */
static void print_match(const char *at, size_t size)
{
    size_t own = 0, equals = strcspn(at, "=");
    bool   last;

    while (own < size && at[own] != '&')
        own++;
    last = own == size;
    printf("<match type=\"string\" offset=\"%.*s\" value=\"%.*s\"%s>", (int)equals, at,
           (int)(own - equals - 1), at + equals + 1, last ? "/" : "");
    if (last)
        return;
    print_match(at + own + 1, size - own - 1);
    printf("</match>");
}

static void print_magic(const char *magic)
{
    puts("    <magic priority=\"60\">");
    for (const char *at = magic; *at; at += strspn(at, " ")) {
        size_t size = strcspn(at, " ");

        printf("      ");
        print_match(at, size);
        putchar('\n');
        at += size;
    }
    puts("    </magic>");
}

/* An extension that others use too counts less where there is no magic to tell. */
static void print_globs(const ptl_format_info *f)
{
    for (const char *at = f->extensions; *at; at += strspn(at, " ")) {
        int size = (int)strcspn(at, " ");

        printf("    <glob pattern=\"*.%.*s\"%s/>\n", size, at, f->magic ? "" : " weight=\"30\"");
        at += size;
    }
}

void print_mime(void)
{
    const ptl_format_info *f;

    puts("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">");
    for (size_t i = 0; (f = ptl_format_at(i)); i++) {
        printf("  <mime-type type=\"%s\">\n    <comment>%s</comment>\n", f->media_type, f->title);
        if (strncmp(f->media_type, "text/", 5) == 0)
            puts("    <sub-class-of type=\"text/plain\"/>");
        if (f->magic)
            print_magic(f->magic);
        print_globs(f);
        puts("  </mime-type>");
    }
    puts("</mime-info>");
}

void print_thumbnailer(void)
{
    const ptl_format_info *f;

    /* The output has no extension there, and is there already. */
    puts("[Thumbnailer Entry]\nTryExec=portolan\n"
         "Exec=portolan render --to png --overwrite --background transparent --thumbnail %s %i %o");
    printf("MimeType=");
    for (size_t i = 0; (f = ptl_format_at(i)); i++)
        if (ptl_format_can(f) & (PTL_CAN_SCENE | PTL_CAN_PLAN))
            printf("%s;", f->media_type);
    putchar('\n');
}

/* ---- Showing ----------------------------------------------------------------------------------
 */

/* What the program says is not for us to show. */
const char *desktop_open(const char *path)
{
    char *words[] = { (char *)"xdg-open", (char *)path, NULL };
    pid_t child;
    int   state = 0;

    if (posix_spawnp(&child, words[0], NULL, NULL, words, environ) != 0)
        return "xdg-open, which would open it, is not there";
    while (waitpid(child, &state, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(state) && WEXITSTATUS(state) == 0 ? NULL : "xdg-open could not open it";
}
