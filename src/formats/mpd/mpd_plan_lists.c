/* SPDX-License-Identifier: MIT */
/* Passages and spawns on the plan of a level. A kind of spawn is known by its color, and past as
 * many colors as can be told apart by a mark, too; teams are known by shapes. */
#include <stdio.h>
#include <string.h>

#include "core/order.h"
#include "core/words.h"
#include "formats/mpd/mpd_plan.h"

enum { COLORS = 12, MARKS = 4, MOST_KINDS = 40, MOST_PASSAGES = 20, TEXT = 160 };

/* Colors of a plan have names that stay. */
static const struct {
    char     name[12];
    uint32_t rgba;
} colors[COLORS] = {
    { "spawn 1", 0x3B7DD8FF },  { "spawn 2", 0xD8433BFF },  { "spawn 3", 0xF2C230FF },
    { "spawn 4", 0x3DA35DFF },  { "spawn 5", 0x9A4FC4FF },  { "spawn 6", 0xEF8A2BFF },
    { "spawn 7", 0x35B6B4FF },  { "spawn 8", 0xE36BA6FF },  { "spawn 9", 0x8A6A45FF },
    { "spawn 10", 0xB7D04AFF }, { "spawn 11", 0x5B5FA8FF }, { "spawn 12", 0xD9D2C5FF },
};

mpd_color ptl_mpd_plan_spawn_color(uint32_t kind)
{
    return (mpd_color){ colors[kind % COLORS].name, colors[kind % COLORS].rgba };
}

/* ---- Kinds ----------------------------------------------------------------------------------- */

static ptl_str trimmed(ptl_str text)
{
    while (text.size > 0 && (text.data[0] == ' ' || text.data[0] == '\t')) {
        text.data++;
        text.size--;
    }
    while (text.size > 0 && (text.data[text.size - 1] == ' ' || text.data[text.size - 1] == '\t'))
        text.size--;
    return text;
}

/* By their names, those of one name as they come. */
static bool is_named_before(const void *of, uint32_t a, uint32_t b)
{
    const ptl_spawn *list = of;
    ptl_str          x = trimmed(list[a].name), y = trimmed(list[b].name);
    size_t           common = x.size < y.size ? x.size : y.size;
    int              order  = common > 0 ? memcmp(x.data, y.data, common) : 0;

    if (order != 0)
        return order < 0;
    return x.size != y.size ? x.size < y.size : a < b;
}

static bool appears_before(const void *of, uint32_t a, uint32_t b)
{
    const mpd_kind *kinds = of;

    return kinds[a].first < kinds[b].first;
}

/* Gives every spawn that stands the number of its kind, counted as their names are sorted. */
static void gather(mpd_sheet *s, const uint32_t *order)
{
    const ptl_spawn *list = s->module.spawns.data;
    const ptl_spawn *last = NULL;

    for (size_t i = 0; i < s->module.spawns.count; i++) {
        const ptl_spawn *spawn = &list[order[i]];
        bool             same  = last && ptl_str_same(trimmed(last->name), trimmed(spawn->name));

        if (ptl_spawn_is_carried(spawn))
            continue;
        if (!same)
            s->kinds[s->kind_count++] = (mpd_kind){ order[i], 0 };
        s->kinds[s->kind_count - 1].count++;
        s->kind_of[order[i]] = (uint32_t)s->kind_count - 1;
        last                 = spawn;
    }
}

/* Numbers kinds anew as they appear. */
static void number_kinds(mpd_sheet *s, uint32_t *order, uint32_t *new_number, mpd_kind *sorted)
{
    ptl_put_in_order(order, s->kind_count, appears_before, s->kinds);
    for (uint32_t i = 0; i < s->kind_count; i++) {
        new_number[order[i]] = i;
        sorted[i]            = s->kinds[order[i]];
    }
    for (size_t i = 0; i < s->module.spawns.count; i++)
        if (!ptl_spawn_is_carried(&s->module.spawns.data[i]))
            s->kind_of[i] = new_number[s->kind_of[i]];
    s->kinds = sorted;
}

