/* SPDX-License-Identifier: MIT */
/* The plan of a level: its tiles from above with their real textures, what is solid, where there is
 * water, and on request every effect. North, where y is 0, is up, as on the game's own plan. */
#include <stdio.h>
#include <string.h>

#include "formats/mpd/mpd_plan.h"
#include "hubs/plan_pages.h"

enum {
    GRID  = 8, /* fans between two lines */
    SOLID = PTL_MPD_FX_WALL | PTL_MPD_FX_IMPASS,
};

typedef mpd_sheet sheet;

static bool has(const ptl_mpd *mesh, uint32_t x, uint32_t y, uint8_t effects)
{
    return ptl_mpd_word_fx(mesh->words.data[(size_t)y * mesh->sizex + x]) & effects;
}

/* ---- Areas ----------------------------------------------------------------------------------- */

/* Adds all fans with one of some effects to the path. */
static void trace_area(sheet *s, uint8_t effects)
{
    const ptl_mpd   *mesh  = s->mesh;
    const ptl_chart *c     = &s->chart;
    uint16_t        *cells = ptl_arena_array(s->job, mesh->words.count, sizeof *cells);
    ptl_chart_rect   r;
    size_t           at = 0;

    for (size_t i = 0; cells && i < mesh->words.count; i++)
        cells[i] = (ptl_mpd_word_fx(mesh->words.data[i]) & effects) != 0;
    while (cells && ptl_chart_rect_next(cells, mesh->sizex, mesh->sizey, &at, &r))
        ptl_pen_rect(&s->chart.pen, c->x + (float)r.x * c->cell, c->y + (float)r.y * c->cell,
                     (float)r.width * c->cell, (float)r.height * c->cell);
}

/* Whether exactly one of two neighbors has an effect; beyond the border there is none. */
static bool differ(const ptl_mpd *mesh, uint32_t x, uint32_t y, bool below, uint8_t effects)
{
    uint32_t x2 = x + !below, y2 = y + below;

    if (x2 >= mesh->sizex || y2 >= mesh->sizey)
        return false;
    return has(mesh, x, y, effects) != has(mesh, x2, y2, effects);
}

/* Adds the rim of such an area to the path, in as long lines as there are. */
static void trace_rim(sheet *s, uint8_t effects, bool below)
{
    const ptl_mpd *mesh  = s->mesh;
    ptl_chart     *c     = &s->chart;
    uint32_t       lines = below ? mesh->sizey : mesh->sizex;
    uint32_t       along = below ? mesh->sizex : mesh->sizey;

    for (uint32_t line = 0; line < lines && ptl_ok(s->job); line++)
        for (uint32_t from = 0; from < along; from++) {
            uint32_t to = from;
            float    side, start;

            while (to < along && differ(mesh, below ? to : line, below ? line : to, below, effects))
                to++;
            if (to == from)
                continue;
            side  = (float)(line + 1) * c->cell;
            start = (float)from * c->cell;
            ptl_pen_move(&c->pen, c->x + (below ? start : side), c->y + (below ? side : start));
            start = (float)to * c->cell;
            ptl_pen_line(&c->pen, c->x + (below ? start : side), c->y + (below ? side : start));
            from = to;
        }
}

static void draw_rim(sheet *s, uint8_t effects, uint32_t color, float width)
{
    trace_rim(s, effects, false);
    trace_rim(s, effects, true);
    ptl_pen_draw(
        &s->chart.pen,
        &(ptl_plan_path){ .fill = PTL_PLAN_NONE, .stroke = color, .width = width, .round = true });
}

/* ---- Layers that are always drawn ------------------------------------------------------------ */

static uint32_t water_color(sheet *s)
{
    return ptl_pen_color(&s->chart.pen, "water", 0x2E7FD04Cu);
}

static uint32_t solid_color(sheet *s)
{
    return ptl_pen_color(&s->chart.pen, "solid", 0x1C142840u);
}

static uint32_t rim_color(sheet *s)
{
    return ptl_pen_color(&s->chart.pen, "rim of what is solid", 0x140C06E0u);
}

