/* SPDX-License-Identifier: MIT */
/* A map as tile layers: sets, wherever they are, groups folded into their layers.
 *
 * The picture is that of Tiled's own tmxrasterizer: hidden layers are left out, offsets of groups
 * add up, opacities and tints multiply, an animated tile shows its first frame, and the picture is
 * as large as the map with all its offsets. */
#include <math.h>
#include <string.h>

#include "core/order.h"
#include "formats/tmx/tmx_private.h"
#include "hubs/names.h"

enum { MOST_TILES = 1 << 20, MOST_SHEETS = 4096 };

typedef struct builder {
    ptl_job         *job;
    ptl_tiled_map    map;
    ptl_tiles       *out;
    const ptl_files *files;
    ptl_tile_place  *places; /* by gid */
    uint32_t         count;
    ptl_names        known; /* sheets by name and transparent color */
} builder;

/* ---- Sheets ---------------------------------------------------------------------------------- */

/* "#rrggbb" or without the mark. */
static void take_key(ptl_tile_sheet *sheet, ptl_str trans)
{
    if (trans.size == 7 && trans.data[0] == '#')
        trans = (ptl_str){ trans.data + 1, trans.size - 1 };
    sheet->keyed = trans.size == 6;
    for (size_t i = 0; i < trans.size && sheet->keyed; i++) {
        int digit = ptl_hex_digit(trans.data[i]);

        sheet->keyed      = digit >= 0;
        sheet->key[i / 2] = (uint8_t)(sheet->key[i / 2] << 4 | (digit & 15));
    }
}

/* The path of an image, which begins at the file of its set. */
static bool name_sheet(ptl_tile_sheet *sheet, ptl_str set, ptl_str image)
{
    char   path[2 * sizeof sheet->file.name];
    size_t folder = set.size;

    while (folder > 0 && set.data[folder - 1] != '/' && set.data[folder - 1] != '\\')
        folder--;
    if (folder + image.size >= sizeof path)
        return false;
    memcpy(path, set.data, folder);
    memcpy(path + folder, image.data, image.size);
    return ptl_tmx_file_name(sheet->file.name, sizeof sheet->file.name,
                             (ptl_str){ path, folder + image.size });
}

/* Sheets are one when name and transparent color are. */
static uint32_t *known_sheet(builder *b, const ptl_tile_sheet *sheet)
{
    size_t name = strlen(sheet->file.name), size = name + 1 + sizeof sheet->key;
    char  *text = ptl_arena_raw(b->job, size);

    if (!text)
        return NULL;
    memcpy(text, sheet->file.name, name);
    text[name] = (char)sheet->keyed;
    memcpy(text + name + 1, sheet->key, sizeof sheet->key);
    return ptl_names_at(b->job, &b->known, (ptl_str){ text, size }, PTL_TILE_NONE);
}