void ptl_mpd_plan_sort_spawns(mpd_sheet *s)
{
    size_t    count      = s->module.spawns.count;
    uint32_t *order      = ptl_arena_array(s->job, count, sizeof *order);
    uint32_t *new_number = ptl_arena_array(s->job, count, sizeof *new_number);
    mpd_kind *sorted     = ptl_arena_array(s->job, count, sizeof *sorted);

    s->kind_of = ptl_arena_array(s->job, count, sizeof *s->kind_of);
    s->kinds   = ptl_arena_array(s->job, count, sizeof *s->kinds);
    if (!ptl_ok(s->job) || count == 0)
        return;
    ptl_put_in_order(order, count, is_named_before, s->module.spawns.data);
    gather(s, order);
    number_kinds(s, order, new_number, sorted);
}

/* ---- Passages -------------------------------------------------------------------------------- */

/* A closed passage is a leaf of wood across its area, an open one an outline. */
static void draw_passage(mpd_sheet *s, ptl_plan_box box, bool open)
{
    ptl_pen *pen   = &s->chart.pen;
    uint32_t wood  = ptl_pen_color(pen, "closed passage", 0x9C5A1EA0u);
    uint32_t rim   = open ? ptl_pen_color(pen, "rim of an open passage", 0x0E8F7CFFu)
                          : ptl_pen_color(pen, "rim of a closed passage", 0x4A2306FFu);
    bool     wide  = box.width >= box.height;
    float    thick = (wide ? box.height : box.width) / 3;

    if (!open) {
        ptl_pen_rect(pen, box.x, box.y, box.width, box.height);
        ptl_pen_fill(pen, wood);
        if (wide)
            ptl_pen_rect(pen, box.x, box.y + thick, box.width, thick);
        else
            ptl_pen_rect(pen, box.x + thick, box.y, thick, box.height);
        ptl_pen_stroke(pen, rim, 1);
    }
    ptl_pen_rect(pen, box.x, box.y, box.width, box.height);
    ptl_pen_stroke(pen, rim, open ? 1.2f : 1.8f);
}

static void put_number(mpd_sheet *s, float x, float y, size_t number)
{
    ptl_chart *c    = &s->chart;
    float      size = c->cell < 8 ? 6 : c->cell > 16 ? 10 : c->cell * 0.7f;
    char       text[24];

    snprintf(text, sizeof text, "%zu", number);
    ptl_pen_text(&c->pen, &(ptl_plan_text){ .text   = { text, strlen(text) },
                                            .x      = x,
                                            .y      = y + size * 0.36f,
                                            .size   = size,
                                            .face   = PTL_FACE_SANS,
                                            .anchor = PTL_ANCHOR_MIDDLE,
                                            .color  = c->ink,
                                            .halo = ptl_pen_color(&c->pen, "halo", 0xFFFFFFC0u) });
}

typedef struct spot { /* in fans */
    double x, y;
} spot;

/* Whether fans around a place are free, as far as a symbol or a number reaches; `take` covers them.
 */
static bool try_fans(mpd_sheet *s, spot at, bool take)
{
    const double   half    = 0.3;
    const uint32_t last[2] = { s->mesh->sizex - 1, s->mesh->sizey - 1 };
    uint32_t       x0 = at.x > half ? (uint32_t)(at.x - half) : 0, x1 = (uint32_t)(at.x + half);
    uint32_t       y0 = at.y > half ? (uint32_t)(at.y - half) : 0, y1 = (uint32_t)(at.y + half);
    bool           all = true;

    for (uint32_t y = y0; y <= y1 && y <= last[1]; y++)
        for (uint32_t x = x0; x <= x1 && x <= last[0]; x++) {
            uint8_t *fan = &s->covered[(size_t)y * s->mesh->sizex + x];

            all  = all && !*fan;
            *fan = *fan || take;
        }
    return all;
}

enum { INSIDE = 64, BESIDE = 4, SPOTS = 1 + INSIDE + BESIDE };

