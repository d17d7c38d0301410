/* SPDX-License-Identifier: MIT */
/* Maps of Tiled: every coding, both languages, every refusal, and what elements mean. */
#include <portolan/tiled.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "support.h"
#include "sweep.h"
#include "tmx_samples.h"

#define TEXT(text) (text), sizeof(text) - 1

static void need_xml(void)
{
    if (!ptl_has_feature("xml"))
        test_skip("no XML");
}

static ptl_doc *read_tmx(const char *text)
{
    return must_read(text, strlen(text), &(ptl_read_opts){ .format = "tmx" });
}

static bool is(ptl_str text, const char *want)
{
    return text.size == strlen(want) && (text.size == 0 || memcmp(text.data, want, text.size) == 0);
}

static void must_be(const ptl_doc *doc, const ptl_write_opts *opts, const char *want)
{
    ptl_bytes out = must_write(doc, opts);

    CHECK_BYTES(out.data, out.size, want, strlen(want));
    ptl_bytes_free(&out);
}

static void reads_every_field(void)
{
    ptl_doc                 *doc;
    const ptl_tiled         *map;
    const ptl_tiled_element *e;

    need_xml();
    doc = read_tmx(TMX_TINY);
    map = ptl_tiled_view(doc);
    CHECK_TEXT(ptl_doc_format(doc), "tmx");
    CHECK_UINT(map->language, PTL_TILED_XML);
    CHECK_UINT(map->elements.count, 10);
    CHECK(ptl_doc_verbatim(doc));
    e = &map->elements.data[4];
    CHECK(is(e->name, "data") && e->level == 2);
    CHECK(is(e->attributes.data[0].name, "encoding") && is(e->attributes.data[0].value, "csv"));
    CHECK_UINT(e->cells.count, 4);
    CHECK_UINT(e->cells.data[1], PTL_TILED_MIRROR_X | 2);
    CHECK_UINT(e->cells.data[3], 3);
    CHECK(memcmp(TMX_TINY + e->at, "<data ", 6) == 0);
    must_be(doc, NULL, TMX_TINY);
    ptl_doc_free(doc);
}

static void elements_have_meaning(void)
{
    ptl_doc                *doc;
    ptl_tiled_map           map;
    const ptl_tiled_object *o;

    need_xml();
    doc = read_tmx(TMX_TINY);
    CHECK_UINT(ptl_tiled_derive(&map, doc, NULL), PTL_OK);
    CHECK(map.what == PTL_TILED_MAP && map.width == 2 && map.tile_width == 1 && !map.infinite);
    CHECK(is(map.program, "1.8.2") && map.next_object == 9);
    CHECK_UINT(map.sets.count, 1);
    CHECK(is(map.sets.data[0].image.source, "sheet.bmp") && map.sets.data[0].columns == 3);
    CHECK_UINT(map.layers.count, 2);
    CHECK(is(map.layers.data[0].name, "ground") && map.layers.data[0].tint == UINT32_MAX);
    CHECK(map.layers.data[0].visible && map.layers.data[0].opacity == 1);
    CHECK_UINT(map.layers.data[0].chunks.data[0].cells[3], 3);
    o = &map.layers.data[1].objects.data[0];
    CHECK(o->shape == PTL_TILED_POINT && o->id == 1 && o->x == 0.5 && is(o->name, "a"));
    CHECK(is(o->properties.data[0].value, "-3") && is(o->properties.data[0].type, "int"));
    CHECK(ptl_tiled_set_of(&map, 3) == &map.sets.data[0]);
    CHECK(!ptl_tiled_set_of(&map, 0));
    ptl_tiled_map_free(&map);
    ptl_tiled_map_free(NULL);
    ptl_doc_free(doc);
}

/* Every shape and what else objects, sets and layers can say. */
#define RICH                                                                                       \
    TMX_MAP("0")                                                                                   \
    " <tileset firstgid=\"1\" source=\"far/e.tsx\"/>\n"                                            \
    " <tileset firstgid=\"5\" name=\"c\" tilewidth=\"2\" tileheight=\"4\" tilecount=\"1\" "        \
    "columns=\"0\" objectalignment=\"top\">\n  <tileoffset x=\"1\" y=\"-2\"/>\n"                   \
    "  <tile id=\"7\" type=\"door\">\n   <image width=\"2\" height=\"4\" source=\"door.png\"/>\n"  \
    "   <animation>\n    <frame tileid=\"7\" duration=\"100\"/>\n   </animation>\n  </tile>\n"     \
    " </tileset>\n"                                                                                \
    " <group id=\"4\" name=\"g\" visible=\"0\" opacity=\"0.5\" tintcolor=\"#80ff0000\" "           \
    "offsetx=\"1\" offsety=\"2\">\n"                                                               \
    "  <objectgroup draworder=\"index\" id=\"5\" name=\"o\">\n"                                    \
    "   <object id=\"1\" x=\"1\" y=\"2\" width=\"3\" height=\"4\" rotation=\"45\"/>\n"             \
    "   <object id=\"2\" x=\"1\" y=\"2\" width=\"3\" height=\"4\">\n    <ellipse/>\n   "           \
    "</object>\n"                                                                                  \
    "   <object id=\"3\" x=\"1\" y=\"2\">\n    <polygon points=\"0,0 1.5,2 3,-4\"/>\n"             \
    "   </object>\n"                                                                               \
    "   <object id=\"4\" x=\"1\" y=\"2\">\n    <polyline points=\"0,0 1,2\"/>\n   </object>\n"     \
    "   <object id=\"5\" x=\"1\" y=\"2\" width=\"9\" height=\"9\">\n"                              \
    "    <text wrap=\"1\">Hi &lt;you&gt;</text>\n   </object>\n"                                   \
    "   <object id=\"6\" gid=\"12\" x=\"1\" y=\"2\" width=\"2\" height=\"4\" visible=\"0\"/>\n"    \
    "   <object id=\"7\" template=\"t.tx\" x=\"1\" y=\"2\"/>\n  </objectgroup>\n"                  \
    "  <imagelayer id=\"6\" name=\"i\" repeatx=\"1\">\n   <image source=\"sky.png\" "              \
    "trans=\"ff00ff\"/>\n   <properties>\n    <property name=\"n\">one\ntwo</property>\n"          \
    "   </properties>\n  </imagelayer>\n </group>\n</map>\n"

