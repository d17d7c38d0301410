/* SPDX-License-Identifier: MIT */
/* Every public call that takes a document, or what is inside, with odd numbers to ask about. */
#include <math.h>
#include <portolan/grmm.h>
#include <portolan/mpd.h>
#include <portolan/pfmap.h>
#include <portolan/pfobj.h>
#include <portolan/pfscene.h>
#include <portolan/pixels.h>
#include <portolan/plan.h>
#include <portolan/ppe.h>
#include <portolan/scene.h>
#include <portolan/tiled.h>
#include <portolan/xmf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edits.h"

/* ---- Odd numbers ----------------------------------------------------------------------------- */

static const double reals[] = { 0,      1.5, -1,   64,   1e9, -1e9, 1e300, -1e300,
                                5e-324, 4e9, 1e19, 0.25, 31,  0,    0,     0 };

static double real(unsigned seed)
{
    seed %= 16;
    return seed == 13   ? (double)NAN
           : seed == 14 ? (double)INFINITY
           : seed == 15 ? -(double)INFINITY
                        : reals[seed];
}

static uint32_t whole(unsigned seed)
{
    static const uint32_t wholes[] = { 0,          1,     2,        3,    31,    32,
                                       99,         255,   256,      9999, 99999, INT32_MAX,
                                       UINT32_MAX, 65535, 1u << 31, 7 };

    return wholes[seed % 16];
}

static ptl_ray ray_of(unsigned seed)
{
    return (ptl_ray){ .origin    = { real(seed), real(seed / 3), real(seed / 5) },
                      .direction = { real(seed / 7), real(seed / 11), real(seed / 13) },
                      .most      = real(seed / 2 + 6) };
}

/* ---- What every document can ----------------------------------------------------------------- */

static void write_as(const ptl_doc *doc, const char *to)
{
    ptl_bytes bytes;

    if (ptl_write(&bytes, doc, &(ptl_write_opts){ .to = to }, NULL) == PTL_OK)
        ptl_bytes_free(&bytes);
}

static void look(const ptl_doc *doc)
{
    static const char *const profiles[] = { NULL, "engine", "document" };
    ptl_bytes                page;

    for (size_t i = 0; i < 3; i++)
        ptl_check(doc, &(ptl_check_opts){ .profile = profiles[i] }, NULL);
    for (int i = PTL_PAGE_TEXT; i <= PTL_PAGE_NOTES; i++)
        if (ptl_info(&page, doc, (ptl_page)i, NULL) == PTL_OK)
            ptl_bytes_free(&page);
    ptl_doc_format(doc);
    ptl_doc_verbatim(doc);
    ptl_doc_imported(doc);
    ptl_doc_attached(&(ptl_attached){ 0 }, doc, 0);
}

static void go_through_lists(const ptl_doc *doc, unsigned seed)
{
    ptl_companion companion;
    ptl_part      part;
    ptl_doc      *inside;
    size_t        i;

    for (i = 0; i < 40 && ptl_doc_companion(&companion, doc, i); i++)
        ;
    ptl_doc_companion(&companion, doc, whole(seed));
    for (i = 0; i < 8 && ptl_part_at(&part, doc, i); i++)
        if (ptl_part_read(&inside, doc, i, NULL, NULL) == PTL_OK)
            ptl_doc_free(inside);
    ptl_part_at(&part, doc, whole(seed));
}

static void shoot(const ptl_scene *scene, unsigned seed)
{
    ptl_scene_rays *rays;
    ptl_scene_hit   hit, tree;
    ptl_ray         ray = ray_of(seed);
    bool            met = ptl_scene_ray(&hit, scene, NULL, &ray);

    if (ptl_scene_rays_make(&rays, scene, NULL, NULL) != PTL_OK)
        return;
    if (ptl_scene_ray(&tree, scene, rays, &ray) != met || (met && hit.t != tree.t))
        abort();
    ptl_scene_rays_free(rays);
}

static void make_hubs(const ptl_doc *doc, unsigned seed)
{
    ptl_scene *scene;
    ptl_plan  *plan;

    if (ptl_scene_make(&scene, doc, NULL, NULL) == PTL_OK) {
        shoot(scene, seed);
        ptl_scene_free(scene);
    }
    if (ptl_plan_make(&plan, doc, NULL, NULL) == PTL_OK)
        ptl_plan_free(plan);
}

