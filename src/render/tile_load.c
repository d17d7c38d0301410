/* SPDX-License-Identifier: MIT */
/* Tile layers of documents: the format lays them out, then sheets and colors are loaded. */
#include <string.h>

#include "core/companions.h"
#include "render/load.h"
#include "render/tile_picture.h"

enum { PNG_DEPTH = 24, BMP_DEPTH = 28, BYTES_OF_COLOR = 4 };

/* ---- Sheets --------------------------------------------------------------------------------- */

/* Bits of an index, as the file has it. */
static uint8_t bits_of(ptl_span bytes)
{
    if (bytes.size > PNG_DEPTH && memcmp(bytes.data, "\x89PNG", 4) == 0)
        return bytes.data[PNG_DEPTH];
    if (bytes.size > BMP_DEPTH && memcmp(bytes.data, "BM", 2) == 0)
        return bytes.data[BMP_DEPTH];
    return 8;
}

/* Pixels with colors of their own, of which one may be clear. */
static void make_plain(ptl_job *job, const ptl_tile_sheet *sheet, ptl_image *image)
{
    ptl_image plain = *image;
    size_t    count = (size_t)image->width * image->height;

    plain.indices = NULL;
    if (!image->pixels && !ptl_image_take_pixels(job, &plain))
        return;
    for (size_t i = 0; i < count; i++) {
        ptl_rgba *to = &plain.pixels[i];

        if (!image->pixels)
            *to = image->palette[image->indices[i]];
        if (sheet->keyed && to->r == sheet->key[0] && to->g == sheet->key[1] &&
            to->b == sheet->key[2])
            *to = (ptl_rgba){ 0 };
        plain.has_alpha = plain.has_alpha || to->a < 255;
    }
    *image = plain;
}

/* What is wrong with a sheet is said, and stops nothing but want of memory: its tiles are missing
 * then. One that was given has to be good. */
