/* SPDX-License-Identifier: MIT */
/* Pixels for programs: what PNG would show, as bytes; not in the table of exports, because it is no
 * file format. Width and height come last, so that the pixels begin where the memory does. */
#include "exports/picture.h"

static void put_pixels(ptl_job *job, ptl_buf *out, ptl_image *image)
{
    if (!ptl_image_expand(job, image))
        return;
    ptl_put(out, image->pixels, (size_t)image->width * image->height * sizeof *image->pixels);
    ptl_put_u32le(out, image->width);
    ptl_put_u32le(out, image->height);
}

static void write_scene(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    ptl_image image;

    (void)side;
    if (ptl_picture_of_scene(job, &image, hub))
        put_pixels(job, out, &image);
}

static void write_plan(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    ptl_image image;

    (void)side;
    if (ptl_picture_of_plan(job, &image, hub))
        put_pixels(job, out, &image);
}

static void write_tiles(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    ptl_tile_picture p;
    ptl_image        image;

    (void)side;
    if (!ptl_picture_of_tiles(job, &p, hub))
        return;
    ptl_tile_picture_draw(job, &image, &p);
    if (ptl_ok(job))
        put_pixels(job, out, &image);
}

const ptl_export ptl_export_pixels = {
    .info   = { .name       = "pixels",
                .title      = "pixels in memory",
                .extensions = "",
                .media_type = "application/octet-stream",
                .settings   = ptl_picture_settings },
    .drawn  = true,
    .shoots = true,
    .write  = { [PTL_HUB_SCENE] = write_scene,
                [PTL_HUB_PLAN]  = write_plan,
                [PTL_HUB_TILES] = write_tiles },
};
