/* SPDX-License-Identifier: MIT */
/* Three more maps for Gridmonger: borders of regions that run along every kind of wall, a tower of
 * thirty levels, and a map of the world. */
#include <portolan/grmm.h>
#include <stdio.h>
#include <string.h>

#include "sample_gridmonger.h"

static bool set(ptl_doc *doc, size_t level, ptl_grmm_layer layer, uint32_t row, uint32_t column,
                uint8_t value)
{
    return ptl_grmm_set(doc, level, layer, row, column, value, NULL) == PTL_OK;
}

/* Walls stand between floor and rock. */
static bool enclose(ptl_doc *doc, size_t level)
{
    const ptl_grmm_level *l    = &ptl_grmm_of(doc)->levels.data[level];
    bool                  good = true;

    for (uint32_t row = 0; row <= l->rows; row++)
        for (uint32_t column = 0; column <= l->columns; column++) {
            bool inside = row < l->rows && column < l->columns;
            bool here   = inside && ptl_grmm_cell_at(ptl_grmm_of(doc), level, row, column).floor;
            bool north  = row > 0 && column < l->columns &&
                         ptl_grmm_cell_at(ptl_grmm_of(doc), level, row - 1, column).floor;
            bool west = column > 0 && row < l->rows &&
                        ptl_grmm_cell_at(ptl_grmm_of(doc), level, row, column - 1).floor;

            if (here != north)
                good = good && set(doc, level, PTL_GRMM_WALL_NORTH, row, column, PTL_GRMM_WALL);
            if (here != west)
                good = good && set(doc, level, PTL_GRMM_WALL_WEST, row, column, PTL_GRMM_WALL);
        }
    return good;
}

/* ---- Borders --------------------------------------------------------------------------------- */

enum { YARD = 20 }; /* cells a side, in four regions */

bool sample_borders(ptl_doc *doc)
{
    static const uint8_t     walls[] = { 10, 11, 12, 20, 21, 22, 23, 24, 25,
                                         30, 31, 40, 41, 50, 51, 60, 70, 71 };
    static const char *const names[] = { "Orchard", "Stables", "Well", "Gate" };
    bool good = ptl_grmm_add_level(NULL, doc, "Yard", "", 0, YARD, YARD, NULL) == PTL_OK;
    ptl_grmm_regions *regions;

    for (uint32_t at = 0; good && at < YARD * YARD; at++)
        good = set(doc, 0, PTL_GRMM_FLOOR, at / YARD, at % YARD, PTL_GRMM_BLANK);
    for (uint32_t i = 0; good && i < sizeof walls; i++)
        good = set(doc, 0, PTL_GRMM_WALL_NORTH, YARD / 2, i + 1, walls[i]) &&
               set(doc, 0, PTL_GRMM_WALL_WEST, i + 1, YARD / 2, walls[i]);
    if (!good)
        return false;
    regions                  = &ptl_grmm_of(doc)->levels.data[0].regions;
    regions->enabled         = 1;
    regions->own_coordinates = 1;
    regions->rows = regions->columns = YARD / 2;
    for (uint16_t i = 0; good && i < 4; i++) { /* the same id and coordinates in each */
        ptl_grmm_note bench = { .row    = (uint16_t)(i / 2 * YARD / 2 + 2),
                                .column = (uint16_t)(i % 2 * YARD / 2 + 3),
                                .kind   = PTL_GRMM_CUSTOM_ID,
                                .id     = { "B", 1 },
                                .text   = { "a bench", 7 } };

        good = ptl_grmm_name_region(doc, 0, i / 2, i % 2, names[i], NULL) == PTL_OK &&
               ptl_grmm_add_note(doc, 0, &bench, NULL) == PTL_OK;
    }
    return good && enclose(doc, 0);
}

/* ---- The tower ------------------------------------------------------------------------------- */

enum { STORIES = 30, ACROSS = 48 };

/* A round hall, a little smaller on every story. */
static bool draw_story(ptl_doc *doc, size_t level, int32_t radius)
{
    bool good = true;

    for (int32_t at = 0; good && at < ACROSS * ACROSS; at++) {
        int32_t y = 2 * (at / ACROSS) - ACROSS + 1, x = 2 * (at % ACROSS) - ACROSS + 1;

        if (x * x + y * y <= 4 * radius * radius)
            good = set(doc, level, PTL_GRMM_FLOOR, (uint32_t)(at / ACROSS), (uint32_t)(at % ACROSS),
                       PTL_GRMM_BLANK);
    }
    return good && enclose(doc, level);
}

