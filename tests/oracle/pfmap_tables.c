/* SPDX-License-Identifier: MIT */
/* Prints what the library derives from a map, for comparison with another decoder: tiles in the
 * order of the file, corner heights and passable cells in the order of the map, then heights. */
#include <portolan/pfmap.h>
#include <stdio.h>
#include <stdlib.h>

static void put_tiles(const ptl_pfmap *map)
{
    puts("tiles");
    for (uint64_t n = 0; n < map->tiles.count; n++) {
        const ptl_pfmap_tile *t = &map->tiles.data[ptl_pfmap_index(map, n)];

        printf("%u %d %u %u %u %u %u %u %u %u%u%u%u%u%03u\n", t->type, t->base, t->ramp, t->top,
               t->side, t->pathable, t->blend, t->blend_normals, t->no_bump_map, t->cover,
               t->edge_blend[0], t->edge_blend[1], t->edge_blend[2], t->edge_blend[3], t->reserved);
    }
}

static void put_corners(const ptl_pfmap *map)
{
    int h[4];

    puts("corners");
    for (size_t i = 0; i < map->tiles.count; i++) {
        ptl_pfmap_corners(h, &map->tiles.data[i]);
        printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
    }
}

static bool put_nav(const ptl_pfmap *map, const char *name, ptl_pfmap_mover mover)
{
    size_t   across = 2 * (size_t)map->width, down = 2 * (size_t)map->height;
    uint8_t *grid = malloc(across * down);

    if (!grid)
        return false;
    ptl_pfmap_passable(grid, map, mover);
    puts(name);
    for (size_t i = 0; i < across * down; i++)
        printf("%c%s", '0' + grid[i], (i + 1) % across == 0 ? "\n" : "");
    free(grid);
    return true;
}

int main(int count, char **words)
{
    ptl_doc   *doc;
    ptl_pfmap *map;

    if (count < 2 || ptl_read_file(&doc, words[1], NULL, NULL) != PTL_OK)
        return 1;
    map = ptl_pfmap_of(doc);
    put_tiles(map);
    put_corners(map);
    if (!put_nav(map, "ground", PTL_PFMAP_GROUND) || !put_nav(map, "water", PTL_PFMAP_SWIMMER))
        return 1;
    puts("heights");
    for (int i = 2; i + 1 < count; i += 2)
        printf("%.6f\n", ptl_pfmap_height(map, atof(words[i]), atof(words[i + 1])));
    ptl_doc_free(doc);
    return 0;
}
