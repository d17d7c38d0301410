/* SPDX-License-Identifier: MIT */
/* The Egoboo sample: a harbor fortress on an island at dusk, 32 by 32 fans.
 *
 * Everything is first built on a fine lattice, six steps to a fan, on which every vertex of every
 * fan type has a place. Things that are built raise rectangles of it; which edges of a fan such a
 * rectangle crosses then decides the fan's type, so walls join however they are laid. */
#include "sample_egoboo.h"

#include <portolan/mpd.h>

/* Heights in world units. */
enum {
    QUAY  = 72,
    COURT = 144, /* the ground inside of the walls */
    WALL  = 192, /* above it                       */
};

enum {
    FLOOR = PTL_MPD_FX_NOREFLECT,
    SOLID = PTL_MPD_FX_NOREFLECT | PTL_MPD_FX_WALL | PTL_MPD_FX_IMPASS,
};

/* ---- The land ------------------------------------------------------------------------------- */

/* How far out a corner is from the middle of a rounded rectangle, in thousandths: 1000 is its rim.
 * Middle and half size are in halves of a fan. */
static int outness(int x, int y, int middle_x, int middle_y, int half_x, int half_y)
{
    int64_t dx = (2 * x - middle_x) * 1000 / half_x, dy = (2 * y - middle_y) * 1000 / half_y;

    return draw_root(draw_root(dx * dx * dx * dx + dy * dy * dy * dy));
}

static int shore_at(int x, int y)
{
    int out = outness(x, y, 28, 25, 24, 21); /* the fortress        */

    out = draw_min(out, outness(x, y, 52, 43, 9, 9)); /* the lighthouse rock */
    out = draw_min(out, outness(x, y, 47, 34, 7, 9)); /* its neck            */
    out = draw_min(out, outness(x, y, 10, 49, 8, 7)); /* the wooded head     */
    out = draw_min(out, outness(x, y, 8, 40, 5, 8));
    out = draw_max(out, 2100 - outness(x, y, 28, 56, 14, 12)); /* the bay */
    return out + (draw_noise(x, y, 4, 64, 5) - 128) * 3 / 4;
}

/* The height of the land at a corner, in world units. */
static int land_at(int x, int y)
{
    static const int profile[][2] = { { 0, 160 },    { 700, 148 },    { 820, 122 }, { 900, 84 },
                                      { 980, 58 },   { 1030, 44 },    { 1150, 8 },  { 1400, -36 },
                                      { 1800, -56 }, { 1 << 20, -56 } };
    int              out = shore_at(x, y), i = 0;
    int              roll = (draw_noise(x, y, 2, 64, 6) - 128) / 12;

    out = draw_clamp(out, 0, 100000);
    while (profile[i + 1][0] <= out)
        i++;
    return profile[i][1] +
           (profile[i + 1][1] - profile[i][1]) * (out - profile[i][0]) /
               (profile[i + 1][0] - profile[i][0]) +
           roll;
}

/* How high the land may be so near to the edge of the map. */
static int shelf_at(int x, int y)
{
    int rim = draw_min(draw_min(x, EGO_SIZE - x), draw_min(y, EGO_SIZE - y));

    return rim == 0 ? -56 : rim == 1 ? -24 : 1 << 20;
}

/* Levels of what people made flat: corners from x0, y0 to x1, y1, and the height. */
static const int levels[][5] = {
    { 7, 4, 21, 18, COURT },                /* the fortress                   */
    { 12, 19, 16, 19, (COURT + QUAY) / 2 }, /* half way down the great stairs */
    { 9, 20, 19, 21, QUAY },
    { 9, 22, 19, 22, -8 }, /* the water in front of it       */
    { 7, 20, 8, 20, 76 },  /* the slipway                    */
    { 7, 21, 8, 21, 58 },
    { 7, 22, 8, 22, 34 },
    { 7, 23, 8, 23, 4 },
    { 23, 20, 23, 23, 84 }, /* the lighthouse and its stairs  */
    { 24, 20, 28, 23, 132 },
};

