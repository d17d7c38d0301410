/* SPDX-License-Identifier: MIT */
/* The Egoboo sample's pictures: ground, walls, roofs, water and the compass rose. */
#include "sample_egoboo.h"

#include <stdlib.h>

#include <portolan/mpd.h>

/* clang-format off */
enum ramp {
    STONE, SLATE, GRASS, SAND, WOOD, ROOF, FIRE, SEA, BED, CLOTH, GOLD, LEAF, PLASTER, MOSS, WHITE,
    RAMPS
};
/* clang-format on */

static const draw_color ramps[RAMPS][3] = {
    [STONE]   = { { 42, 32, 50 }, { 150, 126, 110 }, { 246, 228, 190 } },
    [SLATE]   = { { 22, 22, 48 }, { 70, 92, 132 }, { 170, 202, 222 } },
    [GRASS]   = { { 20, 38, 36 }, { 82, 122, 54 }, { 190, 206, 100 } },
    [SAND]    = { { 74, 50, 56 }, { 196, 154, 104 }, { 252, 234, 188 } },
    [WOOD]    = { { 30, 18, 26 }, { 118, 74, 48 }, { 218, 166, 106 } },
    [ROOF]    = { { 54, 16, 32 }, { 172, 68, 46 }, { 246, 164, 104 } },
    [FIRE]    = { { 96, 14, 22 }, { 236, 96, 22 }, { 255, 246, 176 } },
    [SEA]     = { { 8, 22, 52 }, { 26, 96, 126 }, { 168, 232, 222 } },
    [BED]     = { { 12, 32, 54 }, { 62, 104, 106 }, { 196, 192, 140 } },
    [CLOTH]   = { { 44, 8, 26 }, { 156, 26, 46 }, { 242, 124, 94 } },
    [GOLD]    = { { 64, 36, 22 }, { 204, 144, 46 }, { 255, 242, 164 } },
    [LEAF]    = { { 10, 28, 36 }, { 34, 90, 60 }, { 138, 178, 88 } },
    [PLASTER] = { { 62, 50, 58 }, { 182, 160, 134 }, { 252, 242, 214 } },
    [MOSS]    = { { 22, 32, 30 }, { 82, 96, 52 }, { 156, 170, 94 } },
    [WHITE]   = { { 44, 56, 92 }, { 150, 172, 206 }, { 255, 255, 255 } },
};

/* ---- Surfaces that repeat every 32 texels --------------------------------------------------- */

static draw_texel grass(int x, int y, bool flowers)
{
    uint32_t h     = draw_hash(x & 31, y & 31, 11);
    uint32_t above = draw_hash(x & 31, (y - 1) & 31, 11);
    int      level = 108 + (draw_cloud(x, y, 16, 32, 3) - 128) * 2 / 5;

    if (h % 9 == 0)
        level += 42; /* the tip of a blade, and its shadow */
    else if (above % 9 == 0)
        level -= 22;
    if (flowers && h % 47 == 7)
        return (draw_texel){ h >> 8 & 1 ? GOLD : WHITE, 210 };
    return (draw_texel){ GRASS, level };
}

static draw_texel sand(int x, int y, bool shells)
{
    uint32_t h      = draw_hash(x & 31, y & 31, 21);
    int      bend   = draw_noise(x, y, 16, 32, 22) / 16;
    int      ripple = abs(((y * 2 + x + bend) & 15) - 8) * 3;
    int      level  = 146 + (draw_cloud(x, y, 8, 32, 23) - 128) / 4 + ripple;

    if (h % 23 == 0)
        level -= 30;
    if (shells && h % 149 == 5)
        return (draw_texel){ WHITE, 200 };
    return (draw_texel){ SAND, level };
}

static draw_texel cobbles(int x, int y)
{
    draw_piece stone = draw_cobble(x, y, 8, 32, 31);

    if (stone.edge < 4)
        return (draw_texel){ MOSS, 74 };
    return (draw_texel){ STONE, 126 + (int)(stone.id >> 8) % 44 + 3 * stone.lit +
                                    draw_noise(x, y, 2, 32, 32) / 12 - (stone.edge < 10 ? 22 : 0) };
}

