/* SPDX-License-Identifier: MIT */
/* Heights, normals, walking and rays of every ground; rays through a tree against every triangle.
 */
#include <math.h>
#include <portolan/grmm.h>
#include <portolan/mpd.h>
#include <portolan/pfmap.h>
#include <portolan/scene.h>
#include <string.h>

#include "harness.h"
#include "hubs/ray.h"
#include "support.h"

static uint32_t seed = 7;

/* Between 0 and 1, never quite. */
static double chance(void)
{
    seed = seed * 1664525 + 1013904223;
    return ((seed >> 8) + 0.5) / 16777216;
}

static ptl_ray chance_ray(const double least[3], const double most[3])
{
    ptl_ray ray = { .most = 1e9 };

    for (int i = 0; i < 3; i++) {
        double wide = most[i] - least[i];

        ray.origin[i]    = least[i] + (chance() * 1.4 - 0.2) * wide;
        ray.direction[i] = least[i] + chance() * wide - ray.origin[i];
    }
    return ray;
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-6 * (1 + fabs(b));
}

/* ---- Triangles and grids --------------------------------------------------------------------- */

static void triangles_are_met_exactly(void)
{
    double  corner[3][3] = { { 0, 0, 0 }, { 0, 0, 4 }, { 4, 0, 0 } };
    ptl_ray down         = { { 1, 2, 1 }, { 0, -4, 0 }, 10 };
    double  normal[3];

    CHECK(ptl_ray_triangle(&down, corner) == 0.5);
    down.most = 0.25;
    CHECK(ptl_ray_triangle(&down, corner) == -1);
    down = (ptl_ray){ { 1, 2, 1 }, { 0, 1, 0 }, 10 }; /* behind it */
    CHECK(ptl_ray_triangle(&down, corner) == -1);
    down = (ptl_ray){ { 3, 2, 3 }, { 0, -1, 0 }, 10 }; /* beside it */
    CHECK(ptl_ray_triangle(&down, corner) == -1);
    down = (ptl_ray){ { 1, -3, 1 }, { 0, 1, 0 }, 10 }; /* from below */
    CHECK(ptl_ray_triangle(&down, corner) == 3);
    down = (ptl_ray){ { 1, 0, 1 }, { 1, 0, 0 }, 10 }; /* in its plane */
    CHECK(ptl_ray_triangle(&down, corner) == -1);
    ptl_ray_normal(corner, normal);
    CHECK(normal[0] == 0 && normal[1] == 1 && normal[2] == 0);
}

static void rays_walk_every_cell(void)
{
    static const int64_t cells[][2] = {
        { 0, 0 }, { 1, 0 }, { 1, 1 }, { 2, 1 }, { 3, 1 }, { 3, 2 }
    };
    ptl_ray      ray = { { -0.5, 0, 0.25 }, { 1, 0, 0.4 }, 100 };
    ptl_ray_walk w;

    CHECK(ptl_ray_walk_begin(&w, &ray, 4, 3));
    CHECK(w.begin == 0.5);
    for (size_t i = 0; i < COUNT(cells); i++) {
        CHECK(w.column == cells[i][0] && w.row == cells[i][1]);
        CHECK(ptl_ray_walk_next(&w) == (i + 1 < COUNT(cells)));
    }
    CHECK(w.end == 4.5);
    ray.origin[2] = 7;
    CHECK(!ptl_ray_walk_begin(&w, &ray, 4, 3));
    ray = (ptl_ray){ { 1.5, 9, 1.5 }, { 0, -1, 0 }, 100 }; /* straight down: one cell */
    CHECK(ptl_ray_walk_begin(&w, &ray, 4, 3) && w.column == 1 && w.row == 1);
    CHECK(!ptl_ray_walk_next(&w));
}

/* ---- Scenes --------------------------------------------------------------------------------- */

