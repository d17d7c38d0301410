/* SPDX-License-Identifier: MIT */
/* Cells, coordinates, regions, names, notes and links as people think of them. */
#include <stdio.h>
#include <string.h>

#include "core/order.h"
#include "core/utf8.h"
#include "formats/grmm/grmm_private.h"

/* ---- Cells ---------------------------------------------------------------------------------- */

static bool is_door(uint8_t floor)
{
    return floor == PTL_GRMM_DOOR || floor == PTL_GRMM_LOCKED_DOOR || floor == PTL_GRMM_ARCHWAY ||
           floor == PTL_GRMM_SECRET_DOOR;
}

/* As the editor does when it opens an older file. A bridge names the axis across it from version 4
 * on, so its numbers change places. */
grmm_floor ptl_grmm_floor_now(unsigned version, uint8_t floor, uint8_t orientation)
{
    if (version >= 4 || is_door(floor) || floor == PTL_GRMM_ONE_WAY)
        return (grmm_floor){ floor, orientation };
    if (floor == PTL_GRMM_ONE_WAY_BACK)
        return (grmm_floor){ PTL_GRMM_ONE_WAY, orientation == 1 ? PTL_GRMM_WEST : PTL_GRMM_SOUTH };
    if (floor == PTL_GRMM_BRIDGE)
        return (grmm_floor){ floor, !(orientation & 1) };
    if (floor == PTL_GRMM_ARROW) /* not there yet: what it says is kept */
        return (grmm_floor){ floor, orientation };
    return (grmm_floor){ floor, 1 };
}

static ptl_grmm_direction facing_of(grmm_floor f)
{
    bool odd = f.orientation & 1;

    if (f.floor == PTL_GRMM_ONE_WAY || f.floor == PTL_GRMM_ARROW)
        return (ptl_grmm_direction)(f.orientation & 3);
    if (f.floor == PTL_GRMM_BRIDGE)
        return odd ? PTL_GRMM_NORTH : PTL_GRMM_EAST;
    if (is_door(f.floor))
        return odd ? PTL_GRMM_EAST : PTL_GRMM_NORTH;
    return PTL_GRMM_NOWHERE;
}

ptl_grmm_cell ptl_grmm_cell_at(const ptl_grmm *map, size_t index, uint32_t row, uint32_t column)
{
    const ptl_grmm_level *level;
    ptl_grmm_cell         cell = { .facing = PTL_GRMM_NOWHERE };
    grmm_floor            f;
    size_t                at;

    if (!map || index >= map->levels.count || row >= map->levels.data[index].rows ||
        column >= map->levels.data[index].columns)
        return cell;
    level = &map->levels.data[index];
    at    = grmm_index(level, row, column);
    f     = ptl_grmm_floor_now(map->version, grmm_value(level, PTL_GRMM_FLOOR, at),
                               grmm_value(level, PTL_GRMM_ORIENTATION, at));

    cell.floor  = f.floor;
    cell.facing = facing_of(f);
    cell.color  = grmm_value(level, PTL_GRMM_COLOR, at);
    cell.trail  = grmm_value(level, PTL_GRMM_TRAIL, at);
    cell.north  = grmm_value(level, PTL_GRMM_WALL_NORTH, at);
    cell.west   = grmm_value(level, PTL_GRMM_WALL_WEST, at);
    cell.south  = grmm_value(level, PTL_GRMM_WALL_NORTH, at + level->columns + 1);
    cell.east   = grmm_value(level, PTL_GRMM_WALL_WEST, at + 1);
    return cell;
}

/* NE: the thing is on the north or east wall of its owner; SW: on the south or west wall. */
bool ptl_grmm_wall_thing_here(uint8_t wall, bool north_edge)
{
    bool north_east = wall % 10 == 0;

    return north_edge ? north_east : !north_east;
}

/* ---- Coordinates ---------------------------------------------------------------------------- */