/* Sea bed: sand that light plays on in bright, wandering lines. */
static draw_texel sea_bed(int x, int y)
{
    int line = abs(draw_noise(x, y, 8, 32, 41) - 128) + abs(draw_noise(x, y, 16, 32, 42) - 128) / 3;
    int level = 96 + (draw_cloud(x, y, 8, 32, 43) - 128) / 4;

    return (draw_texel){ BED, level + (line < 18 ? 54 - 2 * line : 0) };
}

static draw_texel ground(ego_ground kind, int x, int y, bool plain)
{
    switch (kind) {
    case EGO_BED:
        return sea_bed(x, y);
    case EGO_SAND:
        return sand(x, y, !plain);
    case EGO_GRASS:
        return grass(x, y, !plain);
    default:
        return cobbles(x, y);
    }
}

/* One of the sixteen images between two kinds of ground. */
static void paint_border(draw_image *sheet, int image, ego_ground lower, unsigned corners)
{
    int left = image % 8 * 32, top = image / 8 * 32;
    int c[4];

    for (int i = 0; i < 4; i++)
        c[i] = corners >> i & 1 ? 256 : 0;
    for (int y = 0; y < 32; y++)
        for (int x = 0; x < 32; x++) {
            int north = c[0] * (31 - x) + c[1] * x, south = c[3] * (31 - x) + c[2] * x;
            int share  = (north * (31 - y) + south * y) / (31 * 31);
            int ragged = share + (draw_noise(x, y, 4, 32, 51) - 128) / 3 +
                         (draw_noise(x, y, 8, 32, 52) - 128) / 3;
            bool       upper = corners == 15 || (corners != 0 && ragged > 128);
            draw_texel texel = ground(upper ? lower + 1 : lower, x, y, corners != 0);

            if (corners != 0 && corners != 15 && abs(ragged - 128) < 16)
                texel.level += upper == (lower == EGO_GRASS) ? -34 : lower == EGO_BED ? 30 : 16;
            draw_put(sheet, left + x, top + y, texel);
        }
}

/* ---- Raised shapes -------------------------------------------------------------------------- */

typedef enum facing { TOP, NORTH, EAST, SOUTH, WEST } facing;

typedef struct relief { /* what a fan's surface does under one texel of its image */
    facing faces;       /* TOP where it lies high                                 */
    int    height;      /* 0 at the foot to 255                                   */
    facing edge;        /* of the top: which face is nearest ...                  */
    int    inside;      /* ... and how many texels away, 99 when there is none    */
} relief;

/* Twice the area of a triangle, positive when clockwise with y down. */
static int area2(const int *a, const int *b, const int *c)
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/* Where the height falls to on a triangle with heights 0 or 1. */
static facing downhill(int (*p)[2], const int *z)
{
    int dx = (z[1] - z[0]) * (p[2][1] - p[0][1]) - (z[2] - z[0]) * (p[1][1] - p[0][1]);
    int dy = (z[2] - z[0]) * (p[1][0] - p[0][0]) - (z[1] - z[0]) * (p[2][0] - p[0][0]);

    if (abs(dx) > abs(dy))
        return dx > 0 ? WEST : EAST;
    return dy > 0 ? NORTH : SOUTH;
}

/* The relief at a place given in 12800ths of the fan. */
static relief relief_at(const ptl_mpd_fan_type *type, unsigned high, const int *at)
{
    const uint8_t *entry = type->entry;

    for (unsigned c = 0; c < type->commands; entry += type->size[c++])
        for (unsigned i = 1; i + 1 < type->size[c]; i++) {
            uint8_t vertex[3] = { entry[0], entry[i], entry[i + 1] };
            int     p[3][2], z[3], w[3], whole;

            for (int k = 0; k < 3; k++) {
                p[k][0] = 128 * (int)(type->u[vertex[k]] * 100 + 0.5);
                p[k][1] = 128 * (int)(type->v[vertex[k]] * 100 + 0.5);
                z[k]    = vertex[k] >= 4 || (high >> vertex[k] & 1);
            }
            whole = area2(p[0], p[1], p[2]);
            for (int k = 0; k < 3; k++)
                w[k] = area2(at, p[(k + 1) % 3], p[(k + 2) % 3]);
            if (w[0] < 0 || w[1] < 0 || w[2] < 0)
                continue;
            if (z[0] + z[1] + z[2] == 3)
                return (relief){ TOP, 255, TOP, 99 };
            return (relief){
                downhill(p, z),
                (int)((int64_t)(w[0] * z[0] + w[1] * z[1] + w[2] * z[2]) * 255 / whole), TOP, 99
            };
        }
    return (relief){ TOP, 0, TOP, 99 };
}

