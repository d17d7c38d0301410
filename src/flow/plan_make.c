/* SPDX-License-Identifier: MIT */
/* Plans of documents: the format draws them, then their images are loaded. */
#include <portolan/plan.h>

#include <math.h>

#include "flow/source.h"
#include "render/image.h"

static bool has_views(const ptl_plan *plan)
{
    for (size_t i = 0; i < plan->items.count; i++)
        if (plan->items.data[i].kind == PTL_PLAN_VIEW)
            return true;
    return false;
}

/* Means are taken of squares, which are near to what light adds up to. What is clear does not
 * count; false when all is. */
static bool mean_of(const ptl_image *image, uint8_t out[3])
{
    uint64_t sum[3] = { 0 }, weight = 0;

    for (uint32_t y = 0; y < image->height; y++)
        for (uint32_t x = 0; x < image->width; x++) {
            ptl_rgba c = ptl_image_at(image, x, y);

            sum[0] += (uint64_t)c.r * c.r * c.a;
            sum[1] += (uint64_t)c.g * c.g * c.a;
            sum[2] += (uint64_t)c.b * c.b * c.a;
            weight += c.a;
        }
    for (int i = 0; i < 3 && weight > 0; i++)
        out[i] = (uint8_t)(sqrt((double)sum[i] / (double)weight) + 0.5);
    return weight > 0;
}

/* Colors that are those of images. One that cannot be read leaves the color as it was. */
static void settle_colors(ptl_job *job, ptl_plan *plan)
{
    for (size_t i = 0; i < plan->palette.count && ptl_ok(job); i++) {
        ptl_plan_color *color = &plan->palette.data[i];
        ptl_arena       arena = { 0 };
        ptl_job         own   = { .heap = job->heap, .arena = &arena };
        ptl_image       image;
        const ptl_u8s  *bytes;
        uint8_t         mean[3];

        if (color->image == PTL_PLAN_NONE)
            continue;
        bytes = &plan->images.data[color->image].bytes;
        if (bytes->count > 0 &&
            ptl_image_read(&own, &image, (ptl_span){ bytes->data, bytes->count }, NULL) &&
            mean_of(&image, mean)) {
            color->r = mean[0];
            color->g = mean[1];
            color->b = mean[2];
        }
        ptl_arena_free(&arena, job->heap);
    }
}

void ptl_plan_fill(ptl_job *job, ptl_plan *plan, const ptl_doc *doc, const ptl_write_opts *opts)
{
    ptl_tiles        tiles = { 0 };
    ptl_tile_picture picture;

    if (doc->format->to_tiles) {
        bool there = ptl_tiles_fill(job, &tiles, &picture, doc, opts);

        ptl_plan_tiles(job, plan, &tiles, there ? &picture : NULL);
        return;
    }
    if (!doc->format->to_plan) {
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "conversion", "%s has no plan to draw",
                 doc->format->info.name);
        return;
    }
    doc->format->to_plan(job, plan, doc->native, &opts->files);
    ptl_images_load(job, plan->images.data, plan->images.count, doc, &opts->files);
    settle_colors(job, plan);
    if (!ptl_ok(job) || !has_views(plan))
        return;
    plan->scene = ptl_arena_take(job, sizeof *plan->scene);
    if (plan->scene)
        ptl_scene_fill(job, plan->scene, doc, opts);
}

ptl_status ptl_plan_make(ptl_plan **out, const ptl_doc *doc, const ptl_write_opts *opts,
                         ptl_diag *err)
{
    static const ptl_write_opts defaults;
    ptl_job                     job;

    if (!out || !doc)
        return ptl_refuse(err, "ptl_plan_make needs a document and a place for the plan");
    opts = opts ? opts : &defaults;
    *out = ptl_beside_begin(&job, doc, opts, PTL_WHEN_PLAN, sizeof **out);
    if (ptl_ok(&job))
        ptl_plan_fill(&job, *out, doc, opts);
    if (!ptl_ok(&job)) {
        ptl_beside_free(*out);
        *out = NULL;
    }
    return ptl_job_end(&job, err);
}

void ptl_plan_free(ptl_plan *plan)
{
    ptl_beside_free(plan);
}
