/* SPDX-License-Identifier: MIT */
/* Scenes of tile layers: each layer a sheet of quads, upright like a picture, one before the other,
 * with one image that holds every tile it shows in every color it shows it in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bridges/bridge.h"
#include "hubs/scene.h"
#include "render/load.h"
#include "render/png_write.h"
#include "render/tile_picture.h"

enum { RIM = 1, MOST_SIDE = 16384 }; /* tiles are kept apart by a rim, so that none bleeds */

typedef struct pattern { /* a tile in its colors */
    uint32_t tile, selector;
} pattern;

typedef struct atlas {
    pattern *patterns; /* in rising order */
    size_t   count;
    uint32_t columns, rows;
    uint32_t width, height; /* of the image */
} atlas;

typedef struct sheet { /* the quads of a layer, or of what it has above all layers */
    const ptl_tile_layer *layer;
    const atlas          *atlas;
    ptl_scene_part       *part;
    uint32_t              quads;
    bool                  above;
} sheet;

typedef struct tile_scene {
    ptl_job                *job;
    const ptl_tile_picture *picture;
    ptl_scene              *scene;
    atlas                  *atlases; /* of each layer */
    size_t                  bright;  /* corners that are lighter than COLOR_0 can say */
    bool                    clear;   /* some light lets look through */
} tile_scene;

/* ---- Images --------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const pattern *x = a, *y = b;

    if (x->tile != y->tile)
        return x->tile < y->tile ? -1 : 1;
    return x->selector < y->selector ? -1 : x->selector > y->selector;
}

static bool is_shown(const tile_scene *s, const ptl_tile_layer *layer, size_t cell)
{
    uint32_t tile = layer->cells[cell].tile;

    return tile != PTL_TILE_NONE && ptl_tile_is_there(s->picture, layer, tile);
}

static void find_patterns(tile_scene *s, const ptl_tile_layer *layer, atlas *out)
{
    size_t cells = (size_t)layer->width * layer->height, kept = 0;

    out->patterns = ptl_arena_array(s->job, cells, sizeof *out->patterns);
    for (size_t i = 0; out->patterns && i < cells; i++)
        if (is_shown(s, layer, i))
            out->patterns[out->count++] =
                (pattern){ layer->cells[i].tile, layer->cells[i].selector };
    if (!out->patterns)
        return;
    qsort(out->patterns, out->count, sizeof *out->patterns, compare);
    for (size_t i = 0; i < out->count; i++)
        if (i == 0 || compare(&out->patterns[kept - 1], &out->patterns[i]) != 0)
            out->patterns[kept++] = out->patterns[i];
    out->count = kept;
}

/* About square. */
static bool lay_out(ptl_job *job, const ptl_tile_layer *layer, atlas *a)
{
    uint64_t wide = layer->tile_width + 2 * RIM, high = layer->tile_height + 2 * RIM, columns = 1;

    while (columns * wide * columns * wide < a->count * wide * high)
        columns++;
    a->columns = (uint32_t)columns;
    a->rows    = (uint32_t)((a->count + columns - 1) / columns);
    if (columns * wide > MOST_SIDE || a->rows * high > MOST_SIDE) {
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-image",
                 "%zu different tiles need an image of more than %d pixels each way", a->count,
                 MOST_SIDE);
        return false;
    }
    a->width  = (uint32_t)(columns * wide);
    a->height = (uint32_t)(a->rows * high);
    return true;
}

