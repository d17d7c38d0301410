/* SPDX-License-Identifier: MIT */
/* The Egoboo sample's mesh: which type and image each fan of the island gets, and its vertices. */
#include "sample_egoboo.h"

#include <portolan/mpd.h>

#define SHAPE_IMAGE(sheet, slot) (uint8_t)((sheet)*64 + (slot) / 4 * 16 + (slot) % 4 * 2)

/* Corners as bits: 1 north-west, 2 north-east, 4 south-east, 8 south-west. */
const ego_shape ego_shapes[EGO_SHAPES] = {
    { SHAPE_IMAGE(1, 0), 8, 0, EGO_WALL },     { SHAPE_IMAGE(1, 1), 9, 0, EGO_WALL },
    { SHAPE_IMAGE(1, 2), 12, 0, EGO_WALL },    { SHAPE_IMAGE(1, 3), 13, 0, EGO_WALL },
    { SHAPE_IMAGE(1, 4), 14, 0, EGO_WALL },    { SHAPE_IMAGE(1, 5), 15, 0, EGO_WALL },
    { SHAPE_IMAGE(1, 6), 16, 0, EGO_WALL },    { SHAPE_IMAGE(1, 7), 17, 0, EGO_WALL },
    { SHAPE_IMAGE(1, 8), 18, 0, EGO_WALL },    { SHAPE_IMAGE(1, 9), 19, 0, EGO_WALL },
    { SHAPE_IMAGE(1, 10), 15, 0, EGO_BOAT },   { SHAPE_IMAGE(1, 11), 9, 0, EGO_BOAT },
    { SHAPE_IMAGE(1, 12), 13, 0, EGO_BOAT },   { SHAPE_IMAGE(1, 13), 9, 9, EGO_WINDOW },
    { SHAPE_IMAGE(1, 14), 4, 0, EGO_BRAZIER }, { SHAPE_IMAGE(1, 15), 5, 0, EGO_WALL },
    { SHAPE_IMAGE(2, 0), 8, 12, EGO_TOWER },   { SHAPE_IMAGE(2, 1), 9, 9, EGO_TOWER },
    { SHAPE_IMAGE(2, 2), 8, 3, EGO_TOWER },    { SHAPE_IMAGE(2, 3), 9, 6, EGO_TOWER },
    { SHAPE_IMAGE(2, 4), 19, 4, EGO_TOWER },   { SHAPE_IMAGE(2, 5), 16, 8, EGO_TOWER },
    { SHAPE_IMAGE(2, 6), 17, 1, EGO_TOWER },   { SHAPE_IMAGE(2, 7), 18, 2, EGO_TOWER },
    { SHAPE_IMAGE(2, 8), 22, 12, EGO_TOWER },  { SHAPE_IMAGE(2, 9), 23, 9, EGO_TOWER },
    { SHAPE_IMAGE(2, 10), 20, 3, EGO_TOWER },  { SHAPE_IMAGE(2, 11), 21, 6, EGO_TOWER },
    { SHAPE_IMAGE(2, 12), 16, 7, EGO_TOWER },  { SHAPE_IMAGE(2, 13), 19, 11, EGO_TOWER },
    { SHAPE_IMAGE(2, 14), 14, 3, EGO_TOWER },  { SHAPE_IMAGE(2, 15), 12, 3, EGO_TOWER },
    { SHAPE_IMAGE(3, 2), 19, 4, EGO_HOUSE },   { SHAPE_IMAGE(3, 3), 16, 8, EGO_HOUSE },
    { SHAPE_IMAGE(3, 6), 18, 2, EGO_HOUSE },   { SHAPE_IMAGE(3, 7), 17, 1, EGO_HOUSE },
    { SHAPE_IMAGE(3, 8), 9, 6, EGO_HOUSE },    { SHAPE_IMAGE(3, 9), 9, 9, EGO_HOUSE },
    { SHAPE_IMAGE(3, 10), 9, 6, EGO_PIER },    { SHAPE_IMAGE(3, 11), 9, 9, EGO_PIER },
    { SHAPE_IMAGE(3, 12), 18, 2, EGO_PIER },   { SHAPE_IMAGE(3, 13), 17, 1, EGO_PIER },
    { SHAPE_IMAGE(3, 14), 8, 3, EGO_WINDOW },  { SHAPE_IMAGE(3, 15), 8, 3, EGO_DOOR },
};

