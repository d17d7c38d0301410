/* SPDX-License-Identifier: MIT */
/* The page of `info`: counted and measured facts about a mesh. */
#include <math.h>
#include <string.h>

#include "core/real.h"
#include "core/words.h"
#include "formats/mpd/mpd_module.h"

/* ---- What the page holds -------------------------------------------------------------------- */

typedef struct type_use {
    uint32_t type;
    ptl_str  name;
    uint32_t fans;
} type_use;

typedef struct type_uses {
    type_use *data;
    size_t    count;
} type_uses;

typedef struct range { /* no data when there was nothing to measure */
    double *data;
    size_t  count;
} range;

typedef struct box {
    range x, y, z;
} box;

typedef struct facts {
    ptl_str  format, title;
    ptl_str  module, summary, rating, after;
    range    players;
    uint64_t passages, closed, spawns, carried;
    uint8_t  version;
    uint32_t width, height, fans, vertices, fan_vertices;
    uint64_t light_missing, tail_bytes, not_finite;
    struct {
        ptl_str  name;
        uint32_t types;
    } dictionary;
    type_uses types;
    uint32_t  effects[8];
    struct {
        uint32_t sheet[4], images, switched_off, high_byte, big, over_edge;
    } textures;
    struct {
        uint32_t drawn, facing_down, edge_on;
        double   plan_area, surface_area;
    } triangles;
    box bounds, drawn_bounds;
    struct {
        uint32_t least, most, zeros;
    } light;
    struct {
        uint32_t level, stale;
        double   quantum;
    } twist;
    struct {
        uint32_t standard, rotated, distorted, compared, torn;
    } corners;
    struct {
        uint32_t vertices;
        double   worst;
    } outside_cell;
    struct {
        double   edge_x, edge_y;
        uint32_t fan_blocks, fan_blocks_rounded_up, water_shift;
    } derived;
} facts;

#define AT(member) .offset = offsetof(facts, member)
#define IN(group, name) .offset = offsetof(facts, group.name) - offsetof(facts, group)
#define ROWS(fields) fields, sizeof(fields) / sizeof *(fields)
#define SIZE(member) sizeof(((facts *)0)->member)

static const ptl_field dictionary_fields[] = {
    { "name", "built-in, or given with --fans", PTL_KIND_TEXT, IN(dictionary, name) },
    { "types", "shapes it has", PTL_KIND_U32, IN(dictionary, types) },
};
static const ptl_record dictionary_record = { "dictionary", SIZE(dictionary),
                                              ROWS(dictionary_fields) };

static const ptl_field type_fields[] = {
    { "type", "number, big ones from 32 on", PTL_KIND_U32, .offset = offsetof(type_use, type) },
    { "name", "as the dictionary calls it", PTL_KIND_TEXT, .offset = offsetof(type_use, name) },
    { "fans", "fans of this type", PTL_KIND_U32, .offset = offsetof(type_use, fans) },
};
static const ptl_record type_record = { "type", sizeof(type_use), ROWS(type_fields) };

#define EFFECT(name, bit, help)                                                                    \
    {                                                                                              \
        name, help, PTL_KIND_U32, .offset = sizeof(uint32_t) * (bit)                               \
    }

static const ptl_field effect_fields[] = {
    EFFECT("noreflect", 0, "fans not seen in reflections"),
    EFFECT("drawreflect", 1, "fans that mirror characters"),
    EFFECT("anim", 2, "fans with an animated image"),
    EFFECT("water", 3, "fans under water"),
    EFFECT("wall", 4, "fans that are barriers"),
    EFFECT("impass", 5, "fans nothing passes"),
    EFFECT("damage", 6, "fans that hurt"),
    EFFECT("slippy", 7, "fans that are slippery"),
};
static const ptl_record effect_record = { "effects", SIZE(effects), ROWS(effect_fields) };

