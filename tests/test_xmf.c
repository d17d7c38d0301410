/* SPDX-License-Identifier: MIT */
/* PixelPerfectEngine containers: every form of tag and value, every refusal, layers and their maps.
 */
#include <portolan/xmf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "support.h"
#include "sweep.h"

#define TEXT(text) (const uint8_t *)(text), sizeof(text) - 1

/* Two layers: one tile layer of 2 x 1 with embedded cells, a source and a box, and one of sprites.
 */
static const char small[] = "Metadata {\n"
                            "\tVersion 1 0\n"
                            "}\n"
                            "Layer:Tile \"ground\" -3 16 8 2 1 {\n"
                            "\tEmbed:MapData [AQEEACwAANA=]\n"
                            "\tFile:TileSource \"%PATH%/sheet.png\" palShift=4 {\n"
                            "\t\tEmbed:TileInfo {\n"
                            "\t\t\t257 0 \"grass\"\n"
                            "\t\t\t44 1 \"stone\"\n"
                            "\t\t}\n"
                            "\t}\n"
                            "\tObject:Box \"door\" 7 1 2 3 4 {\n"
                            "\t\tToCollision\n"
                            "\t}\n"
                            "}\n"
                            "Layer:Sprite \"sprites\" 16\n";

static ptl_doc *read_xmf(const char *text)
{
    return must_read(text, strlen(text), &(ptl_read_opts){ .format = "xmf" });
}

static bool is(ptl_str text, const char *want)
{
    return text.size == strlen(want) && (text.size == 0 || memcmp(text.data, want, text.size) == 0);
}

static void reads_every_field(void)
{
    ptl_doc *doc = read_xmf(small);
    ptl_xmf *box = ptl_xmf_of(doc);

    CHECK_TEXT(ptl_doc_format(doc), "xmf");
    CHECK_UINT(box->packing, PTL_XMF_PLAIN);
    CHECK_UINT(box->tags.count, 11);
    CHECK(is(box->tags.data[1].name, "Version"));
    CHECK(is(box->tags.data[1].before, "\n\t"));
    CHECK(is(box->tags.data[1].rest, " 1 0"));
    CHECK_UINT(box->tags.data[1].level, 1);
    CHECK_UINT(box->tags.data[1].at, 12);
    CHECK(is(box->tags.data[2].before, "\n}\n"));
    CHECK(is(box->tags.data[6].name, ""));
    CHECK(is(box->tags.data[6].rest, "257 0 \"grass\""));
    CHECK_UINT(box->tags.data[6].level, 3);
    CHECK(is(box->end, "\n"));
    ptl_doc_free(doc);
}

/* What was derived before is given back. */
static void derive(ptl_xmf_layers *layers, const ptl_doc *doc)
{
    ptl_xmf_layers_free(layers);
    CHECK(ptl_xmf_derive(layers, doc, NULL) == PTL_OK);
}

static void layers_have_meaning(void)
{
    ptl_doc             *doc    = read_xmf(small);
    ptl_xmf_layers       layers = { 0 };
    const ptl_xmf_layer *layer;

    derive(&layers, doc);
    CHECK_UINT(layers.count, 2);
    layer = &layers.data[0];
    CHECK(is(layer->kind, "Tile") && is(layer->name, "ground") && layer->priority == -3);
    CHECK_UINT((uint64_t)layer->tile_width, 16);
    CHECK_UINT((uint64_t)layer->tile_height, 8);
    CHECK_UINT((uint64_t)layer->width, 2);
    CHECK_UINT((uint64_t)layer->height, 1);
    CHECK_UINT(layer->map, PTL_XMF_EMBEDDED);
    CHECK_UINT(layer->layout, PTL_PPE_NEW);
    CHECK(!layer->headed);
    CHECK_UINT(layer->sources.count, 1);
    CHECK(is(layer->sources.data[0].path, "%PATH%/sheet.png"));
    CHECK_UINT((uint64_t)layer->sources.data[0].palette_shift, 4);
    CHECK_UINT(layer->sources.data[0].tiles.count, 2);
    CHECK_UINT((uint64_t)layer->sources.data[0].tiles.data[0].id, 257);
    CHECK_UINT((uint64_t)layer->sources.data[0].tiles.data[1].index, 1);
    CHECK(is(layer->sources.data[0].tiles.data[1].name, "stone"));
    CHECK_UINT(layer->objects.count, 1);
    CHECK(is(layer->objects.data[0].kind, "Box") && is(layer->objects.data[0].name, "door"));
    CHECK_UINT((uint64_t)layer->objects.data[0].id, 7);
    CHECK_UINT((uint64_t)layer->objects.data[0].bottom, 4);
    CHECK(is(layers.data[1].kind, "Sprite") && layers.data[1].priority == 16);
    ptl_xmf_layers_free(&layers);
    ptl_doc_free(doc);
}