static unsigned bits_of(unsigned bits)
{
    return (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1) + (bits >> 3 & 1);
}

/* The image of a style for a type; where there is none for just these high corners, the nearest. */
static uint8_t shape_image(ego_style style, unsigned type, unsigned high)
{
    const ego_shape *best  = NULL;
    unsigned         least = 100;

    for (size_t i = 0; i < EGO_SHAPES; i++) {
        unsigned worse =
            bits_of(ego_shapes[i].high ^ high) + (ego_shapes[i].style != style ? 10 : 0);

        if (ego_shapes[i].type == type && worse < least) {
            best  = &ego_shapes[i];
            least = worse;
        }
    }
    return best ? best->image : 0;
}

/* ---- Ground images -------------------------------------------------------------------------- */

static uint8_t ground_image(const ego_island *isle, int x, int y)
{
    uint8_t corner[4] = { isle->ground[y][x], isle->ground[y][x + 1], isle->ground[y + 1][x + 1],
                          isle->ground[y + 1][x] };
    int     least = corner[0], bits = 0;

    for (int i = 1; i < 4; i++)
        least = draw_min(least, corner[i]);
    for (int i = 0; i < 4; i++)
        bits |= (corner[i] > least) << i;
    if (bits == 0 && least > 0 && (least == EGO_COBBLES || draw_hash(x, y, 12) % 3 != 0))
        return (uint8_t)((least - 1) * 16 + 15); /* the other image of whole ground */
    return (uint8_t)(least * 16 + bits);
}

/* ---- Fans ----------------------------------------------------------------------------------- */

/* Whether something built crosses an edge of a fan: its thirds are not in line with its corners. */
static bool is_crossed(const ego_island *isle, int x, int y, int dx, int dy)
{
    int  a = isle->z[y][x], b = isle->z[y + 2 * dy][x + 2 * dx];
    int  c = isle->z[y + 4 * dy][x + 4 * dx], d = isle->z[y + 6 * dy][x + 6 * dx];
    bool built = isle->built[y + 2 * dy][x + 2 * dx] || isle->built[y + 4 * dy][x + 4 * dx];

    return built && (3 * b != 2 * a + d || 3 * c != a + 2 * d);
}

/* The type for the edges that are crossed: bits 1 north, 2 east, 4 south, 8 west. */
static uint8_t crossed_type(const ego_island *isle, int x, int y)
{
    static const uint8_t types[16] = { 0, 13, 14, 18, 15, 9, 19, 23, 12, 17, 8, 22, 16, 21, 20, 5 };
    int                  left = x * EGO_FINE, top = y * EGO_FINE;

    return types[is_crossed(isle, left, top, 1, 0) |
                 is_crossed(isle, left + EGO_FINE, top, 0, 1) << 1 |
                 is_crossed(isle, left, top + EGO_FINE, 1, 0) << 2 |
                 is_crossed(isle, left, top, 0, 1) << 3];
}

static void corner_heights(const ego_island *isle, int x, int y, int *z)
{
    for (int i = 0; i < 4; i++)
        z[i] = isle->z[(y + i / 2) * EGO_FINE][(x + (i == 1 || i == 2)) * EGO_FINE];
}

static uint8_t plain_type(const ego_island *isle, int x, int y)
{
    int z[4];

    corner_heights(isle, x, y, z);
    return z[0] + z[2] > z[1] + z[3]; /* fold along the higher diagonal */
}

/* Which corners of a crossed fan are nearer to its top than to its foot. */
static unsigned high_corners(const ego_island *isle, int x, int y)
{
    int      z[4], low = 1 << 30, high = -(1 << 30);
    unsigned bits = 0;

    corner_heights(isle, x, y, z);
    for (int fy = 0; fy <= EGO_FINE; fy += 2)
        for (int fx = 0; fx <= EGO_FINE; fx += 2) {
            low  = draw_min(low, isle->z[y * EGO_FINE + fy][x * EGO_FINE + fx]);
            high = draw_max(high, isle->z[y * EGO_FINE + fy][x * EGO_FINE + fx]);
        }
    for (unsigned i = 0; i < 4; i++)
        bits |= (unsigned)(2 * z[i] > low + high) << i;
    return bits;
}