static void compare_with_all(const ptl_scene *scene, int rounds)
{
    double          least[3] = { 1e30, 1e30, 1e30 }, most[3] = { -1e30, -1e30, -1e30 };
    ptl_scene_rays *rays;
    size_t          met = 0;

    for (size_t n = 0; n < scene->nodes.count; n++) {
        ptl_scene_box box;

        if (scene->nodes.data[n].mesh == PTL_SCENE_NONE ||
            !ptl_scene_mesh_bounds(&box, &scene->meshes.data[scene->nodes.data[n].mesh]))
            continue;
        for (int i = 0; i < 3; i++) {
            least[i] = fmin(least[i], (double)(box.least[i] + scene->nodes.data[n].translation[i]));
            most[i]  = fmax(most[i], (double)(box.most[i] + scene->nodes.data[n].translation[i]));
        }
    }
    CHECK_UINT(ptl_scene_rays_make(&rays, scene, NULL, NULL), PTL_OK);
    for (int i = 0; i < rounds; i++) {
        ptl_ray       ray = chance_ray(least, most);
        ptl_scene_hit a, b;
        bool          fast = ptl_scene_ray(&a, scene, rays, &ray);

        CHECK(fast == ptl_scene_ray(&b, scene, NULL, &ray));
        if (!fast)
            continue;
        CHECK(a.t == b.t && memcmp(a.normal, b.normal, sizeof a.normal) == 0);
        CHECK(a.node == b.node && a.mesh == b.mesh && a.part == b.part && a.triangle == b.triangle);
        met++;
    }
    CHECK(met > (size_t)rounds / 8 && met < (size_t)rounds);
    ptl_scene_rays_free(rays);
}

/* A dungeon of two levels with walls and doors strewn over it. */
static ptl_doc *strewn_dungeon(void)
{
    static const uint8_t walls[] = { 0, 0, 0, 10, 10, 20, 23, 30 };
    ptl_doc             *doc;
    ptl_grmm_level      *level;

    CHECK_UINT(ptl_grmm_new(&doc, "t", "2026-01-01 00:00:00", 4, NULL, NULL), PTL_OK);
    for (int16_t i = 0; i < 2; i++)
        CHECK_UINT(ptl_grmm_add_level(&level, doc, "a", "b", i, 9, 12, NULL), PTL_OK);
    for (size_t i = 0; i < 2; i++)
        for (uint32_t c = 0; c < 10 * 13; c++) {
            CHECK_UINT(
                ptl_grmm_set(doc, i, PTL_GRMM_FLOOR, c / 13, c % 13, chance() < 0.8 ? 1 : 41, NULL),
                PTL_OK);
            CHECK_UINT(ptl_grmm_set(doc, i, PTL_GRMM_WALL_NORTH, c / 13, c % 13,
                                    walls[(int)(chance() * 8)], NULL),
                       PTL_OK);
            CHECK_UINT(ptl_grmm_set(doc, i, PTL_GRMM_WALL_WEST, c / 13, c % 13,
                                    walls[(int)(chance() * 8)], NULL),
                       PTL_OK);
        }
    return doc;
}

