/* SPDX-License-Identifier: MIT */
/* Settings of pictures. */
#include "exports/picture.h"

#include <string.h>

#include "core/color.h"
#include "core/near.h"
#include "core/num.h"

const ptl_setting_info ptl_picture_settings[] = {
    { "view", "NAME", "plan persp iso front side top",
      "where to look from (plan where there is one, models: persp)",
      PTL_WHEN_SCENE | PTL_WHEN_PLAN | PTL_WHEN_TILES },
    { "angle", "TURN[,HEIGHT]", NULL, "look from this many degrees around, and above the horizon",
      PTL_WHEN_SCENE, "camera" },
    { "size", "WxH", NULL,
      "pixels of a picture (1024x768) or a heightmap, or the most of a plan; N alone is N x 3N/4",
      PTL_WHEN_SCENE | PTL_WHEN_PLAN },
    { "exposure", "FACTOR", NULL, "make all light this much brighter (dark scenes: automatic)",
      PTL_WHEN_SCENE | PTL_WHEN_PLAN, "camera" },
    { "samples", "NUMBER", "1 4 8 16", "samples of each pixel, for smooth edges (8)",
      PTL_WHEN_SCENE, "camera" },
    { "thumbnail", "N", NULL, "draw a small picture quickly, at most N x N pixels",
      PTL_WHEN_SCENE | PTL_WHEN_PLAN, "camera" },
    { "threads", "N", NULL, "draw on N threads (one for each processor)", PTL_WHEN_SCENE,
      "camera" },
    { "clip", "NAME", NULL, "the animation to show, by name or number (the first)", PTL_WHEN_SCENE,
      "animation" },
    { "frame", "N", NULL, "the moment of the animation, in frames from 0", PTL_WHEN_SCENE,
      "animation" },
    { "fps", "RATE", NULL, "frames per second of animations (24)", PTL_WHEN_SCENE, "animation" },
    { "turn", NULL, NULL, "turn around once instead of playing an animation (apng)", PTL_WHEN_SCENE,
      "animation" },
    { "frames", "N", NULL, "pictures of one turn, for --turn (72)", PTL_WHEN_SCENE, "animation" },
    PTL_PLAN_SETTINGS,
    { 0 },
};

/* ---- Words ----------------------------------------------------------------------------------- */

/* The one message about a value that makes no sense. */
static void refuse(ptl_job *job, const ptl_setting *s, const char *allowed)
{
    char shown[48];

    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "%s is \"%s\"; allowed: %s", s->name,
             ptl_quote(shown, sizeof shown, s->data, s->size), allowed);
}

double ptl_setting_number(ptl_job *job, const char *name, double usual, double least, double most)
{
    const ptl_setting *s = ptl_setting_of(job, name);
    const char        *end;
    double             value;
    char               bounds[2][PTL_NUM_MAX + 1], allowed[96] = "a number from ";

    if (!s)
        return usual;
    end = (const char *)s->data + s->size;
    if (ptl_parse_f64(s->data, end, &value) == end && value >= least && value <= most)
        return value;
    bounds[0][ptl_format_f64(bounds[0], least)] = 0;
    bounds[1][ptl_format_f64(bounds[1], most)]  = 0;
    strcat(strcat(strcat(allowed, bounds[0]), " to "), bounds[1]);
    refuse(job, s, allowed);
    return usual;
}

uint32_t ptl_setting_whole(ptl_job *job, const char *name, uint32_t usual, uint32_t least,
                           uint32_t most)
{
    double value = ptl_setting_number(job, name, usual, least, most);

    if (value != (double)(uint32_t)value)
        refuse(job, ptl_setting_of(job, name), "a whole number");
    return ptl_ok(job) ? (uint32_t)value : usual;
}

/* WxH, or N alone. */
static void read_size(ptl_job *job, ptl_shot *shot, const ptl_setting *s)
{
    const char *end = (const char *)s->data + s->size, *at;
    uint64_t    width, height;

    at     = ptl_parse_u64(s->data, end, &width);
    height = at && width > 1 ? width - width / 4 : 1;
    if (at && at < end && *at == 'x')
        at = ptl_parse_u64(at + 1, end, &height);
    if (at != end || width < 1 || height < 1 || width > PTL_RASTER_SIDE ||
        height > PTL_RASTER_SIDE || width * height > PTL_RASTER_PIXELS) {
        refuse(job, s, "WIDTHxHEIGHT or WIDTH, at most 16384 each and 67108864 pixels in all");
        return;
    }
    shot->width  = (uint32_t)width;
    shot->height = (uint32_t)height;
}

