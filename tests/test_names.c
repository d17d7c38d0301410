/* SPDX-License-Identifier: MIT */
/* Names of every kind in every language they are written into. Given a folder, the program writes
 * the outputs there instead, for other readers (tests/names.sh). */
#include <ctype.h>
#include <portolan/plan.h>
#include <portolan/scene.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "nasty_names.h"
#include "support.h"

enum { NAMES = COUNT(nasty_names) };

static ptl_str name_at(size_t index)
{
    static char long_one[NASTY_SIZE];

    if (index != NASTY_LONG)
        return (ptl_str){ nasty_names[index].data, nasty_names[index].size };
    for (size_t i = 0; i < NASTY_SIZE; i++)
        long_one[i] = nasty_names[index].data[i % nasty_names[index].size];
    return (ptl_str){ long_one, NASTY_SIZE };
}

static ptl_str obj_word(size_t index)
{
    const char *word = nasty_names[index].obj;

    return word ? (ptl_str){ word, strlen(word) } : name_at(index);
}

static bool same(ptl_str a, ptl_str b)
{
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/* ---- A scene in which everything has such a name ----------------------------------------------
 */

typedef struct stage {
    ptl_scene_material material[NAMES];
    ptl_scene_image    image[NAMES];
    ptl_scene_part     part[NAMES];
    ptl_scene_mesh     mesh[NAMES];
    ptl_scene_node     node[NAMES];
    uint8_t            bytes[NAMES][16];
    ptl_scene          scene;
} stage;

static float    corners[]  = { 0, 0, 0, 1, 0, 0, 0, 1, 0 };
static uint32_t triangle[] = { 0, 1, 2 };

static void set_up(stage *s)
{
    *s = (stage){ 0 };
    for (uint32_t i = 0; i < NAMES; i++) {
        s->material[i] = (ptl_scene_material){ .name  = name_at(i),
                                               .color = { (float)(i + 1) / 64, 0, 0, 1 },
                                               .image = PTL_SCENE_NONE };
        s->part[i] =
            (ptl_scene_part){ .material = i, .position = { corners, 9 }, .index = { triangle, 3 } };
        s->mesh[i] = (ptl_scene_mesh){ .name = name_at(i), .parts = { &s->part[i], 1 } };
        s->node[i] = (ptl_scene_node){ .name     = name_at(i),
                                       .parent   = PTL_SCENE_NONE,
                                       .skin     = PTL_SCENE_NONE,
                                       .mesh     = i,
                                       .rotation = { 0, 0, 0, 1 },
                                       .scale    = { 1, 1, 1 } };
    }
    s->scene = (ptl_scene){ .name      = name_at(1),
                            .materials = { s->material, NAMES },
                            .meshes    = { s->mesh, NAMES },
                            .nodes     = { s->node, NAMES } };
}

/* Images, too, of names that a companion can have; no two have the same bytes. */
static void hang_pictures(stage *s)
{
    for (uint32_t i = 0; i < NAMES; i++) {
        ptl_str name = name_at(i);

        memcpy(s->bytes[i], "\x89PNG\r\n\x1A\n", 8);
        s->bytes[i][8] = (uint8_t)i;
        s->image[i] = (ptl_scene_image){ .media_type = "image/png", .bytes = { s->bytes[i], 9 } };
        snprintf(s->image[i].file.name, sizeof s->image[i].file.name, "%.*s",
                 (int)(name.size < 200 ? name.size : 200), name.data);
        s->material[i].image = i;
    }
    s->scene.images.data  = s->image;
    s->scene.images.count = NAMES;
}

/* ---- Files beside an output --------------------------------------------------------------------
 */

typedef struct shelf {
    char      name[NAMES + 2][320];
    ptl_bytes bytes[NAMES + 2];
    size_t    count;
    size_t    lost; /* names, as a loss said */
    size_t    sides;
} shelf;

static bool put(void *user, const char *name, const void *data, size_t size)
{
    shelf *s = user;

    CHECK(s->count < COUNT(s->name));
    snprintf(s->name[s->count], sizeof *s->name, "%s", name);
    s->bytes[s->count] = (ptl_bytes){ .data = malloc(size + 1), .size = size };
    CHECK(s->bytes[s->count].data != NULL);
    memcpy(s->bytes[s->count].data, data, size);
    s->count++;
    return true;
}

static bool load(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    const shelf *s = user;

    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->name[i], companion->name) == 0) {
            *out = (ptl_bytes){ .data = malloc(s->bytes[i].size + 1), .size = s->bytes[i].size };
            CHECK(out->data != NULL);
            out->capacity = out->size + 1;
            memcpy(out->data, s->bytes[i].data, out->size);
            return true;
        }
    return false;
}