static void trees_answer_as_all_triangles(void)
{
    ptl_doc   *doc = strewn_dungeon();
    ptl_scene *scene;

    CHECK_UINT(ptl_scene_make(&scene, doc, NULL, NULL), PTL_OK);
    compare_with_all(scene, 600);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

/* Thousands of triangles in one place cannot be divided by their places. */
static void heaps_of_triangles_end(void)
{
    enum { MANY = 3000 };
    static float          position[9] = { 0, 0, 0, 0, 0, 1, 1, 0, 0 };
    static uint32_t       index[3 * MANY];
    ptl_scene_part        part  = { .material = PTL_SCENE_NONE,
                                    .position = { position, 9 },
                                    .index    = { index, 3 * MANY } };
    ptl_scene_mesh        mesh  = { .parts = { &part, 1 } };
    ptl_scene_node        node  = { .parent      = PTL_SCENE_NONE,
                                    .skin        = PTL_SCENE_NONE,
                                    .translation = { 10, 0, 0 },
                                    .rotation    = { 0, 0, 0, 1 },
                                    .scale       = { 2, 1, 2 } };
    ptl_scene             scene = { .meshes = { &mesh, 1 }, .nodes = { &node, 1 } };
    ptl_scene_rays       *rays;
    ptl_scene_hit         hit;
    const ptl_ray         down    = { { 10.5, 3, 0.5 }, { 0, -1, 0 }, 10 };
    const ptl_scene_rays *ways[2] = { NULL, NULL };

    for (uint32_t i = 0; i < 3 * MANY; i++)
        index[i] = i % 3;
    CHECK_UINT(ptl_scene_rays_make(&rays, &scene, NULL, NULL), PTL_OK);
    ways[1] = rays;
    for (int i = 0; i < 2; i++) {
        CHECK(ptl_scene_ray(&hit, &scene, ways[i], &down));
        CHECK(hit.t == 3 && hit.normal[1] == 1 && hit.triangle == 0 && hit.node == 0);
    }
    ptl_scene_rays_free(rays);
}

/* Of any size: mostly whole and small, so that much is degenerate, now and then enormous. */
static float wild(void)
{
    double whole = floor(chance() * 9) - 4;

    return (float)(chance() < 0.7 ? whole : whole * pow(10, floor(chance() * 45) - 8));
}

static void aim_at(ptl_ray *ray, const float *triangle)
{
    double share[] = { floor(chance() * 4) / 3, floor(chance() * 4) / 3, 0 };

    share[2] = 1 - share[0] - share[1];
    for (int i = 0; i < 3; i++) {
        double to = share[0] * (double)triangle[i] + share[1] * (double)triangle[3 + i] +
                    share[2] * (double)triangle[6 + i];

        ray->origin[i]    = (double)wild();
        ray->direction[i] = to - ray->origin[i];
    }
    ray->most = chance() < 0.5 ? 2 : chance() < 0.5 ? (double)INFINITY : 1e-3;
}

static void must_agree(const ptl_scene *scene, const ptl_scene_rays *rays, const ptl_ray *ray)
{
    ptl_scene_hit a = { 0 }, b = { 0 };
    bool all = ptl_scene_ray(&a, scene, NULL, ray), tree = ptl_scene_ray(&b, scene, rays, ray);

    if (all != tree || (all && (a.t != b.t || a.triangle != b.triangle)))
        test_fail(__FILE__, __LINE__, "all: %d, t %g, triangle %u; tree: %d, t %g, triangle %u",
                  all, a.t, (unsigned)a.triangle, tree, b.t, (unsigned)b.triangle);
}

/* Huge coordinates next to tiny ones, triangles without area, rays along edges: rounding decides
 * what is met, but it is the same with the tree and without. */
static void trees_agree_about_anything(void)
{
    enum { TRIANGLES = 24, SCENES = 400, RAYS = 60 };
    static float    position[9 * TRIANGLES];
    static uint32_t index[3 * TRIANGLES];

    for (uint32_t i = 0; i < COUNT(index); i++)
        index[i] = i;
    for (int n = 0; n < SCENES; n++) {
        ptl_scene_part  part  = { .position = { position, COUNT(position) },
                                  .index    = { index, COUNT(index) } };
        ptl_scene_mesh  mesh  = { .parts = { &part, 1 } };
        ptl_scene_node  node  = { .parent   = PTL_SCENE_NONE,
                                  .scale    = { 1, 1, 1 },
                                  .rotation = { 0, 0, 0, 1 } };
        ptl_scene       scene = { .meshes = { &mesh, 1 }, .nodes = { &node, 1 } };
        ptl_scene_rays *rays;
        ptl_ray         ray;

        for (size_t i = 0; i < COUNT(position); i++)
            position[i] = wild();
        CHECK_UINT(ptl_scene_rays_make(&rays, &scene, NULL, NULL), PTL_OK);
        for (int k = 0; k < RAYS; k++) {
            aim_at(&ray, position + 9 * (k % TRIANGLES));
            must_agree(&scene, rays, &ray);
        }
        ptl_scene_rays_free(rays);
    }
}

static void rays_need_memory_and_a_scene(void)
{
    ptl_doc        *doc = strewn_dungeon();
    ptl_scene      *scene, empty = { 0 };
    ptl_scene_rays *rays;
    ptl_scene_hit   hit;
    ptl_diag        err;

    CHECK_UINT(ptl_scene_rays_make(&rays, NULL, NULL, &err), PTL_E_ARG);
    CHECK_UINT(ptl_scene_rays_make(&rays, &empty, NULL, &err), PTL_OK);
    CHECK(!ptl_scene_ray(&hit, &empty, rays, &(ptl_ray){ { 0 }, { 0, 1, 0 }, 1 }));
    ptl_scene_rays_free(rays);
    CHECK_UINT(ptl_scene_make(&scene, doc, NULL, NULL), PTL_OK);
    for (size_t fail_at = 1;; fail_at++) {
        test_heap     heap = { .fail_at = fail_at };
        ptl_read_opts opts = { .allocator = test_allocator(&heap) };
        ptl_status    status;

        status = ptl_scene_rays_make(&rays, scene, &opts, &err);
        ptl_scene_rays_free(rays);
        CHECK_UINT(heap.held, 0);
        CHECK(fail_at < 10000);
        if (status == PTL_OK)
            break;
        CHECK_UINT(status, PTL_E_MEMORY);
    }
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

/* ---- Permafrost ----------------------------------------------------------------------------- */

/* Two chunks of tiles of any kind. */
static ptl_doc *strewn_terrain(void)
{
    ptl_doc   *doc;
    ptl_pfmap *map;

    CHECK_UINT(ptl_pfmap_new(&doc, 1, 2, NULL, NULL), PTL_OK);
    CHECK_UINT(ptl_pfmap_add_material(doc, "a", "a.png", NULL), PTL_OK);
    map = ptl_pfmap_of(doc);
    for (size_t i = 0; i < map->tiles.count; i++) {
        ptl_pfmap_tile *tile = &map->tiles.data[i];

        tile->type     = chance() < 0.5 ? PTL_PFMAP_FLAT : (uint8_t)(chance() * PTL_PFMAP_TYPES);
        tile->base     = (int8_t)(chance() * 7 - 3);
        tile->ramp     = tile->type == PTL_PFMAP_FLAT ? 0 : (uint8_t)(chance() * 3 + 1);
        tile->pathable = chance() < 0.9;
    }
    return doc;
}

static void terrain_answers_at_points(void)
{
    ptl_doc              *doc = strewn_terrain();
    const ptl_pfmap      *map = ptl_pfmap_of(doc);
    static uint8_t        cells[4 * 64 * 32];
    const ptl_pfmap_tile *tile = ptl_pfmap_tile_at(map, 3, 5);
    double                a[3], b[3];

    for (int mover = 0; mover < 2; mover++) {
        ptl_pfmap_passable(cells, map, (ptl_pfmap_mover)mover);
        for (uint32_t i = 0; i < sizeof cells; i++) {
            double x = 256 - (i % 128 + 0.5) * 4, z = (i / 128 + 0.5) * 4 - 128;

            CHECK_UINT(ptl_pfmap_walkable(map, x, z, (ptl_pfmap_mover)mover), cells[i]);
        }
    }
    CHECK(!ptl_pfmap_walkable(map, 257, 0, PTL_PFMAP_GROUND));
    ptl_pfmap_normal(a, map, 256 - 5.25 * 8, 3.75 * 8 - 128);
    ptl_pfmap_normal_in(b, tile, 0.25, 0.75);
    CHECK(memcmp(a, b, sizeof a) == 0);
    ptl_doc_free(doc);
}

/* The ground alone: rays of the map go through its water, which the scene has as its last node. */
static ptl_scene *ground_of(const ptl_doc *doc)
{
    ptl_scene      *scene = NULL;
    ptl_scene_node *last;

    CHECK_UINT(ptl_scene_make(&scene, doc, NULL, NULL), PTL_OK);
    last = &scene->nodes.data[scene->nodes.count - 1];
    CHECK(last->name.size == 5 && memcmp(last->name.data, "water", 5) == 0);
    last->mesh = PTL_SCENE_NONE;
    return scene;
}

static void terrain_rays_agree_with_the_scene(void)
{
    static const double least[3] = { -256, -20, -128 }, most[3] = { 256, 30, 128 };
    ptl_doc            *doc   = strewn_terrain();
    const ptl_pfmap    *map   = ptl_pfmap_of(doc);
    ptl_scene          *scene = ground_of(doc);
    ptl_scene_rays     *rays;
    size_t              met = 0;

    CHECK_UINT(ptl_scene_rays_make(&rays, scene, NULL, NULL), PTL_OK);
    for (int i = 0; i < 2000; i++) {
        ptl_ray       ray = chance_ray(least, most), turned = ray;
        ptl_scene_hit want;
        ptl_hit       got;
        bool          hits;

        turned.origin[0]    = -ray.origin[0];
        turned.direction[0] = -ray.direction[0];
        hits                = ptl_scene_ray(&want, scene, rays, &turned);
        CHECK(ptl_pfmap_ray(&got, map, &ray) == hits);
        if (!hits)
            continue;
        CHECK(near(got.t, want.t) && got.number < map->tiles.count);
        met++;
    }
    CHECK(met > 500);
    ptl_scene_rays_free(rays);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

static void terrain_rays_are_exact(void)
{
    ptl_doc        *doc;
    ptl_hit         hit;
    ptl_ray         down = { { 100, 30, -100 }, { 0, -2, 0 }, 100 };
    ptl_ray         west = { { -4, 2, 4 }, { 1, 0, 0 }, 100 };
    ptl_pfmap_tile *tile;

    CHECK_UINT(ptl_pfmap_new(&doc, 1, 2, NULL, NULL), PTL_OK);
    CHECK(ptl_pfmap_ray(&hit, ptl_pfmap_of(doc), &down));
    CHECK(hit.t == 15 && hit.normal[1] == 1);
    CHECK_UINT(hit.number, 3 * 64 + 19);
    tile       = ptl_pfmap_tile_at(ptl_pfmap_of(doc), 16, 30); /* x from 16 to 8: a step of 4 */
    tile->base = 1;
    CHECK(ptl_pfmap_ray(&hit, ptl_pfmap_of(doc), &west));
    CHECK(hit.t == 12 && hit.normal[0] == -1);
    CHECK_UINT(hit.number, 16 * 64 + 30);
    ptl_doc_free(doc);
}

/* ---- Egoboo --------------------------------------------------------------------------------- */

static void meshes_answer(void)
{
    ptl_doc       *doc;
    ptl_mpd       *mesh;
    ptl_mpd_tables tables;
    ptl_hit        hit;
    ptl_ray        down = { { 64, 64, 500 }, { 0, 0, -1 }, 1000 };
    double         normal[3];

    CHECK_UINT(ptl_mpd_new(&doc, 3, 2, NULL, NULL), PTL_OK);
    mesh = ptl_mpd_of(doc);
    CHECK_UINT(ptl_mpd_derive(&tables, doc, NULL), PTL_OK);
    for (int i = 1; i < 3; i++) /* the eastern side of fan 0, 96 higher: three quarters of a fan */
        mesh->z.data[i] = 96 * 16;
    mesh->words.data[4] = ptl_mpd_word(0, PTL_MPD_FX_IMPASS, 0);
    CHECK(ptl_mpd_height(mesh, &tables, 64, 64) == 48);
    ptl_mpd_normal(normal, mesh, &tables, 64, 64);
    CHECK(near(normal[0], -0.6) && normal[1] == 0 && near(normal[2], 0.8));
    CHECK(ptl_mpd_ray(&hit, mesh, &tables, &down));
    CHECK(near(hit.t, 452) && near(hit.normal[0], -0.6) && near(hit.normal[2], 0.8));
    CHECK_UINT(hit.number, 0);
    CHECK(ptl_mpd_walkable(mesh, NULL, 64, 64) && !ptl_mpd_walkable(mesh, NULL, 192, 192));
    CHECK(!ptl_mpd_walkable(mesh, NULL, -1, 64));
    down.origin[0] = 1000;
    CHECK(!ptl_mpd_ray(&hit, mesh, &tables, &down));
    ptl_mpd_normal(normal, mesh, &tables, 1000, 0);
    CHECK(normal[0] == 0 && normal[2] == 1);
    ptl_mpd_tables_free(&tables);
    ptl_doc_free(doc);
}

/* ---- Gridmonger ----------------------------------------------------------------------------- */

static void dungeons_answer(void)
{
    static const struct {
        ptl_ray ray;
        double  t; /* below 0: nothing is met */
        int     axis;
        double  sign;
        size_t  number;
    } cases[] = {
        { { { 0.5, 0.5, 0.5 }, { 1, 0, 0 }, 9 }, 1.5, 0, -1, 1 },    /* the wall west of (0,2) */
        { { { 3.5, 0.5, 0.5 }, { -2, 0, 0 }, 9 }, 0.75, 0, 1, 2 },   /* from the other side    */
        { { { 0.5, 0.5, 0.5 }, { 1, 0, 0 }, 1 }, -1, 0, 0, 0 },      /* which is too far       */
        { { { 0.5, 1.5, 0.5 }, { 1, 0, 0 }, 9 }, -1, 0, 0, 0 },      /* over the wall          */
        { { { 0.5, 1, 1.25 }, { 0, -1, 0 }, 9 }, 1, 1, 1, 4 },       /* down to the floor      */
        { { { 1.5, 1, 1.5 }, { 0, -1, 0 }, 9 }, -1, 0, 0, 0 },       /* into an open pit       */
        { { { 1.1, 1, 1.5 }, { 0, -1, 0 }, 9 }, 1, 1, 1, 5 },        /* beside it              */
        { { { 2.5, 0.5, 1.25 }, { 0, 0, 1 }, 9 }, 1.25, 2, -1, 10 }, /* a door across (2,2)    */
        { { { 5, 0.5, 2.5 }, { -1, 0, 0 }, 9 }, 1, 0, 1, 11 },       /* from outside: the rim  */
        { { { 0.5, 0.5, 2.25 }, { 0, 0, -1 }, 9 }, -1, 0, 0, 0 },    /* invisible wall         */
    };
    ptl_doc        *doc;
    ptl_grmm_level *level;
    const ptl_grmm *map;
    ptl_hit         hit;

    CHECK_UINT(ptl_grmm_new(&doc, "t", "2026-01-01 00:00:00", 4, NULL, NULL), PTL_OK);
    CHECK_UINT(ptl_grmm_add_level(&level, doc, "a", "b", 0, 3, 4, NULL), PTL_OK);
    for (uint32_t i = 0; i < 12; i++)
        CHECK_UINT(ptl_grmm_set(doc, 0, PTL_GRMM_FLOOR, i / 4, i % 4, 1, NULL), PTL_OK);
    CHECK_UINT(ptl_grmm_set(doc, 0, PTL_GRMM_FLOOR, 1, 1, PTL_GRMM_OPEN_PIT, NULL), PTL_OK);
    CHECK_UINT(ptl_grmm_set(doc, 0, PTL_GRMM_FLOOR, 2, 2, PTL_GRMM_LOCKED_DOOR, NULL), PTL_OK);
    CHECK_UINT(ptl_grmm_set(doc, 0, PTL_GRMM_WALL_WEST, 0, 2, PTL_GRMM_WALL, NULL), PTL_OK);
    CHECK_UINT(ptl_grmm_set(doc, 0, PTL_GRMM_WALL_WEST, 2, 4, PTL_GRMM_WALL, NULL), PTL_OK);
    CHECK_UINT(ptl_grmm_set(doc, 0, PTL_GRMM_WALL_NORTH, 2, 0, PTL_GRMM_WALL_INVISIBLE, NULL),
               PTL_OK);
    map = ptl_grmm_of(doc);
    for (size_t i = 0; i < COUNT(cases); i++) {
        bool met = ptl_grmm_ray(&hit, map, 0, &cases[i].ray);

        if (met != (cases[i].t >= 0))
            test_fail(__FILE__, __LINE__, "ray %zu: %d", i, met);
        if (met && (hit.t != cases[i].t || hit.normal[cases[i].axis] != cases[i].sign ||
                    hit.number != cases[i].number))
            test_fail(__FILE__, __LINE__, "ray %zu: at %f, number %d", i, hit.t, (int)hit.number);
    }
    CHECK(ptl_grmm_height(map, 0, 1.5, 1.5) == -0.5 && ptl_grmm_height(map, 0, 1.1, 1.5) == 0);
    CHECK(ptl_grmm_walkable(map, 0, 0.5, 0.5, PTL_GRMM_EXPLORER));
    CHECK(!ptl_grmm_walkable(map, 0, 2.5, 2.5, PTL_GRMM_EXPLORER));
    CHECK(ptl_grmm_walkable(map, 0, 2.5, 2.5, PTL_GRMM_MASTER));
    CHECK(!ptl_grmm_walkable(map, 0, 4.5, 0.5, PTL_GRMM_MASTER));
    CHECK(!ptl_grmm_walkable(map, 1, 0.5, 0.5, PTL_GRMM_MASTER));
    CHECK(!ptl_grmm_ray(&hit, map, 1, &cases[0].ray));
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(triangles_are_met_exactly),
        TEST(rays_walk_every_cell),
        TEST(trees_answer_as_all_triangles),
        TEST(heaps_of_triangles_end),
        TEST(trees_agree_about_anything),
        TEST(rays_need_memory_and_a_scene),
        TEST(terrain_answers_at_points),
        TEST(terrain_rays_agree_with_the_scene),
        TEST(terrain_rays_are_exact),
        TEST(meshes_answer),
        TEST(dungeons_answer),
    };

    return run_tests("rays", tests, COUNT(tests));
}
