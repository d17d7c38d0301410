/* SPDX-License-Identifier: MIT */
/* The page of `info`: counted and measured facts about a map. */
#include <math.h>
#include <string.h>

#include "formats/pfmap/pfmap_private.h"

/* ---- What the page holds -------------------------------------------------------------------- */

typedef struct material_use {
    ptl_str  name, texture;
    uint32_t top, side;
} material_use;

typedef struct level_use {
    int32_t  level;
    uint32_t tiles;
} level_use;

typedef struct level_uses {
    level_use *data;
    size_t     count;
} level_uses;

typedef struct facts {
    ptl_str  format, title, version, blend_layout;
    uint32_t rows, cols, width, height, tiles;
    struct {
        material_use *data;
        size_t        count;
    } materials;
    uint64_t   splats, strange_materials;
    uint32_t   types[PTL_PFMAP_TYPES];
    level_uses base, ramp;
    struct {
        uint32_t pathable, smooth, no_bump_map, covered, blended, stale_ramp, water;
    } flags;
    int32_t levels[2];
    double  low[3], high[3];
    struct {
        double   top_area, wall_area;
        uint32_t walls, crossing;
    } surface;
    struct {
        uint32_t across, down, ground, water;
    } nav;
    bool official;
} facts;

#define AT(member) .offset = offsetof(facts, member)
#define IN(group, name) .offset = offsetof(facts, group.name) - offsetof(facts, group)
#define ROWS(fields) fields, sizeof(fields) / sizeof *(fields)
#define SIZE(member) sizeof(((facts *)0)->member)

static const ptl_field material_fields[] = {
    { "name", "for people", PTL_KIND_TEXT, .offset = offsetof(material_use, name) },
    { "texture", "file", PTL_KIND_TEXT, .offset = offsetof(material_use, texture) },
    { "top", "tiles with it on top", PTL_KIND_U32, .offset = offsetof(material_use, top),
      .unit = PTL_UNIT_TILES },
    { "side", "tiles with it at the sides", PTL_KIND_U32, .offset = offsetof(material_use, side),
      .unit = PTL_UNIT_TILES },
};
static const ptl_record material_record = { "material", sizeof(material_use), ROWS(material_fields),
                                            .one_line = true };

static const ptl_field level_fields[] = {
    { "level", "height in levels", PTL_KIND_I32, .offset = offsetof(level_use, level) },
    { "tiles", "how many have it", PTL_KIND_U32, .offset = offsetof(level_use, tiles) },
};
static const ptl_record level_record = { "level", sizeof(level_use), ROWS(level_fields),
                                         .one_line = true };

#define TYPE(name, number)                                                                         \
    {                                                                                              \
        name, "tiles of this shape", PTL_KIND_U32, .offset = sizeof(uint32_t) * (number)           \
    }

static const ptl_field type_fields[] = {
    TYPE("flat", 0),       TYPE("ramp_sn", 1),    TYPE("ramp_ns", 2),    TYPE("ramp_ew", 3),
    TYPE("ramp_we", 4),    TYPE("concave_sw", 5), TYPE("convex_sw", 6),  TYPE("concave_se", 7),
    TYPE("convex_se", 8),  TYPE("concave_nw", 9), TYPE("convex_nw", 10), TYPE("concave_ne", 11),
    TYPE("convex_ne", 12),
};
static const ptl_record type_record = { "types", SIZE(types), ROWS(type_fields) };

static const ptl_field flag_fields[] = {
    { "pathable", "tiles marked passable", PTL_KIND_U32, IN(flags, pathable) },
    { "smooth", "tiles with blended normals", PTL_KIND_U32, IN(flags, smooth) },
    { "no_bump_map", "tiles that are not roughened", PTL_KIND_U32, IN(flags, no_bump_map) },
    { "covered", "tiles with grass", PTL_KIND_U32, IN(flags, covered) },
    { "blended", "tiles with a blend mode at some edge", PTL_KIND_U32, IN(flags, blended) },
    { "stale_ramp", "flat tiles with a ramp height", PTL_KIND_U32, IN(flags, stale_ramp) },
    { "water", "tiles below the water", PTL_KIND_U32, IN(flags, water) },
};
static const ptl_record flag_record = { "flags", SIZE(flags), ROWS(flag_fields) };

