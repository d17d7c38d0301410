/* SPDX-License-Identifier: MIT */
/* Gridmonger maps as scenes: a node for each level with the solids of its cells, and nodes for its
 * notes. Levels of one location stand above each other by elevation, or all side by side. */
#include <stdio.h>
#include <string.h>

#include "core/color.h"
#include "formats/grmm/grmm_plan.h"
#include "formats/grmm/grmm_solid.h"

/* A palette of our own, linear; in sRGB as remarked. Floors go by the numbers of their colors. */
static const struct {
    const char *name;
    float       color[4];
} paints[SOLID_PAINTS] = {
    { "floor 0", { 0.8148f, 0.7758f, 0.6867f, 1 } },     /* E9E4D8 */
    { "floor 1", { 0.3813f, 0.1022f, 0.0953f, 1 } },     /* A65A57 */
    { "floor 2", { 0.7454f, 0.2542f, 0.1441f, 1 } },     /* E08A6A */
    { "floor 3", { 0.807f, 0.552f, 0.1441f, 1 } },       /* E8C46A */
    { "floor 4", { 0.3515f, 0.2542f, 0.1221f, 1 } },     /* A08A62 */
    { "floor 5", { 0.2747f, 0.4287f, 0.1022f, 1 } },     /* 8FAF5A */
    { "floor 6", { 0.552f, 0.6724f, 0.2789f, 1 } },      /* C4D690 */
    { "floor 7", { 0.3763f, 0.624f, 0.7454f, 1 } },      /* A5CFE0 */
    { "floor 8", { 0.159f, 0.3467f, 0.5271f, 1 } },      /* 6F9FC0 */
    { "floor 9", { 0.3968f, 0.2122f, 0.4342f, 1 } },     /* A97FB0 */
    { "wall", { 0.2542f, 0.227f, 0.1878f, 1 } },         /* 8A8378 */
    { "secret", { 0.2159f, 0.2016f, 0.1878f, 1 } },      /* 807C78 */
    { "rock", { 0.0908f, 0.0802f, 0.0685f, 1 } },        /* 55504A */
    { "stone", { 0.4564f, 0.4072f, 0.3325f, 1 } },       /* B4AB9C */
    { "wood", { 0.2582f, 0.1022f, 0.0331f, 1 } },        /* 8B5A33 */
    { "iron", { 0.0723f, 0.0908f, 0.117f, 1 } },         /* 4C5560 */
    { "brass", { 0.5711f, 0.3231f, 0.0437f, 1 } },       /* C79A3B */
    { "dark", { 0.013f, 0.0116f, 0.016f, 1 } },          /* 1E1C22 */
    { "paper", { 0.7605f, 0.6514f, 0.3916f, 1 } },       /* E2D3A8 */
    { "statue", { 0.3467f, 0.4342f, 0.4342f, 1 } },      /* 9FB0B0 */
    { "pointer", { 0.0284f, 0.2747f, 0.3372f, 1 } },     /* 2F8F9D */
    { "green", { 0.0762f, 0.3231f, 0.0823f, 1 } },       /* 4E9A51 */
    { "red", { 0.4793f, 0.0561f, 0.0423f, 1 } },         /* B8433A */
    { "magic", { 0.1946f, 0.1046f, 0.6308f, 1 } },       /* 7A5BD0 */
    { "trail", { 0.0437f, 0.1559f, 0.3763f, 1 } },       /* 3B6EA5 */
    { "illusion", { 0.2542f, 0.227f, 0.1878f, 0.45f } }, /* 8A8378 */
    { "glass", { 0.3467f, 0.6514f, 0.7913f, 0.25f } },   /* 9FD3E6 */
    { "hidden", { 0.0423f, 0.0343f, 0.0513f, 0.35f } },  /* 3A3440 */
    { "glow", { 0.3325f, 0.2232f, 0.8714f, 0.3f } },     /* 9C82F0 */
};

typedef struct level_size { /* what the solids of a level come to */
    size_t vertices[SOLID_PAINTS], indices[SOLID_PAINTS], parts;
} level_size;