static void draw_ground(sheet *s)
{
    ptl_chart *c = &s->chart;

    ptl_pen_layer(&c->pen, "ground");
    if (s->mesh->version >= 'C') /* before there are no vertices */
        ptl_pen_view(&c->pen, &(ptl_plan_view){ .box  = { c->x, c->y, (float)c->across * c->cell,
                                                          (float)c->down * c->cell },
                                                .unit = 1 / c->cell });
}

static uint32_t shore_color(sheet *s)
{
    return ptl_pen_color(&s->chart.pen, "shore", 0x2E7FD090u);
}

/* Water that is seen in the view needs no sign, and often lies under the ground as well. */
static void draw_water(sheet *s)
{
    ptl_pen_layer(&s->chart.pen, "water");
    if (s->wet)
        return;
    trace_area(s, PTL_MPD_FX_WATER);
    ptl_pen_fill(&s->chart.pen, water_color(s));
    draw_rim(s, PTL_MPD_FX_WATER, shore_color(s), 1);
}

static void draw_walls(sheet *s)
{
    ptl_pen_layer(&s->chart.pen, "walls");
    trace_area(s, SOLID);
    ptl_pen_fill(&s->chart.pen, solid_color(s));
    draw_rim(s, SOLID, rim_color(s), 1.6f);
}

/* ---- Effects --------------------------------------------------------------------------------- */

typedef struct pattern { /* lines in a cell of size 1, that go on in the next */
    uint8_t count;
    float   line[3][4];
} pattern;

static const pattern falling = { 3,
                                 { { 0, 0.5f, 0.5f, 1 }, { 0, 0, 1, 1 }, { 0.5f, 0, 1, 0.5f } } };
static const pattern rising = { 3, { { 0, 0.5f, 0.5f, 0 }, { 0, 1, 1, 0 }, { 0.5f, 1, 1, 0.5f } } };
static const pattern level  = { 2, { { 0, 0.25f, 1, 0.25f }, { 0, 0.75f, 1, 0.75f } } };
static const pattern upright = { 2, { { 0.25f, 0, 0.25f, 1 }, { 0.75f, 0, 0.75f, 1 } } };
static const pattern dash    = { 1, { { 0.4f, 0.5f, 0.6f, 0.5f } } };
static const pattern cross   = { 2, { { 0.3f, 0.5f, 0.7f, 0.5f }, { 0.5f, 0.3f, 0.5f, 0.7f } } };

typedef struct effect {
    const char    *name, *text;
    uint32_t       rgba;
    const pattern *lines; /* NULL: a tint */
} effect;

/* By their bits. */
static const effect effects[MPD_EFFECTS] = {
    { "noreflect", "not reflected", 0x3C3C3CB0u, &dash },
    { "drawreflect", "mirrors", 0xF4F6FFE0u, &upright },
    { "anim", "animated", 0x8E24AAF0u, &cross },
    { "water", "water", 0x1E66D070u, NULL },
    { "wall", "wall", 0x8D5A24E0u, &falling },
    { "impass", "impassable", 0xD01818E0u, &rising },
    { "damage", "damage", 0xFF6A0088u, NULL },
    { "slippy", "slippery", 0x00C8DCF0u, &level },
};

static void trace_pattern(ptl_chart *c, const pattern *p, float x, float y, float side)
{
    for (unsigned i = 0; i < p->count; i++) {
        const float *l = p->line[i];

        ptl_pen_move(&c->pen, x + l[0] * side, y + l[1] * side);
        ptl_pen_line(&c->pen, x + l[2] * side, y + l[3] * side);
    }
}

static uint32_t effect_color(sheet *s, unsigned number)
{
    return ptl_pen_color(&s->chart.pen, effects[number].name, effects[number].rgba);
}

static void draw_effect(sheet *s, unsigned number)
{
    const effect *e = &effects[number];
    ptl_chart    *c = &s->chart;

    if (!e->lines) {
        trace_area(s, (uint8_t)(1u << number));
        ptl_pen_fill(&c->pen, ptl_pen_color(&c->pen, e->text, e->rgba));
        return;
    }
    for (uint32_t y = 0; y < s->mesh->sizey && ptl_ok(s->job); y++)
        for (uint32_t x = 0; x < s->mesh->sizex; x++)
            if (has(s->mesh, x, y, (uint8_t)(1u << number)))
                trace_pattern(c, e->lines, c->x + (float)x * c->cell, c->y + (float)y * c->cell,
                              c->cell);
    ptl_pen_stroke(&c->pen, effect_color(s, number), c->cell > 10 ? 1.1f : 0.8f);
}

