/* SPDX-License-Identifier: MIT */
/* A Gridmonger map on paper: a page for each level in the order the editor shows them, with title,
 * coordinates and legend. */
#include "formats/grmm/grmm_plan.h"

#include <string.h>

#include "hubs/plan_pages.h"
#include "hubs/plan_text.h"

#define MARGIN 28.0f
#define GAP 24.0f
#define TITLE_SIZE 26.0f
#define TITLE_STEP 32.0f /* whole units keep the cells on whole pixels */
#define SMALL_SIZE 12.0f
#define SMALL_STEP 16.0f
#define NARROWEST 320.0f

/* ---- Where things go ------------------------------------------------------------------------- */

typedef struct layout {
    ptl_plan_lines head, title;   /* names of map and game, of the level */
    float          width, height; /* of the page */
    float          map_x, map_y, legend_x, legend_y;
    unsigned       columns; /* of the legend */
    bool           beside;  /* the legend stands to the right of the map */
} layout;

typedef struct sizes {
    float map_width, map_height;
    float legend; /* its height in the columns at hand */
} sizes;

static float max_of(float a, float b)
{
    return a > b ? a : b;
}

/* Width and height of map and legend together. */
static void measure(const sizes *s, unsigned columns, bool beside, float out[2])
{
    float wide = ptl_grmm_legend_width(columns);

    out[0] = beside ? s->map_width + GAP + wide : max_of(s->map_width, wide);
    out[1] = beside ? max_of(s->map_height, s->legend) : s->map_height + GAP + s->legend;
}

/* The less of a page is empty the better, as long as it is neither a band nor a column. */
static float badness(const float page[2])
{
    float ratio = page[0] / page[1], shape = max_of(ratio / 1.7f, 0.75f / ratio);

    return page[0] * page[1] * max_of(shape, 1);
}

static void choose_columns(sizes *s, grmm_legend *legend, layout *l)
{
    float least = 1e30f;

    for (unsigned columns = 1; columns <= 40; columns++) {
        unsigned used = ptl_grmm_legend_spread(legend, columns, &s->legend);

        for (int beside = 0; beside < 2 && used == columns; beside++) {
            float page[2], bad;

            measure(s, columns, beside, page);
            bad = badness(page);
            if (bad < least) {
                least      = bad;
                l->columns = columns;
                l->beside  = beside;
            }
        }
    }
    ptl_grmm_legend_spread(legend, l->columns, &s->legend);
}

/* "Title, game" above the name of the level. */
static ptl_str head_line(const grmm_painter *p)
{
    const ptl_grmm *map  = p->map;
    size_t          room = map->title.size + map->game.size + 8;
    char           *text = ptl_arena_raw(p->job, room);
    size_t          size = map->title.size;

    if (!text)
        return (ptl_str){ "", 0 };
    if (size > 0)
        memcpy(text, map->title.data, size);
    if (map->game.size > 0 &&
        (map->game.size != map->title.size || memcmp(map->game.data, map->title.data, size) != 0)) {
        memcpy(text + size, " \xC2\xB7 ", 4);
        memcpy(text + size + 4, map->game.data, map->game.size);
        size += 4 + map->game.size;
    }
    return (ptl_str){ text, size };
}

static float title_height(const layout *l)
{
    if (l->title.count + l->head.count == 0)
        return 0;
    return (float)l->head.count * SMALL_STEP + 6 + (float)l->title.count * TITLE_STEP;
}

/* The lines above the map, where they are asked for. */
static void wrap_title(grmm_painter *p, layout *l, ptl_str name, float width)
{
    if (!ptl_plan_wants_layer(p->job, "title"))
        return;
    l->head  = ptl_plan_text_wrap(p->job, head_line(p), p->theme->text_face, SMALL_SIZE, width);
    l->title = ptl_plan_text_wrap(p->job, name, p->theme->title_face, TITLE_SIZE, width);
}

static layout lay_out(grmm_painter *p, grmm_legend *legend, ptl_str name)
{
    layout l        = { .columns = 0 };
    sizes  s        = { ((float)(p->view.right - p->view.left) + 2 * GRMM_AROUND) * GRMM_CELL,
                        ((float)(p->view.bottom - p->view.top) + 2 * GRMM_AROUND) * GRMM_CELL, 0 };
    float  inner[2] = { s.map_width, s.map_height };

    if (!ptl_grmm_legend_empty(legend)) {
        choose_columns(&s, legend, &l);
        measure(&s, l.columns, l.beside, inner);
    }
    inner[0] = max_of(inner[0], NARROWEST);
    wrap_title(p, &l, name, inner[0]);
    l.width    = inner[0] + 2 * MARGIN;
    l.map_x    = l.beside ? MARGIN : MARGIN + (float)(int)((inner[0] - s.map_width) / 2);
    l.map_y    = MARGIN + title_height(&l);
    l.legend_x = l.beside ? MARGIN + s.map_width + GAP : MARGIN;
    l.legend_y = l.beside ? l.map_y + GRMM_CELL : l.map_y + s.map_height + GAP;
    l.height =
        (float)(int)max_of(l.map_y + s.map_height, l.columns > 0 ? l.legend_y + s.legend : 0) +
        MARGIN;
    return l;
}