typedef struct dungeon {
    ptl_job        *job;
    const ptl_grmm *map;
    ptl_scene      *scene;
    solid_builder   solid;
    level_size     *sizes;            /* of each level, then of each kind of pin */
    size_t          pins[SOLID_PINS]; /* how many there are                       */
    uint32_t        pin_mesh[SOLID_PINS];
    ptl_theme      *theme;                  /* NULL: the palette of our own */
    uint32_t        material[SOLID_PAINTS]; /* NONE: not used */
} dungeon;

/* ---- Solids --------------------------------------------------------------------------------- */

/* A level, or behind the last one a pin. */
static void build(dungeon *d, size_t number)
{
    if (number < d->map->levels.count)
        ptl_solid_level(&d->solid);
    else
        ptl_solid_pin(&d->solid, number - d->map->levels.count);
}

static void begin(dungeon *d, size_t number)
{
    bool pin = number >= d->map->levels.count;

    d->solid.level  = pin ? NULL : &d->map->levels.data[number];
    d->solid.number = number;
    memset(d->solid.vertices, 0, sizeof d->solid.vertices);
    memset(d->solid.indices, 0, sizeof d->solid.indices);
    memset(d->solid.part, 0, sizeof d->solid.part);
}

static void count_mesh(dungeon *d, size_t number)
{
    level_size *size = &d->sizes[number];

    begin(d, number);
    build(d, number);
    memcpy(size->vertices, d->solid.vertices, sizeof size->vertices);
    memcpy(size->indices, d->solid.indices, sizeof size->indices);
    for (size_t i = 0; i < SOLID_PAINTS; i++) {
        size->parts += size->vertices[i] > 0;
        if (size->vertices[i] > UINT32_MAX)
            ptl_fail(d->job, PTL_E_LIMIT, PTL_NOWHERE, "grmm-scene",
                     "a level has more than 4294967295 vertices of one color");
        if (size->vertices[i] > 0)
            d->material[i] = 0;
    }
}

static void fill_mesh(dungeon *d, size_t number, ptl_scene_mesh *mesh)
{
    const level_size *size = &d->sizes[number];
    size_t            used = 0;

    begin(d, number);
    if (!ptl_scene_parts(d->job, mesh, size->parts))
        return;
    for (size_t i = 0; i < SOLID_PAINTS; i++) {
        ptl_scene_part *part = &mesh->parts.data[used];

        if (size->vertices[i] == 0)
            continue;
        part->material   = d->material[i];
        d->solid.part[i] = part;
        if (!ptl_scene_part_reserve(d->job, part, size->vertices[i], size->indices[i],
                                    PTL_PART_NORMAL))
            return;
        used++;
    }
    build(d, number);
}

static uint32_t number_materials(dungeon *d)
{
    uint32_t used = 0;

    for (size_t i = 0; i < SOLID_PAINTS; i++)
        if (d->material[i] != PTL_SCENE_NONE)
            d->material[i] = used++;
    return used;
}

/* The color of a theme for what it knows of: floors, walls, rock, trail. */
static void take_from_theme(const ptl_theme *theme, size_t paint, float color[4])
{
    ptl_role role  = paint < 10                ? PTL_ROLE_FLOOR + (ptl_role)paint
                     : paint == SOLID_WALL     ? PTL_ROLE_WALL
                     : paint == SOLID_ILLUSION ? PTL_ROLE_WALL
                     : paint == SOLID_ROCK     ? PTL_ROLE_OUTLINE
                     : paint == SOLID_TRAIL    ? PTL_ROLE_TRAIL
                                               : PTL_ROLES;
    uint32_t base  = ptl_color_over(theme->color[PTL_ROLE_FLOOR], theme->color[PTL_ROLE_PAPER]);
    uint32_t shown = role < PTL_ROLES ? theme->color[role] : 0;

    if ((shown & 0xFF) == 0)
        return;
    shown = ptl_color_over(shown, base | 0xFF);
    for (int i = 0; i < 3; i++)
        color[i] = (float)ptl_color_light((shown >> (24 - 8 * i) & 0xFF) / 255.0);
}

