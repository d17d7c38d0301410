/* SPDX-License-Identifier: MIT */
/* Two models for Permafrost: a flag that waves and an iron-bound chest. */
#include "sample_pfobj.h"

#include <string.h>

/* ---- Numbers -------------------------------------------------------------------------------- */

double mesh_round(double value)
{
    int64_t millionths = (int64_t)(value * 1e6 + (value < 0 ? -0.5 : 0.5));

    return (double)millionths / 1e6;
}

/* The series, which needs nothing but sums and products. */
double mesh_sine(double turns)
{
    double x, term, sum;

    turns -= (double)(int64_t)turns;
    if (turns > 0.5)
        turns -= 1;
    if (turns < -0.5)
        turns += 1;
    x   = turns * 6.283185307179586;
    sum = term = x;
    for (int i = 2; i < 26; i += 2) {
        term *= -x * x / (i * (i + 1.0));
        sum += term;
    }
    return sum;
}

double mesh_cosine(double turns)
{
    return mesh_sine(turns + 0.25);
}

/* ---- Shapes --------------------------------------------------------------------------------- */

static void add_corner(mesh *m, const mesh_corner *c, uint32_t material)
{
    ptl_pfobj_vertex *v = &m->vertex[m->count];

    if (m->count == MESH_VERTICES)
        return;
    m->count++;
    *v = (ptl_pfobj_vertex){ .material = material };
    for (int i = 0; i < 3; i++) {
        v->position[i] = mesh_round(c->position[i]);
        v->normal[i]   = mesh_round(c->normal[i]);
    }
    v->texture[0] = mesh_round(c->texture[0]);
    v->texture[1] = mesh_round(c->texture[1]);
}

void mesh_face(mesh *m, const mesh_corner corner[4], uint32_t material)
{
    static const int order[] = { 0, 1, 2, 0, 2, 3 };

    for (int i = 0; i < 6; i++)
        add_corner(m, &corner[order[i]], material);
}

