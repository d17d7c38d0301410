/* SPDX-License-Identifier: MIT */
/* A map, or all maps of a world, as a grid: sets wherever they are, cells by set and tile. */
#include <stdio.h>

#include "core/companions.h"
#include "core/order.h"
#include "formats/tmx/tmx_grid.h"

enum { MOST_MAPS = 4096, MOST_SETS = 4096 };

typedef struct builder {
    ptl_job         *job;
    ptl_grid        *out;
    const ptl_files *files;
    ptl_str       file; /* path of the map that is looked at, from the folder of the first file */
    ptl_tmx_file *sources; /* for each set of the grid: its file, or empty                      */
    ptl_tiled_map map;
    uint16_t     *set_of; /* for each set of the map: that of the grid           */
    uint32_t     *order;  /* its sets by their first numbers                     */
    size_t        hexed;
} builder;

/* ---- Files ----------------------------------------------------------------------------------- */

/* A path that begins at the folder of a file. */
static bool join(ptl_tmx_file *out, ptl_str file, ptl_str path)
{
    char   whole[2 * TMX_NAME];
    size_t folder = file.size;

    while (folder > 0 && file.data[folder - 1] != '/' && file.data[folder - 1] != '\\')
        folder--;
    *out = (ptl_tmx_file){ "" };
    if (folder + path.size >= sizeof whole)
        return false;
    if (folder > 0)
        memcpy(whole, file.data, folder);
    if (path.size > 0)
        memcpy(whole + folder, path.data, path.size);
    out->above = ptl_tmx_leads_above((ptl_str){ whole, folder + path.size });
    return ptl_tmx_file_name(out->name, sizeof out->name, (ptl_str){ whole, folder + path.size });
}

/* Another file of Tiled's, in the job's arena; what is wrong with it is said with its name. */
static bool read_file(builder *b, const ptl_tmx_file *file, const char *role, ptl_tiled_map *out)
{
    ptl_companion companion = { .role = role, .needed = true, .exact = true, .above = file->above };
    ptl_job       own       = *b->job;
    ptl_tiled     doc       = { 0 };
    char          shown[96];

    ptl_quote(shown, sizeof shown, file->name, strlen(file->name));
    memcpy(companion.name, file->name, sizeof companion.name);
    own.source = ptl_files_keep(b->job, b->files, &companion);
    if (!own.source.data && ptl_ok(b->job))
        ptl_fail(b->job, PTL_E_IO, PTL_NOWHERE, "file-missing", "%s (%s) is not there", shown,
                 role);
    if (!ptl_ok(b->job))
        return false;
    own.listener     = (ptl_listener){ 0 };
    own.source_owned = own.source_once = false;
    own.gone = own.last = (ptl_lines){ 0 };
    ptl_tmx_read(&own, own.source, &doc);
    if (ptl_ok(&own))
        ptl_tmx_settle(&own, &doc);
    if (ptl_ok(&own))
        *out = ptl_tmx_map_of(&own, &doc);
    if (!ptl_ok(&own))
        ptl_fail(b->job, own.error.status, PTL_NOWHERE, own.error.rule, "%s:%u:%u: %s", shown,
                 own.error.line, own.error.column, own.error.message);
    return ptl_ok(b->job);
}

/* ---- Sets ------------------------------------------------------------------------------------ */

static uint16_t add_set(builder *b, const ptl_tiled_set *set, const ptl_tmx_file *file,
                        ptl_str beside)
{
    size_t        index = b->out->sets.count;
    ptl_grid_set *to    = &b->out->sets.data[index];
    ptl_tmx_file  image;

    if (index >= MOST_SETS) {
        ptl_fail(b->job, PTL_E_LIMIT, PTL_NOWHERE, "grid-tiles", "there are more than %d sets",
                 MOST_SETS);
        return PTL_GRID_NO_SET;
    }
    *to               = (ptl_grid_set){ .is = *set };
    b->sources[index] = *file;
    if (set->image.source.size > 0 && join(&image, beside, set->image.source))
        to->is.image.source = ptl_grid_text(b->job, "%s", image.name);
    b->out->sets.count++;
    return (uint16_t)index;
}

/* A set in a file of its own, which several maps may share. */
static uint16_t far_set(builder *b, const ptl_tiled_set *set)
{
    ptl_tiled_map far = { 0 };
    ptl_tmx_file  file;

    if (!join(&file, b->file, set->source))
        ptl_fail(b->job, PTL_E_IO, PTL_NOWHERE, "file-missing", "a tile set has no file");
    for (size_t i = 0; i < b->out->sets.count; i++)
        if (file.name[0] && strcmp(b->sources[i].name, file.name) == 0)
            return (uint16_t)i;
    if (!ptl_ok(b->job) || !read_file(b, &file, "tile set", &far))
        return PTL_GRID_NO_SET;
    if (far.what != PTL_TILED_SET || far.sets.count == 0) {
        ptl_fail(b->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "tmx-root", "%s is no tile set",
                 file.name);
        return PTL_GRID_NO_SET;
    }
    return add_set(b, &far.sets.data[0], &file, (ptl_str){ file.name, strlen(file.name) });
}

