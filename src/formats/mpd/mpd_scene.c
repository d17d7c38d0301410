/* SPDX-License-Identifier: MIT */
/* Egoboo meshes as scenes: one part for each tile sheet, light as vertex color.
 *
 * (x, y, z) of the map becomes (X, Y, Z) = (x, z, y): exchanging two axes turns the left-handed map
 * into a right-handed scene, so nothing is mirrored, but triangles run the other way round. Numbers
 * stay as they are; the root node scales a fan of 128 units to one meter. */
#include <math.h>
#include <string.h>

#include "formats/mpd/mpd_marks.h"

enum { SHEETS = 4 };

typedef struct builder {
    ptl_job        *job;
    const ptl_mpd  *mesh;
    ptl_mpd_tables  tables;
    size_t          vertices[SHEETS], indices[SHEETS], dropped;
    ptl_scene_part *part[SHEETS]; /* NULL for a sheet that nothing uses */
    ptl_mpd_water   water;
    unsigned        water_layers; /* that are shown */
    unsigned        effects;      /* that become sheets of their own */
    unsigned        asked;        /* for which, as bits */
    mpd_marks       marks;        /* of passages and spawns */
} builder;

static bool is_finite_at(const ptl_mpd *mesh, uint32_t vertex)
{
    return isfinite(mesh->x.data[vertex]) && isfinite(mesh->y.data[vertex]) &&
           isfinite(mesh->z.data[vertex]);
}

/* A fan with a coordinate that is no number cannot be drawn. */
static bool is_drawable(const builder *b, uint32_t fan, const ptl_mpd_fan_type *type)
{
    uint32_t first = b->tables.vrtstart.data[fan];

    for (unsigned i = 0; i < type->vertices; i++)
        if (!is_finite_at(b->mesh, first + i))
            return false;
    return true;
}

/* Calls `each` for every fan that is drawn. */
static void each_fan(builder *b, void (*each)(builder *b, uint32_t fan, const ptl_mpd_fan_type *))
{
    for (uint32_t fan = 0; fan < b->tables.fans_with_vertices; fan++) {
        uint32_t                word = b->mesh->words.data[fan];
        const ptl_mpd_fan_type *type = ptl_mpd_type(b->mesh->dictionary, ptl_mpd_word_type(word));

        if (!type || type->vertices == 0 || ptl_mpd_word_tile(word) == PTL_MPD_FANOFF)
            continue;
        if (is_drawable(b, fan, type))
            each(b, fan, type);
        else
            b->dropped++;
    }
}

static void count_fan(builder *b, uint32_t fan, const ptl_mpd_fan_type *type)
{
    unsigned sheet = ptl_mpd_word_sheet(b->mesh->words.data[fan]);
    uint8_t  local[PTL_MPD_MAX_ENTRIES][3];

    b->vertices[sheet] += type->vertices;
    b->indices[sheet] += 3 * ptl_mpd_fan_triangles(local, b->mesh, fan);
}

static void add_vertex(builder *b, ptl_scene_part *part, uint32_t fan, unsigned local, size_t at)
{
    const ptl_mpd *mesh   = b->mesh;
    uint32_t       vertex = b->tables.vrtstart.data[fan] + local;
    ptl_mpd_uv     place  = ptl_mpd_texture_place(mesh, fan, local, PTL_MPD_INSET_DOCUMENT);
    uint8_t        light  = vertex < mesh->light.count ? mesh->light.data[vertex] : 255;

    part->position.data[3 * at]     = mesh->x.data[vertex];
    part->position.data[3 * at + 1] = mesh->z.data[vertex] / 16;
    part->position.data[3 * at + 2] = mesh->y.data[vertex];
    part->uv.data[2 * at]           = (float)(place.u / 256000.0);
    part->uv.data[2 * at + 1]       = (float)(place.v / 256000.0);
    memset(part->color.data + 4 * at, light, 3);
    part->color.data[4 * at + 3] = 255;
}