/* The side of a box that faces along an axis: up to the higher corner, or down to the lower. */
static void box_side(mesh *m, const double low[3], const double high[3], int axis, bool up,
                     double scale, uint32_t material)
{
    static const int around[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
    int              a = (axis + 1) % 3, b = (axis + 2) % 3;
    mesh_corner      face[4];

    for (int i = 0; i < 4; i++) {
        int          k = up ? i : 3 - i; /* seen from the other side, the other way round */
        mesh_corner *c = &face[i];

        memset(c, 0, sizeof *c);
        c->position[axis] = up ? high[axis] : low[axis];
        c->position[a]    = around[k][0] ? high[a] : low[a];
        c->position[b]    = around[k][1] ? high[b] : low[b];
        c->normal[axis]   = up ? 1 : -1;
        c->texture[0]     = c->position[axis == 0 ? 2 : 0] * scale;
        c->texture[1]     = c->position[axis == 1 ? 2 : 1] * scale;
    }
    mesh_face(m, face, material);
}

void mesh_box(mesh *m, const double low[3], const double high[3], double scale, uint32_t material)
{
    for (int axis = 0; axis < 3; axis++)
        for (int up = 0; up < 2; up++)
            box_side(m, low, high, axis, up, scale, material);
}

void mesh_post(mesh *m, double x, double z, double radius, double low, double high,
               uint32_t material)
{
    for (int side = 0; side < 8; side++) {
        mesh_corner face[4];

        for (int i = 0; i < 4; i++) {
            bool   next = i == 0 || i == 3, top = i >= 2;
            double turn = (side + next) / 8.0, c = mesh_cosine(turn), s = mesh_sine(turn);

            face[i] = (mesh_corner){ { x + radius * c, top ? high : low, z + radius * s },
                                     { (side + next) / 4.0, top ? high : low },
                                     { c, 0, s } };
        }
        mesh_face(m, face, material);
    }
}

void mesh_write(make_folder *folder, const char *name, ptl_doc *doc)
{
    const char *path = make_path(folder, name);
    ptl_diag    err  = { .message = "" };

    if (ptl_pfobj_rebound(doc, &err) != PTL_OK ||
        (path && ptl_write_file(path, doc, &(ptl_write_opts){ .overwrite = true }, &err) != PTL_OK))
        make_failed(folder, name, err.message);
    ptl_doc_free(doc);
}

/* ---- The chest ------------------------------------------------------------------------------ */

enum { WOOD, IRON };

static void build_chest(mesh *m)
{
    static const double body[2][3] = { { -1, 0, -0.6 }, { 1, 0.8, 0.6 } };
    static const double lid[2][3]  = { { -1.04, 0.8, -0.64 }, { 1.04, 1.05, 0.64 } };
    static const double top[2][3]  = { { -1.04, 1.05, -0.4 }, { 1.04, 1.2, 0.4 } };
    static const double lock[2][3] = { { -0.14, 0.62, 0.6 }, { 0.14, 0.96, 0.72 } };
    static const double bands[]    = { -0.82, -0.1, 0.62 };

    mesh_box(m, body[0], body[1], 0.5, WOOD);
    mesh_box(m, lid[0], lid[1], 0.5, WOOD);
    mesh_box(m, top[0], top[1], 0.5, WOOD);
    for (int i = 0; i < 3; i++) {
        double low[3] = { bands[i], -0.02, -0.63 }, high[3] = { bands[i] + 0.2, 0.8, 0.63 };
        double over[3] = { bands[i], 0.8, -0.68 }, under[3] = { bands[i] + 0.2, 1.09, 0.68 };
        double cap[3] = { bands[i], 1.09, -0.43 }, cup[3] = { bands[i] + 0.2, 1.23, 0.43 };

        mesh_box(m, low, high, 1, IRON);
        mesh_box(m, over, under, 1, IRON);
        mesh_box(m, cap, cup, 1, IRON);
    }
    mesh_box(m, lock[0], lock[1], 2, IRON);
}

static void name_material(ptl_doc *doc, size_t index, const char *name, const char *texture,
                          double shine)
{
    ptl_pfobj_material *m = &ptl_pfobj_of(doc)->materials.data[index];

    m->name    = ptl_doc_text(doc, name, strlen(name));
    m->texture = ptl_doc_text(doc, texture, strlen(texture));
    for (int i = 0; i < 3; i++) {
        m->diffuse[i]  = 0.8;
        m->specular[i] = shine;
    }
}

static void make_chest(make_folder *folder, mesh *m)
{
    ptl_doc *doc;

    m->count = 0;
    build_chest(m);
    if (ptl_pfobj_new(&doc, &(ptl_pfobj_sizes){ m->count, 2, 0, 0, NULL }, NULL, NULL) != PTL_OK) {
        make_failed(folder, "chest.pfobj", "cannot be made");
        return;
    }
    memcpy(ptl_pfobj_of(doc)->vertices.data, m->vertex, m->count * sizeof *m->vertex);
    name_material(doc, WOOD, "Wood", "chest_wood.bmp", 0);
    name_material(doc, IRON, "Iron", "chest_iron.bmp", 0.5);
    mesh_write(folder, "chest.pfobj", doc);
}

/* ---- The flag ------------------------------------------------------------------------------- */

enum {
    LINKS   = 6, /* joints of the cloth, one behind the other */
    COLUMNS = 12,
    ROWS    = 6,
    WAVE    = 24, /* frames */
    CALM    = 48,
};

static const double pole_radius = 0.12, pole_height = 5, cloth_low = 2.9, cloth_high = 4.7,
                    link_length = 0.5;

static void cloth_corner(mesh_corner *c, int column, int row, double side)
{
    *c = (mesh_corner){ { pole_radius + column * LINKS * link_length / COLUMNS,
                          cloth_low + (cloth_high - cloth_low) * row / ROWS, 0 },
                        { column / (double)COLUMNS, row / (double)ROWS },
                        { 0, 0, side } };
}

/* Both sides: the engine does not draw what is seen from behind. */
static void build_cloth(mesh *m)
{
    static const int around[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
    mesh_corner      face[4];

    for (int back = 0; back < 2; back++)
        for (int row = 0; row < ROWS; row++)
            for (int column = 0; column < COLUMNS; column++) {
                for (int i = 0; i < 4; i++) {
                    const int *at = around[back ? 3 - i : i];

                    cloth_corner(&face[i], column + at[0], row + at[1], back ? -1 : 1);
                }
                mesh_face(m, face, 0);
            }
}

/* The pole keeps still; a place on the cloth follows the two links it lies between. */
static void bind_vertex(ptl_doc *doc, size_t vertex)
{
    ptl_pfobj_vertex *v    = &ptl_pfobj_of(doc)->vertices.data[vertex];
    double            link = (v->position[0] - pole_radius) / link_length;
    bool              pole = v->material == 1;
    unsigned          near = link < 0.5 ? 0 : (unsigned)(link - 0.5);
    double            far  = link < 0.5 ? 0 : mesh_round(link - 0.5 - near);
    size_t            two  = !pole && far > 0 && near + 1 < LINKS ? 2 : 1;

    if (ptl_pfobj_set_weights(doc, vertex, two, NULL) != PTL_OK)
        return;
    v->weights.data[0] =
        (ptl_pfobj_weight){ pole ? 0 : 1 + near, two == 2 ? mesh_round(1 - far) : 1 };
    if (two == 2)
        v->weights.data[1] = (ptl_pfobj_weight){ 2 + near, far };
}

static void place_link(ptl_pfobj_transform *t, unsigned link)
{
    t->translation[0] = link == 0 ? pole_radius : link_length;
    t->translation[1] = link == 0 ? (cloth_low + cloth_high) / 2 : 0;
}

static void build_skeleton(ptl_doc *doc)
{
    static const char *const names[] = { "Pole",  "Flag0", "Flag1", "Flag2",
                                         "Flag3", "Flag4", "Flag5" };
    ptl_pfobj_joint         *joints  = ptl_pfobj_of(doc)->joints.data;

    for (unsigned i = 0; i <= LINKS; i++) {
        joints[i].name                = ptl_doc_text(doc, names[i], strlen(names[i]));
        joints[i].parent              = i;
        joints[i].tip[i == 0 ? 1 : 0] = i == 0 ? pole_height : link_length;
        if (i > 0)
            place_link(&joints[i].bind, i - 1);
    }
}

/* A wave runs along the links; each turns about the upright axis. Stored is the opposite turn. */
static void pose_set(ptl_pfobj_set *set, double height)
{
    for (size_t f = 0; f < set->frames.count; f++)
        for (unsigned link = 0; link < LINKS; link++) {
            ptl_pfobj_transform *t     = &set->frames.data[f].poses.data[link + 1];
            double               phase = (double)f / (double)set->frames.count - link * 0.17;
            double               turn  = height * (link == 0 ? 0.6 : 1) * mesh_sine(phase);

            place_link(t, link);
            t->rotation[1] = mesh_round(-mesh_sine(turn / 2));
            t->rotation[3] = mesh_round(mesh_cosine(turn / 2));
        }
}

static void make_flag(make_folder *folder, mesh *m)
{
    static const double knob[2][3] = { { -0.2, 5, -0.2 }, { 0.2, 5.3, 0.2 } };
    const size_t        frames[]   = { WAVE, CALM };
    ptl_pfobj_sizes     sizes      = { 0, 2, LINKS + 1, 2, frames };
    ptl_doc            *doc;

    m->count = 0;
    build_cloth(m);
    mesh_post(m, 0, 0, pole_radius, 0, pole_height, 1);
    mesh_box(m, knob[0], knob[1], 1, 1);
    sizes.vertices = m->count;
    if (ptl_pfobj_new(&doc, &sizes, NULL, NULL) != PTL_OK) {
        make_failed(folder, "flag.pfobj", "cannot be made");
        return;
    }
    memcpy(ptl_pfobj_of(doc)->vertices.data, m->vertex, m->count * sizeof *m->vertex);
    for (size_t i = 0; i < m->count; i++)
        bind_vertex(doc, i);
    build_skeleton(doc);
    ptl_pfobj_of(doc)->sets.data[0].name = ptl_doc_text(doc, "Wave", 4);
    ptl_pfobj_of(doc)->sets.data[1].name = ptl_doc_text(doc, "Calm", 4);
    pose_set(&ptl_pfobj_of(doc)->sets.data[0], 0.11);
    pose_set(&ptl_pfobj_of(doc)->sets.data[1], 0.04);
    name_material(doc, 0, "Cloth", "flag_cloth.bmp", 0);
    name_material(doc, 1, "Pole", "chest_wood.bmp", 0);
    mesh_write(folder, "flag.pfobj", doc);
}

/* ---- Textures ------------------------------------------------------------------------------- */

enum { SIDE = 128, RAMP_WOOD = 0, RAMP_IRON, RAMP_CLOTH, RAMP_GOLD };

static draw_texel wood_at(int x, int y)
{
    int plank = y / 16, grain = draw_noise(x / 4 + plank * 37, y, 4, SIDE, 7);
    int seam = y % 16 == 0 ? 90 : y % 16 == 15 ? 40 : 0;
    int tone = (int)(draw_hash(plank, 0, 11) % 40);

    return (draw_texel){ RAMP_WOOD, draw_clamp(110 + tone + grain / 3 - seam, 0, 255) };
}

static draw_texel iron_at(int x, int y)
{
    int dx = x % 32 - 16, dy = y % 32 - 16, rivet = dx * dx + dy * dy;
    int level = 90 + draw_cloud(x, y, 16, SIDE, 23) / 4;

    if (rivet < 25)
        level += 60 - 4 * (dx + dy);
    else if (rivet < 40)
        level -= 50;
    return (draw_texel){ RAMP_IRON, draw_clamp(level, 0, 255) };
}

/* A compass rose of eight points on a field of cloth, with a border. */
static draw_texel cloth_at(int x, int y)
{
    int  dx = x < 64 ? 63 - x : x - 64, dy = y < 64 ? 63 - y : y - 64;
    int  weave = (x ^ y) & 1 ? 8 : 0, fold = draw_noise(x, y, 32, SIDE, 5) / 6;
    int  big   = dx > dy ? dx + 3 * dy : dy + 3 * dx;
    int  small = dx + dy + (dx > dy ? dx - dy : dy - dx) * 2;
    bool edge  = x < 6 || y < 6 || x >= SIDE - 6 || y >= SIDE - 6;
    bool ring  = dx * dx + dy * dy > 46 * 46 && dx * dx + dy * dy < 50 * 50;
    bool gold  = edge || ring || big < 44 || small < 56;

    return (draw_texel){ gold ? RAMP_GOLD : RAMP_CLOTH,
                         draw_clamp((gold ? 150 : 110) + fold + weave, 0, 255) };
}

static void make_texture(make_folder *folder, const char *name, const draw_palette *palette,
                         draw_texel (*at)(int x, int y))
{
    static draw_image image; /* too large for some stacks */

    draw_begin(&image, palette, SIDE, SIDE);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            draw_put(&image, x, y, at(x, y));
    make_bmp(folder, name, &image);
}

void sample_pfobj(make_folder *folder)
{
    static const draw_color ramps[][3] = {
        { { 38, 20, 10 }, { 122, 76, 38 }, { 206, 156, 98 } },
        { { 18, 20, 26 }, { 84, 88, 98 }, { 196, 202, 212 } },
        { { 34, 10, 44 }, { 108, 28, 84 }, { 196, 84, 132 } },
        { { 92, 52, 8 }, { 212, 152, 40 }, { 255, 232, 150 } },
    };
    static mesh  m;
    draw_palette palette = draw_palette_of(ramps, 4);

    make_flag(folder, &m);
    make_chest(folder, &m);
    make_texture(folder, "chest_wood.bmp", &palette, wood_at);
    make_texture(folder, "chest_iron.bmp", &palette, iron_at);
    make_texture(folder, "flag_cloth.bmp", &palette, cloth_at);
}
