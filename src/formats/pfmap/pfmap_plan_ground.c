/* SPDX-License-Identifier: MIT */
/* The plan of a terrain, its surfaces: materials, light and shade, water, where one can go. */
#include <stdio.h>

#include "formats/pfmap/pfmap_mix.h"
#include "formats/pfmap/pfmap_plan.h"

static uint16_t *new_cells(pfmap_sheet *s, uint32_t for_each_tile)
{
    return ptl_arena_array(s->job, s->map->tiles.count * (uint64_t)for_each_tile, sizeof(uint16_t));
}

/* Fills tiles by classes. `of` gives that of a half, 0 for one that is not drawn. */
typedef uint32_t half_class(const pfmap_half *half, const ptl_pfmap_tile *tile);

static void sort_tile(pfmap_sheet *s, pfmap_pieces *pieces, uint16_t *cell, half_class *of,
                      uint32_t row, uint32_t col)
{
    const ptl_pfmap_tile *tile = pfmap_tile(s->map, row, col);
    const pfmap_half     *pair = ptl_pfmap_halves[ptl_pfmap_cut_nw_se(tile)];
    uint32_t class[2]          = { of(&pair[0], tile), of(&pair[1], tile) };

    if (class[0] == class[1])
        *cell = (uint16_t) class[0];
    for (int i = 0; i < 2 && class[0] != class[1]; i++)
        if (class[i] > 0)
            ptl_pfmap_add_piece(
                s, pieces, &(pfmap_piece){ { col, row, 1, 1, (uint16_t) class[i] }, &pair[i] });
}

static void fill_tiles(pfmap_sheet *s, half_class *of,
                       uint32_t (*color)(pfmap_sheet *s, uint32_t class))
{
    uint16_t    *cells  = new_cells(s, 1);
    pfmap_pieces pieces = { 0 };

    for (uint32_t row = 0; cells && row < s->map->height && ptl_ok(s->job); row++)
        for (uint32_t col = 0; col < s->map->width; col++)
            sort_tile(s, &pieces, &cells[(size_t)row * s->map->width + col], of, row, col);
    if (cells)
        ptl_pfmap_add_cells(s, &pieces, cells, s->map->width, s->map->height);
    ptl_pfmap_fill_pieces(s, &pieces, s->chart.cell, color);
}

/* ---- Materials ------------------------------------------------------------------------------- */

static uint32_t material_class(const pfmap_half *half, const ptl_pfmap_tile *tile)
{
    return ptl_pfmap_material_in(tile, half->fx, half->fz) + 1u;
}

/* What the engine does not draw is paper here. */
static uint32_t material_color(pfmap_sheet *s, uint32_t class)
{
    return class <= s->map->materials.count ? s->materials[class - 1] : PTL_PLAN_NONE;
}

/* Textures of all materials, as scenes have them. */
static pfmap_oven *heat_oven(pfmap_sheet *s, uint32_t texels, const ptl_files *files)
{
    size_t           count  = s->map->materials.count;
    ptl_scene_image *images = ptl_arena_array(s->job, count + 1, sizeof *images);
    pfmap_texture   *sizes  = ptl_arena_array(s->job, count + 1, sizeof *sizes);

    for (size_t i = 0; images && sizes && i < count && ptl_ok(s->job); i++) {
        ptl_format_pfmap.companion(s->map, i, &images[i].file);
        ptl_pfmap_load_texture(s->job, &sizes[i], &images[i], files);
    }
    return ptl_ok(s->job) ? ptl_pfmap_heat(s->job, s->map, images, sizes, texels) : NULL;
}

/* The middles of its outermost texels are on the border of a chunk. */
static void put_chunk(pfmap_sheet *s, pfmap_oven *oven, uint32_t texels, uint32_t row, uint32_t col)
{
    const pfmap_part all  = { 0, 0, s->map->width, s->map->height };
    float            side = s->chart.cell * PTL_PFMAP_CHUNK;
    float            rim  = side / (float)(texels * PTL_PFMAP_CHUNK - 1) / 2;
    ptl_scene_image  image;
    uint32_t         number;

    if (!ptl_pfmap_bake(s->job, &image, oven, row, col, &all))
        return;
    number = ptl_pen_image(&s->chart.pen, &image.file, false);
    if (number == PTL_PLAN_NONE)
        return;
    s->chart.pen.plan->images.data[number] = image;
    ptl_pen_picture(&s->chart.pen,
                    &(ptl_plan_picture){ .image  = number,
                                         .box    = { s->chart.x + (float)col * side - rim,
                                                     s->chart.y + (float)row * side - rim,
                                                     side + 2 * rim, side + 2 * rim },
                                         .smooth = true });
}

