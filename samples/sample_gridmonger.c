/* SPDX-License-Identifier: MIT */
/* A lighthouse and what lies below it: three levels for Gridmonger with every kind of floor, wall,
 * door, note and link, regions and a trail, as version 1 and as version 4. */
#include <portolan/grmm.h>
#include <string.h>

#include "sample_gridmonger.h"

/* Floors are drawn with characters, rows from the north. What version 1 lacks is drawn with
 * capital letters that stand for it. */
static const struct {
    char    drawn;
    uint8_t floor, facing; /* facing as version 4 says it */
} legend[] = {
    { '.', PTL_GRMM_BLANK, 1 },
    { 'd', PTL_GRMM_DOOR, 0 },
    { 'D', PTL_GRMM_DOOR, 1 },
    { 'l', PTL_GRMM_LOCKED_DOOR, 0 },
    { 'a', PTL_GRMM_ARCHWAY, 1 },
    { 'b', PTL_GRMM_SECRET_BLOCK, 1 },
    { 's', PTL_GRMM_SECRET_DOOR, 0 },
    { 'n', PTL_GRMM_ONE_WAY, PTL_GRMM_NORTH },
    { 'e', PTL_GRMM_ONE_WAY, PTL_GRMM_EAST },
    { 'o', PTL_GRMM_ONE_WAY, PTL_GRMM_SOUTH },
    { 'w', PTL_GRMM_ONE_WAY, PTL_GRMM_WEST },
    { 'p', PTL_GRMM_PLATE, 1 },
    { 'P', PTL_GRMM_HIDDEN_PLATE, 1 },
    { '1', PTL_GRMM_CLOSED_PIT, 1 },
    { '2', PTL_GRMM_OPEN_PIT, 1 },
    { '3', PTL_GRMM_HIDDEN_PIT, 1 },
    { '4', PTL_GRMM_CEILING_PIT, 1 },
    { '>', PTL_GRMM_STAIRS_DOWN, 1 },
    { '<', PTL_GRMM_STAIRS_UP, 1 },
    { '(', PTL_GRMM_ENTRANCE, 1 },
    { ')', PTL_GRMM_EXIT, 1 },
    { '@', PTL_GRMM_SPINNER, 1 },
    { 't', PTL_GRMM_TELEPORT, 1 },
    { 'T', PTL_GRMM_TELEPORT_DEST, 1 },
    { 'i', PTL_GRMM_BARRIER, 1 },
    { '=', PTL_GRMM_BRIDGE, 0 },
    { 'A', PTL_GRMM_ARROW, PTL_GRMM_EAST },
    { 'C', PTL_GRMM_COLUMN, 1 },
    { 'S', PTL_GRMM_STATUE, 1 },
};

enum { ROWS = 12, COLUMNS = 20 };

typedef struct story {
    const char *name;
    int16_t     elevation;
    const char *plan[ROWS];
} story;

static const story stories[] = {
    { "Lamp room",
      1,
      { "    ............    ", "   ..............   ", "  ....C......C....  ",
        "  ......p.........  ", "  ...(............  ", "  .......S....>...  ",
        "  ................  ", "  ....C......C....  ", "  ........P.......  ",
        "   ..............   ", "    ............    ", "                    " } },
    { "Ground",
      0,
      { ".....  ........ ....", ".....  ........ ....", "..<..DD...)....a....",
        ".....  ........ ....", "..d..    d      .s..", "  .      .       .  ",
        ".....  ...1.2.. ....", ".@...ee..3..... ..t.", ".....ww........ ....",
        ".....  n.o      ..l.", ".....b........A.....", "..>..  ........ .i.." } },
    { "Sea cave",
      -1,
      {
          "....................",
          "....................",
          "......~~~~~~........",
          "..T...~~~~~~........",
          "....===============.",
          "......~~~~~~........",
          "..........4.4.......",
          ".........4..........",
          "....................",
          "..<.................",
          "....................",
          "....................",
      } },
};

static bool set(ptl_doc *doc, size_t level, ptl_grmm_layer layer, uint32_t row, uint32_t column,
                uint8_t value)
{
    return ptl_grmm_set(doc, level, layer, row, column, value, NULL) == PTL_OK;
}

static char drawn_at(const story *s, int row, int column)
{
    if (row < 0 || column < 0 || row >= ROWS || column >= COLUMNS)
        return ' ';
    return s->plan[row][column];
}