static void embedded_maps_come_out_and_go_in(void)
{
    ptl_doc       *doc    = read_xmf(small), *map, *old;
    ptl_xmf_layers layers = { 0 };
    ptl_bytes      text;
    ptl_diag       err;

    derive(&layers, doc);
    CHECK(ptl_part_read(&map, doc, 0, NULL, NULL) == PTL_OK);
    CHECK_UINT(ptl_ppe_of(map)->cells.data[0], 0x00040101);
    CHECK_UINT(ptl_ppe_of(map)->cells.data[1], 0xd000002c);
    CHECK(ptl_part_read(&old, doc, 1, NULL, &err) == PTL_E_UNSUPPORTED);
    CHECK(ptl_part_put(doc, 0, map, NULL) == PTL_OK);
    text = must_write(doc, NULL);
    CHECK_BYTES(text.data, text.size, small, strlen(small)); /* what was there */
    ptl_bytes_free(&text);
    ptl_ppe_of(map)->user = 1; /* what only a header can say */
    CHECK(ptl_part_put(doc, 0, map, NULL) == PTL_OK);
    text = must_write(doc, NULL);
    CHECK_UINT(text.size, strlen(small) + 16);
    ptl_bytes_free(&text);
    derive(&layers, doc);
    CHECK(layers.data[0].headed);
    CHECK(ptl_ppe_add_logic(map, 8, NULL) == PTL_OK);
    ptl_ppe_of(map)->logic.data[1] = 200;
    CHECK(ptl_part_put(doc, 0, map, &err) == PTL_OK); /* sections go in whole files */
    derive(&layers, doc);
    CHECK(layers.data[0].headed);
    CHECK_UINT(layers.data[0].bytes.size, 12 + 8 + 2);
    CHECK(ptl_part_read(&old, doc, 0, NULL, NULL) == PTL_OK);
    CHECK_UINT(ptl_ppe_of(old)->logic.data[1], 200);
    CHECK_UINT(ptl_ppe_of(old)->user, 1);
    ptl_doc_free(old);
    CHECK(ptl_part_put(doc, 1, map, &err) == PTL_E_ARG);
    CHECK_TEXT(err.rule, "xmf-map-size");
    ptl_doc_free(map);
    ptl_doc_free(doc);
    doc = read_xmf("Layer:Tile \"a\" 0 8 8 1 1 {\n\tFile:MapData \"a.map\"\n}\n");
    CHECK(ptl_ppe_new(&map, PTL_PPE_OLD, 1, 1, NULL, NULL) == PTL_OK);
    derive(&layers, doc);
    CHECK_UINT(layers.data[0].map, PTL_XMF_FILE);
    CHECK(is(layers.data[0].path, "a.map"));
    CHECK(ptl_part_put(doc, 0, map, NULL) == PTL_OK);
    derive(&layers, doc);
    CHECK_UINT(layers.data[0].map, PTL_XMF_EMBEDDED);
    CHECK(layers.data[0].headed); /* old cells say so themselves */
    CHECK_UINT(ptl_xmf_view(doc)->files.count, 0);
    CHECK(ptl_part_read(&old, doc, 0, NULL, NULL) == PTL_OK);
    CHECK_UINT(ptl_ppe_of(old)->layout, PTL_PPE_OLD);
    ptl_doc_free(old);
    ptl_doc_free(map);
    ptl_xmf_layers_free(&layers);
    ptl_doc_free(doc);
}