/* The patterns side by side: a layer of their own, drawn like any other. */
static void draw_patterns(tile_scene *s, const ptl_tile_layer *layer, const atlas *a,
                          ptl_image *out)
{
    uint64_t         room    = (uint64_t)a->columns * a->rows;
    ptl_tile_cell   *cells   = ptl_arena_array(s->job, room, sizeof *cells);
    ptl_tile_layer   one     = *layer;
    ptl_tiles        tiles   = *s->picture->tiles;
    ptl_tile_picture picture = *s->picture;

    for (size_t i = 0; cells && i < room; i++)
        cells[i] = i < a->count ? (ptl_tile_cell){ .tile     = a->patterns[i].tile,
                                                   .selector = (uint16_t)a->patterns[i].selector }
                                : (ptl_tile_cell){ .tile = PTL_TILE_NONE };
    one.width  = a->columns;
    one.height = a->rows;
    one.cells  = cells;
    one.light  = NULL;
    one.x = one.y       = 0;
    tiles.layers.data   = &one;
    tiles.layers.count  = 1;
    tiles.sprites.count = 0;
    picture.tiles       = &tiles;
    if (cells)
        ptl_tile_picture_draw(s->job, out, &picture);
}

/* The same with a rim around each, which repeats its border. */
static void spread(ptl_image *to, const ptl_image *from, const ptl_tile_layer *layer)
{
    uint32_t wide = layer->tile_width, high = layer->tile_height;

    for (uint32_t y = 0; y < to->height; y++)
        for (uint32_t x = 0; x < to->width; x++) {
            uint32_t in_x = x % (wide + 2 * RIM), in_y = y % (high + 2 * RIM);
            uint32_t u = in_x < RIM ? 0 : in_x >= wide + RIM ? wide - 1 : in_x - RIM;
            uint32_t v = in_y < RIM ? 0 : in_y >= high + RIM ? high - 1 : in_y - RIM;

            to->pixels[(size_t)y * to->width + x] = ptl_image_at(
                from, x / (wide + 2 * RIM) * wide + u, y / (high + 2 * RIM) * high + v);
        }
    to->has_alpha = from->has_alpha;
}

static void put_image(tile_scene *s, const ptl_tile_layer *layer, const atlas *a, size_t number)
{
    ptl_scene_image *image = &s->scene->images.data[number];
    ptl_image        drawn = { 0 }, apart = { .width = a->width, .height = a->height };
    ptl_buf          png = ptl_buf_of(s->job, NULL);

    draw_patterns(s, layer, a, &drawn);
    apart.pixels = ptl_arena_array(s->job, (uint64_t)a->width * a->height, sizeof *apart.pixels);
    if (ptl_ok(s->job)) {
        spread(&apart, &drawn, layer);
        ptl_png_write(s->job, &png, &apart, PTL_PNG_USUAL);
    }
    snprintf(image->file.name, sizeof image->file.name, "tiles%zu", number);
    image->file.role  = "tiles";
    image->sharp      = true;
    image->clamped    = true;
    image->media_type = "image/png";
    image->bytes.data = ptl_ok(s->job) ? ptl_arena_raw(s->job, png.size) : NULL;
    if (image->bytes.data) {
        memcpy(image->bytes.data, png.data, png.size);
        image->bytes.count = png.size;
    }
    ptl_buf_free(&png);
}

/* ---- Quads ---------------------------------------------------------------------------------- */

static size_t find(const atlas *a, const ptl_tile_cell *cell)
{
    pattern  wanted = { cell->tile, cell->selector };
    pattern *found  = bsearch(&wanted, a->patterns, a->count, sizeof wanted, compare);

    return (size_t)(found - a->patterns);
}

/* Where on the image a corner of a cell is, each way 0 or 1 as it stands on the screen. */
static void put_uv(float *uv, const sheet *s, const ptl_tile_cell *cell, size_t place, bool right,
                   bool down)
{
    const atlas *a    = s->atlas;
    bool         u    = cell->transform & PTL_TILE_MIRROR_X ? !right : right;
    bool         v    = cell->transform & PTL_TILE_MIRROR_Y ? !down : down;
    bool         x    = cell->transform & PTL_TILE_SWAP ? v : u;
    bool         y    = cell->transform & PTL_TILE_SWAP ? u : v;
    double       left = (double)(place % a->columns) * (s->layer->tile_width + 2 * RIM) + RIM;
    double       top  = (double)(place / a->columns) * (s->layer->tile_height + 2 * RIM) + RIM;

    uv[0] = (float)((left + (x ? s->layer->tile_width : 0)) / a->width);
    uv[1] = (float)((top + (y ? s->layer->tile_height : 0)) / a->height);
}