/* Those that were asked for by name are seen; else it is the layer that must be asked for. */
static void begin_effects(sheet *s)
{
    if (s->asked > 0)
        ptl_pen_layer(&s->chart.pen, "effects");
    else
        ptl_pen_hidden_layer(&s->chart.pen, "effects");
}

static bool is_asked(const sheet *s, unsigned number)
{
    return (s->asked ? s->asked : (unsigned)MPD_USUAL_EFFECTS) >> number & 1;
}

static void draw_effects(sheet *s)
{
    begin_effects(s);
    for (unsigned i = MPD_EFFECTS; i-- > 0;) /* tints are the upper bits: they come first */
        if (!effects[i].lines && is_asked(s, i))
            draw_effect(s, i);
    for (unsigned i = 0; i < MPD_EFFECTS; i++)
        if (effects[i].lines && is_asked(s, i))
            draw_effect(s, i);
}

/* ---- Reach ----------------------------------------------------------------------------------- */

static void draw_reach(sheet *s, const ptl_files *files)
{
    ptl_chart *c = &s->chart;

    if (ptl_access_layer(&c->pen) && ptl_mpd_reach(s->job, &s->reach, s->mesh, files))
        ptl_access_draw(&c->pen, &s->reach, &(ptl_access_frame){ 0, c->x, c->y, c->cell });
}

/* ---- Legend ---------------------------------------------------------------------------------- */

/* Room for every sign and effect; with the lists, which are long, for effects where layers are
 * asked for. */
static float legend_height(const sheet *s)
{
    float    least = PTL_CHART_SCALE + 2 * PTL_CHART_GAP + (4 + 1 + MPD_EFFECTS) * PTL_CHART_ROW;
    float    lists = ptl_mpd_plan_lists_height(s);
    unsigned used  = 0;

    for (unsigned i = 0; (s->asked || ptl_setting_of(s->job, "layers")) && i < MPD_EFFECTS; i++)
        used += ptl_mpd_effect_fans(s->mesh, i) > 0;
    if (lists > 0)
        lists += least - (float)((MPD_EFFECTS - used) * PTL_CHART_ROW);
    return (lists > least ? lists : least) + ptl_access_legend_height(s->job);
}

static void label(sheet *s, const char *text)
{
    ptl_chart_label(&s->chart, (ptl_str){ text, strlen(text) });
}

static void sample_area(sheet *s, uint32_t fill, uint32_t rim, float width, const char *text)
{
    ptl_plan_box box = ptl_chart_sample(&s->chart);

    ptl_pen_rect(&s->chart.pen, box.x, box.y, box.width, box.height);
    ptl_pen_draw(&s->chart.pen, &(ptl_plan_path){ .fill = fill, .stroke = rim, .width = width });
    label(s, text);
}

static void list_signs(sheet *s)
{
    ptl_chart_heading(&s->chart, "Ground");
    sample_area(s, solid_color(s), rim_color(s), 1.6f, "solid: wall or impassable");
    if (ptl_mpd_water_fans(s->mesh) > 0 && !s->wet)
        sample_area(s, water_color(s), shore_color(s), 1, "water");
    if (ptl_mpd_fans_off(s->mesh) > 0)
        sample_area(s, PTL_PLAN_NONE, s->chart.ink, 0.6f, "empty: not drawn");
    ptl_chart_skip(&s->chart);
}

static void sample_effect(sheet *s, unsigned number)
{
    const effect *e   = &effects[number];
    ptl_plan_box  box = ptl_chart_sample(&s->chart);

    ptl_chart_swatch(&s->chart, e->lines
                                    ? ptl_pen_color(&s->chart.pen, "ground of samples", 0xC8BCA8FFu)
                                    : ptl_pen_color(&s->chart.pen, e->text, e->rgba));
    for (int i = 0; i < 2 && e->lines; i++)
        trace_pattern(&s->chart, e->lines, box.x + (float)i * box.width / 2, box.y + 0.5f,
                      box.width / 2);
    ptl_pen_stroke(&s->chart.pen, effect_color(s, number), 1.1f);
}