static void hear(void *user, const ptl_diag *diag)
{
    shelf *s = user;

    check_rule(diag, false);
    if (strcmp(diag->rule, "obj-names") == 0)
        s->lost += strtoul(diag->message, NULL, 10);
    if (strcmp(diag->rule, "obj-sides") == 0)
        s->sides += strtoul(diag->message, NULL, 10);
}

static void clear(shelf *s)
{
    for (size_t i = 0; i < s->count; i++)
        free(s->bytes[i].data);
    free(s);
}

static ptl_bytes write_obj(shelf *s, const ptl_scene *scene, const char *stem)
{
    ptl_bytes      out  = { 0 };
    ptl_write_opts opts = {
        .to = "obj", .stem = stem, .files = { .put = put, .user = s }, .listener = { hear, s }
    };

    CHECK_UINT(ptl_scene_write(&(ptl_target){ .bytes = &out }, scene, &opts, NULL), PTL_OK);
    return out;
}

static ptl_scene *read_obj(shelf *s, const ptl_bytes *obj)
{
    ptl_source    from = { .data = obj->data, .size = obj->size };
    ptl_read_opts opts = { .format = "obj", .files = { .load = load, .user = s } };
    ptl_scene    *scene;

    CHECK_UINT(ptl_scene_read(&scene, &from, &opts, NULL), PTL_OK);
    return scene;
}

static size_t triangles_of(const ptl_scene *scene)
{
    size_t count = 0;

    for (size_t i = 0; i < scene->meshes.count; i++)
        for (size_t k = 0; k < scene->meshes.data[i].parts.count; k++)
            count += scene->meshes.data[i].parts.data[k].index.count / 3;
    return count;
}

/* ---- Wavefront ---------------------------------------------------------------------------------
 */

/* Every triangle arrives, in its material, whatever the names are. */
static void obj_keeps_every_face_and_material(void)
{
    shelf     *s  = calloc(1, sizeof *s);
    stage     *st = calloc(1, sizeof *st);
    ptl_bytes  obj;
    ptl_scene *back;

    CHECK(s && st);
    set_up(st);
    obj  = write_obj(s, &st->scene, "some names");
    back = read_obj(s, &obj);
    CHECK_UINT(triangles_of(back), NAMES);
    CHECK_UINT(back->materials.count, NAMES);
    CHECK_UINT(back->meshes.count, NAMES);
    for (size_t i = 0; i < NAMES; i++) {
        const ptl_scene_part *part = &back->meshes.data[i].parts.data[0];
        ptl_str               word = obj_word(i), name = back->materials.data[part->material].name;

        CHECK_UINT(back->meshes.data[i].parts.count, 1);
        CHECK(back->materials.data[part->material].color[0] == (float)(i + 1) / 64);
        CHECK(word.size == 0 || same(back->meshes.data[i].name, word));
        CHECK(name.size >= word.size && memcmp(name.data, word.data, word.size) == 0);
        for (size_t k = 0; k < i; k++)
            CHECK(!same(back->materials.data[i].name, back->materials.data[k].name));
    }
    ptl_scene_free(back);
    ptl_bytes_free(&obj);
    clear(s);
    free(st);
}

/* A name that is not what it was is a loss; one that is, is none. */
static void obj_says_which_names_change(void)
{
    for (size_t i = 0; i < NAMES; i++) {
        shelf    *s  = calloc(1, sizeof *s);
        stage    *st = calloc(1, sizeof *st);
        ptl_bytes obj;
        bool      changes = nasty_names[i].size > 0 && nasty_names[i].obj;

        CHECK(s && st);
        set_up(st);
        st->part[i].material         = 0; /* the scene is one node with one material */
        st->scene.materials.data     = &st->material[i];
        st->scene.materials.count    = 1;
        st->scene.nodes.data         = &st->node[i];
        st->scene.nodes.count        = 1;
        st->material[i].double_sided = i % 2 == 1;
        for (size_t k = 0; k < NAMES; k++)
            st->part[k].material = 0;
        obj = write_obj(s, &st->scene, "x");
        if (s->lost != (changes ? 2u : 0u))
            test_fail(__FILE__, __LINE__, "name %zu: %zu said to be changed", i, s->lost);
        CHECK_UINT(s->sides, i % 2);
        ptl_bytes_free(&obj);
        clear(s);
        free(st);
    }
}

