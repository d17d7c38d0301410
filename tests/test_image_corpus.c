/* SPDX-License-Identifier: MIT */
/* Pictures of real games, where they are available: the same pixels as SDL2_image finds, the same
 * alpha as the PNG that stands beside a BMP, and back through our PNG. */
#define _XOPEN_SOURCE 700

#include <SDL_image.h>
#include <ftw.h>
#include <stdio.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixture.h"
#include "render/png_write.h"
#include "support.h"

static struct { /* what nftw cannot carry */
    void (*check)(const char *path);
    size_t files, others;
} walk;

static const char *corpus(void)
{
    const char *given = getenv("PORTOLAN_CORPUS"), *place = PTL_SOURCE "/../shared/corpus";
    struct stat about;

    place = given ? given : place;
    return stat(place, &about) == 0 ? place : NULL;
}

static bool ends_in(const char *path, const char *end)
{
    size_t size = strlen(path), end_size = strlen(end);

    return size > end_size && strcasecmp(path + size - end_size, end) == 0;
}

static int visit(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about;
    (void)where;
    if (kind == FTW_F && (ends_in(path, ".bmp") || ends_in(path, ".tga") || ends_in(path, ".png") ||
                          ends_in(path, ".jpg")))
        walk.check(path);
    return 0;
}

static void walk_corpus(void (*check)(const char *path))
{
    const char *place = corpus();

    if (!place)
        test_skip("no corpus of real files");
    walk.check = check;
    walk.files = walk.others = 0;
    nftw(place, visit, 16, FTW_PHYS);
}

/* ---- Opening --------------------------------------------------------------------------------- */

typedef struct opened {
    fixture    f;
    test_bytes file;
    ptl_image  image;
} opened;

static bool can_read(const char *path)
{
    return ptl_image_there(ends_in(path, ".png") ? "png" : ends_in(path, ".jpg") ? "jpeg" : "bmp");
}

static void open_picture(opened *o, const char *path, bool clear)
{
    o->file = test_load(path);
    CHECK(o->file.data != NULL);
    fixture_begin(&o->f, o->file.data, o->file.size);
    o->f.job.text = false;
    if (!ptl_image_read(&o->f.job, &o->image, o->f.job.source,
                        &(ptl_image_opts){ .palette_zero_transparent = clear }))
        test_fail(__FILE__, __LINE__, "%s: %s", path, o->f.job.error.message);
}

static void close_picture(opened *o)
{
    fixture_end(&o->f);
    free(o->file.data);
}

/* ---- SDL2_image ------------------------------------------------------------------------------ */

static void compare_pixels(const char *path, const ptl_image *image, const SDL_Surface *theirs)
{
    CHECK_UINT(image->width, (uint64_t)theirs->w);
    CHECK_UINT(image->height, (uint64_t)theirs->h);
    for (uint32_t y = 0; y < image->height; y++)
        for (uint32_t x = 0; x < image->width; x++) {
            const uint8_t *at =
                (const uint8_t *)theirs->pixels + (size_t)y * (size_t)theirs->pitch + (size_t)4 * x;
            ptl_rgba ours = ptl_image_at(image, x, y);

            if (memcmp(&ours, at, 4) != 0)
                test_fail(__FILE__, __LINE__, "%s: %u,%u is %02x%02x%02x%02x, not %02x%02x%02x%02x",
                          path, x, y, ours.r, ours.g, ours.b, ours.a, at[0], at[1], at[2], at[3]);
        }
}

static void compare_surface(const char *path, const ptl_image *image, SDL_Surface *loaded)
{
    SDL_Surface *theirs =
        loaded ? SDL_ConvertSurfaceFormat(loaded, SDL_PIXELFORMAT_RGBA32, 0) : NULL;

    CHECK(theirs != NULL);
    compare_pixels(path, image, theirs);
    SDL_FreeSurface(theirs);
    SDL_FreeSurface(loaded);
}

static void compare_in_memory(const char *path, const ptl_image *image, const ptl_buf *png)
{
    compare_surface(path, image, IMG_Load_RW(SDL_RWFromConstMem(png->data, (int)png->size), 1));
}

static void compare_with_sdl(const char *path)
{
    opened o;

    if (!can_read(path))
        return;
    open_picture(&o, path, false);
    compare_surface(path, &o.image, IMG_Load(path));
    close_picture(&o);
    walk.files++;
}

static void pixels_are_those_of_sdl(void)
{
    walk_corpus(compare_with_sdl);
    printf("%zu pictures\n", walk.files);
    CHECK(walk.files > 0);
}

/* ---- Twins ----------------------------------------------------------------------------------- */

/* Egoboo's sheets exist as BMP and as PNG: where the PNG is clear, the BMP has color 0. */
static void compare_twins(const char *path)
{
    char   twin[4096];
    opened bmp, png;

    if (!ends_in(path, ".bmp"))
        return;
    snprintf(twin, sizeof twin, "%.*spng", (int)strlen(path) - 3, path);
    if (access(twin, R_OK) != 0)
        return;
    open_picture(&bmp, path, true);
    open_picture(&png, twin, false);
    CHECK_UINT(bmp.image.width, png.image.width);
    CHECK_UINT(bmp.image.height, png.image.height);
    for (uint32_t y = 0; y < bmp.image.height; y++)
        for (uint32_t x = 0; x < bmp.image.width; x++)
            if (ptl_image_at(&bmp.image, x, y).a != ptl_image_at(&png.image, x, y).a)
                test_fail(__FILE__, __LINE__, "%s: another alpha at %u,%u", path, x, y);
    if (bmp.image.indices)
        walk.files++;
    else
        walk.others++;
    close_picture(&png);
    close_picture(&bmp);
}

static void clear_is_clear_in_twins(void)
{
    if (!ptl_image_there("png"))
        test_skip("not built in");
    walk_corpus(compare_twins);
    printf("%zu sheets with a palette, %zu without\n", walk.files, walk.others);
    CHECK(walk.files > 0);
}

/* ---- And back: by libspng, and by SDL2_image, which has libpng ------------------------------- */

static void compare_written(const char *path)
{
    opened    o;
    ptl_buf   out;
    ptl_image back;

    if (!can_read(path))
        return;
    open_picture(&o, path, true);
    out = ptl_buf_of(&o.f.job, NULL);
    ptl_png_write(&o.f.job, &out, &o.image, PTL_PNG_USUAL);
    CHECK(ptl_image_read(&o.f.job, &back, (ptl_span){ out.data, out.size }, NULL));
    compare_in_memory(path, &o.image, &out);
    CHECK_UINT(back.has_alpha, o.image.has_alpha);
    CHECK(!o.image.indices || back.colors == o.image.colors);
    CHECK(ptl_image_expand(&o.f.job, &back) && ptl_image_expand(&o.f.job, &o.image));
    CHECK_BYTES(back.pixels, (size_t)back.width * back.height * 4, o.image.pixels,
                (size_t)o.image.width * o.image.height * 4);
    ptl_buf_free(&out);
    close_picture(&o);
    walk.files++;
}

static void pictures_come_back(void)
{
    if (!ptl_image_there("png"))
        test_skip("not built in");
    walk_corpus(compare_written);
    CHECK(walk.files > 0);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(pixels_are_those_of_sdl),
        TEST(clear_is_clear_in_twins),
        TEST(pictures_come_back),
    };

    return run_tests("image_corpus", tests, COUNT(tests));
}