static void fill_materials(const dungeon *d)
{
    for (size_t i = 0; i < SOLID_PAINTS; i++) {
        ptl_scene_material *m;

        if (d->material[i] == PTL_SCENE_NONE)
            continue;
        m       = &d->scene->materials.data[d->material[i]];
        m->name = ptl_scene_text(paints[i].name);
        memcpy(m->color, paints[i].color, sizeof m->color);
        if (d->theme)
            take_from_theme(d->theme, i, m->color);
        m->alpha = i >= SOLID_ILLUSION ? PTL_ALPHA_BLEND : PTL_ALPHA_OPAQUE;
    }
}

/* ---- Places --------------------------------------------------------------------------------- */

static bool same_location(const ptl_grmm_level *a, const ptl_grmm_level *b)
{
    ptl_grmm_level where[2] = { { .location = a->location }, { .location = b->location } };

    return ptl_grmm_compare_levels(&where[0], &where[1]) == 0;
}

/* Levels of one location share a place, each at its height; a second one of the same elevation goes
 * beside the first. `order` is that of display: locations together, elevations falling. */
static void place_stacks(dungeon *d, const uint32_t *order)
{
    double base = 0, wide = 0, beside = 0;

    for (size_t i = 0; i < d->map->levels.count; i++) {
        const ptl_grmm_level *level = &d->map->levels.data[order[i]];
        const ptl_grmm_level *last  = i > 0 ? &d->map->levels.data[order[i - 1]] : NULL;
        ptl_scene_node       *node  = &d->scene->nodes.data[1 + order[i]];

        if (last && !same_location(level, last)) {
            base += wide + SOLID_APART;
            wide = 0;
        }
        if (last && same_location(level, last) && level->elevation == last->elevation)
            beside += last->columns + SOLID_APART;
        else
            beside = 0;
        wide                 = beside + level->columns > wide ? beside + level->columns : wide;
        node->translation[0] = (float)(base + beside);
        node->translation[1] = (float)(level->elevation * (d->solid.rise + SOLID_STORY));
    }
}

/* In rows of about the width that makes the whole a square. */
static void place_side_by_side(dungeon *d, const uint32_t *order)
{
    double area = 0, x = 0, z = 0, deep = 0;

    for (size_t i = 0; i < d->map->levels.count; i++)
        area += (d->map->levels.data[i].columns + SOLID_APART) *
                (d->map->levels.data[i].rows + SOLID_APART);
    for (size_t i = 0; i < d->map->levels.count; i++) {
        const ptl_grmm_level *level = &d->map->levels.data[order[i]];
        ptl_scene_node       *node  = &d->scene->nodes.data[1 + order[i]];

        if (x > 0 && (x + level->columns) * (x + level->columns) > 2 * area) {
            z += deep + SOLID_APART;
            x = deep = 0;
        }
        node->translation[0] = (float)x;
        node->translation[2] = (float)z;
        x += level->columns + SOLID_APART;
        deep = level->rows > deep ? level->rows : deep;
    }
}

/* ---- Nodes ---------------------------------------------------------------------------------- */

static ptl_str text_of(ptl_job *job, const char *text, size_t size)
{
    char *copy = ptl_arena_raw(job, size);

    return copy ? (ptl_str){ memcpy(copy, text, size), size } : (ptl_str){ "", 0 };
}

/* What a note is called: its number, letters or icon. */
static ptl_str note_name(ptl_job *job, const ptl_grmm_note *note)
{
    char        name[64];
    const char *icon = ptl_grmm_icon_name(note->icon);
    int         size = 0;

    if (note->kind == PTL_GRMM_NUMBERED)
        size = snprintf(name, sizeof name, "note %u", note->index);
    else if (note->kind == PTL_GRMM_CUSTOM_ID)
        size = snprintf(name, sizeof name, "note %.*s",
                        (int)(note->id.size < 32 ? note->id.size : 32), note->id.data);
    else if (note->kind == PTL_GRMM_ICON && icon)
        size = snprintf(name, sizeof name, "note %s", icon);
    else
        size =
            snprintf(name, sizeof name, "%s", note->kind == PTL_GRMM_LABEL ? "label" : "comment");
    return text_of(job, name, (size_t)size);
}