/* Materials that would be one get a number, and never that of a third. */
static void obj_tells_materials_apart(void)
{
    static const char *const names[] = { "a b", "a_b", "a\tb", "a_b-2", "a_b", "a_b-2", "x" };
    static const char *const want[] = { "a_b", "a_b-3", "a_b-4", "a_b-2", "a_b-5", "a_b-2-2", "x" };
    shelf                   *s      = calloc(1, sizeof *s);
    stage                   *st     = calloc(1, sizeof *st);
    ptl_bytes                obj;
    ptl_scene               *back;

    CHECK(s && st);
    set_up(st);
    for (size_t i = 0; i < COUNT(names); i++)
        st->material[i].name = (ptl_str){ names[i], strlen(names[i]) };
    for (size_t i = 0; i < NAMES; i++)
        st->part[i].material = (uint32_t)(i % COUNT(names));
    st->scene.materials.count = COUNT(names);
    obj                       = write_obj(s, &st->scene, "x");
    back                      = read_obj(s, &obj);
    CHECK_UINT(back->materials.count, COUNT(names));
    for (size_t i = 0; i < COUNT(names); i++)
        CHECK(same(back->materials.data[i].name, (ptl_str){ want[i], strlen(want[i]) }));
    ptl_scene_free(back);
    ptl_bytes_free(&obj);
    clear(s);
    free(st);
}

/* The library is found again, whatever the output is called. */
static void obj_names_its_library(void)
{
    static const char *const stems[] = { "a b", " a ", "a\nb", "a#b", "a\\", "\xFF", "-rf" };

    for (size_t i = 0; i < COUNT(stems); i++) {
        shelf     *s  = calloc(1, sizeof *s);
        stage     *st = calloc(1, sizeof *st);
        ptl_bytes  obj;
        ptl_scene *back;

        CHECK(s && st);
        set_up(st);
        obj  = write_obj(s, &st->scene, stems[i]);
        back = read_obj(s, &obj);
        CHECK_UINT(back->materials.count, NAMES);
        CHECK(back->materials.data[0].color[1] == 0); /* white where the library is not found */
        ptl_scene_free(back);
        ptl_bytes_free(&obj);
        clear(s);
        free(st);
    }
}

/* ---- Images beside an output -------------------------------------------------------------------
 */