static void rich_maps_have_meaning(void)
{
    static const uint8_t shapes[] = { PTL_TILED_RECTANGLE, PTL_TILED_ELLIPSE, PTL_TILED_POLYGON,
                                      PTL_TILED_POLYLINE,  PTL_TILED_LABEL,   PTL_TILED_TILE,
                                      PTL_TILED_RECTANGLE };
    ptl_doc             *doc;
    ptl_tiled_map        map;
    ptl_companion        file;
    const ptl_tiled_set *set;

    need_xml();
    doc = read_tmx(RICH);
    must_be(doc, NULL, RICH);
    CHECK_UINT(ptl_tiled_derive(&map, doc, NULL), PTL_OK);
    set = &map.sets.data[1];
    CHECK(is(map.sets.data[0].source, "far/e.tsx") && set->offset_y == -2);
    CHECK(is(set->tiles.data[0].image.source, "door.png") && is(set->tiles.data[0].type, "door"));
    CHECK_UINT(set->tiles.data[0].frames.data[0].milliseconds, 100);
    CHECK(map.layers.count == 3 && map.layers.data[1].parent == 0 && !map.layers.data[0].visible);
    CHECK(map.layers.data[0].tint == 0xFF000080 && map.layers.data[0].offset_y == 2);
    for (size_t i = 0; i < COUNT(shapes); i++)
        CHECK_UINT(map.layers.data[1].objects.data[i].shape, shapes[i]);
    CHECK(map.layers.data[1].objects.data[2].points.data[2].y == -4);
    CHECK(is(map.layers.data[1].objects.data[4].text, "Hi <you>"));
    CHECK(is(map.layers.data[1].objects.data[6].pattern, "t.tx"));
    CHECK(map.layers.data[2].repeat_x &&
          is(map.layers.data[2].properties.data[0].value, "one\ntwo"));
    ptl_tiled_map_free(&map);
    CHECK(ptl_doc_companion(&file, doc, 0) && strcmp(file.name, "far/e.tsx") == 0);
    CHECK(ptl_doc_companion(&file, doc, 3) && strcmp(file.name, "sky.png") == 0);
    CHECK(!ptl_doc_companion(&file, doc, 4));
    ptl_doc_free(doc);
}

/* Sets as Tiled had them before 1.5: terrains, colors of edges and corners, eight of them packed.
 */
#define BEFORE_1_5                                                                                 \
    TMX_MAP("0")                                                                                   \
    " <tileset firstgid=\"1\" name=\"c\" tilewidth=\"2\" tileheight=\"4\" tilecount=\"4\" "        \
    "columns=\"2\">\n  <image source=\"sheet.png\" width=\"4\" height=\"8\"/>\n"                   \
    "  <terraintypes>\n   <terrain name=\"sand\" tile=\"3\">\n    <properties>\n"                  \
    "     <property name=\"a\" value=\"b\"/>\n    </properties>\n   </terrain>\n"                  \
    "  </terraintypes>\n  <tile id=\"0\" terrain=\"0,,0,0\" probability=\"0.1\"/>\n  <wangsets>\n" \
    "   <wangset name=\"w\" tile=\"-1\">\n"                                                        \
    "    <wangedgecolor name=\"\" color=\"#ff0000\" tile=\"-1\" probability=\"1\"/>\n"             \
    "    <wangcornercolor name=\"c\" color=\"#00ff00\" tile=\"2\" probability=\"0.5\"/>\n"         \
    "    <wangtile tileid=\"0\" wangid=\"0x20212111\"/>\n"                                         \
    "    <wangtile tileid=\"1\" wangid=\"0x1010\" hflip=\"1\"/>\n"                                 \
    "    <properties>\n     <property name=\"n\" type=\"int\" value=\"1\"/>\n    </properties>\n"  \
    "   </wangset>\n  </wangsets>\n </tileset>\n</map>\n"

/* Classes, which may hold nothing, one another and lists, as lists do since 1.12. */
#define DEEP                                                                                       \
    TMX_MAP("0")                                                                                   \
    " <properties>\n  <property name=\"bare\" type=\"class\" propertytype=\"t\"/>\n"               \
    "  <property name=\"deep\" type=\"class\" propertytype=\"u\">\n   <properties>\n"              \
    "    <property name=\"a\" type=\"int\" value=\"1\"/>\n"                                        \
    "    <property name=\"b\" type=\"class\">\n     <properties>\n"                                \
    "      <property name=\"in\" value=\"side\"/>\n     </properties>\n    </property>\n"          \
    "    <property name=\"c\" type=\"list\">\n     <item type=\"bool\" value=\"true\"/>\n"         \
    "    </property>\n    <property name=\"d\" type=\"float\" value=\"0.5\"/>\n"                   \
    "   </properties>\n  </property>\n  <property name=\"list\" type=\"list\">\n"                  \
    "   <item type=\"object\" value=\"4\"/>\n   <item value=\"text\"/>\n   "                       \
    "<item>two\nlines</item>\n"                                                                    \
    "   <item type=\"list\">\n    <item type=\"int\" value=\"2\"/>\n   </item>\n"                  \
    "   <item type=\"list\"/>\n   <item type=\"class\" propertytype=\"v\">\n    <properties>\n"    \
    "     <property name=\"e\" type=\"bool\" value=\"false\"/>\n    </properties>\n   </item>\n"   \
    "  </property>\n </properties>\n</map>\n"

