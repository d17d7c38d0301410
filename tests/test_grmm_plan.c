/* SPDX-License-Identifier: MIT */
/* Gridmonger maps on paper: every sign is drawn and differs from the others, regions, coordinates,
 * legend. */
#include <portolan/grmm.h>
#include <portolan/plan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grmm_drawing.h"
#include "grmm_samples.h"
#include "harness.h"
#include "hubs/plan_text.h"
#include "hubs/theme.h"
#include "plan_reading.h"
#include "support.h"

/* What is drawn differs from all that was drawn before, and from nothing. */
typedef struct gallery {
    ptl_bytes shown[64];
    size_t    count;
} gallery;

static void hang(gallery *g, const ptl_doc *doc, const char *layers)
{
    ptl_bytes now = draw(doc, layers);

    for (size_t i = 0; i < g->count; i++)
        if (g->shown[i].size == now.size && memcmp(g->shown[i].data, now.data, now.size) == 0)
            test_fail(__FILE__, __LINE__, "number %zu looks like number %zu", g->count, i);
    g->shown[g->count++] = now;
}

static void take_down(gallery *g)
{
    for (size_t i = 0; i < g->count; i++)
        ptl_bytes_free(&g->shown[i]);
}

/* How many paths of a layer have a color by its name, as fill or stroke. */
static size_t count_colored(const ptl_plan *plan, const char *layer, const char *color)
{
    const ptl_plan_layer *l     = layer_of(plan, layer);
    size_t                count = 0, number = 0;

    while (number < plan->palette.count && strcmp(plan->palette.data[number].name, color) != 0)
        number++;
    for (size_t i = 0; i < l->count; i++) {
        const ptl_plan_item *item = &plan->items.data[l->item + i];

        count += item->kind == PTL_PLAN_PATH &&
                 (item->as.path.fill == number || item->as.path.stroke == number);
    }
    return count;
}

/* ---- Signs ----------------------------------------------------------------------------------- */

static void every_floor_looks_different(void)
{
    ptl_doc *doc   = room(1, 1);
    gallery  g     = { .count = 0 };
    size_t   kinds = 0;

    for (unsigned floor = 1; floor < 256; floor++)
        if (ptl_grmm_floor_name((uint8_t)floor) && floor != PTL_GRMM_ONE_WAY_BACK) {
            set(doc, PTL_GRMM_FLOOR, 0, 0, (uint8_t)floor);
            hang(&g, doc, "symbols,bridges");
            kinds++;
        }
    CHECK_UINT(kinds, 25);
    take_down(&g);
    ptl_doc_free(doc);
}

static void directions_look_different(void)
{
    static const uint8_t floors[] = { PTL_GRMM_ONE_WAY, PTL_GRMM_ARROW };
    ptl_doc             *doc      = room(1, 1);
    gallery              g        = { .count = 0 };

    for (size_t i = 0; i < COUNT(floors); i++)
        for (uint8_t facing = 0; facing < 4; facing++) {
            set(doc, PTL_GRMM_FLOOR, 0, 0, floors[i]);
            set(doc, PTL_GRMM_ORIENTATION, 0, 0, facing);
            hang(&g, doc, "symbols");
        }
    for (uint8_t facing = 0; facing < 2; facing++) {
        set(doc, PTL_GRMM_FLOOR, 0, 0, PTL_GRMM_BRIDGE);
        set(doc, PTL_GRMM_ORIENTATION, 0, 0, facing);
        hang(&g, doc, "bridges");
    }
    take_down(&g);
    ptl_doc_free(doc);
}

static void every_wall_looks_different(void)
{
    static const ptl_grmm_layer layers[] = { PTL_GRMM_WALL_NORTH, PTL_GRMM_WALL_WEST };
    ptl_doc                    *doc      = room(2, 2);
    gallery                     g        = { .count = 0 };

    hang(&g, doc, "walls");
    for (size_t i = 0; i < COUNT(layers); i++) {
        for (unsigned wall = 1; wall < 256; wall++)
            if (ptl_grmm_wall_name((uint8_t)wall)) {
                set(doc, layers[i], 1, 1, (uint8_t)wall);
                hang(&g, doc, "walls");
            }
        set(doc, layers[i], 1, 1, 0);
    }
    CHECK_UINT(g.count, 1 + 2 * 18);
    take_down(&g);
    ptl_doc_free(doc);
}

