/* SPDX-License-Identifier: MIT */
/* Levels made of heights: of a gray picture, or of any scene as one looks down on it. Fans are
 * plain ground, walls where their corners are further apart than a fan is wide, or as rules say. */
#include <math.h>
#include <string.h>

#include "core/num.h"
#include "formats/mpd/mpd_tile_rules.h"
#include "hubs/heightmap.h"
#include "render/heights.h"

enum { USUAL_RELIEF = 512 };

/* ---- Heights -------------------------------------------------------------------------------- */

/* The heights of a fan's corners, in the order of its vertices. */
static void corners_of(const float *heights, const ptl_mpd *mesh, uint32_t fan, float out[4])
{
    size_t       across = (size_t)mesh->sizex + 1;
    const float *at     = heights + (size_t)(fan / mesh->sizex) * across + fan % mesh->sizex;

    out[0] = at[0];
    out[1] = at[1];
    out[2] = at[across + 1];
    out[3] = at[across];
}

/* Below what there is, where there is nothing. */
static void fill_gaps(float *heights, size_t count)
{
    float lowest = INFINITY;

    for (size_t i = 0; i < count; i++)
        if (isfinite(heights[i]) && heights[i] < lowest)
            lowest = heights[i];
    for (size_t i = 0; i < count; i++)
        if (!isfinite(heights[i]))
            heights[i] = isfinite(lowest) ? lowest : 0;
}

static uint32_t word_of(const mpd_tile_rules *rules, const float corner[4])
{
    for (int i = 0; i < 4; i++)
        if (!isfinite(corner[i]))
            return ptl_mpd_word(0, PTL_MPD_FX_NOREFLECT | PTL_MPD_FX_WALL | PTL_MPD_FX_IMPASS,
                                PTL_MPD_FANOFF);
    return ptl_mpd_tile_by_rule(rules, corner);
}

/* Gives a mesh of known size fans, vertices and slopes; heights are those of corners, in units of
 * the world, one more each way than fans, not finite where nothing is. */
static void shape(ptl_job *job, ptl_mpd *mesh, float *heights)
{
    size_t         fans  = (size_t)mesh->sizex * mesh->sizey;
    mpd_tile_rules rules = ptl_mpd_tile_rules(job);
    ptl_mpd_tables tables;
    float          corner[4];

    if (!ptl_ok(job))
        return;
    mesh->words.data  = ptl_arena_array(job, fans, sizeof *mesh->words.data);
    mesh->words.count = mesh->words.data ? fans : 0;
    for (uint32_t fan = 0; fan < mesh->words.count; fan++) {
        corners_of(heights, mesh, fan, corner);
        mesh->words.data[fan] = word_of(&rules, corner);
    }
    if (ptl_ok(job))
        ptl_mpd_lay_vertices(job, mesh, 255);
    if (!ptl_ok(job))
        return;
    fill_gaps(heights, ((size_t)mesh->sizex + 1) * ((size_t)mesh->sizey + 1));
    for (uint32_t fan = 0; fan < fans; fan++) {
        corners_of(heights, mesh, fan, corner);
        for (size_t i = 0; i < 4; i++)
            mesh->z.data[4 * (size_t)fan + i] = corner[i] * 16;
    }
    ptl_mpd_tables_make(job, mesh, &tables);
    for (uint32_t fan = 0; ptl_ok(job) && fan < fans; fan++)
        mesh->twist.data[fan] = ptl_mpd_twist(mesh, &tables, fan, 4);
}

/* ---- Scenes --------------------------------------------------------------------------------- */

static bool counts(const ptl_scene *scene, const ptl_scene_part *part)
{
    return part->material >= scene->materials.count ||
           scene->materials.data[part->material].alpha != PTL_ALPHA_BLEND; /* no water */
}

static bool counts_too(const ptl_scene *scene, const ptl_scene_part *part)
{
    (void)scene;
    (void)part;
    return true;
}

static uint32_t fans_along(double length, double side)
{
    double fans = ceil(length / side - 1e-6);

    return fans < 1 ? 1 : fans > PTL_MPD_MAX_SIDE ? PTL_MPD_MAX_SIDE : (uint32_t)fans;
}