static void files_have_names_without_places(void)
{
    static const struct {
        const char *path, *name;
    } paths[] = {
        { "a.map", "a.map" },
        { "%PATH%/assets/a.map", "assets/a.map" },
        { "%PATH%\\assets\\a.map", "assets/a.map" },
        { "../assets/./tiles//a.png", "assets/tiles/a.png" },
        { "../assets/../../tiles/a.png", "tiles/a.png" },
        { "/etc/passwd", "etc/passwd" },
        { "C:\\games\\a.png", "games/a.png" },
        { "100%% pure/a.png", "100% pure/a.png" },
        { "a/%PATH%/b", "a/%PATH%/b" },
        { "%unpaired/b", "%unpaired/b" },
        { "a..b/..c", "a..b/..c" },
        { "", NULL },
        { "..", NULL },
        { "%PATH%/", NULL },
        { "assets/..", NULL },
    };
    char name[64], tiny[8];

    for (size_t i = 0; i < COUNT(paths); i++) {
        ptl_str path = { paths[i].path, strlen(paths[i].path) };

        CHECK(ptl_xmf_file_name(name, sizeof name, path) == (paths[i].name != NULL));
        CHECK_TEXT(name, paths[i].name ? paths[i].name : "");
    }
    CHECK(!ptl_xmf_file_name(tiny, sizeof tiny, (ptl_str){ "long.map", 8 }));
    CHECK_TEXT(tiny, "");
    CHECK(!ptl_xmf_file_name(name, sizeof name, (ptl_str){ "a\0b", 3 }));
}

/* A container that names files in every way, some of them twice. */
static const char outside[] = "Layer:Tile \"a\" 1 8 8 1 1 {\n"
                              "File:MapData \"%PATH%/maps/a.map\"\n"
                              "File:TileSource \"tiles.png\"\n}\n"
                              "Layer:Tile \"b\" 2 8 8 1 1 {\nShared:MapData 1\n}\n"
                              "Layer:Tile \"c\" 3 8 8 1 1 {\nFile:MapData \"gone.map\"\n}\n"
                              "Layer:Sprite \"s\" 4 {\nFile:SpriteSource 5 \"hero.png\"\n"
                              "File:Palette \"hero.png\"\n}\n"
                              "File:Palette \"tiles.png\" palShift=4 offset=16\n"
                              "Embed:Palette \"own\" [/wMCAf8GBQQ=] offset=64\n";

static bool load_a_map(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    const ptl_doc *map = user;

    return strcmp(companion->name, "maps/a.map") == 0 && ptl_write(out, map, NULL, NULL) == PTL_OK;
}

static void lists_the_files_it_names(void)
{
    static const struct {
        const char *name, *role;
        bool        needed;
    } want[] = {
        { "maps/a.map", "map", true },
        { "tiles.png", "tiles", true },
        { "gone.map", "map", true },
        { "hero.png", "sprite", true },
    };
    ptl_doc      *docs[2] = { read_xmf(outside), NULL };
    ptl_bytes     json    = must_write(docs[0], &(ptl_write_opts){ .to = "json" });
    ptl_companion c;

    docs[1] = must_read(json.data, json.size, NULL); /* however it was made */
    for (size_t d = 0; d < 2; d++) {
        for (size_t i = 0; i < COUNT(want); i++) {
            CHECK(ptl_doc_companion(&c, docs[d], i));
            CHECK_TEXT(c.name, want[i].name);
            CHECK_TEXT(c.role, want[i].role);
            CHECK(c.needed == want[i].needed && c.exact);
        }
        CHECK(!ptl_doc_companion(&c, docs[d], COUNT(want)));
        ptl_doc_free(docs[d]);
    }
    ptl_bytes_free(&json);
}