/* Colors of materials, or on request their textures, mixed as the engine does it. */
void ptl_pfmap_draw_ground(pfmap_sheet *s, const ptl_files *files)
{
    pfmap_part  all    = { 0, 0, s->map->width, s->map->height };
    uint32_t    texels = ptl_setting_of(s->job, "bake") ? ptl_pfmap_texels(s->job, &all) : 0;
    pfmap_oven *oven   = texels > 0 ? heat_oven(s, texels, files) : NULL;

    ptl_pen_layer(&s->chart.pen, "ground");
    if (!oven)
        fill_tiles(s, material_class, material_color);
    for (uint32_t row = 0; oven && row < s->map->height / PTL_PFMAP_CHUNK; row++)
        for (uint32_t col = 0; col < s->map->width / PTL_PFMAP_CHUNK && ptl_ok(s->job); col++)
            put_chunk(s, oven, texels, row, col);
}

/* ---- Light and shade ------------------------------------------------------------------------- */

enum { SHADES = 8 }; /* steps each way from that of flat ground, which is SHADES + 1 */

/* Light falls from the north-west. */
static uint32_t shade_class(const pfmap_half *half, const ptl_pfmap_tile *tile)
{
    const double light[3] = { -0.45, 0.77, -0.45 }; /* to the east, up, to the south */
    double       n[3], lit;
    int          step;

    ptl_pfmap_normal_in(n, tile, half->fx, half->fz);
    lit  = (-n[0] * light[0] + n[1] * light[1] + n[2] * light[2]) / light[1] - 1;
    step = (int)(lit * SHADES + (lit < 0 ? -0.5 : 0.5));
    step = step < -SHADES ? -SHADES : step > SHADES ? SHADES : step;
    return step == 0 ? 0 : (uint32_t)(SHADES + 1 + step);
}

static uint32_t shade_color(pfmap_sheet *s, uint32_t class)
{
    bool     dark   = class <= SHADES;
    uint32_t steps  = dark ? SHADES + 1 - class : class - SHADES - 1;
    char    *name   = ptl_arena_take(s->job, 24);
    uint32_t weight = dark ? 20 : 26;

    if (!name)
        return PTL_PLAN_NONE;
    snprintf(name, 24, "%s %u", dark ? "shade" : "light", (unsigned)steps);
    return ptl_pen_color(&s->chart.pen, name,
                         (dark ? 0x1A1E3C00u : 0xFFF8DC00u) |
                             (steps * weight > 255 ? 255 : steps * weight));
}

/* Higher ground is lighter, a little for each level. */
static uint32_t level_class(const pfmap_half *half, const ptl_pfmap_tile *tile)
{
    enum { MOST = 10 };

    (void)half;
    return tile->base <= 0 ? 0 : tile->base < MOST ? (uint32_t)tile->base : MOST;
}

static uint32_t level_color(pfmap_sheet *s, uint32_t class)
{
    char *name = ptl_arena_take(s->job, 24);

    if (!name)
        return PTL_PLAN_NONE;
    snprintf(name, 24, "level %u", (unsigned)class);
    return ptl_pen_color(&s->chart.pen, name, 0xFFFAEB00u | (7 * class));
}

void ptl_pfmap_draw_relief(pfmap_sheet *s)
{
    ptl_pen_layer(&s->chart.pen, "relief");
    fill_tiles(s, level_class, level_color);
    fill_tiles(s, shade_class, shade_color);
}

/* ---- Water ----------------------------------------------------------------------------------- */

uint32_t ptl_pfmap_color_water(pfmap_sheet *s, unsigned depth)
{
    static const struct {
        const char *name;
        uint32_t    rgba;
    } colors[3] = { { "water", 0x8FC1DECC },
                    { "deep water", 0x5E9CC8A0 },
                    { "deepest water", 0x3A76AC90 } };

    return ptl_pen_color(&s->chart.pen, colors[depth].name, colors[depth].rgba);
}

/* The part of a half that lies below a level, as a polygon; the number of its points. */
static size_t below(const ptl_chart_point from[3], const float height[3], float level,
                    ptl_chart_point out[6])
{
    size_t count = 0;

    for (int i = 0; i < 3; i++) {
        int   k = (i + 1) % 3;
        float t = (level - height[i]) / (height[k] - height[i]);

        if (height[i] < level)
            out[count++] = from[i];
        if ((height[i] < level) != (height[k] < level))
            out[count++] = (ptl_chart_point){ from[i].x + (from[k].x - from[i].x) * t,
                                              from[i].y + (from[k].y - from[i].y) * t };
    }
    return count;
}

