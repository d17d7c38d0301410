/* SPDX-License-Identifier: MIT */
/* Solids of a dungeon: faces, the few forms everything is made of, and a row of them for every kind
 * of floor and wall.
 *
 * Pieces begin a little below the floor or inside the wall they stand on, and keep clear of each
 * other's planes, so that no two faces overlap in one plane. */
#include <math.h>
#include <string.h>

#include "formats/grmm/grmm_solid.h"

/* ---- Faces ---------------------------------------------------------------------------------- */

/* Twice the area of a polygon, as a vector along its normal. */
static solid_point area_of(const solid_point *p, size_t count)
{
    solid_point n = { 0, 0, 0 };

    for (size_t i = 0; i < count; i++) {
        const solid_point *a = &p[i], *c = &p[(i + 1) % count];

        n.x += (a->y - c->y) * (a->z + c->z);
        n.y += (a->z - c->z) * (a->x + c->x);
        n.z += (a->x - c->x) * (a->y + c->y);
    }
    return n;
}

/* Flat maps keep the order of heights, so that what lies above still covers what lies below. */
static double flat_height(double y)
{
    return (y < 0 ? -sqrt(-y) : sqrt(y)) / 32;
}

static void put_corner(ptl_scene_part *part, size_t at, const double place[3],
                       const double normal[3])
{
    for (size_t i = 0; i < 3; i++) {
        part->position.data[3 * at + i] = (float)place[i];
        part->normal.data[3 * at + i]   = (float)normal[i];
    }
}

static void fill_face(solid_builder *b, solid_paint paint, const solid_point *corner, size_t count,
                      solid_point area)
{
    ptl_scene_part *part      = b->part[paint];
    size_t          first     = b->vertices[paint];
    double          length    = sqrt(area.x * area.x + area.y * area.y + area.z * area.z);
    double          normal[3] = { area.x / length, area.y / length, area.z / length };

    for (size_t i = 0; i < count; i++)
        put_corner(part, first + i,
                   (double[]){ corner[i].x, b->flat ? flat_height(corner[i].y) : corner[i].y,
                               corner[i].z },
                   normal);
    for (size_t i = 0; i + 2 < count; i++) {
        uint32_t *index = part->index.data + b->indices[paint] + 3 * i;

        index[0] = (uint32_t)first;
        index[1] = (uint32_t)(first + i + 1);
        index[2] = (uint32_t)(first + i + 2);
    }
}

enum { FACE = 16 }; /* most corners of one */

void ptl_solid_face(solid_builder *b, solid_paint paint, const solid_point *corner, size_t count)
{
    solid_point raised[FACE];
    solid_point area;

    for (size_t i = 0; i < count; i++) {
        raised[i] = corner[i];
        if (raised[i].y > 0)
            raised[i].y *= b->rise;
    }
    area = area_of(raised, count);
    if (b->flat && area.y <= fabs(area.x) + fabs(area.z)) /* only what faces up is seen */
        return;
    if (b->part[paint])
        fill_face(b, paint, raised, count, area);
    b->vertices[paint] += count;
    b->indices[paint] += 3 * (count - 2);
}

/* ---- Prisms --------------------------------------------------------------------------------- */

enum { CORNERS = FACE };

/* A body between two outlines, each counter-clockwise seen from `high`. */
typedef struct prism {
    size_t      count;
    solid_point low[CORNERS], high[CORNERS];
    const uint8_t (*quads)[4]; /* what its ends are made of; NULL: the outline itself */
    size_t   quad_count;
    unsigned without; /* sides that are left out, and 1 << count and above: the ends */
} prism;

static void put_end(solid_builder *b, solid_paint paint, const prism *p, bool high)
{
    const solid_point *from  = high ? p->high : p->low;
    size_t             parts = p->quads ? p->quad_count : 1, count = p->quads ? 4 : p->count;
    solid_point        face[CORNERS];

    for (size_t k = 0; k < parts; k++) {
        for (size_t i = 0; i < count; i++)
            face[high || i == 0 ? i : count - i] = from[p->quads ? p->quads[k][i] : i];
        ptl_solid_face(b, paint, face, count);
    }
}