static void maps_come_out_of_files(void)
{
    ptl_doc         *doc = read_xmf(outside), *map, *got;
    ptl_files        files;
    ptl_xmf_layers   layers = { 0 };
    ptl_xmf_palettes palettes;
    ptl_diag         err;

    CHECK(ptl_ppe_new(&map, PTL_PPE_NEW, 1, 1, NULL, NULL) == PTL_OK);
    ptl_ppe_of(map)->cells.data[0] = 0x12345678;
    files                          = (ptl_files){ .load = load_a_map, .user = map };
    derive(&layers, doc);
    for (size_t i = 0; i < 2; i++) { /* its own, and one it shares */
        CHECK(ptl_part_read(&got, doc, i, &(ptl_read_opts){ .files = files }, &err) == PTL_OK);
        CHECK_UINT(ptl_ppe_of(got)->cells.data[0], 0x12345678);
        ptl_doc_free(got);
    }
    CHECK(ptl_part_read(&got, doc, 2, &(ptl_read_opts){ .files = files }, &err) == PTL_E_IO);
    CHECK_TEXT(err.rule, "file-missing");
    CHECK(ptl_part_read(&got, doc, 0, NULL, &err) == PTL_E_IO);
    CHECK(ptl_part_read(&got, doc, 3, &(ptl_read_opts){ .files = files }, &err) ==
          PTL_E_UNSUPPORTED);
    CHECK(ptl_part_read(&got, doc, 9, &(ptl_read_opts){ .files = files }, &err) == PTL_E_ARG);
    CHECK(got == NULL);
    CHECK(ptl_xmf_derive_palettes(&palettes, doc, NULL) == PTL_OK);
    CHECK_UINT(palettes.count, 2);
    CHECK(is(palettes.data[0].path, "tiles.png") && palettes.data[0].bytes.size == 0);
    CHECK(palettes.data[0].shift == 4 && palettes.data[0].offset == 16);
    CHECK(is(palettes.data[1].bytes, "\xff\3\2\1\xff\6\5\4") && palettes.data[1].offset == 64);
    ptl_doc_free(map);
    ptl_xmf_layers_free(&layers);
    ptl_xmf_palettes_free(&palettes);
    ptl_doc_free(doc);
}

static void layouts_follow_the_layer(void)
{
    static const ptl_setting assume = { "embedded-layout", "new", 3 };
    static const char        old[]  = "Layer:Tile \"a\" 0 8 8 1 1 {\nRenderingMode \"Copy\"\n"
                                      "Embed:MapData [AQEEAA==]\n}\n";
    ptl_read_opts            opts   = { .format = "xmf", .settings = &assume, .setting_count = 1 };
    ptl_doc                 *doc    = read_xmf(old);
    ptl_xmf_layers           layers = { 0 };

    derive(&layers, doc);
    CHECK_UINT(layers.data[0].layout, PTL_PPE_OLD);
    ptl_doc_free(doc);
    doc = must_read(TEXT(old), &opts);
    derive(&layers, doc);
    CHECK_UINT(layers.data[0].layout, PTL_PPE_NEW);
    ptl_xmf_layers_free(&layers);
    ptl_doc_free(doc);
}

