/* SPDX-License-Identifier: MIT */
/* PNG: a picture of a scene, of tiles, or of a plan. */
#include <math.h>

#include "exports/picture.h"
#include "render/plan_draw.h"
#include "render/png_write.h"

bool ptl_picture_of_scene(ptl_job *job, ptl_image *out, const ptl_scene *scene)
{
    static const char *const moving[] = { "turn", "frames", NULL };
    ptl_picture              p;
    ptl_pose                 pose;
    ptl_reach                reach;

    ptl_picture_refuse(job, moving, "moving pictures: write an .apng");
    if (!ptl_ok(job) || !ptl_picture_begin(job, &p, scene) ||
        !ptl_pose_make(job, &pose, scene, p.clip, p.frame / p.fps))
        return false;
    reach = ptl_picture_look(&p, p.turn);
    ptl_reach_add(&reach, &pose);
    ptl_picture_expose(job, &p, &pose, &reach);
    ptl_camera_fit(&p.shot.camera, &reach);
    return ptl_raster_draw(job, out, &p.raster, &pose, &p.shot);
}

bool ptl_picture_of_tiles(ptl_job *job, ptl_tile_picture *out, const ptl_tiles *tiles)
{
    *out       = *tiles->picture;
    out->scale = ptl_setting_whole(job, "scale", 1, 1, 64);
    return ptl_ok(job);
}

/* Pixels a unit: as many as the picture may have at most, where that was said; else one. */
static double plan_scale(ptl_job *job, const ptl_plan_page *page)
{
    double   across, down;
    ptl_shot most;

    if (!ptl_setting_of(job, "size") && !ptl_setting_of(job, "thumbnail"))
        return 1;
    if (ptl_setting_of(job, "scale"))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "scale and size exclude each other");
    ptl_picture_size(job, &most);
    across = most.width / (double)page->width;
    down   = most.height / (double)page->height;
    return across < down ? across : down;
}

/* The scale at which a page is within the limits of pictures: never refused for being large, but
 * drawn smaller, which is said. */
static double fitted(ptl_job *job, const ptl_plan_page *page, double scale)
{
    double width = (double)page->width * scale, height = (double)page->height * scale;
    double fit = 1;

    if (width * height > PTL_IMAGE_PIXELS)
        fit = sqrt(PTL_IMAGE_PIXELS / (width * height));
    if (fit * (width > height ? width : height) > PTL_IMAGE_SIDE)
        fit = PTL_IMAGE_SIDE / (width > height ? width : height);
    if (fit == 1)
        return scale;
    fit *= 0.999; /* sides are rounded up to whole pixels */
    ptl_find(job, PTL_NOTE, PTL_NOWHERE, "picture-fitted",
             "%lu x %lu pixels are too many: drawn at %lu %% of that; more is to be seen with "
             "--pages each, with --level, or in PDF",
             (unsigned long)width, (unsigned long)height, (unsigned long)(fit * 100));
    return scale * fit;
}

bool ptl_picture_of_plan(ptl_job *job, ptl_image *out, const ptl_plan *plan)
{
    double scale = plan_scale(job, &plan->pages.data[0]);

    return ptl_ok(job) &&
           ptl_plan_paint(job, out, plan, 0, fitted(job, &plan->pages.data[0], scale));
}

/* ---- The export ------------------------------------------------------------------------------ */

static void write_scene(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    ptl_image image;

    (void)side;
    if (ptl_picture_of_scene(job, &image, hub))
        ptl_png_write(job, out, &image, PTL_PNG_USUAL);
}

static void write_tiles(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    ptl_tile_picture p;

    (void)side;
    if (ptl_picture_of_tiles(job, &p, hub))
        ptl_tile_picture_png(job, out, &p);
}

static void write_plan(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    ptl_image image;

    (void)side;
    if (ptl_picture_of_plan(job, &image, hub))
        ptl_png_write(job, out, &image, PTL_PNG_USUAL);
}

const ptl_export ptl_export_png = {
    .info   = { .name       = "png",
                .title      = "PNG picture",
                .extensions = "png",
                .media_type = "image/png",
                .settings   = ptl_picture_settings },
    .drawn  = true,
    .shoots = true,
    .write  = { [PTL_HUB_SCENE] = write_scene,
                [PTL_HUB_PLAN]  = write_plan,
                [PTL_HUB_TILES] = write_tiles },
};
