/* SPDX-License-Identifier: MIT */
/* What exports that draw have in common: their settings, and pictures of scenes. */
#ifndef PTL_EXPORTS_PICTURE_H
#define PTL_EXPORTS_PICTURE_H

#include "exports/export.h"
#include "render/raster.h"

/* Settings of pictures. Those of moving ones come last: still pictures refuse them. */
extern const ptl_setting_info ptl_picture_settings[];

typedef struct ptl_picture {
    ptl_shot              shot;
    ptl_raster            raster;
    const ptl_view       *view;
    double                turn, height; /* degrees */
    uint32_t              most_texture; /* of thumbnails; 0 keeps all */
    const ptl_scene_clip *clip;         /* NULL: as it stands */
    double                frame, fps;
    bool                  turning;
    uint32_t              frames; /* of a turn; 0: not said */
} ptl_picture;

/* The settings a job was given, with defaults by the scene, and the scene made ready to be drawn;
 * fails the job over values that make no sense. */
bool ptl_picture_begin(ptl_job *job, ptl_picture *out, const ptl_scene *scene);

/* Still pictures by the settings: pixels in the job's arena, or the job failed. For tiles, what is
 * to be drawn. */
bool ptl_picture_of_scene(ptl_job *job, ptl_image *out, const ptl_scene *scene);
bool ptl_picture_of_plan(ptl_job *job, ptl_image *out, const ptl_plan *plan);
bool ptl_picture_of_tiles(ptl_job *job, ptl_tile_picture *out, const ptl_tiles *tiles);

/* Fails the job when one of these settings was given, which are for something else. */
void ptl_picture_refuse(ptl_job *job, const char *const *names, const char *for_what);

/* Turns the camera round by so many degrees; gives the reach to add things to, which it can then be
 * fitted to. */
ptl_reach ptl_picture_look(ptl_picture *p, double turn);

/* Sets the exposure unless it was given, and reports when there is nothing to see. */
void ptl_picture_expose(ptl_job *job, ptl_picture *p, const ptl_pose *pose, const ptl_reach *reach);

/* Width and height by the settings "size" and "thumbnail"; 1024 x 768 without. */
void ptl_picture_size(ptl_job *job, ptl_shot *shot);

/* Whole numbers and numbers of a setting within bounds; the default when it was not given. */
uint32_t ptl_setting_whole(ptl_job *job, const char *name, uint32_t usual, uint32_t least,
                           uint32_t most);
double ptl_setting_number(ptl_job *job, const char *name, double usual, double least, double most);

#endif