static void put_prism(solid_builder *b, solid_paint paint, const prism *p)
{
    for (size_t i = 0; i < p->count; i++) {
        size_t      next    = (i + 1) % p->count;
        solid_point side[4] = { p->low[i], p->low[next], p->high[next], p->high[i] };

        if (!(p->without >> i & 1))
            ptl_solid_face(b, paint, side, 4);
    }
    if (!(p->without >> p->count & 1))
        put_end(b, paint, p, false);
    if (!(p->without >> p->count & 2))
        put_end(b, paint, p, true);
}

static solid_point in_frame(solid_frame f, double s, double y, double d)
{
    return (solid_point){ f.x + s * f.s_x + d * f.d_x, y, f.z + s * f.s_z + d * f.d_z };
}

typedef struct flat_point {
    double u, v;
} flat_point;

/* An outline of s and y, from one d to another. */
static void put_upright(solid_builder *b, solid_paint paint, solid_frame f, prism *p,
                        const flat_point *outline, double d_from, double d_to)
{
    for (size_t i = 0; i < p->count; i++) {
        p->low[i]  = in_frame(f, outline[i].u, outline[i].v, d_from);
        p->high[i] = in_frame(f, outline[i].u, outline[i].v, d_to);
    }
    put_prism(b, paint, p);
}

static void put_box(solid_builder *b, solid_paint paint, solid_frame f, const double size[6],
                    unsigned without)
{
    flat_point outline[4] = {
        { size[0], size[2] }, { size[1], size[2] }, { size[1], size[3] }, { size[0], size[3] }
    };
    prism p = { .count = 4, .without = without };

    put_upright(b, paint, f, &p, outline, size[4], size[5]);
}

void ptl_solid_bar(solid_builder *b, solid_paint paint, solid_frame f, double from, double to,
                   unsigned without)
{
    put_box(b, paint, f, (double[]){ from, to, SOLID_BASE, SOLID_TOP, -SOLID_HALF, SOLID_HALF },
            without);
}

/* A wall with an opening: s from, s to, opening from, opening to, its height, foot, top, d. Seen
 * from above alone it is its two posts. */
static void put_portal(solid_builder *b, solid_paint paint, solid_frame f, const double size[8],
                       unsigned without)
{
    static const uint8_t quads[3][4] = { { 0, 1, 2, 7 }, { 2, 3, 6, 7 }, { 3, 4, 5, 6 } };
    flat_point outline[8] = { { size[0], size[5] }, { size[2], size[5] }, { size[2], size[4] },
                              { size[3], size[4] }, { size[3], size[5] }, { size[1], size[5] },
                              { size[1], size[6] }, { size[0], size[6] } };
    prism      p          = { .count = 8, .quads = quads, .quad_count = 3, .without = without };

    if (!b->flat) {
        put_upright(b, paint, f, &p, outline, size[7] - SOLID_HALF, size[7] + SOLID_HALF);
        return;
    }
    for (int i = 0; i < 2; i++)
        put_box(b, paint, f,
                (double[]){ i ? size[3] : size[0], i ? size[1] : size[2], size[5], size[6],
                            size[7] - SOLID_HALF, size[7] + SOLID_HALF },
                0);
}

void ptl_solid_gate(solid_builder *b, solid_paint paint, solid_frame f)
{
    put_portal(b, paint, f,
               (double[]){ SOLID_HALF, 1 - SOLID_HALF, SOLID_FROM, SOLID_TO, SOLID_LINTEL,
                           SOLID_BASE, SOLID_TOP, 0 },
               1u << 5 | 1u << 7);
}

/* ---- Forms ---------------------------------------------------------------------------------- */

enum { AROUND = 12 };