void ptl_picture_size(ptl_job *job, ptl_shot *shot)
{
    const ptl_setting *size = ptl_setting_of(job, "size");
    uint32_t           side = ptl_setting_whole(job, "thumbnail", 0, 1, 4096);

    shot->width  = side > 0 ? side : 1024;
    shot->height = side > 0 ? side : 768;
    if (size && side > 0)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "thumbnail and size exclude each other");
    else if (size)
        read_size(job, shot, size);
}

static void read_angle(ptl_job *job, ptl_picture *p)
{
    const ptl_setting *s   = ptl_setting_of(job, "angle");
    const char        *end = s ? (const char *)s->data + s->size : NULL, *at;
    double             turn, height = p->height;

    if (!s)
        return;
    at = ptl_parse_f64(s->data, end, &turn);
    if (at && at < end && *at == ',')
        at = ptl_parse_f64(at + 1, end, &height);
    if (at != end || !(turn >= -360 && turn <= 360) || !(height >= -90 && height <= 90)) {
        refuse(job, s, "TURN or TURN,HEIGHT in degrees, -360 to 360 and -90 to 90");
        return;
    }
    p->turn   = turn;
    p->height = height;
}

static bool read_color(const char *from, const char *to, ptl_rgba *out)
{
    uint32_t rgba;

    if (!ptl_color_parse((ptl_str){ from, (size_t)(to - from) }, &rgba))
        return false;
    *out = (ptl_rgba){ (uint8_t)(rgba >> 24), (uint8_t)(rgba >> 16), (uint8_t)(rgba >> 8),
                       (uint8_t)rgba };
    return true;
}

/* Fading out keeps the color. */
static void fade(ptl_rgba *clear, ptl_rgba other)
{
    if (clear->a == 0)
        *clear = (ptl_rgba){ other.r, other.g, other.b, 0 };
}

static void read_background(ptl_job *job, ptl_shot *shot)
{
    const ptl_setting *s    = ptl_setting_of(job, "background");
    const char        *text = s ? s->data : NULL, *end = s ? text + s->size : NULL;
    const char        *comma = s ? memchr(text, ',', s->size) : NULL;
    ptl_rgba          *above = &shot->backdrop[0], *below = &shot->backdrop[1];

    *above = (ptl_rgba){ 236, 240, 243, 255 };
    *below = (ptl_rgba){ 186, 195, 204, 255 };
    if (!s)
        return;
    if (!read_color(text, comma ? comma : end, above) ||
        !read_color(comma ? comma + 1 : text, end, below))
        refuse(job, s, PTL_COLOR_WORDS "; two with a comma fade");
    fade(above, *below);
    fade(below, *above);
}

/* ---- Animations ------------------------------------------------------------------------------ */

static const ptl_scene_clip *find_clip(const ptl_scene *scene, const ptl_setting *s)
{
    const char *end = (const char *)s->data + s->size;
    uint64_t    number;

    for (size_t i = 0; i < scene->clips.count; i++)
        if (scene->clips.data[i].name.size == s->size &&
            memcmp(scene->clips.data[i].name.data, s->data, s->size) == 0)
            return &scene->clips.data[i];
    if (ptl_parse_u64(s->data, end, &number) == end && number < scene->clips.count)
        return &scene->clips.data[number];
    return NULL;
}