/* The height of every corner; the lattice between them is in line with them. */
static void shape_corners(int (*land)[EGO_SIZE + 1])
{
    for (int y = 0; y <= EGO_SIZE; y++)
        for (int x = 0; x <= EGO_SIZE; x++)
            land[y][x] = draw_min(land_at(x, y), shelf_at(x, y));
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        for (int y = levels[i][1]; y <= levels[i][3]; y++)
            for (int x = levels[i][0]; x <= levels[i][2]; x++)
                land[y][x] = levels[i][4];
}

static void shape_land(ego_island *isle)
{
    static int land[EGO_SIZE + 1][EGO_SIZE + 1];
    const int  n = EGO_FINE;

    shape_corners(land);
    for (int y = 0; y < EGO_SPAN; y++)
        for (int x = 0; x < EGO_SPAN; x++) {
            int cx = draw_min(x / n, EGO_SIZE - 1), fx = x - cx * n;
            int cy = draw_min(y / n, EGO_SIZE - 1), fy = y - cy * n;
            int north = land[cy][cx] * (n - fx) + land[cy][cx + 1] * fx;
            int south = land[cy + 1][cx] * (n - fx) + land[cy + 1][cx + 1] * fx;

            isle->land[y][x] = (north * (n - fy) + south * fy) * EGO_STORED / (n * n);
            isle->z[y][x]    = isle->land[y][x];
        }
}

/* ---- Building ------------------------------------------------------------------------------- */

static void mark_style(ego_island *isle, int x0, int y0, int x1, int y1, ego_style style)
{
    for (int y = y0 / EGO_FINE; y * EGO_FINE < y1; y++)
        for (int x = x0 / EGO_FINE; x * EGO_FINE < x1; x++) {
            isle->fan[y][x].style = style;
            isle->fan[y][x].fx    = SOLID;
        }
}

/* Raises a rectangle of the lattice to a height, or by a height above the land; points on its rim
 * that no fan has a corner at move out by `batter`, which makes the faces steeper. */
static void lift(ego_island *isle, const int *box, int height, bool above_land, ego_style style,
                 int batter)
{
    for (int y = box[1]; y <= box[3]; y++)
        for (int x = box[0]; x <= box[2]; x++) {
            int z       = height * EGO_STORED + (above_land ? isle->land[y][x] : 0);
            int side[2] = { (x == box[2]) - (x == box[0]), (y == box[3]) - (y == box[1]) };
            int off[2]  = { x % EGO_FINE, y % EGO_FINE };

            if (z < isle->z[y][x])
                continue;
            for (int i = 0; i < 2; i++)
                if (z > isle->z[y][x] || side[i] != 0)
                    isle->shift[y][x][i] = (int8_t)(off[i] ? batter * side[i] : 0);
            isle->z[y][x]     = z;
            isle->built[y][x] = true;
        }
    mark_style(isle, box[0], box[1], box[2], box[3], style);
}

/* A solid block: its faces stand on the outer third of the fans around its rim. */
static void block(ego_island *isle, int x, int y, int width, int depth, int height, ego_style style)
{
    const int box[4] = { x * EGO_FINE + 2, y * EGO_FINE + 2, (x + width) * EGO_FINE - 2,
                         (y + depth) * EGO_FINE - 2 };

    lift(isle, box, height, false, style, 26);
}

/* Draws the top of a square block together, to so many hundredths of its size. */
static void taper(ego_island *isle, int x, int y, int side, int percent)
{
    for (int py = 2; py <= side * EGO_FINE - 2; py++)
        for (int px = 2; px <= side * EGO_FINE - 2; px++) {
            int8_t *shift = isle->shift[y * EGO_FINE + py][x * EGO_FINE + px];
            int     dx    = (2 * px - side * EGO_FINE) * PTL_MPD_TILE / (2 * EGO_FINE) + shift[0];
            int     dy    = (2 * py - side * EGO_FINE) * PTL_MPD_TILE / (2 * EGO_FINE) + shift[1];

            shift[0] = (int8_t)(shift[0] - dx * (100 - percent) / 100);
            shift[1] = (int8_t)(shift[1] - dy * (100 - percent) / 100);
        }
}

