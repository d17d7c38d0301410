/* SPDX-License-Identifier: MIT */
/* Plans of tile layers: one picture where the tiles are known, else a page for each layer that
 * shows which ids are where. */
#include <stdio.h>
#include <string.h>

#include "bridges/bridge.h"
#include "bridges/tile_marks.h"
#include "core/words.h"
#include "hubs/plan.h"
#include "render/png_write.h"
#include "render/tile_picture.h"

enum {                     /* of a page of ids, in units */
       LONGEST     = 1536, /* the longer side of a map, if its cells may be so small */
       LARGEST     = 32,
       SMALLEST    = 4,
       LEGIBLE     = 20, /* cells that have room for an id */
       MARGIN      = 16,
       HEAD        = 40,
       FOOT        = 48,
       LINE        = 24, /* one more of the legend */
       SWATCH      = 20,
       NARROW      = 360,     /* a page has room for its legend */
       RULED       = 8,       /* cells between lines */
       MOST_PIXELS = 1 << 24, /* of an image of ids */
};

/* A picture made here becomes an image of the plan. */
static void put_image(ptl_pen *pen, const ptl_buf *png, const ptl_plan_box *box)
{
    uint32_t image = ptl_pen_image(
        pen, &(ptl_companion){ .name = "tiles.png", .role = "picture", .exact = true }, false);
    uint8_t *copy = ptl_arena_raw(pen->job, png->size);

    if (!copy || image == PTL_PLAN_NONE)
        return;
    memcpy(copy, png->data, png->size);
    pen->plan->images.data[image].bytes      = (ptl_u8s){ copy, png->size };
    pen->plan->images.data[image].media_type = "image/png";
    ptl_pen_picture(pen, &(ptl_plan_picture){ .image = image, .box = *box });
}

static ptl_str title_of(const ptl_tile_layer *layer)
{
    return layer->name.size > 0 ? layer->name : (ptl_str){ "map", 3 };
}

/* ---- Tiles ---------------------------------------------------------------------------------- */

/* Some of the layers as a picture on a layer of the plan. */
static void draw_some(ptl_pen *pen, const ptl_tile_picture *picture, const char *name,
                      ptl_tile_layer *layers, size_t count)
{
    ptl_tiles        some = *picture->tiles;
    ptl_tile_picture part = *picture;
    ptl_buf          png  = ptl_buf_of(pen->job, NULL);
    uint32_t         width, height;

    some.layers.data   = layers;
    some.layers.count  = count;
    some.sprites.count = 0;
    part.tiles         = &some;
    if (ptl_tile_picture_size(pen->job, &part, &width, &height))
        ptl_tile_picture_png(pen->job, &png, &part);
    if (ptl_ok(pen->job)) {
        ptl_pen_layer(pen, name);
        put_image(pen, &png, &(ptl_plan_box){ 0, 0, (float)width, (float)height });
    }
    ptl_buf_free(&png);
}

/* A layer without its cells that stand above everything, or with nothing but these; false when
 * nothing is left. */
static bool keep_cells(ptl_job *job, ptl_tile_layer *out, const ptl_tile_layer *from, bool above)
{
    size_t         count = (size_t)from->width * from->height;
    ptl_tile_cell *cells = ptl_arena_raw(job, count * (uint64_t)sizeof *cells);
    bool           some  = false;

    for (size_t i = 0; i < count && cells; i++) {
        cells[i] = from->cells[i];
        if (cells[i].above != above)
            cells[i].tile = PTL_TILE_NONE;
        some = some || cells[i].tile != PTL_TILE_NONE;
    }
    *out       = *from;
    out->cells = cells;
    return some && cells;
}

static const char *name_of(ptl_job *job, const ptl_tile_layer *layer)
{
    char *name = ptl_arena_take(job, 64);

    return name ? ptl_quote(name, 64, title_of(layer).data, title_of(layer).size) : "";
}

