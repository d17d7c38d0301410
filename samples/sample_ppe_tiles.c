/* SPDX-License-Identifier: MIT */
/* The tile sheet of the PixelPerfectEngine sample: sixteen colors, four palettes of them. */
#include "sample_ppe.h"

/* Shades by what they are: 0 is transparent, leaves 1 to 5, stone 6 to 9, water 10 to 12, blossom.
 */
enum { LEAF = 1, STONE = 6, POND = 10, BLOSSOM = 13 };

static const draw_color seasons[PPE_PALETTES][PPE_SHADES] = {
    { { 0, 0, 0 },
      { 24, 56, 40 },
      { 36, 80, 48 },
      { 52, 104, 56 },
      { 76, 132, 64 },
      { 112, 164, 80 },
      { 60, 56, 64 },
      { 100, 92, 96 },
      { 144, 132, 124 },
      { 192, 176, 152 },
      { 24, 56, 96 },
      { 36, 84, 132 },
      { 72, 132, 172 },
      { 168, 48, 72 },
      { 232, 120, 128 },
      { 255, 232, 176 } }, /* summer */
    { { 0, 0, 0 },
      { 72, 36, 24 },
      { 112, 56, 28 },
      { 156, 84, 32 },
      { 196, 120, 40 },
      { 228, 164, 64 },
      { 60, 56, 64 },
      { 100, 92, 96 },
      { 144, 132, 124 },
      { 192, 176, 152 },
      { 24, 56, 96 },
      { 36, 84, 132 },
      { 72, 132, 172 },
      { 140, 40, 24 },
      { 216, 88, 40 },
      { 255, 208, 112 } }, /* autumn */
    { { 0, 0, 0 },
      { 72, 40, 64 },
      { 120, 64, 96 },
      { 176, 100, 132 },
      { 220, 148, 172 },
      { 248, 204, 216 },
      { 60, 56, 64 },
      { 100, 92, 96 },
      { 144, 132, 124 },
      { 192, 176, 152 },
      { 24, 56, 96 },
      { 36, 84, 132 },
      { 72, 132, 172 },
      { 112, 72, 168 },
      { 168, 132, 224 },
      { 240, 228, 255 } }, /* blossom */
    { { 0, 0, 0 },
      { 64, 88, 104 },
      { 100, 124, 140 },
      { 144, 164, 176 },
      { 188, 204, 212 },
      { 232, 240, 244 },
      { 60, 60, 72 },
      { 104, 104, 116 },
      { 152, 152, 164 },
      { 208, 208, 216 },
      { 40, 64, 96 },
      { 72, 108, 144 },
      { 148, 184, 208 },
      { 96, 112, 160 },
      { 160, 176, 216 },
      { 255, 255, 255 } }, /* frost */
};

static int grass(int x, int y)
{
    int blades = draw_cloud(x, y, 4, PPE_TILE, 3);

    return LEAF + draw_clamp(blades / 52 - (draw_hash(x, y, 4) % 9 == 0), 0, 3);
}

static int water(int x, int y)
{
    int wave = draw_noise(x, y + x / 8, 4, PPE_TILE, 11);

    return POND + (wave > 176 ? 2 : wave > 96 ? 1 : 0);
}

/* Paving of small stones; `edge` texels from the border of the path. */
static int paving(int x, int y, int edge)
{
    draw_piece piece = draw_cobble(x, y, 4, PPE_TILE, 21);

    if (edge == 0 || piece.edge < 6)
        return STONE + (edge > 0);
    return STONE + 2 + (piece.lit > 3);
}

/* Land beyond a shore that is `depth` texels away, negative on the water. */
static int shore(int x, int y, int depth)
{
    if (depth > 1)
        return grass(x, y);
    if (depth >= 0)
        return STONE + 1 + (draw_hash(x, y, 31) & 1);
    return depth == -1 ? POND + 2 : water(x, y);
}

/* How far inside of the path, 3 to 12 across, a texel is; below 0 on the grass. */
static int inside(int across)
{
    return draw_min(across - 3, 12 - across);
}

static int path(int x, int y, int edge)
{
    return edge < 0 ? grass(x, y) : paving(x, y, edge);
}

static int from(int x, int y, int cx, int cy) /* distance in texels */
{
    return draw_root((int64_t)(x - cx) * (x - cx) + (int64_t)(y - cy) * (y - cy));
}

static int tree(int x, int y)
{
    int out = draw_root(((2 * x - 15) * (2 * x - 15) + (2 * y - 15) * (2 * y - 15)) * 64);
    int lit = draw_cloud(x, y, 4, PPE_TILE, 41) / 48 - (x + y - 15) / 8;

    out += (int)(draw_hash(x, y, 42) % 24);
    return out > 128 ? 0 : LEAF + draw_clamp(out > 108 ? 0 : lit, 0, 4);
}

static int lantern(int x, int y)
{
    int far = from(x, y, 8, 6);

    if (y >= 10 && y <= 14 && (x == 8 || (y == 14 && x > 5 && x < 11)))
        return STONE;
    return far <= 1 ? BLOSSOM + 2 : far <= 3 ? BLOSSOM + 1 : far == 4 ? STONE + 1 : grass(x, y);
}

static int flowers(int x, int y)
{
    int far = from(x % 8, y % 8, 3 + (int)(draw_hash(x / 8, y / 8, 51) % 2), 4);

    return far == 0 ? BLOSSOM + 2 : far <= 1 ? BLOSSOM + 1 : far == 2 ? BLOSSOM : 0;
}

static int reeds(int x, int y)
{
    return x % 4 == 1 && y > (int)(draw_hash(x, 0, 61) % 8) ? LEAF + 1 + (y < 9) : 0;
}

static int texel(int tile, int x, int y)
{
    switch (tile) {
    case PPE_WATER:
        return water(x, y);
    case PPE_BANK:
        return shore(x, y, 5 - y + (int)(draw_hash(x / 2, 0, 71) & 1));
    case PPE_CAPE:
        return shore(x, y, from(x, y, 15, 15) - 10);
    case PPE_COVE:
        return shore(x, y, 5 - from(x, y, 0, 0));
    case PPE_PATH:
        return path(x, y, inside(x));
    case PPE_BEND:
        return path(x, y, inside(from(x, y, 15, 15)));
    case PPE_CROSS:
        return path(x, y, draw_max(inside(x), inside(y)));
    case PPE_TREE:
        return tree(x, y);
    case PPE_LANTERN:
        return lantern(x, y);
    case PPE_FLOWERS:
        return flowers(x, y);
    case PPE_REEDS:
        return reeds(x, y);
    default:
        return grass(x, y);
    }
}

void ppe_draw_sheet(draw_image *image, draw_palette *palette)
{
    const int width = PPE_SHEET_COLUMNS * PPE_TILE;

    palette->count = PPE_PALETTES * PPE_SHADES;
    palette->clear = PPE_SHADES;
    for (int i = 0; i < palette->count; i++)
        palette->color[i] = seasons[i / PPE_SHADES][i % PPE_SHADES];
    draw_begin(image, palette, width, PPE_TILES / PPE_SHEET_COLUMNS * PPE_TILE);
    for (int tile = 0; tile < PPE_TILES; tile++)
        for (int y = 0; y < PPE_TILE; y++)
            for (int x = 0; x < PPE_TILE; x++) {
                int column = tile % PPE_SHEET_COLUMNS * PPE_TILE + x;
                int row    = tile / PPE_SHEET_COLUMNS * PPE_TILE + y;

                image->pixel[row * width + column] = (uint8_t)texel(tile, x, y);
            }
}
