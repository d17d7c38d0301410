/* SPDX-License-Identifier: MIT */
/* PNG: a picture of a scene. */
#include "exports/picture.h"
#include "render/png_write.h"

static void write_png(ptl_job *job, ptl_buf *out, const ptl_scene *scene, const ptl_side *side)
{
    static const char *const moving[] = { "turn", "frames", NULL };
    ptl_picture              p;
    ptl_pose                 pose;
    ptl_reach                reach;
    ptl_image                image;

    (void)side;
    ptl_picture_refuse(job, moving, "moving pictures: write an .apng");
    if (!ptl_ok(job) || !ptl_picture_begin(job, &p, scene) ||
        !ptl_pose_make(job, &pose, scene, p.clip, p.frame / p.fps))
        return;
    reach = ptl_picture_look(&p, p.turn);
    ptl_reach_add(&reach, &pose);
    ptl_picture_expose(job, &p, &pose, &reach);
    ptl_camera_fit(&p.shot.camera, &reach);
    if (ptl_raster_draw(job, &image, &p.raster, &pose, &p.shot))
        ptl_png_write(job, out, &image, PTL_PNG_USUAL);
}

const ptl_export ptl_export_png = {
    .info        = { .name       = "png",
                     .title      = "PNG picture",
                     .extensions = "png",
                     .media_type = "image/png",
                     .settings   = ptl_picture_settings,
                     .of         = PTL_CAN_SCENE },
    .write_scene = write_png,
};
