/* SPDX-License-Identifier: MIT */
/* Containers for Tiled: a map for each size of tiles, in which every layer of the container has its
 * own layers and a set whose tiles are counted as its cells count them; and back into the maps
 * inside of the container and beside it. What a map itself makes of its cells is asked of it as a
 * part. */
#include <string.h>

#include "formats/attach.h"
#include "formats/xmf/xmf_private.h"
#include "hubs/grid.h"
#include "render/load.h"
#include "render/swatch.h"
#include "render/tile_picture.h"

enum { COLUMNS = 16, TILE_IDS = 65535, FIELDS = 256 }; /* layers of a part: fewer than FIELDS */

typedef struct sheet { /* what the picture of a set is drawn from */
    const ptl_tiles      *tiles;
    const ptl_tile_layer *layer;
} sheet;

typedef struct builder {
    ptl_job       *job;
    ptl_xmf_tiling tiling;
    ptl_grid      *grid;
} builder;

/* ---- Sets ------------------------------------------------------------------------------------ */

/* Every tile of a layer once, in the colors that the first cell with it has. */
static ptl_tile_cell *cells_of_sheet(ptl_job *job, const ptl_tile_layer *layer, uint32_t count)
{
    ptl_tile_cell *cells = ptl_arena_array(job, count, sizeof *cells);

    for (uint32_t i = 0; i < count && cells; i++)
        cells[i] = (ptl_tile_cell){ .tile = PTL_TILE_NONE };
    for (size_t i = (size_t)layer->width * layer->height; i-- > 0 && cells;)
        if (layer->cells[i].tile < count)
            cells[layer->cells[i].tile].selector = layer->cells[i].selector;
    for (uint32_t i = 0; i < count && i < layer->tile_count && cells; i++)
        if (layer->tiles[i].sheet != PTL_TILE_NONE)
            cells[i].tile = i;
    return cells;
}

/* Tiles as the engine shows them; numbers where no image of theirs is there. */
static ptl_span draw_tiles(ptl_job *job, const ptl_grid_set *set, const ptl_files *files)
{
    const sheet     *from  = set->user;
    ptl_tiles        tiles = *from->tiles;
    ptl_tile_layer   layer = *from->layer;
    ptl_buf          png   = ptl_buf_of(job, NULL);
    ptl_tile_picture picture;

    layer.cells         = cells_of_sheet(job, &layer, set->is.tile_count);
    layer.width         = set->is.columns;
    layer.height        = set->is.tile_count / set->is.columns;
    layer.light         = NULL;
    tiles.layers.data   = &layer;
    tiles.layers.count  = 1;
    tiles.sprites.count = tiles.marks.count = 0;
    if (ptl_ok(job))
        ptl_tiles_load(job, &tiles, files);
    if (!ptl_ok(job) || !tiles.picture)
        return ptl_swatch_numbers(job, &set->is, 0);
    picture       = *tiles.picture;
    picture.tiles = &tiles;
    picture.scale = 1;
    ptl_tile_picture_png(job, &png, &picture);
    return ptl_attach_text(job, &png);
}

/* What rows of the container call their tiles. */
static void name_tiles(builder *b, ptl_grid_set *set, const ptl_xmf_layer *layer)
{
    ptl_str *names = ptl_arena_array(b->job, set->is.tile_count, sizeof *names);
    size_t   count = 0;

    for (size_t s = 0; s < layer->sources.count && names; s++)
        for (size_t i = 0; i < layer->sources.data[s].tiles.count; i++) {
            const ptl_xmf_tile *tile = &layer->sources.data[s].tiles.data[i];

            if (tile->id >= 0 && (uint32_t)tile->id < set->is.tile_count && tile->name.size > 0)
                names[tile->id] = ptl_grid_plain(b->job, tile->name);
        }
    for (uint32_t i = 0; i < set->is.tile_count && names; i++)
        count += names[i].size > 0;
    set->is.tiles.data = ptl_arena_array(b->job, count, sizeof *set->is.tiles.data);
    for (uint32_t i = 0; i < set->is.tile_count && names && set->is.tiles.data; i++) {
        ptl_tiled_property *is = names[i].size > 0 ? ptl_arena_array(b->job, 1, sizeof *is) : NULL;

        if (!is)
            continue;
        *is =
            (ptl_tiled_property){ { "ppe.name", 8 }, { "string", 6 }, { "", 0 }, names[i], { 0 } };
        set->is.tiles.data[set->is.tiles.count++] =
            (ptl_tiled_tile){ .id = i, .type = { "", 0 }, .properties = { is, 1 } };
    }
}

