/* SPDX-License-Identifier: MIT */
/* Containers made from nothing: what they say, and that they can be written, read and drawn. */
#include <portolan/xmf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "support.h"

#define SHADERS                                                                                    \
    "\tShaderProgram \"%SHADERS%/tile_%SHDRVER%.vert\" \"%SHADERS%/tile_%SHDRVER%.frag\"\n"

static const char whole[] =
    "Metadata {\n\tVersion 1 0\n\tName \"a \\\"b\\\"\"\n\tResolution 4 2\n}\n"
    "Layer:Tile \"ground\" 2 2 2 2 1 {\n\tEmbed:MapData [AQAAAAAAAAA=]\n" SHADERS
    "\tFile:TileSource \"sheet.tga\" palShift=2 {\n\t\tEmbed:TileInfo {\n"
    "\t\t\t0 0 \"a\"\n\t\t\t1 1 \"b\"\n\t\t}\n\t}\n"
    "\tFile:TileSource \"more.tga\" {\n\t\tEmbed:TileInfo {\n\t\t}\n\t}\n}\n"
    "Layer:Tile \"sky\" -7 2 2 1 1 {\n" SHADERS "}\n";

static ptl_xmf_tile         tiles[] = { { 0, 0, { "a", 1 } }, { 1, 1, { "b", 1 } } };
static const ptl_xmf_source sheet   = { .path          = { "sheet.tga", 9 },
                                        .palette_shift = 2,
                                        .tiles         = { tiles, 2 } };
static const ptl_xmf_source more    = { .path = { "more.tga", 8 } };

/* A change of a layer needs the layers as they are. */
static ptl_status add_source(ptl_doc *doc, size_t layer, const ptl_xmf_source *source)
{
    ptl_xmf_layers layers;
    ptl_status     status;

    CHECK_UINT(ptl_xmf_derive(&layers, doc, NULL), PTL_OK);
    status = ptl_xmf_add_source(doc, &layers.data[layer], source, NULL);
    ptl_xmf_layers_free(&layers);
    return status;
}

static void embed(ptl_doc *doc, size_t layer, uint32_t first)
{
    ptl_xmf_layers layers;
    ptl_doc       *map;

    CHECK_UINT(ptl_xmf_derive(&layers, doc, NULL), PTL_OK);
    CHECK_UINT(ptl_ppe_new(&map, PTL_PPE_NEW, (uint32_t)layers.data[layer].width,
                           (uint32_t)layers.data[layer].height, NULL, NULL),
               PTL_OK);
    memset(ptl_ppe_of(map)->cells.data, 0, 4 * ptl_ppe_of(map)->cells.count);
    ptl_ppe_of(map)->cells.data[0] = first;
    CHECK_UINT(ptl_part_put(doc, layer, map, NULL), PTL_OK);
    ptl_doc_free(map);
    ptl_xmf_layers_free(&layers);
}

static ptl_doc *make(void)
{
    ptl_doc *doc;

    CHECK_UINT(ptl_xmf_new(&doc, NULL, NULL), PTL_OK);
    CHECK_UINT(ptl_xmf_describe(doc, "a \"b\"", 4, 2, NULL), PTL_OK);
    CHECK_UINT(ptl_xmf_add_layer(doc, "ground", 2, 2, 2, 2, 1, NULL), PTL_OK);
    CHECK_UINT(ptl_xmf_add_layer(doc, "sky", -7, 2, 2, 1, 1, NULL), PTL_OK);
    CHECK_UINT(add_source(doc, 0, &sheet), PTL_OK);
    CHECK_UINT(add_source(doc, 0, &more), PTL_OK);
    embed(doc, 0, 1);
    return doc;
}

static void count(void *user, const ptl_diag *diag)
{
    (void)diag;
    ++*(size_t *)user;
}