/* What a fan's heights make of it: low ones are under water, steep banks are slippery. */
static unsigned fx_of_heights(const ego_island *isle, int x, int y)
{
    int      z[4], low, high;
    unsigned fx = 0;

    corner_heights(isle, x, y, z);
    low  = draw_min(draw_min(z[0], z[1]), draw_min(z[2], z[3]));
    high = draw_max(draw_max(z[0], z[1]), draw_max(z[2], z[3]));
    if (low < EGO_WATER * EGO_STORED)
        fx |= PTL_MPD_FX_WATER;
    else if (high - low > 56 * EGO_STORED && isle->fan[y][x].style == EGO_STYLES)
        fx |= PTL_MPD_FX_SLIPPY;
    return fx;
}

static uint32_t fan_word(const ego_island *isle, int x, int y)
{
    const ego_fan *f = &isle->fan[y][x];
    uint8_t type = crossed_type(isle, x, y), fx = (uint8_t)(f->fx | fx_of_heights(isle, x, y));

    if (x % (EGO_SIZE - 1) == 0 || y % (EGO_SIZE - 1) == 0) /* out at sea nobody sees the bottom */
        return ptl_mpd_word(0, fx | PTL_MPD_FX_IMPASS, PTL_MPD_FANOFF);
    if (type != 0)
        return ptl_mpd_word(type + PTL_MPD_SHAPES, fx,
                            shape_image(f->style, type, high_corners(isle, x, y)));
    switch (f->kind) {
    case EGO_PEAK:
        return ptl_mpd_word(2, fx, f->image);
    case EGO_SOFT:
        return ptl_mpd_word(f->big ? 3 + PTL_MPD_SHAPES : 3, fx,
                            f->image ? f->image : ground_image(isle, x, y));
    case EGO_PILLAR:
        if (f->style != EGO_STYLES)
            return ptl_mpd_word(4 + PTL_MPD_SHAPES, fx, shape_image(f->style, 4, 0));
        return ptl_mpd_word(4, fx, f->image);
    case EGO_FLIGHT_NS:
        return ptl_mpd_word(25, fx, f->image);
    case EGO_FLIGHT_WE:
        return ptl_mpd_word(24, fx, f->image);
    case EGO_FLAT:
        return ptl_mpd_word(plain_type(isle, x, y), fx, f->image);
    default:
        return ptl_mpd_word(plain_type(isle, x, y), fx, ground_image(isle, x, y));
    }
}

/* ---- Vertices ------------------------------------------------------------------------------- */

static int lattice(double place)
{
    return ((int)(place * 100 + 0.5) * EGO_FINE + 50) / 100;
}

/* Roofs have edges: their fans are lit one by one. */
static int roof_light(const ego_island *isle, int x, int y)
{
    int z[4];

    corner_heights(isle, x, y, z);
    if (isle->fan[y][x].image != EGO_ROOF)
        return 0;
    return (2 * (z[1] + z[2] - z[0] - z[3]) - (z[2] + z[3] - z[0] - z[1])) / 120;
}

static void set_vertices(ptl_mpd *mesh, const ego_island *isle, size_t number, size_t first)
{
    const ptl_mpd_fan_type *type =
        ptl_mpd_type(mesh->dictionary, ptl_mpd_word_type(mesh->words.data[number]));
    int tilt = roof_light(isle, (int)(number % EGO_SIZE), (int)(number / EGO_SIZE));
    int left = (int)(number % EGO_SIZE) * EGO_FINE, top = (int)(number / EGO_SIZE) * EGO_FINE;

    for (unsigned i = 0; i < type->vertices; i++) {
        int x = left + lattice(type->u[i]), y = top + lattice(type->v[i]);

        mesh->x.data[first + i] += (float)isle->shift[y][x][0];
        mesh->y.data[first + i] += (float)isle->shift[y][x][1];
        mesh->z.data[first + i]     = (float)isle->z[y][x];
        mesh->light.data[first + i] = (uint8_t)draw_clamp(isle->light[y][x] + tilt, 1, 255);
    }
}

