/* SPDX-License-Identifier: MIT */
/* The rasterizer: tiles of the picture, each drawn by one of several threads, and samples resolved
 * to pixels. */
#include <stdatomic.h>

#include "host/workers.h"
#include "render/raster_fill.h"

enum {
    WORK = 4096, /* steps that are done before the other threads hear of it */
    FEW  = 4096, /* triangles: too few for more threads than one            */
};

typedef struct tile_box { /* tiles, the last ones included; none where left > right */
    uint16_t left, right, top, bottom;
} tile_box;

typedef struct drawing {
    const ptl_raster          *raster;
    const ptl_shot            *shot;
    ptl_screen_triangles       all;
    const ptl_screen_triangle *triangles;
    tile_box                  *box;           /* of each triangle */
    uint32_t                   across, tiles; /* in a row, in all                           */
    size_t                    *first;         /* of each tile in the list, and the end      */
    uint32_t                  *list;          /* numbers of triangles, tile by tile         */
    unsigned                   workers;
    ptl_tile                   tile[PTL_WORKERS_MOST];
    ptl_image                 *out;
    ptl_job                   *job;     /* of the thread that is the first worker          */
    atomic_uint                next;    /* tile, or run, that nobody does yet              */
    atomic_bool                stopped; /* nobody wants the rest                           */
    atomic_uint                work;    /* done so far, in units of WORK steps             */
    uint64_t                   budget;  /* the most there may be, in the same              */
} drawing;

/* ---- Triangles to tiles ---------------------------------------------------------------------- */

/* The tiles that a triangle may touch; none where it lies beside the picture. */
static tile_box tiles_of(const drawing *d, const ptl_screen_triangle *t)
{
    ptl_box all = { 0, (int32_t)d->shot->width - 1, 0, (int32_t)d->shot->height - 1 };
    ptl_box box = ptl_box_of(t, &all);

    if (box.left > box.right || box.top > box.bottom)
        return (tile_box){ .left = 1 };
    return (tile_box){ (uint16_t)(box.left / PTL_TILE), (uint16_t)(box.right / PTL_TILE),
                       (uint16_t)(box.top / PTL_TILE), (uint16_t)(box.bottom / PTL_TILE) };
}

static void find_boxes(void *user, unsigned number)
{
    drawing *d = user;
    uint32_t r;

    (void)number;
    while ((r = atomic_fetch_add(&d->next, 1)) < d->all.run_count)
        for (size_t i = d->all.runs[r].first; i < d->all.runs[r].first + d->all.runs[r].count; i++)
            d->box[i] = tiles_of(d, &d->triangles[i]);
}

/* Counts the triangle for each of its tiles, or writes it into their lists. */
static void hand_out(const drawing *d, size_t *next, size_t number, bool count)
{
    tile_box box = d->box[number];

    for (uint32_t y = box.top; y <= box.bottom; y++)
        for (uint32_t x = box.left; x <= box.right; x++) {
            size_t tile = (size_t)y * d->across + x;

            if (count)
                next[tile + 1]++;
            else
                d->list[next[tile]++] = (uint32_t)number;
        }
}

static void hand_out_all(const drawing *d, size_t *next, bool count)
{
    for (size_t r = 0; r < d->all.run_count; r++)
        for (size_t i = 0; i < d->all.runs[r].count; i++)
            hand_out(d, next, d->all.runs[r].first + i, count);
}

/* Which triangles each tile has, in the order they are drawn. */
static void sort_into_tiles(ptl_job *job, drawing *d)
{
    size_t *next;

    d->first = ptl_arena_array(job, (uint64_t)d->tiles + 2, sizeof *d->first);
    d->box   = ptl_arena_raw(job, (uint64_t)d->all.count * sizeof *d->box);
    if (!ptl_ok(job))
        return;
    ptl_workers_run(d->all.count < FEW ? 1 : d->workers, find_boxes, d);
    d->next = 0;
    next    = d->first + 1; /* while it is filled, each stands one place further on */
    hand_out_all(d, next, true);
    for (uint32_t i = 1; i <= d->tiles; i++)
        next[i] += next[i - 1];
    d->list = ptl_arena_raw(job, (next[d->tiles] + 1) * sizeof *d->list);
    if (d->list)
        hand_out_all(d, next, false);
}

/* ---- Samples to pixels ----------------------------------------------------------------------- */

/* The samples of one pixel, averaged, over what is behind them. Where nothing is seen of that, the
 * general way comes to a plain mean. */