/* The set of a layer, for as many ids as its rows and its cells name. */
static uint16_t add_tiles(builder *b, size_t shown, uint32_t count)
{
    const ptl_xmf_layer  *layer = b->tiling.shown[shown];
    const ptl_tile_layer *drawn = &b->tiling.out.layers.data[shown];
    size_t                index = (size_t)(layer - b->tiling.layers.data);
    ptl_str               field = ptl_grid_text(b->job, "xmf.tiles.%zu", index),
            plain               = ptl_grid_plain(b->job, layer->name);
    ptl_str       name          = ptl_grid_text(b->job, "%zu %.*s", index,
                                                (int)(plain.size < 60 ? plain.size : 60), plain.data);
    uint16_t      at            = ptl_grid_add_set(b->job, b->grid, name.data, field.data,
                                   count < drawn->tile_count ? drawn->tile_count : count);
    ptl_grid_set *set           = at == PTL_GRID_NO_SET ? NULL : &b->grid->sets.data[at];
    sheet        *from          = ptl_arena_array(b->job, 1, sizeof *from);

    if (!set || !from)
        return PTL_GRID_NO_SET;
    *from                = (sheet){ &b->tiling.out, drawn };
    set->own             = true;
    set->values          = TILE_IDS;
    set->draw            = draw_tiles;
    set->user            = from;
    set->is.tile_width   = drawn->tile_width;
    set->is.tile_height  = drawn->tile_height;
    set->is.image.width  = set->is.columns * drawn->tile_width;
    set->is.image.height = set->is.tile_count / set->is.columns * drawn->tile_height;
    name_tiles(b, set, layer);
    return at;
}

/* Sets of numbers are shared by all layers: the one that counts furthest. */
static uint16_t share_numbers(builder *b, const ptl_grid_set *set)
{
    uint16_t at = 0;

    while (at < b->grid->sets.count && strcmp(b->grid->sets.data[at].field, set->field) != 0)
        at++;
    if (at == b->grid->sets.count)
        at = ptl_grid_add_set(b->job, b->grid, set->is.name.data, set->field, 0);
    if (at != PTL_GRID_NO_SET && b->grid->sets.data[at].is.tile_count < set->is.tile_count)
        b->grid->sets.data[at] = *set;
    return at;
}

/* ---- Layers ---------------------------------------------------------------------------------- */

/* Cells that are another layer's are shown, and painted there. */
static bool is_shared(const builder *b, const ptl_xmf_layer *layer)
{
    const ptl_xmf_layer *owner = ptl_xmf_cells_of(&b->tiling.layers, layer);

    if (owner != layer)
        return true;
    for (const ptl_xmf_layer *l = b->tiling.layers.data; l < layer; l++)
        if (layer->map == PTL_XMF_FILE && l->map == PTL_XMF_FILE &&
            ptl_str_same(l->path, layer->path))
            return true;
    return false;
}

/* A name that no layer before it has: by it a layer is found again. */
static ptl_str name_of(const builder *b, size_t shown)
{
    const ptl_xmf_layer *layer = b->tiling.shown[shown];
    ptl_str              plain = ptl_grid_plain(b->job, layer->name);
    bool                 taken = plain.size == 0 || memchr(plain.data, '#', plain.size);

    for (size_t i = 0; i < b->tiling.out.layers.count && !taken; i++)
        taken = i != shown && ptl_str_same(b->tiling.shown[i]->name, layer->name);
    return taken ? ptl_grid_text(b->job, "%.*s (%d)", (int)(plain.size < 200 ? plain.size : 200),
                                 plain.data, layer->priority)
                 : plain;
}