/* For the top: looks in rings for the nearest texel that is not. */
static void find_edge(relief *map, int side, int x, int y)
{
    relief *here = &map[y * side + x];

    for (int r = 1; r < side && here->inside == 99; r++)
        for (int i = 0; i < 4; i++) {
            static const int step[4][2] = { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } };
            int              px = x + r * step[i][0], py = y + r * step[i][1];

            if (px >= 0 && py >= 0 && px < side && py < side && map[py * side + px].faces != TOP) {
                here->inside = r;
                here->edge   = (facing)(NORTH + i);
                break;
            }
        }
}

static void survey(relief *map, int side, unsigned number, unsigned high)
{
    const ptl_mpd_fan_type *type = ptl_mpd_type(ptl_mpd_dictionary_default(), (uint8_t)number);

    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            int at[2] = { (2 * x + 1) * 6400 / side, (2 * y + 1) * 6400 / side };

            map[y * side + x] = relief_at(type, high, at);
        }
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            if (map[y * side + x].faces == TOP)
                find_edge(map, side, x, y);
}

/* The evening sun stands in the south-west. */
static int sunlit(facing faces)
{
    static const int light[] = {
        [TOP] = 0, [NORTH] = -46, [EAST] = -26, [SOUTH] = 14, [WEST] = 30
    };

    return light[faces];
}

/* ---- Faces: texels along the wall, and rows of 21 from its foot ----------------------------- */

static draw_texel stone_face(int along, int row, facing faces, uint32_t seed)
{
    int      course = row / 4, x = along + course % 2 * 8 + (int)(draw_hash(course, 0, seed) & 3);
    uint32_t id    = draw_hash((x & 63) / 16, course, seed);
    int      level = 118 + (int)(id >> 4) % 34 + row + sunlit(faces) +
                draw_noise(along, row, 2, 64, seed + 1) / 10;
    draw_texel texel = { STONE, level };

    if (row % 4 == 0)
        texel.level -= 34;
    else if (row % 4 == 3)
        texel.level += 14;
    if (x % 16 == 0)
        texel.level -= 44;
    if (row >= 19)
        texel.level += 26; /* the coping */
    if (row < 7 && draw_cloud(along, row * 3, 16, 64, seed + 2) > 118 + row * 7)
        texel =
            (draw_texel){ GRASS, 50 + (int)(draw_hash(along, row, seed) % 60) + sunlit(faces) / 3 };
    return texel;
}

static draw_texel window_face(int along, int row, facing faces)
{
    int x = abs(2 * (along % 32) - 31), half = row == 15 ? 6 : 11;

    if (x < half && row >= 12 && row <= 15)
        return x < 2 ? (draw_texel){ WOOD, 70 }
                     : (draw_texel){ FIRE, 236 - 3 * x - (row - 12) * 8 };
    if (x < half + 4 && row >= 11 && row <= 16)
        return (draw_texel){ STONE, row == 11 ? 230 : 196 };
    return stone_face(along, row, faces, 61);
}

static draw_texel door_face(int along, int row, facing faces)
{
    int x = abs(2 * along - 63), half = row < 9 ? 32 : row < 10 ? 28 : row < 11 ? 20 : 10;

    if (x < half && row < 12)
        return (draw_texel){ WOOD, along % 4 == 0 ? 40 : row == 2 || row == 7 ? 150 : 100 };
    if (x < half + 8 && row < 13)
        return (draw_texel){ STONE, (along / 3 + row / 2) % 2 ? 214 : 180 };
    if (x < 8 && row >= 15 && row < 20)
        return (draw_texel){ x < 3 ? GOLD : CLOTH, row == 15 ? 110 : 140 }; /* a banner */
    return stone_face(along, row, faces, 61);
}