static const ptl_field surface_fields[] = {
    { "top_area", "area of all tops, square units", PTL_KIND_F64, IN(surface, top_area),
      .unit = PTL_UNIT_SQUARES },
    { "wall_area", "area of the walls between tiles", PTL_KIND_F64, IN(surface, wall_area),
      .unit = PTL_UNIT_SQUARES },
    { "walls", "edges inside the map where tiles do not meet", PTL_KIND_U32, IN(surface, walls) },
    { "crossing", "of these, edges that cross", PTL_KIND_U32, IN(surface, crossing) },
};
static const ptl_record surface_record = { "surface", SIZE(surface), ROWS(surface_fields) };

static const ptl_field nav_fields[] = {
    { "across", "cells from west to east, two per tile", PTL_KIND_U32, IN(nav, across) },
    { "down", "cells from north to south", PTL_KIND_U32, IN(nav, down) },
    { "ground", "cells that units on foot can pass", PTL_KIND_U32, IN(nav, ground) },
    { "water", "cells ships can pass", PTL_KIND_U32, IN(nav, water) },
};
static const ptl_record nav_record = { "nav", SIZE(nav), ROWS(nav_fields) };

#define GROUP(member, help, table, measure)                                                        \
    {                                                                                              \
#member, help, PTL_KIND_RECORD, AT(member), .record = &(table), .unit = (measure)          \
    }

static const ptl_field facts_fields[] = {
    { "format", "always pfmap", PTL_KIND_TEXT, AT(format) },
    { "title", "the format's name for people", PTL_KIND_TEXT, AT(title) },
    { "version", "as written", PTL_KIND_TEXT, AT(version) },
    { "rows", "chunks from north to south", PTL_KIND_U32, AT(rows), .unit = PTL_UNIT_CHUNKS },
    { "cols", "chunks from west to east", PTL_KIND_U32, AT(cols), .unit = PTL_UNIT_CHUNKS },
    { "width", "tiles from west to east", PTL_KIND_U32, AT(width), .unit = PTL_UNIT_TILES },
    { "height", "tiles from north to south", PTL_KIND_U32, AT(height), .unit = PTL_UNIT_TILES },
    { "tiles", "all tiles", PTL_KIND_U32, AT(tiles) },
    { "materials", "and how many tiles use them", PTL_KIND_RECORD, PTL_LIST, AT(materials),
      .record = &material_record },
    { "strange_materials", "tiles whose material is not in the list", PTL_KIND_U64,
      AT(strange_materials), .unit = PTL_UNIT_TILES, .optional = true },
    { "splats", "textures laid over others", PTL_KIND_U64, AT(splats), .optional = true },
    { "blend_layout", "where blend modes are: none, single, per edge, both", PTL_KIND_TEXT,
      AT(blend_layout) },
    GROUP(types, "shapes", type_record, PTL_UNIT_TILES),
    { "base", "base heights", PTL_KIND_RECORD, PTL_LIST, AT(base), .record = &level_record },
    { "ramp", "ramp heights", PTL_KIND_RECORD, PTL_LIST, AT(ramp), .record = &level_record },
    GROUP(flags, "tiles with each property", flag_record, PTL_UNIT_TILES),
    { "levels", "lowest and highest corner", PTL_KIND_I32, AT(levels), .fixed = 2 },
    { "low", "least x, y, z of the surface in world units", PTL_KIND_F64, AT(low), .fixed = 3,
      .unit = PTL_UNIT_WORLD },
    { "high", "most x, y, z", PTL_KIND_F64, AT(high), .fixed = 3, .unit = PTL_UNIT_WORLD },
    GROUP(surface, "areas", surface_record, PTL_UNIT_NONE),
    GROUP(nav, "where units can go, by the ground alone", nav_record, PTL_UNIT_CELLS),
    { "official", "laid out as the official writers do it", PTL_KIND_BOOL, AT(official) },
};

const ptl_record ptl_pfmap_facts_record = { "facts", sizeof(facts), ROWS(facts_fields) };

/* ---- Counting ------------------------------------------------------------------------------- */

