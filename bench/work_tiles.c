/* SPDX-License-Identifier: MIT */
/* Pictures of tile maps: ours from the map to the last byte of the PNG, and libpng on the same
 * pixels, filtered as it likes. */
#include <png.h>
#include <portolan/ppe.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/format.h"
#include "inputs.h"
#include "render/load.h"
#include "render/tile_picture.h"

typedef struct file { /* bytes that are counted, and kept if somebody wants to see them */
    uint8_t *data;
    size_t   size, room;
    bool     keep;
} file;

static bool take(void *user, const void *data, size_t size)
{
    file *f = user;

    if (f->keep && f->size + size > f->room) {
        f->room = 2 * (f->size + size);
        f->data = realloc(f->data, f->room);
        if (!f->data)
            return false;
    }
    if (f->keep)
        memcpy(f->data + f->size, data, size);
    f->size += size;
    return true;
}

/* ---- Ours ----------------------------------------------------------------------------------- */

static bool draw(const ptl_doc *doc, bool true_color, ptl_allocator memory, file *to)
{
    sheet          tiles  = sheet_of(true_color);
    ptl_setting    with[] = { { "tileset", tiles.data, tiles.size }, { "tile", "16x16", 5 } };
    ptl_write_opts opts   = { 0 };
    ptl_sink       sink   = { take, to };
    ptl_heap       heap   = ptl_heap_of(&memory, (size_t)1 << 30);
    ptl_arena      arena  = { 0 };
    ptl_job        job = { .heap = &heap, .arena = &arena, .settings = with, .setting_count = 2 };
    ptl_buf        out = ptl_buf_of(&job, &sink);
    ptl_tiles      layers = { 0 };

    doc->format->to[PTL_HUB_TILES](&job, &layers, doc->native, &opts.files);
    ptl_tiles_load(&job, &layers, &opts.files);
    if (layers.picture)
        ptl_tile_picture_png(&job, &out, layers.picture);
    ptl_buf_flush(&out);
    ptl_buf_free(&out);
    ptl_arena_free(&arena, &heap);
    return ptl_ok(&job);
}

/* ---- libpng --------------------------------------------------------------------------------- */

static void give_to(png_structp png, png_bytep data, size_t size)
{
    take(png_get_io_ptr(png), data, size);
}

static void nothing(png_structp png)
{
    (void)png;
}

/* One row of pixels. */
static void lay_row(const sheet *tiles, const ptl_ppe *map, uint32_t y, uint8_t *row)
{
    const uint32_t *cells = map->cells.data + (size_t)(y / SHEET_TILE) * map->width;

    for (uint32_t x = 0; x < map->width * SHEET_TILE; x++)
        sheet_pixel(tiles, cells[x / SHEET_TILE], x % SHEET_TILE, y % SHEET_TILE, row + 4 * x);
}

static bool write_rows(png_structp png, png_infop info, const sheet *tiles, const ptl_ppe *map,
                       uint8_t *row)
{
    if (setjmp(png_jmpbuf(png)))
        return false;
    png_set_IHDR(png, info, map->width * SHEET_TILE, map->height * SHEET_TILE, 8,
                 PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (uint32_t y = 0; y < map->height * SHEET_TILE; y++) {
        lay_row(tiles, map, y, row);
        png_write_row(png, row);
    }
    png_write_end(png, info);
    return true;
}

static bool write_with_libpng(const ptl_doc *doc, bool true_color, file *to)
{
    const ptl_ppe *map   = ptl_ppe_of(doc);
    sheet          tiles = sheet_of(true_color);
    uint8_t       *row   = malloc(4 * (size_t)map->width * SHEET_TILE);
    png_structp    png   = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop      info  = png ? png_create_info_struct(png) : NULL;
    bool           done  = false;

    if (row && info) {
        png_set_write_fn(png, to, give_to, nothing);
        png_set_compression_level(png, 6);
        done = write_rows(png, info, &tiles, map, row);
    }
    png_destroy_write_struct(&png, &info);
    free(row);
    return done;
}

/* ---- Whether it is right -------------------------------------------------------------------- */

/* Read by libpng, our picture has the pixels it should have. */
static bool shows_the_map(const ptl_doc *doc, bool true_color, const file *ours)
{
    const ptl_ppe *map   = ptl_ppe_of(doc);
    sheet          tiles = sheet_of(true_color);
    png_image      image = { .version = PNG_IMAGE_VERSION };
    size_t   width = (size_t)map->width * SHEET_TILE, height = (size_t)map->height * SHEET_TILE;
    uint8_t *pixels = malloc(4 * width * height), *row = malloc(4 * width);
    bool     same;

    same = pixels && row && png_image_begin_read_from_memory(&image, ours->data, ours->size) &&
           image.width == width && image.height == height;
    image.format = PNG_FORMAT_RGBA;
    same         = same && png_image_finish_read(&image, NULL, pixels, 0, NULL);
    for (uint32_t y = 0; y < height && same; y++) {
        lay_row(&tiles, map, y, row);
        same = memcmp(row, pixels + 4 * width * y, 4 * width) == 0;
    }
    png_image_free(&image);
    free(pixels);
    free(row);
    return same;
}

/* Checked once for each size: the pixels, and that the file is at most so many times libpng's. */
static bool is_right(const material *m, bool true_color, double most)
{
    static uint64_t checked[2];
    file            ours = { .keep = true }, theirs = { 0 };
    bool            right;

    if (checked[true_color] == m->sum)
        return true;
    right = draw(m->doc, true_color, libc_memory(), &ours) &&
            write_with_libpng(m->doc, true_color, &theirs) &&
            (double)ours.size <= most * (double)theirs.size &&
            shows_the_map(m->doc, true_color, &ours);
    checked[true_color] = right ? m->sum : 0;
    if (!right)
        fprintf(stderr, "bench: a picture of %zu bytes where libpng makes %zu\n", ours.size,
                theirs.size);
    free(ours.data);
    return right;
}

outcome tiles_draw_file(const material *m)
{
    ptl_read_opts opts = { .allocator = pool_memory(m->kept) };
    outcome       o    = { .done = is_right(m, false, 1) };
    ptl_doc      *doc  = NULL;
    file          to   = { 0 };

    o.done = o.done && ptl_read_file(&doc, m->path, &opts, NULL) == PTL_OK &&
             draw(doc, false, opts.allocator, &to);
    ptl_doc_free(doc);
    return o;
}

outcome tiles_draw(const material *m)
{
    file to = { 0 };

    return (outcome){ .done =
                          is_right(m, false, 1) && draw(m->doc, false, pool_memory(m->kept), &to) };
}

outcome tiles_draw_colors(const material *m)
{
    file to = { 0 };

    return (outcome){ .done =
                          is_right(m, true, 1.3) && draw(m->doc, true, pool_memory(m->kept), &to) };
}

outcome tiles_libpng(const material *m)
{
    file to = { 0 };

    return (outcome){ .done = write_with_libpng(m->doc, false, &to) };
}

outcome tiles_libpng_colors(const material *m)
{
    file to = { 0 };

    return (outcome){ .done = write_with_libpng(m->doc, true, &to) };
}