/* A thin wall along the middle of a row or column of fans, both ends closed. */
static void wall(ego_island *isle, int x0, int y0, int x1, int y1, int height, bool above_land)
{
    const int box[4] = { x0 * EGO_FINE + 2, y0 * EGO_FINE + 2, x1 * EGO_FINE + 4,
                         y1 * EGO_FINE + 4 };

    lift(isle, box, height, above_land, EGO_WALL, 12);
}

/* A hipped roof over a rectangle of the lattice; `rise` in world units a step. */
static void roof(ego_island *isle, int x0, int y0, int x1, int y1, int rise)
{
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++)
            isle->z[y][x] +=
                draw_min(draw_min(x - x0, x1 - x), draw_min(y - y0, y1 - y)) * rise * EGO_STORED;
}

static void house(ego_island *isle, int x, int y, int width, int depth)
{
    block(isle, x, y, width, depth, COURT + 100, EGO_HOUSE);
    roof(isle, x * EGO_FINE + 2, y * EGO_FINE + 2, (x + width) * EGO_FINE - 2,
         (y + depth) * EGO_FINE - 2, 27);
}

static void put(ego_island *isle, int x, int y, ego_kind kind, int image, unsigned fx)
{
    isle->fan[y][x].kind  = kind;
    isle->fan[y][x].image = (uint8_t)image;
    isle->fan[y][x].fx    = (uint8_t)fx;
}

/* Four triangles that meet in the middle of a fan, raised above the rest. */
static void peak(ego_island *isle, int x, int y, int image, int height, unsigned fx)
{
    isle->z[y * EGO_FINE + 3][x * EGO_FINE + 3] += height * EGO_STORED;
    put(isle, x, y, EGO_PEAK, image, fx);
}

static void tower(ego_island *isle, int x, int y, int height)
{
    block(isle, x, y, 3, 3, height, EGO_TOWER);
    peak(isle, x + 1, y + 1, EGO_SPIRE, 250, SOLID);
}

/* Raises the inner square of a fan, and pulls each side of it in by `pull` world units. */
static void pillar(ego_island *isle, int x, int y, int height, int pull)
{
    for (int fy = 2; fy <= 4; fy++)
        for (int fx = 2; fx <= 4; fx++) {
            int px = x * EGO_FINE + fx, py = y * EGO_FINE + fy;

            isle->z[py][px] += height * EGO_STORED;
            isle->built[py][px]    = true;
            isle->shift[py][px][0] = (int8_t)(pull * (3 - fx));
            isle->shift[py][px][1] = (int8_t)(pull * (3 - fy));
        }
}

static void tree(ego_island *isle, int x, int y)
{
    pillar(isle, x, y, 150 + (int)(draw_hash(x, y, 7) % 80), 16);
    put(isle, x, y, EGO_PILLAR, EGO_TREE, FLOOR | PTL_MPD_FX_IMPASS);
}

static void brazier(ego_island *isle, int x, int y)
{
    pillar(isle, x, y, 56, 0);
    put(isle, x, y, EGO_PILLAR, 0, FLOOR | PTL_MPD_FX_IMPASS | PTL_MPD_FX_DAMAGE);
    isle->fan[y][x].style = EGO_BRAZIER;
}

static void build_fortress(ego_island *isle)
{
    const int top = COURT + WALL;

    wall(isle, 8, 5, 19, 5, top, false);
    wall(isle, 8, 5, 8, 16, top, false);
    wall(isle, 19, 5, 19, 16, top, false);
    wall(isle, 8, 16, 12, 16, top, false); /* the gate is between these two */
    wall(isle, 15, 16, 19, 16, top, false);
    tower(isle, 7, 4, top + 72);
    tower(isle, 18, 4, top + 72);
    tower(isle, 7, 15, top + 72);
    tower(isle, 18, 15, top + 72);
    block(isle, 11, 6, 6, 4, top + 96, EGO_TOWER); /* the keep */
    for (int y = 7; y < 9; y++)
        for (int x = 12; x < 16; x++)
            put(isle, x, y, EGO_FLAT, EGO_ROOF, SOLID);
    roof(isle, 12 * EGO_FINE, 7 * EGO_FINE, 16 * EGO_FINE, 9 * EGO_FINE, 28);
    for (int x = 12; x < 16; x++)
        isle->fan[9][x].style = x == 12 || x == 15 ? EGO_WINDOW : EGO_DOOR;
    isle->fan[7][16].style = isle->fan[8][16].style = EGO_WINDOW;
    house(isle, 9, 8, 2, 2);
    house(isle, 9, 12, 2, 2);
    house(isle, 17, 8, 2, 3);
}