/* ---- Pages ----------------------------------------------------------------------------------- */

static void draw_lines(const grmm_painter *p, const ptl_plan_lines *lines, float step,
                       grmm_words *how)
{
    for (size_t i = 0; i < lines->count; i++) {
        ptl_grmm_plan_text(p, lines->data[i], how);
        how->y += step;
    }
}

static void draw_title(const grmm_painter *p, const layout *l)
{
    grmm_words how = { .x    = MARGIN,
                       .y    = MARGIN + SMALL_SIZE,
                       .size = SMALL_SIZE,
                       .face = p->theme->text_face,
                       .role = PTL_ROLE_TEXT };

    draw_lines(p, &l->head, SMALL_STEP, &how);
    how.face = p->theme->title_face;
    how.size = TITLE_SIZE;
    how.role = PTL_ROLE_TITLE;
    how.y += TITLE_STEP + 4 - SMALL_STEP;
    draw_lines(p, &l->title, TITLE_STEP, &how);
}

static void draw_reach(const grmm_painter *p)
{
    if (ptl_access_layer(p->pen) && p->reach)
        ptl_access_draw(p->pen, p->reach, &(ptl_access_frame){ p->index, p->x, p->y, GRMM_CELL });
}

static void draw_level(grmm_painter *p)
{
    ptl_pen_layer(p->pen, "background");
    ptl_grmm_plan_ground(p);
    ptl_pen_layer(p->pen, "floors");
    ptl_grmm_plan_floors(p);
    ptl_pen_layer(p->pen, "grid");
    ptl_grmm_plan_grid(p);
    draw_reach(p);
    ptl_pen_layer(p->pen, "symbols");
    ptl_grmm_plan_symbols(p);
    ptl_pen_layer(p->pen, "trail");
    ptl_grmm_plan_trail(p);
    ptl_pen_layer(p->pen, "notes");
    ptl_grmm_plan_notes(p);
    ptl_pen_layer(p->pen, "links");
    ptl_grmm_plan_links(p);
    ptl_pen_layer(p->pen, "walls");
    ptl_grmm_plan_walls(p);
    ptl_pen_layer(p->pen, "bridges");
    ptl_grmm_plan_bridges(p);
    ptl_pen_layer(p->pen, "regions");
    ptl_grmm_plan_regions(p);
    ptl_pen_layer(p->pen, "labels");
    ptl_grmm_plan_labels(p);
    ptl_pen_layer(p->pen, "region-names");
    ptl_grmm_plan_region_names(p);
    ptl_pen_layer(p->pen, "coordinates");
    ptl_grmm_plan_coordinates(p);
    ptl_pen_layer(p->pen, "spots");
    ptl_grmm_plan_spots(p);
}

static ptl_str level_name(ptl_job *job, const ptl_grmm_level *level)
{
    size_t size = ptl_grmm_level_name(NULL, 0, level);
    char  *text = ptl_arena_raw(job, size + 1);

    if (!text)
        return (ptl_str){ "", 0 };
    ptl_grmm_level_name(text, size + 1, level);
    return (ptl_str){ text, strlen(text) };
}

static void draw_page(grmm_painter *p, bool first)
{
    uint32_t    *order = ptl_grmm_list_notes(p->job, p->map, p->index);
    ptl_str      name  = level_name(p->job, p->level);
    grmm_legend *legend;
    layout       l;
    ptl_plan_box rock;

    if (!order)
        return;
    p->order = order;
    p->busy  = ptl_arena_take(p->job, (uint64_t)p->level->rows * p->level->columns);
    legend   = ptl_grmm_plan_legend(p, first);
    if (!p->busy || !legend || !ptl_ok(p->job))
        return;
    p->view = ptl_grmm_plan_view(p);
    l       = lay_out(p, legend, name);
    p->x    = l.map_x + (GRMM_AROUND - (float)p->view.left) * GRMM_CELL;
    p->y    = l.map_y + (GRMM_AROUND - (float)p->view.top) * GRMM_CELL;
    ptl_pen_page(p->pen, name, l.width, l.height, p->color[PTL_ROLE_PAPER]);
    ptl_pen_cells(p->pen, p->x, p->y, GRMM_CELL, GRMM_CELL);
    rock = ptl_grmm_plan_rock(p);
    ptl_pen_map(p->pen, &rock);
    ptl_grmm_plan_image(p, l.width, l.height);
    draw_level(p);
    ptl_pen_layer(p->pen, "title");
    draw_title(p, &l);
    ptl_pen_layer(p->pen, "legend");
    ptl_grmm_legend_draw(p, legend, l.legend_x, l.legend_y);
}