static void read_clip(ptl_job *job, ptl_picture *p, const ptl_scene *scene)
{
    const ptl_setting *s = ptl_setting_of(job, "clip");
    ptl_near           near;
    char               names[160], shown[24];
    size_t             used = 0;

    p->fps   = ptl_setting_number(job, "fps", 24, 0.1, 1000);
    p->frame = ptl_setting_number(job, "frame", 0, 0, 1e9);
    p->clip  = s ? find_clip(scene, s) : NULL;
    if (!s && scene->clips.count > 0)
        p->clip = &scene->clips.data[0];
    if (ptl_ok(job) && !p->clip && (s || ptl_setting_of(job, "frame")) && scene->clips.count == 0)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "there are no animations to show");
    if (!s || p->clip || !ptl_ok(job))
        return;
    names[0] = 0;
    near     = ptl_near_to((ptl_str){ s->data, s->size });
    for (size_t i = 0; i < scene->clips.count; i++)
        ptl_near_offer(&near, scene->clips.data[i].name);
    for (size_t i = 0; i < scene->clips.count && used < 96; i++) {
        ptl_str name = scene->clips.data[i].name;

        ptl_quote(shown, sizeof shown, name.data, name.size);
        strcat(strcat(names, i > 0 ? ", " : ""), shown);
        used = strlen(names);
    }
    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "clip is \"%s\"%s allowed: %s",
             ptl_quote(shown, sizeof shown, s->data, s->size), ptl_near_text(&near, ";"), names);
}

/* ---- All ------------------------------------------------------------------------------------- */

/* Thumbnails are made quickly: with fewer samples, and no more of a texture than they can show. */
static void hurry(ptl_picture *p)
{
    p->shot.samples = 4;
    p->most_texture = p->shot.width < 128 ? 128 : p->shot.width;
}

/* Not from straight above, nor level from a side: then a scene may have its say. */
static bool is_slanted(const ptl_view *view)
{
    return view->height > 0 && view->height < 90;
}

static bool read_settings(ptl_job *job, ptl_picture *out, const ptl_scene *scene)
{
    const ptl_setting *view = ptl_setting_of(job, "view"), *samples;

    *out      = (ptl_picture){ .shot = { .samples = 8 } };
    out->view = view ? ptl_view_named(view->data, view->size)
                     : ptl_view_named(scene->tile > 0 ? "iso" : "persp", scene->tile > 0 ? 3 : 5);
    if (!out->view) {
        refuse(job, view, "persp, iso, front, side or top");
        return false;
    }
    out->turn   = out->view->turn;
    out->height = out->view->height;
    if ((scene->look[0] != 0 || scene->look[1] != 0) && is_slanted(out->view)) {
        out->turn   = (double)scene->look[0];
        out->height = (double)scene->look[1];
    }
    samples = ptl_setting_of(job, "samples");
    ptl_picture_size(job, &out->shot);
    if (ptl_setting_of(job, "thumbnail"))
        hurry(out);
    if (samples) /* one of its choices, or it had not come here */
        out->shot.samples = ptl_setting_whole(job, "samples", 8, 1, 16);
    read_angle(job, out);
    read_background(job, &out->shot);
    read_clip(job, out, scene);
    out->shot.exposure = (float)ptl_setting_number(job, "exposure", 0, 0.01, 100);
    out->shot.threads  = ptl_setting_whole(job, "threads", 0, 1, 64);
    out->turning       = ptl_setting_of(job, "turn") != NULL;
    out->frames        = ptl_setting_whole(job, "frames", 0, 2, 1000);
    return ptl_ok(job);
}

bool ptl_picture_begin(ptl_job *job, ptl_picture *out, const ptl_scene *scene)
{
    return read_settings(job, out, scene) &&
           ptl_raster_begin(job, &out->raster, scene, out->most_texture);
}

void ptl_picture_refuse(ptl_job *job, const char *const *names, const char *for_what)
{
    for (; *names; names++)
        if (ptl_setting_of(job, *names))
            ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "%s is for %s", *names, for_what);
}

ptl_reach ptl_picture_look(ptl_picture *p, double turn)
{
    ptl_camera_turn(&p->shot.camera, p->view, turn, p->height);
    return ptl_reach_of(&p->shot.camera, p->shot.width, p->shot.height);
}

void ptl_picture_expose(ptl_job *job, ptl_picture *p, const ptl_pose *pose, const ptl_reach *reach)
{
    if (p->shot.exposure <= 0)
        p->shot.exposure = ptl_raster_exposure(&p->raster, pose);
    if (!reach->any)
        ptl_warn(job, PTL_NOWHERE, "picture-empty", "there is nothing to draw");
}
