/* SPDX-License-Identifier: MIT */
/* BMP, the picture of Windows and OS/2. Little-endian.
 *
 *   at  size  field
 *    0     2  "BM"
 *    2     8  size of the file, reserved: not looked at
 *   10     4  where the pixels begin
 *   14     4  size of the header from here on: 12, 40, 52, 56, 108 or 124
 *   18   4+4  width, height (2+2 in the header of 12); a negative height runs from the top
 *   26   2+2  planes, bits per pixel: 1, 4, 8, 16, 24, 32
 *   30     4  compression: none, RLE8, RLE4, masks, masks with alpha (0, 1, 2, 3, 6)
 *   34     4  size of the pixels, often 0: not looked at
 *   46   4+4  colors of the palette, 0 for all; important ones
 *   54  4 x4  masks of red, green, blue, alpha: in headers from 52 (alpha: 56) on, or behind 40
 *             palette: blue, green, red, and a byte without meaning except in the header of 12
 *             rows, each padded to 4 bytes, from the bottom
 * What we know beyond this table: docs/images.md */
#include <string.h>

#include "core/bytes.h"
#include "core/cursor.h"
#include "render/image.h"

#define RULE "image-bmp"

enum { AT_PIXELS = 10, AT_HEADER = 14, AT_SIZE = 18, AT_BITS = 28, AT_PACKING = 30, AT_MASKS = 54 };

typedef enum bmp_packing {
    BMP_PLAIN       = 0,
    BMP_RLE8        = 1,
    BMP_RLE4        = 2,
    BMP_MASKS       = 3,
    BMP_ALPHA_MASKS = 6
} bmp_packing;

typedef struct bmp_header {
    uint32_t    pixels_at, size;
    int64_t     width, height;
    unsigned    bits;
    bmp_packing packing;
    uint32_t    colors;
    uint32_t    masks[4]; /* red, green, blue, alpha */
    bool        top_down;
} bmp_header;

static bool bmp_probe(ptl_span bytes)
{
    return bytes.size >= 2 && bytes.data[0] == 'B' && bytes.data[1] == 'M';
}

/* ---- The header ------------------------------------------------------------------------------ */

static void read_sizes(ptl_cursor *in, bmp_header *h)
{
    if (h->size == 12) {
        h->width  = ptl_u16le(in);
        h->height = ptl_u16le(in);
    } else {
        h->width  = (int32_t)ptl_u32le(in);
        h->height = (int32_t)ptl_u32le(in);
    }
    ptl_u16le(in); /* planes: other readers do not mind them either */
    h->bits     = ptl_u16le(in);
    h->top_down = h->height < 0;
    if (h->top_down)
        h->height = -h->height;
    if (h->width < 0)
        ptl_fail(in->job, PTL_E_SYNTAX, AT_SIZE, "image-size", "the width is %lld",
                 (long long)h->width);
}

/* The masks, wherever this header has them. */
static void read_masks(ptl_cursor *in, bmp_header *h)
{
    unsigned count = 0;

    if (h->packing == BMP_MASKS)
        count = h->size >= 56 ? 4 : 3;
    else if (h->packing == BMP_ALPHA_MASKS)
        count = 4;
    for (unsigned i = 0; i < count; i++)
        h->masks[i] = ptl_u32le(in);
}

static void check_header(ptl_job *job, const bmp_header *h)
{
    static const struct {
        bmp_packing packing;
        const char *bits; /* that go with it */
    } known[] = {
        { BMP_PLAIN, "\1\4\10\20\30\40" }, { BMP_RLE8, "\10" },           { BMP_RLE4, "\4" },
        { BMP_MASKS, "\20\40" },           { BMP_ALPHA_MASKS, "\20\40" },
    };
    const char *bits = NULL;

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].packing == h->packing)
            bits = known[i].bits;
    if (!bits)
        ptl_fail(job, PTL_E_UNSUPPORTED, AT_PACKING, RULE,
                 "compression %u is none of 0, 1, 2, 3, 6", (unsigned)h->packing);
    else if (h->bits == 0 || h->bits > 32 || !strchr(bits, (int)h->bits))
        ptl_fail(job, PTL_E_SYNTAX, h->size == 12 ? 24 : AT_BITS, RULE,
                 "%u bits per pixel do not go with compression %u", h->bits, (unsigned)h->packing);
    else if (h->top_down && (h->packing == BMP_RLE8 || h->packing == BMP_RLE4))
        ptl_fail(job, PTL_E_UNSUPPORTED, AT_SIZE + 4, RULE,
                 "a compressed picture cannot run from the top");
}

