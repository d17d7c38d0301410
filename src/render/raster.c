/* SPDX-License-Identifier: MIT */
/* The rasterizer: paints, bands, and samples resolved to pixels. */
#include "render/raster.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "host/workers.h"
#include "render/raster_fill.h"
#include "render/raster_triangles.h"

enum {
    BAND = 16,   /* rows: small enough that its samples stay near the processor */
    WORK = 4096, /* steps that are done before the other threads hear of it     */
};

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

/* ---- Bands ----------------------------------------------------------------------------------- */

typedef struct drawing {
    const ptl_raster          *raster;
    const ptl_shot            *shot;
    const ptl_screen_triangle *triangles;
    uint32_t                   bands;
    size_t                    *first; /* of each band in the list, and the end */
    uint32_t                  *list;  /* numbers of triangles, band by band    */
    unsigned                   workers;
    float                     *depth[PTL_WORKERS_MOST];
    uint16_t                  *color[PTL_WORKERS_MOST];
    ptl_image                 *out;
    ptl_job                   *job;     /* of the thread that draws the first bands */
    atomic_bool                stopped; /* nobody wants the rest                     */
    atomic_uint                work;    /* done so far, in units of WORK steps       */
    uint64_t                   budget;  /* the most there may be, in the same        */
} drawing;

static uint32_t band_of(const drawing *d, int32_t y)
{
    int32_t row = y / PTL_SUBPIXEL, last = (int32_t)d->shot->height - 1;

    row = row < 0 ? 0 : row > last ? last : row;
    return (uint32_t)row / BAND;
}

static void bands_of(const drawing *d, const ptl_screen_triangle *t, uint32_t *from, uint32_t *to)
{
    *from = *to = band_of(d, t->corner[0].y);
    for (size_t i = 1; i < 3; i++) {
        uint32_t band = band_of(d, t->corner[i].y);

        *from = band < *from ? band : *from;
        *to   = band > *to ? band : *to;
    }
}

/* Which triangles each band has, in the order they are drawn. */
static void sort_into_bands(ptl_job *job, drawing *d, size_t count)
{
    uint32_t from, to;
    size_t  *next;

    d->first = ptl_arena_array(job, (uint64_t)d->bands + 2, sizeof *d->first);
    if (!d->first)
        return;
    next = d->first + 1; /* while it is filled, each stands one place further on */
    for (size_t i = 0; i < count; i++)
        for (bands_of(d, &d->triangles[i], &from, &to); from <= to; from++)
            next[from + 1]++;
    for (uint32_t i = 1; i <= d->bands; i++)
        next[i] += next[i - 1];
    d->list = ptl_arena_raw(job, (next[d->bands] + 1) * sizeof *d->list);
    for (size_t i = 0; i < count && d->list; i++)
        for (bands_of(d, &d->triangles[i], &from, &to); from <= to; from++)
            d->list[next[from]++] = (uint32_t)i;
}

/* Samples of one pixel, averaged, over what is behind them. */
static ptl_rgba resolve(const drawing *d, const uint16_t *samples, ptl_rgba behind)
{
    const ptl_srgb *srgb    = d->raster->srgb;
    const uint8_t   back[3] = { behind.r, behind.g, behind.b };
    uint32_t        sum[4] = { 0, 0, 0, 0 }, count = d->shot->samples;
    uint64_t        rest, total; /* what is seen of the backdrop, and of all */
    uint8_t         value[3];

    for (uint32_t i = 0; i < count; i++)
        for (size_t k = 0; k < 4; k++)
            sum[k] += samples[4 * i + k];
    if (sum[3] == 0)
        return behind;
    rest  = (65535 * (uint64_t)count - sum[3]) * behind.a / 255;
    total = sum[3] + rest;
    for (size_t k = 0; k < 3; k++) {
        uint64_t light = (sum[k] + srgb->linear[back[k]] * rest / 65535) * 65535 / total;

        value[k] = srgb->coded[light < 65535 ? light : 65535];
    }
    return (ptl_rgba){ value[0], value[1], value[2],
                       (uint8_t)((total / count * 255 + 32767) / 65535) };
}

static uint8_t mix(uint8_t above, uint8_t below, uint32_t row, uint32_t rows)
{
    uint32_t last = rows > 1 ? rows - 1 : 1;

    return (uint8_t)((above * (last - row) + below * row + last / 2) / last);
}

static ptl_rgba backdrop_of(const ptl_shot *shot, uint32_t row)
{
    ptl_rgba a = shot->backdrop[0], b = shot->backdrop[1];

    return (ptl_rgba){ mix(a.r, b.r, row, shot->height), mix(a.g, b.g, row, shot->height),
                       mix(a.b, b.b, row, shot->height), mix(a.a, b.a, row, shot->height) };
}

/* What is left over of WORK at the end of a band is forgotten, so that the sum is the same for
 * every number of threads. */
static void fill_band(drawing *d, const ptl_band *band, uint32_t number)
{
    uint64_t work = 0;

    for (size_t i = d->first[number]; i < d->first[number + 1] && !d->stopped; i++) {
        work += ptl_band_fill(band, &d->triangles[d->list[i]]);
        if (work < WORK)
            continue;
        if (atomic_fetch_add(&d->work, (unsigned)(work / WORK)) + work / WORK > d->budget)
            d->stopped = true;
        work %= WORK;
    }
}