/* Water has no floor of its own: blank, in another color. */
static bool draw_cell(ptl_doc *doc, size_t level, uint32_t row, uint32_t column)
{
    char drawn = drawn_at(&stories[level], (int)row, (int)column);
    bool good  = true;

    if (drawn == '~')
        good = set(doc, level, PTL_GRMM_FLOOR, row, column, PTL_GRMM_BLANK) &&
               set(doc, level, PTL_GRMM_COLOR, row, column, 8);
    for (size_t i = 0; i < sizeof legend / sizeof *legend; i++)
        if (legend[i].drawn == drawn)
            good = good && set(doc, level, PTL_GRMM_FLOOR, row, column, legend[i].floor) &&
                   set(doc, level, PTL_GRMM_ORIENTATION, row, column, legend[i].facing);
    return good;
}

/* Walls stand between floor and rock. */
static bool draw_walls(ptl_doc *doc, size_t level)
{
    const story *s    = &stories[level];
    bool         good = true;

    for (int row = 0; row <= ROWS; row++)
        for (int column = 0; column <= COLUMNS; column++) {
            bool here  = drawn_at(s, row, column) != ' ';
            bool north = drawn_at(s, row - 1, column) != ' ';
            bool west  = drawn_at(s, row, column - 1) != ' ';

            if (here != north)
                good = good && set(doc, level, PTL_GRMM_WALL_NORTH, (uint32_t)row, (uint32_t)column,
                                   PTL_GRMM_WALL);
            if (here != west)
                good = good && set(doc, level, PTL_GRMM_WALL_WEST, (uint32_t)row, (uint32_t)column,
                                   PTL_GRMM_WALL);
        }
    return good;
}

/* Every kind of wall along one line of the cave, and of floor color below it. */
static bool draw_gallery(ptl_doc *doc)
{
    static const uint8_t walls[] = { 10, 11, 12, 20, 21, 22, 23, 24, 25,
                                     30, 31, 40, 41, 50, 51, 60, 70, 71 };
    bool                 good    = true;

    for (uint32_t i = 0; i < sizeof walls; i++)
        good = good && set(doc, 2, PTL_GRMM_WALL_NORTH, 11, i + 1, walls[i]);
    for (uint32_t i = 0; i < 10; i++)
        good = good && set(doc, 2, PTL_GRMM_COLOR, 11, i + 5, (uint8_t)i);
    for (uint32_t i = 0; i < sizeof walls && i + 1 < 8; i++) /* the same from the side */
        good = good && set(doc, 2, PTL_GRMM_WALL_WEST, i, 19, walls[i + 9]);
    return good;
}

static bool draw_trail(ptl_doc *doc)
{
    bool good = true;

    for (uint32_t row = 3; row < 12; row++)
        good = good && set(doc, 1, PTL_GRMM_TRAIL, row, 2, 1);
    for (uint32_t column = 2; column < 11; column++)
        good = good && set(doc, 1, PTL_GRMM_TRAIL, 2, column, 1);
    return good;
}

/* ---- Notes, links, regions ------------------------------------------------------------------ */

#define TEXT(text)                                                                                 \
    {                                                                                              \
        text, sizeof(text) - 1                                                                     \
    }

static const struct {
    size_t        level;
    ptl_grmm_note note;
} notes[] = {
    { 0, { .row = 2, .column = 9, .kind = PTL_GRMM_ICON, .icon = 36, .text = TEXT("the lamp") } },
    { 0, { .row = 6, .column = 9, .kind = PTL_GRMM_LABEL, .text = TEXT("LAMP ROOM") } },
    { 0, { .row = 9, .column = 5, .text = TEXT("Salt on every pane.") } },
    { 1,
      { .row    = 0,
        .column = 1,
        .kind   = PTL_GRMM_NUMBERED,
        .index  = 1,
        .text   = TEXT("A table laid for two.\nOnly one chair.") } },
    { 1,
      { .row    = 0,
        .column = 9,
        .kind   = PTL_GRMM_NUMBERED,
        .index  = 2,
        .color  = 1,
        .text   = TEXT("The keeper sleeps here.") } },
    { 1,
      { .row    = 8,
        .column = 9,
        .kind   = PTL_GRMM_NUMBERED,
        .index  = 3,
        .color  = 3,
        .text   = TEXT("Mind the floor.") } },
    { 1,
      { .row    = 1,
        .column = 17,
        .kind   = PTL_GRMM_CUSTOM_ID,
        .id     = TEXT("K"),
        .text   = TEXT("store, key with the keeper") } },
    { 1, { .row = 10, .column = 1, .kind = PTL_GRMM_ICON, .icon = 15 } },
    { 1, { .row = 5, .column = 2, .text = TEXT("draughty") } },
    { 2, { .row = 3, .column = 8, .kind = PTL_GRMM_LABEL, .color = 3, .text = TEXT("tide") } },
    { 2, { .row = 8, .column = 3, .kind = PTL_GRMM_CUSTOM_ID, .id = TEXT("B2") } },
    { 2,
      { .row    = 8,
        .column = 15,
        .kind   = PTL_GRMM_ICON,
        .icon   = 31,
        .text   = TEXT("a wreck, older than the light") } },
};