/* Light that darkens; 128 is full. */
static void put_light(tile_scene *t, uint8_t *out, const uint8_t light[4])
{
    for (int i = 0; i < 3; i++) {
        t->bright += light[i] > 128;
        out[i] = light[i] >= 128 ? 255 : (uint8_t)(light[i] * 255u / 128);
    }
    out[3]   = light[3];
    t->clear = t->clear || light[3] < 255;
}

static void put_quad(tile_scene *t, sheet *s, size_t cell)
{
    static const uint8_t  order[6] = { 0, 2, 1, 1, 2, 3 };
    const ptl_tile_layer *layer    = s->layer;
    size_t                place    = find(s->atlas, &layer->cells[cell]);
    uint32_t              first    = 4 * s->quads;

    for (uint32_t i = 0; i < 4; i++) { /* upper left, upper right, lower left, lower right */
        uint32_t at = first + i, column = (uint32_t)(cell % layer->width) + (i & 1);
        uint32_t row = (uint32_t)(cell / layer->width) + (i >> 1);

        s->part->position.data[3 * at] = (float)(layer->x + (double)column * layer->tile_width);
        s->part->position.data[3 * at + 1] =
            (float)(0 - layer->y - (double)row * layer->tile_height);
        s->part->normal.data[3 * at + 2] = 1;
        put_uv(s->part->uv.data + 2 * (size_t)at, s, &layer->cells[cell], place, i & 1, i >= 2);
        if (layer->light)
            put_light(t, s->part->color.data + 4 * (size_t)at, layer->light[cell].corner[i]);
    }
    for (size_t i = 0; i < 6; i++)
        s->part->index.data[6 * (size_t)s->quads + i] = first + order[i];
    s->quads++;
}

static uint32_t count_quads(const tile_scene *t, const ptl_tile_layer *layer, bool above)
{
    uint32_t count = 0;

    for (size_t i = 0; i < (size_t)layer->width * layer->height; i++)
        count += layer->cells[i].above == above && is_shown(t, layer, i);
    return count;
}

/* ---- Layers --------------------------------------------------------------------------------- */

/* Terminated, too. */
static ptl_str name_of(ptl_job *job, const ptl_tile_layer *layer, bool above)
{
    ptl_str base   = layer->name.size > 0 ? layer->name : ptl_scene_text("map");
    ptl_str ending = ptl_scene_text(above ? " above" : "");
    char   *name   = ptl_arena_take(job, base.size + ending.size + 1);

    if (!name)
        return (ptl_str){ "", 0 };
    memcpy(name, base.data, base.size);
    memcpy(name + base.size, ending.data, ending.size);
    return (ptl_str){ name, base.size + ending.size };
}

/* A mesh and its node, `depth` pixels before the first. */
static void add_sheet(tile_scene *t, size_t layer, bool above, size_t number, size_t depth)
{
    const ptl_tile_layer *from  = &t->picture->tiles->layers.data[layer];
    uint32_t              quads = count_quads(t, from, above);
    ptl_scene_mesh       *mesh  = &t->scene->meshes.data[number];
    ptl_scene_node       *node  = &t->scene->nodes.data[1 + number];
    sheet                 s     = { .layer = from, .atlas = &t->atlases[layer], .above = above };

    mesh->name = node->name = name_of(t->job, from, above);
    node->parent            = 0;
    node->mesh              = (uint32_t)number;
    node->translation[2]    = (float)depth;
    if (!ptl_scene_parts(t->job, mesh, 1) ||
        !ptl_scene_part_reserve(t->job, &mesh->parts.data[0], 4 * (size_t)quads, 6 * (size_t)quads,
                                PTL_PART_NORMAL | PTL_PART_UV | (from->light ? PTL_PART_COLOR : 0)))
        return;
    s.part           = &mesh->parts.data[0];
    s.part->material = (uint32_t)layer;
    for (size_t i = 0; i < (size_t)from->width * from->height; i++)
        if (from->cells[i].above == above && is_shown(t, from, i))
            put_quad(t, &s, i);
}

