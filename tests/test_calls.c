/* SPDX-License-Identifier: MIT */
/* Calls beside ptl_convert that take hubs and parts in and out: starved at every allocation, held
 * to every limit; and scenes and plans made by hand that are wrong in every way. */
#include <math.h>
#include <portolan/plan.h>
#include <portolan/scene.h>

#include "harness.h"
#include "route_samples.h"
#include "support.h"
#include "sweep.h"

#define TEXT(text) (text), sizeof(text) - 1

enum { TRIES = 300 };

static const ptl_files files = { .load = route_load };

/* ---- What they are made of ------------------------------------------------------------------- */

static ptl_bytes glb_of_model(void)
{
    ptl_doc  *doc   = must_read(TEXT(PFOBJ_TINY), NULL);
    ptl_bytes bytes = must_write(doc, &(ptl_write_opts){ .to = "glb", .files = files });

    ptl_doc_free(doc);
    return bytes;
}

/* A scene with an image, a skin and a clip. */
static ptl_scene *model_scene(void)
{
    ptl_bytes  glb = glb_of_model();
    ptl_scene *scene;
    ptl_diag   err;

    if (ptl_scene_read(&scene, &(ptl_source){ glb.data, glb.size, NULL }, NULL, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "no scene: %s", err.message);
    ptl_bytes_free(&glb);
    return scene;
}

/* A plan, and the document it has its texts from. */
typedef struct drawing {
    ptl_doc  *doc;
    ptl_plan *plan;
} drawing;

static drawing draw(const void *data, size_t size)
{
    drawing  d = { .doc = must_read(data, size, NULL) };
    ptl_diag err;

    if (ptl_plan_make(&d.plan, d.doc, &(ptl_write_opts){ .files = files }, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "no plan: %s", err.message);
    return d;
}

/* With paths, texts, and a view of its scene. */
static drawing level_plan(void)
{
    return draw(mpd_two_fans, sizeof mpd_two_fans);
}

/* With colors that are those of images. */
static drawing terrain_plan(void)
{
    test_bytes map = plain_map();
    drawing    d   = draw(map.data, map.size);

    free(map.data);
    return d;
}

static void free_drawing(drawing *d)
{
    ptl_plan_free(d->plan);
    ptl_doc_free(d->doc);
}

static ptl_read_opts reading(sweep_try *t)
{
    return (ptl_read_opts){ .allocator = test_allocator(&t->heap),
                            .limits    = { .memory = t->limit },
                            .listener  = sweep_listener(t),
                            .files     = files };
}

static ptl_write_opts writing(sweep_try *t, const char *to)
{
    return (ptl_write_opts){ .to        = to,
                             .allocator = test_allocator(&t->heap),
                             .limits    = { .memory = t->limit },
                             .listener  = sweep_listener(t),
                             .files     = files };
}

/* ---- Hubs ------------------------------------------------------------------------------------ */

typedef struct sample {
    const char *name;
    const void *data;
    size_t      size;
} sample;

/* What was made is told apart by what is written of it, with memory that is not counted. */
static void keep_scene(sweep_try *t, ptl_scene *scene)
{
    if (scene)
        CHECK(ptl_scene_write(&(ptl_target){ .bytes = &t->out }, scene,
                              &(ptl_write_opts){ .to = "glb" }, NULL) == PTL_OK);
    ptl_scene_free(scene);
}

static ptl_status make_scene(const sweep_call *call, sweep_try *t)
{
    const sample  *from  = call->user;
    ptl_read_opts  read  = reading(t);
    ptl_write_opts write = writing(t, NULL);
    ptl_scene     *scene = NULL;
    ptl_doc       *doc;
    ptl_status     status = ptl_read(&doc, from->data, from->size, &read, &t->err);

    if (doc)
        status = ptl_scene_make(&scene, doc, &write, &t->err);
    CHECK((status == PTL_OK) == (scene != NULL));
    keep_scene(t, scene);
    ptl_doc_free(doc);
    return status;
}

static ptl_status make_plan(const sweep_call *call, sweep_try *t)
{
    const sample  *from  = call->user;
    ptl_read_opts  read  = reading(t);
    ptl_write_opts write = writing(t, NULL);
    ptl_plan      *plan  = NULL;
    ptl_doc       *doc;
    ptl_status     status = ptl_read(&doc, from->data, from->size, &read, &t->err);

    if (doc)
        status = ptl_plan_make(&plan, doc, &write, &t->err);
    CHECK((status == PTL_OK) == (plan != NULL));
    if (plan)
        CHECK(ptl_plan_write(&(ptl_target){ .bytes = &t->out }, plan,
                             &(ptl_write_opts){ .to = "svg" }, NULL) == PTL_OK);
    ptl_plan_free(plan);
    ptl_doc_free(doc);
    return status;
}

static ptl_status read_scene(const sweep_call *call, sweep_try *t)
{
    const ptl_bytes *from = call->user;
    ptl_read_opts    read = reading(t);
    ptl_scene       *scene;
    ptl_status       status =
        ptl_scene_read(&scene, &(ptl_source){ from->data, from->size, NULL }, &read, &t->err);

    CHECK((status == PTL_OK) == (scene != NULL));
    keep_scene(t, scene);
    return status;
}

static ptl_status import_model(const sweep_call *call, sweep_try *t)
{
    const ptl_bytes *from = call->user;
    ptl_read_opts    read = reading(t);
    ptl_doc         *doc;
    ptl_status       status = ptl_import(&doc, from->data, from->size, "pfobj", &read, &t->err);

    CHECK((status == PTL_OK) == (doc != NULL));
    if (doc)
        status = ptl_write(&t->out, doc, NULL, &t->err);
    t->errors = status != PTL_OK; /* that of writing has no listener */
    ptl_doc_free(doc);
    return status;
}

static ptl_status write_scene(const sweep_call *call, sweep_try *t)
{
    ptl_write_opts write = writing(t, call->name + sizeof "scene to " - 1);

    return ptl_scene_write(&(ptl_target){ .bytes = &t->out }, call->user, &write, &t->err);
}

static ptl_status write_plan(const sweep_call *call, sweep_try *t)
{
    ptl_write_opts write = writing(t, call->name + sizeof "plan to " - 1);

    return ptl_plan_write(&(ptl_target){ .bytes = &t->out }, call->user, &write, &t->err);
}

static void sweep_both(const sweep_call *call)
{
    sweep_allocations(call);
    sweep_limits(call);
}

static void hubs_are_made(void)
{
    test_bytes   map       = plain_map();
    const sample samples[] = { { "hubs of grmm", grmm_room, sizeof grmm_room },
                               { "hubs of mpd", mpd_two_fans, sizeof mpd_two_fans },
                               { "hubs of pfmap", map.data, map.size },
                               { "hubs of xmf", TEXT(route_box) },
                               { "hubs of pfobj", TEXT(PFOBJ_TINY) } };

    for (size_t i = 0; i < COUNT(samples); i++)
        sweep_both(&(sweep_call){ samples[i].name, make_scene, &samples[i], TRIES });
    for (size_t i = 0; i + 1 < COUNT(samples); i++)
        sweep_both(&(sweep_call){ samples[i].name, make_plan, &samples[i], TRIES });
    free(map.data);
}

static void imports_are_read(void)
{
    ptl_bytes glb = glb_of_model();

    sweep_both(&(sweep_call){ "ptl_scene_read", read_scene, &glb, TRIES });
    sweep_both(&(sweep_call){ "ptl_import", import_model, &glb, TRIES });
    ptl_bytes_free(&glb);
}

static void hubs_are_written(void)
{
    ptl_scene *scene = model_scene();
    drawing    level = level_plan(), map = terrain_plan();

    sweep_both(&(sweep_call){ "scene to glb", write_scene, scene, TRIES });
    sweep_both(&(sweep_call){ "scene to gltf", write_scene, scene, TRIES });
    sweep_both(&(sweep_call){ "scene to pfobj", write_scene, scene, TRIES });
    sweep_both(&(sweep_call){ "scene to png", write_scene, scene, 30 });
    sweep_both(&(sweep_call){ "plan to svg", write_plan, level.plan, 30 });
    sweep_both(&(sweep_call){ "plan to pdf", write_plan, map.plan, 30 });
    sweep_both(&(sweep_call){ "plan to png", write_plan, map.plan, 30 });
    ptl_scene_free(scene);
    free_drawing(&level);
    free_drawing(&map);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* The index-th part of the container, which is inside or in a file. */
static ptl_status read_part(const sweep_call *call, sweep_try *t)
{
    ptl_read_opts read = reading(t);
    ptl_doc      *doc, *part = NULL;
    ptl_status    status = ptl_read(&doc, TEXT(route_box), &read, &t->err);

    if (doc)
        status = ptl_part_read(&part, doc, *(const size_t *)call->user, &read, &t->err);
    CHECK((status == PTL_OK) == (part != NULL));
    if (part)
        status = ptl_write(&t->out, part, NULL, &t->err);
    t->errors += part && status != PTL_OK; /* that of writing has no listener */
    ptl_doc_free(part);
    ptl_doc_free(doc);
    return status;
}

/* A container stays what it was when a part cannot be put into it. */
static ptl_status put_part(const sweep_call *call, sweep_try *t)
{
    ptl_read_opts read = reading(t);
    ptl_doc      *doc, *part = must_read(TEXT(ROUTE_MAP), &(ptl_read_opts){ .format = "ppe" });
    ptl_status    status = ptl_read(&doc, TEXT(route_box), &read, &t->err);
    ptl_bytes     now    = { 0 };

    if (doc) {
        status    = ptl_part_put(doc, *(const size_t *)call->user, part, &t->err);
        t->errors = status != PTL_OK; /* it has no listener */
    }
    if (doc && status == PTL_OK) {
        status    = ptl_write(&t->out, doc, NULL, &t->err);
        t->errors = status != PTL_OK;
    } else if (doc && t->limit == 0) {
        now = must_write(doc, NULL);
        CHECK_BYTES(now.data, now.size, route_box, sizeof route_box - 1);
        ptl_bytes_free(&now);
    }
    ptl_doc_free(part);
    ptl_doc_free(doc);
    return status;
}

static void parts_come_out_and_go_in(void)
{
    static const size_t numbers[] = { 0, 1 };

    for (size_t i = 0; i < COUNT(numbers); i++) {
        sweep_allocations(&(sweep_call){ "ptl_part_read", read_part, &numbers[i], TRIES });
        sweep_both(&(sweep_call){ "ptl_part_put", put_part, &numbers[i], TRIES });
    }
}

/* ---- Scenes made by hand --------------------------------------------------------------------- */

typedef struct spoiling {
    const char *what;
    void (*scene)(ptl_scene *s);
    void (*plan)(ptl_plan *p);
    bool pictured; /* it takes a plan that has images */
} spoiling;

#define NODE (s->nodes.data[s->nodes.count - 1])
#define PART (s->meshes.data[0].parts.data[0])
#define SKIN (s->skins.data[0])
#define CHANNEL (s->clips.data[0].channels.data[0])
#define SPOIL_SCENE(name, ...)                                                                     \
    static void name(ptl_scene *s)                                                                 \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
    }

SPOIL_SCENE(material_image, s->materials.data[0].image = (uint32_t)s->images.count)
SPOIL_SCENE(material_color, s->materials.data[0].color[3] = NAN)
SPOIL_SCENE(material_cutoff, s->materials.data[0].cutoff = INFINITY)
SPOIL_SCENE(material_alpha, s->materials.data[0].alpha = (ptl_scene_alpha)99)
SPOIL_SCENE(part_material, PART.material = (uint32_t)s->materials.count)
SPOIL_SCENE(part_position, PART.position.data[4] = NAN)
SPOIL_SCENE(part_positions, PART.position.count--)
SPOIL_SCENE(part_normal, PART.normal.data[0] = INFINITY)
SPOIL_SCENE(part_normals, PART.normal.count -= 3)
SPOIL_SCENE(part_uv, PART.uv.data[1] = NAN)
SPOIL_SCENE(part_uvs, PART.uv.count--)
SPOIL_SCENE(part_colors, PART.color.count = 1)
SPOIL_SCENE(part_influences, PART.influences = 3)
SPOIL_SCENE(part_no_influences, PART.influences = 0)
SPOIL_SCENE(part_more_influences, PART.influences = 8)
SPOIL_SCENE(part_joint, PART.joint.data[0] = (uint16_t)SKIN.joints.count)
SPOIL_SCENE(part_joints, PART.joint.count--)
SPOIL_SCENE(part_weight, PART.weight.data[0] = NAN)
SPOIL_SCENE(part_weights, PART.weight.count--)
SPOIL_SCENE(part_index, PART.index.data[2] = (uint32_t)(PART.position.count / 3))
SPOIL_SCENE(part_far_index, PART.index.data[0] = UINT32_MAX)
SPOIL_SCENE(part_indices, PART.index.count--)
SPOIL_SCENE(part_no_list, PART.position.data = NULL)
SPOIL_SCENE(part_no_index, PART.index.data = NULL)
SPOIL_SCENE(part_extras, PART.extras = ((ptl_str){ "no JSON", 7 }))
SPOIL_SCENE(mesh_no_parts, s->meshes.data[0].parts.data = NULL)
SPOIL_SCENE(mesh_name, s->meshes.data[0].name = ((ptl_str){ NULL, 4 }))
SPOIL_SCENE(node_parent, NODE.parent = (uint32_t)s->nodes.count)
SPOIL_SCENE(node_itself, NODE.parent = (uint32_t)s->nodes.count - 1)
SPOIL_SCENE(node_ring, s->nodes.data[0].parent = 1; s->nodes.data[1].parent = 0)
SPOIL_SCENE(node_mesh, NODE.mesh = (uint32_t)s->meshes.count)
SPOIL_SCENE(node_skin, NODE.skin = (uint32_t)s->skins.count)
SPOIL_SCENE(node_translation, NODE.translation[2] = NAN)
SPOIL_SCENE(node_rotation, NODE.rotation[3] = INFINITY)
SPOIL_SCENE(node_scale, NODE.scale[0] = -INFINITY)
SPOIL_SCENE(node_extras, NODE.extras = ((ptl_str){ "{\"a\": 1} x", 10 }))
SPOIL_SCENE(no_nodes, s->nodes.data = NULL)
SPOIL_SCENE(skin_joint, SKIN.joints.data[0] = (uint32_t)s->nodes.count)
SPOIL_SCENE(skin_joints, SKIN.joints.count--)
SPOIL_SCENE(skin_root, SKIN.root = (uint32_t)s->nodes.count)
SPOIL_SCENE(skin_matrix, SKIN.inverse_bind.data[7] = NAN)
SPOIL_SCENE(skin_matrices, SKIN.inverse_bind.count -= 16)
SPOIL_SCENE(channel_node, CHANNEL.node = (uint32_t)s->nodes.count)
SPOIL_SCENE(channel_nowhere, CHANNEL.node = PTL_SCENE_NONE)
SPOIL_SCENE(channel_path, CHANNEL.path = (ptl_scene_path)9)
SPOIL_SCENE(channel_times, CHANNEL.times.count--)
SPOIL_SCENE(channel_values, CHANNEL.values.count--)
SPOIL_SCENE(channel_cubic, CHANNEL.cubic = true)
SPOIL_SCENE(channel_time, CHANNEL.times.data[1] = CHANNEL.times.data[0])
SPOIL_SCENE(channel_nan, CHANNEL.times.data[0] = NAN)
SPOIL_SCENE(channel_value, CHANNEL.values.data[0] = NAN)
SPOIL_SCENE(channel_empty, CHANNEL.times.count = CHANNEL.values.count = 0)
SPOIL_SCENE(image_name, memset(s->images.data[0].file.name, 97, sizeof s->images.data[0].file.name))
SPOIL_SCENE(image_kind, s->images.data[0].media_type = "text/html")
SPOIL_SCENE(image_no_kind, s->images.data[0].bytes.data = NULL)
SPOIL_SCENE(image_short, s->images.data[0].bytes.count = 3)
SPOIL_SCENE(scene_extras, s->extras = ((ptl_str){ "[]", 2 }))
SPOIL_SCENE(scene_tile, s->tile = NAN)
SPOIL_SCENE(scene_look, s->look[1] = 91)
SPOIL_SCENE(scene_look_nowhere, s->look[0] = NAN)

#define SCENE(name)                                                                                \
    {                                                                                              \
        .what = #name, .scene = name                                                               \
    }

static const spoiling scene_spoilings[] = {
    SCENE(material_image),  SCENE(material_color),     SCENE(material_cutoff),
    SCENE(material_alpha),  SCENE(part_material),      SCENE(part_position),
    SCENE(part_positions),  SCENE(part_normal),        SCENE(part_normals),
    SCENE(part_uv),         SCENE(part_uvs),           SCENE(part_colors),
    SCENE(part_influences), SCENE(part_no_influences), SCENE(part_more_influences),
    SCENE(part_joint),      SCENE(part_joints),        SCENE(part_weight),
    SCENE(part_weights),    SCENE(part_index),         SCENE(part_far_index),
    SCENE(part_indices),    SCENE(part_no_list),       SCENE(part_no_index),
    SCENE(part_extras),     SCENE(mesh_no_parts),      SCENE(mesh_name),
    SCENE(node_parent),     SCENE(node_itself),        SCENE(node_ring),
    SCENE(node_mesh),       SCENE(node_skin),          SCENE(node_translation),
    SCENE(node_rotation),   SCENE(node_scale),         SCENE(node_extras),
    SCENE(no_nodes),        SCENE(skin_joint),         SCENE(skin_joints),
    SCENE(skin_root),       SCENE(skin_matrix),        SCENE(skin_matrices),
    SCENE(channel_node),    SCENE(channel_nowhere),    SCENE(channel_path),
    SCENE(channel_times),   SCENE(channel_values),     SCENE(channel_cubic),
    SCENE(channel_time),    SCENE(channel_nan),        SCENE(channel_value),
    SCENE(channel_empty),   SCENE(image_name),         SCENE(image_kind),
    SCENE(image_no_kind),   SCENE(image_short),        SCENE(scene_extras),
    SCENE(scene_tile),      SCENE(scene_look),         SCENE(scene_look_nowhere),
};

static void check_unsound(const spoiling *s, ptl_status status, const sweep_try *t,
                          const char *rule)
{
    if (status != PTL_E_ARG || strcmp(t->err.rule, rule) != 0)
        test_fail(__FILE__, __LINE__, "%s: status %d: %s", s->what, (int)status, t->err.message);
    CHECK(t->out.data == NULL);
    CHECK_UINT(t->heap.held, 0);
}

static void refuse_scene(const spoiling *s, const char *to)
{
    ptl_scene     *scene = model_scene();
    sweep_try      t     = { 0 };
    ptl_write_opts write = writing(&t, to);
    ptl_status     status;

    s->scene(scene);
    status = ptl_scene_write(&(ptl_target){ .bytes = &t.out }, scene, &write, &t.err);
    check_unsound(s, status, &t, "scene-unsound");
    ptl_scene_free(scene);
}

static void unsound_scenes_are_refused(void)
{
    static const char *const targets[] = { "glb", "obj", "png", "pfobj" };

    for (size_t i = 0; i < COUNT(scene_spoilings); i++)
        for (size_t k = 0; k < COUNT(targets); k++)
            refuse_scene(&scene_spoilings[i], targets[k]);
}

/* ---- Plans made by hand ---------------------------------------------------------------------- */

/* The first item of a kind. */
static ptl_plan_item *item_of(ptl_plan *p, ptl_plan_kind kind)
{
    for (size_t i = 0; i < p->items.count; i++)
        if (p->items.data[i].kind == kind)
            return &p->items.data[i];
    test_fail(__FILE__, __LINE__, "the plan has no item of kind %d", (int)kind);
}

#define PATH (item_of(p, PTL_PLAN_PATH)->as.path)
#define WORDS (item_of(p, PTL_PLAN_TEXT)->as.text)
#define VIEW (item_of(p, PTL_PLAN_VIEW)->as.view)
#define SPOIL_PLAN(name, ...)                                                                      \
    static void name(ptl_plan *p)                                                                  \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
    }

SPOIL_PLAN(page_no_list, p->pages.data = NULL)
SPOIL_PLAN(page_width, p->pages.data[0].width = NAN)
SPOIL_PLAN(page_height, p->pages.data[0].height = 0)
SPOIL_PLAN(page_large, p->pages.data[0].width = 1e30f)
SPOIL_PLAN(page_paper, p->pages.data[0].paper = (uint32_t)p->palette.count)
SPOIL_PLAN(page_layers, p->pages.data[0].count = p->layers.count + 1)
SPOIL_PLAN(page_layer, p->pages.data[0].layer = SIZE_MAX)
SPOIL_PLAN(page_cells, p->pages.data[0].cells.width = NAN)
SPOIL_PLAN(page_name, p->pages.data[0].name = ((ptl_str){ NULL, 3 }))
SPOIL_PLAN(layer_name, p->layers.data[0].name = NULL)
SPOIL_PLAN(layer_items, p->layers.data[0].count = p->items.count + 1)
SPOIL_PLAN(layer_item, p->layers.data[0].item = SIZE_MAX)
SPOIL_PLAN(layer_no_list, p->layers.data = NULL)
SPOIL_PLAN(color_name, p->palette.data[0].name = NULL)
SPOIL_PLAN(color_image, p->palette.data[0].image = (uint32_t)p->images.count)
SPOIL_PLAN(item_kind, p->items.data[0].kind = (ptl_plan_kind)17)
SPOIL_PLAN(spot_box, *item_of(p, PTL_PLAN_TEXT) = ((ptl_plan_item){
                         .kind = PTL_PLAN_SPOT, .as.spot.box = { NAN, 0, 1, 1 } }))
SPOIL_PLAN(spot_text, *item_of(p, PTL_PLAN_TEXT) = ((ptl_plan_item){
                          .kind    = PTL_PLAN_SPOT,
                          .as.spot = { .box = { 0, 0, 1, 1 }, .text = { "\x1b", 1 } } }))
SPOIL_PLAN(layer_zoom, p->layers.data[0].zoom = -1)
SPOIL_PLAN(layer_far, p->layers.data[0].x = INFINITY)
SPOIL_PLAN(layer_clip, p->layers.data[0].clip.width = NAN)
SPOIL_PLAN(page_map, p->pages.data[0].map.x = NAN)
SPOIL_PLAN(page_part, p->pages.data[0].part = ((ptl_str){ NULL, 3 }))
SPOIL_PLAN(item_no_list, p->items.data = NULL)
SPOIL_PLAN(path_verb, p->verbs.data[PATH.verb] = 200)
SPOIL_PLAN(path_line_first, p->verbs.data[PATH.verb] = PTL_VERB_LINE)
SPOIL_PLAN(path_verbs, PATH.verb_count = p->verbs.count + 1)
SPOIL_PLAN(path_far_verb, PATH.verb = SIZE_MAX)
SPOIL_PLAN(path_points, PATH.point = p->points.count / 2)
SPOIL_PLAN(path_far_point, PATH.point = SIZE_MAX)
SPOIL_PLAN(path_no_points, p->points.data = NULL)
SPOIL_PLAN(path_no_verbs, p->verbs.data = NULL)
SPOIL_PLAN(path_fill, PATH.fill = (uint32_t)p->palette.count)
SPOIL_PLAN(path_stroke, PATH.stroke = (uint32_t)p->palette.count)
SPOIL_PLAN(path_width, PATH.width = NAN)
SPOIL_PLAN(path_dash, PATH.dash = -1)
SPOIL_PLAN(path_gap, PATH.gap = INFINITY)
SPOIL_PLAN(path_point, p->points.data[0] = NAN)
SPOIL_PLAN(text_bytes, WORDS.text = ((ptl_str){ "\xff", 1 }))
SPOIL_PLAN(text_control, WORDS.text = ((ptl_str){ "a\nb", 3 }))
SPOIL_PLAN(text_nothing, WORDS.text = ((ptl_str){ NULL, 3 }))
SPOIL_PLAN(text_place, WORDS.x = NAN)
SPOIL_PLAN(text_size, WORDS.size = -2)
SPOIL_PLAN(text_face, WORDS.face = (ptl_plan_face)12)
SPOIL_PLAN(text_anchor, WORDS.anchor = (ptl_plan_anchor)12)
SPOIL_PLAN(text_color, WORDS.color = (uint32_t)p->palette.count)
SPOIL_PLAN(text_halo, WORDS.halo = (uint32_t)p->palette.count)
SPOIL_PLAN(view_box, VIEW.box.width = NAN)
SPOIL_PLAN(view_west, VIEW.west = INFINITY)
SPOIL_PLAN(view_unit, VIEW.unit = 0)
SPOIL_PLAN(view_scene, p->scene = NULL)
SPOIL_PLAN(picture_image,
           *item_of(p, PTL_PLAN_TEXT) = ((ptl_plan_item){
               .kind = PTL_PLAN_PICTURE, .as.picture = { (uint32_t)p->images.count } }))
SPOIL_PLAN(plan_image_name,
           memset(p->images.data[0].file.name, 97, sizeof p->images.data[0].file.name))
SPOIL_PLAN(plan_image_kind, p->images.data[0].media_type = "image/png\" onload=\"")
SPOIL_PLAN(plan_image_short, p->images.data[0].bytes.count = 3)

#define PLAN(name)                                                                                 \
    {                                                                                              \
        .what = #name, .plan = name                                                                \
    }

#define PICTURED(name)                                                                             \
    {                                                                                              \
        .what = #name, .plan = name, .pictured = true                                              \
    }

static const spoiling plan_spoilings[] = {
    PLAN(page_no_list),
    PLAN(spot_box),
    PLAN(spot_text),
    PLAN(layer_zoom),
    PLAN(layer_far),
    PLAN(layer_clip),
    PLAN(page_map),
    PLAN(page_part),
    PLAN(page_width),
    PLAN(page_height),
    PLAN(page_large),
    PLAN(page_paper),
    PLAN(page_layers),
    PLAN(page_layer),
    PLAN(page_cells),
    PLAN(page_name),
    PLAN(layer_name),
    PLAN(layer_items),
    PLAN(layer_item),
    PLAN(layer_no_list),
    PLAN(color_name),
    PLAN(color_image),
    PLAN(item_kind),
    PLAN(item_no_list),
    PLAN(path_verb),
    PLAN(path_line_first),
    PLAN(path_verbs),
    PLAN(path_far_verb),
    PLAN(path_points),
    PLAN(path_far_point),
    PLAN(path_no_points),
    PLAN(path_no_verbs),
    PLAN(path_fill),
    PLAN(path_stroke),
    PLAN(path_width),
    PLAN(path_dash),
    PLAN(path_gap),
    PLAN(path_point),
    PLAN(text_bytes),
    PLAN(text_control),
    PLAN(text_nothing),
    PLAN(text_place),
    PLAN(text_size),
    PLAN(text_face),
    PLAN(text_anchor),
    PLAN(text_color),
    PLAN(text_halo),
    PLAN(view_box),
    PLAN(view_west),
    PLAN(view_unit),
    PLAN(view_scene),
    PLAN(picture_image),
    PICTURED(plan_image_name),
    PICTURED(plan_image_kind),
    PICTURED(plan_image_short),
};

static void refuse_plan(const spoiling *s, const char *to)
{
    drawing        d     = s->pictured ? terrain_plan() : level_plan();
    sweep_try      t     = { 0 };
    ptl_write_opts write = writing(&t, to);
    ptl_status     status;

    s->plan(d.plan);
    status = ptl_plan_write(&(ptl_target){ .bytes = &t.out }, d.plan, &write, &t.err);
    check_unsound(s, status, &t, "plan-unsound");
    free_drawing(&d);
}

static void unsound_plans_are_refused(void)
{
    static const char *const targets[] = { "svg", "png", "pdf" };

    for (size_t i = 0; i < COUNT(plan_spoilings); i++)
        for (size_t k = 0; k < COUNT(targets); k++)
            refuse_plan(&plan_spoilings[i], targets[k]);
}

int main(void)
{
    static const test_case cases[] = {
        TEST(hubs_are_made),
        TEST(imports_are_read),
        TEST(hubs_are_written),
        TEST(parts_come_out_and_go_in),
        TEST(unsound_scenes_are_refused),
        TEST(unsound_plans_are_refused),
    };

    return run_tests("calls", cases, COUNT(cases));
}
