/* SPDX-License-Identifier: MIT */
/* The page of `info`: what a map holds, counted. */
#include <stdio.h>
#include <string.h>

#include "formats/ppe/ppe_private.h"

enum { TILES = 1 << 16, PALETTES = 1 << 12, TRANSFORMS = 8 };

typedef struct graphics_facts {
    uint64_t corners, neutral;
} graphics_facts;

typedef struct logic_facts {
    uint32_t bits;
    uint64_t nonzero, least, most;
} logic_facts;

typedef struct facts {
    ptl_str  format, title;
    uint8_t  layout, coder, user;
    ptl_str  flags;
    char     flag_digits[12];
    uint32_t width, height;
    uint64_t payload, tail;
    struct {
        uint64_t count, empty, empty_with_attributes;
        uint32_t tiles, least_tile, most_tile, palettes;
        uint64_t priority, with_p;
    } cells;
    uint64_t       transforms[TRANSFORMS];
    graphics_facts graphics;
    logic_facts    logic;
} facts;

#define AT(member) .offset = offsetof(facts, member)
#define IN(group, name) .offset = offsetof(facts, group.name) - offsetof(facts, group)
#define ROWS(fields) fields, sizeof(fields) / sizeof *(fields)
#define SIZE(member) sizeof(((facts *)0)->member)

static const ptl_field cell_fields[] = {
    { "count", "all cells", PTL_KIND_U64, IN(cells, count) },
    { "empty", "where nothing is drawn", PTL_KIND_U64, IN(cells, empty) },
    { "empty_with_attributes", "of these, with bits that mean nothing", PTL_KIND_U64,
      IN(cells, empty_with_attributes) },
    { "tiles", "different tiles in use", PTL_KIND_U32, IN(cells, tiles) },
    { "least_tile", "lowest tile in use", PTL_KIND_U32, IN(cells, least_tile) },
    { "most_tile", "highest tile in use", PTL_KIND_U32, IN(cells, most_tile) },
    { "palettes", "different palette selectors in use", PTL_KIND_U32, IN(cells, palettes) },
    { "priority", "cells drawn above everything", PTL_KIND_U64, IN(cells, priority) },
    { "with_p", "cells of the old layout with p bits left over", PTL_KIND_U64, IN(cells, with_p) },
};
static const ptl_record cell_record = { "cells", SIZE(cells), ROWS(cell_fields) };

#define TRANSFORM(name, bits, help)                                                                \
    {                                                                                              \
        name, help, PTL_KIND_U64, .offset = sizeof(uint64_t) * (bits)                              \
    }

static const ptl_field transform_fields[] = {
    TRANSFORM("none", 0, "cells as they are"),
    TRANSFORM("x", 1, "mirrored left and right"),
    TRANSFORM("y", 2, "mirrored top and bottom"),
    TRANSFORM("xy", 3, "half a turn"),
    TRANSFORM("swap", 4, "axes swapped"),
    TRANSFORM("swap_x", 5, "a quarter turn clockwise"),
    TRANSFORM("swap_y", 6, "a quarter turn the other way"),
    TRANSFORM("swap_xy", 7, "axes swapped along the other diagonal"),
};
static const ptl_record transform_record = { "transforms", SIZE(transforms),
                                             ROWS(transform_fields) };

static const ptl_field graphics_fields[] = {
    { "corners", "corners in the graphics section", PTL_KIND_U64,
      .offset = offsetof(graphics_facts, corners) },
    { "neutral", "of these, without an effect", PTL_KIND_U64,
      .offset = offsetof(graphics_facts, neutral) },
};
static const ptl_record graphics_record = { "graphics", sizeof(graphics_facts),
                                            ROWS(graphics_fields) };

static const ptl_field logic_fields[] = {
    { "bits", "width of a value", PTL_KIND_U32, .offset = offsetof(logic_facts, bits) },
    { "nonzero", "cells with a value other than 0", PTL_KIND_U64,
      .offset = offsetof(logic_facts, nonzero) },
    { "least", "lowest value", PTL_KIND_U64, .offset = offsetof(logic_facts, least) },
    { "most", "highest value", PTL_KIND_U64, .offset = offsetof(logic_facts, most) },
};
static const ptl_record logic_record = { "logic", sizeof(logic_facts), ROWS(logic_fields) };