/* Where the number of a passage may be: in its middle, in one of its fans, or beside it. */
static spot spot_of(const mpd_area *a, unsigned which)
{
    static const double from[BESIDE][2] = { { 1, 0 }, { -1, 0 }, { 0, -1 }, { 0, 1 } };
    uint32_t            across = a->x1 - a->x0 + 1, down = a->y1 - a->y0 + 1, fan = which - 1;
    spot                at = { a->x0 + across / 2.0, a->y0 + down / 2.0 };

    if (which > INSIDE) {
        at.x += from[which - INSIDE - 1][0] * (across + 1) / 2;
        at.y += from[which - INSIDE - 1][1] * (down + 1) / 2;
    } else if (which > 0 && fan / across < down)
        at = (spot){ a->x0 + fan % across + 0.5, a->y0 + fan / across + 0.5 };
    return at;
}

/* In the middle, where there is no better place: doors stand in the middle of their passages. */
static void number_passage(mpd_sheet *s, const mpd_area *a, size_t number)
{
    const ptl_chart *c  = &s->chart;
    spot             at = spot_of(a, 0);

    for (unsigned i = 0; i < SPOTS && s->covered; i++) {
        spot to = spot_of(a, i);

        if (to.x > 0 && to.y > 0 && to.x < s->mesh->sizex && to.y < s->mesh->sizey &&
            try_fans(s, to, false)) {
            at = to;
            break;
        }
    }
    if (s->covered)
        try_fans(s, at, true);
    put_number(s, c->x + (float)at.x * c->cell, c->y + (float)at.y * c->cell, number);
}

/* Fans that spawns will stand on. */
static void cover_fans(mpd_sheet *s)
{
    s->covered = ptl_arena_array(s->job, s->mesh->sizex, s->mesh->sizey);
    for (size_t i = 0; i < s->module.spawns.count && s->covered; i++) {
        const ptl_spawn *spawn = &s->module.spawns.data[i];

        if (!ptl_spawn_is_carried(spawn) && ptl_mpd_spawn_fan(s->mesh, spawn) != PTL_MPD_NO_FAN)
            try_fans(s, (spot){ spawn->x, spawn->y }, true);
    }
}

/* What is said to who points at it. */
static void tell(mpd_sheet *s, ptl_plan_box box, const char *text)
{
    ptl_pen_spot(&s->chart.pen, &(ptl_plan_spot){ .box  = box,
                                                  .text = { text, strlen(text) },
                                                  .id   = PTL_PLAN_NONE,
                                                  .to   = PTL_PLAN_NONE });
}

static void put_passage(mpd_sheet *s, size_t number)
{
    const ptl_passage *p    = &s->module.passages.data[number];
    const ptl_chart   *c    = &s->chart;
    ptl_str            name = trimmed(p->name);
    char               text[TEXT], shown[80];
    ptl_plan_box       box;
    mpd_area           a;

    if (!ptl_mpd_passage_area(s->mesh, p, &a))
        return;
    box = (ptl_plan_box){ c->x + (float)a.x0 * c->cell, c->y + (float)a.y0 * c->cell,
                          (float)(a.x1 - a.x0 + 1) * c->cell, (float)(a.y1 - a.y0 + 1) * c->cell };
    draw_passage(s, box, p->open);
    number_passage(s, &a, number);
    snprintf(text, sizeof text, "passage %zu: %s, %s%s%s", number,
             ptl_quote(shown, sizeof shown, name.data, name.size), p->open ? "open" : "closed",
             p->shoot_through ? ", shots pass" : "", p->slippery ? ", slippery" : "");
    tell(s, box, text);
}

/* ---- Spawns ---------------------------------------------------------------------------------- */

/* Things are squares, as nobody's team is N; all others are round. */
static void trace_shape(ptl_pen *pen, const ptl_spawn *spawn, float x, float y, float r)
{
    bool thing = spawn->team.size == 0 || ptl_lower(spawn->team.data[0]) == 'n';

    if (thing)
        ptl_pen_rect(pen, x - r * 0.85f, y - r * 0.85f, r * 1.7f, r * 1.7f);
    else
        ptl_pen_ellipse(pen, x, y, r, r);
}

/* Tells kinds of one color apart. */
static void draw_mark(mpd_sheet *s, uint32_t kind, float x, float y, float r)
{
    ptl_pen *pen  = &s->chart.pen;
    unsigned mark = kind / COLORS % MARKS;

    if (mark == 0)
        return;
    if (mark == 3)
        ptl_pen_rect(pen, x - r * 0.6f, y - r * 0.15f, r * 1.2f, r * 0.3f);
    else
        ptl_pen_ellipse(pen, x, y, r * 0.4f, r * 0.4f);
    ptl_pen_fill(pen, mark == 1 ? ptl_pen_color(pen, "light mark", 0xFFFFFFFFu) : s->chart.ink);
}