static ptl_rgba resolve(const drawing *d, const uint32_t sum[4], ptl_rgba behind)
{
    const ptl_srgb *srgb    = d->raster->srgb;
    const uint8_t   back[3] = { behind.r, behind.g, behind.b };
    uint32_t        count   = d->shot->samples;
    uint64_t        rest, total; /* what is seen of the backdrop, and of all */
    uint8_t         value[3];

    if (sum[3] == 0)
        return behind;
    if (sum[3] == 65535 * count) { /* which is a power of two */
        unsigned shift = (unsigned)__builtin_ctz(count);

        return (ptl_rgba){ srgb->coded[sum[0] >> shift], srgb->coded[sum[1] >> shift],
                           srgb->coded[sum[2] >> shift], 255 };
    }
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

static void put_pixels(const drawing *d, const ptl_tile *tile, bool empty)
{
    uint32_t sum[4];

    for (uint32_t y = 0; y < tile->height; y++) {
        ptl_rgba  behind = backdrop_of(d->shot, tile->top + y);
        ptl_rgba *to     = d->out->pixels + (size_t)(tile->top + y) * d->shot->width + tile->left;

        for (uint32_t x = 0; x < tile->width; x++) {
            if (empty) {
                to[x] = behind;
                continue;
            }
            ptl_tile_sum(tile, x, y, sum);
            to[x] = resolve(d, sum, behind);
        }
    }
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* Tells the others how much was done; what is left over of WORK is returned. */
static uint64_t count_work(drawing *d, uint64_t work)
{
    if (work < WORK)
        return work;
    if (atomic_fetch_add(&d->work, (unsigned)(work / WORK)) + work / WORK > d->budget)
        d->stopped = true;
    return work % WORK;
}

/* What is left over of WORK at the end of a tile is forgotten, so that the sum is the same for
 * every number of threads. Where numbers run out, and before the first triangle that blends, all
 * that was drawn becomes colors. */
static void fill_tile(drawing *d, ptl_tile *tile, const uint32_t *list, size_t count)
{
    uint64_t work   = 0;
    bool     blends = false;
    uint32_t number = 0;

    tile->numbered = list;
    for (size_t i = 0; i < count && !d->stopped; i++) {
        const ptl_screen_triangle *t = &d->triangles[list[i]];

        if (number == PTL_NUMBERS || (t->paint->alpha == PTL_ALPHA_BLEND && !blends)) {
            ptl_tile_color(tile);
            tile->numbered = list + i;
            number         = 0;
            blends         = t->paint->alpha == PTL_ALPHA_BLEND;
        }
        work = count_work(d, work + ptl_tile_fill(tile, t, ++number));
    }
}

static void draw_tile(drawing *d, ptl_tile *tile, uint32_t number)
{
    uint32_t right = d->shot->width, bottom = d->shot->height;
    size_t   first = d->first[number], count = d->first[number + 1] - first;

    tile->left   = number % d->across * PTL_TILE;
    tile->top    = number / d->across * PTL_TILE;
    tile->width  = right - tile->left < PTL_TILE ? right - tile->left : PTL_TILE;
    tile->height = bottom - tile->top < PTL_TILE ? bottom - tile->top : PTL_TILE;
    if (count > 0) {
        ptl_tile_clear(tile);
        fill_tile(d, tile, d->list + first, count);
    }
    put_pixels(d, tile, count == 0);
}

/* The first worker is on the thread of the job, and tells how far the picture is. */
static void draw_tiles(void *user, unsigned number)
{
    drawing *d = user;
    uint32_t i;

    while (!d->stopped && (i = atomic_fetch_add(&d->next, 1)) < d->tiles) {
        draw_tile(d, &d->tile[number], i);
        if (number == 0) {
            ptl_step_to(d->job, i + 1, d->tiles);
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
static void set_budget(drawing *d)
{
    uint64_t sum = (uint64_t)d->shot->width * d->shot->height;

    for (size_t i = 0; i < d->all.run_count; i++)
        sum += d->all.runs[i].count;
    d->budget = PTL_RASTER_OVERDRAW * sum / WORK;
}

static void check_budget(ptl_job *job, const drawing *d)
{
    if (d->work > d->budget)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-overdraw",
                 "so many triangles lie over one another that it takes more than %d steps a pixel "
                 "to draw them",
                 PTL_RASTER_OVERDRAW);
}

static unsigned workers_of(const ptl_shot *shot)
{
    unsigned asked = shot->threads > 0 ? shot->threads : ptl_workers_usual();

    return asked < PTL_WORKERS_MOST ? asked : PTL_WORKERS_MOST;
}

static void take_tiles(ptl_job *job, drawing *d)
{
    uint64_t samples = PTL_TILE * PTL_TILE * (uint64_t)ptl_tile_stride(d->shot->samples);

    d->workers = d->workers < d->tiles ? d->workers : d->tiles;
    for (unsigned i = 0; i < d->workers; i++) {
        ptl_tile *t = &d->tile[i];

        ptl_tile_begin(t, d->shot->samples);
        t->triangles = d->triangles;
        t->depth     = ptl_arena_raw(job, samples * sizeof *t->depth);
        t->owner     = ptl_arena_raw(job, samples * sizeof *t->owner);
        t->color     = ptl_arena_raw(job, 4 * samples * sizeof *t->color);
        t->shades    = ptl_arena_raw(job, PTL_SHADES * sizeof *t->shades);
    }
}

/* All but the pixels lives in an arena that ends with the picture. */
static void draw(ptl_job *job, drawing *d, const ptl_pose *pose)
{
    const char *stage = job->stage;

    job->stage = "draw";
    d->across  = (d->shot->width + PTL_TILE - 1) / PTL_TILE;
    d->tiles   = (d->shot->height + PTL_TILE - 1) / PTL_TILE * d->across;
    d->workers = workers_of(d->shot);
    ptl_screen_gather(job, &d->all, d->raster, pose, d->shot, d->workers);
    d->triangles = d->all.data;
    if (ptl_ok(job))
        sort_into_tiles(job, d);
    set_budget(d);
    if (ptl_ok(job))
        take_tiles(job, d);
    if (ptl_ok(job))
        ptl_workers_run(d->workers, draw_tiles, d);
    if (ptl_ok(job))
        check_budget(job, d);
    job->stage = stage;
    ptl_resize(job, d->all.data, d->all.capacity * sizeof *d->all.data, 0);
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