static void draw_it(const ptl_doc *doc)
{
    static const ptl_setting small = { "size", "16", 2 };
    ptl_pixels               pixels;
    ptl_write_opts           opts = { .settings = &small, .setting_count = 1 };

    if (ptl_doc_draw(&pixels, doc, &opts, NULL) == PTL_OK)
        ptl_pixels_free(&pixels);
    write_as(doc, "glb");
    write_as(doc, "svg");
    write_as(doc, "heightmap");
}

/* ---- Egoboo ---------------------------------------------------------------------------------- */

static void ask_mesh(const ptl_mpd *mesh, const ptl_mpd_tables *tables, unsigned seed)
{
    double  x = real(seed), y = real(seed / 16), normal[3];
    uint8_t triangles[PTL_MPD_MAX_ENTRIES][3];
    ptl_ray ray = ray_of(seed);
    ptl_hit hit;

    ptl_mpd_fan_at(mesh, x, y);
    ptl_mpd_block_at(mesh, x, y);
    ptl_mpd_height(mesh, tables, x, y);
    ptl_mpd_normal(normal, mesh, tables, x, y);
    ptl_mpd_walkable(mesh, NULL, x, y);
    ptl_mpd_ray(&hit, mesh, tables, &ray);
    ptl_mpd_fx_at(mesh, x, y);
    ptl_mpd_vertex_light(mesh, whole(seed), false);
    ptl_mpd_twist(mesh, tables, whole(seed), real(seed / 5));
    ptl_mpd_fan_triangles(triangles, mesh, whole(seed));
    ptl_mpd_texture_place(mesh, whole(seed), whole(seed / 3), whole(seed / 7));
    ptl_mpd_type(mesh->dictionary, (uint8_t)seed);
}

static void ask_mpd(const ptl_doc *doc, unsigned seed)
{
    ptl_mpd_tables tables;

    if (ptl_mpd_derive(&tables, doc, NULL) == PTL_OK) {
        ask_mesh(ptl_mpd_view(doc), &tables, seed);
        ask_mesh(ptl_mpd_view(doc), &tables, 65);
    }
    ptl_mpd_tables_free(&tables);
    ask_mesh(ptl_mpd_view(doc), &(ptl_mpd_tables){ 0 }, seed);
}

static void change_mpd(ptl_doc *doc, unsigned seed)
{
    ptl_mpd_retwist(doc, real(seed), NULL);
    ptl_mpd_lay_out(doc, (uint8_t)seed, NULL);
}

/* ---- Permafrost ------------------------------------------------------------------------------ */

static void ask_tile(const ptl_pfmap *map, const ptl_pfmap_tile *tile, double x, double z)
{
    int     corners[4];
    double  normal[3];
    uint8_t modes[4];

    ptl_pfmap_corners(corners, tile);
    ptl_pfmap_cut_nw_se(tile);
    ptl_pfmap_height_in(tile, x, z);
    ptl_pfmap_normal_in(normal, tile, x, z);
    ptl_pfmap_material_in(tile, x, z);
    ptl_pfmap_blend_modes(modes, map, tile);
    ptl_pfmap_is_water(tile);
}

static void ask_passable(const ptl_pfmap *map)
{
    uint64_t size = 4 * (uint64_t)map->width * map->height;
    uint8_t *out  = size > 0 && size < 1u << 20 ? malloc((size_t)size) : NULL;

    if (out)
        ptl_pfmap_passable(out, map, PTL_PFMAP_GROUND);
    free(out);
}

static void ask_pfmap(const ptl_doc *doc, unsigned seed)
{
    const ptl_pfmap *map = ptl_pfmap_view(doc);
    double           x = real(seed), z = real(seed / 16), normal[3];
    ptl_pfmap_place  place;
    ptl_ray          ray = ray_of(seed);
    ptl_hit          hit;

    ptl_pfmap_version(map);
    ptl_pfmap_place_at(&place, map, x, z);
    ptl_pfmap_file_number(map, whole(seed), whole(seed / 3));
    ptl_pfmap_index(map, whole(seed));
    if (ptl_pfmap_tile_at(map, whole(seed), whole(seed / 3)))
        ask_tile(map, ptl_pfmap_tile_at(map, whole(seed), whole(seed / 3)), x, z);
    ptl_pfmap_height(map, x, z);
    ptl_pfmap_normal(normal, map, x, z);
    ptl_pfmap_ray(&hit, map, &ray);
    ptl_pfmap_walkable(map, x, z, PTL_PFMAP_GROUND);
    ptl_pfmap_walkable(map, 0, 0, PTL_PFMAP_SWIMMER);
    ask_passable(map);
}