static ptl_tiled_property number(builder *b, const char *name, int64_t value)
{
    return (ptl_tiled_property){ .name   = { name, strlen(name) },
                                 .type   = { "int", 3 },
                                 .custom = { "", 0 },
                                 .value  = ptl_grid_text(b->job, "%lld", (long long)value) };
}

/* What a layer is in the container, in the order of names. */
static ptl_tiled_properties about(builder *b, const ptl_xmf_layer *layer, const ptl_grid_map *sub)
{
    ptl_tiled_property *list = ptl_arena_array(b->job, 3, sizeof *list);

    if (!list)
        return (ptl_tiled_properties){ NULL, 0 };
    list[0] = number(b, "ppe.height", sub->height);
    list[1] = number(b, "ppe.layerPriority", layer->priority);
    list[2] = number(b, "ppe.width", sub->width);
    return (ptl_tiled_properties){ list, 3 };
}

/* A layer of the part, as one of a map that may be larger. */
static void copy_layer(builder *b, ptl_grid_map *to, const ptl_grid_map *sub,
                       const ptl_grid_layer *from, const uint16_t *sets, size_t shown)
{
    const ptl_xmf_layer *owner = b->tiling.shown[shown];
    const char          *mark  = memchr(from->is.name.data, '#', from->is.name.size);
    ptl_str              stem  = name_of(b, shown);
    ptl_str name = ptl_grid_text(b->job, "%.*s%s", (int)stem.size, stem.data, mark ? mark : "");
    ptl_grid_layer *layer = ptl_grid_add_layer(b->job, to, name.data, PTL_TILED_TILE_LAYER);

    if (!layer)
        return;
    layer->field      = (unsigned)(owner - b->tiling.layers.data) * FIELDS + from->field;
    layer->set        = sets[from->set];
    layer->sets       = 1;
    layer->turns      = from->turns;
    layer->derived    = is_shared(b, owner);
    layer->optional   = from->optional || layer->derived;
    layer->nothing    = from->nothing;
    layer->is.visible = from->is.visible;
    if (layer->nothing.set != PTL_GRID_NO_SET)
        layer->nothing.set = layer->set;
    if (!mark)
        layer->is.properties = about(b, owner, sub);
    for (uint32_t y = 0; y < sub->height; y++)
        for (uint32_t x = 0; x < sub->width; x++) {
            ptl_grid_tile cell = from->cells[(size_t)y * sub->width + x];

            if (cell.set != PTL_GRID_NO_SET)
                cell.set = layer->set;
            layer->cells[(size_t)y * to->width + x] = cell;
        }
}

/* A layer of the container: all that its map can be painted with. */
static void add_layer(builder *b, ptl_grid_map *to, size_t shown)
{
    ptl_part_place place = ptl_xmf_map_place(b->job, &b->tiling.layers, b->tiling.shown[shown]);
    ptl_grid       sub   = { 0 };
    ptl_doc       *part =
        ptl_ok(b->job) ? ptl_part_open(b->job, PTL_XMF_PARTS, &place, b->tiling.files) : NULL;
    uint16_t *sets;

    if (part)
        ptl_part_fill(b->job, &sub, PTL_HUB_GRID, part, b->tiling.files);
    ptl_doc_free(part);
    sets = ptl_ok(b->job) ? ptl_arena_array(b->job, sub.sets.count, sizeof *sets) : NULL;
    for (size_t i = 0; sets && i < sub.sets.count && ptl_ok(b->job); i++)
        sets[i] = i == 0 ? add_tiles(b, shown, sub.sets.data[0].is.tile_count)
                         : share_numbers(b, &sub.sets.data[i]);
    for (size_t i = 0; sets && i < sub.maps.data[0].layers.count && ptl_ok(b->job); i++)
        copy_layer(b, to, &sub.maps.data[0], &sub.maps.data[0].layers.data[i], sets, shown);
}