static void furnish_court(ego_island *isle)
{
    static const int rose[4] = { EGO_ROSE, EGO_ROSE + 2, EGO_ROSE + 16, EGO_ROSE + 18 };

    for (int y = 6; y <= 15; y++)
        for (int x = 9; x <= 18; x++)
            if (isle->fan[y][x].style == EGO_STYLES && isle->fan[y][x].kind == EGO_PLAIN)
                isle->fan[y][x].kind = EGO_SOFT;
    for (int i = 0; i < 4; i++) {
        put(isle, 13 + i % 2, 12 + i / 2, EGO_SOFT, rose[i], PTL_MPD_FX_DRAWREFLECT);
        isle->fan[12 + i / 2][13 + i % 2].big = true;
    }
    put(isle, 13, 16, EGO_SOFT, EGO_PLANKS, FLOOR); /* the gate */
    put(isle, 14, 16, EGO_SOFT, EGO_PLANKS, FLOOR);
    for (int y = 10; y <= 11; y++) {
        put(isle, 13, y, EGO_SOFT, EGO_CARPET_LEFT, FLOOR);
        put(isle, 14, y, EGO_SOFT, EGO_CARPET_RIGHT, FLOOR);
    }
    for (int i = 0; i < 4; i++)
        put(isle, 16 + i % 2 * 2, 12 + i / 2 * 2, EGO_SOFT, EGO_GARDEN, FLOOR);
    brazier(isle, 12, 11);
    brazier(isle, 15, 11);
    brazier(isle, 12, 14);
    brazier(isle, 15, 14);
    wall(isle, 17, 12, 17, 14, 36, true); /* garden walls, a cross */
    wall(isle, 16, 13, 18, 13, 36, true);
}

/* A boat that lies north and south; its bow, in the north, is pointed. */
static void boat(ego_island *isle, int x, int y0, int y1)
{
    const int box[4] = { x * EGO_FINE + 2, y0 * EGO_FINE + 2, x * EGO_FINE + 4, y1 * EGO_FINE + 4 };

    lift(isle, box, EGO_WATER + 20, false, EGO_BOAT, 8);
    isle->shift[box[1]][box[0]][0] = 14;
    isle->shift[box[1]][box[2]][0] = -14;
    isle->shift[box[1]][box[0]][1] = isle->shift[box[1]][box[2]][1] = -24;
}

static void build_harbour(ego_island *isle)
{
    const int quay[4] = { 9 * EGO_FINE + 2, 20 * EGO_FINE, 18 * EGO_FINE + 4, 22 * EGO_FINE - 2 };
    const int pier[4] = { 13 * EGO_FINE + 2, 21 * EGO_FINE, 15 * EGO_FINE - 2, 29 * EGO_FINE - 2 };

    lift(isle, quay, QUAY, false, EGO_TOWER, 26);
    lift(isle, pier, QUAY, false, EGO_PIER, 26);
    mark_style(isle, 9 * EGO_FINE, 21 * EGO_FINE, 19 * EGO_FINE, 22 * EGO_FINE, EGO_TOWER);
    for (int y = 20; y <= 28; y++)
        for (int x = 9; x <= 18; x++)
            if (isle->fan[y][x].style != EGO_STYLES)
                isle->fan[y][x].fx = y < 22 ? PTL_MPD_FX_DRAWREFLECT : FLOOR;
    for (int x = 9; x <= 18; x++)
        put(isle, x, 20, EGO_FLAT, EGO_GRASS * 16 + 15, FLOOR); /* cobbles */
    for (int y = 18; y <= 19; y++)
        for (int x = 12; x <= 15; x++)
            put(isle, x, y, EGO_FLIGHT_NS, EGO_STAIRS_NS, FLOOR);
    for (int y = 20; y <= 22; y++)
        put(isle, 23, y, EGO_FLIGHT_WE, EGO_STAIRS_WE, FLOOR);
    wall(isle, 24, 25, 24, 28, 84, false); /* the mole */
    wall(isle, 19, 28, 24, 28, 84, false);
    block(isle, 25, 20, 3, 3, 132 + 470, EGO_TOWER); /* the lighthouse */
    taper(isle, 25, 20, 3, 58);
    isle->fan[21][27].style = isle->fan[22][26].style = EGO_WINDOW;
    boat(isle, 12, 24, 26);
    boat(isle, 15, 25, 27);
    for (int y = 20; y <= 22; y++)
        put(isle, 7, y, EGO_FLAT, EGO_SLIPWAY, PTL_MPD_FX_DRAWREFLECT | PTL_MPD_FX_SLIPPY);
    peak(isle, 26, 21, EGO_FIRE, 110,
         FLOOR | PTL_MPD_FX_ANIM | PTL_MPD_FX_DAMAGE | PTL_MPD_FX_IMPASS);
}

