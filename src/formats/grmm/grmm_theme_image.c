/* SPDX-License-Identifier: MIT */
/* The image that a theme of the editor shows behind levels. */
#include <string.h>

#include "core/companions.h"
#include "formats/grmm/grmm_plan.h"
#include "render/image.h"

static void note(ptl_job *job, ptl_str name, const char *why)
{
    char shown[64];

    ptl_find(job, PTL_NOTE, PTL_NOWHERE, "theme-image",
             "the image \"%s\" of the theme is not drawn, its color is: %s",
             ptl_quote(shown, sizeof shown, name.data, name.size), why);
}

/* A file in a folder, and nothing that could lead out of it. */
static bool is_plain(ptl_str name)
{
    for (size_t i = 0; i < name.size; i++)
        if (strchr("/\\:", name.data[i])) /* and NUL */
            return false;
    return name.size > 0 && name.data[0] != '.';
}

/* The editor has images in a folder of that of its themes. */
static ptl_span load(ptl_job *job, ptl_str name, const ptl_files *files, ptl_companion *file)
{
    ptl_span bytes;

    *file = (ptl_companion){ .role = "image of a theme", .exact = true, .folder = "Images" };
    ptl_companion_call(file, name);
    bytes = ptl_files_keep(job, files, file);
    if (!bytes.data && ptl_ok(job)) {
        file->folder = NULL;
        bytes        = ptl_files_keep(job, files, file);
    }
    return bytes;
}

/* Decoded once to see that it can be, and which color it has; its pixels are given back. */
static bool look_at(ptl_job *job, ptl_theme *theme, ptl_str name, ptl_span bytes, uint32_t *mean)
{
    ptl_arena arena = { 0 };
    ptl_job   own   = { .heap = job->heap, .arena = &arena };
    ptl_image image = { 0 };
    uint8_t   color[3];
    bool      fine = ptl_image_read(&own, &image, bytes, NULL) && ptl_image_mean(&image, color);

    if (fine) {
        *mean =
            (uint32_t)color[0] << 24 | (uint32_t)color[1] << 16 | (uint32_t)color[2] << 8 | 0xFF;
        theme->image.width  = image.width;
        theme->image.height = image.height;
    } else if (ptl_starved(&own)) {
        ptl_fail(job, own.error.status, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
    } else {
        note(job, name, ptl_ok(&own) ? "nothing of it is seen" : own.error.message);
    }
    ptl_arena_free(&arena, job->heap);
    return fine;
}

bool ptl_grmm_theme_image(ptl_job *job, ptl_theme *theme, ptl_str name, const ptl_files *files,
                          uint32_t *mean)
{
    ptl_companion file;
    ptl_span      bytes;
    char         *copy;

    if (!is_plain(name)) {
        note(job, name, "it may be a name in a folder, not a path");
        return false;
    }
    bytes = load(job, name, files, &file);
    if (!bytes.data && ptl_ok(job))
        note(job, name, "it was not found beside the theme or in a folder of themes");
    if (!bytes.data || !look_at(job, theme, name, bytes, mean))
        return false;
    copy = ptl_arena_copy(job, file.name, 1, strlen(file.name) + 1);
    if (!copy)
        return false;
    theme->image.bytes = bytes;
    theme->image.name  = copy;
    return true;
}

/* ---- On the page ----------------------------------------------------------------------------- */

/* As large as it must be to cover the page, in its own proportions. */
static ptl_plan_box cover(const ptl_theme *theme, float width, float height)
{
    float across = width / (float)theme->image.width, down = height / (float)theme->image.height;
    float scale = across > down ? across : down;

    return (ptl_plan_box){ 0, 0, (float)theme->image.width * scale,
                           (float)theme->image.height * scale };
}

/* An image of the plan, once for all pages. */
static uint32_t image_of(const grmm_painter *p)
{
    ptl_companion file = { .role = "image of a theme", .exact = true };
    ptl_plan     *plan = p->pen->plan;
    uint32_t      number;

    if (plan->images.count > 0) /* a dungeon has no other */
        return 0;
    ptl_companion_call(&file, (ptl_str){ p->theme->image.name, strlen(p->theme->image.name) });
    number = ptl_pen_image(p->pen, &file, false);
    if (number != PTL_PLAN_NONE)
        plan->images.data[number].bytes =
            (ptl_u8s){ (uint8_t *)p->theme->image.bytes.data, p->theme->image.bytes.size };
    return number;
}

void ptl_grmm_plan_image(const grmm_painter *p, float width, float height)
{
    ptl_plan_box box = { 0, 0, width, height };
    uint32_t     image;

    if (!p->theme->image.bytes.data || ptl_setting_of(p->job, "background"))
        return; /* another color behind everything was asked for */
    image = image_of(p);
    ptl_pen_layer(p->pen, "paper");
    if (!ptl_ok(p->job))
        return;
    p->pen->plan->layers.data[p->pen->plan->layers.count - 1].clip = box;
    ptl_pen_picture(p->pen, &(ptl_plan_picture){ .image  = image,
                                                 .box    = cover(p->theme, width, height),
                                                 .smooth = true });
    if ((p->theme->image.veil & 0xFF) == 0)
        return;
    ptl_pen_rect(p->pen, box.x, box.y, box.width, box.height);
    ptl_pen_fill(p->pen, ptl_pen_color(p->pen, "veil", p->theme->image.veil));
}