static void decode_sheet(ptl_job *job, const ptl_tile_sheet *sheet, ptl_span bytes, ptl_image *out,
                         uint8_t *bits)
{
    ptl_job own = { .heap = job->heap, .arena = job->arena };
    char    shown[128];

    *bits = bits_of(bytes);
    if (ptl_image_read(&own, out, bytes, NULL) && sheet->plain)
        make_plain(&own, sheet, out);
    if (ptl_ok(&own))
        return;
    *out = (ptl_image){ 0 };
    ptl_quote(shown, sizeof shown, sheet->file.name, strlen(sheet->file.name));
    if (ptl_starved(&own))
        ptl_fail(job, own.error.status, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
    else if (sheet->bytes.size > 0)
        ptl_fail(job, own.error.status, PTL_NOWHERE, own.error.rule, "%s cannot be used: %s", shown,
                 own.error.message);
    else
        ptl_find(job, PTL_WARNING, PTL_NOWHERE, own.error.rule, "%s cannot be used: %s", shown,
                 own.error.message);
}

static void load_sheet(ptl_job *job, const ptl_tile_sheet *sheet, const ptl_files *files,
                       ptl_image *out, uint8_t *bits)
{
    ptl_bytes bytes;
    char      shown[128];

    if (sheet->bytes.size > 0) {
        decode_sheet(job, sheet, sheet->bytes, out, bits);
        return;
    }
    if (!ptl_files_load(job, files, &sheet->file, &bytes)) {
        ptl_find(job, PTL_WARNING, PTL_NOWHERE, "file-missing", "%s (%s) is not there",
                 ptl_quote(shown, sizeof shown, sheet->file.name, strlen(sheet->file.name)),
                 sheet->file.role);
        return;
    }
    decode_sheet(job, sheet, (ptl_span){ bytes.data, bytes.size }, out, bits);
    ptl_bytes_free(&bytes);
}

/* ---- Colors -------------------------------------------------------------------------------- */

/* Entry 0 of a palette that knows no alpha is clear. */
static void put_palette(ptl_rgba *to, const ptl_image *sheet, uint32_t count)
{
    bool alpha = false;

    for (unsigned i = 0; i < sheet->colors; i++)
        alpha = alpha || sheet->palette[i].a < 255;
    for (uint32_t i = 0; i < count && i < sheet->colors; i++)
        to[i] = sheet->palette[i];
    if (!alpha && count > 0)
        to[0].a = 0;
}

static void put_bytes(ptl_rgba *to, ptl_str bytes, uint32_t count)
{
    const uint8_t *from = (const uint8_t *)bytes.data;

    for (uint32_t i = 0; i < count && i < bytes.size / BYTES_OF_COLOR; i++, from += BYTES_OF_COLOR)
        to[i] = (ptl_rgba){ from[3], from[2], from[1], from[0] };
}

/* Where nobody names colors, those of the first sheet that has some. */
static void put_colors(ptl_rgba *to, const ptl_tiles *tiles, const ptl_image *sheets)
{
    for (size_t i = 0; i < tiles->colors.count; i++) {
        const ptl_tile_colors *from = &tiles->colors.data[i];
        uint32_t               room = PTL_TILE_COLORS - from->offset;
        uint32_t               some = from->count < room ? from->count : room;

        if (from->sheet == PTL_TILE_NONE)
            put_bytes(to + from->offset, from->bytes, some);
        else if (sheets[from->sheet].indices)
            put_palette(to + from->offset, &sheets[from->sheet], some);
    }
    for (size_t i = 0; i < tiles->sheets.count && tiles->colors.count == 0; i++)
        if (sheets[i].indices) {
            put_palette(to, &sheets[i], PTL_TILE_COLORS);
            return;
        }
}

/* ---- Layers --------------------------------------------------------------------------------- */

static void count_missing(ptl_job *job, const ptl_tile_picture *p, const ptl_tile_layer *layer)
{
    size_t   missing = 0;
    uint32_t first   = 0;
    char     shown[48];

    for (size_t i = 0; i < (size_t)layer->width * layer->height; i++) {
        uint32_t tile = layer->cells[i].tile;

        if (tile == PTL_TILE_NONE || ptl_tile_is_there(p, layer, tile))
            continue;
        if (missing++ == 0)
            first = tile;
    }
    ptl_find_count(job, PTL_WARNING, "tile-missing", missing,
                   "# {cell|cells} of layer \"%s\" {names a tile that is|name tiles that are} not "
                   "there, {number|the first of them} %lu: nothing is drawn for {it|them}",
                   ptl_quote(shown, sizeof shown, layer->name.data, layer->name.size),
                   (unsigned long)first);
}

void ptl_tiles_load(ptl_job *job, void *hub, const ptl_files *files)
{
    ptl_tiles        *tiles   = hub;
    ptl_image        *sheets  = ptl_arena_array(job, tiles->sheets.count, sizeof *sheets);
    uint8_t          *bits    = ptl_arena_array(job, tiles->sheets.count, sizeof *bits);
    ptl_rgba         *colors  = ptl_arena_array(job, PTL_TILE_COLORS, sizeof *colors);
    ptl_tile_picture *picture = ptl_arena_take(job, sizeof *picture);
    bool              some    = false;

    for (size_t i = 0; i < tiles->sheets.count && ptl_ok(job); i++) {
        load_sheet(job, &tiles->sheets.data[i], files, &sheets[i], &bits[i]);
        some = some || sheets[i].width > 0;
    }
    if (!ptl_ok(job) || !some)
        return;
    *picture       = (ptl_tile_picture){ tiles, sheets, bits, colors, 1 };
    tiles->picture = picture;
    put_colors(colors, tiles, sheets);
    for (size_t i = 0; i < tiles->layers.count; i++)
        count_missing(job, picture, &tiles->layers.data[i]);
}
