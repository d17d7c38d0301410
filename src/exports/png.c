/* SPDX-License-Identifier: MIT */
/* PNG: a picture of a plan, of tiles, or of a scene. */
#include "exports/picture.h"
#include "render/plan_draw.h"
#include "render/png_write.h"

static void write_png(ptl_job *job, ptl_buf *out, const ptl_scene *scene, const ptl_side *side)
{
    ptl_picture p;
    ptl_pose    pose;
    ptl_reach   reach;
    ptl_image   image;

    (void)side;
    if (!ptl_picture_begin(job, &p, scene) ||
        !ptl_pose_make(job, &pose, scene, p.clip, p.frame / p.fps))
        return;
    reach = ptl_picture_look(&p, p.turn);
    ptl_reach_add(&reach, &pose);
    ptl_picture_expose(job, &p, &pose, &reach);
    ptl_camera_fit(&p.shot.camera, &reach);
    if (ptl_raster_draw(job, &image, &p.raster, &pose, &p.shot))
        ptl_png_write(job, out, &image, PTL_PNG_USUAL);
}

static void write_tiles(ptl_job *job, ptl_buf *out, const ptl_tile_picture *picture,
                        const ptl_side *side)
{
    ptl_tile_picture p = *picture;

    (void)side;
    p.scale = ptl_setting_whole(job, "scale", 1, 1, 64);
    if (ptl_ok(job))
        ptl_tile_picture_png(job, out, &p);
}

/* Pixels of a unit: 1, or what makes the page fit into the size that is asked for. */
static double plan_scale(ptl_job *job, const ptl_plan_page *page)
{
    uint32_t side = ptl_setting_whole(job, "thumbnail", 0, 1, 4096);
    ptl_shot shot = { .width = side, .height = side };
    bool     size = ptl_setting_of(job, "size") != NULL;
    double   across, down;

    if (side == 0 && !size)
        return 1;
    if (side == 0)
        ptl_picture_size(job, &shot);
    if ((side > 0 && size) || ptl_setting_of(job, "scale"))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "size, thumbnail and scale exclude each other");
    across = shot.width / (double)page->width;
    down   = shot.height / (double)page->height;
    return across < down ? across : down;
}

static void write_plan(ptl_job *job, ptl_buf *out, const ptl_plan *plan, const ptl_side *side)
{
    double    scale = plan_scale(job, &plan->pages.data[0]);
    ptl_image image;

    (void)side;
    if (ptl_ok(job) && ptl_plan_draw(job, &image, plan, 0, scale))
        ptl_png_write(job, out, &image, PTL_PNG_USUAL);
}

/* Of moving pictures it has none. */
static const ptl_setting_info png_settings[] = {
    { "view", "NAME", "plan persp iso front side top",
      "a plan, or where to look from (plan where there is one, grounds: iso, models: persp)",
      PTL_WHEN_SCENE | PTL_WHEN_PLAN },
    PTL_PICTURE_SETTINGS,
    PTL_PLAN_SETTINGS,
    { 0 },
};

const ptl_export ptl_export_png = {
    .info        = { .name       = "png",
                     .title      = "PNG picture",
                     .extensions = "png",
                     .media_type = "image/png",
                     .settings   = png_settings,
                     .of         = PTL_CAN_SCENE | PTL_CAN_PLAN },
    .write_scene = write_png,
    .write_plan  = write_plan,
    .write_tiles = write_tiles,
};