const ptl_grmm_coordinates *ptl_grmm_coordinates_of(const ptl_grmm *map, size_t level)
{
    static const ptl_grmm_coordinates none;

    if (!map)
        return &none;
    return level < map->levels.count && map->levels.data[level].own_coordinates
               ? &map->levels.data[level].coordinates
               : &map->coordinates;
}

/* Two letters run from AA to YZ, then three from AAA: ZA to ZZ never occur. */
const char *ptl_grmm_letters(char out[16], int32_t number)
{
    uint32_t n  = number < 0 ? 0u - (uint32_t)number : (uint32_t)number;
    char    *at = out;

    if (!out)
        return NULL;
    if (number < 0)
        *at++ = '-';
    if (n >= 17576) { /* cannot occur within the limits */
        snprintf(at, 15, "%lu", (unsigned long)n);
        return out;
    }
    if (n >= 676)
        *at++ = (char)('A' + n / 676 - 1);
    if (n >= 676)
        *at++ = (char)('A' + n / 26 % 26);
    else if (n >= 26)
        *at++ = (char)('A' + n / 26 - 1);
    *at++ = (char)('A' + n % 26);
    *at   = 0;
    return out;
}

static void put_number(char out[16], int32_t number, uint8_t style)
{
    if (style == 1)
        ptl_grmm_letters(out, number);
    else
        snprintf(out, 16, "%ld", (long)number);
}

const char *ptl_grmm_cell_name(char out[32], const ptl_grmm *map, ptl_grmm_place place)
{
    const ptl_grmm_coordinates *c   = ptl_grmm_coordinates_of(map, place.level);
    int64_t                     row = place.row, column = place.column;
    char                        x[16], y[16];

    if (!out)
        return NULL;
    if (map && place.level < map->levels.count) {
        const ptl_grmm_level *level = &map->levels.data[place.level];

        if (c->origin == 1)
            row = (int64_t)level->rows - 1 - row;
        if (level->regions.enabled && level->regions.own_coordinates && level->regions.rows > 0 &&
            level->regions.columns > 0) {
            row %= level->regions.rows;
            column %= level->regions.columns;
        }
    }
    put_number(x, (int32_t)(uint32_t)(c->column_start + column), c->column_style);
    put_number(y, (int32_t)(uint32_t)(c->row_start + row), c->row_style);
    snprintf(out, 32, "%.14s, %.14s", x, y);
    return out;
}

/* ---- Regions -------------------------------------------------------------------------------- */

static uint32_t parts(uint32_t size, uint32_t part)
{
    return part > 0 ? (size + part - 1) / part : 0;
}

uint32_t ptl_grmm_region_rows(const ptl_grmm_level *level)
{
    return level ? parts(level->rows, level->regions.rows) : 0;
}

uint32_t ptl_grmm_region_columns(const ptl_grmm_level *level)
{
    return level ? parts(level->columns, level->regions.columns) : 0;
}

bool ptl_grmm_region_place(const ptl_grmm *map, ptl_grmm_place place, ptl_grmm_place *out)
{
    const ptl_grmm_level *level;
    uint32_t              row;

    if (!map || place.level >= map->levels.count)
        return false;
    level = &map->levels.data[place.level];
    if (level->regions.rows == 0 || level->regions.columns == 0 || place.row >= level->rows ||
        place.column >= level->columns)
        return false;
    row  = ptl_grmm_coordinates_of(map, place.level)->origin == 1 ? level->rows - 1 - place.row
                                                                  : place.row;
    *out = (ptl_grmm_place){ place.level, (uint16_t)(row / level->regions.rows),
                             (uint16_t)(place.column / level->regions.columns) };
    return true;
}

const ptl_grmm_region *ptl_grmm_region_of(const ptl_grmm *map, ptl_grmm_place place)
{
    ptl_grmm_place at;

    if (!ptl_grmm_region_place(map, place, &at))
        return NULL;
    for (size_t i = 0; i < map->levels.data[at.level].regions.list.count; i++) {
        const ptl_grmm_region *region = &map->levels.data[at.level].regions.list.data[i];

        if (region->row == at.row && region->column == at.column)
            return region;
    }
    return NULL;
}

