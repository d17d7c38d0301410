/* SPDX-License-Identifier: MIT */
/* Images of scenes and plans: loaded, and brought into a kind that exports may embed. */
#include <math.h>
#include <string.h>

#include "core/companions.h"
#include "render/image.h"
#include "render/load.h"
#include "render/png_write.h"

/* What a loaded image is, by its first bytes. */
static const char *media_type_of(const ptl_bytes *bytes)
{
    if (bytes->size >= 8 && memcmp(bytes->data, "\x89PNG\r\n\x1A\n", 8) == 0)
        return "image/png";
    return bytes->size >= 3 && memcmp(bytes->data, "\xFF\xD8\xFF", 3) == 0 ? "image/jpeg" : NULL;
}

typedef struct chunk { /* of a PNG */
    const uint8_t *at; /* its size, kind, content and checksum */
    size_t         size;
} chunk;

static bool is_chunk(const chunk *c, const char *kind)
{
    return memcmp(c->at + 4, kind, 4) == 0;
}

/* The chunk at an offset of a PNG; false when none begins there. */
static bool chunk_at(const ptl_u8s *png, size_t offset, chunk *out)
{
    const uint8_t *at = png->data + offset;

    if (png->count - offset < 12)
        return false;
    out->at   = at;
    out->size = 12 + ((size_t)at[0] << 24 | (size_t)at[1] << 16 | (size_t)at[2] << 8 | at[3]);
    return out->size >= 12 && out->size <= png->count - offset;
}

static bool has_alpha(const ptl_scene_image *image)
{
    bool  found = false;
    chunk c;

    if (image->bytes.count == 0 || strcmp(image->media_type, "image/png") != 0)
        return false;
    for (size_t at = 8; !found && chunk_at(&image->bytes, at, &c) && !is_chunk(&c, "IDAT");
         at += c.size)
        found = is_chunk(&c, "tRNS") || (is_chunk(&c, "IHDR") && c.size >= 25 && c.at[17] & 4);
    return found;
}

/* Whether it is PNG from its header to its end, so that others will read it. */
static bool is_whole_png(const ptl_bytes *bytes)
{
    ptl_u8s png  = { bytes->data, bytes->size };
    bool    head = false;
    chunk   c;

    for (size_t at = 8; chunk_at(&png, at, &c); at += c.size) {
        head = head || (at == 8 && is_chunk(&c, "IHDR"));
        if (is_chunk(&c, "IEND"))
            return head;
    }
    return false;
}

/* glTF takes colors as they are and pixels as square: what a PNG says about that is left out. */
static void drop_hints(ptl_u8s *png)
{
    static const char *const hints[] = { "gAMA", "cHRM", "iCCP", "pHYs" };
    size_t                   kept    = 8;
    chunk                    c;

    for (size_t at = 8; chunk_at(png, at, &c); at += c.size) {
        bool drop = false;

        for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
            drop = drop || is_chunk(&c, hints[i]);
        if (!drop) {
            memmove(png->data + kept, c.at, c.size);
            kept += c.size;
        }
    }
    png->count = kept;
}

/* What is wrong with a picture is said, and stops nothing but want of memory. */
static void say_why(ptl_job *job, const ptl_job *own, const char *name)
{
    char shown[96];

    if (ptl_starved(own))
        ptl_fail(job, own->error.status, PTL_NOWHERE, own->error.rule, "%s", own->error.message);
    else
        ptl_find(job, PTL_WARNING, PTL_NOWHERE, own->error.rule, "%s cannot be used: %s",
                 *name ? ptl_quote(shown, sizeof shown, name, strlen(name))
                       : "an image without a name",
                 own->error.message);
}

/* A picture of another kind as PNG. */
static void reencode(ptl_job *job, ptl_scene_image *image, const ptl_bytes *bytes)
{
    ptl_image_opts opts    = { .palette_zero_transparent = image->first_is_clear };
    ptl_job        own     = { .heap = job->heap, .arena = job->arena };
    ptl_image      picture = { 0 };
    ptl_buf        png     = ptl_buf_of(&own, NULL);

    if (ptl_image_read(&own, &picture, (ptl_span){ bytes->data, bytes->size }, &opts))
        ptl_png_write(&own, &png, &picture, PTL_PNG_USUAL);
    image->bytes.data = ptl_ok(&own) ? ptl_arena_raw(&own, png.size) : NULL;
    if (image->bytes.data) {
        memcpy(image->bytes.data, png.data, png.size);
        image->bytes.count = png.size;
        image->media_type  = "image/png";
    } else {
        image->broken = true;
        say_why(job, &own, image->file.name);
    }
    ptl_buf_free(&png);
}