static void values_of_every_kind(void)
{
    static const char text[] =
        "a 12 -5 1_000 0x1F 0o17 0b101 7UL true off null 2.5F 2024-09-19 \"q\\\"\\n"
        "\\u00e1\" 'b' `c\\d` q{\"e\"} q\"{f}\" [Zw ==] k=1 99999999999999999999\n";
    static const struct {
        ptl_xmf_kind kind;
        int64_t      integer;
        const char  *text;
    } want[] = {
        { PTL_XMF_INTEGER, 12, "12" },
        { PTL_XMF_INTEGER, -5, "-5" },
        { PTL_XMF_INTEGER, 1000, "1_000" },
        { PTL_XMF_INTEGER, 31, "0x1F" },
        { PTL_XMF_INTEGER, 15, "0o17" },
        { PTL_XMF_INTEGER, 5, "0b101" },
        { PTL_XMF_INTEGER, 7, "7UL" },
        { PTL_XMF_BOOL, 1, "true" },
        { PTL_XMF_BOOL, 0, "off" },
        { PTL_XMF_NULL, 0, "null" },
        { PTL_XMF_OTHER, 0, "2.5F" },
        { PTL_XMF_OTHER, 0, "2024-09-19" },
        { PTL_XMF_TEXT, 0, "q\"\n\xc3\xa1" },
        { PTL_XMF_TEXT, 0, "b" },
        { PTL_XMF_TEXT, 0, "c\\d" },
        { PTL_XMF_TEXT, 0, "e" },
        { PTL_XMF_TEXT, 0, "f" },
        { PTL_XMF_BINARY, 0, "g" },
        { PTL_XMF_INTEGER, 1, "1" },
        { PTL_XMF_OTHER, 0, "99999999999999999999" },
    };
    ptl_doc       *doc = read_xmf(text);
    ptl_xmf_values values;

    CHECK(ptl_xmf_values_of(&values, doc, &ptl_xmf_of(doc)->tags.data[0], NULL) == PTL_OK);
    CHECK_UINT(values.count, COUNT(want));
    for (size_t i = 0; i < COUNT(want); i++) {
        CHECK_UINT(values.data[i].kind, want[i].kind);
        CHECK(values.data[i].integer == want[i].integer);
        CHECK(is(values.data[i].text, want[i].text));
        CHECK(is(values.data[i].name, i == 18 ? "k" : ""));
    }
    ptl_xmf_values_free(&values);
    ptl_doc_free(doc);
}

static void writes_the_same_bytes(void)
{
    static const char *const texts[] = {
        "",
        "\n",
        "\xEF\xBB\xBF# only a comment",
        "a;b;;c\r\nd",
        "a { b { c } }",
        "a 1 \\\n 2 {\n} // end\n",
        "/* x */ a /+ y +/ 1 -- z\n",
        "1 2 3\nk=\"v\"\n",
        small,
    };

    for (size_t i = 0; i < COUNT(texts); i++) {
        ptl_doc  *doc  = read_xmf(texts[i]), *back;
        ptl_bytes out  = must_write(doc, NULL),
                  json = must_write(doc, &(ptl_write_opts){ .to = "json" });

        CHECK_BYTES(out.data, out.size, texts[i], strlen(texts[i]));
        ptl_bytes_free(&out);
        back = must_read(json.data, json.size, NULL);
        out  = must_write(back, NULL);
        CHECK_BYTES(out.data, out.size, texts[i], strlen(texts[i]));
        ptl_bytes_free(&out);
        ptl_bytes_free(&json);
        ptl_doc_free(doc);
        ptl_doc_free(back);
    }
}

static void packs_and_unpacks(void)
{
    static const char *const ways[] = { "zlib", "zstd" };
    ptl_doc                 *doc    = read_xmf(small);

    for (size_t i = 0; i < COUNT(ways); i++) {
        ptl_setting    way  = { "packing", ways[i], 4 };
        ptl_write_opts opts = { .settings = &way, .setting_count = 1 };
        ptl_bytes      packed, plain;
        ptl_doc       *back;
        ptl_diag       err;

        if (ptl_write(&packed, doc, &opts, &err) != PTL_OK) {
            CHECK(!ptl_has_feature(ways[i]));
            CHECK_TEXT(err.rule, "feature-absent");
            continue;
        }
        CHECK_TEXT(ptl_probe(packed.data, packed.size, packed.size, NULL, NULL)->name, "xmf");
        back = must_read(packed.data, packed.size, NULL);
        CHECK_UINT(ptl_xmf_of(back)->packing, PTL_XMF_ZLIB + i);
        CHECK(!ptl_doc_verbatim(back));
        way.data = "none";
        plain    = must_write(back, &opts);
        CHECK_BYTES(plain.data, plain.size, small, strlen(small));
        ptl_bytes_free(&plain);
        ptl_bytes_free(&packed);
        ptl_doc_free(back);
    }
    ptl_doc_free(doc);
}

