/* SPDX-License-Identifier: MIT */
/* The rasterizer: what is covered, what is in front, what colors come out, and that nothing
 * depends on the machine or on how many threads draw. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "harness.h"
#include "hubs/scene_pose.h"
#include "render/raster.h"
#include "render/raster_fill.h"

/* ---- A scene of triangles -------------------------------------------------------------------- */

enum { MOST = 64 };

typedef struct stage {
    fixture            f;
    ptl_scene_image    image;
    ptl_scene_material material[4];
    ptl_scene_part     part[4];
    ptl_scene_mesh     mesh;
    ptl_scene_node     node[3];
    float              position[4][3 * MOST];
    uint8_t            color[4][4 * MOST];
    uint32_t           index[4][3 * MOST];
    ptl_scene          scene;
    ptl_raster         raster;
    ptl_pose           pose;
    ptl_shot           shot;
    ptl_image          out;
} stage;

/* Looks at the XY plane straight on: one unit is a pixel, 0 0 is the top left, y runs down as -y.
 */
static void begin(stage *s, uint32_t width, uint32_t height)
{
    *s = (stage){ .shot = { .width = width, .height = height, .samples = 8, .exposure = 1 } };
    fixture_begin(&s->f, "", 0);
    for (size_t i = 0; i < 4; i++)
        s->material[i] = (ptl_scene_material){
            .color = { 1, 1, 1, 1 }, .image = PTL_SCENE_NONE, .cutoff = 0.5f, .double_sided = true
        };
    for (size_t i = 0; i < 3; i++)
        s->node[i] = (ptl_scene_node){ .parent   = PTL_SCENE_NONE,
                                       .mesh     = PTL_SCENE_NONE,
                                       .skin     = PTL_SCENE_NONE,
                                       .rotation = { 0, 0, 0, 1 },
                                       .scale    = { 1, 1, 1 } };
    s->node[0].mesh          = 0;
    s->mesh.parts.data       = s->part;
    s->scene.images.data     = &s->image;
    s->scene.materials.data  = s->material;
    s->scene.materials.count = 4;
    s->scene.meshes.data     = &s->mesh;
    s->scene.meshes.count    = 1;
    s->scene.nodes.data      = s->node;
    s->scene.nodes.count     = 3;
    s->shot.camera           = (ptl_camera){ .right    = { 1, 0, 0 },
                                             .up       = { 0, 1, 0 },
                                             .back     = { 0, 0, 1 },
                                             .parallel = true,
                                             .scale    = 1,
                                             .sun      = { 0, 0, 1 } };
}

/* A new part of this material. */
static ptl_scene_part *new_part(stage *s, uint32_t material)
{
    size_t          at   = s->mesh.parts.count++;
    ptl_scene_part *part = &s->part[at];

    *part = (ptl_scene_part){ .material = material,
                              .position = { s->position[at], 0 },
                              .color    = { s->color[at], 0 },
                              .index    = { s->index[at], 0 } };
    return part;
}

static void add_corner(ptl_scene_part *part, double x, double y, double z, const uint8_t color[4])
{
    const double place[3] = { x, y, z };
    size_t       vertex   = part->position.count / 3;

    for (size_t i = 0; i < 3; i++)
        part->position.data[part->position.count++] = (float)place[i];
    for (size_t i = 0; i < 4; i++)
        part->color.data[part->color.count++] = color[i];
    part->index.data[part->index.count++] = (uint32_t)vertex;
}

static const uint8_t white[4] = { 255, 255, 255, 255 };

static void add_triangle(ptl_scene_part *part, const double corner[9])
{
    for (size_t i = 0; i < 3; i++)
        add_corner(part, corner[3 * i], corner[3 * i + 1], corner[3 * i + 2], white);
}

/* A rectangle facing the camera. */
static void add_box(ptl_scene_part *part, double left, double top, double right, double bottom,
                    double z)
{
    add_triangle(part, (const double[]){ left, -top, z, left, -bottom, z, right, -bottom, z });
    add_triangle(part, (const double[]){ left, -top, z, right, -bottom, z, right, -top, z });
}

static bool draw(stage *s)
{
    return ptl_raster_begin(&s->f.job, &s->raster, &s->scene, 0) &&
           ptl_pose_make(&s->f.job, &s->pose, &s->scene, NULL, 0) &&
           ptl_raster_draw(&s->f.job, &s->out, &s->raster, &s->pose, &s->shot);
}

static ptl_rgba at(const stage *s, uint32_t x, uint32_t y)
{
    return ptl_image_at(&s->out, x, y);
}

static void set_color(stage *s, size_t material, double r, double g, double b, double a)
{
    const double value[4] = { r, g, b, a };

    for (size_t i = 0; i < 4; i++)
        s->material[material].color[i] = (float)value[i];
}

/* ---- Coverage -------------------------------------------------------------------------------- */

/* Half-transparent triangles round a crooked point: where two overlapped it would be darker, where
 * there was a gap, clear. */