/* Through JSON and back a map is what it was. */
static void languages_turn_into_each_other(void)
{
    static const char *const maps[] = { TMX_TINY, RICH, BEFORE_1_5, DEEP };

    need_xml();
    for (size_t i = 0; i < COUNT(maps); i++) {
        ptl_doc  *doc  = read_tmx(maps[i]), *other;
        ptl_bytes json = must_write(doc, &(ptl_write_opts){ .name = "x.tmj" });

        other = must_read(json.data, json.size, &(ptl_read_opts){ .name = "x.tmj" });
        CHECK_TEXT(ptl_doc_format(other), "tmx");
        CHECK_UINT(ptl_tiled_view(other)->language, PTL_TILED_JSON);
        CHECK(ptl_doc_verbatim(other));
        must_be(other, &(ptl_write_opts){ .name = "x.tmx" }, maps[i]);
        ptl_doc_free(other);
        ptl_doc_free(doc);
        ptl_bytes_free(&json);
    }
}

static void json_comes_back(void)
{
    ptl_doc         *doc = read_tmx(TMX_JSON);
    const ptl_tiled *map = ptl_tiled_view(doc);

    CHECK_UINT(map->spelling, PTL_TILED_ASCII | PTL_TILED_SLASHES);
    CHECK(ptl_doc_verbatim(doc));
    must_be(doc, NULL, TMX_JSON);
    must_be(doc, &(ptl_write_opts){ .name = "a.tmj" }, TMX_JSON);
    ptl_doc_free(doc);
}

/* Base64 has slashes, too, which Tiled escapes as it does elsewhere. */
static void slashes_of_cells_come_back(void)
{
    static const char text[] =
        "{ \"height\":1,\n \"layers\":[\n        {\n         \"compression\":\"\",\n"
        "         \"data\":\"\\/wMAAP8\\/AAA=\",\n         \"encoding\":\"base64\",\n"
        "         \"height\":1,\n         \"name\":\"l\",\n         \"type\":\"tilelayer\",\n"
        "         \"width\":2\n        }],\n \"orientation\":\"orthogonal\",\n"
        " \"tileheight\":1,\n \"tilesets\":[\n        {\n         \"firstgid\":1,\n"
        "         \"source\":\"e.tsx\"\n        }],\n \"tilewidth\":1,\n \"type\":\"map\",\n"
        " \"width\":2\n}";
    ptl_doc *doc = read_tmx(text);

    CHECK_UINT(ptl_tiled_view(doc)->elements.data[3].cells.data[1], 0x3FFF);
    CHECK(ptl_doc_verbatim(doc));
    must_be(doc, NULL, text);
    ptl_doc_free(doc);
}

#define SET                                                                                        \
    "<tileset firstgid=\"20\" source=\"b\"/><tileset firstgid=\"11\"><tile id=\"2\"><image "       \
    "source=\"a\" height=\"23\"/></tile></tileset><tileset firstgid=\"1\" tilewidth=\"7\"><image " \
    "source=\"a\"/></tileset>"

/* As the version of Tiled that saved the map writes it. */
static void json_is_that_of_tiled(void)
{
    static const struct {
        const char *map, *object, *want;
    } rows[] = {
        { " tiledversion=\"1.11.0\"", "<imagelayer><image source=\"a\" width=\"7\"/></imagelayer>",
          NULL },
        { " tiledversion=\"1.11.1\"", "<imagelayer><image source=\"a\" width=\"7\"/></imagelayer>",
          "\"imagewidth\":7" },
        { " version=\"1.0\"", "", "\"version\":1," },
        { " version=\"1.4\"", "", "\"version\":1.4," },
        { " version=\"1.10\"", "", "\"version\":\"1.10\"," },
        { " infinite=\"0\"", "", "\"infinite\":false" },
        { "", "<objectgroup><object x=\"1e-07\"/></objectgroup>", "\"x\":1e-07" },
        { "", "<objectgroup><object x=\"0.0001\"/></objectgroup>", "\"x\":0.0001" },
        { "", "<objectgroup><object x=\"1.23457e+06\"/></objectgroup>", "\"x\":1234570" },
        { "", "<objectgroup><object x=\"-12e+20\"/></objectgroup>", "\"x\":-1.2e+21" },
        { "", "<objectgroup><object x=\"-0\"/></objectgroup>", "\"x\":0" },
        { "", "<imagelayer x=\"7\" y=\"-2\"><image source=\"a\"/></imagelayer>", "\"offsety\":-2" },
        { "", "<imagelayer name=\"empty\"/>", "\"image\":\"\"" },
        { "", SET "<objectgroup><object gid=\"2147483651\"/></objectgroup>", "\"width\":7" },
        { "", SET "<objectgroup><object gid=\"3\" width=\"5\"/></objectgroup>", "\"width\":5" },
        { "", SET "<objectgroup><object gid=\"13\"/></objectgroup>", "\"height\":23" },
        { "", SET "<objectgroup><object gid=\"12\"/></objectgroup>", "\"height\":0" },
        { "", SET "<objectgroup><object gid=\"20\"/></objectgroup>", "\"height\":0" },
    };

    need_xml();
    for (size_t i = 0; i < COUNT(rows); i++) {
        char      text[1024];
        ptl_doc  *doc;
        ptl_bytes json;

        snprintf(text, sizeof text,
                 "<map%s orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"1\" "
                 "tileheight=\"1\">%s</map>",
                 rows[i].map, rows[i].object);
        doc  = read_tmx(text);
        json = must_write(doc, &(ptl_write_opts){ .name = "a.tmj" });
        CHECK(test_holds(&json, rows[i].want ? rows[i].want : "\"image\""));
        CHECK(rows[i].want || !test_holds(&json, "imagewidth"));
        CHECK(i == 5 || !test_holds(&json, "infinite"));
        ptl_bytes_free(&json);
        ptl_doc_free(doc);
    }
}

