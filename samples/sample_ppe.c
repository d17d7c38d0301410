/* SPDX-License-Identifier: MIT */
/* The PixelPerfectEngine sample: a water garden by lantern light, 28 by 20 cells.
 *
 * The ground: a pond whose banks are three tiles turned every way, a path of three tiles around it,
 * lanterns, and a logic section that says where one can walk. Above it what grows: flowers, reeds,
 * and trees of four seasons, which stand above everything. The lanterns light the corners of the
 * cells around them in both. */
#include "sample_ppe.h"

#include <portolan/ppe.h>

enum { WIDTH = 28, HEIGHT = 20 };

/* The path is a ring between these, and leads to the gate below. */
enum { LEFT = 4, RIGHT = 23, TOP = 3, BOTTOM = 15, GATE = 14 };

/* Logic values: what is there, and whether it stops a walker. */
enum { BLOCKED = 1, POND = 1 << 8, WAY = 2 << 8, GARDEN = 3 << 8 };

static const int lanterns[][2] = { { 5, 4 },   { 13, 4 },  { 22, 4 }, { 5, 14 },
                                   { 22, 14 }, { 12, 17 }, { 16, 17 } };

enum { LANTERNS = sizeof lanterns / sizeof *lanterns };

/* Quarter turns clockwise as a cell says them. */
static const uint8_t turns[4] = { 0, PTL_PPE_SWAP | PTL_PPE_MIRROR_X,
                                  PTL_PPE_MIRROR_X | PTL_PPE_MIRROR_Y,
                                  PTL_PPE_SWAP | PTL_PPE_MIRROR_Y };

/* ---- What is where -------------------------------------------------------------------------- */

static bool is_pond(int x, int y)
{
    int dx = 2 * x - 27, dy = 2 * y - 18;

    return dx * dx * 36 + dy * dy * 144 < 36 * 144 * 2 && x > LEFT + 2 && x < RIGHT - 2;
}

static bool is_lantern(int x, int y)
{
    for (int i = 0; i < LANTERNS; i++)
        if (lanterns[i][0] == x && lanterns[i][1] == y)
            return true;
    return false;
}

static bool on_ring(int x, int y)
{
    bool across = x >= LEFT && x <= RIGHT, down = y >= TOP && y <= BOTTOM;

    return ((x == LEFT || x == RIGHT) && down) || ((y == TOP || y == BOTTOM) && across);
}

static bool is_path(int x, int y)
{
    return on_ring(x, y) || (x == GATE && y > BOTTOM);
}

/* ---- Cells ---------------------------------------------------------------------------------- */

/* Sides and corners of a cell of the pond that are land, clockwise: top, right, bottom, left. */
static ptl_ppe_cell pond_cell(int x, int y)
{
    static const int side[4][2]   = { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } };
    static const int corner[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };

    for (int i = 0; i < 4; i++) {
        int before = (i + 3) % 4;

        if (!is_pond(x + side[i][0], y + side[i][1]) &&
            !is_pond(x + side[before][0], y + side[before][1]))
            return (ptl_ppe_cell){ .tile = PPE_CAPE, .transform = turns[i] };
    }
    for (int i = 0; i < 4; i++)
        if (!is_pond(x + side[i][0], y + side[i][1]))
            return (ptl_ppe_cell){ .tile = PPE_BANK, .transform = turns[i] };
    for (int i = 0; i < 4; i++)
        if (!is_pond(x + corner[i][0], y + corner[i][1]))
            return (ptl_ppe_cell){ .tile = PPE_COVE, .transform = turns[i] };
    return (ptl_ppe_cell){ .tile      = PPE_WATER,
                           .transform = draw_hash(x, y, 81) & 3 }; /* mirrored at random */
}

