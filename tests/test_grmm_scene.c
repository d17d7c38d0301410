/* SPDX-License-Identifier: MIT */
/* Dungeons as solids: every kind of floor and wall shows, walls are closed, faces agree with their
 * normals, levels, notes and links are where they belong. */
#include <portolan/grmm.h>
#include <portolan/scene.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grmm_samples.h"
#include "harness.h"
#include "support.h"

static const uint8_t every_floor[] = { 20, 21, 22, 23, 24, 25, 30, 31, 40, 41, 42,  43,
                                       50, 51, 52, 53, 60, 70, 71, 80, 90, 91, 100, 110 };
static const uint8_t every_wall[]  = { 10, 11, 12, 20, 21, 22, 23, 24, 25,
                                       30, 31, 40, 41, 50, 51, 60, 70, 71 };

/* A map of one level that is all blank floor. */
static ptl_doc *blank_map(uint32_t rows, uint32_t columns)
{
    ptl_doc        *doc;
    ptl_grmm_level *level;
    ptl_diag        err;

    CHECK_UINT(ptl_grmm_new(&doc, "test", "2026-01-01 00:00:00", 4, NULL, &err), PTL_OK);
    CHECK_UINT(ptl_grmm_add_level(&level, doc, "Hall", "One", 0, rows, columns, &err), PTL_OK);
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            CHECK_UINT(ptl_grmm_set(doc, 0, PTL_GRMM_FLOOR, r, c, PTL_GRMM_BLANK, &err), PTL_OK);
    return doc;
}

static void set(ptl_doc *doc, ptl_grmm_layer layer, uint32_t row, uint32_t column, uint8_t value)
{
    CHECK_UINT(ptl_grmm_set(doc, 0, layer, row, column, value, NULL), PTL_OK);
}

typedef struct heard { /* the one finding */
    char   message[160];
    size_t count;
} heard;

static void hear(void *user, const ptl_diag *diag)
{
    heard *h = user;

    check_rule(diag, false);
    CHECK_UINT(diag->severity, PTL_LOSS);
    CHECK_TEXT(diag->rule, "grmm-scene");
    h->count++;
    memcpy(h->message, diag->message, sizeof h->message);
}

/* Settings such as "flat level=1" as a list, in words that they point into. */
static size_t split(ptl_setting list[4], char *words)
{
    size_t count = 0;

    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');

        if (value)
            *value++ = 0;
        list[count++] = (ptl_setting){ word, value, value ? strlen(value) : 0 };
    }
    return count;
}