static bmp_header read_header(ptl_cursor *in)
{
    static const uint8_t sizes[] = { 12, 40, 52, 56, 108, 124 };
    bmp_header           h       = { 0 };

    in->what = "the header of the picture";
    if (!bmp_probe((ptl_span){ in->data, (size_t)in->size }))
        ptl_fail(in->job, PTL_E_SYNTAX, 0, RULE, "no \"BM\" at the beginning");
    ptl_take(in, AT_PIXELS);
    h.pixels_at = ptl_u32le(in);
    h.size      = ptl_u32le(in);
    if (ptl_ok(in->job) && (h.size > 255 || !memchr(sizes, (int)h.size, sizeof sizes)))
        ptl_fail(in->job, PTL_E_UNSUPPORTED, AT_HEADER, RULE,
                 "a header of %lu bytes is none of 12, 40, 52, 56, 108, 124",
                 (unsigned long)h.size);
    read_sizes(in, &h);
    if (h.size > 12) {
        h.packing = (bmp_packing)ptl_u32le(in);
        ptl_take(in, 12);
        h.colors = ptl_u32le(in);
        ptl_take(in, 4);
        read_masks(in, &h);
    }
    if (ptl_ok(in->job))
        check_header(in->job, &h);
    if (in->at < AT_HEADER + (uint64_t)h.size)
        ptl_take(in, AT_HEADER + h.size - in->at);
    return h;
}

/* ---- The palette ----------------------------------------------------------------------------- */

/* How many colors the file has: what it says, if there is room before the pixels. */
static unsigned count_colors(ptl_cursor *in, const bmp_header *h)
{
    uint64_t entry = h->size == 12 ? 3 : 4, room = (h->pixels_at - in->at) / entry;
    uint64_t all = UINT64_C(1) << h->bits, count = h->colors > 0 ? h->colors : all;

    if (count > all)
        ptl_warn(in->job, 46, RULE, "%llu colors in a palette of %llu", (unsigned long long)count,
                 (unsigned long long)all);
    count = count < all ? count : all;
    if (room < count)
        ptl_warn(in->job, in->at, RULE, "the pixels begin after %llu of %llu colors",
                 (unsigned long long)room, (unsigned long long)count);
    return (unsigned)(count < room ? count : room);
}

static void read_palette(ptl_cursor *in, const bmp_header *h, ptl_image *out, bool zero_clear)
{
    unsigned       entry = h->size == 12 ? 3 : 4;
    const uint8_t *at    = ptl_take(in, (uint64_t)out->colors * entry);

    for (unsigned i = 0; at && i < out->colors; i++, at += entry)
        out->palette[i] = (ptl_rgba){ at[2], at[1], at[0], 255 };
    if (zero_clear)
        out->palette[0].a = 0;
}

/* ---- Plain pixels ---------------------------------------------------------------------------- */

static uint64_t stride_of(const bmp_header *h)
{
    return ((uint64_t)h->width * h->bits + 31) / 32 * 4;
}

/* The rows are there, all but the padding of the last. */
static bool rows_there(ptl_cursor *in, const bmp_header *h)
{
    uint64_t last = ((uint64_t)h->width * h->bits + 7) / 8;
    uint64_t all  = stride_of(h) * (uint64_t)h->height;

    in->what = "the pixels";
    if (!ptl_need(in, all - stride_of(h) + last))
        return false;
    if (ptl_left(in) < all)
        ptl_warn(in->job, in->size, RULE, "the last row is not padded to 4 bytes");
    else if (ptl_left(in) > all)
        ptl_find(in->job, PTL_NOTE, in->at + all, "trailing-bytes", "bytes after the pixels: %llu",
                 (unsigned long long)(ptl_left(in) - all));
    return ptl_ok(in->job);
}

/* The y-th row of the picture, counted from the top. */
static const uint8_t *row_at(const ptl_cursor *in, const bmp_header *h, uint32_t y)
{
    uint64_t row = h->top_down ? y : (uint64_t)h->height - 1 - y;

    return in->data + in->at + row * stride_of(h);
}

static void read_indices(ptl_cursor *in, const bmp_header *h, ptl_image *out)
{
    for (uint32_t y = 0; y < out->height; y++)
        ptl_image_unpack(out->indices + (size_t)y * out->width, row_at(in, h, y), out->width,
                         h->bits);
}

