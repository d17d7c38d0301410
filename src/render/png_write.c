/* SPDX-License-Identifier: MIT */
/* PNG out: header, palette, rows in one zlib stream.
 *
 * libdeflate compresses whole buffers, so the rows are laid out in one piece first. Rows of a
 * palette are left as they are; of others, some are compressed both ways to see whether filters
 * are worth it: in pictures made of tiles they are not. */
#include "render/png_write.h"

#include <string.h>

#include "core/codec.h"
#include "core/sum.h"
#include "render/png_chunk.h"
#include "render/png_filter.h"

enum {                        /* how things are done */
       MOST_CHUNK  = 1 << 30, /* bytes; PNG allows one less than twice this              */
       MOST_STORED = 65535,   /* bytes of a stored block of deflate                      */
       STRIPS      = 4,       /* parts of the picture on which filters are tried         */
       STRIP       = 16,      /* rows of each                                            */
       USUAL       = 1,       /* level: a few per cent larger than 6, and twice as fast   */
};

/* A picture on its way out: how its rows are laid out, and what makes one. */
typedef struct picture picture;
struct picture {
    ptl_job         *job;
    ptl_buf         *out;
    const void      *source;
    uint32_t         width, height;
    uint8_t          type, depth; /* color type, bits of a sample */
    unsigned         pixel;       /* bytes of a pixel for filters, at least 1 */
    int              level;
    ptl_png_filters *filters;
    void (*put_row)(const picture *p, uint8_t *to, uint32_t y);
    const ptl_colors *colors;
    ptl_span          chunks; /* between header and pixels */
};

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Whether the picture has at most 256 colors; the table then has them all. */
static bool gather_colors(ptl_colors *t, const ptl_image *image)
{
    size_t count = (size_t)image->width * image->height;

    *t = (ptl_colors){ 0 };
    for (size_t i = 0; i < count; i++)
        if (!ptl_color_add(t, image->pixels[i]))
            return false;
    return true;
}

static bool is_opaque(const ptl_image *image)
{
    size_t count = (size_t)image->width * image->height;

    for (size_t i = 0; i < count; i++)
        if (image->pixels[i].a < 255)
            return false;
    return true;
}

static uint64_t stride_of(const picture *p)
{
    static const uint8_t samples[] = { 1, 0, 3, 1, 2, 0, 4 };

    return ((uint64_t)p->width * samples[p->type] * p->depth + 7) / 8;
}

/* Indices of less than 8 bits share bytes; the first has the upper bits. */
static void pack(uint8_t *row, uint32_t width, unsigned depth)
{
    unsigned per = 8 / depth;

    for (uint32_t x = 0; x < width && depth < 8; x++) {
        uint8_t bits = (uint8_t)(row[x] << (8 - depth * (x % per + 1)));

        row[x / per] = x % per ? row[x / per] | bits : bits;
    }
}

static void put_indices(const picture *p, uint8_t *to, uint32_t y)
{
    const ptl_image *image = p->source;

    memcpy(to, image->indices + (size_t)y * p->width, p->width);
    pack(to, p->width, p->depth);
}

static void put_found_indices(const picture *p, uint8_t *to, uint32_t y)
{
    const ptl_rgba *from = ((const ptl_image *)p->source)->pixels + (size_t)y * p->width;

    for (uint32_t x = 0; x < p->width; x++)
        to[x] = ptl_color_number(p->colors, from[x]);
    pack(to, p->width, p->depth);
}

static void put_rgba(const picture *p, uint8_t *to, uint32_t y)
{
    const ptl_image *image = p->source;

    memcpy(to, image->pixels + (size_t)y * p->width, (size_t)p->width * sizeof *image->pixels);
}

static void put_rgb(const picture *p, uint8_t *to, uint32_t y)
{
    const ptl_rgba *from = ((const ptl_image *)p->source)->pixels + (size_t)y * p->width;

    for (uint32_t x = 0; x + 1 < p->width; x++, to += 3)
        memcpy(to, &from[x], sizeof from[x]); /* the fourth byte is covered by the next pixel */
    memcpy(to, &from[p->width - 1], 3);
}

static void put_gray16(const picture *p, uint8_t *to, uint32_t y)
{
    const uint16_t *from = (const uint16_t *)p->source + (size_t)y * p->width;

    for (size_t x = 0; x < p->width; x++) {
        to[2 * x]     = (uint8_t)(from[x] >> 8);
        to[2 * x + 1] = (uint8_t)from[x];
    }
}