/* Points of a circle; half the root of 3 is 0.8660254037844386. */
static const flat_point circle[AROUND] = {
    { 1, 0 },  { 0.8660254037844386, 0.5 },   { 0.5, 0.8660254037844386 },
    { 0, 1 },  { -0.5, 0.8660254037844386 },  { -0.8660254037844386, 0.5 },
    { -1, 0 }, { -0.8660254037844386, -0.5 }, { -0.5, -0.8660254037844386 },
    { 0, -1 }, { 0.5, -0.8660254037844386 },  { 0.8660254037844386, -0.5 },
};

/* A place on a circle around s and d; d comes first, so that y is up. */
static solid_point on_circle(solid_frame f, const float *size, size_t i, double radius, double y)
{
    const flat_point *c = &circle[i % AROUND];

    return in_frame(f, (double)size[0] + radius * c->v, y, (double)size[1] + radius * c->u);
}

static void form_box(solid_builder *b, solid_paint paint, solid_frame f, const float *size)
{
    double exact[6];

    for (int i = 0; i < 6; i++)
        exact[i] = (double)size[i];
    put_box(b, paint, f, exact, 0);
}

static void form_drum(solid_builder *b, solid_paint paint, solid_frame f, const float *size)
{
    prism p = { .count = AROUND };

    for (size_t i = 0; i < AROUND; i++) {
        p.low[i]  = on_circle(f, size, i, (double)size[4], (double)size[2]);
        p.high[i] = on_circle(f, size, i, (double)size[5], (double)size[3]);
    }
    put_prism(b, paint, &p);
}

static void form_ring(solid_builder *b, solid_paint paint, solid_frame f, const float *size)
{
    for (size_t i = 0; i < AROUND; i++) {
        solid_point at[2][2][2]; /* this or next place, inner or outer, below or above */

        for (size_t k = 0; k < 8; k++)
            at[k >> 2][k >> 1 & 1][k & 1] = on_circle(
                f, size, i + (k >> 2), (double)size[k & 2 ? 5 : 4], (double)size[k & 1 ? 3 : 2]);
        ptl_solid_face(b, paint,
                       (solid_point[]){ at[0][1][0], at[1][1][0], at[1][1][1], at[0][1][1] }, 4);
        ptl_solid_face(b, paint,
                       (solid_point[]){ at[1][0][0], at[0][0][0], at[0][0][1], at[1][0][1] }, 4);
        ptl_solid_face(b, paint,
                       (solid_point[]){ at[0][0][1], at[0][1][1], at[1][1][1], at[1][0][1] }, 4);
        ptl_solid_face(b, paint,
                       (solid_point[]){ at[0][1][0], at[0][0][0], at[1][0][0], at[1][1][0] }, 4);
    }
}

static void form_arrow(solid_builder *b, solid_paint paint, solid_frame f, const float *size)
{
    static const flat_point outline[7] = { { -1, 0 },  { 0, -0.75 }, { 0, -0.3 }, { 1, -0.3 },
                                           { 1, 0.3 }, { 0, 0.3 },   { 0, 0.75 } };
    prism                   p          = { .count = 7 };

    for (size_t i = 0; i < 7; i++) {
        double s = (double)size[0] + (double)size[4] * outline[i].v;
        double d = (double)size[1] + (double)size[4] * outline[i].u;

        p.low[i]  = in_frame(f, s, (double)size[2], d);
        p.high[i] = in_frame(f, s, (double)size[3], d);
    }
    put_prism(b, paint, &p);
}

static void form_portal(solid_builder *b, solid_paint paint, solid_frame f, const float *size)
{
    put_portal(b, paint, f,
               (double[]){ (double)size[0], (double)size[1], (double)size[2], (double)size[3],
                           (double)size[4], -0.03125, 0.96875, (double)size[5] },
               0);
}

/* Seen from the side they rise to the right; every corner is to be seen from the lowest one there.
 * From above they are a tread each. */