static void add_material(tile_scene *t, size_t layer)
{
    const ptl_tile_layer *from     = &t->picture->tiles->layers.data[layer];
    ptl_scene_material   *material = &t->scene->materials.data[layer];

    find_patterns(t, from, &t->atlases[layer]);
    material->name         = name_of(t->job, from, false);
    material->alpha        = PTL_ALPHA_BY_IMAGE;
    material->double_sided = true;
    if (!ptl_ok(t->job) || t->atlases[layer].count == 0 ||
        !lay_out(t->job, from, &t->atlases[layer]))
        return;
    material->image = (uint32_t)layer;
    put_image(t, from, &t->atlases[layer], layer);
}

/* Layers from the lowest, then what they have above all of them. */
static void add_sheets(tile_scene *t)
{
    size_t layers = t->picture->tiles->layers.count, number = 0;

    for (size_t i = 0; i < 2 * layers && ptl_ok(t->job); i++)
        if (count_quads(t, &t->picture->tiles->layers.data[i % layers], i >= layers) > 0) {
            add_sheet(t, i % layers, i >= layers, number++, i);
            if (t->clear)
                t->scene->materials.data[i % layers].alpha = PTL_ALPHA_BLEND;
            t->clear = false;
        }
}

static size_t count_sheets(const tile_scene *t)
{
    size_t layers = t->picture->tiles->layers.count, count = 0;

    for (size_t i = 0; i < 2 * layers; i++)
        count += count_quads(t, &t->picture->tiles->layers.data[i % layers], i >= layers) > 0;
    return count;
}

static void fill(tile_scene *t)
{
    const ptl_tiles *tiles  = t->picture->tiles;
    size_t           layers = tiles->layers.count, sheets = count_sheets(t);

    t->atlases = ptl_arena_array(t->job, layers, sizeof *t->atlases);
    if (!t->atlases || !ptl_scene_reserve(t->job, t->scene, layers, layers, sheets, 1 + sheets))
        return;
    for (size_t i = 0; i < layers && ptl_ok(t->job); i++)
        add_material(t, i);
    add_sheets(t);
    t->scene->nodes.data[0].name = ptl_scene_text("map");
    for (int i = 0; i < 3 && layers > 0; i++)
        t->scene->nodes.data[0].scale[i] = 1 / (float)tiles->layers.data[0].tile_width;
    t->scene->extras = ptl_scene_text("{ \"axes\": \"x right, y up, z toward the viewer\", "
                                      "\"units\": \"pixels\" }");
    ptl_find_count(t->job, PTL_LOSS, "sprite-missing", tiles->sprites.count,
                   "# {sprite is|sprites are} in pictures and plans alone");
    ptl_find_count(t->job, PTL_LOSS, "tile-light", t->bright,
                   "# {value of light brightens|values of light brighten}, which vertex colors "
                   "cannot: {it is|they are} neutral");
}

static void cross(ptl_job *job, void *to, const void *from)
{
    const ptl_tiles *tiles = from;
    tile_scene       t     = { .job = job, .picture = tiles->picture, .scene = to };

    for (size_t i = 0; i < tiles->layers.count; i++)
        if (tiles->layers.data[i].lattice.way != PTL_TILE_ROWS) {
            ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "tiles-lattice",
                     "cells that do not lie in rows and columns make pictures, but no scene");
            return;
        }
    if (tiles->picture) {
        fill(&t);
        ptl_scene_load(job, to, &(ptl_files){ 0 }); /* settles which images one looks through */
    } else {
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "tiles-missing",
                 "there are no images of tiles to make a scene with");
    }
}

const ptl_bridge ptl_bridge_tiles_scene = { PTL_HUB_TILES, PTL_HUB_SCENE, cross };
