/* SPDX-License-Identifier: MIT */
/* What exports that draw have in common: their settings, and pictures of scenes. */
#ifndef PTL_EXPORTS_PICTURE_H
#define PTL_EXPORTS_PICTURE_H

#include "exports/export.h"
#include "render/raster.h"

/* Settings of pictures. */
extern const ptl_setting_info ptl_picture_settings[];

typedef struct ptl_picture {
    ptl_shot              shot;
    const ptl_view       *view;
    double                turn, height; /* degrees */
    uint32_t              most_texture; /* of thumbnails; 0 keeps all */
    const ptl_scene_clip *clip;         /* NULL: as it stands */
    double                frame, fps;
} ptl_picture;

/* The settings a job was given, with defaults by the scene; fails the job over what makes no
 * sense. */
bool ptl_picture_read(ptl_job *job, ptl_picture *out, const ptl_scene *scene);

/* Whole numbers and numbers of a setting within bounds; the default when it was not given. */
uint32_t ptl_setting_whole(ptl_job *job, const char *name, uint32_t usual, uint32_t least,
                           uint32_t most);
double ptl_setting_number(ptl_job *job, const char *name, double usual, double least, double most);

#endif
