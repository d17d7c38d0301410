/* SPDX-License-Identifier: MIT */
/* The plan of a terrain: a topographic map on one page, north up, with its frame and its title. */
#include "formats/pfmap/pfmap_plan.h"

#include <stdio.h>
#include <string.h>

enum {
    MARGIN  = 28,
    HEAD    = 64,  /* above the frame: title, and numbers of columns */
    EDGE    = 30,  /* left of the frame: numbers of rows             */
    BESIDE  = 28,  /* between map and legend                         */
    LEGEND  = 200, /* width                                          */
    LARGEST = 20,  /* units of a tile on small maps                  */
    USUAL   = 1024,
    MOST    = 7600, /* units of a side: larger maps get smaller tiles  */
};

pfmap_point pfmap_corner_on(const pfmap_sheet *s, uint32_t row, uint32_t col, int corner)
{
    bool east  = corner == PTL_PFMAP_NE || corner == PTL_PFMAP_SE;
    bool south = corner == PTL_PFMAP_SE || corner == PTL_PFMAP_SW;

    return (pfmap_point){ s->x + (float)(col + east) * s->tile,
                          s->y + (float)(row + south) * s->tile };
}

void pfmap_trace(pfmap_sheet *s, const pfmap_point *points, size_t count)
{
    for (size_t i = 0; i < count && count >= 3; i++)
        if (i == 0)
            ptl_pen_move(&s->pen, points[i].x, points[i].y);
        else
            ptl_pen_line(&s->pen, points[i].x, points[i].y);
    if (count >= 3)
        ptl_pen_close(&s->pen);
}

/* ---- Materials ------------------------------------------------------------------------------- */

enum { SOLID = 0xD8 }; /* alpha of ground: paper shines through, and lines stay legible on it */

/* What grounds of such a name look like; the first that fits is taken. */
static const struct {
    const char *word;
    uint32_t    rgb;
} grounds[] = {
    { "snow", 0xEEF1F3 },   { "ice", 0xDCEBF2 },   { "lava", 0xB5532F },   { "seabed", 0xBFB58F },
    { "sand", 0xE3D3A0 },   { "beach", 0xE3D3A0 }, { "cobble", 0xB3ADA2 }, { "road", 0xC9B48C },
    { "path", 0xC9B48C },   { "cliff", 0x9A8F80 }, { "rock", 0xA59C90 },   { "stone", 0xADA79D },
    { "metal", 0x9AA3AB },  { "crack", 0xB79A74 }, { "dirt", 0xB79A74 },   { "mud", 0x93795A },
    { "flower", 0xB7C27C }, { "grass", 0xA9C285 }, { "moss", 0x8FAE6E },   { "forest", 0x7FA267 },
    { "wood", 0xA98358 },   { "water", 0x9CC4DB },
};

/* For names that say nothing. */
static const uint32_t others[] = { 0xB8C99A, 0xD9C7A0, 0xC3B4A0, 0xA8BFA8,
                                   0xD6B59A, 0xB9B7C9, 0xCFCFA6, 0xA9B9B3 };

static bool says(ptl_str text, const char *word)
{
    size_t size = strlen(word);

    for (size_t i = 0; i + size <= text.size; i++) {
        size_t k = 0;

        while (k < size && (text.data[i + k] | 0x20) == word[k])
            k++;
        if (k == size)
            return true;
    }
    return false;
}

static uint32_t usual_color(const ptl_pfmap *map, size_t material)
{
    const ptl_pfmap_material *m = &map->materials.data[material];

    for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++)
        if (says(m->name, grounds[i].word) || says(m->texture, grounds[i].word))
            return grounds[i].rgb << 8 | SOLID;
    return others[material % (sizeof others / sizeof *others)] << 8 | SOLID;
}

static void choose_color(pfmap_sheet *s, size_t material)
{
    char         *name  = ptl_arena_take(s->job, 32);
    uint32_t      image = PTL_PLAN_NONE;
    ptl_companion file  = { 0 };

    if (!name)
        return;
    snprintf(name, 32, "material %zu", material);
    ptl_format_pfmap.companion(s->map, material, &file);
    if (s->used[material] > 0 && file.name)
        image = ptl_pen_image(&s->pen, &file, false);
    s->materials[material] = ptl_pen_color_of(&s->pen, name, usual_color(s->map, material), image);
}

