/* SPDX-License-Identifier: MIT */
/* Views of a scene inside plans: straight down, bright enough for paper. */
#include "render/plan_view.h"

#include "render/raster.h"

double ptl_plan_view_fine(const ptl_plan_view *view)
{
    enum { FINE = 2, MOST = 4096 }; /* pixels of a unit, and of a side */
    const ptl_plan_box *box  = &view->box;
    double              side = (double)(box->width > box->height ? box->width : box->height);

    return side * FINE > MOST ? MOST / side : FINE;
}

uint64_t ptl_plan_pixels(double length)
{
    double   all   = length < 1e9 ? length : 1e9;
    uint64_t whole = (uint64_t)all;

    return whole + (all - (double)whole > 1e-3) + (whole == 0 && all <= 1e-3);
}

/* Straight down on the scene, the corner of the box in the corner of the picture. */
static void look_down(ptl_camera *camera, const ptl_plan_view *view, const ptl_pose *pose,
                      double scale)
{
    const ptl_view *top = ptl_view_named("top", 3);
    ptl_reach       reach;

    ptl_camera_turn(camera, top, top->turn, top->height);
    reach = ptl_reach_of(camera, 1, 1);
    ptl_reach_add(&reach, pose);
    camera->scale  = scale / (double)view->unit;
    camera->eye[0] = (double)view->west;
    camera->eye[1] = reach.any ? (reach.least[2] + reach.most[2]) / 2 : 0;
    camera->eye[2] = (double)view->north;
}

/* As eyes see it, or as near to the end of its range as the strongest channel is: what is blue
 * looks dark and would be cut off. */
static unsigned lightness(ptl_rgba c)
{
    unsigned seen = (3u * c.r + 6u * c.g + c.b) / 10;
    unsigned most = c.r > c.g ? c.r : c.g;

    most = (most > c.b ? most : c.b) * 2u / 3;
    return seen > most ? seen : most;
}

/* How light the lightest tenth of what is not black is at least, of 255; 255 when all is black. */
static unsigned lights_of(const ptl_image *picture)
{
    enum { BLACK = 16 };
    size_t   count = (size_t)picture->width * picture->height, of[256] = { 0 }, seen = 0, above = 0;
    unsigned light = 255;

    for (size_t i = 0; i < count; i++)
        if (picture->pixels[i].a > 0 && lightness(picture->pixels[i]) >= BLACK) {
            of[lightness(picture->pixels[i])]++;
            seen++;
        }
    while (seen > 0 && light > 0 && (above += of[light]) < seen / 10)
        light--;
    return light;
}

static uint8_t lighter(unsigned value, unsigned gain)
{
    return (uint8_t)(value * gain / 256 < 255 ? value * gain / 256 : 255);
}

/* Dungeons are dark; a plan is looked at on paper. */
static void brighten(ptl_image *picture)
{
    enum { WANTED = 155, MOST_GAIN = 560 };
    size_t   count = (size_t)picture->width * picture->height;
    unsigned light = lights_of(picture), gain = light < WANTED ? WANTED * 256 / light : 256;

    gain = gain > MOST_GAIN ? MOST_GAIN : gain;
    for (size_t i = 0; i < count && gain > 256; i++) {
        ptl_rgba *c = &picture->pixels[i];

        *c = (ptl_rgba){ lighter(c->r, gain), lighter(c->g, gain), lighter(c->b, gain), c->a };
    }
}

bool ptl_plan_view_draw(ptl_job *job, ptl_image *out, const ptl_plan *plan,
                        const ptl_plan_view *view, double scale)
{
    ptl_shot   shot = { .samples = 4 };
    ptl_raster raster;
    ptl_pose   pose;

    if (!plan->scene ||
        !ptl_image_resize(job, out, ptl_plan_pixels((double)view->box.width * scale),
                          ptl_plan_pixels((double)view->box.height * scale), &(ptl_image_opts){ 0 },
                          PTL_NOWHERE) ||
        !ptl_raster_begin(job, &raster, plan->scene, 0) ||
        !ptl_pose_make(job, &pose, plan->scene, NULL, 0))
        return false;
    shot.width  = out->width;
    shot.height = out->height;
    look_down(&shot.camera, view, &pose, scale);
    shot.exposure = plan->exposure > 0 ? plan->exposure : ptl_raster_exposure(&raster, &pose);
    if (!ptl_raster_draw(job, out, &raster, &pose, &shot))
        return false;
    if (plan->exposure <= 0)
        brighten(out);
    return true;
}