/* Belongs to the layer it explains, and comes and goes with it. */
static void list_effects(sheet *s)
{
    char text[64];

    begin_effects(s);
    ptl_chart_heading(&s->chart, "Effects");
    for (unsigned i = 0; i < MPD_EFFECTS; i++) {
        size_t fans = ptl_mpd_effect_fans(s->mesh, i);

        if (fans == 0 || !is_asked(s, i))
            continue;
        sample_effect(s, i);
        snprintf(text, sizeof text, "%s (%zu)", effects[i].text, fans);
        label(s, text);
    }
}

static void draw_legend(sheet *s)
{
    uint32_t fans = ptl_chart_scale_cells(&s->chart);
    char     text[64];

    snprintf(text, sizeof text, "%lu fans, %lu units of the world", (unsigned long)fans,
             (unsigned long)fans * PTL_MPD_TILE);
    ptl_chart_scale(&s->chart, text);
    list_signs(s);
    ptl_mpd_plan_lists_legend(s);
    ptl_access_legend(&s->chart, &s->reach);
    list_effects(s);
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* The name that people know the level by; each module has but one. */
static ptl_str title_of(const sheet *s)
{
    return s->module.menu.title.size > 0 ? s->module.menu.title : ptl_scene_text("Egoboo level");
}

static void put_title(sheet *s)
{
    ptl_str title = title_of(s);
    char    text[96], shown[128];

    snprintf(text, sizeof text, "%lu \xC3\x97 %lu fans", (unsigned long)s->mesh->sizex,
             (unsigned long)s->mesh->sizey);
    ptl_chart_title(&s->chart, ptl_quote(shown, sizeof shown, title.data, title.size), text);
}

/* Whether the scene, and so the view of it, has water; what is wrong with the water it says itself.
 */
static bool shows_water(ptl_job *job, const ptl_mpd *mesh, const ptl_files *files)
{
    ptl_job       quiet = { .heap = job->heap };
    ptl_mpd_water water = { 0 };
    bool          there = mesh->version >= 'C' && ptl_mpd_water_fans(mesh) > 0 &&
                 ptl_mpd_water_load(&quiet, files, &water);

    if (!ptl_ok(&quiet))
        ptl_fail(job, quiet.error.status, PTL_NOWHERE, quiet.error.rule, "%s", quiet.error.message);
    return there && (ptl_mpd_water_shown(&water, 0) || ptl_mpd_water_shown(&water, 1));
}

/* The level alone, to lie over the game's own plan, has no margins. */
static void trim(ptl_job *job, ptl_plan *plan, const ptl_mpd *mesh)
{
    static const char *const around[] = { "frame", "title", "legend" };
    ptl_plan_box             all      = { 0, 0, (float)mesh->sizex, (float)mesh->sizey };

    for (size_t i = 0; i < sizeof around / sizeof *around; i++)
        if (ptl_plan_wants_layer(job, around[i]))
            return;
    if (ptl_ok(job))
        ptl_plan_crop(plan, &all);
}

void ptl_mpd_to_plan(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    ptl_plan *plan = hub;
    sheet     s    = { .job = job, .mesh = native, .wet = shows_water(job, native, files) };

    s.asked = ptl_mpd_effects_asked(job);
    ptl_mpd_module_load(job, files, &s.module, MPD_SAY_LOST);
    ptl_mpd_plan_sort_spawns(&s);
    plan->name = title_of(&s);
    s.chart    = ptl_chart_begin(job, plan, s.mesh->sizex, s.mesh->sizey, legend_height(&s));
    draw_ground(&s);
    draw_water(&s);
    draw_walls(&s);
    draw_effects(&s);
    draw_reach(&s, files);
    ptl_chart_grid(&s.chart, GRID);
    ptl_mpd_plan_lists(&s);
    ptl_chart_frame(&s.chart);
    put_title(&s);
    draw_legend(&s);
    trim(job, plan, s.mesh);
}
