/* SPDX-License-Identifier: MIT */
/* samples_make OUTDIR [NAME]: makes the samples anew, the same bytes on every machine. */
#define _XOPEN_SOURCE 700 /* mkdir */

#include "make.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const struct {
    const char *name;
    void (*make)(make_folder *folder);
} samples[] = {
    { "egoboo", sample_egoboo },
    { "permafrost", sample_pfmap },
    { "permafrost", sample_pfscene },
    { "permafrost/models", sample_pfobj }, /* where the engine would look for those of the scene */
    { "gridmonger", sample_gridmonger },
    { "ppe", sample_ppe },
};

static const size_t sample_count = sizeof samples / sizeof *samples;

void make_failed(make_folder *folder, const char *name, const char *why)
{
    if (!folder->failed)
        fprintf(stderr, "samples_make: %s/%s: %s\n", folder->path, name, why);
    folder->failed = true;
}

const char *make_path(make_folder *folder, const char *name)
{
    static char path[MAKE_PATH];
    int         size = snprintf(path, sizeof path, "%s/%s", folder->path, name);

    if (folder->failed)
        return NULL;
    if (size < 0 || size >= MAKE_PATH) {
        make_failed(folder, name, "the path is too long");
        return NULL;
    }
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            make_failed(folder, name, strerror(errno));
        *slash = '/';
    }
    return folder->failed ? NULL : path;
}

void make_bmp(make_folder *folder, const char *name, const draw_image *image)
{
    const char *path = make_path(folder, name);

    if (path && !draw_write_bmp(image, path))
        make_failed(folder, name, "cannot write");
}

void make_tga(make_folder *folder, const char *name, const draw_image *image)
{
    const char *path = make_path(folder, name);

    if (path && !draw_write_tga(image, path))
        make_failed(folder, name, "cannot write");
}

void make_text(make_folder *folder, const char *name, const char *text)
{
    const char *path = make_path(folder, name);
    FILE       *file = path ? fopen(path, "wb") : NULL;
    bool        good = file && fputs(text, file) >= 0;

    if (file)
        good &= fclose(file) == 0;
    if (path && !good)
        make_failed(folder, name, "cannot write");
}

int main(int argc, char **argv)
{
    bool failed = false, found = false;

    if (argc < 2 || argc > 3) {
        fputs("usage: samples_make OUTDIR [NAME]\n", stderr);
        return 2;
    }
    for (size_t i = 0; i < sample_count; i++) {
        char        path[MAKE_PATH];
        int         size   = snprintf(path, sizeof path, "%s/%s", argv[1], samples[i].name);
        make_folder folder = { .path = path };

        if (argc == 3 && strcmp(argv[2], samples[i].name) != 0)
            continue;
        found = true;
        if (size < 0 || size >= MAKE_PATH)
            make_failed(&folder, "", "the path is too long");
        samples[i].make(&folder);
        failed |= folder.failed;
    }
    if (!found) {
        fprintf(stderr, "samples_make: there is no sample \"%s\"\n", argv[2]);
        return 2;
    }
    return failed ? 3 : 0;
}