static void draw_band(drawing *d, ptl_band *band, uint32_t number)
{
    uint32_t height = d->shot->height;
    size_t   samples;

    band->top  = number * BAND;
    band->rows = height - band->top < BAND ? height - band->top : BAND;
    samples    = (size_t)band->rows * band->width * band->samples;
    memset(band->color, 0, 4 * samples * sizeof *band->color);
    for (size_t i = 0; i < samples; i++)
        band->depth[i] = -FLT_MAX;
    fill_band(d, band, number);
    for (uint32_t y = 0; y < band->rows; y++) {
        ptl_rgba        behind = backdrop_of(d->shot, band->top + y);
        ptl_rgba       *to     = d->out->pixels + (size_t)(band->top + y) * band->width;
        const uint16_t *from   = band->color + 4 * (size_t)y * band->width * band->samples;

        for (uint32_t x = 0; x < band->width; x++, from += 4 * (size_t)band->samples)
            to[x] = resolve(d, from, behind);
    }
}

/* The first worker is on the thread of the job, and tells how far the picture is. */
static void draw_bands(void *user, unsigned number)
{
    drawing *d    = user;
    ptl_band band = { .width   = d->shot->width,
                      .samples = d->shot->samples,
                      .depth   = d->depth[number],
                      .color   = d->color[number] };

    for (uint32_t i = number; i < d->bands && !d->stopped; i += d->workers) {
        draw_band(d, &band, i);
        if (number == 0) {
            ptl_step_to(d->job, i + 1, d->bands);
            if (!ptl_ok(d->job))
                d->stopped = true;
        }
    }
}

/* ---- The picture ----------------------------------------------------------------------------- */

static void check_shot(ptl_job *job, const ptl_shot *shot)
{
    uint64_t pixels = (uint64_t)shot->width * shot->height;

    if (shot->width == 0 || shot->height == 0 || shot->width > PTL_RASTER_SIDE ||
        shot->height > PTL_RASTER_SIDE || pixels > PTL_RASTER_PIXELS)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-image",
                 "a picture of %lu x %lu pixels; allowed: 1 to %d each way, %d in all",
                 (unsigned long)shot->width, (unsigned long)shot->height, PTL_RASTER_SIDE,
                 PTL_RASTER_PIXELS);
    else if (!ptl_samples(shot->samples))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "argument", "%u samples; allowed: 1, 4, 8 and 16",
                 shot->samples);
}

/* Triangles may lie over one another, but not without end: so much may be done for each pixel, and
 * as much again for each triangle, so that fine meshes fit into small pictures. */
static void set_budget(drawing *d, size_t triangles)
{
    uint64_t pixels = (uint64_t)d->shot->width * d->shot->height;

    d->budget = PTL_RASTER_OVERDRAW * (pixels + triangles) / WORK;
}

static void check_budget(ptl_job *job, const drawing *d)
{
    if (d->work > d->budget)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-overdraw",
                 "so many triangles lie over one another that it takes more than %d steps a pixel "
                 "to draw them",
                 PTL_RASTER_OVERDRAW);
}

static void take_samples(ptl_job *job, drawing *d)
{
    uint64_t samples = (uint64_t)d->shot->width * BAND * d->shot->samples;
    unsigned asked   = d->shot->threads > 0 ? d->shot->threads : ptl_workers_usual();

    d->workers = asked < PTL_WORKERS_MOST ? asked : PTL_WORKERS_MOST;
    d->workers = d->workers < d->bands ? d->workers : d->bands;
    for (unsigned i = 0; i < d->workers; i++) {
        d->depth[i] = ptl_arena_raw(job, samples * sizeof *d->depth[i]);
        d->color[i] = ptl_arena_raw(job, 4 * samples * sizeof *d->color[i]);
    }
}

/* All but the pixels lives in an arena that ends with the picture. */
static void draw(ptl_job *job, drawing *d, const ptl_pose *pose)
{
    ptl_screen_triangles triangles = { 0 };
    const char          *stage     = job->stage;

    job->stage = "draw";
    ptl_screen_gather(job, &triangles, d->raster, pose, d->shot);
    d->triangles = triangles.data;
    d->bands     = (d->shot->height + BAND - 1) / BAND;
    if (ptl_ok(job))
        sort_into_bands(job, d, triangles.count);
    set_budget(d, triangles.count);
    if (ptl_ok(job))
        take_samples(job, d);
    if (ptl_ok(job))
        ptl_workers_run(d->workers, draw_bands, d);
    if (ptl_ok(job))
        check_budget(job, d);
    job->stage = stage;
    ptl_resize(job, triangles.data, triangles.capacity * sizeof *triangles.data, 0);
}

bool ptl_raster_draw(ptl_job *job, ptl_image *out, const ptl_raster *raster, const ptl_pose *pose,
                     const ptl_shot *shot)
{
    drawing    d     = { .raster = raster, .shot = shot, .out = out, .job = job };
    ptl_arena *kept  = job->arena;
    ptl_arena  brief = { 0 };

    *out = (ptl_image){ 0 };
    check_shot(job, shot);
    if (!ptl_ok(job))
        return false;
    out->width     = shot->width;
    out->height    = shot->height;
    out->has_alpha = ptl_shot_is_clear(shot);
    if (!ptl_image_take_pixels(job, out))
        return false;
    job->arena = &brief;
    draw(job, &d, pose);
    ptl_arena_free(&brief, job->heap);
    job->arena = kept;
    return ptl_ok(job);
}
