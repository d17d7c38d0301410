/* SPDX-License-Identifier: MIT */
/* Cameras: the table of views, turning, and filling the picture. */
#include "render/camera.h"

#include <math.h>
#include <string.h>

#include "core/real.h"

#define SPACE 0.92     /* part of the picture that is filled                        */
#define TANGENT 0.2126 /* of half the angle of view, 12 degrees, along the longer side */

static const ptl_view views[] = {
    /* name      parallel  turn  height   sun */
    { "persp", false, 35, 24, 0.45 }, { "iso", true, 45, 35.264389682754654, 0.25 },
    { "front", true, 0, 0, 0.55 },    { "side", true, 90, 0, 0.55 },
    { "top", true, 0, 90, -0.5 },
};

const ptl_view *ptl_view_named(const char *name, size_t size)
{
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        if (strlen(views[i].name) == size && memcmp(views[i].name, name, size) == 0)
            return &views[i];
    return NULL;
}

/* ---- Turning --------------------------------------------------------------------------------- */

/* From the left, from above, and from behind the one who looks, or, seen from above, from beyond.
 */
static void place_sun(ptl_camera *camera, const double round[3], double behind)
{
    double length = 0;

    for (size_t i = 0; i < 3; i++) {
        camera->sun[i] = -0.55 * camera->right[i] + behind * round[i] + (i == 1 ? 0.85 : 0);
        length += camera->sun[i] * camera->sun[i];
    }
    for (size_t i = 0; i < 3; i++)
        camera->sun[i] /= sqrt(length);
}

void ptl_camera_turn(ptl_camera *camera, const ptl_view *view, double turn, double height)
{
    double s, c, rise, level;

    ptl_sine_cosine(turn, &s, &c);
    ptl_sine_cosine(height, &rise, &level);
    *camera = (ptl_camera){ .right    = { c, 0, -s },
                            .up       = { -s * rise, level, -c * rise },
                            .back     = { s * level, rise, c * level },
                            .parallel = view->parallel };
    place_sun(camera, (const double[3]){ s, 0, c }, view->sun);
}

/* ---- Filling the picture --------------------------------------------------------------------- */

ptl_reach ptl_reach_of(const ptl_camera *camera, uint32_t width, uint32_t height)
{
    ptl_reach r      = { .camera = camera, .width = width, .height = height };
    double    longer = width > height ? width : height;

    if (!camera->parallel) {
        r.lean[0] = TANGENT * SPACE * width / longer;
        r.lean[1] = TANGENT * SPACE * height / longer;
    }
    return r;
}

static double along(const double axis[3], const float p[3])
{
    return axis[0] * (double)p[0] + axis[1] * (double)p[1] + axis[2] * (double)p[2];
}

static void widen(void *user, const float *p)
{
    ptl_reach *r     = user;
    double     at[3] = { along(r->camera->right, p), along(r->camera->up, p),
                         along(r->camera->back, p) };

    for (size_t i = 0; i < 3; i++) {
        double lean = i < 2 ? r->lean[i] * at[2] : 0;

        if (!r->any || at[i] - lean < r->least[i])
            r->least[i] = at[i] - lean;
        if (!r->any || at[i] + lean > r->most[i])
            r->most[i] = at[i] + lean;
    }
    r->any = true;
}

void ptl_reach_add(ptl_reach *reach, const ptl_pose *pose)
{
    ptl_pose_each(pose, widen, reach);
}

typedef struct drum { /* what a pose fills when it goes round */
    float  least[3], most[3];
    double radius; /* squared */
    bool   any;
} drum;

static void widen_box(void *user, const float *p)
{
    drum *d = user;

    for (size_t i = 0; i < 3; i++) {
        d->least[i] = !d->any || p[i] < d->least[i] ? p[i] : d->least[i];
        d->most[i]  = !d->any || p[i] > d->most[i] ? p[i] : d->most[i];
    }
    d->any = true;
}

static double middle(const drum *d, size_t axis)
{
    return ((double)d->least[axis] + (double)d->most[axis]) / 2;
}

static void widen_radius(void *user, const float *p)
{
    drum  *d = user;
    double x = (double)p[0] - middle(d, 0), z = (double)p[2] - middle(d, 2);

    if (x * x + z * z > d->radius)
        d->radius = x * x + z * z;
}

void ptl_reach_add_round(ptl_reach *reach, const ptl_pose *pose)
{
    enum { POINTS = 72 };
    drum   d = { .any = false };
    double s, c;

    ptl_pose_each(pose, widen_box, &d);
    ptl_pose_each(pose, widen_radius, &d);
    for (int i = 0; i < POINTS && d.any; i++) {
        float p[3];

        ptl_sine_cosine(360.0 / POINTS * i, &s, &c);
        p[0] = (float)(middle(&d, 0) + s * sqrt(d.radius));
        p[2] = (float)(middle(&d, 2) + c * sqrt(d.radius));
        for (int k = 0; k < 2; k++) {
            p[1] = k == 0 ? d.least[1] : d.most[1];
            widen(reach, p);
        }
    }
}

static void place_eye(ptl_camera *camera, const double at[3])
{
    for (size_t i = 0; i < 3; i++)
        camera->eye[i] = at[0] * camera->right[i] + at[1] * camera->up[i] + at[2] * camera->back[i];
}

static void fit_parallel(ptl_camera *camera, const ptl_reach *r)
{
    double across = r->most[0] - r->least[0], down = r->most[1] - r->least[1];
    double wide = SPACE * r->width, high = SPACE * r->height, at[3];

    for (size_t i = 0; i < 3; i++)
        at[i] = (r->least[i] + r->most[i]) / 2;
    if (across > 0 || down > 0)
        camera->scale = across * high > down * wide ? wide / across : high / down;
    else
        camera->scale = 1;
    place_eye(camera, at);
}

static void fit_perspective(ptl_camera *camera, const ptl_reach *r)
{
    double at[3], back[2];

    for (size_t i = 0; i < 2; i++) { /* the planes of the rim touch what reaches furthest */
        at[i]   = (r->most[i] + r->least[i]) / 2;
        back[i] = (r->most[i] - r->least[i]) / 2 / r->lean[i];
    }
    at[2] = back[0] > back[1] ? back[0] : back[1];
    if (at[2] <= r->most[2]) /* a single point */
        at[2] = r->most[2] + 1;
    camera->scale   = (r->width > r->height ? r->width : r->height) / 2 / TANGENT;
    camera->nearest = (at[2] - r->most[2]) / 2;
    place_eye(camera, at);
}

void ptl_camera_fit(ptl_camera *camera, const ptl_reach *reach)
{
    ptl_reach r = *reach;

    camera->center[0] = r.width / 2;
    camera->center[1] = r.height / 2;
    if (!r.any)
        widen(&r, (const float[3]){ 0, 0, 0 });
    if (camera->parallel)
        fit_parallel(camera, &r);
    else
        fit_perspective(camera, &r);
}