static draw_texel plaster_face(int along, int row, facing faces)
{
    int x = along % 16, sun = sunlit(faces);

    if (row < 3)
        return stone_face(along, row, faces, 62);
    if (x == 0 || x == 15 || row == 3 || row == 11 || row >= 19)
        return (draw_texel){ WOOD, 84 + sun / 2 + (int)(draw_hash(along, row, 63) & 15) };
    if (along / 16 % 2 == 1 && x >= 4 && x <= 11 && row >= 13 && row <= 17)
        return (draw_texel){ x == 7 || x == 8 ? WOOD : FIRE, x == 7 || x == 8 ? 80 : 212 };
    if (along / 16 % 2 == 0 && row < 11 && abs(x - 2 * (row - 4)) < 2)
        return (draw_texel){ WOOD, 76 + sun / 2 };
    return (draw_texel){ PLASTER, 168 + sun + draw_noise(along, row, 4, 64, 64) / 9 };
}

static draw_texel pile_face(int along, int row, facing faces)
{
    int x = along % 16;

    if (row >= 19)
        return (draw_texel){ WOOD, 150 + sunlit(faces) / 2 };
    if (x >= 5 && x < 11)
        return (draw_texel){ row < 10 ? MOSS : WOOD, 106 - abs(x - 7) * 14 + sunlit(faces) / 2 };
    return (draw_texel){ WOOD, 14 };
}

static draw_texel hull_face(int along, int row, facing faces)
{
    if (row == 20 || row == 17)
        return (draw_texel){ row == 17 ? CLOTH : WOOD, 190 + sunlit(faces) };
    return (draw_texel){
        WOOD, row % 3 == 0 ? 50 : 110 + sunlit(faces) / 2 + draw_noise(along, row, 4, 64, 66) / 8
    };
}

static draw_texel wall_face(int along, int row, facing faces)
{
    return stone_face(along, row, faces, 65);
}

static draw_texel tower_face(int along, int row, facing faces)
{
    return stone_face(along, row, faces, 61);
}

/* A plinth on a mound of cobbles. */
static draw_texel brazier_face(int along, int row, facing faces)
{
    draw_texel texel = cobbles(along, row * 2);

    texel.level += row * 2 + sunlit(faces) / 2;
    return row < 14 ? texel : (draw_texel){ STONE, row == 14 || row == 20 ? 200 : 90 };
}

static draw_texel (*const faces_of[EGO_STYLES])(int along, int row, facing faces) = {
    [EGO_WALL] = wall_face, [EGO_TOWER] = tower_face,     [EGO_WINDOW] = window_face,
    [EGO_DOOR] = door_face, [EGO_HOUSE] = plaster_face,   [EGO_PIER] = pile_face,
    [EGO_BOAT] = hull_face, [EGO_BRAZIER] = brazier_face,
};

/* ---- Tops ----------------------------------------------------------------------------------- */

static draw_texel planks(int x, int y)
{
    int      row = y / 8, joint = (x + row % 2 * 32 + row * 8) & 63;
    uint32_t id = draw_hash(row & 7, 0, 71);

    if (y % 8 == 7 || joint == 0)
        return (draw_texel){ WOOD, 30 };
    if ((joint == 3 || joint == 61) && (y % 8 == 2 || y % 8 == 4))
        return (draw_texel){ WOOD, 44 }; /* nails */
    return (draw_texel){ WOOD, 138 + (int)(id >> 5) % 36 + (y % 8 == 0 ? 26 : 0) -
                                   draw_noise(x / 4, y * 4, 4, 64, 72) / 5 };
}

static draw_texel flagstones(int x, int y)
{
    draw_piece stone = draw_brick(x, y, 16, 16, 64, 73);

    if (stone.edge == 0)
        return (draw_texel){ STONE, 74 };
    return (draw_texel){ STONE, 136 + (int)(stone.id >> 7) % 34 + stone.lit +
                                    draw_cloud(x, y, 8, 64, 74) / 6 - 20 };
}