static void change_pfmap(ptl_doc *doc, unsigned seed)
{
    ptl_pfmap_add_material(doc, "name", "texture.png", NULL);
    ptl_pfmap_add_splat(doc, whole(seed), 0, NULL);
}

static void ask_pfobj(const ptl_doc *doc, unsigned seed)
{
    const ptl_pfobj *model = ptl_pfobj_view(doc);
    ptl_pfobj_skin   skin;

    ptl_pfobj_frame_at(model, whole(seed), real(seed), real(seed / 16));
    ptl_pfobj_frame_at(model, 0, real(seed), real(seed / 16));
    ptl_pfobj_bind(&skin, doc, NULL);
    ptl_pfobj_pose(&skin, doc, 0, 0, NULL);
    ptl_pfobj_pose(&skin, doc, whole(seed), whole(seed / 3), NULL);
    ptl_pfobj_skinned(model, &skin, whole(seed));
    ptl_pfobj_skinned_normal(model, &skin, whole(seed));
    ptl_pfobj_bounds(model, &skin);
    ptl_pfobj_bounds(model, NULL);
    ptl_pfobj_skin_free(&skin);
    for (size_t i = 0; i < model->joints.count; i++) {
        ptl_pfobj_transform t = model->joints.data[i].bind;

        ptl_pfobj_local(&t);
        ptl_pfobj_to_angles(&t);
        ptl_pfobj_to_quaternion(&t);
    }
}

static void change_pfobj(ptl_doc *doc, unsigned seed)
{
    ptl_pfobj_rebound(doc, NULL);
    ptl_pfobj_mirror(doc, NULL);
    ptl_pfobj_set_weights(doc, whole(seed), seed % 9, NULL);
}

static void ask_pfscene(const ptl_doc *doc, unsigned seed)
{
    const ptl_pfscene *scene = ptl_pfscene_view(doc);
    ptl_pfscene_stand  stand;

    for (size_t s = 0; s < scene->sections.count; s++)
        for (size_t i = 0; i < scene->sections.data[s].things.count; i++) {
            const ptl_pfscene_thing *thing = &scene->sections.data[s].things.data[i];

            ptl_pfscene_stand_of(&stand, thing);
            ptl_pfscene_attribute_of(thing, seed % 2 ? "position" : "");
        }
}

static void change_pfscene(ptl_doc *doc, unsigned seed)
{
    ptl_pfscene *scene = ptl_pfscene_of(doc);

    if (scene->sections.count > 0 && seed % 2)
        scene->sections.data[seed % scene->sections.count].name = scene->version;
}

/* ---- PixelPerfectEngine ---------------------------------------------------------------------- */

static void ask_ppe(const ptl_doc *doc, unsigned seed)
{
    const ptl_ppe *map = ptl_ppe_view(doc);
    uint32_t       x = whole(seed), y = whole(seed / 16), word;
    ptl_ppe_cell   cell = ptl_ppe_cell_at(map, x, y);

    ptl_ppe_header_flags(map);
    ptl_ppe_has_logic(map);
    ptl_ppe_cell_in_engine(map, seed);
    ptl_ppe_word_of(&word, map, &cell);
    ptl_ppe_tiled_gid(&cell);
    ptl_ppe_source_pixel((uint8_t)seed, x, y, whole(seed / 3), whole(seed / 7));
    ptl_ppe_corner_at(map, x, y, whole(seed / 3));
    ptl_ppe_light_at(map, x, y, real(seed), real(seed / 3));
    ptl_ppe_logic_at(map, x, y);
}

static void change_ppe(ptl_doc *doc, unsigned seed)
{
    ptl_ppe_add_corners(doc, NULL);
    ptl_ppe_add_logic(doc, 8u << seed % 4, NULL);
}

static void ask_tmx(const ptl_doc *doc, unsigned seed)
{
    ptl_tiled_map map;

    ptl_tiled_derive(&map, doc, NULL);
    ptl_tiled_set_of(&map, seed);
    ptl_tiled_map_free(&map);
}

static void change_tmx(ptl_doc *doc, unsigned seed)
{
    ptl_tiled *map = ptl_tiled_of(doc);

    if (map->elements.count > 0)
        map->elements.data[seed % map->elements.count].level = seed % 3;
}