static bool is_group(const ptl_tile_sprite *a, const ptl_tile_sprite *b)
{
    return a->under == b->under && ptl_str_same(a->layer, b->layer);
}

/* Sprites of one layer on a layer of the plan. */
static void draw_group(ptl_pen *pen, const ptl_tile_picture *picture, ptl_tile_sprite *sprites,
                       size_t count)
{
    ptl_tiles        some = *picture->tiles;
    ptl_tile_picture part = *picture;
    ptl_buf          png  = ptl_buf_of(pen->job, NULL);
    char            *name = ptl_arena_take(pen->job, 64);

    ptl_tile_picture_size(pen->job, picture, &part.width, &part.height);
    for (size_t i = 0; i < count; i++)
        sprites[i].under = 0;
    some.layers.count  = 0;
    some.sprites.data  = sprites;
    some.sprites.count = count;
    part.tiles         = &some;
    if (name && ptl_ok(pen->job))
        ptl_tile_picture_png(pen->job, &png, &part);
    if (ptl_ok(pen->job)) {
        ptl_pen_layer(pen, ptl_quote(name, 64, sprites->layer.data, sprites->layer.size));
        put_image(pen, &png, &(ptl_plan_box){ 0, 0, (float)part.width, (float)part.height });
    }
    ptl_buf_free(&png);
}

/* Those from `first` on that so many layers are drawn before; returns which come next. */
static size_t draw_sprites(ptl_pen *pen, const ptl_tile_picture *picture, size_t first,
                           size_t under)
{
    const ptl_tile_sprite *all   = picture->tiles->sprites.data;
    size_t                 count = picture->tiles->sprites.count, end;

    for (; first < count && all[first].under == under && ptl_ok(pen->job); first = end) {
        ptl_tile_sprite *copy;

        for (end = first + 1; end < count && is_group(&all[first], &all[end]);)
            end++;
        copy = ptl_arena_array(pen->job, end - first, sizeof *copy);
        if (!copy)
            break;
        memcpy(copy, all + first, (end - first) * sizeof *copy);
        draw_group(pen, picture, copy, end - first);
    }
    return first;
}

/* One layer of the plan for each of the tiles', so that they can be chosen, and one for what stands
 * above them all. */
static void draw_tiles(ptl_pen *pen, const ptl_tile_picture *picture)
{
    ptl_job        *job   = pen->job;
    size_t          count = picture->tiles->layers.count, above = 0, sprite = 0;
    ptl_tile_layer *tops = ptl_arena_array(job, count, sizeof *tops);
    uint32_t        width, height;

    if (!tops || !ptl_tile_picture_size(job, picture, &width, &height))
        return;
    ptl_pen_page(pen, title_of(picture->tiles->layers.data), (float)width, (float)height,
                 PTL_PLAN_NONE);
    if (picture->tiles->layers.data[0].lattice.way == PTL_TILE_ROWS)
        ptl_pen_cells(pen, 0, 0, (float)picture->tiles->layers.data[0].tile_width,
                      (float)picture->tiles->layers.data[0].tile_height);
    for (size_t i = 0; i < count && ptl_ok(job); i++) {
        const ptl_tile_layer *layer = &picture->tiles->layers.data[i];
        ptl_tile_layer        ground;

        sprite = draw_sprites(pen, picture, sprite, i);
        if (count == 1 && picture->tiles->sprites.count == 0)
            ground = *layer;
        else
            keep_cells(job, &ground, layer, false);
        if (ptl_ok(job))
            draw_some(pen, picture, name_of(job, layer), &ground, 1);
        above += (count > 1 || picture->tiles->sprites.count > 0) &&
                 keep_cells(job, &tops[above], layer, true);
    }
    draw_sprites(pen, picture, sprite, count);
    if (above > 0 && ptl_ok(job))
        draw_some(pen, picture, "above", tops, above);
    ptl_tile_marks_draw(pen, picture->tiles, &(ptl_plan_box){ 0, 0, 1, 1 });
}