/* ---- The map --------------------------------------------------------------------------------- */

static void say_losses(ptl_job *job, const ptl_grmm *map, const struct grmm_losses *losses)
{
    size_t stale = 0;

    for (size_t i = 0; i < map->links.count; i++)
        stale += ptl_grmm_kind_of_link(map, &map->links.data[i]) > PTL_GRMM_LINK_DOOR;
    ptl_find_count(job, PTL_LOSS, "grmm-plan", losses->floors,
                   "# {floor of an unknown kind is|floors of unknown kinds are} not drawn");
    ptl_find_count(job, PTL_LOSS, "grmm-plan", losses->walls,
                   "# {wall of an unknown kind is|walls of unknown kinds are} not drawn");
    ptl_find_count(job, PTL_LOSS, "grmm-plan", losses->icons,
                   "# {icon of an unknown kind is|icons of unknown kinds are} not drawn");
    ptl_find_count(job, PTL_LOSS, "grmm-plan", losses->notes,
                   "# {note outside of its|notes outside of their} level or below another {is|are} "
                   "not drawn");
    ptl_find_count(job, PTL_LOSS, "grmm-plan", stale,
                   "# {link that leads nowhere is|links that lead nowhere are} not drawn");
}

/* The levels a link touches: none that does not exist, and none twice. */
static size_t levels_of(uint16_t out[2], const ptl_grmm *map, const ptl_grmm_link *link)
{
    size_t count = 0;

    if (link->from_level < map->levels.count)
        out[count++] = link->from_level;
    if (link->to_level < map->levels.count && link->to_level != link->from_level)
        out[count++] = link->to_level;
    return count;
}

/* Links by the levels they touch, in the order they are listed in. Counts stand two places further
 * on and become the beginnings of the levels before them, which filling moves on to where they
 * belong. */
static void list_links(grmm_painter *p)
{
    const ptl_grmm *map    = p->map;
    size_t          levels = map->levels.count;
    size_t         *at     = ptl_arena_array(p->job, levels + 2, sizeof *at);
    uint32_t       *list   = ptl_arena_array(p->job, 2 * (uint64_t)map->links.count, sizeof *list);
    uint16_t        of[2];

    if (!at || !list)
        return;
    for (size_t i = 0; i < map->links.count; i++)
        for (size_t k = levels_of(of, map, &map->links.data[i]); k-- > 0;)
            at[of[k] + 2]++;
    for (size_t i = 2; i < levels + 2; i++)
        at[i] += at[i - 1];
    for (size_t i = 0; i < map->links.count; i++)
        for (size_t k = levels_of(of, map, &map->links.data[i]); k-- > 0;)
            list[at[of[k] + 1]++] = (uint32_t)i;
    for (size_t i = 0; i < levels; i++)
        ptl_grmm_list_links(p->job, map, i, list + at[i], at[i + 1] - at[i]);
    p->links    = list;
    p->links_at = at;
}

/* How many notes the levels before each have. */
static void count_notes(grmm_painter *p)
{
    uint32_t *at  = ptl_arena_array(p->job, p->map->levels.count, sizeof *at);
    size_t    sum = 0;

    for (size_t i = 0; i < p->map->levels.count && at; i++) {
        at[i] = (uint32_t)sum;
        sum += p->map->levels.data[i].notes.count;
    }
    p->notes_at = at;
}

void ptl_grmm_to_plan(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    ptl_plan          *out    = hub;
    const ptl_grmm    *map    = ptl_grmm_as_seen(job, native);
    ptl_pen            pen    = ptl_pen_of(job, out);
    ptl_theme          theme  = { .wall_width = 0 };
    struct grmm_losses losses = { 0 };
    ptl_access         reach;
    grmm_painter p = { .job = job, .pen = &pen, .map = map, .theme = &theme, .losses = &losses };
    uint32_t    *order      = ptl_arena_array(job, map->levels.count, sizeof *order);
    const grmm_shown *shown = ptl_grmm_shown(job, native);

    ptl_grmm_theme(job, &theme, map, files);
    if (!order || !shown || !ptl_ok(job))
        return;
    out->name = map->title;
    p.borders = ptl_plan_wants_layer(job, "regions");
    p.regions = ptl_grmm_index_regions(job, map);
    if (ptl_plan_asks_layer(job, "reach") && ptl_grmm_reach(job, &reach, map))
        p.reach = &reach;
    list_links(&p);
    count_notes(&p);
    ptl_theme_palette(&pen, &theme, p.color);
    ptl_grmm_sort_levels(map, order);
    for (size_t i = 0; i < map->levels.count && ptl_ok(job); i++) {
        p.index = order[i];
        p.level = &map->levels.data[order[i]];
        draw_page(&p, i == 0);
        if (out->pages.count > i) {
            out->pages.data[i].level  = shown[order[i]].level;
            out->pages.data[i].number = shown[order[i]].number;
        }
    }
    if (ptl_ok(job))
        say_losses(job, map, &losses);
}
