/* SPDX-License-Identifier: MIT */
/* Grids: how formats make them, and how they are looked at. */
#include "hubs/grid.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/num.h"
#include "core/utf8.h"
#include "core/words.h"

enum { COLUMNS = 16 };

/* ---- Texts ----------------------------------------------------------------------------------- */

static ptl_str word(const char *text)
{
    return (ptl_str){ text, strlen(text) };
}

ptl_str ptl_grid_text(ptl_job *job, const char *format, ...)
{
    char    short_one[512];
    va_list list;
    char   *copy;
    int     size;

    va_start(list, format);
    size = vsnprintf(short_one, sizeof short_one, format, list);
    va_end(list);
    size = size < 0 ? 0 : size >= (int)sizeof short_one ? (int)sizeof short_one - 1 : size;
    copy = ptl_arena_copy(job, short_one, (size_t)size + 1, 1);
    return (ptl_str){ copy ? copy : "", copy ? (size_t)size : 0 };
}

/* Bytes of the character that begins here; 0 when it is none that XML can spell. */
static size_t spelled(const char *at, size_t left)
{
    uint32_t code;
    size_t   size = ptl_utf8_decode(at, left, &code);

    if (size == 0 || (code < 0x20 && code != '\t' && code != '\n') || code == 0xFFFE ||
        code == 0xFFFF)
        return 0;
    return size;
}

static bool is_plain(ptl_str text)
{
    for (size_t i = 0; i < text.size;) {
        size_t size = spelled(text.data + i, text.size - i);

        if (size == 0)
            return false;
        i += size;
    }
    return true;
}

ptl_str ptl_grid_plain(ptl_job *job, ptl_str text)
{
    char  *out  = is_plain(text) ? NULL : ptl_arena_raw(job, 3 * (uint64_t)text.size);
    size_t used = 0;

    for (size_t i = 0; out && i < text.size;) {
        size_t size = spelled(text.data + i, text.size - i);

        if (size == 0 && text.data[i] != '\r') {
            memcpy(out + used, "\xEF\xBF\xBD", 3);
            used += 3;
        } else if (size > 0) {
            memcpy(out + used, text.data + i, size);
            used += size;
        }
        i += size > 0 ? size : 1;
    }
    return out ? (ptl_str){ out, used } : text;
}

bool ptl_grid_same_text(ptl_job *job, ptl_str left, ptl_str now)
{
    return ptl_str_same(ptl_grid_plain(job, left), ptl_grid_plain(job, now));
}

/* ---- Made by formats ------------------------------------------------------------------------- */

ptl_grid_map *ptl_grid_add_maps(ptl_job *job, ptl_grid *grid, size_t count)
{
    grid->maps.data  = ptl_arena_array(job, count, sizeof *grid->maps.data);
    grid->maps.count = grid->maps.data ? count : 0;
    for (size_t i = 0; i < grid->maps.count; i++)
        grid->maps.data[i] = (ptl_grid_map){ .name        = { "", 0 },
                                             .background  = { "", 0 },
                                             .tile_width  = PTL_GRID_SIDE,
                                             .tile_height = PTL_GRID_SIDE };
    return grid->maps.data;
}

static uint32_t rows_of(uint32_t count, uint32_t columns)
{
    return count / columns + (count % columns > 0);
}

uint16_t ptl_grid_add_set(ptl_job *job, ptl_grid *grid, const char *name, const char *field,
                          uint32_t count)
{
    ptl_grid_set *grown = ptl_arena_grow(job, grid->sets.data, grid->sets.count, 1,
                                         &grid->sets.room, sizeof *grid->sets.data);
    uint32_t      rows  = rows_of(count, COLUMNS);

    if (!grown || grid->sets.count >= PTL_GRID_NO_SET)
        return PTL_GRID_NO_SET;
    grid->sets.data            = grown;
    grown[grid->sets.count]    = (ptl_grid_set){ .field = field, .values = count };
    grown[grid->sets.count].is = (ptl_tiled_set){
        .name        = word(name),
        .tile_width  = PTL_GRID_SIDE,
        .tile_height = PTL_GRID_SIDE,
        .tile_count  = rows * COLUMNS,
        .columns     = COLUMNS,
        .source      = { "", 0 },
        .alignment   = { "", 0 },
        .image       = { { "", 0 }, { "", 0 }, COLUMNS * PTL_GRID_SIDE, rows * PTL_GRID_SIDE },
    };
    return (uint16_t)grid->sets.count++;
}