static ptl_ppe_cell path_cell(int x, int y)
{
    static const int corner[4][2] = {
        { LEFT, TOP }, { RIGHT, TOP }, { RIGHT, BOTTOM }, { LEFT, BOTTOM }
    };

    for (int i = 0; i < 4; i++)
        if (x == corner[i][0] && y == corner[i][1])
            return (ptl_ppe_cell){ .tile = PPE_BEND, .transform = turns[i] };
    if (x == GATE && y == BOTTOM)
        return (ptl_ppe_cell){ .tile = PPE_CROSS };
    return (ptl_ppe_cell){ .tile = PPE_PATH, .transform = turns[y == TOP || y == BOTTOM] };
}

static ptl_ppe_cell ground_cell(int x, int y)
{
    if (is_lantern(x, y))
        return (ptl_ppe_cell){ .tile = PPE_LANTERN };
    if (is_path(x, y))
        return path_cell(x, y);
    if (is_pond(x, y))
        return pond_cell(x, y);
    return (ptl_ppe_cell){ .tile = PPE_GRASS, .transform = draw_hash(x, y, 95) & 7 };
}

/* Trees outside of the ring, in seasons by the quarter they grow in; flowers inside, reeds in the
 * shallows. */
static ptl_ppe_cell growth_cell(int x, int y)
{
    bool     outside = x < LEFT || x > RIGHT || y < TOP || y > BOTTOM;
    unsigned chance  = draw_hash(x, y, 91) % 16;
    uint16_t season  = (uint16_t)((x >= WIDTH / 2) + 2 * (y >= HEIGHT / 2));

    if (is_lantern(x, y) || is_path(x, y))
        return (ptl_ppe_cell){ .tile = PTL_PPE_EMPTY };
    if (is_pond(x, y))
        return pond_cell(x, y).tile == PPE_BANK && chance < 6
                   ? (ptl_ppe_cell){ .tile      = PPE_REEDS,
                                     .transform = draw_hash(x, y, 96) & PTL_PPE_MIRROR_X }
                   : (ptl_ppe_cell){ .tile = PTL_PPE_EMPTY };
    if (outside && chance < 9)
        return (ptl_ppe_cell){ .tile      = PPE_TREE,
                               .palette   = season,
                               .transform = draw_hash(x, y, 92) & 7,
                               .priority  = true };
    if (!outside && chance < 6)
        return (ptl_ppe_cell){ .tile      = PPE_FLOWERS,
                               .palette   = (uint16_t)(draw_hash(x, y, 93) % PPE_PALETTES),
                               .transform = draw_hash(x, y, 94) & 3 };
    return (ptl_ppe_cell){ .tile = PTL_PPE_EMPTY };
}

/* ---- Light and logic ------------------------------------------------------------------------ */

/* The night is blue; near a lantern it is warm. A corner belongs to a place, so that neighbors
 * agree about it. */
static ptl_ppe_corner corner_at(int x, int y)
{
    int glow = 0, toward_x = 0, toward_y = 0;

    for (int i = 0; i < LANTERNS; i++) {
        int dx = 2 * lanterns[i][0] + 1 - 2 * x, dy = 2 * lanterns[i][1] + 1 - 2 * y;
        int here = draw_max(0, 100 - 10 * draw_root((int64_t)(dx * dx + dy * dy) * 4));

        if (here > glow) {
            glow     = here;
            toward_x = dx * 1024;
            toward_y = dy * 1024;
        }
    }
    return (ptl_ppe_corner){ .red     = (uint8_t)(72 + glow),
                             .green   = (uint8_t)(84 + glow * 3 / 4),
                             .blue    = (uint8_t)(116 + glow / 4),
                             .alpha   = 255,
                             .light_x = (int16_t)toward_x,
                             .light_y = (int16_t)toward_y };
}

static uint64_t logic_of(int x, int y)
{
    if (growth_cell(x, y).tile == PPE_TREE || is_lantern(x, y))
        return GARDEN | BLOCKED;
    return is_path(x, y) ? WAY : is_pond(x, y) ? POND | BLOCKED : GARDEN;
}