static bool begins_before(const void *of, uint32_t a, uint32_t c)
{
    const ptl_tiled_set *sets = of;

    return sets[a].first != sets[c].first ? sets[a].first < sets[c].first : a < c;
}

static bool take_sets(builder *b)
{
    const ptl_tiled_sets *sets = &b->map.sets;

    b->set_of = ptl_arena_array(b->job, sets->count, sizeof *b->set_of);
    b->order  = ptl_arena_array(b->job, sets->count, sizeof *b->order);
    if (!b->set_of || !b->order)
        return false;
    for (size_t i = 0; i < sets->count && ptl_ok(b->job); i++)
        b->set_of[i] = sets->data[i].source.size > 0
                           ? far_set(b, &sets->data[i])
                           : add_set(b, &sets->data[i], &(ptl_tmx_file){ "" }, b->file);
    ptl_put_in_order(b->order, sets->count, begins_before, sets->data);
    return ptl_ok(b->job);
}

/* The set of the map that a number belongs to: the last that begins at or before it. */
static size_t set_of_gid(const builder *b, uint32_t gid)
{
    size_t low = 0, high = b->map.sets.count;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (b->map.sets.data[b->order[middle]].first <= gid)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? SIZE_MAX : b->order[low - 1];
}

/* ---- Cells ----------------------------------------------------------------------------------- */

typedef struct area {
    int64_t left, top, right, bottom;
} area;

static void widen(area *a, int64_t x, int64_t y)
{
    a->left   = x < a->left ? x : a->left;
    a->top    = y < a->top ? y : a->top;
    a->right  = x + 1 > a->right ? x + 1 : a->right;
    a->bottom = y + 1 > a->bottom ? y + 1 : a->bottom;
}

/* Of an infinite map, the part that holds every cell that is not empty. */
static area area_of(const ptl_tiled_map *map)
{
    area a = { INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN };

    if (!map->infinite)
        return (area){ 0, 0, map->width, map->height };
    for (size_t i = 0; i < map->layers.count; i++)
        for (size_t k = 0; k < map->layers.data[i].chunks.count; k++) {
            const ptl_tiled_chunk *c = &map->layers.data[i].chunks.data[k];

            for (size_t n = 0; n < (size_t)c->width * c->height; n++)
                if (c->cells[n] & ~PTL_TILED_FLAGS)
                    widen(&a, c->x + (int64_t)(n % c->width), c->y + (int64_t)(n / c->width));
        }
    return a.left == INT64_MAX ? (area){ 0, 0, 1, 1 } : a;
}

static uint8_t turn_of(uint32_t gid)
{
    return (uint8_t)((gid & PTL_TILED_MIRROR_X ? PTL_TILE_MIRROR_X : 0) |
                     (gid & PTL_TILED_MIRROR_Y ? PTL_TILE_MIRROR_Y : 0) |
                     (gid & PTL_TILED_SWAP ? PTL_TILE_SWAP : 0));
}

static ptl_grid_tile cell_of(builder *b, const ptl_tiled_layer *layer, uint32_t gid, int64_t x,
                             int64_t y)
{
    uint32_t number = gid & ~PTL_TILED_FLAGS;
    size_t   set    = number ? set_of_gid(b, number) : SIZE_MAX;
    char     shown[48];

    if (number && set == SIZE_MAX) {
        ptl_path(b->job, "%s[%lld,%lld]",
                 ptl_quote(shown, sizeof shown, layer->name.data, layer->name.size), (long long)x,
                 (long long)y);
        ptl_fail(b->job, PTL_E_SYNTAX, PTL_NOWHERE, "tmx-gid", "cell %u is before all sets",
                 number);
    }
    if (set == SIZE_MAX)
        return PTL_GRID_EMPTY;
    b->hexed += (gid & PTL_TILED_HEX) != 0;
    return (ptl_grid_tile){ .tile = number - b->map.sets.data[set].first,
                            .set  = b->set_of[set],
                            .turn = turn_of(gid) };
}

static void take_chunk(builder *b, ptl_grid_layer *to, const ptl_tiled_chunk *c, const area *a)
{
    size_t across = (size_t)(a->right - a->left);

    for (size_t n = 0; n < (size_t)c->width * c->height && ptl_ok(b->job); n++) {
        int64_t x = c->x + (int64_t)(n % c->width), y = c->y + (int64_t)(n / c->width);

        if (x >= a->left && y >= a->top && x < a->right && y < a->bottom)
            to->cells[(size_t)(y - a->top) * across + (size_t)(x - a->left)] =
                cell_of(b, &to->is, c->cells[n], x, y);
    }
    ptl_worked(b->job, (size_t)c->width * c->height);
}

/* ---- Maps ------------------------------------------------------------------------------------ */