static void count_materials(ptl_job *job, const ptl_pfmap *map, facts *out)
{
    material_use *list = ptl_arena_array(job, map->materials.count, sizeof *list);

    if (!list)
        return;
    out->materials.data  = list;
    out->materials.count = map->materials.count;
    for (size_t i = 0; i < map->materials.count; i++) {
        list[i].name    = map->materials.data[i].name;
        list[i].texture = map->materials.data[i].texture;
    }
    for (size_t i = 0; i < map->tiles.count; i++) {
        const ptl_pfmap_tile *t = &map->tiles.data[i];

        if (t->top < map->materials.count)
            list[t->top].top++;
        if (t->side < map->materials.count)
            list[t->side].side++;
        out->strange_materials += t->top >= map->materials.count || t->side >= map->materials.count;
    }
}

/* The heights that occur, lowest first. */
static void list_levels(ptl_job *job, level_uses *out, const uint32_t *uses, int least, int most)
{
    uint32_t different = 0;

    for (int i = 0; i <= most - least; i++)
        different += uses[i] > 0;
    out->data = ptl_arena_array(job, different, sizeof *out->data);
    for (int i = 0; out->data && i <= most - least; i++)
        if (uses[i] > 0)
            out->data[out->count++] = (level_use){ least + i, uses[i] };
}

static void count_levels(ptl_job *job, const ptl_pfmap *map, facts *out)
{
    uint32_t base[2 * PTL_PFMAP_MAX_HEIGHT + 1] = { 0 }, ramp[PTL_PFMAP_MAX_HEIGHT + 1] = { 0 };
    int      h[4];

    out->levels[0] = 1000;
    out->levels[1] = -1000;
    for (size_t i = 0; i < map->tiles.count; i++) {
        const ptl_pfmap_tile *t = &map->tiles.data[i];

        base[t->base + PTL_PFMAP_MAX_HEIGHT]++;
        ramp[t->ramp]++;
        ptl_pfmap_corners(h, t);
        for (int c = 0; c < 4; c++) {
            out->levels[0] = h[c] < out->levels[0] ? h[c] : out->levels[0];
            out->levels[1] = h[c] > out->levels[1] ? h[c] : out->levels[1];
        }
    }
    list_levels(job, &out->base, base, -PTL_PFMAP_MAX_HEIGHT, PTL_PFMAP_MAX_HEIGHT);
    list_levels(job, &out->ramp, ramp, 0, PTL_PFMAP_MAX_HEIGHT);
}

static ptl_str literal(const char *text)
{
    return (ptl_str){ text, strlen(text) };
}

static void count_flags(const ptl_pfmap *map, facts *out)
{
    bool single = false, per_edge = false;

    for (size_t i = 0; i < map->tiles.count; i++) {
        const ptl_pfmap_tile *t = &map->tiles.data[i];
        bool edge = t->edge_blend[0] || t->edge_blend[1] || t->edge_blend[2] || t->edge_blend[3];

        single |= t->blend != 0;
        per_edge |= edge;
        out->types[t->type]++;
        out->flags.pathable += t->pathable != 0;
        out->flags.smooth += t->blend_normals != 0;
        out->flags.no_bump_map += t->no_bump_map != 0;
        out->flags.covered += t->cover != 0;
        out->flags.blended += edge || t->blend != 0;
        out->flags.stale_ramp += t->type == PTL_PFMAP_FLAT && t->ramp != 0;
        out->flags.water += ptl_pfmap_is_water(t);
    }
    out->blend_layout =
        literal(single ? (per_edge ? "both" : "single") : (per_edge ? "per edge" : "none"));
}

/* ---- Measuring ------------------------------------------------------------------------------ */

/* A top is two halves; half a tile is 32 square units in plan, tilted by its normal. */
static double top_area(const ptl_pfmap_tile *t)
{
    double n[3], area = 0;
    bool   cut = ptl_pfmap_cut_nw_se(t);

    for (int half = 0; half < 2; half++) {
        double fx = half ? 0.75 : 0.25, fz = cut ? 1 - fx : fx;

        ptl_pfmap_normal_in(n, t, fx, fz);
        area += PTL_PFMAP_TILE * PTL_PFMAP_TILE / 2.0 / n[1];
    }
    return area;
}