static void neighbors_share_nothing_and_leave_no_gap(void)
{
    static const double   rim[][2]  = { { 0, 0 },   { 17.3, 0 },  { 40, 0 }, { 40, 13.7 },
                                        { 40, 40 }, { 22.2, 40 }, { 0, 40 }, { 0, 9.1 } };
    static const unsigned samples[] = { 1, 4, 8, 16 };

    for (size_t n = 0; n < COUNT(samples); n++) {
        stage s;

        begin(&s, 40, 40);
        s.shot.samples      = samples[n];
        s.material[0].alpha = PTL_ALPHA_BLEND;
        set_color(&s, 0, 1, 1, 1, 0.5);
        new_part(&s, 0);
        for (size_t i = 0; i < COUNT(rim); i++) {
            const double *a = rim[i], *b = rim[(i + 1) % COUNT(rim)];

            add_triangle(&s.part[0],
                         (const double[]){ a[0], -a[1], 0, b[0], -b[1], 0, 19.37, -21.81, 0 });
        }
        CHECK(draw(&s));
        for (uint32_t y = 0; y < 40; y++)
            for (uint32_t x = 0; x < 40; x++)
                CHECK_UINT(at(&s, x, y).a, 128);
        fixture_end(&s.f);
    }
}

static void what_lies_on_an_edge_belongs_to_top_and_left(void)
{
    stage s;

    begin(&s, 8, 8);
    s.shot.samples = 1; /* the middle of a pixel */
    add_box(new_part(&s, 0), 1.5, 2.5, 4.5, 5.5, 0);
    CHECK(draw(&s));
    for (uint32_t y = 0; y < 8; y++)
        for (uint32_t x = 0; x < 8; x++)
            CHECK_UINT(at(&s, x, y).a, x >= 1 && x < 4 && y >= 2 && y < 5 ? 255 : 0);
    fixture_end(&s.f);
}

static void edges_are_smooth(void)
{
    static const double wide[] = { 2.25, 2.5, 2.75 }; /* of sixteen samples 4, 8, 12, about */

    for (size_t i = 0; i < COUNT(wide); i++) {
        stage s;

        begin(&s, 4, 4);
        s.shot.samples = 16;
        add_box(new_part(&s, 0), 0, 0, wide[i], 4, 0);
        CHECK(draw(&s));
        CHECK_UINT(at(&s, 1, 1).a, 255);
        CHECK_UINT(at(&s, 3, 1).a, 0);
        CHECK(fabs(at(&s, 2, 1).a - 255 * (wide[i] - 2)) <= 17);
        fixture_end(&s.f);
    }
}

/* ---- Depth and order ------------------------------------------------------------------------- */

static void the_nearer_one_is_seen(void)
{
    for (int swapped = 0; swapped < 2; swapped++) {
        stage s;

        begin(&s, 16, 16);
        set_color(&s, 0, 1, 0, 0, 1);
        set_color(&s, 1, 0, 0, 1, 1);
        add_box(new_part(&s, swapped ? 1 : 0), 0, 0, 16, 16, swapped ? 2 : 1);
        add_box(new_part(&s, swapped ? 0 : 1), 0, 0, 16, 16, swapped ? 1 : 2);
        CHECK(draw(&s));
        CHECK_UINT(at(&s, 5, 5).r, 0);
        CHECK(at(&s, 5, 5).b > 200);
        fixture_end(&s.f);
    }
}

/* Two sheets that cross: each is in front on its own side. */
static void sheets_may_cross(void)
{
    stage s;

    begin(&s, 32, 32);
    set_color(&s, 0, 1, 0, 0, 1);
    set_color(&s, 1, 0, 0, 1, 1);
    add_triangle(new_part(&s, 0), (const double[]){ 0, 0, 10, 0, -64, 10, 64, 0, -30 });
    add_box(new_part(&s, 1), 0, 0, 32, 32, 0);
    CHECK(draw(&s));
    CHECK(at(&s, 4, 4).r > 100 && at(&s, 4, 4).b == 0);
    CHECK(at(&s, 28, 4).b > 100 && at(&s, 28, 4).r == 0);
    fixture_end(&s.f);
}

/* Red far, blue near, each half transparent: however they come, blue lies over red. */
static void what_blends_is_drawn_from_the_back(void)
{
    ptl_rgba seen[2];

    for (int swapped = 0; swapped < 2; swapped++) {
        stage s;

        begin(&s, 8, 8);
        set_color(&s, 0, 1, 0, 0, 0.5);
        set_color(&s, 1, 0, 0, 1, 0.5);
        s.material[0].alpha = s.material[1].alpha = PTL_ALPHA_BLEND;
        if (swapped)
            add_box(new_part(&s, 1), 0, 0, 8, 8, 2);
        add_box(new_part(&s, 0), 0, 0, 8, 8, 1);
        if (!swapped)
            add_box(new_part(&s, 1), 0, 0, 8, 8, 2);
        CHECK(draw(&s));
        seen[swapped] = at(&s, 3, 3);
        fixture_end(&s.f);
    }
    CHECK(memcmp(&seen[0], &seen[1], sizeof seen[0]) == 0);
    CHECK_UINT(seen[0].a, 191); /* three quarters */
    CHECK(seen[0].b > seen[0].r);
}