static void keep_as_it_is(ptl_job *job, ptl_scene_image *image, const ptl_bytes *bytes)
{
    image->bytes.data = ptl_arena_raw(job, bytes->size);
    if (!image->bytes.data)
        return;
    memcpy(image->bytes.data, bytes->data, bytes->size);
    image->bytes.count = bytes->size;
    if (strcmp(image->media_type, "image/png") == 0)
        drop_hints(&image->bytes);
}

static void take_image(ptl_job *job, ptl_scene_image *image, const ptl_bytes *bytes)
{
    image->media_type = media_type_of(bytes);
    if (image->media_type && (strcmp(image->media_type, "image/png") != 0 || is_whole_png(bytes)))
        keep_as_it_is(job, image, bytes);
    else
        reencode(job, image, bytes);
}

static void load_image(ptl_job *job, ptl_scene_image *image, const ptl_files *files)
{
    ptl_bytes bytes;
    char      shown[128];

    if (ptl_files_load(job, files, &image->file, &bytes)) {
        take_image(job, image, &bytes);
        ptl_bytes_free(&bytes);
    } else if (files->load) {
        ptl_find(job, PTL_WARNING, PTL_NOWHERE, "file-missing", "%s (%s) is not there",
                 ptl_quote(shown, sizeof shown, image->file.name, strlen(image->file.name)),
                 image->file.role);
    }
}

/* Images that an import brought along are there, in whatever kind. */
static void load_images(ptl_job *job, ptl_scene_image *images, size_t count, const ptl_files *files)
{
    for (size_t i = 0; i < count && ptl_ok(job); i++) {
        ptl_bytes brought = { .data = images[i].bytes.data, .size = images[i].bytes.count };

        if (brought.size > 0 && !images[i].media_type) {
            images[i].bytes = (ptl_u8s){ 0 };
            take_image(job, &images[i], &brought);
        } else if (brought.size == 0 && images[i].file.needed) {
            load_image(job, &images[i], files);
        }
    }
}

/* ---- Scenes ---------------------------------------------------------------------------------- */

static void settle_alpha(ptl_scene *scene)
{
    for (size_t i = 0; i < scene->materials.count; i++) {
        ptl_scene_material *m = &scene->materials.data[i];
        bool clear = m->image != PTL_SCENE_NONE && has_alpha(&scene->images.data[m->image]);

        if (m->alpha == PTL_ALPHA_BY_IMAGE)
            m->alpha = clear ? PTL_ALPHA_MASK : PTL_ALPHA_OPAQUE;
    }
}

void ptl_scene_load(ptl_job *job, void *hub, const ptl_files *files)
{
    ptl_scene *scene = hub;

    load_images(job, scene->images.data, scene->images.count, files);
    if (ptl_ok(job)) /* else some were not looked at */
        settle_alpha(scene);
}

/* ---- Plans ----------------------------------------------------------------------------------- */

/* Means are taken of squares, which are near to what light adds up to. */
bool ptl_image_mean(const ptl_image *image, uint8_t out[3])
{
    uint64_t sum[3] = { 0 }, weight = 0;

    for (uint32_t y = 0; y < image->height; y++)
        for (uint32_t x = 0; x < image->width; x++) {
            ptl_rgba c = ptl_image_at(image, x, y);

            sum[0] += (uint64_t)c.r * c.r * c.a;
            sum[1] += (uint64_t)c.g * c.g * c.a;
            sum[2] += (uint64_t)c.b * c.b * c.a;
            weight += c.a;
        }
    for (int i = 0; i < 3 && weight > 0; i++)
        out[i] = (uint8_t)(sqrt((double)sum[i] / (double)weight) + 0.5);
    return weight > 0;
}

/* Colors that are those of images. One that cannot be read leaves the color as it was. */
static void settle_colors(ptl_job *job, ptl_plan *plan)
{
    for (size_t i = 0; i < plan->palette.count && ptl_ok(job); i++) {
        ptl_plan_color *color = &plan->palette.data[i];
        ptl_arena       arena = { 0 };
        ptl_job         own   = { .heap = job->heap, .arena = &arena };
        ptl_image       image;
        const ptl_u8s  *bytes;
        uint8_t         mean[3];

        if (color->image == PTL_PLAN_NONE)
            continue;
        bytes = &plan->images.data[color->image].bytes;
        if (bytes->count > 0 &&
            ptl_image_read(&own, &image, (ptl_span){ bytes->data, bytes->count }, NULL) &&
            ptl_image_mean(&image, mean)) {
            color->r = mean[0];
            color->g = mean[1];
            color->b = mean[2];
        }
        if (ptl_starved(&own))
            say_why(job, &own, plan->images.data[color->image].file.name);
        ptl_arena_free(&arena, job->heap);
    }
}

void ptl_plan_load(ptl_job *job, void *hub, const ptl_files *files)
{
    ptl_plan *plan = hub;

    load_images(job, plan->images.data, plan->images.count, files);
    settle_colors(job, plan);
}