static void a_container_from_nothing(void)
{
    ptl_doc       *doc   = make(), *back;
    ptl_bytes      text  = must_write(doc, NULL);
    size_t         heard = 0;
    ptl_companion  file;
    ptl_check_opts opts = { .profile = "engine", .listener = { count, &heard } };

    CHECK_BYTES(text.data, text.size, whole, strlen(whole));
    CHECK(ptl_doc_companion(&file, doc, 0));
    CHECK_TEXT(file.name, "sheet.tga");
    CHECK(ptl_doc_companion(&file, doc, 1) && !ptl_doc_companion(&file, doc, 2));
    back = must_read(text.data, text.size, &(ptl_read_opts){ .strict = true });
    CHECK_UINT(ptl_check(back, &opts, NULL), PTL_OK);
    CHECK_UINT(heard, 1); /* there are no cells yet */
    CHECK_UINT(ptl_check(doc, &opts, NULL), PTL_OK);
    CHECK_UINT(heard, 2);
    ptl_bytes_free(&text);
    ptl_doc_free(back);
    ptl_doc_free(doc);
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static const uint8_t sheet_tga[] = { 0, 1,    1, 0, 0, 4, 0,  24, 0, 0,  0,  0, 4,  0,  2, 0,
                                     8, 0x20, 0, 0, 9, 1, 10, 11, 2, 20, 21, 3, 30, 31, /* b g r */
                                     0, 1,    2, 3, 1, 1, 3,  3 };

static bool load(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    (void)user;
    if (strcmp(companion->name, "sheet.tga") != 0 && strcmp(companion->name, "more.tga") != 0)
        return false;
    *out = (ptl_bytes){ .data = malloc(sizeof sheet_tga), .size = sizeof sheet_tga };
    memcpy(out->data, sheet_tga, sizeof sheet_tga);
    return true;
}

static void it_can_be_drawn(void)
{
    ptl_doc       *doc   = make();
    size_t         heard = 0;
    ptl_write_opts opts = { .to = "png", .files = { .load = load }, .listener = { count, &heard } };
    ptl_bytes      first, again;
    ptl_doc       *back;

    embed(doc, 1, 0xFFFF); /* the sky is empty */
    first = must_write(doc, NULL);
    back  = must_read(first.data, first.size, NULL);
    ptl_bytes_free(&first);
    first = must_write(doc, &opts);
    again = must_write(back, &opts);
    CHECK_UINT(heard, 0);
    CHECK_BYTES(first.data, first.size, again.data, again.size);
    CHECK(memcmp(first.data + 16, "\0\0\0\4\0\0\0\2", 8) == 0); /* 4 x 2 pixels */
    ptl_bytes_free(&first);
    ptl_bytes_free(&again);
    ptl_doc_free(back);
    ptl_doc_free(doc);
}

/* ---- Others' containers ---------------------------------------------------------------------- */

/* Braces in comments, tags behind, a line without an end: what is there stays where it is. */
static void containers_that_were_read_are_extended(void)
{
    static const char before[] = "Layer:Tile \"a\" 0 8 8 1 1 {\n"
                                 "\tOther { # }\n\t\tInner 1\n\t} /* } */ # }\n} // }\n"
                                 "Last 1 # }";
    static const char after[]  = "Layer:Tile \"a\" 0 8 8 1 1 {\n"
                                 "\tOther { # }\n\t\tInner 1\n\t}\n"
                                 "\tFile:TileSource \"more.tga\" {\n\t\tEmbed:TileInfo {\n\t\t}\n\t}"
                                 " /* } */ # }\n} // }\n"
                                 "Last 1 # }\nLayer:Tile \"b\" 1 8 8 1 1 {\n" SHADERS "}\n";
    ptl_doc          *doc = must_read(before, strlen(before), &(ptl_read_opts){ .format = "xmf" });
    ptl_bytes         text;

    CHECK_UINT(add_source(doc, 0, &more), PTL_OK);
    CHECK_UINT(ptl_xmf_add_layer(doc, "b", 1, 8, 8, 1, 1, NULL), PTL_OK);
    text = must_write(doc, NULL);
    CHECK_BYTES(text.data, text.size, after, strlen(after));
    ptl_bytes_free(&text);
    ptl_doc_free(doc);
}

static void refuses_what_the_engine_would_not_read(void)
{
    ptl_xmf_tile   bad_tile  = { 65535, 0, { "", 0 } };
    ptl_xmf_source no_path   = { .path = { "", 0 } };
    ptl_xmf_source bad_tiles = { .path = { "a.png", 5 }, .tiles = { &bad_tile, 1 } };
    ptl_xmf_source bad_shift = { .path = { "a.png", 5 }, .palette_shift = 17 };
    ptl_doc       *doc       = make();
    ptl_bytes      text;

    CHECK_UINT(ptl_xmf_describe(doc, "again", 1, 1, NULL), PTL_E_ARG);
    CHECK_UINT(ptl_xmf_add_layer(doc, "twice", 2, 2, 2, 2, 1, NULL), PTL_E_ARG);
    CHECK_UINT(ptl_xmf_add_layer(doc, "flat", 3, 2, 2, 2, 0, NULL), PTL_E_ARG);
    CHECK_UINT(ptl_xmf_add_layer(doc, "bell\a", 3, 2, 2, 2, 1, NULL), PTL_E_ARG);
    CHECK_UINT(ptl_xmf_add_layer(doc, "\xff", 3, 2, 2, 2, 1, NULL), PTL_E_ARG);
    CHECK_UINT(add_source(doc, 0, &no_path), PTL_E_ARG);
    CHECK_UINT(add_source(doc, 0, &bad_tiles), PTL_E_ARG);
    CHECK_UINT(add_source(doc, 0, &bad_shift), PTL_E_ARG);
    CHECK_UINT(ptl_xmf_add_source(doc, NULL, &more, NULL), PTL_E_ARG);
    text = must_write(doc, NULL);
    CHECK_BYTES(text.data, text.size, whole, strlen(whole)); /* and nothing was changed */
    ptl_bytes_free(&text);
    ptl_doc_free(doc);
}

/* A map takes the place of a path or of a share, and the line goes with it. */
static void a_map_goes_in_place_of_others(void)
{
#define LAYER "Layer:Tile \"a\" 0 8 8 1 1 {"
#define CELLS "\n\tEmbed:MapData [//8AAA==]"
    static const char *const cases[][2] = {
        { LAYER "\n\tFile:MapData \"a.map\"\n}\n", LAYER CELLS "\n}\n" },
        { LAYER "\n\tName \"x\"\n\tShared:MapData 3\n\tAuthor \"y\"\n}\n",
          LAYER CELLS "\n\tName \"x\"\n\tAuthor \"y\"\n}\n" },
        { LAYER "\n\tFile:MapData \"a.map\"; Name \"x\"; Shared:MapData 3\n}\n",
          LAYER CELLS "\n\t Name \"x\"\n}\n" },
        { LAYER "\n\tFile:MapData \"a.map\" { # c\n\t\tKept {\n\t\t}\n\t} # d\n\tName \"x\"\n}\n",
          LAYER CELLS " # d\n\tName \"x\"\n}\n" },
        { LAYER "\n\tEmbed:MapData null\n\tFile:MapData \"a.map\"\n}\n# end\n",
          LAYER CELLS "\n}\n# end\n" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        ptl_doc  *doc = must_read(cases[i][0], strlen(cases[i][0]), NULL), *map;
        ptl_bytes text;

        CHECK(ptl_ppe_new(&map, PTL_PPE_NEW, 1, 1, NULL, NULL) == PTL_OK);
        CHECK(ptl_part_put(doc, 0, map, NULL) == PTL_OK);
        text = must_write(doc, NULL);
        CHECK_BYTES(text.data, text.size, cases[i][1], strlen(cases[i][1]));
        ptl_bytes_free(&text);
        ptl_doc_free(map);
        ptl_doc_free(doc);
    }
}

static void remember(void *user, const ptl_diag *diag)
{
    strncat(user, diag->rule, 60 - strlen(user));
}

/* Maps given by a setting get the layout that cells of the layer are taken for, if they can. */
static void maps_become_what_the_layer_reads(void)
{
    static const uint8_t old[]  = { 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5, 0, 1, 2 };
    static const uint8_t data[] = { 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5, 0, 9, 2 };
    static const struct {
        const char    *inside;
        const uint8_t *map;
        const char    *rules, *cells;
    } cases[] = {
        { "", old, "xmf-map-layout", "[BQACEA==]" }, /* palette 2, mirrored */
        { "", data, "ppe-p-logicxmf-map-layoutxmf-map-whole", "[CQAAAAEAAAABAAAABQACEAI=]" },
        { "\n\tRenderingMode \"Copy\"", old, "", "[BQABAg==]" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        char           text[160], rules[64] = "";
        ptl_setting    with = { "map", cases[i].map, sizeof old };
        ptl_write_opts opts = { .settings      = &with,
                                .setting_count = 1,
                                .listener      = { remember, rules } };
        ptl_doc       *doc;
        ptl_bytes      out;

        snprintf(text, sizeof text, "%s%s\n}\n", LAYER, cases[i].inside);
        doc = must_read(text, strlen(text), NULL);
        out = must_write(doc, &opts);
        snprintf(text, sizeof text, "%s\n\tEmbed:MapData %s%s\n}\n", LAYER, cases[i].cells,
                 cases[i].inside);
        CHECK_BYTES(out.data, out.size, text, strlen(text));
        CHECK_TEXT(rules, cases[i].rules);
        ptl_bytes_free(&out);
        ptl_doc_free(doc);
    }
}

/* Six tiles of 2 x 2 side by side: one, it mirrored, turned, clear, another, and the first again.
 */
static const uint8_t picture[] = {
    0, 1,   1, 0, 0, 4,   0, 32, 0, 0,   0, 0, 12, 0, 2, 0, 8, 0x28, 0, 0, 0, 0, 1, 2,
    3, 255, 4, 5, 6, 255, 7, 8,  9, 255, /* b g r a */
    1, 2,   2, 1, 3, 1,   0, 0,  1, 1,   1, 2, 3,  3, 3, 3, 3, 2,    0, 0, 2, 2, 3, 3,
};

static void a_container_from_a_picture(void)
{
    static const ptl_setting with[]  = { { "tiles-from", picture, sizeof picture },
                                         { "tile", "2", 1 } };
    static const uint32_t    words[] = { 0, 0x10000000, 0x50000000, PTL_PPE_EMPTY, 1, 0 };
    ptl_read_opts            opts    = { .settings = with, .setting_count = 2 };
    ptl_xmf_layers           layers  = { 0 };
    ptl_doc                 *doc, *map;
    ptl_companion            file;
    ptl_diag                 err;

    CHECK(ptl_new(&doc, "xmf", &opts, &err) == PTL_OK);
    CHECK(ptl_part_read(&map, doc, 0, NULL, NULL) == PTL_OK);
    CHECK(ptl_ppe_view(map)->width == 6 && ptl_ppe_view(map)->height == 1);
    for (size_t i = 0; i < COUNT(words); i++)
        CHECK_UINT(ptl_ppe_view(map)->cells.data[i], words[i]);
    CHECK(ptl_xmf_derive(&layers, doc, NULL) == PTL_OK);
    CHECK_UINT(layers.data[0].sources.data[0].tiles.count, 2);
    CHECK(ptl_doc_companion(&file, doc, 0));
    CHECK_TEXT(file.name, "tiles.tga");
    ptl_xmf_layers_free(&layers);
    ptl_doc_free(map);
    ptl_doc_free(doc);
    opts.settings = (const ptl_setting[]){ with[0], { "tile", "5", 1 } };
    CHECK(ptl_new(&doc, "xmf", &opts, &err) == PTL_E_ARG);
    opts.settings = (const ptl_setting[]){ with[0], { "size", "2", 1 } };
    CHECK(ptl_new(&doc, "xmf", &opts, &err) == PTL_E_ARG);
}

/* Only of what keeps its header: the engine reads bare cells alone. */
static void hear_whole(void *user, const ptl_diag *diag)
{
    CHECK_TEXT(diag->rule, "xmf-map-whole");
    CHECK(strstr(diag->message, "map-from, file 4: ") == diag->message);
    ++*(unsigned *)user;
}

static void a_container_from_maps(void)
{
    static const uint8_t old[]    = { 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5, 0, 1, 2 };
    static const uint8_t new[]    = { 8, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5, 0, 1, 2 };
    static const uint8_t turned[] = { 4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5, 0, 6, 2 };
    static const uint8_t marked[] = { 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5, 0, 4, 2 };
    const ptl_setting    with[]   = { { "map-from", old, sizeof old },
                                      { "map-from", new, sizeof new },
                                      { "map-from", turned, sizeof turned },
                                      { "map-from", marked, sizeof marked } };
    static const uint8_t coded[]  = { 8, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 5, 0, 1, 2 };
    const struct {
        ptl_setting given;
        const char *says;
    } bad[] = {
        { { "map-from", "short", 5 },
          "map-from, file 2: the file is shorter than the header of a map" },
        { { "map-from", old, sizeof old - 1 }, "map-from, file 2: the file ends inside the cells" },
        { { "map-from", coded, sizeof coded },
          "map-from, file 2: the map has a coder, or no cells; converted with coder none it can be "
          "taken" },
    };
    unsigned       said   = 0;
    ptl_read_opts  opts   = { .settings      = with,
                              .setting_count = 4,
                              .listener      = { hear_whole, &said, NULL } };
    ptl_xmf_layers layers = { 0 };
    ptl_doc       *doc;

    CHECK(ptl_new(&doc, "xmf", &opts, NULL) == PTL_OK);
    CHECK_UINT(said, 1);
    opts.listener = (ptl_listener){ 0 };
    CHECK(ptl_xmf_derive(&layers, doc, NULL) == PTL_OK);
    CHECK_UINT(layers.count, 4);
    CHECK(layers.data[1].priority == 1);
    for (size_t i = 0; i < 3; i++)
        CHECK(!layers.data[i].headed && layers.data[i].layout == PTL_PPE_NEW &&
              layers.data[i].bytes.size == 4);
    CHECK(memcmp(layers.data[0].bytes.data, "\5\0\2\x10", 4) == 0);
    CHECK(memcmp(layers.data[1].bytes.data, "\5\0\1\2", 4) == 0);
    CHECK(memcmp(layers.data[2].bytes.data, "\5\0\2\x60", 4) == 0);
    CHECK(layers.data[3].headed); /* bits that only its own layout has room for */
    ptl_xmf_layers_free(&layers);
    ptl_doc_free(doc);
    for (size_t i = 0; i < COUNT(bad); i++) {
        ptl_diag err;

        opts.settings      = (const ptl_setting[]){ with[0], bad[i].given };
        opts.setting_count = 2;
        CHECK(ptl_new(&doc, "xmf", &opts, &err) == PTL_E_ARG);
        CHECK_TEXT(err.message, bad[i].says);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(a_container_from_nothing),
        TEST(it_can_be_drawn),
        TEST(containers_that_were_read_are_extended),
        TEST(refuses_what_the_engine_would_not_read),
        TEST(a_map_goes_in_place_of_others),
        TEST(maps_become_what_the_layer_reads),
        TEST(a_container_from_a_picture),
        TEST(a_container_from_maps),
    };

    return run_tests("xmf-make", tests, COUNT(tests));
}