static void a_backdrop_may_be_half_clear(void)
{
    stage s;

    begin(&s, 8, 8);
    set_color(&s, 0, 0, 0, 0, 0.5);
    s.material[0].alpha = PTL_ALPHA_BLEND;
    add_box(new_part(&s, 0), 0, 0, 4, 8, 1);
    add_box(new_part(&s, 1), 4, 0, 6, 8, 1);
    s.shot.backdrop[0] = s.shot.backdrop[1] = (ptl_rgba){ 255, 255, 255, 128 };
    CHECK(draw(&s));
    CHECK(s.out.has_alpha);
    CHECK_UINT(at(&s, 7, 3).a, 128); /* the backdrop alone */
    CHECK_UINT(at(&s, 7, 3).r, 255);
    CHECK_UINT(at(&s, 5, 3).a, 255); /* a solid thing before it */
    CHECK_UINT(at(&s, 1, 3).a, 191); /* half of a half is added */
    CHECK_UINT(at(&s, 1, 3).r, 156); /* a third of the light    */
    fixture_end(&s.f);
}

static void solid_things_hide_what_blends_behind_them(void)
{
    stage s;

    begin(&s, 8, 8);
    set_color(&s, 0, 1, 0, 0, 0.5);
    set_color(&s, 1, 0, 1, 0, 1);
    s.material[0].alpha = PTL_ALPHA_BLEND;
    add_box(new_part(&s, 0), 0, 0, 8, 8, 1);
    add_box(new_part(&s, 1), 0, 0, 4, 8, 2);
    CHECK(draw(&s));
    CHECK(at(&s, 1, 1).r == 0 && at(&s, 1, 1).a == 255);
    CHECK(at(&s, 6, 1).g == 0 && at(&s, 6, 1).a == 128);
    fixture_end(&s.f);
}

static void masks_keep_or_drop(void)
{
    for (int kept = 0; kept < 2; kept++) {
        stage s;

        begin(&s, 8, 8);
        s.material[0].alpha = PTL_ALPHA_MASK;
        set_color(&s, 0, 1, 1, 1, kept ? 0.51 : 0.49);
        add_box(new_part(&s, 0), 0, 0, 8, 8, 1);
        CHECK(draw(&s));
        CHECK_UINT(at(&s, 3, 3).a, kept ? 255 : 0);
        fixture_end(&s.f);
    }
}

static void backs_are_seen_of_sheets_only(void)
{
    for (int sheet = 0; sheet < 2; sheet++)
        for (int mirrored = 0; mirrored < 2; mirrored++) {
            stage s;

            begin(&s, 16, 16);
            s.material[0].double_sided = sheet;
            if (mirrored) {
                s.node[0].scale[0]       = -1;
                s.node[0].translation[0] = 16;
            }
            add_box(new_part(&s, 0), 0, 0, 8, 16, 0); /* the front, and it stays that */
            add_triangle(&s.part[0], (const double[]){ 8, 0, 0, 16, 0, 0, 16, -16, 0 });
            CHECK(draw(&s));
            CHECK_UINT(at(&s, mirrored ? 12 : 3, 12).a, 255);
            CHECK_UINT(at(&s, mirrored ? 2 : 13, 4).a, sheet ? 255 : 0);
            fixture_end(&s.f);
        }
}

/* ---- Perspective ----------------------------------------------------------------------------- */

static void look_along_the_ground(stage *s)
{
    s->shot.camera.parallel  = false;
    s->shot.camera.scale     = 60;
    s->shot.camera.nearest   = 0.25;
    s->shot.camera.center[0] = s->shot.width / 2.0;
    s->shot.camera.center[1] = s->shot.height / 4.0;
    s->shot.camera.eye[1]    = 2; /* above it */
}

/* Color runs from 0 at distance 2 to 255 at distance 34; each pixel must show the color of the
 * very place it looks at. */
static void colors_run_as_in_the_world(void)
{
    static const uint8_t near[4] = { 0, 0, 0, 255 }, far[4] = { 255, 255, 255, 255 };
    ptl_srgb            *table;
    stage                s, lit;
    double               full;

    begin(&lit, 64, 96);
    look_along_the_ground(&lit);
    add_triangle(new_part(&lit, 0), (const double[]){ -99, 0, -2, 99, 0, -2, 0, 0, -99 });
    CHECK(draw(&lit));
    table = lit.raster.srgb;
    full  = table->linear[at(&lit, 32, 60).r];
    begin(&s, 64, 96);
    look_along_the_ground(&s);
    new_part(&s, 0);
    for (int k = 0; k < 2; k++) {
        add_corner(&s.part[0], k ? 20 : -20, 0, -2, near);
        add_corner(&s.part[0], k ? 20 : -20, 0, k ? -34 : -2, k ? far : near);
        add_corner(&s.part[0], -20, 0, -34, far);
    }
    s.position[0][3] = 20; /* the first triangle's second corner */
    CHECK(draw(&s));
    for (uint32_t y = 30; y < 80; y++) {
        double distance = 2 * 60 / (y + 0.5 - 24), want = (distance - 2) / 32 * full;
        double got = table->linear[at(&s, 32, y).r];

        CHECK(fabs(got - want) < 0.012 * full);
    }
    fixture_end(&s.f);
    fixture_end(&lit.f);
}