/* A walled pasture, open to the east, and brambles. */
static void build_meadow(ego_island *isle)
{
    wall(isle, 22, 9, 25, 9, 44, true);
    wall(isle, 22, 12, 25, 12, 44, true);
    wall(isle, 22, 9, 22, 12, 44, true);
    wall(isle, 25, 9, 25, 10, 44, true);
    for (int i = 0; i < 5; i++) {
        int x = 22 + i % 3, y = 6 + i / 3;

        put(isle, x, y, EGO_SOFT, EGO_THORNS, FLOOR | PTL_MPD_FX_DAMAGE);
        isle->z[y * EGO_FINE + 3][x * EGO_FINE + 3] += 24 * EGO_STORED;
    }
}

static bool is_free(const ego_island *isle, int x, int y)
{
    return isle->fan[y][x].kind == EGO_PLAIN && isle->fan[y][x].style == EGO_STYLES;
}

static void plant(ego_island *isle)
{
    for (int y = 1; y < EGO_SIZE - 1; y++)
        for (int x = 1; x < EGO_SIZE - 1; x++) {
            int z = isle->z[y * EGO_FINE + 3][x * EGO_FINE + 3] / EGO_STORED;

            if (!is_free(isle, x, y))
                continue;
            if (z > 96 && isle->ground[y][x] == EGO_GRASS &&
                isle->ground[y + 1][x + 1] == EGO_GRASS &&
                draw_hash(x, y, 8) % 100 < (x < 8 && y > 18 ? 55u : 22u) && (y < 18 || x < 10))
                tree(isle, x, y);
            else if (z < 40 && z > -30 && draw_hash(x, y, 9) % 29 == 0)
                peak(isle, x, y, EGO_ROCK, 110 - z + (int)(draw_hash(x, y, 10) % 40),
                     FLOOR | PTL_MPD_FX_IMPASS);
        }
}

/* ---- Light ---------------------------------------------------------------------------------- */

static int z_at(const ego_island *isle, int x, int y)
{
    return isle->z[draw_clamp(y, 0, EGO_SPAN - 1)][draw_clamp(x, 0, EGO_SPAN - 1)];
}

/* How much of the low sun in the south-west a point sees, 0 to 256. */
static int sun_at(const ego_island *isle, int x, int y)
{
    int z = isle->z[y][x], hidden = 0;

    for (int step = 2; step < 40; step++)
        hidden = draw_max(hidden, z_at(isle, x - step, y + step / 2) - z - step * 260);
    return 256 - draw_min(hidden / 3, 256);
}