/* Battlements seen from above: along the edge, merlons and the gaps between them. */
static draw_texel battlements(const relief *r, int x, int y)
{
    int along = r->edge == NORTH || r->edge == SOUTH ? x : y;

    if (r->inside <= 5) {
        if (along % 16 < 9)
            return (draw_texel){ STONE,
                                 214 - (along % 16 == 8 ? 50 : 0) - (r->inside == 5 ? 40 : 0) };
        return (draw_texel){ STONE, 66 + 8 * r->inside };
    }
    return flagstones(x, y);
}

/* Shingles in rows along the eaves, `up` texels above them. */
static draw_texel shingles(int ramp, int along, int up, facing faces)
{
    int row = up / 4, x = along + row % 2 * 3;
    int level = 128 + sunlit(faces) + (int)(draw_hash(x / 6, row, 75) % 40);

    if (up % 4 == 0)
        level -= 46;
    else if (up % 4 == 3)
        level += 12;
    if (x % 6 == 0)
        level -= 22;
    return (draw_texel){ ramp, level };
}

static draw_texel tiled_roof(const relief *r, int x, int y)
{
    return shingles(ROOF, r->edge == NORTH || r->edge == SOUTH ? x : y, r->inside, r->edge);
}

static draw_texel deck(const relief *r, int x, int y)
{
    if (r->inside <= 3)
        return (draw_texel){ WOOD, r->inside == 3 ? 60 : 176 };
    return planks(x, y);
}

/* The gunwale, the thwarts, and the dark inside of a boat. */
static draw_texel boat(const relief *r, int x, int y)
{
    (void)x;
    if (r->inside <= 3)
        return (draw_texel){ WOOD, 220 };
    if (y % 20 < 6)
        return (draw_texel){ WOOD, y % 20 == 5 ? 70 : 170 };
    return (draw_texel){ WOOD, 40 + r->inside * 4 };
}

static draw_texel embers(const relief *r, int x, int y)
{
    if (r->inside <= 2)
        return (draw_texel){ WOOD, 20 };
    return (draw_texel){ FIRE, 120 + r->inside * 14 + draw_noise(x, y, 2, 64, 76) / 4 };
}

static draw_texel (*const tops_of[EGO_STYLES])(const relief *r, int x, int y) = {
    [EGO_WALL] = battlements, [EGO_TOWER] = battlements, [EGO_WINDOW] = battlements,
    [EGO_DOOR] = battlements, [EGO_HOUSE] = tiled_roof,  [EGO_PIER] = deck,
    [EGO_BOAT] = boat,        [EGO_BRAZIER] = embers,
};

static void paint_shape(draw_image *sheet, const ego_shape *shape)
{
    static relief map[64 * 64];
    int           left = (shape->image & 7) * 32, up = (shape->image >> 3 & 7) * 32;

    survey(map, 64, shape->type, shape->high);
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++) {
            const relief *r     = &map[y * 64 + x];
            int           along = r->faces == NORTH || r->faces == SOUTH ? x : y;

            draw_put(sheet, left + x, up + y,
                     r->faces == TOP
                         ? tops_of[shape->style](r, x, y)
                         : faces_of[shape->style](along, r->height * 21 / 256, r->faces));
        }
}

/* ---- Small images --------------------------------------------------------------------------- */

static relief small_relief[32 * 32]; /* of the type the image is meant for */

static draw_texel fire(int x, int y, int frame)
{
    int dx = 2 * x - 31, dy = 2 * y - 31, far = draw_root((int64_t)(dx * dx + dy * dy) * 16);
    int flame = draw_cloud(x + 3 * frame, y - 8 * frame, 8, 32, 81);

    return (draw_texel){ FIRE, 262 - far * 3 / 2 + (flame - 128) * 3 / 4 };
}

static draw_texel carpet_left(int x, int y)
{
    int dx = abs(x - 31), dy = abs(y - 16);

    if (x < 2 || x == 6)
        return (draw_texel){ GOLD, x == 1 ? 150 : 190 };
    if (x < 6)
        return (draw_texel){ CLOTH, (y / 2 + x) % 3 == 0 ? 150 : 60 };
    if (dx + dy == 14 || dx + dy == 8)
        return (draw_texel){ GOLD, 170 };
    return (draw_texel){ CLOTH, 118 - (dx + dy < 8 ? 40 : 0) + (int)(draw_hash(x, y, 82) & 15) };
}