static void points_at_the_bad_place(void)
{
    static const struct {
        const char *text;
        uint32_t    line, column;
        const char *rule;
    } bad[] = {
        { "<map>", 1, 1, "xmf-xml" },
        { "a \"x\n", 1, 3, "xdl-syntax" },
        { "a `x\n", 1, 3, "xdl-syntax" },
        { "a q{\"x\n", 1, 3, "xdl-syntax" },
        { "\n/* x", 2, 1, "xdl-syntax" },
        { "a {\n", 2, 1, "xdl-syntax" },
        { "a\n}\n", 2, 1, "xdl-syntax" },
        { "a\n{\n}\n", 2, 1, "xdl-syntax" },
        { "a [AA", 1, 3, "xdl-syntax" },
        { "a [A*==]", 1, 5, "xdl-syntax" },
        { "a [AAA]", 1, 4, "xdl-syntax" },
        { "a [A===]", 1, 7, "xdl-syntax" },
        { "a [=AAA]", 1, 5, "xdl-syntax" },
        { "a b", 1, 3, "xdl-syntax" },
        { "a k=", 1, 4, "xdl-syntax" },
        { "a k=b", 1, 4, "xdl-syntax" },
        { "a \\ b", 1, 3, "xdl-syntax" },
        { "a \"\\xZZ\"", 1, 4, "xdl-syntax" },
        { "a \"\\uD800\"", 1, 4, "xdl-syntax" },
        { "a \xff", 1, 3, "xdl-syntax" },
        { "a =", 1, 3, "xdl-syntax" },
        { "Layer:Tile \"x\" 0 8 8\n", 1, 1, "xmf-value" },
        { "Layer:Tile \"x\" 0 8 8 \"6\" 4\n", 1, 1, "xmf-value" },
        { "Layer:Tile \"x\" 0 8 8 4294967296 4\n", 1, 1, "xmf-value" },
        { "\nLayer:Sprite 5 5\n", 2, 1, "xmf-value" },
        { "Layer:Sprite \"x\"\n", 1, 1, "xmf-value" },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        ptl_diag d =
            must_fail(bad[i].text, strlen(bad[i].text), &(ptl_read_opts){ .format = "xmf" });

        CHECK_TEXT(d.rule, bad[i].rule);
        CHECK_UINT(d.line, bad[i].line);
        CHECK_UINT(d.column, bad[i].column);
    }
}

static void packed_texts_are_checked(void)
{
    static const struct {
        const uint8_t *data;
        size_t         size;
        uint64_t       offset;
        const char    *rule, *feature;
    } bad[] = {
        { TEXT("ZLIB"), 4, "truncated", "zlib" },
        { TEXT("ZLIB<map>"), 4, "zlib-data", "zlib" },
        { TEXT("ZLIB\x78\x01\x01\4\0\xfb\xff"
               "abcd\0\0\0\0"),
          15, "zlib-data", "zlib" },
        { TEXT("ZLIB\x78\x01\x01\4\0\xfb\xff"
               "ab"),
          13, "truncated", "zlib" },
        { TEXT("ZSTD\x28\xb5\x2f"), 7, "truncated", "zstd" },
        { TEXT("ZSTDZSTDZSTD"), 4, "zstd-data", "zstd" },
        { TEXT("ZSTD\x28\xb5\x2f\xfd\xa0\0\0\0\xb0\x21\0\0abcd"), 4, "payload-long", "zstd" },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        test_heap     heap  = { 0 };
        ptl_read_opts opts  = { .format = "xmf", .allocator = test_allocator(&heap) };
        ptl_diag      d     = must_fail(bad[i].data, bad[i].size, &opts);
        bool          there = ptl_has_feature(bad[i].feature);

        CHECK_TEXT(d.rule, there ? bad[i].rule : "feature-absent");
        CHECK_UINT(d.offset, there ? bad[i].offset : 4);
        CHECK_UINT(d.line, 0);
        CHECK_UINT(heap.held, 0);
    }
}