static size_t count_elements(const ptl_tiled_map *map, const char *name)
{
    size_t count = 0;

    for (size_t i = 0; i < map->elements.count; i++)
        count += is(map->elements.data[i].name, name);
    return count;
}

/* Properties as an object, tiles by their ids, a number for the version: before 1.2. */
static void old_json_is_read(void)
{
    static const char text[] =
        "{\"height\":1,\"width\":1,\"tilewidth\":4,\"tileheight\":4,\"orientation\":\"orthogonal\","
        "\"version\":1,\"properties\":{\"a\":\"b\",\"n\":3},\"propertytypes\":{\"a\":\"string\","
        "\"n\":\"int\"},\"layers\":[{\"data\":[1],\"height\":1,\"width\":1,\"name\":\"l\","
        "\"opacity\":1,\"type\":\"tilelayer\",\"visible\":false,\"x\":0,\"y\":0}],\"tilesets\":[{"
        "\"firstgid\":1,\"name\":\"s\",\"image\":\"i.png\",\"imagewidth\":4,\"imageheight\":4,"
        "\"properties\":{},\"tiles\":{\"0\":{\"animation\":[{\"duration\":5,\"tileid\":0}]}},"
        "\"tileproperties\":{"
        "\"0\":{\"p\":\"q\"},\"2\":{\"r\":\"s\"}}}]}";
    ptl_doc      *doc = read_tmx(text);
    ptl_tiled_map map;

    CHECK_UINT(ptl_tiled_derive(&map, doc, NULL), PTL_OK);
    CHECK(is(map.version, "1.0") && map.properties.count == 2);
    CHECK(is(map.properties.data[1].type, "int") && is(map.properties.data[1].value, "3"));
    CHECK(!map.layers.data[0].visible);
    CHECK_UINT(map.sets.data[0].tiles.count, 2);
    CHECK_UINT(map.sets.data[0].tiles.data[0].frames.count, 1);
    CHECK(is(map.sets.data[0].tiles.data[0].properties.data[0].value, "q"));
    CHECK_UINT(map.sets.data[0].tiles.data[1].id, 2);
    CHECK_UINT(count_elements(&map, "properties"), 3); /* none for the set, which has none */
    ptl_tiled_map_free(&map);
    ptl_doc_free(doc);
}

/* ---- Codings --------------------------------------------------------------------------------- */

#define CODED(data) TMX_MAP("0") TMX_SET TMX_LAYER(data) "</map>\n"

/* 1, 2 mirrored, 0, 3 in every coding; the texts are what Python's zlib, gzip and zstd gave. */
static const struct {
    const char *feature, *setting, *text;
} codings[] = {
    { "xml", "csv", CODED(TMX_CSV) },
    { "xml", "base64", CODED(TMX_PACKED("", "AQAAAAIAAIAAAAAAAwAAAA==")) },
    { "zlib", "zlib", CODED(TMX_PACKED(" compression=\"zlib\"", "eJxjZGBgYGJgaABSDMxADAAExACH")) },
    { "gzip", "gzip",
      CODED(TMX_PACKED(" compression=\"gzip\"", "H4sIAAAAAAAAA2NkYGBgYmBoAFIMzEAMAPrrCNoQAAAA")) },
    { "zstd", "zstd",
      CODED(TMX_PACKED(" compression=\"zstd\"", "KLUv/SAQgQAAAQAAAAIAAIAAAAAAAwAAAA==")) },
    { "xml", NULL,
      CODED("  <data>\n   <tile gid=\"1\"/>\n   <tile gid=\"2147483650\"/>\n   <tile/>\n"
            "   <tile gid=\"3\"/>\n  </data>\n") },
};

static void codings_are_alike(void)
{
    need_xml();
    for (size_t i = 0; i < COUNT(codings); i++) {
        const uint32_t want[] = { 1, PTL_TILED_MIRROR_X | 2, 0, 3 };
        ptl_doc       *doc;
        ptl_u32s       cells;

        if (!ptl_has_feature(codings[i].feature))
            continue;
        doc   = read_tmx(codings[i].text);
        cells = ptl_tiled_view(doc)->elements.data[4].cells;
        CHECK_BYTES(cells.data, cells.count * 4, want, sizeof want);
        CHECK(ptl_doc_verbatim(doc));
        must_be(doc, NULL, codings[i].text);
        ptl_doc_free(doc);
    }
}

/* From every coding into every other, and what was packed by others is packed anew only when it
 * changed. */
static void codings_become_each_other(void)
{
    need_xml();
    for (size_t i = 0; i < COUNT(codings) * COUNT(codings); i++) {
        size_t      a = i / COUNT(codings), b = i % COUNT(codings);
        ptl_setting coding = { "coding", codings[b].setting, 0 };
        ptl_doc    *doc, *back;
        ptl_bytes   out;

        if (!codings[b].setting || !ptl_has_feature(codings[a].feature) ||
            !ptl_has_feature(codings[b].feature))
            continue;
        coding.size = strlen(codings[b].setting);
        doc         = read_tmx(codings[a].text);
        out         = must_write(doc, &(ptl_write_opts){ .settings = &coding, .setting_count = 1 });
        back        = must_read(out.data, out.size, NULL);
        CHECK_BYTES(ptl_tiled_view(back)->elements.data[4].cells.data, 16,
                    ptl_tiled_view(doc)->elements.data[4].cells.data, 16);
        CHECK(test_holds(&out, codings[b].setting));
        ptl_bytes_free(&out);
        ptl_doc_free(back);
        ptl_doc_free(doc);
    }
}