static draw_texel carpet_right(int x, int y)
{
    return carpet_left(31 - x, y);
}

/* A stair is six strips, treads and risers in turn; `across` runs along a strip. */
static draw_texel stair(int along, int across, bool riser_first)
{
    int  strip = along * 6 / 32, in = along - (strip * 32 + 5) / 6;
    bool riser = strip % 2 == (riser_first ? 0 : 1);
    int  joint = (across + strip * 5) % 16;

    return (draw_texel){ STONE, (riser ? 96 : 176) + (joint == 0 ? -40 : 0) +
                                    (!riser && in == (riser_first ? 0 : 4) ? 36 : 0) +
                                    draw_noise(along, across, 2, 32, 83) / 8 };
}

static draw_texel spire(int x, int y)
{
    const relief *r     = &small_relief[y * 32 + x];
    int           along = r->faces == NORTH || r->faces == SOUTH ? x : y;

    return shingles(SLATE, along, r->height * 16 / 256, r->faces);
}

static draw_texel slipway(int x, int y)
{
    draw_piece stone = draw_brick(x, y, 16, 8, 32, 84);

    if (draw_cloud(x, y, 8, 32, 85) > 116)
        return (draw_texel){ MOSS, 90 + draw_noise(x, y, 2, 32, 86) / 4 };
    return (draw_texel){ SLATE, stone.edge == 0 ? 50 : 96 + (int)(stone.id % 30) + stone.lit };
}

static draw_texel thorns(int x, int y)
{
    int a = abs(draw_noise(x, y, 8, 32, 87) - 128), b = abs(draw_noise(x, y, 4, 32, 88) - 128);

    if (draw_hash(x, y, 89) % 53 == 0)
        return (draw_texel){ CLOTH, 190 };
    if (a < 14 || b < 12)
        return (draw_texel){ WOOD, 120 - (a < b ? a : b) * 4 };
    return (draw_texel){ LEAF, 40 + draw_cloud(x, y, 8, 32, 90) / 3 };
}

static draw_texel tree(int x, int y)
{
    const relief *r     = &small_relief[y * 32 + x];
    int           along = r->faces == NORTH || r->faces == SOUTH ? x : y;
    int           shift = (int)(draw_hash(along / 3, (int)r->faces, 91) % 24);
    int           tier  = (r->height + shift) % 86;

    if (r->faces != TOP && r->height < 28 + shift)
        return grass(x, y, false);
    return (draw_texel){ LEAF, 44 + tier + r->height / 6 + sunlit(r->faces) +
                                   (int)(draw_hash(x, y, 92) & 31) };
}

static draw_texel rock(int x, int y)
{
    draw_piece stone = draw_cobble(x, y, 16, 32, 93);

    return (draw_texel){ STONE, 84 + (int)(stone.id >> 6) % 30 + 3 * stone.lit +
                                    draw_cloud(x, y, 8, 32, 94) / 4 - (stone.edge < 10 ? 40 : 0) };
}

static draw_texel garden(int x, int y)
{
    int row = y % 8;

    if (row >= 2 && row < 6 && (x + row) % 6 < 4)
        return (draw_texel){ draw_hash(x / 6, y / 8, 95) % 5 == 0 ? CLOTH : LEAF,
                             120 + (3 - row) * 14 + (int)(draw_hash(x, y, 96) & 31) };
    return (draw_texel){ WOOD, 62 + draw_noise(x, y, 2, 32, 97) / 6 };
}

static draw_texel stairs_ns(int x, int y)
{
    return stair(y, x, false);
}

static draw_texel stairs_we(int x, int y)
{
    return stair(x, y, true);
}

static draw_texel slates(int x, int y)
{
    return shingles(SLATE, x, 31 - y, TOP);
}

static draw_texel boards(int x, int y)
{
    return planks(x * 2, y);
}

