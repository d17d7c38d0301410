/* SPDX-License-Identifier: MIT */
/* Extensions are shared: .tsx is also a source of TypeScript, .map a table of a minifier. What no
 * format recognizes is compared and merged by git itself. */
#include "git_plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "run_git.h"

bool is_absent(const char *path)
{
    return strcmp(path, "/dev/null") == 0;
}

bool is_foreign(const char *path)
{
    ptl_doc   *doc    = NULL;
    ptl_status status = is_absent(path) ? PTL_E_FORMAT : ptl_read_file(&doc, path, NULL, NULL);

    ptl_doc_free(doc);
    return status == PTL_E_FORMAT;
}

bool git_wants_colors(void)
{
    const char *pager = getenv("GIT_PAGER_IN_USE"), *no = getenv("NO_COLOR");
    bool        paged = pager && strcmp(pager, "true") == 0 && !(no && *no);
    bool        shown = paged || has_colors(STDOUT_FILENO);
    char        answer[8];

    return run_git((const char *[]){ "config", "--get-colorbool", "color.diff",
                                     shown ? "true" : "false", NULL },
                   answer, sizeof answer, false) == 0 &&
           strcmp(answer, "true") == 0;
}

/* ---- diff ------------------------------------------------------------------------------------ */

enum { NAME, OLD, OLD_HEX, OLD_MODE, NEW, NEW_HEX, NEW_MODE, NEW_NAME, MOVE, WORDS };

typedef struct plain_diff {
    const char *const *word;
    bool               moved, headed, begun;
    char               color[32];
} plain_diff;

/* A name as git spells it in a patch. */
static void print_name(const char *prefix, const char *name)
{
    bool quoted = false;

    for (const char *c = name; *c; c++)
        quoted =
            quoted || (unsigned char)*c < ' ' || (unsigned char)*c > '~' || *c == '"' || *c == '\\';
    printf("%s%s", quoted ? "\"" : "", prefix);
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
            printf("\\%03o", (unsigned)(unsigned char)*c);
        else
            printf("%s%c", *c == '"' || *c == '\\' ? "\\" : "", *c);
    fputs(quoted ? "\"" : "", stdout);
}

static const char *new_name(const plain_diff *d)
{
    return d->word[d->moved ? NEW_NAME : NAME];
}

static const char *color_end(const plain_diff *d)
{
    return *d->color ? "\33[m" : "";
}

static void print_mode(const plain_diff *d, const char *what, const char *mode)
{
    printf("%s%s %s%s\n", d->color, what, mode, color_end(d));
}

/* What git says of a file that has a new name: lines, that about blobs among them. */
static void print_move(const plain_diff *d, const char *line)
{
    for (size_t size; *line; line += size + (line[size] == '\n')) {
        size = strcspn(line, "\n");
        printf("%s%.*s%s\n", d->color, (int)size, line, color_end(d));
    }
}

/* What comes before the line about blobs: names and modes. */
static void print_head(plain_diff *d)
{
    const char *const *word = d->word;

    d->headed = true;
    printf("%sdiff --git ", d->color);
    print_name("a/", word[NAME]);
    putchar(' ');
    print_name("b/", new_name(d));
    printf("%s\n", color_end(d));
    if (is_absent(word[OLD])) {
        print_mode(d, "new file mode", word[NEW_MODE]);
    } else if (is_absent(word[NEW])) {
        print_mode(d, "deleted file mode", word[OLD_MODE]);
    } else if (strcmp(word[OLD_MODE], word[NEW_MODE]) != 0) {
        print_mode(d, "old mode", word[OLD_MODE]);
        print_mode(d, "new mode", word[NEW_MODE]);
    }
    if (d->moved)
        print_move(d, word[MOVE]);
}

/* "index 1234567..89abcde 100600", of which the mode is that of a temporary file. */
static void print_blobs(const plain_diff *d, const char *text)
{
    const char *const *word = d->word;
    bool               same = strcmp(word[OLD_MODE], word[NEW_MODE]) == 0;
    size_t             size = strlen("index ");

    size += strspn(text + size, "0123456789abcdef.");
    if (!d->moved)
        printf("%s%.*s%s%s%s\n", d->color, (int)size, text, same ? " " : "",
               same ? word[NEW_MODE] : "", color_end(d));
}

static void print_side(const plain_diff *d, bool old)
{
    const char *name = old ? d->word[NAME] : new_name(d);

    printf("%s%s ", d->color, old ? "---" : "+++");
    if (is_absent(d->word[old ? OLD : NEW]))
        fputs("/dev/null", stdout);
    else
        print_name(old ? "a/" : "b/", name);
    printf("%s%s\n", color_end(d), strchr(name, ' ') ? "\t" : "");
}

static void print_binary(const plain_diff *d)
{
    fputs("Binary files ", stdout);
    print_name("a/", d->word[NAME]);
    fputs(" and ", stdout);
    print_name("b/", new_name(d));
    puts(" differ");
}

/* git names temporary files in the lines that come first: these are made anew. */
static void hear_line(void *user, const char *line)
{
    plain_diff *d    = user;
    const char *text = line;

    if (d->begun) {
        fputs(line, stdout);
        return;
    }
    while (*text == '\33') {
        text += strcspn(text, "m");
        text += *text == 'm';
    }
    if (!d->headed) {
        snprintf(d->color, sizeof d->color, "%.*s", (int)(text - line), line);
        print_head(d);
    }
    if (strncmp(text, "index ", 6) == 0) {
        print_blobs(d, text);
    } else if (strncmp(text, "Binary files ", 13) == 0) {
        print_binary(d);
    } else if (strncmp(text, "@@ ", 3) == 0) {
        print_side(d, true);
        print_side(d, false);
        fputs(line, stdout);
        d->begun = true;
    }
}

void diff_plainly(const char *const *words, size_t count)
{
    plain_diff d = { .word = words, .moved = count >= WORDS };

    run_git_lines((const char *[]){ "diff", "--no-index", "--no-ext-diff", "--no-textconv",
                                    git_wants_colors() ? "--color=always" : "--color=never", "--",
                                    words[OLD], words[NEW], NULL },
                  hear_line, &d);
    if (!d.headed)
        print_head(&d);
}

/* ---- merge, and text ------------------------------------------------------------------------- */

int merge_plainly(const char *const *words)
{
    int code = run_git((const char *[]){ "merge-file", "-L", "ours", "-L", "base", "-L", "theirs",
                                         words[1], words[0], words[2], NULL },
                       NULL, 0, true);

    return code == 0 ? EXIT_FINE : code > 0 && code < 128 ? EXIT_FINDINGS : EXIT_CANNOT;
}

void print_plainly(const char *path)
{
    FILE    *file = fopen(path, "rb");
    uint64_t size = 0, sum = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    bool     text = true;
    char     piece[4096];

    if (!file)
        return;
    for (size_t got; (got = fread(piece, 1, sizeof piece, file)) > 0; size += got) {
        text = text && !memchr(piece, 0, got);
        for (size_t i = 0; i < got; i++)
            sum = (sum ^ (unsigned char)piece[i]) * UINT64_C(0x100000001b3);
    }
    rewind(file);
    if (!text)
        printf("%llu bytes, whose sum is %016llx\n", (unsigned long long)size,
               (unsigned long long)sum);
    for (size_t got; text && (got = fread(piece, 1, sizeof piece, file)) > 0;)
        fwrite(piece, 1, got, stdout);
    fclose(file);
}