void ptl_mpd_from_heights(ptl_job *job, ptl_mpd *mesh, const ptl_scene *scene)
{
    double            side  = scene->tile > 0 ? (double)scene->tile : 1, longer;
    ptl_heights_part *which = counts;
    ptl_plot          plot;
    ptl_pose          pose;
    float            *heights;
    size_t            corners;

    if (!ptl_pose_make(job, &pose, scene, NULL, 0))
        return;
    if (!ptl_plot_of(&plot, scene, &pose, which)) /* all of it can be looked through */
        which = counts_too;
    if (which == counts_too && !ptl_plot_of(&plot, scene, &pose, which)) {
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "mpd-scene",
                 "the scene has no ground that a level could be made of");
        return;
    }
    longer        = plot.width > plot.depth ? plot.width : plot.depth;
    side          = longer / side > PTL_MPD_MAX_SIDE ? longer / PTL_MPD_MAX_SIDE : side;
    mesh->version = 'D';
    mesh->sizex   = fans_along(plot.width, side);
    mesh->sizey   = fans_along(plot.depth, side);
    plot          = (ptl_plot){ plot.x - side / 2, plot.z - side / 2, (mesh->sizex + 1) * side,
                                (mesh->sizey + 1) * side }; /* corners are in the middle of pixels */
    heights = ptl_heights_make(job, scene, &pose, which, &plot, mesh->sizex + 1, mesh->sizey + 1);
    corners = ((size_t)mesh->sizex + 1) * ((size_t)mesh->sizey + 1);
    for (size_t i = 0; heights && i < corners; i++)
        heights[i] = (float)((double)heights[i] * PTL_MPD_TILE / side);
    if (heights)
        shape(job, mesh, heights);
    ptl_find(
        job, PTL_LOSS, PTL_NOWHERE, "mpd-invented",
        "a level of %lu x %lu fans is made of the heights of the scene: its textures, and what "
        "stands upright or hangs over, are no shapes of fans",
        (unsigned long)mesh->sizex, (unsigned long)mesh->sizey);
}

/* ---- Heightmaps ----------------------------------------------------------------------------- */

/* How far white is above black. */
static double relief_of(ptl_job *job)
{
    const ptl_setting *given = ptl_setting_of(job, "relief");
    const char        *text  = given ? given->data : NULL;
    double             value = USUAL_RELIEF;

    if (given && (ptl_parse_f64(text, text + given->size, &value) != text + given->size ||
                  !(value >= 0 && value <= 65536)))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "relief takes a number from 0 to 65536");
    return value;
}

static float *take_heights(ptl_job *job, const ptl_heightmap *from)
{
    double relief = relief_of(job);
    size_t count  = (size_t)from->width * from->height;
    float *out;

    if (ptl_ok(job) && (from->width < 2 || from->height < 2 || from->width > PTL_MPD_MAX_SIDE + 1 ||
                        from->height > PTL_MPD_MAX_SIDE + 1))
        ptl_fail(
            job, PTL_E_ARG, PTL_NOWHERE, "mpd-heights",
            "the heightmap has %lu x %lu pixels; allowed: 2 to %d each way, one for each corner "
            "of a fan",
            (unsigned long)from->width, (unsigned long)from->height, PTL_MPD_MAX_SIDE + 1);
    out = ptl_ok(job) ? ptl_arena_array(job, count, sizeof *out) : NULL;
    for (size_t i = 0; out && i < count; i++)
        out[i] = (float)(from->gray[i] / 65535.0 * relief);
    return out;
}

void ptl_mpd_make_hills(ptl_job *job, void *native, const void *hub, ptl_attachments *attached)
{
    const ptl_heightmap *from    = hub;
    ptl_mpd             *mesh    = native;
    float               *heights = take_heights(job, from);

    (void)attached;
    if (!heights)
        return;
    mesh->version = 'D';
    mesh->sizex   = from->width - 1;
    mesh->sizey   = from->height - 1;
    shape(job, mesh, heights);
}