static const struct {
    int image;
    draw_texel (*texel)(int x, int y);
} small_images[] = {
    { EGO_PLANKS, boards },
    { EGO_CARPET_LEFT, carpet_left },
    { EGO_CARPET_RIGHT, carpet_right },
    { EGO_STAIRS_NS, stairs_ns },
    { EGO_STAIRS_WE, stairs_we },
    { EGO_SPIRE, spire },
    { EGO_SLIPWAY, slipway },
    { EGO_THORNS, thorns },
    { EGO_ROOF, slates },
    { EGO_TREE, tree },
    { EGO_ROCK, rock },
    { EGO_GARDEN, garden },
};

static void paint_small(draw_image *sheet)
{
    for (size_t i = 0; i < sizeof small_images / sizeof *small_images; i++) {
        int image = small_images[i].image;

        survey(small_relief, 32, image == EGO_TREE ? 4 : 2, 0);
        for (int y = 0; y < 32; y++)
            for (int x = 0; x < 32; x++)
                draw_put(sheet, image % 8 * 32 + x, image / 8 * 32 + y,
                         small_images[i].texel(x, y));
    }
}

static void paint_fire(draw_image *sheet)
{
    for (int y = 0; y < 32; y++)
        for (int x = 0; x < 128; x++)
            draw_put(sheet, x, EGO_FIRE / 8 * 32 + y, fire(x % 32, y, x / 32));
}

/* ---- The compass rose ----------------------------------------------------------------------- */

static const int rose_cosine[16] = { 256,  237,  181,  98,  0, -98, -181, -237,
                                     -256, -237, -181, -98, 0, 98,  181,  237 };

/* Whether a place, in half texels from the middle, lies on a point of the rose; which half of it:
 * -1 left, 1 right, 0 outside. `turn` counts sixteenths of a circle, clockwise from north. */
static int rose_point(int x, int y, int turn, int length, int width)
{
    int c = rose_cosine[turn], s = rose_cosine[(turn + 12) % 16];
    int along = (x * s - y * c) / 256, across = (x * c + y * s) / 256;
    int limit = along * width / 40 < (length - along) * width / length
                    ? along * width / 40
                    : (length - along) * width / length;

    if (along < 0 || along > length || abs(across) > limit)
        return 0;
    return across < 0 ? -1 : 1;
}

/* Which sixteenth of the circle a place lies in, from the wind that bounds it. */
static int rose_sector(int x, int y)
{
    int turn = 0;

    for (int next = 1; next < 16; next++) {
        int c = rose_cosine[next], s = rose_cosine[(next + 12) % 16];

        if (x * c + y * s >= 0 && x * s - y * c >= 0)
            turn = next;
    }
    return turn;
}

static draw_texel rose(int px, int py)
{
    int x = 2 * px - 127, y = 2 * py - 127, far = draw_root((int64_t)(x * x + y * y));
    int grain = draw_noise(px, py, 2, 128, 101) / 10;

    for (int turn = 0; turn < 16; turn += 4) {
        int half = rose_point(x, y, turn, 112, 26);

        if (half != 0)
            return turn == 0
                       ? (draw_texel){ CLOTH, (half < 0 ? 180 : 110) + grain }
                       : (draw_texel){ half < 0 ? PLASTER : SLATE, (half < 0 ? 220 : 60) + grain };
    }
    for (int turn = 2; turn < 16; turn += 4) {
        int half = rose_point(x, y, turn, 88, 24);

        if (half != 0)
            return (draw_texel){ half < 0 ? GOLD : WOOD, (half < 0 ? 190 : 110) + grain };
    }
    if (far >= 98 && far < 104)
        return (draw_texel){ GOLD, 180 + grain };
    if (far >= 104 && far < 118) /* the ring of 32 winds */
        return (draw_texel){ rose_sector(x, y) % 2 ? SLATE : PLASTER, 130 + grain };
    if (far >= 118 && far < 124)
        return (draw_texel){ GOLD, 150 + grain };
    for (int turn = 1; turn < 16; turn += 2)
        if (rose_point(x, y, turn, 98, 8) != 0)
            return (draw_texel){ ROOF, 170 + grain };
    if (far < 98)
        return (draw_texel){ SEA, 70 + far / 3 + grain };
    return flagstones(px, py);
}