static void form_steps(solid_builder *b, solid_paint paint, solid_frame f, const float *size)
{
    enum { STEPS = 5 };
    double s[2] = { (double)size[0], (double)size[1] }, y = (double)size[2];
    double rise = ((double)size[3] - y) / STEPS, deep = ((double)size[5] - (double)size[4]) / STEPS;
    prism  p = { .count = 2 * STEPS + 2 };

    for (size_t side = 0; side < 2; side++) {
        solid_point *to = side ? p.high : p.low;

        *to++ = in_frame(f, s[side], y, (double)size[4]);
        for (int i = STEPS; i > 0; i--) {
            *to++ = in_frame(f, s[side], y + rise * i, (double)size[5] - deep * i);
            *to++ = in_frame(f, s[side], y + rise * i, (double)size[5] - deep * (i - 1));
        }
        *to = in_frame(f, s[side], y, (double)size[5]);
    }
    put_prism(b, paint, &p);
}

void ptl_solid_put_piece(solid_builder *b, const solid_piece *piece, solid_frame f)
{
    static void (*const forms[])(solid_builder *, solid_paint, solid_frame, const float *) = {
        form_box, form_drum, form_ring, form_arrow, form_portal, form_steps,
    };

    forms[piece->form](b, piece->paint, f, piece->size);
}

void ptl_solid_pieces(solid_builder *b, const solid_kind *kind, solid_frame f)
{
    for (size_t i = 0; i < kind->count; i++)
        ptl_solid_put_piece(b, &kind->pieces[i], f);
}

/* ---- Pieces on floors: s and d from 0 to 1, y from the floor ------------------------------------
 */

#define DEEP -0.03125f /* where things begin that stand on the floor */