static size_t open_of(const ptl_grmm_level *level)
{
    return 1 + (level->regions.list.count > 0
                    ? (size_t)ptl_grmm_region_rows(level) * ptl_grmm_region_columns(level)
                    : 0);
}

size_t ptl_grmm_open_count(const ptl_grmm *map)
{
    size_t count = 0;

    for (size_t i = 0; i < map->levels.count; i++)
        count += open_of(&map->levels.data[i]);
    return count;
}

/* A pane that does not fit the levels cannot be taken apart: then nothing is open. */
void ptl_grmm_reorder_open(ptl_job *job, ptl_grmm *map, const ptl_grmm *old, const uint32_t *from)
{
    ptl_u8s was  = old->state.list.open;
    bool    fits = was.count == ptl_grmm_open_count(old);
    ptl_u8s now  = { map->state.list.open.data, ptl_grmm_open_count(map) };
    size_t  at   = 0;

    if (!map->state.list.stored)
        return;
    if (now.count > was.count)
        now.data = ptl_arena_append(job, now.data, was.count, now.count - was.count, 1);
    if (!now.data)
        return;
    memset(now.data, 0, now.count);
    for (size_t i = 0; i < map->levels.count; i++) {
        size_t start = 0, size = open_of(&map->levels.data[i]);

        for (size_t k = 0; from[i] != GRMM_GONE && k < from[i]; k++)
            start += open_of(&old->levels.data[k]);
        if (fits && from[i] != GRMM_GONE && open_of(&old->levels.data[from[i]]) == size)
            memcpy(now.data + at, was.data + start, size);
        at += size;
    }
    map->state.list.open = now;
}

/* ---- Levels --------------------------------------------------------------------------------- */

size_t ptl_grmm_level_name(char *out, size_t out_size, const ptl_grmm_level *level)
{
    char height[16] = "G";
    bool named      = level && level->name.size > 0;
    int  size;

    if (!level)
        return 0;
    if (level->elevation != 0)
        snprintf(height, sizeof height, "%d", level->elevation);
    size = snprintf(out, out ? out_size : 0, "%.*s%s%.*s (%s)", (int)level->location.size,
                    level->location.data ? level->location.data : "", named ? " \xE2\x80\x93 " : "",
                    (int)level->name.size, named ? level->name.data : "", height);
    return size > 0 ? (size_t)size : 0;
}

static size_t end_name(char *out, size_t out_size, const ptl_grmm *map, ptl_grmm_place place)
{
    char   cell[32];
    size_t size;

    if (place.level >= map->levels.count)
        return (size_t)snprintf(out, out_size, "level %lu, which does not exist",
                                place.level + 1UL);
    size = ptl_grmm_level_name(out, out_size, &map->levels.data[place.level]);
    return size + (size_t)snprintf(size < out_size ? out + size : NULL,
                                   size < out_size ? out_size - size : 0, " at %s",
                                   ptl_grmm_cell_name(cell, map, place));
}

static ptl_grmm_place start_of(const ptl_grmm_link *l)
{
    return (ptl_grmm_place){ l->from_level, l->from_row, l->from_column };
}

static ptl_grmm_place end_of(const ptl_grmm_link *l)
{
    return (ptl_grmm_place){ l->to_level, l->to_row, l->to_column };
}

size_t ptl_grmm_link_name(char *out, size_t out_size, const ptl_grmm *map,
                          const ptl_grmm_link *link)
{
    ptl_grmm_place ends[2];
    size_t         used;

    if (!map || !link)
        return 0;
    out_size = out ? out_size : 0;
    ends[0]  = start_of(link);
    ends[1]  = end_of(link);
    used     = (size_t)snprintf(out, out_size, "%s from ",
                                ptl_grmm_link_kind_name(ptl_grmm_kind_of_link(map, link)));
    for (int i = 0; i < 2; i++) {
        bool   room = used < out_size;
        size_t left = room ? out_size - used : 0;

        used += end_name(room ? out + used : NULL, left, map, ends[i]);
        room = used < out_size;
        used += (size_t)snprintf(room ? out + used : NULL, room ? out_size - used : 0, "%s",
                                 i == 0 ? " to " : "");
    }
    return used;
}