/* ---- Pixels ---------------------------------------------------------------------------------- */

/* A zlib stream without compression: what every build can write. */
static void store(ptl_buf *out, ptl_span bytes)
{
    uint32_t sum = ptl_adler32(PTL_ADLER32, bytes);

    ptl_put(out, "\x78\x01", 2);
    for (size_t at = 0, part; at < bytes.size; at += part) {
        part = bytes.size - at < MOST_STORED ? bytes.size - at : MOST_STORED;

        ptl_put_u8(out, at + part == bytes.size);
        ptl_put_u16le(out, (uint16_t)part);
        ptl_put_u16le(out, (uint16_t)~part);
        ptl_put(out, bytes.data + at, part);
    }
    ptl_png_u32be(out, sum);
}

static bool stores(const picture *p)
{
    return p->level < 0 || !ptl_codec_there(PTL_CODEC_ZLIB);
}

/* Size of some rows when they are compressed. */
static size_t try_size(ptl_job *job, const uint8_t *data, size_t size)
{
    ptl_buf coded = ptl_buf_of(job, NULL);
    size_t  came;

    ptl_stream_encode(&coded, PTL_CODEC_ZLIB, (ptl_span){ data, size }, USUAL);
    came = coded.size;
    ptl_buf_free(&coded);
    return came;
}

/* Whether filters make a strip smaller; `copy` has room for it, with the row before. */
static int64_t gain_of(const picture *p, const ptl_png_rows *rows, uint32_t y, uint8_t *copy,
                       uint8_t *scratch)
{
    size_t       step  = rows->stride + 1;
    uint32_t     above = y > 0 ? 1 : 0, count = rows->count - y < STRIP ? rows->count - y : STRIP;
    ptl_png_rows strip = { copy, above + count, rows->stride, rows->pixel };
    size_t       plain, filtered;

    memcpy(copy, rows->data + (y - above) * step, (above + count) * step);
    plain = try_size(p->job, copy + above * step, count * step);
    ptl_png_filter(&strip, above, count, scratch);
    filtered = try_size(p->job, copy + above * step, count * step);
    return (int64_t)plain - (int64_t)filtered;
}

/* Tries filters on some strips of the picture. */
static ptl_png_filters try_filters(const picture *p, const ptl_png_rows *rows, uint8_t *copy,
                                   uint8_t *scratch)
{
    int64_t gain = 0;

    for (uint32_t i = 0; i < STRIPS; i++) {
        uint32_t y = (uint32_t)((uint64_t)rows->count * i / STRIPS);

        gain += gain_of(p, rows, y, copy, scratch);
    }
    return gain > 0 ? PTL_PNG_FILTERED : PTL_PNG_PLAIN;
}

static void filter(const picture *p, const ptl_png_rows *rows)
{
    size_t   copy_size = (STRIP + 1) * (rows->stride + 1), size = copy_size + 6 * rows->stride;
    uint8_t *copy          = ptl_resize(p->job, NULL, 0, size);
    ptl_png_filters chosen = p->filters ? *p->filters : PTL_PNG_TRY;

    if (!copy)
        return;
    if (chosen == PTL_PNG_TRY)
        chosen = try_filters(p, rows, copy, copy + copy_size);
    if (chosen == PTL_PNG_FILTERED && ptl_ok(p->job))
        ptl_png_filter(rows, 0, rows->count, copy + copy_size);
    if (p->filters)
        *p->filters = chosen;
    ptl_resize(p->job, copy, size, 0);
}

/* The zlib stream of rows, at the end of a buffer. */
static void code(const picture *p, ptl_buf *coded, ptl_span rows)
{
    if (stores(p))
        store(coded, rows);
    else
        ptl_stream_encode(coded, PTL_CODEC_ZLIB, rows, p->level > 0 ? p->level : USUAL);
}

/* The rows of the picture in one piece, filtered where that pays, compressed. Indices are laid down
 * as bytes before they are packed, so the last row wants room for that. */