static const solid_piece door[] = {
    { SOLID_PORTAL, SOLID_WALL, { 0.015625f, 0.984375f, 0.25f, 0.75f, 0.8125f, 0.5f } },
    { SOLID_BOX, SOLID_WOOD, { 0.26f, 0.74f, 0.01f, 0.8f, 0.47f, 0.53f } },
    { SOLID_BOX, SOLID_BRASS, { 0.64f, 0.69f, 0.4f, 0.45f, 0.44f, 0.56f } },
};
static const solid_piece locked_door[] = {
    { SOLID_PORTAL, SOLID_WALL, { 0.015625f, 0.984375f, 0.25f, 0.75f, 0.8125f, 0.5f } },
    { SOLID_BOX, SOLID_IRON, { 0.26f, 0.74f, 0.01f, 0.8f, 0.46f, 0.54f } },
    { SOLID_BOX, SOLID_BRASS, { 0.42f, 0.58f, 0.34f, 0.52f, 0.44f, 0.56f } },
    { SOLID_BOX, SOLID_DARK, { 0.48f, 0.52f, 0.38f, 0.46f, 0.435f, 0.565f } },
};
static const solid_piece archway[] = {
    { SOLID_PORTAL, SOLID_STONE, { 0.015625f, 0.984375f, 0.1875f, 0.8125f, 0.84375f, 0.5f } },
};
static const solid_piece secret_block[] = {
    { SOLID_BOX, SOLID_SECRET, { 0.078125f, 0.921875f, DEEP, 0.9375f, 0.078125f, 0.921875f } },
};
static const solid_piece secret_door[] = {
    { SOLID_BOX, SOLID_SECRET, { 0.015625f, 0.984375f, DEEP, 0.96875f, 0.4375f, 0.5625f } },
};
static const solid_piece one_way[] = {
    { SOLID_PORTAL, SOLID_WALL, { 0.015625f, 0.984375f, 0.25f, 0.75f, 0.8125f, 0.5f } },
    { SOLID_BOX, SOLID_WOOD, { 0.26f, 0.74f, 0.01f, 0.8f, 0.47f, 0.53f } },
    { SOLID_ARROW, SOLID_POINTER, { 0.5f, 0.5f, 0.95f, 1.01f, 0.22f } },
};
static const solid_piece plate[] = {
    { SOLID_BOX, SOLID_STONE, { 0.3f, 0.7f, DEEP, 0.05f, 0.3f, 0.7f } },
    { SOLID_BOX, SOLID_IRON, { 0.36f, 0.64f, 0.01f, 0.065f, 0.36f, 0.64f } },
};
static const solid_piece hidden_plate[] = {
    { SOLID_BOX, SOLID_HIDDEN, { 0.3f, 0.7f, DEEP, 0.03f, 0.3f, 0.7f } },
};
static const solid_piece closed_pit[] = {
    { SOLID_BOX, SOLID_WOOD, { 0.2f, 0.8f, DEEP, 0.03f, 0.2f, 0.8f } },
    { SOLID_BOX, SOLID_IRON, { 0.18f, 0.82f, DEEP, 0.045f, 0.3f, 0.36f } },
    { SOLID_BOX, SOLID_IRON, { 0.18f, 0.82f, DEEP, 0.045f, 0.64f, 0.7f } },
};
static const solid_piece hidden_pit[] = {
    { SOLID_BOX, SOLID_HIDDEN, { 0.21f, 0.79f, -0.02f, 0.01f, 0.21f, 0.79f } },
};
static const solid_piece ceiling_pit[] = {
    { SOLID_RING, SOLID_DARK, { 0.5f, 0.5f, 0.94f, 1.02f, 0.28f, 0.36f } },
    { SOLID_DRUM, SOLID_HIDDEN, { 0.5f, 0.5f, DEEP, 0.02f, 0.28f, 0.28f } },
};
static const solid_piece stairs_down[] = {
    { SOLID_STEPS, SOLID_STONE, { 0.13f, 0.87f, -0.49f, -0.06f, 0.13f, 0.87f } },
};
static const solid_piece stairs_up[] = {
    { SOLID_STEPS, SOLID_STONE, { 0.15f, 0.85f, DEEP, 0.9f, 0.1f, 0.95f } },
};
static const solid_piece entrance[] = {
    { SOLID_PORTAL, SOLID_STONE, { 0.15f, 0.85f, 0.25f, 0.75f, 0.8125f, 0.5f } },
    { SOLID_BOX, SOLID_WOOD, { 0.255f, 0.3f, 0.01f, 0.8f, 0.1f, 0.5f } },
    { SOLID_ARROW, SOLID_GREEN, { 0.5f, 0.5f, 0.95f, 1.01f, 0.22f } },
};
static const solid_piece way_out[] = {
    { SOLID_PORTAL, SOLID_STONE, { 0.15f, 0.85f, 0.25f, 0.75f, 0.8125f, 0.5f } },
    { SOLID_BOX, SOLID_WOOD, { 0.255f, 0.3f, 0.01f, 0.8f, 0.1f, 0.5f } },
    { SOLID_ARROW, SOLID_RED, { 0.5f, 0.5f, 0.95f, 1.01f, 0.22f } },
};
static const solid_piece spinner[] = {
    { SOLID_RING, SOLID_POINTER, { 0.5f, 0.5f, DEEP, 0.03f, 0.22f, 0.3f } },
    { SOLID_ARROW, SOLID_POINTER, { 0.76f, 0.45f, DEEP, 0.045f, 0.14f } },
};
static const solid_piece teleport[] = {
    { SOLID_RING, SOLID_STONE, { 0.5f, 0.5f, DEEP, 0.07f, 0.32f, 0.4f } },
    { SOLID_DRUM, SOLID_MAGIC, { 0.5f, 0.5f, DEEP, 0.03f, 0.31f, 0.31f } },
    { SOLID_DRUM, SOLID_GLOW, { 0.5f, 0.5f, 0.04f, 0.85f, 0.28f, 0.2f } },
};
static const solid_piece teleport_end[] = {
    { SOLID_RING, SOLID_MAGIC, { 0.5f, 0.5f, DEEP, 0.05f, 0.32f, 0.4f } },
    { SOLID_RING, SOLID_MAGIC, { 0.5f, 0.5f, DEEP, 0.03f, 0.14f, 0.2f } },
};
static const solid_piece barrier[] = {
    { SOLID_BOX, SOLID_GLASS, { 0.078125f, 0.921875f, 0.01f, 0.9f, 0.078125f, 0.921875f } },
};
static const solid_piece bridge[] = {
    { SOLID_BOX, SOLID_WOOD, { 0.14f, 0.86f, 0.02f, 0.08f, 0.005f, 0.995f } },
    { SOLID_BOX, SOLID_WOOD, { 0.1f, 0.16f, DEEP, 0.32f, 0.01f, 0.99f } },
    { SOLID_BOX, SOLID_WOOD, { 0.84f, 0.9f, DEEP, 0.32f, 0.01f, 0.99f } },
};
static const solid_piece arrow[] = {
    { SOLID_ARROW, SOLID_POINTER, { 0.5f, 0.5f, DEEP, 0.04f, 0.36f } },
};
static const solid_piece column[] = {
    { SOLID_DRUM, SOLID_STONE, { 0.5f, 0.5f, DEEP, 0.1f, 0.28f, 0.26f } },
    { SOLID_DRUM, SOLID_STONE, { 0.5f, 0.5f, 0.05f, 0.92f, 0.2f, 0.18f } },
    { SOLID_DRUM, SOLID_STONE, { 0.5f, 0.5f, 0.86f, 0.98f, 0.22f, 0.28f } },
};
static const solid_piece statue[] = {
    { SOLID_BOX, SOLID_STONE, { 0.28f, 0.72f, DEEP, 0.16f, 0.28f, 0.72f } },
    { SOLID_DRUM, SOLID_STATUE, { 0.5f, 0.5f, 0.12f, 0.52f, 0.13f, 0.17f } },
    { SOLID_DRUM, SOLID_STATUE, { 0.5f, 0.5f, 0.5f, 0.6f, 0.18f, 0.06f } },
    { SOLID_DRUM, SOLID_STATUE, { 0.5f, 0.5f, 0.57f, 0.77f, 0.09f, 0.08f } },
};