/* Puts the five inner vertices of one side of a stair on its steps; on the outer sides of a flight
 * they stay on the straight line to the neighbor, so that no gap opens. `along` is x or y. */
static void set_steps(ptl_mpd *mesh, float *along, size_t from, size_t to, const size_t *inner,
                      bool riser_first, bool stepped)
{
    float            start = along[from], low = mesh->z.data[from], fall = mesh->z.data[to] - low;
    static const int steps[2][5] = { { 1, 1, 2, 2, 3 }, { 0, 1, 1, 2, 2 } };
    static const int falls[2][5] = { { 0, 1, 1, 2, 2 }, { 1, 1, 2, 2, 3 } };

    for (int i = 0; i < 5; i++) {
        int place = stepped ? 2 * steps[riser_first][i] : i + 1;
        int level = stepped ? 2 * falls[riser_first][i] : i + 1;

        along[inner[i]]        = start + (float)(place * PTL_MPD_TILE / EGO_FINE);
        mesh->z.data[inner[i]] = low + (float)((int)fall * level / EGO_FINE);
    }
}

static void set_stairs(ptl_mpd *mesh, const ego_island *isle, int x, int y, size_t first)
{
    ego_kind kind = isle->fan[y][x].kind;
    bool     down = kind == EGO_FLIGHT_NS;
    size_t   one[5], other[5]; /* sides: west or north, and east or south */

    for (size_t i = 0; i < 5; i++) {
        one[i]   = first + (down ? 13 - i : 4 + i);
        other[i] = first + (down ? 4 + i : 13 - i);
    }
    if (down) {
        set_steps(mesh, mesh->y.data, first + 0, first + 3, one, false,
                  isle->fan[y][x - 1].kind == kind);
        set_steps(mesh, mesh->y.data, first + 1, first + 2, other, false,
                  isle->fan[y][x + 1].kind == kind);
    } else {
        set_steps(mesh, mesh->x.data, first + 0, first + 1, one, true,
                  isle->fan[y - 1][x].kind == kind);
        set_steps(mesh, mesh->x.data, first + 3, first + 2, other, true,
                  isle->fan[y + 1][x].kind == kind);
    }
}

static void set_mesh(ptl_mpd *mesh, const ptl_mpd_tables *tables, const ego_island *isle)
{
    for (uint32_t i = 0; i < EGO_SIZE * EGO_SIZE; i++) {
        size_t   first = tables->vrtstart.data[i];
        int      x = (int)i % EGO_SIZE, y = (int)i / EGO_SIZE;
        ego_kind kind = isle->fan[y][x].kind;

        set_vertices(mesh, isle, i, first);
        if (kind == EGO_FLIGHT_NS || kind == EGO_FLIGHT_WE)
            set_stairs(mesh, isle, x, y, first);
        mesh->twist.data[i] = ptl_mpd_twist(mesh, tables, i, 4);
    }
}

/* ---- The file ------------------------------------------------------------------------------- */

void ego_make_level(make_folder *folder, const ego_island *isle)
{
    static const char name[] = "gamedat/level.mpd";
    const char       *path   = make_path(folder, name);
    ptl_doc          *doc    = NULL;
    ptl_diag          err    = { .message = "" };
    ptl_mpd_tables    tables = { 0 };
    ptl_status        status;

    if (!path)
        return;
    status = ptl_mpd_new(&doc, EGO_SIZE, EGO_SIZE, NULL, &err);
    for (int i = 0; doc && i < EGO_SIZE * EGO_SIZE; i++)
        ptl_mpd_of(doc)->words.data[i] = fan_word(isle, i % EGO_SIZE, i / EGO_SIZE);
    if (status == PTL_OK)
        status = ptl_mpd_lay_out(doc, 255, &err);
    if (status == PTL_OK)
        status = ptl_mpd_derive(&tables, doc, &err);
    if (status == PTL_OK) {
        set_mesh(ptl_mpd_of(doc), &tables, isle);
        status = ptl_write_file(path, doc, &(ptl_write_opts){ .overwrite = true }, &err);
    }
    if (status != PTL_OK)
        make_failed(folder, name, err.message);
    ptl_mpd_tables_free(&tables);
    ptl_doc_free(doc);
}