static void changed_cells_are_packed_anew(void)
{
    ptl_doc  *doc, *back;
    ptl_bytes out;

    need_xml();
    if (!ptl_has_feature("zlib"))
        test_skip("no zlib");
    doc                                               = read_tmx(codings[2].text);
    ptl_tiled_of(doc)->elements.data[4].cells.data[2] = 2;
    out                                               = must_write(doc, NULL);
    back                                              = must_read(out.data, out.size, NULL);
    CHECK_UINT(ptl_tiled_view(back)->elements.data[4].cells.data[2], 2);
    ptl_bytes_free(&out);
    ptl_doc_free(back);
    ptl_doc_free(doc);
}

#define CHUNKS                                                                                     \
    TMX_MAP("1")                                                                                   \
    TMX_SET TMX_LAYER("  <data encoding=\"csv\">\n   <chunk x=\"-2\" y=\"0\" width=\"2\" "         \
                      "height=\"1\">\n1,2\n</chunk>\n   <chunk x=\"0\" y=\"3\" width=\"1\" "       \
                      "height=\"1\">\n3\n</chunk>\n  </data>\n") "</map>\n"

static void infinite_maps_have_chunks(void)
{
    ptl_doc      *doc;
    ptl_tiled_map map;
    ptl_bytes     json;

    need_xml();
    doc = read_tmx(CHUNKS);
    must_be(doc, NULL, CHUNKS);
    CHECK_UINT(ptl_tiled_derive(&map, doc, NULL), PTL_OK);
    CHECK(map.infinite && map.layers.data[0].chunks.count == 2);
    CHECK(map.layers.data[0].chunks.data[0].x == -2 && map.layers.data[0].chunks.data[1].y == 3);
    CHECK_UINT(map.layers.data[0].chunks.data[1].cells[0], 3);
    ptl_tiled_map_free(&map);
    json = must_write(doc, &(ptl_write_opts){ .name = "a.tmj" });
    CHECK(test_holds(&json, "\"startx\":-2,\n"));
    ptl_bytes_free(&json);
    ptl_doc_free(doc);
}

static void lines_may_end_in_crlf(void)
{
    char     text[sizeof TMX_TINY * 2];
    size_t   size = 0;
    ptl_doc *doc;

    need_xml();
    for (const char *at = TMX_TINY; *at; at++) {
        if (*at == '\n')
            text[size++] = '\r';
        text[size++] = *at;
    }
    text[size] = 0;
    doc        = read_tmx(text);
    CHECK(ptl_tiled_view(doc)->spelling == PTL_TILED_CRLF && ptl_doc_verbatim(doc));
    must_be(doc, NULL, text);
    ptl_doc_free(doc);
}

/* Tiled's writers do not lay everything out alike: each way comes back as it was. */
static void layouts_are_kept(void)
{
    static const struct {
        const char *text;
        unsigned    spelling;
    } ways[] = {
        { "<?xml version=\"1.0\"?>\n<map version=\"0.99b\" orientation=\"orthogonal\" "
          "width=\"2\" height=\"2\" tilewidth=\"1\" tileheight=\"1\">\n\t<properties>\n"
          "\t\t<property name=\"a\" value=\"b\"/>\n\t</properties>\n</map>",
          PTL_TILED_BARE | PTL_TILED_END | PTL_TILED_TABS },
        { "{ \"height\":1,\n \"infinite\":false,\n \"layers\":[],\n"
          " \"orientation\":\"orthogonal\",\n \"tileheight\":1,\n \"tilewidth\":1,\n"
          " \"width\":2\n}\n",
          PTL_TILED_END },
        { TMX_MAP("0") TMX_LAYER(
              "  <data>\n   <tile gid=\"0\"/>\n   <tile gid=\"0\"/>\n   <tile gid=\"0\"/>\n"
              "   <tile gid=\"0\"/>\n  </data>\n") "</map>\n",
          PTL_TILED_ZEROS },
        { TMX_MAP("0") " <objectgroup id=\"2\" name=\"o\">\n  <object id=\"1\" x=\"0\" y=\"1\">\n"
                       "   <text></text>\n  </object>\n </objectgroup>\n</map>\n",
          0 },
        { "<?xml version=\"1.0\" encoding=\"UTF-8\"?><map version=\"1.8\" "
          "orientation=\"orthogonal\" width=\"2\" height=\"2\" tilewidth=\"1\" "
          "tileheight=\"1\" infinite=\"0\"><layer id=\"1\" name=\"a\" width=\"2\" "
          "height=\"2\"><data encoding=\"csv\">0,0,0,0</data></layer></map>\n",
          PTL_TILED_TIGHT },
        { "{\"height\":1,\"infinite\":false,\"layers\":[{\"data\":[0,0],\"height\":1,\"name\":"
          "\"a\","
          "\"opacity\":1,\"type\":\"tilelayer\",\"visible\":true,\"width\":2,\"x\":0,\"y\":0}],"
          "\"orientation\":\"orthogonal\",\"tileheight\":1,\"tilesets\":[],\"tilewidth\":1,"
          "\"type\":\"map\",\"width\":2}",
          PTL_TILED_TIGHT },
        { "{\n    \"maps\": [\n        {\n            \"fileName\": \"a.tmx\",\n"
          "            \"x\": 1,\n            \"y\": -2\n        }\n    ],\n"
          "    \"onlyShowAdjacentMaps\": false,\n    \"patterns\": [\n    ],\n"
          "    \"properties\": {\n    },\n    \"type\": \"world\"\n}\n",
          PTL_TILED_STEPS },
        { "{ \"height\":1,\r\n \"infinite\":false,\r\n \"layers\":[],\r\n"
          " \"orientation\":\"orthogonal\",\r\n \"properties\":\r\n    {\r\n\r\n    },\r\n"
          " \"tileheight\":1,\r\n \"tilewidth\":1,\r\n \"width\":2\r\n}",
          PTL_TILED_CRLF },
        { "{ \"height\":3,\n \"infinite\":false,\n \"layers\":[\n        {\n"
          "         \"data\":[0, 0,\n            0, 0,\n            0, 0],\n"
          "         \"height\":3,\n         \"name\":\"a\",\n         \"opacity\":1,\n"
          "         \"type\":\"tilelayer\",\n         \"visible\":true,\n"
          "         \"width\":2,\n         \"x\":0,\n         \"y\":0\n        }],\n"
          " \"orientation\":\"orthogonal\",\n \"tileheight\":1,\n \"tilewidth\":1,\n"
          " \"width\":2\n}",
          PTL_TILED_WRAPPED },
    };

    need_xml();
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        ptl_doc *doc = read_tmx(ways[i].text);

        CHECK_UINT(ptl_tiled_view(doc)->spelling, ways[i].spelling);
        CHECK(ptl_doc_verbatim(doc));
        must_be(doc, NULL, ways[i].text);
        ptl_doc_free(doc);
    }
}

