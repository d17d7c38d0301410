/* SPDX-License-Identifier: MIT */
/* The table of kinds of pictures, and what does not depend on which one it is. */
#include "render/image.h"

#include <string.h>

#include "core/arena.h"

/* In the order they are tried: TGA has no signature, so the others come first. */
static const ptl_image_kind *const kinds[] = {
    &ptl_image_png,
    &ptl_image_bmp,
    &ptl_image_jpeg,
    &ptl_image_tga,
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static const ptl_image_kind *kind_named(const char *name)
{
    for (size_t i = 0; i < KINDS; i++)
        if (strcmp(kinds[i]->name, name) == 0)
            return kinds[i];
    return NULL;
}

static bool is_there(const ptl_image_kind *kind)
{
    return kind->read && (!kind->there || kind->there());
}

bool ptl_image_there(const char *kind)
{
    const ptl_image_kind *row = kind_named(kind);

    return row && is_there(row);
}

static const ptl_image_kind *kind_of(ptl_job *job, ptl_span bytes, const char *forced)
{
    const ptl_image_kind *kind = forced ? kind_named(forced) : NULL;

    for (size_t i = 0; i < KINDS && !forced && !kind; i++)
        if (kinds[i]->probe(bytes))
            kind = kinds[i];
    if (!kind && forced)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "argument", "there is no kind of picture \"%s\"",
                 forced);
    else if (!kind)
        ptl_fail(job, PTL_E_FORMAT, 0, "image-kind", "this is not a BMP, PNG, JPEG or TGA picture");
    else if (!is_there(kind))
        ptl_fail(job, PTL_E_UNSUPPORTED, 0, "feature-absent",
                 kind->read ? "the library that reads %s is not installed"
                            : "this build of the library has no %s",
                 kind->name);
    return ptl_ok(job) ? kind : NULL;
}

/* Whether some pixel is not opaque: of a palette, only entries that are used count. */
static bool has_alpha(const ptl_image *image)
{
    size_t count     = (size_t)image->width * image->height;
    bool   used[256] = { false };

    for (size_t i = 0; i < count; i++) {
        if (image->pixels && image->pixels[i].a < 255)
            return true;
        if (image->indices)
            used[image->indices[i]] = true;
    }
    for (unsigned i = 0; i < image->colors; i++)
        if (used[i] && image->palette[i].a < 255)
            return true;
    return false;
}

bool ptl_image_read(ptl_job *job, ptl_image *out, ptl_span bytes, const ptl_image_opts *opts)
{
    const ptl_image_opts  defaults = { 0 };
    const ptl_image_kind *kind;

    *out = (ptl_image){ 0 };
    opts = opts ? opts : &defaults;
    kind = ptl_ok(job) ? kind_of(job, bytes, opts->kind) : NULL;
    if (kind)
        kind->read(job, out, bytes, opts);
    if (ptl_ok(job))
        out->has_alpha = has_alpha(out);
    else
        *out = (ptl_image){ 0 };
    return ptl_ok(job);
}

bool ptl_image_expand(ptl_job *job, ptl_image *image)
{
    size_t count = (size_t)image->width * image->height;

    if (image->pixels)
        return true;
    if (!ptl_image_take_pixels(job, image))
        return false;
    for (size_t i = 0; i < count; i++)
        image->pixels[i] = image->palette[image->indices[i]];
    image->indices = NULL;
    image->palette = NULL;
    image->colors  = 0;
    return true;
}

bool ptl_image_resize(ptl_job *job, ptl_image *image, uint64_t width, uint64_t height,
                      const ptl_image_opts *opts, uint64_t at)
{
    uint64_t side   = opts->most_side > 0 ? opts->most_side : PTL_IMAGE_SIDE;
    uint64_t pixels = opts->most_pixels > 0 ? opts->most_pixels : PTL_IMAGE_PIXELS;

    if (width == 0 || height == 0)
        ptl_fail(job, PTL_E_SYNTAX, at, "image-size", "a picture of %llu x %llu pixels",
                 (unsigned long long)width, (unsigned long long)height);
    else if (width > side || height > side || width * height > pixels)
        ptl_fail(job, PTL_E_LIMIT, at, "limit-image",
                 "a picture of %llu x %llu pixels; allowed: %llu each way, %llu in all",
                 (unsigned long long)width, (unsigned long long)height, (unsigned long long)side,
                 (unsigned long long)pixels);
    image->width  = (uint32_t)width;
    image->height = (uint32_t)height;
    return ptl_ok(job);
}

bool ptl_image_take_pixels(ptl_job *job, ptl_image *image)
{
    image->pixels =
        ptl_arena_raw(job, (uint64_t)image->width * image->height * sizeof *image->pixels);
    return image->pixels != NULL;
}

bool ptl_image_take_indices(ptl_job *job, ptl_image *image, unsigned colors)
{
    image->indices = ptl_arena_take(job, (uint64_t)image->width * image->height);
    image->palette = ptl_arena_raw(job, 256 * sizeof *image->palette);
    image->colors  = colors;
    for (unsigned i = 0; i < 256 && image->palette; i++)
        image->palette[i] = (ptl_rgba){ 0, 0, 0, 255 };
    return ptl_ok(job);
}

void ptl_image_cover_indices(ptl_job *job, ptl_image *image, uint64_t at, const char *rule)
{
    size_t   count = (size_t)image->width * image->height;
    unsigned most  = 0;

    if (!ptl_ok(job))
        return;
    for (size_t i = 0; i < count; i++)
        most = image->indices[i] > most ? image->indices[i] : most;
    if (most < image->colors)
        return;
    ptl_warn(job, at, rule, "index %u is past the palette of %u colors: such pixels become black",
             most, image->colors);
    image->colors = most + 1;
}

void ptl_image_unpack(uint8_t *to, const uint8_t *from, uint32_t count, unsigned bits)
{
    unsigned per = 8 / bits, mask = (1u << bits) - 1;

    if (bits == 8)
        memcpy(to, from, count);
    else
        for (uint32_t i = 0; i < count; i++)
            to[i] = (uint8_t)((unsigned)from[i / per] >> (8 - bits * (i % per + 1)) & mask);
}
