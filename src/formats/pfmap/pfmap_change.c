/* SPDX-License-Identifier: MIT */
/* Changes of a terrain while it is written: a part of it, another size, another material,
 * another terrain over it. */
#include <string.h>

#include "core/near.h"
#include "core/num.h"
#include "formats/pfmap/pfmap_private.h"

/* ---- Size ------------------------------------------------------------------------------------ */

/* What was in the text between tiles says nothing about a map of another size. */
static void take_part(ptl_job *job, ptl_pfmap *map, const pfmap_part *part)
{
    static const ptl_pfmap_tile plain = { .pathable      = 1,
                                          .blend_normals = 1,
                                          .edge_blend    = { 1, 1, 1, 1 } };
    uint32_t                    width = part->right - part->left, height = part->bottom - part->top;
    uint64_t                    count = (uint64_t)width * height;
    ptl_pfmap_tile             *tiles = ptl_arena_array(job, count, sizeof *tiles);

    for (uint64_t i = 0; tiles && i < count; i++) {
        uint64_t row = part->top + i / width, col = part->left + i % width;

        tiles[i] = row < map->height && col < map->width
                       ? *pfmap_tile(map, (uint32_t)row, (uint32_t)col)
                       : plain;
    }
    map->tiles.data  = tiles;
    map->tiles.count = tiles ? (size_t)count : 0;
    map->width       = width;
    map->height      = height;
    map->layout      = (ptl_pfmap_layout){ .crlf = map->layout.crlf };
}

static void crop(ptl_job *job, ptl_pfmap *map)
{
    pfmap_part part = ptl_pfmap_crop(job, map);

    if (ptl_ok(job) && ((part.right - part.left) % PTL_PFMAP_CHUNK != 0 ||
                        (part.bottom - part.top) % PTL_PFMAP_CHUNK != 0))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "crop leaves %lu x %lu tiles; a map has a multiple of 32 each way",
                 (unsigned long)(part.right - part.left), (unsigned long)(part.bottom - part.top));
    if (ptl_ok(job))
        take_part(job, map, &part);
}

static void resize(ptl_job *job, ptl_pfmap *map, const ptl_setting *given)
{
    const char *at = given->data, *end = at + given->size;
    uint64_t    cols = 0, rows = 0;

    at = ptl_parse_u64(at, end, &cols);
    if (at && at < end && *at == 'x')
        at = ptl_parse_u64(at + 1, end, &rows);
    if (at != end || cols < 1 || rows < 1 || cols > 1024 || rows > 1024)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "resize takes columns and rows of chunks from 1 to 1024, such as 4x3");
    else
        take_part(job, map,
                  &(pfmap_part){ 0, 0, (uint32_t)cols * PTL_PFMAP_CHUNK,
                                 (uint32_t)rows * PTL_PFMAP_CHUNK });
}

/* ---- Materials ------------------------------------------------------------------------------- */

/* A material by its name, or by its number; how many there are when there is none. */
static size_t find_material(const ptl_pfmap *map, const char *from, const char *to)
{
    size_t   size = (size_t)(to - from), i = 0;
    uint64_t number;

    while (i < map->materials.count && (map->materials.data[i].name.size != size ||
                                        memcmp(map->materials.data[i].name.data, from, size) != 0))
        i++;
    if (i == map->materials.count && ptl_parse_u64(from, to, &number) == to && number < i)
        i = (size_t)number;
    return i;
}

static void swap_tiles(ptl_job *job, ptl_pfmap *map, uint16_t a, uint16_t b)
{
    ptl_pfmap_tile *tiles = ptl_arena_raw(job, map->tiles.count * (uint64_t)sizeof *tiles);

    if (!tiles)
        return;
    memcpy(tiles, map->tiles.data, map->tiles.count * sizeof *tiles);
    map->tiles.data = tiles;
    for (size_t i = 0; i < map->tiles.count; i++) {
        uint16_t *each[2] = { &tiles[i].top, &tiles[i].side };

        for (int k = 0; k < 2; k++)
            *each[k] = *each[k] == a ? b : *each[k] == b ? a : *each[k];
    }
}

/* Says what was meant by the first of the two names that is none, when that can be guessed. */
static void refuse_swap(ptl_job *job, const ptl_pfmap *map, const ptl_setting *given,
                        ptl_str unknown)
{
    ptl_near near = ptl_near_to(unknown);
    char     shown[48];

    for (size_t i = 0; i < map->materials.count; i++)
        ptl_near_offer(&near, map->materials.data[i].name);
    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
             "swap-material is \"%s\"; allowed: A=B, names or numbers of the %zu materials%s",
             ptl_quote(shown, sizeof shown, given->data, given->size), map->materials.count,
             ptl_near_text(&near, ""));
}

static void swap_material(ptl_job *job, ptl_pfmap *map, const ptl_setting *given)
{
    const char *text = given->data, *end = text + given->size;
    const char *sign = given->size > 0 ? memchr(text, '=', given->size) : NULL;
    size_t      a    = sign ? find_material(map, text, sign) : SIZE_MAX;
    size_t      b    = sign ? find_material(map, sign + 1, end) : SIZE_MAX;

    if (a < map->materials.count && b < map->materials.count && a <= PTL_PFMAP_MAX_MATERIAL &&
        b <= PTL_PFMAP_MAX_MATERIAL)
        swap_tiles(job, map, (uint16_t)a, (uint16_t)b);
    else
        refuse_swap(job, map, given,
                    !sign                       ? (ptl_str){ NULL, 0 }
                    : a == map->materials.count ? (ptl_str){ text, (size_t)(sign - text) }
                                                : (ptl_str){ sign + 1, (size_t)(end - sign - 1) });
}

void ptl_pfmap_change(ptl_job *job, ptl_pfmap *map)
{
    const ptl_setting *size = ptl_setting_of(job, "resize");
    const ptl_setting *swap = ptl_setting_of(job, "swap-material");

    if (ptl_setting_of(job, "crop"))
        crop(job, map);
    if (size && ptl_ok(job))
        resize(job, map, size);
    if (swap && ptl_ok(job))
        swap_material(job, map, swap);
    if (ptl_ok(job))
        ptl_pfmap_paste(job, map);
}