/* JSON that says late, or never, that it is of Tiled. */
static void json_is_recognized(void)
{
    static const char *const heads[] = {
        "{ \"height\":100,\n \"layers\":[{ \"height\":9, \"image\":\"a.png\", \"name\":\"b\", "
        "\"opacity\":1, \"type\":\"imagelayer\", \"visible\":true",
        "{ \"image\":\"a.png\",\n \"imageheight\":1,\n \"imagewidth\":1,\n \"margin\":0,",
        "{ \"object\":\n    {\n     \"gid\":4,\n     \"height\":9,\n     \"rotation\":0,",
        "{\n    \"patterns\": [ { \"regexp\": \"a(1)b(2)\", \"multiplierX\": 3",
        "{ \"height\":100,\n \"layers\":[\n        {\n         \"data\":[0, 0, 0, 0, 0",
        "{\"backgroundcolor\":\"#ff00ff\",\"height\":100,\"infinite\":false,\"layers\":[{\"data\":["
        "1",
        "{ \"height\":9, \"layers\": [{ \"compression\":\"zlib\", \"data\":\"AAAA",
    };
    static const char *const others[] = {
        "{ \"object\":1, \"visible\":true }",
        "{ \"layers\":[ { \"data\":[1, 2",
        "{ \"height\":\"100",
        "{ \"height\":100, \"layers\":[[1",
        "{ \"height\":100, \"layers\":{ \"data\":[1",
        "{ \"height\":[1], \"layers\":[{ \"data\":[1",
    };

    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        const ptl_format_info *f = ptl_probe(heads[i], strlen(heads[i]), 9999, NULL, NULL);

        CHECK(f && strcmp(f->name, "tmx") == 0);
    }
    CHECK(ptl_probe(TEXT("\xFF\xFE<\0?\0"), 99, NULL, NULL));
    CHECK(ptl_probe(TEXT("\xFE\xFF\0<\0?"), 99, NULL, NULL));
    for (size_t i = 0; i < COUNT(others); i++)
        CHECK(!ptl_probe(others[i], strlen(others[i]), 9999, NULL, NULL));
}

/* ---- What is wrong --------------------------------------------------------------------------- */

static void points_at_what_is_wrong(void)
{
    static const struct {
        const char *text, *rule, *at; /* the offset is that of this text */
    } bad[] = {
        { TMX_HEAD "<maps/>", "tmx-root", "<maps" },
        { TMX_HEAD "<map orientation=\"flat\" width=\"1\"/>", "tmx-orientation", "<map" },
        { TMX_HEAD "<map orientation=\"orthogonal\" width=\"0\"/>", "tmx-size", "<map" },
        { CODED("  <data encoding=\"csv\">1,2,3</data>"), "tmx-cells", "<data" },
        { CODED("  <data encoding=\"csv\">1,2,3,1,2</data>"), "tmx-cells", "<data" },
        { CODED("  <data encoding=\"csv\">1,-2,3,1</data>"), "tmx-csv", "-2" },
        { CODED("  <data encoding=\"csv\">1,2 2,3,1</data>"), "tmx-csv", "2,3" },
        { CODED("  <data encoding=\"csv\">1,4294967296,3,1</data>"), "tmx-csv", ",3,1" },
        { CODED("  <data encoding=\"csv\">1,<b/>2,3,1</data>"), "tmx-cells", "<b/>" },
        { CODED("  <data encoding=\"rle\">1</data>"), "tmx-coding", "<data" },
        { CODED("  <data encoding=\"base64\" compression=\"lzma\">1</data>"), "tmx-coding",
          "<data" },
        { CODED("  <data encoding=\"base64\">AQ*=</data>"), "tmx-base64", "<data" },
        { CODED("  <data encoding=\"base64\">AQAAA</data>"), "tmx-base64", "<data" },
        { CODED("  <data encoding=\"base64\">AQAAAA==</data>"), "tmx-cells", "<data" },
        { CODED("  <data>\n<tile gid=\"x\"/></data>"), "tmx-csv", "<tile gid=\"x" },
        { TMX_MAP("0") TMX_LAYER(TMX_CSV) "</map>\n", "tmx-gid", "<data" },
        { TMX_MAP("1") TMX_SET TMX_LAYER(TMX_CSV) "</map>\n", "tmx-cells", "<data" },
        { "{\"type\":\"map\",\"orientation\":\"orthogonal\",\"width\":1,\"height\":1,"
          "\"tilewidth\":1,\"tileheight\":1,\"layers\":[{\"type\":\"tilelayer\",\"width\":1,"
          "\"height\":1,\"data\":[0,0]}]}",
          "tmx-cells", "{\"type\":\"tilelayer" },
        { "{\"type\":\"map\",\"layers\":[{\"type\":\"tilelayer\",\"data\":\"AAAA\"}]}",
          "tmx-coding", "\"AAAA" },
    };

    need_xml();
    for (size_t i = 0; i < COUNT(bad); i++) {
        ptl_diag d =
            must_fail(bad[i].text, strlen(bad[i].text), &(ptl_read_opts){ .format = "tmx" });

        CHECK_TEXT(d.rule, bad[i].rule);
        CHECK_UINT(d.offset, (uint64_t)(strstr(bad[i].text, bad[i].at) - bad[i].text));
    }
}