/* ---- Ids ------------------------------------------------------------------------------------ */

typedef struct id_page {
    ptl_pen              *pen;
    const ptl_tile_layer *layer;
    uint32_t              cell; /* units */
    uint32_t              least, most, kinds;
    size_t                empty;
    bool                  described; /* cells say more than an id, and there is room for it */
} id_page;

/* Hues that are far apart for ids that are near each other, light enough for dark text. */
static ptl_rgba color_of(uint32_t id)
{
    uint32_t hue = (id * UINT32_C(2654435769)) >> 16; /* by the golden section, in 65536ths */
    uint32_t low = 152 + id * 40503 % 40, part = hue % 10923 * (240 - low) / 10923;
    uint8_t  most = 240, least = (uint8_t)low;
    uint8_t  up = (uint8_t)(low + part), down = (uint8_t)(240 - part);
    ptl_rgba six[] = { { most, up, least, 255 }, { down, most, least, 255 },
                       { least, most, up, 255 }, { least, down, most, 255 },
                       { up, least, most, 255 }, { most, least, down, 255 } };

    return six[hue / 10923 % 6];
}

static uint32_t id_of(const ptl_tile_layer *layer, size_t cell)
{
    uint32_t tile = layer->cells[cell].tile;

    return tile < layer->tile_count ? layer->tiles[tile].id : tile;
}

/* Pixels a cell is wide in the image: as many as on the page, because not everything that shows an
 * image keeps its pixels square; one where that would be too many. */
static uint32_t pixels_of(const id_page *page)
{
    uint64_t cells = (uint64_t)page->layer->width * page->layer->height;

    return cells * page->cell * page->cell <= MOST_PIXELS ? page->cell : 1;
}

static void paint_cells(const id_page *page, ptl_image *image, uint32_t size)
{
    const ptl_tile_layer *layer = page->layer;

    for (uint32_t y = 0; y < image->height; y++)
        for (uint32_t x = 0; x < image->width; x++) {
            size_t cell = (size_t)(y / size) * layer->width + x / size;

            if (layer->cells[cell].tile != PTL_TILE_NONE)
                image->pixels[(size_t)y * image->width + x] = color_of(id_of(layer, cell));
        }
}

static void draw_cells(const id_page *page, const ptl_plan_box *box)
{
    ptl_job  *job   = page->pen->job;
    uint32_t  size  = pixels_of(page);
    ptl_image image = { .width = page->layer->width * size, .height = page->layer->height * size };
    ptl_buf   png   = ptl_buf_of(job, NULL);

    image.pixels = ptl_arena_array(job, (uint64_t)image.width * image.height, sizeof *image.pixels);
    if (image.pixels) {
        paint_cells(page, &image, size);
        ptl_png_write(job, &png, &image, PTL_PNG_USUAL);
    }
    if (ptl_ok(job))
        put_image(page->pen, &png, box);
    ptl_buf_free(&png);
}

static void write_text(ptl_pen *pen, const char *text, float x, float y, float size,
                       ptl_plan_anchor anchor)
{
    ptl_pen_text(pen, &(ptl_plan_text){ .text   = { text, strlen(text) },
                                        .x      = x,
                                        .y      = y,
                                        .size   = size,
                                        .anchor = anchor,
                                        .color  = ptl_pen_color(pen, "text", 0x2B2A28FF),
                                        .halo   = PTL_PLAN_NONE });
}

/* What else a cell says: how it is turned, its palette, its priority; empty when it is nothing. */
static void describe(char out[16], const ptl_tile_cell *cell)
{
    char *at = out;

    if (cell->transform & PTL_TILE_MIRROR_X)
        *at++ = 'x';
    if (cell->transform & PTL_TILE_MIRROR_Y)
        *at++ = 'y';
    if (cell->transform & PTL_TILE_SWAP)
        *at++ = 's';
    if (cell->selector > 0)
        at += snprintf(at, 8, ":%u", (unsigned)cell->selector);
    if (cell->above)
        *at++ = '^';
    *at = 0;
}