/* Characters whose lower case is one character; what names in maps are made of. */
static uint32_t lower(uint32_t c)
{
    if ((c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7) ||
        (c >= 0x391 && c <= 0x3A9 && c != 0x3A2) || (c >= 0x410 && c <= 0x42F))
        return c + 32;
    if (c >= 0x400 && c <= 0x40F)
        return c + 80;
    if ((c >= 0x100 && c <= 0x137 && c != 0x130) || (c >= 0x14A && c <= 0x177) ||
        (c >= 0x460 && c <= 0x481) || (c >= 0x48A && c <= 0x4BF) || (c >= 0x1E00 && c <= 0x1E95))
        return c | 1;
    if ((c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E))
        return c + (c & 1);
    return c == 0x178 ? 0xFF : c;
}

typedef struct letters {
    ptl_str text;
    size_t  at;
} letters;

static bool at_digit(const letters *l)
{
    return l->text.data[l->at] >= '0' && l->text.data[l->at] <= '9';
}

static uint32_t next_letter(letters *l)
{
    uint32_t code = 0xFFFD;
    size_t   size = ptl_utf8_decode(l->text.data + l->at, l->text.size - l->at, &code);

    l->at += size > 0 ? size : 1;
    return lower(size > 0 ? code : 0xFFFD);
}

/* The digits of a number without leading zeros; underscores inside it do not count. */
static size_t next_digits(letters *l, char out[112])
{
    size_t count = 0;

    while (l->at < l->text.size && at_digit(l)) {
        if (count < 111 && (count > 0 || l->text.data[l->at] != '0'))
            out[count++] = l->text.data[l->at];
        l->at++;
        while (l->at < l->text.size && l->text.data[l->at] == '_')
            l->at++;
    }
    out[count] = 0;
    return count;
}

static int compare_numbers(letters *a, letters *b)
{
    char   x[112], y[112];
    size_t xs = next_digits(a, x), ys = next_digits(b, y);

    return xs != ys ? (xs > ys) - (xs < ys) : strcmp(x, y);
}

static int compare_names(ptl_str first, ptl_str second)
{
    letters a = { .text = first }, b = { .text = second };
    int     order = 0;

    while (order == 0 && a.at < a.text.size && b.at < b.text.size) {
        if (at_digit(&a) && at_digit(&b)) {
            order = compare_numbers(&a, &b);
        } else {
            uint32_t x = next_letter(&a), y = next_letter(&b);

            order = (x > y) - (x < y);
        }
    }
    return order != 0 ? order : (a.at < a.text.size) - (b.at < b.text.size);
}

int ptl_grmm_compare_levels(const ptl_grmm_level *a, const ptl_grmm_level *b)
{
    int order;

    if (!a || !b)
        return (a != NULL) - (b != NULL);
    order = compare_names(a->location, b->location);
    if (order == 0)
        order = (b->elevation > a->elevation) - (b->elevation < a->elevation);
    return order != 0 ? order : compare_names(a->name, b->name);
}

/* ---- Notes ---------------------------------------------------------------------------------- */

const ptl_grmm_note *ptl_grmm_note_at(const ptl_grmm *map, ptl_grmm_place place)
{
    const ptl_grmm_notes *notes;

    if (!map || place.level >= map->levels.count)
        return NULL;
    notes = &map->levels.data[place.level].notes;
    for (size_t i = notes->count; i-- > 0;)
        if (notes->data[i].row == place.row && notes->data[i].column == place.column)
            return &notes->data[i];
    return NULL;
}

static bool reads_before(const void *of, uint32_t a, uint32_t b)
{
    const ptl_grmm_note *notes = of;

    if (notes[a].row != notes[b].row)
        return notes[a].row < notes[b].row;
    return notes[a].column != notes[b].column ? notes[a].column < notes[b].column : a < b;
}