static void trace_below(pfmap_sheet *s, uint32_t row, uint32_t col, const int corner[4],
                        float level)
{
    const ptl_pfmap_tile *tile = pfmap_tile(s->map, row, col);
    const pfmap_half     *pair = ptl_pfmap_halves[ptl_pfmap_cut_nw_se(tile)];

    for (int i = 0; i < 2; i++) {
        ptl_chart_point at[3], cut[6];
        float           height[3];

        for (int k = 0; k < 3; k++) {
            at[k]     = ptl_pfmap_corner_on(s, row, col, pair[i].corner[k]);
            height[k] = (float)corner[pair[i].corner[k]];
        }
        ptl_chart_polygon(&s->chart, cut, below(at, height, level, cut));
    }
}

static void fill_below(pfmap_sheet *s, float level, uint32_t color)
{
    uint16_t      *cells = new_cells(s, 1);
    ptl_chart_rect r;
    size_t         at = 0;

    for (uint32_t row = 0; cells && row < s->map->height && ptl_ok(s->job); row++)
        for (uint32_t col = 0; col < s->map->width; col++) {
            int corner[4], under = 0;

            ptl_pfmap_corners(corner, pfmap_tile(s->map, row, col));
            for (int i = 0; i < 4; i++)
                under += (float)corner[i] < level;
            cells[(size_t)row * s->map->width + col] = under == 4;
            if (under > 0 && under < 4)
                trace_below(s, row, col, corner, level);
        }
    while (cells && ptl_chart_rect_next(cells, s->map->width, s->map->height, &at, &r))
        ptl_pen_rect(&s->chart.pen, s->chart.x + (float)r.x * s->chart.cell,
                     s->chart.y + (float)r.y * s->chart.cell, (float)r.width * s->chart.cell,
                     (float)r.height * s->chart.cell);
    ptl_pen_fill(&s->chart.pen, color);
}

void ptl_pfmap_draw_water(pfmap_sheet *s)
{
    ptl_pen_layer(&s->chart.pen, "water");
    for (unsigned depth = 0; depth < 3 && (float)s->low < PFMAP_SHORE - (float)depth; depth++)
        fill_below(s, PFMAP_SHORE - (float)depth, ptl_pfmap_color_water(s, depth));
}

/* ---- Where one can go ------------------------------------------------------------------------ */

uint32_t ptl_pfmap_color_pass(pfmap_sheet *s, unsigned kind)
{
    static const struct {
        const char *name;
        uint32_t    rgba;
    } colors[4] = { { "passable to none", 0xC6282899 },
                    { "passable on the ground", 0x43A04788 },
                    { "passable in water", 0x1E5FBF99 },
                    { "passable in water and on the ground", 0x00A5A599 } };

    return ptl_pen_color(&s->chart.pen, colors[kind].name, colors[kind].rgba);
}

static uint32_t pass_color(pfmap_sheet *s, uint32_t class)
{
    return ptl_pfmap_color_pass(s, class - 1);
}

void ptl_pfmap_draw_passability(pfmap_sheet *s)
{
    size_t       count  = 4 * s->map->tiles.count;
    uint16_t    *cells  = new_cells(s, 4);
    uint8_t     *ground = ptl_arena_array(s->job, count, 1);
    uint8_t     *water  = ptl_arena_array(s->job, count, 1);
    pfmap_pieces pieces = { 0 };

    ptl_pen_hidden_layer(&s->chart.pen, "passability");
    if (!cells || !ground || !water)
        return;
    ptl_pfmap_passable(ground, s->map, PTL_PFMAP_GROUND);
    ptl_pfmap_passable(water, s->map, PTL_PFMAP_SWIMMER);
    for (size_t i = 0; i < count; i++)
        cells[i] = (uint16_t)(1 + ground[i] + 2 * water[i]);
    ptl_pfmap_add_cells(s, &pieces, cells, 2 * s->map->width, 2 * s->map->height);
    ptl_pfmap_fill_pieces(s, &pieces, s->chart.cell / 2, pass_color);
}

void ptl_pfmap_draw_reach(pfmap_sheet *s)
{
    ptl_chart *c = &s->chart;

    if (ptl_access_layer(&c->pen) && pfmap_has_tiles(s->map) &&
        ptl_pfmap_reach(s->job, &s->reach, s->map))
        ptl_access_draw(&c->pen, &s->reach, &(ptl_access_frame){ 0, c->x, c->y, c->cell / 2 });
}
