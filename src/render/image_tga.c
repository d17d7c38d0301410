/* SPDX-License-Identifier: MIT */
/* TGA, the picture of the Truevision boards. Little-endian, no signature.
 *
 *   at  size  field
 *    0     1  size of the text behind the header
 *    1     1  1 when there is a color map
 *    2     1  type: 1 color map, 2 colors, 3 gray; 9, 10, 11 the same in packets
 *    3   2+2  color map: number of its first entry, entries
 *    7     1  bits of an entry: 15, 16, 24, 32
 *    8   2+2  place on the screen: not looked at
 *   12   2+2  width, height
 *   16     1  bits of a pixel: 8, 15, 16, 24, 32
 *   17     1  alpha bits (0-3), from the right (4), from the top (5), interleaved (6-7)
 *   18        text, color map, pixels; then perhaps areas of version 2 and
 *             a footer of 26 bytes with "TRUEVISION-XFILE."
 * What we know beyond this table: docs/images.md */
#include <string.h>

#include "core/bytes.h"
#include "core/cursor.h"
#include "render/image.h"

#define RULE "image-tga"

enum {
    HEADER      = 18,
    FOOTER      = 26,
    PACKED      = 8, /* bit of the type */
    MAPPED      = 1,
    COLOR       = 2,
    GRAY        = 3,
    PACKET      = 128, /* most pixels of one */
    FROM_RIGHT  = 0x10,
    FROM_TOP    = 0x20,
    INTERLEAVED = 0xC0,
};

typedef struct tga_header {
    uint8_t  text_size, map, type;
    uint16_t map_first, map_count;
    uint8_t  map_bits;
    uint16_t width, height;
    uint8_t  bits, flags;
} tga_header;

static bool is_color(unsigned bits)
{
    return bits == 15 || bits == 16 || bits == 24 || bits == 32;
}

static unsigned kind_of(const tga_header *h)
{
    return h->type & ~(unsigned)PACKED;
}

static unsigned alpha_bits(const tga_header *h)
{
    return h->flags & 15;
}

static tga_header read_header(ptl_cursor *in)
{
    tga_header h = { 0 };

    in->what    = "the header of the picture";
    h.text_size = ptl_u8(in);
    h.map       = ptl_u8(in);
    h.type      = ptl_u8(in);
    h.map_first = ptl_u16le(in);
    h.map_count = ptl_u16le(in);
    h.map_bits  = ptl_u8(in);
    ptl_take(in, 4);
    h.width  = ptl_u16le(in);
    h.height = ptl_u16le(in);
    h.bits   = ptl_u8(in);
    h.flags  = ptl_u8(in);
    return h;
}

/* What is wrong with a header, and at which byte; NULL when it makes sense. */
static const char *fault_of(const tga_header *h, uint64_t *at)
{
    unsigned kind = kind_of(h);

    *at = 1;
    if (h->map > 1)
        return "the byte for a color map is neither 0 nor 1";
    *at = 2;
    if (kind < MAPPED || kind > GRAY)
        return "the type is none of 1, 2, 3, 9, 10, 11";
    if (kind == MAPPED && (h->map == 0 || h->map_count == 0))
        return "the type needs a color map, but there is none";
    *at = 7;
    if (h->map && !is_color(h->map_bits))
        return "the bits of a color are none of 15, 16, 24, 32";
    *at = 16;
    if (kind == MAPPED && h->bits != 8)
        return "the bits of an index are not 8";
    if (kind == COLOR && !is_color(h->bits))
        return "the bits of a pixel are none of 15, 16, 24, 32";
    if (kind == GRAY && h->bits != 8 && h->bits != 16)
        return "the bits of a gray pixel are neither 8 nor 16";
    *at = 17;
    return h->flags & INTERLEAVED ? "the rows are interleaved" : NULL;
}

static bool tga_probe(ptl_span bytes)
{
    static const char mark[] = "TRUEVISION-XFILE.";
    ptl_job           quiet  = { 0 };
    ptl_cursor        in     = ptl_cursor_of(&quiet, bytes);
    tga_header        h;
    uint64_t          at;

    if (bytes.size < HEADER)
        return false;
    if (bytes.size >= HEADER + FOOTER &&
        memcmp(bytes.data + bytes.size - sizeof mark, mark, sizeof mark) == 0)
        return true;
    h = read_header(&in);
    return h.width > 0 && h.height > 0 && !fault_of(&h, &at);
}

/* ---- Colors --------------------------------------------------------------------------------- */

static ptl_rgba color_of(const uint8_t *from, unsigned bits, bool alpha)
{
    uint16_t word = ptl_load_u16le(from);

    if (bits >= 24)
        return (ptl_rgba){ from[2], from[1], from[0], bits == 32 && alpha ? from[3] : 255 };
    return (ptl_rgba){ ptl_image_scale(word >> 10 & 31, 31), ptl_image_scale(word >> 5 & 31, 31),
                       ptl_image_scale(word & 31, 31),
                       bits == 16 && alpha && !(word & 0x8000) ? 0 : 255 };
}