/* Ground that begins behind the camera is cut, not turned inside out. */
static void what_is_behind_is_cut_off(void)
{
    stage s;

    begin(&s, 64, 96);
    look_along_the_ground(&s);
    add_triangle(new_part(&s, 0), (const double[]){ -1e4, 0, 50, 1e4, 0, 50, 0, 0, -1e6 });
    CHECK(draw(&s));
    for (uint32_t y = 0; y < 96; y++)
        CHECK_UINT(at(&s, 32, y).a, y < 24 ? 0 : 255);
    fixture_end(&s.f);
}

static void numbers_without_bounds_do_no_harm(void)
{
    static const double far[] = { 1e6, 1e12, 1e17, 1e30, DBL_MAX };

    for (size_t i = 0; i < COUNT(far); i++) {
        stage s;

        begin(&s, 32, 32);
        add_triangle(new_part(&s, 0),
                     (const double[]){ -far[i], -far[i], 1, far[i], -far[i], 1, 0, far[i], 1 });
        CHECK(draw(&s));
        CHECK_UINT(at(&s, 16, 16).a, far[i] < 1e18 ? 255 : 0);
        fixture_end(&s.f);
    }
}

/* Fitted cameras far out, where two numbers that differ may have the same distance. */
static void cameras_far_out_do_no_harm(void)
{
    static const double far[]   = { 1e-30, 1, 1e9, 1e17 };
    static const char  *names[] = { "persp", "iso", "top" };

    for (size_t i = 0; i < COUNT(far) * COUNT(names); i++) {
        const char     *name = names[i % COUNT(names)];
        const ptl_view *view = ptl_view_named(name, strlen(name));
        double          at   = far[i / COUNT(names)];
        ptl_reach       reach;
        stage           s;

        begin(&s, 32, 32);
        add_triangle(new_part(&s, 0), (const double[]){ at, at, at, at * 1.0000002, at, at, at, at,
                                                        at * 1.0000002 });
        add_triangle(&s.part[0], (const double[]){ at, at, at, at, at, at, at, at, at });
        CHECK(ptl_pose_make(&s.f.job, &s.pose, &s.scene, NULL, 0));
        ptl_camera_turn(&s.shot.camera, view, view->turn, view->height);
        reach = ptl_reach_of(&s.shot.camera, 32, 32);
        ptl_reach_add(&reach, &s.pose);
        ptl_camera_fit(&s.shot.camera, &reach);
        CHECK(draw(&s)); /* whatever it shows */
        fixture_end(&s.f);
    }
}

static void triangles_without_numbers_are_left_out(void)
{
    static const float odd[] = { NAN, INFINITY, -INFINITY };

    for (size_t i = 0; i < COUNT(odd); i++)
        for (size_t k = 0; k < 9; k++) {
            stage     s;
            ptl_reach reach;

            begin(&s, 16, 16);
            add_triangle(new_part(&s, 0), (const double[]){ 0, 0, 5, 0, -16, 5, 16, 0, 5 });
            s.position[0][k] = odd[i];
            add_box(&s.part[0], 0, 0, 16, 16, 1);
            CHECK(draw(&s));
            CHECK_UINT(at(&s, 1, 1).a, 255);
            reach = ptl_reach_of(&s.shot.camera, 16, 16);
            ptl_reach_add(&reach, &s.pose);
            CHECK(reach.most[0] <= 16 && reach.most[2] <= 1);
            CHECK(ptl_raster_exposure(&s.raster, &s.pose) == 1);
            fixture_end(&s.f);
        }
}

/* ---- Exposure -------------------------------------------------------------------------------- */

/* A dark level, and a bright marker on it that has neither light nor a picture. */
static void set_marked(stage *s, bool marked)
{
    begin(s, 16, 16);
    set_color(s, 1, 0.2, 0.4, 0, 1);
    add_box(new_part(s, 0), 0, 0, 16, 16, 0);
    for (size_t i = 0; i < s->part[0].color.count; i++)
        s->part[0].color.data[i] = i % 4 == 3 ? 255 : 10;
    s->part[0].display = true;
    if (marked) {
        add_box(new_part(s, 1), 0, 0, 8, 16, 1);
        s->part[1].color.count = 0;
    }
    CHECK(draw(s));
}