/* Stairs wind up around the middle. */
static bool join_stories(ptl_doc *doc, uint16_t level)
{
    static const int8_t steps[4][2] = { { -4, 0 }, { 0, 4 }, { 4, 0 }, { 0, -4 } };
    uint16_t            row         = (uint16_t)(ACROSS / 2 + steps[level % 4][0]);
    uint16_t            column      = (uint16_t)(ACROSS / 2 + steps[level % 4][1]);

    return set(doc, level, PTL_GRMM_FLOOR, row, column, PTL_GRMM_STAIRS_UP) &&
           set(doc, level + 1u, PTL_GRMM_FLOOR, row, column, PTL_GRMM_STAIRS_DOWN) &&
           ptl_grmm_add_link(doc, (ptl_grmm_place){ level, row, column },
                             (ptl_grmm_place){ (uint16_t)(level + 1), row, column },
                             NULL) == PTL_OK;
}

bool sample_tower(ptl_doc *doc)
{
    bool good = true;

    for (int16_t i = 0; good && i < STORIES; i++) {
        char          text[40];
        int           size = snprintf(text, sizeof text, "%d steps to go", (STORIES - 1 - i) * 13);
        ptl_grmm_note sign = { .row    = ACROSS / 2,
                               .column = ACROSS / 2,
                               .kind   = PTL_GRMM_NUMBERED,
                               .index  = 1,
                               .color  = (uint8_t)(i % 4),
                               .text   = { text, (size_t)size } };

        good = ptl_grmm_add_level(NULL, doc, "Tower", "", i, ACROSS, ACROSS, NULL) == PTL_OK &&
               draw_story(doc, (size_t)i, ACROSS / 2 - i / 3) &&
               ptl_grmm_add_note(doc, (size_t)i, &sign, NULL) == PTL_OK;
    }
    for (uint16_t i = 0; good && i + 1 < STORIES; i++)
        good = join_stories(doc, i);
    return good;
}

/* ---- The world ------------------------------------------------------------------------------- */

/* Colors as themes for worlds mean them. */
static const struct {
    char    drawn;
    uint8_t color;
} lands[] = { { '.', 0 }, { ',', 3 }, { '#', 4 }, { '~', 5 },
              { ':', 6 }, { '=', 7 }, { 'n', 8 }, { '^', 9 } };

enum { DOWN = 14, WIDE = 28 };

static const char *const world[DOWN] = {
    "~~~~~~~~~~~~~~~~~~~~~~~~~~~~", "~~~~~,,,,~~~~~~~~~~nn~~~~~~~", "~~~,,,##,,,,~~~~~~nn^^n~~~~~",
    "~~,,####,,.,,,~~~nn^^^nn~~~~", "~~,,,##,,===,,,~~,nnn^n,,~~~", "~~~,,,,,,=,=====,,,,nn,,~~~~",
    "~~~~,,..,=,,,,,=,,,,,,,~~~~~", "~~~~~,..,=,~~,,=,,##,,~~~~~~", "~~~~~~,,,=,~~~~=,###,,,~~~~~",
    "~~~~~~~,,,~~~~~=,,##,,:::~~~", "~~~:~~~~~~~~~~~=,,,,:::::~~~", "~~:::~~~~~~~~~~,,,~:::::~~~~",
    "~~~:~~~~~~~~~~~~~~~~~::~~~~~", "~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
};

static bool draw_land(ptl_doc *doc, uint32_t row, uint32_t column)
{
    bool good = set(doc, 0, PTL_GRMM_FLOOR, row, column, PTL_GRMM_BLANK);

    for (size_t i = 0; i < sizeof lands / sizeof *lands; i++)
        if (lands[i].drawn == world[row][column])
            good = good && set(doc, 0, PTL_GRMM_COLOR, row, column, lands[i].color);
    return good;
}

#define TEXT(text)                                                                                 \
    {                                                                                              \
        text, sizeof(text) - 1                                                                     \
    }

bool sample_isles(ptl_doc *doc)
{
    static const ptl_grmm_note notes[] = {
        { .row = 4, .column = 9, .kind = PTL_GRMM_ICON, .icon = 26, .text = TEXT("Westhold") },
        { .row = 10, .column = 15, .kind = PTL_GRMM_ICON, .icon = 31, .text = TEXT("the ferry") },
        { .row = 3, .column = 20, .kind = PTL_GRMM_ICON, .icon = 9 },
        { .row = 8, .column = 18, .kind = PTL_GRMM_NUMBERED, .index = 1, .text = TEXT("wolves") },
        { .row = 2, .column = 5, .kind = PTL_GRMM_LABEL, .text = TEXT("OLD\nWOOD") },
        { .row = 12, .column = 8, .kind = PTL_GRMM_LABEL, .color = 3, .text = TEXT("THE SOUND") },
    };
    bool good = ptl_grmm_add_level(NULL, doc, "Isles", "", 0, DOWN, WIDE, NULL) == PTL_OK;

    ptl_grmm_of(doc)->state.display.theme = (ptl_str)TEXT("[W] Isles");
    for (uint32_t at = 0; good && at < DOWN * WIDE; at++)
        good = draw_land(doc, at / WIDE, at % WIDE);
    for (size_t i = 0; good && i < sizeof notes / sizeof *notes; i++)
        good = ptl_grmm_add_note(doc, 0, &notes[i], NULL) == PTL_OK;
    return good;
}