void ptl_grmm_reading_order(uint32_t *order, const ptl_grmm_level *level)
{
    if (order && level)
        ptl_put_in_order(order, level->notes.count, reads_before, level->notes.data);
}

/* ---- Links ---------------------------------------------------------------------------------- */

static bool floor_of(const ptl_grmm *map, ptl_grmm_place p, uint8_t *floor)
{
    const ptl_grmm_level *level;

    if (p.level >= map->levels.count)
        return false;
    level = &map->levels.data[p.level];
    if (p.row >= level->rows || p.column >= level->columns)
        return false;
    *floor = grmm_value(level, PTL_GRMM_FLOOR, grmm_index(level, p.row, p.column));
    return true;
}

ptl_grmm_link_kind ptl_grmm_kind_of_link(const ptl_grmm *map, const ptl_grmm_link *link)
{
    uint8_t from, to;

    if (!map || !link || !floor_of(map, start_of(link), &from) || !floor_of(map, end_of(link), &to))
        return PTL_GRMM_LINK_BROKEN;
    if (from >= PTL_GRMM_CLOSED_PIT && from <= PTL_GRMM_HIDDEN_PIT && to == PTL_GRMM_CEILING_PIT)
        return PTL_GRMM_LINK_PIT;
    if (from == PTL_GRMM_TELEPORT && to == PTL_GRMM_TELEPORT_DEST)
        return PTL_GRMM_LINK_TELEPORT;
    if ((from == PTL_GRMM_STAIRS_DOWN && to == PTL_GRMM_STAIRS_UP) ||
        (from == PTL_GRMM_STAIRS_UP && to == PTL_GRMM_STAIRS_DOWN))
        return PTL_GRMM_LINK_STAIRS;
    if ((from == PTL_GRMM_ENTRANCE && to == PTL_GRMM_EXIT) ||
        (from == PTL_GRMM_EXIT && to == PTL_GRMM_ENTRANCE))
        return PTL_GRMM_LINK_DOOR;
    return PTL_GRMM_LINK_STALE;
}

static bool same_place(ptl_grmm_place a, ptl_grmm_place b)
{
    return a.level == b.level && a.row == b.row && a.column == b.column;
}

const ptl_grmm_link *ptl_grmm_link_from(ptl_grmm_place *to, const ptl_grmm *map,
                                        ptl_grmm_place place)
{
    for (size_t i = 0; map && i < map->links.count; i++) {
        const ptl_grmm_link *link  = &map->links.data[i];
        bool                 start = same_place(start_of(link), place);
        ptl_grmm_link_kind   kind;

        if (!start && !same_place(end_of(link), place))
            continue;
        kind = ptl_grmm_kind_of_link(map, link);
        if (kind > PTL_GRMM_LINK_DOOR || (!start && kind < PTL_GRMM_LINK_STAIRS))
            continue;
        if (to)
            *to = start ? end_of(link) : start_of(link);
        return link;
    }
    return NULL;
}

void ptl_grmm_renumber(ptl_grmm *map, const uint32_t *now_at, size_t count)
{
    ptl_grmm_display *shown = &map->state.display;
    size_t            kept  = 0;

    for (size_t i = 0; i < map->links.count; i++) {
        ptl_grmm_link link = map->links.data[i];

        if (link.from_level >= count || link.to_level >= count ||
            now_at[link.from_level] == GRMM_GONE || now_at[link.to_level] == GRMM_GONE)
            continue;
        link.from_level         = (uint16_t)now_at[link.from_level];
        link.to_level           = (uint16_t)now_at[link.to_level];
        map->links.data[kept++] = link;
    }
    map->links.count = kept;
    if (shown->level < count && now_at[shown->level] != GRMM_GONE)
        shown->level = (uint16_t)now_at[shown->level];
    else /* its cursor means nothing in another one */
        shown->level = shown->cursor_row = shown->cursor_column = shown->view_row =
            shown->view_column                                  = 0;
}