/* ---- Maps ------------------------------------------------------------------------------------ */

static bool fits(const ptl_grid_map *map, const ptl_tile_layer *layer)
{
    return map->tile_width == layer->tile_width && map->tile_height == layer->tile_height;
}

/* A map for each size of tiles, as large as the largest of its layers, side by side. */
static void add_maps(builder *b)
{
    const ptl_tile_layer *layers = b->tiling.out.layers.data;
    size_t                count = 0, all = b->tiling.out.layers.count;
    ptl_grid_map         *maps  = ptl_grid_add_maps(b->job, b->grid, all);
    int64_t               right = 0;

    for (size_t i = 0; i < all && maps; i++) {
        size_t k = 0;

        while (k < count && !fits(&maps[k], &layers[i]))
            k++;
        count               = k == count ? k + 1 : count;
        maps[k].tile_width  = layers[i].tile_width;
        maps[k].tile_height = layers[i].tile_height;
        maps[k].width       = maps[k].width < layers[i].width ? layers[i].width : maps[k].width;
        maps[k].height      = maps[k].height < layers[i].height ? layers[i].height : maps[k].height;
    }
    b->grid->maps.count = count;
    for (size_t k = 0; k < count && maps; k++) {
        ptl_grid_say_number(b->job, &maps[k], PTL_XMF_HOME_KEY, (int64_t)k);
        maps[k].name = ptl_grid_text(b->job, "%lu-by-%lu", (unsigned long)maps[k].tile_width,
                                     (unsigned long)maps[k].tile_height);
        maps[k].x    = right;
        right += (int64_t)maps[k].width * maps[k].tile_width + 2 * (int64_t)maps[k].tile_width;
    }
}

static void say_kept(const builder *b)
{
    size_t objects = 0;

    for (size_t i = 0; i < b->tiling.layers.count; i++)
        objects += b->tiling.layers.data[i].objects.count;
    ptl_find_count(b->job, PTL_LOSS, "grid-ignored", objects,
                   "# {object stays|objects stay} in the container: Tiled does not get {it|them}");
}

/* What pictures leave out is not lost here. */
static void hear_faults(void *user, const ptl_diag *diag)
{
    const ptl_listener *to = user;

    if (to->hear && diag->severity != PTL_NOTE && diag->severity != PTL_LOSS)
        to->hear(to->user, diag);
}

static void lay_out(builder *b)
{
    ptl_job own = *b->job;

    own.listener  = (ptl_listener){ hear_faults, &b->job->listener };
    b->tiling.job = &own;
    ptl_xmf_lay_out(&b->tiling);
    b->tiling.job = b->job;
    ptl_job_join(b->job, &own);
}

void ptl_xmf_to_grid(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    builder *b = ptl_arena_array(job, 1, sizeof *b); /* pictures of sets are drawn later */

    if (!b)
        return;
    *b = (builder){ job, { .job = job, .box = native, .files = files }, hub };
    lay_out(b);
    if (ptl_ok(job) && b->tiling.out.layers.count == 0)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "xmf-no-map",
                 "no tile layer has cells that can be read%s", b->tiling.why);
    if (ptl_ok(job))
        add_maps(b);
    for (size_t k = 0; k < b->grid->maps.count && ptl_ok(job); k++)
        for (size_t i = 0; i < b->tiling.out.layers.count && ptl_ok(job); i++)
            if (fits(&b->grid->maps.data[k], &b->tiling.out.layers.data[i]))
                add_layer(b, &b->grid->maps.data[k], i);
    if (ptl_ok(job))
        say_kept(b);
}

/* ---- Home ------------------------------------------------------------------------------------ */

typedef struct comer {
    ptl_job         *job;
    ptl_xmf         *box;
    ptl_attachments *attached;
    size_t           outside; /* cells painted where the layer itself has none */
} comer;