/* ---- Pieces on walls: s along the edge, d from its middle into the owner's cell -----------------
 */

static const solid_piece wall_illusory[] = {
    { SOLID_BOX, SOLID_ILLUSION, { 0.078125f, 0.921875f, 0.01f, 0.98f, -0.055f, 0.055f } },
};
static const solid_piece wall_invisible[] = {
    { SOLID_BOX, SOLID_GLASS, { 0.078125f, 0.921875f, 0.01f, 0.98f, -0.03f, 0.03f } },
};
static const solid_piece wall_door[] = {
    { SOLID_BOX, SOLID_WOOD, { 0.26f, 0.74f, 0.01f, 0.8f, -0.03f, 0.03f } },
    { SOLID_BOX, SOLID_BRASS, { 0.64f, 0.69f, 0.4f, 0.45f, -0.06f, 0.06f } },
};
static const solid_piece wall_locked[] = {
    { SOLID_BOX, SOLID_IRON, { 0.26f, 0.74f, 0.01f, 0.8f, -0.04f, 0.04f } },
    { SOLID_BOX, SOLID_BRASS, { 0.42f, 0.58f, 0.34f, 0.52f, -0.055f, 0.055f } },
    { SOLID_BOX, SOLID_DARK, { 0.48f, 0.52f, 0.38f, 0.46f, -0.06f, 0.06f } },
};
static const solid_piece wall_one_way[] = {
    { SOLID_BOX, SOLID_WOOD, { 0.26f, 0.74f, 0.01f, 0.8f, -0.03f, 0.03f } },
    { SOLID_ARROW, SOLID_POINTER, { 0.5f, 0.0f, 0.98f, 1.04f, 0.22f } },
};
static const solid_piece wall_lever[] = {
    { SOLID_BOX, SOLID_IRON, { 0.42f, 0.58f, 0.4f, 0.64f, 0.03f, 0.09f } },
    { SOLID_BOX, SOLID_BRASS, { 0.485f, 0.515f, 0.5f, 0.72f, 0.08f, 0.13f } },
    { SOLID_BOX, SOLID_RED, { 0.46f, 0.54f, 0.69f, 0.77f, 0.1f, 0.18f } },
};
static const solid_piece wall_niche[] = {
    { SOLID_BOX, SOLID_DARK, { 0.3f, 0.7f, 0.34f, 0.78f, 0.03f, 0.07f } },
    { SOLID_BOX, SOLID_STONE, { 0.27f, 0.33f, 0.34f, 0.78f, 0.02f, 0.12f } },
    { SOLID_BOX, SOLID_STONE, { 0.67f, 0.73f, 0.34f, 0.78f, 0.02f, 0.12f } },
    { SOLID_BOX, SOLID_STONE, { 0.25f, 0.75f, 0.3f, 0.36f, 0.01f, 0.15f } },
    { SOLID_BOX, SOLID_STONE, { 0.25f, 0.75f, 0.76f, 0.82f, 0.01f, 0.14f } },
};
static const solid_piece wall_statue[] = {
    { SOLID_BOX, SOLID_STONE, { 0.34f, 0.66f, DEEP, 0.14f, 0.02f, 0.36f } },
    { SOLID_DRUM, SOLID_STATUE, { 0.5f, 0.21f, 0.1f, 0.48f, 0.1f, 0.13f } },
    { SOLID_DRUM, SOLID_STATUE, { 0.5f, 0.21f, 0.46f, 0.55f, 0.14f, 0.05f } },
    { SOLID_DRUM, SOLID_STATUE, { 0.5f, 0.21f, 0.52f, 0.7f, 0.075f, 0.065f } },
};
static const solid_piece wall_keyhole[] = {
    { SOLID_BOX, SOLID_BRASS, { 0.4f, 0.6f, 0.38f, 0.66f, -0.08f, 0.08f } },
    { SOLID_BOX, SOLID_DARK, { 0.47f, 0.53f, 0.44f, 0.58f, -0.09f, 0.09f } },
};
static const solid_piece wall_writing[] = {
    { SOLID_BOX, SOLID_PAPER, { 0.2f, 0.8f, 0.42f, 0.76f, 0.03f, 0.08f } },
    { SOLID_BOX, SOLID_DARK, { 0.27f, 0.73f, 0.64f, 0.68f, 0.05f, 0.09f } },
    { SOLID_BOX, SOLID_DARK, { 0.27f, 0.73f, 0.57f, 0.61f, 0.05f, 0.09f } },
    { SOLID_BOX, SOLID_DARK, { 0.27f, 0.55f, 0.5f, 0.54f, 0.05f, 0.09f } },
};