static void every_icon_looks_different(void)
{
    ptl_doc *doc = room(1, 1);
    gallery  g   = { .count = 0 };

    for (uint8_t icon = 0; icon < 40; icon++) {
        note(doc, &(ptl_grmm_note){ .kind = PTL_GRMM_ICON, .icon = icon });
        hang(&g, doc, "notes");
    }
    take_down(&g);
    ptl_doc_free(doc);
}

/* Icons and ids have the mark in their corner even without a text; numbers never have it. */
static void corners_mark_all_but_numbers(void)
{
    static const ptl_grmm_note kinds[] = {
        { .kind = PTL_GRMM_ICON, .icon = 3 },
        { .kind = PTL_GRMM_CUSTOM_ID, .id = { "B2", 2 } },
        { .text = { "drips", 5 } },
        { .kind = PTL_GRMM_NUMBERED, .index = 1, .text = { "chest", 5 } },
    };

    for (size_t i = 0; i < COUNT(kinds); i++) {
        ptl_doc  *doc = room(1, 1);
        ptl_plan *plan;

        note(doc, &kinds[i]);
        plan = must_plan(doc, NULL);
        CHECK_UINT(count_colored(plan, "notes", "comment"), kinds[i].kind != PTL_GRMM_NUMBERED);
        ptl_plan_free(plan);
        ptl_doc_free(doc);
    }
}

/* The thing on a wall lies in the cell that owns it. */
static void things_are_on_their_side(void)
{
    static const struct {
        ptl_grmm_layer layer;
        uint8_t        wall;
    } levers[] = {
        { PTL_GRMM_WALL_NORTH, PTL_GRMM_WALL_LEVER_NE },
        { PTL_GRMM_WALL_NORTH, PTL_GRMM_WALL_LEVER_SW },
        { PTL_GRMM_WALL_WEST, PTL_GRMM_WALL_LEVER_NE },
        { PTL_GRMM_WALL_WEST, PTL_GRMM_WALL_LEVER_SW },
    };
    float side[COUNT(levers)];

    for (size_t i = 0; i < COUNT(levers); i++) {
        ptl_doc  *doc = room(2, 2);
        ptl_plan *plan;
        float     edge, at;

        set(doc, levers[i].layer, 1, 1, levers[i].wall);
        CHECK(ptl_plan_make(&plan, doc, NULL, NULL) == PTL_OK);
        for (size_t k = 0; k < plan->layers.count; k++) {
            const ptl_plan_layer *layer = &plan->layers.data[k];
            bool                  west  = levers[i].layer == PTL_GRMM_WALL_WEST;

            if (strcmp(layer->name, "walls") != 0)
                continue;
            edge = west ? plan->pages.data[0].cells.x + plan->pages.data[0].cells.width
                        : plan->pages.data[0].cells.y + plan->pages.data[0].cells.height;
            at =
                plan->points
                    .data[2 * (plan->items.data[layer->item + layer->count - 1].as.path.point + 2) +
                          !west];
            side[i] = at - edge;
        }
        ptl_plan_free(plan);
        ptl_doc_free(doc);
    }
    CHECK(side[0] > 0); /* NE of a north edge: south of it */
    CHECK(side[1] < 0);
    CHECK(side[2] < 0); /* NE of a west edge: west of it */
    CHECK(side[3] > 0);
}

/* ---- Regions --------------------------------------------------------------------------------- */

/* Four regions of two by two cells. */
static ptl_doc *quarters(void)
{
    ptl_doc          *doc     = room(4, 4);
    ptl_grmm_regions *regions = &ptl_grmm_of(doc)->levels.data[0].regions;

    regions->enabled = 1;
    regions->rows = regions->columns = 2;
    return doc;
}

/* Whether a layer has a level line over a point. */
static bool has_line_over(const ptl_plan *plan, const char *layer, float x, float y)
{
    const ptl_plan_layer *l = layer_of(plan, layer);

    for (size_t i = 0; i < l->count; i++) {
        const ptl_plan_path *path = &plan->items.data[l->item + i].as.path;
        const float         *at   = plan->points.data + 2 * path->point;

        for (size_t k = 0; k + 1 < path->verb_count; k += 2, at += 4)
            if (at[1] == y && at[3] == y && at[0] <= x && at[2] >= x)
                return true;
    }
    return false;
}