static void move_objects(ptl_tiled_objects *objects, double x, double y)
{
    for (size_t i = 0; i < objects->count; i++) {
        objects->data[i].x -= x;
        objects->data[i].y -= y;
    }
}

static void take_layers(builder *b, ptl_grid_map *to, const area *a)
{
    for (size_t i = 0; i < b->map.layers.count && ptl_ok(b->job); i++) {
        const ptl_tiled_layer *layer = &b->map.layers.data[i];
        ptl_grid_layer *made = ptl_grid_add_layer(b->job, to, "", (ptl_tiled_kind)layer->kind);

        if (!made)
            return;
        made->is        = *layer;
        made->is.width  = to->width;
        made->is.height = to->height;
        for (size_t k = 0; made->cells && k < layer->chunks.count && ptl_ok(b->job); k++)
            take_chunk(b, made, &layer->chunks.data[k], a);
        move_objects(&made->is.objects, (double)a->left * to->tile_width,
                     (double)a->top * to->tile_height);
    }
}

static void check_map(builder *b)
{
    const ptl_tiled_map *map = &b->map;

    if (map->what != PTL_TILED_MAP)
        ptl_fail(b->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "tmx-root",
                 "this is no map: a tile set or template alone becomes nothing else");
    else if (map->orientation != PTL_TILED_ORTHOGONAL)
        ptl_fail(b->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "tmx-orientation",
                 "only orthogonal maps become others");
}

static void take_map(builder *b, ptl_grid_map *to)
{
    area a;

    check_map(b);
    if (!ptl_ok(b->job) || !take_sets(b))
        return;
    a = area_of(&b->map);
    ptl_tmx_expand(b->job, &b->map, (uint64_t)(a.right - a.left) * (uint64_t)(a.bottom - a.top));
    *to = (ptl_grid_map){ .name        = { "", 0 },
                          .width       = (uint32_t)(a.right - a.left),
                          .height      = (uint32_t)(a.bottom - a.top),
                          .tile_width  = b->map.tile_width,
                          .tile_height = b->map.tile_height,
                          .infinite    = b->map.infinite,
                          .x           = to->x,
                          .y           = to->y,
                          .properties  = b->map.properties,
                          .background  = b->map.background };
    if (a.left != 0 || a.top != 0)
        ptl_find(b->job, PTL_NOTE, PTL_NOWHERE, "tmx-infinite",
                 "the map begins at %lld, %lld, which becomes 0, 0", (long long)a.left,
                 (long long)a.top);
    if (ptl_ok(b->job))
        take_layers(b, to, &a);
    ptl_find_count(b->job, PTL_NOTE, "tmx-hex", b->hexed,
                   "# {cell has|cells have} the flag of hexagonal maps, which is dropped");
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

static void take_world(builder *b, const ptl_tiled_elements all)
{
    size_t count = 0, taken = 0;

    for (size_t i = 0; i < all.count; i++)
        count += ptl_str_is(all.data[i].name, "mapfile");
    if (count == 0 || count > MOST_MAPS)
        ptl_fail(b->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "tmx-world",
                 "the world lists %zu maps; 1 to %d can be taken, and no patterns", count,
                 MOST_MAPS);
    if (!ptl_ok(b->job) || !ptl_grid_add_maps(b->job, b->out, count))
        return;
    for (size_t i = 0; i < all.count && ptl_ok(b->job); i++) {
        ptl_tmx_file file;

        if (!ptl_str_is(all.data[i].name, "mapfile"))
            continue;
        join(&file, (ptl_str){ "", 0 }, ptl_tmx_value(&all.data[i], "fileName"));
        b->file = ptl_grid_text(b->job, "%s", file.name);
        if (read_file(b, &file, "map", &b->map))
            take_map(b, &b->out->maps.data[taken++]);
    }
}

/* What the first map says of the file it was made from. */
static void take_origin(ptl_grid *grid)
{
    const ptl_tiled_properties *said = &grid->maps.data[0].properties;

    grid->origin = (ptl_grid_origin){ .format  = ptl_grid_said(said, "portolan.format"),
                                      .name    = ptl_grid_said(said, "portolan.source"),
                                      .sum     = ptl_grid_said(said, "portolan.sum"),
                                      .version = ptl_grid_said(said, "portolan.version"),
                                      .packed  = ptl_grid_said(said, "portolan.base") };
}

void ptl_tmx_to_grid(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    builder b = { .job = job, .out = hub, .files = files, .file = { "", 0 } };

    b.map            = ptl_tmx_map_of(job, native);
    b.out->sets.data = ptl_arena_array(job, MOST_SETS, sizeof *b.out->sets.data);
    b.sources        = ptl_arena_array(job, MOST_SETS, sizeof *b.sources);
    if (!ptl_ok(job) || !b.sources)
        return;
    if (b.map.what == PTL_TILED_WORLD)
        take_world(&b, b.map.elements);
    else if (ptl_grid_add_maps(job, b.out, 1))
        take_map(&b, b.out->maps.data);
    if (ptl_ok(job))
        take_origin(b.out);
}