static void add_fan(builder *b, uint32_t fan, const ptl_mpd_fan_type *type)
{
    unsigned        sheet = ptl_mpd_word_sheet(b->mesh->words.data[fan]);
    ptl_scene_part *part  = b->part[sheet];
    uint8_t         local[PTL_MPD_MAX_ENTRIES][3];
    size_t          count = ptl_mpd_fan_triangles(local, b->mesh, fan);
    uint32_t        first = (uint32_t)b->vertices[sheet];

    for (unsigned i = 0; i < type->vertices; i++)
        add_vertex(b, part, fan, i, b->vertices[sheet]++);
    for (size_t i = 0; i < count; i++) {
        uint32_t *corner = part->index.data + b->indices[sheet];

        corner[0] = first + local[i][0];
        corner[1] = first + local[i][2];
        corner[2] = first + local[i][1];
        b->indices[sheet] += 3;
    }
}

/* Image, material and part of one sheet. */
static bool add_sheet(builder *b, ptl_scene *scene, unsigned sheet, uint32_t number)
{
    static const char *const names[]  = { "tile0", "tile1", "tile2", "tile3" };
    ptl_scene_material      *material = &scene->materials.data[number];
    ptl_scene_part          *part     = &scene->meshes.data[0].parts.data[number];

    ptl_mpd_companion(b->mesh, sheet + 1, &scene->images.data[number].file);
    scene->images.data[number].first_is_clear = true;
    material->name                            = ptl_scene_text(names[sheet]);
    material->image                           = number;
    material->alpha                           = PTL_ALPHA_MASK;
    part->material                            = number;
    part->display                             = true; /* the game multiplies what screens show */
    b->part[sheet]                            = part;
    return ptl_scene_part_reserve(b->job, part, b->vertices[sheet], b->indices[sheet],
                                  PTL_PART_UV | PTL_PART_COLOR);
}

/* Whether there is something to see of a layer of water, or of what is behind the level. */
static bool is_shown(const builder *b, unsigned layer)
{
    if (layer == MPD_BACKGROUND)
        return b->water.background && ptl_mpd_fans_off(b->mesh) > 0;
    return ptl_mpd_water_fans(b->mesh) > 0 && ptl_mpd_water_shown(&b->water, layer);
}

/* What lies over the screen moves with the player and has no place on the level. */
static void say_overlay(const builder *b)
{
    if (b->water.overlay && b->water.layers > 0 && !b->job->assists)
        ptl_find(b->job, PTL_LOSS, PTL_NOWHERE, "mpd-overlay",
                 "the upper texture of the water lies over the whole screen and is left out");
}

/* Image, material, mesh and node of a water layer; the lower one comes first, as it is drawn. */
static bool add_water(builder *b, ptl_scene *scene, unsigned layer, uint32_t sheets,
                      uint32_t number)
{
    static const char *const names[]  = { "water", "low water", "background" };
    ptl_scene_mesh          *mesh     = &scene->meshes.data[(sheets > 0) + number];
    ptl_scene_node          *node     = &scene->nodes.data[1 + number];
    uint32_t                 material = sheets + number;

    ptl_mpd_companion(b->mesh, layer == 0 ? 5 : 6, &scene->images.data[material].file);
    scene->materials.data[material].image = material;
    ptl_mpd_water_material(b->job, &scene->materials.data[material], &b->water, layer);
    mesh->name   = ptl_scene_text(names[layer]);
    node->name   = mesh->name;
    node->parent = 0;
    node->mesh   = (uint32_t)(mesh - scene->meshes.data);
    if (!ptl_scene_parts(b->job, mesh, 1))
        return false;
    mesh->parts.data[0].material = material;
    if (layer == MPD_BACKGROUND)
        return ptl_mpd_background_part(b->job, &mesh->parts.data[0], b->mesh, &b->tables,
                                       &b->water);
    return ptl_mpd_water_part(b->job, &mesh->parts.data[0], b->mesh, &b->tables, &b->water, layer);
}

/* Material, mesh and node of every effect there is, behind those of ground and water, and before
 * those of markers. */
static bool add_effects(builder *b, ptl_scene *scene)
{
    uint32_t material = (uint32_t)(scene->materials.count - b->marks.materials) - b->effects;
    uint32_t mesh     = (uint32_t)(scene->meshes.count - b->marks.meshes) - b->effects;
    uint32_t node     = (uint32_t)(scene->nodes.count - b->marks.nodes) - b->effects;

    for (unsigned i = 0; b->effects > 0 && i < MPD_EFFECTS; i++) {
        ptl_scene_mesh *sheet = &scene->meshes.data[mesh];

        if (!(b->asked >> i & 1) || ptl_mpd_effect_fans(b->mesh, i) == 0)
            continue;
        if (!ptl_scene_parts(b->job, sheet, 1) ||
            !ptl_mpd_effect_part(b->job, &sheet->parts.data[0], b->mesh, &b->tables, i))
            return false;
        ptl_mpd_effect_material(&scene->materials.data[material], i);
        sheet->parts.data[0].material  = material;
        sheet->name                    = scene->materials.data[material++].name;
        scene->nodes.data[node].name   = sheet->name;
        scene->nodes.data[node].parent = 0;
        scene->nodes.data[node++].mesh = mesh++;
    }
    return true;
}