typedef struct count {
    const char *rule;
    size_t      heard;
} count;

static void hear(void *user, const ptl_diag *diag)
{
    count *c = user;

    c->heard += strcmp(diag->rule, c->rule) == 0;
    check_rule(diag, false);
}

/* Of old versions, which do not say how many tiles there are. */
#define OF_IMAGE(size)                                                                             \
    TMX_MAP("0")                                                                                   \
    "<tileset firstgid='1' tilewidth='4' tileheight='4' margin='1' spacing='1'><image "            \
    "source='a' " size                                                                             \
    "/><tile id='0'/></tileset>" TMX_LAYER("<data encoding=\"csv\">1,3,0,0</data>") "</map>"

static void checks_find(void)
{
    static const struct {
        const char *rule, *text;
        size_t      heard;
    } rows[] = {
        { "tmx-id", TMX_MAP("0") "<group id=\"1\"/><group id=\"1\"/></map>", 1 },
        { "tmx-next-id", TMX_MAP("0") "<group id=\"9\"/></map>", 1 },
        { "tmx-gid", CODED("<data encoding=\"csv\">4,5,1,1</data>"), 1 },
        { "tmx-gid", OF_IMAGE("width=\"15\" height=\"9\""), 0 },
        { "tmx-gid", OF_IMAGE("width=\"14\" height=\"9\""), 1 },
        { "tmx-gid", OF_IMAGE(""), 0 },
        { "tmx-hex", CODED("<data encoding=\"csv\">268435457,0,1,1</data>"), 1 },
        { "tmx-unknown", TMX_MAP("0") "<fog/><group/></map>", 1 },
        { "tmx-class",
          TMX_MAP("0") "<properties><property name='a' type='class'/></properties></map>", 1 },
        { "tmx-digits",
          TMX_MAP("0") "<objectgroup><object x='1.234567' y='1200000'/></objectgroup></map>", 1 },
        { "tmx-id", RICH, 0 },
        { "tmx-unknown", RICH, 0 },
        { "tmx-unknown", BEFORE_1_5, 0 },
        { "tmx-unknown", DEEP, 0 },
    };

    need_xml();
    for (size_t i = 0; i < COUNT(rows); i++) {
        ptl_doc *doc = read_tmx(rows[i].text);
        count    c   = { rows[i].rule, 0 };

        CHECK_UINT(ptl_check(doc, &(ptl_check_opts){ .listener = { hear, &c } }, NULL), PTL_OK);
        CHECK_UINT(c.heard, rows[i].heard);
        ptl_doc_free(doc);
    }
}

#define JSON_LAYER(type, name)                                                                     \
    "{\"type\":\"map\",\"version\":\"1.10\",\"tiledversion\":\"1.10.2\","                          \
    "\"orientation\":\"orthogonal\",\"width\":1,\"height\":1,\"tilewidth\":8,"                     \
    "\"tileheight\":8,\"tilesets\":[],\"layers\":[{\"type\":\"" type "\",\"name\":\"" name         \
    "\",\"width\":1,\"height\":1,\"data\":[0]}]}"

static void hear_loss(void *user, const ptl_diag *diag)
{
    if (diag->severity == PTL_LOSS)
        snprintf(user, 192, "%s", diag->message);
}

/* Types of layers become names of elements. */
static void layers_of_no_type_are_refused(void)
{
    static const char *const maps[] = { JSON_LAYER("a b='1'><c/", "a"), JSON_LAYER("tileset", "a"),
                                        JSON_LAYER("layer", "a"), JSON_LAYER("", "a") };

    for (size_t i = 0; i < COUNT(maps); i++) {
        ptl_doc *doc;
        ptl_diag err;

        CHECK_UINT(
            ptl_read(&doc, maps[i], strlen(maps[i]), &(ptl_read_opts){ .format = "tmx" }, &err),
            PTL_E_UNSUPPORTED);
        CHECK_TEXT(err.rule, "tmx-name");
        CHECK(strstr(err.message, "which Tiled does not know") != NULL);
    }
}

/* What JSON can spell and XML cannot stays in JSON. */
static void control_characters_are_not_written_as_xml(void)
{
    ptl_doc  *doc  = read_tmx(JSON_LAYER("tilelayer", "a\\u0001b"));
    ptl_bytes same = must_write(doc, NULL), none;
    ptl_diag  err;

    CHECK(same.size > 0);
    CHECK_UINT(ptl_write(&none, doc, &(ptl_write_opts){ .name = "a.tmx" }, &err), PTL_E_SYNTAX);
    CHECK_TEXT(err.rule, "tmx-value");
    CHECK(none.data == NULL);
    ptl_bytes_free(&same);
    ptl_doc_free(doc);
}

static void must_lose(const char *map, const char *to, const char *want)
{
    ptl_doc  *doc       = read_tmx(map);
    char      text[192] = "";
    ptl_bytes out =
        must_write(doc, &(ptl_write_opts){ .name = to, .listener = { hear_loss, text, NULL } });

    CHECK_TEXT(text, want);
    ptl_bytes_free(&out);
    ptl_doc_free(doc);
}

#define HEAD "orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"8\" tileheight=\"8\""

/* Unknown attributes and elements stay in their own language, and are told in the other. */
static void what_has_no_word_is_told(void)
{
    static const char json[] =
        "{\"type\":\"map\",\"orientation\":\"orthogonal\",\"width\":1,\"height\":1,"
        "\"tilewidth\":8,\"tileheight\":8,\"layers\":[],\"odd\":{\"a\":1},\"even\":2}";

    must_lose(json, "a.tmj", "");
    must_lose(json, "a.tmx",
              "attributes and elements that Tiled has no word for in XML are dropped: 2, the first "
              "is even");
    need_xml();
    must_lose("<map " HEAD " odd=\"1\"><layer even=\"2\"/></map>", "a.tmx", "");
    must_lose("<map " HEAD " odd=\"1\"><lamp/><objectgroup even=\"2\"/></map>", "a.tmj",
              "attributes and elements that Tiled has no word for in JSON are dropped: 3, the "
              "first is odd");
}