static ptl_scene *scene_with(const ptl_doc *doc, const char *settings, heard *h)
{
    ptl_setting    list[4];
    ptl_write_opts opts = { .settings = list, .listener = { h ? hear : NULL, h } };
    char           words[64];
    ptl_scene     *scene;
    ptl_diag       err;

    snprintf(words, sizeof words, "%s", settings);
    opts.setting_count = split(list, words);
    if (ptl_scene_make(&scene, doc, &opts, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "no scene: %s", err.message);
    return scene;
}

static void must_not_make(const ptl_doc *doc, const char *settings, const char *why)
{
    ptl_setting    list[4];
    ptl_write_opts opts = { .settings = list };
    char           words[64];
    ptl_scene     *scene;
    ptl_diag       err;

    snprintf(words, sizeof words, "%s", settings);
    opts.setting_count = split(list, words);
    CHECK(ptl_scene_make(&scene, doc, &opts, &err) == PTL_E_ARG);
    CHECK(strstr(err.message, why));
}

static bool says(ptl_str extras, const char *what)
{
    size_t size = strlen(what);

    for (size_t i = 0; i + size <= extras.size; i++)
        if (memcmp(extras.data + i, what, size) == 0)
            return true;
    return false;
}

static const ptl_scene_part *painted(const ptl_scene *scene, const char *name)
{
    for (size_t m = 0; m < scene->meshes.count; m++)
        for (size_t i = 0; i < scene->meshes.data[m].parts.count; i++) {
            const ptl_scene_part *part = &scene->meshes.data[m].parts.data[i];
            ptl_str               is   = scene->materials.data[part->material].name;

            if (is.size == strlen(name) && memcmp(is.data, name, is.size) == 0)
                return part;
        }
    return NULL;
}

/* ---- Measuring ------------------------------------------------------------------------------ */

static size_t triangles_of(const ptl_scene *scene)
{
    size_t sum = 0;

    for (size_t m = 0; m < scene->meshes.count; m++)
        for (size_t i = 0; i < scene->meshes.data[m].parts.count; i++)
            sum += scene->meshes.data[m].parts.data[i].index.count / 3;
    return sum;
}

static void corner(const ptl_scene_part *part, size_t number, double out[3])
{
    for (size_t i = 0; i < 3; i++)
        out[i] = (double)part->position.data[3 * part->index.data[number] + i];
}

static void check_normals(const ptl_scene_part *part)
{
    for (size_t t = 0; t < part->index.count; t += 3) {
        double       p[3][3], u[3], v[3], dot = 0;
        const float *normal = part->normal.data + 3 * part->index.data[t];

        for (size_t k = 0; k < 3; k++)
            corner(part, t + k, p[k]);
        for (size_t i = 0; i < 3; i++) {
            u[i] = p[1][i] - p[0][i];
            v[i] = p[2][i] - p[0][i];
        }
        for (size_t i = 0; i < 3; i++)
            dot += (u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3]) *
                   (double)normal[i];
        CHECK(dot > 1e-9);
    }
}

typedef struct segment { /* a side of a triangle */
    float from[3], to[3];
} segment;

static int compare_segments(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(segment));
}

/* Sides of all triangles of the parts; with `back`, from end to beginning. */
static size_t gather(segment *out, const ptl_scene_part *const *parts, size_t count, bool back)
{
    size_t n = 0;

    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; parts[i] && k < parts[i]->index.count; k++, n++) {
            size_t       next = k % 3 == 2 ? k - 2 : k + 1;
            const float *from = parts[i]->position.data + 3 * parts[i]->index.data[k];
            const float *to   = parts[i]->position.data + 3 * parts[i]->index.data[next];

            for (size_t j = 0; j < 3; j++) { /* adding 0 leaves no -0 */
                out[n].from[j] = (back ? to : from)[j] + 0;
                out[n].to[j]   = (back ? from : to)[j] + 0;
            }
        }
    return n;
}

/* Every side of a triangle runs the other way in exactly one more. */
static void check_closed(const ptl_scene_part *const *parts, size_t count)
{
    size_t   sides = 0;
    segment *list[2];

    for (size_t i = 0; i < count; i++)
        sides += parts[i] ? parts[i]->index.count : 0;
    CHECK(sides > 0);
    for (int back = 0; back < 2; back++) {
        list[back] = calloc(sides, sizeof(segment));
        gather(list[back], parts, count, back);
        qsort(list[back], sides, sizeof(segment), compare_segments);
    }
    for (size_t i = 0; i + 1 < sides; i++)
        CHECK(compare_segments(&list[0][i], &list[0][i + 1]) != 0);
    CHECK_BYTES(list[0], sides * sizeof(segment), list[1], sides * sizeof(segment));
    free(list[0]);
    free(list[1]);
}

/* Volume inside, by the theorem of Gauss. */
static double volume(const ptl_scene_part *part)
{
    double sum = 0;

    for (size_t t = 0; t < part->index.count; t += 3) {
        double p[3][3];

        for (size_t k = 0; k < 3; k++)
            corner(part, t + k, p[k]);
        sum += p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) -
               p[0][1] * (p[1][0] * p[2][2] - p[1][2] * p[2][0]) +
               p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
    }
    return sum / 6;
}