static void markers_are_not_exposed(void)
{
    stage s;
    float alone, with;

    set_marked(&s, false);
    alone = ptl_raster_exposure(&s.raster, &s.pose);
    fixture_end(&s.f);
    set_marked(&s, true);
    with = ptl_raster_exposure(&s.raster, &s.pose);
    CHECK(alone > 4 && with == alone);
    for (int exposed = 0; exposed < 2; exposed++) {
        s.shot.exposure = exposed ? alone : 1;
        CHECK(draw(&s));
        CHECK(at(&s, 12, 8).g > (exposed ? 30 : 5) && at(&s, 12, 8).g < (exposed ? 80 : 20));
        CHECK(at(&s, 4, 8).r > 100 && at(&s, 4, 8).r < 150);
        CHECK_UINT(at(&s, 4, 8).b, 0);
    }
    fixture_end(&s.f);
}

/* ---- Images ---------------------------------------------------------------------------------- */

static void a_broken_image_is_said_and_seen(void)
{
    static uint8_t junk[] = "this is no picture at all, nor will it be one";
    stage          s;
    size_t         magenta = 0;

    begin(&s, 32, 32);
    s.image              = (ptl_scene_image){ .file       = { .name = "junk" },
                                              .bytes      = { junk, sizeof junk },
                                              .media_type = "image/png" };
    s.scene.images.count = 1;
    s.material[0].image  = 0;
    add_box(new_part(&s, 0), 0, 0, 32, 32, 0);
    s.part[0].uv = (ptl_f32s){ (float[]){ 0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0 }, 12 };
    CHECK(draw(&s));
    CHECK_UINT(s.f.heard, 1);
    CHECK_UINT(s.f.last.severity, PTL_WARNING);
    CHECK_TEXT(s.f.last.rule, "image-kind");
    for (uint32_t i = 0; i < 32; i++)
        magenta += at(&s, i, 3).r > 150 && at(&s, i, 3).b > 150 && at(&s, i, 3).g == 0;
    CHECK(magenta > 0);
    fixture_end(&s.f);
}

static void a_missing_image_leaves_the_color(void)
{
    stage s;

    begin(&s, 8, 8);
    s.scene.images.count = 1; /* without bytes */
    s.material[0].image  = 0;
    set_color(&s, 0, 0, 1, 0, 1);
    add_box(new_part(&s, 0), 0, 0, 8, 8, 0);
    CHECK(draw(&s));
    CHECK_UINT(s.f.heard, 0);
    CHECK(at(&s, 4, 4).g > 200 && at(&s, 4, 4).r == 0);
    fixture_end(&s.f);
}

/* ---- Motion ---------------------------------------------------------------------------------- */

static void clips_move_skins(void)
{
    float             times[] = { 1, 3 }, moves[] = { 0, 0, 0, 10, 0, 0 };
    float             bind[16]    = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
    uint32_t          joint       = 1;
    uint16_t          joints[12]  = { 0 };
    float             weights[12] = { 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0 };
    ptl_scene_channel channel     = { 1, PTL_PATH_TRANSLATION, false, { times, 2 }, { moves, 6 } };
    ptl_scene_clip    clip        = { .channels = { &channel, 1 } };
    ptl_scene_skin    skin = { .joints = { &joint, 1 }, .inverse_bind = { bind, 16 }, .root = 1 };
    static const struct {
        double time, x;
    } steps[] = { { 0, 0 }, { 1, 0 }, { 2, 5 }, { 2.5, 7.5 }, { 3, 10 }, { 9, 10 } };
    stage s;

    begin(&s, 8, 8);
    add_triangle(new_part(&s, 0), (const double[]){ 0, 0, 0, 0, -8, 0, 8, 0, 0 });
    s.part[0].influences = 4;
    s.part[0].joint      = (ptl_u16s){ joints, 12 };
    s.part[0].weight     = (ptl_f32s){ weights, 12 };
    s.node[0].skin       = 0;
    s.scene.skins.data   = &skin;
    s.scene.skins.count  = 1;
    CHECK(ptl_scene_clip_end(&clip) == 3);
    for (size_t i = 0; i < COUNT(steps); i++) {
        CHECK(ptl_pose_make(&s.f.job, &s.pose, &s.scene, &clip, steps[i].time));
        CHECK((double)s.pose.parts[0].position[0] == steps[i].x);
    }
    channel.step = true;
    CHECK(ptl_pose_make(&s.f.job, &s.pose, &s.scene, &clip, 2.9));
    CHECK(s.pose.parts[0].position[0] == 0);
    CHECK(s.node[1].translation[0] == 0); /* the scene itself stays */
    fixture_end(&s.f);
}