static void ask_xmf(const ptl_doc *doc, unsigned seed)
{
    const ptl_xmf   *box = ptl_xmf_view(doc);
    ptl_xmf_layers   layers;
    ptl_xmf_palettes palettes;
    ptl_xmf_values   values;
    char             name[64];

    ptl_xmf_derive(&layers, doc, NULL);
    ptl_xmf_layers_free(&layers);
    ptl_xmf_derive_palettes(&palettes, doc, NULL);
    ptl_xmf_palettes_free(&palettes);
    for (size_t i = 0; i < box->tags.count && i < 20; i++) {
        ptl_xmf_values_of(&values, doc, &box->tags.data[i], NULL);
        ptl_xmf_values_free(&values);
        ptl_xmf_file_name(name, 1 + seed % sizeof name, box->tags.data[i].rest);
    }
}

static void change_xmf(ptl_doc *doc, unsigned seed)
{
    ptl_xmf_tile   tile   = { .id = (int32_t)whole(seed), .name = { "t", 1 } };
    ptl_xmf_source source = { .path = { "a.png", 5 }, .tiles = { &tile, 1 } };
    ptl_xmf_layers layers;
    ptl_doc       *map;

    ptl_xmf_describe(doc, "n", 1, 1, NULL);
    ptl_xmf_add_layer(doc, "l", (int32_t)whole(seed), 1, 1, 2, 1, NULL);
    if (ptl_xmf_derive(&layers, doc, NULL) == PTL_OK && layers.count > 0)
        ptl_xmf_add_source(doc, &layers.data[seed % layers.count], &source, NULL);
    ptl_xmf_layers_free(&layers);
    if (ptl_ppe_new(&map, PTL_PPE_NEW, 2, 1, NULL, NULL) == PTL_OK)
        ptl_part_put(doc, seed % 3, map, NULL);
    ptl_doc_free(map);
}

/* ---- Gridmonger ------------------------------------------------------------------------------ */

static void ask_level(const ptl_grmm *map, const ptl_grmm_level *level)
{
    uint32_t *order = level->notes.count < 1u << 16 ? calloc(level->notes.count + 1, 4) : NULL;
    char      name[64];

    ptl_grmm_region_rows(level);
    ptl_grmm_region_columns(level);
    ptl_grmm_level_name(name, sizeof name, level);
    ptl_grmm_compare_levels(level, &map->levels.data[0]);
    if (order)
        ptl_grmm_reading_order(order, level);
    free(order);
}

static void ask_place(const ptl_grmm *map, ptl_grmm_place place, unsigned seed)
{
    char           name[32];
    ptl_grmm_place to;

    ptl_grmm_cell_at(map, place.level, place.row, place.column);
    ptl_grmm_cell_at(map, whole(seed), whole(seed / 3), whole(seed / 7));
    ptl_grmm_cell_name(name, map, place);
    ptl_grmm_region_of(map, place);
    ptl_grmm_note_at(map, place);
    ptl_grmm_link_from(&to, map, place);
    ptl_grmm_step(map, place, (ptl_grmm_direction)(seed % 5), seed % 8);
    ptl_grmm_letters(name, (int32_t)whole(seed));
    ptl_grmm_coordinates_of(map, whole(seed));
}

static void ask_grmm(const ptl_doc *doc, unsigned seed)
{
    const ptl_grmm *map = ptl_grmm_view(doc);
    double          x = real(seed), z = real(seed / 16), normal[3];
    ptl_grmm_place  place = { (uint16_t)whole(seed), (uint16_t)whole(seed / 3),
                              (uint16_t)whole(seed / 7) };
    size_t          level = seed % 3;
    ptl_ray         ray   = ray_of(seed);
    ptl_grmm_path   path;
    ptl_hit         hit;
    char            name[96];

    ask_place(map, place, seed);
    ask_place(map, (ptl_grmm_place){ 0, (uint16_t)(seed % 4), (uint16_t)(seed / 4 % 4) }, seed);
    for (size_t i = 0; i < map->levels.count && i < 4; i++)
        ask_level(map, &map->levels.data[i]);
    for (size_t i = 0; i < map->links.count && i < 4; i++)
        ptl_grmm_link_name(name, sizeof name, map, &map->links.data[i]);
    ptl_grmm_find_path(&path, doc, (ptl_grmm_place){ 0 }, place, seed % 8, NULL);
    ptl_grmm_path_free(&path);
    ptl_grmm_height(map, level, x, z);
    ptl_grmm_normal(normal, map, level, x, z);
    ptl_grmm_walkable(map, level, x, z, seed % 8);
    ptl_grmm_ray(&hit, map, level, &ray);
    ptl_grmm_floor_name((uint8_t)seed);
    ptl_grmm_wall_name((uint8_t)seed);
    ptl_grmm_icon_name((uint8_t)seed);
    ptl_grmm_note_kind_name((uint8_t)seed);
    ptl_grmm_direction_name((ptl_grmm_direction)(seed % 5));
    ptl_grmm_floor_since((uint8_t)seed);
    ptl_grmm_floor_until((uint8_t)seed);
}