/* The wall between two edges whose ends differ by d0 and d1 levels. */
static void add_wall(facts *out, int d0, int d1)
{
    double a = PTL_PFMAP_LEVEL * d0, b = PTL_PFMAP_LEVEL * d1, t;

    if (d0 == 0 && d1 == 0)
        return;
    out->surface.walls++;
    if (d0 * d1 >= 0) {
        out->surface.wall_area += PTL_PFMAP_TILE * fabs(a + b) / 2;
        return;
    }
    t = a / (a - b);
    out->surface.crossing++;
    out->surface.wall_area += PTL_PFMAP_TILE * (t * fabs(a) + (1 - t) * fabs(b)) / 2;
}

static void measure_surface(const ptl_pfmap *map, facts *out)
{
    for (uint32_t row = 0; row < map->height; row++)
        for (uint32_t col = 0; col < map->width; col++) {
            const ptl_pfmap_tile *t = pfmap_tile(map, row, col);
            int                   h[4], o[4];

            out->surface.top_area += top_area(t);
            ptl_pfmap_corners(h, t);
            if (row + 1 < map->height) {
                ptl_pfmap_corners(o, t + map->width);
                add_wall(out, h[PTL_PFMAP_SW] - o[PTL_PFMAP_NW], h[PTL_PFMAP_SE] - o[PTL_PFMAP_NE]);
            }
            if (col + 1 < map->width) {
                ptl_pfmap_corners(o, t + 1);
                add_wall(out, h[PTL_PFMAP_NE] - o[PTL_PFMAP_NW], h[PTL_PFMAP_SE] - o[PTL_PFMAP_SW]);
            }
        }
}

static void measure_bounds(const ptl_pfmap *map, facts *out)
{
    double x = map->width * PTL_PFMAP_TILE / 2.0, z = map->height * PTL_PFMAP_TILE / 2.0;

    out->low[0]  = -x;
    out->high[0] = x;
    out->low[1]  = PTL_PFMAP_LEVEL * out->levels[0];
    out->high[1] = PTL_PFMAP_LEVEL * out->levels[1];
    out->low[2]  = -z;
    out->high[2] = z;
}

static void count_nav(ptl_job *job, const ptl_pfmap *map, facts *out)
{
    uint64_t cells = 4 * (uint64_t)map->tiles.count;
    uint8_t *grid  = ptl_arena_raw(job, cells);

    out->nav.across = 2 * map->width;
    out->nav.down   = 2 * map->height;
    for (int mover = 0; grid && mover < 2; mover++) {
        uint32_t *sum = mover == PTL_PFMAP_GROUND ? &out->nav.ground : &out->nav.water;

        ptl_pfmap_passable(grid, map, (ptl_pfmap_mover)mover);
        for (uint64_t i = 0; i < cells; i++)
            *sum += grid[i];
    }
}

static bool is_official(const ptl_pfmap_layout *l)
{
    return !l->bom && !l->crlf && !l->cut && l->tiles_per_line == 0 && l->words.count == 0 &&
           l->tiles.count == 0 && l->spellings.count == 0 && l->lower_case.count == 0 &&
           l->rest.size == 0;
}

void *ptl_pfmap_facts(ptl_job *job, const void *native)
{
    const ptl_pfmap *map = native;
    facts           *out = ptl_arena_take(job, sizeof *out);

    ptl_pfmap_settle(job, map); /* what is counted below must be in its range */
    if (!out || !ptl_ok(job))
        return NULL;
    out->format   = literal("pfmap");
    out->title    = literal(ptl_format_pfmap.info.title);
    out->version  = map->version;
    out->width    = map->width;
    out->height   = map->height;
    out->rows     = map->height / PTL_PFMAP_CHUNK;
    out->cols     = map->width / PTL_PFMAP_CHUNK;
    out->tiles    = (uint32_t)map->tiles.count;
    out->splats   = map->splats.count;
    out->official = is_official(&map->layout);
    count_materials(job, map, out);
    count_flags(map, out);
    count_levels(job, map, out);
    measure_surface(map, out);
    measure_bounds(map, out);
    count_nav(job, map, out);
    return ptl_ok(job) ? out : NULL;
}