static void read_triples(ptl_cursor *in, const bmp_header *h, ptl_image *out)
{
    for (uint32_t y = 0; y < out->height; y++) {
        const uint8_t *from = row_at(in, h, y);
        ptl_rgba      *to   = out->pixels + (size_t)y * out->width;

        for (uint32_t x = 0; x < out->width; x++, from += 3)
            to[x] = (ptl_rgba){ from[2], from[1], from[0], 255 };
    }
}

/* ---- Pixels of 16 and 32 bits ---------------------------------------------------------------- */

typedef struct channel { /* up to 8 bits of a pixel, and what they come to */
    unsigned shift, mask;
    uint8_t  value[256];
} channel;

/* A mask of more than 8 bits counts by its upper 8; one of none is `none` everywhere. */
static channel channel_of(ptl_job *job, uint32_t mask, uint8_t none, uint64_t at)
{
    channel c = { .value = { none } };

    if (mask == 0)
        return c;
    for (; !(mask & 1); mask >>= 1)
        c.shift++;
    if (mask & (mask + 1))
        ptl_fail(job, PTL_E_SYNTAX, at, RULE, "the bits of a mask are not side by side");
    for (; mask > 255; mask >>= 1)
        c.shift++;
    c.mask = mask;
    for (unsigned i = 0; i <= mask; i++)
        c.value[i] = ptl_image_scale(i, mask);
    return c;
}

static uint8_t channel_read(const channel *c, uint32_t pixel)
{
    return c->value[pixel >> c->shift & c->mask];
}

static void read_channels(ptl_cursor *in, const bmp_header *h, ptl_image *out, const channel *c)
{
    unsigned size = h->bits / 8;

    for (uint32_t y = 0; y < out->height; y++) {
        const uint8_t *from = row_at(in, h, y);
        ptl_rgba      *to   = out->pixels + (size_t)y * out->width;

        for (uint32_t x = 0; x < out->width; x++, from += size) {
            uint32_t pixel = size == 2 ? ptl_load_u16le(from) : ptl_load_u32le(from);

            to[x] = (ptl_rgba){ channel_read(&c[0], pixel), channel_read(&c[1], pixel),
                                channel_read(&c[2], pixel), channel_read(&c[3], pixel) };
        }
    }
}

/* Without masks the fourth byte may be alpha or nothing: nothing, when it is 0 everywhere. */
static void settle_fourth_byte(ptl_image *out)
{
    size_t count = (size_t)out->width * out->height;

    for (size_t i = 0; i < count; i++)
        if (out->pixels[i].a > 0)
            return;
    for (size_t i = 0; i < count; i++)
        out->pixels[i].a = 255;
}

static void read_masked(ptl_cursor *in, const bmp_header *h, ptl_image *out)
{
    static const uint32_t plain[2][4] = { { 0x7C00, 0x03E0, 0x001F, 0 },
                                          { 0xFF0000, 0xFF00, 0xFF, 0xFF000000 } };
    const uint32_t       *masks       = h->packing == BMP_PLAIN ? plain[h->bits == 32] : h->masks;
    channel               channels[4];

    for (unsigned i = 0; i < 4; i++)
        channels[i] = channel_of(in->job, masks[i], i < 3 ? 0 : 255, AT_MASKS + 4 * i);
    if (!ptl_ok(in->job) || !rows_there(in, h) || !ptl_image_take_pixels(in->job, out))
        return;
    read_channels(in, h, out, channels);
    if (h->packing == BMP_PLAIN && h->bits == 32)
        settle_fourth_byte(out);
}

/* ---- Runs ------------------------------------------------------------------------------------ */

typedef struct runs {
    ptl_cursor *in;
    ptl_image  *out;
    unsigned    bits;
    uint64_t    x, y; /* from the bottom */
    bool        outside, ended;
} runs;

static void put_index(runs *r, uint8_t index)
{
    if (r->x < r->out->width && r->y < r->out->height)
        r->out->indices[(r->out->height - 1 - r->y) * r->out->width + r->x] = index;
    else if (!r->outside) {
        r->outside = true;
        ptl_warn(r->in->job, r->in->at - 2, RULE, "a run leaves the picture: it is cut there");
    }
    r->x++;
}

/* `count` pixels out of packed bytes; a run repeats its one byte. */
static void put_packed(runs *r, const uint8_t *from, unsigned count, bool repeat)
{
    for (unsigned i = 0; i < count && from; i++) {
        uint8_t byte = from[repeat ? 0 : r->bits == 8 ? i : i / 2];

        put_index(r, r->bits == 8 ? byte : i % 2 ? byte & 15 : byte >> 4);
    }
}

