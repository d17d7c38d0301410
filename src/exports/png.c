/* SPDX-License-Identifier: MIT */
/* PNG: a picture of a scene. */
#include "exports/picture.h"
#include "render/png_write.h"

static void write_png(ptl_job *job, ptl_buf *out, const ptl_scene *scene, const ptl_side *side)
{
    ptl_picture p;
    ptl_raster  raster;
    ptl_pose    pose;
    ptl_reach   reach;
    ptl_image   image;

    (void)side;
    if (!ptl_picture_read(job, &p, scene) ||
        !ptl_raster_begin(job, &raster, scene, p.most_texture) ||
        !ptl_pose_make(job, &pose, scene, p.clip, p.frame / p.fps))
        return;
    if (p.shot.exposure <= 0)
        p.shot.exposure = ptl_raster_exposure(&raster, &pose);
    ptl_camera_turn(&p.shot.camera, p.view, p.turn, p.height);
    reach = ptl_reach_of(&p.shot.camera, p.shot.width, p.shot.height);
    ptl_reach_add(&reach, &pose);
    if (!reach.any)
        ptl_warn(job, PTL_NOWHERE, "picture-empty", "there is nothing to draw");
    ptl_camera_fit(&p.shot.camera, &reach);
    if (ptl_raster_draw(job, &image, &raster, &pose, &p.shot))
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