static void code_rows(const picture *p, ptl_buf *coded)
{
    size_t       step = (size_t)stride_of(p) + 1, size = p->height * step;
    ptl_png_rows rows = { NULL, p->height, step - 1, p->pixel };

    if (stride_of(p) < SIZE_MAX / 4 / p->height)
        rows.data = ptl_resize(p->job, NULL, 0, size + p->width);
    else
        ptl_fail(p->job, PTL_E_LIMIT, PTL_NOWHERE, "limit-memory", "the picture is too large");
    if (!rows.data)
        return;
    for (uint32_t y = 0; y < p->height; y++) {
        p->put_row(p, rows.data + y * step + 1, y);
        rows.data[y * step] = 0;
    }
    if (p->type != PTL_PNG_INDEXED && !stores(p))
        filter(p, &rows);
    code(p, coded, (ptl_span){ rows.data, size });
    ptl_resize(p->job, rows.data, size + p->width, 0);
}

static void put_rows(const picture *p)
{
    size_t  raw = p->height * (size_t)(stride_of(p) + 1), room = raw + raw / 1024 + 64;
    ptl_buf coded = ptl_buf_of(p->job, NULL);

    coded.data     = ptl_resize(p->job, NULL, 0, room); /* enough, and not twice as much */
    coded.capacity = coded.data ? room : 0;
    code_rows(p, &coded);
    for (size_t at = 0, part; at < coded.size; at += part) {
        part = coded.size - at < MOST_CHUNK ? coded.size - at : MOST_CHUNK;
        ptl_png_chunk(p->out, "IDAT", coded.data + at, part);
    }
    ptl_buf_free(&coded);
}

static uint8_t depth_of(unsigned colors)
{
    return colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8;
}

static void put_picture(picture *p, const ptl_rgba *palette, unsigned colors)
{
    if (p->width == 0 || p->height == 0 || p->width > INT32_MAX || p->height > INT32_MAX)
        ptl_fail(p->job, PTL_E_ARG, PTL_NOWHERE, "image-size",
                 "a picture of %lu x %lu pixels cannot be written", (unsigned long)p->width,
                 (unsigned long)p->height);
    if (!ptl_ok(p->job))
        return;
    if (palette)
        p->depth = depth_of(colors);
    ptl_png_begin(p->out, p->width, p->height, p->depth, p->type);
    ptl_put(p->out, p->chunks.data, p->chunks.size);
    if (palette)
        ptl_png_palette(p->out, palette, colors);
    put_rows(p);
    ptl_png_chunk(p->out, "IEND", NULL, 0);
}

static picture picture_of(ptl_job *job, const ptl_image *image, int level)
{
    return (picture){ .job    = job,
                      .source = image,
                      .width  = image->width,
                      .height = image->height,
                      .depth  = 8,
                      .pixel  = 1,
                      .level  = level };
}

static void take_colors(picture *p, bool alpha)
{
    p->type    = alpha ? PTL_PNG_RGBA : PTL_PNG_RGB;
    p->pixel   = alpha ? 4 : 3;
    p->put_row = alpha ? put_rgba : put_rgb;
}

void ptl_png_code(ptl_job *job, ptl_buf *coded, const ptl_image *image, bool alpha,
                  ptl_png_filters *filters)
{
    picture p = picture_of(job, image, PTL_PNG_USUAL);

    p.filters = filters;
    take_colors(&p, alpha);
    code_rows(&p, coded);
}

void ptl_png_write(ptl_job *job, ptl_buf *out, const ptl_image *image, int level)
{
    picture    p = picture_of(job, image, level);
    ptl_colors found;

    p.out = out;
    if (image->indices) {
        p.type    = PTL_PNG_INDEXED;
        p.put_row = put_indices;
        put_picture(&p, image->palette, image->colors);
    } else if (gather_colors(&found, image)) {
        p.type    = PTL_PNG_INDEXED;
        p.put_row = put_found_indices;
        p.colors  = &found;
        put_picture(&p, found.palette, found.count);
    } else {
        take_colors(&p, !is_opaque(image));
        put_picture(&p, NULL, 0);
    }
}

void ptl_png_write_gray16(ptl_job *job, ptl_buf *out, const uint16_t *samples, uint32_t width,
                          uint32_t height, ptl_span chunks, int level)
{
    picture p = { .job     = job,
                  .out     = out,
                  .source  = samples,
                  .width   = width,
                  .height  = height,
                  .type    = PTL_PNG_GRAY,
                  .depth   = 16,
                  .pixel   = 2,
                  .level   = level,
                  .put_row = put_gray16,
                  .chunks  = chunks };

    put_picture(&p, NULL, 0);
}