static const ptl_field texture_fields[] = {
    { "tile0", "fans with images of the first sheet", PTL_KIND_U32, IN(textures, sheet[0]) },
    { "tile1", "of the second", PTL_KIND_U32, IN(textures, sheet[1]) },
    { "tile2", "of the third", PTL_KIND_U32, IN(textures, sheet[2]) },
    { "tile3", "of the fourth", PTL_KIND_U32, IN(textures, sheet[3]) },
    { "images", "different images in use", PTL_KIND_U32, IN(textures, images) },
    { "switched_off", "fans that are not drawn", PTL_KIND_U32, IN(textures, switched_off) },
    { "high_byte", "fans whose tile has more than an image number", PTL_KIND_U32,
      IN(textures, high_byte) },
    { "big", "fans with big images", PTL_KIND_U32, IN(textures, big) },
    { "over_edge", "big images that run over the edge of their sheet", PTL_KIND_U32,
      IN(textures, over_edge) },
};
static const ptl_record texture_record = { "textures", SIZE(textures), ROWS(texture_fields) };

static const ptl_field triangle_fields[] = {
    { "drawn", "triangles of all drawn fans", PTL_KIND_U32, IN(triangles, drawn) },
    { "facing_down", "of these, seen from below", PTL_KIND_U32, IN(triangles, facing_down) },
    { "edge_on", "of these, without area in plan", PTL_KIND_U32, IN(triangles, edge_on) },
    { "plan_area", "area in plan, square units", PTL_KIND_F64, IN(triangles, plan_area),
      .unit = PTL_UNIT_SQUARES },
    { "surface_area", "area of the surface, square units", PTL_KIND_F64,
      IN(triangles, surface_area), .unit = PTL_UNIT_SQUARES },
};
static const ptl_record triangle_record = { "triangles", SIZE(triangles), ROWS(triangle_fields) };

#define RANGE(name, help)                                                                          \
    {                                                                                              \
#name, help, PTL_KIND_F64, PTL_LIST, .offset = offsetof(box, name), .optional = true       \
    }

static const ptl_field box_fields[] = {
    RANGE(x, "least and most, west to east"),
    RANGE(y, "least and most, north to south"),
    RANGE(z, "least and most height"),
};
static const ptl_record box_record = { "bounds", sizeof(box), ROWS(box_fields) };

static const ptl_field light_fields[] = {
    { "least", "darkest vertex", PTL_KIND_U32, IN(light, least) },
    { "most", "brightest vertex", PTL_KIND_U32, IN(light, most) },
    { "zeros", "vertices without any light", PTL_KIND_U32, IN(light, zeros) },
};
static const ptl_record light_record = { "light", SIZE(light), ROWS(light_fields) };

static const ptl_field twist_fields[] = {
    { "level", "fans stored as level", PTL_KIND_U32, IN(twist, level) },
    { "stale", "fans whose slopes do not follow from their heights", PTL_KIND_U32,
      IN(twist, stale) },
    { "quantum", "step the slopes were made with, by the look of it: 4 or 4.125", PTL_KIND_F64,
      IN(twist, quantum) },
};
static const ptl_record twist_record = { "twist", SIZE(twist), ROWS(twist_fields) };

static const ptl_field corner_fields[] = {
    { "standard", "fans that begin at their north-west corner", PTL_KIND_U32,
      IN(corners, standard) },
    { "rotated", "fans that begin at another corner", PTL_KIND_U32, IN(corners, rotated) },
    { "distorted", "fans whose corners are in no order", PTL_KIND_U32, IN(corners, distorted) },
    { "compared", "pairs of corners that neighbors share", PTL_KIND_U32, IN(corners, compared) },
    { "torn", "of these, pairs that do not meet", PTL_KIND_U32, IN(corners, torn) },
};
static const ptl_record corner_record = { "corners", SIZE(corners), ROWS(corner_fields) };

static const ptl_field outside_fields[] = {
    { "vertices", "vertices outside of their own cell", PTL_KIND_U32, IN(outside_cell, vertices) },
    { "worst", "how far the farthest is", PTL_KIND_F64, IN(outside_cell, worst),
      .unit = PTL_UNIT_WORLD },
};
static const ptl_record outside_record = { "outside_cell", SIZE(outside_cell),
                                           ROWS(outside_fields) };

