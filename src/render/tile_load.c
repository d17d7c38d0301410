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
    else if (sheet->bytes.size > 0 && !sheet->inside)
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

typedef struct table { /* of colors */
    ptl_rgba *colors;
    uint8_t  *known; /* a bit for each that was loaded */
} table;

static void put_color(const table *to, uint32_t at, ptl_rgba color)
{
    to->colors[at] = color;
    to->known[at / 8] |= (uint8_t)(1u << at % 8);
}

static bool is_known(const uint8_t *known, uint32_t at)
{
    return !known || known[at / 8] >> at % 8 & 1;
}

/* A color of an image's own palette. Entry 0 of one that knows no alpha is clear. */
static ptl_rgba own_color(const ptl_image *sheet, uint32_t entry)
{
    ptl_rgba color = sheet->palette[entry];
    bool     alpha = false;

    for (unsigned i = 0; entry == 0 && i < sheet->colors; i++)
        alpha = alpha || sheet->palette[i].a < 255;
    if (entry == 0 && !alpha)
        color.a = 0;
    return color;
}

static void put_palette(const table *to, uint32_t at, const ptl_image *sheet, uint32_t count)
{
    for (uint32_t i = 0; i < count && i < sheet->colors; i++)
        put_color(to, at + i, own_color(sheet, i));
}

static void put_bytes(const table *to, uint32_t at, ptl_str bytes, uint32_t count)
{
    const uint8_t *from = (const uint8_t *)bytes.data;

    for (uint32_t i = 0; i < count && i < bytes.size / BYTES_OF_COLOR; i++, from += BYTES_OF_COLOR)
        put_color(to, at + i, (ptl_rgba){ from[3], from[2], from[1], from[0] });
}

/* Where nobody names colors, those of the first sheet that has some. */
static void put_colors(const table *to, const ptl_tiles *tiles, const ptl_image *sheets)
{
    size_t named = 0;

    for (size_t i = 0; i < tiles->colors.count; i++)
        named += !tiles->colors.data[i].aside;
    for (size_t i = 0; i < tiles->sheets.count && named == 0; i++)
        if (sheets[i].indices) {
            put_palette(to, 0, &sheets[i], PTL_TILE_COLORS);
            break;
        }
    for (size_t i = 0; i < tiles->colors.count; i++) {
        const ptl_tile_colors *from = &tiles->colors.data[i];
        uint32_t               room = PTL_TILE_COLORS - from->offset;
        uint32_t               some = from->count < room ? from->count : room;

        if (from->sheet == PTL_TILE_NONE)
            put_bytes(to, from->offset, from->bytes, some);
        else if (sheets[from->sheet].indices)
            put_palette(to, from->offset, &sheets[from->sheet], some);
    }
}

/* ---- Colors that nobody loaded --------------------------------------------------------------- */

static bool is_colorless(const ptl_tile_picture *p, const ptl_tile_range *range)
{
    for (uint32_t i = 0; i < range->count; i++)
        if (is_known(p->known, (range->first + i) % PTL_TILE_COLORS))
            return false;
    return range->count > 0;
}

/* The grays of the image's own palette, so that one sees what is there. */
static void put_grays(const ptl_tile_picture *p, ptl_rgba *to, const ptl_tile_range *range)
{
    for (uint32_t i = 0; i < range->count; i++) {
        ptl_rgba own  = own_color(range->sheet, i);
        uint8_t  gray = (uint8_t)((77u * own.r + 150u * own.g + 29u * own.b) >> 8);
        uint32_t at   = (range->first + i) % PTL_TILE_COLORS;

        if (!is_known(p->known, at))
            to[at] = (ptl_rgba){ gray, gray, gray, own.a };
    }
}

/* Goes through the cells without colors; each pair of tile and selector is looked at once where it
 * comes several times in a row. */
static size_t each_colorless(const ptl_tile_picture *p, const ptl_tile_layer *layer,
                             uint32_t *first, ptl_rgba *grays)
{
    ptl_tile_cell last = { .tile = PTL_TILE_NONE };
    bool          same = false;
    size_t        some = 0;

    for (size_t i = 0; i < (size_t)layer->width * layer->height; i++) {
        const ptl_tile_cell *cell = &layer->cells[i];
        ptl_tile_range       range;

        if (cell->tile == PTL_TILE_NONE)
            continue;
        if (cell->tile != last.tile || cell->selector != last.selector) {
            same = ptl_tile_colors_of(p, layer, cell, &range) && is_colorless(p, &range);
            last = *cell;
            if (same && grays)
                put_grays(p, grays, &range);
        }
        if (same && some++ == 0)
            *first = cell->selector;
    }
    return some;
}

