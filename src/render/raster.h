/* SPDX-License-Identifier: MIT */
/* The rasterizer: a picture of a posed scene, without graphics card or display.
 *
 * The same pixels on every machine and for every number of threads: corners are fixed point, what
 * lies on an edge belongs to one side of it, and nothing of libm goes into a color. */
#ifndef PTL_RENDER_RASTER_H
#define PTL_RENDER_RASTER_H

#include "render/camera.h"
#include "render/texture.h"

enum {
    PTL_RASTER_SIDE     = 16384, /* most of a picture */
    PTL_RASTER_PIXELS   = 64 << 20,
    PTL_RASTER_OVERDRAW = 128, /* so much work may be done for each pixel, on average */
};

/* What a material is painted with. */
typedef struct ptl_paint {
    const ptl_texture *texture; /* NULL: its color alone */
    ptl_scene_alpha    alpha;
    float              cutoff;
    bool               double_sided;
    bool               adds; /* its light, to what is behind it */
    bool  tiled; /* triangles show tiles of a sheet, which do not bleed into each other */
    float color[4];
} ptl_paint;

/* A scene made ready to be drawn from any side, any number of times. */
typedef struct ptl_raster {
    const ptl_scene *scene;
    ptl_paint       *paints; /* of each material, and one more for parts that have none */
    ptl_srgb        *srgb;
    bool             baked; /* light is baked into colors of parts */
} ptl_raster;

typedef struct ptl_shot {
    uint32_t   width, height;
    unsigned   samples;  /* of each pixel: 1, 4, 8 or 16                     */
    unsigned   threads;  /* 0: as many as the machine has processors         */
    float      exposure; /* factor of all light                             */
    ptl_camera camera;
    ptl_rgba   backdrop[2]; /* what is behind the scene, above and below     */
} ptl_shot;

/* Whether one looks through the picture. */
static inline bool ptl_shot_is_clear(const ptl_shot *shot)
{
    return shot->backdrop[0].a < 255 || shot->backdrop[1].a < 255;
}

/* Decodes the images of a scene into the job's arena. One that cannot be decoded is reported, and
 * drawn as a checkerboard. `most_texture` is that of ptl_texture_make. */
bool ptl_raster_begin(ptl_job *job, ptl_raster *out, const ptl_scene *scene, uint32_t most_texture);

/* The factor that makes a dark scene bright enough to be looked at; at least 1. It goes by the mean
 * color of all that is lit, so that it is the same from every side. */
float ptl_raster_exposure(const ptl_raster *raster, const ptl_pose *pose);

/* A color of a corner as an amount of light, 0 to 1; the fourth channel is alpha. */
static inline double ptl_raster_color(const ptl_raster *raster, const ptl_scene_part *part,
                                      uint32_t corner, size_t channel)
{
    uint8_t value = part->color.data[4 * (size_t)corner + channel];

    return part->display && channel < 3 ? raster->srgb->linear[value] / 65535.0 : value / 255.0;
}

/* The paint of a part. */
const ptl_paint *ptl_raster_paint(const ptl_raster *raster, const ptl_scene_part *part);

/* Whether exposure is meant for a part. Where light is baked, what has neither light nor a picture
 * of its own is a marker, which is as bright as its color says. */
static inline bool ptl_raster_exposes(const ptl_raster *raster, const ptl_scene_part *part)
{
    return !raster->baked || part->color.count > 0 || ptl_raster_paint(raster, part)->texture;
}

/* Draws into pixels of the job's arena. Triangles with corners that are no numbers are left out. */
bool ptl_raster_draw(ptl_job *job, ptl_image *out, const ptl_raster *raster, const ptl_pose *pose,
                     const ptl_shot *shot);

#endif