static bool same_letters(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

static void images_get_names_of_ordinary_form(void)
{
    shelf    *s  = calloc(1, sizeof *s);
    stage    *st = calloc(1, sizeof *st);
    ptl_bytes obj;

    CHECK(s && st);
    set_up(st);
    hang_pictures(st);
    obj = write_obj(s, &st->scene, "x");
    CHECK_UINT(s->count, NAMES + 1); /* and the library */
    for (size_t i = 0; i < s->count; i++) {
        CHECK(strspn(s->name[i], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "0123456789._-") == strlen(s->name[i]));
        CHECK(isalnum((unsigned char)s->name[i][0]) || s->name[i][0] == '_');
        CHECK(!same_letters(s->name[i], "con.png") && !same_letters(s->name[i], "com1.x.png") &&
              !same_letters(s->name[i], "com1.png"));
        for (size_t k = 0; k < i; k++)
            CHECK(!same_letters(s->name[i], s->name[k]));
    }
    ptl_bytes_free(&obj);
    clear(s);
    free(st);
}

/* ---- A page that is called so ------------------------------------------------------------------
 */

typedef struct sheet {
    ptl_plan_color color;
    ptl_plan_page  page;
    ptl_plan_layer layer;
    ptl_plan_item  item;
    ptl_plan       plan;
    char           name[NASTY_SIZE + 1]; /* of the layer, as far as a NUL */
} sheet;

static bool is_line(ptl_str text)
{
    char room[4 * NASTY_SIZE + 8];

    ptl_quote(room, sizeof room, text.data, text.size);
    return strlen(room) == text.size && memcmp(room, text.data, text.size) == 0;
}

/* The title, the layer and, as far as plans allow it, the text. */
static void lay_out(sheet *s, size_t index)
{
    ptl_str name = name_at(index);

    *s = (sheet){
        .color = { .name = "ink", .a = 255, .image = PTL_PLAN_NONE },
        .page  = { .name = name, .width = 400, .height = 100, .count = 1, .paper = PTL_PLAN_NONE },
        .layer = { .count = 1 },
        .item  = { .kind = PTL_PLAN_TEXT }
    };
    snprintf(s->name, sizeof s->name, "%.*s", (int)name.size, name.data);
    s->layer.name   = s->name;
    s->item.as.text = (ptl_plan_text){ .text = is_line(name) ? name : (ptl_str){ "no line", 7 },
                                       .x    = 10,
                                       .y    = 50,
                                       .size = 12,
                                       .halo = PTL_PLAN_NONE };
    s->plan         = (ptl_plan){ .name    = name,
                                  .palette = { &s->color, 1 },
                                  .pages   = { &s->page, 1 },
                                  .layers  = { &s->layer, 1 },
                                  .items   = { &s->item, 1 } };
}

static ptl_bytes write_plan(const sheet *s, const char *to, ptl_listener listener)
{
    ptl_bytes out = { 0 };

    CHECK_UINT(ptl_plan_write(&(ptl_target){ .bytes = &out }, &s->plan,
                              &(ptl_write_opts){ .to = to, .listener = listener }, NULL),
               PTL_OK);
    return out;
}

static void count_texts(void *user, const ptl_diag *diag)
{
    *(size_t *)user += strcmp(diag->rule, "svg-texts") == 0;
}

/* What XML forbids is said; what it can spell is no loss. */
static void svg_says_what_it_cannot_hold(void)
{
    sheet *s = calloc(1, sizeof *s);

    CHECK(s != NULL);
    for (size_t i = 0; i < NAMES; i++) {
        size_t    heard = 0;
        ptl_bytes svg;

        lay_out(s, i);
        svg = write_plan(s, "svg", (ptl_listener){ count_texts, &heard });
        if (heard != nasty_names[i].forbidden)
            test_fail(__FILE__, __LINE__, "name %zu: %zu losses", i, heard);
        ptl_bytes_free(&svg);
    }
    free(s);
}

/* ---- For other readers -------------------------------------------------------------------------
 */

static void save(const char *folder, const char *name, const void *data, size_t size)
{
    char  path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "wb");
    CHECK(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

static void save_pages(const char *folder, const char *to)
{
    sheet *s = calloc(1, sizeof *s);

    CHECK(s != NULL);
    for (size_t i = 0; i < NAMES; i++) {
        char      name[32];
        ptl_bytes page;

        lay_out(s, i);
        page = write_plan(s, to, (ptl_listener){ 0 });
        snprintf(name, sizeof name, "%zu.%s", i, to);
        save(folder, name, page.data, page.size);
        ptl_bytes_free(&page);
    }
    free(s);
}

static int save_all(const char *folder)
{
    stage    *st  = calloc(1, sizeof *st);
    ptl_bytes glb = { 0 };

    CHECK(st != NULL);
    set_up(st);
    for (size_t i = 0; i < NAMES; i++) {
        char name[32];

        snprintf(name, sizeof name, "%zu.name", i);
        save(folder, name, name_at(i).data, name_at(i).size);
    }
    CHECK_UINT(ptl_scene_write(&(ptl_target){ .bytes = &glb }, &st->scene,
                               &(ptl_write_opts){ .to = "gltf" }, NULL),
               PTL_OK);
    save(folder, "names.gltf", glb.data, glb.size);
    save_pages(folder, "svg");
    save_pages(folder, "pdf");
    ptl_bytes_free(&glb);
    free(st);
    return 0;
}

int main(int count, char **words)
{
    static const test_case tests[] = {
        TEST(obj_keeps_every_face_and_material), TEST(obj_says_which_names_change),
        TEST(obj_tells_materials_apart),         TEST(obj_names_its_library),
        TEST(images_get_names_of_ordinary_form), TEST(svg_says_what_it_cannot_hold),
    };

    return count > 1 ? save_all(words[1]) : run_tests("names", tests, COUNT(tests));
}