/* ---- Kinds ---------------------------------------------------------------------------------- */

#define PIECES(list) .count = sizeof(list) / sizeof *(list), .pieces = (list)

/* The first row is for numbers without meaning. */
const solid_kind ptl_solid_floors[] = {
    { PTL_GRMM_BLANK },
    { PTL_GRMM_EMPTY },
    { PTL_GRMM_DOOR, PIECES(door) },
    { PTL_GRMM_LOCKED_DOOR, PIECES(locked_door) },
    { PTL_GRMM_ARCHWAY, PIECES(archway) },
    { PTL_GRMM_SECRET_BLOCK, PIECES(secret_block) },
    { PTL_GRMM_SECRET_DOOR, PIECES(secret_door) },
    { PTL_GRMM_ONE_WAY, PIECES(one_way) },
    { PTL_GRMM_PLATE, PIECES(plate) },
    { PTL_GRMM_HIDDEN_PLATE, PIECES(hidden_plate) },
    { PTL_GRMM_CLOSED_PIT, PIECES(closed_pit) },
    { PTL_GRMM_OPEN_PIT, .hole = SOLID_PIT },
    { PTL_GRMM_HIDDEN_PIT, .hole = SOLID_PIT, PIECES(hidden_pit) },
    { PTL_GRMM_CEILING_PIT, PIECES(ceiling_pit) },
    { PTL_GRMM_STAIRS_DOWN, .hole = SOLID_STAIRWELL, .aimed = true, PIECES(stairs_down) },
    { PTL_GRMM_STAIRS_UP, .aimed = true, PIECES(stairs_up) },
    { PTL_GRMM_ENTRANCE, .aimed = true, PIECES(entrance) },
    { PTL_GRMM_EXIT, .aimed = true, PIECES(way_out) },
    { PTL_GRMM_SPINNER, PIECES(spinner) },
    { PTL_GRMM_TELEPORT, PIECES(teleport) },
    { PTL_GRMM_TELEPORT_DEST, PIECES(teleport_end) },
    { PTL_GRMM_BARRIER, PIECES(barrier) },
    { PTL_GRMM_BRIDGE, PIECES(bridge) },
    { PTL_GRMM_ARROW, PIECES(arrow) },
    { PTL_GRMM_COLUMN, PIECES(column) },
    { PTL_GRMM_STATUE, PIECES(statue) },
};