static const ptl_field derived_fields[] = {
    { "edge_x", "width in world units", PTL_KIND_F64, IN(derived, edge_x), .unit = PTL_UNIT_WORLD },
    { "edge_y", "height in world units", PTL_KIND_F64, IN(derived, edge_y),
      .unit = PTL_UNIT_WORLD },
    { "fan_blocks", "whole blocks of 4 x 4 fans", PTL_KIND_U32, IN(derived, fan_blocks) },
    { "fan_blocks_rounded_up", "blocks that cover every fan", PTL_KIND_U32,
      IN(derived, fan_blocks_rounded_up) },
    { "water_shift", "as the document derives it from the width", PTL_KIND_U32,
      IN(derived, water_shift) },
};
static const ptl_record derived_record = { "derived", SIZE(derived), ROWS(derived_fields) };

#define GROUP(member, help, table, measure)                                                        \
    {                                                                                              \
#member, help, PTL_KIND_RECORD, AT(member), .record = &(table), .unit = (measure)          \
    }

static const ptl_field facts_fields[] = {
    { "format", "always mpd", PTL_KIND_TEXT, AT(format) },
    { "title", "the format's name for people", PTL_KIND_TEXT, AT(title) },
    { "module", "its title, from menu.txt", PTL_KIND_TEXT, AT(module), .optional = true },
    { "summary", "what menu.txt says of it", PTL_KIND_TEXT, AT(summary), .optional = true },
    { "rating", "how hard it is, in stars", PTL_KIND_TEXT, AT(rating), .optional = true },
    { "after", "the module that must be beaten before it", PTL_KIND_TEXT, AT(after),
      .optional = true },
    { "players", "least and most", PTL_KIND_F64, PTL_LIST, AT(players), .optional = true },
    { "passages", "in passage.txt", PTL_KIND_U64, AT(passages), .optional = true },
    { "closed", "of these, closed when the module begins", PTL_KIND_U64, AT(closed),
      .optional = true },
    { "spawns", "in spawn.txt", PTL_KIND_U64, AT(spawns), .optional = true },
    { "carried", "of these, in a hand or an inventory", PTL_KIND_U64, AT(carried),
      .optional = true },
    { "version", "signature", PTL_KIND_U8, AT(version), .names = ptl_mpd_version_names },
    { "width", "fans along x", PTL_KIND_U32, AT(width), .unit = PTL_UNIT_FANS },
    { "height", "fans along y", PTL_KIND_U32, AT(height), .unit = PTL_UNIT_FANS },
    { "fans", "all fans", PTL_KIND_U32, AT(fans) },
    { "vertices", "as the header counts them", PTL_KIND_U32, AT(vertices) },
    { "fan_vertices", "as the fans' types add up", PTL_KIND_U32, AT(fan_vertices) },
    { "light_missing", "lighting bytes cut off", PTL_KIND_U64, AT(light_missing),
      .optional = true },
    { "tail_bytes", "bytes after the last array", PTL_KIND_U64, AT(tail_bytes), .optional = true },
    { "not_finite", "coordinates that are not numbers", PTL_KIND_U64, AT(not_finite),
      .optional = true },
    GROUP(dictionary, "where the shapes of the types come from", dictionary_record, PTL_UNIT_NONE),
    { "types", "types in use", PTL_KIND_RECORD, PTL_LIST, AT(types), .record = &type_record },
    GROUP(effects, "fans with each effect", effect_record, PTL_UNIT_FANS),
    GROUP(textures, "use of the texture sheets", texture_record, PTL_UNIT_NONE),
    GROUP(triangles, "what is drawn", triangle_record, PTL_UNIT_NONE),
    GROUP(bounds, "of all vertices, in world units", box_record, PTL_UNIT_WORLD),
    GROUP(drawn_bounds, "of drawn vertices", box_record, PTL_UNIT_WORLD),
    GROUP(light, "baked light", light_record, PTL_UNIT_NONE),
    GROUP(twist, "stored slopes", twist_record, PTL_UNIT_NONE),
    GROUP(corners, "order and fit of the fans' corners", corner_record, PTL_UNIT_NONE),
    GROUP(outside_cell, "vertices moved by hand", outside_record, PTL_UNIT_NONE),
    GROUP(derived, "the tables of the original document", derived_record, PTL_UNIT_NONE),
};