static ptl_rgba gray_of(const uint8_t *from, unsigned bits)
{
    return (ptl_rgba){ from[0], from[0], from[0], bits == 16 ? from[1] : 255 };
}

/* Entries before the first are not there; those an index of 8 bits cannot reach are passed over. */
static void read_map(ptl_cursor *in, const tga_header *h, ptl_image *out)
{
    unsigned       size = (h->map_bits + 7u) / 8;
    const uint8_t *from = ptl_take(in, (uint64_t)h->map_count * size);

    for (unsigned i = h->map_first; from && i < out->colors; i++, from += size)
        out->palette[i] = color_of(from, h->map_bits, alpha_bits(h) > 0);
}

/* ---- Pixels ---------------------------------------------------------------------------------- */

typedef struct packets { /* pixels as they come */
    ptl_cursor    *in;
    const uint8_t *at;
    unsigned       size; /* bytes of a pixel          */
    unsigned       left; /* pixels of this packet     */
    bool           packed, repeat;
} packets;

static const uint8_t *next_pixel(packets *p)
{
    if (!p->packed)
        return ptl_take(p->in, p->size);
    if (p->left == 0) {
        uint8_t head = ptl_u8(p->in);

        p->repeat = head & 0x80;
        p->left   = (head & 0x7Fu) + 1;
        p->at     = p->repeat ? ptl_take(p->in, p->size) : NULL;
    }
    p->left--;
    return p->repeat ? p->at : ptl_take(p->in, p->size);
}

static void put_pixel(ptl_image *out, size_t at, const tga_header *h, const uint8_t *from)
{
    if (out->indices)
        out->indices[at] = from[0];
    else if (kind_of(h) == GRAY)
        out->pixels[at] = gray_of(from, h->bits);
    else
        out->pixels[at] = color_of(from, h->bits, alpha_bits(h) > 0);
}

static void read_pixels(packets *p, const tga_header *h, ptl_image *out)
{
    for (uint32_t row = 0; row < out->height; row++) {
        size_t y = h->flags & FROM_TOP ? row : out->height - 1 - row;

        for (uint32_t column = 0; column < out->width; column++) {
            size_t         x    = h->flags & FROM_RIGHT ? out->width - 1 - column : column;
            const uint8_t *from = next_pixel(p);

            if (!from)
                return;
            put_pixel(out, y * out->width + x, h, from);
        }
    }
}

/* So many bytes the pixels take at least. */
static uint64_t least_size(const packets *p, const ptl_image *out)
{
    uint64_t pixels = (uint64_t)out->width * out->height;

    return p->packed ? (pixels + PACKET - 1) / PACKET * (1 + p->size) : pixels * p->size;
}

static void read_body(ptl_cursor *in, const tga_header *h, ptl_image *out)
{
    packets  p       = { .in = in, .size = (h->bits + 7u) / 8, .packed = h->type & PACKED };
    unsigned end     = (unsigned)h->map_first + h->map_count;
    uint64_t map_at  = in->at, map_end;
    uint64_t map_all = h->map ? (uint64_t)h->map_count * ((h->map_bits + 7u) / 8) : 0;
    bool     taken;

    in->what = "the color map";
    ptl_take(in, map_all);
    map_end  = in->at;
    in->what = "the pixels";
    if (!ptl_need(in, least_size(&p, out)))
        return;
    taken = kind_of(h) == MAPPED ? ptl_image_take_indices(in->job, out, end < 256 ? end : 256)
                                 : ptl_image_take_pixels(in->job, out);
    if (!taken)
        return;
    if (out->indices) {
        in->at = map_at;
        read_map(in, h, out);
        in->at = map_end;
    }
    read_pixels(&p, h, out);
    if (out->indices)
        ptl_image_cover_indices(in->job, out, map_at, RULE);
}

static void tga_read(ptl_job *job, ptl_image *out, ptl_span bytes, const ptl_image_opts *opts)
{
    ptl_cursor  in = ptl_cursor_of(job, bytes);
    tga_header  h  = read_header(&in);
    uint64_t    at;
    const char *fault = ptl_ok(job) ? fault_of(&h, &at) : NULL;

    if (fault)
        ptl_fail(job, PTL_E_UNSUPPORTED, at, RULE, "%s", fault);
    if (!ptl_ok(job) || !ptl_image_resize(job, out, h.width, h.height, opts, 12))
        return;
    in.what = "the text behind the header";
    ptl_take(&in, h.text_size);
    read_body(&in, &h, out);
}

const ptl_image_kind ptl_image_tga = { "tga", tga_probe, tga_read };