/* ---- What is to be drawn --------------------------------------------------------------------- */

static void survey(pfmap_sheet *s)
{
    s->low  = PTL_PFMAP_MAX_HEIGHT;
    s->high = -PTL_PFMAP_MAX_HEIGHT;
    for (size_t i = 0; i < s->map->tiles.count; i++) {
        const ptl_pfmap_tile *tile = &s->map->tiles.data[i];
        const pfmap_half     *pair = pfmap_halves[ptl_pfmap_cut_nw_se(tile)];
        int                   corner[4];

        ptl_pfmap_corners(tile, corner);
        for (int k = 0; k < 4; k++) {
            s->low  = corner[k] < s->low ? corner[k] : s->low;
            s->high = corner[k] > s->high ? corner[k] : s->high;
        }
        for (int k = 0; k < 2; k++) {
            uint16_t material = ptl_pfmap_material_in(tile, pair[k].fx, pair[k].fz);

            if (material < s->map->materials.count)
                s->used[material]++;
        }
    }
}

static float tile_size(const ptl_pfmap *map)
{
    uint32_t side = map->width > map->height ? map->width : map->height;
    uint32_t size = USUAL / side;

    if ((uint64_t)side * 4 > MOST)
        return (float)MOST / (float)side;
    return (float)(size > LARGEST ? LARGEST : size < 4 ? 4 : size);
}

/* ---- Frame ----------------------------------------------------------------------------------- */

static void write_text(pfmap_sheet *s, float x, float y, float size, ptl_plan_face face,
                       ptl_plan_anchor anchor, const char *text)
{
    ptl_pen_text(&s->pen, &(ptl_plan_text){ .text   = { text, strlen(text) },
                                            .x      = x,
                                            .y      = y,
                                            .size   = size,
                                            .face   = face,
                                            .anchor = anchor,
                                            .color  = ptl_pen_color(&s->pen, "ink", 0x2B2118FF),
                                            .halo   = PTL_PLAN_NONE });
}

static void draw_grid(pfmap_sheet *s)
{
    float width = (float)s->map->width * s->tile, height = (float)s->map->height * s->tile;

    ptl_pen_layer(&s->pen, "grid");
    for (uint32_t col = PTL_PFMAP_CHUNK; col < s->map->width; col += PTL_PFMAP_CHUNK) {
        ptl_pen_move(&s->pen, s->x + (float)col * s->tile, s->y);
        ptl_pen_line(&s->pen, s->x + (float)col * s->tile, s->y + height);
    }
    for (uint32_t row = PTL_PFMAP_CHUNK; row < s->map->height; row += PTL_PFMAP_CHUNK) {
        ptl_pen_move(&s->pen, s->x, s->y + (float)row * s->tile);
        ptl_pen_line(&s->pen, s->x + width, s->y + (float)row * s->tile);
    }
    ptl_pen_stroke(&s->pen, ptl_pen_color(&s->pen, "grid", 0x2B211855), 1);
}

/* Tiles between two numbers: such that they have room. */
static uint32_t number_step(const pfmap_sheet *s)
{
    uint32_t step = 8;

    while ((float)step * s->tile < 60)
        step *= 2;
    return step;
}

/* Bars of both colours in turn along the frame, as on old charts, and numbers of tiles. */
static void draw_side(pfmap_sheet *s, uint32_t tiles, bool down, float across)
{
    enum { BAR = 4 };
    uint32_t step = number_step(s);
    float    far  = across + BAR;
    char     text[16];

    for (uint32_t at = 0; at < tiles; at += step) {
        float from   = (float)at * s->tile,
              length = (float)(at + step < tiles ? step : tiles - at) * s->tile;

        if (at / step % 2 == 1)
            continue;
        if (down) {
            ptl_pen_rect(&s->pen, s->x - BAR, s->y + from, BAR, length);
            ptl_pen_rect(&s->pen, s->x + far - BAR, s->y + from, BAR, length);
        } else {
            ptl_pen_rect(&s->pen, s->x + from, s->y - BAR, length, BAR);
            ptl_pen_rect(&s->pen, s->x + from, s->y + far - BAR, length, BAR);
        }
    }
    ptl_pen_fill(&s->pen, ptl_pen_color(&s->pen, "ink", 0x2B2118FF));
    for (uint32_t at = 0; at <= tiles; at += step) {
        snprintf(text, sizeof text, "%lu", (unsigned long)at);
        if (down)
            write_text(s, s->x - BAR - 5, s->y + (float)at * s->tile + 3.5f, 10, PTL_FACE_SANS,
                       PTL_ANCHOR_END, text);
        else
            write_text(s, s->x + (float)at * s->tile, s->y - BAR - 5, 10, PTL_FACE_SANS,
                       PTL_ANCHOR_MIDDLE, text);
    }
}