static void fill(ptl_ppe *map, ptl_ppe_cell (*cell_at)(int x, int y))
{
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int          x = i % WIDTH, y = i / WIDTH;
        ptl_ppe_cell cell = cell_at(x, y);

        ptl_ppe_word_of(&map->cells.data[i], map, &cell);
        if (map->logic.count > 0)
            map->logic.data[i] = logic_of(x, y);
        for (int c = 0; c < 4; c++)
            map->corners.data[4 * i + c] = corner_at(x + c % 2, y + c / 2);
    }
}

/* ---- Files ---------------------------------------------------------------------------------- */

#define SHADERS                                                                                    \
    "\tShaderProgram \"%SHADERS%/tile_%SHDRVER%.vert\" \"%SHADERS%/tile_%SHDRVER%.frag\"\n"

static const char container[] =
    "# A water garden by lantern light, made by samples_make.\n"
    "Metadata {\n"
    "\tVersion 1 0\n"
    "\tName \"garden\"\n"
    "\tResolution 448 320\n"
    "}\n"
    "Layer:Tile \"ground\" 0 16 16 28 20 {\n" SHADERS "\tFile:MapData \"ground.map\"\n"
    "\tFile:TileSource \"garden.tga\" palShift=4 {\n"
    "\t\tEmbed:TileInfo {\n"
    "\t\t\t0 0 \"grass\"\n"
    "\t\t\t1 1 \"water\"\n"
    "\t\t\t2 2 \"bank\"\n"
    "\t\t\t3 3 \"cape\"\n"
    "\t\t\t4 4 \"cove\"\n"
    "\t\t\t5 5 \"path\"\n"
    "\t\t\t6 6 \"bend\"\n"
    "\t\t\t7 7 \"crossing\"\n"
    "\t\t\t9 9 \"lantern\"\n"
    "\t\t}\n"
    "\t}\n"
    "\tObject:Box \"gate\" 0 224 304 239 319 {\n"
    "\t\tToCollision\n"
    "\t}\n"
    "}\n"
    "Layer:Tile \"growth\" 16 16 16 28 20 {\n" SHADERS "\tFile:MapData \"growth.map\"\n"
    "\tFile:TileSource \"garden.tga\" palShift=4 {\n"
    "\t\tEmbed:TileInfo {\n"
    "\t\t\t8 8 \"tree\"\n"
    "\t\t\t10 10 \"flowers\"\n"
    "\t\t\t11 11 \"reeds\"\n"
    "\t\t}\n"
    "\t}\n"
    "}\n"
    "File:Palette \"garden.tga\" palShift=6\n";

static void make_map(make_folder *folder, const char *name, unsigned logic_bits,
                     ptl_ppe_cell (*cell_at)(int x, int y))
{
    const char *path = make_path(folder, name);
    ptl_doc    *doc  = NULL;
    ptl_diag    err;

    if (!path)
        return;
    if (ptl_ppe_new(&doc, PTL_PPE_NEW, WIDTH, HEIGHT, NULL, &err) != PTL_OK ||
        ptl_ppe_add_corners(doc, &err) != PTL_OK ||
        (logic_bits > 0 && ptl_ppe_add_logic(doc, logic_bits, &err) != PTL_OK)) {
        make_failed(folder, name, err.message);
    } else {
        fill(ptl_ppe_of(doc), cell_at);
        if (ptl_write_file(path, doc, &(ptl_write_opts){ .overwrite = true }, &err) != PTL_OK)
            make_failed(folder, name, err.message);
    }
    ptl_doc_free(doc);
}

void sample_ppe(make_folder *folder)
{
    static draw_palette palette;
    static draw_image   sheet;

    ppe_draw_sheet(&sheet, &palette);
    make_tga(folder, "garden.tga", &sheet);
    make_map(folder, "ground.map", 16, ground_cell);
    make_map(folder, "growth.map", 0, growth_cell);
    make_text(folder, "garden.xmf", container);
}