static uint32_t sheet_of(builder *b, ptl_str set, const ptl_tiled_image *image)
{
    uint32_t      *known;
    ptl_tile_sheet sheet = { .file  = { .role = "image", .needed = true, .exact = true },
                             .plain = true };

    if (image->source.size == 0 || !name_sheet(&sheet, set, image->source))
        return PTL_TILE_NONE;
    take_key(&sheet, image->trans);
    known = known_sheet(b, &sheet);
    if (!known || *known != PTL_TILE_NONE || b->out->sheets.count == MOST_SHEETS)
        return known ? *known : PTL_TILE_NONE;
    b->out->sheets.data[b->out->sheets.count] = sheet;
    *known                                    = (uint32_t)b->out->sheets.count++;
    return *known;
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* Tiles of one image. How many stand in a row is seen when that is loaded, whatever the file says.
 */
static void take_grid(builder *b, const ptl_tiled_set *set, uint32_t first, uint32_t end,
                      ptl_str file)
{
    uint32_t sheet = sheet_of(b, file, &set->image);
    bool loose = set->tile_width != b->map.tile_width || set->tile_height != b->map.tile_height ||
                 set->offset_x || set->offset_y;

    for (uint32_t gid = first; gid < end && set->tile_width > 0 && set->tile_height > 0; gid++)
        b->places[gid] = (ptl_tile_place){ .id      = b->places[gid].id,
                                           .sheet   = sheet,
                                           .index   = gid - first,
                                           .margin  = set->margin,
                                           .spacing = set->spacing,
                                           .width   = set->tile_width,
                                           .height  = set->tile_height,
                                           .right   = set->offset_x,
                                           .down    = set->offset_y,
                                           .loose   = loose };
}

/* Images of a collection, each as large as it really is. */
static void take_pictures(builder *b, const ptl_tiled_set *set, uint32_t first, uint32_t end,
                          ptl_str file)
{
    for (size_t i = 0; i < set->tiles.count; i++) {
        const ptl_tiled_tile *tile = &set->tiles.data[i];

        if (tile->id >= end - first || tile->image.source.size == 0)
            continue;
        b->places[first + tile->id] = (ptl_tile_place){ .id     = first + tile->id,
                                                        .sheet  = sheet_of(b, file, &tile->image),
                                                        .x      = tile->x,
                                                        .y      = tile->y,
                                                        .width  = tile->width,
                                                        .height = tile->height,
                                                        .right  = set->offset_x,
                                                        .down   = set->offset_y,
                                                        .placed = true,
                                                        .loose  = true };
    }
}

/* An animated tile shows the first of its frames. */
static void take_frames(builder *b, const ptl_tiled_set *set, uint32_t first, uint32_t end)
{
    for (size_t i = 0; i < set->tiles.count; i++) {
        const ptl_tiled_tile *tile = &set->tiles.data[i];

        if (tile->frames.count == 0 || tile->id >= end - first ||
            tile->frames.data[0].tile >= end - first)
            continue;
        b->places[first + tile->id]    = b->places[first + tile->frames.data[0].tile];
        b->places[first + tile->id].id = first + tile->id;
    }
}

/* ---- Sets ------------------------------------------------------------------------------------ */

static void take_set(builder *b, const ptl_tiled_set *set, uint32_t first, uint32_t end,
                     ptl_str file)
{
    if (set->image.source.size > 0)
        take_grid(b, set, first, end, file);
    else
        take_pictures(b, set, first, end, file);
    take_frames(b, set, first, end);
}

/* Hands on what is not the end of all. */
static void hear(void *user, const ptl_diag *diag)
{
    const ptl_listener *to = user;

    if (diag->severity != PTL_ERROR && to->hear)
        to->hear(to->user, diag);
}

/* A set that is not there leaves its cells empty, and that is said. */
static void take_far_set(builder *b, const ptl_tiled_set *set, uint32_t end)
{
    ptl_part_place place = ptl_tmx_set_place(set->source);
    ptl_job        own   = *b->job;
    ptl_tiled_map  far   = { 0 };
    ptl_doc       *doc;

    own.listener = (ptl_listener){ hear, &b->job->listener };
    doc          = ptl_part_open(&own, PTL_TMX_PARTS, &place, b->files);
    if (doc)
        far = ptl_tmx_map_of(&own, ptl_doc_look(doc, &ptl_format_tmx));
    if (ptl_ok(&own) && far.what == PTL_TILED_SET && far.sets.count > 0)
        take_set(b, &far.sets.data[0], set->first, end, set->source);
    ptl_doc_free(doc);
    if (ptl_starved(&own))
        ptl_fail(b->job, own.error.status, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
    else if (!ptl_ok(&own))
        ptl_find(b->job, PTL_WARNING, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
}

static bool begins_before(const void *of, uint32_t a, uint32_t b)
{
    const ptl_tiled_set *sets = of;

    return sets[a].first != sets[b].first ? sets[a].first < sets[b].first : a < b;
}

/* The gids after the last of each set: the next one that begins later begins there. */
static uint32_t *ends_of(const builder *b)
{
    const ptl_tiled_set *sets  = b->map.sets.data;
    size_t               count = b->map.sets.count;
    uint32_t            *order = ptl_arena_array(b->job, count, sizeof *order);
    uint32_t            *ends = ptl_arena_array(b->job, count, sizeof *ends), end = b->count;

    if (!order || !ends)
        return NULL;
    ptl_put_in_order(order, count, begins_before, sets);
    for (size_t i = count; i-- > 0;) {
        uint32_t first = sets[order[i]].first;

        if (i + 1 < count && sets[order[i + 1]].first > first && sets[order[i + 1]].first < end)
            end = sets[order[i + 1]].first;
        ends[order[i]] = end;
    }
    return ends;
}

static void take_sets(builder *b)
{
    const uint32_t *ends = ends_of(b);

    for (size_t i = 0; ends && i < b->map.sets.count && ptl_ok(b->job); i++) {
        const ptl_tiled_set *set = &b->map.sets.data[i];
        uint32_t             end = ends[i];

        if (set->first == 0 || set->first >= end)
            continue; /* nobody uses it */
        if (set->source.size > 0)
            take_far_set(b, set, end);
        else
            take_set(b, set, set->first, end, ptl_tmx_word(""));
    }
}

/* ---- Layers ---------------------------------------------------------------------------------- */

typedef struct look { /* of a layer with all groups around it */
    bool   visible;
    double opacity, x, y;
    double tint[4];
} look;

static look look_of(const ptl_tiled_map *map, const ptl_tiled_layer *layer)
{
    look out = { true, 1, 0, 0, { 1, 1, 1, 1 } };

    for (;;) {
        out.visible = out.visible && layer->visible;
        out.opacity *= layer->opacity < 0 ? 0 : layer->opacity > 1 ? 1 : layer->opacity;
        out.x += layer->offset_x;
        out.y += layer->offset_y;
        for (unsigned i = 0; i < 4; i++)
            out.tint[i] *= (layer->tint >> (24 - 8 * i) & 255) / 255.0;
        if (layer->parent == PTL_TILED_NONE)
            return out;
        layer = &map->layers.data[layer->parent];
    }
}

static bool is_drawn(const ptl_tiled_map *map, const ptl_tiled_layer *layer)
{
    return layer->kind == PTL_TILED_TILE_LAYER && layer->chunks.count > 0 &&
           look_of(map, layer).visible;
}

typedef struct box {
    int64_t left, top, right, bottom;
} box;

/* The part of the plane that all layers cover together, in cells. */
static box cells_of(const ptl_tiled_map *map)
{
    box b = { INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN };

    if (!map->infinite)
        return (box){ 0, 0, map->width, map->height };
    for (size_t i = 0; i < map->layers.count; i++)
        for (size_t k = 0; k < map->layers.data[i].chunks.count; k++) {
            const ptl_tiled_chunk *c = &map->layers.data[i].chunks.data[k];

            b.left   = c->x < b.left ? c->x : b.left;
            b.top    = c->y < b.top ? c->y : b.top;
            b.right  = (int64_t)c->x + c->width > b.right ? (int64_t)c->x + c->width : b.right;
            b.bottom = (int64_t)c->y + c->height > b.bottom ? (int64_t)c->y + c->height : b.bottom;
        }
    return b.left == INT64_MAX ? (box){ 0 } : b;
}

static uint8_t transform_of(uint32_t cell)
{
    return (uint8_t)((cell & PTL_TILED_MIRROR_X ? PTL_TILE_MIRROR_X : 0) |
                     (cell & PTL_TILED_MIRROR_Y ? PTL_TILE_MIRROR_Y : 0) |
                     (cell & PTL_TILED_SWAP ? PTL_TILE_SWAP : 0));
}

static void take_chunk(ptl_tile_cell *cells, const box *all, const ptl_tiled_chunk *c)
{
    uint64_t across = (uint64_t)(all->right - all->left);

    for (uint32_t y = 0; y < c->height; y++)
        for (uint32_t x = 0; x < c->width; x++) {
            uint32_t cell   = c->cells[(size_t)y * c->width + x];
            int64_t  column = c->x + (int64_t)x - all->left, row = c->y + (int64_t)y - all->top;

            if (column < 0 || row < 0 || column >= (int64_t)across || row >= all->bottom - all->top)
                continue;
            if (cell & ~PTL_TILED_FLAGS)
                cells[(uint64_t)row * across + (uint64_t)column] =
                    (ptl_tile_cell){ .tile      = cell & ~PTL_TILED_FLAGS,
                                     .transform = transform_of(cell) };
        }
}

static ptl_tile_cell *take_cells(builder *b, const ptl_tiled_layer *layer, const box *all)
{
    uint64_t       count = (uint64_t)(all->right - all->left) * (uint64_t)(all->bottom - all->top);
    ptl_tile_cell *cells;

    ptl_expand(b->job, PTL_NOWHERE, count, (uint64_t)b->map.elements.count * sizeof(uint64_t));
    cells = ptl_ok(b->job) ? ptl_arena_array(b->job, count, sizeof *cells) : NULL;
    for (uint64_t i = 0; cells && i < count; i++)
        cells[i].tile = PTL_TILE_NONE;
    for (size_t i = 0; cells && i < layer->chunks.count; i++)
        take_chunk(cells, all, &layer->chunks.data[i]);
    return cells;
}

/* Whole pixels, as Tiled's painter rounds them. */
static int64_t pixels_of(double offset)
{
    int64_t pixels = offset > -1e6 && offset < 1e6 ? (int64_t)(offset + 0.5) : 0;

    return pixels - ((double)pixels > offset + 0.5);
}

/* What offsets of layers add to the picture at each side; those of hidden ones do, too. */
static box margins_of(const ptl_tiled_map *map)
{
    box out = { 0 };

    for (size_t i = 0; i < map->layers.count; i++) {
        look    l = look_of(map, &map->layers.data[i]);
        int64_t x = pixels_of(ceil(-l.x)), y = pixels_of(ceil(-l.y));
        int64_t right = pixels_of(ceil(l.x)), down = pixels_of(ceil(l.y));

        if (map->layers.data[i].kind == PTL_TILED_GROUP)
            continue;
        out.left   = x > out.left ? x : out.left;
        out.top    = y > out.top ? y : out.top;
        out.right  = right > out.right ? right : out.right;
        out.bottom = down > out.bottom ? down : out.bottom;
    }
    return out;
}

/* Too much is refused where the picture is made. */
static uint32_t size_of(int64_t cells, uint32_t pixels, int64_t before, int64_t after)
{
    uint64_t size = (uint64_t)cells * pixels + (uint64_t)(before + after);

    return size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
}

/* Whether the order in which cells are drawn has this in its name. */
static bool runs(const ptl_tiled_map *map, const char *way)
{
    ptl_str order = ptl_tmx_value(&map->elements.data[0], "renderorder");
    size_t  size  = strlen(way);

    for (size_t i = 0; i + size <= order.size; i++)
        if (memcmp(order.data + i, way, size) == 0)
            return true;
    return false;
}

/* Opacity counts in 256 parts first, because Tiled's painter does. */
static void take_look(ptl_tile_layer *to, const look *l)
{
    unsigned parts = (unsigned)(l->opacity * 256);

    to->shaded = l->opacity < 1 || l->tint[0] * l->tint[1] * l->tint[2] * l->tint[3] < 1;
    for (unsigned i = 0; i < 3; i++)
        to->shade[i] = (uint8_t)(l->tint[i] * 255 + 0.5);
    to->shade[3] = (uint8_t)((parts * 255 >> 8) * l->tint[3]);
}

static void take_layers(builder *b)
{
    box all = cells_of(&b->map), around = margins_of(&b->map);

    b->out->width    = size_of(all.right - all.left, b->map.tile_width, around.left, around.right);
    b->out->height   = size_of(all.bottom - all.top, b->map.tile_height, around.top, around.bottom);
    b->out->leftward = runs(&b->map, "left-");
    b->out->upward   = runs(&b->map, "-up");
    for (size_t i = 0; i < b->map.layers.count && ptl_ok(b->job); i++) {
        const ptl_tiled_layer *from = &b->map.layers.data[i];
        ptl_tile_layer        *to   = &b->out->layers.data[b->out->layers.count];
        look                   l    = look_of(&b->map, from);

        if (!is_drawn(&b->map, from))
            continue;
        *to = (ptl_tile_layer){ .name        = from->name,
                                .width       = (uint32_t)(all.right - all.left),
                                .height      = (uint32_t)(all.bottom - all.top),
                                .tile_width  = b->map.tile_width,
                                .tile_height = b->map.tile_height,
                                .cells       = take_cells(b, from, &all),
                                .tiles       = b->places,
                                .tile_count  = b->count,
                                .x           = (uint32_t)(around.left + pixels_of(l.x)),
                                .y           = (uint32_t)(around.top + pixels_of(l.y)) };
        take_look(to, &l);
        b->out->layers.count++;
    }
    if (all.left || all.top)
        ptl_find(b->job, PTL_NOTE, PTL_NOWHERE, "tmx-infinite",
                 "the picture begins at cell %lld, %lld", (long long)all.left, (long long)all.top);
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* One past the highest number that is used; numbers past all reason have no tile. */
static uint32_t count_gids(const ptl_tiled_map *map)
{
    uint32_t most = 0;

    for (size_t i = 0; i < map->layers.count; i++)
        for (size_t k = 0; k < map->layers.data[i].chunks.count; k++) {
            const ptl_tiled_chunk *c = &map->layers.data[i].chunks.data[k];

            for (uint64_t j = 0; j < (uint64_t)c->width * c->height; j++) {
                uint32_t gid = c->cells[j] & ~PTL_TILED_FLAGS;

                most = gid > most && gid < MOST_TILES ? gid : most;
            }
        }
    return most + 1;
}

static void say_losses(const builder *b)
{
    size_t objects = 0, images = 0;

    for (size_t i = 0; i < b->map.layers.count; i++) {
        objects += b->map.layers.data[i].objects.count;
        images += b->map.layers.data[i].kind == PTL_TILED_IMAGE_LAYER;
    }
    ptl_find_count(b->job, PTL_LOSS, "tmx-drawn", objects, "# {object is|objects are} not drawn");
    ptl_find_count(b->job, PTL_LOSS, "tmx-drawn", images,
                   "# image {layer is|layers are} not drawn");
}

static bool begin(builder *b)
{
    size_t layers = b->map.layers.count;

    if (b->map.what != PTL_TILED_MAP)
        ptl_fail(b->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "tmx-no-map",
                 "only maps are drawn, and this is none");
    else if (b->map.orientation != PTL_TILED_ORTHOGONAL)
        ptl_fail(b->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "tmx-orientation",
                 "only orthogonal maps are drawn");
    if (!ptl_ok(b->job))
        return false;
    b->count            = count_gids(&b->map);
    b->places           = ptl_arena_array(b->job, b->count, sizeof *b->places);
    b->out->layers.data = ptl_arena_array(b->job, layers, sizeof *b->out->layers.data);
    b->out->sheets.data = ptl_arena_array(b->job, MOST_SHEETS, sizeof *b->out->sheets.data);
    for (uint32_t i = 0; b->places && i < b->count; i++)
        b->places[i] = (ptl_tile_place){ .id = i, .sheet = PTL_TILE_NONE };
    return ptl_ok(b->job);
}

void ptl_tmx_to_tiles(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    builder b = { .job = job, .out = hub, .files = files };

    b.out->blended_as_qt = true;
    b.map                = ptl_tmx_map_of(job, native);
    if (!ptl_ok(job) || !begin(&b))
        return;
    take_sets(&b);
    if (ptl_ok(job))
        take_layers(&b);
    say_losses(&b);
    if (ptl_ok(job) && b.out->layers.count == 0)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "tmx-no-map",
                 "no layer of tiles can be seen");
}
