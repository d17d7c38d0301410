/* SPDX-License-Identifier: MIT */
/* Whether two pictures show the same: compare_pictures WANT GOT [plan], for scripts.
 *
 * Pixels must be equal, except in plans: another version of cairo may shade an edge a little
 * differently, so there most pixels may be a little apart, and few may be more. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "render/image.h"
#include "support.h"

enum { LITTLE = 12, FEW = 200 }; /* as tests/test_plan_paper.c has it: one pixel in 200 */

typedef struct opened {
    fixture    f;
    test_bytes file;
    ptl_image  image;
} opened;

static bool open_picture(opened *o, const char *path)
{
    o->file = test_load(path);
    fixture_begin(&o->f, "", 0);
    if (o->file.data &&
        ptl_image_read(&o->f.job, &o->image, (ptl_span){ o->file.data, o->file.size }, NULL))
        return true;
    fprintf(stderr, "%s: %s\n", path, o->file.data ? o->f.job.error.message : "cannot be opened");
    return false;
}

static void close_picture(opened *o)
{
    free(o->file.data);
    ptl_arena_free(&o->f.arena, &o->f.heap);
}

static int apart(ptl_rgba a, ptl_rgba b)
{
    int most = abs(a.r - b.r);

    most = abs(a.g - b.g) > most ? abs(a.g - b.g) : most;
    most = abs(a.b - b.b) > most ? abs(a.b - b.b) : most;
    return abs(a.a - b.a) > most ? abs(a.a - b.a) : most;
}

/* Pixels that are more than `little` apart. */
static uint64_t count_apart(const ptl_image *want, const ptl_image *got, int little)
{
    uint64_t more = 0;

    for (uint32_t y = 0; y < want->height; y++)
        for (uint32_t x = 0; x < want->width; x++)
            more += apart(ptl_image_at(want, x, y), ptl_image_at(got, x, y)) > little;
    return more;
}

static bool alike(const ptl_image *want, const ptl_image *got, bool plan)
{
    uint64_t all = (uint64_t)want->width * want->height, more;

    if (got->width != want->width || got->height != want->height) {
        printf("%u x %u pixels instead of %u x %u\n", (unsigned)got->width, (unsigned)got->height,
               (unsigned)want->width, (unsigned)want->height);
        return false;
    }
    more = count_apart(want, got, plan ? LITTLE : 0);
    if (plan ? more * FEW <= all : more == 0)
        return true;
    printf("%llu of %llu pixels differ\n", (unsigned long long)more, (unsigned long long)all);
    return false;
}

int main(int argc, char **argv)
{
    bool   plan = argc == 4 && strcmp(argv[3], "plan") == 0;
    opened want = { 0 }, got = { 0 };
    bool   same;

    if (argc != 3 && !plan) {
        fputs("usage: compare_pictures WANT GOT [plan]\n", stderr);
        return 2;
    }
    same = open_picture(&want, argv[1]) && open_picture(&got, argv[2]) &&
           alike(&want.image, &got.image, plan);
    close_picture(&want);
    close_picture(&got);
    return same ? 0 : 1;
}