static uint32_t kind_color(mpd_sheet *s, uint32_t kind)
{
    return ptl_pen_color(&s->chart.pen, colors[kind % COLORS].name, colors[kind % COLORS].rgba);
}

/* An arrow head off the symbol; a symbol without one faces anywhere. */
static void trace_facing(ptl_chart *c, uint8_t facing, float x, float y, float r)
{
    static const struct {
        uint8_t letter;
        int8_t  x, y;
    } ways[] = { { 'N', 0, -1 }, { 'E', 1, 0 }, { 'S', 0, 1 }, { 'W', -1, 0 } };

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        float ahead_x = ways[i].x * r, ahead_y = ways[i].y * r;

        if (facing != ways[i].letter)
            continue;
        ptl_chart_polygon(
            c,
            (ptl_chart_point[]){
                { x + ahead_x * 2.0f, y + ahead_y * 2.0f },
                { x + ahead_x * 1.1f + ahead_y * 0.6f, y + ahead_y * 1.1f + ahead_x * 0.6f },
                { x + ahead_x * 1.1f - ahead_y * 0.6f, y + ahead_y * 1.1f - ahead_x * 0.6f } },
            3);
    }
}

/* Who has a status bar, mostly players, has a thicker rim. Everything has a light one around it,
 * because floors are dark as well. */
static void draw_symbol(mpd_sheet *s, const ptl_spawn *spawn, uint32_t kind, float x, float y,
                        float r)
{
    ptl_pen *pen  = &s->chart.pen;
    uint32_t halo = ptl_pen_color(pen, "halo", 0xFFFFFFC0u);
    float    rim  = spawn->status ? 2 : 0.8f;

    trace_shape(pen, spawn, x, y, r);
    ptl_pen_stroke(pen, halo, rim + 1.4f);
    trace_facing(&s->chart, spawn->facing, x, y, r);
    ptl_pen_draw(pen, &(ptl_plan_path){ .fill = halo, .stroke = s->chart.ink, .width = 0.5f });
    trace_shape(pen, spawn, x, y, r);
    ptl_pen_draw(
        pen, &(ptl_plan_path){ .fill = kind_color(s, kind), .stroke = s->chart.ink, .width = rim });
    draw_mark(s, kind, x, y, r);
}

static float symbol_size(const ptl_chart *c)
{
    return c->cell * 0.36f < 2.8f ? 2.8f : c->cell * 0.36f;
}

/* Those beside the level are left to the check. */
static void put_spawn(mpd_sheet *s, size_t number)
{
    const ptl_spawn *spawn = &s->module.spawns.data[number];
    ptl_chart       *c     = &s->chart;
    ptl_str          name  = trimmed(spawn->name);
    float            x = c->x + (float)spawn->x * c->cell, y = c->y + (float)spawn->y * c->cell;
    float            r = symbol_size(c);
    char             text[TEXT], shown[80], team[24];

    if (ptl_spawn_is_carried(spawn) || ptl_mpd_spawn_fan(s->mesh, spawn) == PTL_MPD_NO_FAN)
        return;
    draw_symbol(s, spawn, s->kind_of[number], x, y, r);
    snprintf(text, sizeof text, "%s, team %s, faces %c, slot %ld",
             ptl_quote(shown, sizeof shown, name.data, name.size),
             ptl_quote(team, sizeof team, spawn->team.data, spawn->team.size), spawn->facing,
             (long)spawn->slot);
    tell(s, (ptl_plan_box){ x - r, y - r, 2 * r, 2 * r }, text);
}

void ptl_mpd_plan_lists(mpd_sheet *s)
{
    if (s->module.passages.count > 0) {
        ptl_pen_layer(&s->chart.pen, "passages");
        cover_fans(s);
    }
    for (size_t i = 0; i < s->module.passages.count && ptl_ok(s->job); i++)
        put_passage(s, i);
    if (s->kind_count > 0)
        ptl_pen_layer(&s->chart.pen, "spawns");
    for (size_t i = 0; s->kind_count > 0 && i < s->module.spawns.count && ptl_ok(s->job); i++)
        put_spawn(s, i);
}

