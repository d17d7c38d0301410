/* SPDX-License-Identifier: MIT */
/* A picture taken apart: tiles that are equal, turned or mirrored, are one, and the map says how
 * they lie. The tiles go onto a sheet of their own, in one row as long as that is not too wide,
 * because that is where today's engine finds them. */
#include <string.h>

#include "core/bytes.h"
#include "formats/ppe_header.h"
#include "formats/xmf/xmf_private.h"
#include "hubs/names.h"

enum { TURNS = 8, WIDEST = 8192, TGA_HEAD = 18, MOST_TILES = 65535 };

typedef struct turned { /* a tile as it looks when it is turned */
    uint64_t digest;
    uint32_t tile;
    uint8_t  transform;
} turned;

typedef struct cutter {
    ptl_job         *job;
    const ptl_image *image;
    uint32_t         w, h, columns, rows; /* of a tile in pixels, of the picture in tiles */
    ptl_names        names;               /* digests of all looks there are               */
    ptl_buf          looks;               /* turned *, each in the arena                  */
    ptl_buf          firsts;              /* uint32_t: the cell that each tile comes from  */
} cutter;

static ptl_rgba pixel_at(const cutter *c, uint32_t cell, uint8_t transform, uint32_t x, uint32_t y)
{
    ptl_tile_source(transform, c->w, c->h, &x, &y);
    return ptl_image_at(c->image, cell % c->columns * c->w + x, cell / c->columns * c->h + y);
}

static uint64_t digest_of(const cutter *c, uint32_t cell, uint8_t transform)
{
    uint64_t digest = UINT64_C(0xCBF29CE484222325);

    for (uint32_t i = 0; i < c->w * c->h; i++) {
        ptl_rgba p = pixel_at(c, cell, transform, i % c->w, i / c->w);
        uint32_t v =
            p.a == 0 ? 0 : (uint32_t)p.r << 24 | (uint32_t)p.g << 16 | (uint32_t)p.b << 8 | p.a;

        digest = (digest ^ v) * UINT64_C(0x100000001B3);
        digest ^= digest >> 29;
    }
    return digest;
}

static bool same_pixel(ptl_rgba a, ptl_rgba b)
{
    return (a.a == 0 && b.a == 0) || (a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a);
}

/* Whether a cell looks like another that is turned. */
static bool same_look(const cutter *c, uint32_t cell, uint32_t other, uint8_t transform)
{
    for (uint32_t i = 0; i < c->w * c->h; i++)
        if (!same_pixel(pixel_at(c, cell, 0, i % c->w, i / c->w),
                        pixel_at(c, other, transform, i % c->w, i / c->w)))
            return false;
    return true;
}

static bool is_clear(const cutter *c, uint32_t cell)
{
    for (uint32_t i = 0; i < c->w * c->h; i++)
        if (pixel_at(c, cell, 0, i % c->w, i / c->w).a > 0)
            return false;
    return true;
}

static uint32_t count_of(const ptl_buf *list, size_t size)
{
    return (uint32_t)(list->size / size);
}

/* Lists all looks of a new tile. Of two tiles with one digest the first has it. */
static void add_tile(cutter *c, uint32_t cell)
{
    uint32_t number = count_of(&c->firsts, sizeof number);
    uint8_t  turns  = c->w == c->h ? TURNS : TURNS / 2;

    ptl_put(&c->firsts, &cell, sizeof cell);
    for (uint8_t t = 0; t < turns && ptl_ok(c->job); t++) {
        turned  *look = ptl_arena_take(c->job, sizeof *look);
        uint32_t at   = count_of(&c->looks, sizeof look);

        if (!look)
            return;
        *look = (turned){ digest_of(c, cell, t), number, t };
        ptl_put(&c->looks, &look, sizeof look);
        ptl_names_at(c->job, &c->names,
                     (ptl_str){ (const char *)&look->digest, sizeof look->digest }, at);
    }
}

static const turned *look_at(const cutter *c, uint32_t at)
{
    return ((turned *const *)(const void *)c->looks.data)[at];
}

