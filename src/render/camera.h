/* SPDX-License-Identifier: MIT */
/* Cameras: where one looks from, how large things are, and from where the sun shines. */
#ifndef PTL_RENDER_CAMERA_H
#define PTL_RENDER_CAMERA_H

#include "render/pose.h"

typedef struct ptl_camera {
    double eye[3];                   /* of a parallel view: any point in the middle of it       */
    double right[3], up[3], back[3]; /* unit length, at right angles; it looks against `back`    */
    bool   parallel;                 /* no perspective                                           */
    double scale;                    /* pixels of one unit, seen in perspective from distance 1  */
    double nearest;                  /* of perspective: what is closer than this is cut off      */
    double center[2];                /* the pixel place `eye` looks at, from the top left        */
    double sun[3];                   /* direction toward it, unit length                        */
} ptl_camera;

/* One row each: where a view looks from. */
typedef struct ptl_view {
    const char *name;
    bool        parallel;
    double turn, height; /* degrees: round to the right, 0 is from +Z; up above the horizon   */
    double sun;          /* how much the sun stands behind the camera, rather than beyond     */
} ptl_view;

const ptl_view *ptl_view_named(const char *name, size_t size); /* NULL when there is none */

/* Turns a camera the way of a view; `turn` and `height` are in degrees. */
void ptl_camera_turn(ptl_camera *camera, const ptl_view *view, double turn, double height);

/* How far things reach to the left and right of a camera, below and above, beyond and toward it.
 * In perspective each reach sideways is that of the plane through the eye at the picture's rim. */
typedef struct ptl_reach {
    const ptl_camera *camera;
    double            width, height; /* of the picture */
    double            lean[2];       /* tangents of the rim; 0 in a parallel view */
    double            least[3], most[3];
    bool              any;
} ptl_reach;

ptl_reach ptl_reach_of(const ptl_camera *camera, uint32_t width, uint32_t height);
void      ptl_reach_add(ptl_reach *reach, const ptl_pose *pose);
/* The same for a pose that goes round and round, about the middle of what is seen of it. */
void ptl_reach_add_round(ptl_reach *reach, const ptl_pose *pose);

/* Moves the camera so that all that was added fills the picture, with a little space around. Where
 * nothing was, it looks at the origin. */
void ptl_camera_fit(ptl_camera *camera, const ptl_reach *reach);

#endif