static const ptl_grmm_place ways[][2] = {
    { { 0, 4, 5 }, { 1, 2, 10 } },  /* door            */
    { { 0, 5, 14 }, { 1, 2, 2 } },  /* stairs          */
    { { 1, 6, 10 }, { 2, 6, 10 } }, /* closed pit      */
    { { 1, 6, 12 }, { 2, 6, 12 } }, /* open pit        */
    { { 1, 7, 9 }, { 2, 7, 9 } },   /* hidden pit      */
    { { 1, 7, 18 }, { 2, 3, 2 } },  /* teleport        */
    { { 1, 11, 2 }, { 2, 9, 2 } },  /* stairs          */
};

static bool annotate(ptl_doc *doc)
{
    static const char *const regions[] = { "West bay", "East bay", "West shore", "East shore" };
    ptl_grmm_level          *cave      = &ptl_grmm_of(doc)->levels.data[2];
    bool                     good      = true;

    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        good = good && ptl_grmm_add_note(doc, notes[i].level, &notes[i].note, NULL) == PTL_OK;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        good = good && ptl_grmm_add_link(doc, ways[i][0], ways[i][1], NULL) == PTL_OK;
    cave->regions.enabled = 1;
    cave->regions.rows    = 6;
    cave->regions.columns = 10;
    for (uint16_t i = 0; i < 4; i++)
        good = good && ptl_grmm_name_region(doc, 2, i / 2, i % 2, regions[i], NULL) == PTL_OK;
    return good;
}

/* ---- The map -------------------------------------------------------------------------------- */

static bool draw_map(ptl_doc *doc)
{
    ptl_grmm *map  = ptl_grmm_of(doc);
    bool      good = true;

    map->game    = (ptl_str)TEXT("The Drowned Light");
    map->author  = (ptl_str)TEXT("Portolan");
    map->remarks = (ptl_str)TEXT("A sample with every kind of floor, wall, door, note and link.");
    for (size_t i = 0; good && i < 3; i++) {
        good = ptl_grmm_add_level(NULL, doc, "Lighthouse", stories[i].name, stories[i].elevation,
                                  ROWS, COLUMNS, NULL) == PTL_OK;
        for (uint32_t at = 0; good && at < ROWS * COLUMNS; at++)
            good = draw_cell(doc, i, at / COLUMNS, at % COLUMNS);
        good = good && draw_walls(doc, i);
    }
    map->levels.data[1].own_coordinates = 1; /* like a chart: letters across, from the south */
    map->levels.data[1].coordinates =
        (ptl_grmm_coordinates){ .origin = 1, .column_style = 1, .row_start = 1 };
    return good && draw_gallery(doc) && draw_trail(doc) && annotate(doc);
}

static void write_map(make_folder *folder, const ptl_doc *doc, const char *name,
                      const ptl_setting *settings, size_t count)
{
    const char    *path = make_path(folder, name);
    ptl_write_opts opts = { .overwrite = true, .settings = settings, .setting_count = count };
    ptl_diag       err;

    if (path && ptl_write_file(path, doc, &opts, &err) != PTL_OK)
        make_failed(folder, name, err.message);
}

/* Draws a map and writes it; the first in an older version, too. */
static void make_map(make_folder *folder, const char *title, const char *name,
                     bool (*draw)(ptl_doc *doc))
{
    static const ptl_setting older[] = { { "target-version", "1", 1 }, { "simplify", "", 0 } };
    ptl_doc                 *doc;
    ptl_diag                 err;

    if (ptl_grmm_new(&doc, title, "2026-01-01 12:00:00", 4, NULL, &err) != PTL_OK) {
        make_failed(folder, name, err.message);
        return;
    }
    if (!draw(doc))
        make_failed(folder, name, "cannot be drawn");
    write_map(folder, doc, name, NULL, 0);
    if (draw == draw_map)
        write_map(folder, doc, "lighthouse-v1.gmm", older, 2);
    ptl_doc_free(doc);
}

void sample_gridmonger(make_folder *folder)
{
    make_map(folder, "The Drowned Light", "lighthouse.gmm", draw_map);
    make_map(folder, "The Yard", "borders.gmm", sample_borders);
    make_map(folder, "The Stair", "tower.gmm", sample_tower);
    make_map(folder, "The Isles", "isles.gmm", sample_isles);
}
