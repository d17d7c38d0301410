/* SPDX-License-Identifier: MIT */
/* Small maps of Tiled, spelled as it spells them. */
#ifndef PTL_TESTS_TMX_SAMPLES_H
#define PTL_TESTS_TMX_SAMPLES_H

#define TMX_HEAD "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
#define TMX_MAP(more)                                                                              \
    TMX_HEAD "<map version=\"1.8\" tiledversion=\"1.8.2\" orientation=\"orthogonal\" "             \
             "renderorder=\"right-down\" width=\"2\" height=\"2\" tilewidth=\"1\" "                \
             "tileheight=\"1\" infinite=\"" more "\" nextlayerid=\"9\" nextobjectid=\"9\">\n"
#define TMX_SET                                                                                    \
    " <tileset firstgid=\"1\" name=\"s\" tilewidth=\"1\" tileheight=\"1\" tilecount=\"3\" "        \
    "columns=\"3\">\n  <image source=\"sheet.bmp\" width=\"3\" height=\"1\"/>\n </tileset>\n"
#define TMX_LAYER(data)                                                                            \
    " <layer id=\"1\" name=\"ground\" width=\"2\" height=\"2\">\n" data " </layer>\n"
#define TMX_CSV "  <data encoding=\"csv\">\n1,2147483650,\n0,3\n</data>\n"
#define TMX_PACKED(how, text) "  <data encoding=\"base64\"" how ">\n   " text "\n  </data>\n"

/* Two rows of cells and a point. */
#define TMX_TINY                                                                                   \
    TMX_MAP("0")                                                                                   \
    TMX_SET TMX_LAYER(TMX_CSV) " <objectgroup id=\"2\" name=\"o\">\n"                              \
                               "  <object id=\"1\" name=\"a\" x=\"0.5\" y=\"1\">\n"                \
                               "   <properties>\n"                                                 \
                               "    <property name=\"k\" type=\"int\" value=\"-3\"/>\n"            \
                               "   </properties>\n   <point/>\n  </object>\n"                      \
                               " </objectgroup>\n</map>\n"

/* In JSON: one layer of two cells. */
#define TMX_JSON                                                                                   \
    "{ \"compressionlevel\":-1,\n \"height\":1,\n \"infinite\":false,\n \"layers\":[\n"            \
    "        {\n         \"data\":[1, 2],\n         \"height\":1,\n         \"id\":1,\n"           \
    "         \"name\":\"\\u00e9\\/\",\n         \"opacity\":1,\n"                                 \
    "         \"type\":\"tilelayer\",\n         \"visible\":true,\n         \"width\":2,\n"        \
    "         \"x\":0,\n         \"y\":0\n        }],\n \"nextlayerid\":2,\n"                      \
    " \"nextobjectid\":1,\n \"orientation\":\"orthogonal\",\n \"renderorder\":\"right-down\",\n"   \
    " \"tiledversion\":\"1.8.2\",\n \"tileheight\":1,\n \"tilesets\":[\n        {\n"               \
    "         \"firstgid\":1,\n         \"source\":\"e.tsx\"\n        }],\n"                       \
    " \"tilewidth\":1,\n \"type\":\"map\",\n \"version\":\"1.8\",\n \"width\":2\n}"

#endif