/* Ids in cells that have room for them, five digits fit across; below them what else there is. */
static void write_ids(const id_page *page, const ptl_plan_box *box)
{
    const ptl_tile_layer *layer = page->layer;
    float                 cell  = (float)page->cell;
    char                  digits[16], more[16];

    ptl_pen_layer(page->pen, "ids");
    for (size_t i = 0; i < (size_t)layer->width * layer->height && ptl_ok(page->pen->job); i++) {
        float x = box->x + cell * ((float)(i % layer->width) + 0.5f);
        float y = box->y + cell * ((float)(i / layer->width) + 0.5f);

        if (layer->cells[i].tile == PTL_TILE_NONE)
            continue;
        describe(more, &layer->cells[i]);
        snprintf(digits, sizeof digits, "%lu", (unsigned long)id_of(layer, i));
        write_text(page->pen, digits, x, y + cell * (more[0] ? -0.03f : 0.1f),
                   cell * (strlen(digits) > 3 ? 0.26f : 0.36f), PTL_ANCHOR_MIDDLE);
        if (more[0])
            write_text(page->pen, more, x, y + cell * 0.32f, cell * 0.26f, PTL_ANCHOR_MIDDLE);
    }
}

static void rule(const id_page *page, const ptl_plan_box *box)
{
    ptl_pen *pen = page->pen;

    ptl_pen_layer(pen, "grid");
    for (uint32_t x = RULED; x < page->layer->width; x += RULED) {
        ptl_pen_move(pen, box->x + (float)(x * page->cell), box->y);
        ptl_pen_line(pen, box->x + (float)(x * page->cell), box->y + box->height);
    }
    for (uint32_t y = RULED; y < page->layer->height; y += RULED) {
        ptl_pen_move(pen, box->x, box->y + (float)(y * page->cell));
        ptl_pen_line(pen, box->x + box->width, box->y + (float)(y * page->cell));
    }
    ptl_pen_rect(pen, box->x, box->y, box->width, box->height);
    ptl_pen_stroke(pen, ptl_pen_color(pen, "grid", 0x2B2A2850), 1);
}

static void count_ids(id_page *page)
{
    uint8_t *seen = ptl_arena_take(page->pen->job, (1 << 16) / 8);

    page->least = UINT32_MAX;
    for (size_t i = 0; i < (size_t)page->layer->width * page->layer->height && seen; i++) {
        uint32_t id = id_of(page->layer, i) & 0xFFFF;

        if (page->layer->cells[i].tile == PTL_TILE_NONE) {
            page->empty++;
            continue;
        }
        if (page->layer->cells[i].transform || page->layer->cells[i].selector ||
            page->layer->cells[i].above)
            page->described = page->cell >= LEGIBLE;
        page->least = id < page->least ? id : page->least;
        page->most  = id > page->most ? id : page->most;
        page->kinds += !(seen[id / 8] >> id % 8 & 1);
        seen[id / 8] |= (uint8_t)(1u << id % 8);
    }
}

static uint32_t pen_color_of(ptl_pen *pen, uint32_t id)
{
    ptl_rgba c    = color_of(id);
    char    *name = ptl_arena_take(pen->job, 16);

    if (!name)
        return PTL_PLAN_NONE;
    snprintf(name, 16, "id %lu", (unsigned long)id);
    return ptl_pen_color(pen, name,
                         (uint32_t)c.r << 24 | (uint32_t)c.g << 16 | (uint32_t)c.b << 8 | c.a);
}

/* A swatch of an id's color and its number beside it; returns where the next may begin. */
static float swatch(ptl_pen *pen, float x, float y, uint32_t id)
{
    char digits[16];

    snprintf(digits, sizeof digits, "%lu", (unsigned long)id);
    ptl_pen_rect(pen, x, y, SWATCH, SWATCH);
    ptl_pen_fill(pen, pen_color_of(pen, id));
    write_text(pen, digits, x + SWATCH + 6, y + 15, 14, PTL_ANCHOR_START);
    return x + SWATCH + 6 + 10 * (float)strlen(digits) + 6;
}