static void add_notes(dungeon *d, size_t level, size_t *next)
{
    const ptl_grmm_notes *notes = &d->map->levels.data[level].notes;

    for (size_t i = 0; i < notes->count && ptl_ok(d->job); i++) {
        ptl_scene_node *node = &d->scene->nodes.data[(*next)++];

        node->name           = note_name(d->job, &notes->data[i]);
        node->parent         = (uint32_t)(1 + level);
        node->translation[0] = (float)notes->data[i].column + 0.5f;
        node->translation[2] = (float)notes->data[i].row + 0.5f;
        node->extras         = ptl_solid_note_extras(d->job, &notes->data[i]);
        node->mesh           = d->pin_mesh[notes->data[i].kind];
    }
}

static ptl_str level_name(ptl_job *job, const ptl_grmm_level *level)
{
    size_t size = ptl_grmm_level_name(NULL, 0, level);
    char  *name = ptl_arena_raw(job, size + 1);

    if (name)
        ptl_grmm_level_name(name, size + 1, level);
    return (ptl_str){ name, name ? size : 0 };
}

/* Pins come first among the meshes, so that levels know where theirs are. */
static size_t add_pins(dungeon *d)
{
    size_t mesh = 0;

    memset(d->pin_mesh, 0xFF, sizeof d->pin_mesh); /* PTL_SCENE_NONE */
    for (size_t i = 0; i < SOLID_PINS && ptl_ok(d->job); i++) {
        if (d->pins[i] == 0)
            continue;
        d->scene->meshes.data[mesh].name =
            ptl_scene_text(i == PTL_GRMM_LABEL ? "board" : ptl_grmm_note_kind_name((uint8_t)i));
        fill_mesh(d, d->map->levels.count + i, &d->scene->meshes.data[mesh]);
        d->pin_mesh[i] = (uint32_t)mesh++;
    }
    return mesh;
}

