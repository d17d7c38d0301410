/* SPDX-License-Identifier: MIT */
/* The rasterizer: paints, and how bright a scene is. */
#include "render/raster.h"

#include <math.h>
#include <string.h>

/* The mean light of a picture that is bright enough, and the most that a darker one is brightened.
 * Where light is baked into the colors of a screen, darkness is meant, and can be deeper. */
static const struct {
    double enough, most;
} exposures[2] = { { 0.16, 4 }, { 0.03, 64 } };

/* ---- Paints ---------------------------------------------------------------------------------- */

/* Reads an image by a job of its own: what is wrong with it is said, and stops nothing but want of
 * memory. */
static bool read_image(ptl_job *job, ptl_texture *out, const ptl_scene_image *image, bool alpha,
                       uint32_t most, const ptl_srgb *srgb)
{
    ptl_job   own     = { .heap = job->heap, .arena = job->arena };
    ptl_image picture = { 0 };
    ptl_str   name    = ptl_scene_text(image->file.name[0] ? image->file.name : "an image");
    char      shown[96];

    if (image->broken)
        return ptl_texture_checker(job, out);
    if (ptl_image_read(&own, &picture, (ptl_span){ image->bytes.data, image->bytes.count }, NULL))
        return ptl_texture_make(job, out, &picture, alpha, most, srgb);
    if (ptl_starved(&own)) {
        ptl_fail(job, own.error.status, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
        return false;
    }
    ptl_warn(job, PTL_NOWHERE, own.error.rule, "%s cannot be drawn: %s",
             ptl_quote(shown, sizeof shown, name.data, name.size), own.error.message);
    return ptl_ok(job) && ptl_texture_checker(job, out);
}

/* Textures that were made already; materials may share an image, and differ in how they take it. */
typedef struct shelf {
    const ptl_texture **texture; /* two of each image: opaque, and with alpha */
    uint32_t            most;
} shelf;

static const ptl_texture *texture_of(ptl_job *job, const ptl_raster *r, shelf *s,
                                     const ptl_scene_material *m)
{
    bool         alpha = m->alpha != PTL_ALPHA_OPAQUE;
    size_t       at    = 2 * (size_t)m->image + alpha;
    ptl_texture *made;

    if (m->image >= r->scene->images.count || (r->scene->images.data[m->image].bytes.count == 0 &&
                                               !r->scene->images.data[m->image].broken))
        return NULL;
    if (!s->texture[at]) {
        made = ptl_arena_take(job, sizeof *made);
        if (!made ||
            !read_image(job, made, &r->scene->images.data[m->image], alpha, s->most, r->srgb))
            return NULL;
        s->texture[at] = made;
    }
    return s->texture[at];
}

static bool is_baked(const ptl_scene *scene)
{
    bool baked = false;

    for (size_t i = 0; i < scene->meshes.count; i++)
        for (size_t k = 0; k < scene->meshes.data[i].parts.count; k++)
            baked = baked || scene->meshes.data[i].parts.data[k].display;
    return baked;
}

bool ptl_raster_begin(ptl_job *job, ptl_raster *out, const ptl_scene *scene, uint32_t most_texture)
{
    size_t count = scene->materials.count;
    shelf  s     = { .most = most_texture };

    *out        = (ptl_raster){ .scene = scene, .baked = is_baked(scene) };
    out->srgb   = ptl_arena_raw(job, sizeof *out->srgb);
    out->paints = ptl_arena_array(job, (uint64_t)count + 1, sizeof *out->paints);
    s.texture   = ptl_arena_array(job, 2 * (uint64_t)scene->images.count, sizeof *s.texture);
    if (!ptl_ok(job))
        return false;
    ptl_srgb_fill(out->srgb);
    out->paints[count] = (ptl_paint){ .color = { 1, 1, 1, 1 }, .double_sided = true };
    for (size_t i = 0; i < count && ptl_ok(job); i++) {
        const ptl_scene_material *m = &scene->materials.data[i];

        out->paints[i] = (ptl_paint){ .texture      = texture_of(job, out, &s, m),
                                      .alpha        = m->alpha,
                                      .cutoff       = m->cutoff,
                                      .double_sided = m->double_sided,
                                      .adds         = m->adds,
                                      .tiled        = scene->tile > 0 };
        memcpy(out->paints[i].color, m->color, sizeof m->color);
    }
    return ptl_ok(job);
}

const ptl_paint *ptl_raster_paint(const ptl_raster *raster, const ptl_scene_part *part)
{
    size_t known = raster->scene->materials.count;

    return &raster->paints[part->material < known ? part->material : known];
}

/* ---- Exposure -------------------------------------------------------------------------------- */

/* The mean of what the corners have of two lists: places in a texture, colors. */
static void mean_place(const ptl_scene_part *part, const uint32_t corner[3], float out[2])
{
    out[0] = out[1] = 0;
    for (size_t i = 0; i < 6 && part->uv.count > 0; i++)
        out[i % 2] += part->uv.data[2 * (size_t)corner[i / 2] + i % 2] / 3;
    for (size_t i = 0; i < 2; i++)
        out[i] = fabsf(out[i]) < 1e5f ? out[i] : 0;
}

static double mean_color(const ptl_raster *raster, const ptl_scene_part *part,
                         const uint32_t corner[3], size_t channel)
{
    double sum = 0;

    for (size_t i = 0; i < 3 && part->color.count > 0; i++)
        sum += ptl_raster_color(raster, part, corner[i], channel);
    return part->color.count > 0 ? sum / 3 : 1;
}

/* How bright a triangle is, 0 to 1, before light falls on it. */
static double brightness(const ptl_raster *raster, const ptl_paint *paint,
                         const ptl_scene_part *part, const uint32_t corner[3])
{
    static const double weight[3] = { 0.2126, 0.7152, 0.0722 };
    float               place[2], texel[4] = { 1, 1, 1, 1 };
    double              sum = 0;

    mean_place(part, corner, place);
    if (paint->texture) /* the mean of about 16 x 16 texels */
        ptl_texture_at(paint->texture, NULL, place[0], place[1], 256, texel);
    for (size_t i = 0; i < 3; i++)
        sum += weight[i] * (double)paint->color[i] * mean_color(raster, part, corner, i) *
               (texel[3] > 0 ? (double)texel[i] / (double)texel[3] : 0);
    return sum;
}

static double area_of(const float *a, const float *b, const float *c)
{
    double p[3], q[3], sum = 0;

    for (size_t i = 0; i < 3; i++) {
        p[i] = (double)b[i] - (double)a[i];
        q[i] = (double)c[i] - (double)a[i];
    }
    for (size_t i = 0; i < 3; i++) {
        double normal = p[(i + 1) % 3] * q[(i + 2) % 3] - p[(i + 2) % 3] * q[(i + 1) % 3];

        sum += normal * normal;
    }
    return sqrt(sum);
}

float ptl_raster_exposure(const ptl_raster *raster, const ptl_pose *pose)
{
    double light = 0, area = 0, mean, enough, most;

    for (size_t p = 0; p < pose->count; p++) {
        const ptl_posed *posed = &pose->parts[p];
        const ptl_u32s  *index = &posed->part->index;
        const ptl_paint *paint = ptl_raster_paint(raster, posed->part);

        if (!ptl_raster_exposes(raster, posed->part))
            continue;
        for (size_t i = 0; i + 3 <= index->count; i += 3) {
            const uint32_t *c = index->data + i;
            double          size;

            if (!ptl_posed_finite(posed, c))
                continue;
            size = area_of(posed->position + 3 * (size_t)c[0], posed->position + 3 * (size_t)c[1],
                           posed->position + 3 * (size_t)c[2]);
            light +=
                size * sqrt(brightness(raster, paint, posed->part, c)); /* nearer to how eyes see */
            area += size;
        }
    }
    mean   = area > 0 ? light / area * (light / area) : 1;
    enough = exposures[raster->baked].enough;
    most   = exposures[raster->baked].most;
    if (mean >= enough)
        return 1;
    return (float)(mean * most > enough ? enough / mean : most);
}
