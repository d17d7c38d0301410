/* SPDX-License-Identifier: MIT */
/* Animated PNG: a clip of a scene, or a turn around it. */
#include "exports/picture.h"
#include "hubs/scene_pose.h"
#include "render/apng_write.h"

enum { MOST_FRAMES = 10000 };

/* Each picture lives in an arena of its own, which ends with it. */
typedef struct brief {
    ptl_arena arena, *kept;
} brief;

static void begin_brief(brief *b, ptl_job *job)
{
    *b         = (brief){ .kept = job->arena };
    job->arena = &b->arena;
}

static void end_brief(brief *b, ptl_job *job)
{
    ptl_arena_free(&b->arena, job->heap);
    job->arena = b->kept;
}

static bool pose_at(ptl_job *job, ptl_pose *out, const ptl_picture *p, uint32_t number)
{
    double frame = p->turning ? p->frame : number;

    return ptl_pose_make(job, out, p->raster.scene, p->clip, frame / p->fps);
}

/* Turning, the camera goes round; else it stands where all of the clip can be seen. */
static void place_camera(ptl_job *job, ptl_picture *p, uint32_t count)
{
    ptl_reach reach = ptl_picture_look(p, p->turn);
    brief     b;

    for (uint32_t i = 0; i < (p->turning ? 1 : count) && ptl_ok(job); i++) {
        ptl_pose pose;

        begin_brief(&b, job);
        if (pose_at(job, &pose, p, i)) {
            if (p->turning)
                ptl_reach_add_round(&reach, &pose);
            else
                ptl_reach_add(&reach, &pose);
            if (i == 0)
                ptl_picture_expose(job, p, &pose, &reach);
        }
        end_brief(&b, job);
    }
    ptl_camera_fit(&p->shot.camera, &reach);
}

static void turn_camera(ptl_picture *p, const ptl_pose *pose, uint32_t number, uint32_t count)
{
    ptl_reach reach = ptl_picture_look(p, p->turn + 360.0 * number / count);

    ptl_reach_add_round(&reach, pose);
    ptl_camera_fit(&p->shot.camera, &reach);
}

static void put_frame(ptl_job *job, ptl_apng *apng, ptl_picture *p, uint32_t number, uint32_t count)
{
    ptl_image image;
    ptl_pose  pose;
    brief     b;

    begin_brief(&b, job);
    if (pose_at(job, &pose, p, number)) {
        if (p->turning)
            turn_camera(p, &pose, number, count);
        if (ptl_raster_draw(job, &image, &p->raster, &pose, &p->shot))
            ptl_apng_put(apng, &image);
    }
    end_brief(&b, job);
}

/* How many pictures; 0, and the job failed, when nothing moves. */
static uint32_t count_frames(ptl_job *job, const ptl_picture *p)
{
    static const char *const still[] = { "frame", NULL }, *const turn[] = { "frames", NULL };
    double last = p->clip ? ptl_scene_clip_end(p->clip) * p->fps + 0.5 : 0;

    if (p->turning)
        return p->frames > 0 ? p->frames : 72;
    ptl_picture_refuse(job, still, "still pictures and --turn");
    ptl_picture_refuse(job, turn, "--turn");
    if (ptl_ok(job) && !p->clip)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "there is no animation to show: use --turn to go around it");
    if (ptl_ok(job) && !(last < MOST_FRAMES))
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-frames",
                 "the animation has more than %d frames", MOST_FRAMES);
    return ptl_ok(job) ? (uint32_t)last + 1 : 0;
}

static void write_apng(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    const ptl_scene *scene = hub;
    ptl_picture      p;
    ptl_apng         apng;
    uint32_t         count;

    (void)side;
    if (!ptl_picture_begin(job, &p, scene))
        return;
    count = count_frames(job, &p);
    if (ptl_ok(job))
        place_camera(job, &p, count);
    if (!ptl_ok(job))
        return;
    ptl_apng_begin(&apng, job, out, p.shot.width, p.shot.height, ptl_shot_is_clear(&p.shot), count,
                   p.fps);
    for (uint32_t i = 0; i < count && ptl_ok(job); i++)
        put_frame(job, &apng, &p, i, count);
    ptl_apng_end(&apng);
}

const ptl_export ptl_export_apng = {
    .info   = { .name       = "apng",
                .title      = "animated PNG",
                .extensions = "apng",
                .media_type = "image/apng",
                .settings   = ptl_picture_settings },
    .shoots = true,
    .write  = { [PTL_HUB_SCENE] = write_apng },
};