/* An archway on a border keeps its gap, a secret door its letter, and nothing lies over them. */
static void walls_on_borders_are_drawn_as_themselves(void)
{
    ptl_doc *doc = quarters();
    gallery  g   = { .count = 0 };

    for (unsigned wall = 1; wall < 256; wall++) {
        const ptl_plan_box *cells;
        ptl_plan           *plan;

        if (!ptl_grmm_wall_name((uint8_t)wall))
            continue;
        set(doc, PTL_GRMM_WALL_NORTH, 2, 1, (uint8_t)wall);
        hang(&g, doc, "walls,regions");
        plan  = must_plan(doc, NULL);
        cells = &plan->pages.data[0].cells;
        CHECK(!has_line_over(plan, "regions", cells->x + 1.5f * cells->width,
                             cells->y + 2 * cells->height));
        CHECK(has_line_over(plan, "regions", cells->x + 0.5f * cells->width,
                            cells->y + 2 * cells->height));
        if (wall == PTL_GRMM_WALL_ARCHWAY)
            CHECK(!has_line_over(plan, "walls", cells->x + 1.5f * cells->width,
                                 cells->y + 2 * cells->height));
        CHECK_UINT(count_colored(plan, "walls", "wall") + count_colored(plan, "walls", "ink"), 0);
        CHECK(count_colored(plan, "walls", "region") +
                  count_colored(plan, "walls", "region-faint") >
              0);
        ptl_plan_free(plan);
    }
    CHECK_UINT(g.count, 18);
    take_down(&g);
    ptl_doc_free(doc);
}

/* Without borders their walls are like others. */
static void borders_may_be_left_out(void)
{
    ptl_doc  *plain = room(4, 4), *doc = quarters();
    ptl_bytes a, b;

    set(plain, PTL_GRMM_WALL_NORTH, 2, 1, PTL_GRMM_WALL_DOOR);
    set(doc, PTL_GRMM_WALL_NORTH, 2, 1, PTL_GRMM_WALL_DOOR);
    a = draw(plain, "walls");
    b = draw(doc, "walls");
    CHECK(a.size == b.size && memcmp(a.data, b.data, a.size) == 0);
    ptl_bytes_free(&a);
    ptl_bytes_free(&b);
    ptl_doc_free(plain);
    ptl_doc_free(doc);
}

/* Regions that are not enabled are no regions, though their names are kept. */
static void info_counts_regions_in_use(void)
{
    ptl_doc  *doc = quarters();
    ptl_bytes page;

    CHECK(ptl_grmm_name_region(doc, 0, 0, 0, "Hall", NULL) == PTL_OK);
    CHECK(ptl_info(&page, doc, PTL_PAGE_JSON, NULL) == PTL_OK);
    CHECK(find_in(&page, "\"regions\": 4"));
    ptl_bytes_free(&page);
    ptl_grmm_of(doc)->levels.data[0].regions.enabled = 0;
    CHECK(ptl_info(&page, doc, PTL_PAGE_JSON, NULL) == PTL_OK);
    CHECK(!find_in(&page, "\"regions\""));
    ptl_bytes_free(&page);
    ptl_doc_free(doc);
}

/* ---- Texts ----------------------------------------------------------------------------------- */