static void read_escape(runs *r, uint8_t what)
{
    enum { END_OF_ROW, END_OF_PICTURE, MOVE };

    if (what == END_OF_ROW) {
        r->x = 0;
        r->y++;
    } else if (what == END_OF_PICTURE) {
        r->ended = true;
    } else if (what == MOVE) {
        r->x += ptl_u8(r->in);
        r->y += ptl_u8(r->in);
    } else {
        unsigned size = r->bits == 8 ? what : (what + 1u) / 2;

        put_packed(r, ptl_take(r->in, (size + 1) / 2 * 2), what, false);
    }
}

/* Two bytes stand for 255 pixels at most. Moves can leave out more, which small pictures may; a
 * large one is believed no more than 128 pixels for each byte behind it. */
static bool runs_plausible(ptl_cursor *in, const ptl_image *out)
{
    uint64_t pixels = (uint64_t)out->width * out->height;

    if (pixels > 65536 && (pixels - 65536) / 128 > ptl_left(in))
        ptl_fail(in->job, PTL_E_SYNTAX, in->size, "truncated",
                 "%llu bytes of runs are too few for %llu pixels", (unsigned long long)ptl_left(in),
                 (unsigned long long)pixels);
    return ptl_ok(in->job);
}

static void read_runs(ptl_cursor *in, const bmp_header *h, ptl_image *out)
{
    runs r = { .in = in, .out = out, .bits = h->bits };

    in->what = "the runs of pixels";
    while (ptl_ok(in->job) && !r.ended) {
        const uint8_t *pair;

        if (ptl_left(in) == 0 &&
            (r.y >= out->height || (r.y + 1 == out->height && r.x >= out->width))) {
            ptl_warn(in->job, in->at, RULE, "the runs have no end mark");
            return;
        }
        pair = ptl_take(in, 2);
        if (pair && pair[0] > 0)
            put_packed(&r, pair + 1, pair[0], true);
        else if (pair)
            read_escape(&r, pair[1]);
    }
    if (ptl_left(in) > 0)
        ptl_find(in->job, PTL_NOTE, in->at, "trailing-bytes", "bytes after the pixels: %llu",
                 (unsigned long long)ptl_left(in));
}

/* ---- The whole ------------------------------------------------------------------------------- */

static void read_indexed(ptl_cursor *in, const bmp_header *h, ptl_image *out, bool zero_clear)
{
    uint64_t palette_at = in->at;
    unsigned colors     = count_colors(in, h);
    bool     packed     = h->packing != BMP_PLAIN;

    in->at = h->pixels_at;
    if (!(packed ? runs_plausible(in, out) : rows_there(in, h)) ||
        !ptl_image_take_indices(in->job, out, colors))
        return;
    in->at = palette_at;
    read_palette(in, h, out, zero_clear);
    in->at = h->pixels_at;
    if (packed)
        read_runs(in, h, out);
    else
        read_indices(in, h, out);
    ptl_image_cover_indices(in->job, out, palette_at, RULE);
}

static void bmp_read(ptl_job *job, ptl_image *out, ptl_span bytes, const ptl_image_opts *opts)
{
    ptl_cursor in = ptl_cursor_of(job, bytes);
    bmp_header h  = read_header(&in);

    if (!ptl_ok(job) ||
        !ptl_image_resize(job, out, (uint64_t)h.width, (uint64_t)h.height, opts, AT_SIZE))
        return;
    if (h.pixels_at < in.at || h.pixels_at > in.size) {
        ptl_fail(job, PTL_E_SYNTAX, AT_PIXELS, RULE,
                 "the pixels begin at 0x%lx, the header ends at 0x%llx, the file at 0x%llx",
                 (unsigned long)h.pixels_at, (unsigned long long)in.at,
                 (unsigned long long)in.size);
        return;
    }
    if (h.bits <= 8) {
        read_indexed(&in, &h, out, opts->palette_zero_transparent);
        return;
    }
    in.at = h.pixels_at;
    if (h.bits != 24)
        read_masked(&in, &h, out);
    else if (rows_there(&in, &h) && ptl_image_take_pixels(job, out))
        read_triples(&in, &h, out);
}

const ptl_image_kind ptl_image_bmp = { "bmp", bmp_probe, bmp_read };