/* Room for the sheets that are used and the water that is seen; a level where nothing is drawn has
 * no mesh, because glTF knows no empty ones. */
static bool reserve(builder *b, ptl_scene *scene)
{
    uint32_t used = 0, water = 0, more = b->water_layers + b->effects;

    each_fan(b, count_fan);
    for (unsigned i = 0; i < SHEETS; i++)
        used += b->vertices[i] > 0;
    if (!ptl_scene_reserve(b->job, scene, used + b->water_layers, used + more + b->marks.materials,
                           (used > 0) + more + b->marks.meshes, 1 + more + b->marks.nodes) ||
        !add_effects(b, scene))
        return false;
    if (used > 0 && !ptl_scene_parts(b->job, &scene->meshes.data[0], used))
        return false;
    for (unsigned i = MPD_BACKGROUND + 1; i-- > 0;)
        if (is_shown(b, i) && !add_water(b, scene, i, used, water++))
            return false;
    used = 0;
    for (unsigned i = 0; i < SHEETS; i++) {
        if (b->vertices[i] > 0 && !add_sheet(b, scene, i, used++))
            return false;
        b->vertices[i] = b->indices[i] = 0; /* from now on they count what is filled */
    }
    return true;
}

static void name_things(const builder *b, ptl_scene *scene)
{
    ptl_scene_node *level = &scene->nodes.data[0];

    if (scene->meshes.count > b->water_layers + b->effects + b->marks.meshes) {
        scene->meshes.data[0].name   = ptl_scene_text("ground");
        scene->meshes.data[0].extras = ptl_mpd_effect_notes(b->job, b->mesh, &b->tables, &b->water);
        level->mesh                  = 0;
    } else {
        level->extras = ptl_mpd_effect_notes(b->job, b->mesh, &b->tables, &b->water);
    }
    level->name = ptl_scene_text("level");
    scene->tile = 1;
    for (int i = 0; i < 3; i++)
        level->scale[i] = 1.0f / PTL_MPD_TILE;
    scene->extras = ptl_scene_text("{ \"format\": \"mpd\", \"units_per_meter\": 128, "
                                   "\"axes\": \"x east, y up, z south\" }");
}

void ptl_mpd_to_scene(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    ptl_scene *scene = hub;
    builder    b     = { .job = job, .mesh = native };

    if (b.mesh->version < 'C') {
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "mpd-no-geometry",
                 "Map%c has no vertices to make a scene of", b.mesh->version);
        return;
    }
    ptl_mpd_tables_make(job, b.mesh, &b.tables);
    if (ptl_mpd_water_fans(b.mesh) + ptl_mpd_fans_off(b.mesh) + ptl_mpd_effect_fans(b.mesh, 2) >
        0) /* or tiles that move */
        ptl_mpd_water_load(job, files, &b.water);
    say_overlay(&b);
    for (unsigned i = 0; i <= MPD_BACKGROUND; i++)
        b.water_layers += is_shown(&b, i);
    b.asked = job->assists ? 0 : ptl_mpd_effects_asked(job); /* plans have signs of their own */
    for (unsigned i = 0; i < MPD_EFFECTS; i++)
        b.effects += b.asked >> i & 1 && ptl_mpd_effect_fans(b.mesh, i) > 0;
    ptl_mpd_marks_count(job, &b.marks, b.mesh, &b.tables, files);
    if (!ptl_ok(job) || !reserve(&b, scene))
        return;
    b.dropped = 0; /* they were counted once already */
    each_fan(&b, add_fan);
    name_things(&b, scene);
    ptl_mpd_marks_fill(job, &b.marks, scene, b.mesh, &b.tables);
    ptl_find_count(
        job, PTL_LOSS, "mpd-not-finite", b.dropped,
        "# {fan is dropped: it has|fans are dropped: they have} coordinates that are not numbers");
}