static void coordinates_are_those_of_the_map(void)
{
    ptl_doc              *doc   = room(2, 3);
    ptl_grmm_coordinates *given = &ptl_grmm_of(doc)->coordinates;
    ptl_plan             *plan;
    char                  got[200];

    CHECK(ptl_plan_make(&plan, doc, NULL, NULL) == PTL_OK);
    texts_of(plan, "coordinates", got, sizeof got);
    CHECK_TEXT(got, "1|1|2|2|3|3|1|1|2|2|");
    ptl_plan_free(plan);
    given->origin       = 1;
    given->column_style = 1;
    given->row_start    = -1;
    given->column_start = 25;
    CHECK(ptl_plan_make(&plan, doc, NULL, NULL) == PTL_OK);
    texts_of(plan, "coordinates", got, sizeof got);
    CHECK_TEXT(got, "Z|Z|AA|AA|AB|AB|0|0|-1|-1|");
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

/* Pages come from the top to the bottom, whatever the order of the file; paths of findings go by
 * that. */
static void pages_know_their_levels(void)
{
    const ptl_grmm *map;
    ptl_doc        *doc;
    ptl_plan       *plan;
    char            name[32];

    CHECK(ptl_read_file(&doc, PTL_SOURCE "/samples/gridmonger/tower.gmm", NULL, NULL) == PTL_OK);
    map = ptl_grmm_view(doc);
    CHECK(ptl_plan_make(&plan, doc, NULL, NULL) == PTL_OK);
    CHECK_UINT(plan->pages.count, 30);
    for (size_t i = 0; i < plan->pages.count; i++) {
        const ptl_plan_page *page = &plan->pages.data[i];
        int                  up   = map->levels.data[page->level].elevation;

        snprintf(name, sizeof name, up == 0 ? "Tower (G)" : "Tower (%d)", up);
        CHECK_UINT(page->name.size, strlen(name));
        CHECK(memcmp(page->name.data, name, page->name.size) == 0);
    }
    CHECK_UINT(plan->pages.data[0].level, 29);
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

static void the_legend_tells_of_notes_and_links(void)
{
    ptl_doc  *doc = room(2, 3);
    ptl_plan *plan;
    char      got[400];

    note(doc, &(ptl_grmm_note){ .row = 1, .text = str("drips") });
    note(doc, &(ptl_grmm_note){ .kind = PTL_GRMM_NUMBERED, .index = 1, .text = str("a chest") });
    note(doc, &(ptl_grmm_note){
                  .column = 1, .kind = PTL_GRMM_CUSTOM_ID, .id = str("K7"), .text = str("key") });
    note(doc, &(ptl_grmm_note){ .column = 2, .kind = PTL_GRMM_LABEL, .text = str("HALL") });
    set(doc, PTL_GRMM_FLOOR, 1, 1, PTL_GRMM_TELEPORT);
    set(doc, PTL_GRMM_FLOOR, 1, 2, PTL_GRMM_TELEPORT_DEST);
    CHECK(ptl_grmm_add_link(doc, (ptl_grmm_place){ 0, 1, 1 }, (ptl_grmm_place){ 0, 1, 2 }, NULL) ==
          PTL_OK);
    CHECK(ptl_plan_make(&plan, doc, NULL, NULL) == PTL_OK);
    texts_of(plan, "legend", got, sizeof got);
    CHECK_TEXT(got, "Notes|(1,\xC2\xA0"
                    "1) a chest|1|(2,\xC2\xA0"
                    "1) key|K7|(1,\xC2\xA0"
                    "2) drips|Links|(2,\xC2\xA0"
                    "2) teleport \xE2\x86\x92 (3,\xC2\xA0"
                    "2)|");
    texts_of(plan, "labels", got, sizeof got);
    CHECK_TEXT(got, "HALL|");
    texts_of(plan, "title", got, sizeof got);
    CHECK_TEXT(got, "Test|Keep (G)|");
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

/* Of a list of links where each begins, with blanks that break. */
static void only_starts(char *text)
{
    char *to = text;

    for (char *c = text; *c;) {
        char *end = strchr(c, '|'), *cell = memchr(c, ')', (size_t)(end - c));

        for (char *stop = cell ? cell + 1 : end; c < stop; c++)
            if (*c != '\xC2')
                *to++ = (char)(*c == '\xA0' ? ' ' : *c);
        *to++ = '|';
        c     = end + 1;
    }
    *to = 0;
}

/* Links are listed as they are read, whatever order the file has them in, and region by region as
 * notes are. */
static void the_legend_lists_links_as_they_are_read(void)
{
    static const ptl_grmm_place from[]   = { { 0, 3, 0 }, { 0, 0, 3 }, { 0, 0, 1 }, { 0, 1, 0 } };
    static const char *const    wanted[] = { "Links|(2, 1)|(4, 1)|(1, 2)|(1, 4)|",
                                             "Links|(2, 1)|(1, 2)|(2, 1)|(1, 2)|" };

    for (uint8_t own = 0; own < 2; own++) {
        ptl_doc       *doc = quarters();
        ptl_grmm_links links;
        ptl_plan      *plan;
        char           got[800];

        ptl_grmm_of(doc)->levels.data[0].regions.own_coordinates = own;
        CHECK(ptl_grmm_name_region(doc, 0, 1, 1, "SE", NULL) == PTL_OK); /* fits into a line */
        set(doc, PTL_GRMM_FLOOR, 3, 3, PTL_GRMM_TELEPORT_DEST);
        for (size_t i = 0; i < COUNT(from); i++) {
            set(doc, PTL_GRMM_FLOOR, from[i].row, from[i].column, PTL_GRMM_TELEPORT);
            CHECK(ptl_grmm_add_link(doc, from[i], (ptl_grmm_place){ 0, 3, 3 }, NULL) == PTL_OK);
        }
        links = ptl_grmm_of(doc)->links;
        for (size_t i = 0; i < COUNT(from); i++) {
            links.data[i].from_row    = from[i].row;
            links.data[i].from_column = from[i].column;
        }
        plan = must_plan(doc, NULL);
        texts_of(plan, "legend", got, sizeof got);
        only_starts(got);
        CHECK_TEXT(got, wanted[own]);
        ptl_plan_free(plan);
        ptl_doc_free(doc);
    }
}

/* Where coordinates begin anew in every region, notes are listed by region, regions as they are
 * read; so are two notes of the same id and coordinates told apart. */
static void the_legend_goes_by_region(void)
{
    static const struct {
        uint16_t row, column;
    } at[] = { { 3, 3 }, { 0, 0 }, { 2, 0 }, { 0, 3 }, { 1, 1 } };

    for (uint8_t origin = 0; origin < 2; origin++) {
        ptl_doc  *doc = quarters();
        ptl_plan *plan;
        char      got[400];

        ptl_grmm_of(doc)->coordinates.origin                     = origin;
        ptl_grmm_of(doc)->levels.data[0].regions.own_coordinates = 1;
        CHECK(ptl_grmm_name_region(doc, 0, origin, 1, "North-east", NULL) == PTL_OK);
        for (size_t i = 0; i < COUNT(at); i++)
            note(doc, &(ptl_grmm_note){ .row    = at[i].row,
                                        .column = at[i].column,
                                        .kind   = PTL_GRMM_CUSTOM_ID,
                                        .id     = str("K"),
                                        .text   = str("key") });
        plan = must_plan(doc, NULL);
        texts_of(plan, "legend", got, sizeof got);
        for (char *c = got; (c = strstr(c, "\xC2\xA0"));) /* blanks that do not break */
            memmove(c, c + 1, strlen(c)), *c++ = ' ';
        if (origin == 0)
            CHECK_TEXT(got, "Notes|Untitled Region 1|(1, 1) key|K|(2, 2) key|K|North-east|"
                            "(2, 1) key|K|Untitled Region 3|(1, 1) key|K|Untitled Region 4|"
                            "(2, 2) key|K|");
        else
            CHECK_TEXT(got, "Notes|Untitled Region 3|(1, 2) key|K|(2, 1) key|K|North-east|"
                            "(2, 2) key|K|Untitled Region 1|(1, 2) key|K|Untitled Region 2|"
                            "(2, 1) key|K|");
        ptl_plan_free(plan);
        ptl_doc_free(doc);
    }
}

static const ptl_plan_text *text_in(const ptl_plan *plan, const char *layer, size_t number)
{
    return &plan->items.data[layer_of(plan, layer)->item + number].as.text;
}

/* The first line of a label is in its cell, the next below; at the southern edge the last is the
 * one that stays on the map. */
static void labels_begin_at_their_cell(void)
{
    ptl_doc            *doc = room(6, 6);
    ptl_plan           *plan;
    const ptl_plan_box *cells;
    float               bottom;

    note(doc, &(ptl_grmm_note){ .row = 1, .kind = PTL_GRMM_LABEL, .text = str("ONE\nTWO\nTHREE") });
    note(doc, &(ptl_grmm_note){ .row = 5, .kind = PTL_GRMM_LABEL, .text = str("FOUR\nFIVE\nSIX") });
    plan   = must_plan(doc, NULL);
    cells  = &plan->pages.data[0].cells;
    bottom = cells->y + 6 * cells->height;
    CHECK_UINT(layer_of(plan, "labels")->count, 6);
    CHECK(text_in(plan, "labels", 0)->y > cells->y + cells->height);
    CHECK(text_in(plan, "labels", 0)->y < cells->y + 2 * cells->height);
    CHECK(text_in(plan, "labels", 2)->y > cells->y + 2 * cells->height);
    CHECK(text_in(plan, "labels", 5)->y < bottom);
    CHECK(text_in(plan, "labels", 5)->y > bottom - cells->height);
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

static void long_notes_wrap(void)
{
    ptl_doc  *doc = room(2, 2);
    ptl_plan *plan;
    char      text[3000];
    size_t    lines = 0;

    for (size_t i = 0; i < sizeof text; i++)
        text[i] = i % 7 == 6 ? ' ' : 'm';
    note(doc,
         &(ptl_grmm_note){ .kind = PTL_GRMM_NUMBERED, .index = 1, .text = { text, sizeof text } });
    CHECK(ptl_plan_make(&plan, doc, NULL, NULL) == PTL_OK);
    for (size_t i = 0; i < plan->items.count; i++) {
        const ptl_plan_text *t = &plan->items.data[i].as.text;

        if (plan->items.data[i].kind != PTL_PLAN_TEXT || t->text.data[0] != 'm')
            continue;
        CHECK(ptl_plan_text_width(t->text, t->face, t->size) <= 300);
        lines++;
    }
    CHECK(lines > 60 && lines < 150);
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

/* ---- Settings and failures ------------------------------------------------------------------- */

static void the_themes_of_the_setting_are_those_there_are(void)
{
    const ptl_setting_info *s          = ptl_format_named("grmm")->settings;
    char                    names[200] = "";

    while (s->name && strcmp(s->name, "theme") != 0)
        s++;
    for (size_t i = 0; ptl_theme_name(i); i++) {
        strcat(names, i > 0 ? " " : "");
        strcat(names, ptl_theme_name(i));
    }
    CHECK_TEXT(s->choices, strcat(names, " map"));
}

static void a_theme_is_for_pictures_only(void)
{
    static const ptl_setting theme = { "theme", "dark", 4 };
    ptl_doc                 *doc   = room(1, 1);
    ptl_write_opts           opts  = { .settings = &theme, .setting_count = 1 };
    ptl_bytes                out;
    ptl_diag                 err;

    CHECK(ptl_write(&out, doc, &opts, &err) == PTL_E_ARG);
    CHECK_TEXT(err.rule, "setting");
    ptl_doc_free(doc);
}

static void without_memory_there_is_no_plan(void)
{
    for (size_t at = 1;; at++) {
        test_heap     heap = { .held = 0 };
        ptl_read_opts opts = { .allocator = test_allocator(&heap) };
        ptl_doc      *doc  = must_read(grmm_room, sizeof grmm_room, &opts);
        ptl_bytes     svg  = { 0 };
        ptl_status    status;

        heap.fail_at = heap.calls + at;
        status       = ptl_write(&svg, doc, &(ptl_write_opts){ .to = "svg" }, NULL);
        CHECK(status == PTL_OK || status == PTL_E_MEMORY);
        ptl_bytes_free(&svg);
        ptl_doc_free(doc);
        CHECK_UINT(heap.held, 0);
        if (status == PTL_OK)
            break;
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(every_floor_looks_different),
        TEST(directions_look_different),
        TEST(every_wall_looks_different),
        TEST(every_icon_looks_different),
        TEST(corners_mark_all_but_numbers),
        TEST(things_are_on_their_side),
        TEST(walls_on_borders_are_drawn_as_themselves),
        TEST(borders_may_be_left_out),
        TEST(info_counts_regions_in_use),
        TEST(coordinates_are_those_of_the_map),
        TEST(pages_know_their_levels),
        TEST(the_legend_tells_of_notes_and_links),
        TEST(the_legend_lists_links_as_they_are_read),
        TEST(the_legend_goes_by_region),
        TEST(labels_begin_at_their_cell),
        TEST(long_notes_wrap),
        TEST(the_themes_of_the_setting_are_those_there_are),
        TEST(a_theme_is_for_pictures_only),
        TEST(without_memory_there_is_no_plan),
    };

    return run_tests("grmm_plan", tests, COUNT(tests));
}