/* How much a point is shut in by what rises around it, 0 to 256. */
static int shelter_at(const ego_island *isle, int x, int y)
{
    int sum = 0;

    for (int i = 0; i < 24; i++) {
        static const int ring[8][2] = { { 2, 0 },  { 1, 1 },   { 0, 2 },  { -1, 1 },
                                        { -2, 0 }, { -1, -1 }, { 0, -2 }, { 1, -1 } };
        int              r          = 1 + i / 8, rise;

        rise = z_at(isle, x + ring[i % 8][0] * r, y + ring[i % 8][1] * r) - isle->z[y][x];
        sum += draw_clamp(rise / r, 0, 1600);
    }
    return draw_min(sum / 80, 256);
}

typedef struct torch {
    int x, y;   /* on the lattice        */
    int height; /* world units           */
    int power;  /* light at the flame    */
    int reach;  /* in lattice steps      */
} torch;

static int torches_at(const ego_island *isle, int x, int y)
{
    static const torch torches[] = {
        { 12 * 6 + 3, 11 * 6 + 3, 230, 130, 13 }, { 15 * 6 + 3, 11 * 6 + 3, 230, 130, 13 },
        { 12 * 6 + 3, 14 * 6 + 3, 230, 130, 13 }, { 15 * 6 + 3, 14 * 6 + 3, 230, 130, 13 },
        { 14 * 6 + 0, 17 * 6 + 3, 190, 110, 12 }, { 11 * 6 + 3, 21 * 6 + 0, 110, 100, 11 },
        { 16 * 6 + 3, 21 * 6 + 0, 110, 100, 11 }, { 14 * 6 + 0, 28 * 6 + 0, 100, 120, 12 },
        { 26 * 6 + 3, 21 * 6 + 3, 620, 220, 28 }, { 24 * 6 + 0, 21 * 6 + 3, 180, 110, 11 },
        { 19 * 6 + 3, 28 * 6 + 3, 110, 120, 11 },
    };
    int sum = 0;

    for (size_t i = 0; i < sizeof torches / sizeof *torches; i++) {
        const torch *t  = &torches[i];
        int          dz = (isle->z[y][x] / EGO_STORED - t->height) / 22;
        int          dx = x - t->x, dy = y - t->y, reach = t->reach * t->reach;
        int          left = reach - dx * dx - dy * dy - dz * dz;

        if (left > 0)
            sum += t->power * left / reach * left / reach;
    }
    return sum;
}

static void light_point(ego_island *isle, int x, int y)
{
    int z = isle->z[y][x], direct = 200, level;
    int east  = z_at(isle, x + 1, y) - z_at(isle, x - 1, y);
    int south = z_at(isle, x, y + 1) - z_at(isle, x, y - 1);

    if (!isle->built[y][x])
        direct = draw_clamp(direct + (2 * east - south) / 6, 80, 320);
    level = 96 + 150 * direct / 256 * sun_at(isle, x, y) / 256;
    level = level * (340 - shelter_at(isle, x, y)) / 340 + torches_at(isle, x, y);
    if (z < EGO_WATER * EGO_STORED)
        level -= (EGO_WATER * EGO_STORED - z) / 40;
    isle->light[y][x] = (uint8_t)draw_clamp(level, 24, 255);
}

static void light(ego_island *isle)
{
    for (int y = 0; y < EGO_SPAN; y++)
        for (int x = 0; x < EGO_SPAN; x++)
            light_point(isle, x, y);
}

/* ---- Ground --------------------------------------------------------------------------------- */

static void lay_ground(ego_island *isle)
{
    for (int y = 0; y <= EGO_SIZE; y++)
        for (int x = 0; x <= EGO_SIZE; x++) {
            int  z     = isle->z[y * EGO_FINE][x * EGO_FINE] / EGO_STORED;
            bool court = x >= 9 && x <= 19 && y >= 6 && y <= 16;
            bool path  = x >= 13 && x <= 15 && y >= 16 && y <= 18;

            isle->ground[y][x] = court || path ? EGO_COBBLES
                                 : z > 84      ? EGO_GRASS
                                 : z > 22      ? EGO_SAND
                                               : EGO_BED;
        }
    for (int pass = 0; pass < 3; pass++) /* no image has more than two neighboring kinds */
        for (int y = 0; y <= EGO_SIZE; y++)
            for (int x = 0; x <= EGO_SIZE; x++)
                for (int i = 0; i < 9; i++) {
                    int nx = draw_clamp(x + i % 3 - 1, 0, EGO_SIZE);
                    int ny = draw_clamp(y + i / 3 - 1, 0, EGO_SIZE);

                    isle->ground[y][x] =
                        (uint8_t)draw_min(isle->ground[y][x], isle->ground[ny][nx] + 1);
                }
}