/* Changes of a layer's own cells. */
static ptl_grid_changes inside(comer *h, const ptl_grid_changes *all, const ptl_xmf_layer *layer)
{
    ptl_grid_changes own = *all;

    own.data  = ptl_arena_array(h->job, all->count, sizeof *own.data);
    own.count = 0;
    for (size_t i = 0; i < all->count && own.data; i++)
        if (all->data[i].x < (uint32_t)layer->width && all->data[i].y < (uint32_t)layer->height)
            own.data[own.count++] = all->data[i];
        else
            h->outside++;
    return own;
}

/* The map goes back to where it was: into the container, or into its file. */
static void put_back(comer *h, const ptl_doc *part, const ptl_part_place *place, size_t index)
{
    ptl_buf  file = ptl_buf_of(h->job, NULL);
    ptl_span kept;

    ptl_part_write(h->job, &file, part, &ptl_xmf_parts_as, place->info.embedded ? 1 : 0);
    kept = ptl_attach_text(h->job, &file);
    if (ptl_ok(h->job) && place->info.embedded)
        ptl_xmf_put_part(h->job, h->box, index, kept);
    else if (ptl_ok(h->job))
        ptl_attach_called(h->job, h->attached, place->file.name, kept);
}

/* Layers `first` to `end` of a map show the same layer of the container. */
static void bring(comer *h, const ptl_grid_home *home, size_t first, size_t end)
{
    size_t            count = end - first, index = home->before->layers.data[first].field / FIELDS;
    ptl_grid_layer   *shown  = ptl_arena_array(h->job, count, sizeof *shown);
    ptl_grid_changes *lists  = ptl_arena_array(h->job, count, sizeof *lists);
    ptl_xmf_layers    layers = ptl_xmf_layers_of(h->job, h->box);
    ptl_grid_map      before = { .layers = { shown, count, 0 } };
    ptl_grid_home     one    = { .before = &before, .layers = { lists, count } };
    ptl_part_place    place;
    ptl_doc          *part = NULL;

    for (size_t i = 0; i < count && ptl_ok(h->job); i++) {
        shown[i] = home->before->layers.data[first + i];
        shown[i].field %= FIELDS;
        lists[i]       = inside(h, &home->layers.data[first + i], &layers.data[index]);
        lists[i].layer = i;
        one.any        = one.any || lists[i].count > 0;
    }
    if (ptl_ok(h->job) && one.any && ptl_xmf_part(h->job, h->box, index, &place))
        part = ptl_part_open(h->job, PTL_XMF_PARTS, &place, h->attached->files);
    if (part)
        ptl_part_home(h->job, part, &(ptl_grid_homes){ .data = &one, .count = 1, .any = true });
    if (part && ptl_ok(h->job))
        put_back(h, part, &place, index);
    ptl_doc_free(part);
}

static void bring_map(comer *h, const ptl_grid_home *home)
{
    const ptl_grid_layer *layers = home->before->layers.data;

    for (size_t i = 0, end; i < home->layers.count && ptl_ok(h->job); i = end) {
        for (end = i + 1; end < home->layers.count; end++)
            if (layers[end].field / FIELDS != layers[i].field / FIELDS)
                break;
        bring(h, home, i, end);
    }
}

void ptl_xmf_home(ptl_job *job, void *native, ptl_grid_homes *homes, ptl_attachments *attached)
{
    comer h = { job, native, attached, 0 };

    for (size_t i = 0; i < homes->count && ptl_ok(job); i++)
        if (homes->data[i].before)
            bring_map(&h, &homes->data[i]);
        else
            ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-maps",
                     "a map is none of the container's: %s says which one it is", PTL_XMF_HOME_KEY);
    ptl_find_count(
        job, PTL_LOSS, "grid-ignored", h.outside,
        "# {cell was|cells were} painted outside of the layer, which is smaller than the "
        "map");
}
