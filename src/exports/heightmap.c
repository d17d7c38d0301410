/* SPDX-License-Identifier: MIT */
/* Heightmaps: the ground from straight above, 16 bits of gray from its lowest to its highest place.
 */
#include <math.h>
#include <string.h>

#include "core/num.h"
#include "exports/picture.h"
#include "render/heights.h"
#include "render/png_chunk.h"
#include "render/png_write.h"

static const ptl_setting_info settings[] = {
    { "per-tile", "N", NULL,
      "pixels along each tile of a heightmap (4), unless --size says how many in all",
      PTL_WHEN_SCENE, "heightmap" },
    { "size", "WxH", NULL,
      "pixels of a picture (1024x768) or a heightmap, or the most of a plan; N alone is N x 3N/4",
      PTL_WHEN_SCENE },
    { 0 },
};

/* Water and the like does not count: it is not the ground. */
static bool is_ground(const ptl_scene *scene, const ptl_scene_part *part)
{
    return part->material >= scene->materials.count ||
           scene->materials.data[part->material].alpha != PTL_ALPHA_BLEND;
}

/* ---- Size ------------------------------------------------------------------------------------ */

typedef struct grid {
    ptl_plot plot;
    uint32_t columns, rows;
} grid;

static bool find_size(ptl_job *job, grid *g, const ptl_scene *scene)
{
    static const char *const tiles[] = { "per-tile", NULL };
    double   per  = ptl_setting_whole(job, "per-tile", 4, 1, 256) / (double)scene->tile;
    double   wide = g->plot.width * per + 0.5, deep = g->plot.depth * per + 0.5;
    ptl_shot shot = { 0 };

    if (ptl_setting_of(job, "size")) {
        ptl_picture_refuse(job, tiles, "heightmaps without --size");
        ptl_picture_size(job, &shot);
        g->columns = shot.width;
        g->rows    = shot.height;
    } else if (ptl_ok(job) && wide < PTL_RASTER_SIDE + 1 && deep < PTL_RASTER_SIDE + 1 &&
               wide * deep <= PTL_RASTER_PIXELS) {
        g->columns = wide < 1 ? 1 : (uint32_t)wide;
        g->rows    = deep < 1 ? 1 : (uint32_t)deep;
    } else {
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-image",
                 "the heightmap would have more than %d pixels each way or %d in all: use --size",
                 PTL_RASTER_SIDE, PTL_RASTER_PIXELS);
    }
    return ptl_ok(job);
}

/* ---- Levels ---------------------------------------------------------------------------------- */

typedef struct range {
    float  least, most;
    size_t holes; /* pixels without ground */
} range;

static range find_range(const float *heights, size_t count)
{
    range r = { INFINITY, -INFINITY, 0 };

    for (size_t i = 0; i < count; i++) {
        bool hole = heights[i] < -1e30f;

        r.holes += hole;
        r.least = !hole && heights[i] < r.least ? heights[i] : r.least;
        r.most  = heights[i] > r.most ? heights[i] : r.most;
    }
    return r;
}

/* To the nearest of 65536 levels; ground that is level is 0, and so are holes. */
static void put_levels(uint16_t *to, const float *from, size_t count, const range *r)
{
    double span = (double)r->most - (double)r->least, unit = span > 0 ? 65535 / span : 0;

    for (size_t i = 0; i < count; i++)
        to[i] =
            from[i] < r->least ? 0 : (uint16_t)(((double)from[i] - (double)r->least) * unit + 0.5);
}

/* ---- The file -------------------------------------------------------------------------------- */

typedef struct shown {
    char text[PTL_NUM_MAX + 1];
} shown;

static shown show(double value)
{
    shown out;

    out.text[ptl_format_f32(out.text, (float)value)] = 0;
    return out;
}

static void put_text(ptl_buf *chunks, const char *keyword, double value)
{
    ptl_buf text = ptl_buf_of(chunks->job, NULL);

    ptl_put(&text, keyword, strlen(keyword) + 1);
    ptl_put_text(&text, show(value).text);
    ptl_png_chunk(chunks, "tEXt", text.data, text.size);
    ptl_buf_free(&text);
}

static void say(ptl_job *job, const range *r)
{
    ptl_find(job, PTL_NOTE, PTL_NOWHERE, "heightmap",
             "0 stands for a height of %s meters, 65535 for %s", show((double)r->least).text,
             show((double)r->most).text);
    ptl_find_count(job, PTL_LOSS, "heightmap-holes", r->holes,
                   "# {pixel has no ground: it is|pixels have no ground: they are} 0");
}

static void put_heights(ptl_job *job, ptl_buf *out, const grid *g, const float *heights)
{
    size_t    count  = (size_t)g->columns * g->rows;
    range     r      = find_range(heights, count);
    ptl_buf   chunks = ptl_buf_of(job, NULL);
    uint16_t *levels = ptl_arena_raw(job, (uint64_t)count * sizeof *levels);

    if (levels) {
        put_levels(levels, heights, count, &r);
        put_text(&chunks, "Lowest", (double)r.least);
        put_text(&chunks, "Highest", (double)r.most);
        put_text(&chunks, "Width", g->plot.width);
        put_text(&chunks, "Depth", g->plot.depth);
        ptl_png_write_gray16(job, out, levels, g->columns, g->rows,
                             (ptl_span){ chunks.data, chunks.size }, PTL_PNG_USUAL);
        say(job, &r);
    }
    ptl_buf_free(&chunks);
}

static void write_heightmap(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    const ptl_scene *scene = hub;
    const float     *heights;
    ptl_pose         pose;
    grid             g;

    (void)side;
    if (!(scene->tile > 0))
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "conversion",
                 "a heightmap shows ground, which this is not");
    if (!ptl_ok(job) || !ptl_pose_make(job, &pose, scene, NULL, 0))
        return;
    if (!ptl_plot_of(&g.plot, scene, &pose, is_ground))
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "picture-empty",
                 "there is no ground to show");
    if (!ptl_ok(job) || !find_size(job, &g, scene))
        return;
    heights = ptl_heights_make(job, scene, &pose, is_ground, &g.plot, g.columns, g.rows);
    if (heights)
        put_heights(job, out, &g, heights);
}

const ptl_export ptl_export_heightmap = {
    .info   = { .name       = "heightmap",
                .title      = "heightmap, 16-bit PNG",
                .extensions = "png",
                .media_type = "image/png",
                .settings   = settings },
    .shapes = true,
    .write  = { [PTL_HUB_SCENE] = write_heightmap },
};