#define FULL .body = SOLID_FULL, .paint = SOLID_WALL
#define OPENING .body = SOLID_OPENING, .paint = SOLID_WALL

const solid_kind ptl_solid_walls[] = {
    { PTL_GRMM_WALL, FULL },
    { PTL_GRMM_NO_WALL },
    { PTL_GRMM_WALL_ILLUSORY, PIECES(wall_illusory) },
    { PTL_GRMM_WALL_INVISIBLE, PIECES(wall_invisible) },
    { PTL_GRMM_WALL_DOOR, OPENING, PIECES(wall_door) },
    { PTL_GRMM_WALL_LOCKED, OPENING, PIECES(wall_locked) },
    { PTL_GRMM_WALL_ARCHWAY, .body = SOLID_OPENING, .paint = SOLID_STONE },
    { PTL_GRMM_WALL_SECRET, .body = SOLID_FULL, .paint = SOLID_SECRET },
    { PTL_GRMM_WALL_ONE_WAY_NE, OPENING, PIECES(wall_one_way) },
    { PTL_GRMM_WALL_ONE_WAY_SW, OPENING, .turned = true, PIECES(wall_one_way) },
    { PTL_GRMM_WALL_LEVER_NE, FULL, PIECES(wall_lever) },
    { PTL_GRMM_WALL_LEVER_SW, FULL, .turned = true, PIECES(wall_lever) },
    { PTL_GRMM_WALL_NICHE_NE, FULL, PIECES(wall_niche) },
    { PTL_GRMM_WALL_NICHE_SW, FULL, .turned = true, PIECES(wall_niche) },
    { PTL_GRMM_WALL_STATUE_NE, FULL, PIECES(wall_statue) },
    { PTL_GRMM_WALL_STATUE_SW, FULL, .turned = true, PIECES(wall_statue) },
    { PTL_GRMM_WALL_KEYHOLE, FULL, PIECES(wall_keyhole) },
    { PTL_GRMM_WALL_WRITING_NE, FULL, PIECES(wall_writing) },
    { PTL_GRMM_WALL_WRITING_SW, FULL, .turned = true, PIECES(wall_writing) },
};

double ptl_solid_inset(uint8_t floor)
{
    static const double insets[] = { 0, 0.2, 0.125 };

    for (size_t i = 0; i < sizeof ptl_solid_floors / sizeof *ptl_solid_floors; i++)
        if (ptl_solid_floors[i].number == floor)
            return insets[ptl_solid_floors[i].hole];
    return 0;
}

void ptl_solid_index_kinds(solid_builder *b)
{
    memset(b->floors, 0, sizeof b->floors);
    memset(b->walls, 0, sizeof b->walls);
    for (size_t i = 0; i < sizeof ptl_solid_floors / sizeof *ptl_solid_floors; i++)
        b->floors[ptl_solid_floors[i].number] = (uint8_t)i;
    for (size_t i = 0; i < sizeof ptl_solid_walls / sizeof *ptl_solid_walls; i++)
        b->walls[ptl_solid_walls[i].number] = (uint8_t)i;
}