static void paint_rose(draw_image *sheet)
{
    for (int y = 0; y < 128; y++)
        for (int x = 0; x < 128; x++)
            draw_put(sheet, x, y, rose(x, y));
}

/* ---- Water, highlights, particles ----------------------------------------------------------- */

static draw_texel water(int x, int y, bool upper)
{
    int a    = draw_noise(x + draw_noise(x, y, 32, 128, 111) / 12, y, 32, 128, 112);
    int b    = draw_noise(x, y + draw_noise(x, y, 32, 128, 113) / 12, 16, 128, 114);
    int line = abs(a + b - 256) / 2;

    if (!upper)
        return (draw_texel){ SEA, 74 + (a + b - 256) / 8 };
    return (draw_texel){ SEA, 98 + (b - 128) / 6 + (line < 14 ? 98 - 7 * line : 0) };
}

static draw_texel highlight(int x, int y)
{
    int dx = 2 * x - 55, dy = 2 * y - 47;

    return (draw_texel){ WHITE, 255 - draw_root((int64_t)(dx * dx + dy * dy) * 12) };
}

/* Eight rows of eight sparks, from a full glow to the last glimmer, in eight colors. */
static void paint_particles(draw_image *sheet)
{
    static const enum ramp colors[8] = { FIRE, GOLD, WHITE, SEA, GRASS, CLOTH, SLATE, SAND };

    for (int y = 0; y < 128; y++)
        for (int x = 0; x < 128; x++) {
            int dx = abs(2 * (x % 16) - 15), dy = abs(2 * (y % 16) - 15), age = x / 16;
            int far  = draw_root((int64_t)(dx * dx + dy * dy) * 256) / 16;
            int star = far + (dx < dy ? dx : dy);
            int size = 15 - age;

            if (star < size)
                draw_put(sheet, x, y,
                         (draw_texel){ (int)colors[y / 16], 255 - star * 160 / size - age * 12 });
        }
}

static void paint_plane(draw_image *image, const draw_palette *palette, int side,
                        draw_texel (*texel)(int x, int y))
{
    draw_begin(image, palette, side, side);
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            draw_put(image, x, y, texel(x, y));
}

static draw_texel water_top(int x, int y)
{
    return water(x, y, true);
}

static draw_texel water_low(int x, int y)
{
    return water(x, y, false);
}

/* ---- The files ------------------------------------------------------------------------------ */

static void paint_sheet(draw_image *image, unsigned sheet)
{
    for (size_t i = 0; i < EGO_SHAPES; i++)
        if (ego_shapes[i].image >> 6 == sheet)
            paint_shape(image, &ego_shapes[i]);
    if (sheet == 0) {
        for (int i = 0; i < 48; i++)
            paint_border(image, i, (ego_ground)(i / 16), (unsigned)i % 16);
        paint_fire(image);
        paint_small(image);
    }
    if (sheet == 3)
        paint_rose(image);
}

void ego_make_pictures(make_folder *folder)
{
    static const char *const names[4] = { "gamedat/tile0.bmp", "gamedat/tile1.bmp",
                                          "gamedat/tile2.bmp", "gamedat/tile3.bmp" };
    static draw_image        image;
    const draw_palette       palette = draw_palette_of(ramps, RAMPS);

    for (unsigned i = 0; i < 4; i++) {
        draw_begin(&image, &palette, 256, 256);
        paint_sheet(&image, i);
        make_bmp(folder, names[i], &image);
    }
    paint_plane(&image, &palette, 128, water_top);
    make_bmp(folder, "gamedat/watertop.bmp", &image);
    paint_plane(&image, &palette, 128, water_low);
    make_bmp(folder, "gamedat/waterlow.bmp", &image);
    paint_plane(&image, &palette, 64, highlight);
    make_bmp(folder, "gamedat/phong.bmp", &image);
    draw_begin(&image, &palette, 128, 128);
    paint_particles(&image);
    make_bmp(folder, "basicdat/particle.bmp", &image);
}