static void rotations_go_the_short_way(void)
{
    float times[] = { 0, 1 }, turns[] = { 0, 0, 0, 1, 0, 0, -0.70710678f, -0.70710678f };
    ptl_scene_channel channel = { 0, PTL_PATH_ROTATION, false, { times, 2 }, { turns, 8 } };
    ptl_scene_clip    clip    = { .channels = { &channel, 1 } };
    stage             s;
    const float      *p;

    begin(&s, 8, 8);
    add_triangle(new_part(&s, 0), (const double[]){ 1, 0, 0, 0, -8, 0, 8, 0, 0 });
    CHECK(ptl_pose_make(&s.f.job, &s.pose, &s.scene, &clip, 0.5));
    p = s.pose.parts[0].position; /* an eighth of a turn to the left */
    CHECK(fabsf(p[0] - 0.70710678f) < 1e-6f && fabsf(p[1] - 0.70710678f) < 1e-6f);
    fixture_end(&s.f);
}

/* ---- Cameras --------------------------------------------------------------------------------- */

/* Every view shows all of it: the rim of the picture stays clear, and half of it at least is used
 * one way or the other. */
static void every_view_fills_the_picture(void)
{
    static const char *const names[] = { "persp", "iso", "front", "side", "top" };

    for (size_t v = 0; v < COUNT(names); v++) {
        const ptl_view *view = ptl_view_named(names[v], strlen(names[v]));
        stage           s;
        ptl_reach       reach;
        uint32_t        least[2] = { 99, 99 }, most[2] = { 0, 0 };

        begin(&s, 96, 64);
        add_box(new_part(&s, 0), 100, -300, 140, -310, -7);
        add_triangle(&s.part[0], (const double[]){ 100, 300, -7, 100, 310, 20, 120, 300, 20 });
        CHECK(ptl_pose_make(&s.f.job, &s.pose, &s.scene, NULL, 0));
        ptl_camera_turn(&s.shot.camera, view, view->turn, view->height);
        reach = ptl_reach_of(&s.shot.camera, 96, 64);
        ptl_reach_add(&reach, &s.pose);
        ptl_camera_fit(&s.shot.camera, &reach);
        CHECK(draw(&s));
        for (uint32_t y = 0; y < 64; y++)
            for (uint32_t x = 0; x < 96; x++)
                if (at(&s, x, y).a > 0) {
                    least[0] = x < least[0] ? x : least[0];
                    least[1] = y < least[1] ? y : least[1];
                    most[0]  = x > most[0] ? x : most[0];
                    most[1]  = y > most[1] ? y : most[1];
                }
        CHECK(least[0] > 0 && least[1] > 0 && most[0] < 95 && most[1] < 63);
        CHECK(most[0] - least[0] > 80 || most[1] - least[1] > 54);
        fixture_end(&s.f);
    }
}

/* ---- The same everywhere --------------------------------------------------------------------- */

/* A bit of everything, in perspective. */
static void set_scene(stage *s)
{
    static uint8_t  junk[]   = "no picture";
    static float    places[] = { -0.3f, 0, 3.1f, 7, 5, -2.5f };
    const ptl_view *view     = ptl_view_named("persp", 5);
    ptl_reach       reach;

    begin(s, 123, 77);
    set_color(s, 0, 0.8, 0.5, 0.3, 1);
    set_color(s, 1, 0.1, 0.3, 0.9, 0.6);
    s->material[1].alpha = PTL_ALPHA_BLEND;
    new_part(s, 0);
    for (int i = 0; i < 9; i++) {
        static const uint8_t shades[3][4] = { { 255, 90, 30, 255 },
                                              { 40, 200, 90, 255 },
                                              { 90, 99, 250, 255 } };
        double               x = i % 3 * 7.3, z = i / 3 * 6.1;

        add_corner(&s->part[0], x, 0, z, shades[0]);
        add_corner(&s->part[0], x + 5, (double)i / 2, z + 1, shades[1]);
        add_corner(&s->part[0], x + 2, 6, z - 3, shades[2]);
    }
    add_triangle(new_part(s, 1), (const double[]){ -3, 2, -3, -3, 2, 20, 25, 2, -3 });
    s->image = (ptl_scene_image){ .file = { .name = "junk" }, .bytes = { junk, sizeof junk } };
    s->scene.images.count = 1;
    s->material[2].image  = 0; /* which is drawn as squares */
    add_triangle(new_part(s, 2), (const double[]){ -6, -2, -9, -6, -2, 25, 30, -2, 5 });
    s->part[2].uv = (ptl_f32s){ places, 6 };
    CHECK(ptl_pose_make(&s->f.job, &s->pose, &s->scene, NULL, 0));
    ptl_camera_turn(&s->shot.camera, view, view->turn, view->height);
    reach = ptl_reach_of(&s->shot.camera, s->shot.width, s->shot.height);
    ptl_reach_add(&reach, &s->pose);
    ptl_camera_fit(&s->shot.camera, &reach);
    s->shot.backdrop[0] = (ptl_rgba){ 200, 210, 220, 255 };
    s->shot.backdrop[1] = (ptl_rgba){ 90, 80, 70, 255 };
}