/* ---- Legend ---------------------------------------------------------------------------------- */

static size_t at_most(size_t count, size_t most)
{
    return count < most ? count : most;
}

/* Headings, two samples of passages, and a line for those that are too many. */
float ptl_mpd_plan_lists_height(const mpd_sheet *s)
{
    size_t passages = s->module.passages.count, rows = 0, gaps = 0;

    if (passages > 0) {
        rows += 3 + at_most(passages, MOST_PASSAGES + 1);
        gaps++;
    }
    if (s->kind_count > 0) {
        rows += 1 + at_most(s->kind_count, MOST_KINDS + 1);
        gaps++;
    }
    return (float)(rows * PTL_CHART_ROW + gaps * PTL_CHART_GAP);
}

static void put_more(mpd_sheet *s, size_t count, size_t most)
{
    char text[48];

    if (count <= most)
        return;
    snprintf(text, sizeof text, "and %zu more", count - most);
    ptl_chart_label(&s->chart, (ptl_str){ text, strlen(text) });
}

static void list_samples(mpd_sheet *s)
{
    size_t of[2] = { 0, 0 };
    char   text[48];

    for (size_t i = 0; i < s->module.passages.count; i++)
        of[s->module.passages.data[i].open]++;
    for (int open = 0; open < 2; open++) {
        if (of[open] == 0)
            continue;
        draw_passage(s, ptl_chart_sample(&s->chart), open);
        snprintf(text, sizeof text, "%s (%zu)", open ? "open: an area" : "closed: a door",
                 of[open]);
        ptl_chart_label(&s->chart, (ptl_str){ text, strlen(text) });
    }
}

/* Most files begin names with the number that stands beside them here. */
static ptl_str without_number(ptl_str name)
{
    ptl_str rest = name;

    while (rest.size > 0 && strchr("0123456789 ", rest.data[0]) && rest.data[0]) {
        rest.data++;
        rest.size--;
    }
    return rest.size > 0 ? rest : name;
}

static void list_passages(mpd_sheet *s)
{
    size_t count = s->module.passages.count;

    ptl_pen_layer(&s->chart.pen, "passages");
    ptl_chart_heading(&s->chart, "Passages");
    list_samples(s);
    for (size_t i = 0; i < at_most(count, MOST_PASSAGES); i++) {
        ptl_plan_box sample = ptl_chart_sample(&s->chart);

        put_number(s, sample.x + sample.width / 2, sample.y + sample.height / 2, i);
        ptl_chart_label(&s->chart, without_number(trimmed(s->module.passages.data[i].name)));
    }
    put_more(s, count, MOST_PASSAGES);
    ptl_chart_skip(&s->chart);
}

static void list_spawns(mpd_sheet *s)
{
    char text[TEXT], shown[80];

    ptl_pen_layer(&s->chart.pen, "spawns");
    ptl_chart_heading(&s->chart, "Spawns");
    for (uint32_t i = 0; i < at_most(s->kind_count, MOST_KINDS); i++) {
        const mpd_kind  *kind  = &s->kinds[i];
        const ptl_spawn *first = &s->module.spawns.data[kind->first];
        ptl_plan_box     box   = ptl_chart_sample(&s->chart);
        ptl_spawn        still = *first;
        ptl_str          name  = trimmed(first->name);

        still.facing = '?';
        draw_symbol(s, &still, i, box.x + box.width / 2, box.y + box.height / 2, 5);
        ptl_quote(shown, sizeof shown, name.data, name.size);
        snprintf(text, sizeof text, kind->count > 1 ? "%s (%lu)" : "%s", shown,
                 (unsigned long)kind->count);
        ptl_chart_label(&s->chart, (ptl_str){ text, strlen(text) });
    }
    put_more(s, s->kind_count, MOST_KINDS);
    ptl_chart_skip(&s->chart);
}

/* Belongs to the layers it explains, and comes and goes with them. */
void ptl_mpd_plan_lists_legend(mpd_sheet *s)
{
    if (s->module.passages.count > 0)
        list_passages(s);
    if (s->kind_count > 0)
        list_spawns(s);
}
