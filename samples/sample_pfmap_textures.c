/* SPDX-License-Identifier: MIT */
/* The Permafrost terrain sample: its textures, each of which tiles seamlessly. */
#include "sample_pfmap.h"

enum { TEXELS = 64 };

const char *const isle_names[ISLE_MATERIALS][2] = {
    [ISLE_GRASS] = { "Grass", "grass.bmp" },       [ISLE_ROCK] = { "Rock", "rock.bmp" },
    [ISLE_SAND] = { "Sand", "sand.bmp" },          [ISLE_SEABED] = { "Seabed", "seabed.bmp" },
    [ISLE_ROAD] = { "Cobbled-Road", "road.bmp" },  [ISLE_SNOW] = { "Snow", "snow.bmp" },
    [ISLE_FLOWERS] = { "Flowers", "flowers.bmp" },
};

enum { GREEN, GRAY, YELLOW, TEAL, BROWN, WHITE, PINK };

/* Dark, middle, bright. */
static const draw_color ramps[][3] = {
    [GREEN]  = { { 34, 52, 24 }, { 78, 112, 46 }, { 142, 172, 82 } },
    [GRAY]   = { { 44, 42, 48 }, { 104, 102, 106 }, { 178, 174, 170 } },
    [YELLOW] = { { 132, 104, 66 }, { 204, 178, 122 }, { 244, 228, 182 } },
    [TEAL]   = { { 16, 44, 58 }, { 44, 92, 104 }, { 112, 158, 152 } },
    [BROWN]  = { { 52, 36, 26 }, { 112, 84, 60 }, { 176, 144, 108 } },
    [WHITE]  = { { 140, 158, 184 }, { 212, 222, 234 }, { 255, 255, 255 } },
    [PINK]   = { { 122, 34, 74 }, { 206, 92, 132 }, { 255, 214, 222 } },
};

/* ---- Surfaces ------------------------------------------------------------------------------- */

/* Blades: short strokes, brighter at their tips. */
static int blades(int x, int y, uint32_t seed)
{
    int lean = draw_noise(x, y, 16, TEXELS, seed) / 64;
    int tip  = (int)(draw_hash((x + lean + TEXELS) % TEXELS / 2, y / 4 % (TEXELS / 4), seed) & 63);

    return tip * (4 - (y & 3)) / 4;
}

static draw_texel grass(int x, int y)
{
    return (draw_texel){ GREEN, 60 + draw_cloud(x, y, 16, TEXELS, 1) / 3 + blades(x, y, 2) };
}

static draw_texel rock(int x, int y)
{
    draw_piece slab = draw_cobble(x, y, 16, TEXELS, 3);
    int        seam = draw_clamp(slab.edge, 0, 24) - 24;

    return (draw_texel){ GRAY, 110 + (int)(slab.id & 31) + slab.lit * 2 + seam * 3 +
                                   (draw_cloud(x, y, 8, TEXELS, 4) - 128) / 3 };
}

static draw_texel sand(int x, int y)
{
    int ripple = (y * 4 + draw_noise(x, y, 16, TEXELS, 5) / 4) % 64;

    return (draw_texel){ YELLOW, 110 + (ripple < 32 ? ripple : 64 - ripple) +
                                     (int)(draw_hash(x, y, 6) & 31) +
                                     draw_cloud(x, y, 16, TEXELS, 7) / 5 };
}

static draw_texel seabed(int x, int y)
{
    int ring = draw_noise(x, y, 16, TEXELS, 8) - draw_noise(x, y, 8, TEXELS, 9) / 2 - 64;

    return (draw_texel){ TEAL, 80 + draw_clamp(48 - 4 * (ring < 0 ? -ring : ring), 0, 48) * 2 +
                                   draw_cloud(x, y, 16, TEXELS, 10) / 4 };
}

static draw_texel road(int x, int y)
{
    draw_piece stone = draw_cobble(x, y, 8, TEXELS, 11);

    if (stone.edge < 10)
        return (draw_texel){ BROWN, 50 + draw_cloud(x, y, 8, TEXELS, 12) / 5 };
    return (draw_texel){ stone.id % 5 == 0 ? GRAY : BROWN,
                         110 + (int)(stone.id >> 8 & 31) + stone.lit * 3 };
}

static draw_texel snow(int x, int y)
{
    int glint = draw_hash(x, y, 13) % 61 == 0 ? 70 : 0;

    return (draw_texel){ WHITE, 120 + draw_cloud(x, y, 32, TEXELS, 14) / 3 + glint };
}

static draw_texel flowers(int x, int y)
{
    draw_piece tuft = draw_cobble(x, y, 8, TEXELS, 15);

    if (tuft.id % 3 == 0 && tuft.edge > 34)
        return (draw_texel){ tuft.id % 2 ? PINK : WHITE, 130 + draw_clamp(tuft.edge, 0, 60) * 2 };
    return grass(x, y);
}

/* ---- Files ---------------------------------------------------------------------------------- */

void isle_make_textures(make_folder *folder)
{
    static draw_texel (*const surface[ISLE_MATERIALS])(int, int) = {
        [ISLE_GRASS] = grass, [ISLE_ROCK] = rock, [ISLE_SAND] = sand,       [ISLE_SEABED] = seabed,
        [ISLE_ROAD] = road,   [ISLE_SNOW] = snow, [ISLE_FLOWERS] = flowers,
    };
    static draw_image image;
    draw_palette      palette = draw_palette_of(ramps, sizeof ramps / sizeof *ramps);

    for (int i = 0; i < ISLE_MATERIALS; i++) {
        draw_begin(&image, &palette, TEXELS, TEXELS);
        for (int y = 0; y < TEXELS; y++)
            for (int x = 0; x < TEXELS; x++) {
                draw_texel texel = surface[i](x, y);

                texel.level = draw_clamp(texel.level, 0, 255);
                draw_put(&image, x, y, texel);
            }
        make_bmp(folder, isle_names[i][1], &image);
    }
}