static void add_levels(dungeon *d)
{
    size_t mesh = add_pins(d), next = 1 + d->map->levels.count;

    for (size_t i = 0; i < d->map->levels.count && ptl_ok(d->job); i++) {
        ptl_scene_node *node = &d->scene->nodes.data[1 + i];

        node->parent = 0;
        node->name   = level_name(d->job, &d->map->levels.data[i]);
        if (d->sizes[i].parts > 0) {
            node->mesh                       = (uint32_t)mesh;
            d->scene->meshes.data[mesh].name = node->name;
            fill_mesh(d, i, &d->scene->meshes.data[mesh++]);
        }
        node->extras = ptl_solid_level_extras(d->job, d->map, i);
        add_notes(d, i, &next);
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* Rows and columns that are numbered from 1 in the north-west are what everybody expects. */
static bool is_plain(const ptl_grmm_coordinates *c)
{
    return c->origin == 0 && c->row_style == 0 && c->column_style == 0 && c->row_start == 1 &&
           c->column_start == 1;
}

typedef struct summary { /* one line of what is not as in the map */
    char   text[sizeof((ptl_diag *)0)->message];
    size_t used;
} summary;

static void say(summary *s, size_t count, const char *one, const char *many)
{
    size_t room = sizeof s->text - s->used;
    int    size = 0;

    if (count > 0)
        size = snprintf(s->text + s->used, room, count == 1 ? one : many, count);
    s->used += size < 0 ? 0 : (size_t)size < room ? (size_t)size : room - 1;
}

/* What a scene has no place for, not even as extras. */
static void say_what_is_dropped(const dungeon *d, summary *s)
{
    const ptl_grmm *map     = d->map;
    size_t          unknown = map->chunks.count + map->map_chunks.count + map->level_chunks.count +
                     map->state.chunks.count;
    size_t counted = 0;

    for (size_t i = 0; i < map->levels.count; i++) {
        unknown += map->levels.data[i].chunks.count;
        counted += !is_plain(ptl_grmm_coordinates_of(map, i));
    }
    say(s, counted, ", coordinates of a level dropped", ", coordinates of %zu levels dropped");
    say(s, unknown, ", an unknown chunk dropped", ", %zu unknown chunks dropped");
    say(s, map->state.layout != PTL_GRMM_STATE_NONE, ", state of the editor dropped", "");
}

/* All in one finding: none of it can be helped, and each of them would be said of every map. */
static void say_losses(const dungeon *d)
{
    summary s = { .text = "" };

    say(&s, !d->solid.flat && d->scene->meshes.count > 0, ", heights invented", "");
    say(&s, d->solid.said.sealed, ", a wall invented where a floor ends",
        ", %zu walls invented where floors end");
    say(&s, d->solid.said.aimed, ", the side of a stair or exit guessed",
        ", sides of %zu stairs and exits guessed");
    say(&s, d->solid.said.unknown, ", an unknown floor or wall shown plain",
        ", %zu unknown floors and walls shown plain");
    say_what_is_dropped(d, &s);
    if (s.used > 0)
        ptl_find(d->job, PTL_LOSS, PTL_NOWHERE, "grmm-scene", "not as in the map: %s", s.text + 2);
}

/* Pins where they are wanted; those of kinds that do not occur are not made. */
static void count_pins(dungeon *d)
{
    for (size_t i = 0; i < d->map->levels.count; i++)
        for (size_t k = 0; k < d->map->levels.data[i].notes.count; k++)
            d->pins[d->map->levels.data[i].notes.data[k].kind]++;
    if (d->solid.flat || ptl_setting_of(d->job, "no-pins"))
        memset(d->pins, 0, sizeof d->pins);
}

static bool reserve(dungeon *d)
{
    size_t levels = d->map->levels.count, meshes = 0, nodes = 1 + levels;

    count_pins(d);
    for (size_t i = 0; i < levels && ptl_ok(d->job); i++) {
        count_mesh(d, i);
        meshes += d->sizes[i].parts > 0;
        nodes += d->map->levels.data[i].notes.count;
    }
    for (size_t i = 0; i < SOLID_PINS && ptl_ok(d->job); i++) {
        if (d->pins[i] == 0)
            continue;
        count_mesh(d, levels + i);
        meshes++;
    }
    return ptl_ok(d->job) &&
           ptl_scene_reserve(d->job, d->scene, 0, number_materials(d), meshes, nodes);
}

static void place_levels(dungeon *d)
{
    const ptl_setting *given = ptl_setting_of(d->job, "arrange");
    uint32_t          *order = ptl_arena_array(d->job, d->map->levels.count, sizeof *order);

    given = given ? given : ptl_setting_of(d->job, "levels"); /* an older name */

    if (!order)
        return;
    ptl_grmm_sort_levels(d->map, order);
    if (given ? ptl_setting_is(given, "side") : d->solid.flat)
        place_side_by_side(d, order);
    else
        place_stacks(d, order);
}

/* Without a theme asked for, the palette of our own. */
static ptl_theme *theme_of(ptl_job *job, const ptl_grmm *map, const ptl_files *files)
{
    ptl_theme *theme = NULL;

    if (ptl_setting_of(job, "theme"))
        theme = ptl_arena_take(job, sizeof *theme);
    if (theme)
        ptl_grmm_theme(job, theme, map, files);
    return theme;
}

void ptl_grmm_to_scene(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    ptl_scene      *scene = hub;
    const ptl_grmm *map   = ptl_grmm_as_seen(job, ptl_solid_choose(job, native));
    dungeon         d     = { .job   = job,
                              .map   = map,
                              .scene = scene,
                              .theme = theme_of(job, native, files),
                              .solid = { .job    = job,
                                         .map    = map,
                                         .rise   = ptl_solid_height(job),
                                         .flat   = ptl_setting_of(job, "flat"),
                                         .sealed = !ptl_setting_of(job, "unsealed") } };

    if (!ptl_ok(job))
        return;
    memset(d.material, 0xFF, sizeof d.material);
    ptl_solid_index_kinds(&d.solid);
    d.sizes = ptl_arena_array(job, map->levels.count + SOLID_PINS, sizeof *d.sizes);
    if (!d.sizes || !reserve(&d))
        return;
    memset(&d.solid.said, 0, sizeof d.solid.said); /* they were counted once already */
    fill_materials(&d);
    scene->name = scene->nodes.data[0].name = d.map->title;
    place_levels(&d);
    add_levels(&d);
    scene->extras  = ptl_solid_map_extras(job, d.map);
    scene->tile    = 1;
    scene->look[0] = 20; /* from high up: walls hide what is behind them */
    scene->look[1] = 60;
    say_losses(&d);
}