static void change_grmm(ptl_doc *doc, unsigned seed)
{
    ptl_grmm_place at = { 0, (uint16_t)(seed % 3), (uint16_t)(seed / 3 % 3) };

    ptl_grmm_set(doc, 0, (ptl_grmm_layer)(seed % 6), at.row, at.column, 1, NULL);
    ptl_grmm_set(doc, whole(seed), PTL_GRMM_FLOOR, whole(seed / 3), whole(seed / 7), 1, NULL);
    ptl_grmm_add_note(doc, 0, &(ptl_grmm_note){ .kind = (uint8_t)seed, .text = { "a", 1 } }, NULL);
    ptl_grmm_add_link(doc, at, (ptl_grmm_place){ (uint16_t)whole(seed), 0, 0 }, NULL);
    ptl_grmm_name_region(doc, 0, 0, 0, "a", NULL);
    ptl_grmm_insert_level(doc, seed % 2, doc, 0, NULL);
    ptl_grmm_move_level(doc, 0, seed % 3, NULL);
    ptl_grmm_add_level(NULL, doc, "l", "n", 1, 2, 2, NULL);
    ptl_grmm_remove_level(doc, seed % 3, NULL);
    ptl_grmm_rename_level(doc, seed % 3, "a", seed % 2 ? NULL : "b", NULL);
    ptl_grmm_append(doc, doc, NULL);
    ptl_grmm_keep_levels(doc, (uint32_t[]){ seed % 4, 0, seed % 3 }, 1 + seed % 3, NULL);
}

/* ---- All of it ------------------------------------------------------------------------------- */

static const struct {
    const char *format;
    void (*ask)(const ptl_doc *doc, unsigned seed);
    void (*change)(ptl_doc *doc, unsigned seed);
} rows[] = {
    { "mpd", ask_mpd, change_mpd },       { "pfmap", ask_pfmap, change_pfmap },
    { "pfobj", ask_pfobj, change_pfobj }, { "pfscene", ask_pfscene, change_pfscene },
    { "ppe", ask_ppe, change_ppe },       { "tmx", ask_tmx, change_tmx },
    { "xmf", ask_xmf, change_xmf },       { "grmm", ask_grmm, change_grmm },
};

static void call_some(const ptl_doc *doc, unsigned seed, unsigned what)
{
    if (what & EDIT_LOOK) {
        look(doc);
        write_as(doc, NULL);
        go_through_lists(doc, seed);
    }
    if (what & EDIT_HUBS)
        make_hubs(doc, seed);
    if (what & EDIT_JSON)
        edit_compare_json(doc);
    if (what & EDIT_DRAW)
        draw_it(doc);
}

void edit_call(ptl_doc *doc, unsigned seed, unsigned what)
{
    size_t row = 0;

    while (strcmp(rows[row].format, ptl_doc_format(doc)) != 0)
        row++;
    rows[row].ask(doc, seed);
    call_some(doc, seed, what);
    if (!(what & EDIT_CHANGE))
        return;
    ptl_fix(doc, NULL, NULL);
    rows[row].change(doc, seed);
    rows[row].ask(doc, seed);
    call_some(doc, seed, what);
}

static void must(bool good, const char *what, const ptl_diag *err)
{
    if (good)
        return;
    fprintf(stderr, "%s: %s [%s]\n", what, err->message, err->rule ? err->rule : "");
    abort();
}

void edit_compare_json(const ptl_doc *doc)
{
    ptl_write_opts to   = { .to = "json" };
    ptl_read_opts  from = { .format = "json", .lenient = true };
    ptl_bytes      json, again;
    ptl_diag       err = { .message = "" };
    ptl_doc       *back;

    if (ptl_write(&json, doc, &to, NULL) != PTL_OK)
        return;
    must(ptl_read(&back, json.data, json.size, &from, &err) == PTL_OK, "not read again", &err);
    must(ptl_write(&again, back, &to, &err) == PTL_OK, "not written again", &err);
    must(json.size == again.size && memcmp(json.data, again.data, json.size) == 0,
         "another after reading", &err);
    ptl_bytes_free(&json);
    ptl_bytes_free(&again);
    ptl_doc_free(back);
}
