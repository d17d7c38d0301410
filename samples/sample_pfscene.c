/* SPDX-License-Identifier: MIT */
/* What stands on the island: flags on its heights, chests on its low ground, and a crew's camp. */
#include <portolan/pfmap.h>
#include <stdio.h>
#include <string.h>

#include "make.h"

enum { MOST = 64, STRIDE = 7, TEXT = 64 * 1024 };

typedef struct scene_text {
    char   data[TEXT];
    size_t size;
} scene_text;

typedef struct spot {
    int x, y, z; /* of the world */
    int turn;    /* eighths */
} spot;

static void put(scene_text *t, const char *text)
{
    size_t size = strlen(text);

    if (size < TEXT - t->size) {
        memcpy(t->data + t->size, text, size + 1);
        t->size += size;
    }
}

/* Middles of flat tiles that can be walked on, in rows with gaps. */
static int find_spots(const ptl_pfmap *map, spot *out)
{
    int count = 0;

    for (uint32_t row = 3; row < map->height; row += STRIDE)
        for (uint32_t col = 3 + row % 3; col < map->width && count < MOST; col += STRIDE) {
            const ptl_pfmap_tile *tile = ptl_pfmap_tile_at(map, row, col);
            int                   x    = (int)map->width * 4 - (int)col * 8 - 4;
            int                   z    = (int)row * 8 + 4 - (int)map->height * 4;

            if (tile->type == PTL_PFMAP_FLAT && tile->base >= 0 &&
                ptl_pfmap_walkable(map, x, z, PTL_PFMAP_GROUND))
                out[count++] = (spot){ x, tile->base * PTL_PFMAP_LEVEL, z, (int)(row + col) % 8 };
        }
    return count;
}

/* A turn about the axis that points up, by eighths of a full one. */
static const char *const turns[] = {
    "0.000000 0.000000 0.000000 1.000000",  "0.000000 0.382683 0.000000 0.923880",
    "0.000000 0.707107 0.000000 0.707107",  "0.000000 0.923880 0.000000 0.382683",
    "0.000000 1.000000 0.000000 0.000000",  "0.000000 0.923880 0.000000 -0.382683",
    "0.000000 0.707107 0.000000 -0.707107", "0.000000 0.382683 0.000000 -0.923880",
};

static void put_spot(scene_text *t, const spot *s)
{
    bool flag = s->y >= PTL_PFMAP_LEVEL || s->turn % 4 == 1;
    char line[1024];

    snprintf(line, sizeof line,
             "entity %s assets/models/%s.pfobj %d\n"
             "   position vec3 %d.000000 %d.000000 %d.000000\n"
             "   scale vec3 %s\n"
             "   rotation quat %s\n"
             "   animated bool %d\n"
             "   selectable bool 0\n"
             "   static bool 1\n"
             "   collision bool 1\n"
             "   faction_id int %d\n%s"
             "   selection_radius float 3.0\n",
             flag ? "flag" : "chest", flag ? "flag/flag" : "chest/chest", flag ? 10 : 9, s->x, s->y,
             s->z, flag ? "7.000000 7.000000 7.000000" : "8.000000 8.000000 8.000000",
             turns[s->turn], flag, flag, flag ? "   idle_clip string Wave\n" : "");
    put(t, line);
}

static void put_scene(scene_text *t, const spot *spots, int count)
{
    char line[64];

    put(t, "version 1.0\nnum_sections 3\nsection \"factions\"\nnum_factions 2\n"
           "faction \"Nobody\"\n    color vec3 255.000000 255.000000 255.000000\n"
           "faction \"The Crew\"\n    color vec3 39.000000 34.000000 195.000000\n"
           "section \"entities\"\n");
    snprintf(line, sizeof line, "num_entities %d\n", count);
    put(t, line);
    for (int i = 0; i < count; i++)
        put_spot(t, &spots[i]);
    put(t, "section \"regions\"\nnum_regions 1\n region camp 0 2\n"
           "   pos vec2 0.000000 0.000000\n   radius float 40.000000\n");
}

void sample_pfscene(make_folder *folder)
{
    static scene_text text;
    const char       *path = make_path(folder, "island.pfmap");
    ptl_doc          *map  = NULL;
    ptl_diag          err  = { 0 };
    spot              spots[MOST];

    if (path && ptl_read_file(&map, path, NULL, &err) != PTL_OK)
        make_failed(folder, "island.pfmap", err.message);
    if (!map)
        return;
    put_scene(&text, spots, find_spots(ptl_pfmap_view(map), spots));
    make_text(folder, "island.pfscene", text.data);
    ptl_doc_free(map);
}