static void write_legend(id_page *page, const ptl_plan_box *box)
{
    ptl_pen *pen = page->pen;
    float    y = box->y + box->height + 16, x = box->x;
    char     text[96];

    ptl_pen_layer(pen, "legend");
    if (page->kinds > 0) {
        x = swatch(pen, x, y, page->least);
        write_text(pen, "to", x, y + 15, 14, PTL_ANCHOR_START);
        x = swatch(pen, x + 24, y, page->most);
    }
    snprintf(text, sizeof text, "%lu different, %zu %s empty", (unsigned long)page->kinds,
             page->empty, page->empty == 1 ? "cell" : "cells");
    write_text(pen, text, x + 8, y + 15, 14, PTL_ANCHOR_START);
    if (page->described)
        write_text(pen, "x, y: mirrored; s: axes swapped; :n palette n; ^ priority", box->x, y + 40,
                   12, PTL_ANCHOR_START);
}

static void draw_ids(ptl_pen *pen, const ptl_tiles *tiles, const ptl_tile_layer *layer)
{
    uint32_t     longer = layer->width > layer->height ? layer->width : layer->height;
    uint32_t     fits   = LONGEST / longer;
    id_page      page   = { .pen = pen, .layer = layer };
    ptl_plan_box box    = { MARGIN, HEAD, 0, 0 };
    char         title[128], name[64];
    float        width;

    page.cell  = fits > LARGEST ? LARGEST : fits < SMALLEST ? SMALLEST : fits;
    box.width  = (float)((uint64_t)page.cell * layer->width);
    box.height = (float)((uint64_t)page.cell * layer->height);
    width      = box.width < NARROW ? NARROW : box.width;
    count_ids(&page);
    ptl_pen_page(pen, title_of(layer), width + 2 * MARGIN,
                 box.height + HEAD + FOOT + (page.described ? LINE : 0),
                 ptl_pen_color(pen, "paper", 0xFBFAF7FF));
    ptl_pen_cells(pen, box.x, box.y, (float)page.cell, (float)page.cell);
    ptl_pen_layer(pen, "cells");
    draw_cells(&page, &box);
    rule(&page, &box);
    if (page.cell >= LEGIBLE)
        write_ids(&page, &box);
    ptl_tile_marks_draw(pen, tiles,
                        &(ptl_plan_box){ box.x, box.y, (float)page.cell / (float)layer->tile_width,
                                         (float)page.cell / (float)layer->tile_height });
    ptl_pen_layer(pen, "title");
    ptl_quote(name, sizeof name, title_of(layer).data, title_of(layer).size);
    snprintf(title, sizeof title, "%s: ids of %lu x %lu cells", name, (unsigned long)layer->width,
             (unsigned long)layer->height);
    write_text(pen, title, MARGIN, 26, 16, PTL_ANCHOR_START);
    write_legend(&page, &box);
}

static void cross(ptl_job *job, void *to, const void *from)
{
    const ptl_tiles *tiles = from;
    ptl_pen          pen   = ptl_pen_of(job, to);

    if (!tiles->picture && ptl_setting_of(job, "light"))
        ptl_find(job, PTL_WARNING, PTL_NOWHERE, "tiles-missing",
                 "without images of tiles ids are shown, and no light falls on them");
    if (tiles->picture)
        draw_tiles(&pen, tiles->picture);
    else
        for (size_t i = 0; i < tiles->layers.count && ptl_ok(job); i++)
            draw_ids(&pen, tiles, &tiles->layers.data[i]);
}

const ptl_bridge ptl_bridge_tiles_plan = { PTL_HUB_TILES, PTL_HUB_PLAN, cross };