/* Edits that no file could hold are refused, each by its name. */
static void edits_have_to_fit(void)
{
    for (int i = 0; i < 7; i++) {
        static const char *const rules[] = { "tmx-level", "tmx-name",  "tmx-value", "tmx-cells",
                                             "tmx-root",  "tmx-cells", "tmx-value" };
        ptl_doc                 *doc;
        ptl_tiled               *map;
        ptl_bytes                out;
        ptl_diag                 err;

        need_xml();
        doc = read_tmx(TMX_TINY);
        map = ptl_tiled_of(doc);
        if (i == 0)
            map->elements.data[4].level = 5;
        else if (i == 1)
            map->elements.data[4].name = (ptl_str){ "a b", 3 };
        else if (i == 2)
            map->elements.data[4].attributes.data[0].value = (ptl_str){ "\1", 1 };
        else if (i == 3)
            map->elements.data[4].cells.count = 3;
        else if (i == 4)
            map->elements.count = 0;
        else if (i == 5)
            map->elements.data[1].cells = map->elements.data[4].cells;
        else
            map->elements.data[2].attributes.data[0].kind = PTL_TILED_NUMBER;
        CHECK_UINT(ptl_write(&out, doc, NULL, &err), i == 4 ? PTL_E_SYNTAX : PTL_E_SYNTAX);
        CHECK_TEXT(err.rule, rules[i]);
        ptl_doc_free(doc);
    }
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static bool load_set(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    static const char set[] = TMX_HEAD "<tileset version=\"1.8\" name=\"far\" tilewidth=\"2\" "
                                       "tileheight=\"2\"/>\n";

    (void)user;
    if (strcmp(companion->name, "far/e.tsx") != 0)
        return false;
    out->data = out->allocator.resize(out->allocator.user, NULL, 0, sizeof set - 1);
    if (out->data)
        memcpy(out->data, set, sizeof set - 1);
    out->size = out->capacity = sizeof set - 1;
    return out->data != NULL;
}

static void external_sets_are_parts(void)
{
    ptl_doc      *doc, *set;
    ptl_part      part;
    ptl_tiled_map map;

    need_xml();
    doc = read_tmx(RICH);
    CHECK(ptl_part_at(&part, doc, 0) && part.there && !part.embedded);
    CHECK_TEXT(part.name, "far/e.tsx");
    CHECK(!ptl_part_at(&part, doc, 1));
    CHECK_UINT(ptl_part_read(&set, doc, 0, &(ptl_read_opts){ .files = { .load = load_set } }, NULL),
               PTL_OK);
    CHECK_UINT(ptl_tiled_derive(&map, set, NULL), PTL_OK);
    CHECK(map.what == PTL_TILED_SET && is(map.sets.data[0].name, "far"));
    ptl_tiled_map_free(&map);
    ptl_doc_free(set);
    ptl_doc_free(doc);
}

/* A template holds a set, and a layer with its object. */
static void templates_have_an_object(void)
{
    static const char text[] =
        "<template><tileset firstgid=\"1\" source=\"s.tsx\"/>"
        "<object name=\"gem\" gid=\"2147483651\" width=\"8\" height=\"9\"/></template>";
    ptl_tiled_map map;
    ptl_doc      *doc;

    need_xml();
    CHECK_UINT(ptl_read(&doc, text, sizeof text - 1, NULL, NULL), PTL_OK);
    CHECK_UINT(ptl_tiled_derive(&map, doc, NULL), PTL_OK);
    CHECK_UINT(map.what, PTL_TILED_TEMPLATE);
    CHECK_UINT(map.sets.count, 1);
    CHECK_UINT(map.layers.count, 1);
    CHECK_UINT(map.layers.data[0].kind, PTL_TILED_OBJECT_LAYER);
    CHECK_UINT(map.layers.data[0].objects.count, 1);
    CHECK_UINT(map.layers.data[0].objects.data[0].gid, 2147483651);
    CHECK(map.layers.data[0].objects.data[0].height == 9);
    ptl_tiled_map_free(&map);
    ptl_doc_free(doc);
}

static void survives_damage(void)
{
    need_xml();
    sweep("tmx", (const uint8_t *)TMX_TINY, sizeof TMX_TINY - 1);
}

static void json_survives_damage(void)
{
    sweep("tmx", (const uint8_t *)TMX_JSON, sizeof TMX_JSON - 1);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(reads_every_field),
        TEST(elements_have_meaning),
        TEST(rich_maps_have_meaning),
        TEST(languages_turn_into_each_other),
        TEST(json_comes_back),
        TEST(slashes_of_cells_come_back),
        TEST(json_is_that_of_tiled),
        TEST(old_json_is_read),
        TEST(codings_are_alike),
        TEST(codings_become_each_other),
        TEST(changed_cells_are_packed_anew),
        TEST(infinite_maps_have_chunks),
        TEST(lines_may_end_in_crlf),
        TEST(layouts_are_kept),
        TEST(json_is_recognized),
        TEST(points_at_what_is_wrong),
        TEST(checks_find),
        TEST(layers_of_no_type_are_refused),
        TEST(control_characters_are_not_written_as_xml),
        TEST(what_has_no_word_is_told),
        TEST(edits_have_to_fit),
        TEST(external_sets_are_parts),
        TEST(templates_have_an_object),
        TEST(survives_damage),
        TEST(json_survives_damage),
    };

    return run_tests("tmx", tests, COUNT(tests));
}