static void nesting_has_a_limit(void)
{
    static char text[20001];
    ptl_diag    d;

    for (size_t i = 0; i < 5000; i++)
        memcpy(text + 4 * i, "a {\n", 4);
    d = must_fail(text, 20000, &(ptl_read_opts){ .format = "xmf" });
    CHECK_TEXT(d.rule, "xdl-depth");
    CHECK_UINT(d.line, 65);
}

typedef struct heard {
    char   rules[512];
    size_t count;
} heard;

static void hear(void *user, const ptl_diag *diag)
{
    heard *h = user;

    check_rule(diag, false);
    strncat(h->rules, diag->rule, sizeof h->rules - strlen(h->rules) - 1);
    strncat(h->rules, " ", sizeof h->rules - strlen(h->rules) - 1);
    h->count++;
}

static void check_finds_what_is_wrong(void)
{
    static const struct {
        const char *text, *rules;
    } odd[] = {
        { "Layer:Sprite \"a\" 1\nLayer:Sprite \"b\" 1\n", "xmf-priority " },
        { "Layer:Hex \"a\" 1\n", "xmf-layer " },
        { "Layer:TransformableTile \"a\" 1 8 8 1 1\n", "xmf-transformable " },
        { "Layer:Tile \"a\" 1 0 8 1 1\n", "xmf-size xmf-no-cells " },
        { "Layer:Tile \"a\" 1 8 8 1 1\n", "xmf-no-cells " },
        { "Layer:Tile \"a\" 1 8 8 1 1 {\nEmbed:MapData null\n}\n", "xmf-lost " },
        { "Layer:Tile \"a\" 1 8 8 2 1 {\nEmbed:MapData [AQEEAA==]\n}\n", "truncated " },
        { "Layer:Tile \"a\" 1 8 8 1 1 {\nEmbed:MapData [AQEEAAAA]\n}\n", "trailing-bytes " },
        { "Layer:Tile \"a\" 1 8 8 1 1 {\nShared:MapData 1\n}\n", "xmf-shared " },
        { "Layer:Tile \"a\" 1 8 8 1 1 {\nShared:MapData 2\n}\n", "xmf-shared " },
        { "Layer:Tile \"a\" 1 8 8 1 1 {\nFile:MapData \"/etc/passwd\"\n}\n", "xmf-path " },
        { "Layer:Tile \"a\" 1 8 8 1 1 {\nFile:MapData \"../a.map\"\n}\n", "xmf-path " },
        { "Layer:Tile \"a\" 1 8 8 1 1 {\nFile:TileSource \"a.png\" palShift=32 {\nEmbed:TileData "
          "{\n"
          "65535 0 \"x\"\n1 -1 \"y\"\n2 0\n2 1\n}\n}\n}\n",
          "xmf-no-cells xmf-shift xmf-tile xmf-tile xmf-tile-twice " },
        { "Layer:Tile \"a\" 1 8 8 1 1 {\nFile:TileSource \"a.png\" {\nEmbed:TileInfo {\n"
          "1 1 \"x\"\n2\n\"y\"\nNote\n}\n}\n}\n",
          "xmf-no-cells xmf-tile-row xmf-tile-row xmf-tile-row " },
        { "File:Palette \"a.png\" offset=65536\n", "xmf-palette-offset " },
        { small, "" },
    };

    for (size_t i = 0; i < COUNT(odd); i++) {
        ptl_doc *doc = read_xmf(odd[i].text);
        heard    h   = { 0 };

        CHECK(ptl_check(doc, &(ptl_check_opts){ .listener = { hear, &h } }, NULL) == PTL_OK);
        CHECK_TEXT(h.rules, odd[i].rules);
        ptl_doc_free(doc);
    }
}