/* ---- The sample ----------------------------------------------------------------------------- */

static void build(ego_island *isle)
{
    for (int y = 0; y < EGO_SIZE; y++)
        for (int x = 0; x < EGO_SIZE; x++)
            isle->fan[y][x] = (ego_fan){ .fx = FLOOR, .style = EGO_STYLES };
    shape_land(isle);
    lay_ground(isle);
    build_fortress(isle);
    build_harbour(isle);
    furnish_court(isle);
    build_meadow(isle);
    plant(isle);
    light(isle);
}

/* The order of the values is the format; the words in front of the colons are ours. A comment must
 * not have a colon, which would begin a value. */
static const char weather[] =
    "$FILE_VERSION 2\n"
    "// Light, water and air of the harbour island. A value follows each colon.\n"
    "\n"
    "Made at random each time (T or F): F\n"
    "Layers of water: 2\n"
    "Gloss of the water begins at (0-255): 96\n"
    "Gloss of the water (0-255): 160\n"
    "Torches go out below: 50\n"
    "Striders walk at: 48\n"
    "Water glows, adding its light (T or F): F\n"
    "Water is wet (T or F): T\n"
    "Upper picture as an overlay (T or F): F\n"
    "Lower picture as a backdrop (T or F): F\n"
    "Overlay moves with distance, x: 0.0\n"
    "Overlay moves with distance, y: 0.0\n"
    "Backdrop moves with distance, x: 0.0\n"
    "Backdrop moves with distance, y: 0.0\n"
    "Overlay repeats: 1\n"
    "Backdrop repeats: 1\n"
    "\n"
    "// The upper layer, ripples.\n"
    "Height: 48\n"
    "Opacity (0-255): 120\n"
    "Frames of a wave: 3\n"
    "Brightness: 15\n"
    "Ambient light: 110\n"
    "Height of the waves: 4.0\n"
    "Drift, u: 0.0004\n"
    "Drift, v: 0.0002\n"
    "\n"
    "// The lower layer, the body of the sea.\n"
    "Height: 40\n"
    "Opacity (0-255): 110\n"
    "Frames of a wave: 5\n"
    "Brightness: 15\n"
    "Ambient light: 110\n"
    "Height of the waves: 3.0\n"
    "Drift, u: -0.0002\n"
    "Drift, v: 0.0003\n"
    "\n"
    "// The sun, low in the south-west.\n"
    "Light, x: -1.00\n"
    "Light, y: 0.50\n"
    "Light, z: 0.60\n"
    "Ambient light: 0.35\n"
    "\n"
    "// Moving about.\n"
    "Slopes pull down by: 1.00\n"
    "Friction of slippery ground: 0.97\n"
    "Friction of air: 0.94\n"
    "Friction of water: 0.82\n"
    "Friction of ground: 0.92\n"
    "Gravity: -1.00\n"
    "\n"
    "// The beacon has four frames, a new one every eighth update. Standing in it burns.\n"
    "Animation, update mask: 7\n"
    "Animation, frame mask: 3\n"
    "Harm of a damage tile: 256\n"
    "Kind of harm: FIRE\n"
    "\n"
    "// A clear evening.\n"
    "Weather: NONE\n"
    "Weather only over water (T or F): F\n"
    "Weather rate: 0\n"
    "\n"
    "// The eye.\n"
    "Explore (T or F): F\n"
    "Far edge, for the outdoors (T or F): T\n"
    "Camera sways at the rate of: 10\n"
    "Camera sways by: 0.02\n";

void sample_egoboo(make_folder *folder)
{
    static ego_island isle;

    build(&isle);
    ego_make_level(folder, &isle);
    ego_make_pictures(folder);
    ego_make_module(folder);
    make_text(folder, "gamedat/wawalite.txt", weather);
}
