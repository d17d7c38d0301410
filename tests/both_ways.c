/* SPDX-License-Identifier: MIT */
/* Files that importers by others read, once in this process and once in that of a program: the same
 * findings and the same bytes, or it fails.
 *
 *     both_ways PROGRAM FILE... */
#include <portolan/portolan.h>
#include <stdio.h>
#include <string.h>

typedef struct heard {
    char   text[1 << 16];
    size_t size;
} heard;

static void hear(void *user, const ptl_diag *d)
{
    heard *h = user;

    if (h->size < sizeof h->text)
        h->size += (size_t)snprintf(h->text + h->size, sizeof h->text - h->size, "%s %s: %s [%s]\n",
                                    ptl_severity_name(d->severity), ptl_status_name(d->status),
                                    d->message, d->rule);
}

static ptl_status convert(ptl_bytes *out, heard *h, const char *path, const char *to,
                          const char *child)
{
    ptl_read_opts read = { .foreign = { .child = child }, .listener = { hear, h } };

    h->size    = 0;
    h->text[0] = 0;
    return ptl_convert(&(ptl_target){ .bytes = out }, &(ptl_source){ .path = path }, &read,
                       &(ptl_write_opts){ .to = to }, NULL);
}

static bool is_same(const char *path, const char *to, const char *program)
{
    static heard here, there;
    ptl_bytes    mine = { 0 }, other = { 0 };
    ptl_status   a    = convert(&mine, &here, path, to, NULL);
    ptl_status   b    = convert(&other, &there, path, to, program);
    bool         same = a == b && mine.size == other.size && strcmp(here.text, there.text) == 0 &&
                (mine.size == 0 || memcmp(mine.data, other.data, mine.size) == 0);

    if (!same)
        printf("%s to %s: %s and %zu bytes here, %s and %zu bytes there\n%s--\n%s", path, to,
               ptl_status_name(a), mine.size, ptl_status_name(b), other.size, here.text,
               there.text);
    ptl_bytes_free(&mine);
    ptl_bytes_free(&other);
    return same;
}

int main(int count, char **words)
{
    static const char *const targets[] = { "glb", "obj", "pfobj" };
    int                      failed    = count < 3;

    for (int i = 2; i < count; i++)
        for (size_t k = 0; k < sizeof targets / sizeof *targets; k++)
            failed |= !is_same(words[i], targets[k], words[1]);
    return failed;
}