/* Area seen from above. */
static double top_area(const ptl_scene_part *part)
{
    double sum = 0;

    for (size_t t = 0; t < part->index.count; t += 3) {
        double p[3][3], twice;

        for (size_t k = 0; k < 3; k++)
            corner(part, t + k, p[k]);
        twice =
            (p[1][2] - p[0][2]) * (p[2][0] - p[0][0]) - (p[1][0] - p[0][0]) * (p[2][2] - p[0][2]);
        sum += twice > 0 ? twice / 2 : 0;
    }
    return sum;
}

/* ---- Walls ---------------------------------------------------------------------------------- */

static void a_room_has_four_walls(void)
{
    ptl_doc              *doc   = blank_map(3, 4);
    heard                 h     = { 0 };
    ptl_scene            *scene = scene_with(doc, "", &h);
    const ptl_scene_part *wall  = painted(scene, "wall");
    /* Around 3 x 4 cells: four posts, and bars of 3 and 4 without their posts; 1 1/8 high. */
    double plan = 4 * 0.125 * 0.125 + 2 * (3 - 0.125) * 0.125 + 2 * (4 - 0.125) * 0.125;

    CHECK_UINT(h.count, 1);
    CHECK_TEXT(h.message,
               "not as in the map: heights invented, 14 walls invented where floors end, "
               "state of the editor dropped");
    check_closed(&wall, 1);
    CHECK(volume(wall) == plan * 1.125);
    CHECK(top_area(wall) == plan);
    /* Four posts with two faces, top and bottom; four bars with four. */
    CHECK_UINT(wall->index.count / 3, 2 * (4 * 4 + 4 * 4));
    CHECK(top_area(painted(scene, "floor 0")) == 12);
    CHECK_UINT(painted(scene, "floor 0")->index.count / 3, 2);
    ptl_scene_free(scene);
    scene = scene_with(doc, "unsealed", NULL);
    CHECK(painted(scene, "wall") == NULL);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

static void openings_keep_walls_closed(void)
{
    ptl_doc              *doc = blank_map(3, 4);
    ptl_scene            *scene;
    const ptl_scene_part *wall;

    set(doc, PTL_GRMM_WALL_NORTH, 1, 1, PTL_GRMM_WALL_DOOR);
    set(doc, PTL_GRMM_WALL_WEST, 1, 2, PTL_GRMM_WALL_LOCKED);
    scene = scene_with(doc, "unsealed", NULL);
    wall  = painted(scene, "wall");
    check_closed(&wall, 1);
    /* Three posts, and two walls less an opening of 1/2 by 13/16 over the base. */
    CHECK(volume(wall) ==
          0.125 * (3 * 0.125 * 1.125 + 2 * (0.875 * 1.125 - 0.5 * (0.8125 + 0.125))));
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

/* Walls strewn at random over a level, so that every junction of every pair occurs. */
static void any_mix_of_walls_is_closed(void)
{
    static const uint8_t bodies[] = { 0, 10, 10, 10, 20, 22, 23, 30, 41, 60 };
    uint32_t             seed     = 1;

    for (int round = 0; round < 8; round++) {
        ptl_doc              *doc = blank_map(9, 11);
        ptl_scene            *scene;
        const ptl_scene_part *bodies_of[3];

        for (uint32_t i = 0; i < 10 * 12; i++)
            for (int layer = PTL_GRMM_WALL_NORTH; layer <= PTL_GRMM_WALL_WEST; layer++) {
                seed = seed * 1664525 + 1013904223;
                set(doc, (ptl_grmm_layer)layer, i / 12, i % 12,
                    bodies[(seed >> 16) % (round < 7 ? COUNT(bodies) : 4)]);
                set(doc, PTL_GRMM_FLOOR, i / 12, i % 12, seed >> 29 ? 1 : 0);
            }
        scene        = scene_with(doc, round & 1 ? "unsealed" : "", NULL);
        bodies_of[0] = painted(scene, "wall");
        bodies_of[1] = painted(scene, "secret");
        bodies_of[2] = painted(scene, "stone"); /* archways, and the boards of niches */
        check_closed(bodies_of, 3);
        for (size_t i = 0; i < scene->meshes.data[0].parts.count; i++)
            check_normals(&scene->meshes.data[0].parts.data[i]);
        ptl_scene_free(scene);
        ptl_doc_free(doc);
    }
}

/* Floors strewn at random, in two colors with gaps: each color covers its own cells and no more.
 */
static void floors_cover_their_cells(void)
{
    uint32_t seed = 7;

    for (int round = 0; round < 64; round++) {
        ptl_doc   *doc = blank_map(6, 7);
        ptl_scene *scene;
        double     cells[2] = { 0, 0 };

        for (uint32_t i = 0; i < 6 * 7; i++) {
            uint32_t kind;

            seed = seed * 1664525 + 1013904223;
            kind = (seed >> 16) % 4; /* nothing, nothing, and either color */
            set(doc, PTL_GRMM_FLOOR, i / 7, i % 7, kind > 1 ? PTL_GRMM_BLANK : PTL_GRMM_EMPTY);
            set(doc, PTL_GRMM_COLOR, i / 7, i % 7, (uint8_t)(kind & 1));
            cells[kind & 1] += kind > 1;
        }
        scene = scene_with(doc, "unsealed", NULL);
        CHECK(top_area(painted(scene, "floor 0")) == cells[0]);
        CHECK(top_area(painted(scene, "floor 1")) == cells[1]);
        ptl_scene_free(scene);
        ptl_doc_free(doc);
    }
}

static void long_walls_are_one_bar(void)
{
    ptl_doc   *doc   = blank_map(200, 300);
    ptl_scene *scene = scene_with(doc, "", NULL);

    CHECK_UINT(painted(scene, "wall")->index.count / 3, 2 * (4 * 4 + 4 * 4));
    CHECK(triangles_of(scene) < 100);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

/* ---- Kinds ---------------------------------------------------------------------------------- */

/* Everything that stands in a cell or on an edge is closed by itself. */
static void check_things(const ptl_scene *scene)
{
    static const char *const solids[] = { "wood",  "iron",    "brass",    "paper", "statue",
                                          "red",   "pointer", "green",    "magic", "trail",
                                          "glass", "hidden",  "illusion", "glow" };

    for (size_t i = 0; i < COUNT(solids); i++) {
        const ptl_scene_part *part = painted(scene, solids[i]);

        if (part)
            check_closed(&part, 1);
        CHECK(!part || volume(part) > 0);
    }
}

static void every_floor_shows(void)
{
    for (size_t i = 0; i < COUNT(every_floor); i++)
        for (uint8_t facing = 0; facing < 4; facing++) {
            ptl_doc   *doc = blank_map(3, 3);
            ptl_scene *plain, *scene;

            plain = scene_with(doc, "unsealed", NULL);
            set(doc, PTL_GRMM_FLOOR, 1, 1, every_floor[i]);
            set(doc, PTL_GRMM_ORIENTATION, 1, 1, facing);
            scene = scene_with(doc, "unsealed", NULL);
            if (triangles_of(scene) <= triangles_of(plain))
                test_fail(__FILE__, __LINE__, "floor %u shows nothing", every_floor[i]);
            check_things(scene);
            for (size_t k = 0; k < scene->meshes.data[0].parts.count; k++)
                check_normals(&scene->meshes.data[0].parts.data[k]);
            CHECK(says(scene->nodes.data[1].extras, ptl_grmm_floor_name(every_floor[i])));
            ptl_scene_free(scene);
            ptl_scene_free(plain);
            ptl_doc_free(doc);
        }
}

static void every_wall_shows(void)
{
    for (size_t i = 0; i < COUNT(every_wall); i++)
        for (int layer = PTL_GRMM_WALL_NORTH; layer <= PTL_GRMM_WALL_WEST; layer++) {
            ptl_doc   *doc = blank_map(3, 3);
            ptl_scene *scene;

            set(doc, (ptl_grmm_layer)layer, 1, 1, every_wall[i]);
            scene = scene_with(doc, "unsealed", NULL);
            check_things(scene);
            if (triangles_of(scene) <= 2 + 2 + 8)
                test_fail(__FILE__, __LINE__, "wall %u shows nothing", every_wall[i]);
            ptl_scene_free(scene);
            ptl_doc_free(doc);
        }
}

/* A lever NE on the north edge of (1,1) is in that cell; SW in the one above; on the west edge NE
 * in the one to the west. */
static void things_are_on_their_side(void)
{
    static const struct {
        ptl_grmm_layer layer;
        uint8_t        wall;
        int            axis; /* 0 x, 2 z */
        bool           above;
    } cases[] = {
        { PTL_GRMM_WALL_NORTH, PTL_GRMM_WALL_LEVER_NE, 2, true },
        { PTL_GRMM_WALL_NORTH, PTL_GRMM_WALL_LEVER_SW, 2, false },
        { PTL_GRMM_WALL_WEST, PTL_GRMM_WALL_LEVER_NE, 0, false },
        { PTL_GRMM_WALL_WEST, PTL_GRMM_WALL_LEVER_SW, 0, true },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        ptl_doc              *doc = blank_map(3, 3);
        ptl_scene            *scene;
        const ptl_scene_part *knob;

        set(doc, cases[i].layer, 1, 1, cases[i].wall);
        scene = scene_with(doc, "", NULL);
        knob  = painted(scene, "red");
        for (size_t v = 0; v < knob->position.count; v += 3)
            CHECK(((double)knob->position.data[v + (size_t)cases[i].axis] > 1) == cases[i].above);
        ptl_scene_free(scene);
        ptl_doc_free(doc);
    }
}

static void flat_maps_lie_flat(void)
{
    ptl_doc      *doc = blank_map(3, 4);
    ptl_scene    *scene;
    ptl_scene_box box;

    set(doc, PTL_GRMM_WALL_NORTH, 1, 1, PTL_GRMM_WALL_DOOR);
    set(doc, PTL_GRMM_FLOOR, 2, 2, PTL_GRMM_OPEN_PIT);
    set(doc, PTL_GRMM_FLOOR, 0, 0, PTL_GRMM_STATUE);
    scene = scene_with(doc, "flat", NULL);
    CHECK(ptl_scene_mesh_bounds(&box, &scene->meshes.data[0]));
    CHECK((double)box.least[1] > -0.03 && (double)box.most[1] < 0.04);
    for (size_t i = 0; i < scene->meshes.data[0].parts.count; i++) {
        const ptl_scene_part *part = &scene->meshes.data[0].parts.data[i];

        check_normals(part);
        for (size_t v = 1; v < part->normal.count; v += 3)
            CHECK((double)part->normal.data[v] > 0.5);
    }
    CHECK(painted(scene, "wood") && painted(scene, "dark") && painted(scene, "statue"));
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

/* ---- Levels, notes, links ------------------------------------------------------------------- */

static void levels_stand_where_they_should(void)
{
    static const struct {
        const char *location;
        int16_t     elevation;
        float       stacked[3], beside[3];
    } levels[] = {
        { "Tower", 1, { 0, 2, 0 }, { 0, 0, 0 } },
        { "Tower", -1, { 0, -2, 0 }, { 12, 0, 0 } },
        { "Well", 0, { 24, 0, 0 }, { 12, 0, 12 } },
        { "Tower", -1, { 12, -2, 0 }, { 0, 0, 12 } },
    };
    ptl_doc        *doc;
    ptl_grmm_level *level;
    ptl_diag        err;

    CHECK_UINT(ptl_grmm_new(&doc, "test", "2026-01-01 00:00:00", 4, NULL, &err), PTL_OK);
    for (size_t i = 0; i < COUNT(levels); i++) {
        CHECK_UINT(ptl_grmm_add_level(&level, doc, levels[i].location, i == 3 ? "two" : "one",
                                      levels[i].elevation, 10, 10, &err),
                   PTL_OK);
        CHECK_UINT(ptl_grmm_set(doc, i, PTL_GRMM_FLOOR, 0, 0, PTL_GRMM_BLANK, &err), PTL_OK);
    }
    for (int side = 0; side < 2; side++) {
        ptl_scene *scene = scene_with(doc, side ? "arrange=side" : "arrange=stack", NULL);

        CHECK_UINT(scene->nodes.count, 5);
        for (size_t i = 0; i < COUNT(levels); i++)
            CHECK_BYTES(scene->nodes.data[1 + i].translation, sizeof levels[i].stacked,
                        side ? levels[i].beside : levels[i].stacked, sizeof levels[i].stacked);
        ptl_scene_free(scene);
    }
    ptl_doc_free(doc);
}

static void notes_are_nodes(void)
{
    ptl_doc                 *doc   = must_read(grmm_room, sizeof grmm_room, NULL);
    ptl_scene               *scene = scene_with(doc, "", NULL);
    const ptl_scene_node    *note;
    static const char *const names[] = { "comment", "note 1", "note K7", "note key", "label" };

    CHECK_UINT(scene->nodes.count, 2 + COUNT(names));
    for (size_t i = 0; i < COUNT(names); i++) {
        note = &scene->nodes.data[2 + i];
        CHECK_UINT(note->parent, 1);
        CHECK(note->mesh < scene->meshes.count); /* a pin for each kind */
        CHECK(i == 0 || note->mesh != scene->nodes.data[1 + i].mesh);
        CHECK_BYTES(note->name.data, note->name.size, names[i], strlen(names[i]));
    }
    note = &scene->nodes.data[3]; /* in row 0, column 3 */
    CHECK((double)note->translation[0] == 3.5 && (double)note->translation[2] == 0.5);
    CHECK(says(note->extras, "A chest\\r\\nof oak"));
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

/* Pins are closed, stand on the floor, and are not there for players, nor where not wanted. */
static void pins_can_be_left_out(void)
{
    ptl_doc   *doc   = must_read(grmm_room, sizeof grmm_room, NULL);
    ptl_scene *scene = scene_with(doc, "", NULL), *bare = scene_with(doc, "no-pins", NULL);
    ptl_scene *player = scene_with(doc, "audience=player", NULL);

    CHECK_UINT(scene->meshes.count, 6);
    for (size_t i = 0; i < 5; i++)
        for (size_t k = 0; k < scene->meshes.data[i].parts.count; k++)
            CHECK(volume(&scene->meshes.data[i].parts.data[k]) > 0);
    CHECK_UINT(bare->meshes.count, 1);
    CHECK_UINT(bare->nodes.count, scene->nodes.count);
    for (size_t i = 2; i < bare->nodes.count; i++)
        CHECK_UINT(bare->nodes.data[i].mesh, PTL_SCENE_NONE);
    for (size_t i = 2; i < player->nodes.count; i++) /* a label at most */
        CHECK(!says(player->nodes.data[i].extras, "Water drips") &&
              !says(player->nodes.data[i].extras, "the key"));
    ptl_scene_free(scene);
    ptl_scene_free(bare);
    ptl_scene_free(player);
    ptl_doc_free(doc);
}

static void walls_are_as_high_as_asked(void)
{
    ptl_doc              *doc  = blank_map(3, 4);
    ptl_scene            *high = scene_with(doc, "wall-height=2.5", NULL);
    const ptl_scene_part *wall = painted(high, "wall");
    double plan = 4 * 0.125 * 0.125 + 2 * (3 - 0.125) * 0.125 + 2 * (4 - 0.125) * 0.125;

    check_closed(&wall, 1);
    CHECK(volume(wall) == plan * 2.625);
    ptl_scene_free(high);
    must_not_make(doc, "wall-height=0", "0.125 to 16");
    must_not_make(doc, "wall-height=2 flat", "flat");
    ptl_doc_free(doc);
}

static void colors_are_those_of_a_theme(void)
{
    ptl_doc   *doc   = blank_map(2, 2);
    ptl_scene *scene = scene_with(doc, "theme=print", NULL), *own = scene_with(doc, "", NULL);
    float      most = 0;

    for (size_t i = 0; i < scene->materials.count; i++) {
        const ptl_scene_material *m = &scene->materials.data[i];

        if (m->name.size == 7 && memcmp(m->name.data, "floor 0", 7) == 0)
            CHECK(memcmp(m->color, (float[]){ 1, 1, 1, 1 }, sizeof m->color) == 0); /* white */
        most = m->color[0] > most ? m->color[0] : most;
    }
    CHECK(most > own->materials.data[0].color[0]);
    ptl_scene_free(scene);
    ptl_scene_free(own);
    must_not_make(doc, "theme=nothing", "nothing");
    ptl_doc_free(doc);
}

static void levels_can_be_chosen(void)
{
    ptl_doc        *doc = must_read(grmm_room, sizeof grmm_room, NULL);
    ptl_grmm_level *level;
    ptl_scene      *scene;

    CHECK_UINT(ptl_grmm_add_level(&level, doc, "Crypt", "Vault", -2, 5, 5, NULL), PTL_OK);
    CHECK_UINT(ptl_grmm_set(doc, 1, PTL_GRMM_FLOOR, 4, 4, PTL_GRMM_CEILING_PIT, NULL), PTL_OK);
    CHECK_UINT(
        ptl_grmm_add_link(doc, (ptl_grmm_place){ 0, 2, 2 }, (ptl_grmm_place){ 1, 4, 4 }, NULL),
        PTL_OK);
    scene = scene_with(doc, "", NULL);
    CHECK_UINT(scene->nodes.count, 3 + 5);
    CHECK(says(scene->extras, "\"to\": { \"level\": 1"));
    ptl_scene_free(scene);
    scene = scene_with(doc, "level=vault", NULL);
    CHECK_UINT(scene->nodes.count, 2);
    CHECK(says(scene->nodes.data[1].extras, "\"elevation\": -2"));
    CHECK(says(scene->extras, "\"links\": []"));
    ptl_scene_free(scene);
    scene = scene_with(doc, "level=1", NULL);
    CHECK(says(scene->nodes.data[1].extras, "\"elevation\": -1"));
    ptl_scene_free(scene);
    must_not_make(doc, "level=attic", "there are levels 1 to 2");
    CHECK_UINT(ptl_grmm_view(doc)->links.count, 1); /* the map itself is as it was */
    CHECK_UINT(ptl_grmm_view(doc)->levels.count, 2);
    ptl_doc_free(doc);
}

static void links_and_regions_travel_along(void)
{
    ptl_doc   *doc = blank_map(4, 4);
    ptl_scene *scene;
    ptl_diag   err;

    set(doc, PTL_GRMM_FLOOR, 0, 0, PTL_GRMM_TELEPORT);
    set(doc, PTL_GRMM_FLOOR, 3, 2, PTL_GRMM_TELEPORT_DEST);
    CHECK_UINT(
        ptl_grmm_add_link(doc, (ptl_grmm_place){ 0, 0, 0 }, (ptl_grmm_place){ 0, 3, 2 }, &err),
        PTL_OK);
    ptl_grmm_of(doc)->levels.data[0].regions.enabled = 1;
    ptl_grmm_of(doc)->levels.data[0].regions.rows =
        ptl_grmm_of(doc)->levels.data[0].regions.columns = 2;
    CHECK_UINT(ptl_grmm_name_region(doc, 0, 1, 0, "The \"South\"", &err), PTL_OK);
    scene = scene_with(doc, "", NULL);
    CHECK(says(scene->extras,
               "\"kind\": \"teleport\", \"from\": { \"level\": 0, \"row\": 0, \"column\": 0 }, "
               "\"to\": { \"level\": 0, \"row\": 3, \"column\": 2 }"));
    CHECK(says(scene->nodes.data[1].extras,
               "\"row\": 1, \"column\": 0, \"name\": \"The \\\"South\\\"\""));
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

static void numbers_without_meaning_are_said(void)
{
    ptl_doc   *doc = blank_map(2, 2);
    heard      h   = { 0 };
    ptl_scene *scene;

    ptl_grmm_of(doc)->levels.data[0].layer[PTL_GRMM_FLOOR].data[0] = 19;
    ptl_grmm_of(doc)->levels.data[0].layer[PTL_GRMM_FLOOR].data[1] = PTL_GRMM_STAIRS_UP;
    scene = scene_with(doc, "unsealed", &h);
    CHECK_UINT(h.count, 1);
    CHECK(strstr(h.message, ", the side of a stair or exit guessed, an unknown floor or wall shown "
                            "plain, "));
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

/* Coordinates, chunks nobody knows, the editor's state: all in one line. */
static void what_has_no_place_is_said(void)
{
    ptl_doc       *doc  = blank_map(2, 2);
    heard          h    = { 0 };
    ptl_grmm_chunk mine = { .id = { "mine", 4 } };
    ptl_scene     *scene;

    ptl_grmm_of(doc)->coordinates.origin    = 1;
    ptl_grmm_of(doc)->levels.data[0].chunks = (ptl_grmm_chunks){ &mine, 1 };
    scene                                   = scene_with(doc, "unsealed", &h);
    CHECK_UINT(h.count, 1);
    CHECK(strstr(h.message, ", coordinates of a level dropped, an unknown chunk dropped, state of "
                            "the editor dropped"));
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

static void memory_may_run_out_anywhere(void)
{
    for (size_t fail_at = 1;; fail_at++) {
        test_heap     heap = { 0 };
        ptl_read_opts opts = { .allocator = test_allocator(&heap) };
        ptl_doc      *doc  = must_read(grmm_room, sizeof grmm_room, &opts);
        ptl_scene    *scene;
        ptl_status    status;

        heap.fail_at = heap.calls + fail_at;
        status       = ptl_scene_make(&scene, doc, NULL, NULL);
        ptl_scene_free(scene);
        ptl_doc_free(doc);
        CHECK_UINT(heap.held, 0);
        CHECK(fail_at < 10000);
        if (status == PTL_OK)
            break;
        CHECK_UINT(status, PTL_E_MEMORY);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(a_room_has_four_walls),
        TEST(openings_keep_walls_closed),
        TEST(any_mix_of_walls_is_closed),
        TEST(floors_cover_their_cells),
        TEST(long_walls_are_one_bar),
        TEST(every_floor_shows),
        TEST(every_wall_shows),
        TEST(things_are_on_their_side),
        TEST(flat_maps_lie_flat),
        TEST(levels_stand_where_they_should),
        TEST(notes_are_nodes),
        TEST(pins_can_be_left_out),
        TEST(walls_are_as_high_as_asked),
        TEST(colors_are_those_of_a_theme),
        TEST(levels_can_be_chosen),
        TEST(links_and_regions_travel_along),
        TEST(numbers_without_meaning_are_said),
        TEST(what_has_no_place_is_said),
        TEST(memory_may_run_out_anywhere),
    };

    return run_tests("grmm_scene", tests, COUNT(tests));
}