static const ptl_field facts_fields[] = {
    { "format", "always ppe", PTL_KIND_TEXT, AT(format) },
    { "title", "the format's name for people", PTL_KIND_TEXT, AT(title) },
    { "layout", "of the cells", PTL_KIND_U8, AT(layout), .names = ptl_ppe_layout_names },
    { "coder", "what the payload went through", PTL_KIND_U8, AT(coder),
      .names = ptl_ppe_coder_names },
    { "flags", "of the header, all of them", PTL_KIND_TEXT, AT(flags) },
    { "user", "of these, those of the game's author", PTL_KIND_U8, AT(user) },
    { "width", "cells across", PTL_KIND_U32, AT(width), .unit = PTL_UNIT_CELLS },
    { "height", "cells down", PTL_KIND_U32, AT(height), .unit = PTL_UNIT_CELLS },
    { "payload_bytes", "all sections, decoded", PTL_KIND_U64, AT(payload) },
    { "tail_bytes", "bytes after the payload", PTL_KIND_U64, AT(tail), .optional = true },
    { "cells", "what the cells show", PTL_KIND_RECORD, AT(cells), .record = &cell_record },
    { "transforms", "cells that are not empty, by how their tile is turned", PTL_KIND_RECORD,
      AT(transforms), .record = &transform_record, .unit = PTL_UNIT_CELLS },
    { "graphics", "the graphics section", PTL_KIND_RECORD, AT(graphics), .record = &graphics_record,
      .optional = true },
    { "logic", "the logic section", PTL_KIND_RECORD, AT(logic), .record = &logic_record,
      .optional = true },
};

const ptl_record ptl_ppe_facts_record = { "facts", sizeof(facts), ROWS(facts_fields) };

/* ---- Counting ------------------------------------------------------------------------------- */

typedef struct marks { /* what was seen, a bit each */
    uint8_t tiles[TILES / 8], palettes[PALETTES / 8];
} marks;

static uint32_t count_marks(const uint8_t *bits, size_t size)
{
    uint32_t count = 0;

    for (size_t i = 0; i < size; i++)
        for (unsigned rest = bits[i]; rest; rest &= rest - 1)
            count++;
    return count;
}

static void count_cell(facts *f, marks *seen, const ptl_ppe_cell *cell)
{
    f->cells.least_tile = cell->tile < f->cells.least_tile ? cell->tile : f->cells.least_tile;
    f->cells.most_tile  = cell->tile > f->cells.most_tile ? cell->tile : f->cells.most_tile;
    f->cells.priority += cell->priority;
    f->cells.with_p += cell->p != 0;
    f->transforms[cell->transform]++;
    seen->tiles[cell->tile / 8] |= (uint8_t)(1u << cell->tile % 8);
    seen->palettes[cell->palette / 8] |= (uint8_t)(1u << cell->palette % 8);
}

static void count_cells(facts *f, marks *seen, const ptl_ppe *map)
{
    f->cells.count      = map->cells.count;
    f->cells.least_tile = PTL_PPE_EMPTY;
    for (size_t i = 0; i < map->cells.count; i++) {
        uint32_t     word = map->cells.data[i];
        ptl_ppe_cell cell = ptl_ppe_cell_of(map, word);

        if (cell.tile != PTL_PPE_EMPTY) {
            count_cell(f, seen, &cell);
            continue;
        }
        f->cells.empty++;
        f->cells.empty_with_attributes += word >> 16 != 0;
    }
    f->cells.tiles    = count_marks(seen->tiles, sizeof seen->tiles);
    f->cells.palettes = count_marks(seen->palettes, sizeof seen->palettes);
    if (f->cells.tiles == 0)
        f->cells.least_tile = 0;
}

static void count_corners(facts *f, const ptl_ppe *map)
{
    f->graphics.corners = map->corners.count;
    for (size_t i = 0; i < map->corners.count; i++) {
        const ptl_ppe_corner *c = &map->corners.data[i];

        f->graphics.neutral += c->red == PPE_NEUTRAL && c->green == PPE_NEUTRAL &&
                               c->blue == PPE_NEUTRAL && c->alpha == PPE_OPAQUE &&
                               c->light_x == 0 && c->light_y == 0;
    }
}

static void count_logic(facts *f, const ptl_ppe *map)
{
    if (map->logic.count == 0)
        return;
    f->logic.bits  = 8u << map->logic_width;
    f->logic.least = UINT64_MAX;
    for (size_t i = 0; i < map->logic.count; i++) {
        uint64_t value = map->logic.data[i];

        f->logic.nonzero += value != 0;
        f->logic.least = value < f->logic.least ? value : f->logic.least;
        f->logic.most  = value > f->logic.most ? value : f->logic.most;
    }
}

void *ptl_ppe_facts(ptl_job *job, const void *native)
{
    const ptl_ppe *map  = native;
    facts         *f    = ptl_arena_take(job, sizeof *f);
    marks         *seen = ptl_arena_take(job, sizeof *seen);

    if (!f || !seen)
        return NULL;
    f->format  = (ptl_str){ ptl_format_ppe.info.name, strlen(ptl_format_ppe.info.name) };
    f->title   = (ptl_str){ ptl_format_ppe.info.title, strlen(ptl_format_ppe.info.title) };
    f->layout  = map->layout;
    f->coder   = map->coder;
    f->flags   = (ptl_str){ f->flag_digits,
                            (size_t)snprintf(f->flag_digits, sizeof f->flag_digits, "0x%08lx",
                                             (unsigned long)ptl_ppe_header_flags(map)) };
    f->user    = map->user;
    f->width   = map->width;
    f->height  = map->height;
    f->payload = ptl_ppe_plan_of(map).size;
    f->tail    = map->tail.count;
    count_cells(f, seen, map);
    count_corners(f, map);
    count_logic(f, map);
    return f;
}