static uint64_t sum_of(const stage *s)
{
    uint64_t sum = 14695981039346656037u;

    for (size_t i = 0; i < (size_t)s->out.width * s->out.height; i++) {
        const ptl_rgba *p    = &s->out.pixels[i];
        const uint8_t   b[4] = { p->r, p->g, p->b, p->a };

        for (size_t k = 0; k < 4; k++)
            sum = (sum ^ b[k]) * 1099511628211u;
    }
    return sum;
}

static void every_machine_and_every_number_of_threads_draws_the_same(void)
{
    static const unsigned threads[] = { 1, 2, 3, 5, 64, 0 };

    for (size_t i = 0; i < COUNT(threads); i++) {
        stage s;

        set_scene(&s);
        s.shot.threads = threads[i];
        CHECK(draw(&s));
        CHECK_UINT(sum_of(&s), UINT64_C(4479769768170625062));
        fixture_end(&s.f);
    }
}

/* Slivers from behind the eye into the distance: what is cut becomes two, but for every seventh.
 * The last of them are there once more, and blend. */
static uint64_t sum_of_slivers(unsigned threads, size_t count, bool cut)
{
    float    *place = calloc(9 * count, sizeof *place);
    uint32_t *index = calloc(3 * count, sizeof *index);
    stage     s;
    uint64_t  sum;

    begin(&s, 150, 90);
    s.shot.threads      = threads;
    s.material[1].alpha = PTL_ALPHA_BLEND;
    set_color(&s, 1, 0.9, 0.2, 0.1, 0.4);
    s.shot.camera = (ptl_camera){ .right   = { 1, 0, 0 },
                                  .up      = { 0, 1, 0 },
                                  .back    = { 0, 0, 1 },
                                  .center  = { 75, 45 },
                                  .scale   = 80,
                                  .nearest = 0.1,
                                  .sun     = { 0, 0, 1 } };
    for (size_t i = 0; place && index && i < 3 * count; i++) {
        double turn = (double)(i / 3) * 2.399963, near = cut && i / 3 % 7 ? 1 : -2;
        double wide = i % 3 < 2 ? 4 : 1.5;

        place[3 * i]     = (float)(cos(turn) * wide + (i % 3 == 1 ? 0.05 : 0));
        place[3 * i + 1] = (float)(sin(turn) * wide);
        place[3 * i + 2] = (float)(i % 3 < 2 ? -9 : near);
        index[i]         = (uint32_t)i;
    }
    for (uint32_t k = 0; k < 2; k++) {
        size_t from = k == 0 ? 0 : count / 11 * 10;

        *new_part(&s, k) = (ptl_scene_part){ .material = k,
                                             .position = { place, 9 * count },
                                             .index    = { index + 3 * from, 3 * (count - from) } };
    }
    CHECK(place && index && draw(&s));
    sum = sum_of(&s);
    fixture_end(&s.f);
    free(place);
    free(index);
    return sum;
}

/* More than one thread takes at once, with and without room for what is cut. */
static void many_triangles_are_cut_by_any_number_of_threads(void)
{
    for (unsigned cut = 0; cut < 2; cut++)
        for (unsigned threads = 2; threads < 6; threads++)
            CHECK(sum_of_slivers(1, 5000, cut) == sum_of_slivers(threads, 5000, cut));
    CHECK(sum_of_slivers(1, 5000, true) != sum_of_slivers(1, 5000, false));
}

static void too_large_pictures_are_refused_before_memory_is_taken(void)
{
    static const struct {
        uint32_t    width, height;
        unsigned    samples;
        ptl_status  status;
        const char *rule;
    } bad[] = { { 16385, 1, 1, PTL_E_LIMIT, "limit-image" },
                { 1, 16385, 1, PTL_E_LIMIT, "limit-image" },
                { 16384, 4097, 1, PTL_E_LIMIT, "limit-image" },
                { 0, 5, 1, PTL_E_LIMIT, "limit-image" },
                { UINT32_MAX, UINT32_MAX, 1, PTL_E_LIMIT, "limit-image" },
                { 8, 8, 3, PTL_E_ARG, "argument" } };

    for (size_t i = 0; i < COUNT(bad); i++) {
        stage  s;
        size_t asked;

        begin(&s, 8, 8);
        add_box(new_part(&s, 0), 0, 0, 8, 8, 0);
        CHECK(draw(&s));
        s.shot.width   = bad[i].width;
        s.shot.height  = bad[i].height;
        s.shot.samples = bad[i].samples;
        asked          = s.f.asked;
        CHECK(!ptl_raster_draw(&s.f.job, &s.out, &s.raster, &s.pose, &s.shot));
        CHECK_FAILED(&s.f, bad[i].status, bad[i].rule);
        CHECK_UINT(s.f.asked, asked);
        CHECK(!s.out.pixels);
        fixture_end(&s.f);
    }
}

/* Whether a stack of sheets is drawn, the farthest first, so that all of them are seen for a while;
 * cut-outs take a color for each of eight samples. */