static void edits_must_spell_what_they_say(void)
{
    ptl_doc  *doc = read_xmf(small);
    ptl_xmf  *box = ptl_xmf_of(doc);
    ptl_bytes out;
    ptl_diag  err;

    box->tags.data[1].level = 2;
    CHECK(ptl_write(&out, doc, NULL, &err) == PTL_E_SYNTAX);
    CHECK_TEXT(err.rule, "xmf-tags");
    box->tags.data[1].level = 1;
    box->tags.data[1].rest  = (ptl_str){ " 1\nx", 4 };
    CHECK(ptl_write(&out, doc, NULL, &err) == PTL_E_SYNTAX);
    CHECK_TEXT(err.rule, "xmf-tags");
    box->tags.data[1].rest = (ptl_str){ " \"x", 3 };
    CHECK(ptl_write(&out, doc, NULL, &err) == PTL_E_SYNTAX);
    CHECK_TEXT(err.rule, "xdl-syntax");
    ptl_doc_free(doc);
}

static void survives_damage(void)
{
    sweep("xmf", TEXT("Layer:Tile \"a\\n\" -3 8 8 1 1 {\n\tEmbed:MapData [AQEEAA==]\n"
                      "\tFile:TileSource 's' palShift=4 { Embed:TileInfo {\n0 0 \"x\"\n}}\n"
                      "\tObject:Box \"b\" 7 1 2 3 4; /* c */ }\n"));
}

/* So many layers that each looking at all others in turn would not end. */
enum { CHAIN = 20000 };

static ptl_doc *read_chain(bool ring)
{
    size_t   room = (size_t)CHAIN * 96, used = 0;
    char    *text = malloc(room);
    ptl_doc *doc;

    CHECK(text != NULL);
    for (int i = 0; i < CHAIN; i++)
        used += (size_t)snprintf(text + used, room - used,
                                 "Layer:Tile \"a\" %d 8 8 1 1 {\n\t%s %d\n}\n", i,
                                 i == 0 && !ring ? "Embed:MapData [AAAAAA==] //" : "Shared:MapData",
                                 i == 0 ? CHAIN - 1 : i - 1);
    doc = must_read(text, used, &(ptl_read_opts){ .format = "xmf" });
    free(text);
    return doc;
}

static void long_chains_of_shared_maps_end(void)
{
    for (int ring = 0; ring < 2; ring++) {
        ptl_doc       *doc    = read_chain(ring);
        ptl_xmf_layers layers = { 0 };
        ptl_part       part;

        derive(&layers, doc);
        CHECK_UINT(layers.count, CHAIN);
        CHECK_UINT(layers.data[CHAIN - 1].cells, ring ? PTL_XMF_NO_LAYER : 0);
        CHECK_UINT(layers.data[1].cells, ring ? PTL_XMF_NO_LAYER : 0);
        CHECK(ptl_part_at(&part, doc, CHAIN / 2) && part.there == !ring);
        CHECK_UINT(ptl_check(doc, NULL, NULL), PTL_OK);
        ptl_xmf_layers_free(&layers);
        ptl_doc_free(doc);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(long_chains_of_shared_maps_end),
        TEST(reads_every_field),
        TEST(layers_have_meaning),
        TEST(embedded_maps_come_out_and_go_in),
        TEST(files_have_names_without_places),
        TEST(lists_the_files_it_names),
        TEST(maps_come_out_of_files),
        TEST(layouts_follow_the_layer),
        TEST(values_of_every_kind),
        TEST(writes_the_same_bytes),
        TEST(packs_and_unpacks),
        TEST(points_at_the_bad_place),
        TEST(packed_texts_are_checked),
        TEST(nesting_has_a_limit),
        TEST(check_finds_what_is_wrong),
        TEST(edits_must_spell_what_they_say),
        TEST(survives_damage),
    };

    return run_tests("xmf", tests, COUNT(tests));
}