size_t ptl_tile_count_colorless(const ptl_tile_picture *p, const ptl_tile_layer *layer,
                                uint32_t *first)
{
    return each_colorless(p, layer, first, NULL);
}

/* ---- Layers --------------------------------------------------------------------------------- */

size_t ptl_tile_count_missing(const ptl_tile_picture *p, const ptl_tile_layer *layer,
                              uint32_t *first)
{
    size_t missing = 0;

    for (size_t i = 0; i < (size_t)layer->width * layer->height; i++) {
        uint32_t tile = layer->cells[i].tile;

        if (tile != PTL_TILE_NONE && !ptl_tile_is_there(p, layer, tile) && missing++ == 0)
            *first = tile;
    }
    return missing;
}

/* Says which cells cannot be drawn, or not in their colors, which become grays. */
static void say_missing(ptl_job *job, const ptl_tile_picture *p, const ptl_tile_layer *layer,
                        ptl_rgba *grays)
{
    uint32_t first = 0;
    size_t   count;
    char     shown[48];

    ptl_quote(shown, sizeof shown, layer->name.data, layer->name.size);
    count = ptl_tile_count_missing(p, layer, &first);
    ptl_find_count(job, PTL_WARNING, "tile-missing", count,
                   "# {cell|cells} of layer \"%s\" {names a tile that is|name tiles that are} not "
                   "there, {number|the first of them} %lu: nothing is drawn for {it|them}",
                   shown, (unsigned long)first);
    count = each_colorless(p, layer, &first, grays);
    ptl_find_count(
        job, PTL_WARNING, "palette-missing", count,
        "# {cell|cells} of layer \"%s\" {has a palette that was|have palettes that were} "
        "never loaded, {selector|the first of them} %lu: drawn in grays",
        shown, (unsigned long)first);
}

/* Sprites that are not on their sheets, and those without colors, which become gray, too. */
static void say_sprites(ptl_job *job, const ptl_tile_picture *p, ptl_rgba *grays)
{
    size_t missing = 0, colorless = 0;

    for (size_t i = 0; i < p->tiles->sprites.count; i++) {
        const ptl_tile_sprite *sprite = &p->tiles->sprites.data[i];
        ptl_tile_piece         piece;
        ptl_tile_range         range;
        ptl_tile_box           box;

        if (sprite->pose) {
            missing += !ptl_tile_pose_box(p, sprite->pose, sprite->transform, &box);
            continue;
        }
        if (!ptl_tile_piece_of(p, sprite, &piece)) {
            missing++;
            continue;
        }
        range = (ptl_tile_range){ (uint32_t)(piece.color % PTL_TILE_COLORS), piece.sheet->colors,
                                  piece.sheet };
        if (piece.sheet->pixels || !is_colorless(p, &range))
            continue;
        colorless++;
        put_grays(p, grays, &range);
    }
    ptl_find_count(job, PTL_WARNING, "sprite-missing", missing,
                   "# {sprite is|sprites are} not on {its image|their images}, or {that is|those "
                   "are} not there: nothing is drawn for {it|them}");
    ptl_find_count(
        job, PTL_WARNING, "palette-missing", colorless,
        "# {sprite has a palette that was|sprites have palettes that were} never loaded: "
        "drawn in grays");
}

void ptl_tiles_load(ptl_job *job, void *hub, const ptl_files *files)
{
    ptl_tiles        *tiles   = hub;
    ptl_image        *sheets  = ptl_arena_array(job, tiles->sheets.count, sizeof *sheets);
    uint8_t          *bits    = ptl_arena_array(job, tiles->sheets.count, sizeof *bits);
    table             colors  = { ptl_arena_array(job, PTL_TILE_COLORS, sizeof *colors.colors),
                                  ptl_arena_take(job, PTL_TILE_COLORS / 8) };
    ptl_tile_picture *picture = ptl_arena_take(job, sizeof *picture);
    bool              some    = false;

    for (size_t i = 0; i < tiles->sheets.count && ptl_ok(job); i++) {
        load_sheet(job, &tiles->sheets.data[i], files, &sheets[i], &bits[i]);
        some = some || sheets[i].width > 0;
    }
    if (!ptl_ok(job) || !(some || tiles->bare))
        return;
    *picture = (ptl_tile_picture){ tiles, sheets, bits, colors.colors, 1, .known = colors.known };
    tiles->picture = picture;
    put_colors(&colors, tiles, sheets);
    for (size_t i = 0; i < tiles->layers.count; i++)
        say_missing(job, picture, &tiles->layers.data[i], colors.colors);
    say_sprites(job, picture, colors.colors);
}