static void clear_cells(ptl_job *job, ptl_grid_layer *layer, const ptl_grid_map *map)
{
    uint64_t count = (uint64_t)map->width * map->height;

    layer->cells = ptl_arena_array(job, count, sizeof *layer->cells);
    for (uint64_t i = 0; i < count && layer->cells; i++)
        layer->cells[i] = PTL_GRID_EMPTY;
    ptl_worked(job, (size_t)count);
}

ptl_grid_layer *ptl_grid_add_layer(ptl_job *job, ptl_grid_map *map, const char *name,
                                   ptl_tiled_kind kind)
{
    ptl_grid_layer *grown = ptl_arena_grow(job, map->layers.data, map->layers.count, 1,
                                           &map->layers.room, sizeof *map->layers.data);
    ptl_grid_layer  layer = { .is      = { .parent     = PTL_TILED_NONE,
                                           .kind       = (uint8_t)kind,
                                           .name       = word(name),
                                           .visible    = true,
                                           .opacity    = 1,
                                           .tint       = UINT32_MAX,
                                           .parallax_x = 1,
                                           .parallax_y = 1,
                                           .width      = map->width,
                                           .height     = map->height,
                                           .image      = { { "", 0 }, { "", 0 }, 0, 0, false } },
                              .set     = PTL_GRID_NO_SET,
                              .nothing = PTL_GRID_EMPTY };

    if (!grown)
        return NULL;
    map->layers.data = grown;
    if (kind == PTL_TILED_TILE_LAYER)
        clear_cells(job, &layer, map);
    if (!ptl_ok(job))
        return NULL;
    grown[map->layers.count] = layer;
    return &grown[map->layers.count++];
}

void ptl_grid_say(ptl_job *job, ptl_grid_map *map, const char *name, const char *type,
                  ptl_str value)
{
    ptl_tiled_property *grown = ptl_arena_grow(job, map->properties.data, map->properties.count, 1,
                                               &map->property_room, sizeof *map->properties.data);

    if (!grown)
        return;
    map->properties.data = grown;
    grown[map->properties.count++] =
        (ptl_tiled_property){ .name = word(name), .type = word(type), .value = value };
}

void ptl_grid_say_number(ptl_job *job, ptl_grid_map *map, const char *name, int64_t value)
{
    ptl_grid_say(job, map, name, "int", ptl_grid_text(job, "%lld", (long long)value));
}

/* ---- Looked at ------------------------------------------------------------------------------- */

const ptl_tiled_property *ptl_grid_property(const ptl_tiled_properties *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (ptl_str_is(list->data[i].name, name))
            return &list->data[i];
    return NULL;
}

ptl_str ptl_grid_said(const ptl_tiled_properties *list, const char *name)
{
    const ptl_tiled_property *found = ptl_grid_property(list, name);

    return found ? found->value : (ptl_str){ "", 0 };
}

int64_t ptl_grid_number(const ptl_tiled_properties *list, const char *name, int64_t otherwise)
{
    ptl_str     text  = ptl_grid_said(list, name);
    const char *end   = text.data + text.size;
    int64_t     value = 0;

    return text.size > 0 && ptl_parse_i64(text.data, end, &value) == end ? value : otherwise;
}

const ptl_grid_layer *ptl_grid_layer_named(const ptl_grid_map *map, ptl_str name,
                                           ptl_tiled_kind kind)
{
    for (size_t i = 0; i < map->layers.count; i++)
        if (map->layers.data[i].is.kind == kind && ptl_str_same(map->layers.data[i].is.name, name))
            return &map->layers.data[i];
    return NULL;
}