static bool draws_sheets(unsigned sheets, ptl_scene_alpha alpha, unsigned threads)
{
    enum { OF_A_PART = 10 };
    stage s;
    bool  drawn;

    begin(&s, 200, 200);
    s.shot.threads      = threads;
    s.material[0].alpha = alpha;
    for (unsigned i = 0; i < sheets; i++)
        add_box(i % OF_A_PART == 0 ? new_part(&s, 0) : &s.part[i / OF_A_PART], 0, 0, 200, 200, i);
    drawn = draw(&s);
    if (!drawn)
        CHECK_FAILED(&s.f, PTL_E_LIMIT, "limit-overdraw");
    fixture_end(&s.f);
    return drawn;
}

static void what_lies_over_one_another_has_a_limit(void)
{
    static const unsigned threads[] = { 1, 2, 5 };

    for (size_t i = 0; i < COUNT(threads); i++) {
        CHECK(draws_sheets(40, PTL_ALPHA_OPAQUE, threads[i])); /* 2 steps a pixel each */
        CHECK(draws_sheets(14, PTL_ALPHA_MASK, threads[i]));   /* 9 steps              */
        CHECK(!draws_sheets(15, PTL_ALPHA_MASK, threads[i]));
    }
}

/* Triangles in one corner that share their vertices, more than a tile has numbers for; what was
 * drawn before them, cut-outs among it, and what blends over it after them stay the same. */
static uint64_t sum_with_crowd(unsigned samples, size_t crowd)
{
    uint32_t *many = calloc(3 * crowd, sizeof *many);
    stage     s;
    uint64_t  sum;

    begin(&s, 70, 70);
    s.shot.samples      = samples;
    s.material[1].alpha = PTL_ALPHA_MASK;
    s.material[2].alpha = PTL_ALPHA_BLEND;
    set_color(&s, 2, 1, 0.3, 0.2, 0.5);
    add_box(new_part(&s, 0), 3.3, 5.1, 40.7, 41.9, 0);
    add_triangle(new_part(&s, 1), (const double[]){ 8, -9, 1, 66, -31, 3, 12, -61, 1 });
    add_box(new_part(&s, 3), 1, 1, 4, 4, 2);
    for (size_t i = 0; many && i < 3 * crowd; i++)
        many[i] = s.part[2].index.data[i % 6];
    s.part[2].index = (ptl_u32s){ many, 3 * crowd };
    add_box(new_part(&s, 2), 0, 20, 69, 25, 4);
    CHECK(many && draw(&s));
    sum = sum_of(&s);
    fixture_end(&s.f);
    free(many);
    return sum;
}

static void more_triangles_than_numbers_are_drawn(void)
{
    static const unsigned samples[] = { 1, 4, 8, 16 };

    for (size_t i = 0; i < COUNT(samples); i++)
        CHECK(sum_with_crowd(samples[i], 2) == sum_with_crowd(samples[i], PTL_NUMBERS + 3));
}

static void every_failed_allocation_is_survived(void)
{
    size_t calls;
    stage  s;

    set_scene(&s);
    CHECK(draw(&s));
    calls = s.f.asked;
    fixture_end(&s.f);
    CHECK(calls > 5);
    for (size_t i = 1; i <= calls; i++) {
        set_scene(&s); /* takes memory itself, and is not what is tried */
        s.f.fail_at = s.f.asked + i;
        if (!draw(&s))
            CHECK_UINT(s.f.job.error.status, PTL_E_MEMORY);
        fixture_end(&s.f);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(neighbors_share_nothing_and_leave_no_gap),
        TEST(what_lies_on_an_edge_belongs_to_top_and_left),
        TEST(edges_are_smooth),
        TEST(the_nearer_one_is_seen),
        TEST(sheets_may_cross),
        TEST(what_blends_is_drawn_from_the_back),
        TEST(a_backdrop_may_be_half_clear),
        TEST(solid_things_hide_what_blends_behind_them),
        TEST(masks_keep_or_drop),
        TEST(backs_are_seen_of_sheets_only),
        TEST(colors_run_as_in_the_world),
        TEST(what_is_behind_is_cut_off),
        TEST(numbers_without_bounds_do_no_harm),
        TEST(cameras_far_out_do_no_harm),
        TEST(triangles_without_numbers_are_left_out),
        TEST(markers_are_not_exposed),
        TEST(a_broken_image_is_said_and_seen),
        TEST(a_missing_image_leaves_the_color),
        TEST(clips_move_skins),
        TEST(rotations_go_the_short_way),
        TEST(every_view_fills_the_picture),
        TEST(every_machine_and_every_number_of_threads_draws_the_same),
        TEST(many_triangles_are_cut_by_any_number_of_threads),
        TEST(too_large_pictures_are_refused_before_memory_is_taken),
        TEST(what_lies_over_one_another_has_a_limit),
        TEST(more_triangles_than_numbers_are_drawn),
        TEST(every_failed_allocation_is_survived),
    };

    return run_tests("raster", tests, COUNT(tests));
}