const ptl_record ptl_mpd_facts_record = { "facts", sizeof(facts), ROWS(facts_fields) };

/* ---- Corners and triangles ------------------------------------------------------------------ */

bool ptl_mpd_has_corners(const ptl_mpd *mesh, const ptl_mpd_tables *tables, uint32_t fan)
{
    const ptl_mpd_fan_type *type;

    if (fan >= tables->fans_with_vertices)
        return false;
    type = ptl_mpd_type(mesh->dictionary, ptl_mpd_word_type(mesh->words.data[fan]));
    return type && type->vertices >= 4;
}

static unsigned nearest_corner(const ptl_mpd *mesh, uint32_t fan, uint32_t vertex)
{
    static const uint8_t corner[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
    double               best         = 0;
    unsigned             found        = 0;

    for (unsigned c = 0; c < 4; c++) {
        double dx       = (double)mesh->x.data[vertex] - (fan % mesh->sizex + corner[c][0]) * 128.0;
        double dy       = (double)mesh->y.data[vertex] - (fan / mesh->sizex + corner[c][1]) * 128.0;
        double distance = dx * dx + dy * dy;

        if (c == 0 || distance < best) {
            best  = distance;
            found = c;
        }
    }
    return found;
}

mpd_order ptl_mpd_corner_order(const ptl_mpd *mesh, const ptl_mpd_tables *tables, uint32_t fan)
{
    uint32_t first = tables->vrtstart.data[fan];
    unsigned turn  = nearest_corner(mesh, fan, first);

    for (unsigned i = 1; i < 4; i++)
        if (nearest_corner(mesh, fan, first + i) != (turn + i) % 4)
            return MPD_DISTORTED;
    return turn == 0 ? MPD_STANDARD : MPD_ROTATED;
}

mpd_seam ptl_mpd_seam_of(const ptl_mpd *mesh, const ptl_mpd_tables *tables, uint32_t fan,
                         bool south)
{
    uint32_t other = south ? fan + mesh->sizex : fan + 1, here, there;
    bool     edge  = south ? other >= mesh->words.count : other % mesh->sizex == 0;

    if (edge || !ptl_mpd_has_corners(mesh, tables, fan) ||
        !ptl_mpd_has_corners(mesh, tables, other))
        return (mpd_seam){ .other = PTL_MPD_NO_FAN };
    here  = tables->vrtstart.data[fan];
    there = tables->vrtstart.data[other];
    if (south)
        return (mpd_seam){ other, { { here + 3, there }, { here + 2, there + 1 } } };
    return (mpd_seam){ other, { { here + 1, there }, { here + 2, there + 3 } } };
}

bool ptl_mpd_torn(const ptl_mpd *mesh, const uint32_t pair[2])
{
    uint32_t a = pair[0], b = pair[1];

    return !(mesh->x.data[a] == mesh->x.data[b] && mesh->y.data[a] == mesh->y.data[b] &&
             mesh->z.data[a] == mesh->z.data[b]);
}

double ptl_mpd_plan_area2(const ptl_mpd *mesh, const uint32_t corner[3])
{
    const float *x = mesh->x.data, *y = mesh->y.data;
    double       ax = (double)x[corner[0]], ay = (double)y[corner[0]];

    return ((double)x[corner[1]] - ax) * ((double)y[corner[2]] - ay) -
           ((double)x[corner[2]] - ax) * ((double)y[corner[1]] - ay);
}

/* ---- Counting and measuring ----------------------------------------------------------------- */

static ptl_str name_of(const ptl_mpd_fan_type *type)
{
    const char *end = type ? memchr(type->name, 0, sizeof type->name) : NULL;

    return end ? (ptl_str){ type->name, (size_t)(end - type->name) } : (ptl_str){ "", 0 };
}

static void count_types(ptl_job *job, const ptl_mpd *mesh, facts *out)
{
    uint32_t uses[256] = { 0 }, used = 0;

    for (size_t i = 0; i < mesh->words.count; i++)
        used += uses[mesh->words.data[i] >> 24]++ == 0;
    out->types.data = ptl_arena_array(job, used, sizeof *out->types.data);
    for (unsigned i = 0; i < 256 && out->types.data; i++) {
        const ptl_mpd_fan_type *type = ptl_mpd_type(mesh->dictionary, (uint8_t)i);

        if (uses[i] > 0)
            out->types.data[out->types.count++] = (type_use){ i, name_of(type), uses[i] };
    }
}

static void count_images(const ptl_mpd *mesh, facts *out)
{
    bool seen[256] = { false };

    for (size_t i = 0; i < mesh->words.count; i++) {
        uint32_t word = mesh->words.data[i];
        uint16_t tile = ptl_mpd_word_tile(word);
        bool     big  = ptl_mpd_word_type(word) % PTL_MPD_TYPES >= PTL_MPD_SHAPES;

        for (unsigned bit = 0; bit < 8; bit++)
            out->effects[bit] += ptl_mpd_word_fx(word) >> bit & 1;
        out->textures.big += big;
        out->textures.switched_off += tile == PTL_MPD_FANOFF;
        out->textures.high_byte += tile > 255 && tile != PTL_MPD_FANOFF;
        if (tile > 255)
            continue;
        out->textures.sheet[tile >> 6]++;
        out->textures.images += !seen[tile];
        out->textures.over_edge += big && ((tile & 7) == 7 || (tile >> 3 & 7) == 7);
        seen[tile] = true;
    }
}

typedef struct extent {
    float least[3], most[3];
} extent;

static const extent nowhere = { { INFINITY, INFINITY, INFINITY },
                                { -INFINITY, -INFINITY, -INFINITY } };

/* Returns how many of its coordinates are no numbers; these count for nothing. */
static unsigned widen(extent *e, const ptl_mpd *mesh, uint32_t vertex)
{
    const float at[]    = { mesh->x.data[vertex], mesh->y.data[vertex], mesh->z.data[vertex] };
    unsigned    strange = 0;

    for (int axis = 0; axis < 3; axis++) {
        if (!isfinite(at[axis])) {
            strange++;
            continue;
        }
        e->least[axis] = at[axis] < e->least[axis] ? at[axis] : e->least[axis];
        e->most[axis]  = at[axis] > e->most[axis] ? at[axis] : e->most[axis];
    }
    return strange;
}

static range range_of(ptl_job *job, float least, float most, double scale)
{
    range r = { .data = least <= most ? ptl_arena_array(job, 2, sizeof *r.data) : NULL };

    if (!r.data)
        return r;
    r.count   = 2;
    r.data[0] = (double)least * scale;
    r.data[1] = (double)most * scale;
    return r;
}

static box box_of(ptl_job *job, const extent *e)
{
    return (box){ .x = range_of(job, e->least[0], e->most[0], 1),
                  .y = range_of(job, e->least[1], e->most[1], 1),
                  .z = range_of(job, e->least[2], e->most[2], 1.0 / 16) };
}

static void measure_vertices(ptl_job *job, const ptl_mpd *mesh, facts *out)
{
    extent all = nowhere;

    for (uint32_t i = 0; i < mesh->x.count; i++)
        out->not_finite += widen(&all, mesh, i);
    out->bounds = box_of(job, &all);
    for (size_t i = 0; i < mesh->light.count; i++) {
        uint8_t light = mesh->light.data[i];

        out->light.zeros += light == 0;
        out->light.most  = light > out->light.most ? light : out->light.most;
        out->light.least = i == 0 || light < out->light.least ? light : out->light.least;
    }
}

/* Sums of many areas are kept exact to the last digit shown, by carrying what rounding drops. */
typedef struct sum {
    double total, carry;
} sum;

static void add(sum *s, double value)
{
    double total = s->total + value;

    s->carry +=
        fabs(s->total) >= fabs(value) ? (s->total - total) + value : (value - total) + s->total;
    s->total = total;
}

static double surface_area(const ptl_mpd *mesh, const uint32_t c[3], double plan)
{
    double       u[3], v[3], nx, ny;
    const float *axes[] = { mesh->x.data, mesh->y.data, mesh->z.data };

    for (int i = 0; i < 3; i++) {
        double scale = i == 2 ? 1.0 / 16 : 1;

        u[i] = ((double)axes[i][c[1]] - (double)axes[i][c[0]]) * scale;
        v[i] = ((double)axes[i][c[2]] - (double)axes[i][c[0]]) * scale;
    }
    nx = u[1] * v[2] - u[2] * v[1];
    ny = u[2] * v[0] - u[0] * v[2];
    return sqrt(nx * nx + ny * ny + plan * plan) / 2;
}

static void measure_triangles(ptl_job *job, const ptl_mpd *mesh, const ptl_mpd_tables *tables,
                              facts *out)
{
    sum    plan = { 0 }, surface = { 0 };
    extent drawn = nowhere;

    for (uint32_t fan = 0; fan < tables->fans_with_vertices; fan++) {
        uint8_t  local[PTL_MPD_MAX_ENTRIES][3];
        size_t   count = ptl_mpd_fan_triangles(local, mesh, fan);
        uint32_t first = tables->vrtstart.data[fan];

        out->triangles.drawn += (uint32_t)count;
        for (size_t i = 0; i < count; i++) {
            uint32_t c[3] = { first + local[i][0], first + local[i][1], first + local[i][2] };
            double   area = ptl_mpd_plan_area2(mesh, c);

            for (int k = 0; k < 3; k++)
                widen(&drawn, mesh, c[k]);
            if (!isfinite(area))
                continue;
            add(&plan, area / 2);
            add(&surface, surface_area(mesh, c, area));
            out->triangles.facing_down += area < 0;
            out->triangles.edge_on += area == 0;
        }
    }
    out->drawn_bounds           = box_of(job, &drawn);
    out->triangles.plan_area    = plan.total + plan.carry;
    out->triangles.surface_area = surface.total + surface.carry;
}

static double outside(double at, double from)
{
    return from - at > at - from - PTL_MPD_TILE ? from - at : at - from - PTL_MPD_TILE;
}

static void measure_fan(const ptl_mpd *mesh, const ptl_mpd_tables *tables, uint32_t fan, facts *out)
{
    static const size_t order[] = { offsetof(facts, corners.standard),
                                    offsetof(facts, corners.rotated),
                                    offsetof(facts, corners.distorted) };
    uint32_t            first   = tables->vrtstart.data[fan];
    uint32_t            last =
        fan + 1 < tables->vrtstart.count ? tables->vrtstart.data[fan + 1] : tables->vertices;
    uint32_t *tally =
        (uint32_t *)(void *)((char *)out + order[ptl_mpd_corner_order(mesh, tables, fan)]);

    ++*tally;
    for (uint32_t v = first; v < last; v++) {
        double over_x = outside((double)mesh->x.data[v], fan % mesh->sizex * 128.0);
        double over_y = outside((double)mesh->y.data[v], fan / mesh->sizex * 128.0);
        double over   = over_x > over_y ? over_x : over_y;

        if (over > 0.01 && isfinite(over)) {
            out->outside_cell.vertices++;
            out->outside_cell.worst = ptl_max(out->outside_cell.worst, over);
        }
    }
    if (mesh->twist.count > fan)
        out->twist.stale +=
            ptl_mpd_twist(mesh, tables, fan, out->twist.quantum) != mesh->twist.data[fan];
}

static void measure_fans(const ptl_mpd *mesh, const ptl_mpd_tables *tables, facts *out)
{
    if (mesh->twist.count > 0 && tables->fans_with_vertices > 0)
        out->twist.quantum = ptl_mpd_likely_quantum(mesh, tables);
    for (uint32_t fan = 0; fan < tables->fans_with_vertices; fan++) {
        if (!ptl_mpd_has_corners(mesh, tables, fan))
            continue;
        measure_fan(mesh, tables, fan, out);
        for (int south = 0; south < 2; south++) {
            mpd_seam seam = ptl_mpd_seam_of(mesh, tables, fan, south);

            for (int i = 0; i < 2 && seam.other != PTL_MPD_NO_FAN; i++) {
                out->corners.compared++;
                out->corners.torn += ptl_mpd_torn(mesh, seam.pair[i]);
            }
        }
    }
    for (size_t i = 0; i < mesh->twist.count; i++)
        out->twist.level += mesh->twist.data[i] == MPD_FLAT;
}

static ptl_str literal(const char *text)
{
    return (ptl_str){ text, strlen(text) };
}

void *ptl_mpd_facts(ptl_job *job, const void *native)
{
    const ptl_mpd *mesh = native;
    facts         *out  = ptl_arena_take(job, sizeof *out);
    ptl_mpd_tables tables;
    bool           default_types = mesh->dictionary == ptl_mpd_dictionary_default();

    if (!out)
        return NULL;
    ptl_mpd_tables_make(job, mesh, &tables);
    out->format           = literal("mpd");
    out->title            = literal(ptl_format_mpd.info.title);
    out->version          = mesh->version;
    out->width            = mesh->sizex;
    out->height           = mesh->sizey;
    out->fans             = (uint32_t)mesh->words.count;
    out->vertices         = mesh->numvert;
    out->fan_vertices     = tables.vertices;
    out->light_missing    = mesh->version >= 'D' ? mesh->numvert - mesh->light.count : 0;
    out->tail_bytes       = mesh->tail.count;
    out->dictionary.name  = literal(default_types ? "built-in" : "given");
    out->dictionary.types = mesh->dictionary->types;
    count_types(job, mesh, out);
    count_images(mesh, out);
    measure_vertices(job, mesh, out);
    if (ptl_ok(job))
        measure_triangles(job, mesh, &tables, out);
    if (ptl_ok(job))
        measure_fans(mesh, &tables, out);
    out->derived.edge_x                = (double)tables.edgex;
    out->derived.edge_y                = (double)tables.edgey;
    out->derived.fan_blocks            = tables.numfanblock;
    out->derived.fan_blocks_rounded_up = tables.blocks_rounded_up;
    out->derived.water_shift           = tables.watershift;
    return ptl_ok(job) ? out : NULL;
}

static void take_menu(ptl_job *job, const mpd_menu *menu, facts *out)
{
    double *players = ptl_arena_array(job, 2, sizeof *players);

    if (!players)
        return;
    players[0]   = menu->least_players;
    players[1]   = menu->most_players;
    out->players = (range){ players, 2 };
    out->module  = menu->title;
    out->summary = menu->summary;
    out->rating  = menu->rating;
    if (!ptl_str_is(menu->reference, "NONE"))
        out->after = menu->reference;
}

void ptl_mpd_facts_files(ptl_job *job, void *page, const void *native, const ptl_files *files)
{
    facts     *out = page;
    mpd_module module;

    (void)native;
    ptl_mpd_module_load(job, files, &module, MPD_SAY_NOTHING);
    if (module.has_menu)
        take_menu(job, &module.menu, out);
    out->passages = module.passages.count;
    out->spawns   = module.spawns.count;
    for (size_t i = 0; i < module.passages.count; i++)
        out->closed += !module.passages.data[i].open;
    for (size_t i = 0; i < module.spawns.count; i++)
        out->carried += ptl_spawn_is_carried(&module.spawns.data[i]);
}