static void draw_frame(pfmap_sheet *s)
{
    float    width = (float)s->map->width * s->tile, height = (float)s->map->height * s->tile;
    uint32_t ink = ptl_pen_color(&s->pen, "ink", 0x2B2118FF);

    ptl_pen_layer(&s->pen, "frame");
    draw_side(s, s->map->width, false, height);
    draw_side(s, s->map->height, true, width);
    ptl_pen_rect(&s->pen, s->x - 4, s->y - 4, width + 8, height + 8);
    ptl_pen_stroke(&s->pen, ink, 1);
    ptl_pen_rect(&s->pen, s->x, s->y, width, height);
    ptl_pen_stroke(&s->pen, ink, 1);
}

static void draw_title(pfmap_sheet *s)
{
    const ptl_pfmap *map = s->map;
    char             text[160];

    ptl_pen_layer(&s->pen, "title");
    write_text(s, s->x, MARGIN + 20, 24, PTL_FACE_SERIF_BOLD, PTL_ANCHOR_START,
               "Permafrost terrain");
    snprintf(text, sizeof text, "%lu \xC3\x97 %lu tiles, levels %d to %d",
             (unsigned long)map->width, (unsigned long)map->height, s->low, s->high);
    write_text(s, s->x, MARGIN + 38, 11, PTL_FACE_SANS, PTL_ANCHOR_START, text);
}

/* ---- The page -------------------------------------------------------------------------------- */

static void begin_page(pfmap_sheet *s)
{
    float map_width = (float)s->map->width * s->tile, map_height = (float)s->map->height * s->tile;
    float legend = pfmap_legend_height(s);
    float height = map_height > legend ? map_height : legend;

    s->x = MARGIN + EDGE;
    s->y = MARGIN + HEAD;
    ptl_pen_page(&s->pen, (ptl_str){ "terrain", 7 }, s->x + map_width + BESIDE + LEGEND + MARGIN,
                 s->y + height + MARGIN, ptl_pen_color(&s->pen, "paper", 0xFBF7EDFF));
    ptl_pen_cells(&s->pen, s->x, s->y, s->tile, s->tile);
}

void pfmap_to_plan(ptl_job *job, ptl_plan *plan, const void *native, const ptl_files *files)
{
    pfmap_sheet s         = { .job = job, .map = native, .pen = ptl_pen_of(job, plan) };
    size_t      materials = s.map->materials.count;

    (void)files;
    s.materials = ptl_arena_array(job, materials + 1, sizeof *s.materials);
    s.used      = ptl_arena_array(job, materials + 1, sizeof *s.used);
    if (!s.materials || !s.used)
        return;
    plan->name = ptl_scene_text("Permafrost terrain");
    survey(&s);
    for (size_t i = 0; i < materials && ptl_ok(job); i++)
        choose_color(&s, i);
    s.tile = tile_size(s.map);
    begin_page(&s);
    pfmap_draw_ground(&s);
    pfmap_draw_relief(&s);
    pfmap_draw_water(&s);
    pfmap_draw_contours(&s);
    pfmap_draw_slopes(&s);
    pfmap_draw_cliffs(&s);
    pfmap_draw_passability(&s);
    draw_grid(&s);
    draw_frame(&s);
    draw_title(&s);
    pfmap_draw_legend(&s, s.x + (float)s.map->width * s.tile + BESIDE, s.y);
}