/* The word of a cell in the new layout. */
static uint32_t word_of(cutter *c, uint32_t cell)
{
    uint64_t       *digest = ptl_arena_take(c->job, sizeof *digest);
    uint32_t        next   = count_of(&c->looks, sizeof(turned *));
    const uint32_t *at;
    const turned   *look;

    if (is_clear(c, cell) || !digest)
        return PTL_PPE_EMPTY;
    *digest = digest_of(c, cell, 0);
    at   = ptl_names_at(c->job, &c->names, (ptl_str){ (const char *)digest, sizeof *digest }, next);
    look = at && *at < next ? look_at(c, *at) : NULL;
    if (look && same_look(c, cell, ((const uint32_t *)(const void *)c->firsts.data)[look->tile],
                          look->transform))
        return look->tile | (uint32_t)look->transform << 28;
    add_tile(c, cell);
    return count_of(&c->firsts, sizeof(uint32_t)) - 1;
}

/* ---- The sheet --------------------------------------------------------------------------------
 */

/* 32 bits for a pixel, rows from the top: a kind of image that every reader of the engine takes. */
static ptl_span draw_sheet(const cutter *c)
{
    const uint32_t *firsts  = (const uint32_t *)(const void *)c->firsts.data;
    uint32_t        count   = count_of(&c->firsts, sizeof *firsts);
    uint32_t        most    = WIDEST / c->w > 0 ? WIDEST / c->w : 1;
    uint32_t        columns = count < most ? count : most;
    uint32_t        width = columns * c->w, height = (count + columns - 1) / columns * c->h;
    uint64_t        size = TGA_HEAD + (uint64_t)width * height * 4;
    uint8_t        *file = ptl_arena_take(c->job, size);

    if (!file)
        return (ptl_span){ 0 };
    memcpy(file, (const uint8_t[]){ 0, 0, 2 }, 3);
    memcpy(file + 12,
           (const uint8_t[]){ (uint8_t)width, (uint8_t)(width >> 8), (uint8_t)height,
                              (uint8_t)(height >> 8), 32, 0x28 },
           6);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t p = 0; p < c->w * c->h; p++) {
            ptl_rgba color = pixel_at(c, firsts[i], 0, p % c->w, p / c->w);
            uint32_t x = i % columns * c->w + p % c->w, y = i / columns * c->h + p / c->w;

            memcpy(file + TGA_HEAD + ((size_t)y * width + x) * 4,
                   (const uint8_t[]){ color.b, color.g, color.r, color.a }, 4);
        }
    return (ptl_span){ file, (size_t)size };
}

/* ---- All of it --------------------------------------------------------------------------------
 */

static void check_size(ptl_job *job, const ptl_image *image, uint32_t w, uint32_t h)
{
    if (image->width % w != 0 || image->height % h != 0)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "tiles-from has %lu x %lu pixels, which whole tiles of %lu x %lu do not fill",
                 (unsigned long)image->width, (unsigned long)image->height, (unsigned long)w,
                 (unsigned long)h);
}

static void cut(cutter *c, ptl_buf *map)
{
    uint32_t cells = c->columns * c->rows;

    ptl_put_u32le(map, 1u << PPE_FLAG_LAYOUT);
    ptl_put_u32le(map, c->columns);
    ptl_put_u32le(map, c->rows);
    for (uint32_t i = 0; i < cells && ptl_ok(c->job); i++) {
        ptl_put_u32le(map, word_of(c, i));
        ptl_worked(c->job, (size_t)c->w * c->h * 4);
        if (count_of(&c->firsts, sizeof i) > MOST_TILES)
            ptl_fail(c->job, PTL_E_LIMIT, PTL_NOWHERE, "setting",
                     "tiles-from has more than %d different tiles", MOST_TILES);
    }
    if (c->firsts.size == 0 && ptl_ok(c->job))
        ptl_fail(c->job, PTL_E_ARG, PTL_NOWHERE, "setting", "nothing is to be seen in tiles-from");
}

bool ptl_xmf_cut(ptl_job *job, ptl_xmf_pieces *out, const ptl_image *image, uint32_t w, uint32_t h)
{
    cutter c = { .job     = job,
                 .image   = image,
                 .w       = w,
                 .h       = h,
                 .columns = image->width / w,
                 .rows    = image->height / h,
                 .looks   = ptl_buf_of(job, NULL),
                 .firsts  = ptl_buf_of(job, NULL) };

    *out = (ptl_xmf_pieces){ .columns = c.columns, .rows = c.rows, .map = ptl_buf_of(job, NULL) };
    check_size(job, image, w, h);
    if (ptl_ok(job))
        cut(&c, &out->map);
    if (ptl_ok(job))
        out->sheet = draw_sheet(&c);
    out->count = count_of(&c.firsts, sizeof(uint32_t));
    ptl_buf_free(&c.looks);
    ptl_buf_free(&c.firsts);
    return ptl_ok(job);
}
